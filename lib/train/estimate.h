/* What a training will cost. */
#ifndef TF_TRAIN_ESTIMATE_H
#define TF_TRAIN_ESTIMATE_H
#include "train/recipe.h"

/* measured by running sequences forwards and backwards: the longest one for the memory, one of average
 * length for work and time */
struct tf_estimate {
    size_t parameters;
    /* forward + backward (3x forward), a step of average length (and an average stage); the whole training */
    double flops_step, flops_train;
    double peak_bytes, time_s; /* predicted: memory of the process, training time without evaluation */
};
int tf_train_estimate(const struct tf_run *r, struct tf_estimate *out, struct tf_err *e);
#endif
