/* Teaching: gradients against central differences (fp64), closed cases of the losses, sampled rows. */
#include <math.h>

#include "data/data.h"
#include "parts.h"

enum { T = 13, D = 5, HEIGHT = 3, HEADS = 2, ROWS = 9 };

struct lesson {
    tf_real x[T * D], w[2][ROWS * D], b[2][ROWS], q[HEADS][T * D], k[HEADS][T * D], dw[2][ROWS * D], db[2][ROWS];
    struct tf_teach a;
    bool shared, kary;
    struct tf_tape t;
};

static void fill(tf_real *v, int n, uint32_t a, double scale) {
    struct tf_rng r = tf_rng_at(3, TF_RNG_TEST, 0, a, 0);
    for (int i = 0; i < n; i++) v[i] = (tf_real)(scale * tf_rng_normal(&r));
}

static double run(struct lesson *l, bool grad) {
    struct tf_tape *t = &l->t;
    tf_tape_reset(t);
    t->grad = grad, t->seed = 5, t->step = 2;
    struct tf_tree tree[2];
    struct tf_mat *q[HEADS], *k[HEADS], *x = tf_extern(t, l->x, NULL, T, D);
    memset(l->dw, 0, sizeof l->dw), memset(l->db, 0, sizeof l->db);
    const struct tf_tree_shape shape = l->kary ? tf_tree_kary(2, (const int[]){3, 2}) : tf_tree_binary(HEIGHT);
    for (int s = 0; s < 2; s++)
        tree[s] = (struct tf_tree){shape, tf_extern(t, l->w[s], l->dw[s], shape.rows, D), tf_extern(t, l->b[s], l->db[s], shape.rows, 1)};
    for (int h = 0; h < HEADS; h++) q[h] = tf_extern(t, l->q[h], NULL, T, D), k[h] = tf_extern(t, l->k[h], NULL, T, D);
    struct tf_teach a = l->a;
    a.q_tree = &tree[0], a.k_tree = l->shared ? &tree[0] : &tree[1];
    a.see_q = a.see_k = x, a.n_heads = HEADS, a.q = q, a.k = k, a.scale = 1;
    if (a.keys) {
        a.q_route = tf_tree_route(t, &(struct tf_route_arg){.x = x, .tree = a.q_tree, .beta = 1});
        a.k_route = tf_tree_route(t, &(struct tf_route_arg){.x = x, .tree = a.k_tree, .beta = 1});
    }
    const double loss = tf_tree_teach(t, &a);
    assert_true(fabs(t->aux_loss - a.weight * loss) <= 1e-12 * fabs(loss));
    if (grad) {
        struct tf_mat *zero = tf_new(t, 1, 1);
        zero->v[0] = 0;
        tf_tape_backward(t, zero, 1);
    }
    return loss;
}

static void open_lesson(struct lesson *l, enum tf_teach_kind kind, int rows, bool shared) {
    memset(l, 0, sizeof *l);
    l->a = (struct tf_teach){.kind = kind, .weight = 0.7, .price = 1.3, .beta = 1.5, .guard = 0.02, .rows = rows, .example = 4, .site = 9};
    static const double slope[HEADS] = {0.3, 0};
    l->shared = shared, l->a.slope = rows ? slope : NULL;
    fill(l->x, T * D, 1, 1);
    for (int s = 0; s < 2; s++) fill(l->w[s], ROWS * D, 2 + (uint32_t)s, 0.5), fill(l->b[s], ROWS, 4 + (uint32_t)s, 0.3);
    for (int h = 0; h < HEADS; h++) fill(l->q[h], T * D, 6 + (uint32_t)h, 1), fill(l->k[h], T * D, 8 + (uint32_t)h, 1);
    tf_tape_init(&l->t);
}

#ifdef TF_DOUBLE
static void check_slot(struct lesson *l, tf_real *v, tf_real got) {
    const double was = *v, h = 1e-5;
    *v = was + h;
    const double up = run(l, false);
    *v = was - h;
    const double down = run(l, false), want = l->a.weight * (up - down) / (2 * h);
    *v = was;
    if (!(fabs(got - want) <= 1e-6 * fmax(1e-2, fabs(want)))) fail_msg("gradient %.12g, difference %.12g", got, want);
}

static void test_gradients(void **state) {
    (void)state;
    for (int kind = TF_TEACH_MASS; kind <= TF_TEACH_KL; kind++)
        for (int rows = 0; rows <= 5; rows += 5)
            for (int way = 0; way < 8; way++) {
                struct lesson l;
                open_lesson(&l, (enum tf_teach_kind)kind, rows, way % 2);
                l.kary = way / 2 % 2; // 9 rows; a binary tree has 7
                l.a.keys = way / 4 * 3;
                run(&l, true);
                tf_real dw[2][ROWS * D], db[2][ROWS];
                memcpy(dw, l.dw, sizeof dw), memcpy(db, l.db, sizeof db);
                for (int s = 0; s < 2; s++) {
                    for (int i = 0; i < ROWS * D; i++) check_slot(&l, &l.w[s][i], dw[s][i]);
                    for (int i = 0; i < ROWS; i++) check_slot(&l, &l.b[s][i], db[s][i]);
                }
                tf_tape_release(&l.t);
            }
}
#endif

/* The work of both trees' scores and their gradients, of the target and of m, once each. */
static void test_flops(void **state) {
    (void)state;
    struct lesson l;
    open_lesson(&l, TF_TEACH_MASS, 5, false);
    run(&l, true);
    const double leaves = 8, scores = 2 * 2 * (2.0 * T * 7 * D), target = HEADS * 5.0 * T * (2 * D + 5),
                 meeting = 3 * (2.0 * 5 * T * leaves);
    assert_float_equal(l.t.flops[TF_FLOP_TEACH], scores + target + meeting, 0);
    tf_tape_release(&l.t);
}

/* How far the mean over draws is from the loss of all keys, as a share; every draw is another. */
static double mean_of_draws(struct lesson *l, int keys, double whole) {
    double mean = 0, far = 0;
    l->a.keys = keys;
    for (int n = 0; n < 400; n++) {
        l->a.example = (uint32_t)n;
        const double one = run(l, false);
        mean += one / 400, far = most_of(far, fabs(one - whole));
    }
    assert_true(far > 1e-3);
    return fabs(mean - whole) / fabs(whole);
}

/* Drawn keys: as many as there are say what all of them say; of fewer the mean is off, the less the more they are. */
static void test_drawn_keys(void **state) {
    (void)state;
    for (int kind = TF_TEACH_MASS; kind <= TF_TEACH_KL; kind++) {
        struct lesson all, drawn;
        open_lesson(&all, (enum tf_teach_kind)kind, 6, false), open_lesson(&drawn, (enum tf_teach_kind)kind, 6, false);
        drawn.a.keys = T;
        const double loss = run(&all, true);
        assert_true(fabs(run(&drawn, true) - loss) <= TOL_O * 10);
        for (int s = 0; s < 2; s++) {
            for (int i = 0; i < ROWS * D; i++) assert_true(fabs((double)(all.dw[s][i] - drawn.dw[s][i])) <= TOL_O * 10);
            for (int i = 0; i < ROWS; i++) assert_true(fabs((double)(all.db[s][i] - drawn.db[s][i])) <= TOL_O * 10);
        }
        drawn.a.rows = all.a.rows = 0;
        const double whole = run(&all, false), few = mean_of_draws(&drawn, 3, whole), many = mean_of_draws(&drawn, 9, whole);
        if (!(few > many && many < 0.15)) fail_msg("means of draws are off by %g (3 keys) and %g (9 keys)", few, many);
        tf_tape_release(&all.t), tf_tape_release(&drawn.t);
    }
}

/* MASS: uniform attention gains nothing at price 1; everything in one leaf keeps all the mass and pays for all pairs. */
static void test_mass(void **state) {
    (void)state;
    struct lesson l;
    open_lesson(&l, TF_TEACH_MASS, 0, true);
    l.a.price = 1;
    memset(l.q, 0, sizeof l.q);
    assert_true(fabs(run(&l, false)) <= 1e-6);
    tf_tape_release(&l.t);
    open_lesson(&l, TF_TEACH_MASS, 0, true);
    memset(l.w, 0, sizeof l.w);
    for (int n = 0; n < ROWS; n++) l.b[0][n] = 100;
    assert_true(fabs(run(&l, false) - (l.a.price - 1)) <= 1e-6);
    tf_tape_release(&l.t);
}

/* MASS with a share that leaves shall keep: below it as at price 0, from it on as without it. */
static void test_recall_target(void **state) {
    (void)state;
    for (int keys = 0; keys <= 3; keys += 3) {
        struct lesson l[2];
        for (int i = 0; i < 2; i++) open_lesson(&l[i], TF_TEACH_MASS, 5, false), l[i].a.keys = keys;
        l[1].a.price = 0;
        const double mass = -run(&l[1], false);
        for (int below = 0; below < 2; below++) {
            l[0].a.recall = below ? mass + 1e-3 : mass - 1e-3, l[1].a.price = below ? 0 : l[0].a.price;
            assert_true(run(&l[0], true) == run(&l[1], true));
            assert_memory_equal(l[0].dw, l[1].dw, sizeof l[0].dw);
            assert_memory_equal(l[0].db, l[1].db, sizeof l[0].db);
        }
        tf_tape_release(&l[0].t), tf_tape_release(&l[1].t);
    }
}

/* So steep that every query looks at its own key alone, which is in its leaf. */
static void test_distances(void **state) {
    (void)state;
    static const double steep[] = {1e4, 1e4};
    for (int keys = 0; keys <= T; keys += T) {
        struct lesson l;
        open_lesson(&l, TF_TEACH_MASS, 0, true);
        l.a.price = 0, l.a.beta = 1e3, l.a.keys = keys;
        assert_true(run(&l, false) > -0.9);
        l.a.slope = steep;
        assert_float_equal(run(&l, false), -1, 0.02);
        tf_tape_release(&l.t);
    }
}

/* KL: where all meet alike, b is uniform, and the loss is log T less the entropy of a, which is log T where a is uniform. */
static void test_kl(void **state) {
    (void)state;
    struct lesson l;
    open_lesson(&l, TF_TEACH_KL, 0, true);
    memset(l.w, 0, sizeof l.w);
    memset(l.q, 0, sizeof l.q);
    assert_true(fabs(run(&l, false)) <= 1e-6);
    fill(l.q[0], T * D, 6, 1);
    assert_true(run(&l, false) > 1e-3);
    tf_tape_release(&l.t);
}

/* Over all draws of the rows, the mean of what sampled rows say is what all rows say. */
static void test_sampling(void **state) {
    (void)state;
    struct lesson l;
    open_lesson(&l, TF_TEACH_KL, 0, true);
    const double all = run(&l, false);
    double mean = 0, low = INFINITY, high = -INFINITY;
    l.a.rows = 4;
    for (int n = 0; n < 2000; n++) {
        l.a.example = (uint32_t)n;
        const double one = run(&l, false);
        mean += one / 2000, low = fmin(low, one), high = fmax(high, one);
    }
    assert_true(low < all && all < high);
    if (!(fabs(mean - all) < 0.03 * all)) fail_msg("mean of samples %g, all rows %g", mean, all);
    tf_tape_release(&l.t);
}

/* A window and the plan with a hole there share the probability; a plan of one key keeps that key's; all keys keep all. */
static void check_recall(double slope) {
    struct tf_tape t;
    static tf_real q[T * D], k[T * D];
    const int row[] = {0, 5, T - 1};
    fill(q, T * D, 1, 1), fill(k, T * D, 2, 1);
    tf_tape_init(&t);
    struct tf_mat *Q = tf_extern(&t, q, NULL, T, D), *K = tf_extern(&t, k, NULL, T, D);
    const struct tf_attn_index *all = tf_attn_index_dense(&t, T, T);
    struct tf_attn_index near = *all, far = *all, one = *all;
    near.windowed = far.windowed = far.outside = one.windowed = true;
    near.lo = far.lo = -2, near.hi = far.hi = 2, one.lo = one.hi = 0;
    const struct tf_attn_index *plans[][2] = {{all}, {&near}, {&far}, {&one}, {&near, &far}};
    struct tf_recall r[5][3];
    const struct tf_attend_arg arg = {.scale = 0.5, .slope = slope};
    for (int p = 0; p < 5; p++) tf_plan_recall(&t, Q, K, &arg, false, p == 4 ? 2 : 1, plans[p], 3, row, r[p]);
    for (int i = 0; i < 3; i++) {
        double sum = 0, own = 0, best = 0, close = 0; // close: of five keys around the row, or at an end of three
        for (int j = 0; j < T; j++) {
            double s = 0;
            for (int d = 0; d < D; d++) s += 0.5 * (double)q[row[i] * D + d] * (double)k[j * D + d];
            s -= slope * abs(j - row[i]);
            sum += exp(s), best = fmax(best, exp(s));
            if (j == row[i]) own = exp(s);
            if (abs(j - row[i]) <= 2) close += exp(s);
        }
        assert_float_equal(r[0][i].kept, 1, 1e-6);
        assert_float_equal(r[4][i].kept, 1, 1e-6);
        assert_float_equal(r[4][i].share, 1, 0);
        assert_float_equal(r[1][i].kept + r[2][i].kept, 1, 1e-6);
        assert_float_equal(r[1][i].share, (row[i] == 5 ? 5.0 : 3.0) / T, 1e-12);
        assert_float_equal(r[3][i].kept, own / sum, 1e-6);
        assert_float_equal(r[3][i].oracle, best / sum, 1e-6);
        assert_float_equal(r[3][i].window, own / sum, 1e-6);
        assert_float_equal(r[1][i].window, close / sum, 1e-6);
        assert_float_equal(r[1][i].window, r[1][i].kept, 1e-6);
        for (int p = 0; p < 5; p++) assert_true(r[p][i].oracle >= fmax(r[p][i].kept, r[p][i].window) - 1e-12);
    }
    tf_tape_release(&t);
}

static void test_recall(void **state) {
    (void)state;
    check_recall(0), check_recall(0.2);
}

/* Recall by association: query i wants the one key of its symbol, which looks otherwise and stands elsewhere. Taught leaves learn to hold it: the keys that
 * full attention looks at are kept by far fewer pairs than there are. */
enum { SYMBOLS = 96, WIDTH = 6, STEPS = 400 };

struct tablets { /* symbols as queries and as keys; a tree of 8 or 9 leaves over both */
    tf_real q[SYMBOLS * 2 * WIDTH], k[SYMBOLS * 2 * WIDTH], w[9 * 2 * WIDTH], b[9], dw[9 * 2 * WIDTH], db[9], m[2][9 * 2 * WIDTH + 9];
    struct tf_tree_shape shape;
    struct tf_tape t;
};

static struct tf_tree tablets_tree(struct tablets *x) {
    return (struct tf_tree){x->shape, tf_extern(&x->t, x->w, x->dw, x->shape.rows, 2 * WIDTH),
                            tf_extern(&x->t, x->b, x->db, x->shape.rows, 1)};
}

/* The share of queries that have their key in the leaf, and the share of all pairs that leaves have. */
static double held(struct tablets *x, double *pairs) {
    const struct tf_route *r[2];
    double hits = 0;
    tf_tape_reset(&x->t);
    x->t.grad = false;
    struct tf_tree tree = tablets_tree(x);
    for (int s = 0; s < 2; s++)
        r[s] = tf_tree_route(
            &x->t, &(struct tf_route_arg){.x = tf_extern(&x->t, s ? x->k : x->q, NULL, SYMBOLS, 2 * WIDTH), .tree = &tree, .beta = 1});
    *pairs = 0;
    for (int i = 0; i < SYMBOLS; i++)
        for (int j = 0; j < SYMBOLS; j++) {
            const bool met = r[0]->leaf[i] == r[1]->leaf[j];
            *pairs += met / (double)(SYMBOLS * SYMBOLS);
            if (met && j == (i * 7 + 3) % SYMBOLS) hits += 1.0 / SYMBOLS;
        }
    return hits;
}

static struct tf_adam_step adam_at(int step) {
    return (struct tf_adam_step){.lr = 0.03,
                                 .beta1 = 0.9,
                                 .beta2 = 0.99,
                                 .eps = 1e-8,
                                 .grad_scale = 1,
                                 .correct1 = 1 / (1 - pow(0.9, step)),
                                 .correct2 = 1 / (1 - pow(0.99, step))};
}

static void learn_step(struct tablets *x, enum tf_teach_kind kind, int step, struct tf_mat *want, struct tf_mat *offer) {
    const struct tf_adam_step a = adam_at(step);
    const size_t n = sizeof x->w / sizeof *x->w;
    struct tf_tree tree = tablets_tree(x);
    memset(x->dw, 0, sizeof x->dw), memset(x->db, 0, sizeof x->db);
    const struct tf_tape_mark here = tf_tape_here(&x->t);
    tf_tree_teach(&x->t, &(struct tf_teach){.kind = kind,
                                            .q_tree = &tree,
                                            .k_tree = &tree,
                                            .see_q = tf_extern(&x->t, x->q, NULL, SYMBOLS, 2 * WIDTH),
                                            .see_k = tf_extern(&x->t, x->k, NULL, SYMBOLS, 2 * WIDTH),
                                            .n_heads = 1,
                                            .q = &want,
                                            .k = &offer,
                                            .scale = 1,
                                            .weight = 1,
                                            .price = 2,
                                            .beta = 1,
                                            .guard = 0.02});
    tf_tape_backward_to(&x->t, here);
    tf_adam(n, x->w, x->m[0], x->m[1], x->dw, &a);
    tf_adam(9, x->b, x->m[0] + n, x->m[1] + n, x->db, &a);
}

static void check_association(enum tf_teach_kind kind, bool kary) {
    static tf_real symbol[SYMBOLS * WIDTH], sharp[2][SYMBOLS * WIDTH];
    struct tablets *x = tf_calloc(sizeof *x);
    tf_tape_init(&x->t);
    x->shape = kary ? tf_tree_kary(1, (const int[]){9}) : tf_tree_binary(3);
    fill(symbol, SYMBOLS * WIDTH, 20, 1), fill(x->w, 9 * 2 * WIDTH, 21, 0.3);
    for (int i = 0; i < SYMBOLS; i++)
        for (int d = 0, j = (i * 7 + 3) % SYMBOLS; d < WIDTH; d++) {
            x->q[i * 2 * WIDTH + d] = x->k[j * 2 * WIDTH + 2 * WIDTH - 1 - d] = symbol[i * WIDTH + d]; // keys have it in other channels
            sharp[0][i * WIDTH + d] = 4 * symbol[i * WIDTH + d], sharp[1][j * WIDTH + d] = symbol[i * WIDTH + d];
        }
    for (int i = 0; i < SYMBOLS; i++) { // of one length: a symbol is nearest to itself
        double q = 0, k = 0;
        for (int d = 0; d < WIDTH; d++) q += pow((double)sharp[0][i * WIDTH + d], 2), k += pow((double)sharp[1][i * WIDTH + d], 2);
        for (int d = 0; d < WIDTH; d++) sharp[0][i * WIDTH + d] *= (tf_real)(30 / sqrt(q)), sharp[1][i * WIDTH + d] /= (tf_real)sqrt(k);
    }
    double before, after, pairs;
    before = held(x, &pairs);
    for (int step = 1; step <= STEPS; step++) {
        tf_tape_reset(&x->t);
        x->t.grad = true;
        learn_step(x, kind, step, tf_extern(&x->t, sharp[0], NULL, SYMBOLS, WIDTH), tf_extern(&x->t, sharp[1], NULL, SYMBOLS, WIDTH));
    }
    after = held(x, &pairs);
    print_message("    %s, %s: keys held %.2f -> %.2f, of the pairs %.2f\n", kind == TF_TEACH_KL ? "kl" : "mass", kary ? "9-ary" : "binary",
                  before, after, pairs);
    assert_true(after > 0.7 && after > 2 * before && pairs < 0.35);
    tf_tape_release(&x->t), tf_free(x);
}

static void test_association(void **state) {
    (void)state;
    for (int kary = 0; kary < 2; kary++) check_association(TF_TEACH_KL, kary), check_association(TF_TEACH_MASS, kary);
}

/* ---- MQAR: 64 tokens, 4 pairs -------------------------------------------------------------------------------------- */

/* What an induction head has: a query is its token, a key is the token before it, in other channels; full attention finds the pair's value by that. Taught
 * on some sequences, leaves hold that key in others. */
enum { LENGTH = 64, PAIRS = 4, TAUGHT = 40, ASKED = 60, CELL = 8, CELL_STEPS = 200 };

struct cell {
    struct tf_data *data;
    tf_real symbol[256 * CELL], see[2][LENGTH * 2 * CELL], look[2][LENGTH * CELL], w[7 * 2 * CELL], b[7], dw[7 * 2 * CELL], db[7],
        m[2][7 * 2 * CELL + 7];
    struct tf_tape t;
};

static const uint16_t *show_sequence(struct cell *c, size_t i) {
    const struct tf_example x = tf_data_get(c->data, TF_TRAIN, i);
    const uint16_t *tok = x.tok;
    memset(c->see, 0, sizeof c->see);
    for (int j = 0; j < LENGTH; j++)
        for (int d = 0; d < CELL; d++) {
            const tf_real own = c->symbol[tok[j] * CELL + d], before = j ? c->symbol[tok[j - 1] * CELL + d] : 0;
            c->see[0][j * 2 * CELL + d] = own, c->see[1][j * 2 * CELL + CELL + d] = before;
            c->look[0][j * CELL + d] = 20 * own, c->look[1][j * CELL + d] = before;
        }
    return tok;
}

static struct tf_tree cell_tree(struct cell *c) {
    return (struct tf_tree){tf_tree_binary(3), tf_extern(&c->t, c->w, c->dw, 7, 2 * CELL), tf_extern(&c->t, c->b, c->db, 7, 1)};
}

/* The share of the asked tokens whose pair's value is in their leaf; and the share of all keys that is there. */
static double cell_holds(struct cell *c, double *pairs) {
    double asked = 0, held_keys = 0, met = 0;
    for (size_t i = TAUGHT; i < TAUGHT + ASKED; i++) {
        const uint16_t *tok = show_sequence(c, i);
        const struct tf_route *r[2];
        tf_tape_reset(&c->t);
        c->t.grad = false;
        struct tf_tree tree = cell_tree(c);
        for (int s = 0; s < 2; s++)
            r[s] = tf_tree_route(
                &c->t, &(struct tf_route_arg){.x = tf_extern(&c->t, c->see[s], NULL, LENGTH, 2 * CELL), .tree = &tree, .beta = 1});
        for (int q = 2 * PAIRS; q < LENGTH; q++)
            for (int p = 0, leaf = r[0]->leaf[q]; p < PAIRS; p++)
                if (tok[q] == tok[2 * p])
                    asked++, held_keys += leaf == r[1]->leaf[2 * p + 1], met += r[1]->start[leaf + 1] - r[1]->start[leaf];
    }
    assert_true(asked >= ASKED * PAIRS);
    *pairs = met / asked / LENGTH;
    return held_keys / asked;
}

static void cell_step(struct cell *c, int step, enum tf_teach_kind kind, int keys) {
    const struct tf_adam_step a = adam_at(step);
    const size_t n = TF_COUNT(c->w);
    memset(c->dw, 0, sizeof c->dw), memset(c->db, 0, sizeof c->db);
    for (int k = 0; k < 4; k++) {
        show_sequence(c, (size_t)(step * 4 + k) % TAUGHT);
        tf_tape_reset(&c->t);
        c->t.grad = true, c->t.step = (uint32_t)step;
        struct tf_tree tree = cell_tree(c);
        struct tf_mat *see[2], *look[2];
        const struct tf_route *r[2];
        for (int s = 0; s < 2; s++) {
            see[s] = tf_extern(&c->t, c->see[s], NULL, LENGTH, 2 * CELL), look[s] = tf_extern(&c->t, c->look[s], NULL, LENGTH, CELL);
            r[s] = tf_tree_route(&c->t, &(struct tf_route_arg){.x = see[s], .tree = &tree, .beta = 1});
        }
        const struct tf_tape_mark here = tf_tape_here(&c->t);
        tf_tree_teach(&c->t, &(struct tf_teach){.kind = kind,
                                                .q_tree = &tree,
                                                .k_tree = &tree,
                                                .see_q = see[0],
                                                .see_k = see[1],
                                                .n_heads = 1,
                                                .q = &look[0],
                                                .k = &look[1],
                                                .scale = 1,
                                                .weight = 0.25,
                                                .price = 2,
                                                .beta = 1,
                                                .guard = 0.02,
                                                .keys = keys,
                                                .q_route = r[0],
                                                .k_route = r[1],
                                                .example = (uint32_t)k});
        tf_tape_backward_to(&c->t, here);
    }
    tf_adam(n, c->w, c->m[0], c->m[1], c->dw, &a);
    tf_adam(7, c->b, c->m[0] + n, c->m[1] + n, c->db, &a);
}

static void check_cell(enum tf_teach_kind kind, int keys) {
    struct cell *c = tf_calloc(sizeof *c);
    double before, after, pairs;
    c->data = open_or_fail("mqar", "length=64 pairs=4 vocab=128 train=100 valid=1 test=1", (struct where){NULL, NULL, 1});
    tf_tape_init(&c->t);
    fill(c->w, (int)TF_COUNT(c->w), 31, 0.3), fill(c->symbol, 256 * CELL, 30, 1);
    for (int i = 0; i < 256; i++) { // of one length
        double sum = 0;
        for (int d = 0; d < CELL; d++) sum += pow((double)c->symbol[i * CELL + d], 2);
        for (int d = 0; d < CELL; d++) c->symbol[i * CELL + d] /= (tf_real)sqrt(sum);
    }
    before = cell_holds(c, &pairs);
    for (int step = 1; step <= CELL_STEPS; step++) cell_step(c, step, kind, keys);
    after = cell_holds(c, &pairs);
    print_message("    %s, %s keys: held %.2f -> %.2f, among %.2f of all keys\n", kind == TF_TEACH_KL ? "kl" : "mass",
                  keys ? "drawn" : "all", before, after, pairs);
    assert_true(after > 0.7 && after > 3 * before && pairs < 0.25);
    tf_tape_release(&c->t), tf_data_close(c->data), tf_free(c);
}

static void test_mqar(void **state) {
    (void)state;
    for (int keys = 0; keys <= 16; keys += 16) check_cell(TF_TEACH_KL, keys), check_cell(TF_TEACH_MASS, keys);
}

int main(void) {
    const struct CMUnitTest tests[] = {
#ifdef TF_DOUBLE
        cmocka_unit_test(test_gradients),
#endif
        cmocka_unit_test(test_mass),         cmocka_unit_test(test_distances),   cmocka_unit_test(test_kl),
        cmocka_unit_test(test_recall),       cmocka_unit_test(test_association), cmocka_unit_test(test_sampling),
        cmocka_unit_test(test_drawn_keys),   cmocka_unit_test(test_flops),       cmocka_unit_test(test_mqar),
        cmocka_unit_test(test_recall_target)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
