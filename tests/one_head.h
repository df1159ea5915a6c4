/* For tests of the trees: one head of one sequence through TF-A, k-ary TF-A or TC-A, forward and backward, without a layer around it. */
#ifndef TF_TESTS_ONE_HEAD_H
#define TF_TESTS_ONE_HEAD_H
#include <math.h>
#include <string.h>

#include "num/tree.h"

#ifdef TF_DOUBLE
#define TOL_O 1e-12
#else
#define TOL_O 1e-5
#endif

struct one { /* inputs and gradients of one head of one sequence, row-major */
    int T, D, rows;
    struct tf_tree_shape shape;
    tf_real *q, *k, *v, *w, *b, *alpha, *G; /* (T,D) three times, (rows,D), (rows), (levels+1), (T,D) */
    tf_real *dq, *dk, *dv, *dw, *db, *dalpha, *o;
    int *leaf_q, *leaf_k;
    struct tf_gate gate; /* mode, samples, from, clip */
    enum tf_tree_empty empty;
    bool learn, hard, ancestor, detach, twice; /* twice: the head stands for two that share the trees */
    double dropout;
    uint64_t seed;
    struct tf_tape t;
};

static inline tf_real *vec(int n) { return tf_calloc(sizeof(tf_real) * (size_t)n); }

static inline void one_alloc(struct one *a) {
    a->rows = a->shape.rows;
    int n = a->T * a->D;
    tf_real **x[] = {&a->q, &a->k, &a->v, &a->G, &a->dq, &a->dk, &a->dv, &a->o};
    for (size_t i = 0; i < TF_COUNT(x); i++) *x[i] = vec(n);
    a->w = vec(a->rows * a->D), a->dw = vec(a->rows * a->D), a->b = vec(a->rows), a->db = vec(a->rows);
    a->alpha = vec(a->shape.levels + 1), a->dalpha = vec(a->shape.levels + 1);
    a->leaf_q = tf_calloc(sizeof(int) * (size_t)a->T), a->leaf_k = tf_calloc(sizeof(int) * (size_t)a->T);
    tf_tape_init(&a->t);
}

static inline void one_free(struct one *a) {
    tf_real *x[] = {a->q, a->k, a->v, a->G, a->dq, a->dk, a->dv, a->o, a->w, a->dw, a->b, a->db, a->alpha, a->dalpha};
    for (size_t i = 0; i < TF_COUNT(x); i++) tf_free(x[i]);
    tf_free(a->leaf_q), tf_free(a->leaf_k);
    tf_tape_release(&a->t);
}

struct weighted {
    struct tf_mat *o, *loss;
    const tf_real *G;
};
static inline void weighted_back(struct tf_tape *t, void *aux) {
    (void)t;
    struct weighted *a = aux;
    for (int i = 0; i < a->o->rows; i++)
        for (int j = 0; j < a->o->cols; j++) a->o->g[i * a->o->ld + j] += a->loss->g[0] * a->G[i * a->o->cols + j];
}
static inline void run_backward(struct tf_tape *t, struct tf_mat *o, const tf_real *G) { // loss = sum(G * o)
    struct weighted *a = tf_arena_alloc(&t->arena, sizeof *a);
    *a = (struct weighted){o, tf_new(t, 1, 1), G};
    tf_record(t, weighted_back, a);
    tf_tape_backward(t, a->loss, 1);
}

static inline void clear(struct one *a) {
    size_t n = sizeof(tf_real) * (size_t)(a->T * a->D);
    memset(a->dq, 0, n), memset(a->dk, 0, n), memset(a->dv, 0, n);
    memset(a->dw, 0, sizeof(tf_real) * (size_t)(a->rows * a->D)), memset(a->db, 0, sizeof(tf_real) * (size_t)a->rows);
    memset(a->dalpha, 0, sizeof(tf_real) * (size_t)(a->shape.levels + 1));
    tf_tape_reset(&a->t);
}

/* Forward and backward of the head through TF-A (or k-ary TF-A), or TC-A. */
static inline void run(struct one *a, bool tc) {
    struct tf_tape *t = &a->t;
    clear(a);
    t->grad = true, t->train = a->dropout > 0, t->seed = a->seed;
    struct tf_mat *q = tf_extern(t, a->q, a->dq, a->T, a->D), *k = tf_extern(t, a->k, a->dk, a->T, a->D),
                  *v = tf_extern(t, a->v, a->dv, a->T, a->D);
    struct tf_tree tree = {a->shape, tf_extern(t, a->w, a->learn ? a->dw : NULL, a->rows, a->D),
                           tf_extern(t, a->b, a->learn ? a->db : NULL, a->rows, 1)};
    struct tf_route_arg ra = {.x = q, .tree = &tree, .beta = 1, .hard = a->hard, .detach = a->detach};
    struct tf_route *rq = tf_tree_route(t, &ra);
    ra.x = k;
    struct tf_route *rk = tf_tree_route(t, &ra);
    struct tf_mat *o;
    if (tc) {
        o = tf_tree_pool(t, NULL, v, tf_extern(t, a->alpha, a->dalpha, a->shape.levels + 1, 1), rq, rk, a->ancestor);
    } else {
        struct tf_gate_head *h = tf_arena_alloc(&t->arena, 2 * sizeof *h);
        *h = (struct tf_gate_head){.q = q, .k = k, .v = v, .arg = {.scale = 1 / sqrt(a->D), .dropout = a->dropout, .key = 77}};
        o = h->o = tf_attend(t, q, k, v, tf_tree_index(t, rq, rk, a->empty), &h->arg, &h->lse);
        struct tf_gate g = a->gate;
        g.q = rq, g.k = rk, g.n_heads = a->twice ? 2 : 1, g.heads = h, h[1] = h[0];
        if (a->learn) tf_tree_gate(t, &g);
    }
    memcpy(a->o, o->v, sizeof(tf_real) * (size_t)(a->T * a->D));
    memcpy(a->leaf_q, rq->leaf, sizeof(int) * (size_t)a->T), memcpy(a->leaf_k, rk->leaf, sizeof(int) * (size_t)a->T);
    run_backward(t, o, a->G);
}

static inline void randomize(struct one *a, double w_scale) {
    struct tf_rng r = tf_rng_at(11, TF_RNG_TEST, (uint32_t)a->T, (uint32_t)a->rows, 0);
    tf_real *x[] = {a->q, a->k, a->v, a->G};
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < a->T * a->D; i++) x[j][i] = (tf_real)tf_rng_normal(&r);
    for (int i = 0; i < a->rows * a->D; i++) a->w[i] = (tf_real)(w_scale * tf_rng_normal(&r) / sqrt(a->D));
    for (int i = 0; i < a->rows; i++) a->b[i] = (tf_real)(0.1 * tf_rng_normal(&r));
    for (int l = 0; l <= a->shape.levels; l++) a->alpha[l] = (tf_real)(0.5 + 0.1 * l);
}

static inline double dot(int n, const tf_real *a, const tf_real *b) {
    double s = 0;
    for (int i = 0; i < n; i++) s += (double)a[i] * (double)b[i];
    return s;
}
#endif
