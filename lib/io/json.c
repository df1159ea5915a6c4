/* JSON by jansson. */
#include "io/json.h"

#include <jansson.h>

/* So that a NULL of jansson never means that there is no memory. */
__attribute__((constructor)) static void set_allocator(void) { json_set_alloc_funcs(tf_lib_alloc, tf_lib_free); }

int tf_json_parse(struct tf_json **root, const char *text, size_t n, const char *name, struct tf_err *e) {
    json_error_t why;
    json_t *j = json_loadb(text, n, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &why);
    if (!j) return tf_fail(e, TF_BAD, "%s:%d:%d: %s", name, why.line, why.column, why.text);
    *root = (void *)j;
    return 0;
}

int tf_json_load(struct tf_json **root, const char *path, struct tf_err *e) {
    struct tf_map m;
    if (tf_map_open(&m, path, e)) return -1;
    int rc = tf_json_parse(root, m.p, m.n, path, e);
    tf_map_close(&m);
    return rc;
}

void tf_json_free(struct tf_json *root) { json_decref((json_t *)(void *)root); }

static const json_t *in(const struct tf_json *n) { return (const void *)n; }
static const struct tf_json *node(const json_t *j) { return (const void *)j; }

bool tf_json_is_list(const struct tf_json *n) { return json_is_array(in(n)); }
bool tf_json_is_map(const struct tf_json *n) { return json_is_object(in(n)); }
bool tf_json_is_null(const struct tf_json *n) { return json_is_null(in(n)); }
size_t tf_json_count(const struct tf_json *list) { return json_array_size(in(list)); }
const struct tf_json *tf_json_at(const struct tf_json *list, size_t i) { return node(json_array_get(in(list), i)); }
const struct tf_json *tf_json_get(const struct tf_json *map, const char *key) { return node(json_object_get(in(map), key)); }

const char *tf_json_text(const struct tf_json *s, size_t *n) {
    *n = json_string_length(in(s));
    return json_string_value(in(s));
}

bool tf_json_int(const struct tf_json *s, int64_t *out) {
    if (json_is_integer(in(s))) *out = json_integer_value(in(s));
    return json_is_integer(in(s));
}

bool tf_json_real(const struct tf_json *s, double *out) {
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
