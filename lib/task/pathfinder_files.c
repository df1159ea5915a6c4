/* Pathfinder from the Arena's published files: lists of images and classes in metadata/ (0.npy, 1.npy, ..: plain text), PNG images in imgs/. */
#include "task/task_pathfinder.h"

#include "io/io.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define READER 2 /* version: raise it when the same files give other examples */

struct image {
    size_t name; /* where its path below the folder begins in names.s, with a NUL at its end */
    int label;
    bool empty;
};
struct lists {
    const struct tf_pathfinder *opts;
    const char *dir, *path; /* the folder of imgs/ and metadata/; the list that is read */
    struct tf_buf names;
    struct image *image;
    size_t n, cap, empty;
    uint64_t hash; /* of names, classes, and the images' sizes and times */
};

/* "imgs/0 sample_0.png 0 1 ...": folder, file, number, class. */
static int read_line(void *arg, int line, char **fields, int n, struct tf_err *e) {
    struct lists *l = arg;
    char *save, *folder = strtok_r(fields[0], " ", &save), *file = strtok_r(NULL, " ", &save), *number = strtok_r(NULL, " ", &save),
                *label = strtok_r(NULL, " ", &save);
    if (n != 1 || !number || !label) return tf_fail(e, TF_BAD, "%s:%d: expected a folder, a file, a number and a class", l->path, line);
    if ((*label != '0' && *label != '1') || label[1])
        return tf_fail(e, TF_BAD, "%s:%d: class '%.20s' is neither 0 nor 1", l->path, line, label);
    TF_GROW(l->image, l->n, l->cap);
    l->image[l->n++] = (struct image){.name = l->names.len, .label = *label - '0'};
    tf_buf_addf(&l->names, "%s/%s", folder, file);
    tf_buf_add(&l->names, "", 1);
    l->hash = tf_hash64(label, 1, tf_hash64(l->names.s + l->image[l->n - 1].name, l->names.len - l->image[l->n - 1].name, l->hash));
    return tf_interrupted ? tf_fail(e, TF_INTERRUPTED, "interrupted while reading %s", l->path) : 0;
}

static int is_list(const struct dirent *x) {
    const char *end = strrchr(x->d_name, '.');
    return x->d_name[0] != '.' && end && !strcmp(end, ".npy");
}

static int read_lists(struct lists *l, struct tf_err *e) {
    struct tf_buf path = {0};
    struct dirent **name = NULL;
    tf_buf_addf(&path, "%s/metadata", l->dir);
    const int n = scandir(path.s, &name, is_list, versionsort); // 2.npy before 10.npy
    int rc = n < 0 ? tf_fail_read(e, path.s) : n == 0 ? tf_fail(e, TF_BAD, "%s: no list *.npy in this folder", path.s) : 0;
    for (int i = 0; i < n; i++) {
        path.len = 0;
        tf_buf_addf(&path, "%s/metadata/%s", l->dir, name[i]->d_name);
        l->path = path.s;
        if (!rc) rc = tf_tsv_read(path.s, read_line, l, e);
        free(name[i]); // scandir's
    }
    free(name);
    tf_buf_free(&path);
    return rc;
}

static void image_path(const struct lists *l, size_t i, struct tf_buf *path) {
    path->len = 0;
    tf_buf_addf(path, "%s/%s", l->dir, l->names.s + l->image[i].name);
}

/* Takes the images' sizes and times into the hash; counts the empty ones. */
static int stamp(struct lists *l, struct tf_err *e) {
    struct tf_buf path = {0};
    int rc = 0;
    for (size_t i = 0; !rc && i < l->n; i++) {
        struct stat st;
        image_path(l, i, &path);
        if (stat(path.s, &st)) rc = tf_fail_read(e, path.s);
        else {
            const int64_t s[3] = {st.st_size, st.st_mtim.tv_sec, st.st_mtim.tv_nsec};
            l->hash = tf_hash64(s, sizeof s, l->hash);
            l->empty += l->image[i].empty = st.st_size == 0;
        }
        if (!rc && tf_interrupted) rc = tf_fail(e, TF_INTERRUPTED, "interrupted while looking at %s", l->dir);
    }
    tf_buf_free(&path);
    return rc;
}

/* Images from..to-1 of the lists, at most `want` of them; empty ones are left out, as the published code does. */
static int read_images(struct tf_data_build *b, enum tf_split s, const struct lists *l, size_t from, size_t to, size_t want,
                       struct tf_progress *p, struct tf_err *e) {
    uint8_t byte[TF_PATHFINDER_PIXELS];
    uint16_t pix[TF_PATHFINDER_PIXELS];
    struct tf_buf path = {0};
    int rc = 0;
    for (size_t i = from; !rc && i < to && b->part[s].n < want; i++) {
        tf_progress_set(p, (double)i, NULL);
        if (l->image[i].empty) continue;
        image_path(l, i, &path);
        rc = tf_png_grey(path.s, TF_PATHFINDER_SIDE, TF_PATHFINDER_SIDE, byte, e);
        for (int k = 0; !rc && k < TF_PATHFINDER_PIXELS; k++) pix[k] = byte[k];
        if (!rc) tf_data_add(b, s, pix, TF_PATHFINDER_PIXELS, l->image[i].label);
        if (!rc && tf_interrupted) rc = tf_fail(e, TF_INTERRUPTED, "interrupted while reading %s", l->dir);
    }
    tf_buf_free(&path);
    return rc || b->part[s].n ? rc : tf_fail(e, TF_BAD, "%s: %zu images are too few for three splits", l->dir, l->n);
}

/* 80 % for training, 10 % for validation, 10 % for the test, in the lists' order. */
static struct tf_data *read_splits(const void *arg, const struct tf_task_env *env, struct tf_err *e) {
    static const size_t published[TF_SPLITS] = {160000, 20000, 20000};
    const struct lists *l = arg;
    const size_t want[TF_SPLITS] = {(size_t)l->opts->train, (size_t)l->opts->valid, (size_t)l->opts->test};
    const size_t at[TF_SPLITS + 1] = {0, l->n * 8 / 10, l->n * 9 / 10, l->n};
    struct tf_data_build b = {0};
    struct tf_progress p;
    int rc = 0;
    (void)env;
    tf_progress_begin(&p, "reading Pathfinder", (double)l->n, "images");
    for (int s = 0; !rc && s < TF_SPLITS; s++) {
        rc = read_images(&b, (enum tf_split)s, l, at[s], at[s + 1], want[s], &p, e);
        if (!rc && (want[s] >= at[s + 1] - at[s] || want[s] == published[s])) tf_data_count(&b, at[s + 1] - at[s], published[s]);
    }
    tf_progress_end(&p);
    struct tf_data *d = rc ? NULL : tf_data_finish(&b, 256, 2);
    tf_data_build_free(&b);
    return d;
}

static struct tf_data *open_lists(const struct lists *l, const struct tf_task_env *env, struct tf_err *e) {
    const struct tf_pathfinder *o = l->opts;
    char key[160], name[96];
    snprintf(key, sizeof key, "pathfinder files v%d %016llx examples %d/%d/%d", READER, (unsigned long long)l->hash, o->train, o->valid,
             o->test);
    snprintf(name, sizeof name, "pathfinder-files-%016llx-n%d-%d-%d.data", (unsigned long long)l->hash, o->train, o->valid, o->test);
    return tf_data_cached(&(struct tf_cached){.what = "Pathfinder", .name = name, .key = key, .make = read_splits, .arg = l}, env, e);
}

int tf_pathfinder_read(struct tf_data **out, const struct tf_pathfinder *o, const struct tf_task_env *env, struct tf_err *e) {
    const char *set = o->contour_length == 14  ? "pathfinder32/curv_contour_length_14"
                      : o->contour_length == 9 ? "pathfinder32/curv_contour_length_9"
                      : o->contour_length == 6 ? "pathfinder32/curv_baseline"
                                               : NULL;
    struct tf_buf dir = {0};
    if (!set) return tf_fail(e, TF_BAD, "contour_length %d: the published files have 6, 9 and 14", o->contour_length);
    if (tf_data_find(env, set, "unpack the Long Range Arena release there, or use source: generated", &dir, e)) {
        tf_buf_free(&dir);
        return -1;
    }
    struct lists l = {.opts = o, .dir = dir.s};
    struct tf_data *d = read_lists(&l, e) || stamp(&l, e) ? NULL : open_lists(&l, env, e);
    if (d) {
        if (l.empty) tf_log(TF_LOG_WARN, "%s: %zu empty images of %zu are left out, as in the published code", dir.s, l.empty, l.n);
        snprintf(d->source, sizeof d->source, "official files, %s%s", tf_data_place(dir.s, dir.len, 2), tf_data_subset(d));
        d->kind = o->contour_length == 14 ? TF_DATA_PUBLISHED : TF_DATA_OWN; // results are published on the hard set
        *out = d;
    }
    tf_free(l.image);
    tf_buf_free(&l.names);
    tf_buf_free(&dir);
    return d ? 0 : -1;
}
