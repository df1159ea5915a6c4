/* SVG files inside one page: gnuplot gives the same names to the parts of every figure. */
#include "io/svg.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

static size_t name_length(const char *s) { return strcspn(s, " \t\r\n=/>\"'<"); }
static bool is(const char *s, size_t n, const char *name) { return strlen(name) == n && !strncasecmp(s, name, n); }

/* The value, of which references inside the file follow the new names. */
static void add_value(struct tf_buf *out, const char *s, size_t n, int k) {
    static const char mark[] = "url(#";
    for (size_t i = 0; i < n; i++) {
        tf_buf_add(out, &s[i], 1);
        if (i + 1 >= sizeof mark - 1 && !memcmp(&s[i + 1 - (sizeof mark - 1)], mark, sizeof mark - 1)) tf_buf_addf(out, "f%d-", k);
    }
}

/* name="value" at s; NULL: it is not of this form. */
static const char *add_attribute(struct tf_buf *out, const char *s, int k) {
    const size_t n = name_length(s);
    const char *eq = s + n + strspn(s + n, " \t\r\n"), *quote = eq + 1 + (*eq == '=' ? strspn(eq + 1, " \t\r\n") : 0);
    if (!n || *eq != '=' || (*quote != '"' && *quote != '\'')) return NULL;
    const char *value = quote + 1, *end = strchr(value, *quote);
    if (!end) return NULL;
    const bool link = is(s, n, "href") || is(s, n, "xlink:href");
    if (!strncasecmp(s, "on", 2) || (link && *value != '#')) return end + 1;
    tf_buf_addf(out, " %.*s=%c", (int)n, s, *quote);
    if (link) tf_buf_addf(out, "#"), value++;
    if (link || is(s, n, "id")) tf_buf_addf(out, "f%d-", k);
    add_value(out, value, (size_t)(end - value), k);
    tf_buf_add(out, quote, 1);
    return end + 1;
}

/* The tag at s, behind its '<'; NULL: no page may hold it. */
static const char *add_tag(struct tf_buf *out, const char *s, int k, int *depth) {
    const bool closes = *s == '/';
    const size_t n = name_length(s + closes);
    if (!n || is(s + closes, n, "script") || is(s + closes, n, "style") || is(s + closes, n, "foreignObject")) return NULL;
    tf_buf_addf(out, "<%.*s", (int)n + closes, s);
    *depth += closes ? -1 : 1;
    for (s += closes + n; s && *s;) {
        s += strspn(s, " \t\r\n");
        if (*s == '>') {
            tf_buf_addf(out, ">");
            return s + 1;
        }
        if (s[0] == '/' && s[1] == '>' && !closes) {
            tf_buf_addf(out, "/>");
            --*depth;
            return s + 2;
        }
        s = add_attribute(out, s, k);
    }
    return NULL;
}

bool tf_svg_embed(struct tf_buf *out, const char *svg, int k) {
    static const char tip[] = "<title>Gnuplot</title>"; // a page would show it wherever the mouse rests
    const size_t before = out->len;
    const char *s = strstr(svg, "<svg");
    int depth = 0;
    while (s && *s) {
        if (!strncmp(s, tip, sizeof tip - 1)) s += sizeof tip - 1;
        else if (!strncmp(s, "<!--", 4)) s = strstr(s, "-->") ? strstr(s, "-->") + 3 : NULL;
        else if (*s == '<') s = add_tag(out, s + 1, k, &depth);
        else tf_buf_add(out, s++, 1);
        if (s && depth <= 0) break; // behind </svg>
    }
    if (s && depth == 0 && out->len > before) return true;
    if (out->s) out->len = before, out->s[before] = 0;
    return false;
}
