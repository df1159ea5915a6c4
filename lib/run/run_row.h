/* What a run's training gave, as a row of the results. */
#ifndef TF_RUN_ROW_H
#define TF_RUN_ROW_H
#include "results/row.h"
#include "spec/spec_resolve.h"
#include "train/train.h"

/* All but init_hash. threads: that it was trained with, all along; 0: they changed. */
void run_row(struct tf_row *row, const struct tf_spec_run *r, const struct tf_run *run,
             const struct tf_result *t, const char *protocol, int threads);
#endif
