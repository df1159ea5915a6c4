/* The SQuAD task: options, splits, the cache. Validation is on whole articles that are kept from the training; the test is the published dev set.
 * Questions are shuffled by split_seed, so that the start of a split is a sample of it. */
#include <limits.h>
#include <string.h>

#include "task/squad_window.h"
#include "data/split.h"
#include "task/squad_score.h"
#include "task/task.h"
#include "text/bert.h"
#include "text/texts.h"

#define READER 2 // version: raise it when the same files give other examples, or another note
enum { VALID_HELDOUT, VALID_TEST };
enum { TRAIN_PUBLISHED = 87599, TEST_PUBLISHED = 10570 }; // questions
enum { LENGTH_MAX = 32767 };                              // an end fits into the upper half of a label

#define OPT(field) #field, TF_INT, offsetof(struct tf_squad_opts, field)
const struct tf_opt tf_squad_opt_table[] = {
    {OPT(max_length), "384", 8, LENGTH_MAX, NULL, "pieces of a window: [CLS] question [SEP] a part of the context [SEP]"},
    {OPT(doc_stride), "128", 1, LENGTH_MAX, NULL, "pieces from one window of a context to the next, where it needs several"},
    {OPT(max_query_length), "64", 1, LENGTH_MAX, NULL, "pieces of the question that count"},
    {"validation", TF_CHOICE, offsetof(struct tf_squad_opts, validation), "heldout", 0, 0, "heldout|test",
     "heldout: training articles set aside; test: the test set, as published (the training set is then whole)"},
    {OPT(heldout), "22", 1, INT_MAX, NULL, "training articles set aside, of 442"},
    {OPT(split_seed), "1", 0, INT_MAX, NULL, "which are set aside, and the order of the questions; the seed of a run changes neither"},
    {OPT(train), "0", 0, INT_MAX, NULL, "use only this many training questions; 0: all"},
    {OPT(valid), "0", 0, INT_MAX, NULL, "use only this many validation questions; 0: all"},
    {OPT(test), "0", 0, INT_MAX, NULL, "use only this many test questions; 0: all"},
    {OPT(n_best), "20", 1, 1000, NULL, "starts and ends of a window that are combined, and answers that are kept"},
    {OPT(max_answer_length), "30", 1, LENGTH_MAX, NULL, "pieces of the longest answer that is predicted"},
    {"vocab", TF_STRING, offsetof(struct tf_squad_opts, vocab), TF_BERT_VOCAB, 0, 0, NULL,
     "BERT's uncased vocabulary, below the data directory"},
    {.name = NULL}};

/* ---- splits ------------------------------------------------------------------------------------------------------------------- */

/* The questions of the articles with held[article] == want, in the order of the seed; the first `limit` of them (0: all). held NULL: all articles. */
static size_t pick(const struct tf_squad *f, const bool *held, bool want, int limit, enum tf_split s, int seed, uint32_t *out) {
    struct tf_rng rng = tf_rng_at((uint64_t)seed, TF_RNG_DATA, 0, (uint32_t)s, 0);
    size_t n = 0;
    for (size_t i = 0; i < f->questions; i++)
        if (!held || held[f->paragraph[f->question[i].paragraph].article] == want) out[n++] = (uint32_t)i;
    tf_shuffle(out, n, sizeof *out, &rng);
    return limit && (size_t)limit < n ? (size_t)limit : n;
}

static void add_windows(struct tf_data_build *b, enum tf_split split, const struct tf_squad_set *s) {
    uint16_t *tok = tf_alloc((size_t)s->max_length * sizeof *tok);
    for (size_t w = 0; w < s->windows; w++) {
        int n = tf_squad_tokens(s, w, tok);
        tf_data_add(b, split, tok, n, tf_squad_label(s, w));
    }
    tf_free(tok);
}

/* Chooses the questions of a split; of those to be learned from, the ones with an answer. */
static void choose(struct tf_squad_set *s, const bool *held, int limit, enum tf_split split, int seed) {
    uint32_t *q = tf_alloc((s->file->questions + 1) * sizeof *q);
    size_t n = pick(s->file, held, split == TF_VALID, limit, split, seed, q), kept = 0;
    tf_squad_choose(s, q, n);
    if (split == TF_TRAIN) {
        for (size_t i = 0; i < n; i++)
            if (tf_squad_answered(s, i)) q[kept++] = q[i];
        if (kept < n) tf_squad_choose(s, q, kept);
    }
    tf_free(q);
}

static void warn_misplaced(const struct tf_squad *f, const char *so) {
    if (f->misplaced) tf_log(TF_LOG_WARN, "%s: %zu of %zu answers are not where they should be: %s", f->name, f->misplaced, f->answers, so);
}

static int add_training(struct tf_data_build *b, const char *path, const struct tf_wordpiece *v, const struct tf_squad_opts *o, int threads,
                        struct tf_err *e) {
    struct tf_squad *f;
    if (tf_squad_load(&f, path, e)) return -1;
    size_t set_aside = o->validation == VALID_HELDOUT ? (size_t)o->heldout : 0, articles = f->articles;
    if (set_aside >= articles) {
        tf_squad_free(f);
        return tf_fail_option(e, TF_BAD, "task.heldout", "heldout %zu: %s has %zu articles, and one must be left for the training",
                              set_aside, path, articles);
    }
    warn_misplaced(f, "their questions are left out");
    tf_data_count(b, f->questions, TRAIN_PUBLISHED);
    struct tf_squad_set *s = tf_squad_encode(f, v, o, threads);
    bool *held = tf_calloc(articles * sizeof *held);
    uint32_t *order = tf_alloc(articles * sizeof *order);
    struct tf_rng rng = tf_rng_at((uint64_t)o->split_seed, TF_RNG_DATA, 0, TF_SPLITS, 0);
    for (size_t i = 0; i < articles; i++) order[i] = (uint32_t)i;
    tf_shuffle(order, articles, sizeof *order, &rng);
    for (size_t i = 0; i < set_aside; i++) held[order[i]] = true;
    choose(s, held, o->train, TF_TRAIN, o->split_seed);
    add_windows(b, TF_TRAIN, s);
    if (set_aside) {
        choose(s, held, o->valid, TF_VALID, o->split_seed);
        add_windows(b, TF_VALID, s);
    }
    tf_free(held), tf_free(order);
    tf_squad_set_free(s);
    return b->part[TF_TRAIN].n ? 0 : tf_fail(e, TF_BAD, "%s: no question to learn from", path);
}

/* Questions of TF_TEST, in the order in which they are read: as many as the limits of test, and of validation where that is the test set, too. 0: all. */
static int test_limit(const struct tf_squad_opts *o) { return o->validation == VALID_TEST ? tf_share_limit(o->valid, o->test) : o->test; }

static int read_test(struct tf_squad_set **out, const char *path, const struct tf_wordpiece *v, const struct tf_squad_opts *o, int threads,
                     struct tf_err *e) {
    struct tf_squad *f;
    if (tf_squad_load(&f, path, e)) return -1;
    warn_misplaced(f, "they count in the score, but not in the loss");
    struct tf_squad_set *s = tf_squad_encode(f, v, o, threads);
    choose(s, NULL, test_limit(o), TF_TEST, o->split_seed);
    *out = s;
    return 0;
}

/* Windows of the first `limit` questions (0: of all). */
static size_t windows(const struct tf_squad_set *s, int limit) { return s->first[limit && (size_t)limit < s->n ? (size_t)limit : s->n]; }

/* The validation set is the test set, but for the limits, which count questions. s NULL: they are the same. */
static void share_test(struct tf_data *d, struct tf_squad_set *s, const struct tf_squad_opts *o) {
    tf_share_test(d, s ? windows(s, o->valid) : d->n[TF_TEST], s ? windows(s, o->test) : d->n[TF_TEST]);
    if (!s) return;
    s->windows = d->n[TF_TEST];
    if (o->test && (size_t)o->test < s->n) s->n = (size_t)o->test;
}

/* ---- opening -------------------------------------------------------------------------------------------------------------------- */

struct files {
    struct tf_buf train, test;
    struct tf_wordpiece *v;
};

static int find_files(struct files *f, const struct tf_squad_opts *o, const struct tf_task_env *env, struct tf_err *e) {
    static const char hint[] = "run datasets/squad/fetch.sh";
    if (tf_data_find(env, "squad/train-v1.1.json", hint, &f->train, e) || tf_data_find(env, "squad/dev-v1.1.json", hint, &f->test, e))
        return -1;
    return tf_bert_vocab(&f->v, o->vocab, env, e);
}

static void files_free(struct files *f) {
    tf_buf_free(&f->train), tf_buf_free(&f->test);
    tf_wordpiece_free(f->v);
}

/* What the examples depend on: the cache key, and a file name made from it. */
static int make_key(const struct files *f, const struct tf_squad_opts *o, char key[256], char name[64], struct tf_err *e) {
    uint64_t files;
    if (tf_texts_stamp(&files, (const char *const[]){f->train.s, f->test.s}, 2, e)) return -1;
    snprintf(key, 256, "squad v%d files %016llx vocabulary %.16s windows %d/%d/%d heldout %d seed %d questions %d/%d/%d", READER,
             (unsigned long long)files, f->v->hash, o->max_length, o->doc_stride, o->max_query_length,
             o->validation == VALID_HELDOUT ? o->heldout : 0, o->split_seed, o->train, o->validation == VALID_HELDOUT ? o->valid : 0,
             test_limit(o));
    snprintf(name, 64, "squad-v%d-%016llx.data", READER, (unsigned long long)tf_hash64(key, strlen(key), 0));
    return 0;
}

struct source {
    const struct files *f;
    const struct tf_squad_opts *o;
    struct tf_squad_set **test; /* is read if it must be */
};

static struct tf_data *read_files(const void *arg, const struct tf_task_env *env, struct tf_err *e) {
    const struct source *c = arg;
    const struct files *f = c->f;
    struct tf_data_build b = {0};
    struct tf_data *d = NULL;
    if (!*c->test && read_test(c->test, f->test.s, f->v, c->o, env->threads, e)) return NULL;
    if (!add_training(&b, f->train.s, f->v, c->o, env->threads, e)) {
        add_windows(&b, TF_TEST, *c->test);
        tf_data_count(&b, (*c->test)->file->questions, TEST_PUBLISHED);
        d = tf_data_finish(&b, f->v->n, 1);
    }
    tf_data_build_free(&b);
    return d;
}

/* The examples. *test is read if it must be. */
static struct tf_data *get(const struct files *f, struct tf_squad_set **test, const struct tf_squad_opts *o, const struct tf_task_env *env,
                           struct tf_err *e) {
    const struct source c = {f, o, test};
    char key[256], name[64];
    if (make_key(f, o, key, name, e)) return NULL;
    return tf_data_cached(&(struct tf_cached){.what = "SQuAD", .name = name, .key = key, .make = read_files, .arg = &c}, env, e);
}

static int check(const void *opts, const char **option, struct tf_err *e) {
    const struct tf_squad_opts *o = opts;
    *option = "max_length";
    if (o->max_length <= o->max_query_length + 3)
        return tf_fail(e, TF_BAD, "max_length %d must be more than max_query_length %d and 3 pieces between", o->max_length,
                       o->max_query_length);
    return 0;
}

static void set_source(struct tf_data *d, const struct tf_squad_opts *o, const char *path) {
    char valid[64] = "validation = test";
    if (o->validation == VALID_HELDOUT) snprintf(valid, sizeof valid, "%d training articles held out", o->heldout);
    snprintf(d->source, sizeof d->source, "SQuAD v1.1%s, files of %s, %s, split_seed %d", tf_data_subset(d),
             tf_data_place(path, (size_t)(strrchr(path, '/') - path), 1), valid, o->split_seed);
}

int tf_squad_open(struct tf_data **out, struct tf_squad_set **test, const struct tf_squad_opts *o, const struct tf_task_env *env,
                  struct tf_err *e) {
    struct files f = {0};
    struct tf_squad_set *s = NULL;
    struct tf_data *d = NULL;
    bool shared = o->validation == VALID_TEST;
    if (!find_files(&f, o, env, e) && ((!test && !(shared && o->valid != o->test)) || !read_test(&s, f.test.s, f.v, o, env->threads, e)))
        d = get(&f, &s, o, env, e);
    if (d && s && d->n[TF_TEST] != s->windows) {
        tf_fail(e, TF_BAD, "%s has %zu windows, but the cached file has %zu: has it changed?", f.test.s, s->windows, d->n[TF_TEST]);
        tf_data_close(d);
        d = NULL;
    }
    if (d) {
        d->objective = TF_SPANS, d->metric = TF_METRIC_ACCURACY;
        tf_bert_mark(d, f.v);
        if (shared) share_test(d, s, o);
        set_source(d, o, f.train.s);
        *out = d;
        if (test) *test = s, s = NULL;
    }
    tf_squad_set_free(s);
    files_free(&f);
    return d ? 0 : -1;
}

static int open_squad(struct tf_data **out, const void *opts, const struct tf_task_env *env, struct tf_err *e) {
    return tf_squad_open(out, NULL, opts, env, e);
}

/* ---- the official score ---------------------------------------------------------------------------------------------------------- */

struct files_out { // predictions.json and nbest_predictions.json
    struct tf_buf best, all;
};

static void grade_all(const struct tf_squad_set *s, const tf_real *logits, const uint64_t *off, const struct tf_squad_opts *o,
                      struct tf_answers *a, struct files_out *f) {
    struct tf_squad_guess *g = tf_alloc((size_t)o->n_best * sizeof *g);
    *a = (struct tf_answers){.n = s->n, .metric = TF_METRIC_F1};
    for (size_t i = 0; i < s->n; i++) {
        double f1;
        struct tf_squad_text id = s->file->question[s->question[i]].id;
        int n = tf_squad_guess(s, i, logits, off, o->n_best, o->max_answer_length, g);
        a->exact += tf_squad_grade(s->file, s->question[i], g[0].text, &f1);
        a->sum += f1, a->squares += f1 * f1;
        tf_buf_addf(&f->best, "%s\n    ", i ? "," : "{");
        tf_buf_addf(&f->all, "%s\n    ", i ? "," : "{");
        tf_squad_put_best(&f->best, id, g);
        tf_squad_put_guesses(&f->all, id, g, n);
    }
    tf_buf_addf(&f->best, "\n}\n");
    tf_buf_addf(&f->all, "\n}\n");
    tf_free(g);
}

static int score_windows(const struct tf_data *d, const struct tf_squad_set *s, const struct tf_squad_opts *o, int threads,
                         const struct tf_trained *m, struct tf_task_out *files, struct tf_answers *out, struct tf_err *e) {
    struct files_out f = {0};
    tf_real *logits = tf_alloc((2 * d->off[TF_TEST][d->n[TF_TEST]] + 1) * sizeof *logits);
    int rc = m->logits(m, d, threads, logits, e);
    if (!rc) grade_all(s, logits, d->off[TF_TEST], o, out, &f);
    if (!rc && files->dir)
        rc = tf_task_write(files, "predictions.json", &f.best, e) || tf_task_write(files, "nbest_predictions.json", &f.all, e) ? -1 : 0;
    tf_buf_free(&f.best), tf_buf_free(&f.all);
    tf_free(logits);
    return rc;
}

static int score(const void *opts, const struct tf_task_env *env, const struct tf_trained *m, struct tf_task_out *files,
                 struct tf_answers *out, struct tf_err *e) {
    struct tf_data *d;
    struct tf_squad_set *s;
    int rc = 0;
    if (tf_squad_open(&d, &s, opts, env, e)) return -1;
    if (m->pad && m->pad < d->max_len) rc = tf_fail(e, TF_BAD, "data.pad %d would cut windows of %d tokens", m->pad, d->max_len);
    else if (m->pad) d = tf_data_pad(d, m->pad);
    if (!rc) rc = score_windows(d, s, opts, env->threads, m, files, out, e);
    tf_squad_set_free(s);
    tf_data_close(d);
    return rc;
}

static void quirks(const void *opts, struct tf_buf *out) {
    const struct tf_squad_opts *o = opts;
    if (o->validation == VALID_TEST) tf_quirk_add(out, "validation = test");
}

const struct tf_task tf_task_squad = {
    .name = "squad",
    .title = "SQuAD",
    .paper = "arXiv:1606.05250; windows as arXiv:1810.04805 sec. 4.2",
    .paper_table = "table2_bert.csv",
    .paper_column = "squad_f1",
    .command = "finetune",
    .opts = tf_squad_opt_table,
    .opts_size = sizeof(struct tf_squad_opts),
    .objective = TF_SPANS,
    .check = check,
    .open = open_squad,
    .fixed = "vocab",
    .quirks = quirks,
    .score = score,
};
