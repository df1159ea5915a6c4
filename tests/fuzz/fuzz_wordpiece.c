/* WordPiece: a vocabulary and a text, divided by a line "=". Whatever parses as a vocabulary cuts the text as the published loop over substrings
 * does; spans stay inside the text and never go backwards; a blank in front changes nothing; training on the text gives a vocabulary. */
#include "text/wordpiece.h"
#include "text/wordpiece_train.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define SPECIAL "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n"

static int naive_find(const struct tf_wordpiece *v, const char *prefix, const char *s, size_t n) {
    size_t k = strlen(prefix);
    for (int i = 0; i < v->n; i++)
        if (strlen(v->piece[i]) == k + n && !memcmp(v->piece[i], prefix, k) && !memcmp(v->piece[i] + k, s, n)) return i;
    return -1;
}

/* The pieces of the word against ids at o->id + at; returns how many there are. */
static size_t check_word(const struct tf_wordpiece *v, const struct tf_basic *b, const struct tf_wordpiece_ids *o, size_t at) {
    size_t i = 0, j, k = 0, letters = 0;
    int id[4 * TF_WP_WORD_MAX];
    for (j = 0; j < b->len; j++) letters += ((unsigned char)b->word[j] & 0xc0) != 0x80;
    for (; i < b->len && letters <= TF_WP_WORD_MAX; i = j) {
        for (j = b->len; j > i && (id[k] = naive_find(v, i ? "##" : "", b->word + i, j - i)) < 0;) j--;
        if (j == i) break;
        k++;
    }
    if (i < b->len) id[0] = v->special[TF_WP_UNK], k = 1;
    for (size_t p = 0; p < k; p++) TF_BUG_IF(at + p >= o->n || o->id[at + p] != id[p], "piece %zu of '%.*s'", p, (int)b->len, b->word);
    return k;
}

static void check_text(const struct tf_wordpiece *v, const char *s, size_t n) {
    struct tf_wordpiece_ids o = {.spans = true}, two = {0};
    struct tf_basic b = {0};
    struct tf_buf shifted = {0};
    size_t at = 0;
    tf_wordpiece_encode(v, s, n, &o);
    tf_basic_start(&b, s, n);
    while (tf_basic_next(&b)) at += check_word(v, &b, &o, at);
    TF_BUG_IF(at != o.n, "%zu pieces, not %zu", o.n, at);
    for (size_t i = 0; i < o.n; i++) {
        TF_BUG_IF(o.start[i] >= o.end[i] || o.end[i] > n, "span %u %u of %zu", o.start[i], o.end[i], n);
        TF_BUG_IF(i && (o.start[i] < o.start[i - 1] || o.end[i] < o.end[i - 1]), "span %u %u after %u %u", o.start[i], o.end[i],
                  o.start[i - 1], o.end[i - 1]);
    }
    tf_buf_add(&shifted, "\n", 1);
    tf_buf_add(&shifted, s, n);
    tf_wordpiece_encode(v, shifted.s, shifted.len, &two);
    TF_BUG_IF(two.n != o.n || (o.n && memcmp(two.id, o.id, o.n * sizeof *o.id)), "a blank in front matters");
    tf_basic_free(&b);
    tf_buf_free(&shifted);
    tf_wordpiece_ids_free(&o);
    tf_wordpiece_ids_free(&two);
}

static void check_training(const char *s, size_t n) {
    struct tf_word_counts c = {0};
    struct tf_buf out = {0};
    struct tf_err e = {0};
    struct tf_wordpiece_train o = {.size = 100, .min_count = 1, .alphabet = 20};
    struct tf_wordpiece *v = NULL;
    tf_word_counts_add(&c, s, n);
    int k = tf_wordpiece_train(&c, &o, &out, &e);
    TF_BUG_IF(k < 0 && e.code != TF_BAD, "code %d, '%s'", e.code, e.msg);
    if (k > 0) {
        TF_BUG_IF(tf_wordpiece_parse(&v, out.s, out.len, "trained", &e), "%s\n%s", e.msg, out.s);
        TF_BUG_IF(v->n != k, "%d pieces, not %d", v->n, k);
        tf_wordpiece_free(v);
    }
    tf_word_counts_free(&c);
    tf_buf_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t live = tf_mem_live();
    const char *s = (const char *)data, *cut = memmem(s, size, "\n=\n", 3), *text = cut ? cut + 3 : s;
    size_t n = size - (size_t)(text - s);
    struct tf_buf vocab = {0};
    struct tf_wordpiece *v = NULL;
    struct tf_err e = {0};
    tf_buf_addf(&vocab, SPECIAL);
    if (cut) tf_buf_add(&vocab, s, (size_t)(cut - s));
    if (tf_wordpiece_parse(&v, vocab.s, vocab.len, "fuzz", &e))
        TF_BUG_IF(e.code != TF_BAD || strncmp(e.msg, "fuzz:", 5) != 0, "code %d, '%s'", e.code, e.msg);
    else check_text(v, text, n);
    tf_wordpiece_free(v);
    tf_buf_free(&vocab);
    check_training(text, n < 512 ? n : 512);
    TF_BUG_IF(tf_mem_live() != live, "leak");
    return 0;
}
