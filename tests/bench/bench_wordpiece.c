/* Speed of WordPiece in MB/s of source text, one and two threads, and of training a vocabulary. Needs TREEFORMER_DATA with bert-vocab/vocab.txt and
 * corpus/enwiki/enwiki-slice.txt; bench_wordpiece VOCAB TEXT takes any others. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/wordpiece.h"
#include "text/wordpiece_train.h"

enum { REPS = 5 };

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void show(const char *what, double bytes, double t[REPS]) {
    qsort(t, REPS, sizeof *t, by_value);
    printf("%-28s %7.1f MB/s  median of %d, best %.1f\n", what, bytes / t[REPS / 2] * 1e-6, REPS, bytes / t[0] * 1e-6);
}

static void encode(const struct tf_wordpiece *v, const struct tf_map *m) {
    double t[REPS], bytes = (double)m->n;
    size_t n = 0, cap = 0;
    struct tf_wordpiece_doc *doc = NULL; // the lines
    for (const char *s = m->p, *end = s + m->n; s < end;) {
        const char *eol = memchr(s, '\n', (size_t)(end - s)), *next = eol ? eol + 1 : end;
        if (n == cap) doc = tf_realloc(doc, (cap = 2 * cap + 1024) * sizeof *doc);
        doc[n++] = (struct tf_wordpiece_doc){s, (size_t)(next - s)};
        s = next;
    }
    uint64_t *off = tf_alloc((n + 1) * sizeof *off);
    struct tf_basic b = {0};
    size_t words = 0, ids = 0;
    for (int r = 0; r < REPS; r++) {
        double at = tf_now();
        tf_basic_start(&b, m->p, m->n);
        for (words = 0; tf_basic_next(&b);) words++;
        t[r] = tf_now() - at;
    }
    tf_basic_free(&b);
    show("words only", bytes, t);
    for (int kind = 0; kind < 4; kind++) {
        static const char *const name[] = {"pieces", "pieces and spans", "documents, 1 thread", "documents, 2 threads"};
        for (int r = 0; r < REPS; r++) {
            struct tf_wordpiece_ids o = {.spans = kind == 1};
            double at = tf_now();
            if (kind < 2) tf_wordpiece_encode(v, m->p, m->n, &o);
            else tf_wordpiece_encode_docs(v, doc, n, kind - 1, &o, off);
            t[r] = tf_now() - at;
            ids = o.n;
            tf_wordpiece_ids_free(&o);
        }
        show(name[kind], bytes, t);
    }
    printf("%zu lines, %zu words, %zu pieces\n", n, words, ids);
    tf_free(doc);
    tf_free(off);
}

int main(int argc, char **argv) {
    const char *data = getenv("TREEFORMER_DATA");
    char vocab[512], text[512];
    struct tf_err e = {0};
    struct tf_wordpiece *v = NULL;
    struct tf_map m;
    snprintf(vocab, sizeof vocab, "%s/bert-vocab/vocab.txt", data ? data : "");
    snprintf(text, sizeof text, "%s/corpus/enwiki/enwiki-slice.txt", data ? data : "");
    if (argc < 3 && (!data || !tf_file_exists(vocab) || !tf_file_exists(text))) {
        printf("skipped: no TREEFORMER_DATA with bert-vocab and corpus\n");
        return 0;
    }
    double at = tf_now();
    if (tf_wordpiece_load(&v, argc > 2 ? argv[1] : vocab, &e) || tf_map_open(&m, argc > 2 ? argv[2] : text, &e)) {
        fprintf(stderr, "%s\n", e.msg);
        return 1;
    }
    printf("load %d pieces: %.1f ms, trie of %zu nodes\n", v->n, (tf_now() - at) * 1e3, v->nodes);
    encode(v, &m);
    struct tf_word_counts c = {0};
    struct tf_buf out = {0};
    struct tf_wordpiece_train o = {.size = 30000};
    at = tf_now();
    tf_word_counts_add(&c, m.p, m.n);
    printf("counting %.2f s, ", tf_now() - at);
    at = tf_now();
    int n = tf_wordpiece_train(&c, &o, &out, &e);
    printf("training %d pieces on %zu distinct words %.2f s\n", n, c.n, tf_now() - at);
    tf_buf_free(&out);
    tf_word_counts_free(&c);
    tf_map_close(&m);
    tf_wordpiece_free(v);
    return n < 0;
}
