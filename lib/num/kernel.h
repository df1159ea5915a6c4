/* Internal to lib/num: the tile kernels of attend, built once per instruction set from kernel_isa.c and
 * chosen at run time.
 *
 * A tile is up to TF_TILE_KEYS keys x up to `lanes` queries, and its scores are stored transposed: S (nk, w),
 * one key per row and one query per lane, w = the queries rounded up to whole vectors. So maxima, sums and
 * dropout run down the lanes without any horizontal step, and both operands of every product are read as they
 * lie. Scores are in units of log 2: queries come in scaled by scale * log2(e), and weights are 2^(s - max).
 * Widths that end in p (Dp) are rounded up to whole vectors, with zeros behind. */
#ifndef TF_NUM_KERNEL_H
#define TF_NUM_KERNEL_H
#include <math.h>

#include "num/num.h"

enum { TF_LANES_MAX = 48, TF_TILE_KEYS = 128 };

/* The queries of a tile and what is kept for each. Lanes after the last query hold harmless values. */
struct tf_lanes {
    int n, w, ld; /* queries; lanes in use, a multiple of the vector length; row length of S */
    _Alignas(64) int row[TF_LANES_MAX];                        /* row numbers */
    _Alignas(64) uint32_t hash[TF_LANES_MAX];                  /* the query's half of tf_pair_hash */
    /* running maximum and sum of 2^(s - max); backward: sum holds 1 / sum */
    _Alignas(64) tf_real max[TF_LANES_MAX], sum[TF_LANES_MAX];
    _Alignas(64) tf_real fac[TF_LANES_MAX]; /* what the last tile rescaled the earlier ones by */
    _Alignas(64) tf_real delta[TF_LANES_MAX];                  /* backward: <do, o> */
};
/* The keys of a tile. */
struct tf_keys {
    int n;
    _Alignas(64) int row[TF_TILE_KEYS];
};
/* Drops a pair when its hash is below `below`. */
struct tf_drop {
    bool on;
    uint32_t key, below;
};
/* Of the probabilities; returns what kept ones are multiplied by. */
static inline double tf_drop_set(struct tf_drop *d, const struct tf_tape *t,
                                 const struct tf_attend_arg *arg) {
    if (!t->train || arg->dropout <= 0) return 1;
    double below = ceil(arg->dropout * 4294967296.0);
    *d = (struct tf_drop){true, arg->key, below < 4294967295.0 ? (uint32_t)below : UINT32_MAX};
    return 1 / (1 - arg->dropout);
}

struct tf_kernels {
    int vl, lanes; /* reals in a vector; queries in a tile */
    /* C (M,Np) = or += A B with B (K,Np), Np a multiple of vl. `rowmajor`: A(m,k) = A[m * lda + k];
     * `colmajor`: A[k * lda + m]. */
    void (*gemm_rowmajor)(int M, int Np, int K, const tf_real *A, int lda, const tf_real *B, int ldb,
                          tf_real *C, int ldc, bool add);
    void (*gemm_colmajor)(int M, int Np, int K, const tf_real *A, int lda, const tf_real *B, int ldb,
                          tf_real *C, int ldc, bool add);
    /* S <- weights 2^(s - max), 0 where dropped; updates max, sum (of all, dropped or not) and fac. True when
     * a fac is not 1. */
    bool (*softmax)(tf_real *S, struct tf_lanes *q, const struct tf_keys *k, const struct tf_drop *d);
    /* S <- P = 2^(s - max) / sum, 0 where dropped; dP <- dS = P (dP - delta), dP (not P) 0 where dropped. */
    void (*softmax_back)(tf_real *S, tf_real *dP, const struct tf_lanes *q, const struct tf_keys *k,
                         const struct tf_drop *d);
    /* S <- -inf outside lo <= i - j <= hi; outside: inside it. Returns the pairs that stay. */
    long (*window)(tf_real *S, const struct tf_lanes *q, const struct tf_keys *k, int lo, int hi,
                   bool outside);
    /* S <- S - by where query and key are the same row. */
    void (*self_last)(tf_real *S, const struct tf_lanes *q, const struct tf_keys *k, tf_real by);
    /* S <- S - slope times the distance of query and key, in rows. */
    void (*distance)(tf_real *S, const struct tf_lanes *q, const struct tf_keys *k, tf_real slope);
    /* Rows row[0..n-1] of src times scale: into dst (n,Dp); transposed into dst (D,w), finite after lane
     * n. */
    void (*gather)(tf_real *dst, int Dp, const tf_real *src, int ld, const int *row, int n, int D,
                   tf_real scale);
    void (*gather_transposed)(tf_real *dst, int w, const tf_real *src, int ld, const int *row, int n, int D,
                              tf_real scale);
    /* dst row row[r] = fac[r] * src row r; dst row row[r] += scale * src row r. src (n,Dp), D columns. */
    void (*scatter)(tf_real *dst, int ld, const int *row, const tf_real *src, int Dp, int n, int D,
                    const tf_real *fac);
    void (*scatter_add)(tf_real *dst, int ld, const int *row, const tf_real *src, int Dp, int n, int D,
                        tf_real scale);
    void (*scale_rows)(tf_real *x, int Dp, int n, const tf_real *fac);
    double (*peak)(long n, double one); /* FLOPs of n rounds of multiply-adds in registers; one: 1 */
    /* out[r] = <a row row[r], b row row[r]>. */
    void (*dot_rows)(tf_real *out, const tf_real *a, int lda, const tf_real *b, int ldb, const int *row,
                     int n, int D);
};
const struct tf_kernels *tf_kernels(void);

/* out (nk,w) = rows (nk,C) x (C,w), the queries' columns. One query meets the rows' transpose, which leaves
 * no lane empty; it has the same bits, and the other lanes are 0. scratch: tf_scratch_of_one reals; `again`:
 * it holds these rows' transpose from the call before. */
static inline int tf_scratch_of_one(int C) { return (C + 1) * TF_TILE_KEYS + C; }
void tf_times_queries(const struct tf_lanes *q, int nk, int C, const tf_real *rows, int ld, const tf_real *x,
                      tf_real *out, tf_real *scratch, bool again);
#endif
