/* pinv: the pseudo-inverse of a square matrix by iteration; and depthwise convolution along the rows. See num.h.
 *
 * Every product of both is a tf_gemm: the convolution multiplies blocks of rows by a banded matrix, whose diagonals hold the filter. */
#include "num/elem.h"
#include "num/op.h"

/* ---- pinv: P = A Z, V = 15 I - P (7 I - P), W = 13 I - P V, next Z = Z W / 4. With G = d next Z:
 *      dW = Z^T G / 4,  dV = -P^T dW,  dP = -dW V^T - dV (7 I - P)^T + P^T dV,  dZ = G W^T / 4 + A^T dP,  dA += dP Z^T. ---- */
struct pinv_step {
    tf_real *Z, *P, *V, *W; /* (m,m) each */
};
struct pinv {
    struct tf_mat *A, *y;
    int steps, widest; /* column of A with the largest sum */
    tf_real sum;       /* of that column */
    struct pinv_step *step;
};

static void product(int m, bool ta, bool tb, tf_real alpha, const tf_real *X, const tf_real *Y, tf_real beta, tf_real *out) {
    tf_gemm(ta, tb, m, m, m, alpha, X, m, Y, m, beta, out, m);
}

static void add_diagonal(int m, tf_real *X, tf_real a) {
    for (int i = 0; i < m; i++) X[i * m + i] += a;
}

static void pinv_step(int m, const tf_real *A, const struct pinv_step *s, tf_real *next) {
    product(m, false, false, 1, A, s->Z, 0, s->P);
    memcpy(s->V, s->P, sizeof *s->V * (size_t)m * (size_t)m);
    product(m, false, false, 1, s->P, s->P, -7, s->V);
    add_diagonal(m, s->V, 15);
    product(m, false, false, -1, s->P, s->V, 0, s->W);
    add_diagonal(m, s->W, 13);
    product(m, false, false, (tf_real)0.25, s->Z, s->W, 0, next);
}

/* G holds the gradient of what the step gave, then of what it took; dA grows. */
static void pinv_step_back(int m, const tf_real *A, const struct pinv_step *s, tf_real *G, tf_real *dA, tf_real *work) {
    const size_t size = (size_t)m * (size_t)m;
    tf_real *dW = work, *dV = work + size, *dP = work + 2 * size, *dZ = work + 3 * size;
    product(m, true, false, (tf_real)0.25, s->Z, G, 0, dW);
    product(m, false, true, (tf_real)0.25, G, s->W, 0, dZ);
    product(m, true, false, -1, s->P, dW, 0, dV);
    memcpy(dP, dV, sizeof *dP * size);
    product(m, false, true, -1, dW, s->V, -7, dP);
    product(m, false, true, 1, dV, s->P, 1, dP);
    product(m, true, false, 1, s->P, dV, 1, dP);
    product(m, false, true, 1, dP, s->Z, 1, dA);
    product(m, true, false, 1, A, dP, 1, dZ);
    memcpy(G, dZ, sizeof *G * size);
}

/* Z_0 = A^T / sum of the widest column. */
static void pinv_start(struct pinv *p, const tf_real *A, tf_real *Z) {
    const int m = p->y->rows;
    for (int j = 0; j < m; j++) {
        tf_real sum = 0;
        for (int i = 0; i < m; i++) sum += A[i * m + j];
        if (j == 0 || sum > p->sum) p->sum = sum, p->widest = j;
    }
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) Z[i * m + j] = A[j * m + i] / p->sum;
}

static void pinv_start_back(const struct pinv *p, const tf_real *G, tf_real *dA) {
    const int m = p->y->rows;
    tf_real dot = 0;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) dA[j * m + i] += G[i * m + j] / p->sum, dot += G[i * m + j] * p->step[0].Z[i * m + j];
    for (int i = 0; i < m; i++) dA[i * m + p->widest] -= dot / p->sum;
}

static void pinv_back(struct tf_tape *t, void *aux) {
    const struct pinv *p = aux;
    const int m = p->y->rows;
    const size_t size = (size_t)m * (size_t)m;
    if (!p->A->grad) return;
    struct tf_mark mark = tf_arena_mark(&t->arena);
    tf_real *G = tf_arena_alloc(&t->arena, sizeof *G * size), *work = tf_arena_alloc(&t->arena, sizeof *work * 4 * size);
    memcpy(G, p->y->g, sizeof *G * size);
    for (int i = p->steps; i-- > 0;) pinv_step_back(m, p->A->v, &p->step[i], G, p->A->g, work);
    pinv_start_back(p, G, p->A->g);
    tf_arena_rewind(&t->arena, mark);
}

struct tf_mat *tf_pinv(struct tf_tape *t, struct tf_mat *A, int steps) {
    const int m = A->rows;
    const size_t size = (size_t)m * (size_t)m;
    TF_BUG_IF(A->cols != m || A->ld != m || steps < 1, "pinv: (%d,%d), %d steps", m, A->cols, steps);
    struct tf_mat *y = tf_new(t, m, m);
    const int held = t->grad ? steps : tf_least(steps, 2); // evaluation reads no step again
    struct tf_mark mark = tf_arena_mark(&t->arena);
    struct pinv *p =
        TF_AUX(t, struct pinv, .A = A, .y = y, .steps = steps, .step = tf_arena_alloc(&t->arena, sizeof *p->step * (size_t)held));
    for (int i = 0; i < held; i++) {
        tf_real *x = tf_arena_alloc(&t->arena, sizeof *x * 4 * size);
        p->step[i] = (struct pinv_step){x, x + size, x + 2 * size, x + 3 * size};
    }
    pinv_start(p, A->v, p->step[0].Z);
    for (int i = 0; i < steps; i++) pinv_step(m, A->v, &p->step[i % held], i + 1 < steps ? p->step[(i + 1) % held].Z : y->v);
    t->flops[TF_FLOP_FEATURE] += 8.0 * steps * (double)m * m * m;
    if (t->grad) tf_record(t, pinv_back, p);
    else tf_arena_rewind(&t->arena, mark);
    return y;
}

/* ---- conv_rows: y_i = sum_d w_d x_{i + d - r}, k = 2 r + 1. In blocks of rows, y = M x with M (BLOCK, BLOCK + k - 1), M_b,b+d = w_d ---- */
enum { BLOCK = 32 };

struct conv {
    struct tf_mat *x, *w, *y;
};
struct window { /* rows at..at+n-1 of y read rows from..from+rows-1 of x, by the columns of M from `col` */
    int at, n, from, rows, col;
};

static struct window window_at(const struct conv *c, int at) {
    const int T = c->x->rows, r = c->w->cols / 2, n = T - at < BLOCK ? T - at : BLOCK;
    const int from = at > r ? at - r : 0, to = at + n + r < T ? at + n + r : T;
    return (struct window){at, n, from, to - from, from - (at - r)};
}

static tf_real *banded(struct tf_tape *t, const struct conv *c, int *width) {
    const int k = c->w->cols;
    *width = BLOCK + k - 1;
    tf_real *M = tf_arena_calloc(&t->arena, sizeof *M * BLOCK * (size_t)*width);
    for (int b = 0; b < BLOCK; b++) memcpy(M + b * *width + b, c->w->v, sizeof *M * (size_t)k);
    return M;
}

static void conv_back(struct tf_tape *t, void *aux) {
    const struct conv *c = aux;
    const struct tf_mat *x = c->x, *y = c->y;
    struct tf_mark mark = tf_arena_mark(&t->arena);
    int width;
    const tf_real *M = banded(t, c, &width);
    tf_real *dM = tf_arena_calloc(&t->arena, sizeof *dM * BLOCK * (size_t)width);
    for (int i = 0; i < y->rows; i += BLOCK) {
        const struct window w = window_at(c, i);
        const tf_real *dy = tf_grad(y, i);
        if (x->grad) tf_gemm(true, false, w.rows, y->cols, w.n, 1, M + w.col, width, dy, y->ld, 1, tf_grad(x, w.from), x->ld);
        if (c->w->grad) tf_gemm(false, true, w.n, w.rows, y->cols, 1, dy, y->ld, tf_row(x, w.from), x->ld, 1, dM + w.col, width);
    }
    for (int b = 0; c->w->grad && b < BLOCK; b++)
        for (int d = 0; d < c->w->cols; d++) c->w->g[d] += dM[b * width + b + d];
    tf_arena_rewind(&t->arena, mark);
}

struct tf_mat *tf_conv_rows(struct tf_tape *t, struct tf_mat *x, struct tf_mat *w) {
    TF_BUG_IF(w->rows != 1 || w->cols % 2 == 0, "conv_rows: w (%d,%d)", w->rows, w->cols);
    struct conv *c = TF_AUX(t, struct conv, x, w, tf_new(t, x->rows, x->cols));
    struct tf_mark mark = tf_arena_mark(&t->arena);
    int width;
    const tf_real *M = banded(t, c, &width);
    for (int i = 0; i < x->rows; i += BLOCK) {
        const struct window a = window_at(c, i);
        tf_gemm(false, false, a.n, x->cols, a.rows, 1, M + a.col, width, tf_row(x, a.from), x->ld, 0, tf_row(c->y, i), c->y->ld);
    }
    tf_arena_rewind(&t->arena, mark);
    t->flops[TF_FLOP_FEATURE] += 2.0 * w->cols * x->rows * x->cols;
    tf_record(t, conv_back, c);
    return c->y;
}
