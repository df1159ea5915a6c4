/* treeformer: finds the command, parses its options, runs it, turns its error into a message and an exit code. */
#include "cmd.h"
#include "num/num.h"

#include <string.h>
#include <sys/resource.h>

const struct command *const commands[] = {&cmd_lra,   &cmd_pretrain,   &cmd_finetune,  &cmd_evaluate, &cmd_report,  &cmd_list, &cmd_show,
                                          &cmd_flops, &cmd_infer_time, &cmd_leaf_hist, &cmd_data,     &cmd_version, &cmd_help, NULL};

const struct command *command_find(const char *name) {
    for (int i = 0; commands[i]; i++)
        if (!strcmp(commands[i]->name, name)) return commands[i];
    return NULL;
}

int command_unknown(const char *name, struct tf_err *e) {
    const char *names[TF_COUNT(commands)], *near;
    size_t n = 0;
    for (; commands[n]; n++) names[n] = commands[n]->name;
    if (!strcmp(name, "train") || !strcmp(name, "run"))
        return tf_fail(e, TF_USAGE,
                       "unknown command '%s': a spec is trained by 'treeformer lra', of the task corpus by 'treeformer pretrain', "
                       "of GLUE and SQuAD by 'treeformer finetune'",
                       name);
    near = tf_closest(name, names, n);
    if (near) return tf_fail(e, TF_USAGE, "unknown command '%.60s' (did you mean '%s'?); see 'treeformer help'", name, near);
    return tf_fail(e, TF_USAGE, "unknown command '%.60s'; see 'treeformer help'", name);
}

static int run(const struct command *c, struct args *a, int argc, char **argv, struct tf_err *e) {
    if (options_parse(c, argc, argv, a, e)) return -1;
    if (a->help) {
        options_help(c);
        return TF_OK;
    }
    if (a->quiet) terminal_quiet();
    return c->run(a, e);
}

/* Less than this and a deep call ends in a bare segmentation fault. Threads of ours have a stack of their own size. */
static int check_stack(struct tf_err *e) {
    enum { KIB = 1024, LEAST = 1024 * KIB };
    struct rlimit stack;
    if (getrlimit(RLIMIT_STACK, &stack) || stack.rlim_cur == RLIM_INFINITY || stack.rlim_cur >= LEAST) return 0;
    return tf_fail(e, TF_SYSTEM, "the limit of the stack is %llu KiB, and at least %d are needed: raise it (ulimit -s 8192)",
                   (unsigned long long)stack.rlim_cur / KIB, LEAST / KIB);
}

static int dispatch(int argc, char **argv, struct args *a, struct tf_err *e) {
    static char *help[] = {"help"};
    if (argc < 2) return tf_fail(e, TF_USAGE, "no command given; see 'treeformer help'");
    const char *name = argv[1];
    if (!strcmp(name, "--help") || !strcmp(name, "-h")) return run(&cmd_help, a, 1, help, e);
    if (!strcmp(name, "--version") || !strcmp(name, "-V")) name = "version";
    if (name[0] == '-') return tf_fail(e, TF_USAGE, "option '%.60s' before the command; see 'treeformer help'", name);
    const struct command *c = command_find(name);
    return c ? run(c, a, argc - 1, argv + 1, e) : command_unknown(name, e);
}

int main(int argc, char **argv) {
    terminal_open();
    tf_blas_init();
    struct args a = {.threads = tf_cpu_count(), .argc = argc};
    size_t size = sizeof *argv * (size_t)(argc + 1);
    a.argv = memcpy(tf_alloc(size), argv, size); // getopt_long reorders argv
    struct tf_err e = {0};
    int rc = check_stack(&e) ? -1 : dispatch(argc, argv, &a, &e);
    if (rc < 0) {
        rc = e.code;
        terminal_error(e.msg);
    }
    struct tf_err closing = {0};
    if (terminal_close(&closing)) {
        terminal_error(closing.msg);
        if (rc == TF_OK) rc = closing.code;
    }
    tf_free(a.argv);
    return rc;
}
