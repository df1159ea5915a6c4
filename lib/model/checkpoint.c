/* Checkpoints: safetensors files with the parameters, the optimizer's moments ("optim.m.", "optim.v.") and text metadata. */
#include <math.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "model/checkpoint.h"
#include "io/io.h"

static const char *const moment_prefix[2] = {"optim.m.", "optim.v."};

static void put(struct tf_st_tensor *t, const char *pre, const struct tf_par *p, const tf_real *data) {
    *t = (struct tf_st_tensor){.dtype = TF_DTYPE_REAL, .rows = p->rows, .cols = p->cols, .data = data};
    snprintf(t->name, sizeof t->name, "%s%s", pre, p->name);
}

int tf_checkpoint_save(const char *path, const struct tf_pars *ps, const tf_real *moments, const struct tf_meta *meta, struct tf_err *e) {
    int n = 0, n_meta = 0;
    struct tf_st_tensor *t = tf_alloc(sizeof *t * (size_t)ps->n * 3);
    for (int i = 0; i < ps->n; i++) put(&t[n++], "", &ps->p[i], ps->v + ps->p[i].off);
    for (int k = 0; moments && k < 2; k++)
        for (int i = 0; i < ps->n; i++)
            if (!(ps->p[i].flags & TF_PAR_BUFFER)) put(&t[n++], moment_prefix[k], &ps->p[i], moments + (size_t)k * ps->size + ps->p[i].off);
    const char *text[65] = {NULL};
    for (const struct tf_meta *m = meta; m && m->key && n_meta < 64; m++) text[n_meta++] = m->key, text[n_meta++] = m->value;
    int rc = tf_st_write(path, t, n, text, e);
    tf_free(t);
    return rc;
}

/* Reads one tensor if the file has it: 1 read, 0 not there, -1 error. */
static int take(const struct tf_st *s, const char *pre, const struct tf_par *p, tf_real *out, struct tf_err *e) {
    char name[TF_ST_NAME];
    snprintf(name, sizeof name, "%s%s", pre, p->name);
    const struct tf_st_tensor *t = tf_st_find(s, name);
    if (!t) return 0;
    int cols = t->cols ? t->cols : t->rows, rows = t->cols ? t->rows : 1;
    if (rows != p->rows || cols != p->cols)
        return tf_fail(e, TF_BAD, "%s: tensor %s is %d x %d, but the model needs %d x %d", s->name, name, rows, cols, p->rows, p->cols);
    return tf_st_read(s, t, out, e) ? -1 : 1;
}

static int load(const struct tf_st *s, struct tf_pars *ps, tf_real *moments, bool strict, int *fresh, int *unused, struct tf_err *e) {
    int missing = 0, used = 0;
    for (int i = 0; i < ps->n; i++) {
        const struct tf_par *p = &ps->p[i];
        int got = take(s, "", p, ps->v + p->off, e);
        if (got < 0) return -1;
        if (!got && strict) return tf_fail(e, TF_BAD, "%s: tensor %s is missing", s->name, p->name);
        missing += !got, used += got;
        for (int k = 0; moments && k < 2 && !(p->flags & TF_PAR_BUFFER); k++) {
            got = take(s, moment_prefix[k], p, moments + (size_t)k * ps->size + p->off, e);
            if (got < 0) return -1;
            if (!got && strict) return tf_fail(e, TF_BAD, "%s: tensor %s%s is missing", s->name, moment_prefix[k], p->name);
            used += got;
        }
    }
    if (fresh) *fresh = missing;
    if (unused) *unused = s->n - used;
    return 0;
}

int tf_checkpoint_load(const char *path, struct tf_pars *ps, tf_real *moments, struct tf_meta *meta, bool strict, int *fresh, int *unused,
                       struct tf_err *e) {
    struct tf_st s;
    if (tf_st_open(&s, path, e)) return -1;
    int rc = 0;
    for (struct tf_meta *m = meta; m && m->key && !rc; m++) {
        const char *v = tf_st_meta(&s, m->key);
        if (v) snprintf(m->value, sizeof m->value, "%s", v);
        else if (strict) rc = tf_fail(e, TF_BAD, "%s: no metadata '%s': not a training checkpoint of this program", path, m->key);
        else m->value[0] = 0;
    }
    if (!rc && ps) rc = load(&s, ps, moments, strict, fresh, unused, e);
    tf_st_close(&s);
    return rc;
}

/* ---- names of published BERT files ---- */

/* Replaces the first `from` in name by `to`. */
static bool swap(char name[TF_ST_NAME], const char *from, const char *to) {
    char *at = strstr(name, from), rest[TF_ST_NAME];
    if (!at) return false;
    snprintf(rest, sizeof rest, "%s", at + strlen(from));
    snprintf(at, TF_ST_NAME - (size_t)(at - name), "%s%s", to, rest);
    return true;
}

/* "encoder.layer.0.attention.self.output.weight" -> "bert.encoder.layer.0.attention.output.dense.weight" */
static void published_name(const char *ours, char out[TF_ST_NAME]) {
    bool head = !strncmp(ours, "cls.", 4) || !strncmp(ours, "classifier.", 11) || !strncmp(ours, "qa_outputs.", 11);
    snprintf(out, TF_ST_NAME, "%s%s", head ? "" : "bert.", ours);
    if (!swap(out, ".attention.self.output.", ".attention.output.dense."))
        swap(out, ".attention.LayerNorm.", ".attention.output.LayerNorm.");
}

/* The tensor under our name, the published one, the published one without "bert.", or with the older names of a norm's parameters. */
static const struct tf_st_tensor *find_any(const struct tf_st *s, const char *ours) {
    char name[TF_ST_NAME];
    const struct tf_st_tensor *t = tf_st_find(s, ours);
    published_name(ours, name);
    if (!t) t = tf_st_find(s, name);
    if (!t && !strncmp(name, "bert.", 5)) t = tf_st_find(s, name + 5);
    if (t || !strstr(name, "LayerNorm.")) return t;
    if (!swap(name, "LayerNorm.weight", "LayerNorm.gamma")) swap(name, "LayerNorm.bias", "LayerNorm.beta");
    t = tf_st_find(s, name);
    return t || strncmp(name, "bert.", 5) ? t : tf_st_find(s, name + 5);
}

static bool same_shape(const struct tf_st_tensor *t, const struct tf_par *p) {
    int cols = t->cols ? t->cols : t->rows, rows = t->cols ? t->rows : 1;
    return rows == p->rows && cols == p->cols;
}

/* Files of others have no checksums, and a NaN would only show as a run that diverges. */
static int read_finite(const struct tf_st *s, const struct tf_st_tensor *t, tf_real *out, struct tf_err *e) {
    if (tf_st_read(s, t, out, e)) return -1;
    for (size_t i = 0; i < tf_st_count(t); i++)
        if (!isfinite(out[i])) return tf_fail(e, TF_BAD, "%s: tensor %s: number %zu is not finite", s->name, t->name, i);
    return 0;
}

int tf_checkpoint_import(const char *path, struct tf_pars *ps, bool partial, struct tf_err *e) {
    struct tf_st s;
    int loaded = 0, fresh = 0, rc = 0;
    if (tf_st_open(&s, path, e)) return -1;
    for (int i = 0; i < ps->n && !rc; i++) {
        const struct tf_par *p = &ps->p[i];
        const struct tf_st_tensor *t = find_any(&s, p->name);
        if (!t || (partial && !same_shape(t, p))) {
            fresh++;
            continue;
        }
        if (!same_shape(t, p))
            rc = tf_fail(e, TF_BAD, "%s: tensor %s is %d x %d, but the model needs %d x %d (with init.partial: true it starts fresh)", path,
                         t->name, t->cols ? t->rows : 1, t->cols ? t->cols : t->rows, p->rows, p->cols);
        else rc = read_finite(&s, t, ps->v + p->off, e), loaded++;
    }
    if (!rc && !loaded) rc = tf_fail(e, TF_BAD, "%s contains no tensor of this model", path);
    int moments = 0;
    for (int i = 0; i < s.n; i++) moments += !strncmp(s.t[i].name, "optim.", 6);
    if (!rc)
        tf_log(TF_LOG_INFO, "%s: loaded %d tensors; %d of the model start fresh; %d in the file are unused", path, loaded, fresh,
               s.n - moments - loaded);
    tf_st_close(&s);
    return rc;
}

int tf_checkpoint_export(const char *path, const struct tf_pars *ps, struct tf_err *e) {
    struct tf_st_tensor *t = tf_alloc(sizeof *t * (size_t)ps->n);
    for (int i = 0; i < ps->n; i++) {
        put(&t[i], "", &ps->p[i], ps->v + ps->p[i].off);
        published_name(ps->p[i].name, t[i].name);
    }
    const char *text[] = {NULL};
    int rc = tf_st_write(path, t, ps->n, text, e);
    tf_free(t);
    return rc;
}

int tf_pars_carry(struct tf_pars *to, tf_real *to_moments, const struct tf_pars *from, const tf_real *from_moments) {
    int fresh = 0;
    for (int i = 0; i < to->n; i++) {
        const struct tf_par *p = &to->p[i];
        int j = tf_pars_find(from, p->name);
        if (j < 0 || from->p[j].rows != p->rows || from->p[j].cols != p->cols) {
            fresh++;
            continue;
        }
        size_t bytes = sizeof(tf_real) * (size_t)p->rows * (size_t)p->cols, a = p->off, b = from->p[j].off;
        memcpy(to->v + a, from->v + b, bytes);
        for (int k = 0; to_moments && from_moments && k < 2; k++)
            memcpy(to_moments + (size_t)k * to->size + a, from_moments + (size_t)k * from->size + b, bytes);
    }
    return fresh;
}

static int by_step(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }

int tf_checkpoint_steps(const char *dir, int **steps) {
    DIR *d = opendir(dir);
    int n = 0, cap = 0, used;
    *steps = NULL;
    for (struct dirent *f; d && (f = readdir(d));) {
        TF_GROW(*steps, n, cap);
        used = 0;
        if (sscanf(f->d_name, "checkpoint-%8d.safetensors%n", &(*steps)[n], &used) == 1 && used && !f->d_name[used]) n++;
    }
    if (d) closedir(d);
    if (n) qsort(*steps, (size_t)n, sizeof **steps, by_step);
    return n;
}
