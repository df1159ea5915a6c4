/* Muon's direction (Jordan 2024): the momentum matrix, with its singular values brought near 1 by a Newton-Schulz iteration. */
#include "num/num.h"

#include <math.h>

/* X becomes a X + (b A + c A^2) X with A = X X^T, of the smaller side n; X (rows,cols), room: rows cols + 2 n^2. */
static void newton_schulz(int rows, int cols, tf_real *X, tf_real *room) {
    const double a = 3.4445, b = -4.7750, c = 2.0315;
    const bool wide = rows <= cols;
    const int n = wide ? rows : cols, inner = wide ? cols : rows;
    const size_t square = (size_t)n * (size_t)n, all = (size_t)rows * (size_t)cols;
    tf_real *A = room, *B = A + square, *Y = B + square;
    tf_gemm(!wide, wide, n, n, inner, 1, X, cols, X, cols, 0, A, n); // (n,n)
    tf_gemm(false, false, n, n, n, (tf_real)c, A, n, A, n, 0, B, n);
    for (size_t i = 0; i < square; i++) B[i] += (tf_real)b * A[i];
    if (wide) tf_gemm(false, false, rows, cols, n, 1, B, n, X, cols, 0, Y, cols);
    else tf_gemm(false, false, rows, cols, n, 1, X, cols, B, n, 0, Y, cols);
    for (size_t i = 0; i < all; i++) X[i] = (tf_real)a * X[i] + Y[i];
}

void tf_muon(int rows, int cols, tf_real *w, tf_real *m, const tf_real *g, const struct tf_muon_step *s) {
    enum { STEPS = 5 };
    const size_t all = (size_t)rows * (size_t)cols, n = (size_t)(rows < cols ? rows : cols);
    tf_real *X = tf_alloc(sizeof *X * (2 * all + 2 * n * n));
    for (size_t i = 0; i < all; i++) {
        const tf_real d = (tf_real)s->grad_scale * g[i];
        m[i] = (tf_real)s->momentum * m[i] + d;
        X[i] = (tf_real)s->momentum * m[i] + d;
    }
    const double norm = sqrt(tf_sum_squares(all, X));
    for (size_t i = 0; i < all; i++) X[i] = (tf_real)(X[i] / (norm + 1e-7));
    for (int k = 0; k < STEPS; k++) newton_schulz(rows, cols, X, X + all);
    const double lr = s->lr * 0.2 * sqrt(rows > cols ? rows : cols);
    for (size_t i = 0; i < all; i++) w[i] = (tf_real)(w[i] - s->decay * w[i] - lr * X[i]);
    tf_free(X);
}
