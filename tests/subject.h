/* For tests: one layer of a mechanism on one sequence, without a model around it. */
#ifndef TF_TESTS_SUBJECT_H
#define TF_TESTS_SUBJECT_H
#include <string.h>

#include "attn/attn.h"

struct subject { const struct tf_attn *attn; void *opts; char name[128]; int qkv; bool no_bias; }; /* qkv, no_bias: of the layer's shape */
struct layer { struct tf_pars pars; struct tf_tape t; struct tf_ctx ctx; struct tf_pack pk; int off[2], len[1]; uint32_t id[1]; };

/* The mechanism at its defaults with up to 4 options changed; v ends with NULL or after 8 texts. */
static inline struct subject make_subject(const char *mechanism, const char *const v[8]) {
    struct subject s = {.attn = tf_attn_find(mechanism)};
    struct tf_err e = {0};
    TF_BUG_IF(!s.attn, "no mechanism %s", mechanism);
    s.opts = tf_calloc(s.attn->opts_size + 1);
    if (s.attn->opts) tf_opt_defaults(s.attn->opts, s.opts);
    int at = snprintf(s.name, sizeof s.name, "%s", mechanism);
    for (int k = 0; v && k < 8 && v[k]; k += 2) {
        TF_BUG_IF(tf_opt_set(s.attn->opts, s.opts, v[k], v[k + 1], &e), "%s: %s", mechanism, e.msg);
        at += snprintf(s.name + at, sizeof s.name - (size_t)at, " %s=%s", v[k], v[k + 1]);
    }
    return s;
}

static inline void open_layer(struct layer *l, const struct subject *s, int T, int channels, int heads, bool causal) {
    memset(l, 0, sizeof *l);
    struct tf_shape shape = {.C = channels, .H = heads, .qkv = s->qkv, .no_bias = s->no_bias, .max_len = T, .causal = causal, .dropout = 0.1};
    struct tf_decl d = {&l->pars, "x."};
    tf_attn_params(s->attn, &d, &shape, s->opts);
    tf_pars_alloc(&l->pars);
    tf_pars_init(&l->pars, 1); // draws hang on the tensor's name: two mechanisms with the same projections get the same numbers
    tf_tape_init(&l->t);
    int rows = T + (s->attn->aux_rows ? s->attn->aux_rows(s->opts, T) : 0);
    l->off[1] = rows, l->len[0] = T;
    l->pk = (struct tf_pack){.n_seq = 1, .rows = rows, .off = l->off, .len = l->len, .id = l->id};
    l->ctx = (struct tf_ctx){.tape = &l->t, .attn = s->attn, .opts = s->opts, .shape = shape, .pack = &l->pk, .pars = &l->pars, .prefix = "x.", .aux_scale = 1};
}

/* Normal draws; rows from `different_from` on are others. */
static inline struct tf_mat *layer_input(struct layer *l, int different_from) {
    struct tf_mat *x = tf_new(&l->t, l->pk.rows, l->ctx.shape.C);
    for (int i = 0; i < x->rows; i++) {
        struct tf_rng r = tf_rng_at(i >= different_from ? 2 : 1, TF_RNG_TEST, 0, (uint32_t)i, 0);
        for (int j = 0; j < x->cols; j++) x->v[i * x->ld + j] = (tf_real)tf_rng_normal(&r);
    }
    return x;
}

static inline void close_layer(struct layer *l) {
    tf_tape_release(&l->t);
    tf_pars_free(&l->pars);
}
#endif
