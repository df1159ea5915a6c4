/* The fused ops against the plain ops that they stand for, narrow products against a plain loop, and what a scope must not change. */
#include <float.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixture.h"
#include <dirent.h>

#include "draws.h"
#include "num/num.h"

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
    static const int size[][3] = {{16, 64, 64}, {67, 64, 40},   {33, 16, 300},  {40, 192, 96}, {19, 130, 20},
                                  {5, 64, 64},  {64, 128, 200}, {20, 160, 130}, {20, 640, 70}};
    for (size_t i = 0; i < TF_COUNT(size); i++)
        for (int how = 0; how < 8; how++) check_gemm(how & 1, how & 2, size[i][0], size[i][1], size[i][2], how & 4 ? 1 : 0);
    for (int beta = 0; beta < 3; beta++) check_gemm(false, false, 5, 7, 0, (tf_real)beta / 2);
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

/* Dropout keeps about 1 - p, and what it keeps depends on the sequence and its row alone. */
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
    for (int i = 1; i < M; i++)
        memcpy(A->v + i * M, A->v, sizeof *A->v * M); // rank 1: a row r, M times; its pseudo-inverse is r^T / (M |r|^2)
    Z = tf_pinv(&t, A, 3);
    const double norm = M * tf_sum_squares(M, A->v);
    for (int i = 0; i < M * M; i++) assert_true(fabs((double)Z->v[i] - (double)A->v[i / M] / norm) < TOLERANCE);
    tf_tape_reset(&t);
    assert_true(t.flops[TF_FLOP_FEATURE] == 0);
    S = tf_const(&t, 2, 2);
    fill(S->v, 4, 8);
    tf_pinv(&t, tf_softmax(&t, S), 3);
    assert_true(t.flops[TF_FLOP_FEATURE] == 3 * 8 * 8);
    tf_tape_release(&t);
}

static void test_conv_rows(void **state) {
    (void)state;
    static const int size[][2] = {{1, 1}, {1, 5}, {31, 3}, {32, 3}, {33, 35}, {70, 35}, {40, 201}};
    enum { COLS = 5, LD = 8 };
    for (size_t c = 0; c < TF_COUNT(size); c++) {
        const int rows = size[c][0], k = size[c][1];
        struct tf_tape t;
        tf_tape_init(&t);
        tf_real *x = normal((size_t)rows * LD, 9), *w = normal((size_t)k, 10), *want = tf_calloc(sizeof *want * (size_t)rows * COLS);
        const struct tf_mat *y =
            tf_conv_rows(&t, tf_view(&t, tf_extern(&t, x, NULL, rows, LD), 0, rows, 2, COLS), tf_extern(&t, w, NULL, 1, k));
        for (int i = 0; i < rows; i++)
            for (int d = 0; d < k; d++)
                for (int j = 0, from = i + d - k / 2; from >= 0 && from < rows && j < COLS; j++)
                    want[i * COLS + j] += w[d] * x[from * LD + 2 + j];
        assert_true(distance(y->v, want, (size_t)rows * COLS) < TOLERANCE);
        assert_true(t.flops[TF_FLOP_FEATURE] == 2.0 * k * rows * COLS);
        tf_tape_release(&t);
        tf_free(x), tf_free(w), tf_free(want);
    }
}

/* ---- norms of rows of any width: whole vectors of numbers and what is left; NaN around what belongs to them ---- */
enum { NORM_ROWS = 3, NORM_LD = 64 };

struct normed { /* x, the columns from 1 of (NORM_ROWS,NORM_LD), gamma, beta */
    tf_real *v, *g;
    int C;
    bool centre, shift;
    struct tf_tape t;
    struct tf_mat *y;
};

static double run_norm(struct normed *s, bool grad) {
    struct tf_tape *t = &s->t;
    tf_tape_reset(t);
    t->grad = grad;
    enum { X = NORM_ROWS * NORM_LD };
    struct tf_mat *x = tf_view(t, tf_extern(t, s->v, s->g, NORM_ROWS, NORM_LD), 0, NORM_ROWS, 1, s->C);
    struct tf_mat *gamma = tf_extern(t, s->v + X, s->g + X, 1, s->C), *beta = tf_extern(t, s->v + X + NORM_LD, s->g + X + NORM_LD, 1, s->C);
    s->y = tf_norm(t, s->centre, x, gamma, s->shift ? beta : NULL, 1e-3);
    struct tf_mat *rows = tf_const(t, 1, NORM_ROWS), *cols = tf_const(t, 1, s->C);
    fill(rows->v, NORM_ROWS, 12), fill(cols->v, (size_t)s->C, 13);
    struct tf_mat *loss = tf_matmul(t, false, false, rows, tf_linear(t, s->y, cols, NULL));
    if (grad) tf_tape_backward(t, loss, 1);
    return (double)loss->v[0];
}

static void check_norm_values(const struct normed *s) {
    const tf_real *gamma = s->v + NORM_ROWS * NORM_LD, *beta = gamma + NORM_LD;
    for (int i = 0; i < NORM_ROWS; i++) {
        const tf_real *x = s->v + i * NORM_LD + 1;
        double mean = 0, square = 0;
        for (int j = 0; j < s->C && s->centre; j++) mean += (double)x[j] / s->C;
        for (int j = 0; j < s->C; j++) square += ((double)x[j] - mean) * ((double)x[j] - mean) / s->C;
        for (int j = 0; j < s->C; j++) {
            const double want = ((double)x[j] - mean) / sqrt(square + 1e-3) * (double)gamma[j] + (s->shift ? (double)beta[j] : 0);
            assert_true(fabs((double)s->y->v[i * s->C + j] - want) < 10 * TOLERANCE);
        }
    }
}

static void test_norm(void **state) {
    (void)state;
    static const int width[] = {1, 5, 16, 17, 21, 32, 47};
    enum { ALL = (NORM_ROWS + 2) * NORM_LD };
    for (int how = 0; how < 4 * (int)TF_COUNT(width); how++) {
        struct normed s = {.C = width[how / 4], .centre = how & 1, .shift = how & 2};
        s.v = normal(ALL, 11), s.g = tf_calloc(sizeof *s.g * ALL);
        for (int i = 0; i < ALL; i++) // x begins in column 1
            if (i % NORM_LD - (i < NORM_ROWS * NORM_LD) < 0 || i % NORM_LD - (i < NORM_ROWS * NORM_LD) >= s.C) s.v[i] = NAN;
        tf_tape_init(&s.t);
        run_norm(&s, true);
        check_norm_values(&s);
        for (int i = 0; i < ALL; i++) {
            const tf_real was = s.v[i];
            if (isnan(was)) assert_true(s.g[i] == 0);
            if (isnan(was) || sizeof(tf_real) < 8) continue;
            s.v[i] = was + (tf_real)1e-5; // central differences
            const double up = run_norm(&s, false);
            s.v[i] = was - (tf_real)1e-5;
            const double slope = (up - run_norm(&s, false)) / 2e-5;
            s.v[i] = was;
            assert_true(fabs(slope - (double)s.g[i]) < 1e-6 * fmax(1, fabs(slope)));
        }
        tf_tape_release(&s.t);
        tf_free(s.v), tf_free(s.g);
    }
}

/* ---- pairs of rows: a, b, and with interactions their product and difference; the second pair of x, the first PAIR columns of (4,PAIR+1) ---- */
static void test_concat_pair(void **state) {
    (void)state;
    enum { PAIR = 3, LD_X = PAIR + 1, ALL = 4 * LD_X };
    tf_real *x = normal(ALL, 14), *second = x + 2 * LD_X, g[ALL];
    for (int interact = 0; interact < 2; interact++) {
        struct tf_tape t;
        tf_tape_init(&t);
        t.grad = true;
        memset(g, 0, sizeof g);
        const int cols = interact ? 4 * PAIR : 2 * PAIR;
        struct tf_mat *y = tf_concat_pair(&t, tf_view(&t, tf_extern(&t, x, g, 4, LD_X), 0, 4, 0, PAIR), interact),
                      *w = tf_const(&t, 1, cols);
        fill(w->v, (size_t)cols, 15);
        assert_true(t.flops[TF_FLOP_OTHER] == (interact ? 2.0 * 2 * PAIR : 0));
        tf_tape_backward(&t, tf_linear(&t, tf_view(&t, y, 1, 1, 0, cols), w, NULL), 1);
        assert_true(y->rows == 2 && y->cols == cols);
        for (int j = 0; j < PAIR; j++) {
            const tf_real a = second[j], b = second[LD_X + j], *v = y->v + cols + j, *dy = w->v + j;
            double da = (double)dy[0], db = (double)dy[PAIR];
            assert_true(v[0] == a && v[PAIR] == b);
            if (interact) {
                assert_true(v[2 * PAIR] == a * b && v[3 * PAIR] == a - b);
                da += (double)dy[2 * PAIR] * (double)b + (double)dy[3 * PAIR],
                    db += (double)dy[2 * PAIR] * (double)a - (double)dy[3 * PAIR];
            }
            assert_true(fabs((double)g[2 * LD_X + j] - da) < 10 * TOLERANCE && fabs((double)g[3 * LD_X + j] - db) < 10 * TOLERANCE);
        }
        for (int i = 0; i < ALL; i++) assert_true(g[i] == 0 || (i >= 2 * LD_X && i % LD_X < PAIR));
        tf_tape_release(&t);
    }
    tf_free(x);
}

/* ---- blocks of rows: sums, and soft sorting by a balanced matrix ---- */
enum { T = 17, D = 3, BLOCK = 5, N = 4 };

struct sorted { /* learned: x, the middle D columns of (T,D+2); R, the first N columns of (N,N+1) */
    tf_real *v, *g;
    size_t n;
    struct tf_tape t;
    struct tf_mat *P, *sums, *y;
};

/* The loss of all that the ops give; places: sorted blocks. */
static double run_sorted(struct sorted *s, int iterations, int places, bool grad) {
    struct tf_tape *t = &s->t;
    tf_tape_reset(t);
    t->grad = grad;
    tf_real *R = s->v + T * (D + 2);
    struct tf_mat *x = tf_view(t, tf_extern(t, s->v, s->g, T, D + 2), 0, T, 1, D);
    s->P = tf_sinkhorn(t, tf_view(t, tf_extern(t, R, s->g + (R - s->v), N, N + 1), 0, N, 0, N), iterations);
    s->sums = tf_block_sums(t, x, BLOCK), s->y = tf_sort_blocks(t, x, tf_view(t, s->P, 0, N, 0, places), BLOCK);
    tf_real *weight = R + N * (N + 1);
    struct tf_mat *of_y = tf_extern(t, weight, NULL, 1, s->y->rows), *of_sums = tf_extern(t, weight, NULL, 1, N),
                  *cols = tf_extern(t, weight + s->y->rows, NULL, 1, D);
    struct tf_mat *loss = tf_add(t, tf_matmul(t, false, false, of_y, tf_linear(t, tf_gelu(t, s->y), cols, NULL)),
                                 tf_matmul(t, false, false, of_sums, tf_linear(t, tf_gelu(t, s->sums), cols, NULL)));
    if (grad) tf_tape_backward(t, loss, 1);
    return (double)loss->v[0];
}

static double balanced(double P[N][N], const tf_real *R, int iterations) { // naively; returns the largest error of a row's sum
    double worst = 0;
    for (int i = 0; i < N * N; i++) P[i / N][i % N] = exp((double)R[i / N * (N + 1) + i % N]);
    for (int half = 0; half < 2 * iterations; half++)
        for (int i = 0; i < N; i++) {
            double sum = 0;
            for (int j = 0; j < N; j++) sum += half % 2 ? P[j][i] : P[i][j];
            for (int j = 0; j < N; j++) *(half % 2 ? &P[j][i] : &P[i][j]) /= sum;
        }
    for (int i = 0; i < N; i++) worst = most_of(worst, fabs(P[i][0] + P[i][1] + P[i][2] + P[i][3] - 1));
    return worst;
}

static void check_sorted_values(const struct sorted *s, int iterations, int places) {
    double P[N][N], unbalanced = balanced(P, s->v + T * (D + 2), iterations);
    assert_true(iterations < 20 || unbalanced < 1e-6);
    for (int i = 0; i < N * N; i++) assert_true(fabs((double)s->P->v[i] - P[i / N][i % N]) < TOLERANCE);
    for (int d = 0; d < D; d++)
        for (int l = 0; l < N; l++) {
            double sum = 0;
            for (int r = 0; r < BLOCK; r++) {
                double own = l * BLOCK + r < T ? (double)s->v[(l * BLOCK + r) * (D + 2) + 1 + d] : 0, sorted = 0;
                for (int n = 0; n < N && l < places; n++)
                    sorted += n * BLOCK + r < T ? P[n][l] * (double)s->v[(n * BLOCK + r) * (D + 2) + 1 + d] : 0;
                const tf_real *y = s->y->v + (2 * l * BLOCK + r) * D + d;
                assert_true(fabs((double)y[0] - sorted) < 10 * TOLERANCE);
                assert_true((double)y[BLOCK * D] == own);
                sum += own;
            }
            assert_true(fabs((double)s->sums->v[l * D + d] - sum) < 10 * TOLERANCE);
        }
}

static void test_sorted_blocks(void **state) {
    (void)state;
    struct sorted s = {.n = T * (D + 2) + N * (N + 1)};
    s.v = normal(s.n + 2 * N * BLOCK + D, 6), s.g = tf_alloc(sizeof *s.g * s.n);
    tf_tape_init(&s.t);
    for (size_t i = T * (D + 2); i < s.n; i++) s.v[i] *= 3; // far from balance
    for (int how = 0; how < 4; how++) {
        const int iterations = how < 2 ? how + 1 : 50, places = how < 3 ? N : 1;
        memset(s.g, 0, sizeof *s.g * s.n);
        run_sorted(&s, iterations, places, true);
        check_sorted_values(&s, iterations, places);
        assert_true(s.t.flops[TF_FLOP_ROUTE] == 10.0 * iterations * N * N);
        assert_true(s.t.flops[TF_FLOP_POOL] == T * D + 2.0 * places * T * D);
        assert_true(tf_sum_squares(s.n, s.g) > 1);
        for (size_t i = 0; i < s.n && sizeof(tf_real) == 8; i++) { // central differences
            const tf_real was = s.v[i];
            s.v[i] = was + (tf_real)1e-5;
            const double up = run_sorted(&s, iterations, places, false);
            s.v[i] = was - (tf_real)1e-5;
            const double slope = (up - run_sorted(&s, iterations, places, false)) / 2e-5;
            s.v[i] = was;
            assert_true(fabs(slope - (double)s.g[i]) < 1e-7 * fmax(1, fabs(slope)));
        }
    }
    for (size_t i = T * (D + 2); i < s.n; i++) s.v[i] *= 100; // exponentials beyond a float: still finite, columns still sum to 1
    run_sorted(&s, 5, N, false);
    for (int l = 0; l < N; l++) {
        double sum = 0;
        for (int n = 0; n < N; n++) sum += (double)s.P->v[n * N + l];
        assert_true(fabs(sum - 1) < TOLERANCE);
    }
    tf_tape_release(&s.t);
    tf_free(s.v), tf_free(s.g);
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

/* ---- threads at the start: BLAS makes none, whatever the number of CPUs, and this process keeps them all ---- */
static int threads_at_start;
static int count_threads(void) {
    int n = 0;
    DIR *d = opendir("/proc/self/task");
    for (struct dirent *x; d && (x = readdir(d));) n += x->d_name[0] != '.';
    if (d) closedir(d);
    return n;
}

static void test_threads_at_start(void **state) {
    (void)state;
    if (!threads_at_start) skip(); // no /proc
    assert_int_equal(threads_at_start, 1);
}

/* The program again, where it may run on every CPU: does it still know so many? */
static void test_keeps_cpus(void **state) {
    (void)state;
    int status = -1;
    const pid_t pid = fork();
    if (pid == 0) {
        cpu_set_t all;
        char count[16];
        memset(&all, 0xff, sizeof all);
        sched_setaffinity(0, sizeof all, &all);
        snprintf(count, sizeof count, "%d", tf_cpu_count());
        execl("/proc/self/exe", "test_ops", count, NULL);
        _exit(2);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void test_l1(void **state) {
    (void)state;
    static const tf_real y[] = {1, -2, 0.5, 3, 0.25}, target[] = {0.75, -1, 0.5, 5, 0.5}, slope[] = {1, -1, 0, -1, -1};
    struct tf_tape t;
    int close;
    tf_tape_init(&t);
    t.grad = true;
    struct tf_mat *x = tf_new(&t, 5, 1);
    memcpy(x->v, y, sizeof y);
    struct tf_mat *loss = tf_l1(&t, x, target, 4, 0.3, &close);
    assert_true(loss->v[0] == (tf_real)((0.25 + 1 + 0 + 2 + 0.25) / 4) && close == 3);
    tf_tape_backward(&t, loss, 2);
    for (int i = 0; i < 5; i++) assert_true(x->g[i] == slope[i] / 2);
    tf_tape_release(&t);
}

/* One logit far above the others, wherever it stands: nothing overflows; where it is no number, neither is the loss. */
static void test_xent_far(void **state) {
    (void)state;
    enum { LOGITS = 37 };
    for (int far = 0; far < LOGITS; far++) {
        struct tf_tape t;
        tf_tape_init(&t);
        struct tf_mat *x = tf_new(&t, 1, LOGITS);
        memset(x->v, 0, sizeof *x->v * LOGITS);
        x->v[far] = 2000;
        for (int label = 0; label < LOGITS; label++) {
            int hits = 0;
            assert_true(tf_xent(&t, x, &label, 1, &hits)->v[0] == (label == far ? 0 : 2000) && hits == (label == far));
        }
        x->v[far] = (tf_real)NAN;
        assert_true(isnan(tf_xent(&t, x, &(int){(far + 1) % LOGITS}, 1, NULL)->v[0]));
        tf_tape_release(&t);
    }
}

/* Attention over a union: of two sets of keys, of one alone, of none; of scores that overflow in one, or in both. */
static void test_merge(void **state) {
    (void)state;
    enum { ALL = 8 };
    const tf_real none = -(tf_real)INFINITY, inf = (tf_real)INFINITY, nan = (tf_real)NAN;
    const tf_real one[ALL] = {(tf_real)log(3), 2, none, none, nan, 1, none, inf}, two[ALL] = {0, none, -1, none, 1, nan, nan, none},
                  *lse[] = {one, two}, *all;
    struct tf_tape t;
    tf_tape_init(&t);
    struct tf_mat *o[2] = {tf_new(&t, ALL, 2), tf_new(&t, ALL, 2)};
    fill(o[0]->v, 2 * ALL, 21), fill(o[1]->v, 2 * ALL, 22);
    const struct tf_mat *y = tf_attend_merge(&t, 2, o, lse, &all);
    assert_true(fabs((double)all[0] - log(4)) < TOLERANCE && all[1] == 2 && all[2] == -1 && all[3] == none);
    for (int d = 0; d < 2; d++) {
        assert_true(fabs((double)(y->v[d] - (3 * o[0]->v[d] + o[1]->v[d]) / 4)) < TOLERANCE);
        assert_true(y->v[2 + d] == o[0]->v[2 + d] && y->v[4 + d] == o[1]->v[4 + d] && y->v[6 + d] == 0);
        for (int i = 4; i < ALL; i++) assert_true(isnan(y->v[2 * i + d]) && isnan(all[i]));
    }
    assert_true(t.flops[TF_FLOP_OTHER] == 2.0 * 2 * ALL * 2);
    tf_tape_release(&t);
}

static void test_fold_flops(void **state) {
    (void)state;
    struct tf_tape t;
    tf_tape_init(&t);
    struct tf_mat *y = tf_fold(&t, tf_const(&t, 3, 6), tf_const(&t, 6, 5), 2); // 3 rows, 2 heads of 3 channels, each to 5
    assert_true(y->rows == 3 * 2 && y->cols == 5 && t.flops[TF_FLOP_LINEAR] == 2.0 * 3 * 2 * 3 * 5);
    tf_tape_release(&t);
}

/* ---- rotary positions: (x_2m, x_2m+1) of a head turned by p base^(-2m / turned), the rest of the head and rows of no position as they are ---- */
static void test_rotate(void **state) {
    (void)state;
    enum { TOKENS = 3, HEADS = 2, HEAD = 7, TURNED = 4, COLS = HEADS * HEAD };
    static const int pos[TOKENS] = {5, -1, 2};
    struct tf_pars ps = {0};
    struct tf_tape t;
    tf_pars_add(&ps, "turn", 6, TURNED, TF_INIT_ROTARY, 100, TF_PAR_BUFFER);
    tf_pars_alloc(&ps), tf_pars_init(&ps, 1), tf_tape_init(&t);
    struct tf_mat *x = tf_const(&t, TOKENS, COLS);
    fill(x->v, (size_t)(TOKENS * x->ld), 16);
    struct tf_mat *y = tf_rotate(&t, x, HEADS, pos, tf_extern(&t, ps.v + ps.p[0].off, NULL, 6, TURNED));
    for (int i = 0; i < TOKENS; i++)
        for (int j = 0; j < COLS; j++) {
            const int d = j % HEAD, other = d % 2 ? -1 : 1;
            const double angle = d < TURNED && pos[i] >= 0 ? pos[i] * pow(100, -(d / 2 * 2.0) / TURNED) : 0;
            const double beside = angle ? (double)x->v[i * x->ld + j + other] : 0,
                         want = (double)x->v[i * x->ld + j] * cos(angle) - other * beside * sin(angle);
            assert_true(fabs((double)y->v[i * y->ld + j] - want) < TOLERANCE);
        }
    tf_tape_release(&t), tf_pars_free(&ps);
}

/* What is no number stays none, wherever it stands. */
static void test_nan_stays(void **state) {
    (void)state;
    for (int at = 0; at < 3; at++) {
        struct tf_tape t;
        tf_tape_init(&t);
        struct tf_mat *x = tf_const(&t, 3, 1);
        for (int i = 0; i < 3; i++) x->v[i * x->ld] = i == at ? (tf_real)NAN : (tf_real)(i + 1);
        const int begins[] = {0, 3}, three = 3;
        const struct tf_pack pk = {.n_seq = 1, .rows = 3, .off = begins, .len = &three};
        assert_true(isnan(tf_pool_max(&t, x, &pk)->v[0]));
        assert_true(isnan(tf_relu(&t, x)->v[at * x->ld]));
        tf_tape_release(&t);
    }
}

enum { SIDE = 32, AT_ONCE = 3 };
struct tiny {
    pthread_barrier_t all; // jobs wait for each other, so that each has a thread of its own
    bool zero[AT_ONCE];
};

/* Denormal products of two normal factors, then products with a denormal factor. */
static void multiply_tiny(void *arg, int job) {
    struct tiny *t = arg;
    const bool is_float = sizeof(tf_real) == sizeof(float);
    const tf_real normal = is_float ? (tf_real)FLT_MIN : (tf_real)DBL_MIN,
                  denormal = is_float ? (tf_real)FLT_TRUE_MIN : (tf_real)DBL_TRUE_MIN;
    const tf_real factors[][2] = {{normal, (tf_real)0.25}, {denormal, 1}};
    pthread_barrier_wait(&t->all);
    t->zero[job] = true;
    for (size_t f = 0; f < TF_COUNT(factors); f++) {
        tf_real A[SIDE * SIDE], B[SIDE * SIDE], C[SIDE * SIDE];
        for (int i = 0; i < SIDE * SIDE; i++) A[i] = factors[f][0], B[i] = factors[f][1];
        tf_gemm(false, false, SIDE, SIDE, SIDE, 1, A, SIDE, B, SIDE, 0, C, SIDE);
        for (int i = 0; i < SIDE * SIDE; i++) t->zero[job] &= C[i] == 0;
    }
}

static void test_denormals(void **state) {
    (void)state;
#ifndef __SSE2__
    skip();
#endif
    struct tiny t = {0};
    pthread_barrier_init(&t.all, NULL, AT_ONCE);
    alarm(20);
    tf_parallel(AT_ONCE, AT_ONCE, multiply_tiny, &t);
    alarm(0);
    for (int i = 0; i < AT_ONCE; i++) assert_true(t.zero[i]);
}

int main(int argc, char **argv) {
    if (argc > 1) return atoi(argv[1]) != tf_cpu_count(); // of test_keeps_cpus
    threads_at_start = count_threads();
    tf_num_init();
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_denormals),
                                       cmocka_unit_test(test_gemm),
                                       cmocka_unit_test(test_nan_stays),
                                       cmocka_unit_test(test_linear_act),
                                       cmocka_unit_test(test_residual),
                                       cmocka_unit_test(test_dropout),
                                       cmocka_unit_test(test_sorted_blocks),
                                       cmocka_unit_test(test_pinv),
                                       cmocka_unit_test(test_conv_rows),
                                       cmocka_unit_test(test_scope),
                                       cmocka_unit_test(test_threads_at_start),
                                       cmocka_unit_test(test_l1),
                                       cmocka_unit_test(test_norm),
                                       cmocka_unit_test(test_concat_pair),
                                       cmocka_unit_test(test_keeps_cpus),
                                       cmocka_unit_test(test_xent_far),
                                       cmocka_unit_test(test_merge),
                                       cmocka_unit_test(test_fold_flops),
                                       cmocka_unit_test(test_rotate)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
