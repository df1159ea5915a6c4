/* The two packs of a hierarchical model (HIBERT, arXiv:1905.06566 sec. 3.1): sentences, which are pieces of
 * `size` tokens, the last of a sequence maybe shorter, and documents, which have one row for each piece of a
 * sequence. Positions count from 0 in every piece and in every document. No extra rows. */
#ifndef TF_MODEL_PIECES_H
#define TF_MODEL_PIECES_H
#include "num/num.h"

/* As many rows as `whole`. Random draws are keyed by the sequence and the piece's number; those of the first
 * piece are the sequence's. */
struct tf_pack tf_pieces(struct tf_arena *a, const struct tf_pack *whole, int size);
struct tf_pack tf_documents(struct tf_arena *a, const struct tf_pack *whole, int size);
#endif
