/* TC-A: tree attention with coarse averages.   Cost O(T h D) routing, O(T D + 2^h D) pooling, per head; no scores between tokens.
 * Madaan et al. 2022, arXiv:2208.09015 eq. 4:  nu_lj = mean of v over the keys that pass node j of level l,
 * o_i = sum_{l=0..h} alpha_l nu_{l, J_l(q_i)},  J_l(q_i) the node on the query's path; alpha learned.
 *
 * Straight-through gradients as in TF-A, dense over all nodes of all levels. `fold` lets the trees see the layer's input itself instead of
 * projected queries and keys, which are then not computed at all. A node without keys counts as 0, or as its nearest ancestor's mean.
 * `key_dropout` is the counterpart of attention dropout, which has nothing to drop here: a value that is left out counts as 0, the others as 1/(1-p).
 * Causal: nu_lj(i) is the mean over the keys up to i.
 * `routing: median` and `bias_init: data` as in TF-A: then the nodes of a level average equally many values. */
#include "attn/tree_attn.h"

static const struct tf_opt opts[] = {
    TF_NESTED(tf_tree_binary_opts, 0),
    TF_NESTED(tf_tree_attached_opts, 0),
    {"fold", TF_BOOL, TF_TREE_AT(fold), "false", 0, 0, NULL, "trees see the layer's input (C channels); no query and key projections"},
    {"empty", TF_CHOICE, TF_TREE_AT(empty), "zero", 0, 0, "zero|ancestor", "what a node without keys contributes"},
    {"key_dropout", TF_REAL, TF_TREE_AT(key_dropout), "0", 0, 0.95, NULL,
     "share of the values that training leaves out of the averages, drawn per sequence and head, or with scope: layer once for all heads "
     "(TC-A has no probabilities to drop)"},
    {"alpha_init", TF_REAL, TF_TREE_AT(alpha_init), "0", 0, 100, NULL, "initial weight of every level; 0: 1/(height+1)"},
    {0}};

static int check(const void *options, const struct tf_shape *s, struct tf_err *e) {
    const struct tf_tree_options *o = options;
    if (s->rotary && (o->fold || o->route != TF_ROUTE_ROTATED))
        return tf_fail(
            e, TF_BAD,
            "averages compare no queries with keys, so that rotary positions reach its trees alone: use route: rotated, without fold");
    if (s->causal && o->empty) return tf_fail(e, TF_BAD, "empty: ancestor depends on later keys; use empty: zero (model.causal)");
    return tf_tree_check(options, s, e);
}

static void params(struct tf_decl *d, const struct tf_shape *s, const void *options) {
    const struct tf_tree_options *o = options;
    static const char *const projection[] = {"value", "query", "key"};
    for (int i = 0; i < (o->fold ? 1 : 3); i++) tf_declare_dense(d, s, projection[i]);
    tf_declare_output(d, s, "output");
    tf_tree_declare(d, s, o);
    tf_tree_declare_levels(d, s, o, "alpha", o->alpha_init > 0 ? o->alpha_init : 1.0 / (o->height + 1));
}

static struct tf_mat *forward(const struct tf_ctx *c, struct tf_mat *X) {
    const struct tf_tree_options *o = c->opts;
    struct tf_tape *t = c->tape;
    const bool one = c->cls_query_only; // weights, then averages of X, then projected
    int H = c->shape.H, D = TF_HEAD_DIM(&c->shape), groups = tf_tree_groups(o, H), width = TF_QKV(&c->shape) / groups;
    struct tf_mat *asking = tf_ctx_queries(c, X), *all = tf_tree_all_queries(c, X, true);
    struct tf_mat *Q = o->fold ? asking : tf_tree_sees(c, tf_ctx_project_unrotated(c, asking, "query")),
                  *K = o->fold ? X : tf_tree_sees(c, tf_tree_keys(c, X));
    struct tf_mat *V = one ? tf_fold_values(c, X, true) : tf_ctx_project(c, X, "value");
    struct tf_mat **part = tf_arena_alloc(&t->arena, sizeof *part * (size_t)(c->pack->n_seq * H));
    for (int g = 0; g < groups; g++) {
        struct tf_mat *alpha = tf_tree_load_levels(c, g, "alpha");
        struct tf_tree *q_tree, *k_tree;
        tf_tree_load(c, g, 0, &q_tree, &k_tree);
        for (int seq = 0; seq < c->pack->n_seq; seq++) {
            int c0 = o->fold ? 0 : g * width, cols = o->fold ? c->shape.C : width;
            struct tf_head h = tf_head_at(c, seq, g);
            const struct tf_route *k = tf_tree_route_ctx(c, tf_ctx_rows(c, seq, K, c0, cols), NULL, k_tree, g, NULL), *q = k;
            if (one || !(o->fold && o->shared))
                q = tf_tree_route_ctx(c, tf_ctx_query_rows(c, seq, Q, c0, cols), all ? tf_ctx_rows(c, seq, all, c0, cols) : NULL, q_tree, g,
                                      k);
            else if (c->on_leaves) c->on_leaves(c->on_leaves_arg, c->shape.layer, g, false, 1 << o->height, tf_route_counts(t, q));
            struct tf_mat **out = part + seq * H + g * (H / groups);
            struct tf_mat *values = one ? tf_tree_pool_one(t, alpha, q, k, o->empty == 1) : tf_ctx_rows(c, seq, V, g * width, width),
                          *v = tf_drop_rows(t, values, o->key_dropout, tf_head_key(&h, 0)),
                          *into = t->grad ? NULL : v, // (T,width); in evaluation outputs take the values' place
                              *y = one               ? v
                                   : c->shape.causal ? tf_tree_pool_causal(t, into, v, alpha, q, k)
                                                     : tf_tree_pool(t, into, v, alpha, q, k, o->empty == 1);
            for (int j = 0; j < H / groups; j++) out[j] = one ? y : tf_view(t, y, 0, y->rows, j * D, D);
        }
    }
    return one ? tf_unfold_weights(c, V, part) : tf_ctx_project(c, tf_join_heads(c, part), "output");
}

static double pool_flops(const struct tf_cost *s, int height, double width) {
    return s->causal ? tf_tree_pool_causal_flops(s->T, height, width) : tf_tree_pool_flops(s->T, height, width);
}

static double flops_layer(const void *options, const struct tf_cost *s) {
    const struct tf_tree_options *o = options;
    int groups = tf_tree_groups(o, s->H);
    double T = s->T, width = (double)TF_QKV(s) / groups, cols = o->fold ? s->C : width, passes = o->fold && o->shared ? 1 : 2;
    return (o->fold ? 1 : 3) * tf_flops_in(s) + tf_flops_out(s) +
           groups * (passes * T * o->height * (2 * cols + 1) + pool_flops(s, o->height, width));
}

static double flops_paper(const void *options, const struct tf_cost *s) {
    const struct tf_tree_options *o = options;
    const int h = o->height;
    const double n = s->T, e = (double)TF_QKV(s) / s->H, cols = o->fold ? (double)s->C * tf_tree_groups(o, s->H) / s->H : e;
    return (o->fold ? 1 : 3) * tf_flops_paper_dense(n, e) + n * h * (2 * cols + 1) +
           (s->causal ? tf_tree_pool_causal_flops(s->T, h, e) : ((2 << h) - 1) * e);
}

static double kept(const void *options, const struct tf_cost *s) { // a mean per node
    return ((2 << ((const struct tf_tree_options *)options)->height) - 1.0) * TF_QKV(s);
}

const struct tf_attn tf_attn_tc_a = {
    .name = "tc-a",
    .title = "Treeformer TC-A",
    .paper = "arXiv:2208.09015 eq. 4",
    .equation = "o_i = sum_{l=0..h} alpha_l nu_{l, J_l(q_i)},  nu_lj = mean of v over the keys that pass node j of level l",
    .not_alibi = "it averages over nodes, and compares no pairs",
    .flags = TF_ATTN_CAUSAL | TF_ATTN_ROUTED | TF_ATTN_STRAIGHT | TF_ATTN_ROTARY | TF_ATTN_NO_DROPOUT,
    .cls_query_only = true,
    .needs_all_queries = tf_tree_needs_all_queries,
    .opts = opts,
    .opts_size = sizeof(struct tf_tree_options),
    .check = check,
    .params = params,
    .forward = forward,
    .flops_layer = flops_layer,
    .flops_paper = flops_paper,
    .init_balanced = tf_tree_init_balanced,
    .starts_balanced = tf_tree_starts_balanced,
    .paper_height = "tree_height_tca",
    .kept = kept};
