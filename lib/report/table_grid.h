/* A Markdown table, padded so that it reads well as plain text, too. */
#ifndef TF_REPORT_TABLE_GRID_H
#define TF_REPORT_TABLE_GRID_H
#include "base/base.h"

/* Zero-initialise; heads, then the cells line by line. */
enum { REPORT_COLS = 32, REPORT_CELL_MAX = 300 /* bytes of a cell's text */ };
struct report_grid {
    int cols, cells, cap;
    char **cell;
    bool left[REPORT_COLS];
};
void report_grid_head(struct report_grid *g, bool left, const char *fmt, ...) TF_PRINTF(3, 4);
void report_grid_add(struct report_grid *g, const char *fmt, ...) TF_PRINTF(2, 3);
/* fmt takes one double; NaN: a dash */
void report_grid_number(struct report_grid *g, const char *fmt, double v);
void report_grid_end(struct report_grid *g, struct tf_buf *out);           /* appends it; frees the cells */
extern const char report_dash[];
#endif
