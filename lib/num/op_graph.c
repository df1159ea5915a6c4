/* attend_graph: exact softmax attention along the edges of a sparse graph, every row with its own list of keys.
 *
 * Rows that follow each other mostly attend to the same keys (SegTree, BP-Transformer). So rows are taken in tiles; a tile computes its
 * scores against the union of its lists, as one small product with attend's kernels (kernel.h), and scores of pairs without an edge
 * become -inf: each key of the union carries one bit per query. The backward pass is attend's (M: the dropout mask):
 *
 *     delta_i = <do_i, o_i>    dV += (P M)^T dO    dS = P (M (dO V^T) - delta)    dQ += scale dS K    dK += scale dS^T Q
 *
 * Edges may have types, each with a vector r that is added to the key: score(i,j) = scale <q_i, k_j + r_type(i,j)>. A tile gathers the
 * vectors of its types, as it gathers keys, and adds Z = r Q^T (types,w) edge by edge; dZ is the same sum the other way. */
#include <math.h>

#include "num/kernel.h"
#include "num/op.h"

static const double LOG2E = 1.44269504088896340736;

struct tile {
    int q0, n, n_keys, n_types;
    const int *key;
    const uint64_t *edge; /* bit l of edge[j]: query q0 + l attends to row key[j] */
    const int *type, *of; /* types in use; of each edge, key by key and there query by query, its place in `type` */
};
struct tf_graph {
    int Tq, Tk, types, n_tiles, max_types; /* max_types: of a tile */
    double pairs, terms;                   /* terms: (query, type) pairs */
    struct tile *tile;
};

/* ---- tiles --------------------------------------------------------------------------------------------------------------- */
struct unite { /* a tile in the making; slot[x], place[x]: the place of row or type x in its list, -1: none */
    int *list, *kind, *slot, *key, *place, *type, *seen, *of;
    uint64_t *edge;
    int width;
};

static int *new_ints(int n) { return memset(tf_alloc(sizeof(int) * (size_t)n), 0xff, sizeof(int) * (size_t)n); } // all -1

static const void *keep(struct tf_tape *t, const void *x, size_t bytes) { return memcpy(tf_arena_alloc(&t->arena, bytes), x, bytes); }

static int enter(int *place, int *list, int *n, int x) { // the place of x in the list, now
    if (place[x] < 0) list[*n] = x, place[x] = (*n)++;
    return place[x];
}

/* How many types the m edges of query i have; seen[type]: the last query that had it. */
static int count_types(int *seen, int types, const int *kind, int m, int i) {
    int n = 0;
    for (int e = 0; types && e < m; e++) {
        TF_BUG_IF(kind[e] < 0 || kind[e] >= types, "edge of type %d of %d", kind[e], types);
        if (seen[kind[e]] != i) n++, seen[kind[e]] = i;
    }
    return n;
}

static struct tile unite_lists(struct tf_tape *t, struct tf_graph *g, struct unite *u, int q0, int n, tf_graph_neighbours *fn,
                               const void *arg) {
    struct tile a = {.q0 = q0, .n = n};
    int edges = 0;
    for (int l = 0; l < n; l++) {
        int m = fn(arg, q0 + l, u->list, u->kind);
        edges += m;
        g->terms += count_types(u->seen, g->types, u->kind, m, q0 + l);
        for (int e = 0; e < m; e++) {
            int j = enter(u->slot, u->key, &a.n_keys, u->list[e]);
            u->edge[j] |= (uint64_t)1 << l;
            if (g->types) u->of[j * u->width + l] = enter(u->place, u->type, &a.n_types, u->kind[e]);
        }
    }
    g->pairs += edges;
    if (a.n_types > g->max_types) g->max_types = a.n_types;
    a.key = keep(t, u->key, sizeof(int) * (size_t)a.n_keys);
    a.edge = keep(t, u->edge, sizeof(uint64_t) * (size_t)a.n_keys);
    a.type = keep(t, u->type, sizeof(int) * (size_t)a.n_types);
    int *of = g->types ? tf_arena_alloc(&t->arena, sizeof(int) * (size_t)edges) : NULL;
    a.of = of;
    for (int j = 0; j < a.n_keys; j++) {
        for (uint64_t some = u->edge[j]; of && some; some &= some - 1) *of++ = u->of[j * u->width + __builtin_ctzll(some)];
        u->slot[u->key[j]] = -1, u->edge[j] = 0;
    }
    for (int p = 0; p < a.n_types; p++) u->place[u->type[p]] = -1;
    return a;
}

const struct tf_graph *tf_graph_new(struct tf_tape *t, int Tq, int Tk, int types, tf_graph_neighbours *fn, const void *arg) {
    int width = tf_kernels()->vl; // wider tiles: fewer products, but larger unions (measured: this is best)
    int *x = new_ints(4 * Tk + 3 * types + (types ? Tk * width : 0)), *y = x + 4 * Tk;
    struct unite u = {x, x + Tk, x + 2 * Tk, x + 3 * Tk, y, y + types, y + 2 * types, y + 3 * types, NULL, width};
    u.edge = tf_calloc(sizeof *u.edge * (size_t)Tk);
    struct tf_graph *g = TF_AUX(t, struct tf_graph, .Tq = Tq, .Tk = Tk, .types = types, .n_tiles = (Tq + width - 1) / width);
    g->tile = tf_arena_alloc(&t->arena, sizeof *g->tile * (size_t)g->n_tiles);
    for (int i = 0; i < g->n_tiles; i++) {
        int q0 = i * width, left = Tq - q0;
        g->tile[i] = unite_lists(t, g, &u, q0, left < width ? left : width, fn, arg);
    }
    tf_free(x), tf_free(u.edge);
    return g;
}

double tf_graph_pairs(int Tq, int Tk, int types, tf_graph_neighbours *fn, const void *arg, double *terms) {
    int *list = new_ints(2 * Tk + types), *kind = list + Tk, *seen = kind + Tk;
    double pairs = 0, n = 0;
    for (int i = 0; i < Tq; i++) {
        int m = fn(arg, i, list, kind);
        pairs += m, n += count_types(seen, types, kind, m, i);
    }
    tf_free(list);
    if (terms) *terms = n;
    return pairs;
}

/* ---- one pass over the tiles -------------------------------------------------------------------------------------------------- */
struct graph {                        /* what the backward pass needs */
    struct tf_mat *q, *k, *v, *r, *o; /* r (types,D), or NULL */
    const struct tf_graph *g;
    double scale, keep; /* keep: 1 / (1 - dropout) */
    struct tf_drop drop;
    tf_real *max, *inv; /* (Tq) maximum score in units of log 2; 1 / sum; NULL: not recorded */
};

struct work { /* scratch, and the queries and keys at hand */
    const struct tf_kernels *K;
    const struct graph *a;
    int D, Dv, Dp, Dvp;                                                       /* p: rounded up to whole vectors */
    tf_real *k, *v, *qt, *S, *O, *dot, *dP, *q_rows, *do_rows, *dq, *dk, *dv; /* as in attend */
    tf_real *r, *Z, *dZ;                                                      /* (types,Dp); (types,w) */
    const int *of;                                                            /* type of the next edge */
    struct tf_lanes lanes;
    struct tf_keys keys;
};

static struct work *work_new(struct tf_tape *t, const struct graph *a, bool backward) {
    struct work *w = tf_arena_alloc(&t->arena, sizeof *w);
    const struct tf_kernels *K = w->K = tf_kernels();
    w->a = a;
    w->D = a->q->cols, w->Dv = a->v->cols;
    w->Dp = tf_round_up(w->D, K->vl), w->Dvp = tf_round_up(w->Dv, K->vl);
    w->k = tf_reals(t, TF_TILE_KEYS, w->Dp), w->v = tf_reals(t, TF_TILE_KEYS, w->Dvp);
    w->qt = tf_reals(t, w->D, K->lanes), w->S = tf_reals(t, TF_TILE_KEYS, K->lanes), w->O = tf_reals(t, K->lanes, w->Dvp);
    if (a->r) w->r = tf_reals(t, a->g->max_types, w->Dp), w->Z = tf_reals(t, a->g->max_types, K->lanes);
    if (!backward) return w;
    if (a->r) w->dZ = tf_reals(t, a->g->max_types, K->lanes);
    w->dot = tf_reals(t, w->Dv, K->lanes), w->dP = tf_reals(t, TF_TILE_KEYS, K->lanes);
    w->q_rows = tf_reals(t, K->lanes, w->Dp), w->do_rows = tf_reals(t, K->lanes, w->Dvp), w->dq = tf_reals(t, K->lanes, w->Dp);
    w->dk = tf_reals(t, TF_TILE_KEYS, w->Dp), w->dv = tf_reals(t, TF_TILE_KEYS, w->Dvp);
    return w;
}

static void set_queries(struct work *w, const struct tile *g) {
    struct tf_lanes *q = &w->lanes;
    const struct tf_mat *m = w->a->q;
    q->n = g->n;
    q->ld = q->w = tf_round_up(g->n, w->K->vl);
    for (int l = 0; l < q->w; l++) {
        q->row[l] = l < g->n ? g->q0 + l : 0;
        q->hash[l] = w->a->drop.key ^ ((uint32_t)q->row[l] * 0x9e3779b9u);
    }
    w->K->gather_transposed(w->qt, q->w, m->v, m->ld, q->row, q->n, w->D, (tf_real)(w->a->scale * LOG2E));
    w->of = g->of;
    if (!w->a->r) return;
    w->K->gather(w->r, w->Dp, w->a->r->v, w->a->r->ld, g->type, g->n_types, w->D, 1);
    w->K->gemm_rowmajor(g->n_types, q->w, w->D, w->r, w->Dp, w->qt, q->w, w->Z, q->w, false); // Z = r Q^T
}

/* Of the keys at hand, for every edge: Z of its type is added to its score, or its score's gradient to that of Z. */
static void each_edge(struct work *w, const uint64_t *edge, const tf_real *from, tf_real *to, bool to_types) {
    for (int j = 0, ld = w->lanes.w; j < w->keys.n; j++)
        for (uint64_t some = edge[j]; some; some &= some - 1) {
            int l = __builtin_ctzll(some), score = j * ld + l, type = *w->of++ * ld + l;
            if (to_types) to[type] += from[score];
            else to[score] += from[type];
        }
}

/* Keys and values j0.. of the union, and the scores S (nk,w) against them in units of log 2. */
static void next_keys(struct work *w, const struct tile *g, int j0) {
    const struct graph *a = w->a;
    struct tf_keys *k = &w->keys;
    k->n = g->n_keys - j0 < TF_TILE_KEYS ? g->n_keys - j0 : TF_TILE_KEYS;
    memcpy(k->row, g->key + j0, sizeof *k->row * (size_t)k->n);
    w->K->gather(w->k, w->Dp, a->k->v, a->k->ld, k->row, k->n, w->D, 1);
    w->K->gather(w->v, w->Dvp, a->v->v, a->v->ld, k->row, k->n, w->Dv, 1);
    w->K->gemm_rowmajor(k->n, w->lanes.w, w->D, w->k, w->Dp, w->qt, w->lanes.w, w->S, w->lanes.w, false);
    if (a->r) each_edge(w, g->edge + j0, w->Z, w->S, false);
    uint64_t all = ((uint64_t)1 << g->n) - 1;
    for (int j = 0; j < k->n; j++)
        for (uint64_t none = all & ~g->edge[j0 + j]; none; none &= none - 1)
            w->S[j * w->lanes.w + __builtin_ctzll(none)] = -(tf_real)INFINITY;
}

static void forward_tile(struct work *w, const struct tile *g) {
    const struct graph *a = w->a;
    struct tf_lanes *q = &w->lanes;
    set_queries(w, g);
    for (int l = 0; l < q->w; l++) q->max[l] = -(tf_real)INFINITY, q->sum[l] = 0;
    if (!g->n_keys) memset(w->O, 0, sizeof(tf_real) * (size_t)q->n * (size_t)w->Dvp);
    for (int j0 = 0; j0 < g->n_keys; j0 += TF_TILE_KEYS) {
        next_keys(w, g, j0);
        bool rescale = w->K->softmax(w->S, q, &w->keys, &a->drop);
        if (rescale && j0) w->K->scale_rows(w->O, w->Dvp, q->n, q->fac);
        w->K->gemm_colmajor(q->n, w->Dvp, w->keys.n, w->S, q->w, w->v, w->Dvp, w->O, w->Dvp, j0 > 0); // O += P^T V
    }
    for (int l = 0; l < q->n; l++) {
        bool none = q->sum[l] == 0;
        tf_real inv = none ? 0 : 1 / q->sum[l];
        q->fac[l] = (tf_real)a->keep * inv;
        if (a->max) a->max[q->row[l]] = none ? (tf_real)INFINITY : q->max[l], a->inv[q->row[l]] = inv;
    }
    w->K->scatter(a->o->v, a->o->ld, q->row, w->O, w->Dvp, q->n, w->Dv, q->fac);
}

static void backward_tile(struct work *w, const struct tile *g) {
    const struct tf_kernels *K = w->K;
    const struct graph *a = w->a;
    struct tf_lanes *q = &w->lanes;
    int n = g->n, D = w->D, Dv = w->Dv;
    set_queries(w, g);
    K->gather_transposed(w->dot, q->w, a->o->g, a->o->ld, q->row, n, Dv, (tf_real)a->keep);
    K->gather(w->q_rows, w->Dp, a->q->v, a->q->ld, q->row, n, D, (tf_real)a->scale);
    K->gather(w->do_rows, w->Dvp, a->o->g, a->o->ld, q->row, n, Dv, (tf_real)a->keep);
    K->dot_rows(q->delta, a->o->g, a->o->ld, a->o->v, a->o->ld, q->row, n, Dv);
    for (int l = 0; l < q->w; l++) {
        q->max[l] = l < n ? a->max[q->row[l]] : (tf_real)INFINITY;
        q->sum[l] = l < n ? a->inv[q->row[l]] : 0;
        if (l >= n) q->delta[l] = 0;
    }
    if (a->r) memset(w->dZ, 0, sizeof *w->dZ * (size_t)g->n_types * (size_t)q->w);
    for (int j0 = 0; j0 < g->n_keys; j0 += TF_TILE_KEYS) {
        const int *of = w->of;
        next_keys(w, g, j0);
        int nk = w->keys.n;
        K->gemm_rowmajor(nk, q->w, Dv, w->v, w->Dvp, w->dot, q->w, w->dP, q->w, false); // dP^T = V dO^T
        K->softmax_back(w->S, w->dP, q, &w->keys, &a->drop);
        if (a->r) w->of = of, each_edge(w, g->edge + j0, w->dP, w->dZ, true);
        if (a->v->grad) { // dV += P^T dO
            K->gemm_rowmajor(nk, w->Dvp, n, w->S, q->w, w->do_rows, w->Dvp, w->dv, w->Dvp, false);
            K->scatter_add(a->v->g, a->v->ld, w->keys.row, w->dv, w->Dvp, nk, Dv, 1);
        }
        if (a->k->grad) { // dK += dS^T Q
            K->gemm_rowmajor(nk, w->Dp, n, w->dP, q->w, w->q_rows, w->Dp, w->dk, w->Dp, false);
            K->scatter_add(a->k->g, a->k->ld, w->keys.row, w->dk, w->Dp, nk, D, 1);
        }
        if (a->q->grad) K->gemm_colmajor(n, w->Dp, nk, w->dP, q->w, w->k, w->Dp, w->dq, w->Dp, j0 > 0); // dQ += dS K
    }
    if (a->r && a->q->grad) K->gemm_colmajor(n, w->Dp, g->n_types, w->dZ, q->w, w->r, w->Dp, w->dq, w->Dp, true); // dQ += dZ^T r
    if (a->r && a->r->grad) {                                                                                     /* dr += dZ Q */
        K->gemm_rowmajor(g->n_types, w->Dp, n, w->dZ, q->w, w->q_rows, w->Dp, w->r, w->Dp, false);
        K->scatter_add(a->r->g, a->r->ld, g->type, w->r, w->Dp, g->n_types, D, 1);
    }
    if (a->q->grad && g->n_keys) K->scatter_add(a->q->g, a->q->ld, q->row, w->dq, w->Dp, n, D, (tf_real)a->scale);
}

static void graph_backward(struct tf_tape *t, void *aux) {
    const struct graph *a = aux;
    struct tf_mark mark = tf_arena_mark(&t->arena);
    struct work *w = work_new(t, a, true);
    for (int i = 0; i < a->g->n_tiles; i++) backward_tile(w, &a->g->tile[i]);
    tf_arena_rewind(&t->arena, mark);
}

struct tf_mat *tf_attend_graph(struct tf_tape *t, struct tf_mat *q, struct tf_mat *k, struct tf_mat *v, struct tf_mat *r,
                               const struct tf_graph *g, const struct tf_attend_arg *arg) {
    TF_BUG_IF(q->rows != g->Tq || q->cols != k->cols || k->rows != g->Tk || v->rows != g->Tk,
              "attend_graph: %d x %d rows, q (%d,%d), k (%d,%d), v (%d,%d)", g->Tq, g->Tk, q->rows, q->cols, k->rows, k->cols, v->rows,
              v->cols);
    TF_BUG_IF(r && (r->rows != g->types || r->cols != q->cols), "attend_graph: %d types, r (%d,%d)", g->types, r->rows, r->cols);
    bool record = t->grad && (q->grad || k->grad || v->grad || (r && r->grad));
    struct tf_mat *o = record ? tf_new(t, q->rows, v->cols) : tf_const(t, q->rows, v->cols);
    struct graph *a = TF_AUX(t, struct graph, .q = q, .k = k, .v = v, .r = r, .o = o, .g = g, .scale = arg->scale);
    a->keep = tf_drop_set(&a->drop, t, arg);
    if (record) a->max = tf_reals(t, q->rows, 1), a->inv = tf_reals(t, q->rows, 1);
    struct tf_mark mark = tf_arena_mark(&t->arena);
    struct work *w = work_new(t, a, false);
    for (int i = 0; i < g->n_tiles; i++) forward_tile(w, &g->tile[i]);
    tf_arena_rewind(&t->arena, mark);
    t->pairs += g->pairs;
    t->flops[TF_FLOP_ATTEND] += g->pairs * (2.0 * q->cols + 2.0 * v->cols + 5) + (r ? g->pairs + 2.0 * g->terms * q->cols : 0);
    if (record) tf_record(t, graph_backward, a);
    return o;
}
