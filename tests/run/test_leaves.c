/* leaf-hist: statistics of leaves by hand, and tables of trained models against the rows of their runs. */
#include <math.h>

#include "fixture.h"
#include "model/checkpoint.h"
#include "report/figure.h"
#include "results/leaves_sums.h"
#include "run/leaves.h"
#include "run/run.h"

static void near(double got, double want) {
    if (!(fabs(got - want) <= 1e-12)) fail_msg("%.17g, not %.17g", got, want);
}

/* ---- by hand ------------------------------------------------------------------------------------------------------------------ */

static struct leaves_at of(int n, const int *keys, const int *queries) {
    struct leaves_at a = {.sequences = 1, .trees = {1, 1, 1}};
    leaves_add(&a.mean, 2, n, keys, queries);
    leaves_mean(&a.mean);
    return a;
}

static void check_side(const struct leaves_at *a, int side, double entropy, double gini, double effective, double largest) {
    const struct leaves_side *s = &a->mean.layer[2].side[side];
    near(s->entropy_bits, entropy);
    near(s->gini, gini);
    near(s->effective, effective);
    near(s->largest, largest);
}

static void equal_leaves(void **state) {
    (void)state;
    struct leaves_at a = of(4, (int[]){5, 5, 5, 5}, (int[]){5, 5, 5, 5});
    check_side(&a, LEAVES_KEYS, 2, 0, 4, 0.25);
    near(leaves_occupancy(&a, 2), 0.25);
    near(leaves_balanced(&a, 2), 0.25);
    near(a.mean.layer[2].empty, 0);
    assert_true(isnan(leaves_occupancy(&a, 1))); // a layer without a tree
    leaves_free(&a.mean);
}

static void one_leaf(void **state) {
    (void)state;
    struct leaves_at a = of(4, (int[]){0, 0, 20, 0}, (int[]){0, 0, 20, 0});
    check_side(&a, LEAVES_QUERIES, 0, 0.75, 1, 1);
    near(leaves_occupancy(&a, 2), 1);
    near(a.mean.layer[2].side[0].share[2], 1);
    near(a.mean.layer[2].side[0].sorted[0], 1);
    leaves_free(&a.mean);
}

static void known_values(void **state) {
    (void)state;
    struct leaves_at a = of(4, (int[]){3, 1, 4, 2}, (int[]){0, 8, 0, 2});
    check_side(&a, LEAVES_KEYS, 1.8464393446710154, 0.25, exp2(1.8464393446710154), 0.4);    // Gini of 1, 2, 3, 4: (-3 - 2 + 3 + 12) / 40
    check_side(&a, LEAVES_QUERIES, 0.7219280948873623, 0.65, exp2(0.7219280948873623), 0.8); // of 0, 0, 2, 8: (2 + 24) / 40
    near(leaves_occupancy(&a, 2), (8 + 4) / 100.0);
    leaves_free(&a.mean);
    a = of(4, (int[]){0, 3, 1, 0}, (int[]){2, 1, 0, 1});
    near(a.mean.layer[2].empty, 3);
    near(leaves_occupancy(&a, 2), 3 / 16.0);
    a.trees[2] = 2; // two trees of a head are two chances to meet
    near(leaves_occupancy(&a, 2), 6 / 16.0);
    near(leaves_balanced(&a, 2), 0.5);
    leaves_free(&a.mean);
}

/* Statistics of the maps are averaged, not those of the average: heads that each use one leaf are not balanced. */
static void means_over_maps(void **state) {
    (void)state;
    struct leaves_sums s = {0}, other = {0};
    const int left[] = {4, 0}, right[] = {0, 4};
    leaves_observe(&s, 0, 0, false, 2, left); // queries first, as TF-A; keys first, as TC-A
    leaves_observe(&s, 0, 0, true, 2, left);
    leaves_observe(&other, 0, 1, true, 2, right);
    leaves_observe(&other, 0, 1, false, 2, left);
    leaves_join(&s, &other);
    leaves_mean(&s);
    const struct leaves_layer *l = &s.layer[0];
    near(l->side[LEAVES_KEYS].entropy_bits, 0);
    near(l->side[LEAVES_KEYS].share[0], 0.5);
    near(l->side[LEAVES_KEYS].sorted[0], 1);
    near(l->side[LEAVES_QUERIES].share[0], 1);
    near(l->empty, 4);
    near(l->pairs / l->square, 0.5);
    leaves_free(&s), leaves_free(&other);
}

static void layers_are_chosen(void **state) {
    (void)state;
    static const struct {
        int n, layer[4];
    } cases[] = {{12, {1, 4, 8, 12}}, {24, {1, 8, 16, 24}}, {6, {1, 2, 4, 6}}, {5, {1, 2, 3, 5}}, {4, {1, 2, 3, 4}}, {2, {1, 2}}};
    for (size_t c = 0; c < TF_COUNT(cases); c++) {
        int layer[4], n = report_choose_layers(layer, 4, cases[c].n);
        assert_int_equal(n, cases[c].n < 4 ? cases[c].n : 4);
        for (int i = 0; i < n; i++) assert_int_equal(layer[i] + 1, cases[c].layer[i]);
    }
}

/* ---- trained models ------------------------------------------------------------------------------------------------------------- */

static const char tiny[] = "protocol: quick\n"
                           "task: {name: listops, length_min: 5, length_max: 30, train: 100, valid: 20, test: 37, max_length: 40}\n"
                           "model: {layers: 2, dim: 16, heads: 2, mlp_dim: 16, classifier_dim: 0}\n"
                           "attention:\n"
                           "  - transformer\n"
                           "  - {name: tf-a, height: 2, empty: zero}\n"
                           "  - {name: tf-a, height: 3}\n"
                           "  - {name: tf-a, height: 2, scope: layer, shared: false, empty: zero, trees: 2}\n"
                           "  - {name: kary-tf-a, branching: [3, 2], empty: zero}\n"
                           "  - {name: tc-a, height: 2, fold: true}\n"
                           "train: {steps: 12, warmup: 2, lr: 1e-3, eval_every: 3, batch: 4, log_every: 3, shards: 3, keep: 0}\n";

static struct tf_spec *load(const char *path, const char *const *sets, int n) {
    struct tf_spec *s = NULL;
    struct tf_err e = {0};
    if (tf_spec_load(&s, path, sets, n, NULL, &e)) fail_msg("%s", e.msg);
    return s;
}

static int leaves_in(const char *folder, const char *set, const struct tf_leaves_request *request, const char *out, int threads,
                     struct tf_err *e) {
    struct tf_leaves_from from = {load("run/spec.yaml", &set, set != NULL), folder};
    int rc = tf_exp_leaves(&from, 1, request, &(struct tf_exp_env){.out = out, .threads = threads}, e);
    tf_spec_free(from.s);
    return rc;
}

static int leaves(const char *set, const struct tf_leaves_request *request, const char *out, int threads, struct tf_err *e) {
    return leaves_in("run", set, request, out, threads, e);
}

static int train(void **state) {
    (void)state;
    struct tf_err e = {0};
    int worst = -1;
    if (enter_inside(state)) return -1;
    put_text("tiny.yaml", tiny);
    struct tf_spec *s = load("tiny.yaml", NULL, 0);
    int rc = tf_exp_run(s, &(struct tf_exp_env){.out = "run", .threads = 2}, &worst, &e);
    tf_spec_free(s);
    const struct tf_leaves_request request = {.split = TF_TEST};
    if (!rc) rc = leaves(NULL, &request, "out", 2, &e);
    if (rc) print_message("%s\n", e.msg);
    return rc;
}

static struct tf_csv table(const char *path) {
    struct tf_csv c;
    struct tf_err e = {0};
    if (tf_csv_load(&c, path, &e)) fail_msg("%s", e.msg);
    return c;
}

static void shares_sum_to_one(void **state) {
    (void)state;
    struct tf_csv s = table("out/summary.csv"), c = table("out/leaves.csv");
    int at = 0;
    for (int i = 0; i < s.rows; i++) {
        double share = 0, sorted = 0, last = 2;
        for (int j = 0; j < (int)csv_number(&s, i, "leaves"); j++, at++) {
            for (int k = 0; k < 4; k++) assert_string_equal(c.cell[at * c.cols + k], s.cell[i * s.cols + k]); // run, step, layer, side
            assert_true(csv_number(&c, at, "leaf") == j && csv_number(&c, at, "sorted_share") <= last);
            last = csv_number(&c, at, "sorted_share");
            share += csv_number(&c, at, "share"), sorted += last;
            if (j == 0) assert_true(fabs(last - csv_number(&s, i, "largest_share")) < 1e-8);
        }
        assert_true(fabs(share - 1) < 1e-7 && fabs(sorted - 1) < 1e-7);
        assert_true(csv_number(&s, i, "entropy_share") <= 1 && csv_number(&s, i, "sequences") == 37);
        assert_true(fabs(csv_number(&s, i, "skew") - csv_number(&s, i, "occupancy") / csv_number(&s, i, "occupancy_balanced")) < 1e-6);
    }
    assert_int_equal(at, c.rows);
    assert_int_equal(s.rows, 5 * 4 * 2 * 2); // runs, steps, layers, sides: all checkpoints were kept, the best is one of them
    tf_csv_free(&s), tf_csv_free(&c);
}

/* At the step of the best checkpoint, on the same examples, occupancy is the row's. A query that attends to itself in an empty leaf adds a pair. */
static void occupancy_is_the_rows(void **state) {
    (void)state;
    struct tf_csv s = table("out/summary.csv");
    struct tf_row *row;
    struct tf_err e = {0};
    int n, seen = 0;
    assert_int_equal(tf_rows_load("run", &row, &n, &e), 0);
    for (int r = 0; r < n; r++) {
        double f = 0, layers = 0;
        bool pairs = strcmp(row[r].attention, "tc-a") != 0,
             self = !strstr(row[r].setting, "empty=zero") && !strcmp(row[r].attention, "tf-a"); // the default is not named
        for (int i = 0; i < s.rows; i++) {
            if (strcmp(tf_csv_get(&s, i, "run"), row[r].run)) continue;
            assert_true(csv_number(&s, i, "best") == (csv_number(&s, i, "step") == (double)row[r].best_step));
            assert_true(fabs(csv_number(&s, i, "tokens") / csv_number(&s, i, "sequences") - row[r].mean_len) < 1e-3);
            if (csv_number(&s, i, "best") == 1) f += csv_number(&s, i, "occupancy"), layers++;
        }
        if (!layers || !pairs) continue;
        seen++;
        if (self) assert_true(f / layers < row[r].occupancy && f / layers > row[r].occupancy / 2);
        else assert_true(fabs(f / layers - row[r].occupancy) < 1e-6);
    }
    assert_int_equal(seen, 4);
    for (int i = 0; i < s.rows; i++) // a tree a layer, two of them; a tree a head
        assert_true(csv_number(&s, i, "heads") == (strstr(tf_csv_get(&s, i, "run"), "layer") ? 1 : 2));
    tf_free(row);
    tf_csv_free(&s);
}

static void threads_do_not_matter(void **state) {
    (void)state;
    struct tf_err e = {0};
    const struct tf_leaves_request request = {.split = TF_TEST};
    assert_int_equal(leaves(NULL, &request, "one", 1, &e), 0);
    assert_same_bytes("out/summary.csv", "one/summary.csv");
    assert_same_bytes("out/leaves.csv", "one/leaves.csv");
}

#define TC_A "run/runs/listops-tc-a-h2-s1"
static void one_checkpoint(void **state) {
    (void)state;
    struct tf_err e = {0};
    struct tf_leaves_request request = {.checkpoint = TC_A "/checkpoint-00000006.safetensors", .split = TF_VALID, .limit = 5};
    assert_int_equal(leaves(NULL, &request, "single", 2, &e), 0); // its run is found by the hash
    struct tf_csv s = table("single/summary.csv");
    assert_int_equal(s.rows, 4);
    assert_string_equal(tf_csv_get(&s, 0, "run"), "listops-tc-a-h2-s1");
    assert_true(csv_number(&s, 0, "step") == 6 && csv_number(&s, 0, "sequences") == 5);
    assert_string_equal(tf_csv_get(&s, 0, "best"), "");
    tf_csv_free(&s);
    assert_int_equal(leaves("task.test=50", &request, "single", 2, &e), -1); // no run has the hash
    assert_int_equal(e.code, TF_BAD);
    assert_non_null(strstr(e.msg, "none of the spec's 6 runs wrote it"));
    e = (struct tf_err){0};
    request.checkpoint = "run/runs/listops-transformer-s1/best.safetensors";
    assert_int_equal(leaves(NULL, &request, "single", 2, &e), -1);
    assert_non_null(strstr(e.msg, "transformer has no trees"));
}

/* Figures of an earlier call that this one does not draw are removed, but for what only looks like one. */
static void other_figures_are_removed(void **state) {
    (void)state;
    struct tf_err e = {0};
    struct tf_spec *s = load("run/spec.yaml", NULL, 0);
    const struct tf_leaves_from from = {s, "run"};
    const struct tf_exp_env env = {.out = "drawn", .threads = 2, .plot = true};
    const struct tf_leaves_request all = {.split = TF_TEST, .limit = 3},
                                   one = {.checkpoint = TC_A "/checkpoint-00000006.safetensors", .split = TF_TEST, .limit = 3};
    assert_int_equal(tf_exp_leaves(&from, 1, &all, &env, &e), 0);
    assert_true(tf_file_exists("drawn/fig_leaves_steps.gp") && tf_file_exists("drawn/fig_leaves_listops-tf-a-h3-s1.gp"));
    put_text("drawn/fig_leaves_mine.gp", "plot x\n");
    put_text("drawn/fig_leaves_mine.csv", "x\n");
    assert_int_equal(tf_exp_leaves(&from, 1, &one, &env, &e), 0);
    assert_true(tf_file_exists("drawn/fig_leaves.gp") && tf_file_exists("drawn/fig_leaves_listops-tc-a-h2-s1.csv"));
    assert_false(tf_file_exists("drawn/fig_leaves_steps.gp") || tf_file_exists("drawn/fig_leaves_steps.csv"));
    assert_false(tf_file_exists("drawn/fig_leaves_listops-tf-a-h3-s1.gp") || tf_file_exists("drawn/fig_leaves_listops-tf-a-h3-s1.svg"));
    assert_true(tf_file_exists("drawn/fig_leaves_mine.gp") && tf_file_exists("drawn/fig_leaves_mine.csv"));
    tf_spec_free(s);
}

static void several_folders(struct tf_spec *boot) {
    struct tf_err e = {0};
    const struct tf_leaves_request request = {.split = TF_TEST, .limit = 3};
    const struct tf_exp_env env = {.out = "both", .threads = 2};
    struct tf_spec *run = load("run/spec.yaml", NULL, 0);
    const struct tf_leaves_from from[] = {{run, "run"}, {boot, "boot"}, {run, "run"}};
    if (tf_exp_leaves(from, 2, &request, &env, &e)) fail_msg("%s", e.msg);
    struct tf_csv c = table("both/summary.csv"), staged = table("staged/summary.csv");
    assert_true(c.rows > staged.rows);
    for (int i = 0, at = c.rows - staged.rows; i < staged.rows; i++)
        for (int k = 0; k < c.cols; k++) assert_string_equal(tf_csv_get(&c, at + i, c.head[k]), tf_csv_get(&staged, i, c.head[k]));
    tf_csv_free(&c), tf_csv_free(&staged);
    assert_int_equal(tf_exp_leaves(from, 3, &request, &env, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    assert_non_null(strstr(e.msg, "run and run both have a run listops-"));
    tf_spec_free(run);
}

/* keep: the newest stay. Stages of bootstrapping have trees of their own. */
static void kept_checkpoints(void **state) {
    (void)state;
    struct tf_err e = {0};
    const char *const sets[] = {"attention=[{name: tf-a}]", "train.keep=2", "seeds=2",
                                "train.bootstrap={from_height: 1, to_height: 3, steps_per_stage: 3}"};
    struct tf_spec *s = load("tiny.yaml", sets, TF_COUNT(sets));
    int worst, *steps, n;
    if (tf_exp_run(s, &(struct tf_exp_env){.out = "boot", .threads = 2}, &worst, &e)) fail_msg("%s", e.msg);
    n = tf_checkpoint_steps("boot/runs/listops-tf-a-h3-s2", &steps, &e);
    assert_int_equal(n, 2);
    assert_true(steps[0] == 12 && steps[1] == 9);
    tf_free(steps);
    n = tf_checkpoint_steps(TC_A, &steps, &e);
    assert_int_equal(n, 4);
    tf_free(steps);
    assert_int_equal(tf_mkdirs("far", &e), 0);
    for (int i = 0; i < 2; i++) // train.steps may be 1e9
        fclose(fopen(i ? "far/checkpoint-1000000000.safetensors" : "far/checkpoint-00000003.safetensors", "w"));
    static const char *const strange[] = {"far/checkpoint-60.safetensors", "far/checkpoint--0000005.safetensors",
                                          "far/checkpoint-+0000007.safetensors",
                                          "far/checkpoint-4294967299.safetensors"}; // that no run writes
    for (size_t i = 0; i < TF_COUNT(strange); i++) fclose(fopen(strange[i], "w"));
    n = tf_checkpoint_steps("far", &steps, &e);
    assert_true(n == 2 && steps[0] == 1000000000 && steps[1] == 3);
    tf_free(steps);
    const struct tf_leaves_request request = {.split = TF_TEST, .limit = 3};
    if (tf_exp_leaves(&(struct tf_leaves_from){s, "boot"}, 1, &request, &(struct tf_exp_env){.out = "staged", .threads = 2}, &e))
        fail_msg("%s", e.msg);
    struct tf_csv c = table("staged/summary.csv");
    for (int i = 0; i < c.rows; i++) {
        const bool upper = csv_number(&c, i, "layer") > 1; // has its height by then, and keeps it
        if (csv_number(&c, i, "step") == 9) assert_true(csv_number(&c, i, "leaves") == (upper ? 8 : 4));
        if (csv_number(&c, i, "step") == 12) assert_true(csv_number(&c, i, "leaves") == 8);
    }
    assert_int_equal(c.rows, 2 * 2 * 2);
    tf_csv_free(&c);
    several_folders(s);
    tf_spec_free(s);
}

/* Where no checkpoint of its step was kept, best.safetensors takes the place, in the order of steps. The last test: it removes a file. */
static void best_stands_alone(void **state) {
    (void)state;
    struct tf_err e = {0};
    struct tf_row row;
    char path[128];
    assert_int_equal(tf_row_read("run/rows/listops-tc-a-h2-s1.csv", &row, &e), 0);
    snprintf(path, sizeof path, TC_A "/checkpoint-%08ld.safetensors", row.best_step);
    assert_int_equal(unlink(path), 0);
    const struct tf_leaves_request request = {.split = TF_TEST};
    assert_int_equal(leaves(NULL, &request, "alone", 2, &e), 0);
    assert_same_bytes("out/summary.csv", "alone/summary.csv");
}

static void nothing_to_count(void **state) {
    (void)state;
    struct tf_err e = {0};
    const struct tf_leaves_request request = {.split = TF_TEST};
    assert_int_equal(leaves_in("nowhere", NULL, &request, "none", 1, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    assert_string_equal(e.msg, "nowhere: no checkpoint of a run with trees");
    assert_false(tf_file_exists("none/summary.csv"));
}

int main(void) {
    const struct CMUnitTest by_hand[] = {cmocka_unit_test(equal_leaves), cmocka_unit_test(one_leaf), cmocka_unit_test(known_values),
                                         cmocka_unit_test(means_over_maps), cmocka_unit_test(layers_are_chosen)};
    const struct CMUnitTest trained[] = {cmocka_unit_test(shares_sum_to_one),     cmocka_unit_test(occupancy_is_the_rows),
                                         cmocka_unit_test(threads_do_not_matter), cmocka_unit_test(one_checkpoint),
                                         cmocka_unit_test(kept_checkpoints),      cmocka_unit_test(nothing_to_count),
                                         cmocka_unit_test(best_stands_alone),     cmocka_unit_test(other_figures_are_removed)};
    return cmocka_run_group_tests(by_hand, NULL, NULL) + cmocka_run_group_tests(trained, train, leave);
}
