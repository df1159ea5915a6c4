/* Limit cases: settings at which a mechanism must equal full attention, as rows of one table. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "subject.h"

#ifdef TF_DOUBLE
#define TOLERANCE 1e-12
#else
#define TOLERANCE 1e-6
#endif

static void set_all(struct layer *l, const char *part, double w) {
    for (int i = 0; i < l->pars.n; i++)
        if (strstr(l->pars.p[i].name, part))
            for (int j = 0; j < l->pars.p[i].rows * l->pars.p[i].cols; j++) l->pars.v[l->pars.p[i].off + (size_t)j] = (tf_real)w;
}

static bool is_tree(const char *name, const char *end) { return strstr(name, "tree") && strstr(name, end); }

static void tree_bias(struct layer *l, double b) {
    for (int i = 0; i < l->pars.n; i++)
        for (int j = 0; j < l->pars.p[i].rows * l->pars.p[i].cols && strstr(l->pars.p[i].name, "tree"); j++)
            l->pars.v[l->pars.p[i].off + (size_t)j] = (tf_real)(is_tree(l->pars.p[i].name, "bias") ? b : 0);
}

static void lemma1(struct layer *l) { tree_bias(l, 1e-3); }    /* w = 0, b = eps: everything goes right (Treeformer, Lemma 1) */
static void lemma1_zero(struct layer *l) { tree_bias(l, 0); }  /* z = 0 goes right too */
static void all_left(struct layer *l) { tree_bias(l, -1e-3); } /* one leaf, the other one */

static void identity(struct layer *l) {
    set_all(l, "proj.", 0);
    for (int i = 0; i < l->pars.n; i++)
        for (int j = 0; strstr(l->pars.p[i].name, "proj.") && j < l->pars.p[i].rows; j++)
            l->pars.v[l->pars.p[i].off + (size_t)(j * l->pars.p[i].cols + j)] = 1;
}

enum { T = 24 };
static const struct row {
    const char *mechanism, *options[8];
    void (*prepare)(struct layer *);
} rows[] = {
    {"tf-a", {"height", "6"}, lemma1},
    {"tf-a", {"height", "6"}, lemma1_zero},
    {"tf-a", {"height", "1"}, all_left},
    {"tf-a", {"height", "3", "trees", "2"}, lemma1},
    {"tf-a", {"height", "3", "scope", "layer"}, lemma1},
    {"tf-a", {"height", "3", "shared", "false"}, lemma1},
    {"kary-tf-a", {"branching", "4,3"}, lemma1_zero},
    {"linformer", {"rank", "24"}, identity},
    {"linformer", {"rank", "24", "shared", "true"}, identity},
    {"bp", {"k", "23"}, NULL}, // every token within reach of level 0
    {"bigbird", {NULL}, NULL}, // one block
    {"bigbird", {"block", "2", "global_blocks", "1", "window_blocks", "23", "random_blocks", "0"}, NULL},
    {"bigbird", {"block", "3", "global_blocks", "0", "window_blocks", "1", "random_blocks", "7"}, NULL},
    {"longformer", {NULL}, NULL},
    {"longformer", {"window", "46", "global_tokens", "0"}, NULL},
    {"longformer", {"window", "2", "global_tokens", "24"}, NULL},
    {"longformer", {"window", "0", "global_tokens", "23"}, NULL},
    {"local", {"block", "24"}, NULL},
    {"local", {"block", "5", "neighbours", "4"}, NULL},
    {"local", {"block", "25", "layout", "published"}, NULL},
    {"sparse", {NULL}, NULL},
    {"sparse", {"stride", "5", "summary", "5"}, NULL},
    {"sparse", {"pattern", "strided", "stride", "23"}, NULL},
    {"sparse", {"pattern", "strided", "stride", "1"}, NULL},
    {"blockbert", {"blocks", "1"}, NULL},
};

static void test_equals_full_attention(void **state) {
    (void)state;
    for (size_t i = 0; i < TF_COUNT(rows); i++) {
        struct subject s = make_subject(rows[i].mechanism, rows[i].options), full = make_subject("transformer", NULL);
        struct layer a, b;
        open_layer(&a, &s, T, 12, 2, false), open_layer(&b, &full, T, 12, 2, false);
        if (rows[i].prepare) rows[i].prepare(&a);
        struct tf_mat *x = s.attn->forward(&a.ctx, layer_input(&a, 1 << 30)), *y = full.attn->forward(&b.ctx, layer_input(&b, 1 << 30));
        double worst = 0;
        for (int r = 0; r < T; r++)
            for (int c = 0; c < 12; c++) worst = fmax(worst, fabs((double)(x->v[r * x->ld + c] - y->v[r * y->ld + c])));
        print_message("    %-40s differs from full attention by %.1e\n", s.name, worst);
        if (!(worst <= TOLERANCE)) fail_msg("%s: %g", s.name, worst);
        close_layer(&a), close_layer(&b);
        tf_free(s.opts), tf_free(full.opts);
    }
}

int main(void) {
    tf_blas_init();
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_equals_full_attention)};
    return cmocka_run_group_tests_name("limits", tests, NULL, NULL);
}
