/* TF-A's straight-through gradient of the leaf mask (tree.h): scores of pairs are computed again, tile by tile, all queries of a tile in
 * one leaf; their deltas are summed per (query, key leaf) and per (key, query leaf), and each tree is swept once. */
#include <limits.h>
#include <math.h>

#include "num/op.h"
#include "num/tree_kernel.h"

static const double LOG2E = 1.44269504088896340736;

struct head {
    struct tf_drop drop;
    tf_real keep;
};
struct gate {
    struct tf_gate g;
    struct head head[];
};

struct work {
    const struct gate *a;
    const struct tf_kernels *K;
    const struct tf_gate_head *h;
    int hi, Dp, Dvp, T;
    tf_real *dPq, *dPk;                           /* (leaves,T), (lines,T of the keys); LEAF: no dPq, queries learn nothing */
    int *line;                                    /* (leaves) a leaf's line of dPk; -1: it holds no query, its line would be 0 */
    uint64_t *touched;                            /* (T) bits: keys with deltas; NULL where nearly all have some */
    tf_real *alone;                               /* of tf_times_queries */
    tf_real *qt, *dot, *S, *dP, *k_tile, *v_tile; /* (D,lanes), (Dv,lanes), (TF_TILE_KEYS,lanes) twice, (TF_TILE_KEYS,Dp), (.,Dvp) */
    tf_real *k_all, *v_all; /* DENSE: (heads,T,Dp), (heads,T,Dvp): the keys by leaf, gathered once for all tiles of queries */
    int *sample;            /* key rows drawn for one leaf */
    uint64_t *taken;        /* (T) bits */
    struct tf_lanes lanes;
    struct tf_keys keys;
    _Alignas(64) tf_real sum[TF_TILE_KEYS], cols[TF_LANES_MAX];
};

static bool queries_learn(const struct tf_gate *g) { return g->mode != TF_GATE_LEAF || g->beside; }

/* n rows of h's keys, and of its values where they are others. */
static void gather(const struct work *w, const struct tf_gate_head *h, const int *row, int n, tf_real *k, tf_real *v) {
    w->K->gather(k, w->Dp, h->k->v, h->k->ld, row, n, h->k->cols, 1);
    if (h->v != h->k) w->K->gather(v, w->Dvp, h->v->v, h->v->ld, row, n, h->v->cols, 1);
}

static void gather_all(struct tf_tape *t, struct work *w, const struct tf_gate *g) {
    const int T = g->k->T;
    w->k_all = tf_reals(t, g->n_heads * T, w->Dp);
    w->v_all = tf_reals(t, g->n_heads * T, w->Dvp);
    for (int i = 0; i < g->n_heads; i++)
        gather(w, &g->heads[i], g->k->order, T, w->k_all + (ptrdiff_t)i * T * w->Dp, w->v_all + (ptrdiff_t)i * T * w->Dvp);
}

static struct work *work_new(struct tf_tape *t, const struct gate *a) {
    struct work *w = tf_arena_alloc(&t->arena, sizeof *w);
    const struct tf_kernels *K = tf_kernels();
    const struct tf_gate *g = &a->g;
    int D = g->heads[0].q->cols, Dv = g->heads[0].v->cols, M = g->q->tree.shape.leaves;
    *w = (struct work){.K = K, .a = a, .T = g->q->T};
    w->Dp = tf_round_up(D, K->vl);
    w->Dvp = tf_round_up(Dv, K->vl);
    if (queries_learn(g)) w->dPq = tf_arena_calloc(&t->arena, sizeof(tf_real) * (size_t)M * (size_t)g->q->T);
    w->line = tf_arena_alloc(&t->arena, sizeof *w->line * (size_t)M);
    int lines = 0;
    for (int j = 0; j < M; j++) w->line[j] = g->q->start[j + 1] > g->q->start[j] ? lines++ : -1;
    w->dPk = tf_arena_calloc(&t->arena, sizeof(tf_real) * (size_t)lines * (size_t)g->k->T);
    if (g->q->T < g->k->T && g->mode != TF_GATE_DENSE)
        w->touched = tf_arena_calloc(&t->arena, sizeof *w->touched * (size_t)(g->k->T / 64 + 1));
    w->alone = tf_reals(t, 1, tf_scratch_of_one(D > Dv ? D : Dv));
    w->qt = tf_reals(t, D, K->lanes);
    w->dot = tf_reals(t, Dv, K->lanes);
    w->S = tf_reals(t, TF_TILE_KEYS, K->lanes);
    w->dP = tf_reals(t, TF_TILE_KEYS, K->lanes);
    w->k_tile = tf_reals(t, TF_TILE_KEYS, w->Dp);
    w->v_tile = tf_reals(t, TF_TILE_KEYS, w->Dvp);
    w->sample = tf_arena_alloc(&t->arena, sizeof(int) * (size_t)(g->samples + 1));
    w->taken = tf_arena_calloc(&t->arena, sizeof *w->taken * (size_t)(g->k->T / 64 + 1));
    if (g->mode == TF_GATE_DENSE) gather_all(t, w, g);
    return w;
}

static void set_queries(struct work *w, const int *row, int n) {
    const struct tf_gate_head *h = w->h;
    const struct head *own = &w->a->head[w->hi];
    struct tf_lanes *q = &w->lanes;
    q->n = n;
    q->ld = q->w = tf_round_up(n, w->K->vl);
    memcpy(q->row, row, sizeof *row * (size_t)n);
    w->K->dot_rows(q->delta, h->o->g, h->o->ld, h->o->v, h->o->ld, q->row, n, h->v->cols);
    for (int l = 0; l < q->w; l++) {
        tf_real lse = l < n ? h->lse[row[l]] : -(tf_real)INFINITY;
        q->max[l] = lse > -(tf_real)INFINITY ? lse * (tf_real)LOG2E : (tf_real)INFINITY; // no keys: all deltas 0
        q->hash[l] = l < n ? own->drop.key ^ ((uint32_t)row[l] * 0x9e3779b9u) : 0;
        if (l >= n) q->delta[l] = 0;
    }
    w->K->gather_transposed(w->qt, q->w, h->q->v, h->q->ld, q->row, n, h->q->cols, (tf_real)(h->arg.scale * LOG2E));
    w->K->gather_transposed(w->dot, q->w, h->o->g, h->o->ld, q->row, n, h->v->cols, own->keep);
}

/* The tile's queries, all of leaf `leaf`, against key rows row[0..n-1], sorted by leaf. queries: do the queries learn from these pairs. */
static void add_pairs(struct work *w, int leaf, const int *row, int n, tf_real weight, bool queries) {
    const struct tf_kernels *K = w->K;
    const struct tf_tree_kernels *TK = tf_tree_kernels();
    const struct tf_gate *g = &w->a->g;
    const struct tf_gate_head *h = w->h;
    struct tf_lanes *q = &w->lanes;
    tf_real top = (tf_real)(g->clip > 0 ? log2(g->clip) : 96); // 96: sums of products stay finite in fp32
    for (int j0 = 0; j0 < n; j0 += TF_TILE_KEYS) {
        int nk = w->keys.n = n - j0 < TF_TILE_KEYS ? n - j0 : TF_TILE_KEYS, *key = w->keys.row;
        memcpy(key, row + j0, sizeof *key * (size_t)nk);
        const tf_real *k_tile = w->k_tile, *v_tile = w->v_tile;
        if (w->k_all) {
            const ptrdiff_t at = (ptrdiff_t)w->hi * g->k->T + j0;
            k_tile = w->k_all + at * w->Dp, v_tile = w->v_all + at * w->Dvp;
        } else {
            gather(w, h, key, nk, w->k_tile, w->v_tile);
        }
        if (h->v == h->k) v_tile = k_tile;
        tf_times_queries(q, nk, h->q->cols, k_tile, w->Dp, w->qt, w->S, w->alone, false);           // S^T = K Q^T
        tf_times_queries(q, nk, h->v->cols, v_tile, w->Dvp, w->dot, w->dP, w->alone, h->v == h->k); // V dO^T
        if (h->arg.slope > 0) K->distance(w->S, q, &w->keys, (tf_real)(h->arg.slope * LOG2E));
        if (g->near) K->window(w->S, q, &w->keys, 1 - g->near, g->near - 1, true);
        if (g->causal) K->window(w->S, q, &w->keys, 0, INT_MAX, false);
        TK->gate(w->S, w->dP, q, &w->keys, &w->a->head[w->hi].drop, top, w->sum);
        tf_real *pk = w->dPk + (ptrdiff_t)w->line[leaf] * g->k->T;
        for (int j = 0; j < nk; j++) pk[key[j]] += weight * w->sum[j];
        for (int j = 0; w->touched && j < nk; j++) w->touched[key[j] / 64] |= (uint64_t)1 << key[j] % 64;
        for (int j = 0, e; queries && j < nk; j = e) {
            int to = g->k->leaf[key[j]];
            for (e = j + 1; e < nk && g->k->leaf[key[e]] == to;) e++;
            TK->add_cols(e - j, q->w, w->S + (ptrdiff_t)j * q->w, w->cols);
            tf_real *pq = w->dPq + (ptrdiff_t)to * w->T;
            for (int l = 0; l < q->n; l++) pq[q->row[l]] += weight * w->cols[l];
        }
    }
}

/* Numbers of the bits of 0..n-1 that are set, ascending; clears them. Returns how many. */
static int take_bits(uint64_t *bits, int n, int *out) {
    int have = 0;
    for (int i = 0; i * 64 < n; i++) {
        for (uint64_t left = bits[i]; left; left &= left - 1) out[have++] = i * 64 + __builtin_ctzll(left);
        bits[i] = 0;
    }
    return have;
}

/* r of 0..n-1 without replacement, ascending (Floyd). taken: a bit for each of 0..n-1, all 0 before and after. */
static void draw(struct tf_rng *rng, int n, int r, uint64_t *taken, int *out) {
    for (int j = n - r; j < n; j++) {
        uint32_t x = tf_rng_below(rng, (uint32_t)(j + 1));
        if (taken[x / 64] >> x % 64 & 1) x = (uint32_t)j;
        taken[x / 64] |= (uint64_t)1 << x % 64;
    }
    take_bits(taken, n, out);
}

int tf_route_draw(struct tf_rng *rng, const struct tf_route *k, int leaf, int lo, int hi, int n, uint64_t *taken, int *out) {
    const int a = k->start[leaf], b = k->start[leaf + 1], all = hi - lo - (b - a), r = all < n ? all : n;
    draw(rng, all, r, taken, out);
    for (int i = 0; i < r; i++) {
        const int pos = lo + out[i];
        out[i] = k->order[pos < a ? pos : pos + (b - a)];
    }
    return r;
}

/* Key rows from outside the leaf: up to `samples`, in w->sample. Returns how many; *weight = population / that. */
static int sample_keys(struct work *w, int leaf, struct tf_rng *rng, tf_real *weight) {
    const struct tf_gate *g = &w->a->g;
    const struct tf_route *k = g->k;
    const struct tf_tree_shape *s = &k->tree.shape;
    int a = k->start[leaf], b = k->start[leaf + 1], lo = a, hi = b;
    if (g->from == TF_GATE_ALL) lo = 0, hi = k->start[s->leaves];
    for (int l = s->levels - 1, span = 1; hi - lo == b - a && l >= 0; l--) {
        span *= s->branch[l];
        lo = k->start[leaf / span * span];
        hi = k->start[leaf / span * span + span];
    }
    const int r = tf_route_draw(rng, k, leaf, lo, hi, g->samples, w->taken, w->sample);
    if (r) *weight = (tf_real)((double)(hi - lo - (b - a)) / r);
    return r;
}

static void leaf_pairs(struct work *w, int leaf, struct tf_rng *rng) {
    const struct tf_gate *g = &w->a->g;
    const struct tf_route *k = g->k;
    tf_real weight = 0;
    int drawn = g->mode == TF_GATE_SAMPLED ? sample_keys(w, leaf, rng, &weight) : 0;
    for (w->hi = 0; w->hi < g->n_heads; w->hi++) {
        w->h = &g->heads[w->hi];
        for (int q0 = g->q->start[leaf], n; q0 < g->q->start[leaf + 1]; q0 += n) {
            n = g->q->start[leaf + 1] - q0 < w->K->lanes ? g->q->start[leaf + 1] - q0 : w->K->lanes;
            set_queries(w, g->q->order + q0, n);
            if (g->mode == TF_GATE_DENSE) {
                add_pairs(w, leaf, k->order, k->start[k->tree.shape.leaves], 1, true);
                continue;
            }
            // the queries' part sums to 0 over all that they see
            add_pairs(w, leaf, k->order + k->start[leaf], k->start[leaf + 1] - k->start[leaf], 1, g->beside);
            add_pairs(w, leaf, w->sample, drawn, weight, true);
        }
    }
}

struct leaves {
    const struct tf_route *r;
    const tf_real *dP;
    const int *line; /* (leaves) of dP, -1: zero; NULL: all there */
};

static void fill_leaves(void *arg, const int *row, int n, int w, tf_real *U) {
    struct leaves *a = arg;
    const struct tf_tree_shape *s = &a->r->tree.shape;
    for (int j = 0; j < s->leaves; j++) {
        if (a->line && a->line[j] < 0) continue;
        const tf_real *dP = a->dP + (ptrdiff_t)(a->line ? a->line[j] : j) * a->r->T;
        tf_real *u = U + (ptrdiff_t)(s->off[s->levels] + j) * w;
        for (int l = 0; l < n; l++) u[l] = dP[row[l]];
    }
}

/* Where all queries are in one leaf (a sequence's one query), the keys have deltas of that leaf alone. */
static void learn_keys(struct tf_tape *t, const struct work *w, const struct tf_tree_some *some) {
    const struct tf_route *r = w->a->g.k;
    const struct tf_tree_shape *s = &r->tree.shape;
    int lines = 0, leaf = 0;
    for (int j = 0; j < s->leaves; j++)
        if (w->line[j] >= 0) lines++, leaf = j;
    if (s->binary || r->arg.balance || lines != 1) {
        tf_tree_learn(t, r, false, fill_leaves, &(struct leaves){r, w->dPk, w->line}, some);
        return;
    }
    struct tf_route *path = tf_tree_path(t, r, leaf);
    int *line = tf_arena_alloc(&t->arena, sizeof *line * (size_t)path->tree.shape.leaves);
    for (int j = 0; j < path->tree.shape.leaves; j++) line[j] = j == path->tree.shape.at[s->levels] ? 0 : -1;
    tf_tree_learn(t, path, true, fill_leaves, &(struct leaves){path, w->dPk, line}, some);
    tf_tree_path_back(path, r, leaf);
}

static void gate_back(struct tf_tape *t, void *aux) {
    struct gate *a = aux;
    const struct tf_gate *g = &a->g;
    struct tf_mark m = tf_arena_mark(&t->arena);
    struct work *w = work_new(t, a);
    struct tf_rng rng = tf_rng_at(t->seed, TF_RNG_SAMPLE, t->step, g->example, g->site);
    for (int leaf = 0; leaf < g->q->tree.shape.leaves; leaf++)
        if (g->q->start[leaf + 1] > g->q->start[leaf]) leaf_pairs(w, leaf, &rng);
    struct leaves q = {g->q, w->dPq, NULL};
    struct tf_tree_some some;
    if (w->touched) {
        int *row = tf_arena_alloc(&t->arena, sizeof *row * (size_t)g->k->T);
        some = (struct tf_tree_some){row, take_bits(w->touched, g->k->T, row)};
    }
    tf_tree_learn(t, g->q, false, queries_learn(g) ? fill_leaves : NULL, &q, NULL);
    learn_keys(t, w, w->touched ? &some : NULL);
    tf_arena_rewind(&t->arena, m);
}

void tf_tree_gate(struct tf_tape *t, const struct tf_gate *g) {
    if (!t->grad) return;
    TF_BUG_IF(g->q == g->k, "the gate needs one route for queries and one for keys");
    struct gate *a = tf_arena_alloc(&t->arena, sizeof *a + sizeof a->head[0] * (size_t)g->n_heads);
    a->g = *g;
    for (int i = 0; i < g->n_heads; i++) {
        a->head[i] = (struct head){0};
        a->head[i].keep = (tf_real)tf_drop_set(&a->head[i].drop, t, &g->heads[i].arg);
    }
    tf_record(t, gate_back, a);
}
