/* Rows of results, as files and as lists, and the intervals of their scores. */
#include <math.h>

#include "parts.h"
#include "results/escape.h"
#include "results/partner.h"
#include "results/row.h"
#include "results/stats.h"

#define NEAR(a, b, eps) assert_true(fabs((a) - (b)) < (eps))

/* ---- rows --------------------------------------------------------------------------------------------------------------- */

static void rows_come_back_bit_for_bit(void **state) {
    (void)state;
    struct tf_err e = {0};
    struct tf_row a = listops_row("tf-a", "TF-A, \"hard\"", "height=2 lr=1e-4", 3, 738), b;
    a.valid_score_pct = 100.0 / 3, a.test_loss_nats = NAN, a.flops_forward = 1.2345678901234567e300, a.peak_bytes = 5e-324;
    a.kernels_changed = true;
    a.height = 2, a.parameters = 9007199254740993; // 2^53 + 1: not a double
    snprintf(a.quirks, sizeof a.quirks, "validation = test; \"x\", y");
    assert_int_equal(tf_row_write(below("a.csv"), &a, &e), 0);
    memset(&b, 0x55, sizeof b);
    assert_int_equal(tf_row_read(below("a.csv"), &b, &e), 0);
    assert_true(isnan(b.test_loss_nats));
    assert_true(isnan(b.train_flops) && isnan(b.pretrain_flops) && isnan(b.state) &&
                isnan(b.test_n_effective)); // not in the file: not known
    a.test_loss_nats = b.test_loss_nats = 0, b.train_flops = b.pretrain_flops = b.state = b.test_n_effective = 0;
    assert_memory_equal(&a, &b, sizeof a);
    char *text = read_text(below("a.csv"));
    assert_non_null(
        strstr(text, "run,task,protocol,quirks,data_kind,subset,metric,machine,attention,title,setting,variant,status,spec_hash,data_hash,"
                     "init_hash,queries,bootstrapped,height,layers,first_layer,end_layer,seed,"));
    assert_non_null(strstr(text, ",parameters,threads,kernels_changed,valid_score_pct,"));
    assert_non_null(strstr(text, ",\"TF-A, \"\"hard\"\"\",height=2 lr=1e-4,lr=1e-4,ok,"));
    assert_non_null(strstr(text, ",36.9,")); // the shortest text that reads back
}

static void assert_bad_row(const char *from, const char *to, const char *why) {
    struct tf_err e = {0};
    struct tf_row a = listops_row("tf-a", "TF-A", "", 1, 738), b = {.seed = 77};
    struct tf_buf text = {0};
    assert_int_equal(tf_row_write(below("bad.csv"), &a, &e), 0);
    char *s = read_text(below("bad.csv")), *hit = strstr(s, from);
    assert_non_null(hit);
    tf_buf_addf(&text, "%.*s%s%s", (int)(hit - s), s, to, hit + strlen(from));
    put_text("bad.csv", text.s);
    tf_buf_free(&text);
    assert_int_equal(tf_row_read(below("bad.csv"), &b, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    if (!strstr(e.msg, why)) fail_msg("'%s' is not in '%s'", why, e.msg);
    assert_int_equal(b.seed, 77); // untouched
}

static void bad_rows_are_named(void **state) {
    (void)state;
    assert_bad_row(",test_score_pct", ",other", "no column 'test_score_pct'");
    assert_bad_row(",data_kind", ",data", "bad.csv: no column 'data_kind': not the row of a run, or of another version");
    assert_bad_row(",false,", ",0,", "column subset: '0' is neither true nor false");
    assert_bad_row(",36.9,", ",much,", "column test_score_pct: 'much' is not a number");
    assert_bad_row(",5000,", ",5e3,", "column steps: '5e3' is not a whole number");
    assert_bad_row(",5000,", ",99999999999999999999,", "is not a whole number");
    assert_bad_row(",36.9,", ",inf,", "column test_score_pct: no finite number, but the status is ok");
    assert_bad_row(",ok,", ",,", "column status: empty");
    assert_bad_row("0123456789abcdef", "0123456789abcdef0", "column spec_hash: longer than 16 bytes");
    assert_bad_row("listops-tf-a-s1", "../listops", "cannot name a folder");
    assert_bad_row("\nlistops", "\n\n\"open", "never closed");
    assert_bad_row("\nlistops", "\n\n\"open", "; remove it, and the command of its training makes it again");
    struct tf_err e = {0};
    struct tf_row r;
    assert_int_equal(tf_row_read(below("none.csv"), &r, &e), -1);
    assert_int_equal(e.code, TF_BAD);
}

static void rows_are_sorted(void **state) {
    (void)state;
    static const struct {
        const char *attention, *setting;
        long seed;
    } order[] = {{"transformer", "", 1},       {"transformer", "", 2},      {"transformer", "", 10},
                 {"linformer", "rank=4", 1},   {"linformer", "rank=16", 1}, {"linformer", "rank=016", 1},
                 {"linformer", "rank=128", 1}, {"aaa-unknown", "", 1},      {"zzz-unknown", "", 1}};
    struct tf_err e = {0};
    struct tf_row *rows;
    int n;
    for (size_t i = 0; i < TF_COUNT(order); i++) { // in another order
        size_t k = i * 5 % TF_COUNT(order);
        struct tf_row r = listops_row(order[k].attention, "T", order[k].setting, order[k].seed, 1);
        put_row("sorted", &r);
    }
    put_text("sorted/rows/x.csv.tmp-12", "half a row");
    put_text("sorted/rows/.hidden.csv", "not ours");
    assert_int_equal(tf_rows_load(below("sorted"), &rows, &n, &e), 0);
    assert_int_equal(n, TF_COUNT(order));
    for (int i = 0; i < n; i++) {
        assert_string_equal(rows[i].attention, order[i].attention);
        assert_int_equal(rows[i].seed, order[i].seed);
        if (i != 4 && i != 5) assert_string_equal(rows[i].setting, order[i].setting);
    }
    assert_string_equal(rows[4].setting, "rank=016"); // equal numbers: by letters, so that the order is one
    tf_free(rows);
    put_text("sorted/rows/y.csv", "run\nx\n");
    assert_int_equal(tf_rows_load(below("sorted"), &rows, &n, &e), -1);
    assert_non_null(strstr(e.msg, "y.csv"));
    struct tf_err f = {0};
    assert_int_equal(tf_rows_load(below("nowhere"), &rows, &n, &f), -1);
    assert_int_equal(f.code, TF_BAD);
    assert_int_equal(tf_mkdirs(below("fresh"), &f), 0);
    assert_int_equal(tf_rows_load(below("fresh"), &rows, &n, &f), 0);
    assert_int_equal(n, 0);
}

/* Rates and shares are sorted as numbers, however they are written. */
static void decimals_are_numbers(void **state) {
    (void)state;
    static const char *const order[] = {"layers=2-3 lr=1", "layers=2-10", "lr=1e-05", "lr=0.001", "lr=1e-3",
                                        "lr=0.003",        "lr=0.05",     "lr=0.1",   "lr=0.25",  "lr=2"};
    for (size_t i = 0; i + 1 < TF_COUNT(order); i++) {
        const struct tf_row a = listops_row("tf-a", "T", order[i], 1, 1), b = listops_row("tf-a", "T", order[i + 1], 1, 1);
        if (tf_row_compare(&a, &b) >= 0 || tf_row_compare(&b, &a) <= 0) fail_msg("%s is not before %s", order[i], order[i + 1]);
    }
}

/* A copy of a row, kept beside it, is no other seed. */
static void a_row_has_the_name_of_its_run(void **state) {
    (void)state;
    struct tf_err e = {0};
    struct tf_row *rows, a = listops_row("tf-a", "TF-A", "", 1, 738);
    int n;
    put_row("copied", &a);
    if (tf_row_write(below("copied/rows/%s-old.csv", a.run), &a, &e)) fail_msg("%s", e.msg);
    assert_int_equal(tf_rows_load(below("copied"), &rows, &n, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    assert_non_null(strstr(e.msg, "/copied/rows/listops-tf-a-s1-old.csv holds the run 'listops-tf-a-s1'"));
}

/* ---- statistics --------------------------------------------------------------------------------------------------------- */

static void wilson_interval(void **state) {
    (void)state;
    struct tf_interval a = tf_wilson(738, 2000), none = tf_wilson(0, 10), all = tf_wilson(10, 10);
    NEAR(a.mean, 36.9, 1e-12);
    NEAR(a.lo, 34.81223272692135, 1e-9);
    NEAR(a.hi, 39.03799391184746, 1e-9);
    assert_true(none.lo == 0 && all.hi == 100);
    for (int n = 1; n < 60; n++) assert_true(tf_wilson(0, n).lo == 0 && tf_wilson(n, n).hi == 100);
    NEAR(tf_wilson(1, 10).lo, 1.78762, 1e-4);
    NEAR(tf_wilson(1, 1).lo, 100 / (1 + 3.841458820694124), 1e-9);
    NEAR(none.hi, 27.75327998628892, 1e-9);
    NEAR(all.lo, 72.24672001371107, 1e-9);
    assert_true(isnan(tf_wilson(0, 0).mean) && isnan(tf_wilson(0, 0).lo) && isnan(tf_wilson(NAN, 5).lo));
}

static void student_interval(void **state) {
    (void)state;
    static const struct {
        int df;
        double t;
    } known[] = {{1, 12.7062}, {2, 4.3027},  {4, 2.7764},  {9, 2.2622},   {30, 2.0423},
                 {31, 2.0395}, {40, 2.0211}, {60, 2.0003}, {120, 1.9799}, {100000, 1.9600}};
    for (size_t i = 0; i < TF_COUNT(known); i++) NEAR(stats_t95(known[i].df), known[i].t, 6e-5);
    for (int df = 1; df < 100; df++) assert_true(stats_t95(df) > stats_t95(df + 1));
    NEAR(stats_t95(31), 2.039513446, 3e-6), NEAR(stats_t95(40), 2.021075390, 1e-6), NEAR(stats_t95(120), 1.979930405, 2e-8);
    assert_true(isnan(stats_t95(0)) && stats_t95(30) == 2.042272);
    double x[] = {36.1, 36.9, 37.4};
    struct tf_interval t = tf_mean_interval(x, 3), one = tf_mean_interval(x, 1);
    NEAR(t.mean, 36.8, 1e-12);
    NEAR(t.hi - t.mean, 4.302653 * sqrt(0.43 / 3), 1e-6); // variance (0.49 + 0.01 + 0.36) / 2
    NEAR(t.mean - t.lo, t.hi - t.mean, 1e-12);
    assert_true(one.mean == 36.1 && one.lo == 36.1 && one.hi == 36.1);
    assert_true(isnan(tf_mean_interval(x, 0).mean));
    t = tf_mean_interval((double[]){1e7 - 1, 1e7, 1e7 + 2}, 3); // far from 0: squares of the numbers would swallow their differences
    NEAR(t.hi - t.mean, 4.302653 * sqrt(7.0 / 9), 1e-6);
}

static void paired_difference(void **state) {
    (void)state;
    static const uint8_t a[4] = {1, 1, 0, 1}, b[4] = {0, 1, 0, 0}, c[4] = {1, 0, 1, 1}, d[4] = {1, 1, 0, 1};
    const uint8_t *ours[2] = {a, c}, *theirs[2] = {b, d};
    struct stats_paired p;
    stats_paired(2, 4, ours, theirs, NULL, 4, &p); // a - b: 1 0 0 1; c - d: 0 -1 1 0; means .5 -.5 .5 .5
    NEAR(p.ours_pct, 75, 1e-12), NEAR(p.theirs_pct, 50, 1e-12);
    assert_int_equal(p.only_ours, 3), assert_int_equal(p.only_theirs, 1);
    NEAR(p.diff.mean, 25, 1e-12);
    NEAR(p.diff.mean - p.diff.lo, 3.182446 * 50 / 2, 1e-9); // their standard deviation is 50 points
    NEAR(p.seeds.mean, 25, 1e-12);
    assert_true(p.seeds.lo == -100 && p.seeds.hi == 100 && p.diff.hi == 100); // 50 and 0: by the t of two seeds -293 to 343
    stats_paired(3, 4, (const uint8_t *const[]){a, c, a}, (const uint8_t *const[]){b, d, d}, NULL, 4, &p);
    NEAR(p.seeds.hi, 50.0 / 3 + 4.302653 * 50.0 / 3, 1e-4); // 50, 0 and 0
    stats_paired(1, 4, ours, ours, NULL, 4, &p);
    assert_true(p.diff.mean == 0 && p.only_ours + p.only_theirs == 0);
    NEAR(p.diff.hi, 100 * 1.959964 / 6, 1e-4), NEAR(p.diff.lo, -p.diff.hi, 1e-12); // alike in 4 of 4: a fifth could differ
    NEAR(p.ours_pct, 75, 1e-12);
    enum { MANY = 64 };
    uint8_t right[MANY], wrong[MANY] = {0};
    memset(right, 1, sizeof right);
    wrong[5] = 1;
    stats_paired(1, MANY - 6, (const uint8_t *const[]){right}, (const uint8_t *const[]){&wrong[6]}, NULL, MANY - 6, &p);
    NEAR(p.diff.lo, 100 - 100 * 1.959964 / (MANY - 4), 1e-4), assert_true(p.diff.mean == 100 && p.diff.hi == 100);
    stats_paired(1, MANY, (const uint8_t *const[]){right}, (const uint8_t *const[]){wrong}, NULL, MANY, &p);
    NEAR(p.diff.mean, 100.0 * (MANY - 1) / MANY, 1e-12), NEAR(p.seeds.mean, p.diff.mean, 1e-12);
    assert_int_equal(p.only_ours, MANY - 1);
    static const uint8_t x[3][4] = {{0, 0, 1, 1}, {0, 0, 1, 1}, {0, 0, 0, 1}}, y[3][4] = {{1, 1, 0, 0}, {1, 1, 0, 0}, {1, 0, 0, 0}};
    const uint8_t *as_many[3] = {x[0], x[1], x[2]}, *as_others[3] = {y[0], y[1], y[2]};
    stats_paired(3, 4, as_many, as_others, NULL, 4, &p); // thirds of -3, -2, 2, 3: as many as the others
    assert_true(p.diff.mean == 0 && p.ours_pct == p.theirs_pct);
}

/* Layers, other mechanisms and frozen trees are nothing that full attention could have, too. */
static void partners_have_the_same_swept_values(void **state) {
    (void)state;
#define RUN(variant) {variant, variant, "work", "training", "", "folder", "", 10}
    static const struct partner full[] = {RUN("lr=0.001"), RUN("lr=0.01"), RUN("lr=0.01 warmup=7")};
    static const struct partner ours[] = {RUN("freeze=tree lr=0.001"), RUN("layers=1-1 others=local lr=0.01"),
                                          RUN("lr=0.01 freeze=tree warmup=7"), RUN("lr=0.1 freeze=tree")};
    for (int i = 0; i < 3; i++) assert_int_equal(partner_find(&ours[i], full, 3), i);
    assert_int_equal(partner_find(&ours[3], full, 3), -1);
    static const struct partner some[] = {RUN(""), RUN("layers=1-1 others=local")}, mine = RUN("layers=1-1 others=local");
    assert_int_equal(partner_find(&mine, some, 2), 1); // the same comes first
}

static void quoted_texts(void **state) {
    (void)state;
    struct tf_buf b = {0};
    report_quote(&b, "it's 10%"), report_quote_tic(&b, "it's 10%");
    assert_string_equal(b.s, "'it''s 10%''it''s 10%%'"); // gnuplot 5.4 takes a tic's name for a format
    tf_buf_free(&b);
}

static void paired_difference_of_examples(void **state) {
    (void)state;
    static const uint8_t a[6] = {1, 1, 1, 0, 1, 1}, b[6] = {0, 0, 1, 0, 1, 0};
    static const size_t first[4] = {0, 3, 3, 6}, each[7] = {0, 1, 2, 3, 4, 5, 6}; // three answers, none, three
    const uint8_t *ours = a, *theirs = b;
    struct stats_paired p, one, none;
    uint8_t a2[12], b2[12]; // twice the same
    static const size_t first2[6] = {0, 3, 3, 6, 9, 12};
    memcpy(a2, a, 6), memcpy(a2 + 6, a, 6), memcpy(b2, b, 6), memcpy(b2 + 6, b, 6);
    stats_paired(1, 12, (const uint8_t *const[]){a2}, (const uint8_t *const[]){b2}, first2, 5, &p);
    NEAR(p.diff.mean, 50, 1e-12);
    // differences 2 and 1 of 3 answers each, at a ratio of 1/2: residuals 1/2, -1/2; who has no answers does not count
    NEAR(p.diff.hi - p.diff.mean, 3.182446 * 100 * sqrt(4.0 / 3 * 4 * 0.25) / 12, 1e-4);
    assert_int_equal(p.only_ours, 6), assert_int_equal(p.only_theirs, 0);
    stats_paired(1, 6, &ours, &theirs, each, 6, &one), stats_paired(1, 6, &ours, &theirs, NULL, 6, &none);
    NEAR(one.diff.lo, none.diff.lo, 1e-9), NEAR(one.diff.hi, none.diff.hi, 1e-9);
    stats_paired(1, 6, &ours, &ours, first, 3, &p);
    NEAR(p.diff.hi, 100 * 1.959964 / 4, 1e-4);        // two examples have answers
    stats_paired(1, 3, &ours, &theirs, first, 2, &p); // one example says nothing of others
    assert_true(isnan(p.diff.lo) && isnan(p.diff.hi));
    NEAR(p.diff.mean, 200.0 / 3, 1e-9);
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The bootstrap once more, with the examples one by one. */
static void score_interval(void **state) {
    (void)state;
    enum { N = 947, DRAWS = 2000 };
    static const enum tf_metric metrics[] = {TF_METRIC_F1, TF_METRIC_MATTHEWS};
    const struct tf_score s = {.n = N, .correct = 761, .table = {{301, 87}, {99, 460}}};
    int cell[N], at = 0;
    for (int i = 0; i < 4; i++)
        for (size_t k = 0; k < s.table[i / 2][i % 2]; k++) cell[at++] = i;
    for (size_t m = 0; m < TF_COUNT(metrics); m++) {
        struct tf_rng r = tf_rng_at(1, TF_RNG_BOOTSTRAP, 0, 0, 0);
        double x[DRAWS];
        for (int i = 0; i < DRAWS; i++) {
            double n[4] = {0};
            for (int k = 0; k < N; k++) n[cell[tf_rng_below(&r, N)]]++;
            const double tn = n[0], fp = n[1], fn = n[2], tp = n[3];
            x[i] = m ? 100 * (tp * tn - fp * fn) / sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)) : 100 * 2 * tp / (2 * tp + fp + fn);
        }
        qsort(x, DRAWS, sizeof *x, ascending);
        struct tf_interval v = tf_score_interval(&s, metrics[m]);
        NEAR(v.lo, x[49], 1e-9), NEAR(v.hi, x[1950], 1e-9); // 2.5 % at either end
        NEAR(v.mean, tf_score_value(&s, metrics[m]), 1e-12);
    }
    const struct tf_score none = {0};
    const struct tf_interval accuracy = tf_score_interval(&s, TF_METRIC_ACCURACY), wilson = tf_wilson(761, N);
    assert_memory_equal(&accuracy, &wilson, sizeof wilson);
    assert_true(isnan(tf_score_interval(&none, TF_METRIC_F1).lo));
    assert_string_equal(tf_metric_name(TF_METRIC_F1), "f1"), assert_string_equal(tf_metric_name(TF_METRIC_MATTHEWS), "matthews");
}

/* Six answers of the rare class, all wrong, are what chance gives; one answer to all tells nothing; the best score is the end of its interval. */
static void intervals_of_empty_cells(void **state) {
    (void)state;
    const struct tf_score six = {.n = 1043, .correct = 715, .table = {{0, 322}, {6, 715}}};
    const struct tf_score constant = {.n = 1043, .correct = 721, .table = {{0, 322}, {0, 721}}};
    const struct tf_score perfect = {.n = 100, .correct = 100, .table = {{40, 0}, {0, 60}}};
    struct tf_interval v = tf_score_interval(&six, TF_METRIC_MATTHEWS);
    NEAR(v.mean, -5.0833, 1e-3);
    assert_true(v.lo < -6 && v.hi > 0 && v.hi < 5);
    v = tf_score_interval(&constant, TF_METRIC_MATTHEWS);
    assert_true(v.mean == 0 && v.lo < -2 && v.hi > 2);
    for (int m = TF_METRIC_F1; m <= TF_METRIC_MATTHEWS; m++) {
        v = tf_score_interval(&perfect, (enum tf_metric)m);
        NEAR(v.mean, 100, 1e-9), NEAR(v.hi, 100, 1e-9);
        assert_true(v.lo > 90 && v.lo < 99);
    }
}

/* Sums of examples, k right of 4 each. */
static struct tf_score of_four(int n, const int *k) {
    struct tf_score s = {.n = 4 * (size_t)n, .examples = n, .n2 = 16.0 * n};
    for (int i = 0; i < n; i++) s.correct += (size_t)k[i], s.correct2 += k[i] * k[i], s.correct_n += 4.0 * k[i];
    return s;
}

/* Predictions of an example that are right or wrong together count once. */
static void effective(void **state) {
    (void)state;
    int together[300], apart[300], right[300];
    for (int i = 0; i < 300; i++) together[i] = i % 3 ? 4 : 0, apart[i] = 2, right[i] = 4;
    const struct tf_score t = of_four(300, together), a = of_four(300, apart), r = of_four(300, right);
    NEAR(tf_score_effective(&t), 300, 1e-9);
    const struct tf_interval v = tf_score_interval(&t, TF_METRIC_ACCURACY), wilson = tf_wilson(200, 300);
    NEAR(v.lo, wilson.lo, 1e-9), NEAR(v.hi, wilson.hi, 1e-9);
    NEAR(tf_score_effective(&r), 300, 1e-9);
    NEAR(tf_score_effective(&a), 300, 1e-9);                                                     // no spread: too few to tell
    for (int i = 0; i < 300; i++) apart[i] = (i % 4 == 1) + 2 * (i % 4 == 2) + 3 * (i % 4 == 3); // 0 to 3 of 4, p = 3/8: spread 1.25
    const struct tf_score mixed = of_four(300, apart);
    NEAR(tf_score_effective(&mixed), 1200 * (15.0 / 64) * 4 / 1.25, 1e-6);
    const struct tf_score one = {.n = 947, .correct = 761, .examples = 947, .correct2 = 761, .correct_n = 761, .n2 = 947};
    NEAR(tf_score_effective(&one), 947, 1e-9);
}

static void quartiles(void **state) {
    (void)state;
    static const double five[] = {7, 1, 3, 3, 9}, four[] = {40, 10, 30, 20};
    int order[5];
    double q[5];
    stats_quartiles(five, 5, order, q);
    assert_memory_equal(q, ((double[]){1, 3, 3, 7, 9}), sizeof q);
    assert_memory_equal(order, ((int[]){1, 2, 3, 0, 4}), sizeof order);
    stats_quartiles(four, 4, order, q);
    assert_memory_equal(q, ((double[]){10, 17.5, 25, 32.5, 40}), sizeof q);
    stats_quartiles(four, 1, order, q);
    assert_memory_equal(q, ((double[]){40, 40, 40, 40, 40}), sizeof q);
}

static void median(void **state) {
    (void)state;
    double odd[] = {3, -1, 20}, even[] = {4, 1, 30, 2}, one[] = {5};
    assert_true(stats_median(odd, 3) == 3 && stats_median(even, 4) == 3 && stats_median(one, 1) == 5);
    assert_true(odd[0] == -1 && odd[2] == 20 && isnan(stats_median(one, 0)));
}

static void noise_is_both_intervals(void **state) {
    (void)state;
    struct tf_interval a = tf_wilson(738, 2000);
    NEAR(stats_half_width(&a), 2.11288, 1e-5);
    assert_int_equal(stats_within_noise(2.9, 2.11, 2.11), 1); // together 2.98 points
    assert_int_equal(stats_within_noise(3.1, 2.11, 2.11), 0);
    assert_int_equal(stats_within_noise(5, 3, 4), 1);
    assert_int_equal(stats_within_noise(-3.1, 2.11, 2.11), 0);
    assert_int_equal(stats_within_noise(NAN, 2.11, 2.11), -1);
    assert_int_equal(stats_within_noise(0.1, NAN, 2.11), -1);
    assert_int_equal(stats_within_noise(0.1, 2.11, NAN), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(rows_come_back_bit_for_bit, report_before, after_each),
        cmocka_unit_test_setup_teardown(bad_rows_are_named, report_before, after_each),
        cmocka_unit_test_setup_teardown(rows_are_sorted, report_before, after_each),
        cmocka_unit_test_setup_teardown(decimals_are_numbers, report_before, after_each),
        cmocka_unit_test_setup_teardown(a_row_has_the_name_of_its_run, report_before, after_each),
        cmocka_unit_test(wilson_interval),
        cmocka_unit_test(student_interval),
        cmocka_unit_test(paired_difference),
        cmocka_unit_test(paired_difference_of_examples),
        cmocka_unit_test(quoted_texts),
        cmocka_unit_test(partners_have_the_same_swept_values),
        cmocka_unit_test(score_interval),
        cmocka_unit_test(intervals_of_empty_cells),
        cmocka_unit_test(effective),
        cmocka_unit_test(quartiles),
        cmocka_unit_test(median),
        cmocka_unit_test(noise_is_both_intervals),
    };
    return cmocka_run_group_tests_name("row", tests, enter, leave);
}
