/* Floor 3: tasks. One file and one const struct each; task_list.def lists them. */
#ifndef TF_TASK_H
#define TF_TASK_H
#include "data/locate.h"

struct tf_task {
    const char *name, *title, *paper;        /* "listops", "ListOps", "arXiv:2011.04006 sec. 2.2.1" */
    const char *paper_table, *paper_column;  /* where the papers' scores of it are: "table3_lra.csv",
                                                "listops" */
    const char *command;                     /* that trains it: "pretrain", "finetune"; NULL: "lra" */
    const struct tf_opt *opts; size_t opts_size;
    int (*open)(struct tf_data **out, const void *opts, const struct tf_task_env *env, struct tf_err *e);
    /* Appends, joined by "; ", what these options share with the published code though nobody would choose it
     * ("validation = test"); NULL: nothing ever. */
    void (*quirks)(const void *opts, struct tf_buf *out);
};
extern const struct tf_task *const tf_tasks[]; /* NULL-terminated */
const struct tf_task *tf_task_find(const char *name); /* NULL: none */
#endif
