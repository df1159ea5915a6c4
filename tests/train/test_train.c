/* Training: schedules, stages, the same bytes at any thread count, resuming, bootstrapping, divergence, damaged checkpoints. */
#include <math.h>

#include "training.h"
#include "train/moments.h"
#include "model/checkpoint.h"
#include "io/io.h"

static void test_schedules(void **state) {
    (void)state;
    struct tf_train_cfg c;
    tf_opt_defaults(tf_train_opts, &c);
    c.lr = 0.05, c.warmup = 1000, c.schedule = TF_SCHED_RSQRT; // lr(t) = 0.05 min(1, t/W) / sqrt(max(t, W))
    assert_float_equal(tf_lr(&c, 5000, 500), 0.05 * 0.5 / sqrt(1000), 1e-12);
    assert_float_equal(tf_lr(&c, 5000, 4000), 0.05 / sqrt(4000), 1e-12);
    assert_float_equal(tf_lr_peak(&c, 5000), 0.05 / sqrt(1000), 1e-12);
    c.lr = 1, c.schedule = TF_SCHED_LINEAR;
    assert_float_equal(tf_lr(&c, 5000, 100), 0.1, 1e-12);
    assert_float_equal(tf_lr(&c, 5000, 3000), 0.5, 1e-12);
    c.schedule = TF_SCHED_COSINE;
    assert_float_equal(tf_lr(&c, 5000, 3000), 0.5, 1e-12);
    assert_float_equal(tf_lr(&c, 5000, 2000), 0.5 * (1 + sqrt(0.5)), 1e-12);
    assert_float_equal(tf_lr(&c, 500, 100), 0.1, 1e-12);                           // a run that ends in its warm-up
    static const int up[] = {TF_SCHED_LINEAR, TF_SCHED_COSINE, TF_SCHED_ONECYCLE}; // that ends with its warm-up, at the peak
    for (size_t i = 0; i < TF_COUNT(up); i++) {
        c.schedule = up[i];
        assert_float_equal(tf_lr(&c, 1000, 1000), 1, 1e-12);
        assert_true(tf_lr(&c, 1000, 1001) >= 0 && tf_lr(&c, 1000, 1001) < 1e-3); // of an estimate, which takes more steps than there are
        c.warmup = 0;
        assert_true(tf_lr(&c, 0, 1) >= 0 && tf_lr(&c, 0, 1) < 1e-3);
        c.warmup = 1000;
    }
    c.schedule = TF_SCHED_TRIANGLE;
    assert_true(tf_lr(&c, 0, 1) >= 0); // of an estimate, which makes no number of steps
    c.schedule = TF_SCHED_ONECYCLE;
    assert_float_equal(tf_lr(&c, 5000, 1000), 1, 1e-12);
    assert_float_equal(tf_lr(&c, 5000, 5000), 1 / 25e4, 1e-12);
    assert_float_equal(tf_lr(&c, 5000, 500), (0.04 + 1) / 2, 1e-12);
    assert_float_equal(tf_lr(&c, 5000, 2000), (3 + 1 / 25e4) / 4, 1e-12);
    c.schedule = TF_SCHED_LINEAR, c.warmup_ratio = 0.1; // of these steps, instead of warmup
    assert_float_equal(tf_lr(&c, 5000, 100), 0.2, 1e-12);
    assert_float_equal(tf_lr(&c, 2000, 100), 0.5, 1e-12);
    assert_float_equal(tf_lr(&c, 2000, 1100), 0.5, 1e-12);
    assert_float_equal(tf_warmup(&c, 19), 1, 0);
    assert_float_equal(tf_lr_peak(&c, 5000), 1, 0);
    c.warmup_ratio = 0.29; // 29 steps, though 0.29 times 100 is less in doubles
    assert_float_equal(tf_warmup(&c, 100), 29, 0);
    c.schedule = TF_SCHED_CONSTANT, c.warmup_ratio = 0;
    assert_float_equal(tf_lr(&c, 5000, 1), 0.001, 1e-12);
    assert_float_equal(tf_lr(&c, 5000, 4999), 1, 1e-12);
}

static void test_stages(void **state) {
    (void)state;
    struct tf_stage s[TF_MAX_STAGES];
    struct tf_bootstrap_cfg b = {.enabled = true, .from_height = 2, .to_height = 2, .layers_per_stage = 3, .steps_per_stage = 450000};
    assert_int_equal(tf_stages(&b, 12, 0, 0, 0, s), 4); // BERT, Table 6: 12 layers, w = 3, 4 x 450k steps
    for (int i = 0; i < 4; i++) {
        assert_int_equal(s[i].first_layer, 9 - 3 * i);
        assert_int_equal(s[i].height, 2);
        assert_int_equal(s[i].start, 450000 * i);
        assert_int_equal(s[i].steps, 450000);
    }
    b = (struct tf_bootstrap_cfg){.enabled = true, .from_height = 2, .to_height = 5, .layers_per_stage = 2, .total_steps = 100};
    assert_int_equal(tf_stages(&b, 3, 0, 0, 0, s), 6); // 2 layer groups x heights 3, 4, 5
    int total = 0;
    for (int i = 0; i < 6; i++) {
        assert_int_equal(s[i].first_layer, i < 3 ? 1 : 0);
        assert_int_equal(s[i].height, 3 + i % 3);
        assert_int_equal(s[i].start, total);
        total += s[i].steps;
    }
    assert_int_equal(total, 100);
    b = (struct tf_bootstrap_cfg){.enabled = true, .from_height = 5, .to_height = 5, .layers_per_stage = 3, .total_steps = 100};
    assert_int_equal(tf_stages(&b, 12, 4, 11, 0, s), 3); // trees in layers 4 .. 10 alone: no stage without new trees
    assert_int_equal(tf_stage_count(&b, 11 - 4), 3);
    assert_true(s[0].first_layer == 8 && s[1].first_layer == 5 && s[2].first_layer == 4);
    assert_int_equal(s[0].steps + s[1].steps + s[2].steps, 100);
    b.enabled = false;
    assert_int_equal(tf_stages(&b, 3, 0, 0, 77, s), 1);
    assert_int_equal(s[0].steps, 77);
}

/* Biases from data are set once and then learn: the first step starts from them, a stage adds those of its new levels alone. */
static void test_biases_start_from_data(void **state) {
    (void)state;
    struct subject s = make_subject("tf-a", (const char *const[8]){"height", "3", "bias_init", "data"});
    char path[160];
    for (int bootstrap = 0; bootstrap < 2; bootstrap++) {
        struct tf_run r = make_run(&s, bootstrap ? "data-stages" : "data-biases", path);
        if (bootstrap) r.bootstrap = (struct tf_bootstrap_cfg){true, 1, 3, 2, 1, 0, false, 0}; // heights 2 and 3, a step each
        r.train.steps = 1, r.train.lr = 1e-9;
        train(&r);
        char file[256];
        struct tf_pars ps = {0};
        struct tf_err e = {0};
        int rows[3] = {2, 4, 8}, at[3];
        for (int l = 0; l < 3; l++) {
            snprintf(file, sizeof file, "encoder.layer.0.attention.self.tree.qk.level%d.bias", l);
            at[l] = tf_pars_add(&ps, file, r.model.heads * rows[l] / 2, 1, TF_INIT_ZERO, 0, 0);
        }
        tf_pars_alloc(&ps);
        snprintf(file, sizeof file, "%s/checkpoint-%08d.safetensors", path, bootstrap ? 2 : 1);
        if (tf_checkpoint_load(file, &ps, NULL, NULL, true, NULL, &e)) fail_msg("%s", e.msg);
        for (int l = 0; l < 3; l++)
            for (int i = 0; i < ps.p[at[l]].rows; i++) assert_true(fabs((double)ps.v[ps.p[at[l]].off + (size_t)i]) > 1e-6);
        tf_pars_free(&ps);
    }
    tf_free(s.opts);
}

static void test_bootstrap_carries(void **state) {
    (void)state;
    struct subject s = make_subject("tf-a", NULL);
    char path[160];
    struct tf_run r = make_run(&s, "bootstrap", path);
    r.bootstrap = (struct tf_bootstrap_cfg){true, 1, 3, 1, 2, 0, false, 0}; // 2 layers x heights 2, 3 x 2 steps
    assert_int_equal(train(&r).steps, 8);
    struct tf_csv c;
    load_metrics(&c, path);
    const char *stage[] = {"0", "1", "2", "3"}, *height[] = {"2", "3", "2", "3"};
    for (int i = 0, k = 0; i < c.rows; i++) { // log_every 2: one row of training a stage
        if (strcmp(tf_csv_get(&c, i, "split"), "train")) continue;
        assert_string_equal(tf_csv_get(&c, i, "stage"), stage[k]);
        assert_string_equal(tf_csv_get(&c, i, "height"), height[k++]);
    }
    tf_csv_free(&c), tf_free(s.opts);

    /* carrying: same names and shapes move with their moments, new rows start at zero moments */
    struct tf_pars from = {0}, to = {0};
    tf_pars_add(&from, "a", 2, 3, TF_INIT_NORMAL, 1, 0), tf_pars_add(&from, "b", 1, 4, TF_INIT_NORMAL, 1, 0);
    tf_pars_add(&to, "new", 5, 1, TF_INIT_NORMAL, 1, 0), tf_pars_add(&to, "a", 2, 3, TF_INIT_NORMAL, 1, 0),
        tf_pars_add(&to, "b", 2, 4, TF_INIT_ZERO, 0, 0);
    tf_pars_alloc(&from), tf_pars_alloc(&to), tf_pars_init(&from, 1), tf_pars_init(&to, 2);
    struct moments m, n;
    moments_init(&m, from.size, MOMENTS), moments_init(&n, to.size, MOMENTS);
    for (size_t i = 0; i < 2 * from.size; i++) m.v[i] = (tf_real)(i + 1);
    assert_int_equal(tf_pars_carry(&to, &from), 2);
    moments_carry(&n, &to, &m, &from);
    const struct tf_par *p = &to.p[1], *q = &from.p[0];
    for (size_t i = 0; i < 6; i++) {
        assert_true(to.v[p->off + i] == from.v[q->off + i]);
        for (int k = 0; k < 2; k++) {
            assert_true(*moments_at(&n, k, p->off + i) == *moments_at(&m, k, q->off + i));
            if (i < 5) assert_true(*moments_at(&n, k, to.p[0].off + i) == 0);
        }
    }
    moments_free(&m), moments_free(&n), tf_pars_free(&from), tf_pars_free(&to);
}

/* A new layer group grows its own trees: what the layers above have learned stays, unless levels: drop. */
static void test_levels_are_kept(void **state) {
    (void)state;
    struct subject s = make_subject("tf-a", NULL);
    char path[160];
    struct tf_err err = {0};
    for (int levels = TF_LEVELS_KEEP; levels <= TF_LEVELS_DROP; levels++) {
        struct tf_run r = make_run(&s, levels ? "levels-drop" : "levels-keep", path);
        struct tf_stage stage[TF_MAX_STAGES];
        r.bootstrap = (struct tf_bootstrap_cfg){true, 1, 3, 1, 2, 0, false, levels}; // 2 layers x heights 2, 3 x 2 steps
        assert_int_equal(tf_recipe_stages(&r.recipe, stage), 4);
        for (int i = 1; i < 4; i++) {
            struct tf_model before, after;
            int lost = 0;
            if (tf_recipe_model(&before, &r.recipe, &stage[i - 1], tf_data_input(r.data), &err)) fail_msg("%s", err.msg);
            if (tf_recipe_model(&after, &r.recipe, &stage[i], tf_data_input(r.data), &err)) fail_msg("%s", err.msg);
            for (int k = 0; k < before.pars.n; k++) lost += tf_pars_find(&after.pars, before.pars.p[k].name) < 0;
            assert_true((lost > 0) == (levels == TF_LEVELS_DROP && i == 2)); // the first stage of the second group
            tf_model_free(&before), tf_model_free(&after);
        }
        assert_int_equal(train(&r).steps, 8);
    }
    tf_free(s.opts);
    s = make_subject("kary-tf-a", NULL);
    struct tf_run r = make_run(&s, "levels-kary", path);
    r.bootstrap = (struct tf_bootstrap_cfg){true, 0, 0, 1, 2, 0, false, TF_LEVELS_KEEP}; // 2 layers x 2 steps
    assert_int_equal(train(&r).steps, 4);
    tf_free(s.opts);
}

/* Option restart: every stage has the same learning rates; without it they fall over all stages. */
static void test_schedule_restarts(void **state) {
    (void)state;
    struct subject s = make_subject("tf-a", NULL);
    for (int restart = 0; restart < 2; restart++) {
        char path[160];
        struct tf_run r = make_run(&s, restart ? "restart" : "one-schedule", path);
        r.bootstrap = (struct tf_bootstrap_cfg){true, 1, 3, 1, 3, 0, restart, 0}; // 2 layers x heights 2, 3 x 3 steps
        r.train.lr = 0.01, r.train.schedule = TF_SCHED_LINEAR, r.train.warmup = 1, r.train.log_every = 1;
        assert_int_equal(train(&r).steps, 12);
        struct tf_csv c;
        load_metrics(&c, path);
        static const double each[] = {0.01, 0.005, 0};
        int step = 0;
        for (int i = 0; i < c.rows; i++) {
            if (strcmp(tf_csv_get(&c, i, "split"), "train")) continue;
            assert_float_equal(atof(tf_csv_get(&c, i, "lr")), restart ? each[step % 3] : 0.01 * (11 - step) / 11, 1e-10);
            step++;
        }
        assert_int_equal(step, 12);
        tf_csv_free(&c);
    }
    tf_free(s.opts);
}

static void test_learns(void **state) {
    (void)state;
    const char *const names[] = {"transformer", "tf-a", "tc-a"};
    for (size_t i = 0; i < TF_COUNT(names); i++) {
        const char *const height[8] = {"height", "2"};
        struct subject s = make_subject(names[i], i ? height : NULL);
        char path[160], sub[64];
        snprintf(sub, sizeof sub, "learns-%s", names[i]);
        struct tf_run r = make_run(&s, sub, path);
        r.train.steps = 200, r.train.batch = 20, r.train.eval_every = 50, r.model.dropout = r.model.attention_dropout = 0;
        struct tf_result out = train(&r);
        print_message("    %-12s %zu of %zu after %d steps\n", names[i], out.test.correct, out.test.n, out.steps);
        assert_true(out.test.correct >= 18); // its test set is part of its training set: this asks whether optimisation works
        tf_free(s.opts);
    }
}

/* Two steps on all examples: tokens_per_s is all their tokens, twice, by the time of the training alone. */
static void test_tokens_per_second(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    char path[160];
    struct tf_run r = make_run(&s, "tokens", path);
    r.train.steps = 2, r.train.batch = N;
    const struct tf_result out = train(&r);
    const double tokens = 2.0 * (double)data.off[TF_TRAIN][N];
    assert_true(out.train_time_s > 0);
    assert_float_equal(out.tokens_per_s * out.train_time_s, tokens, 1e-6 * tokens);
    tf_free(s.opts);
}

static void test_divergence(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    char path[160];
    struct tf_run r = make_run(&s, "diverges", path);
    r.train.lr = 1e30, r.train.steps = 50;
    struct tf_result out = train(&r);
    assert_int_equal(out.status, TF_RUN_DIVERGED);
    assert_true(out.diverged_step > 0 && out.diverged_step < 50);
    tf_free(s.opts);
}

static double first_aux(const struct subject *s, const struct tf_data *d, const char *sub) {
    char path[160];
    struct tf_run r = make_run(s, sub, path);
    r.data = d, r.model.dropout = r.model.attention_dropout = 0, r.train.steps = 1, r.train.log_every = 1;
    train(&r);
    struct tf_csv c;
    struct tf_err e = {0};
    double aux = NAN;
    load_metrics(&c, path);
    if (tf_csv_number(&c, 0, "aux_loss", &aux, &e)) fail_msg("%s", e.msg);
    tf_csv_free(&c);
    return aux;
}

/* A balance loss is the mean of the sequences: twice the same sequence an example changes nothing. */
static void test_balance_of_pairs(void **state) {
    (void)state;
    static uint16_t tok[2 * N * MAX_T];
    static uint64_t off[2 * N + 1];
    for (int i = 0; i < 2 * N; i++) {
        uint64_t from = data.off[0][i / 2], n = data.off[0][i / 2 + 1] - from;
        memcpy(tok + off[i], data.tok[0] + from, sizeof *tok * n);
        off[i + 1] = off[i] + n;
    }
    struct tf_data pairs = data;
    pairs.parts = 2;
    for (int s = 0; s < TF_SPLITS; s++) pairs.off[s] = off, pairs.tok[s] = tok;
    struct subject s = make_subject("tf-a", (const char *const[8]){"height", "2", "balance", "1"});
    double one = first_aux(&s, &data, "balance-one"), two = first_aux(&s, &pairs, "balance-two");
    if (!(one > 0 && fabs(two / one - 1) <= 1e-4)) fail_msg("%g of one sequence, %g of two", one, two);
    tf_free(s.opts);
}

/* What is not trained does not count where gradients are clipped. */
static void test_frozen_norm(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    char path[160];
    struct tf_run r = make_run(&s, "frozen", path);
    double norm[3]; // of the first step: of all, of one vector, of all but that
    r.train.log_every = 1;
    for (int k = 0; k < 3; k++) {
        struct tf_csv c;
        snprintf(r.train.learn, sizeof r.train.learn, "%s", k == 1 ? "out_proj.bias" : "");
        snprintf(r.train.freeze, sizeof r.train.freeze, "%s", k == 2 ? "out_proj.bias" : "");
        train(&r);
        load_metrics(&c, path);
        norm[k] = strtod(tf_csv_get(&c, 0, "grad_norm"), NULL);
        tf_csv_free(&c);
    }
    assert_true(norm[1] > 0.01 && norm[1] < norm[0]);
    assert_float_equal(norm[1] * norm[1] + norm[2] * norm[2], norm[0] * norm[0], 1e-5 * norm[0] * norm[0]);
    tf_free(s.opts);
}

static size_t changed(const struct tf_pars *a, const struct tf_pars *b, const char *part, bool with) {
    size_t n = 0;
    for (int i = 0; i < a->n; i++)
        if ((strstr(a->p[i].name, part) != NULL) == with)
            for (size_t j = a->p[i].off; j < a->p[i].off + (size_t)(a->p[i].rows * a->p[i].cols); j++) n += a->v[j] != b->v[j];
    return n;
}

/* The teacher phase: full attention's output, everything frozen but the trees, which learn from it. Only they move, and their loss falls. */
static void test_teacher_phase(void **state) {
    (void)state;
    struct subject s = make_subject("tf-a", (const char *const[8]){"height", "2", "teach", "kl", "output", "full", "teach_queries", "0"});
    char path[160], file[200];
    struct tf_run r = make_run(&s, "taught", path);
    struct tf_model m;
    struct tf_err e = {0};
    snprintf(r.train.learn, sizeof r.train.learn, "tree");
    r.train.lr = 1e-2, r.train.schedule = TF_SCHED_CONSTANT, r.train.warmup = 0, r.train.log_every = 1;
    train(&r);
    if (tf_recipe_model(&m, &r.recipe, NULL, tf_data_input(r.data), &e)) fail_msg("%s", e.msg);
    tf_pars_alloc(&m.pars);
    tf_pars_init(&m.pars, (uint64_t)r.seed);
    struct tf_model after;
    snprintf(file, sizeof file, "%s/best.safetensors", path);
    if (tf_recipe_load(&after, &r.recipe, NULL, tf_data_input(r.data), file, &e)) fail_msg("%s", e.msg);
    assert_int_equal(changed(&m.pars, &after.pars, "tree", false), 0);
    assert_true(changed(&m.pars, &after.pars, "tree", true) > 0);
    struct tf_csv c;
    load_metrics(&c, path);
    double first = NAN, last = NAN;
    for (int i = 0; i < c.rows; i++)
        if (!strcmp(tf_csv_get(&c, i, "split"), "train")) {
            last = atof(tf_csv_get(&c, i, "aux_loss"));
            if (!isfinite(first)) first = last;
        }
    if (!(last < first)) fail_msg("the teacher's loss went from %g to %g", first, last);
    tf_csv_free(&c), tf_model_free(&m), tf_model_free(&after), tf_free(s.opts);
}

/* Adam's first step of a tensor is lr an element, whatever the step at which its stage begins. */
static void test_new_tensors_start_anew(void **state) {
    (void)state;
    struct subject s = make_subject("tf-a", (const char *const[8]){"height", "3"});
    char path[160], file[200];
    struct tf_run r = make_run(&s, "born", path);
    r.bootstrap = (struct tf_bootstrap_cfg){true, 1, 3, 2, 40, 0, false, 0}; // heights 2 and 3, 40 steps each
    r.train.beta1 = 0, r.train.beta2 = 0.9, r.train.eps = 1e-12, r.train.lr = 1e-3, r.train.schedule = TF_SCHED_CONSTANT,
    r.train.warmup = 0;
    r.train.checkpoint_every = 41, r.train.keep = 0;
    train(&r);
    struct tf_pars ps = {0};
    struct tf_err e = {0};
    double most = 0;
    tf_pars_add(&ps, "encoder.layer.1.attention.self.tree.qk.level2.bias", r.model.heads * 4, 1, TF_INIT_ZERO, 0, 0);
    tf_pars_alloc(&ps);
    snprintf(file, sizeof file, "%s/checkpoint-00000041.safetensors", path);
    if (tf_checkpoint_load(file, &ps, NULL, NULL, true, NULL, &e)) fail_msg("%s", e.msg);
    for (size_t i = 0; i < ps.size; i++) most = most_of(most, fabs((double)ps.v[i]));
    if (most < 0.9e-3 || most > 1.01e-3) fail_msg("the largest first step is %g, lr 1e-3", most);
    tf_pars_free(&ps), tf_free(s.opts);
}

int main(void) {
    tf_num_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_schedules),
        cmocka_unit_test(test_stages),
        cmocka_unit_test(test_frozen_norm),
        cmocka_unit_test(test_teacher_phase),
        cmocka_unit_test(test_balance_of_pairs),
        cmocka_unit_test(test_new_tensors_start_anew),
        cmocka_unit_test(test_biases_start_from_data),
        cmocka_unit_test(test_bootstrap_carries),
        cmocka_unit_test(test_levels_are_kept),
        cmocka_unit_test(test_schedule_restarts),
        cmocka_unit_test(test_learns),
        cmocka_unit_test(test_tokens_per_second),
        cmocka_unit_test(test_divergence),
    };
    return cmocka_run_group_tests_name("training", tests, training_data, leave);
}
