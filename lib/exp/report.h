/* Inside lib/exp: what tables and figures share. row.c reads rows, group.c joins the seeds, table.c and figure*.c write, report.c drives.
 * Everything here depends on rows and metrics alone: the same files give the same bytes. */
#ifndef TF_EXP_REPORT_H
#define TF_EXP_REPORT_H
#include "exp/exp.h"
#include "io/io.h"

/* The runs of one (task, attention, setting), one a seed. Means and intervals are over the runs that ended well; NaN: unknown. */
struct report_group {
    const struct tf_row *row; int n;    /* its rows, by seed; row[0] stands for what they share */
    int ok, diverged;
    char label[272];                    /* "TF-A, height=6": title and setting, no control characters */
    struct tf_interval test, seeds;     /* of test accuracy: over the test set (Wilson at the mean), over seeds (t; NaN below two runs) */
    double test_n, steps, valid_acc_pct, flops_paper_pct, flops_layer_pct, flops_forward, occupancy, mean_len, parameters, train_time_s,
        eval_time_s, tokens_per_s, peak_bytes;
    double paper_acc_pct, diff_pct;     /* diff in percentage points, only where comparable */
    int within;                         /* 1, 0, or -1: cannot be said */
    int hue; double shade;              /* in figures: a hue a mechanism, paler (0..1) from setting to setting; one mechanism: a hue a setting */
};

enum report_paper { REPORT_PAPER_NONE, REPORT_PAPER_OTHER /* another protocol: not comparable */, REPORT_PAPER_SAME };
struct report {
    const char *dir, *title, *protocol, *paper_table;
    enum report_paper paper;
    struct tf_row *row; int n;
    struct tf_csv *metrics;             /* (n) metrics.csv of the runs; cols 0: there is none */
    struct report_group *group; int n_groups;
    bool many_tasks;
};

/* stats.c */
double report_t95(int df);
/* |ours - paper| against the half-widths of both 95 % intervals on a test set of test_n, in quadrature. 1, 0; -1: a value is NaN. */
int report_within_noise(double ours_pct, double paper_pct, double test_n);

/* paper.c: path of a table in paper_dir (NULL: experiments/paper here or beside the program); false: it is not there. */
bool report_paper_path(struct tf_buf *out, const char *paper_dir, const char *table);

/* group.c */
void report_group_rows(struct report *r, const char *paper_dir); /* fills group from row */

/* table.c */
void report_table_csv(const struct report *r, struct tf_buf *out);
void report_table_md(const struct report *r, struct tf_buf *out);

/* figure.c: the frame that all figures share. A figure is fig_NAME.csv (data), fig_NAME.gp, and what gnuplot makes of it. */
enum { REPORT_WIDTH = 760 };
struct report_figure {
    const struct report *r;
    const char *name, *title;           /* "accuracy_steps", "Validation accuracy" */
    int height;                         /* pixels of the SVG (width: REPORT_WIDTH); the PNG has twice as many */
    struct tf_buf data, script;         /* script: settings, then one plot command */
};
/* note: stands in the subtitle behind the protocol; may be NULL. */
void report_figure_begin(struct report_figure *f, const struct report *r, const char *name, const char *title, const char *note, int height);
/* Writes the files; draws unless *no_gnuplot, which is set (after one warning) when gnuplot is missing. Frees f's buffers. */
int report_figure_end(struct report_figure *f, bool *no_gnuplot, struct tf_err *e);
void report_quote(struct tf_buf *out, const char *s);                    /* as a gnuplot string in single quotes */
enum report_style { REPORT_LINE, REPORT_FAINT, REPORT_MARK, REPORT_FILL };
void report_add_style(struct tf_buf *out, const struct report_group *g, enum report_style kind); /* colour, dash, point */
char *report_short_label(char *out, size_t size, const struct report_group *g);                  /* "TF-A, h=6" */
int report_legend_height(const struct report *r);                                                /* pixels of a legend of all groups */
/* set yrange: lo..hi with some air, within floor..ceiling; head: more air above, as a share of hi - lo. */
void report_y_range(struct tf_buf *out, double lo, double hi, double head, double floor, double ceiling);
void report_number(struct tf_buf *out, double v);                        /* a CSV cell; NaN: empty */

/* figure_steps.c, figure_points.c: 0 also when there is nothing to draw. */
int report_figures_steps(const struct report *r, bool *no_gnuplot, struct tf_err *e);
int report_figures_points(const struct report *r, bool *no_gnuplot, struct tf_err *e);
#endif
