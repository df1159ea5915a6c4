/* Tables of what leaves keep of full attention: of `evaluate --recall` and of leaf-hist. */
#ifndef TF_RESULTS_RECALL_TABLE_H
#define TF_RESULTS_RECALL_TABLE_H
#include "results/column.h"
#include "train/recall.h"

/* step: negative, if the table has no such column. */
void recall_table_head(bool step, struct tf_buf *out);
void recall_table_add(const char *run, int step, const struct recall *list, int n, struct tf_buf *out);
#endif
