/* Words of labelled texts, their ids, and a file of word vectors. */
#include "text/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/io.h"

enum { IDS_MAX = 65535, NO_ROW = 0 };

#define AT(f) offsetof(struct tf_words_opts, f)
const struct tf_opt tf_words_opts[] = {
    {"max_vocab", TF_INT, AT(max_vocab), "0", 0, IDS_MAX, NULL,
     "ids of the vocabulary, <unk> included: the most frequent words of the training texts (in imdb held-out ones, too); 0: all, 65535 at most"},
    {"vectors", TF_STRING, AT(vectors), "", 0, 0, NULL,
     "file of word vectors as GloVe's (a word and model.dim numbers per line), from which the word embeddings begin; \"\": none"},
    {0}};
#undef AT

/* ---- words of a text ------------------------------------------------------------------------------------------------------------- */

/* The text as it is cut: without its line breaks, or in lower case. */
static void clean(struct tf_words *w, const char *text, size_t n) {
    static const char br[] = "<br />";
    w->clean.len = 0;
    if (w->cut == TF_WORDS_BLANKS && w->lower) tf_utf8_lower(&w->clean, text, n);
    else tf_buf_add(&w->clean, text, n);
    for (char *s = w->clean.s; w->cut == TF_WORDS_BASIC && n && (s = memmem(s, w->clean.len - (size_t)(s - w->clean.s), br, strlen(br)));)
        memset(s, ' ', strlen(br));
}

/* Calls fn with each word of w->clean until it returns false. */
static void each_word(struct tf_words *w, bool (*fn)(struct tf_words *w, const char *word, size_t n, void *arg), void *arg) {
    if (w->cut == TF_WORDS_BASIC) {
        struct tf_basic *b = &w->known.basic;
        tf_basic_start(b, w->clean.s, w->clean.len);
        while (tf_basic_next(b) && fn(w, b->word, b->len, arg)) {}
        return;
    }
    const char *s = w->clean.s, *end = s + w->clean.len;
    while (s < end) {
        const char *from = s;
        while (s < end && !tf_is_blank(*s)) s++;
        if (s > from && !fn(w, from, (size_t)(s - from), arg)) return;
        s += s < end;
    }
}

static bool count_word(struct tf_words *w, const char *word, size_t n, void *training) {
    tf_word_counts_add_word(&w->known, word, n, *(const bool *)training);
    return true;
}

void tf_words_add(struct tf_words *w, const char *text, size_t n, bool training) {
    clean(w, text, n);
    each_word(w, count_word, &training);
}

struct ids {
    uint16_t **tok;
    size_t *cap, n;
    size_t most;
};
static bool take_id(struct tf_words *w, const char *word, size_t n, void *arg) {
    struct ids *x = arg;
    const uint32_t at = tf_word_counts_find(&w->known, word, n);
    const uint16_t id = at == TF_NO_WORD ? 0 : w->id_of[at];
    if (x->n == x->most) return false;
    TF_GROW(*x->tok, x->n, *x->cap);
    (*x->tok)[x->n++] = id;
    w->tokens++, w->outside += !id;
    return true;
}

int tf_words_ids(struct tf_words *w, const char *text, size_t n, int most, uint16_t **tok, size_t *cap) {
    struct ids x = {tok, cap, 0, (size_t)most};
    clean(w, text, n);
    each_word(w, take_id, &x);
    if (w->cut == TF_WORDS_BASIC) w->replaced += w->known.basic.replaced;
    return (int)x.n;
}

void tf_words_warn(struct tf_words *w, const char *texts, bool training) {
    const double unknown = w->tokens ? 100.0 * (double)w->outside / (double)w->tokens : 0;
    if (w->replaced) tf_log(TF_LOG_WARN, "%s: %llu stretches of bytes are not UTF-8 and were left out of their words", texts, w->replaced);
    if (training) w->usual = unknown;
    else if (unknown - w->usual >= 20)
        tf_log(TF_LOG_WARN, "%s: %.0f %% of its words are not in the vocabulary, which is of the training texts", texts, unknown);
    w->tokens = w->outside = 0, w->replaced = 0;
}

/* ---- vectors --------------------------------------------------------------------------------------------------------------------- */

struct rows {
    const char *path;
    uint32_t *at; // (known.n) row of a word + 1
    float *x;     // (n,dim)
    size_t n, cap, bad;
    int dim, line;
};

static bool is_number(const char *s, float *x) {
    char *end;
    *x = strtof(s, &end);
    return end > s && (!*end || tf_is_blank(*end)) && isfinite(*x);
}

/* Where the fields of a row begin, as far as there is room; returns how many there are. */
static int fields_of(char *row, char **field, int room) {
    int n = 0;
    for (char *s = row; *s;) {
        while (tf_is_blank(*s)) s++;
        if (!*s) break;
        if (n < room) field[n] = s;
        n++;
        while (*s && !tf_is_blank(*s)) s++;
    }
    return n;
}

enum { FIELDS = 16386 }; // a word, as many numbers as the widest model has, and one too many

/* Numbers of a row that is wanted: false, one of them is none. */
static bool take_row(struct rows *r, char **field, uint32_t *at) {
    if ((r->n + 1) * (size_t)r->dim > r->cap) {
        r->cap = 2 * (r->n + 1) * (size_t)r->dim;
        r->x = tf_realloc(r->x, sizeof *r->x * r->cap);
    }
    for (int i = 0; i < r->dim; i++)
        if (!is_number(field[i + 1], &r->x[r->n * (size_t)r->dim + (size_t)i])) return false;
    *at = (uint32_t)++r->n;
    return true;
}

static int read_row(struct rows *r, const struct tf_word_counts *known, char *row, char **field, struct tf_err *e) {
    float x;
    const int n = fields_of(row, field, FIELDS), numbers = n - 1;
    if (r->line == 1 && n == 2 && is_number(field[0], &x) && is_number(field[1], &x)) return 0; // rows and width
    if (!n) return r->bad++, 0;
    if (!r->dim && (numbers < 1 || numbers > FIELDS - 2))
        return tf_fail(e, TF_BAD, "%s:%d: a word and its numbers are expected", r->path, r->line);
    if (!r->dim) r->dim = numbers;
    if (numbers > r->dim && numbers < FIELDS - 1 && !is_number(field[numbers - r->dim], &x)) return r->bad++, 0; // a blank in the word
    if (numbers != r->dim)
        return tf_fail(e, TF_BAD, "%s:%d: %d numbers, where the rows before have %d: the file is damaged, or of two sizes", r->path,
                       r->line, numbers, r->dim);
    const uint32_t word = tf_word_counts_find(known, field[0], strcspn(field[0], " \t"));
    if (word != TF_NO_WORD && r->at[word] == NO_ROW && !take_row(r, field, &r->at[word])) r->bad++;
    return 0;
}

static int read_rows(struct rows *r, const struct tf_word_counts *known, struct tf_err *e) {
    struct tf_map m;
    struct tf_buf row = {0};
    int rc = 0;
    if (tf_map_open(&m, r->path, e)) return -1;
    char **field = tf_alloc(sizeof *field * FIELDS);
    const char *s = m.p;
    for (size_t at = tf_utf8_mark(m.p, m.n), end; at < m.n && !rc; at = end + 1) {
        const char *lf = memchr(s + at, '\n', m.n - at);
        end = lf ? (size_t)(lf - s) : m.n;
        row.len = 0, r->line++;
        tf_buf_add(&row, s + at, end - at);
        rc = read_row(r, known, row.s ? row.s : (char[]){""}, field, e);
        if (!rc && tf_interrupted) rc = tf_fail(e, TF_INTERRUPTED, "interrupted");
    }
    if (!rc && !r->dim) rc = tf_fail(e, TF_BAD, "%s:1: no word vectors: a word and its numbers are expected on every line", r->path);
    tf_free(field);
    tf_buf_free(&row);
    tf_map_close(&m);
    return rc;
}

/* ---- the vocabulary -------------------------------------------------------------------------------------------------------------- */

static void number_words(struct tf_words *w, const struct rows *r, int most) {
    struct tf_word_rank *x = tf_alloc(sizeof *x * (w->known.n + 1));
    size_t n = 0;
    for (size_t i = 0; i < w->known.n; i++)
        if (w->known.w[i].count || (r->dim && r->at[i])) x[n++] = (struct tf_word_rank){(uint32_t)i, w->known.w[i].count};
    tf_word_rank(x, n);
    if (n > (size_t)most - 1) {
        if (most == IDS_MAX)
            tf_log(TF_LOG_WARN, "the %zu rarest of %zu words become <unk>: a vocabulary has %d ids", n - (size_t)most + 1, n, most);
        n = (size_t)most - 1;
    }
    w->vocab = (int)n + 1, w->hash = tf_word_rank_hash(&w->known, x, n);
    w->id_of = tf_calloc(sizeof *w->id_of * (w->known.n + 1));
    for (size_t i = 0; i < n; i++) w->id_of[x[i].at] = (uint16_t)(i + 1);
    tf_free(x);
}

static void place_vectors(struct tf_words *w, const struct rows *r) {
    const size_t dim = (size_t)r->dim;
    w->dim = r->dim;
    w->vectors = tf_calloc(sizeof *w->vectors * (size_t)w->vocab * dim);
    for (size_t i = 0; i < w->known.n; i++)
        if (w->id_of[i] && r->at[i]) {
            memcpy(w->vectors + w->id_of[i] * dim, r->x + (r->at[i] - 1) * dim, sizeof *w->vectors * dim);
            w->with++;
        }
}

int tf_words_finish(struct tf_words *w, const struct tf_words_opts *o, const struct tf_task_env *env, struct tf_err *e) {
    struct rows r = {0};
    struct tf_buf path = {0};
    int rc = 0;
    if (*o->vectors) {
        r.at = tf_calloc(sizeof *r.at * (w->known.n + 1));
        rc = tf_data_find(env, o->vectors, "word vectors: task.vectors names a file of your own", &path, e);
        r.path = path.s;
        if (!rc) rc = read_rows(&r, &w->known, e);
    }
    if (!rc) number_words(w, &r, o->max_vocab > 0 ? o->max_vocab : IDS_MAX);
    if (!rc && r.dim) {
        place_vectors(w, &r);
        tf_log(TF_LOG_INFO, "%s: vectors of %d numbers for %zu of %d words; lines left out: %zu", r.path, w->dim, w->with, w->vocab - 1,
               r.bad);
    }
    tf_free(r.at), tf_free(r.x);
    tf_buf_free(&path);
    return rc ? -1 : 0;
}

void tf_words_give(struct tf_words *w, struct tf_data *d) {
    d->words = w->hash;
    if (!w->vectors) return;
    d->vectors = w->vectors, d->vector_dim = w->dim, w->vectors = NULL;
    d->hash = tf_hash64(d->vectors, sizeof *d->vectors * (size_t)w->vocab * (size_t)w->dim, d->hash);
}

void tf_words_free(struct tf_words *w) {
    tf_word_counts_free(&w->known);
    tf_free(w->id_of), tf_free(w->vectors);
    tf_buf_free(&w->clean);
}
