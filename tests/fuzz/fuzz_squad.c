/* SQuAD's reader: what parses points into the file, its answers are where they say. */
#include <string.h>

#include "task/squad.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct tf_squad *s = NULL;
    struct tf_err e = {0};
    size_t misplaced = 0;
    if (tf_squad_parse(&s, (const char *)data, size, "fuzz", &e)) {
        TF_BUG_IF(e.code != TF_BAD || strncmp(e.msg, "fuzz:", 5) != 0 || s, "code %d, '%s'", e.code, e.msg);
        return 0;
    }
    TF_BUG_IF(!s->questions || s->answers < s->questions, "%zu questions, %zu answers", s->questions, s->answers);
    for (size_t i = 0; i < s->questions; i++) {
        const struct tf_squad_question *q = &s->question[i];
        TF_BUG_IF(q->paragraph >= s->paragraphs || !q->answers || q->answer + q->answers > s->answers || !q->id.n, "question %zu", i);
        struct tf_squad_text c = s->paragraph[q->paragraph].context;
        for (uint32_t k = q->answer; k < q->answer + q->answers; k++) {
            const struct tf_squad_answer *a = &s->answer[k];
            misplaced += !a->found;
            if (!a->found) continue;
            TF_BUG_IF(a->start >= a->end || a->end > c.n || a->end - a->start != a->text.n, "answer %u", (unsigned)k);
            TF_BUG_IF(memcmp(c.s + a->start, a->text.s, a->text.n) != 0, "answer %u", (unsigned)k);
        }
    }
    TF_BUG_IF(misplaced != s->misplaced, "%zu misplaced, not %zu", misplaced, s->misplaced);
    tf_squad_free(s);
    return 0;
}
