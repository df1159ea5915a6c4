/* What the tasks of BERT share: its vocabulary, and sequences [CLS] a [SEP] and [CLS] a [SEP] b [SEP]. */
#ifndef TF_TEXT_BERT_H
#define TF_TEXT_BERT_H
#include "data/locate.h"
#include "text/wordpiece.h"

enum { TF_BERT_LENGTH_MAX = 65536 };         /* tokens of a sequence */
#define TF_BERT_VOCAB "bert-vocab/vocab.txt" /* default of the tasks' option */

/* Finds and loads the vocabulary `rel` (tf_data_find). TF_BAD: not there, not a vocabulary, or one without
 * the special pieces. */
int tf_bert_vocab(struct tf_wordpiece **out, const char *rel, const struct tf_task_env *env,
                  struct tf_err *e);
/* Sets d's special ids, which pieces they are and where the vocabulary lies. */
void tf_bert_mark(struct tf_data *d, const struct tf_wordpiece *v);
/* [CLS] a [SEP], and b [SEP] behind it where b is not NULL, in at most `max` ids (3 or more): the longer of
 * the two loses its last piece until they fit, b when both are as long (BERT's _truncate_seq_pair). out
 * (max). Returns the ids written. */
int tf_bert_join(const struct tf_wordpiece *v, const uint16_t *a, size_t na, const uint16_t *b, size_t nb,
                 int max, uint16_t *out);
#endif
