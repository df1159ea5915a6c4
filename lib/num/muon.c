/* Muon's direction (Jordan 2024): the momentum matrix, with its singular values brought near 1 by a Newton-Schulz iteration. */
#include <math.h>

#include "num/feature_kernel.h"
#include "num/num.h"

/* Of C = op(A) B (n,n), which is symmetric, the blocks from the diagonal on; ta: op(A) is the transpose. */
static void upper(bool ta, int n, int inner, const tf_real *A, const tf_real *B, tf_real *C) {
    const int block = n >= 64 ? (n / 8 + 15) / 16 * 16 : n;
    for (int r = 0; r < n; r += block)
        tf_gemm(ta, false, tf_least(block, n - r), n - r, inner, 1, A + (ptrdiff_t)r * (ta ? 1 : n), n, B + r, n, 0,
                C + (ptrdiff_t)r * (n + 1), n);
}

static void mirror(int n, tf_real *C) {
    for (int i = 1; i < n; i++)
        for (int j = 0; j < i; j++) C[(ptrdiff_t)i * n + j] = C[(ptrdiff_t)j * n + i];
}

static void swap(tf_real **x, tf_real **y) {
    tf_real *was = *x;
    *x = *y, *y = was;
}

/* Y = X (a + b A + c A^2) with A = X^T X; X, Y (rows,n), room: 2 n^2. */
static void newton_schulz(int rows, int n, const tf_real *X, tf_real *Y, tf_real *room) {
    const tf_real a = (tf_real)3.4445, b = (tf_real)-4.7750, c = (tf_real)2.0315;
    tf_real *A = room, *P = A + (ptrdiff_t)n * n;
    upper(true, n, rows, X, X, A), mirror(n, A);
    upper(false, n, n, A, A, P);
    for (ptrdiff_t i = 0; i < n; i++) {
        for (ptrdiff_t k = i * n + i; k < (i + 1) * n; k++) P[k] = c * P[k] + b * A[k];
        P[i * n + i] += a;
    }
    mirror(n, P);
    tf_gemm(false, false, rows, n, n, 1, X, n, P, n, 0, Y, n);
}

void tf_muon(int rows, int cols, tf_real *w, tf_real *m, const tf_real *g, const struct tf_muon_step *s) {
    enum { STEPS = 5 };
    const bool wide = rows < cols; // then its transpose is worked on
    const int n = wide ? rows : cols, tall = wide ? cols : rows;
    const size_t all = (size_t)rows * (size_t)cols;
    tf_real *memory = tf_alloc(sizeof *memory * (2 * all + 2 * (size_t)n * (size_t)n)), *X = memory, *Y = X + all, *room = Y + all;
    for (size_t i = 0; i < all; i++) {
        const tf_real d = (tf_real)s->grad_scale * g[i];
        m[i] = (tf_real)s->momentum * m[i] + d;
        X[i] = (tf_real)s->momentum * m[i] + d;
    }
    const double norm = sqrt(tf_sum_squares(all, X));
    for (size_t i = 0; i < all; i++) X[i] = (tf_real)(X[i] / (norm + 1e-7));
    if (wide) tf_feature_kernels()->transpose(rows, cols, X, cols, Y, rows), swap(&X, &Y);
    for (int k = 0; k < STEPS; k++) newton_schulz(tall, n, X, Y, room), swap(&X, &Y);
    if (wide) tf_feature_kernels()->transpose(cols, rows, X, rows, Y, cols), swap(&X, &Y);
    const double lr = s->lr * 0.2 * sqrt(tall);
    for (size_t i = 0; i < all; i++) w[i] = (tf_real)(w[i] - s->decay * w[i] - lr * X[i]);
    tf_free(memory);
}
