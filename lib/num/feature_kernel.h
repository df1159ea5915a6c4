/* Internal to lib/num: kernels of the feature maps, built once per instruction set from feature_isa.c.
 * A (n,m) is a block of rows times features with row length ld. Exponents are in units of log 2. */
#ifndef TF_NUM_FEATURE_KERNEL_H
#define TF_NUM_FEATURE_KERNEL_H
#include "num/num.h"

struct tf_feature_kernels {
    void (*half_norm)(int n, int D, const tf_real *x, int ldx, tf_real a, tf_real *half); /* a |x_i|^2 */
    /* A -= half[i]; C[f] = max(C[f], A[., f]) */
    void (*key_max)(int n, int m, tf_real *A, int ld, const tf_real *half, tf_real *C);
    void (*key_exp)(int n, int m, tf_real *A, int ld, const tf_real *C); /* A = 2^(A - C[f]) */
    /* A = 2^(A + C[f] - the row's maximum) */
    void (*query_exp)(int n, int m, tf_real *A, int ld, const tf_real *C);
    void (*relu)(int n, int m, tf_real *A, int ld, tf_real eps); /* A = max(A, 0) + eps */
    void (*elu)(int n, int m, tf_real *A, int ld); /* A = elu(A) + 1 */
    /* dA <- dA times the map's derivative, read off its value phi; sum[i] = sum of row i of the new dA. */
    void (*exp_back)(int n, int m, tf_real *dA, const tf_real *phi, int ld, tf_real *sum);
    void (*relu_back)(int n, int m, tf_real *dA, const tf_real *phi, int ld, tf_real eps);
    void (*elu_back)(int n, int m, tf_real *dA, const tf_real *phi, int ld);
    void (*decay)(int m, const tf_real *from, const tf_real *to, tf_real *fac); /* fac = 2^(from - to) */
    void (*scale_cols)(int n, int m, tf_real *A, int ld, const tf_real *fac); /* column f times fac[f] */
    void (*dot_rows)(int n, int m, const tf_real *A, int ld, const tf_real *z, tf_real *out); /* <A_i, z> */
    /* o_i = x_i / den[i] */
    void (*divide)(int n, int D, tf_real *o, int ldo, const tf_real *x, int ldx, const tf_real *den);
    /* Its backward pass: x_i (D+1) = [g_i, -<g_i, o_i>] / den[i], the gradients of the sum and of den. */
    void (*divide_back)(int n, int D, tf_real *x, int ldx, const tf_real *g, int ldg, const tf_real *o,
                        int ldo, const tf_real *den);
    /* g_i += dx_i - a sum[i] y_i; a 0: sum is not read. */
    void (*add_scaled)(int n, int D, tf_real *g, int ldg, const tf_real *dx, int lddx, const tf_real *y,
                       int ldy, tf_real a, const tf_real *sum);
    /* Pairs (y_2j, y_2j+1) of n numbers turned by angles of cos at_2j and sin sign at_2j+1. */
    void (*turn)(int n, tf_real *y, const tf_real *at, tf_real sign);
    void (*transpose)(int rows, int cols, const tf_real *A, int lda, tf_real *B, int ldb); /* B = A^T */
};
const struct tf_feature_kernels *tf_feature_kernels(void);
#endif
