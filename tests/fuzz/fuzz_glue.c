/* GLUE's tables, the first byte choosing the task and whether it is a test set; and where sentences begin. */
#include "fuzz.h"
#include "task/glue.h"

static void table(const struct tf_glue *t, bool test, const char *path) {
    struct tf_glue_rows r = {0};
    struct tf_err e = {0};
    if (test ? tf_glue_read_test(&r, t, path, &e) : tf_glue_read(&r, t, path, &e)) {
        TF_BUG_IF(e.code != TF_BAD || strncmp(e.msg, path, strlen(path)) != 0 || r.v, "code %d, '%s'", e.code, e.msg);
        return;
    }
    TF_BUG_IF(!r.n, "no rows");
    for (size_t i = 0; i < r.n; i++) {
        const struct tf_glue_row *x = &r.v[i];
        TF_BUG_IF(x->a + x->na != x->b || x->b + x->nb > r.text.len, "row %zu", i);
        TF_BUG_IF(x->label < 0 || (!test && x->label > 2), "label %d", x->label);
    }
    tf_glue_rows_free(&r);
}

static void sentences(const char *text, size_t n) {
    enum { CAP = 64 };
    size_t start[CAP], count = tf_glue_sentences(text, n, start, CAP);
    TF_BUG_IF(count > n, "%zu sentences in %zu bytes", count, n);
    for (size_t i = 0; i < count && i < CAP; i++) TF_BUG_IF(start[i] >= n || (i && start[i] <= start[i - 1]), "sentence %zu", i);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct fuzz_file f;
    if (!size) return 0;
    fuzz_put(&f, data + 1, size - 1);
    table(&tf_glue_tasks[data[0] % TF_GLUE_TASKS], data[0] & 8, f.path);
    sentences((const char *)data + 1, size - 1);
    return 0;
}
