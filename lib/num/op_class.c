/* Soft class summaries (agglomerative attention): a softmax over rows and a pool over classes. */
#include <string.h>

#include "num/elem.h"

#include <math.h>

static tf_real *at(const struct tf_mat *m, int i) { return m->v + (size_t)i * (size_t)m->ld; }
static tf_real *grad_at(const struct tf_mat *m, int i) { return m->g + (size_t)i * (size_t)m->ld; }

/* ---- softmax of each row ---- */
struct softmax { struct tf_mat *x, *y; };

static void softmax_back(struct tf_tape *t, void *aux) {
    (void)t;
    struct softmax *s = aux;
    for (int i = 0; s->x->grad && i < s->y->rows; i++) {
        const tf_real *y = at(s->y, i), *g = grad_at(s->y, i);
        tf_real dot = 0;
        for (int j = 0; j < s->y->cols; j++) dot += y[j] * g[j];
        for (int j = 0; j < s->y->cols; j++) grad_at(s->x, i)[j] += y[j] * (g[j] - dot);
    }
}

struct tf_mat *tf_softmax(struct tf_tape *t, struct tf_mat *x) {
    struct tf_mat *y = tf_new(t, x->rows, x->cols);
    for (int i = 0; i < y->rows; i++) {
        const tf_real *a = at(x, i);
        tf_real *p = at(y, i), top = a[0], sum = 0;
        for (int j = 1; j < y->cols; j++) top = a[j] > top ? a[j] : top;
        for (int j = 0; j < y->cols; j++) sum += p[j] = (tf_real)exp((double)(a[j] - top));
        for (int j = 0; j < y->cols; j++) p[j] /= sum;
    }
    t->flops[TF_FLOP_ROUTE] += 5.0 * y->rows * y->cols;
    struct softmax *s = tf_arena_alloc(&t->arena, sizeof *s);
    *s = (struct softmax){x, y};
    tf_record(t, softmax_back, s);
    return y;
}

/* ---- class pool ----
 * N[c] = sum r p, Z[c] = sum r, a = N / Z, o = q a. Causal: running sums; the backward pass takes them off again from the last row on, in
 * double, so that nothing (T,C) is stored. */
struct pool { struct tf_mat *q, *r, *p, *o; bool causal; double *N, *Z; /* (C), (m): the sums over all rows */ };

static void add_row(const struct pool *s, int i, double sign) {
    const int e = s->p->cols / s->r->cols;
    const tf_real *r = at(s->r, i), *p = at(s->p, i);
    for (int c = 0; c < s->r->cols; c++) {
        s->Z[c] += sign * (double)r[c];
        for (int d = 0; d < e; d++) s->N[c * e + d] += sign * (double)r[c] * (double)p[c * e + d];
    }
}
