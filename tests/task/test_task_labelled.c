/* Labelled texts of the user's own: classes, bytes and words, what is held out, every error. */
#include "parts.h"
#include "task/task.h"

static struct where here(void) { return (struct where){.data = dir, .cache = in_dir("cache"), .threads = 1}; }

static void put_usual(void) {
    put_text("my/train.tsv", "\xEF\xBB\xBFgood\tA good film\r\n\nbad\ta bad film\nso so\ta\tfilm\n");
    put_text("my/valid.tsv", "bad\tbad\n");
    put_text("my/test.tsv", "so so\tA film\ngood\tgood end");
}
static const char usual[] = "train_file=my/train.tsv valid_file=my/valid.tsv test_file=my/test.tsv ";

static const char *with(const char *more) {
    static char text[256];
    snprintf(text, sizeof text, "%s%s", usual, more);
    return text;
}

/* Labels in the order of their bytes: bad, good, so so. */
static void test_bytes(void **state) {
    (void)state;
    put_usual();
    struct tf_data *d = open_or_fail("labelled", with("max_length=4"), here());
    assert_true(d->vocab == 257 && d->classes == 3 && d->kind == TF_DATA_OWN && d->objective == TF_CLASSIFY && d->max_len == 4);
    assert_string_equal(examples(d, TF_TRAIN), "1: 66 33 104 112|0: 98 33 99 98|2: 98 10 103 106");
    assert_string_equal(examples(d, TF_VALID), "0: 99 98 101");
    assert_string_equal(examples(d, TF_TEST), "2: 66 33 103 106|1: 104 112 112 101");
    tf_data_close(d);
}

/* a film good bad: words of the test alone are <unk>, with a vector, too. */
static void test_words(void **state) {
    (void)state;
    put_usual();
    struct tf_data *d = open_or_fail("labelled", with("unit=word"), here());
    assert_true(d->vocab == 5 && d->max_len == 3);
    assert_string_equal(examples(d, TF_TRAIN), "1: 1 3 2|0: 1 4 2|2: 1 2");
    assert_string_equal(examples(d, TF_TEST), "2: 1 2|1: 3 0");
    tf_data_close(d);
    put_text("v.txt", "end 1 2\nfilm 3 4\n");
    d = open_or_fail("labelled", with("unit=word vectors=v.txt"), here());
    assert_true(d->vocab == 5 && d->vector_dim == 2 && d->vectors[2 * 2] == 3);
    assert_string_equal(examples(d, TF_TEST), "2: 1 2|1: 3 0"); // another test set does not move the ids
    tf_data_close(d);
}

/* Bytes that are no text are counted over all texts of a split, not those of the last one; so are words that training does not have. */
static void test_ill_formed(void **state) {
    (void)state;
    put_usual();
    put_text("my/train.tsv", "good\tcaf\xe9 x\nbad\tb\xff c\nso so\tplain good bad\n");
    put_text("my/test.tsv", "bad\tx b c caf\nbad\tz\xe9 y\nbad\t\xe9 plain\n");
    forget_log();
    tf_data_close(open_or_fail("labelled", with("unit=word"), here()));
    assert_true(was_logged("my/train.tsv: 2 stretches of bytes are not UTF-8 and were left out of their words"));
    assert_true(was_logged("my/test.tsv: 2 stretches of bytes are not UTF-8 and were left out of their words"));
    assert_true(was_logged("my/test.tsv: 29 % of its words are not in the vocabulary, which is of the training texts"));
    assert_false(was_logged("my/valid.tsv: "));
    put_text("my/train.tsv", "good\ta b c d\nbad\ta b e f\nso so\ta b\n"), put_text("my/valid.tsv", "bad\ta b c\n");
    put_text("my/test.tsv", "so so\ta b d\n");
    forget_log(); // of the training's words as many are left out
    tf_data_close(open_or_fail("labelled", with("unit=word max_vocab=3"), here()));
    assert_false(was_logged("of its words are not in the vocabulary"));
    put_text("my/train.tsv", "a\tx\nb\tx y\na\tx\nb\tx\na\tx\nb\tx\na\tx\nb\tx\na\tx\n");
    forget_log(); // <unk> and x: of two held out, one is "x y"
    for (int seed = 1; seed < 10 && !was_logged("my/train.tsv, held out for "); seed++) {
        char more[128];
        snprintf(more, sizeof more, "unit=word train_file=my/train.tsv valid_share=0.12 test_share=0.12 split_seed=%d", seed);
        tf_data_close(open_or_fail("labelled", more, here()));
    }
    assert_true(was_logged(" 50 % of its words are not in the vocabulary"));
}

/* Files have no heading; one that a user forgot is a class of its own. */
static void test_heading(void **state) {
    (void)state;
    put_usual();
    forget_log();
    tf_data_close(open_or_fail("labelled", usual, here()));
    assert_false(was_logged("heading"));
    put_text("my/train.tsv", "\nlabel\ttext\ngood\tA good film\nbad\ta bad film\nso so\ta\tfilm\n");
    put_text("my/test.tsv", "label\ttext\nbad\tx\n");
    forget_log();
    struct tf_data *d = open_or_fail("labelled", usual, here());
    assert_true(d->classes == 4 &&
                was_logged("my/train.tsv:2: the label 'label' stands in no other line: if this is a heading, remove it"));
    tf_data_close(d);
    put_usual();
    put_text("my/test.tsv", "\nlabel\ttext\nbad\tx\n");
    open_fails("labelled", usual, here(), "my/test.tsv:2: no training example has the label 'label'; if this is a heading, remove it");
}

/* What leads back from predictions to the user's file, and what two splits share. */
static void test_own_lines(void **state) {
    (void)state;
    put_usual();
    put_text("my/train.tsv", "10\tx\n\n9\ty\n9\tz\n"), put_text("my/valid.tsv", "9\tz\n9\tq\n"),
        put_text("my/test.tsv", "\n9\tq\n\n10\tx\n");
    forget_log();
    struct tf_data *d = open_or_fail("labelled", usual, here());
    assert_string_equal(d->class_name[0], "10"), assert_string_equal(d->class_name[1], "9");
    assert_true(d->test_line[0] == 2 && d->test_line[1] == 4);
    assert_true(was_logged("1 of the 2 texts of the validation are training texts, too"));
    assert_true(was_logged("1 of the 2 texts of the test are training texts, too"));
    d = tf_data_pad(d, 9);
    assert_true(!strcmp(d->class_name[1], "9") && d->test_line[1] == 4);
    tf_data_close(d);
}

/* Ids are 16 bits wide: of more words than that the rarest are <unk>, and a warning says it; of as many as there are ids none is. */
static void test_many_words(void **state) {
    (void)state;
    for (int more = 0; more < 2; more++) {
        struct tf_buf b = {0};
        for (int i = 0; i < 65534 + more; i++) tf_buf_addf(&b, "%s%d", i % 90 ? " " : i / 90 % 2 ? "\na\t" : "\nb\t", i);
        put_text("my/train.tsv", b.s), put_text("my/valid.tsv", "a\t1\n"), put_text("my/test.tsv", "b\t2\n");
        tf_buf_free(&b);
        forget_log();
        struct tf_data *d = open_or_fail("labelled", with("unit=word"), here());
        assert_int_equal(d->vocab, 65535);
        assert_int_equal(warnings, more);
        if (more) assert_string_equal(last_warning, "the 1 rarest of 65535 words become <unk>: a vocabulary has 65535 ids");
        tf_data_close(d);
    }
}

/* Line i is the text "x" times i + 1, of class i % 2. */
static void put_numbered(int n) {
    struct tf_buf b = {0};
    for (int i = 0; i < n; i++) tf_buf_addf(&b, "%c\t%.*s\n", i % 2 ? 'b' : 'a', i + 1, "xxxxxxxxxxxxxxxxxxxx");
    put_text("all.tsv", b.s);
    tf_buf_free(&b);
}

/* The lengths of a split's texts, as bits; each has its own class. */
static unsigned lengths(const struct tf_data *d, enum tf_split s) {
    unsigned bits = 0;
    for (size_t i = 0; i < d->n[s]; i++) {
        const struct tf_example x = tf_data_get(d, s, i);
        assert_int_equal(x.label, (x.len - 1) % 2);
        bits |= 1U << x.len;
    }
    return bits;
}

static void test_held_out(void **state) {
    (void)state;
    put_numbered(20);
    struct tf_data *d = open_or_fail("labelled", "train_file=all.tsv test_share=0.25", here());
    const unsigned train = lengths(d, TF_TRAIN), valid = lengths(d, TF_VALID), test = lengths(d, TF_TEST);
    assert_true(d->n[TF_TRAIN] == 13 && d->n[TF_VALID] == 2 && d->n[TF_TEST] == 5);
    assert_int_equal(train | valid | test, (1U << 21) - 2); // each line once
    assert_int_equal((train & valid) | (train & test) | (valid & test), 0);
    tf_data_close(d);
    d = open_or_fail("labelled", "train_file=all.tsv test_share=0.25 split_seed=2", here());
    assert_int_not_equal(lengths(d, TF_TEST), test);
    tf_data_close(d);
    put_numbered(100);
    d = open_or_fail("labelled", "train_file=all.tsv test_share=0.29", here()); // 28.999999999999996 in floating point
    assert_int_equal(d->n[TF_TEST], 29);
    tf_data_close(d);
    put_numbered(20);
    put_text("valid.tsv", "b\txx\n");
    d = open_or_fail("labelled", "train_file=all.tsv test_share=0.25 valid_file=valid.tsv", here());
    assert_int_equal(lengths(d, TF_TEST), test); // does not depend on where validation comes from
    assert_int_equal(lengths(d, TF_TRAIN), train | valid);
    assert_int_equal(lengths(d, TF_VALID), 1U << 2);
    tf_data_close(d);
}

static void test_errors(void **state) {
    (void)state;
    put_usual();
    open_fails("labelled", "train_file=none.tsv", here(), "none.tsv");
    open_fails("labelled", "train_file=my/train.tsv", here(), "my/train.tsv has 3 examples, too few to hold out test_share 0.1 of them");
    open_fails("labelled", "train_file=my/train.tsv test_file=my/test.tsv", here(), "too few to hold out valid_share 0.1");
    static const char *const bad[][2] = {
        {"bad\tx\ngood x\n", "my/test.tsv:2: no tab: a line is a label, a tab, and the text"},
        {"bad\tx\n\n\tx\n", "my/test.tsv:3: the label is empty"},
        {"bad\t\r\n", "my/test.tsv:1: the text is empty"},
        {"bad\tx\nworse\tx\n", "my/test.tsv:2: no training example has the label 'worse'"},
        {"\n\n", "my/test.tsv: no examples"},
        {"", "my/test.tsv: no examples"},
    };
    for (size_t i = 0; i < TF_COUNT(bad); i++) {
        put_text("my/test.tsv", bad[i][0]);
        open_fails("labelled", usual, here(), bad[i][1]);
    }
    put_text("my/test.tsv", "12345678901234567890123456789012345678\xC3\xA4\xC3\xA4\tx\n");
    open_fails("labelled", usual, here(), "has the label '12345678901234567890123456789012345678\xC3\xA4'");
    put_text("my/test.tsv", "caf\xE9\tx\n");
    open_fails("labelled", usual, here(), "has the label 'caf?'");
    put_text("my/test.tsv", "bad\tgood\nbad\t \x01\n");
    open_fails("labelled", with("unit=word"), here(), "my/test.tsv:2: the text has no words");
    put_usual();
    put_text("my/train.tsv", "bad\ta bad film\n");
    put_text("my/test.tsv", "bad\tbad\n");
    open_fails("labelled", usual, here(), "my/train.tsv: 1 different label, 2 to 1000 are expected");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_bytes, before_each, after_each),
        cmocka_unit_test_setup_teardown(test_words, before_each, after_each),
        cmocka_unit_test_setup_teardown(test_ill_formed, before_each, after_each),
        cmocka_unit_test_setup_teardown(test_heading, before_each, after_each),
        cmocka_unit_test_setup_teardown(test_own_lines, before_each, after_each),
        cmocka_unit_test_setup_teardown(test_many_words, before_each, after_each),
        cmocka_unit_test_setup_teardown(test_held_out, before_each, after_each),
        cmocka_unit_test_setup_teardown(test_errors, before_each, after_each),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
