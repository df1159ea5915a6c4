/* Element-wise kernels, written so that the compiler vectorises them; built once per instruction set with -DTF_ISA=name.
 * Sums run in LANES fixed partial sums, so that their order does not hang on the vector width. */
#include <math.h>

#include "num/elem.h"

enum { LANES = 16 };
#define PASTE2(a, b) a##b
#define PASTE(a, b) PASTE2(a, b)

static void add(size_t n, tf_real *restrict y, const tf_real *restrict x) {
    for (size_t i = 0; i < n; i++) y[i] += x[i];
}

static void axpy(size_t n, tf_real *restrict y, tf_real a, const tf_real *restrict x) {
    for (size_t i = 0; i < n; i++) y[i] += a * x[i];
}

#ifdef TF_DOUBLE
static inline void gauss(double x, double *Phi, double *phi) {
    *Phi = 0.5 * erfc(-x * 0.70710678118654752440);
    *phi = exp(-0.5 * x * x) * 0.39894228040143267794;
}
#else
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
    return p * float_of((n + 127) << 23);
}
/* Standard normal cdf and density; cdf by Abramowitz and Stegun 7.1.26, absolute error below 1e-7. */
static inline void gauss(float x, float *Phi, float *phi) {
    float z = __builtin_fabsf(x) * 0.70710678f, e = exp_minus(z * z), t = 1.0f / (1.0f + 0.3275911f * z);
    float half = 0.5f - 0.5f * e * t * (0.254829592f + t * (-0.284496736f + t * (1.421413741f + t * (-1.453152027f + t * 1.061405429f))));
    *Phi = 0.5f + __builtin_copysignf(half, x);
    *phi = e * 0.39894228f;
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

static void drop(size_t n, tf_real *restrict y, const tf_real *restrict x, uint32_t key, uint32_t row, uint32_t below, tf_real scale,
                 bool accumulate) {
    if (accumulate)
        for (size_t i = 0; i < n; i++) y[i] += tf_pair_hash(key, row, (uint32_t)i) >= below ? x[i] * scale : 0;
    else
        for (size_t i = 0; i < n; i++) y[i] = tf_pair_hash(key, row, (uint32_t)i) >= below ? x[i] * scale : 0;
}

static inline tf_real lane_sum(const tf_real s[LANES]) {
    tf_real a = 0;
    for (int l = 0; l < LANES; l++) a += s[l];
    return a;
}

static void norm(int C, tf_real *restrict y, const tf_real *restrict x, const tf_real *restrict gamma, const tf_real *restrict beta,
                 double eps, tf_real *mean, tf_real *rstd) {
    tf_real s[LANES] = {0}, q[LANES] = {0};
    int whole = C - C % LANES;
    for (int j = 0; j < whole; j += LANES)
        for (int l = 0; l < LANES; l++) s[l] += x[j + l];
    for (int j = whole; j < C; j++) s[j - whole] += x[j];
    tf_real m = lane_sum(s) / (tf_real)C;
    for (int j = 0; j < whole; j += LANES)
        for (int l = 0; l < LANES; l++) q[l] += (x[j + l] - m) * (x[j + l] - m);
    for (int j = whole; j < C; j++) q[j - whole] += (x[j] - m) * (x[j] - m);
    tf_real r = (tf_real)(1.0 / sqrt((double)lane_sum(q) / C + eps));
    for (int j = 0; j < C; j++) y[j] = (x[j] - m) * r * gamma[j] + beta[j];
    *mean = m;
    *rstd = r;
}

static void norm_back(int C, tf_real *restrict dx, tf_real *restrict dgamma, tf_real *restrict dbeta, const tf_real *restrict x,
                      const tf_real *restrict dy, const tf_real *restrict gamma, tf_real mean, tf_real rstd) {
    tf_real a[LANES] = {0}, b[LANES] = {0};
    int whole = C - C % LANES;
    for (int j = 0; j < whole; j += LANES)
        for (int l = 0; l < LANES; l++) {
            tf_real d = dy[j + l] * gamma[j + l];
            a[l] += d;
            b[l] += d * (x[j + l] - mean) * rstd;
        }
    for (int j = whole; j < C; j++) {
        tf_real d = dy[j] * gamma[j];
        a[j - whole] += d;
        b[j - whole] += d * (x[j] - mean) * rstd;
    }
    tf_real ma = lane_sum(a) / (tf_real)C, mb = lane_sum(b) / (tf_real)C;
    if (dx)
        for (int j = 0; j < C; j++) dx[j] += rstd * (dy[j] * gamma[j] - ma - (x[j] - mean) * rstd * mb);
    if (dgamma)
        for (int j = 0; j < C; j++) dgamma[j] += dy[j] * (x[j] - mean) * rstd;
    if (dbeta)
        for (int j = 0; j < C; j++) dbeta[j] += dy[j];
}

static void adam(size_t n, tf_real *restrict w, tf_real *restrict m, tf_real *restrict v, const tf_real *restrict g,
                 const struct tf_adam_step *s) {
    const tf_real b1 = (tf_real)s->beta1, b2 = (tf_real)s->beta2, lr = (tf_real)s->lr, eps = (tf_real)s->eps, c1 = (tf_real)s->correct1,
                  c2 = (tf_real)s->correct2, l2 = (tf_real)s->l2, decay = (tf_real)s->decay, gs = (tf_real)s->grad_scale;
    for (size_t i = 0; i < n; i++) {
        tf_real d = g[i] * gs + l2 * w[i];
        m[i] = b1 * m[i] + (1 - b1) * d;
        v[i] = b2 * v[i] + (1 - b2) * d * d;
#ifdef TF_DOUBLE
        tf_real root = sqrt(v[i] * c2);
#else
        tf_real root = sqrtf(v[i] * c2);
#endif
        w[i] -= lr * (m[i] * c1 / (root + eps)) + decay * w[i];
    }
}

static double sum_squares(size_t n, const tf_real *x) {
    double s[LANES] = {0};
    size_t whole = n - n % LANES;
    for (size_t j = 0; j < whole; j += LANES)
        for (size_t l = 0; l < LANES; l++) s[l] += (double)x[j + l] * (double)x[j + l];
    for (size_t j = whole; j < n; j++) s[j - whole] += (double)x[j] * (double)x[j];
    double a = 0;
    for (int l = 0; l < LANES; l++) a += s[l];
    return a;
}

extern const struct tf_elem PASTE(tf_elem_, TF_ISA);
const struct tf_elem PASTE(tf_elem_, TF_ISA) = {add, axpy, gelu, gelu_back, drop, norm, norm_back, adam, sum_squares};
