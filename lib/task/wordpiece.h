/* BERT's uncased WordPiece: text -> words (BasicTokenizer with do_lower_case) -> pieces (WordpieceTokenizer), and the training of a vocabulary.
 * Follows tokenization.py of github.com/google-research/bert step by step (arXiv:1810.04805 sec. 3.1, 30,000 pieces). */
#ifndef TF_WORDPIECE_H
#define TF_WORDPIECE_H
#include "base/base.h"

/* ---- words ------------------------------------------------------------------------------------------------------------------ */
/* In this order, as there:
 *   bytes that are not UTF-8 are dropped and counted (there: decode "ignore"); U+0000, U+FFFD and the categories Cc and Cf are dropped, but tab,
 *     LF and CR are blanks (later ports drop all of C*: private use and unassigned characters stay here, as in the original);
 *   category Zs, U+2028 and U+2029 are blanks (str.split splits at the last two); CJK ideographs become words of their own;
 *   lower case as Python's str.lower on what stands between two blanks: full mapping, final sigma included (U+0130 is "i": its dot is Mn);
 *   NFD, then category Mn is dropped;
 *   ASCII 33-47, 58-64, 91-96, 123-126 and the categories P* become words of their own.
 * A stretch of more than 1 MiB without an ASCII blank is cut there, which bounds the memory.
 * Categories, lower case and NFD are utf8proc's (2.8: Unicode 15; Python 3.11: 14, 3.12: 15): a newer version knows more characters. */
struct tf_basic {
    const char *word; size_t len;            /* after next: normalised text, not NUL-terminated, valid until the following call; len > 0 */
    uint64_t replaced;                       /* ill-formed stretches of bytes so far (as many as U+FFFD in a "replace" decoding) */
    /* private */
    const char *text; size_t n, at;          /* source; what is read of it */
    char *buf; size_t buf_len, buf_at, buf_cap;  /* one stretch without ASCII blanks, normalised; read up to buf_at */
    size_t chunk; bool mapped;               /* where the stretch begins; mapped: from and to hold for it, else byte i came from chunk + i */
    uint32_t *from, *to; size_t map_cap;     /* (buf_len) source bytes, counted from chunk */
    struct tf_letter *letter, *nfd; size_t letters, letter_cap, nfd_cap;
};
void tf_basic_start(struct tf_basic *b, const char *text, size_t n); /* b: zero-initialised, or used before; text outlives the words */
bool tf_basic_next(struct tf_basic *b);      /* false: no more */
/* Source bytes [*start, *end) of bytes [i, j) of the word: whole characters, with the accents that were dropped behind them. */
void tf_basic_span(const struct tf_basic *b, size_t i, size_t j, size_t *start, size_t *end);
void tf_basic_free(struct tf_basic *b);

/* ---- vocabulary --------------------------------------------------------------------------------------------------------------- */
enum tf_wordpiece_special { TF_WP_PAD, TF_WP_UNK, TF_WP_CLS, TF_WP_SEP, TF_WP_MASK, TF_WP_SPECIALS };
extern const char *const tf_wp_special_name[TF_WP_SPECIALS]; /* "[PAD]", ... */
enum { TF_WP_WORD_MAX = 200 /* letters; a longer word is [UNK] */, TF_WP_PIECE_MAX = 1000 /* bytes */, TF_WP_VOCAB_MAX = 65536 };
/* Not changed by its users, so any number of threads may share it. */
struct tf_wordpiece {
    char *name;                              /* of the file */
    int n;                                   /* pieces; ids are 0..n-1, the line less one */
    uint16_t special[TF_WP_SPECIALS];        /* ids of [PAD] [UNK] [CLS] [SEP] [MASK] */
    char hash[65];                           /* SHA-256 of the file: part of the key of whatever is cached */
    char *text; const char **piece;          /* private from here: (n) NUL-terminated pieces */
    struct tf_wp_node *node; size_t nodes; int more; /* double-array trie of the pieces' bytes; node behind "##", or -1 */
};
/* vocab.txt: UTF-8, one piece a line; blanks at a line's ends, CR and a leading byte order mark are dropped. TF_BAD "FILE:LINE: ...": empty line, piece
 * twice, blank or control character inside, not UTF-8, longer than TF_WP_PIECE_MAX, more than TF_WP_VOCAB_MAX pieces; "FILE: ...": empty
 * file, special piece missing. *out is set on success only. */
int tf_wordpiece_load(struct tf_wordpiece **out, const char *path, struct tf_err *e);
int tf_wordpiece_parse(struct tf_wordpiece **out, const char *text, size_t n, const char *name, struct tf_err *e);
void tf_wordpiece_free(struct tf_wordpiece *v);                               /* NULL is fine */
const char *tf_wordpiece_text(const struct tf_wordpiece *v, int id);          /* "##ing"; id in 0..n-1 */
int tf_wordpiece_find(const struct tf_wordpiece *v, const char *s, size_t n); /* id of the piece, -1: none */

/* ---- tokens ------------------------------------------------------------------------------------------------------------------- */
/* Grows. Zero-initialise; set spans for start and end. */
struct tf_wordpiece_ids {
    uint16_t *id;                            /* (n) */
    uint32_t *start, *end;                   /* (n) source bytes of each piece, or NULL. They never go backwards; two pieces share a character that is
                                                two after NFD (Hangul). [UNK] has the whole word. */
    size_t n, cap;
    bool spans;
    uint64_t replaced, unknown;              /* ill-formed stretches of bytes; [UNK]s */
    struct tf_basic basic;                   /* working memory */
};
/* Appends the pieces of text; no [CLS], no [SEP], and "[SEP]" in the text is three words. Spans count from the text's start (n < 4 GiB). */
void tf_wordpiece_encode(const struct tf_wordpiece *v, const char *text, size_t n, struct tf_wordpiece_ids *out);
bool tf_wordpiece_too_long(const char *word, size_t n); /* more than TF_WP_WORD_MAX letters: always [UNK] */
void tf_wordpiece_ids_free(struct tf_wordpiece_ids *ids);

struct tf_wordpiece_doc { const char *text; size_t n; };
/* Appends the pieces of many documents in their order, the same for any number of threads. off (n_docs + 1): document i has the ids
 * off[i]..off[i+1]-1 of out; its spans count from its own start. */
void tf_wordpiece_encode_docs(const struct tf_wordpiece *v, const struct tf_wordpiece_doc *doc, size_t n_docs, int threads,
                              struct tf_wordpiece_ids *out, uint64_t *off);

/* ---- training a vocabulary ---------------------------------------------------------------------------------------------------- */
/* Google's trainer was never published; this is the one in common use, Hugging Face's WordPieceTrainer (tokenizers/src/models/{wordpiece,bpe}/trainer.rs):
 * byte-pair merges by count with the prefix "##". Same counts, same bytes: ties go to the pair that is smaller in bytes (there: the smaller
 * ids, which follow a hash table's order). Words with a letter outside the alphabet, which would be [UNK], are left out (there: the letter is). */
struct tf_word_count { size_t at; uint32_t len, hash; uint64_t count; }; /* text + at */
struct tf_word_counts {                      /* zero-initialise */
    struct tf_word_count *w; size_t n, cap;  /* distinct words, first seen first */
    struct tf_buf text;
    uint32_t *slot; size_t slots;            /* private */
    uint64_t words, replaced;                /* words in all; ill-formed stretches of bytes */
    struct tf_basic basic;
};
void tf_word_counts_add(struct tf_word_counts *c, const char *text, size_t n); /* the words of text, without those that are too long */
void tf_word_counts_add_word(struct tf_word_counts *c, const char *word, size_t n, uint64_t times); /* one word, already normalised UTF-8; n > 0 */
/* The words of tf_texts_list's files. TF_INTERRUPTED. */
int tf_word_counts_read(struct tf_word_counts *c, const char *path, struct tf_err *e);
void tf_word_counts_free(struct tf_word_counts *c);

struct tf_wordpiece_train {
    int size;                                /* pieces, special ones included; fewer when the pairs run out */
    int min_count;                           /* a pair seen less often is not merged; 0: 2 */
    int alphabet;                            /* most letters kept, the frequent ones; 0: size / 8, at most 1000 */
};
/* Appends vocab.txt's text: [PAD] [UNK] [CLS] [SEP] [MASK], letters, ##letters, merges; returns the number of pieces. -1: TF_BAD, size is
 * too small for the letters or above TF_WP_VOCAB_MAX, or there are no words; TF_INTERRUPTED. */
int tf_wordpiece_train(const struct tf_word_counts *c, const struct tf_wordpiece_train *o, struct tf_buf *vocab, struct tf_err *e);
extern const struct tf_opt tf_wordpiece_train_opts[]; /* of struct tf_wordpiece_train */
/* All of it: read `from`, train, write `out` atomically, into a new folder if need be. Returns the number of pieces. */
int tf_wordpiece_train_file(const char *from, const struct tf_wordpiece_train *o, const char *out, struct tf_err *e);
#endif
