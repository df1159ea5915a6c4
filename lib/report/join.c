/* Rows of several output folders as one list: each run once, sorted, cut into parts of one kind, protocol and task. */
#include "report/join.h"
#include "results/column.h"
#include "results/folder.h"
#include "results/partner.h"
#include "results/row.h"
#include "spec/spec_meta.h"
#include "spec/spec_resolve.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { TASKS_MAX = REPORT_COLS - 3 /* columns of a table */ };
struct entry {
    struct tf_row row;
    const char *dir;
    struct report_spec spec;
    bool *in; // the folders, by number, that have the run
};
struct entries {
    struct entry *at;
    int n, cap;
};

static int place_of_protocol(const char *name) {
    int i = 0;
    while (i < SPEC_PROTOCOLS && strcmp(spec_protocols[i], name)) i++;
    return i;
}

static int compare_protocols(const char *a, const char *b) {
    int d = place_of_protocol(a) - place_of_protocol(b);
    return d ? d : strcmp(a, b);
}

static int task_order(const char *name) { // the registry's, which is that of the papers' tables
    int i = 0;
    while (tf_tasks[i] && strcmp(tf_tasks[i]->name, name)) i++;
    return i;
}

static int compare_tasks(const char *a, const char *b) {
    int d = task_order(a) - task_order(b);
    return d ? d : strcmp(a, b);
}

static int compare_lines(const struct tf_row *a, const struct tf_row *b) { // 0: seeds of one another
    int d = (int)(report_kind(a->task) - report_kind(b->task));
    if (!d) d = compare_protocols(a->protocol, b->protocol);
    if (!d) d = compare_tasks(a->task, b->task);
    return d ? d : tf_row_compare(a, b);
}

static int compare_entries(const void *pa, const void *pb) {
    const struct tf_row *a = &((const struct entry *)pa)->row, *b = &((const struct entry *)pb)->row;
    int d = compare_lines(a, b);
    if (!d) d = (a->seed > b->seed) - (a->seed < b->seed);
    return d ? d : strcmp(a->run, b->run);
}

static void add_words(struct tf_buf *out, const char *const *word, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (*word[i]) tf_buf_addf(out, "%s%s", out->len ? " " : "", word[i]);
}

/* One folder's spec sweeps the height, another's sets it: the height comes first in both, so that the lines meet. A run with
 * Algorithm 1 has the name of the one without: what tells them apart, where folders meet, is the setting; and so does the label,
 * which stands in front where all together are too long. */
static void join_setting(struct entry *x) {
    struct tf_row *r = &x->row;
    char variant[sizeof r->variant], height[32] = "";
    const char *const boot = r->bootstrapped ? "bootstrapped" : "";
    struct tf_buf text = {0}, setting = {0};
    snprintf(variant, sizeof variant, "%s", r->variant);
    if (r->height >= 0) snprintf(height, sizeof height, "height=%ld", r->height);
    add_words(&text, (const char *const[]){variant, boot, x->spec.label}, 3);
    if (text.len + strlen(height) + 2 > sizeof r->setting)
        text.len = 0, add_words(&text, (const char *const[]){x->spec.label, boot, variant}, 3);
    add_words(&setting, (const char *const[]){height, text.len ? text.s : ""}, 2);
    tf_buf_fit(r->variant, sizeof r->variant, &text);
    tf_buf_fit(r->setting, sizeof r->setting, &setting);
    tf_buf_free(&text), tf_buf_free(&setting);
}

/* ---- the same run twice ---------------------------------------------------------------------------------------------------------- */

static bool same_number(double a, double b) { return a == b || (a != a && b != b); }

static bool same_result(const struct tf_row *a, const struct tf_row *b) { // times and memory are a machine's own
    return !strcmp(a->status, b->status) && a->steps == b->steps && a->best_step == b->best_step && a->test_n == b->test_n &&
           !strcmp(a->quirks, b->quirks) && same_number(a->test_score_pct, b->test_score_pct);
}

static int fail_pair(const struct entry *a, const struct entry *b, const char *what, struct tf_err *e) {
    return tf_fail(e, TF_BAD, "%s/rows/%s.csv and %s/rows/%s.csv %s: leave one of them out, or label its folder, DIR=LABEL", a->dir,
                   a->row.run, b->dir, b->row.run, what);
}

/* 1: b is a again, 0: another run, -1: they contradict each other. */
static int compare_runs(const struct entry *a, const struct entry *b, struct tf_err *e) {
    char what[160];
    const struct tf_row *x = &a->row, *y = &b->row;
    if (strcmp(x->protocol, y->protocol)) return 0;
    if (!strcmp(x->run, y->run) && !strcmp(x->setting, y->setting)) {
        snprintf(what, sizeof what, "are the same run with other settings (spec_hash %s and %s)", x->spec_hash, y->spec_hash);
        if (strcmp(x->spec_hash, y->spec_hash)) return fail_pair(a, b, what, e);
        if (!same_result(x, y)) return fail_pair(a, b, "are the same run with another result", e);
        return 1;
    }
    if (compare_lines(x, y)) return 0;
    if (x->seed == y->seed) return fail_pair(a, b, "have the same seed and the same place in the tables", e);
    if (*a->spec.settings && *b->spec.settings && strcmp(a->spec.settings, b->spec.settings))
        return fail_pair(a, b, "have the same place in the tables and other settings (see the spec.yaml of both folders)", e);
    return 0;
}

/* x is of folder number `folder` of n. */
static int add_row(struct entries *s, struct entry x, int folder, int n, struct tf_err *e) {
    join_setting(&x);
    for (int i = 0; i < s->n; i++) {
        struct entry *known = &s->at[i];
        int same = compare_runs(known, &x, e);
        if (same < 0) return tf_yaml_free(x.spec.resolved), -1;
        if (!same) continue;
        known->in[folder] = true;
        const struct report_spec other = known->spec.resolved ? x.spec : known->spec;
        if (!known->spec.resolved) known->spec = x.spec;
        tf_yaml_free(other.resolved);
        return 0;
    }
    x.in = tf_calloc(sizeof *x.in * (size_t)n);
    x.in[folder] = true;
    TF_GROW(s->at, s->n, s->cap);
    s->at[s->n++] = x;
    return 0;
}

/* Its hash says so; the run of its name may have other settings. */
static bool is_run_of(const struct tf_spec *s, const struct tf_row *row) {
    const struct tf_spec_run *run = spec_find_run(s, row->run);
    return run && !strcmp(run->hash, row->spec_hash);
}

void report_warn_of_foreign_rows(const struct tf_spec *s, const char *dir, const struct tf_row *row, int n) {
    int foreign = 0;
    const char *first = NULL;
    for (int i = 0; s && i < n; i++)
        if (!is_run_of(s, &row[i]) && !foreign++) first = row[i].run;
    if (foreign)
        tf_log(
            TF_LOG_WARN,
            "%s/rows: %d of %d (%s.csv) are not runs of %s/spec.yaml (spec_hash): they have other settings or come from an older version",
            dir, foreign, n, first, dir);
}

struct report_spec report_spec_of(const struct tf_spec *s, const char *dir, const char *label, const struct tf_row *row) {
    struct report_spec x = {.dir = dir, .label = label};
    const struct tf_spec_run *r = s ? spec_find_run(s, row->run) : NULL;
    if (!r) return x;
    spec_hash_parts(r, spec_section, SPEC_SECTIONS, x.settings);
    partner_work(r, x.work), spec_hash_training(r, x.training);
    snprintf(x.options, sizeof x.options, "%s", r->options);
    x.steps = spec_steps(r);
    if (is_run_of(s, row)) x.stop_at = r->train.stop_at;
    x.resolved = tf_yaml_clone(r->resolved);
    return x;
}

void report_read_stops(struct report *r) {
    for (int i = 0; i < r->n; i++) {
        const double at = r->spec[i].stop_at;
        if (!(at > 0)) r->some_without_stop = true;
        else if (!(r->stop_least > 0) || at < r->stop_least) r->stop_least = at;
        if (at > r->stop_most) r->stop_most = at;
    }
}

struct tf_spec *report_spec_of_rows(const char *dir, struct tf_row *row, int n) {
    struct tf_buf seeds = {0};
    for (int i = 0, k; i < n; i++) {
        for (k = 0; k < i && row[k].seed != row[i].seed;) k++;
        if (k == i) tf_buf_addf(&seeds, "%s%ld", i ? "," : "", row[i].seed);
    }
    struct tf_spec *s = n ? folder_load_spec(dir, seeds.s) : NULL;
    for (int i = 0; s && i < n; i++) {
        const struct tf_spec_run *run = spec_find_run(s, row[i].run);
        if (!is_run_of(s, &row[i])) continue;
        snprintf(row[i].setting, sizeof row->setting, "%s", run->setting);
        snprintf(row[i].variant, sizeof row->variant, "%s", run->variant);
    }
    tf_rows_sort(row, n);
    tf_buf_free(&seeds);
    return s;
}

/* Number k of the folders. */
static int add_folder(struct entries *s, const struct tf_report_all *t, int k, struct tf_err *e) {
    const char *dir = t->dirs[k], *label = t->labels && t->labels[k] ? t->labels[k] : "";
    struct tf_row *row;
    int n, rc = 0;
    if (tf_rows_load(dir, &row, &n, e)) return -1;
    if (n == 0) tf_log(TF_LOG_WARN, "%s has no rows of finished runs", dir);
    struct tf_spec *spec = report_spec_of_rows(dir, row, n);
    bool again = false; // with another label
    for (int i = 0; i < k; i++) again |= !strcmp(t->dirs[i], dir);
    if (!again) report_warn_of_foreign_rows(spec, dir, row, n);
    for (int i = 0; rc == 0 && i < n; i++)
        rc = add_row(s, (struct entry){row[i], dir, report_spec_of(spec, dir, label, &row[i]), NULL}, k, t->n_dirs, e);
    tf_spec_free(spec);
    tf_free(row);
    return rc;
}

/* ---- parts -------------------------------------------------------------------------------------------------------------------------- */

static char *suffix_of(const struct tf_row *r) { // part of file names
    char text[100];
    snprintf(text, sizeof text, "_%s_%s", r->protocol, r->task);
    for (char *s = text; *s; s++)
        if (!isalnum((unsigned char)*s) && *s != '-' && *s != '_') *s = '-';
    return tf_strdup(text);
}

static void cut_parts(struct report_all *a) {
    a->part = tf_calloc(sizeof *a->part * (size_t)(a->n + 1));
    for (int i = 0, end; i < a->n; i = end) {
        const struct tf_row *first = &a->row[i];
        for (end = i + 1; end < a->n && !strcmp(a->row[end].protocol, first->protocol) && !strcmp(a->row[end].task, first->task);) end++;
        const struct tf_task *task = tf_task_find(first->task);
        struct report *r = &a->part[a->n_parts++];
        *r = (struct report){.dir = a->out,
                             .title = task ? task->title : first->task,
                             .protocol = first->protocol,
                             .paper_table = report_paper_table(first->task),
                             .suffix = suffix_of(first),
                             .paper = report_paper_table(first->task) ? report_paper_mode(first->protocol) : REPORT_PAPER_NONE,
                             .reference = a->reference,
                             .row = &a->row[i],
                             .n = end - i,
                             .spec = &a->spec[i],
                             .joined = true};
        for (int k = 0; k < REPORT_FILES; k++) r->file[k] = &a->file[k][i];
        const char *sought = a->n_parts > 1 ? r[-1].paper_table : NULL;
        if (r->paper != REPORT_PAPER_NONE && r->paper_table && (!sought || strcmp(sought, r->paper_table) != 0))
            report_paper_seek(r->paper_table);
        report_read_stops(r);
        report_group_rows(r);
        report_pair_groups(r);
    }
}

int report_all_protocol(const struct report_all *a, int part) {
    int end = part + 1;
    while (end < a->n_parts && !strcmp(a->part[end].protocol, a->part[part].protocol)) end++;
    return end;
}

void report_each_protocol(const struct report_all *a, report_section_fn *section, struct tf_buf *out) {
    for (int p = 0, end; p < a->n_parts; p = end) {
        end = report_all_protocol(a, p);
        if (p) tf_buf_addf(out, "\n");
        section(&a->part[p], end - p, out);
    }
}

/* Tables of the runs, each from the first folder that has it. */
static int load_tables(const struct entries *s, const struct tf_report_all *t, const char *name, const struct tf_row *row,
                       struct tf_csv *table, struct tf_err *e) {
    const char **from = tf_alloc(sizeof *from * (size_t)(s->n + 1));
    int rc = 0;
    for (int k = 0; rc == 0 && k < t->n_dirs; k++) {
        for (int i = 0; i < s->n; i++) from[i] = s->at[i].in[k] && !table[i].cols ? t->dirs[k] : NULL;
        rc = tf_metrics_load(t->dirs[k], name, row, s->n, from, table, e);
    }
    tf_free(from);
    return rc;
}

int report_all_load(struct report_all *a, const struct tf_report_all *t, struct tf_err *e) {
    struct entries s = {0};
    int rc = 0;
    *a = (struct report_all){.out = t->out};
    if (t->against && strcmp(t->against, "full") && !(a->reference = tf_attn_find(t->against)))
        return tf_fail(e, TF_USAGE, "no mechanism '%s': see 'treeformer list'; full attention is 'full'", t->against);
    for (int k = 0; rc == 0 && k < t->n_dirs; k++) rc = add_folder(&s, t, k, e);
    for (int i = 0; rc && i < s.n; i++) tf_yaml_free(s.at[i].spec.resolved);
    if (rc == 0) {
        a->n = s.n;
        a->row = tf_alloc(sizeof *a->row * (size_t)(s.n + 1));
        for (int k = 0; k < REPORT_FILES; k++) a->file[k] = tf_calloc(sizeof *a->file[k] * (size_t)(s.n + 1));
        a->spec = tf_alloc(sizeof *a->spec * (size_t)(s.n + 1));
        if (s.n) qsort(s.at, (size_t)s.n, sizeof *s.at, compare_entries);
        for (int i = 0; i < s.n; i++) a->row[i] = s.at[i].row, a->spec[i] = s.at[i].spec;
        for (int k = 0; k < REPORT_FILES && !rc; k++) rc = load_tables(&s, t, report_files[k], a->row, a->file[k], e);
        cut_parts(a);
        for (int p = 0; p < a->n_parts && !rc; p++) report_warn_of_damage(&a->part[p]);
        if (!rc) rc = report_note_settings(a->part, a->n_parts, e);
        bool pairs = !a->reference;
        for (int p = 0; p < a->n_parts; p++)
            for (int i = 0; i < a->part[p].n_groups; i++) pairs |= a->part[p].group[i].pairs > 0;
        if (!pairs) tf_log(TF_LOG_WARN, "no runs of %s answered the same test examples as others: nothing is compared", a->reference->name);
        for (int p = 0; p < a->n_parts && rc == 0; p = report_all_protocol(a, p))
            if (report_all_protocol(a, p) - p > TASKS_MAX)
                rc = tf_fail(e, TF_BAD, "more than %d tasks of protocol %s", TASKS_MAX, a->part[p].protocol);
        if (rc) report_all_free(a);
    }
    for (int i = 0; i < s.n; i++) tf_free(s.at[i].in);
    tf_free(s.at);
    return rc;
}

void report_all_free(struct report_all *a) {
    for (int i = 0; i < a->n; i++) {
        for (int k = 0; k < REPORT_FILES; k++) tf_csv_free(&a->file[k][i]);
        tf_yaml_free(a->spec[i].resolved);
    }
    for (int p = 0; p < a->n_parts; p++) {
        tf_buf_free(&a->part[p].unlike_paper), tf_free(a->part[p].suffix);
        tf_free(a->part[p].group), tf_free(a->part[p].rule);
    }
    tf_free(a->part);
    for (int k = 0; k < REPORT_FILES; k++) tf_free(a->file[k]);
    tf_free(a->spec);
    tf_free(a->row);
    *a = (struct report_all){0};
}
