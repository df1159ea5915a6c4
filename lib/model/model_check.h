/* Inside model/: what the model and its checks share. */
#ifndef TF_MODEL_CHECK_H
#define TF_MODEL_CHECK_H
#include "model/model.h"

/* Channels of a head that rotary positions turn: an even number. */
int tf_model_turned(const struct tf_model_cfg *c);
/* Has it a table of positions? */
bool tf_model_has_table(const struct tf_model_cfg *c);
/* What layer l tells its mechanism. */
struct tf_shape tf_model_shape(const struct tf_model *m, int l);
/* TF_BAD: a model that cannot be, the same as tf_model_check_layers, and what depends on the data. */
int tf_model_check(const struct tf_model *m, struct tf_err *e);
#endif
