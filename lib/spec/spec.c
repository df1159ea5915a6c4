/* Reading the spec of trainings: what spec_source.c read, its heading and seeds. */
#include "spec/spec.h"
#include "spec/spec_source.h"
#include "spec/spec_meta.h"
#include "spec/spec_resolve.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char *const sections[] = {"title",     "protocol", "task",  "data",  "init", "model",
                                       "attention", "train",    "seeds", "sweep", "paper"};

/* ---- seeds ------------------------------------------------------------------------------------------------------- */

static int add_seed(struct spec_source *src, const struct tf_yaml *v, struct tf_err *e) {
    char *end = NULL;
    errno = 0;
    long long n = v->kind == TF_YAML_SCALAR ? strtoll(v->value, &end, 10) : -1;
    if (n < 0 || end == v->value || *end || errno)
        return tf_yaml_fail(e, v, "seeds: '%s' is not a whole number from 0 to 9223372036854775807",
                            v->kind == TF_YAML_SCALAR ? v->value : "(a list or map)");
    for (int i = 0; i < src->n_seeds; i++)
        if (src->seed[i] == (uint64_t)n) return tf_yaml_fail(e, v, "seeds: %lld is listed twice", n);
    if (src->n_seeds == SPEC_SEEDS_MAX) return tf_yaml_fail(e, v, "seeds: more than %d", SPEC_SEEDS_MAX);
    src->seed[src->n_seeds++] = (uint64_t)n;
    return 0;
}

static int read_seeds(struct spec_source *src, const char *option, struct tf_err *e) {
    if (option) {
        char *text = tf_strdup(option), *save = text;
        int rc = 0;
        for (char *word; !rc && (word = strsep(&save, ","));) {
            struct tf_yaml v = {.kind = TF_YAML_SCALAR, .value = word, .origin = "--seed"};
            rc = add_seed(src, &v, e);
        }
        if (rc && e) e->code = TF_USAGE;
        tf_free(text);
        return rc;
    }
    const struct tf_yaml *v = tf_yaml_get(src->root, "seeds");
    if (tf_yaml_null(v)) {
        src->seed[src->n_seeds++] = 1;
        return 0;
    }
    if (v->kind == TF_YAML_LIST && v->n == 0) return tf_yaml_fail(e, v, "seeds: the list is empty");
    if (v->kind != TF_YAML_LIST) return add_seed(src, v, e);
    for (int i = 0; i < v->n; i++)
        if (add_seed(src, v->item[i], e)) return -1;
    return 0;
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

static int load(struct tf_spec *s, struct spec_source *src, const char *path, const char *const *sets, int n_sets, const char *seeds,
                struct tf_err *e) {
    if (spec_source_read(src, path, sets, n_sets, e)) return -1;
    if (spec_read_heading(src->root, s->name, &s->heading, "table3_lra.csv", e) || read_seeds(src, seeds, e)) return -1;
    if (!tf_yaml_get(src->root, "task")) return tf_yaml_fail(e, src->root, "no task: give a map like {name: listops}");
    if (spec_expand(s, src, e)) return -1;
    spec_lint_table(s, src->root);
    return 0;
}

int tf_spec_load(struct tf_spec **out, const char *path, const char *const *sets, int n_sets, const char *seeds, struct tf_err *e) {
    struct tf_buf found = {0};
    if (spec_find(path, &found, e)) return tf_buf_free(&found), -1;
    struct tf_spec *s = tf_calloc(sizeof *s);
    struct spec_source *src = tf_calloc(sizeof *src);
    src->section = sections, src->n_sections = TF_COUNT(sections);
    spec_name(found.s, s->name);
    int rc = load(s, src, found.s, sets, n_sets, seeds, e);
    tf_buf_free(&found);
    spec_source_release(src);
    tf_free(src);
    if (rc) tf_spec_free(s);
    else *out = s;
    return rc;
}

void tf_spec_free(struct tf_spec *s) {
    if (!s) return;
    for (int i = 0; i < s->n_runs; i++) spec_run_free(&s->run[i]);
    for (int i = 0; i < s->n_warnings; i++) tf_free(s->warning[i]);
    tf_free(s->run);
    tf_free(s->warning);
    tf_yaml_free(s->whole);
    tf_free(s);
}

static bool matches(const struct tf_spec_run *r, const struct tf_list *only) {
    bool found = only->n == 0;
    for (int i = 0; i < only->n; i++) found |= !fnmatch(only->v[i], r->id, 0) || !fnmatch(only->v[i], r->attn->name, 0);
    return found;
}

void spec_only(const struct tf_spec *s, const struct tf_list *only, struct tf_spec *part) {
    *part = *s;
    part->run = tf_calloc(sizeof *part->run * (size_t)s->n_runs);
    part->n_runs = 0;
    for (int i = 0; i < s->n_runs; i++)
        if (matches(&s->run[i], only)) part->run[part->n_runs++] = s->run[i];
}

const struct tf_spec_run *spec_find_run(const struct tf_spec *s, const char *id) {
    for (int i = 0; i < s->n_runs; i++)
        if (!strcmp(s->run[i].id, id)) return &s->run[i];
    return NULL;
}

void spec_seeds(const struct tf_spec *s, const char *between, struct tf_buf *out) {
    const struct tf_yaml *list = tf_yaml_get(s->whole, "seeds");
    for (int i = 0; i < list->n; i++) tf_buf_addf(out, "%s%s", i ? between : "", list->item[i]->value);
}

static struct tf_yaml *quoted(const char *text) {
    struct tf_yaml *y = tf_yaml_new(TF_YAML_SCALAR, text);
    y->quoted = true;
    return y;
}

void tf_spec_write(const struct tf_spec_run *r, const struct tf_spec *s, struct tf_buf *out) {
    const struct tf_yaml *y = r ? r->resolved : s->whole;
    struct tf_yaml *all = tf_yaml_new(TF_YAML_MAP, NULL);
    tf_yaml_put(all, "title", quoted(s->heading.title));
    for (int i = 0; i < y->n; i++) tf_yaml_put(all, y->key[i].name, tf_yaml_clone(y->item[i]));
    if (*s->heading.paper_table) {
        struct tf_yaml *paper = tf_yaml_new(TF_YAML_MAP, NULL);
        tf_yaml_put(paper, "table", quoted(s->heading.paper_table));
        tf_yaml_put(all, "paper", paper);
    }
    tf_yaml_write(out, all);
    tf_yaml_free(all);
}

const char *const spec_section[SPEC_SECTIONS] = {"task", "data", "init", "model", "train", "attention"};

bool spec_same_section(const struct tf_spec_run *a, const struct tf_spec_run *b, const char *section) {
    return tf_yaml_equal(tf_yaml_get(a->resolved, section), tf_yaml_get(b->resolved, section));
}

bool spec_same_but_seed(const struct tf_spec_run *a, const struct tf_spec_run *b) {
    for (int i = 0; i < SPEC_SECTIONS; i++)
        if (!spec_same_section(a, b, spec_section[i])) return false;
    return true;
}

const struct tf_yaml *spec_place(const struct tf_yaml *tree, const char *path) {
    char section[64];
    snprintf(section, sizeof section, "%.*s", (int)strcspn(path, "."), path);
    const struct tf_yaml *at = tf_yaml_at(tree, path);
    if (!at) at = tf_yaml_get(tree, section);
    return tf_yaml_null(at) ? tree : at;
}

/* Is there such an option? A file may be called model.safetensors. */
static bool has_option(const struct tf_spec_run *r, const char *section, const char *option) {
    static const char *const other[] = {"task.name", "attention.name", "attention.others", "train.stages", "train.bootstrap"};
    const struct tf_opt *const of[SPEC_SECTIONS] = {
        r->task ? r->task->opts : NULL, tf_data_opts, tf_init_opts, tf_model_opts, tf_train_opts, r->attn ? r->attn->opts : NULL};
    for (int i = 0; i < SPEC_SECTIONS; i++)
        if (!strcmp(section, spec_section[i]) && of[i] && tf_opt_find(of[i], option)) return true;
    for (size_t i = 0; i < TF_COUNT(other); i++) {
        const size_t len = strlen(section);
        if (!strncmp(other[i], section, len) && other[i][len] == '.' && !strcmp(other[i] + len + 1, option)) return true;
    }
    return false;
}

/* The option that a message begins with, "model.positions 9, but ..." */
static void name_option(const struct tf_spec_run *r, struct tf_err *e) {
    char section[12], option[32];
    if (sscanf(e->msg, "%11[a-z].%31[a-z_0-9]", section, option) != 2) return;
    if (has_option(r, section, option)) snprintf(e->option, sizeof e->option, "%s.%s", section, option);
}

int spec_put_place(struct tf_err *e, const struct tf_spec_run *r) {
    struct tf_err placed = {0};
    if (!*e->option) name_option(r, e);
    if (*e->option) {
        tf_yaml_fail(&placed, spec_place(r->source, e->option), "%s", e->msg);
        memcpy(e->msg, placed.msg, sizeof e->msg);
        *e->option = 0;
    }
    return -1;
}

int spec_fail(struct tf_err *e, int code, const struct tf_spec_run *r, const char *path, const char *fmt, ...) {
    char what[sizeof e->msg];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    tf_fail_option(e, code, path, "%s", what);
    return spec_put_place(e, r);
}

int spec_open_data(struct tf_data **d, const struct tf_spec_run **of, const struct tf_spec_run *r, const struct tf_task_env *env,
                   struct tf_err *e) {
    if (*d && spec_same_section(*of, r, "task") && spec_same_section(*of, r, "data")) return 0;
    tf_data_close(*d);
    *d = NULL;
    if (r->task->open(d, r->task_opts, env, e)) return spec_put_place(e, r);
    int rc = 0;
    if (r->data.pad && (*d)->carry)
        rc = spec_fail(e, TF_BAD, r, "data.pad", "data.pad: blocks would carry padding on: leave out task.carry, or data.pad");
    else if (r->data.pad && (*d)->objective == TF_NEXT)
        rc = spec_fail(e, TF_BAD, r, "data.pad", "data.pad: the model would be asked to predict padding: leave it out");
    else if (r->data.pad && (*d)->skip_zero)
        rc = spec_fail(e, TF_BAD, r, "data.pad", "data.pad: its padding counts as tokens: leave out task.black_is_padding, or data.pad");
    else if (r->data.pad && r->data.pad < (*d)->max_len)
        rc = spec_fail(e, TF_BAD, r, "data.pad", "data.pad %d would cut sequences of %d tokens: take data.pad %d or more%s", r->data.pad,
                       (*d)->max_len, (*d)->max_len, tf_opt_find(r->task->opts, "max_length") ? ", or cut them with task.max_length" : "");
    if (rc) {
        tf_data_close(*d);
        *d = NULL;
        return -1;
    }
    if (r->data.pad) *d = tf_data_pad(*d, r->data.pad);
    *of = r;
    return 1;
}
