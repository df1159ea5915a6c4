/* Performer (FAVOR+).   Cost O(T m D) per head, m features; memory O(T).
 * Choromanski et al. 2020, arXiv:2009.14794 eq. 5 and 7, lemma 1:
 *     o_i (D) = sum_j <phi(q_i), phi(k_j)> v_j / sum_j <phi(q_i), phi(k_j)>,   q, k, v (T,D),
 *     exp   phi(x) (m) = exp(W y - |y|^2 / 2) / sqrt(m),  y = x D^(-1/4): unbiased for softmax attention
 *     relu  phi(x) (m) = max(W y, 0) + 1e-3               ("generalized attention", the paper's best on some tasks)
 * Without features (features: 0) phi(x) (D) = max(x, 0) + 1e-3, as in the Long Range Arena's code ('deterministic', its default).
 * W (m,D): N(0,I) rows, orthogonal within blocks of D; one per layer, shared by its heads; redrawn after every `redraw` steps,
 * before the next one, so that what a step trained is evaluated and saved; never in the last tenth of the steps.
 * With rotary positions R_i, R_j turn phi in the numerator alone (RoFormer, arXiv:2104.09864 eq. 19, sec. 4.4), features in blocks of D as a head's channels.
 * Differs from the paper: the published code adds 1e-4 or 1e-6 to every feature and subtracts one maximum of all keys; here each
 * feature has its own maximum, which cancels exactly, so nothing needs to be added. Causal, a row's block of 64 shares the maxima: where keys of a
 * block differ by more than 87 nats in a feature, its rows lose accuracy and gradients may overflow (keys of |k|^2 / 2 beyond that); with rotary
 * positions the same holds where the largest keys of the two features of a pair do. Dropout of probabilities does not apply: there are none. */
#include <math.h>
#include <string.h>

#include "attn/attn.h"
#include "data/data.h"

enum { EXP, RELU };
struct options {
    int kernel, features, redraw;
};

static const struct tf_opt opts[] = {{"kernel", TF_CHOICE, offsetof(struct options, kernel), "exp", 0, 0, "exp|relu",
                                      "feature map: exp approximates softmax, relu is another kernel"},
                                     {"features", TF_INT, offsetof(struct options, features), "128", 0, 8192, NULL,
                                      "random features m; 0 (of relu alone): none, relu(x) + 1e-3 of queries and keys themselves"},
                                     {"redraw", TF_INT, offsetof(struct options, redraw), "0", 0, 1e9, NULL,
                                      "redraw the features every this many steps, not in the last tenth; 0: never"},
                                     {0}};

static struct tf_feature_arg argument(const struct options *o, double e, bool causal, bool rotary) {
    return (struct tf_feature_arg){.map = o->kernel == EXP ? TF_FEATURE_EXP : TF_FEATURE_RELU,
                                   .scale = o->features ? pow(e, -0.25) : 1,
                                   .eps = 1e-3,
                                   .causal = causal,
                                   .rotary = rotary};
}

static struct tf_mat *head(const struct tf_head *h) {
    struct tf_feature_arg arg = argument(h->ctx->opts, h->q->cols, h->ctx->shape.causal, h->ctx->shape.rotary);
    arg.qpos = arg.kpos = tf_head_positions(h), arg.table = tf_ctx_rotary(h->ctx);
    const struct tf_mat *W = ((const struct options *)h->ctx->opts)->features ? tf_ctx_param(h->ctx, "features") : NULL;
    return tf_feature(h->ctx->tape, h->q, h->k, h->v, W, &arg);
}

static struct tf_mat *forward(const struct tf_ctx *c, struct tf_mat *X) { return tf_per_head_mean(c, X, head); }

static void params(struct tf_decl *d, const struct tf_shape *s, const void *options) {
    const int m = ((const struct options *)options)->features;
    tf_declare_qkvo(d, s);
    if (m) tf_declare(d, "features", m, TF_HEAD_DIM(s), TF_INIT_ORTHOGONAL, 0, TF_PAR_BUFFER);
}

static int check(const void *options, TF_UNUSED const struct tf_shape *s, struct tf_err *e) {
    const struct options *o = options;
    return o->features || o->kernel == RELU ? 0 : tf_fail(e, TF_BAD, "features: 0 is for kernel: relu; exp needs random features");
}

static void update(const void *options, struct tf_pars *ps, const char *prefix, uint64_t seed, uint32_t step, uint32_t steps) {
    const struct options *o = options;
    if (!o->redraw || !o->features || step < 2 || (step - 1) % (uint32_t)o->redraw || step > steps - steps / 10) return;
    char name[256];
    snprintf(name, sizeof name, "%sfeatures", prefix);
    const struct tf_par *p = &ps->p[tf_pars_find(ps, name)];
    uint64_t id = tf_hash64(name, strlen(name), 0);
    struct tf_rng r = tf_rng_at(seed, TF_RNG_FEATURES, step, (uint32_t)id, (uint32_t)(id >> 32));
    tf_orthogonal(&r, p->rows, p->cols, ps->v + p->off);
}

static double flops_layer(const void *options, const struct tf_cost *s) {
    const struct options *o = options;
    int e = TF_HEAD_DIM(s);
    const struct tf_feature_arg arg = argument(o, e, s->causal, s->rotary);
    return tf_flops_qkvo(s) + s->H * tf_feature_flops(s->T, s->T, e, e, o->features, &arg);
}

/* Features of q and k (with W), S, its use: 8 n r e; the rest is fitted. */
static double flops_paper(const void *options, const struct tf_cost *s) {
    const int m = ((const struct options *)options)->features;
    double e = (double)TF_QKV(s) / s->H, n = s->T, r = m ? m : e;
    return 3 * tf_flops_paper_dense(n, e) + (m ? 8 : 4) * n * r * e + 8 * n * r + 5.75 * n * e;
}

static void quirks(const void *options, struct tf_buf *out) {
    const int m = ((const struct options *)options)->features;
    if (m == 1 || m == 2) tf_quirk_add(out, m == 1 ? "Performer with 1 feature" : "Performer with 2 features");
}

/* Features that were redrawn where validation fell sent the accuracy to chance there. */
static const struct tf_changed_default changed[] = {{"redraw", "1000", NULL}, {0}};

static double kept(const void *options, const struct tf_cost *s) { // sums over keys: of features, and of features times values
    const int m = ((const struct options *)options)->features;
    return (m ? m : TF_HEAD_DIM(s)) * ((double)TF_QKV(s) + s->H);
}

const struct tf_attn tf_attn_performer = {
    .name = "performer",
    .title = "Performer",
    .paper = "arXiv:2009.14794 eq. 7",
    .equation =
        "o_i = sum_j <phi(q_i), phi(k_j)> v_j / sum_j <phi(q_i), phi(k_j)>,  phi(x) = exp(W y - |y|^2 / 2) / sqrt(m),  y = x D^(-1/4)",
    .not_alibi = "features of queries and keys meet in sums over all tokens, not in pairs",
    .flags = TF_ATTN_CAUSAL | TF_ATTN_ROTARY | TF_ATTN_NO_DROPOUT,
    .cls_query_only = true,
    .opts = opts,
    .opts_size = sizeof(struct options),
    .check = check,
    .params = params,
    .forward = forward,
    .flops_layer = flops_layer,
    .flops_paper = flops_paper,
    .update = update,
    .quirks = quirks,
    .changed = changed,
    .kept = kept};
