/* Muon's update: of singular values one by one, and against the same in other layouts. */
#include <math.h>

#include "fixture.h"
#include "num/num.h"

static const double near = sizeof(tf_real) == 8 ? 1e-6 : 2e-4; // 1e-7 is added to the norm

/* Five times x -> 3.4445 x - 4.7750 x^3 + 2.0315 x^5: what the iteration does to a singular value. */
static double five(double x) {
    for (int k = 0; k < 5; k++) x = 3.4445 * x - 4.7750 * x * x * x + 2.0315 * x * x * x * x * x;
    return x;
}

/* A matrix with one number per row and column keeps its zeros, and each number goes its own way. */
static void test_diagonal(void **state) {
    (void)state;
    for (int tall = 0; tall < 2; tall++) {
        const int rows = tall ? 4 : 3, cols = tall ? 3 : 4;
        tf_real w[12], m[12] = {0}, g[12] = {0};
        const double s[3] = {3, -0.4, 0.05};
        for (int i = 0; i < 3; i++) g[i * cols + (i + 1) % 3] = (tf_real)s[i];
        for (int i = 0; i < 12; i++) w[i] = 2;
        const struct tf_muon_step step = {.lr = 0.1, .momentum = 0.9, .decay = 0.25, .grad_scale = 0.5};
        tf_muon(rows, cols, w, m, g, &step);
        const double norm = sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]); // neither momentum nor scale changes the direction
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < cols; j++) {
                const bool on = i < 3 && j == (i + 1) % 3;
                const double o = on ? five(s[i] / norm) : 0;
                assert_true(fabs((double)w[i * cols + j] - (2 - 0.25 * 2 - 0.1 * 0.2 * 2 * o)) < near); // sqrt(4) = 2
                assert_true(fabs((double)m[i * cols + j] - 0.5 * (on ? s[i] : 0)) < near);
            }
    }
}

/* Any matrix: the rows of the update are nearly orthonormal, and the transpose gives the transpose. */
static void test_orthogonal(void **state) {
    (void)state;
    enum { R = 8, C = 24 };
    tf_real w[R * C] = {0}, m[R * C] = {0}, g[R * C], wt[R * C] = {0}, mt[R * C] = {0}, gt[R * C];
    struct tf_rng r = tf_rng_at(7, TF_RNG_TEST, 0, 0, 0);
    for (int i = 0; i < R * C; i++) g[i] = (tf_real)tf_rng_normal(&r);
    for (int i = 0; i < R; i++)
        for (int j = 0; j < C; j++) gt[j * R + i] = g[i * C + j];
    const struct tf_muon_step step = {.lr = -1 / (0.2 * sqrt(C)), .momentum = 0, .grad_scale = 1}; // w becomes the direction
    tf_muon(R, C, w, m, g, &step);
    tf_muon(C, R, wt, mt, gt, &step);
    for (int i = 0; i < R; i++)
        for (int k = 0; k < R; k++) {
            double dot = 0;
            for (int j = 0; j < C; j++) dot += (double)w[i * C + j] * (double)w[k * C + j];
            assert_true(i == k ? dot > 0.4 && dot < 1.6 : fabs(dot) < 0.5);
        }
    for (int i = 0; i < R; i++)
        for (int j = 0; j < C; j++) assert_true(fabs((double)(w[i * C + j] - wt[j * R + i])) < near);
}

/* X -> a X + (b A + c A^2) X, A = X X^T, five times, as it is written; X (rows,cols). */
static void as_written(int rows, int cols, double *X) {
    double *A = tf_alloc(sizeof *A * (size_t)(rows * rows)), *B = tf_alloc(sizeof *B * (size_t)(rows * rows)),
           *Y = tf_alloc(sizeof *Y * (size_t)(rows * cols));
    for (int step = 0; step < 5; step++) {
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < rows; j++) {
                double sum = 0;
                for (int k = 0; k < cols; k++) sum += X[i * cols + k] * X[j * cols + k];
                A[i * rows + j] = sum;
            }
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < rows; j++) {
                double sum = 0;
                for (int k = 0; k < rows; k++) sum += A[i * rows + k] * A[k * rows + j];
                B[i * rows + j] = -4.7750 * A[i * rows + j] + 2.0315 * sum;
            }
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < cols; j++) {
                double sum = 3.4445 * X[i * cols + j];
                for (int k = 0; k < rows; k++) sum += B[i * rows + k] * X[k * cols + j];
                Y[i * cols + j] = sum;
            }
        memcpy(X, Y, sizeof *X * (size_t)(rows * cols));
    }
    tf_free(A), tf_free(B), tf_free(Y);
}

/* Of large matrices half of the symmetric products is computed, in blocks: the whole is the same. */
static void test_blocks(void **state) {
    (void)state;
    static const int shape[][2] = {{64, 64}, {70, 100}, {100, 70}, {128, 160}, {150, 130}};
    for (size_t i = 0; i < TF_COUNT(shape); i++) {
        const int rows = shape[i][0], cols = shape[i][1], n = rows * cols;
        tf_real *w = tf_calloc(sizeof *w * (size_t)n), *m = tf_calloc(sizeof *m * (size_t)n), *g = tf_alloc(sizeof *g * (size_t)n);
        double *X = tf_alloc(sizeof *X * (size_t)n), norm = 0;
        struct tf_rng r = tf_rng_at(8, TF_RNG_TEST, 0, (uint32_t)i, 0);
        for (int k = 0; k < n; k++) X[k] = (double)(g[k] = (tf_real)tf_rng_normal(&r)), norm += X[k] * X[k];
        for (int k = 0; k < n; k++) X[k] /= sqrt(norm);
        as_written(rows, cols, X);
        const struct tf_muon_step step = {.lr = -1 / (0.2 * sqrt(rows > cols ? rows : cols)), .grad_scale = 1}; // w becomes the direction
        tf_muon(rows, cols, w, m, g, &step);
        for (int k = 0; k < n; k++) assert_true(fabs((double)w[k] - X[k]) < near);
        tf_free(w), tf_free(m), tf_free(g), tf_free(X);
    }
}

/* Momentum of two steps: m = mu g1 + g2, and the direction looks one step ahead. */
static void test_momentum(void **state) {
    (void)state;
    tf_real a[4] = {0}, b[4] = {0}, m[4] = {0}, direct[4] = {0}, g1[4] = {1, 2, -1, 3}, g2[4] = {2, -1, 0, 1}, ahead[4];
    const struct tf_muon_step step = {.lr = 1, .momentum = 0.5, .grad_scale = 1}, plain = {.lr = 1, .grad_scale = 1};
    tf_muon(2, 2, a, m, g1, &step);
    memcpy(b, a, sizeof b);
    tf_muon(2, 2, b, m, g2, &step);
    for (int i = 0; i < 4; i++) {
        const double now = 0.5 * (double)g1[i] + (double)g2[i];
        assert_true(fabs((double)m[i] - now) < near);
        ahead[i] = (tf_real)(0.5 * now + (double)g2[i]);
    }
    tf_real none[4] = {0};
    tf_muon(2, 2, direct, none, ahead, &plain);
    for (int i = 0; i < 4; i++) assert_true(fabs((double)(b[i] - a[i] - direct[i])) < near);
}

/* Adadelta by hand: rho 1/2, eps 1, gradient 1 twice: g2 1/2, step 1 / sqrt(3/2); g2 3/4, dx2 1/3, step sqrt(4/3) / sqrt(7/4). Clipped and decayed by half,
 * gradient and weight are the same as one of each halved. */
static void test_adadelta(void **state) {
    (void)state;
    tf_real w[2] = {3, 0}, g2[2] = {0}, dx2[2] = {0};
    const tf_real g[2] = {2, 0};
    const struct tf_adadelta_step s = {.lr = 0.5, .rho = 0.5, .eps = 1, .grad_scale = 0.5};
    const double first = 1 / sqrt(1.5), second = sqrt(4 / 3.0) / sqrt(1.75);
    tf_adadelta(2, w, g2, dx2, g, &s);
    assert_true(fabs((double)w[0] - (3 - 0.5 * first)) < near && fabs((double)g2[0] - 0.5) < near && fabs((double)dx2[0] - 1 / 3.0) < near);
    tf_adadelta(2, w, g2, dx2, g, &s);
    assert_true(fabs((double)w[0] - (3 - 0.5 * (first + second))) < near && w[1] == 0 && g2[1] == 0);
    tf_real a[1] = {4}, m[2] = {0};
    const struct tf_adadelta_step decayed = {.lr = 1, .rho = 0.5, .eps = 1, .l2 = 0.25, .grad_scale = 0};
    tf_adadelta(1, a, m, m + 1, g, &decayed);
    assert_true(fabs((double)a[0] - (4 - first)) < near); // the penalty's gradient is 1
}

int main(void) {
    tf_num_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_diagonal), cmocka_unit_test(test_orthogonal), cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_momentum), cmocka_unit_test(test_adadelta),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
