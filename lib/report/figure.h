/* Figures, and the frame that they share. A figure is fig_NAME.csv (data), fig_NAME.gp, and what gnuplot
 * makes of it. */
#ifndef TF_REPORT_FIGURE_H
#define TF_REPORT_FIGURE_H
#include "report/group.h"

/* Figures with a point per group; over training steps; over lengths, if there are several. */
void report_figures_points(const struct report *r);
void report_figures_steps(const struct report *r);
void report_figures_lengths(const struct report *r);
/* fig_differences of n parts: what each group is away from the group that it is compared with, below the name
 * of its task. Nothing is drawn unless two tasks have such groups. */
void report_figure_differences(const struct report *part, int n);

enum { REPORT_WIDTH = 760, REPORT_PANEL_WIDTH = 200 /* of three beside one another */ };
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
    /* Lines below the title; of panels (0: one plot), and pixels above, below and between
     * them. */
    int subtitles, rows, cols, top, bottom, gap_y;
};
/* title "": that of the results alone. note: goes into the subtitle after the protocol, one part per line;
 * may be NULL. */
void report_figure_begin(struct report_figure *f, const struct report *r, const char *name, const char *title,
                         const char *note, int height);
/* Writes the files, and draws as r->no_gnuplot says. What fails costs a warning. Frees f's buffers. */
void report_figure_end(struct report_figure *f);
/* Removes the file beside dir/script, "fig_NAME.gp", that has this ending instead. */
void report_figure_drop(const char *dir, const char *script, const char *ending);
/* Removes the figures that an earlier call wrote into dir and this one did not: those whose scripts are among
 * the files `before` but not among `written` (as in struct report), and are claimed by is_ours. */
void report_figures_drop_others(const char *dir, const struct tf_names *before, const struct tf_buf *written,
                                bool (*is_ours)(const char *dir, const char *script));
/* Up to `most` letters; "…" stands for the rest. */
void report_shorten(struct tf_buf *out, const char *s, int most);
/* Appends each of n names to out[i], in up to most[i] letters. A name that is too long loses the settings
 * that all names of its mechanism have, and begins with those that the fewest have. If that is still too
 * long, its middle or end is left out, so that what stays fits no other name, if two pieces are enough for
 * that. */
void report_short_names(const char *const *name, const int *most, int n, struct tf_buf *out);
/* Pixels for names on the left of a plot. Fixed, since gnuplot takes letters of an SVG for wider than they
 * are. */
double report_names_width(int letters);
/* "TF-A, h=6", without "Treeformer ". */
const char *report_brief_name(const struct report_group *g);
/* set label of each mark's number, and set arrow of a line to it where that is needed (mark_numbers.c). x, y,
 * lo, hi: a mark and its interval, from 0 to 1 of the plot's width and height. */
struct report_mark { int number; double x, y, lo, hi; };
void report_mark_numbers(struct tf_buf *out, const struct report_mark *mark, int n);
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
/* A figure of more than REPORT_LINES lines: one panel per line, on the same axes. n groups; behind[i]: the
 * group whose line is grey in panel i, or -1. line: appends a plot's element of a group, as itself or grey
 * behind; before (may be NULL): what a panel also shows; tail (may be NULL): appends what stands behind its
 * group's name, however long that is. */
enum { REPORT_LINES = 8 };
struct report_multiples {
    int n;
    const int *group, *behind;
    const char *x, *y;
    double y_width; /* of the vertical axis; 0: it is logarithmic */
    const void *arg;
    void (*before)(struct report_figure *f, const void *arg, int group);
    void (*line)(struct report_figure *f, const void *arg, int group, bool behind);
    void (*tail)(const void *arg, int group, struct tf_buf *out);
};
int report_multiples_height(int n);
void report_multiples(struct report_figure *f, const struct report_multiples *m);
/* fig_NAME: a line per group against the length, both logarithmic; linear: percentages, on a linear axis.
 * value: of length l and group i, or NaN; behind, tail: as above. Nothing is drawn of one length. */
struct report_n {
    const char *name, *title, *note, *axis;
    const char *x, *column; /* of the horizontal axis, and in the CSV; NULL: the length, n */
    bool linear;
    const int *length, *behind;
    int lengths;
    double (*value)(const void *arg, int l, int i);
    void (*tail)(const void *arg, int i, struct tf_buf *out);
    const void *arg;
};
void report_lines_n(const struct report *r, const struct report_n *a);
struct tf_infer;
/* fig_time_n: times of layers. */
void report_infer_figure(const struct tf_infer *s, const char *dir, bool plot);
/* set xtics, set ytics (axis 'x', 'y'), about `most` of them over the width, all with as many decimals; their
 * format, where it is wanted again. */
void report_tics(struct tf_buf *out, char axis, double width, int most);
const char *report_tic_format(char out[16], double width, int most);
/* Indices of up to `most` of n layers, as evenly as 1, 4, 8 and 12 of 12. Returns how many. */
int report_choose_layers(int *layer, int most, int n);
unsigned report_colour(int hue); /* 0xRRGGBB */
/* Appends colour, dash and mark of a group; NULL, or of hue -1: grey. ARROW: as LINE, without marks. */
enum report_style { REPORT_LINE, REPORT_ARROW, REPORT_SOLID, REPORT_FAINT, REPORT_MARK, REPORT_FILL };
void report_add_style(struct tf_buf *out, const struct report_group *g, enum report_style kind);
/* Appends " title 'name'" of a plot; of a name too long for the legend its beginning and its end. */
void report_add_title(struct tf_buf *out, const char *name);
/* Pixels of a legend of all groups. */
int report_legend_height(const struct report *r);
/* set yrange: lo..hi with some air, within floor..ceiling; head: more air above, as a share of hi - lo.
 * Returns the range. */
struct report_range { double lo, hi; };
struct report_range report_y_range(struct tf_buf *out, double lo, double hi, double head, double floor,
                                   double ceiling);
/* Of scores in percent, which may be negative (Matthews). */
struct report_range report_score_range(struct tf_buf *out, double lo, double hi);
#endif
