/* The linter: settings that are allowed, but seldom meant. */
#include "data/locate.h"
#include "spec/spec_resolve.h"
#include "spec/spec_source.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct lint {
    struct tf_spec *s;
    const struct tf_spec_run *r;
    const struct tf_yaml *tree;
    const struct spec_source *src;
    bool other; // r->attn is one of `others`
};

/* Warns at the option, or at its section, or at the top when the file has neither. */
static TF_PRINTF(3, 4) void warn(const struct lint *l, const char *path, const char *fmt, ...) {
    struct tf_spec *s = l->s;
    char what[512];
    struct tf_err text = {0};
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    tf_yaml_fail(&text, spec_place(l->tree, path), "warning: %s", what);
    for (int i = 0; i < s->n_warnings; i++)
        if (strcmp(s->warning[i], text.msg) == 0) return;
    s->warning = tf_realloc(s->warning, sizeof *s->warning * (size_t)(s->n_warnings + 1));
    s->warning[s->n_warnings++] = tf_strdup(text.msg);
}

bool spec_no_table(const char *table, struct tf_buf *why) {
    struct tf_buf path = {0}, dir = {0}, found = {0};
    struct tf_names names = {0};
    tf_buf_addf(&path, "paper/%s", table);
    const bool unknown = *table && tf_experiment_find("paper", &dir, NULL) && !tf_experiment_find(path.s, &found, NULL) &&
                         !tf_dir_names(dir.s, &names, &(struct tf_err){0});
    const char *near = unknown ? tf_closest(table, (const char *const *)names.v, names.n) : NULL;
    if (unknown) {
        tf_buf_addf(why, "table: %s is not in %s", table, dir.s);
        if (near) tf_buf_addf(why, " (did you mean '%s'?)", near);
        tf_buf_addf(why, ": the paper's column will be empty");
    }
    tf_names_free(&names);
    tf_buf_free(&path), tf_buf_free(&dir), tf_buf_free(&found);
    return unknown;
}

void spec_lint_table(struct tf_spec *s, const struct tf_yaml *root) {
    const struct lint l = {.s = s, .tree = root};
    struct tf_buf why = {0};
    if (tf_yaml_at(root, "paper.table") && spec_no_table(s->heading.paper_table, &why)) warn(&l, "paper.table", "%s", why.s);
    tf_buf_free(&why);
}

static void lint_schedule(const struct lint *l) {
    const struct tf_train_cfg *c = &l->r->train;
    int steps = spec_schedule_steps(l->r);
    const double warmup = tf_warmup(c, steps);
    for (int i = 0; i < l->r->n_stages; i++) {
        const struct tf_train_cfg *own = &l->r->stages[i].train;
        const double of_stage = tf_warmup(own, own->steps);
        char path[40];
        snprintf(path, sizeof path, "train.stages.%d", i);
        if (of_stage >= own->steps && of_stage > 0)
            warn(l, path, "the warm-up of %.0f steps is not shorter than stage %d, of %d steps: its learning rate never leaves it; set %s",
                 of_stage, i + 1, own->steps, own->warmup_ratio > 0 ? "warmup_ratio" : "warmup");
    }
    if (!l->r->n_stages && warmup >= steps && warmup > 0)
        warn(l, c->warmup_ratio > 0 ? "train.warmup_ratio" : "train.warmup",
             "the warm-up of %.0f steps is not shorter than the %s of %d: the learning rate never leaves it", warmup,
             l->r->bootstrap.restart ? "stage" : "run", steps);
    for (int i = 0; i < spec_parts(l->r); i++) {
        const struct tf_train_cfg *part = spec_part(l->r, i).train;
        char of[32] = "", path[40] = "train.lr";
        if (l->r->n_stages) snprintf(of, sizeof of, " in stage %d", i + 1), snprintf(path, sizeof path, "train.stages.%d.lr", i);
        if (part->lr == 0) warn(l, path, "lr 0: nothing is learned%s", of);
        if (part->schedule != TF_SCHED_RSQRT) continue;
        warn(l, "train.lr", "the rsqrt schedule multiplies lr by 1/sqrt(max(t, warm-up)): %g means a peak of %.3g%s", part->lr,
             tf_lr_peak(part, l->r->n_stages ? part->steps : steps), of);
    }
    if (c->eps < FLT_MIN) warn(l, "train.eps", "eps %g: a weight that has had no gradient yet is 0/0; take 1e-8 or more", c->eps);
    if (c->optimizer == TF_OPTIM_ADAM && c->weight_decay > 0)
        warn(l, "train.weight_decay", "with optimizer adam this is an L2 penalty; adamw is the one that decays weights");
}

/* Sequences as a unit of cost: a training sequence is three forward passes, a validation sequence one. */
static void lint_evaluation(const struct lint *l) {
    const struct tf_train_cfg *c = &l->r->train;
    const struct tf_task *t = l->r->task;
    int valid = spec_int_option(t->opts, l->r->task_opts, "valid", 0);
    if (c->eval_limit > 0 && (valid == 0 || c->eval_limit < valid)) valid = c->eval_limit;
    int steps = spec_steps(l->r) < c->eval_every ? spec_steps(l->r) : c->eval_every;
    double between = 3.0 * c->batch * c->accumulate * steps;
    if (valid > between)
        warn(l, "train.eval_every", "validation on %d examples costs about %.1f times the %d training steps between: %sset eval_limit",
             valid, valid / between, steps, steps < c->eval_every ? "" : "raise eval_every or ");
    for (int i = 0; i < spec_parts(l->r); i++) {
        const struct tf_train_cfg *part = spec_part(l->r, i).train;
        char path[48];
        snprintf(path, sizeof path, "train.stages.%d.max_tokens", i);
        if (part->max_tokens && spec_takes_all(l->r, part))
            warn(l, tf_yaml_at(l->tree, path) ? path : "train.max_tokens", "max_tokens %d leaves no example out, as 0 does",
                 part->max_tokens);
    }
    const bool hides = spec_hides(l->r);
    if (c->mask_loss != TF_MASK_WORDS && !hides)
        warn(l, "train.mask_loss", "it has no effect unless a stage of train.stages hides tokens (mask)");
    if (c->eval_mask > 0 && !hides) warn(l, "train.eval_mask", "it has no effect unless a stage of train.stages hides tokens (mask)");
    const int test = spec_int_option(t->opts, l->r->task_opts, "test", 0);
    if (c->test_limit > 0 && t->score)
        warn(l, "train.test_limit", "it limits the test's loss alone: the score is of all questions, and task.test limits those");
    else if (c->test_limit > 0 && (test == 0 || c->test_limit < test))
        warn(l, "train.test_limit", "only %d test examples: not a full test, do not compare it with published figures", c->test_limit);
}

static bool sweeps_several(const struct lint *l, const char *path) {
    const struct spec_axis *a = spec_axis_of(l->src, path);
    return a && a->values->n > 1;
}

static bool sweeps_number(const struct lint *l, const char *path, int number) {
    const struct spec_axis *a = spec_axis_of(l->src, path);
    for (int k = 0; a && k < a->values->n; k++)
        if (a->values->item[k]->value && atoi(a->values->item[k]->value) == number) return true;
    return false;
}

/* Is there a part of the run that does not freeze the trees? */
static bool trees_move(const struct tf_spec_run *r) {
    for (int i = 0; i < spec_parts(r); i++)
        if (!tf_has_part(spec_part(r, i).train->freeze, "tree")) return true;
    return false;
}

/* Growth with nothing to grow, or to decide. */
static void lint_growth(const struct lint *l) {
    const struct tf_spec_run *r = l->r;
    const struct tf_bootstrap_cfg *b = &r->bootstrap;
    const int layers = spec_own_layers(r), heights = b->to_height - b->from_height;
    if (!b->enabled) return;
    if (b->layers_per_stage > layers)
        warn(l, "train.bootstrap.layers_per_stage", "layers_per_stage %d, and %d layers have trees: all get theirs together",
             b->layers_per_stage, layers);
    if (heights < 2 && sweeps_number(l, "train.bootstrap.from_height", b->to_height - !heights))
        warn(l, "train.bootstrap.from_height", "from_height %d beside to_height %d: one stage per group, of height %d, as with %d",
             b->from_height, b->to_height, b->to_height, b->to_height - !heights);
    if (b->levels != TF_LEVELS_KEEP && b->layers_per_stage >= layers)
        warn(l, "train.bootstrap.levels", "levels has no effect where all layers get their trees together");
    if (b->restart && spec_bootstrap_stages(r) == 1) warn(l, "train.bootstrap.restart", "restart has no effect with one stage");
}

/* A stage that ends as full attention, and trees that learn from a model that has learned nothing. */
static void lint_teaching(const struct lint *l) {
    const struct tf_spec_run *r = l->r;
    const int n = spec_parts(r);
    bool full = *r->init.from, learns = false, queries_move = *r->init.from, queries_rest = false;
    int told = -1; // the first part
    for (int i = 0; i < n; i++) {
        const struct spec_part part = spec_part(r, i);
        const unsigned what = tf_attn_teaching(r->attn, part.attn_opts);
        const bool taught = spec_teaches(r, i);
        if (told < 0 && what & TF_TEACH_TAUGHT) told = i;
        learns |= taught;
        if (!tf_has_part(part.train->freeze, "tree")) *(what & TF_TEACH_QUERIES_STILL ? &queries_rest : &queries_move) = true;
        if (taught && !full)
            warn(l, r->n_stages ? "train.stages" : "attention",
                 "trees are taught by the full attention of a model that begins at random: give init.from%s",
                 r->bootstrap.enabled ? "" : ", or begin with a stage of output: full, freeze: tree");
        full |= spec_trains_full(r, i) && !taught;
        if (i == n - 1 && what & TF_TEACH_OUTPUT)
            warn(l, r->n_stages ? "train.stages" : "attention",
                 "%soutput: full, so the tested model is full attention and does not use its trees",
                 r->n_stages ? "the last stage has " : "");
    }
    if (queries_rest && !queries_move)
        warn(l, "attention",
             "nothing moves the trees of queries, which stay random: set shared: true, another gradient, or balance_queries");
    if (told < 0 || learns) return;
    char path[64];
    snprintf(path, sizeof path, "train.stages.%d.teach", told);
    const bool staged = tf_yaml_at(l->tree, path);
    warn(l, staged ? path : "attention.teach", "teach has no effect with %sfreeze: tree, which keeps the trees as they are",
         staged ? "" : "train.");
}

/* Leaves of a binary tree that no token can reach: those of TC-A, whose queries see nodes, are no loss. */
static bool many_binary(const struct tf_attn *attn, const void *opts, int tokens, struct tf_buf *out) {
    const int height = tf_opt_find(attn->opts, "probes") ? spec_int_option(attn->opts, opts, "height", 0) : 0;
    if (!height || tokens < 2 || exp2(height) <= tokens) return false;
    const int enough = (int)log2(tokens);
    tf_buf_addf(out, "%.0f leaves, and a sequence has at most %d tokens, so that many stay empty: height %d has leaves enough",
                exp2(height), tokens, enough);
    return true;
}

bool spec_many_leaves(const struct tf_attn *attn, const void *opts, int tokens, struct tf_buf *out) {
    const struct tf_opt *o = tf_opt_find(attn->opts, "branching");
    if (!o) return many_binary(attn, opts, tokens, out);
    if (o->type != TF_INTS || tokens < 2) return false;
    const struct tf_ints *b = tf_opt_at(attn->opts, o, opts);
    double leaves = 1;
    for (int i = 0; i < b->n; i++) leaves *= b->v[i];
    if (leaves <= tokens) return false;
    const int one = (int)(pow(tokens, 1.0 / b->n) + 1e-9);
    tf_buf_addf(out, "%.0f leaves, and a sequence has at most %d tokens, so that many stay empty: branching [", leaves, tokens);
    for (int i = 0; i < (one < 2 ? 1 : b->n); i++) tf_buf_addf(out, "%s%d", i ? ", " : "", one < 2 ? tokens : one);
    tf_buf_addf(out, "] has leaves enough");
    return true;
}

/* Of the longest sequence that the model sees. */
static int tokens_of(const struct tf_spec_run *r) { return r->data.pad > 0 ? r->data.pad : spec_longest(r); }

static void lint_branching(const struct lint *l, const struct tf_attn *attn, const void *opts, const char *path) {
    struct tf_buf text = {0};
    if (spec_many_leaves(attn, opts, tokens_of(l->r), &text)) warn(l, path, "%s", text.s);
    tf_buf_free(&text);
}

static void lint_layers(const struct lint *l) {
    const struct tf_spec_run *r = l->r;
    const struct tf_opt *local = tf_opt_find(r->attn->opts, "local_heads");
    const double share = local ? *(const double *)tf_opt_at(r->attn->opts, local, r->attn_opts) : 0, heads = share * r->model.heads;
    if (fabs(heads - round(heads)) > 0.02) // a third may be 0.33
        warn(l, "attention.local_heads", "local_heads: %g of %d heads is rounded to %.0f", share, r->model.heads, round(heads));
    if (r->end_layer == r->model.layers && r->first_layer == 0)
        warn(l, "attention.layers", "layers 0-%d are all layers of the model: leave it out, so that the run is the same as without",
             r->end_layer - 1);
}

/* Leaves that no token can reach. */
static void lint_leaves(const struct lint *l) {
    char path[64];
    for (int i = 0; i < spec_parts(l->r); i++) {
        const char *option = tf_opt_find(l->r->attn->opts, "branching") ? "branching" : "height";
        snprintf(path, sizeof path, "train.stages.%d.%s", i, option);
        if (!tf_yaml_at(l->tree, path)) snprintf(path, sizeof path, "attention.%s", option);
        lint_branching(l, l->r->attn, spec_part(l->r, i).attn_opts, path);
    }
    for (int i = 0; i < l->r->n_others; i++) lint_branching(l, l->r->others[i].attn, l->r->others[i].opts, "attention.others");
}

/* The columns of work are for max_length tokens. */
static void lint_length(const struct lint *l) {
    const int longest = spec_longest(l->r), most = spec_int_option(l->r->task->opts, l->r->task_opts, "max_length", 0);
    if (longest > 0 && most > 1.25 * longest && l->r->data.pad <= 0)
        warn(l, "task.max_length",
             "max_length %d, but no sequence has more than %d tokens: the columns of work would be for %d tokens; set task.max_length: %d",
             most, longest, most, longest);
}

static void lint_quirks(const struct lint *l) {
    if (*l->r->quirks) warn(l, "task", "tables will say of this run: %s", l->r->quirks);
    if (l->r->data.pad > 0)
        warn(l, "data.pad", "padding to %d tokens is for measurements of speed: the model treats padding as tokens", l->r->data.pad);
}

/* In some stage, has the mechanism's option this value (is), or another (!is)? True, too, where there is no such option: then nothing is
 * said of it. */
static bool attention_has(const struct lint *l, const char *name, const char *value, bool is) {
    const struct tf_spec_run *r = l->r;
    const struct tf_opt *o = tf_opt_find(r->attn->opts, name);
    bool has = !o;
    for (int i = 0; !has && i < spec_parts(r); i++) {
        struct tf_buf text = {0};
        tf_opt_get(r->attn->opts, o, spec_part(r, i).attn_opts, &text);
        has = !strcmp(text.s, value) == is;
        tf_buf_free(&text);
    }
    return has;
}

static bool attention_is(const struct lint *l, const char *name, const char *value) { return attention_has(l, name, value, true); }

/* Has the task's option this value? True, too, where there is no such option. */
static bool task_is(const struct lint *l, const char *name, const char *value) {
    const struct tf_task *t = l->r->task;
    const struct tf_opt *o = tf_opt_find(t->opts, name);
    struct tf_buf text = {0};
    if (o) tf_opt_get(t->opts, o, l->r->task_opts, &text);
    const bool is = !o || !strcmp(text.s ? text.s : "", value);
    tf_buf_free(&text);
    return is;
}

static void lint_steps(const struct lint *l) {
    const char *who = l->r->n_stages ? "train.stages" : l->r->bootstrap.enabled ? "train.bootstrap" : NULL;
    const struct tf_yaml *steps = tf_yaml_at(l->tree, "train.steps"), *instead = who ? tf_yaml_at(l->tree, who) : NULL;
    if (!who || tf_yaml_null(steps)) return;
    if (spec_from_set(instead) && !spec_from_set(steps)) return; // the steps are the file's, and --set put stages in their place
    if (tf_opt_is_default(tf_train_opts, sizeof l->r->train, tf_opt_find(tf_train_opts, "steps"), &l->r->train)) return;
    warn(l, "train.steps", "it has no effect beside %s: leave it out", who);
}

static bool is_default(const struct tf_opt *opts, size_t size, const struct tf_opt *o, const struct tf_yaml *value) {
    struct tf_buf text = {0};
    struct tf_err why = {0};
    void *base = tf_calloc(size + 1); // never 0 bytes
    tf_opt_defaults(opts, base);
    tf_yaml_flow(&text, value);
    const bool is = !tf_opt_set(opts, base, o->name, text.s ? text.s : "", &why) && tf_opt_is_default(opts, size, o, base);
    tf_buf_free(&text), tf_free(base);
    return is;
}

/* Options of a section that every stage sets for itself; those that have their default may stand in a spec that names all. */
static void lint_staged(const struct lint *l, const char *section, const struct tf_opt *opts, size_t size, const struct tf_yaml *stages) {
    const struct tf_yaml *map = tf_yaml_get(l->tree, section);
    for (int i = 0; map && map->kind == TF_YAML_MAP && i < map->n; i++) {
        const char *option = map->key[i].name;
        char path[TF_STRING_MAX];
        const struct tf_opt *o = tf_opt_find(opts, option);
        // `clip` of a stage is the training's
        const bool counts = o && (opts == tf_train_opts      ? strcmp(o->name, "steps") != 0
                                  : opts == l->r->task->opts ? l->r->task->vary && spec_listed(l->r->task->vary->options, o->name)
                                                             : !spec_listed(tf_stage_train_opts, option));
        bool all = counts && !is_default(opts, size, o, map->item[i]);
        for (int k = 0; k < stages->n && all; k++) all = stages->item[k]->kind == TF_YAML_MAP && tf_yaml_get(stages->item[k], option);
        snprintf(path, sizeof path, "%s.%s", section, option);
        if (all) warn(l, path, "%s has no effect: every stage of train.stages sets its own", option);
    }
}

static void lint_stages(const struct lint *l) {
    const struct tf_yaml *stages = tf_yaml_at(l->tree, "train.stages");
    if (!stages || stages->kind != TF_YAML_LIST) return;
    lint_staged(l, "train", tf_train_opts, sizeof l->r->train, stages);
    if (l->r->attn->opts) lint_staged(l, "attention", l->r->attn->opts, l->r->attn->opts_size, stages);
    lint_staged(l, "task", l->r->task->opts, l->r->task->opts_size, stages);
}

/* The option is for all entries, and this one does without it. */
static bool entry_decides(const struct lint *l, const char *by, const char *path) {
    const struct tf_yaml *entry = tf_yaml_get(l->tree, "attention");
    return tf_yaml_at(entry, by) && !tf_yaml_at(entry, path);
}

static bool has_leaves(const struct tf_yaml *entry) {
    const struct tf_attn *a = entry->kind == TF_YAML_LIST ? NULL : spec_entry_attn(entry);
    const struct tf_yaml *others = entry->kind == TF_YAML_MAP ? tf_yaml_get(entry, "others") : NULL;
    bool has = (a && tf_opt_find(a->opts, "teach")) || (others && has_leaves(others));
    for (int i = 0; entry->kind == TF_YAML_LIST && i < entry->n; i++) has |= has_leaves(entry->item[i]);
    return has;
}

/* Does an entry of the spec have trees that keep keys in leaves? */
static bool any_leaves(const struct lint *l) {
    bool any = false;
    for (int i = 0; i < l->src->n_entries; i++) any |= has_leaves(l->src->entry[i]);
    return any;
}

enum { LINT_LENGTH = 1 << 17 }; // tokens: to make the pattern of more takes too long

/* A pattern, or leaves and what joins them, that at the task's length leave out no pair. */
static void lint_pattern(const struct lint *l) {
    const struct tf_spec_run *r = l->r;
    const struct tf_model_cfg *m = &r->model;
    const int longest = tokens_of(r);
    if (longest < 2 || longest > LINT_LENGTH) return;
    const struct tf_cost c = {
        .T = longest + (m->pool == TF_POOL_CLS), .C = m->dim, .H = m->heads, .qkv = m->qkv_dim, .f = -1, .causal = m->causal};
    const int landmarks = spec_int_option(r->attn->opts, r->attn_opts, "landmarks", 0);
    if (landmarks >= longest)
        warn(l, "attention", "%d landmarks and at most %d tokens: %s computes full attention; choose fewer landmarks", landmarks, longest,
             r->attn->name);
    const bool leaves = tf_opt_find(r->attn->opts, "probes") && !(tf_attn_teaching(r->attn, r->attn_opts) & TF_TEACH_OUTPUT);
    struct tf_cost all = c;
    all.f = 1;
    if (!(r->attn->pattern || leaves)) return;
    const double most = leaves ? tf_attn_flops_layer(r->attn, r->attn_opts, &all) : tf_attn_flops_layer(tf_attn_full(), NULL, &c);
    if (tf_attn_flops_layer(r->attn, r->attn_opts, &c) >= most)
        warn(l, "attention", "%s computes as much as full attention on a sequence of at most %d tokens: choose %s", r->attn->name, c.T,
             leaves ? "a smaller window, or fewer global tokens or probes" : "smaller blocks or windows, or fewer global tokens");
}

/* An option, and whether another one, `by`, or the task makes use of it; where: it does not. */
struct idle {
    const char *path, *where, *by;
    bool used;
};

static void warn_idle(const struct lint *l, const struct idle *x, int n) {
    const struct tf_spec_run *r = l->r;
    const struct {
        const char *prefix;
        const struct tf_opt *opts;
        size_t size;
        const void *base;
    } section[] = {{"model.", tf_model_opts, sizeof r->model, &r->model},
                   {"train.", tf_train_opts, sizeof r->train, &r->train},
                   {"init.", tf_init_opts, sizeof r->init, &r->init},
                   {"task.", r->task->opts, r->task->opts_size, r->task_opts},
                   {"attention.", r->attn->opts, r->attn->opts_size, r->attn_opts}};
    for (; n--; x++)
        for (size_t i = 0; i < TF_COUNT(section); i++) {
            const size_t len = strlen(section[i].prefix);
            if (x->used || strncmp(x->path, section[i].prefix, len)) continue;
            const struct tf_opt *o = tf_opt_find(section[i].opts, x->path + len);
            const bool told = !spec_sweeps(l->src, x->by) || sweeps_several(l, x->path); // two that are swept make twins
            if (o && told && (l->other || !entry_decides(l, x->by, x->path)) &&
                !tf_opt_is_default(section[i].opts, section[i].size, o, section[i].base))
                warn(l, l->other ? "attention.others" : x->path, "%s%s has no effect %s", l->other ? "others: " : "", x->path + len,
                     x->where);
        }
}

/* Layers that have none of the entry's mechanisms have full attention. */
static bool has_full_layers(const struct tf_spec_run *r) {
    int layers = spec_own_layers(r);
    for (int i = 0; i < r->n_others; i++) layers += r->others[i].end_layer - r->others[i].first_layer;
    return layers < r->model.layers;
}

/* Options that only another option makes use of. */
static void lint_idle(const struct lint *l) {
    const struct tf_spec_run *r = l->r;
    const struct tf_model_cfg *m = &r->model;
    const struct tf_train_cfg *c = &r->train;
    const bool carries = tf_opt_find(r->task->opts, "carry") && task_is(l, "carry", "true");
    const bool rotary = m->position == TF_POS_ROTARY, adadelta = c->optimizer == TF_OPTIM_ADADELTA;
    const bool classes = tf_head_of(r->task->objective) == TF_HEAD_CLASS;
    // While trees grow, and in stages, layers may have full attention for a time.
    bool drops = !(r->attn->flags & TF_ATTN_NO_DROPOUT) || has_full_layers(r) || r->bootstrap.enabled || r->n_stages;
    for (int i = 0; i < r->n_others; i++) drops |= !(r->others[i].attn->flags & TF_ATTN_NO_DROPOUT);
    bool warms = !r->n_stages && c->schedule != TF_SCHED_TRIANGLE, words = tf_head_of(r->task->objective) == TF_HEAD_WORDS || spec_hides(r);
    for (int i = 0; i < r->n_stages; i++) warms |= r->stages[i].train.schedule != TF_SCHED_TRIANGLE;
    const struct idle option[] = {
        {"model.rotary_base", "without position rotary", "model.position", rotary},
        {"model.rotary_share", "without position rotary", "model.position", rotary},
        {"model.position_std", "without position learned", "model.position", m->position == TF_POS_LEARNED || m->block_positions},
        {"model.activation", "with mlp_dim: 0", "model.mlp_dim", m->mlp_dim > 0},
        {"model.word_transform", "where no words are predicted", "task", words},
        {"model.classifier_layers", "where no class is predicted", "task", classes},
        {"model.classifier_init", "where no class is predicted", "task", classes},
        {"model.classifier_dim", "where no class is predicted", "task", classes || !m->classifier_dim},
        {"model.pooler", "where no class is predicted", "task", classes || !spec_sweeps(l->src, "model.pooler")}, // it may be for later
        {"model.pool", "where no class is predicted", "task", classes || m->pool == TF_POOL_CLS || !spec_sweeps(l->src, "model.pool")},
        {"model.attention_dropout", "on mechanisms without probabilities to drop", "attention",
         drops || !spec_sweeps(l->src, "model.attention_dropout")},
        {"model.pair", "without a task of pairs, such as retrieval", "task", classes && r->task->pairs},
        {"model.cls_init", "without pool cls", "model.pool", m->pool == TF_POOL_CLS},
        {"train.muon_momentum", "without optimizer muon", "train.optimizer", c->optimizer == TF_OPTIM_MUON},
        {"train.rho", "without optimizer adadelta", "train.optimizer", adadelta},
        {"train.beta1", "with optimizer adadelta", "train.optimizer", !adadelta},
        {"train.beta2", "with optimizer adadelta", "train.optimizer", !adadelta},
        {"train.warmup", "with schedule triangle, which rises by itself", "train.schedule", warms},
        {"train.warmup_ratio", "with schedule triangle, which rises by itself", "train.schedule", warms},
        {"train.recall", "without tf-a or kary-tf-a: it measures what their leaves keep", "attention", any_leaves(l)},
        {"init.partial", "without init.from", "init.from", *r->init.from},
        {"attention.route", "without model.position rotary", "model.position", rotary},
        {"model.output_dropout", "where answers' ends are predicted", "task", tf_head_of(r->task->objective) != TF_HEAD_SPANS},
        {"attention.memory", "without task.carry", "task.carry", carries},
        {"attention.compressed", "without task.carry", "task.carry", carries},
        {"attention.rate", "without task.carry", "task.carry", carries},
        {"attention.compress", "without task.carry", "task.carry", carries},
    };
    warn_idle(l, option, TF_COUNT(option));
}

static void lint_idle_task(const struct lint *l) {
    static const char *const generated[] = {"data_seed", "length_min",  "length_max",       "max_depth",
                                            "max_args",  "distractors", "distractor_length"};
    const bool official = tf_opt_find(l->r->task->opts, "source") && task_is(l, "source", "official");
    for (size_t i = 0; i < TF_COUNT(generated); i++) {
        char path[40];
        snprintf(path, sizeof path, "task.%s", generated[i]);
        warn_idle(l, &(struct idle){path, "with source: official", "task.source", !official}, 1);
    }
    const bool dev = tf_opt_find(l->r->task->opts, "validation") && task_is(l, "validation", "dev"),
               no_valid = task_is(l, "valid_file", ""), no_test = task_is(l, "test_file", ""),
               one_text = task_is(l, "set", "files") || task_is(l, "set", "text8"),
               pairs = tf_opt_find(l->r->task->opts, "source") && task_is(l, "source", "squad"), // which it draws
        words = task_is(l, "unit", "word") || (task_is(l, "unit", "auto") && !task_is(l, "set", "text8"));
    const struct idle option[] = {
        {"task.valid_share", "beside valid_file", "task.valid_file", no_valid},
        {"task.test_share", "beside test_file", "task.test_file", no_test},
        {"task.valid_share", "with a set that has its own validation text", "task.set", one_text},
        {"task.test_share", "with a set that has its own test text", "task.set", one_text},
        {"task.split_seed", "beside valid_file and test_file", "task.valid_file", no_valid || no_test},
        {"task.heldout", "with validation: test", "task.validation", task_is(l, "validation", "heldout")},
        {"task.valid", "with validation: dev", "task.validation", !dev},
        {"task.split_seed", "with validation: dev", "task.validation", !dev || pairs},
        {"task.eos", "where tokens are characters or bytes", "task.unit", words},
    };
    warn_idle(l, option, TF_COUNT(option));
}

static void lint_idle_attention(const struct lint *l) {
    const bool by_mass = attention_is(l, "teach", "mass"), taught = by_mass || attention_is(l, "teach", "kl"),
               balanced = attention_has(l, "balance", "0", false), sampled = attention_is(l, "gradient", "sampled"),
               straight = attention_has(l, "gradient", "none", false), leaf = attention_is(l, "gradient", "leaf"),
               smooth = attention_is(l, "surrogate", "sech2") || attention_is(l, "surrogate", "logistic"),
               apart = !balanced || !tf_opt_find(l->r->attn->opts, "fold") || attention_is(l, "fold", "false") ||
                       attention_is(l, "shared", "false");
    const bool alone = attention_is(l, "probes", "1") && attention_is(l, "path_means", "false"),
               beside = !alone || attention_has(l, "window", "0", false) || attention_has(l, "global_tokens", "0", false);
    const bool no_window = attention_is(l, "window", "0"), empty_zero = attention_is(l, "empty", "zero");
    const int longest = tokens_of(l->r), samples = spec_int_option(l->r->attn->opts, l->r->attn_opts, "samples", 0);
    const char *usual = tf_opt_find(l->r->attn->opts, "samples") ? tf_opt_find(l->r->attn->opts, "samples")->def : "";
    const bool moves = attention_is(l, "detach", "false") || trees_move(l->r);
    const struct idle option[] = {
        {"attention.teach", "with teach_weight: 0", "attention.teach_weight", attention_has(l, "teach_weight", "0", false)},
        {"attention.teach_weight", "without teach", "attention.teach", taught},
        {"attention.teach_queries", "without teach", "attention.teach", taught},
        {"attention.teach_keys", "without teach", "attention.teach", taught},
        {"attention.teach_beta", "without teach", "attention.teach", taught},
        {"attention.teach_price", "without teach: mass", "attention.teach", by_mass},
        {"attention.teach_recall", "without teach: mass", "attention.teach", by_mass},
        {"attention.balance", "with train.freeze: tree, which keeps the trees as they are", "train.freeze", moves},
        {"attention.balance_form", "without balance", "attention.balance", balanced},
        {"attention.balance_queries", "without balance", "attention.balance", balanced},
        {"attention.balance_queries", "with fold: true and shared: true, where queries have the routes of keys", "attention.fold", apart},
        {"attention.surrogate", "with gradient: none", "attention.gradient", straight},
        {"attention.reading", "with gradient: none", "attention.gradient", straight},
        {"attention.empty", "with probes above 1 or path_means", "attention", alone},
        {"attention.empty", "as zero beside a window, which holds the token itself: it is as self", "attention.window",
         no_window || !empty_zero},
        {"attention.surrogate_beta", "without surrogate sech2 or logistic", "attention.surrogate", smooth},
        {"attention.clip", "with gradient: none", "attention.gradient", straight},
        {"attention.clip", "without positions: relative", "attention.positions", attention_is(l, "positions", "relative")},
        {"attention.summary", "without pattern: fixed", "attention.pattern", attention_is(l, "pattern", "fixed")},
        {"attention.first", "without pattern: fixed", "attention.pattern", attention_is(l, "pattern", "fixed")},
        {"attention.rank", "without mode: random", "attention.mode", attention_is(l, "mode", "random")},
        {"attention.iterations", "without sort: sinkhorn", "attention.sort", attention_is(l, "sort", "sinkhorn")},
        {"attention.random_limit", "with random_blocks: 0", "attention.random_blocks", attention_has(l, "random_blocks", "0", false)},
        {"attention.pattern_seed", "with random_blocks: 0", "attention.random_blocks", attention_has(l, "random_blocks", "0", false)},
        {"attention.leaf_pairs", "without gradient: leaf or sampled", "attention.gradient", sampled || leaf},
        {"attention.leaf_pairs", "where queries see their leaf's keys alone", "attention", beside || !(sampled || leaf)},
        {"attention.samples", "without gradient: sampled", "attention.gradient", sampled},
        {"attention.samples", "where sequences have no more tokens than the default: all keys are drawn", "task",
         longest < 2 || samples < longest || strtod(usual, NULL) < longest},
        {"attention.sample_from", "without gradient: sampled", "attention.gradient", sampled},
        {"attention.redraw", "with features: 0", "attention.features", attention_has(l, "features", "0", false)},
        {"attention.dilated_heads", "without dilation", "attention.dilation", attention_has(l, "dilation", "1", false)},
        {"attention.rate", "with compressed: 0", "attention.compressed", attention_has(l, "compressed", "0", false)},
        {"attention.compress", "with compressed: 0", "attention.compressed", attention_has(l, "compressed", "0", false)},
        {"attention.hard", "with globals: 0", "attention.globals", attention_has(l, "globals", "0", false)},
    };
    warn_idle(l, option, TF_COUNT(option));
}

static void lint_shards(const struct lint *l) {
    const struct tf_train_cfg *c = &l->r->train;
    double step = (double)c->batch * c->accumulate;
    if (c->shards < tf_cpu_count())
        warn(l, "train.shards", "%d shard%s at most %d of this machine's %d threads busy", c->shards, c->shards == 1 ? " keeps" : "s keep",
             c->shards, tf_cpu_count());
    if (fmod(step, c->shards) != 0)
        warn(l, "train.batch", "a step of %.0f sequences is not a multiple of %d shards, so some shards wait for others", step, c->shards);
}

/* The same of mechanisms of `others`, whose options no stage changes. */
static void lint_others(const struct lint *l) {
    const bool moves = trees_move(l->r);
    for (int i = 0; i < l->r->n_others; i++) {
        struct tf_spec_run part = *l->r;
        part.attn = part.others[i].attn, part.attn_opts = part.others[i].opts, part.n_stages = 0;
        snprintf(part.train.freeze, sizeof part.train.freeze, "%s", moves ? "" : "tree");
        lint_idle_attention(&(struct lint){l->s, &part, l->tree, l->src, .other = true});
    }
}

void spec_lint(struct tf_spec *s, const struct tf_spec_run *r, const struct tf_yaml *tree, const struct spec_source *src) {
    struct lint l = {s, r, tree, src, false};
    lint_schedule(&l), lint_growth(&l);
    lint_evaluation(&l);
    lint_shards(&l);
    lint_teaching(&l);
    lint_layers(&l), lint_leaves(&l);
    lint_pattern(&l);
    lint_steps(&l), lint_stages(&l);
    lint_idle(&l), lint_idle_task(&l);
    lint_idle_attention(&l), lint_others(&l);
    lint_length(&l), lint_quirks(&l);
}
