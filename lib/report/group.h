/* Joins the seeds of a (task, attention, setting): means, intervals, and the paper's value beside them.
 * Everything in lib/report depends on rows and metrics alone: the same files give the same bytes. */
#ifndef TF_REPORT_GROUP_H
#define TF_REPORT_GROUP_H
#include "io/io.h"
#include "report/paper.h"
#include "results/stats.h"

/* The runs of one (task, attention, setting), one a seed. Means and intervals are over the runs that ended
 * well; NaN: unknown. */
struct report_group {
    const struct tf_row *row; int n;    /* its rows, by seed; row[0] stands for what they share */
    int ok, diverged;
    /* "TF-A, height=6": title and setting, no control characters; the same in short, "TF-A, h=6". */
    char label[272], name[272];
    struct tf_interval test, seeds;     /* of test accuracy: over the test set (Wilson at the mean), over
                                           seeds (t; NaN below two runs) */
    double test_n, steps, valid_score_pct, flops_paper_pct, flops_layer_pct, flops_forward, occupancy,
        mean_len, parameters, train_time_s,
        train_cpu_s, eval_time_s, tokens_per_s /* medians, of the runs that know them */, peak_bytes;
    enum report_paper paper;            /* NONE: also where the data is a stand-in, or where the paper has no
                                           value */
    double paper_score_pct, diff_points;     /* diff in percentage points, only where comparable */
    int within;                         /* 1, 0, or -1: cannot be said */
    /* In all figures a mechanism has the colour and mark of its place in the registry; its settings are paler (0..1) and, by
     * number, dashed and with open marks. */
    int hue, dash;
    double shade;
};

/* Hashes of what its folder's spec.yaml sets for a run, by this program: a row's own hash is of the version
 * that wrote it, and of its seed. "": not known. */
struct report_spec {
    char settings[17];                  /* everything but protocol and seed: runs that differ here are no
                                           seeds of one another */
    char work[17];                      /* what decides how much is computed, but for the mechanism and the
                                           number of steps */
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
};

void report_group_rows(struct report *r, const char *paper_dir); /* fills group from row */
/* Half-width of the 95 % interval around the paper's value on a test set like ours: Wilson's; of another
 * score than an accuracy, where only the paper's predictions would tell, that of ours. */
double report_paper_half(const struct report_group *g);

void report_shades(struct report_group *g, int n); /* shade and dash of groups with a hue */
bool report_drawable(const struct report_group *g);              /* has an accuracy with its interval */
/* family[i]: number (from 0) of the curve over heights that group i belongs to, -1: none. Returns the number
 * of curves, of two heights or more. */
int report_families(const struct report *r, int *family);
/* The group of curve k with the smallest height above `above`; NULL: none. */
const struct report_group *report_next_height(const struct report *r, const int *family, int k, long above);
/* Group i is of a curve of more heights than a figure has room to name. *shown (may be NULL): it is one of
 * the three that stand for them, or of no such. */
bool report_inner_height(const struct report *r, const int *family, int i, bool *shown);
enum { REPORT_HEIGHTS = 4 };
#endif
