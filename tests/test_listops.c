/* ListOps: evaluator, official text, generator, cache, official files; and the parts of lib/task that every task uses. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "io/io.h"
#include "task/listops.h"

static char dir[64] = "/tmp/tf-listops-XXXXXX";
static int warnings;
static char last_warning[1024];

static void on_log(enum tf_level level, const char *msg) {
    warnings += level == TF_LOG_WARN;
    snprintf(last_warning, sizeof last_warning, "%s", msg);
}

static const char *in_dir(const char *name) {
    static char path[32][256];
    static int at;
    char *p = path[at++ % 32];
    snprintf(p, sizeof path[0], "%s/%s", dir, name);
    return p;
}

static struct tf_listops small_opts(void) {
    struct tf_listops o;
    tf_opt_defaults(tf_listops_opts, &o);
    o.length_min = 20, o.length_max = 60, o.train = 300, o.valid = 50, o.test = 50;
    return o;
}

/* Opens ListOps as a task; fails the test when it cannot. */
static struct tf_data *open_task(const struct tf_listops *o, const char *data, const char *cache, int threads) {
    struct tf_task_env env = {.data_dir = data, .cache_dir = cache, .threads = threads};
    struct tf_err e = {0};
    struct tf_data *d = NULL;
    if (tf_task_find("listops")->open(&d, o, &env, &e)) fail_msg("%s", e.msg);
    return d;
}

static long parse(const char *text, uint16_t *tok) {
    struct tf_err e = {0};
    long n = tf_listops_parse(text, strlen(text), tok, &e);
    if (n < 0) fail_msg("%s: %s", text, e.msg);
    return n;
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
    assert_string_equal(e.msg, "token 0 is none of ListOps");
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

static uint64_t generated_hash(const struct tf_listops *o, int threads) {
    struct tf_data_build b = {0};
    struct tf_err e = {0};
    if (tf_listops_generate(o, threads, &b, &e)) fail_msg("%s", e.msg);
    struct tf_data *d = tf_data_finish(&b, TF_LISTOPS_VOCAB, 10);
    uint64_t h = d->hash;
    tf_data_close(d);
    return h;
}

static void test_threads(void **state) {
    (void)state;
    struct tf_listops o = small_opts();
    uint64_t h = generated_hash(&o, 1);
    assert_true(h == generated_hash(&o, 2));
    assert_true(h == generated_hash(&o, 3));
    o.data_seed = 2;
    assert_true(h != generated_hash(&o, 2));
    o = small_opts(), o.train++;
    assert_true(h != generated_hash(&o, 2));
}

/* The published examples: this hash changes only together with the generator's version. */
static void test_golden(void **state) {
    (void)state;
    struct tf_listops o;
    tf_opt_defaults(tf_listops_opts, &o);
    o.train = 100, o.valid = 20, o.test = 20;
    assert_int_equal(generated_hash(&o, 2), UINT64_C(0x2f83445b79ba55b5));
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
    struct tf_listops o = small_opts();
    o.train = 2000;
    struct tf_data *d = open_task(&o, NULL, in_dir("cache-examples"), 2);
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
    assert_string_equal(e.msg, "only 10 of 11 distinct ListOps expressions found with 0 < length < 2, depth 10 and 10 arguments");
    assert_null(b.part[0].tok);
}

static void test_bad_options(void **state) {
    (void)state;
    struct tf_listops o = small_opts();
    struct tf_task_env env = {.cache_dir = in_dir("cache-bad"), .threads = 1};
    struct tf_data *d = NULL;
    struct tf_err e = {0}, stop = {0};
    o.length_max = o.length_min + 1;
    assert_int_equal(tf_task_find("listops")->open(&d, &o, &env, &e), -1);
    assert_string_equal(e.msg, "length_min 20, length_max 21: no length lies between");
    tf_interrupted = 1;
    o = small_opts();
    assert_int_equal(tf_task_find("listops")->open(&d, &o, &env, &stop), -1);
    tf_interrupted = 0;
    assert_int_equal(stop.code, TF_INTERRUPTED);
    assert_null(d);
}

/* ---- cache ------------------------------------------------------------------------------------------------------------------ */

#define CACHE_NAME "listops-v1-seed1-length20-60-n300-50-50-depth10-args10.data"

static uint64_t open_hash(const char *cache) {
    struct tf_listops o = small_opts();
    struct tf_data *d = open_task(&o, NULL, cache, 1);
    uint64_t h = d->hash;
    assert_string_equal(d->source, "generated, generator v1, seed 1, 20 < length < 60, depth 10, args 10");
    tf_data_close(d);
    return h;
}

static void test_cache(void **state) {
    (void)state;
    char path[256];
    struct tf_err e = {0};
    struct tf_buf good = {0};
    struct tf_listops o = small_opts();
    uint64_t h = generated_hash(&o, 1);
    snprintf(path, sizeof path, "%s/c/d/%s", dir, CACHE_NAME);
    warnings = 0;
    assert_true(open_hash(in_dir("c/d")) == h); // makes the directory and the file
    assert_int_equal(tf_file_read(path, &good, &e), 0);
    assert_true(open_hash(in_dir("c/d")) == h); // maps it
    assert_int_equal(warnings, 0);
    const struct {
        size_t flip, size;
    } row[] = {
        {0, good.len},
        {9, good.len},
        {20, good.len},
        {40, good.len},
        {60, good.len},
        {100, good.len},
        {350, good.len},
        {360, good.len},
        {good.len / 2, good.len},
        {good.len - 9, good.len}, // a byte of the header, of the content
        {good.len, good.len - 1},
        {good.len, 100},
        {good.len, 0},
        {good.len, good.len + 8},
    };
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        char *bad = tf_calloc(good.len + 8);
        memcpy(bad, good.s, good.len);
        if (row[i].flip < good.len) bad[row[i].flip] ^= 0x10;
        assert_int_equal(tf_file_write(path, bad, row[i].size, &e), 0);
        tf_free(bad);
        warnings = 0;
        assert_true(open_hash(in_dir("c/d")) == h);
        assert_int_equal(warnings, 1);
        assert_non_null(strstr(last_warning, "it is made again: "));
        struct tf_buf now = {0};
        assert_int_equal(tf_file_read(path, &now, &e), 0);
        assert_int_equal(now.len, good.len);
        assert_memory_equal(now.s, good.s, good.len); // repaired
        tf_buf_free(&now);
    }
    assert_null(tf_data_load(path, "something else"));
    tf_buf_free(&good);
}

/* What killed writers left of this file goes when it is written, and nothing else. */
static void test_cache_leftovers(void **state) {
    (void)state;
    struct tf_err e = {0};
    pid_t child = fork();
    if (!child) _exit(0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    const struct {
        const char *name, *end;
        long pid;
        bool goes;
    } row[] = {{CACHE_NAME, "", child, true},
               {CACHE_NAME, "", (long)getppid(), false}, // lives
               {CACHE_NAME, "x", child, false},
               {"listops-other.data", "", child, false}};
    char path[TF_COUNT(row)][256];
    assert_int_equal(tf_mkdirs(in_dir("left"), &e), 0);
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        snprintf(path[i], sizeof path[i], "%s/left/%s.tmp-%ld%s", dir, row[i].name, row[i].pid, row[i].end);
        assert_int_equal(tf_file_write(path[i], "x", 1, &e), 0);
    }
    open_hash(in_dir("left"));
    for (size_t i = 0; i < TF_COUNT(row); i++) assert_int_equal(tf_file_exists(path[i]), !row[i].goes);
}

static void test_no_cache(void **state) {
    (void)state;
    struct tf_err e = {0};
    struct tf_listops o = small_opts();
    assert_int_equal(tf_file_write(in_dir("plain"), "x", 1, &e), 0);
    warnings = 0;
    assert_true(open_hash(in_dir("plain/below")) == generated_hash(&o, 1)); // goes on without one
    assert_int_equal(warnings, 1);
    assert_non_null(strstr(last_warning, "not cached"));
}

/* Processes that start together may both write: each finds a whole file, and nothing else is left. */
static void test_processes(void **state) {
    (void)state;
    const char *cache = in_dir("cache-fork");
    pid_t child[3];
    for (int i = 0; i < 3; i++) {
        child[i] = fork();
        if (!child[i]) {
            struct tf_listops o = small_opts();
            struct tf_task_env env = {.cache_dir = cache, .threads = 1};
            for (int k = 0; k < 5; k++) {
                struct tf_data *d = NULL;
                struct tf_err e = {0};
                o.data_seed = k;
                if (tf_task_find("listops")->open(&d, &o, &env, &e) || warnings) _exit(1);
                tf_data_close(d);
            }
            _exit(0);
        }
    }
    for (int i = 0; i < 3; i++) {
        int status = 1;
        waitpid(child[i], &status, 0);
        assert_int_equal(status, 0);
    }
}

static void test_truncate(void **state) {
    (void)state;
    struct tf_listops o = small_opts();
    struct tf_data *whole = open_task(&o, NULL, in_dir("cache-cut"), 1);
    o.max_length = 30;
    struct tf_data *cut = open_task(&o, NULL, in_dir("cache-cut"), 1);
    assert_int_equal(cut->max_len, 30);
    assert_true(cut->hash != whole->hash);
    for (size_t i = 0; i < whole->n[TF_TRAIN]; i++) {
        struct tf_example a = tf_data_get(whole, TF_TRAIN, i), b = tf_data_get(cut, TF_TRAIN, i);
        assert_int_equal(b.len, a.len < 30 ? a.len : 30);
        assert_memory_equal(a.tok, b.tok, (size_t)b.len * sizeof *a.tok);
    }
    tf_data_close(whole);
    tf_data_close(cut);
}

/* ---- official files ------------------------------------------------------------------------------------------------------------ */

static void test_official(void **state) {
    (void)state;
    static const char *const name[TF_SPLITS] = {"off/listops-1000/basic_train.tsv", "off/listops-1000/basic_val.tsv",
                                                "off/listops-1000/basic_test.tsv"};
    struct tf_listops o = small_opts();
    struct tf_task_env env = {.cache_dir = in_dir("cache-official"), .threads = 1};
    struct tf_err e = {0};
    struct tf_buf text = {0}, again = {0};
    assert_int_equal(tf_mkdirs(in_dir("off/listops-1000"), &e), 0);
    o.max_length = 25; // must not cut what is written
    for (int s = 0; s < TF_SPLITS; s++) assert_int_equal(tf_listops_write(&o, (enum tf_split)s, in_dir(name[s]), &env, &e), 0);
    o.max_length = 2000;
    struct tf_data *a = open_task(&o, NULL, in_dir("cache-official"), 1);
    o.source = TF_LISTOPS_OFFICIAL;
    struct tf_data *b = open_task(&o, in_dir("off"), NULL, 1);
    assert_true(a->hash == b->hash); // text and back: the same examples
    assert_non_null(strstr(b->source, "official files, "));
    tf_data_close(b);

    assert_int_equal(tf_file_read(in_dir(name[TF_TEST]), &text, &e), 0);
    assert_memory_equal(text.s, "Source\tTarget\r\n( ", 17);
    assert_memory_equal(text.s + text.len - 2, "\r\n", 2);
    for (size_t i = 0; i < text.len; i++)
        if (text.s[i] != '\r') tf_buf_add(&again, text.s + i, 1);
    assert_int_equal(tf_file_write(in_dir(name[TF_TEST]), again.s, again.len, &e), 0); // lines that end in LF alone
    b = open_task(&o, in_dir("off"), NULL, 1);
    assert_true(a->hash == b->hash);
    tf_data_close(b);
    o.train = 17; // the start of the file
    b = open_task(&o, in_dir("off"), NULL, 1);
    assert_int_equal(b->n[TF_TRAIN], 17);
    assert_int_equal(b->n[TF_TEST], 50);
    assert_int_equal(tf_data_get(b, TF_TRAIN, 16).label, tf_data_get(a, TF_TRAIN, 16).label);
    tf_data_close(b);
    tf_data_close(a);
    tf_buf_free(&text);
    tf_buf_free(&again);
}

static void put_expressions(const char *name, int n) {
    struct tf_err e = {0};
    struct tf_buf b = {0};
    tf_buf_addf(&b, "Source\tTarget\n");
    for (int i = 0; i < n; i++) tf_buf_addf(&b, "5\t5\n");
    assert_int_equal(tf_file_write(in_dir(name), b.s, b.len, &e), 0);
    tf_buf_free(&b);
}

/* Fewer expressions than were published; a limit that stops the reading is no such subset. */
static void test_official_subset(void **state) {
    (void)state;
    static const struct {
        int train, valid, test, limit;
        bool whole;
    } row[] = {{96000, 2000, 2000, 0, true},  {95999, 2000, 2000, 0, false},  {96000, 1999, 2000, 0, false},
               {96000, 2000, 1999, 0, false}, {95999, 2000, 2000, 100, true}, {96000, 2000, 2000, 100, true}};
    struct tf_err e = {0};
    assert_int_equal(tf_mkdirs(in_dir("some/listops-1000"), &e), 0);
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        struct tf_listops o;
        tf_opt_defaults(tf_listops_opts, &o);
        o.source = TF_LISTOPS_OFFICIAL;
        if (row[i].limit) o.train = row[i].limit;
        put_expressions("some/listops-1000/basic_train.tsv", row[i].train);
        put_expressions("some/listops-1000/basic_val.tsv", row[i].valid);
        put_expressions("some/listops-1000/basic_test.tsv", row[i].test);
        struct tf_data *d = open_task(&o, in_dir("some"), NULL, 1);
        assert_string_equal(d->note, row[i].whole ? "" : TF_SUBSET);
        assert_int_equal(strstr(d->source, "listops-1000, a subset") == NULL, row[i].whole);
        tf_data_close(d);
    }
}

static void test_official_errors(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } row[] = {
        {"Source\tTarget\n[SM 1 2 ]\n", "2: expected 2 fields, Source<TAB>Target, not 1"},
        {"Source\tTarget\n5\t5\n[SM 1 2 ]\t3\t4\n", "3: expected 2 fields, Source<TAB>Target, not 3"},
        {"Source\tTarget\n5\t5\n5\t\n", "3: target '' is not a digit"},
        {"Source\tTarget\r\n5\t5\r\n5\t15\r\n", "3: target '15' is not a digit"},
        {"Source\tTarget\n[SM 1 2 ]\tx\n", "2: target 'x' is not a digit"},
        {"Source\tTarget\n( ( ( [SM 1 ) 2 ) ] )\t3\n( ( ( [SM 1 ) 2 ) ] )\t4\n", "3: target 4, but the expression is 3"},
        {"Source\tTarget\n5\t5\n[SUB 1 2 ]\t3\n", "3: unknown token '[SUB'"},
        {"Source\tTarget\n\n[SM 1 2\t3\n", "3: an operator is not closed"},
        {"Source\tTarget\n( [SM 1 2 ]\t3\n", "2: a ( is not closed"},
        {"Source\tTarget\n\t3\n", "2: empty expression"},
        {"5\t5\n", "1: expected the header Source<TAB>Target"},
    };
    struct tf_listops o = small_opts();
    struct tf_task_env env = {.data_dir = in_dir("bad"), .threads = 1};
    const char *path = in_dir("bad/listops-1000/basic_train.tsv");
    char want[512];
    struct tf_data *d = NULL;
    struct tf_err none = {0};
    o.source = TF_LISTOPS_OFFICIAL;
    assert_int_equal(tf_task_find("listops")->open(&d, &o, &env, &none), -1);
    assert_int_equal(none.code, TF_BAD);
    assert_non_null(strstr(none.msg, "listops-1000/basic_train.tsv is in none of /tmp/"));
    assert_non_null(strstr(none.msg, "source: generated"));
    assert_int_equal(tf_mkdirs(in_dir("bad/listops-1000"), &none), 0);
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        struct tf_err e = {0};
        assert_int_equal(tf_file_write(path, row[i].text, strlen(row[i].text), &e), 0);
        assert_int_equal(tf_task_find("listops")->open(&d, &o, &env, &e), -1);
        snprintf(want, sizeof want, "%s:%s", path, row[i].message);
        assert_string_equal(e.msg, want);
        assert_int_equal(e.code, TF_BAD);
    }
    struct tf_err e = {0};
    assert_int_equal(tf_file_write(path, "Source\tTarget\n", 14, &e), 0);
    assert_int_equal(tf_task_find("listops")->open(&d, &o, &env, &e), -1);
    assert_non_null(strstr(e.msg, "basic_train.tsv: no examples"));
    assert_null(d);
}

/* ---- what every task uses --------------------------------------------------------------------------------------------------------- */

static void test_find(void **state) {
    (void)state;
    struct tf_err e = {0};
    struct tf_buf out = {0};
    struct tf_task_env env = {.data_dir = in_dir("one")};
    char two[256];
    snprintf(two, sizeof two, "%s", in_dir("two"));
    assert_int_equal(tf_mkdirs(in_dir("one"), &e), 0);
    assert_int_equal(tf_mkdirs(two, &e), 0);
    assert_int_equal(tf_file_write(in_dir("two/x"), "", 0, &e), 0);
    setenv("TREEFORMER_DATA", two, 1);
    assert_int_equal(tf_data_find(&env, "x", "hint", &out, &e), 0);
    assert_string_equal(out.s, in_dir("two/x"));
    out.len = 0;
    assert_int_equal(tf_file_write(in_dir("one/x"), "", 0, &e), 0);
    assert_int_equal(tf_data_find(&env, "x", "hint", &out, &e), 0); // data_dir first
    assert_string_equal(out.s, in_dir("one/x"));
    tf_buf_free(&out);
    assert_int_equal(tf_data_find(&env, "y", "run this", &out, &e), -1);
    assert_non_null(strstr(e.msg, "two, datasets: run this"));
    unsetenv("TREEFORMER_DATA");
    setenv("TREEFORMER_CACHE", in_dir("own"), 1);
    assert_int_equal(tf_cache_path(&(struct tf_task_env){0}, "n", &out, &e), 0);
    assert_string_equal(out.s, in_dir("own/n"));
    out.len = 0;
    unsetenv("TREEFORMER_CACHE");
    setenv("XDG_CACHE_HOME", in_dir("xdg"), 1);
    assert_int_equal(tf_cache_path(&(struct tf_task_env){0}, "n", &out, &e), 0);
    assert_string_equal(out.s, in_dir("xdg/treeformer/n"));
    tf_buf_free(&out);
}

static void test_registry(void **state) {
    (void)state;
    assert_null(tf_task_find("listop"));
    for (size_t i = 0; tf_tasks[i]; i++) {
        assert_ptr_equal(tf_task_find(tf_tasks[i]->name), tf_tasks[i]);
        assert_non_null(tf_tasks[i]->title);
        assert_non_null(tf_tasks[i]->paper);
        assert_non_null(tf_tasks[i]->open);
        assert_non_null(tf_tasks[i]->opts);
    }
    tf_data_close(NULL);
}

static int setup(void **state) {
    (void)state;
    tf_log_hook = on_log;
    return mkdtemp(dir) ? 0 : -1;
}

static int teardown(void **state) {
    (void)state;
    char cmd[128];
    snprintf(cmd, sizeof cmd, "rm -r '%s'", dir);
    return system(cmd);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_processes), // first: it forks, so before any other thread
        cmocka_unit_test(test_eval),
        cmocka_unit_test(test_eval_errors),
        cmocka_unit_test(test_tokens),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_distribution),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_golden),
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_distinct),
        cmocka_unit_test(test_bad_options),
        cmocka_unit_test(test_cache),
        cmocka_unit_test(test_no_cache),
        cmocka_unit_test(test_truncate),
        cmocka_unit_test(test_official),
        cmocka_unit_test(test_official_errors),
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_official_subset),
        cmocka_unit_test(test_cache_leftovers),
        cmocka_unit_test(test_registry),
    };
    return cmocka_run_group_tests_name("listops", tests, setup, teardown);
}
