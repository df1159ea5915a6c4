/* treeformer help [COMMAND] */
#include "cmd.h"

static const struct tf_opt options[] = {
    OPTION_TEXT("completion", completion, "SHELL", "print the completion for bash, zsh or fish (`make install` installs it)"),
    OPTION_HELP,
    {0},
};

static void overview(void) {
    terminal_print("treeformer: train, evaluate and compare attention mechanisms\n\n"
                   "Usage: treeformer COMMAND [arguments] [options]\n\nCommands:\n");
    for (int i = 0; commands[i]; i++) {
        terminal_print("  %-10s ", commands[i]->name);
        terminal_wrap(commands[i]->summary, 13, 13, terminal_text_columns());
    }
    terminal_paragraphs(
        "\n`treeformer help COMMAND` shows a command's options and examples.\n\n"
        "Examples:\n"
        "  treeformer lra experiments/quick/listops.yaml    a small comparison, start to finish\n"
        "  treeformer show tf-a                             a mechanism's options and cost\n\n"
        "Exit codes: 0 done; 1 a run failed or diverged; 2 wrong usage; 3 a bad spec or bad data; 4 the system refused\n"
        "(disk, memory); 130 interrupted, after a checkpoint.\n\n"
        "Environment: TREEFORMER_DATA and TREEFORMER_CACHE (folders of datasets and of generated data), TREEFORMER_ISA\n"
        "(instruction set of our kernels: portable, avx2, avx512), OPENBLAS_CORETYPE (of BLAS), COLUMNS (of the terminal), NO_COLOR.\n");
}

static int run(const struct args *a, struct tf_err *e) {
    const struct command *c = a->n ? command_find(a->arg[0]) : NULL;
    if (a->completion) return completion_print(a->completion, e);
    if (a->n && !c) return command_unknown(a->arg[0], e);
    if (c) options_help(c);
    else overview();
    return TF_OK;
}

const struct command cmd_help = {
    .name = "help",
    .summary = "show this overview, or a command's options and examples",
    .usage = "[COMMAND]",
    .details = "Examples:\n"
               "  treeformer help\n"
               "  treeformer help lra\n"
               "  source <(treeformer help --completion bash)\n",
    .options = options,
    .max_args = 1,
    .run = run,
};
