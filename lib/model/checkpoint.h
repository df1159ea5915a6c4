/* Checkpoints: safetensors with parameters by name, "optim.m." and "optim.v." moments, and text metadata. */
#ifndef TF_MODEL_CHECKPOINT_H
#define TF_MODEL_CHECKPOINT_H
#include "num/num.h"

struct tf_meta { const char *key; char value[160]; };
/* moments: 2 * pars.size numbers (m then v) or NULL. meta ends with key NULL. */
int tf_checkpoint_save(const char *path, const struct tf_pars *ps, const tf_real *moments,
                       const struct tf_meta *meta, struct tf_err *e);
/* Loads by name and shape. Missing tensors keep their values and are counted in *fresh, tensors of the file
 * that nothing wants in *unused (both may be NULL); the same name with another shape is an error naming both
 * shapes. meta values are filled for the keys given. strict: missing tensors are errors. */
int tf_checkpoint_load(const char *path, struct tf_pars *ps, tf_real *moments, struct tf_meta *meta,
                       bool strict, int *fresh, int *unused, struct tf_err *e);
/* The start of a training from other weights: by name and shape, under our names or those of published BERT
 * files ("bert.encoder.layer.0.attention.self. query.weight", "...attention.output.dense.weight", "gamma",
 * "beta"). A tensor with a value that is not finite is an error; so is another shape, or with partial a fresh
 * tensor. Logs the counts. */
int tf_checkpoint_import(const char *path, struct tf_pars *ps, bool partial, struct tf_err *e);
/* The parameters under the names of published BERT files; trees keep our name behind "bert.". */
int tf_checkpoint_export(const char *path, const struct tf_pars *ps, struct tf_err *e);
/* Steps of the files checkpoint-<step>.safetensors in a run's folder, newest first; *steps is the caller's
 * to free. Returns how many. */
int tf_checkpoint_steps(const char *dir, int **steps);
/* Copies what has the same name and shape from one store to another (bootstrapping); moments likewise.
 * Returns how many tensors were not found. */
int tf_pars_carry(struct tf_pars *to, tf_real *to_moments, const struct tf_pars *from,
                  const tf_real *from_moments);
#endif
