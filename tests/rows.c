/* Finished rows, and how their folders are reported: see parts.h. */
#include "parts.h"
#include "report/report.h"
#include "results/row.h"
#include "results/stats.h"
#include "spec/spec.h"
#include "spec/spec_resolve.h"

struct tf_row finished_row(const char *task, const char *protocol, const char *attention, const char *title, long seed, double correct,
                           long n) {
    struct tf_interval w = tf_wilson(correct, (double)n);
    struct tf_row r = {.height = -1,
                       .layers = 4,
                       .end_layer = 4,
                       .data_kind = "published",
                       .queries = "all",
                       .seed = seed,
                       .steps = 5000,
                       .best_step = 4500,
                       .valid_n = 2000,
                       .test_n = n,
                       .flops_n = 2048,
                       .parameters = 123456,
                       .threads = 2,
                       .valid_score_pct = 38,
                       .test_score_pct = w.mean,
                       .test_lo_pct = w.lo,
                       .test_hi_pct = w.hi,
                       .test_loss_nats = 1.75,
                       .flops_paper_pct = 100,
                       .flops_layer_pct = 100,
                       .flops_forward = 1.5e9,
                       .occupancy = 1,
                       .mean_len = 900.5,
                       .train_time_s = 600,
                       .train_cpu_s = 1100,
                       .eval_time_s = 30,
                       .tokens_per_s = 12345,
                       .peak_bytes = 3e8};
    snprintf(r.task, sizeof r.task, "%s", task);
    snprintf(r.protocol, sizeof r.protocol, "%s", protocol);
    snprintf(r.attention, sizeof r.attention, "%s", attention);
    snprintf(r.title, sizeof r.title, "%s", title);
    snprintf(r.metric, sizeof r.metric, "accuracy");
    snprintf(r.status, sizeof r.status, "ok");
    snprintf(r.spec_hash, sizeof r.spec_hash, "0123456789abcdef");
    return r;
}

void put_row(const char *folder, const struct tf_row *r) {
    struct tf_err e = {0};
    if (tf_mkdirs(below("%s/rows", folder), &e) || tf_row_write(below("%s/rows/%s.csv", folder, r->run), r, &e)) fail_msg("%s", e.msg);
}

const char *report_protocol = "small";

int report_before(void **state) {
    report_protocol = "small";
    return before_each(state);
}

struct tf_row listops_row(const char *attention, const char *title, const char *setting, long seed, double correct) {
    struct tf_row r = finished_row("listops", report_protocol, attention, title, seed, correct, 2000);
    snprintf(r.run, sizeof r.run, "listops-%s%s%s-s%ld", attention, *setting ? "-" : "", setting, seed);
    snprintf(r.setting, sizeof r.setting, "%s", setting);
    const char *rest = strncmp(setting, "height=", 7) ? setting : strchr(setting, ' ');
    snprintf(r.variant, sizeof r.variant, "%s", rest ? rest + (*rest == ' ') : "");
    return r;
}

void put_file(const char *folder, const char *run, const char *name, const char *text) {
    char path[256];
    snprintf(path, sizeof path, "%s/runs/%s/%s", folder, run, name);
    put_text(path, text);
}

void put_first_right(const char *folder, const char *run, int correct) {
    struct tf_buf b = {0};
    tf_buf_addf(&b, "test_n,right\n2000,");
    for (int i = 0; i < 2000; i += 4) {
        int digit = 0;
        for (int k = 0; k < 4; k++) digit = 2 * digit + (i + k < correct);
        tf_buf_addf(&b, "%x", digit);
    }
    tf_buf_addf(&b, "\n");
    put_file(folder, run, "right.csv", b.s);
    tf_buf_free(&b);
}

struct tf_row spec_row(const char *folder, int i, double correct) {
    struct tf_spec *s;
    struct tf_err e = {0};
    if (tf_spec_load(&s, below("%s/spec.yaml", folder), NULL, 0, NULL, &e)) fail_msg("%s", e.msg);
    TF_BUG_IF(i >= s->n_runs, "%s/spec.yaml has %d runs", folder, s->n_runs);
    const struct tf_spec_run *x = &s->run[i];
    struct tf_row r = finished_row(x->task->name, s->heading.protocol, x->attn->name, x->attn->name, (long)x->seed, correct, 2000);
    r.height = spec_int_option(x->attn->opts, x->attn_opts, "height", -1);
    snprintf(r.run, sizeof r.run, "%s", x->id), snprintf(r.spec_hash, sizeof r.spec_hash, "%s", x->hash);
    snprintf(r.setting, sizeof r.setting, "%s", x->setting), snprintf(r.variant, sizeof r.variant, "%s", x->variant);
    tf_spec_free(s);
    return r;
}

struct tf_report report_of(const char *folder, bool plot) {
    static char path[600];
    snprintf(path, sizeof path, "%s", in_dir(folder));
    return (struct tf_report){.dir = path, .title = "ListOps", .protocol = report_protocol, .paper_table = "table3_lra.csv", .plot = plot};
}

const char *report_file(const char *folder, const char *title, const char *file) {
    struct tf_report r = report_of(folder, false);
    struct tf_err e = {0};
    r.title = title;
    if (tf_report_write(&r, NULL, &e)) fail_msg("%s", e.msg);
    return read_text(below("%s/%s", folder, file));
}
