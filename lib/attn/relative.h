/* Shared by Transformer-XL, whose file has the equations, and by what is built on it: attention with relative
 * positions over the rows that a sequence remembers and its own.
 *
 * What a layer hands on, where state is carried: how many rows are remembered, then these rows, the oldest
 * first. */
#ifndef TF_RELATIVE_H
#define TF_RELATIVE_H
#include "attn/attn.h"

/* `check`: distances turn pairs of channels. */
int tf_relative_check(const void *options, const struct tf_shape *s, struct tf_err *e);
/* The four projections, W_R, u, w and the table of distances; at most `most` rows are remembered. */
void tf_relative_params(struct tf_decl *d, const struct tf_shape *s, int most);
size_t tf_relative_state(const struct tf_shape *s, int most); /* reals; 0 for no rows */
/* Is it a whole number of rows, 0..most? */
bool tf_relative_count(tf_real rows, int most);

/* Z (rows,C): of each sequence the rows that it remembers, then its own; q (.,qkv) of X; k, v (rows,qkv) of
 * Z. Rows of sequence s begin at at[s] of Z; at has n_seq + 1 elements. */
struct tf_relative { struct tf_mat *Z, *q, *k, *v; const int *at; };
/* Packed X (rows,C) -> Y (rows,C). */
struct tf_mat *tf_relative_forward(const struct tf_ctx *c, struct tf_mat *X, struct tf_relative *r);
/* Copies rows of m to `to`, one behind the other; returns where they end. */
tf_real *tf_relative_copy(const struct tf_mat *m, int from, int rows, tf_real *to);

/* flops_head and flops_paper, without what is remembered. */
double tf_relative_flops_head(const void *options, const struct tf_cost *s);
double tf_relative_flops_paper(const void *options, const struct tf_cost *s);
#endif
