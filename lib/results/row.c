/* Rows: the result of one finished run as a CSV file of a header and one line. Numbers read back to the same bits. */
#include "results/row.h"
#include "attn/attn.h"
#include "io/io.h"
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum field_type { FIELD_TEXT, FIELD_BOOL, FIELD_LONG, FIELD_REAL };
static const struct field {
    const char *name;
    enum field_type type;
    size_t offset, size;
    bool optional; // not written while it is empty: older rows do not have it
} fields[] = {
#define FIELD(type, name) {#name, type, offsetof(struct tf_row, name), sizeof((struct tf_row *)0)->name, false}
#define OPTIONAL(type, name) {#name, type, offsetof(struct tf_row, name), sizeof((struct tf_row *)0)->name, true}
#define TEXT(name) FIELD(FIELD_TEXT, name)
#define BOOL(name) FIELD(FIELD_BOOL, name)
#define LONG(name) FIELD(FIELD_LONG, name)
#define REAL(name) FIELD(FIELD_REAL, name)
    // clang-format off
    TEXT(run), TEXT(task), TEXT(protocol), TEXT(quirks), TEXT(data_kind),
    BOOL(subset),
    TEXT(metric), TEXT(machine), TEXT(attention), TEXT(title), TEXT(setting), TEXT(variant), TEXT(status),
    TEXT(spec_hash), TEXT(data_hash), TEXT(init_hash), TEXT(queries),
    BOOL(bootstrapped),
    LONG(height), LONG(layers), LONG(first_layer), LONG(end_layer), LONG(seed), LONG(steps), LONG(best_step),
    LONG(valid_n), LONG(test_n), LONG(flops_n), LONG(parameters), LONG(threads),
    BOOL(kernels_changed),
    REAL(valid_score_pct), REAL(test_score_pct), REAL(test_lo_pct), REAL(test_hi_pct), REAL(test_loss_nats),
    REAL(flops_paper_pct), REAL(flops_layer_pct), REAL(flops_forward), REAL(occupancy), REAL(mean_len),
    REAL(majority_pct), REAL(train_time_s), REAL(train_cpu_s), REAL(eval_time_s), REAL(tokens_per_s),
    REAL(peak_bytes),
    OPTIONAL(FIELD_TEXT, weights), OPTIONAL(FIELD_TEXT, others), OPTIONAL(FIELD_REAL, train_flops), OPTIONAL(FIELD_REAL, pretrain_flops),
    OPTIONAL(FIELD_REAL, state), OPTIONAL(FIELD_REAL, test_n_effective), OPTIONAL(FIELD_TEXT, version),
    // clang-format on
};
enum { FIELDS = TF_COUNT(fields), CELL = 320 };

static void field_text(char out[CELL], const struct field *f, const struct tf_row *r) {
    const void *at = (const char *)r + f->offset;
    if (f->type == FIELD_TEXT) snprintf(out, CELL, "%s", (const char *)at);
    else if (f->type == FIELD_BOOL) snprintf(out, CELL, "%s", *(const bool *)at ? "true" : "false");
    else if (f->type == FIELD_LONG) snprintf(out, CELL, "%ld", *(const long *)at);
    else if (isnan(*(const double *)at)) *out = 0;
    else tf_format_real(out, *(const double *)at);
}

int tf_row_write(const char *path, const struct tf_row *r, struct tf_err *e) {
    char text[FIELDS][CELL];
    const char *head[FIELDS], *cell[FIELDS];
    struct tf_buf b = {0};
    int n = 0;
    for (int i = 0; i < FIELDS; i++) {
        field_text(text[i], &fields[i], r);
        if (fields[i].optional && (!*text[i] || !strcmp(text[i], "0"))) continue;
        head[n] = fields[i].name;
        cell[n++] = text[i];
    }
    tf_csv_row(&b, head, n);
    tf_csv_row(&b, cell, n);
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

static int read_field(const struct tf_csv *c, const struct field *f, struct tf_row *r, struct tf_err *e) {
    const char *s = tf_csv_get(c, 0, f->name);
    void *at = (char *)r + f->offset;
    if (!s && f->optional) {
        if (f->type == FIELD_REAL) *(double *)at = NAN;
        return 0;
    }
    if (!s) return tf_fail(e, TF_BAD, "%s: no column '%s': not the row of a run, or of another version", c->name, f->name);
    if (f->type == FIELD_LONG) return read_long(c, f, s, at, e);
    if (f->type == FIELD_REAL) return tf_csv_number(c, 0, f->name, at, e);
    if (f->type == FIELD_BOOL) {
        *(bool *)at = !strcmp(s, "true");
        return *(bool *)at || !strcmp(s, "false") ? 0 : tf_csv_fail(e, c, 0, "column %s: '%s' is neither true nor false", f->name, s);
    }
    if (strlen(s) >= f->size) return tf_csv_fail(e, c, 0, "column %s: longer than %zu bytes", f->name, f->size - 1);
    memcpy(at, s, strlen(s) + 1);
    return 0;
}

/* What no run writes. */
static int check_row(const struct tf_csv *c, const struct tf_row *r, struct tf_err *e) {
    if (!*r->run || *r->run == '.' || strchr(r->run, '/')) return tf_csv_fail(e, c, 0, "column run: '%s' cannot name a folder", r->run);
    if (r->seed < 0) return tf_csv_fail(e, c, 0, "column seed: %ld is less than 0", r->seed);
    if (r->layers < 1) return tf_csv_fail(e, c, 0, "column layers: %ld, but a model has at least one", r->layers);
    if (!*r->status) return tf_csv_fail(e, c, 0, "column status: empty");
    if (!tf_row_ok(r)) return 0;
    if (r->test_n < 1) return tf_csv_fail(e, c, 0, "column test_n: %ld, but the status is ok", r->test_n);
    return isfinite(r->test_score_pct) ? 0 : tf_csv_fail(e, c, 0, "column test_score_pct: no finite number, but the status is ok");
}

static int read_row(const struct tf_csv *c, struct tf_row *r, struct tf_err *e) {
    for (int i = 0; i < FIELDS; i++)
        if (read_field(c, &fields[i], r, e)) return -1;
    return check_row(c, r, e);
}

int tf_row_read(const char *path, struct tf_row *r, struct tf_err *e) {
    struct tf_csv c;
    struct tf_row row = {0};
    struct tf_err why = {0};
    int rc = tf_csv_load(&c, path, &why);
    if (!rc) {
        rc = c.rows == 1 ? read_row(&c, &row, e) : tf_fail(&why, TF_BAD, "%s: %d rows: the row file of a run has one", c.name, c.rows);
        tf_csv_free(&c);
    }
    if (why.code == TF_BAD && tf_file_exists(path))
        return tf_fail(e, TF_BAD, "%s; remove it, and the command of its training makes it again", why.msg);
    if (why.code) return tf_fail(e, why.code, "%s", why.msg);
    if (rc == 0) *r = row;
    return rc;
}

bool tf_row_stand_in(const struct tf_row *r) { return !strcmp(r->data_kind, "stand-in"); }

bool tf_row_same_data(const struct tf_row *a, const struct tf_row *b) {
    return !*a->data_hash || !*b->data_hash || !strcmp(a->data_hash, b->data_hash);
}

bool tf_row_ok(const struct tf_row *r) { return !strcmp(r->status, "ok"); }

bool tf_row_is_short(double mean_len, double flops_n) { return mean_len < 0.8 * flops_n; }

int tf_row_some_layers(const struct tf_row *r) {
    long n = r->end_layer - r->first_layer;
    return n < r->layers ? (int)n : 0;
}

/* ---- all rows of a folder --------------------------------------------------------------------------------------------------- */

/* The number at *s, which begins with a digit; *s is moved behind it. "0x1" is 0 and more text. */
static double read_number(const char **s) {
    char *end;
    const double v = strtod(*s, &end);
    const bool hex = (*s)[0] == '0' && ((*s)[1] == 'x' || (*s)[1] == 'X');
    *s = hex ? *s + 1 : end;
    return hex ? 0 : v;
}

/* Order in which numbers inside the texts count as numbers: "height=2" < "height=10", "lr=1e-3" < "lr=0.05". How they are written decides last. */
static int compare_natural(const char *a, const char *b) {
    const char *a0 = a, *b0 = b;
    while (*a && *b) {
        if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
            const double x = read_number(&a), y = read_number(&b);
            if (x != y) return x < y ? -1 : 1;
        } else if (*a != *b) {
            return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
        } else {
            a++, b++;
        }
    }
    if (*a || *b) return *a ? 1 : -1;
    return strcmp(a0, b0);
}

int tf_row_mechanism(const char *attention) { // unknown mechanisms come last
    int i = 0;
    while (tf_attns[i] && strcmp(tf_attns[i]->name, attention)) i++;
    return i;
}

int tf_row_compare(const struct tf_row *a, const struct tf_row *b) {
    int d = tf_row_mechanism(a->attention) - tf_row_mechanism(b->attention);
    if (!d) d = strcmp(a->attention, b->attention);
    if (!d) d = compare_natural(a->setting, b->setting);
    return d ? d : strcmp(a->quirks, b->quirks);
}

static int compare_rows(const void *pa, const void *pb) {
    const struct tf_row *a = pa, *b = pb;
    int d = strcmp(a->task, b->task);
    if (!d) d = tf_row_compare(a, b);
    if (!d) d = (a->seed > b->seed) - (a->seed < b->seed);
    return d ? d : strcmp(a->run, b->run);
}

/* A copy under another name would count as another seed. len: of the name without ".csv". */
static int check_name(const char *path, const char *name, size_t len, const struct tf_row *r, struct tf_err *e) {
    if (strlen(r->run) == len && !strncmp(r->run, name, len)) return 0;
    return tf_fail(e, TF_BAD, "%s holds the run '%s', whose row is %s.csv: rename or remove it", path, r->run, r->run);
}

static int read_folder(const struct tf_names *names, const char *folder, struct tf_row *rows, int *n, struct tf_err *e) {
    struct tf_buf path = {0};
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < names->n; i++) {
        const char *name = names->v[i];
        size_t len = strlen(name);
        if (len < 5 || strcmp(name + len - 4, ".csv")) continue; // also skips x.csv.tmp-PID
        path.len = 0;
        tf_buf_addf(&path, "%s/%s", folder, name);
        rc = tf_row_read(path.s, &rows[*n], e) || check_name(path.s, name, len - 4, &rows[*n], e) ? -1 : 0;
        if (rc == 0) ++*n;
    }
    tf_buf_free(&path);
    return rc;
}

void tf_rows_sort(struct tf_row *rows, int n) {
    if (n) qsort(rows, (size_t)n, sizeof *rows, compare_rows);
}

int tf_rows_load(const char *dir, struct tf_row **rows, int *n, struct tf_err *e) {
    struct tf_buf folder = {0};
    struct tf_row *r = NULL;
    int count = 0, rc = 0;
    if (!tf_file_exists(dir)) return tf_fail(e, TF_BAD, "%s: no such folder", dir);
    tf_buf_addf(&folder, "%s/rows", dir);
    struct tf_names names = {0};
    bool none = !tf_file_exists(folder.s) && errno == ENOENT; // no run has finished yet
    if (!none && !(rc = tf_dir_names(folder.s, &names, e))) {
        r = tf_alloc((names.n + 1) * sizeof *r);
        rc = read_folder(&names, folder.s, r, &count, e);
        tf_names_free(&names);
    }
    tf_buf_free(&folder);
    if (rc) {
        tf_free(r);
        return -1;
    }
    tf_rows_sort(r, count);
    *rows = r;
    *n = count;
    return 0;
}
