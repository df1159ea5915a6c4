/* JSON by jansson. */
#include "io/json.h"

#include <jansson.h>

struct tf_json {
    json_t *root;
};

/* So that a NULL of jansson never means that there is no memory. */
__attribute__((constructor)) static void set_allocator(void) { json_set_alloc_funcs(tf_lib_alloc, tf_lib_free); }

int tf_json_parse(struct tf_json **out, const char *text, size_t n, const char *name, struct tf_err *e) {
    json_error_t why;
    json_t *root = json_loadb(text, n, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &why);
    if (!root) return tf_fail(e, TF_BAD, "%s:%d:%d: %s", name, why.line, why.column, why.text);
    *out = tf_alloc(sizeof **out);
    **out = (struct tf_json){root};
    return 0;
}

int tf_json_load(struct tf_json **out, const char *path, struct tf_err *e) {
    struct tf_map m;
    if (tf_map_open(&m, path, e)) return -1;
    int rc = tf_json_parse(out, m.p, m.n, path, e);
    tf_map_close(&m);
    return rc;
}

void tf_json_free(struct tf_json *j) {
    if (j) json_decref(j->root);
    tf_free(j);
}

static const json_t *in(const struct tf_json_node *n) { return (const void *)n; }
static const struct tf_json_node *node(const json_t *j) { return (const void *)j; }

const struct tf_json_node *tf_json_root(const struct tf_json *j) { return node(j->root); }
bool tf_json_is_list(const struct tf_json_node *n) { return json_is_array(in(n)); }
bool tf_json_is_map(const struct tf_json_node *n) { return json_is_object(in(n)); }
bool tf_json_is_null(const struct tf_json_node *n) { return json_is_null(in(n)); }
size_t tf_json_count(const struct tf_json_node *list) { return json_array_size(in(list)); }
const struct tf_json_node *tf_json_at(const struct tf_json_node *list, size_t i) { return node(json_array_get(in(list), i)); }
const struct tf_json_node *tf_json_get(const struct tf_json_node *map, const char *key) { return node(json_object_get(in(map), key)); }

const char *tf_json_text(const struct tf_json_node *s, size_t *n) {
    *n = json_string_length(in(s));
    return json_string_value(in(s));
}

bool tf_json_int(const struct tf_json_node *s, int64_t *out) {
    if (json_is_integer(in(s))) *out = json_integer_value(in(s));
    return json_is_integer(in(s));
}

bool tf_json_real(const struct tf_json_node *s, double *out) {
    if (json_is_number(in(s))) *out = json_number_value(in(s));
    return json_is_number(in(s));
}

static int append(const char *text, size_t n, void *out) {
    tf_buf_add(out, text, n);
    return 0;
}

int tf_json_quote(struct tf_buf *out, const char *s, size_t n) {
    json_t *text = json_stringn(s, n);
    int rc = text ? json_dump_callback(text, append, out, JSON_ENCODE_ANY) : -1;
    json_decref(text);
    return rc;
}
