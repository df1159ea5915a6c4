/* See patterns.h. */
#include "attn/patterns.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- building ---------------------------------------------------------------------------------------------------------- */
static void *grow(struct tf_arena *a, void *old, int n, int *cap, size_t size) {
    if (n < *cap) return old;
    *cap = *cap ? 2 * *cap : 16;
    void *p = tf_arena_alloc(a, size * (size_t)*cap);
    if (n) memcpy(p, old, size * (size_t)n);
    return p;
}

struct tf_build tf_build_new(struct tf_arena *a) { return (struct tf_build){.arena = a}; }

void tf_build_block(struct tf_build *b, int q0, int q1) {
    b->blocks = grow(b->arena, b->blocks, b->n_blocks, &b->cap_blocks, sizeof *b->blocks);
    b->blocks[b->n_blocks++] = (struct tf_block){q0, q1, b->n_ranges, b->n_ranges};
}

void tf_build_range(struct tf_build *b, int k0, int k1) {
    if (k0 >= k1) return;
    b->ranges = grow(b->arena, b->ranges, b->n_ranges, &b->cap_ranges, sizeof *b->ranges);
    b->ranges[b->n_ranges++] = (struct tf_range){k0, k1};
    b->blocks[b->n_blocks - 1].r1 = b->n_ranges;
}

static int by_start(const void *a, const void *b) {
    const struct tf_range *x = a, *y = b;
    return (x->k0 > y->k0) - (x->k0 < y->k0);
}

struct tf_attn_index *tf_build_done(struct tf_build *b) {
    for (struct tf_block *k = b->blocks; k < b->blocks + b->n_blocks; k++) {
        if (k->r1 - k->r0 < 2) continue;
        qsort(b->ranges + k->r0, (size_t)(k->r1 - k->r0), sizeof *b->ranges, by_start);
        int last = k->r0;
        for (int r = k->r0 + 1; r < k->r1; r++) {
            if (b->ranges[r].k0 > b->ranges[last].k1) b->ranges[++last] = b->ranges[r];
            else if (b->ranges[r].k1 > b->ranges[last].k1) b->ranges[last].k1 = b->ranges[r].k1;
        }
        k->r1 = last + 1;
    }
    struct tf_attn_index *p = tf_arena_alloc(b->arena, sizeof *p);
    *p = (struct tf_attn_index){.n_blocks = b->n_blocks, .blocks = b->blocks, .ranges = b->ranges};
    return p;
}

/* ---- plans --------------------------------------------------------------------------------------------------------------- */
/* Keys at positions p0..p1-1 of a class of rows `stride` apart, for the queries at positions q0..q1-1 of it. */
static void add_chunk(struct tf_build *b, int p0, int p1, int q0, int q1, long back, long ahead) {
    long from = q0 - back > p0 ? q0 - back : p0, to = q1 + ahead < p1 ? q1 + ahead : p1;
    tf_build_block(b, q0, q1);
    tf_build_range(b, (int)from, (int)to);
}

struct tf_attn_index *tf_attn_index_window(struct tf_arena *a, int r0, int r1, int lo, int hi, int stride) {
    enum { CHUNK = 48 }; // a tile of queries: fewer keys outside the window to walk over
    struct tf_build b = tf_build_new(a);
    int n = r1 > r0 ? r1 - r0 : 0, *row = NULL;
    if (stride == 1) {
        tf_build_block(&b, r0, r0 + n);
        tf_build_range(&b, r0, r0 + n);
    } else {
        row = tf_arena_alloc(a, sizeof *row * (size_t)(n + 1));
        for (int c = 0, p1 = 0; c < stride && c < n; c++) {
            int p0 = p1;
            for (int i = r0 + c; i < r1; i += stride) row[p1++] = i;
            for (int q0 = p0; q0 < p1; q0 += CHUNK)
                add_chunk(&b, p0, p1, q0, q0 + CHUNK < p1 ? q0 + CHUNK : p1, hi == INT_MAX ? INT_MAX : hi / stride,
                          lo == INT_MIN ? INT_MAX : -(long)lo / stride);
        }
    }
    struct tf_attn_index *p = tf_build_done(&b);
    p->qidx = p->kidx = row;
    p->windowed = true, p->lo = lo, p->hi = hi;
    return p;
}

struct tf_attn_index *tf_attn_index_global(struct tf_arena *a, int T, int g, bool causal) {
    struct tf_build b = tf_build_new(a);
    tf_build_block(&b, 0, g);
    tf_build_range(&b, 0, T);
    if (g < T) {
        tf_build_block(&b, g, T);
        tf_build_range(&b, 0, g);
    }
    struct tf_attn_index *p = tf_build_done(&b);
    p->windowed = causal, p->lo = 0, p->hi = INT_MAX;
    return p;
}

struct tf_attn_index *tf_attn_index_first(struct tf_arena *a, const struct tf_attn_index *p) {
    struct tf_attn_index *first = tf_arena_alloc(a, sizeof *first);
    struct tf_block *own = tf_arena_alloc(a, sizeof *own);
    *first = *p;
    first->blocks = own, first->n_blocks = 0, first->qidx = NULL;
    for (const struct tf_block *b = p->blocks; b < p->blocks + p->n_blocks && !first->n_blocks; b++)
        for (int q = b->q0; q < b->q1 && !first->n_blocks; q++)
            if (!(p->qidx ? p->qidx[q] : q)) *own = (struct tf_block){0, 1, b->r0, b->r1}, first->n_blocks = 1;
    return first;
}

static int position(const int *kidx, int k0, int k1, long row) { // of the first key row that is not before `row`
    while (k0 < k1) {
        int mid = k0 + (k1 - k0) / 2;
        if (kidx[mid] < row) k0 = mid + 1;
        else k1 = mid;
    }
    return k0;
}

/* Keys at positions k0..k1-1 that the window keeps for query row i. */
static int kept(const struct tf_attn_index *p, int i, int k0, int k1) {
    if (!p->kidx) {
        long from = (long)i - p->hi > k0 ? (long)i - p->hi : k0, to = (long)i - p->lo + 1 < k1 ? (long)i - p->lo + 1 : k1;
        return to > from ? (int)(to - from) : 0;
    }
    return position(p->kidx, k0, k1, (long)i - p->lo + 1) - position(p->kidx, k0, k1, (long)i - p->hi);
}

double tf_attn_index_pairs(const struct tf_attn_index *p) {
    double n = 0;
    for (const struct tf_block *b = p->blocks; b < p->blocks + p->n_blocks; b++)
        for (int r = b->r0; r < b->r1; r++) {
            int k0 = p->ranges[r].k0, k1 = p->ranges[r].k1;
            if (!p->windowed) n += (double)(b->q1 - b->q0) * (k1 - k0);
            for (int q = b->q0; p->windowed && q < b->q1; q++) n += kept(p, p->qidx ? p->qidx[q] : q, k0, k1);
        }
    return n;
}

/* ---- patterns --------------------------------------------------------------------------------------------------------------- */
struct tf_mat *tf_pattern_attend(const struct tf_head *h, tf_pattern_fn *fn) {
    const struct tf_attn_index *plan[TF_PATTERN_MAX];
    struct tf_mat *o[TF_PATTERN_MAX];
    const tf_real *lse[TF_PATTERN_MAX];
    const struct tf_ctx *c = h->ctx;
    struct tf_pattern p = {
        .arena = &c->tape->arena, .opts = c->opts, .T = h->tokens, .layer = c->shape.layer, .head = h->head, .causal = c->shape.causal};
    struct tf_attend_arg arg = tf_head_attend_arg(h);
    int n = fn(&p, plan);
    for (int i = 0; i < n; i++) {
        if (c->cls_query_only) plan[i] = tf_attn_index_first(p.arena, plan[i]);
        o[i] = tf_attend(c->tape, h->q, h->k, h->v, plan[i], &arg, n > 1 ? &lse[i] : NULL);
    }
    return n > 1 ? tf_attend_merge(c->tape, n, o, lse, NULL) : o[0];
}

static struct tf_mat *pattern_head(const struct tf_head *h) { return tf_pattern_attend(h, h->ctx->attn->pattern); }

struct tf_mat *tf_pattern_forward(const struct tf_ctx *c, struct tf_mat *X) { return tf_per_head(c, X, pattern_head); }

double tf_pattern_pairs(const void *opts, const struct tf_cost *s, tf_pattern_fn *fn) {
    const struct tf_attn_index *plan[TF_PATTERN_MAX];
    struct tf_arena a;
    double pairs = 0;
    tf_arena_init(&a);
    for (int head = 0; head < s->H; head++) {
        int n = fn(&(struct tf_pattern){.arena = &a, .opts = opts, .T = s->T, .head = head, .causal = s->causal}, plan);
        for (int i = 0; i < n; i++) pairs += tf_attn_index_pairs(plan[i]);
        tf_arena_reset(&a);
    }
    tf_arena_release(&a);
    return pairs;
}

double tf_pattern_flops_layer(const void *opts, const struct tf_cost *s, tf_pattern_fn *fn) {
    return tf_flops_qkvo(s) + tf_flops_paper_core(tf_pattern_pairs(opts, s, fn), 1, (double)TF_QKV(s) / s->H);
}

double tf_pattern_flops_paper(const void *opts, const struct tf_cost *s, tf_pattern_fn *fn) {
    double e = (double)TF_QKV(s) / s->H;
    return 3 * tf_flops_paper_dense(s->T, e) + tf_flops_paper_core(tf_pattern_pairs(opts, s, fn) / s->H, 1, e);
}
