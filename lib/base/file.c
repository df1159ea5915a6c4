/* Files: whole reads, atomic writes, memory maps. Error codes: TF_BAD when a file to be read is not there (or is a directory),
 * TF_SYSTEM for the rest. */
#include "base/base.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int tf_fail_read(struct tf_err *e, const char *path) {
    static const int bad[] = {ENOENT, ENOTDIR, EISDIR, ENAMETOOLONG, ELOOP};
    int err = errno, code = TF_SYSTEM;
    for (size_t i = 0; i < TF_COUNT(bad); i++)
        if (err == bad[i]) code = TF_BAD;
    return tf_fail(e, code, "cannot read %s: %s", path, strerror(err));
}

static int fail_write(struct tf_err *e, const char *what, const char *path) {
    return tf_fail(e, TF_SYSTEM, "cannot %s %s: %s", what, path, strerror(errno));
}

static int open_retry(const char *path, int flags) {
    int fd;
    do fd = open(path, flags | O_CLOEXEC, 0666);
    while (fd < 0 && errno == EINTR);
    return fd;
}

static int fsync_retry(int fd) {
    int rc;
    do rc = fsync(fd);
    while (rc < 0 && errno == EINTR);
    return rc;
}

static bool is_directory(const char *path) { // keeps errno
    struct stat st;
    int err = errno, rc = stat(path, &st);
    errno = err;
    return rc == 0 && S_ISDIR(st.st_mode);
}

int tf_mkdirs(const char *path, struct tf_err *e) {
    char *p = tf_strdup(path);
    int rc = 0;
    for (size_t i = 1; rc == 0 && *path; i++) {
        if (p[i] != '/' && p[i] != 0) continue;
        p[i] = 0;
        if (mkdir(p, 0777) < 0 && !is_directory(p)) {
            if (errno == EEXIST) errno = ENOTDIR;
            rc = fail_write(e, "create directory", p);
        }
        p[i] = path[i];
        if (path[i] == 0) break;
    }
    tf_free(p);
    return rc;
}

static char *directory_of(const char *path) { // the caller's to free
    const char *slash = strrchr(path, '/');
    char *dir = tf_strdup(slash ? path : ".");
    if (slash) dir[slash == path ? 1 : slash - path] = 0;
    return dir;
}

int tf_mkdirs_for(const char *path, struct tf_err *e) {
    char *dir = directory_of(path);
    int rc = tf_mkdirs(dir, e);
    tf_free(dir);
    return rc;
}

/* Makes room for n bytes and a NUL behind what b holds. */
static void buf_room(struct tf_buf *b, size_t n) {
    if (b->cap > b->len && b->cap - b->len - 1 >= n) return;
    b->cap = b->len + n + 1;
    b->s = tf_realloc(b->s, b->cap);
}

/* Waits until a pipe or the like has bytes or its end; -1: interrupted before. */
static int wait_for_bytes(int fd) {
    while (!tf_interrupted)
        if (poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, 200) > 0) return 0;
    return -1;
}

/* Up to most + 1 bytes. A pipe or device may have no end, or never a byte: an interruption stops it. -1 with errno. */
static int read_most(int fd, bool regular, size_t most, struct tf_buf *out) {
    for (size_t start = out->len; out->len - start <= most;) {
        if (!regular && wait_for_bytes(fd)) return errno = EINTR, -1;
        ssize_t n = read(fd, out->s + out->len, out->cap - out->len - 1);
        if (n == 0) break;
        if (n > 0) out->len += (size_t)n;
        else if (errno != EINTR && errno != EAGAIN) return -1;
        if (out->cap - out->len == 1) buf_room(out, out->len < 65536 ? 65536 : out->len); // /proc, pipes, files that grow
    }
    return 0;
}

int tf_file_read_most(const char *path, size_t most, struct tf_buf *out, struct tf_err *e) {
    int fd = open_retry(path, O_RDONLY | O_NONBLOCK); // a pipe without a writer is opened at once too
    if (fd < 0) return tf_fail_read(e, path);
    struct stat st;
    size_t start = out->len;
    bool known = fstat(fd, &st) == 0, regular = known && S_ISREG(st.st_mode), large = regular && (size_t)st.st_size > most;
    buf_room(out, !large && known && st.st_size > 0 ? (size_t)st.st_size + 1 : 4096); // + 1: sees the end without growing
    int rc = large ? 0 : read_most(fd, regular, most, out), err = errno;
    close(fd);
    large |= !rc && out->len - start > most;
    if (rc || large) out->len = start;
    out->s[out->len] = 0;
    errno = err;
    if (large) return tf_fail(e, TF_BAD, "%s: too large: at most %zu bytes are read", path, most);
    if (rc && !regular && tf_interrupted) return tf_fail(e, TF_INTERRUPTED, "interrupted while reading %s", path);
    return rc ? tf_fail_read(e, path) : 0;
}

int tf_file_read(const char *path, struct tf_buf *out, struct tf_err *e) { return tf_file_read_most(path, SIZE_MAX - 1, out, e); }

/* The stream behind tf_file.f: its cookie is the descriptor. stdio gives up on EINTR and never syncs, hence our own calls. */
static ssize_t stream_write(void *cookie, const char *s, size_t n) {
    int fd = (int)(intptr_t)cookie;
    for (size_t at = 0; at < n;) {
        ssize_t k = write(fd, s + at, n - at);
        if (k >= 0) at += (size_t)k;
        else if (errno != EINTR) return 0; // for a cookie, 0 is the error
    }
    return (ssize_t)n;
}

static int stream_seek(void *cookie, off64_t *at, int whence) {
    *at = lseek64((int)(intptr_t)cookie, *at, whence);
    return *at < 0 ? -1 : 0;
}

static int stream_close(void *cookie) {
    int fd = (int)(intptr_t)cookie, rc = fsync_retry(fd), err = errno;
    if (close(fd) < 0 && rc == 0 && errno != EINTR) return -1;
    errno = err;
    return rc;
}

static void file_release(struct tf_file *f) {
    if (f->path && f->lock >= 0) close(f->lock);
    tf_free(f->path);
    tf_free(f->tmp);
    *f = (struct tf_file){0};
}

/* Points *path at its target where it is a link; `room` holds that. */
static int find_target(const char **path, char room[PATH_MAX], struct tf_err *e) {
    struct stat st;
    if (!stat(*path, &st) && !S_ISREG(st.st_mode)) return tf_fail(e, TF_BAD, "%s: not a regular file", *path);
    if (lstat(*path, &st) || !S_ISLNK(st.st_mode)) return 0;
    if (!realpath(*path, room)) return tf_fail(e, TF_BAD, "%s: a link that leads nowhere", *path);
    *path = room;
    return 0;
}

/* Makes f->tmp and locks it, for other machines, which do not know our PID; some file systems have no locks. Where a process of our PID on another machine
 * has that name, a PID that no machine has tells ours apart. */
static int open_tmp(struct tf_file *f) {
    enum { BEYOND = 10000000, NAMES = 16 }; // a PID has at most 7 digits
    struct stat ours, named;
    for (int k = 0; k < NAMES; k++) {
        struct tf_buf tmp = {0};
        tf_buf_addf(&tmp, "%s.tmp-%ld", f->path, (long)getpid() + (long)k * BEYOND);
        tf_free(f->tmp), f->tmp = tmp.s;
        const int fd = open_retry(f->tmp, O_WRONLY | O_CREAT);
        if (fd < 0) return -1;
        const bool taken = flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK;
        const bool known = !fstat(fd, &ours), gone = known && (stat(f->tmp, &named) ? errno == ENOENT : ours.st_ino != named.st_ino);
        if (!taken && !gone && ((known && !S_ISREG(ours.st_mode)) || !ftruncate(fd, 0))) return fd;
        const int err = errno;
        close(fd);
        errno = err;
        if (taken || gone) continue; // gone: the other has just renamed it
        unlink(f->tmp);
        return -1;
    }
    errno = EBUSY;
    return -1;
}

int tf_file_open(struct tf_file *f, const char *path, struct tf_err *e) {
    char target[PATH_MAX];
    *f = (struct tf_file){0};
    if (find_target(&path, target, e)) return -1;
    *f = (struct tf_file){.path = tf_strdup(path), .lock = -1};
    const int fd = open_tmp(f);
    if (fd >= 0) {
        f->lock = fcntl(fd, F_DUPFD_CLOEXEC, 0);
        f->f = fopencookie((void *)(intptr_t)fd, "w",
                           (cookie_io_functions_t){.write = stream_write, .seek = stream_seek, .close = stream_close});
        if (f->f) return 0;
        close(fd);
        unlink(f->tmp);
    }
    fail_write(e, "write", path);
    file_release(f);
    return -1;
}

int tf_file_put(struct tf_file *f, const void *data, size_t n, struct tf_err *e) {
    if (n && fwrite(data, 1, n, f->f) != n) return fail_write(e, "write", f->path);
    return 0;
}

int tf_file_rewind(struct tf_file *f, struct tf_err *e) { return fseek(f->f, 0, SEEK_SET) ? fail_write(e, "write", f->path) : 0; }

/* Makes a rename in path's directory last through a power cut. */
static int sync_directory(const char *path) {
    char *dir = directory_of(path);
    int fd = open_retry(dir, O_RDONLY | O_DIRECTORY), rc = -1;
    tf_free(dir);
    if (fd < 0) return -1;
    rc = fsync_retry(fd);
    if (rc < 0 && errno == EINVAL) rc = 0; // a file system that cannot sync directories
    int err = errno;
    close(fd);
    errno = err;
    return rc;
}

int tf_file_commit(struct tf_file *f, struct tf_err *e) {
    errno = EIO; // should a put have failed before: its cause is gone
    bool bad = ferror(f->f) || fflush(f->f) != 0;
    int err = errno;
    if (fclose(f->f) != 0 && !bad) bad = true, err = errno; // syncs, see stream_close
    if (!bad && rename(f->tmp, f->path) < 0) bad = true, err = errno;
    if (bad) {
        errno = err;
        fail_write(e, "write", f->path);
        unlink(f->tmp);
        file_release(f);
        return -1;
    }
    int rc = sync_directory(f->path);
    if (rc < 0) fail_write(e, "sync the directory of", f->path);
    file_release(f);
    return rc;
}

void tf_file_abort(struct tf_file *f) {
    if (!f->f) return;
    unlink(f->tmp);
    fclose(f->f);
    file_release(f);
}

int tf_file_write(const char *path, const void *data, size_t n, struct tf_err *e) {
    struct tf_file f;
    if (tf_file_open(&f, path, e)) return -1;
    if (tf_file_put(&f, data, n, e)) {
        tf_file_abort(&f);
        return -1;
    }
    return tf_file_commit(&f, e);
}

int tf_file_write_in(const char *dir, const char *name, const struct tf_buf *b, struct tf_err *e) {
    struct tf_buf path = {0};
    tf_buf_addf(&path, "%s/%s", dir, name);
    int rc = tf_file_write(path.s, b->s ? b->s : "", b->len, e);
    if (!rc) tf_file_sweep_dead(path.s);
    tf_buf_free(&path);
    return rc;
}

int tf_file_write_free(const char *dir, const char *name, struct tf_buf *b, struct tf_err *e) {
    const int rc = tf_file_write_in(dir, name, b, e);
    tf_buf_free(b);
    return rc;
}

bool tf_file_exists(const char *path) { return access(path, F_OK) == 0 || errno == EACCES; }

bool tf_file_existsf(const char *fmt, ...) {
    char path[PATH_MAX]; // a longer one does not exist
    va_list ap;
    va_start(ap, fmt);
    const int n = vsnprintf(path, sizeof path, fmt, ap);
    va_end(ap);
    return n < (int)sizeof path && tf_file_exists(path);
}

/* What is mapped; a signal handler may read it at any time. p: set last, and cleared first. */
static struct {
    atomic_bool taken;
    _Atomic(const char *) p;
    size_t n;
    char path[512];
} mapped[64];

static void map_note(const struct tf_map *m, const char *path) {
    for (size_t i = 0; i < TF_COUNT(mapped); i++) {
        if (atomic_exchange(&mapped[i].taken, true)) continue;
        mapped[i].n = m->n;
        snprintf(mapped[i].path, sizeof mapped[i].path, "%s", path);
        mapped[i].p = m->p;
        return;
    }
}

static void map_forget(const struct tf_map *m) {
    for (size_t i = 0; i < TF_COUNT(mapped); i++) {
        if (mapped[i].p != m->p) continue;
        mapped[i].p = NULL;
        mapped[i].taken = false;
    }
}

const char *tf_map_path(const void *at) {
    for (size_t i = 0; i < TF_COUNT(mapped); i++) {
        const uintptr_t p = (uintptr_t)(const void *)mapped[i].p, x = (uintptr_t)at;
        if (p && x >= p && x - p < mapped[i].n) return mapped[i].path;
    }
    return NULL;
}

int tf_map_open(struct tf_map *m, const char *path, struct tf_err *e) {
    *m = (struct tf_map){"", 0};                      // an empty file has no pages to map
    int fd = open_retry(path, O_RDONLY | O_NONBLOCK); // a pipe without a writer, too
    if (fd < 0) return tf_fail_read(e, path);
    struct stat st;
    int rc = fstat(fd, &st);
    if (rc == 0 && !S_ISREG(st.st_mode)) {
        close(fd);
        return tf_fail(e, TF_BAD, "cannot map %s: not a regular file", path);
    }
    if (rc == 0 && st.st_size > 0) {
        void *p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (p == MAP_FAILED) rc = -1;
        else *m = (struct tf_map){p, (size_t)st.st_size}, map_note(m, path);
    }
    if (rc < 0) fail_write(e, "map", path);
    close(fd);
    return rc;
}

void tf_map_close(struct tf_map *m) {
    if (m->n) map_forget(m), munmap((void *)(uintptr_t)m->p, m->n);
    *m = (struct tf_map){0};
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

int tf_dir_names(const char *path, struct tf_names *out, struct tf_err *e) {
    struct tf_names x = {0};
    DIR *d = opendir(path);
    if (!d) return tf_fail_read(e, path);
    for (const struct dirent *f; errno = 0, (f = readdir(d));) { // at the end errno stays 0
        if (f->d_name[0] == '.') continue;
        TF_GROW(x.v, x.n, x.cap);
        x.v[x.n++] = tf_strdup(f->d_name);
    }
    int rc = errno ? tf_fail_read(e, path) : 0;
    closedir(d);
    if (x.n) qsort(x.v, x.n, sizeof *x.v, by_name);
    if (rc) tf_names_free(&x);
    else *out = x;
    return rc;
}

void tf_names_free(struct tf_names *x) {
    for (size_t i = 0; i < x->n; i++) tf_free(x->v[i]);
    tf_free(x->v);
    *x = (struct tf_names){0};
}

/* The PID at the end of the name of a file that tf_file_write left; NULL: another file. */
static const char *writer_of(const char *name) {
    const char *pid = NULL;
    for (const char *at = name; (at = strstr(at, ".tmp-"));) pid = at += 5;
    return pid && *pid && !pid[strspn(pid, "0123456789")] ? pid : NULL;
}

bool tf_file_is_leftover(const char *name) { return writer_of(name) != NULL; }

static bool is_dead(const char *pid) {
    long n = strtol(pid, NULL, 10);
    return n > 0 && n <= INT_MAX && kill((pid_t)n, 0) && errno == ESRCH;
}

/* Its writer may be on another machine: then it has the lock. */
static bool is_locked(int dir, const char *name) {
    const int fd = openat(dir, name, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return false;
    const bool locked = flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK;
    close(fd);
    return locked;
}

/* but: names with that beginning go as if dead were set; NULL: none. */
static void sweep(const char *dir, const char *begin, const char *but, bool dead) {
    DIR *d = opendir(dir);
    for (struct dirent *x; d && (x = readdir(d));) {
        const char *pid = strncmp(x->d_name, begin, strlen(begin)) ? NULL : writer_of(x->d_name);
        const bool spare = dead || (but && !strncmp(x->d_name, but, strlen(but)));
        if (pid && (!spare || (is_dead(pid) && !is_locked(dirfd(d), x->d_name)))) unlinkat(dirfd(d), x->d_name, 0);
    }
    if (d) closedir(d);
}

void tf_file_sweep(const char *dir, const char *begin) { sweep(dir, begin, NULL, false); }

void tf_file_sweep_but(const char *dir, const char *but) { sweep(dir, "", but, false); }

void tf_file_sweep_dead(const char *path) {
    const char *slash = strrchr(path, '/');
    char *dir = directory_of(path);
    struct tf_buf begin = {0};
    tf_buf_addf(&begin, "%s.tmp-", slash ? slash + 1 : path);
    sweep(dir, begin.s, NULL, true);
    tf_buf_free(&begin);
    tf_free(dir);
}
