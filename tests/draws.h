/* For tests of ops: normal draws, and how far results are apart. */
#ifndef TF_TESTS_DRAWS_H
#define TF_TESTS_DRAWS_H
#include "fixture.h"
#include "num/num.h"

static const double TOLERANCE = sizeof(tf_real) == 8 ? 1e-12 : 2e-5;

static inline void fill(tf_real *x, size_t n, uint32_t stream) {
    struct tf_rng r = tf_rng_at(7, TF_RNG_TEST, 0, stream, 0);
    for (size_t i = 0; i < n; i++) x[i] = (tf_real)tf_rng_normal(&r);
}

static inline tf_real *normal(size_t n, uint32_t stream) {
    tf_real *x = tf_alloc(sizeof *x * n);
    fill(x, n, stream);
    return x;
}

/* the largest difference, in units of the largest value */
static inline double distance(const tf_real *a, const tf_real *b, size_t n) {
    double d = 0, top = 1;
    for (size_t i = 0; i < n; i++) {
        d = most_of(d, fabs((double)a[i] - (double)b[i]));
        top = fmax(top, fabs((double)b[i]));
    }
    return d / top;
}
#endif
