/* Tables 3, 10 and 11 of the Treeformer paper (average accuracy and work; accuracy by task; work by task), and Tables 2 and 9 for BERT's tasks: mechanisms
 * by tasks, an average, the paper's values. Rows of one kind; a grid per protocol. */
#include "report/join.h"
#include "results/column.h"
#include "report/table.h"
#include <math.h>
#include <string.h>

/* Ours beside the paper's: NONE, nothing to compare; diff in points, where it is the SAME. */
struct versus {
    enum report_paper paper;
    double theirs, diff;
    int within; // as report_group's
};
/* What a mechanism in a setting has on a task, or on average over the common ones. */
struct entry {
    const struct tf_row *row;         // NULL: nothing
    const struct report_group *group; // NULL: an average
    const char *quirks, *task, *tasks;
    int seeds, flops_n; // -1: an average
    double test_n, occupancy, flops_paper_pct, flops_layer_pct;
    struct tf_interval test, over_seeds;
    struct versus score, work;
};
struct line {
    struct entry *cell;              // (tasks + 1) the last: the average
    const struct report_group *lead; // one of them
    bool swept;                      // of a sweep over heights, which the Markdown leaves to table_height.md
    unsigned why;                    // the average is of tasks whose paper values are OTHER: report_other_why
};
/* The lines of one protocol. */
struct lines {
    const struct report *part; // (tasks)
    const char *paper_dir;
    int tasks, n, common_n, cells; // cells: of a line in Markdown: tasks, and the average where there is one
    bool *common;                  // (tasks) every mechanism has runs here
    struct tf_buf names;           // of the common tasks, a space between
    struct line *line;
};

/* The paper's work of a mechanism on a task. */
static struct versus versus_work(const struct lines *t, const struct report_group *g) {
    struct versus v = {.theirs = NAN, .diff = NAN, .within = -1};
    v.paper = report_paper_row(g->row, report_paper_mode(g->row->protocol), t->paper_dir);
    if (v.paper != REPORT_PAPER_NONE) v.theirs = report_paper_flops(t->paper_dir, g->row);
    if (isnan(v.theirs)) v.paper = REPORT_PAPER_NONE;
    if (v.paper == REPORT_PAPER_SAME) v.diff = g->flops_paper_pct - v.theirs;
    return v;
}

/* ---- lines ------------------------------------------------------------------------------------------------------------------------ */

static struct entry entry_of(const struct lines *t, const struct report_group *g) {
    struct entry c = {.row = g->row, .group = g, .quirks = g->row->quirks, .task = g->row->task, .tasks = g->row->task};
    c.seeds = g->ok, c.test_n = g->test_n, c.test = g->test, c.over_seeds = g->seeds;
    c.flops_n = (int)g->row->flops_n, c.occupancy = g->occupancy;
    c.flops_paper_pct = g->flops_paper_pct, c.flops_layer_pct = g->flops_layer_pct;
    c.score = (struct versus){g->paper, g->paper_score_pct, g->diff_points, g->within};
    c.work = versus_work(t, g);
    return c;
}

static bool same_line(const struct tf_row *a, const struct tf_row *b) {
    return !strcmp(a->attention, b->attention) && !strcmp(a->setting, b->setting);
}

/* Two groups of one task that differ in their quirks alone take two lines. */
static void put_group(struct lines *t, int task, const struct report_group *g) {
    int at = 0;
    for (int i = 0; i < t->n; i++)
        if (same_line(t->line[i].lead->row, g->row) && !t->line[i].cell[task].row) {
            t->line[i].cell[task] = entry_of(t, g);
            return;
        }
    while (at < t->n && tf_row_compare(t->line[at].lead->row, g->row) <= 0) at++;
    memmove(t->line + at + 1, t->line + at, sizeof *t->line * (size_t)(t->n - at));
    t->line[at] = (struct line){.lead = g, .cell = tf_calloc(sizeof(struct entry) * (size_t)(t->tasks + 1))};
    t->line[at].cell[task] = entry_of(t, g);
    t->n++;
}

/* Averages are over the tasks where every mechanism has runs; a line of a sweep that lacks one of them has no average. */
static void find_common(struct lines *t) {
    for (int k = 0; k < t->tasks; k++) {
        t->common[k] = true;
        for (int i = 0; i < t->n && t->common[k]; i++) {
            bool has = false;
            for (int j = 0; j < t->n; j++)
                has |= t->line[j].cell[k].row && !strcmp(t->line[j].lead->row->attention, t->line[i].lead->row->attention);
            t->common[k] = has;
        }
        if (t->common[k]) tf_buf_addf(&t->names, "%s%s", t->common_n++ ? " " : "", t->part[k].row->task);
    }
    t->cells = t->tasks + (t->common_n > 1); // the average of one task is that task
}

/* Over the seeds that went well in all common tasks: each seed's average is one observation. */
static struct tf_interval average_over_seeds(const struct lines *t, const struct line *l) {
    int n = 0, first = 0;
    while (!t->common[first]) first++;
    const struct report_group *lead = l->cell[first].group;
    double *x = tf_alloc(sizeof *x * (size_t)lead->n);
    for (int i = 0; i < lead->n; i++) {
        double sum = 0;
        int have = 0;
        for (int k = 0; k < t->tasks; k++)
            for (int j = 0; t->common[k] && j < l->cell[k].group->n; j++) {
                const struct tf_row *r = &l->cell[k].group->row[j];
                if (r->seed == lead->row[i].seed && tf_row_ok(r)) sum += r->test_score_pct, have++;
            }
        if (have == t->common_n) x[n++] = sum / have;
    }
    struct tf_interval s = n < 2 ? (struct tf_interval){NAN, NAN, NAN} : tf_mean_interval(x, n);
    tf_free(x);
    return s;
}

static enum report_paper weaker(enum report_paper a, enum report_paper b) { return a < b ? a : b; }

/* Test sets of different tasks are independent: half-widths add in quadrature. */
static void average(const struct lines *t, struct line *l) {
    double ours = 0, ours2 = 0, paper2 = 0, k = t->common_n;
    struct entry a = {.row = l->lead->row, .quirks = "", .task = "average", .tasks = t->names.s, .seeds = -1, .flops_n = -1};
    a.test_n = a.occupancy = NAN;
    struct versus score = {.paper = REPORT_PAPER_SAME, .diff = NAN}, work = score;
    for (int i = 0; i < t->tasks; i++) {
        const struct entry *c = &l->cell[i];
        if (!t->common[i]) continue;
        ours += c->test.mean / k, score.theirs += c->score.theirs / k, work.theirs += c->work.theirs / k;
        ours2 += pow(stats_half_width(&c->test) / k, 2), paper2 += pow(report_paper_half(c->group) / k, 2);
        a.flops_paper_pct += c->flops_paper_pct / k, a.flops_layer_pct += c->flops_layer_pct / k;
        score.paper = weaker(score.paper, c->score.paper), work.paper = weaker(work.paper, c->work.paper);
        if (c->score.paper == REPORT_PAPER_OTHER || c->work.paper == REPORT_PAPER_OTHER) l->why |= report_other_why(c->row);
    }
    a.test = (struct tf_interval){ours, ours - sqrt(ours2), ours + sqrt(ours2)};
    a.over_seeds = average_over_seeds(t, l);
    if (score.paper == REPORT_PAPER_SAME) score.diff = ours - score.theirs;
    if (work.paper == REPORT_PAPER_SAME) work.diff = a.flops_paper_pct - work.theirs;
    score.within = stats_within_noise(score.diff, sqrt(ours2), sqrt(paper2)), work.within = -1;
    a.score = score, a.work = work;
    l->cell[t->tasks] = a;
}

static void make_lines(struct lines *t, const struct report_all *a, int part) {
    int groups = 0;
    *t = (struct lines){.part = &a->part[part], .paper_dir = a->paper_dir, .tasks = report_all_protocol(a, part) - part};
    for (int k = 0; k < t->tasks; k++) groups += t->part[k].n_groups;
    t->line = tf_calloc(sizeof *t->line * (size_t)(groups + 1));
    t->common = tf_calloc(sizeof *t->common * (size_t)t->tasks);
    for (int k = 0; k < t->tasks; k++)
        for (int i = 0; i < t->part[k].n_groups; i++) put_group(t, k, &t->part[k].group[i]);
    find_common(t);
    for (int i = 0; i < t->n; i++) {
        bool whole = t->common_n > 1;
        for (int k = 0; k < t->tasks; k++)
            if (t->common[k] && (!t->line[i].cell[k].row || !t->line[i].cell[k].group->ok)) whole = false;
        if (whole) average(t, &t->line[i]);
    }
    for (int i = 0; i < t->n; i++)
        for (int j = 0; j < t->n; j++)
            if (!t->line[i].cell[t->tasks].row && t->line[j].cell[t->tasks].row && t->line[i].lead->row->height >= 0 &&
                !strcmp(t->line[i].lead->row->attention, t->line[j].lead->row->attention))
                t->line[i].swept = true;
}

static void free_lines(struct lines *t) {
    for (int i = 0; i < t->n; i++) tf_free(t->line[i].cell);
    tf_free(t->line);
    tf_free(t->common);
    tf_buf_free(&t->names);
}

/* ---- cells ------------------------------------------------------------------------------------------------------------------------ */

static void add_versus(const struct versus *v, struct tf_buf *out) {
    double diff = fabs(v->diff) < 0.005 ? 0 : v->diff; // no "-0.00"
    if (v->paper == REPORT_PAPER_NONE || isnan(v->theirs)) return;
    if (v->paper == REPORT_PAPER_OTHER) tf_buf_addf(out, "*(%.2f)*", v->theirs);
    else if (isnan(diff)) tf_buf_addf(out, "%.2f", v->theirs);
    else if (v->within < 0) tf_buf_addf(out, "%.2f: %+.2f", v->theirs, diff);
    else tf_buf_addf(out, "%.2f: %+.2f, %s", v->theirs, diff, v->within ? "within noise" : "**outside**");
}

static void cell_score(const void *line, struct tf_buf *out) {
    const struct entry *c = line;
    if (c->group) report_cell_score(c->group, out);
    else if (!isnan(c->test.mean)) tf_buf_addf(out, "%.2f (%.2f to %.2f)", c->test.mean, c->test.lo, c->test.hi);
}

static void cell_work(const void *line, struct tf_buf *out) {
    const struct entry *c = line;
    if (isnan(c->flops_layer_pct)) return;
    if (isnan(c->flops_paper_pct)) tf_buf_addf(out, "%s / %.2f", report_dash, c->flops_layer_pct);
    else tf_buf_addf(out, "%.2f / %.2f", c->flops_paper_pct, c->flops_layer_pct);
}

static void cell_score_versus(const void *c, struct tf_buf *out) { add_versus(&((const struct entry *)c)->score, out); }
static void cell_work_versus(const void *c, struct tf_buf *out) { add_versus(&((const struct entry *)c)->work, out); }

/* ---- CSV: a line per (protocol, mechanism, setting, task); averages --------------------------------------------------------------- */

static void score_paper(const void *c, struct tf_buf *out) {
    tf_buf_addf(out, "%s", report_paper_word(((const struct entry *)c)->score.paper));
}
static void work_paper(const void *c, struct tf_buf *out) {
    tf_buf_addf(out, "%s", report_paper_word(((const struct entry *)c)->work.paper));
}
static void within(const void *c, struct tf_buf *out) { tf_buf_addf(out, "%s", report_yes_no(((const struct entry *)c)->score.within)); }

enum { BY_TASK = 1, WORK = 2, AVERAGE = 4, SAME = 8, OTHER = 16 };
#define ENTRY(type, field) REPORT_AT(type, entry, field)
#define CSV(type, name, field) REPORT_CSV(type, entry, name, field)
#define ROW(type, field) REPORT_ROW(type, field)
/* Of all three: the CSV of scores and of work by task, and both forms of the averages. */
// clang-format off
static const struct report_column columns[] = {
    ROW(TEXT, protocol),
    {"quirks", NULL, ENTRY(TEXT, quirks), .when = BY_TASK | WORK},
    ROW(TEXT, attention),
    {"title", "Mechanism", REPORT_OF_ROW(TEXT, title), .cell = report_cell_title},
    {"setting", "Setting", REPORT_OF_ROW(TEXT, setting)},
    ROW(COUNT, height),
    {"task", NULL, ENTRY(TEXT, task), .when = BY_TASK | WORK},
    CSV(TEXT, tasks, tasks),
    {"seeds", NULL, ENTRY(COUNT, seeds), .when = BY_TASK},
    {"test_n", NULL, ENTRY(REAL, test_n), .when = BY_TASK},
    {"test_score_pct", "Average (95 %%)", ENTRY(REAL, test.mean), .cell = cell_score, .when = BY_TASK | AVERAGE},
    {"test_lo_pct", NULL, ENTRY(REAL, test.lo), .when = BY_TASK | AVERAGE},
    {"test_hi_pct", NULL, ENTRY(REAL, test.hi), .when = BY_TASK | AVERAGE},
    {"seeds_lo_pct", NULL, ENTRY(REAL, over_seeds.lo), .when = BY_TASK | AVERAGE},
    {"seeds_hi_pct", NULL, ENTRY(REAL, over_seeds.hi), .when = BY_TASK | AVERAGE},
    {"paper_score_pct", NULL, ENTRY(REAL, score.theirs), .when = BY_TASK | AVERAGE},
    {"paper_protocol", NULL, REPORT_CELL, .cell = score_paper, .when = BY_TASK | AVERAGE},
    {"diff_points", NULL, ENTRY(REAL, score.diff), .when = BY_TASK | AVERAGE},
    {"within_noise", NULL, REPORT_CELL, .cell = within, .when = BY_TASK | AVERAGE},
    {"flops_n", NULL, ENTRY(COUNT, flops_n), .when = WORK},
    {"occupancy", NULL, ENTRY(REAL, occupancy), .when = WORK},
    {NULL, "Paper, difference", REPORT_CELL, .cell = cell_score_versus, .when = SAME},
    {NULL, "Paper (other protocol)", REPORT_CELL, .cell = cell_score_versus, .when = OTHER},
    {"flops_paper_pct", "FLOPs %%, paper's accounting", ENTRY(REAL, flops_paper_pct), .when = WORK | AVERAGE},
    {NULL, "Paper's FLOPs %%, difference", REPORT_CELL, .cell = cell_work_versus, .when = SAME},
    {NULL, "Paper's FLOPs %% (other protocol)", REPORT_CELL, .cell = cell_work_versus, .when = OTHER},
    {"flops_layer_pct", "FLOPs %%, layer", ENTRY(REAL, flops_layer_pct), .when = WORK | AVERAGE},
    {"paper_flops_pct", NULL, ENTRY(REAL, work.theirs), .when = WORK | AVERAGE},
    {"paper_protocol", NULL, REPORT_CELL, .cell = work_paper, .when = WORK},
    {"diff_points", NULL, ENTRY(REAL, work.diff), .when = WORK},
    {0}
};
// clang-format on

static void csv_all(const struct report_all *a, unsigned what, struct tf_buf *out) {
    report_csv_head(columns, what, out);
    for (int p = 0; p < a->n_parts; p = report_all_protocol(a, p)) {
        struct lines t;
        make_lines(&t, a, p);
        for (int i = 0; i < t.n; i++)
            for (int k = what == AVERAGE ? t.tasks : 0; k <= t.tasks; k++)
                if (t.line[i].cell[k].row) report_csv_line(columns, what, &t.line[i].cell[k], out);
        free_lines(&t);
    }
}

void report_by_task_csv(const struct report_all *a, struct tf_buf *out) { csv_all(a, BY_TASK, out); }
void report_work_csv(const struct report_all *a, struct tf_buf *out) { csv_all(a, WORK, out); }
void report_average_csv(const struct report_all *a, struct tf_buf *out) { csv_all(a, AVERAGE, out); }

/* ---- Markdown: a grid per protocol, a line per (mechanism, setting) ---------------------------------------------------------------- */

static void add_grid(const struct lines *t, const char *what, void (*add)(const void *, struct tf_buf *), struct tf_buf *out) {
    struct report_grid g = {0};
    struct tf_buf text = {0};
    report_grid_head(&g, true, "Mechanism");
    report_grid_head(&g, true, "Setting");
    for (int k = 0; k < t->cells; k++) report_grid_head(&g, false, "%s%s", k < t->tasks ? t->part[k].row->task : "average", what);
    for (int i = 0; i < t->n; i++) {
        const struct tf_row *r = t->line[i].lead->row;
        if (t->line[i].swept) continue;
        report_grid_add(&g, "%s", *r->title ? r->title : r->attention);
        report_grid_add(&g, "%s", *r->setting ? r->setting : report_dash);
        for (int k = 0; k < t->cells; k++) {
            text.len = 0;
            if (t->line[i].cell[k].row) add(&t->line[i].cell[k], &text);
            report_grid_add(&g, "%s", text.len ? text.s : report_dash);
        }
    }
    report_grid_end(&g, out);
    tf_buf_free(&text);
}

static bool is_paper(const struct lines *t) { return !strcmp(t->part->protocol, "paper"); }

/* The grid beside the paper's values, with the text above it; nothing where there are none. */
static void compare_grid(const struct lines *t, bool work, struct tf_buf *out) {
    char text[REPORT_WHY];
    bool same = false;
    unsigned why = 0;
    for (int i = 0; i < t->n; i++)
        for (int k = 0; k < t->tasks; k++) {
            const struct entry *c = &t->line[i].cell[k];
            if (t->line[i].swept || !c->row) continue;
            enum report_paper paper = work ? c->work.paper : c->score.paper;
            same |= paper == REPORT_PAPER_SAME;
            if (paper == REPORT_PAPER_OTHER) why |= report_other_why(c->row);
        }
    if (!same && !why) return;
    const char *ours = work ? "ours by the paper's accounting minus the paper's" : "ours minus the paper's";
    if (same) tf_buf_addf(out, "\nThe paper's value, then the difference: %s, in percentage points.", ours);
    if (same && why) tf_buf_addf(out, " *(In parentheses)*: %s, not comparable.", report_other_text(text, why));
    else if (why)
        tf_buf_addf(out, "\nThe paper's values, %s: not comparable.", is_paper(t) ? report_other_text(text, why) : "from another protocol");
    tf_buf_addf(out, "\n\n");
    add_grid(t, is_paper(t) ? ", paper" : ", paper (other protocol)", work ? cell_work_versus : cell_score_versus, out);
}

static const struct report_kind *kind_of(const struct lines *t) { return report_kind(t->part->row->task); }

static void note_sweep(const struct lines *t, struct tf_buf *out) {
    bool any = false;
    for (int i = 0; i < t->n; i++) any |= t->line[i].swept;
    if (any) tf_buf_addf(out, "- More heights, not of all these tasks: table_height.md.\n");
}

static void note_average(const struct lines *t, struct tf_buf *out) {
    if (t->common_n < 2) {
        if (t->tasks > 1) tf_buf_addf(out, "- No average: there are no two tasks where every mechanism has runs.\n");
        return;
    }
    tf_buf_addf(out, "- The average is over the tasks where every mechanism has runs: ");
    for (int k = 0, any = 0; k < t->tasks; k++)
        if (t->common[k]) tf_buf_addf(out, "%s%s", any++ ? ", " : "", t->part[k].row->task);
    tf_buf_addf(out, ".\n");
}

static void md_by_task(const struct lines *t, struct tf_buf *out) {
    report_page_head(t->part, t->tasks, kind_of(t)->by_task.title, out);
    add_grid(t, "", cell_score, out);
    compare_grid(t, false, out);
    tf_buf_addf(out, "\n");
    note_average(t, out);
    note_sweep(t, out);
    const bool bert = kind_of(t)->command != NULL; // other scores than accuracies, too
    tf_buf_addf(out,
                "- Mean over seeds (95 %% interval over the test set: Wilson's at that mean%s; of the average: the tasks' half-widths in "
                "quadrature). Intervals over seeds are in %s.csv.\n",
                bert ? ", of F1 and Matthews resampled or over the questions" : "", kind_of(t)->by_task.name);
    if (is_paper(t))
        tf_buf_addf(
            out,
            "- Within noise: |difference| is at most the half-widths of both 95 %% intervals, ours and the paper's%s, in quadrature.\n",
            bert ? " (of F1 and Matthews: as wide as ours)" : "");
}

static void md_work(const struct lines *t, struct tf_buf *out) {
    report_page_head(t->part, t->tasks, kind_of(t)->work.title, out);
    tf_buf_addf(out, "By the paper's accounting / everything that the layer computes.\n\n");
    add_grid(t, "", cell_work, out);
    compare_grid(t, true, out);
    tf_buf_addf(out, "\n");
    note_average(t, out);
    note_sweep(t, out);
    tf_buf_addf(out, "- At n =");
    for (int k = 0; k < t->tasks; k++) tf_buf_addf(out, "%s %ld (%s)", k ? "," : "", t->part[k].row->flops_n, t->part[k].row->task);
    tf_buf_addf(out, "; routed mechanisms with the occupancy that the test set measured.\n");
}

static void md_average(const struct lines *t, struct tf_buf *out) {
    struct report_grid g = {0};
    char text[REPORT_WHY];
    bool same = is_paper(t), any = false;
    unsigned why = 0;
    for (int i = 0; i < t->n; i++) {
        const struct line *l = &t->line[i];
        const struct entry *c = &l->cell[t->tasks];
        any |= c->row != NULL;
        if (c->score.paper == REPORT_PAPER_OTHER || c->work.paper == REPORT_PAPER_OTHER) why |= l->why;
    }
    report_page_head(t->part, t->tasks, kind_of(t)->average.title, out);
    if (!any) {
        tf_buf_addf(out, "- No average: it takes two tasks where every mechanism has runs.\n");
        return;
    }
    const unsigned has = AVERAGE | (same ? SAME : OTHER);
    report_md_head(columns, has, "", &g);
    for (int i = 0; i < t->n; i++)
        if (t->line[i].cell[t->tasks].row) report_md_line(columns, has, &t->line[i].cell[t->tasks], &g);
    report_grid_end(&g, out);
    tf_buf_addf(out, "\n");
    note_average(t, out);
    if (same && why)
        tf_buf_addf(out, "- *(In parentheses)*: of some of these tasks the paper's value is %s: not comparable.\n",
                    report_other_text(text, why));
}

static void md_all(const struct report_all *a, void (*add)(const struct lines *, struct tf_buf *), struct tf_buf *out) {
    for (int p = 0; p < a->n_parts; p = report_all_protocol(a, p)) {
        struct lines t;
        make_lines(&t, a, p);
        if (p) tf_buf_addf(out, "\n");
        add(&t, out);
        free_lines(&t);
    }
}

void report_average_md(const struct report_all *a, struct tf_buf *out) { md_all(a, md_average, out); }
void report_by_task_md(const struct report_all *a, struct tf_buf *out) { md_all(a, md_by_task, out); }
void report_work_md(const struct report_all *a, struct tf_buf *out) { md_all(a, md_work, out); }
