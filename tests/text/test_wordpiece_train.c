/* Training a WordPiece vocabulary: published counts, a naive reference, errors, files. */
#include "fixture.h"
#include "text/wordpiece.h"
#include "text/wordpiece_train.h"

static void count(struct tf_word_counts *c, const char *word, uint64_t times) { tf_word_counts_add_word(c, word, strlen(word), times); }

static void test_train(void **state) {
    (void)state;
    /* The example of Sennrich et al. 2016 (without their end of word), by hand: ##e ##s 9, ##es ##t 9; ##o ##w 7 (before l ##o 7: '#' < 'l'),
     * l ##ow 7; ##e ##w 6 (before ##w ##est 6 and n ##e 6), ##ew ##est 6, n ##ewest 6; ##d ##est 3, ##i ##dest 3, w ##idest 3; ##e ##r 2,
     * low ##er 2. */
    static const char want[] = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nd\ne\ni\nl\nn\no\nr\ns\nt\nw\n##d\n##e\n##i\n##o\n##r\n##s\n##t\n##w\n"
                               "##es\n##est\n##ow\nlow\n##ew\n##ewest\nnewest\n##dest\n##idest\nwidest\n##er\nlower\n";
    struct tf_word_counts c = {0}, d = {0};
    struct tf_buf vocab_text = {0}, again = {0};
    struct tf_err e = {0};
    struct tf_wordpiece_train o = {.size = 100, .alphabet = 100};
    count(&c, "low", 5), count(&c, "lower", 2), count(&c, "newest", 6), count(&c, "widest", 3);
    assert_int_equal(tf_wordpiece_train(&c, &o, &vocab_text, &e), 35);
    assert_string_equal(vocab_text.s, want);
    count(&d, "widest", 3), count(&d, "newest", 4), count(&d, "lower", 2), count(&d, "newest", 2), count(&d, "low", 5); // another order
    assert_int_equal(tf_wordpiece_train(&d, &o, &again, &e), 35);
    assert_string_equal(again.s, want);
    struct tf_wordpiece *v = NULL; // it loads, and every word is one piece
    if (tf_wordpiece_parse(&v, vocab_text.s, vocab_text.len, "vocab", &e)) fail_msg("%s", e.msg);
    assert_int_equal(tf_wordpiece_find(v, "lower", 5), 34);
    tf_wordpiece_free(v);

    o.size = 26, again.len = 0; // cut short
    assert_int_equal(tf_wordpiece_train(&c, &o, &again, &e), 26);
    assert_int_equal(strncmp(again.s, want, again.len), 0);
    o.size = 100, o.min_count = 4, again.len = 0; // and by frequency: the pairs of 3 and 2 are not merged
    assert_int_equal(tf_wordpiece_train(&c, &o, &again, &e), 30);
    o.min_count = 0, o.alphabet = 4, again.len = 0; // e 17, w 16, s 9, t 9: no word is of these alone
    assert_int_equal(tf_wordpiece_train(&c, &o, &again, &e), 5 + 8);
    assert_string_equal(again.s, "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\ne\ns\nt\nw\n##e\n##s\n##t\n##w\n");
    tf_word_counts_free(&c);
    tf_word_counts_free(&d);
    tf_buf_free(&vocab_text);
    tf_buf_free(&again);
}

/* Trains by counting every pair anew before each merge. Words of a, b, c, all of the alphabet. */
enum { WORDS = 40, LETTERS = 8 };
static void naive_train(char word[WORDS][LETTERS + 1], const uint64_t *times, int size, struct tf_buf *out) {
    static char piece[WORDS][LETTERS][LETTERS + 3], left[WORDS * LETTERS][LETTERS + 3], right[WORDS * LETTERS][LETTERS + 3];
    int len[WORDS], n = 11; // [PAD] .. ##c
    out->len = 0;
    tf_buf_addf(out, "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\nc\n##a\n##b\n##c\n");
    for (int w = 0; w < WORDS; w++) {
        len[w] = (int)strlen(word[w]);
        for (int i = 0; i < len[w]; i++) snprintf(piece[w][i], sizeof piece[w][i], "%s%c", i ? "##" : "", word[w][i]);
    }
    while (n < size) {
        uint64_t sum[WORDS * LETTERS] = {0};
        int pairs = 0, best = -1;
        for (int w = 0; w < WORDS; w++)
            for (int i = 0, p; i + 1 < len[w]; i++) {
                for (p = 0; p < pairs && (strcmp(left[p], piece[w][i]) != 0 || strcmp(right[p], piece[w][i + 1]) != 0);) p++;
                if (p == pairs) strcpy(left[p], piece[w][i]), strcpy(right[pairs++], piece[w][i + 1]);
                sum[p] += times[w];
            }
        for (int p = 0; p < pairs; p++) {
            int d = best < 0 ? 0 : strcmp(left[p], left[best]) ? strcmp(left[p], left[best]) : strcmp(right[p], right[best]);
            if (best < 0 || sum[p] > sum[best] || (sum[p] == sum[best] && d < 0)) best = p;
        }
        if (best < 0 || sum[best] < 2) break;
        char made[2 * LETTERS + 8], line[2 * LETTERS + 12];
        snprintf(made, sizeof made, "%s%s", left[best], right[best] + 2);
        snprintf(line, sizeof line, "\n%s\n", made);
        if (!strstr(out->s, line)) tf_buf_addf(out, "%s", line + 1), n++; // the same piece can come from two pairs
        for (int w = 0; w < WORDS; w++)
            for (int i = 0; i + 1 < len[w]; i++) {
                if (strcmp(piece[w][i], left[best]) != 0 || strcmp(piece[w][i + 1], right[best]) != 0) continue;
                strcpy(piece[w][i], made);
                memmove(piece[w][i + 1], piece[w][i + 2], (size_t)(len[w]-- - i - 2) * sizeof piece[w][0]);
            }
    }
}

static void test_train_naive(void **state) {
    (void)state;
    struct tf_rng r = tf_rng_at(9, TF_RNG_TEST, 2, 0, 0);
    struct tf_buf want = {0}, got = {0};
    for (int rep = 0; rep < 40; rep++) {
        static char word[WORDS][LETTERS + 1];
        uint64_t times[WORDS];
        struct tf_word_counts c = {0};
        struct tf_err e = {0};
        struct tf_wordpiece_train o = {.size = 20 + (int)tf_rng_below(&r, 80), .alphabet = 3};
        for (int w = 0; w < WORDS; w++) {
            uint32_t n = w < 3 ? LETTERS : tf_rng_below(&r, LETTERS) + 1; // all letters, in front and behind
            for (uint32_t i = 0; i <= n; i++) word[w][i] = i == n ? 0 : (char)('a' + (w < 3 ? ((uint32_t)w + i) % 3 : tf_rng_below(&r, 3)));
            count(&c, word[w], times[w] = tf_rng_below(&r, 9) + 1);
        }
        naive_train(word, times, o.size, &want);
        got.len = 0;
        assert_true(tf_wordpiece_train(&c, &o, &got, &e) > 11);
        assert_string_equal(got.s, want.s);
        tf_word_counts_free(&c);
    }
    tf_buf_free(&want);
    tf_buf_free(&got);
}

static void test_train_errors(void **state) {
    (void)state;
    struct tf_word_counts c = {0};
    struct tf_buf out = {0};
    struct tf_err e = {0};
    struct tf_wordpiece_train o = {.size = 100};
    assert_int_equal(tf_wordpiece_train(&c, &o, &out, &e), -1);
    assert_string_equal(e.msg, "there are no words to train a vocabulary on");
    count(&c, "abc", 1);
    e = (struct tf_err){0}, o = (struct tf_wordpiece_train){.size = 8, .alphabet = 10};
    assert_int_equal(tf_wordpiece_train(&c, &o, &out, &e), -1);
    assert_string_equal(e.msg, "a vocabulary of 8 pieces has no room for 5 letters and 5 special pieces");
    e = (struct tf_err){0}, o = (struct tf_wordpiece_train){.size = 70000};
    assert_int_equal(tf_wordpiece_train(&c, &o, &out, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    assert_int_equal(out.len, 0);
    e = (struct tf_err){0}, o.size = 50, tf_interrupted = 1;
    count(&c, "abc", 5);
    assert_int_equal(tf_wordpiece_train(&c, &o, &out, &e), -1);
    assert_int_equal(e.code, TF_INTERRUPTED);
    tf_interrupted = 0;
    tf_word_counts_free(&c);
}

static void test_train_file(void **state) {
    (void)state;
    struct tf_err e = {0};
    const char *out = in_dir("vocab.out");
    struct tf_wordpiece_train o = {.size = 40, .alphabet = 40};
    assert_int_equal(tf_mkdirs(in_dir("sub"), &e), 0);
    assert_int_equal(tf_wordpiece_train_file(dir, &o, out, &e), -1);
    assert_non_null(strstr(e.msg, "no *.txt file"));
    e = (struct tf_err){0};
    put_text("sub/a.txt", "Low low LOW, \xff r\u00e9d!\nred");
    put_text("notes", "zzz zzz"); // not a .txt
    int n = tf_wordpiece_train_file(dir, &o, out, &e);
    assert_int_equal(n, 21); // 5 special, 8 letters, 4 with ##, ##ow low ##ed red
    struct tf_wordpiece *v = NULL;
    assert_int_equal(tf_wordpiece_load(&v, out, &e), 0);
    assert_int_equal(v->n, n);
    assert_true(tf_wordpiece_find(v, "red", 3) > 0 && tf_wordpiece_find(v, "low", 3) > 0 && tf_wordpiece_find(v, "z", 1) < 0);
    tf_wordpiece_free(v);
    assert_int_equal(tf_wordpiece_train_file(in_dir("sub/a.txt"), &o, out, &e), n); // a file of its own
    assert_int_equal(tf_wordpiece_train_file("/nonexistent", &o, out, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    put_text(".hidden/b.txt", "x x"); // names with a dot are passed over, links to folders are followed
    assert_int_equal(tf_wordpiece_train_file(dir, &o, out, &e), n);
    assert_int_equal(symlink(".hidden", in_dir("link")), 0);
    assert_int_equal(tf_wordpiece_train_file(dir, &o, out, &e), n + 1);
    static const char *const names[] = {"sub/a.txt", "sub", "notes", "vocab.out", ".hidden/b.txt", ".hidden", "link"};
    for (size_t i = 0; i < TF_COUNT(names); i++) assert_int_equal(remove(in_dir(names[i])), 0); // leave_empty finds what else was written
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_train),
        cmocka_unit_test(test_train_naive),
        cmocka_unit_test(test_train_errors),
        cmocka_unit_test(test_train_file),
    };
    return cmocka_run_group_tests_name("wordpiece_train", tests, enter, leave_empty);
}
