/* feature: attention through a feature map phi, with the sum over keys taken once:  o_i = (phi(q_i)^T S) / (phi(q_i)^T z),
 * S (m,Dv) = sum_j phi(k_j) v_j^T,  z (m) = sum_j phi(k_j).
 *
 * Rows run in blocks; phi of a block is made where it is used and again in the backward pass, so features (T,m) are never stored.
 * Causal: S holds the blocks before, and pairs within a block are taken directly:  n = phi(Q_b) S + tril(phi(Q_b) phi(K_b)^T) V_b.
 *
 * exp: phi(k_j)_f = 2^(a_jf - C_f), C_f = max_j a_jf, and the query takes +C_f, minus its row's maximum (which also swallows |q|^2 / 2).
 * Both cancel in o, all powers are at most 1, and the denominator of the full sum is at least 1: any logits are safe. Causal: C grows from
 * block to block and S follows (`decay`), so a row meets later keys only of its own block, only in C, which cancels as long as the scores of
 * a block's keys lie within 87 nats of one another: features below 2^-126 are lost.
 *
 * Rotary positions (RoFormer, arXiv:2104.09864 eq. 19) turn the features in the sum over values, and leave those in the denominator: S holds turned
 * features, z others. Pairs of features then share one C_f, or it would not cancel: the limit of 87 nats holds within a pair, causal or not.
 *
 * Products run in the tile kernels of attend, on rows padded to whole vectors (widths that end in p); columns of padding hold zeros.
 *
 * One query: its weights w_j = <phi(q), phi(k_j)> / sum_i <phi(q), phi(k_i)>, and no state. With g = dL/dw, d<phi(q), phi(k_j)> = (g_j - <w, g>) / sum_i. */
#include <math.h>

#include "num/elem.h"
#include "num/feature_kernel.h"
#include "num/kernel.h"
#include "num/op.h"

enum { BLOCK = 128, BLOCK_CAUSAL = 64 };

struct feature {
    struct tf_mat *q, *k, *v, *o; /* one query: no v, and o (Tk,1) its weights */
    const tf_real *W;
    struct tf_feature_arg arg;
    const struct tf_feature_kernels *F;
    const struct tf_kernels *K;
    int m, D, Dv, mp, Dp, Dvp, Vp; /* features, widths; rounded up to whole vectors; Vp: of Dv + 1 */
    int block;                     /* rows of a block */
    bool one;                      /* one query */
    size_t state;                  /* reals of one state: S (m,Dvp), z (mp) */
    tf_real *C, *S;                /* (blocks,m) maxima; states: causal and recording: before each block; else one */
    tf_real *den;                  /* (Tq) denominators */
};
struct work {
    tf_real *fq, *fk, *dq, *dk; /* (block,mp) features and their gradients */
    tf_real *rq, *rk;           /* (block,mp) features turned by their rows' positions; without positions fq, fk */
    tf_real *v, *v1, *g;        /* (block,Dvp) values; (block,Vp) [v, 1] and the gradient of [n, den] */
    tf_real *x;                 /* (block,Dp) or (block,Dvp) */
    tf_real *P, *dP;            /* (block,block) pairs within a block; one query: dP (block) */
    tf_real *half, *sum;        /* (block) |k|^2 / 2; sums of a row's gradients */
    tf_real *fac, *old;         /* (mp) */
    tf_real *Wt, *Wd;           /* (D,mp) W^T in the scores' units; (m,Dp) scale W */
    tf_real *St, *Rt, *R;       /* (Dv+1,mp) [S, z]^T and its gradient; (m,Dvp) the same of S, turned back */
};

static tf_real *reals(struct tf_tape *t, size_t n) { return tf_arena_alloc(&t->arena, sizeof(tf_real) * n); }

/* W as the products want it; exponents are in units of log 2. */
static void prepare(const struct feature *f, struct work *w, bool back) {
    double unit = f->arg.map == TF_FEATURE_EXP ? 1.44269504088896340736 : 1;
    memset(w->Wt, 0, sizeof *w->Wt * (size_t)f->D * (size_t)f->mp);
    f->F->transpose(f->m, f->D, f->W, f->D, w->Wt, f->mp);
    for (int i = 0; i < f->D * f->mp; i++) w->Wt[i] *= (tf_real)(f->arg.scale * unit);
    if (!back) return;
    memset(w->Wd, 0, sizeof *w->Wd * (size_t)f->m * (size_t)f->Dp);
    for (int j = 0; j < f->m; j++)
        for (int d = 0; d < f->D; d++)
            w->Wd[(size_t)j * (size_t)f->Dp + (size_t)d] = (tf_real)f->arg.scale * f->W[(size_t)j * (size_t)f->D + (size_t)d];
}

static struct work work_new(struct tf_tape *t, const struct feature *f, bool back) {
    const size_t b = (size_t)f->block, m = (size_t)f->m, mp = (size_t)f->mp, D = (size_t)f->D, Dp = (size_t)f->Dp, Dvp = (size_t)f->Dvp;
    const size_t p = f->arg.causal ? b * b : f->one ? b : 0, vt = (size_t)(f->Dv + 1) * mp, vp = b * (size_t)f->Vp;
    struct work w = {.fq = reals(t, b * mp), .fk = reals(t, b * mp)};
    w.rq = f->arg.table ? reals(t, b * mp) : w.fq, w.rk = f->arg.table ? reals(t, b * mp) : w.fk;
    w.v = reals(t, b * Dvp), w.x = reals(t, b * (Dp > Dvp ? Dp : Dvp));
    w.P = reals(t, p), w.half = reals(t, b), w.sum = reals(t, b), w.fac = reals(t, mp), w.old = reals(t, mp);
    if (back) { w.dq = reals(t, b * mp), w.dk = reals(t, b * mp), w.g = reals(t, vp), w.dP = reals(t, p); }
    if (back && !f->one) {
        w.v1 = reals(t, vp);
        w.St = reals(t, vt), w.Rt = reals(t, vt), w.R = reals(t, m * Dvp);
    }
    if (!f->W) return w;
    w.Wt = reals(t, D * mp);
    if (back) w.Wd = reals(t, m * Dp);
    prepare(f, &w, back);
    return w;
}

static void scores(const struct feature *f, const struct work *w, const struct tf_mat *x, int r0, int n, tf_real *A) { // (n,mp): W y
    if (f->W) {
        f->K->gemm_rowmajor(n, f->mp, f->D, tf_row(x, r0), x->ld, w->Wt, f->mp, A, f->mp, false);
        return;
    }
    for (int i = 0; i < n; i++, A += f->mp) {
        memcpy(A, tf_row(x, r0 + i), sizeof *A * (size_t)f->m);
        for (int j = f->m; j < f->mp; j++) A[j] = 0;
    }
}

/* Features b .. b + D - 1 turn as a head's channels do: of so many the first ones, in pairs. */
static int turned_of(const struct feature *f, int b) {
    const int rest = (f->m - b) / 2 * 2;
    return rest < f->arg.table->cols ? rest : f->arg.table->cols;
}

/* y = x (n,mp), each row turned by its angles times sign; y may be x. */
static void turn(const struct feature *f, const int *pos, int n, const tf_real *x, tf_real *y, tf_real sign) {
    for (int i = 0; i < n; i++, x += f->mp, y += f->mp) {
        if (y != x) memcpy(y, x, sizeof *y * (size_t)f->mp);
        for (int b = 0; b < f->m; b += f->D) f->F->turn(turned_of(f, b), y + b, tf_row(f->arg.table, pos[i]), sign);
    }
}

/* Pairs that turn share their maximum. */
static void share_maxima(const struct feature *f, tf_real *C) {
    for (int b = 0; f->arg.table && b < f->m; b += f->D)
        for (int j = b; j < b + turned_of(f, b); j += 2) C[j] = C[j + 1] = C[j] > C[j + 1] ? C[j] : C[j + 1];
}

static void map_queries(const struct feature *f, const struct work *w, int r0, int n, const tf_real *C) {
    scores(f, w, f->q, r0, n, w->fq);
    if (f->arg.map == TF_FEATURE_EXP) f->F->query_exp(n, f->m, w->fq, f->mp, C);
    else if (f->arg.map == TF_FEATURE_RELU) f->F->relu(n, f->m, w->fq, f->mp, (tf_real)f->arg.eps);
    else f->F->elu(n, f->m, w->fq, f->mp);
    if (f->arg.table) turn(f, f->arg.qpos + r0, n, w->fq, w->rq, 1);
}

/* Exponents of keys, fk; C holds the maxima of the blocks before and is raised. */
static void key_exponents(const struct feature *f, const struct work *w, int r0, int n, tf_real *C) {
    const double a = 0.5 * f->arg.scale * f->arg.scale * 1.44269504088896340736;
    scores(f, w, f->k, r0, n, w->fk);
    f->F->half_norm(n, f->D, tf_row(f->k, r0), f->k->ld, (tf_real)a, w->half);
    f->F->key_max(n, f->m, w->fk, f->mp, w->half, C);
    share_maxima(f, C);
}

/* In the backward pass C is final already. */
static void map_keys(const struct feature *f, const struct work *w, int r0, int n, tf_real *C) {
    if (f->arg.map != TF_FEATURE_EXP) scores(f, w, f->k, r0, n, w->fk);
    if (f->arg.map == TF_FEATURE_EXP) {
        key_exponents(f, w, r0, n, C);
        f->F->key_exp(n, f->m, w->fk, f->mp, C);
    } else if (f->arg.map == TF_FEATURE_RELU) f->F->relu(n, f->m, w->fk, f->mp, (tf_real)f->arg.eps);
    else f->F->elu(n, f->m, w->fk, f->mp);
    if (f->arg.table) turn(f, f->arg.kpos + r0, n, w->fk, w->rk, 1);
}

static const tf_real *values(const struct feature *f, const struct work *w, int r0, int n, int *ld) { // (n,Dvp)
    if (f->Dv == f->Dvp) {
        *ld = f->v->ld;
        return tf_row(f->v, r0);
    }
    *ld = f->Dvp;
    memset(w->v, 0, sizeof *w->v * (size_t)n * (size_t)f->Dvp);
    for (int i = 0; i < n; i++) memcpy(w->v + (size_t)i * (size_t)f->Dvp, tf_row(f->v, r0 + i), sizeof *w->v * (size_t)f->Dv);
    return w->v;
}

static void add_state(const struct feature *f, const struct work *w, int r0, int n, tf_real *S) { // S += phi(K)^T V, z += phi(K)^T 1
    int ld;
    const tf_real *v = values(f, w, r0, n, &ld);
    f->K->gemm_colmajor(f->m, f->Dvp, n, w->rk, f->mp, v, ld, S, f->Dvp, true);
    tf_elem()->sum_rows(n, f->mp, S + (size_t)f->m * (size_t)f->Dvp, w->fk, f->mp);
}

static void rescale_state(const struct feature *f, const struct work *w, const tf_real *from, const tf_real *to, tf_real *S) {
    if (f->arg.map != TF_FEATURE_EXP) return;
    f->F->decay(f->m, from, to, w->fac);
    f->F->scale_cols(1, f->m, S + (size_t)f->m * (size_t)f->Dvp, f->mp, w->fac);
    f->K->scale_rows(S, f->Dvp, f->m, w->fac);
}

static void lower(int n, tf_real *P) { // keys of the future: 0
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) P[(size_t)i * (size_t)n + (size_t)j] = 0;
}

static void pairs(const struct feature *f, int n, const tf_real *q, const tf_real *k, tf_real *P) { // within a block: P (n,n)
    tf_gemm(false, true, n, n, f->m, 1, q, f->mp, k, f->mp, 0, P, n);
    lower(n, P);
}

static tf_real positive(const struct feature *f, tf_real den) { // elu: tiny products underflow
    return f->arg.map == TF_FEATURE_ELU && den < (tf_real)1e-30 ? (tf_real)1e-30 : den;
}

static void divide(const struct feature *f, int r0, int n, const tf_real *x) { // o = n / den
    for (int i = r0; i < r0 + n; i++) f->den[i] = positive(f, f->den[i]);

    f->F->divide(n, f->Dv, tf_row(f->o, r0), f->o->ld, x, f->Dvp, f->den + r0);
}

/* ---- forward ---- */
static int rows_at(int r0, int block, int T) { return T - r0 < block ? T - r0 : block; }

static void forward_full(const struct feature *f, const struct work *w) {
    for (int r0 = 0; r0 < f->k->rows; r0 += f->block) {
        int n = rows_at(r0, f->block, f->k->rows);
        memcpy(w->old, f->C, sizeof *w->old * (size_t)f->m);
        map_keys(f, w, r0, n, f->C);
        if (r0) rescale_state(f, w, w->old, f->C, f->S);
        add_state(f, w, r0, n, f->S);
    }
    for (int r0 = 0; r0 < f->q->rows; r0 += f->block) {
        int n = rows_at(r0, f->block, f->q->rows);
        map_queries(f, w, r0, n, f->C);
        f->K->gemm_rowmajor(n, f->Dvp, f->m, w->rq, f->mp, f->S, f->Dvp, w->x, f->Dvp, false);
        f->F->dot_rows(n, f->mp, w->fq, f->mp, f->S + (size_t)f->m * (size_t)f->Dvp, f->den + r0);
        divide(f, r0, n, w->x);
    }
}

static void forward_causal(const struct feature *f, const struct work *w, bool keep) {
    const int m = f->m, mp = f->mp;
    for (int r0 = 0, b = 0; r0 < f->k->rows; r0 += f->block, b++) {
        int n = rows_at(r0, f->block, f->k->rows), ld;
        tf_real *S = f->S + (keep ? (size_t)b * f->state : 0), *C = f->C + (size_t)b * (size_t)m;
        const tf_real *v = values(f, w, r0, n, &ld);
        if (b) memcpy(C, C - m, sizeof *C * (size_t)m);
        map_keys(f, w, r0, n, C);
        map_queries(f, w, r0, n, C);
        if (b) rescale_state(f, w, C - m, C, S);
        pairs(f, n, w->fq, w->fk, w->P);
        f->F->dot_rows(n, mp, w->fq, mp, S + (size_t)m * (size_t)f->Dvp, f->den + r0);
        for (int i = 0; i < n; i++)
            for (int j = 0; j <= i; j++) f->den[r0 + i] += w->P[i * n + j];
        if (f->arg.table) pairs(f, n, w->rq, w->rk, w->P);
        f->K->gemm_rowmajor(n, f->Dvp, n, w->P, n, v, ld, w->x, f->Dvp, false);
        f->K->gemm_rowmajor(n, f->Dvp, m, w->rq, mp, S, f->Dvp, w->x, f->Dvp, true);
        divide(f, r0, n, w->x);
        if (r0 + n == f->k->rows) break;
        if (keep) S = memcpy(S + f->state, S, sizeof *S * f->state);
        add_state(f, w, r0, n, S);
    }
}

static void forward_one(const struct feature *f, const struct work *w) {
    const int T = f->k->rows;
    tf_real *weight = f->o->v, sum = 0;
    for (int r0 = 0; f->arg.map == TF_FEATURE_EXP && r0 < T; r0 += f->block) key_exponents(f, w, r0, rows_at(r0, f->block, T), f->C);
    map_queries(f, w, 0, 1, f->C);
    for (int r0 = 0; r0 < T; r0 += f->block) {
        const int n = rows_at(r0, f->block, T);
        map_keys(f, w, r0, n, f->C);
        f->F->dot_rows(n, f->mp, w->fk, f->mp, w->fq, weight + r0);
    }
    for (int j = 0; j < T; j++) sum += weight[j];
    f->den[0] = positive(f, sum);
    for (int j = 0; j < T; j++) weight[j] /= f->den[0];
}

/* ---- backward ---- */
static void out_gradient(const struct feature *f, const struct work *w, int r0, int n) { // of n and den: [g, -<g, o>] / den
    f->F->divide_back(n, f->Dv, w->g, f->Vp, tf_grad(f->o, r0), f->o->ld, tf_row(f->o, r0), f->o->ld, f->den + r0);
}

static void values_one(const struct feature *f, const struct work *w, int r0, int n) { // [v, 1]
    tf_real *x = w->v1;
    for (int i = 0; i < n; i++, x += f->Vp) {
        memcpy(x, tf_row(f->v, r0 + i), sizeof *x * (size_t)f->Dv);
        x[f->Dv] = 1;
    }
}

/* dx += of rows r0.. from dA = gradient of phi (n,mp), which is destroyed. */
static void map_back(const struct feature *f, const struct work *w, struct tf_mat *x, bool keys, int r0, int n, tf_real *dA,
                     const tf_real *phi) {
    if (!x->grad) return;
    if (f->arg.map == TF_FEATURE_EXP) f->F->exp_back(n, f->m, dA, phi, f->mp, w->sum);
    else if (f->arg.map == TF_FEATURE_RELU) f->F->relu_back(n, f->m, dA, phi, f->mp, (tf_real)f->arg.eps);
    else f->F->elu_back(n, f->m, dA, phi, f->mp);
    if (f->W) f->K->gemm_rowmajor(n, f->Dp, f->m, dA, f->mp, w->Wd, f->Dp, w->x, f->Dp, false);
    const bool norm = f->arg.map == TF_FEATURE_EXP && keys; // a query's |q|^2 / 2 cancels
    const double a = norm ? f->arg.scale * f->arg.scale : 0;
    f->F->add_scaled(n, f->D, tf_grad(x, r0), x->ld, f->W ? w->x : dA, f->W ? f->Dp : f->mp, tf_row(x, r0), x->ld, (tf_real)a, w->sum);
}

static void add_values(const struct feature *f, int r0, int n, const tf_real *dv) { // dv (n,Dvp)
    if (f->v->grad) tf_elem()->add_rows(n, f->Dv, tf_grad(f->v, r0), f->v->ld, dv, f->Dvp);
}

static void transpose_state(const struct feature *f, const tf_real *S, tf_real *St) { // [S, z]^T
    f->F->transpose(f->m, f->Dv, S, f->Dvp, St, f->mp);
    for (int d = 0; d < f->Dv; d++)
        for (int j = f->m; j < f->mp; j++) St[(size_t)d * (size_t)f->mp + (size_t)j] = 0;
    memcpy(St + (size_t)f->Dv * (size_t)f->mp, S + (size_t)f->m * (size_t)f->Dvp, sizeof *St * (size_t)f->mp);
}

/* d (n,mp) = a B^T of a (n,V), B (V,mp): gradients of the features. All but the last column of a are of turned ones. */
static void features_back(const struct feature *f, const int *pos, int n, const tf_real *a, const tf_real *B, tf_real *d) {
    const int V = f->Dv + 1, mp = f->mp;
    if (!f->arg.table) {
        f->K->gemm_rowmajor(n, mp, V, a, f->Vp, B, mp, d, mp, false);
        return;
    }
    f->K->gemm_rowmajor(n, mp, f->Dv, a, f->Vp, B, mp, d, mp, false);
    turn(f, pos, n, d, d, -1);
    f->K->gemm_rowmajor(n, mp, 1, a + f->Dv, f->Vp, B + (size_t)f->Dv * (size_t)mp, mp, d, mp, true);
}

static void state_back(const struct feature *f, const struct work *w, int n, bool add) { // Rt (+)= [gradient of n, of den]^T features
    const int V = f->Dv + 1, mp = f->mp;
    if (!f->arg.table) {
        f->K->gemm_colmajor(V, mp, n, w->g, f->Vp, w->fq, mp, w->Rt, mp, add);
        return;
    }
    f->K->gemm_colmajor(f->Dv, mp, n, w->g, f->Vp, w->rq, mp, w->Rt, mp, add);
    f->K->gemm_colmajor(1, mp, n, w->g + f->Dv, f->Vp, w->fq, mp, w->Rt + (size_t)f->Dv * (size_t)mp, mp, add);
}

static void transpose_gradient(const struct feature *f, const struct work *w) { // R (m,Dvp) from Rt
    f->F->transpose(f->Dv, f->m, w->Rt, f->mp, w->R, f->Dvp);
    for (int j = 0; j < f->m; j++)
        for (int d = f->Dv; d < f->Dvp; d++) w->R[(size_t)j * (size_t)f->Dvp + (size_t)d] = 0;
}

static void backward_full(const struct feature *f, const struct work *w) {
    const int m = f->m, mp = f->mp;
    transpose_state(f, f->S, w->St);
    for (int r0 = 0; r0 < f->q->rows; r0 += f->block) {
        int n = rows_at(r0, f->block, f->q->rows);
        map_queries(f, w, r0, n, f->C);
        out_gradient(f, w, r0, n);
        state_back(f, w, n, r0 > 0);
        features_back(f, f->arg.table ? f->arg.qpos + r0 : NULL, n, w->g, w->St, w->dq);
        map_back(f, w, f->q, false, r0, n, w->dq, w->fq);
    }
    transpose_gradient(f, w);
    for (int r0 = 0; r0 < f->k->rows; r0 += f->block) {
        int n = rows_at(r0, f->block, f->k->rows);
        map_keys(f, w, r0, n, f->C);
        values_one(f, w, r0, n);
        features_back(f, f->arg.table ? f->arg.kpos + r0 : NULL, n, w->v1, w->Rt, w->dk);
        f->K->gemm_rowmajor(n, f->Dvp, m, w->rk, mp, w->R, f->Dvp, w->x, f->Dvp, false);
        add_values(f, r0, n, w->x);
        map_back(f, w, f->k, true, r0, n, w->dk, w->fk);
    }
}

static void backward_one(const struct feature *f, const struct work *w) {
    const int T = f->k->rows, mp = f->mp;
    const tf_real *g = f->o->g;
    tf_real mean = 0; // <w, g>
    for (int j = 0; j < T; j++) mean += f->o->v[j] * g[j];
    map_queries(f, w, 0, 1, f->C);
    for (int r0 = 0; r0 < T; r0 += f->block) {
        const int n = rows_at(r0, f->block, T);
        map_keys(f, w, r0, n, f->C);
        for (int j = 0; j < n; j++) w->dP[j] = (g[r0 + j] - mean) / f->den[0];

        f->K->gemm_rowmajor(1, mp, n, w->dP, n, w->fk, mp, w->dq, mp, r0 > 0);
        f->K->gemm_rowmajor(n, mp, 1, w->dP, 1, w->fq, mp, w->dk, mp, false);
        map_back(f, w, f->k, true, r0, n, w->dk, w->fk);
    }
    map_back(f, w, f->q, false, 0, 1, w->dq, w->fq);
}

/* dq, dk (n,mp) of a block: through the states and through its own pairs. With positions the columns of turned features first, then the last. */
static void pairs_back(const struct feature *f, const struct work *w, int r0, int n) {
    const int mp = f->mp, columns[] = {f->Dv + 1, f->Dv, 1};
    for (int part = f->arg.table ? 1 : 0; part < (f->arg.table ? 3 : 1); part++) {
        const int from = part == 2 ? f->Dv : 0;
        const tf_real *q = part == 1 ? w->rq : w->fq, *k = part == 1 ? w->rk : w->fk, *g = w->g + from, *v = w->v1 + from;
        tf_gemm(false, true, n, n, columns[part], 1, g, f->Vp, v, f->Vp, 0, w->dP, n);
        lower(n, w->dP);
        f->K->gemm_rowmajor(n, mp, columns[part], g, f->Vp, w->St + (size_t)from * (size_t)mp, mp, w->dq, mp, part == 2);
        f->K->gemm_rowmajor(n, mp, n, w->dP, n, k, mp, w->dq, mp, true);
        f->K->gemm_rowmajor(n, mp, columns[part], v, f->Vp, w->Rt + (size_t)from * (size_t)mp, mp, w->dk, mp, part == 2);
        f->K->gemm_colmajor(n, mp, n, w->dP, n, q, mp, w->dk, mp, true);
        if (part != 1) continue;
        turn(f, f->arg.qpos + r0, n, w->dq, w->dq, -1), turn(f, f->arg.kpos + r0, n, w->dk, w->dk, -1);
    }
}

static void backward_causal(const struct feature *f, const struct work *w) { // Rt: gradient of the state behind the block
    const int m = f->m, mp = f->mp, V = f->Dv + 1;
    memset(w->Rt, 0, sizeof *w->Rt * (size_t)V * (size_t)mp);
    for (int b = (f->k->rows - 1) / f->block; b >= 0; b--) {
        int r0 = b * f->block, n = rows_at(r0, f->block, f->k->rows);
        tf_real *C = f->C + (size_t)b * (size_t)m;
        map_keys(f, w, r0, n, C);
        map_queries(f, w, r0, n, C);
        values_one(f, w, r0, n);
        out_gradient(f, w, r0, n);
        transpose_state(f, f->S + (size_t)b * f->state, w->St);
        transpose_gradient(f, w);
        pairs(f, n, w->rq, w->rk, w->P);
        pairs_back(f, w, r0, n);
        f->K->gemm_rowmajor(n, f->Dvp, m, w->rk, mp, w->R, f->Dvp, w->x, f->Dvp, false);
        tf_gemm(true, false, n, f->Dv, n, 1, w->P, n, w->g, f->Vp, 1, w->x, f->Dvp);
        add_values(f, r0, n, w->x);
        state_back(f, w, n, true);
        if (b && f->arg.map == TF_FEATURE_EXP) {
            f->F->decay(m, C - m, C, w->fac);
            f->F->scale_cols(V, m, w->Rt, mp, w->fac);
        }
        map_back(f, w, f->q, false, r0, n, w->dq, w->fq);
        map_back(f, w, f->k, true, r0, n, w->dk, w->fk);
    }
}

static void feature_back(struct tf_tape *t, void *aux) {
    const struct feature *f = aux;
    struct tf_mark mark = tf_arena_mark(&t->arena);
    struct work w = work_new(t, f, true);
    if (f->one) backward_one(f, &w);
    else if (f->arg.causal) backward_causal(f, &w);
    else backward_full(f, &w);
    tf_arena_rewind(&t->arena, mark);
}

/* Features of all rows; m 0: without W. exp as softmax: 5 per feature; |k|^2. */
static double map_flops(double rows, int Tk, int D, int m, const struct tf_feature_arg *arg) {
    if (arg->map == TF_FEATURE_EXP) return rows * m * (2.0 * D + 5) + 2.0 * Tk * D;
    return arg->map == TF_FEATURE_ELU || !m ? rows * D * 2 : rows * m * (2.0 * D + 2);
}

/* Weights, their sum and the division; for exp the maxima come first. */
static double one_flops(int Tk, int D, int m, const struct tf_feature_arg *arg) {
    const double maxima = arg->map == TF_FEATURE_EXP ? Tk * (2.0 * m + 2) * D : 0;
    return 2.0 * Tk * ((m ? m : D) + 1) + maxima + map_flops(Tk + 1.0, Tk, D, m, arg);
}

double tf_feature_flops(int Tq, int Tk, int D, int Dv, int m, const struct tf_feature_arg *arg) {
    double rows = (double)Tq + Tk, n = Dv + 1, flops = map_flops(rows, Tk, D, m, arg);
    if (arg->map == TF_FEATURE_ELU || !m) m = D;
    flops += 2 * rows * m * n + (double)Tq * Dv; // S and its use, z among them; the division

    for (int r0 = 0; arg->causal && r0 < Tk; r0 += BLOCK_CAUSAL) { // pairs within a block: all are computed, half are used
        double b = rows_at(r0, BLOCK_CAUSAL, Tk);
        flops += b * b * (2.0 * m * (arg->rotary ? 2 : 1) + 2 * n); // with positions: pairs of turned features, and of others
        if (r0 + BLOCK_CAUSAL >= Tk) flops -= 2 * b * m * n;        // the last block's keys never enter S
    }
    return flops;
}

static struct feature *feature_new(struct tf_tape *t, struct tf_mat *q, struct tf_mat *k, struct tf_mat *v, const struct tf_mat *W,
                                   const struct tf_feature_arg *arg) {
    TF_BUG_IF(q->cols != k->cols, "feature: q (%d,%d), k (%d,%d)", q->rows, q->cols, k->rows, k->cols);
    TF_BUG_IF(arg->rotary != (arg->table != NULL) || (arg->table && arg->table->cols > q->cols), "feature: positions");
    TF_BUG_IF((W ? arg->map == TF_FEATURE_ELU : arg->map == TF_FEATURE_EXP || arg->scale != 1) ||
                  (W && (W->cols != q->cols || W->ld != W->cols || W->grad)),
              "feature: W");
    struct feature *f = tf_arena_alloc(&t->arena, sizeof *f);
    const struct tf_kernels *K = tf_kernels();
    *f = (struct feature){.q = q,
                          .k = k,
                          .v = v,
                          .o = v ? tf_new(t, q->rows, v->cols) : tf_new(t, k->rows, 1),
                          .W = W ? W->v : NULL,
                          .arg = *arg,
                          .F = tf_feature_kernels(),
                          .K = K,
                          .m = W ? W->rows : q->cols,
                          .D = q->cols,
                          .Dv = v ? v->cols : 0,
                          .block = arg->causal ? BLOCK_CAUSAL : BLOCK,
                          .one = !v};
    f->mp = tf_round_up(f->m, K->vl), f->Dp = tf_round_up(f->D, K->vl), f->Dvp = tf_round_up(f->Dv, K->vl),
    f->Vp = tf_round_up(f->Dv + 1, K->vl);
    f->state = f->one ? 0 : (size_t)f->m * (size_t)f->Dvp + (size_t)f->mp;
    size_t blocks = arg->causal ? ((size_t)k->rows + BLOCK_CAUSAL - 1) / BLOCK_CAUSAL : 1;
    f->den = tf_arena_alloc(&t->arena, sizeof *f->den * (size_t)q->rows);
    f->C = tf_arena_alloc(&t->arena, sizeof *f->C * (size_t)f->m * blocks);
    f->S = tf_arena_alloc(&t->arena, sizeof *f->S * f->state * (t->grad ? blocks : 1));
    memset(f->S, 0, sizeof *f->S * f->state);
    for (int j = 0; j < f->m; j++) f->C[j] = (tf_real)-INFINITY;
    return f;
}

struct tf_mat *tf_feature(struct tf_tape *t, struct tf_mat *q, struct tf_mat *k, struct tf_mat *v, const struct tf_mat *W,
                          const struct tf_feature_arg *arg) {
    TF_BUG_IF(v ? k->rows != v->rows || (arg->causal && q->rows != k->rows) : q->rows != 1 || arg->causal || arg->rotary,
              "feature: %d queries, %d keys, %d values", q->rows, k->rows, v ? v->rows : 0);
    struct feature *f = feature_new(t, q, k, v, W, arg);
    struct tf_mark mark = tf_arena_mark(&t->arena);
    struct work w = work_new(t, f, false);
    if (!v) forward_one(f, &w);
    else if (arg->causal) forward_causal(f, &w, t->grad);
    else forward_full(f, &w);
    tf_arena_rewind(&t->arena, mark);
    const int m = W ? W->rows : 0;
    t->flops[TF_FLOP_FEATURE] += v ? tf_feature_flops(q->rows, k->rows, f->D, f->Dv, m, arg) : one_flops(k->rows, f->D, m, arg);
    for (int b = 0; arg->table && b < f->m; b += f->D) t->flops[TF_FLOP_OTHER] += 3.0 * (q->rows + k->rows) * turned_of(f, b);
    tf_record(t, feature_back, f);
    return f->o;
}
