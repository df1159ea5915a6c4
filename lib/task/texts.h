/* Text files: those that a name stands for. */
#ifndef TF_TASK_TEXTS_H
#define TF_TASK_TEXTS_H
#include "base/base.h"

struct tf_text_file { char *path; uint64_t bytes; };
struct tf_texts {
    struct tf_text_file *file; size_t n, cap;
    uint64_t bytes;
    uint64_t hash;                           /* of the files' names below the folder, sizes and times of change */
};
/* A file stands for itself, a folder for its *.txt files and those of the folders below, in the order of their names. Links are followed; names that begin
 * with a dot are passed over. TF_BAD: not there, neither file nor folder, a folder without such a file; TF_SYSTEM: cannot be read. */
int tf_texts_list(struct tf_texts *out, const char *path, struct tf_err *e);
void tf_texts_free(struct tf_texts *t);
#endif
