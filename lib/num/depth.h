/* What models whose blocks share their weights do beside attention. */
#ifndef TF_NUM_DEPTH_H
#define TF_NUM_DEPTH_H
#include "num/num.h"

/* The last k tokens of each token, side by side: y (rows,k C), columns j C.. of a token i hold x_{i-k+1+j}, 0
 * before its sequence's first token; extra rows are 0. With tf_linear a causal convolution of k taps. */
struct tf_mat *tf_taps(struct tf_tape *t, struct tf_mat *x, const struct tf_pack *pk, int k);

/* Adaptive computation time (Graves 2016, arXiv:1603.08983), as in kpot/keras-transformer. After block l =
 * 0..: p_l = logistic(logit_l) of each row. A row halts at the first block N at which p_0 + .. + p_N >= 1 -
 * 0.01: its output is sum_{l<N} p_l x_l + R x_N, R = 1 - sum_{l<N} p_l; without such a block sum_l p_l x_l.
 * The ponder cost of a sequence, the mean over its tokens of R and the blocks it took, times `cost`, is an
 * auxiliary loss. */
struct tf_halting;
struct tf_halting *tf_halting_new(struct tf_tape *t, int rows, int C, int blocks, const struct tf_pack *pk,
                                  double cost);
void tf_halting_add(struct tf_halting *h, struct tf_mat *x, struct tf_mat *logit); /* (rows,C), (rows,1) */
struct tf_mat *tf_halting_end(struct tf_halting *h); /* after the last block -> (rows,C) */
#endif
