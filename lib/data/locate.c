/* Finding data files, and the dataset cache. */
#include "data/locate.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Appends dir/rel[i] to out for the first that exists. Returns i; n: none does. */
static int find_in(const char *dir, const char *const *rel, int n, struct tf_buf *out) {
    const size_t start = out->len;
    int i = 0;
    for (; i < n; i++) {
        out->len = start;
        tf_buf_addf(out, "%s/%s", dir, rel[i]);
        if (tf_file_exists(out->s + start)) break;
    }
    if (i == n) out->len = start;
    return i;
}

/* The folder of the running program; empty when the system does not say. */
static void program_folder(char *out, size_t size) {
    ssize_t n = readlink("/proc/self/exe", out, size - 1);
    out[n > 0 ? n : 0] = 0;
    char *slash = strrchr(out, '/');
    if (slash) *slash = 0;
}

/* Places of `name` (a folder, a file): here, there or not; then those beside the program and where `make install` puts it. Returns how many. */
static int places_of(const char *name, char *place[TF_EXPERIMENT_DIRS]) {
    static const char *const beside[] = {"", "/..", "/../..", "/../share/treeformer"};
    char program[PATH_MAX], path[PATH_MAX + 64], real[PATH_MAX], here[PATH_MAX];
    int n = 0;
    if (!realpath(name, here)) *here = 0;
    place[n++] = tf_strdup(name);
    program_folder(program, sizeof program);
    for (size_t i = 0; *program && i < TF_COUNT(beside); i++) {
        snprintf(path, sizeof path, "%s%s/%s", program, beside[i], name);
        if (realpath(path, real) && strcmp(real, here)) place[n++] = tf_strdup(real);
    }
    return n;
}

int tf_experiment_dirs(char *dir[TF_EXPERIMENT_DIRS]) { return places_of("experiments", dir); }

/* The hint. If the file of datasets/ that it names is not here, but beside the program or installed, it stands there with its whole path, and a
 * script with the folder that the data shall come to. */
static void add_hint(struct tf_buf *out, const char *hint, const char *to) {
    const char *at = strstr(hint, "datasets/");
    char *place[TF_EXPERIMENT_DIRS], *name = tf_strdup(at ? at : "");
    const size_t len = strcspn(name, " ,;");
    name[len] = 0;
    const int n = at && !tf_file_exists(name) ? places_of(name, place) : 0;
    const bool script = len > 3 && !strcmp(name + len - 3, ".sh");
    if (n > 1) tf_buf_addf(out, "%.*s%s%s%s%s", (int)(at - hint), hint, place[1], script ? " " : "", script ? to : "", at + len);
    else tf_buf_addf(out, "%s", hint);
    for (int i = 0; i < n; i++) tf_free(place[i]);
    tf_free(name);
}

int tf_data_find_any(const struct tf_task_env *env, const char *const *rel, int n, const char *hint, struct tf_buf *out, struct tf_err *e) {
    const char *dirs[] = {env->data_dir, getenv("TREEFORMER_DATA"), "datasets"}, *last = rel[n - 1];
    struct tf_buf seen = {0}, path = {0}, why = {0};
    int at = n, here = 0, rc = 0;
    for (size_t i = 0; at == n && i < TF_COUNT(dirs); i++) {
        if (!dirs[i] || !*dirs[i]) continue;
        at = find_in(dirs[i], rel, n, &path);
        if (at == n) tf_buf_addf(&seen, "%s%s", seen.len ? ", " : "", dirs[i]);
    }
    const bool found = at < n, elsewhere = found && seen.len && env->data_dir && *env->data_dir;
    while (!found && here < n && !tf_file_exists(rel[here])) here++;
    if (elsewhere && !tf_file_exists(env->data_dir)) rc = tf_fail(e, TF_BAD, "--data %s: %s", env->data_dir, strerror(errno));
    else if (elsewhere) tf_log(TF_LOG_WARN, "--data %s has no %s: %s is read instead", env->data_dir, rel[at], path.s);
    else if (!found && here < n)
        rc = tf_fail(e, TF_BAD, "%s: it is here, but looked for in %s: give its whole path, or say --data .", rel[here], seen.s);
    else if (!found) {
        add_hint(&why, hint, dirs[0] && *dirs[0] ? dirs[0] : dirs[1] && *dirs[1] ? dirs[1] : dirs[2]);
        rc = tf_fail(e, TF_BAD, "%s: not found in %s: %s", last, seen.s, why.s);
    }
    if (!rc) tf_buf_add(out, path.s, path.len);
    tf_buf_free(&seen);
    tf_buf_free(&path);
    tf_buf_free(&why);
    return rc ? -1 : at;
}

int tf_data_find(const struct tf_task_env *env, const char *rel, const char *hint, struct tf_buf *out, struct tf_err *e) {
    if (rel[0] != '/') return tf_data_find_any(env, &rel, 1, hint, out, e) < 0 ? -1 : 0;
    if (!tf_file_exists(rel)) return tf_fail(e, TF_BAD, "%s is not there: %s", rel, hint);
    tf_buf_add(out, rel, strlen(rel));
    return 0;
}

bool tf_experiment_find(const char *name, struct tf_buf *out, struct tf_buf *seen) {
    static const char top[] = "experiments/";
    char *dir[TF_EXPERIMENT_DIRS];
    const size_t start = out->len;
    const int n = tf_experiment_dirs(dir);
    bool found = false;
    if (!strncmp(name, top, strlen(top))) name += strlen(top);
    for (int i = 0; i < n; i++) {
        if (!found) {
            out->len = start;
            tf_buf_addf(out, "%s/%s", dir[i], name);
            found = tf_file_exists(out->s + start);
        }
        if (!found && seen) tf_buf_addf(seen, "%s%s", seen->len ? ", " : "", dir[i]);
        tf_free(dir[i]);
    }
    return found;
}

const char *tf_data_place(const char *path, size_t n, int names) {
    static _Thread_local char place[81];
    size_t at = n;
    while (at > 0 && (path[at - 1] != '/' || --names > 0)) at--;
    if (n - at >= sizeof place) at = n - (sizeof place - 1);
    snprintf(place, sizeof place, "%.*s", (int)(n - at), path + at);
    return place;
}

int tf_cache_path(const struct tf_task_env *env, const char *name, struct tf_buf *out, struct tf_err *e) {
    const char *own = getenv("TREEFORMER_CACHE"), *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    struct tf_buf dir = {0};
    if (env->cache_dir && *env->cache_dir) tf_buf_addf(&dir, "%s", env->cache_dir);
    else if (own && *own) tf_buf_addf(&dir, "%s", own);
    else if (xdg && *xdg) tf_buf_addf(&dir, "%s/treeformer", xdg);
    else if (home && *home) tf_buf_addf(&dir, "%s/.cache/treeformer", home);
    else return tf_fail(e, TF_SYSTEM, "no cache directory: set TREEFORMER_CACHE or HOME");
    int rc = tf_mkdirs(dir.s, e);
    if (!rc) tf_buf_addf(out, "%s/%s", dir.s, name);
    tf_buf_free(&dir);
    return rc;
}

/* Keeps d in the file and gives the mapped file back instead; d, if that cannot be. */
static struct tf_data *keep(struct tf_data *d, const char *path, const char *key, struct tf_err *why) {
    struct tf_data *mapped = tf_data_save(d, path, key, why) ? NULL : tf_data_load(path, key);
    if (!mapped) return d;
    tf_data_close(d);
    return mapped;
}

struct tf_data *tf_data_cached(const struct tf_cached *c, const struct tf_task_env *env, struct tf_err *e) {
    struct tf_buf path = {0};
    struct tf_err why = {0};
    struct tf_data *d = tf_cache_path(env, c->name, &path, &why) ? NULL : tf_data_load(path.s, c->key);
    if (!d) {
        const double start = tf_now();
        d = c->make(c->arg, env, e);
        if (d && tf_now() - start > c->after_s && !(env->sample && c->samples)) {
            if (!why.code) d = keep(d, path.s, c->key, &why);
            if (why.code) tf_log(TF_LOG_WARN, "%s could not be cached, so the next run will make it again: %s", c->what, why.msg);
        }
    }
    tf_buf_free(&path);
    return d;
}

int tf_sample_of(const struct tf_task_env *env, int n) {
    enum { MOST = 256 };
    return env->sample && n > MOST ? MOST : n;
}
