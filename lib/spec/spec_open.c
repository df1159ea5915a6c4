/* What the commands open for a run of a plan: its dataset, its model, a checkpoint in it. */
#include "spec/spec_open.h"
#include "model/checkpoint.h"
#include "spec/spec_resolve.h"

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

int spec_open_model(struct tf_model *m, const struct tf_spec_run *r, const struct tf_input *in, struct tf_err *e) {
    struct tf_layer_attn layer[TF_MAX_LAYERS];
    for (int l = 0; l < r->model.layers; l++) layer[l] = spec_layer(r, l);
    return tf_model_init(m, &r->model, layer, in, e);
}

int spec_load_model(struct tf_model *m, const struct tf_spec_run *r, const struct tf_input *in, const char *checkpoint, struct tf_err *e) {
    if (spec_open_model(m, r, in, e)) return -1;
    tf_pars_alloc(&m->pars);
    return tf_checkpoint_load(checkpoint, &m->pars, NULL, NULL, true, NULL, NULL, e);
}
