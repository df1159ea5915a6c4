/* What `treeformer data` writes: a generated data set in its published file format, or what a task needs. */
#ifndef TF_GENERATE_H
#define TF_GENERATE_H
#include "task/task.h"

/* from: texts that it is made from; NULL: none were named. */
struct tf_generate { const char *out, *from; enum tf_split split; const struct tf_task_env *env; };
struct tf_generator {
    const char *name;
    /* Splits are written one at a time, and nothing is read; or it is made from texts, all at once. */
    bool by_split;
    bool to_folder; /* out is a folder, not a file */
    const struct tf_opt *opts;
    size_t opts_size;
    /* Options that concern training alone and that the file does not have, joined by '|'; NULL: none. */
    const char *training_only;
    int (*write)(const void *opts, const struct tf_generate *g, struct tf_err *e);
};
/* NULL-terminated. */
extern const struct tf_generator *const tf_generators[];
/* TF_USAGE: there is none of this name. */
const struct tf_generator *tf_generator_find(const char *name, struct tf_err *e);
#endif
