/* Internal to lib/num: what ops share. */
#ifndef TF_NUM_OP_H
#define TF_NUM_OP_H
#include <string.h>

#include "num/num.h"

/* An object in the tape's arena, filled in: what a backward pass needs. */
#define TF_AUX(t, type, ...) \
    memcpy(tf_arena_alloc(&(t)->arena, sizeof(type)), &(type){__VA_ARGS__}, sizeof(type))

static inline tf_real *tf_row(const struct tf_mat *m, int i) { return m->v + (ptrdiff_t)i * m->ld; }
static inline tf_real *tf_grad(const struct tf_mat *m, int i) { return m->g + (ptrdiff_t)i * m->ld; }

static inline tf_real *tf_reals(struct tf_tape *t, int rows, int cols) { /* (rows,cols), not cleared */
    return tf_arena_alloc(&t->arena, sizeof(tf_real) * (size_t)rows * (size_t)cols);
}
#endif
