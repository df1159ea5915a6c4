/* Runs with train.max_time: how many steps they make. */
#ifndef TF_RUN_BUDGET_H
#define TF_RUN_BUDGET_H
#include "results/folder.h"

/* Fixes the steps of run r, which is ours (folder_claim), before its first one. runs/<id>/run.yaml keeps
 * them: the run as a spec of that many steps without max_time, which gives the same bytes. *steps: what was
 * measured; replaced by the file's number if the run is resumed, or else by the steps of another seed of the
 * same settings, so that all seeds make equally many (without resume: a seed that is finished or claimed). */
int budget_fix(struct folder *f, const struct tf_spec *s, const struct tf_spec_run *r, bool resume,
               int *steps, struct tf_err *e);
/* The same without measuring or keeping anything: the steps of a run with max_time; 0: not known. all: the
 * folder's spec, for other seeds; NULL: without them. */
int budget_known(const struct folder *f, const struct tf_spec *all, const struct tf_spec_run *r,
                 bool resume);
/* Before a run begins anew, with budget_fix: its checkpoints, which are of a run of other steps. */
void budget_forget(const struct folder *f, const struct tf_spec_run *r);
#endif
