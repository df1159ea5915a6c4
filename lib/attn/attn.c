/* What mechanisms share: declaring, projecting, heads, costs. */
#include "attn/attn.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "num/tree.h"

void tf_declare(struct tf_decl *d, const char *name, int rows, int cols, enum tf_init init, double a, unsigned flags) {
    char full[256];
    snprintf(full, sizeof full, "%s%s", d->prefix, name);
    tf_pars_add(d->pars, full, rows, cols, init, a, flags);
}

static void projection(struct tf_decl *d, const char *name, int out, int in, bool bias) {
    char full[64];
    snprintf(full, sizeof full, "%s.weight", name);
    tf_declare(d, full, out, in, TF_INIT_XAVIER, 1, 0);
    snprintf(full, sizeof full, "%s.bias", name);
    if (bias) tf_declare(d, full, 1, out, TF_INIT_ZERO, 0, TF_PAR_NO_DECAY);
}

void tf_declare_dense(struct tf_decl *d, const struct tf_shape *s, const char *name) { projection(d, name, TF_QKV(s), s->C, !s->no_bias); }
void tf_declare_output(struct tf_decl *d, const struct tf_shape *s, const char *name) { projection(d, name, s->C, TF_QKV(s), !s->no_bias); }

static void declare(struct tf_decl *d, const struct tf_shape *s, bool shared) {
    static const char *const name[] = {"query", "key", "value"};
    for (size_t i = 0; i < TF_COUNT(name); i++)
        if (i != 1 || !shared) tf_declare_dense(d, s, name[i]);
    tf_declare_output(d, s, "output");
}

void tf_declare_qkvo(struct tf_decl *d, const struct tf_shape *s) { declare(d, s, false); }
void tf_declare_shared(struct tf_decl *d, const struct tf_shape *s) { declare(d, s, true); }

struct tf_mat *tf_ctx_param(const struct tf_ctx *c, const char *name) {
    char full[256];
    snprintf(full, sizeof full, "%s%s", c->prefix, name);
    int i = tf_pars_find(c->pars, full);
    return i < 0 ? NULL : tf_par_mat(c->tape, c->pars, c->grads, i);
}

struct tf_mat *tf_ctx_project_unrotated(const struct tf_ctx *c, struct tf_mat *X, const char *name) {
    char w[64], b[64];
    snprintf(w, sizeof w, "%s.weight", name);
    snprintf(b, sizeof b, "%s.bias", name);
    struct tf_mat *W = tf_ctx_param(c, w);
    TF_BUG_IF(!W, "%s%s is not declared", c->prefix, w);
    enum tf_phase before = tf_phase(c->tape, !strcmp(name, "output") ? TF_PHASE_OUTPUT : TF_PHASE_PROJECT);
    // A token's leaf depends on small differences: rounding would move about one in a hundred.
    bool routes = c->attn->flags & TF_ATTN_ROUTED && (!strcmp(name, "query") || !strcmp(name, "key"));
    struct tf_mat *Y = tf_linear_at(c->tape, routes ? TF_PRECISION_FP32 : TF_PRECISION_BF16, X, W, tf_ctx_param(c, b));
    tf_phase(c->tape, before);
    return Y;
}

const struct tf_mat *tf_ctx_rotary(const struct tf_ctx *c) {
    if (!c->shape.rotary) return NULL;
    const int table = tf_pars_find(c->pars, TF_ROTARY);
    TF_BUG_IF(!c->pack->pos || table < 0, "rotary positions without %s", c->pack->pos ? "a table" : "positions");
    return tf_par_mat(c->tape, c->pars, NULL, table);
}

struct tf_mat *tf_ctx_rotate(const struct tf_ctx *c, struct tf_mat *Y) {
    if (!c->shape.rotary) return Y;
    const struct tf_pack *p = c->pack;
    const int *pos = p->pos;
    if (Y->rows != p->rows) { // the first row of each sequence
        int *first = tf_arena_alloc(&c->tape->arena, sizeof *first * (size_t)p->n_seq);
        for (int s = 0; s < p->n_seq; s++) first[s] = p->pos[p->off[s]];
        pos = first;
    }
    return tf_rotate(c->tape, Y, c->shape.H, pos, tf_ctx_rotary(c));
}

struct tf_mat *tf_ctx_project(const struct tf_ctx *c, struct tf_mat *X, const char *name) {
    const bool compared = !strncmp(name, "query", 5) || !strncmp(name, "key", 3); // query, key, query_global, key_global
    struct tf_mat *Y = tf_ctx_project_unrotated(c, X, name);
    return compared ? tf_ctx_rotate(c, Y) : Y;
}

/* ---- join: the heads' outputs, side by side ---- */
struct join {
    struct tf_mat *y, **part;
    int n, *row, *col;
};

static void join_back(TF_UNUSED struct tf_tape *t, void *aux) {
    struct join *j = aux;
    for (int p = 0; p < j->n; p++) {
        struct tf_mat *o = j->part[p];
        for (int i = 0; o->grad && i < o->rows; i++)
            for (int c = 0; c < o->cols; c++)
                o->g[(size_t)i * (size_t)o->ld + (size_t)c] +=
                    j->y->g[(size_t)(j->row[p] + i) * (size_t)j->y->ld + (size_t)(j->col[p] + c)];
    }
}

static int rows_of(const struct tf_ctx *c) { return c->cls_query_only ? c->pack->n_seq : c->pack->rows; }
static int row_of(const struct tf_ctx *c, int seq) { return c->cls_query_only ? seq : c->pack->off[seq]; }

/* The matrix that all parts are views of, side by side already, in evaluation; or NULL. */
static struct tf_mat *joined(const struct tf_ctx *c, struct tf_mat **part) {
    int H = c->shape.H, D = TF_HEAD_DIM(&c->shape);
    struct tf_mat *y = part[0]->base;
    if (c->tape->grad || !y || y->rows != rows_of(c) || y->cols != TF_QKV(&c->shape)) return NULL;
    for (int p = 0; p < c->pack->n_seq * H; p++)
        if (part[p]->base != y || part[p]->off != (size_t)row_of(c, p / H) * (size_t)y->ld + (size_t)(p % H * D)) return NULL;
    return y;
}

struct tf_mat *tf_join_heads(const struct tf_ctx *c, struct tf_mat **part) { // part[seq * H + head] (T,D)
    struct tf_tape *t = c->tape;
    int H = c->shape.H, D = TF_HEAD_DIM(&c->shape), n = c->pack->n_seq * H;
    struct tf_mat *y = joined(c, part);
    if (y) return y;
    enum tf_phase before = tf_phase(t, TF_PHASE_OTHER);
    y = tf_new(t, rows_of(c), TF_QKV(&c->shape));
    struct join *j = tf_arena_alloc(&t->arena, sizeof *j);
    *j = (struct join){y, part, n, tf_arena_alloc(&t->arena, sizeof(int) * (size_t)n), tf_arena_alloc(&t->arena, sizeof(int) * (size_t)n)};
    for (int p = 0; p < n; p++) {
        j->row[p] = row_of(c, p / H);
        j->col[p] = p % H * D;
        for (int i = 0; i < part[p]->rows; i++)
            memcpy(y->v + (size_t)(j->row[p] + i) * (size_t)y->ld + (size_t)j->col[p], part[p]->v + (size_t)i * (size_t)part[p]->ld,
                   sizeof *y->v * (size_t)D);
    }
    tf_phase(t, before);
    tf_record(t, join_back, j);
    return y;
}

struct tf_head tf_head_at(const struct tf_ctx *c, int seq, int head) {
    return (struct tf_head){.ctx = c,
                            .seq = seq,
                            .head = head,
                            .T = c->pack->off[seq + 1] - c->pack->off[seq],
                            .tokens = c->pack->len[seq],
                            .example = c->pack->id[seq]};
}

struct tf_mat *tf_ctx_rows(const struct tf_ctx *c, int seq, struct tf_mat *X, int c0, int cols) {
    return tf_view(c->tape, X, c->pack->off[seq], c->pack->off[seq + 1] - c->pack->off[seq], c0, cols);
}

struct tf_mat *tf_ctx_query_rows(const struct tf_ctx *c, int seq, struct tf_mat *Q, int c0, int cols) {
    return c->cls_query_only ? tf_view(c->tape, Q, seq, 1, c0, cols) : tf_ctx_rows(c, seq, Q, c0, cols);
}

struct tf_mat *tf_head_slice(const struct tf_head *h, struct tf_mat *X) {
    int D = TF_HEAD_DIM(&h->ctx->shape);
    return tf_ctx_rows(h->ctx, h->seq, X, h->head * D, D);
}

struct tf_mat *tf_ctx_queries(const struct tf_ctx *c, struct tf_mat *X) {
    return c->cls_query_only ? tf_pool_row(c->tape, X, c->pack, NULL) : X;
}

struct tf_mat *tf_head_queries(const struct tf_head *h, struct tf_mat *Q) {
    int D = TF_HEAD_DIM(&h->ctx->shape);
    return tf_ctx_query_rows(h->ctx, h->seq, Q, h->head * D, D);
}

const int *tf_head_positions(const struct tf_head *h) {
    return h->ctx->shape.rotary ? h->ctx->pack->pos + h->ctx->pack->off[h->seq] : NULL;
}

struct tf_mat *tf_head_rotate(const struct tf_head *h, struct tf_mat *x) {
    return h->ctx->shape.rotary ? tf_rotate(h->ctx->tape, x, 1, tf_head_positions(h), tf_ctx_rotary(h->ctx)) : x;
}

typedef struct tf_mat *project_fn(const struct tf_ctx *c, struct tf_mat *X, const char *name);

/* fold: values are the layer's input, heads give their weights, and what comes of it is projected. */
static struct tf_mat *per_head(const struct tf_ctx *c, struct tf_mat *X, tf_head_fn *fn, bool shared, project_fn *project, bool fold) {
    struct tf_mat *Q = project(c, tf_ctx_queries(c, X), "query"), *K = shared ? Q : project(c, X, "key"),
                  *V = fold ? X : tf_ctx_project(c, X, "value");
    int H = c->shape.H, n = c->pack->n_seq * H;
    struct tf_mat **part = tf_arena_alloc(&c->tape->arena, sizeof *part * (size_t)n);
    for (int i = 0; i < n; i++) {
        struct tf_head h = tf_head_at(c, i / H, i % H);
        h.q = tf_head_queries(&h, Q), h.k = shared ? h.q : tf_head_slice(&h, K), h.v = fold ? NULL : tf_head_slice(&h, V);
        part[i] = fn(&h);
        c->tape->pairs_full += (double)h.tokens * h.tokens;
    }
    return fold ? tf_unfold_weights(c, V, part) : tf_ctx_project(c, tf_join_heads(c, part), "output");
}

struct tf_mat *tf_per_head(const struct tf_ctx *c, struct tf_mat *X, tf_head_fn *fn) {
    return per_head(c, X, fn, false, tf_ctx_project, false);
}
struct tf_mat *tf_per_head_unrotated(const struct tf_ctx *c, struct tf_mat *X, tf_head_fn *fn) {
    return per_head(c, X, fn, false, tf_ctx_project_unrotated, false);
}
struct tf_mat *tf_per_head_shared(const struct tf_ctx *c, struct tf_mat *X, tf_head_fn *fn) {
    return per_head(c, X, fn, true, tf_ctx_project_unrotated, false);
}
struct tf_mat *tf_per_head_mean(const struct tf_ctx *c, struct tf_mat *X, tf_head_fn *fn) {
    return per_head(c, X, fn, false, tf_ctx_project_unrotated, c->cls_query_only && !c->shape.rotary);
}

struct tf_mat *tf_ones(struct tf_tape *t, int n) {
    struct tf_mat *m = tf_const(t, n, 1);
    for (int i = 0; i < n; i++) m->v[i * m->ld] = 1;
    return m;
}

void tf_ctx_full_pairs(const struct tf_ctx *c) {
    for (int s = 0; s < c->pack->n_seq; s++) c->tape->pairs_full += (double)c->shape.H * c->pack->len[s] * c->pack->len[s];
}

struct tf_mat *tf_fold_queries(const struct tf_ctx *c, struct tf_mat *Q) {
    return tf_fold(c->tape, Q, tf_ctx_param(c, "key.weight"), c->shape.H);
}

struct tf_mat *tf_fold_values(const struct tf_ctx *c, struct tf_mat *X, bool any_sum) {
    const bool sums = any_sum || (c->tape->train && c->shape.dropout > 0);
    return sums && tf_ctx_param(c, "value.bias") ? tf_beside(c->tape, X, tf_ones(c->tape, X->rows)) : X;
}

/* From n matrices of as many rows each, in order. */
static struct tf_mat *unfold_all(const struct tf_ctx *c, int n, struct tf_mat *const *part) {
    struct tf_tape *t = c->tape;
    struct tf_row_slices *row = tf_arena_alloc(&t->arena, sizeof *row * (size_t)n);
    for (int i = 0; i < n; i++) row[i] = (struct tf_row_slices){part[i], 0, part[i]->rows};
    struct tf_mat *o = n == 1 ? part[0] : tf_gather_rows(t, n, row); // (n_seq H,C) or (.,C + 1)
    return tf_ctx_project(c, tf_unfold(t, o, tf_ctx_param(c, "value.weight"), tf_ctx_param(c, "value.bias"), c->shape.H), "output");
}

struct tf_mat *tf_unfold_output(const struct tf_ctx *c, struct tf_mat **part) { return unfold_all(c, c->pack->n_seq * c->shape.H, part); }

struct tf_mat *tf_unfold_weights(const struct tf_ctx *c, struct tf_mat *V, struct tf_mat *const *w) {
    const int n = c->pack->n_seq, H = c->shape.H;
    struct tf_mat **part = tf_arena_alloc(&c->tape->arena, sizeof *part * (size_t)n);
    for (int s = 0; s < n; s++) part[s] = tf_weighted_sums(c->tape, H, w + s * H, tf_ctx_rows(c, s, V, 0, V->cols));
    return unfold_all(c, n, part);
}

struct tf_mat *tf_one_query(const struct tf_ctx *c, struct tf_mat *X) {
    struct tf_tape *t = c->tape;
    const int H = c->shape.H, n = c->pack->n_seq;
    struct tf_mat *U = tf_fold_queries(c, tf_ctx_project(c, tf_ctx_queries(c, X), "query")), *V = tf_fold_values(c, X, false);
    struct tf_mat **part = tf_arena_alloc(&t->arena, sizeof *part * (size_t)n);
    for (int s = 0; s < n; s++) {
        uint32_t *key = tf_arena_alloc(&t->arena, sizeof *key * (size_t)H);
        struct tf_head h = tf_head_at(c, s, 0);
        struct tf_attend_arg arg = tf_head_attend_arg(&h);
        for (h.head = 0; h.head < H; h.head++) key[h.head] = tf_head_key(&h, 0);
        arg.keys = key;
        struct tf_mat *x = tf_ctx_rows(c, s, X, 0, X->cols), *v = V == X ? x : tf_ctx_rows(c, s, V, 0, V->cols);
        part[s] = tf_attend(t, tf_view(t, U, s * H, H, 0, U->cols), x, v, tf_attn_index_dense(t, H, h.T), &arg, NULL); // (H,.)
        t->pairs_full += (double)H * h.tokens * h.tokens;
    }
    return unfold_all(c, n, part);
}

struct tf_attend_arg tf_head_attend_arg(const struct tf_head *h) {
    const struct tf_ctx *c = h->ctx;
    return (struct tf_attend_arg){.scale = 1 / sqrt((double)TF_HEAD_DIM(&c->shape)),
                                  .slope = c->shape.alibi ? exp2(-8.0 * (h->head + 1) / c->shape.H) : 0,
                                  .dropout = c->shape.dropout,
                                  .key = tf_head_key(h, 0)};
}

const struct tf_attn_index *tf_head_index(const struct tf_head *h) {
    struct tf_attn_index *plan = tf_arena_alloc(&h->ctx->tape->arena, sizeof *plan);
    *plan = *tf_attn_index_dense(h->ctx->tape, h->ctx->cls_query_only ? 1 : h->T, h->T);
    plan->windowed = h->ctx->shape.causal, plan->lo = 0, plan->hi = INT_MAX;
    return plan;
}

uint32_t tf_head_key(const struct tf_head *h, int k) {
    return tf_attend_key(h->ctx->tape, h->example, (uint32_t)h->ctx->shape.layer, (uint32_t)(k * h->ctx->shape.H + h->head));
}

static double dense_flops(const struct tf_cost *s, double out, double in) { return s->T * out * (2 * in + !s->no_bias); }

double tf_flops_in(const struct tf_cost *s) { return dense_flops(s, TF_QKV(s), s->C); }
double tf_flops_out(const struct tf_cost *s) { return dense_flops(s, s->C, TF_QKV(s)); }
double tf_flops_qkvo(const struct tf_cost *s) { return 3 * tf_flops_in(s) + tf_flops_out(s); }

double tf_flops_paper_dense(double m, double e) { return m * (2 * e * e + e); }

double tf_flops_paper_core(double q, double k, double e) { return q * k * (4 * e + 5); }
