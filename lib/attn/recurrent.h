/* LSTMs in the place of attention: what lstm and bilstm share. W = TF_QKV channels in all, h units in one
 * direction. Where W is not C an output projection leads back. */
#ifndef TF_ATTN_RECURRENT_H
#define TF_ATTN_RECURRENT_H
#include "attn/attn.h"
#include "num/recur.h"

struct tf_lstm_options { double forget_bias; };
extern const struct tf_opt tf_lstm_opts[];

/* "<name>gates.weight" (4h,C), in rows i, f, g, o, "<name>gates.bias", "<name>recurrent.weight" (4h,h), all
 * uniform within 1/sqrt(h). */
void tf_lstm_declare(struct tf_decl *d, const struct tf_shape *s, const char *name, int h);
/* all tokens of a direction: (rows,C) -> (rows,h) */
struct tf_mat *tf_lstm_run(const struct tf_ctx *c, struct tf_mat *X, const char *name, int h,
                           const struct tf_recur *run);
void tf_lstm_declare_output(struct tf_decl *d, const struct tf_shape *s);
struct tf_mat *tf_lstm_output(const struct tf_ctx *c, struct tf_mat *Y);
/* W / h directions; the papers' accounting is of one head's W / H channels, from as many */
double tf_lstm_flops(const struct tf_cost *s, int h);
double tf_lstm_flops_paper(const struct tf_cost *s, int directions);
#endif
