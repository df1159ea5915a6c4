/* What a classifier sees of two encoded sequences a and b: [a, b], or with interactions [a, b, a * b, a - b]. */
#include "num/op.h"

struct pair {
    struct tf_mat *x, *y;
    bool interact;
};

static void pair_back(TF_UNUSED struct tf_tape *t, void *aux) {
    struct pair *p = aux;
    int C = p->x->cols;
    for (int i = 0; p->x->grad && i < p->y->rows; i++) {
        size_t at = (size_t)(2 * i) * (size_t)p->x->ld, next = at + (size_t)p->x->ld;
        const tf_real *dy = tf_grad(p->y, i), *a = p->x->v + at, *b = p->x->v + next;
        tf_real *da = p->x->g + at, *db = p->x->g + next;
        for (int j = 0; j < C; j++) {
            da[j] += dy[j];
            db[j] += dy[C + j];
            if (!p->interact) continue;
            da[j] += dy[2 * C + j] * b[j] + dy[3 * C + j];
            db[j] += dy[2 * C + j] * a[j] - dy[3 * C + j];
        }
    }
}

struct tf_mat *tf_concat_pair(struct tf_tape *t, struct tf_mat *x, bool interact) {
    TF_BUG_IF(x->rows % 2, "pair: %d rows", x->rows);
    int n = x->rows / 2, C = x->cols;
    struct tf_mat *y = tf_new(t, n, (interact ? 4 : 2) * C);
    for (int i = 0; i < n; i++) {
        const tf_real *a = tf_row(x, 2 * i), *b = a + x->ld;
        tf_real *o = tf_row(y, i);
        memcpy(o, a, sizeof *o * (size_t)C);
        memcpy(o + C, b, sizeof *o * (size_t)C);
        for (int j = 0; interact && j < C; j++) o[2 * C + j] = a[j] * b[j], o[3 * C + j] = a[j] - b[j];
    }
    t->flops[TF_FLOP_OTHER] += interact ? 2.0 * n * C : 0;
    struct pair *aux = TF_AUX(t, struct pair, x, y, interact);
    tf_record(t, pair_back, aux);
    return y;
}
