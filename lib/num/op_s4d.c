/* The state spaces of S4D. See recur.h.
 *
 * TF_SCAN channels run side by side, one vector per part of a state, in panels (rows,S). The sequences of a pack are convolved with kernels as long as the
 * longest of them, or run through the recurrence, whichever takes fewer operations: a kernel is worth its price if sequences are short and many. The
 * recurrence keeps every CHUNKth state for its backward pass, which makes the others again. */
#include "num/op.h"
#include "num/recur.h"
#include "num/scan_kernel.h"

enum { S = TF_SCAN, CHUNK = 16, ALIGN = 4, EDGE = 8 }; // of convolve: rows are ALIGNed, kernels have zeros EDGE lags behind their ends

struct s4d {
    struct tf_s4d p;
    struct tf_mat *u, *y;
    const struct tf_pack *pk;
    int n, ways, longest; // states; 1, or 2 with a kernel from the end; tokens of the longest sequence
    bool convolved;
    int *chunk;    // of the recurrence: kept states before sequence s, (n_seq + 1)
    tf_real *kept; // for the backward pass, per block of channels: kernels, or per way states (chunks,n,2,S)
};

/* A block of channels in discrete time. */
struct block {
    int c0, w; // channels c0.. c0 + w - 1
    tf_real *step, *decay, *angle, *C[2], *D, *a, *gain, *c[2];
};

static size_t state_size(const struct s4d *s) { return (size_t)s->n * 2 * S; }
static int blocks(const struct s4d *s) { return (s->u->cols + S - 1) / S; }

/* Rows r0, r0 + step, .. of the w columns from c0 on, `by` apart in the panel; zeros beside them. */
static void load(const struct block *b, const struct tf_mat *m, const tf_real *v, int r0, int rows, int step, int by, tf_real *to) {
    for (int r = 0; r < rows; r++, to += by * S) {
        memcpy(to, v + (ptrdiff_t)(r0 + r * step) * m->ld + b->c0, sizeof *to * (size_t)b->w);
        memset(to + b->w, 0, sizeof *to * (size_t)(S - b->w));
    }
}

static void add(const struct block *b, const struct tf_mat *m, tf_real *v, int r0, int rows, int step, int by, const tf_real *from) {
    for (int r = 0; r < rows; r++, from += by * S)
        for (int l = 0; l < b->w; l++) v[(ptrdiff_t)(r0 + r * step) * m->ld + b->c0 + l] += from[l];
}

static tf_real *cleared(struct tf_tape *t, size_t n) { return tf_arena_calloc(&t->arena, sizeof(tf_real) * n); }

static tf_real *panel(struct tf_tape *t, const struct block *b, const struct tf_mat *m) {
    tf_real *to = tf_reals(t, m->rows, S);
    load(b, m, m->v, 0, m->rows, 1, 1, to);
    return to;
}

static struct block block_at(struct tf_tape *t, const struct s4d *s, int i) {
    struct block b = {.c0 = i * S, .w = s->u->cols - i * S < S ? s->u->cols - i * S : S};
    const struct tf_s4d *p = &s->p;
    b.step = panel(t, &b, p->step), b.decay = panel(t, &b, p->decay), b.angle = panel(t, &b, p->angle), b.D = panel(t, &b, p->D);
    b.a = tf_reals(t, 2 * s->n, S), b.gain = tf_reals(t, 2 * s->n, S);
    tf_scan_kernels()->discrete(s->n, b.step, b.decay, b.angle, b.a, b.gain);
    for (int way = 0; way < s->ways; way++) {
        b.C[way] = tf_reals(t, 2 * s->n, S), b.c[way] = tf_reals(t, 2 * s->n, S);
        for (int part = 0; part < 2; part++) load(&b, p->C[way][part], p->C[way][part]->v, 0, s->n, 1, 2, b.C[way] + part * S);
        tf_scan_kernels()->times(s->n, b.C[way], b.gain, b.c[way]);
    }
    return b;
}

/* What da (n,2,S) and dc of each way mean for the parameters. */
static void block_back(struct tf_tape *t, const struct s4d *s, const struct block *b, const tf_real *da, tf_real *const *dc,
                       const tf_real *dD) {
    const struct tf_s4d *p = &s->p;
    tf_real *dgain = cleared(t, state_size(s)), *d = cleared(t, (size_t)(1 + 2 * s->n) * S);
    for (int way = 0; way < s->ways; way++) {
        tf_real *dC = cleared(t, state_size(s));
        tf_scan_kernels()->times_back(s->n, b->C[way], b->gain, dc[way], dC, dgain);
        for (int part = 0; part < 2; part++)
            if (p->C[way][part]->grad) add(b, p->C[way][part], p->C[way][part]->g, 0, s->n, 1, 2, dC + part * S);
    }
    tf_real *ddecay = d + S, *dangle = ddecay + s->n * S;
    tf_scan_kernels()->discrete_back(s->n, b->step, b->decay, b->angle, da, dgain, d, ddecay, dangle);
    if (p->step->grad) add(b, p->step, p->step->g, 0, 1, 1, 1, d);
    if (p->decay->grad) add(b, p->decay, p->decay->g, 0, s->n, 1, 1, ddecay);
    if (p->angle->grad) add(b, p->angle, p->angle->g, 0, s->n, 1, 1, dangle);
    if (p->D->grad) add(b, p->D, p->D->g, 0, 1, 1, 1, dD);
}

/* ---- short sequences: one kernel of lags 1 - L .. L - 1, the second way's before lag 0, D at lag 0 ---- */
static int whole(const struct s4d *s) { return tf_round_up(s->longest, TF_SCAN_POWERS); }
static size_t lags(const struct s4d *s) { return (size_t)(2 * (whole(s) + EDGE)) * S; }
static ptrdiff_t zero_lag(const struct s4d *s) { return (ptrdiff_t)(whole(s) + EDGE) * S; }

static tf_real *room_of(struct tf_tape *t, const struct s4d *s, int states) {
    return tf_reals(t, states * (TF_SCAN_POWERS + 1 + whole(s) / TF_SCAN_POWERS) * 2, S);
}

/* n rows in the opposite order */
static void turn(int n, const tf_real *from, tf_real *to) {
    for (ptrdiff_t i = 0; i < n; i++) memcpy(to + i * S, from + (n - 1 - i) * S, sizeof *to * S);
}

static tf_real *kernel_of(struct tf_tape *t, const struct s4d *s, const struct block *b) { // at lag 0
    const int L = whole(s);
    tf_real *K = cleared(t, lags(s)) + zero_lag(s), *room = room_of(t, s, s->n), *second = tf_reals(t, L, S);
    tf_scan_kernels()->kernel(L, s->n, b->a, b->c[0], room, K);
    for (int l = 0; l < S; l++) K[l] += b->D[l];
    if (s->ways == 2) {
        tf_scan_kernels()->kernel(L, s->n, b->a, b->c[1], room, second);
        turn(L, second, K - (ptrdiff_t)L * S);
    }
    return K;
}

static void convolve(struct tf_tape *t, const struct s4d *s, const struct block *b, int at_block) {
    const tf_real *K = kernel_of(t, s, b);
    if (t->grad) memcpy(s->kept + (size_t)at_block * lags(s), K - zero_lag(s), sizeof *K * lags(s));
    const int most = tf_round_up(s->longest, ALIGN);
    tf_real *u = tf_reals(t, most, S), *y = tf_reals(t, most, S);
    for (int q = 0; q < s->pk->n_seq; q++) {
        const int T = s->pk->len[q], rows = tf_round_up(T, ALIGN);
        load(b, s->u, s->u->v, s->pk->off[q], T, 1, 1, u);
        memset(u + (ptrdiff_t)T * S, 0, sizeof *u * (size_t)((rows - T) * S));
        memset(y, 0, sizeof *y * (size_t)(rows * S));
        tf_scan_kernels()->convolve(rows, rows, s->ways == 2 ? 1 - T : 0, T - 1, K, u, y);
        add(b, s->y, s->y->v, s->pk->off[q], T, 1, 1, y);
    }
}

/* du is dy convolved with the kernel turned round, and the kernel's gradient dy with u turned round. */
static void convolve_back(struct tf_tape *t, const struct s4d *s, const struct block *b, int at_block) {
    const int L = whole(s), most = tf_round_up(s->longest, ALIGN);
    const tf_real *K = s->kept + (size_t)at_block * lags(s); // from its first lag on
    tf_real *turned = tf_reals(t, 2 * (L + EDGE), S), *u = tf_reals(t, most, S), *dy = tf_reals(t, most, S), *du = tf_reals(t, most, S),
            *back = tf_reals(t, most + 2 * EDGE, S), *dK = cleared(t, lags(s)) + zero_lag(s);
    turn(2 * (L + EDGE) - 1, K + S, turned); // lag 0 where it was, but for the first row, which is left out
    for (int q = 0; q < s->pk->n_seq; q++) {
        const int T = s->pk->len[q], rows = tf_round_up(T, ALIGN), lo = s->ways == 2 ? 1 - T : 0;
        load(b, s->u, s->u->v, s->pk->off[q], T, 1, 1, u);
        load(b, s->y, s->y->g, s->pk->off[q], T, 1, 1, dy);
        memset(dy + (ptrdiff_t)T * S, 0, sizeof *dy * (size_t)((rows - T) * S));
        memset(du, 0, sizeof *du * (size_t)(rows * S));
        tf_scan_kernels()->convolve(rows, rows, 1 - T, -lo, turned + zero_lag(s) - S, dy, du);
        if (s->u->grad) add(b, s->u, s->u->g, s->pk->off[q], T, 1, 1, du);
        memset(back, 0, sizeof *back * (size_t)((T + 2 * EDGE) * S));
        turn(T, u, back + EDGE * S);
        tf_scan_kernels()->convolve(tf_round_up(T - lo, ALIGN), rows, 1 - T - lo, -lo, back + (EDGE + T - 1 + lo) * S, dy,
                                    dK + (ptrdiff_t)lo * S);
    }
    tf_real *da = cleared(t, state_size(s)), *dc[2] = {cleared(t, state_size(s)), cleared(t, state_size(s))}, *room = room_of(t, s, 2);
    tf_scan_kernels()->kernel_back(L, s->n, b->a, b->c[0], room, dK, da, dc[0]);
    if (s->ways == 2) {
        turn(L, dK - (ptrdiff_t)L * S, turned);
        tf_scan_kernels()->kernel_back(L, s->n, b->a, b->c[1], room, turned, da, dc[1]);
    }
    block_back(t, s, b, da, dc, dK);
}

/* ---- long sequences: the recurrence, on the second way from the end ---- */
static int running(const struct s4d *s, int q, int way) { return s->pk->len[q] - way; } // the last one read there is seen by none
static int first_row(const struct s4d *s, int q, int way) { return s->pk->off[q] + (way ? s->pk->len[q] - 1 : 0); }
static tf_real *kept(const struct s4d *s, int b, int way, int q, int i) {
    return s->kept + ((size_t)(b * s->ways + way) * (size_t)s->chunk[s->pk->n_seq] + (size_t)(s->chunk[q] + i)) * state_size(s);
}

static void scan(struct tf_tape *t, const struct s4d *s, const struct block *b, int at_block, const struct tf_recur *run) {
    const struct tf_mat state = {.rows = 2 * s->n, .cols = s->u->cols, .ld = s->u->cols};
    tf_real *x = tf_reals(t, 2 * s->n, S), u[CHUNK * S], y[CHUNK * S];
    for (int way = 0; way < s->ways; way++)
        for (int q = 0; q < s->pk->n_seq; q++) {
            const int step = way ? -1 : 1, all = running(s, q, way);
            if (run->start && run->start[q]) load(b, &state, run->start[q], 0, 2 * s->n, 1, 1, x);
            else memset(x, 0, sizeof *x * state_size(s));
            for (int at = 0; at < all; at += CHUNK) {
                const int T = all - at < CHUNK ? all - at : CHUNK, r0 = first_row(s, q, way) + step * at;
                if (t->grad) memcpy(kept(s, at_block, way, q, at / CHUNK), x, sizeof *x * state_size(s));
                load(b, s->u, s->u->v, r0, T, step, 1, u);
                for (int i = 0; i < T * S; i++) y[i] = way ? 0 : u[i] * b->D[i % S];
                tf_scan_kernels()->scan(T, s->n, b->a, b->c[way], x, u, y);
                add(b, s->y, s->y->v, r0 - way, T, step, 1, y);
            }
            for (int r = 0; run->end && r < 2 * s->n; r++)
                memcpy(run->end[q] + (ptrdiff_t)r * state.ld + b->c0, x + r * S, sizeof *x * (size_t)b->w);
        }
}

static void scan_back(struct tf_tape *t, const struct s4d *s, const struct block *b, int at_block) {
    tf_real *da = cleared(t, state_size(s)), *dc[2] = {cleared(t, state_size(s)), cleared(t, state_size(s))}, *dD = cleared(t, S);
    tf_real *g = tf_reals(t, 2 * s->n, S), *room = tf_reals(t, 2 * (CHUNK + 1), S), u[CHUNK * S], dy[CHUNK * S], du[CHUNK * S];
    for (int way = 0; way < s->ways; way++)
        for (int q = 0; q < s->pk->n_seq; q++) {
            const int step = way ? -1 : 1, all = running(s, q, way);
            memset(g, 0, sizeof *g * state_size(s));
            for (int at = (all - 1) / CHUNK * CHUNK; at >= 0 && all > 0; at -= CHUNK) {
                const int T = all - at < CHUNK ? all - at : CHUNK, r0 = first_row(s, q, way) + step * at;
                load(b, s->u, s->u->v, r0, T, step, 1, u);
                load(b, s->y, s->y->g, r0 - way, T, step, 1, dy);
                for (int i = 0; i < T * S; i++) {
                    du[i] = way ? 0 : dy[i] * b->D[i % S];
                    if (!way) dD[i % S] += dy[i] * u[i];
                }
                tf_scan_kernels()->scan_back(T, s->n, b->a, b->c[way], kept(s, at_block, way, q, at / CHUNK), u, dy, g, du, da, dc[way],
                                             room);
                if (s->u->grad) add(b, s->u, s->u->g, r0, T, step, 1, du);
            }
        }
    block_back(t, s, b, da, dc, dD);
}

/* ---- the op ---- */
static void s4d_back(struct tf_tape *t, void *aux) {
    const struct s4d *s = aux;
    for (int i = 0; i < blocks(s); i++) {
        const struct tf_mark mark = tf_arena_mark(&t->arena);
        const struct block b = block_at(t, s, i);
        if (s->convolved) convolve_back(t, s, &b, i);
        else scan_back(t, s, &b, i);
        tf_arena_rewind(&t->arena, mark);
    }
}

/* Multiplications and additions of either, per channel and way; a kernel is longer than its sequences by less than it is rounded up. */
static void choose(struct s4d *s) {
    double direct = 4.0 * s->n * whole(s), scanned = 0;
    for (int q = 0; q < s->pk->n_seq; q++) {
        const double T = s->pk->len[q];
        direct += T * (T + 1), scanned += 11 * s->n * T;
    }
    s->convolved = direct < scanned;
}

struct tf_mat *tf_s4d(struct tf_tape *t, struct tf_mat *u, const struct tf_s4d *p, const struct tf_pack *pk, const struct tf_recur *run) {
    struct s4d *s = TF_AUX(t, struct s4d, .p = *p, .u = u, .y = tf_new(t, u->rows, u->cols), .pk = pk, .n = p->decay->rows,
                           .ways = p->C[1][0] ? 2 : 1, .chunk = tf_arena_alloc(&t->arena, sizeof(int) * (size_t)(pk->n_seq + 1)));
    TF_BUG_IF(p->step->cols != u->cols || u->rows != pk->rows, "s4d: u (%d,%d) of %d rows", u->rows, u->cols, pk->rows);
    s->chunk[0] = 0;
    for (int q = 0; q < pk->n_seq; q++) {
        TF_BUG_IF(pk->off[q + 1] - pk->off[q] != pk->len[q], "s4d: extra rows");
        if (pk->len[q] > s->longest) s->longest = pk->len[q];
        s->chunk[q + 1] = s->chunk[q] + (pk->len[q] + CHUNK - 1) / CHUNK;
    }
    TF_BUG_IF((run->start || run->end) && s->ways > 1, "s4d: a state from both sides");
    choose(s);
    if (run->start || run->end) s->convolved = false;
    const size_t keep = s->convolved ? lags(s) : (size_t)(s->ways * s->chunk[pk->n_seq]) * state_size(s);
    if (t->grad) s->kept = tf_arena_alloc(&t->arena, sizeof *s->kept * keep * (size_t)blocks(s));
    memset(s->y->v, 0, sizeof *s->y->v * (size_t)u->rows * (size_t)u->cols);
    for (int i = 0; i < blocks(s); i++) {
        const struct tf_mark mark = tf_arena_mark(&t->arena);
        const struct block b = block_at(t, s, i);
        if (s->convolved) convolve(t, s, &b, i);
        else scan(t, s, &b, i, run);
        tf_arena_rewind(&t->arena, mark);
    }
    t->flops[TF_FLOP_FEATURE] += (11.0 * s->n * s->ways + 2) * u->rows * u->cols;
    tf_record(t, s4d_back, s);
    return s->y;
}
