/* A Markdown table, padded so that it reads well as plain text, too. */
#include "report/table_grid.h"
#include "report/escape.h"
#include <math.h>
#include <stdarg.h>
#include <string.h>

const char report_dash[] = "—";

static void add(struct report_grid *g, const char *text) {
    if (g->cells == g->cap) {
        g->cap = g->cap ? 2 * g->cap : 64;
        g->cell = tf_realloc(g->cell, sizeof *g->cell * (size_t)g->cap);
    }
    struct tf_buf clean = {0};
    report_markdown(&clean, text);
    g->cell[g->cells++] = clean.s;
}

void report_grid_head(struct report_grid *g, bool left, const char *fmt, ...) {
    char text[REPORT_CELL_MAX];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    TF_BUG_IF(g->cols == REPORT_COLS || g->cells != g->cols, "column %d of a table, after %d cells", g->cols, g->cells);
    g->left[g->cols++] = left;
    add(g, text);
}

void report_grid_add(struct report_grid *g, const char *fmt, ...) {
    char text[REPORT_CELL_MAX];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    add(g, text);
}

void report_grid_number(struct report_grid *g, const char *fmt, double v) {
    char text[REPORT_CELL_MAX];
    if (isnan(v)) snprintf(text, sizeof text, "%s", report_dash);
    else snprintf(text, sizeof text, fmt, v);
    add(g, text);
}

static int letters(const char *s) { // code points
    int n = 0;
    for (; *s; s++) n += ((unsigned char)*s & 0xC0) != 0x80;
    return n;
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
        if (letters(g->cell[i]) > width[i % g->cols]) width[i % g->cols] = letters(g->cell[i]);
    for (int j = 0; j < g->cols; j++)
        if (width[j] < 2) width[j] = 2; // the rule of a column is at least "-:"
    for (int i = 0; i < g->cells; i++) {
        int j = i % g->cols, air = width[j] - letters(g->cell[i]);
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
