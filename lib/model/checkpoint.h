/* Checkpoints: safetensors with parameters by name, "optim.m.", "optim.v." and "optim.mean." moments, and
 * text metadata. */
#ifndef TF_MODEL_CHECKPOINT_H
#define TF_MODEL_CHECKPOINT_H
#include "num/num.h"

struct tf_meta { const char *key; char value[512]; };
/* The optimizer's moments k = 0 (m), 1 (v), ..., n - 1 of the parameter block's numbers at..at+n-1, which
 * may be spread over processes. get: where they are until the next call; *n: how many are wanted, then how
 * many are there. put takes them. Both are called tensor by tensor, in the order of the file, after an
 * error too. */
struct tf_moments {
    int n;
    const tf_real *(*get)(void *arg, int k, size_t at, size_t *n);
    void (*put)(void *arg, int k, size_t at, size_t n, const tf_real *values);
    void *arg;
    /* one more tensor, which a process that does not write or read lacks; rows 0: none */
    struct { const char *name; int rows, cols; tf_real *v; } also;
};
/* moments NULL: none. meta ends with key NULL. path NULL: asks for the moments and writes nothing, in a
 * process that has a part of them while another one writes. */
int tf_checkpoint_save(const char *path, const struct tf_pars *ps, const struct tf_moments *moments,
                       const struct tf_meta *meta, struct tf_err *e);
/* Loads by name and shape. Missing tensors keep their values and are counted in *fresh (may be NULL); the
 * same name with another shape is an error naming both shapes. meta as in tf_checkpoint_meta. strict: missing
 * tensors or metadata are errors, TF_BAD. path NULL: puts the moments with values NULL, and reads nothing. */
int tf_checkpoint_load(const char *path, struct tf_pars *ps, const struct tf_moments *moments,
                       struct tf_meta *meta, bool strict, int *fresh, struct tf_err *e);
/* The values of the keys given, "" where the file has none; strict: that is an error, TF_BAD. */
int tf_checkpoint_meta(const char *path, struct tf_meta *meta, bool strict, struct tf_err *e);
/* For printf with a step. */
#define TF_CHECKPOINT "checkpoint-%08d.safetensors"
/* Steps of the files of that name in a run's folder, newest first; *steps is the caller's to free, and NULL
 * on failure. Returns how many: 0 also where there is no folder; -1, TF_SYSTEM. */
int tf_checkpoint_steps(const char *dir, int **steps, struct tf_err *e);
/* Copies what has the same name and shape from one store to another (bootstrapping). Returns how many tensors
 * were not found. */
int tf_pars_carry(struct tf_pars *to, const struct tf_pars *from);
/* The tensor of `in` with p's name and shape; NULL: none. */
const struct tf_par *tf_pars_same(const struct tf_pars *in, const struct tf_par *p);
#endif
