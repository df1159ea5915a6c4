/* Luna.   Cost O(T p D) per head.
 * Ma et al. 2021, arXiv:2106.01540 sec. 3.1. A carried sequence P of p extra rows packs the tokens X, the tokens unpack it:
 *
 *     Y_P (p,C) = Attn(P, X)        Y_X (T,C) = Attn(X, Y_P)        Attn(A, B) = softmax(A W_Q (B W_K)^T / sqrt(D)) B W_V
 *
 * with projections apart for the two and, as in the published code, an output projection for Y_X alone. P + Y_P is passed to the next layer.
 * Softmax in both: the elu form is the paper's for causal attention only. P starts learned: layer 0 owns `packed` (p,C) and adds it to the
 * extra rows' input there, which is zero (under norm: pre the norm's bias), and to their output, so that the residual stream holds P + Y_P.
 *
 * Differences: the block's feed-forward layer runs on P's rows too, where the paper's has tokens only; P has the tokens' layer norms, where the published
 * code has norms of its own for it; it has p rows also where sequences are shorter; layer 0's P is not normalised, and in training the block's dropout
 * falls on it, too. */
#include "attn/graph_attn.h"
#include "num/tree.h"

struct options {
    int p;
    bool tied;
};

static const struct tf_opt opts[] = {
    {"p", TF_INT, offsetof(struct options, p), "16", 1, 4096, NULL, "rows of the packed sequence (the paper's l)"},
    {"tied", TF_BOOL, offsetof(struct options, tied), "false", 0, 0, NULL, "keys are values: one projection for both"},
    {0}};

static int check(TF_UNUSED const void *options, const struct tf_shape *s, struct tf_err *e) {
    return TF_QKV(s) == s->C
               ? 0
               : tf_fail(e, TF_BAD, "Y_P continues as rows of %d channels, so qkv_dim must equal dim, not %d: write qkv_dim: 0", s->C,
                         s->qkv);
}

static void params(struct tf_decl *d, const struct tf_shape *s, const void *options) {
    const struct options *o = options;
    static const char *const name[] = {"pack.query", "pack.key", "query", "key", "output", "pack.value", "value"};
    for (int i = 0; i < (o->tied ? 5 : 7); i++) tf_declare_dense(d, s, name[i]);
    if (s->layer == 0) tf_declare(d, "packed", o->p, s->C, TF_INIT_NORMAL, 1, TF_PAR_NO_DECAY);
}

static struct tf_mat *initial(const struct tf_ctx *c, int p) { // `packed` once per sequence (n_seq p,C)
    struct tf_row_slices *part = tf_arena_alloc(&c->tape->arena, sizeof *part * (size_t)c->pack->n_seq);
    struct tf_mat *packed = tf_ctx_param(c, "packed");
    for (int s = 0; s < c->pack->n_seq; s++) part[s] = (struct tf_row_slices){packed, 0, p};
    return tf_gather_rows(c->tape, c->pack->n_seq, part);
}

static struct tf_mat *forward(const struct tf_ctx *c, struct tf_mat *input) {
    const struct options *o = c->opts;
    const struct tf_ctx *few = tf_ctx_part(c, o->p), *tokens = tf_ctx_part(c, -1);
    struct tf_mat *X = tf_take_rows(c, input, false), *P = tf_take_rows(c, input, true); // (sum T,C), (n_seq p,C)
    struct tf_mat *start = c->shape.layer == 0 ? initial(c, o->p) : NULL;
    if (start) P = tf_add(c->tape, P, start);
    struct tf_mat *K = tf_ctx_project(c, X, "pack.key"), *V = o->tied ? K : tf_ctx_project(c, X, "pack.value");
    struct tf_mat *YP = tf_attend_parts(few, tokens, tf_ctx_project(c, P, "pack.query"), K, V, 0); // (n_seq p,C)
    K = tf_ctx_project(c, YP, "key"), V = o->tied ? K : tf_ctx_project(c, YP, "value");
    struct tf_mat *YX = tf_attend_parts(tokens, few, tf_ctx_project(c, X, "query"), K, V, 1); // (sum T,C)
    tf_ctx_full_pairs(c);
    return tf_merge_rows(c, tf_ctx_project(c, YX, "output"), start ? tf_add(c->tape, YP, start) : YP);
}

static int aux_rows(const void *options, TF_UNUSED int T) { return ((const struct options *)options)->p; }

static double flops_layer(const void *options, const struct tf_cost *s) {
    const struct options *o = options;
    double rows = (o->tied ? 3.0 : 4.0) * s->T + (o->tied ? 2.0 : 3.0) * o->p;
    return rows * s->C * (2.0 * s->C + !s->no_bias) + 2 * s->H * tf_flops_paper_core(s->T, o->p, (double)TF_QKV(s) / s->H);
}

static double flops_paper(const void *options, const struct tf_cost *s) { // projections of both attentions without the output's, two cores
    const struct options *o = options;
    double e = (double)TF_QKV(s) / s->H, rows = (o->tied ? 2.0 : 3.0) * s->T + (o->tied ? 2.0 : 3.0) * o->p;
    return tf_flops_paper_dense(rows, e) + 2 * tf_flops_paper_core(s->T, o->p, e);
}

static double kept(const void *options, const struct tf_cost *s) { // tied: values are the keys
    const struct options *o = options;
    return (o->tied ? 1.0 : 2.0) * o->p * TF_QKV(s);
}

const struct tf_attn tf_attn_luna = {
    .name = "luna",
    .title = "Luna",
    .not_causal = "the packed sequence reads all tokens",
    .paper = "arXiv:2106.01540 sec. 3.1",
    .not_rotary = "the packed sequence that tokens are compared with has no positions",
    .equation = "Y_P = Attn(P, X),  Y_X = Attn(X, Y_P),  Attn(A, B) = softmax(A W_Q (B W_K)^T / sqrt(D)) B W_V,  P (p,C)",
    .opts = opts,
    .opts_size = sizeof(struct options),
    .check = check,
    .params = params,
    .aux_rows = aux_rows,
    .forward = forward,
    .flops_layer = flops_layer,
    .flops_paper = flops_paper,
    .kept = kept};
