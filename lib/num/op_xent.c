/* Softmax cross-entropy over rows. */
#include <math.h>

#include "num/elem.h"
#include "num/op.h"

struct xent {
    struct tf_mat *logits, *loss;
    tf_real *prob, *inv; // (n,C) e^(x - max), (n) 1 / their sum
    const int *labels;
    double denom;
};

static void xent_back(TF_UNUSED struct tf_tape *t, void *aux) {
    struct xent *a = aux;
    if (!a->logits->grad) return;
    tf_real s = (tf_real)((double)a->loss->g[0] / a->denom);
    for (int i = 0; i < a->logits->rows; i++) {
        if (a->labels[i] < 0) continue;
        tf_real *g = tf_grad(a->logits, i), *p = a->prob + (size_t)i * (size_t)a->logits->cols;
        tf_elem()->axpy((size_t)a->logits->cols, g, s * a->inv[i], p);
        g[a->labels[i]] -= s;
    }
}

struct tf_mat *tf_xent(struct tf_tape *t, struct tf_mat *logits, const int *labels, double denom, int *correct) {
    int n = logits->rows, C = logits->cols, hits = 0;
    struct tf_mat *loss = tf_new(t, 1, 1);
    tf_real *prob = tf_arena_alloc(&t->arena, sizeof *prob * (size_t)n * (size_t)C),
            *inv = tf_arena_alloc(&t->arena, sizeof *inv * (size_t)n);
    int *own = tf_arena_alloc(&t->arena, sizeof *own * (size_t)n);
    double sum = 0;
    for (int i = 0; i < n; i++) {
        own[i] = labels[i];
        TF_BUG_IF(labels[i] >= C, "label %d of %d classes", labels[i], C);
        if (labels[i] < 0) continue;
        const tf_real *x = tf_row(logits, i);
        tf_real top;
        double Z = tf_elem()->exp_row((size_t)C, prob + (size_t)i * (size_t)C, x, &top);
        inv[i] = (tf_real)(1 / Z);
        sum += log(Z) - ((double)x[labels[i]] - (double)top);
        int best = 0;
        while (best < C - 1 && x[best] < top) best++;
        hits += best == labels[i];
    }
    if (correct) *correct = hits;
    loss->v[0] = (tf_real)(sum / denom);
    t->flops[TF_FLOP_OTHER] += 5.0 * n * C;
    struct xent *a = TF_AUX(t, struct xent, logits, loss, prob, inv, own, denom);
    tf_record(t, xent_back, a);
    return loss;
}

struct l1 {
    struct tf_mat *y, *loss;
    const tf_real *target;
    double denom;
};

static void l1_back(TF_UNUSED struct tf_tape *t, void *aux) {
    const struct l1 *a = aux;
    const tf_real s = (tf_real)((double)a->loss->g[0] / a->denom);
    for (int i = 0; a->y->grad && i < a->y->rows; i++) {
        const tf_real off = *tf_row(a->y, i) - a->target[i];
        *tf_grad(a->y, i) += off > 0 ? s : off < 0 ? -s : 0;
    }
}

struct tf_mat *tf_l1(struct tf_tape *t, struct tf_mat *y, const tf_real *target, double denom, double near, int *close) {
    TF_BUG_IF(y->cols != 1, "l1: %d columns", y->cols);
    struct tf_mat *loss = tf_new(t, 1, 1);
    double sum = 0;
    *close = 0;
    for (int i = 0; i < y->rows; i++) {
        const double off = fabs((double)*tf_row(y, i) - (double)target[i]);
        sum += off, *close += off < near;
    }
    loss->v[0] = (tf_real)(sum / denom);
    t->flops[TF_FLOP_OTHER] += 2.0 * y->rows;
    struct l1 *a = TF_AUX(t, struct l1, y, loss, target, denom);
    tf_record(t, l1_back, a);
    return loss;
}
