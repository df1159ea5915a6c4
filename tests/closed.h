/* Sequence layers and attention with positions of its own in plain loops, straight from their equations: what
 * the mechanisms are compared with. X (rows,C), one sequence, -> the same. */
#ifndef TF_TESTS_CLOSED_H
#define TF_TESTS_CLOSED_H
#include "attn/attn.h"

enum { CLOSED_C = 12, CLOSED_H = 2 }; /* channels and heads of the layers of test_limits */

const void *closed_option(const struct tf_ctx *c, const char *name); /* of the mechanism */

struct tf_mat *closed_lstm(const struct tf_ctx *c, struct tf_mat *X);
struct tf_mat *closed_bilstm(const struct tf_ctx *c, struct tf_mat *X);
/* As the convolution that it stands for, up to 128 tokens:
 * K_l = 2 Re sum_n C_n (e^{dt A_n} - 1)/A_n e^{l dt A_n}. */
struct tf_mat *closed_s4d(const struct tf_ctx *c, struct tf_mat *X);
struct tf_mat *closed_transformer_xl(const struct tf_ctx *c, struct tf_mat *X); /* not causal */
struct tf_mat *closed_etc(const struct tf_ctx *c, struct tf_mat *X);            /* global rows, too */
/* Adaptive spans: the softmax over all S distances, then times m(x) and normalised again; z = S, without a
 * mask; z = 0, with weights 1 - x / R of x < R. */
struct tf_mat *closed_adaptive_span(const struct tf_ctx *c, struct tf_mat *X);
struct tf_mat *closed_span_window(const struct tf_ctx *c, struct tf_mat *X);
struct tf_mat *closed_span_ramp(const struct tf_ctx *c, struct tf_mat *X);
/* Of CLOSED_C channels and CLOSED_H heads alone. Nystromformer with 5 landmarks and no convolution; Sinkhorn
 * of at most 24 blocks; TF-A of at most 64 tokens and 8 leaves, with what is beside the leaf. */
struct tf_mat *closed_nystrom(const struct tf_ctx *c, struct tf_mat *X);
struct tf_mat *closed_sinkhorn(const struct tf_ctx *c, struct tf_mat *X);
struct tf_mat *closed_leaves(const struct tf_ctx *c, struct tf_mat *X);
#endif
