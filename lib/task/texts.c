/* Text files below a folder. */
#include "task/texts.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DEPTH = 32 }; // of folders: a link may lead round in a circle

static int add_file(struct tf_texts *c, const char *path, size_t root, const struct stat *st, struct tf_err *e) {
    int64_t stamp[] = {(int64_t)st->st_size, (int64_t)st->st_mtim.tv_sec, (int64_t)st->st_mtim.tv_nsec};
    if (!S_ISREG(st->st_mode)) return tf_fail(e, TF_BAD, "%s is neither a file nor a folder", path);
    if (c->n == c->cap) {
        c->cap = c->cap ? 2 * c->cap : 64;
        c->file = tf_realloc(c->file, c->cap * sizeof *c->file);
    }
    c->file[c->n++] = (struct tf_text_file){tf_strdup(path), (uint64_t)st->st_size};
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

static int add_path(struct tf_texts *c, const char *path, size_t root, int depth, struct tf_err *e) {
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

int tf_texts_list(struct tf_texts *out, const char *path, struct tf_err *e) {
    struct tf_texts c = {0};
    if (add_path(&c, path, strlen(path), 0, e) || (!c.n && tf_fail(e, TF_BAD, "%s: no *.txt file in this folder", path))) {
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
