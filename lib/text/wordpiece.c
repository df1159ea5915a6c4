/* BERT's WordPiece: vocabulary, trie, greedy longest match. The pieces' bytes are in one double-array trie (Aoe 1989): from node s, byte c leads to
 * t = node[s].base + c if node[t].parent is s. Longest match in bytes is longest match in letters, as words and pieces are valid UTF-8. */
#include "text/wordpiece.h"

#include <stdlib.h>
#include <string.h>

#include "io/io.h"

struct tf_wp_node {
    int32_t base, parent, id; // parent -1: free; id -1: no piece ends here
};

const char *const tf_wp_special_name[TF_WP_SPECIALS] = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"};

/* ---- trie ---------------------------------------------------------------------------------------------------------------------- */

struct key {
    const char *s;
    int id;
};

struct build {
    struct tf_wordpiece *v;
    const struct key *key; // sorted by bytes
    size_t cap, first;     // nodes allocated; no node before `first` is worth a look
};

static int by_bytes(const void *a, const void *b) {
    const struct key *x = a, *y = b;
    int d = strcmp(x->s, y->s);
    return d ? d : (x->id > y->id) - (x->id < y->id);
}

static void reserve(struct build *b, size_t nodes) {
    struct tf_wordpiece *v = b->v;
    if (nodes > b->cap) {
        b->cap = nodes + nodes / 2 + 1024;
        v->node = tf_realloc(v->node, b->cap * sizeof *v->node);
    }
    for (; v->nodes < nodes; v->nodes++) v->node[v->nodes] = (struct tf_wp_node){0, -1, -1};
}

/* A base from which the bytes c (n), ascending, all lead to free nodes. */
static size_t find_base(struct build *b, const unsigned char *c, int n) {
    size_t at = b->first > (size_t)c[0] + 1 ? b->first : (size_t)c[0] + 1, seen = 0, used = 0;
    for (;; at++, seen++) {
        size_t base = at - c[0];
        int i = 0;
        reserve(b, base + 256);
        if (b->v->node[at].parent >= 0) {
            used++;
            continue;
        }
        while (i < n && b->v->node[base + c[i]].parent < 0) i++;
        if (i < n) continue;
        if (used * 20 > seen * 19) b->first = at; // nearly full up to here
        return base;
    }
}

/* The children of node s: keys lo..hi-1, which agree in their first `depth` bytes. Goes no deeper than the longest piece. */
static void add_children(struct build *b, size_t s, size_t lo, size_t hi, size_t depth) {
    unsigned char c[256];
    size_t begin[257], base;
    int n = 0;
    if (lo < hi && !b->key[lo].s[depth]) b->v->node[s].id = b->key[lo++].id;
    for (size_t i = lo; i < hi; i++) {
        unsigned char x = (unsigned char)b->key[i].s[depth];
        if (n && c[n - 1] == x) continue;
        c[n] = x, begin[n++] = i;
    }
    if (!n) return;
    begin[n] = hi;
    base = find_base(b, c, n);
    b->v->node[s].base = (int32_t)base;
    for (int i = 0; i < n; i++) b->v->node[base + c[i]].parent = (int32_t)s;
    for (int i = 0; i < n; i++) add_children(b, base + c[i], begin[i], begin[i + 1], depth + 1);
}

static int step(const struct tf_wordpiece *v, int s, unsigned char c) {
    int t = v->node[s].base + c; // base + 255 is a node: see find_base
    return v->node[t].parent == s ? t : -1;
}

int tf_wordpiece_find(const struct tf_wordpiece *v, const char *s, size_t n) {
    int at = 0;
    for (size_t i = 0; i < n && at >= 0; i++) at = s[i] ? step(v, at, (unsigned char)s[i]) : -1;
    return at < 0 ? -1 : v->node[at].id;
}

/* ---- loading -------------------------------------------------------------------------------------------------------------------- */

static int bad_piece(const char *name, int line, const char *s, size_t n, struct tf_err *e) {
    if (!n) return tf_fail(e, TF_BAD, "%s:%d: empty line", name, line);
    if (n > TF_WP_PIECE_MAX) return tf_fail(e, TF_BAD, "%s:%d: piece of more than %d bytes", name, line, TF_WP_PIECE_MAX);
    for (size_t i = 0, k; i < n; i += k) {
        uint32_t cp;
        k = tf_utf8_next(s + i, n - i, &cp);
        if (!k) return tf_fail(e, TF_BAD, "%s:%d: not UTF-8", name, line);
        if (cp <= ' ' || cp == 0x7f) return tf_fail(e, TF_BAD, "%s:%d: blank or control character inside a piece", name, line);
    }
    return 0;
}

static bool at_edge(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/* Cuts v->text (n) into pieces. */
static int read_pieces(struct tf_wordpiece *v, size_t n, struct tf_err *e) {
    char *s = v->text, *end = s + n;
    size_t cap = 0;
    s += tf_utf8_mark(s, n);
    if (s == end) return tf_fail(e, TF_BAD, "%s: empty file", v->name);
    while (s < end) {
        char *eol = memchr(s, '\n', (size_t)(end - s)), *stop = eol ? eol : end;
        if (v->n == TF_WP_VOCAB_MAX) return tf_fail(e, TF_BAD, "%s:%d: more than %d pieces", v->name, v->n + 1, TF_WP_VOCAB_MAX);
        TF_GROW(v->piece, (size_t)v->n, cap);
        while (s < stop && at_edge(*s)) s++;
        while (stop > s && at_edge(stop[-1])) stop--;
        if (bad_piece(v->name, v->n + 1, s, (size_t)(stop - s), e)) return -1;
        v->piece[v->n++] = s;
        s = eol ? eol + 1 : end;
        *stop = 0; // its letter there has been read
    }
    return 0;
}

static int index_pieces(struct tf_wordpiece *v, struct tf_err *e) {
    struct key *key = tf_alloc((size_t)v->n * sizeof *key);
    int again = 0, first = 0; // the first line that repeats another
    for (int i = 0; i < v->n; i++) key[i] = (struct key){v->piece[i], i};
    qsort(key, (size_t)v->n, sizeof *key, by_bytes);
    for (int i = 1; i < v->n; i++) {
        if (strcmp(key[i].s, key[i - 1].s) != 0 || (again && key[i].id >= again)) continue;
        again = key[i].id, first = key[i - 1].id;
    }
    if (again) tf_fail(e, TF_BAD, "%s:%d: %s is on line %d already", v->name, again + 1, v->piece[again], first + 1);
    if (!again) {
        struct build b = {.v = v, .key = key, .first = 1};
        reserve(&b, 257);
        v->node[0].parent = 0;
        add_children(&b, 0, 0, (size_t)v->n, 0);
        v->more = step(v, 0, '#');
        if (v->more >= 0) v->more = step(v, v->more, '#');
    }
    tf_free(key);
    return again ? -1 : 0;
}

static int find_special(struct tf_wordpiece *v, struct tf_err *e) {
    for (int i = 0; i < TF_WP_SPECIALS; i++) {
        int id = tf_wordpiece_find(v, tf_wp_special_name[i], strlen(tf_wp_special_name[i]));
        if (id < 0) return tf_fail(e, TF_BAD, "%s: no %s, so not a BERT vocabulary", v->name, tf_wp_special_name[i]);
        v->special[i] = (uint16_t)id;
    }
    return 0;
}

int tf_wordpiece_parse(struct tf_wordpiece **out, const char *text, size_t n, const char *name, struct tf_err *e) {
    struct tf_wordpiece *v = tf_calloc(sizeof *v);
    v->name = tf_strdup(name);
    v->text = tf_alloc(n + 1);
    if (n) memcpy(v->text, text, n);
    v->text[n] = 0;
    if (read_pieces(v, n, e) || index_pieces(v, e) || find_special(v, e)) {
        tf_wordpiece_free(v);
        return -1;
    }
    tf_sha256(text, n, v->hash);
    *out = v;
    return 0;
}

int tf_wordpiece_load(struct tf_wordpiece **out, const char *path, struct tf_err *e) {
    struct tf_buf b = {0};
    int bad = tf_file_read_most(path, (size_t)64 << 20, &b, e) || tf_wordpiece_parse(out, b.s, b.len, path, e);
    tf_buf_free(&b);
    return bad ? -1 : 0;
}

void tf_wordpiece_free(struct tf_wordpiece *v) {
    if (!v) return;
    tf_free(v->name);
    tf_free(v->text);
    tf_free(v->piece);
    tf_free(v->node);
    tf_free(v);
}

const char *tf_wordpiece_text(const struct tf_wordpiece *v, int id) {
    TF_BUG_IF(id < 0 || id >= v->n, "piece %d of %d", id, v->n);
    return v->piece[id];
}

uint64_t tf_wordpiece_hash(const struct tf_wordpiece *v) {
    uint64_t hash = (uint64_t)v->n;
    for (int i = 0; i < v->n; i++) hash = tf_hash64(v->piece[i], strlen(v->piece[i]), hash);
    return hash;
}

/* ---- tokens --------------------------------------------------------------------------------------------------------------------- */

static void room(struct tf_wordpiece_ids *o, size_t more) {
    if (o->n + more <= o->cap) return;
    o->cap = o->n + more + (o->n + more) / 2 + 256;
    o->id = tf_realloc(o->id, o->cap * sizeof *o->id);
    if (!o->spans) return;
    o->start = tf_realloc(o->start, o->cap * sizeof *o->start);
    o->end = tf_realloc(o->end, o->cap * sizeof *o->end);
}

static void add(struct tf_wordpiece_ids *o, int id, size_t i, size_t j) {
    if (o->spans) {
        size_t start, end;
        tf_basic_span(&o->basic, i, j, &start, &end);
        o->start[o->n] = (uint32_t)start, o->end[o->n] = (uint32_t)end;
    }
    o->id[o->n++] = (uint16_t)id;
}

bool tf_wordpiece_too_long(const char *s, size_t n) {
    size_t letters = 0;
    if (n <= TF_WP_WORD_MAX) return false;
    for (size_t i = 0; i < n; i++) letters += ((unsigned char)s[i] & 0xc0) != 0x80;
    return letters > TF_WP_WORD_MAX;
}

/* The pieces of the word; false: there are none, and what was appended does not count. */
static bool split(const struct tf_wordpiece *v, const char *s, size_t n, struct tf_wordpiece_ids *o) {
    for (size_t i = 0, best = 0; i < n; i = best) {
        int at = i ? v->more : 0, id = -1;
        for (size_t j = i; at >= 0 && j < n && (at = step(v, at, (unsigned char)s[j])) >= 0;) {
            j++;
            if (v->node[at].id >= 0) id = v->node[at].id, best = j;
        }
        if (id < 0) return false;
        add(o, id, i, best);
    }
    return true;
}

void tf_wordpiece_encode(const struct tf_wordpiece *v, const char *text, size_t n, struct tf_wordpiece_ids *o) {
    struct tf_basic *b = &o->basic;
    TF_BUG_IF(o->spans && n > UINT32_MAX, "a text of %zu bytes", n);
    tf_basic_start(b, text, n);
    while (tf_basic_next(b)) {
        size_t before = o->n;
        o->words++;
        bool known = !tf_wordpiece_too_long(b->word, b->len);
        room(o, known ? b->len : 1);
        if (known && split(v, b->word, b->len, o)) continue;
        o->n = before, o->unknown++;
        add(o, v->special[TF_WP_UNK], 0, b->len);
    }
    o->replaced += b->replaced;
}

void tf_wordpiece_warn(const struct tf_wordpiece_ids *o, const char *of) {
    const double unknown = o->words ? 100.0 * (double)o->unknown / (double)o->words : 0;
    if (o->replaced)
        tf_log(TF_LOG_WARN, "%s: %llu stretches of bytes are not UTF-8 and were left out", of, (unsigned long long)o->replaced);
    if (unknown >= 20)
        tf_log(TF_LOG_WARN, "%s: %.0f %% of its words are not in the vocabulary (vocab.txt): is it that of this text?", of, unknown);
}

void tf_wordpiece_ids_free(struct tf_wordpiece_ids *o) {
    tf_free(o->id);
    tf_free(o->start);
    tf_free(o->end);
    tf_basic_free(&o->basic);
    *o = (struct tf_wordpiece_ids){0};
}

/* ---- many documents -------------------------------------------------------------------------------------------------------------- */

struct docs {
    const struct tf_wordpiece *v;
    const struct tf_wordpiece_doc *doc;
    size_t *first; // (jobs + 1) documents of each job
    struct tf_wordpiece_ids *part;
    uint64_t *off; // lengths at first
};

static void encode_part(void *arg, int job) {
    struct docs *d = arg;
    struct tf_wordpiece_ids *o = &d->part[job];
    for (size_t i = d->first[job]; i < d->first[job + 1]; i++) {
        size_t before = o->n;
        tf_wordpiece_encode(d->v, d->doc[i].text, d->doc[i].n, o);
        d->off[i + 1] = o->n - before;
    }
    tf_basic_free(&o->basic);
}

static void append(struct tf_wordpiece_ids *o, const struct tf_wordpiece_ids *p) {
    if (p->n) {
        memcpy(o->id + o->n, p->id, p->n * sizeof *p->id);
        if (o->spans) {
            memcpy(o->start + o->n, p->start, p->n * sizeof *p->start);
            memcpy(o->end + o->n, p->end, p->n * sizeof *p->end);
        }
    }
    o->n += p->n, o->replaced += p->replaced, o->unknown += p->unknown, o->words += p->words;
}

void tf_wordpiece_encode_docs(const struct tf_wordpiece *v, const struct tf_wordpiece_doc *doc, size_t n_docs, int threads,
                              struct tf_wordpiece_ids *o, uint64_t *off) {
    enum { JOB_BYTES = 1 << 18 };
    struct docs d = {v, doc, tf_alloc((n_docs + 1) * sizeof *d.first), NULL, off};
    size_t total = 0;
    int jobs = 0;
    for (size_t i = 0, bytes = JOB_BYTES; i < n_docs; bytes += doc[i++].n)
        if (bytes >= JOB_BYTES && jobs < INT32_MAX) d.first[jobs++] = i, bytes = 0;
    d.first[jobs] = n_docs;
    d.part = tf_calloc((size_t)jobs * sizeof *d.part + 1);
    for (int j = 0; j < jobs; j++) d.part[j].spans = o->spans;
    tf_parallel(threads, jobs, encode_part, &d);
    off[0] = o->n;
    for (size_t i = 0; i < n_docs; i++) off[i + 1] += off[i];
    for (int j = 0; j < jobs; j++) total += d.part[j].n;
    room(o, total);
    for (int j = 0; j < jobs; j++) {
        append(o, &d.part[j]);
        tf_wordpiece_ids_free(&d.part[j]);
    }
    tf_free(d.part);
    tf_free(d.first);
}
