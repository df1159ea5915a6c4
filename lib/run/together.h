/* Commands that several ranks do together: rank 0 alone reads and writes results. */
#ifndef TF_RUN_TOGETHER_H
#define TF_RUN_TOGETHER_H
#include "run/env.h"
#include "spec/spec.h"
#include "train/ranks.h"
#include "train/train.h"

/* Is this the rank that reads and writes results? */
static inline bool together_leads(void) { return tf_ranks()->rank == 0; }
/* At the start: the ranks have the same program, kernels and spec, and every run's shards can be dealt to
 * them. Warns when a machine has fewer cores than their threads. */
int together_begin(const struct tf_spec *s, const struct tf_exp_env *env, struct tf_err *e);
/* spec_open_data on all ranks, one of a machine first, so that a cache is made once; the data are the same.
 * 0 or -1. */
int together_open_data(struct tf_data **d, const struct tf_spec_run **of, const struct tf_spec_run *r,
                       const struct tf_exp_env *env, bool sample, struct tf_err *e);
/* TF_BAD: the checkpoint says that it was trained on other data than d. If it is of another spec, for example
 * because --set changed options of the task, only the words can be compared. The result is this rank's alone:
 * call tf_ranks_agree. */
int together_check_data(const char *checkpoint, const struct tf_spec_run *r, const struct tf_data *d,
                        struct tf_err *e);
/* The checkpoint's model, on this rank; for d, on all ranks. TF_BAD, also: one that another spec wrote has
 * another number of heads; where it differs in other settings that no shape shows, a warning says so. */
int together_read(struct tf_model *m, const struct tf_spec_run *r, const struct tf_input *in,
                  const char *checkpoint, struct tf_err *e);
int together_load(struct tf_model *m, const struct tf_spec_run *r, const struct tf_data *d,
                  const char *checkpoint, struct tf_err *e);
/* tf_train_estimate on rank 0, of the run on that rank alone; all get its answer. */
int together_estimate(const struct tf_run *r, double limit_s, struct tf_estimate *out, struct tf_err *e);
#endif
