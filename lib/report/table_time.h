/* table_time: times of all rows. */
#ifndef TF_REPORT_TABLE_TIME_H
#define TF_REPORT_TABLE_TIME_H
#include "report/join.h"

void report_time_csv(const struct report_all *a, struct tf_buf *out);
void report_time_md(const struct report_all *a, struct tf_buf *out);
#endif
