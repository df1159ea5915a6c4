/* BigBird.   Cost O(T (g + w + r) b D) per head.
 * Zaheer et al. 2020, arXiv:2007.14062 sec. 2:  o_i = softmax_j(<q_i, k_j> / sqrt(D)) v_j; tokens in blocks of b (the last may be short);
 * block I sees key block J when I or J is global, when |I - J| <= w/2 (rounded down), or when J is one of I's r random blocks.
 * Global blocks (ITC): the first ceil(g/2) and the last floor(g/2). global_tokens (ETC): rows behind the tokens, with a learned input for each
 * layer, which see and are seen by every row. The random blocks of (layer, head, block) are drawn from pattern_seed, not from the run's seed, among
 * those that I does not see anyhow: all, where there are fewer than r. The published code draws from the first 1024 tokens: random_limit. */
#include <stdlib.h>

#include "attn/patterns.h"

struct options {
    int block, global_blocks, window_blocks, random_blocks, random_limit, global_tokens, pattern_seed, paper_keys;
};

static const struct tf_opt opts[] = {
    {"block", TF_INT, offsetof(struct options, block), "64", 1, 1 << 16, NULL, "tokens b of a block"},
    {"global_blocks", TF_INT, offsetof(struct options, global_blocks), "2", 0, 1024, NULL, "global blocks g, half at either end"},
    {"window_blocks", TF_INT, offsetof(struct options, window_blocks), "3", 1, 1025, NULL, "blocks w of the window, w/2 to either side"},
    {"random_blocks", TF_INT, offsetof(struct options, random_blocks), "3", 0, 1024, NULL, "random blocks r per query block"},
    {"random_limit", TF_INT, offsetof(struct options, random_limit), "0", 0, 1 << 24, NULL,
     "drawn from whole blocks of the first N tokens; 0: all; LRA: 1024"},
    {"global_tokens", TF_INT, offsetof(struct options, global_tokens), "0", 0, 1024, NULL, "extra global rows (ETC)"},
    {"pattern_seed", TF_INT, offsetof(struct options, pattern_seed), "0", 0, 1 << 30, NULL, "of the random blocks"},
    {"paper_keys", TF_INT, offsetof(struct options, paper_keys), "0", 0, 1 << 20, NULL,
     "keys per query (also of global blocks) in the papers' FLOPs; 0: (g + 2 (w/2) + 1 + r) b + global_tokens; 588: published ListOps, Text, Retrieval"},
    {0}};

static void add_keys(struct tf_build *b, const struct tf_pattern *p, int J0, int J1) { // key blocks J0..J1-1
    const long B = ((const struct options *)p->opts)->block, k1 = J1 * B;
    tf_build_range(b, (int)((J0 > 0 ? J0 : 0) * B), (int)(k1 < p->T ? k1 : p->T));
}

/* Random blocks for query block I, out of J0..J1-1. */
static void add_random(struct tf_build *b, const struct tf_pattern *p, int I, int J0, int J1, int *candidate) {
    const struct options *o = p->opts;
    int n = 0, limit = !o->random_limit ? J1 : o->random_limit < o->block ? 1 : o->random_limit / o->block;
    for (int J = J0; J < J1 && J < limit; J++)
        if (abs(I - J) > o->window_blocks / 2) candidate[n++] = J;
    uint32_t where = (uint32_t)p->layer << 16 | (uint32_t)p->head;
    struct tf_rng rng = tf_rng_at((uint64_t)o->pattern_seed, TF_RNG_PATTERN, 0, where, (uint32_t)I);
    for (int r = 0; r < o->random_blocks && n; r++) {
        int *at = &candidate[tf_rng_below(&rng, (uint32_t)n)];
        add_keys(b, p, *at, *at + 1);
        *at = candidate[--n];
    }
}

static int pattern(const struct tf_pattern *p, const struct tf_attn_index *out[TF_PATTERN_MAX]) {
    const struct options *o = p->opts;
    int B = o->block, T = p->T, rows = T + o->global_tokens, n = (T - 1) / B + 1, side = o->window_blocks / 2;
    int first = (o->global_blocks + 1) / 2, last = n - o->global_blocks / 2; // global: blocks below first and from last on
    struct tf_build b = tf_build_new(p->arena);
    int *candidate = tf_arena_alloc(p->arena, sizeof(int) * (size_t)n);
    for (int I = 0; I < n; I++) {
        tf_build_block(&b, I * B, I < n - 1 ? (I + 1) * B : T);
        tf_build_range(&b, I < first || I >= last ? 0 : T, rows); // a global block sees everything
        add_keys(&b, p, 0, first);
        add_keys(&b, p, I - side, I + side + 1);
        add_keys(&b, p, last, n);
        add_random(&b, p, I, first, last, candidate);
    }
    if (rows > T) tf_build_block(&b, T, rows), tf_build_range(&b, 0, rows);
    return out[0] = tf_build_done(&b), 1;
}

static struct tf_mat *forward(const struct tf_ctx *c, struct tf_mat *X) {
    const struct options *o = c->opts;
    const bool all = o->global_blocks && c->cls_query_only && !tf_shape_places(&c->shape); // a global block sees everything
    if (!o->global_tokens) return all ? tf_one_query(c, X) : tf_pattern_forward(c, X);
    int *id = tf_arena_alloc(&c->tape->arena, sizeof *id * (size_t)c->pack->rows); // tokens get no addend: -1
    for (int s = 0; s < c->pack->n_seq; s++)
        for (int i = c->pack->off[s], g = -c->pack->len[s]; i < c->pack->off[s + 1]; i++, g++) id[i] = g < 0 ? -1 : g;
    return tf_pattern_forward(c, tf_add(c->tape, X, tf_embed(c->tape, tf_ctx_param(c, "global.weight"), id, c->pack->rows)));
}

static int aux_rows(const void *options, TF_UNUSED int T) { return ((const struct options *)options)->global_tokens; }
static int check(const void *options, const struct tf_shape *s, struct tf_err *e) {
    const struct options *o = options;
    const int most = o->random_limit, least = o->global_blocks && o->random_blocks ? ((o->global_blocks + 1) / 2 + 1) * o->block : 0;
    if (most && most < least)
        return tf_fail(e, TF_BAD, "random_limit: the first %d tokens are in global blocks: at least %d, or random_blocks: 0", most, least);
    if (!o->global_tokens || !(s->alibi || s->rotary)) return 0;
    return tf_fail(e, TF_BAD, "%s: global_tokens have no distances; use global_blocks", s->alibi ? "alibi" : "rotary");
}

static void params(struct tf_decl *d, const struct tf_shape *s, const void *options) {
    tf_declare_qkvo(d, s);
    if (aux_rows(options, 0)) tf_declare(d, "global.weight", aux_rows(options, 0), s->C, TF_INIT_NORMAL, 1, TF_PAR_NO_DECAY);
}

/* Exact for layer 0; other layers may draw the short last block more or less often, unless g >= 2. */
static double flops_layer(const void *options, const struct tf_cost *s) {
    struct tf_cost rows = {.T = s->T + aux_rows(options, s->T), .C = s->C, .H = s->H, .qkv = s->qkv, .no_bias = s->no_bias};
    return tf_flops_qkvo(&rows) + tf_flops_paper_core(tf_pattern_pairs(options, s, pattern), 1, (double)TF_QKV(s) / s->H);
}

static double flops_paper(const void *options, const struct tf_cost *s) { // 3 P(N) + CORE(n, t) + CORE(g, N) + 10 n e; the last is fitted
    const struct options *o = options;
    double n = s->T, g = o->global_tokens, N = n + g, e = (double)TF_QKV(s) / s->H, t = o->paper_keys;
    if (!o->paper_keys) t = (double)(o->global_blocks + o->window_blocks / 2 * 2 + 1 + o->random_blocks) * o->block + g;
    return 3 * tf_flops_paper_dense(N, e) + tf_flops_paper_core(n, t < N ? t : N, e) + tf_flops_paper_core(g, N, e) + 10 * n * e;
}

const struct tf_attn tf_attn_bigbird = {
    .name = "bigbird",
    .title = "BigBird",
    .not_causal = "its global and random blocks look ahead",
    .paper = "arXiv:2007.14062 sec. 2",
    .flags = TF_ATTN_RANDOM | TF_ATTN_ROTARY | TF_ATTN_ALIBI,
    .equation = "o_i = softmax_j(<q_i, k_j> / sqrt(D)) v_j over key blocks J of I: I or J global, |I - J| <= w/2, or J one of r drawn",
    .opts = opts,
    .opts_size = sizeof(struct options),
    .check = check,
    .params = params,
    .aux_rows = aux_rows,
    .forward = forward,
    .cls_query_only = true,
    .pattern = pattern,
    .flops_layer = flops_layer,
    .flops_paper = flops_paper};
