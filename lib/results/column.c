/* One table of columns serves the CSV, the Markdown and the HTML of a kind of table. */
#include "results/column.h"
#include "io/io.h"
#include "results/escape.h"
#include <math.h>
#include <string.h>

void report_number(struct tf_buf *out, double v) {
    if (!isnan(v)) tf_buf_addf(out, "%.10g", v);
}

static bool there(const struct report_column *c, const char *name, unsigned has) { return name && (!c->when || c->when & has); }

/* A real with its unit, and with what joins it. */
static void md_real(const struct report_column *c, const double *v, struct tf_buf *out) {
    const char *format = c->format ? c->format : "%.2f";
    char text[32];
    if (isnan(*v) || (c->with == REPORT_TO && isnan(v[1]))) return;
    if (c->type == REPORT_REAL) tf_buf_addf(out, format, *v);
    else tf_buf_addf(out, "%s", c->type == REPORT_BYTES ? tf_format_bytes(text, *v) : tf_format_duration(text, *v));
    if (c->with == REPORT_TO) tf_buf_addf(out, " to "), tf_buf_addf(out, format, v[1]);
    if (c->with == REPORT_TIMES && !isnan(v[1])) tf_buf_addf(out, " (%.2fx)", v[1]);
}

static void cell_text(const struct report_column *c, const void *line, bool md, struct tf_buf *out) {
    const bool of_row = c->type == REPORT_ROW_TEXT || c->type == REPORT_ROW_COUNT;
    const char *at = (of_row ? (const char *)*(const struct tf_row *const *)line : (const char *)line) + c->at;
    long n = -1;
    if (c->cell && (md || c->type == REPORT_CELL || c->type == REPORT_WORD)) {
        c->cell(line, out);
        return;
    }
    switch (c->type) {
    case REPORT_TEXT: at = *(const char *const *)(const void *)at; // fall through
    case REPORT_ROW_TEXT: tf_buf_addf(out, "%s", at ? at : ""); return;
    case REPORT_COUNT: n = *(const int *)(const void *)at; break;
    case REPORT_ROW_COUNT: n = *(const long *)(const void *)at; break;
    default:
        if (md) md_real(c, (const double *)(const void *)at, out);
        else if (!c->csv) report_number(out, *(const double *)(const void *)at);
        else if (isfinite(*(const double *)(const void *)at)) tf_buf_addf(out, c->csv, *(const double *)(const void *)at);
        return;
    }
    if (n >= 0) tf_buf_addf(out, "%ld", n);
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
        cell_text(c, line, false, &text);
        if (any++) tf_buf_addf(out, ",");
        tf_csv_field(out, text.s);
    }
    tf_buf_addf(out, "\n");
    tf_buf_free(&text);
}

static bool is_left(const struct report_column *c) {
    return c->type == REPORT_TEXT || c->type == REPORT_ROW_TEXT || c->type == REPORT_WORD;
}

void report_md_head(const struct report_column *c, unsigned has, const char *word, struct report_grid *g) {
    for (; c->name || c->head; c++)
        if (there(c, c->head, has)) report_grid_head(g, is_left(c), c->head, word);
}

void report_md_line(const struct report_column *c, unsigned has, const void *line, struct report_grid *g) {
    struct tf_buf text = {0};
    for (; c->name || c->head; c++) {
        if (!there(c, c->head, has)) continue;
        text.len = 0;
        tf_buf_addf(&text, "%s", "");
        cell_text(c, line, true, &text);
        report_grid_add(g, "%s", text.len ? text.s : report_dash);
    }
    tf_buf_free(&text);
}

void report_html_head(const struct report_column *c, unsigned has, const char *word, struct tf_buf *out) {
    char text[REPORT_CELL_MAX];
    for (; c->name || c->head; c++) {
        if (!there(c, c->head, has)) continue;
        snprintf(text, sizeof text, c->head, word);
        tf_buf_addf(out, "<th%s><button>", is_left(c) ? "" : " class=\"n\"");
        report_html(out, text);
        tf_buf_addf(out, "</button></th>");
    }
}

/* Of Markdown a cell has emphasis at most. */
static void html_cell(const struct report_column *c, const void *line, struct tf_buf *out) {
    struct tf_buf text = {0}, number = {0};
    cell_text(c, line, true, &text);
    tf_buf_addf(out, is_left(c) ? "<td" : "<td class=\"n\"");
    if (!is_left(c) && c->type != REPORT_CELL) {
        cell_text(c, line, false, &number);
        tf_buf_addf(out, " data-v=\"%s\"", number.len ? number.s : "");
    }
    tf_buf_addf(out, ">");
    const bool em = text.len > 2 && !is_left(c) && text.s[0] == '*' && text.s[text.len - 1] == '*';
    if (em) text.s[text.len - 1] = 0;
    tf_buf_addf(out, em ? "<em>" : "");
    report_html(out, text.len ? text.s + em : report_dash);
    tf_buf_addf(out, em ? "</em></td>" : "</td>");
    tf_buf_free(&text);
    tf_buf_free(&number);
}

void report_html_line(const struct report_column *c, unsigned has, const void *line, struct tf_buf *out) {
    for (; c->name || c->head; c++)
        if (there(c, c->head, has)) html_cell(c, line, out);
}

void report_cell_title(const void *line, struct tf_buf *out) {
    const struct tf_row *r = *(const struct tf_row *const *)line;
    tf_buf_addf(out, "%s", *r->title ? r->title : r->attention);
}

const char *report_yes_no(int within) { return within < 0 ? "" : within ? "yes" : "no"; }
