/* Bidirectional LSTM.   Cost O(T C h) per layer, T steps one after the other; memory O(T).
 * Schuster & Paliwal 1997, doi:10.1109/78.650093; Graves & Schmidhuber 2005. Two LSTMs (attn_lstm.c) of h = qkv_dim / 2 units, one from the first token,
 * one from the last:   y_t (2h) = [forward h_t, backward h_t]. */
#include "attn/recurrent.h"

static int check(TF_UNUSED const void *opts, const struct tf_shape *s, struct tf_err *e) {
    return TF_QKV(s) % 2 ? tf_fail(e, TF_BAD, "its two directions have half of %d channels each: choose an even width", TF_QKV(s)) : 0;
}

static void params(struct tf_decl *d, const struct tf_shape *s, TF_UNUSED const void *opts) {
    tf_lstm_declare(d, s, "forward.", TF_QKV(s) / 2), tf_lstm_declare(d, s, "backward.", TF_QKV(s) / 2);
    tf_lstm_declare_output(d, s);
}

static struct tf_mat *forward(const struct tf_ctx *c, struct tf_mat *X) {
    const int h = TF_QKV(&c->shape) / 2;
    struct tf_mat *right = tf_lstm_run(c, X, "forward.", h, &(struct tf_recur){0}),
                  *left = tf_lstm_run(c, X, "backward.", h, &(struct tf_recur){.backwards = true});
    return tf_lstm_output(c, tf_beside(c->tape, right, left));
}

static double flops_layer(TF_UNUSED const void *opts, const struct tf_cost *s) { return tf_lstm_flops(s, TF_QKV(s) / 2); }
static double flops_paper(TF_UNUSED const void *opts, const struct tf_cost *s) { return tf_lstm_flops_paper(s, 2); }

static double kept(TF_UNUSED const void *opts, const struct tf_cost *s) {
    return 2.0 * TF_QKV(s);
} // each direction has half of the channels

const struct tf_attn tf_attn_bilstm = {.name = "bilstm",
                                       .title = "Bidirectional LSTM",
                                       .paper = "doi:10.1109/78.650093",
                                       .not_causal = "one of its two directions reads what comes later; take lstm",
                                       .not_rotary = "it compares no tokens, and reads them in their order",
                                       .equation = "y_t = [h_t of an LSTM from the first token, h_t of one from the last token]",
                                       .flags = TF_ATTN_NO_DROPOUT,
                                       .opts = tf_lstm_opts,
                                       .opts_size = sizeof(struct tf_lstm_options),
                                       .check = check,
                                       .params = params,
                                       .forward = forward,
                                       .flops_layer = flops_layer,
                                       .flops_paper = flops_paper,
                                       .kept = kept};
