/* The trees by their properties: modes of the gate, routing, empty leaves, balance losses, surrogates, whole layers. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "parts.h"

/* ---- modes of the gate ---- */
static double distance(int n, const tf_real *a, const tf_real *b) { // relative, of whole vectors
    double d = 0, s = 0;
    for (int i = 0; i < n; i++) d += ((double)a[i] - (double)b[i]) * ((double)a[i] - (double)b[i]), s += (double)b[i] * (double)b[i];
    return sqrt(d / s);
}

/* Sampling everything is dense (up to rounding: the own leaf's part of the queries is 0, not summed); dropout included. */
static void test_sampling_all_is_dense(void **state) {
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct head a = {.T = 150,
                         .D = 8,
                         .learn = true,
                         .dropout = i ? 0.2 : 0,
                         .shape = tf_tree_binary(i == 1 ? 1 : 3),
                         .gate = {.samples = 400, .causal = i == 3}};
        if (i == 2) a.shape = tf_tree_kary(2, (const int[]){3, 4});
        head_alloc(&a);
        head_randomize(&a, 0.7);
        head_run(&a, false);
        tf_real *dw = head_vec(a.rows * a.D);
        memcpy(dw, a.dw, sizeof *dw * (size_t)(a.rows * a.D));
        a.gate.mode = TF_GATE_SAMPLED;
        a.gate.from = i == 1 ? TF_GATE_SIBLING : TF_GATE_ALL;
        head_run(&a, false);
        double d = distance(a.rows * a.D, a.dw, dw);
        if (!(d < (sizeof(tf_real) == 8 ? 1e-12 : 1e-4))) fail_msg("case %d: %g", i, d);
        tf_free(dw);
        head_free(&a);
    }
}

/* A slope on distances, or channels whose products are these distances and that no tree looks at: the trees learn the same. */
static void test_slope(void **state) {
    (void)state;
    enum { T = 20, D = 6 };
    for (int i = 0; i < 4; i++) {
        struct head a = {.T = T,
                         .D = D + T,
                         .learn = true,
                         .shape = i == 1 ? tf_tree_kary(2, (const int[]){3, 2}) : tf_tree_binary(2),
                         .gate = {.mode = i == 2   ? TF_GATE_SAMPLED
                                          : i == 3 ? TF_GATE_LEAF
                                                   : TF_GATE_DENSE,
                                  .samples = 9,
                                  .clip = 4}};
        tf_real *first = NULL;
        for (int slope = 1; slope >= 0; slope--) {
            head_alloc(&a);
            head_randomize(&a, 0.7);
            a.slope = slope * 0.3;
            for (int r = 0; r < T; r++)
                for (int c = 0; c < T; c++) {
                    const int at = r * a.D + D + c;
                    a.v[at] = a.G[at] = 0;
                    a.q[at] = slope ? 0 : c == r, a.k[at] = (tf_real)(slope ? 0 : -0.3 * sqrt(a.D) * abs(r - c));
                }
            for (int r = 0; r < a.rows; r++) memset(a.w + r * a.D + D, 0, sizeof *a.w * T);
            head_run(&a, false);
            if (slope) {
                first = head_vec(a.rows * (D + 1));
                for (int r = 0; r < a.rows; r++) memcpy(first + r * D, a.dw + r * a.D, sizeof *first * D), first[a.rows * D + r] = a.db[r];
                assert_true(head_dot(a.rows * D, first, first) > 1e-4);
            } else
                for (int r = 0; r < a.rows; r++) {
                    const double off = distance(D, a.dw + r * a.D, first + r * D);
                    if (!(off < (sizeof(tf_real) == 8 ? 1e-11 : 1e-4))) fail_msg("case %d, row %d: %g", i, r, off);
                    assert_float_equal(a.db[r], first[a.rows * D + r], sizeof(tf_real) == 8 ? 1e-12 : 1e-4);
                }
            head_free(&a);
        }
        tf_free(first);
    }
}

/* The mean over many draws approaches the gradient with all keys taken; one draw does not. */
static void test_sampling_is_unbiased(void **state) {
    (void)state;
    struct head a = {.T = 60,
                     .D = 6,
                     .learn = true,
                     .shape = tf_tree_binary(2),
                     .gate = {.mode = TF_GATE_SAMPLED, .samples = 60, .from = TF_GATE_SIBLING}};
    head_alloc(&a);
    head_randomize(&a, 0.7);
    head_run(&a, false);
    int n = a.rows * a.D;
    tf_real *all = head_vec(n), *mean = head_vec(n);
    memcpy(all, a.dw, sizeof *all * (size_t)n);
    a.gate.samples = 3;
    double single = 0;
    for (a.seed = 0; a.seed < 600; a.seed++) {
        head_run(&a, false);
        if (a.seed == 0) single = distance(n, a.dw, all);
        for (int i = 0; i < n; i++) mean[i] += a.dw[i] / 600;
    }
    double d = distance(n, mean, all);
    print_message("    one draw is %.2f off, the mean of 600 %.3f\n", single, d);
    assert_true(single > 0.05 && d < 0.12 * single + 0.01);
    tf_free(all), tf_free(mean);
    head_free(&a);
}

static void test_leaf_mode_does_not_move_queries(void **state) {
    (void)state;
    struct head a = {.T = 80, .D = 8, .learn = true, .shape = tf_tree_binary(3), .gate = {.mode = TF_GATE_LEAF}};
    head_alloc(&a);
    head_randomize(&a, 0.7);
    head_run(&a, false);
    tf_real *q = head_vec(a.T * a.D), *k = head_vec(a.T * a.D);
    memcpy(q, a.dq, sizeof *q * (size_t)(a.T * a.D)), memcpy(k, a.dk, sizeof *k * (size_t)(a.T * a.D));
    a.learn = false;
    head_run(&a, false);
    assert_memory_equal(q, a.dq, sizeof *q * (size_t)(a.T * a.D));
    assert_true(distance(a.T * a.D, k, a.dk) > 1e-3);
    tf_free(q), tf_free(k);
    head_free(&a);
}

/* Heads that share trees add up: the same head twice gives twice the gradient. */
static void test_heads_add_up(void **state) {
    (void)state;
    struct head a = {.T = 90, .D = 8, .learn = true, .shape = tf_tree_binary(3), .gate = {.mode = TF_GATE_SAMPLED, .samples = 4}};
    head_alloc(&a);
    head_randomize(&a, 0.7);
    head_run(&a, false);
    int n = a.rows * a.D;
    tf_real *once = head_vec(n);
    for (int i = 0; i < n; i++) once[i] = 2 * a.dw[i];
    a.twice = true;
    head_run(&a, false);
    assert_true(distance(n, a.dw, once) < (sizeof(tf_real) == 8 ? 1e-13 : 1e-5));
    tf_free(once);
    head_free(&a);
}

static double largest(int n, const tf_real *x) { // infinite when one is not finite
    double big = 0;
    for (int i = 0; i < n; i++) big = isfinite(x[i]) ? fmax(big, fabs((double)x[i])) : INFINITY;
    return big;
}

/* Detached trees learn as ever; queries and keys get attention's gradient alone, in TC-A none. */
static void test_detach(void **state) {
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct head a = {.T = 70, .D = 8, .learn = true, .shape = tf_tree_binary(3), .gate = {.mode = TF_GATE_SAMPLED, .samples = 9}};
        if (i == 1) a.shape = tf_tree_kary(2, (const int[]){3, 4});
        const bool tc = i == 2;
        head_alloc(&a);
        head_randomize(&a, 0.7);
        int n = a.T * a.D, nw = a.rows * a.D;
        tf_real *dw = head_vec(nw), *dq = head_vec(n), *dk = head_vec(n);
        head_run(&a, tc);
        memcpy(dw, a.dw, sizeof *dw * (size_t)nw);
        assert_true(largest(n, a.dq) > 0);
        if (!tc) {
            a.learn = false;
            head_run(&a, tc);
            memcpy(dq, a.dq, sizeof *dq * (size_t)n), memcpy(dk, a.dk, sizeof *dk * (size_t)n);
        }
        a.learn = a.detach = true;
        head_run(&a, tc);
        assert_memory_equal(a.dw, dw, sizeof *dw * (size_t)nw);
        assert_memory_equal(a.dq, dq, sizeof *dq * (size_t)n);
        assert_memory_equal(a.dk, dk, sizeof *dk * (size_t)n);
        tf_free(dw), tf_free(dq), tf_free(dk);
        head_free(&a);
    }
}

static void test_clip_bounds_the_gate(void **state) {
    (void)state;
    struct head a = {.T = 60, .D = 4, .learn = true, .shape = tf_tree_binary(4), .gate = {.clip = 10}};
    head_alloc(&a);
    head_randomize(&a, 0.7);
    for (int i = 0; i < a.T * a.D; i++) a.q[i] *= 12, a.k[i] *= 12; // scores differ by hundreds
    for (int i = 0; i < a.rows * a.D; i++) a.w[i] /= 12;
    head_run(&a, false);
    double clipped = largest(a.rows * a.D, a.dw);
    assert_true(clipped < 1e7);
    a.gate.clip = 0;
    head_run(&a, false);
    double whole = largest(a.rows * a.D, a.dw);
    assert_true(whole > 1e3 * clipped && isfinite(whole));
    head_free(&a);
}

/* ---- routing and plans ---- */
static void test_walk_equals_descend(void **state) {
    (void)state;
    static const int width[] = {32, 32, 19, 16, 8}; // narrow tokens have all scores, and count the path's
    for (int i = 0; i < 5; i++) {
        struct head a = {.T = 200, .D = width[i], .shape = i == 0 ? tf_tree_kary(2, (const int[]){5, 3}) : tf_tree_binary(7)};
        head_alloc(&a);
        head_randomize(&a, 1);
        head_run(&a, false);
        tf_tape_reset(&a.t);
        a.t.grad = false;
        struct tf_tree tree = {a.shape, tf_extern(&a.t, a.w, NULL, a.rows, a.D), tf_extern(&a.t, a.b, NULL, a.rows, 1)};
        struct tf_route *r = tf_tree_route(&a.t, &(struct tf_route_arg){.x = tf_extern(&a.t, a.q, NULL, a.T, a.D), .tree = &tree});
        assert_memory_equal(r->leaf, a.leaf_q, sizeof(int) * (size_t)a.T);
        assert_true(a.t.flops[TF_FLOP_ROUTE] == a.T * tf_tree_path_rows(&a.shape) * (2.0 * a.D + 1));
        for (int p = 1; p < a.T; p++) {
            int x = r->order[p - 1], y = r->order[p];
            assert_true(r->leaf[x] < r->leaf[y] || (r->leaf[x] == r->leaf[y] && x < y));
        }
        head_free(&a);
    }
}

/* Which keys a query sees, against the definition. */
static void test_empty_leaves(void **state) {
    (void)state;
    for (int empty = 0; empty < 3; empty++) {
        struct head a = {.T = 20, .D = 6, .shape = tf_tree_binary(4), .empty = (enum tf_tree_empty)empty};
        head_alloc(&a);
        head_randomize(&a, 1);
        head_run(&a, false);
        int unserved = 0;
        for (int i = 0; i < a.T; i++) {
            double o[6] = {0}, Z = 0;
            bool found = false;
            for (int up = 0; up <= 4 && !found; up++) {
                for (int j = 0; j < a.T; j++)
                    if (a.leaf_k[j] >> up == a.leaf_q[i] >> up) {
                        double e = exp(head_dot(6, a.q + i * 6, a.k + j * 6) / sqrt(6));
                        for (int d = 0; d < 6; d++) o[d] += e * (double)a.v[j * 6 + d];
                        Z += e;
                        found = true;
                    }
                if (!found) unserved++;
                if (empty != TF_EMPTY_ANCESTOR) break;
            }
            for (int d = 0; d < 6; d++) {
                double want = found ? o[d] / Z : empty == TF_EMPTY_SELF ? (double)a.v[i * 6 + d] : 0;
                if (!(fabs(want - (double)a.o[i * 6 + d]) < 10 * TOL_O))
                    fail_msg("empty %d, token %d: %g, not %g", empty, i, (double)a.o[i * 6 + d], want);
            }
        }
        assert_true(unserved > 0);
        head_free(&a);
    }
}

/* ---- TC-A with `ancestor` ---- */
enum { NODES = 31, KEYS = 20, LEVELS = 4 };

/* Loss of TC-A as a function of any P_k (nodes,keys); nodes without a key in `has` borrow their parent's mean. */
static double pool_loss(const struct head *a, double P[NODES][KEYS], const bool *has, double nu[NODES][5]) {
    double loss = 0;
    for (int n = 0; n < NODES; n++)
        for (int d = 0; d < a->D; d++) {
            double sum = 0, c = 0;
            for (int i = 0; i < KEYS; i++) sum += P[n][i] * (double)a->v[i * a->D + d], c += P[n][i];
            nu[n][d] = has[n] ? sum / c : nu[(n - 1) / 2][d];
        }
    for (int i = 0; i < KEYS; i++)
        for (int l = 0; l <= LEVELS; l++) {
            int n = (1 << l) - 1 + (a->leaf_q[i] >> (LEVELS - l));
            for (int d = 0; d < a->D; d++) loss += (double)a->alpha[l] * nu[n][d] * (double)a->G[i * a->D + d];
        }
    return loss;
}

/* d_P_k by differences where a node has keys; elsewhere by its definition, <alpha sum g, v_i - nu_n>. Returns the nodes without keys. */
static int keys_deltas(const struct head *a, double delta[NODES][KEYS]) {
    double P[NODES][KEYS] = {{0}}, nu[NODES][5], moved[NODES][5], h = 1e-4;
    bool has[NODES] = {0};
    int empty = 0;
    for (int i = 0; i < KEYS; i++)
        for (int n = NODES / 2 + a->leaf_k[i], up = 0; up <= LEVELS; up++, n = (n - 1) / 2) P[n][i] = 1, has[n] = true;
    pool_loss(a, P, has, nu);
    for (int n = 0, l = 0; n < NODES; n++) {
        if (n + 1 >= 2 << l) l++;
        empty += !has[n];
        for (int i = 0; i < KEYS; i++) {
            double was = P[n][i];
            delta[n][i] = 0;
            for (int s = -1; s < 2 && has[n]; s += 2) P[n][i] = was + s * h, delta[n][i] += s * pool_loss(a, P, has, moved) / (2 * h);
            P[n][i] = was;
            for (int q = 0; q < KEYS && !has[n]; q++)
                for (int d = 0; d < a->D && (1 << l) - 1 + (a->leaf_q[q] >> (LEVELS - l)) == n; d++)
                    delta[n][i] += (double)a->alpha[l] * (double)a->G[q * a->D + d] * ((double)a->v[i * a->D + d] - nu[n][d]);
        }
    }
    return empty;
}

/* From d_P_k to dk (T,D): each level's softmax over its nodes, the signs, the clip, <w, k>. */
static void keys_through_tree(const struct head *a, double delta[NODES][KEYS], tf_real *dk) {
    double z[NODES / 2], c = 0;
    for (int i = 0; i < KEYS; i++)
        for (int n = 0; n < NODES / 2; n++)
            c += fabs(head_dot(a->D, a->w + n * a->D, a->k + i * a->D) + (double)a->b[n]) / (KEYS * (NODES / 2));
    for (int i = 0; i < KEYS; i++) {
        double ds[NODES / 2] = {0};
        for (int n = 0; n < NODES / 2; n++) z[n] = head_dot(a->D, a->w + n * a->D, a->k + i * a->D) + (double)a->b[n];
        for (int l = 1; l <= LEVELS; l++) {
            double p[16], Z = 0, mean = 0;
            int first = (1 << l) - 1;
            for (int j = 0; j < 1 << l; j++) {
                double score = 0;
                for (int n = first + j; n; n = (n - 1) / 2) score += ((n % 2 == 0) == (z[(n - 1) / 2] >= 0) ? c : -c);
                Z += p[j] = exp(score);
            }
            for (int j = 0; j < 1 << l; j++) mean += (p[j] /= Z) * delta[first + j][i];
            for (int j = 0; j < 1 << l; j++)
                for (int n = first + j; n; n = (n - 1) / 2) ds[(n - 1) / 2] += (n % 2 ? -1 : 1) * p[j] * (delta[first + j][i] - mean);
        }
        for (int d = 0; d < a->D; d++) {
            double sum = 0;
            for (int n = 0; n < NODES / 2; n++) sum += fabs(z[n]) <= 1 ? 2 * ds[n] * (double)a->w[n * a->D + d] : 0;
            dk[i * a->D + d] = (tf_real)sum;
        }
    }
}

static void test_pool_ancestor_keys(void **state) {
    (void)state;
    struct head a = {.T = KEYS, .D = 5, .shape = tf_tree_binary(LEVELS), .ancestor = true, .learn = true};
    double delta[NODES][KEYS];
    head_alloc(&a);
    head_randomize(&a, 1);
    head_run(&a, true);
    tf_real *dk = head_vec(KEYS * a.D);
    assert_true(keys_deltas(&a, delta) > 0);
    keys_through_tree(&a, delta, dk);
    double d = distance(KEYS * a.D, a.dk, dk);
    if (!(d < (sizeof(tf_real) == 8 ? 1e-7 : 1e-4))) fail_msg("dk is %g off", d);
    tf_free(dk);
    head_free(&a);
}

/* The exact gradients of v, by differences (linear in v: exact). */
static void test_pool_ancestor(void **state) {
    (void)state;
    struct head a = {.T = 20, .D = 5, .shape = tf_tree_binary(4), .ancestor = true, .learn = true};
    head_alloc(&a);
    head_randomize(&a, 1);
    head_run(&a, true);
    for (int i = 0; i < a.T * a.D; i += 7) {
        tf_real was = a.v[i], g = a.dv[i];
        double f[2];
        for (int s = 0; s < 2; s++) {
            a.v[i] = was + (s ? -1 : 1);
            head_run(&a, true);
            f[s] = head_dot(a.T * a.D, a.G, a.o);
        }
        a.v[i] = was;
        if (!(fabs((f[0] - f[1]) / 2 - (double)g) < (sizeof(tf_real) == 8 ? 1e-11 : 1e-4)))
            fail_msg("v[%d]: %g, difference %g", i, (double)g, (f[0] - f[1]) / 2);
    }
    head_free(&a);
}

/* ---- balance losses: value against the definition's derivative, by differences ---- */
#ifdef TF_DOUBLE
static double balance_value(struct head *a, const struct tf_tree_shape *s, enum tf_balance form, bool backward) {
    struct tf_tape *t = &a->t;
    head_clear(a);
    t->grad = true;
    struct tf_mat *q = tf_extern(t, a->q, a->dq, a->T, a->D), *k = tf_extern(t, a->k, a->dk, a->T, a->D),
                  *v = tf_extern(t, a->v, a->dv, a->T, a->D);
    struct tf_tree tree = {*s, tf_extern(t, a->w, a->dw, a->rows, a->D), tf_extern(t, a->b, a->db, a->rows, 1)};
    struct tf_route_arg ra = {.x = q, .tree = &tree, .beta = 1};
    struct tf_route *rq = tf_tree_route(t, &ra);
    ra.x = k, ra.balance = form, ra.weight = 3;
    struct tf_route *rk = tf_tree_route(t, &ra);
    struct tf_gate_head *h = tf_arena_alloc(&t->arena, sizeof *h);
    *h = (struct tf_gate_head){.q = q, .k = k, .v = v, .arg = {.scale = 1}};
    h->o = tf_attend(t, q, k, v, tf_tree_index(t, rq, rk, TF_EMPTY_SELF), &h->arg, &h->lse);
    tf_tree_gate(t, &(struct tf_gate){.q = rq, .k = rk, .n_heads = 1, .heads = h});
    double value = t->aux_loss;
    if (backward) run_backward(t, h->o, a->G); // G = 0: nothing but the balance loss
    return value;
}

/* By the definition in tree.h, token by token; a binary node is one of two children with scores 0 and z, of which the right one's mean counts. */
static double balance_naive(const struct head *a, const struct tf_tree_shape *s, enum tf_balance form) {
    enum { DEEP = 3, MOST = 12, CHILDREN = 4 };
    double share[DEEP][MOST][CHILDREN] = {0}, soft[MOST] = {0}, value = 0;
    int reach[DEEP + 1][MOST] = {0};
    for (int t = 0; t < a->T; t++) {
        double p[MOST] = {1};
        int at = 0;
        for (int lev = 0; lev < s->levels; lev++) {
            double next[MOST] = {0};
            const int k = s->branch[lev], nodes = s->off[lev + 1] - s->off[lev];
            int go = 0;
            reach[lev][at]++;
            for (int m = 0; m < nodes; m++) {
                double e[CHILDREN], sum = 0;
                for (int c = 0; c < k; c++) {
                    const int row = s->binary ? s->off[lev] + m : s->off[lev + 1] - 1 + m * k + c;
                    double z = (double)a->b[row];
                    for (int d = 0; d < a->D; d++) z += (double)a->w[row * a->D + d] * (double)a->k[t * a->D + d];
                    sum += e[c] = s->binary && !c ? 1 : exp(z);
                }
                for (int c = 0; c < k; c++) {
                    next[m * k + c] = p[m] * e[c] / sum;
                    if (m == at) share[lev][m][c] += e[c] / sum, go = e[c] > e[go] ? c : go;
                }
            }
            at = at * k + go;
            memcpy(p, next, sizeof p);
        }
        reach[s->levels][at]++;
        for (int j = 0; j < s->leaves; j++) soft[j] += p[j];
    }
    for (int j = 0; form == TF_BALANCE_MOE && j < s->leaves; j++) value += s->leaves * reach[s->levels][j] * soft[j] / a->T / a->T;
    for (int lev = 0; form == TF_BALANCE_NODE && lev < s->levels; lev++)
        for (int m = 0; m < s->off[lev + 1] - s->off[lev]; m++)
            for (int c = s->binary; c < s->branch[lev] && reach[lev][m]; c++)
                value += (double)reach[lev][m] / a->T * pow(share[lev][m][c] / reach[lev][m] - 1.0 / s->branch[lev], 2);
    return value;
}

static void test_balance_gradients(void **state) {
    (void)state;
    const struct tf_tree_shape shapes[] = {tf_tree_binary(3), tf_tree_kary(2, (const int[]){3, 4})};
    for (int i = 0; i < 4; i++) {
        struct head a = {.T = 140, .D = 5, .shape = shapes[i / 2]};
        enum tf_balance form = i % 2 ? TF_BALANCE_MOE : TF_BALANCE_NODE;
        head_alloc(&a);
        head_randomize(&a, 1);
        memset(a.G, 0, sizeof *a.G * (size_t)(a.T * a.D));
        const double value = balance_value(&a, &a.shape, form, true), naive = 3 * balance_naive(&a, &a.shape, form);
        assert_true(naive > 0 && fabs(value - naive) < 1e-12 * naive);
        double worst = 0, largest = 0;
        tf_real *dw = head_vec(a.rows * a.D), *dk = head_vec(a.T * a.D);
        memcpy(dw, a.dw, sizeof *dw * (size_t)(a.rows * a.D)), memcpy(dk, a.dk, sizeof *dk * (size_t)(a.T * a.D));
        for (int x = 0; x < 2; x++)
            for (int j = 0; j < (x ? a.T : a.rows) * a.D; j += 3) {
                tf_real *at = (x ? a.k : a.w) + j, was = *at;
                *at = was + 1e-6;
                double up = balance_value(&a, &a.shape, form, false);
                *at = was - 1e-6;
                double d = (up - balance_value(&a, &a.shape, form, false)) / 2e-6, g = (x ? dk : dw)[j];
                *at = was;
                worst = most_of(worst, fabs(d - g)), largest = fmax(largest, fabs(g));
            }
        print_message("    form %d, %s tree: %.1e of %.1e\n", form, i < 2 ? "binary" : "k-ary", worst, largest);
        assert_true(worst < 1e-8 && largest > 1e-3);
        tf_free(dw), tf_free(dk);
        head_free(&a);
    }
}

/* Surrogates: tokens at z and -z, where a surrogate has one value, so that dw of a height-1 tree is proportional to it. db is 0 there, whatever it is. */
static void test_surrogates(void **state) {
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        struct tf_tape t;
        tf_tape_init(&t);
        t.grad = true;
        double x = 0.4, v[4] = {1, 2, 3, 4}, g[4] = {0}, w = 1.5, dw = 0, b = 0, db = 0, al[2] = {0, 1}, G[4] = {1, -1, 0.5, 1}, z = x * w,
               beta = 1.3;
        double q[4] = {x, x, -x, -x};
        struct tf_tree tree = {tf_tree_binary(1), tf_extern(&t, &w, &dw, 1, 1), tf_extern(&t, &b, &db, 1, 1)};
        struct tf_route *r = tf_tree_route(
            &t,
            &(struct tf_route_arg){.x = tf_extern(&t, q, NULL, 4, 1), .tree = &tree, .surrogate = (enum tf_surrogate)kind, .beta = beta});
        struct tf_mat *o = tf_tree_pool(&t, NULL, tf_extern(&t, v, g, 4, 1), tf_extern(&t, al, NULL, 2, 1), r, r, false);
        run_backward(&t, o, G);
        double s = 1 / (1 + exp(-beta * z)),
               factor[] = {2, 2 * (1 - z), 2 * beta / (cosh(beta * z) * cosh(beta * z)), 2 * beta * s * (1 - s)};
        double hi = 1 / (1 + exp(-2 * z)), base = 0; // d_s = 2 hi lo (delta_R - delta_L), queries and keys together
        for (int i = 0; i < 4; i++)
            base += q[i] * 2 * hi * (1 - hi) * (G[i] * (1.5 - 3.5) + ((v[i] - 1.5) * 0 / 2 - (v[i] - 3.5) * 1.5 / 2));
        if (!(fabs(dw - base * factor[kind]) < 1e-12)) fail_msg("surrogate %d: %.15g, not %.15g", kind, dw, base * factor[kind]);
        assert_true(fabs(base) > 0.1 && fabs(db) < 1e-12);
        tf_tape_release(&t);
    }
}
#endif

/* ---- whole layers: settings that the contract tests do not visit ---- */
static void test_layers_run(void **state) {
    (void)state;
    static const char *const settings[][9] = {
        {"tf-a", "height", "12", "scope", "layer"},
        {"tf-a", "height", "4", "trees", "3", "scope", "layer", "shared", "false"},
        {"tf-a", "height", "5", "gradient", "leaf", "balance", "0.5", "balance_queries", "true"},
        {"tf-a", "sample_from", "all", "samples", "3", "empty", "zero", "balance_form", "moe"},
        {"kary-tf-a", "branching", "100,10", "scope", "layer", "balance", "0.1"},
        {"tc-a", "height", "10", "empty", "ancestor", "balance", "0.1", "balance_form", "moe"},
        {"tc-a", "fold", "true", "scope", "layer", "shared", "false", "surrogate", "sech2"},
        {"tc-a", "fold", "true", "surrogate", "triangle", "balance", "1"},
    };
    static const int lengths[] = {1, 50, 129};
    for (size_t i = 0; i < TF_COUNT(settings); i++)
        for (size_t k = 0; k < TF_COUNT(lengths); k++) {
            struct subject s = make_subject(settings[i][0], &settings[i][1]);
            struct layer l;
            open_layer(&l, &s, lengths[k], 12, 2, false);
            tf_real *grads = tf_calloc(sizeof *grads * l.pars.size), *G = head_vec(lengths[k] * 12);
            for (int j = 0; j < lengths[k] * 12; j++) G[j] = (tf_real)(j % 7 - 3);
            l.ctx.grads = grads;
            l.t.grad = l.t.train = true;
            run_backward(&l.t, s.attn->forward(&l.ctx, layer_input(&l, 1 << 30)), G);
            double sum = 0;
            for (size_t j = 0; j < l.pars.size; j++) sum += fabs((double)grads[j]);
            if (!(isfinite(sum) && sum > 0)) fail_msg("%s, T = %d: sum of |gradients| %g", s.name, lengths[k], sum);
            tf_free(grads), tf_free(G);
            close_layer(&l);
            tf_free(s.opts);
        }
}

/* A loss over all queries, and nothing else, keeps a layer from computing the first one alone. */
static void test_losses_need_all_queries(void **state) {
    (void)state;
    static const struct {
        const char *setting[9];
        bool one;
    } of[] = {{{"tf-a", NULL}, true},
              {{"tf-a", "balance", "0.5"}, true},
              {{"tf-a", "balance_queries", "true"}, true},
              {{"tf-a", "balance_queries", "true", "balance", "0.5"}, false},
              {{"tf-a", "teach", "kl"}, false},
              {{"tc-a", "balance_queries", "true"}, true}};
    for (size_t i = 0; i < TF_COUNT(of); i++) {
        struct subject s = make_subject(of[i].setting[0], &of[i].setting[1]);
        if (tf_attn_cls_query_only(s.attn, s.opts) != of[i].one) fail_msg("%s: %s", s.name, of[i].one ? "all" : "one");
        tf_free(s.opts);
    }
}

/* TC-A in the papers' accounting, per head: folded trees see C channels each, or all heads' one tree does, and only values are projected. */
static void test_folded_flops(void **state) {
    (void)state;
    enum { N = 50, CHANNELS = 24, HEADS = 3, E = 4, HEIGHT = 5 }; // heads of E channels
    static const struct {
        const char *setting[8];
        int projections;
        double seen;
    } of[] = {{{"height", "5"}, 3, E},
              {{"height", "5", "scope", "layer"}, 3, E},
              {{"height", "5", "fold", "true"}, 1, CHANNELS},
              {{"height", "5", "fold", "true", "scope", "layer"}, 1, (double)CHANNELS / HEADS}};
    for (size_t i = 0; i < TF_COUNT(of); i++) {
        struct subject s = make_subject("tc-a", of[i].setting);
        const double said =
            tf_attn_flops_paper(s.attn, s.opts, &(struct tf_cost){.T = N, .C = CHANNELS, .H = HEADS, .qkv = HEADS * E, .f = -1});
        const double want = of[i].projections * N * (2 * E * E + E) + N * HEIGHT * (2 * of[i].seen + 1) + 63 * E;
        if (!(fabs(said - want) <= 1e-9 * want)) fail_msg("%s: %.17g, not %.17g", s.name, said, want);
        tf_free(s.opts);
    }
}

/* The keys that are sampled are others in another step, example or place, and the same ones again. */
static void test_sampling_has_keys(void **state) {
    (void)state;
    struct head a = {
        .T = 60, .D = 6, .learn = true, .shape = tf_tree_binary(2), .gate = {.mode = TF_GATE_SAMPLED, .samples = 3, .from = TF_GATE_ALL}};
    head_alloc(&a), head_randomize(&a, 0.7);
    const int n = a.rows * a.D;
    tf_real *first = head_vec(n);
    for (int k = 0; k < 5; k++) {
        a.t.step = k == 1, a.gate.example = k == 2, a.gate.site = k == 3;
        head_run(&a, false);
        if (!k) memcpy(first, a.dw, sizeof *first * (size_t)n);
        else assert_true(k < 4 ? distance(n, a.dw, first) > 1e-3 : memcmp(a.dw, first, sizeof *first * (size_t)n) == 0);
    }
    tf_free(first), head_free(&a);
}

int main(void) {
    tf_num_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sampling_all_is_dense),
        cmocka_unit_test(test_slope),
        cmocka_unit_test(test_sampling_is_unbiased),
        cmocka_unit_test(test_leaf_mode_does_not_move_queries),
        cmocka_unit_test(test_detach),
        cmocka_unit_test(test_clip_bounds_the_gate),
        cmocka_unit_test(test_heads_add_up),
        cmocka_unit_test(test_walk_equals_descend),
        cmocka_unit_test(test_empty_leaves),
        cmocka_unit_test(test_pool_ancestor),
        cmocka_unit_test(test_pool_ancestor_keys),
        cmocka_unit_test(test_layers_run),
        cmocka_unit_test(test_losses_need_all_queries),
        cmocka_unit_test(test_folded_flops),
        cmocka_unit_test(test_sampling_has_keys),
#ifdef TF_DOUBLE
        cmocka_unit_test(test_balance_gradients),
        cmocka_unit_test(test_surrogates),
#endif
    };
    return cmocka_run_group_tests_name("tree modes", tests, NULL, NULL);
}
