/* Expansion: (task axes) x seeds x attention entries x (other axes) -> runs with names. Task axes come first, so that runs that share a
 * dataset follow one another; seeds next, so that a first full table is there early. */
#include "spec/spec_source.h"
#include "spec/infer_spec.h"
#include "spec/spec_resolve.h"

#include <ctype.h>
#include <string.h>

struct point {
    int at[SPEC_AXES_MAX];
    int entry;
    uint64_t seed;
};
struct expansion {
    struct tf_spec *s;
    const struct spec_source *src;
    const struct spec_axis *axis[SPEC_AXES_MAX];
    int n_axes, n_task; /* task axes first */
    /* Bit o: option o of the mechanism, or of an own section, tells this entry from others of its name. */
    uint64_t differ[SPEC_ENTRIES_MAX], differ_own[2][SPEC_ENTRIES_MAX];
    int *entry_of, cap; /* by run */
};

/* ---- axes -------------------------------------------------------------------------------------------------------- */

/* The table that the axis's option should be in; *owner says whose it is. NULL: another message will tell, or, with *owner NULL, there is
 * no such section. */
static const struct tf_opt *table_of(const struct spec_source *src, const char *path, const char **option, const char **owner) {
    const struct tf_task *task = spec_task_of(src);
    const struct spec_section *s = spec_section_of(path, option);
    if (s && s->opts != infer_opts) return *owner = s->path, s->opts;
    *option = spec_path_after(path, "task.");
    *owner = *option ? "task" : NULL;
    return *option && task ? task->opts : NULL;
}

/* attention.heads and attention.model.heads mean an option of the whole: its section, and *word, "heads"; NULL: no such option. */
static const char *common_section(const char *option, const char **word) {
    static const char *const common[] = {"model.", "train."};
    for (size_t i = 0; i < TF_COUNT(common); i++) {
        const struct spec_section *s = spec_section_of(common[i], word);
        const char *rest = spec_path_after(option, common[i]);
        *word = rest ? rest : option;
        if (s && tf_opt_find(s->opts, *word)) return s->path;
    }
    return NULL;
}

static int fail_no_mechanism(const struct spec_source *src, const struct tf_yaml *at, const char *option, struct tf_err *e) {
    const char *names[512];
    size_t n = 0;
    for (int i = 0; i < src->n_entries; i++) {
        const struct tf_attn *a = spec_entry_attn(src->entry[i]);
        if (!a) return 0; // an unknown name has its own message
        for (const struct tf_opt *o = tf_opt_next(a->opts, NULL); o && n < TF_COUNT(names); o = tf_opt_next(a->opts, o))
            names[n++] = o->name;
    }
    if (spec_is_place(option))
        return tf_yaml_fail(e, at, "'%s' is of mechanisms beside full attention, and this spec has none: add one to its attention list",
                            option);
    const char *word, *section = common_section(option, &word);
    if (section) return tf_yaml_fail(e, at, "no attention of this spec has the option '%s'; write %s.%s", option, section, word);
    const char *near = tf_closest(option, names, n);
    return tf_yaml_fail(e, at, "no attention of this spec has the option '%s'%s%s%s", option, near ? " (did you mean '" : "",
                        near ? near : "", near ? "'?)" : "");
}

/* Values of an option that stages set themselves would be those of no run: of training and task that all of them set, of attention that the last one
 * sets, from which runs have their names. Who sets the option at the path; NULL: a run has the value that is there. */
static const char *stages_set(const struct spec_source *src, const char *path) {
    const struct tf_yaml *stages = tf_yaml_at(src->root, "train.stages");
    const char *attention = spec_path_after(path, "attention."), *train = spec_path_after(path, "train."),
               *option = attention ? attention
                         : train   ? train
                                   : spec_path_after(path, "task.");
    int own = 0, last = 0;
    if (!option || !stages || stages->kind != TF_YAML_LIST || !stages->n) return NULL;
    if (!train && spec_listed(tf_stage_train_opts, option)) return NULL; // `clip` of a stage is that of the training
    const char *other = train && !strcmp(option, "warmup_ratio") ? "warmup" : train && !strcmp(option, "warmup") ? "warmup_ratio" : option;
    for (int i = 0; i < stages->n; i++) {
        const struct tf_yaml *stage = stages->item[i];
        last = stage->kind == TF_YAML_MAP && (tf_yaml_get(stage, option) || tf_yaml_get(stage, other));
        own += last;
    }
    return own == stages->n ? "every stage" : attention && last ? "the last stage" : NULL;
}

/* The same of what an entry sets for itself, and of steps, which stages and growing trees have of their own. */
static int check_entry(const struct spec_source *src, const struct tf_yaml *entry, struct tf_err *e) {
    const struct spec_section *s;
    for (int k = 0; (s = spec_own_section(k)); k++) {
        const struct tf_yaml *own = tf_yaml_get(entry, s->path);
        for (int i = 0; own && i < own->n; i++) {
            char path[2 * TF_YAML_KEY_MAX];
            snprintf(path, sizeof path, "%s.%s", s->path, own->key[i].name);
            const char *who = stages_set(src, path);
            if (who) return tf_yaml_fail_key(e, own, i, "attention: %s: %s of train.stages sets its own", path, who);
            if (!strcmp(path, "train.steps") && !tf_yaml_null(tf_yaml_at(src->root, "train.bootstrap")))
                return tf_yaml_fail_key(e, own, i, "attention: %s: train.bootstrap has its own steps", path);
        }
    }
    return 0;
}

int spec_check_axis(const struct spec_source *src, const struct spec_axis *a, struct tf_err *e) {
    const struct tf_yaml at = {.origin = a->values->origin, .line = a->line, .col = a->col};
    const char *option = spec_path_after(a->path, "attention."), *owner;
    if (a->values->n == 0) return tf_yaml_fail(e, &at, "sweep of %s: no values", a->path);
    if (*a->path == '.' || strstr(a->path, "..") || a->path[strlen(a->path) - 1] == '.')
        return tf_yaml_fail(e, &at, "'%s' cannot be swept: a part of the path is empty", a->path);
    for (int i = 1; i < a->values->n; i++)
        for (int j = 0; j < i; j++)
            if (tf_yaml_equal(a->values->item[i], a->values->item[j])) {
                struct tf_buf text = {0};
                tf_yaml_flow(&text, a->values->item[i]);
                tf_yaml_fail(e, a->values->item[i], "sweep of %s: %s is listed twice", a->path, text.s ? text.s : "''");
                tf_buf_free(&text);
                return -1;
            }
    const char *who = stages_set(src, a->path);
    if (who) return tf_yaml_fail(e, &at, "%s cannot be swept: %s of train.stages sets its own %s", a->path, who, strrchr(a->path, '.') + 1);
    if (option) {
        for (int i = 0; i < src->n_entries; i++)
            if (spec_axis_applies(a, src->entry[i])) return 0;
        return fail_no_mechanism(src, &at, option, e);
    }
    for (int i = 0; i < src->n_entries; i++) {
        const struct tf_yaml *own = tf_yaml_at(src->entry[i], a->path);
        if (own) return tf_yaml_fail(e, own, "attention: %s is swept, so no entry can have its own value", a->path);
        const char *other = !strcmp(a->path, SPEC_WARMUP) ? SPEC_WARMUP_RATIO : !strcmp(a->path, SPEC_WARMUP_RATIO) ? SPEC_WARMUP : "";
        own = tf_yaml_at(src->entry[i], other);
        if (own) return tf_yaml_fail(e, own, "attention: %s is swept, so no entry can have its own %s", a->path, other);
    }
    if (strcmp(a->path, "task.name") == 0) return tf_yaml_fail(e, &at, "one task per spec: task.name cannot be swept");
    if (!strcmp(a->path, "train.stages") || spec_path_after(a->path, "train.stages."))
        return tf_yaml_fail(e, &at,
                            "%s cannot be swept: train.stages is one list; write a spec for each, or --set one value and an --out for each",
                            a->path);
    if (!strcmp(a->path, "train.steps") && !tf_yaml_null(tf_yaml_at(src->root, "train.bootstrap")))
        return tf_yaml_fail(e, &at, "train.steps cannot be swept: train.bootstrap has its own steps");
    const struct tf_opt *opts = table_of(src, a->path, &option, &owner);
    if (!owner)
        return tf_yaml_fail(e, &at, "'%s' cannot be swept: a path begins with task., data., init., model., attention. or train.", a->path);
    if (!opts || tf_opt_find(opts, option)) return 0;
    struct tf_yaml key = {.kind = TF_YAML_MAP,
                          .n = 1,
                          .item = (struct tf_yaml *[]){a->values},
                          .origin = at.origin,
                          .key = &(struct tf_yaml_key){(char *)option, a->line, a->col}};
    return spec_fail_option(e, &key, 0, owner, opts, NULL);
}

/* Puts a copy of value at the path, making maps on the way. */
static void put_at(struct tf_yaml *tree, const char *path, const struct tf_yaml *value) {
    struct tf_yaml *y = tree;
    char part[TF_YAML_KEY_MAX + 1];
    for (const char *dot; (dot = strchr(path, '.')); path = dot + 1) {
        snprintf(part, sizeof part, "%.*s", (int)(dot - path), path);
        if (tf_yaml_null(tf_yaml_get(y, part))) {
            struct tf_yaml *map = tf_yaml_new(TF_YAML_MAP, NULL);
            map->line = value->line, map->col = value->col;
            map->owns_origin = value->origin;
            map->origin = value->origin ? tf_strdup(value->origin) : NULL;
            tf_yaml_put(y, part, map);
        }
        y = tf_yaml_get(y, part);
        if (y->kind != TF_YAML_MAP) return; // the reader will complain
    }
    tf_yaml_put(y, path, tf_yaml_clone(value));
}

/* The entry's own settings take the place of the spec's. */
static void put_own(struct tf_yaml *tree, const struct tf_yaml *entry) {
    char path[2 * TF_YAML_KEY_MAX];
    const struct spec_section *s;
    for (int k = 0; (s = spec_own_section(k)); k++) {
        const struct tf_yaml *own = tf_yaml_get(entry, s->path);
        for (int i = 0; own && i < own->n; i++) {
            snprintf(path, sizeof path, "%s.%s", s->path, own->key[i].name);
            put_at(tree, path, own->item[i]);
        }
    }
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

/* What the entry sets of its mechanism's options (own NULL) or, over the spec, of a section; NULL: nothing that can be read, which reading
 * the run reports. entry NULL: of a section, what the spec sets for all. */
static void *entry_options(const struct spec_source *src, const struct tf_yaml *entry, const struct spec_section *own) {
    const struct tf_attn *a = entry ? spec_entry_attn(entry) : NULL;
    struct tf_err ignored = {0};
    if (entry && !a) return NULL;
    const struct tf_opt *opts = own ? own->opts : a->opts;
    void *base = tf_calloc(own ? sizeof(struct tf_spec_run) : a->opts_size + 1);
    tf_opt_defaults(opts, base);
    if (!own) spec_read_options(entry, "attention", opts, base, SPEC_ENTRY_KEYS, &ignored);
    else if (!spec_read_options(tf_yaml_get(src->root, own->path), own->path, opts, base, "bootstrap|stages", &ignored) && entry)
        spec_read_options(tf_yaml_get(entry, own->path), own->path, opts, base, NULL, &ignored);
    return base;
}

static bool swept(const struct expansion *x, const char *section, const struct tf_opt *o) {
    for (int k = 0; k < x->n_axes; k++) {
        const char *option = spec_path_after(x->axis[k]->path, section);
        if (option && *option == '.' && strcmp(option + 1, o->name) == 0) return true;
    }
    return false;
}

/* Marks the options in which entries of one name differ, except those that are swept. own: as entry_options. */
static void find_differences(struct expansion *x, const struct spec_section *own, uint64_t *differ) {
    const struct spec_source *src = x->src;
    void *base[SPEC_ENTRIES_MAX] = {0};
    for (int i = 0; i < src->n_entries; i++) {
        const struct tf_attn *a = spec_entry_attn(src->entry[i]);
        base[i] = entry_options(src, src->entry[i], own);
        for (int j = 0; j < i; j++) {
            if (!a || spec_entry_attn(src->entry[j]) != a) continue;
            const struct tf_opt *opts = own ? own->opts : a->opts;
            uint64_t bit = 1;
            for (const struct tf_opt *o = tf_opt_next(opts, NULL); o; o = tf_opt_next(opts, o), bit <<= 1)
                if (!tf_opt_equal(opts, o, base[i], base[j]) && !swept(x, own ? own->path : "attention", o)) {
                    TF_BUG_IF(!bit, "%s has more than 64 options", own ? own->path : a->name);
                    differ[i] |= bit, differ[j] |= bit;
                }
        }
    }
    for (int i = 0; i < src->n_entries; i++) // all entries of a name show the same options
        for (int j = 0; j < src->n_entries; j++)
            if (spec_entry_attn(src->entry[i]) == spec_entry_attn(src->entry[j])) differ[i] |= differ[j];
    for (int i = 0; i < src->n_entries; i++) tf_free(base[i]);
}

/* As a name may have it. */
static void add_word(struct tf_buf *id, const char *s) {
    for (; *s; s++) {
        if (*s == ',') tf_buf_add(id, "_", 1);
        else if (!strchr("[]+", *s)) tf_buf_add(id, isalnum((unsigned char)*s) || strchr("._-", *s) ? s : "_", 1);
    }
}

/* in_id: and in the variant; else it is the height, which has a place of its own in both. */
static void add_label(struct tf_buf *id, struct tf_buf *setting, struct tf_buf *variant, const char *name, const struct tf_opt *opts,
                      const struct tf_opt *o, const void *base, bool in_id) {
    const size_t from = setting->len + (setting->len > 0);
    spec_add_setting(setting, name, opts, o, base);
    if (!in_id) return;
    const char *word = setting->s + from;
    tf_buf_addf(variant, "%s%s", variant->len ? " " : "", word);
    tf_buf_addf(id, "-%s", name);
    add_word(id, word + strlen(name) + 1);
}

static void name_others(const struct tf_spec_run *r, struct tf_buf *id, struct tf_buf *setting) {
    tf_buf_addf(setting, " others=");
    const size_t from = setting->len;
    spec_name_others(r, setting);
    tf_buf_addf(id, "-");
    add_word(id, setting->s + from);
}

static int count(uint64_t differ) {
    int n = 0;
    for (; differ; differ &= differ - 1) n++;
    return n;
}

/* Of three options of the mechanism or more in which entries differ, a name shows those that are not at their default. */
static bool shows(uint64_t differ, const struct tf_attn *a, const struct tf_opt *o, const void *base) {
    return count(differ) < 3 || strcmp(o->name, "height") == 0 || !tf_opt_is_default(a->opts, a->opts_size, o, base);
}

/* Is the run's setting as the spec has it for all entries? */
static bool as_section(const struct spec_source *src, const struct spec_section *own, const struct tf_opt *o, const struct tf_spec_run *r) {
    void *all = entry_options(src, NULL, own);
    const bool same = tf_opt_equal(own->opts, o, (const char *)r + own->offset, all);
    tf_free(all);
    return same;
}

/* What the entry sets, and what stages hide, in words for tables: the name of a run has only what tells it from others. */
static void list_options(const struct spec_source *src, const struct tf_yaml *entry, struct tf_spec_run *r) {
    struct tf_buf out = {0};
    for (const struct tf_opt *o = tf_opt_next(r->attn->opts, NULL); o; o = tf_opt_next(r->attn->opts, o))
        if (strcmp(o->name, "height") && !tf_opt_is_default(r->attn->opts, r->attn->opts_size, o, r->attn_opts))
            spec_add_setting(&out, o->name, r->attn->opts, o, r->attn_opts);
    const struct spec_section *own;
    for (int k = 0; (own = spec_own_section(k)); k++) {
        const struct tf_yaml *map = tf_yaml_get(entry, own->path);
        for (int i = 0; map && i < map->n; i++) {
            const struct tf_opt *o = tf_opt_find(own->opts, map->key[i].name);
            char path[2 * TF_YAML_KEY_MAX];
            if (!o || as_section(src, own, o, r)) continue;
            snprintf(path, sizeof path, "%s.%s", own->path, o->name);
            spec_add_setting(&out, path, own->opts, o, (const char *)r + own->offset);
        }
    }
    for (int i = 0; i < r->n_stages; i++) {
        static const char *const masks[] = {"mask", "eval_mask", "mask_loss"};
        const struct tf_train_cfg *c = &r->stages[i].train;
        for (size_t k = 0; c->mask > 0 && k < TF_COUNT(masks); k++) {
            const struct tf_opt *o = tf_opt_find(tf_train_opts, masks[k]);
            if (!tf_opt_is_default(tf_train_opts, sizeof *c, o, c)) spec_add_setting(&out, masks[k], tf_train_opts, o, c);
        }
    }
    tf_buf_fit(r->options, sizeof r->options, &out);
    tf_buf_free(&out);
}

static void name_run(const struct expansion *x, struct tf_spec_run *r, const struct point *p) {
    const struct spec_source *src = x->src;
    struct tf_buf id = {0}, setting = {0}, variant = {0};
    char head[128];
    tf_buf_addf(&id, "%s-%s", r->task->name, r->attn->name);
    const struct tf_opt *height = tf_opt_find(r->attn->opts, "height");
    bool has_height = height && height->type == TF_INT;
    if (has_height) tf_buf_addf(&id, "-h%d", spec_int_option(r->attn->opts, r->attn_opts, "height", 0));
    if (r->end_layer) {
        tf_buf_addf(&id, "-l%d-%d", r->first_layer, r->end_layer - 1);
        tf_buf_addf(&setting, "layers=%d-%d", r->first_layer, r->end_layer - 1);
        if (r->n_others) name_others(r, &id, &setting);
        tf_buf_addf(&variant, "%s", setting.s);
    }
    for (int i = 0; i < r->n_stages; i++) { // tables tell a run in stages from others
        tf_buf_addf(&setting, "%s%d", i ? "+" : setting.len ? " stages=" : "stages=", r->stages[i].train.steps);
        tf_buf_addf(&variant, "%s%d", i ? "+" : variant.len ? " stages=" : "stages=", r->stages[i].train.steps);
    }
    uint64_t bit = 1;
    for (const struct tf_opt *o = tf_opt_next(r->attn->opts, NULL); o; o = tf_opt_next(r->attn->opts, o), bit <<= 1)
        if (x->differ[p->entry] & bit && shows(x->differ[p->entry], r->attn, o, r->attn_opts))
            add_label(&id, &setting, &variant, o->name, r->attn->opts, o, r->attn_opts, o != height || !has_height);
    const struct spec_section *own;
    for (int k = 0; (own = spec_own_section(k)); k++) {
        bit = 1;
        const uint64_t differ = x->differ_own[k][p->entry];
        for (const struct tf_opt *o = tf_opt_next(own->opts, NULL); o; o = tf_opt_next(own->opts, o), bit <<= 1)
            if (differ & bit && (count(differ) < 4 || !as_section(src, own, o, r))) // of many, those that the entry changes
                add_label(&id, &setting, &variant, o->name, own->opts, o, (const char *)r + own->offset, true);
    }
    for (int i = 0; i < x->n_axes; i++) {
        bool grown = has_height && !strcmp(x->axis[i]->path, "train.bootstrap.to_height"); // that is the height of the trees
        const char *path = grown ? "attention.height" : x->axis[i]->path, *option = strrchr(path, '.') + 1, *name = option;
        const char *of_attention = spec_path_after(path, "attention.");
        if (!spec_axis_applies(x->axis[i], src->entry[p->entry]) || (of_attention && spec_is_place(of_attention))) continue; // named above
        for (int j = 0; j < x->n_axes; j++)
            if (j != i && strcmp(strrchr(x->axis[j]->path, '.') + 1, option) == 0) name = path;
        const struct spec_section *in = spec_section_of(path, &option);
        const struct tf_opt *opts = in ? in->opts : spec_path_after(path, "task.") ? r->task->opts : r->attn->opts;
        const void *base = in ? (const char *)r + in->offset : spec_path_after(path, "task.") ? r->task_opts : r->attn_opts;
        const struct tf_opt *o = tf_opt_find(opts, option);
        add_label(&id, &setting, &variant, name == option ? o->name : name, opts, o, base, o != height || !has_height);
    }
    const struct tf_opt *freeze = tf_opt_find(tf_train_opts, "freeze");
    if (spec_routed(r) && tf_has_part(r->train.freeze, "tree") && !(setting.len && strstr(setting.s, "freeze="))) { // by no sweep or entry
        spec_add_setting(&setting, freeze->name, tf_train_opts, freeze, &r->train);
        spec_add_setting(&variant, freeze->name, tf_train_opts, freeze, &r->train);
    }
    tf_buf_fit(head, sizeof head, &id);
    tf_buf_fit(r->setting, sizeof r->setting, &setting);
    tf_buf_fit(r->variant, sizeof r->variant, &variant);
    list_options(src, src->entry[p->entry], r);
    snprintf(r->id, sizeof r->id, "%s-s%llu", head, (unsigned long long)r->seed);
    tf_buf_free(&id), tf_buf_free(&setting), tf_buf_free(&variant);
}

/* Equal values of an axis are found as they are written; here two that are equal as numbers or words, "1e-3" and "0.001". */
static int fail_axes(const struct expansion *x, int run, struct tf_err *e) {
    int at = 0; // an axis of several values
    struct tf_buf paths = {0};
    for (int i = 0; i < x->n_axes; i++) tf_buf_addf(&paths, "%s%s", i ? ", " : "", x->axis[i]->path);
    while (at + 1 < x->n_axes && x->axis[at]->values->n < 2) at++;
    tf_yaml_fail(e, x->axis[at]->values, "sweep of %s: two values make the same run (%s): is one listed twice, written in two ways?",
                 paths.s, x->s->run[run].id);
    tf_buf_free(&paths);
    return -1;
}

static int fail_twice(const struct expansion *x, int run, struct tf_err *e) {
    const struct tf_spec_run *r = &x->s->run[run];
    const struct tf_yaml *entry = x->src->entry[x->entry_of[run]];
    struct tf_buf all = {0};
    bool set = false;
    for (int i = 0; i < x->src->n_entries; i++) set |= x->src->dropped[i];
    for (int i = 0; i < entry->n; i++) set |= spec_from_set(entry->item[i]);
    tf_yaml_flow(&all, entry);
    if (set)
        tf_yaml_fail(e, entry, "attention %s: with --set two entries are the same run (%s); to run one alone: --set 'attention=[%s]'",
                     r->attn->name, r->id, all.s);
    else tf_yaml_fail(e, entry, "attention %s: the spec holds the same run twice (%s)", r->attn->name, r->id);
    tf_buf_free(&all);
    return -1;
}

/* Two runs that a table would have in one line: values that differ in blanks alone, which a setting leaves out, or entries in what the last stage sets,
 * from which runs have their names. */
static int fail_setting(const struct expansion *x, int run, int other, struct tf_err *e) {
    const struct tf_spec_run *r = &x->s->run[run];
    if (r->n_stages && x->entry_of[run] != x->entry_of[other])
        return tf_yaml_fail(
            e, x->src->entry[x->entry_of[run]],
            "attention %s: two entries have the same name in tables ('%s'): the last stage of train.stages sets what they differ in",
            r->attn->name, r->setting);
    return tf_yaml_fail(e, x->src->entry[x->entry_of[run]],
                        "attention %s: two runs have the same name in tables ('%s'), which has no blanks: let their values differ in more",
                        r->attn->name, r->setting);
}

/* Two settings whose names came out alike get their hashes. */
static int check_names(struct expansion *x, struct tf_err *e) {
    struct tf_spec *s = x->s;
    bool *clash = tf_calloc((size_t)s->n_runs);
    int rc = 0;
    for (int i = 0; i < s->n_runs && !rc; i++)
        for (int j = 0; j < i && !rc; j++) {
            if (strcmp(s->run[i].hash, s->run[j].hash) == 0)
                rc = x->n_axes && x->entry_of[i] == x->entry_of[j] ? fail_axes(x, i, e) : fail_twice(x, i, e);
            else if (strcmp(s->run[i].id, s->run[j].id) == 0) {
                clash[i] = clash[j] = true;
                if (strcmp(s->run[i].setting, s->run[j].setting) == 0) rc = fail_setting(x, i, j, e);
            }
        }
    for (int i = 0; i < s->n_runs && !rc; i++)
        if (clash[i]) {
            size_t n = strlen(s->run[i].id);
            snprintf(s->run[i].id + n, sizeof s->run[i].id - n, "-%.8s", s->run[i].hash);
        }
    tf_free(clash);
    return rc;
}

/* ---- points ------------------------------------------------------------------------------------------------------ */

static int add_run(struct expansion *x, const struct point *p, struct tf_err *e) {
    struct tf_spec *s = x->s;
    if (s->n_runs == SPEC_RUNS_MAX) return tf_yaml_fail(e, x->src->root, "more than %d runs", SPEC_RUNS_MAX);
    if (s->n_runs == x->cap) {
        x->cap = x->cap ? 2 * x->cap : 16;
        s->run = tf_realloc(s->run, sizeof *s->run * (size_t)x->cap);
        x->entry_of = tf_realloc(x->entry_of, sizeof *x->entry_of * (size_t)x->cap);
    }
    struct tf_spec_run *r = &s->run[s->n_runs];
    *r = (struct tf_spec_run){0};
    x->entry_of[s->n_runs++] = p->entry;
    struct tf_yaml *tree = tf_yaml_clone(x->src->root);
    tf_yaml_put(tree, "attention", tf_yaml_clone(x->src->entry[p->entry]));
    put_own(tree, x->src->entry[p->entry]);
    for (int i = 0; i < x->n_axes; i++)
        if (spec_axis_applies(x->axis[i], x->src->entry[p->entry])) put_at(tree, x->axis[i]->path, x->axis[i]->values->item[p->at[i]]);
    int rc = spec_run_read(r, s, tree, p->seed, e);
    if (!rc) {
        name_run(x, r, p);
        spec_lint(s, r, tree, x->src);
    }
    r->source = tree;
    return rc;
}

/* Advances the axes from..to-1 that apply to the entry like an odometer, the last one fastest. False: all were seen; they are back at 0. */
static bool next_point(const struct expansion *x, struct point *p, int from, int to, const struct tf_yaml *entry) {
    for (int i = to - 1; i >= from; i--) {
        if (entry && !spec_axis_applies(x->axis[i], entry)) continue;
        if (++p->at[i] < x->axis[i]->values->n) return true;
        p->at[i] = 0;
    }
    return false;
}

static int expand(struct expansion *x, struct tf_err *e) {
    const struct spec_source *src = x->src;
    struct point p = {0};
    do {
        for (int seed = 0; seed < src->n_seeds; seed++)
            for (p.entry = 0; p.entry < src->n_entries; p.entry++) {
                p.seed = src->seed[seed];
                do
                    if (add_run(x, &p, e)) return -1;
                while (next_point(x, &p, x->n_task, x->n_axes, src->entry[p.entry]));
            }
    } while (next_point(x, &p, 0, x->n_task, NULL));
    return 0;
}

/* ---- the resolved spec of all runs ------------------------------------------------------------------------------- */

/* The first run but for what its entry alone sets, here and in its resolved spec: what the spec says for all. */
static struct tf_spec_run common(const struct expansion *x, struct tf_yaml *resolved) {
    struct tf_spec_run r = x->s->run[0];
    const struct spec_section *s;
    for (int k = 0; (s = spec_own_section(k)); k++) {
        const struct tf_yaml *own = tf_yaml_get(x->src->entry[0], s->path);
        if (!own) continue;
        void *base = entry_options(x->src, NULL, s);
        struct tf_yaml *section = tf_yaml_get(resolved, s->path);
        for (int i = 0; i < own->n; i++) {
            const struct tf_opt *o = tf_opt_find(s->opts, own->key[i].name);
            struct tf_buf text = {0};
            struct tf_err ignored = {0};
            tf_opt_get(s->opts, o, base, &text);
            tf_opt_set(s->opts, (char *)&r + s->offset, o->name, text.s, &ignored);
            spec_put_option(section, s->opts, o, base);
            tf_buf_free(&text);
        }
        tf_free(base);
    }
    return r;
}

/* In what the entry's first run differs from what holds for all. */
static void put_own_differing(struct tf_yaml *entry, const struct tf_spec_run *r, const struct tf_spec_run *all) {
    const struct spec_section *s;
    for (int k = 0; (s = spec_own_section(k)); k++) {
        struct tf_yaml *map = tf_yaml_new(TF_YAML_MAP, NULL);
        spec_put_differing(map, s->opts, (const char *)r + s->offset, (const char *)all + s->offset, NULL);
        if (map->n) tf_yaml_put(entry, s->path, map);
        else tf_yaml_free(map);
    }
}

/* Mechanisms of all layers that the entry leaves out go on without ranges where a sweep moves these. */
static void put_moving_others(const struct expansion *x, struct tf_yaml *map, const struct tf_yaml *entry) {
    const struct tf_yaml *others = tf_yaml_get(entry, "others");
    if (!others || others->kind != TF_YAML_MAP || tf_yaml_get(others, "layers")) return;
    for (int i = 0; i < x->n_axes; i++)
        if (!strcmp(x->axis[i]->path, "attention.layers") || !strcmp(x->axis[i]->path, "model.layers"))
            tf_yaml_put(map, "others", tf_yaml_clone(others));
}

/* Heights that trees grow through: the defaults, where a mechanism has trees of one shape, beside which none may be given. */
static void drop_heights(const struct tf_spec *s, struct tf_yaml *bootstrap) {
    bool fixed = false;
    for (int i = 0; i < s->n_runs; i++) fixed |= s->run[i].bootstrap.enabled && !s->run[i].bootstrap.to_height;
    if (fixed) tf_yaml_remove(bootstrap, "from_height"), tf_yaml_remove(bootstrap, "to_height");
}

static struct tf_yaml *make_whole(const struct expansion *x) {
    const struct tf_spec *s = x->s;
    struct tf_yaml *y = tf_yaml_clone(s->run[0].resolved), *list = tf_yaml_new(TF_YAML_LIST, NULL),
                   *seeds = tf_yaml_new(TF_YAML_LIST, NULL);
    const struct tf_spec_run all = common(x, y);
    for (int i = 0; i < x->src->n_entries; i++) {
        int k = 0;
        while (x->entry_of[k] != i) k++;
        const struct tf_spec_run *r = &s->run[k];
        struct tf_yaml *map = tf_yaml_new(TF_YAML_MAP, NULL);
        tf_yaml_put(map, "name", tf_yaml_new(TF_YAML_SCALAR, r->attn->name));
        spec_put_options(map, r->attn->opts, spec_attn_base(r), r->bootstrap.enabled ? "height" : NULL, true);
        spec_put_layers(map, r, true);
        put_moving_others(x, map, x->src->entry[i]);
        put_own_differing(map, r, &all);
        tf_yaml_push(list, map);
    }
    for (int i = 0; i < x->src->n_seeds; i++) {
        char text[32];
        snprintf(text, sizeof text, "%llu", (unsigned long long)x->src->seed[i]);
        tf_yaml_push(seeds, tf_yaml_new(TF_YAML_SCALAR, text));
    }
    tf_yaml_put(y, "attention", list);
    tf_yaml_put(y, "seeds", seeds);
    drop_heights(s, tf_yaml_at(y, "train.bootstrap"));
    const struct tf_yaml *stages = tf_yaml_at(x->src->root, "train.stages");
    const bool differ = x->n_axes || x->src->n_entries > 1;
    if (differ && !tf_yaml_null(stages))
        tf_yaml_put(tf_yaml_get(y, "train"), "stages", tf_yaml_clone(stages)); // each run's differ from its own settings
    if (x->n_axes) {
        struct tf_yaml *sweep = tf_yaml_new(TF_YAML_MAP, NULL);
        for (int i = 0; i < x->n_axes; i++) tf_yaml_put(sweep, x->axis[i]->path, tf_yaml_clone(x->axis[i]->values));
        tf_yaml_put(y, "sweep", sweep);
    }
    return y;
}

int spec_expand(struct tf_spec *s, const struct spec_source *src, struct tf_err *e) {
    struct expansion x = {.s = s, .src = src};
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < src->n_axes; i++)
            if ((spec_path_after(src->axis[i].path, "task.") || spec_path_after(src->axis[i].path, "data.")) == (pass == 0))
                x.axis[x.n_axes++] = &src->axis[i];
        if (pass == 0) x.n_task = x.n_axes;
    }
    for (int i = 0; i < src->n_axes; i++)
        if (spec_check_axis(src, &src->axis[i], e)) return -1;
    for (int i = 0; i < src->n_entries; i++)
        if (check_entry(src, src->entry[i], e)) return -1;
    find_differences(&x, NULL, x.differ);
    for (int k = 0; spec_own_section(k); k++) find_differences(&x, spec_own_section(k), x.differ_own[k]);
    int rc = expand(&x, e) || check_names(&x, e) ? -1 : 0;
    if (!rc) s->whole = make_whole(&x);
    tf_free(x.entry_of);
    return rc;
}
