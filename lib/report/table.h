/* table.csv and table.md of one folder, and what its page shows of them; the notes below the table, and what
 * other tables share with them, are in table_notes.c. */
#ifndef TF_REPORT_TABLE_H
#define TF_REPORT_TABLE_H
#include "report/group.h"

/* One table of all groups of n parts. */
void report_table_csv(const struct report *part, int n, struct tf_buf *out);
void report_table_md(const struct report *r, struct tf_buf *out);
/* The table of table.md as an HTML table; and the notes below it, as Markdown. */
void report_table_html(const struct report *r, struct tf_buf *out);
void report_add_notes(const struct report *r, struct tf_buf *out);
/* What all runs of protocol paper do otherwise. */
extern const char report_unlike_published[];
/* A paragraph that names the quirks that are on in n parts, one line per task; often nothing. */
void report_add_quirks(const struct report *part, int n, struct tf_buf *out);
/* A note of the mechanisms in n parts that are not as they are by default; often nothing. */
void report_add_options(const struct report *part, int n, struct tf_buf *out);
/* Do trees or hashes stand beside other mechanisms, and are the test's sequences clearly shorter than the
 * length that work is given for? The shortest and longest mean length of them; hi 0: no. */
struct tf_interval report_short_test(const struct report *r);
/* The head of a page: title, what a quick tour is worth, quirks. */
void report_page_head(const struct report *part, int n, const char *title, struct tf_buf *out);
/* The number at an offset of the rows, "2000", or "500 to 2000" where the runs that ended well differ. */
void report_add_range(const struct report *r, size_t offset, struct tf_buf *out);
/* "same", "other", "" */
const char *report_paper_word(enum report_paper p);
/* Cells of a group: report_paper_word; report_yes_no of `within`. */
void report_cell_paper(const void *group, struct tf_buf *out);
void report_cell_within(const void *group, struct tf_buf *out);
/* A Markdown cell of a group: "36.90 (34.81 to 39.04)", "36.90 (34.81 to 39.04), 1 of 3 diverged", "diverged"
 * or "failed". */
void report_cell_score(const void *group, struct tf_buf *out);
/* A difference in points, "-1.9", or "-0.04" with two digits; what is rounded to 0 has no sign. */
const char *report_points(double v, int digits, char text[32]);
/* Enough digits, from `least` to four, that no end of the interval is printed as 0 without being 0. */
int report_digits(const struct tf_interval *i, int least);
/* "accuracy", "F1", "Matthews", or "score" where runs differ: of test or validation. */
const char *report_metric(const struct report *r, bool valid);
#endif
