/* BP-Transformer.   Cost O(k T log(T/k) D) per head.
 * Ye et al. 2019, arXiv:1911.04070 sec. 3. Binary partitioning: level l holds ceil(T / 2^l) span nodes of 2^l tokens each, up to one root;
 * levels 1.. are extra rows, level by level behind the T tokens (about T of them, zero at first):
 *
 *     o_u (D) = softmax_{a in A(u)}(<q_u, k_a> / sqrt(D)) v_a
 *
 * affiliated edges: A(span node) = its tokens. Contextual edges: A(token i) = i itself and, on each side, the next k tokens, then the next
 * k spans of 2 tokens, of 4, ..., until the sequence ends. Where a span would overlap what is covered already, its outer half (a node of
 * the level below) replaces it. So near context is fine, far context coarse, and nothing is covered twice.
 *
 * k counts each side, as `step` of the published code (yzh119/BPT). The root is the last row: model.pool root reads it, as theirs does.
 *
 * `positions: relative` adds a learned vector r (D) to the key of each edge, by its type: <q_u, k_a + r_type(u,a)>, one table per
 * layer, shared by the heads, as in that code. Types at level l: (2k+1) l the tokens of a span of level l (l = 0: itself), and of what a token
 * meets at level l, a replacing half included, the s-th on the left, s = 1..k: 2s - 1 behind it, on the right: 2s. From level `clip` on
 * levels share their types. Ours: the table has no more levels than the longest sequence, where theirs has 1000 rows; and tokens look to both
 * sides, where theirs look left alone in classifiers. */
#include "attn/graph_attn.h"

struct options {
    int k, positions, clip;
};

static const struct tf_opt opts[] = {
    {"k", TF_INT, offsetof(struct options, k), "8", 1, 4096, NULL, "contextual nodes per level on each side of a token"},
    {"positions", TF_CHOICE, offsetof(struct options, positions), "none", 0, 0, "none|relative",
     "learned vectors added to keys, by the level, side and place of the node"},
    {"clip", TF_INT, offsetof(struct options, clip), "10", 0, 32, NULL,
     "relative positions: from this level on levels share their vectors"},
    {0}};

static int aux_rows(TF_UNUSED const void *options, int T) {
    int rows = 0;
    for (int n = T; n > 1;) rows += n = (n + 1) / 2;
    return rows;
}

static int first_type(const struct options *o, int level) { return (2 * o->k + 1) * (level < o->clip ? level : o->clip); }

/* A token's list: at level l, node x is row base + x, and n nodes exist; left and right are the first nodes not yet covered. */
static int contextual(const struct tf_graph_of *of, int i, int *out, int *type) {
    const struct options *o = of->opts;
    int m = 0, k = o->k;
    int left = i - 1, right = i + 1, base = 0, below = 0, n = of->T, n_below = 0;
    bool half_left = false, half_right = false;
    type[m] = 0, out[m++] = i;
    for (int level = 0;; level++) {
        int first = first_type(o, level);
        for (int s = 1; s <= k && right < n; s++, right++) {
            type[m] = first + 2 * s;
            if (!half_right) out[m++] = base + right;
            else if (2 * right + 1 < n_below) out[m++] = below + 2 * right + 1;
            half_right = false;
        }
        for (int s = 1; s <= k && left >= 0; s++, left--) {
            type[m] = first + 2 * s - 1;
            out[m++] = half_left ? below + 2 * left : base + left;
            half_left = false;
        }
        if (n == 1 || (left < 0 && right >= n)) return m;
        half_left = left >= 0 && left % 2 == 0, half_right = right % 2 == 1;
        left = left < 0 ? -1 : left / 2, right /= 2;
        below = base, n_below = n;
        base += n, n = (n + 1) / 2;
    }
}

static int neighbours(const void *arg, int i, int *out, int *type) {
    const struct tf_graph_of *of = arg;
    if (i < of->T) return contextual(of, i, out, type);
    int n = of->T, level = 0, m = 0;
    while (i >= n) i -= n, n = (n + 1) / 2, level++;
    for (int j = i << level; j < (i + 1) << level && j < of->T; j++) type[m] = first_type(of->opts, level), out[m++] = j;
    return m;
}

static int root_row(const void *options, int T) { return T + aux_rows(options, T) - 1; }

static int types(const void *options, int T) {
    const struct options *o = options;
    int top = 0;
    while (1 << top < T) top++;
    return o->positions ? first_type(o, top) + 2 * o->k + 1 : 0;
}

static const struct tf_graph_kind graph = {neighbours, types};

const struct tf_attn tf_attn_bp = {
    .name = "bp",
    .title = "BP-Transformer",
    .not_causal = "its span nodes reach ahead",
    .paper = "arXiv:1911.04070 sec. 3",
    .not_rotary =
        "tokens are compared with spans, which stand at no single position; its own option positions: relative (with model.position none) tells them apart",
    .equation =
        "o_u = softmax_{a in A(u)}(<q_u, k_a> / sqrt(D)) v_a,  A(span) = its tokens,  A(i) = i and on each side k tokens, k spans of 2, k of 4, ..",
    .opts = opts,
    .opts_size = sizeof(struct options),
    .aux_rows = aux_rows,
    .root_row = root_row,
    .forward = tf_graph_forward,
    .cls_query_only = true,
    .graph = &graph};
