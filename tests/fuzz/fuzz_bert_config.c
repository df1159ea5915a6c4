/* config.json of a published BERT: what is taken says the same when it is written out and read again, and holds what its fields promise. */
#include "fuzz.h"
#include "io/bert_config.h"
#include "io/json.h"

static void add_text(struct tf_buf *b, const char *key, const char *s) {
    tf_buf_addf(b, ",\"%s\":", key);
    if (!*s || tf_json_quote(b, s, strlen(s))) tf_buf_addf(b, "null"); // a text may be cut inside a letter
}

static void add_count(struct tf_buf *b, const char *key, int n) {
    TF_BUG_IF(n < 0, "%s is %d", key, n);
    if (n) tf_buf_addf(b, ",\"%s\":%d", key, n);
}

static bool same_text(const char *a, const char *b) { return !*b || !strcmp(a, b); }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const size_t live = tf_mem_live();
    struct tf_bert_config c, back;
    struct tf_err e = {0};
    struct tf_buf b = {0};
    if (tf_bert_config_parse(&c, (const char *)data, size, "fuzz", &e)) {
        fuzz_check_error(&e, "fuzz:");
        TF_BUG_IF(tf_mem_live() != live, "leak");
        return 0;
    }
    TF_BUG_IF(c.layer_norm_eps < 0 || c.layer_norm_eps >= 1, "layer_norm_eps is %g", c.layer_norm_eps);
    tf_buf_addf(&b, "{\"more\":[]");
    add_text(&b, "model_type", c.model_type);
    add_text(&b, "hidden_act", c.hidden_act);
    add_text(&b, "position_embedding_type", c.position_embedding_type);
    add_count(&b, "vocab_size", c.vocab_size);
    add_count(&b, "hidden_size", c.hidden_size);
    add_count(&b, "num_hidden_layers", c.num_hidden_layers);
    add_count(&b, "num_attention_heads", c.num_attention_heads);
    add_count(&b, "intermediate_size", c.intermediate_size);
    add_count(&b, "max_position_embeddings", c.max_position_embeddings);
    add_count(&b, "type_vocab_size", c.type_vocab_size);
    if (c.layer_norm_eps > 0) tf_buf_addf(&b, ",\"layer_norm_eps\":%.17e", c.layer_norm_eps);
    tf_buf_addf(&b, "}");
    TF_BUG_IF(tf_bert_config_parse(&back, b.s, b.len, "written", &e), "%s\n%s", e.msg, b.s);
    TF_BUG_IF(!same_text(c.model_type, back.model_type) || !same_text(c.hidden_act, back.hidden_act) ||
                  !same_text(c.position_embedding_type, back.position_embedding_type),
              "a text of %s", b.s);
    TF_BUG_IF(c.vocab_size != back.vocab_size || c.hidden_size != back.hidden_size || c.num_hidden_layers != back.num_hidden_layers ||
                  c.num_attention_heads != back.num_attention_heads || c.intermediate_size != back.intermediate_size ||
                  c.max_position_embeddings != back.max_position_embeddings || c.type_vocab_size != back.type_vocab_size ||
                  c.layer_norm_eps != back.layer_norm_eps,
              "a number of %s", b.s);
    tf_buf_free(&b);
    TF_BUG_IF(tf_mem_live() != live, "leak");
    return 0;
}
