/* The feature core against a naive reference, at sizes around its blocks; safety at large logits; Performer's error and its features. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include <math.h>

#include "parts.h"

#ifdef TF_DOUBLE
static const double TOL = 1e-12, TOL_GRAD = 1e-10;
#else
static const double TOL = 2e-5, TOL_GRAD = 1e-4;
#endif

static void fill(struct tf_mat *m, uint32_t key, double size) {
    struct tf_rng r = tf_rng_at(key, TF_RNG_TEST, 0, 0, 0);
    for (int i = 0; i < m->rows; i++)
        for (int j = 0; j < m->cols; j++) m->v[i * m->ld + j] = (tf_real)(size * tf_rng_normal(&r));
}
static struct tf_mat *view_of_random(struct tf_tape *t, int rows, int cols, uint32_t key, double size) { // ld > cols
    struct tf_mat *m = tf_view(t, tf_new(t, rows, cols + 3), 0, rows, 1, cols);
    fill(m, key, size);
    return m;
}

/* log phi (exp) or phi of one row. */
static void features(const struct tf_mat *x, int i, const struct tf_mat *W, const struct tf_feature_arg *a, double *out) {
    int m = W ? W->rows : x->cols;
    for (int f = 0; f < m; f++) {
        double s = 0, norm = 0, xf = (double)x->v[i * x->ld + (W ? 0 : f)];
        for (int d = 0; W && d < x->cols; d++) {
            double y = a->scale * (double)x->v[i * x->ld + d];
            s += (double)W->v[f * W->cols + d] * y, norm += y * y / 2;
        }
        out[f] = a->map == TF_FEATURE_EXP ? s - norm : a->map == TF_FEATURE_RELU ? fmax(W ? s : xf, 0) + a->eps : xf > 0 ? xf + 1 : exp(xf);
    }
}
/* <R_i phi(q_i), R_j phi(k_j)>, the pairs of each D features turned by the rows' angles. */
static double turned_product(const struct tf_feature_arg *a, int D, int m, const double *fq, const double *fk, int i, int j) {
    double sum = 0;
    for (int f = 0; f < m; f++) {
        const int c = f % D;
        const double q = a->map == TF_FEATURE_EXP ? exp(fq[f]) : fq[f], k = a->map == TF_FEATURE_EXP ? exp(fk[f]) : fk[f];
        const bool second = c % 2, turns = c < a->table->cols && f - second + 1 < m;
        const int other = second ? f - 1 : f + 1;
        if (!turns) {
            sum += q * k;
            continue;
        }
        const double ko = a->map == TF_FEATURE_EXP ? exp(fk[other]) : fk[other],
                     angle = (a->qpos[i] - a->kpos[j]) * pow(50, -(double)(c - second) / a->table->cols);
        sum += q * k * cos(angle) + (second ? -1 : 1) * q * ko * sin(angle);
    }
    return sum;
}
/* o and the gradient of sum(G o) to v and, through the weights w_ij = <phi, phi>, nothing else: q and k are checked by differences. */
static void naive(const struct tf_mat *q, const struct tf_mat *k, const struct tf_mat *v, const struct tf_mat *W,
                  const struct tf_feature_arg *a, const double *G, double *o, double *dv) {
    int m = W ? W->rows : q->cols, Tq = q->rows, Tk = k->rows, Dv = v->cols;
    double *fq = tf_alloc(sizeof *fq * (size_t)m), *fk = tf_alloc(sizeof *fk * (size_t)(m * Tk)), *w = tf_alloc(sizeof *w * (size_t)Tk);
    for (int j = 0; j < Tk; j++) features(k, j, W, a, fk + j * m);
    for (int i = 0; i < Tk * Dv; i++) dv[i] = 0;
    for (int i = 0; i < Tq; i++) {
        int n = a->causal ? i + 1 : Tk;
        double top = -INFINITY, Z = 0;
        features(q, i, W, a, fq);
        for (int j = 0; j < n; j++) // for exp: log of the weight, by log-sum-exp
            if (a->map == TF_FEATURE_EXP) {
                double big = -INFINITY, sum = 0;
                for (int f = 0; f < m; f++) big = fmax(big, fq[f] + fk[j * m + f]);
                for (int f = 0; f < m; f++) sum += exp(fq[f] + fk[j * m + f] - big);
                w[j] = big + log(sum), top = fmax(top, w[j]);
            } else {
                w[j] = 0;
                for (int f = 0; f < m; f++) w[j] += fq[f] * fk[j * m + f];
            }
        for (int j = 0; j < n; j++) Z += w[j] = a->map == TF_FEATURE_EXP ? exp(w[j] - top) : w[j];
        for (int j = 0; a->rotary && j < n; j++)
            w[j] = turned_product(a, q->cols, m, fq, fk + j * m, i, j) * (a->map == TF_FEATURE_EXP ? exp(-top) : 1);
        for (int d = 0; d < Dv; d++) o[i * Dv + d] = 0;
        for (int j = 0; j < n; j++)
            for (int d = 0; d < Dv; d++) {
                o[i * Dv + d] += w[j] / Z * (double)v->v[j * v->ld + d];
                dv[j * Dv + d] += w[j] / Z * G[i * Dv + d];
            }
    }
    tf_free(fq), tf_free(fk), tf_free(w);
}

struct weigh {
    struct tf_mat *o;
    const double *G;
};
static void weigh_backward(struct tf_tape *t, void *aux) {
    struct weigh *w = aux;
    (void)t;
    for (int i = 0; i < w->o->rows * w->o->cols; i++) w->o->g[i] += (tf_real)w->G[i];
}
static void near_one(double a, double b, double tol, const char *what, int i) {
    if (!(fabs(a - b) <= tol * fmax(1, fabs(b)))) fail_msg("%s[%d]: %.17g, expected %.17g", what, i, a, b);
}
static double *gradient_of(int n) {
    double *G = tf_alloc(sizeof *G * (size_t)n);
    struct tf_rng r = tf_rng_at(9, TF_RNG_TEST, 0, 0, 0);
    for (int i = 0; i < n; i++) G[i] = tf_rng_normal(&r);
    return G;
}

struct problem {
    int Tq, Tk, D, Dv, m;
    double size;
    struct tf_feature_arg arg;
};
/* weights: they come first, of one query. */
static struct tf_mat *output(struct tf_tape *t, const struct problem *p, bool weights, struct tf_mat *x[3], const struct tf_mat *W) {
    if (!weights) return tf_feature(t, x[0], x[1], x[2], W, &p->arg);
    struct tf_mat **w = tf_arena_alloc(&t->arena, sizeof *w);
    *w = tf_feature(t, x[0], x[1], NULL, W, &p->arg);
    return tf_weighted_sums(t, 1, w, x[2]);
}

static struct tf_mat *run(struct tf_tape *t, const struct problem *p, bool weights, struct tf_mat *x[3], struct tf_mat **W) {
    x[0] = view_of_random(t, p->Tq, p->D, 1, p->size), x[1] = view_of_random(t, p->Tk, p->D, 2, p->size),
    x[2] = view_of_random(t, p->Tk, p->Dv, 3, 1);
    *W = NULL;
    if (p->m && p->arg.map != TF_FEATURE_ELU) {
        *W = tf_const(t, p->m, p->D);
        struct tf_rng r = tf_rng_at(4, TF_RNG_TEST, 0, 0, 0);
        tf_orthogonal(&r, p->m, p->D, (*W)->v);
    }
    return output(t, p, weights, x, *W);
}
#ifdef TF_DOUBLE
static void differences(struct tf_tape *t, const struct problem *p, bool weights, struct tf_mat *x[3], const struct tf_mat *W,
                        const double *G) {
    for (int c = 0; c < 24; c++) {
        struct tf_rng r = tf_rng_at(5, TF_RNG_TEST, 0, (uint32_t)c, 0);
        struct tf_mat *m = x[c % 3];
        int i = (int)tf_rng_below(&r, (uint32_t)m->rows), j = (int)tf_rng_below(&r, (uint32_t)m->cols);
        double *at = &m->v[i * m->ld + j], was = *at, h = 1e-5, loss[2];
        for (int side = 0; side < 2; side++) {
            *at = was + (side ? -h : h);
            struct tf_mat *o = output(t, p, weights, x, W);
            loss[side] = 0;
            for (int n = 0; n < o->rows * o->cols; n++) loss[side] += G[n] * o->v[n];
        }
        *at = was;
        near_one(m->g[i * m->ld + j], (loss[0] - loss[1]) / (2 * h), 1e-7, "difference", c);
    }
}
#endif
/* A table of angles p 50^(-2m/cols), queries from position 2 on, keys from 5 on. */
static void give_positions(struct tf_tape *t, struct problem *p) {
    enum { ROWS = 400 };
    static int pos[ROWS];
    struct tf_mat *table = tf_const(t, ROWS, p->D > 9 ? 6 : p->D / 2 * 2);
    for (int i = 0; i < ROWS; i++) {
        pos[i] = i;
        for (int d = 0; d < table->cols; d += 2) {
            const double angle = i * pow(50, -(double)d / table->cols);
            table->v[i * table->ld + d] = (tf_real)cos(angle), table->v[i * table->ld + d + 1] = (tf_real)sin(angle);
        }
    }
    p->arg.table = table, p->arg.qpos = pos + 2, p->arg.kpos = pos + 5;
}

static void compare_as(const struct problem *given, bool weights) {
    struct problem own = *given, *p = &own;
    struct tf_tape t;
    tf_tape_init(&t);
    t.grad = true;
    if (p->arg.rotary) give_positions(&t, p);
    struct tf_mat *x[3], *W, *o = run(&t, p, weights, x, &W);
    double *G = gradient_of(p->Tq * p->Dv), *ref = tf_alloc(sizeof *ref * (size_t)(p->Tq * p->Dv)),
           *dv = tf_alloc(sizeof *dv * (size_t)(p->Tk * p->Dv));
    if (!weights) assert_true(t.flops[TF_FLOP_FEATURE] == tf_feature_flops(p->Tq, p->Tk, p->D, p->Dv, p->m, &p->arg));
    else assert_true(t.flops[TF_FLOP_POOL] == 2.0 * p->Tk * p->Dv);
    naive(x[0], x[1], x[2], W, &p->arg, G, ref, dv);
    for (int i = 0; i < p->Tq * p->Dv; i++) near_one((double)o->v[i], ref[i], TOL * fmax(1, p->size * p->size), "o", i);
    struct weigh *w = tf_arena_alloc(&t.arena, sizeof *w);
    *w = (struct weigh){o, G};
    struct tf_mat *loss = tf_new(&t, 1, 1);
    tf_record(&t, weigh_backward, w);
    tf_tape_backward(&t, loss, 1);
    for (int i = 0; i < p->Tk; i++)
        for (int d = 0; d < p->Dv; d++)
            near_one((double)x[2]->g[i * x[2]->ld + d], dv[i * p->Dv + d], TOL_GRAD * fmax(1, p->size * p->size), "dv", i);
    for (int m = 0; m < 3; m++)
        for (int i = 0; i < x[m]->rows * x[m]->ld - 1; i++) assert_true(isfinite(x[m]->g[i]));
#ifdef TF_DOUBLE
    if (p->size < 3) differences(&t, p, weights, x, W, G);
#endif
    tf_free(G), tf_free(ref), tf_free(dv);
    tf_tape_release(&t);
}

static void compare(const struct problem *p) {
    compare_as(p, false);
    if (p->Tq == 1 && !p->arg.causal && !p->arg.rotary) compare_as(p, true);
}

/* The three maps, and relu without W. */
enum { KINDS = 4 };
static int features_of(int kind, int m) { return kind < 3 ? m : 0; }
static struct tf_feature_arg map_of(int kind) {
    return (struct tf_feature_arg){.map = kind < 3 ? kind : TF_FEATURE_RELU, .scale = kind < TF_FEATURE_ELU ? 0.6 : 1, .eps = 1e-3};
}

static void test_against_naive(void **state) {
    (void)state;
    static const int T[] = {1, 2, 63, 64, 65, 128, 129, 200};
    for (int kind = 0; kind < KINDS; kind++)
        for (int causal = 0; causal < 2; causal++)
            for (size_t k = 0; k < TF_COUNT(T); k++) {
                struct problem p = {T[k], T[k], 7 + (int)k, 5 + 4 * (int)(k % 4), features_of(kind, 11 + 9 * (int)k), 1, map_of(kind)};
                p.arg.causal = causal;
                compare(&p);
            }
    compare(&(struct problem){150, 70, 8, 3, 40, 1, {.map = TF_FEATURE_EXP, .scale = 0.6}}); // more queries than keys
    compare(&(struct problem){3, 300, 16, 16, 16, 1, {.map = TF_FEATURE_RELU, .scale = 0.5, .eps = 1e-3}});
    for (int kind = 0; kind < KINDS; kind++) // one query
        for (size_t k = 0; k < TF_COUNT(T); k++)
            compare(&(struct problem){1, T[k], 7 + (int)k, 9 + 8 * (int)(k % 4), features_of(kind, 11 + 9 * (int)k), 1, map_of(kind)});
    compare(&(struct problem){1, 150, 16, 8, 48, 8, {.map = TF_FEATURE_EXP, .scale = 0.5}});
}

/* Rotary positions turn features in the sum over values alone. */
static void test_positions(void **state) {
    (void)state;
    static const int T[] = {1, 2, 65, 150};
    for (int kind = 0; kind < KINDS; kind++)
        for (int causal = 0; causal < 2; causal++)
            for (size_t k = 0; k < TF_COUNT(T); k++) {
                struct problem p = {T[k], T[k], 8 + (int)k, 5 + 4 * (int)(k % 4), features_of(kind, 11 + 9 * (int)k), 0.5, map_of(kind)};
                p.arg.causal = causal, p.arg.rotary = true;
                compare(&p);
            }
    compare(&(struct problem){150, 70, 8, 3, 40, 0.5, {.map = TF_FEATURE_EXP, .scale = 0.6, .rotary = true}});
}

/* Exponents of hundreds: one maximum for all keys would leave 0 / 0 in float. */
static void test_large_logits(void **state) {
    (void)state;
    for (int causal = 0; causal < 2; causal++) {
        compare(&(struct problem){150, 150, 16, 8, 48, 8, {.map = TF_FEATURE_EXP, .scale = 0.5, .causal = causal}});
        struct problem p = {300, 300, 16, 8, 48, 200, {.map = TF_FEATURE_EXP, .scale = 0.5, .causal = causal}};
        struct tf_tape t;
        tf_tape_init(&t);
        struct tf_mat *x[3], *W, *o = run(&t, &p, false, x, &W);
        for (int i = 0; i < o->rows * o->cols; i++) assert_true(isfinite(o->v[i]) && fabs((double)o->v[i]) < 6);
        tf_tape_release(&t);
    }
}

static void test_orthogonal(void **state) {
    (void)state;
    enum { D = 24, M = 60 };
    static tf_real W[M * D];
    double mean = 0;
    struct tf_rng r = tf_rng_at(3, TF_RNG_TEST, 0, 0, 0);
    for (int rep = 0; rep < 20; rep++) {
        tf_orthogonal(&r, M, D, W);
        for (int i = 0; i < M; i++)
            for (int j = 0; j <= i; j++) {
                double dot = 0;
                for (int d = 0; d < D; d++) dot += (double)W[i * D + d] * (double)W[j * D + d];
                if (i == j) mean += dot / (20 * M);
                else if (i / D == j / D) assert_true(fabs(dot) < D * 1e-5);
            }
    }
    assert_true(fabs(mean - D) < 0.05 * D); // E |w|^2 = D
}

/* Limit case: error against softmax attention falls as 1 / sqrt(m). */
static int by_value(const void *a, const void *b) {
    return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}
static double median_error(int m) {
    enum { T = 48, D = 8, SEEDS = 41 };
    double err[SEEDS];
    for (int s = 0; s < SEEDS; s++) {
        struct tf_tape t;
        tf_tape_init(&t);
        struct tf_mat *q = view_of_random(&t, T, D, 1, 0.25), *k = view_of_random(&t, T, D, 2, 0.25), *v = view_of_random(&t, T, D, 3, 1),
                      *W = tf_const(&t, m, D);
        struct tf_rng r = tf_rng_at((uint64_t)s, TF_RNG_FEATURES, 0, 0, 0);
        tf_orthogonal(&r, m, D, W->v);
        struct tf_feature_arg arg = {.map = TF_FEATURE_EXP, .scale = pow(D, -0.25)};
        struct tf_attend_arg full = {.scale = 1 / sqrt(D)};
        struct tf_mat *o = tf_feature(&t, q, k, v, W, &arg), *ref = tf_attend(&t, q, k, v, tf_attn_index_dense(&t, T, T), &full, NULL);
        double diff = 0, norm = 0;
        for (int i = 0; i < T * D; i++) diff += pow((double)(o->v[i] - ref->v[i]), 2), norm += pow((double)ref->v[i], 2);
        err[s] = sqrt(diff / norm);
        tf_tape_release(&t);
    }
    qsort(err, SEEDS, sizeof *err, by_value);
    return err[SEEDS / 2];
}
static void test_error_falls(void **state) {
    (void)state;
    double few = median_error(128), many = median_error(16 * 128);
    print_message("    relative error %.4f with 128 features, %.4f with 2048: ratio %.2f, 4 in theory\n", few, many, few / many);
    assert_true(few < 0.1 && few / many > 3 && few / many < 5.3);
}

/* Features of one float's range: where their products underflow, outputs stay finite. */
static void test_tiny_features(void **state) {
    (void)state;
    for (int causal = 0; causal < 2; causal++)
        for (double x = -40; x >= -80; x -= 5) {
            struct tf_tape t;
            tf_tape_init(&t);
            struct tf_mat *q = tf_const(&t, 3, 4), *v = view_of_random(&t, 3, 4, 1, 1);
            for (int i = 0; i < 12; i++) q->v[i] = (tf_real)x;
            struct tf_feature_arg arg = {.map = TF_FEATURE_ELU, .scale = 1, .causal = causal};
            struct tf_mat *o = tf_feature(&t, q, q, v, NULL, &arg);
            for (int i = 0; i < 12; i++) assert_true(isfinite(o->v[i]) && fabs((double)o->v[i]) < 10);
            tf_tape_release(&t);
        }
}

/* Redraws come behind their step, never in the last tenth, depend on the seed and the layer, and leave the projections alone. */
static void test_redraw(void **state) {
    (void)state;
    struct subject s = make_subject("performer", (const char *const[8]){"redraw", "10", NULL});
    struct layer l;
    open_layer(&l, &s, 8, 12, 2, false);
    size_t n = l.pars.size, at = l.pars.p[tf_pars_find(&l.pars, "x.features")].off;
    tf_real *was = tf_alloc(sizeof *was * n);
    memcpy(was, l.pars.v, sizeof *was * n);
    s.attn->update(s.opts, &l.pars, "x.", 1, 10, 100);
    s.attn->update(s.opts, &l.pars, "x.", 1, 1, 100);
    s.attn->update(s.opts, &l.pars, "x.", 1, 91, 100);
    assert_memory_equal(was, l.pars.v, sizeof *was * n);
    s.attn->update(s.opts, &l.pars, "x.", 1, 11, 100);
    assert_memory_equal(was, l.pars.v, sizeof *was * at);
    assert_memory_not_equal(was + at, l.pars.v + at, sizeof *was * (n - at));
    memcpy(was, l.pars.v, sizeof *was * n);
    s.attn->update(s.opts, &l.pars, "x.", 1, 21, 100);
    assert_memory_not_equal(was + at, l.pars.v + at, sizeof *was * (n - at));
    s.attn->update(s.opts, &l.pars, "x.", 2, 11, 100);
    assert_memory_not_equal(was + at, l.pars.v + at, sizeof *was * (n - at));
    s.attn->update(s.opts, &l.pars, "x.", 1, 11, 100); // what a step draws does not depend on the steps before
    assert_memory_equal(was, l.pars.v, sizeof *was * n);
    tf_free(was), tf_free(s.opts);
    close_layer(&l);
}

/* By hand: (3 + 5) rows of 7 features; sums of 6 values and the normalizer, the division by it. */
static void test_flops(void **state) {
    (void)state;
    const double sums = 2 * 8 * 7 * 7 + 3 * 6;
    assert_true(tf_feature_flops(3, 5, 4, 6, 7, &(struct tf_feature_arg){.map = TF_FEATURE_RELU}) == sums + 8 * 7 * (2 * 4 + 2));
    assert_true(tf_feature_flops(3, 5, 4, 6, 7, &(struct tf_feature_arg){.map = TF_FEATURE_EXP}) == sums + 8 * 7 * (2 * 4 + 5) + 2 * 5 * 4);
    assert_true(tf_feature_flops(3, 5, 7, 6, 99, &(struct tf_feature_arg){.map = TF_FEATURE_ELU}) ==
                sums + 8 * 7 * 2); // its features are channels
    static const double one[] = {5 * 7 * 2 * 4 + 5 * 2 * 4 + 6 * 7 * (2 * 4 + 5) + 5 * 2 * 4, 6 * 7 * (2 * 4 + 2)}; // exp: maxima first
    for (int map = TF_FEATURE_EXP; map <= TF_FEATURE_RELU; map++) {
        const struct problem p = {1, 5, 4, 6, 7, 1, map_of(map)};
        struct tf_tape t;
        tf_tape_init(&t);
        struct tf_mat *x[3], *W;
        run(&t, &p, true, x, &W);
        assert_true(t.flops[TF_FLOP_FEATURE] == one[map] + 5 * 2 * (7 + 1)); // five weights, their sum and the division
        tf_tape_release(&t);
    }
}

int main(void) {
    tf_num_init();
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_naive), cmocka_unit_test(test_large_logits),
                                       cmocka_unit_test(test_orthogonal),    cmocka_unit_test(test_error_falls),
                                       cmocka_unit_test(test_tiny_features), cmocka_unit_test(test_redraw),
                                       cmocka_unit_test(test_positions),     cmocka_unit_test(test_flops)};
    return cmocka_run_group_tests_name("feature", tests, NULL, NULL);
}
