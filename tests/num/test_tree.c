/* The trees against golden vectors and a naive reference. */
#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "parts.h"

#ifdef TF_DOUBLE
#define TOL_EXACT 1e-10
#define TOL_ST 1e-10
#else
#define TOL_EXACT 1e-5
#define TOL_ST 1e-4
#endif

/* ---- golden vectors ---- */
static int flatten(const json_t *j, double *out, int max) {
    if (!json_is_array(j)) {
        if (max < 1) fail_msg("too many numbers");
        *out = json_number_value(j);
        return 1;
    }
    int n = 0;
    for (size_t i = 0; i < json_array_size(j); i++) n += flatten(json_array_get(j, i), out + n, max - n);
    return n;
}

static void read_input(const json_t *from, const char *name, tf_real *to, int n) {
    double x[4096];
    if (flatten(json_object_get(from, name), x, 4096) != n) fail_msg("%s: not %d numbers", name, n);
    for (int i = 0; i < n; i++) to[i] = (tf_real)x[i];
}

static double compare(const char *file, const json_t *in, const char *name, const tf_real *got, int n, double tol) {
    const json_t *j = json_object_get(in, name);
    if (!j) return 0;
    double x[4096], worst = 0;
    if (flatten(j, x, 4096) != n) fail_msg("%s: %s: not %d numbers", file, name, n);
    for (int i = 0; i < n; i++) {
        double e = fabs((double)got[i] - x[i]) / fmax(1, fabs(x[i]));
        if (!(e <= tol)) fail_msg("%s: %s[%d]: %.17g, golden %.17g", file, name, i, (double)got[i], x[i]);
        worst = most_of(worst, e);
    }
    return worst;
}

static void check_leaves(const char *file, const json_t *out, const char *leaf, const char *path, const int *got, int T, int h) {
    const json_t *l = json_object_get(out, leaf), *p = json_object_get(out, path);
    for (int i = 0; i < T; i++) {
        json_int_t want = l ? json_integer_value(json_array_get(l, (size_t)i))
                            : json_integer_value(json_array_get(json_array_get(p, (size_t)i), (size_t)h));
        if (want != got[i]) fail_msg("%s: token %d in leaf %d, golden %d", file, i, got[i], (int)want);
    }
}

static void golden(const char *file) {
    char path[128];
    snprintf(path, sizeof path, "tests/golden/%s.json", file);
    json_error_t err;
    json_t *j = json_load_file(path, 0, &err);
    if (!j) fail_msg("%s: %s", path, err.text);
    const json_t *in = json_object_get(j, "inputs"), *out = json_object_get(j, "outputs"), *grad = json_object_get(j, "gradients"),
                 *opt = json_object_get(j, "options"), *mode = json_object_get(opt, "tree_gradient"),
                 *b = json_object_get(opt, "branching");
    const char *mechanism = json_string_value(json_object_get(j, "mechanism")),
               *reading = json_string_value(json_object_get(opt, "path_product"));
    bool tc = !strcmp(mechanism, "tc-a"), leaf = mode && !strcmp(json_string_value(mode), "leaf");
    struct head a = {.T = (int)json_integer_value(json_object_get(j, "T")), .D = (int)json_integer_value(json_object_get(j, "D"))};
    int branch[8];
    for (size_t i = 0; i < json_array_size(b); i++) branch[i] = (int)json_integer_value(json_array_get(b, i));
    a.shape = b ? tf_tree_kary((int)json_array_size(b), branch) : tf_tree_binary((int)json_integer_value(json_object_get(opt, "height")));
    a.learn = !strcmp(json_string_value(json_object_get(j, "gradient_kind")), "straight-through");
    a.hard = reading && !strcmp(reading, "hard");
    a.gate.mode = leaf ? TF_GATE_LEAF : TF_GATE_DENSE;
    head_alloc(&a);
    int n = a.T * a.D, h = a.shape.levels;
    read_input(in, "q", a.q, n), read_input(in, "k", a.k, n), read_input(in, "v", a.v, n), read_input(j, "loss_weights", a.G, n);
    read_input(in, "w", a.w, a.rows * a.D), read_input(in, "b", a.b, a.rows);
    if (tc) read_input(in, "alpha", a.alpha, h + 1);
    head_run(&a, tc);
    check_leaves(file, out, "leaf_q", "path_q", a.leaf_q, a.T, h), check_leaves(file, out, "leaf_k", "path_k", a.leaf_k, a.T, h);
    double tol = a.learn ? TOL_ST : TOL_EXACT, o = compare(file, out, "o", a.o, n, TOL_O), g = 0;
    g = most_of(g, compare(file, grad, "v", a.dv, n, tol)), g = most_of(g, compare(file, grad, "alpha", a.dalpha, h + 1, tol));
    if (a.learn || !tc) g = most_of(g, compare(file, grad, "q", a.dq, n, tol)), g = most_of(g, compare(file, grad, "k", a.dk, n, tol));
    if (a.learn)
        g = most_of(g, compare(file, grad, "w", a.dw, a.rows * a.D, tol)), g = most_of(g, compare(file, grad, "b", a.db, a.rows, tol));
    print_message("    %-20s o %.1e, gradients %.1e\n", file, o, g);
    head_free(&a);
    json_decref(j);
}

static void test_golden(void **state) {
    (void)state;
    static const char *const files[] = {
        "tf-a-h2",         "tf-a-h3",        "tf-a-lemma1",         "tf-a-lemma1-zero",  "kary-tf-a",
        "tc-a-h1",         "tc-a-h3",        "tc-a-h3-empty",       "tf-a-h2-st",        "tf-a-h3-st",
        "tf-a-h2-st-leaf", "tf-a-lemma1-st", "tf-a-lemma1-zero-st", "kary-tf-a-st-soft", "kary-tf-a-st-hard",
        "tc-a-h1-st",      "tc-a-h3-st",     "tc-a-h3-empty-st"};
    for (size_t i = 0; i < TF_COUNT(files); i++) golden(files[i]);
}

/* ---- a naive reference ---- */
/* Binary tree, one level at a time: d_s from delta (nodes of the level) by the softmax's Jacobian; adds d_z x to dw, db and d_z w to dx. */
static void naive_level(const struct head *a, int level, const tf_real *x, double c, const double *delta, double *dw, double *db,
                        double *dx) {
    int M = 1 << level;
    double *p = tf_calloc(sizeof *p * (size_t)M);
    for (int t = 0; t < a->T; t++) {
        double z[64], sum = 0, mean = 0;
        for (int n = 0; n < M - 1; n++) z[n] = head_dot(a->D, a->w + n * a->D, x + t * a->D) + (double)a->b[n];
        for (int j = 0; j < M; j++) {
            double s = 0;
            for (int n = M - 1 + j; n > 0; n = (n - 1) / 2) s += ((n % 2 == 0) == (z[(n - 1) / 2] >= 0)) ? c : -c;
            sum += p[j] = exp(s);
        }
        for (int j = 0; j < M; j++) p[j] /= sum, mean += p[j] * delta[j * a->T + t];
        for (int j = 0; j < M; j++)
            for (int n = M - 1 + j; n > 0; n = (n - 1) / 2) {
                int up = (n - 1) / 2;
                double dz = (n % 2 == 0 ? 2 : -2) * p[j] * (delta[j * a->T + t] - mean) * (fabs(z[up]) <= 1);
                db[up] += dz;
                for (int d = 0; d < a->D; d++)
                    dw[up * a->D + d] += dz * (double)x[t * a->D + d], dx[t * a->D + d] += dz * (double)a->w[up * a->D + d];
            }
    }
    tf_free(p);
}

static double mean_abs(const struct head *a, const tf_real *x) {
    double s = 0;
    for (int t = 0; t < a->T; t++)
        for (int n = 0; n < a->rows; n++) s += fabs(head_dot(a->D, a->w + n * a->D, x + t * a->D) + (double)a->b[n]);
    return s / a->T / a->rows;
}

struct naive {
    double *Pq, *Pk, *dw, *db, *dq, *dk;
};
static struct naive naive_new(const struct head *a) {
    size_t d = sizeof(double), nodes = (size_t)a->shape.nodes * (size_t)a->T, x = (size_t)(a->T * a->D);
    return (struct naive){tf_calloc(d * nodes),           tf_calloc(d * nodes), tf_calloc(d * (size_t)(a->rows * a->D)),
                          tf_calloc(d * (size_t)a->rows), tf_calloc(d * x),     tf_calloc(d * x)};
}

/* Compares the tree's gradients with the routing part in n; the exact part of q and k comes from a run without learning. */
static void check_naive(struct head *a, struct naive *n, bool tc, const char *what) {
    int X = a->T * a->D;
    tf_real *q = head_vec(X), *k = head_vec(X);
    a->learn = true;
    head_run(a, tc);
    memcpy(q, a->dq, sizeof *q * (size_t)X), memcpy(k, a->dk, sizeof *k * (size_t)X);
    double worst = 0, tol = sizeof(tf_real) == 8 ? 1e-10 : 2e-4;
    for (int i = 0; i < a->rows * a->D; i++) worst = most_of(worst, fabs((double)a->dw[i] - n->dw[i]) / fmax(1, fabs(n->dw[i])));
    for (int i = 0; i < a->rows; i++) worst = most_of(worst, fabs((double)a->db[i] - n->db[i]) / fmax(1, fabs(n->db[i])));
    if (!tc) {
        a->learn = false;
        head_run(a, false);
    }
    for (int i = 0; i < X; i++) {
        double dq = (double)q[i] - (tc ? 0 : (double)a->dq[i]), dk = (double)k[i] - (tc ? 0 : (double)a->dk[i]);
        worst = most_of(worst, fabs(dq - n->dq[i]) / fmax(1, fabs(n->dq[i])));
        worst = most_of(worst, fabs(dk - n->dk[i]) / fmax(1, fabs(n->dk[i])));
    }
    print_message("    %-44s %.1e\n", what, worst);
    if (!(worst <= tol)) fail_msg("%s: %g", what, worst);
    double *x[] = {n->Pq, n->Pk, n->dw, n->db, n->dq, n->dk};
    for (size_t i = 0; i < TF_COUNT(x); i++) tf_free(x[i]);
    tf_free(q), tf_free(k);
}

/* d_mask for all pairs, with dropout, into leaves; then the sweep of the leaf level. */
static void naive_tf(const struct head *a, struct naive *n) {
    int T = a->T, D = a->D;
    double scale = 1 / sqrt(D), below = ceil(a->dropout * 4294967296.0);
    double *e = tf_calloc(sizeof *e * (size_t)T), *r = tf_calloc(sizeof *r * (size_t)T);
    for (int i = 0; i < T; i++) {
        const int keys = a->gate.causal ? i + 1 : T;
        double Z = 0, self = 1;
        for (int j = 0; j < keys; j++) {
            e[j] = exp(scale * head_dot(D, a->q + i * D, a->k + j * D));
            r[j] = (double)tf_pair_hash(77, (uint32_t)i, (uint32_t)j) < below ? 0 : 1 / (1 - a->dropout);
            if (a->leaf_q[i] == a->leaf_k[j]) Z += e[j], self = 0;
        }
        if (self == 1) Z = e[i];
        for (int j = 0; j < keys; j++) {
            double d = e[j] / Z * (r[j] * head_dot(D, a->G + i * D, a->v + j * D) - head_dot(D, a->G + i * D, a->o + i * D));
            n->Pq[a->leaf_k[j] * T + i] += d;
            n->Pk[a->leaf_q[i] * T + j] += d;
        }
    }
    tf_free(e), tf_free(r);
    naive_level(a, a->shape.levels, a->q, mean_abs(a, a->q), n->Pq, n->dw, n->db, n->dq);
    naive_level(a, a->shape.levels, a->k, mean_abs(a, a->k), n->Pk, n->dw, n->db, n->dk);
}

static void naive_tc(const struct head *a, struct naive *n) {
    int T = a->T, D = a->D, h = a->shape.levels;
    for (int l = 1; l <= h; l++) {
        memset(n->Pq, 0, sizeof(double) * (size_t)(a->shape.nodes * T)), memset(n->Pk, 0, sizeof(double) * (size_t)(a->shape.nodes * T));
        for (int j = 0; j < 1 << l; j++) {
            double nu[64] = {0}, g[64] = {0}, c = 0;
            for (int i = 0; i < T; i++) {
                if (a->leaf_k[i] >> (h - l) == j) c++;
                for (int d = 0; d < D; d++) {
                    nu[d] += a->leaf_k[i] >> (h - l) == j ? (double)a->v[i * D + d] : 0;
                    g[d] += a->leaf_q[i] >> (h - l) == j ? (double)a->alpha[l] * (double)a->G[i * D + d] : 0;
                }
            }
            for (int i = 0; i < T; i++)
                for (int d = 0; d < D; d++) {
                    double m = c > 0 ? nu[d] / c : 0;
                    n->Pq[j * T + i] += (double)a->alpha[l] * (double)a->G[i * D + d] * m;
                    n->Pk[j * T + i] += g[d] * ((double)a->v[i * D + d] - m) / fmax(c, 1);
                }
        }
        naive_level(a, l, a->q, mean_abs(a, a->q), n->Pq, n->dw, n->db, n->dq);
        naive_level(a, l, a->k, mean_abs(a, a->k), n->Pk, n->dw, n->db, n->dk);
    }
}

/* The same of running means: what query i sees of node j are the keys up to i. */
static void naive_tc_causal(const struct head *a, struct naive *n) {
    const int T = a->T, D = a->D, h = a->shape.levels;
    for (int l = 1; l <= h; l++) {
        memset(n->Pq, 0, sizeof(double) * (size_t)(a->shape.nodes * T)), memset(n->Pk, 0, sizeof(double) * (size_t)(a->shape.nodes * T));
        for (int j = 0; j < 1 << l; j++)
            for (int i = 0; i < T; i++) {
                double nu[64] = {0}, c = 0, seen = 0;
                for (int t = 0; t <= i; t++)
                    if (a->leaf_k[t] >> (h - l) == j) {
                        c++;
                        for (int d = 0; d < D; d++) nu[d] += (double)a->v[t * D + d];
                    }
                for (int d = 0; d < D; d++) seen += (nu[d] /= fmax(c, 1)) * (double)a->G[i * D + d];
                n->Pq[j * T + i] += (double)a->alpha[l] * seen;
                for (int t = 0; t <= i && a->leaf_q[i] >> (h - l) == j; t++)
                    n->Pk[j * T + t] += (double)a->alpha[l] * (head_dot(D, a->G + i * D, a->v + t * D) - seen) / fmax(c, 1);
            }
        naive_level(a, l, a->q, mean_abs(a, a->q), n->Pq, n->dw, n->db, n->dq);
        naive_level(a, l, a->k, mean_abs(a, a->k), n->Pk, n->dw, n->db, n->dk);
    }
}

static void test_naive(void **state) {
    (void)state;
    static const struct {
        int T, D, h;
        double dropout;
        bool causal;
    } cases[] = {{150, 16, 4, 0, false}, {150, 16, 3, 0.3, false}, {131, 7, 2, 0, false}, {5, 8, 5, 0, false}, {1, 8, 3, 0, false},
                 {150, 16, 4, 0, true},  {150, 16, 3, 0.3, true},  {131, 7, 2, 0, true},  {5, 8, 5, 0, true}};
    for (size_t i = 0; i < TF_COUNT(cases); i++)
        for (int tc = 0; tc < 2; tc++) {
            struct head a = {.T = cases[i].T,
                             .D = cases[i].D,
                             .dropout = tc ? 0 : cases[i].dropout,
                             .shape = tf_tree_binary(cases[i].h),
                             .gate = {.causal = cases[i].causal}};
            char what[64];
            head_alloc(&a);
            head_randomize(&a, 0.7);
            head_run(&a, tc);
            struct naive n = naive_new(&a);
            if (!tc) naive_tf(&a, &n);
            else if (cases[i].causal) naive_tc_causal(&a, &n);
            else naive_tc(&a, &n);
            snprintf(what, sizeof what, "%s T %d D %d h %d dropout %g%s", tc ? "tc-a" : "tf-a", a.T, a.D, a.shape.levels, a.dropout,
                     cases[i].causal ? " causal" : "");
            check_naive(&a, &n, tc, what);
            head_free(&a);
        }
}

int main(void) {
    tf_num_init();
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_naive)};
    return cmocka_run_group_tests_name("trees", tests, NULL, NULL);
}
