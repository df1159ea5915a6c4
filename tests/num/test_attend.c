/* attend against a naive triple loop (forward, analytic gradients), central differences, and the golden vectors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "num/num.h"

#ifdef TF_DOUBLE
static const double TOL = 1e-12, TOL_GRAD = 1e-11;
#else
static const double TOL = 1e-5, TOL_GRAD = 3e-5;
#endif

/* One problem: views with ld > cols into larger matrices, a plan, and the output gradient. */
struct problem {
    int Tq, Tk, D, Dv;
    double big; /* size of the queries */
    struct tf_attn_index plan;
    struct tf_attend_arg arg;
    double *q, *k, *v, *G;                 /* contiguous, on a grid that float holds exactly */
    double *o, *lse, *dq, *dk, *dv, pairs; /* the naive results */
};

static uint64_t rng_state = 1;
static double draw(void) { // on a grid of 2^-9 in -1..1
    rng_state = rng_state * 6364136223846793005u + 1442695040888963407u;
    return (double)((int)(rng_state >> 40) % 513) / 256 - 1;
}
static int below(int n) {
    rng_state = rng_state * 6364136223846793005u + 1442695040888963407u;
    return (int)((rng_state >> 33) % (uint64_t)n);
}
static double *random_matrix(int rows, int cols, double size) {
    double *x = tf_alloc(sizeof *x * (size_t)rows * (size_t)cols + 8);
    for (int i = 0; i < rows * cols; i++) x[i] = draw() * size;
    return x;
}

/* ---- the naive reference ------------------------------------------------------------------------------------------------ */
static void naive(struct problem *p) {
    const struct tf_attn_index *pl = &p->plan;
    int D = p->D, Dv = p->Dv;
    p->o = tf_calloc(sizeof(double) * (size_t)(p->Tq * Dv + 1));
    p->lse = tf_calloc(sizeof(double) * (size_t)(p->Tq + 1));
    p->dq = tf_calloc(sizeof(double) * (size_t)(p->Tq * D + 1));
    p->dk = tf_calloc(sizeof(double) * (size_t)(p->Tk * D + 1));
    p->dv = tf_calloc(sizeof(double) * (size_t)(p->Tk * Dv + 1));
    p->pairs = 0;
    for (int i = 0; i < p->Tq; i++) p->lse[i] = -INFINITY;
    int cap = 1;
    for (int r = 0; pl->ranges && r < 64; r++) cap += p->Tk; // no test has more ranges in a block
    int *js = tf_alloc(sizeof(int) * (size_t)cap);
    double *s = tf_alloc(sizeof(double) * (size_t)cap);
    for (int b = 0; b < pl->n_blocks; b++)
        for (int qp = pl->blocks[b].q0; qp < pl->blocks[b].q1; qp++) {
            int i = pl->qidx ? pl->qidx[qp] : qp, n = 0;
            for (int r = pl->blocks[b].r0; r < pl->blocks[b].r1; r++)
                for (int kp = pl->ranges[r].k0; kp < pl->ranges[r].k1; kp++) {
                    int j = pl->kidx ? pl->kidx[kp] : kp;
                    if (!pl->windowed || (i - j >= pl->lo && i - j <= pl->hi)) js[n++] = j;
                }
            p->pairs += n;
            if (!n) continue;
            double top = -INFINITY, Z = 0, delta = 0;
            for (int x = 0; x < n; x++) {
                s[x] = 0;
                for (int d = 0; d < D; d++) s[x] += p->q[i * D + d] * p->k[js[x] * D + d];
                s[x] = s[x] * p->arg.scale - p->arg.slope * abs(i - js[x]);
                top = fmax(top, s[x]);
            }
            for (int x = 0; x < n; x++) Z += exp(s[x] - top);
            p->lse[i] = top + log(Z);
            double keep = 1 / (1 - p->arg.dropout);
            for (int pass = 0; pass < 2; pass++)
                for (int x = 0; x < n; x++) {
                    int j = js[x];
                    double P = exp(s[x] - top) / Z;
                    double R = tf_pair_hash(p->arg.key, (uint32_t)i, (uint32_t)j) >= p->arg.dropout * 4294967296.0 ? keep : 0, dP = 0;
                    for (int d = 0; d < Dv; d++) {
                        if (!pass) p->o[i * Dv + d] += P * R * p->v[j * Dv + d];
                        if (!pass) p->dv[j * Dv + d] += P * R * p->G[i * Dv + d];
                        dP += p->G[i * Dv + d] * p->v[j * Dv + d] * R;
                    }
                    if (!pass) delta += P * dP;
                    for (int d = 0; pass && d < D; d++) {
                        p->dq[i * D + d] += p->arg.scale * P * (dP - delta) * p->k[j * D + d];
                        p->dk[j * D + d] += p->arg.scale * P * (dP - delta) * p->q[i * D + d];
                    }
                }
        }
    tf_free(js);
    tf_free(s);
}

static void problem_free(struct problem *p) {
    double *all[] = {p->q, p->k, p->v, p->G, p->o, p->lse, p->dq, p->dk, p->dv};
    for (size_t i = 0; i < TF_COUNT(all); i++) tf_free(all[i]);
}

/* ---- running it -------------------------------------------------------------------------------------------------------------- */
static struct tf_mat *put(struct tf_tape *t, const double *x, int rows, int cols) { // a view in a wider matrix
    struct tf_mat *m = tf_view(t, tf_new(t, rows, cols + 5), 0, rows, 2, cols);
    for (int i = 0; i < rows; i++)
        for (int d = -2; d < cols + 3; d++) m->v[i * m->ld + d] = d >= 0 && d < cols ? (tf_real)x[i * cols + d] : (tf_real)NAN;
    return m;
}

struct weigh {
    struct tf_mat *o;
    const double *G;
}; /* loss = sum(G * o), as an op */
static void weigh_backward(struct tf_tape *t, void *aux) {
    struct weigh *w = aux;
    (void)t;
    for (int i = 0; i < w->o->rows; i++)
        for (int d = 0; d < w->o->cols; d++) w->o->g[i * w->o->ld + d] += (tf_real)w->G[i * w->o->cols + d];
}

static void near_one(double a, double b, double tol, const char *what, int i) {
    if (a == b) return;
    if (!(fabs(a - b) <= tol * fmax(1, fabs(b)))) fail_msg("%s[%d]: %.17g, expected %.17g", what, i, a, b);
}
static void near_all(const tf_real *x, int ld, const double *ref, int rows, int cols, double tol, const char *what) {
    for (int i = 0; i < rows; i++)
        for (int d = 0; d < cols; d++) near_one((double)x[i * ld + d], ref[i * cols + d], tol, what, i * cols + d);
}

static void compare(struct problem *p) {
    naive(p);
    struct tf_tape t;
    tf_tape_init(&t);
    t.grad = t.train = true;
    struct tf_mark start = tf_arena_mark(&t.arena);
    memset(tf_arena_alloc(&t.arena, 2000000), 0xff, 2000000); // NaN: nothing may be read before it is written
    tf_arena_rewind(&t.arena, start);
    struct tf_mat *q = put(&t, p->q, p->Tq, p->D), *k = put(&t, p->k, p->Tk, p->D), *v = put(&t, p->v, p->Tk, p->Dv);
    const tf_real *lse;
    struct tf_mat *o = tf_attend(&t, q, k, v, &p->plan, &p->arg, &lse);
    double tol = TOL * fmax(1, p->big), tol_grad = TOL_GRAD * fmax(1, p->big);
    near_all(o->v, o->ld, p->o, p->Tq, p->Dv, tol, "o");
    near_all(lse, 1, p->lse, p->Tq, 1, tol, "lse");
    assert_true(t.pairs == p->pairs);
    assert_true(t.flops[TF_FLOP_ATTEND] == p->pairs * (2 * p->D + 2 * p->Dv + 5));
    struct tf_mat *loss = tf_new(&t, 1, 1);
    struct weigh *w = tf_arena_alloc(&t.arena, sizeof *w);
    *w = (struct weigh){o, p->G};
    tf_record(&t, weigh_backward, w);
    tf_tape_backward(&t, loss, 1);
    near_all(q->g, q->ld, p->dq, p->Tq, p->D, tol_grad, "dq");
    near_all(k->g, k->ld, p->dk, p->Tk, p->D, tol_grad, "dk");
    near_all(v->g, v->ld, p->dv, p->Tk, p->Dv, tol_grad, "dv");
    for (int i = 0; i < p->Tk; i++) assert_true(k->g[i * k->ld - 1] == 0 && k->g[i * k->ld + p->D] == 0); // the columns beside the view
    tf_tape_release(&t);
    problem_free(p);
}

static struct problem problem(int Tq, int Tk, int D, int Dv, double big) {
    struct problem p = {
        .Tq = Tq, .Tk = Tk, .D = D, .Dv = Dv, .big = big, .arg = {.scale = 1 / sqrt(D), .slope = D % 2 ? 0 : 0.0625, .key = 77}};
    rng_state = (uint64_t)(Tq * 1000003 + Tk * 10007 + D * 101 + Dv);
    p.q = random_matrix(Tq, D, big);
    p.k = random_matrix(Tk, D, 1);
    p.v = random_matrix(Tk, Dv, 1);
    p.G = random_matrix(Tq, Dv, 1);
    return p;
}

static const int Ds[] = {1, 3, 6, 8, 16, 32, 33, 64, 96}, Ts[] = {1, 2, 17, 64, 200};

static void dense(void **state) {
    (void)state;
    for (size_t d = 0; d < TF_COUNT(Ds); d++)
        for (size_t T = 0; T < TF_COUNT(Ts); T++)
            for (int causal = 0; causal < 2; causal++) {
                if (Ts[T] == 200 && Ds[d] > 33 && causal) continue;
                struct problem p = problem(Ts[T], Ts[T], Ds[d], Ds[d], 1);
                struct tf_block b = {0, Ts[T], 0, 1};
                struct tf_range r = {0, Ts[T]};
                p.plan = (struct tf_attn_index){.n_blocks = 1, .blocks = &b, .ranges = &r, .windowed = causal, .lo = 0, .hi = INT_MAX};
                p.arg.dropout = T % 2 ? 0.1 : 0;
                compare(&p);
            }
}

static void shapes(void **state) { // Tq != Tk, D != Dv, windows, large logits, heavy dropout
    (void)state;
    static const struct {
        int Tq, Tk, D, Dv, lo, hi;
        double big, dropout;
    } c[] = {
        {5, 70, 7, 40, 0, 0, 1, 0},      {70, 5, 40, 7, 0, 0, 1, 0.5},      {1, 300, 16, 16, 0, 0, 1, 0.9},
        {150, 150, 16, 8, -3, 3, 1, 0},  {150, 150, 8, 24, 2, 40, 1, 0.1},  {90, 150, 8, 8, -9, -2, 1, 0},
        {150, 90, 8, 8, 100, 200, 1, 0}, {130, 130, 32, 32, 0, 0, 5000, 0}, {60, 60, 32, 32, 0, 0, 300, 0.2},
        {300, 300, 4, 4, 0, 0, 0, 0.1},
    };
    for (size_t i = 0; i < TF_COUNT(c); i++) {
        struct problem p = problem(c[i].Tq, c[i].Tk, c[i].D, c[i].Dv, c[i].big);
        struct tf_block b = {0, c[i].Tq, 0, 1};
        struct tf_range r = {0, c[i].Tk};
        p.plan =
            (struct tf_attn_index){.n_blocks = 1, .blocks = &b, .ranges = &r, .windowed = c[i].lo || c[i].hi, .lo = c[i].lo, .hi = c[i].hi};
        p.arg.dropout = c[i].dropout;
        compare(&p);
    }
}

/* Rows dealt to leaves, as TF-A does: unequal leaves, some without queries, some without keys. */
static void leaves(void **state) {
    (void)state;
    enum { T = 333, L = 16 };
    static const int D[] = {6, 16, 32, 64};
    for (int c = 0; c < 8; c++) {
        struct problem p = problem(T, T, D[c / 2], D[c / 2], 1);
        static int qidx[T], kidx[T], leaf_q[T], leaf_k[T];
        struct tf_block b[L];
        struct tf_range r[L];
        for (int i = 0; i < T; i++) leaf_q[i] = below(L - 1) * below(3) / 2, leaf_k[i] = below(L - 3) * below(3) / 2 + 2;
        int nq = 0, nk = 0;
        for (int l = 0; l < L; l++) {
            b[l] = (struct tf_block){nq, nq, l, l + 1};
            r[l] = (struct tf_range){nk, nk};
            for (int i = 0; i < T; i++) {
                if (leaf_q[i] == l && i % 50 != 7) qidx[nq++] = i; // a few queries stand in no leaf
                if (leaf_k[i] == l) kidx[nk++] = i;
            }
            b[l].q1 = nq;
            r[l].k1 = nk;
        }
        p.plan = (struct tf_attn_index){
            .n_blocks = L, .blocks = b, .ranges = r, .qidx = qidx, .kidx = kidx, .windowed = c % 2, .lo = 0, .hi = INT_MAX};
        p.arg.dropout = c % 2 ? 0.2 : 0;
        compare(&p);
    }
}

/* Several ranges a block: through kidx with rows that repeat, and over plain rows that touch, have gaps or are empty. */
static void ranges(void **state) {
    (void)state;
    enum { T = 210, N = 700 };
    static int kidx[N];
    for (int c = 0; c < 6; c++) {
        struct problem p = problem(T, T, c < 3 ? 32 : 11, 16, 1);
        for (int i = 0; i < N; i++) kidx[i] = below(T);
        struct tf_block b[4] = {{100, T, 0, 3}, {0, 50, 3, 7}, {50, 51, 7, 7}, {60, 100, 5, 9}};
        struct tf_range by_index[9] = {{0, 200}, {100, 150}, {3, 3}, {690, 700}, {0, 1}, {40, 300}, {41, 42}, {5, 5}, {200, 203}};
        struct tf_range by_row[9] = {{0, 20}, {20, 170}, {180, T}, {9, 13}, {0, 1}, {40, 200}, {201, 202}, {5, 5}, {205, T}};
        p.plan = (struct tf_attn_index){.n_blocks = 4,
                                        .blocks = b,
                                        .ranges = c % 2 ? by_index : by_row,
                                        .kidx = c % 2 ? kidx : NULL,
                                        .windowed = c % 3 == 2,
                                        .lo = -60,
                                        .hi = 90};
        p.arg.dropout = c > 2 ? 0.3 : 0;
        compare(&p);
    }
}

#ifdef TF_DOUBLE
static double loss_at(struct problem *p) {
    struct tf_tape t;
    tf_tape_init(&t);
    t.train = true;
    struct tf_mat *o =
        tf_attend(&t, put(&t, p->q, p->Tq, p->D), put(&t, p->k, p->Tk, p->D), put(&t, p->v, p->Tk, p->Dv), &p->plan, &p->arg, NULL);
    double sum = 0;
    for (int i = 0; i < p->Tq; i++)
        for (int d = 0; d < p->Dv; d++) sum += o->v[i * o->ld + d] * p->G[i * p->Dv + d];
    tf_tape_release(&t);
    return sum;
}
static void differences(void **state) { // the naive gradients, and so the tape's, against central differences
    (void)state;
    struct problem p = problem(19, 23, 5, 4, 1);
    struct tf_block b = {0, 19, 0, 2};
    struct tf_range r[2] = {{0, 9}, {11, 23}};
    p.plan = (struct tf_attn_index){.n_blocks = 1, .blocks = &b, .ranges = r, .windowed = true, .lo = -8, .hi = INT_MAX};
    p.arg.dropout = 0.25;
    naive(&p);
    struct {
        double *x, *g;
        int n;
    } of[] = {{p.q, p.dq, 19 * 5}, {p.k, p.dk, 23 * 5}, {p.v, p.dv, 23 * 4}};
    for (int m = 0; m < 3; m++)
        for (int i = 0; i < of[m].n; i++) {
            double x = of[m].x[i], h = 1e-5, up, down;
            of[m].x[i] = x + h, up = loss_at(&p);
            of[m].x[i] = x - h, down = loss_at(&p);
            of[m].x[i] = x;
            near_one((up - down) / (2 * h), of[m].g[i], 1e-8, "difference", i);
        }
    problem_free(&p);
}
#endif

/* Nothing but the wanted gradients, and no record without any. */
static void without_gradients(void **state) {
    (void)state;
    struct problem p = problem(20, 20, 8, 8, 1);
    struct tf_tape t;
    tf_tape_init(&t);
    t.grad = true;
    struct tf_mat *q = put(&t, p.q, 20, 8), *k = put(&t, p.k, 20, 8), *v = put(&t, p.v, 20, 8);
    q->grad = k->grad = v->grad = false;
    p.arg.dropout = 0.5; // not training: must not matter
    struct tf_mat *o = tf_attend(&t, q, k, v, tf_attn_index_dense(&t, 20, 20), &p.arg, NULL);
    assert_false(o->grad);
    assert_int_equal(t.n_ops, 0);
    p.arg.dropout = 0;
    p.plan = *tf_attn_index_dense(&t, 20, 20);
    naive(&p);
    near_all(o->v, o->ld, p.o, 20, 8, TOL, "o");
    tf_tape_release(&t);
    problem_free(&p);
}

/* Of many equal keys beside one: rounding their weights in one direction must not add up. */
static void long_rows(void **state) {
    (void)state;
    enum { T = 65536, C = 8 };
    for (int rep = 0; rep < 20; rep++) {
        struct tf_tape t;
        tf_tape_init(&t);
        struct tf_mat *q = tf_const(&t, 1, C), *k = tf_const(&t, T, C), *v = tf_const(&t, T, C);
        for (int c = 0; c < C; c++) q->v[c] = c == 0;
        for (int i = 0; i < T * C; i++) k->v[i] = i % C || !i ? 0 : (tf_real)log(0.1 + 0.02 * rep), v->v[i] = 1;
        const struct tf_attend_arg arg = {.scale = 1};
        near_one((double)tf_attend(&t, q, k, v, tf_attn_index_dense(&t, 1, T), &arg, NULL)->v[0], 1, TOL, "o", rep);
        tf_tape_release(&t);
    }
}

/* The draws are keyed by everything that names a head, and by nothing else. */
static void keys(void **state) {
    (void)state;
    struct tf_tape t = {.seed = 5, .step = 3};
    uint32_t base = tf_attend_key(&t, 1, 2, 3);
    assert_true(base == tf_attend_key(&t, 1, 2, 3));
    assert_true(base != tf_attend_key(&t, 2, 2, 3) && base != tf_attend_key(&t, 1, 3, 3) && base != tf_attend_key(&t, 1, 2, 4));
    t.step++;
    assert_true(base != tf_attend_key(&t, 1, 2, 3));
    t.step--, t.seed++;
    assert_true(base != tf_attend_key(&t, 1, 2, 3));
}

/* ---- golden vectors ------------------------------------------------------------------------------------------------------------ */
static double *matrix_of(const json_t *x, const char *a, const char *b, int rows, int cols) {
    const json_t *m = json_object_get(json_object_get(x, a), b);
    if (!b) m = json_object_get(x, a);
    assert_int_equal(json_array_size(m), rows);
    double *out = tf_alloc(sizeof *out * (size_t)(rows * cols));
    for (int i = 0; i < rows * cols; i++)
        out[i] = json_number_value(json_array_get(json_array_get(m, (size_t)(i / cols)), (size_t)(i % cols)));
    return out;
}
static void golden_case(const char *file) {
    json_t *x = json_load_file(file, 0, NULL);
    if (!x) fail_msg("cannot read %s", file);
    int T = (int)json_integer_value(json_object_get(x, "T")), D = (int)json_integer_value(json_object_get(x, "D"));
    const json_t *opt = json_object_get(x, "options");
    struct problem p = {.Tq = T, .Tk = T, .D = D, .Dv = D, .big = 1};
    p.q = matrix_of(x, "inputs", "q", T, D);
    p.k = matrix_of(x, "inputs", "k", T, D);
    p.v = matrix_of(x, "inputs", "v", T, D);
    p.G = matrix_of(x, "loss_weights", NULL, T, D);
    p.arg.scale = json_number_value(json_object_get(opt, "scale"));
    struct tf_block b = {0, T, 0, 1};
    struct tf_range r = {0, T};
    p.plan = (struct tf_attn_index){
        .n_blocks = 1, .blocks = &b, .ranges = &r, .windowed = json_is_true(json_object_get(opt, "causal")), .hi = INT_MAX};
    double *o = matrix_of(x, "outputs", "o", T, D), *dq = matrix_of(x, "gradients", "q", T, D);
    double *dk = matrix_of(x, "gradients", "k", T, D), *dv = matrix_of(x, "gradients", "v", T, D);
    naive(&p); // naive = golden here, op = naive in compare()
    for (int i = 0; i < T * D; i++) {
        near_one(p.o[i], o[i], 1e-12, "golden o", i);
        near_one(p.dq[i], dq[i], 1e-10, "golden dq", i);
        near_one(p.dk[i], dk[i], 1e-10, "golden dk", i);
        near_one(p.dv[i], dv[i], 1e-10, "golden dv", i);
    }
    double *old[] = {p.o, p.lse, p.dq, p.dk, p.dv, o, dq, dk, dv};
    for (size_t i = 0; i < TF_COUNT(old); i++) tf_free(old[i]);
    compare(&p);
    json_decref(x);
}
static void golden(void **state) {
    (void)state;
    golden_case("tests/golden/transformer.json");
    golden_case("tests/golden/transformer-causal.json");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dense),
        cmocka_unit_test(shapes),
        cmocka_unit_test(leaves),
        cmocka_unit_test(ranges),
        cmocka_unit_test(without_gradients),
        cmocka_unit_test(long_rows),
        cmocka_unit_test(keys),
        cmocka_unit_test(golden),
#ifdef TF_DOUBLE
        cmocka_unit_test(differences),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
