/* Teaching: gradients against central differences (fp64), closed cases of the losses, sampled rows. */
#include <math.h>

#include "fixture.h"
#include "num/tree.h"

enum { T = 13, D = 5, HEIGHT = 3, HEADS = 2, ROWS = 7, LEAVES = 8 };

struct lesson {
    tf_real x[T * D], w[2][ROWS * D], b[2][ROWS], q[HEADS][T * D], k[HEADS][T * D], dw[2][ROWS * D], db[2][ROWS];
    struct tf_teach a;
    bool shared;
    struct tf_tape t;
};

static void fill(tf_real *v, int n, uint32_t a, double scale) {
    struct tf_rng r = tf_rng_at(3, TF_RNG_TEST, 0, a, 0);
    for (int i = 0; i < n; i++) v[i] = (tf_real)(scale * tf_rng_normal(&r));
}

static double run(struct lesson *l, bool grad) {
    struct tf_tape *t = &l->t;
    tf_tape_reset(t);
    t->grad = grad, t->seed = 5, t->step = 2;
    struct tf_tree tree[2];
    struct tf_mat *q[HEADS], *k[HEADS], *x = tf_extern(t, l->x, NULL, T, D);
    memset(l->dw, 0, sizeof l->dw), memset(l->db, 0, sizeof l->db);
    for (int s = 0; s < 2; s++)
        tree[s] =
            (struct tf_tree){tf_tree_binary(HEIGHT), tf_extern(t, l->w[s], l->dw[s], ROWS, D), tf_extern(t, l->b[s], l->db[s], ROWS, 1)};
    for (int h = 0; h < HEADS; h++) q[h] = tf_extern(t, l->q[h], NULL, T, D), k[h] = tf_extern(t, l->k[h], NULL, T, D);
    struct tf_teach a = l->a;
    a.q_tree = &tree[0], a.k_tree = l->shared ? &tree[0] : &tree[1];
    a.see_q = a.see_k = x, a.n_heads = HEADS, a.q = q, a.k = k, a.scale = 1;
    const double loss = tf_tree_teach(t, &a);
    assert_true(fabs(t->aux_loss - a.weight * loss) <= 1e-12 * fabs(loss));
    if (grad) {
        struct tf_mat *zero = tf_new(t, 1, 1);
        zero->v[0] = 0;
        tf_tape_backward(t, zero, 1);
    }
    return loss;
}

static void open_lesson(struct lesson *l, enum tf_teach_kind kind, int rows, bool shared) {
    memset(l, 0, sizeof *l);
    l->a = (struct tf_teach){.kind = kind, .weight = 0.7, .price = 1.3, .beta = 1.5, .guard = 0.02, .rows = rows, .example = 4, .site = 9};
    l->shared = shared;
    fill(l->x, T * D, 1, 1);
    for (int s = 0; s < 2; s++) fill(l->w[s], ROWS * D, 2 + (uint32_t)s, 0.5), fill(l->b[s], ROWS, 4 + (uint32_t)s, 0.3);
    for (int h = 0; h < HEADS; h++) fill(l->q[h], T * D, 6 + (uint32_t)h, 1), fill(l->k[h], T * D, 8 + (uint32_t)h, 1);
    tf_tape_init(&l->t);
}

#ifdef TF_DOUBLE
static void check_slot(struct lesson *l, tf_real *v, tf_real got) {
    const double was = *v, h = 1e-5;
    *v = was + h;
    const double up = run(l, false);
    *v = was - h;
    const double down = run(l, false), want = l->a.weight * (up - down) / (2 * h);
    *v = was;
    if (!(fabs(got - want) <= 1e-6 * fmax(1e-2, fabs(want)))) fail_msg("gradient %.12g, difference %.12g", got, want);
}

static void test_gradients(void **state) {
    (void)state;
    for (int kind = TF_TEACH_MASS; kind <= TF_TEACH_KL; kind++)
        for (int rows = 0; rows <= 5; rows += 5)
            for (int shared = 0; shared < 2; shared++) {
                struct lesson l;
                open_lesson(&l, (enum tf_teach_kind)kind, rows, shared);
                run(&l, true);
                tf_real dw[2][ROWS * D], db[2][ROWS];
                memcpy(dw, l.dw, sizeof dw), memcpy(db, l.db, sizeof db);
                for (int s = 0; s < 2; s++) {
                    for (int i = 0; i < ROWS * D; i++) check_slot(&l, &l.w[s][i], dw[s][i]);
                    for (int i = 0; i < ROWS; i++) check_slot(&l, &l.b[s][i], db[s][i]);
                }
                tf_tape_release(&l.t);
            }
}
#endif

/* MASS: uniform attention gains nothing at price 1; everything in one leaf keeps all the mass and pays for all pairs. */
static void test_mass(void **state) {
    (void)state;
    struct lesson l;
    open_lesson(&l, TF_TEACH_MASS, 0, true);
    l.a.price = 1;
    memset(l.q, 0, sizeof l.q);
    assert_true(fabs(run(&l, false)) <= 1e-6);
    open_lesson(&l, TF_TEACH_MASS, 0, true);
    memset(l.w, 0, sizeof l.w);
    for (int n = 0; n < ROWS; n++) l.b[0][n] = 100;
    assert_true(fabs(run(&l, false) - (l.a.price - 1)) <= 1e-6);
    tf_tape_release(&l.t);
}

/* KL: where all meet alike, b is uniform, and the loss is log T less the entropy of a, which is log T where a is uniform. */
static void test_kl(void **state) {
    (void)state;
    struct lesson l;
    open_lesson(&l, TF_TEACH_KL, 0, true);
    memset(l.w, 0, sizeof l.w);
    memset(l.q, 0, sizeof l.q);
    assert_true(fabs(run(&l, false)) <= 1e-6);
    fill(l.q[0], T * D, 6, 1);
    assert_true(run(&l, false) > 1e-3);
    tf_tape_release(&l.t);
}

/* Over all draws of the rows, the mean of what sampled rows say is what all rows say. */
static void test_sampling(void **state) {
    (void)state;
    struct lesson l;
    open_lesson(&l, TF_TEACH_KL, 0, true);
    const double all = run(&l, false);
    double mean = 0, low = INFINITY, high = -INFINITY;
    l.a.rows = 4;
    for (int n = 0; n < 2000; n++) {
        l.a.example = (uint32_t)n;
        const double one = run(&l, false);
        mean += one / 2000, low = fmin(low, one), high = fmax(high, one);
    }
    assert_true(low < all && all < high);
    if (!(fabs(mean - all) < 0.03 * all)) fail_msg("mean of samples %g, all rows %g", mean, all);
    tf_tape_release(&l.t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
#ifdef TF_DOUBLE
        cmocka_unit_test(test_gradients),
#endif
        cmocka_unit_test(test_mass), cmocka_unit_test(test_kl), cmocka_unit_test(test_sampling)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
