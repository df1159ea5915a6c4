/* SegTree Transformer.   Cost O(T log T D) a head.
 * Ye et al. 2019, "SegTree Transformer: Iterative Refinement of Hierarchical Features" (ICLR workshop). A segment tree stands on the
 * tokens; its T - 1 internal nodes are extra rows, in pre-order behind the T leaves:
 *
 *     o_u (D) = softmax_{a in A(u)}(<q_u, k_a> / sqrt(D)) v_a,   q, k, v (2T-1,D)
 *
 * bottom-up: A(internal node) = its leaves; top-down: A(leaf i) = leaves i-1, i, i+1 and the fewest nodes that tile the rest on both sides.
 * All rows are updated at once from the old states, internal nodes start from zero.
 *
 * The paper draws the splitting rule and does not write it: `midpoint` gives the left child the larger half, `pow2` the largest power of
 * two below n. Its relative tree positions are not here, and the classifier reads token rows, not the root. */
#include "attn/graph_attn.h"

enum { MIDPOINT, POW2 };
struct options {
    int split;
};

static const struct tf_opt opts[] = {{"split", TF_CHOICE, offsetof(struct options, split), "midpoint", 0, 0, "midpoint|pow2",
                                      "leaves of the left child: the larger half, or the largest power of two below all"},
                                     {0}};

/* A node: leaves lo..hi-1, `id` its place in pre-order among internal nodes (a leaf has none). Subtrees of n leaves hold n - 1 of them. */
struct node {
    int id, lo, hi;
};
struct search {
    const struct tf_graph_of *of;
    int *out, n;
};

static int middle(const struct tf_graph_of *of, struct node u) { // where the right child begins
    int n = u.hi - u.lo, p = 1;
    if (((const struct options *)of->opts)->split == MIDPOINT) return u.lo + (n + 1) / 2;
    while (2 * p < n) p *= 2;
    return u.lo + p;
}

static struct node left_of(struct node u, int mid) { return (struct node){u.id + 1, u.lo, mid}; }
static struct node right_of(struct node u, int mid) { return (struct node){u.id + mid - u.lo, mid, u.hi}; }

/* The fewest nodes under u that tile its leaves in a..b-1. */
static void cover(struct search *s, struct node u, int a, int b) {
    if (u.hi <= a || b <= u.lo) return;
    if (a <= u.lo && u.hi <= b) {
        s->out[s->n++] = u.hi - u.lo == 1 ? u.lo : s->of->T + u.id;
        return;
    }
    int mid = middle(s->of, u);
    cover(s, left_of(u, mid), a, b);
    cover(s, right_of(u, mid), a, b);
}

static int neighbours(const void *arg, int i, int *out) {
    const struct tf_graph_of *of = arg;
    struct search s = {of, out, 0};
    struct node u = {0, 0, of->T};
    if (i < of->T) {
        for (int j = i - 1; j <= i + 1; j++)
            if (j >= 0 && j < of->T) out[s.n++] = j;
        cover(&s, u, 0, i - 1);
        cover(&s, u, i + 2, of->T);
        return s.n;
    }
    while (u.id != i - of->T) {
        int mid = middle(of, u);
        struct node right = right_of(u, mid);
        u = i - of->T >= right.id ? right : left_of(u, mid);
    }
    for (int j = u.lo; j < u.hi; j++) out[s.n++] = j;
    return s.n;
}

static int aux_rows(const void *options, int T) {
    (void)options;
    return T - 1;
}

static struct tf_mat *forward(const struct tf_ctx *c, struct tf_mat *X) { return tf_graph_forward(c, X, neighbours); }

static double flops_layer(const void *options, const struct tf_cost *s) {
    return tf_graph_flops_layer(options, s, 2 * s->T - 1, neighbours);
}

static double flops_paper(const void *options, const struct tf_cost *s) {
    return tf_graph_flops_paper(options, s, 2 * s->T - 1, neighbours);
}

const struct tf_attn tf_attn_segtree = {
    .name = "segtree",
    .title = "SegTree Transformer",
    .paper = "Ye et al. 2019, RLGM workshop",
    .equation =
        "o_u = softmax_{a in A(u)}(<q_u, k_a> / sqrt(D)) v_a,  A(node) = its leaves,  A(leaf i) = i-1, i, i+1 and the fewest nodes for the rest",
    .opts = opts,
    .opts_size = sizeof(struct options),
    .aux_rows = aux_rows,
    .forward = forward,
    .flops_layer = flops_layer,
    .flops_paper = flops_paper};
