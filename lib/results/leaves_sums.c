/* Statistics of leaves: see leaves_sums.h. A map with counts c_1..c_M of n tokens, shares p_j = c_j / n:
 *   entropy  -sum p_j log2 p_j           effective leaves  2^entropy           largest  max p_j
 *   gini     sum_i (2 i - M - 1) c_(i) / (M n), c_(i) ascending: 0 when all are equal, 1 - 1/M when one leaf has everything */
#include "results/leaves_sums.h"
#include "train/ranks.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int descending(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x < y) - (x > y);
}

static struct leaves_layer *layer_at(struct leaves_sums *s, int layer, int leaves) {
    struct leaves_layer *l = &s->layer[layer];
    if (!l->leaves) {
        l->leaves = leaves;
        l->room = tf_alloc(sizeof *l->room * (size_t)leaves);
        for (int side = 0; side < 2; side++) {
            l->side[side].share = tf_calloc(sizeof(double) * 2 * (size_t)leaves);
            l->side[side].sorted = l->side[side].share + leaves;
        }
    }
    TF_BUG_IF(l->leaves != leaves, "layer %d: %d leaves, then %d", layer, l->leaves, leaves);
    return l;
}

static void add_side(struct leaves_side *s, int M, const int *count, double n, int *sorted) {
    double entropy = 0, gini = 0;
    memcpy(sorted, count, sizeof *sorted * (size_t)M);
    qsort(sorted, (size_t)M, sizeof *sorted, descending);
    for (int j = 0; j < M; j++) {
        double p = sorted[j] / n;
        if (sorted[j]) entropy -= p * log2(p);
        gini += (M - 1 - 2.0 * j) * p;
        s->sorted[j] += p;
        s->share[j] += count[j] / n;
    }
    s->entropy_bits += entropy;
    s->effective += exp2(entropy);
    s->gini += gini / M;
    s->largest += sorted[0] / n;
}

void leaves_add(struct leaves_sums *s, int layer, int n_leaves, const int *keys, const int *queries) {
    struct leaves_layer *l = layer_at(s, layer, n_leaves);
    double n_keys = 0, n_queries = 0;
    for (int j = 0; j < n_leaves; j++) {
        n_keys += keys[j], n_queries += queries[j];
        l->pairs += (double)keys[j] * queries[j];
        if (!keys[j]) l->empty += queries[j];
    }
    TF_BUG_IF(n_keys < 1 || n_queries < 1, "layer %d: a sequence without tokens", layer);
    l->maps++;
    l->tokens += n_queries;
    l->square += n_keys * n_queries;
    add_side(&l->side[LEAVES_KEYS], n_leaves, keys, n_keys, l->room);
    if (l->room[0] > l->most) l->most = l->room[0];
    add_side(&l->side[LEAVES_QUERIES], n_leaves, queries, n_queries, l->room);
    if (l->room[0] > l->most) l->most = l->room[0];
}

void leaves_observe(void *arg, int layer, int head, bool keys, int n_leaves, const int *count) {
    struct leaves_sums *s = arg;
    if (!s->first.count) {
        s->first.count = count, s->first.layer = layer, s->first.head = head, s->first.leaves = n_leaves, s->first.keys = keys;
        return;
    }
    TF_BUG_IF(s->first.layer != layer || s->first.head != head || s->first.leaves != n_leaves || s->first.keys == keys,
              "layer %d, head %d: the leaves of %s have no counterpart", layer, head, keys ? "keys" : "queries");
    leaves_add(s, layer, n_leaves, keys ? count : s->first.count, keys ? s->first.count : count);
    s->first.count = NULL;
}

void leaves_join(struct leaves_sums *to, const struct leaves_sums *from) {
    for (int i = 0; i < TF_MAX_LAYERS; i++) {
        const struct leaves_layer *f = &from->layer[i];
        if (!f->leaves) continue;
        struct leaves_layer *t = layer_at(to, i, f->leaves);
        t->maps += f->maps, t->tokens += f->tokens, t->empty += f->empty, t->pairs += f->pairs, t->square += f->square;
        if (f->most > t->most) t->most = f->most;
        for (int k = 0; k < 2; k++) {
            struct leaves_side *a = &t->side[k];
            const struct leaves_side *b = &f->side[k];
            a->entropy_bits += b->entropy_bits, a->effective += b->effective, a->gini += b->gini, a->largest += b->largest;
            for (int j = 0; j < f->leaves; j++) a->share[j] += b->share[j], a->sorted[j] += b->sorted[j];
        }
    }
}

/* ---- of several ranks ---- */

static void most_of(void *into, const void *from, size_t bytes) {
    int *a = into;
    const int *b = from;
    for (size_t i = 0; i < bytes / sizeof *a; i++) a[i] = b[i] > a[i] ? b[i] : a[i];
}

static void add_numbers(void *into, const void *from, size_t bytes) {
    double *a = into;
    const double *b = from;
    for (size_t i = 0; i < bytes / sizeof *a; i++) a[i] += b[i];
}

/* Adds n numbers to the message, or takes them from it. */
static void pass(struct tf_buf *b, size_t *taken, bool takes, double *x, size_t n) {
    if (!takes) tf_buf_add(b, x, sizeof *x * n);
    else memcpy(x, b->s + *taken, sizeof *x * n), *taken += sizeof *x * n;
}

static void pass_all(struct leaves_sums *s, struct tf_buf *b, bool takes) {
    size_t taken = 0;
    for (int i = 0; i < TF_MAX_LAYERS; i++) {
        struct leaves_layer *l = &s->layer[i];
        double *const sum[] = {&l->maps, &l->tokens, &l->empty, &l->pairs, &l->square};
        for (size_t k = 0; k < TF_COUNT(sum) && l->leaves; k++) pass(b, &taken, takes, sum[k], 1);
        for (int k = 0; k < 2 && l->leaves; k++) {
            struct leaves_side *a = &l->side[k];
            double *const mean[] = {&a->entropy_bits, &a->effective, &a->gini, &a->largest};
            for (size_t m = 0; m < TF_COUNT(mean); m++) pass(b, &taken, takes, mean[m], 1);
            pass(b, &taken, takes, a->share, 2 * (size_t)l->leaves); // and sorted
        }
    }
}

void leaves_join_ranks(struct leaves_sums *s) {
    int most[2 * TF_MAX_LAYERS];
    struct tf_buf b = {0};
    if (tf_ranks()->n < 2) return;
    for (int i = 0; i < TF_MAX_LAYERS; i++) most[2 * i] = s->layer[i].leaves, most[2 * i + 1] = s->layer[i].most;
    tf_ranks_join(most, sizeof most, most_of);
    for (int i = 0; i < TF_MAX_LAYERS; i++)
        if (most[2 * i]) layer_at(s, i, most[2 * i])->most = most[2 * i + 1]; // a rank may have seen no sequence
    pass_all(s, &b, false);
    if (b.len) tf_ranks_join(b.s, b.len, add_numbers);
    pass_all(s, &b, true);
    tf_buf_free(&b);
}

void leaves_mean(struct leaves_sums *s) {
    for (int i = 0; i < TF_MAX_LAYERS; i++) {
        struct leaves_layer *l = &s->layer[i];
        for (int k = 0; k < 2 && l->leaves; k++) {
            struct leaves_side *a = &l->side[k];
            a->entropy_bits /= l->maps, a->effective /= l->maps, a->gini /= l->maps, a->largest /= l->maps;
            for (int j = 0; j < l->leaves; j++) a->share[j] /= l->maps, a->sorted[j] /= l->maps;
        }
    }
}

void leaves_free(struct leaves_sums *s) {
    for (int i = 0; i < TF_MAX_LAYERS; i++) {
        tf_free(s->layer[i].room);
        for (int k = 0; k < 2; k++) tf_free(s->layer[i].side[k].share);
    }
    *s = (struct leaves_sums){0};
}

const struct recall *leaves_recall(const struct leaves_at *a, int layer) {
    for (int i = 0; i < a->recalls; i++)
        if (a->recall[i].layer == layer + 1 && !a->recall[i].head) return &a->recall[i];
    return NULL;
}

double leaves_occupancy(const struct leaves_at *a, int layer) {
    const struct leaves_layer *l = &a->mean.layer[layer];
    return l->leaves ? a->trees[layer] * l->pairs / l->square : (double)NAN;
}

double leaves_balanced(const struct leaves_at *a, int layer) {
    int leaves = a->mean.layer[layer].leaves;
    return leaves ? (double)a->trees[layer] / leaves : (double)NAN;
}
