/* Times of attention modules as tables: every figure for programs, a grid beside the paper's for people, and where lines cross. */
#include "results/escape.h"
#include "results/infer_table.h"

#include <math.h>
#include <string.h>

#include "results/column.h"
#include "results/paper.h"

static const struct infer_time *at(const struct tf_infer *s, int l, int entry) { return &s->time[l * s->n + entry]; }
static double median(const struct tf_infer *s, int l, int entry) {
    return at(s, l, entry)->status == INFER_OK ? at(s, l, entry)->median : (double)NAN;
}

/* Has the mechanism the paper's options? Its trees are of height 6 or have 100 x 10 leaves; it says no more, so everything else is as by default. */
static bool has_paper_options(const struct infer_entry *x) {
    static const char *const trees[][2] = {{"height", "6"}, {"branching", "[100, 10]"}};
    const struct tf_opt *all = x->attn->opts;
    void *paper = tf_alloc(x->attn->opts_size ? x->attn->opts_size : 1);
    bool same = true;
    tf_opt_defaults(all, paper);
    for (size_t i = 0; i < TF_COUNT(trees); i++) tf_opt_set(all, paper, trees[i][0], trees[i][1], &(struct tf_err){0}); // those that it has
    for (const struct tf_opt *o = tf_opt_next(all, NULL); o; o = tf_opt_next(all, o)) same &= tf_opt_equal(all, o, x->opts, paper);
    tf_free(paper);
    return same;
}

/* The paper's module has 768 channels, 8 heads, batch 1, no mask. */
double report_infer_paper_s(const struct tf_infer *s, int entry, int length) {
    const struct infer_entry *x = &s->entry[entry];
    const struct infer_cfg *c = &s->cfg;
    char column[32];
    if (!x->attn || !*s->heading.paper_table || x->causal || c->dim != 768 || c->qkv_dim || c->heads != 8 || c->batch != 1) return NAN;
    if (!has_paper_options(x)) return NAN;
    snprintf(column, sizeof column, "n%d_ms", c->lengths.v[length]);
    return tf_paper_value(s->heading.paper_table, x->attn->name, column) / 1e3;
}

/* ---- lines ------------------------------------------------------------------------------------------------------------------ */

struct report_infer_fit report_infer_fit(const struct tf_infer *s, int entry) {
    struct report_infer_fit f = {NAN, NAN, NAN, NAN, ""};
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (int l = 0; l < s->lengths; l++) {
        double x = log(s->cfg.lengths.v[l]), y = log(median(s, l, entry));
        if (isnan(y)) continue;
        if (n == 0) f.from = s->cfg.lengths.v[l];
        f.to = s->cfg.lengths.v[l];
        n++, sx += x, sy += y, sxx += x * x, sxy += x * y;
    }
    if (n > 1) f.slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
    else f.from = f.to = NAN;
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
    const bool all = faster + slower == s->lengths; // or one of the two was too long, or too large
    if (!faster) f.note = !slower ? "not compared" : all ? "slower at every length" : "slower where both were measured";
    else if (!slower) f.note = all ? "faster at every length" : "faster where both were measured";
    else if (d0 >= 0)
        f.note = all ? "faster at some lengths but slower at the longest" : "faster at some lengths but slower at the longest of both";
    return f;
}

/* ---- CSV -------------------------------------------------------------------------------------------------------------------------- */

static double ratio_to(const struct tf_infer *s, int l, int entry, int other) {
    return other < 0 ? (double)NAN : median(s, l, entry) / median(s, l, other);
}

static struct report_infer_line names_of(const struct tf_infer *s, int entry) {
    const struct infer_entry *x = &s->entry[entry];
    return (struct report_infer_line){.name = infer_name(x), .title = infer_title(x), .setting = x->setting, .causal = infer_causal(x)};
}

struct report_infer_line report_infer_line(const struct tf_infer *s, int l, int entry) {
    // clang-format off
    static const struct infer_time none = {.median = NAN, .q1 = NAN, .q3 = NAN, .min = NAN, .phase = {NAN, NAN, NAN, NAN, NAN, NAN},
        .flops = NAN, .core_flops = NAN, .activation_bytes = NAN, .parameter_bytes = NAN, .cpu_share = NAN, .f = NAN, .largest_leaf = NAN,
        .mean_leaf = NAN, .skew = NAN};
    // clang-format on
    _Static_assert(TF_PHASES == 6, "phases of infer_time");
    struct report_infer_line x = names_of(s, entry);
    const struct infer_time *r = at(s, l, entry);
    const int full = infer_full(s, entry);
    const double peak = s->peak_gflops * r->threads;
    x.n = s->cfg.lengths.v[l], x.batch = s->cfg.batch, x.status = report_infer_status(r->status);
    x.r = r->status == INFER_OK ? *r : none;
    x.bound_cpu = s->cpu, x.one_core = s->peak_gflops;
    r = &x.r;
    x.gflop = r->flops * 1e-9, x.rate = x.gflop / r->median, x.peak = 100 * x.rate / peak;
    x.core = r->core_flops > 0 ? r->core_flops / r->phase[TF_PHASE_ATTEND] * 1e-9 : (double)NAN, x.core_peak = 100 * x.core / peak;
    x.to_projections = ratio_to(s, l, entry, 0), x.to_full = ratio_to(s, l, entry, full);
    x.paper_s = report_infer_paper_s(s, entry, l);
    x.paper_ratio = full < 0 ? (double)NAN : x.paper_s / report_infer_paper_s(s, full, l);
    x.median_ms = 1e3 * r->median, x.paper_ms = 1e3 * x.paper_s;
    return x;
}

static void cell_setting(const void *line, struct tf_buf *out) {
    const struct report_infer_line *x = line;
    bool causal = *x->causal == 't';
    tf_buf_addf(out, "%s%s%s", x->setting, causal && *x->setting ? " " : "", causal ? "causal" : "");
}
void report_infer_ms(const void *line, struct tf_buf *out) {
    const struct report_infer_line *x = line;
    if (isnan(x->median_ms)) tf_buf_addf(out, "%s", x->status);
    else tf_buf_addf(out, x->median_ms < 99.5 ? "%.2f" : "%.1f", x->median_ms);
}
static void cell_quartiles(const void *line, struct tf_buf *out) {
    const struct report_infer_line *x = line;
    if (!isnan(x->median_ms)) tf_buf_addf(out, "%.2f to %.2f", 1e3 * x->r.q1, 1e3 * x->r.q3);
}
void report_infer_mib(const void *line, struct tf_buf *out) {
    const double mib = ((const struct report_infer_line *)line)->r.activation_bytes / 1048576;
    if (!isnan(mib)) tf_buf_addf(out, mib < 9.95 ? "%.1f" : "%.0f", mib);
}
static void cell_between(const void *line, struct tf_buf *out) {
    const struct report_infer_line *x = line;
    if (!isnan(x->fit.slope)) tf_buf_addf(out, "%.0f and %.0f", x->fit.from, x->fit.to);
}
static void cell_crossover(const void *line, struct tf_buf *out) {
    const struct report_infer_line *x = line;
    if (isnan(x->fit.crossover)) tf_buf_addf(out, "%s", x->fit.note);
    else tf_buf_addf(out, "%.0f", x->fit.crossover);
}

enum { PAPER = 1 };
#define LINE(type, field) REPORT_AT(type, report_infer_line, field)
#define CSV(type, name, field) REPORT_CSV(type, report_infer_line, name, field)
// clang-format off
#define NAMES \
    CSV(TEXT, attention, name), {"title", "Mechanism", LINE(TEXT, title)}, \
    {"setting", "Setting", LINE(TEXT, setting), .cell = cell_setting}, CSV(TEXT, causal, causal)
static const struct report_column times_columns[] = {
    NAMES, CSV(COUNT, n, n), CSV(COUNT, batch, batch), CSV(TEXT, status, status), CSV(COUNT, repeats, r.repeats),
    CSV(COUNT, threads, r.threads), CSV(COUNT, bound_cpu, bound_cpu), CSV(REAL, core_peak_gflops, one_core),
    CSV(REAL, median_s, r.median), CSV(REAL, q1_s, r.q1), CSV(REAL, q3_s, r.q3), CSV(REAL, min_s, r.min),
    CSV(REAL, cpu_share, r.cpu_share), CSV(REAL, project_s, r.phase[TF_PHASE_PROJECT]),
    CSV(REAL, route_s, r.phase[TF_PHASE_ROUTE]), CSV(REAL, gather_s, r.phase[TF_PHASE_GATHER]),
    CSV(REAL, attend_s, r.phase[TF_PHASE_ATTEND]), CSV(REAL, other_s, r.phase[TF_PHASE_OTHER]),
    CSV(REAL, output_s, r.phase[TF_PHASE_OUTPUT]), CSV(REAL, gflop, gflop), CSV(REAL, gflops_per_s, rate),
    CSV(REAL, peak_pct, peak), CSV(REAL, attend_gflops_per_s, core), CSV(REAL, attend_peak_pct, core_peak),
    CSV(REAL, activation_bytes, r.activation_bytes), CSV(REAL, parameter_bytes, r.parameter_bytes),
    CSV(REAL, occupancy, r.f), CSV(REAL, largest_leaf, r.largest_leaf), CSV(REAL, mean_leaf, r.mean_leaf),
    CSV(REAL, skew, r.skew), CSV(REAL, ratio_projections, to_projections), CSV(REAL, ratio_full, to_full),
    CSV(REAL, paper_s, paper_s),
    {0}
};
static const struct report_column table_columns[] = {
    {"n", "n", LINE(COUNT, n)},
    NAMES,
    {"ours_ms", "ms", LINE(REAL, median_ms), .cell = report_infer_ms},
    {NULL, "quartiles", REPORT_CELL, .cell = cell_quartiles},
    {"paper_ms", "paper, ms", LINE(REAL, paper_ms), "%.0f", .when = PAPER},
    {"ours_ratio_full", "/ full", LINE(REAL, to_full), "%.3f"},
    {"paper_ratio_full", "paper, / full", LINE(REAL, paper_ratio), "%.3f", .when = PAPER},
    {"ours_ratio_projections", "/ projections", LINE(REAL, to_projections)},
    {NULL, "occupancy f", LINE(REAL, r.f), "%.4f"},
    {NULL, "largest leaf", LINE(REAL, r.largest_leaf), "%.0f"},
    {NULL, "skew", LINE(REAL, r.skew)},
    {NULL, "%% of peak", LINE(REAL, peak), "%.0f"},
    {NULL, "MiB", REPORT_CELL, .cell = report_infer_mib},
    {0}
};
static const struct report_column fit_columns[] = {
    NAMES,
    {"slope", "time grows as", LINE(REAL, fit.slope), "n^%.2f"},
    CSV(REAL, slope_from_n, fit.from), CSV(REAL, slope_to_n, fit.to),
    {NULL, "between n", REPORT_WORD, .cell = cell_between},
    CSV(REAL, crossover_n, fit.crossover), CSV(TEXT, note, fit.note),
    {NULL, "faster than full attention from n =", REPORT_WORD, .cell = cell_crossover},
    {0}
};
// clang-format on

/* The table of all lengths, as CSV, or with md as Markdown. */
static void add_table(const struct tf_infer *s, const struct report_column *c, unsigned has, bool md, struct tf_buf *out) {
    struct report_grid grid = {0};
    if (md) report_md_head(c, has, "", &grid);
    else report_csv_head(c, has, out);
    for (int l = 0; l < s->lengths; l++)
        for (int i = 0; i < s->n; i++) {
            struct report_infer_line x = report_infer_line(s, l, i);
            if (md) report_md_line(c, has, &x, &grid);
            else report_csv_line(c, has, &x, out);
        }
    if (md) report_grid_end(&grid, out);
}

static void add_fits(const struct tf_infer *s, bool md, struct tf_buf *out) {
    struct report_grid grid = {0};
    if (md) report_md_head(fit_columns, 0, "", &grid);
    else report_csv_head(fit_columns, 0, out);
    for (int i = 0; i < s->n; i++) {
        struct report_infer_line x = names_of(s, i);
        x.fit = report_infer_fit(s, i);
        if (md) report_md_line(fit_columns, 0, &x, &grid);
        else report_csv_line(fit_columns, 0, &x, out);
    }
    if (md) report_grid_end(&grid, out);
}

void report_infer_times_csv(const struct tf_infer *s, struct tf_buf *out) { add_table(s, times_columns, 0, false, out); }

void report_infer_table_csv(const struct tf_infer *s, struct tf_buf *out) { add_table(s, table_columns, PAPER, false, out); }

void report_infer_crossover_csv(const struct tf_infer *s, struct tf_buf *out) { add_fits(s, false, out); }

/* At that length of that mechanism; -1: at any, of any. */
static bool has_paper(const struct tf_infer *s, int length, int entry) {
    for (int l = 0; l < s->lengths; l++)
        for (int i = 0; i < s->n; i++)
            if ((length < 0 || length == l) && (entry < 0 || entry == i) && !isnan(report_infer_paper_s(s, i, l))) return true;
    return false;
}

static void md_time(struct report_grid *g, double ms, double ratio) {
    if (isnan(ms)) report_grid_add(g, "%s", report_dash);
    else report_grid_add(g, isnan(ratio) ? "%.0f" : "%.0f (%.3f)", ms, ratio);
}

/* As the paper's Table 4: a line per mechanism, a column per length, ours beside the paper's; only what the paper has. */
static void add_paper_layout(const struct tf_infer *s, struct tf_buf *out) {
    struct report_grid grid = {0};
    if (!has_paper(s, -1, -1)) return;
    report_grid_head(&grid, true, "Mechanism");
    for (int l = 0; l < s->lengths; l++) {
        if (!has_paper(s, l, -1)) continue;
        report_grid_head(&grid, false, "n = %d, ms", s->cfg.lengths.v[l]);
        report_grid_head(&grid, false, "paper");
    }
    for (int i = 0; i < s->n; i++) {
        if (!has_paper(s, -1, i)) continue;
        report_grid_add(&grid, "%s", infer_title(&s->entry[i]));
        for (int l = 0; l < s->lengths; l++) {
            if (!has_paper(s, l, -1)) continue;
            const struct report_infer_line x = report_infer_line(s, l, i);
            md_time(&grid, x.median_ms, x.to_full);
            md_time(&grid, x.paper_ms, x.paper_ratio);
        }
    }
    report_grid_end(&grid, out);
    tf_buf_addf(out, "\nIn brackets: the time divided by full attention's.\n\n");
}

/* ---- the paper's Table 1 -------------------------------------------------------------------------------------------------------- */

/* A mechanism of the paper's Table 1 at one length, in percent of full attention with the same mask; NaN: one of the two was not measured. */
struct cost_line {
    struct report_infer_line of;
    const char *formula;
    double work, time;
};
// clang-format off
static const struct report_column cost_columns[] = {
    REPORT_CSV(TEXT, cost_line, attention, of.name), REPORT_CSV(TEXT, cost_line, setting, of.setting),
    REPORT_CSV(TEXT, cost_line, causal, of.causal), REPORT_CSV(TEXT, cost_line, cost, formula), REPORT_CSV(COUNT, cost_line, n, of.n),
    REPORT_CSV(REAL, cost_line, work_pct, work), REPORT_CSV(REAL, cost_line, time_pct, time),
    {0}
};
// clang-format on

/* false: the paper's table does not have it, or the spec has no full attention beside it. */
static bool cost_of(const struct tf_infer *s, const struct tf_csv *costs, int l, int entry, struct cost_line *out) {
    const struct tf_attn *a = s->entry[entry].attn;
    const int full = infer_full(s, entry);
    *out = (struct cost_line){.of = names_of(s, entry)};
    for (int i = 0; a && full >= 0 && i < costs->rows; i++)
        if (!strcmp(tf_csv_get(costs, i, "model"), a->name)) out->formula = tf_csv_get(costs, i, "cost");
    if (!out->formula) return false;
    out->of.n = s->cfg.lengths.v[l];
    out->time = 100 * ratio_to(s, l, entry, full);
    out->work = isnan(out->time) ? (double)NAN : 100 * at(s, l, entry)->flops / at(s, l, full)->flops;
    return true;
}

static bool is_compared(const struct tf_infer *s, const struct tf_csv *costs, int l) {
    struct cost_line x;
    for (int i = 0; i < s->n; i++)
        if (cost_of(s, costs, l, i, &x) && !isnan(x.time) && i != infer_full(s, i)) return true;
    return false;
}

static void md_costs(const struct tf_infer *s, const struct tf_csv *costs, struct tf_buf *out) {
    struct report_grid grid = {0};
    struct cost_line x;
    report_grid_head(&grid, true, "Mechanism"), report_grid_head(&grid, true, "Setting"), report_grid_head(&grid, false, "Cost");
    for (int l = 0; l < s->lengths; l++) {
        if (!is_compared(s, costs, l)) continue;
        report_grid_head(&grid, false, "n = %d: work", s->cfg.lengths.v[l]);
        report_grid_head(&grid, false, "time");
    }
    for (int i = 0; i < s->n; i++) {
        if (!cost_of(s, costs, 0, i, &x)) continue;
        struct tf_buf setting = {0};
        cell_setting(&x.of, &setting);
        report_grid_add(&grid, "%s", x.of.title);
        report_grid_add(&grid, "%s", setting.len ? setting.s : report_dash);
        report_grid_add(&grid, "%s", x.formula);
        tf_buf_free(&setting);
        for (int l = 0; l < s->lengths; l++) {
            if (!is_compared(s, costs, l)) continue;
            cost_of(s, costs, l, i, &x);
            for (int k = 0; k < 2; k++)
                if (isnan(x.time)) report_grid_add(&grid, "%s", report_dash);
                else report_grid_add(&grid, "%.1f", k ? x.time : x.work);
        }
    }
    report_grid_end(&grid, out);
}

static int load_costs(struct tf_csv *out, const char *path, struct tf_err *e) {
    if (tf_csv_load(out, path, e)) return -1;
    if (!report_paper_heads(out, (const char *const[]){"model", "cost"}, 2, e)) return 0;
    tf_csv_free(out);
    *out = (struct tf_csv){0};
    return -1;
}

bool report_infer_costs(const struct tf_infer *s, struct tf_buf *csv, struct tf_buf *md) {
    struct tf_buf path = {0};
    struct tf_csv costs = {0};
    struct cost_line x;
    bool any = false;
    struct tf_err why = {0};
    if (*s->heading.paper_table && report_paper_path(&path, "table1_cost.csv") && load_costs(&costs, path.s, &why))
        tf_log(TF_LOG_WARN, "%s: Table 1 is left out", why.msg);
    for (int l = 0; l < s->lengths; l++) any |= is_compared(s, &costs, l);
    if (any) {
        report_csv_head(cost_columns, 0, csv);
        for (int l = 0; l < s->lengths; l++)
            for (int i = 0; i < s->n; i++)
                if (cost_of(s, &costs, l, i, &x)) report_csv_line(cost_columns, 0, &x, csv);
        tf_buf_addf(md, "# Table 1: cost of an attention layer (protocol: %s)\n\n", s->heading.protocol);
        md_costs(s, &costs, md);
        tf_buf_addf(md,
                    "\n- Cost: as a formula, of attention alone. Work and time are measured, and of the whole layer with its projections "
                    "(%d channels, %d heads, batch %d), in percent of full attention's with the same mask: operations as they are counted "
                    "during a pass, and the median time.\n"
                    "- Occupancy of the trees' leaves, quartiles and machine: in the table of times.\n",
                    s->cfg.dim, s->cfg.heads, s->cfg.batch);
    }
    tf_csv_free(&costs), tf_buf_free(&path);
    return any;
}

const char report_infer_too_long[] =
    "other programs used this CPU at times, so the times are too long; the minima in times.csv are the least affected";

bool report_infer_busy(const struct tf_infer *s) {
    bool busy = false;
    for (int i = 0; i < s->n * s->lengths; i++) {
        const struct infer_time *r = &s->time[i];
        busy |= s->threads == 1 && r->status == INFER_OK && r->median > 1e-3 && r->cpu_share < 0.97;
    }
    return busy;
}

void report_infer_table_md(const struct tf_infer *s, struct tf_buf *out) {
    const struct infer_cfg *c = &s->cfg;
    char bound[48] = "not bound to a CPU", passes[64];
    if (c->repeats > 3) snprintf(passes, sizeof passes, "the timed passes (%d at most, 3 at least)", c->repeats);
    else snprintf(passes, sizeof passes, "%d timed pass%s", c->repeats, c->repeats == 1 ? "" : "es");
    if (s->cpu >= 0) snprintf(bound, sizeof bound, "bound to CPU %d", s->cpu);
    tf_buf_addf(out, "# ");
    report_markdown(out, s->heading.title);
    tf_buf_addf(out, " (protocol: %s)\n\n", s->heading.protocol);
    tf_buf_addf(
        out, "Projections, attention and output projection of one layer: %d channels, %d heads, batch %d, %s, no gradient, no dropout.\n\n",
        c->dim, c->heads, c->batch, c->precision == TF_PRECISION_BF16 ? "bf16 with fp32 sums" : TF_PRECISION);
    if (*s->heading.paper_table) add_paper_layout(s, out);
    add_table(s, table_columns, *s->heading.paper_table ? PAPER : 0, true, out);
    tf_buf_addf(out, "\n- Median of %s, mechanisms in turn, after %d to warm up; %d thread%s, %s.\n", passes, c->warmup + 1, s->threads,
                s->threads == 1 ? "" : "s", bound);
    if (report_infer_busy(s)) tf_buf_addf(out, "- Warning: %s.\n", report_infer_too_long);
    tf_buf_addf(out, "- Machine: %s; BLAS core %s, own kernels %s; peak of one core, measured in this run: %.0f GFLOP/s.\n", s->machine,
                s->blas_core, s->isa, s->peak_gflops);
    if (s->threads > 1) tf_buf_addf(out, "- %% of peak: of one core's times the threads that have sequences to compute.\n");
    tf_buf_addf(out,
                "- / full: over full attention with the same mask. / projections: over four GEMMs (n x %d x %d) timed in the same turns.\n",
                c->dim, TF_QKV_DIM(c));
    tf_buf_addf(
        out,
        "- Trees: %s; occupancy f = sum over leaves (of all trees of a forest) of queries times keys / n^2 (TF-A: the pairs that it computed, with "
        "windows and global tokens, and only those that the mask allows); skew = largest leaf / mean leaf. The input is standard normal.\n",
        *c->from                         ? "from a checkpoint"
        : c->tree == INFER_TREE_BALANCED ? "biases that balance the leaves for this input"
                                         : "as initialised");
    if (c->occupancy > 0)
        tf_buf_addf(
            out,
            "- Uneven leaves, as a trained model's: %.0f %% of the input's rows are equal, so that one leaf holds %.1f %% of all pairs.\n",
            100 * sqrt(c->occupancy), 100 * c->occupancy);
    tf_buf_addf(out, "- MiB: activations at their peak, without the input.\n");
    if (*s->heading.paper_table)
        tf_buf_addf(out, "- The paper's times (`%s`) are from another machine: compare ratios.\n", s->heading.paper_table);
    tf_buf_addf(out, "\n");
    add_fits(s, true, out);
}
