/* Predictions for SQuAD, as in run_squad.py of github.com/google-research/bert, and the metric of the
 * official evaluate-v1.1.py. */
#ifndef TF_TASK_SQUAD_SCORE_H
#define TF_TASK_SQUAD_SCORE_H
#include "task/squad_window.h"

struct tf_squad_guess { struct tf_squad_text text; double start_logit, end_logit, probability; };
/* The best answers to question i, best first. logits: rows of (start, end); window w's first token is row
 * off[w]. A guess begins and ends at one of its window's n_best best starts and ends, inside the context, is
 * max_answer_length pieces long at most, and begins in the window where its first piece has most context; of
 * guesses with the same text the best is kept. Its text is that of the context, from the first byte of the
 * first piece to the last of the last. out (n_best); returns how many, at least 1: if there is none, "empty",
 * as there. */
int tf_squad_guess(const struct tf_squad_set *s, size_t i, const tf_real *logits, const uint64_t *off,
                   int n_best, int max_answer_length, struct tf_squad_guess *out);

/* Appends text in lower case, without ASCII punctuation and the words a, an, the, one blank between words
 * (both sigmas are one). */
void tf_squad_normalize(struct tf_buf *out, const char *s, size_t n);
/* Against the answers of question q of the file: *f1 in 0..1, and whether it is one of them; the best over
 * them, each by itself. */
bool tf_squad_grade(const struct tf_squad *file, size_t q, struct tf_squad_text text, double *f1);

/* Appends a member of predictions.json (the form of a submission) and of nbest_predictions.json. */
void tf_squad_put_best(struct tf_buf *out, struct tf_squad_text id, const struct tf_squad_guess *best);
void tf_squad_put_guesses(struct tf_buf *out, struct tf_squad_text id, const struct tf_squad_guess *g, int n);
#endif
