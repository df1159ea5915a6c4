/* Routing Transformer.   Cost O(T (k + T / k) D) a head; k near sqrt(T) is best.
 * Roy et al. 2020, arXiv:2003.05997 alg. 1. q, k (T,D) are normalised (mean 0, length sqrt(D)); k centroids mu_c of each head:
 *     Q_c, K_c = the w = T / k queries and keys nearest to mu_c      o_i = mean over c with i in Q_c of sum_{j in K_c} softmax_j(<q_i, k_j> / sqrt(D)) v_j
 * A query of no cluster gets 0. Every token belongs to its one nearest centroid in the statistics (online spherical k-means):
 *     sum_c <- l sum_c + (1 - l) sum of its queries and keys,   count_c likewise,   mu_c = sum_c / count_c,   l = decay
 * after each training step, over the step's sequences in lane order; a centroid without members stays. Centroids are buffers: saved, not learned.
 *
 * Several clusters: the paper scatters, its code takes the mean, as here (there with 0.01 added to the count). The code also learns the
 * centroids by a commitment loss of weight beta, which is not in the paper and not here. Its other heads are local; here all heads route.
 * Causal: keys = queries as in the paper; but who is among the w nearest depends on later tokens, so here a token joins its nearest cluster
 * and attends to earlier members and itself, in chunks of w members: its own chunk and the one before. */
#include <math.h>

#include "attn/buckets.h"

struct options { int clusters; double decay; };

static const struct tf_opt opts[] = {
    {"clusters", TF_INT, offsetof(struct options, clusters), "32", 1, 1 << 16, NULL, "centroids of a head k; a cluster takes T / k tokens"},
    {"decay", TF_REAL, offsetof(struct options, decay), "0.999", 0, 1, NULL, "what a centroid keeps of its past in a step"},
    {0}};

static int window(const struct options *o, int T) { return (T + o->clusters - 1) / o->clusters; }

static double *half_squares(struct tf_arena *a, const tf_real *mu, int k, int D) { // |mu_c|^2 / 2
    double *b = tf_arena_calloc(a, sizeof *b * (size_t)k);
    for (int c = 0; c < k; c++)
        for (int d = 0; d < D; d++) b[c] += 0.5 * (double)mu[c * D + d] * (double)mu[c * D + d];
    return b;
}

/* Tensor `name` of the layer in a block of all parameters (or of their gradients); no header on the tape: the arena is rewound here. */
static tf_real *slot(tf_real *block, const struct tf_pars *ps, const char *prefix, const char *name) {
    char full[256];
    snprintf(full, sizeof full, "%s%s", prefix, name);
    return block ? block + ps->p[tf_pars_find(ps, full)].off : NULL;
}

/* S (k,T) = <mu_c, x_t> for normalised x (T,D): larger is nearer. Writes the nearest centroid of each token; adds to the statistics. */
static const tf_real *measure(const struct tf_head *h, const struct tf_mat *x, int *nearest) {
    const struct tf_ctx *c = h->ctx;
    struct tf_arena *a = &c->tape->arena;
    int k = ((const struct options *)c->opts)->clusters, D = x->cols, T = x->rows;
    const tf_real *mu = slot(c->pars->v, c->pars, c->prefix, "centroids") + (size_t)h->head * (size_t)k * (size_t)D;
    tf_real *S = tf_arena_alloc(a, sizeof *S * (size_t)k * (size_t)T), *best = tf_arena_alloc(a, sizeof *best * (size_t)T);
    tf_gemm(false, true, k, T, D, 1, mu, D, x->v, x->ld, 0, S, T);
    const double *half = half_squares(a, mu, k, D); // |x - mu|^2 = |x|^2 - 2 (<x, mu> - half), and |x| is the same for all
    for (int n = 0; n < k; n++)
        for (int t = 0; t < T; t++) {
            tf_real s = S[(size_t)n * (size_t)T + (size_t)t] - (tf_real)half[n];
            if (n == 0 || s > best[t]) best[t] = s, nearest[t] = n;
        }
    tf_real *sum = slot(c->grads, c->pars, c->prefix, "sums"), *count = slot(c->grads, c->pars, c->prefix, "counts");
    for (int t = 0; sum && t < T; t++) {
        size_t row = (size_t)(h->head * k + nearest[t]);
        for (int d = 0; d < D; d++) sum[row * (size_t)D + (size_t)d] += x->v[t * x->ld + d];
        count[row] += 1;
    }
    c->tape->flops[TF_FLOP_ROUTE] += 2.0 * T * k * D;
    return S;
}

static int *members(const struct tf_head *h, const struct tf_mat *x, int w) { // (k w) rows of each cluster
    struct tf_arena *a = &h->ctx->tape->arena;
    int k = ((const struct options *)h->ctx->opts)->clusters, T = x->rows, *rows = tf_arena_alloc(a, sizeof *rows * (size_t)k * (size_t)w);
    struct tf_mark mark = tf_arena_mark(a);
    const tf_real *S = measure(h, x, tf_arena_alloc(a, sizeof(int) * (size_t)T));
    tf_real *copy = tf_arena_alloc(a, sizeof *copy * (size_t)T);
    for (int c = 0; c < k; c++) tf_largest(S + (size_t)c * (size_t)T, T, w, copy, rows + c * w);
    tf_arena_rewind(a, mark);
    return rows;
}

static struct tf_mat *head_both(const struct tf_head *h) {
    struct tf_tape *t = h->ctx->tape;
    const struct options *o = h->ctx->opts;
    struct tf_attend_arg arg = tf_head_attend_arg(h);
    struct tf_mat *q = tf_norm_rows(t, h->q, true, sqrt(h->q->cols)), *k = tf_norm_rows(t, h->k, true, sqrt(h->q->cols));
    int w = window(o, h->T), n = o->clusters, *qrow = members(h, q, w), *krow = members(h, k, w);
    struct tf_block *blocks = tf_arena_alloc(&t->arena, sizeof *blocks * (size_t)n);
    struct tf_range *ranges = tf_arena_alloc(&t->arena, sizeof *ranges * (size_t)n);
    struct tf_plan *p = tf_arena_alloc(&t->arena, sizeof *p);
    for (int c = 0; c < n; c++) blocks[c] = (struct tf_block){c * w, (c + 1) * w, c, c + 1}, ranges[c] = (struct tf_range){c * w, (c + 1) * w};
    *p = (struct tf_plan){.n_blocks = n, .blocks = blocks, .ranges = ranges, .kidx = krow};
    return tf_scatter_mean(t, tf_attend(t, tf_embed(t, q, qrow, n * w), k, h->v, p, &arg, NULL), qrow, h->T); // a copy of q_i for each of its clusters
}

static struct tf_mat *head_causal(const struct tf_head *h) {
    struct tf_tape *t = h->ctx->tape;
    const struct options *o = h->ctx->opts;
    struct tf_attend_arg arg = tf_head_attend_arg(h);
    struct tf_mat *q = tf_norm_rows(t, h->q, true, sqrt(h->q->cols));
    int *nearest = tf_arena_alloc(&t->arena, sizeof *nearest * (size_t)h->T);
    measure(h, q, nearest);
    return tf_attend(t, q, q, h->v, tf_plan_buckets(&t->arena, h->T, o->clusters, nearest, window(o, h->T), TF_BUCKETS_CAUSAL), &arg, NULL);
}

static struct tf_mat *forward(const struct tf_ctx *c, struct tf_mat *X) {
    return c->shape.causal ? tf_per_head_shared(c, X, head_causal) : tf_per_head(c, X, head_both);
}

static void params(struct tf_decl *d, const struct tf_shape *s, const void *options) {
    int rows = s->H * ((const struct options *)options)->clusters;
    if (s->causal) tf_declare_shared(d, s);
    else tf_declare_qkvo(d, s);
    tf_declare(d, "centroids", rows, s->C / s->H, TF_INIT_NORMAL, 1, TF_PAR_BUFFER);
    tf_declare(d, "sums", rows, s->C / s->H, TF_INIT_ZERO, 0, TF_PAR_BUFFER);
    tf_declare(d, "counts", rows, 1, TF_INIT_ZERO, 0, TF_PAR_BUFFER);
}

static void absorb(const void *options, struct tf_pars *ps, const char *prefix, const tf_real *sums) {
    tf_real keep = (tf_real)((const struct options *)options)->decay, *mu = slot(ps->v, ps, prefix, "centroids");
    tf_real *sum = slot(ps->v, ps, prefix, "sums"), *count = slot(ps->v, ps, prefix, "counts");
    ptrdiff_t to_sum = sum - ps->v, to_count = count - ps->v, D = to_count - to_sum;
    (void)D;
    (void)mu, (void)keep, (void)sums;
}
