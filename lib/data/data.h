/* Datasets in memory and as one cache file: examples, building, saving. */
#ifndef TF_DATA_H
#define TF_DATA_H
#include "base/base.h"
#include "data/ngram.h"

/* What is learned of a sequence: its class; the words behind a mask; where an answer begins and ends; the ids
 * that belong to some of its places; behind each token the next one; the grey levels behind a mask. */
enum tf_objective { TF_CLASSIFY, TF_MASKED_LM, TF_SPANS, TF_TARGETS, TF_NEXT, TF_MASKED_LEVELS };
enum tf_metric { TF_METRIC_ACCURACY, TF_METRIC_F1, TF_METRIC_MATTHEWS }; /* the last two: of class 1 */

enum { TF_HIDDEN = 65535 };

enum tf_split { TF_TRAIN, TF_VALID, TF_TEST, TF_SPLITS };

/* One example: a sequence, or two (tok2, len2) that the model encodes one by one and compares. Ids in
 * 0..vocab-1, not padded. id: unique over the splits. */
struct tf_example { const uint16_t *tok; int len; int label; uint32_t id; const uint16_t *tok2; int len2; };

/* TF_SPANS: an answer's first and last token in one label. */
static inline int tf_span_label(int start, int end) { return start + 65536 * end; }
static inline int tf_span_start(int label) { return label % 65536; }
static inline int tf_span_end(int label) { return label / 65536; }

/* How a set relates to the one that results were published on: the same; partly rebuilt from another; a
 * stand-in for it; the same, but with training examples chosen or changed; the user's own text. In rows by
 * name: "published", "derived", "stand-in", "varied", "own". */
enum tf_data_kind {
    TF_DATA_PUBLISHED, TF_DATA_DERIVED, TF_DATA_STAND_IN, TF_DATA_VARIED, TF_DATA_OWN
};
const char *tf_data_kind_name(enum tf_data_kind k);

/* An opened dataset: all splits in memory (or mapped). */
struct tf_data {
    int vocab, classes, max_len;            /* max_len: the longest sequence there is (after truncation) */
    int parts;                              /* sequences per example: 1, or 2 */
    bool skip_zero; /* id 0 is padding: the model leaves it out, the others keep their places */
    enum tf_objective objective; /* TF_MASKED_LM: labels are not used; TF_SPANS: they are tf_span_label */
    enum tf_metric metric;
    /* special ids or 0: not in the vocabulary; what follows the first sep_id is the second segment */
    int cls_id, sep_id, mask_id; /* mask_id TF_HIDDEN: not of the vocabulary; takes every chosen place */
    int pad_id;                             /* of the vocabulary, and where that lies; "": there is none */
    char vocab_file[1024];
    uint64_t words; /* hash of its words in the order of their ids; 0: no text decides which they are */
    /* TF_MASKED_LM: share of the tokens that are predicted in training, and in evaluation (0: the same) */
    double mask_rate, eval_mask_rate;
    /* TF_TARGETS: predictions per example, of one with a label > 0 only so many. Behind the tokens of every
     * example, and not counted in its length, are 2 * targets ids: first their places, then the right ids. */
    int targets;
    /* TF_NEXT: behind the tokens of every example, and not counted in its length, is one more, the last to be
     * predicted; its label: how many of its tokens are context alone, whose successors are not asked for.
     * Tokens of the text per word (line ends are words), and per character. */
    double per_word, per_char;
    bool carry; /* an example continues the one before it in its split: models carry state */
    /* Examples of validation and test, the first apart, begin with so many tokens of those before them. */
    int context;
    struct tf_ngram floor; /* of the test text */
    size_t n[TF_SPLITS];                    /* examples */
    size_t whole[TF_SPLITS]; /* of a sample (tf_task_env.sample): examples of the whole set; 0: n is all */
    const uint64_t *off[TF_SPLITS]; /* n * parts + 1 offsets into tok, before truncation: see tf_data_get */
    const uint16_t *tok[TF_SPLITS];
    const int32_t *label[TF_SPLITS];
    /* (vocab, vector_dim), from which the word embeddings begin; tf_data_close frees it. NULL: none */
    float *vectors; int vector_dim;
    /* The user's own: the label of each class, the line of its file on which each example of the test set
     * stands; tf_data_close frees both. NULL: not known */
    char **class_name; int *test_line;
    enum tf_data_kind kind;
    bool subset;      /* the files hold fewer or more rows than were published */
    char source[192]; /* for the manifest: "generated, seed 1, generator v1" or a file name */
    uint64_t hash;                          /* of the content and the sizes above, whatever the source */
    uint64_t train_hash;                    /* of the training examples alone */
    void *priv; void (*close)(struct tf_data *);
};
/* Tokens behind those of an example, which its length does not count. */
static inline int tf_data_behind(const struct tf_data *d) {
    return d->objective == TF_NEXT ? 1 : 2 * d->targets;
}
struct tf_example tf_data_get(const struct tf_data *d, enum tf_split s, size_t i);
void tf_data_close(struct tf_data *d);      /* frees d; NULL is fine */
void tf_quirk_add(struct tf_buf *out, const char *what); /* appends to a list of quirks, joined by "; " */
/* The next of such a list, at or behind `at`: *n bytes. NULL: none. */
const char *tf_quirk_next(const char *at, size_t *n);

/* Builds a dataset example by example: zero-initialise, add, then finish or free. */
struct tf_data_part { uint16_t *tok; uint64_t *off; int32_t *label; size_t n, cap, tok_cap; };
struct tf_data_build {
    struct tf_data_part part[TF_SPLITS];
    int parts; /* set by the first add */
    bool subset;
};
/* Compares the rows of a whole file, left-out ones included, with those published; a file that a limit
 * stopped reading is not counted. */
void tf_data_count(struct tf_data_build *b, size_t rows, size_t published);
const char *tf_data_subset(const struct tf_data *d); /* for tf_data.source: ", a subset" or "" */
void tf_data_add(struct tf_data_build *b, enum tf_split s, const uint16_t *tok, int len, int label);
void tf_data_add_pair(struct tf_data_build *b, enum tf_split s, const uint16_t *tok, int len,
                      const uint16_t *tok2, int len2, int label);
void tf_data_build_free(struct tf_data_build *b);
/* Before a set is generated: TF_SYSTEM where so many rows, of at least so many tokens each, do not fit into
 * this machine's memory. */
int tf_data_guard(const size_t rows[TF_SPLITS], size_t tokens, struct tf_err *e);
/* takes b's memory; sets max_len, hash and the subset, not source */
struct tf_data *tf_data_finish(struct tf_data_build *b, int vocab, int classes);
/* A dataset as one file, with checksums, written atomically: processes that share a cache never see half a
 * file. `key` (< 256 bytes) says what is inside: everything the content depends on. */
int tf_data_save(const struct tf_data *d, const char *path, const char *key, struct tf_err *e);
/* Maps such a file. NULL: it is not there, has another key, or is damaged (the last two log a warning): build
 * the set again. */
struct tf_data *tf_data_load(const char *path, const char *key);
/* A copy of d in which every sequence is filled up to n tokens with id 0, which then counts as a token like
 * any other: what a runner that pads would compute. For measurements of speed. Frees d. */
struct tf_data *tf_data_pad(struct tf_data *d, int n);
/* A small set that takes as long per example: of each split n examples, evenly spaced among all in the order
 * of their lengths, each `copies` times (nothing of an empty split). For measurements of speed. */
struct tf_data_share {
    size_t n;
    int copies;
    /* Only of examples of at most so many tokens; 0: of all. */
    int longest;
};
struct tf_data *tf_data_sample(const struct tf_data *d, const struct tf_data_share want[TF_SPLITS]);
/* Cuts every sequence to its first `max` tokens (in tf_data_get: no copy); changes max_len and hash. */
void tf_data_truncate(struct tf_data *d, int max);
#endif
