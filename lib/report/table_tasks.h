/* NAME.csv and NAME.md of the rows of one kind: by task, averages, work. */
#ifndef TF_REPORT_TABLE_TASKS_H
#define TF_REPORT_TABLE_TASKS_H
#include "report/join.h"

void report_by_task_csv(const struct report_all *a, struct tf_buf *out);
void report_by_task_md(const struct report_all *a, struct tf_buf *out);
void report_average_csv(const struct report_all *a, struct tf_buf *out);
void report_average_md(const struct report_all *a, struct tf_buf *out);
void report_work_csv(const struct report_all *a, struct tf_buf *out);
void report_work_md(const struct report_all *a, struct tf_buf *out);
#endif
