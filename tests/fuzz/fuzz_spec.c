/* A whole spec: read, expanded, resolved and linted. What is taken is written out, and read again gives the same runs. */
#include "fuzz.h"
#include "spec/spec.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct fuzz_file f, back;
    const size_t live = tf_mem_live();
    struct tf_spec *s = NULL, *again = NULL;
    struct tf_err e = {0};
    fuzz_put(&f, data, size);
    if (tf_spec_load(&s, f.path, NULL, 0, NULL, &e)) {
        fuzz_check_error(&e, f.path);
    } else {
        struct tf_buf b = {0};
        TF_BUG_IF(s->n_runs < 1, "no runs");
        tf_spec_write(NULL, s, &b);
        fuzz_put(&back, b.s, b.len);
        TF_BUG_IF(tf_spec_load(&again, back.path, NULL, 0, NULL, &e), "%s\n%s", e.msg, b.s);
        TF_BUG_IF(s->n_runs != again->n_runs, "%d runs became %d:\n%s", s->n_runs, again->n_runs, b.s);
        for (int i = 0; i < s->n_runs; i++)
            TF_BUG_IF(strcmp(s->run[i].hash, again->run[i].hash) != 0, "another hash of run %s:\n%s", s->run[i].id, b.s);
        tf_spec_free(again);
        tf_spec_free(s);
        tf_buf_free(&b);
    }
    TF_BUG_IF(tf_mem_live() != live, "leak");
    return 0;
}
