/* Sparse Transformer.   Cost O(T (l + c T / l) D) per head (fixed), O(T (l + T / l) D) (strided).
 * Child et al. 2019, arXiv:1904.10509 sec. 4.3:  o_i = softmax_j(<q_i, k_j> / sqrt(D)) v_j over j in A1(i), A2(i) or their union, with
 *     strided:  A1 = {j : i - l <= j <= i},                      A2 = {j : (i - j) mod l = 0}
 *     fixed:    A1 = {j : floor(j / l) = floor(i / l)},          A2 = {j : j mod l >= l - c}      and j <= i in all of them.
 * heads = merged: the union in every head (sec. 4.4); split: A1 in heads 0, 2, .., A2 in heads 1, 3, .. A token without keys gets 0.
 *
 * direction = both drops j <= i, for encoders (strided: |i - j| <= l). The published LRA code is causal even there; its fixed A2 also has
 * j mod l = 0 (option first), and its CLS token sees and is seen by all while the pattern starts behind it (global_tokens = 1). */
#include <limits.h>

#include "attn/patterns.h"

enum { STRIDED, FIXED };
enum { MERGED, SPLIT };
struct options {
    int pattern, stride, summary, heads, direction, global_tokens;
    bool first;
};

static const struct tf_opt opts[] = {
    {"pattern", TF_CHOICE, offsetof(struct options, pattern), "fixed", 0, 0, "strided|fixed", "which A1 and A2"},
    {"stride", TF_INT, offsetof(struct options, stride), "128", 1, 1 << 20, NULL, "stride or block l"},
    {"summary", TF_INT, offsetof(struct options, summary), "32", 1, 1 << 20, NULL,
     "fixed: the last c tokens of a block, which all later ones see"},
    {"first", TF_BOOL, offsetof(struct options, first), "false", 0, 0, NULL, "fixed: the first token of a block too"},
    {"heads", TF_CHOICE, offsetof(struct options, heads), "merged", 0, 0, "merged|split",
     "merged: both sets in every head; split: in turn"},
    {"direction", TF_CHOICE, offsetof(struct options, direction), "both", 0, 0, "both|causal",
     "causal: only tokens up to i, as published, even in an encoder"},
    {"global_tokens", TF_INT, offsetof(struct options, global_tokens), "0", 0, 1 << 16, NULL,
     "this many first tokens attend to all tokens, and all attend to them"},
    {0}};

enum { A1 = 1, A2 = 2 };

static bool is_summary(const struct options *o, int j) {
    return j % o->stride >= o->stride - o->summary || (o->first && j % o->stride == 0);
}

/* Rows g..T-1. Summaries are in one index list, so a block needs only three ranges: those before it, its own rows, those after it. */
static struct tf_attn_index *fixed(const struct tf_pattern *p, int g, int sets, bool causal) {
    const struct options *o = p->opts;
    int T = p->T - g, l = o->stride < T ? o->stride : T, n = 0, *row = tf_arena_alloc(p->arena, sizeof *row * 2 * (size_t)T);
    for (int j = 0; sets & A2 && j < T; j++)
        if (is_summary(o, j)) row[n++] = g + j;
    for (int j = 0; j < T; j++) row[n + j] = g + j;
    struct tf_build b = tf_build_new(p->arena);
    for (long q0 = 0, before = 0; q0 < T; q0 += l) { // summaries before this block
        long q1 = q0 + l < T ? q0 + l : T, behind = before;
        while (behind < n && row[behind] < g + q1) behind++;
        tf_build_block(&b, (int)(g + q0), (int)(g + q1));
        tf_build_range(&b, 0, (int)(sets & A1 ? before : behind));
        if (!causal) tf_build_range(&b, (int)behind, n);
        if (sets & A1) tf_build_range(&b, (int)(n + q0), (int)(n + q1));
        before = behind;
    }
    struct tf_attn_index *plan = tf_build_done(&b);
    plan->kidx = row;
    plan->windowed = causal, plan->lo = 0, plan->hi = INT_MAX;
    return plan;
}

static int strided(const struct tf_pattern *p, int g, int sets, bool causal, const struct tf_attn_index **out) {
    int l = ((const struct options *)p->opts)->stride, T = p->T, n = 0;
    if (sets == A2) out[n++] = tf_attn_index_window(p->arena, g, T, causal ? 0 : INT_MIN, INT_MAX, l);
    if (sets & A1) out[n++] = tf_attn_index_window(p->arena, g, T, causal ? 0 : -l, l, 1);
    if (sets == (A1 | A2) && T - g > l + 1) { // what A1 does not hold
        out[n++] = tf_attn_index_window(p->arena, g, T, l + 1, INT_MAX, l);
        if (!causal) out[n++] = tf_attn_index_window(p->arena, g, T, INT_MIN, -l - 1, l);
    }
    return n;
}

static int pattern(const struct tf_pattern *p, const struct tf_attn_index *out[TF_PATTERN_MAX]) {
    const struct options *o = p->opts;
    int n = 0, g = o->global_tokens < p->T ? o->global_tokens : p->T, sets = o->heads == MERGED ? A1 | A2 : p->head % 2 ? A2 : A1;
    bool causal = p->causal || o->direction == 1;
    if (g < p->T && o->pattern == FIXED) out[n++] = fixed(p, g, sets, causal);
    if (g < p->T && o->pattern == STRIDED) n = strided(p, g, sets, causal, out);
    if (g) out[n++] = tf_attn_index_global(p->arena, p->T, g, p->causal);
    return n;
}

static int check(const void *options, const struct tf_shape *s, struct tf_err *e) {
    const struct options *o = options;
    if (o->heads == MERGED || s->H > 1) return 0;
    return tf_fail(e, TF_BAD, "heads: split gives one head half of the pattern alone: set heads: merged, or more model.heads");
}

static bool looks_back(const void *options) {
    const struct options *o = options;
    return o->direction && !o->global_tokens;
}

const struct tf_attn tf_attn_sparse = {
    .name = "sparse",
    .title = "Sparse Transformer",
    .paper = "arXiv:1904.10509 sec. 4.3",
    .equation =
        "o_i = softmax_j(<q_i, k_j> / sqrt(D)) v_j over floor(j/l) = floor(i/l) or j mod l >= l - c (fixed), |i-j| <= l or (i-j) mod l = 0 (strided)",
    .flags = TF_ATTN_CAUSAL | TF_ATTN_ROTARY | TF_ATTN_ALIBI,
    .looks_back = looks_back,
    .opts = opts,
    .opts_size = sizeof(struct options),
    .check = check,
    .forward = tf_pattern_forward,
    .cls_query_only = true,
    .pattern = pattern};
