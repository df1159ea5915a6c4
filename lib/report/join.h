/* Rows of several folders together. */
#ifndef TF_REPORT_JOIN_H
#define TF_REPORT_JOIN_H
#include "report/group.h"
#include "report/report.h"

/* part: the rows of one (kind, protocol, task); those of one kind stand together, and in it those of one
 * protocol. */
struct report_all {
    const char *out, *paper_dir;
    struct tf_row *row; int n;          /* sorted by kind, protocol, task, mechanism, setting, seed; a setting
                                           begins with the height, if there is one */
    const char **dir;                   /* (n) the folder that a row is from */
    struct tf_csv *metrics;             /* (n) */
    struct report_spec *spec;           /* (n) */
    struct report *part; int n_parts;
};
int report_all_load(struct report_all *a, const struct tf_report_all *t, struct tf_err *e);
void report_all_free(struct report_all *a);
int report_all_protocol(const struct report_all *a, int part); /* the first part of the next protocol */
#endif
