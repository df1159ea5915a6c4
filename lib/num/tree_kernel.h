/* Internal to lib/num: kernels of the trees, built once per instruction set from tree_isa.c, and the pieces
 * that op_tree*.c share. A tile is up to TF_TREE_TILE tokens; its scores z (rows, w), one row per node and
 * one token per lane; w = the tokens rounded up. */
#ifndef TF_NUM_TREE_KERNEL_H
#define TF_NUM_TREE_KERNEL_H
#include "num/kernel.h"
#include "num/tree.h"

enum { TF_TREE_TILE = 128 };

struct tf_tree_sweep {
    enum tf_surrogate surrogate;
    tf_real beta, hi, lo; /* sigma(+-2c) */
    bool inner;           /* inner nodes have deltas too */
};

struct tf_tree_kernels {
    void (*descend)(const struct tf_tree_shape *s, int n, int w, const tf_real *z, int *leaf);
    /* Binary: the same from the tokens themselves, computing only the scores of the path. leaf: the root, 0,
     * and then the tokens' leaves. W (rows, ldw). */
    void (*walk)(const struct tf_tree_shape *s, int T, int D, const tf_real *x, int ldx, const tf_real *W,
                 int ldw, const tf_real *b, int ldb, int *leaf);
    /* best (w): of each column of z (rows,w) the row of its largest; ties: the first */
    void (*argmax)(int rows, int w, const tf_real *z, int *best);
    double (*sum_abs)(int rows, int n, int w, const tf_real *z);
    /* z (rows,w) = W X^T + b of narrow tokens, D = 8 or 16, xt (D,w): W (rows,ldw); z NULL: not kept.
     * w: a multiple of the vector length. Returns the sum of |z| over the first n columns if it is wanted, as
     * without z, else 0. The same bits as gemm_rowmajor and sum_abs. */
    double (*narrow)(int D, int rows, int n, int w, const tf_real *W, int ldw, const tf_real *b, int ldb,
                     const tf_real *xt, tf_real *z, bool sum);
    /* out[r * ldo] += sum of the first n of row r */
    void (*add_row_sums)(int rows, int n, int w, const tf_real *x, tf_real *out, int ldo);
    /* Binary: U (nodes,w) holds the deltas of the leaves (if inner: of all nodes) and is destroyed; pi
     * (nodes,w) scratch; dz (rows,w). */
    void (*sweep)(const struct tf_tree_shape *s, int w, const struct tf_tree_sweep *a, const tf_real *z,
                  tf_real *U, tf_real *pi, tf_real *dz);
    /* k-ary: softmax straight-through; sm (rows,w) and pi (nodes,w) are scratch. */
    void (*sweep_kary)(const struct tf_tree_shape *s, int w, bool hard, const tf_real *z, tf_real *U,
                       tf_real *pi, tf_real *sm, tf_real *dz);
    /* Soft probabilities of all nodes, sigma(z) or softmax down the path: pi (nodes,w); sm (rows,w) is
     * scratch of k-ary trees. */
    void (*soft)(const struct tf_tree_shape *s, int w, const tf_real *z, tf_real *pi, tf_real *sm);
    /* Binary: dz += gradient of sum_leaf U pi with respect to z, pi from `soft`; of U the leaves are
     * given. */
    void (*soft_back)(const struct tf_tree_shape *s, int w, const tf_real *z, tf_real *U, const tf_real *pi,
                      tf_real *dz);
    /* S (nk,w) scores in units of log 2 -> min(2^(S - lse), 2^top) (dP - delta), dP = 0 where dropped; sum[j]
     * = sum of row j. */
    void (*gate)(tf_real *S, const tf_real *dP, const struct tf_lanes *q, const struct tf_keys *k,
                 const struct tf_drop *d, tf_real top, tf_real *sum);
    void (*add_cols)(int rows, int w, const tf_real *S, tf_real *out); /* out (w) = sum of the rows */
    /* z_t = <W[row_t], x_t> */
    void (*scores_at)(int T, int D, const tf_real *x, int ldx, const tf_real *W, int ldw, const int *row,
                      tf_real *z);
    tf_real (*nth)(int n, const tf_real *z, int k); /* z[k], were z (n) sorted */
};
const struct tf_tree_kernels *tf_tree_kernels(void);

struct tf_tree_some { const int *row; int n; }; /* tokens, ascending */
/* Adds deltas of tokens row[0..n-1] to U (nodes,w), which comes cleared. */
typedef void tf_tree_fill(void *arg, const int *row, int n, int w, tf_real *U);
/* Backward of a route: for each tile of tokens scores, deltas (fill; NULL: none), sweep, balance, then
 * gradients of w, b and x. With a balance loss every token learns from that; otherwise it may be known that
 * only `some` have deltas. */
void tf_tree_learn(struct tf_tape *t, const struct tf_route *r, bool inner, tf_tree_fill *fill, void *arg,
                   const struct tf_tree_some *some); /* NULL: all */
/* The same of two routes with an `arg` each, inner nodes included; if they are one, it learns from both at
 * once. */
void tf_tree_learn_two(struct tf_tape *t, const struct tf_route *q, const struct tf_route *k,
                       tf_tree_fill *fill, void *of_q, void *of_k);
/* Binary: (nodes) how many tokens pass each node. */
int *tf_route_node_counts(struct tf_tape *t, const struct tf_route *r);

/* A k-ary tree cut down to the path to one leaf (op_tree_path.c): where no other leaf has deltas, no other
 * scores have gradients. w and b are copies, with the gradients that `from` has so far; tf_tree_path_back
 * copies these back. Its leaves are the children of the last node; `leaf` is shape.at[levels] of them. */
struct tf_route *tf_tree_path(struct tf_tape *t, const struct tf_route *from, int leaf);
void tf_tree_path_back(const struct tf_route *path, const struct tf_route *from, int leaf);

/* One tile of tokens through the tree. */
struct tf_tree_tile {
    const struct tf_route *r;
    const struct tf_kernels *K;
    int D, Dp, n, w;
    int row[TF_TREE_TILE];
    tf_real *xt, *z;
};
void tf_tree_tile_init(struct tf_tape *t, struct tf_tree_tile *s, const struct tf_route *r);
/* z of the tokens at `at` and behind it: of all, or of some. */
void tf_tree_tile_scores(struct tf_tree_tile *s, int at, const struct tf_tree_some *some);
/* Puts the tokens in the order of their leaves; those of leaf -1 are in none. */
void tf_route_sort(struct tf_tape *t, struct tf_route *r);

/* op_tree_gate.c: up to n rows of the keys order[lo..hi-1] outside `leaf`, drawn without replacement, in that
 * order; returns how many. taken: (T) bits, 0 before and after. */
int tf_route_draw(struct tf_rng *rng, const struct tf_route *k, int leaf, int lo, int hi, int n,
                  uint64_t *taken, int *out);

/* Medians (op_tree_median.c): sends the route's tokens to their leaves; its tree.b becomes minus each node's
 * median. */
void tf_tree_split_evenly(struct tf_tape *t, struct tf_route *r);
/* Signs of z follow the tokens' paths, where a tie at the median or rounding has it otherwise. */
void tf_tree_tile_agree(struct tf_tree_tile *s);

/* Balance loss (op_tree_balance.c). pi, U (nodes,w), sm, dz (rows,w): scratch of the tile; sums: a double per
 * row (node form) or per leaf (moe). */
struct tf_balance_work {
    tf_real *pi, *U, *sm, *dz;
};
void tf_balance_add(const struct tf_tree_tile *s, const struct tf_balance_work *b, double *sums);
void tf_balance_finish(struct tf_tape *t, struct tf_route *r, const double *sums); /* aux_loss and r->coef */
void tf_balance_back(const struct tf_tree_tile *s, const struct tf_balance_work *b, tf_real *dz); /* dz += */
#endif
