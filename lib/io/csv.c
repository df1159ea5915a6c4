/* CSV tables through libcsv, TSV by hand (without quoting there is nothing to parse but tabs). */
#include "io/io.h"
#include <csv.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { CSV_BYTES_MAX = 256 << 20, CSV_COLS_MAX = 4096, TSV_LINE_MAX = 64 << 20 };

/* ---- reading CSV ------------------------------------------------------------------------------------------------------ */

struct csv_reader {
    const char *name;
    int row_line, head_line;      /* where the current row began; the header */
    int fields, cols, rows;       /* in this row; of the header (0: not read yet); without the header */
    struct tf_buf text, at, line; /* all fields, NUL after each; size_t offsets of the fields; int lines of the rows */
    bool bad;
    struct tf_err *e;
};

static void on_field(void *data, size_t n, void *arg) {
    struct csv_reader *r = arg;
    size_t off = r->text.len;
    tf_buf_add(&r->at, &off, sizeof off);
    tf_buf_add(&r->text, n ? data : "", n);
    tf_buf_add(&r->text, "", 1);
    r->fields++;
}

static void on_row(TF_UNUSED int end, void *arg) {
    struct csv_reader *r = arg;
    if (r->cols == 0) {
        r->cols = r->fields;
        r->head_line = r->row_line;
    } else {
        if (r->fields != r->cols && !r->bad) {
            r->bad = true;
            tf_fail(r->e, TF_BAD, "%s:%d: %d field%s, but the header has %d", r->name, r->row_line, r->fields, r->fields == 1 ? "" : "s",
                    r->cols);
        }
        tf_buf_add(&r->line, &r->row_line, sizeof r->row_line);
        r->rows++;
    }
    r->fields = 0;
}

static int csv_failed(struct csv_reader *r, struct csv_parser *p, int line, bool end) {
    if (csv_error(p) != CSV_EPARSE) return tf_fail(r->e, TF_SYSTEM, "%s: %s", r->name, csv_strerror(csv_error(p)));
    if (end) return tf_fail(r->e, TF_BAD, "%s:%d: a quote is opened here and never closed", r->name, r->row_line);
    return tf_fail(r->e, TF_BAD, "%s:%d: a quote inside a field: quote the whole field and double it", r->name, line);
}

static bool blank(const char *s, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (!strchr(" \t\r\n", s[i])) return false;
    return true;
}

/* Feeds line by line, so that a row knows where it began. */
static int feed(struct csv_reader *r, struct csv_parser *p, const char *text, size_t n) {
    int line = 1;
    bool open = false; // inside a row that spans lines
    for (size_t i = 0; i < n; line++) {
        const char *lf = memchr(text + i, '\n', n - i);
        size_t k = lf ? (size_t)(lf - (text + i)) + 1 : n - i;
        int rows = r->rows, cols = r->cols;
        if (!open) r->row_line = line;
        if (csv_parse(p, text + i, k, on_field, on_row, r) != k) return csv_failed(r, p, line, false);
        if (r->bad) return -1;
        bool row_ended = rows != r->rows || cols != r->cols;
        open = !row_ended && (open || !blank(text + i, k));
        i += k;
    }
    if (csv_fini(p, on_field, on_row, r)) return csv_failed(r, p, line, true);
    return r->bad ? -1 : 0;
}

static int check_header(const struct tf_csv *c, int line, struct tf_err *e) {
    if (c->cols > CSV_COLS_MAX) return tf_fail(e, TF_BAD, "%s:%d: %d columns, at most %d are read", c->name, line, c->cols, CSV_COLS_MAX);
    for (int i = 0; i < c->cols; i++) {
        if (!*c->head[i]) return tf_fail(e, TF_BAD, "%s:%d: column %d has no name", c->name, line, i + 1);
        for (int j = 0; j < i; j++)
            if (strcmp(c->head[i], c->head[j]) == 0)
                return tf_fail(e, TF_BAD, "%s:%d: two columns are called '%s'", c->name, line, c->head[i]);
    }
    return 0;
}

/* Turns what was collected into a table; the text moves to it. */
static void build(struct tf_csv *c, struct csv_reader *r) {
    const size_t *at = (const size_t *)(const void *)r->at.s;
    size_t cols = (size_t)r->cols, cells = cols * (size_t)r->rows;
    *c = (struct tf_csv){.name = tf_strdup(r->name), .rows = r->rows, .cols = r->cols, .text = r->text.s};
    c->head = tf_alloc((cols + cells) * sizeof *c->head);
    c->cell = c->head + cols;
    for (size_t i = 0; i < cols + cells; i++) c->head[i] = c->text + at[i];
    c->line = (int *)(void *)r->line.s;
}

int tf_csv_parse(struct tf_csv *out, const char *text, size_t n, const char *name, struct tf_err *e) {
    const size_t mark = tf_utf8_mark(text, n);
    text += mark, n -= mark;
    if (n > CSV_BYTES_MAX) return tf_fail(e, TF_BAD, "%s: too large for a table (256 MiB at most)", name);
    if (n && memchr(text, 0, n)) return tf_fail(e, TF_BAD, "%s: NUL byte: not a text file", name);
    struct csv_reader r = {.name = name, .row_line = 1, .e = e};
    struct csv_parser p;
    struct tf_csv c = {0};
    if (csv_init(&p, CSV_STRICT | CSV_STRICT_FINI)) return tf_fail(e, TF_SYSTEM, "%s: cannot start the CSV reader", name);
    csv_set_realloc_func(&p, tf_realloc);
    csv_set_free_func(&p, tf_free);
    int rc = feed(&r, &p, text, n);
    csv_free(&p);
    if (rc == 0 && r.cols == 0) rc = tf_fail(e, TF_BAD, "%s: empty: a header line is needed", name);
    if (rc == 0) {
        build(&c, &r);
        r.text = r.line = (struct tf_buf){0};
        rc = check_header(&c, r.head_line, e);
        if (rc) tf_csv_free(&c);
        else *out = c;
    }
    tf_buf_free(&r.text);
    tf_buf_free(&r.line);
    tf_buf_free(&r.at);
    return rc;
}

int tf_csv_load(struct tf_csv *out, const char *path, struct tf_err *e) {
    struct tf_buf b = {0};
    int rc = tf_file_read_most(path, CSV_BYTES_MAX, &b, e) || tf_csv_parse(out, b.s ? b.s : "", b.len, path, e) ? -1 : 0;
    tf_buf_free(&b);
    return rc;
}

void tf_csv_free(struct tf_csv *c) {
    tf_free(c->name);
    tf_free(c->head); // and the cells
    tf_free(c->line);
    tf_free(c->text);
    *c = (struct tf_csv){0};
}

int tf_csv_col(const struct tf_csv *c, const char *col) {
    for (int i = 0; i < c->cols; i++)
        if (strcmp(c->head[i], col) == 0) return i;
    return -1;
}

const char *tf_csv_get(const struct tf_csv *c, int row, const char *col) {
    TF_BUG_IF(row < 0 || row >= c->rows, "row %d of %d", row, c->rows);
    int i = tf_csv_col(c, col);
    return i < 0 ? NULL : c->cell[(size_t)row * (size_t)c->cols + (size_t)i];
}

int tf_csv_number(const struct tf_csv *c, int row, const char *col, double *out, struct tf_err *e) {
    const char *s = tf_csv_get(c, row, col);
    char *end = NULL;
    if (!s) return tf_fail(e, TF_BAD, "%s: no column '%s'", c->name, col);
    double v = *s ? strtod(s, &end) : (double)NAN;
    if (end && (end == s || *end)) return tf_csv_fail(e, c, row, "column %s: '%s' is not a number", col, s);
    *out = v;
    return 0;
}

double tf_csv_real(const struct tf_csv *c, int row, const char *col) {
    double v = NAN;
    tf_csv_number(c, row, col, &v, &(struct tf_err){0});
    return v;
}

int tf_csv_int(const struct tf_csv *c, int row, const char *col, int *out, struct tf_err *e) {
    double v = NAN;
    *out = 0;
    if (tf_csv_number(c, row, col, &v, e)) return -1;
    if (isnan(v) && !*tf_csv_get(c, row, col)) return 0;
    if (!(v >= 0 && v <= INT_MAX && v == floor(v)))
        return tf_csv_fail(e, c, row, "column %s: '%s' is not a whole number of 0 or more", col, tf_csv_get(c, row, col));
    *out = (int)v;
    return 0;
}

int tf_csv_fail(struct tf_err *e, const struct tf_csv *c, int row, const char *fmt, ...) {
    char what[900];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    return tf_fail(e, TF_BAD, "%s:%d: %s", c->name, c->line[row], what);
}

/* ---- writing CSV --------------------------------------------------------------------------------------------------------- */

void tf_csv_field(struct tf_buf *out, const char *field) {
    size_t n = strlen(field);
    bool edge = n && (strchr(" \t", field[0]) || strchr(" \t", field[n - 1])); // readers may trim
    bool mark = tf_utf8_mark(field, n) > 0;                                    // would be taken for one of the file
    if (!edge && !mark && !strpbrk(field, ",\"\r\n")) {
        tf_buf_add(out, field, n);
        return;
    }
    size_t need = csv_write2(NULL, 0, field, n, '"');
    char *q = tf_alloc(need);
    csv_write2(q, need, field, n, '"');
    tf_buf_add(out, q, need);
    tf_free(q);
}

void tf_csv_row(struct tf_buf *out, const char *const *fields, int n) {
    for (int i = 0; i < n; i++) {
        if (i) tf_buf_add(out, ",", 1);
        tf_csv_field(out, fields[i]);
    }
    if (n == 1 && !*fields[0]) tf_buf_add(out, "\"\"", 2); // or it would be a blank line
    tf_buf_add(out, "\n", 1);
}

/* ---- TSV -------------------------------------------------------------------------------------------------------------------- */

struct tsv_reader {
    const char *path;
    int line;
    struct tf_buf text; /* of the line */
    char **fields;
    int cap;
};

/* The fields of a line of n bytes, without its LF. Returns how many; 0: it is empty. */
static int tsv_fields(struct tsv_reader *r, const char *text, size_t n, struct tf_err *e) {
    int k = 0;
    if (r->line == INT_MAX) return tf_fail(e, TF_BAD, "%s: too many lines", r->path);
    r->line++;
    if (n > TSV_LINE_MAX) return tf_fail(e, TF_BAD, "%s:%d: line longer than 64 MiB", r->path, r->line);
    if (memchr(text, 0, n)) return tf_fail(e, TF_BAD, "%s:%d: NUL byte: not a text file", r->path, r->line);
    if (n && text[n - 1] == '\r') n--;
    if (n == 0) return 0;
    r->text.len = 0;
    tf_buf_add(&r->text, text, n);
    for (char *p = r->text.s; p; k++) {
        TF_GROW(r->fields, k, r->cap);
        r->fields[k] = p;
        p = strchr(p, '\t');
        if (p) *p++ = 0;
    }
    return k;
}

int tf_tsv_read(const char *path, int (*row)(void *arg, int line, char **fields, int n, struct tf_err *e), void *arg, struct tf_err *e) {
    struct tsv_reader r = {.path = path};
    struct tf_map m;
    int n = 0;
    if (tf_map_open(&m, path, e)) return -1;
    for (const char *s = (const char *)m.p + tf_utf8_mark(m.p, m.n), *end = (const char *)m.p + m.n, *stop; n >= 0 && s < end;
         s = stop + (stop < end)) {
        stop = memchr(s, '\n', (size_t)(end - s));
        if (!stop) stop = end;
        n = tsv_fields(&r, s, (size_t)(stop - s), e);
        if (n > 0 && row(arg, r.line, r.fields, n, e)) n = -1;
    }
    tf_map_close(&m);
    tf_free(r.fields);
    tf_buf_free(&r.text);
    return n < 0 ? -1 : 0;
}
