/* Ops and tables by their formulas, element by element: gated units, rows that are dropped, sinusoids. */
#include "draws.h"

static void test_gated_units(void **state) {
    (void)state;
    enum { ROWS = 5, COLS = 19 };
    static const enum tf_gate_kind kinds[] = {TF_GATE_GELU, TF_GATE_SILU, TF_GATE_LOGISTIC};
    tf_real *x = normal(ROWS * 2 * COLS, 1);
    for (size_t k = 0; k < TF_COUNT(kinds); k++) {
        struct tf_tape t;
        tf_tape_init(&t);
        const struct tf_mat *y = tf_glu(&t, tf_extern(&t, x, NULL, ROWS, 2 * COLS), kinds[k]);
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < COLS; j++) {
                const double u = (double)x[i * 2 * COLS + j], v = (double)x[i * 2 * COLS + COLS + j], sigma = 1 / (1 + exp(-u));
                const double gelu = 0.5 * u * (1 + erf(u / sqrt(2)));
                const double want = kinds[k] == TF_GATE_GELU ? gelu * v : kinds[k] == TF_GATE_SILU ? u * sigma * v : sigma * v;
                assert_float_equal(y->v[i * y->ld + j], want, 1e-5);
            }
        tf_tape_release(&t);
    }
    tf_free(x);
}

/* A row is left out whole, about a share p of them, and the others are 1/(1-p) of what they were; nothing is left out in evaluation, or with p = 0. */
static void test_dropped_rows(void **state) {
    (void)state;
    enum { ROWS = 2000, COLS = 3 };
    tf_real *x = normal(ROWS * COLS, 2);
    struct tf_tape t;
    tf_tape_init(&t);
    t.seed = 3;
    struct tf_mat *in = tf_extern(&t, x, NULL, ROWS, COLS);
    assert_ptr_equal(tf_drop_rows(&t, in, 0.25, 7), in);
    t.train = true;
    assert_ptr_equal(tf_drop_rows(&t, in, 0, 7), in);
    const struct tf_mat *y = tf_drop_rows(&t, in, 0.25, 7);
    int kept = 0;
    for (int i = 0; i < ROWS; i++) {
        const bool here = y->v[i * y->ld] != 0;
        for (int j = 0; j < COLS; j++) assert_float_equal(y->v[i * y->ld + j], here ? (double)x[i * COLS + j] / 0.75 : 0, 1e-5);
        kept += here;
    }
    assert_true(kept > (int)(0.71 * ROWS) && kept < (int)(0.79 * ROWS));
    tf_tape_release(&t), tf_free(x);
}

/* sin(t 10000^(-2m/C)) at (t,2m), its cosine at (t,2m+1). */
static void test_sinusoids(void **state) {
    (void)state;
    enum { ROWS = 300, COLS = 10 };
    struct tf_pars ps = {0};
    tf_pars_add(&ps, "positions", ROWS, COLS, TF_INIT_SINUSOID, 0, TF_PAR_BUFFER);
    tf_pars_alloc(&ps), tf_pars_init(&ps, 1);
    for (int i = 0; i < ROWS; i++)
        for (int m = 0; 2 * m < COLS; m++) {
            const double angle = i / pow(10000, 2.0 * m / COLS);
            assert_float_equal(ps.v[i * COLS + 2 * m], sin(angle), 1e-5);
            assert_float_equal(ps.v[i * COLS + 2 * m + 1], cos(angle), 1e-5);
        }
    tf_pars_free(&ps);
}

/* The largest of each channel over a sequence's tokens, not its extra rows; the first of equals has the gradient. */
static void test_pool_max(void **state) {
    (void)state;
    enum { ROWS = 6, COLS = 2 };
    static const int off[] = {0, 4, 6}, len[] = {3, 2}; // row 3 is no token
    static const tf_real v[ROWS][COLS] = {{1, -5}, {7, -2}, {7, -9}, {99, 99}, {-1, 4}, {-3, 4}}, want[2][COLS] = {{7, -2}, {-1, 4}};
    static const int from[2][COLS] = {{1, 1}, {4, 4}};
    const struct tf_pack pk = {.n_seq = 2, .rows = ROWS, .off = off, .len = len};
    tf_real x[ROWS * COLS], g[ROWS * COLS] = {0};
    struct tf_tape t;
    memcpy(x, v, sizeof x);
    tf_tape_init(&t), t.grad = true;
    struct tf_mat *y = tf_pool_max(&t, tf_extern(&t, x, g, ROWS, COLS), &pk), *loss = tf_xent(&t, y, (const int[]){0, 1}, 1, NULL);
    for (int i = 0; i < 2 * COLS; i++) assert_true(y->v[i / COLS * y->ld + i % COLS] == want[i / COLS][i % COLS]);
    tf_tape_backward(&t, loss, 1);
    for (int i = 0; i < ROWS * COLS; i++) {
        const bool taken = from[i / COLS > 3][i % COLS] == i / COLS;
        assert_true(taken ? g[i] == y->g[(i / COLS > 3) * y->ld + i % COLS] && g[i] != 0 : g[i] == 0);
    }
    tf_tape_release(&t);
}

/* Where tf_coarsen has no grid, as beyond 2^116 in single precision, numbers stay; they never become none. */
static void test_coarsen(void **state) {
    (void)state;
    tf_real near[] = {1, (tf_real)(1 + 1e-7), (tf_real)0.5, 0}, far[] = {(tf_real)3e35, (tf_real)-1e35, 1};
    tf_coarsen(4, near), tf_coarsen(3, far);
    assert_true(near[0] == near[1] && near[0] == 1 && near[2] == (tf_real)0.5 && near[3] == 0);
    for (int i = 0; i < 3; i++) assert_true(isfinite(far[i]));
    assert_float_equal((double)far[0] / 3e35, 1, 1e-3);
}

/* Draws of dropout have a key of seed, step, example, site and row: where one of them is another, about half of what is kept is, too. */
static void test_dropout_has_keys(void **state) {
    (void)state;
    enum { TOKENS = 50, WIDE = 16, CELLS = TOKENS * WIDE };
    static const struct {
        uint64_t seed;
        uint32_t step, id, site;
    } key[] = {{1, 1, 1, 1}, {2, 1, 1, 1}, {1, 2, 1, 1}, {1, 1, 2, 1}, {1, 1, 1, 2}, {1, 1, 1, 1}};
    static const int begins[] = {0, TOKENS}, all = TOKENS;
    bool kept[TF_COUNT(key)][CELLS];
    tf_real ones[CELLS];
    for (int i = 0; i < CELLS; i++) ones[i] = 1;
    for (size_t k = 0; k < TF_COUNT(key); k++) {
        const struct tf_pack pk = {.n_seq = 1, .rows = TOKENS, .off = begins, .len = &all, .id = &key[k].id};
        struct tf_tape t;
        int same = 0, next = 0;
        tf_tape_init(&t), t.train = true, t.seed = key[k].seed, t.step = key[k].step;
        const struct tf_mat *y = tf_dropout(&t, tf_extern(&t, ones, NULL, TOKENS, WIDE), 0.5, &pk, key[k].site);
        for (int i = 0; i < CELLS; i++) kept[k][i] = y->v[i / WIDE * y->ld + i % WIDE] != 0, same += kept[k][i] == kept[0][i];
        for (int i = WIDE; i < CELLS; i++) next += kept[k][i] == kept[k][i - WIDE];
        if (k && k + 1 < TF_COUNT(key)) assert_in_range(same, 2 * CELLS / 5, 3 * CELLS / 5);
        else assert_int_equal(same, CELLS);
        assert_in_range(next, 2 * CELLS / 5, 3 * CELLS / 5); // rows
        tf_tape_release(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_gated_units), cmocka_unit_test(test_dropped_rows),
                                       cmocka_unit_test(test_sinusoids),   cmocka_unit_test(test_pool_max),
                                       cmocka_unit_test(test_coarsen),     cmocka_unit_test(test_dropout_has_keys)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
