/* treeformer data TASK: writes a generated dataset in its official file format, for other programs. */
#include "cmd.h"

#include "task/listops.h"

#include <string.h>

static const struct option_row options[] = {
    {"out", 'o', OPTION_TEXT, offsetof(struct args, out), "FILE", 0, 0, "file to write (required)"},
    {"split", 0, OPTION_TEXT, offsetof(struct args, split), "NAME", 0, 0, "train, valid or test (default: train)"},
    {"set", 0, OPTION_LIST, offsetof(struct args, set), "NAME=VALUE", 0, 0,
     "an option of the task, see `treeformer show TASK`; repeatable"},
    OPTION_DATA,
    OPTION_THREADS,
    OPTION_QUIET,
    OPTION_HELP,
    OPTION_END,
};

static int find_split(const char *name, struct tf_err *e) {
    static const char *const names[TF_SPLITS] = {"train", "valid", "test"};
    for (int i = 0; i < TF_SPLITS; i++)
        if (!strcmp(names[i], name)) return i;
    return tf_fail(e, TF_USAGE, "data: --split '%.60s' is none of train, valid, test", name);
}

static int run(const struct args *a, struct tf_err *e) {
    struct tf_task_env env = {.data_dir = a->data, .threads = a->threads};
    int split = find_split(a->split ? a->split : "train", e);
    void *opts;
    if (split < 0) return -1;
    if (strcmp(a->arg[0], "listops") != 0) return tf_fail(e, TF_USAGE, "data: '%.60s' cannot be generated; only 'listops' can", a->arg[0]);
    if (!a->out) return tf_fail(e, TF_USAGE, "data: --out is missing; see 'treeformer help data'");
    if (make_options(tf_listops_opts, sizeof(struct tf_listops), &a->set, &opts, NULL, e)) return -1;
    int rc = tf_listops_write(opts, (enum tf_split)split, a->out, &env, e);
    tf_free(opts);
    return rc ? -1 : TF_OK;
}

const struct command cmd_data = {
    .name = "data",
    .summary = "write a generated dataset as a file",
    .usage = "listops --out FILE [options]",
    .details = "Writes the examples that training would see, as the tab-separated file of the Long Range Arena release.\n"
               "\n"
               "Examples:\n"
               "  treeformer data listops --out basic_train.tsv\n"
               "  treeformer data listops --split test --set data_seed=2 --set test=500 --out test.tsv\n",
    .options = options,
    .min_args = 1,
    .max_args = 1,
    .run = run,
};
