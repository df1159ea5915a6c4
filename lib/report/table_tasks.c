/* Tables 3, 10 and 11 of the Treeformer paper (average accuracy and work; accuracy by task; work by task), and Tables 2 and 9 for BERT's tasks: mechanisms
 * by tasks, an average, the paper's values. Rows of one kind; a grid a protocol. */
#include "report/table_tasks.h"
#include "report/table.h"
#include "report/table_grid.h"
#include <math.h>
#include <string.h>

struct line {
    const struct report_group **cell; // (tasks) NULL: no run
    const struct report_group *lead;  // one of them
    bool swept;                       // of a sweep over heights, which the Markdown leaves to table_height.md
    bool whole;                       // good runs in all common tasks: there is an average
    struct tf_interval test, seeds;   // of the average accuracy
    double paper_score_pct, diff_pct, flops_paper_pct, flops_layer_pct, paper_flops_pct, diff_flops_pct;
    enum report_paper paper, paper_flops;
    int within;
    unsigned why; // paper or paper_flops is of tasks where it is OTHER: report_other_why
};
/* The lines of one protocol. */
struct lines {
    const struct report *part; // (tasks)
    const char *paper_dir;
    int tasks, n, common_n;
    bool *common; // (tasks) every mechanism has runs here
    struct line *line;
};

/* The paper's work of a mechanism on a task; NAN and NONE: nothing to compare. */
static double paper_flops(const struct lines *t, const struct report_group *g, enum report_paper *paper) {
    double v = NAN;
    *paper = report_paper_row(g->row, report_paper_mode(g->row->protocol), t->paper_dir);
    if (*paper != REPORT_PAPER_NONE) v = report_paper_flops(t->paper_dir, g->row);
    if (isnan(v)) *paper = REPORT_PAPER_NONE;
    return v;
}

/* ---- lines ------------------------------------------------------------------------------------------------------------------------ */

static bool same_line(const struct tf_row *a, const struct tf_row *b) {
    return !strcmp(a->attention, b->attention) && !strcmp(a->setting, b->setting);
}

/* Two groups of one task that differ in their quirks alone take two lines. */
static void put_group(struct lines *t, int task, const struct report_group *g) {
    int at = 0;
    for (int i = 0; i < t->n; i++)
        if (same_line(t->line[i].lead->row, g->row) && !t->line[i].cell[task]) {
            t->line[i].cell[task] = g;
            return;
        }
    while (at < t->n && tf_row_compare(t->line[at].lead->row, g->row) <= 0) at++;
    memmove(t->line + at + 1, t->line + at, sizeof *t->line * (size_t)(t->n - at));
    t->line[at] = (struct line){.lead = g, .cell = tf_calloc(sizeof(void *) * (size_t)t->tasks)};
    t->line[at].cell[task] = g;
    t->n++;
}

/* Averages are over the tasks where every mechanism has runs; a line of a sweep that lacks one of them has no average. */
static void find_common(struct lines *t) {
    for (int k = 0; k < t->tasks; k++) {
        t->common[k] = true;
        for (int i = 0; i < t->n && t->common[k]; i++) {
            bool has = false;
            for (int j = 0; j < t->n; j++)
                has |= t->line[j].cell[k] && !strcmp(t->line[j].lead->row->attention, t->line[i].lead->row->attention);
            t->common[k] = has;
        }
        t->common_n += t->common[k];
    }
}

/* Over the seeds that went well in all common tasks: each seed's average is one observation. */
static struct tf_interval average_over_seeds(const struct lines *t, const struct line *l) {
    int n = 0, first = 0;
    while (!t->common[first]) first++;
    double *x = tf_alloc(sizeof *x * (size_t)l->cell[first]->n);
    for (int i = 0; i < l->cell[first]->n; i++) {
        long seed = l->cell[first]->row[i].seed;
        double sum = 0;
        int have = 0;
        for (int k = 0; k < t->tasks; k++)
            for (int j = 0; t->common[k] && j < l->cell[k]->n; j++) {
                const struct tf_row *r = &l->cell[k]->row[j];
                if (r->seed == seed && tf_row_ok(r)) sum += r->test_score_pct, have++;
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
    double ours = 0, paper = 0, ours2 = 0, paper2 = 0, k = t->common_n;
    l->paper = l->paper_flops = REPORT_PAPER_SAME;
    l->flops_paper_pct = l->flops_layer_pct = l->paper_flops_pct = 0;
    for (int i = 0; i < t->tasks; i++) {
        const struct report_group *g = l->cell[i];
        enum report_paper flops;
        if (!t->common[i]) continue;
        ours += g->test.mean / k, paper += g->paper_score_pct / k;
        ours2 += pow(report_half_width(&g->test) / k, 2), paper2 += pow(report_paper_half(g) / k, 2);
        l->flops_paper_pct += g->flops_paper_pct / k, l->flops_layer_pct += g->flops_layer_pct / k;
        l->paper_flops_pct += paper_flops(t, g, &flops) / k;
        l->paper = weaker(l->paper, g->paper), l->paper_flops = weaker(l->paper_flops, flops);
        if (g->paper == REPORT_PAPER_OTHER || flops == REPORT_PAPER_OTHER) l->why |= report_other_why(g->row);
    }
    l->test = (struct tf_interval){ours, ours - sqrt(ours2), ours + sqrt(ours2)};
    l->seeds = average_over_seeds(t, l);
    l->paper_score_pct = paper;
    l->diff_pct = l->paper == REPORT_PAPER_SAME ? ours - paper : NAN;
    l->diff_flops_pct = l->paper_flops == REPORT_PAPER_SAME ? l->flops_paper_pct - l->paper_flops_pct : NAN;
    l->within = report_within_noise(l->diff_pct, sqrt(ours2), sqrt(paper2));
}

static void make_lines(struct lines *t, const struct report_all *a, int part) {
    const double no = NAN;
    int groups = 0;
    *t = (struct lines){.part = &a->part[part], .paper_dir = a->paper_dir, .tasks = report_all_protocol(a, part) - part};
    for (int k = 0; k < t->tasks; k++) groups += t->part[k].n_groups;
    t->line = tf_calloc(sizeof *t->line * (size_t)(groups + 1));
    t->common = tf_calloc(sizeof *t->common * (size_t)t->tasks);
    for (int k = 0; k < t->tasks; k++)
        for (int i = 0; i < t->part[k].n_groups; i++) put_group(t, k, &t->part[k].group[i]);
    find_common(t);
    for (int i = 0; i < t->n; i++) {
        struct line *l = &t->line[i];
        l->whole = t->common_n > 1; // the average of one task is that task
        for (int k = 0; k < t->tasks; k++)
            if (t->common[k] && (!l->cell[k] || !l->cell[k]->ok)) l->whole = false;
        l->paper_score_pct = l->diff_pct = l->flops_paper_pct = l->flops_layer_pct = l->paper_flops_pct = l->diff_flops_pct = no;
        l->test = l->seeds = (struct tf_interval){no, no, no};
        l->within = -1;
        if (l->whole) average(t, l);
    }
    for (int i = 0; i < t->n; i++)
        for (int j = 0; j < t->n; j++)
            if (!t->line[i].whole && t->line[j].whole && t->line[i].lead->row->height >= 0 &&
                !strcmp(t->line[i].lead->row->attention, t->line[j].lead->row->attention))
                t->line[i].swept = true;
}

static void free_lines(struct lines *t) {
    for (int i = 0; i < t->n; i++) tf_free(t->line[i].cell);
    tf_free(t->line);
    tf_free(t->common);
}

static void common_names(const struct lines *t, const char *between, struct tf_buf *out) {
    for (int k = 0, any = 0; k < t->tasks; k++)
        if (t->common[k]) tf_buf_addf(out, "%s%s", any++ ? between : "", t->part[k].row->task);
}

/* ---- CSV: a line a (protocol, mechanism, setting, task) ------------------------------------------------------------------------- */

static void csv_begin(const struct lines *t, const struct line *l, const struct report_group *g, struct tf_buf *out) {
    const struct tf_row *r = g ? g->row : l->lead->row;
    struct tf_buf tasks = {0};
    if (g) tf_buf_addf(&tasks, "%s", r->task);
    else common_names(t, " ", &tasks);
    report_csv_texts(out, (const char *[]){r->protocol, g ? r->quirks : "", r->attention, r->title, r->setting}, 5);
    if (r->height >= 0) tf_buf_addf(out, "%ld", r->height);
    tf_buf_addf(out, ",");
    report_csv_texts(out, (const char *[]){g ? r->task : "average", tasks.s}, 2);
    tf_buf_free(&tasks);
}

static const char *yes_no(int within) { return within < 0 ? "" : within ? "yes" : "no"; }

static void csv_by_task(const struct lines *t, const struct line *l, const struct report_group *g, struct tf_buf *out) {
    const struct tf_interval *test = g ? &g->test : &l->test, *seeds = g ? &g->seeds : &l->seeds;
    enum report_paper paper = g ? g->paper : l->paper;
    csv_begin(t, l, g, out);
    if (g) tf_buf_addf(out, "%d", g->ok);
    report_csv_numbers(out, (double[]){g ? g->test_n : NAN, test->mean, test->lo, test->hi, seeds->lo, seeds->hi}, 6);
    report_csv_numbers(out, &(double){g ? g->paper_score_pct : l->paper_score_pct}, 1);
    tf_buf_addf(out, ",%s", report_paper_word(paper));
    report_csv_numbers(out, &(double){g ? g->diff_pct : l->diff_pct}, 1);
    tf_buf_addf(out, ",%s\n", yes_no(g ? g->within : l->within));
}

static void csv_work(const struct lines *t, const struct line *l, const struct report_group *g, struct tf_buf *out) {
    enum report_paper paper = l->paper_flops;
    double theirs = g ? paper_flops(t, g, &paper) : l->paper_flops_pct, ours = g ? g->flops_paper_pct : l->flops_paper_pct;
    csv_begin(t, l, g, out);
    if (g) tf_buf_addf(out, "%ld", g->row->flops_n);
    report_csv_numbers(out, (double[]){g ? g->occupancy : NAN, ours, g ? g->flops_layer_pct : l->flops_layer_pct, theirs}, 4);
    tf_buf_addf(out, ",%s", report_paper_word(paper));
    report_csv_numbers(out, &(double){paper == REPORT_PAPER_SAME ? ours - theirs : NAN}, 1);
    tf_buf_addf(out, "\n");
}

static void csv_all(const struct report_all *a,
                    void (*add)(const struct lines *, const struct line *, const struct report_group *, struct tf_buf *),
                    struct tf_buf *out) {
    for (int p = 0; p < a->n_parts; p = report_all_protocol(a, p)) {
        struct lines t;
        make_lines(&t, a, p);
        for (int i = 0; i < t.n; i++) {
            for (int k = 0; k < t.tasks; k++)
                if (t.line[i].cell[k]) add(&t, &t.line[i], t.line[i].cell[k], out);
            if (t.line[i].whole) add(&t, &t.line[i], NULL, out);
        }
        free_lines(&t);
    }
}

void report_by_task_csv(const struct report_all *a, struct tf_buf *out) {
    tf_buf_addf(out,
                "protocol,quirks,attention,title,setting,height,task,tasks,seeds,test_n,test_score_pct,test_lo_pct,test_hi_pct,seeds_lo_pct,"
                "seeds_hi_pct,paper_score_pct,paper_protocol,diff_points,within_noise\n");
    csv_all(a, csv_by_task, out);
}

void report_work_csv(const struct report_all *a, struct tf_buf *out) {
    tf_buf_addf(out, "protocol,quirks,attention,title,setting,height,task,tasks,flops_n,occupancy,flops_paper_pct,flops_layer_pct,"
                     "paper_flops_pct,paper_protocol,diff_points\n");
    csv_all(a, csv_work, out);
}

/* ---- Markdown: a grid a protocol, a line a (mechanism, setting) ------------------------------------------------------------------ */

static void names_of(struct report_grid *g, const struct tf_row *r) {
    report_grid_add(g, "%s", *r->title ? r->title : r->attention);
    report_grid_add(g, "%s", *r->setting ? r->setting : report_dash);
}

static void heads(const struct lines *t, struct report_grid *g, const char *what) {
    report_grid_head(g, true, "Mechanism");
    report_grid_head(g, true, "Setting");
    for (int k = 0; k < t->tasks; k++) report_grid_head(g, false, "%s%s", t->part[k].row->task, what);
    if (t->common_n > 1) report_grid_head(g, false, "average%s", what);
}

static void cell_accuracy(struct report_grid *g, const struct tf_interval *i, const char *missing) {
    if (isnan(i->mean)) report_grid_add(g, "%s", missing);
    else report_grid_add(g, "%.2f (%.2f to %.2f)", i->mean, i->lo, i->hi);
}

static void cell_difference(struct report_grid *g, enum report_paper paper, double theirs, double diff, int within) {
    if (fabs(diff) < 0.005) diff = 0; // no "-0.00"
    if (paper == REPORT_PAPER_NONE || isnan(theirs)) report_grid_add(g, "%s", report_dash);
    else if (paper == REPORT_PAPER_OTHER) report_grid_add(g, "*(%.2f)*", theirs);
    else if (isnan(diff)) report_grid_add(g, "%.2f", theirs);
    else if (within < 0) report_grid_add(g, "%.2f: %+.2f", theirs, diff);
    else report_grid_add(g, "%.2f: %+.2f, %s", theirs, diff, within ? "within noise" : "**outside**");
}

static bool is_paper(const struct lines *t) { return !strcmp(t->part->protocol, "paper"); }

/* What stands above the comparison with the paper; false: there is nothing to compare. */
static bool paper_head(const struct lines *t, bool flops, struct tf_buf *out) {
    char text[REPORT_WHY];
    bool same = false;
    unsigned why = 0;
    for (int i = 0; i < t->n; i++)
        for (int k = 0; k < t->tasks; k++) {
            const struct report_group *g = t->line[i].swept ? NULL : t->line[i].cell[k];
            enum report_paper paper = g ? g->paper : REPORT_PAPER_NONE;
            if (g && flops) paper_flops(t, g, &paper);
            same |= paper == REPORT_PAPER_SAME;
            if (paper == REPORT_PAPER_OTHER) why |= report_other_why(g->row);
        }
    const char *ours = flops ? "ours by the paper's accounting minus the paper's" : "ours minus the paper's";
    if (same) tf_buf_addf(out, "\nThe paper's value, then the difference: %s, in percentage points.", ours);
    if (same && why) tf_buf_addf(out, " *(In parentheses)*: %s, not comparable.", report_other_text(text, why));
    else if (why)
        tf_buf_addf(out, "\nThe paper's values, %s: not comparable.", is_paper(t) ? report_other_text(text, why) : "of another protocol");
    if (same || why) tf_buf_addf(out, "\n\n");
    return same || why;
}

static void compare_grid(const struct lines *t, bool flops, struct tf_buf *out) {
    struct report_grid g = {0};
    if (!paper_head(t, flops, out)) return;
    bool same = is_paper(t);
    heads(t, &g, same ? ", paper" : ", paper (other protocol)");
    for (int i = 0; i < t->n; i++) {
        const struct line *l = &t->line[i];
        if (l->swept) continue;
        names_of(&g, l->lead->row);
        for (int k = 0; k < t->tasks; k++) {
            const struct report_group *c = l->cell[k];
            enum report_paper paper = c ? c->paper : REPORT_PAPER_NONE;
            double theirs = c ? flops ? paper_flops(t, c, &paper) : c->paper_score_pct : NAN;
            if (!c) report_grid_add(&g, "%s", report_dash);
            else cell_difference(&g, paper, theirs, flops ? c->flops_paper_pct - theirs : c->diff_pct, flops ? -1 : c->within);
        }
        if (t->common_n < 2) continue;
        cell_difference(&g, flops ? l->paper_flops : l->paper, flops ? l->paper_flops_pct : l->paper_score_pct,
                        flops ? l->diff_flops_pct : l->diff_pct, flops ? -1 : l->within);
    }
    report_grid_end(&g, out);
}

static const struct report_kind *kind_of(const struct lines *t) { return report_kind(t->part->row->task); }

static void title(const struct lines *t, const char *text, struct tf_buf *out) {
    tf_buf_addf(out, "# %s (protocol: %s)\n\n", text, t->part->protocol);
    if (!strcmp(t->part->protocol, "quick"))
        tf_buf_addf(out, "**A quick tour at reduced length: not a result of the paper's protocol.**\n\n");
    report_add_quirks(t->part, t->tasks, out);
}

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
    common_names(t, ", ", out);
    tf_buf_addf(out, ".\n");
}

static void md_by_task(const struct lines *t, struct tf_buf *out) {
    struct report_grid g = {0};
    title(t, kind_of(t)->by_task.title, out);
    heads(t, &g, "");
    for (int i = 0; i < t->n; i++) {
        if (t->line[i].swept) continue;
        names_of(&g, t->line[i].lead->row);
        for (int k = 0; k < t->tasks; k++) {
            const struct report_group *c = t->line[i].cell[k];
            if (c) cell_accuracy(&g, &c->test, c->diverged ? "diverged" : "failed");
            else report_grid_add(&g, "%s", report_dash);
        }
        if (t->common_n > 1) cell_accuracy(&g, &t->line[i].test, report_dash);
    }
    report_grid_end(&g, out);
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
    struct report_grid g = {0};
    title(t, kind_of(t)->work.title, out);
    tf_buf_addf(out, "By the paper's accounting / everything that the layer computes.\n\n");
    heads(t, &g, "");
    for (int i = 0; i < t->n; i++) {
        const struct line *l = &t->line[i];
        if (l->swept) continue;
        names_of(&g, l->lead->row);
        for (int k = 0; k < t->tasks + (t->common_n > 1); k++) {
            const struct report_group *c = k < t->tasks ? l->cell[k] : NULL;
            double paper = k == t->tasks ? l->flops_paper_pct : c ? c->flops_paper_pct : NAN;
            double layer = k == t->tasks ? l->flops_layer_pct : c ? c->flops_layer_pct : NAN;
            if (isnan(layer)) report_grid_add(&g, "%s", report_dash);
            else if (isnan(paper)) report_grid_add(&g, "%s / %.2f", report_dash, layer);
            else report_grid_add(&g, "%.2f / %.2f", paper, layer);
        }
    }
    report_grid_end(&g, out);
    compare_grid(t, true, out);
    tf_buf_addf(out, "\n");
    note_average(t, out);
    note_sweep(t, out);
    tf_buf_addf(out, "- At n =");
    for (int k = 0; k < t->tasks; k++) tf_buf_addf(out, "%s %ld (%s)", k ? "," : "", t->part[k].row->flops_n, t->part[k].row->task);
    tf_buf_addf(out, "; routed mechanisms with the occupancy that the test set measured.\n");
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

/* ---- averages ---------------------------------------------------------------------------------------------------------------------- */

void report_average_csv(const struct report_all *a, struct tf_buf *out) {
    tf_buf_addf(
        out, "protocol,attention,title,setting,height,tasks,test_score_pct,test_lo_pct,test_hi_pct,seeds_lo_pct,seeds_hi_pct,paper_score_pct,"
             "paper_protocol,diff_points,within_noise,flops_paper_pct,flops_layer_pct,paper_flops_pct\n");
    for (int p = 0; p < a->n_parts; p = report_all_protocol(a, p)) {
        struct lines t;
        make_lines(&t, a, p);
        for (int i = 0; i < t.n; i++) {
            const struct line *l = &t.line[i];
            const struct tf_row *r = l->lead->row;
            struct tf_buf tasks = {0};
            if (!l->whole) continue;
            common_names(&t, " ", &tasks);
            report_csv_texts(out, (const char *[]){r->protocol, r->attention, r->title, r->setting}, 4);
            if (r->height >= 0) tf_buf_addf(out, "%ld", r->height);
            tf_buf_addf(out, ",");
            tf_csv_field(out, tasks.s);
            report_csv_numbers(out, (double[]){l->test.mean, l->test.lo, l->test.hi, l->seeds.lo, l->seeds.hi, l->paper_score_pct}, 6);
            tf_buf_addf(out, ",%s", report_paper_word(l->paper));
            report_csv_numbers(out, &(double){l->diff_pct}, 1);
            tf_buf_addf(out, ",%s", yes_no(l->within));
            report_csv_numbers(out, (double[]){l->flops_paper_pct, l->flops_layer_pct, l->paper_flops_pct}, 3);
            tf_buf_addf(out, "\n");
            tf_buf_free(&tasks);
        }
        free_lines(&t);
    }
}

static void md_average(const struct lines *t, struct tf_buf *out) {
    struct report_grid g = {0};
    char text[REPORT_WHY];
    bool same = is_paper(t), any = false;
    unsigned why = 0;
    for (int i = 0; i < t->n; i++) {
        const struct line *l = &t->line[i];
        any |= l->whole;
        if (l->paper == REPORT_PAPER_OTHER || l->paper_flops == REPORT_PAPER_OTHER) why |= l->why;
    }
    title(t, kind_of(t)->average.title, out);
    if (!any) {
        tf_buf_addf(out, "- No average: it takes two tasks where every mechanism has runs.\n");
        return;
    }
    report_grid_head(&g, true, "Mechanism");
    report_grid_head(&g, true, "Setting");
    report_grid_head(&g, false, "Average (95 %%)");
    report_grid_head(&g, false, same ? "Paper, difference" : "Paper (other protocol)");
    report_grid_head(&g, false, "FLOPs %%, paper's accounting");
    report_grid_head(&g, false, same ? "Paper's FLOPs %%, difference" : "Paper's FLOPs %% (other protocol)");
    report_grid_head(&g, false, "FLOPs %%, layer");
    for (int i = 0; i < t->n; i++) {
        const struct line *l = &t->line[i];
        if (!l->whole) continue;
        names_of(&g, l->lead->row);
        cell_accuracy(&g, &l->test, report_dash);
        cell_difference(&g, l->paper, l->paper_score_pct, l->diff_pct, l->within);
        report_grid_add(&g, isnan(l->flops_paper_pct) ? report_dash : "%.2f", l->flops_paper_pct);
        cell_difference(&g, l->paper_flops, l->paper_flops_pct, l->diff_flops_pct, -1);
        report_grid_add(&g, isnan(l->flops_layer_pct) ? report_dash : "%.2f", l->flops_layer_pct);
    }
    report_grid_end(&g, out);
    tf_buf_addf(out, "\n");
    note_average(t, out);
    if (same && why)
        tf_buf_addf(out, "- *(In parentheses)*: of some of these tasks the paper's value is %s: not comparable.\n",
                    report_other_text(text, why));
}

void report_average_md(const struct report_all *a, struct tf_buf *out) { md_all(a, md_average, out); }
void report_by_task_md(const struct report_all *a, struct tf_buf *out) { md_all(a, md_by_task, out); }
void report_work_md(const struct report_all *a, struct tf_buf *out) { md_all(a, md_work, out); }
