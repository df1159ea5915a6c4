/* What weights are before they learn, and what a file of them says beside them. */
#include <math.h>

#include "fixture.h"
#include "model/checkpoint.h"
#include "model/model.h"
#include "model/model_check.h"

enum { V = 13, T = 9, C = 96, CLASSES = 10 };

static struct tf_model start(int cls_init, int classifier_init) {
    static struct tf_layer_attn a;
    const struct tf_input in = {.vocab = V, .classes = CLASSES, .max_len = T, .parts = 1};
    struct tf_model_cfg cfg;
    struct tf_model m;
    struct tf_err e = {0};
    a.attn = tf_attn_full();
    tf_opt_defaults(tf_model_opts, &cfg);
    cfg.layers = 1, cfg.dim = cfg.classifier_dim = C, cfg.heads = 2, cfg.mlp_dim = 6, cfg.pool = TF_POOL_CLS;
    cfg.cls_init = cls_init, cfg.classifier_init = classifier_init;
    if (tf_model_init(&m, &cfg, &a, &in, &e)) fail_msg("%s", e.msg);
    tf_pars_alloc(&m.pars);
    tf_model_start(&m, 7);
    return m;
}

static const tf_real *values(const struct tf_model *m, const char *name, int *n) {
    const int i = tf_pars_find(&m->pars, name);
    assert_true(i >= 0);
    *n = m->pars.p[i].rows * m->pars.p[i].cols;
    return m->pars.v + m->pars.p[i].off;
}

/* The CLS token is the last of the word embeddings; the others are drawn either way, and the same. */
static void test_cls(void **state) {
    (void)state;
    struct tf_model zero = start(TF_CLS_ZERO, 0), drawn = start(TF_CLS_EMBED, 0);
    int n;
    const tf_real *a = values(&zero, "embeddings.word_embeddings.weight", &n), *b = values(&drawn, "embeddings.word_embeddings.weight", &n);
    assert_int_equal(n, (V + 1) * C);
    assert_memory_equal(a, b, sizeof *a * V * C);
    for (int i = V * C; i < n; i++) assert_true(a[i] == 0 && b[i] != 0);
    tf_model_free(&zero), tf_model_free(&drawn);
}

/* Xavier: uniform of variance 2 / (rows + cols), so none beyond sqrt(3) deviations. LeCun: normal of variance 1 / cols, cut at two deviations of
 * the normal that is cut, which is wider by 1 / 0.8796. */
static void test_classifier(void **state) {
    (void)state;
    for (int lecun = 0; lecun < 2; lecun++) {
        struct tf_model m = start(0, lecun ? TF_CLASSIFIER_LECUN : TF_CLASSIFIER_XAVIER);
        const double want = sqrt(lecun ? 1.0 / C : 2.0 / (C + C)), most = lecun ? 2 / 0.8796 : sqrt(3);
        double squares = 0, top = 0;
        int n;
        const tf_real *w = values(&m, "classifier.dense.weight", &n);
        for (int i = 0; i < n; i++) squares += (double)w[i] * (double)w[i], top = fmax(top, fabs((double)w[i]));
        assert_float_equal(sqrt(squares / n) / want, 1, 0.03); // 9,216 numbers
        assert_true(top <= most * want * 1.001 && top > 0.97 * most * want);
        tf_model_free(&m);
    }
}

/* Texts come back whole, up to the longest that fits; what is not there is an error only where it must be. */
static void test_meta(void **state) {
    (void)state;
    struct tf_meta said[] = {{"short", "x"}, {"long", ""}, {"empty", ""}, {NULL, ""}},
                   want[] = {{"long", "?"}, {"empty", "?"}, {"short", "?"}, {NULL, ""}}, none[] = {{"none", "?"}, {NULL, ""}};
    struct tf_model m = start(0, 0);
    struct tf_err e = {0};
    memset(said[1].value, 'y', sizeof said[1].value - 1);
    if (tf_checkpoint_save(in_dir("meta.safetensors"), &m.pars, NULL, said, &e)) fail_msg("%s", e.msg);
    assert_int_equal(tf_checkpoint_meta(in_dir("meta.safetensors"), want, true, &e), 0);
    assert_int_equal(strlen(want[0].value), sizeof want[0].value - 1);
    assert_string_equal(want[0].value, said[1].value), assert_string_equal(want[1].value, ""), assert_string_equal(want[2].value, "x");
    assert_int_equal(tf_checkpoint_meta(in_dir("meta.safetensors"), none, false, &e), 0);
    assert_string_equal(none[0].value, "");
    assert_int_equal(tf_checkpoint_meta(in_dir("meta.safetensors"), none, true, &e), -1);
    assert_non_null(strstr(e.msg, "no metadata 'none': not a training checkpoint of this program"));
    tf_model_free(&m);
}

/* Rotary positions turn pairs of this share of a head's channels. */
static void test_turned(void **state) {
    (void)state;
    struct tf_model_cfg cfg;
    tf_opt_defaults(tf_model_opts, &cfg);
    cfg.dim = 16, cfg.heads = 2;
    assert_int_equal(tf_model_turned(&cfg), 8);
    cfg.rotary_share = 0.5;
    assert_int_equal(tf_model_turned(&cfg), 4);
    cfg.rotary_share = 0.7; // 5.6 channels: two pairs
    assert_int_equal(tf_model_turned(&cfg), 4);
    cfg.qkv_dim = 24;
    assert_int_equal(tf_model_turned(&cfg), 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_turned), cmocka_unit_test(test_cls), cmocka_unit_test(test_classifier),
                                       cmocka_unit_test(test_meta)};
    return cmocka_run_group_tests(tests, enter, leave);
}
