/* What the fuzzers share: files in memory, and libFuzzer's own interface. */
#ifndef FUZZ_H
#define FUZZ_H
#include "base/base.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

/* A file without a place on disk; path is what readers open. */
struct fuzz_file { int fd; char path[64]; };

static inline void fuzz_put(struct fuzz_file *f, const void *data, size_t n) {
    if (!f->path[0]) {
        f->fd = memfd_create("fuzz", 0);
        snprintf(f->path, sizeof f->path, "/proc/self/fd/%d", f->fd);
    }
    TF_BUG_IF(f->fd < 0 || ftruncate(f->fd, 0) || pwrite(f->fd, data, n, 0) != (ssize_t)n, "%s", f->path);
}

/* A folder for readers that want one, whose files are links to files in memory. It goes at the end. */
static char fuzz_dir[] = "/tmp/tf-fuzz-XXXXXX";

static inline void fuzz_remove(void) {
    char cmd[64];
    snprintf(cmd, sizeof cmd, "rm -rf %s", fuzz_dir);
    if (system(cmd)) return;
}

static inline void fuzz_link(struct fuzz_file *f, const char *name) {
    static bool ready;
    char path[256];
    struct tf_err e = {0};
    if (!ready) {
        TF_BUG_IF(!mkdtemp(fuzz_dir), "%s", fuzz_dir);
        atexit(fuzz_remove);
        setenv("TREEFORMER_CACHE", "/dev/null", 1); // none
        ready = true;
    }
    fuzz_put(f, "", 0);
    snprintf(path, sizeof path, "%s/%s", fuzz_dir, name);
    TF_BUG_IF(tf_mkdirs_for(path, &e) || symlink(f->path, path), "%s: %s", path, e.msg);
}

/* An error of a reader is about its input: exit code 3, and begins with the file (NULL: any). */
static inline void fuzz_check_error(const struct tf_err *e, const char *path) {
    const bool other = path && strncmp(e->msg, path, strlen(path)) != 0;
    TF_BUG_IF(e->code != TF_BAD || !e->msg[0] || other, "code %d, '%s'", e->code, e->msg);
}
#endif
