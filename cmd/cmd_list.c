/* treeformer list: the registered mechanisms and tasks. */
#include "cmd.h"
#include "attn/attn.h"
#include "task/task.h"

#include <string.h>

static const struct tf_opt options[] = {OPTION_HELP, {0}};

static void mechanism_flags(unsigned flags, struct tf_buf *out) {
    static const struct {
        unsigned bit;
        const char *name;
    } names[] = {
        {TF_ATTN_CAUSAL, "causal"},
        {TF_ATTN_RANDOM, "random"},
        {TF_ATTN_ROUTED, "routed"},
        {TF_ATTN_EXACT, "exact"},
        {TF_ATTN_STRAIGHT, "straight-through"},
    };
    for (size_t i = 0; i < TF_COUNT(names); i++)
        if (flags & names[i].bit) tf_buf_addf(out, "%s%s", out->len ? "," : "", names[i].name);
    if (!out->len) tf_buf_addf(out, "-");
}

static int width(int w, const char *s) {
    int n = (int)strlen(s);
    return n > w ? n : w;
}

static void list_mechanisms(void) {
    int id = 9, title = 5, paper = 5;
    for (int i = 0; tf_attns[i]; i++) {
        const struct tf_attn *m = tf_attns[i];
        id = width(id, m->name), title = width(title, m->title), paper = width(paper, m->paper);
    }
    terminal_print("%-*s  %-*s  %-*s  %s\n", id, "mechanism", title, "title", paper, "paper", "flags");
    for (int i = 0; tf_attns[i]; i++) {
        const struct tf_attn *m = tf_attns[i];
        struct tf_buf flags = {0};
        mechanism_flags(m->flags, &flags);
        terminal_print("%-*s  %-*s  %-*s  %s\n", id, m->name, title, m->title, paper, m->paper, flags.s);
        tf_buf_free(&flags);
    }
}

static void list_tasks(void) {
    int id = 4, title = 5;
    for (int i = 0; tf_tasks[i]; i++) id = width(id, tf_tasks[i]->name), title = width(title, tf_tasks[i]->title);
    terminal_print("%-*s  %-*s  %s\n", id, "task", title, "title", "paper");
    for (int i = 0; tf_tasks[i]; i++)
        terminal_print("%-*s  %-*s  %s\n", id, tf_tasks[i]->name, title, tf_tasks[i]->title, tf_tasks[i]->paper);
}

static int run(const struct args *a, struct tf_err *e) {
    const char *what = a->n ? a->arg[0] : NULL;
    bool mechanisms = !what || !strcmp(what, "mechanisms"), tasks = !what || !strcmp(what, "tasks");
    if (!mechanisms && !tasks) return tf_fail(e, TF_USAGE, "list: '%.60s' is neither 'mechanisms' nor 'tasks'", what);
    if (mechanisms) list_mechanisms();
    if (mechanisms && tasks) terminal_print("\n");
    if (tasks) list_tasks();
    return TF_OK;
}

const struct command cmd_list = {
    .name = "list",
    .summary = "list attention mechanisms and tasks",
    .usage = "[mechanisms|tasks]",
    .details =
        "Flags of a mechanism: causal, it can be masked; random, it draws from a seed of its own, in evaluation too; routed, which pairs it\n"
        "computes depends on the content; exact, it equals full attention; straight-through, its gradient is an estimate.\n"
        "\n"
        "Examples:\n"
        "  treeformer list\n"
        "  treeformer list tasks\n",
    .options = options,
    .min_args = 0,
    .max_args = 1,
    .run = run,
};
