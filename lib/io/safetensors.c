/* safetensors, reading: 8 bytes of header length (little-endian), a JSON header, the tensors' bytes without gaps. See
 * safetensors_write.c for the checksums. */
#include "io/io.h"
#include "io/safetensors.h"
#include <jansson.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER_MAX = 100000000 }; /* as in the reference implementation */

static const struct {
    const char *name;
    size_t size;
} dtypes[TF_DTYPES] = {
    [TF_F32] = {"F32", 4}, [TF_F64] = {"F64", 8}, [TF_BF16] = {"BF16", 2}, [TF_F16] = {"F16", 2},
    [TF_U8] = {"U8", 1},   [TF_I32] = {"I32", 4}, [TF_I64] = {"I64", 8},
};

size_t tf_dtype_size(enum tf_dtype d) { return dtypes[d].size; }
const char *tf_dtype_name(enum tf_dtype d) { return dtypes[d].name; }

void tf_st_shape(const struct tf_st_tensor *t, int *rows, int *cols) { *rows = t->cols ? t->rows : 1, *cols = t->cols ? t->cols : t->rows; }

size_t tf_st_count(const struct tf_st_tensor *t) { return (size_t)t->rows * (size_t)(t->cols ? t->cols : 1); }

TF_PRINTF(3, 4) static int damaged(const struct tf_st *s, struct tf_err *e, const char *fmt, ...) {
    char what[500];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    return tf_fail(e, TF_BAD, "%s: truncated or damaged checkpoint: %s", s->name, what);
}

/* Folds the shape into rows and cols. */
static int read_shape(const struct tf_st *s, struct tf_st_tensor *t, const json_t *shape, struct tf_err *e) {
    size_t rank = json_array_size(shape);
    uint64_t rows = 1, cols = 1;
    if (!json_is_array(shape) || rank > 8) return damaged(s, e, "tensor '%s': no shape of at most 8 dimensions", t->name);
    for (size_t i = 0; i < rank; i++) {
        const json_t *d = json_array_get(shape, i);
        json_int_t v = json_integer_value(d);
        if (!json_is_integer(d) || v < 0 || v > INT_MAX) return damaged(s, e, "tensor '%s': a dimension out of range", t->name);
        if (v == 0) return tf_fail(e, TF_BAD, "%s: tensor '%s' is empty (a dimension of 0)", s->name, t->name);
        if (i == 0) rows = (uint64_t)v;
        else cols *= (uint64_t)v; // both below 2^31: no overflow
        if (cols > INT_MAX) return damaged(s, e, "tensor '%s': too many elements", t->name);
    }
    t->rows = (int)rows;
    t->cols = rank > 1 ? (int)cols : 0;
    return 0;
}

/* One entry {"dtype", "shape", "data_offsets"}; data starts at `data` and has n bytes. */
static int read_entry(const struct tf_st *s, struct tf_st_tensor *t, const char *name, const json_t *v, const char *data, size_t n,
                      struct tf_err *e) {
    if (strlen(name) >= sizeof t->name) return tf_fail(e, TF_BAD, "%s: tensor name '%.60s...' is longer than 127 bytes", s->name, name);
    snprintf(t->name, sizeof t->name, "%s", name);
    const char *dtype = json_string_value(json_object_get(v, "dtype"));
    const json_t *off = json_object_get(v, "data_offsets"), *o0 = json_array_get(off, 0), *o1 = json_array_get(off, 1);
    int d = 0;
    if (!dtype) return damaged(s, e, "tensor '%s': no dtype", name);
    while (d < TF_DTYPES && strcmp(dtypes[d].name, dtype) != 0) d++;
    if (d == TF_DTYPES) return tf_fail(e, TF_BAD, "%s: tensor '%s': dtype '%.20s' is not supported", s->name, name, dtype);
    t->dtype = (enum tf_dtype)d;
    if (read_shape(s, t, json_object_get(v, "shape"), e)) return -1;
    if (json_array_size(off) != 2 || !json_is_integer(o0) || !json_is_integer(o1))
        return damaged(s, e, "tensor '%s': no data_offsets", name);
    json_int_t a = json_integer_value(o0), b = json_integer_value(o1);
    if (a < 0 || b < a || (uint64_t)b > n) return damaged(s, e, "tensor '%s': its data lie outside the file", name);
    if (tf_st_count(t) > n || (uint64_t)(b - a) != tf_st_count(t) * dtypes[d].size) // first the bound: the product must not wrap
        return damaged(s, e, "tensor '%s': shape and size of the data differ", name);
    t->data = data + a;
    return 0;
}

static int read_meta(struct tf_st *s, const json_t *meta, struct tf_err *e) {
    const char *key;
    json_t *v;
    if (!json_is_object(meta)) return damaged(s, e, "__metadata__ is not an object");
    s->meta = tf_calloc(2 * json_object_size(meta) * sizeof *s->meta + 1);
    json_object_foreach((json_t *)meta, key, v) {
        if (!json_is_string(v)) return damaged(s, e, "metadata '%.60s' is not a string", key);
        s->meta[2 * s->n_meta] = tf_strdup(key);
        s->meta[2 * s->n_meta++ + 1] = tf_strdup(json_string_value(v));
    }
    return 0;
}

static int by_offset(const void *a, const void *b) {
    const struct tf_st_tensor *x = a, *y = b;
    return x->data < y->data ? -1 : x->data > y->data;
}

static int read_entries(struct tf_st *s, const json_t *head, const char *data, size_t n, struct tf_err *e) {
    const char *key, *at = data;
    json_t *v;
    s->t = tf_calloc(json_object_size(head) * sizeof *s->t + 1);
    json_object_foreach((json_t *)head, key, v) {
        if (strcmp(key, "__metadata__") == 0) {
            if (read_meta(s, v, e)) return -1;
        } else {
            if (read_entry(s, &s->t[s->n], key, v, data, n, e)) return -1;
            s->n++;
        }
    }
    if (s->n > 1) qsort(s->t, (size_t)s->n, sizeof *s->t, by_offset);
    for (int i = 0; i < s->n; i++) {
        if (s->t[i].data != at) return damaged(s, e, "tensor '%s': gap or overlap before its data", s->t[i].name);
        at += tf_st_count(&s->t[i]) * tf_dtype_size(s->t[i].dtype);
    }
    if (at != data + n) return damaged(s, e, "%zu bytes after the last tensor", (size_t)(data + n - at));
    return 0;
}

/* ---- checksums ---------------------------------------------------------------------------------------------------------- */

uint32_t tf_st_header_crc(const char *file, size_t n) {
    static const char zeros[] = "00000000";
    size_t at = 8 + sizeof TF_ST_PREFIX - 1; // the 8 digits, which count as zeros
    uint32_t crc = tf_crc32c(0, file, at);
    crc = tf_crc32c(crc, zeros, 8);
    return tf_crc32c(crc, file + at + 8, n - at - 8);
}

static bool crc_is(const char *text, uint32_t crc) {
    char hex[9];
    snprintf(hex, sizeof hex, "%08x", (unsigned)crc);
    return text && strcmp(text, hex) == 0;
}

/* n: bytes up to the data. A file without any checksum passes (others wrote it); one with some must have them all. */
static int check_crcs(struct tf_st *s, const char *file, size_t n, struct tf_err *e) {
    const char *head = tf_st_meta(s, "crc32c");
    size_t prefix = 8 + sizeof TF_ST_PREFIX - 1;
    bool any = head != NULL;
    for (int i = 0; i < s->n_meta; i++) any = any || strncmp(s->meta[2 * i], "crc32c.", 7) == 0;
    if (!any) return 0;
    if (!head || n < prefix + 8 || memcmp(file + 8, TF_ST_PREFIX, sizeof TF_ST_PREFIX - 1) != 0 || !crc_is(head, tf_st_header_crc(file, n)))
        return damaged(s, e, "checksum of the header");
    for (int i = 0; i < s->n; i++) {
        const struct tf_st_tensor *t = &s->t[i];
        char key[TF_ST_NAME + 8];
        snprintf(key, sizeof key, "crc32c.%s", t->name);
        if (!crc_is(tf_st_meta(s, key), tf_crc32c(0, t->data, tf_st_count(t) * tf_dtype_size(t->dtype))))
            return damaged(s, e, "checksum of tensor '%s'", t->name);
    }
    return 0;
}

/* ---- opening -------------------------------------------------------------------------------------------------------------- */

static int parse(struct tf_st *s, const char *file, size_t n, struct tf_err *e) {
    uint64_t len = 0;
    if (n < 8) return damaged(s, e, "only %zu bytes", n);
    for (int i = 7; i >= 0; i--) len = len << 8 | (unsigned char)file[i];
    if (len < 2 || len > HEADER_MAX || len > n - 8 || file[8] != '{') return damaged(s, e, "no header");
    json_error_t err;
    json_t *head = json_loadb(file + 8, (size_t)len, JSON_REJECT_DUPLICATES, &err);
    if (!head) return damaged(s, e, "header, byte %d: %s", err.position, err.text);
    int rc = json_is_object(head) ? 0 : damaged(s, e, "no header");
    if (rc == 0) rc = read_entries(s, head, file + 8 + len, n - 8 - (size_t)len, e);
    json_decref(head);
    return rc ? rc : check_crcs(s, file, 8 + (size_t)len, e);
}

int tf_st_parse(struct tf_st *out, const void *p, size_t n, const char *name, struct tf_err *e) {
    struct tf_st s = {.name = tf_strdup(name)};
    if (parse(&s, p, n, e)) {
        tf_st_close(&s);
        return -1;
    }
    *out = s;
    return 0;
}

int tf_st_open(struct tf_st *out, const char *path, struct tf_err *e) {
    struct tf_map m;
    if (tf_map_open(&m, path, e)) return -1;
    if (tf_st_parse(out, m.p, m.n, path, e)) {
        tf_map_close(&m);
        return -1;
    }
    out->map = m;
    return 0;
}

void tf_st_close(struct tf_st *s) {
    for (int i = 0; i < 2 * s->n_meta; i++) tf_free(s->meta[i]);
    tf_free(s->meta);
    tf_free(s->t);
    tf_free(s->name);
    if (s->map.n) tf_map_close(&s->map);
    *s = (struct tf_st){0};
}

void tf_st_digest(const struct tf_st *s, const char *leave_out, char hex[17]) {
    struct tf_buf all = {0};
    char sha[65];
    for (int i = 0; i < s->n; i++) {
        const struct tf_st_tensor *t = &s->t[i];
        if (!strncmp(t->name, leave_out, strlen(leave_out))) continue;
        tf_sha256(t->data, tf_st_count(t) * tf_dtype_size(t->dtype), sha);
        tf_buf_addf(&all, "%s %d %d %d %s\n", t->name, (int)t->dtype, t->rows, t->cols, sha);
    }
    tf_sha256(all.s ? all.s : "", all.len, sha);
    snprintf(hex, 17, "%.16s", sha);
    tf_buf_free(&all);
}

const struct tf_st_tensor *tf_st_find(const struct tf_st *s, const char *name) {
    for (int i = 0; i < s->n; i++)
        if (strcmp(s->t[i].name, name) == 0) return &s->t[i];
    return NULL;
}

const char *tf_st_meta(const struct tf_st *s, const char *key) {
    for (int i = 0; i < s->n_meta; i++)
        if (strcmp(s->meta[2 * i], key) == 0) return s->meta[2 * i + 1];
    return NULL;
}

/* ---- values ----------------------------------------------------------------------------------------------------------------- */

static float from_bits(uint32_t u) {
    float f;
    memcpy(&f, &u, 4);
    return f;
}

static float from_f16(uint16_t h) {
    uint32_t sign = (uint32_t)(h >> 15) << 31, exp = h >> 10 & 31, man = h & 1023;
    if (exp == 31) return from_bits(sign | 0x7f800000u | man << 13);
    if (exp) return from_bits(sign | (exp + 112) << 23 | man << 13);
    float f = (float)man * 0x1p-24f; // zero, or below the normal range
    return sign ? -f : f;
}

int tf_st_read(const struct tf_st *s, const struct tf_st_tensor *t, tf_real *out, struct tf_err *e) {
    const char *p = t->data;
    size_t n = tf_st_count(t);
    float f;
    double d;
    uint16_t h;
    switch (t->dtype) { // memcpy: the data need not be aligned
    case TF_F32:
        for (size_t i = 0; i < n; i++) memcpy(&f, p + 4 * i, 4), out[i] = (tf_real)f;
        return 0;
    case TF_F64:
        for (size_t i = 0; i < n; i++) memcpy(&d, p + 8 * i, 8), out[i] = (tf_real)d;
        return 0;
    case TF_BF16:
        for (size_t i = 0; i < n; i++) memcpy(&h, p + 2 * i, 2), out[i] = (tf_real)from_bits((uint32_t)h << 16);
        return 0;
    case TF_F16:
        for (size_t i = 0; i < n; i++) memcpy(&h, p + 2 * i, 2), out[i] = (tf_real)from_f16(h);
        return 0;
    default: return tf_fail(e, TF_BAD, "%s: tensor '%s' is %s, a float type is needed", s->name, t->name, dtypes[t->dtype].name);
    }
}
