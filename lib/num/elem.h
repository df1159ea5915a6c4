/* Internal to lib/num: element-wise kernels, built from elem_isa.c per instruction set, chosen at run
 * time. */
#ifndef TF_NUM_ELEM_H
#define TF_NUM_ELEM_H
#include "num/num.h"

/* Which elements dropout keeps: (row i, column j) when tf_pair_hash(hash[i], 0, j) >= below; they are
 * multiplied by scale. below 0: no dropout. */
struct tf_mask {
    const uint32_t *hash;
    uint32_t below;
    tf_real scale;
};
/* The mask of dropout at a site, of packed rows. */
struct tf_mask tf_mask_new(struct tf_tape *t, int rows, double p, const struct tf_pack *pk, uint32_t site);

/* Matrices are (n,C), without gaps unless a row length is given; `row`: their first row's number in the
 * mask. */
struct tf_elem {
    void (*add)(size_t n, tf_real *y, const tf_real *x);             /* y += x */
    void (*axpy)(size_t n, tf_real *y, tf_real a, const tf_real *x); /* y += a x */
    void (*gelu)(size_t n, tf_real *y, const tf_real *x);            /* y = x Phi(x) */
    void (*gelu_back)(size_t n, tf_real *dx, const tf_real *x, const tf_real *dy);
    /* y = r + drop(x); r NULL: 0; may be y */
    void (*drop)(int n, int C, tf_real *y, const tf_real *r, const tf_real *x, const struct tf_mask *m,
                 int row);
    /* y (C) = drop(x[0] + ... + x[n - 1]), n <= 4; m->hash NULL: without dropout */
    void (*sum_drop)(int n, int C, tf_real *y, const tf_real *const *x, const struct tf_mask *m, int row);
    /* y = drop(gelu(x)) or drop(relu(x)) */
    void (*act)(int n, int C, tf_real *y, const tf_real *x, bool relu, const struct tf_mask *m, int row);
    /* The same y again, and dx += what dy means for x. */
    void (*act_back)(int n, int C, tf_real *y, tf_real *dx, const tf_real *x, const tf_real *dy, bool relu,
                     const struct tf_mask *m, int row);
    void (*fill_rows)(int n, int C, tf_real *y, const tf_real *x); /* each row of y = x (C) */
    void (*add_rows)(int n, int C, tf_real *y, int ldy, const tf_real *x, int ldx); /* y += x */
    void (*sum_rows)(int n, int C, tf_real *y, const tf_real *x, int ldx); /* y (C) += sum of the rows */
    /* Layer norm, and without `centre` RMS norm. stat (n,2): mean (or 0) and 1 / deviation of each row; beta
     * NULL: 0. dx, dgamma, dbeta accumulate; NULL: not wanted. */
    void (*norm)(int n, int C, bool centre, tf_real *y, const tf_real *x, int ldx, const tf_real *gamma,
                 const tf_real *beta, double eps, tf_real *stat);
    void (*norm_back)(int n, int C, bool centre, tf_real *dx, int lddx, tf_real *dgamma, tf_real *dbeta,
                      const tf_real *x, int ldx, const tf_real *dy, const tf_real *gamma,
                      const tf_real *stat);
    /* y (n,C) = a gate of the first C columns of x (n,2C) times the others; dx accumulates */
    void (*glu)(int n, int C, enum tf_gate_kind kind, tf_real *y, const tf_real *x);
    void (*glu_back)(int n, int C, enum tf_gate_kind kind, tf_real *dx, const tf_real *x, const tf_real *dy);
    /* LSTM cells of n rows: gates (n,4h), in columns i, f, g, o, get `forget` added to f and become their
     * logistic functions (g: tanh); c = f prev + i g, y = o tanh(c), all (n,h). */
    void (*lstm)(int n, int h, tf_real forget, tf_real *gates, const tf_real *prev, tf_real *c, tf_real *y);
    /* gates <- what dy and dc mean for them before the functions; dc <- what they mean for prev. */
    void (*lstm_back)(int n, int h, tf_real *gates, const tf_real *prev, const tf_real *c, const tf_real *dy,
                      tf_real *dc);
    void (*adam)(size_t n, tf_real *w, tf_real *m, tf_real *v, const tf_real *g,
                 const struct tf_adam_step *s);
    void (*add_squares)(size_t n, double *sums, const tf_real *x); /* sums (TF_SQUARES) */
    /* *top = max x, p = e^(x - *top); their sum, NaN when an x is not finite */
    double (*exp_row)(size_t n, tf_real *p, const tf_real *x, tf_real *top);
    /* y (n,ldy): to nearest, ties to even; 0 behind column C */
    void (*to_bf16)(int n, int C, uint16_t *y, int ldy, const tf_real *x, int ldx);
};
const struct tf_elem *tf_elem(void);
#endif
