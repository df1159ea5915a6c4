/* Reformer.   Cost O(r T (m + b) D) per head: r rounds, chunks of m tokens, b hyperplanes (about sqrt(T / m) above 128 buckets).
 * Kitaev et al. 2020, arXiv:2001.04451. Shared QK: k_j = q_j / |q_j|. LSH: h(x) = argmax([x R; -x R]), R (D, b/2) normal draws. Eq. 4-6:
 *     o_i = sum_r exp(z_i^r - z_i) o_i^r,   z_i = log sum_r exp(z_i^r),   z_i^r = log sum_{j in P_i^r} exp(s_ij)
 *     o_i^r = sum_{j in P_i^r} exp(s_ij - z_i^r) v_j,   s_ij = <q_i, k_j> / sqrt(D)
 * P_i^r: the tokens of i's bucket in round r that are, among all tokens sorted by bucket, in i's chunk or the one before (not causal: or
 * behind); i itself only if there is no other (s_ii - 1e5). b = 2 T / m unless set: a chunk holds two average buckets.
 *
 * Differs: a pair that meets in several rounds counts in each, without the - log N of eq. 5. Causal: every bucket is cut into chunks of its
 * own; in the paper later tokens shift the chunks of earlier ones, and so leak a little. R depends on (seed option, layer, head, round): the
 * same in training and evaluation. More than 128 buckets are hashed as two factors.
 * published = the LRA code: keys = queries, <q_i, k_j> times sqrt(D), P_i^r = all of i's chunk and the one before (of the first: the last), whatever
 * their bucket, i like any other; as many chunks as buckets (LRA: buckets 10, rounds 1). Not causal. That code has no output
 * projection; it adds 1 to 10 rows of zeros, which are hashed and seen like tokens. */
#include <math.h>

#include "attn/buckets.h"

struct options {
    int rounds, buckets, chunk, seed, route;
    bool published;
};

static const struct tf_opt opts[] = {
    {"rounds", TF_INT, offsetof(struct options, rounds), "2", 1, 64, NULL, "hashing rounds r"},
    {"buckets", TF_INT, offsetof(struct options, buckets), "0", 0, 1 << 20, NULL,
     "buckets b, even, above 128 rounded up to a product of two even numbers; 0: 2 T / chunk"},
    {"chunk", TF_INT, offsetof(struct options, chunk), "64", 1, 1 << 20, NULL,
     "tokens of a chunk m (with published: true and buckets: tokens / buckets)"},
    {"seed", TF_INT, offsetof(struct options, seed), "0", 0, 1 << 30, NULL, "of the random rotations"},
    {"published", TF_BOOL, offsetof(struct options, published), "false", 0, 0, NULL, "LRA's code: logits times sqrt(D), no bucket mask"},
    TF_ROUTE_OPT(struct options, "hashes see"),
    {0}};

/* Buckets for T tokens, as the product of the even f[0] and of f[1], which is even or 1. */
static int factors(const struct options *o, int T, int f[2]) {
    int b = o->buckets ? o->buckets : 2 * ((T + o->chunk - 1) / o->chunk);
    f[0] = b, f[1] = 1;
    if (b > 128) {
        f[0] = 2 * (int)ceil(sqrt(b) / 2);
        f[1] = 2 * ((b + 2 * f[0] - 1) / (2 * f[0]));
    }
    return f[0] * f[1];
}

static int chunk_of(const struct options *o, int T, int buckets) { return o->published ? (T + buckets - 1) / buckets : o->chunk; }

static struct tf_mat *head(const struct tf_head *h) {
    struct tf_tape *t = h->ctx->tape;
    const struct options *o = h->ctx->opts;
    int f[2], buckets = factors(o, h->T, f);
    const int **of = tf_arena_alloc(&t->arena, sizeof *of * (size_t)o->rounds);
    struct tf_mat *q = tf_head_rotate(h, h->q);
    uint32_t where = (uint32_t)h->ctx->shape.layer << 16 | (uint32_t)h->head;
    for (int r = 0; r < o->rounds; r++)
        of[r] =
            tf_lsh_hash(t, o->route == TF_SEES_ROTATED ? q : h->q, f, tf_rng_at((uint64_t)o->seed, TF_RNG_FEATURES, 0, where, (uint32_t)r));
    struct tf_attend_arg arg = tf_head_attend_arg(h);
    enum tf_bucket_layout layout = o->published ? TF_BUCKETS_PUBLISHED : h->ctx->shape.causal ? TF_BUCKETS_CAUSAL : TF_BUCKETS_SORTED;
    return tf_lsh_attend(t, q, h->v, o->rounds, of, buckets, chunk_of(o, h->T, buckets), layout, &arg);
}

static struct tf_mat *forward(const struct tf_ctx *c, struct tf_mat *X) { return tf_per_head_shared(c, X, head); }

static int check(const void *options, const struct tf_shape *s, struct tf_err *e) {
    const struct options *o = options;
    if (o->buckets % 2) return tf_fail(e, TF_BAD, "buckets must be even, not %d", o->buckets);
    return o->published && s->causal ? tf_fail(e, TF_BAD, "published = true has no causal form") : 0;
}

static void params(struct tf_decl *d, const struct tf_shape *s, TF_UNUSED const void *options) { tf_declare_shared(d, s); }

/* One head: hashing, 2 D per direction and token; then the pairs, measured or those of balanced buckets. */
static double head_flops(const struct options *o, const struct tf_cost *s) {
    int f[2], b = factors(o, s->T, f);
    double e = (double)TF_QKV(s) / s->H, m = chunk_of(o, s->T, b), keys = o->published ? fmin(2 * m, s->T) : fmin((double)s->T / b, 3 * m);
    double pairs = s->f >= 0   ? s->f * s->T * s->T
                   : s->causal ? o->rounds * b * tf_causal_pairs((double)s->T / b, m)
                               : o->rounds * s->T * keys;
    return 2 * e * o->rounds * s->T * tf_lsh_directions(f) + tf_flops_paper_core(pairs, 1, e);
}

static double flops_layer(const void *o, const struct tf_cost *s) { // three projections: query = key, value, output
    return 2 * tf_flops_in(s) + tf_flops_out(s) + s->H * head_flops(o, s);
}

static double flops_paper(const void *o, const struct tf_cost *s) { // 2 P(n) + the head's work
    return 2 * tf_flops_paper_dense(s->T, (double)TF_QKV(s) / s->H) + head_flops(o, s);
}

const struct tf_attn tf_attn_reformer = {
    .name = "reformer",
    .title = "Reformer",
    .not_causal = "the number of its buckets follows the length of the sequence",
    .paper = "arXiv:2001.04451 eq. 4-6",
    .equation =
        "o_i = sum_{r, j in P_i^r} e^(s_ij) v_j / sum_{r, j in P_i^r} e^(s_ij),  s_ij = <q_i, q_j / |q_j|> / sqrt(D),  P_i^r: i's bucket in round r",
    .flags = TF_ATTN_CAUSAL | TF_ATTN_RANDOM | TF_ATTN_ROUTED | TF_ATTN_ROTARY | TF_ATTN_ALIBI,
    .opts = opts,
    .opts_size = sizeof(struct options),
    .check = check,
    .params = params,
    .forward = forward,
    .flops_layer = flops_layer,
    .flops_paper = flops_paper};
