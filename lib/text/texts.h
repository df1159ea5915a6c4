/* What tasks share that read texts: files, and UTF-8. */
#ifndef TF_TEXT_TEXTS_H
#define TF_TEXT_TEXTS_H
#include "base/base.h"

struct tf_text_file { char *path; uint64_t bytes; };
struct tf_texts {
    struct tf_text_file *file; size_t n, cap;
    uint64_t bytes;
    uint64_t hash;                           /* of the files' paths, sizes and times of change */
};
/* A file gives itself, a folder its *.txt files and those of the folders below, in the order of
 * their names. Links are followed; names that begin with a dot are passed over. TF_BAD: not there, neither
 * file nor folder, a folder without such a file; TF_SYSTEM: cannot be read. */
int tf_texts_list(struct tf_texts *out, const char *path, struct tf_err *e);
void tf_texts_free(struct tf_texts *t);
/* For a cache key: a hash of n files' paths, sizes and times of change. TF_BAD: one is missing; TF_SYSTEM. */
int tf_texts_stamp(uint64_t *out, const char *const *path, size_t n, struct tf_err *e);

/* Are the first `cut` of n bytes valid? A character that the cut splits counts as whole, if it is. */
bool tf_utf8_valid(const char *s, size_t n, size_t cut);
/* The byte where character `chars`, from 0, begins; n right after the last one; -1: beyond, or negative. */
int64_t tf_utf8_at(const char *s, size_t n, int64_t chars);
#endif
