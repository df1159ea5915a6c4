/* Training and evaluation time, speed and memory beside full attention's in the same task and protocol. */
#include "report/table_time.h"
#include "report/table.h"
#include "report/table_grid.h"
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
static bool same_work(const struct report *r, const struct report_group *a, const struct report_group *b) {
    const char *x = r->spec[a->row - r->row].work, *y = r->spec[b->row - r->row].work;
    return a->steps == b->steps && (!*x || !*y || !strcmp(x, y));
}

/* What g is measured against: full attention in the same setting, its height apart, or else the only full attention there is; of as much
 * work, on as many threads, on the same data and machine. NULL: none. */
static const struct report_group *full_of(const struct report *r, const struct report_group *g) {
    const struct report_group *same = NULL, *only = NULL;
    int n = 0;
    for (int i = 0; i < r->n_groups; i++) {
        const struct report_group *f = &r->group[i];
        if (strcmp(f->row->attention, "transformer") || !f->ok || strcmp(f->row->quirks, g->row->quirks) || !same_work(r, f, g)) continue;
        if (!strcmp(g->row->variant, f->row->variant)) same = f;
        only = f;
        n++;
    }
    const struct report_group *full = same ? same : n == 1 ? only : NULL;
    if (!full || !g->ok || threads_of(full) <= 0 || threads_of(full) != threads_of(g)) return NULL;
    const char *ours = machine_of(g), *theirs = machine_of(full);
    return ours && theirs && (!*ours || !*theirs || !strcmp(ours, theirs)) ? full : NULL;
}

static double ratio(double ours, const struct report_group *full, double theirs) {
    return full && theirs > 0 ? ours / theirs : (double)NAN;
}

void report_time_csv(const struct report_all *a, struct tf_buf *out) {
    tf_buf_addf(
        out,
        "protocol,task,quirks,attention,title,setting,height,seeds,machine,threads,train_time_s,train_time_ratio,train_cpu_s,train_cpu_ratio,tokens_per_s,"
        "tokens_per_s_ratio,eval_time_s,eval_time_ratio,peak_bytes,peak_ratio\n");
    for (int p = 0; p < a->n_parts; p++)
        for (int i = 0; i < a->part[p].n_groups; i++) {
            const struct report_group *g = &a->part[p].group[i], *f = full_of(&a->part[p], g);
            const struct tf_row *r = g->row;
            report_csv_texts(out, (const char *[]){r->protocol, r->task, r->quirks, r->attention, r->title, r->setting}, 6);
            if (r->height >= 0) tf_buf_addf(out, "%ld", r->height);
            tf_buf_addf(out, ",%d,", g->ok);
            if (machine_of(g)) tf_csv_field(out, machine_of(g));
            tf_buf_addf(out, ",");
            if (threads_of(g) > 0) tf_buf_addf(out, "%ld", threads_of(g));
            report_csv_numbers(out, (double[]){g->train_time_s, ratio(g->train_time_s, f, f ? f->train_time_s : NAN)}, 2);
            report_csv_numbers(out, (double[]){g->train_cpu_s, ratio(g->train_cpu_s, f, f ? f->train_cpu_s : NAN)}, 2);
            report_csv_numbers(out, (double[]){g->tokens_per_s, ratio(g->tokens_per_s, f, f ? f->tokens_per_s : NAN)}, 2);
            report_csv_numbers(out, (double[]){g->eval_time_s, ratio(g->eval_time_s, f, f ? f->eval_time_s : NAN)}, 2);
            report_csv_numbers(out, (double[]){g->peak_bytes, ratio(g->peak_bytes, f, f ? f->peak_bytes : NAN)}, 2);
            tf_buf_addf(out, "\n");
        }
}

static double known(double v) { return isnan(v) ? 0 : v; }

static void cell(struct report_grid *t, const char *text, double value, double times) {
    if (isnan(value)) report_grid_add(t, "%s", report_dash);
    else if (isnan(times)) report_grid_add(t, "%s", text);
    else report_grid_add(t, "%s (%.2fx)", text, times);
}

static void line(struct report_grid *t, const struct report *part, const struct report_group *g) {
    const struct report_group *f = full_of(part, g);
    const struct tf_row *r = g->row;
    long threads = threads_of(g);
    char text[32], speed[32];
    report_grid_add(t, "%s", r->task);
    report_grid_add(t, "%s", *r->title ? r->title : r->attention);
    report_grid_add(t, "%s", *r->setting ? r->setting : report_dash);
    report_grid_add(t, "%d", g->ok);
    if (threads > 0) report_grid_add(t, "%ld", threads);
    else report_grid_add(t, "%s", threads < 0 ? report_dash : "several");
    snprintf(speed, sizeof speed, "%.0f", g->tokens_per_s);
    bool cpu = f && !isnan(g->train_cpu_s) && !isnan(f->train_cpu_s); // then wall-clock times are not compared
    cell(t, tf_format_duration(text, known(g->train_time_s)), g->train_time_s,
         cpu ? NAN : ratio(g->train_time_s, f, f ? f->train_time_s : NAN));
    cell(t, tf_format_duration(text, known(g->train_cpu_s)), g->train_cpu_s, ratio(g->train_cpu_s, f, f ? f->train_cpu_s : NAN));
    cell(t, speed, g->tokens_per_s, cpu ? NAN : ratio(g->tokens_per_s, f, f ? f->tokens_per_s : NAN));
    cell(t, tf_format_duration(text, known(g->eval_time_s)), g->eval_time_s, ratio(g->eval_time_s, f, f ? f->eval_time_s : NAN));
    cell(t, tf_format_bytes(text, known(g->peak_bytes)), g->peak_bytes, ratio(g->peak_bytes, f, f ? f->peak_bytes : NAN));
}

static void section(const struct report *parts, int n, struct tf_buf *out) {
    static const char *const heads[] = {"Task",       "Mechanism",      "Setting",  "Seeds",           "Threads",
                                        "Train time", "Train CPU time", "Tokens/s", "Evaluation time", "Peak memory"};
    struct report_grid t = {0};
    tf_buf_addf(out, "# Time and memory (protocol: %s)\n\n", parts->protocol);
    report_add_quirks(parts, n, out);
    for (size_t j = 0; j < TF_COUNT(heads); j++) report_grid_head(&t, j < 3, "%s", heads[j]);
    for (int p = 0; p < n; p++)
        for (int i = 0; i < parts[p].n_groups; i++) line(&t, &parts[p], &parts[p].group[i]);
    report_grid_end(&t, out);
    tf_buf_addf(
        out,
        "\n- Medians over the seeds, of peak memory the mean; in parentheses: times full attention's in the same task, protocol and setting, "
        "where both ran on as many threads of the same machine (table_time.csv names it; rows of older versions do not, and count as of one).\n"
        "- CPU time: of all threads together. It hardly depends on what else the machine did, so where it is known the ratios of the other two "
        "are left out (table_time.csv has them). Runs of older versions do not know it: it is the median over those that do.\n"
        "- Evaluation time: all validations and the test.\n");
}

void report_time_md(const struct report_all *a, struct tf_buf *out) {
    for (int p = 0, end; p < a->n_parts; p = end) {
        end = report_all_protocol(a, p);
        if (p) tf_buf_addf(out, "\n");
        section(&a->part[p], end - p, out);
    }
}
