/* Text on a terminal: how wide it is there, cut, wrapped, escaped. */
#include "cmd.h"
#include "io/io.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <utf8proc.h>

int text_columns(int fd, int otherwise) {
    struct winsize w;
    const char *env = getenv("COLUMNS");
    const long asked = env ? strtol(env, NULL, 10) : 0;
    if (asked >= 20 && asked <= 1000) return (int)asked;
    return ioctl(fd, TIOCGWINSZ, &w) == 0 && w.ws_col >= 20 ? w.ws_col : otherwise;
}

/* Bytes of the first letter of s, and the columns that it takes; a byte that begins none takes one. */
static size_t letter(const char *s, int *columns) {
    uint32_t c = 0;
    const size_t n = tf_utf8_next(s, strlen(s), &c);
    *columns = n ? utf8proc_charwidth((utf8proc_int32_t)c) : 1;
    return n ? n : 1;
}

int text_width(const char *s) {
    int all = 0, w;
    for (; *s; all += w) s += letter(s, &w);
    return all;
}

void text_pad(struct tf_buf *out, int n) {
    while (n-- > 0) tf_buf_add(out, " ", 1);
}

void text_cut(struct tf_buf *out, const char *s, int most) {
    int room = most, w;
    if (text_width(s) > most) room--;
    for (; *s; room -= w) {
        const size_t n = letter(s, &w);
        if (w > room) break;
        tf_buf_add(out, s, n);
        s += n;
    }
    if (*s && most > 0) tf_buf_addf(out, "…");
}

void text_cut_middle(struct tf_buf *out, const char *s, int most) {
    int over = text_width(s) - most, w;
    if (over <= 0) {
        tf_buf_addf(out, "%s", s);
        return;
    }
    struct tf_buf head = {0};
    text_cut(&head, s, most / 2);
    const int behind = most - text_width(head.s);
    tf_buf_addf(out, "%s", head.s);
    tf_buf_free(&head);
    for (int left = text_width(s); left > behind; left -= w) s += letter(s, &w);
    tf_buf_addf(out, "%s", s);
}

void text_wrap(struct tf_buf *out, const char *s, int at, int indent, int width) {
    bool first = true;
    for (s += strspn(s, " \n"); *s; s += strspn(s, " \n"), first = false) {
        const int n = (int)strcspn(s, " \n");
        struct tf_buf word = {0};
        tf_buf_add(&word, s, (size_t)n);
        const int w = text_width(word.s);
        if (!first && at + 1 + w > width) {
            tf_buf_addf(out, "\n");
            text_pad(out, at = indent);
        } else if (!first) tf_buf_addf(out, " "), at++;
        tf_buf_addf(out, "%s", word.s);
        at += w;
        tf_buf_free(&word);
        s += n;
    }
    tf_buf_addf(out, "\n");
}

/* Lines that begin with a blank stay as they are; what lies between them and empty lines is wrapped. */
void text_paragraphs(struct tf_buf *out, const char *s, int width) {
    struct tf_buf paragraph = {0};
    for (const char *end; *s; s = *end ? end + 1 : end) {
        end = s + strcspn(s, "\n");
        const bool runs_on = end > s && *s != ' ';
        if (runs_on) tf_buf_addf(&paragraph, "%.*s ", (int)(end - s), s);
        const bool last = !end[0] || end[1] == '\n' || end[1] == ' ' || !end[1];
        if (runs_on && !last) continue;
        if (paragraph.len) text_wrap(out, paragraph.s, 0, 0, width);
        paragraph.len = 0;
        if (!runs_on) tf_buf_addf(out, "%.*s\n", (int)(end - s), s);
    }
    tf_buf_free(&paragraph);
}

void text_escape(struct tf_buf *b, const char *s) {
    tf_buf_addf(b, "%s", "");
    for (size_t left = strlen(s), k; left; s += k, left -= k) {
        uint32_t c = 0;
        k = tf_utf8_next(s, left, &c);
        if (k && c >= 0x20 && (c < 0x7f || c > 0x9f)) {
            tf_buf_add(b, s, k);
            continue;
        }
        if (!k) k = 1;
        for (size_t i = 0; i < k; i++)
            if (s[i] == '\n') tf_buf_addf(b, "\\n");
            else if (s[i] == '\t') tf_buf_addf(b, "\\t");
            else tf_buf_addf(b, "\\x%02x", (unsigned char)s[i]);
    }
}
