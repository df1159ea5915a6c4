/* SQuAD: reading, windows, answers, predictions and the metric by hand; the real files where TREEFORMER_TEST_DATA or TREEFORMER_DATA names them. The task and
 * a whole run: test_task_squad.c. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "task/squad_score.h"
#include "task/squad_window.h"
#include "io/json.h"
#include "parts.h"
#include "task/squad.h"

/* ---- reading ------------------------------------------------------------------------------------------------------------------- */

static struct tf_squad *parse(const char *text) {
    struct tf_squad *s = NULL;
    struct tf_err e = {0};
    if (tf_squad_parse(&s, text, strlen(text), "f.json", &e)) fail_msg("%s", e.msg);
    return s;
}

static bool is(struct tf_squad_text t, const char *want) { return t.n == strlen(want) && !memcmp(t.s, want, t.n); }

#define QA(id, answers) "{\"id\":\"" id "\",\"question\":\"q " id "\",\"answers\":[" answers "]}"
#define ANSWER(text, at) "{\"text\":\"" text "\",\"answer_start\":" #at "}"
#define FILE_OF(context, qas) \
    "{\"version\":\"1.1\",\"data\":[{\"title\":\"t\",\"paragraphs\":[{\"context\":\"" context "\",\"qas\":[" qas "]}]}]}"

static void reads_files(void **state) {
    (void)state;
    struct tf_squad *s = parse("{\"data\":[{\"paragraphs\":[{\"qas\":[" QA(
        "a",
        ANSWER("caf\xc3\xa9", 2) "," ANSWER(
            "\\u00e9 b", 5)) "],"
                             "\"context\":\"x caf\\u00e9 b\"},{\"context\":\"\",\"qas\":[]}]},{\"title\":1,\"paragraphs\":[{\"context\":"
                             "\"y\\u0000z\\ud83d\\ude00!\",\"qas\":[" QA("b", ANSWER("!", 4)) "," QA(
                                 "\\u0000", ANSWER("z\\ud83d\\ude00", 2)) "]}]}]}");
    assert_int_equal(s->articles, 2), assert_int_equal(s->paragraphs, 3), assert_int_equal(s->questions, 3),
        assert_int_equal(s->answers, 4);
    assert_int_equal(s->misplaced, 0);
    assert_true(is(s->question[0].id, "a") && is(s->question[0].text, "q a") && is(s->paragraph[0].context, "x caf\xc3\xa9 b"));
    assert_int_equal(s->question[0].answers, 2), assert_int_equal(s->question[1].paragraph, 2),
        assert_int_equal(s->paragraph[2].article, 1);
    assert_int_equal(s->answer[0].start, 2), assert_int_equal(s->answer[0].end, 7);
    assert_int_equal(s->answer[1].start, 5), assert_int_equal(s->answer[1].end, 9); // answer_start counts characters
    assert_int_equal(s->answer[2].start, 7), assert_int_equal(s->answer[2].end, 8);
    assert_int_equal(s->answer[3].start, 2), assert_int_equal(s->answer[3].end, 7);
    assert_int_equal(s->question[2].id.n, 1); // a NUL
    tf_squad_free(s);
    warnings = 0;
    tf_squad_free(parse("{\"version\":\"v2.0\",\"data\":[{\"paragraphs\":[{\"context\":\"x\",\"qas\":[" QA("a", ANSWER("x", 0)) "]}]}]}"));
    assert_int_equal(warnings, 1);
    assert_string_equal(last_warning, "f.json: version v2.0, not 1.1");
}

static void misplaced_answers_are_counted(void **state) {
    (void)state;
    struct tf_squad *s =
        parse(FILE_OF("abc abd", QA("a", ANSWER("abd", 3) "," ANSWER("abd", 5) "," ANSWER("abd", -1) "," ANSWER("abd", 99) "," ANSWER(
                                             "", 0) "," ANSWER("ABC", 0) "," ANSWER("abd", 4) "," ANSWER("abdx", 4))));
    assert_int_equal(s->answers, 8), assert_int_equal(s->misplaced, 7);
    for (size_t i = 0; i < 8; i++) assert_int_equal(s->answer[i].found, i == 6);
    tf_squad_free(s);
}

static void errors_name_the_place(void **state) {
    (void)state;
    static const char *const row[][2] = {
        {"{\"data\":[", "f.json:1:"},
        {"[1]", "f.json: data: missing"},
        {"{\"data\":{}}", "f.json: data: a list with something in it is expected"},
        {"{\"data\":[]}", "f.json: data: a list with something in it is expected"},
        {"{\"data\":[{\"title\":\"t\"}]}", "f.json: data[0].paragraphs: missing"},
        {"{\"data\":[7]}", "f.json: data[0].paragraphs: missing"},
        {"{\"data\":[{\"paragraphs\":[{\"context\":\"c\",\"qas\":[]}]}]}", "f.json: no questions"},
        {"{\"data\":[{\"paragraphs\":[{\"context\":\"c\"}]}]}", "f.json: data[0].paragraphs[0].qas: missing"},
        {"{\"data\":[{\"paragraphs\":[{\"context\":\"c\",\"qas\":[" QA("a", ANSWER("c", 0)) "]},{\"context\":\"c\",\"qas\":{}}]}]}",
         "f.json: data[0].paragraphs[1].qas: a list is expected"},
        {"{\"data\":[{\"paragraphs\":\"x\"}]}", "f.json: data[0].paragraphs: a list with something in it is expected"},
        {"{\"data\":[{\"paragraphs\":[{\"context\":\"c\",\"qas\":[]},{\"qas\":[]}]}]}", "f.json: data[0].paragraphs[1].context: missing"},
        {"{\"data\":[{\"paragraphs\":[{\"context\":3,\"qas\":[]}]}]}", "f.json: data[0].paragraphs[0].context: a string is expected"},
        {FILE_OF("c", "{}"), "f.json: data[0].paragraphs[0].qas[0].id: missing"},
        {FILE_OF("c", QA("", ANSWER("c", 0))), "f.json: data[0].paragraphs[0].qas[0].id: empty"},
        {FILE_OF("c", QA("a", ANSWER("c", 0)) ",{\"id\":\"b\",\"answers\":[1]}"), "f.json: data[0].paragraphs[0].qas[1].question: missing"},
        {FILE_OF("c", "{\"id\":\"b\",\"question\":\"\"}"), "f.json: data[0].paragraphs[0].qas[0].answers: missing"},
        {FILE_OF("c", QA("a", "")), "f.json: data[0].paragraphs[0].qas[0].answers: a list with something in it is expected"},
        {FILE_OF("c", QA("a", "1")), "f.json: data[0].paragraphs[0].qas[0].answers[0].text: missing"},
        {FILE_OF("c", QA("a", ANSWER("c", 0) ",{\"text\":\"c\"}")),
         "f.json: data[0].paragraphs[0].qas[0].answers[1].answer_start: missing"},
        {FILE_OF("c", QA("a", ANSWER("c", 0.5))),
         "f.json: data[0].paragraphs[0].qas[0].answers[0].answer_start: a whole number is expected"},
        {FILE_OF("c", QA("a", ANSWER("c", 0)) "," QA("b", ANSWER("c", 0)) "," QA("a", ANSWER("c", 0))),
         "f.json: data[0]: two questions have the id 'a'"},
    };
    const size_t live = tf_mem_live();
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        struct tf_squad *s = NULL;
        struct tf_err e = {0};
        assert_int_equal(tf_squad_parse(&s, row[i][0], strlen(row[i][0]), "f.json", &e), -1);
        assert_null(s);
        assert_int_equal(e.code, TF_BAD);
        if (i ? strcmp(e.msg, row[i][1]) : strncmp(e.msg, row[i][1], strlen(row[i][1])))
            fail_msg("%zu: '%s' is not '%s'", i, e.msg, row[i][1]);
        assert_int_equal(tf_mem_live(), live);
    }
}

/* ---- windows --------------------------------------------------------------------------------------------------------------------- */

static struct tf_squad_set *encode(const char *json, int max_length, int doc_stride, int max_query_length) {
    struct tf_wordpiece *v;
    struct tf_err e = {0};
    struct tf_squad_opts o = {.max_length = max_length, .doc_stride = doc_stride, .max_query_length = max_query_length};
    assert_int_equal(tf_wordpiece_parse(&v, squad_vocab, strlen(squad_vocab), "vocab", &e), 0);
    struct tf_squad_set *s = tf_squad_encode(parse(json), v, &o, 2);
    uint32_t *all = tf_alloc(s->file->questions * sizeof *all);
    for (size_t i = 0; i < s->file->questions; i++) all[i] = (uint32_t)i;
    tf_squad_choose(s, all, s->file->questions);
    tf_free(all);
    tf_wordpiece_free(v);
    return s;
}

/* The window's pieces, joined by blanks. */
static const char *text_of(const struct tf_squad_set *s, size_t w, char out[512]) {
    struct tf_wordpiece *v;
    struct tf_err e = {0};
    uint16_t tok[64];
    size_t at = 0;
    assert_true(s->max_length <= 64);
    assert_int_equal(tf_wordpiece_parse(&v, squad_vocab, strlen(squad_vocab), "vocab", &e), 0);
    int n = tf_squad_tokens(s, w, tok);
    for (int i = 0; i < n; i++) at += (size_t)snprintf(out + at, 512 - at, "%s%s", i ? " " : "", tf_wordpiece_text(v, tok[i]));
    tf_wordpiece_free(v);
    return out;
}

static void windows_by_hand(void **state) {
    (void)state;
    char out[512];
    // 10 pieces, a question of 4 cut to 2: 10 - 2 - 3 = 5 of the context, a window every 3
    struct tf_squad_set *s =
        encode(FILE_OF("a b c d e f g h i j",
                       "{\"id\":\"1\",\"question\":\"q a b c\",\"answers\":[" ANSWER(
                           "e f", 8) "]},"
                                     "{\"id\":\"2\",\"question\":\"\",\"answers\":[" ANSWER("j", 18) "," ANSWER("a", 0) "]}"),
               10, 3, 2);
    static const char *const want[] = {"[CLS] q a [SEP] a b c d e [SEP]", "[CLS] q a [SEP] d e f g h [SEP]",
                                       "[CLS] q a [SEP] g h i j [SEP]", "[CLS] [SEP] a b c d e f g [SEP]",
                                       "[CLS] [SEP] d e f g h i j [SEP]"};
    static const int label[] = {0, 5 + 65536 * 6, 0, 0, 8 + 65536 * 8}; // the answer is not whole in the first
    assert_int_equal(s->windows, TF_COUNT(want));
    assert_int_equal(s->first[1], 3), assert_int_equal(s->first[2], 5);
    for (size_t w = 0; w < TF_COUNT(want); w++) {
        assert_string_equal(text_of(s, w, out), want[w]);
        assert_int_equal(tf_squad_label(s, w), label[w]);
    }
    tf_squad_set_free(s);
    // an answer at both edges of a window; exactly one window; a stride above the window's size; nothing to read
    s = encode(FILE_OF("a b c d e", QA("1", ANSWER("a b c d e", 0))), 10, 3, 2);
    assert_int_equal(s->windows, 1), assert_int_equal(tf_squad_label(s, 0), 4 + 65536 * 8);
    tf_squad_set_free(s);
    s = encode(FILE_OF("a b c d e f", QA("1", ANSWER("f", 10))), 10, 50, 2);
    assert_int_equal(s->windows, 2);
    assert_string_equal(text_of(s, 1, out), "[CLS] q [UNK] [SEP] f [SEP]");
    assert_int_equal(tf_squad_label(s, 0), 0), assert_int_equal(tf_squad_label(s, 1), 4 + 65536 * 4);
    tf_squad_set_free(s);
    s = encode(FILE_OF(" \\u0301 ", QA("1", ANSWER("\\u0301", 1)) "," QA("2", ANSWER("x", 0))), 10, 3, 2);
    assert_int_equal(s->windows, 0), assert_int_equal(s->n, 2);
    assert_false(tf_squad_answered(s, 0) || tf_squad_answered(s, 1));
    struct tf_squad_guess g[3];
    assert_int_equal(tf_squad_guess(s, 0, NULL, NULL, 3, 3, g), 1);
    assert_true(is(g[0].text, "empty") && g[0].probability == 1);
    tf_squad_set_free(s);
}

/* The tightest pieces around the answer, whatever letters and blanks there are. */
static void answers_become_pieces(void **state) {
    (void)state;
    static const struct {
        const char *json, *pieces; // "from to", or "" for none
    } row[] = {
        {FILE_OF("a (1895-1943).", QA("1", ANSWER("1895", 3))), "2 2"}, // README.md of BERT
        {FILE_OF("a (1895-1943).", QA("1", ANSWER("1895-1943", 3))), "2 4"},
        {FILE_OF("a (1895-1943).", QA("1", ANSWER("(1895-1943).", 2))), "1 6"},
        {FILE_OF("ax bx", QA("1", ANSWER("a", 0))), "0 0"}, // pieces a ##x b ##x: the first is enough
        {FILE_OF("ax bx", QA("1", ANSWER("x b", 1))), "1 2"},
        {FILE_OF("b cafes a", QA("1", ANSWER("af", 3))), "1 1"}, // inside a piece: all of it
        {FILE_OF("b Caf\\u00c9s a", QA("1", ANSWER("Caf\\u00c9", 2))), "1 1"},
        {FILE_OF("b Cafe\\u0301s a", QA("1", ANSWER("s", 7))), "2 2"}, // behind a mark that is dropped
        {FILE_OF("b Cafe\\u0301s a", QA("1", ANSWER("\\u0301", 6))), "1 1"},
        {FILE_OF("\\ud83d\\ude00 a\\u00a0b\\u2009c", QA("1", ANSWER("b\\u2009c", 4))), "2 3"},
        {FILE_OF("a b", QA("1", ANSWER(" ", 1))), ""},
        {FILE_OF("a b", QA("1", ANSWER(" b", 1))), "1 1"},
        {FILE_OF("a b", QA("1", ANSWER("x", 0))), ""},
        {FILE_OF("a b", QA("1", ANSWER("x", 0) "," ANSWER("a b", 0))), "0 1"}, // the first that is there
    };
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        struct tf_squad_set *s = encode(row[i].json, 32, 16, 4);
        char got[32] = "";
        assert_int_equal(tf_squad_answered(s, 0), *row[i].pieces != 0);
        int label = tf_squad_label(s, 0), at = s->window[0].at;
        if (label) snprintf(got, sizeof got, "%d %d", label % 65536 - at, label / 65536 - at);
        if (strcmp(got, row[i].pieces)) fail_msg("%zu: '%s' is not '%s'", i, got, row[i].pieces);
        tf_squad_set_free(s);
    }
}

/* ---- predictions ------------------------------------------------------------------------------------------------------------------ */

struct logits {
    tf_real v[64][2];
    uint64_t off[8];
};

static void clear(struct logits *x, const struct tf_squad_set *s) {
    uint16_t tok[64];
    memset(x, 0, sizeof *x);
    for (size_t w = 0; w < s->windows; w++) x->off[w + 1] = x->off[w] + (uint64_t)tf_squad_tokens(s, w, tok);
    for (int i = 0; i < 64; i++) x->v[i][0] = x->v[i][1] = -9;
}

static int guess(const struct tf_squad_set *s, const struct logits *x, int n_best, int most, struct tf_squad_guess *g) {
    return tf_squad_guess(s, 0, &x->v[0][0], x->off, n_best, most, g);
}

static void most_context(void **state) {
    (void)state;
    // windows of 5 every 3: abcde, defgh, ghij
    struct tf_squad_set *s = encode(FILE_OF("a b c d e f g h i j", QA("1", ANSWER("e", 8))), 10, 3, 2);
    assert_int_equal(s->windows, 3);
    static const size_t want[] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2}; // d: 1 of abcde, 0 of defgh; h: 0 of defgh, 1 of ghij; g: 1, 0
    size_t at_h = tf_squad_max_context(s, 0, 7);
    assert_int_equal(at_h, 2);
    for (uint32_t i = 0; i < 10; i++)
        if (i != 7) assert_int_equal(tf_squad_max_context(s, 0, i), want[i]);
    tf_squad_set_free(s);
    // equal on both sides, 0 of abc and of cde: the longer counts 0.01 a piece; of equals the first
    s = encode(FILE_OF("a b c d e", QA("1", ANSWER("c", 4))), 8, 2, 2);
    assert_int_equal(s->windows, 2);
    assert_int_equal(tf_squad_max_context(s, 0, 2), 0);
    tf_squad_set_free(s);
    s = encode(FILE_OF("a b c d", QA("1", ANSWER("c", 4))), 8, 2, 2); // abc, cd: c has 0 and 0
    assert_int_equal(tf_squad_max_context(s, 0, 2), 0);
    tf_squad_set_free(s);
}

static void guesses_by_hand(void **state) {
    (void)state;
    struct logits x;
    struct tf_squad_guess g[64];
    // windows [CLS] q [UNK] [SEP] at 4.. [SEP]: rows 0..9, 10..19, 20..28
    struct tf_squad_set *s = encode(FILE_OF("A  b c d e f g h i A", QA("1", ANSWER("e", 9))), 10, 3, 2);
    clear(&x, s);
    assert_int_equal(x.off[3], 29);
    x.v[1][0] = 90, x.v[2][1] = 90; // in the question: no
    x.v[0][0] = 80, x.v[0][1] = 80; // [CLS]: no
    x.v[9][1] = 70;                 // [SEP]: no
    x.v[8][0] = 50;                 // e, but it has most context in the next window
    x.v[12 + 3][0] = 5;             // e there
    x.v[12 + 2][1] = 40;            // d: an end before the start
    x.v[17][1] = 6, x.v[16][1] = 1; // g, f
    int n = guess(s, &x, 20, 30, g);
    assert_true(n > 3);
    assert_true(is(g[0].text, "e f g") && g[0].start_logit == 5 && g[0].end_logit == 6);
    assert_true(is(g[1].text, "e f") && g[1].end_logit == 1);
    double sum = 0;
    for (int i = 0; i < n; i++) {
        sum += g[i].probability;
        assert_true(!i || g[i].probability <= g[i - 1].probability);
        for (int j = 0; j < i; j++) assert_false(g[i].text.n == g[j].text.n && !memcmp(g[i].text.s, g[j].text.s, g[i].text.n));
    }
    assert_true(fabs(sum - 1) < 1e-12);
    assert_true(fabs(log(g[0].probability / g[1].probability) - 5) < 1e-9);
    guess(s, &x, 20, 2, g); // three pieces are too long now
    assert_true(is(g[0].text, "e f"));
    guess(s, &x, 1, 30, g); // the best start of a window and its best end: only the second has both in its context, the wrong way round
    assert_true(is(g[0].text, "empty"));
    guess(s, &x, 1 << 20, 30, g); // far more starts and ends than a window has: there is memory for its own
    assert_true(is(g[0].text, "e f g"));
    // the same text at two places counts once, with its better score; the text is the context's: capitals, two blanks
    clear(&x, s);
    x.v[4][0] = x.v[4][1] = 3;   // A
    x.v[27][0] = x.v[27][1] = 4; // the other A
    x.v[5][1] = 2.5;             // b
    n = guess(s, &x, 3, 30, g);
    assert_int_equal(n, 2); // what else is among the three best lies outside of the context
    assert_true(is(g[0].text, "A") && g[0].start_logit == 4);
    assert_true(is(g[1].text, "A  b") && g[1].start_logit == 3);
    tf_squad_set_free(s);
}

static void files_are_json(void **state) {
    (void)state;
    struct tf_buf b = {0};
    struct tf_json *j;
    struct tf_err e = {0};
    static const char odd[] = "\"\\/\b\f\n\r\t\x01\x7f \xc3\xa9\xe2\x80\xa8\xf0\x9f\x98\x80";
    const struct tf_squad_text id = {odd, sizeof odd - 1}, text0 = {odd, sizeof odd}; // with its NUL
    struct tf_squad_guess g[2] = {{text0, 1.5, -2e-7, 0.75}, {{"", 0}, 1e30, 3, 0.25}};
    tf_buf_addf(&b, "{");
    tf_squad_put_best(&b, id, g);
    tf_buf_addf(&b, ", \"two");
    b.len -= 5;
    tf_squad_put_guesses(&b, (struct tf_squad_text){"two", 3}, g, 2);
    tf_buf_addf(&b, "}");
    if (tf_json_parse(&j, b.s, b.len, "written", &e)) fail_msg("%s: %s", e.msg, b.s);
    size_t n;
    const struct tf_json *two = tf_json_get(j, "two");
    assert_int_equal(tf_json_count(two), 2);
    const char *text = tf_json_text(tf_json_get(tf_json_at(two, 0), "text"), &n);
    assert_int_equal(n, sizeof odd);
    assert_memory_equal(text, odd, n);
    assert_non_null(tf_json_get(tf_json_at(two, 1), "probability"));
    tf_json_free(j);
    tf_buf_free(&b);
}

/* ---- the metric ---------------------------------------------------------------------------------------------------------------------- */

static void normalisation(void **state) {
    (void)state;
    static const char *const row[][2] = {
        {"The  Quick, brown\tfox!", "quick brown fox"},
        {"", ""},
        {"the", ""},
        {"A. An? THE!", ""},
        {"...", ""},
        {"theatre a-team an'the", "theatre ateam anthe"}, // signs go before articles do
        {"U.S.A. a", "usa"},
        {"a_b", "ab"},
        {"$5 + 3%", "5 3"},
        {"a\xe2\x80\x93"
         "b",
         "\xe2\x80\x93"
         "b"},                                              // an en dash is neither sign nor letter
        {"the\xc3\xa9 a\xc3\xa9", "the\xc3\xa9 a\xc3\xa9"}, // é is a letter
        {"a\xcc\x81 b", "\xcc\x81 b"},                      // a mark is none
        {"a1 the2 2a", "a1 the2 2a"},
        {"x\xc2\xa0\xe3\x80\x80y\x1cz\xc2\x85w", "x y z w"},
        {"\xe2\x80\x8b"
         "a",
         "\xe2\x80\x8b"}, // U+200B is no blank
        {"\xc3\x89\xc4\xb0\xce\xa3", "\xc3\xa9i\xcc\x87\xcf\x83"},
        {"\xff"
         "A\xc3",
         "\xef\xbf\xbd \xef\xbf\xbd"},
    };
    struct tf_buf b = {0};
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        b.len = 0;
        tf_squad_normalize(&b, row[i][0], strlen(row[i][0]));
        if (strcmp(b.s, row[i][1])) fail_msg("%zu: '%s' is not '%s'", i, b.s, row[i][1]);
    }
    tf_buf_free(&b);
}

static void scores_by_hand(void **state) {
    (void)state;
    struct tf_squad *s = parse(FILE_OF("c", QA("0", ANSWER("The Denver Broncos", 0) "," ANSWER("Denver", 0)) "," QA(
                                                "1", ANSWER("the", 0)) "," QA("2", ANSWER("to be or not to be", 0) "," ANSWER("to", 0))));
    static const struct {
        int q;
        const char *text;
        bool exact;
        double f1;
    } row[] = {{0, "denver broncos!", true, 1},
               {0, "Denver", true, 1},
               {0, "Broncos of Denver", false, 0.8}, // 2 of 3 and 2 of 2 words
               {0, "Carolina", false, 0},
               {0, "", false, 0},
               {1, "an", true, 0}, // nothing is left of either: equal, but no word is shared
               {1, "x", false, 0},
               {2, "to to to", false, 2 * (2.0 / 3) * (2.0 / 6) / (2.0 / 3 + 2.0 / 6)}, // 4/9 beside 1/2 of the other answer
               {2, "be to be", false, 2.0 * 3 / 9}};
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        double f1, want = row[i].q == 2 && i == 7 ? 0.5 : row[i].f1;
        bool exact = tf_squad_grade(s, (size_t)row[i].q, (struct tf_squad_text){row[i].text, strlen(row[i].text)}, &f1);
        assert_int_equal(exact, row[i].exact);
        if (!(fabs(f1 - want) <= 1e-12)) fail_msg("%zu: %g is not %g", i, f1, want);
    }
    tf_squad_free(s);
}

/* ---- the real files -------------------------------------------------------------------------------------------------------------------- */

/* Gold spans through windows, guesses and text. Where that is wrong, the answer is a part of a piece or too long. */
static void oracle(const struct tf_squad_set *s) {
    const struct tf_squad *f = s->file;
    uint64_t *off = tf_alloc((s->windows + 1) * sizeof *off);
    uint16_t tok[384];
    size_t exact = 0;
    double sum = 0;
    off[0] = 0;
    for (size_t w = 0; w < s->windows; w++) off[w + 1] = off[w] + (uint64_t)tf_squad_tokens(s, w, tok);
    tf_real *logits = tf_calloc(2 * off[s->windows] * sizeof *logits);
    for (size_t i = 0; i < s->n; i++) {
        uint32_t from, to;
        struct tf_squad_guess g[20];
        double f1;
        if (!tf_squad_pieces(s, i, &f->answer[f->question[i].answer], &from, &to)) continue;
        size_t k = tf_squad_max_context(s, i, from);
        const struct tf_squad_window *w = &s->window[k];
        if (to < w->first + w->n) {
            logits[2 * (off[k] + (uint64_t)w->at + from - w->first)] = 9;
            logits[2 * (off[k] + (uint64_t)w->at + to - w->first) + 1] = 9;
        }
        tf_squad_guess(s, i, logits, off, 20, 30, g);
        exact += tf_squad_grade(f, i, g[0].text, &f1);
        sum += f1;
    }
    print_message("oracle: exact %.3f %%, F1 %.3f %%\n", 100.0 * (double)exact / (double)s->n, 100 * sum / (double)s->n);
    assert_true((double)exact > 0.995 * (double)s->n && sum > 0.997 * (double)s->n);
    tf_free(off), tf_free(logits);
}

/* Counts of the whole files at the published settings: questions as published, windows as measured. */
static void real_windows(void **state) {
    (void)state;
    char path[512];
    snprintf(path, sizeof path, "%s/squad/train-v1.1.json", real ? real : "");
    if (!real || !tf_file_exists(path)) skip();
    struct tf_err e = {0};
    struct tf_wordpiece *v;
    struct tf_squad_opts o;
    static const struct {
        const char *name;
        size_t questions, windows;
    } row[] = {{"train", 87599, 88641}, {"dev", 10570, 10833}};
    tf_opt_defaults(tf_squad_opt_table, &o);
    snprintf(path, sizeof path, "%s/%s", real, o.vocab);
    if (tf_wordpiece_load(&v, path, &e)) fail_msg("%s", e.msg);
    for (size_t r = 0; r < TF_COUNT(row); r++) {
        struct tf_squad *f;
        snprintf(path, sizeof path, "%s/squad/%s-v1.1.json", real, row[r].name);
        if (tf_squad_load(&f, path, &e)) fail_msg("%s", e.msg);
        assert_int_equal(f->questions, row[r].questions);
        struct tf_squad_set *s = tf_squad_encode(f, v, &o, 2);
        uint32_t *all = tf_alloc(f->questions * sizeof *all);
        for (size_t i = 0; i < f->questions; i++) all[i] = (uint32_t)i;
        tf_squad_choose(s, all, f->questions);
        assert_int_equal(s->windows, row[r].windows);
        tf_free(all);
        if (!strcmp(row[r].name, "dev")) oracle(s);
        tf_squad_set_free(s);
    }
    tf_wordpiece_free(v);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_files),           cmocka_unit_test(misplaced_answers_are_counted),
        cmocka_unit_test(errors_name_the_place), cmocka_unit_test(windows_by_hand),
        cmocka_unit_test(answers_become_pieces), cmocka_unit_test(most_context),
        cmocka_unit_test(guesses_by_hand),       cmocka_unit_test(files_are_json),
        cmocka_unit_test(normalisation),         cmocka_unit_test(scores_by_hand),
        cmocka_unit_test(real_windows),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
