/* table.csv for programs and table.md for people: one line per (task, attention, setting). */
#include "report/table.h"
#include "results/column.h"
#include "results/escape.h"
#include "task/task.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *report_paper_word(enum report_paper p) { return p == REPORT_PAPER_SAME ? "same" : p == REPORT_PAPER_OTHER ? "other" : ""; }

void report_cell_score(const void *line, struct tf_buf *out) {
    const struct report_group *g = line;
    if (isnan(g->test.mean)) tf_buf_addf(out, "%s", g->diverged ? "diverged" : "failed");
    else tf_buf_addf(out, "%.2f (%.2f to %.2f)", g->test.mean, g->test.lo, g->test.hi);
}

static void cell_paper(const void *line, struct tf_buf *out) {
    const struct report_group *g = line;
    if (!isnan(g->paper_score_pct)) tf_buf_addf(out, g->paper == REPORT_PAPER_SAME ? "%.2f" : "*(%.2f)*", g->paper_score_pct);
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

static void cell_paired(const void *line, struct tf_buf *out) {
    const struct report_group *g = line;
    if (!g->pairs) return;
    tf_buf_addf(out, "%+.2f (%+.2f to %+.2f)", g->paired.diff.mean, g->paired.diff.lo, g->paired.diff.hi);
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
    {"diff_points", "Difference", GROUP(REAL, diff_points), "%+.2f", .when = HAS_PAPER | HAS_SAME},
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

/* Do trees or hashes stand beside other mechanisms, and are the test's sequences clearly shorter than the length that work is given for? The shortest and
 * longest mean length of them; hi 0: no. */
static struct tf_interval short_test(const struct report *r) {
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
    return has_of(r) | (r->many_tasks ? HAS_TASKS : 0u) | (short_test(r).hi > 0 ? HAS_SHORT : 0u) |
           (r->paper == REPORT_PAPER_SAME    ? HAS_SAME
            : r->paper == REPORT_PAPER_OTHER ? HAS_OTHER
                                             : 0u);
}

static const char *score_word(const struct report *r) {
    const char *metric = report_metric(r, false);
    return strcmp(metric, "accuracy") ? metric : "acc.";
}

void report_table_html(const struct report *r, struct tf_buf *out) {
    tf_buf_addf(out, "<div class=\"wide\"><table class=\"sort\">\n<thead><tr>");
    report_html_head(columns, has_for_people(r), score_word(r), out);
    tf_buf_addf(out, "</tr></thead>\n<tbody>\n");
    for (int i = 0; line_of(r, i); i++) {
        tf_buf_addf(out, "<tr>");
        report_html_line(columns, has_for_people(r), line_of(r, i), out);
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

/* ---- the notes below it ----------------------------------------------------------------------------------------------------------- */

/* Of the long at `offset` of those of n rows that ended well: lo > hi if none did. */
static void range_at(const struct tf_row *row, int n, size_t offset, long *lo, long *hi) {
    *lo = LONG_MAX, *hi = LONG_MIN;
    for (int i = 0; i < n; i++) {
        const long v = *(const long *)(const void *)((const char *)&row[i] + offset);
        if (!tf_row_ok(&row[i])) continue;
        if (v < *lo) *lo = v;
        if (v > *hi) *hi = v;
    }
}

void report_add_range(const struct report *r, size_t offset, struct tf_buf *out) {
    long lo, hi;
    range_at(r->row, r->n, offset, &lo, &hi);
    if (lo > hi) tf_buf_addf(out, "%s", report_dash);
    else tf_buf_addf(out, lo < hi ? "%ld to %ld" : "%ld", lo, hi);
}

static void add_pairs(const struct report *r, struct tf_buf *out) {
    const struct tf_interval length = short_test(r);
    if (!(length.hi > 0)) return;
    tf_buf_addf(out, "- Pairs: of query and key, that attention computed on the test's own sequences (mean length %.0f", length.lo);
    if (rint(length.lo) < rint(length.hi)) tf_buf_addf(out, " to %.0f", length.hi);
    bool above = false;
    for (const struct report_group *g = r->group; g < r->group + r->n_groups; g++) above |= g->occupancy > 1;
    tf_buf_addf(
        out,
        "), %% of all%s. FLOPs are for the length above: fixed patterns are counted at that length, trees and hashes by the share of pairs "
        "that the shorter test sequences have, so compare the two kinds by their pairs.\n",
        above ? " (above 100: of query and mixture of keys, of which there are more than tokens)" : "");
}

static void add_bad_runs(const struct report *r, struct tf_buf *out) {
    for (int i = 0; i < r->n; i++) {
        const struct tf_row *a = &r->row[i];
        if (tf_row_ok(a)) continue;
        tf_buf_addf(out, "- Not in the means: `%s`, seed %ld, %s after %ld steps.\n", a->run, a->seed, a->status, a->steps);
    }
}

static void add_changed_kernels(const struct report *r, struct tf_buf *out) {
    for (int i = 0; i < r->n; i++)
        if (r->row[i].kernels_changed)
            tf_buf_addf(out, "- `%s` was resumed with other kernels: nobody can reproduce these bytes.\n", r->row[i].run);
}

static bool said_before(const struct report *r, int i) {
    for (int j = 0; j < i; j++)
        if (tf_row_ok(&r->row[j]) && !strcmp(r->row[j].version, r->row[i].version)) return true;
    return false;
}

static void add_versions(const struct report *r, struct tf_buf *out) {
    struct tf_buf names = {0};
    int n = 0;
    for (int i = 0; i < r->n; i++) {
        if (!tf_row_ok(&r->row[i]) || said_before(r, i)) continue;
        const char *v = r->row[i].version;
        tf_buf_addf(&names, "%s%s", n++ ? ", " : "", *v ? v : "older ones, which their rows do not name");
    }
    if (n > 1) tf_buf_addf(out, "- Runs are of several versions of this program (%s): `docs/versions.md` says what changed.\n", names.s);
    tf_buf_free(&names);
}

/* The largest class of the test examples, in percent, where all runs that ended well agree on it; else 0. */
static double majority(const struct report *r) {
    double m = 0;
    for (int i = 0; i < r->n; i++) {
        double v = r->row[i].majority_pct;
        if (!tf_row_ok(&r->row[i])) continue;
        if (!(v > 0) || (m > 0 && v != m)) return 0;
        m = v;
    }
    return m;
}

static bool many_seeds(const struct report *r) {
    for (int i = 0; i < r->n_groups; i++)
        if (r->group[i].ok > 1) return true;
    return false;
}

/* A group and those of its options that its name does not show. */
struct optional {
    const struct report_group *g;
    struct tf_buf rest;
};

/* The groups of n parts that have such options, one of each name and options; free it. */
static struct optional *with_options(const struct report *part, int n, int *found) {
    int most = 1;
    for (int p = 0; p < n; p++) most += part[p].n_groups;
    struct optional *out = tf_calloc(sizeof *out * (size_t)most);
    *found = 0;
    for (int p = 0; p < n; p++)
        for (int i = 0; i < part[p].n_groups; i++) {
            struct optional *x = &out[*found];
            x->g = &part[p].group[i], x->rest.len = 0;
            report_options_beside(x->g->spec->options, x->g->row->setting, &x->rest);
            bool told = !x->rest.len;
            for (int k = 0; k < *found && !told; k++) told = !strcmp(out[k].g->name, x->g->name) && !strcmp(out[k].rest.s, x->rest.s);
            *found += !told;
        }
    return out;
}

static void free_options(struct optional *x, int found) {
    for (int i = 0; i <= found; i++) tf_buf_free(&x[i].rest); // the last one was told, or is empty
    tf_free(x);
}

static bool alike_before(const struct optional *x, int i) {
    bool told = false;
    for (int k = 0; k < i; k++) told |= !strcmp(x[k].rest.s, x[i].rest.s);
    return told;
}

/* Are there groups of g's name with other options, of another task? Then its task tells them apart. */
static bool of_task(const struct report *part, int n, const struct report_group *g) {
    bool other = false;
    for (int p = 0; p < n; p++)
        for (int i = 0; i < part[p].n_groups; i++)
            other |= !strcmp(part[p].group[i].name, g->name) && strcmp(part[p].group[i].spec->options, g->spec->options) != 0;
    return other;
}

/* Of mechanisms that are not as they are by default, those that are alike together; a line each if there are many. */
void report_add_options(const struct report *part, int n, struct tf_buf *out) {
    int found, lines = 0;
    struct optional *x = with_options(part, n, &found);
    for (int i = 0; i < found; i++) lines += !alike_before(x, i);
    const char *between = lines > 3 ? "\n  - " : "; ";
    if (found) tf_buf_addf(out, "- Not at their defaults:%s", lines > 3 ? "\n  - " : " ");
    for (int i = 0, line = 0; i < found; i++) {
        if (alike_before(x, i)) continue;
        if (line++) tf_buf_addf(out, "%s", between);
        for (int k = i; k < found; k++) {
            if (strcmp(x[k].rest.s, x[i].rest.s)) continue;
            if (k > i) tf_buf_addf(out, " and ");
            report_markdown(out, x[k].g->name);
            if (of_task(part, n, x[k].g)) tf_buf_addf(out, " (%s)", x[k].g->row->task);
        }
        tf_buf_addf(out, ": ");
        report_markdown(out, x[i].rest.s);
    }
    if (found) tf_buf_addf(out, lines > 3 ? "\n" : ".\n");
    free_options(x, found);
}

/* Do two lines differ alike from what they are compared with? Full attention has one name, other mechanisms one per setting. */
static bool unlike_alike(const struct report *r, const struct report_group *a, const struct report_group *b) {
    return !strcmp(a->unlike, b->unlike) && !strcmp(report_against(r, a), report_against(r, b));
}

/* Comparisons with full attention of another training, those that differ alike in one line. */
static void add_unlike(const struct report *r, struct tf_buf *out) {
    for (int i = 0; i < r->n_groups; i++) {
        const char *unlike = r->group[i].unlike;
        bool told = !*unlike;
        for (int k = 0; k < i && !told; k++) told = *r->group[k].unlike && unlike_alike(r, &r->group[k], &r->group[i]);
        if (told) continue;
        tf_buf_addf(out, "- Trained otherwise than ");
        report_markdown(out, r->reference ? report_against(r, &r->group[i]) : "the full attention beside it");
        tf_buf_addf(out, " (");
        report_markdown(out, unlike);
        tf_buf_addf(out, "): ");
        for (int k = i; k < r->n_groups; k++) {
            if (!*r->group[k].unlike || !unlike_alike(r, &r->group[k], &r->group[i])) continue;
            if (k > i) tf_buf_addf(out, "; ");
            report_markdown(out, r->group[k].name);
        }
        tf_buf_addf(out, ".\n");
    }
}

/* Of tasks whose models begin at random: those that did not. */
static void add_started(const struct report *r, struct tf_buf *out) {
    int n = 0;
    for (int i = 0; i < r->n_groups; i++) {
        const struct report_group *g = &r->group[i];
        if (!*g->row->init_hash || report_kind(g->row->task)->command) continue;
        tf_buf_addf(out, "%s", n++ ? "; " : "- Began with the weights of another run (`init.from`): ");
        report_markdown(out, g->name);
    }
    if (n) tf_buf_addf(out, ".\n");
}

/* Layers of models of which training computed first queries alone; 0: of none. */
static long first_queries(const struct report *r) {
    for (int i = 0; i < r->n; i++)
        if (!strcmp(r->row[i].queries, "first") && !report_kind(r->row[i].task)->command) return r->row[i].layers;
    return 0;
}

/* How many examples the test had. */
static void add_test(const struct report *r, struct tf_buf *out) {
    const struct tf_task *task = r->n ? tf_task_find(r->row->task) : NULL;
    const bool several = task && task->objective != TF_CLASSIFY && task->objective != TF_SPANS;
    tf_buf_addf(out, "\n- Test %s: ", report_test_unit(r->n ? r->row->task : ""));
    report_add_range(r, offsetof(struct tf_row, test_n), out);
    bool some = false, all = true;
    for (const struct report_group *g = r->group; g < r->group + r->n_groups; g++) {
        bool knows = false;
        for (int i = 0; i < g->n; i++) knows |= tf_row_ok(&g->row[i]) && g->row[i].test_n_effective > 0;
        some |= knows, all &= knows || !g->ok;
    }
    if (some && all) tf_buf_addf(out, " (several of one example, for which the interval allows)");
    else if (some)
        tf_buf_addf(out, " (several of one example; the narrower intervals, of runs of an older version, count each as if independent)");
    else if (several) tf_buf_addf(out, " (those of one sequence count each, as if independent)");
    if (majority(r) > 0) tf_buf_addf(out, ", %.1f %% of them in the test set's largest class", majority(r));
}

static void add_rules(const struct report *r, struct tf_buf *out) {
    bool classes = false, counts = false, more = false;
    for (const struct report_rule *x = r->rule; x < r->rule + r->n_rules; x++) {
        *(isnan(x->line.test_ppl) ? &classes : &counts) = true;
        more |= x->line.test_n > (double)x->from->test_n;
    }
    if (classes)
        tf_buf_addf(out,
                    "- Rules need no model: each predicts the most frequent class among the training examples that look the same to it.\n");
    if (counts)
        tf_buf_addf(
            out,
            "- Rules need no model: they count single tokens, or pairs of tokens (words, characters or bytes), of the training text%s.\n",
            more ? "; their perplexity is over all tokens of the test, the models' over those that they predict" : "");
}

/* Runs that were to end when they were good enough have not all made as many steps. */
static void add_stopped(const struct report *r, struct tf_buf *out) {
    if (!(r->stop_at > 0)) return;
    tf_buf_addf(out, "- Runs end when a validation has reached %g %% (`train.stop_at`%s); steps: ", r->stop_at,
                r->joined ? ", where it is set" : "");
    report_add_range(r, offsetof(struct tf_row, steps), out);
    tf_buf_addf(out, ".\n");
}

/* Seeds of one line that have made more steps than others: where each ends with its time (train.max_time). */
static void add_uneven(const struct report *r, struct tf_buf *out) {
    int lines = 0;
    for (const struct report_group *g = r->group; g < r->group + r->n_groups && !(r->stop_at > 0); g++) {
        long least, most;
        range_at(g->row, g->n, offsetof(struct tf_row, steps), &least, &most);
        if (least >= most) continue;
        tf_buf_addf(out, "%s", lines++ ? "; " : "- Over the seeds, the steps vary: ");
        report_markdown(out, g->name);
        tf_buf_addf(out, " %ld to %ld", least, most);
    }
    if (lines) tf_buf_addf(out, ".\n");
}

const char report_unlike_published[] =
    "Unlike the published code, it tests the checkpoint that was best in validation, and weight decay spares biases and norms.";

void report_add_notes(const struct report *r, struct tf_buf *out) {
    const bool published = !strcmp(r->protocol, "paper");
    tf_buf_addf(out, "- Protocol `%s`. %s", r->protocol,
                published ? report_unlike_published : "Compare only with results of the same protocol.");
    char text[REPORT_WHY];
    unsigned why = 0;
    for (int i = 0; r->paper == REPORT_PAPER_SAME && i < r->n_groups; i++)
        if (r->group[i].paper == REPORT_PAPER_OTHER) why |= report_other_why(r->group[i].row);
    if (why) tf_buf_addf(out, "\n- *(In parentheses)*: the paper's value %s: not comparable.", report_other_text(text, why));
    add_test(r, out);
    tf_buf_addf(
        out,
        ". The score is the mean over the seeds; the interval over the test set is Wilson's at that mean (of F1 and Matthews: resampled, or over "
        "the questions), the interval over the seeds is Student's t (— for one seed).%s\n",
        many_seeds(r) ? " Times and tokens/s are medians over the seeds." : "");
    if (has_of(r) & HAS_STATE) tf_buf_addf(out, "- State: numbers that all attention layers keep of a sequence for its queries.\n");
    if (has_of(r) & HAS_PRETRAIN)
        tf_buf_addf(
            out, "- FLOPs, pre-training: of the steps that predict hidden tokens; training: of the others. Together they are the run's.\n");
    add_started(r, out), add_stopped(r, out), add_uneven(r, out);
    if (has_of(r) & HAS_NEXT)
        tf_buf_addf(out, "- Perplexity, exp of the mean loss, and bits are per token that is predicted: word, character or byte. "
                         "`treeformer evaluate` converts them.\n");
    if (r->paper == REPORT_PAPER_OTHER)
        tf_buf_addf(out, "- The paper's value (`%s`) is from another protocol: not comparable.\n", r->paper_table);
    if (r->paper == REPORT_PAPER_SAME)
        tf_buf_addf(
            out,
            "- Paper: `%s`. Within noise: |difference| is at most the half-widths of the two 95 %% intervals over a test set of this size, "
            "ours and the paper's (of F1 and Matthews: as wide as ours), added in quadrature. How the paper's seeds varied is not known.\n",
            r->paper_table);
    report_add_options(r, 1, out);
    if (r->unlike_paper.len) tf_buf_addf(out, "%s", r->unlike_paper.s);
    add_unlike(r, out);
    add_rules(r, out);
    tf_buf_addf(out, "- FLOPs: forward work of one attention layer, %% of full attention at n = ");
    const size_t at = out->len;
    report_add_range(r, offsetof(struct tf_row, flops_n), out);
    if (strstr(out->s + at, " to ")) tf_buf_addf(out, ", each line at its own (another length is another task)");
    tf_buf_addf(out, "; *paper*: the papers' accounting, *layer*: everything that the layer computes.\n");
    add_pairs(r, out);
    if (!report_one_machine(r) || !report_one_threads(r))
        tf_buf_addf(out, "- Times and tokens/s are of different machines or numbers of threads: do not compare them.\n");
    long layers = first_queries(r);
    if (layers)
        tf_buf_addf(
            out,
            "- Times: the head reads only the first token, so training computes one query per sequence in %s. They say %s about the mechanisms; "
            "`model.all_queries: true` computes all.\n",
            layers == 1 ? "the only layer" : "the last layer", layers == 1 ? "little" : "less");
    for (int i = 0; i < r->n; i++)
        if (*r->row[i].weights) tf_buf_addf(out, "- `%s`: validated and tested was the running average of its weights.\n", r->row[i].run);
    add_bad_runs(r, out);
    add_changed_kernels(r, out);
    add_versions(r, out);
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
