/* Tables and figures of one output folder, or of several together, from rows and the metrics of their runs. */
#include "report/report.h"
#include "report/infer_report.h"

#include <stdlib.h>
#include <string.h>

#include "results/escape.h"
#include "report/figure.h"
#include "report/page.h"
#include "report/table.h"
#include "report/join.h"
#include "results/folder.h"
#include "results/infer_table.h"
#include "results/right.h"
#include "spec/spec_resolve.h"
#include "results/row.h"
#include "spec/spec_meta.h"

static int load_runs(const struct report *r, const char *name, struct tf_csv *table, struct tf_err *e) {
    return tf_metrics_load(r->dir, name, r->row, r->n, NULL, table, e);
}

static void free_tables(struct tf_csv *table, int n) {
    for (int i = 0; i < n; i++) tf_csv_free(&table[i]);
    tf_free(table);
}

/* Every column that some table has, behind the one that name has already, in the order of first sight. Returns how many. */
static int all_columns(const struct tf_csv *table, int n, const char **name, int max) {
    int cols = 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < table[i].cols; j++) {
            int k = 0;
            while (k < cols && strcmp(name[k], table[i].head[j])) k++;
            if (k == cols && cols < max) name[cols++] = table[i].head[j];
        }
    return cols;
}

enum { JOINED = 256 /* columns */ };

static void add_joined(struct tf_buf *out, const char *run, const struct tf_csv *t, int row, const char *const *head, int cols) {
    const char *cell[JOINED + 1] = {run};
    for (int j = 1; j <= cols; j++) {
        const char *s = tf_csv_get(t, row, head[j]);
        cell[j] = s ? s : "";
    }
    tf_csv_row(out, cell, cols + 1);
}

static bool has_table(const struct report *r, const char *run, const struct tf_csv *table) {
    for (int i = 0; i < r->n; i++)
        if (!strcmp(r->row[i].run, run)) return table[i].cols > 0;
    return false;
}

/* The joined table as it is: it may be the only copy of what it holds. cols 0: there is none. Returns false if it is damaged. */
static bool load_joined(const struct report *r, const char *name, struct tf_csv *old) {
    struct tf_buf path = {0};
    struct tf_err why = {0};
    *old = (struct tf_csv){0};
    tf_buf_addf(&path, "%s/%s", r->dir, name);
    const bool damaged = tf_file_exists(path.s) && tf_csv_load(old, path.s, &why);
    if (damaged) *old = (struct tf_csv){0};
    tf_buf_free(&path);
    return !damaged;
}

static bool all_have(const struct tf_csv *table, int n) {
    for (int i = 0; i < n; i++)
        if (!table[i].cols) return false;
    return true;
}

/* The runs' tables as one, with the run's name in front; behind them the lines of runs that have no row now, or whose table is not of
 * their row. A damaged file that runs may still need stays as it is. */
static int write_joined(const struct report *r, const char *name, const struct tf_csv *table, struct tf_err *e) {
    const char *head[JOINED + 1] = {"run"};
    struct tf_csv *all = tf_alloc(sizeof *all * (size_t)(r->n + 1)), *old = &all[r->n];
    if (r->n) memcpy(all, table, sizeof *all * (size_t)r->n);
    const bool stays = !load_joined(r, name, old) && !all_have(table, r->n);
    const int run = old->cols ? tf_csv_col(old, "run") : -1, cols = all_columns(all, r->n + (run >= 0), head, JOINED + 1) - 1;
    int rc = 0;
    if (cols > 0 && !stays) {
        struct tf_buf out = {0};
        tf_csv_row(&out, head, cols + 1);
        for (int i = 0; i < r->n; i++)
            for (int k = 0; k < table[i].rows; k++) add_joined(&out, r->row[i].run, &table[i], k, head, cols);
        for (int k = 0; run >= 0 && k < old->rows; k++) {
            const char *name_of = tf_csv_get(old, k, "run");
            if (!has_table(r, name_of, table)) add_joined(&out, name_of, old, k, head, cols);
        }
        rc = tf_file_write_free(r->dir, name, &out, e);
    }
    if (old->cols) tf_csv_free(old);
    tf_free(all);
    return rc;
}

static int write_timing(const struct report *r, struct tf_err *e) {
    struct tf_csv *table = tf_calloc(sizeof *table * (size_t)(r->n ? r->n : 1));
    int rc = load_runs(r, "timing.csv", table, e) || write_joined(r, "timing.csv", table, e) ? -1 : 0;
    free_tables(table, r->n);
    return rc;
}

/* Takes text. */
static int write_text(const char *dir, const char *name, struct tf_buf *text, struct tf_buf *copy, struct tf_err *e) {
    int rc = tf_file_write_in(dir, name, text, e);
    if (rc == 0 && copy) tf_buf_add(copy, text->s, text->len);
    tf_buf_free(text);
    return rc;
}

/* table.csv of all, table.md of each part; md gets the text. */
static int write_tables(const struct report *part, int n, struct tf_buf *md, struct tf_err *e) {
    struct tf_buf csv = {0}, text = {0};
    report_table_csv(part, n, &csv);
    for (int p = 0; p < n; p++) {
        if (p) tf_buf_addf(&text, "\n");
        report_table_md(&part[p], &text);
    }
    const int rc = write_text(part->dir, "table.csv", &csv, NULL, e);
    return write_text(part->dir, "table.md", &text, md, e) || rc ? -1 : 0;
}

/* "_small_listops.gp", of a figure of several folders. */
static bool is_part(const char *s) {
    char task[64];
    const size_t n = strlen(s);
    for (int i = 0; i < SPEC_PROTOCOLS; i++) {
        const size_t len = strlen(spec_protocols[i]);
        if (*s != '_' || strncmp(s + 1, spec_protocols[i], len) || s[1 + len] != '_' || n < len + 6) continue;
        snprintf(task, sizeof task, "%.*s", (int)(n - len - 5), s + len + 2);
        return tf_task_find(task) != NULL;
    }
    return false;
}

/* Is it a figure's script of a report? Others write into such folders, too: leaf-hist, and users, whose names are their own. */
static bool is_script(TF_UNUSED const char *dir, const char *file) {
    static const char *const name[] = {"accuracy_steps",  "loss_steps", "layer_norms",    "accuracy_flops", "accuracy_state", "train_time",
                                       "accuracy_height", "accuracy_n", "accuracy_pairs", "memory_n",       "differences"};
    const size_t n = strlen(file);
    if (strncmp(file, "fig_", 4) || n < 8 || strcmp(file + n - 3, ".gp")) return false;
    for (size_t i = 0; i < TF_COUNT(name); i++) {
        const size_t len = strlen(name[i]);
        if (!strncmp(file + 4, name[i], len) && (!strcmp(file + 4 + len, ".gp") || is_part(file + 4 + len))) return true;
    }
    return false;
}

/* The figures that an earlier report drew of other rows, and this one does not, are removed. */
static void write_figures(struct report *r, int n) {
    struct tf_names in = {0};
    struct tf_buf written = {0};
    bool no_gnuplot = false;
    const bool listed = !tf_dir_names(r->dir, &in, &(struct tf_err){0});
    for (int i = 0; i < n; i++) {
        r[i].no_gnuplot = &no_gnuplot, r[i].scripts = &written;
        report_figures_steps(&r[i]), report_figures_points(&r[i]), report_figures_lengths(&r[i]);
    }
    report_figure_differences(r, n);
    for (int i = 0; i < n; i++) r[i].no_gnuplot = NULL, r[i].scripts = NULL; // they are ours
    if (listed) report_figures_drop_others(r->dir, &in, &written, is_script);
    tf_names_free(&in), tf_buf_free(&written);
}

static enum report_paper paper_mode(const struct tf_report *t, const char *protocol) {
    enum report_paper mode = report_paper_mode(protocol);
    if (!t->paper_table || !*t->paper_table || mode == REPORT_PAPER_NONE) return REPORT_PAPER_NONE;
    report_paper_seek(t->paper_table);
    return mode;
}

/* Rows may come from elsewhere: those of another protocol are not seeds of ours, and no seed counts twice. */
static int check_rows(const struct report *r, struct tf_err *e) {
    for (int i = 0; i < r->n; i++)
        if (strcmp(r->row[i].protocol, r->protocol))
            return tf_fail(
                e, TF_BAD,
                "%s/rows/%s.csv has protocol '%s', not '%s': move it to rows/ of another folder (report DIR... --out DIR takes both)",
                r->dir, r->row[i].run, r->row[i].protocol, r->protocol);
    for (const struct report_group *g = r->group; g < r->group + r->n_groups; g++)
        for (int i = 0; i < g->n; i++)
            for (int k = 0; k < i; k++)
                if (g->row[i].seed == g->row[k].seed)
                    return tf_fail(e, TF_BAD,
                                   "%s/rows: %s.csv and %s.csv have the same seed and the same place in the tables: remove one of them",
                                   r->dir, g->row[k].run, g->row[i].run);
    return 0;
}

static const char *text_at(const struct tf_yaml *spec, const char *path, const char *otherwise) {
    const struct tf_yaml *y = tf_yaml_at(spec, path);
    return y && y->kind == TF_YAML_SCALAR && !tf_yaml_null(y) ? y->value : otherwise;
}

/* Rows and groups of a folder; title: of its own. */
static int open_folder(struct report *r, const struct tf_report *t, struct tf_buf *title, struct tf_err *e) {
    report_plain(title, t->title && *t->title ? t->title : "Results");
    *r = (struct report){
        .dir = t->dir, .title = title->s, .protocol = t->protocol && *t->protocol ? t->protocol : "other", .paper_table = t->paper_table};
    if (tf_rows_load(t->dir, &r->row, &r->n, e)) return -1;
    struct tf_spec *s = report_spec_of_rows(r->dir, r->row, r->n);
    r->spec = tf_alloc(sizeof *r->spec * (size_t)(r->n + 1));
    for (int i = 0; i < r->n; i++) r->spec[i] = report_spec_of(s, r->dir, "", &r->row[i]);
    r->paper = paper_mode(t, r->protocol);
    for (int k = 0; k < REPORT_FILES; k++) r->file[k] = tf_calloc(sizeof *r->file[k] * (size_t)(r->n + 1));
    for (int i = 1; i <= REPORT_FILES; i++) { // the curves last: their damage is an error, that of the others a warning
        const int k = i % REPORT_FILES;
        if (load_runs(r, report_files[k], r->file[k], e)) return tf_spec_free(s), -1;
    }
    report_warn_of_damage(r);
    report_group_rows(r);
    report_read_stops(r);
    if (t->foreign_rows) report_warn_of_foreign_rows(s, r->dir, r->row, r->n);
    tf_spec_free(s);
    report_pair_groups(r);
    return report_note_settings(r, 1, e);
}

static void close_folder(struct report *r, struct tf_buf *title) {
    for (int k = 0; k < REPORT_FILES; k++)
        if (r->file[k]) free_tables(r->file[k], r->n);
    for (int i = 0; r->spec && i < r->n; i++) tf_yaml_free(r->spec[i].resolved);
    tf_free(r->group), tf_free(r->rule);
    tf_free(r->spec), tf_free(r->row);
    tf_buf_free(&r->unlike_paper), tf_buf_free(title);
}

/* A page that cannot be written costs no results. */
static void write_page(const char *dir, const char *title, bool plot, const struct report *part, int n) {
    struct tf_err why = {0};
    if (report_page_write(&(struct report_page){.dir = dir, .title = title, .figures = plot}, part, n, &why))
        tf_log(TF_LOG_WARN, "no page: %s", why.msg);
}

int tf_report_page(const struct tf_report *t, struct tf_err *e) {
    struct tf_buf title = {0};
    struct report r;
    int rc = open_folder(&r, t, &title, e);
    const struct report_page page = {
        .dir = r.dir, .title = r.title, .live = t->live, .figures = t->plot && !t->running, .running = t->running};
    if (rc == 0) rc = report_page_write(&page, &r, 1, e);
    close_folder(&r, &title);
    return rc;
}

int tf_report_write(const struct tf_report *t, struct tf_buf *md, struct tf_err *e) {
    struct tf_buf title = {0};
    struct report r;
    int rc = open_folder(&r, t, &title, e) || check_rows(&r, e) || write_tables(&r, 1, md, e) ? -1 : 0;
    for (int k = 0; k < REPORT_FILES && !rc; k++) rc = write_joined(&r, report_files[k], r.file[k], e);
    if (rc == 0) rc = write_timing(&r, e);
    if (rc == 0 && t->plot) write_figures(&r, r.n > 0);
    if (rc == 0) write_page(r.dir, r.title, t->plot, &r, 1);
    close_folder(&r, &title);
    return rc;
}

/* What tf_report_write takes from a folder's spec, which stays with its owner. */
static struct tf_report as_spec_says(const char *dir, const struct tf_yaml *spec) {
    return (struct tf_report){.dir = dir,
                              .title = text_at(spec, "title", ""),
                              .protocol = text_at(spec, "protocol", "other"),
                              .paper_table = text_at(spec, "paper.table", "")};
}

/* The table of a folder that came without its rows is all there is of them. */
static int check_for_rows(const char *dir, struct tf_err *e) {
    if (tf_file_existsf("%s/rows", dir) || !tf_file_existsf("%s/table.csv", dir)) return 0;
    return tf_fail(e, TF_BAD, "%s has a table.csv, but no folder rows/, which tables are made from: bring it back", dir);
}

/* Before anything of the folder is touched. */
static int load_spec(struct tf_yaml **spec, const char *dir, const char *path, struct tf_err *e) {
    if (tf_yaml_load(spec, path, e)) return -1;
    if (tf_yaml_get(*spec, "task")) return check_for_rows(dir, e);
    if (tf_yaml_get(*spec, "infer") && report_infer_measured(dir)) return 0;
    if (tf_yaml_get(*spec, "infer")) return tf_fail(e, TF_BAD, "%s has no times.csv: infer-time has measured nothing there yet", dir);
    return tf_fail(e, TF_BAD, "%s has no `task:` and no `infer:`: %s is not an output folder of runs", path, dir);
}

int tf_report_folder(const char *dir, bool plot, struct tf_buf *md, struct tf_err *e) {
    struct tf_buf path = {0};
    struct tf_yaml *spec = NULL;
    struct folder f = FOLDER_NONE;
    if (snprintf(f.dir, sizeof f.dir, "%s", dir) >= (int)sizeof f.dir)
        return tf_fail(e, TF_USAGE, "the path of the output folder is too long");
    int rc = tf_folder_spec(dir, &path, e) || load_spec(&spec, dir, path.s, e) ? -1 : 0;
    if (rc == 0 && tf_yaml_get(spec, "infer")) rc = report_infer_folder(&f, path.s, plot, md, e);
    else if (rc == 0 && !(rc = folder_lock(&f, e))) {
        struct tf_report r = as_spec_says(dir, spec);
        r.plot = plot, r.foreign_rows = true;
        rc = tf_report_write(&r, md, e);
    }
    folder_unlock(&f);
    tf_yaml_free(spec);
    tf_buf_free(&path);
    return rc;
}

static const char *label_of(const struct tf_report_all *t, int i) { return t->labels && t->labels[i] ? t->labels[i] : ""; }

/* One folder of an index. 1: it has no runs, and is passed over. */
static int open_part(struct report *r, struct tf_yaml **spec, struct tf_buf *title, const struct tf_report_all *t, int i,
                     struct tf_err *e) {
    struct tf_buf path = {0}, named = {0};
    const char *label = label_of(t, i);
    if (!tf_file_exists(t->dirs[i])) return tf_fail(e, TF_BAD, "%s is not there", t->dirs[i]);
    int rc = tf_folder_spec(t->dirs[i], &path, &(struct tf_err){0}) ? 1 : tf_yaml_load(spec, path.s, e);
    if (rc == 0 && !tf_yaml_get(*spec, "task")) rc = 1;
    if (rc == 0) {
        struct tf_report one = as_spec_says(t->dirs[i], *spec);
        tf_buf_addf(&named, "%s (%s)", *one.title ? one.title : "Results", label);
        if (*label) one.title = named.s;
        rc = open_folder(r, &one, title, e) || check_rows(r, e) ? -1 : 0;
    }
    tf_buf_free(&path), tf_buf_free(&named);
    return rc;
}

int tf_report_index(const struct tf_report_all *t, struct tf_err *e) {
    const size_t n = (size_t)t->n_dirs + 1;
    struct report *part = tf_calloc(sizeof *part * n);
    struct tf_buf *title = tf_calloc(sizeof *title * n);
    struct tf_yaml **spec = tf_calloc(sizeof *spec * n);
    int rc = 0, parts = 0;
    if (report_page_is_foreign(t->out)) rc = tf_fail(e, TF_BAD, "%s/index.html is no page of this program: choose another --index", t->out);
    for (int i = 0; rc >= 0 && i < t->n_dirs; i++) {
        rc = open_part(&part[parts], &spec[parts], &title[parts], t, i, e);
        if (rc <= 0) parts++;
        else tf_yaml_free(spec[parts]), spec[parts] = NULL;
    }
    if (rc >= 0) rc = parts ? tf_mkdirs(t->out, e) : tf_fail(e, TF_BAD, "none of these is an output folder of runs: nothing to report");
    if (rc >= 0) rc = report_page_write(&(struct report_page){.dir = t->out, .title = "Results"}, part, parts, e);
    for (int i = 0; i < parts; i++) {
        close_folder(&part[i], &title[i]);
        tf_yaml_free(spec[i]);
    }
    tf_free(spec), tf_free(title), tf_free(part);
    return rc;
}

/* ---- several folders together --------------------------------------------------------------------------------------------------- */

typedef void table_fn(const struct report_all *, struct tf_buf *);

/* NAME.csv and NAME.md, whose text joins md. */
static int write_pair(const struct report_all *a, const char *name, table_fn *csv, table_fn *text, struct tf_buf *md, struct tf_err *e) {
    struct tf_buf table = {0}, page = {0};
    char file[64];
    csv(a, &table), text(a, &page);
    if (md && md->len) tf_buf_addf(md, "\n");
    snprintf(file, sizeof file, "%s.csv", name);
    int rc = write_text(a->out, file, &table, NULL, e);
    snprintf(file, sizeof file, "%s.md", name);
    return write_text(a->out, file, &page, md, e) || rc ? -1 : 0;
}

/* To read: the table of a single task, or the scores by task. */
static int write_all(const struct report_all *a, struct tf_buf *md, struct tf_err *e) {
    const bool alone = a->n_parts == 1;
    return write_tables(a->part, a->n_parts, alone ? md : NULL, e) ||
                   write_pair(a, "table_score", report_score_csv, report_score_md, alone ? NULL : md, e) ||
                   write_pair(a, "table_work", report_work_csv, report_work_md, NULL, e) ||
                   write_pair(a, "table_height", report_height_csv, report_height_md, NULL, e) ||
                   write_pair(a, "table_time", report_time_csv, report_time_md, NULL, e) || report_paper_tables(a, e)
               ? -1
               : 0;
}

int tf_report_write_all(const struct tf_report_all *t, struct tf_buf *md, struct tf_err *e) {
    struct report_all a;
    if (tf_folder_check_out(t->out, e)) return -1;
    if (report_page_is_foreign(t->out)) return tf_fail(e, TF_BAD, "%s/index.html is no page of this program: choose another --out", t->out);
    if (report_all_load(&a, t, e)) return -1;
    int rc = a.n ? 0 : tf_fail(e, TF_BAD, "no rows of finished runs: nothing to report");
    if (rc == 0) rc = tf_mkdirs(t->out, e) || write_all(&a, md, e) ? -1 : 0;
    if (rc == 0 && t->plot) write_figures(a.part, a.n_parts);
    if (rc == 0)
        write_page(t->out, report_tasks(a.part, a.n_parts) > 1 ? "Several tasks together" : a.part->title, t->plot, a.part, a.n_parts);
    report_all_free(&a);
    return rc;
}
