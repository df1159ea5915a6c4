/* A trained run's logits of every test example of a dataset, which need not be the dataset of its
 * training. */
#ifndef TF_EXP_LOGITS_H
#define TF_EXP_LOGITS_H
#include "spec/spec.h"

/* Runs the model of r with the weights of `checkpoint`, built for `in` (tf_data_input of the training's
 * dataset), over d's test examples. out, in the order of the examples: (tokens of the test set, 2) for spans,
 * else (examples, classes); each example stands alone, so the bytes do not hang on `threads`. TF_FAILED:
 * logits that are not finite; TF_INTERRUPTED. */
int exp_logits(const struct tf_spec_run *r, const char *checkpoint, const struct tf_input *in,
               const struct tf_data *d, int threads, tf_real *out, struct tf_err *e);
int exp_class(const tf_real *logits, int classes); /* the first of the largest */
#endif
