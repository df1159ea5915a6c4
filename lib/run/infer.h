/* The time of attention modules. */
#ifndef TF_RUN_INFER_H
#define TF_RUN_INFER_H
#include "spec/infer_spec.h"

/* Timed: projections, attention, output projection of one layer without gradient and dropout, mechanisms in
 * turn, beside the four projections alone. out NULL: results/runs/<spec>. */
struct tf_infer_env {
    const char *out;
    bool plot;
};
/* One line of CSV per mechanism and length: work and a rough time; nothing is run. Appends. */
void tf_infer_dry_run(const struct tf_infer *s, struct tf_buf *out);
/* Appends the output folder for which none is named: results/runs/<name>, or, where that has the times of
 * another spec, with the n settings of --set behind the name. */
void tf_infer_default(const struct tf_infer *s, const char *const *sets, int n, struct tf_buf *out);
/* Measures and writes times.csv, table4.csv and .md (named after the papers' table; "table" without one),
 * table1.csv and .md where that has formulas, crossover.csv, fig_time_n.*, spec.yaml and manifest.csv;
 * appends the text of table4.md to md. TF_BAD: the folder belongs to another spec; TF_INTERRUPTED: what was
 * complete is written, unless the folder has more. */
int tf_infer_run(struct tf_infer *s, const struct tf_infer_env *env, struct tf_buf *md, struct tf_err *e);
#endif
