/* LSTM.   Cost O(T C h) per layer, T steps one after the other; memory O(T).
 * Hochreiter & Schmidhuber 1997 with Gers et al.'s forget gate (2000), doi:10.1162/089976600300015015. With a (4h) = W x_t + b + U h_{t-1}:
 *     i, o = sigma(a_i), sigma(a_o),   f = sigma(a_f + forget_bias),   g = tanh(a_g),   c_t = f c_{t-1} + i g,   h_t = o tanh(c_t),
 * W (4h,C), U (4h,h), h = qkv_dim. It stands where attention stands: residual, norm and feed-forward layer are the block's. A token sees the tokens
 * before it, whether the model is causal or not. Differs from torch's: one bias, not two whose sum counts. No dropout inside. */
#include "attn/recurrent.h"

static void params(struct tf_decl *d, const struct tf_shape *s, TF_UNUSED const void *opts) {
    tf_lstm_declare(d, s, "", TF_QKV(s));
    tf_lstm_declare_output(d, s);
}

static struct tf_mat *forward(const struct tf_ctx *c, struct tf_mat *X) {
    return tf_lstm_output(c, tf_lstm_run(c, X, "", TF_QKV(&c->shape), &(struct tf_recur){.start = c->before, .end = c->after}));
}

static size_t state_size(TF_UNUSED const void *opts, const struct tf_shape *s) { return 2 * (size_t)TF_QKV(s); }

static double flops_layer(TF_UNUSED const void *opts, const struct tf_cost *s) { return tf_lstm_flops(s, TF_QKV(s)); }
static double flops_paper(TF_UNUSED const void *opts, const struct tf_cost *s) { return tf_lstm_flops_paper(s, 1); }

static double kept(TF_UNUSED const void *opts, const struct tf_cost *s) { return 2.0 * TF_QKV(s); }

const struct tf_attn tf_attn_lstm = {
    .name = "lstm",
    .title = "LSTM",
    .paper = "doi:10.1162/089976600300015015",
    .not_rotary = "it compares no tokens, and reads them in their order",
    .equation = "c_t = f c_{t-1} + i g,  h_t = o tanh(c_t),  i, f, o = sigma(W x_t + b + U h_{t-1}),  g = tanh(the same)",
    .flags = TF_ATTN_CAUSAL | TF_ATTN_NO_DROPOUT,
    .looks_back = tf_attn_always,
    .opts = tf_lstm_opts,
    .opts_size = sizeof(struct tf_lstm_options),
    .params = params,
    .state_size = state_size,
    .forward = forward,
    .flops_layer = flops_layer,
    .flops_paper = flops_paper,
    .kept = kept};
