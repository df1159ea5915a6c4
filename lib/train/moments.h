/* Internal to lib/train: the optimizer's moments of this rank's slice of the parameters. */
#ifndef TF_TRAIN_MOMENTS_H
#define TF_TRAIN_MOMENTS_H
#include "model/checkpoint.h"
#include "train/ranks.h"

/* m, v, and the running average of the weights. */
enum { MOMENTS = 2, MOMENTS_EMA = 3 };
/* size: numbers of the whole block; v (kinds, hi - lo): of the slice; room: of what others have. */
struct moments { size_t size; int kinds; struct tf_slice own; tf_real *v, *room; };
/* All 0. */
void moments_init(struct moments *m, size_t size, int kinds);
void moments_free(struct moments *m);
/* Moment k of number `at` of the block, which is in the slice, and of those behind it. */
tf_real *moments_at(const struct moments *m, int k, size_t at);
/* Takes over the moments of what has the same name and shape in both stores. All ranks together. */
void moments_carry(struct moments *to, const struct tf_pars *to_pars, const struct moments *from,
                   const struct tf_pars *from_pars);
/* For checkpoints, which rank 0 writes and reads: all ranks together, piece by piece. */
struct tf_moments moments_all(struct moments *m);
#endif
