/* Attention over the means beside a path (tf_attend_means in tree.h). With K_n, V_n the mean key and value of node n's c_n keys and B_i the siblings of the
 * path of query i that hold keys: p_in = softmax over B_i of scale <q_i, K_n> + log c_n, o_i = sum p_in V_n. Backward, as attend's:
 *     dS_in = p_in (<do_i, V_n> - <do_i, o_i>)   dq_i += scale dS_in K_n   dK_n += scale dS_in q_i   dV_n += p_in do_i
 * and each key of n gets dK_n / c_n, each value dV_n / c_n, of all its ancestors: one sweep down the tree. */
#include <math.h>

#include "num/elem.h"
#include "num/op.h"
#include "num/tree_kernel.h"

struct means {
    struct tf_mat *q, *k, *v, *o;
    const struct tf_route *q_route, *k_route;
    double scale;
    int first;       /* queries before it have none */
    tf_real *K, *V;  /* (nodes,D), (nodes,Dv) */
    int *count;      /* (nodes) */
    tf_real *lse;    /* (Tq) */
    double *log_sum; /* (Tq) the same, for the way back: of large scores a tf_real keeps too little */
};

static tf_real *node_means(struct tf_tape *t, const struct means *a, const struct tf_mat *x) {
    const struct tf_route *r = a->k_route;
    const struct tf_tree_shape *s = &r->tree.shape;
    const int D = x->cols, first = s->off[s->levels];
    tf_real *m = tf_arena_calloc(&t->arena, sizeof *m * (size_t)s->nodes * (size_t)D);
    for (int j = 0; j < s->leaves; j++)
        for (int i = r->start[j]; i < r->start[j + 1]; i++)
            tf_elem()->add((size_t)D, m + (ptrdiff_t)(first + j) * D, tf_row(x, r->order[i]));
    for (int n = s->nodes - 1; n > 0; n--) tf_elem()->add((size_t)D, m + (ptrdiff_t)((n - 1) / 2) * D, m + (ptrdiff_t)n * D);
    for (int n = 0; n < s->nodes; n++)
        for (int d = 0; a->count[n] > 1 && d < D; d++) m[(ptrdiff_t)n * D + d] /= (tf_real)a->count[n];
    return m;
}

static double dot(int D, const tf_real *x, const tf_real *y) {
    double sum = 0;
    for (int d = 0; d < D; d++) sum += (double)x[d] * (double)y[d];
    return sum;
}

/* The nodes beside the path of query i that hold keys, and their scores. Returns how many. */
static int beside(const struct means *a, int i, int node[TF_TREE_LEVELS], double score[TF_TREE_LEVELS]) {
    const struct tf_tree_shape *s = &a->q_route->tree.shape;
    int n = 0;
    if (i < a->first) return 0;
    for (int at = s->off[s->levels] + a->q_route->leaf[i]; at > 0; at = (at - 1) / 2) {
        const int other = at % 2 ? at + 1 : at - 1;
        if (!a->count[other]) continue;
        score[n] = a->scale * dot(a->q->cols, tf_row(a->q, i), a->K + (ptrdiff_t)other * a->k->cols) + log(a->count[other]);
        node[n++] = other;
    }
    return n;
}

static void down(const struct means *a, tf_real *g, struct tf_mat *x) { // gradients of node means to rows of x
    const struct tf_route *r = a->k_route;
    const struct tf_tree_shape *s = &r->tree.shape;
    const int D = x->cols, first = s->off[s->levels];
    for (int n = 1; n < s->nodes; n++) {
        for (int d = 0; a->count[n] > 1 && d < D; d++) g[(ptrdiff_t)n * D + d] /= (tf_real)a->count[n];
        tf_elem()->add((size_t)D, g + (ptrdiff_t)n * D, g + (ptrdiff_t)((n - 1) / 2) * D);
    }
    for (int j = 0; x->grad && j < s->leaves; j++)
        for (int i = r->start[j]; i < r->start[j + 1]; i++)
            tf_elem()->add((size_t)D, tf_grad(x, r->order[i]), g + (ptrdiff_t)(first + j) * D);
}

static void means_back(struct tf_tape *t, void *aux) {
    const struct means *a = aux;
    const int D = a->q->cols, Dv = a->v->cols, nodes = a->k_route->tree.shape.nodes;
    struct tf_mark mark = tf_arena_mark(&t->arena);
    tf_real *dK = tf_arena_calloc(&t->arena, sizeof *dK * (size_t)nodes * (size_t)D),
            *dV = tf_arena_calloc(&t->arena, sizeof *dV * (size_t)nodes * (size_t)Dv);
    for (int i = 0; i < a->q->rows; i++) {
        int node[TF_TREE_LEVELS];
        double score[TF_TREE_LEVELS];
        const int n = beside(a, i, node, score);
        const tf_real *dy = tf_grad(a->o, i), *q = tf_row(a->q, i);
        const double delta = dot(Dv, dy, tf_row(a->o, i));
        for (int b = 0; b < n; b++) {
            const tf_real *K = a->K + (ptrdiff_t)node[b] * D, *V = a->V + (ptrdiff_t)node[b] * Dv;
            const double p = exp(score[b] - a->log_sum[i]);
            const tf_real dS = (tf_real)(a->scale * p * (dot(Dv, dy, V) - delta));
            for (int d = 0; a->q->grad && d < D; d++) tf_grad(a->q, i)[d] += dS * K[d];
            for (int d = 0; d < D; d++) dK[(ptrdiff_t)node[b] * D + d] += dS * q[d];
            for (int d = 0; d < Dv; d++) dV[(ptrdiff_t)node[b] * Dv + d] += (tf_real)p * dy[d];
        }
    }
    down(a, dK, a->k), down(a, dV, a->v);
    tf_arena_rewind(&t->arena, mark);
}

double tf_tree_means_flops(int T, int height, double D) {
    const double nodes = (2 << height) - 1;
    return 2 * D * (T + (nodes - 1) + nodes); // rows into leaves, nodes into their parents, a division each
}

struct tf_mat *tf_attend_means(struct tf_tape *t, struct tf_mat *q, struct tf_mat *k, struct tf_mat *v, const struct tf_route *q_route,
                               const struct tf_route *k_route, double scale, int first_query, const tf_real **lse) {
    const struct tf_tree_shape *s = &k_route->tree.shape;
    const int Dv = v->cols;
    TF_BUG_IF(!s->binary, "means beside a path: binary trees");
    struct means *a =
        TF_AUX(t, struct means, .q = q, .k = k, .v = v, .q_route = q_route, .k_route = k_route, .scale = scale, .first = first_query);
    const bool grad = t->grad && (q->grad || k->grad || v->grad);
    a->o = grad ? tf_new(t, q->rows, Dv) : tf_const(t, q->rows, Dv);
    a->lse = tf_reals(t, q->rows, 1);
    a->log_sum = tf_arena_alloc(&t->arena, sizeof *a->log_sum * (size_t)q->rows);
    a->count = tf_route_node_counts(t, k_route);
    a->K = node_means(t, a, k), a->V = node_means(t, a, v);
    double pairs = 0;
    for (int i = 0; i < q->rows; i++) {
        int node[TF_TREE_LEVELS];
        double score[TF_TREE_LEVELS], top = -INFINITY, sum = 0;
        const int n = beside(a, i, node, score);
        tf_real *o = tf_row(a->o, i);
        memset(o, 0, sizeof *o * (size_t)Dv);
        for (int b = 0; b < n; b++) top = fmax(top, score[b]);
        for (int b = 0; b < n; b++) sum += exp(score[b] - top);
        a->log_sum[i] = n ? top + log(sum) : (double)-INFINITY;
        a->lse[i] = (tf_real)a->log_sum[i];
        for (int b = 0; b < n; b++) {
            const tf_real p = (tf_real)(exp(score[b] - top) / sum), *V = a->V + (ptrdiff_t)node[b] * Dv;
            for (int d = 0; d < Dv; d++) o[d] += p * V[d];
        }
        pairs += n;
    }
    t->pairs += pairs;
    t->flops[TF_FLOP_ATTEND] += pairs * (2.0 * q->cols + 2.0 * Dv + 5);
    t->flops[TF_FLOP_POOL] += tf_tree_means_flops(k->rows, s->levels, (q->cols + Dv) / 2.0);
    if (grad) tf_record(t, means_back, a);
    *lse = a->lse;
    return a->o;
}
