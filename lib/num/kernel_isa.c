/* Tile kernels of attend (see kernel.h), built once per instruction set with -DTF_ISA=name. Written in GCC vector extensions, so that one
 * text serves 16-, 32- and 64-byte vectors, floats and (for the tests) doubles; a few one-line helpers use intrinsics where those pay.
 *
 * The five products of attention are one micro-kernel: an MR x (NV vectors) block of C stays in registers while k runs; each step loads NV
 * vectors of a row of B and broadcasts MR elements of A. With 32 registers 8 x 3 vectors: 24 FMAs for 11 loads, so the FMA units are
 * the limit, not the load ports. A is read in place along either axis, B rows are contiguous:
 *
 *     S^T (nk,w)  = K (nk,D)        Q^T (D,w)      A by rows       O  (nq,Dp) += (S^T)^T  V (nk,Dp)     A by columns
 *     dP^T (nk,w) = V (nk,Dv)       dO^T (Dv,w)    A by rows       dQ (nq,Dp) += (dS^T)^T K (nk,Dp)     A by columns
 *     dK (nk,Dp)  = dS^T (nk,w)     Q (nq,Dp)      A by rows       dV (nk,Dp)  = P^T (nk,w) dO (nq,Dp)  A by rows */
#include <math.h>
#include <string.h>

#include "num/kernel.h"
#include "num/vector.h"

#if defined(__AVX512F__) || defined(__aarch64__)
enum { REGISTERS = 32 };
#else
enum { REGISTERS = 16 };
#endif
enum { NVMAX = REGISTERS == 32 ? 4 : 3, MRMAX = 12 };

_Static_assert(TF_LANES_MAX >= NVS * VL, "queries of a tile");

/* ---- products -------------------------------------------------------------------------------------------------------- */
/* What the next block of A and this block of C will touch comes from the cache below meanwhile: in training both are mostly cold. */
enum { LINE = 64 / sizeof(tf_real) };

INLINE void micro(const int MR, const int NV, int K, const tf_real *A, ptrdiff_t rs, ptrdiff_t cs, const tf_real *B, ptrdiff_t ldb,
                  tf_real *C, ptrdiff_t ldc, bool add) {
    vec acc[MRMAX][NVMAX];
    UNROLL for (int r = 0; r < MR; r++) UNROLL for (int v = 0; v < NV; v++) acc[r][v] = (vec){0};
    if (add) UNROLL for (int r = 0; r < MR; r++) UNROLL for (int v = 0; v < NV; v++) __builtin_prefetch(C + r * ldc + v * VL, 1);
    for (int k = 0; k < K;) {
        const int end = K - k < LINE ? K : k + LINE;
        if (cs == 1) UNROLL for (int r = 0; r < MR; r++) __builtin_prefetch(A + (MR + r) * rs);
        for (; k < end; k++, A += cs, B += ldb) {
            vec b[NVMAX];
            if (cs != 1) __builtin_prefetch(A + 2 * MR);
            UNROLL for (int v = 0; v < NV; v++) b[v] = load(B + v * VL);
            UNROLL for (int r = 0; r < MR; r++) {
                vec a = splat(A[r * rs]);
                UNROLL for (int v = 0; v < NV; v++) acc[r][v] += a * b[v];
            }
        }
    }
    if (add) UNROLL for (int r = 0; r < MR; r++) UNROLL for (int v = 0; v < NV; v++) acc[r][v] += load(C + r * ldc + v * VL);
    UNROLL for (int r = 0; r < MR; r++) UNROLL for (int v = 0; v < NV; v++) store(C + r * ldc + v * VL, acc[r][v]);
}

/* All M rows of NV vectors: as many blocks of MR as fit, then ever smaller ones. */
INLINE void columns(const int MR, const int NV, int M, int K, const tf_real *A, ptrdiff_t rs, ptrdiff_t cs, const tf_real *B, ptrdiff_t ldb,
                    tf_real *C, ptrdiff_t ldc, bool add) {
    int m = 0;
    for (; m + MR <= M; m += MR) micro(MR, NV, K, A + m * rs, rs, cs, B, ldb, C + m * ldc, ldc, add);
    if (MR > 8 && m + 8 <= M) micro(8, NV, K, A + m * rs, rs, cs, B, ldb, C + m * ldc, ldc, add), m += 8;
    if (MR > 4 && m + 4 <= M) micro(4, NV, K, A + m * rs, rs, cs, B, ldb, C + m * ldc, ldc, add), m += 4;
    if (MR > 2 && m + 2 <= M) micro(2, NV, K, A + m * rs, rs, cs, B, ldb, C + m * ldc, ldc, add), m += 2;
    if (m < M) micro(1, NV, K, A + m * rs, rs, cs, B, ldb, C + m * ldc, ldc, add);
}

/* Columns of C in groups of at most NVMAX vectors; the last two groups share evenly. */
#define GEMM(name, RS, CS)                                                                                                        \
    static void name(int M, int Np, int K, const tf_real *A, int lda, const tf_real *B, int ldb, tf_real *C, int ldc, bool add) { \
        const bool wide = REGISTERS == 32;                                                                                        \
        (void)lda;                                                                                                                \
        for (int n = 0, left = Np / VL, nv; left; left -= nv, n += nv * VL) {                                                     \
            nv = left == 4 ? (NVMAX == 4 ? 4 : 2) : left > 3 ? 3 : left;                                                          \
            if (nv == 3) columns(wide ? 8 : 4, 3, M, K, A, RS, CS, B + n, ldb, C + n, ldc, add);                                  \
            else if (nv == 2) columns(wide ? 12 : 6, 2, M, K, A, RS, CS, B + n, ldb, C + n, ldc, add);                            \
            else if (nv == 1) columns(wide ? 12 : 8, 1, M, K, A, RS, CS, B + n, ldb, C + n, ldc, add);                            \
            else columns(NVMAX == 4 ? 6 : 2, NVMAX, M, K, A, RS, CS, B + n, ldb, C + n, ldc, add);                                \
        }                                                                                                                         \
    }
GEMM(gemm_rowmajor, lda, 1)
GEMM(gemm_colmajor, 1, lda)

/* ---- softmax --------------------------------------------------------------------------------------------------------- */
INLINE bool softmax_cols(const int NV, tf_real *S, struct tf_lanes *q, const struct tf_keys *k, const struct tf_drop *d, const bool drop) {
    const ptrdiff_t w = q->ld;
    const int nk = k->n;
    vec top[NVS], old[NVS], before[NVS], sum[NVS], top2[NVS];
    UNROLL for (int v = 0; v < NV; v++) old[v] = top[v] = top2[v] = load(q->max + v * VL);
    int j = 0;
    for (; j + 2 <= nk; j += 2) UNROLL for (int v = 0; v < NV; v++) {
            top[v] = greater(top[v], load(S + j * w + v * VL));
            top2[v] = greater(top2[v], load(S + (j + 1) * w + v * VL));
        }
    if (j < nk) UNROLL for (int v = 0; v < NV; v++) top[v] = greater(top[v], load(S + j * w + v * VL));
    UNROLL for (int v = 0; v < NV; v++) {
        top[v] = greater(top[v], top2[v]);
        store(q->max + v * VL, top[v]);
        top[v] = greater(top[v], splat((tf_real)-1e30)); // a lane without keys so far: -inf - -inf would be NaN
        vec fac = vec_exp2(old[v] - top[v]);
        store(q->fac + v * VL, fac);
        before[v] = load(q->sum + v * VL) * fac;
        sum[v] = (vec){0}; // these keys' own: small next to all before, whose rounding would go one way
    }
    for (j = 0; j < nk; j++) UNROLL for (int v = 0; v < NV; v++) {
            tf_real *s = S + j * w + v * VL;
            vec p = vec_exp2(load(s) - top[v]);
            sum[v] += p;
            store(s, drop ? vec_kept(p, q->hash + v * VL, (uint32_t)k->row[j], d->below) : p);
        }
    UNROLL for (int v = 0; v < NV; v++) store(q->sum + v * VL, before[v] + sum[v]);
    bool rescale = false;
    for (int l = 0; l < q->n; l++) rescale |= q->fac[l] != 1;
    return rescale;
}

INLINE void softmax_back_cols(const int NV, tf_real *S, tf_real *dP, const struct tf_lanes *q, const struct tf_keys *k,
                              const struct tf_drop *d, const bool drop) {
    const ptrdiff_t w = q->ld;
    vec top[NVS], inv[NVS], delta[NVS];
    UNROLL for (int v = 0; v < NV; v++) {
        top[v] = load(q->max + v * VL);
        inv[v] = load(q->sum + v * VL);
        delta[v] = load(q->delta + v * VL);
    }
    for (int j = 0; j < k->n; j++) UNROLL for (int v = 0; v < NV; v++) {
            tf_real *s = S + j * w + v * VL, *g = dP + j * w + v * VL;
            vec p = vec_exp2(load(s) - top[v]) * inv[v], dp = load(g);
            if (drop) {
                store(s, vec_kept(p, q->hash + v * VL, (uint32_t)k->row[j], d->below));
                dp = vec_kept(dp, q->hash + v * VL, (uint32_t)k->row[j], d->below); // the same hash: computed once
            } else {
                store(s, p);
            }
            store(g, p * (dp - delta[v]));
        }
}

static bool softmax(tf_real *S, struct tf_lanes *q, const struct tf_keys *k, const struct tf_drop *d) {
    switch (q->w / VL * 2 + d->on) {
    case 2: return softmax_cols(1, S, q, k, d, false);
    case 3: return softmax_cols(1, S, q, k, d, true);
    case 4: return softmax_cols(2, S, q, k, d, false);
    case 5: return softmax_cols(2, S, q, k, d, true);
    case 6: return softmax_cols(3, S, q, k, d, false);
    default: return softmax_cols(3, S, q, k, d, true);
    }
}

static void softmax_back(tf_real *S, tf_real *dP, const struct tf_lanes *q, const struct tf_keys *k, const struct tf_drop *d) {
    switch (q->w / VL * 2 + d->on) {
    case 2: softmax_back_cols(1, S, dP, q, k, d, false); break;
    case 3: softmax_back_cols(1, S, dP, q, k, d, true); break;
    case 4: softmax_back_cols(2, S, dP, q, k, d, false); break;
    case 5: softmax_back_cols(2, S, dP, q, k, d, true); break;
    case 6: softmax_back_cols(3, S, dP, q, k, d, false); break;
    default: softmax_back_cols(3, S, dP, q, k, d, true);
    }
}

static long window(tf_real *S, const struct tf_lanes *q, const struct tf_keys *k, int lo, int hi, bool outside) {
    long pairs = 0;
    for (int j = 0; j < k->n; j++) {
        tf_real *s = S + j * q->ld;
        int row = k->row[j], kept_here = 0;
        for (int l = 0; l < q->w; l++) { // all lanes, whole vectors; those after lane n stay as they are
            const int diff = q->row[l] - row, own = l < q->n;
            const int in = ((diff >= lo) & (diff <= hi)) ^ outside;
            s[l] = (in | !own) ? s[l] : -(tf_real)INFINITY;
            kept_here += in & own;
        }
        pairs += kept_here;
    }
    return pairs;
}

static void self_last(tf_real *S, const struct tf_lanes *q, const struct tf_keys *k, tf_real by) {
    for (int j = 0; j < k->n; j++, S += q->ld)
        for (int l = 0; l < q->w; l++) S[l] -= q->row[l] == k->row[j] ? by : 0;
}

static void distance(tf_real *S, const struct tf_lanes *q, const struct tf_keys *k, tf_real slope) {
    for (int j = 0; j < k->n; j++, S += q->ld)
        for (int l = 0; l < q->w; l++) {
            int d = q->row[l] - k->row[j];
            S[l] -= slope * (tf_real)(d < 0 ? -d : d);
        }
}

/* ---- rows ------------------------------------------------------------------------------------------------------------ */
/* Rows of a leaf are scattered over memory: no hardware prefetcher finds the next one. */
enum { AHEAD = 8 };
INLINE void fetch_row(const tf_real *p, int D) {
    for (int d = 0; d < D; d += 64 / (int)sizeof(tf_real)) __builtin_prefetch(p + d);
}

static void gather(tf_real *dst, int Dp, const tf_real *src, int ld, const int *row, int n, int D, tf_real scale) {
    for (int r = 0; r < n; r++, dst += Dp) {
        const tf_real *s = src + (ptrdiff_t)row[r] * ld;
        if (r + AHEAD < n) fetch_row(src + (ptrdiff_t)row[r + AHEAD] * ld, D);
        int d = 0;
        for (; d + VL <= D; d += VL) store(dst + d, load(s + d) * scale);
        for (; d < D; d++) dst[d] = s[d] * scale;
        for (; d < Dp; d++) dst[d] = 0;
    }
}

#if defined(__AVX2__) && !defined(TF_DOUBLE)
/* The 16-byte pieces at column d of rows 0, 4, ... side by side. */
#if defined(__AVX512F__)
#define MM(op) _mm512_##op
INLINE __m512 pieces(const float *const *p, int d) {
    __m512 a = _mm512_castps128_ps512(_mm_loadu_ps(p[0] + d));
    a = _mm512_insertf32x4(a, _mm_loadu_ps(p[4] + d), 1);
    a = _mm512_insertf32x4(a, _mm_loadu_ps(p[8] + d), 2);
    return _mm512_insertf32x4(a, _mm_loadu_ps(p[12] + d), 3);
}
#else
#define MM(op) _mm256_##op
INLINE __m256 pieces(const float *const *p, int d) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(p[0] + d)), _mm_loadu_ps(p[4] + d), 1);
}
#endif

/* Columns d..d+3 of VL rows: 4 x 4 transposes inside the pieces. */
INLINE void transpose_x4(float *dst, int w, const float *const p[VL], int d, vec scale) {
    vec x[4];
    UNROLL for (int i = 0; i < 4; i++) x[i] = (vec)pieces(p + i, d) * scale;
    UNROLL for (int half = 0; half < 2; half++) {
        const vec a = half ? MM(unpackhi_ps)(x[0], x[1]) : MM(unpacklo_ps)(x[0], x[1]);
        const vec b = half ? MM(unpackhi_ps)(x[2], x[3]) : MM(unpacklo_ps)(x[2], x[3]);
        store(dst + (d + 2 * half) * w, MM(castpd_ps)(MM(unpacklo_pd)(MM(castps_pd)(a), MM(castps_pd)(b))));
        store(dst + (d + 2 * half + 1) * w, MM(castpd_ps)(MM(unpackhi_pd)(MM(castps_pd)(a), MM(castps_pd)(b))));
    }
}

static void gather_transposed(float *dst, int w, const float *src, int ld, const int *row, int n, int D, float scale) {
    const vec by = splat(scale);
    for (int l = 0; l < w; l += VL) {
        const float *p[VL];
        for (int i = 0; i < VL; i++) p[i] = src + (ptrdiff_t)row[l + i < n ? l + i : n - 1] * ld;
        for (int i = VL; i < 2 * VL && l + i < n; i++) fetch_row(src + (ptrdiff_t)row[l + i] * ld, D);
        int d = 0;
        for (; d + 4 <= D; d += 4) transpose_x4(dst + l, w, p, d, by);
        for (; d < D; d++)
            for (int i = 0; i < VL; i++) dst[d * w + l + i] = p[i][d] * scale;
    }
}
#else
static void gather_transposed(tf_real *dst, int w, const tf_real *src, int ld, const int *row, int n, int D, tf_real scale) {
    for (int l = 0; l < n; l++) {
        const tf_real *s = src + (ptrdiff_t)row[l] * ld;
        for (int d = 0; d < D; d++) dst[d * w + l] = s[d] * scale;
    }
    for (int d = 0; n < w && d < D; d++)
        for (int l = n; l < w; l++) dst[d * w + l] = 0;
}
#endif

static void scatter(tf_real *dst, int ld, const int *row, const tf_real *src, int Dp, int n, int D, const tf_real *fac) {
    for (int r = 0; r < n; r++, src += Dp) {
        tf_real *p = dst + (ptrdiff_t)row[r] * ld;
        int d = 0;
        for (; d + VL <= D; d += VL) store(p + d, load(src + d) * fac[r]);
        for (; d < D; d++) p[d] = src[d] * fac[r];
    }
}

static void scatter_add(tf_real *dst, int ld, const int *row, const tf_real *src, int Dp, int n, int D, tf_real scale) {
    for (int r = 0; r < n; r++, src += Dp) {
        tf_real *p = dst + (ptrdiff_t)row[r] * ld;
        int d = 0;
        for (; d + VL <= D; d += VL) store(p + d, load(p + d) + load(src + d) * scale);
        for (; d < D; d++) p[d] += src[d] * scale;
    }
}

static void scale_rows(tf_real *x, int Dp, int n, const tf_real *fac) {
    for (int r = 0; r < n; r++)
        for (int d = 0; d < Dp; d += VL, x += VL) store(x, load(x) * fac[r]);
}

INLINE tf_real lane_sum(vec s) {
#if defined(__AVX512F__) && !defined(TF_DOUBLE)
    return _mm512_reduce_add_ps((__m512)s);
#else
    tf_real sum = 0;
    for (int l = 0; l < VL; l++) sum += s[l];
    return sum;
#endif
}

static void dot_rows(tf_real *out, const tf_real *a, int lda, const tf_real *b, int ldb, const int *row, int n, int D) {
    for (int r = 0; r < n; r++) {
        const tf_real *x = a + (ptrdiff_t)row[r] * lda, *y = b + (ptrdiff_t)row[r] * ldb;
        vec s = {0};
        int d = 0;
        for (; d + VL <= D; d += VL) s += load(x + d) * load(y + d);
        tf_real sum = 0;
        for (; d < D; d++) sum += x[d] * y[d];
        out[r] = sum + lane_sum(s);
    }
}

/* ---- the peak -------------------------------------------------------------------------------------------------------- */
static double peak(long n, double one) {
    enum { CHAINS = REGISTERS == 32 ? 24 : 12 };
    vec a[CHAINS], x = splat((tf_real)(one * 0.999)), y = splat((tf_real)(one * 0.001));
    UNROLL for (int r = 0; r < CHAINS; r++) a[r] = x * (tf_real)r;
    for (long i = 0; i < n; i++) { UNROLL for (int r = 0; r < CHAINS; r++) a[r] = a[r] * x + y; }
    vec s = {0};
    UNROLL for (int r = 0; r < CHAINS; r++) s += a[r];
    return lane_sum(s) > 0 ? 2.0 * CHAINS * VL * (double)n : 0;
}

#define PASTE2(a, b) a##b
#define PASTE(a, b) PASTE2(a, b)
#define NAME2(a) #a
#define NAME(a) NAME2(a)
extern const struct tf_kernels PASTE(tf_kernels_, TF_ISA);
const struct tf_kernels PASTE(tf_kernels_, TF_ISA) = {
    .vl = VL,
    .lanes = NVS * VL,
    .gemm_rowmajor = gemm_rowmajor,
    .gemm_colmajor = gemm_colmajor,
    .softmax = softmax,
    .softmax_back = softmax_back,
    .window = window,
    .self_last = self_last,
    .distance = distance,
    .gather = gather,
    .gather_transposed = gather_transposed,
    .scatter = scatter,
    .scatter_add = scatter_add,
    .scale_rows = scale_rows,
    .peak = peak,
    .dot_rows = dot_rows,
};
