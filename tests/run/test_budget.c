/* Budgets of time, and what a dry run measures and does not make. */
#include <unistd.h>

#include "results/row.h"
#include "run/budget.h"
#include "run/run.h"
#include "run/watch.h"
#include "io/io.h"
#include "tiny_runs.h"

/* What is said at the end is the sum of so many seconds, each of them known to 0.1 s. */
static bool total_is(double sum, double unsure) {
    char text[32], said[64];
    for (double x = sum - unsure; x < sum + unsure + 0.05; x += 0.1) {
        snprintf(said, sizeof said, ", about %s of training and evaluation on 1 thread", tf_format_duration(text, x));
        if (was_logged(said)) return true;
    }
    return false;
}

/* Seeds share one measurement. Each column is its own: a training of 3,000 steps takes longer than its one validation and its test. */
static void dry_run_measures_once(void **state) {
    (void)state;
    struct tf_spec *s = load(SETS("attention.name=tc-a,linformer", "seeds=1,2", "train.steps=3000", "train.eval_every=3000"));
    struct tf_buf out = {0};
    struct tf_csv c = {0};
    struct tf_err e = {0};
    double total_s = 0;
    forget_log();
    assert_int_equal(tf_exp_dry_run(s, &(struct tf_exp_env){.threads = 1}, &out, &e), 0);
    assert_int_equal(tf_csv_parse(&c, out.s, out.len, "dry", &e), 0);
    assert_int_equal(c.rows, 4);
    for (int i = 0; i < 2; i++) {
        assert_string_equal(tf_csv_get(&c, i, "time_s"), tf_csv_get(&c, i + 2, "time_s"));
        assert_string_equal(tf_csv_get(&c, i, "eval_time_s"), tf_csv_get(&c, i + 2, "eval_time_s"));
        assert_true(csv_number(&c, i, "steps") == 3000 && csv_number(&c, i, "parameters") > 100);
        assert_float_equal(csv_number(&c, i, "flops_train") / csv_number(&c, i, "flops_step"), 3000, 2);
        assert_true(2 * csv_number(&c, i, "eval_time_s") < csv_number(&c, i, "time_s"));
        total_s += 2 * csv_number(&c, i, "time_s");
    }
    if (!total_is(total_s, 0.2)) fail_msg("not %g s in all: %s", total_s, logged);
    tf_csv_free(&c);
    tf_buf_free(&out);
    tf_spec_free(s);
}

/* --bandwidth is in Gbit/s, --latency in us: 1 MB/s and 1 s. Of two ranks each sends its half of gradient and parameters, and 7 messages follow one another. */
static void dry_run_of_ranks(void **state) {
    (void)state;
    struct tf_spec *s = load(SETS("attention.name=transformer"));
    struct tf_buf out = {0};
    struct tf_csv c = {0};
    struct tf_err e = {0};
    const struct tf_exp_env env = {.threads = 1, .ranks = 3, .bandwidth_gbit = 0.008, .latency_us = 1e6};
    assert_int_equal(tf_exp_dry_run(s, &env, &out, &e), 0);
    assert_int_equal(tf_csv_parse(&c, out.s, out.len, "dry", &e), 0);
    assert_int_equal(c.rows, 2); // 4 shards fit 1 and 2
    const double exchange_s = sizeof(tf_real) * csv_number(&c, 0, "parameters") / 1e6 + 7;
    assert_true(csv_number(&c, 0, "ranks") == 1 && csv_number(&c, 0, "comm_time_s") == 0 && csv_number(&c, 1, "ranks") == 2);
    assert_float_equal(csv_number(&c, 1, "comm_time_s"), exchange_s, 1e-3);
    assert_float_equal(csv_number(&c, 1, "step_time_s"), csv_number(&c, 0, "step_time_s") / 2 + exchange_s, 2e-3);
    assert_float_equal(csv_number(&c, 1, "time_s"), 6 * exchange_s + csv_number(&c, 0, "time_s") / 2, 0.11);
    tf_csv_free(&c);
    tf_buf_free(&out);
    tf_spec_free(s);
}

/* Sets that would take hours and gigabytes to make; all of their examples count. */
static void dry_run_generates_nothing(void **state) {
    (void)state;
    setenv("TREEFORMER_CACHE", below("unused"), 1);
    double few = dry("eval_time_s", SETS("task.train=90000000", "task.valid=20000"));
    double many = dry("eval_time_s", SETS("task.train=90000000", "task.valid=20000000"));
    assert_true(many > 50 * few);
    assert_true(dry("eval_time_s", SETS("task={name: pathfinder, train: 9000000, valid: 9000000}")) > 50 * few);
#define UP_TO(n, max) SETS("task.train=2500", "task.length_min=200", "task.length_max=" n, "task.max_length=" max)
    assert_true(dry("parameters", UP_TO("600", "599")) - dry("parameters", UP_TO("500", "499")) == 100 * 16); // positions of the longest
    assert_true(count_files("unused") == 0);
    setenv("TREEFORMER_CACHE", dir, 1);
}

static long steps_kept(const char *path) {
    struct tf_yaml *y;
    struct tf_err e = {0};
    if (tf_yaml_load(&y, path, &e)) fail_msg("%s", e.msg);
    long n = strtol(tf_yaml_at(y, "train.steps")->value, NULL, 10);
    tf_yaml_free(y);
    return n;
}

static void keep_steps(const char *path, long n) { /* as another machine might have measured them */
    struct tf_yaml *y;
    struct tf_err e = {0};
    struct tf_buf b = {0};
    char text[16];
    snprintf(text, sizeof text, "%ld", n);
    if (tf_yaml_load(&y, path, &e) || tf_yaml_set(y, "train.steps", text, &e)) fail_msg("%s", e.msg);
    tf_yaml_write(&b, y);
    put_text(path, b.s);
    tf_buf_free(&b);
    tf_yaml_free(y);
}

static char *live_page; // of the folder "budget", when a run begins
static void (*keep_log)(enum tf_level, const char *);
static void see_page(enum tf_level level, const char *msg) {
    if (keep_log) keep_log(level, msg);
    if (!strncmp(msg, "run 1 of 1", 10) && tf_file_exists("budget/index.html")) live_page = read_text("budget/index.html");
}

/* How many steps fit is a measurement: it is written down, all seeds and all parts of a run keep it, and as train.steps it gives the same bytes. */
static void budgets_are_kept(void **state) {
    (void)state;
    keep_log = tf_log_hook, tf_log_hook = see_page;
    struct tf_err e = {0};
    struct tf_spec *s = NULL;
    char steps[48];
#define SHORT "attention.name=transformer", "train.steps=100000", "train.warmup_ratio=0.1", "train.eval_every=50000"
#define FIRST "budget/runs/listops-transformer-s1/run.yaml"
    assert_int_equal(run_in("budget", 1, true, SETS(SHORT, "train.max_time=0.2s"), &e), TF_OK);
    const long n = steps_kept(FIRST);
    const struct tf_row first = row_of("budget/rows/listops-transformer-s1.csv");
    assert_true(n >= 1 && n < 100000 && first.steps == n);
    snprintf(steps, sizeof steps, "train.steps=%ld", n);
    assert_int_equal(run_in("fixed", 1, true, SETS(SHORT, steps), &e), TF_OK);
    assert_string_equal(read_text("budget/runs/listops-transformer-s1/metrics.csv"),
                        read_text("fixed/runs/listops-transformer-s1/metrics.csv"));
    assert_int_equal(tf_spec_load(&s, FIRST, NULL, 0, NULL, &e), 0); // itself a spec, of the fixed run
    assert_int_equal(s->n_runs, 1);
    assert_string_equal(s->run[0].hash, row_of("fixed/rows/listops-transformer-s1.csv").spec_hash);
    assert_string_not_equal(s->run[0].hash, first.spec_hash);
    tf_spec_free(s);
    keep_steps(FIRST, 7);
    assert_int_equal(run_in("budget", 1, true, SETS(SHORT, "train.max_time=0.2s", "seeds=2"), &e), TF_OK);
    assert_int_equal(row_of("budget/rows/listops-transformer-s2.csv").steps, 7); // as seed 1, which is not asked for
    assert_true(live_page && strstr(live_page, "0 of 7<") && !strstr(live_page, "of 100000"));
    keep_steps("budget/runs/listops-transformer-s2/run.yaml", 5);
    assert_int_equal(unlink("budget/rows/listops-transformer-s2.csv"), 0);
    assert_int_equal(run_in("budget", 1, true, SETS(SHORT, "train.max_time=0.2s", "seeds=2"), &e), TF_BAD); // its checkpoint has 7
    assert_non_null(strstr(e.msg, "is of a run of 7 steps, not 5"));
    e = (struct tf_err){0};
    keep_steps(FIRST, 9);
    assert_int_equal(run_in("budget", 1, false, SETS(SHORT, "train.max_time=0.2s", "seeds=2"), &e), TF_OK);
    assert_int_equal(row_of("budget/rows/listops-transformer-s2.csv").steps, 9); // from the beginning: again as seed 1
    tf_log_hook = keep_log;
}

/* From the beginning, without a seed that is finished or under way: measured anew. */
static void restarts_measure_anew(void **state) {
    (void)state;
    struct tf_err e = {0};
    struct folder f = FOLDER_NONE;
    struct tf_spec *s = load(SETS("attention.name=transformer", "train.max_time=1h", "seeds=1,2"));
    int steps = 7, claim = -1;
    assert_int_equal(folder_open(&f, s, "anew", &e), 0);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(folder_claim(&f, s->run[i].id, &claim, &e), 0);
        close(claim);
        assert_int_equal(budget_fix(&f, s, &s->run[i], true, &steps, &e), 0);
    }
    steps = 300;
    assert_int_equal(budget_fix(&f, s, &s->run[0], true, &steps, &e), 0);
    assert_int_equal(steps, 7); // goes on
    steps = 300;
    assert_int_equal(budget_fix(&f, s, &s->run[0], false, &steps, &e), 0);
    assert_int_equal(steps, 300);
    assert_int_equal(folder_claim(&f, s->run[0].id, &claim, &e), 0);
    steps = 200;
    assert_int_equal(budget_fix(&f, s, &s->run[1], false, &steps, &e), 0);
    assert_int_equal(steps, 300); // the first seed has begun
    close(claim);
    folder_close(&f);
    tf_spec_free(s);
}

/* Too little time for anything: as many steps as there must be. Plenty: all of them. */
static void budgets_have_ends(void **state) {
    (void)state;
    struct tf_err e = {0};
    assert_int_equal(run_in("hasty", 1, true, SETS("attention.name=transformer", "train.max_time=0.000001s"), &e), TF_OK);
    assert_int_equal(row_of("hasty/rows/listops-transformer-s1.csv").steps, 1);
    assert_true(was_logged("the warm-up of 2 steps is not shorter than the run of 1"));
    assert_int_equal(run_in("patient", 1, true, SETS("attention.name=transformer", "train.max_time=1000h"), &e), TF_OK);
    assert_int_equal(row_of("patient/rows/listops-transformer-s1.csv").steps, 6);
    assert_int_equal(run_in("grown", 2, true,
                            SETS("model.layers=2", "attention={name: tc-a}", "train.max_time=0.000001s", "seeds=1,2",
                                 "train.bootstrap={from_height: 1, to_height: 3, steps_per_stage: 50}"),
                            &e),
                     TF_OK);
    assert_int_equal(row_of("grown/rows/listops-tc-a-h3-s1.csv").steps, 4); // one for each stage
    assert_int_equal(row_of("grown/rows/listops-tc-a-h3-s2.csv").steps, 4);
}

/* Runs of 10 steps, estimated at 10 s each, that take as long as that: what is left counts what was done since the start, a run that is over whole. */
static void what_is_left(void **state) {
    (void)state;
    enum { RUNS = 6 };
    struct watch_run run[RUNS] = {0};
    const struct tf_spec s = {.n_runs = RUNS};
    const struct watch w = {.s = &s, .run = run, .started_s = tf_awake_now() - 15};
    for (int i = 0; i < RUNS; i++) {
        run[i].steps = 10;
        run[i].estimate_s = 10;
        for (int k = 0; k <= TF_PACE; k++) run[i].pace[k] = k / (double)TF_PACE;
    }
    watch_row(&run[0]), run[0].from = 10; // its row was there
    run[1].ours = true;
    watch_row(&run[1]);
    run[2].ours = true;
    run[2].done = 5;
    run[4].theirs = true; // another process has it
    run[5].theirs = true; // and did this one in the meantime
    watch_row(&run[5]);
    assert_float_equal(watch_left(&w), 5 + 10, 0.1);
    assert_float_equal(watch_left_of(&run[2], 5), 5, 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_left),      cmocka_unit_test(dry_run_measures_once),
        cmocka_unit_test(dry_run_of_ranks),  cmocka_unit_test(dry_run_generates_nothing),
        cmocka_unit_test(budgets_are_kept),  cmocka_unit_test(restarts_measure_anew),
        cmocka_unit_test(budgets_have_ends),
    };
    tf_num_init();
    return cmocka_run_group_tests_name("budgets", tests, enter_inside, leave);
}
