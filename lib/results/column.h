/* Tables: one list of columns serves the CSV, Markdown and HTML of a kind of table; the Markdown grid. */
#ifndef TF_RESULTS_COLUMN_H
#define TF_RESULTS_COLUMN_H
#include "results/row.h"

/* A Markdown table, padded so that it reads well as plain text, too. Zero-initialise; heads, then the cells
 * line by line; a cell has at most REPORT_CELL_MAX bytes. */
enum { REPORT_COLS = 3 + 2 * TF_INTS_MAX /* Table 1 at all lengths */, REPORT_CELL_MAX = 300 };
struct report_grid {
    int cols, cells, cap;
    char **cell;
    bool left[REPORT_COLS];
};
void report_grid_head(struct report_grid *g, bool left, const char *fmt, ...) TF_PRINTF(3, 4);
void report_grid_add(struct report_grid *g, const char *fmt, ...) TF_PRINTF(2, 3);
/* Appends the table and frees its cells. */
void report_grid_end(struct report_grid *g, struct tf_buf *out);
extern const char report_dash[];

/* The value at a column's offset in a line; ROW_*: in the struct tf_row that the line's first member points
 * to. Markdown aligns texts left, all else right; what is empty in CSV is a dash there. */
enum report_type {
    REPORT_TEXT,      /* const char *; NULL: empty */
    REPORT_COUNT,     /* int; negative: empty */
    REPORT_REAL,      /* double; NaN: empty */
    REPORT_SECONDS,   /* the same; Markdown has "2 min 30 s", */
    REPORT_BYTES,     /* or "1.5 GiB" */
    REPORT_ROW_TEXT,  /* char[] */
    REPORT_ROW_COUNT, /* long; negative: empty */
    REPORT_CELL,      /* what `cell` writes, in CSV too */
    REPORT_WORD       /* the same, aligned left */
};
struct report_column {
    /* In CSV, and in Markdown, where %s is the table's word; NULL: the column is not there. */
    const char *name, *head;
    enum report_type type;
    size_t at;
    /* Markdown's form of a REAL, and the CSV's; NULL: "%.2f" and "%.10g". */
    const char *format, *csv;
    /* Markdown's text instead, or NULL. Writes nothing: the cell is empty. */
    void (*cell)(const void *line, struct tf_buf *out);
    /* Markdown joins the line's next double to it: as " to HIGH" of a range, or as " (0.25x)" of a
     * comparison. NaN: it does not. */
    enum { REPORT_ALONE, REPORT_TO, REPORT_TIMES } with;
    /* 0: always there; else bits, of which the table has one. */
    unsigned when;
};
/* Lists of columns end with {0}. ROW, CSV: a column of the CSV alone. */
#define REPORT_OF_ROW(type_, field) .type = REPORT_ROW_##type_, .at = offsetof(struct tf_row, field)
#define REPORT_ROW(type_, field) {#field, NULL, REPORT_OF_ROW(type_, field)}
#define REPORT_CSV(type_, line, name, field) {#name, NULL, REPORT_AT(type_, line, field)}
#define REPORT_CSV_AS(type_, line, name, field, form) \
    {#name, NULL, REPORT_AT(type_, line, field), .csv = form}
#define REPORT_AT(type_, line, field) .type = REPORT_##type_, .at = offsetof(struct line, field)

void report_csv_head(const struct report_column *c, unsigned has, struct tf_buf *out);
void report_csv_line(const struct report_column *c, unsigned has, const void *line, struct tf_buf *out);
void report_md_head(const struct report_column *c, unsigned has, const char *word, struct report_grid *g);
void report_md_line(const struct report_column *c, unsigned has, const void *line, struct report_grid *g);
/* The columns of the Markdown as cells of HTML. Where a column holds numbers, data-v is the number of the
 * CSV, by which a page sorts. */
void report_html_head(const struct report_column *c, unsigned has, const char *word, struct tf_buf *out);
void report_html_line(const struct report_column *c, unsigned has, const void *line, struct tf_buf *out);
/* A CSV cell; NaN: empty. */
void report_number(struct tf_buf *out, double v);
/* Cells of lines whose first member is the row: the mechanism's title; "yes", "no" or "" for within_noise. */
void report_cell_title(const void *line, struct tf_buf *out);
const char *report_yes_no(int within);
#endif
