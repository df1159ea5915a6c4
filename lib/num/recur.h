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

/* The diagonal state spaces of S4D (Gu et al. 2022, arXiv:2206.11893), zero-order hold, B = 1, n complex
 * states for each of C channels. step (1,C): log dt; decay, angle (n,C): A = -exp(decay) + i angle; C: real
 * and imaginary parts (n,C); D (1,C). C[1]: of the kernel from the end; NULL: none. */
struct tf_s4d { struct tf_mat *step, *decay, *angle, *C[2][2], *D; };
/* u (rows,C) -> y (rows,C), in each channel y_t = sum_{s<=t} K0_{t-s} u_s + sum_{s>t} K1_{s-t-1} u_s + D u_t,
 * K_l = 2 Re sum_k C_k (exp(dt A_k) - 1) / A_k exp(l dt A_k). Computed as a recurrence or as a convolution,
 * whichever takes fewer operations for the pack; counts the recurrence's as FEATURE: 11 n per element and
 * kernel, and 2. Sequences have no extra rows. Of `run` start and end count, where there is one kernel: state
 * (2n,C), of each complex state the real part before the imaginary one. */
struct tf_mat *tf_s4d(struct tf_tape *t, struct tf_mat *u, const struct tf_s4d *p, const struct tf_pack *pk,
                      const struct tf_recur *run);
#endif
