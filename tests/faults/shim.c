/* A library to be preloaded that makes the program's calls of the C library fail, from main on.
 *   SHIM=alloc:N           the N-th allocation finds no memory
 *   SHIM=call:ERROR:N      the N-th call of those below fails with ERROR (EIO, ENOSPC, EINTR, ENOMEM, EACCES); KILL: the process is killed there;
 *                          SHORT: a read or write moves half of the bytes, other calls succeed
 *   SHIM=every:ERROR:N     every N-th call: only EINTR, for calls that may be interrupted, and SHORT
 *   SHIM=lock:SLOW         flock takes 20 ms; lock:ENOLCK, lock:EIO: it fails
 *   SHIM=clock:SEED        the clock of the day jumps by up to a day, to and fro, and the steady one forwards by up to a minute
 *   SHIM_TICKS=1           a clock moves a millisecond whenever it is asked, and never else
 *   SHIM_COUNT=FILE        at the end, "allocations calls" are written there
 *   SHIM_SERVE=...         many faults, each in a fork of this process: serve.c
 * What the program starts is left alone. A process that it forks counts on from where the fork was. */
#include "shim.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum mode { OFF, ALLOC, CALL, EVERY, LOCK, CLOCK };
enum { SHORT = -1, KILL = -2, SLOW = -3 };
static struct {
    enum mode mode;
    int error;
    long n;
} shim;
bool shim_active, shim_ticks;
static atomic_long allocations, calls;

static int error_of(const char *s) {
    static const struct {
        const char *name;
        int error;
    } names[] = {{"EIO", EIO},       {"ENOSPC", ENOSPC}, {"EINTR", EINTR}, {"ENOMEM", ENOMEM}, {"EACCES", EACCES},
                 {"ENOLCK", ENOLCK}, {"SHORT", SHORT},   {"KILL", KILL},   {"SLOW", SLOW}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strncmp(s, names[i].name, strlen(names[i].name))) return names[i].error;
    abort();
}

void shim_set(const char *how) {
    static const char *const modes[] = {[ALLOC] = "alloc", [CALL] = "call", [EVERY] = "every", [LOCK] = "lock", [CLOCK] = "clock"};
    memset(&shim, 0, sizeof shim);
    atomic_store(&allocations, 0), atomic_store(&calls, 0);
    if (!how) return;
    const char *colon = strchr(how, ':'), *last = strrchr(how, ':');
    if (!colon) abort();
    for (int i = ALLOC; i <= CLOCK; i++)
        if (!strncmp(how, modes[i], strlen(modes[i]))) shim.mode = (enum mode)i;
    if (shim.mode != ALLOC && shim.mode != CLOCK) shim.error = error_of(colon + 1);
    shim.n = atol(last + 1);
}

void shim_counted(long *a, long *c) { *a = atomic_load(&allocations), *c = atomic_load(&calls); }

/* ---- main -------------------------------------------------------------------------------------------------------------------- */

static shim_main *true_main;

static void write_counts(const char *path) {
    char text[64];
    int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0666), n;
    n = snprintf(text, sizeof text, "%ld %ld\n", atomic_load(&allocations), atomic_load(&calls));
    if (fd < 0 || syscall(SYS_write, fd, text, n) != n) abort();
}

static int our_main(int argc, char **argv, char **env) {
    const char *count = getenv("SHIM_COUNT");
    unsetenv("LD_PRELOAD");
    shim_ticks = getenv("SHIM_TICKS") != NULL;
    if (getenv("SHIM_SERVE")) return shim_serve(true_main, argc, argv, env);
    shim_set(getenv("SHIM"));
    shim_active = true;
    int rc = true_main(argc, argv, env);
    shim_active = false;
    if (count) write_counts(count);
    return rc;
}

int __libc_start_main(shim_main *start, int argc, char **argv, void (*init)(void), void (*fini)(void), void (*rtld)(void), void *stack);
int __libc_start_main(shim_main *start, int argc, char **argv, void (*init)(void), void (*fini)(void), void (*rtld)(void), void *stack) {
    int (*next)(shim_main *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);
    *(void **)&next = dlsym(RTLD_NEXT, "__libc_start_main");
    true_main = start;
    return next(our_main, argc, argv, init, fini, rtld, stack);
}

/* ---- memory ------------------------------------------------------------------------------------------------------------------ */

void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t n);
void *__libc_memalign(size_t align, size_t n);

/* OpenBLAS's kernels for small matrices write to what malloc gave them, whatever that is: theirs never fail. */
static bool no_memory(const void *caller) {
    Dl_info who;
    if (!shim_active) return false;
    long i = atomic_fetch_add(&allocations, 1) + 1;
    if (shim.mode != ALLOC || i != shim.n || (dladdr(caller, &who) && strstr(who.dli_fname, "openblas"))) return false;
    errno = ENOMEM;
    return true;
}
#define NO_MEMORY no_memory(__builtin_return_address(0))

void *malloc(size_t n) { return NO_MEMORY ? NULL : __libc_malloc(n); }
void *calloc(size_t n, size_t size) { return NO_MEMORY ? NULL : __libc_calloc(n, size); }
void *realloc(void *p, size_t n) { return NO_MEMORY ? NULL : __libc_realloc(p, n); }
int posix_memalign(void **out, size_t align, size_t n) {
    void *p = NO_MEMORY ? NULL : __libc_memalign(align, n);
    if (!p) return ENOMEM;
    *out = p;
    return 0;
}

/* ---- calls ------------------------------------------------------------------------------------------------------------------- */

/* Whether this call is to fail; errno is set then. may_wait: it can be interrupted. half: a SHORT one is to be done by half. */
static bool fails(bool may_wait, bool *half) {
    if (!shim_active) return false;
    long i = atomic_fetch_add(&calls, 1) + 1;
    bool now = (shim.mode == CALL && i == shim.n) || (shim.mode == EVERY && i % shim.n == 0);
    if (half) *half = now && shim.error == SHORT;
    if (!now || shim.error == SHORT || (shim.mode == EVERY && !may_wait)) return false;
    if (shim.error == KILL) kill(getpid(), SIGKILL);
    errno = shim.error;
    return true;
}

#define NEXT(ret, name, ...)         \
    static ret (*next)(__VA_ARGS__); \
    if (!next) *(void **)&next = dlsym(RTLD_NEXT, name)

int open(const char *path, int flags, ...) {
    NEXT(int, "open", const char *, int, ...);
    va_list ap;
    va_start(ap, flags);
    mode_t mode = flags & O_CREAT ? va_arg(ap, mode_t) : 0;
    va_end(ap);
    return fails(true, NULL) ? -1 : next(path, flags, mode);
}
FILE *fopen(const char *path, const char *mode) {
    NEXT(FILE *, "fopen", const char *, const char *);
    return fails(true, NULL) ? NULL : next(path, mode);
}
DIR *opendir(const char *path) {
    NEXT(DIR *, "opendir", const char *);
    return fails(false, NULL) ? NULL : next(path);
}
struct dirent *readdir(DIR *d) {
    NEXT(struct dirent *, "readdir", DIR *);
    return fails(false, NULL) ? NULL : next(d);
}
ssize_t read(int fd, void *p, size_t n) {
    NEXT(ssize_t, "read", int, void *, size_t);
    bool half;
    return fails(true, &half) ? -1 : next(fd, p, half && n > 1 ? n / 2 : n);
}
ssize_t write(int fd, const void *p, size_t n) {
    NEXT(ssize_t, "write", int, const void *, size_t);
    bool half;
    return fails(true, &half) ? -1 : next(fd, p, half && n > 1 ? n / 2 : n);
}
int fsync(int fd) {
    NEXT(int, "fsync", int);
    return fails(true, NULL) ? -1 : next(fd);
}
int close(int fd) { // as Linux does: closed whatever it says
    NEXT(int, "close", int);
    bool bad = fails(true, NULL);
    int err = errno, rc = next(fd);
    if (bad) errno = err;
    return bad ? -1 : rc;
}
int rename(const char *from, const char *to) {
    NEXT(int, "rename", const char *, const char *);
    return fails(false, NULL) ? -1 : next(from, to);
}
int mkdir(const char *path, mode_t mode) {
    NEXT(int, "mkdir", const char *, mode_t);
    return fails(false, NULL) ? -1 : next(path, mode);
}
int unlink(const char *path) {
    NEXT(int, "unlink", const char *);
    return fails(false, NULL) ? -1 : next(path);
}
int unlinkat(int dir, const char *path, int flags) {
    NEXT(int, "unlinkat", int, const char *, int);
    return fails(false, NULL) ? -1 : next(dir, path, flags);
}
int ftruncate(int fd, off_t n) {
    NEXT(int, "ftruncate", int, off_t);
    return fails(true, NULL) ? -1 : next(fd, n);
}
int stat(const char *restrict path, struct stat *restrict st) {
    NEXT(int, "stat", const char *, struct stat *);
    return fails(false, NULL) ? -1 : next(path, st);
}
int fstat(int fd, struct stat *st) {
    NEXT(int, "fstat", int, struct stat *);
    return fails(false, NULL) ? -1 : next(fd, st);
}
void *mmap(void *at, size_t n, int prot, int flags, int fd, off_t offset) {
    NEXT(void *, "mmap", void *, size_t, int, int, int, off_t);
    return fails(false, NULL) ? MAP_FAILED : next(at, n, prot, flags, fd, offset);
}
int pipe(int ends[2]) {
    NEXT(int, "pipe", int *);
    return fails(false, NULL) ? -1 : next(ends);
}
pid_t fork(void) {
    NEXT(pid_t, "fork", void);
    return fails(false, NULL) ? -1 : next();
}
int poll(struct pollfd *p, nfds_t n, int timeout) {
    NEXT(int, "poll", struct pollfd *, nfds_t, int);
    return fails(true, NULL) ? -1 : next(p, n, timeout);
}
int flock(int fd, int how) {
    NEXT(int, "flock", int, int);
    if (fails(true, NULL)) return -1;
    if (shim_active && shim.mode == LOCK) {
        if (shim.error != SLOW) return errno = shim.error, -1;
        usleep(20000);
    }
    return next(fd, how);
}

static _Atomic uint64_t draws;
static atomic_llong ahead; // of the steady clock, ns

static uint64_t draw(void) {
    uint64_t x = (atomic_fetch_add(&draws, 1) + 1 + (uint64_t)shim.n) * UINT64_C(0x9e3779b97f4a7c15);
    return (x ^ x >> 29) * UINT64_C(0xbf58476d1ce4e5b9) >> 20;
}

int clock_gettime(clockid_t clock, struct timespec *t) {
    enum { DAY = 86400, MINUTE = 60 };
    const long long second = 1000000000;
    NEXT(int, "clock_gettime", clockid_t, struct timespec *);
    if (shim_active && shim_ticks) {
        const long long ns = (long long)(atomic_fetch_add(&draws, 1) + 1) * (second / 1000);
        t->tv_sec = (time_t)(ns / second) + (clock == CLOCK_REALTIME ? 1700000000 : 0), t->tv_nsec = (long)(ns % second);
        return 0;
    }
    int rc = next(clock, t);
    if (rc || !shim_active || shim.mode != CLOCK) return rc;
    if (clock == CLOCK_REALTIME) t->tv_sec += (time_t)(draw() % (2 * DAY)) - DAY;
    if (clock != CLOCK_MONOTONIC) return 0;
    if (draw() % 50 == 0) atomic_fetch_add(&ahead, (long long)(draw() % MINUTE) * second);
    long long ns = t->tv_nsec + atomic_load(&ahead);
    t->tv_sec += (time_t)(ns / second), t->tv_nsec = (long)(ns % second);
    return 0;
}
time_t time(time_t *out) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    if (out) *out = t.tv_sec;
    return t.tv_sec;
}
