/* Text files -> documents -> pieces. Files are mapped and encoded some megabytes at a time, so that a corpus need not fit into memory as text. */
#include "task/corpus.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- files ----------------------------------------------------------------------------------------------------------------- */

enum { DEPTH = 32 }; // of folders: a link may lead round in a circle

static int add_file(struct tf_corpus *c, const char *path, size_t root, const struct stat *st, struct tf_err *e) {
    int64_t stamp[] = {(int64_t)st->st_size, (int64_t)st->st_mtim.tv_sec, (int64_t)st->st_mtim.tv_nsec};
    if (!S_ISREG(st->st_mode)) return tf_fail(e, TF_BAD, "%s is neither a file nor a folder", path);
    if (c->n == c->cap) {
        c->cap = c->cap ? 2 * c->cap : 64;
        c->file = tf_realloc(c->file, c->cap * sizeof *c->file);
    }
    c->file[c->n++] = (struct tf_corpus_file){tf_strdup(path), (uint64_t)st->st_size};
    c->bytes += (uint64_t)st->st_size;
    c->hash = tf_hash64(path + root, strlen(path + root), c->hash);
    c->hash = tf_hash64(stamp, sizeof stamp, c->hash);
    return 0;
}

struct names {
    char **v;
    size_t n, cap;
};

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static int list_folder(struct names *names, const char *path, struct tf_err *e) {
    DIR *d = opendir(path);
    if (!d) return tf_fail(e, TF_SYSTEM, "cannot read %s: %s", path, strerror(errno));
    for (const struct dirent *x; (x = readdir(d));) {
        if (x->d_name[0] == '.') continue;
        if (names->n == names->cap) {
            names->cap = names->cap ? 2 * names->cap : 64;
            names->v = tf_realloc(names->v, names->cap * sizeof *names->v);
        }
        names->v[names->n++] = tf_strdup(x->d_name);
    }
    closedir(d);
    if (names->n) qsort(names->v, names->n, sizeof *names->v, by_name);
    return 0;
}

static int add_path(struct tf_corpus *c, const char *path, size_t root, int depth, struct tf_err *e) {
    struct names names = {0};
    struct stat st;
    if (stat(path, &st)) return tf_fail(e, errno == ENOENT ? TF_BAD : TF_SYSTEM, "cannot read %s: %s", path, strerror(errno));
    if (!S_ISDIR(st.st_mode)) {
        size_t n = strlen(path);
        bool wanted = !depth || (n > 4 && !strcmp(path + n - 4, ".txt"));
        return wanted ? add_file(c, path, root, &st, e) : 0;
    }
    if (depth > DEPTH) return tf_fail(e, TF_BAD, "%s: more than %d folders deep", path, DEPTH);
    int rc = list_folder(&names, path, e);
    for (size_t i = 0; i < names.n; i++) {
        struct tf_buf child = {0};
        tf_buf_addf(&child, "%s/%s", path, names.v[i]);
        if (!rc) rc = add_path(c, child.s, root, depth + 1, e);
        tf_buf_free(&child);
        tf_free(names.v[i]);
    }
    tf_free(names.v);
    return rc;
}

int tf_corpus_list(struct tf_corpus *out, const char *path, struct tf_err *e) {
    struct tf_corpus c = {0};
    if (add_path(&c, path, strlen(path), 0, e) || (!c.n && tf_fail(e, TF_BAD, "%s: no *.txt file in this folder", path))) {
        tf_corpus_free(&c);
        return -1;
    }
    *out = c;
    return 0;
}

void tf_corpus_free(struct tf_corpus *c) {
    for (size_t i = 0; i < c->n; i++) tf_free(c->file[i].path);
    tf_free(c->file);
    *c = (struct tf_corpus){0};
}

/* ---- documents --------------------------------------------------------------------------------------------------------------- */

enum { BATCH_BYTES = 4 << 20, BATCH_FILES = 256 };

struct batch {
    struct tf_wordpiece_doc *doc;
    size_t n, cap, bytes;
    struct tf_map map[BATCH_FILES];
    int maps;
};

static bool is_blank(const char *s, const char *end) {
    while (s < end && (*s == ' ' || (*s >= '\t' && *s <= '\r'))) s++;
    return s == end;
}

/* The next block of lines in [*at, end): [*at, *at + the result); 0: no more. */
static size_t next_block(const char **at, const char *end) {
    const char *start = NULL, *s = *at, *last = s;
    while (s < end) {
        const char *lf = memchr(s, '\n', (size_t)(end - s)), *next = lf ? lf + 1 : end;
        bool blank = is_blank(s, next);
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
    if (b->n == b->cap) {
        b->cap = b->cap ? 2 * b->cap : 1024;
        b->doc = tf_realloc(b->doc, b->cap * sizeof *b->doc);
    }
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

static int encode_file(struct job *j, const struct tf_corpus_file *f, struct tf_err *e) {
    struct batch *b = &j->b;
    struct tf_map *m = &b->map[b->maps];
    size_t n;
    if (!f->bytes) return 0;
    if (tf_map_open(m, f->path, e)) return -1;
    b->maps++;
    const char *s = m->p, *end = s + m->n;
    bool blocks = j->unit == TF_CORPUS_BLOCK || (j->unit == TF_CORPUS_AUTO && has_blocks(s, end));
    j->t->files++, j->t->block_files += blocks;
    if (!blocks && !is_blank(s, end)) add_doc(b, s, m->n);
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

int tf_corpus_encode(struct tf_corpus_tokens *out, const struct tf_corpus *c, int unit, const struct tf_wordpiece *v, int threads,
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
