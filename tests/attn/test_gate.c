/* The trees' gradient beside a window, global tokens, further leaves and means: with all keys taken and the queries' part of their leaf, a sampled
 * gradient is the dense one. And the queries of which a layer tells what it keeps of full attention. */
#include <math.h>

#include "attn/attn.h"
#include "parts.h"

enum { T = 60, C = 12, H = 2 };

/* What one loss gives each parameter of the subject's layer; tf_free frees it. */
static tf_real *gradient_of(struct subject *s, struct layer *l) {
    int label[T];
    open_layer(l, s, T, C, H, false);
    tf_real *grads = tf_calloc(sizeof *grads * l->pars.size);
    for (int i = 0; i < T; i++) label[i] = i % C;
    l->t.grad = true, l->ctx.grads = grads;
    struct tf_mat *y = s->attn->forward(&l->ctx, layer_input(l, 1 << 30));
    tf_tape_backward(&l->t, tf_xent(&l->t, y, label, T, NULL), 1);
    return grads;
}

static void test_all_sampled_is_dense(void **state) {
    (void)state;
    static const char *const beside[][2] = {{"height", "3"},        {"window", "9"},        {"window", "33"},
                                            {"global_tokens", "1"}, {"global_tokens", "4"}, {"probes", "2"},
                                            {"path_means", "true"}, {"branching", "3,2"},   {"window", "9"}};
    for (size_t i = 0; i < TF_COUNT(beside); i++) {
        const bool kary = i >= 7;
        tf_real *g[2];
        struct layer l[2];
        for (int k = 0; k < 2; k++) {
            const char *const v[8] = {kary ? "branching" : "height", kary ? "3,2" : "3", beside[i][0], beside[i][1], "gradient",
                                      k ? "sampled" : "dense",       "leaf_pairs",       "both"}; // all keys are sampled
            struct subject s = make_subject(kary ? "kary-tf-a" : "tf-a", v);
            g[k] = gradient_of(&s, &l[k]);
            tf_free(s.opts);
        }
        double apart = 0, all = 0;
        for (int p = 0; p < l[0].pars.n; p++)
            for (int j = 0; strstr(l[0].pars.p[p].name, "tree") && j < l[0].pars.p[p].rows * l[0].pars.p[p].cols; j++) {
                const size_t at = l[0].pars.p[p].off + (size_t)j;
                const double d = (double)g[0][at] - (double)g[1][at];
                apart += d * d, all += (double)g[0][at] * (double)g[0][at];
            }
        if (!(all > 0) || !(sqrt(apart / all) < (sizeof(tf_real) == 8 ? 1e-12 : 1e-4)))
            fail_msg("%s: %s: %s: %g of %g", kary ? "kary-tf-a" : "tf-a", beside[i][0], beside[i][1], sqrt(apart), sqrt(all));
        for (int k = 0; k < 2; k++) tf_free(g[k]), close_layer(&l[k]);
    }
}

enum { ROWS = 64 };
struct told {
    int n[H];
    struct tf_recall r[H][ROWS];
};

static void keep_told(void *arg, int layer, int head, int n, const struct tf_recall *r) {
    struct told *x = arg;
    assert_true(layer == 0 && head >= 0 && head < H && n <= ROWS);
    x->n[head] = n;
    memcpy(x->r[head], r, sizeof *r * (size_t)n);
}

/* Of a long sequence 64 queries are told, at even distances, none of them so close to an end that a part of its window is missing; of a short one all.
 * The head without a tree sees its window alone. */
static void test_recall_rows(void **state) {
    (void)state;
    static const int lengths[] = {300, 40};
    struct subject s = make_subject("tf-a", (const char *const[8]){"height", "2", "window", "4", "local_heads", "0.5"});
    for (size_t k = 0; k < TF_COUNT(lengths); k++) {
        const int all = lengths[k], n = all < ROWS ? all : ROWS;
        struct told x = {0};
        struct layer l;
        open_layer(&l, &s, all, C, H, false);
        l.ctx.on_recall = keep_told, l.ctx.on_recall_arg = &x;
        s.attn->forward(&l.ctx, layer_input(&l, 1 << 30));
        assert_true(x.n[0] == n && x.n[1] == n);
        for (int i = 0; i < n; i++) {
            const int before = n < all || i > 2 ? 2 : i, after = n < all || n - 1 - i > 2 ? 2 : n - 1 - i;
            assert_float_equal(x.r[1][i].share, (double)(before + 1 + after) / all, 1e-12);
            assert_float_equal(x.r[1][i].kept, x.r[1][i].window, 1e-9);
            assert_true(x.r[0][i].share >= x.r[1][i].share);
        }
        close_layer(&l);
    }
    tf_free(s.opts);
}

int main(int argc, char **argv) {
    only_of(argc, argv);
    tf_num_init();
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_sampled_is_dense), cmocka_unit_test(test_recall_rows)};
    return cmocka_run_group_tests_name("gate", tests, NULL, NULL);
}
