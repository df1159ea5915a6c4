/* Sinkhorn Transformer.   Cost O(T b D + (T / b) T D) per head; memory O(T + (T / b)^2).
 * Tay et al. 2020, arXiv:2002.11296 sec. 3; in the notation of Tay et al. 2020, arXiv:2009.06732 sec. 3.2.11. N = ceil(T / b) blocks of b
 * neighbouring tokens, the last one may be short. A net looks at the blocks' sums and sorts them softly; every block attends to itself and to
 * the block that was sorted to its place, one softmax over both:
 *     s_n (D) = sum of the keys of block n,   R (N,N) = s W^T + c,   P = Sinkhorn(R / temperature),
 *     K'_l (b,D) = sum_n P[n,l] K_n,   V'_l = sum_n P[n,l] V_n,   o_i = softmax(q_i [K'_l; K_l]^T / sqrt(D)) [V'_l; V_l],   l = floor(i / b).
 * Sinkhorn: rows and columns of R lose their log sum exp in turn, `iterations` times; sort = softmax: only rows, once.
 *
 * With rotary positions keys are turned before they are mixed; the net sees them as they are.
 *
 * Differs: the net is one linear layer on a head's keys, as in the Arena's code, not two with a ReLU on the layer's input; W (M,D) and c (M) are
 * made for M = ceil(max_len / b) blocks and serve all heads of the layer, and a sequence uses their first N rows. No Gumbel noise, no SortCut, not
 * causal. The own block is not in that equation; the Arena's code adds the outputs of two softmaxes, one for each of the two blocks. There, too, a
 * block's tokens lie T / b apart, and the einsum that sorts sums P over its places and the keys over the blocks, each for itself: with the
 * softmax (temperature 1, the default there) every sorted block is the sum of all blocks, whatever the net says. */
#include "attn/patterns.h"

enum { SORT_SINKHORN, SORT_SOFTMAX };
struct options {
    int block, sort, iterations;
    double temperature;
};

static const struct tf_opt opts[] = {
    {"block", TF_INT, offsetof(struct options, block), "50", 1, 1 << 20, NULL, "tokens b of a block"},
    {"sort", TF_CHOICE, offsetof(struct options, sort), "sinkhorn", 0, 0, "sinkhorn|softmax",
     "sinkhorn: rows and columns of P are balanced; softmax: a block is dealt over the places, regardless of the others"},
    {"iterations", TF_INT, offsetof(struct options, iterations), "5", 1, 100, NULL, "of sinkhorn"},
    {"temperature", TF_REAL, offsetof(struct options, temperature), "0.75", 1e-3, 1e3, NULL, "that divides the scores R of the blocks"},
    {0}};

static int blocks(int T, int b) { return (T + b - 1) / b; }

static struct tf_mat *permutation(const struct tf_head *h, int b) { // -> P (N,N)
    const struct options *o = h->ctx->opts;
    struct tf_tape *t = h->ctx->tape;
    const int N = blocks(h->T, b);
    struct tf_mat *W = tf_view(t, tf_ctx_param(h->ctx, "sort.weight"), 0, N, 0, h->k->cols),
                  *c = tf_view(t, tf_ctx_param(h->ctx, "sort.bias"), 0, 1, 0, N);
    struct tf_mat *R = tf_scale(t, tf_linear(t, tf_block_sums(t, h->k, b), W, c), (tf_real)(1 / o->temperature));
    return o->sort == SORT_SOFTMAX ? tf_softmax(t, R) : tf_sinkhorn(t, R, o->iterations);
}

static struct tf_mat *head(const struct tf_head *h) {
    struct tf_tape *t = h->ctx->tape;
    const int T = h->T, b = tf_least(((const struct options *)h->ctx->opts)->block, T), rows = h->q->rows;
    const enum tf_phase before = tf_phase(t, TF_PHASE_ROUTE);
    struct tf_mat *P = permutation(h, b);
    P = tf_view(t, P, 0, P->rows, 0, blocks(rows, b)); // of the first row alone: one place
    tf_phase(t, before);
    struct tf_mat *k = tf_sort_blocks(t, tf_head_rotate(h, h->k), P, b), *v = tf_sort_blocks(t, h->v, P, b); // K'_0, K_0, K'_1, K_1, ..
    struct tf_build plan = tf_build_new(&t->arena);
    for (int q0 = 0; q0 < rows; q0 += b) {
        tf_build_block(&plan, q0, tf_least(q0 + b, rows));
        tf_build_range(&plan, 2 * q0, 2 * q0 + b + tf_least(b, T - q0));
    }
    const struct tf_attend_arg arg = tf_head_attend_arg(h);
    return tf_attend(t, tf_head_rotate(h, h->q), k, v, tf_build_done(&plan), &arg, NULL);
}

static struct tf_mat *forward(const struct tf_ctx *c, struct tf_mat *X) { return tf_per_head_unrotated(c, X, head); }

static void params(struct tf_decl *d, const struct tf_shape *s, const void *options) {
    const int M = blocks(s->max_len, ((const struct options *)options)->block);
    tf_declare_qkvo(d, s);
    tf_declare(d, "sort.weight", M, TF_HEAD_DIM(s), TF_INIT_XAVIER, 1, 0);
    tf_declare(d, "sort.bias", 1, M, TF_INIT_ZERO, 0, TF_PAR_NO_DECAY);
}

/* One head: sums, the net, its balance, two sorted copies, and the pairs. */
static double flops_head(const void *options, const struct tf_cost *s) {
    const struct options *o = options;
    const double T = s->T, D = (double)TF_QKV(s) / s->H;
    const int b = tf_least(o->block, s->T), rest = s->T % b;
    const double N = blocks(s->T, b), pairs = 2.0 * b * (s->T - rest) + (double)rest * (b + rest);
    const double balance = o->sort == SORT_SOFTMAX ? 5 : 10.0 * o->iterations;
    return T * D + N * N * (2 * D + 1 + balance) + 4 * N * T * D + tf_flops_paper_core(pairs, 1, D);
}

/* Keys and values of all tokens, and of the sorted blocks. */
static double kept(const void *options, const struct tf_cost *s) {
    const int b = tf_least(((const struct options *)options)->block, s->T);
    return 2.0 * (s->T + (double)blocks(s->T, b) * b) * TF_QKV(s);
}

const struct tf_attn tf_attn_sinkhorn = {
    .name = "sinkhorn",
    .title = "Sinkhorn Transformer",
    .not_causal = "the sorting of blocks depends on all of them",
    .paper = "arXiv:2002.11296 sec. 3",
    .equation =
        "o_i = softmax(q_i [K'_l; K_l]^T / sqrt(D)) [V'_l; V_l],  l = floor(i / b),  K'_l = sum_n P[n,l] K_n,  P = Sinkhorn((s W^T + c) / temperature)",
    .not_alibi = "blocks of keys are mixed before they are compared",
    .flags = TF_ATTN_ROTARY,
    .cls_query_only = true,
    .opts = opts,
    .opts_size = sizeof(struct options),
    .params = params,
    .forward = forward,
    .flops_head = flops_head,
    .kept = kept};
