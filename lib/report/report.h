/* Tables and figures of one output folder, or of several together, from rows and the metrics of their
 * runs. */
#ifndef TF_REPORT_H
#define TF_REPORT_H
#include "io/io.h"
#include "results/stats.h"

/* foreign_rows: name rows that are not runs of dir/spec.yaml. live: HTML at the head of the page (NULL:
 * none); running: the browser loads the page again and again. */
struct tf_report {
    const char *dir, *title, *protocol, *paper_table, *live;
    bool plot, foreign_rows, running;
};
/* Writes table.csv, table.md; metrics.csv, timing.csv, right.csv and floors.csv of all runs; the figures and
 * index.html into r->dir. Appends table.md's text to md (may be NULL). */
int tf_report_write(const struct tf_report *r, struct tf_buf *md, struct tf_err *e);
/* index.html alone. */
int tf_report_page(const struct tf_report *r, struct tf_err *e);
/* The same as tf_report_write for a folder as its spec.yaml says, when no other process writes its tables; of
 * inference times, the tables and figure of infer-time. */
int tf_report_folder(const char *dir, bool plot, struct tf_buf *md, struct tf_err *e);
/* "-2.2 points (-4.7 to +0.3) against full attention, not distinguishable; 51 % of the work": 95 % intervals
 * over the examples, and over seeds, NaN below two; over `pairs` seeds of the `of` that were trained.
 * work_pct: NaN, not known. unlike: what was trained otherwise, often "". */
struct tf_paired_text {
    struct tf_interval diff, seeds;
    int pairs, of;
    double work_pct;
    const char *unlike, *against; /* against: "full attention" */
};
void tf_report_paired(struct tf_buf *out, const struct tf_paired_text *x);
/* The rows of several output folders together (tasks, machines, seeds), and the metrics of their runs: writes
 * table_score, table_work, table_height, table_time and the papers' tables that have some of our runs (.csv
 * for programs, .md for people) and a set of figures per task into `out`; appends the text to read first to
 * md (may be NULL). Protocols are never averaged together. The same run found twice counts once; the same run
 * with another spec_hash or another result is TF_BAD and names both files, and so are seeds of other
 * settings, as the folders' spec.yaml say.
 * labels: of each folder, for the setting of its rows, so that a run may be listed twice; NULL, "": none. */
struct tf_report_all {
    const char *const *dirs, *const *labels;
    int n_dirs;
    const char *out;
    const char *against; /* compares with this mechanism, example by example; NULL, "full": full attention */
    bool plot;
};
int tf_report_write_all(const struct tf_report_all *t, struct tf_buf *md, struct tf_err *e);
/* out/index.html, out made if need be: verdict and table of each folder, its label behind its title, and a
 * link to it; those that are no output folders of runs are passed over. TF_BAD: one is not there, none has
 * runs, or out has an index.html that this program did not write. */
int tf_report_index(const struct tf_report_all *t, struct tf_err *e);
#endif
