/* Inside lib/exp: the output folder of a spec, held by one process at a time. */
#ifndef TF_EXP_FOLDER_H
#define TF_EXP_FOLDER_H
#include "exp/exp.h"

struct folder { char dir[1024]; int lock; };

/* Makes DIR with rows/ and runs/, locks it, and writes spec.yaml. out NULL: results/runs/<spec>. TF_BAD: the folder belongs to another
 * spec (title, seeds and the papers' table apart: more seeds may come later) or holds files that are not ours; TF_SYSTEM: another process
 * has it. */
int folder_open(struct folder *f, const struct tf_spec *s, const char *out, struct tf_err *e);
void folder_close(struct folder *f);
/* DIR/sub/id+end */
int folder_path(const struct folder *f, char *out, size_t size, const char *sub, const char *id, const char *end, struct tf_err *e);
#endif
