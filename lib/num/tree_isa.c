/* Kernels of the trees, written so that the compiler vectorises over the tokens of a tile; built once per instruction set with
 * -DTF_ISA=name.
 *
 * sweep: from deltas of the nodes, dL/dP, to gradients of the decisions (Dense Gradient Trees, arXiv:2102.07567). The backward
 * distribution over the nodes of a level is softmax(a) with a_j = sum of +-c down the path, which is the product of sigma(+-2c): pi.
 * With U_n = delta_n + sigma_R U_R + sigma_L U_L (expected delta below n) and D_l = sum over deeper levels of the level's mean delta,
 *     d_s_n = pi_n (sigma_R (U_R - D) - sigma_L (U_L - D)),   D = D_level(n),   d_z = d_s factor(z). */
#include <math.h>
#include <string.h>

#include "num/tree_kernel.h"
#include "num/vector.h"

#define PASTE2(a, b) a##b
#define PASTE(a, b) PASTE2(a, b)
enum { LANES = 16 };
static const tf_real LOG2E = (tf_real)1.44269504088896340736;

/* 2^x, x clamped to +-126; relative error below 2e-7 in float. */
INLINE tf_real pow2(tf_real x) {
#ifdef TF_DOUBLE
    return exp2(x);
#else
    x = x < -126.0f ? -126.0f : x;
    return tf_exp2(x > 126.0f ? 126.0f : x);
#endif
}

INLINE tf_real sigmoid(tf_real z) { return 1 / (1 + pow2(-z * LOG2E)); }

enum { PER = LANES / VL };
/* LANES numbers added up: the halves, then the halves of that, down to one. */
#if defined(__AVX2__) && !defined(TF_DOUBLE)
INLINE tf_real part_sum(const vec part[PER]) {
#if defined(__AVX512F__)
    const __m512 x = (__m512)part[0];
    const __m256 y = _mm256_add_ps(_mm512_castps512_ps256(x), _mm512_extractf32x8_ps(x, 1));
#else
    const __m256 y = (__m256)(part[0] + part[1]);
#endif
    __m128 z = _mm_add_ps(_mm256_castps256_ps128(y), _mm256_extractf128_ps(y, 1));
    z = _mm_add_ps(z, _mm_movehl_ps(z, z));
    return _mm_cvtss_f32(_mm_add_ss(z, _mm_shuffle_ps(z, z, 1)));
}
INLINE tf_real lane_sum(const tf_real s[LANES]) {
    vec part[PER];
    UNROLL for (int v = 0; v < PER; v++) part[v] = load(s + v * VL);
    return part_sum(part);
}
#else
INLINE void halve(const int k, tf_real *s) { UNROLL for (int l = 0; l < k; l++) s[l] += s[l + k]; }
INLINE tf_real lane_sum(tf_real s[LANES]) {
    halve(8, s), halve(4, s), halve(2, s), halve(1, s);
    return s[0];
}
INLINE tf_real part_sum(const vec part[PER]) {
    tf_real s[LANES];
    UNROLL for (int v = 0; v < PER; v++) store(s + v * VL, part[v]);
    return lane_sum(s);
}
#endif

/* ---- routing ------------------------------------------------------------------------------------------------------------ */
static void descend(const struct tf_tree_shape *s, int n, int w, const tf_real *z, int *leaf) {
    for (int l = 0; l < n; l++) leaf[l] = 0;
    for (int lev = 0; lev < s->levels; lev++) {
        if (s->binary) {
            const tf_real *zl = z + (ptrdiff_t)s->off[lev] * w;
            for (int l = 0; l < n; l++) leaf[l] = 2 * leaf[l] + (zl[(ptrdiff_t)leaf[l] * w + l] >= 0);
            continue;
        }
        const tf_real *zl = z + (ptrdiff_t)(s->off[lev + 1] - 1) * w;
        int b = s->branch[lev];
        for (int l = 0; l < n; l++) {
            const tf_real *c = zl + (ptrdiff_t)leaf[l] * b * w + l;
            int best = 0;
            for (int j = 1; j < b; j++) best = c[(ptrdiff_t)j * w] > c[(ptrdiff_t)best * w] ? j : best;
            leaf[l] = leaf[l] * b + best;
        }
    }
}

INLINE tf_real dot(int D, const tf_real *a, const tf_real *b) {
    tf_real s[LANES] = {0}, u[LANES] = {0};
    int j = 0;
    for (; j + 2 * LANES <= D; j += 2 * LANES) {
        for (int l = 0; l < LANES; l++) s[l] += a[j + l] * b[j + l];
        for (int l = 0; l < LANES; l++) u[l] += a[j + LANES + l] * b[j + LANES + l];
    }
    for (; j + LANES <= D; j += LANES)
        for (int l = 0; l < LANES; l++) s[l] += a[j + l] * b[j + l];
    for (int l = 0; j < D; j++, l++) s[l] += a[j] * b[j];
    for (int l = 0; l < LANES; l++) s[l] += u[l];
    return lane_sum(s);
}

/* Tokens go down in groups: their dot products are independent of each other, so their latencies overlap. */
enum { GROUP = 8 };

static void ahead(int D, const tf_real *x, int ldx) { // the next group's rows are far apart: no hardware prefetcher finds them
    for (int k = 0; k < GROUP; k++)
        for (int d = 0; d < D; d += 64 / (int)sizeof(tf_real)) __builtin_prefetch(x + (ptrdiff_t)k * ldx + d);
}

static void walk(const struct tf_tree_shape *s, int T, int D, const tf_real *x, int ldx, const tf_real *W, int ldw, const tf_real *b,
                 int ldb, int *leaf) {
    for (int t = 0; t < T; t += GROUP, x += (ptrdiff_t)GROUP * ldx, leaf += GROUP) {
        const int n = T - t < GROUP ? T - t : GROUP;
        if (t + 2 * GROUP <= T) ahead(D, x + (ptrdiff_t)GROUP * ldx, ldx);
        for (int lev = 0; lev < s->levels; lev++) {
            tf_real z[GROUP];
            for (int k = 0; k < n; k++) z[k] = dot(D, W + (ptrdiff_t)(s->off[lev] + leaf[k]) * ldw, x + (ptrdiff_t)k * ldx);
            for (int k = 0; k < n; k++) leaf[k] = 2 * leaf[k] + (z[k] + b[(ptrdiff_t)(s->off[lev] + leaf[k]) * ldb] >= 0);
        }
    }
}

static void scores_at(int T, int D, const tf_real *x, int ldx, const tf_real *W, int ldw, const int *row, tf_real *z) {
    for (int t = 0; t < T; t += GROUP, x += (ptrdiff_t)GROUP * ldx) {
        const int n = T - t < GROUP ? T - t : GROUP;
        if (t + 2 * GROUP <= T) ahead(D, x + (ptrdiff_t)GROUP * ldx, ldx);
        for (int k = 0; k < n; k++) z[t + k] = dot(D, W + (ptrdiff_t)row[t + k] * ldw, x + (ptrdiff_t)k * ldx);
    }
}

/* Numbers in their order as integers: bisection between them ends after 32 (64) passes that only count, whatever the values. */
#ifdef TF_DOUBLE
typedef int64_t ordinal;
typedef uint64_t distance;
#else
typedef int32_t ordinal;
typedef uint32_t distance;
#endif
INLINE ordinal to_ordinal(tf_real x) {
    ordinal i;
    memcpy(&i, &x, sizeof i);
    return i < 0 ? i ^ (ordinal)((distance)-1 >> 1) : i;
}
INLINE tf_real from_ordinal(ordinal i) {
    tf_real x;
    if (i < 0) i ^= (ordinal)((distance)-1 >> 1);
    memcpy(&x, &i, sizeof x);
    return x;
}

static tf_real nth(int n, const tf_real *z, int k) {
    tf_real least = z[0], most = z[0];
    for (int i = 1; i < n; i++) least = z[i] < least ? z[i] : least, most = z[i] > most ? z[i] : most;
    ordinal lo = to_ordinal(least), hi = to_ordinal(most);
    while (lo < hi) {
        ordinal mid = lo + (ordinal)(((distance)hi - (distance)lo) / 2);
        tf_real m = from_ordinal(mid);
        int count = 0;
        for (int i = 0; i < n; i++) count += z[i] <= m;
        if (count > k) hi = mid;
        else lo = mid + 1;
    }
    return from_ordinal(lo);
}

static double sum_abs(int rows, int n, int w, const tf_real *z) {
    double sum = 0;
    for (int r = 0; r < rows; r++, z += w) {
        tf_real s[LANES] = {0};
        int j = 0;
        for (; j + LANES <= n; j += LANES)
            for (int l = 0; l < LANES; l++) s[l] += z[j + l] < 0 ? -z[j + l] : z[j + l];
        for (int l = 0; j < n; j++, l++) s[l] += z[j] < 0 ? -z[j] : z[j];
        sum += (double)lane_sum(s);
    }
    return sum;
}

enum { ABREAST = 4 };
#ifdef TF_DOUBLE
#define UNSIGNED INT64_MAX
#else
#define UNSIGNED INT32_MAX
#endif

/* n vectors of tokens, whose comparisons do not wait for each other. */
INLINE void argmax_of(const int n, int rows, int w, const tf_real *z, int *best, vec *top) {
    ivec at[ABREAST];
    UNROLL for (int v = 0; v < n; v++) top[v] = load(z + v * VL), at[v] = (ivec){0};
    for (int j = 1; j < rows; j++) {
        z += w;
        UNROLL for (int v = 0; v < n; v++) {
            const vec x = load(z + v * VL);
            const ivec more = x > top[v];
            at[v] = (more & j) | (~more & at[v]);
            top[v] = greater(x, top[v]);
        }
    }
    for (int l = 0; l < n * VL; l++) best[l] = (int)at[l / VL][l % VL];
}

static void argmax(int rows, int w, const tf_real *z, int *best) {
    vec top[ABREAST];
    int l = 0;
    for (; l + ABREAST * VL <= w; l += ABREAST * VL) argmax_of(ABREAST, rows, w, z + l, best + l, top);
    for (; l + VL <= w; l += VL) argmax_of(1, rows, w, z + l, best + l, top);
    for (; l < w; l++) {
        best[l] = 0;
        for (int j = 1; j < rows; j++) best[l] = z[(ptrdiff_t)j * w + l] > z[(ptrdiff_t)best[l] * w + l] ? j : best[l];
    }
}

/* Masks of the last LANES tokens of n: all bits of a number, or all but its sign; of those behind n none. */
INLINE void last_lanes(int n, bool sign, ivec last[PER]) {
    for (int l = 0; l < LANES; l++) last[l / VL][l % VL] = l < n % LANES ? (sign ? -1 : UNSIGNED) : 0;
}

/* Rows in turn, each with its D weights in registers while all tokens of the tile pass. */
INLINE double narrow_as(const int D, const int w, const bool want_sum, int rows, int n, const tf_real *W, int ldw, const tf_real *b,
                        int ldb, const tf_real *xt, tf_real *z) {
    const int whole = n - n % LANES;
    ivec last[PER];
    last_lanes(n, false, last);
    double sum = 0;
    for (int r = 0; r < rows; r++, W += ldw, b += ldb) {
        vec W_d[16], s[PER];
        UNROLL for (int d = 0; d < D; d++) W_d[d] = splat(W[d]);
        UNROLL for (int v = 0; v < PER; v++) s[v] = (vec){0};
        for (int j = 0; j < w; j += LANES) UNROLL for (int v = 0; v < PER; v++) {
                const int at = j + v * VL;
                if (at >= w) break;
                vec y = {0};
                UNROLL for (int d = 0; d < D; d++) y += W_d[d] * load(xt + (ptrdiff_t)d * w + at);
                y += *b;
                if (z) store(z + (ptrdiff_t)r * w + at, y);
                if (want_sum) s[v] += (vec)((ivec)y & (j < whole ? UNSIGNED - (ivec){0} : last[v]));
            }
        if (want_sum) sum += (double)part_sum(s);
    }
    return sum;
}

/* Whole tiles, of a width that is known beforehand, need no pointers but one. */
INLINE double narrow_tile(const int D, int rows, int n, int w, const tf_real *W, int ldw, const tf_real *b, int ldb, const tf_real *xt,
                          tf_real *z, bool sum) {
    if (w < TF_TREE_TILE && sum) return narrow_as(D, w, true, rows, n, W, ldw, b, ldb, xt, z);
    if (w < TF_TREE_TILE) return narrow_as(D, w, false, rows, n, W, ldw, b, ldb, xt, z);
    if (!z) return narrow_as(D, TF_TREE_TILE, true, rows, n, W, ldw, b, ldb, xt, NULL);
    return sum ? narrow_as(D, TF_TREE_TILE, true, rows, n, W, ldw, b, ldb, xt, z)
               : narrow_as(D, TF_TREE_TILE, false, rows, n, W, ldw, b, ldb, xt, z);
}

static double narrow(int D, int rows, int n, int w, const tf_real *W, int ldw, const tf_real *b, int ldb, const tf_real *xt, tf_real *z,
                     bool sum) {
    return D == 8 ? narrow_tile(8, rows, n, w, W, ldw, b, ldb, xt, z, sum) : narrow_tile(16, rows, n, w, W, ldw, b, ldb, xt, z, sum);
}

static void add_row_sums(int rows, int n, int w, const tf_real *x, tf_real *out, int ldo) {
    const int whole = n - n % LANES;
    ivec last[PER];
    last_lanes(n, true, last);
    for (int r = 0; r < rows; r++, x += w) {
        vec s[PER];
        UNROLL for (int v = 0; v < PER; v++) s[v] = (vec){0};
        for (int j = 0; j < n; j += LANES) UNROLL for (int v = 0; v < PER; v++) {
                if (j + v * VL >= w) break;
                s[v] += (vec)((ivec)load(x + j + v * VL) & (j < whole ? -1 - (ivec){0} : last[v]));
            }
        out[(ptrdiff_t)r * ldo] += part_sum(s);
    }
}

/* ---- straight-through sweeps ------------------------------------------------------------------------------------------------ */
INLINE tf_real surrogate(const enum tf_surrogate kind, tf_real beta, tf_real z) {
    tf_real a = z < 0 ? -z : z;
    if (kind == TF_SURR_CLIP) return a <= 1 ? 2 : 0;
    if (kind == TF_SURR_TRIANGLE) return a < 1 ? 2 * (1 - a) : 0;
    tf_real e = pow2((kind == TF_SURR_SECH2 ? -2 : -1) * beta * a * LOG2E), q = 1 / (1 + e); // sech^2(y) = 4 e / (1 + e)^2, e = exp(-2|y|)
    return (kind == TF_SURR_SECH2 ? 8 : 2) * beta * e * q * q;
}

INLINE void sweep_as(const enum tf_surrogate kind, const struct tf_tree_shape *s, int w, const struct tf_tree_sweep *a,
                     const tf_real *restrict z, tf_real *restrict U, tf_real *restrict pi, tf_real *restrict dz) {
    _Alignas(64) tf_real D[TF_TREE_LEVELS + 2][TF_TREE_TILE]; // first the mean delta of level l, then the sum over deeper levels
    const tf_real hi = a->hi, lo = a->lo, beta = a->beta;
    const int h = s->levels;
    memset(D, 0, sizeof(D[0]) * (size_t)(h + 2));
    for (int l = 0; l < w; l++) pi[l] = 1;
    for (int lev = 0; lev < h; lev++) {
        const bool have = a->inner || lev + 1 == h;
        tf_real *restrict d = D[lev + 1];
        for (int n = s->off[lev]; n < s->off[lev + 1]; n++) {
            const tf_real *zn = z + (ptrdiff_t)n * w, *p = pi + (ptrdiff_t)n * w;
            tf_real *restrict pl = pi + (ptrdiff_t)(2 * n + 1) * w, *restrict pr = pl + w;
            const tf_real *ul = U + (ptrdiff_t)(2 * n + 1) * w, *ur = ul + w;
            if (have)
                for (int l = 0; l < w; l++) {
                    tf_real right = zn[l] >= 0 ? hi : lo, left = zn[l] >= 0 ? lo : hi, r = p[l] * right, q = p[l] * left;
                    pr[l] = r, pl[l] = q;
                    d[l] += r * ur[l] + q * ul[l];
                }
            else
                for (int l = 0; l < w; l++) {
                    tf_real right = zn[l] >= 0 ? hi : lo, left = zn[l] >= 0 ? lo : hi;
                    pr[l] = p[l] * right, pl[l] = p[l] * left;
                }
        }
    }
    for (int lev = h - 1; lev >= 0; lev--)
        for (int l = 0; l < w; l++) D[lev][l] = (lev ? D[lev][l] : 0) + D[lev + 1][l];
    for (int lev = h - 1; lev >= 0; lev--) {
        const tf_real *restrict d = D[lev + 1]; // sum over levels > lev
        for (int n = s->off[lev]; n < s->off[lev + 1]; n++) {
            const tf_real *zn = z + (ptrdiff_t)n * w, *p = pi + (ptrdiff_t)n * w, *ul = U + (ptrdiff_t)(2 * n + 1) * w, *ur = ul + w;
            tf_real *restrict un = U + (ptrdiff_t)n * w, *restrict g = dz + (ptrdiff_t)n * w;
            const tf_real own = a->inner ? 1 : 0;
            if (!a->inner)
                for (int l = 0; l < w; l++) un[l] = 0;
            for (int l = 0; l < w; l++) {
                tf_real right = zn[l] >= 0 ? hi : lo, left = zn[l] >= 0 ? lo : hi;
                un[l] = own * un[l] + right * ur[l] + left * ul[l];
                g[l] = p[l] * (right * (ur[l] - d[l]) - left * (ul[l] - d[l])) * surrogate(kind, beta, zn[l]);
            }
        }
    }
}

static void sweep(const struct tf_tree_shape *s, int w, const struct tf_tree_sweep *a, const tf_real *z, tf_real *U, tf_real *pi,
                  tf_real *dz) {
    switch (a->surrogate) {
    case TF_SURR_CLIP: sweep_as(TF_SURR_CLIP, s, w, a, z, U, pi, dz); break;
    case TF_SURR_TRIANGLE: sweep_as(TF_SURR_TRIANGLE, s, w, a, z, U, pi, dz); break;
    case TF_SURR_SECH2: sweep_as(TF_SURR_SECH2, s, w, a, z, U, pi, dz); break;
    case TF_SURR_LOGISTIC: sweep_as(TF_SURR_LOGISTIC, s, w, a, z, U, pi, dz);
    }
}

/* Softmax among b siblings, nv vectors of tokens: z, sm (b,w); first: index of the first maximum. */
INLINE void softmax_of(const int nv, int b, int w, const tf_real *z, tf_real *sm, int *first) {
    vec top[ABREAST], sum[ABREAST];
    argmax_of(nv, b, w, z, first, top);
    UNROLL for (int v = 0; v < nv; v++) sum[v] = (vec){0};
    for (int j = 0; j < b; j++) UNROLL for (int v = 0; v < nv; v++) {
            const ptrdiff_t i = (ptrdiff_t)j * w + v * VL;
            const vec e = vec_exp2(greater(splat(-126), (load(z + i) - top[v]) * LOG2E));
            store(sm + i, e);
            sum[v] += e;
        }
    UNROLL for (int v = 0; v < nv; v++) sum[v] = 1 / sum[v];
    for (int j = 0; j < b; j++) UNROLL for (int v = 0; v < nv; v++) {
            const ptrdiff_t i = (ptrdiff_t)j * w + v * VL;
            store(sm + i, load(sm + i) * sum[v]);
        }
}

/* Nodes of a level that have children, and the first of them. */
INLINE int parents(const struct tf_tree_shape *s, int level) { return s->path ? 1 : s->off[level + 1] - s->off[level]; }
INLINE int first_parent(const struct tf_tree_shape *s, int level) { return s->off[level] + (s->path ? s->at[level] : 0); }

/* Probabilities of all nodes, or of all but the leaves: softmax down the path, or 1 on the path taken and 0 elsewhere (hard). */
static void kary_down(const struct tf_tree_shape *s, int w, bool hard, bool leaves, const tf_real *z, tf_real *pi, tf_real *sm) {
    int first[TF_TREE_TILE];
    for (int l = 0; l < w; l++) pi[l] = 1;
    for (int lev = 0; lev < s->levels; lev++)
        for (int m = 0; m < parents(s, lev); m++) {
            int b = s->branch[lev], child = s->off[lev + 1] + m * b, l = 0;
            const tf_real *p = pi + (ptrdiff_t)(first_parent(s, lev) + m) * w, *zc = z + (ptrdiff_t)(child - 1) * w;
            tf_real *q0 = sm + (ptrdiff_t)(child - 1) * w;
            for (; l + ABREAST * VL <= w; l += ABREAST * VL) softmax_of(ABREAST, b, w, zc + l, q0 + l, first + l);
            for (; l < w; l += VL) softmax_of(1, b, w, zc + l, q0 + l, first + l);
            if (lev + 1 == s->levels && !leaves) continue;
            for (int j = 0; j < b; j++) {
                if (s->path && j != s->at[lev + 1]) continue;
                tf_real *restrict c = pi + (ptrdiff_t)(child + j) * w;
                const tf_real *restrict q = q0 + (ptrdiff_t)j * w;
                if (hard)
                    for (l = 0; l < w; l++) c[l] = first[l] == j ? p[l] : 0;
                else
                    for (l = 0; l < w; l++) c[l] = p[l] * q[l];
            }
        }
}

/* Up from b siblings, nv vectors of tokens: u, q, z, g (b,w) deltas, softmax, scores and their gradients; p, up (w): probability of the
 * parent, and its delta: the mean, or that of the largest (hard). */
INLINE void kary_up_of(const int nv, const bool hard, int b, int w, const tf_real *u, const tf_real *q, const tf_real *z, const tf_real *p,
                       tf_real *g, tf_real *up) {
    vec mean[ABREAST], top[ABREAST], at_top[ABREAST], pv[ABREAST];
    UNROLL for (int v = 0; v < nv; v++) {
        mean[v] = load(q + v * VL) * load(u + v * VL);
        top[v] = load(z + v * VL), at_top[v] = load(u + v * VL), pv[v] = load(p + v * VL);
    }
    for (int j = 1; j < b; j++) UNROLL for (int v = 0; v < nv; v++) {
            const ptrdiff_t i = (ptrdiff_t)j * w + v * VL;
            const vec x = load(u + i);
            mean[v] += load(q + i) * x;
            if (!hard) continue;
            const vec score = load(z + i);
            const ivec more = score > top[v];
            at_top[v] = (vec)((more & (ivec)x) | (~more & (ivec)at_top[v]));
            top[v] = greater(score, top[v]);
        }
    for (int j = 0; j < b; j++) UNROLL for (int v = 0; v < nv; v++) {
            const ptrdiff_t i = (ptrdiff_t)j * w + v * VL;
            store(g + i, pv[v] * load(q + i) * (load(u + i) - mean[v]));
        }
    UNROLL for (int v = 0; v < nv; v++) store(up + v * VL, hard ? at_top[v] : mean[v]);
}

static void kary_up(const bool hard, int b, int w, const tf_real *u, const tf_real *q, const tf_real *z, const tf_real *p, tf_real *g,
                    tf_real *up) {
    int l = 0;
    for (; l + ABREAST * VL <= w; l += ABREAST * VL) {
        if (hard) kary_up_of(ABREAST, true, b, w, u + l, q + l, z + l, p + l, g + l, up + l);
        else kary_up_of(ABREAST, false, b, w, u + l, q + l, z + l, p + l, g + l, up + l);
    }
    for (; l < w; l += VL) {
        if (hard) kary_up_of(1, true, b, w, u + l, q + l, z + l, p + l, g + l, up + l);
        else kary_up_of(1, false, b, w, u + l, q + l, z + l, p + l, g + l, up + l);
    }
}

static void sweep_kary(const struct tf_tree_shape *s, int w, bool hard, const tf_real *z, tf_real *U, tf_real *pi, tf_real *sm,
                       tf_real *dz) {
    kary_down(s, w, hard, false, z, pi, sm);
    for (int lev = s->levels - 1; lev >= 0; lev--)
        for (int m = 0; m < parents(s, lev); m++) {
            const int child = s->off[lev + 1] + m * s->branch[lev], parent = first_parent(s, lev) + m;
            const ptrdiff_t at = (ptrdiff_t)(child - 1) * w, above = (ptrdiff_t)parent * w;
            kary_up(hard, s->branch[lev], w, U + at + w, sm + at, z + at, pi + above, dz + at, U + above);
        }
}

/* ---- soft trees: balance losses --------------------------------------------------------------------------------------------- */
static void soft(const struct tf_tree_shape *s, int w, const tf_real *z, tf_real *pi, tf_real *sm) {
    if (!s->binary) {
        kary_down(s, w, false, true, z, pi, sm);
        return;
    }
    for (int l = 0; l < w; l++) pi[l] = 1;
    for (int n = 0; n < s->rows; n++) {
        const tf_real *restrict zn = z + (ptrdiff_t)n * w, *restrict p = pi + (ptrdiff_t)n * w;
        tf_real *restrict c = pi + (ptrdiff_t)(2 * n + 1) * w;
        for (int l = 0; l < w; l++) c[w + l] = p[l] * sigmoid(zn[l]), c[l] = p[l] * sigmoid(-zn[l]);
    }
}

static void soft_back(const struct tf_tree_shape *s, int w, const tf_real *z, tf_real *U, const tf_real *pi, tf_real *dz) {
    for (int n = s->rows - 1; n >= 0; n--) {
        const tf_real *restrict zn = z + (ptrdiff_t)n * w, *restrict p = pi + (ptrdiff_t)n * w,
                                *restrict u = U + (ptrdiff_t)(2 * n + 1) * w;
        tf_real *restrict un = U + (ptrdiff_t)n * w, *restrict g = dz + (ptrdiff_t)n * w;
        for (int l = 0; l < w; l++) {
            tf_real r = sigmoid(zn[l]), q = sigmoid(-zn[l]);
            un[l] = r * u[w + l] + q * u[l];
            g[l] += p[l] * r * q * (u[w + l] - u[l]);
        }
    }
}

/* ---- the gate of TF-A ----------------------------------------------------------------------------------------------------------- */
/* nv vectors of queries. */
INLINE void gate_as(const int nv, const bool drop, tf_real *restrict S, const tf_real *restrict dP, const struct tf_lanes *q,
                    const struct tf_keys *k, uint32_t below, tf_real top, tf_real *restrict sum) {
    vec max[NVS], delta[NVS];
    UNROLL for (int v = 0; v < nv; v++) max[v] = load(q->max + v * VL), delta[v] = load(q->delta + v * VL);
    for (int j = 0; j < k->n; j++, S += nv * VL, dP += nv * VL) {
        vec part[PER] = {{0}};
        UNROLL for (int v = 0; v < nv; v++) {
            const vec e = vec_exp2(lesser(splat(top), load(S + v * VL) - max[v]));
            vec g = load(dP + v * VL);
            if (drop) g = vec_kept(g, q->hash + v * VL, (uint32_t)k->row[j], below);
            g = e * (g - delta[v]);
            store(S + v * VL, g);
            part[v % PER] += g;
        }
        sum[j] = part_sum(part);
    }
}

static void gate(tf_real *S, const tf_real *dP, const struct tf_lanes *q, const struct tf_keys *k, const struct tf_drop *d, tf_real top,
                 tf_real *sum) {
    switch (q->w / VL * 2 + d->on) {
    case 2: gate_as(1, false, S, dP, q, k, d->below, top, sum); break;
    case 3: gate_as(1, true, S, dP, q, k, d->below, top, sum); break;
    case 4: gate_as(2, false, S, dP, q, k, d->below, top, sum); break;
    case 5: gate_as(2, true, S, dP, q, k, d->below, top, sum); break;
    case 6: gate_as(3, false, S, dP, q, k, d->below, top, sum); break;
    default: gate_as(3, true, S, dP, q, k, d->below, top, sum);
    }
}

static void add_cols(int rows, int w, const tf_real *S, tf_real *restrict out) {
    for (int l = 0; l < w; l++) out[l] = 0;
    for (int j = 0; j < rows; j++, S += w)
        for (int l = 0; l < w; l++) out[l] += S[l];
}

extern const struct tf_tree_kernels PASTE(tf_tree_kernels_, TF_ISA);
const struct tf_tree_kernels PASTE(tf_tree_kernels_, TF_ISA) = {descend,    walk, argmax,    sum_abs, narrow,   add_row_sums, sweep,
                                                                sweep_kary, soft, soft_back, gate,    add_cols, scores_at,    nth};
