/* The fused ops against the plain ops that they stand for, narrow products against a plain loop, and what a scope must not change. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "num/num.h"

static const double TOLERANCE = sizeof(tf_real) == 8 ? 1e-12 : 2e-5;

static void fill(tf_real *x, size_t n, uint32_t stream) {
    struct tf_rng r = tf_rng_at(7, TF_RNG_TEST, 0, stream, 0);
    for (size_t i = 0; i < n; i++) x[i] = (tf_real)tf_rng_normal(&r);
}

static tf_real *normal(size_t n, uint32_t stream) {
    tf_real *x = tf_alloc(sizeof *x * n);
    fill(x, n, stream);
    return x;
}

static double distance(const tf_real *a, const tf_real *b, size_t n) { // largest difference, in units of the largest value
    double d = 0, top = 1;
    for (size_t i = 0; i < n; i++) d = fmax(d, fabs((double)a[i] - (double)b[i])), top = fmax(top, fabs((double)b[i]));
    return d / top;
}

/* ---- products ---- */
static void check_gemm(bool ta, bool tb, int M, int N, int K, tf_real beta) {
    const int lda = (ta ? M : K) + 3, ldb = (tb ? K : N) + 5, ldc = N + 2;
    const size_t c = (size_t)M * (size_t)ldc;
    tf_real *A = normal((size_t)(ta ? K : M) * (size_t)lda, 1), *B = normal((size_t)(tb ? N : K) * (size_t)ldb, 2), *C = normal(c, 3),
            *want = normal(c, 3);
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            double s = (double)beta * (double)want[i * ldc + j];
            for (int k = 0; k < K; k++) s += (double)A[ta ? k * lda + i : i * lda + k] * (double)B[tb ? j * ldb + k : k * ldb + j];
            want[i * ldc + j] = (tf_real)s;
        }
    tf_gemm(ta, tb, M, N, K, 1, A, lda, B, ldb, beta, C, ldc);
    assert_true(distance(C, want, c) < TOLERANCE); // what lies between the rows too
    tf_free(A), tf_free(B), tf_free(C), tf_free(want);
}

static void test_gemm(void **state) {
    (void)state;
    static const int size[][3] = {{16, 64, 64},  {67, 64, 40}, {33, 16, 300},  {40, 192, 96},
                                  {19, 130, 20}, {5, 64, 64},  {64, 128, 200}, {20, 160, 130}};
    for (size_t i = 0; i < TF_COUNT(size); i++)
        for (int how = 0; how < 8; how++) check_gemm(how & 1, how & 2, size[i][0], size[i][1], size[i][2], how & 4 ? 1 : 0);
}

/* ---- a fused op and the plain ops, on the same draws ---- */
enum { ROWS = 300, IN = 48, OUT = 32 };
static const int off[] = {0, 170, ROWS}, len[] = {170, ROWS - 170};
static const uint32_t id[] = {5, 9};
static const struct tf_pack pack = {.n_seq = 2, .rows = ROWS, .off = off, .len = len, .id = id};

struct net { /* learned: x (ROWS,IN), W (OUT,IN), b (OUT), r (ROWS,OUT), out (1,OUT); grads share the offsets */
    tf_real *v, *g;
    size_t n;
    struct tf_tape t;
    struct tf_mat *x, *W, *b, *r, *out, *y;
};

static struct tf_mat *learned(struct net *n, size_t *at, int rows, int cols) {
    struct tf_mat *m = tf_extern(&n->t, n->v + *at, n->g + *at, rows, cols);
    *at += (size_t)rows * (size_t)cols;
    return m;
}

static void open_net(struct net *n, bool train) {
    *n = (struct net){.n = ROWS * (IN + OUT) + OUT * IN + 2 * OUT};
    n->v = normal(n->n, 4), n->g = tf_calloc(sizeof(tf_real) * n->n);
    tf_tape_init(&n->t);
    n->t.grad = true, n->t.train = train, n->t.seed = 3, n->t.step = 11;
    size_t at = 0;
    n->x = learned(n, &at, ROWS, IN), n->W = learned(n, &at, OUT, IN), n->b = learned(n, &at, 1, OUT);
    n->r = learned(n, &at, ROWS, OUT), n->out = learned(n, &at, 1, OUT);
}

static void finish(struct net *n, struct tf_mat *y) { // a loss that weighs every element differently
    n->y = y;
    struct tf_mat *rows = tf_linear(&n->t, tf_gelu(&n->t, y), n->out, NULL), *left = tf_extern(&n->t, n->v, NULL, 1, ROWS);
    tf_tape_backward(&n->t, tf_matmul(&n->t, false, false, left, rows), 1);
}

static void compare(struct net *a, struct net *b) {
    assert_true(distance(a->y->v, b->y->v, (size_t)ROWS * OUT) < TOLERANCE);
    assert_true(distance(a->g, b->g, a->n) < TOLERANCE);
    assert_true(tf_sum_squares(a->n, b->g) > 1);
    for (int c = 0; c < TF_FLOP_CLASSES; c++) assert_true(a->t.flops[c] == b->t.flops[c]);
}

static void close_net(struct net *n) {
    tf_tape_release(&n->t);
    tf_free(n->v), tf_free(n->g);
}

static void test_linear_act(void **state) {
    (void)state;
    for (int how = 0; how < 6; how++) {
        const bool relu = how & 1, train = how < 4;
        const double p = how < 2 ? 0.3 : how < 4 ? 0 : 0.3; // the last two: evaluation
        struct net a, b;
        open_net(&a, train), open_net(&b, train);
        finish(&a, tf_linear_act(&a.t, a.x, relu, p, &pack, 4, a.W, a.b));
        struct tf_mat *f = relu ? tf_relu(&b.t, b.x) : tf_gelu(&b.t, b.x);
        finish(&b, tf_linear(&b.t, tf_dropout(&b.t, f, p, &pack, 4), b.W, b.b));
        compare(&a, &b);
        close_net(&a), close_net(&b);
    }
}

static void test_residual(void **state) {
    (void)state;
    for (int how = 0; how < 3; how++) {
        const double p = how == 1 ? 0 : 0.25;
        struct net a, b;
        open_net(&a, how < 2), open_net(&b, how < 2);
        finish(&a, tf_residual(&a.t, a.r, tf_linear(&a.t, a.x, a.W, a.b), p, &pack, 8));
        finish(&b, tf_add(&b.t, b.r, tf_dropout(&b.t, tf_linear(&b.t, b.x, b.W, b.b), p, &pack, 8)));
        compare(&a, &b);
        close_net(&a), close_net(&b);
    }
}

/* Dropout keeps about 1 - p, and what it keeps hangs on the sequence and its row alone. */
static void test_dropout(void **state) {
    (void)state;
    struct net a;
    open_net(&a, true);
    for (size_t i = 0; i < a.n; i++) a.v[i] = 1;
    struct tf_mat *y = tf_dropout(&a.t, a.r, 0.25, &pack, 2);
    int kept = 0;
    for (int i = 0; i < ROWS * OUT; i++) {
        assert_true(y->v[i] == 0 || fabs((double)y->v[i] - 1 / 0.75) < 1e-6);
        kept += y->v[i] != 0;
    }
    assert_true(kept >= (int)(0.72 * ROWS * OUT) && kept <= (int)(0.78 * ROWS * OUT));
    const int alone_off[] = {0, len[1]};
    const struct tf_pack alone = {.n_seq = 1, .rows = len[1], .off = alone_off, .len = len + 1, .id = id + 1};
    struct tf_mat *z = tf_dropout(&a.t, tf_extern(&a.t, a.v, NULL, len[1], OUT), 0.25, &alone, 2);
    assert_memory_equal(z->v, y->v + (size_t)off[1] * OUT, sizeof(tf_real) * (size_t)len[1] * OUT);
    close_net(&a);
}

/* ---- pseudo-inverse and convolution: their gradients are those of Nyströmformer in test_contract.c ---- */
static void test_pinv(void **state) {
    (void)state;
    enum { M = 9 };
    struct tf_tape t;
    tf_tape_init(&t);
    struct tf_mat *S = tf_const(&t, M, M);
    fill(S->v, M * M, 8);
    for (int i = 0; i < M; i++) S->v[i * M + i] += 6; // far from singular
    struct tf_mat *A = tf_softmax(&t, S), *Z = tf_pinv(&t, A, 12), *one = tf_matmul(&t, false, false, A, Z);
    for (int i = 0; i < M * M; i++) assert_true(fabs((double)one->v[i] - (i / M == i % M)) < TOLERANCE);
    for (int i = 0; i < M; i++)
        memcpy(A->v + i * M, A->v, sizeof *A->v * M); // rank 1: a row r, M times; its pseudo-inverse is r^T / (M |r|^2)
    Z = tf_pinv(&t, A, 3);
    const double norm = M * tf_sum_squares(M, A->v);
    for (int i = 0; i < M * M; i++) assert_true(fabs((double)Z->v[i] - (double)A->v[i / M] / norm) < TOLERANCE);
    tf_tape_reset(&t);
    assert_true(t.flops[TF_FLOP_FEATURE] == 0);
    A = tf_softmax(&t, tf_scale(&t, tf_const(&t, 2, 2), 0));
    tf_pinv(&t, A, 3);
    assert_true(t.flops[TF_FLOP_FEATURE] == 3 * 8 * 8);
    tf_tape_release(&t);
}

static void test_conv_rows(void **state) {
    (void)state;
    static const int size[][2] = {{1, 1}, {1, 5}, {31, 3}, {32, 3}, {33, 35}, {70, 35}, {40, 201}};
    enum { COLS = 5, LD = 8 };
    for (size_t c = 0; c < TF_COUNT(size); c++) {
        const int T = size[c][0], k = size[c][1];
        struct tf_tape t;
        tf_tape_init(&t);
        tf_real *x = normal((size_t)T * LD, 9), *w = normal((size_t)k, 10), *want = tf_calloc(sizeof *want * (size_t)T * COLS);
        const struct tf_mat *y = tf_conv_rows(&t, tf_view(&t, tf_extern(&t, x, NULL, T, LD), 0, T, 2, COLS), tf_extern(&t, w, NULL, 1, k));
        for (int i = 0; i < T; i++)
            for (int d = 0; d < k; d++)
                for (int j = 0, from = i + d - k / 2; from >= 0 && from < T && j < COLS; j++)
                    want[i * COLS + j] += w[d] * x[from * LD + 2 + j];
        assert_true(distance(y->v, want, (size_t)T * COLS) < TOLERANCE);
        assert_true(t.flops[TF_FLOP_FEATURE] == 2.0 * k * T * COLS);
        tf_tape_release(&t);
        tf_free(x), tf_free(w), tf_free(want);
    }
}

/* ---- scopes: the same bytes with less memory ---- */
static struct tf_mat *deep(struct net *n, bool scopes) {
    struct tf_mat *y = n->r;
    for (int i = 0; i < 6; i++) {
        if (scopes) tf_scope_begin(&n->t);
        struct tf_mat *h = tf_gelu(&n->t, tf_scale(&n->t, tf_view(&n->t, tf_scale(&n->t, y, 2), 0, ROWS, 0, OUT), (tf_real)0.4));
        y = tf_add(&n->t, y, tf_add(&n->t, h, tf_linear(&n->t, n->x, n->W, n->b)));
        if (scopes) tf_scope_end(&n->t, y);
        if (i == 2) y = tf_scale(&n->t, y, (tf_real)0.9);          // outside
        if (scopes) tf_scope_begin(&n->t), tf_scope_end(&n->t, y); // empty
    }
    return y;
}

static void test_scope(void **state) {
    (void)state;
    struct net a, b;
    open_net(&a, true), open_net(&b, true);
    finish(&a, deep(&a, true));
    finish(&b, deep(&b, false));
    assert_memory_equal(a.g, b.g, sizeof(tf_real) * a.n);
    assert_true(tf_sum_squares(a.n, a.g) > 1);
    assert_true((double)a.t.arena.peak < 0.9 * (double)b.t.arena.peak);
    close_net(&a), close_net(&b);
}

int main(void) {
    tf_blas_init();
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_gemm),     cmocka_unit_test(test_linear_act), cmocka_unit_test(test_residual),
                                       cmocka_unit_test(test_dropout),  cmocka_unit_test(test_scope),      cmocka_unit_test(test_pinv),
                                       cmocka_unit_test(test_conv_rows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
