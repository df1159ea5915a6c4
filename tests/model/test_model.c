/* The model's inputs and heads: pairs, tokens that are left out, masked words, spans, BERT's embeddings. */
#include <math.h>

#include "fixture.h"
#include "train/shards.h"
#include "train/evaluation.h"

enum { V = 13, SEP = 5, CLS = 4, MASK = 3, T = 9 };
static uint16_t tok[8][T];

static struct tf_model make_with(const char *mechanism, const struct tf_input *in, void (*change)(struct tf_model_cfg *)) {
    static struct {
        _Alignas(16) char of[64];
    } opts; // at their defaults
    struct tf_model_cfg cfg;
    struct tf_model m;
    struct tf_err e = {0};
    tf_opt_defaults(tf_model_opts, &cfg);
    cfg.layers = 1, cfg.dim = 8, cfg.heads = 2, cfg.mlp_dim = 6, cfg.classifier_dim = 10, cfg.embed_std = 1,
    cfg.dropout = cfg.attention_dropout = 0;
    if (change) change(&cfg);
    struct tf_layer_attn a[3];
    for (int l = 0; l < 3; l++) a[l] = (struct tf_layer_attn){tf_attn_find(mechanism), &opts};
    assert_true(a->attn->opts_size <= sizeof opts && cfg.layers <= 3);
    if (a->attn->opts) tf_opt_defaults(a->attn->opts, &opts);
    if (tf_model_init(&m, &cfg, a, in, &e)) fail_msg("%s", e.msg);
    tf_pars_alloc(&m.pars);
    tf_pars_init(&m.pars, 7);
    for (int s = 0; s < 8; s++) {
        struct tf_rng r = tf_rng_at(1, TF_RNG_TEST, (uint32_t)s, 0, 0);
        for (int i = 0; i < T; i++) tok[s][i] = (uint16_t)(6 + tf_rng_below(&r, V - 6));
        tok[s][0] = CLS, tok[s][4] = SEP;
    }
    return m;
}

static struct tf_model make(const struct tf_input *in, void (*change)(struct tf_model_cfg *)) {
    return make_with("transformer", in, change);
}

static struct tf_seq seq_of(int s, int len) { return (struct tf_seq){.tok = tok[s], .len = len, .id = (uint32_t)s}; }

static void logits(const struct tf_model *m, const struct tf_seq *q, int n, tf_real *out) {
    struct tf_tape t;
    tf_tape_init(&t);
    struct tf_mat *x = tf_model_logits(m, &t, q, n, &(struct tf_model_io){.aux_scale = 1});
    for (int i = 0; i < x->rows; i++) memcpy(out + i * x->cols, x->v + (size_t)i * (size_t)x->ld, sizeof *out * (size_t)x->cols);
    tf_tape_release(&t);
}

/* ---- gradients of every input and head ---- */
struct fixture {
    struct tf_model m;
    struct tf_data d;
    struct shard shard;
    struct shards ls;
    int label[4];
};

static double loss_of(struct fixture *f, tf_real *grads) {
    struct shard_job j = {.m = &f->m, .d = &f->d, .ls = &f->ls, .denom = 3, .examples = 2, .seed = 5, .step = 2, .train = true};
    tf_tape_reset(&f->shard.tape);
    f->shard.tape.grad = grads != NULL, f->shard.tape.train = true;
    f->shard.grads = grads;
    f->shard.sums = (struct sums){0};
    struct tf_mat *loss = objective_loss(&j, &f->shard, 0, 2);
    double v = (double)loss->v[0] + f->shard.tape.aux_loss;
    if (grads) tf_tape_backward(&f->shard.tape, loss, 1);
    return v;
}

static void check_gradients(struct fixture *f, const char *what) {
    tf_real *grads = tf_calloc(sizeof *grads * f->m.pars.size);
    tf_tape_init(&f->shard.tape);
    loss_of(f, grads), assert_true(tf_sum_squares(tf_par_count(f->m.pars.p), grads + f->m.pars.p->off) > 1e-8); // it reaches the words
    double h = sizeof(tf_real) == 8 ? 1e-5 : 1e-2, bound = sizeof(tf_real) == 8 ? 1e-6 : 3e-2;
    for (int i = 0; i < f->m.pars.n; i++) {
        const struct tf_par *p = &f->m.pars.p[i];
        for (int k = 0; k < 4 && !(p->flags & TF_PAR_BUFFER); k++) {
            struct tf_rng r = tf_rng_at(7, TF_RNG_TEST, (uint32_t)k, (uint32_t)i, 0);
            size_t at = p->off + tf_rng_below(&r, (uint32_t)(p->rows * p->cols));
            tf_real was = f->m.pars.v[at];
            f->m.pars.v[at] = was + (tf_real)h;
            double up = loss_of(f, NULL);
            f->m.pars.v[at] = was - (tf_real)h;
            double down = loss_of(f, NULL);
            f->m.pars.v[at] = was;
            double numeric = (up - down) / (2 * h), err = fabs(numeric - (double)grads[at]);
            if (!(err <= bound * fmax(1, fabs(numeric))))
                fail_msg("%s: %s[%zu]: tape %.9g, difference %.9g", what, p->name, at - p->off, (double)grads[at], numeric);
        }
    }
    tf_tape_release(&f->shard.tape);
    tf_free(grads);
    tf_model_free(&f->m);
}

static void bert(struct tf_model_cfg *c) {
    c->segments = 2, c->positions = 20, c->embed_norm = true, c->pooler = true, c->pool = TF_POOL_FIRST, c->norm = TF_NORM_POST,
    c->classifier_dim = 0;
}
static void two_hidden(struct tf_model_cfg *c) { c->classifier_layers = 2, c->pair = TF_PAIR_CONCAT; }
static void root(struct tf_model_cfg *c) { c->pool = TF_POOL_ROOT; }
static void most(struct tf_model_cfg *c) { c->pool = TF_POOL_MAX; }
static void geglu(struct tf_model_cfg *c) { c->activation = TF_ACT_GEGLU, c->norm_kind = TF_NORM_RMS; }
static void swiglu(struct tf_model_cfg *c) { c->activation = TF_ACT_SWIGLU, c->bias = false, c->norm = TF_NORM_POST; }
static void scaled(struct tf_model_cfg *c) {
    c->position = TF_POS_SINUSOID, c->position_scale = c->scale_embedding = true, c->bias = false, c->norm_kind = TF_NORM_RMS;
}
static void bare(struct tf_model_cfg *c) { c->mlp_dim = 0, c->norm = TF_NORM_POST; }
static void causal(struct tf_model_cfg *c) { c->causal = true, c->word_transform = false; }
static void shared(struct tf_model_cfg *c) { c->share_blocks = true, c->layers = 3; }
static void two_shared(struct tf_model_cfg *c) { c->share_blocks = true, c->layers = 2; }
static void universal(struct tf_model_cfg *c) { shared(c), causal(c), c->block_positions = true, c->halting = 0.3, c->norm = TF_NORM_POST; }
static void convolved(struct tf_model_cfg *c) { universal(c), c->block_positions = false, c->position = TF_POS_NONE, c->conv = 3; }
static void halting(struct tf_model_cfg *c) { c->layers = 2, c->halting = 0.1, c->pool = TF_POOL_FIRST; }
static void distances(struct tf_model_cfg *c) { c->position = TF_POS_ALIBI; }
static void hierarchy(struct tf_model_cfg *c) { c->sentence = 4, c->layers = 3, c->norm = TF_NORM_POST; }
static void convolved_hierarchy(struct tf_model_cfg *c) { hierarchy(c), c->conv = 2; }
static void turned_hierarchy(struct tf_model_cfg *c) {
    hierarchy(c), c->sentence_layers = 2, c->position = TF_POS_ROTARY, c->pool = TF_POOL_MAX;
}

static void test_gradients(void **state) {
    (void)state;
    static struct tf_seq q[4];
    const struct tf_data d = {
        .vocab = V, .cls_id = CLS, .sep_id = SEP, .mask_id = MASK, .mask_rate = 0.3, .parts = 1, .classes = 3, .max_len = T};
    static const struct {
        const char *what;
        enum tf_objective objective;
        int parts;
        void (*change)(struct tf_model_cfg *);
        const char *mechanism;
    } c[] = {{"classes", TF_CLASSIFY, 1, NULL, "transformer"},
             {"the largest of each channel", TF_CLASSIFY, 1, most, "transformer"},
             {"segtree's root", TF_CLASSIFY, 1, root, "segtree"},
             {"bp's root, pairs", TF_CLASSIFY, 2, root, "bp"},
             {"star's root", TF_CLASSIFY, 1, root, "star"},
             {"GEGLU, RMS norm", TF_CLASSIFY, 1, geglu, "transformer"},
             {"SwiGLU, no biases", TF_CLASSIFY, 1, swiglu, "transformer"},
             {"RMS norm without biases, scaled sinusoids", TF_CLASSIFY, 1, scaled, "transformer"},
             {"distances", TF_CLASSIFY, 1, distances, "local"},
             {"no feed-forward layers", TF_CLASSIFY, 1, bare, "bilstm"},
             {"pairs, nli", TF_CLASSIFY, 2, NULL, "transformer"},
             {"pairs, concat, two hidden layers", TF_CLASSIFY, 2, two_hidden, "transformer"},
             {"BERT", TF_CLASSIFY, 1, bert, "transformer"},
             {"BERT, masked words", TF_MASKED_LM, 1, bert, "transformer"},
             {"next token", TF_NEXT, 1, causal, "transformer"},
             {"shared blocks", TF_CLASSIFY, 1, two_shared, "transformer"},
             {"universal, halting", TF_NEXT, 1, universal, "transformer"},
             {"universal, convolution", TF_NEXT, 1, convolved, "agglomerative"},
             {"halting, first row", TF_CLASSIFY, 1, halting, "segtree"},
             {"sentences, documents", TF_CLASSIFY, 1, hierarchy, "transformer"},
             {"sentences, documents, S4D, convolution", TF_CLASSIFY, 1, convolved_hierarchy, "s4d"},
             {"the same, BigBird without global tokens", TF_CLASSIFY, 1, convolved_hierarchy, "bigbird"},
             {"sentences, documents, rotary", TF_CLASSIFY, 2, turned_hierarchy, "local"},
             {"BERT, spans", TF_SPANS, 1, bert, "transformer"}};
    for (size_t i = 0; i < TF_COUNT(c); i++) {
        struct fixture f = {.d = d, .ls = {.parts = c[i].parts}};
        f.d.objective = c[i].objective, f.d.parts = c[i].parts;
        f.m = make_with(c[i].mechanism, tf_data_input(&f.d), c[i].change);
        if (f.m.cfg.halting > 0 && sizeof(tf_real) == 4) { // its larger steps would move tokens over the threshold, where the loss jumps
            tf_model_free(&f.m);
            continue;
        }
        for (int s = 0; s < 4; s++) q[s] = seq_of(s, T - s);
        f.label[0] = c[i].objective == TF_SPANS ? 2 + 65536 * 5 : 1, f.label[1] = c[i].objective == TF_SPANS ? 7 + 65536 * 7 : 2;
        f.shard.seq = q, f.shard.label = f.label;
        check_gradients(&f, c[i].what);
    }
}

/* ---- shared blocks, halting, a convolution before each block ---- */
static const struct tf_input words_in = {.vocab = V, .classes = 3, .max_len = T, .parts = 1};

static void three(struct tf_model_cfg *c) { c->layers = 3; }

/* As three blocks with equal weights. */
static void test_shared_blocks(void **state) {
    (void)state;
    struct tf_model one = make(&words_in, shared), all = make(&words_in, three);
    const struct tf_seq q[] = {seq_of(0, T), seq_of(1, 5)};
    tf_real x[6], y[6];
    assert_true(tf_model_count(&one) < tf_model_count(&all));
    for (int i = 0; i < all.pars.n; i++) {
        char name[128];
        snprintf(name, sizeof name, "%s", all.pars.p[i].name);
        if (!strncmp(name, "encoder.layer.", 14)) name[14] = '0';
        const int from = tf_pars_find(&one.pars, name);
        assert_true(from >= 0);
        memcpy(all.pars.v + all.pars.p[i].off, one.pars.v + one.pars.p[from].off,
               sizeof *x * (size_t)all.pars.p[i].rows * (size_t)all.pars.p[i].cols);
    }
    logits(&one, q, 2, x), logits(&all, q, 2, y);
    assert_memory_equal(x, y, sizeof x);
    tf_model_free(&one), tf_model_free(&all);
}

static struct tf_par *find(const struct tf_model *m, const char *name) {
    const int i = tf_pars_find(&m->pars, name);
    assert_true(i >= 0);
    return &m->pars.p[i];
}
static void sixteen(struct tf_model_cfg *c) { c->dim = 16, c->scale_embedding = false; }
static void sixteen_scaled(struct tf_model_cfg *c) { c->dim = 16, c->scale_embedding = true; }

/* As embeddings that are larger by the root of 16. */
static void test_scale_embedding(void **state) {
    (void)state;
    const struct tf_input in = {.vocab = V, .max_len = T, .classes = 3, .parts = 1};
    struct tf_model plain = make(&in, sixteen), by_root = make(&in, sixteen_scaled);
    const struct tf_seq q[] = {seq_of(0, T), seq_of(1, 5)};
    tf_real x[6], y[6], *words = plain.pars.v + find(&plain, "embeddings.word_embeddings.weight")->off;
    for (int i = 0; i < V * 16; i++) words[i] *= 4;
    logits(&plain, q, 2, x), logits(&by_root, q, 2, y);
    assert_memory_equal(x, y, sizeof x);
    tf_model_free(&plain), tf_model_free(&by_root);
}

static void set_bias(struct tf_model *m, const char *name, double to) {
    const struct tf_par *p = find(m, name);
    for (int j = 0; j < p->rows * p->cols; j++) m->pars.v[p->off + (size_t)j] = (tf_real)to;
}

static void two_blocks(struct tf_model_cfg *c) { c->layers = 2, c->norm = TF_NORM_POST; }
static void two_halting(struct tf_model_cfg *c) { two_blocks(c), c->halting = 1e-9; }
static void one_block(struct tf_model_cfg *c) { c->layers = 1, c->norm = TF_NORM_POST; }

/* ---- sentences and documents ---- */
static void no_places(struct tf_model_cfg *c) { hierarchy(c), c->layers = 2, c->sentence = 3, c->position = TF_POS_NONE; }
static void one_sentence(struct tf_model_cfg *c) { no_places(c), c->sentence = T; }
static void first_token(struct tf_model_cfg *c) { two_blocks(c), c->position = TF_POS_NONE, c->pool = TF_POOL_FIRST; }

static double apart(const tf_real *x, const tf_real *y, int n) {
    double most = 0;
    for (int i = 0; i < n; i++) most = most_of(most, fabs((double)(x[i] - y[i])));
    return most;
}

/* One sentence: its first row, then a block in which it sees itself alone. */
static void test_one_sentence(void **state) {
    (void)state;
    struct tf_model h = make(&words_in, one_sentence), plain = make(&words_in, first_token);
    int block = 1; // of local attention
    const struct tf_seq q = seq_of(0, T);
    tf_real x[3], y[3];
    plain.layer[1].attn = tf_attn_find("local"), plain.layer[1].opts = tf_alloc(plain.layer[1].attn->opts_size);
    tf_opt_defaults(plain.layer[1].attn->opts, (void *)plain.layer[1].opts);
    *(int *)tf_opt_at(plain.layer[1].attn->opts, tf_opt_find(plain.layer[1].attn->opts, "block"), plain.layer[1].opts) = block;
    logits(&h, &q, 1, x), logits(&plain, &q, 1, y);
    assert_true(apart(x, y, 3) < 1e-5);
    tf_free((void *)plain.layer[1].opts);
    tf_model_free(&h), tf_model_free(&plain);
}

/* Without places the order of sentences means nothing; with them it does. */
static void test_sentences_are_a_set(void **state) {
    (void)state;
    for (int places = 0; places < 2; places++) {
        struct tf_model m = make(&words_in, places ? hierarchy : no_places);
        const int size = m.cfg.sentence;
        uint16_t turned[T];
        for (int i = 0; i < 2 * size; i++) turned[i] = tok[1][(i + size) % (2 * size)]; // the two sentences the other way round
        const struct tf_seq q[] = {seq_of(1, 2 * size), {.tok = turned, .len = 2 * size, .id = 1}};
        tf_real x[3], y[3];
        logits(&m, &q[0], 1, x), logits(&m, &q[1], 1, y);
        assert_true((apart(x, y, 3) < 1e-5) == !places);
        tf_model_free(&m);
    }
}

/* Words reach the document through the first row of their sentence alone: where that sees no other token, they do not; and those of
 * one sentence do not change another's row. Sequences in a pack are as each alone. */
static void test_words_reach_through_sentences(void **state) {
    (void)state;
    for (int blind = 0; blind < 2; blind++) {
        struct tf_model m = make(&words_in, hierarchy);
        uint16_t other[T];
        memcpy(other, tok[2], sizeof other);
        other[6] = (uint16_t)(other[6] == 7 ? 8 : 7); // neither of the first tokens 0, 4, 8
        if (blind) set_bias(&m, "encoder.layer.0.attention.self.output.weight", 0);
        const struct tf_seq q[] = {seq_of(2, T), {.tok = other, .len = T, .id = 2}, seq_of(3, 5)};
        tf_real x[9], y[9];
        logits(&m, q, 3, x);
        assert_true((memcmp(x, x + 3, 3 * sizeof *x) == 0) == blind);
        for (int s = 0; s < 3; s++) logits(&m, q + s, 1, y + 3 * s);
        assert_true(apart(x, y, 9) < 1e-5);
        tf_model_free(&m);
    }
}

static void test_layers_refused(void **state) {
    (void)state;
    static const struct {
        const char *mechanism, *want;
        int layers, pool, sentence, below;
        bool causal;
    } c[] = {{"transformer", "needs model.sentence", 2, TF_POOL_MEAN, 0, 1, false},
             {"transformer", "none is left", 1, TF_POOL_MEAN, 3, 0, false},
             {"transformer", "none is left", 2, TF_POOL_MEAN, 3, 2, false},
             {"transformer", "model.pool", 2, TF_POOL_CLS, 3, 0, false},
             {"transformer", "no causal form", 2, TF_POOL_MEAN, 3, 0, true},
             {"lstm", "lstm looks back", 2, TF_POOL_FIRST, 0, 0, false},
             {"transformer", "no other token (model.causal): write pool: mean or max", 2, TF_POOL_CLS, 0, 0, true},
             {"star", "whole sequence", 2, TF_POOL_MEAN, 3, 0, false},
             {"routing", "whole sequence", 2, TF_POOL_MEAN, 3, 0, false}};
    for (size_t i = 0; i < TF_COUNT(c); i++) {
        struct tf_model_cfg cfg;
        struct tf_model m;
        struct tf_err e = {0};
        const struct tf_attn *a = tf_attn_find(c[i].mechanism);
        void *opts = tf_calloc(a->opts_size + 1);
        if (a->opts) tf_opt_defaults(a->opts, opts);
        tf_opt_defaults(tf_model_opts, &cfg);
        cfg.layers = c[i].layers, cfg.pool = c[i].pool, cfg.sentence = c[i].sentence, cfg.sentence_layers = c[i].below,
        cfg.causal = c[i].causal;
        const struct tf_layer_attn layer[] = {{a, opts}, {a, opts}};
        assert_int_equal(tf_model_init(&m, &cfg, layer, &words_in, &e), -1);
        if (!strstr(e.msg, c[i].want)) fail_msg("%s", e.msg);
        tf_free(opts);
    }
}

/* Who halts at once has the first block's output, who halts at the second with all probability that of two. */
static void test_halting_ends(void **state) {
    (void)state;
    const struct tf_seq q[] = {seq_of(0, T), seq_of(1, 5)};
    for (int blocks = 1; blocks <= 2; blocks++) {
        struct tf_model h = make(&words_in, two_halting), plain = make(&words_in, blocks == 1 ? one_block : two_blocks);
        tf_real x[6], y[6];
        set_bias(&h, "encoder.halting.weight", 0), set_bias(&h, "encoder.halting.bias", blocks == 1 ? 60 : 0);
        if (blocks == 2) { // p = 1/2 twice: the mean of both blocks' outputs; the first one becomes nothing
            set_bias(&h, "encoder.layer.0.output.LayerNorm.weight", 0), set_bias(&plain, "encoder.layer.0.output.LayerNorm.weight", 0);
            set_bias(&h, "classifier.dense.bias", 0), set_bias(&plain, "classifier.dense.bias", 0);
        }
        logits(&h, q, 2, x), logits(&plain, q, 2, y);
        for (int i = 0; i < 6; i++) assert_true(fabs((double)(x[i] - y[i] * (tf_real)(blocks == 2 ? 0.5 : 1))) < 1e-5);
        tf_model_free(&h), tf_model_free(&plain);
    }
}

static void last_tap(struct tf_model_cfg *c) { c->conv = 4, c->norm = TF_NORM_POST; }

/* A filter that takes the token itself and lets it pass is none, as far as ReLU does. */
static void test_convolution(void **state) {
    (void)state;
    struct tf_model conv = make(&words_in, last_tap), plain = make(&words_in, one_block);
    const struct tf_seq q[] = {seq_of(0, T), seq_of(1, 5)};
    const int i = tf_pars_find(&conv.pars, "encoder.layer.0.conv.weight");
    tf_real x[6], y[6];
    set_bias(&conv, "encoder.layer.0.conv.weight", 0);
    for (int c = 0; c < 8; c++) conv.pars.v[conv.pars.p[i].off + (size_t)(c * 32 + 24 + c)] = 1;
    for (int k = 0; k < 2; k++) // embeddings that ReLU does not change
        for (size_t at = 0; at < (size_t)(V + T + 1) * 8; at++) {
            tf_real *v = (k ? plain : conv).pars.v + at;
            *v = (tf_real)fabs((double)*v);
        }
    logits(&conv, q, 2, x), logits(&plain, q, 2, y);
    for (int k = 0; k < 6; k++) assert_true(fabs((double)(x[k] - y[k])) < 1e-6);
    tf_model_free(&conv), tf_model_free(&plain);
}

/* Neither convolution, halting nor positions before each block tell a token of later ones. */
static void test_later_tokens(void **state) {
    (void)state;
    static const struct tf_input in = {.vocab = V, .max_len = T, .parts = 1, .head = TF_HEAD_WORDS};
    void (*const change[])(struct tf_model_cfg *) = {universal, convolved};
    for (int k = 0; k < 2; k++) {
        struct tf_model m = make(&in, change[k]);
        int at[T];
        tf_real y[2][T * V];
        for (int i = 0; i < T; i++) at[i] = i, tok[1][i] = i < T - 3 ? tok[0][i] : (uint16_t)(6 + (tok[0][i] + 1) % 6);
        for (int s = 0; s < 2; s++) {
            struct tf_seq q = seq_of(s, T);
            q.at = at, q.n_at = T, q.id = 0;
            logits(&m, &q, 1, y[s]);
        }
        assert_memory_equal(y[0], y[1], sizeof *y[0] * (T - 3) * V);
        assert_memory_not_equal(y[0] + (T - 3) * V, y[1] + (T - 3) * V, sizeof *y[0] * 3 * V);
        tf_model_free(&m);
    }
}

static void check_refused(const char *mechanism, void (*change)(struct tf_model_cfg *), const char *want) {
    struct tf_model_cfg cfg;
    struct tf_model m;
    struct tf_err e = {0};
    static struct {
        _Alignas(16) char of[64];
    } opts;
    tf_opt_defaults(tf_model_opts, &cfg);
    change(&cfg);
    struct tf_layer_attn a[3];
    for (int l = 0; l < 3; l++) a[l] = (struct tf_layer_attn){tf_attn_find(mechanism), &opts};
    if (a->attn->opts) tf_opt_defaults(a->attn->opts, &opts);
    assert_int_equal(tf_model_init(&m, &cfg, a, &words_in, &e), -1);
    if (!strstr(e.msg, want)) fail_msg("%s", e.msg);
}

static void rotary_blocks(struct tf_model_cfg *c) { c->block_positions = true, c->position = TF_POS_ROTARY; }

static void test_refused(void **state) {
    (void)state;
    check_refused("routing", shared, "routing changes its own tensors");
    check_refused("segtree", last_tap, "rows that are no tokens");
    check_refused("transformer", rotary_blocks, "needs a table of positions");
}

/* ---- which rows the classifier reads ---- */
static void mean(struct tf_model_cfg *c) { c->pool = TF_POOL_MEAN; }
static void first(struct tf_model_cfg *c) { c->pool = TF_POOL_FIRST; }

static void check_pool(const char *mechanism, void (*pool)(struct tf_model_cfg *), int len, int lo, int hi) {
    struct tf_input in = {.vocab = V, .classes = 3, .max_len = T, .parts = 1};
    struct tf_model m = make_with(mechanism, &in, pool);
    int W = tf_pars_find(&m.pars, "encoder.LayerNorm.weight"), B = tf_pars_find(&m.pars, "encoder.LayerNorm.bias");
    struct tf_seq q = seq_of(1, len);
    struct tf_tape t;
    tf_tape_init(&t);
    t.grad = true;
    tf_model_logits(&m, &t, &q, 1, &(struct tf_model_io){.aux_scale = 1, .all_rows = true});
    struct tf_mat *x = NULL, *y = NULL; // what comes out of the last norm, and what is made of it
    for (int i = 0; i < t.n_mats; i++)
        if (t.mats[i]->rows == len + m.layer[0].attn->aux_rows(m.layer[0].opts, len) && t.mats[i]->cols == 8)
            x = t.mats[i], y = t.mats[i + 1];
    assert_true(W >= 0 && B >= 0 && x && y->rows == 1 && y->cols == 8);
    for (int c = 0; c < 8; c++) {
        double sum = 0;
        for (int i = lo; i < hi; i++) sum += (double)x->v[i * x->ld + c];
        assert_true(fabs((double)y->v[c] - sum / (hi - lo)) < (sizeof(tf_real) == 8 ? 1e-14 : 1e-6));
    }
    tf_tape_release(&t);
    tf_model_free(&m);
}

static void test_pool(void **state) {
    (void)state;
    check_pool("segtree", mean, 7, 0, 7), check_pool("segtree", first, 7, 0, 1);
    check_pool("segtree", root, 7, 7, 8), check_pool("segtree", root, 2, 2, 3);
    check_pool("bp", root, 7, 7 + 4 + 2, 7 + 4 + 2 + 1), check_pool("star", root, 7, 7, 8);
    tf_real one[2][3]; // a single token has no node above it
    struct tf_input in = {.vocab = V, .classes = 3, .max_len = T, .parts = 1};
    struct tf_seq q = seq_of(3, 1);
    for (int i = 0; i < 2; i++) {
        struct tf_model m = make_with("segtree", &in, i ? root : first);
        logits(&m, &q, 1, one[i]);
        tf_model_free(&m);
    }
    assert_memory_equal(one[0], one[1], sizeof one[0]);
    struct tf_model m;
    struct tf_model_cfg cfg;
    struct tf_err e = {0};
    tf_opt_defaults(tf_model_opts, &cfg);
    cfg.pool = TF_POOL_ROOT;
    struct tf_layer_attn a[2] = {{tf_attn_find("transformer"), NULL}, {tf_attn_find("transformer"), NULL}};
    assert_int_equal(tf_model_init(&m, &cfg, a, &in, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    assert_string_equal(e.msg, "model.pool root: transformer has no row for the whole sequence; segtree, star, bp have one");
}

/* The row of [CLS] has position 0, the tokens those from 1 on. */
static void cls_pool(struct tf_model_cfg *c) { c->pool = TF_POOL_CLS; }
static void test_cls_position(void **state) {
    (void)state;
    struct tf_model m = make(&words_in, cls_pool);
    const size_t P = m.pars.p[tf_pars_find(&m.pars, "embeddings.position_embeddings.weight")].off;
    const struct tf_seq q = seq_of(0, 5);
    tf_real a[3], b[3]; // positions 0 to 5 are seen; the assertion is of i - 1
    for (size_t i = 0; i < 8; i++, assert_int_equal(memcmp(a, b, sizeof a) == 0, i > 6))
        logits(&m, &q, 1, a), m.pars.v[P + 8 * i] += 3, logits(&m, &q, 1, b);
    tf_model_free(&m);
}

/* ---- tokens that are left out keep the others' positions ---- */
static void test_skip_zero(void **state) {
    (void)state;
    struct tf_input in = {.vocab = V, .classes = 3, .max_len = T, .parts = 1, .skip_zero = true};
    struct tf_model m = make(&in, NULL);
    tf_real a[3], b[3], c[3];
    struct tf_seq q = seq_of(0, T);
    tok[0][2] = tok[0][6] = 0;
    logits(&m, &q, 1, a);
    int E = tf_pars_find(&m.pars, "embeddings.word_embeddings.weight"), P = tf_pars_find(&m.pars, "embeddings.position_embeddings.weight");
    m.pars.v[m.pars.p[E].off] += 3;      // the embedding of 0
    m.pars.v[m.pars.p[P].off + 16] += 3; // and of position 2
    logits(&m, &q, 1, b);
    assert_memory_equal(a, b, sizeof a);
    m.pars.v[m.pars.p[P].off + 24] += 3; // position 3 is there
    logits(&m, &q, 1, c);
    assert_memory_not_equal(a, c, sizeof a);
    memset(tok[0], 0, sizeof tok[0]); // nothing is left: one row stands for it
    logits(&m, &q, 1, c);
    assert_true(isfinite((double)c[0]));
    tf_model_free(&m);
}

/* Token types change behind the first separator. */
static void test_segments(void **state) {
    (void)state;
    struct tf_input in = {.vocab = V, .classes = 3, .max_len = T, .parts = 1, .sep_id = SEP};
    struct tf_model m = make(&in, bert);
    int S = tf_pars_find(&m.pars, "embeddings.token_type_embeddings.weight");
    tf_real a[3], b[3];
    struct tf_seq q = seq_of(0, 5); // ends in the separator: all of the first segment
    logits(&m, &q, 1, a);
    for (int j = 0; j < 8; j++) m.pars.v[m.pars.p[S].off + 8 + (size_t)j] += (tf_real)j;
    logits(&m, &q, 1, b);
    assert_memory_equal(a, b, sizeof a);
    q.len = 6;
    logits(&m, &q, 1, a);
    for (int j = 0; j < 8; j++) m.pars.v[m.pars.p[S].off + 8 + (size_t)j] += (tf_real)j;
    logits(&m, &q, 1, b);
    assert_memory_not_equal(a, b, sizeof a);
    const int W = tf_pars_find(&m.pars, "embeddings.word_embeddings.weight");
    uint16_t masked[T]; // with an embedding like the separator's: the types stay
    for (int i = 0; i < T; i++) masked[i] = tok[0][i] == SEP ? MASK : tok[0][i];
    memcpy(m.pars.v + m.pars.p[W].off + 8 * MASK, m.pars.v + m.pars.p[W].off + 8 * SEP, sizeof(tf_real) * 8);
    const struct tf_seq hidden = {.tok = masked, .words = tok[0], .len = 6}, none = {.tok = masked, .len = 6};
    logits(&m, &hidden, 1, a), assert_memory_equal(a, b, sizeof a);
    logits(&m, &none, 1, a), assert_memory_not_equal(a, b, sizeof a);
    tf_model_free(&m);
}

/* ---- initial values ---- */
static double rms(const struct tf_model *m, const char *name) {
    int at = tf_pars_find(&m->pars, name);
    double sum = 0;
    assert_true(at >= 0);
    const struct tf_par *p = &m->pars.p[at];
    const tf_real *v = m->pars.v + p->off;
    for (int i = 0; i < p->rows * p->cols; i++) sum += (double)v[i] * (double)v[i];
    return sqrt(sum / (p->rows * p->cols));
}
static void small_positions(struct tf_model_cfg *c) { c->position_std = 0.02; }

static void test_embed_std(void **state) {
    (void)state;
    struct tf_input in = {.vocab = 400, .max_len = 400, .classes = 3};
    for (int own = 0; own < 2; own++) {
        struct tf_model m = make(&in, own ? small_positions : NULL);
        double want = own ? 0.02 : 1;
        assert_float_equal(rms(&m, "embeddings.word_embeddings.weight"), 1, 0.05);
        assert_float_equal(rms(&m, "embeddings.position_embeddings.weight"), want, 0.05 * want);
        tf_model_free(&m);
    }
}

/* ---- scores ---- */
static void test_scores(void **state) {
    (void)state;
    struct tf_score s = {.n = 100, .correct = 80, .table = {{50, 10}, {10, 30}}};
    assert_true(fabs(tf_score_value(&s, TF_METRIC_ACCURACY) - 80) < 1e-9);
    assert_true(fabs(tf_score_value(&s, TF_METRIC_F1) - 75) < 1e-9);                                   // 60 / 80
    assert_true(fabs(tf_score_value(&s, TF_METRIC_MATTHEWS) - 100 * (30 * 50 - 100.0) / 2400) < 1e-9); // sqrt(40 40 60 60)
    s.table[0][1] = s.table[1][1] = 0;                                                                 // class 1 was never said
    assert_true(tf_score_value(&s, TF_METRIC_MATTHEWS) == 0 && tf_score_value(&s, TF_METRIC_F1) == 0);
}

/* ---- the sum over the shards ---- */
enum { LANES = 12, GRADS = (1 << 16) + 3 }; // more than a chunk

static tf_real number_of(int lane, int i) { // of very unlike size: in floats no two orders of adding give the same
    struct tf_rng r = tf_rng_at(3, TF_RNG_TEST, (uint32_t)lane, (uint32_t)i, 0);
    return (tf_real)ldexp(tf_rng_uniform(&r) - 0.4, (int)tf_rng_below(&r, 24));
}

static tf_real tree_sum(int first, int n, int i) { // the definition
    int left = 1;
    if (n == 1) return number_of(first, i);
    while (2 * left < n) left *= 2;
    return tree_sum(first, left, i) + tree_sum(first + left, n - left, i);
}

static void fill_lane(struct shard *l, int lane) {
    for (int i = 0; i < GRADS; i++) l->grads[i] = i < 97 ? number_of(lane, i) : l->grads[i - 97];
    const double x = (double)number_of(lane, 0);
    l->sums = (struct sums){.score = {.loss_nats = x, .correct = (size_t)lane, .table[1][0] = 2}, .aux = 0.1 * x, .pairs = 0.1 * x};
}

static void check_tree_sum(const struct shards *ls, int n) {
    tf_real want[97];
    for (int i = 0; i < 97; i++) want[i] = tree_sum(0, n, i);
    for (int i = 0; i < GRADS; i++) assert_memory_equal(&ls->shard[0].grads[i], &want[i % 97], sizeof *want);
    assert_int_equal(ls->shard[0].sums.score.correct, n * (n - 1) / 2);
    assert_int_equal(ls->shard[0].sums.score.table[1][0], 2 * n);
}

static void test_shards_sum(void **state) {
    (void)state;
    int unlike = 0; // numbers that another order, left to right, would have given
    for (int n = 1; n <= LANES; n++) {
        struct shards whole;
        shards_init(&whole, n, n, 1, GRADS, false);
        for (int l = 0; l < n; l++) fill_lane(&whole.shard[l], l);
        shards_reduce(&whole, GRADS, 2);
        check_tree_sum(&whole, n);
        for (int i = 0; i < 97; i++) {
            tf_real line = 0;
            for (int l = 0; l < n; l++) line += number_of(l, i);
            unlike += memcmp(&line, &whole.shard[0].grads[i], sizeof line) != 0;
        }
        for (int block = 2; block < n; block *= 2) { // aligned blocks, each joined alone, then the blocks: the same bytes
            struct shards parts;
            int n_parts = (n + block - 1) / block;
            shards_init(&parts, n_parts, n_parts, 1, GRADS, false);
            for (int p = 0; p < n_parts; p++) {
                struct shards part;
                int k = n - p * block < block ? n - p * block : block;
                shards_init(&part, k, k, 1, GRADS, false);
                for (int l = 0; l < k; l++) fill_lane(&part.shard[l], p * block + l);
                shards_reduce(&part, GRADS, 1);
                memcpy(parts.shard[p].grads, part.shard[0].grads, sizeof(tf_real) * GRADS);
                parts.shard[p].sums = part.shard[0].sums;
                shards_release(&part);
            }
            shards_reduce(&parts, GRADS, 2);
            check_tree_sum(&parts, n);
            assert_memory_equal(&parts.shard[0].sums.score.loss_nats, &whole.shard[0].sums.score.loss_nats, sizeof(double));
            assert_memory_equal(&parts.shard[0].sums.aux, &whole.shard[0].sums.aux, sizeof(double));
            assert_memory_equal(&parts.shard[0].sums.pairs, &whole.shard[0].sums.pairs, sizeof(double));
            shards_release(&parts);
        }
        shards_release(&whole);
    }
    assert_true(unlike > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_gradients),
                                       cmocka_unit_test(test_pool),
                                       cmocka_unit_test(test_skip_zero),
                                       cmocka_unit_test(test_cls_position),
                                       cmocka_unit_test(test_segments),
                                       cmocka_unit_test(test_embed_std),
                                       cmocka_unit_test(test_scale_embedding),
                                       cmocka_unit_test(test_scores),
                                       cmocka_unit_test(test_shards_sum),
                                       cmocka_unit_test(test_shared_blocks),
                                       cmocka_unit_test(test_halting_ends),
                                       cmocka_unit_test(test_one_sentence),
                                       cmocka_unit_test(test_sentences_are_a_set),
                                       cmocka_unit_test(test_words_reach_through_sentences),
                                       cmocka_unit_test(test_layers_refused),
                                       cmocka_unit_test(test_convolution),
                                       cmocka_unit_test(test_later_tokens),
                                       cmocka_unit_test(test_refused)};
    tf_num_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
