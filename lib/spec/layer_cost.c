/* Cost of one attention layer on one sequence: work from formulas, learned parameters. */
#include "spec/layer_cost.h"
#include "spec/spec_source.h"
#include <math.h>
#include <string.h>

/* ---- parameters ---------------------------------------------------------------------------------------------------------------------- */

static struct tf_shape shape_of(const struct tf_layer_size *s) {
    return (struct tf_shape){.C = s->dim, .H = s->heads, .qkv = s->qkv_dim, .no_bias = s->no_bias, .causal = s->causal, .max_len = s->n};
}

size_t tf_layer_parameters(const struct tf_attn *m, const void *opts, const struct tf_layer_size *s) {
    struct tf_shape shape = shape_of(s);
    struct tf_pars ps = {0};
    size_t n = 0;
    tf_attn_params(m, &(struct tf_decl){&ps, ""}, &shape, opts);
    for (int i = 0; i < ps.n; i++)
        if (!(ps.p[i].flags & TF_PAR_BUFFER)) n += (size_t)ps.p[i].rows * (size_t)ps.p[i].cols;
    tf_pars_free(&ps);
    return n;
}

/* ---- options ------------------------------------------------------------------------------------------------------------------------ */

/* Splits "attention.rank=64" or "rank=64"; NULL: it is neither. */
static const char *split_set(const char *text, char *name, size_t size) {
    static const char section[] = "attention.";
    if (!strncmp(text, section, sizeof section - 1)) text += sizeof section - 1;
    const char *eq = strchr(text, '=');
    if (!eq || eq == text || (size_t)(eq - text) >= size) return NULL;
    snprintf(name, size, "%.*s", (int)(eq - text), text);
    return eq + 1;
}

static int fail_no_option(const char *set, const char *option, struct tf_err *e) {
    const char *names[512], *near;
    size_t n = 0;
    for (int i = 0; tf_attns[i]; i++)
        for (const struct tf_opt *o = tf_opt_next(tf_attns[i]->opts, NULL); o && n < TF_COUNT(names); o = tf_opt_next(tf_attns[i]->opts, o))
            names[n++] = o->name;
    near = tf_closest(option, names, n);
    if (near) return tf_fail(e, TF_USAGE, "--set %.200s: no mechanism has the option '%s' (did you mean '%s'?)", set, option, near);
    return tf_fail(e, TF_USAGE, "--set %.200s: no mechanism has the option '%s'", set, option);
}

static int check_set(const char *set, struct tf_err *e) {
    char name[64];
    const char *value = split_set(set, name, sizeof name);
    bool found = false;
    if (!value) return tf_fail(e, TF_USAGE, "--set %.200s: attention.OPTION=VALUE expected", set);
    for (int i = 0; tf_attns[i]; i++) {
        const struct tf_attn *m = tf_attns[i];
        struct tf_err why = {0};
        if (!tf_opt_find(m->opts, name)) continue;
        found = true;
        void *opts = tf_calloc(m->opts_size + 1);
        int rc = tf_opt_set(m->opts, opts, name, value, &why);
        tf_free(opts);
        if (rc) return tf_fail(e, TF_USAGE, "--set %.200s: %s: %s", set, m->name, why.msg);
    }
    return found ? 0 : fail_no_option(set, name, e);
}

int flops_check_sets(const struct tf_flops_request *request, struct tf_err *e) {
    for (int i = 0; i < request->n_sets; i++)
        if (check_set(request->sets[i], e)) return -1;
    return 0;
}

static int set_option(struct flops_layer *l, const char *name, const char *value, struct tf_err *e) {
    const struct tf_opt *o = tf_opt_find(l->m->opts, name);
    struct tf_buf before = {0}, after = {0};
    if (!o) return tf_fail(e, TF_BAD, "%s has no option '%s'", l->m->name, name);
    spec_add_setting(&before, name, l->m->opts, o, l->opts);
    int rc = tf_opt_set(l->m->opts, l->opts, name, value, e);
    spec_add_setting(&after, name, l->m->opts, o, l->opts);
    if (strcmp(before.s, after.s)) l->changed = true;
    int i = 0;
    while (i < l->n_named && l->named[i] != o) i++;
    if (i == l->n_named && i < FLOPS_NAMED_MAX) l->named[l->n_named++] = o;
    tf_buf_free(&before), tf_buf_free(&after);
    return rc;
}

int flops_open(struct flops_layer *out, const struct tf_attn *m, const struct tf_layer_size *size, const char *options,
               const struct tf_flops_request *request, struct tf_err *e) {
    char text[256], name[64], *save = NULL;
    int rc = 0;
    *out = (struct flops_layer){.m = m, .size = *size, .opts = tf_calloc(m->opts_size + 1)}; // never 0 bytes
    tf_opt_defaults(m->opts, out->opts);
    snprintf(text, sizeof text, "%s", options);
    for (char *s = strtok_r(text, " ", &save); s && !rc; s = strtok_r(NULL, " ", &save)) {
        const char *value = split_set(s, name, sizeof name);
        rc = value ? set_option(out, name, value, e) : tf_fail(e, TF_BAD, "'%s' is not OPTION=VALUE", s);
    }
    out->changed = false;
    for (int i = 0; request && i < request->n_sets && !rc; i++) {
        const char *value = split_set(request->sets[i], name, sizeof name);
        if (value && tf_opt_find(m->opts, name)) rc = set_option(out, name, value, e);
    }
    if (rc) flops_close(out);
    return rc;
}

void flops_close(struct flops_layer *l) { tf_free(l->opts); }

void flops_setting(const struct flops_layer *l, struct tf_buf *out) {
    for (int i = 0; i < l->n_named; i++) spec_add_setting(out, l->named[i]->name, l->m->opts, l->named[i], l->opts);
}

bool flops_unusable(const struct flops_layer *l, struct tf_err *why) {
    struct tf_shape shape = shape_of(&l->size);
    for (const struct tf_opt *o = tf_opt_next(l->m->opts, NULL); o; o = tf_opt_next(l->m->opts, o)) {
        bool named = o->def != NULL;
        for (int i = 0; i < l->n_named; i++) named |= l->named[i] == o;
        if (!named) return tf_fail(why, TF_BAD, "option %s has no default", o->name);
    }
    return l->m->check && l->m->check(l->opts, &shape, why);
}

/* ---- work --------------------------------------------------------------------------------------------------------------------------- */

static struct tf_cost cost_of(const struct tf_layer_size *s, double f) {
    return (struct tf_cost){
        .T = s->n, .C = s->dim, .H = s->heads, .qkv = s->qkv_dim, .no_bias = s->no_bias, .causal = s->causal, .f = f, .rotary = s->rotary};
}

double flops_work(const struct flops_layer *l, double f, enum flops_counting how) {
    const struct tf_cost c = cost_of(&l->size, f);
    return how == FLOPS_PAPER ? c.H * tf_attn_flops_paper(l->m, l->opts, &c) : tf_attn_flops_layer(l->m, l->opts, &c);
}

double flops_kept(const struct flops_layer *l, double f) {
    const struct tf_cost c = cost_of(&l->size, f);
    return tf_attn_kept(l->m, l->opts, &c);
}

double flops_full_work(const struct tf_layer_size *s, enum flops_counting how) {
    return flops_work(&(struct flops_layer){.m = tf_attn_full(), .size = *s}, -1, how);
}

double flops_percent(const struct flops_layer *l, enum flops_counting how) {
    return 100 * flops_work(l, -1, how) / flops_full_work(&l->size, how);
}

double flops_beside(const struct tf_layer_size *s, int mlp_dim) {
    const double n = s->n, C = s->dim, F = mlp_dim;
    return n * (F * (2 * C + 1) + F + C * (2 * F + 1) + 2 * 8 * C + 2 * C);
}

double flops_projections(const struct tf_layer_size *s) {
    const struct tf_cost c = cost_of(s, -1);
    return tf_flops_qkvo(&c);
}

double flops_occupancy(const struct flops_layer *l, double work) { // routed mechanisms' work is linear in f
    double none = flops_work(l, 0, FLOPS_PAPER), slope = flops_work(l, 1, FLOPS_PAPER) - none;
    return l->m->flags & TF_ATTN_ROUTED && slope > 0 ? (work - none) / slope : (double)NAN;
}
