/* The plain ops: matmul, sums, activations, layer norm, dropout, embedding, pooling. */
#include <math.h>

#include "num/bf16.h"
#include "num/elem.h"
#include "num/op.h"

/* ---- matmul: y = op(a) op(b) ---- */
struct matmul {
    struct tf_mat *a, *b, *y;
    bool ta, tb;
};

static struct tf_factor factor(struct tf_tape *t, const struct tf_mat *m, const tf_real *v) {
    return tf_factor(t, t->bf16 != NULL, m->rows, m->cols, v, m->ld);
}

static void matmul_back(struct tf_tape *t, void *aux) {
    struct matmul *m = aux;
    struct tf_mat *a = m->a, *b = m->b, *y = m->y;
    int M = y->rows, N = y->cols, K = m->ta ? a->rows : a->cols;
    struct tf_mark mark = tf_arena_mark(&t->arena);
    struct tf_factor A = factor(t, a, a->v), B = factor(t, b, b->v), dy = factor(t, y, y->g);
    if (a->grad && !m->ta) tf_product(t, false, !m->tb, M, K, N, dy, B, 1, a->g, a->ld);
    if (a->grad && m->ta) tf_product(t, m->tb, true, K, M, N, B, dy, 1, a->g, a->ld);
    if (b->grad && !m->tb) tf_product(t, !m->ta, false, K, N, M, A, dy, 1, b->g, b->ld);
    if (b->grad && m->tb) tf_product(t, true, m->ta, N, K, M, dy, A, 1, b->g, b->ld);
    tf_arena_rewind(&t->arena, mark);
}

struct tf_mat *tf_matmul(struct tf_tape *t, bool ta, bool tb, struct tf_mat *a, struct tf_mat *b) {
    int M = ta ? a->cols : a->rows, K = ta ? a->rows : a->cols, N = tb ? b->rows : b->cols;
    TF_BUG_IF(K != (tb ? b->cols : b->rows), "matmul: inner %d and %d", K, tb ? b->cols : b->rows);
    struct tf_mat *y = tf_new(t, M, N);
    struct tf_mark mark = tf_arena_mark(&t->arena);
    tf_product(t, ta, tb, M, N, K, factor(t, a, a->v), factor(t, b, b->v), 0, y->v, y->ld);
    tf_arena_rewind(&t->arena, mark);
    t->flops[TF_FLOP_FEATURE] += 2.0 * M * N * K;
    tf_record(t, matmul_back, TF_AUX(t, struct matmul, a, b, y, ta, tb));
    return y;
}

/* ---- element-wise ---- */
struct elem {
    struct tf_mat *a, *b, *y;
    tf_real s;
};

static void add_to(struct tf_mat *x, const struct tf_mat *y) { // dx += dy
    if (x->grad) tf_elem()->add_rows(y->rows, y->cols, x->g, x->ld, y->g, y->ld);
}

static void add_back(TF_UNUSED struct tf_tape *t, void *aux) {
    struct elem *e = aux;
    add_to(e->a, e->y);
    add_to(e->b, e->y);
}

struct tf_mat *tf_add(struct tf_tape *t, struct tf_mat *a, struct tf_mat *b) {
    TF_BUG_IF(a->rows != b->rows || a->cols != b->cols, "add: (%d,%d) and (%d,%d)", a->rows, a->cols, b->rows, b->cols);
    struct tf_mat *y = tf_new(t, a->rows, a->cols);
    for (int i = 0; i < y->rows; i++) memcpy(tf_row(y, i), tf_row(a, i), sizeof *y->v * (size_t)y->cols);
    tf_elem()->add_rows(y->rows, y->cols, y->v, y->ld, b->v, b->ld);
    t->flops[TF_FLOP_OTHER] += (double)y->rows * y->cols;
    tf_record(t, add_back, TF_AUX(t, struct elem, a, b, y, 0));
    return y;
}

static void scale_back(TF_UNUSED struct tf_tape *t, void *aux) {
    struct elem *e = aux;
    for (int i = 0; e->a->grad && i < e->y->rows; i++) tf_elem()->axpy((size_t)e->y->cols, tf_grad(e->a, i), e->s, tf_grad(e->y, i));
}

struct tf_mat *tf_scale(struct tf_tape *t, struct tf_mat *a, tf_real s) {
    struct tf_mat *y = tf_new(t, a->rows, a->cols);
    for (int i = 0; i < y->rows; i++)
        for (int j = 0; j < y->cols; j++) tf_row(y, i)[j] = s * tf_row(a, i)[j];
    t->flops[TF_FLOP_OTHER] += (double)y->rows * y->cols;
    tf_record(t, scale_back, TF_AUX(t, struct elem, a, NULL, y, s));
    return y;
}

/* dx += what dy means for x, row by row; y = f(x). */
struct unary {
    struct tf_mat *x, *y;
    void (*back)(size_t n, tf_real *dx, const tf_real *x, const tf_real *y, const tf_real *dy);
};

static void unary_back(TF_UNUSED struct tf_tape *t, void *aux) {
    struct unary *u = aux;
    struct tf_mat *x = u->x, *y = u->y;
    for (int i = 0; x->grad && i < y->rows; i++) u->back((size_t)y->cols, tf_grad(x, i), tf_row(x, i), tf_row(y, i), tf_grad(y, i));
}

static struct tf_mat *unary(struct tf_tape *t, struct tf_mat *x, void (*f)(size_t n, tf_real *y, const tf_real *x),
                            void (*back)(size_t n, tf_real *dx, const tf_real *x, const tf_real *y, const tf_real *dy)) {
    struct tf_mat *y = tf_new(t, x->rows, x->cols);
    for (int i = 0; i < y->rows; i++) f((size_t)y->cols, tf_row(y, i), tf_row(x, i));
    t->flops[TF_FLOP_OTHER] += (double)y->rows * y->cols;
    tf_record(t, unary_back, TF_AUX(t, struct unary, x, y, back));
    return y;
}

static void gelu_back(size_t n, tf_real *dx, const tf_real *x, TF_UNUSED const tf_real *y, const tf_real *dy) {
    tf_elem()->gelu_back(n, dx, x, dy);
}

struct tf_mat *tf_gelu(struct tf_tape *t, struct tf_mat *x) { return unary(t, x, tf_elem()->gelu, gelu_back); }

static void relu(size_t n, tf_real *y, const tf_real *x) {
    for (size_t j = 0; j < n; j++) y[j] = x[j] < 0 ? 0 : x[j]; // NaN stays
}

static void relu_back(size_t n, tf_real *dx, const tf_real *x, TF_UNUSED const tf_real *y, const tf_real *dy) {
    for (size_t j = 0; j < n; j++)
        if (x[j] > 0) dx[j] += dy[j];
}

struct tf_mat *tf_relu(struct tf_tape *t, struct tf_mat *x) { return unary(t, x, relu, relu_back); }

static void tanh_of(size_t n, tf_real *y, const tf_real *x) {
    for (size_t j = 0; j < n; j++) y[j] = (tf_real)tanh((double)x[j]);
}

static void tanh_back(size_t n, tf_real *dx, TF_UNUSED const tf_real *x, const tf_real *y, const tf_real *dy) {
    for (size_t j = 0; j < n; j++) dx[j] += dy[j] * (1 - y[j] * y[j]);
}

struct tf_mat *tf_tanh(struct tf_tape *t, struct tf_mat *x) { return unary(t, x, tanh_of, tanh_back); }

/* ---- layer norm ---- */
struct norm {
    struct tf_mat *x, *gamma, *beta, *y;
    tf_real *stat;
    bool centre;
};

static void norm_back(TF_UNUSED struct tf_tape *t, void *aux) {
    struct norm *a = aux;
    const struct tf_mat *x = a->x, *y = a->y;
    tf_elem()->norm_back(y->rows, y->cols, a->centre, x->grad ? x->g : NULL, x->ld, a->gamma->grad ? a->gamma->g : NULL,
                         a->beta && a->beta->grad ? a->beta->g : NULL, x->v, x->ld, y->g, a->gamma->v, a->stat);
}

struct tf_mat *tf_norm(struct tf_tape *t, bool centre, struct tf_mat *x, struct tf_mat *gamma, struct tf_mat *beta, double eps) {
    struct tf_mat *y = tf_new(t, x->rows, x->cols);
    tf_real *stat = tf_arena_alloc(&t->arena, sizeof *stat * 2 * (size_t)x->rows);
    tf_elem()->norm(y->rows, y->cols, centre, y->v, x->v, x->ld, gamma->v, beta ? beta->v : NULL, eps, stat);
    t->flops[TF_FLOP_OTHER] += (centre ? 8.0 : 5.0) * y->rows * y->cols;
    tf_record(t, norm_back, TF_AUX(t, struct norm, x, gamma, beta, y, stat, centre));
    return y;
}

/* ---- gated linear units ---- */
struct glu {
    struct tf_mat *x, *y;
    enum tf_gate_kind kind;
};

static void glu_back(TF_UNUSED struct tf_tape *t, void *aux) {
    const struct glu *a = aux;
    if (a->x->grad) tf_elem()->glu_back(a->y->rows, a->y->cols, a->kind, a->x->g, a->x->v, a->y->g);
}

struct tf_mat *tf_glu(struct tf_tape *t, struct tf_mat *x, enum tf_gate_kind kind) {
    TF_BUG_IF(x->ld != x->cols || x->cols % 2, "glu: a view, or an odd number of columns");
    struct tf_mat *y = tf_new(t, x->rows, x->cols / 2);
    tf_elem()->glu(y->rows, y->cols, kind, y->v, x->v);
    t->flops[TF_FLOP_OTHER] += 2.0 * y->rows * y->cols;
    tf_record(t, glu_back, TF_AUX(t, struct glu, x, y, kind));
    return y;
}

/* ---- a learned factor ---- */
static void times_back(TF_UNUSED struct tf_tape *t, void *aux) {
    struct elem *e = aux;
    const tf_real s = e->b->v[0];
    double sum = 0;
    for (int i = 0; i < e->y->rows; i++) {
        if (e->a->grad) tf_elem()->axpy((size_t)e->y->cols, tf_grad(e->a, i), s, tf_grad(e->y, i));
        for (int j = 0; j < e->y->cols; j++) sum += (double)tf_grad(e->y, i)[j] * (double)tf_row(e->a, i)[j];
    }
    if (e->b->grad) e->b->g[0] += (tf_real)sum;
}

struct tf_mat *tf_times(struct tf_tape *t, struct tf_mat *a, struct tf_mat *s) {
    struct tf_mat *y = tf_new(t, a->rows, a->cols);
    for (int i = 0; i < y->rows; i++)
        for (int j = 0; j < y->cols; j++) tf_row(y, i)[j] = s->v[0] * tf_row(a, i)[j];
    t->flops[TF_FLOP_OTHER] += (double)y->rows * y->cols;
    tf_record(t, times_back, TF_AUX(t, struct elem, a, s, y, 0));
    return y;
}

/* ---- dropout, alone or added to a residual: y = r + drop(x) ---- */
struct drop {
    struct tf_mat *x, *r, *y;
    struct tf_mask mask;
};

struct tf_mask tf_mask_new(struct tf_tape *t, int rows, double p, const struct tf_pack *pk, uint32_t site) {
    if (!t->train || p <= 0) return (struct tf_mask){NULL, 0, 1};
    TF_BUG_IF(rows != pk->rows, "dropout of %d rows, packed %d", rows, pk->rows);
    uint32_t *hash = tf_arena_alloc(&t->arena, sizeof *hash * (size_t)rows);
    for (int s = 0; s < pk->n_seq; s++) {
        struct tf_rng r = tf_rng_at(t->seed, TF_RNG_DROPOUT, t->step, pk->id[s], site);
        uint32_t key = tf_rng_u32(&r);
        for (int i = pk->off[s]; i < pk->off[s + 1]; i++)
            hash[i] = key ^ ((uint32_t)(pk->place ? pk->place[i] : i - pk->off[s]) * 0x9e3779b9u); // the row's half of tf_pair_hash
    }
    return (struct tf_mask){hash, (uint32_t)(p * 4294967296.0), (tf_real)(1 / (1 - p))};
}

static void drop_back(TF_UNUSED struct tf_tape *t, void *aux) {
    struct drop *d = aux;
    if (d->r) add_to(d->r, d->y);
    if (d->x->grad) tf_elem()->drop(d->y->rows, d->y->cols, d->x->g, d->x->g, d->y->g, &d->mask, 0);
}

static struct tf_mat *drop(struct tf_tape *t, struct tf_mat *r, struct tf_mat *x, double p, const struct tf_pack *pk, uint32_t site) {
    TF_BUG_IF(x->ld != x->cols || (r && r->ld != x->ld), "dropout of a view");
    struct tf_mat *y = tf_new(t, x->rows, x->cols);
    struct drop *d = TF_AUX(t, struct drop, x, r, y, tf_mask_new(t, x->rows, p, pk, site));
    tf_elem()->drop(y->rows, y->cols, y->v, r ? r->v : NULL, x->v, &d->mask, 0);
    tf_record(t, drop_back, d);
    return y;
}

struct tf_mat *tf_dropout(struct tf_tape *t, struct tf_mat *x, double p, const struct tf_pack *pk, uint32_t site) {
    return t->train && p > 0 ? drop(t, NULL, x, p, pk, site) : x;
}

struct tf_mat *tf_residual(struct tf_tape *t, struct tf_mat *r, struct tf_mat *x, double p, const struct tf_pack *pk, uint32_t site) {
    if (!t->train || p <= 0) return tf_add(t, r, x);
    TF_BUG_IF(r->rows != x->rows || r->cols != x->cols, "residual: (%d,%d) and (%d,%d)", r->rows, r->cols, x->rows, x->cols);
    t->flops[TF_FLOP_OTHER] += (double)x->rows * x->cols;
    return drop(t, r, x, p, pk, site);
}

/* ---- embedding ---- */
struct embed {
    struct tf_mat *y;
    int n;
    struct tf_lookup from[TF_LOOKUPS];
    struct tf_mask mask;
};

static void embed_back(struct tf_tape *t, void *aux) {
    const struct embed *e = aux;
    const int C = e->y->cols;
    struct tf_mark mark = tf_arena_mark(&t->arena);
    tf_real *dx = tf_arena_alloc(&t->arena, sizeof *dx * (size_t)C);
    for (int i = 0; i < e->y->rows; i++) {
        const tf_real *dy = tf_grad(e->y, i);
        if (e->mask.hash) tf_elem()->drop(1, C, dx, NULL, dy, &e->mask, i), dy = dx;
        for (int k = 0; k < e->n; k++) {
            const struct tf_lookup *l = &e->from[k];
            if (l->table->grad && l->ids[i] >= 0) tf_elem()->add((size_t)C, tf_grad(l->table, l->ids[i]), dy);
        }
    }
    tf_arena_rewind(&t->arena, mark);
}

struct tf_mat *tf_embed_sum(struct tf_tape *t, int n, const struct tf_lookup *from, int rows, double p, const struct tf_pack *pk,
                            uint32_t site) {
    const int C = from[0].table->cols;
    TF_BUG_IF(n < 1 || n > TF_LOOKUPS, "embedding from %d tables", n);
    struct tf_mat *y = tf_new(t, rows, C);
    struct embed *e = TF_AUX(t, struct embed, y, n, {{0}}, {NULL, 0, 1});
    if (t->train && p > 0) e->mask = tf_mask_new(t, rows, p, pk, site);
    for (int k = 0; k < n; k++) {
        const size_t bytes = sizeof(int) * (size_t)rows;
        e->from[k] = (struct tf_lookup){from[k].table, memcpy(tf_arena_alloc(&t->arena, bytes), from[k].ids, bytes)};
    }
    for (int i = 0; i < rows; i++) {
        const tf_real *row[TF_LOOKUPS];
        int m = 0;
        for (int k = 0; k < n; k++) {
            const struct tf_lookup *l = &from[k];
            TF_BUG_IF(l->ids[i] >= l->table->rows, "embedding: id %d of %d", l->ids[i], l->table->rows);
            if (l->ids[i] >= 0) row[m++] = tf_row(l->table, l->ids[i]);
        }
        if (m) tf_elem()->sum_drop(m, C, tf_row(y, i), row, &e->mask, i);
        else memset(tf_row(y, i), 0, sizeof *y->v * (size_t)C);
    }
    t->flops[TF_FLOP_OTHER] += (double)(n - 1 + (e->mask.hash != NULL)) * rows * C;
    tf_record(t, embed_back, e);
    return y;
}

struct tf_mat *tf_embed(struct tf_tape *t, struct tf_mat *table, const int *ids, int n) {
    return tf_embed_sum(t, 1, &(struct tf_lookup){table, ids}, n, 0, NULL, 0);
}

/* ---- pooling: (rows,C) -> (n_seq,C) ---- */
struct pool {
    struct tf_mat *x, *y;
    const int *off, *len;
};

static void pool_mean_back(TF_UNUSED struct tf_tape *t, void *aux) {
    struct pool *p = aux;
    for (int s = 0; p->x->grad && s < p->y->rows; s++)
        for (int i = 0; i < p->len[s]; i++)
            tf_elem()->axpy((size_t)p->y->cols, tf_grad(p->x, p->off[s] + i), (tf_real)1 / (tf_real)p->len[s], tf_grad(p->y, s));
}

static void pool_row_back(TF_UNUSED struct tf_tape *t, void *aux) {
    struct pool *p = aux;
    for (int s = 0; p->x->grad && s < p->y->rows; s++) tf_elem()->add((size_t)p->y->cols, tf_grad(p->x, p->off[s]), tf_grad(p->y, s));
}

static struct tf_mat *pool(struct tf_tape *t, struct tf_mat *x, const struct tf_pack *pk, bool mean, const int *row) {
    struct tf_mat *y = tf_new(t, pk->n_seq, x->cols);
    size_t bytes = sizeof(int) * (size_t)pk->n_seq;
    int *off = memcpy(tf_arena_alloc(&t->arena, bytes), pk->off, bytes), *len = memcpy(tf_arena_alloc(&t->arena, bytes), pk->len, bytes);
    for (int s = 0; s < pk->n_seq; s++) {
        memset(tf_row(y, s), 0, sizeof *y->v * (size_t)y->cols);
        int n = mean ? len[s] : 1;
        if (row) off[s] += row[s];
        for (int i = 0; i < n; i++) tf_elem()->add((size_t)y->cols, tf_row(y, s), tf_row(x, off[s] + i));
        for (int j = 0; j < y->cols; j++) tf_row(y, s)[j] /= (tf_real)n;
        t->flops[TF_FLOP_OTHER] += (double)n * y->cols;
    }
    tf_record(t, mean ? pool_mean_back : pool_row_back, TF_AUX(t, struct pool, x, y, off, len));
    return y;
}

struct tf_mat *tf_pool_mean(struct tf_tape *t, struct tf_mat *x, const struct tf_pack *pk) { return pool(t, x, pk, true, NULL); }

struct tf_mat *tf_pool_row(struct tf_tape *t, struct tf_mat *x, const struct tf_pack *pk, const int *row) {
    return pool(t, x, pk, false, row);
}

struct pool_max {
    struct tf_mat *x, *y;
    int *row; // (n_seq,C)
};

static void pool_max_back(TF_UNUSED struct tf_tape *t, void *aux) {
    struct pool_max *p = aux;
    for (int s = 0; p->x->grad && s < p->y->rows; s++)
        for (int j = 0; j < p->y->cols; j++) tf_grad(p->x, p->row[s * p->y->cols + j])[j] += tf_grad(p->y, s)[j];
}

struct tf_mat *tf_pool_max(struct tf_tape *t, struct tf_mat *x, const struct tf_pack *pk) {
    struct tf_mat *y = tf_new(t, pk->n_seq, x->cols);
    int *row = tf_arena_alloc(&t->arena, sizeof *row * (size_t)pk->n_seq * (size_t)x->cols);
    for (int s = 0; s < pk->n_seq; s++) {
        memcpy(tf_row(y, s), tf_row(x, pk->off[s]), sizeof *y->v * (size_t)y->cols);
        for (int j = 0; j < y->cols; j++) row[s * y->cols + j] = pk->off[s];
        for (int i = pk->off[s] + 1; i < pk->off[s] + pk->len[s]; i++)
            for (int j = 0; j < y->cols; j++)
                if (!isnan(tf_row(y, s)[j]) && !(tf_row(x, i)[j] <= tf_row(y, s)[j]))
                    tf_row(y, s)[j] = tf_row(x, i)[j], row[s * y->cols + j] = i;
        t->flops[TF_FLOP_OTHER] += (double)pk->len[s] * y->cols;
    }
    tf_record(t, pool_max_back, TF_AUX(t, struct pool_max, x, y, row));
    return y;
}
