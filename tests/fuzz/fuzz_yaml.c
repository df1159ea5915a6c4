/* YAML: what parses is written, parsed again and must be equal; clone, --set and look-up run on the way. */
#include "io/io.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct tf_yaml *again(const struct tf_yaml *y, struct tf_buf *b) {
    struct tf_yaml *back = NULL;
    struct tf_err e = {0};
    b->len = 0;
    tf_yaml_write(b, y);
    TF_BUG_IF(tf_yaml_parse(&back, b->s, b->len, "written", &e), "%s\n%s", e.msg, b->s);
    TF_BUG_IF(!tf_yaml_equal(y, back), "reads back different:\n%s", b->s);
    return back;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct tf_yaml *y = NULL;
    struct tf_err e = {0};
    size_t live = tf_mem_live();
    if (tf_yaml_parse(&y, (const char *)data, size, "fuzz", &e) == 0) {
        struct tf_buf b = {0}, b2 = {0};
        struct tf_yaml *c = tf_yaml_clone(y), *w = again(c, &b), *w2 = again(w, &b2);
        TF_BUG_IF(strcmp(b.s, b2.s) != 0, "writes different bytes:\n%s\n%s", b.s, b2.s);
        tf_yaml_free(w);
        tf_yaml_free(w2);
        b2.len = 0;
        tf_yaml_flow(&b2, y);
        // The input as a --set value, then as a path. A value may reach the depth limit, where the map around it would pass it.
        struct tf_yaml *root = tf_yaml_new(TF_YAML_MAP, NULL);
        char *text = memcpy(tf_calloc(size + 1), data, size);
        if (tf_yaml_set(root, "a.b", text, &e) == 0) tf_yaml_free(again(root, &b));
        if (tf_yaml_set(c, text, "1,2", &e) == 0) tf_yaml_free(again(c, &b));
        tf_yaml_at(c, text);
        tf_free(text);
        tf_yaml_free(root);
        tf_yaml_free(c);
        tf_yaml_free(y);
        tf_buf_free(&b);
        tf_buf_free(&b2);
    } else {
        TF_BUG_IF(e.code != TF_BAD || strncmp(e.msg, "fuzz:", 5) != 0, "code %d, '%s'", e.code, e.msg);
    }
    TF_BUG_IF(tf_mem_live() != live, "leak");
    return 0;
}
