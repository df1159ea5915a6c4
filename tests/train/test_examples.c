/* Which training examples a step takes, and as what: curricula in stages, examples that change at every visit. */
#include <math.h>

#include "training.h"
#include "task/task.h"
#include "train/shards.h"
#include "train/state.h"

/* Two stages: of short examples, then of all. */
static void plan(struct tf_run *r, struct tf_stage_cfg stage[2], int first, int longest) {
    for (int i = 0; i < 2; i++) stage[i] = (struct tf_stage_cfg){.train = r->train, .attn_opts = r->attn_opts};
    stage[0].train.steps = first, stage[1].train.steps = 6;
    stage[0].train.max_tokens = longest;
    r->stages = stage, r->n_stages = 2;
}

static struct trainer open_run(struct tf_run *r) {
    struct trainer t;
    struct tf_err e = {0};
    if (state_open(&t, r, &e)) fail_msg("%s", e.msg);
    return t;
}

/* A stage takes each of its examples once before any again; the next stage takes all, in the order that a run without stages has. */
static void test_short_ones_first(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    struct tf_stage_cfg stage[2];
    char path[2][160];
    struct tf_run r = make_run(&s, "short", path[0]), plain = make_run(&s, "plain", path[1]);
    plan(&r, stage, 60, 12);
    plain.train.steps = 66;
    struct trainer t = open_run(&r), p = open_run(&plain);
    int fit = 0, seen[N] = {0}, drawn = 0;
    for (size_t i = 0; i < N; i++) fit += tf_data_get(&data, TF_TRAIN, i).len <= 12;
    assert_true(fit > 7 && fit < N - 7);
    for (int step = 1; drawn + 7 <= fit; step++, drawn += 7) {
        assert_int_equal(stream_draw(&t, step), 7);
        for (int i = 0; i < 7; i++) {
            assert_true(t.batch[i].len <= 12);
            assert_int_equal(seen[t.batch[i].id]++, 0);
        }
    }
    t.at_stage = 1, stream_enter(&t);
    for (int step = 61; step <= 66; step++) {
        stream_draw(&t, step), stream_draw(&p, step);
        for (int i = 0; i < 7; i++) assert_true(t.batch[i].id == p.batch[i].id && t.batch[i].tok == p.batch[i].tok);
    }
    state_close(&t), state_close(&p), tf_free(s.opts);
}

/* A batch must not grow beyond the examples that a stage takes; of a sample only what is far beyond is refused. */
static void test_growth_ends(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    struct tf_stage_cfg stage[2];
    char path[160];
    struct tf_run r = make_run(&s, "growth", path);
    struct tf_data sample = data;
    struct trainer t;
    struct tf_err e = {0};
    int fit = 0;
    for (size_t i = 0; i < N; i++) fit += tf_data_get(&data, TF_TRAIN, i).len <= 12;
    r.train.batch = 1, r.train.accumulate = fit, r.train.batch_ramp = 0.5;
    plan(&r, stage, 6, 12);
    t = open_run(&r), state_close(&t); // as many as there are
    stage[0].train.accumulate = stage[1].train.accumulate = r.train.accumulate = fit + 1;
    snprintf(stage[0].place, sizeof stage[0].place, "s.yaml:5:5: train.stages");
    assert_int_equal(state_open(&t, &r, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    if (!strstr(e.msg, "s.yaml:5:5: train.stages: batch_ramp: the batch grows to ") || !strstr(e.msg, "set a smaller train.accumulate"))
        fail_msg("%s", e.msg);
    state_close(&t);
    sample.whole[TF_TRAIN] = 1000, r.data = &sample;
    t = open_run(&r), state_close(&t);
    sample.whole[TF_TRAIN] = N, stage[0].train.accumulate = 2 * fit; // far above what the sample tells
    e = (struct tf_err){0};
    assert_int_equal(state_open(&t, &r, &e), -1);
    if (!strstr(e.msg, "and there are about ")) fail_msg("%s", e.msg);
    state_close(&t);
    tf_free(s.opts);
}

/* Threes become sevens in the first half of the steps, one of three at random otherwise; the options say which. */
struct painted {
    bool threes;
};
static int paint(const void *opts, struct tf_rng *r, const uint16_t *tok, int len, uint16_t *out) {
    const struct painted *o = opts;
    if (!o->threes) return 0;
    for (int i = 0; i < len - 1; i++) out[i] = tok[i] == 3 ? (uint16_t)(5 + tf_rng_below(r, 3)) : tok[i];
    return len - 1; // and the last token is gone
}

static void test_changed_at_every_visit(void **state) {
    (void)state;
    static const struct tf_vary vary = {"threes", paint};
    struct subject s = make_subject("transformer", NULL);
    struct tf_stage_cfg stage[2];
    struct painted as_they_are = {false}, changed = {true};
    char path[160];
    struct tf_run r = make_run(&s, "changed", path);
    plan(&r, stage, 60, 0);
    stage[0].task_opts = &changed, stage[1].task_opts = &as_they_are;
    r.vary = &vary, r.task_opts = &as_they_are;
    struct trainer t = open_run(&r);
    struct tf_seq first[N];
    uint16_t kept[N][MAX_T];
    bool seen[N] = {false};
    int again = 0, others = 0;
    for (int step = 1; step <= 60; step++) {
        stream_draw(&t, step);
        for (int i = 0; i < 7; i++) {
            const struct tf_example x = t.batch[i], y = tf_data_get(&data, TF_TRAIN, x.id);
            assert_true(x.len == y.len - 1 && x.label == y.label && x.tok != y.tok);
            for (int k = 0; k < x.len; k++) assert_true(y.tok[k] == 3 ? x.tok[k] >= 5 : x.tok[k] == y.tok[k]);
            if (seen[x.id]) again++, others += memcmp(first[x.id].tok, x.tok, sizeof *x.tok * (size_t)x.len) != 0;
            memcpy(kept[x.id], x.tok, sizeof *x.tok * (size_t)x.len);
            first[x.id].tok = kept[x.id], seen[x.id] = true;
        }
    }
    assert_true(again > 300 && others > 100); // those without a three stay as they are
    t.at_stage = 1, stream_enter(&t), stream_draw(&t, 61);
    for (int i = 0; i < 7; i++) assert_true(t.batch[i].tok == tf_data_get(&data, TF_TRAIN, t.batch[i].id).tok);
    state_close(&t), tf_free(s.opts);
}

/* The same bytes with any number of threads, and after many stops. */
static void test_same_bytes(void **state) {
    (void)state;
    static const struct tf_vary vary = {"threes", paint};
    struct subject s = make_subject("transformer", NULL);
    struct tf_stage_cfg stage[2];
    struct painted as_they_are = {false}, changed = {true};
    char path[3][160];
    for (int k = 0; k < 3; k++) {
        struct tf_run r = make_run(&s, (const char *const[]){"one", "three", "stopped"}[k], path[k]);
        enum tf_status status = TF_RUN_INTERRUPTED;
        plan(&r, stage, 7, 14);
        stage[0].task_opts = &changed, stage[1].task_opts = &as_they_are;
        r.vary = &vary, r.task_opts = &as_they_are;
        r.threads = k == 1 ? 3 : 1, r.resume = true;
        if (k == 2) tf_progress_hook = stop_hook;
        for (int round = 0; status == TF_RUN_INTERRUPTED && round < 60; round++)
            tf_interrupted = 0, stop_after = 8 + round % 5, status = train(&r).status;
        tf_progress_hook = NULL, tf_interrupted = 0;
        assert_int_equal(status, TF_RUN_OK);
        if (!k) continue;
        assert_same_file(path[0], path[k], "metrics.csv");
        assert_same_file(path[0], path[k], "best.safetensors");
    }
    tf_free(s.opts);
}

/* A stage without examples is refused before anything is made, by the estimate too. */
static void test_no_examples(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    struct tf_stage_cfg stage[2];
    struct tf_result out;
    struct tf_estimate cost;
    char path[160];
    struct tf_run r = make_run(&s, "none", path);
    plan(&r, stage, 4, 4);
    for (int k = 0; k < 2; k++) {
        struct tf_err e = {0};
        snprintf(stage[0].place, sizeof stage[0].place, "a.yaml:3:5: train.stages");
        assert_int_equal(k ? tf_train(&r, &out, &e) : tf_train_estimate(&r, 0.1, &cost, &e), -1);
        assert_int_equal(e.code, TF_BAD);
        assert_string_equal(e.msg, "a.yaml:3:5: train.stages: max_tokens 4: no training example is that short, the shortest has 6 tokens");
    }
    assert_false(tf_file_exists(path));
    tf_free(s.opts);
}

/* What a stage of short examples is estimated to cost. */
static void test_estimate(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    struct tf_stage_cfg stage[2];
    struct tf_estimate all, some;
    struct tf_err e = {0};
    char path[160];
    struct tf_run r = make_run(&s, "cost", path);
    plan(&r, stage, 6, 0);
    assert_int_equal(tf_train_estimate(&r, 0.1, &all, &e), 0);
    stage[0].train.max_tokens = 8, stage[1].train.max_tokens = 8;
    assert_int_equal(tf_train_estimate(&r, 0.1, &some, &e), 0);
    if (!(some.flops_step < 0.7 * all.flops_step)) fail_msg("%g of %g FLOPs", some.flops_step, all.flops_step);
    assert_int_equal(some.steps, all.steps);
    struct tf_data sample = data; // of a set that has shorter ones
    sample.whole[TF_TRAIN] = 1000 * data.n[TF_TRAIN], r.data = &sample;
    stage[0].train.max_tokens = 4;
    if (tf_train_estimate(&r, 0.1, &all, &e)) fail_msg("%s", e.msg);
    assert_true(all.flops_step > 0 && all.flops_step < some.flops_step);
    tf_free(s.opts);
}

static void count_logits(void *arg, size_t i, const struct tf_mat *y) {
    assert_int_equal(y->rows, 1);
    ((int *)arg)[i]++;
}

/* An evaluation takes every example by itself, those without any token too, and its logits come once. */
static void test_empty_examples(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    struct tf_data_build b = {0};
    const uint16_t tok[] = {1, 2, 3};
    for (int i = 0; i < 12; i++) tf_data_add(&b, i < 4 ? TF_TRAIN : TF_TEST, tok, i < 4 ? 3 : i % 4 == 1, i % 3);
    struct tf_data *d = tf_data_finish(&b, 8, 3);
    char path[160];
    struct tf_run r = make_run(&s, "empty", path);
    struct tf_model m;
    struct tf_score score;
    struct tf_err e = {0};
    int seen[8] = {0};
    if (tf_recipe_model(&m, &r.recipe, NULL, tf_data_input(d), &e)) fail_msg("%s", e.msg);
    tf_pars_alloc(&m.pars), tf_model_start(&m, 3);
    const struct tf_observer w = {.on_logits = count_logits, .logits_arg = seen};
    if (tf_evaluate(&m, d, TF_TEST, 0, 1, 1, "", &w, &score, NULL, &e)) fail_msg("%s", e.msg);
    for (int i = 0; i < 8; i++) assert_int_equal(seen[i], 1);
    if (tf_evaluate(&m, d, TF_TEST, 0, 1, 1, "", NULL, &score, NULL, &e)) fail_msg("%s", e.msg);
    assert_true(score.n == 8 && score.examples == 8);
    tf_model_free(&m), tf_data_close(d), tf_free(s.opts);
}

/* Of pairs the mean is over both sequences; of the examples that are evaluated alone. */
static void test_mean_length(void **state) {
    (void)state;
    static const int len[][2] = {{2, 5}, {7, 1}, {3, 9}};
    static const uint16_t tok[MAX_T] = {1, 2, 3};
    struct subject s = make_subject("transformer", NULL);
    for (int pairs = 0; pairs < 2; pairs++) {
        struct tf_data_build b = {0};
        char path[160];
        struct tf_run r = make_run(&s, "lengths", path);
        struct tf_model m;
        struct tf_score score;
        struct tf_work work;
        struct tf_err e = {0};
        for (int i = 0; i < 3; i++)
            if (pairs) tf_data_add_pair(&b, TF_TEST, tok, len[i][0], tok, len[i][1], 0);
            else tf_data_add(&b, TF_TEST, tok, len[i][0], 0);
        struct tf_data *d = tf_data_finish(&b, 8, 3);
        if (tf_recipe_model(&m, &r.recipe, NULL, tf_data_input(d), &e)) fail_msg("%s", e.msg);
        tf_pars_alloc(&m.pars), tf_model_start(&m, 3);
        for (size_t limit = 0; limit < 3; limit += 2) {
            if (tf_evaluate(&m, d, TF_TEST, limit, 2, 1, "", NULL, &score, &work, &e)) fail_msg("%s", e.msg);
            assert_float_equal(work.mean_len, limit ? (pairs ? 15 / 4. : 9 / 2.) : (pairs ? 27 / 6. : 12 / 3.), 1e-12);
        }
        tf_model_free(&m), tf_data_close(d);
    }
    tf_free(s.opts);
}

/* max_tokens counts both sequences of a pair. */
static void test_short_pairs(void **state) {
    (void)state;
    static const int len[][2] = {{6, 6}, {6, 7}, {12, 1}, {1, 11}, {13, 0}};
    static const bool fits[] = {true, false, false, true, false};
    static const uint16_t tok[MAX_T] = {1, 2, 3};
    struct subject s = make_subject("transformer", NULL);
    struct tf_data_build b = {0};
    for (int split = 0; split < TF_SPLITS; split++)
        for (size_t i = 0; i < TF_COUNT(len); i++) tf_data_add_pair(&b, (enum tf_split)split, tok, len[i][0], tok, len[i][1], 0);
    struct tf_data *d = tf_data_finish(&b, 8, 3);
    struct tf_stage_cfg stage[2];
    char path[160];
    struct tf_run r = make_run(&s, "pairs", path);
    r.data = d, r.train.batch = 2;
    plan(&r, stage, 6, 12);
    struct trainer t = open_run(&r);
    for (int step = 1; step <= 6; step++) {
        assert_int_equal(stream_draw(&t, step), 2);
        for (int i = 0; i < 2; i++) assert_true(fits[t.batch[i].id]);
        assert_int_not_equal(t.batch[0].id, t.batch[1].id); // of the two that fit each once an epoch
    }
    state_close(&t), tf_data_close(d), tf_free(s.opts);
}

int main(void) {
    tf_num_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_growth_ends),    cmocka_unit_test(test_short_ones_first), cmocka_unit_test(test_changed_at_every_visit),
        cmocka_unit_test(test_same_bytes),     cmocka_unit_test(test_no_examples),      cmocka_unit_test(test_estimate),
        cmocka_unit_test(test_empty_examples), cmocka_unit_test(test_mean_length),      cmocka_unit_test(test_short_pairs),
    };
    return cmocka_run_group_tests_name("stream", tests, training_data, leave);
}
