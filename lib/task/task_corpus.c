/* Masked words of plain text, as BERT is pre-trained (arXiv:1810.04805 sec. 3.1, without next sentences).
 *
 * A document is cut into windows of max_length - 2 pieces: [CLS] window [SEP]. What is left at its end, or a document that is shorter, shares a sequence with
 * other such rests of its split, in their order, as long as they fit whole: [CLS] rest [SEP] rest [SEP]. (RoBERTa's FULL-SENTENCES, but that nothing
 * is cut to fill a sequence: sequences are not padded here, so a short one costs nothing.) A rest below min_tokens is left out. Documents are shuffled by
 * split_seed; the first ones are held out for validation until there are `valid` sequences, the next ones for the test, the others are for training. */
#include <limits.h>
#include <string.h>

#include "data/split.h"
#include "task/task.h"
#include "text/bert.h"
#include "text/corpus.h"

#define VERSION 1 /* raise it when the same options and files give other sequences */

struct opts {
    char path[TF_STRING_MAX], vocab[TF_STRING_MAX];
    int unit, max_length, valid, test, min_tokens, split_seed;
    double mask_rate, eval_mask_rate;
};

#define OPT(field) #field, TF_INT, offsetof(struct opts, field)
#define TEXT(field) #field, TF_STRING, offsetof(struct opts, field)
static const struct tf_opt corpus_opts[] = {
    {TEXT(path), "corpus", 0, 0, NULL,
     "text file, or folder: its *.txt files and those of the folders below; looked for in the data folders"},
    {TEXT(vocab), TF_BERT_VOCAB, 0, 0, NULL, "vocabulary of pieces, one per line"},
    {"unit", TF_CHOICE, offsetof(struct opts, unit), "auto", 0, 0, "auto|block|file",
     "what a document is: a block of lines between blank ones, or a file; auto: blocks in files where they have 1000 bytes or more on average"},
    {OPT(max_length), "512", 5, TF_BERT_LENGTH_MAX, NULL, "tokens of a sequence, [CLS] and [SEP] included"},
    {OPT(valid), "1000", 1, INT_MAX, NULL, "sequences held out for validation: whole documents until there are as many"},
    {OPT(test), "1000", 1, INT_MAX, NULL, "and for the test"},
    {"mask_rate", TF_REAL, offsetof(struct opts, mask_rate), "0.15", 0.001, 0.9, NULL, "share of the tokens that are predicted"},
    {"eval_mask_rate", TF_REAL, offsetof(struct opts, eval_mask_rate), "0", 0, 0.9, NULL,
     "the same in validation and test (accuracies at different rates do not compare); 0: mask_rate"},
    {OPT(min_tokens), "8", 1, INT_MAX, NULL, "shorter documents, and shorter rests of documents, are left out"},
    {OPT(split_seed), "1", 0, INT_MAX, NULL, "which documents are held out; the seed of a run does not change it"},
    {.name = NULL}};

/* ---- sequences --------------------------------------------------------------------------------------------------------------- */

struct packer {
    struct tf_data_build *b;
    const struct tf_wordpiece *v;
    enum tf_split split;
    int max, min, n;         // n: of the open sequence
    uint16_t *open, *window; // (max)
    size_t short_rests, short_tokens;
};

static void flush(struct packer *p) {
    if (p->n) tf_data_add(p->b, p->split, p->open, p->n, 0);
    p->n = 0;
}

static void add_rest(struct packer *p, const uint16_t *tok, size_t n) {
    if (n < (size_t)p->min) {
        p->short_rests += n > 0, p->short_tokens += n;
        return;
    }
    if ((size_t)p->n + n + 1 > (size_t)p->max) flush(p);
    if (!p->n) p->open[p->n++] = p->v->special[TF_WP_CLS];
    memcpy(p->open + p->n, tok, n * sizeof *tok);
    p->n += (int)n;
    p->open[p->n++] = p->v->special[TF_WP_SEP];
}

static void add_document(struct packer *p, const uint16_t *tok, size_t n) {
    const size_t window = (size_t)p->max - 2;
    for (; n >= window; tok += window, n -= window)
        tf_data_add(p->b, p->split, p->window, tf_bert_join(p->v, tok, window, NULL, 0, p->max, p->window), 0);
    add_rest(p, tok, n);
}

static int pack(struct tf_data_build *b, const struct tf_corpus_tokens *t, const struct tf_wordpiece *v, const struct opts *o,
                const char *path, struct tf_err *e) {
    static const enum tf_split order[] = {TF_VALID, TF_TEST, TF_TRAIN};
    const size_t want[] = {(size_t)o->valid, (size_t)o->test, SIZE_MAX};
    struct tf_rng rng = tf_rng_at((uint64_t)o->split_seed, TF_RNG_DATA, 0, 0, 0);
    struct packer p = {.b = b, .v = v, .split = order[0], .max = o->max_length, .min = o->min_tokens};
    size_t *doc = tf_alloc((t->docs + 1) * sizeof *doc);
    int rc = 0, k = 0;
    p.open = tf_alloc(2 * (size_t)p.max * sizeof *p.open), p.window = p.open + p.max;
    for (size_t i = 0; i < t->docs; i++) doc[i] = i;
    tf_shuffle(doc, t->docs, sizeof *doc, &rng);
    for (size_t i = 0; i < t->docs; i++) {
        while (b->part[order[k]].n + (p.n > 0) >= want[k]) flush(&p), p.split = order[++k];
        add_document(&p, t->ids.id + t->off[doc[i]], (size_t)(t->off[doc[i] + 1] - t->off[doc[i]]));
    }
    flush(&p);
    size_t n[] = {b->part[0].n, b->part[1].n, b->part[2].n}, all = n[0] + n[1] + n[2];
    tf_log(
        TF_LOG_INFO,
        "%s: %zu files (%zu of blocks), %zu documents, %zu tokens, %zu sequences for training; %zu rests (%zu tokens) below %d tokens left out",
        path, t->files, t->block_files, t->docs, t->ids.n, n[TF_TRAIN], p.short_rests, p.short_tokens, p.min);
    if (!all) rc = tf_fail(e, TF_BAD, "%s: no document has %d tokens or more", path, o->min_tokens);
    else if (!n[TF_TRAIN] && t->docs < 3) // documents are not divided
        rc = tf_fail(e, TF_BAD, "%s: it is read as %zu document%s, and training, validation and test need at least one each%s", path,
                     t->docs, t->docs == 1 ? "" : "s",
                     o->unit == TF_CORPUS_BLOCK ? "" : ": with unit: block every block of lines between empty ones is a document");
    else if (!n[TF_TRAIN])
        rc = tf_fail(e, TF_BAD,
                     "%s: its %zu documents make %zu sequence%s, and none is left for training: lower valid %d and test %d, or see unit",
                     path, t->docs, all, all == 1 ? "" : "s", o->valid, o->test);
    tf_free(p.open);
    tf_free(doc);
    return rc;
}

/* ---- opening ------------------------------------------------------------------------------------------------------------------- */

struct source {
    const struct opts *o;
    const char *path;
    const struct tf_wordpiece *v;
    struct tf_texts texts;
};

static struct tf_data *encode(const void *arg, const struct tf_task_env *env, struct tf_err *e) {
    const struct source *c = arg;
    struct tf_corpus_tokens t = {0};
    struct tf_data_build b = {0};
    if (tf_corpus_encode(&t, &c->texts, c->o->unit, c->v, env->threads, e)) return NULL;
    tf_wordpiece_warn(&t.ids, c->path);
    struct tf_data *d = pack(&b, &t, c->v, c->o, c->path, e) ? NULL : tf_data_finish(&b, c->v->n, 1);
    tf_data_build_free(&b);
    tf_corpus_tokens_free(&t);
    return d;
}

static struct tf_data *load_or_encode(const struct opts *o, const char *path, const struct tf_wordpiece *v, const struct tf_task_env *env,
                                      struct tf_err *e) {
    char key[256], name[64];
    struct source c = {.o = o, .path = path, .v = v};
    if (tf_texts_list(&c.texts, path, e)) return NULL;
    snprintf(key, sizeof key, "corpus v%d unit %d length %d held out %d/%d min %d seed %d vocabulary %.16s files %zu, %llu B, %016llx",
             VERSION, o->unit, o->max_length, o->valid, o->test, o->min_tokens, o->split_seed, v->hash, c.texts.n,
             (unsigned long long)c.texts.bytes, (unsigned long long)c.texts.hash);
    snprintf(name, sizeof name, "corpus-%016llx.data", (unsigned long long)tf_hash64(key, strlen(key), 0));
    struct tf_data *d =
        tf_data_cached(&(struct tf_cached){.what = "the corpus", .name = name, .key = key, .make = encode, .arg = &c}, env, e);
    tf_texts_free(&c.texts);
    return d;
}

static int open_corpus(struct tf_data **out, const void *opts, const struct tf_task_env *env, struct tf_err *e) {
    const struct opts *o = opts;
    struct tf_wordpiece *v = NULL;
    struct tf_buf path = {0};
    struct tf_data *d = NULL;
    if (!tf_bert_vocab(&v, o->vocab, env, e) && !tf_data_find(env, o->path, "see datasets/corpus/README.md", &path, e))
        d = load_or_encode(o, path.s, v, env, e);
    if (d) {
        d->objective = TF_MASKED_LM, d->kind = TF_DATA_OWN, d->mask_rate = o->mask_rate, d->eval_mask_rate = o->eval_mask_rate;
        tf_bert_mark(d, v);
        snprintf(d->source, sizeof d->source, "%s, vocabulary %.16s, %d tokens, split_seed %d", tf_data_place(o->path, strlen(o->path), 2),
                 v->hash, o->max_length, o->split_seed);
        *out = d;
    }
    tf_wordpiece_free(v);
    tf_buf_free(&path);
    return d ? 0 : -1;
}

const struct tf_task tf_task_corpus = {
    .name = "corpus",
    .title = "Masked words",
    .paper = "arXiv:1810.04805 sec. 3.1",
    .paper_table = "table2_bert.csv",
    .paper_column = "mlm",
    .command = "pretrain",
    .order = TF_ORDER_BOTH,
    .objective = TF_MASKED_LM,
    .opts = corpus_opts,
    .opts_size = sizeof(struct opts),
    .fixed = "path|vocab|unit|max_length|valid|test|min_tokens|split_seed", // documents for the test are taken first
    .open = open_corpus,
};
