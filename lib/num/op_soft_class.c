/* Soft class summaries (agglomerative attention): a softmax over rows and a pool over classes. */
#include <math.h>

#include "num/op.h"

/* ---- softmax of each row ---- */
struct softmax {
    struct tf_mat *x, *y;
};

static void softmax_back(TF_UNUSED struct tf_tape *t, void *aux) {
    struct softmax *s = aux;
    for (int i = 0; s->x->grad && i < s->y->rows; i++) {
        const tf_real *y = tf_row(s->y, i), *g = tf_grad(s->y, i);
        tf_real dot = 0;
        for (int j = 0; j < s->y->cols; j++) dot += y[j] * g[j];
        for (int j = 0; j < s->y->cols; j++) tf_grad(s->x, i)[j] += y[j] * (g[j] - dot);
    }
}

struct tf_mat *tf_softmax(struct tf_tape *t, struct tf_mat *x) {
    struct tf_mat *y = tf_new(t, x->rows, x->cols);
    for (int i = 0; i < y->rows; i++) {
        const tf_real *a = tf_row(x, i);
        tf_real *p = tf_row(y, i), top = a[0], sum = 0;
        for (int j = 1; j < y->cols; j++) top = a[j] > top ? a[j] : top;
        for (int j = 0; j < y->cols; j++) sum += p[j] = (tf_real)exp((double)(a[j] - top));
        for (int j = 0; j < y->cols; j++) p[j] /= sum;
    }
    t->flops[TF_FLOP_ROUTE] += 5.0 * y->rows * y->cols;
    struct softmax *s = TF_AUX(t, struct softmax, x, y);
    tf_record(t, softmax_back, s);
    return y;
}

/* ---- class pool: N[c] = sum r p, Z[c] = sum r, a = N / Z, o = q a; sums in double ---- */
struct pool {
    struct tf_mat *q, *r, *p, *o;
    bool causal;
    tf_real *a, *Z; /* (T,C), (T,m), running; one row each when not causal */
};

static tf_real *mean_at(const struct pool *s, int i) { return s->a + (s->causal ? (size_t)i * (size_t)s->p->cols : 0); }
static tf_real *weight_at(const struct pool *s, int i) { return s->Z + (s->causal ? (size_t)i * (size_t)s->r->cols : 0); }

static void add_key(const struct pool *s, int i, double *N, double *Z) {
    const int m = s->r->cols, e = s->p->cols / m;
    const tf_real *r = tf_row(s->r, i), *p = tf_row(s->p, i);
    for (int c = 0; c < m; c++) {
        Z[c] += (double)r[c];
        for (int d = c * e; d < (c + 1) * e; d++) N[d] += (double)r[c] * (double)p[d];
    }
}

static void take_mean(const struct pool *s, int i, const double *N, const double *Z) {
    const int m = s->r->cols, e = s->p->cols / m;
    for (int c = 0; c < m; c++) {
        weight_at(s, i)[c] = (tf_real)Z[c];
        for (int d = c * e; d < (c + 1) * e; d++) mean_at(s, i)[d] = Z[c] == 0 ? 0 : (tf_real)(N[d] / Z[c]);
    }
}

/* dN (C), dZ (m) += what row i's output asks of its sums; dq of row i. */
static void query_back(const struct pool *s, int i, double *dN, double *dZ) {
    const int m = s->r->cols, e = s->p->cols / m;
    const tf_real *q = tf_row(s->q, i), *g = tf_grad(s->o, i), *a = mean_at(s, i), *Z = weight_at(s, i);
    for (int c = 0; c < m; c++) {
        double dot = 0, w = Z[c] == 0 ? 0 : (double)q[c] / (double)Z[c];
        for (int d = c * e; d < (c + 1) * e; d++) {
            dot += (double)g[d] * (double)a[d];
            dN[d] += w * (double)g[d];
        }
        dZ[c] -= w * dot;
        if (s->q->grad) tf_grad(s->q, i)[c] += (tf_real)dot;
    }
}

static void key_back(const struct pool *s, int i, const double *dN, const double *dZ) {
    const int m = s->r->cols, e = s->p->cols / m;
    const tf_real *r = tf_row(s->r, i), *p = tf_row(s->p, i);
    for (int c = 0; c < m; c++) {
        double dr = dZ[c];
        for (int d = c * e; d < (c + 1) * e; d++) {
            dr += dN[d] * (double)p[d];
            if (s->p->grad) tf_grad(s->p, i)[d] += (tf_real)((double)r[c] * dN[d]);
        }
        if (s->r->grad) tf_grad(s->r, i)[c] += (tf_real)dr;
    }
}

static void pool_back(struct tf_tape *t, void *aux) {
    const struct pool *s = aux;
    struct tf_mark mark = tf_arena_mark(&t->arena);
    double *dN = tf_arena_calloc(&t->arena, sizeof *dN * (size_t)s->p->cols),
           *dZ = tf_arena_calloc(&t->arena, sizeof *dZ * (size_t)s->r->cols);
    for (int i = s->o->rows - 1; i >= 0; i--) {
        query_back(s, i, dN, dZ);
        if (s->causal) key_back(s, i, dN, dZ);
    }
    for (int i = 0; !s->causal && i < s->o->rows; i++) key_back(s, i, dN, dZ);
    tf_arena_rewind(&t->arena, mark);
}

struct tf_mat *tf_class_pool(struct tf_tape *t, struct tf_mat *q, struct tf_mat *r, struct tf_mat *p, bool causal) {
    const int T = p->rows, C = p->cols, m = r->cols, e = C / m;
    TF_BUG_IF(C % m || q->cols != m || q->rows != T || r->rows != T, "class pool: q (%d,%d), r (%d,%d), p (%d,%d)", q->rows, q->cols,
              r->rows, m, T, C);
    struct pool *s = TF_AUX(t, struct pool, .q = q, .r = r, .p = p, .o = tf_new(t, T, C), .causal = causal);
    size_t rows = causal ? (size_t)T : 1;
    s->a = tf_arena_alloc(&t->arena, sizeof *s->a * rows * (size_t)C);
    s->Z = tf_arena_alloc(&t->arena, sizeof *s->Z * rows * (size_t)m);
    double *N = tf_arena_calloc(&t->arena, sizeof *N * (size_t)C), *Z = tf_arena_calloc(&t->arena, sizeof *Z * (size_t)m);
    for (int i = 0; i < T; i++) {
        add_key(s, i, N, Z);
        if (causal || i == T - 1) take_mean(s, i, N, Z);
    }
    for (int i = 0; i < T; i++)
        for (int d = 0; d < C; d++) tf_row(s->o, i)[d] = tf_row(q, i)[d / e] * mean_at(s, i)[d];
    t->flops[TF_FLOP_POOL] += T * ((causal ? 4.0 : 3.0) * C + m) + (causal ? 0 : C);
    tf_record(t, pool_back, s);
    return s->o;
}
