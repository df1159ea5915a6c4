/* treeformer data WHAT: writes a generated dataset in its published file format, or a vocabulary. */
#include "cmd.h"

#include "task/listops.h"
#include "task/retrieval_synth.h"
#include "text/wordpiece_train.h"

#include <string.h>

static const struct tf_opt options[] = {
    {"out", TF_TEXT, ARG(out), NULL, 0, 0, "PATH", "listops, vocab: file to write; retrieval: folder to write (required)"},
    TF_ALIAS_OF("out", "o"),
    {"split", TF_TEXT, ARG(split), NULL, 0, 0, "NAME", "listops: train, valid or test (default: train)"},
    {"from", TF_TEXT, ARG(from), NULL, 0, 0, "TEXTS", "retrieval, vocab: text file, or folder of *.txt files (required)"},
    {"set", TF_LIST, ARG(set), NULL, 0, 0, "NAME=VALUE", "an option of the generator, see above; repeatable"},
    OPTION_DATA,
    OPTION_THREADS,
    OPTION_QUIET,
    OPTION_HELP,
    {0},
};

static int find_split(const char *name, struct tf_err *e) {
    static const char *const names[TF_SPLITS] = {"train", "valid", "test"};
    for (int i = 0; i < TF_SPLITS; i++)
        if (!strcmp(names[i], name)) return i;
    return tf_fail(e, TF_USAGE, "data: --split must be train, valid or test, not '%.60s'", name);
}

static int write_listops(const struct args *a, const void *opts, struct tf_err *e) {
    struct tf_task_env env = {.data_dir = a->data, .threads = a->threads};
    int split = find_split(a->split ? a->split : "train", e);
    return split < 0 ? -1 : tf_listops_write(opts, (enum tf_split)split, a->out, &env, e);
}

static int write_retrieval(const struct args *a, const void *opts, struct tf_err *e) {
    return tf_retrieval_synth_write(opts, a->from, a->out, e);
}

static int write_vocab(const struct args *a, const void *opts, struct tf_err *e) {
    int n = tf_wordpiece_train_file(a->from, opts, a->out, e);
    if (n >= 0) tf_log(TF_LOG_INFO, "wrote %s: %d pieces", a->out, n);
    return n < 0 ? -1 : 0;
}

/* no_split: why --split makes no sense; NULL: it does, and --from does not. */
static const struct what {
    const char *name, *no_split;
    const struct tf_opt *opts;
    size_t size;
    int (*write)(const struct args *a, const void *opts, struct tf_err *e);
} whats[] = {{"listops", NULL, tf_listops_opts, sizeof(struct tf_listops), write_listops},
             {"retrieval", ": all three are written", tf_retrieval_synth_opts, sizeof(struct tf_retrieval_synth), write_retrieval},
             {"vocab", "", tf_wordpiece_train_opts, sizeof(struct tf_wordpiece_train), write_vocab}};

static int write_what(const struct args *a, const struct what *w, struct tf_err *e) {
    void *opts;
    if (!a->out) return tf_fail(e, TF_USAGE, "data: --out is missing; see 'treeformer help data'");
    if (!w->no_split && a->from) return tf_fail(e, TF_USAGE, "data: %s takes no --from", w->name);
    if (w->no_split && !a->from) return tf_fail(e, TF_USAGE, "data: %s needs --from TEXTS; see 'treeformer help data'", w->name);
    if (w->no_split && a->split) return tf_fail(e, TF_USAGE, "data: %s takes no --split%s", w->name, w->no_split);
    if (make_options(w->opts, w->size, &a->set, &opts, NULL, e)) return -1;
    int rc = w->write(a, opts, e);
    tf_free(opts);
    return rc ? -1 : TF_OK;
}

static int run(const struct args *a, struct tf_err *e) {
    for (size_t i = 0; i < TF_COUNT(whats); i++)
        if (!strcmp(a->arg[0], whats[i].name)) return write_what(a, &whats[i], e);
    return tf_fail(e, TF_USAGE, "data: '%.60s' cannot be generated; only 'listops', 'retrieval' and 'vocab' can", a->arg[0]);
}

const struct command cmd_data = {
    .name = "data",
    .summary = "write a generated dataset as files, or a vocabulary",
    .usage = "listops|retrieval|vocab --out PATH [options]",
    .details = "listops: the examples that training would see, as the tab-separated file of the Long Range Arena release. Its\n"
               "options are those of the task, see `treeformer show listops`.\n"
               "\n"
               "retrieval: a stand-in for the AAN pairs, which can no longer be fetched, made from your own texts: do two\n"
               "half-documents belong together? It writes train.tsv, valid.tsv and test.tsv in AAN's form; `source: standin`\n"
               "reads them from retrieval-standin/ in the data directory. Its options, with their defaults:\n"
               "  unit=block       blank lines separate documents; file: every file is a document\n"
               "  min_bytes=1024   shorter documents are left out\n"
               "  max_bytes=4000   longest half; longer documents are cut into several windows\n"
               "  train=0 valid=0 test=0   number of pairs; 0: all, of 80, 10 and 10 % of the documents\n"
               "  data_seed=1      seed of the shuffles\n"
               "\n"
               "vocab: a WordPiece vocabulary trained on your own texts, for BERT's tasks. Its options, with their defaults:\n"
               "  size=30522       pieces, special ones included\n"
               "  min_count=2      pairs seen less often are not merged\n"
               "  alphabet=0       most letters kept; 0: size / 8, at most 1000\n"
               "\n"
               "Examples:\n"
               "  treeformer data listops --out basic_train.tsv\n"
               "  treeformer data listops --split test --set data_seed=2 --set test=500 --out test.tsv\n"
               "  treeformer data retrieval --from texts/ --set max_bytes=1024 --out datasets/retrieval-standin\n"
               "  treeformer data vocab --from texts/ --set size=8000 --out vocab.txt\n",
    .options = options,
    .min_args = 1,
    .max_args = 1,
    .run = run,
};
