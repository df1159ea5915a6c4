/* A row of the results from what a training gave, by hand. */
#include <math.h>

#include "run/run_row.h"
#include "tiny_runs.h"

/* Six examples of each split. */
static struct tf_data *make_data(void) {
    static const int label[] = {0, 0, 1, 2, 1, 2};
    static const uint16_t tok[8] = {1, 2, 3, 4, 5, 6, 7, 1};
    struct tf_data_build b = {0};
    for (int s = 0; s < TF_SPLITS; s++)
        for (size_t i = 0; i < TF_COUNT(label); i++) tf_data_add(&b, (enum tf_split)s, tok, 8, label[i]);
    return tf_data_finish(&b, 16, 10);
}

static struct tf_result result(void) {
    return (struct tf_result){.steps = 6,
                              .best_step = 3,
                              .valid = {.n = 20, .correct = 5},
                              .test = {.n = 4, .correct = 2, .loss_nats = 1.5, .examples = 2, .correct2 = 4, .correct_n = 4, .n2 = 8},
                              .work = {.occupancy = 0.5, .mean_len = 7, .flops_forward = 1e6},
                              .train_flops = 3e6,
                              .train_time_s = 10,
                              .train_cpu_s = 19,
                              .eval_time_s = 2,
                              .tokens_per_s = 100,
                              .peak_bytes = 1e6,
                              .parameters = 123};
}

static struct tf_row make_row(const struct tf_spec_run *r, const struct tf_data *d, const struct tf_result *t) {
    struct tf_row row;
    run_row(&row, r, &(struct tf_run){.recipe = r->recipe, .data = d, .threads = 2}, t, "quick", 2);
    return row;
}

static void rows_by_hand(void **state) {
    (void)state;
    struct tf_spec *s = load(SETS("train.test_limit=4"));
    struct tf_data *d = make_data();
    struct tf_result t = result();
    struct tf_row a = make_row(&s->run[0], d, &t);
    assert_true(a.valid_n == 20 && a.test_n == 4 && a.steps == 6 && a.best_step == 3 && a.parameters == 123);
    assert_true(a.valid_score_pct == 25 && a.test_score_pct == 50 && a.majority_pct == 50); // of the four, not of all
    assert_true(a.train_time_s == 10 && a.train_cpu_s == 19 && a.eval_time_s == 2 && a.train_flops == 3e6);
    assert_true(isnan(a.pretrain_flops) && isnan(a.test_n_effective) && isnan(a.state));
    assert_string_equal(a.quirks, "");
    t.pretrain_flops = 2e6, d->subset = true;
    a = make_row(&s->run[0], d, &t);
    assert_true(a.pretrain_flops == 2e6 && a.subset);
    assert_string_equal(a.quirks, "subset of the data");
    d->objective = TF_TARGETS; // answers of one example hang together; what it hands on is counted
    a = make_row(&s->run[0], d, &t);
    assert_float_equal(a.test_n_effective, 2, 1e-9);
    assert_true(a.state > 0 && isnan(a.majority_pct));
    tf_data_close(d), tf_spec_free(s);
}

/* Without a test the work of a fixed pattern is known; that of leaves would be. */
static void rows_of_diverged_runs(void **state) {
    (void)state;
    struct tf_spec *s = load(SETS("train.steps=6"));
    struct tf_data *d = make_data();
    struct tf_result t = result();
    const struct tf_row good = make_row(&s->run[1], d, &t);
    assert_true(good.flops_paper_pct > 0 && good.flops_layer_pct > 0 && good.occupancy == 0.5 && good.mean_len == 7);
    t.status = TF_RUN_DIVERGED, t.test = (struct tf_score){0};
    const struct tf_row full = make_row(&s->run[0], d, &t), tree = make_row(&s->run[1], d, &t);
    assert_string_equal(full.status, "diverged");
    assert_true(full.flops_paper_pct == 100 && full.flops_layer_pct == 100 && isnan(full.occupancy) && isnan(full.test_score_pct));
    assert_true(isnan(full.test_lo_pct) && isnan(full.test_loss_nats) && full.test_n == 0);
    assert_string_equal(tree.attention, "tc-a");
    assert_true(isnan(tree.flops_layer_pct) == spec_routed(&s->run[1]) && isnan(tree.occupancy));
    tf_data_close(d), tf_spec_free(s);
}

static int begin(void **state) {
    const int rc = enter(state);
    if (chdir(dir)) return -1;
    return rc;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows_by_hand), cmocka_unit_test(rows_of_diverged_runs)};
    return cmocka_run_group_tests(tests, begin, leave);
}
