/* See buckets.h. */
#include "attn/buckets.h"

#include <limits.h>
#include <math.h>

#include "attn/patterns.h"

static struct tf_build build(struct tf_arena *a, int n) { // room for n blocks and ranges
    return (struct tf_build){.arena = a,
                             .blocks = tf_arena_alloc(a, sizeof(struct tf_block) * (size_t)n),
                             .ranges = tf_arena_alloc(a, sizeof(struct tf_range) * (size_t)n),
                             .cap_blocks = n,
                             .cap_ranges = n};
}

static void add_block(struct tf_build *b, int q0, int q1, int k0, int k1) {
    tf_build_block(b, q0, q1);
    tf_build_range(b, k0, k1);
}

static int most(int a, int b) { return a > b ? a : b; }

struct tf_attn_index *tf_attn_index_buckets(struct tf_arena *a, int T, int n, const int *of, int chunk, enum tf_bucket_layout layout) {
    int m = tf_least(chunk, T), chunks = T ? (T + m - 1) / m : 0;
    int *order = tf_arena_alloc(a, sizeof *order * (size_t)T), *start = tf_arena_alloc(a, sizeof *start * (size_t)(n + 1));
    struct tf_build b = build(a, chunks + n + 1); // a bucket adds one block to those that the borders of chunks make
    tf_sort_groups(T, n, of, order, start);
    if (layout == TF_BUCKETS_PUBLISHED) {
        for (int q0 = 0; q0 < T; q0 += m) {
            add_block(&b, q0, tf_least(q0 + m, T), most(q0 - m, 0), tf_least(q0 + m, T));
            if (q0 == 0 && chunks > 1) tf_build_range(&b, (chunks - 1) * m, T);
        }
    } else {
        for (int k = 0; k < n; k++)
            for (int q0 = start[k], q1; q0 < start[k + 1]; q0 = q1) {
                bool sorted = layout == TF_BUCKETS_SORTED;
                int origin = sorted ? 0 : start[k], c0 = origin + (q0 - origin) / m * m; // of the chunk
                q1 = tf_least(start[k + 1], c0 + m);
                add_block(&b, q0, q1, most(start[k], c0 - m), sorted ? tf_least(start[k + 1], c0 + 2 * m) : q1);
            }
    }
    struct tf_attn_index *p = tf_build_done(&b);
    p->qidx = p->kidx = order;
    p->windowed = layout == TF_BUCKETS_CAUSAL, p->lo = 0, p->hi = INT_MAX;
    return p;
}

double tf_causal_pairs(double rows, double chunk) {
    double first = fmin(rows, chunk), later = rows - first, full = floor(later / chunk) * chunk, rest = later - full;
    return first * (first + 1) / 2 + full * (chunk + (chunk + 1) / 2) + rest * (chunk + (rest + 1) / 2);
}

struct tf_attn_index *tf_attn_index_clusters(struct tf_arena *a, int n, int w, const int *krow) {
    struct tf_build b = build(a, n);
    for (int c = 0; c < n; c++) add_block(&b, c * w, (c + 1) * w, c * w, (c + 1) * w);
    struct tf_attn_index *p = tf_build_done(&b);
    p->kidx = krow;
    return p;
}

int tf_lsh_directions(const int f[2]) { return f[0] / 2 + f[1] / 2; }

static void argmax_sides(const tf_real *p, int half, int *of, int factor) { // p (half): products with the directions
    int best = 0;
    tf_real top = 0;
    for (int c = 0; c < half; c++)
        if (fabs((double)p[c]) > (double)top) top = (tf_real)fabs((double)p[c]), best = p[c] > 0 ? c : half + c;
    *of = *of * factor + best;
}

const int *tf_lsh_hash(struct tf_tape *t, const struct tf_mat *q, const int f[2], struct tf_rng rng) {
    enum { ROWS = 256 };
    int T = q->rows, D = q->cols, n = tf_lsh_directions(f), *of = tf_arena_calloc(&t->arena, sizeof *of * (size_t)T);
    struct tf_mark mark = tf_arena_mark(&t->arena);
    tf_real *R = tf_arena_alloc(&t->arena, sizeof *R * (size_t)n * (size_t)D); // (n,D)
    tf_real *p = tf_arena_alloc(&t->arena, sizeof *p * ROWS * (size_t)n);      // (ROWS,n)
    for (int i = 0; i < n * D; i++) R[i] = (tf_real)tf_rng_normal(&rng);
    for (int r0 = 0; r0 < T; r0 += ROWS) {
        int rows = T - r0 < ROWS ? T - r0 : ROWS;
        tf_gemm(false, true, rows, n, D, 1, q->v + (size_t)r0 * (size_t)q->ld, q->ld, R, D, 0, p, n);
        for (int i = 0; i < rows; i++) {
            argmax_sides(p + i * n, f[0] / 2, &of[r0 + i], 1);
            if (f[1] > 1) argmax_sides(p + i * n + f[0] / 2, f[1] / 2, &of[r0 + i], f[1]);
        }
    }
    tf_arena_rewind(&t->arena, mark);
    t->flops[TF_FLOP_ROUTE] += 2.0 * T * D * n;
    return of;
}

struct tf_mat *tf_lsh_attend(struct tf_tape *t, struct tf_mat *q, struct tf_mat *v, int rounds, const int *const *of, int n, int chunk,
                             enum tf_bucket_layout layout, const struct tf_attend_arg *arg) {
    bool published = layout == TF_BUCKETS_PUBLISHED;
    struct tf_mat *k = published ? q : tf_norm_rows(t, q, false, 1), **o = tf_arena_alloc(&t->arena, sizeof *o * (size_t)rounds);
    const tf_real **lse = tf_arena_alloc(&t->arena, sizeof *lse * (size_t)rounds);
    struct tf_attend_arg how = *arg;
    if (published) how.scale *= q->cols;
    for (int r = 0; r < rounds; r++) {
        struct tf_attn_index *p = tf_attn_index_buckets(&t->arena, q->rows, n, of[r], chunk, layout);
        p->self_last = !published;
        o[r] = tf_attend(t, q, k, v, p, &how, rounds > 1 ? &lse[r] : NULL);
    }
    return rounds > 1 ? tf_attend_merge(t, rounds, o, lse, NULL) : o[0];
}

void tf_largest(const tf_real *s, int T, int w, tf_real *copy, int *out) {
    for (int t = 0; t < T; t++) copy[t] = s[t] > -(tf_real)INFINITY ? s[t] : -(tf_real)INFINITY;
    for (int lo = 0, hi = T - 1; lo < hi;) { // quickselect: the w-th largest ends up at w-1
        tf_real pivot = copy[lo + (hi - lo) / 2], x;
        int i = lo, j = hi;
        while (i <= j) {
            while (copy[i] > pivot) i++;
            while (copy[j] < pivot) j--;
            if (i <= j) x = copy[i], copy[i++] = copy[j], copy[j--] = x;
        }
        if (w - 1 <= j) hi = j;
        else if (w - 1 >= i) lo = i;
        else break;
    }
    tf_real least = copy[w - 1];
    int above = 0;
    for (int t = 0; t < T; t++) above += s[t] > least;
    for (int t = 0, n = 0, ties = w - above; n < w; t++)
        if (s[t] > least || (!(s[t] < least) && ties-- > 0)) out[n++] = t;
}
