/* treeformer evaluate DIR: the best checkpoints of finished runs on a test set, possibly of another size. */
#include "cmd.h"
#include "run/evaluate.h"

#include <limits.h>

static const struct tf_opt options[] = {
    OPTION_SET("PATH=VALUE", "override an option of the task: task.test=20000; repeatable"),
    OPTION_TEXT("against", against, "NAME", "compare every mechanism with this one (full: full attention), example by example"),
    OPTION_COUNT("recall", limit, INT_MAX, "what leaves keep of full attention, on the first N test examples"),
    OPTION_DATA,
    OPTION_SEED,
    OPTION_THREADS,
    OPTION_QUIET,
    OPTION_HELP,
    {0},
};

static int run(const struct args *a, struct tf_err *e) {
    struct tf_exp_env env = {.data_dir = a->data, .threads = a->threads};
    struct tf_buf out = {0};
    struct tf_spec *s;
    if (a->against && a->limit) return tf_fail(e, TF_USAGE, "evaluate: --against and --recall give two tables: ask for one of them");
    if (folder_load(a, "evaluate", a->arg[0], &s, e)) return -1;
    warn_blas();
    int rc = a->against ? tf_exp_compare(s, a->arg[0], a->against, &env, &out, e)
             : a->limit ? tf_exp_recall(s, a->arg[0], &env, (size_t)a->limit, &out, e)
                        : tf_exp_evaluate(s, a->arg[0], &env, &out, e);
    if (rc == 0 || csv_has_lines(&out)) terminal_write(out.s, out.len); // of the runs that could be evaluated
    tf_buf_free(&out);
    tf_spec_free(s);
    return rc ? -1 : TF_OK;
}

const struct command cmd_evaluate = {
    .name = "evaluate",
    .summary = "test the best checkpoints of finished runs again, on a larger test set if you like",
    .usage = "DIR [options]",
    .details =
        "DIR is an output folder of `lra`, `pretrain` or `finetune`. Prints a CSV table with the score of every run and its 95 % interval: the accuracy, or\n"
        "what the column metric says. A generated test set can be larger than the published one, which makes the interval narrower; it\n"
        "begins with the same examples. For language models also the summed loss (nats), perplexity and bits per token, and both converted:\n"
        "perplexity per word, whatever the tokens are, and bits per character.\n"
        "\n"
        "With --against, prints a line for every mechanism and setting instead: its accuracy, that of the named mechanism's runs with\n"
        "the same seeds on the same examples, their difference, and the difference's 95 % intervals: over the examples (narrower than the\n"
        "intervals of the two accuracies where both tend to answer the same questions right) and over the seeds.\n"
        "\n"
        "With --recall, prints lines for every run with trees, by layer and head (0: all together): the share of full attention's\n"
        "probability that falls on the keys a query sees, what the same number of best keys would hold, and what share of all keys that is.\n"
        "\n"
        "Examples:\n"
        "  treeformer evaluate results/runs/lra-small-listops --set task.test=20000 > evaluate.csv\n"
        "  treeformer evaluate results/runs/lra-short-image --against full\n",
    .options = options,
    .min_args = 1,
    .max_args = 1,
    .ranks = true,
    .run = run,
};
