/* The parameter store: one block, one table. */
#include <math.h>
#include <string.h>

#include "num/num.h"

int tf_pars_add(struct tf_pars *ps, const char *name, int rows, int cols, enum tf_init init, double a, unsigned flags) {
    TF_BUG_IF(tf_pars_find(ps, name) >= 0, "parameter %s declared twice", name);
    TF_BUG_IF(strlen(name) >= sizeof ps->p->name, "parameter name too long: %s", name);
    TF_BUG_IF(rows <= 0 || cols <= 0, "parameter %s is %d x %d", name, rows, cols);
    TF_GROW(ps->p, ps->n, ps->cap);
    struct tf_par *p = &ps->p[ps->n];
    *p = (struct tf_par){.rows = rows, .cols = cols, .off = ps->size, .init = init, .a = a, .flags = flags};
    strcpy(p->name, name);
    ps->size += ((size_t)rows * (size_t)cols + 15) / 16 * 16; // every tensor starts on a cache line; the gap stays zero
    return ps->n++;
}

void tf_pars_alloc(struct tf_pars *ps) { ps->v = tf_calloc(sizeof *ps->v * ps->size); }

static void sinusoid(tf_real *v, int rows, int cols) { // Vaswani et al. 2017, sec. 3.5
    for (int t = 0; t < rows; t++)
        for (int c = 0; c < cols; c++) {
            double w = (double)t * exp(-log(10000.0) * (double)(c / 2 * 2) / cols);
            v[(size_t)t * (size_t)cols + (size_t)c] = (tf_real)(c % 2 ? cos(w) : sin(w));
        }
}

static double cut_normal(struct tf_rng *r) { // a normal draw, again until it is within two deviations
    double z;
    do z = tf_rng_normal(r);
    while (fabs(z) > 2);
    return z;
}

static void rotary(tf_real *v, int rows, int cols, double base) {
    for (int t = 0; t < rows; t++)
        for (int c = 0; c < cols; c += 2) {
            const double angle = t * pow(base, -(double)c / cols);
            v[(size_t)t * (size_t)cols + (size_t)c] = (tf_real)cos(angle);
            v[(size_t)t * (size_t)cols + (size_t)c + 1] = (tf_real)sin(angle);
        }
}

void tf_pars_init_one(struct tf_pars *ps, int i, uint64_t seed) {
    const struct tf_par *p = &ps->p[i];
    tf_real *v = ps->v + p->off;
    size_t n = (size_t)p->rows * (size_t)p->cols;
    uint64_t h = tf_hash64(p->name, strlen(p->name), 0);
    struct tf_rng r = tf_rng_at(seed, TF_RNG_INIT, 0, (uint32_t)h, (uint32_t)(h >> 32));
    double xavier = p->a / sqrt(p->rows + p->cols),
           lecun = 1 / (0.87962566103423978 * sqrt(p->cols)); // the cut takes 0.88 of a normal's deviation
    if (p->init == TF_INIT_SINUSOID) {
        sinusoid(v, p->rows, p->cols);
        return;
    }
    if (p->init == TF_INIT_ROTARY) {
        rotary(v, p->rows, p->cols, p->a);
        return;
    }
    if (p->init == TF_INIT_ORTHOGONAL) {
        tf_orthogonal(&r, p->rows, p->cols, v);
        return;
    }
    for (size_t j = 0; j < n; j++) switch (p->init) {
        case TF_INIT_ZERO: v[j] = 0; break;
        case TF_INIT_ONE: v[j] = 1; break;
        case TF_INIT_CONST: v[j] = (tf_real)p->a; break;
        case TF_INIT_NORMAL: v[j] = (tf_real)(p->a * tf_rng_normal(&r)); break;
        case TF_INIT_XAVIER: v[j] = (tf_real)(xavier * sqrt(6.0) * (2 * tf_rng_uniform(&r) - 1)); break;
        case TF_INIT_LECUN: v[j] = (tf_real)(lecun * cut_normal(&r)); break;
        case TF_INIT_DECADES: v[j] = (tf_real)(log(p->a) + log(100) * tf_rng_uniform(&r)); break;
        case TF_INIT_LINEAR: v[j] = (tf_real)(p->a * (double)(j / (size_t)p->cols)); break;
        case TF_INIT_INVERSE: v[j] = (tf_real)(p->a * (2.0 * p->rows / (2.0 * (double)(j / (size_t)p->cols) + 1) - 1)); break;
        case TF_INIT_SINUSOID:
        case TF_INIT_ROTARY:
        case TF_INIT_ORTHOGONAL: break;
        }
    if (p->flags & TF_PAR_LAST_ZERO) memset(v + n - (size_t)p->cols, 0, sizeof *v * (size_t)p->cols);
}

void tf_pars_init(struct tf_pars *ps, uint64_t seed) {
    for (int i = 0; i < ps->n; i++) tf_pars_init_one(ps, i, seed);
}

int tf_pars_find(const struct tf_pars *ps, const char *name) {
    for (int i = 0; i < ps->n; i++)
        if (!strcmp(ps->p[i].name, name)) return i;
    return -1;
}

void tf_pars_free(struct tf_pars *ps) {
    tf_free(ps->p);
    tf_free(ps->v);
    memset(ps, 0, sizeof *ps);
}

struct tf_mat *tf_par_mat(struct tf_tape *t, const struct tf_pars *ps, tf_real *grads, int i) {
    const struct tf_par *p = &ps->p[i];
    bool learned = grads && !(p->flags & TF_PAR_BUFFER);
    return tf_extern(t, ps->v + p->off, learned ? grads + p->off : NULL, p->rows, p->cols);
}
