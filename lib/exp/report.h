/* Inside lib/exp: what tables and figures share. row.c reads rows, group.c joins the seeds, table.c and figure*.c write, report.c drives. For several
 * folders table_merge.c puts the rows together, and table_lra.c, table_height.c and table_time.c write. Everything here depends on rows and metrics
 * alone: the same files give the same bytes. */
#ifndef TF_EXP_REPORT_H
#define TF_EXP_REPORT_H
#include "exp/exp.h"
#include "io/io.h"

enum report_paper { REPORT_PAPER_NONE, REPORT_PAPER_OTHER /* another protocol: not comparable */, REPORT_PAPER_SAME };

/* The runs of one (task, attention, setting), one a seed. Means and intervals are over the runs that ended well; NaN: unknown. */
struct report_group {
    const struct tf_row *row; int n;    /* its rows, by seed; row[0] stands for what they share */
    int ok, diverged;
    char label[272];                    /* "TF-A, height=6": title and setting, no control characters */
    struct tf_interval test, seeds;     /* of test accuracy: over the test set (Wilson at the mean), over seeds (t; NaN below two runs) */
    double test_n, steps, valid_acc_pct, flops_paper_pct, flops_layer_pct, flops_forward, occupancy, mean_len, parameters, train_time_s,
        train_cpu_s, eval_time_s, tokens_per_s /* medians, of the runs that know them */, peak_bytes;
    enum report_paper paper;            /* NONE: also where the data is a stand-in, or where the paper has no value */
    double paper_acc_pct, diff_pct;     /* diff in percentage points, only where comparable */
    int within;                         /* 1, 0, or -1: cannot be said */
    int hue; double shade;              /* in figures: a hue a mechanism, paler (0..1) from setting to setting; one mechanism: a hue a setting */
    bool apart;                         /* one of many settings of its mechanism that are no sweep over heights: a hue of its own, too */
};

/* Hashes of what its folder's spec.yaml sets for a run, by this program: a row's own hash is of the version that wrote it, and of its seed. "": not known. */
struct report_spec {
    char settings[17];                  /* everything but protocol and seed: runs that differ here are no seeds of one another */
    char work[17];                      /* what decides how much is computed, but for the mechanism and the number of steps */
};

struct report {
    const char *dir, *title, *protocol, *paper_table;
    char *suffix;                       /* of the figures' names: "_small_listops"; NULL: none */
    enum report_paper paper;            /* what the groups can have at most */
    struct tf_row *row; int n;
    struct tf_csv *metrics;             /* (n) metrics.csv of the runs; cols 0: there is none */
    const struct report_spec *spec;     /* (n) of several folders; NULL: of one */
    struct report_group *group; int n_groups;
    bool many_tasks;
    int first_of;                       /* training computes one query a sequence in the last of so many layers; 0: all */
};

/* stats.c */
double report_t95(int df);
double report_median(double *x, int n); /* sorts x; NaN of none */
double report_half_width(const struct tf_interval *i);
/* Two models a seed on the same n examples: ours[s][i], theirs[s][i] are 1 where the answer is right. diff: ours - theirs in points; its interval is of the mean over the
 * examples of their differences, each the mean over the seeds; `seeds`: over the seeds' differences. only_*: answers that one of the two had right. */
struct report_paired { double ours_pct, theirs_pct; struct tf_interval diff, seeds; size_t only_ours, only_theirs; };
void report_paired(int seeds, size_t n, const uint8_t *const *ours, const uint8_t *const *theirs, struct report_paired *out);
/* |ours - paper| against the half-widths of both 95 % intervals, in quadrature. 1, 0; -1: a value is NaN. */
int report_within_noise(double diff_pct, double ours_half, double paper_half);

/* row.c: order of mechanisms (the registry's) and settings (numbers in them count as numbers), then of quirks. */
int report_compare_mechanism(const struct tf_row *a, const struct tf_row *b);

/* paper.c: path of a table in paper_dir (NULL: experiments/paper here or beside the program); false: it is not there. */
bool report_paper_path(struct tf_buf *out, const char *paper_dir, const char *table);
void report_paper_seek(const char *paper_dir, const char *table); /* warns when it is not there */
/* What a protocol allows: NONE for quick, SAME for paper, OTHER. */
enum report_paper report_paper_mode(const char *protocol);
/* The same for one row: never SAME where the trees' height is not the paper's (Tables 6 and 8), its mechanism is not in all layers (LRA), or on other data
 * of the same kind; NONE on stand-in data. */
enum report_paper report_paper_row(const struct tf_row *row, enum report_paper most, const char *paper_dir);
/* Why a row of protocol paper is OTHER, a bit a reason; and what rows with these have: "the paper's value <at another tree height>". */
unsigned report_other_why(const struct tf_row *row);
enum { REPORT_WHY = 280 };
char *report_other_text(char out[REPORT_WHY], unsigned why);
const char *report_paper_table(const char *task);  /* with the papers' scores of a task; NULL: there is none */
const char *report_paper_column(const char *task); /* of it, and of table11_flops.csv */
/* tf_paper_value of a mechanism in so many layers only (0: in all). */
double report_paper_layers(const char *paper_dir, const char *table, const char *attention, const char *column, int layers);
int report_tree_layers(const struct tf_row *row); /* that its setting names; 0: all */
double report_paper_flops(const char *paper_dir, const struct tf_row *row); /* work of a layer, mean over all, in percent of full attention's; NAN: none */
/* Which of the paper's tables our own of several folders stand beside: LRA's, those of pretraining, or of fine-tuning. */
struct report_kind {
    const char *command;                /* of its tasks; NULL: "lra" */
    struct { const char *name, *title; } average /* NULL: no such table */, by_task, work;
};
const struct report_kind *report_kind(const char *task); /* kinds are of one array, in the order of their tables; unknown tasks: LRA's */

/* group.c */
void report_group_rows(struct report *r, const char *paper_dir); /* fills group from row */
void report_setting_rest(const char *setting, struct tf_buf *out); /* the setting without its height; out is emptied before */
bool report_stand_in(const struct tf_row *r);                    /* its data is not the published one */
bool report_ok(const struct tf_row *r);                          /* ended well: counts in means */

/* Half-width of the 95 % interval around the paper's value on a test set like ours: Wilson's; of another score than an accuracy, where only the paper's
 * predictions would tell, that of ours. */
double report_paper_half(const struct report_group *g);

bool report_drawable(const struct report_group *g);              /* has an accuracy with its interval */
/* family[i]: number (from 0) of the curve over heights that group i belongs to, -1: none. Returns the number of curves, of two heights or more. */
int report_families(const struct report *r, int *family);
/* The group of curve k with the smallest height above `above`; NULL: none. */
const struct report_group *report_next_height(const struct report *r, const int *family, int k, long above);
/* Group i is of a curve of more heights than a figure has room to name. *shown (may be NULL): it is one of the three that stand for them, or of no such. */
bool report_inner_height(const struct report *r, const int *family, int i, bool *shown);
enum { REPORT_HEIGHTS = 4 };

/* report.c: table[i] (zeroed before) gets dir/runs/<run>/name of row i; where that is not there, its lines of the joined dir/name; else cols stays 0
 * (rows may come from elsewhere without their runs). from: only rows with from[i] == dir; NULL: all. */
int report_load_runs(const char *dir, const char *name, const struct tf_row *row, int n, const char *const *from, struct tf_csv *table, struct tf_err *e);
const char *report_metric(const struct report *r, bool valid); /* "accuracy", "F1", "Matthews", or "score" where runs differ: of test or validation */
struct tf_spec *report_load_spec(const char *dir, const char *seeds); /* dir/spec.yaml, seeds as tf_spec_load; NULL: none, or with a warning why not */
bool report_bootstrapped(const struct tf_csv *metrics); /* the rows of a bootstrapped run have the height of the stage's trees */

/* table_grid.c: a Markdown table, padded so that it reads well as plain text, too. Zero-initialise; heads, then the cells line by line. */
enum { REPORT_COLS = 32, REPORT_CELL = 300 /* bytes of a cell's text */ };
struct report_grid {
    int cols, cells, cap;
    char **cell;
    bool left[REPORT_COLS];
};
void report_grid_head(struct report_grid *g, bool left, const char *fmt, ...) TF_PRINTF(3, 4);
void report_grid_add(struct report_grid *g, const char *fmt, ...) TF_PRINTF(2, 3);
void report_grid_number(struct report_grid *g, const char *fmt, double v); /* fmt takes one double; NaN: a dash */
void report_grid_end(struct report_grid *g, struct tf_buf *out);           /* appends it; frees the cells */
extern const char report_dash[];

/* table.c */
void report_table_csv(const struct report *r, struct tf_buf *out);
void report_table_md(const struct report *r, struct tf_buf *out);
void report_add_quirks(const struct report *part, int n, struct tf_buf *out); /* a paragraph that names those that are on, a line a task; often nothing */
void report_csv_texts(struct tf_buf *out, const char *const *text, int n);    /* CSV cells, each with a comma behind it */
void report_csv_numbers(struct tf_buf *out, const double *v, int n);          /* CSV cells, each with a comma in front; NaN: empty */
const char *report_paper_word(enum report_paper p);                           /* "same", "other", "" */

/* table_merge.c: rows of several folders. part: the rows of one (kind, protocol, task); those of one kind stand together, and in it those of one protocol. */
struct report_all {
    const char *out, *paper_dir;
    struct tf_row *row; int n;          /* sorted by kind, protocol, task, mechanism, setting, seed; a setting begins with the height, if there is one */
    const char **dir;                   /* (n) the folder that a row is from */
    struct tf_csv *metrics;             /* (n) */
    struct report_spec *spec;           /* (n) */
    struct report *part; int n_parts;
};
int report_all_load(struct report_all *a, const struct tf_report_all *t, struct tf_err *e);
void report_all_free(struct report_all *a);
int report_all_protocol(const struct report_all *a, int part); /* the first part of the next protocol */

/* table_lra.c: NAME.csv and NAME.md of the rows of one kind; table_height.c, table_time.c: of all rows. */
void report_by_task_csv(const struct report_all *a, struct tf_buf *out);
void report_by_task_md(const struct report_all *a, struct tf_buf *out);
void report_average_csv(const struct report_all *a, struct tf_buf *out);
void report_average_md(const struct report_all *a, struct tf_buf *out);
void report_work_csv(const struct report_all *a, struct tf_buf *out);
void report_work_md(const struct report_all *a, struct tf_buf *out);
void report_height_csv(const struct report_all *a, struct tf_buf *out);
void report_height_md(const struct report_all *a, struct tf_buf *out);
void report_time_csv(const struct report_all *a, struct tf_buf *out);
void report_time_md(const struct report_all *a, struct tf_buf *out);

/* figure.c: the frame that all figures share. A figure is fig_NAME.csv (data), fig_NAME.gp, and what gnuplot makes of it. */
enum { REPORT_WIDTH = 760 };
struct report_figure {
    const struct report *r;
    char name[160];                     /* "accuracy_steps" and the report's suffix */
    const char *title;                  /* "Validation accuracy" */
    int height;                         /* pixels of the SVG (width: REPORT_WIDTH); the PNG has twice as many */
    struct tf_buf data, script;         /* script: settings, then one plot command, or panels */
    size_t titles;                      /* where they begin in the script */
    int rows, cols, top, bottom;        /* of panels (0: one plot); pixels above and below them */
};
/* note: stands in the subtitle behind the protocol; may be NULL. */
void report_figure_begin(struct report_figure *f, const struct report *r, const char *name, const char *title, const char *note, int height);
/* Writes the files; draws unless *no_gnuplot, which is set (after one warning) when gnuplot is missing. Frees f's buffers. */
int report_figure_end(struct report_figure *f, bool *no_gnuplot, struct tf_err *e);
/* A figure of rows x cols panels: begin; legend lines; then for each panel report_panel (its place, what stands above it and beside its axis; NULL:
 * nothing), ranges and one plot command, report_panel_end. */
void report_panels_begin(struct report_figure *f, int rows, int cols, int top, int bottom);
void report_panel(struct report_figure *f, int row, int col, const char *head, const char *axis);
void report_panel_end(struct report_figure *f);
/* A legend, its first line `y` pixels above the lower edge, from left to right, then below. f NULL: nothing is drawn; from y 0, -y is what later lines take. */
enum { REPORT_LEGEND_LINE = 18 };
struct report_legend { struct report_figure *f; int x, y; };
void report_legend_word(struct report_legend *g, const char *text);
void report_legend_line(struct report_legend *g, const struct report_group *style /* NULL: grey, dotted */, const char *text);
/* 1, 2 or 5 times a power of ten: at most `most` of them from 0 to the end. gnuplot's own choice is too dense for a panel's width. */
double report_tic_step(double end, int most);
/* Indices of up to `most` of n layers, as evenly as 1, 4, 8 and 12 of 12. Returns how many. */
int report_choose_layers(int *layer, int most, int n);
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
