/* Decision trees over tokens: routing, plans of leaves, pooling over nodes, and straight-through gradients.
 * Used by attn's tree mechanisms.
 *
 * Nodes are numbered level by level, root 0, children of a node side by side, so leaf j is node
 * off[levels] + j.
 *   binary: every inner node has one score z = <w, x> + b and z >= 0 goes right; row n of w is node n
 *     (children 2n+1, 2n+2).
 *   k-ary: every node but the root has one score and the largest among siblings is taken (ties: the first);
 *     row n-1 of w is node n.
 * Scores are never stored for a whole sequence: forward and backward compute them tile by tile. The gate of
 * TF-A holds 2 T leaves numbers while its backward pass runs, half of that with LEAF. */
#ifndef TF_NUM_TREE_H
#define TF_NUM_TREE_H
#include "num/num.h"

enum { TF_TREE_LEVELS = TF_INTS_MAX };

struct tf_tree_shape {
    bool binary;
    int levels, branch[TF_TREE_LEVELS]; /* children of a node of level l */
    int off[TF_TREE_LEVELS + 1];        /* first node of level l; off[levels]: of the leaves */
    bool path;                          /* one node of each level has children: at[l] of them */
    int at[TF_TREE_LEVELS + 1];         /* path; at[levels] is the leaf */
    int nodes, leaves, rows;            /* rows of w: inner nodes (binary) or nodes - 1 (k-ary) */
};
struct tf_tree_shape tf_tree_binary(int height);
struct tf_tree_shape tf_tree_kary(int levels, const int *branch);
int tf_tree_path_rows(const struct tf_tree_shape *s); /* scores on one path: h, or the sum of branch */

struct tf_tree {
    struct tf_tree_shape shape;
    struct tf_mat *w, *b; /* (rows,D), (rows,1) */
};

/* Rows r0..r0+rows-1 of each of n matrices of equal width, one below the other; the gradient goes back to
 * them. Makes w and b of a tree from the levels' tensors. */
struct tf_row_slices {
    struct tf_mat *m;
    int r0, rows;
};
struct tf_mat *tf_gather_rows(struct tf_tape *t, int n, const struct tf_row_slices *part);

/* ---- routing ------------------------------------------------------------------------------------------- */
/* Surrogates for the derivative of s = sign(z) c; the gradient is d_z = d_s * factor. */
enum tf_surrogate {
    TF_SURR_CLIP,     /* 2 [|z| <= 1] */
    TF_SURR_TRIANGLE, /* 2 max(1 - |z|, 0) */
    TF_SURR_SECH2,    /* 2 beta sech^2(beta z): of tanh(beta z) */
    TF_SURR_LOGISTIC, /* 2 beta sigma(beta z) (1 - sigma(beta z)) */
};
/* Balance loss of one route, times `weight`; its value goes to tape->aux_loss, its gradient to the tree.
 *   NODE: sum_n share_n (mean over the tokens that reach n of sigma(z_n) - 1/2)^2; k-ary: sum_n share_n
 *     sum_c (mean softmax_c - 1/b)^2; share_n = the part of the tokens that reach n.
 *   MOE: leaves * sum_j f_j p_j, f_j = the part of the tokens in leaf j, p_j = leaf j's mean soft
 *     probability. */
enum tf_balance { TF_BALANCE_NONE, TF_BALANCE_NODE, TF_BALANCE_MOE };
struct tf_route_arg {
    struct tf_mat *x; /* (T,D) what the tree sees */
    const struct tf_tree *tree; /* the route keeps a copy */
    enum tf_surrogate surrogate;
    double beta; /* of SECH2 and LOGISTIC */
    bool hard;   /* k-ary straight-through: only the nodes of the path learn */
    bool detach; /* x gets no gradient from the route */
    enum tf_balance balance;
    double weight;
    /* binary: node n's b is minus the median of <w_n, x> over the tokens that reach n; tree->b is not read
     * (NULL will do) */
    bool median;
    const struct tf_route *cut; /* median: take this route's medians (of the keys); NULL: own */
    bool only_c; /* when the tape records, nothing but c is made: no leaves, no balance loss */
    const struct tf_route *of; /* median: x is the first rows of this route's: with its medians, leaves */
};
struct tf_route { /* lives in the tape's arena */
    struct tf_route_arg arg;
    struct tf_tree tree;
    int T;
    int *leaf;          /* (T) */
    int *order, *start; /* tokens by leaf, in order there; leaf j owns order[start[j]..start[j+1]-1] */
    double c;           /* mean |z| over all nodes and tokens (binary, when the tape records) */
    tf_real *coef;      /* balance: per row or per leaf */
};
/* Medians: of n tokens at a node, the n/2 (rounded down) with the lowest scores go left, among equal scores
 * the earlier rows, and the rest go right. The cut lies halfway between the two scores in the middle (at 0
 * without tokens); a route with `cut` goes right where <w, x> minus that cut is >= 0. So all leaves hold
 * floor(T / leaves) or ceil(T / leaves) tokens of a route with its own medians. Gradients pass straight
 * through z = <w, x> - median as through any z; the median itself counts as a constant, as c does. Leaves
 * are the same in training and evaluation. A route looks at all its rows: not causal. */
/* Sends every token to its leaf. Counts TF_FLOP_ROUTE: T rows (2D+1) when the tape records and the tree is
 * binary or balanced (all scores are needed; with medians the path's beside them), else the path's
 * scores (even where narrow tokens have all), T path_rows (2D+1). Gradients of the tree come from
 * tf_tree_gate or tf_tree_pool: call exactly one of them per route. */
struct tf_route *tf_tree_route(struct tf_tape *t, const struct tf_route_arg *a);
/* Sets b so that the rows of the n matrices spread evenly over the leaves: medians, or prices of k-ary
 * children (on a sample, to a few percent). */
void tf_tree_even(struct tf_tree *tree, int n, struct tf_mat *const *x);
/* the same, but a level with a bias other than 0 keeps its own: it was learned */
void tf_tree_even_rest(struct tf_tree *tree, int n, struct tf_mat *const *x);
int *tf_route_counts(struct tf_tape *t, const struct tf_route *r); /* (leaves) tokens of each leaf */

/* ---- TF-A: attention inside the leaves ----------------------------------------------------------------- */
/* A query whose leaf holds no key attends to its own token, to nothing, or to the keys of the nearest
 * ancestor that has some. */
enum tf_tree_empty { TF_EMPTY_SELF, TF_EMPTY_ZERO, TF_EMPTY_ANCESTOR };
const struct tf_attn_index *tf_tree_index(struct tf_tape *t, const struct tf_route *q,
                                          const struct tf_route *k, enum tf_tree_empty empty);
/* The same of rows j <= i alone: a query before its leaf's first key counts as one of a leaf without keys.
 * Not ANCESTOR. */
const struct tf_attn_index *tf_tree_index_causal(struct tf_tape *t, const struct tf_route *q,
                                                 const struct tf_route *k, enum tf_tree_empty empty);
/* The same route without tokens 0..first-1: they are in no leaf's list; T and `leaf` stay. */
const struct tf_route *tf_route_without(struct tf_tape *t, const struct tf_route *r, int first);
/* Each query's n best leaves among those that hold keys, best first: out[0..n-1] are routes of the queries
 * (`leaf`, `order` and `start` alone; leaf -1: there are no more). A leaf's cost is summed over the path to
 * it: |z| where a binary node decides otherwise; for a k-ary node, how far the child's logit lies below the
 * best. The query's own leaf costs nothing. With medians, costs are compared after tf_coarsen; among equal
 * costs the leaf with the lowest number comes first. Counts TF_FLOP_ROUTE: T rows (2D+1), all scores. */
void tf_tree_probes(struct tf_tape *t, const struct tf_route *q, const struct tf_route *k, int n,
                    const struct tf_route **out);
/* Softmax attention of each query over the means of what its path leaves behind: at every level the sibling
 * of the path's node, whose mean key and value stand for all its keys: score scale <q, mean k> + log(keys).
 * With the leaf's own keys these are all keys, each once. Binary trees; no dropout. o (Tq,Dv) and *lse (Tq)
 * as tf_attend's, for tf_attend_merge. Queries before first_query, which see all keys themselves, have none.
 * Counts pairs (a mean is one), TF_FLOP_ATTEND for them, and TF_FLOP_POOL: tf_tree_means_flops. */
struct tf_mat *tf_attend_means(struct tf_tape *t, struct tf_mat *q, struct tf_mat *k, struct tf_mat *v,
                               const struct tf_route *q_route, const struct tf_route *k_route, double scale,
                               int first_query, const tf_real **lse);
double tf_tree_means_flops(int T, int height, double D); /* sums of keys and values, and their means */

/* Straight-through gradient of the leaf mask M_ij = [leaf(q_i) = leaf(k_j)]. Call after tf_attend; no output.
 * Its backward pass reads the gradient of o and computes, r_ij being the dropout factor of the pair,
 *     d_mask_ij = min(e^(S_ij - lse_i), clip) (r_ij <do_i, v_j> - <do_i, o_i>)   (0 without any key)
 *     d_P_q (T,leaves) = d_mask P_k,   d_P_k = d_mask^T P_q,   then one sweep over each tree.
 * clip: a key from outside with weight w = e^(S_ij - lse_i) changes o_i by w / (1 + w) (v_j - o_i) when it is
 * let in, so the derivative, w times that difference, promises more than there is where w > 1, by factors of
 * thousands once scores spread. DENSE: all pairs, in tiles. LEAF: pairs of one leaf; the queries' part is
 * skipped without `beside`: where they see nothing else, it sums to 0. SAMPLED: pairs of one leaf, plus for
 * each query leaf `samples` keys drawn without replacement from outside the leaf, weighted by population /
 * samples (unbiased, but for what is skipped); SIBLING: from the smallest subtree around the leaf that holds
 * other keys; ALL: from all keys. A population of at most `samples` is taken whole. Draws are keyed by (seed,
 * step, example, site). */
enum tf_gate_mode { TF_GATE_DENSE, TF_GATE_LEAF, TF_GATE_SAMPLED };
enum tf_gate_from { TF_GATE_SIBLING, TF_GATE_ALL };
struct tf_gate_head { /* as given to and by tf_attend */
    struct tf_mat *q, *k, *v, *o;
    const tf_real *lse;
    struct tf_attend_arg arg;
};
struct tf_gate {
    const struct tf_route *q, *k;
    int n_heads;                      /* heads that share the routes: their deltas add up */
    const struct tf_gate_head *heads; /* lives in the tape's arena */
    enum tf_gate_mode mode;
    enum tf_gate_from from;
    int samples;
    bool beside; /* queries see other keys than their leaf's, and learn from its pairs all the same */
    int near;               /* pairs with |i - j| < near are seen in any case: 0 */
    bool causal;            /* pairs with j > i are never seen: 0 */
    double clip;            /* 0: none (2^96) */
    uint32_t example, site; /* site: layer, head and tree, mixed */
};
void tf_tree_gate(struct tf_tape *t, const struct tf_gate *g);
/* Without a gate: the balance loss of the route alone moves its tree. */
void tf_tree_balance(struct tf_tape *t, struct tf_route *r);

/* ---- teaching: trees that learn from full attention ---------------------------------------------------- */
/* With a_ij the mean over the heads of softmax_j(scale <q_i, k_j>), P_q and P_k (T,leaves) the soft leaves
 * (products of sigma(+-beta z) or softmax(beta z) down the path), m_ij = sum_l P_q[i,l] P_k[j,l] the
 * probability to meet, and i over S queries drawn without replacement (`rows`; keyed by seed, step, example,
 * site):
 *     MASS  -(1/S) sum_ij a_ij m_ij + price/T^2 sum_ij m_ij, the second over all T queries: the mass that
 *           leaves keep, less the price of their pairs, which they do not pay below a mass of `recall`;
 *     KL    (1/S) sum_i KL(a_i || b_i), b_ij = m~_ij / sum_j m~_ij, m~ = (1 - guard) m + guard/T.
 * With `keys` a is of the keys of the query's leaf and of as many drawn from the others, for all queries of a
 * leaf the same, each with the weight w_j = others / drawn: a_ij = w_j e^S_ij / sum_j w_j e^S_ij. Both losses
 * are over these keys, with log(a_ij / w_j) in KL's; sum_j m~_ij, and the price, are of all keys. As many
 * keys as there are give the loss of all.
 * Adds weight times the loss to tape->aux_loss; its exact gradient goes to the trees' w and b alone, none to
 * q, k or what the trees see. Returns the loss. */
enum tf_teach_kind { TF_TEACH_NONE, TF_TEACH_MASS, TF_TEACH_KL };
struct tf_teach {
    enum tf_teach_kind kind;
    const struct tf_tree *q_tree, *k_tree; /* with biases; may be one */
    const struct tf_mat *see_q, *see_k;    /* (T,.) what the trees see */
    int n_heads;
    struct tf_mat *const *q, *const *k; /* (n_heads) (T,D) */
    const double *slope; /* (n_heads) as of tf_attend_arg; NULL: all 0 */
    double scale, weight, price, recall, beta, guard;
    int rows; /* queries drawn; 0, or T and more: all */
    int keys; /* drawn outside a query's leaf; 0: all keys */
    const struct tf_route *q_route, *k_route; /* with `keys` */
    uint32_t example, site;
};
double tf_tree_teach(struct tf_tape *t, const struct tf_teach *a);

/* ---- recall: what is kept of full attention ------------------------------------------------------------ */
/* For one query: the sum of softmax_j(scale <q_i, k_j> - slope |i - j|) over the keys that the plans give it;
 * the same over as many keys: the best ones, and the nearest ones, as in a window (of two equally near ones
 * the earlier; at an end of the sequence the window reaches farther the other way); and their share of
 * all keys. */
struct tf_recall { double kept, oracle, window, share; };
/* Of query rows row[0..rows-1] in n plans without a common pair; causal: of full attention to rows j <= i. */
void tf_plan_recall(struct tf_tape *t, const struct tf_mat *q, const struct tf_mat *k,
                    const struct tf_attend_arg *arg, bool causal, int n,
                    const struct tf_attn_index *const *plan, int rows, const int *row, struct tf_recall *out);

/* ---- TC-A: averages over the nodes of a path ----------------------------------------------------------- */
/* o (T,Dv) = sum_l alpha_l nu[node of level l on the query's path]; nu = mean of v over the node's keys;
 * binary trees only. alpha (levels+1,1). A node without keys: 0, or with `ancestor` the mean of the nearest
 * ancestor that has keys. Exact gradients of v and alpha, straight-through ones of the trees. q and k may be
 * the same route. Counts TF_FLOP_POOL: tf_tree_pool_flops. o: where to, it may be v itself, only where the
 * tape does not record; NULL: a new matrix. */
struct tf_mat *tf_tree_pool(struct tf_tape *t, struct tf_mat *o, struct tf_mat *v, struct tf_mat *alpha,
                            const struct tf_route *q, const struct tf_route *k, bool ancestor);
/* The weights (T,1) of the rows in the same for one query, for tf_weighted_sums; by two routes. */
struct tf_mat *tf_tree_pool_one(struct tf_tape *t, struct tf_mat *alpha, const struct tf_route *q,
                                const struct tf_route *k, bool ancestor);
/* The same of a causal model: row i sees the means of rows j <= i that pass the node, 0 where there is none.
 * As many queries as keys. Counts TF_FLOP_POOL: tf_tree_pool_causal_flops; its backward pass costs
 * O(T nodes Dv) and holds 2 T nodes numbers. */
struct tf_mat *tf_tree_pool_causal(struct tf_tape *t, struct tf_mat *o, struct tf_mat *v,
                                   struct tf_mat *alpha, const struct tf_route *q, const struct tf_route *k);
double tf_tree_pool_causal_flops(int T, int height, double Dv); /* of every level of a path: 4 Dv */
/* T Dv into leaves, the inner sums, means, and alpha-weighted sums down the tree */
double tf_tree_pool_flops(int T, int height, double Dv);
#endif
