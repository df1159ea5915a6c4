/* Tree -> YAML text. */
#include "io/io.h"
#include <ctype.h>
#include <string.h>

/* Reads back as the same text, unquoted, anywhere in block style. Stricter than YAML's own rule. */
static bool plain_ok(const char *s) {
    static const char first_bad[] = "?:,[]{}#&*!|>'\"%@`= ";
    if (!*s || strchr(first_bad, *s) || strncmp(s, "...", 3) == 0) return false;
    if (*s == '-' && !isalnum((unsigned char)s[1]) && s[1] != '.') return false;
    for (const char *p = s; *p; p++) {
        unsigned char c = (unsigned char)*p;
        if (c < 0x20 || c > 0x7e) return false;
        if (c == ':' && (p[1] == ' ' || !p[1])) return false;
        if (c == ' ' && (p[1] == '#' || !p[1])) return false;
    }
    return true;
}

/* The same inside [ ] and { }. */
static bool flow_ok(const char *s) {
    if (!plain_ok(s)) return false;
    for (; *s; s++)
        if (!isalnum((unsigned char)*s) && !strchr("_.+-/ ", *s)) return false;
    return true;
}

static void write_quoted(struct tf_buf *b, const char *s) {
    tf_buf_add(b, "\"", 1);
    for (size_t k, n = strlen(s); n > 0; s += k, n -= k) {
        uint32_t c = 0;
        k = tf_utf8_next(s, n, &c);
        if (k == 0) c = 0xfffd, k = 1;
        if (c == '"' || c == '\\') tf_buf_addf(b, "\\%c", (int)c);
        else if (c == '\n') tf_buf_add(b, "\\n", 2);
        else if (c == '\t') tf_buf_add(b, "\\t", 2);
        else if (c < 0x20 || (c >= 0x7f && c < 0xa0)) tf_buf_addf(b, "\\x%02X", (unsigned)c);
        else if (c == 0x2028 || c == 0x2029 || c == 0xfeff || c == 0xfffe || c == 0xffff) tf_buf_addf(b, "\\u%04X", (unsigned)c);
        else if (c == 0xfffd) tf_buf_add(b, "\xef\xbf\xbd", 3);
        else tf_buf_add(b, s, k);
    }
    tf_buf_add(b, "\"", 1);
}

static void write_text(struct tf_buf *b, const char *s, bool plain) {
    if (plain) tf_buf_add(b, s, strlen(s));
    else write_quoted(b, s);
}

static void write_scalar(struct tf_buf *b, const struct tf_yaml *y) {
    if (y->quoted || *y->value) write_text(b, y->value, !y->quoted && plain_ok(y->value));
}

/* Plain in block style, but not inside brackets: would have to be quoted there. */
static bool block_only(const struct tf_yaml *y) { return !y->quoted && (!*y->value || (plain_ok(y->value) && !flow_ok(y->value))); }

/* A short list of simple scalars goes on one line. */
static bool one_line(const struct tf_yaml *y) {
    size_t n = 0;
    if (y->kind != TF_YAML_LIST) return false;
    for (int i = 0; i < y->n; i++) {
        const struct tf_yaml *c = y->item[i];
        if (c->kind != TF_YAML_SCALAR || block_only(c)) return false;
        if ((n += strlen(c->value) + 2) > 100) return false;
    }
    return true;
}

static void write_flow(struct tf_buf *b, const struct tf_yaml *y) {
    if (y->kind == TF_YAML_SCALAR) {
        if (!y->quoted && !*y->value) tf_buf_add(b, "~", 1);
        else write_text(b, y->value, !y->quoted && (flow_ok(y->value) || strcmp(y->value, "~") == 0));
        return;
    }
    bool map = y->kind == TF_YAML_MAP;
    tf_buf_add(b, map ? "{" : "[", 1);
    for (int i = 0; i < y->n; i++) {
        if (i) tf_buf_add(b, ", ", 2);
        if (map) {
            write_text(b, y->key[i].name, flow_ok(y->key[i].name));
            tf_buf_add(b, ": ", 2);
        }
        write_flow(b, y->item[i]);
    }
    tf_buf_add(b, map ? "}" : "]", 1);
}

/* The lines of a list or map; the first line's indent has been written. */
static void write_block(struct tf_buf *b, const struct tf_yaml *y, int indent) {
    for (int i = 0; i < y->n; i++) {
        const struct tf_yaml *c = y->item[i];
        bool map = y->kind == TF_YAML_MAP, block = c->n > 0 && !one_line(c);
        if (i) tf_buf_addf(b, "%*s", indent, "");
        if (map) write_text(b, y->key[i].name, plain_ok(y->key[i].name));
        tf_buf_add(b, map ? ":" : "-", 1);
        if (block) {
            if (map) tf_buf_addf(b, "\n%*s", indent + 2, "");
            else tf_buf_add(b, " ", 1);
            write_block(b, c, indent + 2);
            continue;
        }
        if (c->kind != TF_YAML_SCALAR || c->quoted || *c->value) tf_buf_add(b, " ", 1);
        if (c->kind == TF_YAML_SCALAR) write_scalar(b, c);
        else write_flow(b, c);
        tf_buf_add(b, "\n", 1);
    }
}

void tf_yaml_write(struct tf_buf *out, const struct tf_yaml *y) {
    if (y->n > 0 && !one_line(y)) {
        write_block(out, y, 0);
        return;
    }
    if (y->kind == TF_YAML_SCALAR) write_scalar(out, y);
    else write_flow(out, y);
    tf_buf_add(out, "\n", 1);
}

void tf_yaml_flow(struct tf_buf *out, const struct tf_yaml *y) {
    if (y->kind == TF_YAML_SCALAR) tf_buf_add(out, y->value, strlen(y->value));
    else write_flow(out, y);
}
