/* Where data lies, and where what was made of it is kept. */
#ifndef TF_DATA_LOCATE_H
#define TF_DATA_LOCATE_H
#include "data/data.h"

struct tf_task_env {
    const char *data_dir;  /* searched first; NULL: $TREEFORMER_DATA, then datasets/ */
    const char *cache_dir; /* NULL: $TREEFORMER_CACHE, $XDG_CACHE_HOME/treeformer, ~/.cache/treeformer */
    int threads;
    /* A few examples of the usual lengths will do: a generated set is made no larger, and is not
     * kept. tf_data.whole says how many there would be. */
    bool sample;
};

/* The first of data_dir/rel, $TREEFORMER_DATA/rel, datasets/rel that exists; an absolute rel is taken as it
 * is. Otherwise TF_BAD, naming the places and ending in `hint` ("run datasets/imdb/fetch.sh"), in which a
 * file of datasets/ that is not here gets the path at which it is installed, and a script the folder to fill.
 * The path is appended to out. */
int tf_data_find(const struct tf_task_env *env, const char *rel, const char *hint, struct tf_buf *out,
                 struct tf_err *e);
/* The same of several forms of a set, of which the first folder that has any decides; in it the first of
 * rel[0..n-1], none absolute, that exists. Returns which, or -1. */
int tf_data_find_any(const struct tf_task_env *env, const char *const *rel, int n, const char *hint,
                     struct tf_buf *out, struct tf_err *e);
/* Folders of specs and of the papers' tables: experiments/ here (there or not), then those beside the program
 * and where `make install` puts them. Returns how many; the caller frees each. */
enum { TF_EXPERIMENT_DIRS = 5 };
int tf_experiment_dirs(char *dir[TF_EXPERIMENT_DIRS]);
/* What is called `name` in the first of them that has it: "quick/listops.yaml" or "experiments/quick/...".
 * Appends its path to out. false: appends the folders that were searched to seen (may be NULL). */
bool tf_experiment_find(const char *name, struct tf_buf *out, struct tf_buf *seen);
/* For tf_data.source: the last `names` names of the first n bytes of a path, at most 80 bytes: where data
 * lies, without what lies above. A static buffer. */
const char *tf_data_place(const char *path, size_t n, int names);
/* Appends the path of cache file `name` to out, after making its directory. */
int tf_cache_path(const struct tf_task_env *env, const char *name, struct tf_buf *out, struct tf_err *e);
/* A dataset that is slow to make. */
struct tf_cached {
    const char *what;      /* "ListOps", for the warning */
    const char *name, *key; /* the cache file; what its content depends on */
    double after_s;        /* what was made in less is not kept */
    struct tf_data *(*make)(const void *arg, const struct tf_task_env *env, struct tf_err *e);
    const void *arg;
    bool samples; /* `make` looks at env->sample */
};
/* The data of the cache file; or made, kept there (a sample is not), and mapped, so that processes share its
 * memory. Where it cannot be kept: a warning. NULL: `make` failed. */
struct tf_data *tf_data_cached(const struct tf_cached *c, const struct tf_task_env *env, struct tf_err *e);
/* How many of a split's n examples to generate: under env->sample a few. */
int tf_sample_of(const struct tf_task_env *env, int n);
#endif
