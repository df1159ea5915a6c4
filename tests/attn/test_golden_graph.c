/* Mechanisms with extra rows, through their registered forward: the golden vectors of SegTree and Star, BP's edges against the published
 * builder's rules, Luna against plain loops; and attend_graph against attend. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <jansson.h>

#include "parts.h"

#ifdef TF_DOUBLE
static const double TOL = 1e-12, TOL_GRAD = 1e-10;
#else
static const double TOL = 1e-5, TOL_GRAD = 1e-5;
#endif
enum { D = 6, BLOCKS = 3, C = D * BLOCKS }; /* three heads of the golden width: head 0 works, the others hold zeros */

static void near_one(double a, double b, double tol, const char *what, int i) {
    if (!(fabs(a - b) <= tol * fmax(1, fabs(b)))) fail_msg("%s[%d]: %.17g, expected %.17g", what, i, a, b);
}

/* loss = sum(G * columns 0..cols-1 of o), as an op. */
struct weigh {
    struct tf_mat *o;
    const double *G;
    int cols;
};
static void weigh_back(struct tf_tape *t, void *aux) {
    struct weigh *w = aux;
    (void)t;
    for (int i = 0; i < w->o->rows; i++)
        for (int d = 0; d < w->cols; d++) w->o->g[i * w->o->ld + d] += (tf_real)w->G[i * w->cols + d];
}
static void backward(struct tf_tape *t, struct tf_mat *o, const double *G, int cols) {
    struct weigh *w = tf_arena_alloc(&t->arena, sizeof *w);
    struct tf_mat *loss = tf_new(t, 1, 1);
    *w = (struct weigh){o, G, cols};
    tf_record(t, weigh_back, w);
    tf_tape_backward(t, loss, 1);
}

/* ---- golden files -------------------------------------------------------------------------------------------------------- */
static double *matrix(const json_t *x, const char *part, const char *name, int rows, int cols) {
    const json_t *m = name ? json_object_get(json_object_get(x, part), name) : json_object_get(x, part);
    double *out = tf_alloc(sizeof *out * (size_t)(rows * cols));
    assert_int_equal(json_array_size(m), rows > 1 ? rows : cols);
    for (int i = 0; i < rows * cols; i++) {
        const json_t *row = rows > 1 ? json_array_get(m, (size_t)(i / cols)) : m;
        out[i] = json_number_value(json_array_get(row, (size_t)(i % cols)));
    }
    return out;
}

static size_t at_param(const struct layer *l, const char *name) {
    char full[64];
    snprintf(full, sizeof full, "x.%s", name);
    int i = tf_pars_find(&l->pars, full);
    if (i < 0) fail_msg("no parameter %s", full);
    return l->pars.p[i].off;
}

/* Weight (C,C) = 0 but for head 0, which reads block `block` of the input through x W (W (D,D)), or as it is. */
static void set_weight(struct layer *l, const char *name, int block, const double *W) {
    tf_real *w = l->pars.v + at_param(l, name);
    for (int i = 0; i < C * C; i++) w[i] = 0;
    for (int i = 0; i < D; i++)
        for (int j = 0; j < D; j++) w[i * C + block * D + j] = (tf_real)(W ? W[j * D + i] : i == j);
}

static struct tf_mat *blocks_input(struct layer *l, const double *const block[BLOCKS]) {
    struct tf_mat *x = tf_new(&l->t, l->pk.rows, C);
    for (int i = 0; i < x->rows; i++)
        for (int j = 0; j < C; j++) x->v[i * C + j] = block[j / D] ? (tf_real)block[j / D][i * D + j % D] : 0;
    return x;
}

static void compare_output(struct tf_mat *y, const double *o) {
    for (int i = 0; i < y->rows; i++)
        for (int j = 0; j < C; j++) near_one((double)y->v[i * C + j], j < D ? o[i * D + j] : 0, TOL, "o", i * C + j);
}

static json_t *open_golden(const char *name) {
    char file[64];
    snprintf(file, sizeof file, "tests/golden/%s.json", name);
    json_t *x = json_load_file(file, 0, NULL);
    if (!x) fail_msg("cannot read %s", file);
    return x;
}

static void segtree_case(const char *split) {
    char name[32];
    snprintf(name, sizeof name, "segtree-%s", split);
    json_t *x = open_golden(name);
    int T = (int)json_integer_value(json_object_get(x, "T")), n = 2 * T - 1;
    static const char *const in[] = {"q", "k", "v"}, *const par[] = {"query.weight", "key.weight", "value.weight"};
    struct subject s = make_subject("segtree", (const char *const[8]){"split", split});
    struct layer l;
    open_layer(&l, &s, T, C, BLOCKS, false);
    assert_int_equal(l.pk.rows, n);
    l.t.grad = true;
    double *block[3], *o = matrix(x, "outputs", "o", n, D), *G = matrix(x, "loss_weights", NULL, n, D);
    for (int b = 0; b < 3; b++) block[b] = matrix(x, "inputs", in[b], n, D), set_weight(&l, par[b], b, NULL);
    set_weight(&l, "output.weight", 0, NULL);
    struct tf_mat *X = blocks_input(&l, (const double *const *)block), *y = s.attn->forward(&l.ctx, X);
    compare_output(y, o);
    backward(&l.t, y, G, D);
    for (int b = 0; b < 3; b++) {
        double *g = matrix(x, "gradients", in[b], n, D);
        for (int i = 0; i < n * D; i++) near_one((double)X->g[i / D * C + b * D + i % D], g[i], TOL_GRAD, in[b], i);
        tf_free(g), tf_free(block[b]);
    }
    tf_free(o), tf_free(G), tf_free(s.opts);
    close_layer(&l);
    json_decref(x);
}

static void segtree(void **state) {
    (void)state;
    segtree_case("midpoint");
    segtree_case("pow2");
}

/* Block 0 of the input is h, and s in the relay's row; block 1 is e. */
static void star(void **state) {
    (void)state;
    json_t *x = open_golden("star");
    int T = (int)json_integer_value(json_object_get(x, "T"));
    struct subject s = make_subject("star", NULL);
    struct layer l;
    open_layer(&l, &s, T, C, BLOCKS, false);
    l.ctx.shape.layer = 1; // layer 0 would add the mean of the tokens to s
    l.t.grad = true;
    tf_real *grads = l.ctx.grads = tf_calloc(sizeof *grads * l.pars.size);
    static const struct {
        const char *golden, *own, *again;
    } w[] = {{"Wq", "query.weight", NULL},       {"Wk", "key.weight", "embed.key.weight"}, {"Wv", "value.weight", "embed.value.weight"},
             {"Uq", "relay.query.weight", NULL}, {"Uk", "relay.key.weight", NULL},         {"Uv", "relay.value.weight", NULL}};
    double *W[6], *o = matrix(x, "outputs", "o", T + 1, D), *G = matrix(x, "loss_weights", NULL, T + 1, D);
    for (int i = 0; i < 6; i++) {
        W[i] = matrix(x, "inputs", w[i].golden, D, D);
        set_weight(&l, w[i].own, 0, W[i]);
        if (w[i].again) set_weight(&l, w[i].again, 1, W[i]);
    }
    set_weight(&l, "output.weight", 0, NULL), set_weight(&l, "relay.output.weight", 0, NULL);
    double *h = matrix(x, "inputs", "h", T, D), *e = matrix(x, "inputs", "e", T, D), *relay = matrix(x, "inputs", "s", 1, D);
    h = tf_realloc(h, sizeof *h * (size_t)(T + 1) * D), e = tf_realloc(e, sizeof *e * (size_t)(T + 1) * D);
    memcpy(h + T * D, relay, sizeof *h * D), memset(e + T * D, 0, sizeof *e * D);
    struct tf_mat *X = blocks_input(&l, (const double *const[BLOCKS]){h, e}), *y = s.attn->forward(&l.ctx, X);
    compare_output(y, o);
    backward(&l.t, y, G, D);
    double *dh = matrix(x, "gradients", "h", T, D), *de = matrix(x, "gradients", "e", T, D), *ds = matrix(x, "gradients", "s", 1, D);
    for (int i = 0; i < T * D; i++) {
        near_one((double)X->g[i / D * C + i % D], dh[i], TOL_GRAD, "dh", i);
        near_one((double)X->g[i / D * C + D + i % D], de[i], TOL_GRAD, "de", i);
    }
    for (int i = 0; i < D; i++) near_one((double)X->g[T * C + i], ds[i], TOL_GRAD, "ds", i);
    for (int i = 0; i < 6; i++) {
        double *g = matrix(x, "gradients", w[i].golden, D, D);
        for (int r = 0; r < D; r++)
            for (int c = 0; c < D; c++) {
                double sum = (double)grads[at_param(&l, w[i].own) + (size_t)(r * C + c)];
                if (w[i].again) sum += (double)grads[at_param(&l, w[i].again) + (size_t)(r * C + D + c)];
                near_one(sum, g[c * D + r], TOL_GRAD, w[i].golden, r * D + c);
            }
        tf_free(g), tf_free(W[i]);
    }
    double *all[] = {o, G, h, e, relay, dh, de, ds};
    for (size_t i = 0; i < TF_COUNT(all); i++) tf_free(all[i]);
    tf_free(grads), tf_free(s.opts);
    close_layer(&l);
    json_decref(x);
}

/* ---- BP ---------------------------------------------------------------------------------------------------------------------- */
enum { MAX_ROWS = 320 };
static int first_row[16], count[16], levels; /* of each level */

/* The rules of arXiv:1911.04070's published graph builder: 1 + the edge's type, 0 where there is none. */
static void bp_edges(int T, int k, int clip, int edge[MAX_ROWS][MAX_ROWS]) {
    int n = T, at = 0;
    levels = 0;
    for (;; n = (n + 1) / 2) {
        first_row[levels] = at, count[levels++] = n, at += n;
        if (n == 1) break;
    }
    memset(edge, 0, sizeof(int) * MAX_ROWS * MAX_ROWS);
    for (int i = 0; i < T; i++) {
        int v = i, l = i - 1, r = i + 1;
        bool half_l = false, half_r = false;
        for (int j = 0; j < levels; j++) {
            int type = 1 + (2 * k + 1) * (j < clip ? j : clip);
            for (int s = 0; s < k; s++, l--, r++) {
                if (r < count[j]) {
                    if (!half_r) edge[i][first_row[j] + r] = type + 2 * (s + 1);
                    else if (2 * r + 1 < count[j - 1]) edge[i][first_row[j - 1] + 2 * r + 1] = type + 2 * (s + 1);
                    half_r = false;
                }
                if (l >= 0) edge[i][half_l ? first_row[j - 1] + 2 * l : first_row[j] + l] = type + 2 * s + 1, half_l = false;
            }
            edge[first_row[j] + v][i] = type; // itself, then the spans around it: bottom-up
            half_l = half_l || (l & 1) == 0, half_r = half_r || (r & 1) == 1;
            l >>= 1, r >>= 1, v >>= 1;
        }
    }
}

/* With queries of zero and one-hot values a row of the output is its list: 1 / length at each member. */
static void bp_case(int T, const char *k) {
    static int edge[MAX_ROWS][MAX_ROWS];
    struct subject s = make_subject("bp", (const char *const[8]){"k", k});
    int rows = T + s.attn->aux_rows(s.opts, T);
    struct layer l;
    open_layer(&l, &s, T, rows, 1, false);
    bp_edges(T, atoi(k), 10, edge);
    assert_int_equal(first_row[levels - 1] + 1, rows);
    for (int i = 0; i < rows * rows; i++) {
        l.pars.v[at_param(&l, "query.weight") + (size_t)i] = 0;
        l.pars.v[at_param(&l, "value.weight") + (size_t)i] = l.pars.v[at_param(&l, "output.weight") + (size_t)i] = i / rows == i % rows;
    }
    struct tf_mat *X = tf_new(&l.t, rows, rows);
    for (int i = 0; i < rows * rows; i++) X->v[i] = i / rows == i % rows;
    struct tf_mat *y = s.attn->forward(&l.ctx, X);
    for (int i = 0; i < rows; i++) {
        int n = 0;
        for (int j = 0; j < rows; j++) n += edge[i][j] > 0;
        for (int j = 0; j < rows; j++)
            if (!(fabs((double)y->v[i * rows + j] - (edge[i][j] ? 1.0 / n : 0)) <= 1e-6))
                fail_msg("T = %d, k = %s: row %d, key %d: %g, %d of %d keys", T, k, i, j, (double)y->v[i * rows + j], edge[i][j] > 0, n);
    }
    tf_free(s.opts);
    close_layer(&l);
}

static void bp(void **state) {
    (void)state;
    static const int T[] = {1, 2, 3, 7, 16, 21, 33, 50};
    static const char *const k[] = {"1", "2", "3", "4", "7"};
    for (size_t i = 0; i < TF_COUNT(T); i++)
        for (size_t j = 0; j < TF_COUNT(k); j++) bp_case(T[i], k[j]);
}

/* ---- plain loops --------------------------------------------------------------------------------------------------------------- */
static double element(const struct layer *l, const char *name, int i) { return (double)l->pars.v[at_param(l, name) + (size_t)i]; }

static void project(const struct layer *l, const char *name, const double *x, int rows, int n, double *y) { // x (rows,n) W^T
    char w[32];
    snprintf(w, sizeof w, "%s.weight", name);
    for (int i = 0; i < rows * n; i++) {
        y[i] = 0;
        for (int j = 0; j < n; j++) y[i] += x[i / n * n + j] * element(l, w, i % n * n + j);
    }
}

/* edge: 1 + the type of each, 0 where there is none, and r (types, n / heads); or NULL: all keys. */
static void attend_naive(const double *q, const double *k, const double *v, int Tq, int Tk, int n, int heads, double *o,
                         int edge[MAX_ROWS][MAX_ROWS], const tf_real *r) {
    int d = n / heads;
    for (int i = 0; i < Tq * heads; i++) {
        int row = i / heads, c0 = i % heads * d;
        double sum = 0, out[8] = {0};
        for (int j = 0; j < Tk; j++) {
            double s = 0;
            if (edge && !edge[row][j]) continue;
            for (int c = c0; c < c0 + d; c++)
                s += q[row * n + c] * (k[j * n + c] + (edge ? (double)r[(edge[row][j] - 1) * d + c - c0] : 0));
            double p = exp(s / sqrt(d));
            sum += p;
            for (int c = 0; c < d; c++) out[c] += p * v[j * n + c0 + c];
        }
        for (int c = 0; c < d; c++) o[row * n + c0 + c] = out[c] / sum;
    }
}

/* ---- relative positions ---------------------------------------------------------------------------------------------------------- */
/* Below a node of leaves lo..hi-1: its row and those under it, in pre-order. Returns its height, the higher child's + 1. */
struct span {
    int lo, hi, height, above;
};
static int grow(struct span *nodes, int *n, int T, int lo, int hi, int above, bool pow2) {
    int at = hi - lo == 1 ? lo : T + (*n)++, mid = lo + (hi - lo + 1) / 2, height = 0;
    for (int p = 1; pow2 && p < hi - lo; p *= 2) mid = lo + p;
    if (hi - lo > 1) {
        int a = grow(nodes, n, T, lo, mid, at, pow2), b = grow(nodes, n, T, mid, hi, at, pow2);
        height = 1 + (a > b ? a : b);
    }
    nodes[at] = (struct span){lo, hi, height, above};
    return height;
}

static bool inside(struct span u, int a, int b) { return a <= u.lo && u.hi <= b; }

static void segtree_edges(int T, bool pow2, int edge[MAX_ROWS][MAX_ROWS]) {
    static struct span nodes[MAX_ROWS];
    int n = 0;
    memset(edge, 0, sizeof(int) * MAX_ROWS * MAX_ROWS);
    grow(nodes, &n, T, 0, T, -1, pow2);
    for (int u = T; u < T + n; u++)
        for (int j = nodes[u].lo; j < nodes[u].hi; j++) edge[u][j] = 1 + 3 * nodes[u].height;
    for (int i = 0; i < T; i++) {
        edge[i][i] = 1;
        if (i > 0) edge[i][i - 1] = 1 + 1;
        if (i < T - 1) edge[i][i + 1] = 1 + 2;
        for (int u = 0; u < T + n; u++)
            for (int side = 1; side <= 2; side++) { // all of it on that side, but not all of what is above it
                int a = side == 1 ? 0 : i + 2, b = side == 1 ? i - 1 : T, above = nodes[u].above;
                if (inside(nodes[u], a, b) && (above < 0 || !inside(nodes[above], a, b))) edge[i][u] = 1 + 3 * (nodes[u].height + 1) + side;
            }
    }
}

static struct tf_mat *input_of(struct layer *l, const tf_real *x) {
    struct tf_mat *X = tf_new(&l->t, l->pk.rows, C);
    memcpy(X->v, x, sizeof *x * (size_t)(X->rows * C));
    return X;
}

/* The layer against plain loops; its gradient, along one direction for all parameters and inputs, against a difference of two outputs; and
 * without the vectors against the layer that has none. */
static void relative_case(const char *mechanism, const char *option, const char *value, int T) {
    static int edge[MAX_ROWS][MAX_ROWS];
    static double x[MAX_ROWS * C], q[MAX_ROWS * C], k[MAX_ROWS * C], v[MAX_ROWS * C], o[MAX_ROWS * C], out[MAX_ROWS * C], G[MAX_ROWS * C];
    bool is_bp = !strcmp(mechanism, "bp");
    const char *const set[8] = {option, value, "positions", "relative", is_bp ? "clip" : NULL, "5"};
    struct subject s = make_subject(mechanism, set), plain = make_subject(mechanism, (const char *const[8]){option, value});
    struct layer l, none;
    open_layer(&l, &s, T, C, BLOCKS, false), open_layer(&none, &plain, T, C, BLOCKS, false);
    int rows = l.pk.rows;
    tf_real *r = l.pars.v + at_param(&l, "positions.weight"), *grads = l.ctx.grads = tf_calloc(sizeof *grads * l.pars.size);
    if (is_bp) bp_edges(T, atoi(value), 5, edge);
    else segtree_edges(T, !strcmp(value, "pow2"), edge);
    int table = l.pars.p[tf_pars_find(&l.pars, "x.positions.weight")].rows;
    assert_int_equal(table, is_bp ? (2 * atoi(value) + 1) * (levels < 6 ? levels : 6) : T > 1 ? edge[T][0] + 2 : 3); // 3 types a height
    for (int i = 0; i < table * D; i++) r[i] = (tf_real)((i * 7919) % 201 - 100) / 60;
    l.t.grad = true;
    struct tf_mat *X = layer_input(&l, 1 << 30), *Y = s.attn->forward(&l.ctx, X);
    for (int i = 0; i < rows * C; i++) x[i] = (double)X->v[i], G[i] = ((i * 104729LL) % 401 - 200) / 200.0;
    project(&l, "query", x, rows, C, q), project(&l, "key", x, rows, C, k), project(&l, "value", x, rows, C, v);
    attend_naive(q, k, v, rows, rows, C, BLOCKS, o, edge, r);
    project(&l, "output", o, rows, C, out);
    for (int i = 0; i < rows * C; i++) near_one((double)Y->v[i], out[i], TOL, mechanism, i);
    backward(&l.t, Y, G, C);
    if (sizeof(tf_real) == 8) {
        double loss[2] = {0}, along = 0, h = 1e-6;
        tf_real *was = memcpy(tf_alloc(sizeof *was * l.pars.size), l.pars.v, sizeof *was * l.pars.size),
                *z = tf_alloc(sizeof *z * MAX_ROWS * C);
        for (size_t i = 0; i < l.pars.size; i++) along += (double)grads[i] * cos((double)i);
        for (int i = 0; i < rows * C; i++) along += (double)X->g[i] * sin(i);
        for (int side = 0; side < 2; side++, h = -h) {
            for (size_t i = 0; i < l.pars.size; i++) l.pars.v[i] = was[i] + (tf_real)(h * cos((double)i));
            for (int i = 0; i < rows * C; i++) z[i] = (tf_real)(x[i] + h * sin(i));
            tf_tape_reset(&l.t);
            struct tf_mat *y = s.attn->forward(&l.ctx, input_of(&l, z));
            for (int i = 0; i < rows * C; i++) loss[side] += G[i] * (double)y->v[i];
        }
        near_one((loss[0] - loss[1]) / (2 * h), along, 1e-7, "directional derivative", T);
        memcpy(l.pars.v, was, sizeof *was * l.pars.size);
        tf_free(was), tf_free(z);
    }
    memset(r, 0, sizeof *r * (size_t)(table * D));
    Y = s.attn->forward(&l.ctx, layer_input(&l, 1 << 30));
    struct tf_mat *P = plain.attn->forward(&none.ctx, layer_input(&none, 1 << 30));
    assert_memory_equal(Y->v, P->v, sizeof *Y->v * (size_t)(rows * C));
    tf_free(grads), tf_free(s.opts), tf_free(plain.opts);
    close_layer(&l), close_layer(&none);
}

static void relative(void **state) {
    (void)state;
    static const int T[] = {1, 2, 3, 7, 13, 150};
    for (size_t i = 0; i < TF_COUNT(T); i++) {
        relative_case("segtree", "split", "midpoint", T[i]), relative_case("segtree", "split", "pow2", T[i]);
        relative_case("bp", "k", "1", T[i]), relative_case("bp", "k", "3", T[i]);
    }
}

/* ---- Luna ---------------------------------------------------------------------------------------------------------------------- */
static void luna_case(const char *tied, int layer) {
    enum { T = 11, P = 4, N = 12, HEADS = 2, R = T + P };
    struct subject s = make_subject("luna", (const char *const[8]){"p", "4", "tied", tied});
    struct layer l;
    open_layer(&l, &s, T, N, HEADS, false);
    l.ctx.shape.layer = layer;
    struct tf_mat *X = layer_input(&l, 1 << 30), *Y = s.attn->forward(&l.ctx, X);
    double x[R * N], *p = x + T * N, q[R * N], k[R * N], v[R * N], yp[P * N], yx[T * N], out[T * N];
    bool one = !strcmp(tied, "true");
    for (int i = 0; i < R * N; i++) x[i] = (double)X->v[i];
    for (int i = 0; layer == 0 && i < P * N; i++) p[i] += element(&l, "packed", i);
    project(&l, "pack.query", p, P, N, q), project(&l, "pack.key", x, T, N, k), project(&l, one ? "pack.key" : "pack.value", x, T, N, v);
    attend_naive(q, k, v, P, T, N, HEADS, yp, NULL, NULL);
    project(&l, "query", x, T, N, q), project(&l, "key", yp, P, N, k), project(&l, one ? "key" : "value", yp, P, N, v);
    attend_naive(q, k, v, T, P, N, HEADS, yx, NULL, NULL);
    project(&l, "output", yx, T, N, out);
    for (int i = 0; i < T * N; i++) near_one((double)Y->v[i], out[i], TOL, "Y_X", i);
    for (int i = 0; i < P * N; i++) near_one((double)Y->v[T * N + i], yp[i] + (layer == 0 ? element(&l, "packed", i) : 0), TOL, "Y_P", i);
    tf_free(s.opts);
    close_layer(&l);
}

static void luna(void **state) {
    (void)state;
    luna_case("false", 0), luna_case("false", 1), luna_case("true", 0);
}

/* ---- attend_graph = attend with one block a query --------------------------------------------------------------------------------- */
enum { TQ = 75, TK = 300, WIDTH = 17 };
static int list_of(const void *arg, int i, int *out, int *type) { // some queries have no key, some all, most a few
    int n = 0;
    (void)arg, (void)type;
    for (int j = 0; j < TK; j++) {
        uint32_t h = tf_pair_hash(5, (uint32_t)i, (uint32_t)j);
        if (i % 19 == 7 ? false : i % 23 == 3 || h % 16 == 0 || j == i) out[n++] = j;
    }
    return n;
}

static void same_as_attend(void **state) {
    (void)state;
    double G[TQ * WIDTH];
    tf_real o[TQ * WIDTH], g[(TQ + 2 * TK) * WIDTH];
    for (int i = 0; i < TQ * WIDTH; i++) G[i] = ((i * 7919) % 201 - 100) / 100.0;
    for (int pass = 0; pass < 2; pass++) {
        struct tf_tape t;
        tf_tape_init(&t);
        t.grad = t.train = true;
        struct tf_mat *m = tf_new(&t, TQ + 2 * TK, WIDTH + 3); // q, k, v below one another
        for (int i = 0; i < m->rows * m->ld; i++) m->v[i] = (tf_real)((i * 104729LL) % 401 - 200) / 100;
        struct tf_mat *q = tf_view(&t, m, 0, TQ, 2, WIDTH), *k = tf_view(&t, m, TQ, TK, 2, WIDTH),
                      *v = tf_view(&t, m, TQ + TK, TK, 2, WIDTH), *y;
        struct tf_attend_arg arg = {.scale = 0.3, .dropout = 0.2, .key = 99};
        static int kidx[TQ * TK];
        static struct tf_block block[TQ];
        static struct tf_range range[TQ];
        int n = 0;
        for (int i = 0; i < TQ; i++) {
            range[i].k0 = n;
            n += list_of(NULL, i, kidx + n, NULL);
            range[i].k1 = n;
            block[i] = (struct tf_block){i, i + 1, i, i + 1};
        }
        struct tf_attn_index plan = {.n_blocks = TQ, .blocks = block, .ranges = range, .kidx = kidx};
        if (pass == 0) y = tf_attend(&t, q, k, v, &plan, &arg, NULL);
        else y = tf_attend_graph(&t, q, k, v, NULL, tf_graph_new(&t, TQ, TK, 0, list_of, NULL), &arg);
        assert_true(t.pairs == n && tf_graph_pairs(TQ, TK, 0, list_of, NULL, NULL) == n);
        assert_true(t.flops[TF_FLOP_ATTEND] == n * (4.0 * WIDTH + 5));
        backward(&t, y, G, WIDTH);
        for (int i = 0; i < TQ * WIDTH; i++)
            if (pass == 0) o[i] = y->v[i];
            else near_one((double)y->v[i], (double)o[i], TOL, "o", i);
        for (int i = 0; i < (TQ + 2 * TK) * WIDTH; i++) {
            tf_real x = m->g[i / WIDTH * m->ld + 2 + i % WIDTH];
            if (pass == 0) g[i] = x;
            else near_one((double)x, (double)g[i], TOL_GRAD, "gradient", i);
        }
        tf_tape_release(&t);
    }
}

/* Two attentions of a layer (Star's ring and relay, Luna's pack and unpack): no row of one has the other's dropout draws. */
static void draws_apart(void **state) {
    (void)state;
    struct tf_tape t = {.seed = 5, .step = 3};
    struct tf_ctx c = {.tape = &t, .shape = {.C = 8, .H = 2, .layer = 1}};
    struct tf_head h = {.ctx = &c, .head = 1, .example = 7};
    uint32_t one = tf_head_key(&h, 0), two = tf_head_key(&h, 1);
    assert_true(one == tf_head_attend_arg(&h).key);
    for (uint32_t i = 0; i < 64; i++)
        for (uint32_t r = 0; r < 64; r++) assert_true(tf_pair_hash(one, i, 0) != tf_pair_hash(two, r, 0));
    h.head = 0;
    assert_true(tf_head_key(&h, 1) != one && tf_head_key(&h, 1) != two);
}

int main(void) {
    tf_num_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_as_attend), cmocka_unit_test(segtree), cmocka_unit_test(star),       cmocka_unit_test(bp),
        cmocka_unit_test(relative),       cmocka_unit_test(luna),    cmocka_unit_test(draws_apart)};
    return cmocka_run_group_tests_name("extra rows", tests, NULL, NULL);
}
