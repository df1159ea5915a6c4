/* See kmeans.h. */
#include "attn/kmeans.h"

void tf_kmeans_declare(struct tf_decl *d, const struct tf_shape *s, int k) {
    int rows = s->H * k, D = TF_HEAD_DIM(s);
    tf_declare(d, "centroids", rows, D, TF_INIT_NORMAL, 1, TF_PAR_BUFFER);
    tf_declare(d, "sums", rows, D, TF_INIT_ZERO, 0, TF_PAR_BUFFER);
    tf_declare(d, "counts", rows, 1, TF_INIT_ZERO, 0, TF_PAR_BUFFER);
}

/* A tensor of the layer; unlike tf_ctx_param it leaves nothing on the tape. */
static const struct tf_par *tensor(const struct tf_pars *ps, const char *prefix, const char *name) {
    char full[256];
    snprintf(full, sizeof full, "%s%s", prefix, name);
    int i = tf_pars_find(ps, full);
    TF_BUG_IF(i < 0, "no tensor %s", full);
    return &ps->p[i];
}

tf_real *tf_kmeans_measure(const struct tf_head *h, const struct tf_mat *x, int k, int *nearest) {
    const struct tf_ctx *c = h->ctx;
    struct tf_arena *a = &c->tape->arena;
    int D = x->cols, T = x->rows;
    const tf_real *mu = c->pars->v + tensor(c->pars, c->prefix, "centroids")->off + (size_t)h->head * (size_t)k * (size_t)D;
    tf_real *S = tf_arena_alloc(a, sizeof *S * (size_t)k * (size_t)T), *best = tf_arena_alloc(a, sizeof *best * (size_t)T);
    size_t sum = tensor(c->pars, c->prefix, "sums")->off, count = tensor(c->pars, c->prefix, "counts")->off;
    tf_gemm(false, true, k, T, D, 1, mu, D, x->v, x->ld, 0, S, T);
    for (int n = 0; n < k; n++) {
        tf_real half = 0; // |x - mu|^2 = |x|^2 - 2 (<x, mu> - half), and |x| is the same for all
        for (int d = 0; d < D; d++) half += mu[n * D + d] * mu[n * D + d] / 2;
        for (int t = 0; t < T; t++) {
            tf_real s = S[(size_t)n * (size_t)T + (size_t)t] - half;
            if (n == 0 || s > best[t]) best[t] = s, nearest[t] = n;
        }
    }
    for (int t = 0; c->grads && t < T; t++) { // training: the statistics wait in the buffers' gradient slots
        int row = h->head * k + nearest[t];
        c->grads[count + (size_t)row] += 1;
        tf_accumulate((size_t)D, c->grads + sum + (size_t)(row * D), x->v + (ptrdiff_t)t * x->ld);
    }
    c->tape->flops[TF_FLOP_ROUTE] += 2.0 * T * k * D;
    return S;
}

void tf_kmeans_absorb(struct tf_pars *ps, const char *prefix, double decay, const tf_real *step) {
    const struct tf_par *mu = tensor(ps, prefix, "centroids");
    size_t sums = tensor(ps, prefix, "sums")->off, counts = tensor(ps, prefix, "counts")->off;
    tf_real keep = (tf_real)decay;
    for (size_t r = 0; r < (size_t)mu->rows; r++) {
        if (!(step[counts + r] > 0)) continue;
        tf_real *n = &ps->v[counts + r];
        *n = keep * *n + (1 - keep) * step[counts + r];
        for (size_t i = r * (size_t)mu->cols; i < (r + 1) * (size_t)mu->cols; i++) {
            tf_real *x = &ps->v[sums + i];
            *x = keep * *x + (1 - keep) * step[sums + i];
            if (*n > 0) ps->v[mu->off + i] = *x / *n;
        }
    }
}
