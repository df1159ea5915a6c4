/* What a step does to the weights, and what is trained and scored: Adam by hand, clipping, decay, dropout, order, limits, the best model, masks. */
#include <math.h>

#include "train/shards.h"
#include "train/state.h"
#include "training.h"

static const double near = sizeof(tf_real) == 4 ? 2e-6 : 1e-12;

/* Two steps with other gradients: g = 2, then 1 (half of each: grad_scale), and twice 0. */
static void test_adam(void **state) {
    (void)state;
    for (int coupled = 0; coupled < 2; coupled++) { // the L2 penalty of Adam; the decay of AdamW
        tf_real w[2] = {3, -2}, m[2] = {0}, v[2] = {0};
        const tf_real g[2][2] = {{4, 0}, {2, 0}};
        double w0 = 3, w1 = -2, m0 = 0, m1 = 0, v0 = 0, v1 = 0;
        for (int t = 1; t <= 2; t++) {
            struct tf_adam_step s = {.lr = 0.1, .beta1 = 0.5, .beta2 = 0.75, .eps = 0.25, .grad_scale = 0.5};
            s.correct1 = 1 / (1 - pow(0.5, t)), s.correct2 = 1 / (1 - pow(0.75, t));
            if (coupled) s.l2 = 0.2;
            else s.decay = 0.1 * 0.2;
            tf_adam(2, w, m, v, g[t - 1], &s);
            const double d0 = (t == 1 ? 2 : 1) + (coupled ? 0.2 * w0 : 0), d1 = coupled ? 0.2 * w1 : 0;
            m0 = (m0 + d0) / 2, m1 = (m1 + d1) / 2, v0 = (3 * v0 + d0 * d0) / 4, v1 = (3 * v1 + d1 * d1) / 4;
            const double c1 = t == 1 ? 2 : 4 / 3.0, c2 = t == 1 ? 4 : 16 / 7.0, shrink = coupled ? 0 : 0.02;
            w0 -= 0.1 * m0 * c1 / (sqrt(v0 * c2) + 0.25) + shrink * w0, w1 -= 0.1 * m1 * c1 / (sqrt(v1 * c2) + 0.25) + shrink * w1;
            assert_float_equal(w[0], w0, near), assert_float_equal(w[1], w1, near);
            assert_float_equal(m[0], m0, near), assert_float_equal(v[1], v1, near);
        }
    }
}

/* The weights after the run's only step, or, at a rate of 0, before it. */
static void after_a_step(struct tf_run *r, struct tf_model *m) {
    r->train.steps = 1, r->train.schedule = TF_SCHED_CONSTANT, r->train.warmup = 0;
    train(r);
    load_weights(m, r, "checkpoint-00000001.safetensors");
}

/* Where Adam's epsilon is large a step is the rate times the gradient: clipped, as long as the bound. */
static void test_clip(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    struct tf_model m[2];
    char path[2][160];
    for (int k = 0; k < 2; k++) {
        struct tf_run r = make_run(&s, k ? "clip" : "start", path[k]);
        r.train.eps = 1, r.train.clip = 1e-3, r.train.lr = k;
        after_a_step(&r, &m[k]);
    }
    double squares = 0;
    for (size_t i = 0; i < m[0].pars.size; i++) squares += pow((double)m[1].pars.v[i] - (double)m[0].pars.v[i], 2);
    assert_float_equal(sqrt(squares), 1e-3, 1e-5);
    tf_model_free(&m[0]), tf_model_free(&m[1]), tf_free(s.opts);
}

/* All that a first step of Muon makes of a long gradient begins with the clipped one: Muon's momentum is that, Adam's a tenth of it. */
static void test_clip_of_muon(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    char path[160];
    struct tf_run r = make_run(&s, "clip-muon", path);
    struct tf_err e = {0};
    struct trainer t;
    double squares[2] = {0};
    r.train.optimizer = TF_OPTIM_MUON, r.train.clip = 1e-3, r.train.beta1 = 0.9;
    assert_int_equal(state_open(&t, &r, &e), 0);
    train_step(&t, 1);
    assert_true(t.grad_norm > 1e-2);
    for (int i = 0; i < t.model.pars.n; i++) {
        const struct tf_par *p = &t.model.pars.p[i];
        const bool muon = !strncmp(p->name, "encoder.layer.", 14) && strstr(p->name, ".weight") && !strstr(p->name, "Norm");
        for (size_t k = p->off; k < p->off + tf_par_count(p); k++) squares[muon] += pow((double)*moments_at(&t.moments, 0, k), 2);
    }
    assert_true(squares[0] > 0 && squares[1] > 1e-8);
    assert_float_equal(sqrt(100 * squares[0] + squares[1]), 1e-3, 1e-8);
    state_close(&t), tf_free(s.opts);
}

/* The first WATCHED moments, as k has them, of a layer's matrix after so many steps at a rate of 0. */
enum { WATCHED = 100 };
static void moments_after(struct tf_run *r, int steps, int k, double out[WATCHED]) {
    struct tf_err e = {0};
    struct trainer t;
    r->train.lr = 0, r->train.weight_decay = 0;
    assert_int_equal(state_open(&t, r, &e), 0);
    for (int step = 1; step <= steps; step++) train_step(&t, step);
    const int i = tf_pars_find(&t.model.pars, "encoder.layer.0.intermediate.dense.weight");
    assert_true(i >= 0 && tf_par_count(&t.model.pars.p[i]) >= WATCHED);
    for (int j = 0; j < WATCHED; j++) out[j] = (double)*moments_at(&t.moments, k, t.model.pars.p[i].off + (size_t)j);
    state_close(&t);
}

/* Every option of an optimiser reaches its update: momenta of Muon and Adam, and what is left of the squares of Adadelta and Adam. */
static void test_options_of_optimizers(void **state) {
    (void)state;
    static const struct {
        int optimizer, steps, moments;
        double low[4], high[4]; // muon_momentum, rho, beta1, beta2
    } c[] = {{TF_OPTIM_MUON, 1, 0, {0, 0.5, 0.5, 0.5}, {0.5, 0.5, 0.5, 0.5}},
             {TF_OPTIM_MUON, 2, 0, {0, 0.5, 0.5, 0.5}, {0.5, 0.5, 0.5, 0.5}},
             {TF_OPTIM_ADADELTA, 1, 0, {0, 0.5, 0, 0}, {0, 0.75, 0, 0}},
             {TF_OPTIM_ADAMW, 1, 0, {0, 0, 0.5, 0.5}, {0, 0, 0.75, 0.5}},
             {TF_OPTIM_ADAMW, 1, 1, {0, 0, 0.5, 0.5}, {0, 0, 0.5, 0.75}}};
    struct subject s = make_subject("transformer", NULL);
    double first[WATCHED] = {0}, low[WATCHED], high[WATCHED];
    char path[160];
    for (size_t i = 0; i < TF_COUNT(c); i++) {
        for (int k = 0; k < 2; k++) {
            const double *v = k ? c[i].high : c[i].low;
            struct tf_run r = make_run(&s, "options", path);
            r.train.optimizer = c[i].optimizer, r.train.muon_momentum = v[0], r.train.rho = v[1], r.train.beta1 = v[2],
            r.train.beta2 = v[3];
            moments_after(&r, c[i].steps, c[i].moments, k ? high : low);
        }
        for (int j = 0; j < WATCHED; j++) { // Muon keeps m = mu m + g, the others b m + (1 - b) g
            const double want = c[i].optimizer != TF_OPTIM_MUON ? low[j] / 2 : c[i].steps == 1 ? low[j] : low[j] + 0.5 * first[j];
            assert_float_equal(high[j], want, 1e-6 * (fabs(high[j]) + 1e-3));
        }
        assert_true(low[0] != 0);
        memcpy(first, low, sizeof first);
    }
    tf_free(s.opts);
}

/* Decay shrinks matrices by rate times decay beside the step, Muon's too, and leaves biases, norms and embeddings. Adam's is a part of the gradient. */
static void test_decay(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    enum { START, PLAIN, DECAYED, ADAM, MUON, MUON_DECAYED, MODELS };
    struct tf_model m[MODELS];
    char path[160];
    for (int k = 0; k < MODELS; k++) {
        struct tf_run r = make_run(&s, (const char *const[]){"d0", "d1", "d2", "d3", "d4", "d5"}[k], path);
        r.train.lr = k == START ? 0 : 0.01, r.train.weight_decay = k == DECAYED || k == ADAM || k == MUON_DECAYED ? 0.5 : 0;
        if (k == ADAM) r.train.optimizer = TF_OPTIM_ADAM;
        if (k >= MUON) r.train.optimizer = TF_OPTIM_MUON;
        after_a_step(&r, &m[k]);
    }
    int shrunk = 0, kept = 0, otherwise = 0;
    for (int i = 0; i < m[0].pars.n; i++) {
        const struct tf_par *p = &m[0].pars.p[i];
        const char *n = p->name;
        const bool matrix = strstr(n, ".weight") && !strstr(n, "Norm") && !strstr(n, "norm") && !strstr(n, "embeddings");
        for (size_t k = p->off; k < p->off + (size_t)p->rows * (size_t)p->cols; k++) {
            const double w = (double)m[START].pars.v[k], less = (double)m[PLAIN].pars.v[k] - (double)m[DECAYED].pars.v[k];
            const double of_muon = (double)m[MUON].pars.v[k] - (double)m[MUON_DECAYED].pars.v[k];
            if (fabs(less - (matrix ? 0.005 * w : 0)) > 2e-7) fail_msg("%s: %g less of %g", n, less, w);
            if (fabs(of_muon - (matrix ? 0.005 * w : 0)) > 2e-7) fail_msg("%s: %g less of %g by Muon", n, of_muon, w);
            otherwise += matrix && fabs((double)m[ADAM].pars.v[k] - (double)m[PLAIN].pars.v[k]) > 1e-4;
            if (!matrix && m[ADAM].pars.v[k] != m[PLAIN].pars.v[k]) fail_msg("%s: Adam's penalty", n);
        }
        if (matrix) shrunk++;
        else kept++;
    }
    assert_true(shrunk > 10 && kept > 10 && otherwise > 0);
    for (int k = 0; k < MODELS; k++) tf_model_free(&m[k]);
    tf_free(s.opts);
}

/* Where a tensor has a highest rate of its own its rate is that share of the schedule's, in the warm-up, too: with a tiny epsilon Adam's first step is as long
 * as the rate. */
static void test_rates_apart(void **state) {
    (void)state;
    struct subject s = make_subject("s4d", (const char *const[8]){"state_lr", "0.01"});
    struct tf_model m[2];
    char path[2][160];
    for (int k = 0; k < 2; k++) {
        struct tf_run r = make_run(&s, k ? "rates" : "rates-start", path[k]);
        r.train.steps = 1, r.train.schedule = TF_SCHED_CONSTANT, r.train.warmup = 10, r.train.lr = k, r.train.eps = 1e-30;
        train(&r);
        load_weights(&m[k], &r, "checkpoint-00000001.safetensors");
    }
    int slow = 0;
    for (int i = 0; i < m[0].pars.n; i++) {
        const struct tf_par *p = &m[0].pars.p[i];
        double most = 0;
        for (size_t j = p->off; j < p->off + tf_par_count(p); j++)
            most = most_of(most, fabs((double)m[1].pars.v[j] - (double)m[0].pars.v[j]));
        if (p->max_lr > 0) assert_float_equal(most, 0.001, 1e-6), slow++;
        else if (most > 0) assert_float_equal(most, 0.1, 1e-5);
    }
    assert_true(slow > 0);
    tf_model_free(&m[0]), tf_model_free(&m[1]), tf_free(s.opts);
}

/* The loss of a run's first step, in training. */
static double first_loss(struct tf_run *r) {
    struct tf_csv c;
    r->train.steps = r->train.log_every = 1;
    train(r);
    load_metrics(&c, r->dir);
    assert_string_equal(tf_csv_get(&c, 0, "split"), "train");
    const double loss = strtod(tf_csv_get(&c, 0, "loss_nats"), NULL);
    tf_csv_free(&c);
    return loss;
}

static void test_dropout(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    char path[160];
    enum { NONE, ROWS, ATTENTION, EMBEDDINGS, OUTPUT, BUT_EMBEDDINGS, AGAIN, KINDS };
    double loss[KINDS];
    for (int k = 0; k < KINDS; k++) {
        struct tf_run r = make_run(&s, (const char *const[]){"none", "rows", "attention", "embeddings", "output", "but", "again"}[k], path);
        r.model.dropout = k == ROWS || k == BUT_EMBEDDINGS ? 0.9 : 0, r.model.attention_dropout = k == ATTENTION ? 0.9 : 0;
        r.model.embed_dropout = k == EMBEDDINGS ? 0.9 : k == BUT_EMBEDDINGS ? 0 : -1, r.model.output_dropout = k == OUTPUT ? 0.9 : 0;
        r.model.embed_std = 1;
        loss[k] = first_loss(&r);
    }
    assert_true(loss[NONE] == loss[AGAIN]);
    for (int k = ROWS; k < AGAIN; k++) assert_true(fabs(loss[k] - loss[NONE]) > (k == ATTENTION ? 1e-6 : 1e-3));
    assert_true(fabs(loss[BUT_EMBEDDINGS] - loss[ROWS]) > 1e-3);
    tf_free(s.opts);
}

/* A row of the training says the means of the steps since the row before. */
static void test_rows_are_means(void **state) {
    (void)state;
    static const char *const column[] = {"loss_nats", "aux_loss", "acc_pct"};
    struct subject s = make_subject("tf-a", (const char *const[8]){"height", "2", "balance", "0.5"});
    struct tf_csv c[2];
    struct tf_err e = {0};
    char path[2][160];
    for (int k = 0; k < 2; k++) {
        struct tf_run r = make_run(&s, k ? "each-third" : "each", path[k]);
        r.train.steps = r.train.eval_every = 3, r.train.log_every = k ? 3 : 1;
        train(&r), load_metrics(&c[k], path[k]);
    }
    for (size_t i = 0; i < TF_COUNT(column); i++) {
        double mean = 0, x;
        for (int step = 0; step < 3; step++, mean += x / 3) assert_int_equal(tf_csv_number(&c[0], step, column[i], &x, &e), 0);
        assert_int_equal(tf_csv_number(&c[1], 0, column[i], &x, &e), 0);
        assert_float_equal(x, mean, 1e-5 * (1 + mean));
        assert_true(x > 0);
    }
    tf_csv_free(&c[0]), tf_csv_free(&c[1]), tf_free(s.opts);
}

/* Each epoch is an order of its own of all examples. */
static void test_order(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    char path[160];
    struct tf_run r = make_run(&s, "order", path);
    struct trainer t;
    struct tf_err e = {0};
    int order[2 * N], seen[N] = {0}, same = 0, in_place = 0;
    r.train.batch = 10, r.train.steps = 2 * N / 10;
    assert_int_equal(state_open(&t, &r, &e), 0);
    for (int step = 1; step <= r.train.steps; step++) {
        assert_int_equal(stream_draw(&t, step), 10);
        for (int i = 0; i < 10; i++) order[10 * (step - 1) + i] = (int)t.batch[i].id;
    }
    for (int i = 0; i < 2 * N; i++) assert_int_equal(seen[order[i]]++, i / N);
    for (int i = 0; i < N; i++) same += order[i] == order[N + i], in_place += order[i] == i;
    assert_true(same < N / 4 && in_place < N / 4);
    state_close(&t), tf_free(s.opts);
}

/* Validation and test are of the first examples of their own splits. */
static void test_limits(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    char path[2][160];
    struct tf_run r[2] = {make_run(&s, "limited", path[0]), make_run(&s, "few", path[1])};
    struct tf_data few = data;
    r[0].train.eval_limit = 5, r[0].train.test_limit = 7;
    few.n[TF_VALID] = 5, few.n[TF_TEST] = 7, r[1].data = &few;
    struct tf_csv c[2];
    for (int k = 0; k < 2; k++) train(&r[k]), load_metrics(&c[k], path[k]);
    int lines[TF_SPLITS] = {0};
    for (int i = 0; i < c[0].rows; i++) {
        const char *split = tf_csv_get(&c[0], i, "split"), *n = tf_csv_get(&c[0], i, "n");
        if (!strcmp(split, "valid")) assert_string_equal(n, "5"), lines[TF_VALID]++;
        if (!strcmp(split, "test")) assert_string_equal(n, "7"), lines[TF_TEST]++;
        assert_string_equal(tf_csv_get(&c[0], i, "loss_nats"), tf_csv_get(&c[1], i, "loss_nats"));
    }
    assert_true(lines[TF_VALID] >= 2 && lines[TF_TEST] == 1);
    tf_csv_free(&c[0]), tf_csv_free(&c[1]), tf_free(s.opts);
}

/* The best classifier is the first of the highest accuracy, or of those alike the one with the lowest loss; the best language model has the lowest loss. */
static void test_best(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    for (int words = 0; words < 2; words++) {
        char path[160];
        struct tf_run r = make_run(&s, words ? "words" : "classes", path);
        struct tf_data d = data;
        struct tf_csv c;
        if (words) d.objective = TF_MASKED_LM, d.mask_id = 7, d.mask_rate = 0.3;
        r.data = &d, r.train.steps = 30, r.train.eval_every = 3, r.train.lr = 0.3, r.train.warmup = 0; // so high that it does not only fall
        const struct tf_result out = train(&r);
        load_metrics(&c, path);
        double best = INFINITY, best_acc = -1;
        int at = 0, last = 0;
        for (int i = 0; i < c.rows; i++) {
            if (strcmp(tf_csv_get(&c, i, "split"), "valid")) continue;
            const double loss = strtod(tf_csv_get(&c, i, "loss_nats"), NULL), acc = words ? 0 : strtod(tf_csv_get(&c, i, "acc_pct"), NULL);
            last = atoi(tf_csv_get(&c, i, "step"));
            if (acc > best_acc || (acc == best_acc && loss < best)) best = loss, best_acc = acc, at = last;
        }
        assert_int_equal(out.best_step, at);
        assert_true(last == 30 && fabs(out.valid.loss_nats - best) < 1e-6 * best);
        tf_csv_free(&c);
    }
    tf_free(s.opts);
}

/* BERT's masks: of the chosen words 80 % become [MASK], 10 % a random word, 10 % stay; the labels are the words; [CLS] and [SEP] are never chosen. */
static void test_masks(void **state) {
    (void)state;
    enum { LEN = 200, VOCAB = 1000, CLS = 1, SEP = 2, MASK = 3, SEQUENCES = 200 };
    const struct tf_data d = {.vocab = VOCAB, .cls_id = CLS, .sep_id = SEP, .mask_id = MASK, .mask_rate = 0.3, .objective = TF_MASKED_LM};
    struct shard_job job = {.d = &d, .train = true, .seed = 5, .step = 9};
    struct tf_arena a;
    tf_arena_init(&a);
    uint16_t tok[LEN];
    int masked = 0, random = 0, stay = 0, chosen = 0;
    for (int i = 0; i < LEN; i++) tok[i] = (uint16_t)(i % 50 == 0 ? (i ? SEP : CLS) : 10 + i);
    for (int k = 0; k < SEQUENCES; k++) {
        struct tf_seq q = {.tok = tok, .len = LEN, .id = (uint32_t)k};
        const int n = objective_count(&d, &(struct tf_example){.tok = tok, .len = LEN}, true);
        int label[LEN], changed = 0;
        objective_mask(&job, &a, &q, label, n);
        assert_true(q.n_at == n && q.tok != tok && q.words == tok && n == 59); // 0.3 of 196 words
        for (int i = 0; i < n; i++, chosen++) {
            const int now = q.tok[q.at[i]], was = tok[q.at[i]];
            assert_int_equal(label[i], was);
            assert_true(was != CLS && was != SEP);
            masked += now == MASK, stay += now == was, random += now != MASK && now != was;
            changed += now != was;
        }
        for (int i = 0; i < LEN; i++) changed -= q.tok[i] != tok[i];
        assert_int_equal(changed, 0); // nothing but what was chosen
        tf_arena_reset(&a);
    }
    assert_float_equal(masked / (double)chosen, 0.8, 0.02);
    assert_float_equal(random / (double)chosen, 0.1, 0.015);
    assert_float_equal(stay / (double)chosen, 0.1, 0.015);
    tf_arena_release(&a);
}

/* Shares of words are rounded, and at least one word is asked for where there is one. */
static void test_mask_counts(void **state) {
    (void)state;
    static const uint16_t tok[] = {4, 9, 8, 7, 5, 8, 9, 7, 8};
    struct tf_data d = {.vocab = 10, .cls_id = 4, .sep_id = 5, .mask_id = 3, .mask_rate = 0.15, .objective = TF_MASKED_LM};
    struct tf_example x = {.tok = tok, .len = 9};
    assert_int_equal(objective_count(&d, &x, true), 1); // 0.15 x 7 words
    assert_int_equal(objective_count(&d, &x, false), 1);
    d.mask_rate = 0.5;
    assert_int_equal(objective_count(&d, &x, true), 4); // 3.5, rounded up
    assert_int_equal(objective_count(&d, &x, false), 4);
    d.eval_mask_rate = 0.3;
    assert_int_equal(objective_count(&d, &x, true), 4);
    assert_int_equal(objective_count(&d, &x, false), 2); // 2.1
    x.len = 1;
    assert_int_equal(objective_count(&d, &x, true), 0); // only [CLS]
    d.objective = TF_CLASSIFY;
    assert_int_equal(objective_count(&d, &x, true), 1);
}

/* Which NaN has a sign depends on the machine: in metrics.csv none has. */
static void test_nan_has_no_sign(void **state) {
    (void)state;
    const double none = metrics_cell(copysign((double)NAN, -1));
    assert_true(isnan(none) && !signbit(none));
    assert_true(metrics_cell(-1.5) == -1.5 && signbit(metrics_cell(-0.0)));
}

/* Which words are masked is drawn anew in every step, and for every seed and example; an evaluation always masks the same ones. */
static void test_masks_are_drawn_anew(void **state) {
    (void)state;
    enum { LEN = 60, MASK = 3, DRAWS = 5 };
    static const struct {
        uint32_t step, id;
        uint64_t seed;
    } draw[DRAWS] = {{1, 0, 5}, {2, 0, 5}, {1, 1, 5}, {1, 0, 6}, {1, 0, 5}};
    const struct tf_data d = {.vocab = 100, .mask_id = MASK, .mask_rate = 0.3, .objective = TF_MASKED_LM};
    struct tf_arena a;
    uint16_t tok[LEN];
    int at[DRAWS][LEN], label[LEN];
    for (int i = 0; i < LEN; i++) tok[i] = (uint16_t)(10 + i);
    tf_arena_init(&a);
    for (int train = 0; train < 2; train++) {
        for (int k = 0; k < DRAWS; k++) {
            const struct shard_job job = {.d = &d, .train = train, .seed = draw[k].seed, .step = draw[k].step};
            struct tf_seq q = {.tok = tok, .len = LEN, .id = draw[k].id};
            objective_mask(&job, &a, &q, label, 18);
            memcpy(at[k], q.at, sizeof *q.at * 18);
        }
        for (int k = 1; k < DRAWS; k++) { // the last is the first once more; of an evaluation only the example counts
            const bool same = memcmp(at[k], at[0], sizeof *at[0] * 18) == 0;
            assert_int_equal(same, k == DRAWS - 1 || (!train && draw[k].id == 0));
        }
    }
    tf_arena_release(&a);
}

/* output_dropout is of the rows whose words are predicted, too. */
static void test_dropout_before_words(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    struct tf_data d = data;
    double loss[3];
    d.objective = TF_MASKED_LM, d.mask_id = 7, d.mask_rate = 0.3;
    for (int k = 0; k < 3; k++) {
        char path[160];
        struct tf_run r = make_run(&s, (const char *const[]){"words-whole", "words-dropped", "words-again"}[k], path);
        r.data = &d, r.model.dropout = r.model.attention_dropout = 0, r.model.embed_std = 1, r.model.output_dropout = k == 1 ? 0.9 : 0;
        loss[k] = first_loss(&r);
    }
    assert_true(loss[0] == loss[2] && fabs(loss[1] - loss[0]) > 1e-3);
    tf_free(s.opts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clip_of_muon),
        cmocka_unit_test(test_adam),
        cmocka_unit_test(test_clip),
        cmocka_unit_test(test_options_of_optimizers),
        cmocka_unit_test(test_decay),
        cmocka_unit_test(test_rates_apart),
        cmocka_unit_test(test_rows_are_means),
        cmocka_unit_test(test_dropout),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_best),
        cmocka_unit_test(test_masks),
        cmocka_unit_test(test_mask_counts),
        cmocka_unit_test(test_nan_has_no_sign),
        cmocka_unit_test(test_masks_are_drawn_anew),
        cmocka_unit_test(test_dropout_before_words),
    };
    return cmocka_run_group_tests(tests, training_data, leave);
}
