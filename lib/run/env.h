/* Floor 8: running an experiment. Where the commands that run one find and leave things. */
#ifndef TF_RUN_ENV_H
#define TF_RUN_ENV_H
#include "base/base.h"

struct tf_exp_env {
    const char *out;                       /* output folder; NULL: results/runs/<spec> */
    /* paper_dir NULL: experiments/paper next to the working directory or the program */
    const char *data_dir, *paper_dir;
    int threads;
    /* runs at once, in processes of their own that share the threads; 0 and 1: one after the other */
    int jobs;
    bool resume, plot;
};
#endif
