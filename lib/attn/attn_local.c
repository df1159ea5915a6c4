/* Local attention.   Cost O(T b D) per head.
 * Tay et al. 2020, arXiv:2011.04006 sec. 3.3:  o_i = softmax_j(<q_i, k_j> / sqrt(D)) v_j over floor(j / b) = floor(i / b): a token attends
 * to its own block of b; `neighbours` adds blocks to either side (to the left alone when causal). The last block may be short.
 *
 * layout = published: the published code reshapes T tokens, padded to T' = b (floor(T / b) + 1), to (b, T' / b), so that its "block" is the
 * tokens T' / b apart: it attends over i - j = 0 modulo T' / b, from one end of the sequence to the other. */
#include <limits.h>

#include "attn/patterns.h"

enum { LAYOUT_BLOCK, LAYOUT_PUBLISHED };
struct options {
    int block, neighbours, layout;
};

static const struct tf_opt opts[] = {
    {"block", TF_INT, offsetof(struct options, block), "20", 1, 1 << 20, NULL, "tokens b of a block"},
    {"neighbours", TF_INT, offsetof(struct options, neighbours), "0", 0, 1 << 10, NULL, "further blocks to either side"},
    {"layout", TF_CHOICE, offsetof(struct options, layout), "block", 0, 0, "block|published",
     "block: neighbouring tokens; published: tokens that lie T / b apart, as the published code groups them"},
    {0}};

static int check(const void *options, const struct tf_shape *s, struct tf_err *e) {
    const struct options *o = options;
    if (o->layout == LAYOUT_PUBLISHED && o->neighbours) return tf_fail(e, TF_BAD, "layout: published has no neighbours; use neighbours: 0");
    if (o->layout == LAYOUT_PUBLISHED && s->causal)
        return tf_fail(e, TF_BAD, "layout: published depends on the length of the sequence, so that it has no causal form");
    return 0;
}

static int pattern(const struct tf_pattern *p, const struct tf_attn_index *out[TF_PATTERN_MAX]) {
    const struct options *o = p->opts;
    if (o->layout == LAYOUT_PUBLISHED) {
        out[0] = tf_attn_index_window(p->arena, 0, p->T, INT_MIN, INT_MAX, p->T / o->block + 1);
        return 1;
    }
    struct tf_build b = tf_build_new(p->arena);
    long B = o->block, reach = B * o->neighbours;
    for (long q0 = 0; q0 < p->T; q0 += B) {
        long q1 = q0 + B < p->T ? q0 + B : p->T, k1 = p->causal ? q1 : q0 + B + reach;
        tf_build_block(&b, (int)q0, (int)q1);
        tf_build_range(&b, (int)(q0 > reach ? q0 - reach : 0), (int)(k1 < p->T ? k1 : p->T));
    }
    struct tf_attn_index *plan = tf_build_done(&b);
    plan->windowed = p->causal, plan->lo = 0, plan->hi = INT_MAX;
    out[0] = plan;
    return 1;
}

static double kept(const void *options, const struct tf_cost *s) {
    const struct options *o = options;
    const double keys = o->layout == LAYOUT_PUBLISHED ? s->T : o->block * (1.0 + o->neighbours * (s->causal ? 1 : 2)); // groups lie apart
    return 2 * (keys < s->T ? keys : s->T) * TF_QKV(s);
}

const struct tf_attn tf_attn_local = {.name = "local",
                                      .title = "Local Attention",
                                      .paper = "arXiv:2011.04006 sec. 3.3",
                                      .equation = "o_i = softmax_j(<q_i, k_j> / sqrt(D)) v_j over floor(j / b) = floor(i / b)",
                                      .flags = TF_ATTN_CAUSAL | TF_ATTN_ROTARY | TF_ATTN_ALIBI,
                                      .opts = opts,
                                      .opts_size = sizeof(struct options),
                                      .check = check,
                                      .forward = tf_pattern_forward,
                                      .cls_query_only = true,
                                      .pattern = pattern,
                                      .kept = kept};
