/* LSTM. See recur.h.
 *
 * Rows are kept in the order of their steps: first all sequences' first rows, then the second ones, the longest sequence in front, so that those
 * that are still running at a step are the first ones. A step is one product (running,h) x (h,4h). */
#include "num/elem.h"
#include "num/op.h"
#include "num/recur.h"

/* Rows base[s].. base[s + 1] - 1 are of step s, k-th is sequence order[k]; row[i]: where row i is packed. */
struct steps {
    int n, rows, seqs;
    const int *base, *order, *row;
};

struct lstm {
    struct tf_mat *x, *U, *y;
    struct steps at;
    tf_real *gates, *c, *h, *start; /* by steps: (rows,4h), (rows,h), (rows,h); start (2 seqs,h): h, c of the sequences in order */
};

static struct steps steps_of(struct tf_arena *a, const struct tf_pack *pk, bool backwards) {
    const int n = pk->n_seq;
    int longest = 0;
    for (int s = 0; s < n; s++) longest = pk->len[s] > longest ? pk->len[s] : longest;
    int *group = tf_arena_alloc(a, sizeof *group * (size_t)(n + 1)), *order = tf_arena_alloc(a, sizeof *order * (size_t)(n + 1)),
        *first = tf_arena_alloc(a, sizeof *first * (size_t)(longest + 2)), *base = tf_arena_alloc(a, sizeof *base * (size_t)(longest + 1)),
        *row = tf_arena_alloc(a, sizeof *row * (size_t)pk->rows);
    for (int s = 0; s < n; s++) group[s] = longest - pk->len[s];
    tf_sort_groups(n, longest + 1, group, order, first);
    base[0] = 0;
    for (int i = 0; i < longest; i++) {
        const int running = first[longest - i];
        base[i + 1] = base[i] + running;
        for (int k = 0; k < running; k++) {
            const int s = order[k];
            TF_BUG_IF(pk->off[s + 1] - pk->off[s] != pk->len[s], "a recurrence over extra rows");
            row[base[i] + k] = pk->off[s] + (backwards ? pk->len[s] - 1 - i : i);
        }
    }
    return (struct steps){longest, pk->rows, n, base, order, row};
}

static size_t at(int row, int cols) { return (size_t)row * (size_t)cols; }

/* h or c (running,h) before step s. */
static const tf_real *before(const struct lstm *l, int s, const tf_real *all, const tf_real *start) {
    return s ? all + at(l->at.base[s - 1], l->U->cols) : start;
}

static void lstm_back(struct tf_tape *t, void *aux) {
    const struct lstm *l = aux;
    const int h = l->U->cols, n = l->at.seqs, *base = l->at.base;
    struct tf_mark mark = tf_arena_mark(&t->arena);
    tf_real *dh = tf_arena_calloc(&t->arena, sizeof *dh * at(n, h)), *dc = tf_arena_calloc(&t->arena, sizeof *dc * at(n, h));
    for (int s = l->at.n - 1; s >= 0; s--) {
        const int running = base[s + 1] - base[s], *row = l->at.row + base[s];
        tf_real *gates = l->gates + at(base[s], 4 * h);
        for (int k = 0; k < running; k++) tf_elem()->add((size_t)h, dh + at(k, h), tf_grad(l->y, row[k]));
        tf_elem()->lstm_back(running, h, gates, before(l, s, l->c, l->start + at(n, h)), l->c + at(base[s], h), dh, dc);
        if (s) tf_gemm(false, false, running, h, 4 * h, 1, gates, 4 * h, l->U->v, l->U->ld, 0, dh, h);
        for (int k = 0; k < running && l->x->grad; k++) tf_elem()->add((size_t)(4 * h), tf_grad(l->x, row[k]), gates + at(k, 4 * h));
    }
    if (l->U->grad) {
        tf_real *prev = tf_reals(t, l->at.rows, h);
        for (int s = 0; s < l->at.n; s++)
            memcpy(prev + at(base[s], h), before(l, s, l->h, l->start), sizeof *prev * at(base[s + 1] - base[s], h));
        tf_gemm(true, false, 4 * h, h, l->at.rows, 1, l->gates, 4 * h, prev, h, 1, l->U->g, l->U->ld);
    }
    tf_arena_rewind(&t->arena, mark);
}

/* The sequences' states in order, h before c; and back, of each where it ended. */
static void start(const struct lstm *l, const struct tf_recur *run) {
    const int h = l->U->cols, n = l->at.seqs;
    for (int k = 0; k < n && run->start; k++) {
        const tf_real *from = run->start[l->at.order[k]];
        for (int part = 0; part < 2 && from; part++) memcpy(l->start + at(part * n + k, h), from + at(part, h), sizeof *from * (size_t)h);
    }
}

static void end(const struct lstm *l, const struct tf_recur *run, int s, int k) {
    const int h = l->U->cols, from = l->at.base[s] + k;
    tf_real *to = run->end[l->at.order[k]];
    memcpy(to, l->h + at(from, h), sizeof *to * (size_t)h);
    memcpy(to + h, l->c + at(from, h), sizeof *to * (size_t)h);
}

struct tf_mat *tf_lstm(struct tf_tape *t, struct tf_mat *x, struct tf_mat *U, double forget, const struct tf_pack *pk,
                       const struct tf_recur *run) {
    const int h = U->cols, n = pk->n_seq;
    TF_BUG_IF(x->cols != 4 * h || U->rows != 4 * h || x->rows != pk->rows, "lstm: x (%d,%d), U (%d,%d)", x->rows, x->cols, U->rows, h);
    struct lstm *l = TF_AUX(t, struct lstm, .x = x, .U = U, .y = tf_new(t, x->rows, h), .at = steps_of(&t->arena, pk, run->backwards));
    const int *base = l->at.base;
    l->start = tf_arena_calloc(&t->arena, sizeof *l->start * at(2 * n, h));
    l->c = tf_reals(t, x->rows, h), l->h = tf_reals(t, x->rows, h);
    l->gates = tf_reals(t, t->grad ? x->rows : n, 4 * h); // without a backward pass those of one step
    start(l, run);
    for (int s = 0; s < l->at.n; s++) {
        const int running = base[s + 1] - base[s], *row = l->at.row + base[s];
        tf_real *gates = l->gates + (t->grad ? at(base[s], 4 * h) : 0), *y = l->h + at(base[s], h);
        for (int k = 0; k < running; k++) memcpy(gates + at(k, 4 * h), tf_row(x, row[k]), sizeof *gates * (size_t)(4 * h));
        if (s || run->start) tf_gemm(false, true, running, 4 * h, h, 1, before(l, s, l->h, l->start), h, U->v, U->ld, 1, gates, 4 * h);
        tf_elem()->lstm(running, h, (tf_real)forget, gates, before(l, s, l->c, l->start + at(n, h)), l->c + at(base[s], h), y);
        for (int k = 0; k < running; k++) memcpy(tf_row(l->y, row[k]), y + at(k, h), sizeof *y * (size_t)h);
        const int stay = s + 1 < l->at.n ? base[s + 2] - base[s + 1] : 0;
        for (int k = stay; k < running && run->end; k++) end(l, run, s, k);
    }
    t->flops[TF_FLOP_LINEAR] += 8.0 * x->rows * h * h;
    t->flops[TF_FLOP_OTHER] += 26.0 * x->rows * h;
    tf_record(t, lstm_back, l);
    return l->y;
}
