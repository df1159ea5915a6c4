/* Internal to lib/train: the state of a run, in memory and on disk. */
#ifndef TF_TRAIN_STATE_H
#define TF_TRAIN_STATE_H
#include "io/io.h"
#include "train/evaluation.h"
#include "train/moments.h"
#include "train/shards.h"

#define STATE_EVENTS "events.out.tfevents" /* TensorBoard knows them by the last word */
/* STATE_PATH: bytes of a file name; folders have at most 1300 (run/run.c). */
enum { STATE_PATH = 1400, KERNELS_MAX = 160 };
/* Since the last row of metrics.csv. */
struct running { double loss, correct, n, aux, steps; };
struct trainer {
    const struct tf_run *r;
    /* r's data, or what a stage of self-pretraining makes of it: `hidden`. */
    const struct tf_data *data;
    struct tf_data hidden;
    struct tf_stage stage[TF_MAX_STAGES];
    int n_stages, at_stage, total_steps;
    struct tf_model model;
    struct moments moments;
    /* The weights of the last step, while their average stands in the model; NULL: they are there. */
    tf_real *raw;
    /* (pars.n) born: the steps before the stage in which a tensor began to learn; NULL: one stage. still: the
     * steps of later stages that froze it, without the stage at hand. */
    int *born, *still;
    struct shards shards;
    struct tf_example *batch;
    /* examples.c: the epoch's order of the pool_n examples that the stage takes; their numbers, NULL: all;
     * what became of those of a step (data.max_len tokens each). */
    uint32_t *order, *pool;
    size_t pool_n;
    uint64_t order_epoch;
    uint16_t *room;
    /* carry.c: (2, streams, state) what the last step left, and the one before; state reals per stream, 0:
     * none */
    tf_real *carried;
    size_t state;
    /* A part of the data, for an estimate: every step goes on from the one before. */
    bool sampled;
    /* Steps done; last validation; -1: none yet. */
    int step, last_eval, best_step;
    /* Examples that the steps up to drawn_step took from the stream. */
    uint64_t drawn;
    int drawn_step;
    struct tf_score best;
    struct running log;
    /* Of all steps: FLOPs where the task's own targets are predicted, and hidden tokens. */
    double flops[2];
    double lr, grad_norm;
    /* Seconds of the last step's passes through the model: what grows with the batch. */
    double pass_s;
    /* teach_only: tf_recipe_teaches_only of the model. */
    bool diverged, teach_only;
    /* Resumed from a checkpoint that does not say how Adam's steps are counted. */
    bool older;
    /* Of the weights that it began with; "": not known, or none. */
    char init_hash[TF_INIT_HASH];
    char history[TF_HISTORY_MAX]; /* tf_run's, or the checkpoint's */
    /* That made this state: "avx2 Zen", or after a change of machine "avx2 Zen, then avx512 SkylakeX". */
    char kernels[KERNELS_MAX];
    /* The content of the two CSV files. */
    struct tf_buf metrics, timing;
    struct tf_events events;
    bool events_failed;
    /* Over all resumed parts; NaN: not known for an earlier one. train_cpu_s: of all threads of this rank (on
     * rank 0 also the earlier parts of all ranks); all_cpu_s: of all ranks, as last written. comm_time_s:
     * waiting for other ranks, without what wait_s of tf_ranks has counted since it was wait_from_s. */
    double train_time_s, train_cpu_s, all_cpu_s, eval_time_s, comm_time_s, wait_from_s, tokens, peak_bytes;
};
/* train.c: makes step `step` = 1.. of the model at hand. */
void train_step(struct trainer *t, int step);
/* Does the step have a row of its own in metrics.csv? One with which the run diverges has, too. */
bool train_logs(const struct trainer *t, int step);
/* Files are rank 0's; errors and what is read are those of all ranks.
 * Builds the model; resumes when asked to and possible. */
int state_open(struct trainer *t, const struct tf_run *r, struct tf_err *e);
void state_close(struct trainer *t);
/* The stage's model, without memory. */
int state_build(const struct trainer *t, int stage, struct tf_model *m, struct tf_err *e);
/* Does the stage freeze what the layer, by the prefix of its names, moves without a gradient? */
bool state_holds_buffers(const struct trainer *t, const char *prefix);
/* Takes both. */
void state_replace_model(struct trainer *t, struct tf_model *next, const struct moments *moments, int stage);
/* New rows of metrics.csv into events.out.tfevents, where the run is to have one; a failure costs a warning.
 */
void state_write_events(struct trainer *t);
/* metrics.csv, timing.csv, then the checkpoint. */
int state_save(struct trainer *t, struct tf_err *e);
/* Was it resumed with other kernels than those that made the state? */
bool state_kernels_changed(const struct trainer *t);
int state_save_best(struct trainer *t, struct tf_err *e);
int state_load_best(struct trainer *t, struct tf_err *e);
/* A run that starts over has no best model yet, its page no curve, and nothing is predicted: the files of the
 * run that was in dir before are removed, and no others. */
void state_remove_old(const char *dir);
/* The model's weights for other programs (tf_weights_export). */
int state_export(struct trainer *t, struct tf_err *e);
/* The last metrics.csv and timing.csv. */
int state_finish(struct trainer *t, struct tf_err *e);
/* tokens per second of training; NaN where the time is not known. */
double state_rate(const struct trainer *t, double tokens);
/* Share of the time so far that this rank waited for others; likewise. */
double state_comm_pct(const struct trainer *t);

/* examples.c: TF_BAD where one of the n stages takes no example. */
int stream_check(const struct tf_run *r, const struct tf_stage *stage, int n, struct tf_err *e);
/* Most tokens of a training example that a stage of such settings takes; 0: any. A sample of a set may have
 * none that is short enough, though the set has: then its shortest. */
int stream_limit(const struct tf_data *d, const struct tf_train_cfg *c);
/* Of the examples that the stage takes: the longest, and in room (2, data.max_len) the two whose lengths, as
 * a step sees them, are the closest to the mean on either side, the closer one first. Returns the second's
 * share of an average sequence's cost: 0 where the first is less than a token from the mean. */
double stream_extremes(const struct tf_run *r, const struct tf_stage *s, struct tf_example *longest,
                       struct tf_example typical[2], uint16_t *room);
/* _enter begins the stream of the stage at hand, _close frees it. */
void stream_enter(struct trainer *t);
void stream_close(struct trainer *t);
/* Those of the step into t->batch. Returns how many. */
int stream_draw(struct trainer *t, int step);

/* average.c: kinds of moments that these settings need; in how many steps parameter i learned; adds n numbers
 * of it from `from` on to the average, where there is one; and puts the average of all weights into the
 * model, or, called again, the weights of the last step. */
int moment_kinds(const struct tf_train_cfg *c);
int state_learned(const struct trainer *t, int i, int step);
void average_add(struct trainer *t, int i, size_t from, size_t n, int step);
void average_swap(struct trainer *t);

/* carry.c, for tasks whose examples continue one another. Whether the settings allow it; room for the model's
 * state; example i of a step; each step takes on the state that the one before left, joined over the ranks;
 * it goes into the checkpoint as a tensor, and from rank 0 to the others; what step 1 left for its first
 * example becomes the start of all streams. */
int carry_check(const struct trainer *t, struct tf_err *e);
int carry_open(struct trainer *t, struct tf_err *e);
double carry_bytes(const struct trainer *t);
size_t carry_example(const struct trainer *t, int step, int i);
void carry_before_step(struct trainer *t, int step);
void carry_after_step(struct trainer *t, int step);
void carry_tensor(const struct trainer *t, int step, struct tf_moments *m);
/* TF_BAD: the model cannot go on from what path had. */
int carry_check_read(const struct trainer *t, int step, const char *path, struct tf_err *e);
void carry_tell(const struct trainer *t, int step);
void carry_spread(struct trainer *t);

/* optimize.c: where this rank's part of the tensor begins in the block. Returns how long it is. */
size_t state_part(const struct trainer *t, const struct tf_par *p, size_t *from);
/* Clips, and makes the optimizer's step with this rank's slice of the gradient; all ranks get the new
 * parameters. */
void optimize(struct trainer *t, int step);
/* The rest of a row of metrics.csv: the stage's height, and nothing in the columns of recall. */
void metrics_end_row(struct trainer *t);
/* x as metrics.csv has it: NaN without a sign, which depends on the machine. */
double metrics_cell(double x);
#endif
