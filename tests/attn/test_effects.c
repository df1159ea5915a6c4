/* Options that change what a layer with trees learns, not what it computes: the gradient of the parameters is another, or the loss beside it. */
#include <math.h>

#include "model/model.h"
#include "num/op.h"
#include "parts.h"

enum { T = 24, C = 16, HEADS = 2 };

struct learned {
    double aux;
    size_t n;
    tf_real *grads;
};

/* A forward and a backward pass of the layer in training, with its losses beside the task's in this share. */
static struct learned learn(const char *mechanism, const char *const v[8], double aux_scale) {
    struct subject s = make_subject(mechanism, v);
    struct layer l;
    open_layer(&l, &s, T, C, HEADS, false);
    struct learned x = {.n = l.pars.size, .grads = tf_calloc(sizeof *x.grads * l.pars.size)};
    int label[1] = {0};
    l.ctx.grads = x.grads, l.ctx.aux_scale = aux_scale;
    l.t.grad = l.t.train = true;
    struct tf_mat *y = s.attn->forward(&l.ctx, layer_input(&l, 1 << 30));
    tf_tape_backward(&l.t, tf_xent(&l.t, tf_pool_mean(&l.t, y, &l.pk), label, 1, NULL), 1);
    x.aux = l.t.aux_loss;
    close_layer(&l), tf_free(s.opts);
    return x;
}

static bool same(const struct learned *a, const struct learned *b) {
    return a->aux == b->aux && a->n == b->n && !memcmp(a->grads, b->grads, sizeof *a->grads * a->n);
}

#define TAUGHT "height", "3", "teach", "mass"
#define BALANCED "height", "3", "balance", "0.5"
static const struct {
    const char *mechanism, *with[6], *option, *value;
} effects[] = {{"tf-a", {TAUGHT}, "teach_weight", "2"},
               {"tf-a", {TAUGHT}, "teach_queries", "6"},
               {"tf-a", {TAUGHT}, "teach_keys", "2"},
               {"tf-a", {TAUGHT}, "teach_price", "3"},
               {"tf-a", {TAUGHT}, "teach_recall", "0.9"},
               {"tf-a", {TAUGHT}, "teach_beta", "3"},
               {"tf-a", {TAUGHT}, "teach", "kl"},
               {"tf-a", {"height", "3", "teach", "kl"}, "teach_beta", "3"},
               {"tf-a", {TAUGHT}, "output", "full"},
               {"tf-a", {BALANCED}, "balance", "1"},
               {"tf-a", {BALANCED, "shared", "false"}, "balance_queries", "true"},
               {"tf-a", {BALANCED}, "balance_form", "moe"},
               {"tf-a", {"height", "3", "gradient", "none", "balance", "0.5"}, "balance_queries", "true"},
               {"tf-a", {"height", "3", "surrogate", "sech2"}, "surrogate_beta", "3"},
               {"tf-a", {"height", "3"}, "detach", "false"},
               {"tf-a", {"height", "3"}, "gradient", "leaf"},
               {"tf-a", {"height", "3"}, "gradient", "dense"},
               {"tf-a", {"height", "3", "gradient", "leaf", "window", "4"}, "leaf_pairs", "both"},
               {"tf-a", {"height", "3"}, "samples", "1"},
               {"tf-a", {"height", "3", "samples", "1"}, "sample_from", "sibling"},
               {"tf-a", {"height", "3", "shared", "false"}, "routing", "median"},
               {"tf-a", {"height", "3", "routing", "median"}, "routing", "median-each"},
               {"tc-a", {"height", "3", "surrogate", "logistic"}, "surrogate_beta", "3"},
               {"tc-a", {BALANCED}, "balance_queries", "true"},
               {"tc-a", {BALANCED}, "balance_form", "moe"},
               {"tc-a", {"height", "3"}, "key_dropout", "0.5"}};

static void options_have_effects(void **state) {
    (void)state;
    for (size_t i = 0; i < TF_COUNT(effects); i++) {
        const char *v[2][8] = {{NULL}};
        int n = 0;
        for (; n < 6 && effects[i].with[n]; n++) v[0][n] = v[1][n] = effects[i].with[n];
        v[1][n] = effects[i].option, v[1][n + 1] = effects[i].value;
        struct learned a = learn(effects[i].mechanism, v[0], 1), again = learn(effects[i].mechanism, v[0], 1),
                       b = learn(effects[i].mechanism, v[1], 1);
        assert_true(same(&a, &again));
        if (same(&a, &b)) fail_msg("%s: %s=%s changes nothing", effects[i].mechanism, effects[i].option, effects[i].value);
        tf_free(a.grads), tf_free(again.grads), tf_free(b.grads);
    }
}

/* Losses beside the task's are of their share of a step: half the share, half of what they add to the trees' gradient. */
static void losses_have_their_share(void **state) {
    (void)state;
    static const char *const with[][8] = {{TAUGHT, "gradient", "none"}, {BALANCED, "gradient", "none"}};
    for (size_t i = 0; i < TF_COUNT(with); i++) {
        struct learned whole = learn("tf-a", with[i], 1), half = learn("tf-a", with[i], 0.5), none = learn("tf-a", with[i], 0);
        double most = 0;
        for (size_t k = 0; k < whole.n; k++) {
            const double of_whole = (double)whole.grads[k] - (double)none.grads[k], of_half = (double)half.grads[k] - (double)none.grads[k];
            assert_float_equal(of_half, of_whole / 2, 1e-6);
            if (of_whole > most) most = of_whole;
        }
        assert_true(most > 1e-4);
        assert_float_equal(half.aux, whole.aux / 2, 1e-6);
        tf_free(whole.grads), tf_free(half.grads), tf_free(none.grads);
    }
}

/* Queries whose tree is their own have their own medians, as median-each says of all. */
static void own_trees_have_own_medians(void **state) {
    (void)state;
    struct learned a = learn("tf-a", (const char *const[8]){"height", "3", "shared", "false", "routing", "median"}, 1),
                   b = learn("tf-a", (const char *const[8]){"height", "3", "shared", "false", "routing", "median-each"}, 1);
    assert_true(same(&a, &b));
    tf_free(a.grads), tf_free(b.grads);
}

/* Trees that nothing moves are frozen, those of queries alone where only they have nothing: old momentum and decay would go on moving them. */
static void trees_without_a_gradient(void **state) {
    (void)state;
    enum { STILL = TF_TEACH_STILL, QUERIES = TF_TEACH_QUERIES_STILL };
    static const struct {
        const char *v[8];
        unsigned flags;
    } row[] = {{{"shared", "false"}, 0},
               {{"shared", "false", "gradient", "none"}, STILL | QUERIES},
               {{"gradient", "none"}, STILL},
               {{"shared", "false", "gradient", "none", "balance", "0.5"}, QUERIES},
               {{"shared", "false", "gradient", "none", "balance", "0.5", "balance_queries", "true"}, 0},
               {{"shared", "false", "gradient", "none", "teach", "kl"}, 0},
               {{"shared", "false", "output", "full"}, STILL | QUERIES},
               {{"shared", "false", "gradient", "leaf"}, QUERIES},
               {{"shared", "false", "gradient", "leaf", "leaf_pairs", "both"}, QUERIES},
               {{"shared", "false", "gradient", "leaf", "leaf_pairs", "both", "window", "4"}, 0},
               {{"gradient", "leaf"}, 0}};
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        struct subject s = make_subject("tf-a", row[i].v);
        const unsigned flags = s.attn->teaching(s.opts) & (STILL | QUERIES);
        if (flags != row[i].flags) fail_msg("%zu, %s: %u, not %u", i, s.name, flags, row[i].flags);
        tf_free(s.opts);
    }
}

/* tree_init is the deviation of every node's weights, alpha_init the weight of every level. */
static void first_weights(void **state) {
    (void)state;
    struct subject s = make_subject("tc-a", (const char *const[8]){"height", "2", "tree_init", "0.25", "alpha_init", "3"});
    struct layer l;
    open_layer(&l, &s, T, C, HEADS, false);
    int nodes = 0, levels = 0;
    for (int i = 0; i < l.pars.n; i++) {
        const struct tf_par *p = &l.pars.p[i];
        if (strstr(p->name, ".level") && strstr(p->name, ".weight")) assert_true(p->init == TF_INIT_NORMAL && p->a == 0.25), nodes++;
        if (strstr(p->name, "alpha")) levels++;
        for (size_t k = 0; strstr(p->name, "alpha") && k < tf_par_count(p); k++) assert_true(l.pars.v[p->off + k] == 3);
    }
    assert_true(nodes >= 2 && levels == 3);
    close_layer(&l), tf_free(s.opts);
}

/* Training drops probabilities, but for mechanisms that have none to drop: the option's help names them. */
static void test_attention_dropout(void **state) {
    (void)state;
    const char *help = tf_opt_find(tf_model_opts, "attention_dropout")->help;
    for (int i = 0; tf_attns[i]; i++) {
        struct subject s = make_subject(tf_attns[i]->name, NULL);
        struct layer l[2];
        struct tf_mat *y[2];
        char word[2][40];
        double most = 0;
        for (int k = 0; k < 2; k++) {
            open_layer(&l[k], &s, 70, C, HEADS, false);
            l[k].t.train = true, l[k].ctx.shape.dropout = 0.5 * k;
            y[k] = s.attn->forward(&l[k].ctx, layer_input(&l[k], 1 << 30));
            snprintf(word[k], sizeof word[k], " %s%c", s.attn->name, k ? ' ' : ',');
        }
        for (int r = 0; r < 70; r++)
            for (int c = 0; c < C; c++) most = most_of(most, fabs((double)tf_row(y[0], r)[c] - (double)tf_row(y[1], r)[c]));
        const bool none = s.attn->flags & TF_ATTN_NO_DROPOUT;
        assert_int_equal(none, strstr(help, word[0]) || strstr(help, word[1]));
        if (none ? most != 0 : !(most > 1e-3)) fail_msg("%s: attention_dropout changes its rows by %g", s.name, most);
        close_layer(&l[0]), close_layer(&l[1]), tf_free(s.opts);
    }
}

/* What the options do not say: nodes have the deviation 1 / sqrt(inputs), levels the weight 1 / (height + 1). */
static void default_weights(void **state) {
    (void)state;
    static const struct {
        const char *v[8];
        int inputs;
    } row[] = {{{"height", "3"}, C / HEADS}, {{"height", "3", "scope", "layer"}, C}};
    for (size_t k = 0; k < TF_COUNT(row); k++) {
        struct subject s = make_subject("tc-a", row[k].v);
        struct layer l;
        int nodes = 0, levels = 0;
        open_layer(&l, &s, T, C, HEADS, false);
        for (int i = 0; i < l.pars.n; i++) {
            const struct tf_par *p = &l.pars.p[i];
            if (strstr(p->name, "tree.") && strstr(p->name, ".weight"))
                assert_true(p->init == TF_INIT_NORMAL && p->cols == row[k].inputs), assert_float_equal(p->a, 1 / sqrt(p->cols), 1e-12),
                    nodes++;
            if (strstr(p->name, "alpha")) assert_float_equal(l.pars.v[p->off], 0.25, 1e-7), levels++;
        }
        assert_true(nodes == 3 && levels == 4);
        close_layer(&l), tf_free(s.opts);
    }
}

/* S4D's start: a = log 1/2; w_n = pi n (lin) or N / pi (N / (2 n + 1) - 1) (inv); dt spread evenly, by its logarithm, from dt_min to a hundred times
 * that; C of variance 1, half of it in either part, D of variance 1. */
static void starts_of_s4d(void **state) {
    (void)state;
    enum { N = 10, WIDE = 400 };
    const double pi = acos(-1);
    for (int inv = 0; inv < 2; inv++) {
        struct subject s = make_subject("s4d", (const char *const[8]){"states", "10", "dt_min", "0.02", "start", inv ? "inv" : "lin"});
        struct layer l;
        open_layer(&l, &s, 4, WIDE, HEADS, false);
        for (int i = 0; i < l.pars.n; i++) {
            const struct tf_par *p = &l.pars.p[i];
            const tf_real *v = l.pars.v + p->off;
            double sum = 0, square = 0, low = INFINITY, high = -INFINITY;
            for (size_t k = 0, n = tf_par_count(p); k < n; k++) {
                const double x = (double)v[k];
                sum += x / (double)n, square += x * x / (double)n, low = fmin(low, x), high = fmax(high, x);
            }
            if (strstr(p->name, "A.real.log")) assert_float_equal(low, log(0.5), 1e-6), assert_float_equal(high, log(0.5), 1e-6);
            if (strstr(p->name, "A.imag"))
                for (int n = 0; n < N / 2; n++) assert_float_equal(v[n * WIDE + 7], inv ? N / pi * (N / (2.0 * n + 1) - 1) : pi * n, 1e-4);
            if (strstr(p->name, "dt.log")) {
                assert_true(low >= log(0.02) && low < log(0.021) && high <= log(2.0) && high > log(1.9));
                assert_float_equal(sum, (log(0.02) + log(2.0)) / 2, 0.25); // of 400, to four deviations
            }
            if (strstr(p->name, "self.C.") || strstr(p->name, "x.C.")) assert_float_equal(square, 0.5, 0.1);
            if (!strcmp(p->name, "x.D")) assert_float_equal(square, 1, 0.3);
        }
        close_layer(&l), tf_free(s.opts);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(first_weights),
                                       cmocka_unit_test(options_have_effects),
                                       cmocka_unit_test(losses_have_their_share),
                                       cmocka_unit_test(own_trees_have_own_medians),
                                       cmocka_unit_test(trees_without_a_gradient),
                                       cmocka_unit_test(test_attention_dropout),
                                       cmocka_unit_test(default_weights),
                                       cmocka_unit_test(starts_of_s4d)};
    tf_num_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
