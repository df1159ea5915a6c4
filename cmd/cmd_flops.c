/* treeformer flops: cost of attention layers: beside the paper's numbers, at any size, or from the occupancy that checkpoints measure. */
#include "cmd.h"
#include "report/flops_figure.h"
#include "results/flops_tables.h"
#include "results/folder.h"
#include "run/evaluate.h"
#include "run/flops.h"

#include <limits.h>

static const struct tf_opt options[] = {
    OPTION_SET("PATH=VALUE", "attention.OPTION=VALUE, or OPTION=VALUE: for every mechanism that has it; repeatable"),
    OPTIONS_SIZE("every mechanism at its defaults, at N tokens (2048)", "the same, with N channels (512)", "the same, with N heads (8)",
                 "the same, with queries, keys and values of N channels in all (as many as --dim)"),
    OPTION_TEXT("from", from, "DIR", "the runs of an output folder, with the occupancy of their checkpoints"),
    OPTION_COUNT("limit", limit, INT_MAX, "with --from: the first N test examples (default: all)"),
    OPTION_FLAG("block", block, "also attention's part of a whole encoder block, at the paper's settings"),
    OPTION_FLAG("no-run", no_run, "run no layer: activation_bytes stays empty"),
    OPTION_OUT("DIR", "write flops.csv there, and a figure of formulas, not to standard output"),
    OPTION_NO_PLOT,
    OPTION_DATA,
    OPTION_THREADS,
    OPTION_QUIET,
    OPTION_HELP,
    {0},
};

static bool has_size(const struct args *a) { return a->length || a->dim || a->heads || a->qkv_dim; }

/* The table to standard output, or to DIR/flops.csv. */
static int put_table(const struct args *a, const struct tf_buf *table, struct tf_err *e) {
    if (!a->out) {
        terminal_write(table->s, table->len);
        return 0;
    }
    struct tf_buf path = {0};
    tf_buf_addf(&path, "%s/flops.csv", a->out);
    int rc = tf_mkdirs(a->out, e) || tf_file_write(path.s, table->s, table->len, e) ? -1 : 0;
    if (rc == 0) tf_log(TF_LOG_INFO, "wrote %s", path.s);
    tf_buf_free(&path);
    return rc;
}

static int put_figure(const struct args *a, const struct tf_flops_request *request, const struct tf_layer_size *size, struct tf_err *e) {
    if (!a->out || a->no_plot) return 0;
    if (report_flops_figure(request, a->out, size, true, e)) return -1;
    tf_log(TF_LOG_INFO, "wrote %s/fig_flops_n", a->out);
    return 0;
}

static int from_formulas(const struct args *a, struct tf_buf *table, struct tf_err *e) {
    struct tf_flops_request request = {.sets = a->set.v, .n_sets = a->set.n, .threads = a->no_run ? 0 : a->threads, .block = a->block};
    const struct tf_layer_size s = options_size(a);
    if (a->limit || a->data) return tf_fail(e, TF_USAGE, "flops: --%s needs --from", a->limit ? "limit" : "data");
    if (options_check_size("flops", &s, e)) return -1;
    const bool any_size = has_size(a);
    if (a->block && any_size)
        return tf_fail(e, TF_USAGE, "flops: --block is for the paper's settings: it cannot be used with --n, --dim, --heads or --qkv-dim");
    if (any_size ? report_flops_size(&request, &s, flops_measure, table, e) : report_flops_papers(&request, flops_measure, table, e))
        return -1;
    return put_table(a, table, e) || put_figure(a, &request, &s, e) ? -1 : 0;
}

static int from_checkpoints(const struct args *a, struct tf_buf *table, struct tf_err *e) {
    struct tf_exp_env env = {.data_dir = a->data, .threads = a->threads};
    struct tf_spec *s;
    if (has_size(a) || a->no_run || a->block)
        return tf_fail(e, TF_USAGE, "flops: --from cannot be used with --n, --dim, --heads, --qkv-dim, --block or --no-run");
    if (folder_load(a, "flops --from", a->from, &s, e)) return -1;
    warn_blas();
    int rc = tf_flops_measured(s, a->from, &env, (size_t)a->limit, table, e);
    if (!rc) rc = put_table(a, table, e);
    else if (csv_has_lines(table)) terminal_write(table->s, table->len); // a flops.csv of all runs stays
    tf_spec_free(s);
    return rc;
}

static int run(const struct args *a, struct tf_err *e) {
    struct tf_buf table = {0};
    if (a->out && tf_folder_check_out(a->out, e)) return -1;
    int rc = a->from ? from_checkpoints(a, &table, e) : from_formulas(a, &table, e);
    tf_buf_free(&table);
    return rc ? -1 : TF_OK;
}

const struct command cmd_flops = {
    .name = "flops",
    .summary = "cost of attention layers: beside the paper's numbers, at any size, or as trained",
    .usage = "[options]",
    .details =
        "Prints a CSV table of every mechanism at the settings behind the FLOPs of the Treeformer paper (Tables 2, 11 and 12): our number\n"
        "by the paper's counting, the paper's, the difference, and the work of the whole layer in percent of full attention's; GFLOPs of\n"
        "both and of a layer of full attention (gflops_full); fp32 bytes of learned parameters; and bytes of activations: the most that a\n"
        "layer holds, besides its input, while it runs on one sequence in evaluation (measured up to 1024 tokens, extrapolated linearly\n"
        "above). Where the paper has a number, `note` says how it was matched, or that it cannot be and why. With --n, --dim,\n"
        "--heads or --qkv-dim: every mechanism at one size. Leaves, buckets and clusters are assumed to be of equal size.\n"
        "\n"
        "--block adds columns for a whole encoder block with the feed-forward layer of the paper's Table 8: the attention layer's share of the\n"
        "block in percent (block_attention_pct), the same by the paper's counting (block_paper_pct), the share of what lies between the\n"
        "projections (block_core_pct; the paper has 50.84 % on ListOps and 73.3 % on Text, this program 50.4 and 73.0), and the GFLOPs of one\n"
        "forward pass of the block, and of all the model's blocks, on one sequence, and of a training step (step_gflops).\n"
        "\n"
        "--from DIR, an output folder of `lra`, `pretrain` or `finetune`, measures the groups instead: it evaluates the best checkpoint of every finished\n"
        "run on the test set. Prints the occupancy (pairs that attention computed, as a share of all), the\n"
        "occupancy that groups of equal size would have, their ratio (skew), and the work with both.\n"
        "\n"
        "Examples:\n"
        "  treeformer flops\n"
        "  treeformer flops --set attention.height=4 --no-run\n"
        "  treeformer flops --block --no-run\n"
        "  treeformer flops --n 8192 --dim 768 --heads 12 --set rank=256\n"
        "  treeformer flops --n 1024 --dim 128 --qkv-dim 64 --heads 8   # a layer of experiments/lra/paper/image.yaml\n"
        "  treeformer flops --out results/flops\n"
        "  treeformer flops --from results/runs/lra-small-listops --limit 500\n",
    .options = options,
    .run = run,
};
