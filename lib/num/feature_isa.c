/* Kernels of the feature maps (see feature_kernel.h), written so that the compiler vectorises them; built once per instruction set with
 * -DTF_ISA=name. */
#include <math.h>

#include "num/feature_kernel.h"

#define PASTE2(a, b) a##b
#define PASTE(a, b) PASTE2(a, b)
#define INLINE static inline __attribute__((always_inline))
enum { LANES = 16 };

/* 2^x for x <= 0, cut at the smallest normal number, so that a sum of features is never 0; relative error below 2e-7 in float. NaN stays NaN. */
INLINE tf_real pow2(tf_real x) {
#ifdef TF_DOUBLE
    return exp2(x < -1000 ? -1000 : x);
#else
    x = x < -126.0f ? -126.0f : x;
    union {
        float f;
        int32_t i;
    } t = {.f = x + 12582912.0f}, y; // 1.5 * 2^23: the integer nearest to x lands in the low bits
    float f = x - (t.f - 12582912.0f);
    float p = f * 0x1.5c08e6p-10f + 0x1.3d0c52p-7f; // minimax on [-0.5, 0.5], 7.5e-8
    p = p * f + 0x1.c6b6e4p-5f;
    p = p * f + 0x1.ebf918p-3f;
    p = p * f + 0x1.62e428p-1f;
    p = p * f + 0x1.000002p+0f;
    y.f = p;
    y.i += (int32_t)((uint32_t)t.i << 23);
    return y.f;
#endif
}

INLINE tf_real max2(tf_real a, tf_real b) { return a > b ? a : b; }

INLINE tf_real lane_sum(tf_real s[LANES]) {
    for (int k = LANES / 2; k; k /= 2)
        for (int l = 0; l < k; l++) s[l] += s[l + k];
    return s[0];
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

static void key_max(int n, int m, tf_real *restrict A, const tf_real *restrict half, tf_real *restrict C) {
    for (int i = 0; i < n; i++, A += m)
        for (int f = 0; f < m; f++) {
            A[f] -= half[i];
            C[f] = max2(A[f], C[f]);
        }
}

static void key_exp(int n, int m, tf_real *restrict A, const tf_real *restrict C) {
    for (int i = 0; i < n; i++, A += m)
        for (int f = 0; f < m; f++) A[f] = pow2(A[f] - C[f]);
}

static void query_exp(int n, int m, tf_real *restrict A, const tf_real *restrict C) {
    for (int i = 0; i < n; i++, A += m) {
        tf_real top[LANES];
        int f = 0;
        for (int l = 0; l < LANES; l++) top[l] = A[0] + C[0];
        for (; f + LANES <= m; f += LANES)
            for (int l = 0; l < LANES; l++) {
                A[f + l] += C[f + l];
                top[l] = max2(A[f + l], top[l]);
            }
        for (int l = 0; f < m; f++, l++) A[f] += C[f], top[l] = max2(A[f], top[l]);
        for (int k = LANES / 2; k; k /= 2)
            for (int l = 0; l < k; l++) top[l] = max2(top[l + k], top[l]);
        const tf_real row = top[0];
        for (f = 0; f < m; f++) A[f] = pow2(A[f] - row);
    }
}

static void relu(size_t n, tf_real *restrict A, tf_real eps) {
    for (size_t i = 0; i < n; i++) A[i] = (A[i] < 0 ? 0 : A[i]) + eps;
}

static void elu(size_t n, tf_real *restrict A) {
    for (size_t i = 0; i < n; i++) A[i] = pow2((A[i] > 0 ? 0 : A[i]) * (tf_real)1.44269504088896340736) + (A[i] < 0 ? 0 : A[i]);
}

static void exp_back(int n, int m, tf_real *restrict dA, const tf_real *restrict phi, tf_real *restrict sum) {
    for (int i = 0; i < n; i++, dA += m, phi += m) {
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

static void relu_back(size_t n, tf_real *restrict dA, const tf_real *restrict phi, tf_real eps) {
    for (size_t i = 0; i < n; i++) dA[i] = phi[i] > eps ? dA[i] : 0;
}

static void elu_back(size_t n, tf_real *restrict dA, const tf_real *restrict phi) {
    for (size_t i = 0; i < n; i++) dA[i] *= phi[i] < 1 ? phi[i] : 1;
}

static void rescale(int m, int w, tf_real *restrict S, int ld, const tf_real *restrict from, const tf_real *restrict to) {
    for (int f = 0; f < m; f++, S += ld) {
        const tf_real a = pow2(from[f] - to[f]);
        for (int j = 0; j < w; j++) S[j] *= a;
    }
}

extern const struct tf_feature_kernels PASTE(tf_feature_kernels_, TF_ISA);
const struct tf_feature_kernels PASTE(tf_feature_kernels_, TF_ISA) = {half_norm, key_max,  key_exp,   query_exp, relu,
                                                                      elu,       exp_back, relu_back, elu_back,  rescale};
