/* Bands of keys against plain loops, and the gradient against differences; weights of 0 have one, too. */
#include "draws.h"

enum { BAND_D = 5, BAND_DV = 4, BAND_LD = 9, BAND_ROWS = 70, BAND_R = 41 };

struct banded { /* q, k, v: columns of (BAND_ROWS,LD) from 2, 1 and 3; r (BAND_R,D); m (1,BAND_R) */
    tf_real *v, *g;
    int T, W;
    double dropout;
    struct tf_tape t;
    struct tf_mat *q, *k, *x, *r, *m, *y;
};

static double run_band(struct banded *b, bool grad) {
    struct tf_tape *t = &b->t;
    const struct tf_attend_arg arg = {.scale = 0.1, .dropout = b->dropout, .key = 77};
    enum { PART = BAND_ROWS * BAND_LD, R = 3 * PART, M = R + BAND_R * BAND_D };
    tf_tape_reset(t);
    t->grad = grad, t->train = true;
    struct tf_mat *of[3];
    for (int i = 0; i < 3; i++) of[i] = tf_extern(t, b->v + i * PART, b->g + i * PART, BAND_ROWS, BAND_LD);
    b->q = tf_view(t, of[0], 0, b->T, 2, BAND_D), b->k = tf_view(t, of[1], 0, b->T, 1, BAND_D),
    b->x = tf_view(t, of[2], 0, b->T, 3, BAND_DV);
    b->r = tf_extern(t, b->v + R, b->g + R, BAND_R, BAND_D), b->m = tf_extern(t, b->v + M, b->g + M, 1, b->W);
    b->y = tf_attend_band(t, b->q, b->k, b->x, b->r, b->m, &arg);
    struct tf_mat *rows = tf_const(t, 1, b->T), *cols = tf_const(t, 1, BAND_DV);
    fill(rows->v, (size_t)b->T, 12), fill(cols->v, BAND_DV, 13);
    struct tf_mat *loss = tf_matmul(t, false, false, rows, tf_linear(t, b->y, cols, NULL));
    if (grad) tf_tape_backward(t, loss, 1);
    return (double)loss->v[0];
}

static void check_band_values(const struct banded *b) {
    for (int i = 0; i < b->T; i++) {
        double o[BAND_DV] = {0}, sum = 0;
        for (int x = 1; x <= b->W && x <= i; x++) {
            double s = 0;
            for (int d = 0; d < BAND_D; d++)
                s += (double)b->q->v[i * BAND_LD + d] * (double)(b->k->v[(i - x) * BAND_LD + d] + b->r->v[(x - 1) * BAND_D + d]);
            sum += s = (double)b->m->v[x - 1] * exp(0.1 * s);
            const bool drop = (double)tf_pair_hash(77, (uint32_t)i, (uint32_t)(i - x)) < b->dropout * 4294967296.0;
            for (int d = 0; d < BAND_DV && !drop; d++) o[d] += s * (double)b->x->v[(i - x) * BAND_LD + d] / (1 - b->dropout);
        }
        for (int d = 0; d < BAND_DV; d++) assert_true(fabs((double)b->y->v[i * BAND_DV + d] - (i ? o[d] / sum : 0)) < TOLERANCE);
    }
    const double W = b->W < b->T ? b->W : b->T - 1, pairs = W * b->T - W * (W + 1) / 2;
    assert_true(b->t.pairs == pairs && b->t.flops[TF_FLOP_ATTEND] == pairs * (4 * BAND_D + 2 * BAND_DV + 7));
}

static void test_band(void **state) {
    (void)state;
    static const int size[][2] = {{1, 1}, {2, 5}, {31, 1}, {32, 7}, {33, 40}, {70, 41}, {64, 32}, {65, 3}};
    enum { N = 3 * BAND_ROWS * BAND_LD + BAND_R * BAND_D + BAND_R };
    for (size_t c = 0; c < 2 * TF_COUNT(size); c++) {
        struct banded b = {
            .v = normal(N, 9), .g = tf_calloc(sizeof(tf_real) * N), .T = size[c / 2][0], .W = size[c / 2][1], .dropout = c % 2 * 0.3};
        for (int x = 0; x < BAND_R; x++) b.v[N - BAND_R + x] = x && x + 2 >= b.W ? 0 : (tf_real)(x % 3 + 1) / 4; // the last two: 0
        tf_tape_init(&b.t);
        run_band(&b, true);
        check_band_values(&b);
#ifdef TF_DOUBLE
        for (size_t j = c % 5; j < N; j += j < N - BAND_R ? 5 : 1) {
            const double was = b.v[j], h = 1e-5;
            b.v[j] = was + h;
            const double up = run_band(&b, false);
            b.v[j] = was - h;
            const double numeric = (up - run_band(&b, false)) / (2 * h);
            b.v[j] = was;
            if (!(fabs(numeric - b.g[j]) < 1e-7 * fmax(1, fabs(numeric))))
                fail_msg("%d rows, %d keys: gradient %zu: %.12g, difference %.12g", b.T, b.W, j, b.g[j], numeric);
        }
#endif
        tf_tape_release(&b.t);
        tf_free(b.v), tf_free(b.g);
    }
}

/* A key of weight 0 changes nothing, however high it scores. */
static void test_band_far_above(void **state) {
    (void)state;
    enum { N = 3 * BAND_ROWS * BAND_LD + BAND_R * BAND_D + BAND_R };
    tf_real *o[2];
    for (int high = 0; high < 2; high++) {
        struct banded b = {.v = normal(N, 9), .g = tf_calloc(sizeof(tf_real) * N), .T = 60, .W = 7};
        for (int x = 0; x < BAND_R; x++) b.v[N - BAND_R + x] = x < 5;
        for (int d = 0; d < BAND_D; d++) b.v[N - BAND_R - BAND_R * BAND_D + 6 * BAND_D + d] *= high ? 3000 : 1; // r of distance 7
        tf_tape_init(&b.t);
        run_band(&b, false);
        o[high] = memcpy(tf_alloc(sizeof(tf_real) * 60 * BAND_DV), b.y->v, sizeof(tf_real) * 60 * BAND_DV);
        tf_tape_release(&b.t);
        tf_free(b.v), tf_free(b.g);
    }
    assert_true(distance(o[0], o[1], 60 * BAND_DV) < TOLERANCE);
    tf_free(o[0]), tf_free(o[1]);
}

int main(void) {
    tf_num_init();
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_band), cmocka_unit_test(test_band_far_above)};
    return cmocka_run_group_tests_name("bands", tests, NULL, NULL);
}
