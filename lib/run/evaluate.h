/* Evaluating finished runs again. All append a CSV table to out. If some runs fail (see
 * spec_each_finished), it has the lines of the others. */
#ifndef TF_RUN_EVALUATE_H
#define TF_RUN_EVALUATE_H
#include "run/env.h"
#include "spec/spec.h"

/* The best checkpoints below dir (an output folder whose spec s is, options of the task possibly changed) on
 * the whole test set: one line per run (test_score_pct with its 95 % interval, of the metric that the row of
 * the run has). Runs without a row that says ok, or without a best checkpoint, are skipped with a warning. */
int tf_exp_evaluate(const struct tf_spec *s, const char *dir, const struct tf_exp_env *env,
                    struct tf_buf *out, struct tf_err *e);
/* The same on the first `limit` test examples (0: all): one line per run with the measured occupancy, the
 * work that follows from it, and beside both what groups of equal size would give. */
int tf_flops_measured(const struct tf_spec *s, const char *dir, const struct tf_exp_env *env, size_t limit,
                      struct tf_buf *out, struct tf_err *e);
/* What their leaves keep of full attention on the first `limit` test examples: lines per run for all layers
 * (0), each layer (head 0) and each head. */
int tf_exp_recall(const struct tf_spec *s, const char *dir, const struct tf_exp_env *env, size_t limit,
                  struct tf_buf *out, struct tf_err *e);
/* The runs of tf_exp_evaluate compared with those of the mechanism `against` of the same seeds, example by
 * example ("full": full attention): one line per mechanism and setting, the accuracy of both and their
 * difference in points with two 95 % intervals: over the test examples, paired, and over the seeds. TF_BAD:
 * nothing to compare. */
int tf_exp_compare(const struct tf_spec *s, const char *dir, const char *against,
                   const struct tf_exp_env *env, struct tf_buf *out, struct tf_err *e);
/* Calls fn for the best checkpoint of every run of s below dir that ended well, with its data; warns of the
 * others. TF_BAD, TF_FAILED: there is none; or the first error of a run, such as a damaged checkpoint or
 * other data than it was trained on, of which a warning was given before the next run. Other errors end the
 * walk. */
typedef int spec_finished_fn(void *arg, const struct tf_spec_run *r, const struct tf_data *d,
                             const char *checkpoint, struct tf_err *e);
int spec_each_finished(const struct tf_spec *s, const char *dir, const struct tf_exp_env *env,
                       spec_finished_fn *fn, void *arg, struct tf_err *e);
#endif
