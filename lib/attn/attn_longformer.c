/* Longformer.   Cost O(T (w + g) D) per head.
 * Beltagy et al. 2020, arXiv:2004.05150 sec. 3.1:  o_i = softmax_j(<q_i, k_j> / sqrt(D)) v_j over |i - j| <= w/2 (dilated by d: over
 * i - j = m d with |m| <= w/2), and over all j for the first g tokens, which all tokens attend to. Causal: the same with j <= i.
 *
 * Global tokens are the first g, not chosen by task. The paper's second set of projections, with which global tokens attend, is an
 * option; it starts from draws of its own (the paper copies the first set's values). The published LRA code has no dilation. */
#include <limits.h>
#include <math.h>
#include "attn/patterns.h"

struct options {
    int window, dilation, dilated_heads, global_tokens;
    bool global_projections;
};

static const struct tf_opt opts[] = {
    {"window", TF_INT, offsetof(struct options, window), "512", 0, 1 << 20, NULL, "window w: w/2 tokens to either side"},
    {"dilation", TF_INT, offsetof(struct options, dilation), "1", 1, 1024, NULL, "tokens d from one key of the window to the next"},
    {"dilated_heads", TF_INT, offsetof(struct options, dilated_heads), "0", 0, 1024, NULL, "the first heads, which dilate; 0: all do"},
    {"global_tokens", TF_INT, offsetof(struct options, global_tokens), "1", 0, 1 << 16, NULL,
     "the first g tokens attend to all tokens, and all attend to them"},
    {"global_projections", TF_BOOL, offsetof(struct options, global_projections), "false", 0, 0, NULL,
     "separate projections for the attention of the global tokens"},
    {0}};

static int globals(const struct options *o, int T) { return o->global_tokens < T ? o->global_tokens : T; }

static int pattern(const struct tf_pattern *p, const struct tf_attn_index *out[TF_PATTERN_MAX]) {
    const struct options *o = p->opts;
    int n = 0, g = globals(o, p->T), d = !o->dilated_heads || p->head < o->dilated_heads ? o->dilation : 1, half = o->window / 2 * d;
    if (g < p->T) out[n++] = tf_attn_index_window(p->arena, g, p->T, p->causal ? 0 : -half, half, d);
    if (g) out[n++] = tf_attn_index_global(p->arena, p->T, g, p->causal);
    return n;
}

/* The global tokens' own attention, with q, k, v of the second projections; the other rows are 0. */
static int global_rows(const struct tf_pattern *p, const struct tf_attn_index *out[TF_PATTERN_MAX]) {
    struct tf_attn_index *all = tf_attn_index_global(p->arena, p->T, globals(p->opts, p->T), p->causal);
    all->n_blocks = 1;
    out[0] = all;
    return 1;
}

/* As `pattern`, without the global tokens as queries. */
static int other_rows(const struct tf_pattern *p, const struct tf_attn_index *out[TF_PATTERN_MAX]) {
    int n = pattern(p, out);
    struct tf_attn_index *columns = tf_arena_alloc(p->arena, sizeof *columns);
    *columns = *out[n - 1];
    columns->n_blocks--, columns->blocks++;
    out[n - 1] = columns;
    return n;
}

static struct tf_mat *forward(const struct tf_ctx *c, struct tf_mat *X) {
    const struct options *o = c->opts;
    if (!o->global_projections || !o->global_tokens) return tf_pattern_forward(c, X);
    static const char *const name[] = {"query", "key", "value", "query_global", "key_global", "value_global"};
    struct tf_mat *P[6], **part = tf_arena_alloc(&c->tape->arena, sizeof *part * (size_t)(c->pack->n_seq * c->shape.H));
    for (int i = 0; i < 6; i++) P[i] = tf_ctx_project(c, X, name[i]);
    for (int i = 0; i < c->pack->n_seq * c->shape.H; i++) {
        struct tf_head h = tf_head_at(c, i / c->shape.H, i % c->shape.H), g = h;
        h.q = tf_head_slice(&h, P[0]), h.k = tf_head_slice(&h, P[1]), h.v = tf_head_slice(&h, P[2]);
        g.q = tf_head_slice(&g, P[3]), g.k = tf_head_slice(&g, P[4]), g.v = tf_head_slice(&g, P[5]);
        part[i] = tf_add(c->tape, tf_pattern_attend(&h, other_rows), tf_pattern_attend(&g, global_rows)); // no row in both
        c->tape->pairs_full += (double)h.tokens * h.tokens;
    }
    return tf_ctx_project(c, tf_join_heads(c, part), "output");
}

static void params(struct tf_decl *d, const struct tf_shape *s, const void *options) {
    static const char *const name[] = {"query_global", "key_global", "value_global"};
    const struct options *o = options;
    tf_declare_qkvo(d, s);
    for (int i = 0; o->global_projections && o->global_tokens && i < 3; i++) tf_declare_dense(d, s, name[i]);
}

static double more_projections(const void *options) {
    const struct options *o = options;
    return o->global_projections && o->global_tokens ? 3 : 0;
}

static double flops_layer(const void *options, const struct tf_cost *s) {
    return tf_pattern_flops_layer(options, s, pattern) + more_projections(options) * tf_flops_in(s);
}

static double flops_paper(const void *options, const struct tf_cost *s) { // not in the papers' table: their count with this pattern's pairs
    return tf_pattern_flops_paper(options, s, pattern) + more_projections(options) * tf_flops_paper_dense(s->T, (double)TF_QKV(s) / s->H);
}

static double kept(const void *options, const struct tf_cost *s) {
    const struct options *o = options;
    const bool all = o->global_tokens && !s->causal, own = more_projections(options) > 0; // global queries see every row
    const double share = o->dilated_heads ? (double)o->dilated_heads / s->H : 1, reach = o->window / 2 * (s->causal ? 1 : 2);
    const double near = 1.0 + reach + o->global_tokens, far = near + reach * (o->dilation - 1); // all from the first to the last
    const double rows = share * fmin(far, s->T) + (1 - share) * fmin(near, s->T), whole = s->T;
    return 2 * (own ? rows + (all ? whole : fmin(o->global_tokens, whole)) : all ? whole : rows) * TF_QKV(s);
}

static int check(const void *options, const struct tf_shape *s, struct tf_err *e) {
    const struct options *o = options;
    if (o->dilated_heads > s->H) return tf_fail(e, TF_BAD, "dilated_heads %d: more than the heads, %d", o->dilated_heads, s->H);
    if (!o->global_projections || o->global_tokens) return 0;
    return tf_fail(e, TF_BAD, "global_projections are for global tokens, and global_tokens is 0: set one or the other");
}

const struct tf_attn tf_attn_longformer = {
    .name = "longformer",
    .title = "Longformer",
    .paper = "arXiv:2004.05150 sec. 3.1",
    .equation = "o_i = softmax_j(<q_i, k_j> / sqrt(D)) v_j over |i - j| <= w/2, and over all j where i or j is one of the first g tokens",
    .flags = TF_ATTN_CAUSAL | TF_ATTN_ROTARY | TF_ATTN_ALIBI,
    .opts = opts,
    .opts_size = sizeof(struct options),
    .check = check,
    .params = params,
    .forward = forward,
    .pattern = pattern,
    .flops_layer = flops_layer,
    .flops_paper = flops_paper,
    .kept = kept};
