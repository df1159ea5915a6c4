/* Rules that need no model: what they learn and score, counted by hand. */
#include "parts.h"
#include "run/floors.h"

/* A set whose examples are one token, the key, each. */
static struct tf_data *small(const int (*train)[2], int n_train, const int (*test)[2], int n_test) {
    struct tf_data_build b = {0};
    for (int i = 0; i < n_train; i++) tf_data_add(&b, TF_TRAIN, (uint16_t[]){(uint16_t)train[i][0]}, 1, train[i][1]);
    tf_data_add(&b, TF_VALID, (uint16_t[]){1}, 1, 0);
    for (int i = 0; i < n_test; i++) tf_data_add(&b, TF_TEST, (uint16_t[]){(uint16_t)test[i][0]}, 1, test[i][1]);
    return tf_data_finish(&b, 16, 4);
}

static uint64_t token(const struct tf_example *x) { return x->tok[0]; }
static uint64_t odd(const struct tf_example *x) { return x->tok[0] % 2; }

static const char *written(const struct tf_floor *floors, struct tf_data *d, size_t n) {
    const struct tf_task task = {.name = "none", .floors = floors};
    struct tf_err e = {0};
    unlink(in_dir("floors.csv"));
    if (floors_write(dir, &task, d, n, &e)) fail_msg("%s", e.msg);
    return tf_file_exists(in_dir("floors.csv")) ? read_text(in_dir("floors.csv")) : "";
}

/* Class 2 is the largest of 7; of the odd keys 1 and 3 are equal, of which the smaller counts; key 9 is new and keeps what `odd` says. */
static void rules_are_tables(void **state) {
    (void)state;
    static const int train[][2] = {{2, 2}, {2, 2}, {4, 2}, {4, 0}, {1, 3}, {3, 1}, {5, 3}, {7, 1}, {4, 0}, {6, 2}};
    static const int test[][2] = {{2, 2}, {4, 0}, {1, 3}, {9, 1}, {3, 1}, {8, 2}};
    static const struct tf_floor floors[] = {{"odd, or even", odd}, {"the key", token}, {0}};
    struct tf_data *d = small(train, TF_COUNT(train), test, TF_COUNT(test));
    assert_string_equal(written(floors, d, 6), "rule,test_n,correct\nlargest class,6,2\n\"odd, or even\",6,4\nthe key,6,6\n");
    assert_string_equal(written(NULL, d, 3), "rule,test_n,correct\nlargest class,3,1\n"); // of the first three
    d->metric = TF_METRIC_F1;
    assert_string_equal(written(floors, d, 6), "");
    d->metric = TF_METRIC_ACCURACY, d->objective = TF_SPANS;
    assert_string_equal(written(floors, d, 6), "");
    tf_data_close(d);
}

/* Those of a text are of all of its test. */
static void counts_are_whole(void **state) {
    (void)state;
    static const int one[][2] = {{1, 0}, {2, 0}};
    struct tf_data *d = small(one, 2, one, 2);
    d->objective = TF_NEXT,
    d->floor = (struct tf_ngram){.n = 5, .unigram_correct = 1, .unigram_nats = 2, .bigram_correct = 3, .bigram_nats = 1.5};
    assert_string_equal(written(NULL, d, 2), "rule,test_n,correct,loss_nats\nunigrams,5,1,2\nbigrams,5,3,1.5\n");
    assert_string_equal(written(NULL, d, 1), "");
    tf_data_close(d);
}

/* Every task's rules end, have names that differ, and do not fail on a single token. */
static void tasks_have_rules(void **state) {
    (void)state;
    int n = 0;
    for (size_t i = 0; tf_tasks[i]; i++)
        for (const struct tf_floor *f = tf_tasks[i]->floors; f && f->name; f++, n++) {
            assert_true(f->key && *f->name && strcmp(f->name, "largest class"));
            for (const struct tf_floor *g = tf_tasks[i]->floors; g < f; g++) assert_string_not_equal(f->name, g->name);
            f->key(&(struct tf_example){.tok = (uint16_t[]){1}, .len = 1});
        }
    assert_true(n >= 2);
}

/* Short ListOps: the root's rules beat guessing by far, and what stands there tells more than the operator. */
static void roots_tell_half(void **state) {
    (void)state;
    struct tf_err e = {0};
    struct tf_data *d =
        open_or_fail("listops", "length_min=20 length_max=60 train=20000 valid=50 test=1000", (struct where){.cache = in_dir("cache")});
    int correct[3];
    if (floors_write(dir, tf_task_find("listops"), d, 1000, &e)) fail_msg("%s", e.msg);
    const char *at = read_text(in_dir("floors.csv"));
    for (int i = 0; i < 3; i++) {
        at = strstr(at, ",1000,") + 6;
        correct[i] = atoi(at);
    }
    assert_in_range(correct[0], 120, 190);
    assert_in_range(correct[1], 300, 390);
    assert_in_range(correct[2], 500, 620);
    tf_data_close(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_are_tables),
        cmocka_unit_test(counts_are_whole),
        cmocka_unit_test(tasks_have_rules),
        cmocka_unit_test(roots_tell_half),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
