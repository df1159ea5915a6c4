/* Our JSON reader against jansson itself: what it takes and refuses, every node by the getters; and strings, written and read back. */
#include <jansson.h>

#include "fuzz.h"
#include "io/json.h"

static void check_quote(const char *s, size_t n) {
    struct tf_buf b = {0};
    json_t *text = json_stringn(s, n), *back;
    char *dump = text ? json_dumps(text, JSON_ENCODE_ANY) : NULL;
    const int rc = tf_json_quote(&b, s, n);
    TF_BUG_IF((rc == 0) != (text != NULL) || (rc && b.len), "quote: %d, %zu bytes", rc, b.len);
    if (!rc) {
        TF_BUG_IF(strlen(dump) != b.len || memcmp(dump, b.s, b.len) != 0, "%s, not %s", b.s, dump);
        back = json_loadb(b.s, b.len, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
        TF_BUG_IF(!back || !json_equal(back, text), "%s reads back different", b.s);
        json_decref(back);
    }
    free(dump);
    json_decref(text);
    tf_buf_free(&b);
}

static void check_node(const struct tf_json *n, const json_t *j) {
    size_t len = 0, index;
    int64_t v = -1;
    const char *s = tf_json_text(n, &len), *key;
    json_t *child;
    TF_BUG_IF((s != NULL) != json_is_string(j) || tf_json_is_list(n) != json_is_array(j), "kind");
    TF_BUG_IF(s && (len != json_string_length(j) || memcmp(s, json_string_value(j), len) != 0), "string '%s'", s);
    TF_BUG_IF(tf_json_int(n, &v) != json_is_integer(j) || (json_is_integer(j) && v != json_integer_value(j)), "%lld", (long long)v);
    TF_BUG_IF(tf_json_count(n) != json_array_size(j) || tf_json_at(n, json_array_size(j)), "count");
    if (s) check_quote(s, len);
    json_array_foreach((json_t *)(uintptr_t)j, index, child) check_node(tf_json_at(n, index), child);
    if (!json_is_object(j)) TF_BUG_IF(tf_json_get(n, "a") != NULL, "a key of no map");
    json_object_foreach((json_t *)(uintptr_t)j, key, child) {
        check_node(tf_json_get(n, key), child);
        check_quote(key, strlen(key));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct tf_json *doc = NULL;
    struct tf_err e = {0};
    json_error_t why;
    json_t *root = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &why);
    const bool taken = !tf_json_parse(&doc, (const char *)data, size, "fuzz", &e);
    TF_BUG_IF(taken != (root != NULL), "jansson: %s; ours: %s", root ? "taken" : why.text, e.msg);
    if (taken) check_node(doc, root);
    else fuzz_check_error(&e, "fuzz:");
    check_quote((const char *)data, size);
    json_decref(root);
    tf_json_free(doc);
    return 0;
}
