/* Floor 5: the papers' FLOPs, cell by cell, and the work of every mechanism at its defaults. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "attn/attn.h"
#include "exp/exp.h"
#include "io/io.h"

/* Published percent, and what the accounting gives: computed by other code. */
static const struct cell {
    const char *mechanism, *task, *setting;
    int converted;
    double paper, model;
} fitted[] = {
    {"linformer", "listops", "rank=16 shared=true", 4, 2.98, 2.9782},
    {"linformer", "text", "rank=32 shared=true", 4, 2.28, 2.2791},
    {"linformer", "retrieval", "rank=16 shared=true", 4, 0.57, 0.5717},
    {"linformer", "image", "rank=16 shared=true", 1, 4.44, 4.4379},
    {"linformer", "bert", "rank=128", 12, 49.59, 49.5960},
    {"performer", "listops", "features=256", 4, 28.29, 28.2956},
    {"performer", "text", "features=256", 4, 14.47, 14.4681},
    {"performer", "retrieval", "features=256", 4, 6.76, 6.7539},
    {"performer", "image", "features=256", 1, 51.96, 51.9602},
    {"bigbird", "listops", "paper_keys=588 random_limit=1024", 4, 31.98, 31.9823},
    {"bigbird", "text", "paper_keys=588 random_limit=1024", 4, 16.35, 16.3533},
    {"bigbird", "retrieval", "paper_keys=588 random_limit=1024", 4, 7.74, 7.7355},
    {"bigbird", "image", "random_limit=1024", 1, 52.43, 52.4152},
    {"bigbird", "bert", "", 12, 100.40, 100.4040},
    {"bigbird", "summarization", "", 12, 19.25, 19.2412},
    {"tc-a", "listops", "height=6", 4, 4.57, 4.5675},
    {"tc-a", "text", "height=6", 4, 2.34, 2.3353},
    {"tc-a", "retrieval", "height=6", 4, 0.61, 0.6051},
    {"tc-a", "image", "height=6", 1, 4.66, 4.6576},
    {"tc-a", "bert", "height=4", 6, 57.98, 57.9823},
    {"tc-a", "bert", "height=4", 9, 36.97, 36.9734},
    {"tc-a", "bert", "height=4", 12, 15.96, 15.9646},
    {"tc-a", "summarization", "height=6", 12, 3.09, 3.0905},
};

/* Cells that the stated settings do not give. BigBird's with 512 keys: (3 P(n) + CORE(n, 512) + 10 n e) / (3 P(n) + CORE(n, n)). */
static const struct cell unmatched[] = {
    {"tc-a", "bert", "height=7", 12, 15.96, 16.2266},
    {"bigbird", "listops", "random_limit=1024", 4, 31.98, 28.4357},
    {"bigbird", "text", "random_limit=1024", 4, 16.35, 14.5398},
    {"bigbird", "retrieval", "random_limit=1024", 4, 7.74, 6.8131},
};

/* Cells that depend on the occupancy of the leaves: with equal leaves, and as the published number implies. */
static const struct leaves {
    const char *mechanism, *task;
    double paper, balanced, implied;
} leaves[] = {
    {"tf-a", "listops", 37.82, 1.0 / 64, 0.3479},   {"tf-a", "text", 28.19, 1.0 / 64, 0.2645},
    {"tf-a", "retrieval", 29.48, 1.0 / 64, 0.2904}, {"tf-a", "image", 41.23, 1.0 / 64, 0.3825},
    {"tf-a", "bert", 29.87, 0.25, 0.1668},          {"tf-a", "summarization", 28.76, 1.0 / 64, 0.2646},
    {"kary-tf-a", "bert", 25.44, 0.001, 0.0100},    {"kary-tf-a", "summarization", 32.48, 0.001, 0.2862},
};

static struct tf_csv papers;

static double number(const struct tf_csv *c, int row, const char *col) {
    double v;
    struct tf_err e = {0};
    if (tf_csv_number(c, row, col, &v, &e)) fail_msg("%s", e.msg);
    return v;
}

static bool is(const struct tf_csv *c, int row, const char *col, const char *value) { return !strcmp(tf_csv_get(c, row, col), value); }

static bool note_begins(int row, const char *with) { return !strncmp(tf_csv_get(&papers, row, "note"), with, strlen(with)); }

/* setting NULL, converted 0: any. Exactly one row. */
static int find(const char *mechanism, const char *task, const char *setting, int converted) {
    int found = -1;
    for (int i = 0; i < papers.rows; i++) {
        if (!is(&papers, i, "mechanism", mechanism) || !is(&papers, i, "task", task)) continue;
        if ((setting && !is(&papers, i, "setting", setting)) || (converted && number(&papers, i, "layers_converted") != converted))
            continue;
        if (found >= 0) fail_msg("%s on %s stands twice", mechanism, task);
        found = i;
    }
    if (found < 0) fail_msg("%s on %s is not there", mechanism, task);
    return found;
}

static void near(const char *what, double a, double b, double tolerance) {
    if (!(fabs(a - b) <= tolerance)) fail_msg("%s: %.6f, expected %.6f +- %g", what, a, b, tolerance);
}

static int load(void **state) {
    struct tf_buf out = {0};
    struct tf_err e = {0};
    (void)state;
    int rc = tf_flops_papers("experiments/paper", &out, &e) || tf_csv_parse(&papers, out.s, out.len, "flops", &e);
    if (rc) print_error("%s\n", e.msg);
    tf_buf_free(&out);
    return rc;
}

static int unload(void **state) {
    (void)state;
    tf_csv_free(&papers);
    return 0;
}

static void test_fitted(void **state) {
    (void)state;
    for (size_t i = 0; i < TF_COUNT(fitted); i++) {
        const struct cell *c = &fitted[i];
        int row = find(c->mechanism, c->task, c->setting, c->converted);
        double ours = number(&papers, row, "flops_paper_pct");
        near(c->task, ours, c->paper, 0.02);
        near(c->task, ours, c->model, 6e-5);
        near(c->task, number(&papers, row, "paper_pct"), c->paper, 1e-9);
        near(c->task, number(&papers, row, "diff_points"), ours - c->paper, 1e-7);
        assert_true(note_begins(row, "fitted"));
    }
}

static void test_unmatched(void **state) {
    (void)state;
    for (size_t i = 0; i < TF_COUNT(unmatched); i++) {
        const struct cell *c = &unmatched[i];
        int row = find(c->mechanism, c->task, c->setting, c->converted);
        near(c->task, number(&papers, row, "flops_paper_pct"), c->model, 6e-5);
        near(c->task, number(&papers, row, "paper_pct"), c->paper, 1e-9);
        assert_true(note_begins(row, "cannot be matched: "));
    }
}

static void test_leaves(void **state) {
    (void)state;
    for (size_t i = 0; i < TF_COUNT(leaves); i++) {
        const struct leaves *c = &leaves[i];
        int row = find(c->mechanism, c->task, NULL, 0);
        near(c->task, number(&papers, row, "paper_pct"), c->paper, 1e-9);
        near(c->task, number(&papers, row, "occupancy_balanced"), c->balanced, 1e-9);
        near(c->task, number(&papers, row, "occupancy_implied"), c->implied, 6e-5);
        assert_true(note_begins(row, "cannot be matched: "));
    }
}

/* The implied occupancy gives the published number back. */
static void test_implied(void **state) {
    (void)state;
    const struct tf_attn *m = tf_attn_find("tf-a"), *full = tf_attn_find("transformer");
    struct tf_cost cost = {.T = 2048, .C = 512, .H = 8, .f = number(&papers, find("tf-a", "listops", NULL, 0), "occupancy_implied")};
    struct tf_err e = {0};
    void *opts = tf_calloc(m->opts_size);
    tf_opt_defaults(m->opts, opts);
    assert_int_equal(tf_opt_set(m->opts, opts, "height", "6", &e), 0);
    near("tf-a", 100 * m->flops_paper(opts, &cost) / full->flops_paper(NULL, &cost), 37.82, 1e-6);
    tf_free(opts);
}

/* Nothing else is in the table, and its notes say what the numbers say. */
static void test_rows(void **state) {
    (void)state;
    size_t baselines = 0;
    for (int i = 0; i < papers.rows; i++) {
        double diff = number(&papers, i, "diff_points"), dim = number(&papers, i, "head_dim");
        if (note_begins(i, "baseline")) {
            baselines++;
            near("transformer", number(&papers, i, "flops_paper_pct"), 100, 1e-9);
            near("transformer", number(&papers, i, "flops_layer_pct"), 100, 1e-9);
            near("transformer", diff, 0, 1e-9);
        } else assert_int_equal(note_begins(i, "cannot be matched: "), fabs(diff) > 0.02);
        near("head_dim", dim, is(&papers, i, "task", "retrieval") || is(&papers, i, "task", "image") ? 32 : 64, 0);
        assert_true(number(&papers, i, "gflops_layer") > number(&papers, i, "gflops_paper"));
        assert_true(number(&papers, i, "parameter_bytes") > 0);
    }
    assert_int_equal(baselines, 6);
    assert_int_equal(papers.rows, baselines + TF_COUNT(fitted) + TF_COUNT(unmatched) + TF_COUNT(leaves));
}

/* Full attention on ListOps, by hand. */
static void test_gflops(void **state) {
    (void)state;
    int row = find("transformer", "listops", NULL, 0);
    double n = 2048, e = 64, heads = 8, C = 512;
    near("paper", number(&papers, row, "gflops_paper"), heads * (3 * n * (2 * e * e + e) + n * n * (4 * e + 5)) / 1e9, 1e-6);
    near("layer", number(&papers, row, "gflops_layer"), (4 * n * C * (2 * C + 1) + heads * n * n * (4 * e + 5)) / 1e9, 1e-6);
    near("bytes", number(&papers, row, "parameter_bytes"), 4 * (4 * C * C + 4 * C), 0);
}

static int warnings;
static void on_log(enum tf_level l, const char *msg) {
    (void)msg;
    warnings += l == TF_LOG_WARN;
}

static void test_no_paper(void **state) {
    (void)state;
    struct tf_buf out = {0};
    struct tf_csv c;
    struct tf_err e = {0};
    tf_log_hook = on_log, warnings = 0;
    assert_int_equal(tf_flops_papers("/no/such/folder", &out, &e), 0);
    tf_log_hook = NULL;
    assert_int_equal(warnings, 3);
    assert_int_equal(tf_csv_parse(&c, out.s, out.len, "flops", &e), 0);
    assert_int_equal(c.rows, papers.rows);
    for (int i = 0; i < c.rows; i++) {
        assert_true(isnan(number(&c, i, "paper_pct")) && isnan(number(&c, i, "diff_points")) && isnan(number(&c, i, "occupancy_implied")));
        near("ours", number(&c, i, "flops_paper_pct"), number(&papers, i, "flops_paper_pct"), 0);
    }
    tf_csv_free(&c);
    tf_buf_free(&out);
}

static void test_defaults(void **state) {
    (void)state;
    struct tf_buf out = {0};
    struct tf_csv c;
    struct tf_err e = {0};
    int n = 0;
    tf_flops_defaults(1024, 96, 4, &out);
    assert_int_equal(tf_csv_parse(&c, out.s, out.len, "flops", &e), 0);
    for (; tf_attns[n]; n++) {
        assert_string_equal(tf_csv_get(&c, n, "mechanism"), tf_attns[n]->name);
        near("head_dim", number(&c, n, "head_dim"), 24, 0);
        assert_true(number(&c, n, "gflops_layer") > 0 && number(&c, n, "flops_layer_pct") > 0 && number(&c, n, "flops_paper_pct") > 0);
    }
    assert_int_equal(c.rows, n);
    near("transformer", number(&c, 0, "gflops_layer"), (4.0 * 1024 * 96 * 193 + 4.0 * 1024 * 1024 * (4 * 24 + 5)) / 1e9, 1e-9);
    tf_csv_free(&c);
    tf_buf_free(&out);
}

static void test_figure(void **state) {
    (void)state;
    char dir[] = "/tmp/tf-test-flops-XXXXXX", path[64];
    struct tf_csv c;
    struct tf_err e = {0};
    assert_non_null(mkdtemp(dir));
    assert_int_equal(tf_flops_figure(dir, 512, 8, false, &e), 0);
    snprintf(path, sizeof path, "%s/fig_flops_n.csv", dir);
    assert_int_equal(tf_csv_load(&c, path, &e), 0);
    assert_int_equal(c.rows, 9);
    near("n", number(&c, 8, "n"), 65536, 0);
    for (int i = 0; i < c.rows; i++) // per token: 4 C (2 C + 1) + H n (4 D + 5)
        near("transformer", number(&c, i, "transformer"), (4 * 512 * 1025 + 8 * 261 * number(&c, i, "n")) / 1e6, 1e-6);
    tf_csv_free(&c);
    unlink(path);
    snprintf(path, sizeof path, "%s/fig_flops_n.gp", dir);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(dir), 0); // nothing else was written
    assert_int_equal(tf_flops_figure("/no/such/folder", 512, 8, false, &e), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fitted),   cmocka_unit_test(test_unmatched), cmocka_unit_test(test_leaves),
        cmocka_unit_test(test_implied),  cmocka_unit_test(test_rows),      cmocka_unit_test(test_gflops),
        cmocka_unit_test(test_no_paper), cmocka_unit_test(test_defaults),  cmocka_unit_test(test_figure),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
