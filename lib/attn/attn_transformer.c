/* Full attention.   Cost O(T^2 D) per head; memory O(T).
 * Vaswani et al. 2017, arXiv:1706.03762 eq. 1:  o (T,D) = softmax(q k^T / sqrt(D)) v,  q, k, v (T,D).
 * Computed blockwise with a running maximum and sum; exact. */
#include "attn/attn.h"

static struct tf_mat *head(const struct tf_head *h) {
    struct tf_attend_arg arg = tf_head_attend_arg(h);
    arg.out = h->q; // in evaluation outputs take the queries' place
    return tf_attend(h->ctx->tape, h->q, h->k, h->v, tf_head_index(h), &arg, NULL);
}

static struct tf_mat *forward(const struct tf_ctx *c, struct tf_mat *X) {
    return c->cls_query_only && !c->shape.causal && !tf_shape_places(&c->shape) ? tf_one_query(c, X) : tf_per_head(c, X, head);
}

static double flops_head(TF_UNUSED const void *opts, const struct tf_cost *s) {
    return tf_flops_paper_core(s->T, s->causal ? (s->T + 1) / 2.0 : s->T, (double)TF_QKV(s) / s->H);
}

const struct tf_attn tf_attn_transformer = {.name = "transformer",
                                            .title = "Transformer",
                                            .paper = "arXiv:1706.03762 eq. 1",
                                            .equation = "o = softmax(q k^T / sqrt(D)) v",
                                            .flags = TF_ATTN_CAUSAL | TF_ATTN_EXACT | TF_ATTN_ROTARY | TF_ATTN_ALIBI,
                                            .cls_query_only = true,
                                            .forward = forward,
                                            .flops_head = flops_head};
