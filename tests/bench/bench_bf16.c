/* fp32 against bf16 on one core, in turns: products, attention, each also with its backward pass. Run it without OPENBLAS_CORETYPE. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attn/attn.h"

enum { H = 8, REPEATS = 15 };
struct work {
    const char *what;
    int T, in, out, leaves;
    bool train;
};

static void fill(struct tf_mat *m, uint32_t a) {
    for (int i = 0; i < m->rows * m->ld; i++) m->v[i] = (tf_real)((double)tf_pair_hash(a, (uint32_t)i, 0) / 2147483648.0 - 1);
}

static double linear(struct tf_tape *t, const struct work *w) {
    struct tf_mat *x = tf_new(t, w->T, w->in), *W = tf_new(t, w->out, w->in), *loss = tf_new(t, 1, 1);
    fill(x, 1), fill(W, 2);
    double from = tf_now();
    struct tf_mat *y = tf_linear(t, x, W, NULL);
    from = tf_now() - from;
    if (!w->train) return from;
    loss->grad = false;
    tf_tape_backward(t, loss, 1); // gives gradients their memory
    fill(y, 3);
    memcpy(y->g, y->v, sizeof *y->g * (size_t)y->rows * (size_t)y->ld);
    loss->grad = true, loss->g = loss->v;
    double back = tf_now();
    tf_tape_backward(t, loss, 1);
    return from + tf_now() - back;
}

static const struct tf_attn_index *leaf_plan(struct tf_tape *t, int T, int leaves) { // equal leaves of rows dealt at random
    struct tf_attn_index *p = tf_arena_calloc(&t->arena, sizeof *p);
    struct tf_block *b = tf_arena_alloc(&t->arena, sizeof *b * (size_t)leaves);
    struct tf_range *r = tf_arena_alloc(&t->arena, sizeof *r * (size_t)leaves);
    int *idx = tf_arena_alloc(&t->arena, sizeof *idx * (size_t)T), n = T / leaves;
    for (int l = 0; l < leaves; l++) b[l] = (struct tf_block){l * n, (l + 1) * n, l, l + 1}, r[l] = (struct tf_range){l * n, (l + 1) * n};
    for (int i = 0; i < T; i++) {
        int j = (int)(tf_pair_hash(9, (uint32_t)i, 1) % (uint32_t)(i + 1));
        idx[i] = idx[j], idx[j] = i;
    }
    *p = (struct tf_attn_index){.n_blocks = leaves, .blocks = b, .ranges = r, .qidx = idx, .kidx = idx};
    return p;
}

static double attend(struct tf_tape *t, const struct work *w) { // one head
    struct tf_mat *m[3], *loss = tf_new(t, 1, 1);
    for (int i = 0; i < 3; i++) fill(m[i] = tf_new(t, w->T, w->in), (uint32_t)i);
    const struct tf_attn_index *p = w->leaves ? leaf_plan(t, w->T, w->leaves) : tf_attn_index_dense(t, w->T, w->T);
    double from = tf_now();
    struct tf_mat *o = tf_attend(t, m[0], m[1], m[2], p, &(struct tf_attend_arg){.scale = 1 / sqrt(w->in)}, NULL);
    from = tf_now() - from;
    if (!w->train) return from;
    loss->grad = false;
    tf_tape_backward(t, loss, 1);
    memcpy(o->g, m[0]->v, sizeof *o->g * (size_t)o->rows * (size_t)o->ld);
    loss->grad = true, loss->g = loss->v;
    double back = tf_now();
    tf_tape_backward(t, loss, 1);
    return from + tf_now() - back;
}

static int by_value(const void *a, const void *b) {
    return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}

static void row(struct tf_tape tape[2], const struct work *w) {
    double took[2][REPEATS];
    for (int r = -1; r < REPEATS; r++)
        for (int p = 0; p < 2; p++) {
            tf_tape_reset(&tape[p]);
            tape[p].grad = w->train;
            double s = w->out ? linear(&tape[p], w) : attend(&tape[p], w);
            if (r >= 0) took[p][r] = s;
        }
    double ratio[REPEATS];
    for (int r = 0; r < REPEATS; r++) ratio[r] = took[0][r] / took[1][r];
    for (int p = 0; p < 2; p++) qsort(took[p], REPEATS, sizeof took[p][0], by_value);
    qsort(ratio, REPEATS, sizeof *ratio, by_value);
    printf("%-34s n %5d  fp32 %8.2f ms  bf16 %8.2f ms  ratio of minima %.2f, of medians %.2f, median of ratios %.2f\n", w->what, w->T,
           1e3 * took[0][0], 1e3 * took[1][0], took[0][0] / took[1][0], took[0][REPEATS / 2] / took[1][REPEATS / 2], ratio[REPEATS / 2]);
    fflush(stdout);
}

int main(void) {
    static const struct work rows[] = {
        {"linear 768 x 768", 1024, 768, 768, 0, false},
        {"linear 768 x 768", 8192, 768, 768, 0, false},
        {"linear 768 x 3072", 512, 768, 3072, 0, false},
        {"linear 768 x 768, with backward", 512, 768, 768, 0, true},
        {"linear 768 x 3072, with backward", 512, 768, 3072, 0, true},
        {"linear 64 x 64, with backward", 2048, 64, 64, 0, true},
        {"full attention, a head of 96", 1024, 96, 0, 0, false},
        {"full attention, a head of 96", 8192, 96, 0, 0, false},
        {"the same with backward", 1024, 96, 0, 0, true},
        {"the same with backward, head of 64", 512, 64, 0, 0, true},
        {"64 leaves, a head of 96", 8192, 96, 0, 64, false},
        {"128 leaves, a head of 96", 8192, 96, 0, 128, false},
        {"128 leaves with backward", 8192, 96, 0, 128, true},
        {"64 leaves of 64, head of 64", 4096, 64, 0, 64, false},
        {"the same with backward", 8192, 96, 0, 64, true},
        {"64 leaves, a head of 32", 2048, 32, 0, 64, true},
    };
    struct tf_err e = {0};
    if (tf_bf16_check(&e)) return printf("%s\n", e.msg), 0;
    tf_num_init();
    struct tf_tape tape[2];
    for (int p = 0; p < 2; p++) tf_tape_init(&tape[p]);
    tf_tape_precision(&tape[1], TF_PRECISION_BF16);
    printf("%s, BLAS core %s, kernels %s\n", tf_bf16_about(), tf_blas_core(), tf_isa());
    for (size_t i = 0; i < TF_COUNT(rows); i++) row(tape, &rows[i]);
    for (int p = 0; p < 2; p++) tf_tape_release(&tape[p]);
    return 0;
}
