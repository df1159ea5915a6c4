/* The models of a recipe, stage by stage. */
#include "train/recipe.h"

#include <string.h>

#include "model/checkpoint.h"

int tf_init_check(const char *path, const char *then, const char *init_from, const char *now, struct tf_err *e) {
    if (!*then || !now || !*now || !strcmp(then, now)) return 0;
    return tf_fail(e, TF_BAD, "%s began with other weights (hash %s) than %s has now (hash %s): bring them back, or choose another --out",
                   path, then, init_from, now);
}

int tf_recipe_stages(const struct tf_recipe *r, struct tf_stage *out) {
    return tf_stages(&r->bootstrap, r->model.layers, r->first_layer, r->end_layer, r->train.steps, out);
}

/* The mechanism's options with trees of this height: a copy. */
static int grow(void **own, const struct tf_recipe *r, int height, struct tf_err *e) {
    char h[16];
    snprintf(h, sizeof h, "%d", height);
    *own = memcpy(tf_alloc(r->attn->opts_size), r->attn_opts, r->attn->opts_size);
    return tf_opt_set(r->attn->opts, *own, "height", h, e);
}

int tf_recipe_model(struct tf_model *m, const struct tf_recipe *r, const struct tf_stage *stage, const struct tf_input *in,
                    struct tf_err *e) {
    struct tf_layer_attn layer[TF_MAX_LAYERS];
    const int first = stage ? stage->first_layer : r->first_layer, end = r->end_layer ? r->end_layer : r->model.layers;
    void *own = NULL;
    *m = (struct tf_model){0};
    int rc = stage && stage->height ? grow(&own, r, stage->height, e) : 0;
    for (int l = 0; l < r->model.layers; l++) {
        if (l >= first && l < end) layer[l] = (struct tf_layer_attn){r->attn, own ? own : r->attn_opts};
        else layer[l] = (struct tf_layer_attn){tf_attn_full(), NULL};
    }
    if (!rc) rc = tf_model_init(m, &r->model, layer, in, e);
    m->own_opts = own;
    return rc;
}

int tf_recipe_load(struct tf_model *m, const struct tf_recipe *r, const struct tf_stage *stage, const struct tf_input *in,
                   const char *checkpoint, struct tf_err *e) {
    if (tf_recipe_model(m, r, stage, in, e)) return -1;
    tf_pars_alloc(&m->pars);
    return tf_checkpoint_load(checkpoint, &m->pars, NULL, NULL, true, NULL, NULL, e);
}
