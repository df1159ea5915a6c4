/* Completion for bash, zsh and fish, made from the option tables: what a value or an argument may be follows from what the help calls it. */
#include "cmd.h"
#include "attn/attn.h"
#include "spec/spec_source.h"
#include "task/task.h"

#include <string.h>

/* ---- words ----------------------------------------------------------------------------------------------------------------------------- */

static void add_word(struct tf_buf *out, const char *before, const char *word, const char *after) {
    struct tf_buf whole = {0};
    tf_buf_addf(&whole, " %s%s%s ", before, word, after);
    if (!out->len) tf_buf_addf(out, " ");
    if (!strstr(out->s, whole.s)) tf_buf_add(out, whole.s + 1, whole.len - 1);
    tf_buf_free(&whole);
}

static void add_options(struct tf_buf *out, const char *before, const struct tf_opt *opts) {
    for (const struct tf_opt *o = tf_opt_next(opts, NULL); o; o = tf_opt_next(opts, o)) add_word(out, before, o->name, "=");
}

static void add_mechanisms(struct tf_buf *out) {
    for (int i = 0; tf_attns[i]; i++) add_word(out, "", tf_attns[i]->name, "");
}

static void add_ids(struct tf_buf *out) {
    add_mechanisms(out);
    for (int i = 0; tf_tasks[i]; i++) add_word(out, "", tf_tasks[i]->name, "");
    for (int i = 0; show_section(i); i++) add_word(out, "", show_section(i), "");
}

static void add_names(struct tf_buf *out) {
    for (int i = 0; tf_attns[i]; i++) add_options(out, "", tf_attns[i]->opts);
    for (int i = 0; tf_tasks[i]; i++) add_options(out, "", tf_tasks[i]->opts);
}

static void add_paths(struct tf_buf *out) {
    static const char *const more[] = {
        "task.name", "attention.name", "attention.layers", "attention.others", "train.stages", "train.bootstrap", "paper.table", "protocol",
        "seeds",     "title"};
    for (size_t i = 0; i < TF_COUNT(more); i++) add_word(out, "", more[i], "=");
    for (int i = 0; tf_attns[i]; i++) add_options(out, "attention.", tf_attns[i]->opts);
    for (int i = 0; tf_tasks[i]; i++) add_options(out, "task.", tf_tasks[i]->opts);
    for (const struct spec_section *s = spec_sections; s->path; s++) {
        char before[64];
        snprintf(before, sizeof before, "%s.", s->path);
        add_options(out, before, s->opts);
    }
}

static void add_splits(struct tf_buf *out) { tf_buf_addf(out, " train valid test "); }

static void add_shells(struct tf_buf *out) { tf_buf_addf(out, " bash zsh fish "); }

static void add_commands(struct tf_buf *out) {
    for (int i = 0; commands[i]; i++) add_word(out, "", commands[i]->name, "");
}

/* What the help calls a value or an argument; what the shells call the function that completes it; its words (NULL: the shell's own affair). */
static const struct kind {
    const char *value, *name;
    void (*words)(struct tf_buf *);
} kinds[] = {{"DIR", "folders", NULL},
             {"FILE", "files", NULL},
             {"PATH", "files", NULL},
             {"TEXTS", "files", NULL},
             {"SPEC.yaml", "specs", NULL},
             {"NAME", "mechanisms", add_mechanisms},
             {"ID", "ids", add_ids},
             {"NAME=VALUE", "names", add_names},
             {"PATH=VALUE", "paths", add_paths},
             {"COMMAND", "commands", add_commands},
             {"SPLIT", "splits", add_splits},
             {"SHELL", "shells", add_shells}};

static const struct kind *find_kind(const char *value, size_t n) {
    for (size_t i = 0; i < TF_COUNT(kinds); i++)
        if (strlen(kinds[i].value) == n && !strncmp(kinds[i].value, value, n)) return &kinds[i];
    return NULL;
}

/* The parts of "ID|SPEC.yaml [options]", "[COMMAND]" or "bash|zsh|fish": functions of kinds, and what is a word itself; " folders specs ", " bash zsh ". */
static void split_value(const char *usage, struct tf_buf *functions, struct tf_buf *words) {
    tf_buf_addf(functions, "%s", ""), tf_buf_addf(words, "%s", "");
    while (*usage == '[') usage++;
    for (size_t n; (n = strcspn(usage, "|] ")) > 0; usage += n + (usage[n] == '|')) {
        size_t bare = strcspn(usage, "[|] "); // DIR[=LABEL]
        while (bare > 3 && !strncmp(usage + bare - 3, "...", 3)) bare -= 3;
        const struct kind *k = find_kind(usage, bare);
        char word[64];
        snprintf(word, sizeof word, "%.*s", (int)bare, usage);
        if (k) add_word(functions, "", k->name, "");
        else if (*word >= 'a' && *word <= 'z' && (usage[n] == '|' || words->len)) add_word(words, "", word, "");
        if (usage[n] != '|') break;
    }
}

/* Each name of " folders specs ". */
static void print_calls(const char *names, const char *before, const char *after) {
    for (size_t n; *(names += strspn(names, " ")); names += n)
        terminal_print("%s%.*s%s", before, (int)(n = strcspn(names, " ")), names, after);
}

static const struct tf_opt *next(const struct command *c, const struct tf_opt *o) { return tf_opt_next(c->options, o); }

/* In single quotes; `special` gets a backslash. */
static void quoted(const char *text, const char *special) {
    for (; *text; text++) {
        if (*text == '\'') terminal_print("'\\''");
        else terminal_print("%s%c", strchr(special, *text) ? "\\" : "", *text);
    }
}

/* ---- bash ------------------------------------------------------------------------------------------------------------------------------ */

static const char bash_head[] = //
    "# bash completion for treeformer, made by `treeformer help --completion bash`.\n"
    "_treeformer_folders() { compopt -o filenames 2>/dev/null; mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -d -- \"$cur\"); }\n"
    "_treeformer_files() { compopt -o filenames 2>/dev/null; mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- \"$cur\"); }\n"
    "_treeformer_specs() {\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <({ compgen -d -- \"$cur\"; compgen -f -- \"$cur\" | grep -E '\\.ya?ml$'; }\n"
    "        \"${COMP_WORDS[0]/#\\~\\//$HOME/}\" list specs 2>/dev/null | sed -n '2,$s/ .*//p' |\n"
    "            while IFS= read -r name; do [[ $name && $name == \"$cur\"* ]] && printf '%s\\n' \"$name\"; done)\n"
    "}\n"
    "_treeformer_words() { mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W \"$1\" -- \"$cur\"); }\n";

static void bash_value(const char *value) {
    struct tf_buf functions = {0}, words = {0};
    split_value(value, &functions, &words);
    print_calls(functions.s, " _treeformer_", ";");
    if (words.len) terminal_print(" _treeformer_words '%s';", words.s);
    if (!functions.len && !words.len) terminal_print(" :;");
    tf_buf_free(&functions), tf_buf_free(&words);
}

static void bash(void) {
    terminal_print("%s", bash_head);
    for (size_t i = 0; i < TF_COUNT(kinds); i++) {
        struct tf_buf words = {0};
        if (!kinds[i].words) continue;
        kinds[i].words(&words);
        bool open = words.s[words.len - 2] == '='; // a value follows
        terminal_print("_treeformer_%s() { %s_treeformer_words '%s'; }\n", kinds[i].name, open ? "compopt -o nospace 2>/dev/null; " : "",
                       words.s);
        tf_buf_free(&words);
    }
    terminal_print(
        "_treeformer() {\n    local cur prev words cword\n    COMPREPLY=()\n"
        "    if declare -F _get_comp_words_by_ref >/dev/null; then _get_comp_words_by_ref -n = cur prev words cword\n"
        "    else cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} cword=$COMP_CWORD words=(\"${COMP_WORDS[@]}\"); fi\n"
        "    if ((cword == 1)); then _treeformer_commands; return; fi\n    case ${words[1]}:$prev in\n");
    for (int i = 0; commands[i]; i++)
        for (const struct tf_opt *o = next(commands[i], NULL); o; o = next(commands[i], o)) {
            const char *letter = tf_opt_alias(commands[i]->options, o, 0);
            if (o->type == TF_BOOL) continue;
            terminal_print("    %s:--%s", commands[i]->name, o->name);
            if (letter) terminal_print(" | %s:-%s", commands[i]->name, letter);
            terminal_print(")");
            bash_value(o->choices ? o->choices : "");
            terminal_print(" return ;;\n");
        }
    terminal_print("    esac\n    case ${words[1]}:$cur in\n");
    for (int i = 0; commands[i]; i++) {
        terminal_print("    %s:-*) _treeformer_words '", commands[i]->name);
        for (const struct tf_opt *o = next(commands[i], NULL); o; o = next(commands[i], o)) terminal_print(" --%s", o->name);
        terminal_print("' ;;\n    %s:*)", commands[i]->name);
        bash_value(commands[i]->usage);
        terminal_print(" ;;\n");
    }
    terminal_print("    esac\n}\ncomplete -F _treeformer treeformer\n");
}

/* ---- zsh ------------------------------------------------------------------------------------------------------------------------------- */

/* One function per set of kinds; _arguments calls it by name. */
static void zsh_action(const char *value) {
    struct tf_buf functions = {0}, words = {0};
    split_value(value, &functions, &words);
    if (words.len) terminal_print("(%s)", words.s);
    else if (functions.len) {
        terminal_print("{");
        print_calls(functions.s, "_treeformer_", "; ");
        terminal_print("}");
    }
    tf_buf_free(&functions), tf_buf_free(&words);
}

static void zsh(void) {
    terminal_print(
        "#compdef treeformer\n# zsh completion for treeformer, made by `treeformer help --completion zsh`.\n"
        "_treeformer_folders() { _files -/ }\n_treeformer_files() { _files }\n"
        "_treeformer_specs() { _files -g '*.(yaml|yml)'; compadd -- ${${(f)\"$(_call_program specs $program list specs)\"}[2,-1]%%%% *} }\n");
    for (size_t i = 0; i < TF_COUNT(kinds); i++) {
        struct tf_buf words = {0};
        if (!kinds[i].words) continue;
        kinds[i].words(&words);
        terminal_print("_treeformer_%s() { compadd %s-- %s}\n", kinds[i].name, words.s[words.len - 2] == '=' ? "-S '' " : "", words.s + 1);
        tf_buf_free(&words);
    }
    terminal_print("_treeformer() {\n    local program=$words[1]\n    local -a commands=(\n");
    for (int i = 0; commands[i]; i++) {
        terminal_print("        '%s:", commands[i]->name);
        quoted(commands[i]->summary, ":\\");
        terminal_print("'\n");
    }
    terminal_print("    )\n    if ((CURRENT == 2)); then _describe command commands; return; fi\n"
                   "    local command=$words[2]\n    shift words\n    ((CURRENT--))\n    case $command in\n");
    for (int i = 0; commands[i]; i++) {
        terminal_print("    %s)\n        _arguments -s", commands[i]->name);
        for (const struct tf_opt *o = next(commands[i], NULL); o; o = next(commands[i], o)) {
            const char *letter = tf_opt_alias(commands[i]->options, o, 0), *star = o->type == TF_LIST ? "*" : "";
            for (int form = 0; form < 1 + !!letter; form++) {
                terminal_print(" \\\n            '%s-%s%s[", star, form ? "" : "-", form ? letter : o->name);
                quoted(o->help, "[]:\\");
                terminal_print("]");
                if (o->type != TF_BOOL) {
                    terminal_print(":%s:", o->choices ? (const char *)o->choices : "");
                    zsh_action(o->choices ? o->choices : "");
                }
                terminal_print("'");
            }
        }
        terminal_print(" \\\n            '*: :");
        zsh_action(commands[i]->usage);
        terminal_print("' ;;\n");
    }
    terminal_print("    esac\n}\n_treeformer \"$@\"\n");
}

/* ---- fish ------------------------------------------------------------------------------------------------------------------------------ */

static void fish_value(const char *value) {
    struct tf_buf functions = {0}, words = {0};
    split_value(value, &functions, &words);
    if (functions.len || words.len) terminal_print(" -a '");
    print_calls(functions.s, "(__treeformer_", ") ");
    if (words.len) terminal_print("%s", words.s + 1);
    if (functions.len || words.len) terminal_print("'");
    tf_buf_free(&functions), tf_buf_free(&words);
}

static void fish(void) {
    terminal_print("# fish completion for treeformer, made by `treeformer help --completion fish`.\n"
                   "function __treeformer_folders; __fish_complete_directories (commandline -ct); end\n"
                   "function __treeformer_files; __fish_complete_path (commandline -ct); end\n"
                   "function __treeformer_specs; __fish_complete_suffix .yaml; set -l words (commandline -opc)\n"
                   "    set -l program (string replace -r -- '^~(?=/|$)' $HOME $words[1])\n"
                   "    $program list specs 2>/dev/null | tail -n +2 | string replace -r ' .*' ''; end\n");
    for (size_t i = 0; i < TF_COUNT(kinds); i++) {
        struct tf_buf words = {0};
        if (!kinds[i].words) continue;
        kinds[i].words(&words);
        terminal_print("function __treeformer_%s; string split -n ' ' '%s'; end\n", kinds[i].name, words.s);
        tf_buf_free(&words);
    }
    terminal_print("complete -c treeformer -f\n");
    for (int i = 0; commands[i]; i++) {
        const struct command *c = commands[i];
        terminal_print("complete -c treeformer -n __fish_use_subcommand -a %s -d '", c->name);
        quoted(c->summary, "\\");
        terminal_print("'\n");
        for (const struct tf_opt *o = next(c, NULL); o; o = next(c, o)) {
            const char *letter = tf_opt_alias(c->options, o, 0);
            terminal_print("complete -c treeformer -n '__fish_seen_subcommand_from %s' -l %s", c->name, o->name);
            if (letter) terminal_print(" -s %s", letter);
            terminal_print(" -d '");
            quoted(o->help, "\\");
            terminal_print("'%s", o->type == TF_BOOL ? "" : " -x");
            if (o->type != TF_BOOL) fish_value(o->choices ? o->choices : "");
            terminal_print("\n");
        }
        terminal_print("complete -c treeformer -n '__fish_seen_subcommand_from %s'", c->name);
        fish_value(c->usage);
        terminal_print("\n");
    }
}

int completion_print(const char *shell, struct tf_err *e) {
    if (!strcmp(shell, "bash")) bash();
    else if (!strcmp(shell, "zsh")) zsh();
    else if (!strcmp(shell, "fish")) fish();
    else return tf_fail(e, TF_USAGE, "help: --completion %.60s: bash, zsh or fish", shell);
    return TF_OK;
}
