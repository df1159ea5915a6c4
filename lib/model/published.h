/* Weights for others and from others: folders and files as Hugging Face's transformers write and open
 * them. */
#ifndef TF_MODEL_PUBLISHED_H
#define TF_MODEL_PUBLISHED_H
#include "model/checkpoint.h"
#include "model/model.h"

/* The weights that init.from means: the file itself, or of a folder its model.safetensors; the path is
 * appended. TF_BAD: a folder without it. Whether the file is there shows when it is opened. */
int tf_weights_find(const char *from, struct tf_buf *path, struct tf_err *e);
/* The start of a training from other weights: by name and shape, under our names or those of published BERT
 * files ("bert.encoder.layer.0.attention.self.query.weight", "...attention.output.dense.weight", "gamma",
 * "beta"). A tensor with a value that is not finite is an error; so is another shape, or with partial a fresh
 * tensor. A config.json beside the weights is compared with the model first: other sizes are errors that name
 * the option (with partial warnings), another activation or the like is a warning. Logs the counts. */
int tf_weights_import(const char *from, struct tf_model *m, bool partial, struct tf_err *e);
/* Tensors of a later model that the file has and the first model has not; *name: of the first of them. */
int tf_weights_beyond(const char *from, const struct tf_pars *first, const struct tf_pars *later,
                      char name[TF_PAR_NAME]);

/* Only layers that were trained with full attention can teach the trees of m. Appends why the weights' model
 * was not: "FILE is of a model with attention tc-a in layer 0"; nothing if it was, if no trees are taught, or
 * if it is not known. */
void tf_weights_no_teacher(const char *from, const struct tf_model *m, struct tf_buf *why);

/* Appends to out "heads=4 norm=pre ...": the options that decide what weights compute, and that no shape
 * shows. Files of ours have it as metadata under the key below, and import compares it: another number of
 * heads is an error (with partial a warning), another norm, activation or the like a warning. */
#define TF_WEIGHTS_MEANING "model"
void tf_weights_meaning(const struct tf_model *m, struct tf_buf *out);
/* The same comparison of a file that was loaded without it. TF_BAD: another number of heads. */
int tf_weights_compare(const char *file, const struct tf_model *m, struct tf_err *e);
/* Heads of the model whose checkpoint this file is; 0: it does not say. */
int tf_weights_heads(const char *file);
/* The same of "longformer*2+transformer*4", the mechanisms of the layers in their order; one whose trees are
 * only taught counts as full attention. */
#define TF_WEIGHTS_ATTENTION "attention"
void tf_weights_attention(const struct tf_model *m, struct tf_buf *out);

/* Writes model.safetensors, config.json and vocab.txt (a copy of the file vocab; "": none): a BERT into
 * DIR/bert, under the names of published files, so that BertModel.from_pretrained opens it; another model
 * into DIR/model under its own, with a warning that says why. says: the metadata of the weights, as of a
 * checkpoint: TF_WEIGHTS_ATTENTION and more; ends with key NULL. label: of the run, for messages; pad_id: of
 * [PAD]. The caller alone writes there. */
int tf_weights_export(const char *dir, const struct tf_model *m, const struct tf_meta *says,
                      const char *vocab, int pad_id, const char *label, struct tf_err *e);
/* Removes what export wrote; nothing there is fine. */
void tf_weights_remove(const char *dir);
#endif
