/* treeformer evaluate DIR: the best checkpoints of finished runs on a test set, possibly of another size. */
#include "cmd.h"
#include "spec/spec_resolve.h"
#include "results/folder.h"
#include "run/evaluate.h"

#include <limits.h>
#include <string.h>

static const struct tf_opt options[] = {
    {"set", TF_LIST, ARG(set), NULL, 0, 0, "PATH=VALUE", "override an option of the task: task.test=20000; repeatable"},
    {"against", TF_TEXT, ARG(against), NULL, 0, 0, "NAME",
     "compare every mechanism with this one (full: full attention), example by example"},
    {"recall", TF_INT, ARG(limit), NULL, 1, INT_MAX, "N", "what leaves keep of full attention, on the first N test examples"},
    OPTION_DATA,
    {"seed", TF_TEXT, ARG(seed), NULL, 0, 0, "N[,N..]", "only the runs of these seeds"},
    OPTION_THREADS,
    OPTION_QUIET,
    OPTION_HELP,
    {0},
};

static bool same_runs(const struct tf_spec *a, const struct tf_spec *b) {
    bool same = a->n_runs == b->n_runs;
    for (int i = 0; i < a->n_runs && same; i++) same = spec_find_run(b, a->run[i].id) != NULL;
    return same;
}

/* The first of the settings with which the spec makes other runs. */
static const char *changes_runs(const struct args *a, const char *path, const struct tf_spec *plain) {
    for (int i = 0; i < a->set.n - 1; i++) {
        struct tf_spec *s;
        if (tf_spec_load(&s, path, a->set.v, i + 1, a->seed, &(struct tf_err){0})) continue; // it goes with a later one
        const bool same = same_runs(s, plain);
        tf_spec_free(s);
        if (!same) return a->set.v[i];
    }
    return a->set.v[a->set.n - 1];
}

/* The first of the settings whose option the spec sweeps itself; NULL: there is none. */
static const char *swept_set(const struct args *a, const struct tf_spec *plain) {
    const struct tf_yaml *sweep = tf_yaml_get(plain->whole, "sweep");
    for (int i = 0; i < a->set.n; i++)
        for (int k = 0; sweep && k < sweep->n; k++)
            if (strcspn(a->set.v[i], "=") == strlen(sweep->key[k].name) &&
                !strncmp(a->set.v[i], sweep->key[k].name, strlen(sweep->key[k].name)))
                return a->set.v[i];
    return NULL;
}

/* Could the test then be of what the runs were trained on? */
static int check_fixed(const struct args *a, const struct tf_spec *s, const struct tf_spec *plain, const char *who, struct tf_err *e) {
    const struct tf_spec_run *now = &s->run[0], *then = &plain->run[0];
    const char *fixed = then->task->fixed;
    for (const struct tf_opt *o = tf_opt_next(then->task->opts, NULL); o && now->task == then->task; o = tf_opt_next(then->task->opts, o)) {
        if (o->type != TF_STRING) continue;
        const char *x = tf_opt_at(then->task->opts, o, now->task_opts), *y = tf_opt_at(then->task->opts, o, then->task_opts);
        if (!*x != !*y) // with a file of its own, or without: the rest is cut otherwise
            return tf_fail(e, TF_USAGE, "%s: --set task.%s: the runs were trained %s, and what they learned would be tested", who, o->name,
                           *y ? "with one" : "without");
    }
    for (int i = 0; i < a->set.n; i++) {
        char name[TF_STRING_MAX];
        const char *at = a->set.v[i] + strlen("task.");
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "="), at);
        if (spec_listed(fixed, name))
            return tf_fail(e, TF_USAGE,
                           "%s: --set %s: it decides which examples are for training, and what the runs learned would be tested", who,
                           a->set.v[i]);
    }
    return 0;
}

int folder_load(const struct args *a, const char *who, const char *dir, struct tf_spec **s, struct tf_err *e) {
    struct tf_buf path = {0};
    for (int i = 0; i < a->set.n; i++)
        if (strncmp(a->set.v[i], "task.", 5))
            return tf_fail(e, TF_USAGE, "%s: --set %s: only options of the task can change (task.NAME=VALUE)", who, a->set.v[i]);
    struct tf_spec *plain = NULL;
    int rc = tf_folder_spec(dir, &path, e) || tf_spec_load(s, path.s, a->set.v, a->set.n, a->seed, e) ? -1 : 0;
    if (!rc && a->set.n && tf_spec_load(&plain, path.s, NULL, 0, a->seed, e)) tf_spec_free(*s), rc = -1;
    if (!rc && plain && (rc = check_fixed(a, *s, plain, who, e))) tf_spec_free(*s);
    if (!rc && plain && !same_runs(*s, plain)) {
        const char *axis = swept_set(a, plain);
        tf_spec_free(*s);
        rc = axis ? tf_fail(e, TF_USAGE, "%s: --set %s: the runs of %s differ in this option, so it cannot be set for all of them", who,
                            axis, dir)
                  : tf_fail(e, TF_USAGE, "%s: --set %s: nothing is swept here: give one value", who, changes_runs(a, path.s, plain));
    }
    if (plain) tf_spec_free(plain);
    if (rc) *s = NULL;
    tf_buf_free(&path);
    return rc;
}

bool csv_has_lines(const struct tf_buf *table) {
    const char *head = table->len ? strchr(table->s, '\n') : NULL;
    return head && head[1];
}

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
        "intervals of the two accuracies, because both answer the same questions) and over the seeds.\n"
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
