/* Times of attention modules as tables: every figure for programs, a grid beside the paper's for people, and where lines cross. */
#include "report/infer_table.h"

#include <math.h>

#include "report/column.h"
#include "report/paper.h"
#include "results/manifest.h"

static const struct infer_time *at(const struct tf_infer *s, int l, int entry) { return &s->time[l * s->n + entry]; }
static double median(const struct tf_infer *s, int l, int entry) {
    return at(s, l, entry)->status == INFER_OK ? at(s, l, entry)->median : (double)NAN;
}

/* The paper's module has 768 channels, 8 heads, batch 1, no mask; its trees are of height 6. */
double infer_paper_s(const struct tf_infer *s, const char *paper_dir, int entry, int length) {
    const struct infer_entry *x = &s->entry[entry];
    const struct infer_cfg *c = &s->cfg;
    char column[32];
    if (!x->attn || !*s->paper_table || x->causal || c->dim != 768 || c->qkv_dim || c->heads != 8 || c->batch != 1) return NAN;
    const struct tf_opt *o = tf_opt_find(x->attn->opts, "height");
    if (o && o->type == TF_INT && *(const int *)(const void *)((const char *)x->opts + o->offset) != 6) return NAN;
    snprintf(column, sizeof column, "n%d_ms", c->lengths.v[length]);
    return tf_paper_value(paper_dir, s->paper_table, x->attn->name, column) / 1e3;
}

/* ---- lines ------------------------------------------------------------------------------------------------------------------ */

struct infer_fit infer_fit(const struct tf_infer *s, int entry) {
    struct infer_fit f = {NAN, NAN, NAN, NAN, ""};
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (int l = 0; l < s->lengths; l++) {
        double x = log(s->cfg.lengths.v[l]), y = log(median(s, l, entry));
        if (isnan(y)) continue;
        if (n == 0) f.from = s->cfg.lengths.v[l];
        f.to = s->cfg.lengths.v[l];
        n++, sx += x, sy += y, sxx += x * x, sxy += x * y;
    }
    if (n > 1) f.slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
    int full = entry ? infer_full(s, entry) : -1, faster = 0, slower = 0;
    if (full < 0 || full == entry) return f;
    double n0 = NAN, d0 = NAN; // of the length before; d: log of the ratio of the times
    for (int l = 0; l < s->lengths; l++) {
        double n1 = log(s->cfg.lengths.v[l]), d = log(median(s, l, entry) / median(s, l, full));
        if (isnan(d)) continue;
        if (d >= 0) f.crossover = NAN;
        else if (d0 >= 0) f.crossover = exp(n0 + (n1 - n0) * d0 / (d0 - d)); // on straight lines in the logarithms
        faster += d < 0, slower += d >= 0;
        n0 = n1, d0 = d;
    }
    if (!faster) f.note = slower ? "slower at every length" : "not compared";
    else if (!slower) f.note = "faster at every length";
    else if (d0 >= 0) f.note = "faster at some lengths but slower at the longest";
    return f;
}

/* ---- CSV -------------------------------------------------------------------------------------------------------------------------- */

static const char *status_of(const struct infer_time *r) {
    static const char *const name[] = {"ok", "too long", "too large", "stopped"};
    return name[r->status];
}

static double ratio_to(const struct tf_infer *s, int l, int entry, int other) {
    return other < 0 ? (double)NAN : median(s, l, entry) / median(s, l, other);
}

/* A line of all three tables: one mechanism at one length, or (fit) at all. NaN: not measured. */
struct line {
    const char *name, *title, *setting, *causal, *status;
    int n, batch, repeats;
    double v[24], paper_s, median_ms, q1_ms, q3_ms, paper_ms, paper_ratio, mib;
    struct infer_fit fit;
};
/* Places in v, in the order of times.csv. */
enum {
    MEDIAN,
    Q1,
    Q3,
    MIN,
    SHARE,
    PROJECT,
    ROUTE,
    GATHER,
    ATTEND,
    OTHER,
    OUTPUT,
    GFLOP,
    RATE,
    PEAK,
    CORE,
    CORE_PEAK,
    ACTIVATIONS,
    PARAMETERS,
    OCCUPANCY,
    LARGEST,
    MEAN_LEAF,
    SKEW,
    TO_PROJECTIONS,
    TO_FULL,
    VALUES
};

static struct line names_of(const struct tf_infer *s, int entry) {
    const struct infer_entry *x = &s->entry[entry];
    return (struct line){.name = x->attn ? x->attn->name : "projections",
                         .title = infer_title(x),
                         .setting = x->setting,
                         .causal = x->causal ? "true" : "false"};
}

static void measured(const struct tf_infer *s, int l, int entry, double v[VALUES]) {
    const struct infer_time *r = at(s, l, entry);
    double peak = s->peak_gflops * r->threads, rate = r->flops / r->median * 1e-9,
           core = r->core_flops > 0 ? r->core_flops / r->phase[TF_PHASE_ATTEND] * 1e-9 : (double)NAN;
    const double all[VALUES] = {[MEDIAN] = r->median,
                                [Q1] = r->q1,
                                [Q3] = r->q3,
                                [MIN] = r->min,
                                [SHARE] = r->cpu_share,
                                [PROJECT] = r->phase[TF_PHASE_PROJECT],
                                [ROUTE] = r->phase[TF_PHASE_ROUTE],
                                [GATHER] = r->phase[TF_PHASE_GATHER],
                                [ATTEND] = r->phase[TF_PHASE_ATTEND],
                                [OTHER] = r->phase[TF_PHASE_OTHER],
                                [OUTPUT] = r->phase[TF_PHASE_OUTPUT],
                                [GFLOP] = r->flops * 1e-9,
                                [RATE] = rate,
                                [PEAK] = 100 * rate / peak,
                                [CORE] = core,
                                [CORE_PEAK] = 100 * core / peak,
                                [ACTIVATIONS] = r->activation_bytes,
                                [PARAMETERS] = r->parameter_bytes,
                                [OCCUPANCY] = r->f,
                                [LARGEST] = r->largest_leaf,
                                [MEAN_LEAF] = r->mean_leaf,
                                [SKEW] = r->skew,
                                [TO_PROJECTIONS] = ratio_to(s, l, entry, 0),
                                [TO_FULL] = ratio_to(s, l, entry, infer_full(s, entry))};
    for (int i = 0; i < VALUES; i++) v[i] = r->status == INFER_OK ? all[i] : (double)NAN;
}

static struct line line_of(const struct tf_infer *s, const char *paper_dir, int l, int entry) {
    struct line x = names_of(s, entry);
    const struct infer_time *r = at(s, l, entry);
    const int full = infer_full(s, entry);
    x.n = s->cfg.lengths.v[l], x.batch = s->cfg.batch;
    x.status = status_of(r);
    x.repeats = r->status == INFER_OK ? r->repeats : 0;
    measured(s, l, entry, x.v);
    x.paper_s = infer_paper_s(s, paper_dir, entry, l);
    x.median_ms = 1e3 * x.v[MEDIAN], x.q1_ms = 1e3 * x.v[Q1], x.q3_ms = 1e3 * x.v[Q3], x.paper_ms = 1e3 * x.paper_s;
    x.paper_ratio = full < 0 ? (double)NAN : x.paper_s / infer_paper_s(s, paper_dir, full, l);
    x.mib = x.v[ACTIVATIONS] / 1048576;
    return x;
}

static void cell_setting(const void *line, struct tf_buf *out) {
    const struct line *x = line;
    bool causal = *x->causal == 't';
    tf_buf_addf(out, "%s%s%s", x->setting, causal && *x->setting ? " " : "", causal ? "causal" : "");
}
static void cell_ms(const void *line, struct tf_buf *out) {
    const struct line *x = line;
    if (isnan(x->median_ms)) tf_buf_addf(out, "%s", x->status);
    else tf_buf_addf(out, x->median_ms < 99.5 ? "%.2f" : "%.1f", x->median_ms);
}
static void cell_quartiles(const void *line, struct tf_buf *out) {
    const struct line *x = line;
    if (!isnan(x->median_ms)) tf_buf_addf(out, "%.2f to %.2f", x->q1_ms, x->q3_ms);
}
static void cell_between(const void *line, struct tf_buf *out) {
    const struct line *x = line;
    tf_buf_addf(out, "%.0f and %.0f", x->fit.from, x->fit.to);
}
static void cell_crossover(const void *line, struct tf_buf *out) {
    const struct line *x = line;
    if (isnan(x->fit.crossover)) tf_buf_addf(out, "%s", x->fit.note);
    else tf_buf_addf(out, "%.0f", x->fit.crossover);
}

enum { PAPER = 1 };
#define LINE(type, field) REPORT_AT(type, line, field)
#define VALUE(i) LINE(REAL, v[i])
#define NAMES                                                                         \
    {"attention", NULL, LINE(TEXT, name)}, {"title", "Mechanism", LINE(TEXT, title)}, \
        {"setting", "Setting", LINE(TEXT, setting), .cell = cell_setting}, {          \
        "causal", NULL, LINE(TEXT, causal)                                            \
    }
static const struct report_column times_columns[] = {NAMES,
                                                     {"n", NULL, LINE(COUNT, n)},
                                                     {"batch", NULL, LINE(COUNT, batch)},
                                                     {"status", NULL, LINE(TEXT, status)},
                                                     {"repeats", NULL, LINE(COUNT, repeats)},
                                                     {"median_s", NULL, VALUE(MEDIAN)},
                                                     {"q1_s", NULL, VALUE(Q1)},
                                                     {"q3_s", NULL, VALUE(Q3)},
                                                     {"min_s", NULL, VALUE(MIN)},
                                                     {"cpu_share", NULL, VALUE(SHARE)},
                                                     {"project_s", NULL, VALUE(PROJECT)},
                                                     {"route_s", NULL, VALUE(ROUTE)},
                                                     {"gather_s", NULL, VALUE(GATHER)},
                                                     {"attend_s", NULL, VALUE(ATTEND)},
                                                     {"other_s", NULL, VALUE(OTHER)},
                                                     {"output_s", NULL, VALUE(OUTPUT)},
                                                     {"gflop", NULL, VALUE(GFLOP)},
                                                     {"gflops_per_s", NULL, VALUE(RATE)},
                                                     {"peak_pct", NULL, VALUE(PEAK)},
                                                     {"attend_gflops_per_s", NULL, VALUE(CORE)},
                                                     {"attend_peak_pct", NULL, VALUE(CORE_PEAK)},
                                                     {"activation_bytes", NULL, VALUE(ACTIVATIONS)},
                                                     {"parameter_bytes", NULL, VALUE(PARAMETERS)},
                                                     {"occupancy", NULL, VALUE(OCCUPANCY)},
                                                     {"largest_leaf", NULL, VALUE(LARGEST)},
                                                     {"mean_leaf", NULL, VALUE(MEAN_LEAF)},
                                                     {"skew", NULL, VALUE(SKEW)},
                                                     {"ratio_projections", NULL, VALUE(TO_PROJECTIONS)},
                                                     {"ratio_full", NULL, VALUE(TO_FULL)},
                                                     {"paper_s", NULL, LINE(REAL, paper_s)},
                                                     {0}};
static const struct report_column table_columns[] = {{"n", "n", LINE(COUNT, n)},
                                                     NAMES,
                                                     {"ours_ms", "ms", LINE(REAL, median_ms), .cell = cell_ms},
                                                     {NULL, "quartiles", REPORT_CELL, .cell = cell_quartiles},
                                                     {"paper_ms", "paper, ms", LINE(REAL, paper_ms), "%.0f", .when = PAPER},
                                                     {"ours_ratio_full", "/ full", VALUE(TO_FULL), "%.3f"},
                                                     {"paper_ratio_full", "paper, / full", LINE(REAL, paper_ratio), "%.3f", .when = PAPER},
                                                     {"ours_ratio_projections", "/ projections", VALUE(TO_PROJECTIONS)},
                                                     {NULL, "occupancy f", VALUE(OCCUPANCY), "%.4f"},
                                                     {NULL, "largest leaf", VALUE(LARGEST), "%.0f"},
                                                     {NULL, "skew", VALUE(SKEW)},
                                                     {NULL, "%% of peak", VALUE(PEAK), "%.0f"},
                                                     {NULL, "MiB", LINE(REAL, mib), "%.0f"},
                                                     {0}};
static const struct report_column fit_columns[] = {NAMES,
                                                   {"slope", "time grows as", LINE(REAL, fit.slope), "n^%.2f"},
                                                   {"slope_from_n", NULL, LINE(REAL, fit.from)},
                                                   {"slope_to_n", NULL, LINE(REAL, fit.to)},
                                                   {NULL, "between n", REPORT_WORD, .cell = cell_between},
                                                   {"crossover_n", NULL, LINE(REAL, fit.crossover)},
                                                   {"note", NULL, LINE(TEXT, fit.note)},
                                                   {NULL, "faster than full attention from n =", REPORT_WORD, .cell = cell_crossover},
                                                   {0}};

/* csv or grid is NULL. */
static void add_lines(const struct tf_infer *s, const char *paper_dir, const struct report_column *c, unsigned has, struct tf_buf *csv,
                      struct report_grid *grid) {
    for (int l = 0; l < s->lengths; l++)
        for (int i = 0; i < s->n; i++) {
            struct line x = line_of(s, paper_dir, l, i);
            if (csv) report_csv_line(c, has, &x, csv);
            else report_md_line(c, has, &x, grid);
        }
}

void infer_times_csv(const struct tf_infer *s, const char *paper_dir, struct tf_buf *out) {
    report_csv_head(times_columns, 0, out);
    add_lines(s, paper_dir, times_columns, 0, out, NULL);
}

void infer_table_csv(const struct tf_infer *s, const char *paper_dir, struct tf_buf *out) {
    report_csv_head(table_columns, PAPER, out);
    add_lines(s, paper_dir, table_columns, PAPER, out, NULL);
}

void infer_crossover_csv(const struct tf_infer *s, struct tf_buf *out) {
    report_csv_head(fit_columns, 0, out);
    for (int i = 0; i < s->n; i++) {
        struct line x = names_of(s, i);
        x.fit = infer_fit(s, i);
        report_csv_line(fit_columns, 0, &x, out);
    }
}

/* ---- Markdown ---------------------------------------------------------------------------------------------------------------------- */

static void md_table(const struct tf_infer *s, const char *paper_dir, struct tf_buf *out) {
    struct report_grid g = {0};
    const unsigned has = *s->paper_table ? PAPER : 0;
    report_md_head(table_columns, has, "", &g);
    add_lines(s, paper_dir, table_columns, has, NULL, &g);
    report_grid_end(&g, out);
}

static void md_crossover(const struct tf_infer *s, struct tf_buf *out) {
    struct report_grid g = {0};
    report_md_head(fit_columns, 0, "", &g);
    for (int i = 0; i < s->n; i++) {
        struct line x = names_of(s, i);
        x.fit = infer_fit(s, i);
        report_md_line(fit_columns, 0, &x, &g);
    }
    report_grid_end(&g, out);
}

void infer_table_md(const struct tf_infer *s, const char *paper_dir, struct tf_buf *out) {
    const struct infer_cfg *c = &s->cfg;
    char bound[48] = "not bound to a CPU", cpu[CPU_NAME];
    if (s->cpu >= 0) snprintf(bound, sizeof bound, "bound to CPU %d", s->cpu);
    tf_buf_addf(out, "# %s (protocol: %s)\n\n", s->title, s->protocol);
    tf_buf_addf(
        out, "Projections, attention and output projection of one layer: %d channels, %d heads, batch %d, %s, no gradient, no dropout.\n\n",
        c->dim, c->heads, c->batch, c->precision == TF_PRECISION_BF16 ? "bf16 with fp32 sums" : TF_PRECISION);
    md_table(s, paper_dir, out);
    tf_buf_addf(out,
                "\n- Median of the timed passes (%d at most, %d at least), mechanisms in turn, after %d to warm up; %d thread%s, %s.\n",
                c->repeats, c->repeats < 3 ? c->repeats : 3, c->warmup + 1, s->threads, s->threads == 1 ? "" : "s", bound);
    exp_cpu(cpu);
    tf_buf_addf(out, "- Machine: %s; BLAS core %s, own kernels %s; peak of one core, measured in this run: %.0f GFLOP/s.\n", cpu,
                s->blas_core, s->isa, s->peak_gflops);
    if (s->threads > 1) tf_buf_addf(out, "- %% of peak: of one core's times the threads that have sequences to compute.\n");
    tf_buf_addf(out,
                "- / full: over full attention with the same mask. / projections: over four GEMMs (n x %d x %d) timed in the same turns.\n",
                c->dim, c->dim);
    tf_buf_addf(
        out,
        "- Trees: %s; occupancy f = sum over leaves (of all trees of a forest) of queries times keys / n^2; skew = largest leaf / mean leaf. "
        "The input is standard normal.\n",
        *c->from                         ? "from a checkpoint"
        : c->tree == INFER_TREE_BALANCED ? "biases that balance the leaves for this input"
                                         : "as initialised");
    tf_buf_addf(out, "- MiB: activations at their peak, without the input.\n");
    if (*s->paper_table) tf_buf_addf(out, "- The paper's times (`%s`) are of another machine: compare ratios.\n", s->paper_table);
    tf_buf_addf(out, "\n");
    md_crossover(s, out);
}
