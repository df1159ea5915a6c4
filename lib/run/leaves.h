/* The leaves that tokens reach, in every checkpoint of output folders or in one checkpoint. */
#ifndef TF_RUN_LEAVES_H
#define TF_RUN_LEAVES_H
#include "run/env.h"
#include "spec/spec.h"

/* dir: the spec's output folder; not used with a checkpoint. */
struct tf_leaves_from { struct tf_spec *s; const char *dir; };
/* checkpoint NULL: all of the folders. */
struct tf_leaves_request { const char *checkpoint; enum tf_split split; size_t limit; };
/* How the tokens of `limit` examples (0: all) of a split spread over the leaves of the trees, layer by layer:
 * in every checkpoint of the runs of n output folders, or in one checkpoint that a run of from->s wrote.
 * Writes summary.csv, leaves.csv, recall.csv and figures into env->out. Runs without trees or checkpoints are
 * passed over; TF_BAD: none is left, or two folders have a run of one name. */
int tf_exp_leaves(const struct tf_leaves_from *from, int n, const struct tf_leaves_request *request,
                  const struct tf_exp_env *env, struct tf_err *e);
/* fig_leaves (every mechanism's first run), fig_leaves_<run>, fig_leaves_steps, fig_recall. */
struct leaves_all;
void leaves_figures(const struct leaves_all *all);
#endif
