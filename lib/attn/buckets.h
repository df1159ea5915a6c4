/* Attention inside buckets of rows (reformer, routing): plans for tf_attend over rows sorted by bucket.
 * Internal to lib/attn. */
#ifndef TF_ATTN_BUCKETS_H
#define TF_ATTN_BUCKETS_H
#include "attn/attn.h"

enum tf_bucket_layout {
    /* the sorted rows in chunks; keys of one's own bucket in one's own chunk and its two neighbours */
    TF_BUCKETS_SORTED,
    /* each bucket in chunks of its own; keys up to oneself in one's own chunk and the one before */
    TF_BUCKETS_CAUSAL,
    /* the sorted rows in chunks; all keys of one's own chunk and the one before (of the first: the last) */
    TF_BUCKETS_PUBLISHED
};
/* of[i] in 0..n-1: bucket of row i < T; chunk > 0. Rows keep order inside a bucket. Causal: row i's keys
 * depend only on rows 0..i. */
struct tf_attn_index *tf_attn_index_buckets(struct tf_arena *a, int T, int n, const int *of, int chunk,
                                            enum tf_bucket_layout layout);
double tf_causal_pairs(double rows, double chunk); /* of a bucket of so many rows; TF_BUCKETS_CAUSAL */
/* Queries c w .. (c+1) w - 1 attend to the key rows krow[c w .. (c+1) w - 1], for c = 0..n-1. */
struct tf_attn_index *tf_attn_index_clusters(struct tf_arena *a, int n, int w, const int *krow);

/* Buckets of the rows of q (T,D), as the product of f[0] (even) and f[1] (even or 1): each factor is
 * argmax([x R; -x R]), R (D,factor/2) normal draws. -> (T), in the tape's arena. 2 D FLOPs per row and
 * direction. */
const int *tf_lsh_hash(struct tf_tape *t, const struct tf_mat *q, const int f[2], struct tf_rng rng);
int tf_lsh_directions(const int f[2]);
/* Reformer's attention of one head with given buckets of[round] (T): q (T,D) is query and, normalised, key.
 * -> o (T,D). The published layout takes q as key, lets a row attend to itself like to any other, and
 * multiplies logits by sqrt(D). */
struct tf_mat *tf_lsh_attend(struct tf_tape *t, struct tf_mat *q, struct tf_mat *v, int rounds,
                             const int *const *of, int n, int chunk, enum tf_bucket_layout layout,
                             const struct tf_attend_arg *arg);

/* Writes the positions of the w largest of s (T), ascending; ties: the first; 0 < w <= T; copy (T) is
 * scratch. With NaN: any w. */
void tf_largest(const tf_real *s, int T, int w, tf_real *copy, int *out);
#endif
