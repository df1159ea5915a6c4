/* The models of a recipe, stage by stage. */
#include "train/recipe.h"

#include <stdlib.h>
#include <string.h>

#include "io/io.h"
#include "model/checkpoint.h"

bool tf_same_init(const char *a, const char *b) {
    const char *x = strchr(a, '.'), *y = strchr(b, '.');
    const size_t n = strcspn(a, ".");
    const bool tensors = x && y && strlen(x) == 17 && !strcmp(x, y); // a path has a point, too
    return tensors || (n == strcspn(b, ".") && !strncmp(a, b, n) && (n == 16 || !strcmp(a, b)));
}

int tf_init_check(const char *path, const char *then, const char *init_from, const char *now, struct tf_err *e) {
    if (!*then || !now || !*now || tf_same_init(then, now)) return 0;
    return tf_fail(e, TF_BAD, "%s began with other weights (hash %s) than %s has now (hash %s): bring them back, or choose another --out",
                   path, then, init_from, now);
}

int tf_data_check(const char *path, const char *then, const struct tf_data *now, const char *else_do, struct tf_err *e) {
    if (!*then || strtoull(then, NULL, 16) == now->hash) return 0;
    return tf_fail(e, TF_BAD, "%s was trained on other data (hash %s) than %s has now (hash %016llx): bring it back, or %s", path, then,
                   now->source, (unsigned long long)now->hash, else_do);
}

int tf_recipe_stages(const struct tf_recipe *r, struct tf_stage *out) {
    if (!r->n_stages) return tf_stages(&r->bootstrap, r->model.layers, r->first_layer, r->end_layer, r->train.steps, out);
    for (int i = 0, start = 0; i < r->n_stages; start += out[i++].steps) {
        const struct tf_stage_cfg *c = &r->stages[i];
        out[i] =
            (struct tf_stage){c->first_layer, c->end_layer, 0, 0, start, c->train.steps, &c->train, c->attn_opts, c->task_opts, c->place};
    }
    return r->n_stages;
}

/* What the layer whose tree has this parameter learns it from; 0: no tree's. */
static unsigned tree_teaching(const struct tf_model *m, const struct tf_par *p) {
    const struct tf_layer_attn *a = tf_model_attn_of(m, p->name);
    return a && strstr(p->name, ".attention.self.tree") ? tf_attn_teaching(a->attn, a->opts) : 0;
}

/* Trees without any gradient, which old momentum or decay would go on moving. */
static bool is_still(const struct tf_model *m, const struct tf_par *p) {
    const unsigned teaching = tree_teaching(m, p);
    return teaching & TF_TEACH_STILL || (teaching & TF_TEACH_QUERIES_STILL && strstr(p->name, ".q.level"));
}

/* Marks the parameters that stay as they are. */
static int freeze(struct tf_model *m, const struct tf_train_cfg *c, const struct tf_stage *stage, struct tf_err *e) {
    const char *where = stage->place ? stage->place : "train", *colon = stage->place ? ": " : ".";
    const char *option = stage->place ? "" : *c->learn ? "train.learn" : "train.freeze";
    bool any = false;
    for (int i = 0; i < m->pars.n; i++) {
        struct tf_par *p = &m->pars.p[i];
        if (tf_train_frozen(c, p->name) || is_still(m, p)) p->flags |= TF_PAR_FROZEN;
        else any |= !(p->flags & TF_PAR_BUFFER);
    }
    if (any || !stage->steps) return 0;
    if (*c->learn && *c->freeze)
        return tf_fail_option(e, TF_BAD, option,
                              "%s%slearn: '%s' leaves no parameter of this model to learn beside freeze: '%s'; drop one of them", where,
                              colon, c->learn, c->freeze);
    return tf_fail_option(
        e, TF_BAD, option,
        "%s%s%s: '%s' leaves no parameter of this model to learn; give part of a parameter's name, such as tree (if a layer has trees)",
        where, colon, *c->learn ? "learn" : "freeze", *c->learn ? c->learn : c->freeze);
}

static bool has_name(const struct tf_pars *ps, const char *part) {
    for (int i = 0; i < ps->n; i++)
        if (strstr(ps->p[i].name, part)) return true;
    return false;
}

/* Drops the parts that the model has from the list, and tree, which a model without trees may be frozen by, beside one that has them. */
static void drop_names(char *parts, const struct tf_pars *ps) {
    char left[TF_STRING_MAX] = "", word[TF_STRING_MAX];
    const char *all = parts;
    size_t n = 0;
    while (tf_next_part(&all, word))
        if (strcmp(word, "tree") && !has_name(ps, word)) n += (size_t)snprintf(left + n, sizeof left - n, "%s%s", n ? "," : "", word);
    memcpy(parts, left, n + 1);
}

/* Of what stage[at] has there: what is in no model's names. */
static int look_for(const char *option, const char *parts, const struct tf_recipe *r, const struct tf_stage *stage, int n, int at,
                    const struct tf_input *in, struct tf_err *unknown, struct tf_err *e) {
    const char *place = stage[at].place;
    char left[TF_STRING_MAX];
    snprintf(left, sizeof left, "%s", parts);
    for (int i = 0; i < n && *left; i++) {
        struct tf_model m;
        if (tf_recipe_model(&m, r, &stage[i], in, e)) return -1;
        drop_names(left, &m.pars);
        tf_model_free(&m);
    }
    if (*left)
        tf_fail_option(unknown, TF_BAD, place ? "" : option, "%s%s%s: no parameter has '%s' in its name", place ? place : "",
                       place ? ": " : "", place ? strchr(option, '.') + 1 : option, left);
    return 0;
}

int tf_recipe_names(const struct tf_recipe *r, const struct tf_stage *stage, int n, const struct tf_input *in, struct tf_err *unknown,
                    struct tf_err *e) {
    const char *freeze = "", *learn = ""; // of the stage before
    *unknown = (struct tf_err){0};
    for (int i = 0; i < n && !unknown->code; i++) {
        const struct tf_train_cfg *c = tf_recipe_settings(r, &stage[i]);
        if (strcmp(c->freeze, freeze) && look_for("train.freeze", c->freeze, r, stage, n, i, in, unknown, e)) return -1;
        if (strcmp(c->learn, learn) && look_for("train.learn", c->learn, r, stage, n, i, in, unknown, e)) return -1;
        freeze = c->freeze, learn = c->learn;
    }
    return 0;
}

bool tf_recipe_teaches_only(const struct tf_model *m) {
    unsigned both = TF_TEACH_TAUGHT | TF_TEACH_OUTPUT;
    for (int i = 0; i < m->pars.n; i++) {
        const struct tf_par *p = &m->pars.p[i];
        if (p->flags & (TF_PAR_BUFFER | TF_PAR_FROZEN)) continue;
        if (tree_teaching(m, p) != both) return false;
    }
    return true;
}

int tf_recipe_end(const struct tf_recipe *r, int end_layer) { return end_layer ? end_layer : r->model.layers; }

void tf_recipe_limit(struct tf_recipe *r, int steps) {
    const int stages = tf_stage_count(&r->bootstrap, tf_recipe_end(r, r->end_layer) - r->first_layer);
    r->train.steps = steps;
    if (r->bootstrap.enabled) r->bootstrap.steps_per_stage = 0, r->bootstrap.total_steps = steps > stages ? steps : stages;
}

/* The mechanism's options with trees of this height: a copy. */
static int grow(void **own, const struct tf_recipe *r, int height, struct tf_err *e) {
    char h[16];
    snprintf(h, sizeof h, "%d", height);
    *own = memcpy(tf_alloc(r->attn->opts_size), r->attn_opts, r->attn->opts_size);
    return tf_opt_set(r->attn->opts, *own, "height", h, e);
}

/* The layers that are not of the recipe's mechanism. */
static void fill(struct tf_layer_attn *layer, const struct tf_recipe *r) {
    for (int l = 0; l < r->model.layers; l++)
        if (!layer[l].attn) layer[l] = (struct tf_layer_attn){tf_attn_full(), NULL};
    for (int i = 0; i < r->n_others; i++)
        for (int l = r->others[i].first_layer; l < r->others[i].end_layer; l++)
            layer[l] = (struct tf_layer_attn){r->others[i].attn, r->others[i].opts};
}

void tf_recipe_layers(struct tf_layer_attn *layer, const struct tf_recipe *r) {
    const int end = tf_recipe_end(r, r->end_layer);
    for (int l = 0; l < r->model.layers; l++)
        layer[l] = l >= r->first_layer && l < end ? (struct tf_layer_attn){r->attn, r->attn_opts} : (struct tf_layer_attn){NULL, NULL};
    fill(layer, r);
}

int tf_recipe_model(struct tf_model *m, const struct tf_recipe *r, const struct tf_stage *stage, const struct tf_input *in,
                    struct tf_err *e) {
    struct tf_layer_attn layer[TF_MAX_LAYERS] = {{NULL, NULL}};
    const int first = stage ? stage->first_layer : r->first_layer,
              end = tf_recipe_end(r, stage && stage->end_layer ? stage->end_layer : r->end_layer);
    const void *opts = stage && stage->attn_opts ? stage->attn_opts : r->attn_opts;
    const int grown = stage && stage->grown_layer ? stage->grown_layer : end; // these have the last height
    void *own = NULL;
    *m = (struct tf_model){0};
    int rc = stage && stage->height ? grow(&own, r, stage->height, e) : 0;
    for (int l = first; l < end; l++) layer[l] = (struct tf_layer_attn){r->attn, own && l < grown ? own : opts};
    fill(layer, r);
    struct tf_input of_stage = *in;
    if (stage && stage->train && stage->train->mask > 0) {
        of_stage.head = stage->train->mask_loss == TF_MASK_L1 ? TF_HEAD_LEVELS : TF_HEAD_WORDS;
        of_stage.hides = true;
    }
    if (!rc) rc = tf_model_init(m, &r->model, layer, &of_stage, e);
    m->own_opts = own;
    for (int l = 0; l < r->model.layers; l++) m->beside[l] = l < first || l >= end;
    if (!rc && stage) rc = freeze(m, tf_recipe_settings(r, stage), stage, e);
    if (rc) tf_model_free(m);
    return rc;
}

/* Learned positions are as many as the longest sequence of the training: of other data, the longest may be shorter. */
static int as_long_as_trained(struct tf_input *in, const struct tf_recipe *r, const char *checkpoint, struct tf_err *e) {
    struct tf_st file;
    int rows = 0, cols;
    if (r->model.position != TF_POS_LEARNED || r->model.positions) return 0;
    if (tf_st_open(&file, checkpoint, e)) return -1;
    const struct tf_st_tensor *t = tf_st_find(&file, "embeddings.position_embeddings.weight");
    if (t) tf_st_shape(t, &rows, &cols);
    tf_st_close(&file);
    const int longest = rows - (r->model.pool == TF_POOL_CLS);
    if (longest < 1) return 0; // loading says what is wrong
    if (in->max_len > longest)
        return tf_fail(
            e, TF_BAD,
            "%s: its model has positions for sequences of %d tokens, but some here have %d: cut them (task.max_length), or train "
            "with model.positions %d",
            checkpoint, longest, in->max_len, in->max_len + rows - longest);
    in->max_len = longest;
    return 0;
}

int tf_recipe_load(struct tf_model *m, const struct tf_recipe *r, const struct tf_stage *stage, const struct tf_input *in,
                   const char *checkpoint, struct tf_err *e) {
    struct tf_input of_training = *in;
    if (as_long_as_trained(&of_training, r, checkpoint, e) || tf_recipe_model(m, r, stage, &of_training, e)) return -1;
    tf_pars_alloc(&m->pars);
    if (!tf_checkpoint_load(checkpoint, &m->pars, NULL, NULL, true, NULL, e)) return 0;
    tf_model_free(m);
    return -1;
}
