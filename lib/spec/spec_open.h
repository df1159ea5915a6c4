/* What the commands open for a run: its dataset. */
#ifndef TF_SPEC_SPEC_OPEN_H
#define TF_SPEC_SPEC_OPEN_H
#include "spec/spec.h"

bool spec_same_section(const struct tf_spec_run *a, const struct tf_spec_run *b, const char *section);
/* The run's dataset into *d, whose run is *of: 1, or 0 where it holds the same already. */
int spec_open_data(struct tf_data **d, const struct tf_spec_run **of, const struct tf_spec_run *r,
                   const struct tf_task_env *env, struct tf_err *e);
#endif
