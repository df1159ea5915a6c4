/* Recurrences over the tokens of packed sequences. */
#ifndef TF_NUM_RECUR_H
#define TF_NUM_RECUR_H
#include "num/num.h"

/* Runs over the tokens of each sequence, which has no extra rows, one after the other; all sequences take a
 * step at once. backwards: from its last token. start, end (n_seq): the state of each sequence before and
 * after; start or one of its entries NULL: zeros; end NULL: not wanted. No gradient flows to start. */
struct tf_recur { bool backwards; const tf_real *const *start; tf_real *const *end; };

/* LSTM (Hochreiter & Schmidhuber 1997; Gers et al. 2000): x (rows,4h) what the input gives the gates, in
 * columns i, f, g, o; U (4h,h) -> h (rows,h). With a = x_t + U h_{t-1}: i, o = logistic(a), f = logistic(a +
 * forget), g = tanh(a); c_t = f c_{t-1} + i g; h_t = o tanh(c_t). State (2h): h, c. Counts 8 h^2 per row as
 * LINEAR. */
struct tf_mat *tf_lstm(struct tf_tape *t, struct tf_mat *x, struct tf_mat *U, double forget,
                       const struct tf_pack *pk, const struct tf_recur *run);
#endif
