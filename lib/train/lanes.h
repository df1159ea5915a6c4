/* Internal to lib/train: a model with the lanes that work on it. */
#ifndef TF_TRAIN_LANES_H
#define TF_TRAIN_LANES_H
#include "train/train.h"

struct lane {
    struct tf_tape tape;
    tf_real *grads;                 /* (pars.size); NULL in evaluation */
    struct tf_seq *seq; int *label; int n; /* this lane's share: n examples, n * parts sequences */
    double loss; size_t correct, predictions, table[2][2]; /* sums over the share */
    double flops[TF_FLOP_CLASSES], pairs, pairs_full, aux, tokens;
};
struct lanes { struct lane *lane; int n, cap, parts; };
void lanes_init(struct lanes *ls, int n, int most_examples, int parts, size_t grads); /* grads: numbers in a gradient block, 0: none */
void lanes_release(struct lanes *ls);
size_t lanes_bytes(const struct lanes *ls, size_t grads);
/* Deals examples (longest first, to and fro) to the lanes. */
void lanes_deal(struct lanes *ls, const struct tf_example *ex, int n);
/* denom: predictions of the step, what the loss is divided by; examples: of the step. */
struct lane_job { const struct tf_model *m; const struct tf_data *d; struct lanes *ls; int pack_tokens; double denom, examples; uint64_t seed; uint32_t step;
                  bool train, all_rows /* of the last layer, for work and occupancy */; const struct tf_watch *watch; /* NULL: none */ };
/* ---- objective.c: what is predicted, and its loss ---- */
int objective_count(const struct tf_data *d, const struct tf_example *x); /* predictions that an example gives: hangs on its tokens alone */
/* Runs the model on examples from..to-1 of the lane on its tape; adds to the lane's loss, correct, predictions and table. Returns the loss (1,1). */
struct tf_mat *objective_loss(const struct lane_job *j, struct lane *l, int from, int to);
/* Runs every lane's share, forwards and (train) backwards, on up to `threads` threads. */
void lanes_run(struct lane_job *job, int threads);
/* Adds gradients and all other sums of the lanes into lane 0 by tf_lanes_join; the other lanes keep parts. */
void lanes_reduce(struct lanes *ls, size_t grads, int threads);
#endif
