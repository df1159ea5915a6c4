/* LSTMs in the place of attention. */
#include "attn/recurrent.h"

#include <math.h>

const struct tf_opt tf_lstm_opts[] = {{"forget_bias", TF_REAL, offsetof(struct tf_lstm_options, forget_bias), "1", -20, 20, NULL,
                                       "added to what the forget gate's logistic function gets"},
                                      {0}};

/* Uniform within 1/sqrt(h), as Xavier's with a gain. */
static void declare(struct tf_decl *d, const char *name, const char *rest, int rows, int cols, int h, unsigned flags) {
    char full[64];
    snprintf(full, sizeof full, "%s%s", name, rest);
    tf_declare(d, full, rows, cols, TF_INIT_XAVIER, sqrt((rows + cols) / (6.0 * h)), flags);
}

void tf_lstm_declare(struct tf_decl *d, const struct tf_shape *s, const char *name, int h) {
    declare(d, name, "gates.weight", 4 * h, s->C, h, 0);
    if (!s->no_bias) declare(d, name, "gates.bias", 1, 4 * h, h, TF_PAR_NO_DECAY);
    declare(d, name, "recurrent.weight", 4 * h, h, h, 0);
}

struct tf_mat *tf_lstm_run(const struct tf_ctx *c, struct tf_mat *X, const char *name, int h, const struct tf_recur *run) {
    const struct tf_lstm_options *o = c->opts;
    char full[64];
    snprintf(full, sizeof full, "%sgates", name);
    struct tf_mat *x = tf_ctx_project(c, X, full); // (rows,4h)
    snprintf(full, sizeof full, "%srecurrent.weight", name);
    TF_BUG_IF(x->cols != 4 * h, "%d gates of %d units", x->cols, h);
    return tf_lstm(c->tape, x, tf_ctx_param(c, full), o->forget_bias, c->pack, run);
}

void tf_lstm_declare_output(struct tf_decl *d, const struct tf_shape *s) {
    if (TF_QKV(s) != s->C) tf_declare_output(d, s, "output");
}

struct tf_mat *tf_lstm_output(const struct tf_ctx *c, struct tf_mat *Y) {
    tf_ctx_full_pairs(c);
    return Y->cols == c->shape.C ? Y : tf_ctx_project(c, Y, "output");
}

double tf_lstm_flops(const struct tf_cost *s, int h) {
    const double W = TF_QKV(s);
    return s->T * 4 * W * (2.0 * s->C + !s->no_bias + 2.0 * h) + (TF_QKV(s) == s->C ? 0 : tf_flops_out(s));
}

/* Four dense layers from the input and four products with the state before. */
double tf_lstm_flops_paper(const struct tf_cost *s, int directions) {
    const double e = (double)TF_QKV(s) / s->H;
    return 4 * tf_flops_paper_dense(s->T, e) + 8 * s->T * e * e / directions;
}
