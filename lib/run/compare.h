/* Mechanisms against one of them, example by example. */
#ifndef TF_RUN_COMPARE_H
#define TF_RUN_COMPARE_H
#include "run/env.h"
#include "spec/spec.h"

/* The runs of tf_exp_evaluate compared with those of the mechanism `against` of the same seeds: appends a CSV
 * table with a line a mechanism and setting, the accuracy of both and their difference in points with two 95
 * % intervals: over the test examples, paired, and over the seeds. TF_BAD: nothing to compare. */
int tf_exp_compare(const struct tf_spec *s, const char *dir, const char *against,
                   const struct tf_exp_env *env, struct tf_buf *out, struct tf_err *e);
#endif
