/* treeformer report DIR...: writes the tables and figures of finished runs again, from their rows alone, and those of measured times. */
#include "cmd.h"
#include "report/report.h"
#include "results/infer_table.h"

#include <string.h>

static const struct tf_opt options[] = {
    OPTION_OUT("DIR", "one set of tables and figures of all folders of trainings together, into DIR"),
    OPTION_TEXT("index", index, "DIR", "one page over all folders, each with its own table: DIR/index.html; nothing else is written"),
    OPTION_TEXT("against", against, "NAME", "with --out: compare with this mechanism, example by example (default: full, full attention)"),
    OPTION_NO_PLOT,
    OPTION_QUIET,
    OPTION_HELP,
    {0},
};

/* Cuts DIR=LABEL where DIR is there: names of folders and labels may have a '=' of their own. */
static const char *cut_label(char *dir) {
    if (tf_file_exists(dir)) return "";
    for (char *s = strchr(dir, '='); s; s = strchr(s + 1, '=')) {
        *s = 0;
        if (tf_file_exists(dir)) return s + 1;
        *s = '=';
    }
    return "";
}

static int show(const char *dir, const struct tf_buf *md, bool plot, struct tf_err *e) {
    return report_infer_measured(dir) ? closing_print_times(dir, md, plot, e) : closing_print(dir, md->s ? md->s : "", plot, e);
}

/* The tables of a folder with runs, or inference times, are of these alone. */
static int check_out(const char *out, struct tf_err *e) {
    static const char *const own[] = {"rows", "spec.yaml"};
    for (size_t i = 0; i < TF_COUNT(own); i++)
        if (tf_file_existsf("%s/%s", out, own[i]))
            return tf_fail(e, TF_USAGE, "report: %s has its own results (%s/%s), and their tables would be replaced: choose another folder",
                           out, out, own[i]);
    return 0;
}

/* Fills dirs and labels; inference times are left out. */
static int choose_trainings(const struct args *a, struct tf_report_all *r, const char **dir, const char **label, struct tf_err *e) {
    const char *what = a->out ? "--out joins" : "--index lists", *times = NULL;
    for (int i = 0; i < a->n; i++) {
        const char *own = cut_label(a->arg[i]);
        if (report_infer_measured(a->arg[i])) times = a->arg[i];
        else dir[r->n_dirs] = a->arg[i], label[r->n_dirs++] = own;
    }
    r->dirs = dir, r->labels = label;
    if (!r->n_dirs) return tf_fail(e, TF_USAGE, "report: %s holds inference times: %s training runs only", times, what);
    for (int i = 0; i < a->n; i++)
        if (report_infer_measured(a->arg[i]))
            tf_log(TF_LOG_WARN, "%s holds inference times and is left out: %s training runs only", a->arg[i], what);
    return 0;
}

/* One set of tables, or one page over all. */
static int report_together(const struct args *a, struct tf_err *e) {
    const char **dir = tf_alloc(sizeof *dir * (size_t)a->n), **label = tf_alloc(sizeof *label * (size_t)a->n);
    struct tf_report_all r = {.out = a->out ? a->out : a->index, .against = a->against, .plot = !a->no_plot};
    struct tf_buf md = {0};
    int rc = check_out(r.out, e) || choose_trainings(a, &r, dir, label, e) ? -1
             : a->index                                                    ? tf_report_index(&r, e)
                                                                           : tf_report_write_all(&r, &md, e);
    if (rc == 0 && a->index) tf_log(TF_LOG_INFO, "wrote %s/index.html", a->index);
    if (rc == 0 && a->out) rc = show(a->out, &md, !a->no_plot, e);
    tf_buf_free(&md);
    tf_free(dir), tf_free(label);
    return rc ? -1 : TF_OK;
}

static int run(const struct args *a, struct tf_err *e) {
    if (a->index && a->out) return tf_fail(e, TF_USAGE, "report: --out and --index cannot be used together");
    if (a->against && !a->out)
        return tf_fail(e, TF_USAGE, "report: --against needs --out: the tables of the folders themselves compare with full attention");
    if (a->index || a->out) return report_together(a, e);
    for (int i = 0; i < a->n; i++) {
        struct tf_buf md = {0};
        if (!tf_file_exists(a->arg[i]) && *cut_label(a->arg[i]))
            return tf_fail(e, TF_USAGE, "report: a label needs --out or --index, whose tables it goes into: drop it from %s", a->arg[i]);
        int rc = tf_report_folder(a->arg[i], !a->no_plot, &md, e);
        if (rc == 0 && i) terminal_print("\n");
        if (rc == 0) rc = show(a->arg[i], &md, !a->no_plot, e);
        tf_buf_free(&md);
        if (rc) return -1;
        if (tf_interrupted && i + 1 < a->n)
            return tf_fail(e, TF_INTERRUPTED, "interrupted: %s and what follows it are as they were", a->arg[i + 1]);
    }
    return TF_OK;
}

const struct command cmd_report = {
    .name = "report",
    .summary = "write tables and figures again from the rows of finished runs",
    .usage = "DIR[=LABEL]... [options]",
    .details =
        "DIR is an output folder of `lra`, `pretrain`, `finetune` or `infer-time`. Nothing is trained or timed; title, protocol and the\n"
        "paper's table come from DIR/spec.yaml, times from DIR/times.csv. You can first copy rows that were computed elsewhere into\n"
        "DIR/rows: a warning names rows with other settings, and no seed may occur twice.\n"
        "\n"
        "With --out, the rows of all DIRs (several tasks, machines, seeds) give the tables of a whole grid: table_score and table_work by\n"
        "task, table_height, table_time; and the papers' tables that some of the runs belong in, with our values next to the\n"
        "papers': table1, 2, 3, 8, 9, 10, 11, segtree1 to 3, agglomerative1 and 2 (experiments/paper/tables.csv). Each table is written as\n"
        ".csv and .md; there are figures for each task; if there are several tasks, fig_differences shows how far each mechanism\n"
        "is from full attention. Protocols are kept apart. A run that is in two folders counts once; when the two contradict each other, or\n"
        "seeds of one mechanism differ in their specs, the command says so and stops. A LABEL is added to the setting of a folder's runs,\n"
        "so that such runs are listed side by side.\n"
        "\n"
        "Runs that answered the same test examples are compared, example by example, with full attention or the mechanism that --against\n"
        "names: with its run of the same setting, else with one of the same model and training, else with its only run. The interval of the difference\n"
        "is narrower than those of the two scores where both tend to answer the same questions right.\n"
        "\n"
        "With --index, one page lists all DIRs that are output folders of runs, each with its verdict and its table; a LABEL\n"
        "follows the folder's title.\n"
        "\n"
        "Examples:\n"
        "  treeformer report results/runs/quick-listops\n"
        "  treeformer report results/runs/quick-listops --no-plot > table.md\n"
        "  treeformer report results/runs/lra-short-* --out results/runs/grid\n"
        "  treeformer report results/runs/window results/runs/trees --against longformer --out results/runs/both\n"
        "  treeformer report results/*/ results/*/*/ results/*/*/*/ --index results\n"
        "  treeformer report results/runs/sst-2 results/runs/sst-2-fresh='not pre-trained' --out results/runs/glue\n",
    .options = options,
    .min_args = 1,
    .max_args = 1 << 20,
    .run = run,
};
