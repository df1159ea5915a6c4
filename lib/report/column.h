/* One table of columns serves the CSV and the Markdown of a kind of table. */
#ifndef TF_REPORT_COLUMN_H
#define TF_REPORT_COLUMN_H
#include "report/table_grid.h"
#include "results/row.h"

/* What stands at a column's offset of a line. ROW_*: of the struct tf_row that the line's first member points
 * to. Markdown aligns texts left, all else right; what is empty in CSV is a dash there. */
enum report_type {
    REPORT_TEXT,      /* const char *; NULL: empty */
    REPORT_COUNT,     /* int; negative: empty */
    REPORT_REAL,      /* double; NaN: empty */
    REPORT_SECONDS,   /* the same: Markdown has "2 min 30 s", */
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
    /* Markdown's form of a REAL; NULL: "%.2f". */
    const char *format;
    /* Markdown's text in its stead, or NULL. Writes nothing: the cell is empty. */
    void (*cell)(const void *line, struct tf_buf *out);
    /* In Markdown the next double of the line joins it: as " to HIGH" of a range, as " (0.25x)" of what is
     * compared. NaN: it does not. */
    enum { REPORT_ALONE, REPORT_TO, REPORT_TIMES } with;
    /* 0: always there; else bits, of which the table has one. */
    unsigned when;
};
/* Arrays end with {0}. ROW, CSV: a column of the CSV alone. */
#define REPORT_OF_ROW(type_, field) .type = REPORT_ROW_##type_, .at = offsetof(struct tf_row, field)
#define REPORT_ROW(type_, field) {#field, NULL, REPORT_OF_ROW(type_, field)}
#define REPORT_CSV(type_, line, name, field) {#name, NULL, REPORT_AT(type_, line, field)}
#define REPORT_AT(type_, line, field) .type = REPORT_##type_, .at = offsetof(struct line, field)

void report_csv_head(const struct report_column *c, unsigned has, struct tf_buf *out);
void report_csv_line(const struct report_column *c, unsigned has, const void *line, struct tf_buf *out);
void report_md_head(const struct report_column *c, unsigned has, const char *word, struct report_grid *g);
void report_md_line(const struct report_column *c, unsigned has, const void *line, struct report_grid *g);
/* A CSV cell; NaN: empty. */
void report_number(struct tf_buf *out, double v);
/* Cells of lines whose first member is the row: the mechanism's title; "yes", "no" or "" for within_noise. */
void report_cell_title(const void *line, struct tf_buf *out);
const char *report_yes_no(int within);
#endif
