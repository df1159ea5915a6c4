/* The linter. */
#ifndef TF_SPEC_SPEC_LINT_H
#define TF_SPEC_SPEC_LINT_H
#include "spec/spec.h"

/* Appends warnings about r; tree is what it was read from. Texts that are there already are not repeated. */
void spec_lint(struct tf_spec *s, const struct tf_spec_run *r, const struct tf_yaml *tree);
#endif
