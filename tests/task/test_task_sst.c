/* Sentences by words: classes, the vocabulary, vectors, limits, every error; where the sets are there, the published counts. */
#include "parts.h"
#include "model/model.h"
#include "task/task.h"
#include "train/recipe.h"

static struct where here(void) { return (struct where){.data = dir, .cache = in_dir("cache"), .threads = 1}; }

static void put_sst(const char *train, const char *dev, const char *test) {
    put_text("sst1/stsa.fine.train", train), put_text("sst1/stsa.fine.dev", dev), put_text("sst1/stsa.fine.test", test);
}
static void put_usual(void) { put_sst("4 A good , good film\n\n2 so so\n0 bad film .\n", "1 a bad end\r\n", "3 good end\n2 so so"); }

static void test_sentences(void **state) {
    (void)state;
    put_usual();
    struct tf_data *d = open_or_fail("sst", "", here()); // good, film, so twice: first read first; then a , bad .
    assert_true(d->vocab == 8 && d->classes == 5 && d->subset && !d->vectors && d->max_len == 5);
    assert_string_equal(examples(d, TF_TRAIN), "4: 4 1 5 1 2|2: 3 3|0: 6 2 7");
    assert_string_equal(examples(d, TF_VALID), "1: 4 6 0");
    assert_string_equal(examples(d, TF_TEST), "3: 1 0|2: 3 3");
    tf_data_close(d);
    d = open_or_fail("sst", "lower=false max_vocab=3 max_length=3", here()); // <unk>, good, film
    assert_int_equal(d->vocab, 3);
    assert_string_equal(examples(d, TF_TRAIN), "4: 0 1 0|2: 0 0|0: 0 2 0");
    tf_data_close(d);
    d = open_or_fail("sst-binary", "", here()); // neutral sentences are not even counted
    assert_true(d->vocab == 7 && d->classes == 2);
    assert_string_equal(examples(d, TF_TRAIN), "1: 3 1 4 1 2|0: 5 2 6");
    assert_string_equal(examples(d, TF_TEST), "1: 1 0");
    tf_data_close(d);
    put_text("sst1/stsa.fine.phrases.train", "4 good\n");
    d = open_or_fail("sst", "phrases=true", here());
    assert_string_equal(examples(d, TF_TRAIN), "4: 1");
    tf_data_close(d);
}

/* A word of the test alone has an id if it has a vector; <unk> and words without have zeros. */
static void test_vectors(void **state) {
    (void)state;
    put_usual();
    put_text("v.txt", "\xef\xbb\xbf"
                      "6 2\ngood 1 -2.5\nend .5 1e-1\n. . 3 4\nunheard 1 1\nbad 7 8\nfilm x 2\nbad 0 0\n");
    struct tf_data *d = open_or_fail("sst", "vectors=v.txt", here());
    static const float want[][2] = {{0, 0}, {1, -2.5F}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {7, 8}, {0, 0}, {.5F, .1F}};
    assert_true(d->vocab == 9 && d->vector_dim == 2);
    for (int i = 0; i < 9; i++)
        for (int k = 0; k < 2; k++)
            if (d->vectors[2 * i + k] != want[i][k])
                fail_msg("word %d: %g %g", i, (double)d->vectors[2 * i], (double)d->vectors[2 * i + 1]);
    assert_string_equal(examples(d, TF_TEST), "3: 1 8|2: 3 3");
    const uint64_t hash = d->hash;
    struct tf_model m;
    struct tf_err e = {0};
    struct tf_model_cfg cfg;
    const struct tf_layer_attn full = {tf_attn_full(), NULL};
    tf_opt_defaults(tf_model_opts, &cfg);
    cfg.layers = 1, cfg.dim = 4, cfg.heads = 1;
    assert_int_equal(tf_model_init(&m, &cfg, &full, tf_data_input(d), &e), -1);
    assert_string_equal(e.msg, "model.dim 4, but the word vectors have 2 numbers: set model.dim to 2, or take other vectors");
    tf_model_free(&m);
    cfg.dim = 2, cfg.pool = TF_POOL_CLS; // the CLS token's row is behind the words'
    assert_int_equal(tf_model_init(&m, &cfg, &full, tf_data_input(d), &e), 0);
    tf_pars_alloc(&m.pars);
    tf_model_start(&m, 1);
    const tf_real *words = m.pars.v + m.pars.p[tf_pars_find(&m.pars, "embeddings.word_embeddings.weight")].off;
    for (int i = 0; i < 18; i++) assert_true(words[i] == (tf_real)d->vectors[i]);
    assert_true(words[18] != 0);
    tf_model_free(&m);
    d = tf_data_pad(d, 7); // keeps them
    assert_true(d->vectors && d->vector_dim == 2);
    tf_data_close(d);
    put_text("v.txt", "good 1 -2.5\nend .5 1e-1\nbad 7 9\n");
    d = open_or_fail("sst", "vectors=v.txt", here());
    assert_true(d->hash != hash);
    tf_data_close(d);
}

static void test_errors(void **state) {
    (void)state;
    put_sst("4 good\n", "1 bad\n", "3 good\n");
    open_fails("sst", "vectors=none.txt", here(), "none.txt: not found");
    put_text("v.txt", "good 1 2\nbad 1 2\n\nfilm 1 2 3\n");
    open_fails("sst", "vectors=v.txt", here(), "v.txt:4: 3 numbers, where the rows before have 2");
    put_text("v.txt", "good 1 2\nbad 1\n");
    open_fails("sst", "vectors=v.txt", here(), "v.txt:2: 1 numbers, where the rows before have 2");
    put_text("v.txt", "good\n");
    open_fails("sst", "vectors=v.txt", here(), "v.txt:1: a word and its numbers are expected");
    put_text("v.txt", "");
    open_fails("sst", "vectors=v.txt", here(), "v.txt:1: no word vectors");
    put_sst("4 good\n5 better\n", "1 bad\n", "3 good\n");
    open_fails("sst", "", here(), "stsa.fine.train:2: '5' is no class");
    put_sst("4 good\n", "1bad\n", "3 good\n");
    open_fails("sst", "", here(), "stsa.fine.dev:1: '1bad' is no class");
    put_sst("4 good\n", "1 bad\n", "3 \n");
    open_fails("sst", "", here(), "stsa.fine.test:1: the sentence is empty");
    put_sst("\n", "1 bad\n", "3 good\n");
    open_fails("sst", "", here(), "stsa.fine.train: no sentences");
    assert_int_equal(unlink(in_dir("sst1/stsa.fine.dev")), 0);
    open_fails("sst", "", here(), "run datasets/sst1/fetch.sh");
}

/* A line break is a blank behind a NUL byte, too. */
static void test_nul(void **state) {
    (void)state;
    static const char text[] = "0\t1_1\tbad \0 end<br />film\n0\t2_1\tbad\n1\t1_9\tgood film\n1\t2_9\tgood\n";
    struct tf_err e = {0};
    put_text("imdb/test.tsv", "0\t1_1\tbad end\n1\t1_9\tgood film\n");
    assert_int_equal(tf_file_write(in_dir("imdb/train.tsv"), text, sizeof text - 1, &e), 0);
    struct tf_data *d = open_or_fail("imdb", "source=tsv heldout=2", here());
    assert_int_equal(d->vocab, 5); // words not seen; bad, end, film, good
    tf_data_close(d);
}

/* Reviews: line breaks are blanks, punctuation stands alone, and the classes are dealt out as for bytes. */
static void test_reviews(void **state) {
    (void)state;
    put_text("imdb/train.tsv", "0\t1_1\tBad, bad.<br />Film\n0\t2_2\tbad film\n1\t1_9\tGood film!\n1\t2_9\tgood\n");
    put_text("imdb/test.tsv", "0\t1_1\tbad end\n1\t1_9\tgood Film\n");
    struct tf_data *d = open_or_fail("imdb", "source=tsv heldout=2 max_length=5", here());
    assert_true(d->n[TF_TRAIN] == 2 && d->n[TF_VALID] == 2 && d->n[TF_TEST] == 2 && d->vocab == 7); // bad film good , . !
    int tokens = 0, classes = 0;
    for (int s = 0; s < 2; s++)
        for (size_t i = 0; i < 2; i++) {
            const struct tf_example x = tf_data_get(d, (enum tf_split)s, i);
            tokens += x.len, classes += x.label;
        }
    assert_true(tokens == 5 + 2 + 3 + 1 && classes == 2);
    const struct tf_example a = tf_data_get(d, TF_TEST, 0), b = tf_data_get(d, TF_TEST, 1);
    const struct tf_example *bad = a.label ? &b : &a, *good = a.label ? &a : &b;
    assert_true(bad->len == 2 && bad->tok[0] == 1 && bad->tok[1] == 0 && good->len == 2 && good->tok[1] == 2);
    tf_data_close(d);
}

static void test_published(void **state) {
    (void)state;
    char path[1024];
    snprintf(path, sizeof path, "%s/sst1/stsa.fine.train", real ? real : "");
    if (!real || !tf_file_exists(path)) skip();
    const struct where published = {.data = real, .threads = 1};
    struct tf_data *d = open_or_fail("sst", "", published);
    assert_true(d->n[TF_TRAIN] == 8544 && d->n[TF_VALID] == 1101 && d->n[TF_TEST] == 2210 && !d->subset && d->max_len == 56);
    tf_data_close(d);
    d = open_or_fail("sst-binary", "", published);
    assert_true(d->n[TF_TRAIN] == 6920 && d->n[TF_VALID] == 872 && d->n[TF_TEST] == 1821 && !d->subset);
    tf_data_close(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_sentences, before_each, after_each),
        cmocka_unit_test_setup_teardown(test_vectors, before_each, after_each),
        cmocka_unit_test_setup_teardown(test_errors, before_each, after_each),
        cmocka_unit_test_setup_teardown(test_nul, before_each, after_each),
        cmocka_unit_test_setup_teardown(test_reviews, before_each, after_each),
        cmocka_unit_test_setup_teardown(test_published, before_each, after_each),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
