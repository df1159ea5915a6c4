/* Trees of several heights in the tables of several tasks: which lines there are, and what their columns hold. */
#include <math.h>

#include "io/io.h"
#include "parts.h"
#include "report/report.h"
#include "results/row.h"

static struct tf_row tree(const char *task, long height, long seed, double correct) {
    struct tf_row r = finished_row(task, "small", "tf-a", "TF-A", seed, correct, 2000);
    snprintf(r.run, sizeof r.run, "%s-h%ld-s%ld", task, height, seed);
    snprintf(r.setting, sizeof r.setting, "height=%ld", height);
    r.height = height;
    return r;
}

static void put(const char *task, long height, double correct) {
    struct tf_row r = tree(task, height, 1, correct);
    put_row("all", &r);
}

static void write_tables(void) {
    struct tf_err e = {0};
    struct tf_report_all t = {.dirs = (const char *[]){in_dir("all")}, .n_dirs = 1, .out = below("out")};
    if (tf_report_write_all(&t, NULL, &e)) fail_msg("%s", e.msg);
}

/* A height that only some tasks have goes to the table of heights where another height has these tasks, and more. */
static void lines_of_heights(void **state) {
    (void)state;
    put("listops", 2, 700), put("listops", 4, 720), put("text", 4, 1200); // 4 has all of 2's
    put("listops", 6, 740), put("image", 6, 900);                         // neither has the other's
    write_tables();
    const char *md = read_text(below("out/table_score.md"));
    assert_true(has(md, "height=4") && has(md, "height=6") && !has(md, "height=2") && has(md, "More heights"));
    assert_true(has(md, "37.00") && has(md, "60.00") && has(md, "45.00"));
    const char *csv = read_text(below("out/table_score.csv"));
    assert_true(has(csv, ",height=2,2,listops,1,2000,35,") && has(csv, ",height=4,4,listops,1,2000,36,"));
    md = read_text(below("out/table_height.md"));
    assert_true(has(md, "35.00") && has(md, "36.00") && has(md, "37.00"));
}

/* Runs of one height that only their data tell apart have a line each. */
static void quirks_are_no_heights(void **state) {
    (void)state;
    struct tf_row r = tree("listops", 4, 1, 640);
    snprintf(r.run, sizeof r.run, "other"), snprintf(r.quirks, sizeof r.quirks, "validation = test");
    put_row("all", &r), put("listops", 4, 720), put("text", 4, 1200);
    write_tables();
    const char *md = read_text(below("out/table_score.md"));
    assert_true(has(md, "32.00") && has(md, "36.00") && !has(md, "More heights"));
}

/* Both tables of a tree say the same of it: the score's intervals over the test set and over seeds, and what the work is made of. */
static void columns_of_heights(void **state) {
    (void)state;
    static const char *const table[] = {"table_height", "table_score", "table_work"};
    static const struct {
        const char *table, *column;
        double want;
    } cell[] = {{"table_height", "occupancy", 0.25},   {"table_work", "occupancy", 0.25},       {"table_height", "flops_paper_pct", 40},
                {"table_work", "flops_paper_pct", 40}, {"table_height", "flops_layer_pct", 50}, {"table_work", "flops_layer_pct", 50},
                {"table_height", "seeds", 2},          {"table_height", "height", 3},           {"table_score", "height", 3}};
    for (int seed = 1; seed <= 2; seed++) {
        struct tf_row r = tree("listops", 3, seed, 680 + 20 * seed),
                      full = finished_row("listops", "small", "transformer", "Full", seed, 1, 2);
        r.occupancy = 0.25, r.flops_paper_pct = 40, r.flops_layer_pct = 50;
        snprintf(full.run, sizeof full.run, "full-s%d", seed);
        put_row("all", &r), put_row("all", &full);
    }
    write_tables();
    const struct tf_interval w = tf_wilson(710, 2000);
    const double seeds = 12.706205 * 0.5, interval[] = {w.mean, w.lo, w.hi, w.mean - seeds, w.mean + seeds}; // 35 and 36 %
    static const char *const name[] = {"test_score_pct", "test_lo_pct", "test_hi_pct", "seeds_lo_pct", "seeds_hi_pct"};
    for (size_t t = 0; t < TF_COUNT(table); t++) {
        struct tf_csv c;
        struct tf_err e = {0};
        if (tf_csv_load(&c, below("out/%s.csv", table[t]), &e)) fail_msg("%s", e.msg);
        int at = 0, trees = 0;
        for (int i = 0; i < c.rows; i++)
            if (!strcmp(tf_csv_get(&c, i, "attention"), "tf-a")) at = i, trees++;
        assert_int_equal(trees, 1), assert_int_equal(c.rows, t ? 2 : 1); // full attention has no height
        for (size_t k = 0; t < 2 && k < TF_COUNT(name); k++) {
            const double x = csv_number(&c, at, name[k]);
            if (!(fabs(x - interval[k]) < 1e-6)) fail_msg("%s: %s is %.9g, not %.9g", table[t], name[k], x, interval[k]);
        }
        for (size_t k = 0; k < TF_COUNT(cell); k++) {
            if (strcmp(cell[k].table, table[t])) continue;
            const double x = csv_number(&c, at, cell[k].column);
            if (x != cell[k].want) fail_msg("%s: %s is %g", table[t], cell[k].column, x);
        }
        tf_csv_free(&c);
    }
    assert_false(has(read_text(below("out/table_height.md")), "Full"));
}

/* Heights of two folders are one curve, and a note says if they were trained otherwise. */
static void heights_of_two_trainings(void **state) {
    (void)state;
    static const char note[] = "heights of different trainings";
    char path[2][200];
    setenv("PATH", dir, 1); // no gnuplot
    for (int i = 0; i < 2; i++) snprintf(path[i], sizeof path[i], "%s", in_dir(i ? "high" : "low"));
    const struct tf_report_all t = {.dirs = (const char *const[]){path[0], path[1]}, .n_dirs = 2, .out = below("out"), .plot = true};
    for (int other = 0; other < 2; other++) {
        struct tf_err e = {0};
        struct tf_row low = tree("listops", 2, 1, 700), high = tree("listops", 4, 1, 720);
        if (other) high.steps = 3000;
        put_row("low", &low), put_row("high", &high);
        if (tf_report_write_all(&t, NULL, &e)) fail_msg("%s", e.msg);
        assert_true(has(read_text(below("out/fig_accuracy_height_small_listops.csv")), "\n1,2,35,") &&
                    has(read_text(below("out/fig_accuracy_height_small_listops.csv")), "\n1,4,36,"));
        assert_int_equal(has(read_text(below("out/fig_accuracy_height_small_listops.gp")), note), other);
    }
    struct tf_row high = tree("listops", 4, 1, 720); // of one folder: settings say what its spec varies
    high.steps = 3000, put_row("low", &high);
    struct tf_err e = {0};
    struct tf_report r = {.dir = path[0], .title = "ListOps", .protocol = "small", .plot = true};
    if (tf_report_write(&r, NULL, &e)) fail_msg("%s", e.msg);
    assert_false(has(read_text(below("low/fig_accuracy_height.gp")), note));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lines_of_heights, before_each_empty, after_each),
        cmocka_unit_test_setup_teardown(quirks_are_no_heights, before_each_empty, after_each),
        cmocka_unit_test_setup_teardown(columns_of_heights, before_each_empty, after_each),
        cmocka_unit_test_setup_teardown(heights_of_two_trainings, before_each_empty, after_each),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
