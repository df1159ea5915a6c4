/* Internal to lib/train: the state of a run, in memory and on disk. */
#ifndef TF_TRAIN_STATE_H
#define TF_TRAIN_STATE_H
#include "train/evaluation.h"
#include "train/shards.h"

/* STATE_PATH: bytes of a file name; folders have at most 1300 (run/run.c). */
enum { STATE_PATH = 1400, KERNELS_MAX = 160 };
/* Since the last row of metrics.csv. */
struct running { double loss, correct, n, aux, steps; };
struct trainer {
    const struct tf_run *r;
    struct tf_stage stage[TF_MAX_STAGES];
    int n_stages, at_stage, total_steps;
    struct tf_model model;
    /* (2 * pars.size): m, v */
    tf_real *moments;
    /* (pars.n) steps before a tensor came, with its stage; NULL: one stage. */
    int *born;
    struct shards shards;
    struct tf_example *batch;
    uint32_t *order;
    uint64_t order_epoch;
    /* Steps done; last validation; -1: none yet. */
    int step, last_eval, best_step;
    struct tf_score best;
    struct running log;
    double lr, grad_norm;
    bool diverged;
    /* That made this state: "avx2 Zen", or after a change of machine "avx2 Zen, then avx512 SkylakeX". */
    char kernels[KERNELS_MAX];
    /* The content of the two CSV files. */
    struct tf_buf metrics, timing;
    /* Over all resumed parts; CPU time of all threads. */
    double train_time_s, train_cpu_s, eval_time_s, tokens, peak_bytes;
};
/* Builds the model; resumes when asked to and possible. */
int state_open(struct trainer *t, const struct tf_run *r, struct tf_err *e);
void state_close(struct trainer *t);
/* The stage's model, without memory. */
int state_build(const struct trainer *t, int stage, struct tf_model *m, struct tf_err *e);
void state_replace_model(struct trainer *t, struct tf_model *next, tf_real *moments, int stage);
/* metrics.csv, timing.csv, then the checkpoint. */
int state_save(struct trainer *t, struct tf_err *e);
/* Was it resumed with other kernels than those that made the state? */
bool state_kernels_changed(const struct trainer *t);
int state_save_best(struct trainer *t, struct tf_err *e);
int state_load_best(struct trainer *t, struct tf_err *e);
/* The last metrics.csv and timing.csv. */
int state_finish(struct trainer *t, struct tf_err *e);
#endif
