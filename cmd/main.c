/* treeformer: finds the command, parses its options, runs it, turns its error into a message and an exit code. */
#include "cmd.h"
#include "num/num.h"
#include "train/ranks.h"

#include <string.h>
#include <sys/resource.h>

const struct command *const commands[] = {&cmd_lra,       &cmd_pretrain, &cmd_finetune, &cmd_evaluate, &cmd_predict,
                                          &cmd_report,    &cmd_list,     &cmd_show,     &cmd_flops,    &cmd_infer_time,
                                          &cmd_leaf_hist, &cmd_data,     &cmd_version,  &cmd_help,     NULL};

const struct command *command_find(const char *name) {
    for (int i = 0; commands[i]; i++)
        if (!strcmp(commands[i]->name, name)) return commands[i];
    return NULL;
}

static bool is_train(const char *name) { return !strcmp(name, "train") || !strcmp(name, "run"); }

/* The command that trains the first spec of the arguments; NULL: none of them is a spec. */
static const char *trained_by(int argc, char **argv, const char **spec) {
    for (int i = 0; i < argc; i++) {
        struct tf_spec *s;
        if (tf_spec_load(&s, argv[i], NULL, 0, NULL, &(struct tf_err){0})) continue;
        const char *command = s->run[0].task->command;
        tf_spec_free(s);
        *spec = argv[i];
        return command ? command : "lra";
    }
    return NULL;
}

int command_unknown(const char *name, struct tf_err *e) {
    const char *names[TF_COUNT(commands)], *near;
    size_t n = 0;
    for (; commands[n]; n++) names[n] = commands[n]->name;
    if (is_train(name))
        return tf_fail(e, TF_USAGE,
                       "unknown command '%s': 'treeformer lra' trains a spec, 'treeformer pretrain' one for the tasks corpus and lm, "
                       "'treeformer finetune' one for GLUE or SQuAD",
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
    if (!c->ranks && tf_ranks()->rank > 0) return TF_OK; // rank 0 does it
    if (!c->ranks) tf_ranks_alone();
    return c->run(a, e);
}

/* Less than this and a deep call ends in a bare segmentation fault. Threads of ours have a stack of their own size. */
static int check_stack(struct tf_err *e) {
    enum { KIB = 1024, LEAST = 1024 * KIB };
    struct rlimit stack;
    if (getrlimit(RLIMIT_STACK, &stack) || stack.rlim_cur == RLIM_INFINITY || stack.rlim_cur >= LEAST) return 0;
    return tf_fail(e, TF_SYSTEM, "the stack limit is %llu KiB, but at least %d are needed: raise it (ulimit -s 8192)",
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
    if (c) return run(c, a, argc - 1, argv + 1, e);
    const char *spec, *command = is_train(name) ? trained_by(argc - 2, argv + 2, &spec) : NULL;
    if (command) return tf_fail(e, TF_USAGE, "unknown command '%s' (did you mean 'treeformer %s %.900s'?)", name, command, spec);
    return command_unknown(name, e);
}

/* The error goes out once, whatever the number of ranks. */
static int leave(int rc, struct tf_err *e) {
    int code = rc < 0 ? e->code : rc;
    bool speaks = tf_ranks_leave(rc < 0 ? code : TF_OK, e);
    if (rc < 0 && speaks) terminal_error(e->msg);
    struct tf_err closing = {0};
    if (terminal_close(&closing)) {
        terminal_error(closing.msg);
        if (code == TF_OK) code = closing.code;
    }
    tf_ranks_close(code);
    return code;
}

int main(int argc, char **argv) {
    struct tf_err e = {0};
    bool speaks;
    terminal_open();
    tf_num_init();
    int rc = tf_ranks_open(&speaks, &e);
    if (tf_ranks()->rank > 0 || !speaks) terminal_mute(rc != 0 && !speaks);
    const struct tf_ranks *r = tf_ranks();
    const int cpus = r->cpus / r->on_host;
    struct args a = {.threads = cpus > 0 ? cpus : 1, .latency = -1, .argc = argc};
    size_t size = sizeof *argv * (size_t)(argc + 1);
    a.argv = memcpy(tf_alloc(size), argv, size); // getopt_long reorders argv
    if (!rc) rc = check_stack(&e) ? -1 : dispatch(argc, argv, &a, &e);
    rc = leave(rc, &e);
    tf_free(a.argv);
    return rc;
}
