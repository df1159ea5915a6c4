/* What a spec says of a training: optimisation, the learning rate, the stages of bootstrapping (Algorithm
 * 1). */
#ifndef TF_TRAIN_SCHEDULE_H
#define TF_TRAIN_SCHEDULE_H
#include "base/base.h"

enum tf_schedule {
    TF_SCHED_CONSTANT, TF_SCHED_RSQRT, TF_SCHED_LINEAR, TF_SCHED_COSINE, TF_SCHED_ONECYCLE, TF_SCHED_TRIANGLE
};
enum { TF_MASK_WORDS, TF_MASK_L1 };
enum tf_optimizer { TF_OPTIM_ADAM, TF_OPTIM_ADAMW, TF_OPTIM_MUON, TF_OPTIM_ADADELTA };

/* Spec section `train:`; names, ranges, defaults in tf_train_opts. */
struct tf_train_cfg {
    int optimizer, schedule;
    /* clip: global gradient norm, 0: none. */
    double lr, beta1, beta2, eps, weight_decay, clip, muon_momentum, rho;
    /* Of the running average of the weights, that is evaluated in their place; 0: none. */
    double ema;
    /* batch: sequences per micro-step; accumulate micro-steps make a step. */
    int warmup, steps, batch, accumulate;
    /* Share of the steps in which the micro-steps of a step grow from 1 to accumulate; 0: always all. */
    double batch_ramp;
    /* Of the steps, instead of `warmup`; 0: that counts. */
    double warmup_ratio;
    /* Seconds that training, validation and test may take; as many of the steps are made as fit. 0: all. */
    double max_time;
    /* Fixed partition of a step: the same bytes at any thread count. */
    int shards;
    /* Token rows of a micro-batch, at least one sequence. */
    int pack_tokens;
    /* Of a stage of self-pretraining: share of the tokens that are hidden, and predicted in place of the
     * class; 0: none. The same in its validations; 0: as in training. */
    double mask, eval_mask;
    /* How they are predicted: among all words, or as a grey level. */
    int mask_loss;
    /* Longest training examples that are taken (of a pair: both sequences); 0: all. */
    int max_tokens;
    /* Steps; examples of the validation and of the test set (0: all). */
    int eval_every, eval_limit, test_limit;
    /* The run ends when the best validation of its last stage (where words are predicted, the one of the
     * least loss) has this score, percent; 0: never. */
    double stop_at;
    /* Validation examples on which recall is measured, for metrics.csv; 0: none. */
    int recall;
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
/* Steps of warm-up of a schedule of this many; c->steps is not read. */
double tf_warmup(const struct tf_train_cfg *c, int steps);

/* Micro-steps of step t = 1..steps (cramming, arXiv:2212.14034: in steps, so that bytes are the same); their
 * mean share of accumulate in the n steps after `from`. */
int tf_micro_steps(const struct tf_train_cfg *c, int steps, int t);
double tf_batch_share(const struct tf_train_cfg *c, int steps, int from, int n);

/* When a new layer group begins, the layers above keep their trees, or begin again with low ones. */
enum { TF_LEVELS_KEEP, TF_LEVELS_DROP };
/* Spec section `train.bootstrap:`. h_s, h_f, w; from == to: one stage per layer group. Exactly one of
 * steps_per_stage and total_steps is positive. restart: the learning-rate schedule, including its warm-up, in
 * every stage. */
struct tf_bootstrap_cfg {
    bool enabled;
    /* Heights 0: the mechanism has trees of one shape, which only spread over the layers. */
    int from_height, to_height, layers_per_stage, steps_per_stage, total_steps;
    bool restart;
    int levels;
};
extern const struct tf_opt tf_bootstrap_opts[];

/* Learning rate of step t = 1..steps of a schedule of this many; c->steps is not read. */
double tf_lr(const struct tf_train_cfg *c, int steps, int t);
double tf_lr_peak(const struct tf_train_cfg *c, int steps); /* the highest of them; of constant ones `lr` */

/* One stage. Of the layers that are to have the mechanism, first_layer to end_layer - 1 (0: the recipe's)
 * have it, and the others keep full attention. In Algorithm 1 their trees have this height (0: as the options
 * say), and from grown_layer on (0: none) the last height. The stage makes steps start + 1 .. start + steps
 * of the run, with these settings (NULL: the recipe's). */
struct tf_stage {
    int first_layer, end_layer, height, grown_layer, start, steps;
    const struct tf_train_cfg *train;
    const void *attn_opts, *task_opts;
    /* For messages, "lra.yaml:8:5: train.stages"; NULL: none. */
    const char *place;
};
enum { TF_MAX_STAGES = 512 };
/* One entry of `train.stages`: all settings of its stage, those that it shares with the others too. attn_opts
 * and task_opts are the spec's; task_opts NULL: the task's. */
struct tf_stage_cfg {
    struct tf_train_cfg train;
    void *attn_opts, *task_opts;
    int first_layer, end_layer;
    char place[128];
};
/* Names of the options of `train` that a stage may have for itself, joined by '|'. */
extern const char tf_stage_train_opts[];
/* The next of comma-separated parts of names; false: there are no more. */
bool tf_next_part(const char **parts, char word[TF_STRING_MAX]);
/* Is one of the parts in the name? */
bool tf_has_part(const char *parts, const char *name);
/* Does the parameter of this name stay as it is (freeze, learn)? */
bool tf_train_frozen(const struct tf_train_cfg *c, const char *name);
/* Stages for `layers` layers that are to have trees; without bootstrapping 1. */
int tf_stage_count(const struct tf_bootstrap_cfg *b, int layers);
/* Writes the stages for trees in layers first..end-1 of a model (end 0: to the last), and returns how many.
 * Without bootstrapping: one, height = 0 (as the options say). */
int tf_stages(const struct tf_bootstrap_cfg *b, int layers, int first, int end, int steps,
              struct tf_stage *out);
#endif
