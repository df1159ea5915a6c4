/* Figures, and the frame that they share. A figure is fig_NAME.csv (data), fig_NAME.gp, and what gnuplot
 * makes of it. */
#ifndef TF_REPORT_FIGURE_H
#define TF_REPORT_FIGURE_H
#include "report/group.h"

/* Figures with a point per group; over training steps. 0 also when there is nothing to draw. */
int report_figures_points(const struct report *r, bool *no_gnuplot, struct tf_err *e);
int report_figures_steps(const struct report *r, bool *no_gnuplot, struct tf_err *e);
/* fig_leaves (every mechanism's first run), fig_leaves_<run>, fig_leaves_steps. */
struct leaves_all;
int report_leaves_figures(const struct leaves_all *all, struct tf_err *e);

enum { REPORT_WIDTH = 760 };
struct report_figure {
    const struct report *r;
    /* "accuracy_steps" and the report's suffix; "Validation accuracy" */
    char name[160];
    const char *title;
    /* Pixels of the SVG (width: REPORT_WIDTH); the PNG has twice as many. */
    int height;
    /* script: settings, then one plot command, or panels; titles: where they begin in it. */
    struct tf_buf data, script;
    size_t titles;
    /* Lines below the title; of panels (0: one plot), and pixels above and below them. */
    int subtitles, rows, cols, top, bottom;
};
/* note: goes into the subtitle after the protocol, one part per line; may be NULL. */
void report_figure_begin(struct report_figure *f, const struct report *r, const char *name, const char *title,
                         const char *note, int height);
/* Writes the files; draws unless *no_gnuplot, which is set (after one warning) when gnuplot is missing. Frees
 * f's buffers. */
int report_figure_end(struct report_figure *f, bool *no_gnuplot, struct tf_err *e);
/* A figure of rows x cols panels: begin; legend lines; then for each panel report_panel (its place, the text
 * above it and beside its axis; NULL: none), ranges and one plot command, report_panel_end. */
void report_panels_begin(struct report_figure *f, int rows, int cols, int top, int bottom);
void report_panel(struct report_figure *f, int row, int col, const char *head, const char *axis);
void report_panel_end(struct report_figure *f);
/* A legend, its first line `y` pixels above the lower edge, from left to right, then below. f NULL: nothing
 * is drawn; from y 0, -y is what later lines take. style NULL: grey, dotted. */
enum { REPORT_LEGEND_LINE = 18 };
struct report_legend { struct report_figure *f; int x, y; };
void report_legend_word(struct report_legend *g, const char *text);
void report_legend_line(struct report_legend *g, const struct report_group *style, const char *text);
/* 1, 2 or 5 times a power of ten: at most `most` of them from 0 to the end. gnuplot's own choice is too dense
 * for a panel. */
double report_tic_step(double end, int most);
/* Indices of up to `most` of n layers, as evenly as 1, 4, 8 and 12 of 12. Returns how many. */
int report_choose_layers(int *layer, int most, int n);
/* Appends colour, dash and mark of a group. */
enum report_style { REPORT_LINE, REPORT_FAINT, REPORT_MARK, REPORT_FILL };
void report_add_style(struct tf_buf *out, const struct report_group *g, enum report_style kind);
/* Appends " title 'name'" of a plot. */
void report_add_title(struct tf_buf *out, const char *name);
/* Pixels of a legend of all groups. */
int report_legend_height(const struct report *r);
/* set yrange: lo..hi with some air, within floor..ceiling; head: more air above, as a share of hi - lo. */
void report_y_range(struct tf_buf *out, double lo, double hi, double head, double floor, double ceiling);
#endif
