/* BlockBERT.   Cost O(T^2 / n D) per head.
 * Qiu et al. 2019, arXiv:1911.02972 sec. 3:  o_i = softmax_j(<q_i, k_j> / sqrt(D)) v_j over block(j) = pi(block(i)), block(i) =
 * floor(i n / T), with a permutation pi of the n blocks for each head: a cyclic shift by s, pi(b) = (b + s) mod n.
 *
 * The paper gives most heads the identity (10 : 2 of 12 heads for n = 2, 8 : 2 : 2 for n = 3): option identity_heads; at 0, head h shifts
 * by h mod n. A sequence of fewer than n tokens has one block per token. */
#include "attn/patterns.h"

struct options {
    int blocks, identity_heads;
};

static const struct tf_opt opts[] = {
    {"blocks", TF_INT, offsetof(struct options, blocks), "2", 1, 1 << 16, NULL,
     "blocks n of a sequence, all of about the same length; one head attends inside its own block alone"},
    {"identity_heads", TF_INT, offsetof(struct options, identity_heads), "0", 0, 1024, NULL,
     "the first heads, which attend inside their own block; the rest take the other shifts in turn; 0: head h shifts by h mod n"},
    {0}};

static int pattern(const struct tf_pattern *p, const struct tf_attn_index *out[TF_PATTERN_MAX]) {
    const struct options *o = p->opts;
    long T = p->T, n = o->blocks < T ? o->blocks : T, shift = p->head % n;
    if (o->identity_heads) shift = p->head < o->identity_heads || n == 1 ? 0 : 1 + (p->head - o->identity_heads) % (n - 1);
    struct tf_build b = tf_build_new(p->arena);
    for (long i = 0; i < n; i++) { // block i starts at ceil(i T / n)
        long j = (i + shift) % n;
        tf_build_block(&b, (int)((i * T + n - 1) / n), (int)(((i + 1) * T + n - 1) / n));
        tf_build_range(&b, (int)((j * T + n - 1) / n), (int)(((j + 1) * T + n - 1) / n));
    }
    out[0] = tf_build_done(&b);
    return 1;
}

static int check(const void *options, const struct tf_shape *s, struct tf_err *e) {
    const struct options *o = options;
    if (o->identity_heads > s->H) return tf_fail(e, TF_BAD, "identity_heads %d: more than the heads, %d", o->identity_heads, s->H);
    if (o->blocks == 1 || s->H == 1 || o->identity_heads < s->H) return 0;
    return tf_fail(e, TF_BAD, "no head attends to another block: set fewer identity_heads, or blocks: 1");
}

const struct tf_attn tf_attn_blockbert = {
    .check = check,
    .name = "blockbert",
    .title = "BlockBERT",
    .not_causal = "its blocks attend to blocks that lie ahead",
    .paper = "arXiv:1911.02972 sec. 3",
    .equation = "o_i = softmax_j(<q_i, k_j> / sqrt(D)) v_j over block(j) = pi(block(i)),  block(i) = floor(i n / T)",
    .flags = TF_ATTN_ROTARY | TF_ATTN_ALIBI,
    .opts = opts,
    .opts_size = sizeof(struct options),
    .forward = tf_pattern_forward,
    .cls_query_only = true,
    .pattern = pattern};
