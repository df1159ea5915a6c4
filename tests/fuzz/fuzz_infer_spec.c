/* A spec of `infer-time`: what is taken is written out, and read again measures the same. */
#include "fuzz.h"
#include "spec/infer_spec.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct fuzz_file f, back;
    const size_t live = tf_mem_live();
    struct tf_infer *s = NULL, *again = NULL;
    struct tf_err e = {0};
    fuzz_put(&f, data, size);
    if (tf_infer_load(&s, f.path, NULL, 0, &e)) {
        fuzz_check_error(&e, f.path);
    } else {
        struct tf_buf b = {0}, other = {0};
        TF_BUG_IF(s->n < 1 || s->n > INFER_ENTRIES_MAX + 1 || s->cfg.lengths.n < 1, "%d entries, %d lengths", s->n, s->cfg.lengths.n);
        tf_yaml_write(&b, s->whole);
        fuzz_put(&back, b.s, b.len);
        TF_BUG_IF(tf_infer_load(&again, back.path, NULL, 0, &e), "%s\n%s", e.msg, b.s);
        TF_BUG_IF(infer_difference(s, again, &other) || s->n != again->n, "another measurement (%s):\n%s", other.s, b.s);
        tf_infer_free(again);
        tf_infer_free(s);
        tf_buf_free(&b);
    }
    TF_BUG_IF(tf_mem_live() != live, "leak");
    return 0;
}
