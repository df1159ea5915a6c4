/* Files in memory. The linker's --wrap brings the program's calls here (fuzz.mk), as the system's would take half of a fuzzer's time. What is mapped is a
 * copy of its very size, so that the address sanitizer sees the first byte read beyond it. Other files are left to the system. */
#include "fuzz.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILES = 32, OPEN = 64, FIRST = 1 << 20, LARGE = 1 << 20 }; // FIRST: the descriptors of open ones; LARGE: more bytes are not copied
char fuzz_dir[] = "/dev/shm/tf-fuzz-XXXXXX";
static struct fuzz_file *file[FILES];
static int files;
static struct {
    _Atomic(struct fuzz_file *) f;
    size_t at;
} opened[OPEN];
static _Atomic(void *) mapped[OPEN];

int __real_open(const char *path, int flags, ...), __real_close(int fd), __real_access(const char *path, int how),
    __real_munmap(void *p, size_t n);
int __real_stat(const char *path, struct stat *st), __real_lstat(const char *path, struct stat *st), __real_fstat(int fd, struct stat *st);
ssize_t __real_read(int fd, void *p, size_t n);
void *__real_mmap(void *p, size_t n, int prot, int flags, int fd, off_t at);

static struct fuzz_file *find(const char *path) {
    for (int i = 0; i < files; i++)
        if (!strcmp(file[i]->path, path)) return file[i];
    return NULL;
}

static void add(struct fuzz_file *f) {
    TF_BUG_IF(files == FILES, "%d files", files);
    file[files++] = f;
}

void fuzz_put(struct fuzz_file *f, const void *data, size_t n) {
    if (!f->path[0]) {
        snprintf(f->path, sizeof f->path, "/fuzz/%d", files);
        add(f);
    }
    f->data = data, f->n = n;
}

static void remove_dir(void) {
    char cmd[64];
    snprintf(cmd, sizeof cmd, "rm -rf %s", fuzz_dir);
    if (system(cmd)) return;
}

void fuzz_link(struct fuzz_file *f, const char *name) {
    static bool ready;
    struct tf_err e = {0};
    if (!ready) {
        TF_BUG_IF(!mkdtemp(fuzz_dir), "%s", fuzz_dir);
        atexit(remove_dir);
        setenv("TREEFORMER_CACHE", "/dev/null", 1); // none
        ready = true;
    }
    snprintf(f->path, sizeof f->path, "%s/%s", fuzz_dir, name);
    int fd = tf_mkdirs_for(f->path, &e) ? -1 : __real_open(f->path, O_WRONLY | O_CREAT, 0666); // for those who list the folder
    TF_BUG_IF(fd < 0, "%s: %s", f->path, e.msg);
    __real_close(fd);
    add(f);
    fuzz_put(f, "", 0);
}

/* ---- calls ---------------------------------------------------------------------------------------------------------------------- */

int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...) {
    va_list ap;
    va_start(ap, flags);
    mode_t mode = flags & O_CREAT ? va_arg(ap, mode_t) : 0;
    va_end(ap);
    struct fuzz_file *f = find(path);
    if (!f) return __real_open(path, flags, mode);
    for (int i = 0; i < OPEN; i++)
        if (atomic_compare_exchange_strong(&opened[i].f, &(struct fuzz_file *){NULL}, f)) return opened[i].at = 0, FIRST + i;
    return errno = EMFILE, -1;
}

int __wrap_close(int fd);
int __wrap_close(int fd) {
    if (fd < FIRST) return __real_close(fd);
    atomic_store(&opened[fd - FIRST].f, NULL);
    return 0;
}

ssize_t __wrap_read(int fd, void *p, size_t n);
ssize_t __wrap_read(int fd, void *p, size_t n) {
    if (fd < FIRST) return __real_read(fd, p, n);
    const struct fuzz_file *f = atomic_load(&opened[fd - FIRST].f);
    size_t *at = &opened[fd - FIRST].at;
    if (n > f->n - *at) n = f->n - *at;
    if (n) memcpy(p, (const char *)f->data + *at, n);
    *at += n;
    return (ssize_t)n;
}

static int about(const struct fuzz_file *f, struct stat *st) {
    *st = (struct stat){.st_mode = S_IFREG | 0644, .st_nlink = 1, .st_size = (off_t)f->n};
    return 0;
}

int __wrap_stat(const char *path, struct stat *st);
int __wrap_stat(const char *path, struct stat *st) { return find(path) ? about(find(path), st) : __real_stat(path, st); }
int __wrap_lstat(const char *path, struct stat *st);
int __wrap_lstat(const char *path, struct stat *st) { return find(path) ? about(find(path), st) : __real_lstat(path, st); }
int __wrap_fstat(int fd, struct stat *st);
int __wrap_fstat(int fd, struct stat *st) { return fd < FIRST ? __real_fstat(fd, st) : about(atomic_load(&opened[fd - FIRST].f), st); }
int __wrap_access(const char *path, int how);
int __wrap_access(const char *path, int how) { return find(path) ? 0 : __real_access(path, how); }

void *__wrap_mmap(void *p, size_t n, int prot, int flags, int fd, off_t at);
void *__wrap_mmap(void *p, size_t n, int prot, int flags, int fd, off_t at) {
    if (fd < FIRST) return __real_mmap(p, n, prot, flags, fd, at);
    const struct fuzz_file *f = atomic_load(&opened[fd - FIRST].f);
    TF_BUG_IF(n != f->n || at || !n, "a map of %zu bytes", n);
    void *map = n < LARGE ? memcpy(malloc(n), f->data, n) : (void *)(uintptr_t)f->data;
    for (int i = 0; i < OPEN; i++)
        if (atomic_compare_exchange_strong(&mapped[i], &(void *){NULL}, map)) return map;
    return errno = ENOMEM, MAP_FAILED;
}

int __wrap_munmap(void *p, size_t n);
int __wrap_munmap(void *p, size_t n) {
    for (int i = 0; i < OPEN; i++)
        if (atomic_compare_exchange_strong(&mapped[i], &(void *){p}, NULL)) {
            if (n < LARGE) free(p);
            return 0;
        }
    return __real_munmap(p, n);
}
