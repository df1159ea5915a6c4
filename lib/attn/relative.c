/* Attention with relative positions over remembered rows. See relative.h. */
#include "attn/relative.h"

#include <limits.h>
#include <string.h>

#include "num/tree.h"

int tf_relative_check(TF_UNUSED const void *options, const struct tf_shape *s, struct tf_err *e) {
    return s->C < 2 ? tf_fail(e, TF_BAD, "relative positions need pairs of channels, and dim is %d: choose 2 or more", s->C) : 0;
}

void tf_relative_params(struct tf_decl *d, const struct tf_shape *s, int most) {
    const int D = TF_HEAD_DIM(s);
    tf_declare_qkvo(d, s);
    tf_declare(d, "relative.weight", s->H * s->C, D, TF_INIT_XAVIER, 1, 0);             // rows h C..: W_R^T of head h
    tf_declare(d, "relative.content", s->H, D, TF_INIT_NORMAL, 0.02, TF_PAR_NO_DECAY);  // u
    tf_declare(d, "relative.position", s->H, D, TF_INIT_NORMAL, 0.02, TF_PAR_NO_DECAY); // w
    tf_declare(d, "distance.rotary", s->max_len + most, s->C - s->C % 2, TF_INIT_ROTARY, 10000, TF_PAR_BUFFER);
}

size_t tf_relative_state(const struct tf_shape *s, int most) { return most ? 1 + (size_t)most * (size_t)s->C : 0; }

bool tf_relative_count(tf_real rows, int most) { return rows >= 0 && rows <= (tf_real)most && rows == (tf_real)(int)rows; }

static int remembered(const struct tf_ctx *c, int s) { return c->before && c->before[s] ? (int)c->before[s][0] : 0; }

/* What all sequences remember, each before its rows of X; where rows of sequence s begin in that: z[s]. */
static struct tf_mat *with_memory(const struct tf_ctx *c, struct tf_mat *X, int *z) {
    struct tf_tape *t = c->tape;
    const int n = c->pack->n_seq, C = X->cols;
    struct tf_row_slices *part = tf_arena_alloc(&t->arena, sizeof *part * 2 * (size_t)n);
    int k = 0;
    z[0] = 0;
    for (int s = 0; s < n; s++) {
        const int M = remembered(c, s), T = c->pack->len[s];
        if (M) {
            struct tf_mat *memory = tf_const(t, M, C);
            memcpy(memory->v, c->before[s] + 1, sizeof *memory->v * (size_t)M * (size_t)C);
            part[k++] = (struct tf_row_slices){memory, 0, M};
        }
        part[k++] = (struct tf_row_slices){X, c->pack->off[s], T};
        z[s + 1] = z[s] + M + T;
    }
    return z[n] == X->rows ? X : tf_gather_rows(t, k, part);
}

tf_real *tf_relative_copy(const struct tf_mat *m, int from, int rows, tf_real *to) {
    for (int i = 0; i < rows; i++, to += m->cols) memcpy(to, m->v + (ptrdiff_t)(from + i) * m->ld, sizeof *to * (size_t)m->cols);
    return to;
}

/* h->q (T,D); h->k, h->v (M+T,D). */
static struct tf_mat *head(const struct tf_head *h) {
    const struct tf_ctx *c = h->ctx;
    struct tf_tape *t = c->tape;
    const int C = c->shape.C, D = TF_HEAD_DIM(&c->shape), T = h->T, all = h->k->rows;
    struct tf_mat *W = tf_view(t, tf_ctx_param(c, "relative.weight"), h->head * C, C, 0, D), *table = tf_ctx_param(c, "distance.rotary");
    struct tf_mat *u = tf_view(t, tf_ctx_param(c, "relative.content"), h->head, 1, 0, D),
                  *w = tf_view(t, tf_ctx_param(c, "relative.position"), h->head, 1, 0, D);
    int *pos = tf_arena_alloc(&t->arena, sizeof *pos * (size_t)T);
    for (int i = 0; i < T; i++) pos[i] = all - T + i;
    struct tf_mat *p = tf_linear(t, h->q, W, tf_linear(t, w, W, NULL)); // (T,C)
    p = tf_view(t, tf_rotate(t, p, 1, pos, table), 0, T, 0, table->cols);
    struct tf_mat *q = tf_beside(t, tf_beside(t, h->q, tf_ones(t, T)), p), // (T,D + 1 + C)
        *k = tf_beside(t, tf_beside(t, h->k, tf_linear(t, h->k, u, NULL)), tf_view(t, table, 0, all, 0, table->cols));
    struct tf_attend_arg arg = tf_head_attend_arg(h);
    struct tf_attn_index *plan = tf_arena_alloc(&t->arena, sizeof *plan);
    *plan = *tf_attn_index_dense(t, T, all);
    plan->windowed = c->shape.causal, plan->lo = T - all, plan->hi = INT_MAX; // query i is key M + i
    return tf_attend(t, q, k, h->v, plan, &arg, NULL);
}

struct tf_mat *tf_relative_forward(const struct tf_ctx *c, struct tf_mat *X, struct tf_relative *r) {
    const int H = c->shape.H, D = TF_HEAD_DIM(&c->shape), n = c->pack->n_seq;
    int *z = tf_arena_alloc(&c->tape->arena, sizeof *z * (size_t)(n + 1));
    struct tf_mat **part = tf_arena_alloc(&c->tape->arena, sizeof *part * (size_t)(n * H));
    r->Z = with_memory(c, X, z), r->at = z;
    r->q = tf_ctx_project(c, X, "query"), r->k = tf_ctx_project(c, r->Z, "key"), r->v = tf_ctx_project(c, r->Z, "value");
    for (int i = 0; i < n * H; i++) {
        struct tf_head h = tf_head_at(c, i / H, i % H);
        const int from = z[h.seq], rows = z[h.seq + 1] - from;
        h.q = tf_head_slice(&h, r->q), h.k = tf_view(c->tape, r->k, from, rows, h.head * D, D),
        h.v = tf_view(c->tape, r->v, from, rows, h.head * D, D);
        part[i] = head(&h);
        c->tape->pairs_full += (double)h.tokens * h.tokens;
    }
    return tf_ctx_project(c, tf_join_heads(c, part), "output");
}

static double pairs_of(const struct tf_cost *s) { return s->causal ? s->T * (s->T + 1.0) / 2 : (double)s->T * s->T; }

double tf_relative_flops_head(TF_UNUSED const void *options, const struct tf_cost *s) {
    const double T = s->T, D = TF_HEAD_DIM(s), C = s->C, pairs = pairs_of(s);
    return T * C * (2 * D + 1) + 2 * C * D + 2 * T * D + pairs * (4 * D + 2 * (1 + s->C - s->C % 2) + 5);
}

/* As published: W_R R of T distances first, then one more product of e numbers per pair. */
double tf_relative_flops_paper(TF_UNUSED const void *options, const struct tf_cost *s) {
    const double e = TF_HEAD_DIM(s), pairs = pairs_of(s);
    return 4 * tf_flops_paper_dense(s->T, e) + tf_flops_paper_core(pairs, 1, e) + 2 * pairs * e;
}
