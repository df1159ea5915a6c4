/* ListOps: evaluator, text, generator. */
#include <math.h>

#include "parts.h"
#include "task/task_listops.h"

static long parse(const char *text, uint16_t *tok) {
    struct tf_err e = {0};
    long n = tf_listops_parse(text, strlen(text), tok, &e);
    if (n < 0) fail_msg("%s: %s", text, e.msg);
    return n;
}

static struct tf_listops small_opts(void) {
    struct tf_listops *o = task_options("listops", LISTOPS_SMALL), small = *o;
    tf_free(o);
    return small;
}

/* ---- evaluator and text --------------------------------------------------------------------------------------------------- */

static void test_eval(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int value;
    } row[] = {
        {"7", 7},
        {"( ( ( [SM 6 ) 5 ) ] )", 1},
        {"[SM 5 5 ]", 0},
        {"[SM 9 9 9 9 9 9 9 9 9 9 ]", 0},
        {"[SM 9 9 9 9 9 9 9 9 9 ]", 1},
        {"[MIN 3 8 1 4 ]", 1},
        {"[MIN 0 0 ]", 0},
        {"[MAX 3 8 1 4 ]", 8},
        {"[MAX 9 9 9 ]", 9},
        {"[MED 1 9 5 ]", 5},   // odd: the middle one
        {"[MED 9 1 ]", 5},     // even: the mean
        {"[MED 1 2 ]", 1},     // 1.5, truncated
        {"[MED 8 9 ]", 8},     // 8.5, truncated
        {"[MED 0 9 0 9 ]", 4}, // 4.5, truncated
        {"[MED 7 1 1 7 1 7 ]", 4},
        {"[MED 2 2 2 9 ]", 2},
        {"[MED 5 3 4 9 0 ]", 4},
        {"[MAX 2 9 [MIN 4 7 ] 0 ]", 9}, // Nangia & Bowman's own example
        {"[MAX 4 3 [MIN 2 3 ] 1 0 [MED 1 5 8 9 2 ] ]", 5},
        {"[SM [SM 9 9 ] [MAX [MIN 8 3 ] 2 ] [MED 0 1 ] ]", 1},
        {"[MIN [MIN [MIN [MIN 4 5 ] 6 ] 7 ] 8 ]", 4},
        {"[SM 4 ]", 4}, // one argument: never generated, still an expression
    };
    uint16_t tok[128];
    struct tf_err e = {0};
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        long n = parse(row[i].text, tok);
        if (tf_listops_eval(tok, (size_t)n, &e) != row[i].value) fail_msg("%s is not %d (%s)", row[i].text, row[i].value, e.msg);
    }
}

static void test_eval_errors(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } row[] = {
        {"", "empty expression"},
        {"( )", "empty expression"},
        {"[SM 1 2", "an operator is not closed"},
        {"[SM 1 [MIN 2 ]", "an operator is not closed"},
        {"[MAX", "an operator is not closed"},
        {"]", "a ] closes no operator"},
        {"3 ]", "a ] closes no operator"},
        {"[SM 1 2 ] ]", "a ] closes no operator"},
        {"[SM ]", "an operator has no arguments"},
        {"1 2", "more than one expression"},
        {"[SM 1 2 ] [SM 1 2 ]", "more than one expression"},
        {"[SUM 1 2 ]", "unknown token '[SUM'"},
        {"[SM 10 2 ]", "unknown token '10'"},
        {"[SM 1 2 X", "unknown token 'X'"},
        {"( ( [SM 1 ) 2 ]", "a ( is not closed"},
        {"( [SM 1 ) ) 2 ]", "a ) closes no ("},
        {"[averyveryverylongunknownword 1 ]", "unknown token '[averyveryverylongun'"},
    };
    uint16_t tok[64], bad[] = {TF_LISTOPS_SM, 0, TF_LISTOPS_END};
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        struct tf_err e = {0};
        long n = tf_listops_parse(row[i].text, strlen(row[i].text), tok, &e);
        assert_int_equal(n < 0 ? -1 : tf_listops_eval(tok, (size_t)n, &e), -1);
        assert_string_equal(e.msg, row[i].message);
        assert_int_equal(e.code, TF_BAD);
    }
    struct tf_err e = {0};
    assert_int_equal(tf_listops_eval(bad, 3, &e), -1);
    assert_string_equal(e.msg, "token 0 is not a ListOps token");
}

static void test_tokens(void **state) {
    (void)state;
    uint16_t tok[32];
    static const uint16_t want[] = {14, 1, 11, 10, 2, 15, 12, 3, 15, 13, 4, 15, 15};
    assert_int_equal(parse("[SM 0 [MIN 9 1 ] [MAX 2 ] [MED 3 ] ]", tok), 13);
    assert_memory_equal(tok, want, sizeof want);
    assert_int_equal(TF_LISTOPS_VOCAB, 16);
}

static void test_text(void **state) {
    (void)state;
    static const char *const text[] = {
        "5",
        "( ( ( [SM 6 ) 5 ) ] )",
        "( ( ( ( [MAX 2 ) 9 ) ( ( ( [MIN 4 ) 7 ) ] ) ) ] )",
        "( ( ( [MED ( ( ( [MIN 4 ) 7 ) ] ) ) ( ( ( [SM 1 ) ( ( ( ( [MAX 0 ) 0 ) 3 ) ] ) ) ] ) ) ] )",
    };
    uint16_t tok[64];
    for (size_t i = 0; i < TF_COUNT(text); i++) {
        struct tf_buf out = {0};
        tf_listops_text(tok, (size_t)parse(text[i], tok), &out);
        assert_string_equal(out.s, text[i]);
        tf_buf_free(&out);
    }
}

/* ---- generator ------------------------------------------------------------------------------------------------------------- */

/* What a walk over one expression finds. */
struct census {
    long node, leaf, op[4], args[128];
    int depth;
};

/* One (sub)expression from tok; depth of its root. Returns its tokens. Nodes and leaves are counted where the generator had a choice. */
static size_t walk(const uint16_t *tok, int depth, int max_depth, struct census *c) {
    if (depth > c->depth) c->depth = depth;
    bool is_op = tok[0] >= TF_LISTOPS_MIN;
    if (depth < max_depth) c->node++, c->leaf += !is_op;
    if (!is_op) return 1;
    c->op[tok[0] - TF_LISTOPS_MIN]++;
    size_t i = 1, args = 0;
    for (; tok[i] != TF_LISTOPS_END; args++) i += walk(tok + i, depth + 1, max_depth, c);
    c->args[args]++;
    return i + 1;
}

static double chi2(const long *count, int n) {
    double sum = 0, x = 0;
    for (int i = 0; i < n; i++) sum += (double)count[i];
    for (int i = 0; i < n; i++) x += (count[i] - sum / n) * (count[i] - sum / n) / (sum / n);
    return x;
}

/* The published rules, on candidates before any selection by length (which would favour many arguments). */
static void test_distribution(void **state) {
    (void)state;
    struct tf_listops o;
    tf_opt_defaults(tf_listops_opts, &o);
    o.length_max = 65536; // practically nothing is cut
    uint16_t *tok = tf_alloc((size_t)o.length_max * sizeof *tok);
    struct census c = {0};
    struct tf_err e = {0};
    int single = 0, label[10] = {0};
    for (uint64_t i = 0; i < 6000; i++) {
        int value = -1, n = tf_listops_draw(&o, i, tok, &value);
        assert_true(n > 0);
        assert_int_equal(walk(tok, 1, o.max_depth, &c), n);
        assert_int_equal(tf_listops_eval(tok, (size_t)n, &e), value);
        single += n == 1;
        label[value]++;
    }
    tf_free(tok);
    double p = (double)c.leaf / c.node, sd = sqrt(0.75 * 0.25 / c.node);
    assert_true(c.node > 50000);
    assert_true(fabs(p - 0.75) < 4 * sd);
    assert_true(fabs(single - 4500.0) < 4 * sqrt(6000 * 0.75 * 0.25));
    assert_true(chi2(c.op, 4) < 16.3);       // 3 degrees of freedom, p = 0.001
    assert_true(chi2(c.args + 2, 9) < 26.1); // 8
    for (int i = 0; i < 128; i++) assert_true(c.args[i] == 0 || (i >= 2 && i <= 10));
    assert_int_equal(c.depth, 10);                            // digits at depth 10, never an operator below depth 9
    for (int i = 0; i < 10; i++) assert_true(label[i] > 400); // ten classes, nearly even with so many single digits
}

static void test_limits(void **state) {
    (void)state;
    struct tf_listops o = small_opts();
    o.max_depth = 4, o.max_args = 3, o.length_max = 1000;
    uint16_t tok[1000];
    struct census c = {0};
    for (uint64_t i = 0; i < 3000; i++) {
        int value;
        assert_true(tf_listops_draw(&o, i, tok, &value) > 0);
        walk(tok, 1, 4, &c);
    }
    assert_int_equal(c.depth, 4);
    assert_true(c.args[2] > 100 && c.args[3] > 100);
    for (int i = 4; i < 128; i++) assert_int_equal(c.args[i], 0);
}

/* Stopping early changes nothing: a candidate is cut exactly when its whole length reaches the limit. */
static void test_cut(void **state) {
    (void)state;
    struct tf_listops o = small_opts(), whole = o;
    whole.length_max = 65536;
    uint16_t *tok = tf_alloc(65536 * sizeof *tok), cut[64];
    int longer = 0, edge = 0;
    for (uint64_t i = 0; i < 4000; i++) {
        int v, w, n = tf_listops_draw(&whole, i, tok, &v), m = tf_listops_draw(&o, i, cut, &w);
        assert_int_equal(m, n < o.length_max ? n : 0);
        if (m) assert_memory_equal(cut, tok, (size_t)m * sizeof *tok);
        if (m) assert_int_equal(v, w);
        longer += !m, edge += n == o.length_max || n == o.length_max - 1;
    }
    tf_free(tok);
    assert_true(longer > 100 && edge > 0);
}

static void test_threads(void **state) {
    (void)state;
    uint64_t h = listops_hash(LISTOPS_SMALL, 1);
    assert_true(h == listops_hash(LISTOPS_SMALL, 2));
    assert_true(h == listops_hash(LISTOPS_SMALL, 3));
    assert_true(h != listops_hash(LISTOPS_SMALL " data_seed=2", 2));
    assert_true(h != listops_hash(LISTOPS_SMALL " train=301", 2));
}

/* The published examples: this hash changes only together with the generator's version. */
static void test_golden(void **state) {
    (void)state;
    struct tf_listops o;
    tf_opt_defaults(tf_listops_opts, &o);
    assert_int_equal(listops_hash("train=100 valid=20 test=20", 2), UINT64_C(0x2f83445b79ba55b5));
    uint16_t tok[2000];
    struct tf_buf text = {0};
    int value = -1, n = 0;
    o.length_min = 10, o.length_max = 30;
    uint64_t i = 0;
    while ((n = tf_listops_draw(&o, i, tok, &value)) <= o.length_min) i++;
    tf_listops_text(tok, (size_t)n, &text);
    assert_string_equal(text.s, "( ( ( ( ( ( ( [MIN 0 ) 7 ) 0 ) 7 ) 2 ) ( ( ( ( ( ( ( ( [MED 6 ) 4 ) 0 ) 6 ) 4 ) 3 ) 7 ) ] ) ) ] )");
    tf_buf_free(&text);
}

static void test_examples(void **state) {
    (void)state;
    struct tf_data *d =
        open_or_fail("listops", LISTOPS_SMALL " train=2000", (struct where){.cache = in_dir("cache-examples"), .threads = 2});
    int label[10] = {0}, shortest = 1000, longest = 0;
    uint32_t id = 0;
    struct tf_err e = {0};
    assert_int_equal(d->vocab, 16);
    assert_int_equal(d->classes, 10);
    assert_int_equal(d->n[TF_TRAIN], 2000);
    assert_int_equal(d->n[TF_VALID], 50);
    assert_int_equal(d->n[TF_TEST], 50);
    for (int s = 0; s < TF_SPLITS; s++)
        for (size_t i = 0; i < d->n[s]; i++) {
            struct tf_example x = tf_data_get(d, (enum tf_split)s, i);
            uint16_t back[64];
            struct tf_buf text = {0};
            assert_int_equal(x.id, id++);
            if (x.len < shortest) shortest = x.len;
            if (x.len > longest) longest = x.len;
            label[x.label]++;
            assert_int_equal(tf_listops_eval(x.tok, (size_t)x.len, &e), x.label);
            tf_listops_text(x.tok, (size_t)x.len, &text);
            assert_int_equal(parse(text.s, back), x.len);
            assert_memory_equal(back, x.tok, (size_t)x.len * sizeof *back);
            tf_buf_free(&text);
        }
    assert_int_equal(shortest, 21); // both limits are strict
    assert_int_equal(longest, 59);
    assert_int_equal(d->max_len, 59);
    for (int i = 0; i < 10; i++) assert_true(label[i] > 50);
    tf_data_close(d);
}

/* Ten expressions of one token exist: all are found, once, and an eleventh is not. */
static void test_distinct(void **state) {
    (void)state;
    struct tf_listops o = small_opts();
    struct tf_data_build b = {0};
    struct tf_err e = {0};
    int seen[10] = {0};
    o.length_min = 0, o.length_max = 2, o.train = 7, o.valid = 2, o.test = 1;
    assert_int_equal(tf_listops_generate(&o, 2, &b, &e), 0);
    for (int s = 0; s < TF_SPLITS; s++)
        for (size_t i = 0; i < b.part[s].n; i++) seen[b.part[s].label[i]]++;
    for (int i = 0; i < 10; i++) assert_int_equal(seen[i], 1);
    tf_data_build_free(&b);
    o.test = 2;
    assert_int_equal(tf_listops_generate(&o, 2, &b, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    assert_string_equal(e.msg,
                        "only 10 of 11 distinct ListOps expressions found with 0 < length < 2, depth 10 and 10 arguments: ask for fewer "
                        "(train, valid, test), or for longer ones");
    assert_string_equal(e.option, "task.train");
    assert_null(b.part[0].tok);
}

static void test_bad_options(void **state) {
    (void)state;
    const struct where bad = {.cache = in_dir("cache-bad")};
    struct tf_data *d = NULL;
    struct tf_err e = {0}, stop = {0};
    assert_int_equal(open_task(&d, "listops", LISTOPS_SMALL " length_max=21", bad, &e), -1);
    assert_string_equal(e.msg, "length_min 20, length_max 21: there is no length between them");
    tf_interrupted = 1;
    assert_int_equal(open_task(&d, "listops", LISTOPS_SMALL, bad, &stop), -1);
    tf_interrupted = 0;
    assert_int_equal(stop.code, TF_INTERRUPTED);
    assert_null(d);
}

static void test_roots(void **state) {
    (void)state;
    static const struct {
        const char *a, *b;
        bool root, digits;
    } row[] = {
        {"[MIN 3 8 ]", "[MIN 8 3 ]", true, true},                                 // the order of operands says nothing
        {"[MIN 3 8 ]", "[MIN 3 3 ]", true, true},                                 // nor what does not decide
        {"[MIN 3 8 ]", "[MIN 2 8 ]", true, false},                                // another value
        {"[MIN 3 8 ]", "[MAX 3 8 ]", false, false},                               // another operator
        {"[MIN 3 8 ]", "[MIN 3 8 9 ]", true, false},                              // another number of digits
        {"[MIN 3 8 [SM 1 1 ] ]", "[MIN [MED 0 [MAX 2 5 ] 0 ] 3 8 ]", true, true}, // deeper ones are only counted
        {"[MIN 3 8 [SM 1 1 ] ]", "[MIN 3 8 [SM 1 1 ] [SM 1 1 ] ]", true, false},
        {"[SM 9 9 ]", "[SM 4 4 ]", true, true},
        {"[MED [SM 1 1 ] [SM 1 1 ] ]", "[MED [SM 9 9 ] [MIN 1 1 ] ]", true, true},
        {"4", "4", true, true},
    };
    uint16_t a[64], b[64];
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        const struct tf_example x = {.tok = a, .len = (int)parse(row[i].a, a)}, y = {.tok = b, .len = (int)parse(row[i].b, b)};
        if ((tf_listops_root(&x) == tf_listops_root(&y)) != row[i].root ||
            (tf_listops_root_digits(&x) == tf_listops_root_digits(&y)) != row[i].digits)
            fail_msg("%s and %s", row[i].a, row[i].b);
    }
    struct tf_example cut = {.tok = a, .len = (int)parse("[MAX 2 [MIN 3 4 ] 5 ]", a)};
    for (; cut.len >= 0; cut.len--) tf_listops_root_digits(&cut);
}

/* ---- what becomes of training examples ------------------------------------------------------------------------------------ */

static void test_collapse(void **state) {
    (void)state;
    static const struct {
        const char *text, *want;
        int below;
    } row[] = {
        {"[SM [SM 9 9 ] [MAX [MIN 8 3 ] 2 ] [MED 0 1 ] ]", "[SM 8 3 0 ]", 1},
        {"[SM [SM 9 9 ] [MAX [MIN 8 3 ] 2 ] [MED 0 1 ] ]", "[SM [SM 9 9 ] [MAX 3 2 ] [MED 0 1 ] ]", 2},
        {"[SM [SM 9 9 ] [MAX [MIN 8 3 ] 2 ] [MED 0 1 ] ]", "[SM [SM 9 9 ] [MAX [MIN 8 3 ] 2 ] [MED 0 1 ] ]", 3},
        {"[MIN [MIN [MIN [MIN 4 5 ] 6 ] 7 ] 8 ]", "[MIN 4 8 ]", 1},
        {"7", "7", 1},
    };
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        uint16_t tok[64], want[64], got[64];
        const long n = parse(row[i].text, tok), m = parse(row[i].want, want);
        assert_int_equal(tf_listops_vary(tok, (int)n, row[i].below, false, NULL, got), m);
        if (memcmp(got, want, sizeof *got * (size_t)m)) fail_msg("%s below %d is not %s", row[i].text, row[i].below, row[i].want);
    }
}

static void test_nothing_to_vary(void **state) {
    (void)state;
    static const char *const text[] = {"[MIN 4 [MAX 5", "[MIN 4 ] [MIN 4 ]", "[MIN ]", "] 4", "4 4", ""};
    uint16_t tok[16], got[16];
    struct tf_rng r = tf_rng_at(1, TF_RNG_TEST, 0, 0, 0);
    for (size_t i = 0; i < TF_COUNT(text); i++)
        assert_int_equal(tf_listops_vary(tok, (int)parse(text[i], tok), 1, true, &r, got), 0); // cut, or no expression
    assert_int_equal(tf_listops_vary(tok, (int)parse("[MIN 4 5 ]", tok), 0, false, &r, got), 0);
    // padding is none of the expression, and stays behind it
    uint16_t want[16] = {0};
    const long n = parse("[MIN 4 [MAX 5 6 ] ]", tok);
    parse("[MIN 4 6 ]", want);
    tok[n] = tok[n + 1] = 0;
    assert_int_equal(tf_listops_vary(tok, (int)n + 2, 1, false, &r, got), n + 2);
    assert_memory_equal(got, want, sizeof *got * (size_t)(n + 2));
}

/* Every order of the operands comes equally often, at every level. */
static void test_shuffle(void **state) {
    (void)state;
    uint16_t tok[16], got[16];
    int seen[2][6] = {0};
    const int n = (int)parse("[MIN 1 [MED 4 5 6 ] 3 ]", tok);
    for (uint32_t k = 0; k < 6000; k++) {
        struct tf_rng r = tf_rng_at(1, TF_RNG_TEST, k, 0, 0);
        assert_int_equal(tf_listops_vary(tok, n, 0, true, &r, got), n);
        int order[2][3], m[2] = {0}, level = 0;
        for (int i = 0; i < n; i++) {
            if (got[i] == TF_LISTOPS_END) level--;
            else if (got[i] >= TF_LISTOPS_MIN) {
                if (level++) order[0][m[0]++] = 0;
            } else order[level - 1][m[level - 1]++] = got[i];
        }
        assert_true(level == 0 && m[0] == 3 && m[1] == 3 && got[0] == TF_LISTOPS_MIN);
        for (int j = 0; j < 2; j++) {
            const int low = (order[j][0] > order[j][1]) + (order[j][0] > order[j][2]), then = order[j][1] > order[j][2];
            seen[j][2 * low + then]++;
        }
    }
    for (int j = 0; j < 12; j++) assert_true(abs(seen[j / 6][j % 6] - 1000) < 150);
}

/* Whatever is done, the value stays, no operator is below the level, and without a level nothing but the order changes. */
static void test_same_value(void **state) {
    (void)state;
    const struct tf_listops o = small_opts();
    uint16_t *tok = tf_alloc(sizeof *tok * (size_t)o.length_max), *got = tf_alloc(sizeof *got * (size_t)o.length_max);
    int value, tried = 0;
    for (uint64_t c = 0; tried < 300; c++) {
        const int n = tf_listops_draw(&o, c, tok, &value);
        if (n < 3) continue;
        tried++;
        for (int below = 0; below <= 3; below++) {
            struct tf_rng r = tf_rng_at(2, TF_RNG_TEST, (uint32_t)c, (uint32_t)below, 0);
            struct tf_err e = {0};
            const int m = tf_listops_vary(tok, n, below, true, &r, got);
            int level = 0, deepest = 0, sum[TF_LISTOPS_VOCAB] = {0};
            assert_int_equal(tf_listops_eval(got, (size_t)m, &e), value);
            for (int i = 0; i < m; i++) {
                if (got[i] == TF_LISTOPS_END) level--;
                else if (got[i] >= TF_LISTOPS_MIN && ++level > deepest) deepest = level;
                sum[got[i]]++;
            }
            for (int i = 0; i < n; i++) sum[tok[i]]--;
            assert_true(!below || deepest <= below);
            for (int v = 0; !below && v < TF_LISTOPS_VOCAB; v++) assert_int_equal(sum[v], 0);
        }
    }
    tf_free(tok), tf_free(got);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_eval),     cmocka_unit_test(test_eval_errors),  cmocka_unit_test(test_tokens),
        cmocka_unit_test(test_text),     cmocka_unit_test(test_distribution), cmocka_unit_test(test_limits),
        cmocka_unit_test(test_cut),      cmocka_unit_test(test_threads),      cmocka_unit_test(test_golden),
        cmocka_unit_test(test_examples), cmocka_unit_test(test_distinct),     cmocka_unit_test(test_bad_options),
        cmocka_unit_test(test_roots),    cmocka_unit_test(test_collapse),     cmocka_unit_test(test_nothing_to_vary),
        cmocka_unit_test(test_shuffle),  cmocka_unit_test(test_same_value),
    };
    return cmocka_run_group_tests_name("listops", tests, enter, leave);
}
