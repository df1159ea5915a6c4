/* Recall tasks: rows drawn from (data_seed, split, index), with targets at places of their own. Id 0 is a token like any other.
 *   mqar:      K pairs "key value", then keys again at random places, most of them soon: what was the key's value? As zoology makes it.
 *   copy:      n symbols, a separator, n blanks: the symbols again
 *   induction: random symbols with one "special x" among them, the special one last: x
 *   needle:    K times "marker key value" in filler by Zipf's law, "marker key" last: the value */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "task/task.h"

struct recall {
    int length, pairs, vocab, filler, symbols, halvings, train, valid, test, data_seed;
    double power;
};
enum { FILLER_ZERO, FILLER_RANDOM };

#define INT(field) #field, TF_INT, offsetof(struct recall, field)
#define ROWS                                                                                                                      \
    {INT(train), "100000", 1, 100000000, NULL, "training rows"}, {INT(valid), "3000", 1, 100000000, NULL, "validation rows"},     \
        {INT(test), "3000", 1, 100000000, NULL, "test rows"}, {INT(data_seed), "1", 0, INT_MAX, NULL, "seed of the generator"}, { \
        .name = NULL                                                                                                              \
    }

/* One kind of rows. draw: fills tok (length tokens, then the places of the targets, then their ids). */
struct kind {
    const char *name;
    int (*length)(const struct recall *o), (*targets)(const struct recall *o), (*ids)(const struct recall *o);
    void (*draw)(const struct recall *o, struct tf_rng *r, uint16_t *tok, int T, void *scratch);
};

/* n of 0..of-1, distinct, in random order, into out; all (of) is scratch. */
static void choose(struct tf_rng *r, int n, int of, int *all, int *out) {
    for (int i = 0; i < of; i++) all[i] = i;
    for (int i = 0; i < n; i++) {
        int k = i + (int)tf_rng_below(r, (uint32_t)(of - i)), v = all[k];
        all[k] = all[i], out[i] = v;
    }
}

static int given_length(const struct recall *o) { return o->length; }
static int given_pairs(const struct recall *o) { return o->pairs; }
static int one(TF_UNUSED const struct recall *o) { return 1; }
static int given_vocab(const struct recall *o) { return o->vocab; }

/* ---- mqar: arXiv:2312.04927 sec. 3 ------------------------------------------------------------------------------------------ */
static const struct tf_opt mqar_opts[] = {
    {INT(length), "64", 4, 65534, NULL, "tokens T of a row, even"},
    {INT(pairs), "4", 1, 16384, NULL, "pairs K of a key and its value, each asked for once; 4 K <= T"},
    {INT(vocab), "8192", 8, 65534, NULL, "ids: 0, keys below the half, values above"},
    {"power", TF_REAL, offsetof(struct recall, power), "0.01", 1e-4, 1, NULL,
     "a: slot g of the questions has a probability of about a (g + 1)^(a - 1); 1: all the same"},
    {"filler", TF_CHOICE, offsetof(struct recall, filler), "zero", 0, 0, "zero|random", "all other places: id 0, or any id"},
    {INT(halvings), "0", 0, 8, NULL,
     "training rows are of T, T/2 .. T/2^halvings tokens in turn, with K, K/2 .. K/2^halvings pairs; all others have T and K"},
    ROWS};

static int mqar_check(const void *opts, const char **option, struct tf_err *e) {
    const struct recall *o = opts;
    *option = "length";
    if (o->length % 2) return tf_fail(e, TF_BAD, "length %d is odd: rows are made of pairs", o->length);
    *option = "pairs";
    if (4 * o->pairs > o->length)
        return tf_fail(e, TF_BAD, "pairs %d do not fit into length %d: 4 tokens are needed per pair, so at most %d pairs", o->pairs,
                       o->length, o->length / 4);
    *option = "halvings";
    int most = 0;
    while (o->pairs % (2 << most) == 0 && o->length % (4 << most) == 0) most++;
    if (o->halvings > most)
        return tf_fail(e, TF_BAD, "halvings %d: pairs %d and length %d can be halved %d times: pairs stay whole, and length even",
                       o->halvings, o->pairs, o->length, most);
    *option = "vocab";
    if (o->vocab % 2 || o->pairs > o->vocab / 2 - 1 || o->vocab <= o->length)
        return tf_fail(e, TF_BAD, "vocab %d must be even, greater than length %d, and have a key and a value for each of %d pairs",
                       o->vocab, o->length, o->pairs);
    return 0;
}

struct ask {
    double when;
    int slot;
};
static int by_time(const void *a, const void *b) {
    const struct ask *x = a, *y = b;
    return x->when < y->when ? -1 : x->when > y->when ? 1 : x->slot - y->slot;
}

/* Slots without replacement by weight: the K smallest of exponential times of rate p_g (the same law as drawing one after the other). */
static void mqar_draw(const struct recall *o, struct tf_rng *r, uint16_t *tok, int T, void *scratch) {
    const int K = o->pairs, half = o->vocab / 2, slots = (T - 2 * K) / 2;
    struct ask *ask = scratch;
    int *all = (int *)(ask + slots), *key = all + half, *value = key + K;
    choose(r, K, half - 1, all, key), choose(r, K, half, all, value);
    for (int i = 0; i < T; i++) tok[i] = o->filler == FILLER_RANDOM ? (uint16_t)tf_rng_below(r, (uint32_t)o->vocab) : 0;
    for (int g = 0; g < slots; g++) ask[g] = (struct ask){-log(1 - tf_rng_uniform(r)) / (o->power * pow(g + 1, o->power - 1)), g};
    qsort(ask, (size_t)slots, sizeof *ask, by_time);
    for (int i = 0; i < K; i++) {
        const int at = 2 * K + 2 * ask[i].slot;
        tok[2 * i] = tok[at] = (uint16_t)(1 + key[i]);
        tok[2 * i + 1] = (uint16_t)(half + value[i]);
        tok[T + i] = (uint16_t)at, tok[T + K + i] = tok[2 * i + 1];
    }
}

/* ---- copy --------------------------------------------------------------------------------------------------------------------- */
static const struct tf_opt copy_opts[] = {{INT(symbols), "32", 1, 16000, NULL, "symbols n to copy; a row has 2 n + 1 tokens"},
                                          {INT(vocab), "64", 3, 65534, NULL, "ids: 0 is a blank, 1 the separator, the rest are symbols"},
                                          ROWS};

static int copy_length(const struct recall *o) { return 2 * o->symbols + 1; }
static int given_symbols(const struct recall *o) { return o->symbols; }
static void copy_draw(const struct recall *o, struct tf_rng *r, uint16_t *tok, int T, TF_UNUSED void *scratch) {
    const int n = o->symbols;
    tok[n] = 1;
    for (int i = 0; i < n; i++) {
        tok[i] = tok[T + n + i] = (uint16_t)(2 + tf_rng_below(r, (uint32_t)(o->vocab - 2)));
        tok[n + 1 + i] = 0, tok[T + i] = (uint16_t)(n + 1 + i);
    }
}

/* ---- induction: as in arXiv:2312.00752 sec. 4.1.2 ----------------------------------------------------------------------------- */
static const struct tf_opt induction_opts[] = {{INT(length), "256", 4, 65533, NULL, "tokens T of a row"},
                                               {INT(vocab), "16", 2, 65533, NULL, "ordinary symbols; the special one comes on top"},
                                               ROWS};

static int induction_ids(const struct recall *o) { return o->vocab + 1; }
static void induction_draw(const struct recall *o, struct tf_rng *r, uint16_t *tok, int T, TF_UNUSED void *scratch) {
    for (int i = 0; i < T; i++) tok[i] = (uint16_t)tf_rng_below(r, (uint32_t)o->vocab);
    const int at = (int)tf_rng_below(r, (uint32_t)(T - 2)); // its symbol stands before the last token
    tok[at] = tok[T - 1] = (uint16_t)o->vocab;
    tok[T] = (uint16_t)(T - 1), tok[T + 1] = tok[at + 1];
}

/* ---- needle ------------------------------------------------------------------------------------------------------------------- */
static const struct tf_opt needle_opts[] = {
    {INT(length), "256", 8, 65533, NULL, "tokens T of a row"},
    {INT(pairs), "4", 1, 16384, NULL, "needles K, of which one is asked for; 3 K <= T - 2"},
    {INT(vocab), "4096", 16, 65532, NULL, "ids, a multiple of 4: 0 is the marker, up to the half filler, a quarter keys, a quarter values"},
    ROWS};

static int needle_check(const void *opts, const char **option, struct tf_err *e) {
    const struct recall *o = opts;
    *option = "pairs";
    if (3 * o->pairs > o->length - 2)
        return tf_fail(e, TF_BAD,
                       "pairs %d do not fit into length %d: 3 tokens are needed per needle and 2 for the question, so at most %d", o->pairs,
                       o->length, (o->length - 2) / 3);
    *option = "vocab";
    if (o->vocab % 4 || o->pairs > o->vocab / 4)
        return tf_fail(e, TF_BAD, "vocab %d must be a multiple of 4, with a key for each of %d needles", o->vocab, o->pairs);
    return 0;
}

static void needle_draw(const struct recall *o, struct tf_rng *r, uint16_t *tok, int T, void *scratch) {
    const int K = o->pairs, quarter = o->vocab / 4, slots = (T - 2) / 3, filler = 2 * quarter - 1;
    int *all = scratch, *key = all + (quarter > slots ? quarter : slots), *slot = key + K;
    choose(r, K, quarter, all, key), choose(r, K, slots, all, slot);
    for (int i = 0; i < T; i++) tok[i] = (uint16_t)exp(tf_rng_uniform(r) * log(filler + 1.0)); // 1..filler, about 1/id
    for (int i = K - 1; i >= 0; i--) {                                                         // the first one is asked for
        uint16_t *x = tok + 3 * slot[i];
        x[0] = 0, x[1] = (uint16_t)(2 * quarter + key[i]), x[2] = (uint16_t)(3 * quarter + (int)tf_rng_below(r, (uint32_t)quarter));
    }
    tok[T - 2] = 0, tok[T - 1] = tok[3 * slot[0] + 1];
    tok[T] = (uint16_t)(T - 1), tok[T + 1] = tok[3 * slot[0] + 2];
}

/* ---- the tasks ---------------------------------------------------------------------------------------------------------------- */
static int open_recall(struct tf_data **out, const struct recall *o, const struct kind *k, struct tf_err *e) {
    const int T = k->length(o), n = k->targets(o), rows[TF_SPLITS] = {o->train, o->valid, o->test};
    struct tf_data_build b = {0};
    if (tf_data_guard((size_t[TF_SPLITS]){(size_t)o->train, (size_t)o->valid, (size_t)o->test}, (size_t)(T + 2 * n), e)) return -1;
    uint16_t *tok = tf_alloc(sizeof *tok * (size_t)(T + 2 * n));
    void *scratch = tf_alloc(sizeof(struct ask) * (size_t)T + sizeof(int) * (size_t)(k->ids(o) + T + 2 * n));
    for (int s = 0; s < TF_SPLITS; s++)
        for (int i = 0; i < rows[s] && !tf_interrupted; i++) {
            struct tf_rng r = tf_rng_at((uint64_t)o->data_seed, TF_RNG_RECALL, (uint32_t)s, (uint32_t)i, 0);
            const int halved = s == TF_TRAIN ? i % (o->halvings + 1) : 0;
            struct recall row = *o;
            row.length >>= halved, row.pairs >>= halved;
            memset(tok, 0, sizeof *tok * (size_t)(T + 2 * n));
            k->draw(&row, &r, tok, k->length(&row), scratch);
            tf_data_add(&b, (enum tf_split)s, tok, k->length(&row) + 2 * n, halved ? k->targets(&row) : 0);
        }
    tf_free(tok), tf_free(scratch);
    if (tf_interrupted) return tf_data_build_free(&b), tf_fail(e, TF_INTERRUPTED, "interrupted");
    struct tf_data *d = tf_data_finish(&b, k->ids(o), k->ids(o));
    d->objective = TF_TARGETS, d->targets = n, d->max_len = T;
    if (!strcmp(k->name, "needle")) d->kind = TF_DATA_OWN; // nobody has published it
    if (o->halvings) d->kind = TF_DATA_VARIED;
    snprintf(d->source, sizeof d->source, "generated, %s, seed %d", k->name, o->data_seed);
    *out = d;
    return 0;
}

static void quirks(const void *opts, struct tf_buf *out) {
    if (((const struct recall *)opts)->halvings) tf_quirk_add(out, "trained on shorter rows, too");
}

#define TASK(id, title_, paper_, check_, length_, targets_, ids_)                                                          \
    static int open_##id(struct tf_data **out, const void *o, TF_UNUSED const struct tf_task_env *env, struct tf_err *e) { \
        return open_recall(out, o, &(struct kind){#id, length_, targets_, ids_, id##_draw}, e);                            \
    }                                                                                                                      \
    static int tokens_##id(const void *o) { return length_(o); }                                                           \
    static int least_##id(const void *o) { return length_(o) >> ((const struct recall *)o)->halvings; }                    \
    const struct tf_task tf_task_##id = {.name = #id,                                                                      \
                                         .title = title_,                                                                  \
                                         .paper = paper_,                                                                  \
                                         .objective = TF_TARGETS,                                                          \
                                         .opts = id##_opts,                                                                \
                                         .opts_size = sizeof(struct recall),                                               \
                                         .check = check_,                                                                  \
                                         .shortest = least_##id,                                                           \
                                         .longest = tokens_##id,                                                           \
                                         .quirks = quirks,                                                                 \
                                         .open = open_##id};
TASK(mqar, "MQAR", "arXiv:2312.04927 sec. 3", mqar_check, given_length, given_pairs, given_vocab)
TASK(copy, "Copying", "arXiv:1410.5401 sec. 4.1", NULL, copy_length, given_symbols, given_vocab)
TASK(induction, "Induction heads", "arXiv:2312.00752 sec. 4.1.2", NULL, given_length, one, induction_ids)
TASK(needle, "Needle", "of our own", needle_check, given_length, one, given_vocab)
