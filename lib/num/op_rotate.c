/* rotate: rotary positions. See num.h. */
#include "num/op.h"

struct rotate {
    struct tf_mat *x, *y;
    const struct tf_mat *table;
    const int *pos;
    int H;
};

/* y (+)= x with pairs (2m, 2m + 1) of each head turned by the row's angles; backwards: by their negatives. */
static void turn(const struct rotate *r, tf_real *y, int ldy, const tf_real *x, int ldx, tf_real sign, bool add) {
    const int C = r->x->cols, D = C / r->H;
    for (int i = 0; i < r->x->rows; i++, x += ldx, y += ldy) {
        const int turned = r->pos[i] < 0 ? 0 : r->table->cols;
        const tf_real *at = turned ? tf_row(r->table, r->pos[i]) : NULL;
        for (int h = 0; h < C; h += D) {
            for (int d = 0; d < turned; d += 2) {
                const tf_real a = x[h + d], b = x[h + d + 1], cosine = at[d], sine = sign * at[d + 1];
                y[h + d] = (add ? y[h + d] : 0) + (a * cosine - b * sine);
                y[h + d + 1] = (add ? y[h + d + 1] : 0) + (b * cosine + a * sine);
            }
            for (int d = turned; d < D; d++) y[h + d] = (add ? y[h + d] : 0) + x[h + d];
        }
    }
}

static void rotate_back(struct tf_tape *t, void *aux) {
    (void)t;
    const struct rotate *r = aux;
    if (r->x->grad) turn(r, r->x->g, r->x->ld, r->y->g, r->y->ld, -1, true);
}

struct tf_mat *tf_rotate(struct tf_tape *t, struct tf_mat *x, int H, const int *pos, const struct tf_mat *table) {
    TF_BUG_IF(x->cols % H || table->cols > x->cols / H || table->cols % 2, "rotate: %d columns, %d heads, %d turned", x->cols, H,
              table->cols);
    for (int i = 0; i < x->rows; i++) TF_BUG_IF(pos[i] >= table->rows, "rotate: position %d of %d", pos[i], table->rows);
    struct rotate *r = tf_arena_alloc(&t->arena, sizeof *r);
    *r = (struct rotate){x, tf_new(t, x->rows, x->cols), table, pos, H};
    turn(r, r->y->v, r->y->ld, x->v, x->ld, 1, false);
    t->flops[TF_FLOP_OTHER] += 3.0 * x->rows * H * table->cols;
    tf_record(t, rotate_back, r);
    return r->y;
}
