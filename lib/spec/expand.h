/* How a spec's sources expand to runs. */
#ifndef TF_SPEC_EXPAND_H
#define TF_SPEC_EXPAND_H
#include "spec/spec.h"
#include "spec/spec_source.h"

/* what follows the prefix in the path, or NULL */
const char *spec_path_after(const char *path, const char *prefix);
/* its mechanism has it; `layers`: all but full attention */
bool spec_entry_takes(const struct tf_yaml *entry, const char *option);
/* not when it is of an option that the entry's mechanism lacks */
bool spec_axis_applies(const struct spec_axis *a, const struct tf_yaml *entry);
int spec_check_axis(const struct spec_source *src, const struct spec_axis *a, struct tf_err *e);
const struct tf_attn *spec_entry_attn(const struct tf_yaml *entry); /* NULL: no such mechanism, or no name */
/* fills run, n_runs, warnings, whole */
int spec_expand(struct tf_spec *s, const struct spec_source *src, struct tf_err *e);
#endif
