/* What the commands open for a run: its dataset. */
#include "spec/spec_open.h"

bool spec_same_section(const struct tf_spec_run *a, const struct tf_spec_run *b, const char *section) {
    return tf_yaml_equal(tf_yaml_get(a->resolved, section), tf_yaml_get(b->resolved, section));
}

int spec_open_data(struct tf_data **d, const struct tf_spec_run **of, const struct tf_spec_run *r, const struct tf_task_env *env,
                   struct tf_err *e) {
    if (*d && spec_same_section(*of, r, "task") && spec_same_section(*of, r, "data")) return 0;
    tf_data_close(*d);
    *d = NULL;
    if (r->task->open(d, r->task_opts, env, e)) return -1;
    if (r->data.pad) *d = tf_data_pad(*d, r->data.pad);
    *of = r;
    return 1;
}
