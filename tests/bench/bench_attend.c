/* Speed of attend on one core: tokens/s, GFLOP/s of the products that are really run (2 forward; 5 + the scores again = 7 forward and
 * backward; 2 D a pair each), and that as a share of the FMA peak measured here. bench_attend [T] limits it to one length. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "num/num.h"

/* ---- attention of one layer ------------------------------------------------------------------------------------------------- */
enum { H = 2 };
static void fill(struct tf_mat *m, uint32_t a) {
    for (int i = 0; i < m->rows * m->ld; i++) m->v[i] = (tf_real)((double)tf_pair_hash(a, (uint32_t)i, 0) / 2147483648.0 - 1);
}

static const struct tf_attn_index *leaf_plan(struct tf_tape *t, int T, int leaves) { // equal leaves of rows dealt at random
    struct tf_attn_index *p = tf_arena_calloc(&t->arena, sizeof *p);
    struct tf_block *b = tf_arena_alloc(&t->arena, sizeof *b * (size_t)leaves);
    struct tf_range *r = tf_arena_alloc(&t->arena, sizeof *r * (size_t)leaves);
    int *idx = tf_arena_alloc(&t->arena, sizeof *idx * (size_t)T), n = T / leaves;
    for (int l = 0; l < leaves; l++) {
        b[l] = (struct tf_block){l * n, (l + 1) * n, l, l + 1};
        r[l] = (struct tf_range){l * n, (l + 1) * n};
    }
    for (int i = 0; i < T; i++) { // a random permutation
        int j = (int)(tf_pair_hash(9, (uint32_t)i, 1) % (uint32_t)(i + 1));
        idx[i] = idx[j];
        idx[j] = i;
    }
    *p = (struct tf_attn_index){.n_blocks = leaves, .blocks = b, .ranges = r, .qidx = idx, .kidx = idx};
    return p;
}

/* H heads of one sequence; q, k, v are views into (T, H D) as in a layer. Returns the fastest of some runs, in seconds. */
static double time_once(struct tf_tape *t, int T, int D, int leaves, double dropout, bool train, double *pairs) {
    double best = 1e9, total = 0;
    for (int rep = 0; rep < 200 && (rep < 3 || total < 0.25); rep++) {
        tf_tape_reset(t);
        t->grad = train;
        t->train = true;
        struct tf_mat *qkv[3];
        for (int m = 0; m < 3; m++) fill(qkv[m] = tf_new(t, T, H * D), (uint32_t)m);
        const struct tf_attn_index *p = leaves ? leaf_plan(t, T, leaves) : tf_attn_index_dense(t, T, T);
        struct tf_mat *loss = tf_new(t, 1, 1), *o[H], *in[H][3];
        for (int h = 0; h < H; h++)
            for (int m = 0; m < 3; m++) in[h][m] = tf_view(t, qkv[m], 0, T, h * D, D);
        double t0 = tf_now();
        for (int h = 0; h < H; h++) {
            struct tf_attend_arg arg = {.scale = 1 / sqrt(D), .dropout = dropout, .key = tf_attend_key(t, 0, 0, (uint32_t)h)};
            o[h] = tf_attend(t, in[h][0], in[h][1], in[h][2], p, &arg, NULL);
        }
        double dt = tf_now() - t0;
        *pairs = t->pairs;
        if (train) {
            loss->grad = false; // only the gradients' memory: the output gradients are set here
            tf_tape_backward(t, loss, 1);
            for (int h = 0; h < H; h++)
                for (int i = 0; i < T * o[h]->ld; i++) o[h]->g[i] = (tf_real)((i % 7) - 3);
            loss->grad = true;
            loss->g = tf_arena_alloc(&t->arena, sizeof(tf_real));
            t0 = tf_now();
            tf_tape_backward(t, loss, 1);
            dt += tf_now() - t0;
        }
        total += dt;
        best = fmin(best, dt);
    }
    return best;
}

static void row(struct tf_tape *t, double peak, int T, int D, int leaves, double dropout) {
    double pairs, fwd = time_once(t, T, D, leaves, dropout, false, &pairs), both = time_once(t, T, D, leaves, dropout, true, &pairs);
    double gf = 4.0 * D * pairs / fwd * 1e-9, gb = 14.0 * D * pairs / both * 1e-9;
    printf("%6d %4d %7d %8.1f %9.1f %6.1f %12.0f %9.1f %6.1f %12.0f\n", T, D, leaves ? leaves : 1, dropout, gf, 100 * gf / peak, T / fwd,
           gb, 100 * gb / peak, T / both);
    fflush(stdout);
}

int main(int argc, char **argv) {
    static const int Ts[] = {512, 1024, 2048, 8192}, Ds[] = {32, 64, 96};
    int only = argc > 1 ? atoi(argv[1]) : 0;
    double peak = tf_peak_gflops();
    struct tf_tape t;
    tf_tape_init(&t);
    printf("isa %s, FMA peak of one core %.1f GFLOP/s (%s), %d heads\n", tf_isa(), peak, TF_PRECISION, H);
    printf("%6s %4s %7s %8s %9s %6s %12s %9s %6s %12s\n", "T", "D", "leaves", "dropout", "fwd_GF/s", "peak%", "fwd_tok/s", "both_GF/s",
           "peak%", "train_tok/s");
    for (size_t i = 0; i < TF_COUNT(Ts); i++)
        for (size_t d = 0; d < TF_COUNT(Ds); d++)
            for (int x = 0; x < 4; x++)
                if (!only || only == Ts[i]) row(&t, peak, Ts[i], Ds[d], x < 2 ? 0 : 64, x % 2 ? 0.1 : 0);
    tf_tape_release(&t);
    return 0;
}
