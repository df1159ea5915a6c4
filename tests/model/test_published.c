/* Weights for others and from others: names, shapes and config.json of published BERTs, and torch's numbers, where torch is installed. */
#include <math.h>

#include "fixture.h"
#include "io/bert_config.h"
#include "io/io.h"
#include "io/json.h"
#include "model/checkpoint.h"
#include "model/published.h"

enum { CLS = 2, SEP = 3, V = 31, P = 12, S = 2, C = 16, M = 24, L = 2, T = 9 }; // V: of put_vocab

static void bert(struct tf_model_cfg *c) {
    c->segments = S, c->positions = P, c->embed_norm = true, c->pooler = true, c->pool = TF_POOL_FIRST, c->norm = TF_NORM_POST,
    c->classifier_dim = 0, c->layer_norm_eps = 1e-12;
}

static struct tf_model make(const char *mechanism, enum tf_head_kind head, int vocab, void (*change)(struct tf_model_cfg *)) {
    static _Alignas(16) char opts[256]; // at their defaults
    const struct tf_input in = {.vocab = vocab, .max_len = T, .parts = 1, .classes = 2, .sep_id = SEP, .head = head};
    struct tf_model_cfg cfg;
    struct tf_model m;
    struct tf_err e = {0};
    tf_opt_defaults(tf_model_opts, &cfg);
    cfg.layers = L, cfg.dim = C, cfg.heads = 4, cfg.mlp_dim = M, cfg.embed_std = 1;
    bert(&cfg);
    if (change) change(&cfg);
    struct tf_layer_attn a[L] = {{tf_attn_find("transformer"), NULL}, {tf_attn_find(mechanism), opts}};
    assert_true(a[1].attn->opts_size <= sizeof opts);
    if (a[1].attn->opts) tf_opt_defaults(a[1].attn->opts, opts);
    if (tf_model_init(&m, &cfg, a, &in, &e)) fail_msg("%s", e.msg);
    tf_pars_alloc(&m.pars);
    tf_pars_init(&m.pars, 7);
    for (size_t i = 0; i < m.pars.size; i++) { // biases and norms begin at 0 and 1
        struct tf_rng r = tf_rng_at(3, TF_RNG_TEST, (uint32_t)i, 0, 0);
        m.pars.v[i] += (tf_real)(0.2 * tf_rng_normal(&r));
    }
    return m;
}

static struct tf_model make_bert(void) { return make("transformer", TF_HEAD_WORDS, V, NULL); }

static void export(const struct tf_model *m, const char *to) {
    struct tf_err e = {0};
    put_vocab("");
    struct tf_buf with = {0};
    tf_weights_attention(m, &with);
    struct tf_meta says[] = {{TF_WEIGHTS_ATTENTION, ""}, {"history", "shorter"}, {NULL, ""}};
    snprintf(says[0].value, sizeof says[0].value, "%s", with.s);
    if (tf_weights_export(in_dir(to), m, says, in_dir("vocab.txt"), 0, "run", &e)) fail_msg("%s", e.msg);
    tf_buf_free(&with);
}

static void fails(const char *from, struct tf_model *m, const char *want) {
    struct tf_err e = {0};
    assert_int_equal(tf_weights_import(from, m, false, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    if (!strstr(e.msg, want)) fail_msg("'%s', expected '%s'", e.msg, want);
}

/* ---- names and shapes ------------------------------------------------------------------------------------------------------------ */

static int size_of(char letter) {
    static const struct {
        char letter;
        int n;
    } size[] = {{'V', V}, {'P', P}, {'S', S}, {'C', C}, {'M', M}};
    for (size_t i = 0; i < TF_COUNT(size); i++)
        if (size[i].letter == letter) return size[i].n;
    return 0;
}

static void check_tensor(const struct tf_st *s, const char *name, const char *rows, const char *cols) {
    const struct tf_st_tensor *t = tf_st_find(s, name);
    if (!t) fail_msg("no tensor %s", name);
    assert_int_equal(t->rows, size_of(*rows));
    assert_int_equal(t->cols, size_of(*cols));
}

static void test_names(void **state) {
    (void)state;
    struct tf_model m = make_bert();
    struct tf_err e = {0};
    struct tf_st s;
    char path[600], line[200];
    int n = 0;
    put_text("names/bert/model.safetensors.tmp-1", "of a killed run");
    export(&m, "names");
    assert_int_equal(count_files("names/bert"), 3);
    assert_int_equal(tf_st_open(&s, in_dir("names/bert/model.safetensors"), &e), 0);
    snprintf(path, sizeof path, "%s/tests/golden/bert-names.txt", home);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        char name[100], rows[4], cols[4] = "", of_layer[140];
        if (*line == '#') continue;
        assert_true(sscanf(line, "%99s %3s %3s", name, rows, cols) >= 2);
        char *layer = strstr(name, ".N.");
        for (int l = 0; l < (layer ? L : 1); l++, n++) {
            snprintf(of_layer, sizeof of_layer, "%s", name);
            if (layer) snprintf(of_layer, sizeof of_layer, "%.*s.%d.%s", (int)(layer - name), name, l, layer + 3);
            check_tensor(&s, of_layer, rows, cols);
        }
    }
    fclose(f);
    assert_int_equal(s.n, n); // and no other
    tf_st_close(&s);
    assert_string_equal(read_text(in_dir("names/bert/vocab.txt")), read_text(in_dir("vocab.txt")));
    assert_true(was_logged("run: in Python, BertModel.from_pretrained(\""));
    assert_int_equal(warnings, 0);
    tf_weights_remove(in_dir("names"));
    assert_false(tf_file_exists(in_dir("names/bert")));
    tf_model_free(&m);
}

static void test_config(void **state) {
    (void)state;
    struct tf_model m = make_bert();
    struct tf_bert_config c;
    struct tf_err e = {0};
    export(&m, "config");
    const char *path = in_dir("config/bert/config.json");
    assert_int_equal(tf_bert_config_load(&c, path, &e), 0);
    assert_string_equal(c.model_type, "bert");
    assert_string_equal(c.hidden_act, "gelu");
    assert_string_equal(c.position_embedding_type, "absolute");
    const int got[] = {c.vocab_size,        c.hidden_size,     c.num_hidden_layers,      c.num_attention_heads,
                       c.intermediate_size, c.type_vocab_size, c.max_position_embeddings},
              want[] = {V, C, L, 4, M, S, P};
    assert_memory_equal(got, want, sizeof want);
    assert_true(fabs(c.layer_norm_eps - 1e-12) < 1e-20);
    static const char *const keys[] = {"\"architectures\": [\"BertForMaskedLM\"]", "\"pad_token_id\": 0", "\"initializer_range\": 1,"};
    for (size_t i = 0; i < TF_COUNT(keys); i++) assert_non_null(strstr(read_text(path), keys[i]));
    tf_model_free(&m);
}

static void test_config_errors(void **state) {
    (void)state;
    static const struct {
        const char *text, *want;
    } bad[] = {{"{", "config.json:1:1: "},
               {"[]", "config.json: a map is expected"},
               {"{\"hidden_size\": \"16\"}", "config.json: hidden_size: a whole number from 1 is expected"},
               {"{\"hidden_size\": 0}", "config.json: hidden_size: a whole number from 1"},
               {"{\"vocab_size\": 30522.5}", "config.json: vocab_size: a whole number"},
               {"{\"type_vocab_size\": 99999999999}", "config.json: type_vocab_size: a whole number"},
               {"{\"layer_norm_eps\": true}", "config.json: layer_norm_eps: a number between 0 and 1 is expected"},
               {"{\"model_type\": 3}", "config.json: model_type: a text is expected"}};
    struct tf_bert_config c = {.hidden_size = 5};
    for (size_t i = 0; i < TF_COUNT(bad); i++) {
        struct tf_err e = {0};
        assert_int_equal(tf_bert_config_parse(&c, bad[i].text, strlen(bad[i].text), "config.json", &e), -1);
        assert_int_equal(e.code, TF_BAD);
        if (strncmp(e.msg, bad[i].want, strlen(bad[i].want))) fail_msg("'%s', expected '%s'", e.msg, bad[i].want);
        assert_int_equal(c.hidden_size, 5); // untouched
    }
    static const char fine[] = "{\"hidden_act\": null, \"classifier_dropout\": null, \"hidden_size\": 768, \"x\": [{}]}";
    assert_int_equal(tf_bert_config_parse(&c, fine, strlen(fine), "config.json", &(struct tf_err){0}), 0);
    assert_int_equal(c.hidden_size, 768);
    assert_string_equal(c.hidden_act, "");
}

/* ---- reading --------------------------------------------------------------------------------------------------------------------- */

static void fewer_positions(struct tf_model_cfg *c) { c->positions = T; }

static void test_import(void **state) {
    (void)state;
    struct tf_model m = make_bert(), n = make_bert();
    struct tf_err e = {0};
    export(&m, "import");
    const char *const from[] = {in_dir("import/bert"), in_dir("import/bert/model.safetensors")}; // the folder, or its file
    for (size_t i = 0; i < TF_COUNT(from); i++) {
        tf_pars_init(&n.pars, 99);
        assert_memory_not_equal(m.pars.v, n.pars.v, sizeof(tf_real) * m.pars.size);
        if (tf_weights_import(from[i], &n, false, &e)) fail_msg("%s", e.msg);
        assert_memory_equal(m.pars.v, n.pars.v, sizeof(tf_real) * m.pars.size);
    }
    assert_int_equal(warnings, 0);
    tf_model_free(&n);
    n = make("transformer", TF_HEAD_WORDS, V + 2, NULL); // another shape
    fails(from[0], &n, "config.json: vocab_size is 31, but the size of the task's vocabulary (task.vocab) is 33");
    assert_int_equal(unlink(in_dir("import/bert/config.json")), 0);
    fails(from[0], &n, "tensor bert.embeddings.word_embeddings.weight is 31 x 16, but the model needs 33 x 16 (with init.partial: true");
    assert_int_equal(tf_weights_import(from[0], &n, true, &e), 0);
    struct tf_model few = make("transformer", TF_HEAD_WORDS, V, fewer_positions);
    fails(from[0], &few, "(set model.positions: 12)");
    tf_model_free(&few);
    int at = tf_pars_find(&m.pars, "encoder.layer.0.intermediate.dense.bias");
    m.pars.v[m.pars.p[at].off + 3] = NAN;
    export(&m, "import");
    assert_int_equal(tf_weights_import(from[0], &n, true, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    assert_non_null(strstr(e.msg, "model.safetensors: tensor bert.encoder.layer.0.intermediate.dense.bias: number 3 is not finite"));
    tf_model_free(&m), tf_model_free(&n);
}

static void narrower(struct tf_model_cfg *c) { c->dim = C / 2; }

/* Trees are not taught by queries and keys that begin at random. */
static void test_a_fresh_teacher(void **state) {
    (void)state;
    struct tf_model m = make_bert(), n = make("tf-a", TF_HEAD_WORDS, V, narrower);
    const struct tf_layer_attn *a = &n.layer[1];
    struct tf_err e = {0};
    export(&m, "teacher");
    assert_int_equal(unlink(in_dir("teacher/bert/config.json")), 0);
    assert_int_equal(tf_weights_import(in_dir("teacher/bert"), &n, true, &e), 0);
    assert_int_equal(tf_opt_set(a->attn->opts, (void *)a->opts, "teach", "kl", &e), 0);
    assert_int_equal(tf_weights_import(in_dir("teacher/bert"), &n, true, &e), 0); // they learn, too
    for (int i = 0; i < n.pars.n; i++)
        if (!strstr(n.pars.p[i].name, ".tree")) n.pars.p[i].flags |= TF_PAR_FROZEN;
    assert_int_equal(tf_weights_import(in_dir("teacher/bert"), &n, true, &e), -1);
    assert_non_null(
        strstr(e.msg, "has no encoder.layer.1.attention.self.query.weight (8 x 8), by which full attention teaches the trees: "));
    tf_model_free(&m), tf_model_free(&n);
}

/* BertModel alone has no "bert." in front, and the oldest files have gamma and beta. */
static void older_name(char name[TF_ST_NAME]) {
    static const char *const words[][2] = {{"LayerNorm.weight", "LayerNorm.gamma"}, {"LayerNorm.bias", "LayerNorm.beta"}};
    if (!strncmp(name, "bert.", 5)) memmove(name, name + 5, strlen(name) - 4);
    for (size_t i = 0; i < TF_COUNT(words); i++) {
        char *at = strstr(name, words[i][0]);
        if (at) strcpy(at, words[i][1]);
    }
}

static void test_older_names(void **state) {
    (void)state;
    struct tf_model m = make_bert(), n = make_bert();
    struct tf_err e = {0};
    struct tf_st s;
    export(&m, "older");
    assert_int_equal(tf_st_open(&s, in_dir("older/bert/model.safetensors"), &e), 0);
    for (int i = 0; i < s.n; i++) older_name(s.t[i].name);
    assert_int_equal(tf_st_write(in_dir("old.safetensors"), s.t, s.n, NULL, &e), 0);
    assert_null(tf_st_find(&s, "embeddings.LayerNorm.weight"));
    tf_st_close(&s);
    tf_pars_init(&n.pars, 99);
    if (tf_weights_import(in_dir("old.safetensors"), &n, false, &e)) fail_msg("%s", e.msg);
    assert_memory_equal(m.pars.v, n.pars.v, sizeof(tf_real) * m.pars.size);
    tf_model_free(&m), tf_model_free(&n);
}

static void test_import_places(void **state) {
    (void)state;
    struct tf_model m = make_bert();
    put_text("pickle/pytorch_model.bin", "x"), put_text("nothing/readme", "x");
    fails(in_dir("pickle"), &m,
          "pickle is a folder without model.safetensors, and pytorch_model.bin is not read here: write the other form");
    fails(in_dir("nothing"), &m, "nothing is a folder without model.safetensors: name the file of the weights");
    struct tf_err e = {0};
    assert_int_equal(tf_weights_import(in_dir("none.safetensors"), &m, false, &e), -1);
    assert_non_null(strstr(e.msg, "none.safetensors"));
    tf_model_free(&m);
}

static void test_import_config(void **state) {
    (void)state;
    static const struct {
        const char *config, *want;
        bool error;
    } c[] = {{"{\"hidden_size\": 768}", "config.json: hidden_size is 768, but model.dim is 16: they must be the same", true},
             {"{\"num_attention_heads\": 2}", "num_attention_heads is 2, but model.heads is 4", true}, // no tensor's shape shows it
             {"{\"intermediate_size\": 3072}", "intermediate_size is 3072, but model.mlp_dim is 24", true},
             {"{\"max_position_embeddings\": 512}", "max_position_embeddings is 512, but model.positions is 12", true},
             {"{\"type_vocab_size\": 1}", "type_vocab_size is 1, but model.segments is 2", true},
             {"{\"num_hidden_layers\": 12}", "num_hidden_layers is 12, but model.layers is 2: the model will not compute", false},
             {"{\"hidden_act\": \"gelu_new\"}", "hidden_act is gelu_new, but model.activation is gelu", false},
             {"{\"layer_norm_eps\": 1e-5}", "layer_norm_eps is 1e-05, but model.layer_norm_eps is 1e-12", false},
             {"{\"position_embedding_type\": \"relative_key\"}", "position_embedding_type is relative_key", false},
             {"{\"model_type\": \"roberta\"}", "model_type is roberta; its weights are looked for under the names of bert", false}};
    struct tf_model m = make_bert(), n = make_bert();
    export(&m, "sizes");
    for (size_t i = 0; i < TF_COUNT(c); i++) {
        struct tf_err e = {0};
        put_text("sizes/bert/config.json", c[i].config);
        if (c[i].error) fails(in_dir("sizes/bert"), &n, c[i].want);
        forget_log();
        if (tf_weights_import(in_dir("sizes/bert"), &n, c[i].error, &e)) fail_msg("%s: %s", c[i].config, e.msg); // partial
        assert_int_equal(warnings, 1);
        if (!strstr(last_warning, c[i].error ? "" : c[i].want)) fail_msg("'%s', expected '%s'", last_warning, c[i].want);
    }
    tf_model_free(&m), tf_model_free(&n);
}

static void unlike_bert(struct tf_model_cfg *c) {
    c->norm = TF_NORM_PRE, c->embed_norm = false, c->position = TF_POS_SINUSOID, c->scale_embedding = true;
}

/* The shapes are a BERT's, and what the blocks compute is not. */
static void test_import_into_another_kind(void **state) {
    (void)state;
    struct tf_model m = make_bert(), n = make("transformer", TF_HEAD_WORDS, V, unlike_bert);
    struct tf_err e = {0};
    export(&m, "kind");
    forget_log();
    if (tf_weights_import(in_dir("kind/bert"), &n, true, &e)) fail_msg("%s", e.msg);
    assert_true(
        was_logged("kind/bert/config.json: model_type is bert, but model.norm is pre; model.position is not learned; model.embed_norm is "
                   "false; model.scale_embedding is true: the model will not compute what these weights were trained for"));
    tf_model_free(&m), tf_model_free(&n);
}

/* What no shape shows is in a checkpoint of ours, and compared: a model with other heads does not start from it. */
static void other_heads(struct tf_model_cfg *c) { c->heads = 2; }
static void other_norm(struct tf_model_cfg *c) { c->norm = TF_NORM_PRE; }
static void other_eps(struct tf_model_cfg *c) { c->layer_norm_eps = 1e-3; }
static void other_activation(struct tf_model_cfg *c) { c->activation = TF_ACT_RELU; }

static void test_own_meaning(void **state) {
    (void)state;
    static const struct {
        void (*other)(struct tf_model_cfg *);
        bool error;
        const char *want;
    } c[] = {{other_heads, true, "its model has 4 heads, but model.heads is 2: they must be the same (with init.partial: true"},
             {other_norm, false, "its model's norm is post, but model.norm is pre: the model will not compute what"},
             {other_eps, false, "its model's layer_norm_eps is 1e-12, but model.layer_norm_eps is 0.001"},
             {other_activation, false, "its model's activation is gelu, but model.activation is relu"}};
    struct tf_model m = make("transformer", TF_HEAD_WORDS, V, NULL);
    struct tf_buf says = {0};
    struct tf_meta meta[] = {{TF_WEIGHTS_MEANING, ""}, {NULL, ""}};
    struct tf_err e = {0};
    tf_pars_init(&m.pars, 7);
    tf_weights_meaning(&m, &says);
    snprintf(meta->value, sizeof meta->value, "%s", says.s);
    assert_int_equal(tf_checkpoint_save(in_dir("own.safetensors"), &m.pars, NULL, meta, &e), 0);
    forget_log();
    assert_int_equal(tf_weights_import(in_dir("own.safetensors"), &m, false, &e), 0);
    assert_int_equal(warnings, 0);
    for (size_t i = 0; i < TF_COUNT(c); i++) {
        struct tf_model n = make("transformer", TF_HEAD_WORDS, V, c[i].other);
        if (c[i].error) fails(in_dir("own.safetensors"), &n, c[i].want);
        forget_log();
        if (tf_weights_import(in_dir("own.safetensors"), &n, c[i].error, &e)) fail_msg("%s", e.msg);
        assert_int_equal(warnings, 1);
        if (!strstr(last_warning, c[i].error ? "heads is 4" : c[i].want)) fail_msg("'%s', expected '%s'", last_warning, c[i].want);
        tf_model_free(&n);
    }
    tf_buf_free(&says), tf_model_free(&m);
}

/* Tables that are computed have the rows that the model needs, whatever the file has. */
static void sinusoid(struct tf_model_cfg *c) { c->position = TF_POS_SINUSOID, c->positions = T; }
static void longer_sinusoid(struct tf_model_cfg *c) { c->position = TF_POS_SINUSOID, c->positions = T + 5; }
static void rotary(struct tf_model_cfg *c) { c->position = TF_POS_ROTARY, c->positions = T; }
static void longer_rotary(struct tf_model_cfg *c) { c->position = TF_POS_ROTARY, c->positions = T + 5; }

static const tf_real *of(const struct tf_model *m, const char *name) { return m->pars.v + m->pars.p[tf_pars_find(&m->pars, name)].off; }

static void test_computed_positions(void **state) {
    (void)state;
    static const char words[] = "embeddings.word_embeddings.weight", table[] = "embeddings.position_embeddings.weight";
    static const struct {
        void (*one)(struct tf_model_cfg *), (*other)(struct tf_model_cfg *);
        const char *table;
    } c[] = {{sinusoid, longer_sinusoid, table},
             {longer_sinusoid, sinusoid, table},
             {rotary, longer_rotary, TF_ROTARY},
             {longer_rotary, rotary, TF_ROTARY}};
    for (size_t i = 0; i < TF_COUNT(c); i++) {
        struct tf_err e = {0};
        struct tf_model from = make("transformer", TF_HEAD_WORDS, V, c[i].one), to = make("transformer", TF_HEAD_WORDS, V, c[i].other);
        tf_pars_init(&from.pars, 7), tf_pars_init(&to.pars, 8);
        export(&from, "own");
        if (tf_weights_import(in_dir("own/model"), &to, false, &e)) fail_msg("%s", e.msg);
        const int cols = from.pars.p[tf_pars_find(&from.pars, c[i].table)].cols;
        assert_memory_equal(of(&from, c[i].table), of(&to, c[i].table), sizeof(tf_real) * (size_t)(T * cols));
        assert_memory_equal(of(&from, words), of(&to, words), sizeof(tf_real) * V * C);
        struct tf_meta none = {0};
        memset(to.pars.v, 0, sizeof(tf_real) * to.pars.size);
        if (tf_checkpoint_load(in_dir("own/model/model.safetensors"), &to.pars, NULL, &none, true, NULL, &e)) fail_msg("%s", e.msg);
        assert_memory_equal(of(&from, c[i].table), of(&to, c[i].table), sizeof(tf_real) * (size_t)(T * cols));
        tf_weights_remove(in_dir("own"));
        tf_model_free(&from), tf_model_free(&to);
    }
}

static void learned(struct tf_model_cfg *c) { c->positions = T; }
static void faster_rotary(struct tf_model_cfg *c) { rotary(c), c->rotary_base = 100; }

/* They are the spec's, whatever table the file has in their place. */
static void test_positions_of_the_spec(void **state) {
    (void)state;
    static const struct {
        void (*one)(struct tf_model_cfg *), (*other)(struct tf_model_cfg *);
        const char *table;
    } c[] = {{learned, sinusoid, "embeddings.position_embeddings.weight"}, {rotary, faster_rotary, TF_ROTARY}};
    for (size_t i = 0; i < TF_COUNT(c); i++) {
        struct tf_err e = {0};
        struct tf_model from = make("transformer", TF_HEAD_WORDS, V, c[i].one), to = make("transformer", TF_HEAD_WORDS, V, c[i].other),
                        fresh = make("transformer", TF_HEAD_WORDS, V, c[i].other);
        tf_pars_init(&from.pars, 7), tf_pars_init(&to.pars, 8), tf_pars_init(&fresh.pars, 8);
        const struct tf_meta none = {0};
        forget_log();
        if (tf_checkpoint_save(in_dir("positions.safetensors"), &from.pars, NULL, &none, &e) ||
            tf_weights_import(in_dir("positions.safetensors"), &to, false, &e))
            fail_msg("%s", e.msg);
        assert_true(was_logged("; 1 of the model start fresh; 1 in the file are unused"));
        const struct tf_par *p = &to.pars.p[tf_pars_find(&to.pars, c[i].table)];
        const size_t bytes = sizeof(tf_real) * (size_t)(p->rows * p->cols);
        assert_memory_equal(of(&to, c[i].table), of(&fresh, c[i].table), bytes);
        assert_memory_not_equal(of(&to, c[i].table), of(&from, c[i].table), bytes);
        tf_model_free(&from), tf_model_free(&to), tf_model_free(&fresh);
    }
}

/* ---- models that are no BERT ----------------------------------------------------------------------------------------------------- */

static void other(struct tf_model_cfg *c) {
    c->norm = TF_NORM_PRE, c->position = TF_POS_SINUSOID, c->activation = TF_ACT_RELU, c->embed_norm = c->bias = false,
    c->norm_kind = TF_NORM_RMS;
    c->segments = 0, c->qkv_dim = 8, c->pool = TF_POOL_CLS, c->mlp_dim = 0;
}

/* All that BERT is, but for what its blocks share or have before them. */
static void universal(struct tf_model_cfg *c) {
    c->share_blocks = c->block_positions = c->scale_embedding = true, c->halting = 0.1, c->conv = 2;
}

static void test_not_bert(void **state) {
    (void)state;
    static const char *const why[] = {"model.norm is pre",
                                      "model.position is not learned",
                                      "model.embed_norm is false",
                                      "model.segments is 0",
                                      "model.qkv_dim is not model.dim",
                                      "model.norm_kind is rms",
                                      "model.bias or model.qkv_bias is false",
                                      "model.activation is not gelu",
                                      "model.pool is cls",
                                      "model.mlp_dim is 0",
                                      "attention is tf-a"};
    struct tf_model m = make("tf-a", TF_HEAD_WORDS, V, other), n = make("tf-a", TF_HEAD_WORDS, V, other);
    struct tf_err e = {0};
    struct tf_json *j;
    tf_pars_init_one(&m.pars, tf_pars_find(&m.pars, "embeddings.position_embeddings.weight"), 0);
    export(&m, "own");
    assert_int_equal(warnings, 1);
    for (size_t i = 0; i < TF_COUNT(why); i++)
        if (!strstr(last_warning, why[i])) fail_msg("'%s' does not say '%s'", last_warning, why[i]);
    assert_false(tf_file_exists(in_dir("own/bert")));
    struct tf_model u = make("transformer", TF_HEAD_WORDS, V, universal);
    export(&u, "universal");
    if (!strstr(last_warning,
                "model.share_blocks is true; model.block_positions is true; model.conv is set; model.scale_embedding is true; "
                "model.halting is set"))
        fail_msg("%s", last_warning);
    tf_model_free(&u);
    assert_int_equal(tf_json_load(&j, in_dir("own/model/config.json"), &e), 0);
    const struct tf_json *root = j;
    size_t len;
    int64_t number;
    assert_string_equal(tf_json_text(tf_json_get(root, "model_type"), &len), "treeformer");
    assert_string_equal(tf_json_text(tf_json_get(tf_json_get(root, "model"), "norm"), &len), "pre");
    assert_true(tf_json_int(tf_json_get(tf_json_get(root, "model"), "qkv_dim"), &number) && number == 8);
    assert_string_equal(tf_json_text(tf_json_at(tf_json_get(root, "attention"), 1), &len), "tf-a");
    tf_json_free(j);
    tf_pars_init(&n.pars, 99);
    if (tf_weights_import(in_dir("own/model"), &n, false, &e)) fail_msg("%s", e.msg);
    assert_memory_equal(m.pars.v, n.pars.v, sizeof(tf_real) * m.pars.size);
    tf_weights_remove(in_dir("own"));
    assert_false(tf_file_exists(in_dir("own/model")));
    tf_model_free(&m), tf_model_free(&n);
}

/* ---- torch's numbers ------------------------------------------------------------------------------------------------------------- */

enum { SEQS = 3 };
static uint16_t tok[SEQS][T];
static const int length[SEQS] = {T, 6, 2}; // of one without a second segment, too

static void put_rows(struct tf_buf *b, const struct tf_mat *x) {
    for (int i = 0; i < x->rows; i++)
        for (int k = 0; k < x->cols; k++)
            tf_buf_addf(b, "%s%.17g%s",
                        k   ? ","
                        : i ? ",["
                            : "[[",
                        (double)x->v[(size_t)i * (size_t)x->ld + (size_t)k],
                        k < x->cols - 1   ? ""
                        : i < x->rows - 1 ? "]"
                                          : "]]");
}

static struct tf_mat *at_all(const struct tf_model *m, struct tf_tape *t, int s) {
    static const int all[T] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    const struct tf_seq q = {.tok = tok[s], .len = length[s], .id = (uint32_t)s, .at = all, .n_at = length[s]};
    tf_tape_reset(t);
    return tf_model_logits(m, t, &q, 1, &(struct tf_model_io){.aux_scale = 1});
}

/* Two columns of the last layer's output at a time, through a head of spans whose weights choose them. */
static void hidden_states(struct tf_model *spans, struct tf_tape *t, int s, tf_real out[T][C]) {
    const size_t w = spans->pars.p[tf_pars_find(&spans->pars, "qa_outputs.weight")].off,
                 b = spans->pars.p[tf_pars_find(&spans->pars, "qa_outputs.bias")].off;
    memset(spans->pars.v + b, 0, 2 * sizeof(tf_real));
    for (int k = 0; k < C; k += 2) {
        memset(spans->pars.v + w, 0, (size_t)2 * C * sizeof(tf_real));
        spans->pars.v[w + (size_t)k] = spans->pars.v[w + C + (size_t)k + 1] = 1;
        struct tf_mat *x = at_all(spans, t, s);
        for (int i = 0; i < length[s]; i++) memcpy(&out[i][k], x->v + (size_t)i * (size_t)x->ld, 2 * sizeof(tf_real));
    }
}

static void put_inputs(struct tf_buf *b) {
    tf_buf_addf(b, "{\"ids\":[");
    for (int s = 0; s < SEQS; s++)
        for (int i = 0; i < length[s]; i++) tf_buf_addf(b, "%s%d%s", i ? "," : s ? ",[" : "[", tok[s][i], i < length[s] - 1 ? "" : "]");
    tf_buf_addf(b, "],\"types\":[");
    for (int s = 0; s < SEQS; s++)
        for (int i = 0; i < length[s]; i++) tf_buf_addf(b, "%s%d%s", i ? "," : s ? ",[" : "[", i > 4, i < length[s] - 1 ? "" : "]");
    tf_buf_addf(b, "]");
}

static void test_torch(void **state) {
    (void)state;
    if (system("/usr/bin/python3 -c 'import torch' >/dev/null 2>&1")) skip(); // Debian's python3-torch
    struct tf_model m = make_bert(), spans = make("transformer", TF_HEAD_SPANS, V, NULL);
    struct tf_err e = {0};
    struct tf_buf b = {0}, command = {0};
    struct tf_tape t;
    tf_real hidden[T][C];
    export(&m, "torch");
    if (tf_weights_import(in_dir("torch/bert"), &spans, false, &e)) fail_msg("%s", e.msg);
    for (int s = 0; s < SEQS; s++)
        for (int i = 0; i < T; i++) tok[s][i] = (uint16_t)(i == 0 ? CLS : i == 4 ? SEP : 5 + (7 * s + 5 * i) % (V - 5));
    tf_tape_init(&t);
    put_inputs(&b);
    tf_buf_addf(&b, ",\"hidden\":[");
    for (int s = 0; s < SEQS; s++) {
        hidden_states(&spans, &t, s, hidden);
        tf_buf_addf(&b, s ? "," : "");
        put_rows(&b, &(struct tf_mat){.rows = length[s], .cols = C, .ld = C, .v = hidden[0]});
    }
    tf_buf_addf(&b, "],\"logits\":[");
    for (int s = 0; s < SEQS; s++) tf_buf_addf(&b, s ? "," : ""), put_rows(&b, at_all(&m, &t, s));
    tf_buf_addf(&b, "]}");
    put_bytes("torch/check.json", b.s, b.len);
    tf_buf_addf(&command, "'%s/tests/model/bert_torch.py' %s %s %s", home, in_dir("torch/bert"), in_dir("torch/check.json"),
                sizeof(tf_real) == 8 ? "1e-11" : "2e-4");
    assert_int_equal(system(command.s), 0);
    tf_tape_release(&t);
    tf_buf_free(&b), tf_buf_free(&command);
    tf_model_free(&m), tf_model_free(&spans);
}

/* Exported weights, too, say which mechanisms they were trained with, though the tensors are those of full attention. */
static void test_exported_attention(void **state) {
    (void)state;
    struct tf_model local = make("local", TF_HEAD_WORDS, V, NULL);
    struct tf_buf why = {0};
    struct tf_err e = {0};
    export(&local, "local");
    tf_model_free(&local);
    struct tf_model m = make("tf-a", TF_HEAD_WORDS, V, NULL);
    assert_int_equal(tf_opt_set(m.layer[1].attn->opts, (void *)m.layer[1].opts, "teach", "kl", &e), 0);
    tf_weights_no_teacher(in_dir("local/model"), &m, &why);
    if (!why.len || !strstr(why.s, "is of a model with attention local in layer 1")) fail_msg("'%s'", why.s ? why.s : "");
    tf_model_free(&m), tf_buf_free(&why);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, before_each, after_each)
    const struct CMUnitTest tests[] = {TEST(test_names),
                                       TEST(test_config),
                                       TEST(test_config_errors),
                                       TEST(test_import),
                                       TEST(test_a_fresh_teacher),
                                       TEST(test_older_names),
                                       TEST(test_import_places),
                                       TEST(test_import_config),
                                       TEST(test_import_into_another_kind),
                                       TEST(test_own_meaning),
                                       TEST(test_computed_positions),
                                       TEST(test_positions_of_the_spec),
                                       TEST(test_not_bert),
                                       TEST(test_exported_attention),
                                       TEST(test_torch)};
    tf_num_init();
    return cmocka_run_group_tests(tests, enter, leave);
}
