/* Balance losses of a route: value in the forward pass, gradient when the tree learns. Formulas in tree.h. */
#include <math.h>

#include "num/tree_kernel.h"

static int leaf_span(const struct tf_tree_shape *s, int level) { // leaves under a node of the level
    int n = 1;
    for (int l = level; l < s->levels; l++) n *= s->branch[l];
    return n;
}

void tf_balance_add(const struct tf_tree_tile *tile, const struct tf_balance_work *b, double *sums) {
    const struct tf_route *r = tile->r;
    const struct tf_tree_shape *s = &r->tree.shape;
    int w = tile->w;
    if (r->arg.balance == TF_BALANCE_MOE || !s->binary) tf_tree_kernels()->soft(s, w, tile->z, b->pi, b->sm);
    if (r->arg.balance == TF_BALANCE_MOE) {
        const tf_real *p = b->pi + (ptrdiff_t)s->off[s->levels] * w;
        for (int j = 0; j < s->leaves; j++)
            for (int l = 0; l < tile->n; l++) sums[j] += (double)p[(ptrdiff_t)j * w + l];
        return;
    }
    for (int lev = 0; lev < s->levels; lev++) {
        int span = leaf_span(s, lev), k = s->branch[lev];
        for (int l = 0; l < tile->n; l++) {
            int m = r->leaf[tile->row[l]] / span, first = s->off[lev + 1] - 1 + m * k;
            if (s->binary) sums[s->off[lev] + m] += 1 / (1 + exp(-(double)tile->z[(ptrdiff_t)(s->off[lev] + m) * w + l]));
            else
                for (int c = 0; c < k; c++) sums[first + c] += (double)b->sm[(ptrdiff_t)(first + c) * w + l];
        }
    }
}

void tf_balance_finish(struct tf_tape *t, struct tf_route *r, const double *sums) {
    const struct tf_tree_shape *s = &r->tree.shape;
    double value = 0, T = r->T, weight = r->arg.weight;
    if (r->arg.balance == TF_BALANCE_MOE) {
        r->coef = tf_arena_alloc(&t->arena, sizeof *r->coef * (size_t)s->leaves);
        for (int j = 0; j < s->leaves; j++) {
            double f = (r->start[j + 1] - r->start[j]) / T;
            value += s->leaves * f * sums[j] / T;
            r->coef[j] = (tf_real)(weight * s->leaves * f / T);
        }
    } else {
        r->coef = tf_arena_calloc(&t->arena, sizeof *r->coef * (size_t)s->rows);
        for (int lev = 0; lev < s->levels; lev++)
            for (int m = 0; m < s->off[lev + 1] - s->off[lev]; m++) {
                int span = leaf_span(s, lev), count = r->start[(m + 1) * span] - r->start[m * span];
                int first = s->binary ? s->off[lev] + m : s->off[lev + 1] - 1 + m * s->branch[lev];
                for (int c = 0; count && c < (s->binary ? 1 : s->branch[lev]); c++) {
                    double off = sums[first + c] / count - 1.0 / s->branch[lev];
                    value += count / T * off * off;
                    r->coef[first + c] = (tf_real)(weight * 2 * off / T); // share / count = 1 / T
                }
            }
    }
    t->aux_loss += weight * value;
}

static void moe_back(const struct tf_tree_tile *tile, const struct tf_balance_work *b, tf_real *dz) {
    const struct tf_tree_shape *s = &tile->r->tree.shape;
    const struct tf_tree_kernels *TK = tf_tree_kernels();
    int w = tile->w;
    tf_real *u = b->U + (ptrdiff_t)s->off[s->levels] * w;
    for (int j = 0; j < s->leaves; j++)
        for (int l = 0; l < w; l++) u[(ptrdiff_t)j * w + l] = tile->r->coef[j];
    if (s->binary) {
        TK->soft(s, w, tile->z, b->pi, b->sm);
        TK->soft_back(s, w, tile->z, b->U, b->pi, dz);
        return;
    }
    TK->sweep_kary(s, w, false, tile->z, b->U, b->pi, b->sm, b->dz);
    for (int i = 0; i < s->rows * w; i++) dz[i] += b->dz[i];
}

void tf_balance_back(const struct tf_tree_tile *tile, const struct tf_balance_work *b, tf_real *dz) {
    const struct tf_route *r = tile->r;
    const struct tf_tree_shape *s = &r->tree.shape;
    int w = tile->w;
    if (r->arg.balance == TF_BALANCE_MOE) {
        moe_back(tile, b, dz);
        return;
    }
    if (!s->binary) tf_tree_kernels()->soft(s, w, tile->z, b->pi, b->sm);
    for (int lev = 0; lev < s->levels; lev++) {
        int span = leaf_span(s, lev), k = s->branch[lev];
        for (int l = 0; l < tile->n; l++) {
            int m = r->leaf[tile->row[l]] / span;
            if (s->binary) {
                ptrdiff_t i = (ptrdiff_t)(s->off[lev] + m) * w + l;
                double p = 1 / (1 + exp(-(double)tile->z[i]));
                dz[i] += (tf_real)((double)r->coef[s->off[lev] + m] * p * (1 - p));
                continue;
            }
            int first = s->off[lev + 1] - 1 + m * k;
            tf_real mean = 0;
            for (int c = 0; c < k; c++) mean += r->coef[first + c] * b->sm[(ptrdiff_t)(first + c) * w + l];
            for (int c = 0; c < k; c++) {
                ptrdiff_t i = (ptrdiff_t)(first + c) * w + l;
                dz[i] += b->sm[i] * (r->coef[first + c] - mean);
            }
        }
    }
}
