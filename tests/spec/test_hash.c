/* Hashes of specs: what a finished run is found by. */
#include "loading.h"

static void hash_is_of_settings(void **state) {
    (void)state;
    struct tf_spec *a = must(load(ONE, NO_SETS));
    static const char *const same[] = {"title=other", "paper.table=table2_bert.csv", "attention.rank=128", "train.lr=0.0001", "seeds=1"};
    static const char *const other[] = {"attention.rank=127", "train.lr=0.00011", "seeds=2",
                                        "task.data_seed=2",   "model.layers=3",   "protocol=small"};
    for (size_t i = 0; i < TF_COUNT(same); i++) {
        struct tf_spec *b = must(load(ONE, &same[i], 1));
        assert_string_equal(a->run[0].hash, b->run[0].hash);
        tf_spec_free(b);
    }
    for (size_t i = 0; i < TF_COUNT(other); i++) {
        struct tf_spec *b = must(load(ONE, &other[i], 1));
        assert_string_not_equal(a->run[0].hash, b->run[0].hash);
        tf_spec_free(b);
    }
    const struct tf_spec_run *run = &a->run[0];
    const struct {
        const char *name;
        const struct tf_opt *opts;
    } sections[] = {{"train", tf_train_opts}, {"model", tf_model_opts}, {"task", run->task->opts}};
    for (size_t i = 0; i < TF_COUNT(sections); i++)
        for (const struct tf_opt *o = tf_opt_next(sections[i].opts, NULL); o; o = tf_opt_next(sections[i].opts, o))
            assert_non_null(tf_yaml_get(tf_yaml_get(run->resolved, sections[i].name), o->name));
    tf_spec_free(a);
}

static bool hashes_alike(const char *text, const char *const *x, int nx, const char *const *y, int ny) {
    struct tf_spec *a = must(load(text, x, nx)), *b = must(load(text, y, ny));
    const bool alike = !strcmp(a->run[0].hash, b->run[0].hash);
    tf_spec_free(a), tf_spec_free(b);
    return alike;
}

/* tf-a drew 16 sampled keys from siblings once, of weights up to 10,000, and their gradient did not end at the trees; hashes left that out: such a result is
 * neither lost nor taken for one of today's default; nor are results that make no use of these options. */
static void hash_knows_changed_defaults(void **state) {
    (void)state;
#define LEAF "attention.gradient=leaf"
#define IN_STAGES "train.stages=[{steps: 4, gradient: sampled}, {steps: 3}]"
    const char tf_a[] = TASK "attention: {name: tf-a}\n";
    struct tf_spec *a = must(load(tf_a, SETS("attention.samples=16", "attention.sample_from=sibling", "attention.clip=1e4",
                                             "attention.detach=false"))),
                   *b;
    assert_string_equal(a->run[0].hash, "13d33c6276e1c30a");
    tf_spec_free(a);
    assert_false(hashes_alike(tf_a, SETS("attention.samples=16", "attention.sample_from=sibling"), NO_SETS));
    assert_true(hashes_alike(tf_a, SETS("attention.samples=128", "attention.clip=1", "attention.detach=true"), NO_SETS));
    assert_true(hashes_alike(tf_a, SETS(LEAF), SETS(LEAF, "attention.clip=1e4", "attention.samples=16")));
    assert_false(hashes_alike(tf_a, SETS(LEAF), SETS(LEAF, "attention.clip=0.01"))); // which bounds pairs of a leaf, too
    assert_false(hashes_alike(tf_a, SETS(LEAF), NO_SETS));
    assert_false(hashes_alike(tf_a, SETS(LEAF), SETS(LEAF, "attention.detach=false")));
    for (int i = 0; i < 2; i++) // a stage makes use of them
        assert_false(hashes_alike(tf_a, SETS(LEAF, IN_STAGES), SETS(LEAF, IN_STAGES, i ? "attention.samples=16" : "attention.samples=8")));

    // Performer once redrew its features every 1000 steps.
    a = must(load(TASK "attention: performer\n", NO_SETS)), b = must(load(TASK "attention: performer\n", SETS("attention.redraw=1000")));
    assert_string_equal(b->run[0].hash, "317211c5c08869f2");
    assert_string_not_equal(a->run[0].hash, b->run[0].hash);
    tf_spec_free(a), tf_spec_free(b);
}

/* Options that are added later with a default leave the names of old results alone. */
static void hash_ignores_defaults(void **state) {
    (void)state;
    struct tf_spec *a = must(load(ONE, NO_SETS)), *b = must(load(ONE, SETS("model.classifier_layers=1", "data.pad=0"))),
                   *c = must(load(ONE, SETS("data.pad=64")));
    assert_string_equal(a->run[0].hash, b->run[0].hash);
    assert_string_not_equal(a->run[0].hash, c->run[0].hash);
    assert_int_equal(c->run[0].data.pad, 64);
    tf_spec_free(a), tf_spec_free(b), tf_spec_free(c);
}

static int clean(void **state) {
    unlink("s.yaml");
    return leave_empty(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(hash_is_of_settings), cmocka_unit_test(hash_knows_changed_defaults),
                                       cmocka_unit_test(hash_ignores_defaults)};
    return cmocka_run_group_tests_name("hashes", tests, enter_inside, clean);
}
