/* treeformer data WHAT: writes a generated dataset in its published file format, or a vocabulary. */
#include "cmd.h"

#include "spec/spec_resolve.h"
#include "task/generate.h"

#include <string.h>

static const struct tf_opt options[] = {
    OPTION_OUT("PATH", "listops, vocab: file to write; retrieval: folder to write (required)"),
    OPTION_TEXT("split", split, "SPLIT", "listops: train, valid or test (default: train)"),
    OPTION_TEXT("from", from, "TEXTS", "retrieval, vocab: text file, or folder of *.txt files (required)"),
    OPTION_SET("NAME=VALUE", "an option of the generator, see above; repeatable"),
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

static int check_set(const struct tf_generator *g, const struct tf_list *set, struct tf_err *e) {
    for (int i = 0; i < set->n; i++) {
        char name[128];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(set->v[i], "="), set->v[i]);
        const struct tf_opt *o = tf_opt_find(g->opts, name);
        if (o && spec_listed(g->training_only, o->name))
            return tf_fail(e, TF_USAGE, "data: --set %.200s: it concerns training alone, and the file has whole examples: leave it out",
                           set->v[i]);
    }
    return 0;
}

static int run(const struct args *a, struct tf_err *e) {
    const struct tf_generator *g = tf_generator_find(a->arg[0], e);
    struct tf_task_env env = {.data_dir = a->data, .threads = a->threads};
    void *opts;
    if (!g) return -1;
    if (!a->out) return tf_fail(e, TF_USAGE, "data: --out is missing; see 'treeformer help data'");
    if (g->by_split && a->from) return tf_fail(e, TF_USAGE, "data: %s takes no --from", g->name);
    if (!g->by_split && !a->from) return tf_fail(e, TF_USAGE, "data: %s needs --from TEXTS; see 'treeformer help data'", g->name);
    if (!g->to_folder && tf_file_existsf("%s/.", a->out))
        return tf_fail(e, TF_USAGE, "data: --out %s is a folder: name the file to write", a->out);
    if (!g->by_split && a->split) return tf_fail(e, TF_USAGE, "data: %s takes no --split: all of it is written", g->name);
    int split = find_split(a->split ? a->split : "train", e);
    if (split < 0 || check_set(g, &a->set, e) || make_options(g->opts, g->opts_size, &a->set, &opts, NULL, e)) return -1;
    int rc = g->write(opts, &(struct tf_generate){a->out, a->from, (enum tf_split)split, &env}, e);
    tf_free(opts);
    return rc ? -1 : TF_OK;
}

const struct command cmd_data = {
    .name = "data",
    .summary = "write a generated dataset as files, or a vocabulary",
    .usage = "listops|retrieval|vocab --out PATH [options]",
    .details = "listops: the examples that training would see, as the tab-separated file of the Long Range Arena release. Its\n"
               "options are those of the task, see `treeformer show listops`, except max_length, collapse_below and shuffle: the\n"
               "file has whole expressions, as they are generated.\n"
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
