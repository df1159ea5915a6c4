/* Reading IMDB reviews: a table with one line per review, or a folder with one file per review. */
#include "task/imdb.h"
#include "io/io.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "text/texts.h"

/* ---- one review ------------------------------------------------------------------------------------------------------------ */

static bool number(const char **s, const char *end, int most_digits, uint32_t *out) {
    const char *from = *s;
    for (*out = 0; *s < end && **s >= '0' && **s <= '9'; (*s)++) {
        if (*s - from == most_digits) return false;
        *out = *out * 10 + (uint32_t)(**s - '0');
    }
    return *s > from;
}

/* "<id>_<rating>", the rating 0..10. */
static bool read_name(struct tf_review *r, const char *s, size_t n) {
    const char *end = s + n;
    uint32_t rating;
    if (!number(&s, end, 9, &r->id) || s == end || *s++ != '_' || !number(&s, end, 2, &rating) || s != end) return false;
    r->rating = (int)rating;
    return rating <= 10;
}

/* x's text is at `text`, which need not be where it stays. */
static void add(struct tf_imdb *r, const struct tf_review *x, const char *text) {
    if (!x->len) {
        r->empty[x->label]++;
        return;
    }
    TF_GROW(r->v, r->n, r->cap);
    r->v[r->n++] = *x;
    r->of[x->label]++;
    r->not_utf8 += !tf_utf8_valid(text, x->len, x->len);
}

static int by_label_and_id(const void *pa, const void *pb) {
    const struct tf_review *a = pa, *b = pb;
    if (a->label != b->label) return a->label - b->label;
    if (a->id != b->id) return a->id < b->id ? -1 : 1;
    return a->line != b->line ? a->line - b->line : a->rating - b->rating;
}

/* The order of the lines, or of the directory, is forgotten. A review that is there twice could end up in two splits. */
static int sort(struct tf_imdb *r, const char *name, struct tf_err *e) {
    if (r->n) qsort(r->v, r->n, sizeof *r->v, by_label_and_id);
    for (size_t i = 1; i < r->n; i++) {
        const struct tf_review *a = &r->v[i - 1], *b = &r->v[i];
        if (a->label != b->label || a->id != b->id) continue;
        if (b->line)
            return tf_fail(e, TF_BAD, "%s:%d: review %u with the label %d is already on line %d", name, b->line, b->id, b->label, a->line);
        return tf_fail(e, TF_BAD, "%s/%s: review %u is there twice, with the ratings %d and %d", name, b->label ? "pos" : "neg", b->id,
                       a->rating, b->rating);
    }
    return 0;
}

void tf_imdb_free(struct tf_imdb *r) {
    tf_free(r->v);
    tf_buf_free(&r->text);
    tf_map_close(&r->map);
    *r = (struct tf_imdb){0};
}

/* ---- a table ----------------------------------------------------------------------------------------------------------------- */

static int read_line(struct tf_imdb *r, const char *s, const char *end, const char *name, int line, struct tf_err *e) {
    struct tf_review x = {.line = line};
    const char *id = memchr(s, '\t', (size_t)(end - s)), *text = id ? memchr(id + 1, '\t', (size_t)(end - id - 1)) : NULL;
    if (!text) return tf_fail(e, TF_BAD, "%s:%d: expected label<TAB>id_rating<TAB>text, found %d of 3 columns", name, line, id ? 2 : 1);
    if (id - s != 1 || (*s != '0' && *s != '1'))
        return tf_fail(e, TF_BAD, "%s:%d: label '%.*s' is neither 0 nor 1", name, line, (int)(id - s < 20 ? id - s : 20), s);
    id++;
    if (!read_name(&x, id, (size_t)(text - id)))
        return tf_fail(e, TF_BAD, "%s:%d: '%.*s' is not id_rating", name, line, (int)(text - id < 20 ? text - id : 20), id);
    text++;
    x.label = *s - '0', x.at = (size_t)(text - r->base), x.len = (size_t)(end - text);
    add(r, &x, text);
    return 0;
}

static int read_lines(struct tf_imdb *r, size_t n, const char *name, struct tf_err *e) {
    const char *end = r->base + n;
    int line = 1;
    for (const char *s = r->base + tf_utf8_mark(r->base, n), *lf; s < end; s = lf + 1, line++) {
        lf = memchr(s, '\n', (size_t)(end - s));
        if (!lf) lf = end;
        const char *last = lf > s && lf < end && lf[-1] == '\r' ? lf - 1 : lf;
        if (last > s && read_line(r, s, last, name, line, e)) return -1;
        if (tf_interrupted) return tf_fail(e, TF_INTERRUPTED, "interrupted while reading %s", name);
        if (lf == end) break;
    }
    return sort(r, name, e);
}

int tf_imdb_parse(struct tf_imdb *out, const char *tsv, size_t n, const char *name, struct tf_err *e) {
    struct tf_imdb r = {.base = tsv};
    int rc = n ? read_lines(&r, n, name, e) : 0;
    if (rc) tf_imdb_free(&r);
    else *out = r;
    return rc;
}

int tf_imdb_load_tsv(struct tf_imdb *out, const char *path, struct tf_err *e) {
    struct tf_map map;
    if (tf_map_open(&map, path, e)) return -1;
    int rc = tf_imdb_parse(out, map.p, map.n, path, e);
    if (rc) tf_map_close(&map);
    else out->map = map;
    return rc;
}

/* ---- a folder ------------------------------------------------------------------------------------------------------------------ */

static int read_file(struct tf_imdb *r, const char *path, const char *name, int label, struct tf_buf *file, struct tf_err *e) {
    struct tf_review x = {.label = label, .at = r->text.len};
    size_t n = strlen(name);
    if (n < 4 || strcmp(name + n - 4, ".txt") != 0 || !read_name(&x, name, n - 4))
        return tf_fail(e, TF_BAD, "%s: the name is not <id>_<rating>.txt", path);
    file->len = 0; // one buffer for all: it grows to the longest
    if (tf_file_read(path, file, e)) return -1;
    x.len = file->len;
    tf_buf_add(&r->text, file->s, file->len);
    add(r, &x, file->s);
    return tf_interrupted ? tf_fail(e, TF_INTERRUPTED, "interrupted while reading %s", path) : 0;
}

static int read_class(struct tf_imdb *r, const char *dir, int label, struct tf_err *e) {
    struct tf_buf path = {0}, file = {0};
    tf_buf_addf(&path, "%s/%s", dir, label ? "pos" : "neg");
    struct tf_names names = {0};
    int rc = tf_dir_names(path.s, &names, e);
    const size_t stem = path.len;
    for (size_t i = 0; !rc && i < names.n; i++) {
        path.len = stem;
        tf_buf_addf(&path, "/%s", names.v[i]);
        rc = read_file(r, path.s, names.v[i], label, &file, e);
    }
    tf_names_free(&names);
    tf_buf_free(&file);
    tf_buf_free(&path);
    return rc;
}

int tf_imdb_load_folder(struct tf_imdb *out, const char *dir, struct tf_err *e) {
    struct tf_imdb r = {0};
    if (read_class(&r, dir, 0, e) || read_class(&r, dir, 1, e) || sort(&r, dir, e)) {
        tf_imdb_free(&r);
        return -1;
    }
    r.base = r.text.s;
    *out = r;
    return 0;
}
