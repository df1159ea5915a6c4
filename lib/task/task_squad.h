/* The task squad. */
#ifndef TF_TASK_TASK_SQUAD_H
#define TF_TASK_TASK_SQUAD_H
#include "data/locate.h"
#include "task/squad_window.h"

extern const struct tf_opt tf_squad_opt_table[]; /* of struct tf_squad_opts */
/* What the task's open does; test, if not NULL, gets the questions behind TF_TEST: example i is window i. */
int tf_squad_open(struct tf_data **out, struct tf_squad_set **test, const struct tf_squad_opts *o,
                  const struct tf_task_env *env, struct tf_err *e);
#endif
