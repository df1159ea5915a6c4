/* config.json of a published BERT: the few of its keys that shapes and meaning of the weights depend on. */
#include "io/bert_config.h"

#include <limits.h>
#include <string.h>

#include "io/json.h"

enum kind { TEXT, COUNT, REAL };
#define FIELD(name, kind) {#name, kind, offsetof(struct tf_bert_config, name)}
static const struct {
    const char *name;
    enum kind kind;
    size_t offset;
} fields[] = {FIELD(model_type, TEXT),           FIELD(hidden_act, TEXT),         FIELD(position_embedding_type, TEXT),
              FIELD(vocab_size, COUNT),          FIELD(hidden_size, COUNT),       FIELD(num_hidden_layers, COUNT),
              FIELD(num_attention_heads, COUNT), FIELD(intermediate_size, COUNT), FIELD(max_position_embeddings, COUNT),
              FIELD(type_vocab_size, COUNT),     FIELD(layer_norm_eps, REAL)};

/* A longer text is cut: it is none that we know. */
static bool take(const struct tf_json *v, enum kind kind, void *out) {
    int64_t n;
    double x;
    size_t len;
    const char *s;
    switch (kind) {
    case TEXT:
        if (!(s = tf_json_text(v, &len)) || strlen(s) != len) return false;
        snprintf(out, sizeof(((struct tf_bert_config *)0)->model_type), "%s", s);
        return true;
    case COUNT:
        if (!tf_json_int(v, &n) || n < 1 || n > INT_MAX) return false;
        *(int *)out = (int)n;
        return true;
    default:
        if (!tf_json_real(v, &x) || !(x > 0 && x < 1)) return false;
        *(double *)out = x;
        return true;
    }
}

int tf_bert_config_parse(struct tf_bert_config *out, const char *text, size_t n, const char *name, struct tf_err *e) {
    static const char *const wanted[] = {[TEXT] = "a text", [COUNT] = "a whole number from 1", [REAL] = "a number between 0 and 1"};
    struct tf_bert_config c = {.model_type = ""};
    struct tf_json *root;
    if (tf_json_parse(&root, text, n, name, e)) return -1;
    int rc = tf_json_is_map(root) ? 0 : tf_fail(e, TF_BAD, "%s: a map is expected", name);
    for (size_t i = 0; i < TF_COUNT(fields) && !rc; i++) {
        const struct tf_json *v = tf_json_get(root, fields[i].name);
        if (!v || tf_json_is_null(v) || take(v, fields[i].kind, (char *)&c + fields[i].offset)) continue;
        rc = tf_fail(e, TF_BAD, "%s: %s: %s is expected", name, fields[i].name, wanted[fields[i].kind]);
    }
    tf_json_free(root);
    if (!rc) *out = c;
    return rc;
}

int tf_bert_config_load(struct tf_bert_config *out, const char *path, struct tf_err *e) {
    struct tf_buf text = {0};
    int rc = tf_file_read(path, &text, e);
    if (!rc) rc = tf_bert_config_parse(out, text.s ? text.s : "", text.len, path, e);
    tf_buf_free(&text);
    return rc;
}
