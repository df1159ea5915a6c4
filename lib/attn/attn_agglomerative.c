/* Agglomerative attention.   Cost O(T C) beside the projections; memory O(T).
 * Spellings 2019, arXiv:1907.06607: tokens are dealt softly to m classes, and a token reads the classes' summaries,
 *     c_r (T,m) = softmax(X W_r + b_r),   c_q (T,m) = softmax(X W_q + b_q),   X (T,C),
 *     a_i^k (C/m) = sum_t c_r[t,k] X_t P_k / sum_t c_r[t,k],   P_k (C,C/m), t over all tokens, or t <= i when causal ("masked"),
 *     o_i (C) = Q concat_k(c_q[i,k] a_i^k),   Q (C,C).
 * Classes take the place of heads. P and Q have no bias, as in the paper; all P_k are one matrix here. A class that no token so far
 * belongs to (weight 0 in floating point) gives 0. Dropout of probabilities does not apply: none is between two tokens.
 * The author's code (keras-transformer) differs: it has one map for both, W_q = W_r and b_q = b_r (the paper's numbers of weights fit two), the
 * latter normal at first, not 0; its sum over t of c_r is at least 1e-3; and dropout falls on c_q a before Q. */
#include "attn/attn.h"

struct options {
    int classes;
};

static const struct tf_opt opts[] = {
    {"classes", TF_INT, offsetof(struct options, classes), "0", 0, 1024, NULL, "classes m, a divisor of the width; 0: as many as heads"},
    {0}};

static int classes_of(const void *options, int H) {
    const struct options *o = options;
    return o->classes ? o->classes : H;
}

static int check(const void *options, const struct tf_shape *s, struct tf_err *e) {
    int m = classes_of(options, s->H);
    return TF_QKV(s) % m ? tf_fail(e, TF_BAD, "classes: %d do not divide the width %d", m, TF_QKV(s)) : 0;
}

static void params(struct tf_decl *d, const struct tf_shape *s, const void *options) {
    int m = classes_of(options, s->H);
    tf_declare(d, "class.key.weight", m, s->C, TF_INIT_XAVIER, 1, 0); // W_r transposed
    tf_declare(d, "class.key.bias", 1, m, TF_INIT_ZERO, 0, TF_PAR_NO_DECAY);
    tf_declare(d, "class.query.weight", m, s->C, TF_INIT_XAVIER, 1, 0); // W_q transposed
    tf_declare(d, "class.query.bias", 1, m, TF_INIT_ZERO, 0, TF_PAR_NO_DECAY);
    tf_declare(d, "value.weight", TF_QKV(s), s->C, TF_INIT_XAVIER, 1, 0); // row k qkv/m + j: column j of P_k
    tf_declare(d, "output.weight", s->C, TF_QKV(s), TF_INIT_XAVIER, 1, 0);
}

static struct tf_mat *forward(const struct tf_ctx *c, struct tf_mat *X) {
    struct tf_tape *t = c->tape;
    const int n = c->pack->n_seq, W = TF_QKV(&c->shape), m = classes_of(c->opts, c->shape.H);
    struct tf_mat *r = tf_softmax(t, tf_ctx_project(c, X, "class.key")),
                  *q = tf_softmax(t, tf_ctx_project(c, X, "class.query"));                                                     // (rows,m)
    struct tf_mat *p = tf_ctx_project(c, X, "value"), **part = tf_arena_alloc(&t->arena, sizeof(struct tf_mat *) * (size_t)n); // (rows,C)
    for (int s = 0; s < n; s++) {
        const int at = c->pack->off[s], T = c->pack->off[s + 1] - at;
        part[s] = tf_class_pool(t, tf_view(t, q, at, T, 0, m), tf_view(t, r, at, T, 0, m), tf_view(t, p, at, T, 0, W), c->shape.causal);
        t->pairs_full += (double)c->shape.H * T * T;
    }
    struct tf_ctx whole = *c; // the sequences are joined as one head
    whole.shape.H = 1;
    return tf_ctx_project(c, tf_join_heads(&whole, part), "output");
}

static double flops_layer(const void *options, const struct tf_cost *s) {
    const double T = s->T, C = s->C, W = TF_QKV(s), m = classes_of(options, s->H);
    return 2 * T * C * 2 * W + 2 * T * m * (2 * C + 1) + 10 * T * m + (s->causal ? T * (4 * W + m) : T * (3 * W + m) + W);
}

/* In the manner of the other mechanisms: values, two class logits and softmaxes, sums and their use. */
static double flops_paper(const void *options, const struct tf_cost *s) {
    double e = (double)TF_QKV(s) / s->H, n = s->T, m = (double)classes_of(options, s->H) / s->H;
    return tf_flops_paper_dense(n, e) + 2 * n * m * (2 * e + 1 + 5) + n * (3 * e + m);
}

static double kept(TF_UNUSED const void *options, const struct tf_cost *s) {
    return TF_QKV(s);
} // a mean per class, each of its own channels

const struct tf_attn tf_attn_agglomerative = {
    .name = "agglomerative",
    .title = "Agglomerative attention",
    .paper = "arXiv:1907.06607",
    .not_rotary = "tokens are compared with no single tokens but with means over classes",
    .equation = "o_i = Q concat_k(c_q[i,k] a_i^k),  a_i^k = sum_t c_r[t,k] X_t P_k / sum_t c_r[t,k],  c_r, c_q (T,m) = softmax(X W + b)",
    .flags = TF_ATTN_CAUSAL | TF_ATTN_NO_DROPOUT,
    .opts = opts,
    .opts_size = sizeof(struct options),
    .check = check,
    .params = params,
    .forward = forward,
    .flops_layer = flops_layer,
    .flops_paper = flops_paper,
    .kept = kept};
