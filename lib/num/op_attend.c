/* attend: exact softmax attention over an index plan, in tiles (FlashAttention, arXiv:2205.14135, on a CPU; kernels in kernel_isa.c).
 *
 * Forward, for each tile of queries: walk the tiles of keys of its block; keep per query the running maximum m and sum l of the scores
 * and the unnormalised output, rescaled whenever m grows. Only m and 1/l are stored for the backward pass (2 numbers per query), which
 * computes the scores again: P = exp(s - m) / l, with dropout mask R (0 or 1/(1-p)):
 *
 *     delta_i = <do_i, o_i>    dV += (P R)^T dO    dS = P (R (dO V^T) - delta)    dQ += scale dS K    dK += scale dS^T Q
 *
 * Tiles of keys run across range borders, so many short ranges cost little more than one long range.
 *
 * On a tape with bf16 the five products take rounded factors: q, k, v, dO, P R and dS. Scores, sums and what is accumulated are fp32. */
#include <limits.h>
#include <math.h>

#include "num/bf16.h"
#include "num/elem.h"
#include "num/kernel.h"
#include "num/op.h"

static const double LOG2E = 1.44269504088896340736, LN2 = 0.693147180559945309417;

struct attend { /* what the backward pass needs */
    struct tf_mat *q, *k, *v, *o;
    const struct tf_attn_index *plan;
    double scale, keep, slope; /* keep: 1 / (1 - dropout) */
    bool bf16;
    struct tf_drop drop;
    const uint32_t *keys; /* of the query rows, or NULL */
    tf_real *max, *inv;   /* (Tq) maximum score in units of log 2, +inf without keys; 1 / sum, 0 without keys */
    tf_real *lse;         /* (Tq) or NULL */
};

enum { GROUP = 8, SMALL = 1 << 18 };
struct query_tile {
    struct tf_lanes lanes;
    tf_real *qt, *O; /* of the forward pass; the O of a group are one block */
};
/* With bf16 a group of tiles of queries is one factor: N = all its lanes, S and dP are (keys,N). Rows of the factors behind the last key are finite or 0,
 * up to whole steps; their weights are 0. */
struct rounded {
    const uint16_t *k, *v, *kt, *vt; /* all keys and values, when a tile may be a run of them; those of the tile; rows of Dp, Dvp */
    uint16_t *k_tile, *v_tile;       /* gathered */
    uint16_t *q, *dO, *P, *dS;       /* (N,Dp) scaled like qt, (N,Dvp), (keys,N), (keys,N) */
    tf_real *rows;                   /* of a tile before rounding */
    int N;
};

struct work { /* scratch of one pass and the tile at hand */
    const struct tf_kernels *kernels;
    const struct attend *a;
    int Dp, Dvp;          /* D and Dv rounded up to whole vectors, with bf16 to whole steps */
    const tf_real *k, *v; /* where keys and values are read, and their row lengths; k->v or a packed copy */
    int ldk, ldv;
    tf_real *k_tile, *v_tile;                            /* (TF_TILE_KEYS,Dp), (.,Dvp) gathered keys and values */
    tf_real *qt, *S, *O;                                 /* (D,lanes), (TF_TILE_KEYS,lanes), (lanes,Dvp) */
    int tiles, col;                                      /* of the group; with bf16 the first column of the tile in the group's S */
    tf_real *dot, *dP, *q_rows, *do_rows, *dq, *dk, *dv; /* (Dv,lanes), like S, (lanes,Dp), (lanes,Dvp), (lanes,Dp), like k_tile, v_tile */
    tf_real *alone;                                      /* of tf_times_queries */
    int i_min, i_max;                                    /* of the query rows of the tile */
    int r, r1, pos;                                      /* the walk over the block's ranges: now in range r, at position pos */
    const tf_real *kt, *vt;                              /* the tile's keys and values */
    int ldkt, ldvt;
    bool whole; /* the window keeps every pair of the tile */
    /* A block whose keys fit one tile serves all its tiles of queries with it: gathered by the first, dK and dV scattered by the last. */
    bool one, served, fresh, last;
    double pairs;
    struct tf_tape *tape; /* for its clock, and its bf16 */
    struct rounded bf16;
    struct tf_lanes *lanes;
    struct query_tile tile[GROUP];
    struct tf_keys keys;
};

/* A copy of m with rows of Dp, unless m can be read in place. */
static const tf_real *pack(struct tf_tape *t, struct work *w, const struct tf_mat *m, int Dp, int *ld) {
    *ld = m->ld;
    if (w->a->plan->kidx || (m->ld == Dp && m->cols == Dp)) return m->v;
    tf_real *copy = tf_reals(t, m->rows, Dp);
    for (int j = 0; j < m->rows; j += TF_TILE_KEYS) {
        int n = m->rows - j < TF_TILE_KEYS ? m->rows - j : TF_TILE_KEYS;
        for (int l = 0; l < n; l++) w->keys.row[l] = j + l;
        w->kernels->gather(copy + (ptrdiff_t)j * Dp, Dp, m->v, m->ld, w->keys.row, n, m->cols, 1);
    }
    *ld = Dp;
    return copy;
}

static uint16_t *scratch16(struct tf_tape *t, int rows, int cols) {
    return tf_arena_alloc(&t->arena, sizeof(uint16_t) * (size_t)rows * (size_t)cols);
}

/* n rows of x, rounded; 0 in the rows up to n_up. */
static void to_bf16(uint16_t *y, int ldy, const tf_real *x, int ldx, int n, int n_up, int C) {
    tf_elem()->to_bf16(n, C, y, ldy, x, ldx);
    memset(y + (ptrdiff_t)n * ldy, 0, sizeof *y * (size_t)(n_up - n) * (size_t)ldy);
}

static const uint16_t *pack16(struct tf_tape *t, const struct tf_mat *m, int Dp) { // a tile may read one step past the last row
    uint16_t *copy = scratch16(t, m->rows + TF_BF16_STEP, Dp);
    to_bf16(copy, Dp, m->v, m->ld, m->rows, m->rows + TF_BF16_STEP, m->cols);
    return copy;
}

static void choose_tile(struct work *w, int g) {
    w->lanes = &w->tile[g].lanes;
    w->qt = w->tile[g].qt;
    w->O = w->tile[g].O;
    w->col = w->a->bf16 ? g * w->kernels->lanes : 0;
}

static void bf16_new(struct tf_tape *t, struct work *w, bool backward) {
    struct rounded *h = &w->bf16;
    const int N = GROUP * w->kernels->lanes;
    if (!w->a->plan->kidx) {
        h->k = pack16(t, w->a->k, w->Dp);
        h->v = pack16(t, w->a->v, w->Dvp);
    }
    h->k_tile = scratch16(t, TF_TILE_KEYS, w->Dp);
    h->v_tile = scratch16(t, TF_TILE_KEYS, w->Dvp);
    h->q = scratch16(t, N, w->Dp);
    h->P = scratch16(t, TF_TILE_KEYS, N);
    h->rows = tf_reals(t, TF_TILE_KEYS, w->Dp > w->Dvp ? w->Dp : w->Dvp);
    if (!backward) return;
    h->dO = scratch16(t, N, w->Dvp);
    h->dS = scratch16(t, TF_TILE_KEYS, N);
}

static struct work *work_new(struct tf_tape *t, const struct attend *a, bool backward) {
    struct work *w = tf_arena_alloc(&t->arena, sizeof *w);
    const struct tf_kernels *K = w->kernels = tf_kernels();
    w->a = a;
    w->tape = t;
    w->pairs = 0;
    int D = a->q->cols, Dv = a->v->cols;
    const int step = a->bf16 ? TF_BF16_STEP : K->vl;
    w->Dp = tf_round_up(D, step);
    w->Dvp = tf_round_up(Dv, step);
    const int lanes = K->lanes, N = a->bf16 ? GROUP * lanes : lanes;
    w->S = tf_reals(t, TF_TILE_KEYS, N);
    if (!a->bf16) {
        w->k_tile = tf_reals(t, TF_TILE_KEYS, w->Dp);
        w->v_tile = tf_reals(t, TF_TILE_KEYS, w->Dvp);
        for (int g = 0; g < (backward ? 1 : GROUP); g++) w->tile[g].qt = tf_reals(t, D, lanes);
        w->alone = tf_reals(t, 1, tf_scratch_of_one(D > Dv ? D : Dv));
    }
    tf_real *O = backward ? NULL : tf_reals(t, GROUP * lanes, w->Dvp);
    for (int g = 0; O && g < GROUP; g++) w->tile[g].O = O + (ptrdiff_t)(g * lanes) * w->Dvp;
    if (backward) {
        w->dP = tf_reals(t, TF_TILE_KEYS, N);
        w->dq = tf_reals(t, N, w->Dp);
        w->dk = tf_reals(t, TF_TILE_KEYS, w->Dp);
        w->dv = tf_reals(t, TF_TILE_KEYS, w->Dvp);
    }
    if (backward && !a->bf16) {
        w->dot = tf_reals(t, Dv, lanes);
        w->q_rows = tf_reals(t, lanes, w->Dp);
        w->do_rows = tf_reals(t, lanes, w->Dvp);
    }
    choose_tile(w, 0);
    enum tf_phase before = tf_phase(t, TF_PHASE_GATHER);
    if (a->bf16) bf16_new(t, w, backward);
    else {
        w->k = pack(t, w, a->k, w->Dp, &w->ldk);
        w->v = pack(t, w, a->v, w->Dvp, &w->ldv);
    }
    tf_phase(t, before);
    return w;
}

/* ---- the walk ---------------------------------------------------------------------------------------------------------- */
/* Starts the tile of queries at positions q0 .. q0+n-1 of the block. */
static void set_queries(struct work *w, const struct tf_block *b, int q0, int n) {
    const struct tf_attn_index *p = w->a->plan;
    struct tf_lanes *q = w->lanes;
    q->n = n;
    q->ld = q->w = tf_round_up(n, w->kernels->vl);
    w->i_min = INT_MAX;
    w->i_max = INT_MIN;
    for (int l = 0; l < n; l++) {
        int i = p->qidx ? p->qidx[q0 + l] : q0 + l;
        q->row[l] = i;
        q->hash[l] = w->a->keys ? w->a->keys[i] : w->a->drop.key ^ ((uint32_t)i * 0x9e3779b9u);
        if (i < w->i_min) w->i_min = i;
        if (i > w->i_max) w->i_max = i;
    }
    for (int l = n; l < q->w; l++) q->row[l] = 0, q->hash[l] = 0;
    w->served = false;
    w->r = b->r0;
    w->r1 = b->r1;
    w->pos = b->r0 < b->r1 ? p->ranges[b->r0].k0 : 0;
}

/* Fills keys.row with the next keys of the block that the window may keep. Returns whether they are neighbouring rows of w->k, w->v. */
static bool next_rows(struct work *w) {
    const struct tf_attn_index *p = w->a->plan;
    struct tf_keys *k = &w->keys;
    bool run = !p->kidx;
    k->n = 0;
    while (k->n < TF_TILE_KEYS && w->r < w->r1) {
        long from = w->pos, to = p->ranges[w->r].k1;
        if (p->windowed && !p->outside && !p->kidx) { // rows are positions: clip
            long first = (long)w->i_min - p->hi, last = (long)w->i_max - p->lo;
            if (from < first) from = first;
            if (to > last + 1) to = last + 1;
        }
        if (to - from > TF_TILE_KEYS - k->n) to = from + TF_TILE_KEYS - k->n;
        if (from >= to) {
            if (++w->r < w->r1) w->pos = p->ranges[w->r].k0;
            continue;
        }
        w->pos = (int)to;
        if (!p->kidx) {
            if (k->n && k->row[k->n - 1] + 1 != from) run = false;
            for (int j = (int)from; j < to; j++) k->row[k->n++] = j;
        } else if (!p->windowed || p->outside) {
            memcpy(k->row + k->n, p->kidx + from, sizeof(int) * (size_t)(to - from));
            k->n += (int)(to - from);
        } else {
            for (long j = from; j < to; j++) {
                int row = p->kidx[j];
                if (w->i_max - row >= p->lo && w->i_min - row <= p->hi) k->row[k->n++] = row;
            }
        }
    }
    return run;
}

static const uint16_t *gather16(struct work *w, uint16_t *y, int Dp, const struct tf_mat *m) {
    const struct tf_keys *k = &w->keys;
    w->kernels->gather(w->bf16.rows, Dp, m->v, m->ld, k->row, k->n, m->cols, 1);
    to_bf16(y, Dp, w->bf16.rows, Dp, k->n, tf_bf16_up(k->n), Dp);
    return y;
}

static void set_keys16(struct work *w, bool run) {
    struct rounded *h = &w->bf16;
    const ptrdiff_t first = w->keys.row[0];
    h->kt = run ? h->k + first * w->Dp : gather16(w, h->k_tile, w->Dp, w->a->k);
    h->vt = run ? h->v + first * w->Dvp : gather16(w, h->v_tile, w->Dvp, w->a->v);
}

static void set_keys(struct work *w, bool run) {
    const struct tf_keys *k = &w->keys;
    w->kt = run ? w->k + (ptrdiff_t)k->row[0] * w->ldk : w->k_tile;
    w->vt = run ? w->v + (ptrdiff_t)k->row[0] * w->ldv : w->v_tile;
    w->ldkt = run ? w->ldk : w->Dp;
    w->ldvt = run ? w->ldv : w->Dvp;
    if (run) return;
    w->kernels->gather(w->k_tile, w->Dp, w->k, w->ldk, k->row, k->n, w->a->k->cols, 1);
    w->kernels->gather(w->v_tile, w->Dvp, w->v, w->ldv, k->row, k->n, w->a->v->cols, 1);
}

/* The next tile of keys; false: the block has no more. */
static bool next_tile(struct work *w) {
    const struct tf_attn_index *p = w->a->plan;
    struct tf_keys *k = &w->keys;
    if (w->one) {
        if (w->served) return false;
        w->served = true;
        if (!w->fresh) return k->n > 0;
    }
    bool run = next_rows(w);
    if (!k->n) return false;
    enum tf_phase before = tf_phase(w->tape, run ? TF_PHASE_ATTEND : TF_PHASE_GATHER);
    if (w->a->bf16) set_keys16(w, run);
    else set_keys(w, run);
    tf_phase(w->tape, before);
    w->whole = true;
    if (p->windowed) {
        int j_min = INT_MAX, j_max = INT_MIN;
        for (int j = 0; j < k->n; j++) {
            j_min = k->row[j] < j_min ? k->row[j] : j_min;
            j_max = k->row[j] > j_max ? k->row[j] : j_max;
        }
        const int least = w->i_min - j_max, most = w->i_max - j_min;
        w->whole = p->outside ? most < p->lo || least > p->hi : least >= p->lo && most <= p->hi;
    }
    return true;
}

/* What the plan takes from the scores of a tile of queries: S (nk,w). */
static void mask(struct work *w) {
    const struct tf_kernels *K = w->kernels;
    const struct tf_lanes *q = w->lanes;
    tf_real *S = w->S + w->col;
    if (w->a->slope > 0) K->distance(S, q, &w->keys, (tf_real)(w->a->slope * LOG2E));
    if (w->a->plan->self_last) K->self_last(S, q, &w->keys, (tf_real)(TF_SELF_LAST * LOG2E));
    if (w->whole) w->pairs += (double)q->n * w->keys.n;
    else w->pairs += (double)K->window(S, q, &w->keys, w->a->plan->lo, w->a->plan->hi, w->a->plan->outside);
}

/* S (nk,w): scores of the tile, in units of log 2. */
static void scores(struct work *w) {
    tf_times_queries(w->lanes, w->keys.n, w->a->q->cols, w->kt, w->ldkt, w->qt, w->S, w->alone, false);
    mask(w);
}

static void start_block(struct work *w, const struct tf_block *b) {
    long keys = 0;
    for (int r = b->r0; r < b->r1; r++) keys += w->a->plan->ranges[r].k1 - w->a->plan->ranges[r].k0;
    w->one = !w->a->plan->windowed && keys <= TF_TILE_KEYS;
}

/* The next tiles of queries, `most` of them, from position q0 on. Returns the position behind them. */
static int start_group(struct work *w, const struct tf_block *b, int q0, int most, void (*start)(struct work *)) {
    const int begin = q0;
    for (w->tiles = 0; w->tiles < most && q0 < b->q1; w->tiles++, q0 += w->lanes->n) {
        choose_tile(w, w->tiles);
        set_queries(w, b, q0, b->q1 - q0 < w->kernels->lanes ? b->q1 - q0 : w->kernels->lanes);
        start(w);
    }
    w->bf16.N = w->col + w->lanes->w;
    for (int g = 0; g < w->tiles && w->a->bf16; g++) w->tile[g].lanes.ld = w->bf16.N;
    w->fresh = !w->one || begin == b->q0;
    w->last = !w->one || q0 == b->q1;
    return q0;
}

/* ---- bf16: products of a tile of keys and a group of queries ------------------------------------------------------------- */
/* The tile's rows of v (of m's shape), times scale, at their place in y (N,Dp). */
static void rows16(struct work *w, uint16_t *y, int Dp, const tf_real *v, const struct tf_mat *m, tf_real scale) {
    const struct tf_lanes *q = w->lanes;
    w->kernels->gather(w->bf16.rows, Dp, v, m->ld, q->row, q->n, m->cols, scale);
    to_bf16(y + (ptrdiff_t)w->col * Dp, Dp, w->bf16.rows, Dp, q->n, q->w, Dp);
}

static void weights16(struct work *w, uint16_t *y, const tf_real *x) { // (nk,N)
    to_bf16(y, w->bf16.N, x, w->bf16.N, w->keys.n, tf_bf16_up(w->keys.n), w->bf16.N);
}

/* out (nk,N) = x (nk,Dp) y (N,Dp)^T */
static void keys_by(struct work *w, const uint16_t *x, int Dp, const uint16_t *y, tf_real *out) {
    tf_bf16_gemm(w->tape->bf16, false, true, tf_bf16_up(w->keys.n), w->bf16.N, Dp, x, Dp, y, Dp, false, out, w->bf16.N);
}
/* out (N,Dp) = or += x (nk,N)^T y (nk,Dp) */
static void sum_keys(struct work *w, const uint16_t *x, const uint16_t *y, int Dp, bool add, tf_real *out) {
    tf_bf16_gemm(w->tape->bf16, true, false, w->bf16.N, Dp, tf_bf16_up(w->keys.n), x, w->bf16.N, y, Dp, add, out, Dp);
}
/* out (nk,Dp) = or += x (nk,N) y (N,Dp) */
static void sum_queries(struct work *w, const uint16_t *x, const uint16_t *y, int Dp, bool add, tf_real *out) {
    tf_bf16_gemm(w->tape->bf16, false, false, tf_bf16_up(w->keys.n), Dp, w->bf16.N, x, w->bf16.N, y, Dp, add, out, Dp);
}

/* ---- forward ------------------------------------------------------------------------------------------------------------ */
static void start_queries(struct work *w) {
    const struct attend *a = w->a;
    struct tf_lanes *q = w->lanes;
    tf_phase(w->tape, TF_PHASE_GATHER);
    const tf_real scale = (tf_real)(a->scale * LOG2E);
    if (w->a->bf16) rows16(w, w->bf16.q, w->Dp, a->q->v, a->q, scale);
    else w->kernels->gather_transposed(w->qt, q->w, a->q->v, a->q->ld, q->row, q->n, a->q->cols, scale);
    tf_phase(w->tape, TF_PHASE_ATTEND);
    for (int l = 0; l < q->w; l++) q->max[l] = -(tf_real)INFINITY, q->sum[l] = 0;
}

static void weigh(struct work *w, bool first) { // S becomes weights, of which no O holds any before the first tile
    struct tf_lanes *q = w->lanes;
    if (w->kernels->softmax(w->S + w->col, q, &w->keys, &w->a->drop) && !first) w->kernels->scale_rows(w->O, w->Dvp, q->n, q->fac);
}

static void add_keys(struct work *w, bool first) { // the tile of keys at hand
    const struct tf_lanes *q = w->lanes;
    scores(w);
    weigh(w, first);
    w->kernels->gemm_colmajor(q->n, w->Dvp, w->keys.n, w->S, q->w, w->vt, w->ldvt, w->O, w->Dvp, !first); // O += P^T V
}

static void add_keys16(struct work *w, bool first) { // for the whole group
    const struct rounded *h = &w->bf16;
    keys_by(w, h->kt, w->Dp, h->q, w->S);
    for (int g = 0; g < w->tiles; g++) {
        choose_tile(w, g);
        mask(w);
        weigh(w, first);
    }
    weights16(w, h->P, w->S);
    sum_keys(w, h->P, h->vt, w->Dvp, !first, w->tile[0].O);
}

static void finish_queries(struct work *w, bool none_at_all) {
    const struct attend *a = w->a;
    struct tf_lanes *q = w->lanes;
    if (none_at_all) memset(w->O, 0, sizeof(tf_real) * (size_t)q->n * (size_t)w->Dvp);
    for (int l = 0; l < q->n; l++) {
        bool none = q->sum[l] == 0;
        tf_real inv = none ? 0 : 1 / q->sum[l];
        q->fac[l] = (tf_real)a->keep * inv;
        if (a->max) {
            a->max[q->row[l]] = none ? (tf_real)INFINITY : q->max[l];
            a->inv[q->row[l]] = inv;
        }
        if (a->lse) a->lse[q->row[l]] = none ? -(tf_real)INFINITY : (tf_real)((q->max[l] + log2((double)q->sum[l])) * LN2);
    }
    tf_phase(w->tape, TF_PHASE_OTHER);
    w->kernels->scatter(a->o->v, a->o->ld, q->row, w->O, w->Dvp, q->n, a->v->cols, q->fac);
    tf_phase(w->tape, TF_PHASE_ATTEND);
}

/* A tile of keys serves a group of tiles of queries while it is in the cache: it is gathered, or read from farther away, once for all of
 * them. A window clips keys for each tile of queries, so there a group is one tile. */
static void forward(struct work *w) {
    const struct tf_attn_index *p = w->a->plan;
    const int most = p->windowed ? 1 : GROUP;
    for (const struct tf_block *b = p->blocks; b < p->blocks + p->n_blocks; b++) {
        start_block(w, b);
        for (int q0 = b->q0; q0 < b->q1;) {
            q0 = start_group(w, b, q0, most, start_queries);
            bool first = true;
            for (; next_tile(w); first = false) {
                if (w->a->bf16) add_keys16(w, first);
                for (int g = 0; g < w->tiles && !w->a->bf16; g++) {
                    choose_tile(w, g);
                    add_keys(w, first);
                }
            }
            for (int g = 0; g < w->tiles; g++) {
                choose_tile(w, g);
                finish_queries(w, first);
            }
        }
    }
}

/* ---- backward ------------------------------------------------------------------------------------------------------------ */
static void load_queries(struct work *w) {
    const struct tf_kernels *K = w->kernels;
    const struct attend *a = w->a;
    const struct tf_lanes *q = w->lanes;
    const int D = a->q->cols, Dv = a->v->cols, n = q->n;
    if (w->a->bf16) {
        rows16(w, w->bf16.q, w->Dp, a->q->v, a->q, (tf_real)(a->scale * LOG2E));
        rows16(w, w->bf16.dO, w->Dvp, a->o->g, a->o, (tf_real)a->keep);
        return;
    }
    K->gather_transposed(w->qt, q->w, a->q->v, a->q->ld, q->row, n, D, (tf_real)(a->scale * LOG2E));
    K->gather_transposed(w->dot, q->w, a->o->g, a->o->ld, q->row, n, Dv, (tf_real)a->keep);
    K->gather(w->q_rows, w->Dp, a->q->v, a->q->ld, q->row, n, D, (tf_real)a->scale);
    K->gather(w->do_rows, w->Dvp, a->o->g, a->o->ld, q->row, n, Dv, (tf_real)a->keep);
}

/* What the tile at hand adds to dv, dk, dq. */
static void backward_keys(struct work *w, bool first) {
    const struct tf_kernels *K = w->kernels;
    const struct attend *a = w->a;
    const struct tf_lanes *q = w->lanes;
    const int nk = w->keys.n, n = q->n;
    scores(w);
    tf_times_queries(q, nk, a->v->cols, w->vt, w->ldvt, w->dot, w->dP, w->alone, a->v == a->k); // dP^T = V dO^T
    K->softmax_back(w->S, w->dP, q, &w->keys, &a->drop);
    if (a->v->grad) K->gemm_rowmajor(nk, w->Dvp, n, w->S, q->w, w->do_rows, w->Dvp, w->dv, w->Dvp, !w->fresh); // dV += P^T dO
    if (a->k->grad) K->gemm_rowmajor(nk, w->Dp, n, w->dP, q->w, w->q_rows, w->Dp, w->dk, w->Dp, !w->fresh);    // dK += dS^T Q
    if (a->q->grad) K->gemm_colmajor(n, w->Dp, nk, w->dP, q->w, w->kt, w->ldkt, w->dq, w->Dp, !first);         // dQ += dS K
}

static void backward_keys16(struct work *w, bool first) { // for the whole group; dk in units of h->q: times log2(e)
    const struct attend *a = w->a;
    const struct rounded *h = &w->bf16;
    keys_by(w, h->kt, w->Dp, h->q, w->S);
    keys_by(w, h->vt, w->Dvp, h->dO, w->dP);
    for (int g = 0; g < w->tiles; g++) {
        choose_tile(w, g);
        mask(w);
        w->kernels->softmax_back(w->S + w->col, w->dP + w->col, w->lanes, &w->keys, &a->drop);
    }
    weights16(w, h->P, w->S);
    weights16(w, h->dS, w->dP);
    if (a->v->grad) sum_queries(w, h->P, h->dO, w->Dvp, !w->fresh, w->dv);
    if (a->k->grad) sum_queries(w, h->dS, h->q, w->Dp, !w->fresh, w->dk);
    if (a->q->grad) sum_keys(w, h->dS, h->kt, w->Dp, !first, w->dq);
}

static void start_backward(struct work *w) {
    const struct attend *a = w->a;
    struct tf_lanes *q = w->lanes;
    load_queries(w);
    w->kernels->dot_rows(q->delta, a->o->g, a->o->ld, a->o->v, a->o->ld, q->row, q->n, a->v->cols);
    for (int l = 0; l < q->w; l++) {
        q->max[l] = l < q->n ? a->max[q->row[l]] : (tf_real)INFINITY;
        q->sum[l] = l < q->n ? a->inv[q->row[l]] : 0;
        if (l >= q->n) q->delta[l] = 0;
    }
}

static void backward_group(struct work *w) {
    const struct tf_kernels *K = w->kernels;
    const struct attend *a = w->a;
    const struct tf_mat *q = a->q, *k = a->k, *v = a->v;
    const bool bf16 = a->bf16;
    bool first = true;
    for (; next_tile(w); first = false) {
        if (bf16) backward_keys16(w, first);
        else backward_keys(w, first);
        if (v->grad && w->last) K->scatter_add(v->g, v->ld, w->keys.row, w->dv, w->Dvp, w->keys.n, v->cols, 1);
        if (k->grad && w->last) K->scatter_add(k->g, k->ld, w->keys.row, w->dk, w->Dp, w->keys.n, k->cols, bf16 ? (tf_real)LN2 : 1);
    }
    for (int g = 0; g < w->tiles && q->grad && !first; g++) {
        choose_tile(w, g);
        K->scatter_add(q->g, q->ld, w->lanes->row, w->dq + (ptrdiff_t)w->col * w->Dp, w->Dp, w->lanes->n, q->cols, (tf_real)a->scale);
    }
}

static void attend_backward(struct tf_tape *t, void *aux) {
    struct tf_mark mark = tf_arena_mark(&t->arena);
    struct work *w = work_new(t, aux, true);
    const struct tf_attn_index *p = w->a->plan;
    for (const struct tf_block *b = p->blocks; b < p->blocks + p->n_blocks; b++) {
        start_block(w, b);
        for (int q0 = b->q0; q0 < b->q1;) {
            q0 = start_group(w, b, q0, w->a->bf16 && !p->windowed ? GROUP : 1, start_backward);
            backward_group(w);
        }
    }
    tf_arena_rewind(&t->arena, mark);
}

/* Queries in no block: 0. */
static void clear_rest(struct tf_tape *t, const struct attend *a) {
    const struct tf_attn_index *p = a->plan;
    int rows = a->q->rows;
    long covered = 0;
    for (int b = 0; b < p->n_blocks; b++) covered += p->blocks[b].q1 - p->blocks[b].q0;
    if (covered == rows) return;
    bool *seen = tf_arena_calloc(&t->arena, (size_t)rows);
    for (int b = 0; b < p->n_blocks; b++)
        for (int i = p->blocks[b].q0; i < p->blocks[b].q1; i++) seen[p->qidx ? p->qidx[i] : i] = true;
    for (int i = 0; i < rows; i++) {
        if (seen[i]) continue;
        memset(tf_row(a->o, i), 0, sizeof(tf_real) * (size_t)a->o->cols);
        if (a->lse) a->lse[i] = -(tf_real)INFINITY;
    }
}

/* Whether blocks are large enough for calls and rounding to pay: queries times keys times D, on average. */
static bool pays(const struct attend *a) {
    const struct tf_attn_index *p = a->plan;
    double work = 0;
    for (const struct tf_block *b = p->blocks; b < p->blocks + p->n_blocks; b++) {
        double keys = 0;
        for (int r = b->r0; r < b->r1; r++) keys += p->ranges[r].k1 - p->ranges[r].k0;
        work += keys * (b->q1 - b->q0) * a->q->cols;
    }
    return work >= SMALL * p->n_blocks;
}

/* ---- the op ---------------------------------------------------------------------------------------------------------------- */
struct tf_mat *tf_attend(struct tf_tape *t, struct tf_mat *q, struct tf_mat *k, struct tf_mat *v, const struct tf_attn_index *plan,
                         const struct tf_attend_arg *arg, const tf_real **lse) {
    TF_BUG_IF(q->cols != k->cols || k->rows != v->rows, "attend: q (%d,%d), k (%d,%d), v (%d,%d)", q->rows, q->cols, k->rows, k->cols,
              v->rows, v->cols);
    TF_BUG_IF(arg->dropout < 0 || arg->dropout >= 1, "attend: dropout %g", arg->dropout);
    bool record = t->grad && (q->grad || k->grad || v->grad);
    struct tf_mat *o = record ? tf_new(t, q->rows, v->cols) : arg->out && !t->grad ? arg->out : tf_const(t, q->rows, v->cols);
    TF_BUG_IF(o->rows != q->rows || o->cols != v->cols, "attend: out (%d,%d) for (%d,%d)", o->rows, o->cols, q->rows, v->cols);
    struct attend *a = TF_AUX(t, struct attend, .q = q, .k = k, .v = v, .o = o, .plan = plan, .scale = arg->scale, .slope = arg->slope);
    a->bf16 = t->bf16 && pays(a);
    a->keep = tf_drop_set(&a->drop, t, arg);
    a->keys = arg->keys;
    if (record) {
        a->max = tf_reals(t, q->rows, 1);
        a->inv = tf_reals(t, q->rows, 1);
    }
    if (lse) *lse = a->lse = tf_reals(t, q->rows, 1);
    enum tf_phase before = tf_phase(t, TF_PHASE_ATTEND);
    struct tf_mark mark = tf_arena_mark(&t->arena);
    struct work *w = work_new(t, a, false);
    forward(w);
    t->pairs += w->pairs;
    t->flops[TF_FLOP_ATTEND] += w->pairs * (2.0 * q->cols + 2.0 * v->cols + 5);
    clear_rest(t, a);
    tf_arena_rewind(&t->arena, mark);
    tf_phase(t, before);
    if (record) tf_record(t, attend_backward, a);
    return o;
}

uint32_t tf_attend_key(const struct tf_tape *t, uint32_t example, uint32_t layer, uint32_t head) {
    struct tf_rng r = tf_rng_at(t->seed, TF_RNG_ATTN_DROPOUT, t->step, example, layer << 16 | head);
    return tf_rng_u32(&r);
}

const struct tf_attn_index *tf_attn_index_dense(struct tf_tape *t, int Tq, int Tk) {
    struct {
        struct tf_attn_index plan;
        struct tf_block block;
        struct tf_range range;
    } *p = tf_arena_alloc(&t->arena, sizeof *p);
    p->range = (struct tf_range){0, Tk};
    p->block = (struct tf_block){0, Tq, 0, 1};
    p->plan = (struct tf_attn_index){.n_blocks = 1, .blocks = &p->block, .ranges = &p->range};
    return &p->plan;
}
