/* Floor 4: optimisation, schedules, bootstrapping (Algorithm 1), the training loop, evaluation. */
#ifndef TF_TRAIN_H
#define TF_TRAIN_H
#include "model/model.h"
#include "task/task.h"

enum tf_schedule { TF_SCHED_CONSTANT, TF_SCHED_RSQRT, TF_SCHED_LINEAR, TF_SCHED_COSINE, TF_SCHED_ONECYCLE };
enum tf_optimizer { TF_OPTIM_ADAM, TF_OPTIM_ADAMW };

struct tf_train_cfg { /* spec section `train:`; names, ranges, defaults in tf_train_opts */
    int optimizer, schedule;
    double lr, beta1, beta2, eps, weight_decay, clip; /* clip: global gradient norm, 0: none */
    int warmup, steps, batch, accumulate;             /* batch: sequences a micro-step; accumulate micro-steps make a step */
    int lanes;                                        /* fixed partition of a step: the same bytes at any thread count */
    int pack_tokens;                                  /* token rows of a micro-batch, at least one sequence */
    int eval_every, eval_limit, test_limit;           /* steps; examples of the validation / test set (0: all) */
    bool layer_norms;                                 /* gradient norms of every layer in metrics.csv */
    char freeze[TF_STRING_MAX];                       /* comma-separated parts of parameters' names that stay as they are: "tree" */
    int keep;                                         /* checkpoints that stay, the newest; 0: all */
    int checkpoint_every, log_every;                  /* steps; 0 for checkpoint_every: about one a minute is not deterministic, so 0 means eval_every */
};
extern const struct tf_opt tf_train_opts[];

struct tf_bootstrap_cfg { /* spec section `train.bootstrap:` (Algorithm 1) */
    bool enabled;
    int from_height, to_height, layers_per_stage;     /* h_s, h_f, w; from == to: one stage a layer group */
    int steps_per_stage, total_steps;                 /* exactly one is positive */
    bool restart;                                     /* the learning rate's schedule, with its warm-up, starts anew in every stage */
};
extern const struct tf_opt tf_bootstrap_opts[];

/* What a model must know of a dataset (a compound literal: lives as long as the caller's block). */
#define tf_data_input(d)                                                                                                                        \
    (&(struct tf_input){(d)->vocab, (d)->classes, (d)->max_len, (d)->parts, (d)->skip_zero, (d)->sep_id, (enum tf_head_kind)(d)->objective})

/* Learning rate of step t = 1..steps of a schedule of that many; c->steps is not read. */
double tf_lr(const struct tf_train_cfg *c, int steps, int t);

/* One stage of Algorithm 1: of the layers that are to have trees, those from first_layer on use trees of this height; the others keep full attention.
 * It makes steps start + 1 .. start + steps of the run. */
struct tf_stage { int first_layer, height, start, steps; };
enum { TF_MAX_STAGES = 512 };
/* Stages for `layers` layers that are to have trees; without bootstrapping 1. */
int tf_stage_count(const struct tf_bootstrap_cfg *b, int layers);
/* Writes the stages for trees in layers first..end-1 of a model (end 0: to the last), and returns how many. Without bootstrapping: one, height = 0 (as the
 * options say). */
int tf_stages(const struct tf_bootstrap_cfg *b, int layers, int first, int end, int steps, struct tf_stage *out);

/* What `path` holds began with weights of the hash `then`; the file init_from has the hash `now`. then "", now "" or NULL: not known. TF_BAD: they differ. */
int tf_init_check(const char *path, const char *then, const char *init_from, const char *now, struct tf_err *e);

struct tf_run { /* everything that one run depends on */
    const struct tf_data *data;
    struct tf_model_cfg model;
    struct tf_layer_attn attn;                        /* of layers first_layer..end_layer-1 (bootstrapping varies its `height`); the others have full attention */
    int first_layer, end_layer;                       /* end_layer 0: all */
    const char *init_from; bool init_partial;         /* weights to begin with (tf_checkpoint_import); NULL: none */
    const char *init_hash;                            /* of that file, for the checkpoints; NULL or "": not known */
    struct tf_train_cfg train;
    struct tf_bootstrap_cfg bootstrap;
    uint64_t seed;
    int threads;
    const char *dir;                                  /* metrics.csv, timing.csv, checkpoint-*.safetensors, best.safetensors, of a masked LM bert.safetensors
                                                         (tf_checkpoint_export); created */
    bool resume;                                      /* continue from the newest checkpoint in dir that verifies; false: start anew */
    const char *spec_hash;                            /* stored in checkpoints; another hash on resume is an error */
    const char *label;                                /* for the progress line */
};

struct tf_estimate { /* measured by running sequences forwards and backwards: the longest one for the memory, one of average length for work and time */
    size_t parameters;
    double flops_step, flops_train;                   /* forward + backward (3x forward), a step of average length (and an average stage); the whole training */
    double peak_bytes, time_s;                        /* predicted: memory of the process, training time without evaluation */
};
int tf_train_estimate(const struct tf_run *r, struct tf_estimate *out, struct tf_err *e);

/* Steps of the files checkpoint-<step>.safetensors in a run's folder, newest first; *steps is the caller's to free. Returns how many. */
int tf_checkpoint_steps(const char *dir, int **steps);

enum tf_status { TF_RUN_OK, TF_RUN_DIVERGED, TF_RUN_INTERRUPTED };
/* n predictions; mean loss; table[label][prediction] of two classes (0 for other tasks). */
struct tf_score { size_t n, correct; double loss_nats; size_t table[2][2]; };
/* What is reported, in percent: accuracy, F1 of class 1, or Matthews correlation. */
double tf_score_value(const struct tf_score *s, enum tf_metric m);
struct tf_result {
    enum tf_status status;
    int steps, best_step, diverged_step;
    struct tf_score valid, test;                      /* of the best checkpoint: by the validation score, then by the lower loss; masked LM: by the loss */
    double train_time_s, train_cpu_s, eval_time_s, train_tokens;   /* over all resumed parts; time is this machine's, not part of deterministic files */
    double tokens_per_s, peak_bytes;
    double occupancy;                                 /* pairs / full pairs in the mechanism's layers, test set: f of the paper's FLOPs; full attention: 1 */
    double mean_len;                                  /* tokens a test sequence */
    double flops_forward;                             /* measured forward work a test sequence, whole model */
    double flops_attention;                           /* of it: the attention layers' (LINEAR of q,k,v,o excluded: ROUTE+ATTEND+FEATURE+POOL) */
    size_t parameters;
};
/* Trains, evaluates, picks the best checkpoint, tests once. -1 only for errors (bad data, disk); divergence and interruption are statuses. */
int tf_train(const struct tf_run *r, struct tf_result *out, struct tf_err *e);
/* Joins the results of lanes 0..n-1 into lane 0 along one fixed binary tree over the lane's number: the largest
 * 2^k < n lanes on the left, the rest on the right, each side joined first. So an aligned block of 2^k lanes is a
 * whole subtree: joined alone, wherever that is, it gives the same bytes. */
void tf_lanes_join(int n, void (*join)(void *arg, int into, int from), void *arg);
/* Evaluates a model on a split: first `limit` examples (0: all). */
int tf_evaluate(const struct tf_model *m, const struct tf_data *d, enum tf_split s, size_t limit, int lanes, int threads, const char *label,
                struct tf_score *out, struct tf_result *work, struct tf_err *e);
/* The same, while somebody looks on: on_leaves as in struct tf_ctx, with the lane's arg. A lane runs on one thread at a time, its sequences one by one and
 * always in the same order: what is summed a lane, and then over the lanes by tf_lanes_join, does not hang on the number of threads. */
struct tf_watch { void (*on_leaves)(void *arg, int layer, int head, bool keys, int n_leaves, const int *count); void *const *arg; /* (lanes) */ };
int tf_evaluate_watched(const struct tf_model *m, const struct tf_data *d, enum tf_split s, size_t limit, int lanes, int threads, const char *label,
                        const struct tf_watch *w /* NULL: nobody */, struct tf_score *out, struct tf_result *work, struct tf_err *e);
#endif
