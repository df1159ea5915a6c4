/* SegTree Transformer.   Cost O(T log T D) per head.
 * Ye et al. 2019, "SegTree Transformer: Iterative Refinement of Hierarchical Features" (ICLR workshop). A segment tree is built on the
 * tokens; its T - 1 internal nodes are extra rows, in pre-order behind the T leaves:
 *
 *     o_u (D) = softmax_{a in A(u)}(<q_u, k_a> / sqrt(D)) v_a,   q, k, v (2T-1,D)
 *
 * bottom-up: A(internal node) = its leaves; top-down: A(leaf i) = leaves i-1, i, i+1 and the fewest nodes that tile the rest on both sides.
 * All rows are updated at once from the old states, internal nodes start from zero. The root is the first of them: model.pool root reads it.
 *
 * `positions: relative` adds a learned vector r (D) to the key of each edge, by its type, as the published code does: <q_u, k_a + r_type(u,a)>,
 * one table per layer, shared by the heads. Types, with the height of a node counted from 0 at the leaves: 0 a leaf to itself; 3h the leaves of a
 * node of height h; 1, 2 the left and right neighbour; 3(h+1) + 1, 2 a node of height h that tiles the rest on the left, on the right.
 *
 * Causal: leaf i reads i, i-1 and the fewest nodes that tile the tokens before i-1; a node reads its own leaves, and no leaf reads a node that holds it or
 * later ones. With `pow2` every node that is read is 2^h leaves from a multiple of 2^h on, whatever T is, so that a prefix gives the same rows; with
 * `midpoint` the nodes depend on T.
 *
 * Ours: the paper draws the splitting rule and does not write it: `midpoint` gives the left child the larger half, `pow2` the largest power
 * of two below n. The published code (yzh119/segtree-transformer-v0) takes one node per level on each side, numbers the types by that level,
 * lets internal nodes see themselves and a classifier's tokens look left alone; we keep the paper's edges: heights may repeat or be left out. */
#include "attn/graph_attn.h"

enum { MIDPOINT, POW2 };
struct options {
    int split, positions;
};

static const struct tf_opt opts[] = {{"split", TF_CHOICE, offsetof(struct options, split), "midpoint", 0, 0, "midpoint|pow2",
                                      "leaves of the left child: the larger half, or the largest power of two below all"},
                                     {"positions", TF_CHOICE, offsetof(struct options, positions), "none", 0, 0, "none|relative",
                                      "learned vectors added to keys, by the side and height of the node in the tree"},
                                     {0}};

/* A node: leaves lo..hi-1, `id` its place in pre-order among internal nodes (a leaf has none). Subtrees of n leaves hold n - 1 of them. */
struct node {
    int id, lo, hi;
};
struct search {
    const struct tf_graph_of *of;
    int *out, *type, n, side; /* side: 1 left, 2 right */
};

static int height(int n) { // of a node of n leaves, with either split
    int h = 0;
    while (1 << h < n) h++;
    return h;
}

static int middle(const struct tf_graph_of *of, struct node u) { // where the right child begins
    const int n = u.hi - u.lo, split = ((const struct options *)of->opts)->split;
    return u.lo + (split == MIDPOINT ? (n + 1) / 2 : 1 << (height(n) - 1));
}

static struct node left_of(struct node u, int mid) { return (struct node){u.id + 1, u.lo, mid}; }
static struct node right_of(struct node u, int mid) { return (struct node){u.id + mid - u.lo, mid, u.hi}; }

/* The fewest nodes under u that tile its leaves in a..b-1. */
static void cover(struct search *s, struct node u, int a, int b) {
    if (u.hi <= a || b <= u.lo) return;
    if (a <= u.lo && u.hi <= b) {
        s->type[s->n] = 3 * (height(u.hi - u.lo) + 1) + s->side;
        s->out[s->n++] = u.hi - u.lo == 1 ? u.lo : s->of->T + u.id;
        return;
    }
    int mid = middle(s->of, u);
    cover(s, left_of(u, mid), a, b);
    cover(s, right_of(u, mid), a, b);
}

static int neighbours(const void *arg, int i, int *out, int *type) {
    const struct tf_graph_of *of = arg;
    struct search s = {of, out, type, 0, 1};
    struct node u = {0, 0, of->T};
    if (i < of->T) {
        const int last = of->causal ? i : i + 1;
        for (int j = i - 1; j <= last; j++)
            if (j >= 0 && j < of->T) type[s.n] = (i - j + 3) % 3, out[s.n++] = j;
        cover(&s, u, 0, i - 1);
        s.side = 2;
        if (!of->causal) cover(&s, u, i + 2, of->T);
        return s.n;
    }
    while (u.id != i - of->T) {
        int mid = middle(of, u);
        struct node right = right_of(u, mid);
        u = i - of->T >= right.id ? right : left_of(u, mid);
    }
    for (int j = u.lo; j < u.hi; j++) type[s.n] = 3 * height(u.hi - u.lo), out[s.n++] = j;
    return s.n;
}

static int check(const void *options, const struct tf_shape *s, struct tf_err *e) {
    if (!s->causal || ((const struct options *)options)->split == POW2) return 0;
    return tf_fail(e, TF_BAD,
                   "split midpoint: its nodes depend on the length of the sequence, which a causal model must not; use split: pow2");
}

static int aux_rows(TF_UNUSED const void *options, int T) { return T - 1; }
static int root_row(TF_UNUSED const void *options, int T) { return T > 1 ? T : 0; } // a single token has no node above it
static int types(const void *options, int T) { return ((const struct options *)options)->positions ? 3 * (height(T) + 1) : 0; }

static const struct tf_graph_kind graph = {neighbours, types};

const struct tf_attn tf_attn_segtree = {
    .name = "segtree",
    .title = "SegTree Transformer",
    .paper = "Ye et al. 2019, RLGM workshop",
    .not_rotary =
        "tokens are compared with spans, which stand at no single position; its own option positions: relative (with model.position none) tells them apart",
    .equation =
        "o_u = softmax_{a in A(u)}(<q_u, k_a> / sqrt(D)) v_a,  A(node) = its leaves,  A(leaf i) = i-1, i, i+1 and the fewest nodes for the rest",
    .flags = TF_ATTN_CAUSAL,
    .opts = opts,
    .opts_size = sizeof(struct options),
    .check = check,
    .aux_rows = aux_rows,
    .root_row = root_row,
    .forward = tf_graph_forward,
    .cls_query_only = true,
    .graph = &graph};
