/* Speed of the tree mechanisms on one core, projections left out: tokens/s of a layer of 2 heads. bench_tree [T [height]] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "num/tree.h"

enum { H = 2, D = 32, SEQS = 4 };
enum what { TF_A, TF_A_DENSE, TF_A_LEAF, KARY, TC_A };
static const char *const names[] = {"tf-a sampled", "tf-a dense", "tf-a leaf", "kary-tf-a 8,8", "tc-a"};

static void fill(struct tf_mat *m, uint32_t a) { // about normal
    for (int i = 0; i < m->rows * m->ld; i++) {
        double x = 0;
        for (uint32_t k = 0; k < 4; k++) x += (double)tf_pair_hash(a, (uint32_t)i, k) / 4294967296.0 - 0.5;
        m->v[i] = (tf_real)(x * 1.73);
    }
}

struct spread {
    struct tf_mat *o, *loss;
};
static void spread_back(struct tf_tape *t, void *aux) { // some gradient
    (void)t;
    struct spread *s = aux;
    for (int i = 0; i < s->o->rows * s->o->ld; i++) s->o->g[i] = s->o->v[i] * s->loss->g[0];
}

static struct tf_mat *one_head(struct tf_tape *t, enum what what, struct tf_mat *q, struct tf_mat *k, struct tf_mat *v,
                               const struct tf_tree *tree) {
    struct tf_route_arg a = {.x = q, .tree = tree, .beta = 1};
    struct tf_route *rq = tf_tree_route(t, &a);
    a.x = k;
    struct tf_route *rk = tf_tree_route(t, &a);
    if (what == TC_A) {
        struct tf_mat *alpha = tf_new(t, tree->shape.levels + 1, 1);
        for (int l = 0; l <= tree->shape.levels; l++) alpha->v[l] = 1 / (tf_real)(tree->shape.levels + 1);
        return tf_tree_pool(t, NULL, v, alpha, rq, rk, false);
    }
    struct tf_gate_head *h = tf_arena_alloc(&t->arena, sizeof *h);
    *h = (struct tf_gate_head){.q = q, .k = k, .v = v, .arg = {.scale = 1 / sqrt(D), .dropout = 0.1, .key = 5}};
    h->o = tf_attend(t, q, k, v, tf_tree_index(t, rq, rk, TF_EMPTY_SELF), &h->arg, &h->lse);
    enum tf_gate_mode mode = what == TF_A_DENSE ? TF_GATE_DENSE : what == TF_A_LEAF ? TF_GATE_LEAF : TF_GATE_SAMPLED;
    tf_tree_gate(t, &(struct tf_gate){.q = rq, .k = rk, .n_heads = 1, .heads = h, .mode = mode, .samples = 16, .clip = 1e4});
    return h->o;
}

static void bench(enum what what, int T, int height, bool train) {
    struct tf_tape t;
    tf_tape_init(&t);
    double best = 1e9, f = 0, peak = 0;
    for (int rep = 0; rep < 5; rep++) {
        tf_tape_reset(&t);
        t.grad = t.train = train;
        struct tf_mat *X[3];
        for (uint32_t i = 0; i < 3; i++) fill(X[i] = tf_new(&t, SEQS * T, H * D), i);
        struct tf_tree tree = {.shape = what == KARY ? tf_tree_kary(2, (const int[]){8, 8}) : tf_tree_binary(height)};
        fill(tree.w = tf_new(&t, tree.shape.rows, D), 9);
        for (int i = 0; i < tree.w->rows * D; i++) tree.w->v[i] /= (tf_real)sqrt(D);
        tree.b = tf_new(&t, tree.shape.rows, 1);
        memset(tree.b->v, 0, sizeof *tree.b->v * (size_t)tree.b->rows);
        struct tf_mat *loss = tf_new(&t, 1, 1), *o[SEQS * H];
        double start = tf_now();
        for (int s = 0; s < SEQS; s++)
            for (int h = 0; h < H; h++) {
                struct tf_mat *x[3];
                for (int i = 0; i < 3; i++) x[i] = tf_view(&t, X[i], s * T, T, h * D, D);
                o[s * H + h] = one_head(&t, what, x[0], x[1], x[2], &tree);
            }
        if (train) {
            for (int i = 0; i < SEQS * H; i++) {
                struct spread *p = tf_arena_alloc(&t.arena, sizeof *p);
                *p = (struct spread){o[i], loss};
                tf_record(&t, spread_back, p);
            }
            tf_tape_backward(&t, loss, 1);
        }
        double took = tf_now() - start;
        if (took < best) best = took;
        f = t.pairs / ((double)SEQS * H * T * T);
        peak = (double)t.arena.peak;
    }
    printf("%-16s %-6s T %5d  height %2d  f %.4f  %9.0f tokens/s  %6.1f MiB\n", names[what], train ? "train" : "eval", T, height, f,
           SEQS * T / best, peak / 1048576);
    tf_tape_release(&t);
}

int main(int argc, char **argv) {
    tf_num_init();
    int T = argc > 1 ? atoi(argv[1]) : 2048, height = argc > 2 ? atoi(argv[2]) : 6;
    printf("one core, %s, H = %d, D = %d, %d sequences\n", tf_isa(), H, D, SEQS);
    for (enum what w = TF_A; w <= TC_A; w++) bench(w, T, height, true), bench(w, T, height, false);
    return 0;
}
