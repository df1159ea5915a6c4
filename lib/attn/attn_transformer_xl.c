/* Transformer-XL: relative positions, and a memory of the segment before.   Cost O(T (T + M) (D + C)) per head.
 * Dai et al. 2019, arXiv:1901.02860 sec. 3:  with Z (M+T,C) = [memory, X], keys and values of Z, queries of X,
 *     s_ij = (<q_i + u, k_j> + <q_i + w, W_R R_{i-j}>) / sqrt(D),   o_i = softmax_j(s_ij) v_j,   R_d (C) = sin and cos of d 10000^(-2m/C),
 * W_R (D,C), u, w (D) of each head learned. R_{i-j} is R_j turned by i: with p_i = W_R^T (q_i + w) (C) the second term is <p_i turned by i, (cos, sin) of j>,
 * rotary attention (arXiv:2104.09864) to keys that are positions. So it goes into C further columns of queries and keys, and nothing is shifted; u's term, the
 * same for all queries, into one more. Sine and cosine alternate in R here, which only orders W_R's columns.
 * The memory, where a task carries state (task lm, `carry`), is the layer's inputs at the last `memory` tokens; no gradient flows to it.
 * Differs from the paper: u and w of each layer their own (the code's `untie_r`); projections have biases where the model's have; under `norm: pre` the
 * memory is what the norm gave. Positions are of rows, so that `model.position` may be none. */
#include "attn/relative.h"

struct options {
    int memory;
};

static const struct tf_opt opts[] = {{"memory", TF_INT, offsetof(struct options, memory), "0", 0, 65536, NULL,
                                      "tokens M of the earlier text that are remembered, if state is carried"},
                                     {0}};

static void params(struct tf_decl *d, const struct tf_shape *s, const void *options) {
    tf_relative_params(d, s, ((const struct options *)options)->memory);
}

static size_t state_size(const void *options, const struct tf_shape *s) {
    return tf_relative_state(s, ((const struct options *)options)->memory);
}

static bool state_holds(const void *options, TF_UNUSED const struct tf_shape *s, const tf_real *state) {
    return tf_relative_count(state[0], ((const struct options *)options)->memory);
}

static struct tf_mat *forward(const struct tf_ctx *c, struct tf_mat *X) {
    const int memory = ((const struct options *)c->opts)->memory;
    struct tf_relative r;
    struct tf_mat *y = tf_relative_forward(c, X, &r);
    for (int s = 0; s < c->pack->n_seq && c->after; s++) {
        const int all = r.at[s + 1] - r.at[s], M = all < memory ? all : memory;
        c->after[s][0] = (tf_real)M;
        tf_relative_copy(r.Z, r.at[s + 1] - M, M, c->after[s] + 1);
    }
    return y;
}

const struct tf_attn tf_attn_transformer_xl = {
    .name = "transformer-xl",
    .title = "Transformer-XL",
    .paper = "arXiv:1901.02860 sec. 3.3",
    .not_rotary = "it has its own relative positions",
    .equation = "o_i = softmax_j((<q_i + u, k_j> + <q_i + w, W_R R_{i-j}>) / sqrt(D)) v_j,  R_d = sinusoids of the distance d",
    .flags = TF_ATTN_CAUSAL,
    .opts = opts,
    .opts_size = sizeof(struct options),
    .check = tf_relative_check,
    .params = params,
    .state_size = state_size,
    .state_holds = state_holds,
    .forward = forward,
    .flops_head = tf_relative_flops_head,
    .flops_paper = tf_relative_flops_paper};
