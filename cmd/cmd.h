/* The command line: one const struct per subcommand, one table of them (main.c), one parser for their options (options.c), one place
 * for messages, progress and signals (terminal.c). Only this folder prints or exits. */
#ifndef TF_CMD_H
#define TF_CMD_H
#include "spec/spec.h"

/* ---- options ------------------------------------------------------------------------------------------------------------- */
/* Everything that any option sets. A command's table says which of them it takes; the others keep their defaults. */
struct args {
    const char *out, *data, *seed, *split, *from, *checkpoint, *against; /* NULL: not given */
    struct tf_list set;
    int own_threads; /* of infer-time; 0: not given */
    int threads, jobs, length, dim, heads, limit;
    bool resume, restart, dry_run, quiet, no_plot, no_run, help;
    int n; char **arg;    /* what is not an option */
    int argc; char **argv; /* the whole command line as it was given, program name first */
};

/* Options of a command: a name for the value ("DIR") stands in `choices`; an alias is a short option's letter. */
#define ARG(field) offsetof(struct args, field)
/* Rows that several tables share. */
#define OPTION_HELP {"help", TF_BOOL, ARG(help), NULL, 0, 0, NULL, "show this help"}, TF_ALIAS_OF("help", "h")
#define OPTION_QUIET \
    {"quiet", TF_BOOL, ARG(quiet), NULL, 0, 0, NULL, "no progress and no information, only warnings and errors"}, \
        TF_ALIAS_OF("quiet", "q")
#define OPTION_DATA \
    {"data", TF_TEXT, ARG(data), NULL, 0, 0, "DIR", "where datasets are (default: $TREEFORMER_DATA, then datasets/)"}
#define OPTION_THREADS \
    {"threads", TF_INT, ARG(threads), NULL, 1, 1024, "N", "threads (default: one a CPU); results do not depend on it"}
#define OPTION_NO_PLOT {"no-plot", TF_BOOL, ARG(no_plot), NULL, 0, 0, NULL, "write tables, but no figures"}

struct command {
    const char *name, *summary;
    const char *usage;     /* what follows the name: "SPEC.yaml [options]" */
    const char *details;   /* paragraphs and examples of the help, ending in a newline */
    const struct tf_opt *options;
    int min_args, max_args;
    int (*run)(const struct args *a, struct tf_err *e); /* exit code; or -1 with *e filled */
};
extern const struct command *const commands[]; /* NULL-terminated, in the order of the help */
const struct command *command_find(const char *name);          /* NULL: none */
int command_unknown(const char *name, struct tf_err *e);        /* -1: TF_USAGE, "did you mean" */

/* argv[0] is the command's name; argv is reordered. */
int options_parse(const struct command *c, int argc, char **argv, struct args *a, struct tf_err *e);
void options_help(const struct command *c); /* to stdout */

/* ---- terminal ------------------------------------------------------------------------------------------------------------------ */
void terminal_open(void);                   /* installs the hooks and the signal handlers; makes closed descriptors safe */
void terminal_quiet(void);
void terminal_error(const char *msg);       /* "treeformer: msg" */
void terminal_resume_hint(const struct args *a); /* the command that continues an interrupted one */
/* To standard output, for all that commands print: terminal_close knows the error of the first write that failed. */
void terminal_print(const char *fmt, ...) TF_PRINTF(1, 2);
void terminal_write(const char *s, size_t n);
int terminal_close(struct tf_err *e);       /* flushes standard output: TF_SYSTEM when it could not be written */

/* ---- shared by several commands ---------------------------------------------------------------------------------------------------- */
void print_options(const struct tf_opt *opts, const void *base); /* table of a mechanism's or a task's options; base NULL: defaults */
/* Allocates and fills an options struct: defaults, then the --set texts "name=value". *missing (may be NULL): a required option that was
 * not given, or NULL. */
int make_options(const struct tf_opt *opts, size_t size, const struct tf_list *set, void **out, const char **missing, struct tf_err *e);
/* The spec of the output folder `dir`; --set may change options of the task alone, so says `who`: "evaluate". */
int folder_load(const struct args *a, const char *who, const char *dir, struct tf_spec **s, struct tf_err *e);
/* Warns when BLAS does not use this CPU's AVX-512. */
void warn_blas(void);

extern const struct command cmd_lra, cmd_pretrain, cmd_finetune, cmd_evaluate, cmd_list, cmd_show, cmd_flops, cmd_infer_time,
    cmd_leaf_hist, cmd_data, cmd_report, cmd_help, cmd_version;
#endif
