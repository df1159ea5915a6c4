/* Synthesizer.   Cost O(T^2 (r + D)) per head, still quadratic; memory O(T).
 * Tay et al. 2020, arXiv:2005.00743 sec. 3:  o (T,D) = softmax(B) v, where B (T,T) is made without comparing tokens:
 *     random   B_ij = <a_i, b_j>, a, b (max_len,r) learned rows of positions i and j: the paper's factorised random Synthesizer
 *     dense    B_ij = <relu(x_i W + w), b_j>, b (max_len,D): its dense Synthesizer
 * dot adds the scores of full attention, <q_i, k_j> / sqrt(D): the paper's mixtures, "vanilla + random" and "vanilla + dense".
 * So B is always a product of T rows with T rows, it is never stored, and the kernel of full attention computes o.
 * Differs from the paper: W and w are one layer-wide projection whose columns the heads share out; b_j has no bias, as in the Arena's code. The
 * Arena's Synthesizer is `dot: true` with an unfactorised random B, (max_len,max_len) parameters per head. */
#include "attn/attn.h"

enum { RANDOM, DENSE };
struct options {
    int mode, rank;
    bool dot;
};

static const struct tf_opt opts[] = {
    {"mode", TF_CHOICE, offsetof(struct options, mode), "random", 0, 0, "random|dense",
     "scores from positions alone, or from each query's token"},
    {"rank", TF_INT, offsetof(struct options, rank), "32", 1, 4096, NULL, "rank r of random scores"},
    {"dot", TF_BOOL, offsetof(struct options, dot), "false", 0, 0, NULL, "add the scores of full attention"},
    {0}};

/* All heads' factors of B: A (queries,H r), b (max_len,H r), r columns per head. */
struct factors {
    struct tf_mat *A, *b, *Q, *K;
    int r;
};

static struct factors factors(const struct tf_ctx *c, struct tf_mat *X) {
    const struct options *o = c->opts;
    struct tf_mat *x = tf_ctx_queries(c, X);
    struct factors f = {.b = tf_ctx_param(c, "synthetic.key"), .r = o->mode == RANDOM ? o->rank : TF_HEAD_DIM(&c->shape)};
    f.A = o->mode == RANDOM ? tf_ctx_param(c, "synthetic.query") : tf_relu(c->tape, tf_ctx_project(c, x, "synthetic.hidden"));
    if (o->dot) f.Q = tf_ctx_project(c, x, "query"), f.K = tf_ctx_project(c, X, "key");
    return f;
}

static struct tf_mat *attend(const struct tf_head *h, const struct factors *f, struct tf_mat *v) {
    const struct options *o = h->ctx->opts;
    struct tf_tape *t = h->ctx->tape;
    const int from = h->head * f->r;
    struct tf_attend_arg arg = tf_head_attend_arg(h);
    struct tf_mat *a = o->mode == RANDOM ? tf_view(t, f->A, 0, h->ctx->cls_query_only ? 1 : h->T, from, f->r) : tf_head_queries(h, f->A);
    struct tf_mat *b = tf_view(t, f->b, 0, h->T, from, f->r);
    if (o->dot) {
        a = tf_beside(t, tf_head_queries(h, f->Q), tf_scale(t, a, (tf_real)(1 / arg.scale)));
        b = tf_beside(t, tf_head_slice(h, f->K), b);
    } else arg.scale = 1;
    return tf_attend(t, a, b, v, tf_head_index(h), &arg, NULL);
}

static struct tf_mat *forward(const struct tf_ctx *c, struct tf_mat *X) {
    const struct factors f = factors(c, X);
    struct tf_mat *V = tf_ctx_project(c, X, "value");
    const int H = c->shape.H, n = c->pack->n_seq * H;
    struct tf_mat **part = tf_arena_alloc(&c->tape->arena, sizeof(struct tf_mat *) * (size_t)n);
    for (int i = 0; i < n; i++) {
        const struct tf_head h = tf_head_at(c, i / H, i % H);
        part[i] = attend(&h, &f, tf_head_slice(&h, V));
        c->tape->pairs_full += (double)h.tokens * h.tokens;
    }
    return tf_ctx_project(c, tf_join_heads(c, part), "output");
}

static void params(struct tf_decl *d, const struct tf_shape *s, const void *options) {
    const struct options *o = options;
    const int cols = o->mode == RANDOM ? s->H * o->rank : TF_QKV(s);
    if (o->mode == RANDOM) tf_declare(d, "synthetic.query", s->max_len, cols, TF_INIT_XAVIER, 1, 0);
    else tf_declare_dense(d, s, "synthetic.hidden");
    tf_declare(d, "synthetic.key", s->max_len, cols, TF_INIT_XAVIER, 1, 0);
    if (o->dot) tf_declare_dense(d, s, "query"), tf_declare_dense(d, s, "key");
    tf_declare_dense(d, s, "value"), tf_declare_output(d, s, "output");
}

/* Projections of all tokens beside the output's, and what a pair costs: scores of r + D or r numbers, and the values. */
static int projections(const struct options *o) { return 1 + (o->mode == DENSE) + 2 * o->dot; }

static double core(const struct options *o, double T, double keys, double e) {
    const double r = (o->mode == RANDOM ? o->rank : e) + (o->dot ? e : 0);
    return T * keys * (2 * r + 2 * e + 5);
}

static double keys(const struct tf_cost *s) { return s->causal ? (s->T + 1) / 2.0 : s->T; } // of a query, on average

static double flops_layer(const void *options, const struct tf_cost *s) {
    const double e = (double)TF_QKV(s) / s->H;
    return projections(options) * tf_flops_in(s) + tf_flops_out(s) + s->H * core(options, s->T, keys(s), e);
}

static double flops_paper(const void *options, const struct tf_cost *s) {
    const double e = (double)TF_QKV(s) / s->H;
    return projections(options) * tf_flops_paper_dense(s->T, e) + core(options, s->T, keys(s), e);
}

static double kept(const void *options, const struct tf_cost *s) { // values, and keys where queries look at them
    return (((const struct options *)options)->dot ? 2.0 : 1.0) * s->T * TF_QKV(s);
}

const struct tf_attn tf_attn_synthesizer = {
    .name = "synthesizer",
    .title = "Synthesizer",
    .paper = "arXiv:2005.00743 sec. 3",
    .not_rotary = "its scores are not of queries and keys",
    .equation =
        "o = softmax(B) v,  random: B_ij = <a_i, b_j> of learned positions;  dense: B_ij = <relu(x_i W + w), b_j>;  dot: + <q_i, k_j> / sqrt(D)",
    .flags = TF_ATTN_CAUSAL,
    .cls_query_only = true,
    .opts = opts,
    .opts_size = sizeof(struct options),
    .params = params,
    .forward = forward,
    .flops_layer = flops_layer,
    .flops_paper = flops_paper,
    .kept = kept};
