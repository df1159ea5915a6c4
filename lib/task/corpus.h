/* Plain text as documents, and the documents as pieces of a vocabulary.
 *
 * A folder stands for its *.txt files and those of the folders below, in the order of their names; a file stands for itself. A document is a block of
 * lines between blank ones, or a whole file: files of books have a blank line behind every paragraph. `auto` decides file by file: blocks where
 * they have TF_CORPUS_BLOCK_BYTES bytes or more on average. Line ends may be CR LF. Bytes that are not UTF-8 are dropped and counted. */
#ifndef TF_TASK_CORPUS_H
#define TF_TASK_CORPUS_H
#include "task/wordpiece.h"

enum { TF_CORPUS_AUTO, TF_CORPUS_BLOCK, TF_CORPUS_FILE };
enum { TF_CORPUS_BLOCK_BYTES = 1000 };

struct tf_corpus_file { char *path; uint64_t bytes; };
struct tf_corpus {
    struct tf_corpus_file *file; size_t n, cap;
    uint64_t bytes;
    uint64_t hash;                           /* of the files' names below the folder, sizes and times of change */
};
/* TF_BAD: not there, or a folder without such a file; TF_SYSTEM: cannot be read. */
int tf_corpus_list(struct tf_corpus *out, const char *path, struct tf_err *e);
void tf_corpus_free(struct tf_corpus *c);

struct tf_corpus_tokens {
    struct tf_wordpiece_ids ids;
    uint64_t *off; size_t docs, cap;         /* (docs + 1) document i has the ids off[i]..off[i+1]-1 */
    size_t files, block_files;               /* read; of these, files of blocks */
};
/* Reads all files with a progress line; the same ids at any number of threads. TF_SYSTEM, TF_INTERRUPTED. */
int tf_corpus_encode(struct tf_corpus_tokens *out, const struct tf_corpus *c, int unit, const struct tf_wordpiece *v, int threads, struct tf_err *e);
void tf_corpus_tokens_free(struct tf_corpus_tokens *t);
#endif
