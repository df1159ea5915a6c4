/* merge: softmax attention over several disjoint plans, from the results of each. See num.h.
 *
 * w_p = exp(lse_p - log sum_p exp(lse_p)) is the share of plan p in a query's softmax, so o = sum_p w_p o_p. Backward, with
 * P_p = w_p softmax_p: dS = P_p (do V^T - <do, o>), which is what attend's own pass computes from the gradient w_p do when it finds o in
 * place of o_p. So the pass here puts it there: nothing else reads o_p again. */
#include <math.h>

#include "num/op.h"

struct merge {
    struct tf_mat *y, **o;
    int n;
    tf_real *w; /* (n,T) */
};

static void merge_back(TF_UNUSED struct tf_tape *t, void *aux) {
    struct merge *m = aux;
    int T = m->y->rows, D = m->y->cols;
    for (int p = 0; p < m->n; p++)
        for (int i = 0; m->o[p]->grad && i < T; i++) {
            tf_real w = m->w[(size_t)p * (size_t)T + (size_t)i], *g = tf_grad(m->o[p], i), *dy = tf_grad(m->y, i);
            for (int d = 0; d < D; d++) g[d] += w * dy[d];
            memcpy(tf_row(m->o[p], i), tf_row(m->y, i), sizeof(tf_real) * (size_t)D);
        }
}

struct tf_mat *tf_attend_merge(struct tf_tape *t, int n, struct tf_mat *const *o, const tf_real *const *lse, const tf_real **all) {
    int T = o[0]->rows, D = o[0]->cols;
    bool grad = false;
    for (int p = 0; p < n; p++) {
        TF_BUG_IF(o[p]->rows != T || o[p]->cols != D, "merge: (%d,%d) and (%d,%d)", T, D, o[p]->rows, o[p]->cols);
        grad |= o[p]->grad;
    }
    struct merge *m = TF_AUX(t, struct merge, .y = grad ? tf_new(t, T, D) : tf_const(t, T, D), .n = n);
    m->w = tf_arena_alloc(&t->arena, sizeof(tf_real) * (size_t)n * (size_t)T);
    m->o = tf_arena_alloc(&t->arena, sizeof(struct tf_mat *) * (size_t)n);
    memcpy(m->o, o, sizeof(struct tf_mat *) * (size_t)n);
    tf_real *union_lse = all ? tf_reals(t, T, 1) : NULL;
    if (all) *all = union_lse;
    for (int i = 0; i < T; i++) {
        double top = -INFINITY, sum = 0;
        for (int p = 0; p < n; p++) top = fmax(top, (double)lse[p][i]);
        for (int p = 0; p < n; p++) sum += lse[p][i] == -(tf_real)INFINITY ? 0 : exp((double)lse[p][i] - top); // NaN stays NaN
        if (all) union_lse[i] = (tf_real)(sum == 0 ? -INFINITY : top + log(sum));
        tf_real *y = tf_row(m->y, i);
        memset(y, 0, sizeof(tf_real) * (size_t)D);
        for (int p = 0; p < n; p++) {
            tf_real w = sum == 0 ? 0 : (tf_real)(exp((double)lse[p][i] - top) / sum), *x = tf_row(o[p], i);
            m->w[(size_t)p * (size_t)T + (size_t)i] = w;
            for (int d = 0; w != 0 && d < D; d++) y[d] += w * x[d];
        }
    }
    t->flops[TF_FLOP_OTHER] += 2.0 * n * T * D;
    if (grad) tf_record(t, merge_back, m);
    return m->y;
}
