/* Joins the seeds of a (task, attention, setting): means, intervals, and the paper's value beside them.
 * Everything in lib/report depends only on rows and metrics: the same files give the same bytes. */
#ifndef TF_REPORT_GROUP_H
#define TF_REPORT_GROUP_H
#include "io/io.h"
#include "results/paper.h"
#include "results/stats.h"

enum { REPORT_UNLIKE = 240 };
/* The runs of one (task, attention, setting), one per seed. Means and intervals are over the runs that ended
 * well; NaN: unknown. Of a rule n is -1, as are ok and diverged. */
struct report_group {
    /* Its n rows, by seed; row[0] speaks for what they share. */
    const struct tf_row *row;
    int n, ok, diverged;
    /* "TF-A, height=6": title and setting, no control characters; the same in short, "TF-A, h=6". */
    char label[272], name[272];
    /* Quirks that tell it from another group with its label, which ends in them; "": the label does. */
    char quirks[120];
    /* Of row[0]; never NULL. */
    const struct report_spec *spec;
    /* Of the score: over the test set (of accuracy Wilson's at the mean, of test_n_effective predictions),
     * over seeds (t; NaN below two). */
    struct tf_interval test, seeds;
    double test_n, test_n_effective, steps, valid_score_pct, flops_paper_pct, flops_layer_pct,
        flops_forward, occupancy, mean_len, parameters, peak_bytes, train_flops, pretrain_flops, state;
    /* Of the loss, where it is per token of a text; else NaN: means over the runs of perplexity (exp) and of
     * bits (/ log 2). */
    double test_ppl, valid_ppl, test_bits;
    /* Medians, of the runs that know them. */
    double train_time_s, train_cpu_s, eval_time_s, tokens_per_s;
    /* NONE: also on stand-in data, or where the paper has no value. within: 1, 0, or -1, not known. */
    enum report_paper paper;
    double paper_score_pct, diff_points;
    int within;
    /* In all figures a mechanism has the colour and mark of its place in the registry; its settings are paler
     * (0..1) and, by number, dashed and with open marks. In a figure of one mechanism alone, settings other
     * than heights have colours and marks of their own: those of later places. */
    int hue, dash, later;
    double shade;
    /* Compared with a group of the reference (NULL: none), example by example, over `pairs` seeds; 0: the two
     * have no answers to the same questions. pairs_of: the seeds of whichever of the two has more. */
    struct stats_paired paired;
    int pairs, pairs_of;
    const struct report_group *against;
    /* What the two were trained with otherwise (report_unlike). */
    char unlike[REPORT_UNLIKE];
};

/* A rule that needs no model, as a line of tables: of its row and group, only what a rule has is filled in.
 * from: the run on whose test set it was scored. */
struct report_rule { struct report_group line; struct tf_row row; const struct tf_row *from; };

/* Hashes of what its folder's spec.yaml sets for a run, by this program: a row's own hash is of the version
 * that wrote it, and of its seed. settings: everything but protocol and seed; runs that differ here are not
 * seeds of one another. work: what decides how much is computed, without the mechanism and the number of
 * steps. training: everything but the mechanism. options: of the mechanism, as in struct tf_spec_run. "": not
 * known. steps: of all stages; 0: not known. stop_at: train's; 0: none, or the row is no run of the spec.
 * resolved: its spec; NULL: not known. dir, label: of the folder. */
struct report_spec {
    char settings[17], work[17], training[17], options[240];
    int steps;
    double stop_at;
    struct tf_yaml *resolved;
    const char *dir, *label;
};
extern const struct report_spec report_no_spec; /* nothing is known */

/* What the training of a run leaves beside its row: "metrics.csv", "right.csv", "floors.csv". */
enum { REPORT_METRICS, REPORT_RIGHT, REPORT_FLOORS, REPORT_FILES };
extern const char *const report_files[REPORT_FILES];

struct report {
    const char *dir, *title, *protocol, *paper_table;
    /* Of the figures' names: "_small_listops"; NULL: none. */
    char *suffix;
    /* What the groups can have at most. */
    enum report_paper paper;
    struct tf_row *row;
    int n;
    /* What mechanisms are compared with, example by example; NULL: full attention. */
    const struct tf_attn *reference;
    /* (n) each, of the runs; NULL, cols 0: there is none. */
    struct tf_csv *file[REPORT_FILES];
    /* (n); NULL: none is known. */
    struct report_spec *spec;
    bool joined; /* of several folders */
    /* NULL: its figures are not drawn, only their data and scripts are written; else whether gnuplot is known
     * to be missing, so that it is said once. */
    bool *no_gnuplot;
    struct tf_buf *scripts; /* the names of those written, each as "\n%s\n"; NULL: not kept */
    struct report_group *group;
    int n_groups;
    struct report_rule *rule;
    int n_rules;
    bool many_tasks;
    /* What the runs set otherwise than the paper: a line of a list; often empty. */
    struct tf_buf unlike_paper;
    /* The least and the greatest train.stop_at of the runs that have one, 0: none has; and whether there are
     * others, which have none, or none that is known. */
    double stop_least, stop_most;
    bool some_without_stop;
};

/* Fills r->group from r->row. */
void report_group_rows(struct report *r);
/* Compares groups with the reference; once `work` is theirs, where it is known (pair.c). */
void report_pair_groups(struct report *r);
/* Warns of right.csv and floors.csv that are damaged: without it tables would miss comparisons and rules in
 * silence. */
void report_warn_of_damage(const struct report *r);
/* What g is compared with, among groups of the reference that have a score (partner_find). NULL: none, or g
 * is of the reference. */
const struct report_group *report_reference(const struct report *r, const struct report_group *g);
/* Is g of the mechanism that the others are compared with? */
bool report_is_reference(const struct report *r, const struct report_group *g);
/* "full attention", or the name of g's reference. */
const char *report_against(const struct report *r, const struct report_group *g);
/* Has the spec set the number of steps that the group made, or where its runs end (stop_at)? Not where they
 * ended with their time (train.max_time), nor where the rows are of another spec. */
bool report_steps_set(const struct report_group *g);
/* What two groups were trained with otherwise: "3450 steps, not 3300, train.lr 0.1, not 0.2"; "": nothing
 * that is known. Of one folder, whose settings and options say what its spec sets, only steps that it does
 * not set. */
void report_unlike(const struct report_group *g, const struct report_group *full, char out[REPORT_UNLIKE]);
/* Scores of the same test: groups of stand-in data and of the published one are not compared, nor those of
 * other test sets or lengths. */
bool report_same_test(const struct report_group *a, const struct report_group *b);
/* Tasks of n parts, which may have one by several protocols. */
int report_tasks(const struct report *part, int n);
/* Fills r->rule from the floors.csv of the runs (rules.c). */
void report_add_rules(struct report *r);
/* Can all lines of the run's floors.csv be read? */
bool report_rules_read(const struct report *r, int run);
/* Half-width of the 95 % interval around the paper's value on a test set like ours: Wilson's; for scores
 * other than accuracy, where that would take the paper's predictions, the half-width of ours. */
double report_paper_half(const struct report_group *g, double paper_score_pct);
/* Is the part of n bytes one of the quirks? */
bool report_has_quirk(const char *quirks, const char *part, size_t n);
/* Appends a setting with the quirks that must be told: "height=6 (stand-in data)". */
void report_add_setting(struct tf_buf *out, const char *setting, const struct report_group *g);
/* Appends those of the options "window=8 model.dim=16" that the setting "dim=16" does not show. */
void report_options_beside(const char *options, const char *setting, struct tf_buf *out);
/* Takes "name=..." out of a setting, if it is there. */
void report_setting_drop(char *setting, const char *name);
/* What a task's test counts: "examples", "questions", "hidden words", "predicted tokens". */
const char *report_test_unit(const char *task);
/* Did all runs that ended well have the same machine, as far as they say, and the same number of threads? Not
 * if one of several got more threads while it ran, whose row has 0. */
bool report_one_machine(const struct report *r);
bool report_one_threads(const struct report *r);
/* A mechanism's place in the registry; -1: NULL. */
int report_hue(const struct tf_attn *a);
/* Sets shade, dash and later of groups with a hue. */
void report_shades(struct report_group *g, int n);
/* Its score may be below 0: Matthews correlation. */
bool report_signed(const struct report_group *g);
/* The group has a score with its interval. */
bool report_drawable(const struct report_group *g);
/* Has any group of like's test (NULL: of any) a score other than 0? Those of measurements of time and memory
 * have not: figures of scores and verdicts would say nothing. */
bool report_any_score(const struct report *r, const struct report_group *like);
/* The one group of full attention that is drawable; NULL: none, or several. */
const struct report_group *report_full_attention(const struct report *r);

/* family[i]: number (from 0) of the curve over heights that group i belongs to, -1: none. Returns the number
 * of curves, of two heights or more. */
int report_families(const struct report *r, int *family);
/* The group of curve k with the smallest height above `above`; NULL: none. */
const struct report_group *report_next_height(const struct report *r, const int *family, int k, long above);
/* Group i belongs into figures over steps: of a curve of more than REPORT_HEIGHTS heights three do. */
enum { REPORT_HEIGHTS = 4 };
bool report_shown_height(const struct report *r, const int *family, int i);
#endif
