/* The training of a WordPiece vocabulary. */
#ifndef TF_TEXT_WORDPIECE_TRAIN_H
#define TF_TEXT_WORDPIECE_TRAIN_H
#include "text/wordpiece_basic.h"

/* Google's trainer was never published; this is the one in common use, Hugging Face's WordPieceTrainer
 * (tokenizers/src/models/{wordpiece,bpe}/trainer.rs): byte-pair merges by count with the prefix "##". Same
 * counts, same bytes: ties go to the pair that is smaller in bytes (there: the smaller ids, which follow a
 * hash table's order). Words with a letter outside the alphabet, which would be [UNK], are left out (there:
 * the letter is). */
struct tf_word_count { size_t at; uint32_t len, hash; uint64_t count; }; /* text + at */
struct tf_word_counts {                      /* zero-initialise */
    struct tf_word_count *w; size_t n, cap;  /* distinct words, first seen first */
    struct tf_buf text;
    uint32_t *slot; size_t slots;            /* private */
    uint64_t replaced;                       /* ill-formed stretches of bytes */
    struct tf_basic basic;
};
/* the words of text, without those that are too long */
void tf_word_counts_add(struct tf_word_counts *c, const char *text, size_t n);
/* one word, already normalised UTF-8; n > 0. Returns its place in w. */
uint32_t tf_word_counts_add_word(struct tf_word_counts *c, const char *word, size_t n, uint64_t times);
/* The most frequent first; of equals the smaller at. */
struct tf_word_rank { uint32_t at; uint64_t count; };
void tf_word_rank(struct tf_word_rank *x, size_t n);
uint64_t tf_word_rank_hash(const struct tf_word_counts *c, const struct tf_word_rank *x, size_t n);
#define TF_NO_WORD UINT32_MAX
uint32_t tf_word_counts_find(const struct tf_word_counts *c, const char *word, size_t n); /* or TF_NO_WORD */
void tf_word_counts_free(struct tf_word_counts *c);

struct tf_wordpiece_train {
    int size;                                /* pieces, special ones included; fewer when the pairs run out */
    int min_count;                           /* a pair seen less often is not merged; 0: 2 */
    int alphabet; /* most letters kept, the frequent ones; 0: size / 8, at most 1000 */
};
/* Appends vocab.txt's text: [PAD] [UNK] [CLS] [SEP] [MASK], letters, ##letters, merges; returns the number of
 * pieces. -1: TF_BAD: size too small for the letters or above TF_WP_VOCAB_MAX, no words; TF_INTERRUPTED. */
int tf_wordpiece_train(const struct tf_word_counts *c, const struct tf_wordpiece_train *o,
                       struct tf_buf *vocab, struct tf_err *e);
extern const struct tf_opt tf_wordpiece_train_opts[]; /* of struct tf_wordpiece_train */
/* All of it: reads `from`, trains, writes `out` atomically, making its folder. Returns the number of
 * pieces. */
int tf_wordpiece_train_file(const char *from, const struct tf_wordpiece_train *o, const char *out,
                            struct tf_err *e);
#endif
