/* The task listops. */
#ifndef TF_TASK_TASK_LISTOPS_H
#define TF_TASK_TASK_LISTOPS_H
#include "data/locate.h"
#include "task/listops.h"

/* Writes one split in the official TSV form (Source, Target; lines end in CR LF as there), into a new folder
 * if need be. Opens the data as the task would. */
int tf_listops_write(const struct tf_listops *o, enum tf_split s, const char *path,
                     const struct tf_task_env *env, struct tf_err *e);
#endif
