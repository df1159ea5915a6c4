/* Retrieval: the reader of its TSV files, the cache, subsets. */
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "io/io.h"
#include "parts.h"
#include "task/task_retrieval.h"
#include "task/task.h"

static struct tf_data *open_pairs(const char *settings, const char *data) {
    return open_or_fail("retrieval", settings, (struct where){.data = in_dir(data), .cache = in_dir("no-cache")});
}

static void check_text(const uint16_t *tok, int len, const char *text) {
    assert_int_equal(len, strlen(text));
    for (int i = 0; i < len; i++) assert_int_equal(tok[i], (unsigned char)text[i] + 1);
}

/* ---- reading ------------------------------------------------------------------------------------------------------------------- */

static const char train_rows[] =
    "1\tP1\tP2\tone text\tanother one\n0.0\tP1\tP3\tx\ty\r\n\n\"1\"\ta\tb\t\"quoted\" stays\tpar\xC3\xA9s\n1.0\ta\tb\tlast\tline";

static void test_layout(void **state) {
    (void)state;
    static const char *const folder[] = {"aan1/tsv_data", "aan2/retrieval"};
    for (size_t k = 0; k < TF_COUNT(folder); k++) {
        char name[128], data[128];
        snprintf(name, sizeof name, "%s/new_aan_pairs.train.tsv", folder[k]);
        put_text(name, train_rows);
        snprintf(name, sizeof name, "%s/new_aan_pairs.eval.tsv", folder[k]);
        put_text(name, "0\ta\tb\tc\td\n");
        snprintf(name, sizeof name, "%s/new_aan_pairs.test.tsv", folder[k]);
        put_text(name, "1\ta\tb\te\tf\n0\ta\tb\tg\th\n");
        snprintf(data, sizeof data, "%.4s", folder[k]);
        struct tf_data *d = open_pairs("source=aan", data);
        assert_int_equal(d->vocab, 257);
        assert_int_equal(d->classes, 2);
        assert_int_equal(d->parts, 2);
        assert_int_equal(d->max_len, 14);
        assert_false(d->skip_zero);
        assert_int_equal(d->n[TF_TRAIN], 4);
        assert_int_equal(d->n[TF_VALID], 1);
        assert_int_equal(d->n[TF_TEST], 2);
        assert_non_null(strstr(d->source, "AAN, a subset, files of "));
        static const int label[] = {1, 0, 1, 1};
        static const char *const text[][2] = {
            {"one text", "another one"}, {"x", "y"}, {"\"quoted\" stays", "par\xC3\xA9s"}, {"last", "line"}};
        for (size_t i = 0; i < 4; i++) {
            struct tf_example x = tf_data_get(d, TF_TRAIN, i);
            assert_int_equal(x.label, label[i]);
            check_text(x.tok, x.len, text[i][0]);
            check_text(x.tok2, x.len2, text[i][1]);
        }
        tf_data_close(d);
    }
    put_text("aan2/retrieval/new_aan_pairs.train.tsv", "0\ta\tb\tx\ty\n"); // a folder behind --data's, in the form that is looked for first
    setenv("TREEFORMER_DATA", in_dir("aan2"), 1);
    struct tf_data *d = open_pairs("source=aan", "aan1");
    assert_int_equal(d->n[TF_TRAIN], 4);
    tf_data_close(d);
    unsetenv("TREEFORMER_DATA");
}

/* max_length cuts each document; limits take the start of a file; both show in the hash. */
static void test_limits(void **state) {
    (void)state;
    put_text("lim/retrieval-standin/train.tsv", "1\ta\tb\tabcdefgh\tABC\n0\ta\tb\tabcd\xC3\xA9\tABCDEFGH\n1\ta\tb\tx\ty\n");
    put_text("lim/retrieval-standin/valid.tsv", "1\ta\tb\tx\ty\n0\ta\tb\tx\ty\n");
    put_text("lim/retrieval-standin/test.tsv", "1\ta\tb\tx\ty\n0\ta\tb\tx\ty\n");
    struct tf_data *all = open_pairs("source=standin", "lim");
    assert_int_equal(all->max_len, 8);
    forget_log();
    struct tf_data *d = open_pairs("source=standin max_length=5 train=2 valid=1", "lim");
    assert_string_equal(logged, ""); // a character that the cut splits is not invalid
    assert_int_equal(d->max_len, 5);
    assert_int_equal(d->n[TF_TRAIN], 2);
    assert_int_equal(d->n[TF_VALID], 1);
    assert_int_equal(d->n[TF_TEST], 2);
    check_text(tf_data_get(d, TF_TRAIN, 0).tok, tf_data_get(d, TF_TRAIN, 0).len, "abcde");
    check_text(tf_data_get(d, TF_TRAIN, 0).tok2, tf_data_get(d, TF_TRAIN, 0).len2, "ABC");
    check_text(tf_data_get(d, TF_TRAIN, 1).tok, tf_data_get(d, TF_TRAIN, 1).len, "abcd\xC3");
    check_text(tf_data_get(d, TF_TRAIN, 1).tok2, tf_data_get(d, TF_TRAIN, 1).len2, "ABCDE");
    assert_true(d->hash != all->hash);
    assert_non_null(strstr(d->source, "stand-in, not AAN"));
    tf_data_close(d), tf_data_close(all);

    struct tf_buf quirks = {0};
    struct tf_retrieval *o = task_options("retrieval", "source=standin");
    tf_task_find("retrieval")->quirks(o, &quirks);
    assert_string_equal(quirks.s, "stand-in data");
    tf_task_find("retrieval")->quirks(o, &quirks);
    assert_string_equal(quirks.s, "stand-in data; stand-in data");
    quirks.len = 0;
    o->source = TF_RETRIEVAL_AAN;
    tf_task_find("retrieval")->quirks(o, &quirks);
    assert_int_equal(quirks.len, 0);
    tf_free(o);
    tf_buf_free(&quirks);
}

static void test_odd_rows(void **state) {
    (void)state;
    static const char rows[] = "1\ta\tb\t\ttext\n0\ta\tb\ttext\t\n1\ta\tb\tbad \xFF\xFE\tgood\n0\ta\tb\tcut \xC3\tgood\n";
    put_text("odd/retrieval-standin/train.tsv", rows);
    put_text("odd/retrieval-standin/valid.tsv", "1\ta\tb\tx\ty\n");
    put_text("odd/retrieval-standin/test.tsv", "1\ta\tb\tx\ty\n");
    forget_log();
    struct tf_data *d = open_pairs("source=standin", "odd");
    assert_int_equal(d->n[TF_TRAIN], 2);
    assert_int_equal(warnings, 1);
    assert_non_null(strstr(logged, "train.tsv: 2 rows with an empty document are left out"));
    assert_non_null(strstr(logged, "train.tsv: 2 documents are not UTF-8"));
    check_text(tf_data_get(d, TF_TRAIN, 0).tok, tf_data_get(d, TF_TRAIN, 0).len, "bad \xFF\xFE");
    tf_data_close(d);
}

static void test_errors(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } row[] = {
        {"1\ta\tb\tx\ty\n1\ta\tb\tx\n", ":2: expected 5 columns, label, id1, id2, text1, text2, not 4"},
        {"\n1\ta\tb\tx\ty\tz\n", ":2: expected 5 columns, label, id1, id2, text1, text2, not 6"},
        {"label\tid1\tid2\ttext1\ttext2\n", ":1: label 'label' is neither 0 nor 1"},
        {"1\ta\tb\tx\ty\n2\ta\tb\tx\ty\n", ":2: label '2' is neither 0 nor 1"},
        {"\ta\tb\tx\ty\n", ":1: label '' is neither 0 nor 1"},
        {"-1\ta\tb\tx\ty\n", ":1: label '-1' is neither 0 nor 1"},
        {"\"1\ta\tb\tx\ty\n", ":1: label '\"1' is neither 0 nor 1"},
        {"0.5\ta\tb\tx\ty\n", ":1: label '0.5' is neither 0 nor 1"},
        {"", ": no examples"},
        {"1\ta\tb\t\ty\n", ": no examples"},
    };
    const struct where bad = {.data = in_dir("bad"), .cache = in_dir("no-cache")};
    struct tf_data *d = NULL;
    struct tf_err none[3] = {0};
    char want[512];
    assert_int_equal(open_task(&d, "retrieval", "source=standin", bad, &none[0]), -1);
    assert_int_equal(none[0].code, TF_BAD);
    snprintf(want, sizeof want, "retrieval-standin/train.tsv: not found in %s", bad.data);
    assert_non_null(strstr(none[0].msg, want));
    assert_non_null(strstr(none[0].msg, "treeformer data retrieval --from"));
    assert_int_equal(open_task(&d, "retrieval", "source=aan", bad, &none[1]), -1);
    assert_int_equal(none[1].code, TF_BAD);
    snprintf(want, sizeof want, "tsv_data/new_aan_pairs.train.tsv: not found in %s", bad.data);
    assert_non_null(strstr(none[1].msg, want));
    assert_non_null(strstr(none[1].msg, "nor is retrieval/new_aan_pairs.train.tsv"));
    put_text("bad/retrieval/new_aan_pairs.train.tsv", "1\ta\tb\tx\ty\n");
    assert_int_equal(open_task(&d, "retrieval", "source=aan", bad, &none[2]), -1); // the other two
    assert_int_equal(none[2].code, TF_BAD);
    assert_non_null(strstr(none[2].msg, "bad/retrieval/new_aan_pairs.eval.tsv: No such file"));
    put_text("bad/retrieval/new_aan_pairs.eval.tsv", "1\ta\tb\tx\ty\n");
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        struct tf_err e = {0};
        put_text("bad/retrieval/new_aan_pairs.test.tsv", row[i].text);
        assert_int_equal(open_task(&d, "retrieval", "source=aan", bad, &e), -1);
        snprintf(want, sizeof want, "%s%s", in_dir("bad/retrieval/new_aan_pairs.test.tsv"), row[i].message);
        assert_string_equal(e.msg, want);
        assert_int_equal(e.code, TF_BAD);
    }
    assert_null(d);
}

static struct tf_data *open_cached(const char *settings, double after_s) {
    struct tf_task_env env = {.data_dir = in_dir("cached"), .cache_dir = in_dir("cache"), .threads = 1};
    struct tf_err e = {0};
    struct tf_data *d = NULL;
    void *o = task_options("retrieval", settings);
    if (tf_retrieval_open(&d, o, &env, after_s, &e)) fail_msg("%s", e.msg);
    tf_free(o);
    return d;
}

static void test_cache(void **state) {
    (void)state;
    put_text("cached/retrieval-standin/train.tsv", train_rows);
    put_text("cached/retrieval-standin/valid.tsv", "1\ta\tb\tx\ty\n");
    put_text("cached/retrieval-standin/test.tsv", "1\ta\tb\tx\ty\n");
    forget_log();
    struct tf_data *quick = open_cached("source=standin", 100);
    assert_int_equal(count_files("cache"), 0);
    struct tf_data *slow = open_cached("source=standin", -1);
    assert_int_equal(count_files("cache"), 1);
    assert_true(quick->hash == slow->hash);
    assert_string_equal(quick->source, slow->source);
    check_text(tf_data_get(slow, TF_TRAIN, 0).tok2, tf_data_get(slow, TF_TRAIN, 0).len2, "another one");
    tf_data_close(slow), tf_data_close(quick);

    put_text("cached/retrieval-standin/valid.tsv", "0\ta\tb\tx\ty\n0\ta\tb\tz\tz\n"); // other files: another cache file
    struct tf_data *other = open_cached("source=standin", -1);
    assert_int_equal(other->n[TF_VALID], 2);
    assert_int_equal(count_files("cache"), 2);
    tf_data_close(other);
    other = open_cached("source=standin max_length=3", -1); // likewise
    assert_int_equal(other->max_len, 3);
    assert_int_equal(count_files("cache"), 3);
    tf_data_close(other);
    other = open_cached("source=standin max_length=3", -1); // now from the cache: no fourth file
    assert_int_equal(other->max_len, 3);
    assert_int_equal(count_files("cache"), 3);
    tf_data_close(other);
    assert_string_equal(logged, "");

    struct tf_task_env env = {.data_dir = in_dir("cached"), .cache_dir = "/proc/none", .threads = 1};
    struct tf_err e = {0};
    struct tf_retrieval *o = task_options("retrieval", "source=standin max_length=3");
    assert_int_equal(tf_retrieval_open(&other, o, &env, 100, &e), 0);
    tf_data_close(other);
    assert_int_equal(warnings, 0);
    assert_int_equal(tf_retrieval_open(&other, o, &env, -1, &e), 0);
    tf_free(o);
    tf_data_close(other);
    assert_int_equal(warnings, 1);
    assert_non_null(strstr(logged, "Retrieval could not be cached"));
}

static void put_pairs(const char *name, int n) { // the first one has an empty document
    struct tf_buf b = {0};
    for (int i = 0; i < n; i++) tf_buf_addf(&b, "%d\ta\tb\tx\t%s\n", i % 2, i ? "y" : "");
    put_bytes(name, b.s, b.len);
    tf_buf_free(&b);
}

/* Fewer pairs of AAN than were published, said from the cache, too; a limit that stops the reading is no such subset. */
static void test_subset(void **state) {
    (void)state;
    static const struct {
        int train, valid, test, limit;
        bool whole;
    } row[] = {{147086, 18090, 17437, 0, true},
               {147085, 18090, 17437, 0, false},
               {147086, 18089, 17437, 0, false},
               {147086, 18090, 17436, 0, false},
               {147085, 18090, 17437, 100, true}};
    for (size_t i = 0; i < 2 * TF_COUNT(row); i++) { // the second time from the cache
        char settings[64];
        snprintf(settings, sizeof settings, "source=aan max_length=1 train=%d", row[i / 2].limit);
        if (i % 2 == 0) {
            put_pairs("cached/retrieval/new_aan_pairs.train.tsv", row[i / 2].train);
            put_pairs("cached/retrieval/new_aan_pairs.eval.tsv", row[i / 2].valid);
            put_pairs("cached/retrieval/new_aan_pairs.test.tsv", row[i / 2].test);
        }
        forget_log();
        struct tf_data *d = open_cached(settings, -1);
        assert_int_equal(warnings, i % 2 ? 0 : 3); // empty documents are told of when the files are read
        assert_int_equal(d->subset, !row[i / 2].whole);
        assert_int_equal(strstr(d->source, "AAN, a subset, files of ") == NULL, row[i / 2].whole);
        tf_data_close(d);
    }
    struct tf_data *d = open_cached("source=standin", 100);
    assert_false(d->subset);
    tf_data_close(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layout), cmocka_unit_test(test_limits), cmocka_unit_test(test_odd_rows),
        cmocka_unit_test(test_errors), cmocka_unit_test(test_cache),  cmocka_unit_test(test_subset),
    };
    return cmocka_run_group_tests_name("retrieval", tests, enter, leave);
}
