/* Chooses the element-wise kernels that fit tf_isa(). */
#include <stdatomic.h>
#include <string.h>

#include "num/elem.h"

extern const struct tf_elem tf_elem_portable;
#ifdef __x86_64__
extern const struct tf_elem tf_elem_avx2, tf_elem_avx512;
#endif

static const struct tf_elem *choose(void) {
#ifdef __x86_64__
    const char *isa = tf_isa();
    if (!strcmp(isa, "avx512")) return &tf_elem_avx512;
    if (!strcmp(isa, "avx2")) return &tf_elem_avx2;
#endif
    return &tf_elem_portable;
}

const struct tf_elem *tf_elem(void) {
    static _Atomic(const struct tf_elem *) chosen;
    const struct tf_elem *e = atomic_load_explicit(&chosen, memory_order_acquire);
    if (!e) atomic_store_explicit(&chosen, e = choose(), memory_order_release); // two threads may both choose: the same
    return e;
}

void tf_adam(size_t n, tf_real *w, tf_real *m, tf_real *v, const tf_real *g, const struct tf_adam_step *s) {
    tf_elem()->adam(n, w, m, v, g, s);
}

void tf_accumulate(size_t n, tf_real *y, const tf_real *x) { tf_elem()->add(n, y, x); }

double tf_sum_squares(size_t n, const tf_real *x) { return tf_elem()->sum_squares(n, x); }
