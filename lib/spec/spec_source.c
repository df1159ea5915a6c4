/* What the file of a spec and --set say: its sections, the attention list, what is swept. */
#include <stdlib.h>
#include <string.h>

#include "spec/spec_source.h"
#include "spec/infer_spec.h"
#include "spec/spec.h"
#include "spec/spec_meta.h"
#include "spec/spec_resolve.h"

/* ---- names of options -------------------------------------------------------------------------------------------- */

#define AT(f) offsetof(struct tf_spec_run, f)
const struct spec_section spec_sections[] = {
    {"model", tf_model_opts, AT(model)},
    {"train.bootstrap", tf_bootstrap_opts, AT(bootstrap)}, // before train, which its path is in, too
    {"train", tf_train_opts, AT(train)},
    {"init", tf_init_opts, AT(init)},
    {"data", tf_data_opts, AT(data)},
    {"infer", infer_opts, 0},
    {0}};

void spec_add_setting(struct tf_buf *out, const char *name, const struct tf_opt *opts, const struct tf_opt *o, const void *base) {
    struct tf_buf value = {0};
    tf_opt_get(opts, o, base, &value);
    tf_buf_addf(out, "%s%s=", out->len ? " " : "", name);
    for (const char *s = value.s ? value.s : ""; *s; s++)
        if (*s != ' ') tf_buf_add(out, s, 1);
    tf_buf_free(&value);
}

bool spec_from_set(const struct tf_yaml *y) { return y && y->origin && !strncmp(y->origin, "--set", 5); }

const char *spec_path_after(const char *path, const char *prefix) {
    size_t n = strlen(prefix);
    return strncmp(path, prefix, n) == 0 ? path + n : NULL;
}

const struct spec_section *spec_section_of(const char *path, const char **option) {
    for (const struct spec_section *s = spec_sections; s->path; s++) {
        const char *rest = spec_path_after(path, s->path);
        if (rest && *rest == '.') return *option = rest + 1, s;
    }
    return NULL;
}

const struct tf_task *spec_task_of(const struct spec_source *src) {
    const struct tf_yaml *name = tf_yaml_at(src->root, "task.name");
    return name && name->kind == TF_YAML_SCALAR ? tf_task_find(name->value) : NULL;
}

const struct tf_attn *spec_entry_attn(const struct tf_yaml *entry) {
    const struct tf_yaml *name = tf_yaml_get(entry, "name");
    return name && name->kind == TF_YAML_SCALAR ? tf_attn_find(name->value) : NULL;
}

bool spec_is_place(const char *option) { return spec_listed("layers|others", option); }

/* The entry's mechanism has the option; of its place: all but full attention. */
static bool entry_takes(const struct tf_yaml *entry, const char *option) {
    const struct tf_attn *a = spec_entry_attn(entry);
    return a && (spec_is_place(option) ? a != tf_attn_full() : tf_opt_find(a->opts, option) != NULL);
}

bool spec_axis_applies(const struct spec_axis *a, const struct tf_yaml *entry) {
    const char *option = spec_path_after(a->path, "attention.");
    return !option || entry_takes(entry, option);
}

/* The option at the path; NULL: none. *last: the path's last part. */
static const struct tf_opt *option_at(const struct spec_source *src, const char *path, const char **last) {
    const char *stage = spec_path_after(path, "train.stages."), *of_stage = stage ? strchr(stage, '.') : NULL; // perhaps one of attention
    const struct spec_section *s = of_stage ? NULL : spec_section_of(path, last);
    if (s) return tf_opt_find(s->opts, *last);
    if (of_stage && tf_opt_find(tf_train_opts, of_stage + 1)) return tf_opt_find(tf_train_opts, *last = of_stage + 1);
    const struct tf_task *task = spec_task_of(src);
    if ((*last = spec_path_after(path, "task."))) return task ? tf_opt_find(task->opts, *last) : NULL;
    const struct tf_opt *o = NULL;
    *last = of_stage ? of_stage + 1 : spec_path_after(path, "attention.");
    for (int i = 0; *last && !o && i < src->n_entries; i++) {
        const struct tf_attn *a = spec_entry_attn(src->entry[i]);
        o = a ? tf_opt_find(a->opts, *last) : NULL;
    }
    return o;
}

/* The path with the option's own name in the place of an alias; the caller's. */
static char *own_path(const struct spec_source *src, const char *path) {
    const char *last;
    const struct tf_opt *o = option_at(src, path, &last);
    if (!o) return tf_strdup(path);
    struct tf_buf own = {0};
    tf_buf_addf(&own, "%.*s%s", (int)(last - path), path, o->name);
    return own.s;
}

static int rename_aliases(struct tf_yaml *map, const char *owner, const struct tf_opt *opts, struct tf_err *e) {
    if (!map || map->kind != TF_YAML_MAP) return 0;
    for (int i = 0; i < map->n; i++)
        for (int j = 0; j < i; j++) {
            struct tf_err why = {0};
            if (tf_opt_distinct(opts, map->key[j].name, map->key[i].name, &why))
                return tf_yaml_fail_key(e, map, i, "%s: %s", owner, why.msg);
        }
    for (int i = 0; i < map->n; i++) {
        const struct tf_opt *o = tf_opt_find(opts, map->key[i].name);
        if (!o) continue;
        tf_free(map->key[i].name);
        map->key[i].name = tf_strdup(o->name);
    }
    return 0;
}

static int rename_in_sections(struct spec_source *src, struct tf_err *e) {
    const struct tf_task *task = spec_task_of(src);
    if (task && rename_aliases(tf_yaml_get(src->root, "task"), "task", task->opts, e)) return -1;
    for (const struct spec_section *s = spec_sections; s->path; s++)
        if (rename_aliases(tf_yaml_at(src->root, s->path), s->path, s->opts, e)) return -1;
    const struct tf_yaml *stages = tf_yaml_at(src->root, "train.stages");
    for (int i = 0; stages && stages->kind == TF_YAML_LIST && i < stages->n; i++)
        if (rename_aliases(stages->item[i], "train.stages", tf_train_opts, e)) return -1;
    return 0;
}

/* ---- an entry's own settings ------------------------------------------------------------------------------------- */

const struct spec_section *spec_own_section(int i) {
    for (const struct spec_section *s = spec_sections; s->path; s++)
        if (spec_listed(SPEC_ENTRY_KEYS, s->path) && i-- == 0) return s;
    return NULL;
}

static int check_own_key(const struct tf_yaml *map, int i, const char *owner, const struct tf_opt *opts, struct tf_err *e) {
    const char *key = map->key[i].name;
    if (!strcmp(key, "bootstrap") || !strcmp(key, "stages"))
        return tf_yaml_fail_key(e, map, i, "attention: '%s.%s' is the same for all entries: put it under %s, or give it its own spec",
                                owner, key, owner);
    const struct tf_opt *o = tf_opt_find(opts, key);
    if (!o) return spec_fail_option(e, map, i, owner, opts, NULL);
    if (!strcmp(o->name, "test_limit"))
        return tf_yaml_fail_key(e, map, i, "attention: all entries are tested on the same examples: put 'test_limit' under %s", owner);
    return 0;
}

/* Checks the keys of an entry's own sections, and gives options their own names. */
static int read_own(const struct spec_source *src, const struct tf_yaml *entry, struct tf_err *e) {
    const struct tf_attn *a = spec_entry_attn(entry);
    const struct spec_section *s;
    for (int i = 0; i < entry->n; i++) {
        const char *key = entry->key[i].name;
        if (spec_one_of(key, src->section, src->n_sections) && !spec_listed(SPEC_ENTRY_KEYS, key) && !(a && tf_opt_find(a->opts, key)))
            return tf_yaml_fail_key(e, entry, i, "attention: '%s' is the same for all entries, so that their results can be compared", key);
    }
    for (int i = 0; (s = spec_own_section(i)); i++) {
        struct tf_yaml *own = tf_yaml_get(entry, s->path);
        if (!own || !spec_one_of(s->path, src->section, src->n_sections)) continue;
        if (own->kind != TF_YAML_MAP) return tf_yaml_fail(e, own, "attention: %s: a map of options is expected", s->path);
        for (int j = 0; j < own->n; j++)
            if (check_own_key(own, j, s->path, s->opts, e)) return -1;
        if (rename_aliases(own, s->path, s->opts, e)) return -1;
    }
    return 0;
}

/* What --set says holds for all entries. */
static void drop_own(struct spec_source *src, const char *path) {
    const char *option;
    const struct spec_section *s;
    for (int i = 0; i < src->n_entries; i++)
        for (int k = 0; (s = spec_own_section(k)); k++) {
            const bool whole = !strcmp(path, s->path);
            if (!whole && spec_section_of(path, &option) != s) continue;
            struct tf_yaml *map = whole ? src->entry[i] : tf_yaml_get(src->entry[i], s->path);
            src->dropped[i] |= map && tf_yaml_get(map, whole ? path : option) != NULL;
            tf_yaml_remove(map, whole ? path : option);
        }
}

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

/* Copies of those of the n entries that have the name, at most SPEC_ENTRIES_MAX - at of them, to kept[at]. Returns how many are there. */
static int keep_named(struct tf_yaml **kept, int at, struct tf_yaml *const *entry, int n, const char *name) {
    for (int i = 0; i < n && at < SPEC_ENTRIES_MAX; i++) {
        const struct tf_yaml *own = entry[i]->kind == TF_YAML_MAP ? tf_yaml_get(entry[i], "name") : NULL;
        if (own && own->kind == TF_YAML_SCALAR && !strcmp(own->value, name)) kept[at++] = tf_yaml_clone(entry[i]);
    }
    return at;
}

/* `attention:` of the file, or --set attention=..., attention.name=... (select): the entries of that name, also those of the file that an earlier
 * one left out, or a new one. */
static int take_entries(struct spec_source *src, const struct tf_yaml *v, bool select, struct tf_err *e) {
    if (check_entries(v, src->root, e)) return -1;
    struct tf_yaml *kept[SPEC_ENTRIES_MAX];
    int n = 0, items = v->kind == TF_YAML_LIST ? v->n : 1;
    for (int i = 0; i < items; i++) {
        const struct tf_yaml *item = v->kind == TF_YAML_LIST ? v->item[i] : v;
        int before = n;
        if (select && item->kind == TF_YAML_SCALAR) {
            n = keep_named(kept, n, src->entry, src->n_entries, item->value);
            struct tf_yaml *file = tf_yaml_at(src->root, "attention");
            if (n == before && file)
                n = file->kind == TF_YAML_LIST ? keep_named(kept, n, file->item, file->n, item->value)
                                               : keep_named(kept, n, &file, 1, item->value);
        }
        if (n == before && n < SPEC_ENTRIES_MAX) kept[n++] = item->kind == TF_YAML_SCALAR ? spec_entry_of_name(item) : tf_yaml_clone(item);
    }
    free_entries(src);
    memcpy(src->entry, kept, sizeof *kept * (size_t)n);
    src->n_entries = n;
    for (int i = 0; i < n; i++) {
        const struct tf_attn *a = spec_entry_attn(src->entry[i]);
        if (a && rename_aliases(src->entry[i], "attention", a->opts, e)) return -1;
        if (read_own(src, src->entry[i], e)) return -1;
    }
    return 0;
}

/* ---- sweep ------------------------------------------------------------------------------------------------------- */

/* The axis of a path, or those of a whole section. path NULL: all of them. */
static void drop_axis(struct spec_source *src, const char *path) {
    const size_t length = path ? strlen(path) : 0;
    int n = 0;
    for (int i = 0; i < src->n_axes; i++) {
        const char *own = src->axis[i].path;
        if (!path || (!strncmp(own, path, length) && (!own[length] || own[length] == '.'))) {
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
        list->line = value->line, list->col = value->col;
        list->origin = value->origin ? tf_strdup(value->origin) : NULL;
        list->owns_origin = value->origin;
        tf_yaml_push(list, tf_yaml_clone(value));
    }
    src->axis[src->n_axes++] = (struct spec_axis){own_path(src, path), list, line, col};
    return 0;
}

/* A key of `sweep:` that is another name of one before it; NULL: none. */
static const char *swept_as(const struct spec_source *src, const struct tf_yaml *sweep, int i) {
    const char *found = NULL;
    char *own = own_path(src, sweep->key[i].name);
    for (int j = 0; j < i && !found; j++) {
        char *other = own_path(src, sweep->key[j].name);
        if (!strcmp(own, other)) found = sweep->key[j].name;
        tf_free(other);
    }
    tf_free(own);
    return found;
}

static int read_sweep(struct spec_source *src, struct tf_err *e) {
    const struct tf_yaml *v = tf_yaml_get(src->root, "sweep");
    if (tf_yaml_null(v)) return 0;
    if (v->kind != TF_YAML_MAP) return tf_yaml_fail(e, v, "sweep: a map from paths to lists is expected, like {attention.height: [2, 4]}");
    for (int i = 0; i < v->n; i++) {
        const char *path = v->key[i].name, *same = swept_as(src, v, i);
        if (same) return tf_yaml_fail_key(e, v, i, "sweep: '%s' and '%s' are the same option: give one of them", same, path);
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

/* Are these several values, rather than one? One value of `others` is a list, and of an option of integers. */
static bool is_list_of_values(const struct tf_yaml *v, const char *option, const struct tf_opt *o) {
    if (v->kind != TF_YAML_LIST) return false;
    if (strcmp(option, "others") && (!o || o->type != TF_INTS)) return true;
    return v->n > 0 && v->item[0]->kind == TF_YAML_LIST;
}

/* attention.<option>: every entry whose mechanism has the option. */
static int set_attention(struct spec_source *src, const char *path, const char *option, const struct tf_yaml *v, bool sweep,
                         struct tf_err *e) {
    bool known = false;
    for (int i = 0; i < src->n_entries && !known; i++) known = entry_takes(src->entry[i], option);
    const struct tf_opt *o = option_at(src, path, &option);
    if (!known || sweep || is_list_of_values(v, option, o))
        return add_axis(src, path, v, 0, 0, e); // !known: the check of the axes says what is wrong
    for (int i = 0; i < src->n_entries; i++)
        if (entry_takes(src->entry[i], option)) tf_yaml_put(src->entry[i], option, tf_yaml_clone(v));
    return 0;
}

static bool ordinary(const struct spec_source *src, const char *path) { /* a list there is not a sweep */
    return spec_one_of(path, src->section, src->n_sections) || spec_path_after(path, "paper.") || !strcmp(path, "train.stages");
}

/* ---- warm-up: steps and shares ----------------------------------------------------------------------------------- */

/* warmup has no effect beside a share of the steps. So steps of warm-up that --set or a sweep gives take the place of the spec's share, those of
 * an entry that of all, and a share that --set gives the place of steps. */
static bool is_share(const struct tf_yaml *v) {
    bool all = v && v->kind == TF_YAML_LIST; // of a list, are all of them?
    for (int i = 0; all && i < v->n; i++) all = v->item[i]->kind == TF_YAML_SCALAR && strtod(v->item[i]->value, NULL) > 0;
    return all || (v && v->kind == TF_YAML_SCALAR && strtod(v->value, NULL) > 0);
}

const struct spec_axis *spec_axis_of(const struct spec_source *src, const char *path) {
    for (int i = 0; i < src->n_axes; i++)
        if (!strcmp(src->axis[i].path, path)) return &src->axis[i];
    return NULL;
}

bool spec_sweeps(const struct spec_source *src, const char *path) { return spec_axis_of(src, path) != NULL; }

/* TF_BAD: the map gives both, so that one has no effect. */
static int check_warmup(const struct tf_yaml *train, struct tf_err *e) {
    const struct tf_yaml *steps = tf_yaml_get(train, "warmup"), *share = tf_yaml_get(train, "warmup_ratio");
    const double usual = strtod(tf_opt_find(tf_train_opts, "warmup")->def, NULL);
    if (tf_yaml_null(steps) || steps->kind != TF_YAML_SCALAR || strtod(steps->value, NULL) == usual || !is_share(share)) return 0;
    return tf_yaml_fail(e, steps, "train: warmup %s has no effect beside warmup_ratio %s: leave out one of them", steps->value,
                        share->value);
}

/* Of all, of entries, of stages. A spec that names most options is one that was written by this program, and may have both: --set, or an entry,
 * gave the share. */
static int check_warmups(const struct spec_source *src, struct tf_err *e) {
    const struct tf_yaml *train = tf_yaml_get(src->root, "train"), *stages = tf_yaml_at(src->root, "train.stages");
    int options = 0;
    for (const struct tf_opt *o = tf_opt_next(tf_train_opts, NULL); o; o = tf_opt_next(tf_train_opts, o)) options++;
    if (train && train->n > options / 2) return 0;
    if (check_warmup(train, e)) return -1;
    for (int i = 0; i < src->n_entries; i++)
        if (check_warmup(tf_yaml_get(src->entry[i], "train"), e)) return -1;
    for (int i = 0; stages && stages->kind == TF_YAML_LIST && i < stages->n; i++)
        if (check_warmup(stages->item[i], e)) return -1;
    return 0;
}

/* "train.stages.0.warmup": the stage's share goes, and the reverse. */
static void drop_other_of_stage(const struct spec_source *src, const char *path, const struct tf_yaml *v) {
    const char *option = strchr(path + strlen("train.stages."), '.');
    struct tf_buf stage = {0};
    if (!option) return;
    tf_buf_add(&stage, path, (size_t)(option++ - path));
    struct tf_yaml *own = tf_yaml_at(src->root, stage.s);
    const bool steps = !strcmp(option, "warmup"), share = !strcmp(option, "warmup_ratio") && is_share(v);
    if ((steps || share) && own && own->kind == TF_YAML_MAP) tf_yaml_remove(own, steps ? "warmup_ratio" : "warmup");
    tf_buf_free(&stage);
}

static int drop_other(struct spec_source *src, const char *path, const struct tf_yaml *v, struct tf_err *e) {
    const bool steps = !strcmp(path, SPEC_WARMUP), share = !strcmp(path, SPEC_WARMUP_RATIO) && is_share(v);
    struct tf_yaml *train = tf_yaml_get(src->root, "train");
    if (spec_path_after(path, "train.stages.")) drop_other_of_stage(src, path, v);
    if (!steps && !share) return 0;
    drop_axis(src, steps ? SPEC_WARMUP_RATIO : SPEC_WARMUP);
    drop_own(src, steps ? SPEC_WARMUP_RATIO : SPEC_WARMUP);
    if (share && train && train->kind == TF_YAML_MAP) tf_yaml_remove(train, "warmup");
    return steps && tf_yaml_at(src->root, SPEC_WARMUP_RATIO) ? tf_yaml_set(src->root, SPEC_WARMUP_RATIO, "0", e) : 0;
}

/* Says in entries with steps of their own that they have no share, where the spec has one. */
static void say_no_share(struct spec_source *src) {
    if (!is_share(tf_yaml_at(src->root, SPEC_WARMUP_RATIO)) || spec_sweeps(src, SPEC_WARMUP_RATIO)) return;
    for (int i = 0; i < src->n_entries; i++) {
        struct tf_yaml *own = tf_yaml_get(src->entry[i], "train");
        if (own && tf_yaml_get(own, "warmup") && !tf_yaml_get(own, "warmup_ratio"))
            tf_yaml_put(own, "warmup_ratio", tf_yaml_new(TF_YAML_SCALAR, "0"));
    }
}

static int set_value(struct spec_source *src, const char *path, const char *text, const struct tf_yaml *v, bool sweep, struct tf_err *e) {
    const char *option = spec_path_after(path, "attention."), *last;
    if (!strcmp(path, "attention") || !strcmp(path, "attention.name")) return take_entries(src, v, true, e);
    drop_axis(src, path);
    drop_own(src, path);
    if (drop_other(src, path, v, e)) return -1;
    if (option) return set_attention(src, path, option, v, sweep, e);
    if (!strcmp(path, "title") && !sweep) { // as it is, commas and colons too
        struct tf_yaml *title = tf_yaml_new(TF_YAML_SCALAR, text);
        title->quoted = true;
        tf_yaml_put(src->root, path, title);
        return 0;
    }
    if (!strcmp(path, "sweep")) return tf_fail(e, TF_USAGE, "--set sweep: name one path, like sweep.train.lr=1e-4,1e-3");
    if (sweep || (!ordinary(src, path) && is_list_of_values(v, "", option_at(src, path, &last)))) return add_axis(src, path, v, 0, 0, e);
    return tf_yaml_set(src->root, path, text, e);
}

/* Parts of names, joined by commas: one value. */
static bool joins_names(const char *path, const char *text) {
    const char *last = strrchr(path, '.');
    return !strncmp(path, "train.", strlen("train.")) && (!strcmp(last, ".freeze") || !strcmp(last, ".learn")) && !strpbrk(text, "['\"");
}

/* "path=VALUE" */
static int apply_set(struct spec_source *src, const char *set, struct tf_err *e) {
    const char *equals = strchr(set, '=');
    if (!equals || equals == set) return tf_fail(e, TF_USAGE, "--set '%s': path=VALUE is expected, like attention.height=6", set);
    struct tf_buf path = {0}, text = {0};
    struct tf_yaml *scratch = tf_yaml_new(TF_YAML_MAP, NULL);
    tf_buf_add(&path, set, (size_t)(equals - set));
    const bool title = !strcmp(path.s, "title"), names = joins_names(path.s, equals + 1);
    tf_buf_addf(&text, names ? "'%s'" : "%s", equals + 1);
    int rc = 0;
    if (!equals[1] && !title && ordinary(src, path.s) && !spec_path_after(path.s, "paper."))
        rc = tf_fail(e, TF_USAGE, "--set %s: no value: the spec's own would be lost; leave --set out to keep it", set);
    if (!rc) rc = tf_yaml_set(scratch, path.s, title ? "" : text.s, e); // for the value and its origin
    if (!rc) {
        const char *inner = spec_path_after(path.s, "sweep.");
        char *own = own_path(src, inner ? inner : path.s);
        rc = set_value(src, own, text.s, tf_yaml_at(scratch, path.s), inner != NULL, e);
        tf_free(own);
    }
    tf_yaml_free(scratch);
    tf_buf_free(&path), tf_buf_free(&text);
    return rc;
}

static bool names_mechanisms(const char *set) {
    return !strncmp(set, "attention=", strlen("attention=")) || !strncmp(set, "attention.name=", strlen("attention.name="));
}

/* Is it an option of some mechanism's? */
static bool of_some_mechanism(const char *path) {
    const char *option = spec_path_after(path, "attention.");
    bool known = false;
    for (size_t k = 0; option && tf_attns[k] && !known; k++) known = tf_opt_find(tf_attns[k]->opts, option) != NULL;
    return known;
}

/* --set may have put mechanisms in the place of the spec's that have none of the options it sweeps. */
static void drop_idle_axes(struct spec_source *src) {
    for (int i = src->n_axes; i-- > 0;) {
        bool applies = spec_from_set(src->axis[i].values) || !of_some_mechanism(src->axis[i].path);
        for (int k = 0; k < src->n_entries && !applies; k++) applies = spec_axis_applies(&src->axis[i], src->entry[k]);
        if (applies) continue;
        char *path = tf_strdup(src->axis[i].path);
        drop_axis(src, path);
        tf_free(path);
    }
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

int spec_source_read(struct spec_source *src, const char *path, const char *const *sets, int n_sets, struct tf_err *e) {
    if (tf_yaml_load(&src->root, path, e)) return -1;
    if (src->root->kind != TF_YAML_MAP) return tf_yaml_fail(e, src->root, "a spec is a map of sections: title, attention, ...");
    if (spec_check_keys(src->root, NULL, src->section, src->n_sections, e)) return -1;
    const struct tf_yaml *attention = tf_yaml_get(src->root, "attention");
    if (rename_in_sections(src, e)) return -1;
    if (!tf_yaml_null(attention) && take_entries(src, attention, false, e)) return -1;
    if (read_sweep(src, e) || check_warmups(src, e)) return -1;
    if (spec_sweeps(src, SPEC_WARMUP) && spec_sweeps(src, SPEC_WARMUP_RATIO))
        return tf_yaml_fail(e, tf_yaml_get(src->root, "sweep"),
                            "sweep: " SPEC_WARMUP " has no effect beside " SPEC_WARMUP_RATIO ": sweep one of the two");
    if (spec_sweeps(src, SPEC_WARMUP) && tf_yaml_at(src->root, SPEC_WARMUP_RATIO) && tf_yaml_set(src->root, SPEC_WARMUP_RATIO, "0", e))
        return -1;
    for (int i = 0; i < 2 * n_sets; i++) // the mechanisms first: what else is said of attention is theirs
        if (names_mechanisms(sets[i % n_sets]) == (i < n_sets) && (apply_set(src, sets[i % n_sets], e) || rename_in_sections(src, e)))
            return -1;
    say_no_share(src);
    for (int i = 0; i < n_sets; i++) {
        const char *inner = spec_path_after(sets[i], "sweep.");
        if (names_mechanisms(inner ? inner : sets[i])) drop_idle_axes(src);
    }
    if (n_sets && check_warmups(src, e)) return -1;                                    // what --set gave as a whole
    if (spec_check_keys(src->root, NULL, src->section, src->n_sections, e)) return -1; // --set may have added some
    return src->n_entries ? 0 : check_entries(attention, src->root, e);
}

void spec_source_release(struct spec_source *src) {
    free_entries(src);
    drop_axis(src, NULL);
    tf_yaml_free(src->root);
}
