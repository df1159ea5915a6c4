/* What tasks share, shown by ListOps: the cache, several processes, official files, the search for data, the registry. */
#include <sys/wait.h>

#include "parts.h"
#include "task/task_listops.h"
#include "task/task.h"

/* ---- cache ------------------------------------------------------------------------------------------------------------------ */

#define CACHE_NAME "listops-v1-seed1-length20-60-n300-50-50-depth10-args10.data"

static uint64_t open_hash(const char *cache) {
    struct tf_data *d = open_or_fail("listops", LISTOPS_SMALL, (struct where){.cache = cache});
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
    uint64_t h = listops_hash(LISTOPS_SMALL, 1);
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
        assert_non_null(strstr(last_warning, "making it again: "));
        struct tf_buf now = {0};
        assert_int_equal(tf_file_read(path, &now, &e), 0);
        assert_int_equal(now.len, good.len);
        assert_memory_equal(now.s, good.s, good.len); // repaired
        tf_buf_free(&now);
    }
    assert_null(tf_data_load(path, "something else"));
    tf_buf_free(&good);
}

/* A file whose checksums are right, of contents that no program writes. */
static void test_cache_contents(void **state) {
    (void)state;
    uint64_t off[] = {0, 3, 5};
    uint16_t tok[] = {1, 2, 3, 4, 5};
    int32_t label[] = {0, 1};
    const char *path = in_dir("made.data");
    const struct {
        void *at;
        int64_t value;
        size_t size;
        const char *why;
    } row[] = {
        {off, 0, 8, NULL}, // as it is
        {off, 1, 8, "its offsets do not ascend"},
        {off + 1, 1ll << 40, 8, "its offsets do not ascend"},
        {tok + 2, 16, 2, "it has ids beyond the vocabulary"},
        {label, 2, 4, "it has labels out of range"},
        {label + 1, -1, 4, "it has labels out of range"},
    };
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        struct tf_err e = {0};
        char was[8];
        struct tf_data d = {.vocab = 16, .classes = 2, .max_len = 3, .parts = 1};
        for (int s = 0; s < TF_SPLITS; s++) d.n[s] = 2, d.off[s] = off, d.tok[s] = tok, d.label[s] = label;
        memcpy(was, row[i].at, row[i].size), memcpy(row[i].at, &row[i].value, row[i].size);
        assert_int_equal(tf_data_save(&d, path, "made", &e), 0);
        memcpy(row[i].at, was, row[i].size);
        struct tf_data *got = tf_data_load(path, "made");
        assert_true((got != NULL) == !row[i].why);
        if (row[i].why) assert_non_null(strstr(last_warning, row[i].why));
        tf_data_close(got);
    }
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
    assert_int_equal(tf_file_write(in_dir("plain"), "x", 1, &e), 0);
    warnings = 0;
    assert_true(open_hash(in_dir("plain/below")) == listops_hash(LISTOPS_SMALL, 1)); // goes on without one
    assert_int_equal(warnings, 1);
    assert_non_null(strstr(last_warning, "could not be cached"));
}

/* Processes that start together may both write: each finds a whole file, and nothing else is left. */
static void test_processes(void **state) {
    (void)state;
    const char *cache = in_dir("cache-fork");
    pid_t child[3];
    for (int i = 0; i < 3; i++) {
        child[i] = fork();
        if (!child[i]) {
            for (int k = 0; k < 5; k++) {
                struct tf_data *d = NULL;
                struct tf_err e = {0};
                char settings[128];
                snprintf(settings, sizeof settings, LISTOPS_SMALL " data_seed=%d", k);
                if (open_task(&d, "listops", settings, (struct where){.cache = cache}, &e) || warnings) _exit(1);
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
    const struct where place = {.cache = in_dir("cache-cut")};
    struct tf_data *whole = open_or_fail("listops", LISTOPS_SMALL, place),
                   *cut = open_or_fail("listops", LISTOPS_SMALL " max_length=30", place);
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
    const struct where cache = {.cache = in_dir("cache-official")}, off = {.data = in_dir("off")};
    struct tf_task_env env = {.cache_dir = cache.cache, .threads = 1};
    void *short_ones = task_options("listops", LISTOPS_SMALL " max_length=25"); // must not cut what is written
    struct tf_err e = {0};
    struct tf_buf text = {0}, again = {0};
    assert_int_equal(tf_mkdirs(in_dir("off/listops-1000"), &e), 0);
    for (int s = 0; s < TF_SPLITS; s++) assert_int_equal(tf_listops_write(short_ones, (enum tf_split)s, in_dir(name[s]), &env, &e), 0);
    tf_free(short_ones);
    struct tf_data *a = open_or_fail("listops", LISTOPS_SMALL, cache), *b = open_or_fail("listops", LISTOPS_SMALL " source=official", off);
    assert_true(a->hash == b->hash); // text and back: the same examples
    assert_non_null(strstr(b->source, "official files, "));
    tf_data_close(b);

    assert_int_equal(tf_file_read(in_dir(name[TF_TEST]), &text, &e), 0);
    assert_memory_equal(text.s, "Source\tTarget\r\n( ", 17);
    assert_memory_equal(text.s + text.len - 2, "\r\n", 2);
    for (size_t i = 0; i < text.len; i++)
        if (text.s[i] != '\r') tf_buf_add(&again, text.s + i, 1);
    assert_int_equal(tf_file_write(in_dir(name[TF_TEST]), again.s, again.len, &e), 0); // lines that end in LF alone
    b = open_or_fail("listops", LISTOPS_SMALL " source=official", off);
    assert_true(a->hash == b->hash);
    tf_data_close(b);
    b = open_or_fail("listops", LISTOPS_SMALL " source=official max_length=25", off); // without their ends
    open_fails("listops", LISTOPS_SMALL " source=official max_length=25 shuffle=true", off,
               "are cut, and what is cut can be neither collapsed nor");
    assert_true(a->kind == TF_DATA_OWN && b->kind == TF_DATA_OWN && b->max_len == 25);
    tf_data_close(b);
    b = open_or_fail("listops", LISTOPS_SMALL " source=official train=17", off); // the start of the file
    assert_int_equal(b->kind, TF_DATA_OWN);                                      // much shorter than what was published
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

/* Fewer expressions than were published, or more; a limit that stops the reading is no such subset. */
static void test_official_subset(void **state) {
    (void)state;
    static const struct {
        int train, valid, test, limit;
        bool whole;
    } row[] = {{96000, 2000, 2000, 0, true},  {95999, 2000, 2000, 0, false},  {96000, 1999, 2000, 0, false},
               {96000, 2000, 1999, 0, false}, {95999, 2000, 2000, 100, true}, {96000, 2000, 2000, 100, true},
               {96000, 2001, 2000, 0, false}, {96000, 2000, 2001, 0, false}};
    struct tf_err e = {0};
    assert_int_equal(tf_mkdirs(in_dir("some/listops-1000"), &e), 0);
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        char settings[64] = "source=official";
        if (row[i].limit) snprintf(settings, sizeof settings, "source=official train=%d", row[i].limit);
        put_expressions("some/listops-1000/basic_train.tsv", row[i].train);
        put_expressions("some/listops-1000/basic_val.tsv", row[i].valid);
        put_expressions("some/listops-1000/basic_test.tsv", row[i].test);
        struct tf_data *d = open_or_fail("listops", settings, (struct where){.data = in_dir("some")});
        assert_int_equal(d->subset, !row[i].whole);
        assert_true(d->n[TF_VALID] <= 2000 && d->n[TF_TEST] <= 2000);
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
    const struct where bad = {.data = in_dir("bad")};
    const char *path = in_dir("bad/listops-1000/basic_train.tsv");
    char want[512];
    struct tf_data *d = NULL;
    struct tf_err none = {0};
    assert_int_equal(open_task(&d, "listops", LISTOPS_SMALL " source=official", bad, &none), -1);
    assert_int_equal(none.code, TF_BAD);
    snprintf(want, sizeof want, "listops-1000/basic_train.tsv: not found in %s", bad.data);
    assert_non_null(strstr(none.msg, want));
    assert_non_null(strstr(none.msg, "source: generated"));
    assert_int_equal(tf_mkdirs(in_dir("bad/listops-1000"), &none), 0);
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        struct tf_err e = {0};
        assert_int_equal(tf_file_write(path, row[i].text, strlen(row[i].text), &e), 0);
        assert_int_equal(open_task(&d, "listops", LISTOPS_SMALL " source=official", bad, &e), -1);
        snprintf(want, sizeof want, "%s:%s", path, row[i].message);
        assert_string_equal(e.msg, want);
        assert_int_equal(e.code, TF_BAD);
    }
    struct tf_err e = {0};
    assert_int_equal(tf_file_write(path, "Source\tTarget\n", 14, &e), 0);
    assert_int_equal(open_task(&d, "listops", LISTOPS_SMALL " source=official", bad, &e), -1);
    assert_non_null(strstr(e.msg, "basic_train.tsv: no examples"));
    assert_null(d);
}

/* ---- what every task uses --------------------------------------------------------------------------------------------------------- */

static void test_find(void **state) {
    (void)state;
    struct tf_err e = {0}, none = {0};
    struct tf_buf out = {0};
    struct tf_task_env env = {.data_dir = in_dir("one")};
    char two[256], was[512];
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
    unsetenv("XDG_CACHE_HOME");
    snprintf(was, sizeof was, "%s", getenv("HOME") ? getenv("HOME") : "");
    setenv("HOME", in_dir("h"), 1);
    assert_int_equal(tf_cache_path(&(struct tf_task_env){0}, "n", &out, &e), 0);
    assert_string_equal(out.s, in_dir("h/.cache/treeformer/n"));
    out.len = 0;
    unsetenv("HOME");
    assert_int_equal(tf_cache_path(&(struct tf_task_env){0}, "n", &out, &none), -1);
    assert_string_equal(none.msg, "no cache directory: set TREEFORMER_CACHE or HOME");
    if (*was) setenv("HOME", was, 1);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_processes), // first: it forks, so before any other thread
        cmocka_unit_test(test_cache),           cmocka_unit_test(test_no_cache),        cmocka_unit_test(test_truncate),
        cmocka_unit_test(test_official),        cmocka_unit_test(test_official_errors), cmocka_unit_test(test_find),
        cmocka_unit_test(test_official_subset), cmocka_unit_test(test_cache_contents),  cmocka_unit_test(test_cache_leftovers),
        cmocka_unit_test(test_registry),
    };
    return cmocka_run_group_tests_name("task", tests, enter, leave);
}
