/* A WordPiece vocabulary from counted words: byte-pair merges (Sennrich et al. 2016) with the prefix "##". Every distinct word is an array of symbols;
 * every pair of neighbours knows its count and the words it was seen in; a heap gives the most frequent pair, whose stale entries are put
 * right when they come up. */
#include "text/wordpiece_train.h"

#include <stdlib.h>
#include <string.h>

#include "io/io.h"
#include "text/texts.h"
#include "text/wordpiece.h"

#define OPT(field) #field, TF_INT, offsetof(struct tf_wordpiece_train, field)
const struct tf_opt tf_wordpiece_train_opts[] = {
    {OPT(size), "30522", 6, TF_WP_VOCAB_MAX, NULL, "pieces, special ones included; fewer when the pairs run out"},
    {OPT(min_count), "2", 1, 1 << 30, NULL, "a pair seen less often is not merged"},
    {OPT(alphabet), "0", 0, 1 << 20, NULL, "most letters kept, the frequent ones; 0: size / 8, at most 1000"},
    {.name = NULL}};
#undef OPT

#define NONE TF_NO_WORD

/* ---- counting words -------------------------------------------------------------------------------------------------------- */

static void rehash(struct tf_word_counts *c) {
    c->slots = c->slots ? 2 * c->slots : 1 << 8;
    tf_free(c->slot);
    c->slot = tf_calloc(c->slots * sizeof *c->slot);
    for (size_t i = 0; i < c->n; i++) {
        size_t at = c->w[i].hash & (c->slots - 1);
        while (c->slot[at]) at = (at + 1) & (c->slots - 1);
        c->slot[at] = (uint32_t)i + 1;
    }
}

/* The entry of a string, NONE: there is none; *at: its place in the table, or where it would go. */
static uint32_t lookup(const struct tf_word_counts *c, const char *s, size_t n, uint32_t hash, size_t *at) {
    if (!c->slots) return NONE;
    for (*at = hash & (c->slots - 1); c->slot[*at]; *at = (*at + 1) & (c->slots - 1)) {
        const struct tf_word_count *w = &c->w[c->slot[*at] - 1];
        if (w->hash == hash && w->len == n && !memcmp(c->text.s + w->at, s, n)) return c->slot[*at] - 1;
    }
    return NONE;
}

static uint32_t hash_of(const char *s, size_t n) { return (uint32_t)tf_hash64(s, n, 0); }

uint32_t tf_word_counts_find(const struct tf_word_counts *c, const char *s, size_t n) {
    size_t at;
    return lookup(c, s, n, hash_of(s, n), &at);
}

/* The entry of a string, a new one with count 0 if need be. */
static uint32_t intern(struct tf_word_counts *c, const char *s, size_t n) {
    if (2 * c->n >= c->slots) rehash(c);
    uint32_t hash = hash_of(s, n);
    size_t at = 0;
    uint32_t i = lookup(c, s, n, hash, &at);
    if (i != NONE) return i;
    TF_BUG_IF(c->n >= NONE - 1, "too many words");
    TF_GROW(c->w, c->n, c->cap);
    c->w[c->n] = (struct tf_word_count){c->text.len, (uint32_t)n, hash, 0};
    tf_buf_add(&c->text, s, n);
    tf_buf_add(&c->text, "", 1); // NUL-terminated
    c->slot[at] = (uint32_t)++c->n;
    return (uint32_t)c->n - 1;
}

uint32_t tf_word_counts_add_word(struct tf_word_counts *c, const char *word, size_t n, uint64_t times) {
    uint32_t i = intern(c, word, n); // may move c->w
    c->w[i].count += times;
    return i;
}

void tf_word_counts_add(struct tf_word_counts *c, const char *text, size_t n) {
    tf_basic_start(&c->basic, text, n);
    while (tf_basic_next(&c->basic))
        if (!tf_wordpiece_too_long(c->basic.word, c->basic.len)) tf_word_counts_add_word(c, c->basic.word, c->basic.len, 1);
    c->replaced += c->basic.replaced;
}

static int by_rank(const void *a, const void *b) {
    const struct tf_word_rank *x = a, *y = b;
    if (x->count != y->count) return x->count < y->count ? 1 : -1;
    return x->at < y->at ? -1 : x->at > y->at;
}

void tf_word_rank(struct tf_word_rank *x, size_t n) { qsort(x, n, sizeof *x, by_rank); }

uint64_t tf_word_rank_hash(const struct tf_word_counts *c, const struct tf_word_rank *x, size_t n) {
    uint64_t hash = n;
    for (size_t i = 0; i < n; i++) hash = tf_hash64(c->text.s + c->w[x[i].at].at, c->w[x[i].at].len, hash);
    return hash;
}

void tf_word_counts_free(struct tf_word_counts *c) {
    tf_free(c->w);
    tf_free(c->slot);
    tf_buf_free(&c->text);
    tf_basic_free(&c->basic);
    *c = (struct tf_word_counts){0};
}

static int read_file(struct tf_word_counts *c, const char *path, struct tf_err *e) {
    enum { PIECE = 8 << 20 };
    struct tf_map m;
    struct tf_progress p = {0};
    int rc = 0;
    if (tf_map_open(&m, path, e)) return -1;
    tf_progress_begin(&p, "counting words", (double)m.n, "B");
    for (size_t at = 0, end; at < m.n && !rc; at = end) {
        const char *s = m.p;
        for (end = at + PIECE < m.n ? at + PIECE : m.n; end < m.n && s[end] != '\n';) end++;
        tf_word_counts_add(c, s + at, end - at);
        tf_progress_set(&p, (double)end, "%zu distinct", c->n);
        if (tf_interrupted) rc = tf_fail(e, TF_INTERRUPTED, "interrupted");
    }
    tf_progress_end(&p);
    tf_map_close(&m);
    return rc;
}

/* The words of tf_texts_list's files. TF_INTERRUPTED. */
static int read_counts(struct tf_word_counts *c, const char *path, struct tf_err *e) {
    struct tf_texts t = {0};
    int rc = tf_texts_list(&t, path, e);
    for (size_t i = 0; !rc && i < t.n; i++) rc = read_file(c, t.file[i].path, e);
    tf_texts_free(&t);
    return rc;
}

/* ---- letters ---------------------------------------------------------------------------------------------------------------- */

struct pair {
    uint32_t a, b, seen;   // seen: head of its list of words in `at`
    int64_t count, pushed; // pushed: the greatest count it has in the heap
};

struct seen {
    uint32_t word, next;
};

struct entry {
    int64_t count;
    uint32_t pair;
};

struct trainer {
    struct tf_word_counts piece; // the vocabulary so far, after the special pieces
    const struct tf_word_counts *words;
    uint32_t *symbol, *off, *len; // symbols of word w: symbol + off[w], len[w] of them; 0: the word is left out
    struct pair *pair;
    uint32_t *slot; // hash table of pairs, entry + 1
    size_t pairs, pair_cap, slots;
    struct seen *seen;
    size_t n_seen, seen_cap;
    struct entry *heap;
    size_t n_heap, heap_cap;
};

static const char *text_of(const struct trainer *t, uint32_t piece) { return t->piece.text.s + t->piece.w[piece].at; }

static size_t letter_bytes(const char *s) {
    uint32_t cp;
    size_t k = tf_utf8_next(s, 4, &cp); // words are valid UTF-8 and NUL-terminated
    TF_BUG_IF(!k, "a word that is not UTF-8");
    return k;
}

static int by_count(const void *a, const void *b, void *arg) {
    const struct tf_word_count *x = a, *y = b;
    const char *text = arg;
    if (x->count != y->count) return x->count < y->count ? 1 : -1;
    return strcmp(text + x->at, text + y->at);
}

static int by_text(const void *a, const void *b, void *arg) {
    const char *text = arg;
    return strcmp(text + ((const struct tf_word_count *)a)->at, text + ((const struct tf_word_count *)b)->at);
}

/* The alphabet, plain and with ##, into t->piece, in the order of its code points. */
static void add_letters(struct trainer *t, size_t most) {
    struct tf_word_counts plain = {0}, more = {0};
    for (size_t w = 0; w < t->words->n; w++) {
        const char *s = t->words->text.s + t->words->w[w].at;
        for (size_t i = 0, k; s[i]; i += k) {
            k = letter_bytes(s + i);
            tf_word_counts_add_word(&plain, s + i, k, t->words->w[w].count);
            if (i) tf_word_counts_add_word(&more, s + i, k, 1);
        }
    }
    qsort_r(plain.w, plain.n, sizeof *plain.w, by_count, plain.text.s);
    if (plain.n > most) plain.n = most;
    qsort_r(plain.w, plain.n, sizeof *plain.w, by_text, plain.text.s);
    for (size_t i = 0; i < plain.n; i++) intern(&t->piece, plain.text.s + plain.w[i].at, plain.w[i].len);
    for (size_t i = 0; i < plain.n; i++) {
        const char *s = plain.text.s + plain.w[i].at;
        char prefixed[8];
        if (tf_word_counts_find(&more, s, plain.w[i].len) != NONE)
            intern(&t->piece, prefixed, (size_t)snprintf(prefixed, sizeof prefixed, "##%s", s));
    }
    tf_word_counts_free(&plain);
    tf_word_counts_free(&more);
}

/* ---- pairs ------------------------------------------------------------------------------------------------------------------- */

static size_t pair_slot(const struct trainer *t, uint32_t a, uint32_t b) {
    uint64_t h = ((uint64_t)a << 32 | b) * UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (size_t)(h ^ h >> 32) & (t->slots - 1);
    while (t->slot[at] && (t->pair[t->slot[at] - 1].a != a || t->pair[t->slot[at] - 1].b != b)) at = (at + 1) & (t->slots - 1);
    return at;
}

static struct pair *pair_of(struct trainer *t, uint32_t a, uint32_t b) {
    if (2 * t->pairs >= t->slots) {
        t->slots = t->slots ? 2 * t->slots : 1 << 10;
        tf_free(t->slot);
        t->slot = tf_calloc(t->slots * sizeof *t->slot);
        for (size_t i = 0; i < t->pairs; i++) t->slot[pair_slot(t, t->pair[i].a, t->pair[i].b)] = (uint32_t)i + 1;
    }
    size_t at = pair_slot(t, a, b);
    if (t->slot[at]) return &t->pair[t->slot[at] - 1];
    TF_BUG_IF(t->pairs >= UINT32_MAX - 1, "too many pairs");
    TF_GROW(t->pair, t->pairs, t->pair_cap);
    t->pair[t->pairs] = (struct pair){a, b, NONE, 0, 0};
    t->slot[at] = (uint32_t)++t->pairs;
    return &t->pair[t->pairs - 1];
}

static void see(struct trainer *t, struct pair *p, uint32_t word) {
    if (p->seen != NONE && t->seen[p->seen].word == word) return;
    TF_BUG_IF(t->n_seen >= NONE, "too many places");
    TF_GROW(t->seen, t->n_seen, t->seen_cap);
    t->seen[t->n_seen] = (struct seen){word, p->seen};
    p->seen = (uint32_t)t->n_seen++;
}

/* Is x merged before y? */
static bool before(const struct trainer *t, struct entry x, struct entry y) {
    if (x.count != y.count) return x.count > y.count;
    if (x.pair == y.pair) return false;
    const struct pair *p = &t->pair[x.pair], *q = &t->pair[y.pair];
    int d = strcmp(text_of(t, p->a), text_of(t, q->a));
    return d ? d < 0 : strcmp(text_of(t, p->b), text_of(t, q->b)) < 0;
}

static void push(struct trainer *t, uint32_t pair) {
    struct entry x = {t->pair[pair].count, pair};
    t->pair[pair].pushed = x.count;
    TF_GROW(t->heap, t->n_heap, t->heap_cap);
    size_t i = t->n_heap++;
    for (; i && before(t, x, t->heap[(i - 1) / 2]); i = (i - 1) / 2) t->heap[i] = t->heap[(i - 1) / 2];
    t->heap[i] = x;
}

static struct entry pop(struct trainer *t) {
    struct entry top = t->heap[0], x = t->heap[--t->n_heap];
    size_t i = 0, k;
    for (; (k = 2 * i + 1) < t->n_heap; i = k) {
        if (k + 1 < t->n_heap && before(t, t->heap[k + 1], t->heap[k])) k++;
        if (!before(t, t->heap[k], x)) break;
        t->heap[i] = t->heap[k];
    }
    if (t->n_heap) t->heap[i] = x;
    return top;
}

/* The most frequent pair, NONE: there is none that was seen min_count times. */
static uint32_t best_pair(struct trainer *t, int64_t min_count) {
    while (t->n_heap) {
        struct entry x = pop(t);
        struct pair *p = &t->pair[x.pair];
        if (x.count == p->count) return x.count >= min_count && x.count > 0 ? x.pair : NONE;
        if (x.count != p->pushed) continue; // a better entry of this pair came up before
        p->pushed = 0;
        if (p->count > 0) push(t, x.pair);
    }
    return NONE;
}

/* ---- merging ------------------------------------------------------------------------------------------------------------------ */

/* Words as symbols; those with a letter outside the alphabet are left out. Then all pairs. */
static void spell_words(struct trainer *t) {
    size_t total = 0, n = t->words->n;
    t->off = tf_alloc(n * sizeof *t->off + 1);
    t->len = tf_calloc(n * sizeof *t->len + 1);
    t->symbol = tf_alloc((t->words->text.len + 1) * sizeof *t->symbol);
    for (size_t w = 0; w < n; w++) {
        const char *s = t->words->text.s + t->words->w[w].at;
        uint32_t len = 0;
        t->off[w] = (uint32_t)total;
        for (size_t i = 0, k; s[i]; i += k) {
            char prefixed[8];
            k = letter_bytes(s + i);
            int bytes = snprintf(prefixed, sizeof prefixed, "%s%.*s", i ? "##" : "", (int)k, s + i);
            uint32_t id = tf_word_counts_find(&t->piece, prefixed, (size_t)bytes);
            if (id == NONE) {
                len = 0;
                break;
            }
            t->symbol[total + len++] = id;
        }
        t->len[w] = len;
        total += len;
    }
}

/* Adds sign * its count to the pairs of word w; new places are noted for pairs with `made` in them (NONE: for all). */
static void count_pairs(struct trainer *t, uint32_t w, int sign, uint32_t made) {
    const uint32_t *s = t->symbol + t->off[w];
    int64_t count = sign * (int64_t)t->words->w[w].count;
    for (uint32_t i = 0; i + 1 < t->len[w]; i++) {
        struct pair *p = pair_of(t, s[i], s[i + 1]);
        p->count += count;
        if (sign > 0 && (made == NONE || s[i] == made || s[i + 1] == made)) see(t, p, w);
    }
}

/* Pairs of word w that are now more frequent than the heap knows. */
static void push_pairs(struct trainer *t, uint32_t w) {
    const uint32_t *s = t->symbol + t->off[w];
    for (uint32_t i = 0; i + 1 < t->len[w]; i++) {
        const struct pair *p = pair_of(t, s[i], s[i + 1]);
        if (p->count > p->pushed) push(t, (uint32_t)(p - t->pair));
    }
}

/* The piece that a and b make. */
static uint32_t join(struct trainer *t, uint32_t a, uint32_t b) {
    struct tf_buf s = {0};
    tf_buf_addf(&s, "%s%s", text_of(t, a), text_of(t, b) + 2); // b always has its ##
    uint32_t id = intern(&t->piece, s.s, s.len);
    tf_buf_free(&s);
    return id;
}

static void merge(struct trainer *t, uint32_t pair) {
    uint32_t a = t->pair[pair].a, b = t->pair[pair].b, made = join(t, a, b), first = t->pair[pair].seen;
    t->pair[pair].seen = NONE;
    for (uint32_t at = first; at != NONE; at = t->seen[at].next) {
        uint32_t w = t->seen[at].word, *s = t->symbol + t->off[w], n = t->len[w], to = 0;
        uint32_t i = 0;
        while (i + 1 < n && (s[i] != a || s[i + 1] != b)) i++;
        if (i + 1 >= n) continue; // it was there once
        count_pairs(t, w, -1, made);
        for (i = 0; i < n; i++) {
            bool here = i + 1 < n && s[i] == a && s[i + 1] == b;
            s[to++] = here ? made : s[i];
            i += here;
        }
        t->len[w] = to;
        count_pairs(t, w, 1, made);
    }
    for (uint32_t at = first; at != NONE; at = t->seen[at].next) push_pairs(t, t->seen[at].word); // counts are whole only now
}

static void trainer_free(struct trainer *t) {
    tf_word_counts_free(&t->piece);
    tf_free(t->symbol);
    tf_free(t->off);
    tf_free(t->len);
    tf_free(t->pair);
    tf_free(t->slot);
    tf_free(t->seen);
    tf_free(t->heap);
}

static int merge_all(struct trainer *t, int most, int min_count, struct tf_err *e) {
    struct tf_progress p = {0};
    int rc = 0;
    tf_progress_begin(&p, "merging", most, "pieces");
    for (uint32_t w = 0; w < t->words->n; w++) count_pairs(t, w, 1, NONE);
    for (size_t i = 0; i < t->pairs; i++) push(t, (uint32_t)i);
    for (uint32_t next; !rc && t->piece.n < (size_t)most && (next = best_pair(t, min_count)) != NONE;) {
        merge(t, next);
        tf_progress_set(&p, (double)t->piece.n, NULL);
        if (tf_interrupted) rc = tf_fail(e, TF_INTERRUPTED, "interrupted");
    }
    tf_progress_end(&p);
    return rc;
}

int tf_wordpiece_train(const struct tf_word_counts *c, const struct tf_wordpiece_train *o, struct tf_buf *vocab, struct tf_err *e) {
    struct trainer t = {.words = c};
    int most = o->size - TF_WP_SPECIALS, n = -1, alphabet = o->alphabet ? o->alphabet : o->size / 8 < 1000 ? o->size / 8 : 1000;
    if (o->size > TF_WP_VOCAB_MAX) return tf_fail(e, TF_BAD, "a vocabulary has at most %d pieces, not %d", TF_WP_VOCAB_MAX, o->size);
    if (!c->n) return tf_fail(e, TF_BAD, "there are no words to train a vocabulary on");
    add_letters(&t, alphabet > 0 ? (size_t)alphabet : 0);
    if (most < 1 || t.piece.n > (size_t)most) {
        tf_fail(e, TF_BAD, "a vocabulary of %d pieces has no room for %zu letters and %d special pieces", o->size, t.piece.n,
                TF_WP_SPECIALS);
    } else {
        spell_words(&t);
        if (!merge_all(&t, most, o->min_count ? o->min_count : 2, e)) n = (int)t.piece.n + TF_WP_SPECIALS;
    }
    if (n > 0) {
        for (int i = 0; i < TF_WP_SPECIALS; i++) tf_buf_addf(vocab, "%s\n", tf_wp_special_name[i]);
        for (uint32_t i = 0; i < t.piece.n; i++) tf_buf_addf(vocab, "%s\n", text_of(&t, i));
    }
    trainer_free(&t);
    return n;
}

int tf_wordpiece_train_file(const char *from, const struct tf_wordpiece_train *o, const char *out, struct tf_err *e) {
    struct tf_word_counts c = {0};
    struct tf_buf vocab = {0};
    int n = read_counts(&c, from, e) ? -1 : tf_wordpiece_train(&c, o, &vocab, e);
    if (n > 0 && (tf_mkdirs_for(out, e) || tf_file_write(out, vocab.s, vocab.len, e))) n = -1;
    if (n > 0) tf_file_sweep_dead(out);
    if (n > 0 && c.replaced)
        tf_log(TF_LOG_WARN, "%s: %llu stretches of bytes that are not UTF-8 were left out", from, (unsigned long long)c.replaced);
    tf_buf_free(&vocab);
    tf_word_counts_free(&c);
    return n;
}
