/* For tests of tables and figures: a folder of the program's own, text files in it, and rows as a run leaves them. */
#ifndef TF_TESTS_REPORT_ROWS_H
#define TF_TESTS_REPORT_ROWS_H
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "results/row.h"
#include "results/stats.h"

static char root[] = "/tmp/tf-test-report-XXXXXX";
static int warnings;
static char last_warning[2048];
static size_t live_before;

static inline void on_log(enum tf_level l, const char *msg) {
    if (l != TF_LOG_WARN) return;
    warnings++;
    snprintf(last_warning, sizeof last_warning, "%s", msg);
}

static inline int make_root(void **state) {
    (void)state;
    tf_log_hook = on_log;
    return mkdtemp(root) ? 0 : -1;
}

static inline int remove_root(void **state) {
    (void)state;
    char command[256];
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    return system(command);
}

static inline int no_leak(void) { return tf_mem_live() == live_before ? 0 : -1; }

/* A path below the test's folder; a few live at a time. */
static inline const char *at(const char *fmt, ...) {
    static char path[8][600];
    static int k;
    char *out = path[k++ & 7];
    int n = snprintf(out, sizeof path[0], "%s/", root);
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(out + n, sizeof path[0] - (size_t)n, fmt, ap);
    va_end(ap);
    return out;
}

static inline void write_text(const char *path, const char *text) {
    FILE *f = fopen(path, "w"); // without the syncs of tf_file_write: these tests write many files
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

static inline char *read_text(const char *path) { // for one comparison of two
    static char text[2][1 << 18];
    static int k;
    struct tf_buf b = {0};
    struct tf_err e = {0};
    if (tf_file_read(path, &b, &e)) fail_msg("%s", e.msg);
    assert_true(b.len < sizeof text[0]);
    memcpy(text[k ^= 1], b.s, b.len + 1);
    tf_buf_free(&b);
    return text[k];
}

/* A finished run on n test examples. */
static inline struct tf_row finished_row(const char *task, const char *protocol, const char *attention, const char *title, long seed, double correct,
                                         long n) {
    struct tf_interval w = tf_wilson(correct, (double)n);
    struct tf_row r = {.height = -1,
                       .seed = seed,
                       .steps = 5000,
                       .best_step = 4500,
                       .valid_n = 2000,
                       .test_n = n,
                       .flops_n = 2048,
                       .parameters = 123456,
                       .threads = 2,
                       .valid_acc_pct = 38,
                       .test_acc_pct = w.mean,
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

static inline void put_row(const char *dir, const struct tf_row *r) {
    struct tf_err e = {0};
    if (tf_mkdirs(at("%s/rows", dir), &e) || tf_row_write(at("%s/rows/%s.csv", dir, r->run), r, &e)) fail_msg("%s", e.msg);
}
#endif
