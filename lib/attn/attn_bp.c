/* BP-Transformer.   Cost O(k T log(T/k) D) a head.
 * Ye et al. 2019, arXiv:1911.04070 sec. 3. Binary partitioning: level l holds ceil(T / 2^l) span nodes of 2^l tokens each, up to one root;
 * levels 1.. are extra rows, level by level behind the T tokens (about T of them, zero at first):
 *
 *     o_u (D) = softmax_{a in A(u)}(<q_u, k_a> / sqrt(D)) v_a
 *
 * affiliated edges: A(span node) = its tokens. Contextual edges: A(token i) = i itself and, on each side, the next k tokens, then the next
 * k spans of 2 tokens, of 4, ..., until the sequence ends. Where a span would overlap what is covered already, its outer half (a node of
 * the level below) stands in for it. So near context is fine, far context coarse, and nothing is covered twice.
 *
 * k counts each side, as `step` of the published code. Its relative positions (a learned vector for each edge type, added to keys) are not
 * here, and the classifier reads token rows, not the root. */
#include "attn/graph_attn.h"

struct options {
    int k;
};

static const struct tf_opt opts[] = {
    {"k", TF_INT, offsetof(struct options, k), "8", 1, 4096, NULL, "contextual nodes a level on each side of a token"}, {0}};

static int aux_rows(const void *options, int T) {
    (void)options;
    int rows = 0;
    for (int n = T; n > 1;) rows += n = (n + 1) / 2;
    return rows;
}

/* A token's list: at level l, node x is row base + x, and n nodes exist; left and right are the first nodes not yet covered. */
static int contextual(const struct tf_graph_of *of, int i, int *out) {
    int m = 0, k = ((const struct options *)of->opts)->k;
    int left = i - 1, right = i + 1, base = 0, below = 0, n = of->T, n_below = 0;
    bool half_left = false, half_right = false;
    out[m++] = i;
    for (;;) {
        for (int s = 0; s < k && right < n; s++, right++) {
            if (!half_right) out[m++] = base + right;
            else if (2 * right + 1 < n_below) out[m++] = below + 2 * right + 1;
            half_right = false;
        }
        for (int s = 0; s < k && left >= 0; s++, left--) {
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

static int neighbours(const void *arg, int i, int *out) {
    const struct tf_graph_of *of = arg;
    if (i < of->T) return contextual(of, i, out);
    int n = of->T, span = 1, m = 0;
    while (i >= n) i -= n, n = (n + 1) / 2, span *= 2;
    for (int j = i * span; j < (i + 1) * span && j < of->T; j++) out[m++] = j;
    return m;
}

static struct tf_mat *forward(const struct tf_ctx *c, struct tf_mat *X) { return tf_graph_forward(c, X, neighbours); }

static double flops_layer(const void *options, const struct tf_cost *s) {
    return tf_graph_flops_layer(options, s, s->T + aux_rows(options, s->T), neighbours);
}

static double flops_paper(const void *options, const struct tf_cost *s) {
    return tf_graph_flops_paper(options, s, s->T + aux_rows(options, s->T), neighbours);
}

const struct tf_attn tf_attn_bp = {
    .name = "bp",
    .title = "BP-Transformer",
    .paper = "arXiv:1911.04070 sec. 3",
    .equation =
        "o_u = softmax_{a in A(u)}(<q_u, k_a> / sqrt(D)) v_a,  A(span) = its tokens,  A(i) = i and on each side k tokens, k spans of 2, k of 4, ..",
    .opts = opts,
    .opts_size = sizeof(struct options),
    .aux_rows = aux_rows,
    .forward = forward,
    .flops_layer = flops_layer,
    .flops_paper = flops_paper};
