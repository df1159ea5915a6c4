/* The corpus task: documents, windows and rests, splits, the cache, every error, masks; the real corpora where TREEFORMER_DATA has them. */
#include <fcntl.h>
#include <math.h>
#include <sys/stat.h>

#include "parts.h"
#include "task/task.h"
#include "text/corpus.h"
#include "train/shards.h"
#include "train/train.h"

static int setup(void **state) {
    (void)state;
    if (enter(state)) return -1;
    put_vocab("");
    return 0;
}

/* Opens the task; the cache is empty unless `keep`. */
static int open_with(struct tf_data **d, const char *set, int threads, bool keep, struct tf_err *e) {
    const struct where place = {.data = dir, .cache = in_dir("cache"), .threads = threads};
    char command[128], settings[1200];
    snprintf(settings, sizeof settings, "vocab=vocab.txt %s", set);
    snprintf(command, sizeof command, "rm -rf '%s'", place.cache);
    if (!keep) assert_int_equal(system(command), 0);
    return open_task(d, "corpus", settings, place, e);
}

static struct tf_data *must_open(const char *set, int threads, bool keep) {
    struct tf_data *d = NULL;
    struct tf_err e = {0};
    if (open_with(&d, set, threads, keep, &e)) fail_msg("%s", e.msg);
    return d;
}

/* A sequence as letters: ^ [CLS], | [SEP], ? [UNK]. */
static const char *text_of(const struct tf_example *x) {
    static char s[256];
    for (int i = 0; i < x->len && i < 255; i++) s[i] = "_?^|#abcdefghijklmnopqrstuvwxyz"[x->tok[i]], s[i + 1] = 0;
    return s;
}

/* All sequences of all splits, one in brackets each, in byte order. */
static int by_text(const void *a, const void *b) { return strcmp(a, b); }
static const char *all_texts(const struct tf_data *d) {
    static char out[1024], row[64][64];
    size_t n = 0;
    for (int s = 0; s < TF_SPLITS; s++)
        for (size_t i = 0; i < d->n[s]; i++) {
            struct tf_example x = tf_data_get(d, s, i);
            snprintf(row[n++], sizeof row[0], "%.63s", text_of(&x));
        }
    qsort(row, n, sizeof row[0], by_text);
    *out = 0;
    for (size_t i = 0; i < n; i++) strcat(strcat(out, row[i]), " ");
    return out;
}

/* ---- documents ------------------------------------------------------------------------------------------------------------- */

static size_t count_docs(const char *text, size_t n, int unit, size_t *blocks) {
    struct tf_texts c = {0};
    struct tf_corpus_tokens t = {0};
    struct tf_wordpiece *v = NULL;
    struct tf_err e = {0};
    put_bytes("one.txt", text, n);
    assert_int_equal(tf_wordpiece_load(&v, in_dir("vocab.txt"), &e), 0);
    assert_int_equal(tf_texts_list(&c, in_dir("one.txt"), &e), 0);
    assert_int_equal(tf_corpus_encode(&t, &c, unit, v, 2, &e), 0);
    size_t docs = t.docs;
    assert_int_equal(t.off[docs], t.ids.n);
    *blocks = t.block_files;
    tf_corpus_tokens_free(&t);
    tf_texts_free(&c);
    tf_wordpiece_free(v);
    return docs;
}

static void test_documents(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t blocks;
    } row[] = {{"a b\nc\n\nd\n", 2}, {"a\r\n\r\nb\r\n \t\r\nc", 3}, {"\n\n a\n\n\n\nb\n\n", 2}, {"a", 1}, {"\n \r\n", 0}};
    size_t blocks;
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        size_t n = strlen(row[i].text);
        assert_int_equal(count_docs(row[i].text, n, TF_CORPUS_BLOCK, &blocks), row[i].blocks);
        assert_int_equal(count_docs(row[i].text, n, TF_CORPUS_FILE, &blocks), row[i].blocks > 0);
        assert_int_equal(count_docs(row[i].text, n, TF_CORPUS_AUTO, &blocks), row[i].blocks > 0); // blocks are short: a book
    }
    struct tf_buf b = {0};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 600; k++) tf_buf_addf(&b, "a ");
        tf_buf_addf(&b, "\n\n");
    }
    assert_int_equal(count_docs(b.s, b.len, TF_CORPUS_AUTO, &blocks), 3);
    assert_int_equal(blocks, 1);
    tf_buf_free(&b);
}

/* ---- sequences --------------------------------------------------------------------------------------------------------------- */

static void test_windows_and_rests(void **state) {
    (void)state;
    struct tf_data *d;
    // 3 documents: 8 pieces and 2, 4, 4; windows of 4, 2 of them with a rest
    put_text("t.txt", "a b c d e f g h i j\n\nk l m n\n\no p q r\n");
    d = must_open("path=t.txt unit=block max_length=6 valid=1 test=1 min_tokens=3", 1, false);
    assert_string_equal(all_texts(d), "^abcd| ^efgh| ^klmn| ^opqr| "); // the rest "ij" is too short
    assert_true(was_logged("1 rests (2 tokens) below 3 tokens left out"));
    assert_int_equal(d->max_len, 6);
    assert_int_equal(d->vocab, 31);
    assert_int_equal(d->objective, TF_MASKED_LM);
    assert_int_equal(d->kind, TF_DATA_OWN);
    assert_int_equal(d->cls_id, 2);
    assert_int_equal(d->sep_id, 3);
    assert_int_equal(d->mask_id, 4);
    assert_true(d->mask_rate == 0.15 && d->eval_mask_rate == 0);
    tf_data_close(d);
    d = must_open("path=t.txt unit=block max_length=6 valid=1 test=1 min_tokens=2", 1, false);
    assert_non_null(strstr(all_texts(d), "^ij|"));
    tf_data_close(d);
    // rests share a sequence while they fit whole: 1 + 2 + 1 + 3 + 1 = 8
    put_text("t.txt", "a b\n\nc d e\n\nf g\n\nh i j\n\nk k k k k k\n\nl l l l l l\n");
    bool shared = false;
    for (int seed = 0; seed < 8; seed++) {
        char s[128];
        snprintf(s, sizeof s, "path=t.txt unit=block max_length=8 valid=1 test=1 min_tokens=1 split_seed=%d", seed);
        d = must_open(s, 1, false);
        size_t pieces = 0;
        for (int k = 0; k < TF_SPLITS; k++) {
            assert_true(d->n[k] > 0);
            for (size_t i = 0; i < d->n[k]; i++) {
                struct tf_example x = tf_data_get(d, k, i);
                assert_true(x.len <= 8 && x.tok[0] == 2 && x.tok[x.len - 1] == 3);
                for (int j = 0; j < x.len; j++) pieces += x.tok[j] > 4;
            }
        }
        assert_int_equal(pieces, 2 + 3 + 2 + 3 + 6 + 6); // nothing is lost, nothing is there twice
        shared |= strstr(all_texts(d), "ab|cde|") || strstr(all_texts(d), "cde|ab|") || strstr(all_texts(d), "fg|hij|") ||
                  strstr(all_texts(d), "hij|fg|") || strstr(all_texts(d), "ab|hij|") || strstr(all_texts(d), "ab|fg|");
        tf_data_close(d);
    }
    assert_true(shared);
}

static void write_many(void) {
    struct tf_buf b = {0};
    for (int doc = 0; doc < 300; doc++) {
        for (int k = 0; k < 5 + doc * 7 % 40; k++) tf_buf_addf(&b, "%c ", 'a' + (doc * 31 + k * k) % 26);
        tf_buf_addf(&b, doc % 2 ? "\r\n\r\n" : "\n\n");
    }
    put_bytes("text/a.txt", b.s, b.len);
    b.len = 0;
    for (int k = 0; k < 500; k++) tf_buf_addf(&b, "%c ", 'a' + k % 26);
    tf_buf_add(&b, "caf\xE9 z", 6); // Latin-1
    put_bytes("text/below/b.txt", b.s, b.len);
    put_text("text/README", "not text");
    tf_buf_free(&b);
}

static void test_threads_and_cache(void **state) {
    (void)state;
    const char *set = "path=text unit=block max_length=16 valid=20 test=30";
    write_many();
    struct tf_data *d = must_open(set, 1, false);
    uint64_t hash = d->hash;
    assert_true(was_logged("1 stretches of bytes are not UTF-8"));
    assert_true(d->n[TF_VALID] >= 20 && d->n[TF_VALID] < 24 && d->n[TF_TEST] >= 30 && d->n[TF_TEST] < 34);
    tf_data_close(d);
    d = must_open(set, 2, false);
    assert_true(d->hash == hash);
    tf_data_close(d);
    forget_log();
    d = must_open(set, 2, true); // from the cache: nothing is read again
    assert_true(d->hash == hash && !was_logged("documents"));
    assert_int_equal(d->objective, TF_MASKED_LM);
    assert_int_equal(d->mask_id, 4);
    tf_data_close(d);
    d = must_open("path=text unit=block max_length=16 valid=20 test=30 split_seed=2", 2, true);
    assert_true(d->hash != hash);
    tf_data_close(d);
    put_text("text/c.txt", "a b c d e f g h i j k l m n o p q r s t u v w x y z\n"); // another file is another corpus
    forget_log();
    d = must_open(set, 2, true);
    assert_true(d->hash != hash && was_logged("documents"));
    tf_data_close(d);
}

static void put_dated(const char *name, const char *text) { // all of one time
    put_text(name, text);
    assert_int_equal(utimensat(AT_FDCWD, in_dir(name), (struct timespec[2]){{1000000000, 0}, {1000000000, 0}}, 0), 0);
}

/* Files of one size and time in other places are other corpora; a folder that was moved is the same one, read again. */
static void test_places(void **state) {
    (void)state;
    put_dated("one.txt", "a b c d\n\ne f g h\n\ni j k l\n");
    put_dated("two.txt", "z y x w\n\nv u t s\n\nr q p o\n");
    const char *one = "path=one.txt unit=block valid=1 test=1 min_tokens=1", *two = "path=two.txt unit=block valid=1 test=1 min_tokens=1";
    struct tf_data *d = must_open(one, 1, false);
    assert_string_equal(all_texts(d), "^abcd| ^efgh| ^ijkl| ");
    tf_data_close(d);
    d = must_open(two, 1, true);
    assert_string_equal(all_texts(d), "^rqpo| ^vuts| ^zyxw| ");
    tf_data_close(d);
    write_many();
    d = must_open("path=text unit=block max_length=16 valid=20 test=30", 2, false);
    const uint64_t hash = d->hash;
    tf_data_close(d);
    assert_int_equal(rename(in_dir("text"), in_dir("moved")), 0);
    forget_log();
    d = must_open("path=moved unit=block max_length=16 valid=20 test=30", 2, true);
    assert_true(d->hash == hash && was_logged("documents"));
    tf_data_close(d);
    assert_int_equal(rename(in_dir("moved"), in_dir("text")), 0);
}

/* Of a validation, in which half as many tokens are predicted as in training. */
static size_t predictions_of(const struct tf_data *d) {
    size_t all = 0;
    for (size_t i = 0; i < d->n[TF_VALID]; i++) {
        struct tf_example x = tf_data_get(d, TF_VALID, i);
        int words = 0, n = objective_count(d, &x, true), n_eval = objective_count(d, &x, false);
        for (int k = 0; k < x.len; k++) words += x.tok[k] != 2 && x.tok[k] != 3;
        assert_true(n >= 1 && abs(n - (int)(0.2 * words + 0.5)) <= 1);
        assert_true(n_eval >= 1 && abs(n_eval - (int)(0.1 * words + 0.5)) <= 1);
        all += (size_t)n_eval;
    }
    return all;
}

/* How many tokens are predicted hangs on the sequence alone; which ones, in an evaluation, too. Padding counts as tokens. */
static void test_masks(void **state) {
    (void)state;
    write_many();
    struct tf_data *d = must_open("path=text unit=block max_length=64 valid=5 test=5 mask_rate=0.2 eval_mask_rate=0.1", 1, false);
    const size_t predictions = predictions_of(d);
    const struct tf_attn *full = tf_attn_find("transformer");
    struct tf_model_cfg cfg;
    struct tf_layer_attn layer = {full, NULL};
    struct tf_model m;
    struct tf_err e = {0};
    tf_opt_defaults(tf_model_opts, &cfg);
    cfg.layers = 1, cfg.dim = 8, cfg.mlp_dim = 8, cfg.pool = TF_POOL_FIRST;
    assert_int_equal(tf_model_init(&m, &cfg, &layer, tf_data_input(d), &e), 0);
    tf_pars_alloc(&m.pars);
    tf_pars_init(&m.pars, 1);
    struct tf_score a = {0}, b = {0};
    struct tf_work work = {0};
    assert_int_equal(tf_evaluate(&m, d, TF_VALID, 0, 1, 1, "", NULL, &a, &work, &e), 0);
    assert_int_equal(tf_evaluate(&m, d, TF_VALID, 0, 3, 2, "", NULL, &b, &work, &e), 0);
    assert_int_equal(a.n, predictions);
    assert_int_equal(b.n, predictions);
    assert_int_equal(a.correct, b.correct);
    assert_true(fabs(a.loss_nats - b.loss_nats) < 1e-5 && fabs(a.loss_nats - log(31)) < 0.2);
    d = tf_data_pad(d, 200);
    const size_t padded = predictions_of(d);
    assert_true(padded > 2 * predictions);
    tf_model_free(&m);
    tf_data_close(d);
}

/* ---- errors -------------------------------------------------------------------------------------------------------------------- */

static void check_error(const char *set, const char *part) {
    struct tf_data *d = NULL;
    struct tf_err e = {0};
    assert_int_equal(open_with(&d, set, 1, false, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    assert_null(d);
    if (!strstr(e.msg, part)) fail_msg("'%s' is not in '%s'", part, e.msg);
}

static void test_errors(void **state) {
    (void)state;
    assert_int_equal(mkdir(in_dir("empty"), 0777), 0);
    put_text("blank.txt", "\n  \n");
    put_text("few.txt", "a b c d e f g h i\n");
    put_text("nomask.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\na\n");
    check_error("path=none", "none: not found in");
    check_error("path=/nowhere/at/all", "/nowhere/at/all is not there: see datasets/corpus/README.md");
    check_error("path=empty", "no *.txt file");
    check_error("path=blank.txt", "no document has 8 tokens or more");
    put_text("three.txt", "a b c d e f g h i\n\na b c d e f g h i\n\nb c d e f g h i a\n");
    check_error("path=few.txt",
                "few.txt: it is read as 1 document, and training, validation and test need at least one each: with unit: block");
    check_error("path=three.txt unit=block",
                "its 3 documents make 1 sequence, and none is left for training: lower valid 1000 and test 1000");
    check_error("path=few.txt vocab=no-vocab.txt", "BERT's uncased vocabulary");
    check_error("path=few.txt vocab=nomask.txt", "[MASK]");
    tf_interrupted = 1;
    struct tf_data *d = NULL;
    struct tf_err e = {0};
    assert_int_equal(open_with(&d, "path=text", 1, false, &e), -1);
    assert_int_equal(e.code, TF_INTERRUPTED);
    tf_interrupted = 0;
}

static void test_real(void **state) {
    (void)state;
    char text[512], vocab[512], settings[1100];
    snprintf(text, sizeof text, "%s/corpus/gutenberg", real ? real : "");
    snprintf(vocab, sizeof vocab, "%s/bert-vocab/vocab.txt", real ? real : "");
    if (!real || !tf_file_exists(text) || !tf_file_exists(vocab)) skip();
    snprintf(settings, sizeof settings, "path=%s vocab=%s valid=100 test=100", text, vocab);
    struct tf_data *d = must_open(settings, 2, false);
    assert_true(was_logged("17 files (1 of blocks)")); // Milton's books are long
    assert_true(was_logged("stretches of bytes are not UTF-8"));
    assert_int_equal(d->vocab, 30522);
    assert_int_equal(d->max_len, 512);
    assert_true(d->n[TF_VALID] >= 100 && d->n[TF_TEST] >= 100 && d->n[TF_TRAIN] > 1000);
    tf_data_close(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_documents),
        cmocka_unit_test(test_windows_and_rests),
        cmocka_unit_test(test_threads_and_cache),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_masks),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_real),
    };
    return cmocka_run_group_tests(tests, setup, leave);
}
