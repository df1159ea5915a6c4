/* IMDB table: what parses is in order, inside the text and without doubles; written and parsed again it is equal. */
#include <string.h>

#include "task/imdb.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct tf_imdb r = {0}, back = {0};
    struct tf_err e = {0};
    struct tf_buf b = {0};
    if (tf_imdb_parse(&r, (const char *)data, size, "fuzz", &e)) {
        TF_BUG_IF(e.code != TF_BAD || strncmp(e.msg, "fuzz:", 5) != 0, "code %d, '%s'", e.code, e.msg);
        TF_BUG_IF(r.v || r.n, "filled in spite of an error");
        return 0;
    }
    TF_BUG_IF(r.n != r.of[0] + r.of[1] || r.not_utf8 > r.n, "%zu reviews, %zu + %zu", r.n, r.of[0], r.of[1]);
    for (size_t i = 0; i < r.n; i++) {
        const struct tf_review *x = &r.v[i], *before = i ? x - 1 : NULL;
        TF_BUG_IF(!x->len || x->at > size || x->len > size - x->at, "review %zu: %zu + %zu of %zu", i, x->at, x->len, size);
        TF_BUG_IF(x->label != (i >= r.of[0]) || x->rating < 0 || x->rating > 10 || x->line < 1, "review %zu", i);
        TF_BUG_IF(before && before->label == x->label && before->id >= x->id, "order of review %zu", i);
        tf_buf_addf(&b, "%d\t%u_%d\t", x->label, x->id, x->rating);
        tf_buf_add(&b, r.base + x->at, x->len);
        tf_buf_addf(&b, "\r\n");
    }
    TF_BUG_IF(tf_imdb_parse(&back, b.len ? b.s : "", b.len, "written", &e), "%s", e.msg);
    TF_BUG_IF(back.n != r.n || back.not_utf8 != r.not_utf8 || back.empty[0] || back.empty[1], "%zu became %zu", r.n, back.n);
    for (size_t i = 0; i < r.n; i++) {
        const struct tf_review *x = &r.v[i], *y = &back.v[i];
        TF_BUG_IF(x->id != y->id || x->len != y->len || memcmp(r.base + x->at, back.base + y->at, x->len) != 0, "review %zu", i);
    }
    tf_imdb_free(&r);
    tf_imdb_free(&back);
    tf_buf_free(&b);
    return 0;
}
