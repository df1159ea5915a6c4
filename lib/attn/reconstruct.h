/* The attention-reconstruction loss: how much of what attention reads is lost where few rows stand for many.
 * Rae et al. 2019, arXiv:1911.05507 sec. 3.2, alg. 2. */
#ifndef TF_RECONSTRUCT_H
#define TF_RECONSTRUCT_H
#include "attn/relative.h"

/* Of sequence s, where young (n,C) stands for old, rows from..from+rows-1 of Z: adds to tape->aux_loss
 *     c->aux_scale || att(X, old) - att(X, young) ||,  att(X, Y) = softmax(q_X k_Y^T / sqrt(D)) v_Y,
 * over all rows and heads. Its backward pass teaches young alone: X, old and projections are constants. */
void tf_reconstruct(const struct tf_ctx *c, const struct tf_relative *r, int s, int from, int rows,
                    struct tf_mat *young);
#endif
