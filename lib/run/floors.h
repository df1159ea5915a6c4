/* What rules without a model score on a task (struct tf_floor). */
#ifndef TF_RUN_FLOORS_H
#define TF_RUN_FLOORS_H
#include "task/task.h"

/* Writes dir/floors.csv, a table `rule,test_n,correct` (of language models `loss_nats`, too): the largest
 * class and the task's rules, learned from the whole training set, on the first n examples of the test set.
 * Only for classes that are scored by accuracy; and of a language model what counts of its training text
 * score on the whole test, if n is all of it. */
int floors_write(const char *dir, const struct tf_task *task, const struct tf_data *d, size_t n,
                 struct tf_err *e);
#endif
