/* attend_band: each row attends to the W rows before it, each distance with a learned vector and a weight:
 *
 *     s_ix = scale <q_i, k_{i-x} + r_x>,  e_ix = exp(s_ix) / sum_y m_y exp(s_iy),  a_ix = m_x e_ix,  o_i = sum_x a_ix v_{i-x},  x = 1..min(W, i)
 *
 * A block of rows multiplies its queries with all keys that one of them reaches, and with r. Column c of a row's scores S starts at its own first
 * key, so that distances (r, m) stand in descending order, W to 1, and nothing is shifted but a pointer: row l's part of the product begins at column l.
 * Backwards everything is computed again:
 *
 *     g_ix = e_ix (<do_i, v_{i-x}> - <do_i, o_i>)    dm_x += sum_i g_ix    ds_ix = m_x g_ix    dq_i += scale sum_x ds_ix (k_{i-x} + r_x), ...
 *
 * so that a weight of 0 has its gradient, too. */
#include <math.h>

#include "num/elem.h"
#include "num/kernel.h"
#include "num/op.h"

enum { ROWS = 32, ABOVE = 40 }; // rows of a block; how far a score of weight 0 may be above all others

struct band {
    struct tf_mat *q, *k, *v, *r, *m, *o;
    int W;
    double keep; // 1 / (1 - dropout)
    tf_real scale;
    struct tf_drop drop;
};
struct work {               // of the rows q0..q0+n-1
    int q0, n, ld, key, nk; // ld: of S and P; keys key..key+nk-1 begin in their column c0
    int c0;
    tf_real *r, *m;     // (W,D), (W): distances W to 1
    tf_real *S, *E, *P; // (ROWS,ld): scores, then a; (ROWS,W): e; (ROWS,ld): gradients of S
    tf_real *dr, *dm;
};

static struct work *work_new(struct tf_tape *t, const struct band *a, bool back) {
    const int W = a->W, D = a->q->cols, ld = W + ROWS - 1;
    struct work *w = TF_AUX(t, struct work, .ld = ld, .r = tf_reals(t, W, D), .m = tf_reals(t, 1, W), .S = tf_reals(t, ROWS, ld));
    w->E = tf_reals(t, ROWS, W);
    for (int c = 0; c < W; c++) {
        memcpy(w->r + (ptrdiff_t)c * D, tf_row(a->r, W - 1 - c), sizeof *w->r * (size_t)D);
        w->m[c] = a->m->v[W - 1 - c];
    }
    if (!back) return w;
    w->P = tf_reals(t, ROWS, ld);
    w->dr = tf_arena_calloc(&t->arena, sizeof *w->dr * (size_t)W * (size_t)D),
    w->dm = tf_arena_calloc(&t->arena, sizeof *w->dm * (size_t)W);
    return w;
}

static double dot(int n, const tf_real *x, const tf_real *y) {
    double lane[8] = {0}, sum = 0;
    int i = 0;
    for (; i + 8 <= n; i += 8)
        for (int l = 0; l < 8; l++) lane[l] += (double)x[i + l] * (double)y[i + l];
    for (; i < n; i++) sum += (double)x[i] * (double)y[i];
    for (int l = 0; l < 8; l++) sum += lane[l];
    return sum;
}

/* What dropout multiplies the weight of columns c.. of row l by. */
static tf_real kept(const struct band *a, const struct work *w, int l, int c) {
    const int i = w->q0 + l;
    if (a->drop.on && tf_pair_hash(a->drop.key, (uint32_t)i, (uint32_t)(i - a->W + c)) < a->drop.below) return 0;
    return (tf_real)a->keep;
}

static int first(const struct work *w, int l) { return w->c0 > l ? w->c0 - l : 0; } // column of row l's first key that there is

static void only_band(const struct work *w, tf_real *S, int l, int W) { // the rest of row l of S is 0
    const int from = l + first(w, l);
    tf_real *row = S + (ptrdiff_t)l * w->ld;
    if (from > w->c0) memset(row + w->c0, 0, sizeof *row * (size_t)(from - w->c0));
    for (int c = l + W; c < w->c0 + w->nk; c++) row[c] = 0;
}

/* Scores of weight 0 far above all others: exp_row would take them for the maximum, and cut the others off. m_1 > 0. */
static void cap(int n, tf_real *score, const tf_real *m) {
    tf_real top = score[n - 1];
    for (int c = 0; c < n; c++) top = m[c] > 0 && score[c] > top ? score[c] : top;
    for (int c = 0; c < n; c++) score[c] = m[c] > 0 || !(score[c] > top + ABOVE) ? score[c] : top + ABOVE;
}

static void weights(const struct band *a, struct work *w, int q0) { // S, E of the rows from q0 on
    const int T = a->q->rows, W = a->W, D = a->q->cols;
    w->q0 = q0, w->n = T - q0 < ROWS ? T - q0 : ROWS;
    w->c0 = q0 < W ? W - q0 : 0, w->key = q0 - W + w->c0, w->nk = W + w->n - 1 - w->c0;
    const tf_real *q = tf_row(a->q, q0);
    tf_gemm(false, true, w->n, w->nk, D, a->scale, q, a->q->ld, tf_row(a->k, w->key), a->k->ld, 0, w->S + w->c0, w->ld);
    tf_gemm(false, true, w->n, W, D, a->scale, q, a->q->ld, w->r, D, 0, w->E, W);
    for (int l = 0; l < w->n; l++) {
        const int from = first(w, l), n = W - from;
        tf_real *s = w->S + (ptrdiff_t)l * w->ld + l + from, *e = w->E + (ptrdiff_t)l * W + from, top;
        memset(e - from, 0, sizeof *e * (size_t)from);
        only_band(w, w->S, l, W);
        if (n <= 0) continue;
        tf_elem()->add((size_t)n, e, s);
        cap(n, e, w->m + from);
        const double Z = tf_elem()->exp_row((size_t)n, s, e, &top);
        const tf_real inv = (tf_real)(1 / (dot(n, s, w->m + from) + (Z - Z))); // NaN of a NaN
        for (int c = 0; c < n; c++) e[c] = s[c] * inv, s[c] = e[c] * w->m[from + c];
        for (int c = 0; c < n && a->keep > 1; c++) s[c] *= kept(a, w, l, from + c);
    }
}

/* P <- gradients of the scores, E <- the same row by row, dm. */
static void score_gradients(const struct band *a, struct work *w) {
    const int W = a->W, Dv = a->v->cols;
    tf_gemm(false, true, w->n, w->nk, Dv, 1, tf_grad(a->o, w->q0), a->o->ld, tf_row(a->v, w->key), a->v->ld, 0, w->P + w->c0, w->ld);
    for (int l = 0; l < w->n; l++) {
        const int from = first(w, l), n = W - from;
        tf_real *p = w->P + (ptrdiff_t)l * w->ld + l + from, *e = w->E + (ptrdiff_t)l * W + from;
        const tf_real delta = (tf_real)dot(Dv, tf_grad(a->o, w->q0 + l), tf_row(a->o, w->q0 + l));
        only_band(w, w->P, l, W);
        for (int c = 0; c < n && a->keep > 1; c++) p[c] *= kept(a, w, l, from + c);
        for (int c = 0; c < n; c++) {
            const tf_real g = e[c] * (p[c] - delta);
            w->dm[from + c] += g, p[c] = e[c] = g * w->m[from + c];
        }
    }
}

static void band_back(struct tf_tape *t, void *aux) {
    const struct band *a = aux;
    const int W = a->W, D = a->q->cols, Dv = a->v->cols;
    struct tf_mark mark = tf_arena_mark(&t->arena);
    struct work *w = work_new(t, a, true);
    for (int q0 = 0; q0 < a->q->rows; q0 += ROWS) {
        weights(a, w, q0), score_gradients(a, w);
        const tf_real *S = w->S + w->c0, *P = w->P + w->c0, *q = tf_row(a->q, q0);
        if (a->v->grad) tf_gemm(true, false, w->nk, Dv, w->n, 1, S, w->ld, tf_grad(a->o, q0), a->o->ld, 1, tf_grad(a->v, w->key), a->v->ld);
        if (a->k->grad) tf_gemm(true, false, w->nk, D, w->n, a->scale, P, w->ld, q, a->q->ld, 1, tf_grad(a->k, w->key), a->k->ld);
        if (a->q->grad) {
            tf_gemm(false, false, w->n, D, w->nk, a->scale, P, w->ld, tf_row(a->k, w->key), a->k->ld, 1, tf_grad(a->q, q0), a->q->ld);
            tf_gemm(false, false, w->n, D, W, a->scale, w->E, W, w->r, D, 1, tf_grad(a->q, q0), a->q->ld);
        }
        if (a->r->grad) tf_gemm(true, false, W, D, w->n, a->scale, w->E, W, q, a->q->ld, 1, w->dr, D);
    }
    for (int c = 0; c < W; c++) {
        if (a->m->grad) tf_grad(a->m, 0)[W - 1 - c] += w->dm[c];
        if (a->r->grad) tf_elem()->add((size_t)D, tf_grad(a->r, W - 1 - c), w->dr + (ptrdiff_t)c * D);
    }
    tf_arena_rewind(&t->arena, mark);
}

struct tf_mat *tf_attend_band(struct tf_tape *t, struct tf_mat *q, struct tf_mat *k, struct tf_mat *v, struct tf_mat *r, struct tf_mat *m,
                              const struct tf_attend_arg *arg) {
    const int T = q->rows, W = m->cols < T ? m->cols : T - 1;
    TF_BUG_IF(k->rows != T || v->rows != T || k->cols != q->cols || r->cols != q->cols || r->rows < W,
              "attend_band: q (%d,%d), k (%d,%d), v (%d,%d), r (%d,%d)", T, q->cols, k->rows, k->cols, v->rows, v->cols, r->rows, r->cols);
    struct tf_mat *o = tf_new(t, T, v->cols);
    struct band *a = TF_AUX(t, struct band, .q = q, .k = k, .v = v, .r = r, .m = m, .o = o, .W = W, .scale = (tf_real)arg->scale);
    a->keep = tf_drop_set(&a->drop, t, arg);
    memset(o->v, 0, sizeof *o->v * (size_t)v->cols); // row 0 has no key
    if (W <= 0) return o;
    struct tf_mark mark = tf_arena_mark(&t->arena);
    struct work *w = work_new(t, a, false);
    for (int q0 = 0; q0 < T; q0 += ROWS) {
        weights(a, w, q0);
        tf_gemm(false, false, w->n, v->cols, w->nk, 1, w->S + w->c0, w->ld, tf_row(v, w->key), v->ld, 0, tf_row(o, q0), o->ld);
    }
    tf_arena_rewind(&t->arena, mark);
    const double pairs = (double)W * T - W * (W + 1.0) / 2;
    t->pairs += pairs;
    t->flops[TF_FLOP_ATTEND] += pairs * (4.0 * q->cols + 2.0 * v->cols + 7);
    tf_record(t, band_back, a);
    return o;
}
