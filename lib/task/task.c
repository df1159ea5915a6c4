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

int tf_task_write(struct tf_task_out *out, const char *name, const struct tf_buf *text, struct tf_err *e) {
    if (tf_mkdirs(out->dir, e) || tf_file_write_in(out->dir, name, text, e)) return -1;
    tf_buf_addf(&out->paths, "%s/%s\n", out->dir, name);
    return 0;
}
