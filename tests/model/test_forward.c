/* The whole model against plain loops: embeddings, blocks of both norms and all activations, the last norm, the classifier, the words' head. */
#include <math.h>

#include "draws.h"
#include "model/model.h"

enum { V = 13, T = 7, C = 8, H = 2, D = C / H, F = 6, LAYERS = 2, CLASSES = 3, WIDE = 16 };

static const tf_real *par(const struct tf_model *m, const char *pre, const char *name) { // NULL: the model has none
    char full[TF_PAR_NAME];
    snprintf(full, sizeof full, "%s%s", pre, name);
    const int i = tf_pars_find(&m->pars, full);
    return i < 0 ? NULL : m->pars.v + m->pars.p[i].off;
}

static void dense(const struct tf_model *m, const char *pre, int in, int out, const double *x, double *y) {
    const tf_real *W = par(m, pre, "weight"), *b = par(m, pre, "bias");
    assert_non_null(W);
    for (int o = 0; o < out; o++) {
        y[o] = b ? (double)b[o] : 0;
        for (int i = 0; i < in; i++) y[o] += (double)W[o * in + i] * x[i];
    }
}

static void norm(const struct tf_model *m, const char *pre, double *x) {
    const tf_real *g = par(m, pre, "weight"), *b = par(m, pre, "bias");
    double mean = 0, square = 0;
    for (int c = 0; c < C; c++) mean += m->cfg.norm_kind == TF_NORM_LAYER ? x[c] / C : 0;
    for (int c = 0; c < C; c++) square += (x[c] - mean) * (x[c] - mean) / C;
    for (int c = 0; c < C; c++) x[c] = (x[c] - mean) / sqrt(square + m->cfg.layer_norm_eps) * (double)g[c] + (b ? (double)b[c] : 0);
}

static double gelu(double x) { return x * erfc(-x / sqrt(2)) / 2; }

static void attention(const struct tf_model *m, const char *pre, double x[T][C], double y[T][C]) {
    double q[T][C], k[T][C], v[T][C], o[T][C] = {{0}};
    char name[3][64];
    for (int n = 0; n < 3; n++) snprintf(name[n], sizeof name[n], "%sself.%s.", pre, (const char *const[]){"query", "key", "value"}[n]);
    for (int i = 0; i < T; i++)
        dense(m, name[0], C, C, x[i], q[i]), dense(m, name[1], C, C, x[i], k[i]), dense(m, name[2], C, C, x[i], v[i]);
    for (int i = 0; i < T; i++)
        for (int h = 0; h < C; h += D) {
            double p[T], Z = 0;
            for (int j = 0; j < T; Z += p[j++]) {
                double s = 0;
                for (int d = h; d < h + D; d++) s += q[i][d] * k[j][d];
                p[j] = exp(s / sqrt(D));
            }
            for (int j = 0; j < T; j++)
                for (int d = h; d < h + D; d++) o[i][d] += p[j] / Z * v[j][d];
        }
    snprintf(name[0], sizeof name[0], "%sself.output.", pre);
    for (int i = 0; i < T; i++) dense(m, name[0], C, C, o[i], y[i]);
}

static void feed_forward(const struct tf_model *m, const char *pre, const double *x, double *y) {
    const int a = m->cfg.activation;
    const bool gated = a == TF_ACT_GEGLU || a == TF_ACT_SWIGLU;
    double h[2 * F];
    char name[64];
    snprintf(name, sizeof name, "%sintermediate.dense.", pre);
    dense(m, name, C, gated ? 2 * F : F, x, h);
    for (int f = 0; f < F; f++) {
        const double u = h[f];
        h[f] = a == TF_ACT_RELU ? fmax(u, 0) : a == TF_ACT_SWIGLU ? u / (1 + exp(-u)) : gelu(u);
        if (gated) h[f] *= h[F + f];
    }
    snprintf(name, sizeof name, "%soutput.dense.", pre);
    dense(m, name, F, C, h, y);
}

/* x = x + attn(N(x)), x = x + mlp(N(x)), a last N; or x = N(x + attn(x)), x = N(x + mlp(x)). */
static void blocks(const struct tf_model *m, double x[T][C]) {
    const bool pre = m->cfg.norm == TF_NORM_PRE;
    for (int l = 0; l < LAYERS; l++) {
        char at[32], name[64];
        double y[T][C], z[T][C];
        for (int part = 0; part < 2; part++) {
            snprintf(at, sizeof at, "encoder.layer.%d.%s", l, part ? "" : "attention.");
            snprintf(name, sizeof name, "%s%sLayerNorm.", at, part ? "output." : "");
            memcpy(y, x, sizeof y);
            for (int i = 0; pre && i < T; i++) norm(m, name, y[i]);
            if (!part) attention(m, at, y, z);
            for (int i = 0; part && i < T; i++) feed_forward(m, at, y[i], z[i]);
            for (int i = 0; i < T; i++)
                for (int c = 0; c < C; c++) x[i][c] += z[i][c];
            for (int i = 0; !pre && i < T; i++) norm(m, name, x[i]);
        }
    }
    for (int i = 0; pre && i < T; i++) norm(m, "encoder.LayerNorm.", x[i]);
}

/* Each channel's mean or largest value, W tanh: BERT's pooler; hidden layers with ReLU, the second half as wide. */
static void classes(const struct tf_model *m, double x[T][C], double *out) {
    const struct tf_model_cfg *cfg = &m->cfg;
    double y[WIDE] = {0}, z[WIDE];
    int width = C;
    for (int c = 0; c < C; c++) {
        y[c] = cfg->pool == TF_POOL_MAX ? -INFINITY : 0;
        for (int i = 0; i < T; i++) y[c] = cfg->pool == TF_POOL_MAX ? fmax(y[c], x[i][c]) : y[c] + x[i][c] / T;
        if (cfg->pool == TF_POOL_FIRST) y[c] = x[0][c];
    }
    if (cfg->pooler) {
        dense(m, "pooler.dense.", C, C, y, z);
        for (int c = 0; c < C; c++) y[c] = tanh(z[c]);
    }
    for (int k = 1; cfg->classifier_dim && k <= cfg->classifier_layers; k++) {
        const int to = cfg->classifier_dim / k;
        dense(m, k == 1 ? "classifier.dense." : "classifier.dense2.", width, to, y, z);
        for (int c = 0; c < to; c++) y[c] = fmax(z[c], 0);
        width = to;
    }
    dense(m, "classifier.out_proj.", width, CLASSES, y, out);
}

/* E N(gelu(W x)) + b, or E x + b; E: the words' embeddings. */
static void words(const struct tf_model *m, const double *x, double *out) {
    const tf_real *E = par(m, "embeddings.", "word_embeddings.weight"), *b = par(m, "cls.predictions.", "bias");
    double y[C];
    memcpy(y, x, sizeof y);
    if (m->cfg.word_transform) {
        dense(m, "cls.predictions.transform.dense.", C, C, x, y);
        for (int c = 0; c < C; c++) y[c] = gelu(y[c]);
        norm(m, "cls.predictions.transform.LayerNorm.", y);
    }
    for (int w = 0; w < V; w++) {
        out[w] = (double)b[w];
        for (int c = 0; c < C; c++) out[w] += (double)E[w * C + c] * y[c];
    }
}

static void check(const struct tf_model_cfg *cfg, enum tf_head_kind head) {
    static const uint16_t tok[T] = {4, 9, 1, 12, 4, 0, 7};
    static const int at[] = {1, 5};
    const struct tf_layer_attn full[LAYERS] = {{tf_attn_full(), NULL}, {tf_attn_full(), NULL}};
    struct tf_model m;
    struct tf_err e = {0};
    struct tf_tape t;
    if (tf_model_init(&m, cfg, full, &(struct tf_input){.vocab = V, .classes = CLASSES, .max_len = T, .parts = 1, .head = head}, &e))
        fail_msg("%s", e.msg);
    tf_pars_alloc(&m.pars), fill(m.pars.v, m.pars.size, 5); // biases and norms, too
    const tf_real *E = par(&m, "embeddings.", "word_embeddings.weight"), *P = par(&m, "embeddings.", "position_embeddings.weight");
    double x[T][C], want[V];
    const tf_real *scale = par(&m, "embeddings.", "position_scale");
    const double by = cfg->scale_embedding ? sqrt(C) : 1;
    for (int i = 0; i < T * C; i++)
        x[i / C][i % C] = by * (double)E[tok[i / C] * C + i % C] + (P ? (double)P[i] * (scale ? (double)*scale : 1) : 0);
    if (cfg->embed_norm)
        for (int i = 0; i < T; i++) norm(&m, "embeddings.LayerNorm.", x[i]);
    blocks(&m, x);
    tf_tape_init(&t);
    const struct tf_seq q = {.tok = tok, .len = T, .at = at, .n_at = 2};
    const struct tf_mat *y = tf_model_logits(&m, &t, &q, 1, &(struct tf_model_io){.aux_scale = 1});
    for (int r = 0; r < y->rows; r++) {
        if (head == TF_HEAD_WORDS) words(&m, x[at[r]], want);
        else classes(&m, x, want);
        for (int c = 0; c < y->cols; c++) assert_float_equal(y->v[r * y->ld + c], want[c], 20 * TOLERANCE * fmax(1, fabs(want[c])));
    }
    assert_int_equal(y->rows, head == TF_HEAD_WORDS ? 2 : 1), assert_int_equal(y->cols, head == TF_HEAD_WORDS ? V : CLASSES);
    tf_tape_release(&t), tf_model_free(&m);
}

static void against_plain_loops(void **state) {
    (void)state;
    static const int pools[] = {TF_POOL_MEAN, TF_POOL_MAX, TF_POOL_FIRST};
    for (int k = 0; k < 48; k++) { // norm, kind, activation, and what follows them
        struct tf_model_cfg cfg;
        tf_opt_defaults(tf_model_opts, &cfg);
        cfg.layers = LAYERS, cfg.dim = C, cfg.heads = H, cfg.mlp_dim = F, cfg.layer_norm_eps = 0.1;
        cfg.norm = k % 2, cfg.norm_kind = k / 2 % 2, cfg.activation = k / 4 % 4, cfg.pool = pools[k / 16];
        cfg.embed_norm = k % 3 == 0, cfg.pooler = k % 3 == 1, cfg.bias = k % 5 != 0, cfg.word_transform = k % 3 != 2;
        cfg.position = k % 4 == 3 ? TF_POS_NONE : k % 2 ? TF_POS_SINUSOID : TF_POS_LEARNED;
        cfg.position_scale = cfg.position == TF_POS_SINUSOID, cfg.scale_embedding = k / 8 % 2;
        cfg.classifier_layers = 1 + (k / 16 == 1), cfg.classifier_dim = k % 7 == 0 && k / 16 != 1 ? 0 : 10;
        check(&cfg, TF_HEAD_CLASS);
        if (k < 16) check(&cfg, TF_HEAD_WORDS);
    }
}

int main(void) {
    tf_num_init();
    const struct CMUnitTest tests[] = {cmocka_unit_test(against_plain_loops)};
    return cmocka_run_group_tests_name("forward", tests, NULL, NULL);
}
