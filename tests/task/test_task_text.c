/* The Text task: both forms of the IMDB reviews, order, limits, every error; the real files where TREEFORMER_TEST_DATA or TREEFORMER_DATA names them. */
#include <sys/stat.h>

#include "task/imdb.h"
#include "parts.h"
#include "task/task.h"

enum { REVIEWS = 40 }; // of a class and split

/* Review k of a class and split: every one another, of another length; some have tabs and bytes that are not UTF-8. */
static void review(struct tf_buf *b, int split, int label, int k) {
    static const char *const extra[] = {"", "\ttab\t", "caf\xc3\xa9", "\xff\xfe", "\x80", "<br />", "\xe2\x82"};
    tf_buf_addf(b, "%s%s review %d%s", split ? "test" : "train", label ? " good" : " bad", k, extra[k % (int)TF_COUNT(extra)]);
    for (int i = 0; i < k; i++) tf_buf_addf(b, " %d", i);
}

/* Either form or both; the table in an order of its own. */
static void make_files(bool table, bool folder) {
    remove_all();
    for (int split = 0; split < 2; split++) {
        struct tf_buf tsv = {0}, text = {0};
        for (int i = 0; i < 2 * REVIEWS; i++) {
            int at = i * 7 % (2 * REVIEWS), label = at < REVIEWS, k = at % REVIEWS;
            char name[64];
            text.len = 0;
            review(&text, split, label, k);
            tf_buf_addf(&tsv, "%d\t%d_%d\t", label, k, label ? 7 + k % 4 : 1 + k % 4);
            tf_buf_add(&tsv, text.s, text.len);
            tf_buf_addf(&tsv, "\n");
            snprintf(name, sizeof name, "aclImdb/%s/%s/%d_%d.txt", split ? "test" : "train", label ? "pos" : "neg", k,
                     label ? 7 + k % 4 : 1 + k % 4);
            if (folder) put_bytes(name, text.s, text.len);
        }
        if (table) put_bytes(split ? "imdb/test.tsv" : "imdb/train.tsv", tsv.s, tsv.len);
        tf_buf_free(&tsv);
        tf_buf_free(&text);
    }
}

static struct tf_data *must_open(const char *data, const char *settings) {
    return open_or_fail("text", settings, (struct where){.data = data});
}

static void must_fail(const char *settings, const char *want) { open_fails("text", settings, (struct where){.data = dir}, want); }

/* Which review an example is, by its text: split * 1000 + label * 100 + k. */
static int which(const struct tf_data *d, enum tf_split s, size_t i) {
    struct tf_example x = tf_data_get(d, s, i);
    char text[64] = "", word[8];
    int k = -1;
    for (int c = 0; c < x.len && c < 40; c++) text[c] = (char)(x.tok[c] - 1);
    bool test = !strncmp(text, "test", 4);
    assert_int_equal(sscanf(strchr(text, ' '), " %7s review %d", word, &k), 2);
    assert_int_equal(x.label, !strcmp(word, "good"));
    return 1000 * test + 100 * x.label + k;
}

static void same(const struct tf_data *a, const struct tf_data *b) {
    assert_int_equal(a->hash, b->hash);
    assert_int_equal(a->max_len, b->max_len);
    for (int s = 0; s < TF_SPLITS; s++) {
        assert_int_equal(a->n[s], b->n[s]);
        assert_memory_equal(a->off[s], b->off[s], (a->n[s] + 1) * sizeof *a->off[s]);
        assert_memory_equal(a->label[s], b->label[s], a->n[s] * sizeof *a->label[s]);
        assert_memory_equal(a->tok[s], b->tok[s], a->off[s][a->n[s]] * sizeof *a->tok[s]);
    }
}

/* Each review in the split where it belongs, once; as many of each class in any even number from the start. */
static void test_splits(void **state) {
    (void)state;
    int seen[2000] = {0}, sorted = 0;
    make_files(true, false);
    struct tf_data *d = must_open(dir, "heldout=20 max_length=100000");
    assert_int_equal(d->n[TF_TRAIN], 60), assert_int_equal(d->n[TF_VALID], 20), assert_int_equal(d->n[TF_TEST], 80);
    assert_int_equal(d->vocab, 257), assert_int_equal(d->classes, 2), assert_int_equal(d->parts, 1);
    assert_false(d->skip_zero);
    for (int s = 0; s < TF_SPLITS; s++) {
        int positive = 0;
        for (size_t i = 0; i < d->n[s]; i++) {
            int id = which(d, s, i);
            seen[id]++;
            assert_int_equal(id / 1000, s == TF_TEST);
            positive += d->label[s][i];
            if (i % 2) assert_int_equal(2 * positive, i + 1);
            if (i) sorted += id > which(d, s, i - 1);
        }
    }
    for (int split = 0; split < 2; split++)
        for (int label = 0; label < 2; label++)
            for (int k = 0; k < REVIEWS; k++) assert_int_equal(seen[1000 * split + 100 * label + k], 1);
    assert_true(sorted >= 50 && sorted <= 110); // of 157 neighbours, half
    tf_data_close(d);
}

static void test_bytes(void **state) {
    (void)state;
    struct tf_buf train = {0};
    for (int c = 1; c < 256; c++)
        if (c != '\n' && c != '\r') tf_buf_addf(&train, "%c", c);
    char every[256];
    memcpy(every, train.s, train.len);
    const size_t n = train.len;
    train.len = 0;
    remove_all();
    tf_buf_addf(&train, "1\t0_10\tgood\r\n\n0\t000_1\tbad\r\r\n1\t1_7\tx\n0\t1_2\t");
    tf_buf_add(&train, every, n); // no newline at the end
    put_bytes("imdb/train.tsv", train.s, train.len);
    put_text("imdb/test.tsv", "0\t3_1\ta\n1\t999999999_10\tb\n");
    struct tf_data *d = must_open(dir, "heldout=2");
    assert_int_equal(d->n[TF_TRAIN] + d->n[TF_VALID], 4);
    int found = 0;
    for (int s = 0; s < 2; s++)
        for (size_t i = 0; i < d->n[s]; i++) {
            struct tf_example x = tf_data_get(d, s, i);
            if (x.len == 4) assert_int_equal(x.tok[3], x.label ? 'd' + 1 : '\r' + 1); // "good"; "bad" and a CR of its own
            if (x.len != (int)n) continue;
            for (size_t k = 0; k < n; k++) assert_int_equal(x.tok[k], (unsigned char)every[k] + 1);
            found++;
        }
    assert_int_equal(found, 1);
    assert_int_equal(d->max_len, n);
    tf_data_close(d);
    tf_buf_free(&train);
}

static void test_sources(void **state) {
    (void)state;
    make_files(true, true);
    struct tf_data *a = must_open(dir, "heldout=20 source=tsv"), *b = must_open(dir, "heldout=20 source=folder"),
                   *c = must_open(dir, "heldout=20");
    same(a, b);
    same(a, c);
    assert_string_equal(a->source, c->source);
    assert_non_null(strstr(a->source, "imdb/{train,test}.tsv, a subset, 20 training reviews held out, split_seed 1"));
    assert_non_null(strstr(b->source, "aclImdb/{train,test}/{neg,pos}"));
    tf_data_close(a);
    tf_data_close(c);
    make_files(false, true);
    put_text("aclImdb/test/pos/.hidden", "x");
    c = must_open(dir, "heldout=20");
    assert_string_equal(b->source, c->source);
    same(b, c);
    tf_data_close(b);
    tf_data_close(c);
}

/* auto: a folder in --data comes before a table in $TREEFORMER_DATA. */
static void test_places(void **state) {
    (void)state;
    char move[512], longer[512];
    make_files(true, true);
    const char *first = in_dir("first"), *second = in_dir("second");
    snprintf(move, sizeof move, "cd %s && mkdir first second && mv aclImdb first && mv imdb second", dir);
    assert_int_equal(system(move), 0);
    setenv("TREEFORMER_DATA", second, 1);
    struct tf_data *d = must_open(first, "heldout=20");
    assert_non_null(strstr(d->source, "first/aclImdb"));
    tf_data_close(d);
    d = must_open(first, "heldout=20 source=tsv");
    assert_non_null(strstr(d->source, "second/imdb"));
    tf_data_close(d);
    setenv("TREEFORMER_DATA", first, 1);
    d = must_open(second, "heldout=20");
    assert_non_null(strstr(d->source, "second/imdb"));
    tf_data_close(d);
    d = must_open(NULL, "heldout=20");
    assert_non_null(strstr(d->source, "first/aclImdb"));
    tf_data_close(d);
    unsetenv("TREEFORMER_DATA");
    int n = snprintf(longer, sizeof longer, "%s", second);
    while (n < 300) n += snprintf(longer + n, sizeof longer - (size_t)n, "/.");
    d = must_open(longer, "heldout=20 split_seed=2147483647");
    assert_memory_equal(d->source, "./imdb/", 7); // not the folders above
    assert_non_null(strstr(d->source, "split_seed 2147483647"));
    tf_data_close(d);
}

static void test_seed(void **state) {
    (void)state;
    make_files(true, false);
    struct tf_data *a = must_open(dir, "heldout=20"), *b = must_open(dir, "heldout=20 split_seed=1"),
                   *c = must_open(dir, "heldout=20 split_seed=2");
    int other = 0;
    same(a, b);
    assert_int_not_equal(a->hash, c->hash);
    for (size_t i = 0; i < 20; i++) other += which(a, TF_VALID, i) != which(c, TF_VALID, i);
    assert_true(other >= 10 && other <= 20);
    tf_data_close(a);
    tf_data_close(b);
    tf_data_close(c);
}

/* A limited split is the start of the whole one; the limit of one split changes no other. */
static void test_limits(void **state) {
    (void)state;
    make_files(true, false);
    struct tf_data *all = must_open(dir, "heldout=20"), *few = must_open(dir, "heldout=20 train=10 valid=6 test=8 max_length=9");
    static const size_t want[TF_SPLITS] = {10, 6, 8};
    assert_int_equal(few->max_len, 9);
    for (int s = 0; s < TF_SPLITS; s++) {
        assert_int_equal(few->n[s], want[s]);
        for (size_t i = 0; i < want[s]; i++) {
            struct tf_example x = tf_data_get(few, s, i), y = tf_data_get(all, s, i);
            assert_int_equal(x.len, 9);
            assert_int_equal(x.label, y.label);
            assert_memory_equal(x.tok, y.tok, 9 * sizeof *x.tok);
        }
    }
    tf_data_close(few);
    few = must_open(dir, "heldout=20 train=1000 valid=1000 test=1000");
    same(few, all);
    tf_data_close(few);
    tf_data_close(all);
}

static void test_validation_is_test(void **state) {
    (void)state;
    static const struct {
        const char *settings;
        size_t valid, test;
    } row[] = {{"validation=test", 80, 80},
               {"validation=test test=10", 80, 10},
               {"validation=test valid=10", 10, 80},
               {"validation=test test=10 valid=20", 20, 10},
               {"validation=test test=20 valid=10", 10, 20},
               {"validation=test test=500 valid=500", 80, 80}};
    uint64_t hash[TF_COUNT(row)];
    make_files(true, false);
    struct tf_data *heldout = must_open(dir, "heldout=20");
    for (size_t r = 0; r < TF_COUNT(row); r++) {
        struct tf_data *d = must_open(dir, row[r].settings);
        assert_int_equal(d->n[TF_TRAIN], 80); // all of it
        assert_int_equal(d->n[TF_VALID], row[r].valid);
        assert_int_equal(d->n[TF_TEST], row[r].test);
        for (size_t i = 0; i < row[r].valid; i++) assert_int_equal(which(d, TF_VALID, i), which(heldout, TF_TEST, i));
        for (size_t i = 0; i < row[r].test; i++) assert_int_equal(which(d, TF_TEST, i), which(heldout, TF_TEST, i));
        assert_non_null(strstr(d->source, "validation = test"));
        hash[r] = d->hash;
        for (size_t k = 0; k + 1 < r; k++)
            if (r < 5) assert_int_not_equal(hash[r], hash[k]);
        tf_data_close(d);
    }
    assert_int_equal(hash[5], hash[0]);
    tf_data_close(heldout);

    const struct tf_task *t = tf_task_find("text");
    struct tf_buf b = {0};
    struct tf_err e = {0};
    char *o = tf_calloc(t->opts_size);
    tf_opt_defaults(t->opts, o);
    t->quirks(o, &b);
    assert_int_equal(b.len, 0);
    tf_opt_set(t->opts, o, "validation", "test", &e);
    t->quirks(o, &b);
    t->quirks(o, &b);
    assert_string_equal(b.s, "validation = test; validation = test");
    tf_buf_free(&b);
    tf_free(o);
}

static void put_reviews(const char *name, int neg, int pos) { // the first one of each class is empty
    struct tf_buf b = {0};
    for (int i = 0; i < neg; i++) tf_buf_addf(&b, "0\t%d_1\t%s\n", i, i ? "bad" : "");
    for (int i = 0; i < pos; i++) tf_buf_addf(&b, "1\t%d_9\t%s\n", i, i ? "good" : "");
    put_bytes(name, b.s, b.len);
    tf_buf_free(&b);
}

/* Fewer reviews than were published, in either file and either class; limits of the spec are no such subset. */
static void test_subset(void **state) {
    (void)state;
    static const struct {
        int train[2], test[2];
        bool whole;
    } row[] = {{{12500, 12500}, {12500, 12500}, true},
               {{12499, 12500}, {12500, 12500}, false},
               {{12500, 12500}, {12500, 12499}, false},
               {{12499, 12501}, {12500, 12500}, false}};
    remove_all();
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        put_reviews("imdb/train.tsv", row[i].train[0], row[i].train[1]);
        put_reviews("imdb/test.tsv", row[i].test[0], row[i].test[1]);
        for (int limits = 0; limits < 2; limits++) {
            struct tf_data *d = must_open(dir, limits ? "train=100 valid=10 test=10" : "validation=test");
            assert_int_equal(d->subset, !row[i].whole);
            assert_int_equal(strstr(d->source, ".tsv, a subset, ") == NULL, row[i].whole);
            tf_data_close(d);
        }
    }
}

/* One message of each kind, with the number over both sets. */
static void test_messages(void **state) {
    (void)state;
    remove_all();
    put_text("imdb/train.tsv", "0\t1_1\tbad\n0\t2_1\t\n0\t3_1\tworse\n1\t4_9\tgood\n1\t5_9\tbetter \xe9\n1\t6_9\t\t\n");
    put_text("imdb/test.tsv", "0\t1_1\tb\xff\xff\n1\t2_10\t\n1\t3_10\tg\n");
    forget_log();
    struct tf_data *d = must_open(dir, "heldout=2");
    assert_int_equal(d->n[TF_TRAIN], 3), assert_int_equal(d->n[TF_VALID], 2), assert_int_equal(d->n[TF_TEST], 2);
    assert_string_equal(logged, "IMDB: 2 empty reviews are left out\n"
                                "IMDB: 2 reviews are not valid UTF-8; they are read as bytes like the others\n");
    tf_data_close(d);
    remove_all();
    put_text("aclImdb/train/neg/1_1.txt", "a"), put_text("aclImdb/train/neg/2_1.txt", "b"), put_text("aclImdb/train/pos/1_7.txt", "c");
    put_text("aclImdb/train/pos/2_7.txt", "d"), put_text("aclImdb/test/neg/1_1.txt", ""), put_text("aclImdb/test/pos/1_7.txt", "e");
    must_fail("heldout=2", "aclImdb/test: no negative reviews");
    put_text("aclImdb/test/neg/2_1.txt", "f");
    forget_log();
    d = must_open(dir, "heldout=2");
    assert_int_equal(d->n[TF_TEST], 2);
    assert_string_equal(logged, "IMDB: 1 empty reviews are left out\n");
    tf_data_close(d);
}

static void test_table_errors(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } row[] = {
        {"0\t1_1\tx\n\n2\t2_1\ty\n", "train.tsv:3: label '2' is neither 0 nor 1"},
        {"-1\t2_1\ty\n", "train.tsv:1: label '-1' is neither 0 nor 1"},
        {"01\t2_1\ty\n", "train.tsv:1: label '01' is neither"},
        {"\t2_1\ty\n", "train.tsv:1: label '' is neither"},
        {"\xef\xbb\xbf"
         "0\t2_1\ty\n2\t3_1\ty\n",
         "train.tsv:2: label '2' is neither"},
        {"0\t1_1\tx\n0\t2_1\n", "train.tsv:2: expected label<TAB>id_rating<TAB>text, found 2 of 3 columns"},
        {"0\t1_1\tx\n0 2_1 y\n", "train.tsv:2: expected label<TAB>id_rating<TAB>text, found 1 of 3 columns"},
        {"0", "train.tsv:1: expected label<TAB>id_rating<TAB>text, found 1 of 3 columns"},
        {"0\t11\tx\n", "train.tsv:1: '11' is not id_rating"},
        {"0\t_1\tx\n", "train.tsv:1: '_1' is not id_rating"},
        {"0\t1_\tx\n", "train.tsv:1: '1_' is not id_rating"},
        {"0\t1_11\tx\n", "train.tsv:1: '1_11' is not id_rating"},
        {"0\t1_100\tx\n", "train.tsv:1: '1_100' is not id_rating"},
        {"0\t1_1 \tx\n", "train.tsv:1: '1_1 ' is not id_rating"},
        {"0\t1234567890_1\tx\n", "train.tsv:1: '1234567890_1' is not id_rating"},
        {"0\tthe middle of a review\tx\n", "train.tsv:1: 'the middle of a revi' is not id_rating"},
        {"0\t5_1\tx\n1\t5_9\ty\n\n0\t5_2\tz\n", "train.tsv:4: review 5 with the label 0 is already on line 1"},
        {"", "train.tsv: no reviews"},
        {"\n\r\n", "train.tsv: no reviews"},
        {"0\t5_1\t\n", "train.tsv: no reviews"},
        {"0\t5_1\tx\n1\t6_9\ty\n", "heldout 2: half of each class cannot be set aside of 1 negative and 1 positive training reviews"},
        {"0\t5_1\tx\n0\t6_1\ty\n", "imdb/train.tsv: no positive reviews"},
    };
    remove_all();
    put_text("imdb/test.tsv", "0\t1_1\tbad\n1\t2_9\tgood\n");
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        put_text("imdb/train.tsv", row[i].text);
        must_fail("heldout=2", row[i].message);
    }
    put_text("imdb/train.tsv", "0\t5_1\tx\n1\t6_9\ty\n");
    struct tf_data *d = must_open(dir, "validation=test");
    assert_int_equal(d->n[TF_TRAIN], 2);
    tf_data_close(d);
    put_text("imdb/test.tsv", "0\t1_1\tbad\n1\t2_9\n");
    must_fail("validation=test", "test.tsv:2: expected");
    put_text("imdb/test.tsv", "");
    must_fail("validation=test", "test.tsv: no reviews");
    put_text("imdb/test.tsv", "1\t1_9\tgood\n0\t2_1\t\n");
    must_fail("validation=test", "imdb/test.tsv: no negative reviews");
}

static void test_missing(void **state) {
    (void)state;
    remove_all();
    must_fail("", "aclImdb/train: not found in");
    must_fail("", "nor is imdb/train.tsv; run ");
    must_fail("", "datasets/imdb/fetch.sh");
    must_fail("source=tsv", "imdb/train.tsv: not found in");
    must_fail("source=folder", "aclImdb/train: not found in");
    make_files(true, true);
    unlink(in_dir("imdb/test.tsv"));
    must_fail("heldout=20", "imdb/test.tsv: No such file");
    assert_int_equal(system("rm -r aclImdb/test/pos"), 0);
    must_fail("heldout=20 source=folder", "aclImdb/test/pos: No such file");
    put_text("aclImdb/test/pos", "a file");
    must_fail("heldout=20 source=folder", "aclImdb/test/pos: Not a directory");
}

static void test_folder_errors(void **state) {
    (void)state;
    static const char *const bad[] = {"readme",  "1_1",      "1_1.text",    "_1.txt",   "1.txt",   "1_.txt",
                                      "a_1.txt", "1_11.txt", "1_1.txt.tmp", "-1_1.txt", "1_1 .txt"};
    make_files(false, true);
    for (size_t i = 0; i < TF_COUNT(bad); i++) {
        char name[64], want[128];
        snprintf(name, sizeof name, "aclImdb/train/pos/%s", bad[i]);
        snprintf(want, sizeof want, "%s: the name is not <id>_<rating>.txt", name);
        put_text(name, "x");
        must_fail("heldout=20", want);
        unlink(name);
    }
    put_text("aclImdb/test/neg/3_9.txt", "again");
    must_fail("heldout=20", "aclImdb/test/neg: review 3 is there twice, with the ratings 4 and 9");
    make_files(false, true);
    put_text("aclImdb/train/neg/100_9.txt/file", "a folder with a review's name");
    must_fail("heldout=20", "aclImdb/train/neg/100_9.txt");
    assert_int_equal(system("rm -r aclImdb/train/neg/*"), 0);
    must_fail("heldout=20", "aclImdb/train: no negative reviews");
    assert_int_equal(system("rm -r aclImdb/train/pos/*"), 0);
    must_fail("heldout=20", "aclImdb/train: no reviews");
    make_files(true, true);
    tf_interrupted = 1;
    for (int tsv = 0; tsv < 2; tsv++) {
        struct tf_err e = {0};
        struct tf_data *d = NULL;
        assert_int_equal(open_task(&d, "text", tsv ? "source=tsv heldout=20" : "source=folder heldout=20", (struct where){.data = dir}, &e),
                         -1);
        assert_int_equal(e.code, TF_INTERRUPTED);
    }
    tf_interrupted = 0;
}

/* The real files: counts, and the same bytes from both forms. */
static void test_real(void **state) {
    (void)state;
    char path[4200];
    snprintf(path, sizeof path, "%s/imdb/train.tsv", real ? real : "");
    if (!real || !tf_file_exists(path)) {
        print_message("no real IMDB: set TREEFORMER_TEST_DATA\n");
        skip();
    }
    struct tf_data *d = must_open(real, "source=tsv");
    static const size_t want[TF_SPLITS] = {20000, 5000, 25000};
    for (int s = 0; s < TF_SPLITS; s++) {
        size_t positive = 0;
        assert_int_equal(d->n[s], want[s]);
        for (size_t i = 0; i < d->n[s]; i++) positive += (size_t)d->label[s][i];
        assert_int_equal(2 * positive, want[s]);
    }
    assert_int_equal(d->max_len, 4000);
    assert_false(d->subset);
    snprintf(path, sizeof path, "%s/aclImdb/train/pos", real);
    if (tf_file_exists(path)) {
        struct tf_data *b = must_open(real, "source=folder");
        same(d, b);
        tf_data_close(b);
    } else {
        print_message("no folder aclImdb: the two forms are not compared\n");
    }
    tf_data_close(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_splits),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_sources),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_seed),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_validation_is_test),
        cmocka_unit_test(test_subset),
        cmocka_unit_test(test_messages),
        cmocka_unit_test(test_table_errors),
        cmocka_unit_test(test_missing),
        cmocka_unit_test(test_folder_errors),
        cmocka_unit_test(test_real),
    };
    return cmocka_run_group_tests(tests, enter_inside, leave);
}
