/* SQuAD's official score of a trained model: exact match and F1 of the answers, not of their ends in
 * windows. */
#ifndef TF_EXP_SQUAD_EVAL_H
#define TF_EXP_SQUAD_EVAL_H
#include "results/stats.h"
#include "run/env.h"
#include "spec/spec.h"

struct tf_squad_score {
    size_t questions, windows;
    struct tf_interval exact_pct, f1_pct;    /* 95 %: Wilson; normal, over the questions' F1 */
};
/* Runs the model of r with the weights of `checkpoint` over every window of the task's test questions and
 * writes out_dir/predictions.json (the form of a submission, {"id": "answer"}) and
 * out_dir/nbest_predictions.json; out_dir is made. out_dir NULL: no files. r->task must be squad. TF_FAILED:
 * logits that are not finite; TF_INTERRUPTED: nothing is written. */
int tf_exp_squad(const struct tf_spec_run *r, const char *checkpoint, const struct tf_exp_env *env,
                 const char *out_dir, struct tf_squad_score *out, struct tf_err *e);
#endif
