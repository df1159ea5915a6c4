/* Floor 4: the training loop, and what it will cost. */
#ifndef TF_TRAIN_H
#define TF_TRAIN_H
#include "train/evaluation.h"

enum tf_status { TF_RUN_OK, TF_RUN_DIVERGED, TF_RUN_INTERRUPTED };
struct tf_result {
    enum tf_status status;
    int steps, best_step, diverged_step;
    /* Of the best checkpoint: by the validation score, then by the lower loss; language models: by
     * the loss. */
    struct tf_score valid, test;
    /* On the test set. */
    struct tf_work work;
    /* Of all steps, a backward pass counted as two forward passes: of those that predict what the task asks,
     * and of self-pretraining. */
    double train_flops, pretrain_flops;
    /* Over all resumed parts; time is this machine's, not part of deterministic files. */
    double train_time_s, train_cpu_s, eval_time_s, tokens_per_s, peak_bytes;
    size_t parameters;
    bool kernels_changed; /* it was resumed with other kernels, ours or BLAS's */
    char init_hash[TF_INIT_HASH]; /* of the weights that it began with; "": none, or not known */
    char history[TF_HISTORY_MAX]; /* tf_run's, also when it was resumed */
};
/* Trains, evaluates, picks the best checkpoint, tests once. -1 only for errors (bad data, disk); divergence
 * and interruption are statuses. */
int tf_train(const struct tf_run *r, struct tf_result *out, struct tf_err *e);

/* Predicted: FLOPs of a step of average length (forward + backward, 3x forward; without a backward pass 1x;
 * of an average stage) and of the whole training; memory of a process; seconds of a step, of one validation
 * and of the test; of all steps with their validations and the test, and of the evaluations among them. Of
 * one rank, unless it went through tf_train_estimate_ranks: then comm_s, a step's exchange between ranks, is
 * in step_s. pace[i]: share of the time of all steps and validations that the first i / TF_PACE of the steps
 * take; all 0: not known. The rest is what that needs: bytes of the parameters, of their largest tensor, of a
 * shard, of the states that blocks of a text hand on, and of a shard in evaluations of longer sequences. */
enum { TF_PACE = 64 };
struct tf_estimate {
    size_t parameters;
    int steps;
    double flops_step, flops_train, peak_bytes;
    double step_s, valid_s, test_s, time_s, eval_s, comm_s;
    double pace[TF_PACE + 1];
    double block_bytes, tensor_bytes, shard_bytes, carried_bytes, eval_bytes;
};
/* Share of the time that this share of the steps takes, both 0..1; pace all 0: the same. */
double tf_pace(const double pace[TF_PACE + 1], double steps);
/* Measured: the longest sequence for the memory, one of average length for the work, and the run's own steps
 * and evaluations on a sample of its data, repeated until their times are steady, for about limit_s at most
 * where a sequence takes less. TF_BAD where no run can be. */
int tf_train_estimate(const struct tf_run *r, double limit_s, struct tf_estimate *out, struct tf_err *e);
/* Numbers per parameter that each of n ranks holds, without gradients: weights, and its slice of the
 * moments. */
double tf_train_blocks(const struct tf_train_cfg *c, int n);
/* The estimate of as many steps, from least to most, as fit into c->max_time (0: most). */
void tf_estimate_fit(struct tf_estimate *x, const struct tf_train_cfg *c, int least, int most);
/* Between machines with a rank each: bytes per second in each direction at once, seconds of a message. */
struct tf_network { double bytes_per_s, latency_s; };
/* The same training by n ranks (docs/scaling.md). */
struct tf_estimate tf_train_estimate_ranks(const struct tf_run *r, const struct tf_estimate *one, int n,
                                           const struct tf_network *w);
#endif
