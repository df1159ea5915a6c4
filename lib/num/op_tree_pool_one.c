/* tf_tree_pool where one query stands for the sequence (tree.h): only the nodes on its path have averages that count, so rows are summed by how far
 * they share it, and what the trees learn from is one number per row. With g = dL/do, s_j = <g, v_j>, nu the nodes' means:
 *     o = sum_l alpha_l nu_l     d_alpha_l = mean of s over node l     d_v_j = g * sum over the levels l that j shares of alpha_l / c_l
 *     d_P_q(n) = alpha_l mean of s over n, all nodes n     d_P_k(j,n) = alpha_l (s_j - mean of s over n) / max(c_n, 1), nodes of the path
 * With `ancestor` the last node of the path that has keys takes the alphas of those below it. */
#include "num/elem.h"
#include "num/op.h"
#include "num/tree_kernel.h"

struct one {
    struct tf_mat *v, *alpha, *o;
    const struct tf_route *q, *k;
    bool ancestor;
    int count[TF_TREE_LEVELS + 1];     /* keys of the path's nodes */
    tf_real share[TF_TREE_LEVELS + 1]; /* what stands before a node's mean: alpha, borrowed ones included */
    tf_real *s, *mean;                 /* of the backward pass: (T), (nodes) as the query sees them */
};

static int node_at(const struct one *p, int level) { // of the query's path
    return (1 << level) - 1 + (p->q->leaf[0] >> (p->k->tree.shape.levels - level));
}

/* The deepest level at which key j is still in the query's node. */
static int shared(const struct one *p, int j) {
    const unsigned differ = (unsigned)(p->q->leaf[0] ^ p->k->leaf[j]);
    int l = p->k->tree.shape.levels;
    for (unsigned d = differ; d; d >>= 1) l--;
    return l;
}

static tf_real alpha_at(const struct one *p, int level) { return p->alpha->v[(ptrdiff_t)level * p->alpha->ld]; }

static void forward(struct tf_tape *t, struct one *p) {
    const int h = p->k->tree.shape.levels, D = p->v->cols;
    const struct tf_elem *E = tf_elem();
    struct tf_mark m = tf_arena_mark(&t->arena);
    tf_real *sum = tf_arena_calloc(&t->arena, sizeof *sum * (size_t)(h + 1) * (size_t)D), *o = p->o->v;
    for (int j = 0; j < p->k->T; j++) {
        const int l = shared(p, j);
        E->add((size_t)D, sum + (ptrdiff_t)l * D, tf_row(p->v, j));
        p->count[l]++;
    }
    for (int l = h - 1; l >= 0; l--) {
        E->add((size_t)D, sum + (ptrdiff_t)l * D, sum + (ptrdiff_t)(l + 1) * D);
        p->count[l] += p->count[l + 1];
    }
    memset(o, 0, sizeof *o * (size_t)D);
    for (int l = 0, last = 0; l <= h; l++) {
        if (p->count[l]) last = l;
        if (p->count[l] || p->ancestor) p->share[last] += alpha_at(p, l);
    }
    for (int l = 0; l <= h && p->count[l]; l++)
        for (int d = 0; d < D; d++) o[d] += p->share[l] / (tf_real)p->count[l] * sum[(ptrdiff_t)l * D + d];
    tf_arena_rewind(&t->arena, m);
}

/* ---- backward -------------------------------------------------------------------------------------------------------------- */
/* s, and its mean over every node. */
static void means(struct tf_tape *t, struct one *p) {
    const struct tf_route *k = p->k;
    const struct tf_tree_shape *s = &k->tree.shape;
    const int first = s->off[s->levels], D = p->v->cols;
    int *zero = tf_arena_calloc(&t->arena, sizeof *zero * (size_t)k->T),
        *count = tf_arena_alloc(&t->arena, sizeof *count * (size_t)s->nodes);
    p->s = tf_reals(t, k->T, 1);
    p->mean = tf_arena_calloc(&t->arena, sizeof *p->mean * (size_t)s->nodes);
    tf_tree_kernels()->scores_at(k->T, D, p->v->v, p->v->ld, p->o->g, p->o->ld, zero, p->s);
    for (int j = 0; j < k->T; j++) p->mean[first + k->leaf[j]] += p->s[j];
    for (int j = 0; j < s->leaves; j++) count[first + j] = k->start[j + 1] - k->start[j];
    for (int n = first - 1; n >= 0; n--) {
        p->mean[n] = p->mean[2 * n + 1] + p->mean[2 * n + 2];
        count[n] = count[2 * n + 1] + count[2 * n + 2];
    }
    for (int n = 0; n < s->nodes; n++) {
        if (count[n]) p->mean[n] /= (tf_real)count[n];
        else if (p->ancestor && n) p->mean[n] = p->mean[(n - 1) / 2];
    }
}

static void fill_query(void *arg, TF_UNUSED const int *row, TF_UNUSED int n, int w, tf_real *U) {
    const struct one *p = arg;
    const struct tf_tree_shape *s = &p->q->tree.shape;
    for (int l = 1; l <= s->levels; l++)
        for (int i = (1 << l) - 1; i < (2 << l) - 1; i++) U[(ptrdiff_t)i * w] = alpha_at(p, l) * p->mean[i];
}

static void fill_keys(void *arg, const int *row, int n, int w, tf_real *U) {
    const struct one *p = arg;
    for (int l = 1; l <= p->k->tree.shape.levels; l++) {
        const int i = node_at(p, l), count = p->count[l];
        const tf_real f = count ? p->share[l] / (tf_real)count : alpha_at(p, l), mean = p->mean[i];
        tf_real *u = U + (ptrdiff_t)i * w;
        for (int j = 0; j < n; j++) u[j] = f * (p->s[row[j]] - mean);
    }
}

static void one_back(struct tf_tape *t, void *aux) {
    struct one *p = aux;
    struct tf_mark m = tf_arena_mark(&t->arena);
    const int h = p->k->tree.shape.levels, D = p->v->cols;
    const tf_real *g = p->o->g;
    means(t, p);
    tf_real down[TF_TREE_LEVELS + 1], sum = 0;
    for (int l = 0; l <= h; l++) {
        if (p->alpha->grad) p->alpha->g[(ptrdiff_t)l * p->alpha->ld] += p->mean[node_at(p, l)];
        if (p->count[l]) sum += p->share[l] / (tf_real)p->count[l];
        down[l] = sum;
    }
    for (int j = 0; p->v->grad && j < p->k->T; j++) {
        tf_real *dv = tf_grad(p->v, j), f = down[shared(p, j)];
        for (int d = 0; d < D; d++) dv[d] += f * g[d];
    }
    tf_tree_learn(t, p->q, true, fill_query, p, NULL);
    tf_tree_learn(t, p->k, true, fill_keys, p, NULL);
    tf_arena_rewind(&t->arena, m);
}

struct tf_mat *tf_tree_pool_one(struct tf_tape *t, struct tf_mat *v, struct tf_mat *alpha, const struct tf_route *q,
                                const struct tf_route *k, bool ancestor) {
    const int h = k->tree.shape.levels;
    TF_BUG_IF(!k->tree.shape.binary || q->T != 1 || q == k || v->rows != k->T || alpha->rows != h + 1, "pool: %d queries, v (%d,%d)", q->T,
              v->rows, v->cols);
    struct one *p = TF_AUX(t, struct one, .v = v, .alpha = alpha, .o = tf_new(t, 1, v->cols), .q = q, .k = k, .ancestor = ancestor);
    forward(t, p);
    t->flops[TF_FLOP_POOL] += v->cols * (k->T + h + 2.0 * (h + 1));
    tf_record(t, one_back, p);
    return p->o;
}
