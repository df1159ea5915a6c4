/* Language models: the stream of tokens, the vocabulary, blocks and their targets, floors by hand, every error; where the sets are there, the published
 * counts. */
#include <math.h>

#include "data/ngram.h"
#include "model/model.h"
#include "parts.h"
#include "task/task.h"
#include "text/stream.h"
#include "train/evaluation.h"
#include "train/shards.h"

static struct where here(void) { return (struct where){.data = dir, .cache = in_dir("cache"), .threads = 1}; }

static struct tf_data *open_lm(const char *settings) { return open_or_fail("lm", settings, here()); }

static void three_files(const char *train, const char *valid, const char *test) {
    put_text("a.txt", train), put_text("b.txt", valid), put_text("c.txt", test);
}
#define THREE "train_file=a.txt valid_file=b.txt test_file=c.txt "

/* The ids of a split's blocks, "0 1 2|2 3 0": the last of each is a target alone. */
static const char *blocks(const struct tf_data *d, enum tf_split s) {
    static char out[512];
    size_t n = 0;
    *out = 0;
    for (size_t i = 0; i < d->n[s]; i++) {
        const struct tf_example x = tf_data_get(d, s, i);
        for (int k = 0; k <= x.len; k++) n += (size_t)snprintf(out + n, sizeof out - n, "%s%d", k ? " " : i ? "|" : "", x.tok[k]);
    }
    return out;
}

/* ---- the stream -------------------------------------------------------------------------------------------------------------- */

static const char *tokens(const char *text, struct tf_stream_opts o, struct tf_stream *s) {
    static char out[256];
    struct tf_word_counts known = {0};
    struct tf_err e = {0};
    put_text("t.txt", text);
    *s = (struct tf_stream){0}, *out = 0;
    assert_int_equal(tf_stream_read(s, &known, in_dir("t.txt"), &o, &e), 0);
    for (size_t i = 0; i < s->n; i++) strcat(strcat(out, i ? "," : ""), known.text.s + known.w[s->tok[i]].at);
    tf_word_counts_free(&known);
    tf_stream_free(s);
    return out;
}
#define SAME(text, want, ...) assert_string_equal(tokens(text, (struct tf_stream_opts){__VA_ARGS__}, &s), want)

static void test_streams(void **state) {
    (void)state;
    struct tf_stream s;
    SAME(" a b\n\n c <unk>\r\nd", "a,b,<eos>,<eos>,c,<unk>,<eos>,d,<eos>", TF_STREAM_WORD, .eos = true);
    SAME(" a b\n\n c\nd", "a,b,c,d", TF_STREAM_WORD, .eos = false);
    SAME("\xc3\x84 B \xc3\x96\n", "\xc3\xa4,b,\xc3\xb6,<eos>", TF_STREAM_WORD, .eos = true, .lower = true);
    SAME("a \xc3\xa4\n", "a, ,\xc3\xa4,\n", TF_STREAM_CHARACTER, .eos = true);
    SAME("a\xff\xc3x", "a,\xef\xbf\xbd,\xef\xbf\xbd,x", TF_STREAM_CHARACTER, .eos = false);
    SAME("a\xc3\xa4", "a,\xc3,\xa4", TF_STREAM_BYTE, .eos = false);
    SAME("", "", TF_STREAM_WORD, .eos = true);
    struct tf_word_counts known = {0};
    struct tf_err e = {0};
    put_text("t.txt", "one \xc3\xa4\xff\n\ntwo  three");
    s = (struct tf_stream){0};
    assert_int_equal(tf_stream_read(&s, &known, in_dir("t.txt"), &(struct tf_stream_opts){TF_STREAM_CHARACTER, false, false}, &e), 0);
    assert_true(s.words == 4 && s.lines == 3 && s.chars == s.n && s.replaced == 1);
    assert_int_equal(known.w[s.tok[0]].count, 2); // o: one, two
    tf_stream_free(&s), tf_word_counts_free(&known);
    const struct tf_stream_opts words = {TF_STREAM_WORD, true, false};
    static const size_t line_of[] = {1, 1, 1, 2, 3, 3, 3};
    for (size_t i = 0; i < TF_COUNT(line_of); i++) assert_int_equal(tf_stream_line(in_dir("t.txt"), &words, i), line_of[i]);
}

/* ---- the vocabulary and the blocks -------------------------------------------------------------------------------------------- */

static void test_blocks(void **state) {
    (void)state;
    three_files("a b a c\na b\n", "b a\n", "c a\nb a b\n");
    struct tf_data *d = open_lm(THREE "max_length=3"); // a 3 times, b and <eos> twice, b first; c once
    assert_true(d->objective == TF_NEXT && d->vocab == 4 && d->max_len == 3 && !d->subset && d->kind == TF_DATA_OWN);
    assert_string_equal(blocks(d, TF_TRAIN), "0 1 0 3|3 2 0 1|1 2");
    assert_string_equal(blocks(d, TF_VALID), "1 0 2");
    assert_string_equal(blocks(d, TF_TEST), "3 0 2 1|1 0 1 2");
    const struct tf_example x = tf_data_get(d, TF_TRAIN, 2);
    assert_int_equal(x.len, 1);
    assert_int_equal(objective_count(d, &x, true), 1);
    assert_true(fabs(d->per_word - 1) < 1e-12 && fabs(d->per_char - 7 / 10.0) < 1e-12); // "c a\nb a b\n"
    tf_data_close(d);
    d = open_lm(THREE "max_length=3 skip_first=true");
    assert_int_equal(d->max_len, 2);
    assert_string_equal(blocks(d, TF_TRAIN), "0 1 0|3 2 0|1 2");
    assert_string_equal(blocks(d, TF_TEST), "3 0 2|1 0 1"); // the last <eos> stands alone
    tf_data_close(d);
    three_files("a b\n", "a b\n", "a bb\na"); // a last line without an end
    d = open_lm(THREE "max_length=3 unit=byte");
    assert_true(fabs(d->per_word - 6 / 4.0) < 1e-12);
    tf_data_close(d);
    three_files("a b a c\na b\n", "b a\n", "c a\nb a b\n");
    d = open_lm(THREE "max_length=3 eos=false max_vocab=3 unk=true"); // <unk> comes first
    assert_int_equal(d->vocab, 3);
    assert_string_equal(blocks(d, TF_TEST), "0 1 2 1|1 2");
    tf_data_close(d);
    three_files("x <unk> y x", "x y", "z x");
    d = open_lm(THREE "max_length=3 eos=false"); // its own <unk> takes z
    assert_string_equal(blocks(d, TF_TEST), "0 1");
    tf_data_close(d);
    put_text("one.txt", "abcabcabca\nabcabcabc");
    d = open_lm("train_file=one.txt unit=character max_length=4 valid_share=0.1 test_share=0.2");
    assert_int_equal(d->vocab, 4); // 20 characters: 14, 2, 4
    assert_string_equal(blocks(d, TF_TRAIN), "0 1 2 0 1|1 2 0 1 2|2 0 3 0 1|1 2");
    assert_string_equal(blocks(d, TF_VALID), "0 1");
    assert_string_equal(blocks(d, TF_TEST), "2 0 1 2");
    tf_data_close(d);
    // the held-out end has words and characters of its own
    put_text("one.txt", "\xef\xbb\xbf"
                        "aaaa bbbb aaaa bbbb aaaa bbbb aaaa bbbb\na b a b a b");
    d = open_lm("train_file=one.txt max_length=4 valid_share=0.2 test_share=0.4 eos=false unk=true");
    assert_true(fabs(d->per_word - 1) < 1e-12 && fabs(d->per_char - 5 / 10.0) < 1e-12); // "b a b a b", a blank behind each
    tf_data_close(d);
    d = open_lm("train_file=one.txt unit=character max_length=4 valid_share=0.1 test_share=0.1"); // 51 characters, no mark: the last 5
    assert_true(fabs(d->per_word - 5 / 3.0) < 1e-12 && fabs(d->per_char - 1) < 1e-12);            // "b a b"
    tf_data_close(d);
}

/* Padding and cutting keep the token that is predicted last. */
static void test_changed_lengths(void **state) {
    (void)state;
    three_files("a b a c\na b\n", "b a\n", "c a\nb a b\n");
    struct tf_data *d = open_lm(THREE "max_length=3");
    const struct tf_data_share want[TF_SPLITS] = {{2, 1, 0}, {1, 2, 0}, {1, 1, 0}};
    struct tf_data *s = tf_data_sample(d, want);
    assert_true(s->n[TF_TRAIN] == 2 && s->max_len == 3 && s->objective == TF_NEXT && s->per_char == d->per_char);
    assert_string_equal(blocks(s, TF_VALID), "1 0 2|1 0 2");
    tf_data_close(s);
    tf_data_truncate(d, 2);
    const struct tf_example x = tf_data_get(d, TF_TRAIN, 0);
    assert_true(x.len == 2 && x.tok[2] == 0);
    tf_data_close(d);
}

/* ---- windows that overlap ------------------------------------------------------------------------------------------------------ */

/* Every token but the first is predicted once, from enough tokens before it. */
static void check_windows(const struct tf_data *d, enum tf_split s, const struct tf_data *whole, int length, int stride) {
    const struct tf_example text = tf_data_get(whole, s, 0);
    int next = 1;
    assert_int_equal(whole->n[s], 1);
    for (size_t i = 0; i < d->n[s]; i++) {
        const struct tf_example x = tf_data_get(d, s, i);
        const int from = (int)i * stride, n = objective_count(d, &x, false);
        assert_memory_equal(x.tok, text.tok + from, sizeof *x.tok * (size_t)(x.len + 1));
        assert_true(x.len <= length && n > 0 && from + x.len - n + 1 == next && (!i || x.len - n + 1 >= length - stride + 1));
        next += n;
    }
    assert_int_equal(next, text.len + 1);
}

static void test_windows(void **state) {
    (void)state;
    struct tf_buf text = {0};
    for (int i = 0; i < 400; i++) tf_buf_addf(&text, "%c", "abcde fgh"[(i * i + i / 7) % 9]);
    put_text("text.txt", text.s);
    tf_buf_free(&text);
#define OF_TEXT "train_file=text.txt unit=character valid_share=0.1 test_share=0.15 "
    struct tf_data *whole = open_lm(OF_TEXT "max_length=100"), *blocked = open_lm(OF_TEXT "max_length=8");
    for (int stride = 1; stride < 8; stride++) {
        char settings[160];
        snprintf(settings, sizeof settings, OF_TEXT "max_length=8 eval_stride=%d", stride);
        struct tf_data *d = open_lm(settings);
        assert_true(d->hash != blocked->hash && d->max_len == 8 && strstr(d->source, "blocks of 8, evaluated every "));
        check_windows(d, TF_VALID, whole, 8, stride), check_windows(d, TF_TEST, whole, 8, stride);
        assert_int_equal(d->n[TF_TRAIN], blocked->n[TF_TRAIN]); // training stays
        for (size_t i = 0; i < d->n[TF_TRAIN]; i++) {
            const struct tf_example x = tf_data_get(d, TF_TRAIN, i), y = tf_data_get(blocked, TF_TRAIN, i);
            assert_true(x.len == y.len && x.id == y.id && objective_count(d, &x, true) == y.len);
            assert_memory_equal(x.tok, y.tok, sizeof *x.tok * (size_t)(x.len + 1));
        }
        struct tf_data *some = tf_data_sample(d, (struct tf_data_share[TF_SPLITS]){{3, 1, 0}, {3, 1, 0}, {4, 1, 0}});
        for (size_t i = 0; i < some->n[TF_TEST]; i++) {
            const struct tf_example x = tf_data_get(some, TF_TEST, i);
            assert_int_equal(objective_count(some, &x, false), x.len - x.label);
        }
        tf_data_close(some);
        d = tf_data_pad(d, 5); // what is cut off is not asked for
        for (size_t i = 0; i < d->n[TF_TEST]; i++) {
            const struct tf_example x = tf_data_get(d, TF_TEST, i);
            assert_true(x.len == 5 && objective_count(d, &x, false) > 0);
        }
        tf_data_close(d);
    }
    tf_data_close(whole), tf_data_close(blocked);
}

/* A random model whose predictions see `window` / 2 tokens before the last one. */
static struct tf_score score_of(const char *settings, const char *window) {
    struct subject s = make_subject("longformer", (const char *const[8]){"window", window, "global_tokens", "0"});
    struct tf_layer_attn layer = {s.attn, s.opts};
    struct tf_model_cfg cfg;
    struct tf_model m;
    struct tf_score score[2];
    struct tf_err e = {0};
    struct tf_data *d = open_lm(settings);
    tf_opt_defaults(tf_model_opts, &cfg);
    cfg.layers = 1, cfg.dim = 8, cfg.heads = 2, cfg.mlp_dim = 8, cfg.position = TF_POS_NONE, cfg.causal = true, cfg.embed_std = 1;
    const struct tf_input in = {.vocab = d->vocab, .max_len = d->max_len, .parts = 1, .head = TF_HEAD_WORDS};
    if (tf_model_init(&m, &cfg, &layer, &in, &e)) fail_msg("%s", e.msg);
    tf_pars_alloc(&m.pars), tf_pars_init(&m.pars, 3);
    for (int k = 0; k < 2; k++)
        if (tf_evaluate(&m, d, TF_TEST, 0, 1 + 2 * k, 1 + k, "", NULL, &score[k], NULL, &e)) fail_msg("%s", e.msg);
    assert_true(score[0].n == score[1].n && score[0].correct == score[1].correct);
    assert_true(fabs(score[0].loss_nats - score[1].loss_nats) < 1e-6);
    tf_model_free(&m), tf_free(s.opts), tf_data_close(d);
    return score[0];
}

static bool same_score(struct tf_score a, struct tf_score b) {
    assert_int_equal(a.n, b.n);
    return a.correct == b.correct && fabs(a.loss_nats - b.loss_nats) < 1e-5;
}

/* Without context blocks and windows are the same; with a little, windows that have it give what the whole text gives. */
static void test_window_scores(void **state) {
    (void)state;
    struct tf_buf text = {0};
    for (int i = 0; i < 400; i++) tf_buf_addf(&text, "%c", "abcde fgh"[(i * i + i / 7) % 9]);
    put_text("text.txt", text.s);
    tf_buf_free(&text);
    const struct tf_score none = score_of(OF_TEXT "max_length=100", "0"), whole = score_of(OF_TEXT "max_length=100", "4");
    assert_int_equal(none.n, 59); // 60 tokens
    assert_true(same_score(none, score_of(OF_TEXT "max_length=8", "0")));
    assert_true(same_score(none, score_of(OF_TEXT "max_length=8 eval_stride=7", "0")));
    assert_true(same_score(none, score_of(OF_TEXT "max_length=8 eval_stride=1", "0")));
    assert_false(same_score(whole, score_of(OF_TEXT "max_length=8", "4")));
    assert_true(same_score(whole, score_of(OF_TEXT "max_length=8 eval_stride=1", "4")));
    assert_true(same_score(whole, score_of(OF_TEXT "max_length=8 eval_stride=4", "4")));
    assert_true(same_score(whole, score_of(OF_TEXT "max_length=8 eval_stride=6", "4")));
    assert_false(same_score(whole, score_of(OF_TEXT "max_length=8 eval_stride=7", "4"))); // a token too few
}

/* ---- floors ------------------------------------------------------------------------------------------------------------------- */

static void test_floors(void **state) {
    (void)state;
    const uint16_t train[] = {0, 1, 0, 1, 0, 2}, test[] = {0, 1, 2, 0};
    const double one[] = {4 / 9.0, 3 / 9.0, 2 / 9.0}; // (count + 1) / (6 + 3)
    // behind 0: 1 twice, 2 once; behind 1: 0 twice; behind 2: nothing
    const double p01 = (1.25 + 0.75 * 2 * one[1]) / 3, p12 = 0.75 * one[2] / 2, p20 = one[0];
    struct tf_ngram f = tf_ngram_floor(train, 6, test, 4, 3);
    assert_true(fabs(f.unigram_nats + (log(one[1]) + log(one[2]) + log(one[0])) / 3) < 1e-12);
    assert_true(fabs(f.bigram_nats + (log(p01) + log(p12) + log(p20)) / 3) < 1e-12);
    assert_true(f.n == 3 && f.unigram_correct == 1 && f.bigram_correct == 2); // always 0; 0 1, and 2 0 for want of better
    assert_true(isnan(tf_ngram_floor(train, 6, test, 1, 3).bigram_nats));
    double sum = 0; // a distribution, whatever stands before
    for (int v = 0; v < 3; v++, sum = 0) {
        for (int w = 0; w < 3; w++) sum += exp(-tf_ngram_floor(train, 6, (const uint16_t[]){(uint16_t)v, (uint16_t)w}, 2, 3).bigram_nats);
        assert_true(fabs(sum - 1) < 1e-12);
    }
}

/* ---- errors --------------------------------------------------------------------------------------------------------------------- */

static void check_fails(const char *settings, const char *option, const char *want) {
    void *opts = task_options("lm", settings);
    const char *at = NULL;
    struct tf_err e = {0};
    assert_int_equal(tf_task_find("lm")->check(opts, &at, &e), -1);
    assert_string_equal(at, option);
    if (!strstr(e.msg, want)) fail_msg("'%s' does not hold '%s'", e.msg, want);
    tf_free(opts);
}

static void test_errors(void **state) {
    (void)state;
    three_files("a b\nc d\n", "a\n", "b\nb x d\n");
    open_fails("lm", THREE "max_length=3", here(),
               "c.txt:2: 'x' is not in the training text, and there is no <unk> for it: train with unk: true");
    put_text("one.txt", "a b a b a b a b a b a b a b a b a b a b"); // its line end, the program's own, is in the test
    open_fails("lm", "train_file=one.txt valid_share=0.2 test_share=0.2 max_length=3", here(),
               "one.txt:1: '<eos>' is not in the training text, and there is no <unk> for it: set eos: false");
    check_fails("train_file=a.txt valid_file=b.txt", "test_file", "valid_file and test_file go together; without both,");
    check_fails("train_file=a.txt max_length=8 eval_stride=8", "eval_stride",
                "eval_stride 8 leaves out tokens between windows of max_length 8: make it smaller");
    check_fails("train_file=a.txt eval_stride=64 carry=true", "eval_stride", "overlap, while `carry` hands a state from block to block");
    check_fails("train_file=a.txt eval_stride=64 skip_first=true", "eval_stride", "skip_first not that of a block: take one of them");
    check_fails("max_length=3", "set", "no text is named: give train_file, or set: ptb, wikitext-2 or text8");
    open_fails("lm", "set=ptb", here(), "ptb/ptb.train.txt: not found in");
    open_fails("lm", "set=ptb", here(), "run datasets/ptb/fetch.sh");
    three_files("a b\nc d\n", "a\n", "b\n");
    open_fails("lm", THREE "max_length=6", here(), "max_length 6: the training text has only 6 tokens");
    open_fails("lm", THREE "max_length=3 max_vocab=3", here(), "max_vocab 3 leaves out some of 5 tokens, and there is no <unk> for them");
    open_fails("lm", THREE "max_length=3 eos=false", here(), "b.txt has 1 tokens, so that there is nothing to predict");
    put_text("a.txt", "");
    open_fails("lm", THREE "max_length=3", here(), "a.txt has 0 tokens");
    put_text("a.txt", "a b c d e f g h");
    open_fails("lm", "train_file=a.txt max_length=3", here(), "a.txt has 9 tokens, too few to hold out valid_share 0.05");
    put_text("a.txt", "a b c d e f g h a b c d e f g h x");
    open_fails("lm", "train_file=a.txt max_length=3 valid_share=0.2 test_share=0.2", here(), "a.txt:1: 'x' is not in the training text");
    struct tf_buf many = {0};
    for (int i = 0; i < 70000; i++) tf_buf_addf(&many, "w%d\n", i);
    put_bytes("a.txt", many.s, many.len);
    tf_buf_free(&many);
    open_fails("lm", THREE "max_length=3", here(), "a.txt has 70001 different tokens, more than 65535: set max_vocab");
}

static void test_warnings(void **state) {
    (void)state;
    put_text("text8/text8", "abc abd\xff abc abcc abc");
    struct tf_data *d = open_lm("set=text8 max_length=3 valid_share=0.2 test_share=0.2");
    assert_true(was_logged("text8/text8: 1 bytes are not UTF-8 and were read as U+FFFD"));
    assert_true(was_logged("text8/text8 has 21 characters, where text8 was published with 100000000: results are marked as a subset"));
    assert_true(d->subset && warnings == 2);
    assert_non_null(strstr(d->source, "text8/text8, characters, "));
    tf_data_close(d);
    put_text("a.txt", "a b a b a b\n"), put_text("b.txt", "b a b a\n");
    forget_log();
    tf_data_close(open_lm("train_file=a.txt valid_file=b.txt test_file=a.txt max_length=3"));
    assert_true(warnings == 1 && was_logged("a.txt: the text for training is the one for the test, too"));
}

/* Of a published set the kind is published as long as its own tokens, all of them, and its own end are used. */
static void test_kinds(void **state) {
    (void)state;
    static const struct {
        const char *settings;
        enum tf_data_kind kind;
    } of[] = {{"set=ptb max_length=3", TF_DATA_PUBLISHED},
              {"set=ptb max_length=3 lower=true max_vocab=9 unk=true", TF_DATA_PUBLISHED}, // leaves nothing out
              {"set=ptb max_length=3 max_vocab=3 unk=true", TF_DATA_OWN},
              {"set=ptb max_length=3 unit=character", TF_DATA_OWN},
              {"set=ptb max_length=3 train_file=ptb/ptb.train.txt", TF_DATA_OWN},
              {"set=ptb max_length=3 eos=false", TF_DATA_OWN},
              {"set=text8 max_length=3", TF_DATA_PUBLISHED},
              {"set=text8 max_length=3 unit=word eos=false", TF_DATA_OWN},
              {"set=text8 max_length=3 valid_share=0.1", TF_DATA_OWN}};
    struct tf_buf letters = {0};
    for (int i = 0; i < 50; i++) tf_buf_addf(&letters, "ab ");
    put_bytes("text8/text8", letters.s, letters.len);
    tf_buf_free(&letters);
    put_text("ptb/ptb.train.txt", "a b a c\na b\n"), put_text("ptb/ptb.valid.txt", "b a\n"), put_text("ptb/ptb.test.txt", "c a\n");
    for (size_t i = 0; i < TF_COUNT(of); i++) {
        struct tf_data *d = open_lm(of[i].settings);
        if (d->kind != of[i].kind) fail_msg("%s: %s", of[i].settings, tf_data_kind_name(d->kind));
        tf_data_close(d);
    }
}

/* ---- the published sets ------------------------------------------------------------------------------------------------------------ */

static size_t predicted(const struct tf_data *d, enum tf_split s) {
    size_t n = 0;
    for (size_t i = 0; i < d->n[s]; i++) n += (size_t)tf_data_get(d, s, i).len;
    return n;
}

static void test_published(void **state) {
    (void)state;
    static const struct {
        const char *file, *settings;
        int vocab;
        size_t n[TF_SPLITS];
    } set[] = {
        {"ptb/ptb.train.txt", "set=ptb max_length=70", 10000, {929588, 73759, 82429}},
        {"ptb/ptb.train.txt", "set=ptb max_length=70 skip_first=true", 10000, {916309, 72706, 81252}},
        {"ptb/ptb.train.txt", "set=ptb max_length=320 skip_first=true", 10000, {926684, 73529, 82172}},
        {"wikitext-2/wiki.train.tokens", "set=wikitext-2 max_length=70", 33278, {2088627, 217645, 245568}},
        {"wikitext-2/wiki.train.tokens", "set=wikitext-2 lower=true max_length=320 skip_first=true", 28912, {2082101, 216965, 244801}},
    };
    size_t tested = 0;
    for (size_t i = 0; i < TF_COUNT(set); i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", real ? real : "", set[i].file);
        if (!real || !tf_file_exists(path)) continue;
        tested++;
        struct tf_data *d = open_or_fail("lm", set[i].settings, (struct where){.data = real, .cache = in_dir("cache"), .threads = 1});
        assert_int_equal(d->vocab, set[i].vocab);
        assert_true(!d->subset && d->kind == TF_DATA_PUBLISHED);
        for (int s = 0; s < TF_SPLITS; s++) assert_int_equal(predicted(d, (enum tf_split)s), set[i].n[s]);
        tf_data_close(d);
    }
    if (!tested) skip();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_streams, before_each, after_each),
        cmocka_unit_test_setup_teardown(test_blocks, before_each, after_each),
        cmocka_unit_test_setup_teardown(test_changed_lengths, before_each, after_each),
        cmocka_unit_test_setup_teardown(test_windows, before_each, after_each),
        cmocka_unit_test_setup_teardown(test_window_scores, before_each, after_each),
        cmocka_unit_test_setup_teardown(test_floors, before_each, after_each),
        cmocka_unit_test_setup_teardown(test_errors, before_each, after_each),
        cmocka_unit_test_setup_teardown(test_kinds, before_each, after_each),
        cmocka_unit_test_setup_teardown(test_warnings, before_each, after_each),
        cmocka_unit_test_setup_teardown(test_published, before_each, after_each),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
