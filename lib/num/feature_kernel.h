/* Internal to lib/num: kernels of the feature maps, built once per instruction set from feature_isa.c.
 * A (n,m) is a block of rows times features, contiguous. Exponents are in units of log 2. */
#ifndef TF_NUM_FEATURE_KERNEL_H
#define TF_NUM_FEATURE_KERNEL_H
#include "num/num.h"

struct tf_feature_kernels {
    void (*half_norm)(int n, int D, const tf_real *x, int ldx, tf_real a, tf_real *half);        /* half[i] = a |x_i|^2 */
    void (*key_max)(int n, int m, tf_real *A, const tf_real *half, tf_real *C);                  /* A -= half[i]; C[f] = max(C[f], A[., f]) */
    void (*key_exp)(int n, int m, tf_real *A, const tf_real *C);                                 /* A = 2^(A - C[f]) */
    void (*query_exp)(int n, int m, tf_real *A, const tf_real *C);                               /* A = 2^(A + C[f] - the row's maximum) */
    void (*relu)(size_t n, tf_real *A, tf_real eps);                                             /* A = max(A, 0) + eps */
    void (*elu)(size_t n, tf_real *A);                                                           /* A = elu(A) + 1 */
    /* dA <- dA times the map's derivative, read off its value phi. */
    void (*exp_back)(int n, int m, tf_real *dA, const tf_real *phi, tf_real *sum);               /* sum[i] = sum of row i of the new dA */
    void (*relu_back)(size_t n, tf_real *dA, const tf_real *phi, tf_real eps);
    void (*elu_back)(size_t n, tf_real *dA, const tf_real *phi);
    void (*rescale)(int m, int w, tf_real *S, int ld, const tf_real *from, const tf_real *to);   /* row f of S times 2^(from[f] - to[f]) */
};
#endif
