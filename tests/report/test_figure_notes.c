/* What figures say of lines, curves and bars that do not compare as they look. */
#include <math.h>

#include "parts.h"
#include "report/report.h"
#include "results/row.h"

static int before(void **state) {
    remove_all();
    const int rc = report_before(state);
    setenv("PATH", dir, 1); // no gnuplot: data and scripts alone
    return rc;
}

static void draw(const char *folder) {
    struct tf_report r = report_of(folder, true);
    struct tf_err e = {0};
    if (tf_report_write(&r, NULL, &e)) fail_msg("%s", e.msg);
}

/* n <= 4 folders into out/; labels: NULL, or one each. */
static void join(int n, const char *const *folder, const char *const *labels) {
    char path[4][200];
    const char *dirs[4];
    struct tf_err e = {0};
    for (int i = 0; i < n; i++) snprintf(path[i], sizeof path[i], "%s", in_dir(folder[i])), dirs[i] = path[i];
    const struct tf_report_all all = {.dirs = dirs, .labels = labels, .n_dirs = n, .out = below("out"), .plot = true};
    if (tf_report_write_all(&all, NULL, &e)) fail_msg("%s", e.msg);
}

/* ---- differences from full attention -------------------------------------------------------------------------------------------- */

/* A run of so many steps that answered the first `correct` of 2,000 questions. */
static void answered(const char *folder, const char *attention, int seed, int correct, long steps) {
    struct tf_row r = listops_row(attention, attention, "", seed, correct);
    snprintf(r.data_hash, sizeof r.data_hash, "0000"), r.steps = steps;
    put_row(folder, &r);
    put_first_right(folder, r.run, correct);
}

/* Another task, of which no answers are known. */
static void put_text_task(const char *folder) {
    for (int tree = 0; tree < 2; tree++) {
        struct tf_row r =
            finished_row("text", report_protocol, tree ? "tc-a" : "transformer", tree ? "tc-a" : "transformer", 1, tree ? 700 : 738, 2000);
        snprintf(r.run, sizeof r.run, "text-%s-s1", r.attention);
        put_row(folder, &r);
    }
}

/* A line that was trained otherwise than what it is compared with, or of which some seeds are compared, has a mark, which the figure explains. */
static void unequal_comparisons_are_marked(void **state) {
    (void)state;
    static const char *const folder[] = {"text", "words", "other"};
    put_text_task("text");
    answered("words", "transformer", 1, 738, 5000), answered("words", "tc-a", 1, 700, 5000);
    join(2, folder, NULL);
    const char *gp = read_text(below("out/fig_differences.gp"));
    if (!has(gp, "'tc-a' ") || !has(gp, "rings: not paired") || has(gp, "trained otherwise") || has(gp, "only some seeds paired"))
        fail_msg("%s", gp);
    answered("words", "transformer", 2, 738, 5000);
    for (int seed = 1; seed <= 2; seed++) answered("other", "linformer", seed, 690, 3000);
    join(3, folder, NULL);
    gp = read_text(below("out/fig_differences.gp"));
    if (!has(gp, "'tc-a†' ") || !has(gp, "'linformer*' ") || !has(gp, "'tc-a' ") || !has(gp, "* trained otherwise") ||
        !has(gp, "† only some seeds paired"))
        fail_msg("%s", gp);
    const char *data = read_text(below("out/fig_differences.csv"));
    if (!has(data, ",task,protocol,label,against,paired_of_seeds,trained_otherwise\n") ||
        !has(data, ",listops,small,tc-a,transformer,2,\n") ||
        !has(data, ",listops,small,linformer,transformer,2,\"3000 steps, not 5000\"\n") || !has(data, ",text,small,tc-a,transformer,1,\n"))
        fail_msg("%s", data);
}

/* ---- training time ---------------------------------------------------------------------------------------------------------------- */

static const char unequal[] = "steps or settings differ";

static void times_of_other_steps(void **state) {
    (void)state;
    for (int other = 0; other < 2; other++) {
        struct tf_row a = listops_row("transformer", "Transformer", "", 1, 738), b = listops_row("tc-a", "TC-A", "", 1, 700);
        if (other) b.steps = 2500;
        put_row("steps", &a), put_row("steps", &b), draw("steps");
        assert_int_equal(has(read_text(below("steps/fig_train_time.gp")), unequal), other);
    }
    struct tf_row bad = listops_row("tc-a", "TC-A", "", 1, 700); // it has no bar
    bad.steps = 2500, bad.test_score_pct = NAN, snprintf(bad.status, sizeof bad.status, "diverged");
    struct tf_row good = listops_row("linformer", "Linformer", "", 1, 700);
    put_row("steps", &bad), put_row("steps", &good), draw("steps");
    assert_false(has(read_text(below("steps/fig_train_time.gp")), unequal));
}

/* As the folder's spec says, the second model has another width. */
static void times_of_other_models(void **state) {
    (void)state;
    for (int other = 0; other < 2; other++) {
        struct tf_row a = listops_row("transformer", "Transformer", "", 1, 738), b = listops_row("linformer", "Linformer", "", 1, 700);
        put_row("models", &a), put_row("models", &b);
        put_text("models/spec.yaml", other ? "protocol: small\ntask: {name: listops}\n"
                                             "attention: [transformer, {name: linformer, model: {mlp_dim: 32}}]\n"
                                           : "protocol: small\ntask: {name: listops}\nattention: [transformer, linformer]\n");
        draw("models");
        assert_int_equal(has(read_text(below("models/fig_train_time.gp")), unequal), other);
    }
}

/* Wall-clock times are of as many threads: 0 says that a run got more while it ran, and so nothing of how many two runs had. */
static void times_of_threads_that_changed(void **state) {
    (void)state;
    for (int known = 0; known < 2; known++) {
        struct tf_row a = listops_row("transformer", "Transformer", "", 1, 738), b = listops_row("tc-a", "TC-A", "", 1, 700);
        a.train_cpu_s = b.train_cpu_s = NAN, a.threads = b.threads = 2 * known;
        put_row("threads", &a), put_row("threads", &b), draw("threads");
        assert_int_equal(tf_file_exists(below("threads/fig_train_time.gp")), known);
    }
}

/* ---- curves over steps -------------------------------------------------------------------------------------------------------------- */

/* A run whose loss is `slope` times the step, in so many log lines. */
static void put_losses(const char *folder, const char *attention, long seed, int slope, int lines) {
    struct tf_row r = listops_row(attention, attention, "", seed, 700);
    struct tf_buf m = {0};
    put_row(folder, &r);
    tf_buf_addf(&m, "step,split,loss_nats\n");
    for (int i = 1; i <= lines; i++) tf_buf_addf(&m, "%d,train,%d\n", i, slope * i);
    put_file(folder, r.run, "metrics.csv", m.s);
    tf_buf_free(&m);
}

/* Of two seeds, one with many log lines and one with few: a mean is of two blocks, not of a block and a line. */
static void seeds_have_equal_blocks(void **state) {
    (void)state;
    put_losses("seeds", "transformer", 1, 1, 401), put_losses("seeds", "transformer", 2, 2, 100);
    draw("seeds");
    const char *data = read_text(below("seeds/fig_loss_steps.csv"));
    if (!has(data, "\n1,3,2,listops-transformer-s1,transformer\n") || !has(data, "\n2,3,4,listops-transformer-s2,transformer\n") ||
        !has(data, "\n2,100,200,listops-transformer-s2,transformer\n") || !has(data, "\n3,3,3,mean,transformer\n") ||
        !has(data, "\n3,99,147,mean,transformer\n"))
        fail_msg("%s", data);
    assert_true(has(read_text(below("seeds/fig_loss_steps.gp")), "every point: mean of 3 log lines"));
    put_losses("seeds", "linformer", 1, 1, 150); // curves of other mechanisms need none
    draw("seeds");
    assert_true(has(read_text(below("seeds/fig_loss_steps.gp")), "every point: mean of up to 3 log lines"));
    assert_true(has(read_text(below("seeds/fig_loss_steps.csv")), ",2,2,listops-linformer-s1,linformer\n"));
}

/* ---- lines over lengths ---------------------------------------------------------------------------------------------------------- */

static void put_length(const char *folder, const char *setting, int n, double correct) {
    struct tf_row r = listops_row("transformer", "Transformer", setting, 1, correct);
    r.flops_n = n;
    put_row(folder, &r);
}

/* Lengths of two trainings are no line; of two trainings at two lengths each has one, with a name that tells it from the other. */
static void lengths_of_two_trainings(void **state) {
    (void)state;
    put_length("lr", "max_length=64 lr=1", 64, 800), put_length("lr", "max_length=128 lr=2", 128, 700);
    draw("lr");
    assert_false(tf_file_exists(below("lr/fig_accuracy_n.csv")));
    put_length("lr", "max_length=64 lr=2", 64, 600);
    draw("lr");
    assert_string_equal(read_text(below("lr/fig_accuracy_n.csv")), "n,\"Transformer, lr=1\",\"Transformer, lr=2\"\n64,40,30\n128,,35\n");
}

/* The label of a folder may name its length: that is no training. */
static void labels_may_be_lengths(void **state) {
    (void)state;
    static const char *const folder[] = {"short", "long"};
    for (int k = 0; k < 2; k++)
        put_length(folder[k], "lr=1", 64 << k, 800 - 100 * k), put_length(folder[k], "lr=2", 64 << k, 600 - 100 * k);
    join(2, folder, (const char *const[]){"64 tokens", "128 tokens"});
    assert_string_equal(read_text(below("out/fig_accuracy_n_small_listops.csv")),
                        "n,\"Transformer, lr=1\",\"Transformer, lr=2\"\n64,40,30\n128,35,25\n");
}

/* A setting that is an option, too, is named once. */
static void options_are_named_once(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        char setting[64];
        const int n = 1000 << k % 2, tenths = 1 + k / 2;
        snprintf(setting, sizeof setting, "window=8 lr=0.%d max_length=%d", tenths, n);
        struct tf_row r = listops_row("longformer", "Longformer", setting, 1, 800 - 100 * k);
        snprintf(r.run, sizeof r.run, "listops-longformer-window8-lr0.%d-max_length%d-s1", tenths, n);
        r.flops_n = n;
        put_row("windows", &r);
    }
    put_text("windows/spec.yaml", "protocol: small\ntask: {name: listops}\nattention: {name: longformer}\n"
                                  "sweep: {attention.window: [8], train.lr: [0.1, 0.2], task.max_length: [1000, 2000]}\n");
    draw("windows");
    assert_string_equal(read_text(below("windows/fig_accuracy_n.csv")),
                        "n,\"Longformer, window=8 lr=0.1\",\"Longformer, window=8 lr=0.2\"\n1000,40,30\n2000,35,25\n");
}

/* Accuracy against work: marks of other lengths are of other tests, which no front joins, and other steps another training; without any score there is no
 * such figure. */
static void marks_that_do_not_compare(void **state) {
    (void)state;
    static const char *const attention[] = {"transformer", "linformer", "performer", "bigbird"};
    for (int k = 0; k < 4; k++) { // all alike; lengths; steps; no score
        char folder[16], file[64];
        snprintf(folder, sizeof folder, "marks-%d", k), snprintf(file, sizeof file, "%s/fig_accuracy_flops.gp", folder);
        for (int i = 0; i < 4; i++) {
            struct tf_row r = listops_row(attention[i], attention[i], "", 1, k == 3 ? 0 : 800 - 50 * i);
            r.flops_layer_pct = 100 - 20 * i;
            if (k == 1 && i % 2) r.flops_n = 500;
            if (k == 2 && i % 2) r.steps = 2500;
            put_row(folder, &r);
        }
        draw(folder);
        const char *gp = k < 3 ? read_text(below("%s", file)) : "";
        assert_int_equal(tf_file_exists(below("%s", file)), k < 3);
        assert_int_equal(has(gp, "marks of several tests: do not compare them"), k == 1);
        assert_int_equal(has(gp, unequal), k == 2);
        assert_int_equal(has(gp, "dashed: the best trade-off"), k == 0 || k == 2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(unequal_comparisons_are_marked, before, after_each),
        cmocka_unit_test_setup_teardown(times_of_other_steps, before, after_each),
        cmocka_unit_test_setup_teardown(times_of_other_models, before, after_each),
        cmocka_unit_test_setup_teardown(times_of_threads_that_changed, before, after_each),
        cmocka_unit_test_setup_teardown(seeds_have_equal_blocks, before, after_each),
        cmocka_unit_test_setup_teardown(lengths_of_two_trainings, before, after_each),
        cmocka_unit_test_setup_teardown(labels_may_be_lengths, before, after_each),
        cmocka_unit_test_setup_teardown(options_are_named_once, before, after_each),
        cmocka_unit_test_setup_teardown(marks_that_do_not_compare, before, after_each),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
