#include "tiny_runs.h"

#include "io/io.h"

static const char tiny[] = "title: Tiny\nprotocol: quick\n"
                           "task: {name: listops, length_min: 5, length_max: 30, train: 200, valid: 20, test: 40, max_length: 40}\n"
                           "model: {layers: 1, dim: 16, heads: 2, mlp_dim: 16, classifier_dim: 0}\n"
                           "attention: [transformer, {name: tc-a, height: 2}]\n"
                           "train: {steps: 6, warmup: 2, lr: 1e-3, eval_every: 3, batch: 4, log_every: 3}\n";

struct tf_spec *load(const char *const *sets, int n) {
    struct tf_spec *s = NULL;
    struct tf_err e = {0};
    put_text("tiny.yaml", tiny);
    if (tf_spec_load(&s, "tiny.yaml", sets, n, NULL, &e)) fail_msg("%s", e.msg);
    return s;
}

int run_in(const char *out, int jobs, bool resume, const char *const *sets, int n, struct tf_err *e) {
    struct tf_spec *s = load(sets, n);
    const struct tf_exp_env env = {.out = out, .threads = 2, .jobs = jobs, .resume = resume};
    int worst = -1, rc = tf_exp_run(s, &env, &worst, e);
    tf_spec_free(s);
    assert_true((rc != 0) == (e->code != 0));
    return rc ? e->code : worst;
}

struct tf_row row_of(const char *path) {
    struct tf_row r = {.seed = -1};
    struct tf_err e = {0};
    if (tf_row_read(path, &r, &e)) fail_msg("%s", e.msg);
    return r;
}

double dry(const char *column, const char *const *sets, int n) {
    struct tf_spec *s = load(sets, n);
    struct tf_buf out = {0};
    struct tf_csv c = {0};
    struct tf_err e = {0};
    double x = 0;
    if (tf_exp_dry_run(s, &(struct tf_exp_env){.threads = 1}, &out, &e) || tf_csv_parse(&c, out.s, out.len, "dry", &e) ||
        tf_csv_number(&c, 0, column, &x, &e))
        fail_msg("%s", e.msg);
    tf_csv_free(&c);
    tf_buf_free(&out);
    tf_spec_free(s);
    return x;
}
