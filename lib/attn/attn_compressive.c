/* Compressive Transformer: Transformer-XL whose memory is compressed where it would be forgotten.   Cost O(T (T + M + M') (D + C)) per head.
 * Rae et al. 2019, arXiv:1911.05507 sec. 3:  attention of X to Z = [compressed (M',C), memory (M,C), X (T,C)], with Transformer-XL's relative positions.
 * After a segment (task lm, `carry`) the memory is the last M rows of [memory, X]. The n older rows are compressed: floor(n / c) groups of c rows become one
 * row each (the oldest rows that are left over are dropped), and the last M' of these stay. f compresses: the mean or the maximum of each channel, or a
 * convolution (C to C) of width and stride c. f learns from the attention-reconstruction loss alone, of each sequence and layer
 *     || att(X, old) - att(X, f(old)) ||  over rows and heads,   att(X, Y) = softmax(q_X k_Y^T / sqrt(D)) v_Y   without positions,
 * in which X, old and the projections are constants; and the loss teaches nothing else: its gradient is made within forward, where the tape records.
 * Positions are of rows in Z: a compressed row stands one place before the next, however many tokens it stands for, so that c = 1 is Transformer-XL.
 * The paper leaves that open. Rows are remembered as attention reads them (attn_transformer_xl.c); values that are carried have no gradient. */
#include "attn/reconstruct.h"
#include "attn/relative.h"

struct options {
    int memory, compressed, rate, compress;
};
enum { MEAN, MAX, CONV };

#define AT(field) offsetof(struct options, field)
static const struct tf_opt opts[] = {
    {"memory", TF_INT, AT(memory), "0", 0, 65536, NULL, "tokens M of the earlier text that are remembered, if state is carried"},
    {"compressed", TF_INT, AT(compressed), "0", 0, 65536, NULL, "rows M' into which still earlier tokens are compressed"},
    {"rate", TF_INT, AT(rate), "2", 1, 64, NULL, "tokens c per compressed row"},
    {"compress", TF_CHOICE, AT(compress), "conv", 0, 0, "mean|max|conv", "how; conv learns to keep what attention reads"},
    {0}};
#undef AT

static void params(struct tf_decl *d, const struct tf_shape *s, const void *options) {
    const struct options *o = options;
    tf_relative_params(d, s, o->memory + o->compressed);
    if (!o->compressed || o->compress != CONV) return;
    tf_declare(d, "compress.weight", s->C, o->rate * s->C, TF_INIT_XAVIER, 1, TF_PAR_APART);
    tf_declare(d, "compress.bias", 1, s->C, TF_INIT_ZERO, 0, TF_PAR_APART | TF_PAR_NO_DECAY);
}

/* As Transformer-XL's; behind the rows how many of them are compressed. */
static size_t state_size(const void *options, const struct tf_shape *s) {
    const struct options *o = options;
    const size_t n = tf_relative_state(s, o->memory + o->compressed);
    return n ? n + 1 : 0;
}

static bool state_holds(const void *options, const struct tf_shape *s, const tf_real *state) {
    const struct options *o = options;
    const tf_real rows = state[0], compressed = state[state_size(o, s) - 1];
    return tf_relative_count(rows, o->memory + o->compressed) && tf_relative_count(compressed, o->compressed) && compressed <= rows;
}

/* old (n,c C): c rows side by side -> (n,C). */
static struct tf_mat *compress(const struct tf_ctx *c, struct tf_mat *old) {
    const struct options *o = c->opts;
    if (o->compress == CONV) return tf_linear(c->tape, old, tf_ctx_param(c, "compress.weight"), tf_ctx_param(c, "compress.bias"));
    struct tf_mat *y = tf_const(c->tape, old->rows, old->cols / o->rate);
    for (int i = 0; i < y->rows * y->cols; i++) {
        const tf_real *x = old->v + (ptrdiff_t)(i / y->cols) * old->ld + i % y->cols;
        tf_real sum = x[0], most = x[0];
        for (int k = 1; k < o->rate; k++) sum += x[k * y->cols], most = most > x[k * y->cols] ? most : x[k * y->cols];
        y->v[i] = o->compress == MEAN ? sum / (tf_real)o->rate : most;
    }
    c->tape->flops[TF_FLOP_POOL] += (double)old->rows * old->cols;
    return y;
}

/* What sequence s hands on. */
static void remember(const struct tf_ctx *c, const struct tf_relative *r, int s) {
    const struct options *o = c->opts;
    struct tf_tape *t = c->tape;
    const struct tf_tape_mark here = tf_tape_here(t);
    const struct tf_mark mark = tf_arena_mark(&t->arena);
    const size_t last = state_size(o, &c->shape) - 1;
    const int had = c->before && c->before[s] ? (int)c->before[s][last] : 0, end = r->at[s + 1], first = r->at[s] + had;
    const int kept = tf_least(end - first, o->memory), n = o->compressed ? (end - first - kept) / o->rate : 0;
    const int young = tf_least(n, o->compressed), older = tf_least(had, o->compressed - young);
    struct tf_mat *fresh = NULL;
    if (n) {
        struct tf_mat *old = tf_const(t, n, o->rate * c->shape.C);
        tf_relative_copy(r->Z, end - kept - n * o->rate, n * o->rate, old->v);
        fresh = compress(c, old);
        if (t->grad && o->compress == CONV) tf_reconstruct(c, r, s, end - kept - n * o->rate, n * o->rate, fresh);
    }
    tf_real *to = tf_relative_copy(r->Z, first - older, older, c->after[s] + 1);
    if (n) to = tf_relative_copy(fresh, n - young, young, to);
    tf_relative_copy(r->Z, end - kept, kept, to);
    c->after[s][0] = (tf_real)(older + young + kept), c->after[s][last] = (tf_real)(older + young);
    if (t->grad) tf_tape_backward_to(t, here);
    tf_arena_rewind(&t->arena, mark);
}

static struct tf_mat *forward(const struct tf_ctx *c, struct tf_mat *X) {
    struct tf_relative r;
    struct tf_mat *y = tf_relative_forward(c, X, &r);
    for (int s = 0; s < c->pack->n_seq && c->after; s++) remember(c, &r, s);
    return y;
}

const struct tf_attn tf_attn_compressive = {
    .name = "compressive",
    .title = "Compressive Transformer",
    .paper = "arXiv:1911.05507 sec. 3",
    .not_rotary = "it has its own relative positions",
    .equation =
        "as transformer-xl, over [compressed, memory, x]; rows that leave the memory become f(c rows), f: mean, max or a convolution",
    .flags = TF_ATTN_CAUSAL,
    .opts = opts,
    .opts_size = sizeof(struct options),
    .check = tf_relative_check,
    .params = params,
    .state_size = state_size,
    .state_holds = state_holds,
    .forward = forward,
    .flops_head = tf_relative_flops_head,
    .flops_paper = tf_relative_flops_paper};
