/* treeformer lra, pretrain, finetune SPEC.yaml...: trains and evaluates every run of each spec, then writes and prints its table. The three differ in their
 * tasks. */
#include "cmd.h"
#include "results/folder.h"
#include "results/row.h"
#include "run/run.h"
#include "train/ranks.h"

#include <string.h>

static const struct tf_opt options[] = {
    OPTION_SET("PATH=VALUE", "override the spec at a.b.c; a list value is swept; repeatable"),
    OPTION_OUT(
        "DIR",
        "output folder (default: results/runs/<spec>, or <spec>-<setting> if that has other settings); for several specs: one DIR/<spec> each"),
    OPTION_DATA,
    {"only", TF_LIST, ARG(only), NULL, 0, 0, "NAME",
     "only the runs of that name (--dry-run prints names) or of that mechanism; * is any text; repeatable"},
    OPTION_TEXT("seed", seed, "N[,N..]", "seeds instead of the spec's"),
    OPTION_THREADS,
    OPTION_COUNT("jobs", jobs, TF_JOBS_MAX, "runs at once; they share the threads (default: 1)"),
    TF_ALIAS_OF("jobs", "j"),
    OPTION_FLAG("resume", resume, "continue unfinished runs from their newest good checkpoint (the default)"),
    TF_ALIAS_OF("resume", "r"),
    OPTION_FLAG("restart", restart, "start unfinished runs from the beginning"),
    OPTION_FLAG("dry-run", dry_run, "train nothing; print each run's size, work, memory and time as CSV"),
    TF_ALIAS_OF("dry-run", "n"),
    OPTION_COUNT("ranks", ranks, 65536, "with --dry-run: also for several ranks, up to N (training: mpirun -np N)"),
    {"bandwidth", TF_REAL, ARG(bandwidth), NULL, 1e-6, 1e6, "GBIT",
     "with --ranks: bandwidth of the network in each direction, in Gbit/s (default: 10)"},
    {"latency", TF_REAL, ARG(latency), NULL, 0, 1e9, "US", "with --ranks: latency of a message, in microseconds (default: 50)"},
    OPTION_FLAG("tensorboard", tensorboard, "also write each run's curves as an event file of TensorBoard"),
    OPTION_NO_PLOT,
    OPTION_QUIET,
    OPTION_HELP,
    {0},
};

/* head: with the names of the columns, which stand once over the lines of several specs: false when they are printed */
static int dry_run(const struct tf_spec *s, const struct tf_exp_env *env, bool *head, struct tf_err *e) {
    struct tf_buf out = {0};
    int rc = tf_exp_dry_run(s, env, &out, e);
    const size_t from = *head || !out.len ? 0 : strcspn(out.s, "\n") + 1;
    if (out.len) terminal_write(out.s + from, out.len - from), *head = false;
    tf_buf_free(&out);
    return rc;
}

/* Nothing is known of how seeds vary. */
static bool one_seed(const struct tf_spec *s) {
    for (int i = 1; i < s->n_runs; i++)
        if (s->run[i].seed != s->run[0].seed) return false;
    return true;
}

/* The folder has results of other seeds, too. */
static bool has_others(const struct tf_spec *s, const char *out) {
    struct tf_row *rows;
    int n;
    if (tf_rows_load(out, &rows, &n, &(struct tf_err){0})) return false;
    tf_free(rows);
    return n > s->n_runs;
}

/* The table that tf_exp_run left in the output folder, and what comes next. */
static int print_table(const struct tf_spec *s, const struct tf_exp_env *env, const struct args *a, bool failed, struct tf_err *e) {
    struct tf_buf path = {0}, text = {0};
    tf_buf_addf(&path, "%s/table.md", env->out);
    bool there = tf_file_exists(path.s); // not before the first row, when other processes have all runs
    int rc = there ? tf_file_read(path.s, &text, e) || closing_print(env->out, text.s, !a->no_plot, e) ? -1 : 0 : 0;
    if (rc == 0 && there && !failed && one_seed(s) && !has_others(s, env->out) && !a->seed && !a->only.n && !a->quiet)
        terminal_hint("Next, to see how seeds vary", a, " --seed 1,2,3");
    tf_buf_free(&path);
    tf_buf_free(&text);
    return rc;
}

/* aside: the error is of runs that were set aside; the others were done */
static int run_spec(const struct tf_spec *s, const struct tf_exp_env *env, const struct args *a, bool *aside, struct tf_err *e) {
    int worst = TF_OK, rc = tf_exp_run(s, env, &worst, e);
    *aside = rc < 0 && worst == TF_FAILED;
    if (rc < 0 && e->code != TF_INTERRUPTED) return -1;
    if (tf_ranks()->rank > 0) return rc < 0 ? TF_INTERRUPTED : worst;
    if (rc < 0 || worst == TF_INTERRUPTED) {
        terminal_error(rc < 0 ? e->msg : "interrupted; what is finished is kept");
        terminal_hint(tf_ranks()->n > 1 ? "To continue, on any number of ranks" : "To continue", a, a->resume ? "" : " --resume");
        return TF_INTERRUPTED;
    }
    return print_table(s, env, a, worst != TF_OK, e) ? -1 : worst;
}

/* Is every task of the spec the command's? */
static int check_tasks(const struct tf_spec *s, const char *path, const char *command, struct tf_err *e) {
    for (int i = 0; i < s->n_runs; i++) {
        const char *own = s->run[i].task->command ? s->run[i].task->command : "lra";
        if (strcmp(own, command))
            return tf_fail(e, TF_USAGE, "%s: task %s is trained by `treeformer %s`, not by `%s`", path, s->run[i].task->name, own, command);
    }
    return 0;
}

/* Has another process begun with other settings in the folder that was chosen? *own: another one then. Ranks would have to agree on it. */
static bool taken_meanwhile(const struct args *a, const struct tf_spec *s, struct tf_buf *own) {
    struct tf_buf now = {0};
    if (a->out || !a->set.n || tf_ranks()->n > 1) return false;
    folder_default(s, a->set.v, a->set.n, &now);
    const bool taken = strcmp(now.s, own->s) != 0;
    if (taken) {
        const struct tf_buf was = *own;
        *own = now, now = was;
    }
    tf_buf_free(&now);
    return taken;
}

static int run_one(const struct args *a, const struct tf_spec *s, bool *head, bool *aside, struct tf_err *e) {
    struct tf_exp_env env = {.out = a->out,
                             .data_dir = a->data,
                             .only = a->only,
                             .threads = a->threads,
                             .jobs = a->jobs,
                             .resume = !a->restart,
                             .plot = !a->no_plot,
                             .tensorboard = a->tensorboard,
                             .ranks = a->ranks,
                             .bandwidth_gbit = a->bandwidth > 0 ? a->bandwidth : 10,
                             .latency_us = a->latency >= 0 ? a->latency : 50};
    struct tf_buf own = {0};
    for (int i = 0; i < s->n_warnings; i++) tf_log(TF_LOG_WARN_AT, "%s", s->warning[i]);
    if (!a->out) folder_default(s, a->set.v, a->set.n, &own);
    else if (a->n > 1) tf_buf_addf(&own, "%s/%s", a->out, s->name);
    if (own.s) env.out = own.s;
    int rc = a->dry_run ? dry_run(s, &env, head, e) : run_spec(s, &env, a, aside, e);
    if (rc < 0 && !a->dry_run && e->code == TF_BAD && taken_meanwhile(a, s, &own)) {
        *e = (struct tf_err){0};
        env.out = own.s;
        rc = run_spec(s, &env, a, aside, e);
    }
    tf_buf_free(&own);
    return rc;
}

static int count_runs(const struct tf_spec *s, const struct tf_list *only) {
    struct tf_spec part;
    spec_only(s, only, &part);
    tf_free(part.run);
    return part.n_runs;
}

/* Is there a run for each --only, in some spec? */
static int check_only(const struct args *a, struct tf_spec *const *spec, struct tf_err *e) {
    for (int k = 0; k < a->only.n; k++) {
        int found = 0;
        for (int i = 0; i < a->n; i++) found += count_runs(spec[i], &(struct tf_list){1, {a->only.v[k]}});
        if (!found)
            return tf_fail(e, TF_BAD, "--only %s: no run of that name or mechanism (there is %s%s); --dry-run lists them", a->only.v[k],
                           spec[0]->run[0].id, a->n > 1 || spec[0]->n_runs > 1 ? ", for one" : "");
    }
    return 0;
}

static bool same_hashes(const struct tf_spec *a, const struct tf_spec *b) {
    bool same = a->n_runs == b->n_runs;
    for (int i = 0; same && i < a->n_runs; i++) same = !strcmp(a->run[i].hash, b->run[i].hash);
    return same;
}

/* Specs of one name would share a folder, which belongs to one spec. */
static int check_names(const struct args *a, struct tf_spec *const *spec, struct tf_err *e) {
    for (int i = 1; i < a->n; i++)
        for (int k = 0; k < i; k++)
            if (!a->dry_run && !strcmp(spec[i]->name, spec[k]->name) && !same_hashes(spec[i], spec[k]))
                return tf_fail(e, TF_USAGE, "%s and %s would share the folder of '%s': run one after the other, with an --out for each",
                               a->arg[k], a->arg[i], spec[i]->name);
    return 0;
}

static int run_each(const struct args *a, struct tf_spec *const *spec, struct tf_err *e) {
    int worst = TF_OK;
    bool head = true;
    for (int i = 0; i < a->n; i++) {
        if (!count_runs(spec[i], &a->only)) continue;
        bool aside = a->dry_run; // it keeps nothing that a lack of memory or a full disk could harm
        int rc = run_one(a, spec[i], &head, &aside, e);
        const bool others =
            rc < 0 && i + 1 < a->n && (e->code == TF_BAD || e->code == TF_FAILED || (e->code == TF_SYSTEM && aside)) && tf_ranks()->n == 1;
        const bool later = rc < 0 && worst && e->code != TF_INTERRUPTED; // the exit code is that of the first error
        if (rc == TF_INTERRUPTED || (rc < 0 && !others && !later)) return rc;
        if (rc < 0) terminal_error(e->msg), rc = e->code, *e = (struct tf_err){0}; // its data is missing, say: the others may have theirs
        if (!others && later) return worst;
        if (!worst) worst = rc;
    }
    return worst;
}

static int run(const struct args *a, struct tf_err *e) {
    if (a->resume && a->restart) return tf_fail(e, TF_USAGE, "--resume and --restart cannot be used together");
    if (a->ranks && !a->dry_run)
        return tf_fail(e, TF_USAGE, "--ranks goes with --dry-run: several ranks are started by mpirun -np %d", a->ranks);
    if (!a->ranks && (a->bandwidth > 0 || a->latency >= 0))
        return tf_fail(e, TF_USAGE, "--bandwidth and --latency go with --ranks: they describe its network");
    warn_blas();
    struct tf_spec **spec = tf_calloc(sizeof *spec * (size_t)a->n);
    int rc = 0;
    for (int i = 0; i < a->n && !rc; i++) // what is wrong with one is said before any of them is run
        rc = tf_spec_load(&spec[i], a->arg[i], a->set.v, a->set.n, a->seed, e) || check_tasks(spec[i], a->arg[i], a->argv[1], e) ? -1 : 0;
    if (!rc) rc = check_names(a, spec, e) || check_only(a, spec, e) ? -1 : 0;
    if (!rc) rc = run_each(a, spec, e);
    for (int i = 0; i < a->n; i++) tf_spec_free(spec[i]);
    tf_free(spec);
    return rc;
}

const struct command cmd_lra = {
    .name = "lra",
    .summary = "train and evaluate the runs of a spec, write its tables and figures",
    .usage = "SPEC.yaml... [options]",
    .details = "The table goes to standard output and, with the CSV files and figures, into the output folder. A run that is finished\n"
               "is skipped when the spec is run again. Ctrl-C stops and keeps a checkpoint; the same command then continues from it\n"
               "and writes the same bytes as an uninterrupted run. Started in several processes, even on several machines that share\n"
               "the folder, the command fills one grid: each run is claimed by one process.\n"
               "\n"
               "Examples:\n"
               "  treeformer lra experiments/quick/listops.yaml\n"
               "  treeformer lra experiments/quick/listops.yaml --dry-run\n"
               "  treeformer lra experiments/quick/listops.yaml --set attention.height=2,4,6 --seed 1,2,3 --out /tmp/heights\n"
               "  treeformer lra experiments/lra/short/*.yaml --jobs 2\n"
               "  treeformer lra experiments/lra/paper/image.yaml --only linformer --only bigbird\n",
    .options = options,
    .min_args = 1,
    .max_args = 1 << 20,
    .ranks = true,
    .run = run,
};

const struct command cmd_pretrain = {
    .name = "pretrain",
    .summary = "language models on plain text: masked words, or the next token",
    .usage = "SPEC.yaml... [options]",
    .details =
        "Like `treeformer lra`, but for the tasks `corpus` (masked words; trees start from full attention, or grow by stages) and `lm` (the next\n"
        "token; the table has perplexities). The test score is the share of words that are predicted correctly. Each run leaves\n"
        "runs/<id>/best.safetensors for `init: {from: ...}` of a later spec, and the folder runs/<id>/bert, which Hugging Face's\n"
        "BertModel.from_pretrained opens (runs/<id>/model where BERT cannot be the model: trees, norm: pre, ...).\n"
        "\n"
        "Examples:\n"
        "  treeformer pretrain experiments/bert/taught/pretrain.yaml --data DIR\n"
        "  treeformer pretrain experiments/bert/taught/frozen-mass.yaml --data DIR\n"
        "  treeformer pretrain experiments/lm/ptb-small.yaml\n"
        "  treeformer pretrain experiments/bert/taught/bootstrap.yaml --data DIR --set init.from=weights.safetensors --out /tmp/trees\n",
    .options = options,
    .min_args = 1,
    .max_args = 1 << 20,
    .ranks = true,
    .run = run,
};

const struct command cmd_finetune = {
    .name = "finetune",
    .summary = "GLUE and SQuAD from pre-trained weights",
    .usage = "SPEC.yaml... [options]",
    .details =
        "Like `treeformer lra`, but for the tasks of GLUE and SQuAD; `init: {from: PATH}` names the pre-trained weights: a checkpoint of\n"
        "ours, or a published BERT (model.safetensors, or the folder that has it). `train: {freeze: tree}` keeps the trees as they are.\n"
        "\n"
        "Examples:\n"
        "  treeformer finetune experiments/bert/taught/sst-2.yaml --data DIR\n"
        "  treeformer finetune experiments/bert/taught/sst-2.yaml --data DIR --set init.from=weights.safetensors --out /tmp/sst-2\n"
        "  treeformer finetune experiments/bert/taught/glue.yaml --data DIR --set task.name=rte --seed 1,2,3\n",
    .options = options,
    .min_args = 1,
    .max_args = 1 << 20,
    .ranks = true,
    .run = run,
};
