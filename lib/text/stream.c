/* Plain text -> one stream of tokens, line by line. */
#include "text/stream.h"

#include <string.h>

#include "io/io.h"

struct reader {
    struct tf_stream *s;
    struct tf_word_counts *known;
    const struct tf_stream_opts *o;
    struct tf_buf low;   // a line in lower case
    uint32_t ascii[128]; // place of a character or byte + 1, 0: not met yet
};

static void put(struct reader *r, const char *tok, size_t n) {
    struct tf_stream *s = r->s;
    TF_GROW(s->tok, s->n, s->cap);
    s->tok[s->n++] = tf_word_counts_add_word(r->known, tok, n, 1);
}

static void put_ascii(struct reader *r, const char *c) { // the same without looking it up
    struct tf_stream *s = r->s;
    uint32_t *at = &r->ascii[(unsigned char)*c];
    if (!*at) {
        put(r, c, 1);
        *at = s->tok[s->n - 1] + 1;
        return;
    }
    TF_GROW(s->tok, s->n, s->cap);
    s->tok[s->n++] = *at - 1;
    r->known->w[*at - 1].count++;
}

static bool is_ascii(char c) { return (unsigned char)c < 128; }

static void read_words(struct reader *r, const char *s, const char *end) {
    for (const char *from; s < end; s++) {
        for (from = s; s < end && !tf_is_blank(*s);) s++;
        if (s > from) put(r, from, (size_t)(s - from));
    }
}

static void read_characters(struct reader *r, const char *s, const char *end) {
    uint32_t cp;
    for (size_t k; s < end; s += k) {
        k = is_ascii(*s) || r->o->unit == TF_STREAM_BYTE ? 1 : tf_utf8_next(s, (size_t)(end - s), &cp);
        if (is_ascii(*s)) put_ascii(r, s);
        else if (k) put(r, s, k);
        else put(r, "\xef\xbf\xbd", 3), r->s->replaced++, k = 1;
    }
}

/* Words and characters of a line, its end included, however it is cut into tokens. */
static void count(struct tf_stream *s, const char *at, const char *end) {
    bool inside = false;
    for (; at < end; at++) {
        s->words += !inside && !tf_is_blank(*at), inside = !tf_is_blank(*at);
        s->chars += ((unsigned char)*at & 0xC0) != 0x80;
    }
}

/* A line with its LF. */
static void read_line(struct reader *r, const char *s, size_t n) {
    count(r->s, s, s + n);
    r->s->lines++, r->s->open = s[n - 1] != '\n';
    if (r->o->lower) r->low.len = 0, tf_utf8_lower(&r->low, s, n), s = r->low.s, n = r->low.len;
    if (r->o->unit == TF_STREAM_WORD) read_words(r, s, s + n);
    else read_characters(r, s, s + n);
    if (r->o->unit == TF_STREAM_WORD && r->o->eos) put(r, TF_STREAM_EOS, strlen(TF_STREAM_EOS));
}

/* Up to the line with token `stop`. */
static int read_text(struct reader *r, const char *s, size_t n, size_t stop, struct tf_err *e) {
    for (size_t at = 0, next, checked = 0; at < n && r->s->n <= stop; at = next) {
        const char *lf = memchr(s + at, '\n', n - at);
        next = lf ? (size_t)(lf - s) + 1 : n;
        read_line(r, s + at, next - at);
        if (next - checked < 1 << 20) continue;
        checked = next;
        if (tf_interrupted) return tf_fail(e, TF_INTERRUPTED, "interrupted");
    }
    return 0;
}

static int read_file(struct tf_stream *out, struct tf_word_counts *known, const char *path, const struct tf_stream_opts *o, size_t stop,
                     struct tf_err *e) {
    struct reader r = {.s = out, .known = known, .o = o};
    struct tf_map m;
    if (tf_map_open(&m, path, e)) return -1;
    const char *s = m.p;
    const size_t mark = tf_utf8_mark(s, m.n);
    const int rc = read_text(&r, s + mark, m.n - mark, stop, e);
    tf_buf_free(&r.low);
    tf_map_close(&m);
    if (rc) tf_stream_free(out);
    return rc;
}

int tf_stream_read(struct tf_stream *out, struct tf_word_counts *known, const char *path, const struct tf_stream_opts *o,
                   struct tf_err *e) {
    return read_file(out, known, path, o, SIZE_MAX, e);
}

void tf_stream_free(struct tf_stream *s) {
    tf_free(s->tok);
    *s = (struct tf_stream){0};
}

size_t tf_stream_line(const char *path, const struct tf_stream_opts *o, size_t i) {
    struct tf_stream s = {0};
    struct tf_word_counts known = {0};
    struct tf_err none = {0};
    const size_t line = read_file(&s, &known, path, o, i, &none) ? 0 : s.lines;
    tf_stream_free(&s);
    tf_word_counts_free(&known);
    return line;
}
