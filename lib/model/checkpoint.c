/* Checkpoints: safetensors files with the parameters, the optimizer's moments ("optim.m.", "optim.v.", "optim.mean.") and text metadata. */
#include <stdlib.h>
#include <string.h>

#include "model/checkpoint.h"
#include "io/io.h"

static const char *const moment_prefix[] = {"optim.m.", "optim.v.", "optim.mean."};

static void put(struct tf_st_tensor *t, const char *pre, const struct tf_par *p, const tf_real *data) {
    *t = (struct tf_st_tensor){.dtype = TF_DTYPE_REAL, .rows = p->rows, .cols = p->cols, .data = data};
    snprintf(t->name, sizeof t->name, "%s%s", pre, p->name);
}

struct moment { // one tensor of them, and whose values they are
    const struct tf_moments *all;
    int k;
    const struct tf_par *p;
};

static const void *moment_piece(const void *arg, size_t at, size_t *bytes) {
    const struct moment *m = arg;
    size_t n = *bytes / sizeof(tf_real);
    const tf_real *v = m->all->get(m->all->arg, m->k, m->p->off + at / sizeof(tf_real), &n);
    *bytes = n * sizeof(tf_real);
    return v;
}

/* The tensors that have moments, in the order of the file. Returns how many; of is NULL without any. */
static int list_moments(struct moment **of, const struct tf_pars *ps, const struct tf_moments *all) {
    int n = 0;
    *of = all ? tf_alloc(sizeof **of * (size_t)(ps->n * all->n)) : NULL;
    for (int k = 0; all && k < all->n; k++)
        for (int i = 0; i < ps->n; i++)
            if (!(ps->p[i].flags & TF_PAR_BUFFER)) (*of)[n++] = (struct moment){all, k, &ps->p[i]};
    return n;
}

static struct tf_par also(const struct tf_moments *m) {
    struct tf_par p = {.rows = m->also.rows, .cols = m->also.cols};
    snprintf(p.name, sizeof p.name, "%s", m->also.name);
    return p;
}

int tf_checkpoint_save(const char *path, const struct tf_pars *ps, const struct tf_moments *moments, const struct tf_meta *meta,
                       struct tf_err *e) {
    int n = 0, n_meta = 0, rc = 0;
    struct tf_st_tensor *t = tf_alloc(sizeof *t * ((size_t)ps->n * (1 + TF_COUNT(moment_prefix)) + 1));
    struct moment *moment;
    const int n_moments = list_moments(&moment, ps, moments);
    for (int i = 0; i < ps->n; i++) put(&t[n++], "", &ps->p[i], ps->v + ps->p[i].off);
    for (int i = 0; i < n_moments; i++) {
        put(&t[n], moment_prefix[moment[i].k], moment[i].p, NULL);
        t[n].piece = moment_piece, t[n++].arg = &moment[i];
    }
    if (moments && moments->also.rows) {
        const struct tf_par p = also(moments);
        put(&t[n++], "", &p, moments->also.v);
    }
    const char *text[65] = {NULL};
    for (const struct tf_meta *m = meta; m && m->key && n_meta < 64; m++) text[n_meta++] = m->key, text[n_meta++] = m->value;
    if (path) rc = tf_st_write(path, t, n, text, e);
    for (int i = 0; i < n_moments && !path; i++)
        for (size_t at = 0, all = tf_par_count(moment[i].p) * sizeof(tf_real), k; at < all; at += k)
            k = all - at, moment_piece(&moment[i], at, &k);
    tf_free(t), tf_free(moment);
    return rc;
}

/* Reads one tensor if the file has it: 1 read, 0 not there, -1 error. */
static int take(const struct tf_st *s, const char *pre, const struct tf_par *p, tf_real *out, struct tf_err *e) {
    char name[TF_ST_NAME];
    snprintf(name, sizeof name, "%s%s", pre, p->name);
    const struct tf_st_tensor *t = tf_st_find(s, name);
    if (!t) return 0;
    int rows, cols;
    tf_st_shape(t, &rows, &cols);
    if (rows != p->rows || cols != p->cols)
        return tf_fail(e, TF_BAD, "%s: tensor %s is %d x %d, but the model needs %d x %d", s->name, name, rows, cols, p->rows, p->cols);
    return tf_st_read(s, t, out, e) ? -1 : 1;
}

/* Whether parameter i is a table computed from positions of which the file has more rows or fewer; if so, it is computed anew: a model goes on at
 * another length. */
static bool recompute(const struct tf_st_tensor *t, struct tf_pars *ps, int i) {
    const struct tf_par *p = &ps->p[i];
    if (!tf_par_computed(p) || t->cols != p->cols || t->rows == p->rows) return false;
    tf_pars_init_one(ps, i, 0);
    return true;
}

static int load(const struct tf_st *s, struct tf_pars *ps, bool strict, int *missing, struct tf_err *e) {
    for (int i = 0; i < ps->n; i++) {
        const struct tf_par *p = &ps->p[i];
        const struct tf_st_tensor *t = tf_st_find(s, p->name);
        if (t && recompute(t, ps, i)) continue;
        int got = take(s, "", p, ps->v + p->off, e);
        if (got < 0) return -1;
        if (!got && strict) return tf_fail(e, TF_BAD, "%s: tensor %s is missing", s->name, p->name);
        *missing += !got;
    }
    return 0;
}

/* s NULL: nothing can be read. reads: whoever takes the moments gets values all the same, zeros. */
static int load_moments(const struct tf_st *s, bool reads, const struct tf_pars *ps, const struct tf_moments *all, bool strict,
                        struct tf_err *e) {
    struct moment *m;
    size_t most = 0;
    int rc = 0;
    const int n = list_moments(&m, ps, all);
    for (int i = 0; i < n; i++) most = tf_par_count(m[i].p) > most ? tf_par_count(m[i].p) : most;
    tf_real *room = reads ? tf_calloc(sizeof *room * most) : NULL;
    for (int i = 0; i < n; i++) {
        const char *pre = moment_prefix[m[i].k];
        int got = s && !rc ? take(s, pre, m[i].p, room, e) : 0;
        if (got < 0) rc = -1;
        else if (s && !rc && !got && strict) rc = tf_fail(e, TF_BAD, "%s: tensor %s%s is missing", s->name, pre, m[i].p->name);
        if (reads && got <= 0) memset(room, 0, sizeof *room * tf_par_count(m[i].p));
        all->put(all->arg, m[i].k, m[i].p->off, tf_par_count(m[i].p), room);
    }
    if (s && !rc && all->also.rows) {
        const struct tf_par p = also(all);
        const int got = take(s, "", &p, all->also.v, e);
        if (!got && strict) rc = tf_fail(e, TF_BAD, "%s: tensor %s is missing", s->name, p.name);
        else if (got < 0) rc = -1;
    }
    tf_free(room), tf_free(m);
    return rc;
}

static int read_meta(const struct tf_st *s, struct tf_meta *meta, bool strict, struct tf_err *e) {
    for (struct tf_meta *m = meta; m && m->key; m++) {
        const char *v = tf_st_meta(s, m->key);
        if (!v && strict) return tf_fail(e, TF_BAD, "%s: no metadata '%s': not a training checkpoint of this program", s->name, m->key);
        snprintf(m->value, sizeof m->value, "%s", v ? v : "");
    }
    return 0;
}

int tf_checkpoint_meta(const char *path, struct tf_meta *meta, bool strict, struct tf_err *e) {
    struct tf_st s;
    if (tf_st_open(&s, path, e)) return -1;
    int rc = read_meta(&s, meta, strict, e);
    tf_st_close(&s);
    return rc;
}

int tf_checkpoint_load(const char *path, struct tf_pars *ps, const struct tf_moments *moments, struct tf_meta *meta, bool strict,
                       int *fresh, struct tf_err *e) {
    struct tf_st s = {0};
    int missing = 0, rc = path ? tf_st_open(&s, path, e) : -1;
    if (!rc) rc = read_meta(&s, meta, strict, e);
    if (!rc) rc = load(&s, ps, strict, &missing, e);
    if (moments && load_moments(rc ? NULL : &s, path != NULL, ps, moments, strict, e)) rc = -1;
    if (fresh) *fresh = missing;
    if (s.name) tf_st_close(&s);
    return path ? rc : 0;
}

const struct tf_par *tf_pars_same(const struct tf_pars *in, const struct tf_par *p) {
    int i = tf_pars_find(in, p->name);
    return i >= 0 && in->p[i].rows == p->rows && in->p[i].cols == p->cols ? &in->p[i] : NULL;
}

int tf_pars_carry(struct tf_pars *to, const struct tf_pars *from) {
    int fresh = 0;
    for (int i = 0; i < to->n; i++) {
        const struct tf_par *p = tf_pars_same(from, &to->p[i]);
        if (p) memcpy(to->v + to->p[i].off, from->v + p->off, sizeof(tf_real) * tf_par_count(p));
        fresh += !p;
    }
    return fresh;
}

static int by_step(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }

int tf_checkpoint_steps(const char *dir, int **steps, struct tf_err *e) {
    struct tf_names in = {0};
    struct tf_err why = {0};
    int n = 0;
    *steps = NULL;
    if (tf_dir_names(dir, &in, &why)) return why.code == TF_BAD ? 0 : tf_fail(e, why.code, "%s", why.msg);
    *steps = tf_alloc((in.n + 1) * sizeof **steps);
    for (size_t i = 0; i < in.n; i++) {
        char name[64];
        if (sscanf(in.v[i], "checkpoint-%10d.safetensors", &(*steps)[n]) != 1) continue;
        snprintf(name, sizeof name, TF_CHECKPOINT, (*steps)[n]);
        n += (*steps)[n] >= 0 && !strcmp(name, in.v[i]); // as the program writes it
    }
    tf_names_free(&in);
    if (n) qsort(*steps, (size_t)n, sizeof **steps, by_step);
    return n;
}
