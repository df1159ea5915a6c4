/* Internal to lib/num: element-wise kernels, built once per instruction set from elem_isa.c and chosen at run time. */
#ifndef TF_NUM_ELEM_H
#define TF_NUM_ELEM_H
#include "num/num.h"

struct tf_elem {
    void (*add)(size_t n, tf_real *y, const tf_real *x);                       /* y += x */
    void (*axpy)(size_t n, tf_real *y, tf_real a, const tf_real *x);           /* y += a x */
    void (*gelu)(size_t n, tf_real *y, const tf_real *x);                      /* y = x Phi(x) */
    void (*gelu_back)(size_t n, tf_real *dx, const tf_real *x, const tf_real *dy);
    void (*drop)(size_t n, tf_real *y, const tf_real *x, uint32_t key, uint32_t row, uint32_t below, tf_real scale, bool accumulate);
    void (*norm)(int C, tf_real *y, const tf_real *x, const tf_real *gamma, const tf_real *beta, double eps, tf_real *mean, tf_real *rstd);
    void (*norm_back)(int C, tf_real *dx, tf_real *dgamma, tf_real *dbeta, const tf_real *x, const tf_real *dy, const tf_real *gamma,
                      tf_real mean, tf_real rstd);                             /* dx, dgamma, dbeta accumulate; NULL: not wanted */
    void (*adam)(size_t n, tf_real *w, tf_real *m, tf_real *v, const tf_real *g, const struct tf_adam_step *s);
    double (*sum_squares)(size_t n, const tf_real *x);
};
const struct tf_elem *tf_elem(void);
#endif
