/* Transformer-XL: relative positions, and a memory of the segment before.   Cost O(T (T + M) (D + C)) per head.
 * Dai et al. 2019, arXiv:1901.02860 sec. 3:  with Z (M+T,C) = [memory, X], keys and values of Z, queries of X,
 *     s_ij = (<q_i + u, k_j> + <q_i + w, W_R R_{i-j}>) / sqrt(D),   o_i = softmax_j(s_ij) v_j,   R_d (C) = sin and cos of d 10000^(-2m/C),
 * W_R (D,C), u, w (D) of each head learned. R_{i-j} is R_j turned by i: with p_i = W_R^T (q_i + w) (C) the second term is <p_i turned by i, (cos, sin) of j>,
 * rotary attention (arXiv:2104.09864) to keys that are positions. So it goes into C further columns of queries and keys, and nothing is shifted; u's term, the
 * same for all queries, into one more. Sine and cosine alternate in R here, which only orders W_R's columns.
 * The memory, where a task carries state (task lm, `carry`), is the layer's inputs at the last `memory` tokens; no gradient flows to it.
 * Differs from the paper: u and w of each layer their own (the code's `untie_r`); projections have biases where the model's have; under `norm: pre` the
 * memory is what the norm gave. Positions are of rows, so that `model.position` may be none. */
#include <limits.h>
#include <string.h>

#include "attn/attn.h"
#include "num/tree.h"

struct options {
    int memory;
};

static const struct tf_opt opts[] = {{"memory", TF_INT, offsetof(struct options, memory), "0", 0, 65536, NULL,
                                      "tokens M of the text before that are remembered, where state is carried"},
                                     {0}};

static void params(struct tf_decl *d, const struct tf_shape *s, const void *options) {
    const struct options *o = options;
    tf_declare_qkvo(d, s);
    tf_declare(d, "relative.weight", s->H * s->C, TF_HEAD_DIM(s), TF_INIT_XAVIER, 1, 0);             // rows h C..: W_R^T of head h
    tf_declare(d, "relative.content", s->H, TF_HEAD_DIM(s), TF_INIT_NORMAL, 0.02, TF_PAR_NO_DECAY);  // u
    tf_declare(d, "relative.position", s->H, TF_HEAD_DIM(s), TF_INIT_NORMAL, 0.02, TF_PAR_NO_DECAY); // w
    tf_declare(d, "distance.rotary", s->max_len + o->memory, s->C - s->C % 2, TF_INIT_ROTARY, 10000, TF_PAR_BUFFER);
}

/* State: how many rows are remembered, then the rows, the oldest first. */
static size_t state_size(const void *options, const struct tf_shape *s) {
    const struct options *o = options;
    return o->memory ? 1 + (size_t)o->memory * (size_t)s->C : 0;
}

static int remembered(const struct tf_ctx *c, int s) { return c->before && c->before[s] ? (int)c->before[s][0] : 0; }

/* The memories of all sequences, each before its rows of X; where rows of sequence s begin in that: z[s]. */
static struct tf_mat *with_memory(const struct tf_ctx *c, struct tf_mat *X, int *z) {
    struct tf_tape *t = c->tape;
    const int n = c->pack->n_seq, C = X->cols;
    struct tf_row_slices *part = tf_arena_alloc(&t->arena, sizeof *part * 2 * (size_t)n);
    int k = 0;
    z[0] = 0;
    for (int s = 0; s < n; s++) {
        const int M = remembered(c, s), T = c->pack->len[s];
        if (M) {
            struct tf_mat *memory = tf_const(t, M, C);
            memcpy(memory->v, c->before[s] + 1, sizeof *memory->v * (size_t)M * (size_t)C);
            part[k++] = (struct tf_row_slices){memory, 0, M};
        }
        part[k++] = (struct tf_row_slices){X, c->pack->off[s], T};
        z[s + 1] = z[s] + M + T;
    }
    return z[n] == X->rows ? X : tf_gather_rows(t, k, part);
}

static void remember(const struct tf_ctx *c, const struct tf_mat *Z, const int *z) {
    const struct options *o = c->opts;
    for (int s = 0; s < c->pack->n_seq && c->after; s++) {
        const int all = z[s + 1] - z[s], M = all < o->memory ? all : o->memory;
        c->after[s][0] = (tf_real)M;
        for (int i = 0; i < M; i++)
            memcpy(c->after[s] + 1 + (ptrdiff_t)i * Z->cols, Z->v + (ptrdiff_t)(z[s + 1] - M + i) * Z->ld, sizeof *Z->v * (size_t)Z->cols);
    }
}

static struct tf_mat *ones(struct tf_tape *t, int n) { // (n,1)
    struct tf_mat *m = tf_const(t, n, 1);
    for (int i = 0; i < n; i++) m->v[i] = 1;
    return m;
}

/* h->q (T,D); h->k, h->v (M+T,D). */
static struct tf_mat *head(const struct tf_head *h) {
    const struct tf_ctx *c = h->ctx;
    struct tf_tape *t = c->tape;
    const int C = c->shape.C, D = TF_HEAD_DIM(&c->shape), T = h->T, all = h->k->rows;
    struct tf_mat *W = tf_view(t, tf_ctx_param(c, "relative.weight"), h->head * C, C, 0, D), *table = tf_ctx_param(c, "distance.rotary");
    struct tf_mat *u = tf_view(t, tf_ctx_param(c, "relative.content"), h->head, 1, 0, D),
                  *w = tf_view(t, tf_ctx_param(c, "relative.position"), h->head, 1, 0, D);
    int *pos = tf_arena_alloc(&t->arena, sizeof *pos * (size_t)T);
    for (int i = 0; i < T; i++) pos[i] = all - T + i;
    struct tf_mat *p = tf_linear(t, h->q, W, tf_linear(t, w, W, NULL)); // (T,C)
    p = tf_view(t, tf_rotate(t, p, 1, pos, table), 0, T, 0, table->cols);
    struct tf_mat *q = tf_beside(t, tf_beside(t, h->q, ones(t, T)), p), // (T,D + 1 + C)
        *k = tf_beside(t, tf_beside(t, h->k, tf_linear(t, h->k, u, NULL)), tf_view(t, table, 0, all, 0, table->cols));
    struct tf_attend_arg arg = tf_head_attend_arg(h);
    struct tf_attn_index *plan = tf_arena_alloc(&t->arena, sizeof *plan);
    *plan = *tf_attn_index_dense(t, T, all);
    plan->windowed = c->shape.causal, plan->lo = T - all, plan->hi = INT_MAX; // query i is key M + i
    return tf_attend(t, q, k, h->v, plan, &arg, NULL);
}

static struct tf_mat *forward(const struct tf_ctx *c, struct tf_mat *X) {
    const int H = c->shape.H, D = TF_HEAD_DIM(&c->shape), n = c->pack->n_seq;
    int *z = tf_arena_alloc(&c->tape->arena, sizeof *z * (size_t)(n + 1));
    struct tf_mat *Z = with_memory(c, X, z), **part = tf_arena_alloc(&c->tape->arena, sizeof *part * (size_t)(n * H));
    struct tf_mat *Q = tf_ctx_project(c, X, "query"), *K = tf_ctx_project(c, Z, "key"), *V = tf_ctx_project(c, Z, "value");
    remember(c, Z, z);
    for (int i = 0; i < n * H; i++) {
        struct tf_head h = tf_head_at(c, i / H, i % H);
        const int from = z[h.seq], rows = z[h.seq + 1] - from;
        h.q = tf_head_slice(&h, Q), h.k = tf_view(c->tape, K, from, rows, h.head * D, D),
        h.v = tf_view(c->tape, V, from, rows, h.head * D, D);
        part[i] = head(&h);
        c->tape->pairs_full += (double)h.tokens * h.tokens;
    }
    return tf_ctx_project(c, tf_join_heads(c, part), "output");
}

static double pairs_of(const struct tf_cost *s) { return s->causal ? s->T * (s->T + 1.0) / 2 : (double)s->T * s->T; }

static double flops_head(TF_UNUSED const void *options, const struct tf_cost *s) {
    const double T = s->T, D = TF_HEAD_DIM(s), C = s->C, pairs = pairs_of(s);
    return T * C * (2 * D + 1) + 2 * C * D + 2 * T * D + pairs * (4 * D + 2 * (1 + s->C - s->C % 2) + 5);
}

/* As published: W_R R of T distances first, then one more product of e numbers per pair. */
static double flops_paper(TF_UNUSED const void *options, const struct tf_cost *s) {
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
    .opts = opts,
    .opts_size = sizeof(struct options),
    .params = params,
    .state_size = state_size,
    .forward = forward,
    .flops_head = flops_head,
    .flops_paper = flops_paper};
