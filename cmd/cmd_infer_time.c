/* treeformer infer-time SPEC.yaml: times attention modules against the length of the sequence. */
#include "cmd.h"
#include "run/infer.h"

static const struct tf_opt options[] = {
    OPTION_SET("PATH=VALUE", "override the spec at a.b.c; attention.height=2,4 times both; repeatable"),
    OPTION_OUT("DIR", "output folder (default: results/runs/<spec>, or <spec>-<setting> if that has other settings)"),
    OPTION_COUNT("threads", own_threads, 1024, "threads instead of the spec's (infer.threads, 1 by default)"),
    OPTION_FLAG("dry-run", dry_run, "time nothing; print each mechanism's work at each length as CSV"),
    TF_ALIAS_OF("dry-run", "n"),
    OPTION_NO_PLOT,
    OPTION_QUIET,
    OPTION_HELP,
    {0},
};

static int run(const struct args *a, struct tf_err *e) {
    struct tf_infer_env env = {.out = a->out, .plot = !a->no_plot};
    struct tf_infer *s;
    struct tf_buf out = {0}, own = {0};
    char threads[32]; // as --set has it
    const char **sets = tf_alloc(sizeof *sets * (size_t)(a->set.n + 1));
    int n = 0;
    for (; n < a->set.n; n++) sets[n] = a->set.v[n];
    if (a->own_threads) snprintf(threads, sizeof threads, "infer.threads=%d", a->own_threads), sets[n++] = threads;
    if (tf_infer_load(&s, a->arg[0], sets, n, e)) {
        tf_free(sets);
        return -1;
    }
    if (!a->out) tf_infer_default(s, sets, n, &own), env.out = own.s;
    tf_free(sets);
    warn_blas();
    int rc = 0;
    if (a->dry_run) tf_infer_dry_run(s, &out);
    else rc = tf_infer_run(s, &env, &out, e);
    if (a->dry_run) terminal_write(out.s, out.len);
    else if (out.len) rc = closing_print_times(env.out, &out, !a->no_plot, rc ? &(struct tf_err){0} : e) || rc;
    tf_buf_free(&out), tf_buf_free(&own);
    tf_infer_free(s);
    return rc ? -1 : TF_OK;
}

const struct command cmd_infer_time = {
    .name = "infer-time",
    .summary = "time attention modules against the length of the sequence",
    .usage = "SPEC.yaml [options]",
    .details =
        "Times projections, attention and output projection of one layer, without gradient, on standard normal input, and prints the\n"
        "table beside the paper's. All mechanisms take turns at each length, so background load affects all of them equally;\n"
        "the table has medians, times.csv also quartiles, minima, phases, memory and the share of this core's peak. For trees the\n"
        "table says how even the leaves were: a time means nothing without it. With a paper's table in the spec, table1.md has the\n"
        "formulas of Treeformer's Table 1 beside measured work and time.\n"
        "\n"
        "Examples:\n"
        "  treeformer infer-time experiments/infer/table4.yaml\n"
        "  treeformer infer-time experiments/infer/table4.yaml --set infer.lengths=1024,2048 --set infer.tree=random --out /tmp/times\n"
        "  treeformer infer-time experiments/infer/all.yaml --set attention=tf-a,performer --set attention.height=4,6,8\n",
    .options = options,
    .min_args = 1,
    .max_args = 1,
    .run = run,
};
