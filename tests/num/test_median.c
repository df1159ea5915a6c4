/* Trees without skew: routing by medians against a naive reference, exact balance, occupancy, biases from data. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/model.h"
#include "num/tree_kernel.h"
#include "parts.h"

static const double TOL = sizeof(tf_real) == 8 ? 1e-10 : 2e-4;

/* ---- selection ---- */
static int by_value(const void *a, const void *b) {
    tf_real x = *(const tf_real *)a, y = *(const tf_real *)b;
    return (x > y) - (x < y);
}

static void test_nth(void **state) {
    (void)state;
    struct tf_rng r = tf_rng_at(1, TF_RNG_TEST, 0, 0, 0);
    for (int n = 1; n < 300; n += n < 20 ? 1 : 37)
        for (int kind = 0; kind < 4; kind++) {
            tf_real z[300], sorted[300];
            for (int i = 0; i < n; i++) {
                double x = tf_rng_normal(&r);
                z[i] = (tf_real)(kind == 0 ? x : kind == 1 ? floor(x) : kind == 2 ? exp(20 * x) - 1 : -0.0 * (double)(i % 2));
            }
            memcpy(sorted, z, sizeof z);
            qsort(sorted, (size_t)n, sizeof *sorted, by_value);
            for (int k = 0; k < n; k++) assert_true(tf_tree_kernels()->nth(n, z, k) == sorted[k]);
        }
    const tf_real odd[] = {(tf_real)NAN, 1, -(tf_real)INFINITY, (tf_real)INFINITY, 2}; // any answer, but an answer
    for (int k = 0; k < 5; k++) tf_tree_kernels()->nth(5, odd, k);
}

/* ---- a naive tree ---- */
struct one {
    int T, D, h;
    tf_real *q, *k, *v, *w, *G; /* (T,D) three times, (2^h - 1,D), (T,D) */
    bool each;                  /* queries by their own medians */
};
struct path { /* of one side: scores minus medians (T, 2^h - 1), leaves (T), medians */
    double *z, *cut;
    int *leaf;
};

static void open_one(struct one *a, bool whole) { // whole: small whole numbers, so that many scores are equal and all sums exact
    int n = a->T * a->D, rows = (1 << a->h) - 1;
    struct tf_rng r = tf_rng_at(17, TF_RNG_TEST, (uint32_t)a->T, (uint32_t)a->h, 0);
    tf_real **x[] = {&a->q, &a->k, &a->v, &a->G, &a->w};
    for (int j = 0; j < 5; j++) {
        *x[j] = head_vec(j == 4 ? rows * a->D : n);
        for (int i = 0; i < (j == 4 ? rows * a->D : n); i++) {
            double u = tf_rng_normal(&r) * (j == 4 ? 0.7 / sqrt(a->D) : 1) + (j == 0 ? 0.5 : 0); // queries lie elsewhere than keys
            (*x[j])[i] = (tf_real)(whole ? floor(2 * tf_rng_uniform(&r)) : u);
        }
    }
}

static void close_one(struct one *a) { tf_free(a->q), tf_free(a->k), tf_free(a->v), tf_free(a->w), tf_free(a->G); }

struct scored {
    double z, coarse;
    int row;
};
static int by_score_then_row(const void *a, const void *b) {
    const struct scored *x = a, *y = b;
    return x->coarse != y->coarse ? (x->coarse > y->coarse) - (x->coarse < y->coarse) : x->row - y->row;
}

/* On a grid of 2^-12 of the power of two above them all: what differs by rounding alone is equal. */
static void coarsen(int n, struct scored *s) {
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(s[i].z));
    const double grid = most > 0 ? exp2(floor(log2(most)) + 1 - 12) : 1;
    for (int i = 0; i < n; i++) s[i].coarse = rint(s[i].z / grid);
}

/* own: sorts the tokens of every node and cuts in the middle; else sends them by `cut`. */
static void descend(const struct one *a, const tf_real *x, struct path *p, bool own) {
    int N = (1 << a->h) - 1;
    struct scored *s = tf_calloc(sizeof *s * (size_t)a->T);
    for (int t = 0; t < a->T; t++) p->leaf[t] = 0;
    for (int lev = 0; lev < a->h; lev++)
        for (int m = (1 << lev) - 1; m >= 0; m--) { // leaf numbers of this level only grow: the last node first
            int node = (1 << lev) - 1 + m, n = 0;
            for (int t = 0; t < a->T; t++)
                if (p->leaf[t] == m) s[n++] = (struct scored){.z = head_dot(a->D, a->w + node * a->D, x + t * a->D), .row = t};
            if (own) {
                coarsen(n, s);
                qsort(s, (size_t)n, sizeof *s, by_score_then_row);
                double top = -INFINITY, bottom = INFINITY;
                for (int i = 0; i < n; i++) {
                    if (i < n / 2) top = fmax(top, s[i].z);
                    else bottom = fmin(bottom, s[i].z);
                }
                p->cut[node] = n > 1 ? (top + bottom) / 2 : n ? bottom : 0;
            }
            for (int i = 0; i < n; i++) p->leaf[s[i].row] = -1 - (2 * m + (own ? i >= n / 2 : s[i].z >= p->cut[node]));
            for (int t = 0; t < a->T && m == 0; t++) p->leaf[t] = -1 - p->leaf[t];
        }
    for (int t = 0; t < a->T; t++)
        for (int n = 0; n < N; n++) p->z[t * N + n] = head_dot(a->D, a->w + n * a->D, x + t * a->D) - p->cut[n];
    tf_free(s);
}

static struct path new_path(const struct one *a) {
    size_t N = (size_t)(1 << a->h) - 1;
    return (struct path){tf_calloc(sizeof(double) * N * (size_t)a->T), tf_calloc(sizeof(double) * N),
                         tf_calloc(sizeof(int) * (size_t)a->T)};
}
static void free_path(struct path *p) { tf_free(p->z), tf_free(p->cut), tf_free(p->leaf); }

/* Was the token sent right at the node: as it went where it passed, by its score elsewhere. */
static bool right(const struct one *a, const struct path *p, int t, int node) {
    int lev = 0;
    while ((2 << lev) - 1 <= node) lev++;
    bool passed = p->leaf[t] >> (a->h - lev) == node - ((1 << lev) - 1);
    return passed ? p->leaf[t] >> (a->h - lev - 1) & 1 : p->z[t * ((1 << a->h) - 1) + node] >= 0;
}

/* Straight-through: softmax over leaf scores of +-c, clipped identity around z - median; medians and c are constants. */
static void naive_side(const struct one *a, const struct path *p, const tf_real *x, const double *delta, double *dw, double *dx) {
    int M = 1 << a->h, N = M - 1;
    double c = 0, *prob = tf_calloc(sizeof *prob * (size_t)M);
    for (int i = 0; i < a->T * N; i++) c += fabs(p->z[i]) / (a->T * N);
    for (int t = 0; t < a->T; t++) {
        double sum = 0, mean = 0;
        for (int j = 0; j < M; j++) {
            double s = 0;
            for (int n = N + j; n > 0; n = (n - 1) / 2) s += (n % 2 == 0) == right(a, p, t, (n - 1) / 2) ? c : -c;
            sum += prob[j] = exp(s);
        }
        for (int j = 0; j < M; j++) prob[j] /= sum, mean += prob[j] * delta[j * a->T + t];
        for (int j = 0; j < M; j++)
            for (int n = N + j; n > 0; n = (n - 1) / 2) {
                int up = (n - 1) / 2;
                double dz = (n % 2 == 0 ? 2 : -2) * prob[j] * (delta[j * a->T + t] - mean) * (fabs(p->z[t * N + up]) <= 1);
                for (int d = 0; d < a->D; d++)
                    dw[up * a->D + d] += dz * (double)x[t * a->D + d], dx[t * a->D + d] += dz * (double)a->w[up * a->D + d];
            }
    }
    tf_free(prob);
}

struct naive {
    double *o, *dq, *dk, *dw;
};

/* TF-A with all pairs behind the gate's gradient. */
static void naive_tf(const struct one *a, const struct path *pq, const struct path *pk, struct naive *n) {
    int T = a->T, D = a->D;
    double scale = 1 / sqrt(D), *e = tf_calloc(sizeof *e * (size_t)T), *Pq, *Pk;
    Pq = tf_calloc(sizeof *Pq * (size_t)(T << a->h)), Pk = tf_calloc(sizeof *Pk * (size_t)(T << a->h));
    for (int i = 0; i < T; i++) {
        double Z = 0, Go = 0, *o = n->o + i * D;
        for (int j = 0; j < T; j++) e[j] = exp(scale * head_dot(D, a->q + i * D, a->k + j * D));
        for (int j = 0; j < T; j++)
            if (pq->leaf[i] == pk->leaf[j]) Z += e[j];
        bool self = Z == 0;
        if (self) Z = e[i];
        for (int j = 0; j < T; j++)
            for (int d = 0; d < D && (pq->leaf[i] == pk->leaf[j] || (self && i == j)); d++) o[d] += e[j] / Z * (double)a->v[j * D + d];
        for (int d = 0; d < D; d++) Go += o[d] * (double)a->G[i * D + d];
        for (int j = 0; j < T; j++) {
            bool in = pq->leaf[i] == pk->leaf[j] || (self && i == j);
            double dm = e[j] / Z * (head_dot(D, a->G + i * D, a->v + j * D) - Go);
            Pq[pk->leaf[j] * T + i] += dm, Pk[pq->leaf[i] * T + j] += dm;
            for (int d = 0; d < D && in; d++) {
                n->dq[i * D + d] += scale * dm * (double)a->k[j * D + d];
                n->dk[j * D + d] += scale * dm * (double)a->q[i * D + d];
            }
        }
    }
    naive_side(a, pq, a->q, Pq, n->dw, n->dq);
    naive_side(a, pk, a->k, Pk, n->dw, n->dk);
    tf_free(e), tf_free(Pq), tf_free(Pk);
}

/* ---- ours ---- */
struct seed {
    struct tf_mat *o, *loss;
    const tf_real *G;
};
static void seed_back(struct tf_tape *t, void *aux) { // loss = sum(G * o)
    (void)t;
    struct seed *s = aux;
    for (int i = 0; i < s->o->rows * s->o->cols; i++) s->o->g[i] += s->G[i];
}

static double worst_of(int n, const tf_real *got, const double *want) {
    double worst = 0;
    for (int i = 0; i < n; i++) {
        double e = fabs((double)got[i] - want[i]) / fmax(1, fabs(want[i]));
        worst = most_of(worst, e);
    }
    return worst;
}

static void check_against_naive(struct one *a) {
    int T = a->T, D = a->D, rows = (1 << a->h) - 1;
    struct path pk = new_path(a), pq = new_path(a);
    descend(a, a->k, &pk, true);
    memcpy(pq.cut, pk.cut, sizeof *pq.cut * (size_t)rows);
    descend(a, a->q, &pq, a->each);
    size_t d = sizeof(double);
    struct naive n = {tf_calloc(d * (size_t)(T * D)), tf_calloc(d * (size_t)(T * D)), tf_calloc(d * (size_t)(T * D)),
                      tf_calloc(d * (size_t)(rows * D))};
    naive_tf(a, &pq, &pk, &n);
    struct tf_tape t;
    tf_tape_init(&t);
    t.grad = true;
    tf_real *dq = head_vec(T * D), *dk = head_vec(T * D), *dw = head_vec(rows * D);
    struct tf_mat *q = tf_extern(&t, a->q, dq, T, D), *k = tf_extern(&t, a->k, dk, T, D), *v = tf_extern(&t, a->v, NULL, T, D);
    struct tf_tree tree = {tf_tree_binary(a->h), tf_extern(&t, a->w, dw, rows, D), NULL};
    struct tf_route *rk = tf_tree_route(&t, &(struct tf_route_arg){.x = k, .tree = &tree, .beta = 1, .median = true});
    struct tf_route *rq =
        tf_tree_route(&t, &(struct tf_route_arg){.x = q, .tree = &tree, .beta = 1, .median = true, .cut = a->each ? NULL : rk});
    struct tf_gate_head *h = tf_arena_alloc(&t.arena, sizeof *h);
    *h = (struct tf_gate_head){.q = q, .k = k, .v = v, .arg = {.scale = 1 / sqrt(D)}};
    h->o = tf_attend(&t, q, k, v, tf_tree_index(&t, rq, rk, TF_EMPTY_SELF), &h->arg, &h->lse);
    tf_tree_gate(&t, &(struct tf_gate){.q = rq, .k = rk, .n_heads = 1, .heads = h, .mode = TF_GATE_DENSE});
    struct seed *s = tf_arena_alloc(&t.arena, sizeof *s);
    *s = (struct seed){h->o, tf_new(&t, 1, 1), a->G};
    assert_memory_equal(rk->leaf, pk.leaf, sizeof(int) * (size_t)T);
    assert_memory_equal(rq->leaf, pq.leaf, sizeof(int) * (size_t)T);
    double o = worst_of(T * D, h->o->v, n.o);
    tf_record(&t, seed_back, s);
    tf_tape_backward(&t, s->loss, 1);
    double g = most_of(worst_of(T * D, dq, n.dq), most_of(worst_of(T * D, dk, n.dk), worst_of(rows * D, dw, n.dw)));
    print_message("    T %d D %d h %d %s: o %.1e, gradients %.1e\n", T, D, a->h, a->each ? "each" : "keys' cuts", o, g);
    if (!(o <= TOL && g <= TOL)) fail_msg("o %g, gradients %g", o, g);
    free_path(&pk), free_path(&pq);
    tf_free(n.o), tf_free(n.dq), tf_free(n.dk), tf_free(n.dw), tf_free(dq), tf_free(dk), tf_free(dw);
    tf_tape_release(&t);
}

static void test_naive(void **state) {
    (void)state;
    static const int cases[][3] = {{150, 16, 4}, {131, 7, 2}, {150, 16, 3}, {5, 8, 4}, {1, 8, 3}}; // the last: fewer keys than leaves
    for (size_t i = 0; i < TF_COUNT(cases); i++)
        for (int each = 0; each < 2; each++) {
            struct one a = {.T = cases[i][0], .D = cases[i][1], .h = cases[i][2], .each = each};
            open_one(&a, false);
            check_against_naive(&a);
            close_one(&a);
        }
}

/* Equal scores everywhere: earlier rows go left; training and evaluation agree to the leaf. */
static void test_ties_and_balance(void **state) {
    (void)state;
    for (int T = 1; T < 400; T = 3 * T / 2 + 1)
        for (int h = 1; h <= 6; h++)
            for (int whole = 0; whole < 2; whole++) {
                struct one a = {.T = T, .D = 5, .h = h};
                open_one(&a, whole);
                struct path p = new_path(&a);
                descend(&a, a.k, &p, true);
                int *leaf[2], rows = (1 << h) - 1;
                struct tf_tape t[2];
                for (int train = 0; train < 2; train++) {
                    tf_tape_init(&t[train]);
                    t[train].grad = train;
                    struct tf_tree tree = {tf_tree_binary(h), tf_extern(&t[train], a.w, NULL, rows, 5), NULL};
                    struct tf_route *r = tf_tree_route(
                        &t[train],
                        &(struct tf_route_arg){.x = tf_extern(&t[train], a.k, NULL, T, 5), .tree = &tree, .beta = 1, .median = true});
                    leaf[train] = r->leaf;
                    for (int j = 0; j <= rows; j++) { // floor or ceil of T / leaves
                        int n = r->start[j + 1] - r->start[j];
                        if (n != T >> h && n != (T + rows) >> h) fail_msg("T %d, h %d: %d tokens in a leaf", T, h, n);
                    }
                }
                assert_memory_equal(leaf[0], leaf[1], sizeof(int) * (size_t)T);
                if (whole || sizeof(tf_real) == 8) assert_memory_equal(leaf[0], p.leaf, sizeof(int) * (size_t)T);
                for (int i = 0; i < 2; i++) tf_tape_release(&t[i]);
                free_path(&p);
                close_one(&a);
            }
}

/* The next best leaves of tokens of a few kinds, so that many are their nodes' medians: rounding moves none. */
static void test_probes_at_medians(void **state) {
    (void)state;
    enum { T = 37, D = 4, PROBES = 4 };
    struct one a = {.T = T, .D = D, .h = 3};
    struct tf_rng r = tf_rng_at(5, TF_RNG_TEST, 0, 0, 0);
    int first[PROBES][T];
    open_one(&a, false);
    for (int i = 3 * D; i < T * D; i++) a.q[i] = a.q[i % (3 * D)];
    for (int round = 0; round < 20; round++) {
        struct tf_tape t;
        tf_tape_init(&t);
        struct tf_tree tree = {tf_tree_binary(3), tf_extern(&t, a.w, NULL, 7, D), NULL};
        struct tf_route *q =
            tf_tree_route(&t, &(struct tf_route_arg){.x = tf_extern(&t, a.q, NULL, T, D), .tree = &tree, .beta = 1, .median = true});
        const struct tf_route *probe[PROBES];
        tf_tree_probes(&t, q, q, PROBES, probe);
        for (int p = 0; p < PROBES; p++) {
            if (round) assert_memory_equal(probe[p]->leaf, first[p], sizeof first[p]);
            else memcpy(first[p], probe[p]->leaf, sizeof first[p]);
        }
        tf_tape_release(&t);
        for (int i = 0; i < T * D; i++) // by their last bit
            a.q[i] *= (tf_real)(1 + floor(3 * tf_rng_uniform(&r) - 1) * (sizeof(tf_real) == 8 ? 2.3e-16 : 1.2e-7));
    }
    close_one(&a);
}

/* Scores that are not finite (a training that diverges) still give every token a leaf. */
static void test_not_finite(void **state) {
    (void)state;
    struct one a = {.T = 37, .D = 4, .h = 3};
    open_one(&a, false);
    for (int i = 0; i < 37 * 4; i += 5) a.k[i] = (tf_real)(i % 2 ? INFINITY : NAN);
    struct tf_tape t;
    tf_tape_init(&t);
    struct tf_tree tree = {tf_tree_binary(3), tf_extern(&t, a.w, NULL, 7, 4), NULL};
    struct tf_route *r =
        tf_tree_route(&t, &(struct tf_route_arg){.x = tf_extern(&t, a.k, NULL, 37, 4), .tree = &tree, .beta = 1, .median = true});
    assert_int_equal(r->start[8], 37);
    tf_tape_release(&t);
    close_one(&a);
}

/* ---- layers ---- */
/* f between floor(T / leaves) / T and ceil(T / leaves) / T a tree, wherever the queries go. */
static void test_occupancy(void **state) {
    (void)state;
    static const char *const settings[][9] = {{"height", "3", "routing", "median"},
                                              {"height", "4", "routing", "median", "trees", "3"},
                                              {"height", "3", "routing", "median-each", "scope", "layer"},
                                              {"height", "2", "routing", "median", "shared", "false"}};
    static const int lengths[] = {16, 50, 129};
    for (size_t i = 0; i < TF_COUNT(settings); i++)
        for (size_t k = 0; k < TF_COUNT(lengths); k++) {
            struct subject s = make_subject("tf-a", settings[i]);
            struct layer l;
            int T = lengths[k], h = atoi(settings[i][1]), trees = i == 1 ? 3 : 1;
            open_layer(&l, &s, T, 12, 2, false);
            assert_int_equal(tf_pars_find(&l.pars, "x.tree.qk.level0.bias"), -1);
            s.attn->forward(&l.ctx, layer_input(&l, 1 << 30));
            double f = l.t.pairs / l.t.pairs_full / trees;
            if (!(f >= (double)(T >> h) / T && f <= (double)((T + (1 << h) - 1) >> h) / T)) fail_msg("%s, T %d: f %g", s.name, T, f);
            close_layer(&l);
            tf_free(s.opts);
        }
}

static void test_check(void **state) {
    (void)state;
    const char *const both[8] = {"routing", "median", "bias_init", "data"};
    struct tf_err e = {0};
    struct subject s = make_subject("tf-a", both);
    assert_int_equal(s.attn->check(s.opts, &(struct tf_shape){.C = 8, .H = 2}, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    tf_free(s.opts);
    s = make_subject("transformer", NULL);
    assert_false(tf_attn_starts_balanced(s.attn, s.opts));
    tf_free(s.opts);
    s = make_subject("kary-tf-a", (const char *const[8]){"bias_init", "data"});
    assert_true(tf_attn_starts_balanced(s.attn, s.opts));
    tf_free(s.opts);
}

/* ---- biases from data ---- */
enum { SEQS = 6, LEN = 40, LEAVES = 8 };
static int keys[2][LEAVES]; /* [layer]: tokens in each leaf, over sequences and heads */

static void count_keys(void *arg, int layer, int head, bool are_keys, int n, const int *count) {
    (void)arg;
    assert_int_equal(n, LEAVES);
    for (int j = 0; are_keys && head == 1 && j < n; j++) keys[layer][j] += count[j];
}

static void spread(const struct tf_model *m, const struct tf_seq *seq, bool even, int most[2], int least[2]) {
    struct tf_tape t;
    tf_tape_init(&t);
    memset(keys, 0, sizeof keys);
    if (even) tf_model_logits(m, &t, seq, SEQS, &(struct tf_model_io){.aux_scale = 1, .init_balanced = true});
    tf_tape_reset(&t);
    tf_model_logits(m, &t, seq, SEQS, &(struct tf_model_io){.aux_scale = 1, .on_leaves = count_keys});
    for (int l = 0; l < 2; l++) {
        most[l] = least[l] = keys[l][0];
        for (int j = 1; j < LEAVES; j++) {
            if (keys[l][j] > most[l]) most[l] = keys[l][j];
            if (keys[l][j] < least[l]) least[l] = keys[l][j];
        }
    }
    tf_tape_release(&t);
}

/* Leaves of all layers hold equally many of the keys that the biases came from; what was learned stays. */
static void test_bias_from_data(void **state) {
    (void)state;
    static const char *const settings[][9] = {{"tf-a", "height", "3", "bias_init", "data"},
                                              {"tf-a", "height", "3", "bias_init", "data", "shared", "false"},
                                              {"tc-a", "height", "3", "bias_init", "data", "fold", "true"},
                                              {"kary-tf-a", "branching", "4,2", "bias_init", "data"}};
    static uint16_t tok[SEQS][LEN];
    struct tf_seq seq[SEQS];
    for (int s = 0; s < SEQS; s++) {
        for (int i = 0; i < LEN; i++) tok[s][i] = (uint16_t)(s * LEN + i); // no two alike: no ties
        seq[s] = (struct tf_seq){.tok = tok[s], .len = LEN, .id = (uint32_t)s};
    }
    for (size_t i = 0; i < TF_COUNT(settings); i++) {
        struct subject s = make_subject(settings[i][0], &settings[i][1]);
        struct tf_model_cfg cfg;
        struct tf_model m;
        struct tf_err e = {0};
        tf_opt_defaults(tf_model_opts, &cfg);
        cfg.layers = 2, cfg.dim = 12, cfg.heads = 2, cfg.mlp_dim = 10, cfg.embed_std = 1;
        struct tf_layer_attn a[2] = {{s.attn, s.opts}, {s.attn, s.opts}};
        if (tf_model_init(&m, &cfg, a, &(struct tf_input){.vocab = SEQS * LEN, .classes = 3, .max_len = LEN, .parts = 1}, &e))
            fail_msg("%s", e.msg);
        tf_pars_alloc(&m.pars);
        tf_pars_init(&m.pars, 3);
        int most[2], least[2];
        spread(&m, seq, false, most, least);
        int before = most[0] + most[1];
        spread(&m, seq, true, most, least);
        bool binary = strcmp(settings[i][0], "kary-tf-a") != 0;
        print_message("    %-36s largest leaves %d and %d of %d, together %d before\n", s.name, most[0], most[1], SEQS * LEN, before);
        for (int l = 0; l < 2; l++) assert_true(binary ? most[l] - least[l] <= 1 : most[l] <= SEQS * LEN / LEAVES * 3 / 2);
        for (int j = 0; j < m.pars.n; j++)
            for (int k = 0; strstr(m.pars.p[j].name, ".level") && k < m.pars.p[j].rows; k++)
                if (m.pars.p[j].cols == 1) m.pars.v[m.pars.p[j].off + (size_t)k] *= (tf_real)1.5; // as if they had learned
        tf_real *was = head_vec((int)m.pars.size);
        memcpy(was, m.pars.v, sizeof *was * m.pars.size);
        spread(&m, seq, true, most, least);
        assert_memory_equal(was, m.pars.v, sizeof *was * m.pars.size);
        tf_free(was), tf_free(s.opts);
        tf_model_free(&m);
    }
}

int main(void) {
    tf_num_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nth),
        cmocka_unit_test(test_naive),
        cmocka_unit_test(test_ties_and_balance),
        cmocka_unit_test(test_probes_at_medians),
        cmocka_unit_test(test_not_finite),
        cmocka_unit_test(test_occupancy),
        cmocka_unit_test(test_check),
        cmocka_unit_test(test_bias_from_data),
    };
    return cmocka_run_group_tests_name("medians", tests, NULL, NULL);
}
