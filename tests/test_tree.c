/* Trees: golden vectors, a naive dense reference over several tiles, sampling, balance losses, limit cases. */
#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "num/tree.h"
#include "subject.h"

#ifdef TF_DOUBLE
#define TOL_O 1e-12
#define TOL_EXACT 1e-10
#define TOL_ST 1e-10
#else
#define TOL_O 1e-5
#define TOL_EXACT 1e-5
#define TOL_ST 1e-4
#endif

/* ---- one head ---- */
struct one { /* inputs and gradients of one head of one sequence, row-major */
    int T, D, rows;
    struct tf_tree_shape shape;
    tf_real *q, *k, *v, *w, *b, *alpha, *G; /* (T,D) three times, (rows,D), (rows), (levels+1), (T,D) */
    tf_real *dq, *dk, *dv, *dw, *db, *dalpha, *o;
    int *leaf_q, *leaf_k;
    struct tf_gate gate; /* mode, samples, from, clip */
    enum tf_tree_empty empty;
    bool learn, hard, ancestor, twice; /* twice: the head stands for two that share the trees */
    double dropout;
    uint64_t seed;
    struct tf_tape t;
};

static tf_real *vec(int n) { return tf_calloc(sizeof(tf_real) * (size_t)n); }

static void one_alloc(struct one *a) {
    a->rows = a->shape.rows;
    int n = a->T * a->D;
    tf_real **x[] = {&a->q, &a->k, &a->v, &a->G, &a->dq, &a->dk, &a->dv, &a->o};
    for (size_t i = 0; i < TF_COUNT(x); i++) *x[i] = vec(n);
    a->w = vec(a->rows * a->D), a->dw = vec(a->rows * a->D), a->b = vec(a->rows), a->db = vec(a->rows);
    a->alpha = vec(a->shape.levels + 1), a->dalpha = vec(a->shape.levels + 1);
    a->leaf_q = tf_calloc(sizeof(int) * (size_t)a->T), a->leaf_k = tf_calloc(sizeof(int) * (size_t)a->T);
    tf_tape_init(&a->t);
}

static void one_free(struct one *a) {
    tf_real *x[] = {a->q, a->k, a->v, a->G, a->dq, a->dk, a->dv, a->o, a->w, a->dw, a->b, a->db, a->alpha, a->dalpha};
    for (size_t i = 0; i < TF_COUNT(x); i++) tf_free(x[i]);
    tf_free(a->leaf_q), tf_free(a->leaf_k);
    tf_tape_release(&a->t);
}

struct weighted {
    struct tf_mat *o, *loss;
    const tf_real *G;
};
static void weighted_back(struct tf_tape *t, void *aux) {
    (void)t;
    struct weighted *a = aux;
    for (int i = 0; i < a->o->rows; i++)
        for (int j = 0; j < a->o->cols; j++) a->o->g[i * a->o->ld + j] += a->loss->g[0] * a->G[i * a->o->cols + j];
}
static void run_backward(struct tf_tape *t, struct tf_mat *o, const tf_real *G) { // loss = sum(G * o)
    struct weighted *a = tf_arena_alloc(&t->arena, sizeof *a);
    *a = (struct weighted){o, tf_new(t, 1, 1), G};
    tf_record(t, weighted_back, a);
    tf_tape_backward(t, a->loss, 1);
}

static void clear(struct one *a) {
    size_t n = sizeof(tf_real) * (size_t)(a->T * a->D);
    memset(a->dq, 0, n), memset(a->dk, 0, n), memset(a->dv, 0, n);
    memset(a->dw, 0, sizeof(tf_real) * (size_t)(a->rows * a->D)), memset(a->db, 0, sizeof(tf_real) * (size_t)a->rows);
    memset(a->dalpha, 0, sizeof(tf_real) * (size_t)(a->shape.levels + 1));
    tf_tape_reset(&a->t);
}

/* Forward and backward of the head through TF-A (or k-ary TF-A), or TC-A. */
static void run(struct one *a, bool tc) {
    struct tf_tape *t = &a->t;
    clear(a);
    t->grad = true, t->train = a->dropout > 0, t->seed = a->seed;
    struct tf_mat *q = tf_extern(t, a->q, a->dq, a->T, a->D), *k = tf_extern(t, a->k, a->dk, a->T, a->D),
                  *v = tf_extern(t, a->v, a->dv, a->T, a->D);
    struct tf_tree tree = {a->shape, tf_extern(t, a->w, a->learn ? a->dw : NULL, a->rows, a->D),
                           tf_extern(t, a->b, a->learn ? a->db : NULL, a->rows, 1)};
    struct tf_route_arg ra = {.x = q, .tree = &tree, .beta = 1, .hard = a->hard};
    struct tf_route *rq = tf_tree_route(t, &ra);
    ra.x = k;
    struct tf_route *rk = tf_tree_route(t, &ra);
    struct tf_mat *o;
    if (tc) {
        o = tf_tree_pool(t, v, tf_extern(t, a->alpha, a->dalpha, a->shape.levels + 1, 1), rq, rk, a->ancestor);
    } else {
        struct tf_gate_head *h = tf_arena_alloc(&t->arena, 2 * sizeof *h);
        *h = (struct tf_gate_head){.q = q, .k = k, .v = v, .arg = {.scale = 1 / sqrt(a->D), .dropout = a->dropout, .key = 77}};
        o = h->o = tf_attend(t, q, k, v, tf_tree_plan(t, rq, rk, a->empty), &h->arg, &h->lse);
        struct tf_gate g = a->gate;
        g.q = rq, g.k = rk, g.n_heads = a->twice ? 2 : 1, g.heads = h, h[1] = h[0];
        if (a->learn) tf_tree_gate(t, &g);
    }
    memcpy(a->o, o->v, sizeof(tf_real) * (size_t)(a->T * a->D));
    memcpy(a->leaf_q, rq->leaf, sizeof(int) * (size_t)a->T), memcpy(a->leaf_k, rk->leaf, sizeof(int) * (size_t)a->T);
    run_backward(t, o, a->G);
}

/* ---- golden vectors ---- */
static int flatten(const json_t *j, double *out, int max) {
    if (!json_is_array(j)) {
        if (max < 1) fail_msg("too many numbers");
        *out = json_number_value(j);
        return 1;
    }
    int n = 0;
    for (size_t i = 0; i < json_array_size(j); i++) n += flatten(json_array_get(j, i), out + n, max - n);
    return n;
}

static void read_input(const json_t *from, const char *name, tf_real *to, int n) {
    double x[4096];
    if (flatten(json_object_get(from, name), x, 4096) != n) fail_msg("%s: not %d numbers", name, n);
    for (int i = 0; i < n; i++) to[i] = (tf_real)x[i];
}

static double compare(const char *file, const json_t *in, const char *name, const tf_real *got, int n, double tol) {
    const json_t *j = json_object_get(in, name);
    if (!j) return 0;
    double x[4096], worst = 0;
    if (flatten(j, x, 4096) != n) fail_msg("%s: %s: not %d numbers", file, name, n);
    for (int i = 0; i < n; i++) {
        double e = fabs((double)got[i] - x[i]) / fmax(1, fabs(x[i]));
        if (!(e <= tol)) fail_msg("%s: %s[%d]: %.17g, golden %.17g", file, name, i, (double)got[i], x[i]);
        worst = fmax(worst, e);
    }
    return worst;
}

static void check_leaves(const char *file, const json_t *out, const char *leaf, const char *path, const int *got, int T, int h) {
    const json_t *l = json_object_get(out, leaf), *p = json_object_get(out, path);
    for (int i = 0; i < T; i++) {
        json_int_t want = l ? json_integer_value(json_array_get(l, (size_t)i))
                            : json_integer_value(json_array_get(json_array_get(p, (size_t)i), (size_t)h));
        if (want != got[i]) fail_msg("%s: token %d in leaf %d, golden %d", file, i, got[i], (int)want);
    }
}

static void golden(const char *file) {
    char path[128];
    snprintf(path, sizeof path, "tests/golden/%s.json", file);
    json_error_t err;
    json_t *j = json_load_file(path, 0, &err);
    if (!j) fail_msg("%s: %s", path, err.text);
    const json_t *in = json_object_get(j, "inputs"), *out = json_object_get(j, "outputs"), *grad = json_object_get(j, "gradients"),
                 *opt = json_object_get(j, "options"), *mode = json_object_get(opt, "tree_gradient"),
                 *b = json_object_get(opt, "branching");
    const char *mechanism = json_string_value(json_object_get(j, "mechanism")),
               *reading = json_string_value(json_object_get(opt, "path_product"));
    bool tc = !strcmp(mechanism, "tc-a"), leaf = mode && !strcmp(json_string_value(mode), "leaf");
    struct one a = {.T = (int)json_integer_value(json_object_get(j, "T")), .D = (int)json_integer_value(json_object_get(j, "D"))};
    int branch[8];
    for (size_t i = 0; i < json_array_size(b); i++) branch[i] = (int)json_integer_value(json_array_get(b, i));
    a.shape = b ? tf_tree_kary((int)json_array_size(b), branch) : tf_tree_binary((int)json_integer_value(json_object_get(opt, "height")));
    a.learn = !strcmp(json_string_value(json_object_get(j, "gradient_kind")), "straight-through");
    a.hard = reading && !strcmp(reading, "hard");
    a.gate.mode = leaf ? TF_GATE_LEAF : TF_GATE_DENSE;
    one_alloc(&a);
    int n = a.T * a.D, h = a.shape.levels;
    read_input(in, "q", a.q, n), read_input(in, "k", a.k, n), read_input(in, "v", a.v, n), read_input(j, "loss_weights", a.G, n);
    read_input(in, "w", a.w, a.rows * a.D), read_input(in, "b", a.b, a.rows);
    if (tc) read_input(in, "alpha", a.alpha, h + 1);
    run(&a, tc);
    check_leaves(file, out, "leaf_q", "path_q", a.leaf_q, a.T, h), check_leaves(file, out, "leaf_k", "path_k", a.leaf_k, a.T, h);
    double tol = a.learn ? TOL_ST : TOL_EXACT, o = compare(file, out, "o", a.o, n, TOL_O), g = 0;
    g = fmax(g, compare(file, grad, "v", a.dv, n, tol)), g = fmax(g, compare(file, grad, "alpha", a.dalpha, h + 1, tol));
    if (a.learn || !tc) g = fmax(g, compare(file, grad, "q", a.dq, n, tol)), g = fmax(g, compare(file, grad, "k", a.dk, n, tol));
    if (a.learn) g = fmax(g, compare(file, grad, "w", a.dw, a.rows * a.D, tol)), g = fmax(g, compare(file, grad, "b", a.db, a.rows, tol));
    print_message("    %-20s o %.1e, gradients %.1e\n", file, o, g);
    one_free(&a);
    json_decref(j);
}

static void test_golden(void **state) {
    (void)state;
    static const char *const files[] = {
        "tf-a-h2",         "tf-a-h3",        "tf-a-lemma1",         "tf-a-lemma1-zero",  "kary-tf-a",
        "tc-a-h1",         "tc-a-h3",        "tc-a-h3-empty",       "tf-a-h2-st",        "tf-a-h3-st",
        "tf-a-h2-st-leaf", "tf-a-lemma1-st", "tf-a-lemma1-zero-st", "kary-tf-a-st-soft", "kary-tf-a-st-hard",
        "tc-a-h1-st",      "tc-a-h3-st",     "tc-a-h3-empty-st"};
    for (size_t i = 0; i < TF_COUNT(files); i++) golden(files[i]);
}

/* ---- a naive reference ---- */
static void randomize(struct one *a, double w_scale) {
    struct tf_rng r = tf_rng_at(11, TF_RNG_TEST, (uint32_t)a->T, (uint32_t)a->rows, 0);
    tf_real *x[] = {a->q, a->k, a->v, a->G};
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < a->T * a->D; i++) x[j][i] = (tf_real)tf_rng_normal(&r);
    for (int i = 0; i < a->rows * a->D; i++) a->w[i] = (tf_real)(w_scale * tf_rng_normal(&r) / sqrt(a->D));
    for (int i = 0; i < a->rows; i++) a->b[i] = (tf_real)(0.1 * tf_rng_normal(&r));
    for (int l = 0; l <= a->shape.levels; l++) a->alpha[l] = (tf_real)(0.5 + 0.1 * l);
}

static double dot(int n, const tf_real *a, const tf_real *b) {
    double s = 0;
    for (int i = 0; i < n; i++) s += (double)a[i] * (double)b[i];
    return s;
}

/* Binary tree, one level at a time: d_s from delta (nodes of the level) by the softmax's Jacobian; adds d_z x to dw, db and d_z w to dx. */
static void naive_level(const struct one *a, int level, const tf_real *x, double c, const double *delta, double *dw, double *db,
                        double *dx) {
    int M = 1 << level;
    double *p = tf_calloc(sizeof *p * (size_t)M);
    for (int t = 0; t < a->T; t++) {
        double z[64], sum = 0, mean = 0;
        for (int n = 0; n < M - 1; n++) z[n] = dot(a->D, a->w + n * a->D, x + t * a->D) + (double)a->b[n];
        for (int j = 0; j < M; j++) {
            double s = 0;
            for (int n = M - 1 + j; n > 0; n = (n - 1) / 2) s += ((n % 2 == 0) == (z[(n - 1) / 2] >= 0)) ? c : -c;
            sum += p[j] = exp(s);
        }
        for (int j = 0; j < M; j++) p[j] /= sum, mean += p[j] * delta[j * a->T + t];
        for (int j = 0; j < M; j++)
            for (int n = M - 1 + j; n > 0; n = (n - 1) / 2) {
                int up = (n - 1) / 2;
                double dz = (n % 2 == 0 ? 2 : -2) * p[j] * (delta[j * a->T + t] - mean) * (fabs(z[up]) <= 1);
                db[up] += dz;
                for (int d = 0; d < a->D; d++)
                    dw[up * a->D + d] += dz * (double)x[t * a->D + d], dx[t * a->D + d] += dz * (double)a->w[up * a->D + d];
            }
    }
    tf_free(p);
}

static double mean_abs(const struct one *a, const tf_real *x) {
    double s = 0;
    for (int t = 0; t < a->T; t++)
        for (int n = 0; n < a->rows; n++) s += fabs(dot(a->D, a->w + n * a->D, x + t * a->D) + (double)a->b[n]);
    return s / a->T / a->rows;
}

struct naive {
    double *Pq, *Pk, *dw, *db, *dq, *dk;
};
static struct naive naive_new(const struct one *a) {
    size_t d = sizeof(double), nodes = (size_t)a->shape.nodes * (size_t)a->T, x = (size_t)(a->T * a->D);
    return (struct naive){tf_calloc(d * nodes),           tf_calloc(d * nodes), tf_calloc(d * (size_t)(a->rows * a->D)),
                          tf_calloc(d * (size_t)a->rows), tf_calloc(d * x),     tf_calloc(d * x)};
}

/* Compares the tree's gradients with the routing part in n; the exact part of q and k comes from a run without learning. */
static void check_naive(struct one *a, struct naive *n, bool tc, const char *what) {
    int X = a->T * a->D;
    tf_real *q = vec(X), *k = vec(X);
    a->learn = true;
    run(a, tc);
    memcpy(q, a->dq, sizeof *q * (size_t)X), memcpy(k, a->dk, sizeof *k * (size_t)X);
    double worst = 0, tol = sizeof(tf_real) == 8 ? 1e-10 : 2e-4;
    for (int i = 0; i < a->rows * a->D; i++) worst = fmax(worst, fabs((double)a->dw[i] - n->dw[i]) / fmax(1, fabs(n->dw[i])));
    for (int i = 0; i < a->rows; i++) worst = fmax(worst, fabs((double)a->db[i] - n->db[i]) / fmax(1, fabs(n->db[i])));
    if (!tc) {
        a->learn = false;
        run(a, false);
    }
    for (int i = 0; i < X; i++) {
        double dq = (double)q[i] - (tc ? 0 : (double)a->dq[i]), dk = (double)k[i] - (tc ? 0 : (double)a->dk[i]);
        worst = fmax(worst, fabs(dq - n->dq[i]) / fmax(1, fabs(n->dq[i])));
        worst = fmax(worst, fabs(dk - n->dk[i]) / fmax(1, fabs(n->dk[i])));
    }
    print_message("    %-44s %.1e\n", what, worst);
    if (!(worst <= tol)) fail_msg("%s: %g", what, worst);
    double *x[] = {n->Pq, n->Pk, n->dw, n->db, n->dq, n->dk};
    for (size_t i = 0; i < TF_COUNT(x); i++) tf_free(x[i]);
    tf_free(q), tf_free(k);
}

/* d_mask for all pairs, with dropout, into leaves; then the sweep of the leaf level. */
static void naive_tf(const struct one *a, struct naive *n) {
    int T = a->T, D = a->D;
    double scale = 1 / sqrt(D), below = ceil(a->dropout * 4294967296.0);
    double *e = tf_calloc(sizeof *e * (size_t)T), *r = tf_calloc(sizeof *r * (size_t)T);
    for (int i = 0; i < T; i++) {
        double Z = 0, self = 1;
        for (int j = 0; j < T; j++) {
            e[j] = exp(scale * dot(D, a->q + i * D, a->k + j * D));
            r[j] = (double)tf_pair_hash(77, (uint32_t)i, (uint32_t)j) < below ? 0 : 1 / (1 - a->dropout);
            if (a->leaf_q[i] == a->leaf_k[j]) Z += e[j], self = 0;
        }
        if (self == 1) Z = e[i];
        for (int j = 0; j < T; j++) {
            double d = e[j] / Z * (r[j] * dot(D, a->G + i * D, a->v + j * D) - dot(D, a->G + i * D, a->o + i * D));
            n->Pq[a->leaf_k[j] * T + i] += d;
            n->Pk[a->leaf_q[i] * T + j] += d;
        }
    }
    tf_free(e), tf_free(r);
    naive_level(a, a->shape.levels, a->q, mean_abs(a, a->q), n->Pq, n->dw, n->db, n->dq);
    naive_level(a, a->shape.levels, a->k, mean_abs(a, a->k), n->Pk, n->dw, n->db, n->dk);
}

static void naive_tc(const struct one *a, struct naive *n) {
    int T = a->T, D = a->D, h = a->shape.levels;
    for (int l = 1; l <= h; l++) {
        memset(n->Pq, 0, sizeof(double) * (size_t)(a->shape.nodes * T)), memset(n->Pk, 0, sizeof(double) * (size_t)(a->shape.nodes * T));
        for (int j = 0; j < 1 << l; j++) {
            double nu[64] = {0}, g[64] = {0}, c = 0;
            for (int i = 0; i < T; i++) {
                if (a->leaf_k[i] >> (h - l) == j) c++;
                for (int d = 0; d < D; d++) {
                    nu[d] += a->leaf_k[i] >> (h - l) == j ? (double)a->v[i * D + d] : 0;
                    g[d] += a->leaf_q[i] >> (h - l) == j ? (double)a->alpha[l] * (double)a->G[i * D + d] : 0;
                }
            }
            for (int i = 0; i < T; i++)
                for (int d = 0; d < D; d++) {
                    double m = c > 0 ? nu[d] / c : 0;
                    n->Pq[j * T + i] += (double)a->alpha[l] * (double)a->G[i * D + d] * m;
                    n->Pk[j * T + i] += g[d] * ((double)a->v[i * D + d] - m) / fmax(c, 1);
                }
        }
        naive_level(a, l, a->q, mean_abs(a, a->q), n->Pq, n->dw, n->db, n->dq);
        naive_level(a, l, a->k, mean_abs(a, a->k), n->Pk, n->dw, n->db, n->dk);
    }
}

static void test_naive(void **state) {
    (void)state;
    static const struct {
        int T, D, h;
        double dropout;
    } cases[] = {{150, 16, 4, 0}, {150, 16, 3, 0.3}, {131, 7, 2, 0}, {5, 8, 5, 0}, {1, 8, 3, 0}};
    for (size_t i = 0; i < TF_COUNT(cases); i++)
        for (int tc = 0; tc < 2; tc++) {
            struct one a = {.T = cases[i].T, .D = cases[i].D, .dropout = tc ? 0 : cases[i].dropout, .shape = tf_tree_binary(cases[i].h)};
            char what[64];
            one_alloc(&a);
            randomize(&a, 0.7);
            run(&a, tc);
            struct naive n = naive_new(&a);
            tc ? naive_tc(&a, &n) : naive_tf(&a, &n);
            snprintf(what, sizeof what, "%s T %d D %d h %d dropout %g", tc ? "tc-a" : "tf-a", a.T, a.D, a.shape.levels, a.dropout);
            check_naive(&a, &n, tc, what);
            one_free(&a);
        }
}

/* ---- modes of the gate ---- */
static double distance(int n, const tf_real *a, const tf_real *b) { // relative, of whole vectors
    double d = 0, s = 0;
    for (int i = 0; i < n; i++) d += ((double)a[i] - (double)b[i]) * ((double)a[i] - (double)b[i]), s += (double)b[i] * (double)b[i];
    return sqrt(d / s);
}

/* Sampling everything is dense (up to rounding: the own leaf's part of the queries is 0, not summed); dropout included. */
static void test_sampling_all_is_dense(void **state) {
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct one a = {
            .T = 150, .D = 8, .learn = true, .dropout = i ? 0.2 : 0, .shape = tf_tree_binary(i == 1 ? 1 : 3), .gate = {.samples = 400}};
        if (i == 2) a.shape = tf_tree_kary(2, (const int[]){3, 4});
        one_alloc(&a);
        randomize(&a, 0.7);
        run(&a, false);
        tf_real *dw = vec(a.rows * a.D);
        memcpy(dw, a.dw, sizeof *dw * (size_t)(a.rows * a.D));
        a.gate.mode = TF_GATE_SAMPLED;
        a.gate.from = i == 1 ? TF_GATE_SIBLING : TF_GATE_ALL;
        run(&a, false);
        double d = distance(a.rows * a.D, a.dw, dw);
        if (!(d < (sizeof(tf_real) == 8 ? 1e-12 : 1e-4))) fail_msg("case %d: %g", i, d);
        tf_free(dw);
        one_free(&a);
    }
}

/* The mean over many draws approaches the gradient with all keys taken; one draw does not. */
static void test_sampling_is_unbiased(void **state) {
    (void)state;
    struct one a = {.T = 60,
                    .D = 6,
                    .learn = true,
                    .shape = tf_tree_binary(2),
                    .gate = {.mode = TF_GATE_SAMPLED, .samples = 60, .from = TF_GATE_SIBLING}};
    one_alloc(&a);
    randomize(&a, 0.7);
    run(&a, false);
    int n = a.rows * a.D;
    tf_real *all = vec(n), *mean = vec(n);
    memcpy(all, a.dw, sizeof *all * (size_t)n);
    a.gate.samples = 3;
    double single = 0;
    for (a.seed = 0; a.seed < 600; a.seed++) {
        run(&a, false);
        if (a.seed == 0) single = distance(n, a.dw, all);
        for (int i = 0; i < n; i++) mean[i] += a.dw[i] / 600;
    }
    double d = distance(n, mean, all);
    print_message("    one draw is %.2f off, the mean of 600 %.3f\n", single, d);
    assert_true(single > 0.05 && d < 0.12 * single + 0.01);
    tf_free(all), tf_free(mean);
    one_free(&a);
}

static void test_leaf_mode_does_not_move_queries(void **state) {
    (void)state;
    struct one a = {.T = 80, .D = 8, .learn = true, .shape = tf_tree_binary(3), .gate = {.mode = TF_GATE_LEAF}};
    one_alloc(&a);
    randomize(&a, 0.7);
    run(&a, false);
    tf_real *q = vec(a.T * a.D), *k = vec(a.T * a.D);
    memcpy(q, a.dq, sizeof *q * (size_t)(a.T * a.D)), memcpy(k, a.dk, sizeof *k * (size_t)(a.T * a.D));
    a.learn = false;
    run(&a, false);
    assert_memory_equal(q, a.dq, sizeof *q * (size_t)(a.T * a.D));
    assert_true(distance(a.T * a.D, k, a.dk) > 1e-3);
    tf_free(q), tf_free(k);
    one_free(&a);
}

/* Heads that share trees add up: the same head twice gives twice the gradient. */
static void test_heads_add_up(void **state) {
    (void)state;
    struct one a = {.T = 90, .D = 8, .learn = true, .shape = tf_tree_binary(3), .gate = {.mode = TF_GATE_SAMPLED, .samples = 4}};
    one_alloc(&a);
    randomize(&a, 0.7);
    run(&a, false);
    int n = a.rows * a.D;
    tf_real *once = vec(n);
    for (int i = 0; i < n; i++) once[i] = 2 * a.dw[i];
    a.twice = true;
    run(&a, false);
    assert_true(distance(n, a.dw, once) < (sizeof(tf_real) == 8 ? 1e-13 : 1e-5));
    tf_free(once);
    one_free(&a);
}

static double largest(int n, const tf_real *x) { // infinite when one is not finite
    double big = 0;
    for (int i = 0; i < n; i++) big = isfinite(x[i]) ? fmax(big, fabs((double)x[i])) : INFINITY;
    return big;
}

static void test_clip_bounds_the_gate(void **state) {
    (void)state;
    struct one a = {.T = 60, .D = 4, .learn = true, .shape = tf_tree_binary(4), .gate = {.clip = 10}};
    one_alloc(&a);
    randomize(&a, 0.7);
    for (int i = 0; i < a.T * a.D; i++) a.q[i] *= 12, a.k[i] *= 12; // scores differ by hundreds
    for (int i = 0; i < a.rows * a.D; i++) a.w[i] /= 12;
    run(&a, false);
    double clipped = largest(a.rows * a.D, a.dw);
    assert_true(clipped < 1e7);
    a.gate.clip = 0;
    run(&a, false);
    assert_true(largest(a.rows * a.D, a.dw) > 1e3 * clipped);
    one_free(&a);
}

/* ---- routing and plans ---- */
static void test_walk_equals_descend(void **state) {
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct one a = {.T = 200, .D = i == 1 ? 19 : 32, .shape = i == 2 ? tf_tree_kary(2, (const int[]){5, 3}) : tf_tree_binary(7)};
        one_alloc(&a);
        randomize(&a, 1);
        run(&a, false);
        tf_tape_reset(&a.t);
        a.t.grad = false;
        struct tf_tree tree = {a.shape, tf_extern(&a.t, a.w, NULL, a.rows, a.D), tf_extern(&a.t, a.b, NULL, a.rows, 1)};
        struct tf_route *r = tf_tree_route(&a.t, &(struct tf_route_arg){.x = tf_extern(&a.t, a.q, NULL, a.T, a.D), .tree = &tree});
        assert_memory_equal(r->leaf, a.leaf_q, sizeof(int) * (size_t)a.T);
        assert_true(a.t.flops[TF_FLOP_ROUTE] == a.T * tf_tree_path_rows(&a.shape) * (2.0 * a.D + 1));
        for (int p = 1; p < a.T; p++) {
            int x = r->order[p - 1], y = r->order[p];
            assert_true(r->leaf[x] < r->leaf[y] || (r->leaf[x] == r->leaf[y] && x < y));
        }
        one_free(&a);
    }
}

/* Which keys a query sees, against the definition. */
static void test_empty_leaves(void **state) {
    (void)state;
    for (int empty = 0; empty < 3; empty++) {
        struct one a = {.T = 20, .D = 6, .shape = tf_tree_binary(4), .empty = (enum tf_tree_empty)empty};
        one_alloc(&a);
        randomize(&a, 1);
        run(&a, false);
        int unserved = 0;
        for (int i = 0; i < a.T; i++) {
            double o[6] = {0}, Z = 0;
            bool found = false;
            for (int up = 0; up <= 4 && !found; up++) {
                for (int j = 0; j < a.T; j++)
                    if (a.leaf_k[j] >> up == a.leaf_q[i] >> up) {
                        double e = exp(dot(6, a.q + i * 6, a.k + j * 6) / sqrt(6));
                        for (int d = 0; d < 6; d++) o[d] += e * (double)a.v[j * 6 + d];
                        Z += e;
                        found = true;
                    }
                if (!found) unserved++;
                if (empty != TF_EMPTY_ANCESTOR) break;
            }
            for (int d = 0; d < 6; d++) {
                double want = found ? o[d] / Z : empty == TF_EMPTY_SELF ? (double)a.v[i * 6 + d] : 0;
                if (!(fabs(want - (double)a.o[i * 6 + d]) < 10 * TOL_O))
                    fail_msg("empty %d, token %d: %g, not %g", empty, i, (double)a.o[i * 6 + d], want);
            }
        }
        assert_true(unserved > 0);
        one_free(&a);
    }
}

/* TC-A: the exact gradients of v with `ancestor`, by differences (linear in v: exact). */
static void test_pool_ancestor(void **state) {
    (void)state;
    struct one a = {.T = 20, .D = 5, .shape = tf_tree_binary(4), .ancestor = true, .learn = true};
    one_alloc(&a);
    randomize(&a, 1);
    run(&a, true);
    for (int i = 0; i < a.T * a.D; i += 7) {
        tf_real was = a.v[i], g = a.dv[i];
        double f[2];
        for (int s = 0; s < 2; s++) {
            a.v[i] = was + (s ? -1 : 1);
            run(&a, true);
            f[s] = dot(a.T * a.D, a.G, a.o);
        }
        a.v[i] = was;
        if (!(fabs((f[0] - f[1]) / 2 - (double)g) < (sizeof(tf_real) == 8 ? 1e-11 : 1e-4)))
            fail_msg("v[%d]: %g, difference %g", i, (double)g, (f[0] - f[1]) / 2);
    }
    one_free(&a);
}

/* ---- balance losses: value against the definition's derivative, by differences ---- */
#ifdef TF_DOUBLE
static double balance_value(struct one *a, const struct tf_tree_shape *s, enum tf_balance form, bool backward) {
    struct tf_tape *t = &a->t;
    clear(a);
    t->grad = true;
    struct tf_mat *q = tf_extern(t, a->q, a->dq, a->T, a->D), *k = tf_extern(t, a->k, a->dk, a->T, a->D),
                  *v = tf_extern(t, a->v, a->dv, a->T, a->D);
    struct tf_tree tree = {*s, tf_extern(t, a->w, a->dw, a->rows, a->D), tf_extern(t, a->b, a->db, a->rows, 1)};
    struct tf_route_arg ra = {.x = q, .tree = &tree, .beta = 1};
    struct tf_route *rq = tf_tree_route(t, &ra);
    ra.x = k, ra.balance = form, ra.weight = 3;
    struct tf_route *rk = tf_tree_route(t, &ra);
    struct tf_gate_head *h = tf_arena_alloc(&t->arena, sizeof *h);
    *h = (struct tf_gate_head){.q = q, .k = k, .v = v, .arg = {.scale = 1}};
    h->o = tf_attend(t, q, k, v, tf_tree_plan(t, rq, rk, TF_EMPTY_SELF), &h->arg, &h->lse);
    tf_tree_gate(t, &(struct tf_gate){.q = rq, .k = rk, .n_heads = 1, .heads = h});
    double value = t->aux_loss;
    if (backward) run_backward(t, h->o, a->G); // G = 0: nothing but the balance loss
    return value;
}

static void test_balance_gradients(void **state) {
    (void)state;
    const struct tf_tree_shape shapes[] = {tf_tree_binary(3), tf_tree_kary(2, (const int[]){3, 4})};
    for (int i = 0; i < 4; i++) {
        struct one a = {.T = 140, .D = 5, .shape = shapes[i / 2]};
        enum tf_balance form = i % 2 ? TF_BALANCE_MOE : TF_BALANCE_NODE;
        one_alloc(&a);
        randomize(&a, 1);
        memset(a.G, 0, sizeof *a.G * (size_t)(a.T * a.D));
        assert_true(balance_value(&a, &a.shape, form, true) > 0);
        double worst = 0, largest = 0;
        tf_real *dw = vec(a.rows * a.D), *dk = vec(a.T * a.D);
        memcpy(dw, a.dw, sizeof *dw * (size_t)(a.rows * a.D)), memcpy(dk, a.dk, sizeof *dk * (size_t)(a.T * a.D));
        for (int x = 0; x < 2; x++)
            for (int j = 0; j < (x ? a.T : a.rows) * a.D; j += 3) {
                tf_real *at = (x ? a.k : a.w) + j, was = *at;
                *at = was + 1e-6;
                double up = balance_value(&a, &a.shape, form, false);
                *at = was - 1e-6;
                double d = (up - balance_value(&a, &a.shape, form, false)) / 2e-6, g = (x ? dk : dw)[j];
                *at = was;
                worst = fmax(worst, fabs(d - g)), largest = fmax(largest, fabs(g));
            }
        print_message("    form %d, %s tree: %.1e of %.1e\n", form, i < 2 ? "binary" : "k-ary", worst, largest);
        assert_true(worst < 1e-8 && largest > 1e-3);
        tf_free(dw), tf_free(dk);
        one_free(&a);
    }
}

/* Surrogates: at c = 0 all factors but the surrogate's agree, so db of a height-1 tree with one token is proportional to it. */
static void test_surrogates(void **state) {
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        struct tf_tape t;
        tf_tape_init(&t);
        t.grad = true;
        double x = 0.4, v[4] = {1, 2, 3, 4}, g[4] = {0}, w = 1.5, dw = 0, b = 0, db = 0, al[2] = {0, 1}, G[4] = {1, -1, 0.5, 1}, z = x * w,
               beta = 1.3;
        double q[4] = {x, x, -x, -x};
        struct tf_tree tree = {tf_tree_binary(1), tf_extern(&t, &w, &dw, 1, 1), tf_extern(&t, &b, &db, 1, 1)};
        struct tf_route *r = tf_tree_route(
            &t,
            &(struct tf_route_arg){.x = tf_extern(&t, q, NULL, 4, 1), .tree = &tree, .surrogate = (enum tf_surrogate)kind, .beta = beta});
        struct tf_mat *o = tf_tree_pool(&t, tf_extern(&t, v, g, 4, 1), tf_extern(&t, al, NULL, 2, 1), r, r, false);
        run_backward(&t, o, G);
        double s = 1 / (1 + exp(-beta * z)),
               factor[] = {2, 2 * (1 - z), 2 * beta / (cosh(beta * z) * cosh(beta * z)), 2 * beta * s * (1 - s)};
        double hi = 1 / (1 + exp(-2 * z)), base = 0; // d_s = hi lo (delta_R - delta_L), queries and keys together
        for (int i = 0; i < 4; i++) base += hi * (1 - hi) * (G[i] * (1.5 - 3.5) + ((v[i] - 1.5) * 0 / 2 - (v[i] - 3.5) * 1.5 / 2));
        if (!(fabs(db - base * factor[kind]) < 1e-12)) fail_msg("surrogate %d: %.15g, not %.15g", kind, db, base * factor[kind]);
        tf_tape_release(&t);
    }
}
#endif

/* ---- whole layers: settings that the contract tests do not visit ---- */
static void test_layers_run(void **state) {
    (void)state;
    static const char *const settings[][9] = {
        {"tf-a", "height", "12", "scope", "layer"},
        {"tf-a", "height", "4", "trees", "3", "scope", "layer", "shared", "false"},
        {"tf-a", "height", "5", "gradient", "leaf", "balance", "0.5", "balance_queries", "true"},
        {"tf-a", "sample_from", "all", "samples", "3", "empty", "zero", "balance_form", "moe"},
        {"kary-tf-a", "branching", "100,10", "scope", "layer", "balance", "0.1"},
        {"tc-a", "height", "10", "empty", "ancestor", "balance", "0.1", "balance_form", "moe"},
        {"tc-a", "fold", "true", "scope", "layer", "shared", "false", "surrogate", "sech2"},
        {"tc-a", "fold", "true", "surrogate", "triangle", "balance", "1"},
    };
    static const int lengths[] = {1, 50, 129};
    for (size_t i = 0; i < TF_COUNT(settings); i++)
        for (size_t k = 0; k < TF_COUNT(lengths); k++) {
            struct subject s = make_subject(settings[i][0], &settings[i][1]);
            struct layer l;
            open_layer(&l, &s, lengths[k], 12, 2, false);
            tf_real *grads = tf_calloc(sizeof *grads * l.pars.size), *G = vec(lengths[k] * 12);
            for (int j = 0; j < lengths[k] * 12; j++) G[j] = (tf_real)(j % 7 - 3);
            l.ctx.grads = grads;
            l.t.grad = l.t.train = true;
            run_backward(&l.t, s.attn->forward(&l.ctx, layer_input(&l, 1 << 30)), G);
            double sum = 0;
            for (size_t j = 0; j < l.pars.size; j++) sum += fabs((double)grads[j]);
            if (!(isfinite(sum) && sum > 0)) fail_msg("%s, T = %d: sum of |gradients| %g", s.name, lengths[k], sum);
            tf_free(grads), tf_free(G);
            close_layer(&l);
            tf_free(s.opts);
        }
}

int main(void) {
    tf_blas_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),
        cmocka_unit_test(test_naive),
        cmocka_unit_test(test_sampling_all_is_dense),
        cmocka_unit_test(test_sampling_is_unbiased),
        cmocka_unit_test(test_leaf_mode_does_not_move_queries),
        cmocka_unit_test(test_clip_bounds_the_gate),
        cmocka_unit_test(test_heads_add_up),
        cmocka_unit_test(test_walk_equals_descend),
        cmocka_unit_test(test_empty_leaves),
        cmocka_unit_test(test_pool_ancestor),
        cmocka_unit_test(test_layers_run),
#ifdef TF_DOUBLE
        cmocka_unit_test(test_balance_gradients),
        cmocka_unit_test(test_surrogates),
#endif
    };
    return cmocka_run_group_tests_name("trees", tests, NULL, NULL);
}
