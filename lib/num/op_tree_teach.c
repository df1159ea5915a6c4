/* Trees learn from full attention (tf_tree_teach in tree.h): the probabilities a of sampled queries are the target, the soft leaves of both trees the student.
 *
 * Both losses are functions of the meeting probabilities m = P_q P_k^T (S,T), of rank `leaves`, so with G = dL/dm: dP_q = G P_k, dP_k = G^T P_q, and what a
 * price of full leaves adds is linear in the sums N, Q of the columns of P_k, P_q. Scores come from q and k as they are: nothing flows back to them.
 * Queries go in blocks of ROWS, so that scores, m and both gradients are products of matrices. With a target of some keys alone the queries of a block have
 * one leaf, so that they share its keys and the drawn ones, and the rest of the row enters through N: Z = (1 - guard) sum_l P_q N_l + guard. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "num/op.h"
#include "num/elem.h"
#include "num/tree_kernel.h"

enum { ROWS = 64 };

struct side { /* one tree over the T tokens */
    const struct tf_tree *tree;
    const struct tf_mat *x;
    tf_real *sm, *pi, *dz; /* (T,rows): a node's share to the right, or its children's; (T,nodes): probability to reach a node; (T,rows) */
    tf_real *U;            /* (T,leaves): dL/dP */
};
struct teach {
    struct tf_teach a;
    struct side q, k;
    int T, S, *row; /* tokens; queries drawn, and which */
    double flops;
    tf_real *N, *R; /* some keys, KL: (leaves) sums of the keys' P; what every key's U gets from all queries' 1/Z */
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

/* A row of scores becomes shares; pi (nodes): the probability to reach each node. Binary: node n's children are 2 n + 1 and 2 n + 2. */
static void open_binary(int rows, tf_real *restrict sm, tf_real *restrict pi) {
    for (int n = 0; n < rows; n++) sm[n] = 1 / (1 + EXP(-sm[n]));
    for (int n = 0; n < rows; n++) pi[2 * n + 1] = pi[n] * (1 - sm[n]), pi[2 * n + 2] = pi[n] * sm[n];
}

static void open_kary(const struct tf_tree_shape *h, tf_real *sm, tf_real *pi) {
    for (int l = 0, child = 1; l < h->levels; l++)
        for (int n = h->off[l]; n < h->off[l + 1]; n++) {
            const int branch = h->branch[l];
            tf_real *of = sm + child - 1, top = of[0], sum = 0;
            for (int c = 1; c < branch; c++) top = of[c] > top ? of[c] : top;
            for (int c = 0; c < branch; c++) sum += of[c] = EXP(of[c] - top);
            for (int c = 0; c < branch; c++) of[c] /= sum, pi[child++] = pi[n] * of[c];
        }
}

/* The last `leaves` of a row of pi (nodes): the leaves' probabilities. */
static tf_real *leaves_of(const struct side *s, int i) {
    const struct tf_tree_shape *h = &s->tree->shape;
    return s->pi + (ptrdiff_t)i * h->nodes + h->off[h->levels];
}

static void open_side(struct tf_tape *t, struct teach *e, struct side *s, const struct tf_tree *tree, const struct tf_mat *x) {
    const struct tf_tree_shape *h = &tree->shape;
    const int T = e->T;
    *s = (struct side){tree, x, tf_reals(t, T, h->rows), tf_reals(t, T, h->nodes), tf_reals(t, T, h->rows), zeros(t, T, h->leaves)};
    tf_gemm(false, true, T, h->rows, x->cols, 1, x->v, x->ld, tree->w->v, tree->w->ld, 0, s->sm, h->rows);
    e->flops += 2 * (2.0 * T * h->rows * x->cols); // scores, and the gradient of w
    for (int i = 0; i < T; i++) {
        tf_real *sm = s->sm + (ptrdiff_t)i * h->rows, *pi = s->pi + (ptrdiff_t)i * h->nodes;
        for (int n = 0; n < h->rows; n++) sm[n] = (tf_real)e->a.beta * (sm[n] + tree->b->v[(ptrdiff_t)n * tree->b->ld]);
        pi[0] = 1;
        if (h->binary) open_binary(h->rows, sm, pi);
        else open_kary(h, sm, pi);
    }
}

/* dz of one side from U: with sm the shares of node n's children, U_n = sum_c sm_c U_c and dz_c = beta pi_n sm_c (U_c - U_n); of a binary node, whose one
 * score is the right child's: beta pi_n sm_left sm_right (U_right - U_left), the same. */
static void close_binary(int rows, tf_real scale, const tf_real *restrict sm, const tf_real *restrict pi, tf_real *u,
                         tf_real *restrict dz) {
    for (int n = rows - 1; n >= 0; n--) {
        const tf_real left = u[2 * n + 1], right = u[2 * n + 2];
        u[n] = (1 - sm[n]) * left + sm[n] * right;
        dz[n] = scale * pi[n] * (1 - sm[n]) * sm[n] * (right - left);
    }
}

static void close_kary(const struct tf_tree_shape *h, tf_real scale, const tf_real *sm, const tf_real *pi, tf_real *u, tf_real *dz) {
    for (int l = h->levels - 1, end = h->nodes; l >= 0; l--)
        for (int n = h->off[l + 1] - 1; n >= h->off[l]; n--) {
            const int child = end - h->branch[l], at = child - 1;
            u[n] = 0;
            for (int c = 0; c < h->branch[l]; c++) u[n] += sm[at + c] * u[child + c];
            for (int c = 0; c < h->branch[l]; c++) dz[at + c] = scale * pi[n] * sm[at + c] * (u[child + c] - u[n]);
            end = child;
        }
}

static void close_side(struct tf_tape *t, const struct teach *e, struct side *s) {
    const struct tf_tree_shape *h = &s->tree->shape;
    const tf_real scale = (tf_real)(e->a.beta * e->a.weight);
    struct tf_mark mark = tf_arena_mark(&t->arena);
    tf_real *u = tf_reals(t, 1, h->nodes);
    for (int i = 0; i < e->T; i++) {
        const tf_real *sm = s->sm + (ptrdiff_t)i * h->rows, *pi = s->pi + (ptrdiff_t)i * h->nodes;
        tf_real *dz = s->dz + (ptrdiff_t)i * h->rows;
        memcpy(u + h->off[h->levels], s->U + (ptrdiff_t)i * h->leaves, sizeof *u * (size_t)h->leaves);
        if (h->binary) close_binary(h->rows, scale, sm, pi, u, dz);
        else close_kary(h, scale, sm, pi, u, dz);
    }
    tf_arena_rewind(&t->arena, mark);
}

struct block { /* n of the drawn queries, nk keys; (ROWS,D), (ROWS,nk) three times, (ROWS,leaves) twice */
    int n, nk;
    const int *row, *key;               /* key NULL: all; else they are gathered */
    const tf_real *weight;              /* (nk) of a key in the row's sum: keys outside for each that was drawn */
    tf_real *q, *score, *a, *m, *P, *U; /* m becomes G = S dL/dm */
    tf_real *k, *Pk, *Uk;               /* gathered: (nk,D), (nk,leaves) twice */
};

/* dst (n,cols) = rows at[0..] of src. */
static void gather(tf_real *dst, int n, int cols, const int *at, const tf_real *src, ptrdiff_t ld) {
    for (int r = 0; r < n; r++) memcpy(dst + (ptrdiff_t)r * cols, src + at[r] * ld, sizeof *dst * (size_t)cols);
}

/* Scores lose slope |i - j|. */
static void distances(struct block *b, double slope) {
    for (int r = 0; r < b->n; r++)
        for (int j = 0; j < b->nk; j++) b->score[(ptrdiff_t)r * b->nk + j] -= (tf_real)(slope * abs(b->row[r] - (b->key ? b->key[j] : j)));
}

/* a: of each row the mean over the heads of full attention's probabilities. */
static void target(struct teach *e, struct block *b) {
    const int T = b->nk;
    e->flops += (double)e->a.n_heads * b->n * T * (2.0 * e->a.q[0]->cols + 5); // scaling and softmax: 5, as elsewhere
    memset(b->a, 0, sizeof *b->a * (size_t)b->n * (size_t)T);
    for (int h = 0; h < e->a.n_heads; h++) {
        const struct tf_mat *q = e->a.q[h], *k = e->a.k[h];
        gather(b->q, b->n, q->cols, b->row, q->v, q->ld);
        if (b->key) gather(b->k, T, k->cols, b->key, k->v, k->ld);
        tf_gemm(false, true, b->n, T, q->cols, (tf_real)e->a.scale, b->q, q->cols, b->key ? b->k : k->v, b->key ? k->cols : k->ld, 0,
                b->score, T);
        if (e->a.slope && e->a.slope[h] > 0) distances(b, e->a.slope[h]);
        for (int r = 0; r < b->n; r++) {
            tf_real *a = b->a + (ptrdiff_t)r * T, *p = b->m, top; // m is not made yet
            double sum = tf_elem()->exp_row((size_t)T, p, b->score + (ptrdiff_t)r * T, &top);
            if (b->weight) sum = 0;
            for (int j = 0; b->weight && j < T; j++) p[j] *= b->weight[j], sum += (double)p[j];
            const tf_real f = (tf_real)(1 / (sum * e->a.n_heads));
            for (int j = 0; j < T; j++) a[j] += f * p[j];
        }
    }
}

/* The same of a row of some keys; the 1/Z of all keys goes to N's sides: to `U` of the query and to R. */
static double some_loss(struct teach *e, const struct block *b, const tf_real *a, tf_real *m, const tf_real *P, tf_real *U) {
    const double part = 1 - e->a.guard, least = e->a.guard / e->T;
    const int M = e->q.tree->shape.leaves;
    double loss = 0, Z = e->a.guard;
    for (int l = 0; l < M; l++) Z += part * (double)P[l] * (double)e->N[l];
    const tf_real each = (tf_real)(part / (Z * e->S));
    for (int l = 0; l < M; l++) U[l] += each * e->N[l], e->R[l] += each * P[l];
    for (int j = 0; j < b->nk; j++) {
        const double met = part * (double)m[j] + least, p = (double)a[j];
        m[j] = (tf_real)(-part * p / met);
        if (p > 1e-9) loss += p * log(p / ((double)b->weight[j] * met));
    }
    return loss + log(Z);
}

/* A row against its target: the loss; m (nk) becomes G = S dL/dm of the row. */
static double row_loss(const struct teach *e, int T, const tf_real *restrict a, tf_real *restrict m) {
    const tf_real part = (tf_real)(1 - e->a.guard), least = (tf_real)(e->a.guard / e->T);
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
    const int T = b->nk, M = e->q.tree->shape.leaves, ld = b->key ? M : e->k.tree->shape.nodes;
    const tf_real one = (tf_real)1 / (tf_real)e->S, *Pk = b->key ? b->Pk : leaves_of(&e->k, 0);
    const bool some = e->N;
    double loss = 0;
    target(e, b);
    e->flops += 3 * (2.0 * b->n * T * M); // m, and both sides of its gradient
    gather(b->P, b->n, M, b->row, leaves_of(&e->q, 0), e->q.tree->shape.nodes);
    if (b->key)
        gather(b->Pk, T, M, b->key, leaves_of(&e->k, 0), e->k.tree->shape.nodes), memset(b->Uk, 0, sizeof *b->Uk * (size_t)T * (size_t)M);
    tf_gemm(false, true, b->n, T, M, 1, b->P, M, Pk, ld, 0, b->m, T);
    memset(b->U, 0, sizeof *b->U * (size_t)b->n * (size_t)M);
    for (int r = 0; r < b->n; r++) {
        const tf_real *a = b->a + (ptrdiff_t)r * T;
        tf_real *m = b->m + (ptrdiff_t)r * T;
        loss += some ? some_loss(e, b, a, m, b->P + (ptrdiff_t)r * M, b->U + (ptrdiff_t)r * M) : row_loss(e, T, a, m);
    }
    tf_gemm(false, false, b->n, M, T, one, b->m, T, Pk, ld, some, b->U, M);
    for (int r = 0; r < b->n; r++) memcpy(e->q.U + (ptrdiff_t)b->row[r] * M, b->U + (ptrdiff_t)r * M, sizeof *b->U * (size_t)M);
    tf_gemm(true, false, T, M, b->n, one, b->m, T, b->P, M, 1, b->key ? b->Uk : e->k.U, M);
    for (int j = 0; b->key && j < T; j++)
        for (int l = 0; l < M; l++) e->k.U[(ptrdiff_t)b->key[j] * M + l] += b->Uk[(ptrdiff_t)j * M + l];
    return loss;
}

static struct block open_block(struct tf_tape *t, const struct teach *e, int rows, int nk) {
    const int M = e->q.tree->shape.leaves, D = e->a.q[0]->cols;
    struct block b = {
        .nk = nk, .q = tf_reals(t, rows, D), .score = tf_reals(t, rows, nk), .a = tf_reals(t, rows, nk), .m = tf_reals(t, rows, nk)};
    b.P = tf_reals(t, rows, M), b.U = tf_reals(t, rows, M);
    return b;
}

static double all_keys(struct tf_tape *t, struct teach *e) {
    struct block b = open_block(t, e, e->S < ROWS ? e->S : ROWS, e->T);
    double loss = 0;
    for (int s = 0; s < e->S; s += ROWS) {
        b.n = e->S - s < ROWS ? e->S - s : ROWS, b.row = e->row + s;
        loss += block_loss(e, &b) / e->S;
    }
    return loss;
}

/* The drawn queries of one leaf against its keys and those drawn outside. row: (S), of these queries, n of them. */
static double leaf_loss(struct tf_tape *t, struct teach *e, int leaf, const int *row, int n, uint64_t *taken, struct tf_rng *rng) {
    const struct tf_route *k = e->a.k_route;
    const int M = e->q.tree->shape.leaves, own = k->start[leaf + 1] - k->start[leaf];
    struct tf_mark mark = tf_arena_mark(&t->arena);
    int *key = tf_arena_alloc(&t->arena, sizeof *key * (size_t)e->T);
    memcpy(key, k->order + k->start[leaf], sizeof *key * (size_t)own);
    const int drawn = tf_route_draw(rng, k, leaf, 0, k->start[M], e->a.keys, taken, key + own);
    struct block b = open_block(t, e, n < ROWS ? n : ROWS, own + drawn);
    tf_real *weight = tf_arena_alloc(&t->arena, sizeof *weight * (size_t)b.nk);
    for (int j = 0; j < b.nk; j++) weight[j] = j < own ? 1 : (tf_real)((double)(k->start[M] - own) / drawn);
    b.key = key, b.weight = weight;
    b.k = tf_reals(t, b.nk, e->a.k[0]->cols), b.Pk = tf_reals(t, b.nk, M), b.Uk = tf_reals(t, b.nk, M);
    double loss = 0;
    for (int s = 0; s < n; s += ROWS) {
        b.n = n - s < ROWS ? n - s : ROWS, b.row = row + s;
        loss += block_loss(e, &b) / e->S;
    }
    tf_arena_rewind(&t->arena, mark);
    return loss;
}

static double some_keys(struct tf_tape *t, struct teach *e, struct tf_rng *rng) {
    const int M = e->q.tree->shape.leaves, *leaf = e->a.q_route->leaf;
    int *row = tf_arena_alloc(&t->arena, sizeof *row * (size_t)e->S);
    uint64_t *taken = tf_arena_calloc(&t->arena, sizeof *taken * (size_t)(e->T / 64 + 1));
    double loss = 0;
    if (e->a.kind == TF_TEACH_KL) e->N = zeros(t, 1, M), e->R = zeros(t, 1, M);
    for (int i = 0; e->N && i < e->T; i++)
        for (int l = 0; l < M; l++) e->N[l] += leaves_of(&e->k, i)[l];
    for (int j = 0; j < M; j++) {
        int n = 0;
        for (int s = 0; s < e->S; s++)
            if (leaf[e->row[s]] == j) row[n++] = e->row[s];
        if (n) loss += leaf_loss(t, e, j, row, n, taken, rng);
    }
    for (int i = 0; e->R && i < e->T; i++)
        for (int l = 0; l < M; l++) e->k.U[(ptrdiff_t)i * M + l] += e->R[l];
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

static void draw(struct tf_tape *t, struct teach *e, struct tf_rng *r) { // S of T rows without replacement, ascending
    e->row = tf_arena_alloc(&t->arena, sizeof *e->row * (size_t)e->S);
    for (int i = 0, n = 0; n < e->S; i++)
        if (e->S == e->T || (int)tf_rng_below(r, (uint32_t)(e->T - i)) < e->S - n) e->row[n++] = i;
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
    const int T = a->see_k->rows;
    struct tf_rng rng = tf_rng_at(t->seed, TF_RNG_TEACH, t->step, a->example, a->site);
    TF_BUG_IF(!a->q_tree->b || a->see_q->rows != T, "teach: trees with biases, all queries");
    struct teach *e = tf_arena_alloc(&t->arena, sizeof *e);
    *e = (struct teach){.a = *a, .T = T, .S = a->rows > 0 && a->rows < T ? a->rows : T};
    open_side(t, e, &e->q, a->q_tree, a->see_q), open_side(t, e, &e->k, a->k_tree, a->see_k);
    draw(t, e, &rng);
    struct tf_mark mark = tf_arena_mark(&t->arena);
    double loss = a->keys > 0 ? some_keys(t, e, &rng) : all_keys(t, e);
    tf_arena_rewind(&t->arena, mark);
    if (a->kind == TF_TEACH_MASS && -loss >= a->recall) loss += charge(t, e);
    close_side(t, e, &e->q), close_side(t, e, &e->k);
    t->aux_loss += a->weight * loss;
    t->flops[TF_FLOP_TEACH] += e->flops;
    tf_record(t, teach_back, e);
    return loss;
}
