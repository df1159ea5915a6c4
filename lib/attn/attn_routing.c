/* Routing Transformer.   Cost O(T (k + T / k) D) per head; k near sqrt(T) is best.
 * Roy et al. 2020, arXiv:2003.05997 alg. 1. q, k (T,D) are normalised (mean 0, length sqrt(D)); k centroids mu_c of each head:
 *     Q_c, K_c = the w = ceil(T / k) queries and keys nearest to mu_c
 *     o_i = mean over c with i in Q_c of sum_{j in K_c} softmax_j(<q_i, k_j> / sqrt(D)) v_j, 0 for a query of no cluster
 * Online spherical k-means: each query and key belongs to its one nearest centroid, and after a training step, with l = decay,
 *     sum_c <- l sum_c + (1 - l) sum of c's members,   count_c <- l count_c + (1 - l) |members|,   mu_c = sum_c / count_c
 * over all sequences of the step, in the order of shards. Without members in a step c keeps all three. Centroids are buffers: saved, not learned.
 * A query of several clusters: the paper says scatter, its code takes the mean, as here (but divides by count + 0.01). The code adds a
 * commitment loss, which the paper does not have. There some heads are local; here all heads route.
 * Causal: keys = queries as in the paper; but who is among the w nearest depends on later tokens, so here a token joins its nearest cluster
 * and attends to earlier members and itself, in chunks of w members: its own chunk and the one before.
 * Dropout of the probabilities, when not causal, is drawn by the query's place in its cluster (row c w + place of the copies), not by its
 * row: an exception from the rule, as a token may be in several clusters. */
#include <math.h>

#include "attn/buckets.h"
#include "attn/kmeans.h"

struct options {
    int clusters;
    double decay;
};

static const struct tf_opt opts[] = {
    {"clusters", TF_INT, offsetof(struct options, clusters), "32", 1, 1 << 16, NULL,
     "centroids of a head k; a cluster takes ceil(T / k) tokens"},
    {"decay", TF_REAL, offsetof(struct options, decay), "0.999", 0, 1, NULL, "share of its old value that a centroid keeps in each step"},
    {0}};

static int window(int k, int T) { return (T + k - 1) / k; } // w

static int *members(const struct tf_head *h, const struct tf_mat *x, int k, int w) { // (k w): each cluster's rows
    struct tf_arena *a = &h->ctx->tape->arena;
    int T = x->rows, *rows = tf_arena_alloc(a, sizeof *rows * (size_t)(k * w));
    struct tf_mark mark = tf_arena_mark(a);
    tf_real *S = tf_kmeans_measure(h, x, k, tf_arena_alloc(a, sizeof(int) * (size_t)T)),
            *copy = tf_arena_alloc(a, sizeof *copy * (size_t)T);
    for (int c = 0; c < k; c++, S += T) {
        tf_coarsen((size_t)T, S); // equal tokens are equally near, and the earlier ones come first
        tf_largest(S, T, w, copy, rows + c * w);
    }
    tf_arena_rewind(a, mark);
    return rows;
}

static struct tf_mat *head(const struct tf_head *h) {
    struct tf_tape *t = h->ctx->tape;
    struct tf_attend_arg arg = tf_head_attend_arg(h);
    int n = ((const struct options *)h->ctx->opts)->clusters, w = window(n, h->T);
    struct tf_mat *q = tf_norm_rows(t, h->q, true, sqrt(h->q->cols)); // before it is turned: means over turned channels depend on the place
    if (h->ctx->shape.causal) {
        int *nearest = tf_arena_alloc(&t->arena, sizeof *nearest * (size_t)h->T);
        struct tf_mark mark = tf_arena_mark(&t->arena);
        tf_kmeans_measure(h, q, n, nearest);
        tf_arena_rewind(&t->arena, mark);
        struct tf_mat *turned = tf_head_rotate(h, q);
        return tf_attend(t, turned, turned, h->v, tf_attn_index_buckets(&t->arena, h->T, n, nearest, w, TF_BUCKETS_CAUSAL), &arg, NULL);
    }
    struct tf_mat *k = tf_norm_rows(t, h->k, true, sqrt(h->q->cols));
    int *qrow = members(h, q, n, w), *krow = members(h, k, n, w);
    struct tf_mat *copies = tf_embed(t, tf_head_rotate(h, q), qrow, n * w); // (n w,D): a copy of q_i for each of its clusters
    return tf_scatter_mean(t, tf_attend(t, copies, tf_head_rotate(h, k), h->v, tf_attn_index_clusters(&t->arena, n, w, krow), &arg, NULL),
                           qrow, h->T);
}

static struct tf_mat *forward(const struct tf_ctx *c, struct tf_mat *X) {
    return c->shape.causal ? tf_per_head_shared(c, X, head) : tf_per_head_unrotated(c, X, head);
}

static void params(struct tf_decl *d, const struct tf_shape *s, const void *options) {
    if (s->causal) tf_declare_shared(d, s);
    else tf_declare_qkvo(d, s);
    tf_kmeans_declare(d, s, ((const struct options *)options)->clusters);
}

static void absorb(const void *options, struct tf_pars *ps, const char *prefix, const tf_real *step) {
    tf_kmeans_absorb(ps, prefix, ((const struct options *)options)->decay, step);
}

/* One head: queries and keys (causal: they are one) against k centroids, then the pairs: k w^2, and, causal, as measured, because which of a cluster come
 * first depends on the text. The papers' accounting: a P(n) for each projection, and this. */
static double head_flops(const struct options *o, const struct tf_cost *s) {
    double e = (double)TF_QKV(s) / s->H, k = o->clusters, w = window(o->clusters, s->T), pairs = s->f * s->T * s->T;
    if (s->f < 0 || !s->causal) pairs = k * (s->causal ? tf_causal_pairs(s->T / k, w) : w * w);
    return (s->causal ? 2 : 4) * e * s->T * k + tf_flops_paper_core(pairs, 1, e);
}

static double flops_layer(const void *o, const struct tf_cost *s) {
    return (s->causal ? 2 : 3) * tf_flops_in(s) + tf_flops_out(s) + s->H * head_flops(o, s);
}

static double flops_paper(const void *o, const struct tf_cost *s) {
    return (s->causal ? 2 : 3) * tf_flops_paper_dense(s->T, TF_HEAD_DIM(s)) + head_flops(o, s);
}

const struct tf_attn tf_attn_routing = {
    .name = "routing",
    .title = "Routing Transformer",
    .not_causal = "a cluster takes a share of all tokens, so that it depends on how many come later",
    .paper = "arXiv:2003.05997 alg. 1",
    .equation =
        "o_i = mean over c with i in Q_c of sum_{j in K_c} softmax_j(<q_i, k_j> / sqrt(D)) v_j,  Q_c, K_c = the ceil(T / k) nearest to mu_c",
    .not_alibi = "its clusters gather tokens, which lose their places",
    .flags = TF_ATTN_CAUSAL | TF_ATTN_ROUTED | TF_ATTN_ROTARY,
    .opts = opts,
    .opts_size = sizeof(struct options),
    .params = params,
    .forward = forward,
    .flops_layer = flops_layer,
    .flops_paper = flops_paper,
    .absorb = absorb};
