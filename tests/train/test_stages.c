/* `train.stages`: what learns in which stage, learning rates, resuming; trees that learn inside a forward pass. Several mechanisms in one model. */
#include <math.h>

#include "training.h"
#include "model/checkpoint.h"
#include "train/evaluation.h"

struct lesson_plan {
    struct tf_stage_cfg stage[3];
    void *opts[3];
};

static void plan_lessons(struct tf_run *r, struct lesson_plan *p) {
    static const char *const set[3][4] = {{"full", "none", "", "tree"}, {"full", "kl", "tree", ""}, {"leaf", "none", "", ""}};
    struct tf_err e = {0};
    for (int i = 0; i < 3; i++) {
        p->opts[i] = memcpy(tf_alloc(r->attn->opts_size), r->attn_opts, r->attn->opts_size);
        p->stage[i] = (struct tf_stage_cfg){.train = r->train, .attn_opts = p->opts[i]};
        assert_int_equal(tf_opt_set(r->attn->opts, p->opts[i], "output", set[i][0], &e), 0);
        assert_int_equal(tf_opt_set(r->attn->opts, p->opts[i], "teach", set[i][1], &e), 0);
        assert_int_equal(tf_opt_set(tf_train_opts, &p->stage[i].train, "learn", set[i][2], &e), 0);
        assert_int_equal(tf_opt_set(tf_train_opts, &p->stage[i].train, "freeze", set[i][3], &e), 0);
        p->stage[i].train.steps = 3, p->stage[i].train.warmup = 0, p->stage[i].train.schedule = TF_SCHED_CONSTANT;
        p->stage[i].train.lr = 0.01 * (i + 1);
    }
    r->stages = p->stage, r->n_stages = 3, r->train.keep = 0, r->train.recall = 4;
}

/* The largest change between two checkpoints of the run, of tensors with `part` in their name; NULL: of all that are no tree's. */
static double moved(const struct tf_run *r, int from, int to, const char *part) {
    struct tf_stage stage[TF_MAX_STAGES];
    struct tf_model a, b;
    struct tf_err e = {0};
    char path[256];
    double most = 0;
    assert_int_equal(tf_recipe_stages(&r->recipe, stage), 3);
    snprintf(path, sizeof path, "%s/checkpoint-%08d.safetensors", r->dir, from);
    assert_int_equal(tf_recipe_load(&a, &r->recipe, &stage[0], tf_data_input(r->data), path, &e), 0);
    snprintf(path, sizeof path, "%s/checkpoint-%08d.safetensors", r->dir, to);
    assert_int_equal(tf_recipe_load(&b, &r->recipe, &stage[2], tf_data_input(r->data), path, &e), 0);
    for (int i = 0; i < a.pars.n; i++) {
        const struct tf_par *p = &a.pars.p[i];
        const bool counts = part ? strstr(p->name, part) != NULL : !strstr(p->name, ".tree");
        for (size_t j = 0; counts && j < (size_t)p->rows * (size_t)p->cols; j++)
            most = most_of(most, fabs((double)(a.pars.v[p->off + j] - b.pars.v[p->off + j])));
    }
    tf_model_free(&a), tf_model_free(&b);
    return most;
}

static void test_stages_in_a_list(void **state) {
    (void)state;
    struct subject s = make_subject("tf-a", (const char *const[8]){"height", "2", "teach_queries", "5"});
    char path[3][160];
    struct lesson_plan plan;
    double flops = 0;
    for (int threads = 1; threads <= 2; threads++) {
        struct tf_run r = make_run(&s, threads == 1 ? "list-1" : "list-2", path[threads - 1]);
        plan_lessons(&r, &plan);
        r.threads = threads;
        const struct tf_result out = train(&r);
        assert_int_equal(out.steps, 9);
        flops = out.train_flops;
        assert_true(moved(&r, 3, 6, NULL) == 0 && moved(&r, 3, 6, ".tree") > 1e-3); // the trees alone learn
        assert_true(moved(&r, 6, 9, NULL) > 1e-3 && moved(&r, 6, 9, ".tree") > 1e-3);
        struct tf_csv c;
        load_metrics(&c, path[threads - 1]);
        int recalls = 0, rows = 0;
        for (int i = 0; i < c.rows; i++) {
            if (!strcmp(tf_csv_get(&c, i, "split"), "recall")) {
                const double kept = atof(tf_csv_get(&c, i, "recall_pct")), oracle = atof(tf_csv_get(&c, i, "oracle_pct"));
                recalls++;
                assert_true(kept > 0 && kept <= oracle + 1e-6 && oracle <= 100 + 1e-6);
                const double by_chance = atof(tf_csv_get(&c, i, "kept_pct")), window = atof(tf_csv_get(&c, i, "window_pct"));
                assert_true(window > 0 && window <= oracle + 1e-6);
                assert_float_equal(atof(tf_csv_get(&c, i, "lift")), kept / by_chance, 1e-4);
                assert_float_equal(atof(tf_csv_get(&c, i, "efficiency")), (kept - by_chance) / (oracle - by_chance), 1e-2);
            }
            if (strcmp(tf_csv_get(&c, i, "split"), "train")) continue;
            const int stage = atoi(tf_csv_get(&c, i, "stage")), step = atoi(tf_csv_get(&c, i, "step"));
            assert_int_equal(step, ((const int[]){2, 3, 4, 6, 8, 9})[rows++]); // a stage's last step ends a row: none holds two objectives
            assert_int_equal(stage, (step - 1) / 3);
            assert_float_equal(atof(tf_csv_get(&c, i, "lr")), 0.01 * (stage + 1), 1e-9);
            assert_true((atof(tf_csv_get(&c, i, "aux_loss")) > 0) == (stage == 1));
        }
        assert_int_equal(recalls, 3 * (1 + 2 * 2)); // validations; all, then heads of two layers
        tf_csv_free(&c);
        for (int i = 0; i < 3; i++) tf_free(plan.opts[i]);
    }
    assert_same_file(path[0], path[1], "metrics.csv");
    assert_same_file(path[0], path[1], "best.safetensors");
    struct tf_run b = make_run(&s, "list-parts", path[2]);
    plan_lessons(&b, &plan);
    b.resume = true;
    struct tf_result got = {.status = TF_RUN_INTERRUPTED};
    tf_progress_hook = stop_hook;
    int round = 0;
    for (; got.status == TF_RUN_INTERRUPTED && round < 60; round++) tf_interrupted = 0, stop_after = 8 + round % 5, got = train(&b);
    tf_progress_hook = NULL, tf_interrupted = 0;
    assert_true(got.status == TF_RUN_OK && round > 1);
    assert_true(got.train_flops == flops && flops > 0);
    assert_same_file(path[0], path[2], "metrics.csv");
    assert_same_file(path[0], path[2], "best.safetensors");
    for (int i = 0; i < 3; i++) tf_free(plan.opts[i]);
    tf_free(s.opts);
}

/* Biases from data wait for the stage that first uses or teaches the trees: by then the model has learned. Trees that are used do not wait, though nothing
 * moves them. */
static void test_biases_wait_for_the_teacher(void **state) {
    (void)state;
    struct subject s = make_subject("tf-a", (const char *const[8]){"height", "2", "bias_init", "data"});
    char path[160];
    struct lesson_plan plan;
    struct tf_run r = make_run(&s, "waits", path);
    plan_lessons(&r, &plan);
    plan.stage[1].train.lr = 1e-9;
    train(&r);
    assert_true(moved(&r, 3, 6, ".tree.qk.level0.bias") > 1e-4 && moved(&r, 3, 6, ".tree.qk.level0.weight") < 1e-6);
    for (int i = 0; i < 3; i++) tf_free(plan.opts[i]);
    r = make_run(&s, "still", path); // full attention gives the trees no gradient, so that they stay without being frozen by name
    plan_lessons(&r, &plan);
    *plan.stage[0].train.freeze = 0, plan.stage[1].train.lr = 1e-9;
    snprintf(plan.stage[1].train.learn, sizeof plan.stage[1].train.learn, "tree.qk");
    train(&r);
    assert_true(moved(&r, 3, 6, ".tree.qk.level0.bias") > 1e-4 && moved(&r, 3, 6, ".tree.qk.level0.weight") < 1e-6);
    for (int i = 0; i < 3; i++) tf_free(plan.opts[i]);
    struct tf_model m;
    r = make_run(&s, "used", path);
    snprintf(r.train.freeze, sizeof r.train.freeze, "tree"), r.train.steps = r.train.eval_every = 1;
    train(&r);
    load_weights(&m, &r, "checkpoint-00000001.safetensors");
    const int bias = tf_pars_find(&m.pars, "encoder.layer.0.attention.self.tree.qk.level0.bias");
    assert_true(bias >= 0 && m.pars.v[m.pars.p[bias].off] != 0);
    tf_model_free(&m);
    tf_free(s.opts);
}

/* Trees that nothing gives a gradient stay to the bit, whatever momentum and decay are left of a stage that moved them: all of a layer's, or those of
 * the queries alone, which the leaf's own pairs teach nothing. */
static void test_still_trees(void **state) {
    (void)state;
    static const struct {
        const char *shared, *gradient, *still, *moves;
    } row[] = {{"true", "none", ".tree", NULL}, {"false", "none", ".tree", NULL}, {"false", "leaf", ".tree.q", ".tree.k"}};
    for (size_t i = 0; i < 2 * TF_COUNT(row); i++) {
        struct subject s = make_subject("tf-a", (const char *const[8]){"height", "2", "shared", row[i / 2].shared});
        char path[160];
        struct tf_err e = {0};
        struct lesson_plan plan;
        struct tf_run r = make_run(&s, i % 2 ? "still-muon" : "still-adamw", path);
        r.train.optimizer = i % 2 ? TF_OPTIM_MUON : TF_OPTIM_ADAMW, r.train.weight_decay = 0.1;
        plan_lessons(&r, &plan);
        assert_int_equal(tf_opt_set(r.attn->opts, plan.opts[2], "gradient", row[i / 2].gradient, &e), 0);
        assert_int_equal(train(&r).steps, 9);
        assert_true(moved(&r, 3, 6, row[i / 2].still) > 1e-3);
        assert_true(moved(&r, 6, 9, row[i / 2].still) == 0 && moved(&r, 6, 9, row[i / 2].moves) > 1e-3);
        for (int k = 0; k < 3; k++) tf_free(plan.opts[k]);
        tf_free(s.opts);
    }
}

/* What a stage froze is no older for it: the first step after 400 still ones is as large as after one. */
static void test_still_steps_are_no_age(void **state) {
    (void)state;
    struct subject s = make_subject("tf-a", (const char *const[8]){"height", "2", "teach_queries", "5"});
    char path[160];
    for (int still = 1; still <= 400; still += 399) {
        struct lesson_plan plan;
        struct tf_run r = make_run(&s, still > 1 ? "long-still" : "still", path);
        plan_lessons(&r, &plan);
        plan.stage[1].train.steps = still, plan.stage[2].train.steps = 1, r.train.recall = 0, r.train.eval_every = 1000;
        r.train.checkpoint_every = still + 3;
        assert_int_equal(train(&r).steps, 4 + still);
        const double most = moved(&r, 3 + still, 4 + still, NULL) / plan.stage[2].train.lr;
        if (!(most > 0.1 && most < 1.3)) fail_msg("after %d still steps a weight moves by %g times the rate", still, most);
        for (int i = 0; i < 3; i++) tf_free(plan.opts[i]);
    }
    tf_free(s.opts);
}

/* Trees that learn to be balanced, too, learn from the recorded loss. */
static void test_balanced_pupils(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        struct subject s = make_subject("tf-a", (const char *const[8]){"teach", "kl", "output", "full", "balance", k ? "0.1" : "0"});
        char path[160];
        struct tf_run r = make_run(&s, "balanced-pupils", path);
        struct tf_stage stage[TF_MAX_STAGES];
        struct tf_model m;
        struct tf_err e = {0};
        snprintf(r.train.learn, sizeof r.train.learn, "tree");
        tf_recipe_stages(&r.recipe, stage);
        assert_int_equal(tf_recipe_model(&m, &r.recipe, stage, tf_data_input(r.data), &e), 0);
        assert_int_equal(tf_recipe_teaches_only(&m), !k);
        tf_model_free(&m), tf_free(s.opts);
    }
}

static double flops_of(const struct subject *s, const char *learn) {
    char path[160];
    struct tf_run r = make_run(s, "work", path);
    snprintf(r.train.learn, sizeof r.train.learn, "%s", learn);
    r.train.steps = 2, r.train.batch = N; // each is of all examples
    return train(&r).train_flops;
}

/* Where trees alone learn the model goes forwards alone, as in an evaluation; what teaches them has its gradient either way. */
static void test_taught_work(void **state) {
    (void)state;
    struct subject s = make_subject("tf-a", (const char *const[8]){"teach", "kl", "output", "full"}),
                   untaught = make_subject("tf-a", (const char *const[8]){"output", "full"});
    char path[160];
    struct tf_run r = make_run(&untaught, "forwards", path);
    struct tf_model m;
    struct tf_score score;
    struct tf_work w;
    struct tf_err e = {0};
    if (tf_recipe_model(&m, &r.recipe, NULL, tf_data_input(r.data), &e)) fail_msg("%s", e.msg);
    tf_pars_alloc(&m.pars), tf_pars_init(&m.pars, 3);
    if (tf_evaluate(&m, r.data, TF_TRAIN, 0, 1, 1, "", NULL, &score, &w, &e)) fail_msg("%s", e.msg);
    const double teacher = flops_of(&s, "") - flops_of(&untaught, ""), forwards = 2 * N * w.flops_forward;
    assert_true(teacher > forwards);
    assert_float_equal(flops_of(&s, "tree"), forwards + teacher, 1e-9 * teacher);
    tf_model_free(&m), tf_free(s.opts), tf_free(untaught.opts);
}

/* Trees alone learn: the gradient made inside a forward pass that records nothing is that of the recorded one. */
static void test_taught_gradient(void **state) {
    (void)state;
    struct subject s = make_subject("tf-a", (const char *const[8]){"teach", "mass", "output", "full", "teach_queries", "0"});
    char path[160];
    struct tf_run r = make_run(&s, "taught-gradient", path);
    struct tf_stage stage[TF_MAX_STAGES];
    struct tf_model m;
    struct tf_err e = {0};
    r.model.dropout = r.model.attention_dropout = 0;
    snprintf(r.train.learn, sizeof r.train.learn, "tree");
    tf_recipe_stages(&r.recipe, stage);
    assert_int_equal(tf_recipe_model(&m, &r.recipe, stage, tf_data_input(r.data), &e), 0);
    assert_true(tf_recipe_teaches_only(&m));
    tf_pars_alloc(&m.pars), tf_pars_init(&m.pars, 5);
    tf_real *grads[2];
    for (int only = 0; only < 2; only++) {
        struct tf_tape t;
        struct tf_seq seq[2] = {{.tok = data.tok[0], .len = 9, .id = 3}, {.tok = data.tok[0] + 9, .len = 14, .id = 4}};
        grads[only] = tf_calloc(sizeof **grads * m.pars.size);
        tf_tape_init(&t);
        t.grad = !only;
        struct tf_mat *y = tf_model_logits(&m, &t, seq, 2, &(struct tf_model_io){.grads = grads[only], .aux_scale = 0.5});
        static const int label[] = {0, 1};
        if (!only) tf_tape_backward(&t, tf_xent(&t, y, label, 1e12, NULL), 1);
        tf_tape_release(&t);
    }
    double most = 0;
    for (int i = 0; i < m.pars.n; i++) {
        const struct tf_par *p = &m.pars.p[i];
        for (size_t j = 0; strstr(p->name, ".tree") && j < (size_t)p->rows * (size_t)p->cols; j++) {
            most = most_of(most, fabs((double)grads[0][p->off + j]));
            assert_true(fabs((double)(grads[0][p->off + j] - grads[1][p->off + j])) <= 1e-7);
        }
    }
    assert_true(most > 1e-4);
    tf_free(grads[0]), tf_free(grads[1]), tf_model_free(&m), tf_free(s.opts);
}

/* A name that no parameter has is an error before the first step. */
static void test_nothing_learns(void **state) {
    (void)state;
    struct subject s = make_subject("tf-a", NULL);
    char path[160];
    struct tf_run r = make_run(&s, "nothing", path);
    struct tf_result out;
    struct tf_err e = {0};
    snprintf(r.train.learn, sizeof r.train.learn, "trees");
    assert_int_equal(tf_train(&r, &out, &e), -1);
    assert_non_null(strstr(e.msg, "train.learn: 'trees' leaves no parameter"));
    *r.train.learn = 0, e = (struct tf_err){0};
    snprintf(r.train.freeze, sizeof r.train.freeze, "tree, e");
    assert_int_equal(tf_train(&r, &out, &e), -1);
    assert_non_null(strstr(e.msg, "train.freeze: 'tree, e' leaves no parameter"));
    tf_free(s.opts);
}

/* ---- several mechanisms in one model ------------------------------------------------------------------------------------------------ */

/* Layer 0: `other`, layer 1: the recipe's own, layer 2: full attention. */
static struct tf_run mixed_run(const struct subject *own, const struct subject *other, const char *sub, char path[160]) {
    struct tf_run r = make_run(own, sub, path);
    r.model.layers = 3, r.first_layer = 1, r.end_layer = 2, r.train.steps = 4, r.train.eval_every = 2;
    r.others[r.n_others++] = (struct tf_part){other->attn, other->opts, 0, 1};
    return r;
}

/* Forward work of the first test sequence, beyond each layer's formula with the occupancy of its own layers: what formulas leave out. */
static double more_work(const struct tf_run *r) {
    struct tf_err e = {0};
    struct tf_model mixed, full;
    struct tf_run plain = *r;
    struct tf_score score;
    struct tf_work w[2];
    plain.attn = tf_attn_full(), plain.attn_opts = NULL, plain.n_others = 0;
    if (tf_recipe_model(&mixed, &r->recipe, NULL, tf_data_input(r->data), &e) ||
        tf_recipe_model(&full, &plain.recipe, NULL, tf_data_input(r->data), &e))
        fail_msg("%s", e.msg);
    tf_pars_alloc(&mixed.pars), tf_pars_init(&mixed.pars, 3), tf_pars_alloc(&full.pars), tf_pars_init(&full.pars, 3);
    if (tf_evaluate(&mixed, r->data, TF_TEST, 1, 1, 1, "", NULL, &score, &w[0], &e) ||
        tf_evaluate(&full, r->data, TF_TEST, 1, 1, 1, "", NULL, &score, &w[1], &e))
        fail_msg("%s", e.msg);
    struct tf_cost c = {.T = (int)w[0].mean_len, .C = r->model.dim, .H = r->model.heads, .f = -1};
    const struct tf_attn *m[2] = {r->attn, r->others[0].attn};
    double said = w[1].flops_forward - 2 * tf_attn_flops_layer(tf_attn_full(), NULL, &c);
    for (int i = 0; i < 2; i++) {
        c.f = !(m[i]->flags & TF_ATTN_ROUTED) ? -1 : i ? w[0].beside : w[0].occupancy;
        said += tf_attn_flops_layer(m[i], i ? r->others[0].opts : r->attn_opts, &c);
    }
    tf_model_free(&mixed), tf_model_free(&full);
    return w[0].flops_forward - said;
}

static void test_mixed_models(void **state) {
    (void)state;
    char path[3][160], sub[96];
    double more[2];
    for (int i = 0; tf_attns[i]; i++) {
        if (tf_attns[i]->aux_rows) continue;
        for (int turned = 0; turned < 2; turned++) { // trees above, trees below
            struct subject trees = make_subject("tf-a", (const char *const[8]){"height", "2"}), s = make_subject(tf_attns[i]->name, NULL);
            enum tf_status status = TF_RUN_INTERRUPTED;
            for (int k = 0; k < 3; k++) {
                snprintf(sub, sizeof sub, "mixed-%s-%d-%d", s.attn->name, turned, k);
                struct tf_run r = mixed_run(turned ? &s : &trees, turned ? &trees : &s, sub, path[k]);
                r.threads = k + 1;
                if (!k) more[turned] = more_work(&r);
                if (k < 2) assert_int_equal(train(&r).status, TF_RUN_OK);
                r.resume = true, tf_progress_hook = stop_hook;
                for (int rounds = 0; k == 2 && status == TF_RUN_INTERRUPTED && rounds < 60; rounds++) {
                    tf_interrupted = 0, stop_after = 3 + rounds % 4;
                    status = train(&r).status;
                }
                tf_progress_hook = NULL, tf_interrupted = 0;
            }
            assert_int_equal(status, TF_RUN_OK);
            for (int k = 1; k < 3; k++) {
                assert_same_file(path[0], path[k], "metrics.csv");
                assert_same_file(path[0], path[k], "best.safetensors");
            }
            tf_free(trees.opts), tf_free(s.opts);
        }
        if (!(more[0] > -1e-3 && fabs(more[0] - more[1]) < 1e-3)) // sums and copies: the same on either side
            fail_msg("%s: %.17g FLOPs beside formulas, %.17g where it is the run's own", tf_attns[i]->name, more[0], more[1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stages_in_a_list), cmocka_unit_test(test_biases_wait_for_the_teacher),
        cmocka_unit_test(test_still_trees),      cmocka_unit_test(test_still_steps_are_no_age),
        cmocka_unit_test(test_balanced_pupils),  cmocka_unit_test(test_taught_gradient),
        cmocka_unit_test(test_taught_work),      cmocka_unit_test(test_nothing_learns),
        cmocka_unit_test(test_mixed_models),
    };
    return cmocka_run_group_tests_name("stages", tests, training_data, leave);
}
