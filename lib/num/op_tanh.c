/* tanh, of a pooler: a few rows. */
#include <math.h>

#include "num/op.h"

struct elem {
    struct tf_mat *x, *y;
};

static size_t at(const struct tf_mat *m, int i, int j) { return (size_t)i * (size_t)m->ld + (size_t)j; }

static void tanh_back(struct tf_tape *t, void *aux) {
    (void)t;
    struct elem *e = aux;
    for (int i = 0; e->x->grad && i < e->y->rows; i++)
        for (int j = 0; j < e->y->cols; j++) {
            tf_real y = e->y->v[at(e->y, i, j)];
            e->x->g[at(e->x, i, j)] += e->y->g[at(e->y, i, j)] * (1 - y * y);
        }
}

struct tf_mat *tf_tanh(struct tf_tape *t, struct tf_mat *x) {
    struct tf_mat *y = tf_new(t, x->rows, x->cols);
    for (int i = 0; i < y->rows; i++)
        for (int j = 0; j < y->cols; j++) y->v[at(y, i, j)] = (tf_real)tanh((double)x->v[at(x, i, j)]);
    t->flops[TF_FLOP_OTHER] += (double)y->rows * y->cols;
    struct elem *e = TF_AUX(t, struct elem, x, y);
    tf_record(t, tanh_back, e);
    return y;
}
