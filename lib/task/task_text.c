/* Text, of Long Range Arena: the sentiment of IMDB reviews, read byte by byte. A token is a byte + 1; 0 is kept for padding. And the same reviews word by
 * word (imdb), cut as BERT's basic tokenizer does.
 *
 * The files are ordered by class. Here every class is shuffled by split_seed, and the two are dealt out in pairs, a coin deciding which comes first: any
 * even number of examples from the start of a split is balanced, and that is what the limits take. */
#include <limits.h>
#include <string.h>

#include "data/split.h"
#include "task/imdb.h"
#include "task/task.h"
#include "text/words.h"

enum { SOURCE_AUTO, SOURCE_FOLDER, SOURCE_TSV };
enum { VALID_HELDOUT, VALID_TEST };
enum { PUBLISHED = 12500 }; // reviews of each class, in either split
struct text {
    int source, validation, heldout, split_seed, max_length, train, valid, test;
    struct tf_words_opts words;
};

#define OPT(field) #field, TF_INT, offsetof(struct text, field)
static const struct tf_opt review_opts[] = {
    {"source", TF_CHOICE, offsetof(struct text, source), "auto", 0, 0, "auto|folder|tsv",
     "folder: aclImdb/{train,test}/{neg,pos}; tsv: imdb/{train,test}.tsv; auto: the first place that has one, tsv before folder"},
    {"validation", TF_CHOICE, offsetof(struct text, validation), "heldout", 0, 0, "heldout|test",
     "heldout: training reviews set aside; test: the test set, as published (the training set is then whole)"},
    {OPT(heldout), "5000", 2, 24998, NULL, "training reviews set aside, half of them of each class"},
    {OPT(split_seed), "1", 0, INT_MAX, NULL,
     "decides which are set aside, and the order of the examples; the seed of a run changes neither"},
    {OPT(train), "0", 0, INT_MAX, NULL, "use only this many training reviews, half from each class; 0: all"},
    {OPT(valid), "0", 0, INT_MAX, NULL, "use only this many validation reviews; 0: all"},
    {OPT(test), "0", 0, INT_MAX, NULL, "use only this many test reviews; 0: all"},
    {.name = NULL}};
static const struct tf_opt text_opts[] = {
    {OPT(max_length), "4000", 1, INT_MAX, NULL,
     "bytes that the model sees, from the start (a CLS token comes on top); the published code: 1000"},
    TF_NESTED(review_opts, 0),
    {.name = NULL}};
static const struct tf_opt imdb_opts[] = {{OPT(max_length), "512", 1, 65535, NULL, "words that the model sees, from the start"},
                                          TF_NESTED(review_opts, 0),
                                          TF_NESTED(tf_words_opts, offsetof(struct text, words)),
                                          {.name = NULL}};

/* ---- order and limits -------------------------------------------------------------------------------------------------------- */

/* out (a + b): pairs of one of each, then what is left of the longer. */
static void deal(size_t *out, const size_t *neg, size_t a, const size_t *pos, size_t b, struct tf_rng *rng) {
    size_t both = a < b ? a : b, n = 0;
    for (size_t i = 0; i < both; i++) {
        bool swap = tf_rng_u32(rng) & 1;
        out[n++] = swap ? pos[i] : neg[i];
        out[n++] = swap ? neg[i] : pos[i];
    }
    for (size_t i = both; i < a; i++) out[n++] = neg[i];
    for (size_t i = both; i < b; i++) out[n++] = pos[i];
}

static size_t at_most(size_t n, int limit) { return limit && (size_t)limit < n ? (size_t)limit : n; }

/* Adds reviews order[0..n) as split s, as ids of w's words. */
static void add_words(struct tf_data_build *b, enum tf_split s, const struct tf_imdb *r, const size_t *order, size_t n, int max,
                      struct tf_words *w) {
    uint16_t *tok = NULL;
    size_t cap = 0, blank = 0;
    for (size_t i = 0; i < n; i++) {
        const struct tf_review *x = &r->v[order[i]];
        const int len = tf_words_ids(w, r->base + x->at, x->len, max, &tok, &cap);
        if (len) tf_data_add(b, s, tok, len, x->label);
        else blank++;
    }
    if (blank) tf_log(TF_LOG_WARN, "IMDB: left out, without a word: %zu reviews", blank);
    tf_words_warn(w, (const char *const[]){"IMDB, training", "IMDB, validation", "IMDB, test"}[s],
                  s != TF_TEST); // of which the vocabulary is
    tf_free(tok);
}

/* Adds reviews order[0..n) as split s. */
static void add_bytes(struct tf_data_build *b, enum tf_split s, const struct tf_imdb *r, const size_t *order, size_t n, int max) {
    size_t total = 0, most = 0;
    for (size_t i = 0; i < n; i++) {
        size_t len = at_most(r->v[order[i]].len, max);
        total += len;
        if (len > most) most = len;
    }
    uint16_t *tok = tf_alloc((most + 1) * sizeof *tok);
    b->part[s].tok = tf_alloc((total + 1) * sizeof *tok); // exactly: nothing is moved or left over
    b->part[s].tok_cap = total;
    for (size_t i = 0; i < n; i++) {
        const struct tf_review *x = &r->v[order[i]];
        const unsigned char *text = (const unsigned char *)r->base + x->at;
        size_t len = at_most(x->len, max);
        for (size_t k = 0; k < len; k++) tok[k] = (uint16_t)(text[k] + 1);
        tf_data_add(b, s, tok, (int)len, x->label);
    }
    tf_free(tok);
}

/* w NULL: as bytes. */
static void add_split(struct tf_data_build *b, enum tf_split s, const struct tf_imdb *r, const size_t *order, size_t n, int max,
                      struct tf_words *w) {
    if (w) add_words(b, s, r, order, n, max, w);
    else add_bytes(b, s, r, order, n, max);
}

/* Deals r out: the first `held` (half of each class) to the validation set, the rest to `rest`. w NULL: as bytes. */
static void add_reviews(struct tf_data_build *b, const struct tf_imdb *r, enum tf_split rest, size_t held, const struct text *o,
                        struct tf_words *w) {
    const size_t h[2] = {held / 2, held - held / 2}, n = r->n - held;
    size_t *index = tf_alloc((r->n + 1) * sizeof *index), *order = tf_alloc((r->n + 1) * sizeof *order);
    size_t *class[2] = {index, index + r->of[0]};
    struct tf_rng coin = tf_rng_at((uint64_t)o->split_seed, TF_RNG_DATA, 0, (uint32_t)rest, 2);
    for (size_t i = 0; i < r->n; i++) index[i] = i; // sorted by class
    for (uint32_t c = 0; c < 2; c++) {
        struct tf_rng rng = tf_rng_at((uint64_t)o->split_seed, TF_RNG_DATA, 0, (uint32_t)rest, c);
        tf_shuffle(class[c], r->of[c], sizeof *class[c], &rng);
    }
    deal(order, class[0], h[0], class[1], h[1], &coin);
    deal(order + held, class[0] + h[0], r->of[0] - h[0], class[1] + h[1], r->of[1] - h[1], &coin);
    if (held) add_split(b, TF_VALID, r, order, at_most(held, o->valid), o->max_length, w);
    int limit = rest == TF_TRAIN ? o->train : o->validation == VALID_TEST ? tf_share_limit(o->valid, o->test) : o->test;
    add_split(b, rest, r, order + held, at_most(n, limit), o->max_length, w);
    tf_free(order);
    tf_free(index);
}

/* ---- files ---------------------------------------------------------------------------------------------------------------------- */

/* Decides between the two forms. root: the directory that holds aclImdb or imdb. */
static int find_source(const struct text *o, const struct tf_task_env *env, bool *tsv, struct tf_buf *root, struct tf_err *e) {
    static const char *const form[] = {"imdb/train.tsv", "aclImdb/train"};
    const char *const hint = o->source == SOURCE_TSV      ? "datasets/imdb/README.md describes it"
                             : o->source == SOURCE_FOLDER ? "run datasets/imdb/fetch.sh"
                                                          : "nor is imdb/train.tsv; run datasets/imdb/fetch.sh";
    const int first = o->source == SOURCE_FOLDER, n = o->source == SOURCE_AUTO ? 2 : 1;
    const int at = tf_data_find_any(env, form + first, n, hint, root, e);
    if (at < 0) return -1;
    *tsv = first + at == 0;
    root->len -= strlen(form[first + at]) + 1;
    root->s[root->len] = 0;
    return 0;
}

static int load(struct tf_imdb *r, const char *root, bool tsv, const char *split, struct tf_err *e) {
    struct tf_buf path = {0};
    tf_buf_addf(&path, tsv ? "%s/imdb/%s.tsv" : "%s/aclImdb/%s", root, split);
    int rc = (tsv ? tf_imdb_load_tsv : tf_imdb_load_folder)(r, path.s, e);
    if (!rc && !r->n) rc = tf_fail(e, TF_BAD, "%s: no reviews", path.s);
    for (int c = 0; c < 2 && !rc; c++)
        if (!r->of[c]) rc = tf_fail(e, TF_BAD, "%s: no %s reviews", path.s, c ? "positive" : "negative");
    if (rc) tf_imdb_free(r);
    tf_buf_free(&path);
    return rc;
}

/* Returns how many reviews are left out because they are empty. */
static size_t count(struct tf_data_build *b, const struct tf_imdb *r) {
    for (int c = 0; c < 2; c++) tf_data_count(b, r->of[c] + r->empty[c], PUBLISHED);
    return r->empty[0] + r->empty[1];
}

/* The vocabulary of all reviews. */
static int learn_words(struct tf_words *w, const struct tf_imdb *train, const struct tf_imdb *test, const struct text *o,
                       const struct tf_task_env *env, struct tf_err *e) {
    for (size_t i = 0; i < train->n; i++) tf_words_add(w, train->base + train->v[i].at, train->v[i].len, true);
    for (size_t i = 0; i < test->n; i++) tf_words_add(w, test->base + test->v[i].at, test->v[i].len, false);
    return tf_words_finish(w, &o->words, env, e);
}

/* w NULL: as bytes. */
static int open_splits(struct tf_data_build *b, const struct text *o, const struct tf_task_env *env, const char *root, bool tsv,
                       struct tf_words *w, struct tf_err *e) {
    const size_t held = o->validation == VALID_HELDOUT ? (size_t)o->heldout : 0;
    struct tf_imdb train = {0}, test = {0};
    int rc = load(&train, root, tsv, "train", e) || load(&test, root, tsv, "test", e) ? -1 : 0;
    if (!rc && held && (train.of[0] <= held / 2 || train.of[1] <= held - held / 2))
        rc = tf_fail_option(e, TF_BAD, "task.heldout",
                            "heldout %zu: half of each class cannot be set aside of %zu negative and %zu positive training reviews", held,
                            train.of[0], train.of[1]);
    if (!rc && w) rc = learn_words(w, &train, &test, o, env, e);
    if (!rc) {
        add_reviews(b, &train, TF_TRAIN, held, o, w);
        add_reviews(b, &test, TF_TEST, 0, o, w);
        const size_t empty = count(b, &train) + count(b, &test), not_utf8 = train.not_utf8 + test.not_utf8;
        if (empty) tf_log(TF_LOG_WARN, "IMDB: %zu empty reviews are left out", empty);
        if (not_utf8 && !w) tf_log(TF_LOG_INFO, "IMDB: %zu reviews are not valid UTF-8; they are read as bytes like the others", not_utf8);
    }
    tf_imdb_free(&train), tf_imdb_free(&test);
    return rc;
}

static void set_source(struct tf_data *d, const struct text *o, const char *root, bool tsv) {
    char valid[64] = "validation = test";
    if (o->validation == VALID_HELDOUT) snprintf(valid, sizeof valid, "%d training reviews held out", o->heldout);
    snprintf(d->source, sizeof d->source, "%s/%s%s, %s, split_seed %d", tf_data_place(root, strlen(root), 1),
             tsv ? "imdb/{train,test}.tsv" : "aclImdb/{train,test}/{neg,pos}", tf_data_subset(d), valid, o->split_seed);
}

static int open_reviews(struct tf_data **out, const struct text *o, const struct tf_task_env *env, struct tf_words *w, struct tf_err *e) {
    struct tf_data_build b = {0};
    struct tf_buf root = {0};
    bool tsv;
    int rc = find_source(o, env, &tsv, &root, e) ? -1 : open_splits(&b, o, env, root.s, tsv, w, e);
    if (!rc) {
        *out = tf_data_finish(&b, w ? w->vocab : 257, 2);
        if (o->validation == VALID_TEST) tf_share_test(*out, at_most((*out)->n[TF_TEST], o->valid), at_most((*out)->n[TF_TEST], o->test));
        set_source(*out, o, root.s, tsv);
    }
    tf_data_build_free(&b);
    tf_buf_free(&root);
    return rc;
}

static int open_text(struct tf_data **out, const void *opts, const struct tf_task_env *env, struct tf_err *e) {
    return open_reviews(out, opts, env, NULL, e);
}

static int open_imdb(struct tf_data **out, const void *opts, const struct tf_task_env *env, struct tf_err *e) {
    struct tf_words w = {.cut = TF_WORDS_BASIC};
    const int rc = open_reviews(out, opts, env, &w, e);
    if (!rc) tf_words_give(&w, *out);
    tf_words_free(&w);
    return rc;
}

static void text_quirks(const void *opts, struct tf_buf *out) {
    const struct text *o = opts;
    if (o->validation == VALID_TEST) tf_quirk_add(out, "validation = test");
}

const struct tf_task tf_task_text = {
    .name = "text",
    .title = "Text",
    .paper = "arXiv:2011.04006 sec. 2.2.2, Maas et al. 2011 (ACL P11-1015)",
    .paper_table = "table3_lra.csv",
    .paper_column = "text",
    .opts = text_opts,
    .opts_size = sizeof(struct text),
    .open = open_text,
    .quirks = text_quirks,
};

const struct tf_task tf_task_imdb = {
    .name = "imdb",
    .title = "IMDB by words",
    .paper = "Maas et al. 2011 (ACL P11-1015), RLGM 2019 (SegTree) Table 3",
    .paper_table = "segtree_cls.csv",
    .paper_column = "imdb",
    .opts = imdb_opts,
    .opts_size = sizeof(struct text),
    .open = open_imdb,
    .fixed = "max_vocab|train",
    .quirks = text_quirks,
};
