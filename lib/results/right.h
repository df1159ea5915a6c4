/* Which of the test's questions a run answered right (its right.csv), and two mechanisms compared by that. */
#ifndef TF_RESULTS_RIGHT_H
#define TF_RESULTS_RIGHT_H
#include "results/row.h"
#include "results/stats.h"

/* Runs of one mechanism and setting, one per seed. right: of each its right.csv; cols 0: there is none. */
struct right_runs {
    const struct tf_row *row;
    const struct tf_csv *right;
    int n;
};
/* Does the file have an answer for each of the row's test, and by accuracy as many right as the row says? */
bool right_fits(const struct tf_row *row, const struct tf_csv *t);
/* Compares the seeds that both have, of the same data, by accuracy, answer by answer. Returns how many; 0:
 * none that says anything, and *out is of no use. */
int right_compare(const struct right_runs *ours, const struct right_runs *theirs, struct stats_paired *out);
#endif
