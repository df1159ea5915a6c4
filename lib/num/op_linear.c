/* linear: y = f(x) W^T + b, f the identity or dropout after an activation. See num.h.
 *
 * Rows run in blocks that stay in the cache through all steps; f(x) of a block is made where it is used and again in the backward pass. */
#include "num/bf16.h"
#include "num/elem.h"
#include "num/op.h"

/* Rows. Products in bf16 are faster than memory brings dW, so their blocks are larger. Below FEW rows they do not pay for the rounding of W. */
enum { BLOCK = 256, BLOCK16 = 512, FEW = 64 };

struct linear {
    struct tf_mat *x, *W, *b, *y;
    enum tf_precision forward;
    bool act, relu;
    struct tf_mask mask;
};

static bool bf16(const struct tf_tape *t, const struct linear *a) { return t->bf16 && a->x->rows >= FEW; }

static int block_rows(const struct linear *a, bool h) {
    int most = h ? BLOCK16 : BLOCK;
    return a->y->rows < most ? a->y->rows : most;
}

static tf_real *scratch(struct tf_tape *t, const struct linear *a, int rows) {
    return a->act ? tf_arena_alloc(&t->arena, sizeof(tf_real) * (size_t)rows * (size_t)a->x->cols) : NULL;
}

static void linear_back(struct tf_tape *t, void *aux) {
    const struct linear *a = aux;
    const struct tf_mat *x = a->x, *W = a->W, *y = a->y;
    const int out = y->cols, in = x->cols;
    const bool h = bf16(t, a);
    struct tf_mark mark = tf_arena_mark(&t->arena);
    const int rows = block_rows(a, h);
    tf_real *f = scratch(t, a, rows), *df = scratch(t, a, rows);
    const struct tf_factor w = tf_factor(t, h, out, in, W->v, W->ld);
    for (int i = 0; i < y->rows; i += rows) {
        int n = y->rows - i < rows ? y->rows - i : rows, ldf = a->act ? in : x->ld;
        tf_real *dy = tf_grad(y, i), *v = tf_row(x, i);
        struct tf_mark block = tf_arena_mark(&t->arena);
        const struct tf_factor DY = tf_factor(t, h, n, out, dy, y->ld);
        if (a->act) {
            tf_product(t, false, false, n, in, out, DY, w, 0, df, in);
            tf_elem()->act_back(n, in, f, tf_grad(x, i), v, df, a->relu, &a->mask, i);
            v = f;
        } else if (x->grad) tf_product(t, false, false, n, in, out, DY, w, 1, tf_grad(x, i), x->ld);
        if (W->grad) tf_product(t, true, false, out, in, n, DY, tf_factor(t, h, n, in, v, ldf), 1, W->g, W->ld);
        if (a->b && a->b->grad) tf_elem()->sum_rows(n, out, a->b->g, dy, y->ld);
        tf_arena_rewind(&t->arena, block);
    }
    tf_arena_rewind(&t->arena, mark);
}

static struct tf_mat *linear(struct tf_tape *t, const struct linear *given) {
    struct linear *a = memcpy(tf_arena_alloc(&t->arena, sizeof *a), given, sizeof *a);
    const struct tf_mat *x = a->x, *W = a->W, *b = a->b;
    TF_BUG_IF(W->cols != x->cols || (b && b->cols != W->rows), "linear: x (%d,%d), W (%d,%d)", x->rows, x->cols, W->rows, W->cols);
    struct tf_mat *y = a->y = tf_new(t, x->rows, W->rows);
    struct tf_mark mark = tf_arena_mark(&t->arena);
    const bool h = bf16(t, a) && a->forward == TF_PRECISION_BF16;
    const int rows = block_rows(a, h);
    tf_real *f = scratch(t, a, rows);
    const struct tf_factor w = tf_factor(t, h, W->rows, W->cols, W->v, W->ld);
    for (int i = 0; i < y->rows; i += rows) {
        int n = y->rows - i < rows ? y->rows - i : rows, ldf = a->act ? x->cols : x->ld;
        tf_real *v = tf_row(x, i);
        if (a->act) tf_elem()->act(n, x->cols, f, v, a->relu, &a->mask, i), v = f;
        if (b) tf_elem()->fill_rows(n, y->cols, tf_row(y, i), b->v);
        struct tf_mark block = tf_arena_mark(&t->arena);
        tf_product(t, false, true, n, y->cols, x->cols, tf_factor(t, h, n, x->cols, v, ldf), w, b ? 1 : 0, tf_row(y, i), y->ld);
        tf_arena_rewind(&t->arena, block);
    }
    tf_arena_rewind(&t->arena, mark);
    t->flops[TF_FLOP_LINEAR] += (double)y->rows * y->cols * (2.0 * x->cols + (b ? 1 : 0));
    if (a->act) t->flops[TF_FLOP_OTHER] += (double)x->rows * x->cols;
    tf_record(t, linear_back, a);
    return y;
}

struct tf_mat *tf_linear(struct tf_tape *t, struct tf_mat *x, struct tf_mat *W, struct tf_mat *b) {
    return tf_linear_at(t, TF_PRECISION_BF16, x, W, b);
}

struct tf_mat *tf_linear_at(struct tf_tape *t, enum tf_precision forward, struct tf_mat *x, struct tf_mat *W, struct tf_mat *b) {
    return linear(t, &(struct linear){.x = x, .W = W, .b = b, .forward = forward});
}

struct tf_mat *tf_linear_act(struct tf_tape *t, struct tf_mat *x, bool relu, double p, const struct tf_pack *pk, uint32_t site,
                             struct tf_mat *W, struct tf_mat *b) {
    TF_BUG_IF(x->ld != x->cols || (t->grad && !x->grad), "linear_act: a view or a constant");
    return linear(t, &(struct linear){x, W, b, NULL, TF_PRECISION_BF16, true, relu, tf_mask_new(t, x->rows, p, pk, site)});
}
