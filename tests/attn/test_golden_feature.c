/* Golden vectors of the feature maps (performer, linear) and of agglomerative attention. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <jansson.h>
#include <math.h>

#include "parts.h"

#ifdef TF_DOUBLE
static const double TOL = 1e-12, TOL_GRAD = 1e-10;
#else
static const double TOL = 1e-5, TOL_GRAD = 1e-5;
#endif

/* ---- reading; arrays of any depth, flat ---- */
static int flatten(const json_t *x, double *out) {
    if (json_is_number(x)) {
        if (out) *out = json_number_value(x);
        return 1;
    }
    int n = 0;
    for (size_t i = 0; i < json_array_size(x); i++) n += flatten(json_array_get(x, i), out ? out + n : NULL);
    return n;
}
static const json_t *field(const json_t *x, const char *a, const char *b) {
    const json_t *f = json_object_get(x, a);
    if (b) f = json_object_get(f, b);
    if (!f) fail_msg("no field %s %s", a, b ? b : "");
    return f;
}
/* rows * cols numbers at x[a][b]; the caller frees. */
static double *numbers(const json_t *x, const char *a, const char *b, int n) {
    double *out = tf_alloc(sizeof *out * (size_t)n);
    const json_t *f = field(x, a, b);
    assert_int_equal(flatten(f, NULL), n);
    flatten(f, out);
    return out;
}
static struct tf_mat *input(struct tf_tape *t, const json_t *x, const char *name, int rows, int cols, bool grad) {
    struct tf_mat *m = grad ? tf_new(t, rows, cols) : tf_const(t, rows, cols);
    double *v = numbers(x, "inputs", name, rows * cols);
    for (int i = 0; i < rows * cols; i++) m->v[i] = (tf_real)v[i];
    tf_free(v);
    return m;
}
static void near_all(const tf_real *a, const json_t *x, const char *group, const char *name, int n, double tol) {
    double *b = numbers(x, group, name, n);
    for (int i = 0; i < n; i++)
        if (!(fabs((double)a[i] - b[i]) <= tol * fmax(1, fabs(b[i]))))
            fail_msg("%s.%s[%d]: %.17g, expected %.17g", group, name, i, (double)a[i], b[i]);
    tf_free(b);
}
static json_t *open_case(const char *name) {
    char file[128];
    snprintf(file, sizeof file, "tests/golden/%s.json", name);
    json_t *x = json_load_file(file, 0, NULL);
    if (!x) fail_msg("cannot read %s", file);
    return x;
}

/* ---- loss = sum(G * o), as an op ---- */
struct weigh {
    struct tf_mat *o;
    double *G;
};
static void weigh_backward(struct tf_tape *t, void *aux) {
    struct weigh *w = aux;
    (void)t;
    for (int i = 0; i < w->o->rows * w->o->cols; i++) w->o->g[i] += (tf_real)w->G[i];
    tf_free(w->G);
}
static void backward(struct tf_tape *t, struct tf_mat *o, const json_t *x) {
    struct weigh *w = tf_arena_alloc(&t->arena, sizeof *w);
    *w = (struct weigh){o, numbers(x, "loss_weights", NULL, o->rows * o->cols)};
    struct tf_mat *loss = tf_new(t, 1, 1);
    tf_record(t, weigh_backward, w);
    tf_tape_backward(t, loss, 1);
}

static void feature_case(const char *name, enum tf_feature_map map, bool causal) {
    json_t *x = open_case(name);
    int T = (int)json_integer_value(field(x, "T", NULL)), D = (int)json_integer_value(field(x, "D", NULL));
    struct tf_tape t;
    tf_tape_init(&t);
    t.grad = t.train = true;
    struct tf_mat *q = input(&t, x, "q", T, D, true), *k = input(&t, x, "k", T, D, true), *v = input(&t, x, "v", T, D, true), *W = NULL;
    struct tf_feature_arg arg = {.map = map, .scale = map == TF_FEATURE_ELU ? 1 : pow(D, -0.25), .eps = 1e-3, .causal = causal};
    if (map != TF_FEATURE_ELU) W = input(&t, x, "W", (int)json_integer_value(field(x, "options", "features")), D, false);
    struct tf_mat *o = tf_feature(&t, q, k, v, W, &arg);
    near_all(o->v, x, "outputs", "o", T * D, TOL);
    backward(&t, o, x);
    near_all(q->g, x, "gradients", "q", T * D, TOL_GRAD);
    near_all(k->g, x, "gradients", "k", T * D, TOL_GRAD);
    near_all(v->g, x, "gradients", "v", T * D, TOL_GRAD);
    tf_tape_release(&t);
    json_decref(x);
}
static void test_features(void **state) {
    (void)state;
    feature_case("performer-exp", TF_FEATURE_EXP, false);
    feature_case("performer-exp-causal", TF_FEATURE_EXP, true);
    feature_case("performer-relu", TF_FEATURE_RELU, false);
    feature_case("linear-full", TF_FEATURE_ELU, false);
    feature_case("linear-causal", TF_FEATURE_ELU, true);
}

/* Where the layer keeps an input of the file: element (k, i, j) of P (m,D,D/m) or (i, j) of a matrix that the layer holds transposed. */
static const struct place {
    const char *file, *parameter;
    enum { TRANSPOSED, PLAIN, STACK } how;
} places[] = {{"W_r", "x.class.key.weight", TRANSPOSED}, {"b_r", "x.class.key.bias", PLAIN}, {"W_q", "x.class.query.weight", TRANSPOSED},
              {"b_q", "x.class.query.bias", PLAIN},      {"P", "x.value.weight", STACK},     {"Q", "x.output.weight", PLAIN}};
static int index_of(const struct place *p, int n, int D, int m) { // number n of the file -> number in the parameter
    if (p->how == PLAIN) return n;
    if (p->how == TRANSPOSED) return n % m * D + n / m;
    int e = D / m, k = n / (D * e), i = n / e % D, j = n % e;
    return (k * e + j) * D + i;
}
static void agglomerative_case(const char *name, bool causal) {
    json_t *x = open_case(name);
    int T = (int)json_integer_value(field(x, "T", NULL)), D = (int)json_integer_value(field(x, "D", NULL));
    int m = (int)json_integer_value(field(x, "options", "classes"));
    struct subject s = make_subject("agglomerative", (const char *const[8]){"classes", "3", NULL});
    struct layer l;
    open_layer(&l, &s, T, D, 1, causal);
    tf_real *grads = tf_calloc(sizeof *grads * l.pars.size), *got = tf_alloc(sizeof *got * (size_t)(D * D));
    for (size_t i = 0; i < TF_COUNT(places); i++) {
        const struct tf_par *p = &l.pars.p[tf_pars_find(&l.pars, places[i].parameter)];
        double *v = numbers(x, "inputs", places[i].file, p->rows * p->cols);
        for (int n = 0; n < p->rows * p->cols; n++) l.pars.v[p->off + (size_t)index_of(&places[i], n, D, m)] = (tf_real)v[n];
        tf_free(v);
    }
    l.ctx.grads = grads;
    l.t.grad = l.t.train = true;
    struct tf_mat *X = input(&l.t, x, "x", T, D, true), *o = s.attn->forward(&l.ctx, X);
    near_all(o->v, x, "outputs", "o", T * D, TOL);
    backward(&l.t, o, x);
    near_all(X->g, x, "gradients", "x", T * D, TOL_GRAD);
    for (size_t i = 0; i < TF_COUNT(places); i++) {
        const struct tf_par *p = &l.pars.p[tf_pars_find(&l.pars, places[i].parameter)];
        for (int n = 0; n < p->rows * p->cols; n++) got[n] = grads[p->off + (size_t)index_of(&places[i], n, D, m)];
        near_all(got, x, "gradients", places[i].file, p->rows * p->cols, TOL_GRAD);
    }
    tf_free(grads), tf_free(got), tf_free(s.opts);
    close_layer(&l);
    json_decref(x);
}
static void test_agglomerative(void **state) {
    (void)state;
    agglomerative_case("agglomerative-full", false);
    agglomerative_case("agglomerative-masked", true);
}

int main(void) {
    tf_num_init();
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_features), cmocka_unit_test(test_agglomerative)};
    return cmocka_run_group_tests_name("golden feature maps", tests, NULL, NULL);
}
