/* Internal to lib/train: what is predicted, and its loss. */
#ifndef TF_TRAIN_OBJECTIVE_H
#define TF_TRAIN_OBJECTIVE_H
#include "train/shards.h"

/* predictions that an example gives: depends on its tokens alone */
int objective_count(const struct tf_data *d, const struct tf_example *x);
/* Runs the model on examples from..to-1 of the shard on its tape; adds to the shard's loss, correct,
 * predictions and table. Returns the loss (1,1); NULL: the watch takes logits. */
struct tf_mat *objective_loss(const struct shard_job *j, struct shard *l, int from, int to);
#endif
