/* Trees learn from full attention (tf_tree_teach in tree.h): the probabilities a of sampled queries are the target, the soft leaves of both trees the student.
 *
 * Both losses are functions of the meeting probabilities m = P_q P_k^T (S,T), of rank `leaves`, so with G = dL/dm: dP_q = G P_k, dP_k = G^T P_q, and what a
 * price of full leaves adds is linear in the sums N, Q of the columns of P_k, P_q. Scores come from q and k as they are: nothing flows back to them. */
#include <math.h>
#include <string.h>

#include "num/tree.h"

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

static tf_real sigmoid(tf_real x) { return 1 / (1 + (tf_real)exp(-(double)x)); }

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
    for (int i = 0; i < T; i++) {
        tf_real *z = s->z + (ptrdiff_t)i * h->rows, *pi = s->pi + (ptrdiff_t)i * h->nodes;
        pi[0] = 1;
        for (int n = 0; n < h->rows; n++) {
            z[n] = (tf_real)e->a.beta * (z[n] + tree->b->v[(ptrdiff_t)n * tree->b->ld]);
            const tf_real right = sigmoid(z[n]);
            pi[2 * n + 1] = pi[n] * (1 - right), pi[2 * n + 2] = pi[n] * right;
        }
    }
}

/* dz of one side from U: dz_n = beta pi_n sigma (1 - sigma) (U_right - U_left), U_n = sigma U_right + (1 - sigma) U_left. */
static void close_side(struct tf_tape *t, const struct teach *e, struct side *s) {
    const struct tf_tree_shape *h = &s->tree->shape;
    struct tf_mark mark = tf_arena_mark(&t->arena);
    tf_real *u = zeros(t, 1, h->nodes);
    for (int i = 0; i < e->T; i++) {
        const tf_real *z = s->z + (ptrdiff_t)i * h->rows, *pi = s->pi + (ptrdiff_t)i * h->nodes;
        memcpy(u + h->off[h->levels], s->U + (ptrdiff_t)i * h->leaves, sizeof *u * (size_t)h->leaves);
        for (int n = h->rows - 1; n >= 0; n--) {
            const tf_real right = sigmoid(z[n]), l = u[2 * n + 1], r = u[2 * n + 2];
            u[n] = right * r + (1 - right) * l;
            s->dz[(ptrdiff_t)i * h->rows + n] = (tf_real)(e->a.beta * e->a.weight) * pi[n] * right * (1 - right) * (r - l);
        }
    }
    tf_arena_rewind(&t->arena, mark);
}

/* a (T): the mean over the heads of row i of full attention's probabilities. */
static void target(const struct teach *e, int i, tf_real *score, tf_real *a) {
    memset(a, 0, sizeof *a * (size_t)e->T);
    for (int h = 0; h < e->a.n_heads; h++) {
        const struct tf_mat *q = e->a.q[h], *k = e->a.k[h];
        tf_gemm(false, true, 1, e->T, q->cols, (tf_real)e->a.scale, q->v + (ptrdiff_t)i * q->ld, q->ld, k->v, k->ld, 0, score, e->T);
        double top = -INFINITY, sum = 0;
        for (int j = 0; j < e->T; j++) top = fmax(top, (double)score[j]);
        for (int j = 0; j < e->T; j++) sum += exp((double)score[j] - top);
        for (int j = 0; j < e->T; j++) a[j] += (tf_real)(exp((double)score[j] - top) / sum / e->a.n_heads);
    }
}

/* Row i against its target: the loss, and G (T) = S dL/dm of the row; for KL the row's own dZ is in G. */
static double row_loss(const struct teach *e, const tf_real *a, const tf_real *m, tf_real *G) {
    const double T = e->T, eps = e->a.guard;
    double loss = 0, Z = eps;
    if (e->a.kind == TF_TEACH_MASS) {
        for (int j = 0; j < e->T; j++) loss -= (double)a[j] * (double)m[j], G[j] = -a[j];
        return loss;
    }
    for (int j = 0; j < e->T; j++) Z += (1 - eps) * (double)m[j];
    for (int j = 0; j < e->T; j++) {
        const double met = (1 - eps) * (double)m[j] + eps / T;
        if (a[j] > 0) loss += (double)a[j] * log((double)a[j] / met);
        G[j] = (tf_real)((1 - eps) * (1 / Z - (double)a[j] / met));
    }
    return loss + log(Z);
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
    const int M = a->q_tree->shape.leaves, T = a->see_k->rows;
    TF_BUG_IF(!a->q_tree->shape.binary || !a->q_tree->b || a->see_q->rows != T, "teach: binary trees with biases, all queries");
    struct teach *e = tf_arena_alloc(&t->arena, sizeof *e);
    *e = (struct teach){.a = *a, .T = T, .S = a->rows > 0 && a->rows < T ? a->rows : T};
    open_side(t, e, &e->q, a->q_tree, a->see_q), open_side(t, e, &e->k, a->k_tree, a->see_k);
    draw(t, e);
    struct tf_mark mark = tf_arena_mark(&t->arena);
    tf_real *score = zeros(t, 1, T), *p = zeros(t, 1, T), *m = zeros(t, 1, T), *G = zeros(t, 1, T), one = (tf_real)1 / (tf_real)e->S;
    const int ld = a->k_tree->shape.nodes;
    double loss = 0;
    for (int s = 0; s < e->S; s++) {
        const int i = e->row[s];
        tf_real *P = leaves_of(&e->q, i), *U = e->q.U + (ptrdiff_t)i * M;
        target(e, i, score, p);
        tf_gemm(false, true, 1, T, M, 1, P, ld, leaves_of(&e->k, 0), ld, 0, m, T);
        loss += row_loss(e, p, m, G) / e->S;
        tf_gemm(false, false, 1, M, T, one, G, T, leaves_of(&e->k, 0), ld, 1, U, M);
        tf_gemm(true, false, T, M, 1, one, G, T, P, ld, 1, e->k.U, M);
    }
    tf_arena_rewind(&t->arena, mark);
    if (a->kind == TF_TEACH_MASS) loss += charge(t, e);
    close_side(t, e, &e->q), close_side(t, e, &e->k);
    t->aux_loss += a->weight * loss;
    tf_record(t, teach_back, e);
    return loss;
}
