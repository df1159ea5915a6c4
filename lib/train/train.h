/* Floor 4: the training loop, and what it will cost. */
#ifndef TF_TRAIN_H
#define TF_TRAIN_H
#include "train/evaluation.h"

enum tf_status { TF_RUN_OK, TF_RUN_DIVERGED, TF_RUN_INTERRUPTED };
struct tf_result {
    enum tf_status status;
    int steps, best_step, diverged_step;
    /* Of the best checkpoint: by the validation score, then by the lower loss; masked LM: by the loss. */
    struct tf_score valid, test;
    /* On the test set. */
    struct tf_work work;
    /* Over all resumed parts; time is this machine's, not part of deterministic files. */
    double train_time_s, train_cpu_s, eval_time_s, train_tokens, tokens_per_s, peak_bytes;
    size_t parameters;
    bool kernels_changed; /* it was resumed with other kernels, ours or BLAS's */
};
/* Trains, evaluates, picks the best checkpoint, tests once. -1 only for errors (bad data, disk); divergence
 * and interruption are statuses. */
int tf_train(const struct tf_run *r, struct tf_result *out, struct tf_err *e);

/* Predicted: FLOPs of a step of average length (forward + backward, 3x forward; of an average stage) and of
 * the whole training; memory of the process; training time without evaluation. */
struct tf_estimate {
    size_t parameters;
    double flops_step, flops_train, peak_bytes, time_s;
};
/* Runs sequences forwards and backwards: the longest one for the memory, one of average length for work and
 * time. */
int tf_train_estimate(const struct tf_run *r, struct tf_estimate *out, struct tf_err *e);
#endif
