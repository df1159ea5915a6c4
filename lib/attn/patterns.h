/* What mechanisms with a fixed pattern (bigbird, longformer, local, sparse, blockbert) share: plans for
 * tf_attend, their pairs, costs. Sinkhorn, buckets.c and tree_beside.c build plans with it, too. Internal to
 * lib/attn. */
#ifndef TF_ATTN_PATTERNS_H
#define TF_ATTN_PATTERNS_H
#include "attn/attn.h"

/* Builds a plan block by block in an arena. A block's ranges may come in any order and overlap: tf_build_done
 * sorts and joins them. */
struct tf_build {
    struct tf_arena *arena;
    struct tf_block *blocks;
    struct tf_range *ranges;
    int n_blocks, cap_blocks, n_ranges, cap_ranges;
};
struct tf_build tf_build_new(struct tf_arena *a);
void tf_build_block(struct tf_build *b, int q0, int q1); /* a new block of queries */
void tf_build_range(struct tf_build *b, int k0, int k1); /* keys of the newest block; nothing when k0 >= k1 */
struct tf_attn_index *tf_build_done(struct tf_build *b);

/* Rows r0..r1-1 as queries and keys: pairs with lo <= i - j <= hi and i - j a multiple of stride. */
struct tf_attn_index *tf_attn_index_window(struct tf_arena *a, int r0, int r1, int lo, int hi, int stride);
/* Rows 0..g-1 attend to all T rows (causal: to those before them), the others to rows 0..g-1; 0 < g <= T. */
struct tf_attn_index *tf_attn_index_global(struct tf_arena *a, int T, int g, bool causal);
/* of query row 0 alone */
struct tf_attn_index *tf_attn_index_first(struct tf_arena *a, const struct tf_attn_index *p);
double tf_attn_index_pairs(const struct tf_attn_index *p); /* as tf_attend counts them; without `outside` */

/* A pattern: the plans, without a common pair, of one head over a sequence. Returns how many. */
enum { TF_PATTERN_MAX = 4 };
struct tf_pattern {
    struct tf_arena *arena;
    const void *opts;
    int T /* tokens */, layer, head;
    bool causal;
};
typedef int tf_pattern_fn(const struct tf_pattern *p, const struct tf_attn_index *out[TF_PATTERN_MAX]);
struct tf_mat *tf_pattern_attend(const struct tf_head *h, tf_pattern_fn *fn); /* -> o (T,D) */
/* tf_per_head with the pattern of c->attn */
struct tf_mat *tf_pattern_forward(const struct tf_ctx *c, struct tf_mat *X);
/* Pairs of all heads of layer 0. */
double tf_pattern_pairs(const void *opts, const struct tf_cost *s, tf_pattern_fn *fn);
/* The four projections and the pairs; and the papers' accounting, 3 P(n) + CORE(pairs), of the average head.
 * No extra rows. */
double tf_pattern_flops_layer(const void *opts, const struct tf_cost *s, tf_pattern_fn *fn);
double tf_pattern_flops_paper(const void *opts, const struct tf_cost *s, tf_pattern_fn *fn);
#endif
