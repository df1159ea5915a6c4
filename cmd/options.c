/* Options of the command line: one table per command over getopt_long, and the help made from it. */
#include "cmd.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_MAX = 32, LONG_BASE = 256 };

static int count_rows(const struct option_row *rows) {
    int n = 0;
    while (rows[n].name) n++;
    TF_BUG_IF(n > ROWS_MAX, "%d options", n);
    return n;
}

static int fail_usage(struct tf_err *e, const struct command *c, const char *what) {
    return tf_fail(e, TF_USAGE, "%s: %s; see 'treeformer help %s'", c->name, what, c->name);
}

/* word is "--sed", "--sed=3" or "-x", as given. */
static int fail_unknown(struct tf_err *e, const struct command *c, const char *word, int letter) {
    char what[256], name[64];
    if (letter) {
        snprintf(what, sizeof what, "unknown option '-%c'", letter);
        return fail_usage(e, c, what);
    }
    const char *names[ROWS_MAX], *near;
    int n = count_rows(c->options);
    for (int i = 0; i < n; i++) names[i] = c->options[i].name;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
    near = tf_closest(name, names, (size_t)n);
    if (near) snprintf(what, sizeof what, "unknown option '--%s' (did you mean '--%s'?)", name, near);
    else snprintf(what, sizeof what, "unknown option '--%s'", name);
    return fail_usage(e, c, what);
}

static int parse_int(const struct command *c, const struct option_row *o, const char *text, int *out, struct tf_err *e) {
    char *end, what[256];
    errno = 0;
    long v = strtol(text, &end, 10);
    if (end == text || *end || errno || v < o->min || v > o->max) {
        snprintf(what, sizeof what, "--%s: '%.60s' is not a whole number from %d to %d", o->name, text, o->min, o->max);
        return fail_usage(e, c, what);
    }
    *out = (int)v;
    return 0;
}

static int store(const struct command *c, const struct option_row *o, const char *text, struct args *a, struct tf_err *e) {
    void *at = (char *)a + o->offset;
    struct list *list = at;
    char what[128];
    if (o->kind != OPTION_FLAG && !*text) {
        snprintf(what, sizeof what, "--%s: empty value", o->name);
        return fail_usage(e, c, what);
    }
    switch (o->kind) {
    case OPTION_FLAG: *(bool *)at = true; break;
    case OPTION_TEXT: *(const char **)at = text; break;
    case OPTION_INT: return parse_int(c, o, text, at, e);
    case OPTION_LIST:
        if (list->n == CMD_SETS_MAX) {
            snprintf(what, sizeof what, "more than %d times --%s", CMD_SETS_MAX, o->name);
            return fail_usage(e, c, what);
        }
        list->v[list->n++] = text;
    }
    return 0;
}

/* What getopt_long complained about. r: what it returned; word: the argument it stood at. */
static int fail_getopt(const struct command *c, int r, const char *word, struct tf_err *e) {
    char what[256];
    if (r == ':') {
        snprintf(what, sizeof what, "option '%.60s' needs a value", word);
        return fail_usage(e, c, what);
    }
    if (optopt >= LONG_BASE) {
        snprintf(what, sizeof what, "option '--%s' takes no value", c->options[optopt - LONG_BASE].name);
        return fail_usage(e, c, what);
    }
    return fail_unknown(e, c, word, optopt);
}

/* The tables in getopt_long's form. */
static void make_getopt(const struct option_row *rows, int n, struct option longs[ROWS_MAX + 1], char letters[2 * ROWS_MAX + 2]) {
    *letters++ = ':'; // tell a missing value from an unknown option
    for (int i = 0; i < n; i++) {
        longs[i] = (struct option){rows[i].name, rows[i].kind == OPTION_FLAG ? no_argument : required_argument, NULL, LONG_BASE + i};
        if (!rows[i].letter) continue;
        *letters++ = rows[i].letter;
        if (rows[i].kind != OPTION_FLAG) *letters++ = ':';
    }
    longs[n] = (struct option){0};
    *letters = 0;
}

int options_parse(const struct command *c, int argc, char **argv, struct args *a, struct tf_err *e) {
    struct option longs[ROWS_MAX + 1];
    char letters[2 * ROWS_MAX + 2];
    int n = count_rows(c->options), r;
    make_getopt(c->options, n, longs, letters);
    opterr = 0, optind = 1;
    for (;;) {
        int before = optind;
        if ((r = getopt_long(argc, argv, letters, longs, NULL)) == -1) break;
        if (r == '?' || r == ':') return fail_getopt(c, r, argv[optind > before ? optind - 1 : before], e);
        int i = r - LONG_BASE;
        for (int k = 0; r < LONG_BASE && k < n; k++)
            if (c->options[k].letter == r) i = k;
        if (store(c, &c->options[i], optarg, a, e)) return -1;
    }
    a->n = argc - optind, a->arg = argv + optind;
    if (a->help) return 0;
    if (a->n < c->min_args) return fail_usage(e, c, "too few arguments");
    if (a->n <= c->max_args) return 0;
    char what[256];
    snprintf(what, sizeof what, "unexpected argument '%.120s'", a->arg[c->max_args]);
    return fail_usage(e, c, what);
}

void options_help(const struct command *c) {
    terminal_print("%s: %s\n\nUsage: treeformer %s %s\n\n%s\nOptions:\n", c->name, c->summary, c->name, c->usage, c->details);
    for (const struct option_row *o = c->options; o->name; o++) {
        char left[64], letter[8] = "    ";
        if (o->letter) snprintf(letter, sizeof letter, "-%c, ", o->letter);
        snprintf(left, sizeof left, "%s--%s%s%s", letter, o->name, o->value ? " " : "", o->value ? o->value : "");
        terminal_print("  %-24s %s\n", left, o->help);
    }
}
