/* Text files -> documents -> pieces. Files are mapped and encoded some megabytes at a time, so that a corpus need not fit into memory as text. */
#include "text/corpus.h"

#include <string.h>

/* ---- documents --------------------------------------------------------------------------------------------------------------- */

enum { BATCH_BYTES = 4 << 20, BATCH_FILES = 256 };

struct batch {
    struct tf_wordpiece_doc *doc;
    size_t n, cap, bytes;
    struct tf_map map[BATCH_FILES];
    int maps;
};

static bool all_blank(const char *s, const char *end) {
    while (s < end && tf_is_blank(*s)) s++;
    return s == end;
}

/* The next block of lines in [*at, end): [*at, *at + the result); 0: no more. */
static size_t next_block(const char **at, const char *end) {
    const char *start = NULL, *s = *at, *last = s;
    while (s < end) {
        const char *lf = memchr(s, '\n', (size_t)(end - s)), *next = lf ? lf + 1 : end;
        bool blank = all_blank(s, next);
        if (!blank && !start) start = s;
        if (!blank) last = next;
        if (blank && start) break;
        s = next;
    }
    *at = start;
    return start ? (size_t)(last - start) : 0;
}

static bool has_blocks(const char *s, const char *end) {
    size_t n, blocks = 0, bytes = 0;
    for (; (n = next_block(&s, end)) > 0; s += n) blocks++, bytes += n;
    return bytes >= blocks * TF_CORPUS_BLOCK_BYTES;
}

static void encode_batch(struct batch *b, struct tf_corpus_tokens *t, const struct tf_wordpiece *v, int threads) {
    if (!b->n) return;
    if (t->docs + b->n + 1 > t->cap) {
        t->cap = 2 * t->cap + b->n + 1024;
        t->off = tf_realloc(t->off, t->cap * sizeof *t->off);
    }
    tf_wordpiece_encode_docs(v, b->doc, b->n, threads, &t->ids, t->off + t->docs);
    t->docs += b->n;
    b->n = b->bytes = 0;
}

static void add_doc(struct batch *b, const char *s, size_t n) {
    TF_GROW(b->doc, b->n, b->cap);
    b->doc[b->n++] = (struct tf_wordpiece_doc){s, n};
    b->bytes += n;
}

static void close_maps(struct batch *b) {
    while (b->maps) tf_map_close(&b->map[--b->maps]);
}

struct job {
    struct batch b;
    struct tf_corpus_tokens *t;
    const struct tf_wordpiece *v;
    int unit, threads;
    struct tf_progress p;
    double done; // bytes of the files before
};

static int encode_file(struct job *j, const struct tf_text_file *f, struct tf_err *e) {
    struct batch *b = &j->b;
    struct tf_map *m = &b->map[b->maps];
    size_t n;
    if (!f->bytes) return 0;
    if (tf_map_open(m, f->path, e)) return -1;
    b->maps++;
    const char *s = m->p, *end = s + m->n;
    bool blocks = j->unit == TF_CORPUS_BLOCK || (j->unit == TF_CORPUS_AUTO && has_blocks(s, end));
    j->t->files++, j->t->block_files += blocks;
    if (!blocks && !all_blank(s, end)) add_doc(b, s, m->n);
    for (; blocks && (n = next_block(&s, end)) > 0; s += n) {
        add_doc(b, s, n);
        if (b->bytes < BATCH_BYTES) continue;
        encode_batch(b, j->t, j->v, j->threads);
        tf_progress_set(&j->p, j->done + (double)(s + n - (const char *)m->p), NULL);
        if (tf_interrupted) return tf_fail(e, TF_INTERRUPTED, "interrupted while reading %s", f->path);
    }
    j->done += (double)f->bytes;
    if (b->bytes >= BATCH_BYTES || b->maps == BATCH_FILES) {
        encode_batch(b, j->t, j->v, j->threads);
        tf_progress_set(&j->p, j->done, NULL);
    }
    if (!b->n) close_maps(b);
    return tf_interrupted ? tf_fail(e, TF_INTERRUPTED, "interrupted while reading %s", f->path) : 0;
}

int tf_corpus_encode(struct tf_corpus_tokens *out, const struct tf_texts *c, int unit, const struct tf_wordpiece *v, int threads,
                     struct tf_err *e) {
    struct tf_corpus_tokens t = {.off = tf_calloc(sizeof *t.off), .cap = 1};
    struct job *j = tf_calloc(sizeof *j);
    int rc = 0;
    j->t = &t, j->v = v, j->unit = unit, j->threads = threads;
    tf_progress_begin(&j->p, "encoding the corpus", (double)c->bytes, "B");
    for (size_t i = 0; !rc && i < c->n; i++) rc = encode_file(j, &c->file[i], e);
    if (!rc) encode_batch(&j->b, &t, v, threads);
    tf_progress_end(&j->p);
    close_maps(&j->b);
    tf_free(j->b.doc);
    tf_free(j);
    if (rc) tf_corpus_tokens_free(&t);
    else *out = t;
    return rc;
}

void tf_corpus_tokens_free(struct tf_corpus_tokens *t) {
    tf_wordpiece_ids_free(&t->ids);
    tf_free(t->off);
    *t = (struct tf_corpus_tokens){0};
}
