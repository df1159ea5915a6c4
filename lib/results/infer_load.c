/* Times of attention modules from a folder: times.csv and, for threads and machine, manifest.csv. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "results/folder.h"
#include "results/infer_table.h"
#include "results/manifest.h"

static const char *const status_name[] = {"ok", "too long", "too large", "stopped"};

const char *report_infer_status(enum infer_status status) { return status_name[status]; }

static int read_status(const struct tf_csv *c, int row, enum infer_status *out, struct tf_err *e) {
    const char *cell = tf_csv_get(c, row, "status");
    for (size_t i = 0; i < TF_COUNT(status_name); i++)
        if (cell && !strcmp(cell, status_name[i])) return *out = (enum infer_status)i, 0;
    return tf_csv_fail(e, c, row, "status '%s' must be ok, too long, too large or stopped", cell ? cell : "");
}

static int read_line(const struct tf_csv *c, int row, struct tf_infer *s, struct infer_time *t, struct tf_err *e) {
    double gflop, rate;
    const struct {
        const char *column;
        double *to;
    } cell[] = {
        {"core_peak_gflops", &s->peak_gflops},
        {"median_s", &t->median},
        {"q1_s", &t->q1},
        {"q3_s", &t->q3},
        {"min_s", &t->min},
        {"cpu_share", &t->cpu_share},
        {"project_s", &t->phase[TF_PHASE_PROJECT]},
        {"route_s", &t->phase[TF_PHASE_ROUTE]},
        {"gather_s", &t->phase[TF_PHASE_GATHER]},
        {"attend_s", &t->phase[TF_PHASE_ATTEND]},
        {"other_s", &t->phase[TF_PHASE_OTHER]},
        {"output_s", &t->phase[TF_PHASE_OUTPUT]},
        {"gflop", &gflop},
        {"attend_gflops_per_s", &rate},
        {"activation_bytes", &t->activation_bytes},
        {"parameter_bytes", &t->parameter_bytes},
        {"occupancy", &t->f},
        {"largest_leaf", &t->largest_leaf},
        {"mean_leaf", &t->mean_leaf},
        {"skew", &t->skew},
    };
    if (read_status(c, row, &t->status, e) || tf_csv_int(c, row, "repeats", &t->repeats, e) ||
        tf_csv_int(c, row, "threads", &t->threads, e) || tf_csv_int(c, row, "bound_cpu", &s->cpu, e))
        return -1;
    if (!*tf_csv_get(c, row, "bound_cpu")) s->cpu = -1;
    for (size_t i = 0; i < TF_COUNT(cell); i++)
        if (tf_csv_number(c, row, cell[i].column, cell[i].to, e)) return -1;
    if (t->status == INFER_OK &&
        !(t->repeats > 0 && t->min > 0 && t->min <= t->q1 && t->q1 <= t->median && t->median <= t->q3 && isfinite(t->q3)))
        return tf_csv_fail(e, c, row, "min_s, q1_s, median_s and q3_s must be positive times in this order, and repeats at least 1");
    t->flops = 1e9 * gflop, t->core_flops = rate > 0 ? 1e9 * rate * t->phase[TF_PHASE_ATTEND] : 0;
    return 0;
}

/* Is the line of this entry at this length? */
static int check_line(const struct tf_csv *c, int row, const struct tf_infer *s, struct tf_err *e) {
    const struct infer_entry *x = &s->entry[row % s->n];
    char n[16];
    snprintf(n, sizeof n, "%d", s->cfg.lengths.v[row / s->n]);
    const char *const cell[][2] = {{"attention", infer_name(x)}, {"setting", x->setting}, {"causal", infer_causal(x)}, {"n", n}};
    for (size_t i = 0; i < TF_COUNT(cell); i++) {
        const char *has = tf_csv_get(c, row, cell[i][0]);
        if (!has || strcmp(has, cell[i][1]))
            return tf_csv_fail(e, c, row, "%s '%s', but spec.yaml expects '%s' in this line", cell[i][0], has ? has : "", cell[i][1]);
    }
    return 0;
}

static int read_machine(struct tf_infer *s, const char *dir, struct tf_err *e) {
    char threads[16];
    const struct {
        const char *key;
        char *to;
        size_t size;
    } value[] = {{"cpu", s->machine, sizeof s->machine},
                 {"blas_core", s->blas_core, sizeof s->blas_core},
                 {"isa", s->isa, sizeof s->isa},
                 {"threads", threads, sizeof threads}};
    for (size_t i = 0; i < TF_COUNT(value); i++)
        if (manifest_value(dir, value[i].key, value[i].to, value[i].size, e)) return -1;
    s->threads = (int)strtol(threads, NULL, 10);
    return s->threads > 0 ? 0 : tf_fail(e, TF_BAD, "%s/manifest.csv: threads '%s' must be at least 1", dir, threads);
}

bool report_infer_measured(const char *dir) {
    struct tf_buf spec = {0};
    struct tf_yaml *y = NULL;
    bool there = tf_file_existsf("%s/times.csv", dir) && !tf_folder_spec(dir, &spec, &(struct tf_err){0});
    there = there && !tf_yaml_load(&y, spec.s, &(struct tf_err){0}) && tf_yaml_get(y, "infer");
    tf_yaml_free(y);
    tf_buf_free(&spec);
    return there;
}

int report_infer_load(struct tf_infer *s, const char *dir, struct tf_err *e) {
    struct tf_buf path = {0};
    struct tf_csv c = {0};
    tf_buf_addf(&path, "%s/times.csv", dir);
    int rc = read_machine(s, dir, e) || tf_csv_load(&c, path.s, e) ? -1 : 0;
    if (!rc && (!c.rows || c.rows % s->n || c.rows > s->n * s->cfg.lengths.n))
        rc = tf_fail(e, TF_BAD, "%s: %d lines, but the mechanisms of spec.yaml have %d at each of %d lengths", path.s, c.rows, s->n,
                     s->cfg.lengths.n);
    tf_free(s->time);
    s->time = tf_calloc(sizeof *s->time * (size_t)(s->n * s->cfg.lengths.n));
    for (int i = 0; i < s->n * s->cfg.lengths.n; i++) s->time[i].status = INFER_STOPPED;
    s->lengths = 0;
    for (int i = 0; !rc && i < c.rows; i++) rc = check_line(&c, i, s, e) || read_line(&c, i, s, &s->time[i], e) ? -1 : 0;
    if (!rc) s->lengths = c.rows / s->n;
    tf_csv_free(&c), tf_buf_free(&path);
    return rc;
}
