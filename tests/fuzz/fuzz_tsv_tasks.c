/* The tables of two tasks, through the whole task: ListOps' official files and Retrieval's pairs; the first byte chooses. */
#include "fuzz.h"
#include "task/task.h"

enum { TASKS = 2 };
static const struct {
    const char *task, *source, *file[3];
} table[TASKS] = {
    {"listops", "official", {"listops-1000/basic_train.tsv", "listops-1000/basic_val.tsv", "listops-1000/basic_test.tsv"}},
    {"retrieval", "aan", {"retrieval/new_aan_pairs.train.tsv", "retrieval/new_aan_pairs.eval.tsv", "retrieval/new_aan_pairs.test.tsv"}},
};

static void check(const struct tf_data *d) {
    for (int s = 0; s < TF_SPLITS; s++) {
        TF_BUG_IF(!d->n[s], "an empty split");
        for (size_t i = 0; i < d->n[s]; i++) {
            const struct tf_example x = tf_data_get(d, (enum tf_split)s, i);
            TF_BUG_IF(x.len < 1 || x.len > d->max_len || x.label < 0 || x.label >= d->classes, "example %zu: %d tokens, class %d", i, x.len,
                      x.label);
            TF_BUG_IF((d->parts == 2) != (x.len2 > 0) || x.len2 > d->max_len, "example %zu: %d tokens of part 2", i, x.len2);
            for (int k = 0; k < x.len; k++) TF_BUG_IF(x.tok[k] >= d->vocab, "token %d of %d", x.tok[k], d->vocab);
            for (int k = 0; k < x.len2; k++) TF_BUG_IF(x.tok2[k] >= d->vocab, "token %d of %d", x.tok2[k], d->vocab);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct fuzz_file f[TASKS][3];
    static void *opts[TASKS];
    for (int i = 0; i < TASKS && !opts[i]; i++) {
        const struct tf_task *t = tf_task_find(table[i].task);
        struct tf_err e = {0};
        opts[i] = tf_calloc(t->opts_size);
        tf_opt_defaults(t->opts, opts[i]);
        TF_BUG_IF(tf_opt_set(t->opts, opts[i], "source", table[i].source, &e) || tf_opt_set(t->opts, opts[i], "max_length", "100", &e),
                  "%s", e.msg);
        for (int s = 0; s < 3; s++) fuzz_link(&f[i][s], table[i].file[s]);
    }
    if (!size) return 0;
    const int i = data[0] % TASKS;
    for (int s = 0; s < 3; s++) fuzz_put(&f[i][s], data + 1, size - 1);
    struct tf_data *d = NULL;
    struct tf_err e = {0};
    if (tf_task_find(table[i].task)->open(&d, opts[i], &(struct tf_task_env){.data_dir = fuzz_dir, .threads = 1}, &e)) {
        fuzz_check_error(&e, fuzz_dir);
        return 0;
    }
    check(d);
    tf_data_close(d);
    return 0;
}
