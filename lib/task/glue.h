/* Rows of a GLUE task: one or two sentences and a label. */
#ifndef TF_TASK_GLUE_H
#define TF_TASK_GLUE_H
#include "base/base.h"

/* text + a, na bytes; text + b, nb bytes (0 without a second sentence) */
struct tf_glue_row { size_t a, b; uint32_t na, nb; int label, line; }; /* line: of a file of rows */
/* Zero-initialise. */
struct tf_glue_rows {
    struct tf_glue_row *v;
    size_t n, cap;
    struct tf_buf text;
    size_t skipped;
    int skipped_line;
};
/* b may be NULL. */
void tf_glue_add(struct tf_glue_rows *r, const char *a, size_t na, const char *b, size_t nb, int label);
void tf_glue_rows_free(struct tf_glue_rows *r);

/* What the files of a task look like: glue/<folder>/train.tsv, <dev> and <test>, which has no labels. */
struct tf_glue {
    const char *name, *folder, *dev, *test;
    /* Name of the file of predictions for the test set. */
    const char *submission;
    /* Headings of sentence, second sentence (NULL: there is one sentence), label; without a heading line
     * their columns, and how many there are (0: there is a heading). */
    const char *col[3];
    int at[3], cols;
    /* In the order of the classes; ends with NULL. */
    const char *labels[4];
    /* Rows with too few or too many columns are left out and counted in skipped. */
    bool skip_broken;
    /* Rows as published. */
    size_t train, valid;
    /* A second test set, and the file of its predictions; NULL: none. */
    const char *more_test, *more_submission;
};
enum {
    TF_GLUE_mnli, TF_GLUE_qqp, TF_GLUE_qnli, TF_GLUE_sst_2, TF_GLUE_mrpc, TF_GLUE_rte, TF_GLUE_cola,
    TF_GLUE_TASKS
};
/* Ends with name NULL. */
extern const struct tf_glue tf_glue_tasks[TF_GLUE_TASKS + 1];
/* Reads a TSV file without quoting. TF_BAD "FILE:LINE: ...": no such column in the heading, too few or too
 * many columns, unknown label; "FILE: ...": no rows. */
int tf_glue_read(struct tf_glue_rows *out, const struct tf_glue *t, const char *path, struct tf_err *e);
/* The same of a test set: its labels are the numbers in the first column (index, id), each of which occurs
 * once. */
int tf_glue_read_test(struct tf_glue_rows *out, const struct tf_glue *t, const char *path, struct tf_err *e);

/* QNLI's training pairs, made again from SQuAD's train-v1.1.json as they were made first (arXiv:1804.07461
 * sec. 3.3): each question with each sentence of its paragraph, without pairs of low lexical overlap, as many
 * of each class. Here: the positive pair of a question is with the sentence that has its whole first answer,
 * the negative one with a random other sentence without the answer's text. Both must share a word with the
 * question (98.7 % of QNLI's positive dev pairs do, 92.8 % of the negative ones): otherwise the question
 * gives no pairs and is counted in skipped. label: 0 entailment, 1 not; the two pairs of a question follow
 * one another. TF_BAD: not in SQuAD's form. */
int tf_glue_read_squad(struct tf_glue_rows *out, const char *path, uint64_t seed, struct tf_err *e);
/* Fills start (cap) with where the sentences of the text begin; returns how many there are, which may be
 * more. A sentence ends with . ! or ?, closing quotes and brackets, and a blank, when no lower-case letter
 * follows; not after an initial or a common abbreviation; a line end always ends it. */
size_t tf_glue_sentences(const char *text, size_t n, size_t *start, size_t cap);
#endif
