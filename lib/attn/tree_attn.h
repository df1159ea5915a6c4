/* What the tree mechanisms (tf-a, kary-tf-a, tc-a) share: options, parameters, and attention inside leaves. Internal to lib/attn. */
#ifndef TF_ATTN_TREE_ATTN_H
#define TF_ATTN_TREE_ATTN_H
#include "attn/attn.h"
#include "num/tree.h"

enum { TF_SCOPE_HEAD, TF_SCOPE_LAYER };
enum { TF_FORM_NODE, TF_FORM_MOE };
enum { TF_ROUTING_THRESHOLD, TF_ROUTING_MEDIAN, TF_ROUTING_MEDIAN_EACH };
enum { TF_BIAS_ZERO, TF_BIAS_DATA };
struct tf_tree_options {
    int height, scope, gradient, samples, sample_from, surrogate, reading, empty, balance_form, trees, routing, bias_init;
    bool shared, balance_queries, fold, detach;
    double surrogate_beta, clip, balance, tree_init, alpha_init, key_dropout;
    struct tf_ints branching;
};
#define TF_TREE_AT(n) offsetof(struct tf_tree_options, n)
/* Options of every tree mechanism. */
#define TF_TREE_OPTS(def_detach)                                                                                                                     \
    {"scope", TF_CHOICE, TF_TREE_AT(scope), "head", 0, 0, "head|layer", "one tree a head, on its D channels, or one a layer, on all C"}, \
        {"shared", TF_BOOL, TF_TREE_AT(shared), "true", 0, 0, NULL, "one tree for queries and keys"},                                    \
        {"balance", TF_REAL, TF_TREE_AT(balance), "0", 0, 1e6, NULL, "weight of the balance loss, per sequence and tree"},               \
        {"balance_form",                                                                                                                 \
         TF_CHOICE,                                                                                                                      \
         TF_TREE_AT(balance_form),                                                                                                       \
         "node",                                                                                                                         \
         0,                                                                                                                              \
         0,                                                                                                                              \
         "node|moe",                                                                                                                     \
         "node: sum of share_n (mean soft decision - 1/2)^2; moe: leaves * sum f_j p_j"},                                                \
        {"balance_queries",                                                                                                              \
         TF_BOOL,                                                                                                                        \
         TF_TREE_AT(balance_queries),                                                                                                    \
         "false",                                                                                                                        \
         0,                                                                                                                              \
         0,                                                                                                                              \
         NULL,                                                                                                                           \
         "balance the queries' routes too, not only the keys'"},                                                                         \
        {"detach",                                                                                                                       \
         TF_BOOL,                                                                                                                        \
         TF_TREE_AT(detach),                                                                                                             \
         def_detach,                                                                                                                     \
         0,                                                                                                                              \
         0,                                                                                                                              \
         NULL,                                                                                                                           \
         "the trees' gradient ends at the trees: what they decide on does not learn from it"},                                           \
        {"tree_init",                                                                                                                    \
         TF_REAL,                                                                                                                        \
         TF_TREE_AT(tree_init),                                                                                                          \
         "0",                                                                                                                            \
         0,                                                                                                                              \
         100,                                                                                                                            \
         NULL,                                                                                                                           \
         "standard deviation of the initial node weights; 0: 1/sqrt(inputs)"},                                                           \
    {                                                                                                                                    \
        "bias_init", TF_CHOICE, TF_TREE_AT(bias_init), "zero", 0, 0, "zero|data",                                                        \
            "data: biases that spread the keys of the first batch evenly over the leaves, set before the first step"                     \
    }
/* Options of binary trees. */
#define TF_TREE_BINARY_OPTS(def_height)                                                                                             \
    {"height", TF_INT, TF_TREE_AT(height), def_height, 1, 12, NULL, "levels of decisions; 2^height leaves"},                        \
        {"surrogate",                                                                                                               \
         TF_CHOICE,                                                                                                                 \
         TF_TREE_AT(surrogate),                                                                                                     \
         "clip",                                                                                                                    \
         0,                                                                                                                         \
         0,                                                                                                                         \
         "clip|triangle|sech2|logistic",                                                                                            \
         "what stands for the derivative of a decision at z: 2[|z|<=1], 2 max(1-|z|,0), 2 beta sech^2(beta z), 2 beta s(1-s) with " \
         "s = sigmoid(beta z)"},                                                                                                    \
        {"surrogate_beta", TF_REAL, TF_TREE_AT(surrogate_beta), "1", 0.001, 1000, NULL, "beta of sech2 and logistic"},              \
    {                                                                                                                               \
        "routing", TF_CHOICE, TF_TREE_AT(routing), "threshold", 0, 0, "threshold|median|median-each",                               \
            "a node splits at -bias; at the median of <w, x> over the sequence's keys that reach it, no biases; queries at "        \
            "their own medians"                                                                                                     \
    }
/* Options of attention inside leaves. */
#define TF_TREE_LEAF_OPTS                                                                                                                  \
    {"gradient",                                                                                                                           \
     TF_CHOICE,                                                                                                                            \
     TF_TREE_AT(gradient),                                                                                                                 \
     "sampled",                                                                                                                            \
     0,                                                                                                                                    \
     0,                                                                                                                                    \
     "dense|leaf|sampled",                                                                                                                 \
     "pairs behind the trees' gradient: all; of one leaf; of one leaf and sampled keys from outside"},                                     \
        {"samples", TF_INT, TF_TREE_AT(samples), "128", 1, 1024, NULL, "gradient: sampled, keys drawn for each leaf of queries"},           \
        {"sample_from", TF_CHOICE, TF_TREE_AT(sample_from), "all", 0, 0, "sibling|all", "the nearest leaves that hold keys, or all"},  \
        {"clip", TF_REAL, TF_TREE_AT(clip), "1", 0, 1e12, NULL, "bound of a key's weight in that gradient, e^(score - logsumexp of the leaf); 0: none"}, \
    {                                                                                                                                      \
        "empty", TF_CHOICE, TF_TREE_AT(empty), "self", 0, 0, "self|zero|ancestor",                                                         \
            "a query whose leaf holds no key attends to itself, to nothing, or to the nearest ancestor's keys"                             \
    }

/* ---- trees of a layer ------------------------------------------------------------------------------------------------------------- */
/* Declares a tree over inputs of `cols` channels, for `groups` heads: "<name>.level<l>.weight" (groups * nodes, cols), ".bias" (.,1; no medians). */
void tf_tree_declare(struct tf_decl *d, const struct tf_tree_options *o, const struct tf_tree_shape *s, const char *name, int groups,
                     int cols);
struct tf_tree *tf_tree_load(const struct tf_ctx *c, const struct tf_tree_shape *s, const char *name, int group);
/* Sets the biases of a group's tree so that the rows of the n matrices spread evenly over its leaves; nothing where medians stand for them. */
void tf_tree_even_ctx(const struct tf_ctx *c, const struct tf_tree_shape *s, const char *name, int group, int n, struct tf_mat *const *x);
/* The route of x through a tree, with the spec's surrogate and balance; reports its leaves. Queries may need the route of the keys: its medians.
 * With c->first x is a sequence's first query, and what hangs on all its queries still does: the mean |z| of binary trees that learn, and medians other than
 * the keys'. So `all` has all of them, rows of tf_tree_all_queries, without a gradient; NULL where nothing hangs on them, and for keys. */
struct tf_route *tf_tree_route_ctx(const struct tf_ctx *c, struct tf_mat *x, struct tf_mat *all, const struct tf_tree *tree, int head, const struct tf_route *keys);
struct tf_mat *tf_tree_all_queries(const struct tf_ctx *c, struct tf_mat *X, bool binary); /* (rows,C) or NULL */
/* For `check`: medians leave no biases to set. */
int tf_tree_check(const void *opts, const struct tf_shape *s, struct tf_err *e);

/* ---- attention inside leaves: tf-a and kary-tf-a ------------------------------------------------------------------------------------ */
void tf_leaf_params(struct tf_decl *d, const struct tf_shape *shape, const struct tf_tree_options *o, const struct tf_tree_shape *s);
struct tf_mat *tf_leaf_forward(const struct tf_ctx *c, struct tf_mat *X, const struct tf_tree_shape *s);
void tf_leaf_even(const struct tf_ctx *c, struct tf_mat *X, const struct tf_tree_shape *s);
double tf_leaf_flops_layer(const struct tf_tree_options *o, const struct tf_tree_shape *s, const struct tf_cost *cost);
double tf_leaf_flops_paper(const struct tf_tree_options *o, const struct tf_tree_shape *s, const struct tf_cost *cost);
#endif
