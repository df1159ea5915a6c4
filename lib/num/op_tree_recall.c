/* How much of full attention's probability plans keep (tree.h). For measurements: scores of a few queries, in plain loops. */
#include <math.h>
#include <stdlib.h>

#include "num/op.h"
#include "num/tree.h"

static int descending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* The block of each query row in a plan; -1: none. */
static int *blocks_of(struct tf_tape *t, const struct tf_attn_index *p, int Tq) {
    int *block = tf_arena_alloc(&t->arena, sizeof *block * (size_t)Tq);
    for (int i = 0; i < Tq; i++) block[i] = -1;
    for (int b = 0; b < p->n_blocks; b++)
        for (int i = p->blocks[b].q0; i < p->blocks[b].q1; i++) block[p->qidx ? p->qidx[i] : i] = b;
    return block;
}

static void mark(const struct tf_attn_index *p, int block, int i, bool *seen) {
    if (block < 0) return;
    for (int r = p->blocks[block].r0; r < p->blocks[block].r1; r++)
        for (int at = p->ranges[r].k0; at < p->ranges[r].k1; at++) {
            const int j = p->kidx ? p->kidx[at] : at;
            seen[j] |= !p->windowed || (i - j >= p->lo && i - j <= p->hi) != p->outside;
        }
}

/* Sum of the n elements of a (all) nearest to the i-th. */
static double nearest(const double *a, int all, int i, int n) {
    int from = i - n / 2;
    double sum = 0;
    from = from > all - n ? all - n : from;
    from = from < 0 ? 0 : from;
    for (int j = from; j < from + n; j++) sum += a[j];
    return sum;
}

void tf_plan_recall(struct tf_tape *t, const struct tf_mat *q, const struct tf_mat *k, const struct tf_attend_arg *arg, bool causal, int n,
                    const struct tf_attn_index *const *plan, int rows, const int *row, struct tf_recall *out) {
    const int T = k->rows;
    struct tf_mark before = tf_arena_mark(&t->arena);
    int **block = tf_arena_alloc(&t->arena, sizeof *block * (size_t)n);
    for (int p = 0; p < n; p++) block[p] = blocks_of(t, plan[p], q->rows);
    tf_real *score = tf_reals(t, rows, T), *asking = tf_reals(t, rows, q->cols);
    double *a = tf_arena_alloc(&t->arena, sizeof *a * (size_t)T);
    bool *seen = tf_arena_alloc(&t->arena, sizeof *seen * (size_t)T);
    for (int r = 0; r < rows; r++) memcpy(asking + (ptrdiff_t)r * q->cols, tf_row(q, row[r]), sizeof *asking * (size_t)q->cols);
    tf_gemm(false, true, rows, T, q->cols, (tf_real)arg->scale, asking, q->cols, k->v, k->ld, 0, score, T);
    for (int r = 0; r < rows; r++) {
        tf_real *s = score + (ptrdiff_t)r * T;
        double top = -INFINITY, sum = 0;
        int keys = 0;
        const int all = causal ? row[r] + 1 : T;
        for (int j = 0; j < T; j++) s[j] -= (tf_real)(arg->slope * abs(row[r] - j));
        memset(seen, 0, sizeof *seen * (size_t)T);
        for (int p = 0; p < n; p++) mark(plan[p], block[p][row[r]], row[r], seen);
        for (int j = 0; j < all; j++) top = fmax(top, (double)s[j]);
        for (int j = 0; j < all; j++) sum += a[j] = exp((double)s[j] - top);
        out[r] = (struct tf_recall){0};
        for (int j = 0; j < all; j++)
            if (seen[j]) out[r].kept += a[j] / sum, keys++;
        out[r].window = nearest(a, all, row[r], keys) / sum;
        qsort(a, (size_t)all, sizeof *a, descending);
        for (int j = 0; j < keys; j++) out[r].oracle += a[j] / sum;
        out[r].share = (double)keys / all;
    }
    tf_arena_rewind(&t->arena, before);
}
