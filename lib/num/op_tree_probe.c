/* Several leaves for a query (tf_tree_probes in tree.h), and routes without the first tokens. */
#include "num/op.h"
#include "num/tree_kernel.h"

const struct tf_route *tf_route_without(struct tf_tape *t, const struct tf_route *r, int first) {
    if (first == 0) return r;
    struct tf_route *out = TF_AUX(t, struct tf_route, .T = 0), view = *r;
    view.leaf = tf_arena_alloc(&t->arena, sizeof *view.leaf * (size_t)r->T);
    for (int i = 0; i < r->T; i++) view.leaf[i] = i < first ? -1 : r->leaf[i];
    tf_route_sort(t, &view);
    view.leaf = r->leaf;
    *out = view;
    return out;
}

/* cost (nodes) of the token in column l of the tile's scores. */
static void costs(const struct tf_tree_tile *tile, const struct tf_tree_shape *s, int l, tf_real *cost) {
    const tf_real *z = tile->z + l;
    cost[0] = 0;
    if (s->binary) {
        for (int n = 0; n < s->rows; n++) {
            const tf_real x = z[(ptrdiff_t)n * tile->w];
            cost[2 * n + 1] = cost[n] + (x >= 0 ? x : 0);
            cost[2 * n + 2] = cost[n] - (x < 0 ? x : 0);
        }
        return;
    }
    for (int lev = 0, child = 1; lev < s->levels; lev++)
        for (int n = s->off[lev]; n < s->off[lev + 1]; n++) {
            tf_real top = z[(ptrdiff_t)(child - 1) * tile->w];
            for (int c = 1; c < s->branch[lev]; c++) {
                const tf_real x = z[(ptrdiff_t)(child + c - 1) * tile->w];
                top = x > top ? x : top;
            }
            for (int c = 0; c < s->branch[lev]; c++, child++) cost[child] = cost[n] + top - z[(ptrdiff_t)(child - 1) * tile->w];
        }
}

void tf_tree_probes(struct tf_tape *t, const struct tf_route *q, const struct tf_route *k, int n, const struct tf_route **out) {
    const struct tf_tree_shape *s = &q->tree.shape;
    const int M = s->leaves, T = q->T;
    enum tf_phase before = tf_phase(t, TF_PHASE_ROUTE);
    struct tf_route *r = tf_arena_calloc(&t->arena, sizeof *r * (size_t)n);
    for (int p = 0; p < n; p++) {
        r[p].tree = q->tree, r[p].T = T;
        r[p].leaf = tf_arena_alloc(&t->arena, sizeof(int) * (size_t)T);
        out[p] = &r[p];
    }
    struct tf_mark mark = tf_arena_mark(&t->arena);
    struct tf_tree_tile *tile = tf_arena_alloc(&t->arena, sizeof *tile);
    tf_real *cost = tf_reals(t, s->nodes, 1), *leaf = cost + s->off[s->levels];
    tf_tree_tile_init(t, tile, q);
    for (int t0 = 0; t0 < T; t0 += TF_TREE_TILE) {
        tf_tree_tile_scores(tile, t0, NULL);
        for (int l = 0; l < tile->n; l++) {
            costs(tile, s, l, cost);
            if (q->arg.median) tf_coarsen((size_t)M, leaf); // a node's median is level with leaves on either side, but for rounding
            leaf[q->leaf[t0 + l]] = -1;                     // its own comes first, whatever rounding and medians' ties say
            for (int p = 0; p < n; p++) {
                int best = -1;
                for (int j = 0; j < M; j++)
                    if (k->start[j + 1] > k->start[j] && leaf[j] < (tf_real)INFINITY && (best < 0 || leaf[j] < leaf[best])) best = j;
                r[p].leaf[t0 + l] = best;
                if (best >= 0) leaf[best] = (tf_real)INFINITY;
            }
        }
    }
    tf_arena_rewind(&t->arena, mark);
    for (int p = 0; p < n; p++) tf_route_sort(t, &r[p]);
    t->flops[TF_FLOP_ROUTE] += (double)T * s->rows * (2.0 * q->arg.x->cols + 1);
    tf_phase(t, before);
}
