/* The tape: matrices in an arena, ops recorded with their backward passes, played back in reverse. */
#include <string.h>

#include "num/num.h"

struct tf_op {
    void (*backward)(struct tf_tape *, void *aux);
    void *aux;
};

void tf_tape_init(struct tf_tape *t) {
    memset(t, 0, sizeof *t);
    tf_arena_init(&t->arena);
}

void tf_tape_reset(struct tf_tape *t) {
    tf_arena_reset(&t->arena);
    t->n_ops = t->n_mats = 0;
    memset(t->flops, 0, sizeof t->flops);
    t->pairs = t->pairs_full = t->aux_loss = 0;
}

void tf_tape_release(struct tf_tape *t) {
    tf_arena_release(&t->arena);
    tf_free(t->ops);
    tf_free(t->mats);
    memset(t, 0, sizeof *t);
}

/* A new header; remembered when the tape records, so that backward can give it a gradient. */
static struct tf_mat *new_header(struct tf_tape *t, int rows, int cols, int ld) {
    struct tf_mat *m = tf_arena_alloc(&t->arena, sizeof *m);
    *m = (struct tf_mat){.rows = rows, .cols = cols, .ld = ld};
    if (t->grad) {
        if (t->n_mats == t->cap_mats) {
            t->cap_mats = t->cap_mats ? 2 * t->cap_mats : 256;
            t->mats = tf_realloc(t->mats, sizeof *t->mats * (size_t)t->cap_mats);
        }
        t->mats[t->n_mats++] = m;
    }
    return m;
}

struct tf_mat *tf_const(struct tf_tape *t, int rows, int cols) {
    TF_BUG_IF(rows < 0 || cols < 0, "matrix of %d x %d", rows, cols);
    struct tf_mat *m = new_header(t, rows, cols, cols);
    m->v = tf_arena_alloc(&t->arena, sizeof(tf_real) * (size_t)rows * (size_t)cols);
    return m;
}

struct tf_mat *tf_new(struct tf_tape *t, int rows, int cols) {
    struct tf_mat *m = tf_const(t, rows, cols);
    m->grad = t->grad;
    return m;
}

struct tf_mat *tf_view(struct tf_tape *t, struct tf_mat *m, int r0, int rows, int c0, int cols) {
    TF_BUG_IF(r0 < 0 || c0 < 0 || r0 + rows > m->rows || c0 + cols > m->cols, "view [%d+%d, %d+%d] of %d x %d", r0, rows, c0, cols, m->rows,
              m->cols);
    struct tf_mat *w = new_header(t, rows, cols, m->ld);
    size_t off = (size_t)r0 * (size_t)m->ld + (size_t)c0;
    w->v = m->v + off;
    w->base = m->base ? m->base : m;
    w->off = m->base ? m->off + off : off;
    w->grad = m->grad;
    if (m->g) w->g = m->g + off; // a parameter's gradient exists from the start
    return w;
}

struct tf_mat *tf_extern(struct tf_tape *t, tf_real *v, tf_real *g, int rows, int cols) {
    struct tf_mat *m = new_header(t, rows, cols, cols);
    m->v = v;
    m->g = t->grad ? g : NULL;
    m->grad = m->g != NULL;
    return m;
}

void tf_record(struct tf_tape *t, void (*backward)(struct tf_tape *, void *aux), void *aux) {
    if (!t->grad) return;
    if (t->n_ops == t->cap_ops) {
        t->cap_ops = t->cap_ops ? 2 * t->cap_ops : 256;
        t->ops = tf_realloc(t->ops, sizeof *t->ops * (size_t)t->cap_ops);
    }
    t->ops[t->n_ops++] = (struct tf_op){backward, aux};
}

void tf_tape_backward(struct tf_tape *t, struct tf_mat *loss, double scale) {
    TF_BUG_IF(!t->grad, "backward on a tape that did not record");
    TF_BUG_IF(loss->rows != 1 || loss->cols != 1, "loss is %d x %d", loss->rows, loss->cols);
    for (int i = 0; i < t->n_mats; i++) { // a base stands before its views
        struct tf_mat *m = t->mats[i];
        if (!m->grad || m->g) continue;
        if (m->base) m->g = m->base->g + m->off;
        else m->g = tf_arena_calloc(&t->arena, sizeof(tf_real) * (size_t)m->rows * (size_t)m->ld);
    }
    if (!loss->grad) return; // nothing learned stands behind it
    loss->g[0] = (tf_real)scale;
    for (int i = t->n_ops - 1; i >= 0; i--) t->ops[i].backward(t, t->ops[i].aux);
}
