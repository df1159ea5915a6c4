/* table.csv for programs and table.md for people: one line per (task, attention, setting). */
#include "report/table.h"
#include "results/column.h"
#include "results/escape.h"
#include "task/task.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *report_paper_word(enum report_paper p) { return p == REPORT_PAPER_SAME ? "same" : p == REPORT_PAPER_OTHER ? "other" : ""; }

static void cell_paper(const void *line, struct tf_buf *out) {
    const struct report_group *g = line;
    if (!isnan(g->paper_score_pct)) tf_buf_addf(out, g->paper == REPORT_PAPER_SAME ? "%.2f" : "*(%.2f)*", g->paper_score_pct);
}

static void cell_diff(const void *line, struct tf_buf *out) {
    char text[32];
    const struct report_group *g = line;
    if (!isnan(g->diff_points)) tf_buf_addf(out, "%s", report_points(g->diff_points, 2, text));
}

void report_cell_paper(const void *g, struct tf_buf *out) {
    tf_buf_addf(out, "%s", report_paper_word(((const struct report_group *)g)->paper));
}

void report_cell_within(const void *g, struct tf_buf *out) {
    tf_buf_addf(out, "%s", report_yes_no(((const struct report_group *)g)->within));
}

static void cell_status(const void *line, struct tf_buf *out) {
    const struct report_group *g = line;
    tf_buf_addf(out, "%s", g->n < 0 ? "rule" : g->ok == g->n ? "ok" : g->ok ? "partial" : g->diverged ? "diverged" : "failed");
}

static void cell_runs(const void *line, struct tf_buf *out) {
    const struct report_group *g = line;
    const int bad = g->n - g->ok;
    const char *what = bad == g->diverged ? "diverged" : "failed";
    if (!bad) tf_buf_addf(out, g->n < 0 ? "rule" : "ok");
    else if (g->n == 1) tf_buf_addf(out, "%s", what);
    else tf_buf_addf(out, "%d of %d %s", bad, g->n, what);
}

/* A mean of the seeds that are left says so. */
void report_cell_score(const void *line, struct tf_buf *out) {
    const struct report_group *g = line;
    if (isnan(g->test.mean)) {
        tf_buf_addf(out, "%s", g->diverged ? "diverged" : "failed");
        return;
    }
    tf_buf_addf(out, "%.2f (%.2f to %.2f)", g->test.mean, g->test.lo, g->test.hi);
    if (g->ok == g->n) return;
    tf_buf_addf(out, ", ");
    cell_runs(line, out);
}

static void cell_paired(const void *line, struct tf_buf *out) {
    const struct report_group *g = line;
    if (!g->pairs) return;
    const struct tf_interval *d = &g->paired.diff;
    const int n = report_digits(d, 2);
    char mean[32], lo[32], hi[32];
    tf_buf_addf(out, "%s (%s to %s)", report_points(d->mean, n, mean), report_points(d->lo, n, lo), report_points(d->hi, n, hi));
    if (g->pairs < g->pairs_of) tf_buf_addf(out, ", %d of %d seeds", g->pairs, g->pairs_of);
}

static void cell_paired_with(const void *line, struct tf_buf *out) {
    const struct report_group *g = line;
    if (g->pairs) tf_buf_addf(out, "%s", g->against->name);
}

static void cell_paired_seeds(const void *line, struct tf_buf *out) {
    const struct report_group *g = line;
    if (g->pairs) tf_buf_addf(out, "%d", g->pairs);
}

static void cell_paired_of(const void *line, struct tf_buf *out) {
    const struct report_group *g = line;
    if (g->pairs) tf_buf_addf(out, "%d", g->pairs_of);
}

static void cell_unlike(const void *line, struct tf_buf *out) { tf_buf_addf(out, "%s", ((const struct report_group *)line)->unlike); }

/* "Treeformer TF-A, h=2": also where the spec sets one height alone, which no setting tells. */
static void cell_title(const void *line, struct tf_buf *out) {
    const struct report_group *g = line;
    report_cell_title(line, out);
    if (g->row->height >= 0) tf_buf_addf(out, ", h=%ld", g->row->height);
}

static void cell_setting(const void *line, struct tf_buf *out) {
    const struct report_group *g = line;
    char setting[sizeof g->row->setting];
    snprintf(setting, sizeof setting, "%s", g->row->setting);
    if (g->row->height >= 0) report_setting_drop(setting, "height");
    report_add_setting(out, setting, g);
}

static void cell_options(const void *line, struct tf_buf *out) {
    tf_buf_addf(out, "%s", ((const struct report_group *)line)->spec->options);
}

static void cell_pairs(const void *line, struct tf_buf *out) {
    const struct report_group *g = line;
    if (g->occupancy > 0) tf_buf_addf(out, "%.1f", 100 * g->occupancy);
}

enum {
    HAS_PAPER = 1,
    HAS_TASKS = 2,
    HAS_SAME = 4,
    HAS_OTHER = 8,
    HAS_PAIRS = 16,
    HAS_NEXT = 32,
    HAS_PRETRAIN = 64,
    HAS_STATE = 128,
    HAS_SHORT = 256,
    HAS_UNLIKE = 512,
    HAS_FULL = 1024, /* pairs with full attention, or with another mechanism */
    HAS_REFERENCE = 2048
};
#define GROUP(type, field) REPORT_AT(type, report_group, field)
#define CSV(type, name, field) REPORT_CSV(type, report_group, name, field)
#define ROW(type, field) REPORT_ROW(type, field)
#define PAIR(name_, field) {"paired_" #name_, NULL, GROUP(REAL, paired.field), .when = HAS_PAIRS}
// clang-format off
static const struct report_column columns[] = {
    {NULL, "Task", REPORT_OF_ROW(TEXT, task), .when = HAS_TASKS},
    ROW(TEXT, task), ROW(TEXT, protocol), ROW(TEXT, quirks), ROW(TEXT, attention),
    {"title", "Mechanism", REPORT_OF_ROW(TEXT, title), .cell = cell_title},
    {"setting", "Setting", REPORT_OF_ROW(TEXT, setting), .cell = cell_setting},
    {"options", NULL, REPORT_CELL, .cell = cell_options},
    ROW(COUNT, height), CSV(COUNT, runs, n),
    {"seeds", "Seeds", GROUP(COUNT, ok)},
    CSV(COUNT, diverged, diverged),
    {"status", NULL, REPORT_CELL, .cell = cell_status},
    CSV(REAL, test_n, test_n),
    {"test_ppl", "Test perplexity", GROUP(REAL, test_ppl), .when = HAS_NEXT},
    {"valid_ppl", "Validation", GROUP(REAL, valid_ppl), .when = HAS_NEXT},
    {"test_bits", "Test bits", GROUP(REAL, test_bits), "%.3f", .when = HAS_NEXT},
    {"test_score_pct", "Test %s %%", GROUP(REAL, test.mean)},
    {"test_lo_pct", "95 %%, test set", GROUP(REAL, test.lo), .with = REPORT_TO},
    CSV(REAL, test_hi_pct, test.hi),
    {"seeds_lo_pct", "95 %%, seeds", GROUP(REAL, seeds.lo), .with = REPORT_TO},
    CSV(REAL, seeds_hi_pct, seeds.hi), CSV(REAL, valid_score_pct, valid_score_pct),
    {NULL, "Against full attention", GROUP(REAL, paired.diff.mean), .cell = cell_paired, .when = HAS_FULL},
    {NULL, "Against the reference", GROUP(REAL, paired.diff.mean), .cell = cell_paired, .when = HAS_REFERENCE},
    {"paired_with", "Reference", REPORT_WORD, .cell = cell_paired_with, .when = HAS_REFERENCE},
    {"paired_points", NULL, GROUP(REAL, paired.diff.mean), .when = HAS_PAIRS},
    PAIR(lo_points, diff.lo), PAIR(hi_points, diff.hi), PAIR(seeds_lo_points, seeds.lo), PAIR(seeds_hi_points, seeds.hi),
    {"paired_seeds", NULL, REPORT_CELL, .cell = cell_paired_seeds, .when = HAS_PAIRS},
    {"paired_of_seeds", NULL, REPORT_CELL, .cell = cell_paired_of, .when = HAS_PAIRS},
    {"trained_otherwise", NULL, REPORT_CELL, .cell = cell_unlike, .when = HAS_UNLIKE},
    {"paper_score_pct", "Paper %%", GROUP(REAL, paper_score_pct), .cell = cell_paper, .when = HAS_PAPER | HAS_SAME},
    {NULL, "Paper %% (other protocol)", REPORT_CELL, .cell = cell_paper, .when = HAS_OTHER},
    {"paper_protocol", NULL, REPORT_CELL, .cell = report_cell_paper, .when = HAS_PAPER},
    {"diff_points", "Difference", GROUP(REAL, diff_points), .cell = cell_diff, .when = HAS_PAPER | HAS_SAME},
    {"within_noise", "Within noise", REPORT_WORD, .cell = report_cell_within, .when = HAS_PAPER | HAS_SAME},
    {"flops_paper_pct", "FLOPs %%, paper", GROUP(REAL, flops_paper_pct)},
    {"flops_layer_pct", "FLOPs %%, layer", GROUP(REAL, flops_layer_pct)},
    {NULL, "Pairs %%", REPORT_CELL, .cell = cell_pairs, .when = HAS_SHORT},
    ROW(COUNT, flops_n), CSV(REAL, flops_forward, flops_forward), CSV(REAL, occupancy, occupancy),
    CSV(REAL, mean_len, mean_len),
    {"parameters", "Parameters", GROUP(REAL, parameters), "%.0f"},
    CSV(REAL, steps, steps),
    {"train_time_s", "Train time", GROUP(SECONDS, train_time_s)},
    CSV(REAL, train_cpu_s, train_cpu_s), CSV(REAL, eval_time_s, eval_time_s),
    {"tokens_per_s", "Tokens/s", GROUP(REAL, tokens_per_s), "%.0f"},
    {"peak_bytes", "Peak memory", GROUP(BYTES, peak_bytes)},
    {"pretrain_flops", "FLOPs, pre-training", GROUP(REAL, pretrain_flops), "%.3g", .when = HAS_PRETRAIN},
    {"train_flops", "FLOPs, training", GROUP(REAL, train_flops), "%.3g", .when = HAS_PRETRAIN},
    {"state", "State", GROUP(REAL, state), "%.0f", .when = HAS_STATE},
    {NULL, "Status", REPORT_WORD, .cell = cell_runs},
    {0}
};
// clang-format on

/* Line i of a table: the groups, and then the rules. NULL: there are no more. */
static const struct report_group *line_of(const struct report *r, int i) {
    if (i < r->n_groups) return &r->group[i];
    return i < r->n_groups + r->n_rules ? &r->rule[i - r->n_groups].line : NULL;
}

/* What a group has, of what not all have. */
static unsigned has_of(const struct report *r) {
    unsigned has = 0;
    for (int i = 0; i < r->n_groups; i++) {
        const struct report_group *g = &r->group[i];
        has |= (g->pairs ? HAS_PAIRS : 0u) | (isnan(g->test_ppl) ? 0u : HAS_NEXT) | (g->pretrain_flops > 0 ? HAS_PRETRAIN : 0u) |
               (g->state > 0 ? HAS_STATE : 0u) | (*g->unlike ? HAS_UNLIKE : 0u);
    }
    return has & HAS_PAIRS ? has | (r->reference ? HAS_REFERENCE : HAS_FULL) : has;
}

void report_table_csv(const struct report *part, int n, struct tf_buf *out) {
    unsigned has = 0;
    for (int p = 0; p < n; p++) has |= (part[p].paper == REPORT_PAPER_NONE ? 0u : HAS_PAPER) | has_of(&part[p]);
    report_csv_head(columns, has, out);
    for (int p = 0; p < n; p++)
        for (int i = 0; line_of(&part[p], i); i++) report_csv_line(columns, has, line_of(&part[p], i), out);
}

/* ---- table.md ---------------------------------------------------------------------------------------------------------------- */

const char *report_metric(const struct report *r, bool valid) {
    const char *m = r->n ? r->row->metric : "";
    for (int i = 1; i < r->n; i++)
        if (strcmp(r->row[i].metric, m)) return "score";
    const struct tf_task *task = r->n ? tf_task_find(r->row->task) : NULL;
    if (valid && task && task->score) return "accuracy"; // the benchmark's own score is of the test alone
    return !strcmp(m, "f1") ? "F1" : !strcmp(m, "matthews") ? "Matthews" : "accuracy";
}

struct tf_interval report_short_test(const struct report *r) {
    bool routed = false, fixed = false, shorter = false;
    struct tf_interval length = {.lo = INFINITY};
    for (int i = 0; i < r->n_groups; i++) {
        const struct report_group *g = &r->group[i];
        const struct tf_attn *a = tf_attn_find(g->row->attention);
        if (!a || tf_attn_is_full(a->name) || !(g->occupancy > 0)) continue;
        *(a->flags & TF_ATTN_ROUTED ? &routed : &fixed) = true;
        shorter |= tf_row_is_short(g->mean_len, (double)g->row->flops_n);
        length.lo = fmin(length.lo, g->mean_len), length.hi = fmax(length.hi, g->mean_len);
    }
    if (!routed || !fixed || !shorter) length.hi = 0;
    return length;
}

/* What people see of the table: bits of columns, and the score's word. */
static unsigned has_for_people(const struct report *r) {
    return has_of(r) | (r->many_tasks ? HAS_TASKS : 0u) | (report_short_test(r).hi > 0 ? HAS_SHORT : 0u) |
           (r->paper == REPORT_PAPER_SAME    ? HAS_SAME
            : r->paper == REPORT_PAPER_OTHER ? HAS_OTHER
                                             : 0u);
}

static const char *score_word(const struct report *r) {
    const char *metric = report_metric(r, false);
    return strcmp(metric, "accuracy") ? metric : "acc.";
}

void report_table_html(const struct report *r, struct tf_buf *out) {
    const unsigned has = has_for_people(r);
    tf_buf_addf(out, "<div class=\"wide\"><table class=\"sort\">\n<thead><tr>");
    report_html_head(columns, has, score_word(r), out);
    tf_buf_addf(out, "</tr></thead>\n<tbody>\n");
    for (int i = 0; line_of(r, i); i++) {
        tf_buf_addf(out, "<tr>");
        report_html_line(columns, has, line_of(r, i), out);
        tf_buf_addf(out, "</tr>\n");
    }
    tf_buf_addf(out, "</tbody>\n</table></div>\n");
}

static void grid(const struct report *r, struct tf_buf *out) {
    struct report_grid t = {0};
    const unsigned has = has_for_people(r);
    report_md_head(columns, has, score_word(r), &t);
    for (int i = 0; line_of(r, i); i++) report_md_line(columns, has, line_of(r, i), &t);
    report_grid_end(&t, out);
}

/* Consecutive rows of a task often share them: each text once per task. */
void report_add_quirks(const struct report *part, int n, struct tf_buf *out) {
    size_t before = out->len;
    for (int p = 0; p < n; p++)
        for (int i = 0; i < part[p].n; i++) {
            const struct tf_row *a = &part[p].row[i];
            bool told = !*a->quirks;
            for (int k = 0; k < i && !told; k++) told = !strcmp(part[p].row[k].task, a->task) && !strcmp(part[p].row[k].quirks, a->quirks);
            if (told) continue;
            if (out->len == before) tf_buf_addf(out, "Quirks of the published code, and notes on the data:\n\n");
            tf_buf_addf(out, "- %s: ", a->task);
            report_plain(out, a->quirks);
            tf_buf_addf(out, ".\n");
        }
    if (out->len > before) tf_buf_addf(out, "\n");
}

void report_page_head(const struct report *part, int n, const char *title, struct tf_buf *out) {
    struct tf_buf clean = {0};
    report_markdown(&clean, title);
    tf_buf_addf(out, "# %s (protocol: %s)\n\n", clean.s, part->protocol);
    tf_buf_free(&clean);
    if (!strcmp(part->protocol, "quick")) tf_buf_addf(out, "**Small models, few steps: not a result of the paper's protocol.**\n\n");
    report_add_quirks(part, n, out);
}

void report_table_md(const struct report *r, struct tf_buf *out) {
    report_page_head(r, 1, r->title, out);
    if (r->n == 0) {
        tf_buf_addf(out, "No run has finished yet.\n");
        return;
    }
    grid(r, out);
    tf_buf_addf(out, "\n");
    report_add_notes(r, out);
}
