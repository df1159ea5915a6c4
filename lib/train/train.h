/* Floor 4: the training loop. */
#ifndef TF_TRAIN_H
#define TF_TRAIN_H
#include "train/evaluation.h"

/* What `path` holds began with weights of the hash `then`; the file init_from has the hash `now`. then "",
 * now "" or NULL: not known. TF_BAD: they differ. */
int tf_init_check(const char *path, const char *then, const char *init_from, const char *now,
                  struct tf_err *e);

struct tf_run { /* everything that one run depends on */
    TF_RECIPE;
    const struct tf_data *data;
    const char *init_hash; /* of the file init.from, for the checkpoints; NULL or "": not known */
    int threads;
    /* Gets metrics.csv, timing.csv, checkpoint-*.safetensors, best.safetensors, of a masked LM bert.safetensors
     * (tf_checkpoint_export); created. */
    const char *dir;
    bool resume;           /* continue from the newest checkpoint in dir that verifies; false: start anew */
    const char *spec_hash; /* stored in checkpoints; another hash on resume is an error */
    const char *label;     /* for the progress line */
    int number;            /* of the run in its spec, for tf_progress.run */
};

/* Steps of the files checkpoint-<step>.safetensors in a run's folder, newest first; *steps is the caller's to
 * free. Returns how many. */
int tf_checkpoint_steps(const char *dir, int **steps);

enum tf_status { TF_RUN_OK, TF_RUN_DIVERGED, TF_RUN_INTERRUPTED };
struct tf_result {
    enum tf_status status;
    int steps, best_step, diverged_step;
    struct tf_score valid, test;                      /* of the best checkpoint: by the validation score, then
                                                         by the lower loss; masked LM: by the loss */
    double train_time_s, train_cpu_s, eval_time_s, train_tokens;   /* over all resumed parts; time is this
                                                                      machine's, not part of deterministic
                                                                      files */
    double tokens_per_s, peak_bytes;
    double occupancy;                                 /* pairs / full pairs in the mechanism's layers, test
                                                         set: f of the paper's FLOPs; full attention: 1 */
    double mean_len;                                  /* tokens a test sequence */
    double flops_forward;                             /* measured forward work a test sequence, whole model */
    double flops_attention;                           /* of it: the attention layers' (LINEAR of q,k,v,o
                                                         excluded: ROUTE+ATTEND+FEATURE+POOL) */
    size_t parameters;
};
/* Trains, evaluates, picks the best checkpoint, tests once. -1 only for errors (bad data, disk); divergence
 * and interruption are statuses. */
int tf_train(const struct tf_run *r, struct tf_result *out, struct tf_err *e);
#endif
