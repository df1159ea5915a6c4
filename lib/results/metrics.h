/* The metrics.csv and timing.csv of runs. */
#ifndef TF_RESULTS_METRICS_H
#define TF_RESULTS_METRICS_H
#include "io/io.h"
#include "results/row.h"

/* table[i] (zeroed before) gets dir/runs/<run>/name of row i; where that is not there, its lines of the
 * joined dir/name; else cols stays 0 (rows may come from elsewhere without their runs). from: only rows with
 * from[i] == dir; NULL: all. */
int tf_metrics_load(const char *dir, const char *name, const struct tf_row *row, int n,
                     const char *const *from, struct tf_csv *table, struct tf_err *e);
#endif
