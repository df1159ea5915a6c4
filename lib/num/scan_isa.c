/* Kernels of the state spaces (see scan_kernel.h); built once per instruction set with -DTF_ISA=name. */
#include <stdint.h>

#include "num/scan_kernel.h"

#define PASTE2(a, b) a##b
#define PASTE(a, b) PASTE2(a, b)
#define INLINE static inline __attribute__((always_inline))
enum { S = TF_SCAN, POWERS = TF_SCAN_POWERS, TILE = 4, PAIR = 2 * S };
typedef tf_real lanes __attribute__((vector_size(S * sizeof(tf_real)), aligned(sizeof(tf_real)), may_alias));

/* ---- from continuous to discrete time, in double; loops over lanes that the compiler vectorises, for which they have no branches ---- */
INLINE int64_t bits_of(double x) {
    int64_t i;
    __builtin_memcpy(&i, &x, sizeof i);
    return i;
}
INLINE double double_of(int64_t i) {
    double x;
    __builtin_memcpy(&x, &i, sizeof x);
    return x;
}
#define ROUND 6755399441055744.0 /* 1.5 2^52: x + ROUND has round(x) in its last bits */

/* e^x, |x| cut at 700, and e^x - 1: with x = k log 2 + r, Taylor's series of r. */
INLINE double exp_of(double x, double *less) {
    const int64_t size = bits_of(x) & INT64_MAX, top = 0x4085e00000000000; // 700.0; sizes order as integers
    x = double_of((size < top ? size : top) | (bits_of(x) & INT64_MIN));
    const double at = x * 1.44269504088896340736 + ROUND, k = at - ROUND;
    const double r = x - k * 6.93145751953125e-1 - k * 1.42860682030941723212e-6,
                 two = double_of((int64_t)((uint64_t)(bits_of(at) + 1023) << 52));
    double p = 1.0 / 6227020800;
    p = p * r + 1.0 / 479001600;
    p = p * r + 1.0 / 39916800;
    p = p * r + 1.0 / 3628800;
    p = p * r + 1.0 / 362880;
    p = p * r + 1.0 / 40320;
    p = p * r + 1.0 / 5040;
    p = p * r + 1.0 / 720;
    p = p * r + 1.0 / 120;
    p = p * r + 1.0 / 24;
    p = p * r + 1.0 / 6;
    p = p * r + 0.5;
    p = p * r * r + r;
    *less = two * p + (two - 1);
    return two * p + two;
}

/* Sine and cosine: x less the nearest multiple of pi / 2, and Cephes' polynomials. */
INLINE void sincos_of(double x, double *sine, double *cosine) {
    const double at = x * 0.63661977236758134308 + ROUND, k = at - ROUND;
    const double r = x - k * 1.57079632673412561417 - k * 6.07710050650619224932e-11, z = r * r;
    const int64_t quarter = bits_of(at);
    double s = 1.58962301576546568060e-10, c = -1.13585365213876817300e-11;
    s = s * z - 2.50507477628578072866e-8, c = c * z + 2.08757008419747316778e-9;
    s = s * z + 2.75573136213857245213e-6, c = c * z - 2.75573141792967388112e-7;
    s = s * z - 1.98412698295895385996e-4, c = c * z + 2.48015872888517045348e-5;
    s = s * z + 8.33333333332211858878e-3, c = c * z - 1.38888888888730564116e-3;
    s = s * z - 1.66666666666666307295e-1, c = c * z + 4.16666666666665929218e-2;
    s = r + r * z * s, c = 1 - 0.5 * z + z * z * c;
    const int64_t swap = (bits_of(s) ^ bits_of(c)) & -(quarter & 1);
    *sine = double_of(bits_of(s) ^ swap ^ (int64_t)((uint64_t)(quarter & 2) << 62));
    *cosine = double_of(bits_of(c) ^ swap ^ (int64_t)((uint64_t)((quarter + 1) & 2) << 62));
}

struct mode { // a = exp(dt A), less = a - 1, over = 1 / A
    double dt, Are, Aim, are, aim, less, over_re, over_im;
};

INLINE struct mode mode_of(double step, double decay, double angle) {
    double s, c, shrunk;
    struct mode m = {.dt = exp_of(step, &s) + (step - step), .Are = -exp_of(decay, &s) + (decay - decay), .Aim = angle}; // exp_of cuts NaN
    const double size = exp_of(m.dt * m.Are, &shrunk);
    sincos_of(0.5 * m.dt * angle, &s, &c);
    m.less = shrunk - 2 * size * s * s, m.are = 1 + m.less, m.aim = 2 * size * s * c; // without cancellation where a is near 1
    const double square = m.Are * m.Are + m.Aim * m.Aim;
    m.over_re = m.Are / square, m.over_im = -m.Aim / square;
    return m;
}

static void discrete(int n, const tf_real *restrict step, const tf_real *restrict decay, const tf_real *restrict angle, tf_real *restrict a,
                     tf_real *restrict gain) {
    for (int k = 0; k < n; k++, decay += S, angle += S, a += PAIR, gain += PAIR)
        for (int l = 0; l < S; l++) {
            const struct mode m = mode_of((double)step[l], (double)decay[l], (double)angle[l]);
            a[l] = (tf_real)m.are, a[S + l] = (tf_real)m.aim;
            gain[l] = (tf_real)(2 * (m.less * m.over_re - m.aim * m.over_im));
            gain[S + l] = (tf_real)(2 * (m.less * m.over_im + m.aim * m.over_re));
        }
}

static void discrete_back(int n, const tf_real *restrict step, const tf_real *restrict decay, const tf_real *restrict angle,
                          const tf_real *restrict da, const tf_real *restrict dgain, tf_real *restrict dstep, tf_real *restrict ddecay,
                          tf_real *restrict dangle) {
    for (int k = 0; k < n; k++, decay += S, angle += S, da += PAIR, dgain += PAIR, ddecay += S, dangle += S)
        for (int l = 0; l < S; l++) {
            const struct mode m = mode_of((double)step[l], (double)decay[l], (double)angle[l]);
            // through gain = 2 (a - 1) / A: to a by 2 / A, to A by -gain / A, both conjugated
            const double gr = 2 * (double)dgain[l], gi = 2 * (double)dgain[S + l];
            const double vr = gr * m.over_re + gi * m.over_im, vi = gi * m.over_re - gr * m.over_im;
            const double br = m.less * m.over_re - m.aim * m.over_im, bi = m.less * m.over_im + m.aim * m.over_re;
            const double wr = vr * br + vi * bi, wi = vi * br - vr * bi;
            // through a = exp(z), z = dt A
            const double er = (double)da[l] + vr, ei = (double)da[S + l] + vi;
            const double zr = er * m.are + ei * m.aim, zi = ei * m.are - er * m.aim;
            dstep[l] += (tf_real)((zr * m.Are + zi * m.Aim) * m.dt);
            ddecay[l] += (tf_real)((zr * m.dt - wr) * m.Are);
            dangle[l] += (tf_real)(zi * m.dt - wi);
        }
}

/* ---- complex numbers, S side by side ---- */
struct cplx {
    lanes re, im;
};
INLINE struct cplx get(const tf_real *x) { return (struct cplx){*(const lanes *)x, *(const lanes *)(x + S)}; }
INLINE void put(tf_real *x, struct cplx v) { *(lanes *)x = v.re, *(lanes *)(x + S) = v.im; }
INLINE struct cplx mul(struct cplx a, struct cplx b) { return (struct cplx){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
/* x + a conj(b) */
INLINE struct cplx add_conj(struct cplx x, struct cplx a, struct cplx b) {
    return (struct cplx){x.re + a.re * b.re + a.im * b.im, x.im + a.im * b.re - a.re * b.im};
}

static void times(int n, const tf_real *x, const tf_real *y, tf_real *xy) {
    for (int k = 0; k < n * PAIR; k += PAIR) put(xy + k, mul(get(x + k), get(y + k)));
}

static void times_back(int n, const tf_real *x, const tf_real *y, const tf_real *dxy, tf_real *dx, tf_real *dy) {
    for (int k = 0; k < n * PAIR; k += PAIR) {
        const struct cplx g = get(dxy + k);
        put(dx + k, add_conj(get(dx + k), g, get(y + k)));
        put(dy + k, add_conj(get(dy + k), g, get(x + k)));
    }
}

/* ---- the kernel: a^(16 j + i) = a^i a^16^j, so that all but a few powers are one product ---- */
enum { OWN = (POWERS + 1) * PAIR }; // P (n,POWERS + 1,2,S), Q (n,J,2,S)

/* P_0 = x, P_i = P_{i-1} by, i <= m, of one state */
INLINE void powers(int m, struct cplx x, struct cplx by, tf_real *P) {
    for (int i = 0; i <= m; i++, x = mul(x, by)) put(P + i * PAIR, x);
}

/* -> what dP means for x; by's is added to */
INLINE struct cplx powers_back(int m, struct cplx by, const tf_real *P, const tf_real *dP, struct cplx *dby) {
    struct cplx g = get(dP + m * PAIR);
    for (int i = m; i > 0; i--) {
        *dby = add_conj(*dby, g, get(P + (i - 1) * PAIR));
        g = add_conj(get(dP + (i - 1) * PAIR), g, by);
    }
    return g;
}

static void kernel(int L, int n, const tf_real *a, const tf_real *c, tf_real *room, tf_real *K) {
    const int J = L / POWERS;
    tf_real *P = room, *Q = P + n * OWN;
    for (int k = 0; k < n; k++) {
        powers(POWERS, (struct cplx){(lanes){0} + 1, {0}}, get(a + k * PAIR), P + k * OWN);
        powers(J - 1, get(c + k * PAIR), get(P + k * OWN + POWERS * PAIR), Q + k * J * PAIR);
    }
    for (int i = 0; i < POWERS; i += TILE) // of which the powers stay in the cache
        for (int j = 0; j < J; j++) {
            lanes sum[TILE] = {{0}};
            for (int k = 0; k < n; k++) {
                const struct cplx x = get(Q + (k * J + j) * PAIR);
                for (int z = 0; z < TILE; z++) {
                    const struct cplx y = get(P + k * OWN + (i + z) * PAIR);
                    sum[z] += x.re * y.re;
                    sum[z] -= x.im * y.im;
                }
            }
            for (int z = 0; z < TILE; z++) *(lanes *)(K + (j * POWERS + i + z) * S) = sum[z];
        }
}

static void kernel_back(int L, int n, const tf_real *a, const tf_real *c, tf_real *room, const tf_real *dK, tf_real *da, tf_real *dc) {
    const struct cplx zero = {{0}, {0}}, one = {(lanes){0} + 1, {0}};
    const int J = L / POWERS;
    tf_real *P = room, *dP = P + OWN, *Q = dP + OWN, *dQ = Q + J * PAIR; // of one state at a time
    for (int k = 0; k < n; k++) {
        const struct cplx by = get(a + k * PAIR);
        powers(POWERS, one, by, P);
        const struct cplx far = get(P + POWERS * PAIR);
        powers(J - 1, get(c + k * PAIR), far, Q);
        for (int i = 0; i < POWERS; i += TILE) {
            struct cplx x[TILE], dx[TILE];
            for (int z = 0; z < TILE; z++) x[z] = get(P + (i + z) * PAIR), dx[z] = zero;
            for (int j = 0; j < J; j++) {
                const struct cplx y = get(Q + j * PAIR);
                struct cplx dy = i ? get(dQ + j * PAIR) : zero;
                for (int z = 0; z < TILE; z++) {
                    const lanes d = *(const lanes *)(dK + (j * POWERS + i + z) * S);
                    dy.re += d * x[z].re, dy.im -= d * x[z].im;
                    dx[z].re += d * y.re, dx[z].im -= d * y.im;
                }
                put(dQ + j * PAIR, dy);
            }
            for (int z = 0; z < TILE; z++) put(dP + (i + z) * PAIR, dx[z]);
        }
        struct cplx dfar = zero, dby = get(da + k * PAIR);
        const struct cplx dck = get(dc + k * PAIR), dfirst = powers_back(J - 1, far, Q, dQ, &dfar);
        put(dc + k * PAIR, (struct cplx){dck.re + dfirst.re, dck.im + dfirst.im});
        put(dP + POWERS * PAIR, dfar);
        powers_back(POWERS, by, P, dP, &dby);
        put(da + k * PAIR, dby);
    }
}

static void convolve(int rows, int cols, int lo, int hi, const tf_real *K, const tf_real *u, tf_real *y) {
    for (int i = 0; i < rows; i += TILE) {
        const int from = i > hi ? (i - hi) / TILE * TILE : 0, to = i + TILE - lo < cols ? i + TILE - lo : cols;
        lanes sum[TILE];
        for (int x = 0; x < TILE; x++) sum[x] = *(lanes *)(y + (i + x) * S);
        for (int j = from; j < to; j += TILE) {
            const tf_real *k = K + (ptrdiff_t)(i - j) * S;
            for (int z = 0; z < TILE; z++) {
                const lanes v = *(const lanes *)(u + (j + z) * S);
                for (int x = 0; x < TILE; x++) sum[x] += *(const lanes *)(k + (x - z) * S) * v;
            }
        }
        for (int x = 0; x < TILE; x++) *(lanes *)(y + (i + x) * S) = sum[x];
    }
}

/* ---- the recurrence ---- */
/* m states at a time, in registers */
INLINE void scan_some(const int m, int T, const tf_real *a, const tf_real *c, tf_real *x, const tf_real *u, tf_real *y) {
    struct cplx v[TILE];
    for (int i = 0; i < m; i++) v[i] = get(x + i * PAIR);
    for (int t = 0; t < T; t++) {
        const lanes in = *(const lanes *)(u + t * S);
        lanes out = *(lanes *)(y + t * S);
        for (int i = 0; i < m; i++) {
            const struct cplx w = get(c + i * PAIR);
            v[i] = mul(get(a + i * PAIR), v[i]);
            v[i].re += in;
            out += w.re * v[i].re - w.im * v[i].im;
        }
        *(lanes *)(y + t * S) = out;
    }
    for (int i = 0; i < m; i++) put(x + i * PAIR, v[i]);
}

static void scan(int T, int n, const tf_real *a, const tf_real *c, tf_real *x, const tf_real *u, tf_real *y) {
    const ptrdiff_t all = (ptrdiff_t)n * PAIR, some = TILE * PAIR;
    ptrdiff_t k = 0;
    for (; k + some <= all; k += some) scan_some(TILE, T, a + k, c + k, x + k, u, y);
    for (; k < all; k += PAIR) scan_some(1, T, a + k, c + k, x + k, u, y);
}

static void scan_back(int T, int n, const tf_real *a, const tf_real *c, const tf_real *x, const tf_real *u, const tf_real *dy, tf_real *g,
                      tf_real *du, tf_real *da, tf_real *dc, tf_real *room) {
    for (ptrdiff_t k = 0; k < (ptrdiff_t)n * PAIR; k += PAIR) {
        const struct cplx ak = get(a + k), ck = get(c + k);
        struct cplx v = get(x + k), dak = get(da + k), dck = get(dc + k), gk = get(g + k);
        put(room, v);
        for (int t = 0; t < T; t++) {
            v = mul(ak, v);
            v.re += *(const lanes *)(u + t * S);
            put(room + (t + 1) * PAIR, v);
        }
        for (int t = T - 1; t >= 0; t--) {
            const lanes d = *(const lanes *)(dy + t * S);
            const struct cplx now = get(room + (t + 1) * PAIR), s = {gk.re + d * ck.re, gk.im - d * ck.im};
            dck.re += d * now.re, dck.im -= d * now.im;
            dak = add_conj(dak, s, get(room + t * PAIR));
            gk = add_conj((struct cplx){{0}, {0}}, s, ak);
            *(lanes *)(du + t * S) += s.re;
        }
        put(da + k, dak), put(dc + k, dck), put(g + k, gk);
    }
}

extern const struct tf_scan_kernels PASTE(tf_scan_kernels_, TF_ISA);
const struct tf_scan_kernels PASTE(tf_scan_kernels_, TF_ISA) = {.discrete = discrete,
                                                                .discrete_back = discrete_back,
                                                                .times = times,
                                                                .times_back = times_back,
                                                                .kernel = kernel,
                                                                .kernel_back = kernel_back,
                                                                .convolve = convolve,
                                                                .scan = scan,
                                                                .scan_back = scan_back};
