/* fold, unfold: a projection by heads, on the other side of attention; weighted sums of rows. See num.h.
 *
 * With one query per sequence, <q_h, W_h x_j> = <W_h^T q_h, x_j> and sum_j a_j W_h x_j = W_h sum_j a_j x_j: the projection of all rows becomes one
 * of the query and one of the result; and if weights come first, the sums of all heads are one product. */
#include "num/op.h"

struct fold {
    struct tf_mat *x, *W, *b, *y;
    int H;
};

static size_t at(const struct tf_mat *m, int row, int col) { return (size_t)row * (size_t)m->ld + (size_t)col; }

/* Of head h: columns h D.. of the narrow side (n,H D), and rows h, h + H, ... of the wide one (n H,C), which a row length of H ld steps over. */
static void fold_back(TF_UNUSED struct tf_tape *t, void *aux) {
    const struct fold *f = aux;
    const int H = f->H, n = f->x->rows, D = f->W->rows / H, C = f->W->cols;
    for (int h = 0; h < H; h++) {
        const tf_real *dy = f->y->g + at(f->y, h, 0);
        if (f->x->grad)
            tf_gemm(false, true, n, D, C, 1, dy, H * f->y->ld, f->W->v + at(f->W, h * D, 0), f->W->ld, 1, f->x->g + h * D, f->x->ld);
        if (f->W->grad)
            tf_gemm(true, false, D, C, n, 1, f->x->v + h * D, f->x->ld, dy, H * f->y->ld, 1, f->W->g + at(f->W, h * D, 0), f->W->ld);
    }
}

struct tf_mat *tf_fold(struct tf_tape *t, struct tf_mat *x, struct tf_mat *W, int H) {
    const int n = x->rows, D = W->rows / H, C = W->cols;
    TF_BUG_IF(x->cols != W->rows || W->rows % H, "fold: x (%d,%d), W (%d,%d), %d heads", n, x->cols, W->rows, C, H);
    struct fold *f = TF_AUX(t, struct fold, x, W, NULL, tf_new(t, n * H, C), H);
    for (int h = 0; h < H; h++)
        tf_gemm(false, false, n, C, D, 1, x->v + h * D, x->ld, W->v + at(W, h * D, 0), W->ld, 0, f->y->v + at(f->y, h, 0), H * f->y->ld);
    t->flops[TF_FLOP_LINEAR] += 2.0 * n * H * D * C;
    tf_record(t, fold_back, f);
    return f->y;
}

/* What a head's bias is multiplied by: the last column of x where it has one more than W, else 1. */
static tf_real sum_of(const struct fold *f, int row) { return f->x->cols > f->W->cols ? f->x->v[at(f->x, row, f->W->cols)] : 1; }

static void unfold_back(TF_UNUSED struct tf_tape *t, void *aux) {
    const struct fold *f = aux;
    const int H = f->H, n = f->y->rows, D = f->W->rows / H, C = f->W->cols;
    for (int h = 0; h < H; h++) {
        const tf_real *dy = f->y->g + h * D;
        if (f->x->grad)
            tf_gemm(false, false, n, C, D, 1, dy, f->y->ld, f->W->v + at(f->W, h * D, 0), f->W->ld, 1, f->x->g + at(f->x, h, 0),
                    H * f->x->ld);
        if (f->W->grad)
            tf_gemm(true, false, D, C, n, 1, dy, f->y->ld, f->x->v + at(f->x, h, 0), H * f->x->ld, 1, f->W->g + at(f->W, h * D, 0),
                    f->W->ld);
    }
    for (int r = 0; f->b && r < n * H; r++) {
        const tf_real *dy = f->y->g + at(f->y, r / H, r % H * D), *b = f->b->v + r % H * D;
        tf_real sum = sum_of(f, r), dot = 0;
        for (int d = 0; d < D; d++) {
            if (f->b->grad) f->b->g[r % H * D + d] += sum * dy[d];
            dot += b[d] * dy[d];
        }
        if (f->x->grad && f->x->cols > C) f->x->g[at(f->x, r, C)] += dot;
    }
}

struct tf_mat *tf_unfold(struct tf_tape *t, struct tf_mat *x, struct tf_mat *W, struct tf_mat *b, int H) {
    const int n = x->rows / H, D = W->rows / H, C = W->cols;
    TF_BUG_IF(x->rows % H || W->rows % H || (x->cols != C && !(b && x->cols == C + 1)), "unfold: x (%d,%d), W (%d,%d), %d heads", x->rows,
              x->cols, W->rows, C, H);
    struct fold *f = TF_AUX(t, struct fold, x, W, b, tf_new(t, n, H * D), H);
    for (int h = 0; h < H; h++)
        tf_gemm(false, true, n, D, C, 1, x->v + at(x, h, 0), H * x->ld, W->v + at(W, h * D, 0), W->ld, 0, f->y->v + h * D, f->y->ld);
    for (int r = 0; b && r < n * H; r++)
        for (int d = 0; d < D; d++) f->y->v[at(f->y, r / H, r % H * D + d)] += sum_of(f, r) * b->v[r % H * D + d];
    t->flops[TF_FLOP_LINEAR] += (double)n * H * D * (2.0 * C + (b ? 1 : 0));
    tf_record(t, unfold_back, f);
    return f->y;
}

struct weighted {
    struct tf_mat *const *w, *v, *o;
    tf_real *W; /* (T,n): columns w */
};

static void weighted_back(struct tf_tape *t, void *aux) {
    const struct weighted *a = aux;
    struct tf_mat *v = a->v;
    const int T = v->rows, C = v->cols, n = a->o->rows;
    struct tf_mark m = tf_arena_mark(&t->arena);
    tf_real *dW = tf_reals(t, T, n);
    tf_gemm(false, true, T, n, C, 1, v->v, v->ld, a->o->g, a->o->ld, 0, dW, n);
    for (int h = 0; h < n; h++)
        for (int j = 0; a->w[h]->grad && j < T; j++) *tf_grad(a->w[h], j) += dW[(ptrdiff_t)j * n + h];
    if (v->grad) tf_gemm(false, false, T, C, n, 1, a->W, n, a->o->g, a->o->ld, 1, v->g, v->ld);
    tf_arena_rewind(&t->arena, m);
}

struct tf_mat *tf_weighted_sums(struct tf_tape *t, int n, struct tf_mat *const *w, struct tf_mat *v) {
    const int T = v->rows, C = v->cols;
    struct weighted *a = TF_AUX(t, struct weighted, w, v, tf_new(t, n, C), tf_reals(t, T, n));
    for (int h = 0; h < n; h++) {
        TF_BUG_IF(w[h]->rows != T || w[h]->cols != 1, "weighted sums: w (%d,%d) of %d rows", w[h]->rows, w[h]->cols, T);
        for (int j = 0; j < T; j++) a->W[(ptrdiff_t)j * n + h] = *tf_row(w[h], j);
    }
    tf_gemm(true, false, n, C, T, 1, a->W, n, v->v, v->ld, 0, a->o->v, a->o->ld);
    t->flops[TF_FLOP_POOL] += 2.0 * n * T * C;
    tf_record(t, weighted_back, a);
    return a->o;
}
