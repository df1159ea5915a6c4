/* The ListOps task: options, the cache, and the official files. */
#include "task/task_listops.h"

#include "io/io.h"
#include "task/task.h"

#include <limits.h>
#include <string.h>

#define GENERATOR 1 /* version: raise it when the same options give other examples */

#define OPT(field) #field, TF_INT, offsetof(struct tf_listops, field)
const struct tf_opt tf_listops_opts[] = {
    {OPT(length_min), "500", 0, 65535, NULL, "expressions are longer than this; an operator with its end counts 2, a digit 1"},
    {OPT(length_max), "2000", 2, 65536, NULL, "and shorter than this"},
    {OPT(train), "96000", 1, 100000000, NULL, "training examples (source official: at most, from the start of the file)"},
    {OPT(valid), "2000", 1, 100000000, NULL, "validation examples"},
    {OPT(test), "2000", 1, 100000000, NULL, "test examples"},
    {OPT(data_seed), "1", 0, INT_MAX, NULL, "seed of the generator"},
    {OPT(max_depth), "10", 1, 100, NULL, "depth of the deepest digit; the root has depth 1"},
    {OPT(max_args), "10", 2, 100, NULL, "most arguments of an operator"},
    {"source", TF_CHOICE, offsetof(struct tf_listops, source), "generated", 0, 0, "generated|official",
     "generated: from data_seed; official: listops-1000/basic_{train,val,test}.tsv in the data directory"},
    {OPT(max_length), "2000", 1, INT_MAX, NULL, "tokens that the model sees, from the start (a CLS token comes on top)"},
    {"collapse_below", TF_INT, offsetof(struct tf_listops, collapse_below), "0", 0, 100, NULL,
     "in training examples, operators below this level (the root's is 1) are replaced by their values; 0: none"},
    {"shuffle", TF_BOOL, offsetof(struct tf_listops, shuffle), "false", 0, 0, NULL,
     "of training examples: the operands of every operator are in random order, another one at every visit"},
    {.name = NULL}};

/* ---- generated ------------------------------------------------------------------------------------------------------------- */

static struct tf_data *generate(const void *all, const struct tf_task_env *env, struct tf_err *e) {
    struct tf_listops o = *(const struct tf_listops *)all;
    const size_t whole[TF_SPLITS] = {(size_t)o.train, (size_t)o.valid, (size_t)o.test};
    struct tf_data_build b = {0};
    o.train = tf_sample_of(env, o.train), o.valid = tf_sample_of(env, o.valid), o.test = tf_sample_of(env, o.test);
    const size_t rows[TF_SPLITS] = {(size_t)o.train, (size_t)o.valid, (size_t)o.test};
    if (tf_data_guard(rows, (size_t)o.length_min + 1, e)) return NULL;
    if (tf_listops_generate(&o, env->threads, &b, e)) return NULL;
    struct tf_data *d = tf_data_finish(&b, TF_LISTOPS_VOCAB, 10);
    if (env->sample) memcpy(d->whole, whole, sizeof whole);
    if (env->sample && memcmp(rows, whole, sizeof whole)) d->max_len = o.length_max - 1; // as some of so many will have
    return d;
}

#define CUT                                                                                                                             \
    "max_length %d: expressions of up to %d tokens are cut, and what is cut can be neither collapsed nor shuffled: take max_length %d " \
    "or more, or leave out collapse_below and shuffle"

static int check(const void *opts, const char **option, struct tf_err *e) {
    const struct tf_listops *o = opts;
    *option = "length_min";
    if (o->source == TF_LISTOPS_OFFICIAL) return 0;
    if (o->length_max - o->length_min < 2)
        return tf_fail(e, TF_BAD, "length_min %d, length_max %d: there is no length between them", o->length_min, o->length_max);
    *option = "max_length";
    if ((!o->collapse_below && !o->shuffle) || o->max_length >= o->length_max - 1) return 0;
    return tf_fail(e, TF_BAD, CUT, o->max_length, o->length_max - 1, o->length_max - 1);
}

static int open_generated(struct tf_data **out, const struct tf_listops *o, const struct tf_task_env *env, struct tf_err *e) {
    const char *option;
    char key[256], name[256];
    if (check(o, &option, e)) return -1;
    snprintf(key, sizeof key, "listops v%d seed %d length %d..%d examples %d/%d/%d depth %d args %d", GENERATOR, o->data_seed,
             o->length_min, o->length_max, o->train, o->valid, o->test, o->max_depth, o->max_args);
    snprintf(name, sizeof name, "listops-v%d-seed%d-length%d-%d-n%d-%d-%d-depth%d-args%d.data", GENERATOR, o->data_seed, o->length_min,
             o->length_max, o->train, o->valid, o->test, o->max_depth, o->max_args);
    struct tf_data *d = tf_data_cached(
        &(struct tf_cached){.what = "ListOps", .name = name, .key = key, .make = generate, .arg = o, .samples = true}, env, e);
    if (!d) return -1;
    snprintf(d->source, sizeof d->source, "generated, generator v%d, seed %d, %d < length < %d, depth %d, args %d", GENERATOR, o->data_seed,
             o->length_min, o->length_max, o->max_depth, o->max_args);
    d->kind = o->length_min == 500 && o->length_max == 2000 && o->max_depth == 10 && o->max_args == 10 ? TF_DATA_PUBLISHED : TF_DATA_OWN;
    *out = d;
    return 0;
}

/* ---- official files ----------------------------------------------------------------------------------------------------------- */

struct reader {
    const char *path;
    struct tf_data_build *b;
    enum tf_split split;
    size_t want;
    uint16_t *tok;
    size_t cap;
    bool header, full;
};

static const size_t published[TF_SPLITS] = {96000, 2000, 2000}; // expressions

static int read_row(void *arg, int line, char **fields, int n, struct tf_err *e) {
    struct reader *r = arg;
    struct tf_err why = {0};
    if (n != 2) return tf_fail(e, TF_BAD, "%s:%d: expected 2 fields, Source<TAB>Target, not %d", r->path, line, n);
    if (!r->header) {
        r->header = true;
        if (strcmp(fields[0], "Source") || strcmp(fields[1], "Target"))
            return tf_fail(e, TF_BAD, "%s:%d: expected the header Source<TAB>Target", r->path, line);
        return 0;
    }
    r->full = r->b->part[r->split].n == r->want;
    if (r->full) return -1; // not an error: that is enough
    const char *label = fields[1];
    if (label[0] < '0' || label[0] > '9' || label[1])
        return tf_fail(e, TF_BAD, "%s:%d: target '%.20s' is not a digit", r->path, line, label);
    size_t bytes = strlen(fields[0]);
    if (bytes / 2 + 1 > r->cap) {
        r->cap = bytes + 1;
        r->tok = tf_realloc(r->tok, r->cap * sizeof *r->tok);
    }
    long len = tf_listops_parse(fields[0], bytes, r->tok, &why);
    int value = len < 0 ? -1 : tf_listops_eval(r->tok, (size_t)len, &why);
    if (value < 0) return tf_fail(e, TF_BAD, "%s:%d: %s", r->path, line, why.msg);
    if (value != label[0] - '0') return tf_fail(e, TF_BAD, "%s:%d: target %c, but the expression is %d", r->path, line, label[0], value);
    tf_data_add(r->b, r->split, r->tok, (int)len, value);
    return tf_interrupted ? tf_fail(e, TF_INTERRUPTED, "interrupted while reading %s", r->path) : 0;
}

static int read_split(struct tf_data_build *b, enum tf_split s, size_t want, const struct tf_task_env *env, struct tf_buf *path,
                      struct tf_err *e) {
    static const char *const file[TF_SPLITS] = {"listops-1000/basic_train.tsv", "listops-1000/basic_val.tsv",
                                                "listops-1000/basic_test.tsv"};
    path->len = 0;
    if (tf_data_find(env, file[s], "unpack the Long Range Arena release there, or use source: generated", path, e)) return -1;
    struct reader r = {.path = path->s, .b = b, .split = s, .want = want};
    int rc = tf_tsv_read(path->s, read_row, &r, e);
    tf_free(r.tok);
    if (rc && !r.full) return -1;
    if (!r.full || want == published[s]) tf_data_count(b, b->part[s].n + r.full, published[s]); // one more than published is there
    return b->part[s].n ? 0 : tf_fail(e, TF_BAD, "%s: no examples", path->s);
}

/* Results are published on expressions of 501 to 1,999 tokens. */
static bool as_published(const struct tf_data *d) {
    for (int s = 0; s < TF_SPLITS; s++)
        for (size_t i = 0; i < d->n[s]; i++)
            if (tf_data_get(d, (enum tf_split)s, i).len <= 500) return false;
    return d->max_len < 2000;
}

static int open_official(struct tf_data **out, const struct tf_listops *o, const struct tf_task_env *env, struct tf_err *e) {
    struct tf_data_build b = {0};
    struct tf_buf path = {0};
    int rc = read_split(&b, TF_TRAIN, (size_t)o->train, env, &path, e);
    if (!rc) rc = read_split(&b, TF_VALID, (size_t)o->valid, env, &path, e);
    if (!rc) rc = read_split(&b, TF_TEST, (size_t)o->test, env, &path, e);
    if (!rc) {
        *out = tf_data_finish(&b, TF_LISTOPS_VOCAB, 10);
        if (!as_published(*out)) (*out)->kind = TF_DATA_OWN;
        snprintf((*out)->source, sizeof(*out)->source, "official files, %s%s",
                 tf_data_place(path.s, (size_t)(strrchr(path.s, '/') - path.s), 1), tf_data_subset(*out));
    }
    tf_data_build_free(&b);
    tf_buf_free(&path);
    return rc;
}

static int longest_for_training(const struct tf_data *d) {
    int longest = 0;
    for (size_t i = 0; i < d->n[TF_TRAIN]; i++)
        if (tf_data_get(d, TF_TRAIN, i).len > longest) longest = tf_data_get(d, TF_TRAIN, i).len;
    return longest;
}

static int open_listops(struct tf_data **out, const void *opts, const struct tf_task_env *env, struct tf_err *e) {
    const struct tf_listops *o = opts;
    if ((o->source == TF_LISTOPS_OFFICIAL ? open_official : open_generated)(out, o, env, e)) return -1;
    const int longest = o->collapse_below || o->shuffle ? longest_for_training(*out) : 0;
    if (longest > o->max_length) { // of a file: the others are checked before they are made
        tf_fail_option(e, TF_BAD, "task.max_length", CUT, o->max_length, longest, longest);
        tf_data_close(*out);
        *out = NULL;
        return -1;
    }
    if ((*out)->max_len > o->max_length) (*out)->kind = TF_DATA_OWN; // expressions without their ends
    tf_data_truncate(*out, o->max_length);
    return 0;
}

/* ---- writing -------------------------------------------------------------------------------------------------------------------- */

static int put_rows(struct tf_file *f, const struct tf_data *d, enum tf_split s, struct tf_err *e) {
    struct tf_buf row = {0};
    tf_buf_addf(&row, "Source\tTarget\r\n");
    int rc = tf_file_put(f, row.s, row.len, e);
    for (size_t i = 0; !rc && i < d->n[s]; i++) {
        struct tf_example x = tf_data_get(d, s, i);
        row.len = 0;
        tf_listops_text(x.tok, (size_t)x.len, &row);
        tf_buf_addf(&row, "\t%d\r\n", x.label);
        rc = tf_file_put(f, row.s, row.len, e);
        if (!rc && tf_interrupted) rc = tf_fail(e, TF_INTERRUPTED, "interrupted while writing ListOps");
    }
    tf_buf_free(&row);
    return rc;
}

int tf_listops_write(const struct tf_listops *o, enum tf_split s, const char *path, const struct tf_task_env *env, struct tf_err *e) {
    struct tf_listops whole = *o;
    struct tf_data *d;
    struct tf_file f;
    whole.max_length = INT_MAX;
    if (open_listops(&d, &whole, env, e)) return -1;
    int rc = tf_mkdirs_for(path, e) || tf_file_open(&f, path, e) ? -1 : 0;
    if (!rc) {
        rc = put_rows(&f, d, s, e);
        if (rc) tf_file_abort(&f);
        else rc = tf_file_commit(&f, e);
        if (!rc) tf_file_sweep_dead(path);
    }
    tf_data_close(d);
    return rc;
}

static int vary(const void *opts, struct tf_rng *r, const uint16_t *tok, int len, uint16_t *out) {
    const struct tf_listops *o = opts;
    return tf_listops_vary(tok, len, o->collapse_below, o->shuffle, r, out);
}

static int shortest(const void *opts) {
    const struct tf_listops *o = opts;
    if (o->source == TF_LISTOPS_OFFICIAL) return 0;
    return o->length_min < o->max_length ? o->length_min + 1 : o->max_length;
}

static int longest(const void *opts) {
    const struct tf_listops *o = opts;
    return o->source == TF_LISTOPS_OFFICIAL || o->max_length < o->length_max ? o->max_length : o->length_max - 1;
}

static const struct tf_vary varied = {"collapse_below|shuffle", vary};
static const struct tf_floor floors[] = {{"root operator", tf_listops_root}, {"root operator and its digits", tf_listops_root_digits}, {0}};

const struct tf_task tf_task_listops = {
    .name = "listops",
    .title = "ListOps",
    .paper = "arXiv:2011.04006 sec. 2.2.1, arXiv:1804.06028",
    .paper_table = "table3_lra.csv",
    .paper_column = "listops",
    .opts = tf_listops_opts,
    .opts_size = sizeof(struct tf_listops),
    .check = check,
    .open = open_listops,
    .floors = floors,
    .vary = &varied,
    .fixed = "train|valid|length_min|length_max|max_depth|max_args", // the test begins behind the others, and these move where that is
    .fresh = "data_seed",
    .shortest = shortest,
    .longest = longest,
};
