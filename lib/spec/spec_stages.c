/* `train.stages`: a list of stages, each with its steps and the settings in which it differs: options of training that a stage may have for itself,
 * options of the mechanism, the layers that have it, and how the task changes training examples. */
#include "spec/spec_resolve.h"

#include <string.h>

bool spec_takes_all(const struct tf_spec_run *r, const struct tf_train_cfg *c) {
    const int longest = spec_longest(r) * (r->task->pairs ? 2 : 1);
    return !c->max_tokens || (longest > 0 && c->max_tokens >= longest);
}

/* ---- reading ------------------------------------------------------------------------------------------------------ */

static int read_key(struct tf_spec_run *r, struct tf_stage_cfg *c, const struct tf_yaml *map, int i, struct tf_err *e) {
    const char *key = map->key[i].name;
    const struct tf_yaml *v = map->item[i];
    const struct tf_opt *of_train = tf_opt_find(tf_train_opts, key), *of_attn = tf_opt_find(r->attn->opts, key);
    const char *varied = r->task->vary ? r->task->vary->options : NULL;
    if (of_train && !strcmp(of_train->name, "warmup") && !tf_yaml_get(map, "warmup_ratio")) c->train.warmup_ratio = 0; // train's, that is
    if (!strcmp(key, "layers")) return 0; // read_layers, when all options of the mechanism are known
    if (of_train && spec_listed(tf_stage_train_opts, of_train->name))
        return spec_read_option(v, of_train, "train.stages", tf_train_opts, &c->train, e);
    if (spec_listed(varied, key))
        return spec_read_option(v, tf_opt_find(r->task->opts, key), "train.stages", r->task->opts, c->task_opts, e);
    if (of_attn) return spec_read_option(v, of_attn, "train.stages", r->attn->opts, c->attn_opts, e);
    if (of_train && !strcmp(of_train->name, "max_time"))
        return tf_yaml_fail_key(e, map, i, "train.stages: a stage has its own steps and no max_time: leave it out");
    if (of_train) return tf_yaml_fail_key(e, map, i, "train.stages: '%s' is the same in all stages: put it under train", key);
    for (size_t k = 0; tf_attns[k]; k++)
        if (tf_opt_find(tf_attns[k]->opts, key))
            return tf_yaml_fail_key(e, map, i, "train.stages: attention %s has no option '%s' (%s has): give it its own spec",
                                    r->attn->name, key, tf_attns[k]->name);
    for (size_t k = 0; tf_tasks[k]; k++)
        if (tf_tasks[k]->vary && spec_listed(tf_tasks[k]->vary->options, key))
            return tf_yaml_fail_key(e, map, i, "train.stages: task %s has no option '%s' (%s has): leave it out", r->task->name, key,
                                    tf_tasks[k]->name);
    const char *names[96] = {"layers"};
    size_t n = 1;
    for (const struct tf_opt *o = tf_opt_next(tf_train_opts, NULL); o; o = tf_opt_next(tf_train_opts, o))
        if (spec_listed(tf_stage_train_opts, o->name)) names[n++] = o->name;
    for (const struct tf_opt *o = tf_opt_next(r->task->opts, NULL); o; o = tf_opt_next(r->task->opts, o))
        if (spec_listed(varied, o->name)) names[n++] = o->name;
    for (const struct tf_opt *o = tf_opt_next(r->attn->opts, NULL); o && n < TF_COUNT(names); o = tf_opt_next(r->attn->opts, o))
        names[n++] = o->name;
    struct tf_buf b = {0};
    spec_advice(&b, key, names, n);
    int rc = tf_yaml_fail_key(e, map, i, "train.stages: unknown option '%s'%s", key, b.s ? b.s : "");
    tf_buf_free(&b);
    return rc;
}

static int read_layers(const struct tf_spec_run *r, struct tf_stage_cfg *c, const struct tf_yaml *map, struct tf_err *e) {
    const struct tf_yaml *v = tf_yaml_get(map, "layers");
    if (spec_read_layers(r, r->attn, c->attn_opts, v, &c->first_layer, &c->end_layer, e)) return -1;
    if (v && spec_check_beside(r, c->first_layer, c->end_layer, v, e)) return -1;
    const bool some = c->first_layer > 0 || tf_recipe_end(&r->recipe, c->end_layer) < r->model.layers; // the attention section's range, too
    if (some && tf_attn_has_aux_rows(r->attn, c->attn_opts))
        return tf_yaml_fail(e, map,
                            "train.stages: here %s works with extra rows and cannot be mixed with full attention: give it all layers",
                            r->attn->name);
    return 0;
}

static int check_mask(const struct tf_spec_run *r, const struct tf_train_cfg *c, const struct tf_yaml *map, struct tf_err *e) {
    const struct tf_yaml *loss = tf_yaml_get(map, "mask_loss"), *share = tf_yaml_get(map, "eval_mask");
    if (c->mask > 0 && r->task->objective != TF_CLASSIFY)
        return tf_yaml_fail(e, spec_place(map, "mask"),
                            "mask: it hides tokens of a task that predicts classes, and %s predicts something else: leave mask out",
                            r->task->name);
    if (c->mask > 0 && r->model.sentence)
        return tf_yaml_fail(
            e, spec_place(map, "mask"),
            "mask: hidden tokens are predicted one by one, and model.sentence keeps one row per sentence: leave one of them out");
    if (c->mask_loss == TF_MASK_L1 && !r->task->levels)
        return tf_yaml_fail(e, spec_place(map, "mask_loss"), "mask_loss: the tokens of task %s are no grey levels; use words",
                            r->task->name);
    if (loss && c->mask <= 0) return tf_yaml_fail(e, loss, "mask_loss: this stage hides no tokens; give mask");
    if (share && c->mask <= 0) return tf_yaml_fail(e, share, "eval_mask: this stage hides no tokens; give mask");
    return 0;
}

static int read_stage(struct tf_spec_run *r, struct tf_stage_cfg *c, const struct tf_yaml *map, struct tf_err *e) {
    bool steps = false;
    c->train = r->train;
    c->first_layer = r->first_layer, c->end_layer = r->end_layer;
    c->attn_opts = memcpy(tf_calloc(r->attn->opts_size + 1), r->attn_base, r->attn->opts_size);
    c->task_opts = memcpy(tf_calloc(r->task->opts_size + 1), r->task_opts, r->task->opts_size);
    struct tf_err place = {0};
    tf_yaml_fail(&place, map, "train.stages");
    snprintf(c->place, sizeof c->place, "%.127s", place.msg);
    if (map->kind != TF_YAML_MAP) return tf_yaml_fail(e, map, "train.stages: an entry is a map like {steps: 300, lr: 1e-3}");
    for (int i = 0; i < map->n; i++) {
        struct tf_err why = {0};
        for (int j = 0; j < i; j++)
            if (tf_opt_distinct(tf_train_opts, map->key[j].name, map->key[i].name, &why))
                return tf_yaml_fail_key(e, map, i, "train.stages: %s", why.msg);
        steps |= tf_opt_find(tf_train_opts, map->key[i].name) == tf_opt_find(tf_train_opts, "steps");
        if (read_key(r, c, map, i, e)) return -1;
    }
    if (!steps) return tf_yaml_fail(e, map, "train.stages: every stage needs its steps");
    if (read_layers(r, c, map, e) || check_mask(r, &c->train, map, e)) return -1;
    return spec_check_length(r, &c->train, map, e) || spec_check_attention(r, r->attn, c->attn_opts, map, e) ? -1 : 0;
}

bool spec_teaches(const struct tf_spec_run *r, int i) {
    const struct spec_part part = spec_part(r, i);
    return tf_attn_teaching(r->attn, part.attn_opts) & TF_TEACH_TAUGHT && !tf_has_part(part.train->freeze, "tree");
}

bool spec_hides(const struct tf_spec_run *r) {
    for (int i = 0; i < r->n_stages; i++)
        if (r->stages[i].train.mask > 0) return true;
    return false;
}

bool spec_trains_full(const struct tf_spec_run *r, int i) {
    const struct tf_stage_cfg *c = r->n_stages ? &r->stages[i] : NULL;
    return tf_attn_teaching(r->attn, spec_part(r, i).attn_opts) & TF_TEACH_OUTPUT ||
           (c && !r->n_others &&
            (c->first_layer > r->first_layer || tf_recipe_end(&r->recipe, c->end_layer) < tf_recipe_end(&r->recipe, r->end_layer)));
}

/* Trees that learn from full attention while all else stays as it is: somebody must have trained that, in these layers. */
static int check_teacher(const struct tf_spec_run *r, const struct tf_yaml *list, struct tf_err *e) {
    bool trained = *r->init.from;
    for (int i = 0; i < r->n_stages; i++) {
        const struct tf_stage_cfg *c = &r->stages[i];
        const bool alone = *c->train.learn;
        const unsigned teaching = tf_attn_teaching(r->attn, c->attn_opts);
        if (!strcmp(c->train.learn, "tree") && teaching & TF_TEACH_STILL)
            return tf_yaml_fail(e, list->item[i], "stage %d: %s", i + 1, spec_why_still(teaching));
        if (teaching & TF_TEACH_TAUGHT && alone && !trained)
            return tf_yaml_fail(e, list->item[i],
                                "stage %d: full attention teaches the trees, but no stage before has trained it: give init.from, "
                                "or put a stage like {steps: %d, output: full, freeze: tree} in front",
                                i + 1, r->train.steps);
        trained |= !alone && spec_trains_full(r, i);
    }
    return 0;
}

int spec_read_stages(struct tf_spec_run *r, const struct tf_yaml *tree, struct tf_err *e) {
    const struct tf_yaml *list = tf_yaml_at(tree, "train.stages");
    if (tf_yaml_null(list)) return 0;
    if (list->kind != TF_YAML_LIST || list->n == 0)
        return tf_yaml_fail(e, list, "train.stages: a list is expected, like [{steps: 300, learn: tree}, {steps: 3000}]");
    if (list->n > TF_MAX_STAGES) return tf_yaml_fail(e, list, "train.stages: %d stages, at most %d allowed", list->n, TF_MAX_STAGES);
    if (r->bootstrap.enabled)
        return tf_yaml_fail(e, list,
                            "train: give stages or bootstrap; stages can grow trees, too, by `height` and `layers` of their entries");
    if (r->train.max_time > 0)
        return tf_yaml_fail(e, tf_yaml_at(tree, "train.max_time"), "train: give stages or max_time; every stage has its own steps");
    r->attn_base = r->attn_opts, r->attn_opts = NULL;
    r->stages = tf_calloc(sizeof *r->stages * (size_t)list->n);
    double steps = 0;
    for (int i = 0; i < list->n; i++) {
        r->n_stages = i + 1;
        if (read_stage(r, &r->stages[i], list->item[i], e)) return -1;
        if ((steps += r->stages[i].train.steps) > 1e9) return tf_yaml_fail(e, list->item[i], "train.stages: more than 1000000000 steps");
    }
    const struct tf_stage_cfg *last = &r->stages[list->n - 1];
    if (last->first_layer != r->first_layer || last->end_layer != r->end_layer)
        return tf_yaml_fail(e, list->item[list->n - 1],
                            "train.stages: the last stage has the layers of the attention section: leave `layers` out");
    r->attn_opts = last->attn_opts;
    return check_teacher(r, list, e);
}

void spec_free_stages(struct tf_spec_run *r) {
    for (int i = 0; i < r->n_stages; i++) {
        if (r->stages[i].attn_opts != r->attn_opts) tf_free(r->stages[i].attn_opts);
        tf_free(r->stages[i].task_opts);
    }
    tf_free(r->stages);
    tf_free(r->attn_base);
}

/* ---- asking ------------------------------------------------------------------------------------------------------- */

int spec_parts(const struct tf_spec_run *r) { return r->n_stages ? r->n_stages : 1; }

struct spec_part spec_part(const struct tf_spec_run *r, int i) {
    if (!r->n_stages) return (struct spec_part){&r->train, r->attn_opts, r->task_opts, NULL};
    const struct tf_stage_cfg *c = &r->stages[i];
    return (struct spec_part){&c->train, c->attn_opts, c->task_opts, c->place};
}

/* ---- writing ------------------------------------------------------------------------------------------------------ */

const void *spec_attn_base(const struct tf_spec_run *r) { return r->attn_base ? r->attn_base : r->attn_opts; }

void spec_put_differing(struct tf_yaml *map, const struct tf_opt *opts, const void *a, const void *b, const char *only) {
    for (const struct tf_opt *o = tf_opt_next(opts, NULL); o; o = tf_opt_next(opts, o)) {
        if (only && (!spec_listed(only, o->name) || !strcmp(o->name, "steps"))) continue;
        if (!tf_opt_equal(opts, o, a, b)) spec_put_option(map, opts, o, a);
    }
    // warmup alone would be read as one without a share
    const struct tf_opt *share = tf_opt_find(opts, "warmup_ratio");
    if (share && tf_yaml_get(map, "warmup") && *(const double *)tf_opt_at(opts, share, a) > 0) spec_put_option(map, opts, share, a);
}

void spec_put_stages(struct tf_yaml *train, const struct tf_spec_run *r) {
    if (!r->n_stages) return;
    struct tf_yaml *list = tf_yaml_new(TF_YAML_LIST, NULL);
    for (int i = 0; i < r->n_stages; i++) {
        const struct tf_stage_cfg *c = &r->stages[i];
        struct tf_yaml *map = tf_yaml_new(TF_YAML_MAP, NULL);
        spec_put_option(map, tf_train_opts, tf_opt_find(tf_train_opts, "steps"), &c->train);
        spec_put_differing(map, tf_train_opts, &c->train, &r->train, tf_stage_train_opts);
        if (r->task->vary) spec_put_differing(map, r->task->opts, c->task_opts, r->task_opts, r->task->vary->options);
        spec_put_differing(map, r->attn->opts, c->attn_opts, r->attn_base, NULL);
        if (c->first_layer != r->first_layer || c->end_layer != r->end_layer) spec_put_range(map, c->first_layer, c->end_layer);
        tf_yaml_push(list, map);
    }
    tf_yaml_put(train, "stages", list);
}
