/* The YAML tree: memory, look-up, building. Parsing, --set and writing have their own files. */
#include "io/io.h"
#include <stdarg.h>
#include <string.h>

struct tf_yaml *tf_yaml_new(enum tf_yaml_kind kind, const char *value) {
    struct tf_yaml *y = tf_calloc(sizeof *y);
    y->kind = kind;
    if (kind == TF_YAML_SCALAR) y->value = tf_strdup(value ? value : "");
    return y;
}

void tf_yaml_free(struct tf_yaml *y) {
    if (!y) return;
    for (int i = 0; i < y->n; i++) {
        tf_yaml_free(y->item[i]);
        if (y->key) tf_free(y->key[i].name);
    }
    tf_free(y->item);
    tf_free(y->key);
    tf_free(y->value);
    if (y->owns_origin) tf_free((char *)y->origin);
    tf_free(y);
}

/* from, to: the parent's origin in the original and in the copy. */
static struct tf_yaml *clone(const struct tf_yaml *y, const char *from, const char *to) {
    struct tf_yaml *c = tf_yaml_new(y->kind, y->value);
    c->quoted = y->quoted, c->line = y->line, c->col = y->col;
    c->owns_origin = y->origin && y->origin != from;
    c->origin = c->owns_origin ? tf_strdup(y->origin) : y->origin ? to : NULL;
    if (y->n == 0) return c;
    c->n = c->cap = y->n;
    c->item = tf_alloc((size_t)y->n * sizeof *c->item);
    if (y->key) c->key = tf_alloc((size_t)y->n * sizeof *c->key);
    for (int i = 0; i < y->n; i++) {
        c->item[i] = clone(y->item[i], y->origin, c->origin);
        if (y->key) c->key[i] = (struct tf_yaml_key){tf_strdup(y->key[i].name), y->key[i].line, y->key[i].col};
    }
    return c;
}

struct tf_yaml *tf_yaml_clone(const struct tf_yaml *y) { return clone(y, NULL, NULL); }

bool tf_yaml_equal(const struct tf_yaml *a, const struct tf_yaml *b) {
    if (a->kind != b->kind || a->n != b->n) return false;
    if (a->kind == TF_YAML_SCALAR) return strcmp(a->value, b->value) == 0;
    for (int i = 0; i < a->n; i++) {
        if (a->key && strcmp(a->key[i].name, b->key[i].name) != 0) return false;
        if (!tf_yaml_equal(a->item[i], b->item[i])) return false;
    }
    return true;
}

bool tf_yaml_null(const struct tf_yaml *y) {
    if (!y) return true;
    return y->kind == TF_YAML_SCALAR && !y->quoted && (!*y->value || strcmp(y->value, "~") == 0 || strcmp(y->value, "null") == 0);
}

int tf_yaml_find(const struct tf_yaml *map, const char *key) {
    if (map && map->kind == TF_YAML_MAP)
        for (int i = 0; i < map->n; i++)
            if (strcmp(map->key[i].name, key) == 0) return i;
    return -1;
}

struct tf_yaml *tf_yaml_get(const struct tf_yaml *map, const char *key) {
    int i = tf_yaml_find(map, key);
    return i < 0 ? NULL : map->item[i];
}

void tf_yaml_append(struct tf_yaml *y, const char *key, struct tf_yaml *value) {
    if (y->n == y->cap) {
        y->cap = y->cap ? 2 * y->cap : 4;
        y->item = tf_realloc(y->item, (size_t)y->cap * sizeof *y->item);
        if (y->kind == TF_YAML_MAP) y->key = tf_realloc(y->key, (size_t)y->cap * sizeof *y->key);
    }
    if (y->kind == TF_YAML_MAP) y->key[y->n] = (struct tf_yaml_key){tf_strdup(key), 0, 0};
    y->item[y->n++] = value;
}

void tf_yaml_put(struct tf_yaml *map, const char *key, struct tf_yaml *value) {
    TF_BUG_IF(map->kind != TF_YAML_MAP || !*key || strlen(key) > TF_YAML_KEY_MAX, "put '%s'", key);
    int i = tf_yaml_find(map, key);
    if (i < 0) {
        tf_yaml_append(map, key, value);
    } else if (map->item[i] != value) {
        tf_yaml_free(map->item[i]);
        map->item[i] = value;
    }
}

void tf_yaml_remove(struct tf_yaml *map, const char *key) {
    int i = tf_yaml_find(map, key);
    if (i < 0) return;
    tf_free(map->key[i].name);
    tf_yaml_free(map->item[i]);
    map->n--;
    for (; i < map->n; i++) map->key[i] = map->key[i + 1], map->item[i] = map->item[i + 1];
}

void tf_yaml_push(struct tf_yaml *list, struct tf_yaml *value) {
    TF_BUG_IF(list->kind != TF_YAML_LIST, "push on no list");
    tf_yaml_append(list, NULL, value);
}

/* ---- errors with a place --------------------------------------------------------------------------------------------------- */

/* Of "train.stages: learn: ..." what is to stand behind "--set train.stages": ": learn: ..."; of "train.lr 2 is": " 2 is". */
static const char *behind(const char *origin, const char *what) {
    const char *path = strncmp(origin, "--set ", 6) ? "" : origin + 6;
    const size_t n = strlen(path);
    return n && !strncmp(what, path, n) && (what[n] == ':' || what[n] == ' ' || !what[n]) ? what + n : NULL;
}

static int fail_at(struct tf_err *e, const char *origin, int line, int col, const char *fmt, va_list ap) {
    char what[900];
    vsnprintf(what, sizeof what, fmt, ap);
    if (!origin) return tf_fail(e, TF_BAD, "%s", what);
    if (line == 0 && behind(origin, what)) return tf_fail(e, TF_BAD, "%s%s", origin, behind(origin, what));
    if (line == 0) return tf_fail(e, TF_BAD, "%s: %s", origin, what);
    return tf_fail(e, TF_BAD, "%s:%d:%d: %s", origin, line, col, what);
}

int tf_yaml_fail(struct tf_err *e, const struct tf_yaml *at, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    int rc = fail_at(e, at->origin, at->line, at->col, fmt, ap);
    va_end(ap);
    return rc;
}

int tf_yaml_fail_key(struct tf_err *e, const struct tf_yaml *map, int i, const char *fmt, ...) {
    const struct tf_yaml_key *k = &map->key[i];
    const struct tf_yaml *at = k->line ? map : map->item[i]; // a key from sweep or --set: its value says which
    const bool set = at->origin && !strncmp(at->origin, "--set", 5);
    va_list ap;
    va_start(ap, fmt);
    int rc = fail_at(e, at->origin, k->line || set ? k->line : at->line, k->line || set ? k->col : at->col, fmt, ap);
    va_end(ap);
    return rc;
}
