/* The trees' gradient beside a window, global tokens, further leaves and means: with all keys taken and the queries' part of their leaf, a sampled
 * gradient is the dense one. */
#include <math.h>

#include "attn/attn.h"
#include "parts.h"

enum { T = 60, C = 12, H = 2 };

/* What one loss gives each parameter of the subject's layer; tf_free frees it. */
static tf_real *gradient_of(struct subject *s, struct layer *l) {
    int label[T];
    open_layer(l, s, T, C, H, false);
    tf_real *grads = tf_calloc(sizeof *grads * l->pars.size);
    for (int i = 0; i < T; i++) label[i] = i % C;
    l->t.grad = true, l->ctx.grads = grads;
    struct tf_mat *y = s->attn->forward(&l->ctx, layer_input(l, 1 << 30));
    tf_tape_backward(&l->t, tf_xent(&l->t, y, label, T, NULL), 1);
    return grads;
}

static void test_all_sampled_is_dense(void **state) {
    (void)state;
    static const char *const beside[][2] = {{"height", "3"},        {"window", "9"},        {"window", "33"},
                                            {"global_tokens", "1"}, {"global_tokens", "4"}, {"probes", "2"},
                                            {"path_means", "true"}, {"branching", "3,2"},   {"window", "9"}};
    for (size_t i = 0; i < TF_COUNT(beside); i++) {
        const bool kary = i >= 7;
        tf_real *g[2];
        struct layer l[2];
        for (int k = 0; k < 2; k++) {
            const char *const v[8] = {kary ? "branching" : "height", kary ? "3,2" : "3", beside[i][0], beside[i][1], "gradient",
                                      k ? "sampled" : "dense",       "leaf_pairs",       "both"}; // all keys are sampled
            struct subject s = make_subject(kary ? "kary-tf-a" : "tf-a", v);
            g[k] = gradient_of(&s, &l[k]);
            tf_free(s.opts);
        }
        double apart = 0, all = 0;
        for (int p = 0; p < l[0].pars.n; p++)
            for (int j = 0; strstr(l[0].pars.p[p].name, "tree") && j < l[0].pars.p[p].rows * l[0].pars.p[p].cols; j++) {
                const size_t at = l[0].pars.p[p].off + (size_t)j;
                const double d = (double)g[0][at] - (double)g[1][at];
                apart += d * d, all += (double)g[0][at] * (double)g[0][at];
            }
        if (!(all > 0) || !(sqrt(apart / all) < (sizeof(tf_real) == 8 ? 1e-12 : 1e-4)))
            fail_msg("%s: %s: %s: %g of %g", kary ? "kary-tf-a" : "tf-a", beside[i][0], beside[i][1], sqrt(apart), sqrt(all));
        for (int k = 0; k < 2; k++) tf_free(g[k]), close_layer(&l[k]);
    }
}

int main(int argc, char **argv) {
    only_of(argc, argv);
    tf_num_init();
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_sampled_is_dense)};
    return cmocka_run_group_tests_name("gate", tests, NULL, NULL);
}
