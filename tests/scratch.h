/* For tests: a scratch folder of their own, `dir`, and files in it. */
#ifndef TF_TESTS_SCRATCH_H
#define TF_TESTS_SCRATCH_H
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/base.h"

static char dir[64];

static inline int scratch_make(void) {
    strcpy(dir, "/tmp/treeformer-test-XXXXXX");
    return mkdtemp(dir) ? 0 : -1;
}

/* With all that is in it; the process stands in / then. */
static inline int scratch_remove(void) {
    char command[96];
    snprintf(command, sizeof command, "rm -rf '%s'", dir);
    return chdir("/") || system(command) ? -1 : 0;
}

/* dir/name, in a ring of 32 buffers. */
static inline const char *in_dir(const char *name) {
    static char path[32][256];
    static int at;
    char *p = path[at++ % 32];
    snprintf(p, sizeof path[0], "%s/%s", dir, name);
    return p;
}

/* A file below dir, with its folders. Without the syncs of tf_file_write: some tests write many files. */
static inline void put_bytes(const char *name, const void *data, size_t n) {
    const char *path = in_dir(name);
    struct tf_err e = {0};
    if (tf_mkdirs_for(path, &e)) fail_msg("%s", e.msg);
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(data, 1, n, f) != n || fclose(f)) fail_msg("%s: %s", path, strerror(errno));
}

static inline void put_text(const char *name, const char *text) { put_bytes(name, text, strlen(text)); }
#endif
