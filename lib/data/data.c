/* Datasets in memory and as one cache file: building, checksums, saving, mapping.
 *
 * File: struct head, then for each split: off (n * parts + 1) u64, label (n) i32, tok (n_tok) u16, each padded to 8 bytes with zeros. */
#include "data/data.h"

#include <limits.h>
#include <string.h>

#define MAGIC "tfdata2\n"
#define BYTE_ORDER_MARK 0x01020304u

struct head {
    char magic[8];
    uint32_t byte_order, vocab, classes, max_len, parts, subset; /* subset: 1 where it is one */
    uint64_t n[TF_SPLITS], n_tok[TF_SPLITS];
    uint32_t crc[TF_SPLITS]; /* of a split's three arrays */
    uint32_t head_crc;       /* of this struct with head_crc = 0 */
    char key[256];
};

static size_t pad8(size_t bytes) { return (bytes + 7) & ~(size_t)7; }

static size_t off_bytes(uint64_t n, int parts) { return (n * (uint64_t)parts + 1) * 8; }

static size_t split_bytes(uint64_t n, int parts, uint64_t n_tok) { return off_bytes(n, parts) + pad8(n * 4) + pad8(n_tok * 2); }

static uint64_t tokens(const struct tf_data *d, int s) { return d->off[s][d->n[s] * (size_t)d->parts]; }

static uint32_t split_crc(const struct tf_data *d, int s) {
    uint32_t c = tf_crc32c(0, d->off[s], off_bytes(d->n[s], d->parts));
    c = tf_crc32c(c, d->label[s], d->n[s] * sizeof *d->label[s]);
    return tf_crc32c(c, d->tok[s], tokens(d, s) * sizeof *d->tok[s]);
}

/* The hash depends on the content, not on where it came from: the generator and its official text form agree. */
static void set_hash(struct tf_data *d, const uint32_t crc[TF_SPLITS]) {
    uint64_t w[3 + 2 * TF_SPLITS] = {(uint64_t)d->vocab, (uint64_t)d->classes + ((uint64_t)(d->parts - 1) << 32), (uint64_t)d->max_len};
    for (int s = 0; s < TF_SPLITS; s++) w[3 + s] = d->n[s], w[3 + TF_SPLITS + s] = crc[s];
    d->hash = tf_hash64(w, sizeof w, 0);
    for (int s = TF_TRAIN + 1; s < TF_SPLITS; s++) w[3 + s] = w[3 + TF_SPLITS + s] = 0;
    w[2] = 0; // of all splits
    d->train_hash = tf_hash64(w, sizeof w, 0);
}

void tf_data_count(struct tf_data_build *b, size_t rows, size_t published) { b->subset |= rows != published; }

const char *tf_data_subset(const struct tf_data *d) { return d->subset ? ", a subset" : ""; }

static uint64_t hash_of_cut(uint64_t hash, int max) {
    uint64_t w[2] = {hash, (uint64_t)max};
    return tf_hash64(w, sizeof w, 0);
}

void tf_data_truncate(struct tf_data *d, int max) {
    TF_BUG_IF(d->context, "examples that share tokens are cut to %d", max);
    if (max >= d->max_len) return;
    d->max_len = max;
    d->hash = hash_of_cut(d->hash, max), d->train_hash = hash_of_cut(d->train_hash, max);
}

struct tf_example tf_data_get(const struct tf_data *d, enum tf_split s, size_t i) {
    TF_BUG_IF(i >= d->n[s], "example %zu of %zu", i, d->n[s]);
    size_t id = i;
    for (int before = 0; before < (int)s; before++) id += d->n[before];
    const uint64_t *off = d->off[s] + i * (size_t)d->parts, most = (uint64_t)(d->max_len + tf_data_behind(d));
    const uint64_t first = off[0] - (s != TF_TRAIN && i ? (uint64_t)d->context : 0);
    struct tf_example x = {.tok = d->tok[s] + first, .label = d->label[s][i], .id = (uint32_t)id};
    x.len = (int)(off[1] - first < most ? off[1] - first : most) - tf_data_behind(d);
    if (d->parts == 2) {
        x.tok2 = d->tok[s] + off[1];
        x.len2 = (int)(off[2] - off[1] < most ? off[2] - off[1] : most);
    }
    return x;
}

void tf_data_close(struct tf_data *d) {
    if (!d) return;
    if (d->close) d->close(d);
    for (int c = 0; d->class_name && c < d->classes; c++) tf_free(d->class_name[c]);
    tf_free(d->class_name), tf_free(d->test_line), tf_free(d->vectors);
    tf_free(d);
}

const char *tf_data_kind_name(enum tf_data_kind k) { return (const char *const[]){"published", "derived", "stand-in", "varied", "own"}[k]; }

void tf_quirk_add(struct tf_buf *out, const char *what) { tf_buf_addf(out, "%s%s", out->len ? "; " : "", what); }

const char *tf_quirk_next(const char *at, size_t *n) {
    at += strspn(at, "; ");
    *n = strcspn(at, ";");
    return *n ? at : NULL;
}

/* ---- building ------------------------------------------------------------------------------------------------------------ */

static struct tf_data_part *room(struct tf_data_build *b, enum tf_split s, int parts) {
    struct tf_data_part *p = &b->part[s];
    TF_BUG_IF(b->parts && b->parts != parts, "examples of %d and of %d sequences", b->parts, parts);
    b->parts = parts;
    if (p->n == p->cap) {
        p->cap = p->cap ? 2 * p->cap : 1024;
        p->off = tf_realloc(p->off, (p->cap * (size_t)parts + 1) * sizeof *p->off);
        p->label = tf_realloc(p->label, p->cap * sizeof *p->label);
        if (!p->n) p->off[0] = 0;
    }
    return p;
}

static void append(struct tf_data_part *p, size_t sequence, const uint16_t *tok, int len) {
    uint64_t at = p->off[sequence], end = at + (uint64_t)len;
    if (end > p->tok_cap) {
        p->tok_cap = end + end / 2 + 65536;
        p->tok = tf_realloc(p->tok, p->tok_cap * sizeof *p->tok);
    }
    if (len) memcpy(p->tok + at, tok, (size_t)len * sizeof *tok);
    p->off[sequence + 1] = end;
}

void tf_data_add(struct tf_data_build *b, enum tf_split s, const uint16_t *tok, int len, int label) {
    struct tf_data_part *p = room(b, s, 1);
    append(p, p->n, tok, len);
    p->label[p->n++] = label;
}

void tf_data_add_pair(struct tf_data_build *b, enum tf_split s, const uint16_t *tok, int len, const uint16_t *tok2, int len2, int label) {
    struct tf_data_part *p = room(b, s, 2);
    append(p, 2 * p->n, tok, len);
    append(p, 2 * p->n + 1, tok2, len2);
    p->label[p->n++] = label;
}

int tf_data_guard(const size_t rows[TF_SPLITS], size_t tokens, struct tf_err *e) {
    static const char *const split[TF_SPLITS] = {"train", "valid", "test"};
    const size_t have = tf_mem_available();
    double bytes = 0;
    int most = 0;
    char need[32], free_bytes[32];
    for (int s = 0; s < TF_SPLITS; s++) {
        bytes += (double)split_bytes(rows[s], 1, rows[s] * (uint64_t)tokens);
        if (rows[s] > rows[most]) most = s;
    }
    if (!have || bytes <= (double)have) return 0;
    return tf_fail(e, TF_SYSTEM, "task.%s %zu: the data take %s of memory or more, and %s are available: take fewer", split[most],
                   rows[most], tf_format_bytes(need, bytes), tf_format_bytes(free_bytes, (double)have));
}

void tf_data_build_free(struct tf_data_build *b) {
    for (int s = 0; s < TF_SPLITS; s++) {
        tf_free(b->part[s].tok);
        tf_free(b->part[s].off);
        tf_free(b->part[s].label);
    }
    *b = (struct tf_data_build){0};
}

static void close_built(struct tf_data *d) {
    tf_data_build_free(d->priv);
    tf_free(d->priv);
}

struct tf_data *tf_data_finish(struct tf_data_build *b, int vocab, int classes) {
    struct tf_data *d = tf_calloc(sizeof *d);
    struct tf_data_build *own = tf_alloc(sizeof *own);
    uint32_t crc[TF_SPLITS];
    *own = *b;
    *b = (struct tf_data_build){0};
    d->vocab = vocab, d->classes = classes, d->priv = own, d->close = close_built;
    d->parts = own->parts ? own->parts : 1;
    d->subset = own->subset;
    for (int s = 0; s < TF_SPLITS; s++) {
        struct tf_data_part *p = &own->part[s];
        if (!p->off) p->off = tf_calloc(sizeof *p->off);
        d->n[s] = p->n, d->off[s] = p->off, d->tok[s] = p->tok, d->label[s] = p->label;
        for (size_t i = 0; i < p->n * (size_t)d->parts; i++) {
            uint64_t len = p->off[i + 1] - p->off[i];
            if (len > (uint64_t)d->max_len) d->max_len = (int)len;
        }
        crc[s] = split_crc(d, s);
    }
    set_hash(d, crc);
    return d;
}

/* What is known of the whole set, for one that was made of its examples. */
static void inherit(struct tf_data *d, const struct tf_data *from) {
    d->objective = from->objective, d->metric = from->metric, d->mask_rate = from->mask_rate, d->eval_mask_rate = from->eval_mask_rate;
    d->cls_id = from->cls_id, d->sep_id = from->sep_id, d->mask_id = from->mask_id, d->pad_id = from->pad_id;
    memcpy(d->vocab_file, from->vocab_file, sizeof d->vocab_file);
    d->words = from->words;
    d->targets = from->targets, d->per_word = from->per_word, d->per_char = from->per_char, d->floor = from->floor;
    d->kind = from->kind, d->subset = from->subset, d->carry = from->carry;
    memcpy(d->whole, from->whole, sizeof d->whole);
}

/* An example like those of `from`: with its targets behind the tokens. */
static void add_example(struct tf_data_build *b, enum tf_split s, const struct tf_example *x, const struct tf_data *from) {
    if (from->parts == 2) tf_data_add_pair(b, s, x->tok, x->len, x->tok2, x->len2, x->label);
    else tf_data_add(b, s, x->tok, x->len + tf_data_behind(from), x->label);
}

static size_t tokens_of(const struct tf_data *d, enum tf_split s, size_t i) {
    const struct tf_example x = tf_data_get(d, s, i);
    return (size_t)x.len + (size_t)x.len2;
}

/* Numbers of a split's examples, the shortest first: a counting sort. */
static uint32_t *by_length(const struct tf_data *d, enum tf_split s) {
    size_t bins = (size_t)d->max_len * (size_t)d->parts + 1, *at = tf_calloc(sizeof *at * (bins + 1));
    uint32_t *order = tf_alloc(sizeof *order * (d->n[s] + 1));
    for (int fill = 0; fill < 2; fill++) {
        for (size_t i = 0; i < d->n[s]; i++) {
            const size_t len = tokens_of(d, s, i);
            if (fill) order[at[len]++] = (uint32_t)i;
            else at[len + 1]++;
        }
        for (size_t k = 1; !fill && k <= bins; k++) at[k] += at[k - 1];
    }
    tf_free(at);
    return order;
}

struct tf_data *tf_data_sample(const struct tf_data *d, const struct tf_data_share want[TF_SPLITS]) {
    struct tf_data_build b = {.parts = d->parts};
    for (int s = 0; s < TF_SPLITS; s++) {
        uint32_t *order = by_length(d, (enum tf_split)s);
        size_t n = d->n[s];
        while (want[s].longest && n && tokens_of(d, (enum tf_split)s, order[n - 1]) > (size_t)want[s].longest) n--;
        for (size_t i = 0; i < want[s].n && n; i++) {
            const struct tf_example x = tf_data_get(d, (enum tf_split)s, order[(2 * i + 1) * n / (2 * want[s].n)]);
            for (int k = 0; k < want[s].copies; k++) add_example(&b, (enum tf_split)s, &x, d);
        }
        tf_free(order);
    }
    struct tf_data *sample = tf_data_finish(&b, d->vocab, d->classes);
    inherit(sample, d);
    sample->skip_zero = d->skip_zero, sample->max_len = d->max_len;
    return sample;
}

struct tf_data *tf_data_pad(struct tf_data *d, int n) {
    struct tf_data_build b = {.parts = d->parts};
    const size_t behind = (size_t)tf_data_behind(d);
    uint16_t *row[2] = {tf_alloc(sizeof(uint16_t) * ((size_t)n + behind)), tf_alloc(sizeof(uint16_t) * (size_t)n)};
    for (int s = 0; s < TF_SPLITS; s++)
        for (size_t i = 0; i < d->n[s]; i++) {
            struct tf_example x = tf_data_get(d, s, i);
            const uint16_t *tok[2] = {x.tok, x.tok2};
            const int len[2] = {x.len < n ? x.len : n, x.len2 < n ? x.len2 : n};
            for (int k = 0; k < d->parts; k++) {
                memset(row[k], 0, sizeof *row[k] * (size_t)n);
                memcpy(row[k], tok[k], sizeof *row[k] * (size_t)len[k]);
            }
            if (behind) memcpy(row[0] + n, x.tok + x.len, sizeof *row[0] * behind);
            const int within = d->objective == TF_SPANS ? tf_span_end(x.label) : d->objective == TF_NEXT ? x.label : 0;
            if (within >= n) x.label = 0; // cut off: as in a window without the answer
            add_example(&b, s, &(struct tf_example){.tok = row[0], .len = n, .tok2 = row[1], .len2 = n, .label = x.label}, d);
        }
    struct tf_data *padded = tf_data_finish(&b, d->vocab, d->classes);
    inherit(padded, d);
    if (behind) padded->max_len = n;
    padded->vectors = d->vectors, padded->vector_dim = d->vector_dim, d->vectors = NULL;
    padded->class_name = d->class_name, padded->test_line = d->test_line, d->class_name = NULL, d->test_line = NULL;
    snprintf(padded->source, sizeof padded->source, "%.140s, padded to %d", d->source, n);
    tf_free(row[0]), tf_free(row[1]);
    tf_data_close(d);
    return padded;
}

/* ---- saving ---------------------------------------------------------------------------------------------------------------- */

static int put_padded(struct tf_file *f, const void *p, size_t n, struct tf_err *e) {
    static const char zero[8];
    return (n && tf_file_put(f, p, n, e)) || (pad8(n) > n && tf_file_put(f, zero, pad8(n) - n, e)) ? -1 : 0;
}

int tf_data_save(const struct tf_data *d, const char *path, const char *key, struct tf_err *e) {
    struct head h;
    struct tf_file f;
    memset(&h, 0, sizeof h);
    memcpy(h.magic, MAGIC, sizeof h.magic);
    TF_BUG_IF(strlen(key) >= sizeof h.key, "cache key too long: %s", key);
    memcpy(h.key, key, strlen(key));
    h.byte_order = BYTE_ORDER_MARK;
    h.vocab = (uint32_t)d->vocab, h.classes = (uint32_t)d->classes, h.max_len = (uint32_t)d->max_len, h.parts = (uint32_t)d->parts;
    h.subset = d->subset;
    for (int s = 0; s < TF_SPLITS; s++) {
        h.n[s] = d->n[s], h.n_tok[s] = tokens(d, s);
        h.crc[s] = split_crc(d, s);
    }
    h.head_crc = tf_crc32c(0, &h, sizeof h);
    if (tf_file_open(&f, path, e)) return -1;
    int bad = put_padded(&f, &h, sizeof h, e);
    for (int s = 0; !bad && s < TF_SPLITS; s++)
        bad = put_padded(&f, d->off[s], off_bytes(d->n[s], d->parts), e) || put_padded(&f, d->label[s], d->n[s] * 4, e) ||
              put_padded(&f, d->tok[s], tokens(d, s) * 2, e);
    if (bad) {
        tf_file_abort(&f);
        return -1;
    }
    if (tf_file_commit(&f, e)) return -1;
    tf_file_sweep_dead(path);
    return 0;
}

/* ---- loading --------------------------------------------------------------------------------------------------------------- */

static void close_mapped(struct tf_data *d) {
    tf_map_close(d->priv);
    tf_free(d->priv);
}

/* Why this file cannot be used, or NULL. */
static const char *check_head(const struct tf_map *m, const char *key, struct head *h) {
    if (m->n < sizeof *h) return "it is too short";
    memcpy(h, m->p, sizeof *h);
    if (memcmp(h->magic, MAGIC, sizeof h->magic) || h->byte_order != BYTE_ORDER_MARK) return "it is not a cache file of this machine";
    struct head bare = *h;
    bare.head_crc = 0;
    if (tf_crc32c(0, &bare, sizeof bare) != h->head_crc) return "its header is damaged";
    if (strncmp(h->key, key, sizeof h->key)) return "it holds something else";
    uint64_t bytes = sizeof *h;
    if (h->parts != 1 && h->parts != 2) return "its header is wrong";
    for (int s = 0; s < TF_SPLITS; s++) {
        if (h->n[s] > m->n || h->n_tok[s] > m->n) return "its size is wrong";
        bytes += split_bytes(h->n[s], (int)h->parts, h->n_tok[s]);
    }
    if (bytes != m->n) return "its size is wrong";
    return NULL;
}

/* Of a split: offsets that ascend, ids of the vocabulary, labels that there are (of one class: spans). */
static const char *check_contents(const struct tf_data *d, enum tf_split s) {
    const uint64_t *off = d->off[s], *end = off + d->n[s] * (size_t)d->parts;
    bool good = *off == 0;
    for (; off < end; off++) good &= off[0] <= off[1];
    if (!good) return "its offsets do not ascend";
    for (size_t i = 0; i < *end; i++) good &= d->tok[s][i] < d->vocab;
    if (!good) return "it has ids beyond the vocabulary";
    for (size_t i = 0; i < d->n[s]; i++) {
        const int32_t x = d->label[s][i];
        const uint64_t *at = d->off[s] + i * (size_t)d->parts, len = at[1] - at[0];
        const bool none = x == 0; // also of a sequence without tokens
        good &= x >= 0 && (d->classes > 1 ? x < d->classes : none || ((uint64_t)tf_span_start(x) < len && (uint64_t)tf_span_end(x) < len));
    }
    return good ? NULL : "it has labels out of range";
}

static const char *check_splits(struct tf_data *d, const struct tf_map *m, const struct head *h) {
    const char *p = (const char *)m->p + sizeof *h;
    if (!h->vocab || h->vocab > 65536 || !h->classes || h->classes > INT_MAX || !h->max_len || h->max_len > INT_MAX)
        return "its header is wrong";
    d->parts = (int)h->parts, d->vocab = (int)h->vocab, d->classes = (int)h->classes, d->max_len = (int)h->max_len;
    for (int s = 0; s < TF_SPLITS; s++) {
        d->n[s] = h->n[s];
        d->off[s] = (const void *)p;
        size_t offs = off_bytes(h->n[s], d->parts);
        d->label[s] = (const void *)(p + offs);
        d->tok[s] = (const void *)(p + offs + pad8(h->n[s] * 4));
        p += split_bytes(h->n[s], d->parts, h->n_tok[s]);
        if (tokens(d, s) != h->n_tok[s] || split_crc(d, s) != h->crc[s]) return "a checksum does not match";
        const char *why = check_contents(d, s);
        if (why) return why;
    }
    return NULL;
}

struct tf_data *tf_data_load(const char *path, const char *key) {
    struct head h;
    struct tf_err err = {0};
    if (!tf_file_exists(path)) return NULL;
    struct tf_map *m = tf_calloc(sizeof *m);
    struct tf_data *d = tf_calloc(sizeof *d);
    const char *why = tf_map_open(m, path, &err) ? err.msg : check_head(m, key, &h);
    if (!why) why = check_splits(d, m, &h);
    if (why) {
        tf_log(TF_LOG_WARN, "ignoring the cache file %s and making it again: %s", path, why);
        if (!err.code) tf_map_close(m);
        tf_free(m);
        tf_free(d);
        return NULL;
    }
    d->priv = m, d->close = close_mapped;
    d->subset = h.subset;
    set_hash(d, h.crc);
    return d;
}
