/* safetensors: every byte of every tensor that the reader hands out is inside the input. The input is also tried as a bare header, with the length
 * in front and as many data bytes as its last byte says. */
#include <jansson.h>

#include "fuzz.h"
#include "io/safetensors.h"

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

/* The mutator changes the header's text, or the data, and then sets right what a random change breaks: the length of the header, the number of data
 * bytes that it speaks of, and the checksums. One of eight stays wrong. */
static void write_crc(char *head, size_t n, const char *name, uint32_t crc) {
    struct tf_buf key = {0};
    char hex[9];
    tf_buf_addf(&key, "\"crc32c%s%s\":\"", *name ? "." : "", name);
    char *at = memmem(head, n, key.s, key.len);
    snprintf(hex, sizeof hex, "%08x", (unsigned)crc);
    if (at && at + key.len + 8 <= head + n) memcpy(at + key.len, hex, 8);
    tf_buf_free(&key);
}

static size_t span_of(const json_t *entry, size_t *from) { /* the data_offsets; 0: none */
    const json_t *off = json_object_get(entry, "data_offsets");
    const json_int_t a = json_integer_value(json_array_get(off, 0)), b = json_integer_value(json_array_get(off, 1));
    *from = a > 0 && a <= b ? (size_t)a : 0;
    return a >= 0 && b >= a && b < 4096 ? (size_t)b : 0;
}

static size_t repair(uint8_t *data, size_t head, size_t body, size_t max, unsigned seed) {
    json_t *root = json_loadb((char *)data + 8, head, 0, NULL), *v;
    const char *name;
    size_t end = 0, from, to;
    json_object_foreach(root, name, v) end = (to = span_of(v, &from)) > end ? to : end;
    if (end > body && 8 + head + end <= max) memset(data + 8 + head + body, seed & 255, end - body);
    if (seed % 4 && 8 + head + end <= max) body = end;
    json_object_foreach(root, name, v) {
        to = span_of(v, &from);
        if (to <= body && from <= to) write_crc((char *)data + 8, head, name, tf_crc32c(0, data + 8 + head + from, to - from));
    }
    for (int i = 0; i < 8; i++) data[i] = (uint8_t)((uint64_t)head >> 8 * i & 255);
    if (head > sizeof TF_ST_PREFIX + 7) write_crc((char *)data + 8, head, "", tf_st_header_crc((char *)data, 8 + head));
    json_decref(root);
    return 8 + head + body;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
    uint64_t head = 0;
    for (int i = 7; i >= 0 && size >= 8; i--) head = head << 8 | data[i];
    if (size < 8 || head > size - 8 || seed % 8 == 0) return LLVMFuzzerMutate(data, size, max);
    size_t body = size - 8 - head, n = head;
    uint8_t *part = malloc(max + body);
    if (seed / 8 % 4 == 0 && body) {
        body = LLVMFuzzerMutate(data + 8 + head, body, max - 8 - head);
    } else if (max - 8 - body > 0) {
        memcpy(part, data + 8, head);
        n = LLVMFuzzerMutate(part, head, max - 8 - body);
        memmove(data + 8 + n, data + 8 + head, body);
        memcpy(data + 8, part, n);
    }
    free(part);
    return repair(data, n, body, max, seed / 32);
}
