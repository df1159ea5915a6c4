/* Internal to lib/num: kernels of the state spaces in op_s4d.c, built once per instruction set from
 * scan_isa.c. S = TF_SCAN channels are worked on side by side, with n complex states each, real before
 * imaginary parts: (n,2,S). Backward passes add to gradients; of complex x it is d/d Re x + i d/d Im x. */
#ifndef TF_NUM_SCAN_KERNEL_H
#define TF_NUM_SCAN_KERNEL_H
#include "num/num.h"

enum { TF_SCAN = 16, TF_SCAN_POWERS = 16 }; /* lanes; powers of a that `kernel` multiplies with */

struct tf_scan_kernels {
    /* step (S), decay, angle (n,S): with A = -exp(decay) + i angle, dt = exp(step): a = exp(dt A), gain = 2
     * (a - 1) / A, both (n,2,S) */
    void (*discrete)(int n, const tf_real *step, const tf_real *decay, const tf_real *angle, tf_real *a,
                     tf_real *gain);
    void (*discrete_back)(int n, const tf_real *step, const tf_real *decay, const tf_real *angle,
                          const tf_real *da, const tf_real *dgain, tf_real *dstep, tf_real *ddecay,
                          tf_real *dangle);
    void (*times)(int n, const tf_real *x, const tf_real *y, tf_real *xy); /* complex, (n,2,S) each */
    void (*times_back)(int n, const tf_real *x, const tf_real *y, const tf_real *dxy, tf_real *dx,
                       tf_real *dy);
    /* K_l = Re sum_k c_k a_k^l, l < L, L a multiple of TF_SCAN_POWERS: K (L,S). room: (TF_SCAN_POWERS + 1 +
     * L / TF_SCAN_POWERS,n,2,S); backwards twice that of n = 1. */
    void (*kernel)(int L, int n, const tf_real *a, const tf_real *c, tf_real *room, tf_real *K);
    void (*kernel_back)(int L, int n, const tf_real *a, const tf_real *c, tf_real *room, const tf_real *dK,
                        tf_real *da, tf_real *dc);
    /* y_i += sum_j K_{i-j} u_j, i < rows, j < cols, both multiples of 4, lo <= i - j <= hi. K points at lag
     * 0; up to 6 lags outside it is read, and is to be 0 or to meet zeros of u. */
    void (*convolve)(int rows, int cols, int lo, int hi, const tf_real *K, const tf_real *u, tf_real *y);
    /* x = a x + u_t, y_t += Re sum c x; u, y (T,S); x holds the state after the last t */
    void (*scan)(int T, int n, const tf_real *a, const tf_real *c, tf_real *x, const tf_real *u, tf_real *y);
    /* Back through the same: x the state before, g what the steps after mean for the state, in and out. room:
     * (T + 1,2,S) */
    void (*scan_back)(int T, int n, const tf_real *a, const tf_real *c, const tf_real *x, const tf_real *u,
                      const tf_real *dy, tf_real *g, tf_real *du, tf_real *da, tf_real *dc, tf_real *room);
};
const struct tf_scan_kernels *tf_scan_kernels(void);
#endif
