/* Self-pretraining: a stage of a list that hides tokens and predicts them, for every mechanism. */
#include <math.h>

#include "training.h"
#include "model/checkpoint.h"

/* `first` steps of hidden tokens, then `then` of classes; nothing moves in the second where lr is 0. */
static void plan(struct tf_run *r, struct tf_stage_cfg stage[2], int first, int then, double lr) {
    for (int i = 0; i < 2; i++) {
        stage[i] = (struct tf_stage_cfg){.train = r->train, .attn_opts = r->attn_opts};
        stage[i].train.warmup = 0, stage[i].train.schedule = TF_SCHED_CONSTANT;
        stage[i].train.steps = i ? then : first, stage[i].train.mask = i ? 0 : 0.3;
        if (i) stage[i].train.lr = lr;
    }
    r->stages = stage, r->n_stages = 2, r->train.keep = 0;
}

static double number(const struct tf_csv *c, int row, const char *name) { return atof(tf_csv_get(c, row, name)); }

/* Every mechanism, words and levels, at 1 and 3 threads: the same bytes; predictions are 30 % of the tokens, and the row of the first validation is about
 * them. */
static void test_all_mechanisms(void **state) {
    (void)state;
    double hidden = 0;
    for (int c = 0, i = 0; tf_attns[i]; i += c, c = !c) {
        struct subject s = make_subject(tf_attns[i]->name, NULL);
        struct tf_stage_cfg stage[2];
        char path[2][160], sub[96];
        struct tf_result out[2];
        for (int k = 0; k < 2; k++) {
            snprintf(sub, sizeof sub, "all-%s-%d-%d", s.attn->name, c, k);
            struct tf_run r = make_run(&s, sub, path[k]);
            r.threads = 1 + 2 * k, r.model.layers = 1, r.train.eval_every = r.train.log_every = 2;
            plan(&r, stage, 2, 2, 0.01);
            stage[0].train.mask_loss = c ? TF_MASK_L1 : TF_MASK_WORDS;
            stage[0].train.eval_mask = c ? 0.1 : 0; // a third of 30 %, or the same
            out[k] = train(&r);
            assert_int_equal(out[k].status, TF_RUN_OK);
        }
        assert_same_file(path[0], path[1], "metrics.csv");
        assert_same_file(path[0], path[1], "best.safetensors");
        assert_true(out[0].pretrain_flops == out[1].pretrain_flops && out[0].train_flops == out[1].train_flops);
        assert_true(out[0].pretrain_flops > 0 && out[0].train_flops > 0 && out[0].best_step == 4);
        struct tf_csv m;
        load_metrics(&m, path[0]);
        assert_string_equal(tf_csv_get(&m, 0, "split"), "train");
        assert_true(number(&m, 0, "n") > 2 * 7 && number(&m, 2, "n") == 2 * 7); // words of two steps; sequences of two steps
        assert_true(number(&m, 1, "n") > (c ? 19 : 20) && number(&m, 3, "n") == 20);
        if (c) assert_true(number(&m, 1, "n") < hidden / 2); // each sequence rounds, to one at the least
        hidden = number(&m, 1, "n");
        const double from = number(&m, 0, "loss_nats");
        assert_true(c ? from > 0.5 && from < 6 : fabs(from - log(8)) < 0.7); // of 8 ids; levels near black
        tf_csv_free(&m), tf_free(s.opts);
    }
}

/* What both models have goes from stage to stage as it is; the embedding of hidden tokens and the words' bias stay behind. */
static void test_hand_over(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    struct tf_stage_cfg stage[2];
    struct tf_stage stages[TF_MAX_STAGES];
    struct tf_model m[2];
    struct tf_err e = {0};
    char path[160];
    struct tf_run r = make_run(&s, "over", path);
    plan(&r, stage, 4, 3, 0);
    r.train.checkpoint_every = 1;
    train(&r);
    assert_int_equal(tf_recipe_stages(&r.recipe, stages), 2);
    for (int i = 0; i < 2; i++)
        if (tf_recipe_load(&m[i], &r.recipe, &stages[i], tf_data_input(r.data), below("over/checkpoint-%08d.safetensors", i ? 7 : 4), &e))
            fail_msg("%s", e.msg);
    int same = 0;
    for (int i = 0; i < m[1].pars.n; i++) {
        const struct tf_par *p = &m[1].pars.p[i], *q = tf_pars_same(&m[0].pars, p);
        assert_true((q == NULL) == (strstr(p->name, "classifier.") != NULL));
        if (q) assert_memory_equal(m[1].pars.v + p->off, m[0].pars.v + q->off, sizeof(tf_real) * (size_t)p->rows * (size_t)p->cols);
        same += q != NULL;
    }
    assert_true(same > 20);
    assert_true(tf_pars_find(&m[0].pars, "embeddings.hidden_embedding") >= 0 &&
                tf_pars_find(&m[1].pars, "embeddings.hidden_embedding") < 0);
    tf_model_free(&m[0]), tf_model_free(&m[1]), tf_free(s.opts);
}

/* The CLS token is the word behind the vocabulary. Where that is the number of hidden tokens, it has its own embedding all the same. */
static void test_cls_is_not_hidden(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    double moves[2] = {0};
    for (int k = 0; k < 2; k++) {
        struct tf_stage_cfg stage[2];
        struct tf_stage stages[TF_MAX_STAGES];
        struct tf_model m, before;
        struct tf_data d = data;
        struct tf_err e = {0};
        char path[160];
        struct tf_run r = make_run(&s, k ? "cls-65535" : "cls-65534", path);
        d.vocab = TF_HIDDEN - !k, r.data = &d, r.model.pool = TF_POOL_CLS, r.model.layers = 1, r.threads = 1, r.train.shards = 1;
        plan(&r, stage, 1, 1, 0);
        stage[0].train.weight_decay = 0, r.train.checkpoint_every = 1;
        assert_int_equal(train(&r).status, TF_RUN_OK);
        assert_int_equal(tf_recipe_stages(&r.recipe, stages), 2);
        const struct tf_input *in = tf_data_input(r.data);
        if (tf_recipe_load(&m, &r.recipe, &stages[0], in, below("%s/checkpoint-%08d.safetensors", k ? "cls-65535" : "cls-65534", 1), &e) ||
            tf_recipe_model(&before, &r.recipe, &stages[0], in, &e))
            fail_msg("%s", e.msg);
        tf_pars_alloc(&before.pars), tf_pars_init(&before.pars, (uint64_t)r.seed);
        const struct tf_par *p = &m.pars.p[tf_pars_find(&m.pars, "embeddings.word_embeddings.weight")];
        const size_t cls = p->off + (size_t)d.vocab * (size_t)p->cols;
        for (int i = 0; i < p->cols; i++) moves[k] += fabs((double)(m.pars.v[cls + (size_t)i] - before.pars.v[cls + (size_t)i]));
        tf_model_free(&m), tf_model_free(&before);
    }
    if (!(moves[0] > 1e-4 && moves[1] > 0.5 * moves[0])) fail_msg("CLS moves by %g, and by %g", moves[0], moves[1]);
    tf_free(s.opts);
}

/* Interrupted in any step of either stage, and resumed: the bytes, and the work, of an undisturbed run. */
static void test_resume(void **state) {
    (void)state;
    struct subject s = make_subject("tf-a", (const char *const[8]){"height", "2"});
    struct tf_stage_cfg stage[2];
    char path[2][160];
    struct tf_result out[2];
    for (int k = 0; k < 2; k++) {
        struct tf_run r = make_run(&s, k ? "parts" : "whole", path[k]);
        plan(&r, stage, 5, 5, 0.01);
        r.resume = k == 1, r.train.checkpoint_every = 2, r.train.ema = 0.9;
        tf_progress_hook = k ? stop_hook : NULL;
        int round = 0;
        do tf_interrupted = 0, stop_after = 6 + round % 4, out[k] = train(&r); // a validation is two evaluations with an average
        while (out[k].status == TF_RUN_INTERRUPTED && ++round < 60);
        tf_progress_hook = NULL, tf_interrupted = 0;
        assert_true(out[k].status == TF_RUN_OK && (!k || round > 2));
    }
    assert_same_file(path[0], path[1], "metrics.csv");
    assert_same_file(path[0], path[1], "best.safetensors");
    assert_true(out[0].pretrain_flops == out[1].pretrain_flops && out[0].train_flops == out[1].train_flops);
    tf_free(s.opts);
}

/* Tokens that the model leaves out (id 0) are no words, and the others keep their places: only the place tells 1 from 2. One sequence, or two. */
static void test_left_out(void **state) {
    (void)state;
    static uint16_t tok[N * MAX_T];
    static uint64_t off[N + 1];
    for (int i = 0; i < N; i++) {
        off[i + 1] = off[i] + MAX_T;
        for (int k = 0; k < MAX_T; k++) tok[i * MAX_T + k] = (i * 7 + k * k) % 3 ? (uint16_t)(1 + k % 2) : 0;
    }
    for (int parts = 1; parts <= 2; parts++) {
        struct subject s = make_subject("transformer", NULL);
        struct tf_stage_cfg stage[2];
        struct tf_data d = data;
        char path[160];
        d.skip_zero = true, d.parts = parts;
        for (int k = 0; k < TF_SPLITS; k++) d.tok[k] = tok, d.off[k] = off, d.n[k] = (size_t)(20 / parts);
        struct tf_run r = make_run(&s, parts == 1 ? "left-1" : "left-2", path);
        r.data = &d, r.model.dropout = r.model.attention_dropout = 0, r.train.eval_every = 200;
        plan(&r, stage, 200, 1, 0);
        train(&r);
        struct tf_csv c;
        load_metrics(&c, path);
        bool seen = false;
        for (int i = 0; i < c.rows; i++) {
            if (strcmp(tf_csv_get(&c, i, "split"), "valid") || number(&c, i, "stage") != 0) continue;
            seen = true;
            if (number(&c, i, "acc_pct") != 100) fail_msg("%g %% of hidden tokens", number(&c, i, "acc_pct"));
        }
        assert_true(seen);
        tf_csv_free(&c), tf_free(s.opts);
    }
}

/* Levels behind a mask are learned: all tokens of a sequence are alike, so that those that are seen tell. */
static void test_levels(void **state) {
    (void)state;
    static uint16_t tok[N * MAX_T];
    static uint64_t off[N + 1];
    for (int i = 0; i < N; i++) {
        off[i + 1] = off[i] + MAX_T;
        for (int k = 0; k < MAX_T; k++) tok[i * MAX_T + k] = (uint16_t)(i % 4 * 80);
    }
    struct subject s = make_subject("transformer", NULL);
    struct tf_stage_cfg stage[2];
    struct tf_data d = data;
    char path[160];
    d.vocab = 256;
    for (int k = 0; k < TF_SPLITS; k++) d.tok[k] = tok, d.off[k] = off;
    struct tf_run r = make_run(&s, "levels", path);
    r.data = &d, r.model.dropout = r.model.attention_dropout = 0, r.train.eval_every = 50;
    plan(&r, stage, 150, 1, 0);
    stage[0].train.mask_loss = TF_MASK_L1;
    train(&r);
    struct tf_csv c;
    double loss = NAN;
    load_metrics(&c, path);
    for (int i = 0; i < c.rows; i++)
        if (!strcmp(tf_csv_get(&c, i, "split"), "valid") && number(&c, i, "stage") == 0) loss = number(&c, i, "loss_nats");
    if (!(loss < 0.3)) fail_msg("hidden levels are %g off; without the others it is 1.3", loss);
    tf_csv_free(&c), tf_free(s.opts);
}

/* A level's target is (level / 255 - 0.481) / 0.239; right is what rounds to it. The head says b for all. */
static void test_scale_of_levels(void **state) {
    (void)state;
    static const struct {
        double says; // a level
        int right;   // of 79, 80, 81
    } c[] = {{80, 1}, {80.45, 1}, {80.55, 1}, {81.6, 0}, {78.4, 0}};
    static uint16_t tok[3 * MAX_T];
    static const uint64_t off[] = {0, MAX_T, 2 * MAX_T, 3 * MAX_T};
    struct subject s = make_subject("transformer", NULL);
    const struct tf_layer_attn layer[2] = {{s.attn, s.opts}, {s.attn, s.opts}};
    const struct tf_input in = {.vocab = 256, .classes = 3, .max_len = MAX_T, .parts = 1, .head = TF_HEAD_LEVELS, .hides = true};
    struct tf_data d = data;
    struct tf_model_cfg cfg;
    struct tf_model m;
    struct tf_err e = {0};
    for (int i = 0; i < 3 * MAX_T; i++) tok[i] = (uint16_t)(79 + i / MAX_T);
    d.vocab = 256, d.objective = TF_MASKED_LEVELS, d.mask_id = TF_HIDDEN, d.mask_rate = 0.5, d.n[TF_TEST] = 3, d.tok[TF_TEST] = tok,
    d.off[TF_TEST] = off;
    tf_opt_defaults(tf_model_opts, &cfg);
    if (tf_model_init(&m, &cfg, layer, &in, &e)) fail_msg("%s", e.msg);
    tf_pars_alloc(&m.pars), tf_model_start(&m, 3);
    const struct tf_par *W = &m.pars.p[tf_pars_find(&m.pars, "cls.level.weight")], *b = &m.pars.p[tf_pars_find(&m.pars, "cls.level.bias")];
    memset(m.pars.v + W->off, 0, sizeof(tf_real) * tf_par_count(W));
    for (size_t i = 0; i < TF_COUNT(c); i++) {
        struct tf_score score;
        double want = 0;
        m.pars.v[b->off] = (tf_real)((c[i].says / 255 - 0.481) / 0.239);
        if (tf_evaluate(&m, &d, TF_TEST, 0, 1, 1, "", NULL, &score, NULL, &e)) fail_msg("%s", e.msg);
        for (int level = 79; level < 82; level++) want += fabs(c[i].says - level) / 255 / 0.239 / 3;
        assert_int_equal(score.n, 3 * MAX_T / 2), assert_int_equal(score.correct, c[i].right * MAX_T / 2);
        assert_float_equal(score.loss_nats, want, 1e-5);
    }
    tf_model_free(&m), tf_free(s.opts);
}

int main(void) {
    tf_num_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_mechanisms),  cmocka_unit_test(test_hand_over), cmocka_unit_test(test_resume),
        cmocka_unit_test(test_left_out),        cmocka_unit_test(test_levels),    cmocka_unit_test(test_cls_is_not_hidden),
        cmocka_unit_test(test_scale_of_levels),
    };
    return cmocka_run_group_tests_name("pretraining", tests, training_data, leave);
}
