/* Attention inside buckets: Reformer's golden vectors; chunks, rounds, Routing's output and centroids against plain loops. */
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <jansson.h>

#include "attn/buckets.h"
#include "parts.h"

#ifdef TF_DOUBLE
static const double TOL = 1e-12, TOL_GRAD = 1e-10;
#else
static const double TOL = 1e-5, TOL_GRAD = 1e-5;
#endif

static void near_one(double a, double b, double tol, const char *what, int i) {
    if (!(fabs(a - b) <= tol * fmax(1, fabs(b)))) fail_msg("%s[%d]: %.17g, expected %.17g", what, i, a, b);
}

/* ---- golden files ---- */
struct weigh {
    struct tf_mat *o;
    const double *G;
};
static void weigh_back(struct tf_tape *t, void *aux) { // loss = sum(G * o)
    struct weigh *w = aux;
    (void)t;
    for (int i = 0; i < w->o->rows * w->o->cols; i++) w->o->g[i] += (tf_real)w->G[i];
}

static double *matrix(const json_t *m, int rows, int cols) {
    double *out = tf_alloc(sizeof *out * (size_t)(rows * cols));
    assert_int_equal(json_array_size(m), rows);
    for (int i = 0; i < rows * cols; i++) {
        const json_t *row = json_array_get(m, (size_t)(i / cols));
        out[i] = json_number_value(json_array_get(row, (size_t)(i % cols)));
    }
    return out;
}

static struct tf_mat *input(struct tf_tape *t, const json_t *x, const char *name, int T, int D) {
    double *v = matrix(json_object_get(json_object_get(x, "inputs"), name), T, D);
    struct tf_mat *m = tf_new(t, T, D);
    for (int i = 0; i < T * D; i++) m->v[i] = (tf_real)v[i];
    tf_free(v);
    return m;
}

static void compare(const json_t *x, const char *part, const char *name, const tf_real *got, int T, int D, double tol) {
    double *want = matrix(json_object_get(json_object_get(x, part), name), T, D);
    for (int i = 0; i < T * D; i++) near_one((double)got[i], want[i], tol, name, i);
    tf_free(want);
}

static void check_golden(const char *path, bool causal, int rounds) {
    json_t *x = json_load_file(path, 0, NULL);
    assert_non_null(x);
    int T = (int)json_integer_value(json_object_get(x, "T")), D = (int)json_integer_value(json_object_get(x, "D")), of[64];
    const json_t *b = json_object_get(json_object_get(x, "options"), "buckets");
    for (int i = 0; i < T; i++) of[i] = (int)json_integer_value(json_array_get(b, (size_t)i));
    struct tf_tape t;
    tf_tape_init(&t);
    t.grad = true;
    struct tf_mat *q = input(&t, x, "q", T, D), *v = input(&t, x, "v", T, D);
    struct tf_attend_arg arg = {.scale = 1 / sqrt(D)};
    const int *same[] = {of, of, of}; // rounds that agree change nothing
    struct tf_mat *o = tf_lsh_attend(&t, q, v, rounds, same, 5, INT_MAX, causal ? TF_BUCKETS_CAUSAL : TF_BUCKETS_SORTED, &arg);
    compare(x, "outputs", "o", o->v, T, D, TOL);
    double *G = matrix(json_object_get(x, "loss_weights"), T, D);
    struct weigh w = {o, G};
    tf_record(&t, weigh_back, &w);
    tf_tape_backward(&t, tf_new(&t, 1, 1), 1);
    compare(x, "gradients", "q", q->g, T, D, TOL_GRAD);
    compare(x, "gradients", "v", v->g, T, D, TOL_GRAD);
    tf_free(G);
    tf_tape_release(&t);
    json_decref(x);
}

static void test_reformer_golden(void **state) {
    (void)state;
    for (int rounds = 1; rounds <= 3; rounds += 2) {
        check_golden("tests/golden/reformer.json", false, rounds);
        check_golden("tests/golden/reformer-causal.json", true, rounds);
    }
}

/* ---- layouts and rounds against plain loops ---- */
enum { T = 45, D = 5, N = 6, ROUNDS = 3 };

static void draw(tf_real *x, int n, uint32_t which) {
    struct tf_rng r = tf_rng_at(11, TF_RNG_TEST, 0, which, 0);
    for (int i = 0; i < n; i++) x[i] = (tf_real)tf_rng_normal(&r);
}

/* Place of row i among the rows sorted by bucket; inside: among those of its bucket. */
static int place(const int *of, int i, bool inside) {
    int n = 0;
    for (int j = 0; j < T; j++) n += (!inside && of[j] < of[i]) || (of[j] == of[i] && j < i);
    return n;
}

static bool sees(const int *of, int i, int j, int m, enum tf_bucket_layout layout) {
    bool causal = layout == TF_BUCKETS_CAUSAL;
    int ci = place(of, i, causal) / m, cj = place(of, j, causal) / m, last = (T - 1) / m;
    if (layout == TF_BUCKETS_PUBLISHED) return cj == ci || cj == (ci ? ci - 1 : last);
    if (of[i] != of[j]) return false;
    return causal ? j <= i && ci - cj <= 1 : abs(ci - cj) <= 1;
}

static void check_layout(enum tf_bucket_layout layout, int m, int rounds) {
    bool published = layout == TF_BUCKETS_PUBLISHED;
    struct tf_tape t;
    tf_tape_init(&t);
    struct tf_mat *q = tf_const(&t, T, D), *v = tf_const(&t, T, D);
    draw(q->v, T * D, 1), draw(v->v, T * D, 2);
    int of[ROUNDS][T];
    struct tf_rng r = tf_rng_at(11, TF_RNG_TEST, 0, 3, 0);
    for (int i = 0; i < ROUNDS * T; i++) of[i / T][i % T] = tf_rng_below(&r, 3) ? (int)tf_rng_below(&r, N) : 1; // one is crowded
    of[0][9] = of[1][9] = of[2][9] = N;                                                                         // and one row always alone
    const int *ofs[ROUNDS] = {of[0], of[1], of[2]};
    struct tf_attend_arg arg = {.scale = 1 / sqrt(D)};
    struct tf_mat *o = tf_lsh_attend(&t, q, v, rounds, ofs, N + 1, m, layout, &arg);
    for (int i = 0; i < T; i++) {
        double num[D] = {0}, den = 0;
        for (int lonely = 0; lonely < 2 && den == 0; lonely++) // itself only when there is nobody else in any round
            for (int k = 0; k < rounds; k++)
                for (int j = 0; j < T; j++) {
                    const tf_real *a = q->v + i * D, *b = q->v + j * D;
                    double ab = 0, bb = 0;
                    for (int d = 0; d < D; d++) ab += (double)a[d] * (double)b[d], bb += (double)b[d] * (double)b[d];
                    double e = exp(published ? ab * sqrt(D) : ab / sqrt(bb * D));
                    if (!sees(of[k], i, j, m, layout) || (!published && i == j && !lonely)) continue;
                    den += e;
                    for (int d = 0; d < D; d++) num[d] += e * (double)v->v[j * D + d];
                }
        for (int d = 0; d < D; d++) near_one((double)o->v[i * D + d], num[d] / den, 10 * TOL, published ? "published" : "o", i);
    }
    tf_tape_release(&t);
}

static void test_layouts(void **state) {
    (void)state;
    static const int chunks[] = {1, 3, 4, 7, 44, 45, 100};
    for (size_t c = 0; c < TF_COUNT(chunks); c++)
        for (int rounds = 1; rounds <= ROUNDS; rounds++)
            for (int layout = TF_BUCKETS_SORTED; layout <= TF_BUCKETS_PUBLISHED; layout++)
                check_layout((enum tf_bucket_layout)layout, chunks[c], rounds);
}

/* Nearby queries share buckets more often than others, and another seed draws other rotations. */
static double share_of_pairs(const char *seed, bool flat) {
    struct subject s = make_subject("reformer", (const char *const[8]){"seed", seed, "rounds", "1", "chunk", "16"});
    struct layer l;
    open_layer(&l, &s, 256, 8, 1, false);
    struct tf_mat *x = layer_input(&l, 1 << 30);
    for (int i = 0; flat && i < 256 * 8; i++) x->v[i] = x->v[i % 8] + (tf_real)0.01 * x->v[i]; // all rows nearly alike
    s.attn->forward(&l.ctx, x);
    double f = l.t.pairs / l.t.pairs_full;
    close_layer(&l);
    tf_free(s.opts);
    return f;
}

static void test_hashing(void **state) {
    (void)state;
    double a = share_of_pairs("0", false), b = share_of_pairs("1", false), flat = share_of_pairs("0", true);
    assert_true(a > 1.0 / 64 && a < 4.0 / 32); // 32 buckets: 1/32 if balanced
    assert_true(a != b && a == share_of_pairs("0", false));
    assert_true(flat > 0.12 && flat <= 48.0 / 256); // chunks bound what crowded buckets cost
}

/* ---- routing ---- */
static void normalise(const tf_real *x, double *y, int n) {
    double mean = 0, sum = 0;
    for (int d = 0; d < n; d++) mean += (double)x[d] / n;
    for (int d = 0; d < n; d++) y[d] = (double)x[d] - mean, sum += y[d] * y[d];
    for (int d = 0; d < n; d++) y[d] *= sqrt(n / sum);
}

static double dot(const double *a, const double *b) {
    double s = 0;
    for (int d = 0; d < D; d++) s += a[d] * b[d];
    return s;
}

static int rank_in(const double *s, int i) { // how many are nearer
    int n = 0;
    for (int j = 0; j < T; j++) n += s[j] > s[i] || (s[j] == s[i] && j < i);
    return n;
}

static size_t offset(const struct layer *l, const char *name) {
    int i = tf_pars_find(&l->pars, name);
    assert_true(i >= 0);
    return l->pars.p[i].off;
}

static void eye(struct layer *l, const char *name) {
    for (int d = 0; d < D * D; d++) l->pars.v[offset(l, name) + (size_t)d] = d / D == d % D;
}

enum { K = 6, W = 8 /* ceil(T / K) */ };

static void test_routing(void **state) {
    (void)state;
    struct subject s = make_subject("routing", (const char *const[8]){"clusters", "6", "decay", "0.75"});
    struct layer l;
    open_layer(&l, &s, T, D, 1, false);
    eye(&l, "x.query.weight"), eye(&l, "x.value.weight"), eye(&l, "x.output.weight"); // keys keep their own projection
    l.ctx.grads = tf_calloc(sizeof(tf_real) * l.pars.size);
    struct tf_mat *X = layer_input(&l, 1 << 30), *y = s.attn->forward(&l.ctx, X), *Wk = tf_ctx_param(&l.ctx, "key.weight");
    double q[T][D], k[T][D], mu[K][D], sq[K][T], sk[K][T], sums[K][D] = {{0}}, counts[K] = {0};
    tf_real row[D];
    for (int i = 0; i < T; i++) {
        normalise(X->v + i * D, q[i], D);
        for (int a = 0; a < D; a++) {
            row[a] = 0;
            for (int b = 0; b < D; b++) row[a] += Wk->v[a * D + b] * X->v[i * D + b];
        }
        normalise(row, k[i], D);
    }
    const tf_real *v = l.pars.v + offset(&l, "x.centroids");
    for (int c = 0; c < K; c++)
        for (int d = 0; d < D; d++) mu[c][d] = (double)v[c * D + d];
    for (int i = 0; i < T; i++)
        for (int both = 0; both < 2; both++) {
            const double *x = both ? k[i] : q[i];
            int best = 0;
            for (int c = 0; c < K; c++) {
                (both ? sk : sq)[c][i] = dot(mu[c], x);
                if (dot(mu[c], x) - dot(mu[c], mu[c]) / 2 > dot(mu[best], x) - dot(mu[best], mu[best]) / 2) best = c;
            }
            counts[best]++;
            for (int d = 0; d < D; d++) sums[best][d] += x[d];
        }
    int none = 0, several = 0;
    for (int i = 0; i < T; i++) {
        double o[D] = {0};
        int n = 0;
        for (int c = 0; c < K; c++) {
            if (rank_in(sq[c], i) >= W) continue;
            double num[D] = {0}, den = 0;
            for (int j = 0; j < T; j++) {
                if (rank_in(sk[c], j) >= W) continue;
                double e = exp(dot(q[i], k[j]) / sqrt(D));
                den += e;
                for (int d = 0; d < D; d++) num[d] += e * (double)X->v[j * D + d];
            }
            for (int d = 0; d < D; d++) o[d] += num[d] / den;
            n++;
        }
        none += n == 0, several += n > 1;
        for (int d = 0; d < D; d++) near_one((double)y->v[i * D + d], n ? o[d] / n : 0, 10 * TOL, "routing", i);
    }
    assert_true(none > 0 && several > 0);

    for (int step = 0; step < 2; step++) { // the same statistics twice: the moving average is their mean from the first step on
        s.attn->absorb(s.opts, &l.pars, "x.", l.ctx.grads);
        const tf_real *n = l.pars.v + offset(&l, "x.counts"), *centre = l.pars.v + offset(&l, "x.centroids");
        for (int c = 0; c < K; c++) {
            near_one((double)n[c], counts[c] * (step ? 0.4375 : 0.25), TOL, "count", c);
            for (int d = 0; d < D; d++)
                near_one((double)centre[c * D + d], counts[c] > 0 ? sums[c][d] / counts[c] : mu[c][d], 10 * TOL, "centroid", c);
        }
    }
    tf_free(l.ctx.grads);
    close_layer(&l);
    tf_free(s.opts);
}

/* Each step brings the centroids nearer to the tokens. */
static void test_centroids_settle(void **state) {
    (void)state;
    struct subject s = make_subject("routing", (const char *const[8]){"clusters", "4", "decay", "0.5"});
    struct layer l;
    open_layer(&l, &s, 64, 8, 2, false);
    l.ctx.grads = tf_calloc(sizeof(tf_real) * l.pars.size);
    double moved[12];
    for (int step = 0; step < 12; step++) {
        tf_tape_reset(&l.t);
        memset(l.ctx.grads, 0, sizeof(tf_real) * l.pars.size);
        s.attn->forward(&l.ctx, layer_input(&l, 1 << 30));
        size_t at = offset(&l, "x.centroids");
        tf_real was[32];
        memcpy(was, l.pars.v + at, sizeof was);
        s.attn->absorb(s.opts, &l.pars, "x.", l.ctx.grads);
        moved[step] = 0;
        for (size_t i = 0; i < 32; i++) moved[step] += fabs((double)(l.pars.v[at + i] - was[i]));
    }
    assert_true(moved[0] > 1 && moved[11] < 0.02 * moved[0]);
    tf_free(l.ctx.grads);
    close_layer(&l);
    tf_free(s.opts);
}

static void test_largest(void **state) {
    (void)state;
    const tf_real s[] = {3, (tf_real)NAN, 5, 3, -(tf_real)INFINITY, 3, 9};
    tf_real copy[7];
    int out[7];
    tf_largest(s, 7, 3, copy, out);
    assert_true(out[0] == 0 || out[0] == 1); // a NaN may take a tie's place: the run has diverged
    static const int want[] = {0, 2, 3, 6};
    const tf_real clean[] = {3, 1, 5, 3, -(tf_real)INFINITY, 3, 9};
    tf_largest(clean, 7, 4, copy, out);
    assert_memory_equal(out, want, sizeof want);
    tf_largest(clean, 7, 7, copy, out);
    for (int i = 0; i < 7; i++) assert_int_equal(out[i], i);
    for (uint32_t n = 1; n < 60; n++) { // against ranks
        tf_real x[60], y[60];
        struct tf_rng r = tf_rng_at(3, TF_RNG_TEST, 0, n, 0);
        for (uint32_t i = 0; i < n; i++) x[i] = (tf_real)tf_rng_below(&r, 9);
        int w = 1 + (int)tf_rng_below(&r, n), got[60];
        tf_largest(x, (int)n, w, y, got);
        for (int i = 0, at = 0; i < (int)n; i++) {
            int above = 0;
            for (int j = 0; j < (int)n; j++) above += x[j] > x[i] || (!(x[j] < x[i]) && j < i);
            if (above < w) assert_int_equal(got[at++], i);
        }
    }
}

/* Every round hashes anew: rounds that agreed would change nothing. */
static void test_rounds_differ(void **state) {
    (void)state;
    tf_real y[2][48 * 12];
    double most = 0;
    for (int k = 0; k < 2; k++) {
        struct subject s = make_subject("reformer", (const char *const[8]){"rounds", k ? "2" : "1", "buckets", "4", "chunk", "12"});
        struct layer l;
        open_layer(&l, &s, 48, 12, 2, false);
        const struct tf_mat *x = s.attn->forward(&l.ctx, layer_input(&l, 1 << 30));
        for (int i = 0; i < 48 * 12; i++) y[k][i] = x->v[i / 12 * x->ld + i % 12];
        close_layer(&l), tf_free(s.opts);
    }
    for (int i = 0; i < 48 * 12; i++) most = fmax(most, fabs((double)y[1][i] - (double)y[0][i]));
    assert_true(most > 1e-2);
}

/* A centroid without members in a step keeps its place, its sum and its count. */
static void test_centroid_without_members(void **state) {
    (void)state;
    enum { CENTROIDS = 3, WIDE = 4 };
    struct subject s = make_subject("routing", (const char *const[8]){"clusters", "3", "decay", "0.5"});
    struct layer l;
    open_layer(&l, &s, 8, WIDE, 1, false);
    tf_real *step = tf_calloc(sizeof *step * l.pars.size), *was = tf_alloc(sizeof *was * l.pars.size);
    const size_t sums = offset(&l, "x.sums"), counts = offset(&l, "x.counts"), mu = offset(&l, "x.centroids");
    for (size_t c = 0; c < CENTROIDS; c++) {
        l.pars.v[counts + c] = 2;
        for (size_t d = 0; d < WIDE; d++) l.pars.v[sums + c * WIDE + d] = (tf_real)(c + 1), l.pars.v[mu + c * WIDE + d] = (tf_real)0.3;
    }
    step[counts + 1] = 4, step[sums + WIDE] = 8; // members of the second alone
    memcpy(was, l.pars.v, sizeof *was * l.pars.size);
    s.attn->absorb(s.opts, &l.pars, "x.", step);
    for (size_t c = 0; c < CENTROIDS; c++) {
        assert_true((l.pars.v[counts + c] == was[counts + c]) == (c != 1));
        for (size_t d = 0; c != 1 && d < WIDE; d++)
            assert_true(l.pars.v[sums + c * WIDE + d] == was[sums + c * WIDE + d] && l.pars.v[mu + c * WIDE + d] == was[mu + c * WIDE + d]);
    }
    assert_float_equal(l.pars.v[counts + 1], 3, 1e-6), assert_float_equal(l.pars.v[mu + WIDE], 5 / 3.0, 1e-6);
    tf_free(step), tf_free(was), close_layer(&l), tf_free(s.opts);
}

int main(void) {
    tf_num_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reformer_golden),  cmocka_unit_test(test_layouts),
        cmocka_unit_test(test_hashing),          cmocka_unit_test(test_routing),
        cmocka_unit_test(test_centroids_settle), cmocka_unit_test(test_largest),
        cmocka_unit_test(test_rounds_differ),    cmocka_unit_test(test_centroid_without_members),
    };
    return cmocka_run_group_tests_name("routed", tests, NULL, NULL);
}
