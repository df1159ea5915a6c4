/* Softmax cross-entropy over rows. */
#include <math.h>
#include <string.h>

#include "num/num.h"

struct xent {
    struct tf_mat *logits, *loss;
    tf_real *prob;
    const int *labels;
    double denom;
};

static void xent_back(struct tf_tape *t, void *aux) {
    (void)t;
    struct xent *a = aux;
    if (!a->logits->grad) return;
    tf_real s = (tf_real)((double)a->loss->g[0] / a->denom);
    for (int i = 0; i < a->logits->rows; i++) {
        if (a->labels[i] < 0) continue;
        tf_real *g = a->logits->g + (size_t)i * (size_t)a->logits->ld, *p = a->prob + (size_t)i * (size_t)a->logits->cols;
        for (int j = 0; j < a->logits->cols; j++) g[j] += s * (p[j] - (j == a->labels[i]));
    }
}

struct tf_mat *tf_xent(struct tf_tape *t, struct tf_mat *logits, const int *labels, double denom, int *correct) {
    int n = logits->rows, C = logits->cols, hits = 0;
    struct tf_mat *loss = tf_new(t, 1, 1);
    tf_real *prob = tf_arena_alloc(&t->arena, sizeof *prob * (size_t)n * (size_t)C);
    int *own = tf_arena_alloc(&t->arena, sizeof *own * (size_t)n);
    double sum = 0;
    for (int i = 0; i < n; i++) {
        own[i] = labels[i];
        TF_BUG_IF(labels[i] >= C, "label %d of %d classes", labels[i], C);
        if (labels[i] < 0) continue;
        const tf_real *x = logits->v + (size_t)i * (size_t)logits->ld;
        int best = 0;
        for (int j = 1; j < C; j++)
            if (x[j] > x[best]) best = j;
        double Z = 0;
        for (int j = 0; j < C; j++) Z += exp((double)x[j] - (double)x[best]);
        for (int j = 0; j < C; j++) prob[(size_t)i * (size_t)C + (size_t)j] = (tf_real)(exp((double)x[j] - (double)x[best]) / Z);
        sum += log(Z) - ((double)x[labels[i]] - (double)x[best]);
        hits += best == labels[i];
    }
    if (correct) *correct = hits;
    loss->v[0] = (tf_real)(sum / denom);
    t->flops[TF_FLOP_OTHER] += 5.0 * n * C;
    struct xent *a = tf_arena_alloc(&t->arena, sizeof *a);
    *a = (struct xent){logits, loss, prob, own, denom};
    tf_record(t, xent_back, a);
    return loss;
}
