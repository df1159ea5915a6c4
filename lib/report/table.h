/* table.csv and table.md of one folder. */
#ifndef TF_REPORT_TABLE_H
#define TF_REPORT_TABLE_H
#include "report/group.h"

void report_table_csv(const struct report *r, struct tf_buf *out);
void report_table_md(const struct report *r, struct tf_buf *out);
/* a paragraph that names those that are on, a line a task; often nothing */
void report_add_quirks(const struct report *part, int n, struct tf_buf *out);
/* CSV cells, each with a comma behind it */
void report_csv_texts(struct tf_buf *out, const char *const *text, int n);
/* CSV cells, each with a comma in front; NaN: empty */
void report_csv_numbers(struct tf_buf *out, const double *v, int n);
const char *report_paper_word(enum report_paper p);                           /* "same", "other", "" */
void report_number(struct tf_buf *out, double v);                        /* a CSV cell; NaN: empty */
/* "accuracy", "F1", "Matthews", or "score" where runs differ: of test or validation */
const char *report_metric(const struct report *r, bool valid);
#endif
