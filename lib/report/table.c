/* table.csv for programs and table.md for people: one line a (task, attention, setting). */
#include "report/table.h"
#include "report/table_grid.h"
#include <limits.h>
#include <math.h>
#include <string.h>

/* ---- table.csv --------------------------------------------------------------------------------------------------------------- */

void report_number(struct tf_buf *out, double v) {
    if (!isnan(v)) tf_buf_addf(out, "%.10g", v);
}

static const char *status_of(const struct report_group *g) {
    return g->ok == g->n ? "ok" : g->ok ? "partial" : g->diverged ? "diverged" : "failed";
}

static const char csv_head[] =
    "task,protocol,quirks,attention,title,setting,height,runs,seeds,diverged,status,test_n,test_score_pct,test_lo_pct,"
    "test_hi_pct,seeds_lo_pct,seeds_hi_pct,valid_score_pct,";
static const char csv_head_paper[] = "paper_score_pct,paper_protocol,diff_points,within_noise,";
static const char csv_head_work[] = "flops_paper_pct,flops_layer_pct,flops_n,flops_forward,occupancy,mean_len,parameters,steps,"
                                    "train_time_s,train_cpu_s,eval_time_s,tokens_per_s,peak_bytes\n";

void report_csv_numbers(struct tf_buf *out, const double *v, int n) {
    for (int i = 0; i < n; i++) {
        tf_buf_addf(out, ",");
        report_number(out, v[i]);
    }
}

void report_csv_texts(struct tf_buf *out, const char *const *text, int n) {
    for (int i = 0; i < n; i++) {
        tf_csv_field(out, text[i]);
        tf_buf_addf(out, ",");
    }
}

const char *report_paper_word(enum report_paper p) { return p == REPORT_PAPER_SAME ? "same" : p == REPORT_PAPER_OTHER ? "other" : ""; }

static void csv_line(const struct report *r, const struct report_group *g, struct tf_buf *out) {
    const struct tf_row *a = g->row;
    report_csv_texts(out, (const char *[]){a->task, r->protocol, a->quirks, a->attention, a->title, a->setting}, 6);
    if (a->height >= 0) tf_buf_addf(out, "%ld", a->height);
    tf_buf_addf(out, ",%d,%d,%d,%s", g->n, g->ok, g->diverged, status_of(g));
    report_csv_numbers(out, (double[]){g->test_n, g->test.mean, g->test.lo, g->test.hi, g->seeds.lo, g->seeds.hi, g->valid_score_pct}, 7);
    if (r->paper != REPORT_PAPER_NONE) {
        report_csv_numbers(out, &g->paper_score_pct, 1);
        tf_buf_addf(out, ",%s", report_paper_word(g->paper));
        report_csv_numbers(out, &g->diff_pct, 1);
        tf_buf_addf(out, ",%s", g->within < 0 ? "" : g->within ? "yes" : "no");
    }
    report_csv_numbers(
        out, (double[]){g->flops_paper_pct, g->flops_layer_pct, (double)a->flops_n, g->flops_forward, g->occupancy, g->mean_len}, 6);
    report_csv_numbers(
        out, (double[]){g->parameters, g->steps, g->train_time_s, g->train_cpu_s, g->eval_time_s, g->tokens_per_s, g->peak_bytes}, 7);
    tf_buf_addf(out, "\n");
}

void report_table_csv(const struct report *r, struct tf_buf *out) {
    tf_buf_addf(out, "%s%s%s", csv_head, r->paper == REPORT_PAPER_NONE ? "" : csv_head_paper, csv_head_work);
    for (int i = 0; i < r->n_groups; i++) csv_line(r, &r->group[i], out);
}

/* ---- table.md ---------------------------------------------------------------------------------------------------------------- */

static void put_interval(struct report_grid *out, const struct tf_interval *t) {
    if (isnan(t->lo) || isnan(t->hi)) report_grid_add(out, "%s", report_dash);
    else report_grid_add(out, "%.2f to %.2f", t->lo, t->hi);
}

static void cell_task(const struct report_group *g, struct report_grid *out) { report_grid_add(out, "%s", g->row->task); }
static void cell_title(const struct report_group *g, struct report_grid *out) {
    report_grid_add(out, "%s", *g->row->title ? g->row->title : g->row->attention);
}
static void cell_setting(const struct report_group *g, struct report_grid *out) {
    report_grid_add(out, "%s", *g->row->setting ? g->row->setting : report_dash);
}
static void cell_seeds(const struct report_group *g, struct report_grid *out) { report_grid_add(out, "%d", g->ok); }
static void cell_acc(const struct report_group *g, struct report_grid *out) { report_grid_number(out, "%.2f", g->test.mean); }
static void cell_test(const struct report_group *g, struct report_grid *out) { put_interval(out, &g->test); }
static void cell_over_seeds(const struct report_group *g, struct report_grid *out) { put_interval(out, &g->seeds); }
static void cell_paper(const struct report_group *g, struct report_grid *out) {
    report_grid_number(out, g->paper == REPORT_PAPER_SAME ? "%.2f" : "*(%.2f)*", g->paper_score_pct);
}
static void cell_diff(const struct report_group *g, struct report_grid *out) { report_grid_number(out, "%+.2f", g->diff_pct); }
static void cell_within(const struct report_group *g, struct report_grid *out) {
    report_grid_add(out, "%s", g->within < 0 ? report_dash : g->within ? "yes" : "no");
}
static void cell_flops_paper(const struct report_group *g, struct report_grid *out) { report_grid_number(out, "%.2f", g->flops_paper_pct); }
static void cell_flops_layer(const struct report_group *g, struct report_grid *out) { report_grid_number(out, "%.2f", g->flops_layer_pct); }
static void cell_parameters(const struct report_group *g, struct report_grid *out) { report_grid_number(out, "%.0f", g->parameters); }
static void cell_tokens(const struct report_group *g, struct report_grid *out) { report_grid_number(out, "%.0f", g->tokens_per_s); }

static void cell_time(const struct report_group *g, struct report_grid *out) {
    char text[32];
    report_grid_add(out, "%s", isnan(g->train_time_s) ? report_dash : tf_format_duration(text, g->train_time_s));
}

static void cell_memory(const struct report_group *g, struct report_grid *out) {
    char text[32];
    report_grid_add(out, "%s", isnan(g->peak_bytes) ? report_dash : tf_format_bytes(text, g->peak_bytes));
}

static void cell_status(const struct report_group *g, struct report_grid *out) {
    int bad = g->n - g->ok;
    const char *what = bad == g->diverged ? "diverged" : "failed";
    if (!bad) report_grid_add(out, "ok");
    else if (g->n == 1) report_grid_add(out, "%s", what);
    else report_grid_add(out, "%d of %d %s", bad, g->n, what);
}

enum when { ALWAYS, IF_TASKS, IF_SAME, IF_OTHER };
static const struct column {
    const char *head;
    bool left;
    enum when when;
    void (*put)(const struct report_group *g, struct report_grid *out);
} columns[] = {
    {"Task", true, IF_TASKS, cell_task},
    {"Mechanism", true, ALWAYS, cell_title},
    {"Setting", true, ALWAYS, cell_setting},
    {"Seeds", false, ALWAYS, cell_seeds},
    {"Test acc. %", false, ALWAYS, cell_acc},
    {"95 %, test set", false, ALWAYS, cell_test},
    {"95 %, seeds", false, ALWAYS, cell_over_seeds},
    {"Paper %", false, IF_SAME, cell_paper},
    {"Paper % (other protocol)", false, IF_OTHER, cell_paper},
    {"Difference", false, IF_SAME, cell_diff},
    {"Within noise", true, IF_SAME, cell_within},
    {"FLOPs %, paper", false, ALWAYS, cell_flops_paper},
    {"FLOPs %, layer", false, ALWAYS, cell_flops_layer},
    {"Parameters", false, ALWAYS, cell_parameters},
    {"Train time", false, ALWAYS, cell_time},
    {"Tokens/s", false, ALWAYS, cell_tokens},
    {"Peak memory", false, ALWAYS, cell_memory},
    {"Status", true, ALWAYS, cell_status},
};

static bool wanted(const struct report *r, const struct column *c) {
    return c->when == ALWAYS || (c->when == IF_TASKS && r->many_tasks) || (c->when == IF_SAME && r->paper == REPORT_PAPER_SAME) ||
           (c->when == IF_OTHER && r->paper == REPORT_PAPER_OTHER);
}

const char *report_metric(const struct report *r, bool valid) {
    const char *m = r->n ? r->row->metric : "";
    for (int i = 1; i < r->n; i++)
        if (strcmp(r->row[i].metric, m)) return "score";
    if (r->n && valid && !strcmp(r->row->task, "squad")) return "accuracy"; // its F1 is of the test alone
    return !strcmp(m, "f1") ? "F1" : !strcmp(m, "matthews") ? "Matthews" : "accuracy";
}

static void grid(const struct report *r, struct tf_buf *out) {
    struct report_grid t = {0};
    const char *metric = report_metric(r, false);
    char head[32];
    snprintf(head, sizeof head, "Test %s %%", strcmp(metric, "accuracy") ? metric : "acc.");
    for (size_t j = 0; j < TF_COUNT(columns); j++)
        if (wanted(r, &columns[j])) report_grid_head(&t, columns[j].left, "%s", columns[j].put == cell_acc ? head : columns[j].head);
    for (int i = 0; i < r->n_groups; i++)
        for (size_t j = 0; j < TF_COUNT(columns); j++)
            if (wanted(r, &columns[j])) columns[j].put(&r->group[i], &t);
    report_grid_end(&t, out);
}

/* Consecutive rows of a task often share them: each text once a task. */
void report_add_quirks(const struct report *part, int n, struct tf_buf *out) {
    size_t before = out->len;
    for (int p = 0; p < n; p++)
        for (int i = 0; i < part[p].n; i++) {
            const struct tf_row *a = &part[p].row[i];
            bool told = !*a->quirks;
            for (int k = 0; k < i && !told; k++) told = !strcmp(part[p].row[k].task, a->task) && !strcmp(part[p].row[k].quirks, a->quirks);
            if (told) continue;
            if (out->len == before) tf_buf_addf(out, "Quirks of the published code that are on, and data:\n\n");
            tf_buf_addf(out, "- %s: ", a->task);
            for (const char *c = a->quirks; *c; c++) tf_buf_addf(out, "%c", (unsigned char)*c < ' ' ? ' ' : *c);
            tf_buf_addf(out, ".\n");
        }
    if (out->len > before) tf_buf_addf(out, "\n");
}

/* ---- the notes below it ----------------------------------------------------------------------------------------------------------- */

/* "2000", or "500 to 2000" where the runs that ended well differ. */
static void add_range(const struct report *r, size_t offset, struct tf_buf *out) {
    long lo = LONG_MAX, hi = LONG_MIN;
    for (int i = 0; i < r->n; i++) {
        long v = *(const long *)(const void *)((const char *)&r->row[i] + offset);
        if (!tf_row_ok(&r->row[i])) continue;
        if (v < lo) lo = v;
        if (v > hi) hi = v;
    }
    if (lo > hi) tf_buf_addf(out, "%s", report_dash);
    else tf_buf_addf(out, lo < hi ? "%ld to %ld" : "%ld", lo, hi);
}

static void add_bad_runs(const struct report *r, struct tf_buf *out) {
    for (int i = 0; i < r->n; i++) {
        const struct tf_row *a = &r->row[i];
        if (tf_row_ok(a)) continue;
        tf_buf_addf(out, "- Not in the means: `%s`, seed %ld, %s after %ld steps.\n", a->run, a->seed, a->status, a->steps);
    }
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

/* Layers of models of which training computed first queries alone; 0: of none. */
static long first_queries(const struct report *r) {
    for (int i = 0; i < r->n; i++)
        if (!strcmp(r->row[i].queries, "first") && !report_kind(r->row[i].task)->command) return r->row[i].layers;
    return 0;
}

static void notes(const struct report *r, struct tf_buf *out) {
    tf_buf_addf(out, "- Protocol `%s`.", r->protocol);
    if (strcmp(r->protocol, "paper")) tf_buf_addf(out, " Compare only with results of the same protocol.");
    char text[REPORT_WHY];
    unsigned why = 0;
    for (int i = 0; r->paper == REPORT_PAPER_SAME && i < r->n_groups; i++)
        if (r->group[i].paper == REPORT_PAPER_OTHER) why |= report_other_why(r->group[i].row);
    if (why) tf_buf_addf(out, "\n- *(In parentheses)*: the paper's value %s: not comparable.", report_other_text(text, why));
    tf_buf_addf(out, "\n- Test examples: ");
    add_range(r, offsetof(struct tf_row, test_n), out);
    if (majority(r) > 0) tf_buf_addf(out, ", %.1f %% of them in the largest class", majority(r));
    tf_buf_addf(
        out,
        ". The score is the mean over the seeds; the interval over the test set is Wilson's at that mean (of F1 and Matthews: resampled, or over "
        "the questions), the interval over the seeds is Student's t (— for one seed).%s\n",
        many_seeds(r) ? " Times and tokens/s are medians over the seeds." : "");
    if (r->paper == REPORT_PAPER_OTHER)
        tf_buf_addf(out, "- The paper's value (`%s`) is of another protocol: not comparable.\n", r->paper_table);
    if (r->paper == REPORT_PAPER_SAME)
        tf_buf_addf(
            out,
            "- Paper: `%s`. Within noise: |difference| is at most the half-widths of the two 95 %% intervals over a test set of this size, "
            "ours and the paper's (of F1 and Matthews: as wide as ours), added in quadrature. How the paper's seeds varied is not known.\n",
            r->paper_table);
    tf_buf_addf(out, "- FLOPs: forward work of one attention layer, %% of full attention at n = ");
    add_range(r, offsetof(struct tf_row, flops_n), out);
    tf_buf_addf(out, "; *paper*: the papers' accounting, *layer*: everything that the layer computes.\n");
    long layers = first_queries(r);
    if (layers)
        tf_buf_addf(
            out,
            "- Times: the head reads the first token alone, so training computes one query a sequence in %s. They say %s about the mechanisms; "
            "`model.all_queries: true` computes all.\n",
            layers == 1 ? "the only layer" : "the last layer", layers == 1 ? "little" : "less");
    add_bad_runs(r, out);
}

void report_table_md(const struct report *r, struct tf_buf *out) {
    tf_buf_addf(out, "# %s (protocol: %s)\n\n", r->title, r->protocol);
    if (!strcmp(r->protocol, "quick")) tf_buf_addf(out, "**A quick tour at reduced length: not a result of the paper's protocol.**\n\n");
    if (r->n == 0) {
        tf_buf_addf(out, "No run has finished yet.\n");
        return;
    }
    report_add_quirks(r, 1, out);
    grid(r, out);
    tf_buf_addf(out, "\n");
    notes(r, out);
}
