/* QNLI's training pairs, made again from SQuAD. */
#ifndef TF_TASK_GLUE_SQUAD_H
#define TF_TASK_GLUE_SQUAD_H
#include "task/glue.h"

/* QNLI's training pairs, made again from SQuAD's train-v1.1.json as they were made first (arXiv:1804.07461
 * sec. 3.3): each question with each sentence of its paragraph, without pairs of low lexical overlap, as many
 * of each class. Here: the positive pair of a question is with the sentence that holds its first answer
 * whole, the negative one with a random other sentence without the answer's text. Both must share a word with
 * the question (98.7 % of QNLI's positive dev pairs do, 92.8 % of the negative ones): otherwise the question
 * gives no pairs and is counted in skipped. label: 0 entailment, 1 not; the two pairs of a question stand
 * together. TF_BAD: not of SQuAD's form. */
int tf_glue_read_squad(struct tf_glue_rows *out, const char *path, uint64_t seed, struct tf_err *e);
/* Fills start (cap) with where the sentences of the text begin; returns how many there are, which may be
 * more. A sentence ends with . ! or ?, closing quotes and brackets, and a blank, when no lower-case letter
 * follows; not behind an initial or a common abbreviation; a line end always ends it. */
size_t tf_glue_sentences(const char *text, size_t n, size_t *start, size_t cap);
#endif
