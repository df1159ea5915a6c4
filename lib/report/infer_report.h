/* Tables and figure of inference times. */
#ifndef TF_REPORT_INFER_REPORT_H
#define TF_REPORT_INFER_REPORT_H
#include "results/folder.h"
#include "spec/infer_spec.h"

/* table4.csv and .md (named after the papers' table; "table" without one), table1.csv and .md where that has
 * formulas, crossover.csv and the figure; appends the text of table4.md to md (may be NULL). */
int report_infer_write(const struct tf_infer *s, const char *dir, bool plot,
                       struct tf_buf *md, struct tf_err *e);
/* The same of a folder, from its spec, times.csv and manifest.csv; locks it. */
int report_infer_folder(struct folder *f, const char *spec, bool plot, struct tf_buf *md, struct tf_err *e);
#endif
