/* SQuAD v1.1 (Rajpurkar et al. 2016, arXiv:1606.05250): its files, the windows that a model reads, predictions and the official metric.
 * Windows and predictions follow run_squad.py of github.com/google-research/bert, the metric the official evaluate-v1.1.py. */
#ifndef TF_SQUAD_H
#define TF_SQUAD_H
#include "task/task.h"
#include "task/wordpiece.h"

/* ---- a file ------------------------------------------------------------------------------------------------------------------- */
struct tf_squad_text { const char *s; size_t n; };                 /* UTF-8, not NUL-terminated, may hold NUL */
struct tf_squad_answer { struct tf_squad_text text; uint32_t start, end; bool found; }; /* found: the context has it at bytes [start, end) */
struct tf_squad_paragraph { struct tf_squad_text context; uint32_t article; };
struct tf_squad_question { struct tf_squad_text id, text; uint32_t paragraph, answer, answers; }; /* its answers: one or more, from `answer` on */
struct tf_squad {
    char *name;                              /* of the file */
    size_t articles, paragraphs, questions, answers;
    struct tf_squad_paragraph *paragraph;    /* in the order of the file, as are questions and answers */
    struct tf_squad_question *question;
    struct tf_squad_answer *answer;
    size_t misplaced;                        /* answers that the context does not have at answer_start; empty ones are among them */
    struct tf_json *json;                    /* private: what the texts point into */
};
/* {"version": "1.1", "data": [{"paragraphs": [{"context", "qas": [{"id", "question", "answers": [{"text", "answer_start"}]}]}]}]}; other keys are ignored,
 * another version is a warning. answer_start counts characters. TF_BAD: "FILE:LINE:COL: what" (not JSON), "FILE: data[0].paragraphs[1].qas[2].id: what"
 * (something is missing, of another type, empty, or an id that was there before). *out is set on success only. */
int tf_squad_load(struct tf_squad **out, const char *path, struct tf_err *e);
int tf_squad_parse(struct tf_squad **out, const char *text, size_t n, const char *name, struct tf_err *e);
void tf_squad_free(struct tf_squad *s);      /* NULL is fine */

/* ---- windows: [CLS] question [SEP] a part of the context [SEP] ------------------------------------------------------------------- */
struct tf_squad_opts {                       /* options of the task */
    int validation, max_length, doc_stride, max_query_length, heldout, split_seed, train, valid, test, n_best, max_answer_length;
    char vocab[TF_STRING_MAX];
};
extern const struct tf_opt tf_squad_opt_table[];

struct tf_squad_window { uint32_t question /* of the set */, first, n; int at; }; /* pieces first..first+n-1 of the context stand at positions at.. */
/* Chosen questions of a file with their windows, a question's one after the other. */
struct tf_squad_set {
    struct tf_squad *file;
    uint16_t cls, sep;
    int max_length, doc_stride, max_query_length;
    struct tf_wordpiece_ids doc, ask;        /* pieces of all contexts (with spans, bytes of the context) and of all questions */
    uint64_t *doc_off, *ask_off;             /* of paragraph p: doc_off[p]..doc_off[p+1]-1; likewise */
    size_t n;
    uint32_t *question;                      /* (n) which of the file */
    size_t windows;
    struct tf_squad_window *window;
    size_t *first;                           /* (n + 1) question i has windows first[i]..first[i+1]-1: none when its context has no pieces */
};
/* Encodes the file, which it owns from here. No question is chosen yet. */
struct tf_squad_set *tf_squad_encode(struct tf_squad *file, const struct tf_wordpiece *v, const struct tf_squad_opts *o, int threads);
/* Chooses these n questions, in place of those before, and makes their windows: of max_length tokens at most, one every doc_stride pieces, the
 * last one at the end of the context; of the question the first max_query_length pieces. */
void tf_squad_choose(struct tf_squad_set *s, const uint32_t *question, size_t n);
void tf_squad_set_free(struct tf_squad_set *s); /* with its file; NULL is fine */
int tf_squad_tokens(const struct tf_squad_set *s, size_t window, uint16_t *tok); /* at most max_length; returns how many */
/* The pieces [*from, *to] of the context that cover the answer and no more; false: it is misplaced, or nothing of it is in a piece. */
bool tf_squad_pieces(const struct tf_squad_set *s, size_t question, const struct tf_squad_answer *a, uint32_t *from, uint32_t *to);
/* start + 65536 * end of the question's first answer that is in its place; 0, the [CLS], when the window does not hold all of it. */
int tf_squad_label(const struct tf_squad_set *s, size_t window);
/* Has the question an answer to be learned? */
bool tf_squad_answered(const struct tf_squad_set *s, size_t question);

/* ---- predictions -------------------------------------------------------------------------------------------------------------------- */
struct tf_squad_guess { struct tf_squad_text text; double start_logit, end_logit, probability; };
/* The best answers to question i, best first. logits: rows of (start, end); window w's first token is row off[w]. A guess begins and ends at one
 * of its window's n_best best starts and ends, inside the context, is max_answer_length pieces long at most, and begins in the window where
 * its first piece has most context; of guesses with the same text the best is kept. Its text is that of the context, from the first byte
 * of the first piece to the last of the last. out (n_best); returns how many, at least 1: if there is none, "empty", as there. */
int tf_squad_guess(const struct tf_squad_set *s, size_t i, const tf_real *logits, const uint64_t *off, int n_best, int max_answer_length,
                   struct tf_squad_guess *out);
/* Of question i's windows, the one in which piece `piece` of the context has most context: min(pieces before, behind) + 0.01 length; the first of equals. */
size_t tf_squad_max_context(const struct tf_squad_set *s, size_t i, uint32_t piece);

/* ---- the metric ---------------------------------------------------------------------------------------------------------------------- */
/* Appends text in lower case, without ASCII punctuation and the words a, an, the, one blank between words (both sigmas are one). */
void tf_squad_normalize(struct tf_buf *out, const char *s, size_t n);
/* Against the answers of question q of the file: *f1 in 0..1, and whether it is one of them; the best over them, each by itself. */
bool tf_squad_grade(const struct tf_squad *file, size_t q, struct tf_squad_text text, double *f1);

/* Appends a member of predictions.json (the form of a submission) and of nbest_predictions.json. */
void tf_squad_put_best(struct tf_buf *out, struct tf_squad_text id, const struct tf_squad_guess *best);
void tf_squad_put_guesses(struct tf_buf *out, struct tf_squad_text id, const struct tf_squad_guess *g, int n);

/* ---- the task ------------------------------------------------------------------------------------------------------------------------- */
/* What the task's open does; test, if not NULL, gets the questions behind TF_TEST: example i is window i. */
int tf_squad_open(struct tf_data **out, struct tf_squad_set **test, const struct tf_squad_opts *o, const struct tf_task_env *env, struct tf_err *e);
#endif
