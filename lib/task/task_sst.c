/* Stanford Sentiment Treebank (Socher et al. 2013): the sentiment of a sentence from a film review, five classes from very negative to very positive; or
 * two (sst-binary), without the neutral sentences. Words are cut at blanks, as the files have them.
 *
 * A line of sst1/stsa.fine.{train,dev,test}: the class 0..4, a blank, the sentence. Published results train on all labelled phrases of the parse trees as
 * well (stsa.fine.phrases.train, in the same form). */
#include <string.h>

#include "io/io.h"
#include "task/task.h"
#include "text/words.h"

enum { FINE = 5, NEUTRAL = 2 };
struct sst {
    int max_length;
    bool phrases, lower;
    struct tf_words_opts words;
};

#define AT(f) offsetof(struct sst, f)
static const struct tf_opt sst_opts[] = {
    {"max_length", TF_INT, AT(max_length), "64", 1, 65535, NULL, "words that the model sees, from the start; the longest sentence has 56"},
    {"phrases", TF_BOOL, AT(phrases), "false", 0, 0, NULL, "train on stsa.fine.phrases.train, all labelled phrases, as published"},
    {"lower", TF_BOOL, AT(lower), "true", 0, 0, NULL, "lower case"},
    TF_NESTED(tf_words_opts, AT(words)),
    {.name = NULL}};
#undef AT

static const size_t published[TF_SPLITS] = {8544, 1101, 2210}; // sentences

struct text {
    struct tf_buf path;
    struct tf_map map;
};

/* The sentence of the line at `at`, and its class; *next: where the next line begins. Empty lines have no sentence, NULL. */
static int read_line(const struct text *t, size_t at, int line, size_t *next, const char **sentence, size_t *n, int *label,
                     struct tf_err *e) {
    const char *s = (const char *)t->map.p + at, *lf = memchr(s, '\n', t->map.n - at);
    size_t len = lf ? (size_t)(lf - s) : t->map.n - at;
    *next = at + len + 1, *sentence = NULL;
    while (len && (s[len - 1] == '\r' || s[len - 1] == ' ')) len--;
    if (!len) return 0;
    size_t word = 0; // the file is no string: it may end without a blank or a line end
    while (word < len && word < 40 && s[word] != ' ') word++;
    if (s[0] < '0' || s[0] >= '0' + FINE || (len > 1 && s[1] != ' '))
        return tf_fail(e, TF_BAD, "%s:%d: '%.*s' is no class: a line is a class from 0 to 4, a blank, and the sentence", t->path.s, line,
                       (int)word, s);
    if (len < 3) return tf_fail(e, TF_BAD, "%s:%d: the sentence is empty", t->path.s, line);
    *label = s[0] - '0', *sentence = s + 2, *n = len - 2;
    return 0;
}

/* The class in the task's own set, -1: the sentence is left out. */
static int class_of(int label, bool two) { return !two ? label : label == NEUTRAL ? -1 : label > NEUTRAL; }

/* b NULL: the words are counted; else the sentences become examples. */
static int read_split(const struct text *t, const struct sst *o, bool two, enum tf_split s, struct tf_words *w, struct tf_data_build *b,
                      struct tf_err *e) {
    uint16_t *tok = NULL;
    size_t cap = 0, n = 0, rows = 0;
    const char *sentence;
    int line = 1, label = 0, rc = 0;
    for (size_t at = tf_utf8_mark(t->map.p, t->map.n); at < t->map.n && !rc; line++) {
        rc = read_line(t, at, line, &at, &sentence, &n, &label, e);
        if (rc || !sentence) continue;
        rows++;
        if (class_of(label, two) < 0) continue;
        if (!b) {
            tf_words_add(w, sentence, n, s == TF_TRAIN);
            continue;
        }
        const int len = tf_words_ids(w, sentence, n, o->max_length, &tok, &cap); // first: it may move tok
        if (len) tf_data_add(b, s, tok, len, class_of(label, two));
        else rc = tf_fail(e, TF_BAD, "%s:%d: the sentence has no words", t->path.s, line);
    }
    tf_free(tok);
    if (rc) return -1;
    if (b && (s != TF_TRAIN || !o->phrases)) tf_data_count(b, rows, published[s]);
    return rows ? 0 : tf_fail(e, TF_BAD, "%s: no sentences", t->path.s);
}

static int open_files(struct text t[TF_SPLITS], const struct sst *o, const struct tf_task_env *env, struct tf_err *e) {
    const char *const name[TF_SPLITS] = {o->phrases ? "sst1/stsa.fine.phrases.train" : "sst1/stsa.fine.train", "sst1/stsa.fine.dev",
                                         "sst1/stsa.fine.test"};
    for (int s = 0; s < TF_SPLITS; s++)
        if (tf_data_find(env, name[s], "run datasets/sst1/fetch.sh", &t[s].path, e) || tf_map_open(&t[s].map, t[s].path.s, e)) return -1;
    return 0;
}

static int open_sst(struct tf_data **out, const struct sst *o, const struct tf_task_env *env, bool two, struct tf_err *e) {
    struct text t[TF_SPLITS] = {0};
    struct tf_words w = {.cut = TF_WORDS_BLANKS, .lower = o->lower};
    struct tf_data_build b = {0};
    int rc = open_files(t, o, env, e);
    for (int s = 0; s < TF_SPLITS && !rc; s++) rc = read_split(&t[s], o, two, (enum tf_split)s, &w, NULL, e);
    if (!rc) rc = tf_words_finish(&w, &o->words, env, e);
    for (int s = 0; s < TF_SPLITS && !rc; s++) rc = read_split(&t[s], o, two, (enum tf_split)s, &w, &b, e);
    if (!rc) {
        struct tf_data *d = *out = tf_data_finish(&b, w.vocab, two ? 2 : FINE);
        tf_words_give(&w, d);
        snprintf(d->source, sizeof d->source, "sst1/stsa.fine.{%strain,dev,test}%s, %d words%s", o->phrases ? "phrases." : "",
                 tf_data_subset(d), w.vocab, d->vectors ? ", with vectors" : "");
        tf_log(TF_LOG_INFO, "SST: %zu sentences for training, %zu for validation, %zu for the test; %d words, %zu tokens outside them",
               d->n[TF_TRAIN], d->n[TF_VALID], d->n[TF_TEST], w.vocab - 1, w.outside);
    }
    for (int s = 0; s < TF_SPLITS; s++) {
        if (t[s].map.p) tf_map_close(&t[s].map);
        tf_buf_free(&t[s].path);
    }
    tf_data_build_free(&b);
    tf_words_free(&w);
    return rc ? -1 : 0;
}

static int open_five(struct tf_data **out, const void *opts, const struct tf_task_env *env, struct tf_err *e) {
    return open_sst(out, opts, env, false, e);
}
static int open_two(struct tf_data **out, const void *opts, const struct tf_task_env *env, struct tf_err *e) {
    return open_sst(out, opts, env, true, e);
}

static void quirks(const void *opts, struct tf_buf *out) {
    if (!((const struct sst *)opts)->phrases) tf_quirk_add(out, "trained on whole sentences, not on phrases");
}

const struct tf_task tf_task_sst = {
    .name = "sst",
    .title = "SST-1",
    .paper = "Socher et al. 2013 (EMNLP D13-1170), RLGM 2019 (SegTree) Table 2",
    .paper_table = "segtree_cls.csv",
    .paper_column = "sst1",
    .opts = sst_opts,
    .opts_size = sizeof(struct sst),
    .open = open_five,
    .fixed = "max_vocab|lower|phrases",
    .quirks = quirks,
};
const struct tf_task tf_task_sst_binary = {
    .name = "sst-binary",
    .title = "SST, two classes",
    .paper = "Socher et al. 2013 (EMNLP D13-1170)",
    .opts = sst_opts,
    .opts_size = sizeof(struct sst),
    .open = open_two,
    .fixed = "max_vocab|lower|phrases",
    .quirks = quirks,
};
