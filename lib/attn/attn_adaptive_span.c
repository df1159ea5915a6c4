/* Adaptive attention span.   Cost O(T (max z + R) D) per head.
 * Sukhbaatar et al. 2019, arXiv:1905.07799 sec. 2.2 and 2.3. Token i attends to earlier ones alone, at distances x = i - j = 1..S, not to itself:
 *     s_ix = <q_i, k_{i-x} + p_x> / sqrt(D),   a_ix = m(x) e^{s_ix} / sum_y m(y) e^{s_iy},   o_i = sum_x a_ix v_{i-x},
 *     m(x) = clip((R + z - x) / R, 0, 1)
 * with one learned span z in [0, S] per head and a learned vector p_x (D) per distance, which the heads share. The loss gets lambda times the mean of
 * z over the heads, of every layer. Keys that m makes 0 for all heads of a layer are not computed: with W = ceil(max z + R) - 1 distances, at most S,
 * the work is that of a window of W. As the paper counts, the widest head decides for its layer.
 * z / S is learned, from `start`, and clamped to [0, 1] after each step; dm/dz is 1/R on the ramp and 0 elsewhere, its ends included.
 * The first token sees nothing: its row is 0 before the output projection. It looks back in models that are not causal, too.
 * Differs from the paper: p is each layer's own (there they share it); texts carry no state. The published code counts x from 0, and adds 1e-8 to the sum. */
#include <math.h>

#include "attn/attn.h"

struct options {
    int span, ramp;
    double cost, start;
};

static const struct tf_opt opts[] = {
    {"span", TF_INT, offsetof(struct options, span), "1024", 1, 65536, NULL, "largest span S: tokens that a head may look back"},
    {"ramp", TF_INT, offsetof(struct options, ramp), "32", 2, 65536, NULL, "tokens R over which the mask falls from 1 to 0"},
    {"span_cost", TF_REAL, offsetof(struct options, cost), "5e-7", 0, 1, NULL,
     "lambda: what a token of a layer's mean span adds to the loss"},
    {"start", TF_REAL, offsetof(struct options, start), "0", 0, 1, NULL, "span z of every head at first, as a share of S"},
    {0}};

static void params(struct tf_decl *d, const struct tf_shape *s, const void *options) {
    const struct options *o = options;
    const int rows = o->span < s->max_len ? o->span : s->max_len;
    tf_declare_qkvo(d, s);
    tf_declare(d, "span.share", 1, s->H, TF_INIT_CONST, o->start, TF_PAR_NO_DECAY);            // z / S
    tf_declare(d, "span.positions", rows, TF_HEAD_DIM(s), TF_INIT_NORMAL, 1, TF_PAR_NO_DECAY); // row x - 1: p_x
}

static int reach(const struct options *o, double share) { // distances that the mask of such a head keeps
    const double x = ceil(share * o->span + o->ramp) - 1;
    return x < 1 ? 1 : x < o->span ? (int)x : o->span;
}

struct mask {                 // m of one head, and what its span costs
    struct tf_mat *share, *m; // (1,1), (1,W)
    double span, ramp, cost;  // cost: of a token
};

static void mask_back(TF_UNUSED struct tf_tape *t, void *aux) {
    const struct mask *a = aux;
    double dz = a->cost;
    for (int x = 1; x <= a->m->cols; x++)
        if (a->m->v[x - 1] > 0 && a->m->v[x - 1] < 1) dz += (double)a->m->g[x - 1] / a->ramp;
    if (a->share->grad) a->share->g[0] += (tf_real)(a->span * dz);
}

static struct tf_mat *mask(const struct tf_head *h, struct tf_mat *share, int W) {
    struct tf_tape *t = h->ctx->tape;
    const struct options *o = h->ctx->opts;
    struct mask *a = tf_arena_alloc(&t->arena, sizeof *a);
    *a = (struct mask){tf_view(t, share, 0, 1, h->head, 1), tf_new(t, 1, W), o->span, o->ramp,
                       h->ctx->aux_scale * o->cost / h->ctx->shape.H};
    const double z = (double)a->share->v[0] * o->span;
    for (int x = 1; x <= W; x++) a->m->v[x - 1] = (tf_real)fmin(fmax((o->ramp + z - x) / o->ramp, 0), 1);
    t->aux_loss += a->cost * z;
    tf_record(t, mask_back, a);
    return a->m;
}

static struct tf_mat *head(const struct tf_head *h) {
    const struct tf_ctx *c = h->ctx;
    struct tf_mat *share = tf_ctx_param(c, "span.share");
    const struct tf_attend_arg arg = tf_head_attend_arg(h);
    int W = 1;
    for (int i = 0; i < share->cols; i++) {
        const int own = reach(c->opts, (double)share->v[i]);
        if (own > W) W = own;
    }
    if (W >= h->T) W = h->T > 1 ? h->T - 1 : 1;
    return tf_attend_band(c->tape, h->q, h->k, h->v, tf_ctx_param(c, "span.positions"), mask(h, share, W), &arg);
}

static struct tf_mat *forward(const struct tf_ctx *c, struct tf_mat *X) { return tf_per_head(c, X, head); }

static void absorb(TF_UNUSED const void *options, struct tf_pars *ps, const char *prefix, TF_UNUSED const tf_real *sums) {
    char name[256];
    snprintf(name, sizeof name, "%sspan.share", prefix);
    const struct tf_par *p = &ps->p[tf_pars_find(ps, name)];
    for (tf_real *z = ps->v + p->off; z < ps->v + p->off + p->cols; z++) *z = *z < 0 ? 0 : *z > 1 ? 1 : *z;
}

static double pairs_of(const struct options *o, const struct tf_cost *s) { // measured, or of the window W of the first spans
    const double W = fmin(reach(o, o->start), s->T - 1);
    return s->f < 0 ? W * s->T - W * (W + 1) / 2 : s->f * s->T * s->T;
}
static double kept(const void *o, const struct tf_cost *s) { // the whole window W of so many pairs, W T - W (W + 1) / 2
    const double half = s->T - 0.5;
    return 2 * (half - sqrt(fmax(half * half - 2 * pairs_of(o, s), 0))) * TF_QKV(s);
}
static double flops_head(const void *o, const struct tf_cost *s) { return pairs_of(o, s) * (6.0 * TF_HEAD_DIM(s) + 7); }
static double flops_paper(const void *o, const struct tf_cost *s) { // one more product of e numbers per pair
    const double e = TF_HEAD_DIM(s), pairs = pairs_of(o, s);
    return 3 * tf_flops_paper_dense(s->T, e) + tf_flops_paper_core(pairs, 1, e) + 2 * pairs * e;
}

const struct tf_attn tf_attn_adaptive_span = {
    .name = "adaptive-span",
    .title = "Adaptive Span",
    .paper = "arXiv:1905.07799 sec. 2.2",
    .not_rotary = "it has its own relative positions",
    .equation =
        "a_ix = m(x) e^{s_ix} / sum_y m(y) e^{s_iy},  s_ix = <q_i, k_{i-x} + p_x> / sqrt(D),  m(x) = clip((R + z - x) / R, 0, 1),  x = 1..S",
    .flags = TF_ATTN_CAUSAL | TF_ATTN_ROUTED,
    .looks_back = tf_attn_always,
    .opts = opts,
    .opts_size = sizeof(struct options),
    .params = params,
    .forward = forward,
    .flops_head = flops_head,
    .flops_paper = flops_paper,
    .absorb = absorb,
    .kept = kept};
