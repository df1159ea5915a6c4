/* Linformer.   Cost O(T r D) a head.
 * Wang et al. 2020, arXiv:2006.04768 eq. 7:  o (T,D) = softmax(q (E k)^T / sqrt(D)) (F v),  E, F (r,T); a sequence uses their first T columns.
 * E and F belong to a layer and serve all its heads; `shared` uses one for keys and values, as the published LRA code does. */
#include "attn/attn.h"

struct options {
    int rank;
    bool shared;
};

static const struct tf_opt opts[] = {
    {"rank", TF_INT, offsetof(struct options, rank), "128", 1, 4096, NULL, "rows r of the projections E and F (the paper's k)"},
    {"shared", TF_BOOL, offsetof(struct options, shared), "false", 0, 0, NULL, "one projection for keys and values"},
    {0}};

static struct tf_mat *forward(const struct tf_ctx *c, struct tf_mat *X) {
    const struct options *o = c->opts;
    struct tf_tape *t = c->tape;
    struct tf_mat *Q = tf_ctx_project(c, X, "query"), *K = tf_ctx_project(c, X, "key"), *V = tf_ctx_project(c, X, "value");
    struct tf_mat *E = tf_ctx_param(c, "proj.key"), *F = o->shared ? E : tf_ctx_param(c, "proj.value");
    const int H = c->shape.H, C = c->shape.C, D = C / H;
    struct tf_mat **part = tf_arena_alloc(&t->arena, sizeof(struct tf_mat *) * (size_t)(c->pack->n_seq * H));
    for (int s = 0; s < c->pack->n_seq; s++) {
        const int at = c->pack->off[s], T = c->pack->off[s + 1] - at;
        struct tf_mat *k =
            tf_matmul(t, false, false, tf_view(t, E, 0, o->rank, 0, T), tf_view(t, K, at, T, 0, C)); // (r,C): all heads at once
        struct tf_mat *v = tf_matmul(t, false, false, tf_view(t, F, 0, o->rank, 0, T), tf_view(t, V, at, T, 0, C));
        for (int i = 0; i < H; i++) {
            const struct tf_head h = tf_head_at(c, s, i);
            const struct tf_attend_arg arg = tf_head_attend_arg(&h);
            part[s * H + i] = tf_attend(t, tf_head_slice(&h, Q), tf_view(t, k, 0, o->rank, i * D, D), tf_view(t, v, 0, o->rank, i * D, D),
                                        tf_plan_dense(t, T, o->rank), &arg, NULL);
            t->pairs_full += (double)T * T;
        }
    }
    return tf_ctx_project(c, tf_join_heads(c, part), "output");
}

static void params(struct tf_decl *d, const struct tf_shape *s, const void *options) {
    const struct options *o = options;
    tf_declare_qkvo(d, s);
    tf_declare(d, "proj.key", o->rank, s->max_len, TF_INIT_XAVIER, 1, 0);
    if (!o->shared) tf_declare(d, "proj.value", o->rank, s->max_len, TF_INIT_XAVIER, 1, 0);
}

static double flops_layer(const void *options, const struct tf_cost *s) {
    const struct options *o = options;
    return tf_flops_qkvo(s) + 4.0 * o->rank * s->T * s->C + s->H * tf_flops_paper_core(s->T, o->rank, (double)s->C / s->H);
}

static double flops_paper(const void *options, const struct tf_cost *s) {
    double e = (double)s->C / s->H, r = ((const struct options *)options)->rank;
    return tf_flops_paper_dense(s->T, e) + 2 * tf_flops_paper_dense(r, e) + 4 * s->T * r * e + tf_flops_paper_core(s->T, r, e);
}

const struct tf_attn tf_attn_linformer = {.name = "linformer",
                                          .title = "Linformer",
                                          .paper = "arXiv:2006.04768 eq. 7",
                                          .equation = "o = softmax(q (E k)^T / sqrt(D)) (F v),  E, F (r,T)",
                                          .opts = opts,
                                          .opts_size = sizeof(struct options),
                                          .params = params,
                                          .forward = forward,
                                          .flops_layer = flops_layer,
                                          .flops_paper = flops_paper};
