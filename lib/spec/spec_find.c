/* Specs by name: those of the working folder and those that came with the program. */
#include "data/locate.h"
#include "spec/spec_meta.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

int spec_find(const char *path, struct tf_buf *found, struct tf_err *e) {
    struct tf_buf seen = {0};
    int rc = 0;
    if (path[0] == '/' || tf_file_exists(path)) tf_buf_addf(found, "%s", path);
    else if (!tf_experiment_find(path, found, &seen)) {
        struct spec_listed *v;
        const int n = spec_list(&v);
        const char **names = tf_alloc(sizeof *names * (size_t)(n + 1));
        for (int i = 0; i < n; i++) names[i] = v[i].name;
        const char *near = tf_closest(path, names, (size_t)n);
        rc = near ? tf_fail(e, TF_BAD, "%s: no such file here, nor in %s (did you mean '%s'?)", path, seen.s, near)
                  : tf_fail(e, TF_BAD, "%s: no such file here, nor in %s (see 'treeformer list specs')", path, seen.s);
        tf_free(names);
        spec_list_free(v, n);
    }
    tf_buf_free(&seen);
    return rc;
}

struct walk {
    struct spec_listed *v;
    int n, cap;
    size_t top; /* letters of the path that are not of the name */
};

static bool listed(const struct walk *w, const char *name) {
    for (int i = 0; i < w->n; i++)
        if (!strcmp(w->v[i].name, name)) return true;
    return false;
}

static void add(struct walk *w, const char *path) {
    struct tf_yaml *y, *title;
    if (listed(w, path + w->top) || tf_yaml_load(&y, path, &(struct tf_err){0})) return; // the first of a name is what spec_find finds
    title = tf_yaml_at(y, "title");
    if (tf_yaml_get(y, "task") || tf_yaml_get(y, "infer")) {
        TF_GROW(w->v, w->n, w->cap);
        struct spec_listed *s = &w->v[w->n++];
        s->name = tf_strdup(path + w->top);
        snprintf(s->title, sizeof s->title, "%s", title && title->kind == TF_YAML_SCALAR ? title->value : "");
        for (char *c = s->title; *c; c++) // it goes to a terminal
            if ((unsigned char)*c < ' ' || *c == 127) *c = ' ';
    }
    tf_yaml_free(y);
}

/* No deeper than the name of an output folder goes. */
static void walk_dir(struct walk *w, struct tf_buf *path, int depth) {
    DIR *d = opendir(path->s);
    const size_t len = path->len;
    for (struct dirent *f; d && depth && (f = readdir(d));) {
        size_t n = strlen(f->d_name);
        if (f->d_name[0] == '.') continue;
        tf_buf_addf(path, "/%s", f->d_name);
        if (n > 5 && !strcmp(f->d_name + n - 5, ".yaml")) add(w, path->s);
        else if (!memchr(f->d_name, '.', n)) walk_dir(w, path, depth - 1);
        path->len = len, path->s[len] = 0;
    }
    if (d) closedir(d);
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct spec_listed *)a)->name, ((const struct spec_listed *)b)->name);
}

int spec_list(struct spec_listed **list) {
    enum { DEPTH = 6 };
    char *dir[TF_EXPERIMENT_DIRS];
    struct walk w = {0};
    for (int i = 0, n = tf_experiment_dirs(dir); i < n; i++) {
        struct tf_buf path = {0};
        tf_buf_addf(&path, "%s", dir[i]);
        w.top = path.len + 1;
        walk_dir(&w, &path, DEPTH);
        tf_buf_free(&path);
        tf_free(dir[i]);
    }
    if (w.n) qsort(w.v, (size_t)w.n, sizeof *w.v, by_name);
    *list = w.v;
    return w.n;
}

void spec_list_free(struct spec_listed *list, int n) {
    for (int i = 0; i < n; i++) tf_free(list[i].name);
    tf_free(list);
}
