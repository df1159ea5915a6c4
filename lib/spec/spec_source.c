/* What the file of a spec and --set say: its sections, the attention list, what is swept. */
#include <string.h>

#include "spec/spec_source.h"
#include "spec/expand.h"
#include "spec/infer_spec.h"
#include "spec/spec_meta.h"

/* ---- attention --------------------------------------------------------------------------------------------------- */

static void free_entries(struct spec_source *src) {
    for (int i = 0; i < src->n_entries; i++) tf_yaml_free(src->entry[i]);
    src->n_entries = 0;
}

static int check_entries(const struct tf_yaml *v, const struct tf_yaml *at, struct tf_err *e) {
    if (tf_yaml_null(v)) return tf_yaml_fail(e, v ? v : at, "no attention: give a map {name: ...} or a list of such maps");
    if (v->kind != TF_YAML_LIST) return 0;
    if (v->n == 0) return tf_yaml_fail(e, v, "attention: the list is empty");
    if (v->n > SPEC_ENTRIES_MAX) return tf_yaml_fail(e, v, "attention: more than %d entries", SPEC_ENTRIES_MAX);
    for (int i = 0; i < v->n; i++)
        if (v->item[i]->kind == TF_YAML_LIST || tf_yaml_null(v->item[i]))
            return tf_yaml_fail(e, v->item[i], "attention: an entry is a name or a map with a name");
    return 0;
}

/* `attention:` of the file, or --set attention=..., attention.name=... (select): the entries of that name, or a new one. */
static int take_entries(struct spec_source *src, const struct tf_yaml *v, bool select, struct tf_err *e) {
    if (check_entries(v, src->root, e)) return -1;
    struct tf_yaml *kept[SPEC_ENTRIES_MAX];
    int n = 0, items = v->kind == TF_YAML_LIST ? v->n : 1;
    for (int i = 0; i < items; i++) {
        const struct tf_yaml *item = v->kind == TF_YAML_LIST ? v->item[i] : v;
        int before = n;
        for (int j = 0; select && item->kind == TF_YAML_SCALAR && j < src->n_entries && n < SPEC_ENTRIES_MAX; j++) {
            const struct tf_yaml *name = tf_yaml_get(src->entry[j], "name");
            if (name && name->kind == TF_YAML_SCALAR && strcmp(name->value, item->value) == 0) kept[n++] = tf_yaml_clone(src->entry[j]);
        }
        if (n == before && n < SPEC_ENTRIES_MAX) kept[n++] = item->kind == TF_YAML_SCALAR ? spec_entry_of_name(item) : tf_yaml_clone(item);
    }
    free_entries(src);
    memcpy(src->entry, kept, sizeof *kept * (size_t)n);
    src->n_entries = n;
    return 0;
}

/* ---- sweep ------------------------------------------------------------------------------------------------------- */

/* path NULL: all of them. */
static void drop_axis(struct spec_source *src, const char *path) {
    int n = 0;
    for (int i = 0; i < src->n_axes; i++) {
        if (!path || strcmp(src->axis[i].path, path) == 0) {
            tf_free(src->axis[i].path);
            tf_yaml_free(src->axis[i].values);
        } else {
            src->axis[n++] = src->axis[i];
        }
    }
    src->n_axes = n;
}

/* value: a list, or a single value, which is a list of one. */
static int add_axis(struct spec_source *src, const char *path, const struct tf_yaml *value, int line, int col, struct tf_err *e) {
    if (value->kind == TF_YAML_MAP) return tf_yaml_fail(e, value, "sweep of %s: a list of values is expected", path);
    if (src->n_axes == SPEC_AXES_MAX) return tf_yaml_fail(e, value, "sweep: more than %d keys", SPEC_AXES_MAX);
    struct tf_yaml *list = value->kind == TF_YAML_LIST ? tf_yaml_clone(value) : tf_yaml_new(TF_YAML_LIST, NULL);
    if (value->kind == TF_YAML_SCALAR) {
        list->origin = value->origin ? tf_strdup(value->origin) : NULL;
        list->owns_origin = value->origin;
        tf_yaml_push(list, tf_yaml_clone(value));
    }
    src->axis[src->n_axes++] = (struct spec_axis){tf_strdup(path), list, line, col};
    return 0;
}

static int read_sweep(struct spec_source *src, struct tf_err *e) {
    const struct tf_yaml *v = tf_yaml_get(src->root, "sweep");
    if (tf_yaml_null(v)) return 0;
    if (v->kind != TF_YAML_MAP) return tf_yaml_fail(e, v, "sweep: a map from paths to lists is expected, like {attention.height: [2, 4]}");
    for (int i = 0; i < v->n; i++) {
        const char *path = v->key[i].name;
        if (!strcmp(path, "attention.name") || !strcmp(path, "attention")) {
            if (take_entries(src, v->item[i], true, e)) return -1;
        } else if (!strcmp(path, "seeds") || !strcmp(path, "seed")) {
            return tf_yaml_fail_key(e, v, i, "seeds are not swept: list them under seeds:");
        } else if (add_axis(src, path, v->item[i], v->key[i].line, v->key[i].col, e)) {
            return -1;
        }
    }
    return 0;
}

/* ---- --set ------------------------------------------------------------------------------------------------------- */

/* Is this value one value of the option, rather than several? Only integer lists can be. */
static bool is_list_of_values(const struct tf_yaml *v, const struct tf_opt *o) {
    if (v->kind != TF_YAML_LIST) return false;
    if (!o || o->type != TF_INTS) return true;
    return v->n > 0 && v->item[0]->kind == TF_YAML_LIST;
}

/* attention.<option>: every entry whose mechanism has the option. */
static int set_attention(struct spec_source *src, const char *path, const char *option, const struct tf_yaml *v, bool sweep,
                         struct tf_err *e) {
    const struct tf_opt *o = NULL;
    bool known = false;
    for (int i = 0; i < src->n_entries && !known; i++) {
        const struct tf_attn *a = spec_entry_attn(src->entry[i]);
        known = spec_entry_takes(src->entry[i], option), o = known ? tf_opt_find(a->opts, option) : NULL;
    }
    drop_axis(src, path);
    if (!known || sweep || is_list_of_values(v, o))
        return add_axis(src, path, v, 0, 0, e); // !known: the check of the axes says what is wrong
    for (int i = 0; i < src->n_entries; i++)
        if (spec_entry_takes(src->entry[i], option)) tf_yaml_put(src->entry[i], option, tf_yaml_clone(v));
    return 0;
}

static bool ordinary(const struct spec_source *src, const char *path) { /* a list there is no sweep */
    return spec_one_of(path, src->section, src->n_sections) || spec_path_after(path, "paper.");
}

/* The option at the path, of those that may be lists; NULL: none of them. */
static const struct tf_opt *list_option(const struct spec_source *src, const char *path) {
    const struct tf_yaml *name = tf_yaml_at(src->root, "task.name");
    const struct tf_task *t = name && name->kind == TF_YAML_SCALAR ? tf_task_find(name->value) : NULL;
    if (t && spec_path_after(path, "task.")) return tf_opt_find(t->opts, spec_path_after(path, "task."));
    return spec_path_after(path, "infer.") ? tf_opt_find(infer_opts, spec_path_after(path, "infer.")) : NULL;
}

static int set_value(struct spec_source *src, const char *path, const char *text, const struct tf_yaml *v, bool sweep, struct tf_err *e) {
    const char *option = spec_path_after(path, "attention.");
    if (!strcmp(path, "attention") || !strcmp(path, "attention.name")) return take_entries(src, v, true, e);
    if (option) return set_attention(src, path, option, v, sweep, e);
    if (!strcmp(path, "title")) { // as it is, commas and colons too
        struct tf_yaml *title = tf_yaml_new(TF_YAML_SCALAR, text);
        title->quoted = true;
        tf_yaml_put(src->root, path, title);
        return 0;
    }
    if (!strcmp(path, "sweep")) return tf_fail(e, TF_USAGE, "--set sweep: name one path, like sweep.train.lr=1e-4,1e-3");
    drop_axis(src, path);
    if (sweep || (!ordinary(src, path) && is_list_of_values(v, list_option(src, path)))) return add_axis(src, path, v, 0, 0, e);
    return tf_yaml_set(src->root, path, text, e);
}

/* "path=VALUE" */
static int apply_set(struct spec_source *src, const char *set, struct tf_err *e) {
    const char *equals = strchr(set, '=');
    if (!equals || equals == set) return tf_fail(e, TF_USAGE, "--set '%s': path=VALUE is expected, like attention.height=6", set);
    struct tf_buf path = {0};
    struct tf_yaml *scratch = tf_yaml_new(TF_YAML_MAP, NULL);
    tf_buf_add(&path, set, (size_t)(equals - set));
    bool title = strcmp(path.s, "title") == 0;
    int rc = tf_yaml_set(scratch, path.s, title ? "" : equals + 1, e); // for the value and its origin
    if (!rc) {
        const char *inner = spec_path_after(path.s, "sweep.");
        rc = set_value(src, inner ? inner : path.s, equals + 1, tf_yaml_at(scratch, path.s), inner != NULL, e);
    }
    tf_yaml_free(scratch);
    tf_buf_free(&path);
    return rc;
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

int spec_source_read(struct spec_source *src, const char *path, const char *const *sets, int n_sets, struct tf_err *e) {
    if (tf_yaml_load(&src->root, path, e)) return -1;
    if (src->root->kind != TF_YAML_MAP) return tf_yaml_fail(e, src->root, "a spec is a map of sections: title, attention, ...");
    if (spec_check_keys(src->root, NULL, src->section, src->n_sections, e)) return -1;
    const struct tf_yaml *attention = tf_yaml_get(src->root, "attention");
    if (!tf_yaml_null(attention) && take_entries(src, attention, false, e)) return -1;
    if (read_sweep(src, e)) return -1;
    for (int i = 0; i < n_sets; i++)
        if (apply_set(src, sets[i], e)) return -1;
    if (spec_check_keys(src->root, NULL, src->section, src->n_sections, e)) return -1; // --set may have added some
    return src->n_entries ? 0 : check_entries(attention, src->root, e);
}

void spec_source_release(struct spec_source *src) {
    free_entries(src);
    drop_axis(src, NULL);
    tf_yaml_free(src->root);
}
