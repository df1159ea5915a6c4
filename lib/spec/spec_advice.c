/* What to write instead of a word that is not known, and which of several options an error is about. */
#include "spec/spec_resolve.h"
#include "spec/spec_source.h"

#include <string.h>

void spec_advice(struct tf_buf *b, const char *word, const char *const *names, size_t n) {
    const char *near = tf_closest(word, names, n);
    if (near) tf_buf_addf(b, " (did you mean '%s'?)", near);
    for (size_t i = 0; i < n && !near; i++) tf_buf_addf(b, "%s%s", i ? ", " : "; known: ", names[i]);
}

int spec_fail_name(struct tf_err *e, const struct tf_yaml *at, const char *kind, const char *const *names, size_t n) {
    struct tf_buf b = {0};
    spec_advice(&b, at->value, names, n);
    int rc = tf_yaml_fail(e, at, "unknown %s '%s'%s", kind, at->value, b.s);
    tf_buf_free(&b);
    return rc;
}

/* ---- options ----------------------------------------------------------------------------------------------------- */

enum { NAMED = 3 }; /* mechanisms in a message */

/* lead, "tf-a and kary-tf-a"; false: no mechanism has it. */
static bool add_mechanisms(struct tf_buf *b, const char *word, const char *lead) {
    const char *has[NAMED];
    int n = 0;
    for (size_t i = 0; tf_attns[i]; i++)
        if (tf_opt_find(tf_attns[i]->opts, word) && n++ < NAMED) has[n - 1] = tf_attns[i]->name;
    for (int i = 0; i < n && i < NAMED; i++) tf_buf_addf(b, "%s%s", !i ? lead : i == n - 1 ? " and " : ", ", has[i]);
    if (n > NAMED) tf_buf_addf(b, " and others");
    return n > 0;
}

/* The section that has the option, and is not the owner; NULL: none. */
static const struct spec_section *section_with(const char *word, const char *owner) {
    const struct spec_section *s;
    for (int k = 0; (s = spec_own_section(k)); k++)
        if (strcmp(s->path, owner) && tf_opt_find(s->opts, word)) return s;
    return NULL;
}

/* Where an option of that name belongs: "; it is an option of model: write model: {dim: 32}"; false: nowhere. An attention's entry may have model and train
 * of its own, which are likelier meant than another mechanism's options. */
static bool add_home(struct tf_buf *b, const char *word, const struct tf_yaml *value, const char *owner, const char *skip) {
    static const char lead[] = "; it is an option of attention ";
    const bool of_attention = !strncmp(owner, "attention ", 10) || !strncmp(owner, "attention.others ", 17),
               of_section = !strcmp(owner, "model") || !strcmp(owner, "train");
    const struct spec_section *s = section_with(word, owner);
    const bool own = of_attention && s && (!strcmp(s->path, "model") || !strcmp(s->path, "train"));
    if (of_attention && !own && add_mechanisms(b, word, lead)) return true;
    if (s && of_section) return tf_buf_addf(b, "; it is an option of %s", s->path), true;
    if (!s || !spec_listed(skip, s->path)) return of_section && add_mechanisms(b, word, lead);
    tf_buf_addf(b, "; it is an option of %s: write %s: {%s: ", s->path, s->path, word);
    tf_yaml_flow(b, value);
    tf_buf_addf(b, "}");
    if (own) add_mechanisms(b, word, ", and of attention ");
    return true;
}

bool spec_add_home(struct tf_buf *b, const char *word, const struct tf_yaml *value) {
    const bool of_train = !strcmp(word, "stages") || !strcmp(word, "bootstrap");
    if (of_train) tf_buf_addf(b, "; it is a part of train: write train: {%s: ...}", word);
    return of_train || add_home(b, word, value, "", "task|model|train|data|init");
}

int spec_fail_option(struct tf_err *e, const struct tf_yaml *map, int i, const char *owner, const struct tf_opt *opts, const char *skip) {
    const char *all[128], *aliases[64], *alias, *word = map->key[i].name; // all: names first, so that of equally near ones a name is meant
    size_t n = 0, m = 0;
    struct tf_buf b = {0};
    for (const struct tf_opt *o = tf_opt_next(opts, NULL); o && n < 64; o = tf_opt_next(opts, o)) {
        all[n++] = o->name;
        for (int k = 0; m < TF_COUNT(aliases) && (alias = tf_opt_alias(opts, o, k)); k++) aliases[m++] = alias;
    }
    memcpy(all + n, aliases, m * sizeof *all);
    const bool elsewhere = add_home(&b, word, map->item[i], owner, skip);
    const char *near = elsewhere || !n ? NULL : tf_closest(word, all, n + m);
    if (!elsewhere && n) spec_advice(&b, word, near ? &near : all, near ? 1 : n);
    int rc = n ? tf_yaml_fail_key(e, map, i, "unknown option '%s' of %s%s", word, owner, b.s)
               : tf_yaml_fail_key(e, map, i, "unknown option '%s': %s has none%s", word, owner, b.s ? b.s : "");
    tf_buf_free(&b);
    return rc;
}

const struct tf_yaml *spec_named_option(const char *message, const struct tf_yaml *tree) {
    const struct tf_yaml *own = tf_yaml_at(tree, "attention.model"), *all = tf_yaml_get(tree, "model"), *best = NULL;
    char option[64];
    int of_best = -1;
    for (const char *at = message; (at = strstr(at, "model.")); at++) {
        if (sscanf(at, "model.%63[a-z_]", option) != 1) continue;
        const struct tf_yaml *y = tf_yaml_get(all, option);
        const int how = y && y->origin && !strncmp(y->origin, "--", 2) ? 2 : tf_yaml_get(own, option) ? 1 : 0;
        if (y && how > of_best) best = y, of_best = how;
    }
    return best;
}
