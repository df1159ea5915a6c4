/* SQuAD v1.1 (Rajpurkar et al. 2016, arXiv:1606.05250): its files. */
#ifndef TF_TASK_SQUAD_H
#define TF_TASK_SQUAD_H
#include "base/base.h"

/* UTF-8, not NUL-terminated, may contain NUL. */
struct tf_squad_text { const char *s; size_t n; };
/* found: the context has it at bytes [start, end). */
struct tf_squad_answer { struct tf_squad_text text; uint32_t start, end; bool found; };
struct tf_squad_paragraph { struct tf_squad_text context; uint32_t article; };
/* Its answers: one or more, from `answer` on. */
struct tf_squad_question { struct tf_squad_text id, text; uint32_t paragraph, answer, answers; };
/* The paragraphs, questions and answers are in the order of the file. misplaced: answers that the context
 * does not have at answer_start, and empty ones. json: private, what the texts point into. */
struct tf_squad {
    char *name;
    size_t articles, paragraphs, questions, answers, misplaced;
    struct tf_squad_paragraph *paragraph;
    struct tf_squad_question *question;
    struct tf_squad_answer *answer;
    struct tf_json *json;
};
/* {"version": "1.1", "data": [{"paragraphs": [{"context", "qas": [{"id", "question", "answers": [{"text",
 * "answer_start"}]}]}]}]}; other keys are ignored, another version is a warning. answer_start counts
 * characters. TF_BAD: "FILE:LINE:COL: what" (not JSON), "FILE: data[0].paragraphs[1].qas[2].id: what"
 * (something is missing, of another type, empty, or an id that was there before). *out is set on success
 * only. */
int tf_squad_load(struct tf_squad **out, const char *path, struct tf_err *e);
int tf_squad_parse(struct tf_squad **out, const char *text, size_t n, const char *name, struct tf_err *e);
/* NULL is fine. */
void tf_squad_free(struct tf_squad *s);
#endif
