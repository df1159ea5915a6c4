/* For tests of tasks: opens one with settings as a spec names them. */
#ifndef TF_TESTS_OPEN_TASK_H
#define TF_TESTS_OPEN_TASK_H
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "task/task.h"

/* settings: "key=value key=value", or "". */
static inline int open_task(const char *task, struct tf_data **out, const char *data, const char *settings, struct tf_err *e) {
    const struct tf_task *t = tf_task_find(task);
    struct tf_task_env env = {.data_dir = data, .threads = 1};
    char text[256], *save, *opts = tf_calloc(t->opts_size);
    tf_opt_defaults(t->opts, opts);
    snprintf(text, sizeof text, "%s", settings);
    for (char *s = strtok_r(text, " ", &save); s; s = strtok_r(NULL, " ", &save)) {
        char *eq = strchr(s, '=');
        *eq = 0;
        assert_int_equal(tf_opt_set(t->opts, opts, s, eq + 1, e), 0);
    }
    int rc = t->open(out, opts, &env, e);
    tf_free(opts);
    return rc;
}

static inline struct tf_data *open_or_fail(const char *task, const char *data, const char *settings) {
    struct tf_data *d = NULL;
    struct tf_err e = {0};
    if (open_task(task, &d, data, settings, &e)) fail_msg("%s: %s", settings, e.msg);
    return d;
}

/* Opening ends in a message that holds `want`, and leaves nothing behind. */
static inline void open_fails(const char *task, const char *data, const char *settings, const char *want) {
    struct tf_data *d = NULL;
    struct tf_err e = {0};
    const size_t live = tf_mem_live();
    assert_int_equal(open_task(task, &d, data, settings, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    if (!strstr(e.msg, want)) fail_msg("'%s' does not hold '%s'", e.msg, want);
    assert_int_equal(tf_mem_live(), live);
}

/* Where real datasets are: TREEFORMER_TEST_DATA or TREEFORMER_DATA, absolute and the caller's to free, or NULL. Takes TREEFORMER_DATA away. */
static inline char *take_real_data(void) {
    const char *data = getenv("TREEFORMER_TEST_DATA");
    if (!data || !*data) data = getenv("TREEFORMER_DATA");
    char *real = data && *data ? realpath(data, NULL) : NULL;
    unsetenv("TREEFORMER_DATA");
    return real;
}
#endif
