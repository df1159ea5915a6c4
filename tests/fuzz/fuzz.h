/* What the fuzzers share: files in memory (files.c), and libFuzzer's own interface. */
#ifndef FUZZ_H
#define FUZZ_H
#include "base/base.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

/* A file in memory; path is what readers open, "" until fuzz_put or fuzz_link. */
struct fuzz_file {
    char path[128];
    const void *data;
    size_t n;
};

/* From now on the file holds these bytes, which stay the caller's. */
void fuzz_put(struct fuzz_file *f, const void *data, size_t n);
/* An empty file of this name below fuzz_dir, a folder for readers that want one. The folder goes at the
 * end. */
void fuzz_link(struct fuzz_file *f, const char *name);
extern char fuzz_dir[];

/* An error of a reader is about its input: exit code 3, and begins with the file (NULL: any). */
static inline void fuzz_check_error(const struct tf_err *e, const char *path) {
    const bool other = path && strncmp(e->msg, path, strlen(path)) != 0;
    TF_BUG_IF(e->code != TF_BAD || !e->msg[0] || other, "code %d, '%s'", e->code, e->msg);
}
#endif
