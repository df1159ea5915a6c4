/* libyaml events -> tree. Text is checked for clean UTF-8 first, so that such errors have a line and a column. */
#include "io/io.h"
#include <string.h>
#include <yaml.h>

struct reader {
    yaml_parser_t p;
    const char *name, *text;
    size_t n;
    int nodes;
    struct tf_err *e;
};

/* The characters that YAML allows in a file. */
static bool printable(uint32_t c) {
    return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c <= 0x7e) || c == 0x85 || (c >= 0xa0 && c <= 0xd7ff) ||
           (c >= 0xe000 && c <= 0xfffd && c != 0xfeff) || c >= 0x10000;
}

static int check_text(struct reader *r) {
    int line = 1, col = 1;
    for (size_t i = 0; i < r->n;) {
        uint32_t c = 0;
        size_t k = tf_utf8_next(r->text + i, r->n - i, &c);
        if (k == 0) return tf_fail(r->e, TF_BAD, "%s:%d:%d: not valid UTF-8", r->name, line, col);
        if (c == 0) return tf_fail(r->e, TF_BAD, "%s:%d:%d: NUL byte: not a text file", r->name, line, col);
        if (!printable(c)) return tf_fail(r->e, TF_BAD, "%s:%d:%d: control character U+%04X", r->name, line, col, (unsigned)c);
        if (c == '\n') line++, col = 1;
        else col++;
        i += k;
    }
    return 0;
}

static int line_of(yaml_mark_t m) { return (int)m.line + 1; }
static int col_of(yaml_mark_t m) { return (int)m.column + 1; }

static int fail_at(struct reader *r, yaml_mark_t m, const char *what) {
    return tf_fail(r->e, TF_BAD, "%s:%d:%d: %s", r->name, line_of(m), col_of(m), what);
}

/* Does line `line` (0-based) begin with white space that has a tab in it? */
static bool tab_indent(const struct reader *r, size_t line) {
    const char *s = r->text, *end = r->text + r->n;
    for (; line > 0 && s; line--) {
        s = memchr(s, '\n', (size_t)(end - s));
        if (s) s++;
    }
    for (; s && s < end && (*s == ' ' || *s == '\t'); s++)
        if (*s == '\t') return true;
    return false;
}

static int parser_error(struct reader *r) {
    const yaml_parser_t *p = &r->p;
    if (p->error == YAML_MEMORY_ERROR) return tf_fail(r->e, TF_SYSTEM, "%s: out of memory", r->name);
    const char *what = p->problem ? p->problem : "not valid YAML";
    if (strstr(what, "cannot start any token") && tab_indent(r, p->problem_mark.line))
        return fail_at(r, p->problem_mark, "tab in the indentation: use spaces");
    if (!p->context) return fail_at(r, p->problem_mark, what);
    return tf_fail(r->e, TF_BAD, "%s:%d:%d: %s (%s that begins at line %d)", r->name, line_of(p->problem_mark), col_of(p->problem_mark),
                   what, p->context, line_of(p->context_mark));
}

static int next_event(struct reader *r, yaml_event_t *ev) { return yaml_parser_parse(&r->p, ev) ? 0 : parser_error(r); }

/* The tags and anchors that we do not take; also what is no node at all. */
static int check_event(struct reader *r, const yaml_event_t *ev) {
    const yaml_char_t *anchor = NULL, *tag = NULL;
    switch (ev->type) {
    case YAML_ALIAS_EVENT: return fail_at(r, ev->start_mark, "aliases (*name) are not supported: write the value again");
    case YAML_SCALAR_EVENT: anchor = ev->data.scalar.anchor, tag = ev->data.scalar.tag; break;
    case YAML_SEQUENCE_START_EVENT: anchor = ev->data.sequence_start.anchor, tag = ev->data.sequence_start.tag; break;
    case YAML_MAPPING_START_EVENT: anchor = ev->data.mapping_start.anchor, tag = ev->data.mapping_start.tag; break;
    default: return fail_at(r, ev->start_mark, "not valid YAML");
    }
    if (anchor) return fail_at(r, ev->start_mark, "anchors (&name) are not supported");
    if (tag) return fail_at(r, ev->start_mark, "tags (!name) are not supported");
    return 0;
}

static int check_scalar(struct reader *r, const yaml_event_t *ev) {
    if (memchr(ev->data.scalar.value, 0, ev->data.scalar.length)) return fail_at(r, ev->start_mark, "NUL character in a string");
    return 0;
}

static int read_children(struct reader *r, struct tf_yaml *y, int depth);

/* The node that begins with *ev (which is consumed). */
static int read_node(struct reader *r, yaml_event_t *ev, const char *origin, int depth, struct tf_yaml **out) {
    struct tf_yaml *y = NULL;
    int rc = check_event(r, ev);
    if (rc == 0 && ev->type == YAML_SCALAR_EVENT) rc = check_scalar(r, ev);
    if (rc == 0 && depth > TF_YAML_DEPTH) rc = fail_at(r, ev->start_mark, "nested too deeply (more than 64 levels)");
    if (rc == 0 && ++r->nodes > TF_YAML_NODES_MAX) rc = fail_at(r, ev->start_mark, "too many values");
    if (rc == 0) {
        bool scalar = ev->type == YAML_SCALAR_EVENT;
        y = tf_yaml_new(scalar                                 ? TF_YAML_SCALAR
                        : ev->type == YAML_MAPPING_START_EVENT ? TF_YAML_MAP
                                                               : TF_YAML_LIST,
                        scalar ? (const char *)ev->data.scalar.value : NULL);
        y->quoted = scalar && ev->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
        y->line = line_of(ev->start_mark), y->col = col_of(ev->start_mark), y->origin = origin;
    }
    yaml_event_delete(ev);
    if (rc) return rc;
    if (y->kind != TF_YAML_SCALAR && read_children(r, y, depth)) {
        tf_yaml_free(y);
        return -1;
    }
    *out = y;
    return 0;
}

static int read_key(struct reader *r, yaml_event_t *ev, char **key) {
    int rc = check_event(r, ev);
    if (rc == 0 && ev->type != YAML_SCALAR_EVENT) rc = fail_at(r, ev->start_mark, "a key must be plain text");
    if (rc == 0) rc = check_scalar(r, ev);
    if (rc == 0 && ev->data.scalar.length == 0) rc = fail_at(r, ev->start_mark, "empty key");
    if (rc == 0 && ev->data.scalar.length > TF_YAML_KEY_MAX) rc = fail_at(r, ev->start_mark, "key longer than 200 bytes");
    if (rc == 0) *key = tf_strdup((const char *)ev->data.scalar.value);
    yaml_event_delete(ev);
    return rc;
}

static int by_name(const void *a, const void *b) {
    const struct tf_yaml_key *x = *(const struct tf_yaml_key *const *)a, *y = *(const struct tf_yaml_key *const *)b;
    int c = strcmp(x->name, y->name);
    return c ? c : x < y ? -1 : 1; // same name: in the order of the file
}

/* libyaml lets duplicate keys pass. */
static int check_unique(struct reader *r, const struct tf_yaml *y) {
    const struct tf_yaml_key **k = tf_alloc((size_t)y->n * sizeof *k + 1), *dup = NULL, *first = NULL;
    for (int i = 0; i < y->n; i++) k[i] = &y->key[i];
    if (y->n > 1) qsort(k, (size_t)y->n, sizeof *k, by_name);
    for (int i = 1; i < y->n; i++)
        if (strcmp(k[i - 1]->name, k[i]->name) == 0 && (!dup || k[i] < dup)) first = k[i - 1], dup = k[i];
    tf_free(k);
    if (!dup) return 0;
    return tf_fail(r->e, TF_BAD, "%s:%d:%d: duplicate key '%s' (first at line %d)", r->name, dup->line, dup->col, dup->name, first->line);
}

static int read_children(struct reader *r, struct tf_yaml *y, int depth) {
    bool map = y->kind == TF_YAML_MAP;
    for (;;) {
        yaml_event_t ev;
        if (next_event(r, &ev)) return -1;
        if (ev.type == (map ? YAML_MAPPING_END_EVENT : YAML_SEQUENCE_END_EVENT)) {
            yaml_event_delete(&ev);
            return map ? check_unique(r, y) : 0;
        }
        yaml_mark_t at = ev.start_mark;
        char *key = NULL;
        struct tf_yaml *value = NULL;
        if (map && y->n == TF_YAML_KEYS_MAX) { // no spec has as many: the rest need not be read
            yaml_event_delete(&ev);
            return fail_at(r, at, "too many keys in a map (32768 at most)");
        }
        if (map && (read_key(r, &ev, &key) || next_event(r, &ev))) {
            tf_free(key);
            return -1;
        }
        if (read_node(r, &ev, y->origin, depth + 1, &value)) {
            tf_free(key);
            return -1;
        }
        tf_yaml_append(y, key, value);
        tf_free(key);
        if (map) y->key[y->n - 1].line = line_of(at), y->key[y->n - 1].col = col_of(at);
    }
}

/* The one document of the stream; *root stays NULL when there is none. */
static int read_stream(struct reader *r, const char *origin, struct tf_yaml **root) {
    for (bool end = false; !end;) {
        yaml_event_t ev;
        int rc = 0;
        if (next_event(r, &ev)) return -1;
        switch (ev.type) {
        case YAML_STREAM_START_EVENT:
        case YAML_DOCUMENT_END_EVENT: break;
        case YAML_STREAM_END_EVENT: end = true; break;
        case YAML_DOCUMENT_START_EVENT:
            if (*root) rc = fail_at(r, ev.start_mark, "a second document begins here: one document per file");
            break;
        default: // the root node; consumes the event
            if (read_node(r, &ev, origin, 1, root)) return -1;
            continue;
        }
        yaml_event_delete(&ev);
        if (rc) return rc;
    }
    return 0;
}

int tf_yaml_parse(struct tf_yaml **out, const char *text, size_t n, const char *name, struct tf_err *e) {
    const size_t mark = tf_utf8_mark(text, n);
    text += mark, n -= mark;
    struct reader r = {.name = name, .text = text, .n = n, .e = e};
    if (n > TF_YAML_BYTES_MAX) return tf_fail(e, TF_BAD, "%s: too large for a YAML file (16 MiB at most)", name);
    if (check_text(&r)) return -1;
    if (!yaml_parser_initialize(&r.p)) return tf_fail(e, TF_SYSTEM, "%s: out of memory", name);
    yaml_parser_set_encoding(&r.p, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&r.p, (const unsigned char *)text, n);
    char *origin = tf_strdup(name);
    struct tf_yaml *root = NULL;
    int rc = read_stream(&r, origin, &root);
    yaml_parser_delete(&r.p);
    if (rc) {
        tf_yaml_free(root);
        tf_free(origin);
        return -1;
    }
    if (!root) {
        root = tf_yaml_new(TF_YAML_SCALAR, "");
        root->line = root->col = 1;
    }
    root->origin = origin;
    root->owns_origin = true;
    *out = root;
    return 0;
}

int tf_yaml_load(struct tf_yaml **out, const char *path, struct tf_err *e) {
    struct tf_buf b = {0};
    int rc = tf_file_read_most(path, TF_YAML_BYTES_MAX, &b, e) || tf_yaml_parse(out, b.s ? b.s : "", b.len, path, e) ? -1 : 0;
    tf_buf_free(&b);
    return rc;
}
