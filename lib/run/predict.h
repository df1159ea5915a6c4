/* What trained runs predict: logits, the benchmarks' own scores, files in the form of a submission. */
#ifndef TF_RUN_PREDICT_H
#define TF_RUN_PREDICT_H
#include "results/stats.h"
#include "run/env.h"
#include "spec/spec.h"

/* Runs the model of r with the weights of `checkpoint`, built for `in` (tf_data_input of the training's
 * dataset), over d's test examples. out, in the order of the examples: (tokens of the test set, 2) for
 * spans, else (examples, classes); each example is computed alone, so the bytes do not depend on `threads`.
 * TF_FAILED: logits that are not finite; TF_INTERRUPTED. */
int exp_logits(const struct tf_spec_run *r, const char *checkpoint, const struct tf_input *in,
               const struct tf_data *d, int threads, tf_real *out, struct tf_err *e);

/* Intervals of 95 %: Wilson; normal. */
struct exp_score { size_t n; enum tf_metric metric; struct tf_interval exact_pct, score_pct; };
/* The task's hooks `score` (out_dir NULL: no files) and `submit`, which it must have, for the run's model
 * with the weights of `checkpoint`. trained: the data of its training. */
int exp_task_score(const struct tf_spec_run *r, const char *checkpoint, const struct tf_exp_env *env,
                   const char *out_dir, struct exp_score *out, struct tf_err *e);
int exp_task_submit(const struct tf_spec_run *r, const struct tf_data *trained, const char *checkpoint,
                    const struct tf_exp_env *env, const char *out_dir, struct tf_err *e);
#endif
