/* Biases that spread given tokens evenly over the leaves: data-initialised trees. */
#include <math.h>
#include <stdlib.h>

#include "num/op.h"
#include "num/tree.h"

enum { ROUNDS = 80, SAMPLE = 32768 };

struct even { /* the tokens of all matrices, level by level */
    const struct tf_tree *tree;
    int N, D, *at, *order, *start; /* at (N): node of the level; order (N): tokens by node; start: of the nodes in it */
    const tf_real **x;             /* (N) rows */
    tf_real *z, *rows;             /* scores; (N,D) rows of a node, k-ary */
};

static int by_value(const void *a, const void *b) {
    tf_real x = *(const tf_real *)a, y = *(const tf_real *)b;
    return (x > y) - (x < y);
}

static tf_real *bias(const struct even *e, int row) { return tf_row(e->tree->b, row); }
static const tf_real *weight(const struct even *e, int row) { return tf_row(e->tree->w, row); }

static bool learned(const struct even *e, int row, int rows) {
    for (int i = row; i < row + rows; i++)
        if (*bias(e, i) != 0) return true;
    return false;
}

/* Binary: minus the median score of the tokens that reach the node. */
static void split(struct even *e, int row, int m, bool keep) {
    int first = e->start[m], n = e->start[m + 1] - first;
    const tf_real *w = weight(e, row);
    tf_real *z = e->z, *sorted = e->z + n;
    for (int i = 0; i < n; i++) {
        const tf_real *x = e->x[e->order[first + i]];
        tf_real sum = 0;
        for (int d = 0; d < e->D; d++) sum += w[d] * x[d];
        z[i] = sorted[i] = sum;
    }
    qsort(sorted, (size_t)n, sizeof *sorted, by_value);
    tf_real b = n > 1 ? -(sorted[n / 2 - 1] + sorted[n / 2]) / 2 : n ? -sorted[0] : 0; // between two tokens, not on one
    if (keep) b = *bias(e, row);
    *bias(e, row) = b;
    for (int i = 0; i < n; i++) e->at[e->order[first + i]] = 2 * m + (z[i] + b >= 0);
}

/* Prices: a child that holds too many tokens loses bias, in ever smaller steps; the best round stays. */
static void share_out(struct even *e, int first_row, int b, int n, const tf_real *z, int *child) {
    struct tf_arena a;
    tf_arena_init(&a);
    int *count = tf_arena_alloc(&a, sizeof(int) * (size_t)b), most = n + 1;
    double *price = tf_arena_calloc(&a, sizeof *price * (size_t)b), square = 0;
    for (int j = 0; j < b; j++) {
        double mean = 0;
        for (int i = 0; i < n; i++) mean += (double)z[(ptrdiff_t)i * b + j] / n;
        for (int i = 0; i < n; i++) square += pow((double)z[(ptrdiff_t)i * b + j] - mean, 2) / n / b;
        price[j] = n ? -mean : 0;
    }
    for (int round = 0; round < ROUNDS && n; round++) {
        memset(count, 0, sizeof *count * (size_t)b);
        for (int i = 0; i < n; i++) {
            const tf_real *s = z + (ptrdiff_t)i * b;
            int best = 0;
            double top = (double)s[0] + price[0];
            for (int j = 1; j < b; j++)
                if ((double)s[j] + price[j] > top) top = (double)s[j] + price[j], best = j;
            child[i] = best;
            count[best]++;
        }
        int largest = 0;
        for (int j = 0; j < b; j++) largest = count[j] > largest ? count[j] : largest;
        if (largest < most) {
            most = largest;
            for (int j = 0; j < b; j++) *bias(e, first_row + j) = (tf_real)price[j];
        }
        double step = 0.3 * sqrt(square) * pow(0.95, round);
        for (int j = 0; j < b; j++) price[j] += step * fmax(1 - (double)count[j] * b / n, -1);
    }
    tf_arena_release(&a);
}

static void choose(struct even *e, int first_row, int m, int b, bool keep) {
    int first = e->start[m], n = e->start[m + 1] - first, D = e->D, *child = e->order + first;
    for (int i = 0; i < n; i++) memcpy(e->rows + (ptrdiff_t)i * D, e->x[e->order[first + i]], sizeof(tf_real) * (size_t)D);
    tf_gemm(false, true, n, b, D, 1, e->rows, D, weight(e, first_row), e->tree->w->ld, 0, e->z, b);
    int *taken = tf_alloc(sizeof(int) * (size_t)(n + 1));
    if (!keep) share_out(e, first_row, b, n, e->z, taken);
    for (int i = 0; i < n; i++) { // as the best round had it
        const tf_real *s = e->z + (ptrdiff_t)i * b;
        int best = 0;
        for (int j = 1; j < b; j++)
            if (s[j] + *bias(e, first_row + j) > s[best] + *bias(e, first_row + best)) best = j;
        taken[i] = best;
    }
    for (int i = 0; i < n; i++) e->at[child[i]] = m * b + taken[i];
    tf_free(taken);
}

void tf_tree_even(struct tf_tree *tree, int n, struct tf_mat *const *x) {
    for (int i = 0; i < tree->b->rows; i++) tree->b->v[(ptrdiff_t)i * tree->b->ld] = 0;
    tf_tree_even_rest(tree, n, x);
}

void tf_tree_even_rest(struct tf_tree *tree, int n, struct tf_mat *const *x) {
    const struct tf_tree_shape *s = &tree->shape;
    struct even e = {.tree = tree, .D = tree->w->cols};
    int all = 0, widest = 2, step = 1;
    for (int i = 0; i < n; i++) all += x[i]->rows;
    for (int l = 0; l < s->levels; l++) widest = s->branch[l] > widest ? s->branch[l] : widest;
    if (!s->binary) step = (all + SAMPLE - 1) / SAMPLE;
    if (step < 1) step = 1;
    struct tf_arena a;
    tf_arena_init(&a);
    e.at = tf_arena_calloc(&a, sizeof(int) * (size_t)(all + 1));
    e.order = tf_arena_alloc(&a, sizeof(int) * (size_t)(all + 1));
    e.start = tf_arena_alloc(&a, sizeof(int) * (size_t)(s->leaves + 1));
    e.x = tf_arena_alloc(&a, sizeof *e.x * (size_t)(all + 1));
    for (int i = 0; i < n; i++)
        for (int r = 0; r < x[i]->rows; r += step) e.x[e.N++] = tf_row(x[i], r);
    e.z = tf_arena_alloc(&a, sizeof *e.z * (size_t)(e.N + 1) * (size_t)widest);
    if (!s->binary) e.rows = tf_arena_alloc(&a, sizeof *e.rows * (size_t)(e.N + 1) * (size_t)e.D);
    for (int l = 0; l < s->levels; l++) {
        int nodes = s->off[l + 1] - s->off[l];
        bool keep = learned(&e, s->binary ? s->off[l] : s->off[l + 1] - 1, s->binary ? nodes : nodes * s->branch[l]);
        tf_sort_groups(e.N, nodes, e.at, e.order, e.start);
        for (int m = 0; m < nodes; m++) {
            if (s->binary) split(&e, s->off[l] + m, m, keep);
            else choose(&e, s->off[l + 1] - 1 + m * s->branch[l], m, s->branch[l], keep);
        }
    }
    tf_arena_release(&a);
}
