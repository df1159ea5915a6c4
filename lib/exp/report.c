/* Tables and figures of an output folder, from its rows and the metrics of its runs. */
#include "exp/report.h"
#include <string.h>

static bool run_file(struct tf_buf *path, const struct report *r, int i, const char *name) {
    path->len = 0;
    tf_buf_addf(path, "%s/runs/%s/%s", r->dir, r->row[i].run, name);
    return tf_file_exists(path->s);
}

/* One table per run; cols 0 where the run left none (rows may come from another machine without their runs). */
static int load_runs(const struct report *r, const char *name, struct tf_csv *table, struct tf_err *e) {
    struct tf_buf path = {0};
    int rc = 0;
    for (int i = 0; rc == 0 && i < r->n; i++)
        if (run_file(&path, r, i, name)) rc = tf_csv_load(&table[i], path.s, e);
    tf_buf_free(&path);
    return rc;
}

static void free_tables(struct tf_csv *table, int n) {
    for (int i = 0; i < n; i++) tf_csv_free(&table[i]);
    tf_free(table);
}

/* Every column that some table has, in the order of first sight. Returns how many. */
static int all_columns(const struct tf_csv *table, int n, const char **name, int max) {
    int cols = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < table[i].cols; j++) {
            int k = 0;
            while (k < cols && strcmp(name[k], table[i].head[j])) k++;
            if (k == cols && cols < max) name[cols++] = table[i].head[j];
        }
    return cols;
}

/* The runs' tables as one, with the run's name in front. */
static int write_joined(const struct report *r, const char *name, const struct tf_csv *table, struct tf_err *e) {
    enum { MAX = 256 };
    const char *head[MAX + 1] = {"run"}, *cell[MAX + 1];
    int cols = all_columns(table, r->n, head + 1, MAX);
    if (cols == 0) return 0;
    struct tf_buf out = {0}, path = {0};
    tf_csv_row(&out, head, cols + 1);
    for (int i = 0; i < r->n; i++)
        for (int row = 0; row < table[i].rows; row++) {
            cell[0] = r->row[i].run;
            for (int j = 1; j <= cols; j++) {
                const char *s = tf_csv_get(&table[i], row, head[j]);
                cell[j] = s ? s : "";
            }
            tf_csv_row(&out, cell, cols + 1);
        }
    tf_buf_addf(&path, "%s/%s", r->dir, name);
    int rc = tf_file_write(path.s, out.s, out.len, e);
    tf_buf_free(&path);
    tf_buf_free(&out);
    return rc;
}

static int write_timing(const struct report *r, struct tf_err *e) {
    struct tf_csv *table = tf_calloc(sizeof *table * (size_t)(r->n ? r->n : 1));
    int rc = load_runs(r, "timing.csv", table, e) || write_joined(r, "timing.csv", table, e) ? -1 : 0;
    free_tables(table, r->n);
    return rc;
}

static int write_table(const struct report *r, const char *name, void (*make)(const struct report *, struct tf_buf *), struct tf_buf *copy,
                       struct tf_err *e) {
    struct tf_buf text = {0}, path = {0};
    make(r, &text);
    tf_buf_addf(&path, "%s/%s", r->dir, name);
    int rc = tf_file_write(path.s, text.s, text.len, e);
    if (rc == 0 && copy) tf_buf_add(copy, text.s, text.len);
    tf_buf_free(&path);
    tf_buf_free(&text);
    return rc;
}

static int write_figures(const struct report *r, struct tf_err *e) {
    bool no_gnuplot = false;
    return report_figures_steps(r, &no_gnuplot, e) || report_figures_points(r, &no_gnuplot, e) ? -1 : 0;
}

static enum report_paper paper_mode(const struct tf_report *t, const char *protocol) {
    if (!t->paper_table || !*t->paper_table || !strcmp(protocol, "quick")) return REPORT_PAPER_NONE;
    struct tf_buf path = {0};
    if (!report_paper_path(&path, t->paper_dir, t->paper_table))
        tf_log(TF_LOG_WARN, "%s is not in %s: the paper's column stays empty", t->paper_table,
               t->paper_dir ? t->paper_dir : "experiments/paper");
    tf_buf_free(&path);
    return strcmp(protocol, "paper") ? REPORT_PAPER_OTHER : REPORT_PAPER_SAME;
}

/* A title on one line. */
static char *clean_title(const char *s) {
    char *t = tf_strdup(s && *s ? s : "Results");
    for (char *c = t; *c; c++)
        if ((unsigned char)*c < ' ') *c = ' ';
    return t;
}

int tf_report_write(const struct tf_report *t, struct tf_buf *md, struct tf_err *e) {
    char *title = clean_title(t->title);
    struct report r = {
        .dir = t->dir, .title = title, .protocol = t->protocol && *t->protocol ? t->protocol : "other", .paper_table = t->paper_table};
    int rc = tf_rows_load(t->dir, &r.row, &r.n, e);
    if (rc == 0) {
        r.paper = paper_mode(t, r.protocol);
        r.metrics = tf_calloc(sizeof *r.metrics * (size_t)(r.n ? r.n : 1));
        report_group_rows(&r, t->paper_dir);
        rc = write_table(&r, "table.csv", report_table_csv, NULL, e) || write_table(&r, "table.md", report_table_md, md, e) ||
                     load_runs(&r, "metrics.csv", r.metrics, e) || write_joined(&r, "metrics.csv", r.metrics, e) || write_timing(&r, e) ||
                     (t->plot && r.n > 0 && write_figures(&r, e))
                 ? -1
                 : 0;
        free_tables(r.metrics, r.n);
        tf_free(r.group);
        tf_free(r.row);
    }
    tf_free(title);
    return rc;
}
