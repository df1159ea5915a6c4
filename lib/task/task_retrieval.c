/* The Retrieval task: options, the reader of its TSV files, the cache. */
#include "task/task_retrieval.h"
#include "io/io.h"
#include "task/task.h"
#include "text/texts.h"

#include <limits.h>
#include <string.h>

#define READER 2                 /* version: raise it when the same files give other examples, or another note */
static const double CACHE_S = 2; // a stand-in of 90 MB takes less than one

#define OPT(field) #field, TF_INT, offsetof(struct tf_retrieval, field)
const struct tf_opt tf_retrieval_opts[] = {
    {"source", TF_CHOICE, offsetof(struct tf_retrieval, source), NULL, 0, 0, "aan|standin",
     "aan: the published pairs of papers; standin: pairs of half-documents made by `treeformer data retrieval`"},
    {OPT(max_length), "4000", 1, 65536, NULL, "bytes of each document that the model sees, from the start"},
    {OPT(train), "0", 0, 100000000, NULL, "training examples, from the start of the file; 0: all"},
    {OPT(valid), "0", 0, 100000000, NULL, "validation examples, likewise"},
    {OPT(test), "0", 0, 100000000, NULL, "test examples, likewise"},
    {.name = NULL}};

/* ---- one file ---------------------------------------------------------------------------------------------------------------- */

enum { COLUMNS = 5, LABEL = 0, TEXT = 3 };
static const size_t published[TF_SPLITS] = {147086, 18090, 17437}; // rows of AAN

struct reader {
    const char *path;
    struct tf_data_build *b;
    enum tf_split split;
    size_t want, max; // rows (0: all), bytes of a document
    uint16_t *tok[2];
    size_t rows, empty, invalid; // of the file; left out; documents that are not UTF-8 as far as they are read
    bool full;
};

/* 0, 1, 0.0, 1.0, with or without quotation marks; otherwise -1. */
static int read_label(const char *s) {
    static const char *const texts[] = {"0", "1", "0.0", "1.0", "\"0\"", "\"1\"", "\"0.0\"", "\"1.0\""};
    for (size_t i = 0; i < TF_COUNT(texts); i++)
        if (!strcmp(s, texts[i])) return (int)(i % 2);
    return -1;
}

static int read_row(void *arg, int line, char **fields, int n, struct tf_err *e) {
    struct reader *r = arg;
    if (n != COLUMNS) return tf_fail(e, TF_BAD, "%s:%d: expected 5 columns, label, id1, id2, text1, text2, not %d", r->path, line, n);
    int label = read_label(fields[LABEL]), len[2];
    r->rows++;
    if (label < 0) return tf_fail(e, TF_BAD, "%s:%d: label '%.20s' is neither 0 nor 1", r->path, line, fields[LABEL]);
    if (!*fields[TEXT] || !*fields[TEXT + 1]) {
        r->empty++;
        return 0;
    }
    for (int k = 0; k < 2; k++) {
        const char *text = fields[TEXT + k];
        size_t seen = strnlen(text, r->max + 3), cut = seen < r->max ? seen : r->max; // 3: the rest of a split character
        r->invalid += !tf_utf8_valid(text, seen, cut);
        for (size_t i = 0; i < cut; i++) r->tok[k][i] = (uint16_t)((unsigned char)text[i] + 1);
        len[k] = (int)cut;
    }
    tf_data_add_pair(r->b, r->split, r->tok[0], len[0], r->tok[1], len[1], label);
    r->full = r->b->part[r->split].n == r->want;
    if (r->full) return -1; // not an error: that is enough
    return tf_interrupted ? tf_fail(e, TF_INTERRUPTED, "interrupted while reading %s", r->path) : 0;
}

static int read_file(struct tf_data_build *b, enum tf_split s, const char *path, const struct tf_retrieval *o, struct tf_err *e) {
    const int want[TF_SPLITS] = {o->train, o->valid, o->test};
    size_t bytes = (size_t)o->max_length * sizeof(uint16_t);
    struct reader r = {.path = path, .b = b, .split = s, .want = (size_t)want[s], .max = (size_t)o->max_length};
    r.tok[0] = tf_alloc(bytes), r.tok[1] = tf_alloc(bytes);
    int rc = tf_tsv_read(path, read_row, &r, e);
    tf_free(r.tok[0]), tf_free(r.tok[1]);
    if (rc && !r.full) return -1;
    if (o->source == TF_RETRIEVAL_AAN && !r.full) tf_data_count(b, r.rows, published[s]);
    if (r.empty) tf_log(TF_LOG_WARN, "%s: %zu rows with an empty document are left out", path, r.empty);
    if (r.invalid) tf_log(TF_LOG_INFO, "%s: %zu documents are not UTF-8; they are read as they are", path, r.invalid);
    return b->part[s].n ? 0 : tf_fail(e, TF_BAD, "%s: no examples", path);
}

/* ---- the three files ----------------------------------------------------------------------------------------------------------- */

struct files {
    const struct tf_retrieval *opts;
    struct tf_buf path[TF_SPLITS];
};

static void files_free(struct files *f) {
    for (int s = 0; s < TF_SPLITS; s++) tf_buf_free(&f->path[s]);
}

/* All three lie where the first one is found. */
static int find_files(struct files *f, const struct tf_task_env *env, struct tf_err *e) {
    static const char *const names[][TF_SPLITS] = {
        [TF_RETRIEVAL_AAN] = {"new_aan_pairs.train.tsv", "new_aan_pairs.eval.tsv", "new_aan_pairs.test.tsv"},
        [TF_RETRIEVAL_STANDIN] = {"train.tsv", "valid.tsv", "test.tsv"},
    };
    static const char *const forms[] = {"retrieval/new_aan_pairs.train.tsv", "tsv_data/new_aan_pairs.train.tsv"};
    const int source = f->opts->source;
    enum { LEAST = 128 }; // that the command makes
    char make[160];
    snprintf(make, sizeof make, "make it with `treeformer data retrieval --from TEXTS --set max_bytes=%d --out datasets/retrieval-standin`",
             f->opts->max_length < LEAST ? LEAST : f->opts->max_length);
    if (source == TF_RETRIEVAL_STANDIN && tf_data_find(env, "retrieval-standin/train.tsv", make, &f->path[0], e)) return -1;
    if (source == TF_RETRIEVAL_AAN &&
        tf_data_find_any(env, forms, TF_COUNT(forms),
                         "nor is retrieval/new_aan_pairs.train.tsv; unpack the Long Range Arena release there, or use source: standin",
                         &f->path[0], e) < 0)
        return -1;
    int dir = (int)(strrchr(f->path[0].s, '/') - f->path[0].s);
    for (int s = 1; s < TF_SPLITS; s++) tf_buf_addf(&f->path[s], "%.*s/%s", dir, f->path[0].s, names[source][s]);
    return 0;
}

/* What the content depends on: the cache key, and a file name made from it. */
static int make_key(const struct files *f, char key[256], char name[64], struct tf_err *e) {
    const struct tf_retrieval *o = f->opts;
    uint64_t files;
    if (tf_texts_stamp(&files, (const char *const[]){f->path[0].s, f->path[1].s, f->path[2].s}, TF_SPLITS, e)) return -1;
    snprintf(key, 256, "retrieval v%d files %016llx length %d examples %d/%d/%d", READER, (unsigned long long)files, o->max_length,
             o->train, o->valid, o->test);
    snprintf(name, 64, "retrieval-v%d-%016llx.data", READER, (unsigned long long)tf_hash64(key, strlen(key), 0));
    return 0;
}

static struct tf_data *read_files(const void *arg, const struct tf_task_env *env, struct tf_err *e) {
    const struct files *f = arg;
    struct tf_data_build b = {0};
    int rc = 0;
    (void)env;
    for (int s = 0; !rc && s < TF_SPLITS; s++) rc = read_file(&b, (enum tf_split)s, f->path[s].s, f->opts, e);
    struct tf_data *d = rc ? NULL : tf_data_finish(&b, TF_RETRIEVAL_VOCAB, 2);
    tf_data_build_free(&b);
    return d;
}

int tf_retrieval_open(struct tf_data **out, const struct tf_retrieval *o, const struct tf_task_env *env, double cache_after_s,
                      struct tf_err *e) {
    struct files f = {.opts = o};
    struct tf_data *d = NULL;
    char key[256], name[64];
    struct tf_cached c = {.what = "Retrieval", .name = name, .key = key, .after_s = cache_after_s, .make = read_files, .arg = &f};
    if (!find_files(&f, env, e) && !make_key(&f, key, name, e)) d = tf_data_cached(&c, env, e);
    if (d) {
        const char *path = f.path[0].s, *what = o->source == TF_RETRIEVAL_STANDIN ? "stand-in, not AAN" : "AAN";
        snprintf(d->source, sizeof d->source, "%s%s, files of %s", what, tf_data_subset(d),
                 tf_data_place(path, (size_t)(strrchr(path, '/') - path), 1));
        d->kind = o->source == TF_RETRIEVAL_STANDIN ? TF_DATA_STAND_IN : TF_DATA_PUBLISHED;
        *out = d;
    }
    files_free(&f);
    return d ? 0 : -1;
}

static int open_retrieval(struct tf_data **out, const void *opts, const struct tf_task_env *env, struct tf_err *e) {
    return tf_retrieval_open(out, opts, env, CACHE_S, e);
}

static void quirks(const void *opts, struct tf_buf *out) {
    const struct tf_retrieval *o = opts;
    if (o->source == TF_RETRIEVAL_STANDIN) tf_quirk_add(out, "stand-in data");
}

const struct tf_task tf_task_retrieval = {
    .name = "retrieval",
    .title = "Retrieval",
    .paper = "arXiv:2011.04006 sec. 2.2.3",
    .paper_table = "table3_lra.csv",
    .paper_column = "retrieval",
    .pairs = true,
    .opts = tf_retrieval_opts,
    .opts_size = sizeof(struct tf_retrieval),
    .open = open_retrieval,
    .quirks = quirks,
};
