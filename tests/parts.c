/* A layer, a head, a task: what tests of the floors above base share. */
#include "parts.h"

#include <math.h>

#include "attn/layer_alone.h"
#include "data/listops.h"
#include "model/model.h"
#include "task/task.h"
#include "data/locate.h"

/* ---- one layer ----------------------------------------------------------------------------------------------------- */

static const char *only;

void only_of(int argc, char **argv) {
    only = argc > 1 ? argv[1] : NULL;
    if (only && !tf_attn_find(only)) fprintf(stderr, "no mechanism '%s'\n", only), exit(2);
}

bool only_has(const char *mechanism) { return !only || !strcmp(only, mechanism); }

bool only_all(void) { return !only; }

struct subject make_subject(const char *mechanism, const char *const v[8]) {
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

static const char *drawn_choice(const char *choices, struct tf_rng *r, char text[64]) {
    int n = 1;
    for (const char *c = choices; *c; c++) n += *c == '|';
    for (int k = (int)tf_rng_below(r, (uint32_t)n); k > 0; k--) choices = strchr(choices, '|') + 1;
    snprintf(text, 64, "%.*s", (int)strcspn(choices, "|"), choices);
    return text;
}

static const char *drawn_value(const struct tf_opt *p, struct tf_rng *r, char text[64]) {
    static const double whole[] = {0, 1, 2, 3, 4, 5, 8, 13}, parts[] = {0, 0.31, 0.53, 1, 1.9};
    static const char *const lists[] = {"2", "3", "4", "2,2", "3,2", "2,3", "2,2,2"};
    if (p->type == TF_BOOL) return tf_rng_below(r, 2) ? "true" : "false";
    if (p->type == TF_CHOICE) return drawn_choice(p->choices, r, text);
    if (p->type == TF_INTS) return lists[tf_rng_below(r, TF_COUNT(lists))];
    double v = p->type == TF_INT ? whole[tf_rng_below(r, TF_COUNT(whole))] : parts[tf_rng_below(r, TF_COUNT(parts))];
    if (p->min || p->max) v = fmin(fmax(v, p->min), p->max);
    snprintf(text, 64, "%.17g", v);
    return text;
}

struct subject draw_subject(const struct tf_attn *a, uint32_t k, const struct tf_shape *shape) {
    for (uint32_t again = 0; again < 1000; again++) {
        struct tf_rng r = tf_rng_at(11, TF_RNG_TEST, k, again, (uint32_t)tf_hash64(a->name, strlen(a->name), 0));
        struct subject s = make_subject(a->name, NULL);
        struct tf_err e = {0};
        s.drawn = k + 1;
        size_t at = strlen(s.name);
        char text[64];
        for (const struct tf_opt *p = tf_opt_next(a->opts, NULL); p; p = tf_opt_next(a->opts, p)) {
            if (p->type == TF_STRING || tf_rng_below(&r, 2)) continue;
            const char *v = drawn_value(p, &r, text);
            TF_BUG_IF(tf_opt_set(a->opts, s.opts, p->name, v, &e), "%s: %s", a->name, e.msg);
            if (at < sizeof s.name) at += (size_t)snprintf(s.name + at, sizeof s.name - at, " %s=%s", p->name, v);
        }
        if (!a->check || !a->check(s.opts, shape, &e)) return s;
        tf_free(s.opts);
    }
    tf_bug(__FILE__, __LINE__, "%s refuses a thousand draws of its options", a->name);
}

void open_layer(struct layer *l, const struct subject *s, int T, int channels, int heads, bool causal) {
    open_layer_within(l, s, T, T, channels, heads, causal);
}

void open_layer_within(struct layer *l, const struct subject *s, int T, int max_len, int channels, int heads, bool causal) {
    const bool rotary = s->position == TF_POS_ROTARY;
    memset(l, 0, sizeof *l);
    const struct tf_layer_alone alone = {.attn = s->attn,
                                         .opts = s->opts,
                                         .shape = {.C = channels,
                                                   .H = heads,
                                                   .qkv = s->qkv,
                                                   .no_bias = s->no_bias,
                                                   .max_len = max_len,
                                                   .causal = causal,
                                                   .rotary = rotary,
                                                   .dropout = 0.1},
                                         .prefix = "x.",
                                         .pars = &l->pars};
    tf_alone_declare(&alone);
    if (rotary) tf_pars_add(&l->pars, TF_ROTARY, max_len, TF_HEAD_DIM(&alone.shape) / 2 * 2, TF_INIT_ROTARY, 10000, TF_PAR_BUFFER);
    tf_pars_alloc(&l->pars);
    tf_pars_init(&l->pars, 1); // draws hang on the tensor's name: two mechanisms with the same projections get the same numbers
    tf_tape_init(&l->t);
    tf_arena_init(&l->room);
    l->ctx = tf_alone_ctx(&alone, &l->t, &l->pk, &l->room, T, 1, 0);
    l->ctx.aux_scale = 1;
    int *pos = tf_arena_alloc(&l->room, sizeof *pos * (size_t)l->pk.rows);
    for (int i = 0; i < l->pk.rows; i++) pos[i] = i < T ? i : -1;
    l->pk.pos = pos;
}

struct tf_mat *layer_input(struct layer *l, int different_from) {
    struct tf_mat *x = tf_new(&l->t, l->pk.rows, l->ctx.shape.C);
    for (int i = 0; i < x->rows; i++) {
        struct tf_rng r = tf_rng_at(i >= different_from ? 2 : 1, TF_RNG_TEST, 0, (uint32_t)i, 0);
        for (int j = 0; j < x->cols; j++) x->v[i * x->ld + j] = (tf_real)tf_rng_normal(&r);
    }
    return x;
}

void close_layer(struct layer *l) {
    tf_tape_release(&l->t);
    tf_arena_release(&l->room);
    tf_pars_free(&l->pars);
}

/* ---- one head ------------------------------------------------------------------------------------------------------ */

tf_real *head_vec(int n) { return tf_calloc(sizeof(tf_real) * (size_t)n); }

void head_alloc(struct head *a) {
    a->rows = a->shape.rows;
    int n = a->T * a->D;
    tf_real **x[] = {&a->q, &a->k, &a->v, &a->G, &a->dq, &a->dk, &a->dv, &a->o};
    for (size_t i = 0; i < TF_COUNT(x); i++) *x[i] = head_vec(n);
    a->w = head_vec(a->rows * a->D), a->dw = head_vec(a->rows * a->D), a->b = head_vec(a->rows), a->db = head_vec(a->rows);
    a->alpha = head_vec(a->shape.levels + 1), a->dalpha = head_vec(a->shape.levels + 1);
    a->leaf_q = tf_calloc(sizeof(int) * (size_t)a->T), a->leaf_k = tf_calloc(sizeof(int) * (size_t)a->T);
    tf_tape_init(&a->t);
}

void head_free(struct head *a) {
    tf_real *x[] = {a->q, a->k, a->v, a->G, a->dq, a->dk, a->dv, a->o, a->w, a->dw, a->b, a->db, a->alpha, a->dalpha};
    for (size_t i = 0; i < TF_COUNT(x); i++) tf_free(x[i]);
    tf_free(a->leaf_q), tf_free(a->leaf_k);
    tf_tape_release(&a->t);
}

struct weighted {
    struct tf_mat *o, *loss;
    const tf_real *G;
};
static void weighted_back(struct tf_tape *t, void *aux) {
    (void)t;
    struct weighted *a = aux;
    for (int i = 0; i < a->o->rows; i++)
        for (int j = 0; j < a->o->cols; j++) a->o->g[i * a->o->ld + j] += a->loss->g[0] * a->G[i * a->o->cols + j];
}
void run_backward(struct tf_tape *t, struct tf_mat *o, const tf_real *G) { // loss = sum(G * o)
    struct weighted *a = tf_arena_alloc(&t->arena, sizeof *a);
    *a = (struct weighted){o, tf_new(t, 1, 1), G};
    tf_record(t, weighted_back, a);
    tf_tape_backward(t, a->loss, 1);
}

void head_clear(struct head *a) {
    size_t n = sizeof(tf_real) * (size_t)(a->T * a->D);
    memset(a->dq, 0, n), memset(a->dk, 0, n), memset(a->dv, 0, n);
    memset(a->dw, 0, sizeof(tf_real) * (size_t)(a->rows * a->D)), memset(a->db, 0, sizeof(tf_real) * (size_t)a->rows);
    memset(a->dalpha, 0, sizeof(tf_real) * (size_t)(a->shape.levels + 1));
    tf_tape_reset(&a->t);
}

void head_run(struct head *a, bool tc) {
    struct tf_tape *t = &a->t;
    head_clear(a);
    t->grad = true, t->train = a->dropout > 0, t->seed = a->seed;
    struct tf_mat *q = tf_extern(t, a->q, a->dq, a->T, a->D), *k = tf_extern(t, a->k, a->dk, a->T, a->D),
                  *v = tf_extern(t, a->v, a->dv, a->T, a->D);
    struct tf_tree tree = {a->shape, tf_extern(t, a->w, a->learn ? a->dw : NULL, a->rows, a->D),
                           tf_extern(t, a->b, a->learn ? a->db : NULL, a->rows, 1)};
    struct tf_route_arg ra = {.x = q, .tree = &tree, .beta = 1, .hard = a->hard, .detach = a->detach};
    struct tf_route *rq = tf_tree_route(t, &ra);
    ra.x = k;
    struct tf_route *rk = tf_tree_route(t, &ra);
    struct tf_mat *o;
    if (tc) {
        struct tf_mat *alpha = tf_extern(t, a->alpha, a->dalpha, a->shape.levels + 1, 1);
        o = a->gate.causal ? tf_tree_pool_causal(t, NULL, v, alpha, rq, rk) : tf_tree_pool(t, NULL, v, alpha, rq, rk, a->ancestor);
    } else {
        struct tf_gate_head *h = tf_arena_alloc(&t->arena, 2 * sizeof *h);
        *h = (struct tf_gate_head){
            .q = q, .k = k, .v = v, .arg = {.scale = 1 / sqrt(a->D), .slope = a->slope, .dropout = a->dropout, .key = 77}};
        const struct tf_attn_index *plan = (a->gate.causal ? tf_tree_index_causal : tf_tree_index)(t, rq, rk, a->empty);
        o = h->o = tf_attend(t, q, k, v, plan, &h->arg, &h->lse);
        struct tf_gate g = a->gate;
        g.q = rq, g.k = rk, g.n_heads = a->twice ? 2 : 1, g.heads = h, h[1] = h[0];
        if (a->learn) tf_tree_gate(t, &g);
    }
    memcpy(a->o, o->v, sizeof(tf_real) * (size_t)(a->T * a->D));
    memcpy(a->leaf_q, rq->leaf, sizeof(int) * (size_t)a->T), memcpy(a->leaf_k, rk->leaf, sizeof(int) * (size_t)a->T);
    run_backward(t, o, a->G);
}

void head_randomize(struct head *a, double w_scale) {
    struct tf_rng r = tf_rng_at(11, TF_RNG_TEST, (uint32_t)a->T, (uint32_t)a->rows, 0);
    tf_real *x[] = {a->q, a->k, a->v, a->G};
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < a->T * a->D; i++) x[j][i] = (tf_real)tf_rng_normal(&r);
    for (int i = 0; i < a->rows * a->D; i++) a->w[i] = (tf_real)(w_scale * tf_rng_normal(&r) / sqrt(a->D));
    for (int i = 0; i < a->rows; i++) a->b[i] = (tf_real)(0.1 * tf_rng_normal(&r));
    for (int l = 0; l <= a->shape.levels; l++) a->alpha[l] = (tf_real)(0.5 + 0.1 * l);
}

double head_dot(int n, const tf_real *a, const tf_real *b) {
    double s = 0;
    for (int i = 0; i < n; i++) s += (double)a[i] * (double)b[i];
    return s;
}

/* ---- one task ------------------------------------------------------------------------------------------------------ */

void *task_options(const char *task, const char *settings) {
    const struct tf_task *t = tf_task_find(task);
    char text[2048], *save, *opts = tf_calloc(t->opts_size);
    struct tf_err e = {0};
    tf_opt_defaults(t->opts, opts);
    snprintf(text, sizeof text, "%s", settings);
    for (char *s = strtok_r(text, " ", &save); s; s = strtok_r(NULL, " ", &save)) {
        char *eq = strchr(s, '=');
        *eq = 0;
        if (tf_opt_set(t->opts, opts, s, eq + 1, &e)) fail_msg("%s: %s", settings, e.msg);
    }
    return opts;
}

int open_task(struct tf_data **out, const char *task, const char *settings, struct where place, struct tf_err *e) {
    struct tf_task_env env = {.data_dir = place.data, .cache_dir = place.cache, .threads = place.threads ? place.threads : 1};
    void *opts = task_options(task, settings);
    int rc = tf_task_find(task)->open(out, opts, &env, e);
    tf_free(opts);
    return rc;
}

struct tf_data *open_or_fail(const char *task, const char *settings, struct where place) {
    struct tf_data *d = NULL;
    struct tf_err e = {0};
    if (open_task(&d, task, settings, place, &e)) fail_msg("%s: %s", settings, e.msg);
    return d;
}

const char *examples(const struct tf_data *d, int split) {
    static char out[256];
    size_t n = 0;
    *out = 0;
    for (size_t i = 0; i < d->n[split]; i++) {
        const struct tf_example x = tf_data_get(d, (enum tf_split)split, i);
        n += (size_t)snprintf(out + n, sizeof out - n, "%s%d:", i ? "|" : "", x.label);
        for (int k = 0; k < x.len; k++) n += (size_t)snprintf(out + n, sizeof out - n, " %d", x.tok[k]);
    }
    return out;
}

void open_fails(const char *task, const char *settings, struct where place, const char *want) {
    struct tf_data *d = NULL;
    struct tf_err e = {0};
    const size_t live = tf_mem_live();
    assert_int_equal(open_task(&d, task, settings, place, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    if (!strstr(e.msg, want)) fail_msg("'%s' does not hold '%s'", e.msg, want);
    assert_null(d);
    assert_int_equal(tf_mem_live(), live);
}

uint64_t listops_hash(const char *settings, int threads) {
    struct tf_data_build b = {0};
    struct tf_err e = {0};
    void *o = task_options("listops", settings);
    if (tf_listops_generate(o, threads, &b, &e)) fail_msg("%s", e.msg);
    tf_free(o);
    struct tf_data *d = tf_data_finish(&b, TF_LISTOPS_VOCAB, 10);
    uint64_t h = d->hash;
    tf_data_close(d);
    return h;
}

const char squad_vocab[] =
    "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\nc\nd\ne\nf\ng\nh\ni\nj\n##x\ncafe\n(\n)\n-\n1895\n1943\nq\n##s\n.\nthe\nu\n";

int occurrences(const char *text, const char *part) {
    int n = 0;
    for (const char *s = text; (s = strstr(s, part)); s += strlen(part)) n++;
    return n;
}

bool has(const char *text, const char *part) { return strstr(text, part) != NULL; }
