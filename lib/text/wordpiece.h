/* BERT's uncased WordPiece: words (wordpiece_basic.h) -> pieces, as WordpieceTokenizer of
 * github.com/google-research/bert cuts them (arXiv:1810.04805 sec. 3.1, 30,000 pieces). */
#ifndef TF_TEXT_WORDPIECE_H
#define TF_TEXT_WORDPIECE_H
#include "text/wordpiece_basic.h"

/* ---- vocabulary ---------------------------------------------------------------------------------------- */
enum tf_wordpiece_special { TF_WP_PAD, TF_WP_UNK, TF_WP_CLS, TF_WP_SEP, TF_WP_MASK, TF_WP_SPECIALS };
extern const char *const tf_wp_special_name[TF_WP_SPECIALS]; /* "[PAD]", ... */
/* Letters of a word (a longer one is [UNK]), bytes of a piece, pieces. */
enum { TF_WP_WORD_MAX = 200, TF_WP_PIECE_MAX = 1000, TF_WP_VOCAB_MAX = 65535 /* TF_HIDDEN */ };
/* Not changed by its users, so any number of threads may share it. */
struct tf_wordpiece {
    char *name;                              /* of the file */
    int n;                                   /* pieces; ids are 0..n-1, the line less one */
    uint16_t special[TF_WP_SPECIALS];        /* ids of [PAD] [UNK] [CLS] [SEP] [MASK] */
    char hash[65];                           /* SHA-256 of the file: part of the key of whatever is cached */
    char *text; const char **piece;          /* private from here: (n) NUL-terminated pieces */
    struct tf_wp_node *node; size_t nodes; int more; /* double-array trie of bytes; node behind "##", or -1 */
};
/* vocab.txt: UTF-8, one piece per line; blanks at a line's ends, CR and a leading byte order mark are
 * dropped. TF_BAD "FILE:LINE: ...": empty line, piece twice, blank or control character inside, not UTF-8,
 * longer than TF_WP_PIECE_MAX, more than TF_WP_VOCAB_MAX pieces; "FILE: ...": empty file, special piece
 * missing. *out is set on success only. */
int tf_wordpiece_load(struct tf_wordpiece **out, const char *path, struct tf_err *e);
int tf_wordpiece_parse(struct tf_wordpiece **out, const char *text, size_t n, const char *name,
                       struct tf_err *e);
void tf_wordpiece_free(struct tf_wordpiece *v);                               /* NULL is fine */
uint64_t tf_wordpiece_hash(const struct tf_wordpiece *v);                     /* of the pieces alone */
const char *tf_wordpiece_text(const struct tf_wordpiece *v, int id);          /* "##ing"; id in 0..n-1 */
int tf_wordpiece_find(const struct tf_wordpiece *v, const char *s, size_t n); /* id of the piece, -1: none */

/* ---- tokens -------------------------------------------------------------------------------------------- */
/* Grows. Zero-initialise; set spans for start and end. */
struct tf_wordpiece_ids {
    uint16_t *id;                            /* (n) */
    /* (n) source bytes of each piece, or NULL. They never go backwards; two pieces share a character that is
     * two after NFD (Hangul). [UNK] has the whole word. */
    uint32_t *start, *end;
    size_t n, cap;
    bool spans;
    uint64_t replaced, unknown, words;       /* ill-formed stretches of bytes; [UNK]s; all words */
    struct tf_basic basic;                   /* working memory */
};
/* Appends the pieces of text; no [CLS], no [SEP], and "[SEP]" in the text is three words. Spans count from
 * the text's start (n < 4 GiB). */
void tf_wordpiece_encode(const struct tf_wordpiece *v, const char *text, size_t n,
                         struct tf_wordpiece_ids *out);
bool tf_wordpiece_too_long(const char *word, size_t n); /* more than TF_WP_WORD_MAX letters: always [UNK] */
void tf_wordpiece_ids_free(struct tf_wordpiece_ids *ids);
/* Warns of ill-formed bytes, and where a fifth of the words or more are [UNK]: of another vocabulary. */
void tf_wordpiece_warn(const struct tf_wordpiece_ids *ids, const char *of);

struct tf_wordpiece_doc { const char *text; size_t n; };
/* Appends the pieces of many documents in their order, the same for any number of threads. off (n_docs + 1):
 * document i has the ids off[i]..off[i+1]-1 of out; its spans count from its own start. */
void tf_wordpiece_encode_docs(const struct tf_wordpiece *v, const struct tf_wordpiece_doc *doc,
                              size_t n_docs, int threads, struct tf_wordpiece_ids *out, uint64_t *off);
#endif
