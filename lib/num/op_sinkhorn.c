/* Sinkhorn attention's ops on blocks of rows: their sums, scores made a soft permutation, and blocks sorted by it. See num.h. */
#include <math.h>

#include "num/elem.h"
#include "num/op.h"

static int blocks(const struct tf_mat *x, int b) { return (x->rows + b - 1) / b; }
static int rows_of(const struct tf_mat *x, int b, int n) { return x->rows - n * b < b ? x->rows - n * b : b; } // of block n

/* ---- block_sums: s_n = sum of x_i over floor(i / b) = n ---- */
struct sums {
    struct tf_mat *x, *s;
    int b;
};

static void sums_back(TF_UNUSED struct tf_tape *t, void *aux) {
    const struct sums *a = aux;
    for (int i = 0; a->x->grad && i < a->x->rows; i++) tf_elem()->add((size_t)a->x->cols, tf_grad(a->x, i), tf_grad(a->s, i / a->b));
}

struct tf_mat *tf_block_sums(struct tf_tape *t, struct tf_mat *x, int b) {
    struct sums *a = TF_AUX(t, struct sums, x, tf_new(t, blocks(x, b), x->cols), b);
    memset(a->s->v, 0, sizeof *x->v * (size_t)a->s->rows * (size_t)x->cols);
    for (int n = 0; n < a->s->rows; n++) tf_elem()->sum_rows(rows_of(x, b, n), x->cols, tf_row(a->s, n), tf_row(x, n * b), x->ld);
    t->flops[TF_FLOP_POOL] += (double)x->rows * x->cols;
    tf_record(t, sums_back, a);
    return a->s;
}

/* ---- sinkhorn: in half steps h = 0 .. 2 iterations - 1, even ones over the rows, odd ones over the columns of R (N,N),
 *     z_0 = 0,   z_{h+1}[i] = log sum_j exp(R_ij - z_h[j])   (odd h: R_ji),
 * the weights of half step h are w_ij = exp(R_ij - z_h[j] - z_{h+1}[i]), a softmax over j, and those of the last one are P. Only z is kept:
 * the backward pass computes w again, dR_ij += w_ij dz_{h+1}[i], dz_h[j] = -sum_i w_ij dz_{h+1}[i]. ---- */
struct sinkhorn {
    struct tf_mat *R, *P;
    int halves;
    tf_real *z; /* (halves,N) */
};

static size_t where(const struct tf_mat *m, int h, int i, int j) {
    return h % 2 ? (size_t)j * (size_t)m->ld + (size_t)i : (size_t)i * (size_t)m->ld + (size_t)j;
}

/* w (N): the weights of line i in half step h; returns z_{h+1}[i]. x (N) is scratch. */
static tf_real weigh(const struct sinkhorn *s, int h, int i, tf_real *w, tf_real *x) {
    const int N = s->R->rows;
    tf_real top;
    for (int j = 0; j < N; j++) x[j] = s->R->v[where(s->R, h, i, j)] - s->z[h * N + j];
    const double sum = tf_elem()->exp_row((size_t)N, w, x, &top);
    for (int j = 0; j < N; j++) w[j] *= (tf_real)(1 / sum);
    return top + (tf_real)log(sum);
}

static void sinkhorn_back(struct tf_tape *t, void *aux) {
    const struct sinkhorn *s = aux;
    const int N = s->R->rows, last = s->halves - 1;
    struct tf_mark mark = tf_arena_mark(&t->arena);
    tf_real *w = tf_arena_alloc(&t->arena, sizeof *w * 2 * (size_t)N),
            *dz = tf_arena_calloc(&t->arena, sizeof *dz * (size_t)(s->halves * N));
    for (int h = last; s->R->grad && h >= 0; h--)
        for (int i = 0; i < N; i++) {
            tf_real mean = 0;
            weigh(s, h, i, w, w + N);
            for (int j = 0; h == last && j < N; j++) mean += w[j] * s->P->g[where(s->P, h, i, j)];
            for (int j = 0; j < N; j++) { // d: of R_ij - z_h[j]
                const tf_real d = w[j] * (h == last ? s->P->g[where(s->P, h, i, j)] - mean : dz[(h + 1) * N + i]);
                s->R->g[where(s->R, h, i, j)] += d;
                dz[h * N + j] -= d;
            }
        }
    tf_arena_rewind(&t->arena, mark);
}

struct tf_mat *tf_sinkhorn(struct tf_tape *t, struct tf_mat *R, int iterations) {
    const int N = R->rows;
    TF_BUG_IF(R->cols != N || iterations < 1, "sinkhorn: (%d,%d), %d iterations", N, R->cols, iterations);
    struct sinkhorn *s = TF_AUX(t, struct sinkhorn, R, tf_new(t, N, N), 2 * iterations,
                                tf_arena_calloc(&t->arena, sizeof(tf_real) * 2 * (size_t)(iterations * N)));
    struct tf_mark mark = tf_arena_mark(&t->arena);
    tf_real *w = tf_arena_alloc(&t->arena, sizeof *w * 2 * (size_t)N);
    for (int h = 0; h < s->halves; h++)
        for (int i = 0; i < N; i++) {
            const tf_real z = weigh(s, h, i, w, w + N);
            if (h + 1 < s->halves) s->z[(h + 1) * N + i] = z;
            else
                for (int j = 0; j < N; j++) s->P->v[where(s->P, h, i, j)] = w[j];
        }
    tf_arena_rewind(&t->arena, mark);
    t->flops[TF_FLOP_ROUTE] += 5.0 * s->halves * N * N;
    tf_record(t, sinkhorn_back, s);
    return s->P;
}

/* ---- sort_blocks: y holds S (n,bD) = P^T X and X (N,bD), padded with zeros, row of one above row of the other. dP = X dS^T, dX += P dS ---- */
struct sort {
    struct tf_mat *x, *P, *y;
    int b;
};

static void sort_back(TF_UNUSED struct tf_tape *t, void *aux) {
    const struct sort *s = aux;
    const struct tf_mat *P = s->P;
    const int N = P->rows, n = P->cols, w = s->b * s->x->cols;
    tf_real *dS = s->y->g, *dX = dS + w;
    if (P->grad) tf_gemm(false, true, N, n, w, 1, s->y->v + w, 2 * w, dS, 2 * w, 1, P->g, P->ld);
    if (!s->x->grad) return;
    tf_gemm(false, false, N, w, n, 1, P->v, P->ld, dS, 2 * w, 1, dX, 2 * w);
    for (int k = 0; k < N; k++)
        tf_elem()->add_rows(rows_of(s->x, s->b, k), s->x->cols, tf_grad(s->x, k * s->b), s->x->ld, dX + (ptrdiff_t)k * 2 * w, s->x->cols);
}

struct tf_mat *tf_sort_blocks(struct tf_tape *t, struct tf_mat *x, struct tf_mat *P, int b) {
    const int N = P->rows, n = P->cols, w = b * x->cols;
    TF_BUG_IF(blocks(x, b) != N || n > N, "sort: %d blocks, P (%d,%d)", blocks(x, b), N, n);
    struct sort *s = TF_AUX(t, struct sort, x, P, tf_new(t, 2 * N * b, x->cols), b);
    for (int k = 0; k < N; k++) {
        tf_real *own = s->y->v + (ptrdiff_t)(2 * k + 1) * w, *end = own;
        for (int i = k * b; i < k * b + rows_of(x, b, k); i++, end += x->cols) memcpy(end, tf_row(x, i), sizeof *end * (size_t)x->cols);
        memset(end, 0, sizeof *end * (size_t)(own + w - end));
        if (k >= n) memset(own - w, 0, sizeof *own * (size_t)w);
    }
    tf_gemm(true, false, n, w, N, 1, P->v, P->ld, s->y->v + w, 2 * w, 0, s->y->v, 2 * w);
    t->flops[TF_FLOP_POOL] += 2.0 * n * x->rows * x->cols;
    tf_record(t, sort_back, s);
    return s->y;
}
