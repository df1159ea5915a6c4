/* The windows of SQuAD's contexts that a model reads, [CLS] question [SEP] a part of the context [SEP], as in
 * run_squad.py of github.com/google-research/bert. */
#ifndef TF_TASK_SQUAD_WINDOW_H
#define TF_TASK_SQUAD_WINDOW_H
#include "data/locate.h"
#include "task/squad.h"
#include "text/wordpiece.h"

/* Options of the task. */
struct tf_squad_opts {
    int validation, max_length, doc_stride, max_query_length, heldout, split_seed, train, valid, test, n_best,
        max_answer_length;
    char vocab[TF_STRING_MAX];
};
extern const struct tf_opt tf_squad_opt_table[];

/* Pieces first..first+n-1 of the context have positions at..; question: of the set. */
struct tf_squad_window { uint32_t question, first, n; int at; };
/* Chosen questions of a file with their windows, a question's one after the other. */
struct tf_squad_set {
    struct tf_squad *file;
    uint16_t cls, sep;
    int max_length, doc_stride, max_query_length;
    /* Pieces of all contexts (with spans, bytes of the context) and of all questions; paragraph p's are
     * doc_off[p]..doc_off[p+1]-1; likewise. */
    struct tf_wordpiece_ids doc, ask;
    uint64_t *doc_off, *ask_off;
    /* (n) which question of the file; (n + 1) question i has windows first[i]..first[i+1]-1: none when its
     * context has no pieces. */
    size_t n;
    uint32_t *question;
    size_t *first, windows;
    struct tf_squad_window *window;
};
/* Encodes the file, which it owns from here. No question is chosen yet. */
struct tf_squad_set *tf_squad_encode(struct tf_squad *file, const struct tf_wordpiece *v,
                                     const struct tf_squad_opts *o, int threads);
/* Chooses these n questions, in place of those before, and makes their windows: of max_length tokens at most,
 * one every doc_stride pieces, the last one at the end of the context; of the question the first
 * max_query_length pieces. */
void tf_squad_choose(struct tf_squad_set *s, const uint32_t *question, size_t n);
/* With its file; NULL is fine. */
void tf_squad_set_free(struct tf_squad_set *s);
/* At most max_length; returns how many. */
int tf_squad_tokens(const struct tf_squad_set *s, size_t window, uint16_t *tok);
/* The pieces [*from, *to] of the context that cover the answer and no more; false: it is misplaced, or
 * nothing of it is in a piece. */
bool tf_squad_pieces(const struct tf_squad_set *s, size_t question, const struct tf_squad_answer *a,
                     uint32_t *from, uint32_t *to);
/* tf_span_label of the question's first answer that is in its place; 0, the [CLS], when the window does
 * not hold all of it. */
int tf_squad_label(const struct tf_squad_set *s, size_t window);
/* Has the question an answer to be learned? */
bool tf_squad_answered(const struct tf_squad_set *s, size_t question);
/* Of question i's windows, the one in which piece `piece` of the context has most context: min(pieces before,
 * after) + 0.01 length; the first of equals. */
size_t tf_squad_max_context(const struct tf_squad_set *s, size_t i, uint32_t piece);
/* What the task's open does; test, if not NULL, gets the questions of TF_TEST: example i is window i. */
int tf_squad_open(struct tf_data **out, struct tf_squad_set **test, const struct tf_squad_opts *o,
                  const struct tf_task_env *env, struct tf_err *e);
#endif
