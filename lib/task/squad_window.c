/* SQuAD's questions as windows: [CLS] question [SEP] a part of the context [SEP]. */
#include "task/squad_window.h"
#include "data/data.h"

#include <string.h>

struct tf_squad_set *tf_squad_encode(struct tf_squad *file, const struct tf_wordpiece *v, const struct tf_squad_opts *o, int threads) {
    struct tf_squad_set *s = tf_calloc(sizeof *s);
    size_t most = file->paragraphs > file->questions ? file->paragraphs : file->questions;
    struct tf_wordpiece_doc *doc = tf_alloc((most + 1) * sizeof *doc);
    TF_BUG_IF(o->max_length <= o->max_query_length + 3, "windows of %d", o->max_length);
    s->file = file;
    s->cls = v->special[TF_WP_CLS], s->sep = v->special[TF_WP_SEP];
    s->max_length = o->max_length, s->doc_stride = o->doc_stride, s->max_query_length = o->max_query_length;
    s->doc.spans = true;
    s->doc_off = tf_alloc((file->paragraphs + 1) * sizeof *s->doc_off);
    s->ask_off = tf_alloc((file->questions + 1) * sizeof *s->ask_off);
    for (size_t i = 0; i < file->paragraphs; i++)
        doc[i] = (struct tf_wordpiece_doc){file->paragraph[i].context.s, file->paragraph[i].context.n};
    tf_wordpiece_encode_docs(v, doc, file->paragraphs, threads, &s->doc, s->doc_off);
    for (size_t i = 0; i < file->questions; i++) doc[i] = (struct tf_wordpiece_doc){file->question[i].text.s, file->question[i].text.n};
    tf_wordpiece_encode_docs(v, doc, file->questions, threads, &s->ask, s->ask_off);
    tf_wordpiece_warn(&s->doc, "paragraphs"), tf_wordpiece_warn(&s->ask, "questions");
    tf_free(doc);
    return s;
}

void tf_squad_set_free(struct tf_squad_set *s) {
    if (!s) return;
    tf_wordpiece_ids_free(&s->doc);
    tf_wordpiece_ids_free(&s->ask);
    tf_free(s->doc_off), tf_free(s->ask_off);
    tf_free(s->question), tf_free(s->window), tf_free(s->first);
    tf_squad_free(s->file);
    tf_free(s);
}

/* Pieces of the question that count. */
static uint32_t ask_len(const struct tf_squad_set *s, uint32_t q) {
    uint64_t n = s->ask_off[q + 1] - s->ask_off[q];
    return n < (uint64_t)s->max_query_length ? (uint32_t)n : (uint32_t)s->max_query_length;
}

static const struct tf_squad_question *question(const struct tf_squad_set *s, size_t i) { return &s->file->question[s->question[i]]; }

void tf_squad_choose(struct tf_squad_set *s, const uint32_t *chosen, size_t n) {
    size_t cap = 0;
    tf_free(s->question), tf_free(s->window), tf_free(s->first);
    s->question = tf_alloc((n + 1) * sizeof *s->question);
    s->first = tf_alloc((n + 1) * sizeof *s->first);
    s->window = NULL, s->windows = 0, s->n = n, s->first[0] = 0;
    for (size_t i = 0; i < n; i++) {
        s->question[i] = chosen[i];
        uint32_t p = question(s, i)->paragraph, ask = ask_len(s, chosen[i]), most = (uint32_t)s->max_length - ask - 3;
        uint32_t all = (uint32_t)(s->doc_off[p + 1] - s->doc_off[p]);
        for (uint32_t at = 0, len; at < all; at += len < (uint32_t)s->doc_stride ? len : (uint32_t)s->doc_stride) {
            len = all - at < most ? all - at : most;
            TF_GROW(s->window, s->windows, cap);
            s->window[s->windows++] = (struct tf_squad_window){.question = (uint32_t)i, .first = at, .n = len, .at = (int)ask + 2};
            if (at + len == all) break;
        }
        s->first[i + 1] = s->windows;
    }
}

int tf_squad_tokens(const struct tf_squad_set *s, size_t window, uint16_t *tok) {
    const struct tf_squad_window *w = &s->window[window];
    uint32_t q = s->question[w->question], ask = ask_len(s, q);
    int n = 0;
    tok[n++] = s->cls;
    if (ask) memcpy(tok + n, s->ask.id + s->ask_off[q], ask * sizeof *tok);
    n += (int)ask;
    tok[n++] = s->sep;
    TF_BUG_IF(n != w->at, "the context begins at %d, not at %d", n, w->at);
    memcpy(tok + n, s->doc.id + s->doc_off[s->file->question[q].paragraph] + w->first, w->n * sizeof *tok);
    n += (int)w->n;
    tok[n++] = s->sep;
    return n;
}

/* ---- answers --------------------------------------------------------------------------------------------------------------------- */

bool tf_squad_pieces(const struct tf_squad_set *s, size_t i, const struct tf_squad_answer *a, uint32_t *from, uint32_t *to) {
    uint32_t p = question(s, i)->paragraph;
    uint64_t lo = s->doc_off[p], hi = s->doc_off[p + 1];
    if (!a->found) return false;
    while (lo < hi && s->doc.end[lo] <= a->start) lo++;
    while (hi > lo && s->doc.start[hi - 1] >= a->end) hi--;
    if (lo == hi) return false;
    *from = (uint32_t)(lo - s->doc_off[p]), *to = (uint32_t)(hi - 1 - s->doc_off[p]);
    return true;
}

static bool first_answer(const struct tf_squad_set *s, size_t i, uint32_t *from, uint32_t *to) {
    const struct tf_squad_question *q = question(s, i);
    for (uint32_t a = 0; a < q->answers; a++)
        if (tf_squad_pieces(s, i, &s->file->answer[q->answer + a], from, to)) return true;
    return false;
}

bool tf_squad_answered(const struct tf_squad_set *s, size_t i) {
    uint32_t from, to;
    return first_answer(s, i, &from, &to);
}

int tf_squad_label(const struct tf_squad_set *s, size_t window) {
    const struct tf_squad_window *w = &s->window[window];
    uint32_t from, to;
    if (!first_answer(s, w->question, &from, &to) || from < w->first || to >= w->first + w->n) return 0;
    int shift = w->at - (int)w->first;
    return tf_span_label((int)from + shift, (int)to + shift);
}

size_t tf_squad_max_context(const struct tf_squad_set *s, size_t i, uint32_t piece) {
    size_t best = s->first[i];
    double most = -1;
    for (size_t k = s->first[i]; k < s->first[i + 1]; k++) {
        const struct tf_squad_window *w = &s->window[k];
        if (piece < w->first || piece >= w->first + w->n) continue;
        uint32_t left = piece - w->first, right = w->first + w->n - 1 - piece;
        double score = (left < right ? left : right) + 0.01 * w->n;
        if (score > most) most = score, best = k;
    }
    return best;
}
