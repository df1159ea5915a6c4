/* One table of columns serves the CSV and the Markdown of a kind of table. */
#include "report/column.h"
#include "io/io.h"
#include <math.h>

void report_number(struct tf_buf *out, double v) {
    if (!isnan(v)) tf_buf_addf(out, "%.10g", v);
}

static bool there(const struct report_column *c, const char *name, unsigned has) { return name && (!c->when || c->when & has); }

/* The text of a cell; format: of a real. */
static void cell_text(const struct report_column *c, const void *line, const char *format, struct tf_buf *out) {
    const char *at = (const char *)line + c->at;
    const bool of_row = c->type == REPORT_ROW_TEXT || c->type == REPORT_ROW_COUNT;
    if (of_row) at = (const char *)*(const struct tf_row *const *)line + c->at;
    double v = NAN;
    long n = -1;
    switch (c->type) {
    case REPORT_TEXT: at = *(const char *const *)(const void *)at; // fall through
    case REPORT_ROW_TEXT: tf_buf_addf(out, "%s", at ? at : ""); return;
    case REPORT_COUNT: n = *(const int *)(const void *)at; break;
    case REPORT_ROW_COUNT: n = *(const long *)(const void *)at; break;
    case REPORT_REAL: v = *(const double *)(const void *)at; break;
    case REPORT_CELL:
    case REPORT_WORD: c->cell(line, out); return;
    }
    if (n >= 0) tf_buf_addf(out, "%ld", n);
    if (!isnan(v)) tf_buf_addf(out, format, v);
}

void report_csv_head(const struct report_column *c, unsigned has, struct tf_buf *out) {
    for (int any = 0; c->name || c->head; c++)
        if (there(c, c->name, has)) tf_buf_addf(out, "%s%s", any++ ? "," : "", c->name);
    tf_buf_addf(out, "\n");
}

void report_csv_line(const struct report_column *c, unsigned has, const void *line, struct tf_buf *out) {
    struct tf_buf text = {0};
    for (int any = 0; c->name || c->head; c++) {
        if (!there(c, c->name, has)) continue;
        text.len = 0;
        tf_buf_addf(&text, "%s", "");
        cell_text(c, line, "%.10g", &text);
        if (any++) tf_buf_addf(out, ",");
        tf_csv_field(out, text.s);
    }
    tf_buf_addf(out, "\n");
    tf_buf_free(&text);
}

void report_md_head(const struct report_column *c, unsigned has, const char *word, struct report_grid *g) {
    for (; c->name || c->head; c++) {
        bool left = c->type == REPORT_TEXT || c->type == REPORT_ROW_TEXT || c->type == REPORT_WORD;
        if (there(c, c->head, has)) report_grid_head(g, left, c->head, word);
    }
}

void report_md_line(const struct report_column *c, unsigned has, const void *line, struct report_grid *g) {
    struct tf_buf text = {0};
    for (; c->name || c->head; c++) {
        if (!there(c, c->head, has)) continue;
        text.len = 0;
        tf_buf_addf(&text, "%s", "");
        if (c->cell) c->cell(line, &text);
        else cell_text(c, line, c->format ? c->format : "%.2f", &text);
        report_grid_add(g, "%s", text.len ? text.s : report_dash);
    }
    tf_buf_free(&text);
}

void report_cell_title(const void *line, struct tf_buf *out) {
    const struct tf_row *r = *(const struct tf_row *const *)line;
    tf_buf_addf(out, "%s", *r->title ? r->title : r->attention);
}

const char *report_yes_no(int within) { return within < 0 ? "" : within ? "yes" : "no"; }
