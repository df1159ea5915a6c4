/* Floor 8: running an experiment. Where the commands that run one find and leave things. */
#ifndef TF_RUN_ENV_H
#define TF_RUN_ENV_H
#include "base/base.h"

/* out: output folder; NULL: results/runs/<spec>. jobs: runs at once, in processes that share the threads; 0
 * and 1: one after the other. ranks: up to how many a dry run predicts for (0: one), between machines of that
 * bandwidth and latency. only: patterns of the runs to be done (spec_only); none: all. */
struct tf_exp_env {
    const char *out, *data_dir;
    int threads, jobs, ranks;
    double bandwidth_gbit, latency_us;
    struct tf_list only;
    bool resume, plot, tensorboard;
};
#endif
