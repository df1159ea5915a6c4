/* treeformer flops: work of attention layers from formulas, beside the paper's numbers or at any size. */
#include "cmd.h"

static const struct option_row options[] = {
    {"n", 0, OPTION_INT, offsetof(struct args, length), "N", 1, 1 << 20, "every mechanism at its defaults, at N tokens (2048)"},
    {"dim", 0, OPTION_INT, offsetof(struct args, dim), "N", 1, 1 << 16, "the same, with N channels (512)"},
    {"heads", 0, OPTION_INT, offsetof(struct args, heads), "N", 1, 1024, "the same, with N heads (8)"},
    {"out", 'o', OPTION_TEXT, offsetof(struct args, out), "DIR", 0, 0, "write flops.csv and a figure there, not to standard output"},
    OPTION_NO_PLOT,
    OPTION_QUIET,
    OPTION_HELP,
    OPTION_END,
};

static int write_files(const char *dir, const struct tf_buf *table, int dim, int heads, bool plot, struct tf_err *e) {
    struct tf_buf path = {0};
    tf_buf_addf(&path, "%s/flops.csv", dir);
    int rc = tf_mkdirs(dir, e) || tf_file_write(path.s, table->s, table->len, e) || (plot && tf_flops_figure(dir, dim, heads, plot, e));
    if (rc == 0) tf_log(TF_LOG_INFO, "wrote %s%s", path.s, plot ? " and fig_flops_n" : "");
    tf_buf_free(&path);
    return rc ? -1 : 0;
}

static int run(const struct args *a, struct tf_err *e) {
    int n = a->length ? a->length : 2048, dim = a->dim ? a->dim : 512, heads = a->heads ? a->heads : 8, rc = 0;
    struct tf_buf table = {0};
    if (dim % heads) return tf_fail(e, TF_USAGE, "flops: --dim %d is no multiple of --heads %d", dim, heads);
    if (a->length || a->dim || a->heads) tf_flops_defaults(n, dim, heads, &table);
    else rc = tf_flops_papers(NULL, &table, e);
    if (rc == 0 && a->out) rc = write_files(a->out, &table, dim, heads, !a->no_plot, e);
    else if (rc == 0) fwrite(table.s, 1, table.len, stdout);
    tf_buf_free(&table);
    return rc ? -1 : TF_OK;
}

const struct command cmd_flops = {
    .name = "flops",
    .summary = "work of attention layers, beside the paper's numbers or at any size",
    .usage = "[options]",
    .details =
        "Prints a CSV table of the settings behind the FLOPs of the Treeformer paper (Tables 2, 11 and 12): our number by the paper's\n"
        "counting, the paper's, the difference, and the work of the whole layer; `note` says which cannot be matched, and why. With\n"
        "--n, --dim or --heads: every mechanism at its defaults. Nothing is run; leaves are assumed to be of equal size.\n"
        "\n"
        "Examples:\n"
        "  treeformer flops\n"
        "  treeformer flops --n 8192 --dim 768 --heads 12\n"
        "  treeformer flops --out results/flops\n",
    .options = options,
    .min_args = 0,
    .max_args = 0,
    .run = run,
};
