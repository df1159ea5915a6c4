/* Recall from sums: means, the 10 % quantile, the lists of layers and heads, and the ratios to chance. */
#include <math.h>

#include "fixture.h"
#include "train/recall.h"

static void near(double a, double b) {
    if (!(fabs(a - b) < 1e-9)) fail_msg("%.12g, not %.12g", a, b);
}

/* Two layers of two heads; head 1 of layer 2 has ten queries, which keep 0.05, 0.15 to 0.95, its head 2 thirty, which keep all. */
static struct recall_sums sums(void) {
    struct recall_sums s = {2, 2, tf_calloc(sizeof *s.cell * 4)};
    struct recall_cell *half = &s.cell[2], *all = &s.cell[3];
    *half = (struct recall_cell){.n = 10, .kept = 5, .oracle = 8, .window = 4, .share = 2};
    for (int i = 0; i < 10; i++) half->bin[100 * i + 50] = 1;
    *all = (struct recall_cell){.n = 30, .kept = 30, .oracle = 30, .window = 15, .share = 6};
    all->bin[RECALL_BINS - 1] = 30;
    return s;
}

static void means_and_quantile(void **state) {
    (void)state;
    struct recall_sums s = sums();
    struct recall r = recall_of(&s, 2, 1);
    near(r.n, 10), near(r.kept_pct, 50), near(r.oracle_pct, 80), near(r.window_pct, 40), near(r.share_pct, 20);
    near(r.q10_pct, 5.05); // one query of ten keeps no more
    r = recall_of(&s, 2, 0);
    near(r.n, 40), near(r.kept_pct, 100 * 35 / 40.0), near(r.share_pct, 20);
    near(r.q10_pct, 35.05); // four of forty keep up to 0.35
    assert_true(recall_of(&s, 1, 0).n == 0);
    recall_free(&s);
}

static void layers_and_heads(void **state) {
    (void)state;
    static const int want[][2] = {{0, 0}, {2, 0}, {2, 1}, {2, 2}}; // layer 1 has no trees
    struct recall_sums s = sums();
    int n;
    struct recall *list = recall_list(&s, &n);
    assert_int_equal(n, TF_COUNT(want));
    for (int i = 0; i < n; i++) assert_int_equal(list[i].layer, want[i][0]), assert_int_equal(list[i].head, want[i][1]);
    tf_free(list);
    recall_free(&s);
}

static void against_chance(void **state) {
    (void)state;
    const struct recall half = {.kept_pct = 50, .oracle_pct = 80, .share_pct = 20},
                        best = {.kept_pct = 20, .oracle_pct = 20, .share_pct = 20}, none = {.kept_pct = 0};
    near(recall_lift(&half), 2.5), near(recall_efficiency(&half), 0.5);
    near(recall_lift(&best), 1), near(recall_efficiency(&best), 1);
    assert_true(isnan(recall_efficiency(&none)));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(means_and_quantile), cmocka_unit_test(layers_and_heads),
                                       cmocka_unit_test(against_chance)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
