/* The task registry. */
#include "task/task.h"

#include <string.h>

#define X(id) extern const struct tf_task tf_task_##id;
#include "task/task_list.def"
#undef X
const struct tf_task *const tf_tasks[] = {
#define X(id) &tf_task_##id,
#include "task/task_list.def"
#undef X
    NULL};

const struct tf_task *tf_task_find(const char *name) {
    for (size_t i = 0; tf_tasks[i]; i++)
        if (!strcmp(tf_tasks[i]->name, name)) return tf_tasks[i];
    return NULL;
}
