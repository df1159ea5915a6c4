/* Shards: a fixed partition of examples, each run by one thread at a time, and what is summed over them. */
#ifndef TF_TRAIN_SHARDS_H
#define TF_TRAIN_SHARDS_H
#include "train/evaluation.h"
#include "train/ranks.h"

/* Sums over examples. */
struct sums {
    struct tf_score score; /* its loss a sum, not a mean; the sums over examples in evaluation alone */
    double flops[TF_FLOP_CLASSES], pairs, pairs_full, beside, beside_full, aux, tokens;
};
/* Work of a step: a backward pass (none where the trees alone are taught) is two forward passes. */
double shards_step_flops(const struct sums *s, bool teach_only);
/* grads (pars.size): NULL in evaluation. seq, label: the shard's n examples, n * parts sequences, with their
 * sums. */
struct shard {
    struct tf_tape tape;
    tf_real *grads;
    struct tf_seq *seq;
    int *label, n;
    struct sums sums;
};
/* shard: the n of this rank, which are first..first+n-1 of all; alone: all of them, whatever others do. */
/* state reals that an example takes on and hands on, example by example of shards_deal: before (NULL: none
 * yet) and after; 0: none. */
struct shards {
    struct shard *shard; int n, first, all, cap, parts; bool alone;
    size_t state; const tf_real *before; tf_real *after;
};
/* n: of all ranks; alone: this rank has all of them. grads: numbers in a gradient block, 0: none. */
void shards_init(struct shards *ls, int n, int most_examples, int parts, size_t grads, bool alone);
void shards_release(struct shards *ls);
size_t shards_bytes(const struct shards *ls, size_t grads);
/* Deals examples (longest first, to and fro) to the shards of all ranks. */
void shards_deal(struct shards *ls, const struct tf_example *ex, int n);
/* A shard's sequences run one by one and always in the same order: what an observer sums per shard, and then
 * over the shards by tf_shards_join, does not depend on the number of threads. */
struct tf_observer {
    /* As in struct tf_ctx, with the shard's arg of (this rank's shards); NULL: none. */
    void (*on_leaves)(void *arg, int layer, int head, bool keys, int n_leaves, const int *count);
    void (*on_recall)(void *arg, int layer, int head, int n, const struct tf_recall *r);
    void *const *arg;
    /* Gets the logits of example i of the split: (1,classes), or of spans (tokens,2). Then no loss and no
     * score are computed: labels may be anything, and the rank evaluates alone. NULL: none. */
    void (*on_logits)(void *arg, size_t i, const struct tf_mat *y);
    void *logits_arg;
    /* right[k] becomes 1 where prediction k of the split is its label (tf_predictions_judged); NULL: none.
     * first: the predictions of example i begin at first[i] (tf_predictions_first). */
    uint8_t *right;
    const size_t *first;
};
struct shard_job {
    const struct tf_model *m;
    const struct tf_data *d;
    struct shards *ls;
    int pack_tokens; /* in training; an evaluation takes examples one by one */
    /* Predictions of the step, by which the loss is divided; its examples. */
    double denom, examples;
    uint64_t seed;
    uint32_t step;
    /* all_rows: of the last layer, for work and occupancy. teach_only: what learns learns inside the forward
     * pass (tf_recipe_teaches_only), without dropout. */
    bool train, all_rows, teach_only;
    /* NULL: none; and the number of the split's first example, for it. */
    const struct tf_observer *observer;
    uint32_t first_id;
};
/* Joins the results of shards 0..n-1 into shard 0 along one fixed binary tree over the shard's number: the
 * largest 2^k < n shards on the left, the rest on the right, each side joined first. So an aligned block
 * of 2^k shards is a whole subtree: joined alone, wherever that is, it gives the same bytes. */
void tf_shards_join(int n, void (*join)(void *arg, int into, int from), void *arg);
/* Runs every shard's share, forwards and (train) backwards, on up to `threads` threads. */
void shards_run(struct shard_job *job, int threads);
/* Adds the gradients and sums of all shards into this rank's first shard by tf_shards_join: its slice of the
 * gradient (tf_ranks_slice), and the sums as a whole. The rest of the gradient, and the other shards, keep
 * partial sums. */
void shards_reduce(struct shards *ls, size_t grads, int threads);

/* objective.c: predictions that an example gives in training or in evaluation; depends only on its tokens. */
int objective_count(const struct tf_data *d, const struct tf_example *x, bool train);
/* Chooses the n tokens of a sequence that are to be predicted: in q they become [MASK] (80 %), a random
 * word (10 %) or stay (10 %); TF_HIDDEN always. label (n): the words. q->at: rows, so without tokens that the
 * model leaves out. */
void objective_mask(const struct shard_job *j, struct tf_arena *a, struct tf_seq *q, int *label, int n);
/* Runs the model on examples from..to-1 of the shard on its tape; adds to the shard's loss, correct,
 * predictions and table. Returns the loss (1,1); NULL: the observer takes logits. */
struct tf_mat *objective_loss(const struct shard_job *j, struct shard *l, int from, int to);
#endif
