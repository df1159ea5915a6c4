/* Labelled texts of the user's own. A line is an example: its label, a tab, the text. The labels of the training examples are the classes, in the order of
 * their bytes. A text is read byte by byte, as `text` (a token is a byte + 1), or word by word, as `imdb`.
 *
 * Without a file of its own the test set, and then the validation set, is drawn from train_file: as many lines as its share says, chosen by split_seed. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "data/split.h"
#include "io/io.h"
#include "task/task.h"
#include "text/words.h"

enum { UNIT_BYTE, UNIT_WORD };
enum { CLASSES_MAX = 1000 };
struct opts {
    char file[TF_SPLITS][TF_STRING_MAX];
    double valid_share, test_share;
    int split_seed, unit, max_length;
    struct tf_words_opts words;
};

#define AT(field) offsetof(struct opts, field)
static const struct tf_opt labelled_opts[] = {
    {"train_file", TF_STRING, AT(file[TF_TRAIN]), "", 0, 0, NULL, "looked for in the data folders; a line is an example: label<TAB>text"},
    {"valid_file", TF_STRING, AT(file[TF_VALID]), "", 0, 0, NULL, "the same; without one, some lines of train_file are held out"},
    {"test_file", TF_STRING, AT(file[TF_TEST]), "", 0, 0, NULL, "the same"},
    {"valid_share", TF_REAL, AT(valid_share), "0.1", 0.0001, 0.4, NULL, "of train_file's lines, where there is no valid_file"},
    {"test_share", TF_REAL, AT(test_share), "0.1", 0.0001, 0.4, NULL, "the same, where there is no test_file"},
    {"split_seed", TF_INT, AT(split_seed), "1", 0, INT_MAX, NULL, "decides which lines are held out; the seed of a run does not"},
    {"unit", TF_CHOICE, AT(unit), "byte", 0, 0, "byte|word", "what a token is; words are cut as BERT's basic tokenizer does"},
    {"max_length", TF_INT, AT(max_length), "1024", 1, 65535, NULL, "tokens that the model sees, from the start"},
    TF_NESTED(tf_words_opts, AT(words)),
    {.name = NULL}};
#undef AT

static int check(const void *opts, const char **option, struct tf_err *e) {
    const struct opts *o = opts;
    *option = "train_file";
    if (!*o->file[TF_TRAIN]) return tf_fail(e, TF_BAD, "no file is named: give train_file, whose lines are label<TAB>text");
    *option = *o->words.vectors ? "vectors" : "max_vocab";
    if (o->unit == UNIT_BYTE && (*o->words.vectors || o->words.max_vocab))
        return tf_fail(e, TF_BAD, "%s is for words, but a token is a byte here: set unit: word, or leave it out", *option);
    return 0;
}

/* ---- files --------------------------------------------------------------------------------------------------------------------- */

struct line {
    const char *text;
    size_t n;
    uint32_t label; // a place in labels.w
    int file, number;
};
struct texts {
    struct tf_buf path[TF_SPLITS];
    struct tf_map map[TF_SPLITS];
    struct line *of[TF_SPLITS]; // a split without a file of its own points into the training file's
    size_t n[TF_SPLITS];
    int first[TF_SPLITS]; // line of a file's first example
    struct line *mem[TF_SPLITS];
    struct tf_word_counts labels; // w[].count: training examples
    int *class_of;                // (labels.n)
};

static void free_texts(struct texts *t) {
    for (int s = 0; s < TF_SPLITS; s++) {
        if (t->map[s].p) tf_map_close(&t->map[s]);
        tf_buf_free(&t->path[s]), tf_free(t->mem[s]);
    }
    tf_word_counts_free(&t->labels);
    tf_free(t->class_of);
}

static int fail_line(const struct texts *t, const struct line *x, struct tf_err *e, const char *why) {
    return tf_fail(e, TF_BAD, "%s:%d: %s", t->path[x->file].s, x->number, why);
}

static int read_line(struct texts *t, const char *s, const char *end, struct line *x, struct tf_err *e) {
    const char *tab = memchr(s, '\t', (size_t)(end - s));
    if (!tab) return fail_line(t, x, e, "no tab: a line is a label, a tab, and the text");
    if (tab == s || memchr(s, 0, (size_t)(tab - s)))
        return fail_line(t, x, e, tab == s ? "the label is empty: a line is a label, a tab, and the text" : "the label has a NUL byte");
    if (tab + 1 == end) return fail_line(t, x, e, "the text is empty");
    x->label = tf_word_counts_add_word(&t->labels, s, (size_t)(tab - s), 0);
    x->text = tab + 1, x->n = (size_t)(end - tab - 1);
    return 0;
}

/* The next line that is not empty; *s goes behind it. 1: none is left. */
static int next_line(struct texts *t, const char **s, const char *end, struct line *x, struct tf_err *e) {
    while (*s < end) {
        if (tf_interrupted) return tf_fail(e, TF_INTERRUPTED, "interrupted while reading %s", t->path[x->file].s);
        const char *from = *s, *lf = memchr(from, '\n', (size_t)(end - from)), *last = lf ? lf : end;
        *s = lf ? lf + 1 : end, x->number++;
        if (last > from && last[-1] == '\r') last--;
        if (x->number == 1) from += tf_utf8_mark(from, (size_t)(last - from));
        if (from < last) return read_line(t, from, last, x, e);
    }
    return 1;
}

static int read_file(struct texts *t, int split, struct tf_err *e) {
    struct line x = {.file = split};
    const char *s = t->map[split].p, *end = s + t->map[split].n;
    size_t cap = 0;
    int rc;
    while (!(rc = next_line(t, &s, end, &x, e))) {
        TF_GROW(t->of[split], t->n[split], cap);
        t->of[split][t->n[split]++] = x;
    }
    t->mem[split] = t->of[split];
    t->first[split] = t->n[split] ? t->of[split][0].number : 0;
    return rc < 0 ? -1 : t->n[split] ? 0 : tf_fail(e, TF_BAD, "%s: no examples", t->path[split].s);
}

static int read_files(struct texts *t, const struct opts *o, const struct tf_task_env *env, struct tf_err *e) {
    for (int s = 0; s < TF_SPLITS; s++) {
        if (!*o->file[s]) continue;
        if (tf_data_find(env, o->file[s], "task.{train,valid,test}_file name labelled texts", &t->path[s], e)) return -1;
        if (tf_map_open(&t->map[s], t->path[s].s, e) || read_file(t, s, e)) return -1;
    }
    return 0;
}

static const char *label_of(const struct texts *t, uint32_t i) { return t->labels.text.s + t->labels.w[i].at; }

/* At most 40 bytes of a label, whole characters; '?' for what is no text. */
static void add_label(const char *label, struct tf_buf *out) {
    size_t n = strlen(label);
    if (n > 40)
        for (n = 40; n && ((unsigned char)label[n] & 0xC0) == 0x80;) n--;
    for (size_t k = 0, step; k < n; k += step) {
        uint32_t letter;
        step = tf_utf8_next(label + k, n - k, &letter);
        if (!step || letter < ' ' || letter == 127) tf_buf_addf(out, "?"), step = 1;
        else tf_buf_add(out, label + k, step);
    }
}

/* Whose label stands in no other line: perhaps the name of the column. */
static void warn_of_heading(const struct texts *t) {
    const struct line *first = t->of[TF_TRAIN];
    struct tf_buf label = {0};
    for (int s = 0; s < TF_SPLITS; s++)
        for (size_t i = 1; i < t->n[s]; i++)
            if (t->of[s][i].label == first->label) return;
    add_label(label_of(t, first->label), &label);
    tf_log(TF_LOG_WARN, "%s:%d: the label '%s' stands in no other line: if this is a heading, remove it", t->path[TF_TRAIN].s,
           first->number, label.s);
    tf_buf_free(&label);
}

/* ---- splits and classes ---------------------------------------------------------------------------------------------------------- */

/* The test set is drawn first: it does not depend on whether there is a file for validation. */
static int hold_out(struct texts *t, const struct opts *o, struct tf_err *e) {
    const double share[TF_SPLITS] = {0, o->valid_share, o->test_share};
    const size_t all = t->n[TF_TRAIN];
    struct tf_rng rng = tf_rng_at((uint64_t)o->split_seed, TF_RNG_DATA, 0, 0, 0);
    if (!*o->file[TF_VALID] || !*o->file[TF_TEST]) tf_shuffle(t->of[TF_TRAIN], all, sizeof *t->of[TF_TRAIN], &rng);
    for (int s = TF_TEST; s > TF_TRAIN; s--) {
        if (*o->file[s]) continue;
        t->n[s] = (size_t)(share[s] * (double)all + 1e-6); // 0.29 of 100 are 29
        if (!t->n[s] || t->n[s] >= t->n[TF_TRAIN])
            return tf_fail(e, TF_BAD, "%s has %zu examples, too few to hold out %s_share %g of them", t->path[TF_TRAIN].s, all,
                           s == TF_TEST ? "test" : "valid", share[s]);
        t->n[TF_TRAIN] -= t->n[s];
        t->of[s] = t->of[TF_TRAIN] + t->n[TF_TRAIN];
    }
    return 0;
}

static int fail_unknown(const struct texts *t, const struct line *x, struct tf_err *e) {
    struct tf_buf label = {0};
    add_label(label_of(t, x->label), &label);
    tf_fail(e, TF_BAD, "%s:%d: no training example has the label '%s'%s%s", t->path[x->file].s, x->number, label.s,
            x->file == TF_TRAIN ? ": all of its lines are held out; add some, or try another split_seed" : "",
            x->number == t->first[x->file] ? "; if this is a heading, remove it" : "");
    tf_buf_free(&label);
    return -1;
}

static int number_classes(struct texts *t, struct tf_err *e) {
    struct tf_word_counts *c = &t->labels;
    for (size_t i = 0; i < t->n[TF_TRAIN]; i++) c->w[t->of[TF_TRAIN][i].label].count++;
    for (int s = TF_VALID; s < TF_SPLITS; s++)
        for (const struct line *x = t->of[s]; x < t->of[s] + t->n[s]; x++)
            if (!c->w[x->label].count) return fail_unknown(t, x, e);
    if (c->n < 2 || c->n > CLASSES_MAX)
        return tf_fail(e, TF_BAD, "%s: %zu different label%s, 2 to %d are expected", t->path[TF_TRAIN].s, c->n, c->n == 1 ? "" : "s",
                       CLASSES_MAX);
    t->class_of = tf_calloc(sizeof *t->class_of * c->n);
    for (uint32_t i = 0; i < c->n; i++)
        for (uint32_t k = 0; k < c->n; k++) t->class_of[i] += strcmp(label_of(t, k), label_of(t, i)) < 0;
    return 0;
}

/* ---- examples ---------------------------------------------------------------------------------------------------------------------- */

/* A split by its file, where it has one. */
static const char *split_of(const struct texts *t, int s, char text[256]) {
    static const char *const held[TF_SPLITS] = {"", ", held out for validation", ", held out for the test"};
    const bool own = t->path[s].len;
    snprintf(text, 256, "%.200s%s", t->path[own ? s : TF_TRAIN].s, own ? "" : held[s]);
    return text;
}

static int add_words(struct tf_data_build *b, const struct texts *t, const struct opts *o, struct tf_words *w, struct tf_err *e) {
    uint16_t *tok = NULL;
    size_t cap = 0;
    char text[256];
    int rc = 0;
    for (int s = 0; s < TF_SPLITS; s++) {
        for (const struct line *x = t->of[s]; x < t->of[s] + t->n[s] && !rc; x++) {
            const int len = tf_words_ids(w, x->text, x->n, o->max_length, &tok, &cap);
            if (len) tf_data_add(b, (enum tf_split)s, tok, len, t->class_of[x->label]);
            else rc = fail_line(t, x, e, "the text has no words");
        }
        if (!rc) tf_words_warn(w, split_of(t, s, text), s == TF_TRAIN);
    }
    tf_free(tok);
    return rc;
}

static void add_bytes(struct tf_data_build *b, const struct texts *t, const struct opts *o) {
    uint16_t *tok = tf_alloc(sizeof *tok * (size_t)o->max_length);
    for (int s = 0; s < TF_SPLITS; s++)
        for (const struct line *x = t->of[s]; x < t->of[s] + t->n[s]; x++) {
            const int len = x->n < (size_t)o->max_length ? (int)x->n : o->max_length;
            for (int k = 0; k < len; k++) tok[k] = (uint16_t)((unsigned char)x->text[k] + 1);
            tf_data_add(b, (enum tf_split)s, tok, len, t->class_of[x->label]);
        }
    tf_free(tok);
}

static int compare_hashes(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* What is in the training set as well says little about other texts, nor does a best checkpoint that it chose. */
static void warn_of_shared(const struct texts *t) {
    const size_t n = t->n[TF_TRAIN];
    uint64_t *train = tf_alloc(sizeof *train * n);
    for (size_t i = 0; i < n; i++) train[i] = tf_hash64(t->of[TF_TRAIN][i].text, t->of[TF_TRAIN][i].n, 0);
    qsort(train, n, sizeof *train, compare_hashes);
    for (int s = TF_VALID; s < TF_SPLITS; s++) {
        size_t shared = 0;
        for (size_t i = 0; i < t->n[s]; i++) {
            const uint64_t hash = tf_hash64(t->of[s][i].text, t->of[s][i].n, 0);
            shared += bsearch(&hash, train, n, sizeof *train, compare_hashes) != NULL;
        }
        if (shared)
            tf_log(TF_LOG_WARN, "%zu of the %zu texts of the %s are training texts, too", shared, t->n[s],
                   s == TF_VALID ? "validation" : "test");
    }
    tf_free(train);
}

/* "0 bad, 1 good", as far as a line holds. */
static void add_classes(const struct texts *t, struct tf_buf *out) {
    const size_t most = out->len + 120;
    for (int c = 0; c < (int)t->labels.n; c++)
        for (uint32_t i = 0; i < t->labels.n; i++) {
            if (t->class_of[i] != c || out->len >= most) continue;
            tf_buf_addf(out, "%s%d ", c ? ", " : "", c);
            add_label(label_of(t, i), out);
        }
    if (out->len >= most) tf_buf_addf(out, ", ...");
}

static void describe(struct tf_data *d, const struct texts *t, const struct opts *o) {
    const char *file = o->file[TF_TRAIN];
    struct tf_buf classes = {0}, source = {0};
    add_classes(t, &classes);
    tf_log(TF_LOG_INFO, "%s: %zu examples for training, %zu for validation, %zu for the test; %d classes: %s", file, d->n[TF_TRAIN],
           d->n[TF_VALID], d->n[TF_TEST], d->classes, classes.s);
    warn_of_shared(t);
    d->class_name = tf_calloc(sizeof *d->class_name * (size_t)d->classes);
    for (uint32_t i = 0; i < t->labels.n; i++) d->class_name[t->class_of[i]] = tf_strdup(label_of(t, i));
    d->test_line = tf_alloc(sizeof *d->test_line * (d->n[TF_TEST] + 1));
    for (size_t i = 0; i < d->n[TF_TEST]; i++) d->test_line[i] = t->of[TF_TEST][i].number;
    tf_buf_addf(&source, "%s, %s, %d classes: %s", tf_data_place(file, strlen(file), 2), o->unit == UNIT_WORD ? "words" : "bytes",
                d->classes, classes.s);
    tf_buf_fit(d->source, sizeof d->source, &source);
    tf_buf_free(&source), tf_buf_free(&classes);
}

static int build(struct tf_data **out, const struct texts *t, const struct opts *o, const struct tf_task_env *env, struct tf_err *e) {
    struct tf_words w = {.cut = TF_WORDS_BASIC};
    struct tf_data_build b = {0};
    int rc = 0;
    if (o->unit == UNIT_WORD) { // the training's words alone: ids do not depend on the test, which may be another one
        for (size_t i = 0; i < t->n[TF_TRAIN]; i++) tf_words_add(&w, t->of[TF_TRAIN][i].text, t->of[TF_TRAIN][i].n, true);
        rc = tf_words_finish(&w, &o->words, env, e) || add_words(&b, t, o, &w, e) ? -1 : 0;
    } else add_bytes(&b, t, o);
    if (!rc) {
        struct tf_data *d = *out = tf_data_finish(&b, o->unit == UNIT_WORD ? w.vocab : 257, (int)t->labels.n);
        d->kind = TF_DATA_OWN;
        tf_words_give(&w, d);
        describe(d, t, o);
    }
    tf_data_build_free(&b);
    tf_words_free(&w);
    return rc;
}

static int open_labelled(struct tf_data **out, const void *opts, const struct tf_task_env *env, struct tf_err *e) {
    struct texts t = {0};
    int rc = read_files(&t, opts, env, e);
    if (!rc) warn_of_heading(&t);
    if (!rc) rc = hold_out(&t, opts, e);
    if (!rc) rc = number_classes(&t, e);
    if (!rc) rc = build(out, &t, opts, env, e);
    free_texts(&t);
    return rc ? -1 : 0;
}

const struct tf_task tf_task_labelled = {
    .name = "labelled",
    .title = "Labelled texts",
    .paper = "texts of your own",
    .opts = labelled_opts,
    .opts_size = sizeof(struct opts),
    .check = check,
    .open = open_labelled,
    .fixed = "train_file|valid_file|valid_share|test_share|split_seed|unit|max_vocab",
};
