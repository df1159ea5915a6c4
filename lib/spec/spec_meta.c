/* What every kind of spec has: its name, title, protocol and paper, keys that must be known, and mechanisms by their bare names. */
#include "spec/spec_meta.h"
#include "spec/spec_resolve.h"

#include <string.h>

const char *const spec_protocols[SPEC_PROTOCOLS] = {"paper", "corrected", "small", "short", "quick", "other"};

bool spec_one_of(const char *word, const char *const *names, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (strcmp(word, names[i]) == 0) return true;
    return false;
}

int spec_check_keys(const struct tf_yaml *map, const char *owner, const char *const *names, size_t n, struct tf_err *e) {
    for (int i = 0; i < map->n; i++) {
        const char *key = map->key[i].name;
        if (spec_one_of(key, names, n)) continue;
        struct tf_buf b = {0};
        if (!owner && !strcmp(key, "pretrain"))
            tf_buf_addf(&b, ": self-pretraining is a stage with a mask, train.stages: [{steps: 1000, mask: 0.15}, ...]");
        else if (!owner && !strcmp(key, "infer")) tf_buf_addf(&b, ": this is a spec for `treeformer infer-time`");
        else if (!owner && !strcmp(key, "task")) tf_buf_addf(&b, ": this is a spec for `treeformer lra`, `pretrain` or `finetune`");
        else if (owner || !spec_add_home(&b, key, map->item[i])) spec_advice(&b, key, names, n);
        int rc = tf_yaml_fail_key(e, map, i, "unknown key '%s'%s%s%s", key, owner ? " in " : "", owner ? owner : "", b.s ? b.s : "");
        tf_buf_free(&b);
        return rc;
    }
    return 0;
}

/* A section's text into out; out keeps its bytes when there is none. */
static int read_text(const struct tf_yaml *v, const char *what, char *out, size_t size, struct tf_err *e) {
    if (tf_yaml_null(v)) return 0;
    if (v->kind != TF_YAML_SCALAR) return tf_yaml_fail(e, v, "%s: a single text is expected", what);
    if (strlen(v->value) >= size) return tf_yaml_fail(e, v, "%s: %zu bytes, at most %zu allowed", what, strlen(v->value), size - 1);
    memcpy(out, v->value, strlen(v->value) + 1);
    return 0;
}

struct tf_yaml *spec_entry_of_name(const struct tf_yaml *name) {
    struct tf_yaml *map = tf_yaml_new(TF_YAML_MAP, NULL);
    map->line = name->line, map->col = name->col;
    map->owns_origin = name->origin;
    map->origin = name->origin ? tf_strdup(name->origin) : NULL;
    tf_yaml_put(map, "name", tf_yaml_clone(name));
    return map;
}

void spec_name(const char *path, char out[SPEC_NAME]) {
    static const char top[] = "experiments/";
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    for (const char *at = strstr(path, top); at; at = strstr(at + 1, top))
        if (at == path || at[-1] == '/') name = at + strlen(top);
    size_t n = strlen(name);
    if (n > 5 && strcmp(name + n - 5, ".yaml") == 0) n -= 5;
    else if (n > 4 && strcmp(name + n - 4, ".yml") == 0) n -= 4;
    snprintf(out, SPEC_NAME, "%.*s", n < SPEC_NAME ? (int)n : SPEC_NAME - 1, name);
    for (char *c = out; *c; c++)
        if (*c == '/') *c = '-';
}

int spec_read_heading(const struct tf_yaml *root, const char *name, struct spec_heading *out, const char *example, struct tf_err *e) {
    static const char *const paper_keys[] = {"table"};
    const struct tf_yaml *given = tf_yaml_get(root, "protocol"), *paper = tf_yaml_get(root, "paper");
    snprintf(out->title, sizeof out->title, "%s", name);
    snprintf(out->protocol, sizeof out->protocol, "other");
    if (read_text(tf_yaml_get(root, "title"), "title", out->title, sizeof out->title, e)) return -1;
    if (read_text(given, "protocol", out->protocol, sizeof out->protocol, e)) return -1;
    if (!spec_one_of(out->protocol, spec_protocols, SPEC_PROTOCOLS))
        return spec_fail_name(e, given, "protocol", spec_protocols, SPEC_PROTOCOLS);
    if (tf_yaml_null(paper)) return 0;
    if (paper->kind != TF_YAML_MAP) return tf_yaml_fail(e, paper, "paper: a map is expected, like {table: %s}", example);
    const struct tf_yaml *file = tf_yaml_get(paper, "table");
    if (spec_check_keys(paper, "paper", paper_keys, TF_COUNT(paper_keys), e) ||
        read_text(file, "table", out->paper_table, sizeof out->paper_table, e))
        return -1;
    if (strchr(out->paper_table, '/'))
        return tf_yaml_fail(e, file, "table: the name of a file among the papers' figures is expected, not a path");
    return 0;
}
