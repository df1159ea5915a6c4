/* Words of labelled texts: a vocabulary, ids, and vectors for the words. */
#ifndef TF_TEXT_WORDS_H
#define TF_TEXT_WORDS_H
#include "data/locate.h"
#include "text/wordpiece_train.h"

/* To nest in a task's table. max_vocab: words, the most frequent of the training texts, 0: as many as there
 * are (65,535 at most); vectors: a file in GloVe's form, "": none. */
struct tf_words_opts { int max_vocab; char vectors[TF_STRING_MAX]; };
extern const struct tf_opt tf_words_opts[];

/* Zero-initialise; cut: how. BLANKS: at blanks, in lower case letter by letter where `lower` says so; BASIC:
 * as struct tf_basic, and "<br />" is a blank. */
enum tf_words_cut { TF_WORDS_BLANKS, TF_WORDS_BASIC };
struct tf_words {
    enum tf_words_cut cut; bool lower;
    struct tf_word_counts known;  /* of all texts; counts: of the training texts */
    uint16_t *id_of;              /* (known.n); 0: none, <unk> */
    int vocab;                    /* ids, 0 for <unk> included */
    uint64_t hash;                /* of the words in the order of their ids */
    float *vectors; int dim;      /* (vocab,dim); of <unk> and of words that the file lacks 0; NULL: none */
    size_t with;                  /* words with a vector */
    size_t tokens, outside;       /* of _ids: all, and those that became <unk> */
    unsigned long long replaced;  /* of _ids: stretches of bytes that are not UTF-8 */
    double usual;                 /* percentage of the training's tokens that became <unk> */
    struct tf_buf clean;
};
/* First all texts, then _finish, then the ids of each text again. */
void tf_words_add(struct tf_words *w, const char *text, size_t n, bool training);
/* Ids by frequency in the training texts, from 1; of equals the word that was read first. With vectors words
 * of the other texts that have one come behind.
 * A row of vectors: a word and as many numbers as the first row has, between blanks; a first row of two
 * numbers (the sizes) is passed over. Left out and counted: a row of a word with blanks in it, or without
 * numbers. TF_BAD "FILE:LINE: ...": a row of another width, no row at all; the file is not there. */
int tf_words_finish(struct tf_words *w, const struct tf_words_opts *o, const struct tf_task_env *env,
                    struct tf_err *e);
/* Appends at most `most` ids of the text to *tok (cap, grown as needed) and returns how many. */
int tf_words_ids(struct tf_words *w, const char *text, size_t n, int most, uint16_t **tok, size_t *cap);
/* Warns of what _ids met in the texts since the last call: of bytes that are not UTF-8, and, in texts that
 * the vocabulary is not from, where 20 % more of the words are outside it than of the training's, which come
 * first. */
void tf_words_warn(struct tf_words *w, const char *texts, bool training);
/* Tells the data which words they are, and hands the vectors over, which it frees and which change its
 * hash. */
void tf_words_give(struct tf_words *w, struct tf_data *d);
void tf_words_free(struct tf_words *w);
#endif
