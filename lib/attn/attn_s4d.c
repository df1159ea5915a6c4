/* S4D: diagonal state spaces.   Cost O(T C N); memory O(T C).
 * Gu et al. 2022, arXiv:2206.11893 eq. 6, sec. 4.4 (S4: arXiv:2111.00396). Each channel u (T) has N/2 complex states x of its own:
 *     x_t = e^{dt A} x_{t-1} + ((e^{dt A} - 1) / A) u_t,   y_t = 2 Re(C x_t) + D u_t,   A = -exp(a) + i w,
 * that is, y = K * u + D u with K_l = 2 Re sum_n C_n (e^{dt A_n} - 1)/A_n e^{l dt A_n}. `bidirectional`, as in the Arena's runs, adds sum_{s>t} K'_{s-t-1} u_s
 * with C' in C's place. Then   Y = GLU(W gelu(y) + b),   W (2C,C), b (2C), GLU(p, q) = sigma(p) q.
 * Starts: a = log 1/2; w_n = pi n (lin) or (N/pi) (N/(2n+1) - 1) (inv); C normal of variance 1, D normal; log dt uniform in [log dt_min, log 100 dt_min].
 * A and dt learn at `state_lr` at most, and neither decays, nor D. Differs from the published code: the feed-forward layer behind it is the block's
 * (`model.mlp_dim`), norms are layer norms, no dropout between gelu and W; short sequences are convolved directly and long ones run through the
 * recurrence, where the code has an FFT. */
#include <math.h>

#include "attn/attn.h"
#include "num/recur.h"

struct options {
    int N, start;
    bool bidirectional;
    double dt_min, state_lr;
};
enum { START_LIN, START_INV };

static const struct tf_opt opts[] = {
    {"states", TF_INT, offsetof(struct options, N), "64", 2, 1024, NULL, "real numbers N in a channel's state: N/2 complex states"},
    {"start", TF_CHOICE, offsetof(struct options, start), "lin", 0, 0, "lin|inv", "frequencies w_n at first: S4D-Lin's or S4D-Inv's"},
    {"bidirectional", TF_BOOL, offsetof(struct options, bidirectional), "true", 0, 0, NULL,
     "a second kernel from the sequence's end; not in causal models"},
    {"dt_min", TF_REAL, offsetof(struct options, dt_min), "0.001", 1e-6, 1, NULL, "steps dt start between this and its hundredfold"},
    {"state_lr", TF_REAL, offsetof(struct options, state_lr), "0.001", 0, 1, NULL,
     "highest learning rate of A and dt; 0: as the other parameters"},
    {0}};

static int check(const void *options, const struct tf_shape *s, struct tf_err *e) {
    const struct options *o = options;
    if (TF_QKV(s) != s->C)
        return tf_fail(e, TF_BAD, "it has no queries, keys and values, so qkv_dim must equal dim, %d, not %d: write qkv_dim: 0", s->C,
                       s->qkv);
    return o->N % 2 ? tf_fail(e, TF_BAD, "states %d: complex states come in pairs, so their number must be even", o->N) : 0;
}

static const char *const C[2][2] = {{"C.real", "C.imag"}, {"C.backward.real", "C.backward.imag"}};

static int kernels(const struct options *o, bool causal) { return o->bidirectional && !causal ? 2 : 1; }

static void params(struct tf_decl *d, const struct tf_shape *s, const void *options) {
    const struct options *o = options;
    const int n = o->N / 2, first = d->pars->n;
    tf_declare(d, "dt.log", 1, s->C, TF_INIT_DECADES, o->dt_min, TF_PAR_NO_DECAY);
    tf_declare(d, "A.real.log", n, s->C, TF_INIT_CONST, log(0.5), TF_PAR_NO_DECAY);
    if (o->start == START_LIN) tf_declare(d, "A.imag", n, s->C, TF_INIT_LINEAR, acos(-1), TF_PAR_NO_DECAY);
    else tf_declare(d, "A.imag", n, s->C, TF_INIT_INVERSE, o->N / acos(-1), TF_PAR_NO_DECAY);
    for (int i = first; i < d->pars->n; i++) d->pars->p[i].max_lr = o->state_lr;
    for (int i = 0; i < 2 * kernels(o, s->causal); i++) tf_declare(d, C[i / 2][i % 2], n, s->C, TF_INIT_NORMAL, sqrt(0.5), 0);
    tf_declare(d, "D", 1, s->C, TF_INIT_NORMAL, 1, TF_PAR_NO_DECAY);
    tf_declare(d, "output.weight", 2 * s->C, s->C, TF_INIT_XAVIER, 1, 0);
    if (!s->no_bias) tf_declare(d, "output.bias", 1, 2 * s->C, TF_INIT_ZERO, 0, TF_PAR_NO_DECAY);
}

static size_t state_size(const void *options, const struct tf_shape *s) {
    const struct options *o = options;
    return kernels(o, s->causal) == 1 ? (size_t)o->N * (size_t)s->C : 0;
}

static struct tf_mat *forward(const struct tf_ctx *c, struct tf_mat *X) {
    struct tf_tape *t = c->tape;
    struct tf_s4d p = {.step = tf_ctx_param(c, "dt.log"),
                       .decay = tf_ctx_param(c, "A.real.log"),
                       .angle = tf_ctx_param(c, "A.imag"),
                       .D = tf_ctx_param(c, "D")};
    for (int i = 0; i < kernels(c->opts, c->shape.causal); i++) p.C[i][0] = tf_ctx_param(c, C[i][0]), p.C[i][1] = tf_ctx_param(c, C[i][1]);
    tf_ctx_full_pairs(c);
    struct tf_mat *y = tf_gelu(t, tf_s4d(t, X, &p, c->pack, &(struct tf_recur){.start = c->before, .end = c->after})); // (rows,C)
    return tf_glu(t, tf_ctx_project(c, y, "output"), TF_GATE_LOGISTIC);
}

static double states(const struct options *o, bool causal) { return o->N / 2 * kernels(o, causal); }

static double flops_layer(const void *options, const struct tf_cost *s) {
    return (double)s->T * s->C * (11 * states(options, s->causal) + 2 + 2 * (2.0 * s->C + !s->no_bias));
}

/* In the manner of the other mechanisms: the recurrence and two dense layers of e channels. */
static double flops_paper(const void *options, const struct tf_cost *s) {
    const double e = (double)s->C / s->H;
    return s->T * e * (11 * states(options, s->causal) + 2) + 2 * tf_flops_paper_dense(s->T, e);
}

static double kept(const void *options, const struct tf_cost *s) { return 2 * states(options, s->causal) * s->C; } // complex numbers

static bool looks_back(const void *options) { return !((const struct options *)options)->bidirectional; }

const struct tf_attn tf_attn_s4d = {
    .name = "s4d",
    .title = "S4D",
    .paper = "arXiv:2206.11893",
    .not_rotary = "it compares no tokens, and reads them in their order",
    .equation = "x_t = e^{dt A} x_{t-1} + ((e^{dt A} - 1) / A) u_t,  y_t = 2 Re(C x_t) + D u_t,  Y = GLU(W gelu(y) + b)",
    .flags = TF_ATTN_CAUSAL | TF_ATTN_NO_DROPOUT,
    .looks_back = looks_back,
    .opts = opts,
    .opts_size = sizeof(struct options),
    .check = check,
    .params = params,
    .state_size = state_size,
    .forward = forward,
    .flops_layer = flops_layer,
    .flops_paper = flops_paper,
    .kept = kept};
