/* A stand-in for AAN, the published Retrieval set, which can no longer be fetched: do two half-documents
 * belong together? Made from any texts, in AAN's form: label<TAB>id1<TAB>id2<TAB>text1<TAB>text2, no header.
 *
 * Documents: *.txt files, or their blocks between blank lines; blanks and line ends inside become one space,
 * and a text that occurs twice counts once. The documents are shuffled and dealt 80/10/10 to training,
 * validation and test (at least 2 to each of the latter). A document is cut into windows of at most 2
 * max_bytes bytes, a window in the middle into two halves; all cuts are at words. Windows of the same split
 * and of nearly the same length, but of different documents, form couples: first and second halves a, b and
 * a', b'. A couple gives two positive pairs, (a, b) and (a', b'), and two negative ones, (a, b') and (a', b),
 * and all four halves are cut to the length of the shortest. So every half is in one pair of each class,
 * and neither a half alone nor any length says anything about the label. Windows that find no partner are
 * left out. */
#ifndef TF_RETRIEVAL_SYNTH_H
#define TF_RETRIEVAL_SYNTH_H
#include "base/base.h"

enum { TF_RETRIEVAL_SYNTH_BLOCK, TF_RETRIEVAL_SYNTH_FILE };

/* min_bytes: of a document (or of its rest) that is used; max_bytes: of a half. train, valid, test: pairs; 0:
 * all there are. */
struct tf_retrieval_synth { int unit, min_bytes, max_bytes, train, valid, test, data_seed; };
extern const struct tf_opt tf_retrieval_synth_opts[];

/* Reads `from` (tf_texts_list) and writes train.tsv, valid.tsv and test.tsv into `dir`, which it makes. Only
 * when all three are complete are older ones removed; then they take their names, train.tsv last, so that no
 * file is ever beside those of another set. The same texts, options and seed give the same bytes. TF_BAD:
 * no text, or fewer pairs than asked for; TF_SYSTEM, TF_INTERRUPTED. */
int tf_retrieval_synth_write(const struct tf_retrieval_synth *o, const char *from, const char *dir,
                             struct tf_err *e);
#endif
