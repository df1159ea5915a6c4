/* What the tests of SQuAD share: a small vocabulary, the last warning, and a folder. */
#ifndef TEST_SQUAD_COMMON_H
#define TEST_SQUAD_COMMON_H
#include "scratch.h"

static const char vocab[] =
    "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\nc\nd\ne\nf\ng\nh\ni\nj\n##x\ncafe\n(\n)\n-\n1895\n1943\nq\n##s\n.\nthe\nu\n";

static int warnings;
static char warning[512];

static void on_log(enum tf_level level, const char *msg) {
    if (level != TF_LOG_WARN) return;
    warnings++;
    snprintf(warning, sizeof warning, "%s", msg);
}

static int make_dir(void **state) {
    (void)state;
    unsetenv("TREEFORMER_DATA");
    tf_log_hook = on_log;
    return scratch_make();
}

static int remove_dir(void **state) {
    (void)state;
    return scratch_remove();
}
#endif
