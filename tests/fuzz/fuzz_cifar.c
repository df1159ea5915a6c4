/* CIFAR-10's records: the files have the right size, or one that the first two bytes say; the rest is the start of every file. */
#include "fuzz.h"
#include "task/task.h"

enum { RECORD = 3073, SIZE = 10000 * RECORD, FILES = 6 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct fuzz_file f[FILES];
    static void *opts;
    const struct tf_task *t = tf_task_find("image");
    if (!opts) {
        opts = tf_calloc(t->opts_size);
        tf_opt_defaults(t->opts, opts);
        struct tf_err e = {0};
        TF_BUG_IF(tf_opt_set(t->opts, opts, "train", "2", &e) || tf_opt_set(t->opts, opts, "valid", "1", &e) ||
                      tf_opt_set(t->opts, opts, "test", "1", &e),
                  "%s", e.msg);
        for (int i = 0; i < FILES; i++) {
            char name[64];
            snprintf(name, sizeof name, i == 5 ? "cifar-10-batches-bin/test_batch.bin" : "cifar-10-batches-bin/data_batch_%d.bin", i + 1);
            fuzz_link(&f[i], name);
        }
    }
    if (size < 2) return 0;
    static uint8_t start[SIZE]; // of every file
    static size_t had;
    const size_t wrong = (size_t)data[0] << 8 | data[1], n = size - 2;
    if (had > n) memset(start + n, 0, had - n);
    memcpy(start, data + 2, n);
    for (int i = 0; i < FILES; i++) fuzz_put(&f[i], start, wrong % 7 == 0 && i == (int)(wrong / 7 % FILES) ? n : SIZE);
    had = n;
    struct tf_data *d = NULL;
    struct tf_err e = {0};
    if (t->open(&d, opts, &(struct tf_task_env){.data_dir = fuzz_dir, .threads = 1}, &e)) {
        fuzz_check_error(&e, fuzz_dir);
        return 0;
    }
    TF_BUG_IF(d->n[TF_TRAIN] != 2 || d->n[TF_VALID] != 1 || d->n[TF_TEST] != 1, "%zu examples", d->n[TF_TRAIN]);
    for (int i = 0; i < 2; i++) {
        const struct tf_example x = tf_data_get(d, TF_TRAIN, (size_t)i);
        TF_BUG_IF(x.len != 1024 || x.label < 0 || x.label > 9, "%d tokens, class %d", x.len, x.label);
        for (int k = 0; k < x.len; k++) TF_BUG_IF(x.tok[k] > 255, "token %d", x.tok[k]);
    }
    tf_data_close(d);
    return 0;
}
