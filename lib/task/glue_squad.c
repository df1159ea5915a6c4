/* QNLI's training pairs, made of SQuAD's questions and paragraphs. */
#include <string.h>

#include "task/glue.h"
#include "io/json.h"
#include "text/texts.h"

/* ---- sentences ----------------------------------------------------------------------------------------------------------------- */

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80; }

/* Does the full stop at s[at] belong to an initial ("J."), or to a shortened word before other words? */
static bool is_abbreviation(const char *s, size_t at) {
    static const char *const known[] = {"Mr",  "Mrs", "Ms", "Dr", "St", "Prof", "Gen", "Col", "Lt",  "Sgt", "Capt", "Rev", "Sen",
                                        "Rep", "Gov", "Mt", "Ft", "No", "vs",   "cf",  "e.g", "i.e", "ca",  "Fig",  "Vol", "Jr"};
    size_t from = at;
    while (from > 0 && (is_letter(s[from - 1]) || s[from - 1] == '.')) from--;
    size_t n = at - from;
    if (n == 1 && s[from] >= 'A' && s[from] <= 'Z') return true;
    for (size_t i = 0; i < TF_COUNT(known); i++)
        if (strlen(known[i]) == n && !memcmp(known[i], s + from, n)) return true;
    return false;
}

/* Behind closing quotes and brackets. */
static size_t skip_closing(const char *s, size_t n, size_t at) {
    for (;;) {
        if (at < n && strchr("\"')]}", s[at]) && s[at]) at++;
        else if (n - at >= 3 && !memcmp(s + at, "\xE2\x80", 2) && (s[at + 2] == '\x9D' || s[at + 2] == '\x99')) at += 3; // typographic ones
        else if (at < n && s[at] == '[') { // Wikipedia's "[4]", "[note 1]"
            const char *end = memchr(s + at, ']', n - at < 12 ? n - at : 12);
            if (!end) return at;
            at = (size_t)(end - s) + 1;
        } else return at;
    }
}

size_t tf_glue_sentences(const char *text, size_t n, size_t *start, size_t cap) {
    size_t count = 0, at = 0;
    bool inside = false;
    while (at < n) {
        char c = text[at];
        bool blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
        if (c == '\n') inside = false;
        if (!blank && !inside) {
            if (count < cap) start[count] = at;
            count++;
            inside = true;
        }
        if ((c != '.' && c != '!' && c != '?') || (c == '.' && is_abbreviation(text, at))) {
            at++;
            continue;
        }
        size_t end = skip_closing(text, n, at + 1), next = end;
        while (next < n && text[next] == ' ') next++;
        if (next > end && next < n && !(text[next] >= 'a' && text[next] <= 'z')) inside = false;
        at = next > at + 1 ? next : at + 1;
    }
    return count;
}

/* ---- words ------------------------------------------------------------------------------------------------------------------------- */

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c; }

static bool is_word(char c) { return is_letter(c) || (c >= '0' && c <= '9'); }

/* The next word from *at on; 0: none. */
static size_t next_word(const char *s, size_t n, size_t *at) {
    size_t end;
    while (*at < n && !is_word(s[*at])) ++*at;
    for (end = *at; end < n && is_word(s[end]);) end++;
    return end - *at;
}

static bool has_word(const char *s, size_t n, const char *word, size_t len) {
    for (size_t at = 0, k; (k = next_word(s, n, &at)) > 0; at += k) {
        size_t i = 0;
        while (k == len && i < len && lower(s[at + i]) == lower(word[i])) i++;
        if (k == len && i == len) return true;
    }
    return false;
}

static bool share_word(const char *a, size_t na, const char *b, size_t nb) {
    for (size_t at = 0, k; (k = next_word(a, na, &at)) > 0; at += k)
        if (has_word(b, nb, a + at, k)) return true;
    return false;
}

/* ---- pairs ------------------------------------------------------------------------------------------------------------------------- */

enum { SENTENCES = 512 }; // of a paragraph that are looked at

struct paragraph {
    const char *s;
    size_t n, sentences, start[SENTENCES + 1];
};

static void cut_paragraph(struct paragraph *p, const char *s, size_t n) {
    p->s = s, p->n = n;
    p->sentences = tf_glue_sentences(s, n, p->start, SENTENCES);
    if (p->sentences > SENTENCES) p->sentences = SENTENCES; // the last one then has the rest
    p->start[p->sentences] = n;
}

static size_t sentence(const struct paragraph *p, size_t i, const char **s) { // without blanks at its end
    size_t n = p->start[i + 1] - p->start[i];
    *s = p->s + p->start[i];
    while (n && strchr(" \t\r\n", (*s)[n - 1]) && (*s)[n - 1]) n--;
    return n;
}

/* false: the question gives no pairs. */
static bool add_pairs(struct tf_glue_rows *out, const struct paragraph *p, const char *q, size_t nq, const char *answer, size_t n_answer,
                      size_t at, struct tf_rng *rng) {
    size_t yes = 0, free_ones[SENTENCES], n = 0;
    const char *s, *positive;
    while (yes + 1 < p->sentences && p->start[yes + 1] <= at) yes++;
    if (!p->sentences || at + n_answer > p->start[yes + 1] || memcmp(p->s + at, answer, n_answer)) return false;
    size_t n_positive = sentence(p, yes, &positive);
    if (!share_word(q, nq, positive, n_positive)) return false;
    for (size_t i = 0; i < p->sentences; i++) {
        size_t len = sentence(p, i, &s);
        if (i != yes && !memmem(s, len, answer, n_answer) && share_word(q, nq, s, len)) free_ones[n++] = i;
    }
    if (!n) return false;
    size_t len = sentence(p, free_ones[tf_rng_below(rng, (uint32_t)n)], &s);
    tf_glue_add(out, q, nq, positive, n_positive, 0);
    tf_glue_add(out, q, nq, s, len, 1);
    return true;
}

/* place: of the question, "data[0].paragraphs[0].qas[0]". */
static int add_question(struct tf_glue_rows *out, const struct paragraph *p, const struct tf_json *qa, const char *path, const char *place,
                        uint64_t seed, uint32_t number, struct tf_err *e) {
    size_t nq, n_answer;
    int64_t chars = -1;
    const struct tf_json *answer = tf_json_at(tf_json_get(qa, "answers"), 0);
    const char *q = tf_json_text(tf_json_get(qa, "question"), &nq), *text = tf_json_text(tf_json_get(answer, "text"), &n_answer);
    if (!q || !text || !tf_json_int(tf_json_get(answer, "answer_start"), &chars) || chars < 0)
        return tf_fail(e, TF_BAD, "%s: %s has no question, answers[0].text or answers[0].answer_start", path, place);
    struct tf_rng rng = tf_rng_at(seed, TF_RNG_DATA, 1, number, 0);
    int64_t at = tf_utf8_at(p->s, p->n, chars);
    out->skipped += at < 0 || !add_pairs(out, p, q, nq, text, n_answer, (size_t)at, &rng);
    return tf_interrupted ? tf_fail(e, TF_INTERRUPTED, "interrupted while reading %s", path) : 0;
}

/* Article data[a]. */
static int add_article(struct tf_glue_rows *out, const struct tf_json *data, size_t a, const char *path, uint64_t seed, uint32_t *number,
                       struct tf_err *e) {
    const struct tf_json *paragraphs = tf_json_get(tf_json_at(data, a), "paragraphs");
    if (!tf_json_is_list(paragraphs)) return tf_fail(e, TF_BAD, "%s: data[%zu].paragraphs: a list is expected", path, a);
    struct paragraph *p = tf_alloc(sizeof *p);
    int rc = 0;
    for (size_t i = 0; !rc && i < tf_json_count(paragraphs); i++) {
        const struct tf_json *x = tf_json_at(paragraphs, i), *qas = tf_json_get(x, "qas");
        size_t n;
        const char *context = tf_json_text(tf_json_get(x, "context"), &n);
        if (!context) rc = tf_fail(e, TF_BAD, "%s: data[%zu].paragraphs[%zu] has no context", path, a, i);
        else if (!tf_json_is_list(qas)) rc = tf_fail(e, TF_BAD, "%s: data[%zu].paragraphs[%zu].qas: a list is expected", path, a, i);
        else cut_paragraph(p, context, n);
        for (size_t k = 0; !rc && k < tf_json_count(qas); k++) {
            char place[96];
            snprintf(place, sizeof place, "data[%zu].paragraphs[%zu].qas[%zu]", a, i, k);
            rc = add_question(out, p, tf_json_at(qas, k), path, place, seed, (*number)++, e);
        }
    }
    tf_free(p);
    return rc;
}

int tf_glue_read_squad(struct tf_glue_rows *out, const char *path, uint64_t seed, struct tf_err *e) {
    struct tf_glue_rows rows = {0};
    struct tf_json *j;
    uint32_t number = 0;
    if (tf_json_load(&j, path, e)) return -1;
    const struct tf_json *data = tf_json_get(j, "data");
    int rc = tf_json_is_list(data) ? 0 : tf_fail(e, TF_BAD, "%s: data: a list is expected", path);
    for (size_t i = 0; !rc && i < tf_json_count(data); i++) rc = add_article(&rows, data, i, path, seed, &number, e);
    tf_json_free(j);
    if (!rc && !rows.n) rc = tf_fail(e, TF_BAD, "%s: no questions that give pairs; expected SQuAD v1.1's data[].paragraphs[]", path);
    if (rc) tf_glue_rows_free(&rows);
    else *out = rows;
    return rc;
}
