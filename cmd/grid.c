/* A table that fits the terminal: ranked columns are dropped first, then names are cut. */
#include "cmd.h"

#include <math.h>
#include <string.h>

void grid_begin(struct grid *g, const struct grid_column *c, int cols, int rows) {
    *g = (struct grid){.column = c, .cols = cols, .rows = rows};
    g->cell = tf_calloc(sizeof *g->cell * (size_t)(cols * rows + 1));
    g->width = tf_calloc(sizeof *g->width * (size_t)cols);
    g->shown = tf_calloc(sizeof *g->shown * (size_t)cols);
}

struct tf_buf *grid_at(const struct grid *g, int row, int col) { return &g->cell[row * g->cols + col]; }

void grid_number(const struct grid *g, int row, int col, const char *fmt, double value) {
    if (isfinite(value)) tf_buf_addf(grid_at(g, row, col), fmt, value);
}

const char *grid_cell(const struct grid *g, int row, int col) {
    const struct tf_buf *cell = grid_at(g, row, col);
    return cell->len ? cell->s : "";
}

static void measure(struct grid *g) {
    for (int c = 0; c < g->cols; c++) {
        g->width[c] = text_width(g->column[c].head);
        for (int i = 0; i < g->rows; i++) {
            const int w = text_width(grid_cell(g, i, c));
            if (w > g->width[c]) g->width[c] = w;
        }
    }
}

/* The names give way where no column is left to go. */
static void cut_names(struct grid *g, int over) {
    enum { SHORTEST = 12 };
    for (int c = 0; c < g->cols; c++) {
        if (g->column[c].kind != GRID_CUT || !g->shown[c]) continue;
        const int rest = g->width[c] - over;
        g->width[c] = rest > SHORTEST ? rest : SHORTEST;
        return;
    }
}

static void fit(struct grid *g, int most) {
    for (;;) {
        int all = -2, last = -1;
        for (int c = 0; c < g->cols; c++) {
            if (!g->shown[c]) continue;
            all += g->width[c] + 2;
            if (g->column[c].rank && (last < 0 || g->column[c].rank > g->column[last].rank)) last = c;
        }
        if (all <= most) return;
        if (last < 0) {
            cut_names(g, all - most);
            return;
        }
        g->shown[last] = false;
    }
}

static void add_field(struct tf_buf *out, const struct grid *g, int col, const char *s, bool last) {
    struct tf_buf cell = {0};
    const bool left = g->column[col].kind != GRID_RIGHT;
    text_cut_middle(&cell, s, g->width[col]);
    const int air = g->width[col] - text_width(cell.s);
    if (!left) text_pad(out, air);
    tf_buf_addf(out, "%s", cell.s);
    if (left && !last) text_pad(out, air);
    if (!last) text_pad(out, 2);
    tf_buf_free(&cell);
}

static void add_lines(struct tf_buf *out, const struct grid *g) {
    int last = 0;
    for (int c = 0; c < g->cols; c++)
        if (g->shown[c]) last = c;
    for (int i = -1; i < g->rows; i++) {
        for (int c = 0; c <= last; c++) {
            const char *cell = i < 0 ? g->column[c].head : grid_cell(g, i, c);
            if (g->shown[c]) add_field(out, g, c, *cell ? cell : "-", c == last);
        }
        tf_buf_addf(out, "\n");
    }
}

void grid_end(struct grid *g, struct tf_buf *out, int width) {
    measure(g);
    fit(g, width);
    add_lines(out, g);
    for (int i = 0; i < g->rows * g->cols; i++) tf_buf_free(&g->cell[i]);
    tf_free(g->cell), tf_free(g->width), tf_free(g->shown);
}
