/* Linear transformer.   Cost O(T D^2) per head; memory O(T).
 * Katharopoulos et al. 2020, arXiv:2006.16236 eq. 4, 5, 7 (causal: eq. 9):  phi(x) (D) = elu(x) + 1,
 *     o_i (D) = sum_j <phi(q_i), phi(k_j)> v_j / sum_j <phi(q_i), phi(k_j)>,   q, k, v (T,D), j over all tokens or j <= i.
 * With rotary positions R_i, R_j turn phi in the numerator alone (RoFormer, arXiv:2104.09864 eq. 19).
 * Differs from the published code: no 1e-6 in the denominator, which is positive (1e-30 where it underflows). Dropout of probabilities does
 * not apply: none exist. */
#include "attn/attn.h"

static struct tf_feature_arg argument(bool causal, bool rotary) {
    return (struct tf_feature_arg){.map = TF_FEATURE_ELU, .scale = 1, .causal = causal, .rotary = rotary};
}

static struct tf_mat *head(const struct tf_head *h) {
    struct tf_feature_arg arg = argument(h->ctx->shape.causal, h->ctx->shape.rotary);
    arg.qpos = arg.kpos = tf_head_positions(h), arg.table = tf_ctx_rotary(h->ctx);
    return tf_feature(h->ctx->tape, h->q, h->k, h->v, NULL, &arg);
}

static struct tf_mat *forward(const struct tf_ctx *c, struct tf_mat *X) { return tf_per_head_mean(c, X, head); }

static double flops_layer(TF_UNUSED const void *opts, const struct tf_cost *s) {
    int e = TF_HEAD_DIM(s);
    const struct tf_feature_arg arg = argument(s->causal, s->rotary);
    return tf_flops_qkvo(s) + s->H * tf_feature_flops(s->T, s->T, e, e, 0, &arg);
}

// Performer's with r = e features and no projection onto them
static double flops_paper(TF_UNUSED const void *opts, const struct tf_cost *s) {
    double e = (double)TF_QKV(s) / s->H, n = s->T;
    return 3 * tf_flops_paper_dense(n, e) + 4 * n * e * e + 8 * n * e + 5.75 * n * e;
}

static double kept(TF_UNUSED const void *opts, const struct tf_cost *s) { // as performer, with as many features as a head has channels
    return TF_HEAD_DIM(s) * ((double)TF_QKV(s) + s->H);
}

const struct tf_attn tf_attn_linear = {.name = "linear",
                                       .title = "Linear transformer",
                                       .paper = "arXiv:2006.16236 eq. 5",
                                       .equation =
                                           "o_i = sum_j <phi(q_i), phi(k_j)> v_j / sum_j <phi(q_i), phi(k_j)>,  phi(x) = elu(x) + 1",
                                       .not_alibi = "features of queries and keys meet in sums over all tokens, not in pairs",
                                       .flags = TF_ATTN_CAUSAL | TF_ATTN_ROTARY | TF_ATTN_NO_DROPOUT,
                                       .cls_query_only = true,
                                       .forward = forward,
                                       .flops_layer = flops_layer,
                                       .flops_paper = flops_paper,
                                       .kept = kept};
