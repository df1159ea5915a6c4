/* TC-A's pooling over the nodes of a binary tree (tree.h). With g = dL/do, c_n the keys of node n (on level l), and
 * G_n = alpha_l (sum of g over the queries that pass n):
 *     d_alpha_l = sum_n <sum g, nu_n>     d_v_i = sum over the key's path of G_n / c_n
 *     d_P_q(i,n) = alpha_l <g_i, nu_n>    d_P_k(i,n) = <G_n, v_i - nu_n> / max(c_n, 1)       all nodes n: straight-through
 * With `ancestor` nu_n also serves the empty nodes that borrow it: where n has keys, G_n holds their G too. */
#include "num/elem.h"
#include "num/op.h"
#include "num/tree_kernel.h"

struct pool {
    struct tf_mat *v, *alpha, *o;
    const struct tf_route *q, *k;
    bool ancestor;
    tf_real *nu; /* (nodes,Dv) as queries see it */
    int *count;  /* (nodes) keys */
};

static size_t bytes(const struct tf_tree_shape *s, int D) { return sizeof(tf_real) * (size_t)s->nodes * (size_t)D; }

/* Sums of the rows of x by node: (nodes,D). */
static void node_sums(const struct tf_route *r, const tf_real *x, int ldx, int D, tf_real *sum) {
    const struct tf_tree_shape *s = &r->tree.shape;
    const struct tf_elem *E = tf_elem();
    memset(sum, 0, bytes(s, D));
    for (int i = 0; i < r->T; i++) {
        int row = r->order[i];
        E->add((size_t)D, sum + (ptrdiff_t)(s->off[s->levels] + r->leaf[row]) * D, x + (ptrdiff_t)row * ldx);
    }
    for (int n = s->nodes - 1; n > 0; n--) E->add((size_t)D, sum + (ptrdiff_t)((n - 1) / 2) * D, sum + (ptrdiff_t)n * D);
}

static int level_of(int node) {
    int l = 0;
    for (node++; node > 1; node /= 2) l++;
    return l;
}

static void means(struct pool *p) {
    const struct tf_tree_shape *s = &p->k->tree.shape;
    int D = p->v->cols;
    node_sums(p->k, p->v->v, p->v->ld, D, p->nu);
    for (int n = 0; n < s->nodes; n++) {
        tf_real *nu = p->nu + (ptrdiff_t)n * D, f = p->count[n] ? 1 / (tf_real)p->count[n] : 0;
        if (!p->count[n] && p->ancestor && n) memcpy(nu, p->nu + (ptrdiff_t)((n - 1) / 2) * D, sizeof *nu * (size_t)D);
        else
            for (int d = 0; d < D; d++) nu[d] *= f;
    }
}

/* ---- backward -------------------------------------------------------------------------------------------------------------- */
/* Deltas of a tile: U += A X^T + const, A (nodes,D) and X the rows of x. */
struct side {
    const tf_real *A, *add, *x;
    int ldx, D, nodes;
    tf_real *xt;
};

static void fill(void *arg, const int *row, int n, int w, tf_real *U) {
    const struct side *a = arg;
    const struct tf_kernels *K = tf_kernels();
    K->gather_transposed(a->xt, w, a->x, a->ldx, row, n, a->D, 1);
    if (a->add)
        for (int i = 0; i < a->nodes; i++)
            for (int l = 0; l < w; l++) U[(ptrdiff_t)i * w + l] += a->add[i];
    K->gemm_rowmajor(a->nodes - 1, w, a->D, a->A + a->D, a->D, a->xt, w, U + w, w, true); // the root has no decision
}

/* Gradients of alpha and v; leaves G (nodes,D). */
static void exact(struct tf_tape *t, struct pool *p, tf_real *G) {
    const struct tf_tree_shape *s = &p->q->tree.shape;
    int D = p->v->cols, nodes = s->nodes, first = s->off[s->levels];
    node_sums(p->q, p->o->g, p->o->ld, D, G);
    for (int n = 0; n < nodes; n++) {
        tf_real *g = G + (ptrdiff_t)n * D, *nu = p->nu + (ptrdiff_t)n * D, sum = 0;
        int l = level_of(n);
        for (int d = 0; d < D; d++) sum += g[d] * nu[d];
        if (p->alpha->grad) *tf_grad(p->alpha, l) += sum;
        for (int d = 0; d < D; d++) g[d] *= *tf_row(p->alpha, l);
    }
    if (!p->v->grad && !p->ancestor) return;
    const struct tf_elem *K = tf_elem();
    tf_real *E = memcpy(tf_arena_alloc(&t->arena, bytes(s, D)), G, bytes(s, D)); // then: sum down the path of G / c
    for (int n = nodes - 1; n > 0 && p->ancestor; n--)
        if (!p->count[n]) K->add((size_t)D, E + (ptrdiff_t)((n - 1) / 2) * D, E + (ptrdiff_t)n * D);
    for (int n = 0; n < nodes && p->ancestor; n++)
        if (p->count[n]) memcpy(G + (ptrdiff_t)n * D, E + (ptrdiff_t)n * D, sizeof *G * (size_t)D);
    if (!p->v->grad) return;
    for (int n = 0; n < nodes; n++) {
        tf_real *e = E + (ptrdiff_t)n * D, f = p->count[n] ? 1 / (tf_real)p->count[n] : 0;
        for (int d = 0; d < D; d++) e[d] *= f;
        if (n) K->add((size_t)D, e, E + (ptrdiff_t)((n - 1) / 2) * D);
    }
    for (int i = 0; i < p->k->T; i++) K->add((size_t)D, tf_grad(p->v, i), E + (ptrdiff_t)(first + p->k->leaf[i]) * D);
}

static void pool_back(struct tf_tape *t, void *aux) {
    struct pool *p = aux;
    struct tf_mark m = tf_arena_mark(&t->arena);
    const struct tf_tree_shape *s = &p->q->tree.shape;
    int D = p->v->cols, nodes = s->nodes;
    tf_real *G = tf_arena_alloc(&t->arena, bytes(s, D));
    exact(t, p, G);
    tf_real *A = tf_arena_alloc(&t->arena, bytes(s, D)), *add = tf_arena_alloc(&t->arena, sizeof *add * (size_t)nodes);
    for (int n = 0; n < nodes; n++) {
        tf_real *g = G + (ptrdiff_t)n * D, *nu = p->nu + (ptrdiff_t)n * D, *a = A + (ptrdiff_t)n * D, al = *tf_row(p->alpha, level_of(n));
        tf_real f = 1 / (tf_real)(p->count[n] ? p->count[n] : 1), sum = 0;
        for (int d = 0; d < D; d++) a[d] = al * nu[d], g[d] *= f, sum += g[d] * nu[d];
        add[n] = -sum;
    }
    tf_real *xt = tf_arena_alloc(&t->arena, sizeof *xt * (size_t)D * TF_TREE_TILE);
    struct side q = {.A = A, .x = p->o->g, .ldx = p->o->ld, .D = D, .nodes = nodes, .xt = xt};
    struct side k = {.A = G, .add = add, .x = p->v->v, .ldx = p->v->ld, .D = D, .nodes = nodes, .xt = xt};
    tf_tree_learn_two(t, p->q, p->k, fill, &q, &k);
    tf_arena_rewind(&t->arena, m);
}

/* ---- the op ------------------------------------------------------------------------------------------------------------------ */
struct tf_mat *tf_tree_pool(struct tf_tape *t, struct tf_mat *o, struct tf_mat *v, struct tf_mat *alpha, const struct tf_route *q,
                            const struct tf_route *k, bool ancestor) {
    const struct tf_tree_shape *s = &k->tree.shape;
    int h = s->levels, D = v->cols, first = s->off[h];
    TF_BUG_IF(!s->binary || q->tree.shape.levels != h || v->rows != k->T || alpha->rows != h + 1, "pool: v (%d,%d), %d alphas, height %d",
              v->rows, D, alpha->rows, h);
    struct pool *p = tf_arena_alloc(&t->arena, sizeof *p);
    TF_BUG_IF(o && (t->grad || o->rows != q->T || o->cols != D), "pool: into (%d,%d)", o->rows, o->cols);
    if (!o) o = tf_new(t, q->T, D);
    struct tf_mark m = tf_arena_mark(&t->arena);
    *p = (struct pool){v, alpha, o, q, k, ancestor, tf_arena_alloc(&t->arena, bytes(s, D)), tf_route_node_counts(t, k)};
    means(p);
    struct tf_mark kept = tf_arena_mark(&t->arena);
    tf_real *Y = tf_arena_alloc(&t->arena, bytes(s, D)); // sum of alpha nu from the root down to the node
    for (int n = 0; n < s->nodes; n++) {
        tf_real *y = Y + (ptrdiff_t)n * D, *nu = p->nu + (ptrdiff_t)n * D, a = *tf_row(alpha, level_of(n));
        const tf_real *up = Y + (ptrdiff_t)((n - 1) / 2) * D;
        for (int d = 0; d < D; d++) y[d] = (n ? up[d] : 0) + a * nu[d];
    }
    for (int i = 0; i < q->T; i++) memcpy(tf_row(o, i), Y + (ptrdiff_t)(first + q->leaf[i]) * D, sizeof *Y * (size_t)D);
    tf_arena_rewind(&t->arena, t->grad ? kept : m);
    t->flops[TF_FLOP_POOL] += tf_tree_pool_flops(k->T, h, D);
    tf_record(t, pool_back, p);
    return o;
}

double tf_tree_pool_flops(int T, int height, double Dv) {
    double inner = (double)(1 << height) - 1, nodes = 2 * inner + 1;
    return Dv * (T + 2 * inner + nodes + 2 * nodes); // leaves, two children into each inner node, means, alpha-weighted sums
}
