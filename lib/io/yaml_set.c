/* Dotted paths into a YAML tree: look-up and --set. */
#include "io/io.h"
#include <stdlib.h>
#include <string.h>

enum { PATH_MAX_BYTES = 400 };

/* Copies the first part of a dotted path; returns what follows it (after the dot), or NULL when it was the last. */
static const char *split(const char *path, char part[TF_YAML_KEY_MAX + 1]) {
    size_t n = strcspn(path, "."), m = n > TF_YAML_KEY_MAX ? TF_YAML_KEY_MAX : n;
    memcpy(part, path, m);
    part[m] = 0;
    return path[n] ? path + n + 1 : NULL;
}

/* "3" -> 3; -1: not a position in the list. */
static int position(const struct tf_yaml *list, const char *part) {
    size_t digits = strspn(part, "0123456789");
    if (digits == 0 || digits > 8 || part[digits]) return -1;
    int i = atoi(part);
    return i < list->n ? i : -1;
}

/* The child's index in y, -1: there is none. */
static int child(const struct tf_yaml *y, const char *part) { return y->kind == TF_YAML_LIST ? position(y, part) : tf_yaml_find(y, part); }

struct tf_yaml *tf_yaml_at(const struct tf_yaml *root, const char *dotted) {
    char part[TF_YAML_KEY_MAX + 1];
    const struct tf_yaml *y = root;
    for (const char *s = dotted; s && y;) {
        s = split(s, part);
        int i = child(y, part);
        y = i < 0 ? NULL : y->item[i];
    }
    return (struct tf_yaml *)y;
}

static int check_path(const char *dotted, int *parts, struct tf_err *e) {
    *parts = 1;
    if (strlen(dotted) > PATH_MAX_BYTES) return tf_fail(e, TF_USAGE, "--set %.40s...: path too long", dotted);
    for (const char *s = dotted;; s++) {
        size_t n = strcspn(s, ".");
        if (n == 0) return tf_fail(e, TF_USAGE, "--set %s: a part of the path is empty", dotted);
        if (n > TF_YAML_KEY_MAX) return tf_fail(e, TF_USAGE, "--set %s: key longer than 200 bytes", dotted);
        s += n;
        if (!*s) return 0;
        ++*parts;
    }
}

static int depth_of(const struct tf_yaml *y) {
    int d = 0;
    for (int i = 0; i < y->n; i++) {
        int k = depth_of(y->item[i]);
        if (k > d) d = k;
    }
    return d + 1;
}

static void forget_places(struct tf_yaml *y) {
    y->line = y->col = 0;
    for (int i = 0; i < y->n; i++) {
        if (y->key) y->key[i].line = y->key[i].col = 0;
        forget_places(y->item[i]);
    }
}

/* The one item of a list, taken out of it; the list is freed. */
static struct tf_yaml *unwrap(struct tf_yaml *list, const char *origin) {
    struct tf_yaml *y = list->item[0];
    list->n = 0;
    struct tf_yaml *c = tf_yaml_clone(y); // its own origin
    tf_yaml_free(y);
    tf_yaml_free(list);
    TF_BUG_IF(strcmp(c->origin, origin) != 0, "origin");
    return c;
}

/* The text of --set as a tree whose origin is `name` ("--set a.b"). Inside brackets a bare comma list is simply a list. */
static int parse_value(struct tf_yaml **out, const char *name, const char *text, struct tf_err *e) {
    struct tf_buf b = {0};
    struct tf_err err = {0};
    struct tf_yaml *y = NULL;
    tf_buf_addf(&b, "[%s\n]", text); // the line end closes a comment
    int rc = tf_yaml_parse(&y, b.s, b.len, name, &err);
    tf_buf_free(&b);
    if (rc) {
        const char *what = strlen(err.msg) > strlen(name) ? strstr(err.msg + strlen(name), ": ") : NULL; // without line and column
        return tf_fail(e, err.code == TF_BAD ? TF_USAGE : err.code, "%s: %s", name, what ? what + 2 : err.msg);
    }
    TF_BUG_IF(y->kind != TF_YAML_LIST, "a text that begins with a bracket");
    if (y->n == 1) y = unwrap(y, name);
    else if (y->n == 0) y->kind = TF_YAML_SCALAR, y->value = tf_strdup("");
    forget_places(y);
    *out = y;
    return 0;
}

static void adopt(struct tf_yaml *y, const char *origin) {
    y->origin = tf_strdup(origin);
    y->owns_origin = true;
}

int tf_yaml_set(struct tf_yaml *root, const char *dotted, const char *text, struct tf_err *e) {
    char name[PATH_MAX_BYTES + 16], part[TF_YAML_KEY_MAX + 1];
    struct tf_yaml *value = NULL, *y = root;
    int parts = 0;
    if (check_path(dotted, &parts, e)) return -1;
    snprintf(name, sizeof name, "--set %s", dotted);
    if (parse_value(&value, name, text, e)) return -1;
    int rc = parts + depth_of(value) > TF_YAML_DEPTH ? tf_fail(e, TF_USAGE, "%s: nested too deeply (more than 64 levels)", name) : 0;
    for (const char *s = dotted; rc == 0 && s;) {
        const char *here = s;
        s = split(s, part);
        if (tf_yaml_null(y)) { // `a:` with nothing after it is an empty map to us
            y->kind = TF_YAML_MAP;
            tf_free(y->value);
            y->value = NULL;
        }
        int i = y->kind == TF_YAML_SCALAR ? -1 : child(y, part);
        if (y->kind == TF_YAML_SCALAR) {
            int n = here == dotted ? 0 : (int)(here - dotted) - 1;
            rc = tf_fail(e, TF_USAGE, "%s: '%.*s' is a single value, not a map", name, n, dotted);
        } else if (i < 0 && y->kind == TF_YAML_LIST) {
            rc = tf_fail(e, TF_USAGE, "%s: no item '%s' in a list of %d", name, part, y->n);
        } else if (s) {
            if (i < 0) {
                tf_yaml_append(y, part, tf_yaml_new(TF_YAML_MAP, NULL));
                i = y->n - 1;
                adopt(y->item[i], name);
            }
            y = y->item[i];
        } else if (i < 0) {
            tf_yaml_append(y, part, value);
            return 0;
        } else {
            tf_yaml_free(y->item[i]);
            y->item[i] = value;
            return 0;
        }
    }
    tf_yaml_free(value);
    return rc;
}
