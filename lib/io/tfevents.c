/* TensorBoard's event files: records of one protocol buffer each (tensorflow/core/util/event.proto), framed as TFRecords. Of their many fields a curve needs
 * five, which are written here; nothing is read. */
#include "io/io.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- protocol buffers -------------------------------------------------------------------------------------------------------------------- */

enum wire { VARINT = 0, FIXED64 = 1, BYTES = 2, FIXED32 = 5 };

static void add_fixed(struct tf_buf *b, uint64_t v, int bytes) {
    for (int i = 0; i < bytes; i++) tf_buf_add(b, &(unsigned char){v >> 8 * i & 255}, 1);
}

static void add_varint(struct tf_buf *b, uint64_t v) {
    for (; v > 127; v >>= 7) tf_buf_add(b, &(unsigned char){(v & 127) | 128}, 1);
    tf_buf_add(b, &(unsigned char){(unsigned char)v}, 1);
}

static void add_key(struct tf_buf *b, int field, enum wire type) { add_varint(b, (uint64_t)field << 3 | type); }

static void add_bytes(struct tf_buf *b, int field, const void *s, size_t n) {
    add_key(b, field, BYTES);
    add_varint(b, n);
    tf_buf_add(b, s, n);
}

/* Length and content, each with its masked checksum. */
static void add_record(struct tf_buf *out, const struct tf_buf *event) {
    struct tf_buf length = {0};
    add_fixed(&length, event->len, 8);
    for (const struct tf_buf *part = &length; part; part = part == &length ? event : NULL) {
        uint32_t crc = tf_crc32c(0, part->s, part->len);
        tf_buf_add(out, part->s, part->len);
        add_fixed(out, (crc >> 15 | crc << 17) + 0xa282ead8u, 4);
    }
    tf_buf_free(&length);
}

static void add_time(struct tf_buf *event) {
    struct timespec now;
    uint64_t bits;
    clock_gettime(CLOCK_REALTIME, &now);
    double wall = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    memcpy(&bits, &wall, sizeof bits);
    add_key(event, 1, FIXED64); // Event.wall_time
    add_fixed(event, bits, 8);
}

static void add_version(struct tf_buf *out) {
    static const char version[] = "brain.Event:2";
    struct tf_buf event = {0};
    add_time(&event);
    add_bytes(&event, 3, version, strlen(version)); // Event.file_version
    add_record(out, &event);
    tf_buf_free(&event);
}

/* A line of metrics.csv: what it measured, under "train/loss_nats", "valid/acc_pct", ... */
static void add_line(struct tf_buf *out, const struct tf_csv *c, int row) {
    static const char *const columns[] = {"loss_nats",      "acc_pct",    "lr",       "grad_norm",  "aux_loss", "recall_pct",
                                          "recall_q10_pct", "oracle_pct", "kept_pct", "window_pct", "lift",     "efficiency"};
    const char *layer = tf_csv_get(c, row, "layer"); // of one head: too many for a board
    struct tf_buf event = {0}, summary = {0}, value = {0}, tag = {0};
    add_time(&event);
    add_key(&event, 2, VARINT); // Event.step
    add_varint(&event, strtoull(tf_csv_get(c, row, "step"), NULL, 10));
    for (size_t i = 0; i < TF_COUNT(columns); i++) {
        const char *cell = tf_csv_get(c, row, columns[i]);
        uint32_t bits;
        if (!cell || !*cell || (layer && *layer)) continue;
        float v = strtof(cell, NULL);
        memcpy(&bits, &v, sizeof bits);
        tag.len = value.len = 0;
        tf_buf_addf(&tag, "%s/%s", tf_csv_get(c, row, "split"), columns[i]);
        add_bytes(&value, 1, tag.s, tag.len); // Summary.Value.tag
        add_key(&value, 2, FIXED32);          // Summary.Value.simple_value
        add_fixed(&value, bits, 4);
        add_bytes(&summary, 1, value.s, value.len); // Summary.value
    }
    add_bytes(&event, 5, summary.s ? summary.s : "", summary.len); // Event.summary
    add_record(out, &event);
    tf_buf_free(&event), tf_buf_free(&summary), tf_buf_free(&value), tf_buf_free(&tag);
}

/* ---- the file ---------------------------------------------------------------------------------------------------------------------------- */

/* Puts b at the offset, and nothing behind it; but the records that are there already stay as they are: those of a line always have the same length. */
static int put(const char *path, off_t at, const struct tf_buf *b, const size_t *ends, int n, struct tf_err *e) {
    struct stat st;
    size_t kept = 0;
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666), rc = fd < 0 || fstat(fd, &st) ? -1 : 0;
    for (int i = 0; !rc && i < n; i++)
        if (at + (off_t)ends[i] <= st.st_size) kept = ends[i];
    while (!rc && kept < b->len) {
        ssize_t k = pwrite(fd, b->s + kept, b->len - kept, at + (off_t)kept);
        if (k > 0) kept += (size_t)k;
        else if (errno != EINTR) rc = -1;
    }
    if (!rc) rc = ftruncate(fd, at + (off_t)b->len);
    if (rc) tf_fail(e, TF_SYSTEM, "cannot write %s: %s", path, strerror(errno));
    if (fd >= 0) close(fd);
    return rc;
}

int tf_events_write(struct tf_events *v, const char *path, const struct tf_buf *metrics, struct tf_err *e) {
    const size_t head = strcspn(metrics->s, "\n") + 1, from = v->read ? v->read : head;
    struct tf_buf text = {0}, out = {0};
    struct tf_csv c;
    tf_buf_add(&text, metrics->s, head);
    tf_buf_add(&text, metrics->s + from, metrics->len - from);
    int rc = tf_csv_parse(&c, text.s, text.len, "metrics.csv", e), n = 0;
    if (!rc) {
        size_t *ends = tf_alloc(sizeof *ends * ((size_t)c.rows + 1));
        if (!v->read) add_version(&out), ends[n++] = out.len;
        for (int i = 0; i < c.rows; i++) add_line(&out, &c, i), ends[n++] = out.len;
        rc = put(path, (off_t)v->written, &out, ends, v->read ? 0 : n, e);
        if (!rc) v->read = metrics->len, v->written += out.len;
        tf_free(ends);
        tf_csv_free(&c);
    }
    tf_buf_free(&text), tf_buf_free(&out);
    return rc;
}
