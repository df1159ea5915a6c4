/* tf_tree_pool where one query stands for the sequence (tree.h): its output is a weighted sum of the rows, whose weights depend on how far a row shares
 * the query's path. With s_j = dL/dw_j:
 *     w_j = sum over the levels l that j shares of alpha_l / c_l     d_alpha_l = mean of s over node l
 *     d_P_q(n) = alpha_l mean of s over n, all nodes n     d_P_k(j,n) = alpha_l (s_j - mean of s over n) / max(c_n, 1), nodes of the path
 * With `ancestor` the last node of the path that has keys takes the alphas of those below it. */
#include "num/op.h"
#include "num/tree_kernel.h"

struct one {
    struct tf_mat *alpha, *w;
    const struct tf_route *q, *k;
    bool ancestor;
    int count[TF_TREE_LEVELS + 1];     /* keys of the path's nodes */
    tf_real share[TF_TREE_LEVELS + 1]; /* what stands before a node's mean: alpha, borrowed ones included */
    tf_real *mean;                     /* of the backward pass: (nodes) as the query sees them */
};

static int node_at(const struct one *p, int level) { // of the query's path
    return (1 << level) - 1 + (p->q->leaf[0] >> (p->k->tree.shape.levels - level));
}

/* The deepest level at which key j is still in the query's node. */
static int shared(const struct one *p, int j) {
    const unsigned differ = (unsigned)(p->q->leaf[0] ^ p->k->leaf[j]);
    return p->k->tree.shape.levels - (differ ? 32 - __builtin_clz(differ) : 0);
}

static void set_weights(struct one *p) {
    const int h = p->k->tree.shape.levels, T = p->k->T;
    tf_real down[TF_TREE_LEVELS + 1], sum = 0;
    for (int j = 0; j < T; j++) p->count[shared(p, j)]++;
    for (int l = h - 1; l >= 0; l--) p->count[l] += p->count[l + 1];
    for (int l = 0, last = 0; l <= h; l++) {
        if (p->count[l]) last = l;
        if (p->count[l] || p->ancestor) p->share[last] += *tf_row(p->alpha, l);
    }
    for (int l = 0; l <= h; l++) {
        if (p->count[l]) sum += p->share[l] / (tf_real)p->count[l];
        down[l] = sum;
    }
    for (int j = 0; j < T; j++) p->w->v[j] = down[shared(p, j)];
}

/* ---- backward -------------------------------------------------------------------------------------------------------------- */
/* The mean of s over every node. */
static void means(struct tf_tape *t, struct one *p) {
    const struct tf_route *k = p->k;
    const struct tf_tree_shape *s = &k->tree.shape;
    const int first = s->off[s->levels], *count = tf_route_node_counts(t, k);
    p->mean = tf_arena_calloc(&t->arena, sizeof *p->mean * (size_t)s->nodes);
    for (int j = 0; j < k->T; j++) p->mean[first + k->leaf[j]] += p->w->g[j];
    for (int n = first - 1; n >= 0; n--) p->mean[n] = p->mean[2 * n + 1] + p->mean[2 * n + 2];
    for (int n = 0; n < s->nodes; n++) {
        if (count[n]) p->mean[n] /= (tf_real)count[n];
        else if (p->ancestor && n) p->mean[n] = p->mean[(n - 1) / 2];
    }
}

static void fill_query(void *arg, TF_UNUSED const int *row, TF_UNUSED int n, int w, tf_real *U) {
    const struct one *p = arg;
    const struct tf_tree_shape *s = &p->q->tree.shape;
    for (int l = 1; l <= s->levels; l++)
        for (int i = (1 << l) - 1; i < (2 << l) - 1; i++) U[(ptrdiff_t)i * w] = *tf_row(p->alpha, l) * p->mean[i];
}

static void fill_keys(void *arg, const int *row, int n, int w, tf_real *U) {
    const struct one *p = arg;
    for (int l = 1; l <= p->k->tree.shape.levels; l++) {
        const int i = node_at(p, l), count = p->count[l];
        const tf_real f = count ? p->share[l] / (tf_real)count : *tf_row(p->alpha, l), mean = p->mean[i];
        tf_real *u = U + (ptrdiff_t)i * w;
        for (int j = 0; j < n; j++) u[j] = f * (p->w->g[row[j]] - mean);
    }
}

static void one_back(struct tf_tape *t, void *aux) {
    struct one *p = aux;
    struct tf_mark m = tf_arena_mark(&t->arena);
    struct tf_mat *alpha = p->alpha;
    means(t, p);
    for (int l = 0; alpha->grad && l < alpha->rows; l++) *tf_grad(alpha, l) += p->mean[node_at(p, l)];
    tf_tree_learn(t, p->q, true, fill_query, p, NULL);
    tf_tree_learn(t, p->k, true, fill_keys, p, NULL);
    tf_arena_rewind(&t->arena, m);
}

struct tf_mat *tf_tree_pool_one(struct tf_tape *t, struct tf_mat *alpha, const struct tf_route *q, const struct tf_route *k,
                                bool ancestor) {
    TF_BUG_IF(!k->tree.shape.binary || q->T != 1 || q == k || alpha->rows != k->tree.shape.levels + 1, "pool: %d queries, %d levels", q->T,
              alpha->rows - 1);
    struct one *p = TF_AUX(t, struct one, .alpha = alpha, .w = tf_new(t, k->T, 1), .q = q, .k = k, .ancestor = ancestor);
    set_weights(p);
    tf_record(t, one_back, p);
    return p->w;
}
