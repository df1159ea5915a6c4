/* Cross-entropy of spans: softmax over the rows of a sequence, once for starts (column 0), once for ends (column 1). */
#include <math.h>
#include <string.h>

#include "num/num.h"

struct span {
    struct tf_mat *logits, *loss;
    tf_real *prob; // (rows,2)
    const int *len, *want[2];
    int n;
    double denom;
};

static void span_back(TF_UNUSED struct tf_tape *t, void *aux) {
    struct span *a = aux;
    if (!a->logits->grad) return;
    tf_real s = (tf_real)((double)a->loss->g[0] / (2 * a->denom));
    for (int q = 0, row = 0; q < a->n; row += a->len[q++])
        for (int i = 0; i < a->len[q]; i++)
            for (int k = 0; k < 2; k++)
                a->logits->g[(size_t)(row + i) * (size_t)a->logits->ld + (size_t)k] +=
                    s * (a->prob[2 * (row + i) + k] - (i == a->want[k][q]));
}

/* Softmax of column k of rows row..row+n-1 into prob; -log of the wanted row's; *best: the likeliest. */
static double column(const struct tf_mat *x, int k, int row, int n, int want, tf_real *prob, int *best) {
    const tf_real *v = x->v + (size_t)row * (size_t)x->ld + (size_t)k;
    double Z = 0;
    *best = 0;
    for (int i = 1; i < n; i++)
        if (v[i * x->ld] > v[*best * x->ld]) *best = i;
    double top = (double)v[*best * x->ld];
    for (int i = 0; i < n; i++) Z += exp((double)v[i * x->ld] - top);
    for (int i = 0; i < n; i++) prob[2 * (row + i) + k] = (tf_real)(exp((double)v[i * x->ld] - top) / Z);
    return log(Z) - ((double)v[want * x->ld] - top);
}

struct tf_mat *tf_span_xent(struct tf_tape *t, struct tf_mat *logits, int n, const int *len, const int *start, const int *end, double denom,
                            int *correct) {
    struct tf_mat *loss = tf_new(t, 1, 1);
    struct span *a = tf_arena_alloc(&t->arena, sizeof *a);
    size_t bytes = sizeof(int) * (size_t)n;
    *a = (struct span){.logits = logits, .loss = loss, .n = n, .denom = denom};
    a->prob = tf_arena_alloc(&t->arena, sizeof(tf_real) * 2 * (size_t)logits->rows);
    a->len = memcpy(tf_arena_alloc(&t->arena, bytes), len, bytes);
    a->want[0] = memcpy(tf_arena_alloc(&t->arena, bytes), start, bytes);
    a->want[1] = memcpy(tf_arena_alloc(&t->arena, bytes), end, bytes);
    double sum = 0;
    int hits = 0, row = 0;
    for (int q = 0; q < n; row += len[q++]) {
        int best[2];
        TF_BUG_IF(start[q] < 0 || start[q] >= len[q] || end[q] < 0 || end[q] >= len[q], "span %d..%d of %d", start[q], end[q], len[q]);
        for (int k = 0; k < 2; k++) sum += column(logits, k, row, len[q], a->want[k][q], a->prob, &best[k]) / 2;
        hits += best[0] == start[q] && best[1] == end[q];
    }
    TF_BUG_IF(row != logits->rows, "spans over %d rows, %d given", row, logits->rows);
    if (correct) *correct = hits;
    loss->v[0] = (tf_real)(sum / denom);
    t->flops[TF_FLOP_OTHER] += 10.0 * logits->rows;
    tf_record(t, span_back, a);
    return loss;
}
