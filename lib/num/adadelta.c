/* Adadelta's update of a tensor. */
#include <math.h>

#include "num/num.h"

void tf_adadelta(size_t n, tf_real *w, tf_real *g2, tf_real *dx2, const tf_real *g, const struct tf_adadelta_step *s) {
    for (size_t i = 0; i < n; i++) {
        const double d = (double)g[i] * s->grad_scale + s->l2 * (double)w[i];
        g2[i] = (tf_real)(s->rho * (double)g2[i] + (1 - s->rho) * d * d);
        const double dx = sqrt((double)dx2[i] + s->eps) / sqrt((double)g2[i] + s->eps) * d;
        dx2[i] = (tf_real)(s->rho * (double)dx2[i] + (1 - s->rho) * dx * dx);
        w[i] -= (tf_real)(s->lr * dx);
    }
}
