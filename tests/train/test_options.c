/* Options of training, against what they say computed by hand: the average of the weights, batches that grow, Muon. */
#include <math.h>

#include "training.h"
#include "model/checkpoint.h"

static void with_ema(struct tf_run *r) { r->train.ema = 0.8; }
static void with_muon(struct tf_run *r) { r->train.optimizer = TF_OPTIM_MUON, r->train.weight_decay = 0.1, r->train.clip = 0.5; }
static void with_adadelta(struct tf_run *r) { r->train.optimizer = TF_OPTIM_ADADELTA, r->train.weight_decay = 0.1, r->train.clip = 0.5; }
static void with_ramp(struct tf_run *r) { r->train.accumulate = 3, r->train.batch_ramp = 0.75, r->train.schedule = TF_SCHED_TRIANGLE; }
static void with_all(struct tf_run *r) { with_ema(r), with_muon(r), with_ramp(r); }
static void universal(struct tf_run *r) {
    r->model.share_blocks = r->model.block_positions = true, r->model.halting = 0.05, r->model.conv = 2;
}
static void with_sentences(struct tf_run *r) { r->model.sentence = 7, r->model.layers = 2, r->train.ema = 0.9; }
static void with_growth(struct tf_run *r) {
    with_ema(r);
    r->bootstrap =
        (struct tf_bootstrap_cfg){.enabled = true, .from_height = 1, .to_height = 3, .layers_per_stage = 1, .steps_per_stage = 3};
}

/* The bytes are the same at any number of threads, and after any number of interruptions. */
static void test_same_bytes(void **state) {
    (void)state;
    static const struct {
        const char *attn;
        void (*set)(struct tf_run *);
    } row[] = {{"transformer", with_ema},
               {"transformer", with_muon},
               {"transformer", with_adadelta},
               {"linformer", with_ramp},
               {"performer", with_all},
               {"tf-a", with_growth},
               {"s4d", with_ema},
               {"transformer-xl", universal},
               {"adaptive-span", with_ema},
               {"transformer", with_sentences}};
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        struct subject s = make_subject(row[i].attn, (const char *const[8]){!strcmp(row[i].attn, "tf-a") ? "height" : NULL, "3"});
        char path[4][160], sub[64];
        for (int k = 0; k < 4; k++) { // 1 to 3 threads; interrupted again and again
            snprintf(sub, sizeof sub, "bytes-%zu-%d", i, k);
            struct tf_run r = make_run(&s, sub, path[k]);
            row[i].set(&r);
            r.threads = k < 3 ? k + 1 : 2, r.resume = k == 3, r.train.checkpoint_every = 2;
            if (k < 3) train(&r);
            else assert_true(train_in_pieces(&r, r.train.ema > 0 ? 6 : 3, r.train.ema > 0 ? 2 : 1) > 1); // two validations with an average
        }
        for (int k = 1; k < 4; k++) {
            assert_same_file(path[0], path[k], "metrics.csv");
            assert_same_file(path[0], path[k], "best.safetensors");
        }
        tf_free(s.opts);
    }
}

static double valid_of(const struct tf_result *x) { return tf_score_value(&x->valid, data.metric); }

/* The run ends with the validation that is good enough; to that step it is the same as the whole one, and so it is in pieces. */
static void test_stop_at(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    char path[5][160];
    struct tf_run whole = make_run(&s, "stop-whole", path[0]), first = make_run(&s, "stop-first", path[1]),
                  good = make_run(&s, "stop-good", path[2]), pieces = make_run(&s, "stop-pieces", path[3]),
                  never = make_run(&s, "stop-never", path[4]);
    struct tf_run *const all[] = {&whole, &first, &good, &pieces, &never};
    for (size_t i = 0; i < TF_COUNT(all); i++)
        all[i]->train.steps = 60, all[i]->train.warmup = 20; // so slow that the first is not the best
    const struct tf_result to_the_end = train(&whole);
    assert_int_equal(to_the_end.steps, 60);
    first.train.stop_at = 1e-9; // what any right answer reaches
    const struct tf_result once = train(&first);
    assert_int_equal(once.steps, first.train.eval_every);
    assert_true(once.status == TF_RUN_OK && once.test.n > 0);
    const double best = valid_of(&to_the_end);
    assert_true(best > valid_of(&once));
    good.train.stop_at = pieces.train.stop_at = best, never.train.stop_at = best + 0.1;
    const struct tf_result cut = train(&good), beyond = train(&never);
    assert_true(cut.steps > once.steps && cut.steps <= to_the_end.best_step && cut.best_step == cut.steps && valid_of(&cut) == best);
    assert_int_equal(beyond.steps, 60);
    pieces.resume = true, pieces.train.checkpoint_every = 2;
    assert_in_range(train_in_pieces(&pieces, 8, 4), 2, 59);
    assert_same_file(path[2], path[3], "metrics.csv");
    assert_same_file(path[2], path[3], "best.safetensors");
    tf_free(s.opts);
}

/* best.safetensors is sum mu^(t-s) w_s / sum mu^(t-s) over the steps s = 1..t, of the weights that checkpoints have; what does not learn is as it is. */
static void test_average(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    char path[160];
    struct tf_run r = make_run(&s, "average", path);
    struct tf_model m, best;
    r.train.ema = 0.7, r.train.checkpoint_every = 1, r.train.keep = 0, r.train.eval_every = 6;
    snprintf(r.train.freeze, sizeof r.train.freeze, "word_embeddings");
    const struct tf_result out = train(&r);
    assert_int_equal(out.best_step, 6);
    load_weights(&best, &r, "best.safetensors");
    double *want = tf_calloc(sizeof *want * best.pars.size), weights = 0, most = 0, moved = 0;
    for (int step = 1; step <= 6; step++) {
        char name[64];
        const double weight = pow(0.7, 6 - step);
        snprintf(name, sizeof name, "checkpoint-%08d.safetensors", step);
        load_weights(&m, &r, name);
        weights += weight;
        for (size_t i = 0; i < m.pars.size; i++) want[i] += weight * (double)m.pars.v[i];
        for (size_t i = 0; step == 6 && i < m.pars.size; i++) moved = most_of(moved, fabs((double)m.pars.v[i] - (double)best.pars.v[i]));
        tf_model_free(&m);
    }
    for (size_t i = 0; i < best.pars.size; i++) most = most_of(most, fabs(want[i] / weights - (double)best.pars.v[i]));
    assert_true(most < (sizeof(tf_real) == 8 ? 1e-12 : 1e-6));
    assert_true(moved > 1e-3); // it is not the last step
    struct tf_csv c;
    load_metrics(&c, path);
    double loss[2] = {0};
    int lines[2] = {0};
    for (int i = 0; i < c.rows; i++)
        for (int k = 0; k < 2; k++)
            if (!strcmp(tf_csv_get(&c, i, "split"), k ? "last" : "valid")) loss[k] = atof(tf_csv_get(&c, i, "loss_nats")), lines[k]++;
    tf_csv_free(&c);
    assert_true(lines[0] == 1 && lines[1] == 1 && loss[0] > 0 && loss[1] > 0 && fabs(loss[0] - loss[1]) > 1e-6); // both beside one another
    tf_free(want), tf_model_free(&best), tf_free(s.opts);
}

/* What a step leads out of its limits enters the mean where it was brought back to. */
static void test_average_within_limits(void **state) {
    (void)state;
    struct subject s = make_subject("adaptive-span", (const char *const[8]){"ramp", "2", "span_cost", "1"});
    char path[160];
    struct tf_run r = make_run(&s, "average-limits", path);
    struct tf_model best;
    r.train.ema = 0.7, r.train.lr = 0.1, r.train.eval_every = 6;
    assert_int_equal(train(&r).status, TF_RUN_OK);
    load_weights(&best, &r, "best.safetensors");
    int spans = 0;
    for (int i = 0; i < best.pars.n; i++) {
        const struct tf_par *p = &best.pars.p[i];
        for (int h = 0; strstr(p->name, "span.share") && h < p->cols; h++, spans++) assert_true(best.pars.v[p->off + (size_t)h] == 0);
    }
    assert_true(spans > 0);
    tf_model_free(&best), tf_free(s.opts);
}

/* The mean of weights that stay as they are is what they are, to the last bit. */
static void test_average_of_one(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    char path[160];
    struct tf_run r = make_run(&s, "average-of-one", path);
    struct tf_model m, best;
    r.train.ema = 0.9999, r.train.lr = 0, r.train.checkpoint_every = 1, r.train.eval_every = 6;
    train(&r);
    load_weights(&best, &r, "best.safetensors"), load_weights(&m, &r, "checkpoint-00000006.safetensors");
    assert_memory_equal(m.pars.v, best.pars.v, sizeof *m.pars.v * m.pars.size);
    tf_model_free(&m), tf_model_free(&best), tf_free(s.opts);
}

/* What training moves without a gradient stays as it is, too, where it is frozen: centroids, random features. */
static void test_frozen_buffers(void **state) {
    (void)state;
    static const char *const options[3][8] = {{NULL}, {"redraw", "2"}, {"redraw", "2"}};
    for (int k = 0; k < 6; k++) {
        struct subject s = make_subject(k / 2 ? "performer" : "routing", options[k / 2]);
        char path[160];
        struct tf_run r = make_run(&s, k % 2 ? "all-frozen" : "none-frozen", path);
        struct tf_model first, last;
        if (k / 2 == 2) r.model.share_blocks = true, r.model.layers = 2; // one block's features
        r.train.checkpoint_every = 1, r.train.keep = 0;
        snprintf(r.train.freeze, sizeof r.train.freeze, "%s", k % 2 ? "encoder" : "word_embeddings");
        train(&r);
        load_weights(&first, &r, "checkpoint-00000001.safetensors"), load_weights(&last, &r, "checkpoint-00000006.safetensors");
        size_t moved = 0;
        for (int i = 0; i < first.pars.n; i++) {
            const struct tf_par *p = &first.pars.p[i];
            for (size_t j = p->off; p->flags & TF_PAR_BUFFER && j < p->off + (size_t)(p->rows * p->cols); j++)
                moved += first.pars.v[j] != last.pars.v[j];
        }
        if ((moved == 0) != k % 2) fail_msg("%s: %zu numbers moved", s.attn->name, moved);
        tf_model_free(&first), tf_model_free(&last), tf_free(s.opts);
    }
}

/* Steps 1..6 with up to 3 micro-steps of 7, all of them from 3/4 of the steps on: 1, 1, 2, 3, 3, 3, one epoch's order after the other. */
static void test_growing_batch(void **state) {
    (void)state;
    struct tf_train_cfg c;
    tf_opt_defaults(tf_train_opts, &c);
    static const int want[] = {1, 1, 2, 3, 3, 3};
    c.accumulate = 3, c.batch_ramp = 0.75;
    for (int t = 1; t <= 6; t++) assert_int_equal(tf_micro_steps(&c, 6, t), want[t - 1]);
    assert_float_equal(tf_batch_share(&c, 6, 0, 6), 13 / 18.0, 1e-12);
    // cramming: B(tau) = min(8192, b floor(tau / 0.6 * 8192 / b + 1))
    c.accumulate = 64, c.batch_ramp = 0.6;
    for (int t = 1; t <= 1000; t++)
        assert_int_equal(tf_micro_steps(&c, 1000, t) * 128, (int)fmin(8192, 128 * floor((t - 1) / 1000.0 / 0.6 * 8192 / 128 + 1)));
    c.batch_ramp = 0;
    assert_int_equal(tf_micro_steps(&c, 6, 1), 64);
    struct subject s = make_subject("transformer", NULL);
    char path[160];
    struct tf_run r = make_run(&s, "growing", path);
    r.train.accumulate = 3, r.train.batch_ramp = 0.75, r.train.log_every = 1;
    train(&r);
    struct tf_csv t;
    load_metrics(&t, path);
    for (int i = 0, k = 0; i < t.rows; i++)
        if (!strcmp(tf_csv_get(&t, i, "split"), "train")) assert_int_equal(atoi(tf_csv_get(&t, i, "n")), 7 * want[k++]);
    tf_csv_free(&t), tf_free(s.opts);
}

/* A quarter of the rate at first, all of it after three quarters, nothing in the end; no warm-up, whatever is set. */
static void test_triangle(void **state) {
    (void)state;
    struct tf_train_cfg c;
    tf_opt_defaults(tf_train_opts, &c);
    c.lr = 2, c.schedule = TF_SCHED_TRIANGLE;
    assert_float_equal(tf_lr(&c, 1000, 0), 0.5, 1e-12);
    assert_float_equal(tf_lr(&c, 1000, 250), 1, 1e-12);
    assert_float_equal(tf_lr(&c, 1000, 750), 2, 1e-12);
    assert_float_equal(tf_lr(&c, 1000, 875), 1, 1e-12);
    assert_float_equal(tf_lr(&c, 1000, 1000), 0, 1e-12);
    assert_true(tf_warmup(&c, 1000) == 0);
}

/* The weights before and after one step at a constant rate of 0.01. */
static void one_step(struct subject *s, enum tf_optimizer optimizer, struct tf_model *start, struct tf_model *m) {
    char path[160];
    struct tf_run r = make_run(s, "one-step", path);
    struct tf_err e = {0};
    struct tf_stage stage[TF_MAX_STAGES];
    r.train.optimizer = optimizer, r.train.steps = 1, r.train.schedule = TF_SCHED_CONSTANT, r.train.warmup = 0, r.train.lr = 0.01;
    train(&r);
    tf_recipe_stages(&r.recipe, stage);
    assert_int_equal(tf_recipe_model(start, &r.recipe, stage, tf_data_input(r.data), &e), 0);
    tf_pars_alloc(&start->pars), tf_pars_init(&start->pars, r.seed);
    load_weights(m, &r, "checkpoint-00000001.safetensors");
}

/* One step from known gradients is hard to see from outside, its size is not: every dense matrix of the blocks moves by 0.2 lr sqrt(max side) times a matrix
 * of singular values near 1; vectors, embeddings and the classifier move by at most lr, as AdamW's first step. */
static void test_muon_moves(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    struct tf_model start, m;
    one_step(&s, TF_OPTIM_MUON, &start, &m);
    int matrices = 0;
    for (int i = 0; i < m.pars.n; i++) {
        const struct tf_par *p = &m.pars.p[i];
        const size_t n = (size_t)p->rows * (size_t)p->cols;
        const int side = p->rows > p->cols ? p->rows : p->cols, rank = p->rows + p->cols - side;
        double squares = 0, most = 0;
        for (size_t k = 0; k < n; k++) {
            const double d = (double)m.pars.v[p->off + k] - (double)start.pars.v[p->off + k];
            squares += d * d, most = most_of(most, fabs(d));
        }
        const bool dense = strstr(p->name, "encoder.layer.") && p->rows > 1 && p->cols > 1;
        matrices += dense;
        const double unit = sqrt(squares) / (0.01 * 0.2 * sqrt(side) * sqrt(rank)); // of singular values, root mean square
        if (dense && (unit < 0.3 || unit > 1.25)) fail_msg("%s moved by %g", p->name, unit);
        if (!dense && most > 0.0101) fail_msg("%s moved by %g", p->name, most);
    }
    assert_int_equal(matrices, 2 * 6);
    tf_model_free(&start), tf_model_free(&m), tf_free(s.opts);
}

static double largest_move(const struct tf_model *start, const struct tf_model *m, const struct tf_par *p) {
    double most = 0;
    for (size_t k = p->off; k < p->off + tf_par_count(p); k++) most = most_of(most, fabs((double)m->pars.v[k] - (double)start->pars.v[k]));
    return most;
}

/* A state space's A and dt have a rate of their own: Adam's first step is the rate wherever there is a gradient. */
static void test_own_rate(void **state) {
    (void)state;
    struct subject s = make_subject("s4d", (const char *const[8]){"state_lr", "0.002"});
    struct tf_model start, m;
    one_step(&s, TF_OPTIM_ADAMW, &start, &m);
    int slow = 0;
    for (int i = 0; i < m.pars.n; i++) {
        const struct tf_par *p = &m.pars.p[i];
        const double most = largest_move(&start, &m, p);
        const bool own = strstr(p->name, "dt.log") || strstr(p->name, ".A.");
        slow += own;
        const double rate = own ? 0.002 : 0.01;
        if (most > 1.02 * rate || most < 0.8 * rate) fail_msg("%s moved by %g", p->name, most);
    }
    assert_int_equal(slow, 2 * 3);
    tf_model_free(&start), tf_model_free(&m), tf_free(s.opts);
}

/* A row per block that has weights, of what learns: three layers of their own, three that share one, three that are frozen. */
static void test_layer_norms(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    for (int k = 0; k < 3; k++) {
        static const char *const name[] = {"norms", "norms-shared", "norms-frozen"};
        const bool shared = k == 1, frozen = k == 2;
        char path[160];
        struct tf_csv c;
        struct tf_run r = make_run(&s, name[k], path);
        if (frozen) snprintf(r.train.freeze, sizeof r.train.freeze, "encoder");
        r.model.layers = 3, r.model.share_blocks = shared, r.train.layer_norms = true, r.train.log_every = 2;
        train(&r);
        load_metrics(&c, path);
        int rows[4] = {0};
        double whole = 0, sum = 0; // of the first step that is logged
        for (int i = 0, l; i < c.rows; i++) {
            double norm;
            struct tf_err e = {0};
            if (!whole && !strcmp(tf_csv_get(&c, i, "split"), "train")) assert_int_equal(tf_csv_number(&c, i, "grad_norm", &whole, &e), 0);
            if (sscanf(tf_csv_get(&c, i, "split"), "layer%d", &l) != 1) continue;
            assert_true(l >= 1 && l <= 3);
            assert_int_equal(tf_csv_number(&c, i, "grad_norm", &norm, &e), 0);
            assert_true(frozen ? norm == 0 : norm > 0);
            sum += rows[l]++ ? 0 : norm * norm;
        }
        assert_true(sum < whole * whole);
        assert_int_equal(rows[1], 3);
        assert_int_equal(rows[2], shared ? 0 : 3), assert_int_equal(rows[3], rows[2]);
        tf_csv_free(&c);
    }
    tf_free(s.opts);
}

/* What has no decay is no matter of Muon's, though it is a matrix of a block: it moves as by AdamW, whose first step is the rate. */
static void test_muon_leaves_alone(void **state) {
    (void)state;
    struct subject s = make_subject("segtree", (const char *const[8]){"positions", "relative"});
    struct tf_model start, m;
    one_step(&s, TF_OPTIM_MUON, &start, &m);
    int tables = 0;
    for (int i = 0; i < m.pars.n; i++) {
        const struct tf_par *p = &m.pars.p[i];
        if (!strstr(p->name, "encoder.layer.") || !(p->flags & TF_PAR_NO_DECAY) || p->rows < 2 || p->cols < 2) continue;
        assert_float_equal(largest_move(&start, &m, p), 0.01, 2e-4), tables++;
    }
    assert_int_equal(tables, 2); // positions.weight of each layer
    tf_model_free(&start), tf_model_free(&m), tf_free(s.opts);
}

int main(void) {
    tf_num_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_bytes),     cmocka_unit_test(test_stop_at),
        cmocka_unit_test(test_average),        cmocka_unit_test(test_average_within_limits),
        cmocka_unit_test(test_average_of_one), cmocka_unit_test(test_frozen_buffers),
        cmocka_unit_test(test_growing_batch),  cmocka_unit_test(test_triangle),
        cmocka_unit_test(test_muon_moves),     cmocka_unit_test(test_own_rate),
        cmocka_unit_test(test_layer_norms),    cmocka_unit_test(test_muon_leaves_alone),
    };
    return cmocka_run_group_tests_name("options", tests, training_data, leave);
}
