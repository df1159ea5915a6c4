/* The GLUE files: tables with their oddities. */
#include "task/glue.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "io/io.h"

// clang-format off
const struct tf_glue tf_glue_tasks[] = {
    [TF_GLUE_mnli] = {"mnli", "MNLI", "dev_matched.tsv", "test_matched.tsv", "MNLI-m.tsv", {"sentence1", "sentence2", "gold_label"},
     .labels = {"contradiction", "entailment", "neutral"}, .train = 392702, .valid = 9815,
     .more_test = "test_mismatched.tsv", .more_submission = "MNLI-mm.tsv"},
    [TF_GLUE_qqp] = {"qqp", "QQP", "dev.tsv", "test.tsv", "QQP.tsv", {"question1", "question2", "is_duplicate"},
     .labels = {"0", "1"}, .skip_broken = true, .train = 363846, .valid = 40430},
    [TF_GLUE_qnli] = {"qnli", "QNLI", "dev.tsv", "test.tsv", "QNLI.tsv", {"question", "sentence", "label"},
     .labels = {"entailment", "not_entailment"}, .train = 104743, .valid = 5463},
    [TF_GLUE_sst_2] = {"sst-2", "SST-2", "dev.tsv", "test.tsv", "SST-2.tsv", {"sentence", NULL, "label"},
     .labels = {"0", "1"}, .train = 67349, .valid = 872},
    [TF_GLUE_mrpc] = {"mrpc", "MRPC", "dev.tsv", "test.tsv", "MRPC.tsv", {"#1 String", "#2 String", "Quality"},
     .labels = {"0", "1"}, .train = 3668, .valid = 408},
    [TF_GLUE_rte] = {"rte", "RTE", "dev.tsv", "test.tsv", "RTE.tsv", {"sentence1", "sentence2", "label"},
     .labels = {"entailment", "not_entailment"}, .train = 2490, .valid = 277},
    [TF_GLUE_cola] = {"cola", "CoLA", "dev.tsv", "test.tsv", "CoLA.tsv", .at = {3, -1, 1}, .cols = 4,
     .labels = {"0", "1"}, .train = 8551, .valid = 1043},
    [TF_GLUE_TASKS] = {.name = NULL},
};
// clang-format on

void tf_glue_add(struct tf_glue_rows *r, const char *a, size_t na, const char *b, size_t nb, int label) {
    TF_GROW(r->v, r->n, r->cap);
    struct tf_glue_row *x = &r->v[r->n++];
    *x = (struct tf_glue_row){.a = r->text.len, .b = r->text.len + na, .na = (uint32_t)na, .nb = b ? (uint32_t)nb : 0, .label = label};
    tf_buf_add(&r->text, a, na);
    if (b) tf_buf_add(&r->text, b, nb);
}

void tf_glue_rows_free(struct tf_glue_rows *r) {
    tf_free(r->v);
    tf_buf_free(&r->text);
    *r = (struct tf_glue_rows){0};
}

struct reader {
    const struct tf_glue *t;
    const char *path;
    struct tf_glue_rows *out;
    const char *col[3];
    int at[3], cols; // cols 0: the heading comes
    bool unlabelled; // the label is the number in the first column
};

static int read_heading(struct reader *r, int line, char **fields, int n, struct tf_err *e) {
    for (int k = 0; k < 3; k++) {
        const char *name = r->col[k];
        r->at[k] = -1;
        for (int i = 0; name && i < n; i++)
            if (!strcmp(fields[i], name)) r->at[k] = i;
        if (name && r->at[k] < 0)
            return tf_fail(e, TF_BAD, "%s:%d: no column '%s' in the heading of %s's table", r->path, line, name, r->t->name);
    }
    if (r->unlabelled && strcmp(fields[0], "index") && strcmp(fields[0], "id"))
        return tf_fail(e, TF_BAD, "%s:%d: the first column of %s's test set is '%.40s', not index or id: predictions are numbered by it",
                       r->path, line, r->t->name, fields[0]);
    r->cols = n;
    return 0;
}

static int find_label(const struct tf_glue *t, const char *s) {
    for (int i = 0; t->labels[i]; i++)
        if (!strcmp(t->labels[i], s)) return i;
    return -1;
}

static int read_index(const char *s) { // -1: it is none
    char *end;
    errno = 0;
    long v = strtol(s, &end, 10);
    return end == s || *end || errno || v < 0 || v > INT_MAX ? -1 : (int)v;
}

static int read_row(void *arg, int line, char **fields, int n, struct tf_err *e) {
    struct reader *r = arg;
    if (!r->cols) return read_heading(r, line, fields, n, e);
    if (n != r->cols && r->t->skip_broken && !r->unlabelled) {
        if (!r->out->skipped++) r->out->skipped_line = line;
        return 0;
    }
    if (n != r->cols) return tf_fail(e, TF_BAD, "%s:%d: %d columns instead of %d", r->path, line, n, r->cols);
    int label = r->unlabelled ? read_index(fields[0]) : find_label(r->t, fields[r->at[2]]);
    if (label < 0 && r->unlabelled) return tf_fail(e, TF_BAD, "%s:%d: '%.40s' is no index", r->path, line, fields[0]);
    if (label < 0) {
        struct tf_buf known = {0};
        for (int i = 0; r->t->labels[i]; i++) tf_buf_addf(&known, "%s%s", i ? ", " : "", r->t->labels[i]);
        tf_fail(e, TF_BAD, "%s:%d: unknown label '%.40s'; known: %s", r->path, line, fields[r->at[2]], known.s);
        tf_buf_free(&known);
        return -1;
    }
    const char *a = fields[r->at[0]], *b = r->at[1] >= 0 ? fields[r->at[1]] : NULL;
    tf_glue_add(r->out, a, strlen(a), b, b ? strlen(b) : 0, label);
    r->out->v[r->out->n - 1].line = line;
    return tf_interrupted ? tf_fail(e, TF_INTERRUPTED, "interrupted while reading %s", r->path) : 0;
}

static int read_file(struct reader *r, struct tf_glue_rows *out, struct tf_err *e) {
    struct tf_glue_rows rows = {0};
    r->out = &rows;
    if (tf_tsv_read(r->path, read_row, r, e) || (!rows.n && tf_fail(e, TF_BAD, "%s: no rows", r->path))) {
        tf_glue_rows_free(&rows);
        return -1;
    }
    *out = rows;
    return 0;
}

int tf_glue_read(struct tf_glue_rows *out, const struct tf_glue *t, const char *path, struct tf_err *e) {
    struct reader r = {
        .t = t, .path = path, .col = {t->col[0], t->col[1], t->col[2]}, .at = {t->at[0], t->at[1], t->at[2]}, .cols = t->cols};
    return read_file(&r, out, e);
}

static int by_label(const void *a, const void *b) {
    const struct tf_glue_row *x = *(const struct tf_glue_row *const *)a, *y = *(const struct tf_glue_row *const *)b;
    return x->label != y->label ? (x->label > y->label) - (x->label < y->label) : (x->line > y->line) - (x->line < y->line);
}

/* A submission has one answer per index. */
static int check_indices(const struct tf_glue_rows *rows, const char *path, struct tf_err *e) {
    const struct tf_glue_row **row = tf_alloc(sizeof *row * rows->n);
    int rc = 0;
    for (size_t i = 0; i < rows->n; i++) row[i] = &rows->v[i];
    qsort(row, rows->n, sizeof *row, by_label);
    for (size_t i = 1; i < rows->n && !rc; i++)
        if (row[i]->label == row[i - 1]->label)
            rc = tf_fail(e, TF_BAD, "%s:%d: line %d has the index %d, too", path, row[i]->line, row[i - 1]->line, row[i]->label);
    tf_free(row);
    return rc;
}

int tf_glue_read_test(struct tf_glue_rows *out, const struct tf_glue *t, const char *path, struct tf_err *e) {
    struct reader r = {.t = t, .path = path, .col = {t->col[0] ? t->col[0] : "sentence", t->col[1]}, .unlabelled = true};
    if (read_file(&r, out, e)) return -1;
    const int rc = check_indices(out, path, e);
    if (rc) tf_glue_rows_free(out);
    return rc;
}
