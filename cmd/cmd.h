/* The command line: one const struct per subcommand, one table of them (main.c), one parser for their
 * options (options.c), one place for messages, progress and signals (terminal.c). Only this folder prints
 * or exits. */
#ifndef TF_CMD_H
#define TF_CMD_H
#include "spec/spec.h"

/* ---- options ------------------------------------------------------------------------------------------- */

/* Everything that any option sets; text not given: NULL, own_threads (of infer-time) not given: 0. A
 * command's table says which of them it takes; the others keep their defaults. arg: what is not an option;
 * argv: the whole command line as it was given, program name first. */
struct args {
    const char *out, *data, *seed, *split, *from, *checkpoint, *against, *completion, *index;
    struct tf_list set, only;
    int own_threads, threads, jobs, ranks, length, dim, heads, qkv_dim, limit;
    double bandwidth, latency;
    bool resume, restart, dry_run, quiet, no_plot, no_run, block, tensorboard, help;
    int n, argc;
    char **arg, **argv;
};

/* Options of a command: `choices` is a name for the value ("DIR"); an alias is a short option's letter.
 * COUNT: from 1 on. */
#define ARG(field) offsetof(struct args, field)
#define OPTION_TEXT(name, field, value, help) {name, TF_TEXT, ARG(field), NULL, 0, 0, value, help}
#define OPTION_FLAG(name, field, help) {name, TF_BOOL, ARG(field), NULL, 0, 0, NULL, help}
#define OPTION_COUNT(name, field, most, help) {name, TF_INT, ARG(field), NULL, 1, most, "N", help}
#define OPTION_SET(value, help) {"set", TF_LIST, ARG(set), NULL, 0, 0, value, help}
#define OPTION_HELP OPTION_FLAG("help", help, "show this help"), TF_ALIAS_OF("help", "h")
#define OPTION_QUIET                                                                                         \
    OPTION_FLAG("quiet", quiet, "no progress and no information, only warnings and errors"),                 \
        TF_ALIAS_OF("quiet", "q")
#define OPTION_DATA                                                                                          \
    OPTION_TEXT("data", data, "DIR", "where datasets are (default: $TREEFORMER_DATA, then datasets/)")
#define OPTION_THREADS                                                                                       \
    OPTION_COUNT("threads", threads, 1024, "threads (default: one per CPU); results do not depend on it")
#define OPTION_OUT(value, help) OPTION_TEXT("out", out, value, help), TF_ALIAS_OF("out", "o")
#define OPTION_SEED OPTION_TEXT("seed", seed, "N[,N..]", "only the runs of these seeds")
#define OPTIONS_SIZE(n_help, dim_help, heads_help, qkv_help) /* options_size */                              \
    OPTION_COUNT("n", length, 1 << 20, n_help), OPTION_COUNT("dim", dim, 1 << 16, dim_help),                 \
        OPTION_COUNT("heads", heads, 1024, heads_help), OPTION_COUNT("qkv-dim", qkv_dim, 1 << 16, qkv_help)
#define OPTION_NO_PLOT OPTION_FLAG("no-plot", no_plot, "write tables, but no figures")

struct command {
    const char *name, *summary;
    /* What follows the name: "SPEC.yaml [options]"; paragraphs and examples of the help, ending in a
     * newline. */
    const char *usage, *details;
    const struct tf_opt *options;
    int min_args, max_args;
    /* Several ranks do it together; else rank 0 does it alone. */
    bool ranks;
    /* The exit code, or -1 with *e filled. */
    int (*run)(const struct args *a, struct tf_err *e);
};
/* NULL-terminated, in the order of the help. */
extern const struct command *const commands[];
/* NULL: none; and the error for that (TF_USAGE, "did you mean"). */
const struct command *command_find(const char *name);
int command_unknown(const char *name, struct tf_err *e);

/* argv[0] is the command's name; argv is reordered. */
int options_parse(const struct command *c, int argc, char **argv, struct args *a, struct tf_err *e);
void options_help(const struct command *c);
/* Of --n (2048), --dim (512), --heads (8) and --qkv-dim (as --dim). TF_USAGE: the heads do not divide what
 * they share. */
struct tf_layer_size;
struct tf_layer_size options_size(const struct args *a);
int options_check_size(const char *who, const struct tf_layer_size *size, struct tf_err *e);
/* Completion for "bash", "zsh" or "fish" to standard output. */
int completion_print(const char *shell, struct tf_err *e);

/* ---- terminal ------------------------------------------------------------------------------------------ */

/* Installs the hooks and the signal handlers; makes closed descriptors safe. */
void terminal_open(void);
void terminal_quiet(void);
/* Of several copies another one speaks: nothing is written but errors, or not even these. */
void terminal_mute(bool errors);
/* Columns for tables on standard output: no end of them in files and pipes. For text: at most 100. */
int terminal_columns(void);
int terminal_text_columns(void);
/* Words to standard output, which begin in column `at` of the line; later lines are indented. */
void terminal_wrap(const char *s, int at, int indent, int width);
void terminal_paragraphs(const char *s);
/* "treeformer: msg" */
void terminal_error(const char *msg);
/* "What: " and the command line, with `more` behind the command's name. */
void terminal_hint(const char *what, const struct args *a, const char *more);
/* To standard output, for all that commands print: terminal_close knows the error of the first write that
 * failed. */
void terminal_print(const char *fmt, ...) TF_PRINTF(1, 2);
void terminal_write(const char *s, size_t n);
/* Flushes standard output: TF_SYSTEM when it could not be written. */
int terminal_close(struct tf_err *e);

/* ---- text on a terminal -------------------------------------------------------------------------------- */

/* Columns of the terminal behind fd: $COLUMNS, or what it says, else `otherwise`. */
int text_columns(int fd, int otherwise);
/* Columns that UTF-8 takes there. */
int text_width(const char *s);
/* All append. n blanks; the beginning of s, or its beginning and end, in at most `most` columns. */
void text_pad(struct tf_buf *out, int n);
void text_cut(struct tf_buf *out, const char *s, int most);
void text_cut_middle(struct tf_buf *out, const char *s, int most);
/* Words, from column `at` on; later lines begin at `indent`. Ends the line. */
void text_wrap(struct tf_buf *out, const char *s, int at, int indent, int width);
void text_paragraphs(struct tf_buf *out, const char *s, int width);
/* Control characters and invalid UTF-8 become "\n", "\x1b". */
void text_escape(struct tf_buf *out, const char *s);

/* A table that fits the terminal. rank: when the terminal is narrow, the column of the largest rank is
 * dropped first; those of rank 0 stay, and at last the first GRID_CUT column is cut. */
enum grid_kind { GRID_RIGHT, GRID_LEFT, GRID_CUT };
struct grid_column {
    const char *head;
    int rank;
    enum grid_kind kind;
};
struct grid {
    const struct grid_column *column;
    int cols, rows, *width;
    /* To be set before grid_end. */
    bool *shown;
    struct tf_buf *cell;
};
void grid_begin(struct grid *g, const struct grid_column *c, int cols, int rows);
/* The cell, to be appended to, and its text, maybe "". */
struct tf_buf *grid_at(const struct grid *g, int row, int col);
/* Appends a number that is finite. */
void grid_number(const struct grid *g, int row, int col, const char *fmt, double value) TF_PRINTF(4, 0);
const char *grid_cell(const struct grid *g, int row, int col);
/* Appends the table and frees g. */
void grid_end(struct grid *g, struct tf_buf *out, int width);

/* "TC-A, h=4 lr=0.1": without the family that stands in every tree's title. height: "" where it has none. */
void closing_name(struct tf_buf *out, const char *title, const char *height, const char *setting);
/* The tables in dir: to a terminal in its width, from dir/table.csv; to anything else md, as it is.
 * And where they are; plot: with figures. */
int closing_print(const char *dir, const char *md, bool plot, struct tf_err *e);
/* The same of a folder of infer-time. */
int closing_print_times(const char *dir, const struct tf_buf *md, bool plot, struct tf_err *e);

/* ---- shared by several commands ------------------------------------------------------------------------ */

/* Allocates and fills an options struct: defaults, then the --set texts "name=value". *missing (may be NULL):
 * gets a required option that was not given, else stays as it is. */
int make_options(const struct tf_opt *opts, size_t size, const struct tf_list *set, void **out,
                 const char **missing, struct tf_err *e);
/* The spec of the output folder `dir`; --set may change options of the task alone, so says `who`:
 * "evaluate". */
int folder_load(const struct args *a, const char *who, const char *dir, struct tf_spec **s, struct tf_err *e);
/* The sections of a spec that `show` knows, from 0: "model", "stages"; NULL: no more. */
const char *show_section(int i);
/* Does the table have lines below its head? */
bool csv_has_lines(const struct tf_buf *table);
/* Warns when BLAS does not use this CPU's AVX-512. */
void warn_blas(void);

extern const struct command cmd_lra, cmd_pretrain, cmd_finetune, cmd_evaluate, cmd_predict, cmd_list,
    cmd_show, cmd_flops, cmd_infer_time, cmd_leaf_hist, cmd_data, cmd_report, cmd_help, cmd_version;
#endif
