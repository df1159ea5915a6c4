/* Predictions for GLUE's test set, whose labels only the benchmark's server knows. */
#ifndef TF_EXP_GLUE_EVAL_H
#define TF_EXP_GLUE_EVAL_H
#include "run/env.h"
#include "spec/spec.h"

/* Runs the model of r, trained on `trained` (tf_data of the training), with the weights of `checkpoint` over
 * the task's test.tsv and writes out_dir/<Task>.tsv in the form of a submission: "index\tprediction", labels
 * as in the training set. Where the data has no such file a message says so, and none is written. TF_BAD: a
 * row cannot be read; TF_FAILED: logits that are not finite. */
int tf_exp_glue(const struct tf_spec_run *r, const struct tf_data *trained, const char *checkpoint,
                const struct tf_exp_env *env, const char *out_dir, struct tf_err *e);
#endif
