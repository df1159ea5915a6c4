/* Names that are too long for their place: shorter ones that still tell all of them apart. */
#include "report/figure.h"
#include "results/escape.h"
#include <string.h>

/* ---- settings that tell nothing apart --------------------------------------------------------------------------------------------- */

/* Bytes of what stays together at the start of a name's settings: a setting, words that are none, what a comma joins, or all from a parenthesis on. */
static size_t part_len(const char *s) {
    size_t n = 0, next = 0;
    if (*s == '(') return strlen(s);
    for (bool set = false; s[next];) {
        const size_t word = strcspn(s + next, " ");
        const bool last = set;
        set = memchr(s + next, '=', word) != NULL;
        if (n && s[n - 1] != ',' && (last || set || s[next] == '(')) break;
        n = next + word, next = n + strspn(s + n, " ");
    }
    return n;
}

static const char *next_part(const char *s) { return s + part_len(s) + strspn(s + part_len(s), " "); }

/* Is the part of n bytes one of the settings? */
static bool has_part(const char *settings, const char *part, size_t n) {
    for (const char *at = settings; *at; at = next_part(at))
        if (part_len(at) == n && !strncmp(at, part, n)) return true;
    return false;
}

/* How many names of a mechanism ("TF-A, " of n letters) have the part; part NULL: how many there are. */
static int names_with(const char *const *name, int names, const char *mechanism, size_t n, const char *part) {
    int count = 0;
    for (int i = 0; i < names; i++) count += !strncmp(name[i], mechanism, n) && (!part || has_part(name[i] + n, part, part_len(part)));
    return count;
}

/* A name without the settings that all names of its mechanism have; first those that the fewest have. */
static void reduce(struct tf_buf *out, const char *const *name, int names, const char *own) {
    const char *comma = strstr(own, ", ");
    const size_t n = comma ? (size_t)(comma - own) + 2 : strlen(own);
    const int all = comma ? names_with(name, names, own, n, NULL) : 1;
    tf_buf_add(out, own, n);
    if (all == 1) tf_buf_addf(out, "%s", own + n);
    for (int k = 1; k < all; k++)
        for (const char *at = own + n; *at; at = next_part(at))
            if (names_with(name, names, own, n, at) == k) tf_buf_addf(out, "%s%.*s", out->len > n ? " " : "", (int)part_len(at), at);
    if (all > 1 && out->len == n) tf_buf_addf(out, "%s", own + n); // all that it has another has, too
}

/* ---- what is left out of the middle ------------------------------------------------------------------------------------------------- */

/* Letters 0..head and from..to of a text stay, with "…" for what is left out; at: byte of each of its `all` letters, and of its end. */
struct cut {
    int head, from, to;
};
struct text {
    const char *s;
    int *at, all;
};

/* May a piece end, or begin, before this letter? Inside a word a cut costs readers more; a setting's value without its name says little. */
static bool may_end(const struct text *t, int letter) {
    const int byte = t->at[letter];
    return strchr(" ,", t->s[byte]) || (byte && strchr(" ,=", t->s[byte - 1])); // the text's end, too
}

static bool may_begin(const struct text *t, int letter) {
    const int byte = t->at[letter];
    return t->s[byte] == ',' || strchr(" ,_", t->s[byte - 1]);
}

/* Half a number is a false one. */
static bool in_number(const struct text *t, int letter) {
    static const char digits[] = "0123456789.";
    const int byte = t->at[letter];
    return byte && t->s[byte] && strchr(digits, t->s[byte - 1]) && strchr(digits, t->s[byte]);
}

/* Letters that stay, less what makes them hard to read: words that are cut, several pieces, no mechanism. */
static int worth(const struct text *t, struct cut c) {
    enum { END = 4, BEGINNING = 6, NUMBER = 8, PIECE = 6, MECHANISM = 10 };
    const char *comma = strstr(t->s, ", ");
    int w = c.head + c.to - c.from - (may_end(t, c.head) ? 0 : END) - (in_number(t, c.head) ? NUMBER : 0);
    if (comma && t->at[c.head] < comma - t->s) w -= MECHANISM;
    if (c.from == c.to) return w;
    w -= PIECE + (may_begin(t, c.from) ? 0 : BEGINNING) + (in_number(t, c.from) ? NUMBER : 0);
    return c.to == t->all ? w : w - PIECE;
}

/* Could what stays be of the other text, too? */
static bool could_be(const struct text *t, struct cut c, const char *other) {
    const size_t head = (size_t)t->at[c.head], n = (size_t)(t->at[c.to] - t->at[c.from]);
    if (strncmp(other, t->s, head)) return false;
    const char *rest = other + head, *piece = t->s + t->at[c.from];
    const size_t left = strlen(rest);
    if (c.to == t->all) return left >= n && !memcmp(rest + left - n, piece, n);
    return memmem(rest, left, piece, n) != NULL;
}

static bool is_own(const struct text *t, struct cut c, const struct tf_buf *other, int n) {
    for (int i = 0; i < n; i++)
        if (strcmp(other[i].s, t->s) && could_be(t, c, other[i].s)) return false;
    return true;
}

/* Of up to `most` letters, with "…" before the second piece, and behind it if that ends at a whole word and not at the text's end. */
static struct cut cut_at(const struct text *t, int most, int head, int from) {
    const int room = most - 1 - head;
    int to = t->all;
    if (t->all - from > room)
        for (to = from + room - 1; to > from && !may_end(t, to);) to--;
    return (struct cut){head, from, to};
}

/* The cut of the most worth; own: what stays is of no other text. Returns whether there is one. */
static bool find_cut(struct cut *best, const struct text *t, int most, const struct tf_buf *other, int n, bool own) {
    int most_worth = -1000;
    for (int head = most - 1; head >= 0; head--)
        for (int from = t->all; from > head; from--) {
            const struct cut c = cut_at(t, most, head, from);
            if ((c.to <= c.from && from < t->all) || worth(t, c) <= most_worth || (own && !is_own(t, c, other, n))) continue;
            *best = c, most_worth = worth(t, c);
        }
    return most_worth > -1000;
}

static void elide(struct tf_buf *out, const char *s, int most, const struct tf_buf *other, int n) {
    struct text t = {.s = s, .all = report_letters(s)};
    struct cut c = {0};
    if (t.all <= most || most < 1) {
        tf_buf_addf(out, "%s", s);
        return;
    }
    t.at = tf_alloc(sizeof *t.at * (size_t)(t.all + 1));
    for (int i = 0, byte = 0; i <= t.all; i++) {
        t.at[i] = byte;
        do byte += s[byte] != 0;
        while (((unsigned char)s[byte] & 0xC0) == 0x80);
    }
    if (!find_cut(&c, &t, most, other, n, true)) find_cut(&c, &t, most, other, n, false);
    tf_buf_add(out, s, (size_t)t.at[c.head]);
    tf_buf_addf(out, "…%.*s", t.at[c.to] - t.at[c.from], s + t.at[c.from]);
    if (c.from < c.to && c.to < t.all) tf_buf_addf(out, "…");
    tf_free(t.at);
}

const char *report_brief_name(const struct report_group *g) { return tf_attn_brief_title(*g->name ? g->name : g->label); }

void report_short_names(const char *const *name, const int *most, int n, struct tf_buf *out) {
    struct tf_buf *text = tf_calloc(sizeof *text * (size_t)(n ? n : 1));
    for (int i = 0; i < n; i++) {
        if (report_letters(name[i]) <= most[i]) tf_buf_addf(&text[i], "%s", name[i]);
        else reduce(&text[i], name, n, name[i]);
    }
    for (int i = 0; i < n; i++) elide(&out[i], text[i].s, most[i], text, n);
    for (int i = 0; i < n; i++) tf_buf_free(&text[i]);
    tf_free(text);
}
