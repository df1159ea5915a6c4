/* SQuAD's predictions from logits, and the official metric. */
#include "task/squad_score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "io/io.h"
#include "io/json.h"

/* ---- predictions ------------------------------------------------------------------------------------------------------------------ */

struct rank {
    double score;
    int at;
};

static int best_rank(const void *a, const void *b) {
    const struct rank *x = a, *y = b;
    return x->score != y->score ? (x->score < y->score) - (x->score > y->score) : x->at - y->at;
}

/* The k best of a column of x (n,2), best first, the first of equals; out (n). Returns how many. */
static int best_of(const tf_real *x, int column, int n, int k, struct rank *out) {
    for (int i = 0; i < n; i++) out[i] = (struct rank){(double)x[2 * i + column], i};
    qsort(out, (size_t)n, sizeof *out, best_rank);
    return n < k ? n : k;
}

struct span {
    double score, start_logit, end_logit;
    uint32_t order, from, to; // pieces of the context, ends included
};

static int best_span(const void *a, const void *b) {
    const struct span *x = a, *y = b;
    return x->score != y->score ? (x->score < y->score) - (x->score > y->score) : (x->order > y->order) - (x->order < y->order);
}

/* Appends the spans of a window. */
static size_t window_spans(const struct tf_squad_set *s, size_t i, size_t k, const tf_real *x, int n_best, int most, struct rank *tmp,
                           struct span *out, size_t n) {
    const struct tf_squad_window *w = &s->window[k];
    int len = w->at + (int)w->n + 1, first = w->at, end = w->at + (int)w->n;
    struct rank *start = tmp, *stop = tmp + len;
    int starts = best_of(x, 0, len, n_best, start), stops = best_of(x, 1, len, n_best, stop);
    for (int a = 0; a < starts; a++) {
        int from = start[a].at;
        if (from < first || from >= end || tf_squad_max_context(s, i, w->first + (uint32_t)(from - first)) != k) continue;
        for (int b = 0; b < stops; b++) {
            int to = stop[b].at;
            if (to < from || to >= end || to - from + 1 > most) continue;
            uint32_t shift = w->first - (uint32_t)first;
            out[n] = (struct span){start[a].score + stop[b].score, start[a].score,      stop[b].score, (uint32_t)n,
                                   shift + (uint32_t)from,         shift + (uint32_t)to};
            n++;
        }
    }
    return n;
}

static struct tf_squad_text span_text(const struct tf_squad_set *s, size_t i, const struct span *x) {
    uint32_t p = s->file->question[s->question[i]].paragraph;
    uint32_t from = s->doc.start[s->doc_off[p] + x->from], to = s->doc.end[s->doc_off[p] + x->to];
    return (struct tf_squad_text){s->file->paragraph[p].context.s + from, to - from};
}

static bool same_text(struct tf_squad_text a, struct tf_squad_text b) { return a.n == b.n && !memcmp(a.s, b.s, a.n); }

static void set_probabilities(struct tf_squad_guess *g, int n) {
    double sum = 0, top = g[0].start_logit + g[0].end_logit;
    for (int i = 0; i < n; i++) sum += g[i].probability = exp(g[i].start_logit + g[i].end_logit - top);
    for (int i = 0; i < n; i++) g[i].probability /= sum;
}

int tf_squad_guess(const struct tf_squad_set *s, size_t i, const tf_real *logits, const uint64_t *off, int n_best, int max_answer_length,
                   struct tf_squad_guess *out) {
    size_t windows = s->first[i + 1] - s->first[i], n = 0;
    const size_t starts = (size_t)(n_best < s->max_length ? n_best : s->max_length); // of a window; and each with as many ends
    const size_t ends = (size_t)max_answer_length < starts ? (size_t)max_answer_length : starts;
    struct span *span = tf_alloc((windows * starts * ends + 1) * sizeof *span);
    struct rank *tmp = tf_alloc(2 * (size_t)s->max_length * sizeof *tmp);
    for (size_t k = s->first[i]; k < s->first[i + 1]; k++)
        n = window_spans(s, i, k, logits + 2 * off[k], n_best, max_answer_length, tmp, span, n);
    qsort(span, n, sizeof *span, best_span);
    int guesses = 0;
    for (size_t k = 0; k < n && guesses < n_best; k++) {
        struct tf_squad_guess g = {span_text(s, i, &span[k]), span[k].start_logit, span[k].end_logit, 0};
        bool seen = false;
        for (int j = 0; j < guesses && !seen; j++) seen = same_text(out[j].text, g.text);
        if (!seen) out[guesses++] = g;
    }
    if (!guesses) out[guesses++] = (struct tf_squad_guess){{"empty", 5}, 0, 0, 0};
    set_probabilities(out, guesses);
    tf_free(span);
    tf_free(tmp);
    return guesses;
}

void tf_squad_put_best(struct tf_buf *out, struct tf_squad_text id, const struct tf_squad_guess *best) {
    tf_json_quote(out, id.s, id.n);
    tf_buf_addf(out, ": ");
    tf_json_quote(out, best->text.s, best->text.n);
}

void tf_squad_put_guesses(struct tf_buf *out, struct tf_squad_text id, const struct tf_squad_guess *g, int n) {
    tf_json_quote(out, id.s, id.n);
    tf_buf_addf(out, ": [");
    for (int i = 0; i < n; i++) {
        tf_buf_addf(out, "%s\n        {\"text\": ", i ? "," : "");
        tf_json_quote(out, g[i].text.s, g[i].text.n);
        tf_buf_addf(out, ", \"probability\": %.9g, \"start_logit\": %.9g, \"end_logit\": %.9g}", g[i].probability, g[i].start_logit,
                    g[i].end_logit);
    }
    tf_buf_addf(out, "\n    ]");
}

/* ---- the metric ---------------------------------------------------------------------------------------------------------------------- */

static utf8proc_category_t category(uint32_t cp) { return utf8proc_category((utf8proc_int32_t)cp); }

/* Where str.split() of Python 3 splits. */
static bool is_blank(uint32_t cp) {
    if (cp < 128) return cp == ' ' || (cp >= 9 && cp <= 13) || (cp >= 0x1c && cp <= 0x1f);
    utf8proc_category_t c = category(cp);
    return cp == 0x85 || c == UTF8PROC_CATEGORY_ZS || c == UTF8PROC_CATEGORY_ZL || c == UTF8PROC_CATEGORY_ZP;
}

/* Python's string.punctuation. */
static bool is_punctuation(uint32_t cp) {
    return (cp >= 33 && cp <= 47) || (cp >= 58 && cp <= 64) || (cp >= 91 && cp <= 96) || (cp >= 123 && cp <= 126);
}

/* \w of Python's re, but for "_", which is gone by then. */
static bool is_word(uint32_t cp) {
    if (cp < 128) return (cp >= '0' && cp <= '9') || ((cp | 32) >= 'a' && (cp | 32) <= 'z');
    utf8proc_category_t c = category(cp);
    return (c >= UTF8PROC_CATEGORY_LU && c <= UTF8PROC_CATEGORY_LO) || (c >= UTF8PROC_CATEGORY_ND && c <= UTF8PROC_CATEGORY_NO);
}

static void put(struct tf_buf *b, uint32_t cp) {
    utf8proc_uint8_t s[4];
    tf_buf_add(b, s, (size_t)utf8proc_encode_char((utf8proc_int32_t)cp, s));
}

/* One character in lower case. Which of its two forms a sigma has depends on what is around it, so both are taken for one. */
static void put_lower(struct tf_buf *b, uint32_t cp) {
    if (cp == 0x130) { // the only one with two letters
        tf_buf_add(b, "i\xcc\x87", 3);
        return;
    }
    uint32_t low = (uint32_t)utf8proc_tolower((utf8proc_int32_t)cp);
    put(b, low == 0x3c2 ? 0x3c3 : low);
}

static bool is_article(const char *s, size_t n) {
    return (n == 1 && *s == 'a') || (n == 2 && !memcmp(s, "an", 2)) || (n == 3 && !memcmp(s, "the", 3));
}

/* A character at s[i]; what is not UTF-8 counts byte by byte. */
static size_t next(const char *s, size_t n, size_t i, uint32_t *cp) {
    size_t k = tf_utf8_next(s + i, n - i, cp);
    if (!k) *cp = 0xfffd;
    return k ? k : 1;
}

void tf_squad_normalize(struct tf_buf *out, const char *s, size_t n) {
    struct tf_buf low = {0};
    uint32_t cp;
    size_t begin = out->len;
    for (size_t i = 0, k; i < n; i += k) {
        k = next(s, n, i, &cp);
        if (!is_punctuation(cp)) put_lower(&low, cp);
    }
    bool blank = false; // is one due
    for (size_t i = 0, k; i < low.len; i += k) {
        size_t end = i; // of the run of word characters at i
        while (end < low.len && (k = next(low.s, low.len, end, &cp), is_word(cp))) end += k;
        k = end - i;
        if (!k) k = next(low.s, low.len, i, &cp);
        if (is_article(low.s + i, end - i) || (end == i && is_blank(cp))) {
            blank = true;
            continue;
        }
        if (blank && out->len > begin) tf_buf_add(out, " ", 1);
        blank = false;
        tf_buf_add(out, low.s + i, k);
    }
    tf_buf_add(out, "", 0); // NUL-terminated, too, when nothing is left
    tf_buf_free(&low);
}

static int by_text(const void *a, const void *b) {
    const struct tf_squad_text *x = a, *y = b;
    int d = memcmp(x->s, y->s, x->n < y->n ? x->n : y->n);
    return d ? d : (x->n > y->n) - (x->n < y->n);
}

/* The words of a normalised text, sorted. */
static size_t words(const struct tf_buf *b, struct tf_squad_text *out) {
    size_t n = 0;
    for (size_t i = 0, k; i < b->len; i += k + 1) {
        const char *end = memchr(b->s + i, ' ', b->len - i);
        k = end ? (size_t)(end - (b->s + i)) : b->len - i;
        out[n++] = (struct tf_squad_text){b->s + i, k};
    }
    qsort(out, n, sizeof *out, by_text);
    return n;
}

static double f1_of(const struct tf_buf *a, const struct tf_buf *b) {
    struct tf_squad_text *x = tf_alloc((a->len + 1) * sizeof *x), *y = tf_alloc((b->len + 1) * sizeof *y);
    size_t n = words(a, x), m = words(b, y), same = 0;
    for (size_t i = 0, j = 0; i < n && j < m;) { // words that both have, as often as both have them
        int d = by_text(&x[i], &y[j]);
        same += d == 0;
        i += d <= 0, j += d >= 0;
    }
    tf_free(x), tf_free(y);
    return same ? 2.0 * (double)same / (double)(n + m) : 0;
}

bool tf_squad_grade(const struct tf_squad *file, size_t q, struct tf_squad_text text, double *f1) {
    const struct tf_squad_question *x = &file->question[q];
    struct tf_buf mine = {0}, theirs = {0};
    bool exact = false;
    *f1 = 0;
    tf_squad_normalize(&mine, text.s, text.n);
    for (uint32_t a = 0; a < x->answers; a++) {
        const struct tf_squad_text *t = &file->answer[x->answer + a].text;
        theirs.len = 0;
        tf_squad_normalize(&theirs, t->s, t->n);
        exact |= mine.len == theirs.len && (!mine.len || !memcmp(mine.s, theirs.s, mine.len));
        double f = f1_of(&mine, &theirs);
        if (f > *f1) *f1 = f;
    }
    tf_buf_free(&mine);
    tf_buf_free(&theirs);
    return exact;
}
