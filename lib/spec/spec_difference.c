/* In which option two resolved specs differ, for messages. */
#include "spec/spec_meta.h"

#include <string.h>

/* A value of the spec, on one line; long ones are cut. */
static void add_value(struct tf_buf *out, const struct tf_yaml *v) {
    enum { LONGEST = 60 };
    struct tf_buf text = {0};
    if (v) tf_yaml_flow(&text, v);
    size_t n = text.len;
    if (n > LONGEST)
        for (n = LONGEST; n && ((unsigned char)text.s[n] & 0xc0) == 0x80;) n--;
    if (!v) tf_buf_addf(out, "not set");
    else if (!n) tf_buf_addf(out, "empty");
    else tf_buf_addf(out, "%.*s%s", (int)n, text.s, n < text.len ? "..." : "");
    tf_buf_free(&text);
}

static bool add_of_map(const char *path, const struct tf_yaml *was, const struct tf_yaml *now, struct tf_buf *out) {
    const struct tf_yaml *side[] = {was, now};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < side[k]->n; i++) {
            const char *key = side[k]->key[i].name;
            if (k && tf_yaml_get(was, key)) continue; // seen already
            struct tf_buf at = {0};
            tf_buf_addf(&at, "%s.%s", path, key);
            const bool found = spec_difference(at.s, tf_yaml_get(was, key), tf_yaml_get(now, key), out);
            tf_buf_free(&at);
            if (found) return true;
        }
    return false;
}

bool spec_difference(const char *path, const struct tf_yaml *was, const struct tf_yaml *now, struct tf_buf *out) {
    if (was == now || (was && now && tf_yaml_equal(was, now))) return false;
    const bool alike = was && now && was->kind == now->kind;
    if (alike && was->kind == TF_YAML_MAP && add_of_map(path, was, now, out)) return true;
    for (int i = 0; alike && was->kind == TF_YAML_LIST && was->n == now->n && i < was->n; i++) { // stages
        if (was->item[i]->kind != TF_YAML_MAP || now->item[i]->kind != TF_YAML_MAP) break;
        struct tf_buf at = {0};
        tf_buf_addf(&at, "%s.%d", path, i);
        const bool found = spec_difference(at.s, was->item[i], now->item[i], out);
        tf_buf_free(&at);
        if (found) return true;
    }
    tf_buf_addf(out, "%s is ", path);
    add_value(out, was);
    tf_buf_addf(out, " there and ");
    add_value(out, now);
    tf_buf_addf(out, " here");
    return true;
}
