/* Trees: shapes, routing, plans of leaves, and the backward pass that all tree mechanisms share. See tree.h. */
#include <limits.h>
#include <math.h>

#include "num/elem.h"
#include "num/op.h"
#include "num/tree_kernel.h"

/* ---- shapes ------------------------------------------------------------------------------------------------------------- */
static struct tf_tree_shape shape_of(bool binary, int levels, const int *branch) {
    struct tf_tree_shape s = {.binary = binary, .levels = levels};
    TF_BUG_IF(levels < 1 || levels > TF_TREE_LEVELS, "tree of %d levels", levels);
    int width = 1;
    for (int l = 0; l < levels; l++) {
        s.branch[l] = binary ? 2 : branch[l];
        s.off[l + 1] = s.off[l] + width;
        width *= s.branch[l];
    }
    s.leaves = width;
    s.nodes = s.off[levels] + width;
    s.rows = binary ? s.off[levels] : s.nodes - 1;
    return s;
}

struct tf_tree_shape tf_tree_binary(int height) { return shape_of(true, height, NULL); }

struct tf_tree_shape tf_tree_kary(int levels, const int *branch) { return shape_of(false, levels, branch); }

int tf_tree_path_rows(const struct tf_tree_shape *s) {
    int n = 0;
    for (int l = 0; l < s->levels; l++) n += s->binary ? 1 : s->branch[l];
    return n;
}

/* ---- gather rows -------------------------------------------------------------------------------------------------------- */
struct gather {
    struct tf_mat *y;
    int n;
    struct tf_row_slices part[];
};

static void gather_back(TF_UNUSED struct tf_tape *t, void *aux) {
    struct gather *a = aux;
    const tf_real *g = a->y->g;
    const struct tf_elem *E = tf_elem();
    for (int p = 0; p < a->n; p++)
        for (int r = 0; r < a->part[p].rows; r++, g += a->y->ld) {
            struct tf_mat *m = a->part[p].m;
            if (m->grad) E->add((size_t)m->cols, tf_grad(m, a->part[p].r0 + r), g);
        }
}

struct tf_mat *tf_gather_rows(struct tf_tape *t, int n, const struct tf_row_slices *part) {
    int rows = 0, cols = part[0].m->cols;
    for (int p = 0; p < n; p++) {
        TF_BUG_IF(part[p].m->cols != cols || part[p].r0 + part[p].rows > part[p].m->rows, "gather: part %d", p);
        rows += part[p].rows;
    }
    struct gather *a = tf_arena_alloc(&t->arena, sizeof *a + sizeof *part * (size_t)n);
    a->y = tf_new(t, rows, cols);
    a->n = n;
    memcpy(a->part, part, sizeof *part * (size_t)n);
    tf_real *y = a->y->v;
    for (int p = 0; p < n; p++)
        for (int r = 0; r < part[p].rows; r++, y += cols)
            memcpy(y, part[p].m->v + (ptrdiff_t)(part[p].r0 + r) * part[p].m->ld, sizeof *y * (size_t)cols);
    tf_record(t, gather_back, a);
    return a->y;
}

/* ---- a tile of tokens ----------------------------------------------------------------------------------------------------- */
void tf_tree_tile_init(struct tf_tape *t, struct tf_tree_tile *s, const struct tf_route *r) {
    s->r = r;
    s->K = tf_kernels();
    s->D = r->arg.x->cols;
    s->Dp = tf_round_up(s->D, s->K->vl);
    s->xt = tf_reals(t, s->D, TF_TREE_TILE);
    s->z = tf_reals(t, r->tree.shape.rows, TF_TREE_TILE);
}

/* The next tokens of all, or of some. */
static void next_tokens(struct tf_tree_tile *s, int at, const struct tf_tree_some *some) {
    const struct tf_mat *x = s->r->arg.x;
    const int left = (some ? some->n : s->r->T) - at;
    s->n = left < TF_TREE_TILE ? left : TF_TREE_TILE;
    s->w = tf_round_up(s->n, s->K->vl);
    for (int l = 0; l < s->n; l++) s->row[l] = some ? some->row[at + l] : at + l;
    s->K->gather_transposed(s->xt, s->w, x->v, x->ld, s->row, s->n, s->D, 1);
}

static bool is_narrow(int D) { return D == 8 || D == 16; } // as tf_tree_kernels.narrow takes them

/* z (rows,w) = W X^T + b of rows first.. of W. Returns the sum of |z|, if it is asked for. */
static double scores(struct tf_tree_tile *s, int first, int rows, bool sum, bool keep) {
    const tf_real *W = tf_row(s->r->tree.w, first), *b = tf_row(s->r->tree.b, first);
    const int ldw = s->r->tree.w->ld, ldb = s->r->tree.b->ld;
    const struct tf_tree_kernels *TK = tf_tree_kernels();
    if (is_narrow(s->D)) return TK->narrow(s->D, rows, s->n, s->w, W, ldw, b, ldb, s->xt, keep ? s->z : NULL, sum);
    for (int i = 0; i < rows; i++)
        for (int l = 0; l < s->w; l++) s->z[(ptrdiff_t)i * s->w + l] = b[(ptrdiff_t)i * ldb];
    s->K->gemm_rowmajor(rows, s->w, s->D, W, ldw, s->xt, s->w, s->z, s->w, true);
    return sum ? TK->sum_abs(rows, s->n, s->w, s->z) : 0;
}

void tf_tree_tile_scores(struct tf_tree_tile *s, int at, const struct tf_tree_some *some) {
    next_tokens(s, at, some);
    scores(s, 0, s->r->tree.w->rows, false, true);
}

/* ---- routing ---------------------------------------------------------------------------------------------------------------- */
void tf_route_sort(struct tf_tape *t, struct tf_route *r) {
    const int M = r->tree.shape.leaves, T = r->T;
    r->order = tf_arena_alloc(&t->arena, sizeof *r->order * (size_t)T);
    r->start = tf_arena_alloc(&t->arena, sizeof *r->start * (size_t)(M + 2));
    struct tf_mark mark = tf_arena_mark(&t->arena);
    int *group = tf_arena_alloc(&t->arena, sizeof *group * (size_t)T);
    for (int i = 0; i < T; i++) group[i] = r->leaf[i] < 0 ? M : r->leaf[i];
    tf_sort_groups(T, M + 1, group, r->order, r->start);
    tf_arena_rewind(&t->arena, mark);
}

static void route_recorded(struct tf_tape *t, struct tf_route *r) { // all scores: c and the balance loss need them
    const struct tf_tree_kernels *TK = tf_tree_kernels();
    const struct tf_tree_shape *s = &r->tree.shape;
    const bool only_c = r->arg.only_c;
    double *sums = r->arg.balance ? tf_arena_calloc(&t->arena, sizeof *sums * (size_t)s->nodes) : NULL, total = 0;
    struct tf_mark m = tf_arena_mark(&t->arena);
    struct tf_tree_tile *tile = tf_arena_alloc(&t->arena, sizeof *tile);
    tf_tree_tile_init(t, tile, r);
    struct tf_balance_work b = {0};
    if (sums) b = (struct tf_balance_work){.pi = tf_reals(t, s->nodes, TF_TREE_TILE), .sm = tf_reals(t, s->rows, TF_TREE_TILE)};
    for (int t0 = 0; t0 < r->T; t0 += TF_TREE_TILE) {
        next_tokens(tile, t0, NULL);
        const double sum = scores(tile, 0, s->rows, s->binary, !only_c);
        if (s->binary) total += sum;
        if (!r->arg.median && !only_c) TK->descend(s, tile->n, tile->w, tile->z, r->leaf + t0);
        if (sums) tf_balance_add(tile, &b, sums);
    }
    r->c = total / ((double)s->rows * r->T);
    tf_arena_rewind(&t->arena, m);
    if (only_c) return;
    tf_route_sort(t, r);
    if (sums) tf_balance_finish(t, r, sums);
}

/* k-ary: the scores of the path alone, level by level; the tokens of a node go together. */
static void route_kary(struct tf_tape *t, struct tf_route *r) {
    const struct tf_tree_shape *s = &r->tree.shape;
    struct tf_mark m = tf_arena_mark(&t->arena);
    struct tf_tree_tile *tile = tf_arena_alloc(&t->arena, sizeof *tile);
    int *order = tf_arena_alloc(&t->arena, sizeof *order * (size_t)r->T),
        *start = tf_arena_alloc(&t->arena, sizeof *start * (size_t)s->nodes);
    int best[TF_TREE_TILE];
    tf_tree_tile_init(t, tile, r);
    memset(r->leaf, 0, sizeof *r->leaf * (size_t)r->T);
    for (int lev = 0; lev < s->levels; lev++) {
        const int nodes = s->off[lev + 1] - s->off[lev], b = s->branch[lev];
        tf_sort_groups(r->T, nodes, r->leaf, order, start);
        for (int node = 0; node < nodes; node++) {
            const struct tf_tree_some some = {order + start[node], start[node + 1] - start[node]};
            for (int at = 0; at < some.n; at += TF_TREE_TILE) {
                next_tokens(tile, at, &some);
                scores(tile, s->off[lev + 1] - 1 + node * b, b, false, true);
                tf_tree_kernels()->argmax(b, tile->w, tile->z, best);
                for (int l = 0; l < tile->n; l++) r->leaf[tile->row[l]] = node * b + best[l];
            }
        }
    }
    tf_arena_rewind(&t->arena, m);
    tf_route_sort(t, r);
}

enum { NARROW_WEIGHTS = 4096 }; // measured, D = 8 and 16
/* Binary, in evaluation: the scores of the path alone. A tile of narrow tokens has all scores sooner than each token has its path's. */
static void route_binary(struct tf_tape *t, struct tf_route *r) {
    const struct tf_mat *x = r->arg.x, *W = r->tree.w, *b = r->tree.b;
    const struct tf_tree_shape *s = &r->tree.shape;
    if (is_narrow(x->cols) && s->rows * x->cols <= NARROW_WEIGHTS) {
        route_recorded(t, r);
        return;
    }
    memset(r->leaf, 0, sizeof *r->leaf * (size_t)r->T);
    tf_tree_kernels()->walk(s, r->T, x->cols, x->v, x->ld, W->v, W->ld, b->v, b->ld, r->leaf);
    tf_route_sort(t, r);
}

/* Leaves by medians, own or another route's; the same arithmetic in training and in evaluation. First rows are not asked again: a token
 * alone at its node is the median, and would go by the last bit of its score. */
static void route_median(struct tf_tape *t, struct tf_route *r) {
    const struct tf_mat *x = r->arg.x, *W = r->tree.w;
    const struct tf_route *of = r->arg.of;
    if (of) {
        r->tree.b = of->tree.b;
        memcpy(r->leaf, of->leaf, sizeof *r->leaf * (size_t)r->T);
        return;
    }
    if (!r->arg.cut) {
        tf_tree_split_evenly(t, r);
        return;
    }
    r->tree.b = r->arg.cut->tree.b;
    memset(r->leaf, 0, sizeof *r->leaf * (size_t)r->T);
    tf_tree_kernels()->walk(&r->tree.shape, r->T, x->cols, x->v, x->ld, W->v, W->ld, r->tree.b->v, r->tree.b->ld, r->leaf);
}

struct tf_route *tf_tree_route(struct tf_tape *t, const struct tf_route_arg *a) {
    const struct tf_tree *tree = a->tree;
    const struct tf_tree_shape *s = &tree->shape;
    int T = a->x->rows, D = a->x->cols;
    TF_BUG_IF(tree->w->cols != D || tree->w->rows != s->rows, "tree of %d rows: x (%d,%d), w (%d,%d)", s->rows, T, D, tree->w->rows,
              tree->w->cols);
    TF_BUG_IF(a->median ? !s->binary || (a->cut && a->cut->tree.b->rows != s->rows) || (a->of && a->of->T < T)
                        : tree->b->rows != s->rows || tree->b->cols != 1,
              "tree of %d rows: bias or medians of another", s->rows);
    enum tf_phase before = tf_phase(t, TF_PHASE_ROUTE);
    struct tf_route *r = tf_arena_calloc(&t->arena, sizeof *r);
    r->arg = *a;
    r->tree = *tree;
    r->T = T;
    r->leaf = tf_arena_alloc(&t->arena, sizeof(int) * (size_t)T);
    if (!t->grad) r->arg.balance = TF_BALANCE_NONE;
    if (a->median) route_median(t, r);
    const bool all = t->grad && (s->binary || r->arg.balance);
    if (all) route_recorded(t, r);
    else if (a->median) tf_route_sort(t, r);
    else if (s->binary) route_binary(t, r);
    else route_kary(t, r);
    tf_phase(t, before);
    int scores = all ? s->rows + (a->median ? s->levels : 0) : tf_tree_path_rows(s);
    t->flops[TF_FLOP_ROUTE] += (double)T * scores * (2.0 * D + 1);
    return r;
}

int *tf_route_counts(struct tf_tape *t, const struct tf_route *r) {
    int M = r->tree.shape.leaves, *count = tf_arena_alloc(&t->arena, sizeof(int) * (size_t)M);
    for (int j = 0; j < M; j++) count[j] = r->start[j + 1] - r->start[j];
    return count;
}

int *tf_route_node_counts(struct tf_tape *t, const struct tf_route *r) {
    const struct tf_tree_shape *s = &r->tree.shape;
    const int first = s->off[s->levels];
    int *count = tf_arena_alloc(&t->arena, sizeof *count * (size_t)s->nodes);
    for (int j = 0; j < s->leaves; j++) count[first + j] = r->start[j + 1] - r->start[j];
    for (int n = first - 1; n >= 0; n--) count[n] = count[2 * n + 1] + count[2 * n + 2];
    return count;
}

/* ---- plan ----------------------------------------------------------------------------------------------------------------------- */
/* Each token's place in the keys' order. */
static const int *places(struct tf_tape *t, const struct tf_route *k) {
    int *pos = tf_arena_alloc(&t->arena, sizeof *pos * (size_t)k->T);
    for (int i = 0; i < k->start[k->tree.shape.leaves]; i++) pos[k->order[i]] = i;
    return pos;
}

const struct tf_attn_index *tf_tree_index(struct tf_tape *t, const struct tf_route *q, const struct tf_route *k, enum tf_tree_empty empty) {
    const struct tf_tree_shape *s = &k->tree.shape;
    const int M = s->leaves, *pos = NULL;
    int n = 0;
    TF_BUG_IF(q->tree.shape.leaves != M || (empty == TF_EMPTY_SELF && q->T > k->T), "plan: %d and %d leaves", q->tree.shape.leaves, M);
    for (int j = 0; j < M; j++) {
        int nq = q->start[j + 1] - q->start[j];
        n += nq == 0 ? 0 : k->start[j + 1] > k->start[j] || empty != TF_EMPTY_SELF ? 1 : nq;
    }
    struct tf_block *blocks = tf_arena_alloc(&t->arena, sizeof *blocks * (size_t)n);
    struct tf_range *ranges = tf_arena_alloc(&t->arena, sizeof *ranges * (size_t)n);
    n = 0;
    for (int j = 0; j < M; j++) {
        int q0 = q->start[j], q1 = q->start[j + 1], k0 = k->start[j], k1 = k->start[j + 1];
        if (q0 == q1) continue;
        if (k0 == k1 && empty == TF_EMPTY_SELF) {
            if (!pos) pos = places(t, k);
            for (int i = q0; i < q1; i++, n++) {
                int at = pos[q->order[i]];
                ranges[n] = (struct tf_range){at, at + 1};
                blocks[n] = (struct tf_block){i, i + 1, n, n + 1};
            }
            continue;
        }
        if (k0 == k1 && empty == TF_EMPTY_ZERO) continue; // in no block: attends to nothing
        for (int l = s->levels - 1, span = 1; k0 == k1; l--) {
            span *= s->branch[l];
            k0 = k->start[j / span * span];
            k1 = k->start[j / span * span + span];
        }
        ranges[n] = (struct tf_range){k0, k1};
        blocks[n] = (struct tf_block){q0, q1, n, n + 1};
        n++;
    }
    struct tf_attn_index *p =
        TF_AUX(t, struct tf_attn_index, .n_blocks = n, .blocks = blocks, .ranges = ranges, .qidx = q->order, .kidx = k->order);
    return p;
}

const struct tf_attn_index *tf_tree_index_causal(struct tf_tape *t, const struct tf_route *q, const struct tf_route *k,
                                                 enum tf_tree_empty empty) {
    const int M = k->tree.shape.leaves, *pos = places(t, k);
    TF_BUG_IF(empty == TF_EMPTY_ANCESTOR || q->T > k->T, "plan: %d queries, %d keys, no ancestors", q->T, k->T);
    int n = 0;
    struct tf_block *blocks = tf_arena_alloc(&t->arena, sizeof *blocks * (size_t)(M + q->T));
    struct tf_range *ranges = tf_arena_alloc(&t->arena, sizeof *ranges * (size_t)(M + q->T));
    for (int j = 0; j < M; j++) {
        const int k0 = k->start[j], k1 = k->start[j + 1], q1 = q->start[j + 1], first = k0 < k1 ? k->order[k0] : INT_MAX;
        int at = q->start[j];
        for (; at < q1 && q->order[at] < first; at++) { // queries come in order: those before the first key
            if (empty == TF_EMPTY_ZERO) continue;
            ranges[n] = (struct tf_range){pos[q->order[at]], pos[q->order[at]] + 1};
            blocks[n] = (struct tf_block){at, at + 1, n, n + 1}, n++;
        }
        if (at == q1) continue;
        ranges[n] = (struct tf_range){k0, k1};
        blocks[n] = (struct tf_block){at, q1, n, n + 1}, n++;
    }
    return TF_AUX(t, struct tf_attn_index, .n_blocks = n, .blocks = blocks, .ranges = ranges, .qidx = q->order, .kidx = k->order,
                  .windowed = true, .lo = 0, .hi = INT_MAX);
}

/* ---- learning ---------------------------------------------------------------------------------------------------------------------- */
struct learn { /* scratch of one backward pass; the tile's layouts are (., w) */
    struct tf_tree_tile tile;
    struct tf_balance_work b;
    tf_real *dz, *dW, *W, *x_rows, *dx; /* (rows,w), (rows,Dp), (rows,Dp), (TILE,Dp) or NULL: read in place, (TILE,Dp) */
    int ldW;
};

static void learn_init(struct tf_tape *t, struct learn *l, const struct tf_route *r, bool all) {
    const struct tf_tree_shape *s = &r->tree.shape;
    const struct tf_mat *W = r->tree.w;
    tf_tree_tile_init(t, &l->tile, r);
    int Dp = l->tile.Dp, D = l->tile.D;
    l->b = (struct tf_balance_work){tf_reals(t, s->nodes, TF_TREE_TILE), tf_reals(t, s->nodes, TF_TREE_TILE),
                                    tf_reals(t, s->rows, TF_TREE_TILE), r->arg.balance ? tf_reals(t, s->rows, TF_TREE_TILE) : NULL};
    l->dz = tf_reals(t, s->rows, TF_TREE_TILE);
    l->dW = tf_arena_calloc(&t->arena, sizeof(tf_real) * (size_t)s->rows * (size_t)Dp);
    l->dx = tf_reals(t, TF_TREE_TILE, Dp);
    l->W = W->v;
    l->ldW = W->ld;
    l->x_rows = all && D == Dp ? NULL : tf_reals(t, TF_TREE_TILE, Dp);
    if (D == Dp) return;
    l->W = tf_arena_calloc(&t->arena, sizeof(tf_real) * (size_t)s->rows * (size_t)Dp);
    l->ldW = Dp;
    for (int i = 0; i < s->rows; i++) memcpy(l->W + (ptrdiff_t)i * Dp, tf_row(W, i), sizeof *l->W * (size_t)D);
}

static void learn_sweep(struct learn *l, bool inner, tf_tree_fill *fill, void *arg) {
    const struct tf_tree_tile *tile = &l->tile;
    const struct tf_route *r = tile->r;
    const struct tf_tree_shape *s = &r->tree.shape;
    const struct tf_tree_kernels *TK = tf_tree_kernels();
    int w = tile->w, first = inner ? 0 : s->off[s->levels];
    if (!fill) {
        memset(l->dz, 0, sizeof *l->dz * (size_t)s->rows * (size_t)w);
    } else {
        memset(l->b.U + (ptrdiff_t)first * w, 0, sizeof *l->b.U * (size_t)(s->nodes - first) * (size_t)w);
        fill(arg, tile->row, tile->n, w, l->b.U);
        if (r->arg.median) tf_tree_tile_agree(&l->tile);
        struct tf_tree_sweep a = {r->arg.surrogate, (tf_real)r->arg.beta, (tf_real)(1 / (1 + exp(-2 * r->c))),
                                  (tf_real)(1 / (1 + exp(2 * r->c))), inner};
        if (s->binary) TK->sweep(s, w, &a, tile->z, l->b.U, l->b.pi, l->dz);
        else TK->sweep_kary(s, w, r->arg.hard, tile->z, l->b.U, l->b.pi, l->b.sm, l->dz);
    }
    if (r->arg.balance) tf_balance_back(tile, &l->b, l->dz);
}

/* From dz (rows,w) of the tile: db += row sums, dW += dz X, dX += dz^T W. */
static void learn_tile(struct learn *l) {
    const struct tf_tree_tile *tile = &l->tile;
    const struct tf_route *r = tile->r;
    const struct tf_kernels *K = tile->K;
    struct tf_mat *x = r->arg.x, *b = r->tree.b;
    int rows = r->tree.shape.rows, n = tile->n, w = tile->w, Dp = tile->Dp;
    if (b->grad) tf_tree_kernels()->add_row_sums(rows, n, w, l->dz, b->g, b->ld);
    if (r->tree.w->grad) {
        const tf_real *X = tf_row(x, tile->row[0]);
        if (l->x_rows) K->gather(l->x_rows, Dp, x->v, x->ld, tile->row, n, tile->D, 1), X = l->x_rows;
        K->gemm_rowmajor(rows, Dp, n, l->dz, w, X, l->x_rows ? Dp : x->ld, l->dW, Dp, true);
    }
    if (x->grad && !r->arg.detach) {
        K->gemm_colmajor(n, Dp, rows, l->dz, w, l->W, l->ldW, l->dx, Dp, false);
        K->scatter_add(x->g, x->ld, tile->row, l->dx, Dp, n, tile->D, 1);
    }
}

void tf_tree_learn(struct tf_tape *t, const struct tf_route *r, bool inner, tf_tree_fill *fill, void *arg,
                   const struct tf_tree_some *some) {
    struct tf_mat *W = r->tree.w;
    if ((!fill && !r->arg.balance) || (!W->grad && !r->tree.b->grad && (!r->arg.x->grad || r->arg.detach))) return;
    struct tf_mark m = tf_arena_mark(&t->arena);
    struct learn *l = tf_arena_alloc(&t->arena, sizeof *l);
    if (r->arg.balance) some = NULL;
    learn_init(t, l, r, !some);
    for (int at = 0, n = some ? some->n : r->T; at < n; at += TF_TREE_TILE) {
        tf_tree_tile_scores(&l->tile, at, some);
        learn_sweep(l, inner, fill, arg);
        learn_tile(l);
    }
    for (int i = 0; W->grad && i < W->rows; i++) tf_elem()->add((size_t)l->tile.D, tf_grad(W, i), l->dW + (ptrdiff_t)i * l->tile.Dp);
    tf_arena_rewind(&t->arena, m);
}

struct two {
    tf_tree_fill *fill;
    void *arg[2];
};

static void fill_two(void *arg, const int *row, int n, int w, tf_real *U) {
    const struct two *two = arg;
    for (int i = 0; i < 2; i++) two->fill(two->arg[i], row, n, w, U);
}

void tf_tree_learn_two(struct tf_tape *t, const struct tf_route *q, const struct tf_route *k, tf_tree_fill *fill, void *of_q, void *of_k) {
    if (q == k) {
        tf_tree_learn(t, q, true, fill_two, &(struct two){fill, {of_q, of_k}}, NULL);
    } else {
        tf_tree_learn(t, q, true, fill, of_q, NULL);
        tf_tree_learn(t, k, true, fill, of_k, NULL);
    }
}

static void balance_alone_back(struct tf_tape *t, void *r) { tf_tree_learn(t, r, false, NULL, NULL, NULL); }

void tf_tree_balance(struct tf_tape *t, struct tf_route *r) {
    if (t->grad && r->arg.balance) tf_record(t, balance_alone_back, r);
}
