/* A Markdown table, padded so that it reads well as plain text, too. */
#include "results/column.h"
#include "results/escape.h"
#include <stdarg.h>

const char report_dash[] = "—";

static void add(struct report_grid *g, const char *fmt, va_list ap) {
    char text[REPORT_CELL_MAX];
    struct tf_buf clean = {0};
    TF_GROW(g->cell, g->cells, g->cap);
    vsnprintf(text, sizeof text, fmt, ap);
    report_markdown(&clean, text);
    g->cell[g->cells++] = clean.s;
}

void report_grid_head(struct report_grid *g, bool left, const char *fmt, ...) {
    va_list ap;
    TF_BUG_IF(g->cols == REPORT_COLS || g->cells != g->cols, "column %d of a table, after %d cells", g->cols, g->cells);
    g->left[g->cols++] = left;
    va_start(ap, fmt);
    add(g, fmt, ap);
    va_end(ap);
}

void report_grid_add(struct report_grid *g, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    add(g, fmt, ap);
    va_end(ap);
}

static void pad(struct tf_buf *out, int n, char with) {
    while (n-- > 0) tf_buf_add(out, &with, 1);
}

static void rule(const struct report_grid *g, const int *width, struct tf_buf *out) {
    for (int j = 0; j < g->cols; j++) {
        tf_buf_addf(out, "| ");
        pad(out, width[j] - !g->left[j], '-');
        tf_buf_addf(out, g->left[j] ? " " : ": ");
    }
    tf_buf_addf(out, "|\n");
}

void report_grid_end(struct report_grid *g, struct tf_buf *out) {
    int width[REPORT_COLS] = {0};
    TF_BUG_IF(!g->cols || g->cells % g->cols, "%d cells in %d columns", g->cells, g->cols);
    for (int i = 0; i < g->cells; i++)
        if (report_letters(g->cell[i]) > width[i % g->cols]) width[i % g->cols] = report_letters(g->cell[i]);
    for (int j = 0; j < g->cols; j++)
        if (width[j] < 2) width[j] = 2; // the rule of a column is at least "-:"
    for (int i = 0; i < g->cells; i++) {
        int j = i % g->cols, air = width[j] - report_letters(g->cell[i]);
        tf_buf_addf(out, "| ");
        if (!g->left[j]) pad(out, air, ' ');
        tf_buf_addf(out, "%s", g->cell[i]);
        if (g->left[j]) pad(out, air, ' ');
        tf_buf_addf(out, j + 1 < g->cols ? " " : " |\n");
        if (i + 1 == g->cols) rule(g, width, out);
        tf_free(g->cell[i]);
    }
    tf_free(g->cell);
    *g = (struct report_grid){0};
}
