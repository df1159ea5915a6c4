/* ListOps text: what is one well-formed expression has a value, and its official text reads back to the same tokens. */
#include <string.h>

#include "data/listops.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint16_t *tok = tf_alloc(sizeof *tok * (size / 2 + 1)), *back;
    struct tf_err e = {0}, ill = {0};
    long n = tf_listops_parse((const char *)data, size, tok, &e);
    TF_BUG_IF(n < 0 && e.code != TF_BAD, "code %d", e.code);
    TF_BUG_IF(n > (long)(size + 1) / 2, "%ld tokens from %zu bytes", n, size);
    for (long i = 0; i < n; i++) TF_BUG_IF(tok[i] < TF_LISTOPS_DIGIT || tok[i] > TF_LISTOPS_END, "token %d", tok[i]);
    int value = n < 0 ? -1 : tf_listops_eval(tok, (size_t)n, &ill);
    TF_BUG_IF(value > 9 || (n >= 0 && value < 0 && ill.code != TF_BAD), "value %d", value);
    if (value >= 0) {
        struct tf_buf text = {0};
        tf_listops_text(tok, (size_t)n, &text);
        back = tf_alloc(sizeof *back * (text.len / 2 + 1));
        long m = tf_listops_parse(text.s, text.len, back, &e);
        TF_BUG_IF(m != n || memcmp(tok, back, sizeof *tok * (size_t)n) != 0, "%ld tokens, %ld back: %s", n, m, text.s);
        tf_free(back);
        tf_buf_free(&text);
    }
    tf_free(tok);
    return 0;
}
