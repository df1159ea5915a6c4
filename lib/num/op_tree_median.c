/* Balance by construction: every node of a binary tree splits its tokens at the median of <w, x>. See tree.h. */
#include <math.h>
#include <string.h>

#include "num/tree_kernel.h"

struct median {
    struct tf_route *r;
    int *order, *right, *start; /* tokens by node, ascending within a node; scratch; first token of each node of the level */
    tf_real *z, *at_node;       /* scores by token; by place in `order`, coarse */
};

/* The lower half of the node's tokens goes left, the larger half of an odd number right; of equal scores (tf_coarsen) the earlier rows go
 * left. */
static int split(struct median *a, int row, int m) {
    int first = a->start[m], n = a->start[m + 1] - first, lower = n / 2, left = 0, right = 0, *order = a->order + first;
    tf_real *b = a->r->tree.b->v + row, *z = a->at_node;
    *b = 0;
    if (n == 0) return 0;
    for (int i = 0; i < n; i++) z[i] = a->z[order[i]];
    tf_coarsen((size_t)n, z);
    const tf_real cut = tf_tree_kernels()->nth(n, z, lower);
    int ties = lower;                                             // that go left
    tf_real top = -(tf_real)INFINITY, bottom = (tf_real)INFINITY; // the largest score on the left, the smallest on the right
    for (int i = 0; i < n; i++) ties -= z[i] < cut;
    for (int i = 0; i < n; i++) {
        int token = order[i], equal = z[i] == cut,
            low = (z[i] < cut) | (equal & (ties > 0)); // no branches: half of them would be guessed wrong
        order[left] = a->right[right] = token;
        const tf_real score = a->z[token];
        top = low && score > top ? score : top, bottom = !low && score < bottom ? score : bottom;
        ties -= equal, left += low, right += !low;
        a->r->leaf[token] = 2 * m + !low;
    }
    memcpy(order + left, a->right, sizeof *order * (size_t)right);
    *b = -(left ? (top + bottom) / 2 : bottom);
    return left;
}

void tf_tree_split_evenly(struct tf_tape *t, struct tf_route *r) {
    const struct tf_tree_shape *s = &r->tree.shape;
    const struct tf_mat *x = r->arg.x, *W = r->tree.w;
    int T = r->T;
    r->tree.b = tf_const(t, s->rows, 1);
    struct tf_mark mark = tf_arena_mark(&t->arena);
    size_t ints = sizeof(int) * (size_t)T, reals = sizeof(tf_real) * (size_t)T;
    struct median a = {.r = r,
                       .order = tf_arena_alloc(&t->arena, ints),
                       .right = tf_arena_alloc(&t->arena, ints),
                       .start = tf_arena_alloc(&t->arena, sizeof(int) * (size_t)(s->leaves + 1)),
                       .z = tf_arena_alloc(&t->arena, reals),
                       .at_node = tf_arena_alloc(&t->arena, reals)};
    for (int i = 0; i < T; i++) a.order[i] = i, r->leaf[i] = 0;
    a.start[0] = 0, a.start[1] = T;
    for (int lev = 0; lev < s->levels; lev++) {
        tf_tree_kernels()->scores_at(T, x->cols, x->v, x->ld, W->v + (ptrdiff_t)s->off[lev] * W->ld, W->ld, r->leaf, a.z);
        for (int m = s->off[lev + 1] - s->off[lev] - 1; m >= 0; m--) { // from the last: starts of children take the places behind m's
            int end = a.start[m + 1], first = a.start[m], left = split(&a, s->off[lev] + m, m);
            a.start[2 * m + 2] = end, a.start[2 * m + 1] = first + left, a.start[2 * m] = first;
        }
    }
    tf_arena_rewind(&t->arena, mark);
}

void tf_tree_tile_agree(struct tf_tree_tile *tile) {
    const struct tf_route *r = tile->r;
    const struct tf_tree_shape *s = &r->tree.shape;
    int leaf[TF_TREE_TILE];
    for (int l = 0; l < tile->n; l++) leaf[l] = r->leaf[tile->row[l]];
    for (int lev = 0; lev < s->levels; lev++) {
        tf_real *z = tile->z + (ptrdiff_t)s->off[lev] * tile->w;
        for (int l = 0, down = s->levels - lev; l < tile->n; l++) {
            ptrdiff_t i = (ptrdiff_t)(leaf[l] >> down) * tile->w + l;
            bool right = leaf[l] >> (down - 1) & 1;
            if ((z[i] >= 0) != right) z[i] = right ? 0 : -(tf_real)1e-30;
        }
    }
}
