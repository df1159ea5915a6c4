/* TF-A: tree attention.   Cost O(T h D) routing and sum over leaves of |Q_leaf| |K_leaf| D, per head.
 * Madaan et al. 2022, arXiv:2208.09015 eq. 2 and 3:  M_ij = [leaf(q_i) = leaf(k_j)],  o_i = sum_j M_ij e^(S_ij) v_j / sum_j M_ij e^(S_ij),
 * S = q k^T / sqrt(D);  a binary tree of height h sends x (D) right at node n where <w_n, x> + b_n >= 0.
 *
 * Decisions are learned straight-through as in Dense Gradient Trees (arXiv:2102.07567); the paper leaves open how the mask's gradient is
 * formed (option gradient), whether trees belong to heads or layers (scope), what an empty leaf does (empty). The balance loss and the
 * forest (trees > 1: the mean of several trees' outputs) are cures that the paper names and does not try.
 *
 * Two more that it does not name. `routing: median`: node n sends a key right where <w_n, x> exceeds the median of <w_n, k> over the keys that
 * reach n in this (sequence, head); of an odd number the larger half, and of equal scores the later rows, go right. Leaves hold floor(T / 2^h) or
 * ceil(T / 2^h) keys whatever the data, before global tokens leave them, so the work, sum |Q_leaf| |K_leaf| D, is T^2 D / 2^h up to that rounding,
 * wherever the queries go. Queries take the keys' cuts (median-each, or trees of their own: their own medians). There are no biases; the gradient
 * passes straight through z = <w, x> - median, the median counting as a constant. Evaluation routes as training does. A route looks at the whole
 * sequence: not causal.
 * Keys that join the leaf's, in one softmax over the union (tree_beside.c): `window`, `global_tokens`, `probes`, `path_means`; `local_heads`.
 * With `path_means` a query whose keys' mean lies beside its path sees o_i = sum over the leaf e^(S_ij) v_j + sum over the siblings n of the nodes on its path
 * of c_n e^(<q_i, mean k> / sqrt(D)) mean v, normalised: TF-A and TC-A in one, as in arXiv:2512.16615 over positions.
 *
 * Causal: o_i over leaf(k_j) = leaf(q_i), j <= i; a query before its leaf's first key is one of an empty leaf. The mask's gradient leaves out the same pairs.
 *
 * `bias_init: data`: biases start at minus the medians of <w, k> over the first batch's keys, node by node; then they learn, and may drift. */
#include "attn/tree_attn.h"

static const struct tf_opt opts[] = {
    TF_NESTED(tf_tree_binary_opts, 0),
    TF_NESTED(tf_tree_opts, 0),
    TF_NESTED(tf_tree_leaf_opts, 0),
    TF_NESTED(tf_tree_teach_opts, 0),
    TF_NESTED(tf_tree_beside_opts, 0),
    {"path_means", TF_BOOL, TF_TREE_AT(path_means), "false", 0, 0, NULL,
     "the siblings of a path's nodes join the leaf's keys: each node's mean key and value, with the weight of all its keys, never dropped; the trees' "
     "gradient treats these keys as unseen, so teach the trees"},
    {"trees", TF_INT, TF_TREE_AT(trees), "1", 1, 4, NULL, "a forest: the output is the mean over this many trees"},
    {0}};

const struct tf_attn tf_attn_tf_a = {
    .name = "tf-a",
    .title = "Treeformer TF-A",
    .paper = "arXiv:2208.09015 eq. 3",
    .equation = "o_i = softmax_j(<q_i, k_j> / sqrt(D)) v_j over leaf(k_j) = leaf(q_i),  x goes right at node n where <w_n, x> + b_n >= 0",
    .flags = TF_ATTN_CAUSAL | TF_ATTN_ROUTED | TF_ATTN_STRAIGHT | TF_ATTN_ROTARY | TF_ATTN_ALIBI,
    .cls_query_only = true,
    .needs_all_queries = tf_tree_needs_all_queries,
    .opts = opts,
    .opts_size = sizeof(struct tf_tree_options),
    .check = tf_tree_check,
    .params = tf_leaf_params,
    .forward = tf_leaf_forward,
    .flops_layer = tf_leaf_flops_layer,
    .flops_paper = tf_leaf_flops_paper,
    .init_balanced = tf_tree_init_balanced,
    .starts_balanced = tf_tree_starts_balanced,
    .teaching = tf_tree_teaching,
    .taught_bytes = tf_tree_taught_bytes,
    .changed = tf_leaf_changed,
    .paper_height = "tree_height_tfa"};
