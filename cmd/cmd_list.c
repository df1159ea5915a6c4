/* treeformer list: the registered mechanisms and tasks, and the specs. */
#include "cmd.h"
#include "attn/attn.h"
#include "spec/spec_meta.h"
#include "task/task.h"

#include <string.h>
#include <unistd.h>

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
    const int n = text_width(s);
    return n > w ? n : w;
}

static void print_cell(const char *s, int w) { terminal_print("%s%*s  ", s, w - text_width(s), ""); }

static const char meaning[] =
    "Flags of a mechanism: causal, a layer of it can be masked (reformer and routing still cannot be in a causal model); "
    "random, it draws from a seed of its own, in evaluation too; routed, which pairs it computes depends on the content, "
    "or on what has been learned; exact, it equals full attention; straight-through, its gradient is an estimate.\n";

/* A narrow terminal has no room for titles. */
static void list_mechanisms(bool explain) {
    enum { FLAGS = 30 /* "causal,routed,straight-through" */ };
    int id = 9, title = 5, paper = 5;
    for (int i = 0; tf_attns[i]; i++) {
        const struct tf_attn *m = tf_attns[i];
        id = width(id, m->name), title = width(title, m->title), paper = width(paper, m->paper);
    }
    const bool titles = id + title + paper + FLAGS + 6 <= terminal_columns();
    print_cell("mechanism", id);
    if (titles) print_cell("title", title);
    print_cell("paper", paper), terminal_print("flags\n");
    for (int i = 0; tf_attns[i]; i++) {
        const struct tf_attn *m = tf_attns[i];
        struct tf_buf flags = {0};
        mechanism_flags(m->flags, &flags);
        print_cell(m->name, id);
        if (titles) print_cell(m->title, title);
        print_cell(m->paper, paper), terminal_print("%s\n", flags.s);
        tf_buf_free(&flags);
    }
    if (explain) terminal_print("\n"), terminal_paragraphs(meaning);
}

static void list_tasks(void) {
    int id = 4, title = 5;
    for (int i = 0; tf_tasks[i]; i++) id = width(id, tf_tasks[i]->name), title = width(title, tf_tasks[i]->title);
    print_cell("task", id), print_cell("title", title), terminal_print("paper\n");
    for (int i = 0; tf_tasks[i]; i++) {
        print_cell(tf_tasks[i]->name, id), print_cell(tf_tasks[i]->title, title);
        terminal_wrap(tf_tasks[i]->paper, id + title + 4, id + title + 4, terminal_columns());
    }
}

static void list_specs(void) {
    struct spec_listed *spec;
    int n = spec_list(&spec), name = 4;
    for (int i = 0; i < n; i++) name = width(name, spec[i].name);
    print_cell("spec", name), terminal_print("title\n");
    for (int i = 0; i < n; i++) {
        struct tf_buf word = {0}, title = {0};
        text_escape(&word, spec[i].name), text_escape(&title, spec[i].title);
        print_cell(word.s ? word.s : "", name);
        terminal_wrap(title.s ? title.s : "", name + 2, name + 2, terminal_columns());
        tf_buf_free(&word), tf_buf_free(&title);
    }
    spec_list_free(spec, n);
}

static int run(const struct args *a, struct tf_err *e) {
    const char *what = a->n ? a->arg[0] : NULL;
    bool mechanisms = !what || !strcmp(what, "mechanisms"), tasks = !what || !strcmp(what, "tasks");
    if (what && !strcmp(what, "specs")) return list_specs(), TF_OK;
    if (!mechanisms && !tasks) return tf_fail(e, TF_USAGE, "list: '%.60s' is neither 'mechanisms' nor 'tasks' nor 'specs'", what);
    if (mechanisms) list_mechanisms(tasks || isatty(STDOUT_FILENO));
    if (mechanisms && tasks) terminal_print("\n");
    if (tasks) list_tasks();
    return TF_OK;
}

const struct command cmd_list = {
    .name = "list",
    .summary = "list attention mechanisms, tasks and specs",
    .usage = "[mechanisms|tasks|specs]",
    .details =
        "Specs are those below experiments/, here and where the program is installed: `treeformer lra quick/listops.yaml` finds them by name.\n"
        "\n"
        "Examples:\n"
        "  treeformer list\n"
        "  treeformer list tasks\n"
        "  treeformer list specs\n",
    .options = options,
    .max_args = 1,
    .run = run,
};
