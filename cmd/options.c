/* Options of the command line: one table per command over getopt_long, and the help made from it. */
#include "cmd.h"
#include "spec/layer_cost.h"

#include <getopt.h>
#include <stdarg.h>
#include <string.h>

enum { ROWS_MAX = 32, LONG_BASE = 256 };

static TF_PRINTF(3, 4) int fail_usage(struct tf_err *e, const struct command *c, const char *fmt, ...) {
    char what[256];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    return tf_fail(e, TF_USAGE, "%s: %s; see 'treeformer help %s'", c->name, what, c->name);
}

/* Names of a command's options; their number. */
static size_t list_names(const struct command *c, const char *names[ROWS_MAX]) {
    size_t n = 0;
    for (const struct tf_opt *o = tf_opt_next(c->options, NULL); o; o = tf_opt_next(c->options, o)) {
        TF_BUG_IF(n == ROWS_MAX, "more than %d options", ROWS_MAX);
        names[n++] = o->name;
    }
    return n;
}

/* word is "--sed", "--sed=3" or "-x", as given. */
static int fail_unknown(struct tf_err *e, const struct command *c, const char *word, int letter) {
    if (letter) return fail_usage(e, c, "unknown option '-%c'", letter);
    const char *names[ROWS_MAX], *near;
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
    near = tf_closest(name, names, list_names(c, names));
    if (near) return fail_usage(e, c, "unknown option '--%s' (did you mean '--%s'?)", name, near);
    return fail_usage(e, c, "unknown option '--%s'", name);
}

static int store(const struct command *c, const struct tf_opt *o, const char *text, struct args *a, struct tf_err *e) {
    struct tf_err why = {0};
    if (o->type != TF_BOOL && !*text) return fail_usage(e, c, "--%s: empty value", o->name);
    const char *before = o->type == TF_TEXT ? *(const char *const *)tf_opt_at(c->options, o, a) : NULL;
    if (before && o->choices && strchr(o->choices, ',')) // the last one would silently count alone
        return strcmp(before, text) ? fail_usage(e, c, "--%s is given twice: write --%s %s,%s", o->name, o->name, before, text)
                                    : fail_usage(e, c, "--%s %s is given twice: write it once", o->name, text);
    if (!tf_opt_set(c->options, a, o->name, o->type == TF_BOOL ? "true" : text, &why)) return 0;
    if (o->type == TF_INT) return fail_usage(e, c, "--%s: '%.60s' is not a whole number from %.0f to %.0f", o->name, text, o->min, o->max);
    return fail_usage(e, c, "--%s", why.msg);
}

/* What getopt_long complained about. r: what it returned; word: the argument it stood at. */
static int fail_getopt(const struct command *c, const struct option *longs, int r, const char *word, struct tf_err *e) {
    if (r == ':' && optopt < LONG_BASE) return fail_usage(e, c, "option '-%c' needs a value", optopt);
    if (r == ':') return fail_usage(e, c, "option '%.60s' needs a value", word);
    if (optopt >= LONG_BASE) return fail_usage(e, c, "option '--%s' takes no value", longs[optopt - LONG_BASE].name);
    return fail_unknown(e, c, word, optopt);
}

/* The table in getopt_long's form. */
static void make_getopt(const struct command *c, struct option longs[ROWS_MAX + 1], char letters[2 * ROWS_MAX + 2]) {
    const char *names[ROWS_MAX];
    size_t n = list_names(c, names);
    *letters++ = ':'; // tell a missing value from an unknown option
    for (size_t i = 0; i < n; i++) {
        const struct tf_opt *o = tf_opt_find(c->options, names[i]);
        const char *letter = tf_opt_alias(c->options, o, 0);
        longs[i] = (struct option){o->name, o->type == TF_BOOL ? no_argument : required_argument, NULL, LONG_BASE + (int)i};
        if (letter) *letters++ = *letter;
        if (letter && o->type != TF_BOOL) *letters++ = ':';
    }
    longs[n] = (struct option){0};
    *letters = 0;
}

int options_parse(const struct command *c, int argc, char **argv, struct args *a, struct tf_err *e) {
    struct option longs[ROWS_MAX + 1];
    char letters[2 * ROWS_MAX + 2];
    int r;
    make_getopt(c, longs, letters);
    opterr = 0, optind = 1;
    for (;;) {
        int before = optind;
        if ((r = getopt_long(argc, argv, letters, longs, NULL)) == -1) break;
        if (r == '?' || r == ':') return fail_getopt(c, longs, r, argv[optind > before ? optind - 1 : before], e);
        const struct tf_opt *o = tf_opt_find(c->options, r < LONG_BASE ? (char[]){(char)r, 0} : longs[r - LONG_BASE].name);
        if (store(c, o, optarg, a, e)) return -1;
    }
    a->n = argc - optind, a->arg = argv + optind;
    if (a->help) return 0;
    if (a->n < c->min_args) return fail_usage(e, c, "too few arguments");
    if (a->n > c->max_args) return fail_usage(e, c, "unexpected argument '%.120s'", a->arg[c->max_args]);
    return 0;
}

struct tf_layer_size options_size(const struct args *a) {
    return (struct tf_layer_size){
        .n = a->length ? a->length : 2048, .dim = a->dim ? a->dim : 512, .heads = a->heads ? a->heads : 8, .qkv_dim = a->qkv_dim};
}

int options_check_size(const char *who, const struct tf_layer_size *size, struct tf_err *e) {
    const int shared = TF_QKV_DIM(size);
    if (shared % size->heads == 0) return 0;
    return tf_fail(e, TF_USAGE, "%s: --%s %d is not a multiple of --heads %d: write %d", who, size->qkv_dim ? "qkv-dim" : "dim", shared,
                   size->heads, tf_round_up(shared, size->heads));
}

void options_help(const struct command *c) {
    terminal_print("%s: ", c->name);
    terminal_wrap(c->summary, (int)strlen(c->name) + 2, 0, terminal_text_columns());
    terminal_print("\nUsage: treeformer %s %s\n\n", c->name, c->usage);
    terminal_paragraphs(c->details);
    terminal_print("\nOptions:\n");
    for (const struct tf_opt *o = tf_opt_next(c->options, NULL); o; o = tf_opt_next(c->options, o)) {
        char left[64], short_form[8] = "    ";
        const char *letter = tf_opt_alias(c->options, o, 0);
        if (letter) snprintf(short_form, sizeof short_form, "-%c, ", *letter);
        snprintf(left, sizeof left, "%s--%s %s", short_form, o->name, o->choices ? (const char *)o->choices : "");
        terminal_print("  %-24s ", left);
        terminal_wrap(o->help, 27, 27, terminal_text_columns());
    }
}
