/* Runs with train.max_time: how many steps they make. */
#include "run/budget.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/checkpoint.h"
#include "spec/spec_resolve.h"

enum { PATH = 1300 };

/* 1: the run's file is there, and *steps what it says. */
static int recall(const struct folder *f, const struct tf_spec_run *r, int *steps, struct tf_err *e) {
    char path[PATH];
    struct tf_spec *kept;
    if (folder_path(f, path, sizeof path, "runs", r->id, FOLDER_BUDGET, e)) return -1;
    if (!tf_file_exists(path)) return 0;
    if (tf_spec_load(&kept, path, NULL, 0, NULL, e)) return -1;
    *steps = spec_steps(&kept->run[0]);
    tf_spec_free(kept);
    return 1;
}

/* Is the run finished, or does a process have it? */
static bool is_fixed(const struct folder *f, const char *id) { return folder_has_row(f->dir, id) || folder_is_claimed(f, id); }

/* Of any seed that the folder's spec `all` has, whoever ran it; where runs begin anew, of one that does not. */
static int recall_other_seed(const struct folder *f, const struct tf_spec *all, const struct tf_spec_run *r, bool resume, int *steps,
                             struct tf_err *e) {
    int there = 0;
    for (int i = 0; all && !there && i < all->n_runs; i++) {
        const struct tf_spec_run *other = &all->run[i];
        if (other->seed == r->seed || !spec_same_but_seed(other, r)) continue;
        if (resume || is_fixed(f, other->id)) there = recall(f, other, steps, e);
    }
    return there;
}

static void put_number(struct tf_yaml *section, const char *key, int n) {
    char text[16];
    snprintf(text, sizeof text, "%d", n);
    tf_yaml_put(section, key, tf_yaml_new(TF_YAML_SCALAR, text));
}

static int keep(const struct folder *f, const struct tf_spec *s, const struct tf_spec_run *r, int steps, struct tf_err *e) {
    char path[PATH];
    struct tf_spec_run alone = *r;
    struct tf_buf text = {0};
    if (folder_path(f, path, sizeof path, "runs", r->id, FOLDER_BUDGET, e)) return -1;
    alone.resolved = tf_yaml_clone(r->resolved);
    struct tf_yaml *train = tf_yaml_get(alone.resolved, "train"), *bootstrap = tf_yaml_get(train, "bootstrap");
    put_number(train, "max_time", 0);
    if (!bootstrap) put_number(train, "steps", steps);
    else put_number(bootstrap, "steps_per_stage", 0), put_number(bootstrap, "total_steps", steps);
    tf_spec_write(&alone, s, &text);
    int rc = tf_file_write(path, text.s, text.len, e);
    tf_yaml_free(alone.resolved);
    tf_buf_free(&text);
    return rc;
}

void budget_forget(const struct folder *f, const struct tf_spec_run *r) {
    char dir[PATH], path[PATH + 40], init[PATH_MAX] = "", here[PATH_MAX];
    int *steps = NULL;
    if (r->train.max_time <= 0 || folder_path(f, dir, sizeof dir, "runs", r->id, "", &(struct tf_err){0})) return;
    const int n = tf_checkpoint_steps(dir, &steps, &(struct tf_err){0});
    if (*r->init.from && !realpath(r->init.from, init)) *init = 0;
    for (int i = 0; i < n; i++) {
        snprintf(path, sizeof path, "%s/" TF_CHECKPOINT, dir, steps[i]);
        if (!*init || !realpath(path, here) || strcmp(init, here)) unlink(path); // the run may begin with one of them
    }
    tf_free(steps);
}

/* The steps of the run that has the newest checkpoint, where it was killed as it began anew, without its file. 1: there is one. */
static int recall_checkpoint(const struct folder *f, const struct tf_spec_run *r, int *out, struct tf_err *e) {
    char dir[PATH], path[PATH + 40];
    int *steps = NULL, total = 0;
    if (folder_path(f, dir, sizeof dir, "runs", r->id, "", e)) return -1;
    const int n = tf_checkpoint_steps(dir, &steps, &(struct tf_err){0});
    for (int i = 0; i < n && total <= 0; i++) {
        struct tf_meta m[] = {{"total_steps", ""}, {NULL, ""}};
        snprintf(path, sizeof path, "%s/" TF_CHECKPOINT, dir, steps[i]);
        if (!tf_checkpoint_meta(path, m, false, &(struct tf_err){0})) total = atoi(m[0].value);
    }
    tf_free(steps);
    if (total > 0) *out = total;
    return total > 0;
}

int budget_known(const struct folder *f, const struct tf_spec *all, const struct tf_spec_run *r, bool resume) {
    struct tf_err ignored = {0};
    int steps = 0;
    if (r->train.max_time <= 0) return 0;
    if ((resume || folder_has_row(f->dir, r->id)) && recall(f, r, &steps, &ignored) > 0) return steps;
    if (resume && recall_checkpoint(f, r, &steps, &ignored) > 0) return steps;
    return recall_other_seed(f, all, r, resume, &steps, &ignored) > 0 ? steps : 0;
}

int budget_fix(struct folder *f, const struct tf_spec *s, const struct tf_spec_run *r, bool resume, int *steps, struct tf_err *e) {
    int own = resume ? recall(f, r, steps, e) : 0;
    if (own) return own < 0 ? -1 : 0;
    if (resume && (own = recall_checkpoint(f, r, steps, e)) < 0) return -1;
    if (folder_check(f, e) || folder_lock(f, e)) return -1; // two seeds may begin at once: the first one's number counts
    struct tf_spec *all = own ? NULL : folder_load_spec(f->dir, NULL);
    int rc = (!own && recall_other_seed(f, all, r, resume, steps, e) < 0) || keep(f, s, r, *steps, e) ? -1 : 0;
    tf_spec_free(all);
    folder_unlock(f);
    return rc;
}
