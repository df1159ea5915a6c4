/* For the tests of ListOps and of what its tasks share: a scratch folder, small settings, warnings counted. */
#ifndef TF_TESTS_LISTOPS_COMMON_H
#define TF_TESTS_LISTOPS_COMMON_H
#include "io/io.h"
#include "scratch.h"
#include "task/listops.h"
#include "task/task.h"

static int warnings;
static char last_warning[1024];

static inline void on_log(enum tf_level level, const char *msg) {
    warnings += level == TF_LOG_WARN;
    snprintf(last_warning, sizeof last_warning, "%s", msg);
}

static inline struct tf_listops small_opts(void) {
    struct tf_listops o;
    tf_opt_defaults(tf_listops_opts, &o);
    o.length_min = 20, o.length_max = 60, o.train = 300, o.valid = 50, o.test = 50;
    return o;
}

/* Opens ListOps as a task; fails the test when it cannot. */
static inline struct tf_data *open_task(const struct tf_listops *o, const char *data, const char *cache, int threads) {
    struct tf_task_env env = {.data_dir = data, .cache_dir = cache, .threads = threads};
    struct tf_err e = {0};
    struct tf_data *d = NULL;
    if (tf_task_find("listops")->open(&d, o, &env, &e)) fail_msg("%s", e.msg);
    return d;
}

static inline uint64_t generated_hash(const struct tf_listops *o, int threads) {
    struct tf_data_build b = {0};
    struct tf_err e = {0};
    if (tf_listops_generate(o, threads, &b, &e)) fail_msg("%s", e.msg);
    struct tf_data *d = tf_data_finish(&b, TF_LISTOPS_VOCAB, 10);
    uint64_t h = d->hash;
    tf_data_close(d);
    return h;
}

static inline int setup(void **state) {
    (void)state;
    tf_log_hook = on_log;
    return scratch_make();
}

static inline int teardown(void **state) {
    (void)state;
    return scratch_remove();
}
#endif
