/* Transformer-XL's attention with relative positions.   Cost O(T^2 (D + C)) per head.
 * Dai et al. 2019, arXiv:1901.02860 sec. 3.3:
 *     s_ij = (<q_i + u, k_j> + <q_i + w, W_R R_{i-j}>) / sqrt(D),   o_i = softmax_j(s_ij) v_j,   R_d (C) = sin and cos of d 10000^(-2m/C),
 * W_R (D,C), u, w (D) of each head learned. R_{i-j} is R_j turned by i: with p_i = W_R^T (q_i + w) (C) the second term is <p_i turned by i, (cos, sin) of j>,
 * rotary attention (arXiv:2104.09864) to keys that are positions. So it goes into C further columns of queries and keys, and nothing is shifted; u's term, the
 * same for all queries, into one more. Sine and cosine alternate in R here, which only orders W_R's columns.
 * Differs from the paper: no memory of the segment before; u and w of each layer their own (the code's `untie_r`); projections have biases where the
 * model's have. Positions are of rows, so that `model.position` may be none. */
#include "attn/attn.h"

static void params(struct tf_decl *d, const struct tf_shape *s, TF_UNUSED const void *opts) {
    tf_declare_qkvo(d, s);
    tf_declare(d, "relative.weight", s->H * s->C, TF_HEAD_DIM(s), TF_INIT_XAVIER, 1, 0);             // rows h C..: W_R^T of head h
    tf_declare(d, "relative.content", s->H, TF_HEAD_DIM(s), TF_INIT_NORMAL, 0.02, TF_PAR_NO_DECAY);  // u
    tf_declare(d, "relative.position", s->H, TF_HEAD_DIM(s), TF_INIT_NORMAL, 0.02, TF_PAR_NO_DECAY); // w
    tf_declare(d, "distance.rotary", s->max_len, s->C - s->C % 2, TF_INIT_ROTARY, 10000, TF_PAR_BUFFER);
}

static struct tf_mat *ones(struct tf_tape *t, int n) { // (n,1)
    struct tf_mat *m = tf_const(t, n, 1);
    for (int i = 0; i < n; i++) m->v[i] = 1;
    return m;
}

static struct tf_mat *head(const struct tf_head *h) {
    const struct tf_ctx *c = h->ctx;
    struct tf_tape *t = c->tape;
    const int C = c->shape.C, D = TF_HEAD_DIM(&c->shape), T = h->T;
    struct tf_mat *W = tf_view(t, tf_ctx_param(c, "relative.weight"), h->head * C, C, 0, D), *table = tf_ctx_param(c, "distance.rotary");
    struct tf_mat *u = tf_view(t, tf_ctx_param(c, "relative.content"), h->head, 1, 0, D),
                  *w = tf_view(t, tf_ctx_param(c, "relative.position"), h->head, 1, 0, D);
    int *pos = tf_arena_alloc(&t->arena, sizeof *pos * (size_t)T);
    for (int i = 0; i < T; i++) pos[i] = i;
    struct tf_mat *p = tf_linear(t, h->q, W, tf_linear(t, w, W, NULL)); // (T,C)
    p = tf_view(t, tf_rotate(t, p, 1, pos, table), 0, T, 0, table->cols);
    struct tf_mat *q = tf_beside(t, tf_beside(t, h->q, ones(t, T)), p), // (T,D + 1 + C)
        *k = tf_beside(t, tf_beside(t, h->k, tf_linear(t, h->k, u, NULL)), tf_view(t, table, 0, T, 0, table->cols));
    struct tf_attend_arg arg = tf_head_attend_arg(h);
    return tf_attend(t, q, k, h->v, tf_head_index(h), &arg, NULL);
}

static struct tf_mat *forward(const struct tf_ctx *c, struct tf_mat *X) { return tf_per_head(c, X, head); }

static double pairs_of(const struct tf_cost *s) { return s->causal ? s->T * (s->T + 1.0) / 2 : (double)s->T * s->T; }

static double flops_head(TF_UNUSED const void *opts, const struct tf_cost *s) {
    const double T = s->T, D = TF_HEAD_DIM(s), C = s->C, pairs = pairs_of(s);
    return T * C * (2 * D + 1) + 2 * C * D + 2 * T * D + pairs * (4 * D + 2 * (1 + s->C - s->C % 2) + 5);
}

/* As published: W_R R of T distances first, then one more product of e numbers per pair. */
static double flops_paper(TF_UNUSED const void *opts, const struct tf_cost *s) {
    const double e = TF_HEAD_DIM(s), pairs = pairs_of(s);
    return 4 * tf_flops_paper_dense(s->T, e) + tf_flops_paper_core(pairs, 1, e) + 2 * pairs * e;
}

const struct tf_attn tf_attn_transformer_xl = {
    .name = "transformer-xl",
    .title = "Transformer-XL",
    .paper = "arXiv:1901.02860 sec. 3.3",
    .not_rotary = "it has relative positions of its own",
    .equation = "o_i = softmax_j((<q_i + u, k_j> + <q_i + w, W_R R_{i-j}>) / sqrt(D)) v_j,  R_d = sinusoids of the distance d",
    .flags = TF_ATTN_CAUSAL,
    .params = params,
    .forward = forward,
    .flops_head = flops_head,
    .flops_paper = flops_paper};
