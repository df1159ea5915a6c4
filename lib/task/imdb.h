/* IMDB reviews (Maas et al. 2011, "Learning word vectors for sentiment analysis"): one split in memory, from
 * either of the two forms in which it is kept. Both give the same reviews in the same order, byte for
 * byte. */
#ifndef TF_IMDB_H
#define TF_IMDB_H
#include "base/base.h"

/* Text: base[at .. at + len). label: 0 neg, 1 pos. line: of the TSV, 1-based; 0: a file of its own. */
struct tf_review { size_t at, len; uint32_t id; int label, rating, line; };
/* v: by (label, id), each pair once; no text is empty. of, empty: reviews of each class; those left out
 * because empty. not_utf8: kept, though not valid UTF-8. base points into map or text. */
struct tf_imdb {
    const char *base;
    struct tf_review *v;
    size_t n, cap, of[2], empty[2], not_utf8;
    struct tf_map map;
    struct tf_buf text;
};
/* All three take a zero-initialised *out and fill it on success only. TF_BAD ("FILE:LINE: ...", or "FILE:
 * ..."): a label that is not 0 or 1, a name that is not <id>_<rating>, a missing column, a review twice. A
 * class may be empty.
 * TSV: label, id_rating, text; the text begins after the second tab and may hold more. CR before LF is
 * dropped, empty lines are skipped. tsv outlives out. */
int tf_imdb_parse(struct tf_imdb *out, const char *tsv, size_t n, const char *name, struct tf_err *e);
int tf_imdb_load_tsv(struct tf_imdb *out, const char *path, struct tf_err *e);
/* Folder: DIR/neg/<id>_<rating>.txt and DIR/pos/...; names that begin with a dot are passed over. */
int tf_imdb_load_folder(struct tf_imdb *out, const char *dir, struct tf_err *e);
void tf_imdb_free(struct tf_imdb *r);
#endif
