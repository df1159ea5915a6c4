/* What trained runs predict: logits, the benchmarks' own scores, files in the form of a submission. */
#ifndef TF_RUN_PREDICT_H
#define TF_RUN_PREDICT_H
#include "results/stats.h"
#include "run/env.h"
#include "spec/spec.h"

/* Intervals of 95 %: Wilson; normal. */
struct exp_score { size_t n; enum tf_metric metric; struct tf_interval exact_pct, score_pct; };
/* Calls the task's hooks for the run's model with the weights of `checkpoint`: `score` (files NULL: none are
 * written); `find_test`, which logs what it found; `submit`. trained: the data of its training. */
int exp_task_score(const struct tf_spec_run *r, const char *checkpoint, const struct tf_exp_env *env,
                   struct tf_task_out *files, struct exp_score *out, struct tf_err *e);
int exp_task_find_test(const struct tf_spec_run *r, const struct tf_exp_env *env, size_t *rows,
                       struct tf_err *e);
int exp_task_submit(const struct tf_spec_run *r, const struct tf_data *trained, const char *checkpoint,
                    const struct tf_exp_env *env, struct tf_task_out *files, struct tf_err *e);
/* Predictions of the best checkpoints of the finished runs below dir (spec_each_finished): for the server of
 * a benchmark, where its test set is there, a benchmark's answers, or the class of every test example. They
 * go to dir/runs/<run>, or to env->out/<run>; the paths are appended, a line each, on failure too. */
int tf_exp_predict(const struct tf_spec *s, const char *dir, const struct tf_exp_env *env,
                   struct tf_buf *paths, struct tf_err *e);
#endif
