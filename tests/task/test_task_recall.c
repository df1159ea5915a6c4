/* Recall tasks: every row is what its definition says, the questions come when they should, and a layout of the definition's own example. */
#include <math.h>

#include "fixture.h"
#include "parts.h"
#include "task/task.h"
#include "train/shards.h"

static struct tf_data *data;

static const struct tf_data *open_rows(const char *task, int n, const char *const *set) { // "length=16", ...
    const struct tf_task *t = tf_task_find(task);
    struct tf_err e = {0};
    const char *option;
    void *opts = tf_calloc(t->opts_size);
    tf_opt_defaults(t->opts, opts);
    for (int i = 0; i < n; i++) {
        char name[32];
        const char *eq = strchr(set[i], '=');
        snprintf(name, sizeof name, "%.*s", (int)(eq - set[i]), set[i]);
        if (tf_opt_set(t->opts, opts, name, eq + 1, &e)) fail_msg("%s: %s", task, e.msg);
    }
    if (t->check && t->check(opts, &option, &e)) fail_msg("%s: %s", task, e.msg);
    tf_data_close(data), data = NULL;
    if (t->open(&data, opts, &(struct tf_task_env){.threads = 1}, &e)) fail_msg("%s: %s", task, e.msg);
    tf_free(opts);
    assert_int_equal(data->objective, TF_TARGETS);
    return data;
}
#define OPEN(task, ...) open_rows(task, (int)TF_COUNT(((const char *[]){__VA_ARGS__})), (const char *[]){__VA_ARGS__})

static const uint16_t *places(const struct tf_example *x) { return x->tok + x->len; }
static const uint16_t *answers(const struct tf_example *x, int n) { return x->tok + x->len + n; }

static int done(void **state) {
    tf_data_close(data), data = NULL;
    return after_each(state);
}

static void check_mqar_row(const struct tf_example *x, int K, int V, bool zeros) {
    bool *asked = tf_calloc((size_t)V), *told = tf_calloc((size_t)V);
    for (int i = 0; i < K; i++) {
        const int key = x->tok[2 * i], value = x->tok[2 * i + 1], at = places(x)[i];
        assert_true(key >= 1 && key < V / 2 && value >= V / 2 && value < V && !asked[key] && !told[value]);
        asked[key] = told[value] = true;
        assert_true(at >= 2 * K && at % 2 == 0 && x->tok[at] == key);
        assert_int_equal(answers(x, K)[i], value);
        for (int k = 0; k < i; k++) assert_true(places(x)[k] != at);
    }
    for (int i = 2 * K, questions = 0; zeros && i < x->len; i++) {
        questions += x->tok[i] != 0;
        assert_true(x->tok[i] == 0 || i % 2 == 0);
        if (i == x->len - 1) assert_int_equal(questions, K);
    }
    tf_free(asked), tf_free(told);
}

/* The definition's own example is one of the rows: 16 tokens, two pairs, key 4 asked for at position 6 and key 2 at 12; its values 8 and 7 are 16 and 15
 * here, since a vocabulary of more words than the row has tokens begins with more keys. */
static void test_mqar_example(void **state) {
    (void)state;
    const uint16_t row[16 + 4] = {
        2, 16, 4, 15, 0, 0, 4, 0, 0, 0, 0, 0, 2, 0, 0, 0, /* where, in the order of the pairs */ 12, 6, /* answers */ 16, 15};
    const struct tf_data *d = OPEN("mqar", "length=16", "pairs=2", "vocab=18", "train=1000000", "valid=1", "test=1", "filler=zero");
    size_t found = 0;
    for (size_t i = 0; i < d->n[TF_TRAIN]; i++) {
        struct tf_example x = tf_data_get(d, TF_TRAIN, i);
        found += !memcmp(x.tok, row, sizeof row);
    }
    assert_true(found > 0);
}

static void test_mqar(void **state) {
    (void)state;
    for (int how = 0; how < 2; how++) {
        const struct tf_data *d =
            OPEN("mqar", "length=64", "pairs=4", "vocab=256", "train=2000", "valid=50", "test=50", how ? "filler=random" : "filler=zero");
        assert_int_equal(d->max_len, 64);
        assert_int_equal(d->targets, 4);
        assert_int_equal(d->vocab, 256);
        for (int s = 0; s < TF_SPLITS; s++)
            for (size_t i = 0; i < d->n[s]; i++) {
                struct tf_example x = tf_data_get(d, (enum tf_split)s, i);
                assert_int_equal(x.len, 64);
                check_mqar_row(&x, 4, 256, !how);
            }
        assert_true(memcmp(d->tok[TF_TRAIN], d->tok[TF_TEST], 64 * sizeof(uint16_t)) != 0); // the splits are others
    }
}

/* Training rows get shorter in turn and keep all that they are; the others are whole, and the same as without. */
static void test_halvings(void **state) {
    (void)state;
    const struct tf_data *d = OPEN("mqar", "length=64", "pairs=8", "vocab=256", "train=300", "valid=20", "test=20", "halvings=2");
    uint16_t *whole = tf_alloc(sizeof *whole * 20 * 80);
    assert_true(d->max_len == 64 && d->targets == 8 && d->kind == TF_DATA_VARIED);
    for (size_t i = 0; i < d->n[TF_TRAIN]; i++) {
        const struct tf_example x = tf_data_get(d, TF_TRAIN, i);
        const int halved = (int)(i % 3);
        assert_int_equal(x.len, 64 >> halved);
        assert_int_equal(objective_count(d, &x, true), 8 >> halved);
        check_mqar_row(&x, 8 >> halved, 256, true);
    }
    memcpy(whole, d->tok[TF_TEST], sizeof *whole * 20 * 80);
    d = OPEN("mqar", "length=64", "pairs=8", "vocab=256", "train=1", "valid=20", "test=20");
    assert_memory_equal(whole, d->tok[TF_TEST], sizeof *whole * 20 * 80);
    tf_free(whole);
}

/* With one question its slot g has the probability (g + 1)^(a - 1) / sum; chi-square over 16 slots, 15 degrees of freedom. */
static void test_when(void **state) {
    (void)state;
    enum { SLOTS = 15, ROWS = 20000 };
    static const struct {
        const char *set;
        double a;
    } power[] = {{"power=0.01", 0.01}, {"power=1", 1}};
    for (size_t p = 0; p < TF_COUNT(power); p++) {
        const struct tf_data *d = OPEN("mqar", "length=32", "pairs=1", "vocab=64", "train=20000", "valid=1", "test=1", power[p].set);
        double seen[SLOTS] = {0}, sum = 0, chi = 0;
        for (size_t i = 0; i < ROWS; i++) {
            struct tf_example x = tf_data_get(d, TF_TRAIN, i);
            seen[(places(&x)[0] - 2) / 2]++;
        }
        for (int g = 0; g < SLOTS; g++) sum += pow(g + 1, power[p].a - 1);
        for (int g = 0; g < SLOTS; g++) {
            double want = ROWS * pow(g + 1, power[p].a - 1) / sum;
            chi += (seen[g] - want) * (seen[g] - want) / want;
        }
        if (chi > 36.1) fail_msg("power %g: chi-square %.1f, 36.1 at p = 0.001", power[p].a, chi);
    }
}

/* Of two questions the second's slot is drawn among what is left: P(a, b) = p(a) p(b) / (1 - p(a)); 30 pairs of 6 slots, 29 degrees of freedom. */
static void test_when_two(void **state) {
    (void)state;
    enum { SLOTS = 6, ROWS = 20000 };
    const struct tf_data *d = OPEN("mqar", "length=16", "pairs=2", "vocab=64", "train=20000", "valid=1", "test=1", "power=0.01");
    double seen[SLOTS][SLOTS] = {{0}}, p[SLOTS], sum = 0, chi = 0;
    for (size_t i = 0; i < ROWS; i++) {
        struct tf_example x = tf_data_get(d, TF_TRAIN, i);
        seen[(places(&x)[0] - 4) / 2][(places(&x)[1] - 4) / 2]++;
    }
    for (int g = 0; g < SLOTS; g++) sum += p[g] = pow(g + 1, 0.01 - 1);
    for (int a = 0; a < SLOTS; a++)
        for (int b = 0; b < SLOTS; b++) {
            const double want = ROWS * p[a] / sum * p[b] / sum / (1 - p[a] / sum);
            if (a != b) chi += (seen[a][b] - want) * (seen[a][b] - want) / want;
        }
    if (chi > 58.3) fail_msg("chi-square %.1f, 58.3 at p = 0.001", chi);
}

static void test_copy(void **state) {
    (void)state;
    const struct tf_data *d = OPEN("copy", "symbols=5", "vocab=9", "train=300", "valid=1", "test=1");
    assert_int_equal(d->max_len, 11);
    assert_int_equal(d->targets, 5);
    for (size_t i = 0; i < d->n[TF_TRAIN]; i++) {
        struct tf_example x = tf_data_get(d, TF_TRAIN, i);
        assert_int_equal(x.tok[5], 1);
        for (int k = 0; k < 5; k++) {
            assert_true(x.tok[k] >= 2 && x.tok[k] < 9 && x.tok[6 + k] == 0);
            assert_true(places(&x)[k] == 6 + k && answers(&x, 5)[k] == x.tok[k]);
        }
    }
}

static void test_induction(void **state) {
    (void)state;
    const struct tf_data *d = OPEN("induction", "length=9", "vocab=4", "train=500", "valid=1", "test=1");
    assert_int_equal(d->vocab, 5);
    bool first = false, last = false;
    for (size_t i = 0; i < d->n[TF_TRAIN]; i++) {
        struct tf_example x = tf_data_get(d, TF_TRAIN, i);
        int special = 0, at = -1;
        for (int k = 0; k < 9; k++)
            if (x.tok[k] == 4) at = at < 0 ? k : at, special++;
        assert_true(special == 2 && x.tok[8] == 4 && places(&x)[0] == 8 && answers(&x, 1)[0] == x.tok[at + 1]);
        first |= at == 0, last |= at == 6;
    }
    assert_true(first && last);
}

static void test_needle(void **state) {
    (void)state;
    const struct tf_data *d = OPEN("needle", "length=20", "pairs=3", "vocab=32", "train=500", "valid=1", "test=1");
    assert_int_equal(d->kind, TF_DATA_OWN);
    int common = 0, rare = 0;
    for (size_t i = 0; i < d->n[TF_TRAIN]; i++) {
        struct tf_example x = tf_data_get(d, TF_TRAIN, i);
        int needles = 0, right = 0;
        for (int k = 0; k + 2 < 18; k += 3) {
            if (x.tok[k]) {
                common += x.tok[k] == 1, rare += x.tok[k] == 15;
                continue;
            }
            assert_true(x.tok[k + 1] >= 16 && x.tok[k + 1] < 24 && x.tok[k + 2] >= 24 && x.tok[k + 2] < 32);
            needles++;
            if (x.tok[k + 1] == x.tok[19]) right++, assert_int_equal(x.tok[k + 2], answers(&x, 1)[0]);
        }
        assert_true(needles == 3 && right == 1 && x.tok[18] == 0 && places(&x)[0] == 19);
    }
    assert_true(common > 4 * rare && rare > 0); // Zipf's law
}

/* The same options and seed give the same rows; another seed others. */
static void test_seeds(void **state) {
    (void)state;
    static const char *const name[] = {"mqar", "copy", "induction", "needle"};
    for (size_t i = 0; i < TF_COUNT(name); i++) {
        uint64_t a = OPEN(name[i], "train=20", "valid=1", "test=1")->hash, b = OPEN(name[i], "train=20", "valid=1", "test=1")->hash,
                 c = OPEN(name[i], "train=20", "valid=1", "test=1", "data_seed=2")->hash;
        assert_true(a == b && a != c);
    }
}

/* The targets go along. */
static void test_samples_and_padding(void **state) {
    (void)state;
    const struct tf_data *d = OPEN("mqar", "train=8", "valid=4", "test=4", "length=16", "pairs=3", "vocab=32");
    struct tf_data *s = tf_data_sample(d, (const struct tf_data_share[TF_SPLITS]){{8, 2, 0}, {4, 1, 0}, {4, 1, 0}});
    struct tf_example x;
    assert_true(s->objective == TF_TARGETS && s->targets == 3 && s->max_len == 16 && s->n[TF_TRAIN] == 16);
    for (size_t i = 0; i < s->n[TF_TRAIN]; i++) {
        x = tf_data_get(s, TF_TRAIN, i);
        assert_int_equal(x.len, 16);
        check_mqar_row(&x, 3, 32, true);
    }
    s = tf_data_pad(s, 20);
    assert_true(s->targets == 3 && s->max_len == 20);
    for (size_t i = 0; i < s->n[TF_TRAIN]; i++) {
        x = tf_data_get(s, TF_TRAIN, i);
        assert_int_equal(x.len, 20);
        check_mqar_row(&x, 3, 32, true);
    }
    tf_data_close(s);
}

static void test_bad(void **state) {
    (void)state;
    static const struct {
        const char *task, *name, *value, *option, *says;
    } bad[] = {{"mqar", "length", "63", "length", "odd"},
               {"mqar", "pairs", "17", "pairs", "at most 16 pairs"},
               {"mqar", "vocab", "64", "vocab", "greater than"},
               {"mqar", "vocab", "8191", "vocab", "even"},
               {"mqar", "halvings", "3", "halvings", "can be halved 2 times"},
               {"needle", "pairs", "85", "pairs", "at most 84"},
               {"needle", "vocab", "18", "vocab", "multiple of 4"}};
    for (size_t i = 0; i < TF_COUNT(bad); i++) {
        const struct tf_task *t = tf_task_find(bad[i].task);
        struct tf_err e = {0};
        const char *option = NULL;
        void *opts = tf_calloc(t->opts_size);
        tf_opt_defaults(t->opts, opts);
        assert_int_equal(tf_opt_set(t->opts, opts, bad[i].name, bad[i].value, &e), 0);
        assert_int_equal(t->check(opts, &option, &e), -1);
        assert_string_equal(option, bad[i].option);
        if (e.code != TF_BAD || !strstr(e.msg, bad[i].says)) fail_msg("%s: %s", bad[i].says, e.msg);
        tf_free(opts);
    }
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, before_each, done)
    const struct CMUnitTest tests[] = {
        TEST(test_mqar), TEST(test_mqar_example), TEST(test_when),   TEST(test_halvings), TEST(test_when_two),
        TEST(test_copy), TEST(test_induction),    TEST(test_needle), TEST(test_seeds),    TEST(test_samples_and_padding),
        TEST(test_bad)};
    return cmocka_run_group_tests(tests, enter, leave_empty);
}
