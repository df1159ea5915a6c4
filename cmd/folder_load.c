/* The spec of a folder of finished runs, as evaluate, predict, leaf-hist and flops read it; options of the task may be others than in training. */
#include "cmd.h"
#include "results/folder.h"
#include "spec/spec_resolve.h"

#include <string.h>

static bool same_runs(const struct tf_spec *a, const struct tf_spec *b) {
    bool same = a->n_runs == b->n_runs;
    for (int i = 0; i < a->n_runs && same; i++) same = spec_find_run(b, a->run[i].id) != NULL;
    return same;
}

/* The first of the settings with which the spec makes other runs. */
static const char *changes_runs(const struct args *a, const char *path, const struct tf_spec *plain) {
    for (int i = 0; i < a->set.n - 1; i++) {
        struct tf_spec *s;
        if (tf_spec_load(&s, path, a->set.v, i + 1, a->seed, &(struct tf_err){0})) continue; // it goes with a later one
        const bool same = same_runs(s, plain);
        tf_spec_free(s);
        if (!same) return a->set.v[i];
    }
    return a->set.v[a->set.n - 1];
}

/* The first of the settings whose option the spec sweeps itself; NULL: there is none. */
static const char *swept_set(const struct args *a, const struct tf_spec *plain) {
    const struct tf_yaml *sweep = tf_yaml_get(plain->whole, "sweep");
    for (int i = 0; i < a->set.n; i++)
        for (int k = 0; sweep && k < sweep->n; k++)
            if (strcspn(a->set.v[i], "=") == strlen(sweep->key[k].name) &&
                !strncmp(a->set.v[i], sweep->key[k].name, strlen(sweep->key[k].name)))
                return a->set.v[i];
    return NULL;
}

/* NAME of "task.NAME=VALUE". */
static void option_of(const char *set, char name[TF_STRING_MAX]) {
    const char *at = set + strlen("task.");
    snprintf(name, TF_STRING_MAX, "%.*s", (int)strcspn(at, "="), at);
}

/* Could the test then be of what the runs were trained on? */
static int check_fixed(const struct args *a, const struct tf_spec *s, const struct tf_spec *plain, const char *who, struct tf_err *e) {
    const struct tf_spec_run *now = &s->run[0], *then = &plain->run[0];
    const char *fixed = then->task->fixed;
    for (const struct tf_opt *o = tf_opt_next(then->task->opts, NULL); o && now->task == then->task; o = tf_opt_next(then->task->opts, o)) {
        if (o->type != TF_STRING) continue;
        const char *x = tf_opt_at(then->task->opts, o, now->task_opts), *y = tf_opt_at(then->task->opts, o, then->task_opts);
        if (!*x != !*y) // with a file of its own, or without: the rest is cut otherwise
            return tf_fail(e, TF_USAGE,
                           "%s: --set task.%s: the runs were trained %s, which decides what was held out or what their tokens are: it "
                           "must stay so",
                           who, o->name, *y ? "with one" : "without one");
    }
    const char *fresh = now->task == then->task ? then->task->fresh : NULL;
    const bool other =
        fresh && spec_int_option(now->task->opts, now->task_opts, fresh, 0) != spec_int_option(then->task->opts, then->task_opts, fresh, 0);
    for (int i = 0; i < a->set.n; i++) {
        char name[TF_STRING_MAX];
        option_of(a->set.v[i], name);
        if (then->task->vary && spec_listed(then->task->vary->options, name))
            return tf_fail(e, TF_USAGE, "%s: --set %s: it changes training examples alone, and these are tested on others", who,
                           a->set.v[i]);
        if (!other && spec_listed(fixed, name) && !swept_set(a, plain))
            return tf_fail(
                e, TF_USAGE,
                "%s: --set %s: it decides which examples are for training, or what their tokens are, and must stay as it was%s%s%s", who,
                a->set.v[i], fresh ? "; with another task." : "", fresh ? fresh : "", fresh ? " all examples are new" : "");
    }
    return 0;
}

int folder_load(const struct args *a, const char *who, const char *dir, struct tf_spec **s, struct tf_err *e) {
    struct tf_buf path = {0};
    for (int i = 0; i < a->set.n; i++)
        if (strncmp(a->set.v[i], "task.", 5))
            return tf_fail(e, TF_USAGE, "%s: --set %s: only options of the task can change (task.NAME=VALUE)", who, a->set.v[i]);
        else if (!strncmp(a->set.v[i], "task.name=", strlen("task.name=")))
            return tf_fail(e, TF_USAGE, "%s: --set %s: the runs were trained for their task: only its options can change", who,
                           a->set.v[i]);
    struct tf_spec *plain = NULL;
    int rc = tf_folder_spec(dir, &path, e) || tf_spec_load(s, path.s, a->set.v, a->set.n, a->seed, e) ? -1 : 0;
    if (!rc && a->set.n && tf_spec_load(&plain, path.s, NULL, 0, a->seed, e)) tf_spec_free(*s), rc = -1;
    if (!rc && plain && (rc = check_fixed(a, *s, plain, who, e))) tf_spec_free(*s);
    if (!rc && plain && !same_runs(*s, plain)) {
        const char *axis = swept_set(a, plain);
        tf_spec_free(*s);
        rc = axis ? tf_fail(e, TF_USAGE, "%s: --set %s: the runs of %s differ in this option, so it cannot be set for all of them", who,
                            axis, dir)
                  : tf_fail(e, TF_USAGE, "%s: --set %s: nothing is swept here: give one value", who, changes_runs(a, path.s, plain));
    }
    if (plain) tf_spec_free(plain);
    if (rc) *s = NULL;
    tf_buf_free(&path);
    return rc;
}

bool csv_has_lines(const struct tf_buf *table) {
    const char *head = table->len ? strchr(table->s, '\n') : NULL;
    return head && head[1];
}
