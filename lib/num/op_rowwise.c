/* Ops on whole rows: normalisation to a given length, dropout, two side by side, and the mean of scattered rows; and rows by group. See num.h. */
#include <math.h>

#include "num/elem.h"
#include "num/kernel.h"
#include "num/op.h"

/* ---- norm_rows: y = norm c / |c|, c = x or x - mean x.  dc = (norm / |c|) (dy - (c / |c|^2) <c, dy>), dx = dc or dc - mean dc ---- */
struct norm {
    struct tf_mat *x, *y;
    bool centre;
    double norm;
    tf_real *inv; /* (rows) norm / |c|, 0: a zero row */
};

static void norm_back(TF_UNUSED struct tf_tape *t, void *aux) {
    struct norm *a = aux;
    int C = a->x->cols;
    for (int i = 0; a->x->grad && i < a->x->rows; i++) {
        tf_real *y = tf_row(a->y, i), *dy = tf_grad(a->y, i), *dx = tf_grad(a->x, i), dot = 0, mean = 0;
        for (int c = 0; c < C; c++) dot += y[c] * dy[c], mean += dy[c];
        dot /= (tf_real)(a->norm * a->norm);
        mean = a->centre ? mean / (tf_real)C : 0; // the mean of y is 0 then
        for (int c = 0; c < C; c++) dx[c] += a->inv[i] * (dy[c] - mean - dot * y[c]);
    }
}

struct tf_mat *tf_norm_rows(struct tf_tape *t, struct tf_mat *x, bool centre, double norm) {
    struct tf_mat *y = x->grad ? tf_new(t, x->rows, x->cols) : tf_const(t, x->rows, x->cols);
    struct norm *a = TF_AUX(t, struct norm, x, y, centre, norm, tf_arena_alloc(&t->arena, sizeof(tf_real) * (size_t)x->rows));
    for (int i = 0; i < x->rows; i++) {
        const tf_real *in = tf_row(x, i);
        tf_real *out = tf_row(y, i), mean = 0, sum = 0;
        for (int c = 0; centre && c < x->cols; c++) mean += in[c];
        mean /= (tf_real)x->cols;
        for (int c = 0; c < x->cols; c++) out[c] = in[c] - mean, sum += out[c] * out[c];
        a->inv[i] = sum > 0 ? (tf_real)norm / (tf_real)sqrt((double)sum) : 0;
        for (int c = 0; c < x->cols; c++) out[c] *= a->inv[i];
    }
    t->flops[TF_FLOP_OTHER] += 4.0 * x->rows * x->cols;
    if (x->grad) tf_record(t, norm_back, a);
    return y;
}

/* ---- drop_rows ---- */
struct drop {
    struct tf_mat *x, *y;
    tf_real *factor; /* (rows) 0 or 1 / (1 - p) */
};

static void drop_back(TF_UNUSED struct tf_tape *t, void *aux) {
    struct drop *a = aux;
    for (int i = 0; i < a->x->rows; i++)
        if (a->factor[i] != 0) tf_elem()->axpy((size_t)a->x->cols, tf_grad(a->x, i), a->factor[i], tf_grad(a->y, i));
}

struct tf_mat *tf_drop_rows(struct tf_tape *t, struct tf_mat *x, double p, uint32_t key) {
    struct tf_drop d = {0};
    const tf_real kept = (tf_real)tf_drop_set(&d, t, &(struct tf_attend_arg){.dropout = p, .key = key});
    if (!d.on) return x;
    struct tf_mat *y = x->grad ? tf_new(t, x->rows, x->cols) : tf_const(t, x->rows, x->cols);
    struct drop *a = TF_AUX(t, struct drop, x, y, tf_arena_alloc(&t->arena, sizeof(tf_real) * (size_t)x->rows));
    for (int i = 0; i < x->rows; i++) {
        a->factor[i] = tf_pair_hash(d.key, 0, (uint32_t)i) >= d.below ? kept : 0;
        memset(tf_row(y, i), 0, sizeof *y->v * (size_t)y->cols);
        tf_elem()->axpy((size_t)x->cols, tf_row(y, i), a->factor[i], tf_row(x, i));
    }
    if (x->grad) tf_record(t, drop_back, a);
    return y;
}

/* ---- beside ---- */
struct beside {
    struct tf_mat *a, *b, *y;
};

static void beside_back(TF_UNUSED struct tf_tape *t, void *aux) {
    struct beside *p = aux;
    const struct tf_mat *a = p->a, *b = p->b, *y = p->y;
    if (a->grad) tf_elem()->add_rows(a->rows, a->cols, a->g, a->ld, y->g, y->ld);
    if (b->grad) tf_elem()->add_rows(b->rows, b->cols, b->g, b->ld, y->g + a->cols, y->ld);
}

struct tf_mat *tf_beside(struct tf_tape *t, struct tf_mat *a, struct tf_mat *b) {
    TF_BUG_IF(a->rows != b->rows, "beside: %d and %d rows", a->rows, b->rows);
    struct beside *p = TF_AUX(t, struct beside, a, b, tf_new(t, a->rows, a->cols + b->cols));
    for (int i = 0; i < a->rows; i++) {
        memcpy(tf_row(p->y, i), tf_row(a, i), sizeof *a->v * (size_t)a->cols);
        memcpy(tf_row(p->y, i) + a->cols, tf_row(b, i), sizeof *b->v * (size_t)b->cols);
    }
    tf_record(t, beside_back, p);
    return p->y;
}

/* ---- scatter_mean ---- */
struct scatter {
    struct tf_mat *x, *o;
    const int *row;
    tf_real *share; /* (T) 1 / rows that meet there */
};

static void scatter_back(TF_UNUSED struct tf_tape *t, void *aux) {
    struct scatter *a = aux;
    for (int r = 0; a->x->grad && r < a->x->rows; r++)
        tf_elem()->axpy((size_t)a->x->cols, tf_grad(a->x, r), a->share[a->row[r]], tf_grad(a->o, a->row[r]));
}

struct tf_mat *tf_scatter_mean(struct tf_tape *t, struct tf_mat *x, const int *row, int T) {
    struct tf_mat *o = x->grad ? tf_new(t, T, x->cols) : tf_const(t, T, x->cols);
    struct scatter *a = TF_AUX(t, struct scatter, x, o, row, tf_arena_calloc(&t->arena, sizeof(tf_real) * (size_t)T));
    memset(o->v, 0, sizeof(tf_real) * (size_t)T * (size_t)o->ld);
    for (int r = 0; r < x->rows; r++) a->share[row[r]] += 1;
    for (int i = 0; i < T; i++) a->share[i] = a->share[i] > 0 ? 1 / a->share[i] : 0;
    for (int r = 0; r < x->rows; r++) tf_elem()->axpy((size_t)x->cols, tf_row(o, row[r]), a->share[row[r]], tf_row(x, r));
    t->flops[TF_FLOP_OTHER] += 2.0 * x->rows * x->cols;
    if (x->grad) tf_record(t, scatter_back, a);
    return o;
}

/* ---- by group ---- */
void tf_sort_groups(int T, int n, const int *of, int *order, int *start) {
    memset(start, 0, sizeof *start * (size_t)(n + 1));
    for (int i = 0; i < T; i++) start[of[i] + 1]++;
    for (int g = 0; g < n; g++) start[g + 1] += start[g];
    for (int i = 0; i < T; i++) order[start[of[i]]++] = i; // moves start[g] to the end of g
    for (int g = n; g > 0; g--) start[g] = start[g - 1];
    start[0] = 0;
}
