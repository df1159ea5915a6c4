/* The tape: matrices in an arena, ops recorded with their backward passes, played back in reverse. */
#include <string.h>

#include "num/num.h"

struct tf_op {
    void (*backward)(struct tf_tape *, void *aux);
    void *aux;
};

struct tf_scope { /* ops and matrices made between begin and end */
    int op0, op1, mat0, mat1;
    const struct tf_mat *out;
};

void tf_tape_init(struct tf_tape *t) {
    memset(t, 0, sizeof *t);
    tf_arena_init(&t->arena);
}

void tf_tape_reset(struct tf_tape *t) {
    tf_arena_reset(&t->arena);
    t->n_ops = t->n_mats = t->n_scopes = 0;
    memset(t->flops, 0, sizeof t->flops);
    t->pairs = t->pairs_full = t->beside = t->beside_full = t->aux_loss = 0;
}

enum tf_phase tf_phase_switch(struct tf_clock *c, enum tf_phase phase) {
    double now = tf_now();
    enum tf_phase before = c->now;
    c->s[before] += now - c->since;
    c->since = now;
    c->now = phase;
    return before;
}

void tf_tape_release(struct tf_tape *t) {
    tf_tape_precision(t, TF_PRECISION_FP32);
    tf_arena_release(&t->arena);
    tf_free(t->ops);
    tf_free(t->mats);
    tf_free(t->scopes);
    memset(t, 0, sizeof *t);
}

/* A new header; remembered when the tape records, so that backward can give it a gradient. */
static struct tf_mat *new_header(struct tf_tape *t, int rows, int cols, int ld) {
    struct tf_mat *m = tf_arena_alloc(&t->arena, sizeof *m);
    *m = (struct tf_mat){.rows = rows, .cols = cols, .ld = ld};
    if (t->grad) {
        TF_GROW(t->mats, t->n_mats, t->cap_mats);
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
    TF_GROW(t->ops, t->n_ops, t->cap_ops);
    t->ops[t->n_ops++] = (struct tf_op){backward, aux};
}

void tf_scope_begin(struct tf_tape *t) {
    if (!t->grad) return;
    TF_GROW(t->scopes, t->n_scopes, t->cap_scopes);
    t->scopes[t->n_scopes++] = (struct tf_scope){t->n_ops, t->n_ops, t->n_mats, t->n_mats, NULL};
}

void tf_scope_end(struct tf_tape *t, const struct tf_mat *out) {
    if (!t->grad) return;
    struct tf_scope *s = &t->scopes[t->n_scopes - 1];
    s->op1 = t->n_ops, s->mat1 = t->n_mats, s->out = out->base ? out->base : out;
}

/* Gives matrices their gradients, cleared; a base comes before its views. */
static void make_gradients(struct tf_tape *t, int from, int to) {
    for (int i = from; i < to; i++) {
        struct tf_mat *m = t->mats[i];
        if (!m->grad || m->g) continue;
        if (m->base) m->g = m->base->g ? m->base->g + m->off : NULL; // a base from before `from` may have none
        else m->g = tf_arena_calloc(&t->arena, sizeof(tf_real) * (size_t)m->rows * (size_t)m->ld);
    }
}

void tf_tape_backward(struct tf_tape *t, struct tf_mat *loss, double scale) {
    TF_BUG_IF(!t->grad, "backward on a tape that did not record");
    TF_BUG_IF(loss->rows != 1 || loss->cols != 1, "loss is %d x %d", loss->rows, loss->cols);
    int done = 0; // what lives through the whole pass: all outside the scopes, and what leaves them
    for (int s = 0; s < t->n_scopes; done = t->scopes[s++].mat1) {
        make_gradients(t, done, t->scopes[s].mat0);
        for (int i = t->scopes[s].mat0; i < t->scopes[s].mat1; i++)
            if (t->mats[i] == t->scopes[s].out) make_gradients(t, i, i + 1);
    }
    make_gradients(t, done, t->n_mats);
    if (!loss->grad) return; // it depends on nothing learned
    loss->g[0] = (tf_real)scale;
    for (int i = t->n_ops, s = t->n_scopes - 1; i > 0;) {
        while (s >= 0 && t->scopes[s].op0 == i) s--; // without ops
        const struct tf_scope *in = s >= 0 && t->scopes[s].op1 == i ? &t->scopes[s] : NULL;
        struct tf_mark mark = tf_arena_mark(&t->arena);
        if (in) make_gradients(t, in->mat0, in->mat1);
        const int to = in ? in->op0 : s >= 0 ? t->scopes[s].op1 : 0;
        while (--i >= to) t->ops[i].backward(t, t->ops[i].aux);
        i = to;
        if (in) tf_arena_rewind(&t->arena, mark), s--;
    }
}

struct tf_tape_mark tf_tape_here(const struct tf_tape *t) { return (struct tf_tape_mark){t->n_ops, t->n_mats}; }

void tf_tape_backward_to(struct tf_tape *t, struct tf_tape_mark from) {
    make_gradients(t, from.mats, t->n_mats);
    while (t->n_ops > from.ops) {
        struct tf_op op = t->ops[--t->n_ops];
        op.backward(t, op.aux);
    }
    t->n_mats = from.mats;
}
