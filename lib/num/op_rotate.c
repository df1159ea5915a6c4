/* rotate: rotary positions. See num.h. */
#include "num/num.h"

struct rotate {
    struct tf_mat *x, *y;
    const struct tf_mat *table;
    const int *pos;
    int H;
};

/* y (+)= x with pairs (2m, 2m + 1) of each head turned by the row's angles; backwards: by their negatives. */
static void turn(const struct rotate *r, tf_real *y, int ldy, const tf_real *x, int ldx, tf_real sign, bool add) {
    const int D = r->x->cols / r->H, turned = r->table->cols;
    for (int i = 0; i < r->x->rows; i++, x += ldx, y += ldy)
        for (int c = 0; c < r->x->cols; c++) {
            const int d = c % D, pair = d % 2 ? -1 : 1;
            tf_real v = x[c];
            if (d < turned && r->pos[i] >= 0) {
                const tf_real *at = r->table->v + (size_t)r->pos[i] * (size_t)r->table->ld + d / 2 * 2;
                v = x[c] * at[0] - (tf_real)pair * sign * x[c + pair] * at[1];
            }
            y[c] = add ? y[c] + v : v;
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
