/* k-ary trees cut down to one path. See tree_kernel.h. */
#include "num/op.h"
#include "num/tree_kernel.h"

/* First row of w that level `level` of the path to `leaf` has: the children of the node above. */
static int first_row(const struct tf_tree_shape *s, int level, int leaf) {
    for (int l = s->levels - 1; l > level; l--) leaf /= s->branch[l];
    const int parent = leaf / s->branch[level];
    return s->off[level + 1] - 1 + parent * s->branch[level];
}

static struct tf_tree_shape shape_of_path(const struct tf_tree_shape *s, int leaf) {
    struct tf_tree_shape p = {.levels = s->levels, .path = true, .leaves = s->branch[s->levels - 1]};
    p.off[1] = 1;
    for (int l = s->levels - 1; l >= 0; l--) {
        p.branch[l] = s->branch[l];
        p.at[l + 1] = leaf % s->branch[l];
        leaf /= s->branch[l];
    }
    for (int l = 1; l < s->levels; l++) p.off[l + 1] = p.off[l] + s->branch[l - 1];
    p.nodes = p.off[s->levels] + p.leaves;
    p.rows = p.nodes - 1;
    return p;
}

/* The path's rows out of all rows, or back into them. */
static void copy_rows(const struct tf_tree_shape *s, int leaf, int cols, tf_real *path, tf_real *all, int ld, bool back) {
    for (int l = 0; l < s->levels; l++) {
        tf_real *row = all + (ptrdiff_t)first_row(s, l, leaf) * ld;
        for (int i = 0; i < s->branch[l]; i++, row += ld, path += cols)
            memcpy(back ? row : path, back ? path : row, sizeof *row * (size_t)cols);
    }
}

static struct tf_mat *mat_of_path(struct tf_tape *t, const struct tf_tree_shape *s, const struct tf_mat *m, int leaf, int rows) {
    struct tf_mat *y = tf_arena_alloc(&t->arena, sizeof *y);
    *y = (struct tf_mat){.rows = rows, .cols = m->cols, .ld = m->cols, .v = tf_reals(t, rows, m->cols), .grad = m->grad};
    copy_rows(s, leaf, m->cols, y->v, m->v, m->ld, false);
    if (!m->grad) return y;
    y->g = tf_reals(t, rows, m->cols);
    copy_rows(s, leaf, m->cols, y->g, m->g, m->ld, false);
    return y;
}

struct tf_route *tf_tree_path(struct tf_tape *t, const struct tf_route *from, int leaf) {
    const struct tf_tree_shape *s = &from->tree.shape;
    TF_BUG_IF(s->binary || from->arg.balance, "path: a binary or balanced tree");
    struct tf_route *r = tf_arena_alloc(&t->arena, sizeof *r);
    *r = *from;
    r->tree.shape = shape_of_path(s, leaf);
    r->tree.w = mat_of_path(t, s, from->tree.w, leaf, r->tree.shape.rows);
    r->tree.b = mat_of_path(t, s, from->tree.b, leaf, r->tree.shape.rows);
    return r;
}

void tf_tree_path_back(const struct tf_route *path, const struct tf_route *from, int leaf) {
    struct tf_mat *const own[] = {path->tree.w, path->tree.b}, *const all[] = {from->tree.w, from->tree.b};
    for (int i = 0; i < 2; i++)
        if (all[i]->grad) copy_rows(&from->tree.shape, leaf, all[i]->cols, own[i]->g, all[i]->g, all[i]->ld, true);
}
