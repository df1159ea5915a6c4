/* Reading SQuAD v1.1. */
#include "task/squad.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "io/json.h"
#include "text/texts.h"

struct place { // where in the file; -1: not that deep
    int article, paragraph, question, answer;
};

struct reader {
    struct tf_squad *s;
    struct place at;
    size_t paragraph_cap, question_cap, answer_cap;
    struct tf_err *e;
};

/* "FILE: data[0].paragraphs[1].qas[2].answers[0].KEY: what" */
static int bad(const struct reader *r, const char *key, const char *what) {
    const int at[] = {r->at.article, r->at.paragraph, r->at.question, r->at.answer};
    static const char *const name[] = {"data", "paragraphs", "qas", "answers"};
    struct tf_buf path = {0};
    for (int i = 0; i < 4 && at[i] >= 0; i++) tf_buf_addf(&path, "%s%s[%d]", i ? "." : "", name[i], at[i]);
    if (key) tf_buf_addf(&path, "%s%s", path.len ? "." : "", key);
    int rc = tf_fail(r->e, TF_BAD, "%s: %s: %s", r->s->name, path.s, what);
    tf_buf_free(&path);
    return rc;
}

static int read_text(const struct reader *r, const struct tf_json *map, const char *key, struct tf_squad_text *out) {
    const struct tf_json *node = tf_json_get(map, key);
    const char *s = tf_json_text(node, &out->n);
    if (!node) return bad(r, key, "missing");
    if (!s) return bad(r, key, "a string is expected");
    if (out->n > UINT32_MAX / 2) return bad(r, key, "too long");
    out->s = s;
    return 0;
}

/* A list with at least one element. */
static int read_list(const struct reader *r, const struct tf_json *map, const char *key, const struct tf_json **list) {
    *list = tf_json_get(map, key);
    if (!*list) return bad(r, key, "missing");
    if (!tf_json_count(*list)) return bad(r, key, "a list with something in it is expected");
    return 0;
}

static int read_answer(struct reader *r, const struct tf_json *node, struct tf_squad_text context) {
    struct tf_squad *s = r->s;
    struct tf_squad_answer a = {0};
    int64_t chars;
    if (read_text(r, node, "text", &a.text)) return -1;
    if (!tf_json_get(node, "answer_start")) return bad(r, "answer_start", "missing");
    if (!tf_json_int(tf_json_get(node, "answer_start"), &chars)) return bad(r, "answer_start", "a whole number is expected");
    int64_t at = tf_utf8_at(context.s, context.n, chars);
    a.found = a.text.n && at >= 0 && a.text.n <= context.n - (size_t)at && !memcmp(context.s + at, a.text.s, a.text.n);
    if (a.found) a.start = (uint32_t)at, a.end = (uint32_t)((size_t)at + a.text.n);
    s->misplaced += !a.found;
    TF_GROW(s->answer, s->answers, r->answer_cap);
    s->answer[s->answers++] = a;
    return 0;
}

static int read_question(struct reader *r, const struct tf_json *node) {
    struct tf_squad *s = r->s;
    struct tf_squad_question q = {.paragraph = (uint32_t)(s->paragraphs - 1), .answer = (uint32_t)s->answers};
    const struct tf_json *answers;
    if (read_text(r, node, "id", &q.id) || read_text(r, node, "question", &q.text) || read_list(r, node, "answers", &answers)) return -1;
    if (!q.id.n) return bad(r, "id", "empty");
    q.answers = (uint32_t)tf_json_count(answers);
    for (r->at.answer = 0; r->at.answer < (int)q.answers; r->at.answer++)
        if (read_answer(r, tf_json_at(answers, (size_t)r->at.answer), s->paragraph[q.paragraph].context)) return -1;
    r->at.answer = -1;
    TF_GROW(s->question, s->questions, r->question_cap);
    s->question[s->questions++] = q;
    return 0;
}

static int read_paragraph(struct reader *r, const struct tf_json *node) {
    struct tf_squad *s = r->s;
    struct tf_squad_paragraph p = {.article = (uint32_t)(s->articles - 1)};
    const struct tf_json *qas = tf_json_get(node, "qas");
    if (read_text(r, node, "context", &p.context)) return -1;
    if (!qas) return bad(r, "qas", "missing");
    if (!tf_json_is_list(qas)) return bad(r, "qas", "a list is expected");
    TF_GROW(s->paragraph, s->paragraphs, r->paragraph_cap);
    s->paragraph[s->paragraphs++] = p;
    int n = (int)tf_json_count(qas); // may be 0
    for (r->at.question = 0; r->at.question < n; r->at.question++)
        if (read_question(r, tf_json_at(qas, (size_t)r->at.question))) return -1;
    r->at.question = -1;
    return 0;
}

static int read_article(struct reader *r, const struct tf_json *node) {
    const struct tf_json *paragraphs;
    r->s->articles++;
    if (read_list(r, node, "paragraphs", &paragraphs)) return -1;
    int n = (int)tf_json_count(paragraphs);
    for (r->at.paragraph = 0; r->at.paragraph < n; r->at.paragraph++)
        if (read_paragraph(r, tf_json_at(paragraphs, (size_t)r->at.paragraph))) return -1;
    r->at.paragraph = -1;
    return tf_interrupted ? tf_fail(r->e, TF_INTERRUPTED, "interrupted while reading %s", r->s->name) : 0;
}

static int by_id(const void *a, const void *b) {
    const struct tf_squad_question *x = *(const struct tf_squad_question *const *)a, *y = *(const struct tf_squad_question *const *)b;
    int d = memcmp(x->id.s, y->id.s, x->id.n < y->id.n ? x->id.n : y->id.n);
    return d ? d : (x->id.n > y->id.n) - (x->id.n < y->id.n);
}

static int check_ids(const struct tf_squad *s, struct tf_err *e) {
    const struct tf_squad_question **q = tf_alloc((s->questions + 1) * sizeof *q), *again = NULL;
    for (size_t i = 0; i < s->questions; i++) q[i] = &s->question[i];
    qsort(q, s->questions, sizeof *q, by_id);
    for (size_t i = 1; i < s->questions && !again; i++)
        if (!by_id(&q[i], &q[i - 1])) again = q[i];
    tf_free(q);
    return again ? tf_fail(e, TF_BAD, "%s: data[%u]: two questions have the id '%.*s'", s->name, s->paragraph[again->paragraph].article,
                           again->id.n < 80 ? (int)again->id.n : 80, again->id.s)
                 : 0;
}

static int read_all(struct tf_squad *s, struct tf_err *e) {
    struct reader r = {.s = s, .at = {-1, -1, -1, -1}, .e = e};
    const struct tf_json *root = s->json, *data;
    size_t len;
    const char *version = tf_json_text(tf_json_get(root, "version"), &len);
    if (read_list(&r, root, "data", &data)) return -1;
    if (version && strcmp(version, "1.1") != 0) tf_log(TF_LOG_WARN, "%s: version %.20s, not 1.1", s->name, version);
    int n = (int)tf_json_count(data);
    for (r.at.article = 0; r.at.article < n; r.at.article++)
        if (read_article(&r, tf_json_at(data, (size_t)r.at.article))) return -1;
    if (!s->questions) return tf_fail(e, TF_BAD, "%s: no questions", s->name);
    return check_ids(s, e);
}

static int finish(struct tf_squad **out, struct tf_json *json, const char *name, struct tf_err *e) {
    struct tf_squad *s = tf_calloc(sizeof *s);
    s->name = tf_strdup(name), s->json = json;
    if (read_all(s, e)) {
        tf_squad_free(s);
        return -1;
    }
    *out = s;
    return 0;
}

int tf_squad_parse(struct tf_squad **out, const char *text, size_t n, const char *name, struct tf_err *e) {
    struct tf_json *json;
    return tf_json_parse(&json, text, n, name, e) ? -1 : finish(out, json, name, e);
}

int tf_squad_load(struct tf_squad **out, const char *path, struct tf_err *e) {
    struct tf_json *json;
    return tf_json_load(&json, path, e) ? -1 : finish(out, json, path, e);
}

void tf_squad_free(struct tf_squad *s) {
    if (!s) return;
    tf_free(s->name);
    tf_free(s->paragraph);
    tf_free(s->question);
    tf_free(s->answer);
    tf_json_free(s->json);
    tf_free(s);
}
