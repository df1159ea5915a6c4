/* ETC: Extended Transformer Construction.   Cost O((T (2 r + 1) + g T) D) per head, g global rows.
 * Ainslie et al. 2020, arXiv:2004.08483 sec. 3. Behind the T tokens stand g global rows (extra rows, zero at first). A token sees the tokens at most r away
 * and all global rows; a global row sees all global rows and all tokens, or with `hard` its own. In one softmax per row,
 *     o_i (D) = softmax_j(<q_i, k_j + a_label(i,j)> / sqrt(D)) v_j,
 * a (D) learned, one table per layer for all heads. Labels: between tokens, and between global rows, their distance j - i, clipped at +-k; between a token
 * and a global row whether it is the token's own or not. Token i of T belongs to global row i g / T: segments of equal length, where the paper has sentences.
 * Differs from the paper: one set of projections for tokens and global rows, which it has as a variant; no task relations, no CPC. Differs from the
 * published code: that has tables of its own for tokens and for global rows, each per head and with a bias. */
#include "attn/graph_attn.h"

struct options {
    int globals, radius, clip;
    bool hard;
};

static const struct tf_opt opts[] = {
    {"globals", TF_INT, offsetof(struct options, globals), "16", 0, 4096, NULL, "global rows g; at most one per token"},
    {"radius", TF_INT, offsetof(struct options, radius), "84", 0, 1 << 20, NULL, "tokens r to either side that a token sees"},
    {"clip", TF_INT, offsetof(struct options, clip), "12", 0, 4096, NULL, "distances from this one on share a vector"},
    {"hard", TF_BOOL, offsetof(struct options, hard), "false", 0, 0, NULL, "a global row sees no tokens but its own"},
    {0}};

static int aux_rows(const void *options, int T) {
    const struct options *o = options;
    return o->globals < T ? o->globals : T;
}

static int distance(const struct options *o, int d) { return (d < -o->clip ? -o->clip : d > o->clip ? o->clip : d) + o->clip; }

static int neighbours(const void *arg, int i, int *out, int *type) {
    const struct tf_graph_of *of = arg;
    const struct options *o = of->opts;
    const int T = of->T, g = aux_rows(o, T), own = 2 * o->clip + 1;
    const int from = i < T && i > o->radius ? i - o->radius : 0, to = i < T && i < T - 1 - o->radius ? i + o->radius : T - 1;
    int m = 0;
    for (int j = from; j <= to; j++) {
        const bool mine = i < T || (int)((long)j * g / T) == i - T;
        if (i >= T && o->hard && !mine) continue;
        type[m] = i < T ? distance(o, j - i) : own + !mine, out[m++] = j;
    }
    for (int j = T; j < T + g; j++) {
        type[m] = i < T ? own + ((int)((long)i * g / T) != j - T) : distance(o, j - i);
        out[m++] = j;
    }
    return m;
}

static int types(const void *options, TF_UNUSED int T) { return 2 * ((const struct options *)options)->clip + 3; }

static const struct tf_graph_kind graph = {neighbours, types};

const struct tf_attn tf_attn_etc = {
    .name = "etc",
    .title = "ETC",
    .not_causal = "its global rows read all tokens",
    .not_rotary = "it has its own relative positions, and global rows stand at none",
    .paper = "arXiv:2004.08483 sec. 3",
    .equation = "o_i = softmax_j(<q_i, k_j + a_label(i,j)> / sqrt(D)) v_j,  j: tokens within r, and global rows, which see all",
    .opts = opts,
    .opts_size = sizeof(struct options),
    .aux_rows = aux_rows,
    .forward = tf_graph_forward,
    .cls_query_only = true,
    .graph = &graph};
