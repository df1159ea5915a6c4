/* feature: attention through a feature map phi, with the sum over keys taken once:  o_i = (phi(q_i)^T S) / (phi(q_i)^T z),
 * S (m,Dv) = sum_j phi(k_j) v_j^T,  z (m) = sum_j phi(k_j).  z is one more column of S, over a column of ones: v^ (T,Dv+1) = [v, 1].
 *
 * Rows run in blocks; phi of a block is made where it is used and again in the backward pass, so features (T,m) are never stored. Causal: S
 * holds the blocks before, and pairs within a block are taken directly:  n = phi(Q_b) S + tril(phi(Q_b) phi(K_b)^T) V^_b.
 *
 * exp: phi(k_j)_f = 2^(a_jf - C_f), C_f = max_j a_jf, and the query takes +C_f, minus its row's maximum (which also swallows |q|^2 / 2).
 * Both cancel in o, all powers are at most 1, and the denominator is at least 1: any logits are safe. C grows from block to block, S follows
 * (`rescale`); so an earlier row never sees a later key, but for those of its own block through C, which cancels. */
#include <math.h>
#include <string.h>

#include "num/feature_kernel.h"

extern const struct tf_feature_kernels tf_feature_kernels_portable;
#ifdef __x86_64__
extern const struct tf_feature_kernels tf_feature_kernels_avx2, tf_feature_kernels_avx512;
#endif

static const struct tf_feature_kernels *kernels(void) {
#ifdef __x86_64__
    const char *isa = tf_isa();
    if (!strcmp(isa, "avx512")) return &tf_feature_kernels_avx512;
    if (!strcmp(isa, "avx2")) return &tf_feature_kernels_avx2;
#endif
    return &tf_feature_kernels_portable;
}

enum { BLOCK = 128, BLOCK_CAUSAL = 64 };

struct feature {
    struct tf_mat *q, *k, *v, *o;
    const tf_real *W;
    struct tf_feature_arg arg;
    int m, n, ld, block; /* features; Dv + 1; row length of S, v^ and the like; rows of a block */
    size_t stride;       /* causal: states differ from block to block; else 0 */
    tf_real *C, *S;      /* (blocks,m) maxima; causal: S (blocks,m,ld) before each block, else (m,ld) the whole sum */
    tf_real *den;        /* (Tq) denominators */
};
struct work { tf_real *fq, *fk, *dq, *dk /* (block,m) */, *vh, *nh /* (block,ld) */, *P, *dP /* (block,block) */, *half, *sum; };

static tf_real *row(const struct tf_mat *m, int i) { return m->v + (size_t)i * (size_t)m->ld; }

static struct work work_new(struct tf_tape *t, const struct feature *f) {
    size_t b = (size_t)f->block, m = (size_t)f->m, ld = (size_t)f->ld, p = f->arg.causal ? b : 0;
    tf_real *x = tf_arena_alloc(&t->arena, sizeof *x * (4 * b * m + 2 * b * ld + 2 * b * p + 2 * b));
    struct work w = {.fq = x, .fk = x + b * m, .dq = x + 2 * b * m, .dk = x + 3 * b * m, .vh = x + 4 * b * m};
    w.nh = w.vh + b * ld, w.P = w.nh + b * ld, w.dP = w.P + b * p, w.half = w.dP + b * p, w.sum = w.half + b;
    return w;
}

static tf_real *maxima(const struct feature *f, int b) { return f->C + (f->stride ? (size_t)b * (size_t)f->m : 0); }

static void scores(const struct feature *f, const struct tf_mat *x, int r0, int n, tf_real *A) { // (n,m): W y, in units of log 2 for exp
    if (f->arg.map == TF_FEATURE_ELU) {
        for (int i = 0; i < n; i++) memcpy(A + (size_t)i * (size_t)f->m, row(x, r0 + i), sizeof *A * (size_t)f->m);
        return;
    }
    double unit = f->arg.map == TF_FEATURE_EXP ? 1.44269504088896340736 : 1;
    tf_gemm(false, true, n, f->m, x->cols, (tf_real)(f->arg.scale * unit), row(x, r0), x->ld, f->W, x->cols, 0, A, f->m);
}

static void plain_map(const struct feature *f, int n, tf_real *A) {
    size_t size = (size_t)n * (size_t)f->m;
    if (f->arg.map == TF_FEATURE_RELU) kernels()->relu(size, A, (tf_real)f->arg.eps);
    else kernels()->elu(size, A);
}

static void map_queries(const struct feature *f, int r0, int n, const tf_real *C, tf_real *A) {
    scores(f, f->q, r0, n, A);
    if (f->arg.map == TF_FEATURE_EXP) kernels()->query_exp(n, f->m, A, C);
    else plain_map(f, n, A);
}

/* C holds the maxima of the blocks before and is raised; in the backward pass it is final already. */
static void map_keys(const struct feature *f, const struct work *w, int r0, int n, tf_real *C, tf_real *A) {
    scores(f, f->k, r0, n, A);
    if (f->arg.map != TF_FEATURE_EXP) {
        plain_map(f, n, A);
        return;
    }
    double a = 0.5 * f->arg.scale * f->arg.scale * 1.44269504088896340736;
    kernels()->half_norm(n, f->k->cols, row(f->k, r0), f->k->ld, (tf_real)a, w->half);
    kernels()->key_max(n, f->m, A, w->half, C);
    kernels()->key_exp(n, f->m, A, C);
}

static void values(const struct feature *f, int r0, int n, tf_real *vh) { // (n,ld): [v, 1]
    for (int i = 0; i < n; i++, vh += f->ld) {
        memcpy(vh, row(f->v, r0 + i), sizeof *vh * (size_t)(f->n - 1));
        vh[f->n - 1] = 1;
    }
}

static void lower(int n, tf_real *P) { // keys of the future: 0
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) P[(size_t)i * (size_t)n + (size_t)j] = 0;
}

static void divide(const struct feature *f, int r0, int n, const tf_real *nh) { // o = n / den
    for (int i = 0; i < n; i++, nh += f->ld) {
        tf_real den = nh[f->n - 1], inv = 1 / den, *o = row(f->o, r0 + i);
        f->den[r0 + i] = den;
        for (int d = 0; d < f->n - 1; d++) o[d] = nh[d] * inv;
    }
}

/* ---- forward ---- */
static int rows_at(int r0, int block, int T) { return T - r0 < block ? T - r0 : block; }

static void forward_full(const struct feature *f, const struct work *w, tf_real *before) {
    const int m = f->m, ld = f->ld;
    for (int r0 = 0; r0 < f->k->rows; r0 += f->block) {
        int n = rows_at(r0, f->block, f->k->rows);
        memcpy(before, f->C, sizeof *before * (size_t)m);
        map_keys(f, w, r0, n, f->C, w->fk);
        if (r0 && f->arg.map == TF_FEATURE_EXP) kernels()->rescale(m, f->n, f->S, ld, before, f->C);
        values(f, r0, n, w->vh);
        tf_gemm(true, false, m, f->n, n, 1, w->fk, m, w->vh, ld, r0 ? 1 : 0, f->S, ld);
    }
    for (int r0 = 0; r0 < f->q->rows; r0 += f->block) {
        int n = rows_at(r0, f->block, f->q->rows);
        map_queries(f, r0, n, f->C, w->fq);
        tf_gemm(false, false, n, f->n, m, 1, w->fq, m, f->S, ld, 0, w->nh, ld);
        divide(f, r0, n, w->nh);
    }
}

static void forward_causal(const struct feature *f, const struct work *w, bool keep) {
    const int m = f->m, ld = f->ld;
    for (int r0 = 0, b = 0; r0 < f->k->rows; r0 += f->block, b++) {
        int n = rows_at(r0, f->block, f->k->rows);
        tf_real *S = f->S + (keep ? (size_t)b * f->stride : 0), *C = maxima(f, b), *next = keep ? S + f->stride : S;
        if (b) memcpy(C, maxima(f, b - 1), sizeof *C * (size_t)m);
        map_keys(f, w, r0, n, C, w->fk);
        map_queries(f, r0, n, C, w->fq);
        values(f, r0, n, w->vh);
        if (b && f->arg.map == TF_FEATURE_EXP) kernels()->rescale(m, f->n, S, ld, maxima(f, b - 1), C);
        tf_gemm(false, true, n, n, m, 1, w->fq, m, w->fk, m, 0, w->P, n);
        lower(n, w->P);
        tf_gemm(false, false, n, f->n, n, 1, w->P, n, w->vh, ld, 0, w->nh, ld);
        tf_gemm(false, false, n, f->n, m, 1, w->fq, m, S, ld, 1, w->nh, ld);
        divide(f, r0, n, w->nh);
        if (r0 + n == f->k->rows) break;
        if (keep) memcpy(next, S, sizeof *S * f->stride);
        tf_gemm(true, false, m, f->n, n, 1, w->fk, m, w->vh, ld, 1, next, ld);
    }
}

/* ---- backward ---- */
static void out_gradient(const struct feature *f, int r0, int n, tf_real *nh) { // of n and den: [g, -<g, o>] / den
    for (int i = 0; i < n; i++, nh += f->ld) {
        const tf_real *g = f->o->g + (size_t)(r0 + i) * (size_t)f->o->ld, *o = row(f->o, r0 + i), inv = 1 / f->den[r0 + i];
        tf_real dot = 0;
        for (int d = 0; d < f->n - 1; d++) nh[d] = g[d] * inv, dot += g[d] * o[d];
        nh[f->n - 1] = -dot * inv;
    }
}

/* dx += of rows r0.. from dA = gradient of phi (n,m), which is destroyed. */
static void map_back(const struct feature *f, const struct work *w, struct tf_mat *x, bool keys, int r0, int n, tf_real *dA, const tf_real *phi) {
    const int D = x->cols;
    const tf_real scale = (tf_real)f->arg.scale;
    if (!x->grad) return;
    tf_real *g = x->g + (size_t)r0 * (size_t)x->ld;
    size_t size = (size_t)n * (size_t)f->m;
    if (f->arg.map == TF_FEATURE_EXP) kernels()->exp_back(n, f->m, dA, phi, w->sum);
    else if (f->arg.map == TF_FEATURE_RELU) kernels()->relu_back(size, dA, phi, (tf_real)f->arg.eps);
    else kernels()->elu_back(size, dA, phi);
    if (f->W) tf_gemm(false, false, n, D, f->m, scale, dA, f->m, f->W, D, 1, g, x->ld);
    for (int i = 0; i < n; i++, g += x->ld) {
        const tf_real *y = row(x, r0 + i), a = scale * scale * w->sum[i];
        if (f->arg.map == TF_FEATURE_EXP && keys) // a query's |q|^2 / 2 cancels
            for (int d = 0; d < D; d++) g[d] -= a * y[d];
        if (!f->W)
            for (int d = 0; d < D; d++) g[d] += dA[(size_t)i * (size_t)D + (size_t)d];
    }
}

static void add_values(const struct feature *f, int r0, int n, const tf_real *dv) { // dv (n,ld)
    for (int i = 0; i < n; i++, dv += f->ld) {
        tf_real *g = f->v->g + (size_t)(r0 + i) * (size_t)f->v->ld;
        for (int d = 0; d < f->n - 1; d++) g[d] += dv[d];
    }
}

static void backward_full(const struct feature *f, const struct work *w, tf_real *R) { // R (m,ld): gradient of S
    const int m = f->m, ld = f->ld;
    for (int r0 = 0; r0 < f->q->rows; r0 += f->block) {
        int n = rows_at(r0, f->block, f->q->rows);
        map_queries(f, r0, n, f->C, w->fq);
        out_gradient(f, r0, n, w->nh);
        tf_gemm(true, false, m, f->n, n, 1, w->fq, m, w->nh, ld, r0 ? 1 : 0, R, ld);
        tf_gemm(false, true, n, m, f->n, 1, w->nh, ld, f->S, ld, 0, w->dq, m);
        map_back(f, w, f->q, false, r0, n, w->dq, w->fq);
    }
    for (int r0 = 0; r0 < f->k->rows; r0 += f->block) {
        int n = rows_at(r0, f->block, f->k->rows);
        map_keys(f, w, r0, n, f->C, w->fk);
        values(f, r0, n, w->vh);
        tf_gemm(false, true, n, m, f->n, 1, w->vh, ld, R, ld, 0, w->dk, m);
        tf_gemm(false, false, n, f->n, m, 1, w->fk, m, R, ld, 0, w->nh, ld);
        if (f->v->grad) add_values(f, r0, n, w->nh);
        map_back(f, w, f->k, true, r0, n, w->dk, w->fk);
    }
}

static void backward_causal(const struct feature *f, const struct work *w, tf_real *R) { // R: gradient of S behind the block
    const int m = f->m, ld = f->ld, last = (f->k->rows - 1) / f->block;
    memset(R, 0, sizeof *R * f->stride);
    for (int b = last; b >= 0; b--) {
        int r0 = b * f->block, n = rows_at(r0, f->block, f->k->rows);
        const tf_real *S = f->S + (size_t)b * f->stride;
        map_keys(f, w, r0, n, maxima(f, b), w->fk);
        map_queries(f, r0, n, maxima(f, b), w->fq);
        values(f, r0, n, w->vh);
        out_gradient(f, r0, n, w->nh);
        tf_gemm(false, true, n, n, m, 1, w->fq, m, w->fk, m, 0, w->P, n);
        lower(n, w->P);
        tf_gemm(false, true, n, n, f->n, 1, w->nh, ld, w->vh, ld, 0, w->dP, n);
        lower(n, w->dP);
        tf_gemm(false, true, n, m, f->n, 1, w->nh, ld, S, ld, 0, w->dq, m);
        tf_gemm(false, false, n, m, n, 1, w->dP, n, w->fk, m, 1, w->dq, m);
        tf_gemm(false, true, n, m, f->n, 1, w->vh, ld, R, ld, 0, w->dk, m);
        tf_gemm(true, false, n, m, n, 1, w->dP, n, w->fq, m, 1, w->dk, m);
        tf_gemm(false, false, n, f->n, m, 1, w->fk, m, R, ld, 0, w->vh, ld); // vh becomes its gradient
        tf_gemm(true, false, n, f->n, n, 1, w->P, n, w->nh, ld, 1, w->vh, ld);
        if (f->v->grad) add_values(f, r0, n, w->vh);
        tf_gemm(true, false, m, f->n, n, 1, w->fq, m, w->nh, ld, 1, R, ld);
        if (b && f->arg.map == TF_FEATURE_EXP) kernels()->rescale(m, f->n, R, ld, maxima(f, b - 1), maxima(f, b));
        map_back(f, w, f->q, false, r0, n, w->dq, w->fq);
        map_back(f, w, f->k, true, r0, n, w->dk, w->fk);
    }
}

static void feature_back(struct tf_tape *t, void *aux) {
    const struct feature *f = aux;
    struct tf_mark mark = tf_arena_mark(&t->arena);
    struct work w = work_new(t, f);
    tf_real *R = tf_arena_alloc(&t->arena, sizeof *R * (size_t)f->m * (size_t)f->ld);
    if (f->arg.causal) backward_causal(f, &w, R);
    else backward_full(f, &w, R);
    tf_arena_rewind(&t->arena, mark);
}

double tf_feature_flops(int Tq, int Tk, int D, int Dv, int m, const struct tf_feature_arg *arg) {
    if (arg->map == TF_FEATURE_ELU) m = D;
    double rows = (double)Tq + Tk, n = Dv + 1, flops = 2 * rows * m * n + (double)Tq * Dv; // S and its use, z among them; the division
    if (arg->map == TF_FEATURE_EXP) flops += rows * m * (2.0 * D + 5) + 2.0 * Tk * D;     // exp as softmax: 5 a feature; |k|^2
    else if (arg->map == TF_FEATURE_RELU) flops += rows * m * (2.0 * D + 2);
    else flops += rows * m * 2;
    for (int r0 = 0; arg->causal && r0 < Tk; r0 += BLOCK_CAUSAL) { // pairs within a block: all are computed, half are used
        double b = rows_at(r0, BLOCK_CAUSAL, Tk);
        flops += b * b * (2.0 * m + 2 * n);
        if (r0 + BLOCK_CAUSAL >= Tk) flops -= 2 * b * m * n; // the last block's keys never enter S
    }
    return flops;
}

struct tf_mat *tf_feature(struct tf_tape *t, struct tf_mat *q, struct tf_mat *k, struct tf_mat *v, const struct tf_mat *W, const struct tf_feature_arg *arg) {
    TF_BUG_IF(q->cols != k->cols || k->rows != v->rows || (arg->causal && q->rows != k->rows), "feature: q (%d,%d), k (%d,%d), v (%d,%d)", q->rows,
              q->cols, k->rows, k->cols, v->rows, v->cols);
    TF_BUG_IF((arg->map == TF_FEATURE_ELU) != !W || (W && (W->cols != q->cols || W->ld != W->cols || W->grad)), "feature: W");
    struct feature *f = tf_arena_alloc(&t->arena, sizeof *f);
    *f = (struct feature){.q = q, .k = k, .v = v, .o = tf_new(t, q->rows, v->cols), .W = W ? W->v : NULL, .arg = *arg,
                          .m = W ? W->rows : q->cols, .n = v->cols + 1, .ld = (v->cols + 16) / 16 * 16};
    f->block = arg->causal ? BLOCK_CAUSAL : BLOCK;
    size_t state = (size_t)f->m * (size_t)f->ld, blocks = arg->causal ? ((size_t)k->rows + BLOCK_CAUSAL - 1) / BLOCK_CAUSAL : 1;
    f->stride = arg->causal ? state : 0;
    f->den = tf_arena_alloc(&t->arena, sizeof *f->den * (size_t)q->rows);
    f->C = tf_arena_alloc(&t->arena, sizeof *f->C * (size_t)f->m * blocks);
    f->S = tf_arena_calloc(&t->arena, sizeof *f->S * state * (t->grad ? blocks : 1));
    for (int j = 0; j < f->m; j++) f->C[j] = (tf_real)-INFINITY;
    struct tf_mark mark = tf_arena_mark(&t->arena);
    struct work w = work_new(t, f);
    if (arg->causal) forward_causal(f, &w, t->grad);
    else forward_full(f, &w, tf_arena_alloc(&t->arena, sizeof(tf_real) * (size_t)f->m));
    tf_arena_rewind(&t->arena, mark);
    t->flops[TF_FLOP_FEATURE] += tf_feature_flops(q->rows, k->rows, q->cols, v->cols, f->m, arg);
    tf_record(t, feature_back, f);
    return f->o;
}
