/* The attention-reconstruction loss. See reconstruct.h. */
#include "attn/reconstruct.h"

#include <math.h>

struct gap {
    struct tf_mat **a, **b; // (H) outputs (T,D) from old and from compressed rows
    int H;
    double norm, weight;
};

static void gap_back(TF_UNUSED struct tf_tape *t, void *aux) {
    const struct gap *g = aux;
    const tf_real by = (tf_real)(g->norm > 0 ? g->weight / g->norm : 0);
    for (int h = 0; h < g->H; h++)
        for (int i = 0; i < g->b[h]->rows * g->b[h]->cols; i++) g->b[h]->g[i] += by * (g->b[h]->v[i] - g->a[h]->v[i]);
}

static struct tf_mat *still(struct tf_tape *t, const struct tf_mat *m) { // the same values, no gradient
    struct tf_mat *y = m ? tf_arena_alloc(&t->arena, sizeof *y) : NULL;
    if (y) *y = *m, y->grad = false, y->base = NULL, y->g = NULL;
    return y;
}

void tf_reconstruct(const struct tf_ctx *c, const struct tf_relative *r, int s, int from, int rows, struct tf_mat *young) {
    struct tf_tape *t = c->tape;
    const int H = c->shape.H, D = TF_HEAD_DIM(&c->shape);
    const double pairs = t->pairs;
    struct gap *g = tf_arena_alloc(&t->arena, sizeof *g);
    *g = (struct gap){tf_arena_alloc(&t->arena, sizeof *g->a * (size_t)H), tf_arena_alloc(&t->arena, sizeof *g->b * (size_t)H), H, 0,
                      c->aux_scale};
    struct tf_mat *K = tf_linear(t, young, still(t, tf_ctx_param(c, "key.weight")), still(t, tf_ctx_param(c, "key.bias"))),
                  *V = tf_linear(t, young, still(t, tf_ctx_param(c, "value.weight")), still(t, tf_ctx_param(c, "value.bias")));
    for (int h = 0; h < H; h++) {
        const struct tf_head of = tf_head_at(c, s, h);
        struct tf_attend_arg arg = {.scale = 1 / sqrt(D)};
        struct tf_mat *q = still(t, tf_head_slice(&of, r->q)), *k = still(t, tf_view(t, r->k, from, rows, h * D, D)),
                      *v = still(t, tf_view(t, r->v, from, rows, h * D, D));
        g->a[h] = tf_attend(t, q, k, v, tf_attn_index_dense(t, q->rows, rows), &arg, NULL);
        g->b[h] = tf_attend(t, q, tf_view(t, K, 0, K->rows, h * D, D), tf_view(t, V, 0, V->rows, h * D, D),
                            tf_attn_index_dense(t, q->rows, K->rows), &arg, NULL);
        for (int i = 0; i < q->rows * D; i++) g->norm += pow((double)(g->a[h]->v[i] - g->b[h]->v[i]), 2);
    }
    g->norm = sqrt(g->norm);
    t->aux_loss += c->aux_scale * g->norm;
    t->pairs = pairs;
    tf_record(t, gap_back, g);
}
