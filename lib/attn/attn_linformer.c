/* Linformer.   Cost O(T r D) per head.
 * Wang et al. 2020, arXiv:2006.04768 eq. 7:  o (T,D) = softmax(q (E X Wk)^T / sqrt(D)) (F X Wv),  E, F (r,T); a sequence uses their first T columns.
 * With rotary positions keys are turned before they are compressed, E (R X Wk), so that they are projected first; otherwise
 * X is compressed before it is projected, (E X) Wk: r rows instead of T go through Wk and Wv. A bias b of the projection becomes (E 1) b.
 * E and F belong to a layer and serve all its heads, stored transposed; `shared` uses one for keys and values, as the published LRA code does. */
#include "attn/attn.h"

struct options {
    int rank;
    bool shared;
};

static const struct tf_opt opts[] = {
    {"rank", TF_INT, offsetof(struct options, rank), "128", 1, 4096, NULL, "rows r of the projections E and F (the paper's k)"},
    {"shared", TF_BOOL, offsetof(struct options, shared), "false", 0, 0, NULL, "one projection for keys and values"},
    {0}};

/* E X W + (E 1) b of the projection `name`: (r,C), all heads at once. */
static struct tf_mat *compressed(const struct tf_ctx *c, struct tf_mat *E, struct tf_mat *EX, const char *weight, const char *bias) {
    struct tf_tape *t = c->tape;
    struct tf_mat *b = tf_ctx_param(c, bias), *y = tf_linear(t, EX, tf_ctx_param(c, weight), NULL);
    if (!b) return y;
    struct tf_mat *one = tf_const(t, 1, E->rows);
    for (int i = 0; i < E->rows; i++) one->v[i] = 1;
    struct tf_mat *sums = tf_matmul(t, false, false, one, E); // (1,r)
    return tf_add(t, y, tf_matmul(t, true, false, sums, b));
}

static struct tf_mat *forward(const struct tf_ctx *c, struct tf_mat *X) {
    const struct options *o = c->opts;
    struct tf_tape *t = c->tape;
    struct tf_mat *Q = tf_ctx_project(c, tf_ctx_queries(c, X), "query"), *E = tf_ctx_param(c, "proj.key"),
                  *F = o->shared ? E : tf_ctx_param(c, "proj.value");
    struct tf_mat *K = c->shape.rotary ? tf_ctx_project(c, X, "key") : NULL;
    const int H = c->shape.H, C = c->shape.C, D = TF_HEAD_DIM(&c->shape);
    struct tf_mat **part = tf_arena_alloc(&t->arena, sizeof(struct tf_mat *) * (size_t)(c->pack->n_seq * H));
    for (int s = 0; s < c->pack->n_seq; s++) {
        const int at = c->pack->off[s], T = c->pack->off[s + 1] - at;
        struct tf_mat *e = tf_view(t, E, 0, T, 0, o->rank), *f = tf_view(t, F, 0, T, 0, o->rank), *x = tf_view(t, X, at, T, 0, C);
        struct tf_mat *ex = K && !o->shared ? NULL : tf_matmul(t, true, false, e, x),
                      *fx = o->shared ? ex : tf_matmul(t, true, false, f, x);
        struct tf_mat *k = K ? tf_matmul(t, true, false, e, tf_view(t, K, at, T, 0, K->cols))
                             : compressed(c, e, ex, "key.weight", "key.bias"),
                      *v = compressed(c, f, fx, "value.weight", "value.bias");
        for (int i = 0; i < H; i++) {
            const struct tf_head h = tf_head_at(c, s, i);
            const struct tf_attend_arg arg = tf_head_attend_arg(&h);
            struct tf_mat *q = tf_head_queries(&h, Q);
            part[s * H + i] = tf_attend(t, q, tf_view(t, k, 0, o->rank, i * D, D), tf_view(t, v, 0, o->rank, i * D, D),
                                        tf_attn_index_dense(t, q->rows, o->rank), &arg, NULL);
            t->pairs_full += (double)T * T;
        }
    }
    return tf_ctx_project(c, tf_join_heads(c, part), "output");
}

static void params(struct tf_decl *d, const struct tf_shape *s, const void *options) {
    const struct options *o = options;
    tf_declare_qkvo(d, s);
    tf_declare(d, "proj.key", s->max_len, o->rank, TF_INIT_XAVIER, 1, 0);
    if (!o->shared) tf_declare(d, "proj.value", s->max_len, o->rank, TF_INIT_XAVIER, 1, 0);
}

static double flops_layer(const void *options, const struct tf_cost *s) {
    const struct options *o = options;
    const double r = o->rank, W = TF_QKV(s), C = s->C;
    const double one = 2 * r * s->T * C, project = 2 * r * C * W, bias = s->no_bias ? 0 : 2 * r * W + 2 * r * s->T; // of keys, or of values
    const double keys = s->rotary ? tf_flops_in(s) + 2 * r * s->T * W : (o->shared ? 0 : one) + project + bias;
    return tf_flops_in(s) + tf_flops_out(s) + keys + one + project + bias + s->H * tf_flops_paper_core(s->T, r, (double)TF_QKV(s) / s->H);
}

static double flops_paper(const void *options, const struct tf_cost *s) { // as published, E and F both, though the Arena's runs share one
    double e = (double)TF_QKV(s) / s->H, r = ((const struct options *)options)->rank;
    return tf_flops_paper_dense(s->T, e) + tf_flops_paper_dense(r, e) + tf_flops_paper_dense(s->rotary ? s->T : r, e) + 4 * s->T * r * e +
           tf_flops_paper_core(s->T, r, e);
}

static double kept(const void *options, const struct tf_cost *s) { return 2.0 * ((const struct options *)options)->rank * TF_QKV(s); }

const struct tf_attn tf_attn_linformer = {.name = "linformer",
                                          .title = "Linformer",
                                          .not_causal = "its projections mix all tokens before they are compared",
                                          .paper = "arXiv:2006.04768 eq. 7",
                                          .equation = "o = softmax(q (E X Wk)^T / sqrt(D)) (F X Wv),  E, F (r,T)",
                                          .not_alibi = "its keys are mixtures of tokens, which stand at no place",
                                          .flags = TF_ATTN_ROTARY,
                                          .cls_query_only = true,
                                          .opts = opts,
                                          .opts_size = sizeof(struct options),
                                          .params = params,
                                          .forward = forward,
                                          .flops_layer = flops_layer,
                                          .flops_paper = flops_paper,
                                          .kept = kept};
