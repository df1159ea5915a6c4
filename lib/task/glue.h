/* Rows of a GLUE task: one or two sentences and a label. */
#ifndef TF_TASK_GLUE_H
#define TF_TASK_GLUE_H
#include "base/base.h"

/* text + a, na bytes; text + b, nb bytes (0 without a second sentence) */
struct tf_glue_row { size_t a, b; uint32_t na, nb; int label; };
/* zero-initialise */
struct tf_glue_rows {
    struct tf_glue_row *v; size_t n, cap;
    struct tf_buf text;
    size_t skipped; int skipped_line;
};
/* b may be NULL */
void tf_glue_add(struct tf_glue_rows *r, const char *a, size_t na, const char *b, size_t nb, int label);
void tf_glue_rows_free(struct tf_glue_rows *r);

struct tf_glue {                             /* what the files of a task look like */
    /* glue/<folder>/train.tsv, <dev> and <test>, which has no labels */
    const char *name, *folder, *dev, *test;
    const char *submission;                  /* name of the file of predictions for the test set */
    const char *col[3]; /* headings of sentence, second sentence (NULL: there is one), label */
    int at[3], cols; /* without a heading line: their columns, and how many there are; cols 0: there is one */
    const char *labels[4];                   /* in the order of the classes; ends with NULL */
    bool skip_broken; /* rows with too few or too many columns are left out and counted in skipped */
    size_t train, valid;                     /* rows as published */
};
extern const struct tf_glue tf_glue_tasks[]; /* ends with name NULL */
const struct tf_glue *tf_glue_find(const char *name); /* NULL: none */
/* Reads a TSV file without quoting. TF_BAD "FILE:LINE: ...": no such column in the heading, too few or too
 * many columns, unknown label; "FILE: ...": no rows. */
int tf_glue_read(struct tf_glue_rows *out, const struct tf_glue *t, const char *path, struct tf_err *e);

/* The same of a test set: its labels are the numbers in the first column (index, id). */
int tf_glue_read_test(struct tf_glue_rows *out, const struct tf_glue *t, const char *path, struct tf_err *e);
#endif
