/* TC-A's pooling in causal models (tree.h): node n's mean at row i, nu_n(i) = S_n(i) / c_n(i), is over the keys j <= i that pass n. With g = dL/do and
 * R_n(i) = sum of alpha_l g_j / max(c_n(j), 1) over the queries j >= i that pass n (on level l), A_n(i) = the same of alpha_l <g_j, nu_n(j)> / max(c_n(j), 1):
 *     d_alpha_l = sum_i <g_i, nu_n(i)>          d_v_i = sum over the key's path of R_n(i)
 *     d_P_q(i,n) = alpha_l <g_i, nu_n(i)>       d_P_k(i,n) = <R_n(i), v_i> - A_n(i)          all nodes n: straight-through
 * Running sums: one pass down the rows, one up. */
#include "num/elem.h"
#include "num/op.h"
#include "num/tree_kernel.h"

struct pool {
    struct tf_mat *v, *alpha, *o;
    const struct tf_route *q, *k;
};

/* Sums over the rows so far. */
struct running {
    tf_real *sum;  /* (nodes,D) */
    double *count; /* (nodes) keys, or a sum of its own */
};

static struct running running_new(struct tf_tape *t, const struct pool *p) {
    const size_t nodes = (size_t)p->k->tree.shape.nodes;
    return (struct running){tf_arena_calloc(&t->arena, sizeof(tf_real) * nodes * (size_t)p->v->cols),
                            tf_arena_calloc(&t->arena, sizeof(double) * nodes)};
}

/* Node of level l = levels..0 on a token's path: from its leaf up. */
static int leaf_node(const struct tf_route *r, int row) { return r->tree.shape.off[r->tree.shape.levels] + r->leaf[row]; }
static int above(int node) { return (node - 1) / 2; }

static double product(int D, const tf_real *a, const tf_real *b) {
    double sum = 0;
    for (int d = 0; d < D; d++) sum += (double)(a[d] * b[d]);
    return sum;
}

static void add_key(const struct pool *p, struct running *s, int i, const tf_real *v) {
    const int D = p->v->cols;
    for (int n = leaf_node(p->k, i), l = p->k->tree.shape.levels; l >= 0; n = above(n), l--) {
        tf_elem()->add((size_t)D, s->sum + (ptrdiff_t)n * D, v);
        s->count[n]++;
    }
}

/* ---- backward -------------------------------------------------------------------------------------------------------------- */
struct deltas {
    const tf_real *P; /* (nodes,T) */
    int nodes, T;
};

static void fill(void *arg, const int *row, int n, int w, tf_real *U) {
    const struct deltas *a = arg;
    for (int node = 1; node < a->nodes; node++) // the root has no decision
        for (int l = 0; l < n; l++) U[(ptrdiff_t)node * w + l] += a->P[(ptrdiff_t)node * a->T + row[l]];
}

/* Down the rows: d_alpha and d_P_q; seen, dot (T,levels + 1): keys of the path's nodes, and <g_i, nu_n(i)>. */
static void down(struct tf_tape *t, const struct pool *p, tf_real *Pq, double *seen, double *dot) {
    const struct tf_tree_shape *s = &p->q->tree.shape;
    const int D = p->v->cols, h = s->levels, T = p->q->T;
    struct running at = running_new(t, p);
    for (int i = 0; i < T; i++) {
        const tf_real *g = tf_grad(p->o, i);
        add_key(p, &at, i, tf_row(p->v, i));
        for (int n = 0, l = 0; n < s->nodes; n++) {
            while (n >= s->off[l] + (1 << l)) l++;
            if (at.count[n] > 0)
                Pq[(ptrdiff_t)n * T + i] = (tf_real)((double)*tf_row(p->alpha, l) * product(D, g, at.sum + (ptrdiff_t)n * D) / at.count[n]);
        }
        for (int n = leaf_node(p->q, i), l = h; l >= 0; n = above(n), l--) {
            const double c = at.count[n], x = c > 0 ? product(D, g, at.sum + (ptrdiff_t)n * D) / c : 0;
            seen[i * (h + 1) + l] = c, dot[i * (h + 1) + l] = x;
            if (p->alpha->grad) *tf_grad(p->alpha, l) += (tf_real)x;
        }
    }
}

/* Up the rows: d_v and d_P_k. */
static void up(struct tf_tape *t, const struct pool *p, tf_real *Pk, const double *seen, const double *dot) {
    const struct tf_tree_shape *s = &p->q->tree.shape;
    const int D = p->v->cols, h = s->levels, T = p->k->T;
    struct running R = running_new(t, p); // count: A_n
    for (int i = T - 1; i >= 0; i--) {
        for (int n = leaf_node(p->q, i), l = h; l >= 0; n = above(n), l--) {
            const double c = seen[i * (h + 1) + l], f = (double)*tf_row(p->alpha, l) / (c > 0 ? c : 1);
            tf_elem()->axpy((size_t)D, R.sum + (ptrdiff_t)n * D, (tf_real)f, tf_grad(p->o, i));
            R.count[n] += f * dot[i * (h + 1) + l];
        }
        for (int n = 1; n < s->nodes; n++)
            Pk[(ptrdiff_t)n * T + i] = (tf_real)(product(D, R.sum + (ptrdiff_t)n * D, tf_row(p->v, i)) - R.count[n]);
        for (int n = leaf_node(p->k, i), l = h; l >= 0 && p->v->grad; n = above(n), l--)
            tf_elem()->add((size_t)D, tf_grad(p->v, i), R.sum + (ptrdiff_t)n * D);
    }
}

static void pool_back(struct tf_tape *t, void *aux) {
    const struct pool *p = aux;
    const struct tf_tree_shape *s = &p->q->tree.shape;
    struct tf_mark m = tf_arena_mark(&t->arena);
    const size_t T = (size_t)p->q->T, path = T * (size_t)(s->levels + 1), all = T * (size_t)s->nodes;
    tf_real *Pq = tf_arena_calloc(&t->arena, sizeof *Pq * all), *Pk = tf_arena_calloc(&t->arena, sizeof *Pk * all);
    double *seen = tf_arena_alloc(&t->arena, sizeof *seen * path), *dot = tf_arena_alloc(&t->arena, sizeof *dot * path);
    down(t, p, Pq, seen, dot);
    up(t, p, Pk, seen, dot);
    tf_tree_learn_two(t, p->q, p->k, fill, &(struct deltas){Pq, s->nodes, (int)T}, &(struct deltas){Pk, s->nodes, (int)T});
    tf_arena_rewind(&t->arena, m);
}

/* ---- the op ------------------------------------------------------------------------------------------------------------------ */
struct tf_mat *tf_tree_pool_causal(struct tf_tape *t, struct tf_mat *o, struct tf_mat *v, struct tf_mat *alpha, const struct tf_route *q,
                                   const struct tf_route *k) {
    const struct tf_tree_shape *s = &k->tree.shape;
    const int h = s->levels, D = v->cols, T = k->T;
    TF_BUG_IF(!s->binary || q->tree.shape.levels != h || v->rows != T || q->T != T || alpha->rows != h + 1,
              "causal pool: v (%d,%d), %d queries, %d alphas, height %d", v->rows, D, q->T, alpha->rows, h);
    TF_BUG_IF(o && (t->grad || o->rows != T || o->cols != D), "causal pool: into (%d,%d)", o->rows, o->cols);
    if (!o) o = tf_new(t, T, D);
    struct pool *p = TF_AUX(t, struct pool, v, alpha, o, q, k);
    struct tf_mark m = tf_arena_mark(&t->arena);
    struct running at = running_new(t, p);
    for (int i = 0; i < T; i++) {
        add_key(p, &at, i, tf_row(v, i));
        tf_real *y = tf_row(o, i);
        memset(y, 0, sizeof *y * (size_t)D);
        for (int n = leaf_node(q, i), l = h; l >= 0; n = above(n), l--)
            if (at.count[n] > 0) tf_elem()->axpy((size_t)D, y, *tf_row(alpha, l) / (tf_real)at.count[n], at.sum + (ptrdiff_t)n * D);
    }
    tf_arena_rewind(&t->arena, m);
    t->flops[TF_FLOP_POOL] += tf_tree_pool_causal_flops(T, h, D);
    tf_record(t, pool_back, p);
    return o;
}

double tf_tree_pool_causal_flops(int T, int height, double Dv) { return 4.0 * T * (height + 1) * Dv; } // into sums, means, weights, sum
