/* Options of a model's blocks by closed forms: who halts when and at what cost, positions before every block, which biases there are, what counts. */
#include <math.h>

#include "draws.h"
#include "model/model.h"

enum { V = 13, T = 9 };
static const struct tf_input words_in = {.vocab = V, .classes = 3, .max_len = T, .parts = 1};

static struct tf_model make(const struct tf_input *in, void (*change)(struct tf_model_cfg *)) {
    const struct tf_layer_attn a[2] = {{tf_attn_full(), NULL}, {tf_attn_full(), NULL}};
    struct tf_model_cfg cfg;
    struct tf_model m;
    struct tf_err e = {0};
    tf_opt_defaults(tf_model_opts, &cfg);
    cfg.layers = 1, cfg.dim = 8, cfg.heads = 2, cfg.mlp_dim = 6, cfg.classifier_dim = 10, cfg.embed_std = 1;
    if (change) change(&cfg);
    if (tf_model_init(&m, &cfg, a, in, &e)) fail_msg("%s", e.msg);
    tf_pars_alloc(&m.pars), tf_pars_init(&m.pars, 7);
    return m;
}

static struct tf_seq seq_of(void) {
    static const uint16_t tok[T] = {4, 9, 1, 12, 4, 0, 7, 2, 9};
    return (struct tf_seq){.tok = tok, .len = T};
}

static void logits(const struct tf_model *m, const struct tf_seq *q, tf_real out[3]) {
    struct tf_tape t;
    tf_tape_init(&t);
    memcpy(out, tf_model_logits(m, &t, q, 1, &(struct tf_model_io){.aux_scale = 1})->v, sizeof *out * 3);
    tf_tape_release(&t);
}

static double apart(const tf_real *x, const tf_real *y) {
    double most = 0;
    for (int i = 0; i < 3; i++) most = most_of(most, fabs((double)x[i] - (double)y[i]));
    return most;
}

static struct tf_par *find(const struct tf_model *m, const char *name) {
    const int i = tf_pars_find(&m->pars, name);
    assert_true(i >= 0);
    return &m->pars.p[i];
}

static void set_all(struct tf_model *m, const char *name, double to) {
    const struct tf_par *p = find(m, name);
    for (size_t j = 0; j < tf_par_count(p); j++) m->pars.v[p->off + j] = (tf_real)to;
}

static void two_blocks(struct tf_model_cfg *c) { c->layers = 2, c->norm = TF_NORM_POST; }
static void two_halting(struct tf_model_cfg *c) { two_blocks(c), c->halting = 0.5; }

/* A token halts once its probabilities sum to 0.99: at 0.95 it goes on, and the second block has the rest; at 0.995 the first has all. The ponder
 * cost is the blocks that it took, and that rest. */
static void test_halting_threshold(void **state) {
    (void)state;
    static const struct {
        double p, share, cost; // of halting; of the second block; blocks and rest
    } c[] = {{0.95, 0.05, 2.05}, {0.985, 0.015, 2.015}, {0.995, 0, 2}};
    const struct tf_seq q = seq_of();
    for (size_t i = 0; i < TF_COUNT(c); i++) {
        struct tf_model h = make(&words_in, two_halting), plain = make(&words_in, two_blocks);
        struct tf_tape t;
        tf_real y[3];
        set_all(&h, "encoder.halting.weight", 0), set_all(&h, "encoder.halting.bias", log(c[i].p / (1 - c[i].p)));
        set_all(&h, "encoder.layer.0.output.LayerNorm.weight", 0), set_all(&plain, "encoder.layer.0.output.LayerNorm.weight", 0);
        logits(&plain, &q, y);
        tf_tape_init(&t);
        const struct tf_mat *x = tf_model_logits(&h, &t, &q, 1, &(struct tf_model_io){.aux_scale = 1});
        for (int k = 0; k < 3; k++) assert_float_equal(x->v[k], c[i].share * (double)y[k], 1e-5);
        assert_float_equal(t.aux_loss, 0.5 * c[i].cost, 1e-5);
        tf_tape_release(&t), tf_model_free(&h), tf_model_free(&plain);
    }
}

static void depths(struct tf_model_cfg *c) { two_blocks(c), c->block_positions = true; }

/* Before the first block, positions with that block's row are positions of another table; the second block has a row, too. */
static void test_block_positions(void **state) {
    (void)state;
    struct tf_model deep = make(&words_in, depths), plain = make(&words_in, two_blocks);
    const struct tf_seq q = seq_of();
    const struct tf_par *B = find(&deep, "embeddings.block_embeddings.weight"), *P = find(&plain, "embeddings.position_embeddings.weight");
    const size_t second = B->off + 8, from = find(&deep, "embeddings.position_embeddings.weight")->off;
    tf_real x[3], y[3];
    for (int i = 0; i < P->rows * 8; i++) plain.pars.v[P->off + (size_t)i] = deep.pars.v[B->off + (size_t)(i % 8)];
    memset(deep.pars.v + from, 0, sizeof *x * (size_t)P->rows * 8), memset(deep.pars.v + second, 0, sizeof *x * 8);
    logits(&deep, &q, x), logits(&plain, &q, y);
    assert_true(apart(x, y) < 1e-5);
    deep.pars.v[second] = 2;
    logits(&deep, &q, y);
    assert_true(apart(x, y) > 1e-3);
    tf_model_free(&deep), tf_model_free(&plain);
}

static void computed(struct tf_model_cfg *c) { c->position = TF_POS_SINUSOID; }

/* What is learned counts, not tables of positions. */
static void test_count(void **state) {
    (void)state;
    struct tf_model learned = make(&words_in, NULL), sinusoid = make(&words_in, computed);
    size_t n = 0;
    for (int i = 0; i < learned.pars.n; i++) n += (size_t)learned.pars.p[i].rows * (size_t)learned.pars.p[i].cols;
    assert_int_equal(tf_model_count(&learned), n);
    assert_int_equal(tf_model_count(&sinusoid), n - T * 8);
    tf_model_free(&learned), tf_model_free(&sinusoid);
}

static void fewer_biases(struct tf_model_cfg *c) { c->bias = false, c->embed_norm = true; }
static void fewer_still(struct tf_model_cfg *c) { c->qkv_bias = false, c->embed_norm = true; }

/* bias: false has none in norms, feed-forward layers and attention's projections; qkv_bias: false none in the last alone. */
static void test_biases(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        struct tf_model m = make(&words_in, k ? fewer_still : fewer_biases);
        int have = 0;
        for (int i = 0; i < m.pars.n; i++) {
            const char *name = m.pars.p[i].name;
            const bool inside = strstr(name, "LayerNorm.bias") || (!strncmp(name, "encoder.", 8) && strstr(name, ".bias"));
            if (inside && (!k || strstr(name, "attention.self."))) fail_msg("%s", name);
            have += inside;
        }
        assert_int_equal(have, k ? 6 : 0); // of four norms and two dense layers
        tf_model_free(&m);
    }
}

int main(void) {
    tf_num_init();
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_halting_threshold), cmocka_unit_test(test_block_positions),
                                       cmocka_unit_test(test_count), cmocka_unit_test(test_biases)};
    return cmocka_run_group_tests_name("blocks", tests, NULL, NULL);
}
