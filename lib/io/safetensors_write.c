/* safetensors, writing. The format has no checksums, so they go into its metadata: "crc32c" covers the length and the header,
 * "crc32c.<name>" the bytes of a tensor: a flipped bit anywhere is found. */
#include "io/safetensors.h"

#include <stdlib.h>
#include <string.h>

#include "io/json.h"

static int add_string(struct tf_buf *b, const char *s, const char *path, struct tf_err *e) {
    return tf_json_quote(b, s, strlen(s)) ? tf_fail(e, TF_BAD, "%s: '%.60s' is not valid UTF-8", path, s) : 0;
}

static int add_pair(struct tf_buf *b, const char *key, const char *value, const char *path, struct tf_err *e) {
    tf_buf_addf(b, ",");
    if (add_string(b, key, path, e)) return -1;
    tf_buf_addf(b, ":");
    return add_string(b, value, path, e);
}

static size_t bytes_of(const struct tf_st_tensor *t) { return tf_st_count(t) * tf_dtype_size(t->dtype); }

/* crc (n): of the tensors' bytes. Whatever they are, the header has the same length. */
static int build_header(struct tf_buf *b, const char *path, const struct tf_st_tensor *t, int n, const uint32_t *crc,
                        const char *const *meta, struct tf_err *e) {
    size_t at = 0;
    b->len = 0;
    tf_buf_add(b, "\0\0\0\0\0\0\0", 8); // the length, filled in at the end
    tf_buf_addf(b, "%s00000000\"", TF_ST_PREFIX);
    if (add_pair(b, "format", "pt", path, e)) return -1;
    for (; meta && meta[0]; meta += 2) {
        TF_BUG_IF(strcmp(meta[0], "format") == 0 || strncmp(meta[0], "crc32c", 6) == 0, "metadata '%s' is the writer's own", meta[0]);
        if (add_pair(b, meta[0], meta[1], path, e)) return -1;
    }
    for (int i = 0; i < n; i++) {
        char key[TF_ST_NAME + 8], hex[9];
        snprintf(key, sizeof key, "crc32c.%s", t[i].name);
        snprintf(hex, sizeof hex, "%08x", (unsigned)crc[i]);
        if (add_pair(b, key, hex, path, e)) return -1;
    }
    tf_buf_addf(b, "}");
    for (int i = 0; i < n; i++) {
        tf_buf_addf(b, ",");
        if (add_string(b, t[i].name, path, e)) return -1;
        tf_buf_addf(b, ":{\"dtype\":\"%s\",\"shape\":[%d", tf_dtype_name(t[i].dtype), t[i].rows);
        if (t[i].cols) tf_buf_addf(b, ",%d", t[i].cols);
        tf_buf_addf(b, "],\"data_offsets\":[%zu,%zu]}", at, at + bytes_of(&t[i]));
        at += bytes_of(&t[i]);
    }
    tf_buf_addf(b, "}");
    while (b->len % 8) tf_buf_addf(b, " "); // the data begin at a multiple of 8
    uint64_t len = b->len - 8;
    for (int i = 0; i < 8; i++) b->s[i] = (char)(len >> 8 * i & 255);
    char hex[9];
    snprintf(hex, sizeof hex, "%08x", (unsigned)tf_st_header_crc(b->s, b->len));
    memcpy(b->s + 8 + sizeof TF_ST_PREFIX - 1, hex, 8);
    return 0;
}

static int by_name(const void *a, const void *b) {
    return strcmp((*(const struct tf_st_tensor *const *)a)->name, (*(const struct tf_st_tensor *const *)b)->name);
}

static void check_tensors(const struct tf_st_tensor *t, int n) {
    const struct tf_st_tensor **p = tf_alloc((size_t)n * sizeof *p + 1);
    for (int i = 0; i < n; i++) {
        TF_BUG_IF(t[i].rows < 1 || t[i].cols < 0 || !(t[i].data || t[i].piece), "tensor '%s' (%d, %d)", t[i].name, t[i].rows, t[i].cols);
        TF_BUG_IF(!t[i].name[0] || strcmp(t[i].name, "__metadata__") == 0, "tensor called '%s'", t[i].name);
        p[i] = &t[i];
    }
    if (n > 1) qsort(p, (size_t)n, sizeof *p, by_name);
    for (int i = 1; i < n; i++) TF_BUG_IF(strcmp(p[i - 1]->name, p[i]->name) == 0, "two tensors called '%s'", p[i]->name);
    tf_free(p);
}

static int put_tensor(struct tf_file *f, const struct tf_st_tensor *t, uint32_t *crc, int rc, struct tf_err *e) {
    const size_t all = bytes_of(t);
    for (size_t at = 0, k; at < all; at += k) {
        k = all - at;
        const void *p = t->data ? t->data : t->piece(t->arg, at, &k);
        if (rc == 0) *crc = tf_crc32c(*crc, p, k), rc = tf_file_put(f, p, k, e);
    }
    return rc;
}

/* The tensors, then their checksums into the header, which was put down first with none. */
int tf_st_write(const char *path, const struct tf_st_tensor *t, int n, const char *const *meta, struct tf_err *e) {
    struct tf_buf head = {0};
    struct tf_file f = {0};
    uint32_t *crc = tf_calloc(sizeof *crc * (size_t)n + 1);
    check_tensors(t, n);
    int rc = build_header(&head, path, t, n, crc, meta, e) || tf_file_open(&f, path, e) ? -1 : 0;
    if (rc == 0) rc = tf_file_put(&f, head.s, head.len, e);
    for (int i = 0; i < n; i++) rc = put_tensor(&f, &t[i], &crc[i], rc, e);
    if (rc == 0)
        rc = build_header(&head, path, t, n, crc, meta, e) || tf_file_rewind(&f, e) || tf_file_put(&f, head.s, head.len, e) ? -1 : 0;
    tf_buf_free(&head);
    tf_free(crc);
    if (rc == 0) return tf_file_commit(&f, e);
    if (f.f) tf_file_abort(&f);
    return -1;
}
