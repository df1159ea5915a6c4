/* The generators of `treeformer data`. */
#include "task/generate.h"

#include "task/retrieval_synth.h"
#include "task/task_listops.h"
#include "text/wordpiece_train.h"

#include <string.h>

static int write_listops(const void *opts, const struct tf_generate *g, struct tf_err *e) {
    return tf_listops_write(opts, g->split, g->out, g->env, e);
}

static int write_retrieval(const void *opts, const struct tf_generate *g, struct tf_err *e) {
    return tf_retrieval_synth_write(opts, g->from, g->out, e);
}

static int write_vocab(const void *opts, const struct tf_generate *g, struct tf_err *e) {
    int n = tf_wordpiece_train_file(g->from, opts, g->out, e);
    if (n >= 0) tf_log(TF_LOG_INFO, "wrote %s: %d pieces", g->out, n);
    return n < 0 ? -1 : 0;
}

static const struct tf_generator
    listops = {"listops", true, false, tf_listops_opts, sizeof(struct tf_listops), "max_length|collapse_below|shuffle", write_listops},
    retrieval = {"retrieval", false, true, tf_retrieval_synth_opts, sizeof(struct tf_retrieval_synth), NULL, write_retrieval},
    vocab = {"vocab", false, false, tf_wordpiece_train_opts, sizeof(struct tf_wordpiece_train), NULL, write_vocab};
const struct tf_generator *const tf_generators[] = {&listops, &retrieval, &vocab, NULL};

const struct tf_generator *tf_generator_find(const char *name, struct tf_err *e) {
    struct tf_buf names = {0};
    for (int i = 0; tf_generators[i]; i++) {
        if (!strcmp(tf_generators[i]->name, name)) return tf_buf_free(&names), tf_generators[i];
        tf_buf_addf(&names, "%s'%s'", i ? ", " : "", tf_generators[i]->name);
    }
    tf_fail(e, TF_USAGE, "data: '%.60s' cannot be generated; these can: %s", name, names.s);
    tf_buf_free(&names);
    return NULL;
}
