/* What the commands open for a run: its dataset, its model, a checkpoint in it. */
#ifndef TF_SPEC_SPEC_OPEN_H
#define TF_SPEC_SPEC_OPEN_H
#include "spec/spec.h"

bool spec_same_section(const struct tf_spec_run *a, const struct tf_spec_run *b, const char *section);
/* The run's dataset into *d, whose run is *of: 1, or 0 where it holds the same already. */
int spec_open_data(struct tf_data **d, const struct tf_spec_run **of, const struct tf_spec_run *r,
                   const struct tf_task_env *env, struct tf_err *e);
/* The run's model (of the last stage), without memory; and with the weights of a checkpoint. Either way
 * tf_model_free, on failure too, of a zeroed one. */
int spec_open_model(struct tf_model *m, const struct tf_spec_run *r, const struct tf_input *in,
                    struct tf_err *e);
int spec_load_model(struct tf_model *m, const struct tf_spec_run *r, const struct tf_input *in,
                    const char *checkpoint, struct tf_err *e);
#endif
