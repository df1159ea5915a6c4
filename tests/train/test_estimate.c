/* What a run will cost, and how many steps fit into a budget of time. */
#include <math.h>

#include "parts.h"
#include "train/train.h"

static struct tf_data *data;

static int setup(void **state) {
    struct tf_data_build b = {0};
    for (int i = 0; i < 100; i++) {
        uint16_t tok[32];
        for (int j = 0; j < 32; j++) tok[j] = (uint16_t)((i * 7 + j * j) % 8);
        tf_data_add(&b, i < 60 ? TF_TRAIN : i < 80 ? TF_VALID : TF_TEST, tok, 3 + (i * 11) % 28, i % 3); // 3..30 tokens
    }
    data = tf_data_finish(&b, 8, 3);
    return enter(state);
}

static int teardown(void **state) {
    tf_data_close(data);
    return leave(state);
}

static struct tf_run make_run(const struct subject *s, const char *sub, char path[160]) {
    snprintf(path, 160, "%s/%s", dir, sub);
    struct tf_run r = {
        .data = data, .attn = s->attn, .attn_opts = s->opts, .seed = 3, .threads = 2, .dir = path, .spec_hash = "abc", .label = "test"};
    tf_opt_defaults(tf_model_opts, &r.model), tf_opt_defaults(tf_train_opts, &r.train), tf_opt_defaults(tf_bootstrap_opts, &r.bootstrap);
    r.model.dim = 12, r.model.mlp_dim = 16, r.model.classifier_dim = 8;
    r.train.shards = 3, r.train.batch = 7, r.train.steps = 6, r.train.eval_every = 3, r.train.warmup = 2, r.train.pack_tokens = 40;
    return r;
}

/* Tokens of example i: of up to 30, or of 2,000 in all tests, in one that is not evaluated, and in all examples. */
enum { SHORT, TESTS, BEYOND_LIMIT, ALL, KINDS, LONG = 2000 };
static int tokens_of(int kind, int i) {
    const bool is_long = (kind == TESTS && i >= 20) || (kind == BEYOND_LIMIT && i == 25) || kind == ALL;
    return is_long ? LONG : 30 - i % 7;
}

/* The estimate for 30 examples, ten per split, example i of tokens(kind, i) tokens. */
static struct tf_estimate estimate_of_lengths(const struct subject *s, int (*tokens)(int kind, int i), int kind) {
    static uint16_t tok[LONG];
    struct tf_data *own = data;
    struct tf_data_build b = {0};
    for (int i = 0; i < 30; i++) tf_data_add(&b, i < 10 ? TF_TRAIN : i < 20 ? TF_VALID : TF_TEST, tok, tokens(kind, i), i % 3);
    data = tf_data_finish(&b, 8, 3);
    char path[160];
    struct tf_run r = make_run(s, "lengths", path);
    r.model.position = TF_POS_NONE, r.train.test_limit = 3;
    struct tf_estimate x;
    struct tf_err e = {0};
    if (tf_train_estimate(&r, 0.2, &x, &e)) fail_msg("%s", e.msg);
    tf_data_close(data);
    data = own;
    return x;
}

/* Test sequences that are much longer than those of the training need memory of their own, less than training on such would. */
static void memory_of_long_tests(void **state) {
    (void)state;
    struct subject s = make_subject("linear", (const char *const[8]){NULL});
    double peak[KINDS];
    for (int k = 0; k < KINDS; k++) peak[k] = estimate_of_lengths(&s, tokens_of, k).peak_bytes;
    assert_true(peak[BEYOND_LIMIT] == peak[SHORT]);
    assert_true(peak[TESTS] > 3 * LONG * 12 * sizeof(tf_real) + peak[SHORT]); // a row of each token, of three shards
    assert_true(peak[TESTS] < peak[ALL]);
    tf_free(s.opts);
}

/* Evenly spaced by length, as often as asked for; the set itself stays as it is. */
static void test_sample(void **state) {
    (void)state;
    const struct tf_data_share want[TF_SPLITS] = {{6, 2, 0}, {40, 1, 0}, {1, 3, 0}};
    struct tf_data *s = tf_data_sample(data, want);
    double all = 0, some = 0;
    assert_true(s->n[TF_TRAIN] == 12 && s->n[TF_VALID] == 40 && s->n[TF_TEST] == 3);
    assert_true(s->max_len == data->max_len && s->vocab == 8 && s->classes == 3 && s->parts == 1);
    for (size_t i = 0; i < 60; i++) all += tf_data_get(data, TF_TRAIN, i).len / 60.0;
    for (size_t i = 0; i < 12; i++) {
        const struct tf_example x = tf_data_get(s, TF_TRAIN, i), before = tf_data_get(s, TF_TRAIN, i ? i - 1 : 0);
        some += x.len / 12.0;
        assert_true(x.len >= before.len && (i % 2 == 0 || x.len == before.len));
        bool there = false; // tokens and label of an example
        for (size_t k = 0; k < 60 && !there; k++) {
            const struct tf_example y = tf_data_get(data, TF_TRAIN, k);
            there = y.len == x.len && y.label == x.label && !memcmp(x.tok, y.tok, sizeof *x.tok * (size_t)x.len);
        }
        assert_true(there);
    }
    assert_float_equal(some, all, 1);
    tf_data_close(s);
    s = tf_data_sample(data, (const struct tf_data_share[TF_SPLITS]){{9, 1, 12}, {1, 1, 0}, {1, 1, 0}});
    assert_int_equal(s->n[TF_TRAIN], 9);
    for (size_t i = 0; i < 9; i++) assert_true(tf_data_get(s, TF_TRAIN, i).len <= 12);
    tf_data_close(s);
}

/* A step of 1 s, a validation of 10 s every 100 steps and after the last, a test of 30 s. */
static void test_steps_that_fit(void **state) {
    (void)state;
    static const struct {
        double max_time;
        int least, most, steps;
    } row[] = {{0, 1, 5000, 5000}, {1e6, 1, 5000, 5000}, {40.5, 1, 5000, 1},    {41, 1, 5000, 1},     {42, 1, 5000, 2},
               {139, 1, 5000, 99}, {140, 1, 5000, 100},  {150, 1, 5000, 100},   {151, 1, 5000, 101},  {250, 1, 5000, 200},
               {250, 1, 150, 150}, {41, 6, 5000, 6},     {5530, 1, 5000, 5000}, {5529, 1, 5000, 4999}};
    struct tf_train_cfg c;
    tf_opt_defaults(tf_train_opts, &c);
    c.eval_every = 100;
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        struct tf_estimate x = {.step_s = 1, .valid_s = 10, .test_s = 30, .flops_step = 5};
        c.max_time = row[i].max_time;
        tf_estimate_fit(&x, &c, row[i].least, row[i].most);
        assert_int_equal(x.steps, row[i].steps);
        assert_float_equal(x.flops_train, 5.0 * x.steps, 0);
        assert_float_equal(x.eval_s, 30 + 10 * ceil(x.steps / 100.0), 1e-9);
        assert_float_equal(x.time_s, x.steps + x.eval_s, 1e-9);
        if (c.max_time > 0 && x.steps > row[i].least) assert_true(x.time_s <= c.max_time);
    }
}

/* The numbers of docs/scaling.md, worked out by hand: parameters of 1 MB in 12 shards, 1 MB/s, messages of 10 ms, two threads a rank. */
static void several_ranks(void **state) {
    (void)state;
    static const struct {
        int n;
        double largest, wire_s; // bytes of the largest tensor; seconds of both exchanges
        int messages, faster;
    } row[] = {{1, 3e5, 0, 0, 1},    {2, 3e5, 1, 7, 2},       {3, 3e5, 4 / 3., 13, 3},  {4, 3e5, 1.5, 14, 4},
               {4, 1e6, 1.5, 15, 4}, {6, 3e5, 5 / 3., 20, 6}, {12, 3e5, 11 / 6., 28, 6}};
    struct tf_data text = *data;
    char path[160];
    struct tf_run r = make_run(&(struct subject){0}, "never", path);
    struct tf_estimate one = {.steps = 6, .step_s = 1, .valid_s = 10, .test_s = 30, .eval_s = 50, .time_s = 56, .block_bytes = 1e6};
    one.peak_bytes = 27.3e6, one.shard_bytes = 1.9e6, one.eval_bytes = 1e5, one.carried_bytes = 3e5;
    r.train.shards = 12;
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        one.tensor_bytes = row[i].largest;
        const struct tf_estimate x = tf_train_estimate_ranks(&r, &one, row[i].n, &(struct tf_network){1e6, 0.01});
        const double comm_s = row[i].wire_s + 0.01 * row[i].messages, step_s = 1. / row[i].faster + comm_s;
        assert_float_equal(x.comm_s, comm_s, 1e-9);
        assert_float_equal(x.step_s, step_s, 1e-9);
        assert_float_equal(x.eval_s, (2 * 10 + 30.) / row[i].faster, 1e-9);
        assert_float_equal(x.time_s, 6 * step_s + x.eval_s, 1e-9);
        assert_float_equal(x.peak_bytes, 1.3e6 + 26e6 / row[i].n, 1); // weights, a carried state; two moments, 12 shards
    }
    text.carry = true, r.data = &text; // one text is evaluated block by block
    assert_float_equal(tf_train_estimate_ranks(&r, &one, 4, &(struct tf_network){1e6, 0.01}).eval_s, 2 * 10 + 30, 1e-9);
}

/* Stages keep their order and their number; a checkpoint of a run with a budget knows how many steps there are to be. */
static void test_limited_steps(void **state) {
    (void)state;
    struct subject s = make_subject("tc-a", (const char *const[8]){"height", "3"});
    char path[160];
    struct tf_run r = make_run(&s, "limited", path);
    struct tf_stage stage[TF_MAX_STAGES];
    struct tf_result out;
    struct tf_err e = {0};
    r.model.layers = 2, r.train.max_time = 60;
    r.bootstrap =
        (struct tf_bootstrap_cfg){.enabled = true, .from_height = 1, .to_height = 3, .layers_per_stage = 1, .steps_per_stage = 50};
    struct tf_estimate x;
    snprintf(r.train.learn, sizeof r.train.learn, "tree"); // which the model before the first stage has none of
    if (tf_train_estimate(&r, 0.01, &x, &e)) fail_msg("%s", e.msg);
    *r.train.learn = 0;
    tf_recipe_limit(&r.recipe, 10);
    assert_int_equal(tf_recipe_stages(&r.recipe, stage), 4);
    assert_int_equal(stage[3].start + stage[3].steps, 10);
    tf_recipe_limit(&r.recipe, 2); // one for each
    assert_int_equal(tf_recipe_stages(&r.recipe, stage), 4);
    assert_int_equal(stage[3].start + stage[3].steps, 4);
    r.bootstrap.enabled = false;
    tf_recipe_limit(&r.recipe, 4);
    assert_int_equal(tf_train(&r, &out, &e), 0);
    assert_int_equal(out.steps, 4);
    tf_recipe_limit(&r.recipe, 6);
    r.resume = true;
    assert_int_equal(tf_train(&r, &out, &e), -1);
    assert_non_null(strstr(e.msg, "checkpoint-00000003.safetensors is of a run of 4 steps, not 6"));
    tf_free(s.opts);
}

/* Every part of a run has its time, and the data is looked at, not changed. */
static void test_estimate(void **state) {
    (void)state;
    struct subject s = make_subject("tf-a", (const char *const[8]){"height", "2"});
    char path[160];
    struct tf_run r = make_run(&s, "never", path);
    struct tf_estimate x, limited;
    struct tf_err e = {0};
    struct tf_data sample = *data;
    assert_int_equal(tf_train_estimate(&r, 2, &x, &e), 0);
    assert_int_equal(x.steps, 6);
    assert_true(x.step_s > 0 && x.valid_s > 0 && x.test_s > 0 && x.flops_step > 0 && x.peak_bytes > 0 && x.parameters > 0);
    assert_float_equal(x.time_s, 6 * x.step_s + 2 * x.valid_s + x.test_s, 1e-9 * x.time_s);
    assert_false(tf_file_exists(path));
    sample.whole[TF_VALID] = 2000000, sample.whole[TF_TEST] = 2000000, r.data = &sample, r.train.test_limit = 20; // of which 20 are at hand
    assert_int_equal(tf_train_estimate(&r, 2, &limited, &e), 0);
    assert_true(limited.valid_s > 100 * limited.test_s);
    tf_free(s.opts);
}

enum { SHORT_ONES, LONG_ONES, BOTH, MIXES };
static int mixed_tokens(int kind, int i) { return kind == LONG_ONES || (kind == BOTH && i % 2) ? 40 : 10; }

/* Where half of the examples are short and half are long, none is of the mean length: the average step has as much of either. */
static void work_of_short_and_long(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", (const char *const[8]){NULL});
    double work[MIXES];
    for (int k = 0; k < MIXES; k++) work[k] = estimate_of_lengths(&s, mixed_tokens, k).flops_step;
    assert_float_equal(work[BOTH], (work[SHORT_ONES] + work[LONG_ONES]) / 2, 1e-6 * work[BOTH]);
    tf_free(s.opts);
}

static struct subject make_pupil(void) {
    return make_subject("tf-a", (const char *const[8]){"height", "2", "teach", "kl", "output", "full"});
}

/* 30 steps in which full attention teaches the trees, and nothing else learns; then 10 of all. */
static void teach_first(struct tf_stage_cfg stage[2], const struct tf_run *r, const struct subject *pupil, const struct subject *s) {
    stage[0] = (struct tf_stage_cfg){.train = r->train, .attn_opts = pupil->opts};
    stage[1] = (struct tf_stage_cfg){.train = r->train, .attn_opts = s->opts};
    snprintf(stage[0].train.learn, sizeof stage[0].train.learn, "tree");
    stage[0].train.steps = 30, stage[1].train.steps = 10;
}

/* A list of stages is the sum of its stages; one in which full attention teaches the trees, and nothing else learns, goes forwards alone. */
static void test_estimate_of_stages(void **state) {
    (void)state;
    struct subject s = make_subject("tf-a", (const char *const[8]){"height", "2"}), taught = make_pupil();
    char path[160];
    struct tf_run r = make_run(&s, "never", path);
    struct tf_stage_cfg stage[2];
    struct tf_estimate one[2], both, recalled, plain;
    struct tf_err e = {0};
    assert_int_equal(tf_train_estimate(&r, 2, &plain, &e), 0);
    teach_first(stage, &r, &taught, &s);
    for (int i = 0; i < 2; i++) {
        r.stages = &stage[i], r.n_stages = 1;
        assert_int_equal(tf_train_estimate(&r, 2, &one[i], &e), 0);
        assert_int_equal(one[i].steps, stage[i].train.steps);
    }
    r.stages = stage, r.n_stages = 2;
    assert_int_equal(tf_train_estimate(&r, 2, &both, &e), 0);
    assert_int_equal(both.steps, 40);
    assert_float_equal(one[1].flops_step, plain.flops_step, 1e-9 * plain.flops_step);
    if (!(one[0].flops_step < 0.8 * one[1].flops_step)) fail_msg("%g of %g FLOPs", one[0].flops_step, one[1].flops_step);
    assert_float_equal(both.flops_train, one[0].flops_train + one[1].flops_train, 1e-9 * both.flops_train);
    assert_float_equal(both.peak_bytes, fmax(one[0].peak_bytes, one[1].peak_bytes), 0);
    assert_true(both.step_s > 0 && both.valid_s > 0 && both.test_s > 0);
    assert_float_equal(both.pace[TF_PACE], 1, 1e-9);
    assert_float_equal(tf_pace(both.pace, 15. / 40), tf_pace(both.pace, 30. / 40) / 2, 1e-9); // even within a stage
    assert_true(tf_pace(both.pace, 30. / 40) > 0 && tf_pace(both.pace, 30. / 40) < 1);
    struct tf_data sample = *data;
    sample.whole[TF_VALID] = 2000000, r.data = &sample, r.train.eval_limit = 1, r.train.recall = 1000000; // recall is most of a validation
    assert_int_equal(tf_train_estimate(&r, 2, &recalled, &e), 0);
    assert_true(recalled.valid_s > 100 * recalled.test_s);
    tf_free(s.opts), tf_free(taught.opts);
}

/* A batch that grows has less work in the average step, but as many updates. */
static void test_estimate_of_a_ramp(void **state) {
    (void)state;
    struct subject s = make_subject("tf-a", (const char *const[8]){"height", "2"});
    char path[160];
    struct tf_run r = make_run(&s, "never", path);
    struct tf_estimate even, grown;
    struct tf_err e = {0};
    r.train.accumulate = 4, r.train.eval_every = 1000000;
    assert_int_equal(tf_train_estimate(&r, 2, &even, &e), 0);
    r.train.batch_ramp = 1;
    assert_int_equal(tf_train_estimate(&r, 2, &grown, &e), 0);
    assert_float_equal(grown.flops_step, even.flops_step * tf_batch_share(&r.train, r.train.steps, 0, r.train.steps),
                       1e-9 * even.flops_step);
    assert_int_equal(grown.steps, even.steps);
    assert_true(grown.step_s > 0);
    assert_float_equal(grown.pace[TF_PACE], 1, 1e-9);
    assert_float_equal(tf_pace(even.pace, 0.25), 0.25, 1e-9);
    assert_float_equal(tf_pace(grown.pace, 0.5), 4 / 14., 1e-3); // batches of 1, 1, 2; 3, 3, 4
    tf_free(s.opts);
}

/* Early stages have the small batches. */
static void test_estimate_of_a_ramp_over_stages(void **state) {
    (void)state;
    struct subject s = make_subject("tf-a", (const char *const[8]){"height", "2"}), taught = make_pupil();
    char path[160];
    struct tf_run r = make_run(&s, "never", path);
    struct tf_estimate one, both;
    struct tf_err e = {0};
    double flops = 0;
    r.train.accumulate = 4, r.train.eval_every = 1000000;
    struct tf_stage_cfg stage[2];
    teach_first(stage, &r, &taught, &s);
    for (int i = 0; i < 2; i++) {
        r.stages = &stage[i], r.n_stages = 1;
        assert_int_equal(tf_train_estimate(&r, 2, &one, &e), 0);
        for (int t = 1; t <= stage[i].train.steps; t++)
            flops += one.flops_step * tf_micro_steps(&(struct tf_train_cfg){.accumulate = 4, .batch_ramp = 1}, 40, 30 * i + t) / 4;
    }
    r.stages = stage, r.n_stages = 2, r.train.batch_ramp = 1;
    assert_int_equal(tf_train_estimate(&r, 2, &both, &e), 0);
    assert_float_equal(both.flops_train, flops, 1e-9 * flops);
    assert_float_equal(both.pace[TF_PACE], 1, 1e-9);
    tf_free(s.opts), tf_free(taught.opts);
}

static void test_pace(void **state) {
    (void)state;
    double pace[TF_PACE + 1] = {0};
    assert_float_equal(tf_pace(pace, 0.3), 0.3, 1e-12); // not known
    for (int k = 0; k <= TF_PACE; k++) pace[k] = k <= TF_PACE / 2 ? 0.2 * k / TF_PACE : 0.1 + 1.8 * ((double)k / TF_PACE - 0.5);
    assert_float_equal(tf_pace(pace, 0.25), 0.05, 1e-12);
    assert_float_equal(tf_pace(pace, 0.75), 0.55, 1e-12);
    assert_float_equal(tf_pace(pace, 1), 1, 1e-12);
    assert_float_equal(tf_pace(pace, -1), 0, 1e-12);
}

int main(void) {
    tf_num_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_of_long_tests),
        cmocka_unit_test(test_sample),
        cmocka_unit_test(test_steps_that_fit),
        cmocka_unit_test(test_limited_steps),
        cmocka_unit_test(several_ranks),
        cmocka_unit_test(test_estimate),
        cmocka_unit_test(work_of_short_and_long),
        cmocka_unit_test(test_estimate_of_stages),
        cmocka_unit_test(test_pace),
        cmocka_unit_test(test_estimate_of_a_ramp),
        cmocka_unit_test(test_estimate_of_a_ramp_over_stages),
    };
    return cmocka_run_group_tests_name("estimates", tests, setup, teardown);
}
