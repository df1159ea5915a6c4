/* Limit cases, one of every mechanism at least: settings at which it must equal full attention, or a closed form of its own. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "attn/tree_attn.h"
#include "closed.h"
#include "parts.h"

#ifdef TF_DOUBLE
#define TOLERANCE 1e-12
#else
#define TOLERANCE 3e-6
#endif

static void set_all(struct layer *l, const char *part, double w) {
    for (int i = 0; i < l->pars.n; i++)
        if (strstr(l->pars.p[i].name, part))
            for (int j = 0; j < l->pars.p[i].rows * l->pars.p[i].cols; j++) l->pars.v[l->pars.p[i].off + (size_t)j] = (tf_real)w;
}

static bool is_tree(const char *name, const char *end) { return strstr(name, "tree") && strstr(name, end); }

static void tree_bias(struct layer *l, double b) {
    for (int i = 0; i < l->pars.n; i++)
        for (int j = 0; j < l->pars.p[i].rows * l->pars.p[i].cols && strstr(l->pars.p[i].name, "tree"); j++)
            l->pars.v[l->pars.p[i].off + (size_t)j] = (tf_real)(is_tree(l->pars.p[i].name, "bias") ? b : 0);
}

static void lemma1(struct layer *l) { tree_bias(l, 1e-3); }    /* w = 0, b = eps: everything goes right (Treeformer, Lemma 1) */
static void lemma1_zero(struct layer *l) { tree_bias(l, 0); }  /* z = 0 goes right too */
static void all_left(struct layer *l) { tree_bias(l, -1e-3); } /* one leaf, the other one */

static void identity(struct layer *l) {
    set_all(l, "proj.", 0);
    for (int i = 0; i < l->pars.n; i++)
        for (int j = 0; strstr(l->pars.p[i].name, "proj.") && j < l->pars.p[i].rows; j++)
            l->pars.v[l->pars.p[i].off + (size_t)(j * l->pars.p[i].cols + j)] = 1;
}

static void no_keys(struct layer *l) { set_all(l, "key.weight", 0); } /* all keys are 0: every key counts alike */
static void no_queries(struct layer *l) { set_all(l, "query.weight", 0); }
static void any_bias(struct layer *l) { // of the places that blocks are sorted to
    for (int i = 0; i < l->pars.n; i++)
        for (int j = 0; j < l->pars.p[i].cols && strstr(l->pars.p[i].name, "sort.bias"); j++)
            l->pars.v[l->pars.p[i].off + (size_t)j] = (tf_real)(j * 5 % 7) / 4;
}
static void no_features(struct layer *l) { set_all(l, "features", 0); } /* every token has the same features */
static void no_conv(struct layer *l) { set_all(l, "conv", 0); }
static void no_queries_ones(struct layer *l) { no_queries(l), set_all(l, "conv", 1); }
static void no_synthetic(struct layer *l) { set_all(l, "synthetic.key", 0); }

/* ---- closed forms, naively: X (rows,C), its first T rows the tokens -> (T,C) --------------------------------------------------------- */
enum { C = CLOSED_C, H = CLOSED_H, D = C / H };

static struct tf_mat *tokens(const struct tf_ctx *c, struct tf_mat *X) { return tf_view(c->tape, X, 0, c->pack->len[0], 0, C); }

static double slope_of(const struct tf_ctx *c, int head) { return c->shape.alibi ? exp2(-8.0 * (head + 1) / H) : 0; }

static struct tf_mat *softmax_of(const struct tf_ctx *c, const struct tf_mat *Q, const struct tf_mat *K, const struct tf_mat *V,
                                 double scale) {
    struct tf_mat *y = tf_new(c->tape, Q->rows, C);
    for (int h = 0; h < H; h++)
        for (int i = 0; i < Q->rows; i++) {
            double o[D] = {0}, Z = 0;
            for (int j = 0; j < K->rows; j++) {
                double s = 0;
                for (int d = h * D; d < h * D + D; d++) s += (double)Q->v[i * Q->ld + d] * (double)K->v[j * K->ld + d];
                Z += s = exp(scale * s - slope_of(c, h) * abs(i - j));
                for (int d = 0; d < D; d++) o[d] += s * (double)V->v[j * V->ld + h * D + d];
            }
            for (int d = 0; d < D; d++) y->v[i * y->ld + h * D + d] = (tf_real)(o[d] / Z);
        }
    return tf_ctx_project(c, y, "output");
}

static struct tf_mat *softmax(const struct tf_ctx *c, struct tf_mat *X) {
    X = tokens(c, X);
    return softmax_of(c, tf_ctx_project(c, X, "query"), tf_ctx_project(c, X, "key"), tf_ctx_project(c, X, "value"), 1 / sqrt(D));
}

/* softmax(q q^T sqrt(D)) v: Reformer's published code, when two chunks hold all tokens. */
static struct tf_mat *sharp_softmax(const struct tf_ctx *c, struct tf_mat *X) {
    const struct tf_mat *q = tf_ctx_project(c, X, "query");
    return softmax_of(c, q, q, tf_ctx_project(c, X, "value"), sqrt(D));
}

static void normalise(struct tf_mat *x) { // every row of every head: mean 0, length sqrt(D)
    for (int i = 0; i < x->rows; i++)
        for (tf_real *r = x->v + i * x->ld; r < x->v + i * x->ld + C; r += D) {
            double mean = 0, var = 0;
            for (int d = 0; d < D; d++) mean += (double)r[d] / D;
            for (int d = 0; d < D; d++) var += ((double)r[d] - mean) * ((double)r[d] - mean) / D;
            for (int d = 0; d < D; d++) r[d] = (tf_real)(((double)r[d] - mean) / sqrt(var));
        }
}

/* Routing with one cluster: full attention between normalised queries and keys. */
static struct tf_mat *normal_softmax(const struct tf_ctx *c, struct tf_mat *X) {
    struct tf_mat *q = tf_ctx_project(c, X, "query"), *k = tf_ctx_project(c, X, "key");
    normalise(q), normalise(k);
    return softmax_of(c, q, k, tf_ctx_project(c, X, "value"), 1 / sqrt(D));
}

static struct tf_mat *mean_rows(const struct tf_ctx *c, const struct tf_mat *x) { // (T,C) -> (T,C), all rows the mean
    struct tf_mat *y = tf_new(c->tape, x->rows, C);
    for (int d = 0; d < C; d++) {
        double sum = 0;
        for (int i = 0; i < x->rows; i++) sum += (double)x->v[i * x->ld + d];
        for (int i = 0; i < x->rows; i++) y->v[i * y->ld + d] = (tf_real)(sum / x->rows);
    }
    return y;
}

static struct tf_mat *mean_value(const struct tf_ctx *c, struct tf_mat *X) { // all keys count alike
    return tf_ctx_project(c, mean_rows(c, tf_ctx_project(c, X, "value")), "output");
}

/* Luna, packing with equal weights: all rows of Y_P are the mean, and unpacking reads it back. */
static struct tf_mat *mean_packed(const struct tf_ctx *c, struct tf_mat *X) {
    struct tf_mat *packed = mean_rows(c, tf_ctx_project(c, tokens(c, X), "pack.value"));
    return tf_ctx_project(c, tf_ctx_project(c, packed, "value"), "output");
}

/* Star with equal weights: (v(h_{i-1}) + v(h_i) + v(h_{i+1}) + v_e(h_i) + v(s)) / 5, s = the relay's input + the mean of the tokens. */
static struct tf_mat *star_mean(const struct tf_ctx *c, struct tf_mat *X) {
    int T = c->pack->len[0];
    const struct tf_mat *mean = mean_rows(c, tokens(c, X)), *e = tf_ctx_project(c, tokens(c, X), "embed.value");
    for (int d = 0; d < C; d++) X->v[T * X->ld + d] += mean->v[d];
    const struct tf_mat *v = tf_ctx_project(c, X, "value");
    struct tf_mat *y = tf_new(c->tape, T, C);
    for (int i = 0; i < T; i++)
        for (int d = 0; d < C; d++) {
            const int of[] = {(i + T - 1) % T, i, (i + 1) % T, T};
            y->v[i * y->ld + d] = e->v[i * e->ld + d] / 5;
            for (int n = 0; n < 4; n++) y->v[i * y->ld + d] += v->v[of[n] * v->ld + d] / 5;
        }
    return tf_ctx_project(c, y, "output");
}

/* Synthesizer: the scores are products of learned rows, of the same size as a head here. */
static struct tf_mat *synthetic(const struct tf_ctx *c, struct tf_mat *X) {
    return softmax_of(c, tf_ctx_param(c, "synthetic.query"), tf_ctx_param(c, "synthetic.key"), tf_ctx_project(c, X, "value"), 1);
}

static struct tf_mat *synthetic_dense(const struct tf_ctx *c, struct tf_mat *X) {
    struct tf_mat *hidden = tf_ctx_project(c, X, "synthetic.hidden");
    for (int i = 0; i < hidden->rows * C; i++) hidden->v[i] = hidden->v[i] > 0 ? hidden->v[i] : 0;
    return softmax_of(c, hidden, tf_ctx_param(c, "synthetic.key"), tf_ctx_project(c, X, "value"), 1);
}

/* Nyströmformer whose queries are all 0: the pseudo-inverse of a matrix of equal rows 1/m is itself, so that every token gets the mean of the
 * values, and a filter of ones adds the sum of its neighbours'. */
static struct tf_mat *mean_and_neighbours(const struct tf_ctx *c, struct tf_mat *X) {
    const struct tf_mat *v = tf_ctx_project(c, X, "value");
    struct tf_mat *y = mean_rows(c, v);
    for (int i = 0; i < y->rows; i++)
        for (int j = i - 2; j <= i + 2; j++)
            for (int d = 0; j >= 0 && j < y->rows && d < C; d++) y->v[i * y->ld + d] += v->v[j * v->ld + d];
    return tf_ctx_project(c, y, "output");
}

/* Without weights all gates are 1/2 and nothing comes in. */
static struct tf_mat *nothing(const struct tf_ctx *c, struct tf_mat *X) { return tf_scale(c->tape, X, 0); }
static void no_gates(struct layer *l) { set_all(l, "gates", 0); }
static void no_relations(struct layer *l) { set_all(l, "positions.weight", 0); }
static void no_relative(struct layer *l) { set_all(l, "relative.", 0); }

static void two_spans(struct layer *l) { // z = 2.4 and 15.6
    for (int i = 0; i < l->pars.n; i++)
        if (strstr(l->pars.p[i].name, "span.share"))
            l->pars.v[l->pars.p[i].off] = (tf_real)0.12, l->pars.v[l->pars.p[i].off + 1] = (tf_real)0.78;
}

struct row {
    const char *mechanism, *options[8];
    void (*prepare)(struct layer *);
};

/* The tokens' rows equal full attention. */
static const struct row rows[] = {
    {"tf-a", {"height", "6"}, lemma1},
    {"tf-a", {"height", "6"}, lemma1_zero},
    {"tf-a", {"height", "1"}, all_left},
    {"tf-a", {"height", "3", "trees", "2"}, lemma1},
    {"tf-a", {"height", "3", "scope", "layer"}, lemma1},
    {"tf-a", {"height", "3", "shared", "false"}, lemma1},
    {"tf-a", {"height", "3", "window", "46"}, NULL},
    {"tf-a", {"height", "3", "global_tokens", "24"}, NULL},
    {"tf-a", {"height", "3", "probes", "8"}, NULL},
    {"tf-a", {"height", "2", "probes", "4", "window", "5", "global_tokens", "2"}, NULL},
    {"tf-a", {"height", "3", "window", "46", "local_heads", "0.5"}, NULL},
    {"kary-tf-a", {"branching", "4,3"}, lemma1_zero},
    {"kary-tf-a", {"branching", "4,3", "probes", "12"}, NULL},
    {"kary-tf-a", {"branching", "4,3", "window", "46", "local_heads", "0.5"}, NULL},
    {"kary-tf-a", {"branching", "4,3", "global_tokens", "24"}, NULL},
    {"kary-tf-a", {"branching", "4,3", "probes", "12", "window", "6", "global_tokens", "3"}, NULL},
    {"linformer", {"rank", "24"}, identity},
    {"linformer", {"rank", "24", "shared", "true"}, identity},
    {"nystromformer", {"conv", "0"}, NULL}, // no more tokens than landmarks
    {"nystromformer", {NULL}, no_conv},
    {"synthesizer", {"dot", "true"}, no_synthetic},
    {"synthesizer", {"dot", "true", "mode", "dense"}, no_synthetic},
    {"bp", {"k", "23"}, NULL}, // every token within reach of level 0
    {"bigbird", {NULL}, NULL}, // one block
    {"bigbird", {"block", "2", "global_blocks", "1", "window_blocks", "23", "random_blocks", "0"}, NULL},
    {"bigbird", {"block", "3", "global_blocks", "0", "window_blocks", "1", "random_blocks", "7"}, NULL},
    {"longformer", {NULL}, NULL},
    {"longformer", {"window", "46", "global_tokens", "0"}, NULL},
    {"longformer", {"window", "2", "global_tokens", "24"}, NULL},
    {"longformer", {"window", "0", "global_tokens", "23"}, NULL},
    {"local", {"block", "24"}, NULL},
    {"local", {"block", "5", "neighbours", "4"}, NULL},
    {"local", {"block", "25", "layout", "published"}, NULL},
    {"sinkhorn", {NULL}, NULL}, // one block: K' = K
    {"sinkhorn", {"block", "24", "sort", "softmax"}, NULL},
    {"sparse", {NULL}, NULL},
    {"sparse", {"stride", "5", "summary", "5"}, NULL},
    {"sparse", {"pattern", "strided", "stride", "23"}, NULL},
    {"sparse", {"pattern", "strided", "stride", "1"}, NULL},
    {"blockbert", {"blocks", "1"}, NULL},
    {"transformer-xl", {NULL}, no_relative},
    {"compressive", {"memory", "9", "compressed", "9"}, no_relative},
    {"etc", {"globals", "0"}, no_relations},
    {"etc", {"globals", "0", "radius", "23", "clip", "0"}, NULL}, // one vector for all keys
};

/* The rows of T tokens equal a closed form. */
static const struct closed {
    struct row row;
    struct tf_mat *(*want)(const struct tf_ctx *c, struct tf_mat *X); // of the same layer
    int T;
} closed[] = {
    {{"transformer", {NULL}, NULL}, softmax, 24},
    {{"transformer", {NULL}, no_keys}, mean_value, 24},
    {{"tc-a", {"height", "3"}, lemma1}, mean_value, 24}, // one node a level: every level is the mean, and the weights' sum is 1
    {{"tc-a", {"height", "3", "fold", "true"}, all_left}, mean_value, 24},
    {{"tc-a", {"height", "2", "scope", "layer", "shared", "false"}, lemma1_zero}, mean_value, 24},
    {{"tf-a", {"height", "3"}, NULL}, closed_leaves, 24},
    {{"tf-a", {"height", "3", "window", "5"}, NULL}, closed_leaves, 24},
    {{"tf-a", {"height", "3", "global_tokens", "2"}, NULL}, closed_leaves, 24},
    {{"tf-a", {"height", "3", "probes", "3"}, NULL}, closed_leaves, 24},
    {{"tf-a", {"height", "3", "probes", "2", "window", "4", "global_tokens", "3"}, NULL}, closed_leaves, 24},
    {{"tf-a", {"height", "2", "window", "6", "local_heads", "0.5"}, NULL}, closed_leaves, 24},
    {{"tf-a", {"height", "2", "window", "7", "local_heads", "0.5", "global_tokens", "1"}, NULL}, closed_leaves, 3},
    {{"tf-a", {"height", "3", "path_means", "true", "shared", "false"}, no_keys}, mean_value, 24}, // leaf and siblings are all keys
    {{"tf-a", {"height", "3", "path_means", "true", "shared", "false"}, no_queries}, mean_value, 24},
    {{"tf-a", {"height", "3", "path_means", "true", "shared", "false", "global_tokens", "1"}, no_keys}, mean_value, 24},
    {{"tf-a", {"height", "3", "path_means", "true", "shared", "false", "global_tokens", "3"}, no_keys}, mean_value, 24},
    {{"nystromformer", {"landmarks", "5", "conv", "5", "steps", "1"}, no_queries_ones}, mean_and_neighbours, 24},
    {{"nystromformer", {"landmarks", "5", "conv", "0"}, NULL}, closed_nystrom, 24},
    {{"nystromformer", {"landmarks", "5", "conv", "0", "steps", "3"}, NULL}, closed_nystrom, 25},
    {{"synthesizer", {"rank", "6"}, NULL}, synthetic, 24},
    {{"synthesizer", {"mode", "dense"}, NULL}, synthetic_dense, 24},
    {{"segtree", {NULL}, NULL}, softmax, 3}, // leaves alone tile what is beside a leaf
    {{"segtree", {"split", "pow2"}, NULL}, softmax, 3},
    {{"star", {NULL}, no_queries}, star_mean, 24},
    {{"luna", {"p", "1"}, no_queries}, mean_packed, 24},
    {{"luna", {"p", "5"}, no_queries}, mean_packed, 24},
    {{"reformer", {"published", "true", "rounds", "1", "buckets", "2"}, NULL}, sharp_softmax, 24},
    {{"sinkhorn", {"block", "6"}, NULL}, closed_sinkhorn, 24},
    {{"sinkhorn", {"block", "5"}, any_bias}, closed_sinkhorn, 24},
    {{"sinkhorn", {"block", "5", "sort", "softmax", "temperature", "2"}, any_bias}, closed_sinkhorn, 24},
    {{"sinkhorn", {"block", "1", "iterations", "1"}, any_bias}, closed_sinkhorn, 24},
    {{"sinkhorn", {"block", "23", "iterations", "30"}, any_bias}, closed_sinkhorn, 24},
    {{"sinkhorn", {"block", "9"}, NULL}, closed_sinkhorn, 4},
    {{"routing", {"clusters", "1"}, NULL}, normal_softmax, 24},
    {{"performer", {NULL}, no_keys}, mean_value, 24},
    {{"performer", {"kernel", "relu"}, no_features}, mean_value, 24},
    {{"performer", {"kernel", "relu", "features", "0"}, no_keys}, mean_value, 24},
    {{"linear", {NULL}, no_keys}, mean_value, 24},
    {{"agglomerative", {"classes", "1"}, NULL}, mean_value, 24},
    {{"lstm", {NULL}, NULL}, closed_lstm, 24},
    {{"lstm", {"forget_bias", "-2"}, NULL}, closed_lstm, 1},
    {{"lstm", {NULL}, no_gates}, nothing, 24},
    {{"bilstm", {NULL}, NULL}, closed_bilstm, 24},
    {{"bilstm", {"forget_bias", "3"}, NULL}, closed_bilstm, 5},
    {{"transformer-xl", {NULL}, NULL}, closed_transformer_xl, 24},
    {{"compressive", {NULL}, NULL}, closed_transformer_xl, 24},
    {{"etc", {"globals", "3", "radius", "4", "clip", "2"}, NULL}, closed_etc, 24},
    {{"etc", {"globals", "5", "radius", "0", "hard", "true"}, NULL}, closed_etc, 24},
    {{"etc", {"globals", "30"}, NULL}, closed_etc, 7},
    {{"s4d", {NULL}, NULL}, closed_s4d, 24}, // by a kernel; by the recurrence: if there are few states or one token
    {{"s4d", {NULL}, NULL}, closed_s4d, 99},
    {{"s4d", {"states", "4", "start", "inv"}, NULL}, closed_s4d, 100},
    {{"s4d", {"states", "10", "bidirectional", "false", "dt_min", "0.01"}, NULL}, closed_s4d, 33},
    {{"s4d", {"bidirectional", "false"}, NULL}, closed_s4d, 24}, // by a kernel that looks back alone
    {{"s4d", {NULL}, NULL}, closed_s4d, 1},
    {{"adaptive-span", {"span", "20", "ramp", "5"}, two_spans}, closed_adaptive_span, 24},
    {{"adaptive-span", {"span", "20", "ramp", "5"}, two_spans}, closed_adaptive_span, 90},
    {{"adaptive-span", {"span", "20", "ramp", "40"}, two_spans}, closed_adaptive_span, 24},
    {{"adaptive-span", {"span", "11", "start", "1"}, NULL}, closed_span_window, 70},
    {{"adaptive-span", {"start", "1"}, NULL}, closed_span_window, 24},
    {{"adaptive-span", {"ramp", "9"}, NULL}, closed_span_ramp, 70},
    {{"adaptive-span", {NULL}, NULL}, closed_span_ramp, 24},
    {{"adaptive-span", {NULL}, NULL}, closed_span_ramp, 1},
};

/* The first T rows of x and y. */
static void compare(const char *name, int T, const struct tf_mat *x, const struct tf_mat *y, const char *what) {
    double worst = 0;
    for (int i = 0; i < T; i++)
        for (int c = 0; c < C; c++) worst = most_of(worst, fabs((double)(x->v[i * x->ld + c] - y->v[i * y->ld + c])));
    print_message("    %-64s differs from %s by %.1e\n", name, what, worst);
    if (!(worst <= TOLERANCE)) fail_msg("%s differs from %s: %g", name, what, worst);
}

static void open_causal(struct layer *l, struct subject *s, const struct row *r, int T, bool causal) {
    *s = make_subject(r->mechanism, r->options);
    open_layer(l, s, T, C, H, causal);
    if (r->prepare) r->prepare(l);
}

static void open_row(struct layer *l, struct subject *s, const struct row *r, int T) { open_causal(l, s, r, T, false); }

/* Masked or not, with distances or not; only where the mechanism and its settings can be. */
static void equals_full(const struct row *r, int T, bool causal, bool alibi) {
    struct subject s, full;
    struct layer a, b;
    struct tf_err e = {0};
    open_causal(&a, &s, r, T, causal), open_causal(&b, &full, &(struct row){.mechanism = "transformer"}, T, causal);
    a.ctx.shape.alibi = b.ctx.shape.alibi = alibi;
    const unsigned needs = (causal ? TF_ATTN_CAUSAL : 0U) | (alibi ? TF_ATTN_ALIBI : 0U);
    if (!needs || ((s.attn->flags & needs) == needs && (!s.attn->check || !s.attn->check(s.opts, &a.ctx.shape, &e)))) {
        struct tf_mat *x = s.attn->forward(&a.ctx, layer_input(&a, 1 << 30)), *y = full.attn->forward(&b.ctx, layer_input(&b, 1 << 30));
        compare(s.name, T, x, y, causal ? "causal full attention" : "full attention");
    }
    close_layer(&a), close_layer(&b);
    tf_free(s.opts), tf_free(full.opts);
}

static void test_equals_full_attention(void **state) {
    (void)state;
    for (size_t i = 0; i < TF_COUNT(rows); i++)
        for (int how = 0; how < 4 && only_has(rows[i].mechanism); how++) equals_full(&rows[i], 24, how % 2, how / 2);
    if (only_has("segtree"))
        equals_full(&(struct row){"segtree", {"split", "pow2"}, NULL}, 3, true, false); // leaves of three tokens see no nodes
}

static void test_equals_closed_form(void **state) {
    (void)state;
    for (size_t i = 0; i < 2 * TF_COUNT(closed); i++) {
        const struct closed *r = &closed[i / 2];
        struct subject s;
        struct layer l;
        const bool pairs = r->want == closed_leaves || r->want == softmax || r->want == sharp_softmax;
        if (!only_has(r->row.mechanism) || (i % 2 && !(pairs && tf_attn_find(r->row.mechanism)->flags & TF_ATTN_ALIBI))) continue;
        open_row(&l, &s, &r->row, r->T);
        l.ctx.shape.alibi = i % 2;
        struct tf_mat *x = s.attn->forward(&l.ctx, layer_input(&l, 1 << 30)), *want = r->want(&l.ctx, layer_input(&l, 1 << 30));
        compare(s.name, want->rows, x, want, i % 2 ? "its closed form, with distances" : "its closed form");
        close_layer(&l), tf_free(s.opts);
    }
}

/* Dropout of probabilities does not apply to it, on either side of the number of landmarks. */
static void test_nystromformer_drops_nothing(void **state) {
    (void)state;
    for (int T = 24; T < 100 && only_has("nystromformer"); T += 60) {
        struct subject s;
        struct layer a, b;
        const struct row r = {.mechanism = "nystromformer"};
        open_row(&a, &s, &r, T);
        open_layer(&b, &s, T, C, H, false);
        a.t.train = true;
        compare(s.name, T, s.attn->forward(&a.ctx, layer_input(&a, 1 << 30)), s.attn->forward(&b.ctx, layer_input(&b, 1 << 30)),
                "evaluation");
        close_layer(&a), close_layer(&b);
        tf_free(s.opts);
    }
}

/* Of the layer's parameters, by a loss over its 24 tokens; tf_free frees them. */
static tf_real *gradients(struct layer *l, const struct subject *s) {
    int label[24];
    for (int i = 0; i < 24; i++) label[i] = i % C;
    l->t.grad = true, l->ctx.grads = tf_calloc(sizeof(tf_real) * l->pars.size);
    struct tf_mat *y = s->attn->forward(&l->ctx, layer_input(l, 1 << 30));
    tf_tape_backward(&l->t, tf_xent(&l->t, y, label, 24, NULL), 1);
    return l->ctx.grads;
}

/* Pairs that are seen whatever the leaves are teach no tree; those of a smaller window leave some. */
static void test_seen_pairs_teach_nothing(void **state) {
    (void)state;
    static const struct row all[] = {{"tf-a", {"height", "3", "window", "46", "gradient", "dense"}, NULL},
                                     {"tf-a", {"height", "3", "global_tokens", "24", "gradient", "dense"}, NULL},
                                     {"tf-a", {"height", "3", "window", "46", "gradient", "sampled"}, NULL},
                                     {"tf-a", {"height", "3", "window", "5", "global_tokens", "2"}, NULL},
                                     {"kary-tf-a", {"branching", "4,3", "window", "5"}, NULL}};
    for (size_t i = 0; i < TF_COUNT(all); i++) {
        struct subject s;
        struct layer l;
        open_row(&l, &s, &all[i], 24);
        tf_real *grads = gradients(&l, &s);
        double sum = 0;
        for (int p = 0; p < l.pars.n; p++)
            for (int j = 0; strstr(l.pars.p[p].name, "tree") && j < l.pars.p[p].rows * l.pars.p[p].cols; j++)
                sum += fabs((double)grads[l.pars.p[p].off + (size_t)j]);
        if ((sum > 0) != (i > 2)) fail_msg("%s: the trees' gradient sums to %g", s.name, sum);
        tf_free(grads), close_layer(&l), tf_free(s.opts);
    }
}

/* Means beside a path: their probabilities of large scores are the same on the way back. */
static void test_large_scores_have_gradients(void **state) {
    (void)state;
    struct subject s;
    struct layer l;
    if (!only_has("tf-a")) return;
    open_row(&l, &s, &(struct row){"tf-a", {"height", "3", "path_means", "true", "gradient", "none"}, NULL}, 24);
    for (int p = 0; p < l.pars.n; p++)
        for (int j = 0; strstr(l.pars.p[p].name, "query.weight") && j < l.pars.p[p].rows * l.pars.p[p].cols; j++)
            l.pars.v[l.pars.p[p].off + (size_t)j] *= (tf_real)1e12;
    tf_real *grads = gradients(&l, &s);
    for (size_t i = 0; i < l.pars.size; i++) assert_true(isfinite(grads[i]) && fabs((double)grads[i]) < 1e15);
    tf_free(grads), close_layer(&l), tf_free(s.opts);
}

/* Scores that overflow show in the output, whether or not other keys join the leaf's. */
static void test_overflow_shows(void **state) {
    (void)state;
    for (int joined = 0; joined < 2 && only_has("tf-a"); joined++) {
        struct subject s;
        struct layer l;
        open_row(&l, &s, &(struct row){"tf-a", {"height", "2", "window", joined ? "4" : "0"}, NULL}, 24);
        set_all(&l, "query.weight", sizeof(tf_real) > 4 ? 1e200 : 1e30), set_all(&l, "key.weight", sizeof(tf_real) > 4 ? 1e200 : 1e30);
        const struct tf_mat *y = s.attn->forward(&l.ctx, layer_input(&l, 1 << 30));
        for (int i = 0; i < 24 * C; i++) assert_true(isnan(y->v[i]));
        close_layer(&l), tf_free(s.opts);
    }
}

/* A step may lead a span beyond its limits. */
static void test_spans_are_clamped(void **state) {
    (void)state;
    static const tf_real after[][2] = {{(tf_real)-0.3, 0}, {(tf_real)1.7, 1}, {(tf_real)0.4, (tf_real)0.4}};
    for (size_t i = 0; i < TF_COUNT(after) && only_has("adaptive-span"); i++) {
        struct subject s;
        struct layer l;
        open_row(&l, &s, &(struct row){.mechanism = "adaptive-span"}, 24);
        set_all(&l, "span.share", (double)after[i][0]);
        s.attn->absorb(s.opts, &l.pars, l.ctx.prefix, NULL);
        const struct tf_mat *share = tf_ctx_param(&l.ctx, "span.share");
        for (int h = 0; h < H; h++) assert_true(share->v[h] == after[i][1]);
        close_layer(&l), tf_free(s.opts);
    }
}

static void test_every_mechanism_has_one(void **state) {
    (void)state;
    for (int m = 0; tf_attns[m]; m++) {
        bool found = !only_has(tf_attns[m]->name);
        for (size_t i = 0; i < TF_COUNT(rows); i++) found |= !strcmp(rows[i].mechanism, tf_attns[m]->name);
        for (size_t i = 0; i < TF_COUNT(closed); i++) found |= !strcmp(closed[i].row.mechanism, tf_attns[m]->name);
        if (!found) fail_msg("%s has no limit case", tf_attns[m]->name);
    }
}

int main(int argc, char **argv) {
    only_of(argc, argv);
    tf_num_init();
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_equals_full_attention),
                                       cmocka_unit_test(test_equals_closed_form),
                                       cmocka_unit_test(test_nystromformer_drops_nothing),
                                       cmocka_unit_test(test_seen_pairs_teach_nothing),
                                       cmocka_unit_test(test_spans_are_clamped),
                                       cmocka_unit_test(test_large_scores_have_gradients),
                                       cmocka_unit_test(test_overflow_shows),
                                       cmocka_unit_test(test_every_mechanism_has_one)};
    return cmocka_run_group_tests_name("limits", tests, NULL, NULL);
}
