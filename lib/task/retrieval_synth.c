/* The Retrieval stand-in: texts -> documents -> windows -> couples -> pairs -> three TSV files. */
#include "task/retrieval_synth.h"
#include "io/io.h"
#include "data/split.h"
#include "text/texts.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OPT(field) #field, TF_INT, offsetof(struct tf_retrieval_synth, field)
const struct tf_opt tf_retrieval_synth_opts[] = {
    {"unit", TF_CHOICE, offsetof(struct tf_retrieval_synth, unit), "block", 0, 0, "block|file",
     "what a document is: the lines between two blank lines, or a whole file"},
    {OPT(min_bytes), "1024", 256, 1 << 30, NULL, "shorter documents, and shorter ends of long ones, are left out"},
    {OPT(max_bytes), "4000", 128, 1 << 20, NULL, "longest half of a document"},
    {OPT(train), "0", 0, 100000000, NULL, "training pairs; 0: all there are"},
    {OPT(valid), "0", 0, 100000000, NULL, "validation pairs, likewise"},
    {OPT(test), "0", 0, 100000000, NULL, "test pairs, likewise"},
    {OPT(data_seed), "1", 0, INT_MAX, NULL, "seed of the shuffles"},
    {.name = NULL}};

struct doc {
    const char *s;
    size_t n;
    uint64_t hash;
    uint32_t number;
}; // number: place in the corpus, from 1
struct half {
    const char *s;
    int n;
};
struct window {
    struct half half[2];
    int bytes;
    uint32_t doc, number, order;
}; // order: breaks ties between equal lengths
struct pair {
    const struct window *first, *second;
    int cut;
}; // (first's a, second's b), both at most cut bytes

struct corpus {
    struct tf_buf *text; // the files; documents point into them
    size_t n_text, cap_text;
    struct doc *doc;
    size_t n, cap;
};
struct windows {
    struct window *w;
    size_t n, cap;
};
struct pairs {
    struct pair *p[2];
    size_t n[2], rows;
}; // by label; what is written

static void corpus_free(struct corpus *c) {
    for (size_t i = 0; i < c->n_text; i++) tf_buf_free(&c->text[i]);
    tf_free(c->text), tf_free(c->doc);
}

/* ---- documents --------------------------------------------------------------------------------------------------------------- */

static void add_doc(struct corpus *c, const char *s, size_t n) {
    if (!n) return;
    TF_GROW(c->doc, c->n, c->cap);
    c->doc[c->n] = (struct doc){s, n, tf_hash64(s, n, 0), (uint32_t)c->n + 1};
    c->n++;
}

/* Closes up the blanks of a text, in place, and adds its documents. Control characters count as blanks. */
static void add_text(struct corpus *c, char *s, size_t n, bool blocks) {
    size_t from = tf_utf8_mark(s, n), start = 0, end = 0, line_ends = 0;
    bool gap = false;
    for (size_t i = from; i < n; i++) {
        unsigned char ch = (unsigned char)s[i];
        if (ch <= ' ' || ch == 127) {
            gap = true, line_ends += ch == '\n';
            continue;
        }
        if (gap && blocks && line_ends > 1) {
            add_doc(c, s + start, end - start);
            start = end;
        } else if (gap && end > start) {
            s[end++] = ' ';
        }
        gap = false, line_ends = 0;
        s[end++] = (char)ch;
    }
    add_doc(c, s + start, end - start);
}

static int add_file(struct corpus *c, const char *path, bool blocks, struct tf_err *e) {
    struct tf_buf text = {0};
    if (tf_interrupted) return tf_fail(e, TF_INTERRUPTED, "interrupted while reading %s", path);
    if (tf_file_read(path, &text, e)) {
        tf_buf_free(&text);
        return -1;
    }
    TF_GROW(c->text, c->n_text, c->cap_text);
    c->text[c->n_text++] = text;
    add_text(c, text.s, text.len, blocks);
    return 0;
}

static int read_texts(struct corpus *c, const char *from, bool blocks, struct tf_err *e) {
    struct tf_texts t = {0};
    int rc = tf_texts_list(&t, from, e);
    for (size_t i = 0; !rc && i < t.n; i++) rc = add_file(c, t.file[i].path, blocks, e);
    tf_texts_free(&t);
    return rc;
}

static int by_hash(const void *a, const void *b) {
    const struct doc *x = a, *y = b;
    if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

static int by_number(const void *a, const void *b) {
    const struct doc *x = a, *y = b;
    return x->number < y->number ? -1 : x->number > y->number;
}

/* Drops what is too short and what occurred before. Returns how many were copies. */
static size_t choose_docs(struct corpus *c, size_t min_bytes) {
    size_t n = 0, copies = 0;
    for (size_t i = 0; i < c->n; i++)
        if (c->doc[i].n >= min_bytes) c->doc[n++] = c->doc[i];
    if (n) qsort(c->doc, n, sizeof *c->doc, by_hash);
    c->n = 0;
    for (size_t i = 0; i < n; i++) {
        const struct doc *last = c->n ? &c->doc[c->n - 1] : NULL, *d = &c->doc[i];
        if (last && last->hash == d->hash && last->n == d->n && !memcmp(last->s, d->s, d->n)) copies++;
        else c->doc[c->n++] = *d;
    }
    if (c->n) qsort(c->doc, c->n, sizeof *c->doc, by_number);
    return copies;
}

/* ---- windows ------------------------------------------------------------------------------------------------------------------- */

enum { WORD = 64 }; // a cut looks so far back for the end of a word; then for the start of a character

/* The longest start of s, at most `most` bytes, that ends with a word. */
static int cut(const char *s, size_t n, int most) {
    if (n <= (size_t)most) return (int)n;
    for (int at = most; at > 0 && at > most - WORD; at--)
        if (s[at] == ' ') return at;
    int at = most;
    while (at > most - 4 && ((unsigned char)s[at] & 0xC0) == 0x80) at--;
    return at;
}

static void add_window(struct windows *ws, const struct doc *d, uint32_t number, const char *s, int n) {
    int middle = cut(s, (size_t)n, n / 2), second = middle + (s[middle] == ' ');
    TF_GROW(ws->w, ws->n, ws->cap);
    ws->w[ws->n++] = (struct window){.half = {{s, middle}, {s + second, n - second}}, .bytes = n, .doc = d->number, .number = number};
}

static void add_windows(struct windows *ws, const struct doc *d, const struct tf_retrieval_synth *o) {
    uint32_t number = 1;
    for (size_t at = 0; d->n - at >= (size_t)o->min_bytes;) {
        int n = cut(d->s + at, d->n - at, 2 * o->max_bytes);
        add_window(ws, d, number++, d->s + at, n);
        at += (size_t)n;
        if (at < d->n && d->s[at] == ' ') at++;
    }
}

/* ---- couples and pairs ------------------------------------------------------------------------------------------------------------ */

static int by_length(const void *a, const void *b) {
    const struct window *x = a, *y = b;
    if (x->bytes != y->bytes) return x->bytes < y->bytes ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static int shortest(const struct window *x, const struct window *y, int most) {
    const int n[] = {x->half[0].n, x->half[1].n, y->half[0].n, y->half[1].n};
    for (int i = 0; i < 4; i++)
        if (n[i] < most) most = n[i];
    return most;
}

enum { LOOK = 4096 }; // windows further on that are tried as partners: bounds the time where one document is most of the text

/* Couples each window with the next one in length that is of another document and free. Returns how many stay without a partner. */
static size_t couple(struct windows *ws, int max_bytes, struct pairs *ps) {
    bool *taken = tf_calloc(ws->n);
    size_t alone = 0;
    if (ws->n) qsort(ws->w, ws->n, sizeof *ws->w, by_length);
    for (int k = 0; k < 2; k++) ps->p[k] = tf_alloc(sizeof *ps->p[k] * (ws->n + 1));
    for (size_t i = 0; i < ws->n; i++) {
        const struct window *x = &ws->w[i];
        if (taken[i]) continue;
        size_t next = i + 1, end = ws->n - i > LOOK ? i + LOOK : ws->n;
        while (next < end && (taken[next] || ws->w[next].doc == x->doc)) next++;
        if (next == end) {
            alone++;
            continue;
        }
        const struct window *y = &ws->w[next];
        int most = shortest(x, y, max_bytes);
        taken[next] = true;
        ps->p[1][ps->n[1]++] = (struct pair){x, x, most}, ps->p[1][ps->n[1]++] = (struct pair){y, y, most};
        ps->p[0][ps->n[0]++] = (struct pair){x, y, most}, ps->p[0][ps->n[0]++] = (struct pair){y, x, most};
    }
    tf_free(taken);
    return alone;
}

/* ---- files ---------------------------------------------------------------------------------------------------------------------------- */

struct split {
    const char *name;
    struct windows windows;
    struct pairs pairs;
    size_t docs, alone;
    struct tf_file file;
};

static int put_row(struct tf_file *f, const struct pair *p, int label, struct tf_buf *row, struct tf_err *e) {
    const struct half *a = &p->first->half[0], *b = &p->second->half[1];
    row->len = 0;
    tf_buf_addf(row, "%d\t%u-%ua\t%u-%ub\t", label, p->first->doc, p->first->number, p->second->doc, p->second->number);
    tf_buf_add(row, a->s, (size_t)cut(a->s, (size_t)a->n, p->cut));
    tf_buf_add(row, "\t", 1);
    tf_buf_add(row, b->s, (size_t)cut(b->s, (size_t)b->n, p->cut));
    tf_buf_add(row, "\n", 1);
    return tf_file_put(f, row->s, row->len, e);
}

/* The rows in any order: r < n[1] is a positive pair. */
static int put_rows(struct split *s, struct tf_rng *rng, struct tf_err *e) {
    const struct pairs *ps = &s->pairs;
    uint32_t *order = tf_alloc(ps->rows * sizeof *order + 1);
    struct tf_buf row = {0};
    size_t positive = (ps->rows + 1) / 2;
    int rc = 0;
    for (size_t r = 0; r < ps->rows; r++) order[r] = (uint32_t)r;
    tf_shuffle(order, ps->rows, sizeof *order, rng);
    for (size_t i = 0; !rc && i < ps->rows; i++) {
        size_t r = order[i];
        int label = r < positive;
        rc = put_row(&s->file, &ps->p[label][label ? r : r - positive], label, &row, e);
        if (!rc && tf_interrupted) rc = tf_fail(e, TF_INTERRUPTED, "interrupted while writing pairs");
    }
    tf_buf_free(&row);
    tf_free(order);
    return rc;
}

/* Chooses what is written: couples in random order, the first ones of each label. */
static int make_pairs(struct split *s, int want, const struct tf_retrieval_synth *o, uint32_t number, struct tf_err *e) {
    struct tf_rng rng = tf_rng_at((uint64_t)o->data_seed, TF_RNG_DATA, 1, number, 0), again;
    for (size_t i = 0; i < s->windows.n; i++) s->windows.w[i].order = tf_rng_u32(&rng);
    s->alone = couple(&s->windows, o->max_bytes, &s->pairs);
    again = rng; // both labels in the same order: what is cut off is whole couples
    for (int k = 0; k < 2; k++, rng = again) tf_shuffle(s->pairs.p[k], s->pairs.n[k] / 2, 2 * sizeof(struct pair), &rng);
    size_t have = s->pairs.n[0] + s->pairs.n[1];
    if (!have) return tf_fail(e, TF_BAD, "no %s pairs: the texts hold too few documents of %d bytes or more", s->name, o->min_bytes);
    if ((size_t)want > have) return tf_fail(e, TF_BAD, "the texts give %zu %s pairs, not %d", have, s->name, want);
    s->pairs.rows = want ? (size_t)want : have;
    return 0;
}

static void deal(struct corpus *c, struct split s[TF_SPLITS], const struct tf_retrieval_synth *o) {
    struct tf_rng rng = tf_rng_at((uint64_t)o->data_seed, TF_RNG_DATA, 0, 0, 0);
    size_t tenth = c->n / 10 < 2 ? 2 : c->n / 10, valid = tenth, test = tenth; // 2: one couple
    tf_shuffle(c->doc, c->n, sizeof *c->doc, &rng);
    for (size_t i = 0; i < c->n; i++) {
        int k = i < valid ? TF_VALID : i < valid + test ? TF_TEST : TF_TRAIN;
        s[k].docs++;
        add_windows(&s[k].windows, &c->doc[i], o);
    }
}

static int write_files(struct split s[TF_SPLITS], const char *dir, const struct tf_retrieval_synth *o, struct tf_err *e) {
    int rc = tf_mkdirs(dir, e), open = 0;
    for (; !rc && open < TF_SPLITS; open++) {
        struct tf_buf path = {0};
        tf_buf_addf(&path, "%s/%s.tsv", dir, s[open].name);
        tf_file_sweep_dead(path.s); // a killed one's
        rc = tf_file_open(&s[open].file, path.s, e);
        tf_buf_free(&path);
        if (rc) break;
        struct tf_rng rng = tf_rng_at((uint64_t)o->data_seed, TF_RNG_DATA, 2, (uint32_t)open, 0);
        rc = put_rows(&s[open], &rng, e);
    }
    // The old set is removed first: killed at any moment, this leaves no file beside those of another set.
    for (int k = 0; !rc && k < TF_SPLITS; k++)
        if (unlink(s[k].file.path) && errno != ENOENT) rc = tf_fail(e, TF_SYSTEM, "cannot remove %s: %s", s[k].file.path, strerror(errno));
    for (int k = open - 1; k >= 0; k--) { // train.tsv comes last: without it there is no set
        if (rc) tf_file_abort(&s[k].file);
        else rc = tf_file_commit(&s[k].file, e);
    }
    for (int k = 0; !rc && k < TF_SPLITS; k++)
        tf_log(TF_LOG_INFO, "wrote %s/%s.tsv: %zu pairs, half of them positive, of %zu documents; %zu of %zu windows found no partner", dir,
               s[k].name, s[k].pairs.rows, s[k].docs, s[k].alone, s[k].windows.n);
    return rc;
}

int tf_retrieval_synth_write(const struct tf_retrieval_synth *o, const char *from, const char *dir, struct tf_err *e) {
    struct split s[TF_SPLITS] = {[TF_TRAIN] = {.name = "train"}, [TF_VALID] = {.name = "valid"}, [TF_TEST] = {.name = "test"}};
    const int want[TF_SPLITS] = {o->train, o->valid, o->test};
    struct corpus c = {0};
    if (o->min_bytes > 2 * o->max_bytes)
        return tf_fail(e, TF_BAD, "min_bytes %d is more than the two halves may have, 2 * max_bytes %d", o->min_bytes, o->max_bytes);
    int rc = read_texts(&c, from, o->unit == TF_RETRIEVAL_SYNTH_BLOCK, e);
    if (!rc) {
        size_t all = c.n, copies = choose_docs(&c, (size_t)o->min_bytes);
        tf_log(TF_LOG_INFO, "%s: %zu documents: %zu used, %zu too short, %zu that occurred before", from, all, c.n, all - c.n - copies,
               copies);
        deal(&c, s, o);
    }
    for (int k = 0; !rc && k < TF_SPLITS; k++) rc = make_pairs(&s[k], want[k], o, (uint32_t)k, e);
    if (!rc) rc = write_files(s, dir, o, e);
    for (int k = 0; k < TF_SPLITS; k++) tf_free(s[k].windows.w), tf_free(s[k].pairs.p[0]), tf_free(s[k].pairs.p[1]);
    corpus_free(&c);
    return rc;
}
