/* `others:` of an attention entry: mechanisms of layers that its `layers` leaves out, where full attention would be. One map, for all of them; or a list of
 * maps, each with `layers` of its own. */
#include "spec/spec_resolve.h"
#include "spec/spec_source.h"

static const struct tf_part *part_of(const struct tf_spec_run *r, int layer) {
    for (int i = 0; i < r->n_others; i++)
        if (layer >= r->others[i].first_layer && layer < r->others[i].end_layer) return &r->others[i];
    return NULL;
}

/* Adds the part for layers from..to-1. */
static int add_part(struct tf_spec_run *r, const struct tf_yaml *map, int from, int to, struct tf_err *e) {
    struct tf_part p = {.first_layer = from, .end_layer = to};
    if (spec_read_attn(map, &p.attn, e)) return -1;
    for (int l = from; l < to; l++) {
        const struct tf_part *has = part_of(r, l);
        const struct tf_attn *a = l >= r->first_layer && l < r->end_layer ? r->attn : has ? has->attn : NULL;
        if (a) return tf_yaml_fail(e, map, "others: layer %d has %s already", l, a->name);
    }
    if (r->n_others == TF_OTHERS_MAX) return tf_yaml_fail(e, map, "others: more than %d ranges of layers", TF_OTHERS_MAX);
    r->others[r->n_others++] = p;
    return 0;
}

static int check_part(struct tf_spec_run *r, struct tf_part *p, const struct tf_yaml *map, struct tf_err *e) {
    if (spec_check_causal(r, p->attn, tf_yaml_get(map, "name"), e)) return -1;
    if (spec_read_named(map, "attention.others", p->attn->name, p->attn->opts, p->attn->opts_size, "name|layers", &p->opts, e)) return -1;
    if (tf_attn_has_aux_rows(p->attn, p->opts))
        return tf_yaml_fail(e, tf_yaml_get(map, "name"), "others: %s works with extra rows and cannot be mixed with others", p->attn->name);
    if (tf_attn_teaching(p->attn, p->opts) & (TF_TEACH_TAUGHT | TF_TEACH_OUTPUT))
        return tf_yaml_fail(e, map, "others: full attention teaches the trees of the entry itself alone: leave teach and output out");
    for (int i = 0; &r->others[i] < p; i++)
        if (p->attn->flags & r->others[i].attn->flags & TF_ATTN_ROUTED && p->opts != r->others[i].opts)
            return tf_yaml_fail(e, map,
                                "others: %s and %s both choose pairs by content, and their work is measured together: give one of them",
                                r->others[i].attn->name, p->attn->name);
    return spec_check_attention(r, p->attn, p->opts, map, e);
}

/* All layers that the entry leaves out: those below it, those above, or both. */
static int read_rest(struct tf_spec_run *r, const struct tf_yaml *map, struct tf_err *e) {
    const int from[] = {0, r->end_layer}, to[] = {r->first_layer, r->model.layers};
    for (int i = 0; i < 2; i++)
        if (from[i] < to[i] && add_part(r, map, from[i], to[i], e)) return -1;
    if (check_part(r, &r->others[0], map, e)) return -1;
    if (r->n_others == 2) r->others[1].opts = r->others[0].opts;
    return 0;
}

static int read_item(struct tf_spec_run *r, const struct tf_yaml *map, struct tf_err *e) {
    const struct tf_attn *a;
    int first = 0, end = 0;
    if (spec_read_attn(map, &a, e)) return -1;
    const struct tf_yaml *layers = tf_yaml_get(map, "layers");
    if (tf_yaml_null(layers)) return tf_yaml_fail(e, map, "others: in a list each needs its layers, like 0-3");
    if (spec_read_layers(r, a, NULL, layers, &first, &end, e) || add_part(r, map, first, end, e)) return -1;
    return check_part(r, &r->others[r->n_others - 1], map, e);
}

int spec_read_others(struct tf_spec_run *r, const struct tf_yaml *section, struct tf_err *e) {
    const struct tf_yaml *v = tf_yaml_get(section, "others");
    if (tf_yaml_null(v)) return 0;
    if (!r->end_layer || (r->first_layer == 0 && r->end_layer == r->model.layers))
        return tf_yaml_fail(e, v, "others: %s is in all layers; give its layers, like 6-11", r->attn->name);
    if (v->kind == TF_YAML_SCALAR) return tf_yaml_fail(e, v, "others: a map like {name: %s} is expected, or a list of them", v->value);
    if (v->kind == TF_YAML_MAP && !tf_yaml_get(v, "layers")) return read_rest(r, v, e);
    if (v->kind == TF_YAML_MAP) return read_item(r, v, e);
    if (!v->n) return tf_yaml_fail(e, v, "others: the list is empty; leave it out, and the others have full attention");
    for (int i = 0; i < v->n; i++)
        if (read_item(r, v->item[i], e)) return -1;
    return 0;
}

int spec_check_beside(const struct tf_spec_run *r, int first_layer, int end_layer, const struct tf_yaml *at, struct tf_err *e) {
    for (int l = first_layer; l < end_layer; l++)
        if (part_of(r, l)) return tf_yaml_fail(e, at, "layers: layer %d has %s in all stages (others)", l, part_of(r, l)->attn->name);
    return 0;
}

void spec_free_others(struct tf_spec_run *r) {
    for (int i = 0; i < r->n_others; i++)
        if (!i || r->others[i].opts != r->others[i - 1].opts) tf_free(r->others[i].opts);
}

/* Two parts of one map. */
static bool is_rest(const struct tf_spec_run *r) { return r->n_others == 2 && r->others[0].opts == r->others[1].opts; }

void spec_put_others(struct tf_yaml *map, const struct tf_spec_run *r, bool defaults) {
    struct tf_yaml *list = tf_yaml_new(TF_YAML_LIST, NULL);
    for (int i = 0; i < r->n_others; i++) {
        const struct tf_part *p = &r->others[i];
        struct tf_yaml *part = tf_yaml_new(TF_YAML_MAP, NULL);
        tf_yaml_put(part, "name", tf_yaml_new(TF_YAML_SCALAR, p->attn->name));
        spec_put_options(part, p->attn->opts, p->opts, NULL, defaults);
        if (!is_rest(r)) spec_put_range(part, p->first_layer, p->end_layer);
        tf_yaml_push(list, part);
    }
    if (r->n_others) tf_yaml_put(map, "others", is_rest(r) ? tf_yaml_clone(list->item[0]) : list);
    if (!r->n_others || is_rest(r)) tf_yaml_free(list);
}

/* Those that are not as they are by default: ",window=32". */
static void name_options(const struct tf_part *p, struct tf_buf *out) {
    for (const struct tf_opt *o = tf_opt_next(p->attn->opts, NULL); o; o = tf_opt_next(p->attn->opts, o)) {
        struct tf_buf set = {0};
        if (tf_opt_is_default(p->attn->opts, p->attn->opts_size, o, p->opts)) continue;
        spec_add_setting(&set, o->name, p->attn->opts, o, p->opts);
        tf_buf_addf(out, ",%s", set.s);
        tf_buf_free(&set);
    }
}

void spec_name_others(const struct tf_spec_run *r, struct tf_buf *out) {
    int full = r->model.layers - (r->end_layer - r->first_layer);
    for (int i = 0; i < r->n_others; i++) full -= r->others[i].end_layer - r->others[i].first_layer;
    for (int i = 0; i < r->n_others - is_rest(r); i++) {
        const struct tf_part *p = &r->others[i];
        tf_buf_addf(out, "%s%s", i ? "+" : "", p->attn->name);
        if (r->n_others - is_rest(r) > 1 || full) tf_buf_addf(out, ",%d-%d", p->first_layer, p->end_layer - 1);
        name_options(p, out);
    }
}
