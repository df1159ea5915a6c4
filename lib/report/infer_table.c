/* Times of attention modules as tables: every figure for programs, a grid beside the paper's for people, and where lines cross. */
#include "report/infer_table.h"

#include <math.h>
#include <string.h>

#include "report/table.h"
#include "report/table_grid.h"
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

static void add_names(const struct infer_entry *x, struct tf_buf *out) {
    tf_csv_field(out, x->attn ? x->attn->name : "projections");
    tf_buf_addf(out, ",");
    tf_csv_field(out, infer_title(x));
    tf_buf_addf(out, ",");
    tf_csv_field(out, x->setting);
    tf_buf_addf(out, ",%s", x->causal ? "true" : "false");
}

static void add_numbers(struct tf_buf *out, const double *v, size_t n) {
    for (size_t i = 0; i < n; i++) {
        tf_buf_addf(out, ",");
        report_number(out, v[i]);
    }
}

static double ratio_to(const struct tf_infer *s, int l, int entry, int other) {
    return other < 0 ? (double)NAN : median(s, l, entry) / median(s, l, other);
}

void infer_times_csv(const struct tf_infer *s, const char *paper_dir, struct tf_buf *out) {
    tf_buf_addf(
        out,
        "attention,title,setting,causal,n,batch,status,repeats,median_s,q1_s,q3_s,min_s,cpu_share,project_s,route_s,gather_s,attend_s,other_s,"
        "output_s,gflop,gflops_per_s,peak_pct,attend_gflops_per_s,attend_peak_pct,activation_bytes,parameter_bytes,occupancy,"
        "largest_leaf,mean_leaf,skew,ratio_projections,ratio_full,paper_s\n");
    for (int l = 0; l < s->lengths; l++)
        for (int i = 0; i < s->n; i++) {
            const struct infer_time *r = at(s, l, i);
            bool ok = r->status == INFER_OK;
            add_names(&s->entry[i], out);
            tf_buf_addf(out, ",%d,%d,%s,%d", s->cfg.lengths.v[l], s->cfg.batch, status_of(r), ok ? r->repeats : 0);
            double v[24], peak = s->peak_gflops * r->threads, rate = r->flops / r->median * 1e-9,
                          core = r->core_flops > 0 ? r->core_flops / r->phase[TF_PHASE_ATTEND] * 1e-9 : (double)NAN;
            const double all[24] = {r->median,
                                    r->q1,
                                    r->q3,
                                    r->min,
                                    r->cpu_share,
                                    r->phase[TF_PHASE_PROJECT],
                                    r->phase[TF_PHASE_ROUTE],
                                    r->phase[TF_PHASE_GATHER],
                                    r->phase[TF_PHASE_ATTEND],
                                    r->phase[TF_PHASE_OTHER],
                                    r->phase[TF_PHASE_OUTPUT],
                                    r->flops * 1e-9,
                                    rate,
                                    100 * rate / peak,
                                    core,
                                    100 * core / peak,
                                    r->activation_bytes,
                                    r->parameter_bytes,
                                    r->f,
                                    r->largest_leaf,
                                    r->mean_leaf,
                                    r->skew,
                                    ratio_to(s, l, i, 0),
                                    ratio_to(s, l, i, infer_full(s, i))};
            for (size_t k = 0; k < TF_COUNT(v); k++) v[k] = ok ? all[k] : (double)NAN;
            add_numbers(out, v, TF_COUNT(v));
            add_numbers(out, (double[]){infer_paper_s(s, paper_dir, i, l)}, 1);
            tf_buf_addf(out, "\n");
        }
}

static double paper_ratio(const struct tf_infer *s, const char *paper_dir, int entry, int l) {
    int full = infer_full(s, entry);
    return full < 0 ? (double)NAN : infer_paper_s(s, paper_dir, entry, l) / infer_paper_s(s, paper_dir, full, l);
}

void infer_table_csv(const struct tf_infer *s, const char *paper_dir, struct tf_buf *out) {
    tf_buf_addf(out, "n,attention,title,setting,causal,ours_ms,paper_ms,ours_ratio_full,paper_ratio_full,ours_ratio_projections\n");
    for (int l = 0; l < s->lengths; l++)
        for (int i = 0; i < s->n; i++) {
            tf_buf_addf(out, "%d,", s->cfg.lengths.v[l]);
            add_names(&s->entry[i], out);
            add_numbers(out,
                        (double[]){1e3 * median(s, l, i), 1e3 * infer_paper_s(s, paper_dir, i, l), ratio_to(s, l, i, infer_full(s, i)),
                                   paper_ratio(s, paper_dir, i, l), ratio_to(s, l, i, 0)},
                        5);
            tf_buf_addf(out, "\n");
        }
}

void infer_crossover_csv(const struct tf_infer *s, struct tf_buf *out) {
    tf_buf_addf(out, "attention,title,setting,causal,slope,slope_from_n,slope_to_n,crossover_n,note\n");
    for (int i = 0; i < s->n; i++) {
        struct infer_fit f = infer_fit(s, i);
        add_names(&s->entry[i], out);
        add_numbers(out, (double[]){f.slope, f.from, f.to, f.crossover}, 4);
        tf_buf_addf(out, ",%s\n", f.note);
    }
}

/* ---- Markdown ---------------------------------------------------------------------------------------------------------------------- */

static void md_row(const struct tf_infer *s, const char *paper_dir, int l, int i, struct report_grid *g) {
    const struct infer_time *r = at(s, l, i);
    const struct infer_entry *x = &s->entry[i];
    bool ok = r->status == INFER_OK;
    report_grid_add(g, "%d", s->cfg.lengths.v[l]);
    report_grid_add(g, "%s", infer_title(x));
    report_grid_add(g, "%s%s%s", x->setting, x->causal && *x->setting ? " " : "", x->causal ? "causal" : "");
    if (ok) report_grid_number(g, r->median < 0.0995 ? "%.2f" : "%.1f", 1e3 * r->median);
    else report_grid_add(g, "%s", status_of(r));
    if (ok) report_grid_add(g, "%.2f to %.2f", 1e3 * r->q1, 1e3 * r->q3);
    else report_grid_add(g, "%s", report_dash);
    if (*s->paper_table) report_grid_number(g, "%.0f", 1e3 * infer_paper_s(s, paper_dir, i, l));
    report_grid_number(g, "%.3f", ratio_to(s, l, i, infer_full(s, i)));
    if (*s->paper_table) report_grid_number(g, "%.3f", paper_ratio(s, paper_dir, i, l));
    report_grid_number(g, "%.2f", ratio_to(s, l, i, 0));
    report_grid_number(g, "%.4f", ok ? r->f : (double)NAN);
    report_grid_number(g, "%.0f", ok ? r->largest_leaf : (double)NAN);
    report_grid_number(g, "%.2f", ok ? r->skew : (double)NAN);
    report_grid_number(g, "%.0f", ok ? 100e-9 * r->flops / r->median / (s->peak_gflops * r->threads) : (double)NAN);
    report_grid_number(g, "%.0f", ok ? r->activation_bytes / 1048576 : (double)NAN);
}

static void md_table(const struct tf_infer *s, const char *paper_dir, struct tf_buf *out) {
    struct report_grid g = {0};
    report_grid_head(&g, false, "n");
    report_grid_head(&g, true, "Mechanism");
    report_grid_head(&g, true, "Setting");
    report_grid_head(&g, false, "ms");
    report_grid_head(&g, false, "quartiles");
    if (*s->paper_table) report_grid_head(&g, false, "paper, ms");
    report_grid_head(&g, false, "/ full");
    if (*s->paper_table) report_grid_head(&g, false, "paper, / full");
    report_grid_head(&g, false, "/ projections");
    report_grid_head(&g, false, "occupancy f");
    report_grid_head(&g, false, "largest leaf");
    report_grid_head(&g, false, "skew");
    report_grid_head(&g, false, "%% of peak");
    report_grid_head(&g, false, "MiB");
    for (int l = 0; l < s->lengths; l++)
        for (int i = 0; i < s->n; i++) md_row(s, paper_dir, l, i, &g);
    report_grid_end(&g, out);
}

static void md_crossover(const struct tf_infer *s, struct tf_buf *out) {
    struct report_grid g = {0};
    report_grid_head(&g, true, "Mechanism");
    report_grid_head(&g, true, "Setting");
    report_grid_head(&g, false, "time grows as");
    report_grid_head(&g, true, "between n");
    report_grid_head(&g, true, "faster than full attention from n =");
    for (int i = 0; i < s->n; i++) {
        const struct infer_entry *x = &s->entry[i];
        struct infer_fit f = infer_fit(s, i);
        report_grid_add(&g, "%s", infer_title(x));
        report_grid_add(&g, "%s%s%s", x->setting, x->causal && *x->setting ? " " : "", x->causal ? "causal" : "");
        report_grid_number(&g, "n^%.2f", f.slope);
        report_grid_add(&g, "%.0f and %.0f", f.from, f.to);
        if (isnan(f.crossover)) report_grid_add(&g, "%s", *f.note ? f.note : report_dash);
        else report_grid_add(&g, "%.0f", f.crossover);
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
