/* Internal to lib/train: a model with the lanes that work on it. */
#ifndef TF_TRAIN_LANES_H
#define TF_TRAIN_LANES_H
#include "train/train.h"

struct lane {
    struct tf_tape tape;
    tf_real *grads;                 /* (pars.size); NULL in evaluation */
    struct tf_seq *seq; int *label; int n; /* this lane's share: n examples, n * parts sequences */
    double loss; size_t correct;    /* sums over the share */
    double flops[TF_FLOP_CLASSES], pairs, pairs_full, aux, tokens;
};
struct lanes { struct lane *lane; int n, cap, parts; };
void lanes_init(struct lanes *ls, int n, int most_examples, int parts, size_t grads); /* grads: numbers in a gradient block, 0: none */
void lanes_release(struct lanes *ls);
size_t lanes_bytes(const struct lanes *ls, size_t grads);
/* Deals examples (longest first, to and fro) to the lanes. */
void lanes_deal(struct lanes *ls, const struct tf_example *ex, int n);
struct lane_job { const struct tf_model *m; struct lanes *ls; int pack_tokens; double denom; uint64_t seed; uint32_t step; bool train; };
/* Runs every lane's share, forwards and (train) backwards, on up to `threads` threads. */
void lanes_run(struct lane_job *job, int threads);
/* Sums the gradients into lane 0, in lane order. */
void lanes_reduce(struct lanes *ls, size_t grads, int threads);
#endif
