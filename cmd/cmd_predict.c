/* treeformer predict DIR: what the best checkpoints of finished runs say, as files. */
#include "cmd.h"
#include "run/predict.h"

static const struct tf_opt options[] = {
    OPTION_SET("PATH=VALUE", "override an option of the task: task.test=20000; repeatable"),
    OPTION_OUT("DIR", "write below this folder, to <run>/, instead of DIR/runs/<run>/"),
    OPTION_DATA,
    OPTION_SEED,
    OPTION_THREADS,
    OPTION_QUIET,
    OPTION_HELP,
    {0},
};

static int run(const struct args *a, struct tf_err *e) {
    struct tf_exp_env env = {.out = a->out, .data_dir = a->data, .threads = a->threads};
    struct tf_buf paths = {0};
    struct tf_spec *s;
    if (folder_load(a, "predict", a->arg[0], &s, e)) return -1;
    warn_blas();
    int rc = tf_exp_predict(s, a->arg[0], &env, &paths, e);
    terminal_write(paths.s ? paths.s : "", paths.len);
    tf_buf_free(&paths);
    tf_spec_free(s);
    return rc ? -1 : TF_OK;
}

const struct command cmd_predict = {
    .name = "predict",
    .summary = "write what the best checkpoints of finished runs predict",
    .usage = "DIR [options]",
    .details = "DIR is an output folder of `lra` or `finetune`. Each finished run gets files in DIR/runs/<run>/, whose paths are printed:\n"
               "  GLUE     QNLI.tsv and the like, for the benchmark's server, where the data has the test set (glue/QNLI/test.tsv)\n"
               "  SQuAD    predictions.json and nbest_predictions.json, which the official script grades\n"
               "  other tasks with classes, and GLUE's dev set\n"
               "           predictions.csv: example (from 0), label, predicted class, its probability; of texts of your own (labelled)\n"
               "           also the line in the file, and classes.csv: the label of each class\n"
               "`treeformer finetune` writes the files of GLUE and SQuAD itself; predict makes them when a test set is added later.\n"
               "\n"
               "Examples:\n"
               "  treeformer predict results/runs/bert-taught-qnli --data DIR\n"
               "  treeformer predict results/runs/bert-taught-qnli --data DIR --seed 1 --out /tmp/submission\n"
               "  treeformer predict results/runs/quick-listops --set task.test=20000\n",
    .options = options,
    .min_args = 1,
    .max_args = 1,
    .run = run,
};
