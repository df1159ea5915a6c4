/* What the tree mechanisms (tf-a, kary-tf-a, tc-a) share: options, parameters, and attention inside leaves.
 * Internal to lib/attn. */
#ifndef TF_ATTN_TREE_ATTN_H
#define TF_ATTN_TREE_ATTN_H
#include "attn/attn.h"
#include "num/tree.h"

enum { TF_SCOPE_HEAD, TF_SCOPE_LAYER };
enum { TF_FORM_NODE, TF_FORM_MOE };
enum { TF_ROUTING_THRESHOLD, TF_ROUTING_MEDIAN, TF_ROUTING_MEDIAN_EACH };
enum { TF_BIAS_ZERO, TF_BIAS_DATA };
enum { TF_OUTPUT_LEAF, TF_OUTPUT_FULL };
enum { TF_GRADIENT_NONE = TF_GATE_SAMPLED + 1 };
enum { TF_LEAF_PAIRS_KEYS, TF_LEAF_PAIRS_BOTH };
enum { TF_ROUTE_UNROTATED, TF_ROUTE_ROTATED };
struct tf_tree_options {
    int height, scope, gradient, samples, sample_from, surrogate, reading, empty, balance_form, trees;
    int routing, bias_init, route, teach, teach_queries, teach_keys, output;
    int window, global_tokens, probes;
    double local_heads;
    bool path_means, shared, balance_queries, fold, detach;
    int leaf_pairs;
    double teach_weight, teach_price, teach_recall, teach_beta;
    double surrogate_beta, clip, balance, tree_init, alpha_init, key_dropout;
    struct tf_ints branching;
};
#define TF_TREE_AT(n) offsetof(struct tf_tree_options, n)
/* Option tables to nest, for binary trees; for every tree mechanism, with `detach` true by default, and with
 * it false; for attention inside leaves; for trees that full attention teaches; for keys that join the
 * leaf's. */
extern const struct tf_opt tf_tree_binary_opts[], tf_tree_opts[], tf_tree_attached_opts[];
extern const struct tf_opt tf_tree_leaf_opts[], tf_tree_teach_opts[], tf_tree_beside_opts[];

/* ---- trees of a layer ---------------------------------------------------------------------------------- */
/* The trees that a layer has beside one another: one, or one per head that has trees. */
int tf_tree_groups(const struct tf_tree_options *o, int H);
/* Declares them, over the channels that they see: "tree.qk", or "tree.q" and "tree.k"; those of a forest
 * behind the first are "tree<i>.qk" and so on. */
void tf_tree_declare(struct tf_decl *d, const struct tf_shape *s, const struct tf_tree_options *o);
/* Tree i of a group, of queries and of keys: the same one where they share it. */
void tf_tree_load(const struct tf_ctx *c, int group, int i, struct tf_tree **q, struct tf_tree **k);
/* A weight per group and level, 0 (the root) to the height: one tensor per level, as the trees have them, so
 * that a taller tree takes the levels it finds. Loads (height + 1, 1). */
void tf_tree_declare_levels(struct tf_decl *d, const struct tf_shape *s, const struct tf_tree_options *o,
                            const char *name, double init);
struct tf_mat *tf_tree_load_levels(const struct tf_ctx *c, int group, const char *name);
/* The route of x through a tree, with the spec's surrogate and balance; reports its leaves. Queries may need
 * the medians of the keys' route. With c->cls_query_only x is a sequence's first query alone, but the mean
 * |z| of binary trees that learn, and medians other than the keys', still depend on all its queries. So
 * `all` has those queries, as rows of tf_tree_all_queries without a gradient; NULL for keys, and where
 * nothing depends on them. */
struct tf_route *tf_tree_route_ctx(const struct tf_ctx *c, struct tf_mat *x, struct tf_mat *all,
                                   const struct tf_tree *tree, int head, const struct tf_route *keys);
/* Projected queries or keys as the trees see them: before or after they are rotated (option route). */
struct tf_mat *tf_tree_sees(const struct tf_ctx *c, struct tf_mat *Y);
/* Projected keys before they are rotated; with cls_query_only for the trees alone, so that no gradient flows
 * where those are detached. */
struct tf_mat *tf_tree_keys(const struct tf_ctx *c, struct tf_mat *X);
struct tf_mat *tf_tree_all_queries(const struct tf_ctx *c, struct tf_mat *X, bool binary); /* or NULL */
/* For the hooks of those names: the balance loss may be one of queries, too; biases may begin where the first
 * batch has them. */
bool tf_tree_needs_all_queries(const void *opts);
bool tf_tree_starts_balanced(const void *opts);
void tf_tree_init_balanced(const struct tf_ctx *c, struct tf_mat *X);
unsigned tf_tree_teaching(const void *opts);
double tf_tree_taught_bytes(const void *opts, int T, int H);
/* For `check`: medians leave no biases to set. */
int tf_tree_check(const void *opts, const struct tf_shape *s, struct tf_err *e);

/* ---- attention inside leaves: tf-a and kary-tf-a ------------------------------------------------------- */
/* What a mechanism's struct asks for, over struct tf_tree_options: a k-ary tree where `branching` has levels,
 * else a binary one. */
void tf_leaf_params(struct tf_decl *d, const struct tf_shape *s, const void *opts);
struct tf_mat *tf_leaf_forward(const struct tf_ctx *c, struct tf_mat *X);
double tf_leaf_flops_layer(const void *opts, const struct tf_cost *cost);
double tf_leaf_flops_paper(const void *opts, const struct tf_cost *cost);
extern const struct tf_changed_default tf_leaf_changed[];

/* ---- keys beside the leaf (tree_beside.c) -------------------------------------------------------------- */
/* What the queries of a sequence see in one tree, or without one: plans that share no pair. */
enum { TF_PROBES_MAX = 16 };
struct tf_beside {
    const struct tf_attn_index *plan[TF_PROBES_MAX + 2];
    int n;
    const struct tf_route *q, *k, *probe[TF_PROBES_MAX]; /* without the global tokens; own leaf; all leaves */
    bool means;
    int globals; /* first tokens that see all */
};
/* q, k NULL: a local head. */
void tf_beside_plan(const struct tf_ctx *c, int seq, const struct tf_route *q, const struct tf_route *k,
                    struct tf_beside *b);
/* Attention over all of them; fills g->o and, where the tape records, g->lse of g's q, k, v and arg. */
struct tf_mat *tf_beside_attend(const struct tf_ctx *c, const struct tf_beside *b, struct tf_gate_head *g);
/* Tells c->on_recall, of RECALL_ROWS queries at even distances. */
void tf_beside_recall(const struct tf_ctx *c, int head, const struct tf_beside *b,
                      const struct tf_gate_head *g);
int tf_local_heads(const struct tf_tree_options *o, int H); /* the last ones, without trees */
bool tf_beside_nothing(const struct tf_tree_options *o);     /* does a query see its leaf's keys alone? */
int tf_beside_reach(const struct tf_tree_options *o);       /* |i - j| that the window keeps; -1: no window */
/* Pairs of T^2 when the leaves hold the share f; and whether the options go together. */
double tf_beside_share(const struct tf_tree_options *o, int T, int H, double f, bool causal);
int tf_beside_check(const struct tf_tree_options *o, int leaves, const struct tf_shape *s, struct tf_err *e);
#endif
