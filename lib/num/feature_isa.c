/* Kernels of the feature maps (see feature_kernel.h), written so that the compiler vectorises them; built once per instruction set with
 * -DTF_ISA=name. */
#include <math.h>

#include "num/exp2.h"
#include "num/feature_kernel.h"

#define PASTE2(a, b) a##b
#define PASTE(a, b) PASTE2(a, b)
#define INLINE static inline __attribute__((always_inline))
enum { LANES = 16 };

/* 2^x for x <= 0, cut at the smallest normal number, so that a sum of features is never 0; relative error below 2e-7 in float.
 * NaN stays NaN. */
INLINE tf_real pow2(tf_real x) {
#ifdef TF_DOUBLE
    return exp2(x < -1000 ? -1000 : x);
#else
    return tf_exp2(x < -126.0f ? -126.0f : x);
#endif
}

INLINE tf_real max2(tf_real a, tf_real b) { return a > b ? a : b; }

INLINE tf_real lane_sum(tf_real s[LANES]) {
    for (int l = 0; l < 8; l++) s[l] += s[l + 8];
    for (int l = 0; l < 4; l++) s[l] += s[l + 4];
    return (s[0] + s[1]) + (s[2] + s[3]);
}

static void half_norm(int n, int D, const tf_real *x, int ldx, tf_real a, tf_real *restrict half) {
    for (int i = 0; i < n; i++, x += ldx) {
        tf_real s[LANES] = {0};
        int j = 0;
        for (; j + LANES <= D; j += LANES)
            for (int l = 0; l < LANES; l++) s[l] += x[j + l] * x[j + l];
        for (int l = 0; j < D; j++, l++) s[l] += x[j] * x[j];
        half[i] = a * lane_sum(s);
    }
}

static void key_max(int n, int m, tf_real *restrict A, int ld, const tf_real *restrict half, tf_real *restrict C) {
    for (int i = 0; i < n; i++, A += ld)
        for (int f = 0; f < m; f++) {
            A[f] -= half[i];
            C[f] = max2(A[f], C[f]);
        }
}

static void key_exp(int n, int m, tf_real *restrict A, int ld, const tf_real *restrict C) {
    for (int i = 0; i < n; i++, A += ld)
        for (int f = 0; f < m; f++) A[f] = pow2(A[f] - C[f]);
}

/* Maximum of a row, through the bits, which order as integers once negative numbers are turned: compilers vectorise that reduction without
 * leave to reorder floating point. A NaN wins when its sign is plus. */
#ifdef TF_DOUBLE
#define BITS int64_t
#define BITS_MAX INT64_MAX
#else
#define BITS int32_t
#define BITS_MAX INT32_MAX
#endif
INLINE BITS turned(BITS i) { return i ^ (i < 0 ? BITS_MAX : 0); }
INLINE tf_real row_max(int m, const tf_real *A) {
    union {
        tf_real f;
        BITS i;
    } x = {.f = A[0]};
    BITS best = turned(x.i);
    for (int f = 0; f < m; f++) {
        x.f = A[f];
        BITS k = turned(x.i);
        best = k > best ? k : best;
    }
    x.i = turned(best);
    return x.f;
}

static void query_exp(int n, int m, tf_real *restrict A, int ld, const tf_real *restrict C) {
    for (int i = 0; i < n; i++, A += ld) {
        for (int f = 0; f < m; f++) A[f] += C[f];
        const tf_real top = row_max(m, A);
        for (int f = 0; f < m; f++) A[f] = pow2(A[f] - top);
    }
}

static void relu(int n, int m, tf_real *restrict A, int ld, tf_real eps) {
    for (int i = 0; i < n; i++, A += ld)
        for (int f = 0; f < m; f++) A[f] = (A[f] < 0 ? 0 : A[f]) + eps;
}

static void elu(int n, int m, tf_real *restrict A, int ld) {
    for (int i = 0; i < n; i++, A += ld)
        for (int f = 0; f < m; f++) A[f] = pow2((A[f] > 0 ? 0 : A[f]) * (tf_real)1.44269504088896340736) + (A[f] < 0 ? 0 : A[f]);
}

static void exp_back(int n, int m, tf_real *restrict dA, const tf_real *restrict phi, int ld, tf_real *restrict sum) {
    for (int i = 0; i < n; i++, dA += ld, phi += ld) {
        tf_real s[LANES] = {0};
        int f = 0;
        for (; f + LANES <= m; f += LANES)
            for (int l = 0; l < LANES; l++) {
                dA[f + l] *= phi[f + l];
                s[l] += dA[f + l];
            }
        for (int l = 0; f < m; f++, l++) dA[f] *= phi[f], s[l] += dA[f];
        sum[i] = lane_sum(s);
    }
}

static void relu_back(int n, int m, tf_real *restrict dA, const tf_real *restrict phi, int ld, tf_real eps) {
    for (int i = 0; i < n; i++, dA += ld, phi += ld)
        for (int f = 0; f < m; f++) dA[f] = phi[f] > eps ? dA[f] : 0;
}

static void elu_back(int n, int m, tf_real *restrict dA, const tf_real *restrict phi, int ld) {
    for (int i = 0; i < n; i++, dA += ld, phi += ld)
        for (int f = 0; f < m; f++) dA[f] *= phi[f] < 1 ? phi[f] : 1;
}

static void decay(int m, const tf_real *restrict from, const tf_real *restrict to, tf_real *restrict fac) {
    for (int f = 0; f < m; f++) fac[f] = pow2(from[f] - to[f]);
}

static void scale_cols(int n, int m, tf_real *restrict A, int ld, const tf_real *restrict fac) {
    for (int i = 0; i < n; i++, A += ld)
        for (int f = 0; f < m; f++) A[f] *= fac[f];
}

static void dot_rows(int n, int m, const tf_real *restrict A, int ld, const tf_real *restrict z, tf_real *restrict out) {
    for (int i = 0; i < n; i++, A += ld) {
        tf_real s[LANES] = {0};
        int f = 0;
        for (; f + LANES <= m; f += LANES)
            for (int l = 0; l < LANES; l++) s[l] += A[f + l] * z[f + l];
        for (int l = 0; f < m; f++, l++) s[l] += A[f] * z[f];
        out[i] = lane_sum(s);
    }
}

static void divide(int n, int D, tf_real *restrict o, int ldo, const tf_real *restrict x, int ldx, const tf_real *restrict den) {
    for (int i = 0; i < n; i++, o += ldo, x += ldx) {
        const tf_real inv = 1 / den[i];
        for (int d = 0; d < D; d++) o[d] = x[d] * inv;
    }
}

static void divide_back(int n, int D, tf_real *restrict x, int ldx, const tf_real *restrict g, int ldg, const tf_real *restrict o, int ldo,
                        const tf_real *restrict den) {
    for (int i = 0; i < n; i++, x += ldx, g += ldg, o += ldo) {
        const tf_real inv = 1 / den[i];
        tf_real dot = 0;
        int d = 0;
        for (; d + LANES <= D; d += LANES) {
            tf_real s[LANES];
            for (int l = 0; l < LANES; l++) s[l] = g[d + l] * o[d + l], x[d + l] = g[d + l] * inv;
            dot += lane_sum(s);
        }
        for (; d < D; d++) x[d] = g[d] * inv, dot += g[d] * o[d];
        x[D] = -dot * inv;
    }
}

static void add_scaled(int n, int D, tf_real *restrict g, int ldg, const tf_real *restrict dx, int lddx, const tf_real *restrict y, int ldy,
                       tf_real a, const tf_real *restrict sum) {
    for (int i = 0; i < n; i++, g += ldg, dx += lddx, y += ldy) {
        const tf_real b = a == 0 ? 0 : a * sum[i];
        for (int d = 0; d < D; d++) g[d] += dx[d] - b * y[d];
    }
}

static void turn(int n, tf_real *restrict y, const tf_real *restrict at, tf_real sign) {
    for (int j = 0; j < n / 2; j++) {
        const tf_real a = y[2 * j], b = y[2 * j + 1], cosine = at[2 * j], sine = sign * at[2 * j + 1];
        y[2 * j] = a * cosine - b * sine, y[2 * j + 1] = b * cosine + a * sine;
    }
}

static void transpose(int rows, int cols, const tf_real *restrict A, int lda, tf_real *restrict B, int ldb) {
    enum { TILE = 8 };
    int r = 0;
    for (; r + TILE <= rows; r += TILE)
        for (int c = 0; c < cols; c++)
            for (int k = 0; k < TILE; k++) B[(ptrdiff_t)c * ldb + r + k] = A[(ptrdiff_t)(r + k) * lda + c];
    for (; r < rows; r++)
        for (int c = 0; c < cols; c++) B[(ptrdiff_t)c * ldb + r] = A[(ptrdiff_t)r * lda + c];
}

extern const struct tf_feature_kernels PASTE(tf_feature_kernels_, TF_ISA);
const struct tf_feature_kernels PASTE(tf_feature_kernels_, TF_ISA) = {.half_norm = half_norm,
                                                                      .key_max = key_max,
                                                                      .key_exp = key_exp,
                                                                      .query_exp = query_exp,
                                                                      .relu = relu,
                                                                      .elu = elu,
                                                                      .exp_back = exp_back,
                                                                      .relu_back = relu_back,
                                                                      .elu_back = elu_back,
                                                                      .decay = decay,
                                                                      .scale_cols = scale_cols,
                                                                      .dot_rows = dot_rows,
                                                                      .divide = divide,
                                                                      .divide_back = divide_back,
                                                                      .add_scaled = add_scaled,
                                                                      .turn = turn,
                                                                      .transpose = transpose};
