/* What a spec says of a training: optimisation, the learning rate, the stages of bootstrapping (Algorithm
 * 1). */
#ifndef TF_TRAIN_SCHEDULE_H
#define TF_TRAIN_SCHEDULE_H
#include "base/base.h"

enum tf_schedule { TF_SCHED_CONSTANT, TF_SCHED_RSQRT, TF_SCHED_LINEAR, TF_SCHED_COSINE, TF_SCHED_ONECYCLE };
enum tf_optimizer { TF_OPTIM_ADAM, TF_OPTIM_ADAMW };

/* Spec section `train:`; names, ranges, defaults in tf_train_opts. */
struct tf_train_cfg {
    int optimizer, schedule;
    /* clip: global gradient norm, 0: none. */
    double lr, beta1, beta2, eps, weight_decay, clip;
    /* batch: sequences per micro-step; accumulate micro-steps make a step. */
    int warmup, steps, batch, accumulate;
    /* Fixed partition of a step: the same bytes at any thread count. */
    int shards;
    /* Token rows of a micro-batch, at least one sequence. */
    int pack_tokens;
    /* Steps; examples of the validation and of the test set (0: all). */
    int eval_every, eval_limit, test_limit;
    /* Gradient norms of every layer in metrics.csv. */
    bool layer_norms;
    /* Comma-separated parts of the names of parameters that stay as they are: "tree". */
    char freeze[TF_STRING_MAX];
    /* The only ones that learn; "": all. */
    char learn[TF_STRING_MAX];
    /* How many of the newest checkpoints to keep; 0: all. */
    int keep;
    /* Steps; checkpoint_every 0: eval_every (once per minute would not be deterministic). */
    int checkpoint_every, log_every;
};
extern const struct tf_opt tf_train_opts[];

/* Spec section `train.bootstrap:`. h_s, h_f, w; from == to: one stage per layer group. Exactly one of
 * steps_per_stage and total_steps is positive. restart: the learning-rate schedule, including its warm-up, in
 * every stage. */
struct tf_bootstrap_cfg {
    bool enabled;
    int from_height, to_height, layers_per_stage, steps_per_stage, total_steps;
    bool restart;
};
extern const struct tf_opt tf_bootstrap_opts[];

/* Learning rate of step t = 1..steps of a schedule of this many; c->steps is not read. */
double tf_lr(const struct tf_train_cfg *c, int steps, int t);

/* One stage of Algorithm 1: of the layers that are to have trees, those from first_layer on use trees of this
 * height; the others keep full attention. It makes steps start + 1 .. start + steps of the run. */
struct tf_stage { int first_layer, height, start, steps; };
enum { TF_MAX_STAGES = 512 };
/* Stages for `layers` layers that are to have trees; without bootstrapping 1. */
int tf_stage_count(const struct tf_bootstrap_cfg *b, int layers);
/* Writes the stages for trees in layers first..end-1 of a model (end 0: to the last), and returns how many.
 * Without bootstrapping: one, height = 0 (as the options say). */
int tf_stages(const struct tf_bootstrap_cfg *b, int layers, int first, int end, int steps,
              struct tf_stage *out);
#endif
