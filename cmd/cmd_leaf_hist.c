/* treeformer leaf-hist DIR: how tokens spread over the leaves of trees, over training. */
#include "cmd.h"
#include "results/folder.h"
#include "run/leaves.h"

#include <limits.h>
#include <string.h>

enum { DEFAULT_LIMIT = 200 };
static const struct tf_opt options[] = {
    OPTION_TEXT("checkpoint", checkpoint, "FILE", "this checkpoint alone; SPEC is the spec that made it"),
    OPTION_COUNT("limit", limit, INT_MAX, "the first N examples (default: 200)"),
    OPTION_TEXT("split", split, "valid|test", "whose examples (default: test)"),
    OPTION_OUT("DIR", "where tables and figures go (default: DIR/leaves)"),
    OPTION_SET("PATH=VALUE", "override an option of the task, or, with --checkpoint, any option of the spec; repeatable"),
    OPTION_SEED,
    OPTION_DATA,
    OPTION_THREADS,
    OPTION_NO_PLOT,
    OPTION_QUIET,
    OPTION_HELP,
    {0},
};

static int parse_split(const char *text, enum tf_split *s, struct tf_err *e) {
    *s = TF_TEST;
    if (!text || !strcmp(text, "test")) return 0;
    *s = TF_VALID;
    return strcmp(text, "valid") ? tf_fail(e, TF_USAGE, "leaf-hist: --split %.60s: valid or test", text) : 0;
}

static int check(const struct args *a, struct tf_err *e) {
    if (a->checkpoint && a->n > 1) return tf_fail(e, TF_USAGE, "leaf-hist: --checkpoint goes with one folder or spec");
    if (a->checkpoint && !a->out && !tf_file_existsf("%s/spec.yaml", a->arg[0]))
        return tf_fail(e, TF_USAGE, "leaf-hist: --checkpoint with a spec needs --out");
    if (a->n > 1 && !a->out) return tf_fail(e, TF_USAGE, "leaf-hist: several folders need --out");
    return 0;
}

static int load(const struct args *a, const char *path, struct tf_leaves_from *from, struct tf_err *e) {
    struct tf_buf spec = {0};
    from->dir = path;
    const char *dot = strrchr(path, '.');
    if (!a->checkpoint && dot && !strcmp(dot, ".yaml"))
        return tf_fail(e, TF_USAGE,
                       "leaf-hist: %s is a spec: give the output folder of its runs, or one of their checkpoints with --checkpoint", path);
    if (!a->checkpoint) return folder_load(a, "leaf-hist without --checkpoint", path, &from->s, e);
    if (tf_folder_spec(path, &spec, &(struct tf_err){0})) spec.len = 0, tf_buf_addf(&spec, "%s", path);
    int rc = tf_spec_load(&from->s, spec.s, a->set.v, a->set.n, a->seed, e);
    tf_buf_free(&spec);
    return rc;
}

static int run(const struct args *a, struct tf_err *e) {
    struct tf_leaves_request request = {.checkpoint = a->checkpoint, .limit = a->limit ? (size_t)a->limit : DEFAULT_LIMIT};
    struct tf_buf out = {0};
    if (parse_split(a->split, &request.split, e) || check(a, e)) return -1;
    struct tf_leaves_from *from = tf_calloc(sizeof *from * (size_t)a->n);
    int rc = 0;
    for (int i = 0; i < a->n && !rc; i++) rc = load(a, a->arg[i], &from[i], e);
    if (rc == 0) {
        tf_buf_addf(&out, a->out ? "%s" : "%s/leaves", a->out ? a->out : a->arg[0]);
        warn_blas();
        struct tf_exp_env env = {.data_dir = a->data, .threads = a->threads, .out = out.s, .plot = !a->no_plot};
        rc = tf_exp_leaves(from, a->n, &request, &env, e);
        if (rc == 0) tf_log(TF_LOG_INFO, "wrote %s/summary.csv, leaves.csv and recall.csv%s", out.s, a->no_plot ? "" : ", and figures");
    }
    for (int i = 0; i < a->n; i++) tf_spec_free(from[i].s);
    tf_free(from);
    tf_buf_free(&out);
    return rc ? -1 : TF_OK;
}

const struct command cmd_leaf_hist = {
    .name = "leaf-hist",
    .summary = "how tokens spread over tree leaves during training",
    .usage = "DIR...|SPEC.yaml [options]",
    .details =
        "DIR is an output folder of `lra`, `pretrain` or `finetune`, finished or still running. Every checkpoint of its runs with trees (tf-a,\n"
        "kary-tf-a, tc-a) is run on some examples, and the keys and queries that reach each leaf are counted, layer by layer. Writes into DIR/leaves:\n"
        "summary.csv (entropy, Gini coefficient, effective leaves, occupancy, ...), leaves.csv (the distributions), recall.csv (what leaves keep of\n"
        "full attention, layer by layer and head by head) and figures.\n"
        "A run keeps its two newest checkpoints and the best one; with train.keep: 0 in its spec it keeps all. Several folders, with\n"
        "--out, are combined into one set of tables; fig_leaves has a row of panels for the first run of every mechanism.\n"
        "\n"
        "With --checkpoint FILE, reads that checkpoint alone; its spec is DIR's, or SPEC.yaml (--out is then required).\n"
        "\n"
        "Examples:\n"
        "  treeformer lra experiments/quick/listops.yaml --out trees\n"
        "  treeformer leaf-hist trees --limit 500\n"
        "  treeformer leaf-hist results/runs/bert-taught-frozen-mass results/runs/bert-taught-others --out leaves\n"
        "  treeformer leaf-hist experiments/quick/listops.yaml --checkpoint best.safetensors --set attention.name=tf-a --out leaves\n",
    .options = options,
    .min_args = 1,
    .max_args = 1 << 20,
    .ranks = true,
    .run = run,
};
