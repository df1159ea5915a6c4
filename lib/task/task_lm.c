/* Language models: the next word, character or byte of plain text, from the tokens before it in its block.
 *
 * The training text makes the vocabulary, the most frequent token first (<unk> before all, where there is one). A text is one stream, cut into blocks
 * of max_length; with `carry` a model's state goes from one to the next. A block's inputs are s[b] .. s[b + n - 1], its targets s[b + 1] .. s[b + n]:
 * every token but the stream's first is predicted, from 1 to n tokens before it, or more with a state. With skip_first the inputs and the targets of a
 * block are in the same n tokens, as in SegTree's code, so that a block's first token is never predicted.
 * eval_stride s: validation and test are read in windows of max_length tokens that begin every s tokens. The first predicts behind all its tokens, the
 * others behind their last s, so that every token is predicted once, from max_length - s + 1 tokens before it at least, the text's first ones apart. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "task/task.h"
#include "text/stream.h"

struct opts {
    int set, unit, max_length, max_vocab, eval_stride;
    char file[TF_SPLITS][TF_STRING_MAX];
    double valid_share, test_share;
    bool eos, lower, unk, skip_first, carry;
};
enum { SET_FILES };
enum { UNIT_AUTO, UNIT_WORD, UNIT_CHARACTER, UNIT_BYTE };
enum { IDS_MAX = 65535 };
#define UNK "<unk>"

#define AT(field) offsetof(struct opts, field)
static const struct tf_opt lm_opts[] = {
    {"set", TF_CHOICE, AT(set), "files", 0, 0, "files|ptb|wikitext-2|text8",
     "a published set, whose sizes are checked; or files of your own"},
    {"train_file", TF_STRING, AT(file[TF_TRAIN]), "", 0, 0, NULL, "text, looked for in the data folders; \"\": that of the set"},
    {"valid_file", TF_STRING, AT(file[TF_VALID]), "", 0, 0, NULL,
     "the same; with test_file, or neither: then the end of train_file is held out"},
    {"test_file", TF_STRING, AT(file[TF_TEST]), "", 0, 0, NULL, "the same, with valid_file, or neither"},
    {"valid_share", TF_REAL, AT(valid_share), "0.05", 0.0001, 0.4, NULL, "of train_file's tokens, where there is no valid_file"},
    {"test_share", TF_REAL, AT(test_share), "0.05", 0.0001, 0.4, NULL, "the same for the test set, after the validation tokens"},
    {"unit", TF_CHOICE, AT(unit), "auto", 0, 0, "auto|word|character|byte", "what a token is; auto: a character in text8, else a word"},
    {"max_length", TF_INT, AT(max_length), "128", 2, 65535, NULL, "tokens of a block"},
    TF_ALIAS_OF("max_length", "block"),
    {"skip_first", TF_BOOL, AT(skip_first), "false", 0, 0, NULL, "the first token of a block is not predicted, as in SegTree's code"},
    {"carry", TF_BOOL, AT(carry), "false", 0, 0, NULL,
     "state is carried from block to block, in the order of the text: in as many streams as batch in training, in one in evaluation"},
    {"eval_stride", TF_INT, AT(eval_stride), "0", 0, 65534, NULL,
     "validation and test in windows of max_length that begin every so many tokens; 0: in blocks"},
    {"eos", TF_BOOL, AT(eos), "true", 0, 0, NULL, "of words: every line ends in " TF_STREAM_EOS ", which is predicted, too"},
    {"lower", TF_BOOL, AT(lower), "false", 0, 0, NULL, "lower case"},
    {"max_vocab", TF_INT, AT(max_vocab), "0", 0, IDS_MAX, NULL,
     "most tokens of the vocabulary, the most frequent; others are " UNK "; 0: all"},
    {"unk", TF_BOOL, AT(unk), "false", 0, 0, NULL, "the vocabulary has " UNK " for tokens outside it, even if the training text has not"},
    {.name = NULL}};
#undef AT

/* Published sets: tokens with <eos>, or characters, of each file. */
static const struct set {
    const char *name, *file[TF_SPLITS];
    enum tf_stream_unit unit;
    size_t tokens[TF_SPLITS];
} sets[] = {
    {"files", {NULL, NULL, NULL}, TF_STREAM_WORD, {0, 0, 0}},
    {"ptb", {"ptb/ptb.train.txt", "ptb/ptb.valid.txt", "ptb/ptb.test.txt"}, TF_STREAM_WORD, {929589, 73760, 82430}},
    {"wikitext-2",
     {"wikitext-2/wiki.train.tokens", "wikitext-2/wiki.valid.tokens", "wikitext-2/wiki.test.tokens"},
     TF_STREAM_WORD,
     {2088628, 217646, 245569}},
    {"text8", {"text8/text8", NULL, NULL}, TF_STREAM_CHARACTER, {100000000, 0, 0}},
};

static const char *file_of(const struct opts *o, int s) { return *o->file[s] ? o->file[s] : sets[o->set].file[s]; }

static int check(const void *opts, const char **option, struct tf_err *e) {
    const struct opts *o = opts;
    *option = "set";
    if (!file_of(o, TF_TRAIN)) return tf_fail(e, TF_BAD, "no text is named: give train_file, or set: ptb, wikitext-2 or text8");
    *option = "test_file";
    if (!file_of(o, TF_VALID) != !file_of(o, TF_TEST))
        return tf_fail(e, TF_BAD, "valid_file and test_file go together; without both, the end of train_file is held out");
    *option = "skip_first";
    if (o->skip_first && o->carry)
        return tf_fail(e, TF_BAD,
                       "with skip_first the last token of a block never enters the state that `carry` hands on: take one of them");
    *option = "eval_stride";
    if (o->eval_stride >= o->max_length)
        return tf_fail(e, TF_BAD, "eval_stride %d leaves out tokens between windows of max_length %d: make it smaller", o->eval_stride,
                       o->max_length);
    if (o->eval_stride && o->carry)
        return tf_fail(e, TF_BAD, "windows of eval_stride overlap, while `carry` hands a state from block to block: take one of them");
    if (o->eval_stride && o->skip_first)
        return tf_fail(e, TF_BAD, "windows of eval_stride predict every token, skip_first not that of a block: take one of them");
    return 0;
}

/* ---- texts as streams of ids ------------------------------------------------------------------------------------------------- */

struct text {
    const struct opts *o;
    struct tf_stream_opts how;
    struct tf_buf path[TF_SPLITS]; // of valid and test empty where they are the end of the first
    struct tf_stream stream[TF_SPLITS];
    const uint32_t *tok[TF_SPLITS]; // of the splits
    size_t n[TF_SPLITS];
    struct tf_word_counts known; // tokens of all texts
    uint16_t *id_of;             // (known.n)
    uint16_t *id[TF_SPLITS];
    int vocab;
    uint64_t words; // hash of the vocabulary
    size_t outside; // tokens that became <unk>
};

static void free_text(struct text *t) {
    for (int s = 0; s < TF_SPLITS; s++) tf_buf_free(&t->path[s]), tf_stream_free(&t->stream[s]), tf_free(t->id[s]);
    tf_free(t->id_of);
    tf_word_counts_free(&t->known);
}

static int read_texts(struct text *t, const struct tf_task_env *env, struct tf_err *e) {
    char hint[96] = "name a text with task.train_file";
    if (t->o->set) snprintf(hint, sizeof hint, "run datasets/%s/fetch.sh", sets[t->o->set].name);
    for (int s = 0; s < TF_SPLITS; s++) {
        const char *file = file_of(t->o, s);
        if (!file) continue;
        if (tf_data_find(env, file, hint, &t->path[s], e)) return -1;
        if (tf_stream_read(&t->stream[s], &t->known, t->path[s].s, &t->how, e)) return -1;
        if (t->stream[s].n < 2)
            return tf_fail(e, TF_BAD, "%s has %zu tokens, so that there is nothing to predict", t->path[s].s, t->stream[s].n);
        if (t->stream[s].replaced)
            tf_log(TF_LOG_WARN, "%s: %zu bytes are not UTF-8 and were read as U+FFFD", t->path[s].s, t->stream[s].replaced);
        if (s && !strcmp(t->path[s].s, t->path[TF_TRAIN].s))
            tf_log(TF_LOG_WARN, "%s: the text for training is the one for %s, too", t->path[s].s,
                   s == TF_VALID ? "validation" : "the test");
        t->tok[s] = t->stream[s].tok, t->n[s] = t->stream[s].n;
    }
    return 0;
}

/* The end of the only text is for validation and test. */
static int split(struct text *t, struct tf_err *e) {
    const size_t n = t->n[TF_TRAIN], valid = (size_t)((double)n * t->o->valid_share), test = (size_t)((double)n * t->o->test_share);
    if (t->path[TF_VALID].s) return 0;
    if (valid < 2 || test < 2 || n - valid - test < 2)
        return tf_fail(e, TF_BAD, "%s has %zu tokens, too few to hold out valid_share %g and test_share %g", t->path[TF_TRAIN].s, n,
                       t->o->valid_share, t->o->test_share);
    t->n[TF_TRAIN] = n - valid - test, t->n[TF_VALID] = valid, t->n[TF_TEST] = test;
    t->tok[TF_VALID] = t->tok[TF_TRAIN] + t->n[TF_TRAIN], t->tok[TF_TEST] = t->tok[TF_VALID] + valid;
    return 0;
}

static bool subset(const struct text *t) {
    const struct set *set = &sets[t->o->set];
    bool differs = false;
    for (int s = 0; s < TF_SPLITS; s++) {
        const struct tf_stream *x = &t->stream[s];
        const size_t n = set->unit == TF_STREAM_WORD ? x->words + x->lines : x->chars;
        if (!set->tokens[s] || n == set->tokens[s]) continue;
        tf_log(TF_LOG_WARN, "%s has %zu %s, where %s was published with %zu: results are marked as a subset", t->path[s].s, n,
               set->unit == TF_STREAM_WORD ? "words and line ends" : "characters", set->name, set->tokens[s]);
        differs = true;
    }
    return differs;
}

/* ---- the vocabulary --------------------------------------------------------------------------------------------------------------- */

/* -1: TF_BAD, a token that the training text does not have. */
static int fail_outside(const struct text *t, int s, size_t i, struct tf_err *e) {
    const bool own = t->path[s].s != NULL;
    const char *path = t->path[own ? s : TF_TRAIN].s;
    const size_t before = own ? 0 : (size_t)(t->tok[s] - t->tok[TF_TRAIN]);
    const char *word = t->known.text.s + t->known.w[t->tok[s][i]].at;
    return tf_fail(e, TF_BAD, "%s:%zu: '%.60s' is not in the training text, and there is no " UNK " for it: %s", path,
                   tf_stream_line(path, &t->how, before + i), word,
                   strcmp(word, TF_STREAM_EOS) ? "train with unk: true" : "set eos: false, because the training text has no line end");
}

/* id_of: ids from 0 by frequency; the others have that of <unk>, or IDS_MAX where there is none. */
static int make_vocabulary(struct text *t, struct tf_err *e) {
    const uint32_t unk = tf_word_counts_add_word(&t->known, UNK, strlen(UNK), 0);
    const size_t n = t->known.n;
    struct tf_word_rank *x = tf_alloc(sizeof *x * n);
    size_t have = 0, most = t->o->max_vocab ? (size_t)t->o->max_vocab : IDS_MAX;
    for (size_t i = 0; i < n; i++) x[i] = (struct tf_word_rank){(uint32_t)i, 0};
    for (size_t i = 0; i < t->n[TF_TRAIN]; i++) x[t->tok[TF_TRAIN][i]].count++;
    const bool has_unk = t->o->unk || (t->how.unit == TF_STREAM_WORD && x[unk].count);
    if (has_unk) x[unk].count = UINT64_MAX; // for now: always kept
    for (size_t i = 0; i < n; i++) have += x[i].count > 0;
    if (have > most && (!t->o->max_vocab || !has_unk)) {
        tf_free(x);
        return t->o->max_vocab
                   ? tf_fail_option(e, TF_BAD, "task.max_vocab",
                                    "max_vocab %zu leaves out some of %zu tokens, and there is no " UNK " for them: train with unk: true",
                                    most, have)
                   : tf_fail_option(e, TF_BAD, "task.max_vocab", "%s has %zu different tokens, more than %d: set max_vocab",
                                    t->path[TF_TRAIN].s, have, IDS_MAX);
    }
    t->id_of = tf_alloc(sizeof *t->id_of * n);
    tf_word_rank(x, n);
    if (have > most) have = most;
    for (size_t i = 0; i < n; i++) t->id_of[x[i].at] = (uint16_t)(i < have ? i : IDS_MAX);
    for (size_t i = have; i < n; i++) t->id_of[x[i].at] = has_unk ? t->id_of[unk] : IDS_MAX;
    t->vocab = (int)have, t->words = tf_word_rank_hash(&t->known, x, have);
    tf_free(x);
    return 0;
}

static int take_ids(struct text *t, struct tf_err *e) {
    const uint32_t unk = tf_word_counts_add_word(&t->known, UNK, strlen(UNK), 0);
    for (int s = 0; s < TF_SPLITS; s++) {
        t->id[s] = tf_alloc(sizeof *t->id[s] * t->n[s]);
        for (size_t i = 0; i < t->n[s]; i++) {
            t->id[s][i] = t->id_of[t->tok[s][i]];
            if (t->id[s][i] == IDS_MAX) return fail_outside(t, s, i, e);
            t->outside += t->id[s][i] == t->id_of[unk] && t->tok[s][i] != unk;
        }
    }
    return 0;
}

/* The set's own tokens, all of them, and the end that is held out: perplexities of others are of another task. */
static bool as_published(const struct text *t) {
    const struct opts *o = t->o;
    const bool word = sets[o->set].unit == TF_STREAM_WORD;
    for (int s = 0; s < TF_SPLITS; s++)
        if (*o->file[s]) return false; // a file of one's own
    if (o->set == SET_FILES || t->how.unit != sets[o->set].unit || t->outside || (word && !o->eos)) return false;
    return t->path[TF_VALID].s || (o->valid_share == 0.05 && o->test_share == 0.05);
}

/* ---- blocks and windows ---------------------------------------------------------------------------------------------------------------- */

static struct tf_data *cut(const struct text *t, struct tf_err *e) {
    const size_t length = (size_t)t->o->max_length, most = length + !t->o->skip_first, stride = (size_t)t->o->eval_stride;
    struct tf_data_build b = {0};
    if (t->n[TF_TRAIN] <= length) {
        tf_fail_option(e, TF_BAD, "task.max_length", "max_length %zu: the training text has only %zu tokens", length, t->n[TF_TRAIN]);
        return NULL;
    }
    for (int s = 0; s < TF_SPLITS; s++) {
        for (size_t at = 0; at + 1 < t->n[s]; at += length) {
            const size_t left = t->n[s] - at, n = left < most ? left : most;
            if (n > 1) tf_data_add(&b, (enum tf_split)s, t->id[s] + at, (int)n, 0);
            if (stride && s != TF_TRAIN) break;
        }
        for (size_t at = most; stride && s != TF_TRAIN && at < t->n[s]; at += stride)
            tf_data_add(&b, (enum tf_split)s, t->id[s] + at, (int)(t->n[s] - at < stride ? t->n[s] - at : stride), (int)(length - stride));
    }
    b.subset = subset(t);
    struct tf_data *d = tf_data_finish(&b, t->vocab, t->vocab);
    d->kind = as_published(t) ? TF_DATA_PUBLISHED : TF_DATA_OWN;
    d->objective = TF_NEXT, d->words = t->words, d->max_len--, d->carry = t->o->carry, d->context = stride ? (int)(length - stride) + 1 : 0;
    return d;
}

/* Words, line ends and characters of the test where it is the end of the training file, from its tokens: a blank or a line end behind every word. */
static struct tf_stream count_end(const struct text *t) {
    struct tf_stream x = {.n = t->n[TF_TEST]};
    bool inside = false;
    for (size_t i = 0; i < x.n; i++) {
        const char *s = t->known.text.s + t->known.w[t->tok[TF_TEST][i]].at;
        const bool word = t->how.unit == TF_STREAM_WORD, end = word ? t->how.eos && !strcmp(s, TF_STREAM_EOS) : *s == '\n';
        x.lines += end;
        if (word) x.words += !end, x.chars += !end; // the blank behind it; the last one is the line end
        for (; *s && !(word && end); s++) {
            const bool blank = tf_is_blank(*s);
            if (!word) x.words += !inside && !blank, inside = !blank;
            x.chars += ((unsigned char)*s & 0xC0) != 0x80;
        }
    }
    return x;
}

/* Tokens per word and per character of the test text. */
static void set_units(struct tf_data *d, const struct text *t) {
    const struct tf_stream *x = &t->stream[t->path[TF_TEST].s ? TF_TEST : TF_TRAIN];
    const struct tf_stream end = count_end(t);
    if (!t->path[TF_TEST].s) x = &end;
    const bool word = t->how.unit == TF_STREAM_WORD;
    const size_t ends = !word ? x->lines - x->open : t->how.eos ? x->lines : 0;
    d->per_word = (double)x->n / (double)(x->words + ends);
    d->per_char = (double)x->n / (double)x->chars;
}

static void tell(struct tf_data *d, const struct text *t) {
    static const char *const units[] = {"words", "characters", "bytes"};
    const struct tf_ngram floor = d->floor = tf_ngram_floor(t->id[TF_TRAIN], t->n[TF_TRAIN], t->id[TF_TEST], t->n[TF_TEST], t->vocab);
    const char *file = file_of(t->o, TF_TRAIN);
    tf_log(TF_LOG_INFO, "%s: %s, %d of them different; %zu for training, %zu for validation, %zu for the test; %zu outside the vocabulary",
           file, units[t->how.unit], t->vocab, t->n[TF_TRAIN], t->n[TF_VALID], t->n[TF_TEST], t->outside);
    tf_log(TF_LOG_INFO, "%s: floors of the test: unigrams %.4f nats (perplexity %.2f, %.4f bits), bigrams %.4f nats (%.2f, %.4f bits)",
           file, floor.unigram_nats, exp(floor.unigram_nats), floor.unigram_nats / log(2), floor.bigram_nats, exp(floor.bigram_nats),
           floor.bigram_nats / log(2));
    char every[48] = "";
    if (t->o->eval_stride) snprintf(every, sizeof every, ", evaluated every %d", t->o->eval_stride);
    snprintf(d->source, sizeof d->source, "%s, %s, %d ids, blocks of %d%s%s; perplexity of unigrams %.2f, of bigrams %.2f",
             tf_data_place(file, strlen(file), 2), units[t->how.unit], t->vocab, t->o->max_length, every, tf_data_subset(d),
             exp(floor.unigram_nats), exp(floor.bigram_nats));
}

static int open_lm(struct tf_data **out, const void *opts, const struct tf_task_env *env, struct tf_err *e) {
    struct text t = {.o = opts};
    struct tf_data *d = NULL;
    t.how = (struct tf_stream_opts){
        .unit = t.o->unit ? (enum tf_stream_unit)(t.o->unit - 1) : sets[t.o->set].unit, .eos = t.o->eos, .lower = t.o->lower};
    int rc = read_texts(&t, env, e);
    if (!rc) rc = split(&t, e);
    if (!rc) rc = make_vocabulary(&t, e);
    if (!rc) rc = take_ids(&t, e);
    if (!rc) d = cut(&t, e);
    if (d) set_units(d, &t), tell(d, &t);
    free_text(&t);
    *out = d;
    return d ? 0 : -1;
}

static void quirks(const void *opts, struct tf_buf *out) {
    const struct opts *o = opts;
    if (o->skip_first) tf_quirk_add(out, "a block's first token is not predicted");
    if (!o->eval_stride) return;
    char text[96];
    snprintf(text, sizeof text, "evaluated in windows of %d that begin every %d tokens", o->max_length, o->eval_stride);
    tf_quirk_add(out, text);
}

const struct tf_task tf_task_lm = {
    .name = "lm",
    .title = "Language model",
    .paper = "next token; RLGM 2019 (SegTree) sec. 4, arXiv:1907.06607",
    .command = "pretrain",
    .order = TF_ORDER_CAUSAL,
    .objective = TF_NEXT,
    .opts = lm_opts,
    .opts_size = sizeof(struct opts),
    .check = check,
    .open = open_lm,
    .fixed = "set|train_file|valid_share|test_share|unit|eos|lower|max_vocab|unk",
    .quirks = quirks,
};
