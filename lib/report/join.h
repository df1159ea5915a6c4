/* Rows of several folders together, and the tables of them. */
#ifndef TF_REPORT_JOIN_H
#define TF_REPORT_JOIN_H
#include "report/group.h"
#include "report/report.h"

struct report_all {
    const char *out;
    const struct tf_attn *reference; /* as of the parts */
    /* (n) sorted by kind, protocol, task, mechanism, setting, seed; a setting begins with the height, if
     * there is one. */
    struct tf_row *row;
    int n;
    /* (n) of each row: its files as of the parts, its spec */
    struct tf_csv *file[REPORT_FILES];
    struct report_spec *spec;
    /* The rows of one (kind, protocol, task) each; parts of a kind follow one another, as do those of one
     * protocol in it. */
    struct report *part;
    int n_parts;
};
/* dir/spec.yaml with the seeds of the n rows, some of which may have come from elsewhere; NULL: none. Rows of
 * its runs get the settings by which it tells them apart now: it may have had fewer runs when they ended. */
struct tf_spec *report_spec_of_rows(const char *dir, struct tf_row *row, int n);
/* Warns if some of the folder's rows are not runs of its spec (NULL: not known): copied from a folder with
 * other settings, or from an older version with other defaults. */
void report_warn_of_foreign_rows(const struct tf_spec *s, const char *dir, const struct tf_row *row, int n);
/* Of the row's run in that spec (NULL: not known) of a folder; its `resolved` is the caller's. */
struct report_spec report_spec_of(const struct tf_spec *s, const char *dir, const char *label,
                                  const struct tf_row *row);
/* Fills stop_least, stop_most and some_without_stop from r->spec. */
void report_read_stops(struct report *r);
int report_all_load(struct report_all *a, const struct tf_report_all *t, struct tf_err *e);
void report_all_free(struct report_all *a);
/* The first part of the next protocol. */
int report_all_protocol(const struct report_all *a, int part);
/* Calls section for the n parts of each protocol, with an empty line between. */
typedef void report_section_fn(const struct report *parts, int n, struct tf_buf *out);
void report_each_protocol(const struct report_all *a, report_section_fn *section, struct tf_buf *out);

/* May the two stand in one line of a table over tasks, each for its task? */
typedef bool report_kin_fn(const void *of, const struct report_group *a, const struct report_group *b);
/* Which line g (of one of the n parts, a task each) takes among those of its kin, from 0 on: one task may
 * have several, which differ in stages or quirks alone. Groups of several tasks share a line if they agree in
 * setting and quirks; then, if they are alike in quirks and in whether they had stages; then in the latter.
 * One whose like no other task has takes the first line that is free in its own. */
int report_place(const struct report *part, int n, const struct report_group *g, report_kin_fn *kin,
                 const void *of);

/* A paper's tables, as experiments/paper/tables.csv lays them out: NAME.csv and NAME.md in a->out, where we
 * have runs that belong there. No tables.csv: nothing. */
int report_paper_tables(const struct report_all *a, struct tf_err *e);
/* experiments/paper/settings.csv: what the paper sets of a mechanism; none: no rows. Free it, also on
 * failure. The note says what the runs of n parts set otherwise, by their specs; often nothing. */
int report_paper_settings_load(struct tf_csv *out, struct tf_err *e);
void report_add_paper_settings(const struct report *part, int n, const struct tf_csv *settings,
                               struct tf_buf *out);
/* Has a run's spec all of these, PATH or PATH=VALUE, which blanks separate? paper_table: its paper.table, for
 * the run's own spec does not have it; NULL: not known. */
bool report_spec_holds(const struct report_spec *spec, const char *paper_table, const char *conditions);
/* The note of each of n parts of protocol paper, as its unlike_paper. */
int report_note_settings(struct report *part, int n, struct tf_err *e);
/* Scores and work by task; a section per protocol and kind of tasks. */
void report_score_csv(const struct report_all *a, struct tf_buf *out);
void report_score_md(const struct report_all *a, struct tf_buf *out);
void report_work_csv(const struct report_all *a, struct tf_buf *out);
void report_work_md(const struct report_all *a, struct tf_buf *out);
/* Of rows of all kinds: by the height of their trees; times. */
void report_height_csv(const struct report_all *a, struct tf_buf *out);
void report_height_md(const struct report_all *a, struct tf_buf *out);
void report_time_csv(const struct report_all *a, struct tf_buf *out);
void report_time_md(const struct report_all *a, struct tf_buf *out);
#endif
