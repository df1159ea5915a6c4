/* Trees learn from full attention (tf_tree_teach in tree.h): the probabilities a of sampled queries are the target, the soft leaves of both trees the student.
 *
 * Both losses are functions of the meeting probabilities m = P_q P_k^T (S,T), of rank `leaves`, so with G = dL/dm: dP_q = G P_k, dP_k = G^T P_q, and what a
 * price of full leaves adds is linear in the sums N, Q of the columns of P_k, P_q. Scores come from q and k as they are: nothing flows back to them.
 * Queries go in blocks of ROWS, so that scores, m and both gradients are products of matrices. */
#include <math.h>
#include <string.h>

#include "num/elem.h"
#include "num/tree.h"

enum { ROWS = 64 };

struct side { /* one tree over the T tokens */
    const struct tf_tree *tree;
    const struct tf_mat *x;
    tf_real *z, *pi, *dz; /* (T,rows), (T,nodes): probability to reach a node, (T,rows) */
    tf_real *U;           /* (T,leaves): dL/dP */
};
struct teach {
    struct tf_teach a;
    struct side q, k;
    int T, S, *row; /* tokens; queries drawn, and which */
};

static tf_real *zeros(struct tf_tape *t, int rows, int cols) {
    return tf_arena_calloc(&t->arena, sizeof(tf_real) * (size_t)rows * (size_t)cols);
}

#ifdef TF_DOUBLE
#define EXP exp
#define LOG log
#else
#define EXP expf
#define LOG logf
#endif

/* Shares of a node's children: sm (branch) = softmax of beta z; of a binary node's z: left, right. */
static void shares(const struct tf_tree_shape *h, int level, const tf_real *z, tf_real *sm) {
    if (h->binary) {
        sm[1] = 1 / (1 + EXP(-z[0])), sm[0] = 1 - sm[1];
        return;
    }
    tf_real top = z[0], sum = 0;
    for (int c = 1; c < h->branch[level]; c++) top = z[c] > top ? z[c] : top;
    for (int c = 0; c < h->branch[level]; c++) sum += sm[c] = EXP(z[c] - top);
    for (int c = 0; c < h->branch[level]; c++) sm[c] /= sum;
}

/* Where node n's own score or its children's begin in a row of z; the first child is node `child`. */
static int score_at(const struct tf_tree_shape *h, int n, int child) { return h->binary ? n : child - 1; }

static tf_real *share_room(struct tf_tape *t, const struct tf_tree_shape *h) {
    int most = 2;
    for (int l = 0; l < h->levels; l++) most = h->branch[l] > most ? h->branch[l] : most;
    return tf_arena_alloc(&t->arena, sizeof(tf_real) * (size_t)most);
}

/* The last `leaves` of a row of pi (nodes): the leaves' probabilities. */
static tf_real *leaves_of(const struct side *s, int i) {
    const struct tf_tree_shape *h = &s->tree->shape;
    return s->pi + (ptrdiff_t)i * h->nodes + h->off[h->levels];
}

static void open_side(struct tf_tape *t, const struct teach *e, struct side *s, const struct tf_tree *tree, const struct tf_mat *x) {
    const struct tf_tree_shape *h = &tree->shape;
    const int T = e->T;
    *s = (struct side){tree, x, zeros(t, T, h->rows), zeros(t, T, h->nodes), zeros(t, T, h->rows), zeros(t, T, h->leaves)};
    tf_gemm(false, true, T, h->rows, x->cols, 1, x->v, x->ld, tree->w->v, tree->w->ld, 0, s->z, h->rows);
    tf_real *sm = share_room(t, h);
    for (int i = 0; i < T; i++) {
        tf_real *z = s->z + (ptrdiff_t)i * h->rows, *pi = s->pi + (ptrdiff_t)i * h->nodes;
        for (int n = 0; n < h->rows; n++) z[n] = (tf_real)e->a.beta * (z[n] + tree->b->v[(ptrdiff_t)n * tree->b->ld]);
        pi[0] = 1;
        for (int l = 0, child = 1; l < h->levels; l++)
            for (int n = h->off[l]; n < h->off[l + 1]; n++) {
                shares(h, l, z + score_at(h, n, child), sm);
                for (int c = 0; c < h->branch[l]; c++) pi[child++] = pi[n] * sm[c];
            }
    }
}

/* dz of one side from U: with sm the shares of node n's children, U_n = sum_c sm_c U_c and dz_c = beta pi_n sm_c (U_c - U_n); of a binary node, whose one
 * score is the right child's: beta pi_n sm_left sm_right (U_right - U_left), the same. */
static void close_side(struct tf_tape *t, const struct teach *e, struct side *s) {
    const struct tf_tree_shape *h = &s->tree->shape;
    struct tf_mark mark = tf_arena_mark(&t->arena);
    tf_real *u = zeros(t, 1, h->nodes), *sm = share_room(t, h);
    for (int i = 0; i < e->T; i++) {
        const tf_real *z = s->z + (ptrdiff_t)i * h->rows, *pi = s->pi + (ptrdiff_t)i * h->nodes;
        tf_real *dz = s->dz + (ptrdiff_t)i * h->rows;
        memcpy(u + h->off[h->levels], s->U + (ptrdiff_t)i * h->leaves, sizeof *u * (size_t)h->leaves);
        for (int l = h->levels - 1, end = h->nodes; l >= 0; l--)
            for (int n = h->off[l + 1] - 1; n >= h->off[l]; n--) {
                const int child = end - h->branch[l], at = score_at(h, n, child);
                const tf_real f = (tf_real)(e->a.beta * e->a.weight) * pi[n];
                shares(h, l, z + at, sm);
                u[n] = 0;
                for (int c = 0; c < h->branch[l]; c++) u[n] += sm[c] * u[child + c];
                if (h->binary) dz[at] = f * sm[0] * sm[1] * (u[child + 1] - u[child]);
                for (int c = 0; c < h->branch[l] && !h->binary; c++) dz[at + c] = f * sm[c] * (u[child + c] - u[n]);
                end = child;
            }
    }
    tf_arena_rewind(&t->arena, mark);
}

struct block { /* n of the drawn queries; (ROWS,D), (ROWS,T) three times, (ROWS,leaves) twice */
    int n;
    const int *row;
    tf_real *q, *score, *a, *m, *P, *U; /* m becomes G = S dL/dm */
};

/* a: of each row the mean over the heads of full attention's probabilities. */
static void target(const struct teach *e, struct block *b) {
    const int T = e->T;
    memset(b->a, 0, sizeof *b->a * (size_t)b->n * (size_t)T);
    for (int h = 0; h < e->a.n_heads; h++) {
        const struct tf_mat *q = e->a.q[h], *k = e->a.k[h];
        for (int r = 0; r < b->n; r++)
            memcpy(b->q + (ptrdiff_t)r * q->cols, q->v + (ptrdiff_t)b->row[r] * q->ld, sizeof *b->q * (size_t)q->cols);
        tf_gemm(false, true, b->n, T, q->cols, (tf_real)e->a.scale, b->q, q->cols, k->v, k->ld, 0, b->score, T);
        for (int r = 0; r < b->n; r++) {
            tf_real *a = b->a + (ptrdiff_t)r * T, *p = b->m, top; // m is not made yet
            const tf_real f = (tf_real)(1 / (tf_elem()->exp_row((size_t)T, p, b->score + (ptrdiff_t)r * T, &top) * e->a.n_heads));
            for (int j = 0; j < T; j++) a[j] += f * p[j];
        }
    }
}

/* A row against its target: the loss; m (T) becomes G = S dL/dm of the row. */
static double row_loss(const struct teach *e, const tf_real *restrict a, tf_real *restrict m) {
    const tf_real part = (tf_real)(1 - e->a.guard), least = (tf_real)(e->a.guard / e->T);
    const int T = e->T;
    double loss = 0, Z = e->a.guard;
    if (e->a.kind == TF_TEACH_MASS) {
        for (int j = 0; j < T; j++) loss -= (double)a[j] * (double)m[j], m[j] = -a[j];
        return loss;
    }
    for (int j = 0; j < T; j++) Z += (double)(part * m[j]);
    const tf_real each = (tf_real)(1 / Z);
    for (int j = 0; j < T; j++) {
        const tf_real ratio = a[j] / (part * m[j] + least);
        m[j] = part * (each - ratio);
        if (a[j] > (tf_real)1e-9) loss += (double)(a[j] * LOG(ratio)); // the others add less than rounding does
    }
    return loss + log(Z);
}

/* A block of drawn queries: the sum of their losses; their part of U of both sides. */
static double block_loss(struct teach *e, struct block *b) {
    const int T = e->T, M = e->q.tree->shape.leaves, ld = e->k.tree->shape.nodes;
    const tf_real one = (tf_real)1 / (tf_real)e->S;
    double loss = 0;
    target(e, b);
    for (int r = 0; r < b->n; r++) memcpy(b->P + (ptrdiff_t)r * M, leaves_of(&e->q, b->row[r]), sizeof *b->P * (size_t)M);
    tf_gemm(false, true, b->n, T, M, 1, b->P, M, leaves_of(&e->k, 0), ld, 0, b->m, T);
    for (int r = 0; r < b->n; r++) loss += row_loss(e, b->a + (ptrdiff_t)r * T, b->m + (ptrdiff_t)r * T);
    tf_gemm(false, false, b->n, M, T, one, b->m, T, leaves_of(&e->k, 0), ld, 0, b->U, M);
    for (int r = 0; r < b->n; r++) memcpy(e->q.U + (ptrdiff_t)b->row[r] * M, b->U + (ptrdiff_t)r * M, sizeof *b->U * (size_t)M);
    tf_gemm(true, false, T, M, b->n, one, b->m, T, b->P, M, 1, e->k.U, M);
    return loss;
}

/* MASS: price / T^2 sum_l Q_l N_l, which all tokens pay: expected pairs. */
static double charge(struct tf_tape *t, struct teach *e) {
    const int M = e->q.tree->shape.leaves, T = e->T;
    struct tf_mark mark = tf_arena_mark(&t->arena);
    tf_real *Q = zeros(t, 1, M), *N = zeros(t, 1, M);
    const double price = e->a.price / ((double)T * T);
    double loss = 0;
    for (int i = 0; i < T; i++)
        for (int l = 0; l < M; l++) Q[l] += leaves_of(&e->q, i)[l], N[l] += leaves_of(&e->k, i)[l];
    for (int l = 0; l < M; l++) loss += price * (double)Q[l] * (double)N[l];
    for (int i = 0; i < T; i++)
        for (int l = 0; l < M; l++) {
            e->q.U[(ptrdiff_t)i * M + l] += (tf_real)price * N[l];
            e->k.U[(ptrdiff_t)i * M + l] += (tf_real)price * Q[l];
        }
    tf_arena_rewind(&t->arena, mark);
    return loss;
}

static void draw(struct tf_tape *t, struct teach *e) { // S of T rows without replacement, ascending
    struct tf_rng r = tf_rng_at(t->seed, TF_RNG_TEACH, t->step, e->a.example, e->a.site);
    e->row = tf_arena_alloc(&t->arena, sizeof *e->row * (size_t)e->S);
    for (int i = 0, n = 0; n < e->S; i++)
        if (e->S == e->T || (int)tf_rng_below(&r, (uint32_t)(e->T - i)) < e->S - n) e->row[n++] = i;
}

static void learn(const struct side *s) {
    const struct tf_tree_shape *h = &s->tree->shape;
    struct tf_mat *w = s->tree->w, *b = s->tree->b;
    if (w->grad) tf_gemm(true, false, h->rows, s->x->cols, s->x->rows, 1, s->dz, h->rows, s->x->v, s->x->ld, 1, w->g, w->ld);
    for (int i = 0; b->grad && i < s->x->rows; i++)
        for (int n = 0; n < h->rows; n++) b->g[(ptrdiff_t)n * b->ld] += s->dz[(ptrdiff_t)i * h->rows + n];
}

static void teach_back(struct tf_tape *t, void *aux) {
    const struct teach *e = aux;
    (void)t;
    learn(&e->q), learn(&e->k);
}

double tf_tree_teach(struct tf_tape *t, const struct tf_teach *a) {
    const int M = a->q_tree->shape.leaves, T = a->see_k->rows, D = a->q[0]->cols;
    TF_BUG_IF(!a->q_tree->b || a->see_q->rows != T, "teach: trees with biases, all queries");
    struct teach *e = tf_arena_alloc(&t->arena, sizeof *e);
    *e = (struct teach){.a = *a, .T = T, .S = a->rows > 0 && a->rows < T ? a->rows : T};
    open_side(t, e, &e->q, a->q_tree, a->see_q), open_side(t, e, &e->k, a->k_tree, a->see_k);
    draw(t, e);
    struct tf_mark mark = tf_arena_mark(&t->arena);
    const int most = e->S < ROWS ? e->S : ROWS;
    struct block b = {.q = zeros(t, most, D), .score = zeros(t, most, T), .a = zeros(t, most, T), .m = zeros(t, most, T)};
    b.P = zeros(t, most, M), b.U = zeros(t, most, M);
    double loss = 0;
    for (int s = 0; s < e->S; s += ROWS) {
        b.n = e->S - s < ROWS ? e->S - s : ROWS, b.row = e->row + s;
        loss += block_loss(e, &b) / e->S;
    }
    tf_arena_rewind(&t->arena, mark);
    if (a->kind == TF_TEACH_MASS) loss += charge(t, e);
    close_side(t, e, &e->q), close_side(t, e, &e->k);
    t->aux_loss += a->weight * loss;
    tf_record(t, teach_back, e);
    return loss;
}
