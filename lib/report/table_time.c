/* Training and evaluation time, speed and memory beside full attention's in the same task and protocol. */
#include "report/join.h"
#include "attn/attn.h"
#include "results/column.h"
#include "results/partner.h"
#include "report/table.h"
#include <math.h>
#include <string.h>

/* The machine of all good runs of a group; "": none says, NULL: they differ. */
static const char *machine_of(const struct report_group *g) {
    const char *m = "";
    for (int i = 0; i < g->n; i++) {
        const struct tf_row *r = &g->row[i];
        if (!tf_row_ok(r) || !*r->machine) continue;
        if (*m && strcmp(m, r->machine)) return NULL;
        m = r->machine;
    }
    return m;
}

/* Threads of all good runs of a group; 0: they differ, -1: there is none. */
static long threads_of(const struct report_group *g) {
    long threads = -1;
    for (int i = 0; i < g->n; i++) {
        if (!tf_row_ok(&g->row[i])) continue;
        if (threads >= 0 && threads != g->row[i].threads) return 0;
        threads = g->row[i].threads;
    }
    return threads;
}

/* As many steps, and, where both specs are known, the same model, batches and evaluations. */
static bool same_work(const struct report_group *a, const struct report_group *b) {
    const char *x = a->spec->work, *y = b->spec->work;
    return a->steps == b->steps && (!*x || !*y || !strcmp(x, y));
}

/* What g is measured against: full attention in the same setting, whatever its height, or else the only full attention there is; of as much
 * work, on as many threads, on the same data and machine. NULL: none. */
static const struct report_group *full_of(const struct report *r, const struct report_group *g) {
    const struct report_group *same = NULL, *only = NULL;
    int n = 0;
    for (int i = 0; i < r->n_groups; i++) {
        const struct report_group *f = &r->group[i];
        if (!tf_attn_is_full(f->row->attention) || !f->ok || strcmp(f->row->quirks, g->row->quirks) || !same_work(f, g)) continue;
        const bool exact = !strcmp(g->row->variant, f->row->variant);
        if (exact || (!same && partner_same_variant(g->row->variant, f->row->variant))) same = f;
        only = f;
        n++;
    }
    const struct report_group *full = same ? same : n == 1 ? only : NULL;
    if (!full || !g->ok || threads_of(full) <= 0 || threads_of(full) != threads_of(g)) return NULL;
    const char *ours = machine_of(g), *theirs = machine_of(full);
    return ours && theirs && (!*ours || !*theirs || !strcmp(ours, theirs)) ? full : NULL;
}

/* A group's line; each figure with how many times full attention's it is (NaN: not compared). In Markdown wall-clock times are
 * compared only where CPU times are not: train_md, rate_md. */
struct times {
    const struct tf_row *row;
    const struct report_group *group;
    int seeds, threads; // threads: -1 unknown or, with several, not one number
    bool several;
    const char *machine;
    struct measure {
        double v, ratio;
    } train, train_md, cpu, rate, rate_md, eval, peak;
};

static struct measure measure(double ours, const struct report_group *full, double theirs) {
    return (struct measure){ours, full && theirs > 0 ? ours / theirs : (double)NAN};
}

static struct times times_of(const struct report *part, const struct report_group *g) {
    const struct report_group *full = full_of(part, g), *f = full ? full : g;
    const int threads = (int)threads_of(g);
    struct times t = {
        .row = g->row, .group = g, .seeds = g->ok, .threads = threads ? threads : -1, .several = !threads, .machine = machine_of(g)};
    t.train = t.train_md = measure(g->train_time_s, full, f->train_time_s);
    t.cpu = measure(g->train_cpu_s, full, f->train_cpu_s);
    t.rate = t.rate_md = measure(g->tokens_per_s, full, f->tokens_per_s);
    t.eval = measure(g->eval_time_s, full, f->eval_time_s);
    t.peak = measure(g->peak_bytes, full, f->peak_bytes);
    if (full && !isnan(g->train_cpu_s) && !isnan(f->train_cpu_s)) t.train_md.ratio = t.rate_md.ratio = NAN;
    return t;
}

static void cell_threads(const void *line, struct tf_buf *out) {
    const struct times *t = line;
    if (t->several) tf_buf_addf(out, "several");
    else if (t->threads > 0) tf_buf_addf(out, "%d", t->threads);
}

static void cell_setting(const void *line, struct tf_buf *out) {
    const struct times *t = line;
    report_add_setting(out, t->row->setting, t->group);
}

#define TIMES(type, field) REPORT_AT(type, times, field)
#define CSV(type, name, field) REPORT_CSV(type, times, name, field)
#define ROW(type, field) REPORT_ROW(type, field)
// clang-format off
static const struct report_column columns[] = {
    ROW(TEXT, protocol),
    {"task", "Task", REPORT_OF_ROW(TEXT, task)},
    ROW(TEXT, quirks), ROW(TEXT, attention),
    {"title", "Mechanism", REPORT_OF_ROW(TEXT, title), .cell = report_cell_title},
    {"setting", "Setting", REPORT_OF_ROW(TEXT, setting), .cell = cell_setting},
    ROW(COUNT, height),
    {"seeds", "Seeds", TIMES(COUNT, seeds)},
    CSV(TEXT, machine, machine),
    {"threads", "Threads", TIMES(COUNT, threads), .cell = cell_threads},
    {NULL, "Train time", TIMES(SECONDS, train_md.v), .with = REPORT_TIMES},
    CSV(REAL, train_time_s, train.v), CSV(REAL, train_time_ratio, train.ratio),
    {"train_cpu_s", "Train CPU time", TIMES(SECONDS, cpu.v), .with = REPORT_TIMES},
    CSV(REAL, train_cpu_ratio, cpu.ratio),
    {NULL, "Tokens/s", TIMES(REAL, rate_md.v), "%.0f", .with = REPORT_TIMES},
    CSV(REAL, tokens_per_s, rate.v), CSV(REAL, tokens_per_s_ratio, rate.ratio),
    {"eval_time_s", "Evaluation time", TIMES(SECONDS, eval.v), .with = REPORT_TIMES},
    CSV(REAL, eval_time_ratio, eval.ratio),
    {"peak_bytes", "Peak memory", TIMES(BYTES, peak.v), .with = REPORT_TIMES},
    CSV(REAL, peak_ratio, peak.ratio),
    {0}
};
// clang-format on

void report_time_csv(const struct report_all *a, struct tf_buf *out) {
    report_csv_head(columns, 0, out);
    for (int p = 0; p < a->n_parts; p++)
        for (int i = 0; i < a->part[p].n_groups; i++) {
            struct times t = times_of(&a->part[p], &a->part[p].group[i]);
            report_csv_line(columns, 0, &t, out);
        }
}

static void section(const struct report *parts, int n, struct tf_buf *out) {
    struct report_grid t = {0};
    tf_buf_addf(out, "# Time and memory (protocol: %s)\n\n", parts->protocol);
    report_add_quirks(parts, n, out);
    report_md_head(columns, 0, "", &t);
    for (int p = 0; p < n; p++)
        for (int i = 0; i < parts[p].n_groups; i++) {
            struct times x = times_of(&parts[p], &parts[p].group[i]);
            report_md_line(columns, 0, &x, &t);
        }
    report_grid_end(&t, out);
    tf_buf_addf(
        out,
        "\n- Medians over the seeds, of peak memory the mean; in parentheses: times full attention's in the same task, protocol and setting (or its "
        "only run's there), where both ran on as many threads of the same machine (table_time.csv names it; rows of older versions do not, and "
        "count as of one).\n"
        "- CPU time: of all threads together. It hardly depends on what else the machine did, so where it is known the ratios of the other two "
        "are left out (table_time.csv has them). Runs of older versions do not know it: it is the median over those that do.\n"
        "- Evaluation time: all validations and the test.\n");
}

void report_time_md(const struct report_all *a, struct tf_buf *out) { report_each_protocol(a, section, out); }
