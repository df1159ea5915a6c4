/* Specs as texts, for the tests of lib/spec. */
#ifndef TESTS_SPEC_LOADING_H
#define TESTS_SPEC_LOADING_H
#include "fixture.h"
#include "spec/spec.h"

static struct tf_err err;

TF_UNUSED static struct tf_spec *load_as(const char *file, const char *text, const char *const *sets, int n,
                                         const char *seeds) {
    struct tf_spec *s = NULL;
    put_text(file, text);
    memset(&err, 0, sizeof err);
    if (tf_spec_load(&s, file, sets, n, seeds, &err)) return NULL;
    assert_int_equal(err.code, 0);
    return s;
}

#define SETS(...) (const char *const[]){__VA_ARGS__}, (int)TF_COUNT(((const char *const[]){__VA_ARGS__}))
#define NO_SETS NULL, 0
TF_UNUSED static struct tf_spec *load(const char *text, const char *const *sets, int n) {
    return load_as("s.yaml", text, sets, n, NULL);
}

TF_UNUSED static struct tf_spec *must(struct tf_spec *s) {
    if (!s) fail_msg("%s", err.msg);
    return s;
}

#define TASK "task: {name: listops, train: 3200}\n"
#define ONE TASK "attention: {name: linformer}\n"
#define THREE \
    TASK "attention:\n  - transformer\n  - {name: tf-a, height: 4}\n  - {name: linformer, rank: 8}\n"

TF_UNUSED static void same_runs(const struct tf_spec *a, const struct tf_spec *b) {
    assert_int_equal(a->n_runs, b->n_runs);
    for (int i = 0; i < a->n_runs; i++) {
        assert_string_equal(a->run[i].id, b->run[i].id);
        assert_string_equal(a->run[i].setting, b->run[i].setting);
        assert_string_equal(a->run[i].options, b->run[i].options);
        assert_string_equal(a->run[i].hash, b->run[i].hash);
    }
    assert_string_equal(a->heading.title, b->heading.title);
    assert_string_equal(a->heading.protocol, b->heading.protocol);
    assert_string_equal(a->heading.paper_table, b->heading.paper_table);
}
#endif
