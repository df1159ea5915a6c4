/* safetensors: every byte of every tensor that the reader hands out is inside the input. The fuzzer writes neither length nor checksum
 * well, so its input is also tried as a bare header, with the length in front and as many data bytes as its last byte says. */
#include "io/io.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void try_file(const char *file, size_t n) {
    struct tf_st s = {0};
    struct tf_err e = {0};
    if (tf_st_parse(&s, file, n, "fuzz", &e)) {
        TF_BUG_IF(e.code != TF_BAD || strncmp(e.msg, "fuzz: ", 6) != 0, "code %d, '%s'", e.code, e.msg);
        return;
    }
    const char *at = NULL;
    for (int i = 0; i < s.n; i++) {
        const struct tf_st_tensor *t = &s.t[i];
        size_t count = tf_st_count(t);
        TF_BUG_IF(tf_st_find(&s, t->name) != t || (at && t->data != at), "tensor %d", i);
        at = (const char *)t->data + count * tf_dtype_size(t->dtype);
        TF_BUG_IF((const char *)t->data < file || at > file + n, "outside");
        tf_real *v = tf_alloc(count * sizeof *v);
        struct tf_err ignored = {0};
        tf_st_read(&s, t, v, &ignored);
        tf_free(v);
    }
    TF_BUG_IF(at && at != file + n, "bytes left over");
    tf_st_meta(&s, "step");
    tf_st_close(&s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t live = tf_mem_live();
    char *file = memcpy(tf_alloc(size + 1), data, size);
    try_file(file, size);
    tf_free(file);
    if (size > 0 && size < 65536) {
        size_t head = size - 1, n = 8 + head + data[head];
        file = tf_calloc(n);
        for (int i = 0; i < 8; i++) file[i] = (char)(head >> 8 * i & 255);
        memcpy(file + 8, data, head);
        try_file(file, n);
        tf_free(file);
    }
    TF_BUG_IF(tf_mem_live() != live, "leak");
    return 0;
}
