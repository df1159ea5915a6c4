/* Plain text as documents, and the documents as pieces of a vocabulary.
 *
 * A document is a block of lines between blank ones, or a whole file: files of books have a blank line behind
 * every paragraph. `auto` decides file by file: blocks where they have TF_CORPUS_BLOCK_BYTES bytes or more on
 * average. Line ends may be CR LF. Bytes that are not UTF-8 are dropped and counted. */
#ifndef TF_TEXT_CORPUS_H
#define TF_TEXT_CORPUS_H
#include "text/texts.h"
#include "text/wordpiece.h"

enum { TF_CORPUS_AUTO, TF_CORPUS_BLOCK, TF_CORPUS_FILE };
enum { TF_CORPUS_BLOCK_BYTES = 1000 };

struct tf_corpus_tokens {
    struct tf_wordpiece_ids ids;
    uint64_t *off; size_t docs, cap;         /* (docs + 1) document i has the ids off[i]..off[i+1]-1 */
    size_t files, block_files;               /* read; of these, files of blocks */
};
/* Reads all files with a progress line; the same ids at any number of threads. TF_SYSTEM, TF_INTERRUPTED. */
int tf_corpus_encode(struct tf_corpus_tokens *out, const struct tf_texts *c, int unit,
                     const struct tf_wordpiece *v, int threads, struct tf_err *e);
void tf_corpus_tokens_free(struct tf_corpus_tokens *t);
#endif
