/* The output folder: whose it is, and who writes what. */
#include "results/folder.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "spec/spec.h"
#include "spec/spec_meta.h"

static const char own_runs[] = "results/runs/";

int folder_path(const struct folder *f, char *out, size_t size, const char *sub, const char *id, const char *end, struct tf_err *e) {
    int n = snprintf(out, size, "%s/%s/%s%s", f->dir, sub, id, end);
    return n < (int)size ? 0 : tf_fail(e, TF_BAD, "%s: the path of the output folder is too long", f->dir);
}

int folder_row(const struct folder *f, const char *id, char out[1300], struct tf_err *e) {
    return folder_path(f, out, 1300, "rows", id, ".csv", e);
}

bool folder_has_row(const char *dir, const char *id) { return tf_file_existsf("%s/rows/%s.csv", dir, id); }

enum { TELL = 10, PATIENCE = 200 }; /* tries, 20 a second */

/* LOCK_EX alone would wait through signals. A process that is stopping already, with tables to write, waits some seconds. */
static int wait_for_lock(const struct folder *f) {
    const struct timespec pause = {.tv_nsec = 50000000};
    bool stopping = tf_interrupted;
    for (int i = 0; flock(f->lock, LOCK_EX | LOCK_NB); i++) {
        if (errno != EWOULDBLOCK && errno != EINTR) return -1;
        errno = EINTR;
        if (tf_interrupted && (!stopping || i >= PATIENCE)) return -1;
        if (i == TELL) tf_log(TF_LOG_WARN, "another process holds %s: waiting for it", f->dir);
        nanosleep(&pause, NULL);
    }
    return 0;
}

/* A file to be locked; signals do not stop it. */
static int open_lock(const char *path, struct tf_err *e) {
    int fd;
    do fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    while (fd < 0 && errno == EINTR);
    return fd < 0 ? tf_fail(e, TF_SYSTEM, "%s: %s", path, strerror(errno)) : fd;
}

/* Does somebody hold a lock on the file? Looking takes it for a moment; folder_claim tries a few times more. */
enum { LOOKS = 5 };
static bool is_held(const char *path) {
    int fd = open(path, O_RDWR | O_CLOEXEC);
    bool held = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB);
    if (fd >= 0) close(fd);
    return held;
}

int folder_lock(struct folder *f, struct tf_err *e) {
    char path[1100];
    snprintf(path, sizeof path, "%s/.lock", f->dir);
    f->lock = open_lock(path, e);
    if (f->lock < 0) return -1;
    if (wait_for_lock(f)) {
        int err = errno;
        folder_unlock(f);
        return tf_fail(e, err == EINTR ? TF_INTERRUPTED : TF_SYSTEM, "%s: cannot lock: %s", path,
                       err == EINTR ? "interrupted while another process held it" : strerror(err));
    }
    tf_file_sweep_but(f->dir, "index.html."); // a page under way is written without the lock
    return 0;
}

void folder_unlock(struct folder *f) {
    if (f->lock >= 0) close(f->lock);
    f->lock = -1;
}

int folder_check(const struct folder *f, struct tf_err *e) {
    return tf_file_existsf("%s/spec.yaml", f->dir) ? 0 : tf_fail(e, TF_SYSTEM, "%s was removed while its runs were under way", f->dir);
}

int folder_claim(const struct folder *f, const char *id, int *claim, struct tf_err *e) {
    char path[1300];
    if (folder_check(f, e) || folder_path(f, path, sizeof path, "runs", id, "", e)) return -1;
    if (mkdir(path, 0777) && errno != EEXIST) return tf_fail(e, TF_SYSTEM, "cannot create directory %s: %s", path, strerror(errno));
    if (folder_path(f, path, sizeof path, "runs", id, FOLDER_CLAIM, e)) return -1;
    *claim = open_lock(path, e);
    if (*claim < 0) return -1;
    int rc;
    for (int try = 0; (rc = flock(*claim, LOCK_EX | LOCK_NB)) && (errno == EINTR || (errno == EWOULDBLOCK && try < LOOKS)); try++)
        if (errno == EWOULDBLOCK)
            nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL); // one who looks is soon gone, one who trains is not
    if (!rc) {
        char rows[1100], row[200];
        snprintf(rows, sizeof rows, "%s/rows", f->dir), snprintf(row, sizeof row, "%s.csv.tmp-", id);
        tf_file_sweep(rows, row);
        return 0;
    }
    int err = errno;
    close(*claim);
    *claim = -1;
    return err == EWOULDBLOCK ? 0 : tf_fail(e, TF_SYSTEM, "%s: cannot lock: %s", path, strerror(err));
}

void folder_forget_budget(const struct folder *f, const char *id) {
    char path[1300];
    if (!folder_path(f, path, sizeof path, "runs", id, FOLDER_BUDGET, &(struct tf_err){0})) unlink(path);
}

bool folder_is_claimed(const struct folder *f, const char *id) {
    char path[1300];
    if (folder_path(f, path, sizeof path, "runs", id, FOLDER_CLAIM, &(struct tf_err){0})) return false;
    return is_held(path);
}

/* A folder without a spec.yaml may hold nothing but hidden files and leftovers of an atomic write. */
static int check_empty(const struct folder *f, struct tf_err *e) {
    struct tf_names in = {0};
    int rc = tf_dir_names(f->dir, &in, e);
    for (size_t i = 0; !rc && i < in.n; i++)
        if (!tf_file_is_leftover(in.v[i]))
            rc = tf_fail(e, TF_BAD, "%s contains '%s' but no spec.yaml, so it is not an output folder: choose another --out", f->dir,
                         in.v[i]);
    tf_names_free(&in);
    return rc;
}

/* Is `name` in dir what this program leaves: a table that a command writes first (or always), or an output folder? */
static bool is_result(const char *dir, const char *name) {
    static const char *const left[] = {"spec.yaml",   "table.csv",  "table.md",   "summary.csv",    "table_score.csv", "table3.csv",
                                       "table10.csv", "table2.csv", "table9.csv", "table_time.csv", "leaves.csv",      "flops.csv"};
    return spec_one_of(name, left, TF_COUNT(left)) || tf_file_existsf("%s/%s/spec.yaml", dir, name);
}

/* Of a folder that is yet to be made: the nearest one above it that is there. */
static int check_writable(const char *dir, struct tf_err *e) {
    char *at = tf_strdup(dir), *slash;
    while (!tf_file_exists(at) && (slash = strrchr(at, '/')) && slash > at) *slash = 0;
    const char *where = tf_file_exists(at) ? at : *dir == '/' ? "/" : "."; // of a path of which nothing is there
    const int rc = access(where, W_OK) ? tf_fail(e, TF_SYSTEM, "%s: %s: choose another --out", where, strerror(errno)) : 0;
    tf_free(at);
    return rc;
}

int tf_folder_check_out(const char *dir, struct tf_err *e) {
    struct tf_names in = {0};
    const char *other = NULL;
    bool ours = false;
    if (check_writable(dir, e)) return -1;
    if (!tf_file_exists(dir) && (errno == ENOENT || errno == ENOTDIR)) return 0; // to be made, or not to be made
    if (tf_dir_names(dir, &in, e)) return -1;
    for (size_t i = 0; !ours && i < in.n; i++) {
        if (tf_file_is_leftover(in.v[i])) continue;
        ours = is_result(dir, in.v[i]);
        other = in.v[i];
    }
    int rc = ours || !other
                 ? 0
                 : tf_fail(e, TF_BAD, "%s holds '%s' and no results, so it is no folder of results: choose another --out", dir, other);
    tf_names_free(&in);
    return rc;
}

/* Adds the seeds of old to those of y. */
static void join_seeds(struct tf_yaml *y, const struct tf_yaml *old) {
    struct tf_yaml *all = tf_yaml_get(y, "seeds");
    const struct tf_yaml *more = tf_yaml_get(old, "seeds");
    for (int i = 0; more && i < more->n; i++) {
        bool found = false;
        for (int j = 0; j < all->n; j++) found |= tf_yaml_equal(all->item[j], more->item[i]);
        if (!found) tf_yaml_push(all, tf_yaml_clone(more->item[i]));
    }
}

int folder_refuse(const struct folder *f, const char *why, struct tf_err *e) {
    const bool below = !strncmp(f->dir, own_runs, sizeof own_runs - 1);
    return tf_fail(e, TF_BAD, "%s holds the results of another spec, or of other settings (%s): choose another --out%s", f->dir, why,
                   below ? ", or make the change with --set and without --out, which gets its own folder" : "");
}

/* Where two runs of one name are set otherwise. Last attention, whose options may differ without making another run. */
static void add_difference(const struct tf_spec_run *was, const struct tf_spec_run *now, struct tf_buf *out) {
    bool found = false;
    for (int i = -1; i < SPEC_SECTIONS && !found; i++) {
        const char *section = i < 0 ? "protocol" : spec_section[i];
        found = spec_difference(section, tf_yaml_get(was->resolved, section), tf_yaml_get(now->resolved, section), out);
    }
    if (!found) tf_buf_addf(out, "see its spec.yaml");
}

/* Does s make, of the same seeds, the runs of old, and no more than *more others? Then *more gets the number of these. */
static int check_runs(const struct folder *f, const struct tf_spec *s, const struct tf_spec *old, int *more, struct tf_err *e) {
    struct tf_buf why = {0};
    int n = 0, rc = 0;
    for (int i = 0; i < s->n_runs && !rc; i++) {
        const struct tf_spec_run *r = &s->run[i], *was = spec_find_run(old, r->id);
        if (was && !strcmp(was->hash, r->hash)) continue;
        if (was) {
            add_difference(was, r, &why);
            if (s->n_runs > 1) tf_buf_addf(&why, ", in %s", r->id);
        } else if (++n > *more) tf_buf_addf(&why, "its spec.yaml has no run %s", r->id);
        if (why.len) rc = folder_refuse(f, why.s, e);
    }
    for (int i = 0; i < old->n_runs && !rc; i++) {
        if (spec_find_run(s, old->run[i].id)) continue;
        tf_buf_addf(&why, "its spec.yaml also has a run %s", old->run[i].id);
        rc = folder_refuse(f, why.s, e);
    }
    tf_buf_free(&why);
    if (!rc) *more = n;
    return rc;
}

static int check_old(const struct folder *f, const struct tf_spec *s, const char *path, int *more, struct tf_err *e) {
    struct tf_spec *old;
    struct tf_buf seeds = {0};
    spec_seeds(s, ",", &seeds);
    int rc = tf_spec_load(&old, path, NULL, 0, seeds.s, e);
    tf_buf_free(&seeds);
    if (rc && e->code == TF_BAD) {
        const struct tf_err unread = *e;
        *e = (struct tf_err){0}; // of which the first wins
        return folder_refuse(f, unread.msg, e);
    }
    if (rc) return -1;
    rc = check_runs(f, s, old, more, e);
    tf_spec_free(old);
    return rc;
}

/* Is something in PATH that matches? */
static bool any(const char *dir, const char *pattern) {
    struct tf_buf path = {0};
    glob_t found;
    for (const char *s = dir; *s; s++) tf_buf_addf(&path, strchr("*?[\\", *s) ? "\\%c" : "%c", *s);
    tf_buf_addf(&path, "/%s", pattern);
    bool none = glob(path.s, GLOB_NOSORT, NULL, &found) == GLOB_NOMATCH;
    if (!none) globfree(&found);
    tf_buf_free(&path);
    return !none;
}

/* ---- who works in it: a shared lock on DIR/.users, from folder_open to folder_close, whatever it has come to ---------------- */
static void users_path(const struct folder *f, char out[1100]) { snprintf(out, 1100, "%s/.users", f->dir); }

int folder_join(struct folder *f, struct tf_err *e) {
    char path[1100];
    users_path(f, path);
    f->user = open_lock(path, e);
    if (f->user < 0) return -1;
    int rc;
    do rc = flock(f->user, LOCK_SH); // no longer than somebody looks
    while (rc && errno == EINTR);
    return rc ? tf_fail(e, TF_SYSTEM, "%s: cannot lock: %s", path, strerror(errno)) : 0;
}

bool folder_has_users(const struct folder *f) {
    char path[1100];
    users_path(f, path);
    return is_held(path);
}

/* A start that failed before any row or checkpoint leaves the folder to a corrected spec. */
static bool is_free(const struct folder *f, const char *path) {
    struct tf_spec *old;
    if (!any(f->dir, "runs") || any(f->dir, "rows/*.csv") || any(f->dir, "runs/*/*.safetensors") || folder_has_users(f)) return false;
    if (tf_spec_load(&old, path, NULL, 0, NULL, &(struct tf_err){0})) return false;
    tf_spec_free(old);
    return true;
}

/* What a free folder keeps of its runs, how many steps fit their time and the lines of joined files, is not another spec's. */
static void forget_runs(const struct folder *f, const struct tf_spec *s, const char *path) {
    static const char *const joined[] = {"metrics.csv", "timing.csv", "right.csv", "floors.csv"};
    struct tf_spec *old;
    char file[1100];
    if (!check_old(f, s, path, &(int){0}, &(struct tf_err){0}) || tf_spec_load(&old, path, NULL, 0, NULL, &(struct tf_err){0})) return;
    for (int i = 0; i < old->n_runs; i++) folder_forget_budget(f, old->run[i].id);
    for (size_t i = 0; i < TF_COUNT(joined); i++) snprintf(file, sizeof file, "%s/%s", f->dir, joined[i]), unlink(file);
    tf_spec_free(old);
}

/* The old spec.yaml, if there is one, must have no runs that s has not, or the folder be free. Writes the new one, with the seeds of both. */
static int write_spec(const struct folder *f, const struct tf_spec *s, struct tf_err *e) {
    struct tf_spec *old = NULL;
    struct tf_yaml *now = NULL;
    struct tf_buf text = {0};
    char path[1100];
    snprintf(path, sizeof path, "%s/spec.yaml", f->dir);
    tf_spec_write(NULL, s, &text);
    int rc = tf_yaml_parse(&now, text.s, text.len, path, e);
    if (!rc && tf_file_exists(path) && is_free(f, path)) {
        forget_runs(f, s, path);
    } else if (!rc && tf_file_exists(path)) {
        int more = s->n_runs;
        rc = check_old(f, s, path, &more, e) || tf_spec_load(&old, path, NULL, 0, NULL, e) ? -1 : 0;
        if (!rc) join_seeds(now, old->whole);
        if (!rc && more) tf_log(TF_LOG_INFO, "%s: the spec has %d more run%s than before", f->dir, more, more == 1 ? "" : "s");
    }
    if (!rc) {
        text.len = 0;
        tf_yaml_write(&text, now);
        rc = tf_file_write(path, text.s, text.len, e);
    }
    tf_yaml_free(now), tf_spec_free(old);
    tf_buf_free(&text);
    return rc;
}

void folder_add_settings(struct tf_buf *out, const char *const *sets, int n) {
    enum { LONGEST = 80 };
    const size_t from = out->len;
    for (int i = 0; i < n; i++) {
        const char *path = sets[i], *value = strchr(path, '=');
        for (const char *dot = path; value && (dot = strchr(dot, '.')) && dot < value;) path = ++dot;
        tf_buf_addf(out, "-");
        for (; *path; path++) tf_buf_add(out, isalnum((unsigned char)*path) || strchr("=._-", *path) ? path : *path == ',' ? "+" : "_", 1);
    }
    if (out->len - from <= LONGEST) return;
    const uint32_t hash = (uint32_t)tf_hash64(out->s + from, out->len - from, 0);
    out->len = from + LONGEST - 9;
    tf_buf_addf(out, "~%08x", (unsigned)hash);
}

/* Does the folder hold results of other settings? */
static bool holds_others(const char *dir, const struct tf_spec *s) {
    struct folder f = FOLDER_NONE;
    struct tf_buf spec = {0};
    tf_buf_addf(&spec, "%s/spec.yaml", dir);
    snprintf(f.dir, sizeof f.dir, "%s", dir);
    const bool others = tf_file_exists(spec.s) && !is_free(&f, spec.s) && check_old(&f, s, spec.s, &(int){0}, &(struct tf_err){0});
    tf_buf_free(&spec);
    return others;
}

void folder_default(const struct tf_spec *s, const char *const *sets, int n_sets, struct tf_buf *out) {
    tf_buf_addf(out, "%s%s", own_runs, s->name);
    if (!n_sets || !holds_others(out->s, s)) return;
    folder_add_settings(out, sets, n_sets);
    if (!holds_others(out->s, s)) return;
    struct tf_buf all = {0}; // another path with the same last part (attention.clip, train.clip) has the name
    for (int i = 0; i < n_sets; i++) tf_buf_addf(&all, "%s\n", sets[i]);
    tf_buf_addf(out, "~%08x", (unsigned)(uint32_t)tf_hash64(all.s, all.len, 0));
    tf_buf_free(&all);
}

int tf_folder_spec(const char *dir, struct tf_buf *path, struct tf_err *e) {
    path->len = 0;
    tf_buf_addf(path, "%s/spec.yaml", dir);
    return tf_file_exists(path->s) ? 0 : tf_fail(e, TF_BAD, "%s is not an output folder: it has no spec.yaml", dir);
}

/* The folder's spec; NULL: there is none, or, after a warning, none that this program can read. */
struct tf_spec *folder_load_spec(const char *dir, const char *seeds) {
    struct tf_spec *s = NULL;
    struct tf_buf path = {0};
    struct tf_err none = {0}, why = {0};
    if (!tf_folder_spec(dir, &path, &none) && tf_spec_load(&s, path.s, NULL, 0, seeds, &why))
        tf_log(TF_LOG_WARN, "the settings of the runs in %s are not compared: %s", dir, why.msg);
    tf_buf_free(&path);
    return s;
}

int folder_enter(struct folder *f, const char *name, const char *out, struct tf_err *e) {
    f->lock = f->user = -1;
    int n = out ? snprintf(f->dir, sizeof f->dir, "%s", out) : snprintf(f->dir, sizeof f->dir, "%s%s", own_runs, name);
    if (n == 0 || n >= (int)sizeof f->dir) return tf_fail(e, TF_USAGE, "the path of the output folder is empty or too long");
    if (tf_mkdirs(f->dir, e)) return -1;
    char spec[1100];
    snprintf(spec, sizeof spec, "%s/spec.yaml", f->dir);
    struct tf_err stranger = {0};
    // before the lock: leave no file in a folder that is not ours; it may become ours while it is looked at
    if (!tf_file_exists(spec) && check_empty(f, &stranger) && !tf_file_exists(spec)) return tf_fail(e, stranger.code, "%s", stranger.msg);
    if (folder_lock(f, e)) return -1;
    if (tf_file_exists(spec) || !check_empty(f, e)) return 0;
    folder_unlock(f);
    return -1;
}

int folder_open(struct folder *f, const struct tf_spec *s, const char *out, struct tf_err *e) {
    static const char *const subs[] = {"rows", "runs"};
    if (folder_enter(f, s->name, out, e)) return -1;
    int rc = write_spec(f, s, e) || folder_join(f, e) ? -1 : 0;
    folder_unlock(f);
    for (size_t i = 0; i < TF_COUNT(subs) && !rc; i++) {
        char path[1100];
        snprintf(path, sizeof path, "%s/%s", f->dir, subs[i]);
        rc = tf_mkdirs(path, e);
    }
    if (rc) folder_close(f);
    return rc;
}

void folder_close(struct folder *f) {
    folder_unlock(f);
    if (f->user >= 0) close(f->user);
    f->user = -1;
}
