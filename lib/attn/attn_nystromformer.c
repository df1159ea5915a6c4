/* Nyströmformer.   Cost O(T m D + m^3) per head; memory O(T D + m^2), in training m^2 for each step of pinv.
 * Xiong et al. 2021, arXiv:2102.03902 alg. 1:
 *     o (T,D) = softmax(q K~^T / sqrt(D)) pinv(softmax(Q~ K~^T / sqrt(D))) softmax(Q~ k^T / sqrt(D)) v + conv(v),  q, k, v (T,D),
 * Q~, K~ (m,D) the landmarks: means of m segments of the sequence's queries and keys; pinv by the paper's iteration (tf_pinv). conv: a filter
 * of `conv` tokens for each head. A sequence of at most m tokens gets full attention, as in the published code.
 * Differs from the paper: a length that m does not divide is not padded, its segments' lengths differ by one. Dropout of probabilities does not
 * apply, as in the published code: pinv needs rows that sum to 1. */
#include "attn/attn.h"

struct options {
    int landmarks, steps, conv;
};

static const struct tf_opt opts[] = {
    {"landmarks", TF_INT, offsetof(struct options, landmarks), "64", 1, 4096, NULL, "landmarks m: segments of the sequence"},
    {"steps", TF_INT, offsetof(struct options, steps), "6", 1, 20, NULL, "steps of the iteration for the pseudo-inverse"},
    {"conv", TF_INT, offsetof(struct options, conv), "35", 0, 4095, NULL, "tokens that the convolution of the values sees: odd; 0: none"},
    {0}};

static int check(const void *options, TF_UNUSED const struct tf_shape *s, struct tf_err *e) {
    const struct options *o = options;
    return o->conv && o->conv % 2 == 0 ? tf_fail(e, TF_BAD, "conv: %d is even: the filter's middle is the token itself", o->conv) : 0;
}

static struct tf_mat *segments(struct tf_tape *t, struct tf_mat *x, int m) { // the means of m segments of rows
    int *of = tf_arena_alloc(&t->arena, sizeof *of * (size_t)x->rows);
    for (int i = 0; i < x->rows; i++) of[i] = (int)((long long)i * m / x->rows);
    return tf_scatter_mean(t, x, of, m);
}

static struct tf_mat *nystrom(const struct tf_head *h, const struct options *o, struct tf_attend_arg arg) {
    struct tf_tape *t = h->ctx->tape;
    const int m = o->landmarks;
    struct tf_mat *Q = segments(t, h->q, m), *K = segments(t, h->k, m);
    struct tf_mat *A = tf_softmax(t, tf_scale(t, tf_matmul(t, false, true, Q, K), (tf_real)arg.scale)); // (m,m)
    struct tf_mat *B = tf_attend(t, Q, h->k, h->v, tf_attn_index_dense(t, m, h->T), &arg, NULL);        // (m,D)
    return tf_attend(t, h->q, K, tf_matmul(t, false, false, tf_pinv(t, A, o->steps), B), tf_attn_index_dense(t, h->T, m), &arg, NULL);
}

static struct tf_mat *head(const struct tf_head *h) {
    struct tf_tape *t = h->ctx->tape;
    const struct options *o = h->ctx->opts;
    struct tf_attend_arg arg = tf_head_attend_arg(h);
    arg.dropout = 0;
    struct tf_mat *y =
        h->T > o->landmarks ? nystrom(h, o, arg) : tf_attend(t, h->q, h->k, h->v, tf_attn_index_dense(t, h->T, h->T), &arg, NULL);
    return o->conv ? tf_add(t, y, tf_conv_rows(t, h->v, tf_view(t, tf_ctx_param(h->ctx, "conv"), h->head, 1, 0, o->conv))) : y;
}

static struct tf_mat *forward(const struct tf_ctx *c, struct tf_mat *X) { return tf_per_head(c, X, head); }

static void params(struct tf_decl *d, const struct tf_shape *s, const void *options) {
    const struct options *o = options;
    tf_declare_qkvo(d, s);
    if (o->conv) tf_declare(d, "conv", s->H, o->conv, TF_INIT_XAVIER, 1, 0);
}

static double flops_head(const void *options, const struct tf_cost *s) {
    const struct options *o = options;
    const double T = s->T, e = (double)TF_QKV(s) / s->H, m = o->landmarks, conv = 2 * o->conv * T * e;
    if (T <= m) return tf_flops_paper_core(T, T, e) + conv;
    return 2 * tf_flops_paper_core(T, m, e) + m * m * (2 * e + 5) + 8 * o->steps * m * m * m + 2 * m * m * e + conv;
}

static double kept(const void *options, const struct tf_cost *s) {
    const struct options *o = options;
    if (o->landmarks >= s->T) return 2.0 * s->T * TF_QKV(s);
    return (2.0 * o->landmarks + tf_least(o->conv, s->T)) * TF_QKV(s); // and values under the convolution
}

const struct tf_attn tf_attn_nystromformer = {
    .name = "nystromformer",
    .title = "Nyströmformer",
    .not_causal = "its landmarks are means over the whole sequence",
    .paper = "arXiv:2102.03902 alg. 1",
    .equation =
        "o = softmax(q K~^T / sqrt(D)) pinv(softmax(Q~ K~^T / sqrt(D))) softmax(Q~ k^T / sqrt(D)) v + conv(v),  Q~, K~ (m,D) means of segments",
    .not_alibi = "tokens are compared with landmarks, means that stand at no place",
    .flags = TF_ATTN_ROTARY | TF_ATTN_NO_DROPOUT,
    .opts = opts,
    .opts_size = sizeof(struct options),
    .check = check,
    .params = params,
    .forward = forward,
    .flops_head = flops_head,
    .kept = kept};
