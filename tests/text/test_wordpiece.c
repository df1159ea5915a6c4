/* BERT's WordPiece: published cases, odd texts from an independent reference, spans, vocabulary errors, threads. Training: test_wordpiece_train.c. */
#include <jansson.h>

#include "fixture.h"
#include "text/wordpiece.h"
#include "text/wordpiece_train.h"

/* The words of a text with '|' between them. */
static const char *words(struct tf_basic *b, struct tf_buf *out, const char *text, size_t n) {
    out->len = 0;
    tf_buf_add(out, "", 0);
    tf_basic_start(b, text, n);
    while (tf_basic_next(b)) {
        if (out->len) tf_buf_add(out, "|", 1);
        tf_buf_add(out, b->word, b->len);
    }
    return out->s;
}

static struct tf_wordpiece *vocab(const char *text) {
    struct tf_wordpiece *v = NULL;
    struct tf_err e = {0};
    if (tf_wordpiece_parse(&v, text, strlen(text), "vocab", &e)) fail_msg("%s", e.msg);
    return v;
}

/* The pieces of a text with blanks between them. */
static const char *pieces(const struct tf_wordpiece *v, struct tf_wordpiece_ids *o, struct tf_buf *out, const char *text, size_t n) {
    out->len = o->n = 0;
    tf_buf_add(out, "", 0);
    tf_wordpiece_encode(v, text, n, o);
    for (size_t i = 0; i < o->n; i++) tf_buf_addf(out, i ? " %s" : "%s", tf_wordpiece_text(v, o->id[i]));
    return out->s;
}

/* google-research/bert tokenization_test.py, with the special pieces that are missing there behind it. */
#define TEST_VOCAB "[UNK]\n[CLS]\n[SEP]\nwant\n##want\n##ed\nwa\nun\nrunn\n##ing\n,\n[PAD]\n[MASK]\n"

/* ---- words ---------------------------------------------------------------------------------------------------------------- */

static void test_words(void **state) {
    (void)state;
    static const struct {
        const char *text, *words;
    } row[] = {
        // tokenization_test.py: test_chinese, test_basic_tokenizer_lower
        {"ah\u535a\u63a8zz", "ah|\u535a|\u63a8|zz"},
        {" \tHeLLo!how  \n Are yoU?  ", "hello|!|how|are|you|?"},
        {"H\u00e9llo", "hello"},
        // test_is_whitespace, test_is_control, test_is_punctuation
        {"a b\tc\rd\ne\u00a0f", "a|b|c|d|e|f"},
        {"a\x05"
         "b",
         "ab"},
        {"a-b$c`d.e", "a|-|b|$|c|`|d|.|e"},
        // README.md: John Johanson 's house
        {"John Johanson 's   house", "john|johanson|'|s|house"},
        {"", ""},
        {" \t\r\n ", ""},
        {"\u0301", ""},                                                                     // a mark alone is nothing
        {"a\u0301 b\u0301", "a|b"},                                                         // marks go
        {"\u0130I", "ii"},                                                                  // the dot goes
        {"\u039f\u03a3 \u03a3\u0391", "\u03bf\u03c2|\u03c3\u03b1"},                         // final sigma
        {"\u0391\u0384\u03a3 \u0391\u20ac\u03a3", "\u03b1\u0384\u03c2|\u03b1\u20ac\u03c3"}, // through Sk, not through Sc
        {"\u226e\u2260", "<|="},                                                            // NFD makes ASCII punctuation of it
        {"a\u2014b\u201cc\u201d", "a|\u2014|b|\u201c|c|\u201d"},                            // P* beyond ASCII
        {"5\u00b0C \u20ac5", "5\u00b0c|\u20ac5"},                                           // So and Sc are not punctuation
        {"a\u2028b\u2029c", "a|b|c"},                                                       // blanks of str.split
        {"a\u200bb\u00adc\ufeffd\ufffde", "abcde"},                                         // Cf and U+FFFD go
        {"\ue000a \U0010ffff", "\ue000a|\U0010ffff"},                                       // Co and Cn stay
    };
    struct tf_basic b = {0};
    struct tf_buf out = {0};
    for (size_t i = 0; i < TF_COUNT(row); i++) assert_string_equal(words(&b, &out, row[i].text, strlen(row[i].text)), row[i].words);
    assert_string_equal(words(&b, &out, "a\0b c", 5), "ab|c");
    assert_string_equal(words(&b, &out, "x\xff\x80y \xe2\x82Z \xf0\x9f\x98", 11), "xy|z");
    assert_int_equal(b.replaced, 4); // U+FFFD of a decoder: ff, 80, e2 82, f0 9f 98
    tf_basic_free(&b);
    tf_buf_free(&out);
}

static void test_ascii(void **state) { // every character, between letters
    (void)state;
    struct tf_basic b = {0};
    struct tf_buf out = {0};
    for (int c = 0; c < 128; c++) {
        char text[3] = {'a', (char)c, 'b'}, want[8];
        bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r', control = !blank && (c < 32 || c == 127);
        bool sign = (c >= 33 && c <= 47) || (c >= 58 && c <= 64) || (c >= 91 && c <= 96) || (c >= 123 && c <= 126);
        if (blank) snprintf(want, sizeof want, "a|b");
        else if (control) snprintf(want, sizeof want, "ab");
        else if (sign) snprintf(want, sizeof want, "a|%c|b", c);
        else snprintf(want, sizeof want, "a%cb", c >= 'A' && c <= 'Z' ? c + 32 : c);
        assert_string_equal(words(&b, &out, text, 3), want);
    }
    tf_basic_free(&b);
    tf_buf_free(&out);
}

static void test_ideographs(void **state) { // the first and last of each block stand alone, their neighbours do not
    (void)state;
    static const uint32_t in[] = {0x3400,  0x4dbf,  0x4e00,  0x9fff,  0xf900,  0xfaff,  0x20000,
                                  0x2a6df, 0x2a700, 0x2b73f, 0x2b740, 0x2ceaf, 0x2f800, 0x2fa1f};
    static const uint32_t not_in[] = {0x33ff, 0x4dc0, 0x4dff, 0xa000, 0xfb00, 0x1ffff, 0x2a6e0, 0x2a6ff, 0x2ceb0, 0x2f7ff, 0x2fa20};
    struct tf_basic b = {0};
    for (size_t i = 0; i < TF_COUNT(in) + TF_COUNT(not_in); i++) {
        bool alone = i < TF_COUNT(in);
        uint32_t c = alone ? in[i] : not_in[i - TF_COUNT(in)];
        char text[8] = "a";
        int n = 1, found = 0;
        if (c >= 0x10000) text[n++] = (char)(0xf0 | c >> 18), text[n++] = (char)(0x80 | (c >> 12 & 63));
        else text[n++] = (char)(0xe0 | c >> 12);
        text[n++] = (char)(0x80 | (c >> 6 & 63)), text[n++] = (char)(0x80 | (c & 63)), text[n++] = 'b';
        tf_basic_start(&b, text, (size_t)n);
        while (tf_basic_next(&b)) found++;
        assert_int_equal(found, alone ? 3 : 1);
    }
    tf_basic_free(&b);
}

/* Large stretches: cut without harm, in memory and time that grow with the text only. */
static void test_large(void **state) {
    (void)state;
    enum { N = 3 << 20 };
    struct tf_basic b = {0};
    char *s = tf_alloc(N);
    for (int kind = 0; kind < 3; kind++) { // letters; e with accent; two kinds of marks that want another order
        static const char *const unit[] = {"abc", "\u00e9", "\U0001d16d\U0001d165"};
        size_t k = strlen(unit[kind]), n = 0, total = 0;
        for (; n + k <= N; n += k) memcpy(s + n, unit[kind], k);
        tf_basic_start(&b, s, n);
        while (tf_basic_next(&b)) total += b.len;
        assert_int_equal(total, kind == 1 ? n / 2 : n);
        assert_int_equal(b.replaced, 0);
    }
    tf_free(s);
    tf_basic_free(&b);
}

/* ---- pieces --------------------------------------------------------------------------------------------------------------- */

static void test_pieces(void **state) {
    (void)state;
    struct tf_wordpiece *v = vocab(TEST_VOCAB);
    struct tf_wordpiece_ids o = {0};
    struct tf_buf out = {0};
    // test_full_tokenizer, test_wordpiece_tokenizer, test_convert_tokens_to_ids
    static const uint16_t full[] = {7, 4, 5, 10, 8, 9};
    assert_string_equal(pieces(v, &o, &out, "UNwant\u00e9d,running", 18), "un ##want ##ed , runn ##ing");
    assert_int_equal(o.n, TF_COUNT(full));
    assert_memory_equal(o.id, full, sizeof full);
    assert_string_equal(pieces(v, &o, &out, "", 0), "");
    assert_string_equal(pieces(v, &o, &out, "unwanted running", 16), "un ##want ##ed runn ##ing");
    assert_int_equal(o.unknown, 0);
    assert_string_equal(pieces(v, &o, &out, "unwantedX running", 17), "[UNK] runn ##ing");
    assert_int_equal(o.unknown, 1);
    assert_string_equal(pieces(v, &o, &out, "[SEP]", 5), "[UNK] [UNK] [UNK]"); // three words: not the special piece
    assert_int_equal(v->n, 13);
    assert_int_equal(tf_wordpiece_find(v, "##ing", 5), 9);
    assert_int_equal(tf_wordpiece_find(v, "##in", 4), -1);
    assert_int_equal(tf_wordpiece_find(v, "ing", 3), -1);
    assert_int_equal(v->special[TF_WP_PAD], 11);
    assert_int_equal(v->special[TF_WP_UNK], 0);
    assert_int_equal(v->special[TF_WP_MASK], 12);
    tf_wordpiece_free(v);

    v = vocab("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\n##a\n\u1100\n##\u1161\n##\u11a8\n##\u1100\n"); // 200 letters at most, after NFD
    struct tf_buf text = {0};
    for (int i = 0; i < 200; i++) tf_buf_addf(&text, "\u00e1");
    pieces(v, &o, &out, text.s, text.len);
    assert_int_equal(o.n, 200);
    tf_buf_addf(&text, "a");
    assert_string_equal(pieces(v, &o, &out, text.s, text.len), "[UNK]");
    text.len = 0;
    for (int i = 0; i < 66; i++) tf_buf_addf(&text, "\uac01"); // three Jamo each
    pieces(v, &o, &out, text.s, text.len);
    assert_int_equal(o.n, 198);
    tf_buf_addf(&text, "aa");
    pieces(v, &o, &out, text.s, text.len);
    assert_int_equal(o.n, 200);
    tf_buf_addf(&text, "a");
    assert_string_equal(pieces(v, &o, &out, text.s, text.len), "[UNK]");
    tf_wordpiece_free(v);
    tf_wordpiece_ids_free(&o);
    tf_buf_free(&out);
    tf_buf_free(&text);
}

/* The trie against the published loop over substrings, with pieces and words of few letters. */
static void test_greedy(void **state) {
    (void)state;
    struct tf_rng r = tf_rng_at(5, TF_RNG_TEST, 0, 0, 0);
    for (int rep = 0; rep < 20; rep++) {
        struct tf_buf text = {0};
        struct tf_wordpiece_ids o = {0};
        tf_buf_addf(&text, "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n");
        for (uint32_t code = 1; code < 400; code++) { // each once: digits of code, base 3
            char piece[16] = "##";
            int n = 2;
            for (uint32_t c = code; c; c /= 3)
                n += snprintf(piece + n, sizeof piece - (size_t)n, "%s", (const char *[]){"a", "b", "\u03b1"}[c % 3]);
            if (tf_rng_below(&r, 3) == 0) tf_buf_addf(&text, "%s\n", piece);
            if (tf_rng_below(&r, 3) == 0) tf_buf_addf(&text, "%s\n", piece + 2);
        }
        struct tf_wordpiece *v = vocab(text.s);
        for (int word = 0; word < 300; word++) {
            char s[64], sub[80];
            int n = 0, want[32], k = 0;
            for (uint32_t i = tf_rng_below(&r, 12) + 1; i; i--)
                n += snprintf(s + n, sizeof s - (size_t)n, "%s", (const char *[]){"a", "b", "\u03b1"}[tf_rng_below(&r, 3)]);
            for (int i = 0, j; i < n && k >= 0; i = j) {
                for (j = n; j > i; j--) {
                    int len = snprintf(sub, sizeof sub, "%s%.*s", i ? "##" : "", j - i, s + i), id = -1;
                    for (int p = 0; p < v->n && id < 0; p++)
                        if (!strncmp(v->piece[p], sub, (size_t)len + 1)) id = p;
                    if (id < 0) continue;
                    want[k++] = id;
                    break;
                }
                if (j == i) k = -1;
            }
            if (k < 0) want[0] = v->special[TF_WP_UNK], k = 1;
            o.n = 0;
            tf_wordpiece_encode(v, s, (size_t)n, &o);
            assert_int_equal(o.n, k);
            for (int i = 0; i < k; i++) assert_int_equal(o.id[i], want[i]);
        }
        tf_wordpiece_free(v);
        tf_wordpiece_ids_free(&o);
        tf_buf_free(&text);
    }
}

static void test_spans(void **state) {
    (void)state;
    static const struct {
        const char *text, *cut; // the source of each piece, with '|' between
    } row[] = {
        {"  UNwant\u00e9d,\trunning ", "UN|want|\u00e9d|,|runn|ing"},
        {"unwante\u0301d running", "un|want|e\u0301d|runn|ing"},                 // the accent belongs to its letter
        {"runn\u00ading run\u00adning", "runn|ing|run\u00adn|ing"},              // what is dropped inside a piece is inside its span
        {"wa\u0301,Zz\u00e9\u0301y wa\xff,", "wa\u0301|,|Zz\u00e9\u0301y|wa|,"}, // [UNK] has its whole word
        {"\u00a0wa\u3000un\u2028wa", "wa|un|wa"},
        {"wa\u226eun", "wa|\u226e|un"},
    };
    struct tf_wordpiece *v = vocab(TEST_VOCAB);
    struct tf_wordpiece_ids o = {.spans = true};
    struct tf_buf out = {0};
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        out.len = 0;
        o.n = 0;
        tf_wordpiece_encode(v, row[i].text, strlen(row[i].text), &o);
        for (size_t k = 0; k < o.n; k++) {
            if (k) tf_buf_add(&out, "|", 1);
            tf_buf_add(&out, row[i].text + o.start[k], o.end[k] - o.start[k]);
        }
        assert_string_equal(out.s, row[i].cut);
    }
    tf_wordpiece_free(v);
    tf_wordpiece_ids_free(&o);
    tf_buf_free(&out);
}

/* ---- vocabulary ------------------------------------------------------------------------------------------------------------ */

static void test_errors(void **state) {
    (void)state;
    static const struct {
        const char *text, *msg;
    } row[] = {
        {"", "v.txt: empty file"},
        {"\xef\xbb\xbf", "v.txt: empty file"},
        {"[PAD]\n\n[UNK]\n", "v.txt:2: empty line"},
        {"[PAD]\n  \t\r\n[UNK]\n", "v.txt:2: empty line"},
        {"[PAD]\na\nb\na\nb\n", "v.txt:4: a is on line 2 already"},
        {"[PAD]\na b\n", "v.txt:2: blank or control character inside a piece"},
        {"[PAD]\na\x01\n", "v.txt:2: blank or control character inside a piece"},
        {"[PAD]\n\xff\n", "v.txt:2: not UTF-8"},
        {"[UNK]\n[CLS]\n[SEP]\n[MASK]\n", "v.txt: no [PAD], so not a BERT vocabulary"},
        {"[PAD]\n[CLS]\n[SEP]\n[MASK]\n", "v.txt: no [UNK], so not a BERT vocabulary"},
        {"[PAD]\n[UNK]\n[SEP]\n[MASK]\n", "v.txt: no [CLS], so not a BERT vocabulary"},
        {"[PAD]\n[UNK]\n[CLS]\n[MASK]\n", "v.txt: no [SEP], so not a BERT vocabulary"},
        {"[PAD]\n[UNK]\n[CLS]\n[SEP]\n[mask]\n", "v.txt: no [MASK], so not a BERT vocabulary"},
    };
    size_t live = tf_mem_live();
    struct tf_wordpiece *v = NULL;
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        struct tf_err e = {0};
        assert_int_equal(tf_wordpiece_parse(&v, row[i].text, strlen(row[i].text), "v.txt", &e), -1);
        assert_int_equal(e.code, TF_BAD);
        assert_string_equal(e.msg, row[i].msg);
        assert_null(v);
    }
    struct tf_buf big = {0};
    struct tf_err e = {0};
    for (int i = 0; i < TF_WP_VOCAB_MAX + 1; i++) tf_buf_addf(&big, "%d\n", i);
    assert_int_equal(tf_wordpiece_parse(&v, big.s, big.len, "v", &e), -1);
    assert_string_equal(e.msg, "v:65536: more than 65535 pieces");
    e = (struct tf_err){0}, big.len = 0;
    for (int i = 0; i < TF_WP_PIECE_MAX + 1; i++) tf_buf_addf(&big, "x");
    assert_int_equal(tf_wordpiece_parse(&v, big.s, big.len, "v", &e), -1);
    assert_string_equal(e.msg, "v:1: piece of more than 1000 bytes");
    tf_buf_free(&big);
    e = (struct tf_err){0};
    assert_int_equal(tf_wordpiece_load(&v, "/nonexistent/vocab.txt", &e), -1);
    assert_int_equal(e.code, TF_BAD);
    // CR LF, a byte order mark, no LF at the end: fine
    v = vocab("\xef\xbb\xbf[PAD]\r\n[UNK]\r\n[CLS]\r\n[SEP]\r\n[MASK]\r\nwa");
    assert_int_equal(v->n, 6);
    assert_string_equal(tf_wordpiece_text(v, 5), "wa");
    assert_int_equal(v->special[TF_WP_MASK], 4);
    assert_int_equal(v->more, -1); // no ## at all
    tf_wordpiece_free(v);
    assert_int_equal(tf_mem_live(), live);
}

static struct tf_wordpiece *standard(void) {
    char path[512];
    struct tf_wordpiece *v = NULL;
    struct tf_err e = {0};
    snprintf(path, sizeof path, "%s/bert-vocab/vocab.txt", real ? real : "");
    if (!real || !tf_file_exists(path)) return NULL;
    if (tf_wordpiece_load(&v, path, &e)) fail_msg("%s", e.msg);
    return v;
}

static void test_standard(void **state) {
    (void)state;
    struct tf_wordpiece *v = standard();
    if (!v) skip();
    static const struct {
        const char *text, *pieces;
    } row[] = {
        // google-research/bert README.md, "Tokenization"
        {"John Johanson 's   house", "john johan ##son ' s house"},
        {"John Johanson's house", "john johan ##son ' s house"},
        {"john johanson ' s ,", "john johan ##son ' s ,"},
        // pytorch-pretrained-BERT README.md, "Usage"
        {"Who was Jim Henson ? Jim Henson was a puppeteer", "who was jim henson ? jim henson was a puppet ##eer"},
    };
    struct tf_wordpiece_ids o = {0};
    struct tf_buf out = {0};
    for (size_t i = 0; i < TF_COUNT(row); i++) assert_string_equal(pieces(v, &o, &out, row[i].text, strlen(row[i].text)), row[i].pieces);
    assert_int_equal(v->n, 30522);
    static const uint16_t special[] = {0, 100, 101, 102, 103};
    assert_memory_equal(v->special, special, sizeof special);
    for (int i = 0; i < v->n; i++) assert_int_equal(tf_wordpiece_find(v, v->piece[i], strlen(v->piece[i])), i);
    tf_wordpiece_free(v);
    tf_wordpiece_ids_free(&o);
    tf_buf_free(&out);
}

static char *joined(const json_t *list, const char *between) {
    struct tf_buf b = {0};
    tf_buf_add(&b, "", 0);
    for (size_t i = 0; i < json_array_size(list); i++)
        tf_buf_addf(&b, "%s%s", i ? between : "", json_string_value(json_array_get(list, i)));
    return b.s;
}

static void test_golden(void **state) {
    (void)state;
    json_t *all = json_load_file("tests/golden/wordpiece/odd.json", 0, NULL), *x;
    struct tf_wordpiece *v = standard();
    struct tf_wordpiece_ids o = {.spans = true};
    struct tf_basic b = {0};
    struct tf_buf out = {0};
    size_t i;
    assert_true(json_array_size(all) > 100);
    json_array_foreach(all, i, x) {
        const char *hex = json_string_value(json_object_get(x, "bytes"));
        char text[4096], *want = joined(json_object_get(x, "words"), "|");
        size_t n = strlen(hex) / 2;
        for (size_t k = 0; k < n; k++) text[k] = (char)strtol((char[]){hex[2 * k], hex[2 * k + 1], 0}, NULL, 16);
        assert_string_equal(words(&b, &out, text, n), want);
        assert_int_equal(b.replaced, json_integer_value(json_object_get(x, "replaced")));
        tf_free(want);
        if (!v) continue;
        want = joined(json_object_get(x, "pieces"), " ");
        assert_string_equal(pieces(v, &o, &out, text, n), want);
        tf_free(want);
        for (size_t k = 0; k < o.n; k++) {
            assert_true(o.start[k] < o.end[k] && o.end[k] <= n);
            if (k) assert_true(o.start[k] >= o.start[k - 1] && o.end[k] >= o.end[k - 1]);
        }
    }
    json_decref(all);
    tf_basic_free(&b);
    tf_buf_free(&out);
    tf_wordpiece_ids_free(&o);
    tf_wordpiece_free(v);
}

/* ---- many documents --------------------------------------------------------------------------------------------------------- */

static void test_docs(void **state) {
    (void)state;
    enum { DOCS = 3000 };
    static const char *const word[] = {"unwanted", "running,", "wa", "\u00c9d", "x\xff", "WANT", "\u535a", "  ", "un\u0301", "want"};
    struct tf_rng r = tf_rng_at(3, TF_RNG_TEST, 1, 0, 0);
    struct tf_wordpiece *v = vocab(TEST_VOCAB);
    struct tf_buf text = {0};
    static struct tf_wordpiece_doc doc[DOCS];
    static uint64_t off[DOCS + 1];
    size_t live = 0;
    for (size_t i = 0; i < DOCS; i++) { // empty ones among them; text moves, so it is pointed to later
        size_t start = text.len;
        for (uint32_t k = tf_rng_below(&r, 100); k; k--) tf_buf_addf(&text, "%s ", word[tf_rng_below(&r, TF_COUNT(word))]);
        doc[i].n = text.len - start;
    }
    for (size_t i = 0, at = 0; i < DOCS; at += doc[i++].n) doc[i].text = text.s + at;
    struct tf_wordpiece_ids one = {.spans = true};
    static uint64_t want[DOCS + 1];
    for (size_t i = 0; i < DOCS; i++) {
        tf_wordpiece_encode(v, doc[i].text, doc[i].n, &one);
        want[i + 1] = one.n;
    }
    assert_true(one.n > 100000 && one.replaced > 1000 && one.unknown > 1000);
    live = tf_mem_live();
    for (int threads = 1; threads <= 3; threads++) {
        struct tf_wordpiece_ids o = {.spans = true};
        tf_wordpiece_encode_docs(v, doc, DOCS, threads, &o, off);
        assert_int_equal(o.n, one.n);
        assert_memory_equal(off, want, sizeof off);
        assert_memory_equal(o.id, one.id, o.n * sizeof *o.id);
        assert_memory_equal(o.start, one.start, o.n * sizeof *o.start);
        assert_memory_equal(o.end, one.end, o.n * sizeof *o.end);
        assert_int_equal(o.replaced, one.replaced);
        assert_int_equal(o.unknown, one.unknown);
        tf_wordpiece_encode_docs(v, doc, 0, threads, &o, off); // appends nothing
        assert_int_equal(off[0], one.n);
        tf_wordpiece_encode_docs(v, doc, 2, threads, &o, off);
        assert_int_equal(off[2], one.n + want[2]);
        tf_wordpiece_ids_free(&o);
        assert_int_equal(tf_mem_live(), live);
    }
    tf_wordpiece_ids_free(&one);
    tf_wordpiece_free(v);
    tf_buf_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),    cmocka_unit_test(test_ascii),  cmocka_unit_test(test_ideographs), cmocka_unit_test(test_large),
        cmocka_unit_test(test_pieces),   cmocka_unit_test(test_greedy), cmocka_unit_test(test_spans),      cmocka_unit_test(test_errors),
        cmocka_unit_test(test_standard), cmocka_unit_test(test_golden), cmocka_unit_test(test_docs),
    };
    return cmocka_run_group_tests_name("wordpiece", tests, enter, leave);
}
