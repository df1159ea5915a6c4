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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_gated_units), cmocka_unit_test(test_dropped_rows),
                                       cmocka_unit_test(test_sinusoids)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
