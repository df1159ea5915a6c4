/* What tasks share that read texts: files, and UTF-8. */
#include "text/texts.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "io/io.h"

enum { DEPTH = 32 }; // of folders: a link may lead round in a circle

static int add_file(struct tf_texts *c, const char *path, const struct stat *st, struct tf_err *e) {
    int64_t stamp[] = {(int64_t)st->st_size, (int64_t)st->st_mtim.tv_sec, (int64_t)st->st_mtim.tv_nsec};
    if (!S_ISREG(st->st_mode)) return tf_fail(e, TF_BAD, "%s is neither a file nor a folder", path);
    TF_GROW(c->file, c->n, c->cap);
    c->file[c->n++] = (struct tf_text_file){tf_strdup(path), (uint64_t)st->st_size};
    c->bytes += (uint64_t)st->st_size;
    c->hash = tf_hash64(path, strlen(path), c->hash);
    c->hash = tf_hash64(stamp, sizeof stamp, c->hash);
    return 0;
}

static int add_path(struct tf_texts *c, const char *path, int depth, struct tf_err *e) {
    struct tf_names names = {0};
    struct stat st;
    if (stat(path, &st)) return tf_fail_read(e, path);
    if (!S_ISDIR(st.st_mode)) {
        size_t n = strlen(path);
        bool wanted = !depth || (n > 4 && !strcmp(path + n - 4, ".txt"));
        return wanted ? add_file(c, path, &st, e) : 0;
    }
    if (depth > DEPTH) return tf_fail(e, TF_BAD, "%s: more than %d folders deep", path, DEPTH);
    int rc = tf_dir_names(path, &names, e);
    for (size_t i = 0; i < names.n; i++) {
        struct tf_buf child = {0};
        tf_buf_addf(&child, "%s/%s", path, names.v[i]);
        if (!rc) rc = add_path(c, child.s, depth + 1, e);
        tf_buf_free(&child);
    }
    tf_names_free(&names);
    return rc;
}

int tf_texts_list(struct tf_texts *out, const char *path, struct tf_err *e) {
    struct tf_texts c = {0};
    if (add_path(&c, path, 0, e) || (!c.n && tf_fail(e, TF_BAD, "%s: no *.txt file in this folder", path))) {
        tf_texts_free(&c);
        return -1;
    }
    *out = c;
    return 0;
}

void tf_texts_free(struct tf_texts *c) {
    for (size_t i = 0; i < c->n; i++) tf_free(c->file[i].path);
    tf_free(c->file);
    *c = (struct tf_texts){0};
}

int tf_texts_stamp(uint64_t *out, const char *const *path, size_t n, struct tf_err *e) {
    struct tf_buf all = {0};
    struct stat st;
    int rc = 0;
    for (size_t i = 0; !rc && i < n; i++) {
        if (stat(path[i], &st)) rc = tf_fail_read(e, path[i]);
        else tf_buf_addf(&all, "%s %lld %lld.%09ld\n", path[i], (long long)st.st_size, (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
    }
    if (!rc) *out = tf_hash64(all.s, all.len, 0);
    tf_buf_free(&all);
    return rc;
}

/* ---- UTF-8 --------------------------------------------------------------------------------------------------------------------- */

bool tf_utf8_valid(const char *s, size_t n, size_t cut) {
    uint32_t cp;
    for (size_t i = 0, k; i < cut; i += k) {
        for (uint64_t w; n - i >= sizeof w; i += sizeof w) { // ASCII, eight bytes at a time
            memcpy(&w, s + i, sizeof w);
            if (w & UINT64_C(0x8080808080808080)) break;
        }
        if (i >= cut) break;
        k = (unsigned char)s[i] < 0x80 ? 1 : tf_utf8_next(s + i, n - i, &cp);
        if (!k) return false;
    }
    return true;
}

int64_t tf_utf8_at(const char *s, size_t n, int64_t chars) {
    size_t at = 0;
    if (chars < 0) return -1;
    for (; chars > 0 && at < n; chars--)
        for (at++; at < n && ((unsigned char)s[at] & 0xC0) == 0x80;) at++;
    return chars ? -1 : (int64_t)at;
}
