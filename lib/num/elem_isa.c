/* Element-wise kernels, written so that the compiler vectorises them; built once per instruction set with -DTF_ISA=name.
 * Sums run in LANES fixed partial sums, so that their order does not depend on the vector width. */
#include <math.h>

#include "num/elem.h"
#include "num/vector.h"

enum { LANES = TF_SQUARES };
#define PASTE2(a, b) a##b
#define PASTE(a, b) PASTE2(a, b)

static void add(size_t n, tf_real *restrict y, const tf_real *restrict x) {
    for (size_t i = 0; i < n; i++) y[i] += x[i];
}

static void axpy(size_t n, tf_real *restrict y, tf_real a, const tf_real *restrict x) {
    for (size_t i = 0; i < n; i++) y[i] += a * x[i];
}

#ifdef TF_DOUBLE
static inline double root(double x) { return sqrt(x); }
static inline double logistic(double x) { return 1 / (1 + exp(-x)); }
static inline void gauss(double x, double *Phi, double *phi) {
    *Phi = 0.5 * erfc(-x * 0.70710678118654752440);
    *phi = exp(-0.5 * x * x) * 0.39894228040143267794;
}
#else
static inline float root(float x) { return sqrtf(x); }
static inline int bits_of(float f) {
    int i;
    __builtin_memcpy(&i, &f, sizeof i);
    return i;
}
static inline float float_of(int i) {
    float f;
    __builtin_memcpy(&f, &i, sizeof f);
    return f;
}
/* e^-x for x >= 0, relative error below 2e-7; x is cut at 87 through its bits, which order as integers (a branch would stop the vectoriser). */
static inline float exp_minus(float x) {
    const int top = 0x42ae0000; // 87.0f
    int bits = bits_of(x);
    x = -float_of(bits < top ? bits : top);
    int n = (int)(x * 1.44269504f - 0.5f);
    float r = x - (float)n * 0.693359375f + (float)n * 2.12194440e-4f;
    float p = 1.9875691500e-4f;
    p = p * r + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    p = p * r + 5.0000001201e-1f;
    p = p * r * r + r + 1.0f;
    return p * float_of((int)((unsigned)(n + 127) << 23)); // of a NaN n is any number
}
/* Standard normal cdf and density; cdf by Abramowitz and Stegun 7.1.26, absolute error below 1e-7. */
static inline void gauss(float x, float *Phi, float *phi) {
    float z = __builtin_fabsf(x) * 0.70710678f, e = exp_minus(z * z), t = 1.0f / (1.0f + 0.3275911f * z);
    float half = 0.5f - 0.5f * e * t * (0.254829592f + t * (-0.284496736f + t * (1.421413741f + t * (-1.453152027f + t * 1.061405429f))));
    *Phi = 0.5f + __builtin_copysignf(half, x);
    *phi = e * 0.39894228f;
}
static inline float logistic(float x) {
    const float e = exp_minus(__builtin_fabsf(x));
    return (x < 0 ? e : 1.0f) / (1.0f + e) + (x - x); // exp_minus cuts NaN and infinity
}
#endif

static void gelu(size_t n, tf_real *restrict y, const tf_real *restrict x) {
    for (size_t i = 0; i < n; i++) {
        tf_real Phi, phi;
        gauss(x[i], &Phi, &phi);
        y[i] = x[i] * Phi;
    }
}

static void gelu_back(size_t n, tf_real *restrict dx, const tf_real *restrict x, const tf_real *restrict dy) {
    for (size_t i = 0; i < n; i++) {
        tf_real Phi, phi;
        gauss(x[i], &Phi, &phi);
        dx[i] += dy[i] * (Phi + x[i] * phi);
    }
}

/* What dropout multiplies the element of column j by. */
static inline tf_real kept(uint32_t hash, int j, uint32_t below, tf_real scale) {
    return tf_pair_hash(hash, 0, (uint32_t)j) >= below ? scale : 0;
}

static void drop(int n, int C, tf_real *y, const tf_real *r, const tf_real *x, const struct tf_mask *m, int row) {
    const uint32_t below = m->below, *hash = m->hash + row;
    const tf_real scale = m->scale;
    for (int i = 0; i < n; i++) {
        const tf_real *restrict in = x + (ptrdiff_t)i * C;
        tf_real *restrict out = y + (ptrdiff_t)i * C;
        const uint32_t h = hash[i];
        if (r == y)
            for (int j = 0; j < C; j++) out[j] += kept(h, j, below, scale) * in[j];
        else if (r)
            for (int j = 0; j < C; j++) out[j] = r[(ptrdiff_t)i * C + j] + kept(h, j, below, scale) * in[j];
        else
            for (int j = 0; j < C; j++) out[j] = kept(h, j, below, scale) * in[j];
    }
}

static inline __attribute__((always_inline)) void sum_of(const int n, int C, tf_real *restrict y, const tf_real *const *x,
                                                         const uint32_t *hash, uint32_t below, tf_real scale) {
    const tf_real *a = x[0], *b = n > 1 ? x[1] : a, *c = n > 2 ? x[2] : a, *d = n > 3 ? x[3] : a;
    for (int j = 0; j < C; j++) {
        tf_real s = a[j];
        if (n > 1) s += b[j];
        if (n > 2) s += c[j];
        if (n > 3) s += d[j];
        y[j] = hash ? kept(*hash, j, below, scale) * s : s;
    }
}

static void sum_drop(int n, int C, tf_real *y, const tf_real *const *x, const struct tf_mask *m, int row) {
    const uint32_t *hash = m->hash ? m->hash + row : NULL;
    switch (n) {
    case 1: sum_of(1, C, y, x, hash, m->below, m->scale); break;
    case 2: sum_of(2, C, y, x, hash, m->below, m->scale); break;
    case 3: sum_of(3, C, y, x, hash, m->below, m->scale); break;
    default: sum_of(4, C, y, x, hash, m->below, m->scale);
    }
}

static void act(int n, int C, tf_real *restrict y, const tf_real *restrict x, bool relu, const struct tf_mask *m, int row) {
    const uint32_t below = m->below;
    const tf_real scale = m->scale;
    for (int i = 0; i < n; i++, x += C, y += C) {
        if (relu)
            for (int j = 0; j < C; j++) y[j] = x[j] < 0 ? 0 : x[j]; // NaN stays
        else gelu((size_t)C, y, x);
        if (!below) continue;
        const uint32_t h = m->hash[row + i];
        for (int j = 0; j < C; j++) y[j] *= kept(h, j, below, scale);
    }
}

static inline __attribute__((always_inline)) void act_back_row(int C, tf_real *restrict y, tf_real *restrict dx, const tf_real *restrict x,
                                                               const tf_real *restrict dy, const bool relu, uint32_t h, uint32_t below,
                                                               tf_real scale) {
    for (int j = 0; j < C; j++) {
        tf_real Phi, phi, keep = kept(h, j, below, scale);
        if (relu) Phi = x[j] > 0 ? 1 : x[j] < 0 ? 0 : x[j], phi = 0; // 0 or NaN: itself
        else gauss(x[j], &Phi, &phi);
        y[j] = keep * (x[j] * Phi);
        dx[j] += keep * dy[j] * (Phi + x[j] * phi);
    }
}

static void act_back(int n, int C, tf_real *y, tf_real *dx, const tf_real *x, const tf_real *dy, bool relu, const struct tf_mask *m,
                     int row) {
    const uint32_t below = m->below;
    const tf_real scale = m->scale;
    for (int i = 0; i < n; i++, x += C, y += C, dx += C, dy += C) {
        const uint32_t h = below ? m->hash[row + i] : 0;
        if (relu) act_back_row(C, y, dx, x, dy, true, h, below, scale);
        else act_back_row(C, y, dx, x, dy, false, h, below, scale);
    }
}

/* Of the logistic function and of the normal distribution: y = x cdf(x), or the logistic function alone, and its slope. */
static inline void gate(tf_real x, enum tf_gate_kind kind, tf_real *y, tf_real *slope) {
    tf_real c, d;
    if (kind == TF_GATE_GELU) gauss(x, &c, &d);
    else c = logistic(x), d = c * (1 - c);
    if (kind == TF_GATE_LOGISTIC) *y = c, *slope = d;
    else *y = x * c, *slope = c + x * d;
}

static inline __attribute__((always_inline)) void glu_rows(int n, int C, tf_real *restrict y, const tf_real *restrict x,
                                                           const enum tf_gate_kind kind) {
    for (int i = 0; i < n; i++, x += 2 * C, y += C)
        for (int j = 0; j < C; j++) {
            tf_real a, slope;
            gate(x[j], kind, &a, &slope);
            y[j] = a * x[C + j];
        }
}

static void glu(int n, int C, enum tf_gate_kind kind, tf_real *y, const tf_real *x) {
    if (kind == TF_GATE_GELU) glu_rows(n, C, y, x, TF_GATE_GELU);
    else if (kind == TF_GATE_SILU) glu_rows(n, C, y, x, TF_GATE_SILU);
    else glu_rows(n, C, y, x, TF_GATE_LOGISTIC);
}

static inline __attribute__((always_inline)) void glu_back_rows(int n, int C, tf_real *restrict dx, const tf_real *restrict x,
                                                                const tf_real *restrict dy, const enum tf_gate_kind kind) {
    for (int i = 0; i < n; i++, x += 2 * C, dx += 2 * C, dy += C)
        for (int j = 0; j < C; j++) {
            tf_real a, slope;
            gate(x[j], kind, &a, &slope);
            dx[j] += dy[j] * x[C + j] * slope;
            dx[C + j] += dy[j] * a;
        }
}

static void glu_back(int n, int C, enum tf_gate_kind kind, tf_real *dx, const tf_real *x, const tf_real *dy) {
    if (kind == TF_GATE_GELU) glu_back_rows(n, C, dx, x, dy, TF_GATE_GELU);
    else if (kind == TF_GATE_SILU) glu_back_rows(n, C, dx, x, dy, TF_GATE_SILU);
    else glu_back_rows(n, C, dx, x, dy, TF_GATE_LOGISTIC);
}

#ifdef TF_DOUBLE
static inline double tangent(double x) { return tanh(x); }
#else
static inline float tangent(float x) { // tanh
    const float e = exp_minus(2 * __builtin_fabsf(x));
    return __builtin_copysignf((1 - e) / (1 + e), x) + (x - x);
}
#endif

static void lstm(int n, int h, tf_real forget, tf_real *restrict gates, const tf_real *restrict prev, tf_real *restrict c,
                 tf_real *restrict y) {
    for (int r = 0; r < n; r++, gates += 4 * h, prev += h, c += h, y += h)
        for (int j = 0; j < h; j++) {
            const tf_real i = logistic(gates[j]), f = logistic(gates[h + j] + forget), g = tangent(gates[2 * h + j]),
                          o = logistic(gates[3 * h + j]);
            gates[j] = i, gates[h + j] = f, gates[2 * h + j] = g, gates[3 * h + j] = o;
            c[j] = f * prev[j] + i * g;
            y[j] = o * tangent(c[j]);
        }
}

static void lstm_back(int n, int h, tf_real *restrict gates, const tf_real *restrict prev, const tf_real *restrict c,
                      const tf_real *restrict dy, tf_real *restrict dc) {
    for (int r = 0; r < n; r++, gates += 4 * h, prev += h, c += h, dy += h, dc += h)
        for (int j = 0; j < h; j++) {
            const tf_real i = gates[j], f = gates[h + j], g = gates[2 * h + j], o = gates[3 * h + j], t = tangent(c[j]),
                          d = dc[j] + dy[j] * o * (1 - t * t);
            gates[j] = d * g * i * (1 - i), gates[h + j] = d * prev[j] * f * (1 - f);
            gates[2 * h + j] = d * i * (1 - g * g), gates[3 * h + j] = dy[j] * t * o * (1 - o);
            dc[j] = d * f;
        }
}

static void fill_rows(int n, int C, tf_real *restrict y, const tf_real *restrict x) {
    for (int i = 0; i < n; i++, y += C)
        for (int j = 0; j < C; j++) y[j] = x[j];
}

static void add_rows(int n, int C, tf_real *restrict y, int ldy, const tf_real *restrict x, int ldx) {
    for (int i = 0; i < n; i++, x += ldx, y += ldy)
        for (int j = 0; j < C; j++) y[j] += x[j];
}

static void sum_rows(int n, int C, tf_real *restrict y, const tf_real *restrict x, int ldx) {
    int i = 0;
    for (; i + 4 <= n; i += 4, x += 4 * (ptrdiff_t)ldx)
        for (int j = 0; j < C; j++) y[j] += (x[j] + x[ldx + j]) + (x[2 * ldx + j] + x[3 * ldx + j]);
    for (; i < n; i++, x += ldx)
        for (int j = 0; j < C; j++) y[j] += x[j];
}

enum { NV = LANES / VL }; // LANES numbers as whole vectors
#define LOAD(p, k) (*(const vec_any *)((p) + (k) * VL))
#define EACH(k) _Pragma("GCC unroll 8") for (int k = 0; k < NV; k++)

static inline tf_real lane_sum(const vec v[NV]) {
    tf_real s[LANES], h[8];
    EACH(k) * (vec_any *)(s + k * VL) = v[k];
    for (int l = 0; l < 8; l++) h[l] = s[l] + s[l + 8];
    return ((h[0] + h[4]) + (h[2] + h[6])) + ((h[1] + h[5]) + (h[3] + h[7]));
}

/* The n < LANES numbers behind the whole vectors, and `rest` in the lanes behind them. */
static inline const tf_real *tail(tf_real out[LANES], const tf_real *x, int n, tf_real rest) {
    for (int l = 0; l < LANES; l++) out[l] = l < n ? x[l] : rest;
    return out;
}

static void norm(int n, int C, bool centre, tf_real *restrict y, const tf_real *restrict x, int ldx, const tf_real *restrict gamma,
                 const tf_real *restrict beta, double eps, tf_real *restrict stat) {
    tf_real last[LANES];
    for (int i = 0; i < n; i++, x += ldx, y += C, stat += 2) {
        vec s[NV] = {{0}}, q[NV] = {{0}};
        for (int j = 0; j < C; j += LANES) {
            const tf_real *p = C - j >= LANES ? x + j : tail(last, x + j, C - j, 0);
            EACH(k) s[k] += LOAD(p, k);
        }
        const tf_real m = centre ? lane_sum(s) / (tf_real)C : 0;
        for (int j = 0; j < C; j += LANES) {
            const tf_real *p = C - j >= LANES ? x + j : tail(last, x + j, C - j, m);
            EACH(k) q[k] += (LOAD(p, k) - m) * (LOAD(p, k) - m);
        }
        const tf_real r = 1 / root(lane_sum(q) / (tf_real)C + (tf_real)eps);
        if (beta)
            for (int j = 0; j < C; j++) y[j] = (x[j] - m) * r * gamma[j] + beta[j];
        else
            for (int j = 0; j < C; j++) y[j] = (x[j] - m) * r * gamma[j];
        stat[0] = m, stat[1] = r;
    }
}

static void norm_back(int n, int C, bool centre, tf_real *restrict dx, int lddx, tf_real *restrict dgamma, tf_real *restrict dbeta,
                      const tf_real *restrict x, int ldx, const tf_real *restrict dy, const tf_real *restrict gamma,
                      const tf_real *restrict stat) {
    tf_real last[3][LANES];
    for (int i = 0; i < n; i++, x += ldx, dy += C, stat += 2) {
        const tf_real mean = stat[0], rstd = stat[1];
        vec a[NV] = {{0}}, b[NV] = {{0}};
        for (int j = 0; j < C; j += LANES) {
            const bool whole = C - j >= LANES;
            const tf_real *p = whole ? x + j : tail(last[0], x + j, C - j, mean),
                          *g = whole ? gamma + j : tail(last[1], gamma + j, C - j, 0),
                          *d = whole ? dy + j : tail(last[2], dy + j, C - j, 0);
            EACH(k) {
                const vec dg = LOAD(d, k) * LOAD(g, k);
                a[k] += dg;
                b[k] += dg * ((LOAD(p, k) - mean) * rstd);
            }
        }
        const tf_real ma = centre ? lane_sum(a) / (tf_real)C : 0, mb = lane_sum(b) / (tf_real)C;
        if (dx) {
            for (int j = 0; j < C; j++) dx[j] += rstd * (dy[j] * gamma[j] - ma - (x[j] - mean) * rstd * mb);
            dx += lddx;
        }
        if (dgamma)
            for (int j = 0; j < C; j++) dgamma[j] += dy[j] * ((x[j] - mean) * rstd);
        if (dbeta)
            for (int j = 0; j < C; j++) dbeta[j] += dy[j];
    }
}

static void adam(size_t n, tf_real *restrict w, tf_real *restrict m, tf_real *restrict v, const tf_real *restrict g,
                 const struct tf_adam_step *s) {
    const tf_real b1 = (tf_real)s->beta1, b2 = (tf_real)s->beta2, lr = (tf_real)s->lr, eps = (tf_real)s->eps, c1 = (tf_real)s->correct1,
                  c2 = (tf_real)s->correct2, l2 = (tf_real)s->l2, decay = (tf_real)s->decay, gs = (tf_real)s->grad_scale;
    for (size_t i = 0; i < n; i++) {
        tf_real d = g[i] * gs + l2 * w[i];
        m[i] = b1 * m[i] + (1 - b1) * d;
        v[i] = b2 * v[i] + (1 - b2) * d * d;
        w[i] -= lr * (m[i] * c1 / (root(v[i] * c2) + eps)) + decay * w[i];
    }
}

static void add_squares(size_t n, double *sums, const tf_real *x) {
    double s[LANES];
    size_t whole = n - n % LANES;
    __builtin_memcpy(s, sums, sizeof s);
    for (size_t j = 0; j < whole; j += LANES)
        for (size_t l = 0; l < LANES; l++) s[l] += (double)x[j + l] * (double)x[j + l];
    for (size_t j = whole; j < n; j++) s[j - whole] += (double)x[j] * (double)x[j];
    __builtin_memcpy(sums, s, sizeof s);
}

#ifdef TF_DOUBLE
static inline double exp_below(double d) { return exp(d); }
#else
static inline float exp_below(float d) { return exp_minus(-d); }
#endif

static double exp_row(size_t n, tf_real *restrict p, const tf_real *restrict x, tf_real *top) {
    const size_t whole = n - n % LANES;
    tf_real most[LANES], bad[LANES];
    double sum[LANES] = {0}, total = 0;
    vec high[NV], nan[NV] = {{0}}; // 0, or NaN
    EACH(k) high[k] = splat(x[0]);
    for (size_t j = 0; j < whole; j += LANES) EACH(k) {
            const vec v = LOAD(x + j, k);
            high[k] = greater(v, high[k]);
            nan[k] += v - v;
        }
    EACH(k) store(most + k * VL, high[k]), store(bad + k * VL, nan[k]);
    for (size_t j = whole; j < n; j++) {
        most[j - whole] = x[j] > most[j - whole] ? x[j] : most[j - whole];
        bad[j - whole] += x[j] - x[j];
    }
    for (int l = 1; l < LANES; l++) {
        most[0] = most[l] > most[0] ? most[l] : most[0];
        bad[0] += bad[l];
    }
    const tf_real m = *top = most[0];
    for (size_t j = 0; j < n; j++) p[j] = exp_below(x[j] - m);
    for (size_t j = 0; j < whole; j += LANES)
        for (size_t l = 0; l < LANES; l++) sum[l] += (double)p[j + l];
    for (size_t j = whole; j < n; j++) sum[j - whole] += (double)p[j];
    for (int l = 0; l < LANES; l++) total += sum[l];
    return total + (double)bad[0];
}

static void to_bf16(int n, int C, uint16_t *restrict y, int ldy, const tf_real *restrict x, int ldx) {
    long cols = C;
    if (C == ldx && C == ldy) cols *= n, n = n > 0; // one long row
    for (int i = 0; i < n; i++, x += ldx, y += ldy) {
        for (long j = 0; j < cols; j++) {
            const float f = (float)x[j];
            uint32_t u;
            __builtin_memcpy(&u, &f, sizeof u);
            const uint32_t nearest = (u + 0x7fffu + (u >> 16 & 1)) >> 16, nan = u >> 16 | 0x40;
            y[j] = (uint16_t)((u & 0x7fffffffu) > 0x7f800000u ? nan : nearest);
        }
        for (long j = cols; j < ldy; j++) y[j] = 0;
    }
}

extern const struct tf_elem PASTE(tf_elem_, TF_ISA);
const struct tf_elem PASTE(tf_elem_, TF_ISA) = {.add = add,
                                                .axpy = axpy,
                                                .gelu = gelu,
                                                .gelu_back = gelu_back,
                                                .drop = drop,
                                                .sum_drop = sum_drop,
                                                .act = act,
                                                .act_back = act_back,
                                                .glu = glu,
                                                .glu_back = glu_back,
                                                .lstm = lstm,
                                                .lstm_back = lstm_back,
                                                .fill_rows = fill_rows,
                                                .add_rows = add_rows,
                                                .sum_rows = sum_rows,
                                                .norm = norm,
                                                .norm_back = norm_back,
                                                .adam = adam,
                                                .add_squares = add_squares,
                                                .exp_row = exp_row,
                                                .to_bf16 = to_bf16};
