/* Taps of a causal convolution, and halting. See depth.h. */
#include "num/depth.h"

#include <math.h>

#include "num/elem.h"
#include "num/op.h"

/* ---- taps ---- */
struct taps {
    struct tf_mat *x, *y;
    const struct tf_pack *pk;
    int k;
};

/* The row of x that columns j C.. of row i of sequence s hold, -1: none. */
static int tap(const struct taps *a, int s, int i, int j) {
    const int from = i - a->k + 1 + j;
    return i < a->pk->len[s] && from >= 0 ? a->pk->off[s] + from : -1;
}

static void taps_back(TF_UNUSED struct tf_tape *t, void *aux) {
    const struct taps *a = aux;
    const int C = a->x->cols;
    for (int s = 0; s < a->pk->n_seq && a->x->grad; s++)
        for (int i = 0; i < a->pk->len[s]; i++)
            for (int j = 0; j < a->k; j++) {
                const int from = tap(a, s, i, j);
                if (from >= 0) tf_elem()->add((size_t)C, tf_grad(a->x, from), tf_grad(a->y, a->pk->off[s] + i) + j * C);
            }
}

struct tf_mat *tf_taps(struct tf_tape *t, struct tf_mat *x, const struct tf_pack *pk, int k) {
    const int C = x->cols;
    struct taps *a = TF_AUX(t, struct taps, x, tf_new(t, x->rows, k * C), pk, k);
    memset(a->y->v, 0, sizeof *a->y->v * (size_t)a->y->rows * (size_t)a->y->cols);
    for (int s = 0; s < pk->n_seq; s++)
        for (int i = 0; i < pk->len[s]; i++)
            for (int j = 0; j < k; j++) {
                const int from = tap(a, s, i, j);
                if (from >= 0) memcpy(tf_row(a->y, pk->off[s] + i) + j * C, tf_row(x, from), sizeof *x->v * (size_t)C);
            }
    tf_record(t, taps_back, a);
    return a->y;
}

/* ---- halting ---- */
struct tf_halting {
    struct tf_tape *t;
    const struct tf_pack *pk;
    struct tf_mat *y, **x, **logit; /* x, logit (n): of the blocks, where the tape records */
    int n, blocks, *halt;           /* halt (rows): the block a row halted at, -1: none so far */
    tf_real *sum, *p, *weight;      /* (rows): p so far; (blocks,rows): p, and what x is multiplied by */
    double cost;
};
#define BUDGET ((tf_real)0.99)

struct tf_halting *tf_halting_new(struct tf_tape *t, int rows, int C, int blocks, const struct tf_pack *pk, double cost) {
    struct tf_arena *a = &t->arena;
    struct tf_halting *h = TF_AUX(t, struct tf_halting, .t = t, .pk = pk, .y = tf_new(t, rows, C), .blocks = blocks, .cost = cost);
    memset(h->y->v, 0, sizeof *h->y->v * (size_t)rows * (size_t)C);
    h->x = tf_arena_alloc(a, sizeof *h->x * (size_t)blocks), h->logit = tf_arena_alloc(a, sizeof *h->logit * (size_t)blocks);
    h->halt = tf_arena_alloc(a, sizeof *h->halt * (size_t)rows);
    for (int i = 0; i < rows; i++) h->halt[i] = -1;
    h->sum = tf_arena_calloc(a, sizeof *h->sum * (size_t)rows);
    h->p = tf_reals(t, blocks, rows), h->weight = tf_reals(t, blocks, rows);
    return h;
}

void tf_halting_add(struct tf_halting *h, struct tf_mat *x, struct tf_mat *logit) {
    const int l = h->n++, rows = h->y->rows;
    tf_real *p = h->p + (ptrdiff_t)l * rows, *w = h->weight + (ptrdiff_t)l * rows;
    TF_BUG_IF(l == h->blocks || x->rows != rows || logit->rows != rows, "halting: block %d of %d, %d rows", l, h->blocks, x->rows);
    h->x[l] = x, h->logit[l] = logit;
    for (int i = 0; i < rows; i++) {
        p[i] = (tf_real)(1 / (1 + exp(-(double)tf_row(logit, i)[0])));
        w[i] = h->halt[i] >= 0 ? 0 : h->sum[i] + p[i] >= BUDGET ? 1 - h->sum[i] : p[i];
        if (h->halt[i] < 0 && h->sum[i] + p[i] >= BUDGET) h->halt[i] = l;
        else if (h->halt[i] < 0 && l + 1 < h->blocks) h->sum[i] += p[i]; // of the last block nothing is left for another
        tf_elem()->axpy((size_t)x->cols, tf_row(h->y, i), w[i], tf_row(x, i));
    }
}

static void halting_back(TF_UNUSED struct tf_tape *t, void *aux) {
    const struct tf_halting *h = aux;
    const int rows = h->y->rows, C = h->y->cols;
    for (int s = 0; s < h->pk->n_seq; s++)
        for (int i = h->pk->off[s]; i < h->pk->off[s + 1]; i++) {
            const tf_real *dy = tf_grad(h->y, i);
            const bool token = i - h->pk->off[s] < h->pk->len[s];
            const int last = h->halt[i] >= 0 ? h->halt[i] : h->blocks - 1;
            double dR = token ? h->cost / h->pk->len[s] : 0; // what R brings: R is 1 - the p of the blocks before
            for (int l = last; l >= 0; l--) {
                double dw = 0;
                for (int j = 0; j < C; j++) dw += (double)dy[j] * (double)tf_row(h->x[l], i)[j];
                const double p = (double)h->p[(ptrdiff_t)l * rows + i];
                double dp = l < last ? dw - dR : dw;
                if (l == h->halt[i]) dR += dw, dp = 0;
                if (h->logit[l]->grad) tf_grad(h->logit[l], i)[0] += (tf_real)(dp * p * (1 - p));
                if (h->x[l]->grad) tf_elem()->axpy((size_t)C, tf_grad(h->x[l], i), h->weight[(ptrdiff_t)l * rows + i], dy);
            }
        }
}

struct tf_mat *tf_halting_end(struct tf_halting *h) {
    TF_BUG_IF(h->n != h->blocks, "halting: %d of %d blocks", h->n, h->blocks);
    for (int s = 0; s < h->pk->n_seq; s++)
        for (int i = h->pk->off[s]; i < h->pk->off[s] + h->pk->len[s]; i++)
            h->t->aux_loss += h->cost / h->pk->len[s] * (1 - (double)h->sum[i] + (h->halt[i] >= 0 ? h->halt[i] + 1 : h->blocks));
    tf_record(h->t, halting_back, h);
    return h->y;
}
