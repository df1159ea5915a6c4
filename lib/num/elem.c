/* Vectors of parameters. */
#include "num/elem.h"

void tf_adam(size_t n, tf_real *w, tf_real *m, tf_real *v, const tf_real *g, const struct tf_adam_step *s) {
    tf_elem()->adam(n, w, m, v, g, s);
}

void tf_accumulate(size_t n, tf_real *y, const tf_real *x) { tf_elem()->add(n, y, x); }

double tf_sum_squares(size_t n, const tf_real *x) { return tf_elem()->sum_squares(n, x); }
