/* What a spec says of a training: optimisation, the learning rate, the stages of bootstrapping (Algorithm
 * 1). */
#ifndef TF_TRAIN_SCHEDULE_H
#define TF_TRAIN_SCHEDULE_H
#include "base/base.h"

enum tf_schedule { TF_SCHED_CONSTANT, TF_SCHED_RSQRT, TF_SCHED_LINEAR, TF_SCHED_COSINE, TF_SCHED_ONECYCLE };
enum tf_optimizer { TF_OPTIM_ADAM, TF_OPTIM_ADAMW };

struct tf_train_cfg { /* spec section `train:`; names, ranges, defaults in tf_train_opts */
    int optimizer, schedule;
    double lr, beta1, beta2, eps, weight_decay, clip; /* clip: global gradient norm, 0: none */
    /* batch: sequences a micro-step; accumulate micro-steps make a step */
    int warmup, steps, batch, accumulate;
    int shards; /* fixed partition of a step: the same bytes at any thread count */
    int pack_tokens;                                  /* token rows of a micro-batch, at least one sequence */
    int eval_every, eval_limit, test_limit; /* steps; examples of the validation / test set (0: all) */
    bool layer_norms;                                 /* gradient norms of every layer in metrics.csv */
    char freeze[TF_STRING_MAX]; /* comma-separated parts of parameters' names that stay as they are: "tree" */
    int keep;                                         /* checkpoints that stay, the newest; 0: all */
    /* steps; 0 for checkpoint_every: about one a minute is not deterministic, so 0 means eval_every */
    int checkpoint_every, log_every;
};
extern const struct tf_opt tf_train_opts[];

struct tf_bootstrap_cfg { /* spec section `train.bootstrap:` (Algorithm 1) */
    bool enabled;
    int from_height, to_height, layers_per_stage;     /* h_s, h_f, w; from == to: one stage a layer group */
    int steps_per_stage, total_steps;                 /* exactly one is positive */
    bool restart; /* restart the learning-rate schedule, including its warm-up, in every stage */
};
extern const struct tf_opt tf_bootstrap_opts[];

/* Learning rate of step t = 1..steps of a schedule of that many; c->steps is not read. */
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
