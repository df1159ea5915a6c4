/* The tasks of GLUE. */
#ifndef TF_TASK_TASK_GLUE_H
#define TF_TASK_TASK_GLUE_H
#include "data/locate.h"
#include "task/glue.h"

/* The test set as a dataset with nothing but a test split, whose labels are those numbers; opts are the
 * task's. At most max_length tokens a sequence. 1: done, 0: there is no such file, -1: it is bad. */
int tf_glue_open_test(struct tf_data **out, const struct tf_glue *t, const void *opts, int max_length,
                      const struct tf_task_env *env, struct tf_err *e);
#endif
