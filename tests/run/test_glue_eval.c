/* A GLUE run leaves the test set's predictions in the form of a submission; predictions later. */
#include "fixture.h"
#include "results/row.h"
#include "run/evaluate.h"
#include "run/predict.h"
#include "run/run.h"

static int set_up(void **state) {
    (void)state;
    struct tf_buf b = {0};
    if (enter(state)) return -1;
    setenv("TREEFORMER_CACHE", in_dir("cache"), 1);
    put_vocab("");
    b.len = 0;
    for (int i = 0; i < 24; i++)
        tf_buf_addf(&b, i % 2 ? "gj04\t1\t\tg g %c\n" : "gj04\t0\t*\tb b %c\n", 'm' + i % 10); // told by the first word
    put_text("glue/CoLA/train.tsv", b.s);
    put_text("glue/CoLA/dev.tsv", "gj04\t1\t\tg g x\ngj04\t0\t*\tb b x\n");
    b.len = 0;
    tf_buf_addf(&b, "index\tpromptID\tpairID\tsentence1\tsentence2\tgold_label\n");
    for (int i = 0; i < 24; i++)
        tf_buf_addf(&b, "%d\t1\t2\t%c\t%c\t%s\n", i, "cen"[i % 3], 'o' + i % 7,
                    i % 3 == 0   ? "contradiction"
                    : i % 3 == 1 ? "entailment"
                                 : "neutral");
    put_text("glue/MNLI/train.tsv", b.s);
    put_text("glue/MNLI/dev_matched.tsv", b.s);
    tf_buf_free(&b);
    return 0;
}

static int jobs;
static const char *seeds;
static int train(const char *task, const char *out, char *run, struct tf_err *e) {
    char spec[1024];
    struct tf_spec *s = NULL;
    struct tf_exp_env env = {.out = out, .data_dir = dir, .threads = 2, .jobs = jobs};
    int worst = -1;
    snprintf(
        spec, sizeof spec,
        "title: test\nprotocol: quick\ntask: {name: %s, max_length: 16, vocab: vocab.txt, valid: 4}\n"
        "model: {layers: 1, dim: 8, heads: 2, mlp_dim: 8, classifier_dim: 0, segments: 2, pool: first, dropout: 0, attention_dropout: 0}\n"
        "attention: [transformer]\ntrain: {steps: 80, warmup: 2, lr: 2e-2, eval_every: 40, batch: 8, log_every: 40}\n",
        task);
    put_text("spec.yaml", spec);
    forget_log();
    if (tf_spec_load(&s, in_dir("spec.yaml"), NULL, 0, seeds, e)) return -1;
    int rc = tf_exp_run(s, &env, &worst, e);
    snprintf(run, 256, "%s/runs/%s", out, s->run[0].id);
    tf_spec_free(s);
    return rc;
}

static void must_hold(const char *run, const char *name, const char *want) {
    char path[400];
    struct tf_buf b = {0};
    struct tf_err e = {0};
    snprintf(path, sizeof path, "%s/%s", run, name);
    if (tf_file_read(path, &b, &e)) fail_msg("%s", e.msg);
    assert_string_equal(b.s, want);
    tf_buf_free(&b);
}

static void predictions_for_the_server(void **state) {
    (void)state;
    char run[256];
    struct tf_err e = {0};
    put_text("glue/CoLA/test.tsv",
             "index\tsentence\n0\tg g z\n1\tb b y\n7\tb b\n3\tg g m m m m m m m m m m m m m m m m m m\n"); // the last is cut
    if (train("cola", in_dir("cola"), run, &e)) fail_msg("%s", e.msg);
    must_hold(run, "CoLA.tsv", "index\tprediction\n0\t1\n1\t0\n7\t0\n3\t1\n");
    assert_true(was_logged("CoLA/test.tsv has 4 examples to predict for the benchmark's server"));
    assert_true(was_logged("cola-transformer-s1: predictions: ") && was_logged("/runs/cola-transformer-s1/CoLA.tsv"));
    put_text("glue/MNLI/test_matched.tsv", "index\tsentence1\tsentence2\n0\te\to\n1\tc\tq\n2\tn\tr\n");
    if (train("mnli", in_dir("mnli"), run, &e)) fail_msg("%s", e.msg);
    struct tf_row row;
    if (tf_row_read(in_dir("mnli/rows/mnli-transformer-s1.csv"), &row, &e)) fail_msg("%s", e.msg);
    assert_true(row.mean_len == 5); // both sentences are one sequence: [CLS] e [SEP] o [SEP]
    must_hold(run, "MNLI-m.tsv", "index\tprediction\n0\tentailment\n1\tcontradiction\n2\tneutral\n");
    put_text("glue/MNLI/test_mismatched.tsv", "index\tsentence1\tsentence2\n5\tn\to\n");
    if (train("mnli", in_dir("both"), run, &e)) fail_msg("%s", e.msg);
    assert_true(was_logged("MNLI/test_matched.tsv and ") && was_logged("MNLI/test_mismatched.tsv has 4 examples to predict") &&
                was_logged("/runs/mnli-transformer-s1/MNLI-mm.tsv"));
    must_hold(run, "MNLI-m.tsv", "index\tprediction\n0\tentailment\n1\tcontradiction\n2\tneutral\n");
    must_hold(run, "MNLI-mm.tsv", "index\tprediction\n5\tneutral\n");
}

static void no_test_set_and_bad_ones(void **state) {
    (void)state;
    char run[256];
    struct tf_err e = {0}, f = {0};
    assert_int_equal(unlink(in_dir("glue/CoLA/test.tsv")), 0);
    if (train("cola", in_dir("none"), run, &e)) fail_msg("%s", e.msg);
    assert_true(was_logged("cola: no glue/CoLA/test.tsv in the data folders: nothing to predict"));
    put_text("glue/CoLA/test.tsv", "index\tsentence\n0\tg\nx1\tb\n");
    assert_int_equal(train("cola", in_dir("bad"), run, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    assert_non_null(strstr(e.msg, "CoLA/test.tsv:3: 'x1' is no index"));
    assert_false(tf_file_exists(in_dir("bad/runs/cola-transformer-s1/metrics.csv"))); // before anything was trained
    put_text("glue/CoLA/test.tsv", "index\tsentence\n7\tg\n0\tb\n7\tb\n");
    assert_int_equal(train("cola", in_dir("bad"), run, &f), -1);
    assert_non_null(strstr(f.msg, "CoLA/test.tsv:4: line 2 has the index 7, too"));
    f = (struct tf_err){0};
    put_text("glue/CoLA/test.tsv", "index\ttext\n0\tg\n");
    assert_int_equal(train("cola", in_dir("bad"), run, &f), -1);
    assert_non_null(strstr(f.msg, "CoLA/test.tsv:1: no column 'sentence' in the heading of cola's table"));
    put_text("glue/CoLA/test.tsv", "label\tsentence\n0\tg\n"); // as a training set is
    f = (struct tf_err){0};
    assert_int_equal(train("cola", in_dir("bad"), run, &f), -1);
    assert_non_null(strstr(f.msg, "CoLA/test.tsv:1: the first column of cola's test set is 'label', not index or id"));
    assert_int_equal(unlink(in_dir("glue/CoLA/test.tsv")), 0);
}

/* Exits with what tf_exp_predict does; *paths are of files below dir. */
static int predict(const char *folder, const char *to, struct tf_buf *paths, struct tf_err *e) {
    struct tf_spec *s = NULL;
    char spec[256];
    struct tf_exp_env env = {.data_dir = dir, .out = to, .threads = 2};
    snprintf(spec, sizeof spec, "%s/spec.yaml", folder);
    paths->len = 0;
    forget_log();
    if (tf_spec_load(&s, spec, NULL, 0, NULL, e)) fail_msg("%s", e->msg);
    int rc = tf_exp_predict(s, folder, &env, paths, e);
    tf_spec_free(s);
    return rc;
}

static void predicted_later(void **state) {
    (void)state;
    char run[256], want[600];
    const char *folder = in_dir("later"), *to = in_dir("predicted");
    struct tf_err e = {0};
    struct tf_buf paths = {0};
    if (train("cola", folder, run, &e)) fail_msg("%s", e.msg);
    if (predict(folder, NULL, &paths, &e)) fail_msg("%s", e.msg);
    snprintf(want, sizeof want, "%s/predictions.csv\n", run);
    assert_string_equal(paths.s, want);
    assert_true(was_logged("cola: no glue/CoLA/test.tsv in the data folders"));
    put_text("glue/CoLA/test.tsv", "index\tsentence\n0\tg g z\n9\tb b y\n");
    if (predict(folder, NULL, &paths, &e)) fail_msg("%s", e.msg);
    snprintf(want, sizeof want, "%s/CoLA.tsv\n%s/predictions.csv\n", run, run);
    assert_string_equal(paths.s, want);
    assert_true(was_logged("/glue/CoLA/test.tsv has 2 examples to predict"));
    must_hold(run, "CoLA.tsv", "index\tprediction\n0\t1\n9\t0\n");
    if (predict(folder, to, &paths, &e)) fail_msg("%s", e.msg);
    const char *here = in_dir("predicted/cola-transformer-s1");
    must_hold(here, "CoLA.tsv", "index\tprediction\n0\t1\n9\t0\n");
    char *text = read_text(in_dir("predicted/cola-transformer-s1/predictions.csv"));
    double sure[2];
    assert_int_equal(sscanf(text, "example,label,predicted,probability\n0,1,1,%lf\n1,0,0,%lf\n", &sure[0], &sure[1]), 2);
    assert_true(sure[0] > 0.5 && sure[0] <= 1 && sure[1] > 0.5 && sure[1] <= 1); // of two classes
    put_text("glue/CoLA/test.tsv", "index\tsentence\n0\tg g z\n9\tb b y b b b b b b b b b b b b b b b b b b b b b b\n");
    if (predict(folder, NULL, &paths, &e)) fail_msg("%s", e.msg);
    assert_true(was_logged("1 of 2 rows of test.tsv are cut to "));
    must_hold(run, "CoLA.tsv", "index\tprediction\n0\t1\n9\t0\n");
    put_text("glue/CoLA/test.tsv", "index\tsentence\nx\tb\n");
    assert_int_equal(predict(folder, NULL, &paths, &e), -1);
    assert_non_null(strstr(e.msg, "CoLA/test.tsv:2: 'x' is no index"));
    tf_buf_free(&paths);
    put_text("glue/CoLA/test.tsv", "index\tsentence\n0\tg g z\n");
}

/* A test set that cannot be read stops the predictions of every run, not of the first alone. */
static void no_run_goes_without_the_test_set(void **state) {
    (void)state;
    char run[256];
    struct tf_err e = {0};
    struct tf_buf paths = {0};
    assert_int_equal(unlink(in_dir("glue/CoLA/test.tsv")), 0);
    seeds = "1,2";
    if (train("cola", in_dir("two"), run, &e)) fail_msg("%s", e.msg);
    seeds = NULL;
    put_text("glue/CoLA/test.tsv", "index\tsentence\nx\tb\n");
    assert_int_equal(predict(in_dir("two"), NULL, &paths, &e), -1);
    assert_non_null(strstr(e.msg, "CoLA/test.tsv:2: 'x' is no index"));
    assert_int_equal(paths.len, 0);
    assert_false(tf_file_exists(in_dir("two/runs/cola-transformer-s2/predictions.csv")));
    tf_buf_free(&paths);
}

static void evaluated_again(void **state) {
    (void)state;
    char run[256];
    struct tf_spec *s = NULL;
    struct tf_exp_env env = {.data_dir = dir, .threads = 1};
    struct tf_buf csv = {0};
    struct tf_err e = {0};
    assert_int_equal(unlink(in_dir("glue/CoLA/test.tsv")), 0);
    if (train("cola", in_dir("again"), run, &e)) fail_msg("%s", e.msg);
    put_text("glue/CoLA/dev.tsv",
             "gj04\t1\t\tg g x\ngj04\t0\t*\tb b x\ngj04\t0\t*\tg g n\ngj04\t0\t*\tb b n\n"); // the third is told wrongly
    if (tf_spec_load(&s, in_dir("again/spec.yaml"), NULL, 0, NULL, &e)) fail_msg("%s", e.msg);
    assert_int_equal(tf_exp_evaluate(s, in_dir("again"), &env, &csv, &e), -1);
    assert_non_null(strstr(e.msg, "again/runs/cola-transformer-s1/best.safetensors was trained on other data (hash "));
    tf_spec_free(s), csv.len = 0, e = (struct tf_err){0};
    const char *const sets[] = {"task.split_seed=2"}; // other options of the task: it is as it is
    if (tf_spec_load(&s, in_dir("again/spec.yaml"), sets, 1, NULL, &e)) fail_msg("%s", e.msg);
    if (tf_exp_evaluate(s, in_dir("again"), &env, &csv, &e)) fail_msg("%s", e.msg);
    if (!strstr(csv.s, ",4,57.74,") || !strstr(csv.s, ",matthews\n")) fail_msg("%s", csv.s); // 2 / sqrt(2 * 1 * 3 * 2)
    tf_buf_free(&csv);
    tf_spec_free(s);
}

static double steps_done;
static void on_progress(const struct tf_progress *p) { steps_done = p->done; }

/* Of several jobs at once: examples that are predicted are no steps. The run ends in an error, so that it does not count as a finished one. */
static void predictions_are_no_steps(void **state) {
    (void)state;
    char run[256];
    struct tf_err e = {0};
    struct tf_buf b = {0};
    if (train("cola", in_dir("jobs"), run, &e)) fail_msg("%s", e.msg); // its test set is not there yet
    assert_int_equal(unlink(in_dir("jobs/rows/cola-transformer-s1.csv")), 0);
    if (tf_mkdirs(in_dir("jobs/runs/cola-transformer-s1/CoLA.tsv"), &e)) fail_msg("%s", e.msg); // a folder in the way
    tf_buf_addf(&b, "index\tsentence\n");
    for (int i = 0; i < 200; i++) tf_buf_addf(&b, "%d\tg g z\n", i);
    put_text("glue/CoLA/test.tsv", b.s);
    jobs = 2, tf_progress_hook = on_progress;
    assert_int_equal(train("cola", in_dir("jobs"), run, &e), -1);
    jobs = 0, tf_progress_hook = NULL;
    assert_non_null(strstr(e.msg, "CoLA.tsv"));
    assert_true(steps_done == 80);
    tf_buf_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(predictions_for_the_server),
                                       cmocka_unit_test(no_test_set_and_bad_ones),
                                       cmocka_unit_test(predicted_later),
                                       cmocka_unit_test(no_run_goes_without_the_test_set),
                                       cmocka_unit_test(evaluated_again),
                                       cmocka_unit_test(predictions_are_no_steps)};
    return cmocka_run_group_tests_name("glue_eval", tests, set_up, leave);
}
