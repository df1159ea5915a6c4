/* k-ary TF-A.   Cost O(T sum(b_l) D) routing and sum over leaves of |Q_leaf| |K_leaf| D, per head.
 * Madaan et al. 2022, arXiv:2208.09015, the k-ary variant of eq. 3 (BERT: branching [100, 10]): every node of level l has b_l children,
 * each with a logit <w, x> + b; the largest wins. Attention inside the leaves as in TF-A.
 *
 * Decisions are learned straight-through, one-hot backward as softmax; "softmax at every node" has two readings (option reading):
 * soft: a leaf's probability is the product of the softmaxes, all nodes learn; hard: only the nodes on the token's path learn.
 * No medians among b_l logits; `bias_init: data` finds biases that share the first batch's keys out, to a few percent. */
#include "attn/tree_attn.h"

static const struct tf_opt opts[] = {
    {"branching", TF_INTS, TF_TREE_AT(branching), "8,8", 2, 1024, NULL, "children of a node, level by level"},
    {"reading", TF_CHOICE, TF_TREE_AT(reading), "soft", 0, 0, "soft|hard",
     "straight-through: product of softmaxes, or the path's nodes only"},
    TF_NESTED(tf_tree_opts, 0),
    TF_NESTED(tf_tree_leaf_opts, 0),
    TF_NESTED(tf_tree_teach_opts, 0),
    TF_NESTED(tf_tree_beside_opts, 0),
    {0}};

static int check(const void *options, const struct tf_shape *s, struct tf_err *e) {
    const struct tf_tree_options *o = options;
    double leaves = 1;
    for (int i = 0; i < o->branching.n; i++) leaves *= o->branching.v[i];
    if (o->branching.n < 1) return tf_fail(e, TF_BAD, "branching: at least one level is needed");
    if (leaves > 65536) return tf_fail(e, TF_BAD, "branching: %.0f leaves, at most 65536 are possible", leaves);
    return tf_beside_check(o, (int)leaves, s, e);
}

const struct tf_attn tf_attn_kary_tf_a = {
    .name = "kary-tf-a",
    .title = "Treeformer k-ary TF-A",
    .paper = "arXiv:2208.09015 sec. 3",
    .equation =
        "o_i = softmax_j(<q_i, k_j> / sqrt(D)) v_j over leaf(k_j) = leaf(q_i),  a node of level l: the largest of b_l logits <w, x> + b",
    .flags = TF_ATTN_CAUSAL | TF_ATTN_ROUTED | TF_ATTN_STRAIGHT | TF_ATTN_ROTARY | TF_ATTN_ALIBI,
    .cls_query_only = true,
    .needs_all_queries = tf_tree_needs_all_queries,
    .opts = opts,
    .opts_size = sizeof(struct tf_tree_options),
    .check = check,
    .params = tf_leaf_params,
    .forward = tf_leaf_forward,
    .flops_layer = tf_leaf_flops_layer,
    .flops_paper = tf_leaf_flops_paper,
    .init_balanced = tf_tree_init_balanced,
    .starts_balanced = tf_tree_starts_balanced,
    .teaching = tf_tree_teaching,
    .taught_bytes = tf_tree_taught_bytes,
    .changed = tf_leaf_changed};
