/* One run of a spec: a tree {task, model, attention, train} -> options, checked; and back, with every option written out. */
#include "spec/spec_resolve.h"
#include "spec/spec_source.h"

#include <string.h>

#define OFF(f) offsetof(struct tf_data_cfg, f)
const struct tf_opt tf_data_opts[] = {
    {"pad", TF_INT, OFF(pad), "0", 0, 1 << 20, NULL, "pad every sequence to this many tokens, to measure what padding costs; 0: none"},
    {0}};
#undef OFF
#define OFF(f) offsetof(struct tf_init_cfg, f)
const struct tf_opt tf_init_opts[] = {
    {"from", TF_STRING, OFF(from), "", 0, 0, NULL, "safetensors file with the weights to begin with: ours, or a published BERT's"},
    {"partial", TF_BOOL, OFF(partial), "false", 0, 0, NULL, "tensors of another shape start fresh instead of causing an error"},
    {0}};
#undef OFF

bool spec_listed(const char *skip, const char *name) {
    size_t n = strlen(name);
    for (const char *at = skip; at && *at; at += strcspn(at, "|"), at += *at == '|')
        if (strcspn(at, "|") == n && !strncmp(at, name, n)) return true;
    return false;
}

/* ---- options <-> maps -------------------------------------------------------------------------------------------- */

int spec_read_option(const struct tf_yaml *v, const struct tf_opt *o, const char *owner, const struct tf_opt *opts, void *base,
                     struct tf_err *e) {
    struct tf_buf text = {0};
    struct tf_err why = {0};
    char section[80];
    snprintf(section, sizeof section, "%.*s", (int)strcspn(owner, " "), owner);
    if (v->kind == TF_YAML_MAP) return tf_yaml_fail(e, v, "%s: a single value is expected, not a map", o->name);
    if (v->kind == TF_YAML_LIST && o->type != TF_INTS && spec_listed("train.stages|infer|attention.others", section))
        return tf_yaml_fail(e, v, "%s: a single value is expected", o->name); // nor can it be swept
    if (v->kind == TF_YAML_LIST && o->type != TF_INTS)
        return tf_yaml_fail(e, v, "%s: a single value is expected; several values belong under sweep: %s.%s", o->name, section, o->name);
    if (o->type == TF_STRING && opts != tf_init_opts && tf_yaml_null(v) && *v->value) // init.from has its own message
        return tf_yaml_fail(e, v, "%s: %s is no value: write \"\" for none, or '%s' in quotes", o->name, v->value, v->value);
    tf_yaml_flow(&text, v);
    int rc = tf_opt_set(opts, base, o->name, text.s ? text.s : "", &why);
    if (rc) tf_yaml_fail(e, v, "%s", why.msg);
    tf_buf_free(&text);
    return rc;
}

int spec_read_options(const struct tf_yaml *map, const char *owner, const struct tf_opt *opts, void *base, const char *skip,
                      struct tf_err *e) {
    if (tf_yaml_null(map)) return 0;
    if (map->kind != TF_YAML_MAP) return tf_yaml_fail(e, map, "%s: a map of options is expected", owner);
    for (int i = 0; i < map->n; i++) {
        const char *key = map->key[i].name;
        if (spec_listed(skip, key)) continue;
        const struct tf_opt *o = tf_opt_find(opts, key);
        if (!o) return spec_fail_option(e, map, i, owner, opts, skip);
        if (spec_read_option(map->item[i], o, owner, opts, base, e)) return -1;
    }
    for (const struct tf_opt *o = tf_opt_next(opts, NULL); o; o = tf_opt_next(opts, o))
        if (!o->def && !tf_yaml_get(map, o->name)) return tf_yaml_fail(e, map, "%s needs the option '%s'", owner, o->name);
    return 0;
}

static const struct tf_changed_default *find_changed(const struct tf_opt *opts, const char *name) {
    static const struct tf_changed_default levels = {"levels", "drop", NULL};
    if (opts == tf_bootstrap_opts) return !strcmp(name, levels.option) ? &levels : NULL;
    for (size_t i = 0; tf_attns[i]; i++)
        for (const struct tf_changed_default *c = tf_attns[i]->opts == opts ? tf_attns[i]->changed : NULL; c && c->option; c++)
            if (!strcmp(name, c->option)) return c;
    return NULL;
}

static bool idle(const struct tf_changed_default *c, const struct tf_opt *opts, const void *base) {
    struct tf_buf gradient = {0};
    tf_opt_get(opts, tf_opt_find(opts, "gradient"), base, &gradient);
    bool is = spec_listed(c->idle, gradient.s);
    tf_buf_free(&gradient);
    return is;
}

static bool has_value(const struct tf_opt *opts, const struct tf_opt *o, const void *base, const char *value) {
    const struct tf_opt alone[] = {*o, {0}};
    struct tf_buf own = {0}, other = {0};
    struct tf_err none = {0};
    void *scratch = tf_calloc(o->offset + sizeof(struct tf_ints) + TF_STRING_MAX);
    bool same = value && !tf_opt_set(alone, scratch, o->name, value, &none);
    if (same) {
        tf_opt_get(opts, o, base, &own), tf_opt_get(alone, alone, scratch, &other);
        same = own.len == other.len && (!own.len || !memcmp(own.s, other.s, own.len));
    }
    tf_free(scratch);
    tf_buf_free(&own), tf_buf_free(&other);
    return same;
}

/* Does the hash leave this value out? */
static bool unhashed(const struct tf_opt *opts, const struct tf_opt *o, const void *base) {
    const struct tf_changed_default *c = find_changed(opts, o->name);
    if (c && opts == tf_bootstrap_opts && spec_int_option(opts, base, "to_height", 0) - spec_int_option(opts, base, "from_height", 0) < 2)
        return true; // one height: no level to drop
    if (has_value(opts, o, base, c ? c->first : o->def)) return true;
    return c && c->idle && idle(c, opts, base) && has_value(opts, o, base, o->def);
}

void spec_put_option(struct tf_yaml *map, const struct tf_opt *opts, const struct tf_opt *o, const void *base) {
    struct tf_buf text = {0};
    tf_opt_get(opts, o, base, &text);
    struct tf_yaml *v = tf_yaml_new(o->type == TF_INTS ? TF_YAML_LIST : TF_YAML_SCALAR, o->type == TF_INTS ? NULL : text.s);
    v->quoted = o->type == TF_STRING;
    const struct tf_ints *list = tf_opt_at(opts, o, base);
    for (int i = 0; o->type == TF_INTS && i < list->n; i++) {
        char one[16];
        snprintf(one, sizeof one, "%d", list->v[i]);
        tf_yaml_push(v, tf_yaml_new(TF_YAML_SCALAR, one));
    }
    tf_yaml_put(map, o->name, v);
    tf_buf_free(&text);
}

/* What `gradient` leaves idle in the section, but not in a stage: there the first default is another training than today's. */
static void put_used_by_stages(struct tf_yaml *map, const struct tf_spec_run *r) {
    const struct tf_opt *opts = r->attn->opts;
    const void *base = spec_attn_base(r);
    for (const struct tf_changed_default *c = r->n_stages ? r->attn->changed : NULL; c && c->option; c++) {
        const struct tf_opt *o = tf_opt_find(opts, c->option);
        bool used = false;
        for (int i = 0; c->idle && i < r->n_stages; i++) used |= !idle(c, opts, r->stages[i].attn_opts);
        if (used && idle(c, opts, base) && !has_value(opts, o, base, o->def)) spec_put_option(map, opts, o, base);
    }
}

void spec_put_options(struct tf_yaml *map, const struct tf_opt *opts, const void *base, const char *skip, bool defaults) {
    for (const struct tf_opt *o = tf_opt_next(opts, NULL); o; o = tf_opt_next(opts, o))
        if (!spec_listed(skip, o->name) && (defaults || !unhashed(opts, o, base))) spec_put_option(map, opts, o, base);
}

int spec_int_option(const struct tf_opt *opts, const void *base, const char *name, int otherwise) {
    const struct tf_opt *o = tf_opt_find(opts, name);
    return o && o->type == TF_INT ? *(const int *)tf_opt_at(opts, o, base) : otherwise;
}

int spec_flops_n(const struct tf_spec_run *r, int longest) {
    return r->data.pad > 0 ? r->data.pad : spec_int_option(r->task->opts, r->task_opts, "max_length", longest);
}

/* ---- task and attention ------------------------------------------------------------------------------------------ */

/* The section's `name`; NULL with *e filled when there is none. */
static const struct tf_yaml *name_of(const struct tf_yaml *section, const char *what, struct tf_err *e) {
    const struct tf_yaml *name = tf_yaml_get(section, "name");
    if (section->kind != TF_YAML_MAP) tf_yaml_fail(e, section, "%s: a map with a name is expected", what);
    else if (!name) tf_yaml_fail(e, section, "%s has no name", what);
    else if (name->kind != TF_YAML_SCALAR) tf_yaml_fail(e, name, "%s: its name must be a single word", what);
    return name && name->kind == TF_YAML_SCALAR ? name : NULL;
}

int spec_read_named(const struct tf_yaml *section, const char *what, const char *name, const struct tf_opt *opts, size_t size,
                    const char *skip, void **base, struct tf_err *e) {
    char owner[80];
    *base = tf_calloc(size + 1); // never 0 bytes
    tf_opt_defaults(opts, *base);
    snprintf(owner, sizeof owner, "%s %s", what, name);
    return spec_read_options(section, owner, opts, *base, skip, e);
}

static int read_task(struct tf_spec_run *r, const struct tf_yaml *tree, struct tf_err *e) {
    const struct tf_yaml *section = tf_yaml_get(tree, "task"), *name = name_of(section, "task", e);
    if (!name) return -1;
    const char *names[64];
    size_t n = 0;
    for (; tf_tasks[n] && n < TF_COUNT(names); n++) names[n] = tf_tasks[n]->name;
    if (!(r->task = tf_task_find(name->value))) return spec_fail_name(e, name, "task", names, n);
    if (spec_read_named(section, "task", r->task->name, r->task->opts, r->task->opts_size, "name", &r->task_opts, e)) return -1;
    const char *option = NULL;
    struct tf_err why = {0};
    if (!r->task->check || !r->task->check(r->task_opts, &option, &why)) return 0;
    const struct tf_yaml *at = option ? tf_yaml_get(section, option) : NULL;
    return tf_yaml_fail(e, at ? at : section, "%s", why.msg);
}

int spec_read_layers(const struct tf_spec_run *r, const struct tf_attn *a, const void *opts, const struct tf_yaml *v, int *first_layer,
                     int *end_layer, struct tf_err *e) {
    int used = 0, first = 0, last = -1;
    if (tf_yaml_null(v)) return 0;
    if (v->kind != TF_YAML_SCALAR) return tf_yaml_fail(e, v, "layers: a range like 6-11 is expected, or one layer");
    const char *text = v->value;
    if (sscanf(text, "%9d%n", &first, &used) == 1 && !text[used]) last = first;
    else if (sscanf(text, "%9d-%9d%n", &first, &last, &used) != 2 || text[used]) last = -1;
    if (first < 0 || last < first || last >= r->model.layers)
        return tf_yaml_fail(e, v, "layers: '%s' is not a range like 6-11 within the model's layers 0-%d", text, r->model.layers - 1);
    if (opts && tf_attn_has_aux_rows(a, opts) && (first > 0 || last < r->model.layers - 1))
        return tf_yaml_fail(e, v, "layers: %s works with extra rows and cannot be mixed with full attention", a->name);
    *first_layer = first, *end_layer = last + 1;
    return 0;
}

int spec_read_attn(const struct tf_yaml *map, const struct tf_attn **out, struct tf_err *e) {
    const struct tf_yaml *name = name_of(map, "attention", e);
    const char *names[64];
    size_t n = 0;
    if (!name) return -1;
    for (; tf_attns[n] && n < TF_COUNT(names); n++) names[n] = tf_attns[n]->name;
    if (!strcmp(name->value, "full"))
        return tf_yaml_fail(e, name, "unknown attention 'full': full attention is '%s'", tf_attn_full()->name);
    return (*out = tf_attn_find(name->value)) ? 0 : spec_fail_name(e, name, "attention", names, n);
}

static int read_attention(struct tf_spec_run *r, const struct tf_yaml *tree, struct tf_err *e) {
    const struct tf_yaml *section = tf_yaml_get(tree, "attention");
    if (spec_read_attn(section, &r->attn, e)) return -1;
    if (spec_read_named(section, "attention", r->attn->name, r->attn->opts, r->attn->opts_size, SPEC_ENTRY_KEYS, &r->attn_opts, e))
        return -1;
    return spec_read_layers(r, r->attn, r->attn_opts, tf_yaml_get(section, "layers"), &r->first_layer, &r->end_layer, e);
}

/* ---- bootstrapping ----------------------------------------------------------------------------------------------- */

int spec_own_layers(const struct tf_spec_run *r) { return tf_recipe_end(&r->recipe, r->end_layer) - r->first_layer; }

bool spec_routed(const struct tf_spec_run *r) {
    bool any = r->attn->flags & TF_ATTN_ROUTED;
    for (int i = 0; i < r->n_others; i++) any |= r->others[i].attn->flags & TF_ATTN_ROUTED;
    return any;
}

struct tf_layer_size spec_layer_size(const struct tf_spec_run *r, int n) {
    const struct tf_model_cfg *m = &r->model;
    return (struct tf_layer_size){n, m->dim, m->heads, m->qkv_dim, !m->qkv_bias || !m->bias, m->causal, m->position == TF_POS_ROTARY};
}

/* Of n tokens in pieces of `size`, the last maybe shorter. */
static double pieces_work(struct flops_layer *of, double f, int n, int size, enum flops_counting how) {
    of->size.n = n < size ? n : size;
    double work = n / of->size.n * flops_work(of, f, how);
    of->size.n = n % of->size.n;
    return of->size.n ? work + flops_work(of, f, how) : work;
}

/* The occupancy that was measured in layer l; -1: groups of equal size, or as they begin. */
static double measured(const struct tf_spec_run *r, int l, const struct tf_attn *m, const struct tf_work *w) {
    const bool own = l >= r->first_layer && l < r->first_layer + spec_own_layers(r);
    return w && m->flags & TF_ATTN_ROUTED ? (own ? w->occupancy : w->beside) : -1;
}

double spec_work_pct(const struct tf_spec_run *r, int n, const struct tf_work *w, enum flops_counting how) {
    const struct tf_layer_size whole = spec_layer_size(r, n);
    const int size = r->model.sentence ? r->model.sentence : n, below = tf_model_token_layers(&r->model);
    struct tf_layer_attn layer[TF_MAX_LAYERS];
    tf_recipe_layers(layer, &r->recipe);
    double work = 0;
    for (int l = 0; l < r->model.layers; l++) {
        struct flops_layer of = {.m = layer[l].attn, .opts = (void *)layer[l].opts, .size = whole};
        const double f = measured(r, l, of.m, w);
        work += l < below ? pieces_work(&of, f, n, size, how) : pieces_work(&of, f, (n + size - 1) / size, n, how);
    }
    return 100 * work / flops_full_work(&whole, how) / r->model.layers;
}

double spec_state(const struct tf_spec_run *r, int n, const struct tf_work *w) {
    struct tf_layer_attn layer[TF_MAX_LAYERS];
    double kept = 0;
    tf_recipe_layers(layer, &r->recipe);
    for (int l = 0; l < r->model.layers; l++) {
        const struct flops_layer of = {.m = layer[l].attn, .opts = (void *)layer[l].opts, .size = spec_layer_size(r, n)};
        kept += flops_kept(&of, measured(r, l, of.m, w));
    }
    return kept;
}

int spec_bootstrap_stages(const struct tf_spec_run *r) { return tf_stage_count(&r->bootstrap, spec_own_layers(r)); }

static bool has_height(const struct tf_spec_run *r) {
    const struct tf_opt *o = tf_opt_find(r->attn->opts, "height");
    return o && o->type == TF_INT;
}

/* Trees of one shape spread over the layers, a group per stage, and never grow. */
static int check_growth(struct tf_spec_run *r, const struct tf_yaml *section, struct tf_err *e) {
    static const char *const of_height[] = {"from_height", "to_height"};
    if (has_height(r)) return 0;
    if (!(r->attn->flags & TF_ATTN_STRAIGHT))
        return tf_yaml_fail(e, section, "bootstrapping grows trees, but attention %s has no option 'height'", r->attn->name);
    for (size_t k = 0; k < TF_COUNT(of_height); k++) {
        const int i = tf_yaml_find(section, of_height[k]);
        if (i >= 0)
            return tf_yaml_fail_key(e, section, i, "%s: the trees of %s have one shape; leave it out, and they spread over the layers",
                                    of_height[k], r->attn->name);
    }
    r->bootstrap.from_height = r->bootstrap.to_height = 0;
    return 0;
}

/* The trees grow to to_height, so the mechanism's own height must not say something else. */
static int grow_height(struct tf_spec_run *r, const struct tf_yaml *section, const struct tf_yaml *attention, struct tf_err *e) {
    if (!has_height(r)) return 0;
    const struct tf_yaml *given = tf_yaml_get(attention, "height");
    int height = spec_int_option(r->attn->opts, r->attn_opts, "height", 0);
    if (given && height != r->bootstrap.to_height)
        return tf_yaml_fail(e, given, "height: %d contradicts train.bootstrap.to_height %d; leave it out", height, r->bootstrap.to_height);
    const int to = r->bootstrap.to_height, lowest = r->bootstrap.from_height < to ? r->bootstrap.from_height + 1 : to;
    struct tf_err early = {0}, late = {0};
    for (int k = 0; k < 2; k++) { // the first trees can do less than the last, whose own faults check_shape names
        char text[16];
        struct tf_err why = {0};
        snprintf(text, sizeof text, "%d", k ? to : lowest);
        if (tf_opt_set(r->attn->opts, r->attn_opts, "height", text, &why))
            return tf_yaml_fail(e, spec_place(section, "to_height"), "to_height as attention %s's %s", r->attn->name, why.msg);
        spec_check_attention(r, r->attn, r->attn_opts, section, k ? &late : &early);
    }
    if (!early.code || late.code) return 0;
    *e = early;
    return -1;
}

static int read_bootstrap(struct tf_spec_run *r, const struct tf_yaml *tree, struct tf_err *e) {
    struct tf_bootstrap_cfg *b = &r->bootstrap;
    const struct tf_yaml *section = tf_yaml_get(tf_yaml_get(tree, "train"), "bootstrap");
    tf_opt_defaults(tf_bootstrap_opts, b);
    if (tf_yaml_null(section)) return 0;
    if (spec_read_options(section, "train.bootstrap", tf_bootstrap_opts, b, NULL, e)) return -1;
    b->enabled = true;
    if (check_growth(r, section, e)) return -1;
    if ((b->steps_per_stage > 0) == (b->total_steps > 0))
        return tf_yaml_fail(e, section, "train.bootstrap: exactly one of steps_per_stage and total_steps is needed");
    if (b->from_height > b->to_height)
        return tf_yaml_fail(e, spec_place(section, "from_height"), "from_height: %d is above to_height %d", b->from_height, b->to_height);
    int stages = spec_bootstrap_stages(r);
    if (stages > TF_MAX_STAGES) return tf_yaml_fail(e, section, "train.bootstrap: %d stages, at most %d allowed", stages, TF_MAX_STAGES);
    if (b->total_steps > 0 && b->total_steps < stages)
        return tf_yaml_fail(e, tf_yaml_get(section, "total_steps"), "total_steps: %d is less than the %d stages", b->total_steps, stages);
    if (b->steps_per_stage > 1000000000 / stages)
        return tf_yaml_fail(e, tf_yaml_get(section, "steps_per_stage"), "steps_per_stage: %d stages of %d steps are too many", stages,
                            b->steps_per_stage);
    return grow_height(r, section, tf_yaml_get(tree, "attention"), e);
}

int spec_steps(const struct tf_spec_run *r) {
    const struct tf_bootstrap_cfg *b = &r->bootstrap;
    int steps = 0;
    for (int i = 0; i < r->n_stages; i++) steps += r->stages[i].train.steps;
    if (r->n_stages) return steps;
    if (!b->enabled) return r->train.steps;
    return b->total_steps > 0 ? b->total_steps : b->steps_per_stage * spec_bootstrap_stages(r);
}

int spec_schedule_steps(const struct tf_spec_run *r) {
    return r->bootstrap.restart ? spec_steps(r) / spec_bootstrap_stages(r) : spec_steps(r);
}

int spec_longest(const struct tf_spec_run *r) {
    return r->task->longest ? r->task->longest(r->task_opts) : spec_int_option(r->task->opts, r->task_opts, "max_length", 0);
}

/* ---- the whole run ----------------------------------------------------------------------------------------------- */

int spec_check_attention(const struct tf_spec_run *r, const struct tf_attn *a, const void *opts, const struct tf_yaml *at,
                         struct tf_err *e) {
    const struct tf_model_cfg *m = &r->model;
    const int length = spec_longest(r);
    if (!a->check) return 0;
    struct tf_shape s = {.C = m->dim,
                         .H = m->heads,
                         .qkv = m->qkv_dim,
                         .no_bias = !m->qkv_bias || !m->bias,
                         .causal = m->causal,
                         .rotary = m->position == TF_POS_ROTARY,
                         .alibi = m->position == TF_POS_ALIBI,
                         .max_len = length < (1 << 30) ? length + (m->pool == TF_POOL_CLS) : length,
                         .dropout = m->attention_dropout};
    struct tf_err why = {0};
    char option[64] = "";
    if (!a->check(opts, &s, &why)) return 0;
    sscanf(why.msg, "%63[a-z_]", option);
    return tf_yaml_fail(e, spec_place(at, option), "attention %s: %s", a->name, why.msg);
}

int spec_check_causal(const struct tf_spec_run *r, const struct tf_attn *a, const struct tf_yaml *name, struct tf_err *e) {
    if (!r->model.causal || !tf_attn_not_causal(a)) return 0;
    return tf_yaml_fail(e, name, "attention %s cannot be causal, as %s: %s", a->name,
                        r->task->order == TF_ORDER_CAUSAL ? "this task needs it" : "model.causal says", tf_attn_not_causal(a));
}

int spec_check_length(const struct tf_spec_run *r, const struct tf_train_cfg *c, const struct tf_yaml *section, struct tf_err *e) {
    const int least = r->task->shortest ? r->task->shortest(r->task_opts) : 0;
    if (!c->max_tokens || c->max_tokens >= least) return 0;
    return tf_yaml_fail(e, spec_place(section, "max_tokens"),
                        "max_tokens: %d leaves no training example, those of task %s have %d tokens or more", c->max_tokens, r->task->name,
                        least);
}

/* Whether tokens look ahead: as the task needs it, if the mechanism can. */
static int read_causal(struct tf_spec_run *r, const struct tf_yaml *tree, struct tf_err *e) {
    const struct tf_yaml *given = tf_yaml_at(tree, "model.causal"), *attention = tf_yaml_get(tree, "attention");
    const enum tf_task_order order = r->task->order;
    if (order == TF_ORDER_CAUSAL && given && !r->model.causal)
        return tf_yaml_fail(e, given, "causal: task %s predicts the next token, which a model that is not causal would see", r->task->name);
    if (order == TF_ORDER_BOTH && r->model.causal)
        return tf_yaml_fail(e, given, "causal: task %s predicts tokens from those on both sides", r->task->name);
    r->model.causal |= order == TF_ORDER_CAUSAL;
    return spec_check_causal(r, r->attn, tf_yaml_get(attention, "name"), e);
}

static int check_layers(const struct tf_spec_run *r, const struct tf_yaml *tree, struct tf_err *e) {
    const struct tf_yaml *model = tf_yaml_get(tree, "model");
    struct tf_layer_attn layer[TF_MAX_LAYERS];
    struct tf_err why = {0};
    tf_recipe_layers(layer, &r->recipe);
    if (!tf_model_check_layers(&r->model, layer, &why)) return 0;
    const struct tf_yaml *given = spec_named_option(why.msg, tree);
    return tf_yaml_fail(e, given ? given : tf_yaml_null(model) ? tree : model, "%s", why.msg);
}

const char *spec_why_still(unsigned teaching) {
    return teaching & TF_TEACH_OUTPUT
               ? "output: full leaves the trees out, and nothing moves them; set teach: mass or kl, or balance"
               : "gradient: none is no gradient for the trees, and nothing moves them; set teach: mass or kl, or balance";
}

/* Without stages. */
static int check_teacher(const struct tf_spec_run *r, const struct tf_yaml *tree, struct tf_err *e) {
    const unsigned teaching = tf_attn_teaching(r->attn, r->attn_opts);
    if (teaching & TF_TEACH_STILL && teaching & TF_TEACH_OUTPUT)
        return tf_yaml_fail(e, tf_yaml_get(tree, "attention"), "%s", spec_why_still(teaching));
    if (teaching & TF_TEACH_STILL && !strcmp(r->train.learn, "tree"))
        return tf_yaml_fail(e, tf_yaml_at(tree, "train.learn"), "learn: %s", spec_why_still(teaching));
    if (!(teaching & TF_TEACH_TAUGHT) || !*r->train.learn || *r->init.from) return 0;
    return tf_yaml_fail(
        e, tf_yaml_at(tree, "train.learn"),
        "learn: full attention teaches the trees, but nothing has trained it: give init.from, or train.stages with one like "
        "{steps: %d, output: full, freeze: tree} in front",
        r->train.steps);
}

static int check_shape(const struct tf_spec_run *r, const struct tf_yaml *tree, struct tf_err *e) {
    if (check_layers(r, tree, e)) return -1;
    const double step = (double)r->train.batch * r->train.accumulate;
    if (step > 1e6)
        return tf_yaml_fail(e, tf_yaml_at(tree, "train.accumulate"),
                            "train: batch %d x accumulate %d is more than 1000000 sequences per step", r->train.batch, r->train.accumulate);
    if (spec_part(r, spec_parts(r) - 1).train->mask > 0)
        return tf_yaml_fail(e, tf_yaml_at(tree, "train.mask") ? tf_yaml_at(tree, "train.mask") : tf_yaml_at(tree, "train.stages"),
                            "mask: the model that is tested predicts classes, so its stage hides nothing; in train.stages put one like "
                            "{steps: 6000, mask: 0.15} in front");
    if (r->train.batch_ramp > 0 && r->train.accumulate == 1)
        return tf_yaml_fail(e, tf_yaml_at(tree, "train.batch_ramp"),
                            "train.batch_ramp: a batch grows by micro-steps, and accumulate is 1: give a smaller batch, accumulated");
    const int examples = spec_int_option(r->task->opts, r->task_opts, "train", 0);
    if (r->train.batch_ramp > 0 && examples && step > examples)
        return tf_yaml_fail(
            e, tf_yaml_at(tree, "train.batch_ramp"),
            "train.batch_ramp: the batch grows to %.0f sequences, and there are %d training examples: set a smaller train.%s", step,
            examples, examples / r->train.batch > 1 ? "accumulate" : "batch");
    if (!r->n_stages && spec_check_length(r, &r->train, tf_yaml_get(tree, "train"), e)) return -1;
    if (!r->n_stages && check_teacher(r, tree, e)) return -1;
    return spec_check_attention(r, r->attn, r->attn_opts, tf_yaml_get(tree, "attention"), e);
}

void spec_put_range(struct tf_yaml *map, int first_layer, int end_layer) {
    char text[32];
    snprintf(text, sizeof text, "%d-%d", first_layer, end_layer - 1);
    tf_yaml_put(map, "layers", tf_yaml_new(TF_YAML_SCALAR, text));
}

void spec_put_layers(struct tf_yaml *map, const struct tf_spec_run *r, bool defaults) {
    if (r->end_layer) spec_put_range(map, r->first_layer, r->end_layer);
    spec_put_others(map, r, defaults);
}

/* name NULL: a section without one. */
static struct tf_yaml *section(const char *name, const struct tf_opt *opts, const void *base, bool defaults) {
    struct tf_yaml *map = tf_yaml_new(TF_YAML_MAP, NULL);
    if (name) tf_yaml_put(map, "name", tf_yaml_new(TF_YAML_SCALAR, name));
    spec_put_options(map, opts, base, NULL, defaults);
    return map;
}

/* defaults false: only what is set otherwise, for the hash. */
static struct tf_yaml *resolve(const struct tf_spec_run *r, const char *protocol, bool defaults) {
    struct tf_yaml *y = tf_yaml_new(TF_YAML_MAP, NULL), *train = section(NULL, tf_train_opts, &r->train, defaults);
    struct tf_yaml *seeds = tf_yaml_new(TF_YAML_LIST, NULL);
    char seed[32];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)r->seed);
    if (r->bootstrap.enabled) {
        struct tf_yaml *bootstrap = tf_yaml_new(TF_YAML_MAP, NULL);
        spec_put_options(bootstrap, tf_bootstrap_opts, &r->bootstrap, r->bootstrap.to_height ? NULL : "from_height|to_height", defaults);
        tf_yaml_put(train, "bootstrap", bootstrap);
    }
    spec_put_stages(train, r);
    tf_yaml_push(seeds, tf_yaml_new(TF_YAML_SCALAR, seed));
    tf_yaml_put(y, "protocol", tf_yaml_new(TF_YAML_SCALAR, protocol));
    tf_yaml_put(y, "task", section(r->task->name, r->task->opts, r->task_opts, defaults));
    if (defaults || r->data.pad) tf_yaml_put(y, "data", section(NULL, tf_data_opts, &r->data, defaults));
    if (defaults || *r->init.from) tf_yaml_put(y, "init", section(NULL, tf_init_opts, &r->init, defaults));
    tf_yaml_put(y, "model", section(NULL, tf_model_opts, &r->model, defaults));
    tf_yaml_put(y, "attention", section(r->attn->name, r->attn->opts, spec_attn_base(r), defaults));
    if (!defaults) put_used_by_stages(tf_yaml_get(y, "attention"), r);
    spec_put_layers(tf_yaml_get(y, "attention"), r, defaults);
    tf_yaml_put(y, "train", train);
    tf_yaml_put(y, "seeds", seeds);
    return y;
}

void spec_hash_of(const struct tf_yaml *y, char out[17]) {
    struct tf_buf text = {0};
    tf_yaml_write(&text, y);
    snprintf(out, 17, "%016llx", (unsigned long long)tf_hash64(text.s, text.len, 0));
    tf_buf_free(&text);
}

void spec_hash_parts(const struct tf_spec_run *r, const char *const *path, size_t n, char out[17]) {
    struct tf_yaml *own = resolve(r, "", false), *parts = tf_yaml_new(TF_YAML_MAP, NULL);
    for (size_t i = 0; i < n; i++) {
        const struct tf_yaml *part = tf_yaml_at(own, path[i]);
        if (part) tf_yaml_put(parts, path[i], tf_yaml_clone(part));
    }
    spec_hash_of(parts, out);
    tf_yaml_free(own);
    tf_yaml_free(parts);
}

void spec_hash_training(const struct tf_spec_run *r, char out[17]) { spec_hash_parts(r, spec_section, SPEC_TRAINING_SECTIONS, out); }

/* Appends "name=value", or where the n structs of options (one, or one of each stage) differ "name=value+value"; nothing where all have the default. */
static void add_varied(struct tf_buf *b, const struct tf_opt *opts, const struct tf_opt *o, const void *const *base, int n) {
    struct tf_buf value = {0}, first = {0};
    bool differ = false, any = false;
    tf_opt_get(opts, o, base[0], &first);
    for (int i = 0; i < n; i++) {
        struct tf_buf one = {0};
        tf_opt_get(opts, o, base[i], &one);
        any |= strcmp(one.s, o->def) != 0, differ |= strcmp(one.s, first.s) != 0;
        tf_buf_addf(&value, "%s%s", i ? "+" : "", one.s);
        tf_buf_free(&one);
    }
    if (any) tf_buf_addf(b, "%s%s=%s", b->len ? " " : "trained with ", o->name, differ ? value.s : first.s);
    tf_buf_free(&value), tf_buf_free(&first);
}

/* What is special about the training examples; often nothing. */
static void put_varied(struct tf_spec_run *r) {
    struct tf_buf b = {0};
    const int n = spec_parts(r);
    const void **base = tf_alloc(sizeof *base * (size_t)n);
    for (int i = 0; i < n; i++) base[i] = spec_part(r, i).task_opts;
    for (const struct tf_opt *o = tf_opt_next(r->task->opts, NULL); o && r->task->vary; o = tf_opt_next(r->task->opts, o))
        if (spec_listed(r->task->vary->options, o->name)) add_varied(&b, r->task->opts, o, base, n);
    struct tf_train_cfg *train = tf_alloc(sizeof *train * (size_t)n);
    for (int i = 0; i < n; i++) {
        base[i] = &train[i], train[i] = *spec_part(r, i).train;
        if (spec_takes_all(r, &train[i])) train[i].max_tokens = 0;
    }
    add_varied(&b, tf_train_opts, tf_opt_find(tf_train_opts, "max_tokens"), base, n);
    tf_buf_fit(r->varied, sizeof r->varied, &b);
    tf_free(base), tf_free(train);
    tf_buf_free(&b);
}

void spec_quirks(struct tf_spec_run *r) {
    struct tf_buf b = {0};
    if (r->task->quirks) r->task->quirks(r->task_opts, &b);
    if (r->attn->quirks) r->attn->quirks(r->attn_opts, &b);
    tf_buf_fit(r->quirks, sizeof r->quirks, &b);
    tf_buf_free(&b);
}

int spec_run_read(struct tf_spec_run *r, const struct tf_spec *s, const struct tf_yaml *tree, uint64_t seed, struct tf_err *e) {
    r->seed = seed;
    tf_opt_defaults(tf_data_opts, &r->data);
    tf_opt_defaults(tf_init_opts, &r->init);
    tf_opt_defaults(tf_model_opts, &r->model);
    tf_opt_defaults(tf_train_opts, &r->train);
    if (read_task(r, tree, e) || spec_read_options(tf_yaml_get(tree, "data"), "data", tf_data_opts, &r->data, NULL, e)) return -1;
    if (spec_read_options(tf_yaml_get(tree, "init"), "init", tf_init_opts, &r->init, NULL, e)) return -1;
    const struct tf_yaml *from = tf_yaml_get(tf_yaml_get(tree, "init"), "from");
    if (from && tf_yaml_null(from)) return tf_yaml_fail(e, from, "init.from: no file is named; without `from` the weights begin at random");
    if (spec_read_options(tf_yaml_get(tree, "model"), "model", tf_model_opts, &r->model, NULL, e)) return -1;
    if (read_attention(r, tree, e) || read_causal(r, tree, e) || spec_read_others(r, tf_yaml_get(tree, "attention"), e)) return -1;
    if (spec_read_options(tf_yaml_get(tree, "train"), "train", tf_train_opts, &r->train, "bootstrap|stages", e)) return -1;
    if (read_bootstrap(r, tree, e) || spec_read_stages(r, tree, e) || check_shape(r, tree, e)) return -1;
    spec_quirks(r);
    put_varied(r);
    r->resolved = resolve(r, s->heading.protocol, true);
    struct tf_yaml *own = resolve(r, s->heading.protocol, false);
    spec_hash_of(own, r->hash);
    tf_yaml_free(own);
    return 0;
}

void spec_run_free(struct tf_spec_run *r) {
    tf_free(r->task_opts);
    spec_free_stages(r);
    spec_free_others(r);
    tf_free(r->attn_opts);
    tf_yaml_free(r->resolved);
    tf_yaml_free(r->source);
    *r = (struct tf_spec_run){0};
}
