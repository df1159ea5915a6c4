/* The task ListOps: its options, and its files. */
#ifndef TF_TASK_LISTOPS_H
#define TF_TASK_LISTOPS_H
#include "data/listops.h"
#include "data/locate.h"

extern const struct tf_opt tf_listops_opts[]; /* of struct tf_listops */
/* Writes one split in the official TSV form (Source, Target; lines end in CR LF as there), into a new folder
 * if need be. Opens the data as the task would. */
int tf_listops_write(const struct tf_listops *o, enum tf_split s, const char *path,
                     const struct tf_task_env *env, struct tf_err *e);
#endif
