/* Output folders that commands read again. */
#include "cmd.h"
#include "results/folder.h"

#include <string.h>

int folder_load(const struct args *a, const char *who, const char *dir, struct tf_spec **s, struct tf_err *e) {
    struct tf_buf path = {0};
    for (int i = 0; i < a->set.n; i++)
        if (strncmp(a->set.v[i], "task.", 5))
            return tf_fail(e, TF_USAGE, "%s: --set %s: only options of the task can change (task.NAME=VALUE)", who, a->set.v[i]);
    int rc = tf_folder_spec(dir, &path, e) || tf_spec_load(s, path.s, a->set.v, a->set.n, a->seed, e) ? -1 : 0;
    tf_buf_free(&path);
    return rc;
}
