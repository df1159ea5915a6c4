/* Closed forms of sequence layers. See closed.h. */
#include "closed.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>

enum { MOST = 64 }; // channels

const void *closed_option(const struct tf_ctx *c, const char *name) {
    return tf_opt_at(c->attn->opts, tf_opt_find(c->attn->opts, name), c->opts);
}

/* One direction of an LSTM in plain loops, from its own projections; y's columns from c0. */
static void lstm_into(const struct tf_ctx *c, struct tf_mat *X, const char *name, int h, bool backwards, struct tf_mat *y, int c0) {
    char gates[40], recurrent[40];
    snprintf(gates, sizeof gates, "%sgates", name), snprintf(recurrent, sizeof recurrent, "%srecurrent.weight", name);
    const struct tf_mat *a = tf_ctx_project(c, X, gates), *U = tf_ctx_param(c, recurrent);
    double state[MOST] = {0}, cell[MOST] = {0};
    for (int step = 0; step < X->rows; step++) {
        const int t = backwards ? X->rows - 1 - step : step;
        double g[4][MOST];
        for (int r = 0; r < 4 * h; r++) {
            double sum = (double)a->v[t * a->ld + r];
            for (int j = 0; j < h; j++) sum += (double)U->v[r * U->ld + j] * state[j];
            if (r / h == 1) sum += *(const double *)closed_option(c, "forget_bias");
            g[r / h][r % h] = r / h == 2 ? tanh(sum) : 1 / (1 + exp(-sum));
        }
        for (int j = 0; j < h; j++) {
            cell[j] = g[1][j] * cell[j] + g[0][j] * g[2][j];
            y->v[t * y->ld + c0 + j] = (tf_real)(state[j] = g[3][j] * tanh(cell[j]));
        }
    }
}

struct tf_mat *closed_lstm(const struct tf_ctx *c, struct tf_mat *X) {
    const int C = c->shape.C;
    struct tf_mat *y = tf_new(c->tape, X->rows, C);
    lstm_into(c, X, "", C, false, y, 0);
    return y;
}

struct tf_mat *closed_bilstm(const struct tf_ctx *c, struct tf_mat *X) {
    const int C = c->shape.C;
    struct tf_mat *y = tf_new(c->tape, X->rows, C);
    lstm_into(c, X, "forward.", C / 2, false, y, 0), lstm_into(c, X, "backward.", C / 2, true, y, C / 2);
    return y;
}

/* S4D as the convolution that it stands for: K_l = 2 Re sum_n C_n (e^{dt A_n} - 1)/A_n e^{l dt A_n}, summed in plain loops. */
static double kernel_at(const struct tf_ctx *c, const char *re, const char *im, int ch, int l) {
    const struct tf_mat *decay = tf_ctx_param(c, "A.real.log"), *angle = tf_ctx_param(c, "A.imag"), *r = tf_ctx_param(c, re),
                        *i = tf_ctx_param(c, im);
    const double dt = exp((double)tf_ctx_param(c, "dt.log")->v[ch]);
    double sum = 0;
    for (int n = 0; n < decay->rows; n++) {
        const double complex A = -exp((double)decay->v[n * decay->ld + ch]) + I * (double)angle->v[n * angle->ld + ch],
                             B = (double)r->v[n * r->ld + ch] + I * (double)i->v[n * i->ld + ch];
        sum += 2 * creal(B * (cexp(dt * A) - 1) / A * cexp(l * dt * A));
    }
    return sum;
}

struct tf_mat *closed_s4d(const struct tf_ctx *c, struct tf_mat *X) {
    const int C = c->shape.C;
    struct tf_mat *y = tf_new(c->tape, X->rows, C), *z = tf_new(c->tape, X->rows, C);
    for (int ch = 0; ch < C; ch++) {
        double K[2][128];
        const bool both = *(const bool *)closed_option(c, "bidirectional");
        for (int l = 0; l < X->rows; l++) {
            K[0][l] = kernel_at(c, "C.real", "C.imag", ch, l);
            K[1][l] = both ? kernel_at(c, "C.backward.real", "C.backward.imag", ch, l) : 0;
        }
        for (int t = 0; t < X->rows; t++) {
            double sum = (double)tf_ctx_param(c, "D")->v[ch] * (double)X->v[t * X->ld + ch];
            for (int s = 0; s < X->rows; s++) sum += (s <= t ? K[0][t - s] : K[1][s - t - 1]) * (double)X->v[s * X->ld + ch];
            y->v[t * y->ld + ch] = (tf_real)(0.5 * sum * erfc(-sum * sqrt(0.5)));
        }
    }
    const struct tf_mat *both = tf_ctx_project(c, y, "output");
    for (int t = 0; t < X->rows; t++)
        for (int ch = 0; ch < C; ch++)
            z->v[t * C + ch] = (tf_real)((double)both->v[t * both->ld + C + ch] / (1 + exp(-(double)both->v[t * both->ld + ch])));
    return z;
}

/* Transformer-XL, pair by pair: R_d has cos and sin of d 10000^(-2m/C) at 2m and 2m + 1, and W_R the sine's sign turned. */
struct tf_mat *closed_transformer_xl(const struct tf_ctx *c, struct tf_mat *X) {
    const struct tf_mat *Q = tf_ctx_project(c, X, "query"), *K = tf_ctx_project(c, X, "key"), *V = tf_ctx_project(c, X, "value"),
                        *W = tf_ctx_param(c, "relative.weight"), *u = tf_ctx_param(c, "relative.content"),
                        *w = tf_ctx_param(c, "relative.position");
    const int C = c->shape.C, H = c->shape.H, D = C / H;
    struct tf_mat *y = tf_new(c->tape, X->rows, C);
    for (int h = 0; h < H; h++)
        for (int i = 0; i < X->rows; i++) {
            double o[MOST] = {0}, Z = 0;
            for (int j = 0; j < X->rows; j++) {
                double s = 0;
                for (int d = 0; d < D; d++) {
                    const double q = (double)Q->v[i * Q->ld + h * D + d];
                    s += (q + (double)u->v[h * D + d]) * (double)K->v[j * K->ld + h * D + d];
                    for (int m = 0; m < C; m++) {
                        const double angle = (i - j) * pow(10000, -(double)(m / 2 * 2) / C), R = m % 2 ? -sin(angle) : cos(angle);
                        s += (q + (double)w->v[h * D + d]) * (double)W->v[(h * C + m) * D + d] * R;
                    }
                }
                Z += s = exp(s / sqrt(D));
                for (int d = 0; d < D; d++) o[d] += s * (double)V->v[j * V->ld + h * D + d];
            }
            for (int d = 0; d < D; d++) y->v[i * y->ld + h * D + d] = (tf_real)(o[d] / Z);
        }
    return tf_ctx_project(c, y, "output");
}

struct tf_mat *closed_etc(const struct tf_ctx *c, struct tf_mat *X) {
    const struct tf_mat *Q = tf_ctx_project(c, X, "query"), *K = tf_ctx_project(c, X, "key"), *V = tf_ctx_project(c, X, "value"),
                        *a = tf_ctx_param(c, "positions.weight");
    const int C = c->shape.C, H = c->shape.H, D = C / H, T = c->pack->len[0], g = X->rows - T;
    const int r = *(const int *)closed_option(c, "radius"), k = *(const int *)closed_option(c, "clip");
    const bool hard = *(const bool *)closed_option(c, "hard");
    struct tf_mat *y = tf_new(c->tape, X->rows, C);
    for (int at = 0; at < H * X->rows; at++) {
        const int h = at % H, i = at / H;
        double o[MOST] = {0}, Z = 0;
        for (int j = 0; j < X->rows; j++) {
            const bool both = (i < T) == (j < T); // tokens, or global rows
            const int token = i < T ? i : j, global = i < T ? j : i, far = j - i > k ? k : j - i < -k ? -k : j - i;
            const bool own = !both && token * g / T == global - T;
            if ((i < T && j < T && abs(i - j) > r) || (hard && i >= T && j < T && !own)) continue;
            double s = 0;
            for (int d = h * D; d < (h + 1) * D; d++) {
                const double relation = (double)a->v[(both ? far + k : 2 * k + 2 - own) * D + d - h * D];
                s += (double)Q->v[i * Q->ld + d] * ((double)K->v[j * K->ld + d] + relation);
            }
            Z += s = exp(s / sqrt(D));
            for (int d = 0; d < D; d++) o[d] += s * (double)V->v[j * V->ld + h * D + d];
        }
        for (int d = 0; d < D; d++) y->v[i * y->ld + h * D + d] = (tf_real)(o[d] / Z);
    }
    return tf_ctx_project(c, y, "output");
}

/* Adaptive spans, pair by pair: weight(S, R, z, x) of distance x. */
static struct tf_mat *spans(const struct tf_ctx *c, struct tf_mat *X, double (*weight)(int S, int R, double z, int x)) {
    const struct tf_mat *Q = tf_ctx_project(c, X, "query"), *K = tf_ctx_project(c, X, "key"), *V = tf_ctx_project(c, X, "value"),
                        *P = tf_ctx_param(c, "span.positions"), *share = tf_ctx_param(c, "span.share");
    const int C = c->shape.C, H = c->shape.H, D = C / H, S = *(const int *)closed_option(c, "span"),
              R = *(const int *)closed_option(c, "ramp");
    struct tf_mat *y = tf_new(c->tape, X->rows, C);
    for (int h = 0; h < H; h++)
        for (int i = 0; i < X->rows; i++) {
            double a[128], o[MOST] = {0}, all = 0, left = 0;
            const int n = i < S ? i : S;
            for (int x = 1; x <= n; x++) {
                double s = 0;
                for (int d = 0; d < D; d++)
                    s += (double)Q->v[i * Q->ld + h * D + d] *
                         ((double)K->v[(i - x) * K->ld + h * D + d] + (double)P->v[(x - 1) * P->ld + d]);
                all += a[x] = exp(s / sqrt(D));
            }
            for (int x = 1; x <= n; x++) left += a[x] = a[x] / all * weight(S, R, S * (double)share->v[h], x);
            for (int x = 1; x <= n; x++)
                for (int d = 0; d < D; d++) o[d] += a[x] / left * (double)V->v[(i - x) * V->ld + h * D + d];
            for (int d = 0; d < D; d++) y->v[i * y->ld + h * D + d] = (tf_real)o[d];
        }
    return tf_ctx_project(c, y, "output");
}

static double masked(TF_UNUSED int S, int R, double z, int x) { return fmin(fmax((R + z - x) / R, 0), 1); }
static double all_alike(TF_UNUSED int S, TF_UNUSED int R, TF_UNUSED double z, TF_UNUSED int x) { return 1; }
static double falling(TF_UNUSED int S, int R, TF_UNUSED double z, int x) { return x < R ? 1 - (double)x / R : 0; }

struct tf_mat *closed_adaptive_span(const struct tf_ctx *c, struct tf_mat *X) { return spans(c, X, masked); }
struct tf_mat *closed_span_window(const struct tf_ctx *c, struct tf_mat *X) { return spans(c, X, all_alike); }
struct tf_mat *closed_span_ramp(const struct tf_ctx *c, struct tf_mat *X) { return spans(c, X, falling); }
