/* config.json of a published BERT, as Hugging Face's transformers write it: what it says of the model. */
#ifndef TF_IO_BERT_CONFIG_H
#define TF_IO_BERT_CONFIG_H
#include "base/base.h"

/* Fields have the file's names. Not said there: "" or 0. */
struct tf_bert_config {
    char model_type[32], hidden_act[32], position_embedding_type[32];
    int vocab_size, hidden_size, num_hidden_layers, num_attention_heads, intermediate_size;
    int max_position_embeddings, type_vocab_size;
    double layer_norm_eps;
};
/* TF_BAD "FILE:LINE:COL: ..." or "FILE: ...": not JSON, no map, or a value of another kind; what else is in
 * the file does not matter. */
int tf_bert_config_load(struct tf_bert_config *out, const char *path, struct tf_err *e);
int tf_bert_config_parse(struct tf_bert_config *out, const char *text, size_t n, const char *name,
                         struct tf_err *e);
#endif
