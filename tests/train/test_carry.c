/* State that is carried from block to block: segments give what the whole text gives, training the same bytes however it is run. */
#include "train/state.h"
#include "training.h"
#include "task/task.h"

enum { V = 7, LEN = 24 };

/* A sum of logits, weighed, and its gradient. */
static double weighed(const struct tf_model *m, struct tf_tape *t, const struct tf_seq *q, tf_real *grads) {
    tf_tape_reset(t);
    t->grad = grads != NULL;
    struct tf_mat *y = tf_tanh(t, tf_model_logits(m, t, q, 2, &(struct tf_model_io){.grads = grads, .aux_scale = 1}));
    struct tf_mat *left = tf_const(t, 1, y->rows), *right = tf_const(t, V, 1);
    for (int i = 0; i < y->rows; i++) left->v[i] = (tf_real)(1 + i % 3);
    for (int i = 0; i < V; i++) right->v[i] = (tf_real)(i % 3 - 1);
    struct tf_mat *sum = tf_matmul(t, false, false, tf_matmul(t, false, false, left, y), right);
    const double value = (double)sum->v[0];
    if (grads) tf_tape_backward(t, sum, 1);
    return value;
}

/* Of segments that take on a state, which is a constant to them. */
static void check_gradients(struct tf_model *m, struct tf_tape *t, const struct tf_seq *q, const char *what) {
    tf_real *grads = tf_calloc(sizeof *grads * m->pars.size);
    weighed(m, t, q, grads);
    for (int i = 0; i < m->pars.n; i++)
        for (int k = 0; k < 3 && !(m->pars.p[i].flags & TF_PAR_BUFFER); k++) {
            const struct tf_par *p = &m->pars.p[i];
            const size_t at = p->off + (size_t)(k * 7 % (p->rows * p->cols));
            const tf_real was = m->pars.v[at], h = (tf_real)1e-5;
            m->pars.v[at] = was + h;
            const double up = weighed(m, t, q, NULL);
            m->pars.v[at] = was - h;
            const double numeric = (up - weighed(m, t, q, NULL)) / (2 * (double)h), off = numeric - (double)grads[at];
            m->pars.v[at] = was;
            if (!(off * off <= 1e-12 * (1 + numeric * numeric)))
                fail_msg("%s: %s: %g, difference %g", what, p->name, (double)grads[at], numeric);
        }
    tf_free(grads);
}

/* Two texts in segments of 8, 15 and 1 tokens, in a pack whose order changes, and whole. */
static void check_segments(const char *mechanism, const char *const option[8], int layers) {
    static const int cut[] = {0, 8, 23, LEN};
    struct subject s = make_subject(mechanism, option);
    struct tf_model m;
    struct tf_model_cfg cfg;
    struct tf_err e = {0};
    struct tf_tape t;
    struct tf_layer_attn a[2] = {{s.attn, s.opts}, {s.attn, s.opts}};
    static const struct tf_input in = {.vocab = V, .max_len = LEN, .parts = 1, .head = TF_HEAD_WORDS};
    tf_opt_defaults(tf_model_opts, &cfg);
    cfg.layers = layers, cfg.dim = 12, cfg.heads = 2, cfg.mlp_dim = 8, cfg.position = TF_POS_NONE, cfg.causal = true, cfg.embed_std = 1;
    if (tf_model_init(&m, &cfg, a, &in, &e)) fail_msg("%s", e.msg);
    tf_pars_alloc(&m.pars), tf_pars_init(&m.pars, 5);
    uint16_t tok[2][LEN];
    int at[LEN];
    tf_real whole[2][LEN * V];
    for (int i = 0; i < LEN; i++) at[i] = i, tok[0][i] = (uint16_t)(i * i % V), tok[1][i] = (uint16_t)((i * i + i / 5) % V);
    const size_t n = tf_model_state(&m);
    tf_real *state = tf_calloc(sizeof *state * 4 * n); // (2 segments, 2 texts, n)
    assert_true(n > 0);
    tf_tape_init(&t);
    struct tf_seq q[2];
    for (int k = 0; k < 2; k++) q[k] = (struct tf_seq){.tok = tok[k], .len = LEN, .id = (uint32_t)k, .at = at, .n_at = LEN};
    const struct tf_mat *y = tf_model_logits(&m, &t, q, 2, &(struct tf_model_io){.aux_scale = 1});
    for (int i = 0; i < 2 * LEN; i++) memcpy(&whole[i / LEN][i % LEN * V], y->v + (ptrdiff_t)i * y->ld, sizeof **whole * V);
    for (int part = 0; part < 3; part++) {
        const int from = cut[part], len = cut[part + 1] - from;
        for (int i = 0; i < 2; i++) {
            const int k = (i + part) % 2;
            q[i] = (struct tf_seq){.tok = tok[k] + from, .len = len, .id = (uint32_t)k, .at = at, .n_at = len};
            q[i].before = part ? state + (size_t)((part + 1) % 2 * 2 + k) * n : NULL, q[i].after = state + (size_t)(part % 2 * 2 + k) * n;
        }
        tf_tape_reset(&t);
        y = tf_model_logits(&m, &t, q, 2, &(struct tf_model_io){.aux_scale = 1});
        for (int i = 0; i < 2 * len * V; i++) {
            const int k = (i / (len * V) + part) % 2, row = i / V % len;
            const double here = (double)y->v[(ptrdiff_t)(i / V) * y->ld + i % V], want = (double)whole[k][(from + row) * V + i % V];
            if (!(here - want <= 3e-5 && want - here <= 3e-5))
                fail_msg("%s: text %d, token %d: %g, whole %g", s.name, k, from + row, here, want);
        }
    }
    for (int k = 0; k < 2; k++) // the second segment again
        q[k] = (struct tf_seq){.tok = tok[k] + 8,
                               .len = 15 - k,
                               .at = at,
                               .n_at = 15 - k,
                               .before = state + (size_t)k * n,
                               .after = state + (size_t)(2 + k) * n};
    if (sizeof(tf_real) == 8) check_gradients(&m, &t, q, s.name);
    tf_tape_release(&t), tf_model_free(&m), tf_free(state), tf_free(s.opts);
}

static void test_segments_are_the_whole(void **state) {
    (void)state;
    check_segments("lstm", NULL, 2);
    check_segments("s4d", (const char *const[8]){"states", "6"}, 2);
    check_segments("s4d", (const char *const[8]){"bidirectional", "true"}, 1); // not in causal models
    check_segments("transformer-xl", (const char *const[8]){"memory", "24"}, 2);
    check_segments("transformer-xl", (const char *const[8]){"memory", "23"}, 1);
    check_segments("compressive", (const char *const[8]){"memory", "24", "compressed", "3", "compress", "mean"}, 2);
    check_segments("compressive", (const char *const[8]){"memory", "10", "compressed", "14", "rate", "1", "compress", "max"}, 2);
}

static struct tf_data *open_text(const char *settings) {
    struct tf_buf text = {0};
    char all[256];
    for (int i = 0; i < 900; i++) tf_buf_addf(&text, "%c", "abcde fgh"[(i * i + i / 7) % 9]);
    put_text("text.txt", text.s);
    tf_buf_free(&text);
    snprintf(all, sizeof all, "train_file=text.txt unit=character valid_share=0.1 test_share=0.1 %s", settings);
    return open_or_fail("lm", all, (struct where){.data = dir, .cache = in_dir("cache"), .threads = 1});
}

static struct tf_run carried(const struct subject *s, const char *sub, char path[160], struct tf_data *d) {
    struct tf_run r = make_run(s, sub, path);
    r.data = d, r.model.causal = true, r.model.position = TF_POS_NONE, r.train.steps = 16, r.train.checkpoint_every = 3, r.train.batch = 5;
    return r;
}

/* 16 steps are one round of the 5 streams' 14 blocks and the beginning of the next. */
static void test_same_bytes(void **state) {
    (void)state;
    struct tf_data *d = open_text("max_length=10 carry=true");
    static const struct {
        const char *attn, *option[8];
    } row[] = {{"lstm", {NULL}},
               {"s4d", {"states", "4"}},
               {"transformer-xl", {"memory", "12"}},
               {"compressive", {"memory", "12", "compressed", "7"}}};
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        struct subject s = make_subject(row[i].attn, row[i].option);
        char path[4][160], sub[64];
        for (int k = 0; k < 4; k++) { // 1 to 3 threads; interrupted again and again
            snprintf(sub, sizeof sub, "carry-%zu-%d", i, k);
            struct tf_run r = carried(&s, sub, path[k], d);
            r.threads = k < 3 ? k + 1 : 2, r.resume = k == 3;
            if (k < 3) train(&r);
            else assert_true(train_in_pieces(&r, 3, 40) > 1); // a validation makes 89 reports
        }
        for (int k = 1; k < 4; k++) {
            assert_same_file(path[0], path[k], "metrics.csv");
            assert_same_file(path[0], path[k], "best.safetensors");
            assert_same_file(path[0], path[k], "checkpoint-00000016.safetensors");
        }
        tf_free(s.opts);
    }
    tf_data_close(d);
}

/* A file may say of rows that are remembered what no run leaves. */
static void test_damaged(void **state) {
    (void)state;
    static const tf_real count[] = {0, 12, 1e6, -1, 2.5, (tf_real)NAN};
    static const char *const option[2][8] = {{"memory", "12"}, {"memory", "12", "compressed", "7"}};
    for (int compressive = 0; compressive < 2; compressive++) {
        struct subject s = make_subject(compressive ? "compressive" : "transformer-xl", option[compressive]);
        const struct tf_shape shape = {.C = 8, .H = 2, .max_len = 10};
        const size_t n = s.attn->state_size(s.opts, &shape);
        tf_real *x = tf_calloc(sizeof *x * n);
        for (size_t i = 0; i < TF_COUNT(count); i++) {
            x[0] = count[i];
            assert_true(s.attn->state_holds(s.opts, &shape, x) == (i < 2));
            x[0] = 12, x[n - 1] = count[i];
            assert_true(s.attn->state_holds(s.opts, &shape, x) == (i < 1 || !compressive)); // at most 7 are compressed
            x[n - 1] = 0;
        }
        tf_free(x), tf_free(s.opts);
    }
}

/* Writes what a stream carries first, the count of its rows, into the newest checkpoint, which then has no checksums, as other programs' have none. */
static void put_count(tf_real count) {
    size_t n, from;
    char *file = read_all(below("damaged"), "checkpoint-00000016.safetensors", &n), *const end = file + n;
    for (char *p = file; (p = memmem(p, (size_t)(end - p), "crc32c", 6)); p++) *p = 'x';
    const char *at = memmem(file, n, "\"carried\":", 10);
    assert_int_equal(sscanf(strstr(at, "data_offsets"), "data_offsets\":[%zu", &from), 1);
    uint64_t head;
    memcpy(&head, file, sizeof head);
    memcpy(file + sizeof head + head + from, &count, sizeof count);
    put_bytes("damaged/checkpoint-00000016.safetensors", file, n);
    tf_free(file);
}

/* Such a checkpoint is named, and the one before it taken. */
static void test_damaged_checkpoint(void **state) {
    (void)state;
    struct tf_data *d = open_text("max_length=10 carry=true");
    struct subject s = make_subject("transformer-xl", (const char *const[8]){"memory", "12"});
    char path[2][160];
    for (int k = 0; k < 2; k++) {
        struct tf_run r = carried(&s, k ? "damaged" : "whole", path[k], d);
        train(&r);
        if (!k) continue;
        r.resume = true;
        put_count(12), train(&r);
        assert_int_equal(warnings, 0);
        put_count(13), train(&r);
        assert_true(has(last_warning, "checkpoint-00000016.safetensors: what it carries from block to block is damaged"));
    }
    assert_same_file(path[0], path[1], "metrics.csv");
    assert_same_file(path[0], path[1], "checkpoint-00000016.safetensors");
    tf_free(s.opts), tf_data_close(d);
}

/* One step, in which the first blocks are compressed: what learns from a loss of its own changes nothing else, not by the gradient's norm either, and is not
 * clipped itself. */
static void test_losses_apart(void **state) {
    (void)state;
    struct tf_data *d = open_text("max_length=10 carry=true");
    struct tf_model m[3];
    char path[3][160], norm[3][32];
    for (int k = 0; k < 3; k++) { // 2: nothing is clipped
        struct subject s =
            make_subject("compressive", (const char *const[8]){"memory", "3", "compressed", "7", "compress", k ? "conv" : "mean"});
        struct tf_run r = carried(&s, (const char *const[]){"apart-mean", "apart-conv", "apart-whole"}[k], path[k], d);
        struct tf_err e = {0};
        char file[400];
        r.train.steps = r.train.eval_every = r.train.log_every = 1, r.train.clip = k == 2 ? 0 : 1e-3, r.train.warmup = 0, r.train.eps = 1;
        train(&r);
        snprintf(file, sizeof file, "%s/best.safetensors", path[k]);
        if (tf_recipe_load(&m[k], &r.recipe, NULL, tf_data_input(d), file, &e)) fail_msg("%s", e.msg);
        struct tf_csv c;
        load_metrics(&c, path[k]);
        snprintf(norm[k], sizeof norm[k], "%s", tf_csv_get(&c, 0, "grad_norm"));
        assert_int_equal(strtod(tf_csv_get(&c, 0, "aux_loss"), NULL) > 0, k > 0);
        tf_csv_free(&c), tf_free(s.opts);
    }
    assert_true(strtod(norm[0], NULL) > 1e-3);
    assert_string_equal(norm[0], norm[1]);
    for (int i = 0; i < m[0].pars.n; i++) {
        const struct tf_par *p = &m[0].pars.p[i], *q = &m[1].pars.p[tf_pars_find(&m[1].pars, p->name)];
        assert_memory_equal(m[0].pars.v + p->off, m[1].pars.v + q->off, sizeof(tf_real) * (size_t)(p->rows * p->cols));
    }
    int clipped = 0;
    for (int i = 0; i < m[1].pars.n; i++) {
        const struct tf_par *p = &m[1].pars.p[i];
        const bool other = memcmp(m[1].pars.v + p->off, m[2].pars.v + p->off, sizeof(tf_real) * (size_t)(p->rows * p->cols)) != 0;
        if (strstr(p->name, ".compress.")) assert_false(other);
        else clipped += other;
    }
    assert_true(clipped > 5);
    for (int k = 0; k < 3; k++) tf_model_free(&m[k]);
    tf_data_close(d);
}

/* A memory costs what it costs before it is there, too, and what no run can do no estimate is made of. */
static void test_estimate(void **state) {
    (void)state;
    struct tf_data *d = open_text("max_length=10 carry=true");
    struct tf_estimate small, large;
    struct tf_err e = {0};
    char path[160];
    struct subject s = make_subject("transformer-xl", (const char *const[8]){"memory", "1"}),
                   m = make_subject("transformer-xl", (const char *const[8]){"memory", "400"}), full = make_subject("transformer", NULL);
    struct tf_run r = carried(&s, "estimate", path, d);
    assert_int_equal(tf_train_estimate(&r, 0.2, &small, &e), 0);
    r = carried(&m, "estimate", path, d);
    assert_int_equal(tf_train_estimate(&r, 0.2, &large, &e), 0);
    assert_true(large.flops_step > 1.5 * small.flops_step);
    const double states = 2.0 * r.train.batch * r.model.layers * r.model.dim * sizeof(tf_real);
    assert_true(large.peak_bytes - small.peak_bytes > 399 * states);
    struct tf_estimate hasty;
    assert_int_equal(tf_train_estimate(&r, 1e-6, &hasty, &e), 0); // no time to time anything, but memory is what it is
    assert_true(hasty.peak_bytes == large.peak_bytes && hasty.flops_step == large.flops_step);
    const struct tf_estimate two = tf_train_estimate_ranks(&r, &large, 2, &(struct tf_network){1e9, 0});
    assert_true(two.valid_s == large.valid_s && two.test_s == large.test_s); // one text, of one rank
    r = carried(&full, "estimate", path, d);
    assert_int_equal(tf_train_estimate(&r, 0.2, &small, &e), -1);
    assert_non_null(strstr(e.msg, "no layer of this model hands on a state"));
    r = carried(&m, "estimate", path, d);
    r.train.batch = 100, e = (struct tf_err){0};
    assert_int_equal(tf_train_estimate(&r, 0.2, &small, &e), -1);
    assert_non_null(strstr(e.msg, "fewer than the 100 streams"));
    tf_free(s.opts), tf_free(m.opts), tf_free(full.opts), tf_data_close(d);
}

static void fails(struct tf_run *r, const char *want) {
    struct tf_result out;
    struct tf_err e = {0};
    assert_int_equal(tf_train(r, &out, &e), -1);
    if (!strstr(e.msg, want)) fail_msg("%s", e.msg);
}

static void test_refused(void **state) {
    (void)state;
    char path[160];
    struct tf_data *d = open_text("max_length=10 carry=true");
    struct subject lstm = make_subject("lstm", NULL), full = make_subject("transformer", NULL);
    struct tf_run r = carried(&full, "refused", path, d);
    fails(&r, "no layer of this model hands on a state");
    r = carried(&lstm, "refused", path, d);
    r.train.batch = 100;
    fails(&r, "fewer than the 100 streams");
    r = carried(&lstm, "refused", path, d);
    r.train.batch_ramp = 0.5;
    fails(&r, "train.batch_ramp must be 0");
    r = carried(&lstm, "refused", path, d);
    r.train.max_tokens = 10;
    fails(&r, "train.max_tokens must be 0");
    struct tf_stage_cfg only = {.train = r.train};
    r.train.max_tokens = 0, r.stages = &only, r.n_stages = 1;
    fails(&r, "train.max_tokens must be 0");
    tf_free(lstm.opts), tf_free(full.opts), tf_data_close(d);
}

/* Each stream reads its part of the text block by block, from a state of none at its start and, once it is through, again. */
static void test_streams_follow_the_text(void **state) {
    (void)state;
    struct tf_data *d = open_text("max_length=10 carry=true");
    struct subject s = make_subject("lstm", NULL);
    char path[160];
    struct tf_run r = carried(&s, "streams", path, d);
    struct trainer t;
    struct tf_err e = {0};
    r.train.accumulate = 2; // ten streams of seven blocks, and what is left over
    const size_t blocks = d->n[TF_TRAIN] / 10;
    if (state_open(&t, &r, &e)) fail_msg("%s", e.msg);
    assert_true(blocks == 7 && d->n[TF_TRAIN] % 10 > 0);
    for (int step = 1; step <= 16; step++) {
        const size_t at = (size_t)(step - 1) % blocks;
        assert_int_equal(stream_draw(&t, step), 10);
        for (size_t i = 0; i < 10; i++) assert_int_equal(t.batch[i].id, i * blocks + at);
        carry_before_step(&t, step);
        assert_int_equal(t.shards.before == NULL, at == 0);
        if (at) assert_ptr_equal(t.shards.before, t.carried + (size_t)((step - 1) % 2) * 10 * t.state);
        assert_ptr_equal(t.shards.after, t.carried + (size_t)(step % 2) * 10 * t.state);
    }
    state_close(&t), tf_free(s.opts), tf_data_close(d);
}

int main(void) {
    tf_num_init();
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_segments_are_the_whole),
                                       cmocka_unit_test(test_same_bytes),
                                       cmocka_unit_test(test_damaged),
                                       cmocka_unit_test(test_damaged_checkpoint),
                                       cmocka_unit_test(test_losses_apart),
                                       cmocka_unit_test(test_estimate),
                                       cmocka_unit_test(test_refused),
                                       cmocka_unit_test(test_streams_follow_the_text)};
    return cmocka_run_group_tests_name("carry", tests, training_data, leave);
}
