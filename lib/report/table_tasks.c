/* Scores and work by task: mechanisms by tasks, the papers' values in the CSV. Rows of one kind; a grid per protocol. */
#include "report/join.h"
#include "results/column.h"
#include "report/table.h"
#include <math.h>
#include <string.h>

/* What a mechanism in a setting has on each task. */
struct line {
    const struct report_group **cell, *lead; // (tasks), NULL: nothing; one of them
    int place;                               // report_place
    bool swept;                              // of a sweep over heights, which the Markdown leaves to table_height.md
};
/* The lines of one protocol and kind. */
struct lines {
    const struct report *part; // (tasks)
    int tasks, n;
    struct line *line;
};

/* ---- lines ------------------------------------------------------------------------------------------------------------------------ */

static bool same_line(const struct tf_row *a, const struct tf_row *b) {
    return !strcmp(a->attention, b->attention) && !strcmp(a->setting, b->setting);
}

static bool is_kin(const void *none, const struct report_group *a, const struct report_group *b) {
    (void)none;
    return same_line(a->row, b->row);
}

/* Two groups of one task that differ in their quirks alone take two lines. */
static void put_group(struct lines *t, int task, const struct report_group *g) {
    const int place = report_place(t->part, t->tasks, g, is_kin, NULL);
    int at = 0;
    for (int i = 0; i < t->n; i++)
        if (same_line(t->line[i].lead->row, g->row) && t->line[i].place == place) {
            t->line[i].cell[task] = g;
            return;
        }
    while (at < t->n && tf_row_compare(t->line[at].lead->row, g->row) <= 0) at++;
    memmove(t->line + at + 1, t->line + at, sizeof *t->line * (size_t)(t->n - at));
    t->line[at] = (struct line){.lead = g, .place = place, .cell = tf_calloc(sizeof(const struct report_group *) * (size_t)t->tasks)};
    t->line[at].cell[task] = g;
    t->n++;
}

/* Has the line j every task that line i has, and more? */
static bool covers(const struct lines *t, int j, int i) {
    int more = 0;
    for (int k = 0; k < t->tasks; k++) {
        const bool of_i = t->line[i].cell[k] != NULL, of_j = t->line[j].cell[k] != NULL;
        if (of_i && !of_j) return false;
        more += of_j && !of_i;
    }
    return more > 0;
}

/* Trees of one mechanism that differ in height, and in no label. */
static bool is_other_height(const struct tf_row *a, const struct tf_row *b) {
    return a->height >= 0 && a->height != b->height && !strcmp(a->attention, b->attention) && !strcmp(a->variant, b->variant);
}

static void make_lines(struct lines *t, const struct report_all *a, int part, int end) {
    int groups = 0;
    *t = (struct lines){.part = &a->part[part], .tasks = end - part};
    for (int k = 0; k < t->tasks; k++) groups += t->part[k].n_groups;
    t->line = tf_calloc(sizeof *t->line * (size_t)(groups + 1));
    for (int k = 0; k < t->tasks; k++)
        for (int i = 0; i < t->part[k].n_groups; i++) put_group(t, k, &t->part[k].group[i]);
    for (int i = 0; i < t->n; i++)
        for (int j = 0; j < t->n; j++)
            if (covers(t, j, i) && is_other_height(t->line[i].lead->row, t->line[j].lead->row)) t->line[i].swept = true;
}

static void free_lines(struct lines *t) {
    for (int i = 0; i < t->n; i++) tf_free(t->line[i].cell);
    tf_free(t->line);
}

/* ---- CSV: a line per (protocol, mechanism, setting, task) -------------------------------------------------------------------------- */

/* Work, ours beside the paper's: NONE, nothing to compare; diff in points, where it is the SAME. */
struct work {
    const struct tf_row *row;
    double occupancy, paper_pct, layer_pct, theirs, diff;
    enum report_paper paper;
};

static struct work work_of(const struct report_group *g) {
    struct work w = {g->row, g->occupancy, g->flops_paper_pct, g->flops_layer_pct, NAN, NAN, REPORT_PAPER_NONE};
    w.paper = report_paper_row(g->row, report_paper_mode(g->row->protocol), false);
    if (w.paper != REPORT_PAPER_NONE) w.theirs = report_paper_flops(g->row);
    if (isnan(w.theirs)) w.paper = REPORT_PAPER_NONE;
    if (w.paper == REPORT_PAPER_SAME) w.diff = w.paper_pct - w.theirs;
    return w;
}

static void work_paper(const void *w, struct tf_buf *out) { tf_buf_addf(out, "%s", report_paper_word(((const struct work *)w)->paper)); }

#define CSV(type, name, field) REPORT_CSV(type, report_group, name, field)
#define ROW(type, field) REPORT_ROW(type, field)
#define NAMES \
    ROW(TEXT, protocol), ROW(TEXT, quirks), ROW(TEXT, attention), ROW(TEXT, title), ROW(TEXT, setting), ROW(COUNT, height), ROW(TEXT, task)
#define WORK(name, field) REPORT_CSV(REAL, work, name, field)
#define CELL(name, fn) {#name, NULL, REPORT_CELL, .cell = fn}
// clang-format off
static const struct report_column score_columns[] = { // of a group
    NAMES, CSV(COUNT, seeds, ok), CSV(REAL, test_n, test_n), CSV(REAL, test_score_pct, test.mean), CSV(REAL, test_lo_pct, test.lo),
    CSV(REAL, test_hi_pct, test.hi), CSV(REAL, seeds_lo_pct, seeds.lo), CSV(REAL, seeds_hi_pct, seeds.hi),
    CSV(REAL, paper_score_pct, paper_score_pct), CELL(paper_protocol, report_cell_paper), CSV(REAL, diff_points, diff_points),
    CELL(within_noise, report_cell_within), {0}
};
static const struct report_column work_columns[] = { // of a struct work
    NAMES, ROW(COUNT, flops_n), WORK(occupancy, occupancy), WORK(flops_paper_pct, paper_pct), WORK(flops_layer_pct, layer_pct),
    WORK(paper_flops_pct, theirs), CELL(paper_protocol, work_paper), WORK(diff_points, diff), {0}
};
// clang-format on

/* The parts of one protocol and kind, from part p on. */
static int section_end(const struct report_all *a, int p) {
    int end = p + 1;
    const int most = report_all_protocol(a, p);
    while (end < most && report_kind(a->part[end].row->task) == report_kind(a->part[p].row->task)) end++;
    return end;
}

typedef void group_fn(const void *group, struct tf_buf *out);

static void csv_all(const struct report_all *a, group_fn *add, struct tf_buf *out) {
    for (int p = 0, end; p < a->n_parts; p = end) {
        struct lines t;
        end = section_end(a, p);
        make_lines(&t, a, p, end);
        for (int i = 0; i < t.n; i++)
            for (int k = 0; k < t.tasks; k++)
                if (t.line[i].cell[k]) add(t.line[i].cell[k], out);
        free_lines(&t);
    }
}

static void csv_score(const void *g, struct tf_buf *out) { report_csv_line(score_columns, 0, g, out); }

void report_score_csv(const struct report_all *a, struct tf_buf *out) {
    report_csv_head(score_columns, 0, out);
    csv_all(a, csv_score, out);
}

static void csv_work(const void *g, struct tf_buf *out) {
    const struct work w = work_of(g);
    report_csv_line(work_columns, 0, &w, out);
}

void report_work_csv(const struct report_all *a, struct tf_buf *out) {
    report_csv_head(work_columns, 0, out);
    csv_all(a, csv_work, out);
}

/* ---- Markdown: a grid per protocol and kind, a line per (mechanism, setting) ------------------------------------------------------- */

static void cell_work(const void *group, struct tf_buf *out) {
    const struct report_group *g = group;
    if (isnan(g->flops_layer_pct)) return;
    if (isnan(g->flops_paper_pct)) tf_buf_addf(out, "%s / %.2f", report_dash, g->flops_layer_pct);
    else tf_buf_addf(out, "%.2f / %.2f", g->flops_paper_pct, g->flops_layer_pct);
}

static void add_grid(const struct lines *t, group_fn *add, struct tf_buf *out) {
    struct report_grid g = {0};
    struct tf_buf text = {0};
    bool swept = false;
    report_grid_head(&g, true, "Mechanism");
    report_grid_head(&g, true, "Setting");
    for (int k = 0; k < t->tasks; k++) report_grid_head(&g, false, "%s", t->part[k].row->task);
    for (int i = 0; i < t->n; i++) {
        const struct tf_row *r = t->line[i].lead->row;
        swept |= t->line[i].swept;
        if (t->line[i].swept) continue;
        report_grid_add(&g, "%s", *r->title ? r->title : r->attention);
        text.len = 0;
        report_add_setting(&text, r->setting, t->line[i].lead);
        report_grid_add(&g, "%s", text.len ? text.s : report_dash);
        for (int k = 0; k < t->tasks; k++) {
            text.len = 0;
            if (t->line[i].cell[k]) add(t->line[i].cell[k], &text);
            report_grid_add(&g, "%s", text.len ? text.s : report_dash);
        }
    }
    report_grid_end(&g, out);
    tf_buf_addf(out, "\n");
    if (swept) tf_buf_addf(out, "- More heights, not of all these tasks: table_height.md.\n");
    tf_buf_free(&text);
}

static void md_score(const struct lines *t, struct tf_buf *out) {
    report_page_head(t->part, t->tasks, "Scores by task, %", out);
    add_grid(t, report_cell_score, out);
    const bool bert = report_kind(t->part->row->task)->command != NULL; // other scores than accuracies, too
    tf_buf_addf(
        out,
        "- Mean over seeds (95 %% interval over the test set: Wilson's at that mean%s). Intervals over seeds, and the papers' values, are in "
        "table_score.csv; papers' tables: table<number>.md.\n",
        bert ? ", of F1 and Matthews resampled or over the questions" : "");
    report_add_options(t->part, t->tasks, out);
}

static void md_work(const struct lines *t, struct tf_buf *out) {
    report_page_head(t->part, t->tasks, "Forward work of an attention layer, % of full attention", out);
    tf_buf_addf(out, "By the paper's accounting / everything that the layer computes.\n\n");
    add_grid(t, cell_work, out);
    tf_buf_addf(out, "- At n =");
    for (int k = 0; k < t->tasks; k++) {
        tf_buf_addf(out, "%s ", k ? "," : "");
        report_add_range(&t->part[k], offsetof(struct tf_row, flops_n), out);
        tf_buf_addf(out, " (%s)", t->part[k].row->task);
    }
    tf_buf_addf(out, "; trees and hashes with the occupancy that the test set measured.\n");
    report_add_options(t->part, t->tasks, out);
}

static void md_all(const struct report_all *a, void (*add)(const struct lines *, struct tf_buf *), struct tf_buf *out) {
    for (int p = 0, end; p < a->n_parts; p = end) {
        struct lines t;
        end = section_end(a, p);
        make_lines(&t, a, p, end);
        if (p) tf_buf_addf(out, "\n");
        add(&t, out);
        free_lines(&t);
    }
}

void report_score_md(const struct report_all *a, struct tf_buf *out) { md_all(a, md_score, out); }
void report_work_md(const struct report_all *a, struct tf_buf *out) { md_all(a, md_work, out); }
