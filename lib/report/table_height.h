/* table_height: rows of all kinds by the height of their trees. */
#ifndef TF_REPORT_TABLE_HEIGHT_H
#define TF_REPORT_TABLE_HEIGHT_H
#include "report/join.h"

void report_height_csv(const struct report_all *a, struct tf_buf *out);
void report_height_md(const struct report_all *a, struct tf_buf *out);
#endif
