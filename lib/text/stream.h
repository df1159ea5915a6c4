/* Plain text as one stream of tokens: words between blanks, characters, or bytes. */
#ifndef TF_TEXT_STREAM_H
#define TF_TEXT_STREAM_H
#include "text/wordpiece_train.h"

enum tf_stream_unit { TF_STREAM_WORD, TF_STREAM_CHARACTER, TF_STREAM_BYTE };
#define TF_STREAM_EOS "<eos>"
/* eos: of words, every line ends in one; else line ends are blanks. Of characters and bytes they are ordinary
 * tokens, and eos is not read. lower: lower case, letter by letter. */
struct tf_stream_opts { enum tf_stream_unit unit; bool eos, lower; };
/* tok (n): places in struct tf_word_counts.w. words: stretches between blanks; lines: that end in LF, and a
 * last one without it; chars: characters, line ends included. replaced: of characters, bytes that are not
 * UTF-8, each one U+FFFD in the stream. open: the last line has no LF. */
struct tf_stream { uint32_t *tok; size_t n, cap, words, lines, chars, replaced; bool open; };
/* Reads a file into *out, zeroed before; new tokens join `known`, counted once for each time they are read.
 * TF_BAD: it is not there; TF_SYSTEM: cannot be read; TF_INTERRUPTED. */
int tf_stream_read(struct tf_stream *out, struct tf_word_counts *known, const char *path,
                   const struct tf_stream_opts *o, struct tf_err *e);
void tf_stream_free(struct tf_stream *s);
/* The line (from 1) of token i of the file, read again; 0: it cannot be. */
size_t tf_stream_line(const char *path, const struct tf_stream_opts *o, size_t i);
#endif
