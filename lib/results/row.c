/* Rows: the result of one finished run as a CSV file of a header and one line. Numbers read back to the same bits. */
#include "results/row.h"
#include "attn/attn.h"
#include "io/io.h"
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum field_type { TEXT, LONG, DOUBLE };
struct field {
    const char *name;
    enum field_type type;
    size_t offset, size;
};
#define FIELD(type, name) {#name, type, offsetof(struct tf_row, name), sizeof((struct tf_row *)0)->name}
static const struct field fields[] = {
    FIELD(TEXT, run),
    FIELD(TEXT, task),
    FIELD(TEXT, protocol),
    FIELD(TEXT, quirks),
    FIELD(TEXT, metric),
    FIELD(TEXT, machine),
    FIELD(TEXT, attention),
    FIELD(TEXT, title),
    FIELD(TEXT, setting),
    FIELD(TEXT, status),
    FIELD(TEXT, spec_hash),
    FIELD(TEXT, data_hash),
    FIELD(TEXT, init_hash),
    FIELD(LONG, height),
    FIELD(LONG, seed),
    FIELD(LONG, steps),
    FIELD(LONG, best_step),
    FIELD(LONG, valid_n),
    FIELD(LONG, test_n),
    FIELD(LONG, flops_n),
    FIELD(LONG, parameters),
    FIELD(LONG, threads),
    FIELD(DOUBLE, valid_acc_pct),
    FIELD(DOUBLE, test_acc_pct),
    FIELD(DOUBLE, test_lo_pct),
    FIELD(DOUBLE, test_hi_pct),
    FIELD(DOUBLE, test_loss_nats),
    FIELD(DOUBLE, flops_paper_pct),
    FIELD(DOUBLE, flops_layer_pct),
    FIELD(DOUBLE, flops_forward),
    FIELD(DOUBLE, occupancy),
    FIELD(DOUBLE, mean_len),
    FIELD(DOUBLE, majority_pct),
    FIELD(DOUBLE, train_time_s),
    FIELD(DOUBLE, train_cpu_s),
    FIELD(DOUBLE, eval_time_s),
    FIELD(DOUBLE, tokens_per_s),
    FIELD(DOUBLE, peak_bytes),
};
enum { FIELDS = TF_COUNT(fields), CELL = 320 };

static void field_text(char out[CELL], const struct field *f, const struct tf_row *r) {
    const void *at = (const char *)r + f->offset;
    if (f->type == TEXT) snprintf(out, CELL, "%s", (const char *)at);
    else if (f->type == LONG) snprintf(out, CELL, "%ld", *(const long *)at);
    else if (isnan(*(const double *)at)) *out = 0;
    else tf_format_real(out, *(const double *)at);
}

int tf_row_write(const char *path, const struct tf_row *r, struct tf_err *e) {
    char text[FIELDS][CELL];
    const char *head[FIELDS], *cell[FIELDS];
    struct tf_buf b = {0};
    for (int i = 0; i < FIELDS; i++) {
        field_text(text[i], &fields[i], r);
        head[i] = fields[i].name;
        cell[i] = text[i];
    }
    tf_csv_row(&b, head, FIELDS);
    tf_csv_row(&b, cell, FIELDS);
    int rc = tf_file_write(path, b.s, b.len, e);
    tf_buf_free(&b);
    return rc;
}

static int read_long(const struct tf_csv *c, const struct field *f, const char *s, long *out, struct tf_err *e) {
    char *end;
    errno = 0;
    long v = strtol(s, &end, 10);
    if (end == s || *end || errno) return tf_csv_fail(e, c, 0, "column %s: '%s' is not a whole number", f->name, s);
    *out = v;
    return 0;
}

static bool is_late(const struct field *f) { // older rows do not have it
    static const size_t late[] = {offsetof(struct tf_row, quirks),    offsetof(struct tf_row, metric),
                                  offsetof(struct tf_row, machine),   offsetof(struct tf_row, data_hash),
                                  offsetof(struct tf_row, init_hash), offsetof(struct tf_row, train_cpu_s)};
    for (size_t i = 0; i < TF_COUNT(late); i++)
        if (f->offset == late[i]) return true;
    return false;
}

static int read_field(const struct tf_csv *c, const struct field *f, struct tf_row *r, struct tf_err *e) {
    const char *s = tf_csv_get(c, 0, f->name);
    void *at = (char *)r + f->offset;
    if (!s && is_late(f)) {
        if (f->type == DOUBLE) *(double *)at = NAN;
        return 0;
    }
    if (!s) return tf_fail(e, TF_BAD, "%s: no column '%s': not the row of a run", c->name, f->name);
    if (f->type == LONG) return read_long(c, f, s, at, e);
    if (f->type == DOUBLE) return tf_csv_number(c, 0, f->name, at, e);
    if (strlen(s) >= f->size) return tf_csv_fail(e, c, 0, "column %s: longer than %zu bytes", f->name, f->size - 1);
    memcpy(at, s, strlen(s) + 1);
    return 0;
}

static int read_row(const struct tf_csv *c, struct tf_row *r, struct tf_err *e) {
    if (c->rows != 1) return tf_fail(e, TF_BAD, "%s: %d rows: the row file of a run has one", c->name, c->rows);
    for (int i = 0; i < FIELDS; i++)
        if (read_field(c, &fields[i], r, e)) return -1;
    if (!*r->metric) strcpy(r->metric, "accuracy"); // there was no other
    if (!*r->run || *r->run == '.' || strchr(r->run, '/')) return tf_csv_fail(e, c, 0, "column run: '%s' cannot name a folder", r->run);
    return 0;
}

int tf_row_read(const char *path, struct tf_row *r, struct tf_err *e) {
    struct tf_csv c;
    struct tf_row row = {0};
    if (tf_csv_load(&c, path, e)) return -1;
    int rc = read_row(&c, &row, e);
    tf_csv_free(&c);
    if (rc == 0) *r = row;
    return rc;
}

bool report_stand_in(const struct tf_row *r) { return strstr(r->quirks, "stand-in") != NULL; }

bool report_ok(const struct tf_row *r) { return !strcmp(r->status, "ok"); }

/* ---- all rows of a folder --------------------------------------------------------------------------------------------------- */

/* Order in which numbers inside the texts count as numbers: "height=2" < "height=10". Leading zeros decide last. */
static int compare_natural(const char *a, const char *b) {
    const char *a0 = a, *b0 = b;
    while (*a && *b) {
        if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
            while (*a == '0') a++;
            while (*b == '0') b++;
            size_t na = strspn(a, "0123456789"), nb = strspn(b, "0123456789");
            if (na != nb) return na < nb ? -1 : 1;
            int d = strncmp(a, b, na);
            if (d) return d;
            a += na, b += nb;
        } else if (*a != *b) {
            return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
        } else {
            a++, b++;
        }
    }
    if (*a || *b) return *a ? 1 : -1;
    return strcmp(a0, b0);
}

static int attention_order(const char *name) { // unknown mechanisms come last
    int i = 0;
    while (tf_attns[i] && strcmp(tf_attns[i]->name, name)) i++;
    return i;
}

int report_compare_mechanism(const struct tf_row *a, const struct tf_row *b) {
    int d = attention_order(a->attention) - attention_order(b->attention);
    if (!d) d = strcmp(a->attention, b->attention);
    if (!d) d = compare_natural(a->setting, b->setting);
    return d ? d : strcmp(a->quirks, b->quirks);
}

static int compare_rows(const void *pa, const void *pb) {
    const struct tf_row *a = pa, *b = pb;
    int d = strcmp(a->task, b->task);
    if (!d) d = report_compare_mechanism(a, b);
    if (!d) d = (a->seed > b->seed) - (a->seed < b->seed);
    return d ? d : strcmp(a->run, b->run);
}

/* A copy under another name would count as another seed. len: of the name without ".csv". */
static int check_name(const char *path, const char *name, size_t len, const struct tf_row *r, struct tf_err *e) {
    if (strlen(r->run) == len && !strncmp(r->run, name, len)) return 0;
    return tf_fail(e, TF_BAD, "%s holds the run '%s', whose row is %s.csv: rename or remove it", path, r->run, r->run);
}

static int read_folder(DIR *d, const char *folder, struct tf_row **rows, int *n, struct tf_err *e) {
    struct tf_buf path = {0};
    int cap = 0, rc = 0;
    for (struct dirent *f; rc == 0 && (f = readdir(d));) {
        size_t len = strlen(f->d_name);
        if (*f->d_name == '.' || len < 5 || strcmp(f->d_name + len - 4, ".csv")) continue; // also skips x.csv.tmp-PID
        if (*n == cap) {
            cap = cap ? 2 * cap : 16;
            *rows = tf_realloc(*rows, (size_t)cap * sizeof **rows);
        }
        path.len = 0;
        tf_buf_addf(&path, "%s/%s", folder, f->d_name);
        rc = tf_row_read(path.s, &(*rows)[*n], e) || check_name(path.s, f->d_name, len - 4, &(*rows)[*n], e) ? -1 : 0;
        if (rc == 0) ++*n;
    }
    tf_buf_free(&path);
    return rc;
}

int tf_rows_load(const char *dir, struct tf_row **rows, int *n, struct tf_err *e) {
    struct tf_buf folder = {0};
    struct tf_row *r = NULL;
    int count = 0, rc = 0;
    tf_buf_addf(&folder, "%s/rows", dir);
    DIR *d = opendir(folder.s);
    if (d) {
        rc = read_folder(d, folder.s, &r, &count, e);
        closedir(d);
    } else if (errno != ENOENT || !tf_file_exists(dir)) { // no run has finished yet: fine, when the folder is there
        rc = tf_fail(e, errno == ENOENT || errno == ENOTDIR ? TF_BAD : TF_SYSTEM, "cannot read %s: %s", folder.s, strerror(errno));
    }
    tf_buf_free(&folder);
    if (rc) {
        tf_free(r);
        return -1;
    }
    if (count) qsort(r, (size_t)count, sizeof *r, compare_rows);
    *rows = r;
    *n = count;
    return 0;
}
