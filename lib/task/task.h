/* Floor 2: tasks (datasets). One file and one const struct each; task_list.def lists them. */
#ifndef TF_TASK_H
#define TF_TASK_H
#include "base/base.h"

enum tf_split { TF_TRAIN, TF_VALID, TF_TEST, TF_SPLITS };

struct tf_example { const uint16_t *tok; int len; int label; uint32_t id; }; /* tok: ids in 0..vocab-1, not padded; id: unique over the splits */

/* An opened dataset: all splits in memory (or mapped). */
struct tf_data {
    int vocab, classes, max_len;            /* max_len: the longest sequence there is (after truncation) */
    size_t n[TF_SPLITS];
    const uint64_t *off[TF_SPLITS];         /* n + 1 offsets into tok */
    const uint16_t *tok[TF_SPLITS];
    const int32_t *label[TF_SPLITS];
    char source[192];                       /* for the manifest: "generated, seed 1, generator v1" or a file name */
    uint64_t hash;                          /* of everything above */
    void *priv; void (*close)(struct tf_data *);
};
struct tf_example tf_data_get(const struct tf_data *d, enum tf_split s, size_t i);
void tf_data_close(struct tf_data *d);      /* frees d; NULL is fine */

struct tf_task_env { const char *data_dir; /* searched first; NULL: $TREEFORMER_DATA, then datasets/ */
                     const char *cache_dir; /* NULL: $TREEFORMER_CACHE, then $XDG_CACHE_HOME/treeformer, then ~/.cache/treeformer */
                     int threads; };

struct tf_task {
    const char *name, *title, *paper;        /* "listops", "ListOps", "arXiv:2011.04006 sec. 2.2.1" */
    const char *paper_column;                /* its column in table3_lra.csv */
    const struct tf_opt *opts; size_t opts_size;
    int (*open)(struct tf_data **out, const void *opts, const struct tf_task_env *env, struct tf_err *e);
};
extern const struct tf_task *const tf_tasks[]; /* NULL-terminated */
const struct tf_task *tf_task_find(const char *name);
#endif
