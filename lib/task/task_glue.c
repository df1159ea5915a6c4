/* The seven GLUE tasks of the paper's Table 9 (arXiv:1804.07461): sentences, or pairs of them, and a label.
 *
 * The labels of the official test sets are not published, so the official dev set is the test set here, as in the papers' tables, and validation examples
 * are set aside from the training set. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "data/split.h"
#include "task/glue.h"
#include "task/task.h"
#include "text/bert.h"

enum { VALID_HELDOUT, VALID_DEV };
enum { SOURCE_GLUE, SOURCE_SQUAD };
struct opts {
    char vocab[TF_STRING_MAX];
    int max_length, validation, valid, split_seed, source;
};

#define OPT(field) #field, TF_INT, offsetof(struct opts, field)
#define COMMON                                                                                                                               \
    {"vocab", TF_STRING, offsetof(struct opts, vocab), TF_BERT_VOCAB, 0, 0, NULL, "vocabulary of pieces, one per line"},                     \
        {OPT(max_length), "512", 5, TF_BERT_LENGTH_MAX, NULL, "tokens of a sequence, [CLS] and [SEP] included; the longer sentence is cut"}, \
        {"validation",                                                                                                                       \
         TF_CHOICE,                                                                                                                          \
         offsetof(struct opts, validation),                                                                                                  \
         "heldout",                                                                                                                          \
         0,                                                                                                                                  \
         0,                                                                                                                                  \
         "heldout|dev",                                                                                                                      \
         "heldout: training examples set aside; dev: the official dev set, which is the test set too (the training set is then whole)"},     \
        {OPT(valid), "0", 0, INT_MAX, NULL, "training examples set aside; 0: one in twenty, at most 1000"},                                  \
        {OPT(split_seed), "1", 0, INT_MAX, NULL, "which are set aside; the seed of a run does not change it"}
static const struct tf_opt glue_opts[] = {COMMON, {.name = NULL}};
static const struct tf_opt qnli_opts[] = {COMMON,
                                          {"source", TF_CHOICE, offsetof(struct opts, source), "glue", 0, 0, "glue|squad",
                                           "of the training set: glue/QNLI/train.tsv, or pairs rebuilt from squad/train-v1.1.json"},
                                          {.name = NULL}};

/* ---- tokens --------------------------------------------------------------------------------------------------------------------- */

struct maker {
    const struct tf_glue *t;
    const struct opts *o;
    const struct tf_wordpiece *v;
    const struct tf_task_env *env;
    const char *file; // whose rows are being added
    struct tf_data_build b;
};

enum { CHUNK = 16384 }; // rows between two looks at the progress

/* Adds row i to split of[i] (NULL: to `all`). */
static int add_rows(struct maker *m, const struct tf_glue_rows *r, const uint8_t *of, enum tf_split all, struct tf_err *e) {
    const int parts = m->t->col[1] ? 2 : 1;
    struct tf_wordpiece_doc *doc = tf_alloc(sizeof *doc * 2 * CHUNK);
    uint64_t *off = tf_alloc(sizeof *off * (2 * CHUNK + 1));
    uint16_t *tok = tf_alloc(sizeof *tok * (size_t)m->o->max_length);
    struct tf_wordpiece_ids ids = {0};
    struct tf_progress p;
    tf_progress_begin(&p, m->t->name, (double)r->n, "examples");
    for (size_t at = 0; at < r->n && !tf_interrupted; at += CHUNK) {
        size_t n = r->n - at < CHUNK ? r->n - at : CHUNK;
        for (size_t i = 0; i < n; i++) {
            const struct tf_glue_row *x = &r->v[at + i];
            doc[(size_t)parts * i] = (struct tf_wordpiece_doc){r->text.s + x->a, x->na};
            if (parts == 2) doc[2 * i + 1] = (struct tf_wordpiece_doc){r->text.s + x->b, x->nb};
        }
        ids.n = 0;
        tf_wordpiece_encode_docs(m->v, doc, n * (size_t)parts, m->env->threads, &ids, off);
        for (size_t i = 0; i < n; i++) {
            const uint64_t *w = off + (size_t)parts * i;
            static const uint16_t nothing[1];
            const uint16_t *b = parts < 2 ? NULL : ids.id ? ids.id + w[1] : nothing; // no text of the chunk has a piece
            int len = tf_bert_join(m->v, ids.id + w[0], (size_t)(w[1] - w[0]), b, b ? (size_t)(w[2] - w[1]) : 0, m->o->max_length, tok);
            tf_data_add(&m->b, of ? (enum tf_split)of[at + i] : all, tok, len, r->v[at + i].label);
        }
        tf_progress_set(&p, (double)(at + n), NULL);
    }
    tf_progress_end(&p);
    char file[64];
    snprintf(file, sizeof file, "%s/%s", m->t->folder, m->file);
    tf_wordpiece_warn(&ids, file);
    tf_wordpiece_ids_free(&ids);
    tf_free(doc);
    tf_free(off);
    tf_free(tok);
    return tf_interrupted ? tf_fail(e, TF_INTERRUPTED, "interrupted while encoding %s", m->t->name) : 0;
}

/* ---- splits ---------------------------------------------------------------------------------------------------------------------- */

static int read_table(struct tf_glue_rows *out, const struct maker *m, const char *file, struct tf_err *e) {
    struct tf_buf rel = {0}, path = {0};
    tf_buf_addf(&rel, "glue/%s/%s", m->t->folder, file);
    bool squad = m->o->source == SOURCE_SQUAD || strcmp(m->t->name, "qnli");
    int rc =
        tf_data_find(m->env, rel.s, squad ? "run datasets/glue/fetch.sh" : "run datasets/glue/fetch.sh, or use source: squad", &path, e);
    if (!rc) rc = tf_glue_read(out, m->t, path.s, e);
    if (!rc && out->skipped)
        tf_log(TF_LOG_WARN, "%s: %zu rows with too few or too many columns were left out, the first in line %d", path.s, out->skipped,
               out->skipped_line);
    tf_buf_free(&rel);
    tf_buf_free(&path);
    return rc;
}

static int read_train(struct tf_glue_rows *out, const struct maker *m, struct tf_err *e) {
    struct tf_buf path = {0};
    if (m->o->source != SOURCE_SQUAD) return read_table(out, m, "train.tsv", e);
    int rc = tf_data_find(m->env, "squad/train-v1.1.json", "see datasets/glue/README.md", &path, e);
    if (!rc) rc = tf_glue_read_squad(out, path.s, (uint64_t)m->o->split_seed, e);
    if (!rc) tf_log(TF_LOG_INFO, "%s: %zu pairs; %zu questions gave none", path.s, out->n, out->skipped);
    tf_buf_free(&path);
    return rc;
}

/* A row by its question; rows of one question become a unit. */
struct asked {
    const char *text;
    size_t n, row;
};

static int by_question(const void *a, const void *b) {
    const struct asked *x = a, *y = b;
    const int c = memcmp(x->text, y->text, x->n < y->n ? x->n : y->n);
    if (c) return c;
    if (x->n != y->n) return x->n < y->n ? -1 : 1;
    return x->row < y->row ? -1 : x->row > y->row;
}

/* row[start[u]] to row[start[u + 1] - 1] (both of n + 1) are rows that stay together. Returns how many units there are: QNLI's questions, of which SQuAD's
 * have two rows in succession; of other tasks, rows. */
static size_t units_of(const struct tf_glue_rows *r, const struct maker *m, size_t *row, size_t *start) {
    const bool questions = !strcmp(m->t->name, "qnli") && m->o->source != SOURCE_SQUAD;
    const size_t alike = m->o->source == SOURCE_SQUAD ? 2 : 1;
    struct asked *a = tf_alloc(sizeof *a * (r->n + 1));
    size_t units = 0;
    for (size_t i = 0; i < r->n; i++) a[i] = (struct asked){r->text.s + r->v[i].a, r->v[i].na, i};
    if (questions) qsort(a, r->n, sizeof *a, by_question);
    for (size_t i = 0; i < r->n; i++) {
        const bool same = questions ? i && a[i].n == a[i - 1].n && !memcmp(a[i].text, a[i - 1].text, a[i].n) : i % alike > 0;
        if (!same) start[units++] = i;
        row[i] = a[i].row;
    }
    start[units] = r->n;
    tf_free(a);
    return units;
}

/* Which rows are held out. */
static int hold_out(uint8_t *of, const struct tf_glue_rows *r, const struct maker *m, struct tf_err *e) {
    const struct opts *o = m->o;
    size_t want = o->valid ? (size_t)o->valid : r->n / 20 < 1000 ? r->n / 20 : 1000, held = 0;
    if (!want) want = 1;
    if (o->validation == VALID_DEV) return 0;
    size_t *row = tf_alloc(3 * (r->n + 1) * sizeof *row), *start = row + r->n + 1, *order = start + r->n + 1;
    const size_t units = units_of(r, m, row, start);
    struct tf_rng rng = tf_rng_at((uint64_t)o->split_seed, TF_RNG_DATA, 0, 0, 0);
    for (size_t u = 0; u < units; u++) order[u] = u;
    tf_shuffle(order, units, sizeof *order, &rng);
    for (size_t u = 0; u < units && held < want; u++)
        for (size_t i = start[order[u]]; i < start[order[u] + 1]; i++, held++) of[row[i]] = TF_VALID;
    tf_free(row);
    if (held < want || held == r->n)
        return tf_fail_option(e, TF_BAD, "task.valid", "valid %zu cannot be set aside of %zu training examples%s", want, r->n,
                              units < r->n ? ", where rows of one question stay together" : "");
    return 0;
}

static void describe(struct tf_data *d, const struct maker *m) {
    const struct opts *o = m->o;
    char valid[64] = "validation = test";
    if (o->validation == VALID_HELDOUT)
        snprintf(valid, sizeof valid, "%zu training examples held out, split_seed %d", d->n[TF_VALID], o->split_seed);
    snprintf(d->source, sizeof d->source, "glue/%s%s%s, test = %s, %s, vocabulary %.16s", m->t->folder, tf_data_subset(d),
             o->source == SOURCE_SQUAD ? ", training pairs from SQuAD" : "", m->t->dev, valid, m->v->hash);
}

static int open_splits(struct maker *m, struct tf_data **out, struct tf_err *e) {
    struct tf_glue_rows train = {0}, dev = {0};
    uint8_t *of = NULL;
    int rc = read_train(&train, m, e) || read_table(&dev, m, m->t->dev, e) ? -1 : 0;
    if (!rc) {
        of = tf_calloc(train.n); // TF_TRAIN is 0
        m->file = m->o->source == SOURCE_SQUAD ? "pairs from SQuAD" : "train.tsv";
        rc = hold_out(of, &train, m, e) || add_rows(m, &train, of, TF_TRAIN, e) ? -1 : 0;
        m->file = m->t->dev;
        if (!rc) rc = add_rows(m, &dev, NULL, TF_TEST, e);
    }
    if (!rc && m->o->validation == VALID_DEV) rc = add_rows(m, &dev, NULL, TF_VALID, e);
    if (!rc) {
        int classes = m->t->labels[2] ? 3 : 2;
        if (m->o->source != SOURCE_SQUAD) tf_data_count(&m->b, train.n, m->t->train);
        tf_data_count(&m->b, dev.n, m->t->valid);
        *out = tf_data_finish(&m->b, m->v->n, classes);
        tf_bert_mark(*out, m->v);
        describe(*out, m);
    }
    tf_free(of);
    tf_glue_rows_free(&train);
    tf_glue_rows_free(&dev);
    return rc;
}

static int open_glue(struct tf_data **out, const struct tf_glue *t, enum tf_metric metric, const void *opts, const struct tf_task_env *env,
                     struct tf_err *e) {
    struct maker m = {.t = t, .o = opts, .env = env};
    struct tf_wordpiece *v = NULL;
    if (tf_bert_vocab(&v, m.o->vocab, env, e)) return -1;
    m.v = v;
    int rc = open_splits(&m, out, e);
    if (!rc) (*out)->metric = metric, (*out)->kind = m.o->source == SOURCE_SQUAD ? TF_DATA_DERIVED : TF_DATA_PUBLISHED;
    tf_data_build_free(&m.b);
    tf_wordpiece_free(v);
    return rc;
}

static int test_path(const struct tf_glue *t, const struct tf_task_env *env, struct tf_buf *path, struct tf_err *e) {
    struct tf_buf rel = {0};
    tf_buf_addf(&rel, "glue/%s/%s", t->folder, t->test);
    int rc = tf_data_find(env, rel.s, "run datasets/glue/fetch.sh", path, e);
    tf_buf_free(&rel);
    return rc;
}

/* The same task with its other test set; none: .test is NULL. */
static struct tf_glue second_test(const struct tf_glue *t) {
    struct tf_glue more = *t;
    more.test = t->more_test, more.submission = t->more_submission;
    return more;
}

static int find_test(const struct tf_glue *t, const struct tf_task_env *env, struct tf_buf *path, size_t *rows, struct tf_err *e) {
    const struct tf_glue more = second_test(t);
    struct tf_glue_rows r = {0}, s = {0};
    struct tf_buf other = {0};
    const size_t at = path->len;
    *rows = 0;
    if (test_path(t, env, path, &(struct tf_err){0})) {
        tf_buf_addf(path, "glue/%s/%s", t->folder, t->test);
        return 0;
    }
    int rc = tf_glue_read_test(&r, t, path->s + at, e);
    if (!rc && more.test && !test_path(&more, env, &other, &(struct tf_err){0})) rc = tf_glue_read_test(&s, &more, other.s, e);
    if (!rc) *rows = r.n + s.n;
    if (!rc && s.n) tf_buf_addf(path, " and %s", other.s);
    tf_glue_rows_free(&r), tf_glue_rows_free(&s);
    tf_buf_free(&other);
    return rc;
}

/* The test set as a dataset with nothing but a test split, whose labels are the numbers in the files. */
static int open_test(struct tf_data **out, const struct tf_glue *t, const struct opts *o, const struct tf_task_env *env, struct tf_err *e) {
    struct maker m = {.t = t, .o = o, .env = env, .file = t->test};
    struct tf_buf path = {0};
    struct tf_wordpiece *v = NULL;
    struct tf_glue_rows rows = {0};
    int rc = test_path(t, env, &path, e) || tf_bert_vocab(&v, o->vocab, env, e) ? -1 : 0;
    m.v = v;
    if (!rc) rc = tf_glue_read_test(&rows, t, path.s, e) || add_rows(&m, &rows, NULL, TF_TEST, e) ? -1 : 0;
    if (!rc) {
        *out = tf_data_finish(&m.b, v->n, t->labels[2] ? 3 : 2);
        tf_bert_mark(*out, v);
    }
    tf_data_build_free(&m.b);
    tf_wordpiece_free(v);
    tf_glue_rows_free(&rows);
    tf_buf_free(&path);
    return rc;
}

static int submit_set(const struct tf_glue *t, const void *opts, const struct tf_task_env *env, const struct tf_trained *m,
                      struct tf_task_out *files, struct tf_err *e) {
    struct opts o = *(const struct opts *)opts;
    struct tf_data *d;
    if (m->max_len < 4) { // [CLS], a piece, and two [SEP]
        tf_log(TF_LOG_WARN, "%s: no predictions for the benchmark: the model was trained on sequences of %d tokens", m->label, m->max_len);
        return 0;
    }
    if (open_test(&d, t, &o, env, e)) return -1;
    if (d->max_len > m->max_len) { // longer than all that the model was made for
        size_t cut = 0;
        for (size_t i = 0; i < d->n[TF_TEST]; i++) cut += tf_data_get(d, TF_TEST, i).len > m->max_len;
        tf_log(TF_LOG_WARN, "%s: %zu of %zu rows of %s are cut to %d tokens, the longest sequence of the model", m->label, cut,
               d->n[TF_TEST], t->test, m->max_len);
        tf_data_close(d);
        o.max_length = m->max_len;
        if (open_test(&d, t, &o, env, e)) return -1;
    }
    if (m->pad) d = tf_data_pad(d, m->pad);
    struct tf_buf text = {0};
    const size_t n = d->n[TF_TEST], classes = (size_t)d->classes;
    tf_real *logits = tf_alloc((n * classes + 1) * sizeof *logits);
    int rc = m->logits(m, d, env->threads, logits, e);
    tf_buf_addf(&text, "index\tprediction\n");
    for (size_t i = 0; i < n && !rc; i++)
        tf_buf_addf(&text, "%d\t%s\n", (int)d->label[TF_TEST][i], t->labels[tf_task_class(logits + i * classes, d->classes)]);
    if (!rc) rc = tf_task_write(files, t->submission, &text, e);
    tf_free(logits);
    tf_buf_free(&text);
    tf_data_close(d);
    return rc;
}

static int submit(const struct tf_glue *t, const void *opts, const struct tf_task_env *env, const struct tf_trained *m,
                  struct tf_task_out *files, struct tf_err *e) {
    const struct tf_glue more = second_test(t);
    struct tf_buf path = {0};
    const bool both = more.test && !test_path(&more, env, &path, &(struct tf_err){0});
    tf_buf_free(&path);
    return submit_set(t, opts, env, m, files, e) || (both && submit_set(&more, opts, env, m, files, e)) ? -1 : 0;
}

static void glue_quirks(const void *opts, struct tf_buf *out) {
    const struct opts *o = opts;
    if (o->validation == VALID_DEV) tf_quirk_add(out, "validation = test");
    if (o->source == SOURCE_SQUAD) tf_quirk_add(out, "training pairs made from SQuAD");
}

#define GLUE(id, name_, title_, column, measure, options)                                                                          \
    static int open_##id(struct tf_data **out, const void *opts, const struct tf_task_env *env, struct tf_err *e) {                \
        return open_glue(out, &tf_glue_tasks[TF_GLUE_##id], measure, opts, env, e);                                                \
    }                                                                                                                              \
    static int submit_##id(const void *opts, const struct tf_task_env *env, const struct tf_trained *m, struct tf_task_out *files, \
                           struct tf_err *e) {                                                                                     \
        return submit(&tf_glue_tasks[TF_GLUE_##id], opts, env, m, files, e);                                                       \
    }                                                                                                                              \
    static int find_test_##id(TF_UNUSED const void *opts, const struct tf_task_env *env, struct tf_buf *path, size_t *rows,        \
                              struct tf_err *e) {                                                                                  \
        return find_test(&tf_glue_tasks[TF_GLUE_##id], env, path, rows, e);                                                        \
    }                                                                                                                              \
    const struct tf_task tf_task_##id = {.name = name_,                                                                            \
                                         .title = title_,                                                                          \
                                         .paper = "arXiv:1804.07461",                                                              \
                                         .paper_table = "table9_glue.csv",                                                         \
                                         .paper_column = column,                                                                   \
                                         .command = "finetune",                                                                    \
                                         .opts = options,                                                                          \
                                         .opts_size = sizeof(struct opts),                                                         \
                                         .open = open_##id,                                                                        \
                                         .fixed = "vocab",                                                                         \
                                         .quirks = glue_quirks,                                                                    \
                                         .submit = submit_##id,                                                                    \
                                         .find_test = find_test_##id}
GLUE(mnli, "mnli", "MNLI", "mnli", TF_METRIC_ACCURACY, glue_opts);
GLUE(qqp, "qqp", "QQP", "qqp", TF_METRIC_ACCURACY, glue_opts);
GLUE(qnli, "qnli", "QNLI", "qnli", TF_METRIC_ACCURACY, qnli_opts);
GLUE(sst_2, "sst-2", "SST-2", "sst2", TF_METRIC_ACCURACY, glue_opts);
GLUE(mrpc, "mrpc", "MRPC", "mrpc", TF_METRIC_F1, glue_opts);
GLUE(rte, "rte", "RTE", "rte", TF_METRIC_ACCURACY, glue_opts);
GLUE(cola, "cola", "CoLA", "cola", TF_METRIC_MATTHEWS, glue_opts);
