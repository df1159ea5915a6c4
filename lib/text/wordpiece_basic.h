/* Words as BERT's BasicTokenizer with do_lower_case cuts them. Follows tokenization.py of
 * github.com/google-research/bert step by step. */
#ifndef TF_TEXT_WORDPIECE_BASIC_H
#define TF_TEXT_WORDPIECE_BASIC_H
#include "base/base.h"

/* In this order, as there:
 *   bytes that are not UTF-8 are dropped and counted (there: decode "ignore"); U+0000, U+FFFD and the
 *   categories Cc and Cf are dropped, but tab, LF and CR are blanks (later ports drop all of C*: private use
 *   and unassigned characters stay here, as in the original);
 *   category Zs, U+2028 and U+2029 are blanks (str.split splits at the last two); CJK ideographs become words
 *   of their own;
 *   lower case as Python's str.lower on the text between two blanks: full mapping, final sigma included
 *   (U+0130 is "i": its dot is Mn);
 *   NFD, then category Mn is dropped;
 *   ASCII 33-47, 58-64, 91-96, 123-126 and the categories P* become words of their own.
 * A stretch of more than 1 MiB without an ASCII blank is cut there, which bounds the memory. Categories,
 * lower case and NFD are utf8proc's (2.8: Unicode 15; Python 3.11: 14, 3.12: 15): a newer version knows more
 * characters. */
struct tf_basic {
    /* after next: normalised text, not NUL-terminated, valid until the following call; len > 0 */
    const char *word; size_t len;
    uint64_t replaced; /* ill-formed stretches of bytes so far (as many as U+FFFD in a "replace" decoding) */
    /* private */
    const char *text; size_t n, at;          /* source; what is read of it */
    char *buf; size_t buf_len, buf_at, buf_cap; /* one stretch without ASCII blanks, normalised */
    /* where the stretch begins; mapped: from and to hold for it, else byte i came from chunk + i */
    size_t chunk; bool mapped;
    uint32_t *from, *to; size_t map_cap;     /* (buf_len) source bytes, counted from chunk */
    struct tf_letter *letter, *nfd; size_t letters, letter_cap, nfd_cap;
};
/* b: zero-initialised, or used before; text outlives the words */
void tf_basic_start(struct tf_basic *b, const char *text, size_t n);
bool tf_basic_next(struct tf_basic *b);      /* false: no more */
/* Source bytes [*start, *end) of bytes [i, j) of the word: whole characters, with the accents that were
 * dropped behind them. */
void tf_basic_span(const struct tf_basic *b, size_t i, size_t j, size_t *start, size_t *end);
void tf_basic_free(struct tf_basic *b);
/* Appends n bytes in lower case, letter by letter, without all else of the above; what is not UTF-8 stays. */
void tf_utf8_lower(struct tf_buf *out, const char *s, size_t n);
#endif
