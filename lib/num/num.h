/* Floor 1: matrices, the tape of ops and their backward passes, fused kernels, the parameter store. The only
 * user of BLAS.
 *
 * A tape belongs to one shard (one thread at a time). An op takes matrices, computes its output at once and,
 * when the tape records, owns its backward pass. Gradients accumulate (+=). Everything is row-major; "rows"
 * are tokens unless said otherwise. FLOPs are counted as the ops run: multiply + add = 2, softmax and scale =
 * 5 per score (the papers' convention). */
#ifndef TF_NUM_H
#define TF_NUM_H
#include "base/base.h"

/* ---- matrices ------------------------------------------------------------------------------------------ */
struct tf_mat {
    int rows, cols, ld;        /* element (i, j) is v[i * ld + j] */
    tf_real *v;                /* values */
    tf_real *g;                /* gradient, same ld; NULL until backward starts, or for ever when !grad */
    bool grad;                 /* does a gradient flow to it */
    struct tf_mat *base;       /* a view shares its base's v and g; NULL: owns them (or is a parameter) */
    size_t off;                /* view: first element in base */
};

enum tf_precision { TF_PRECISION_FP32, TF_PRECISION_BF16 }; /* TF_PRECISION_FP32 means tf_real */
struct tf_bf16;

/* Forward work; TEACH: all of a teacher's, gradients included. */
enum tf_flop_class {
    TF_FLOP_LINEAR, TF_FLOP_ROUTE, TF_FLOP_ATTEND, TF_FLOP_FEATURE, TF_FLOP_POOL, TF_FLOP_OTHER,
    TF_FLOP_TEACH, TF_FLOP_CLASSES
};

/* Where the time of a forward pass goes: a clock that is off unless the tape is given one. */
enum tf_phase {
    TF_PHASE_PROJECT, TF_PHASE_ROUTE, TF_PHASE_GATHER, TF_PHASE_ATTEND, TF_PHASE_OTHER, TF_PHASE_OUTPUT,
    TF_PHASES
};
struct tf_clock { double s[TF_PHASES], since; enum tf_phase now; }; /* seconds; since: of `now` */

struct tf_tape {
    struct tf_arena arena;             /* everything below lives here */
    struct tf_op *ops; int n_ops, cap_ops;
    struct tf_mat **mats; int n_mats, cap_mats;
    struct tf_scope *scopes; int n_scopes, cap_scopes;
    bool grad;                         /* record backward passes */
    bool train;                        /* dropout, sampling and the like are active */
    uint64_t seed; uint32_t step;      /* of the random draws */
    double flops[TF_FLOP_CLASSES];     /* forward work since the last reset */
    double pairs, pairs_full; /* (query, key) pairs touched; of full attention: f = their ratio */
    double beside, beside_full; /* the same of routed layers that stand beside the mechanism's own */
    double aux_loss; /* sum of auxiliary losses, for the log; their ops add the gradients */
    struct tf_clock *clock;            /* NULL: off; survives a reset */
    /* NULL: off; else linear, linear_act, matmul and attend round the factors of their products to bf16;
     * survives a reset */
    struct tf_bf16 *bf16;
};
void tf_tape_init(struct tf_tape *t);
void tf_tape_reset(struct tf_tape *t);   /* forgets matrices, ops and counters; keeps the memory */
void tf_tape_release(struct tf_tape *t);
/* from here on; TF_PRECISION_BF16 needs tf_bf16_check. Sums, softmax, norms, weights stay fp32 */
void tf_tape_precision(struct tf_tape *t, enum tf_precision p);
int tf_bf16_check(struct tf_err *e);     /* TF_BAD: oneDNN is not built in, or this CPU cannot do it */
const char *tf_bf16_about(void);         /* "oneDNN 2.6.3 (AVX512_BF16: yes, AMX: no)" */
/* From here on time belongs to `phase`; returns the phase before. Costs nothing without a clock. */
enum tf_phase tf_phase_switch(struct tf_clock *c, enum tf_phase phase);
static inline enum tf_phase tf_phase(struct tf_tape *t, enum tf_phase phase) {
    return t->clock ? tf_phase_switch(t->clock, phase) : phase;
}
/* Runs all backward passes, last first, after setting the 1x1 matrix loss's gradient to `scale`. */
void tf_tape_backward(struct tf_tape *t, struct tf_mat *loss, double scale);
/* Runs the backward passes of the ops since a mark, last first, and forgets them: losses of their own, which
 * no later op reads. */
struct tf_tape_mark { int ops, mats; };
struct tf_tape_mark tf_tape_here(const struct tf_tape *t);
void tf_tape_backward_to(struct tf_tape *t, struct tf_tape_mark from);

/* not cleared; has a gradient when the tape records */
struct tf_mat *tf_new(struct tf_tape *t, int rows, int cols);
struct tf_mat *tf_const(struct tf_tape *t, int rows, int cols);          /* not cleared; no gradient */
struct tf_mat *tf_view(struct tf_tape *t, struct tf_mat *m, int r0, int rows, int c0, int cols);
/* Of the matrices made between begin and end, ops outside use only `out`. So the gradients of the others live
 * only while the backward passes of the ops inside run, and their memory is reused. Scopes follow one another
 * and do not nest. */
void tf_scope_begin(struct tf_tape *t);
void tf_scope_end(struct tf_tape *t, const struct tf_mat *out);
/* A matrix over memory that outlives the tape. g NULL: constant. */
struct tf_mat *tf_extern(struct tf_tape *t, tf_real *v, tf_real *g, int rows, int cols);
/* Registers an op's backward pass (ignored when the tape does not record); aux lives in the tape's arena. */
void tf_record(struct tf_tape *t, void (*backward)(struct tf_tape *, void *aux), void *aux);

/* ---- BLAS ---------------------------------------------------------------------------------------------- */
/* C = alpha op(A) op(B) + beta C, row-major; op transposes when the flag is true. C (M,N), inner K. One
 * thread. */
void tf_gemm(bool ta, bool tb, int M, int N, int K, tf_real alpha, const tf_real *A, int lda,
             const tf_real *B, int ldb, tf_real beta, tf_real *C, int ldc);
/* One BLAS thread; on x86 denormal numbers count as zero, here and on threads made later.
 * Call once at start. */
void tf_num_init(void);
const char *tf_blas_core(void); /* kernel set in use, "Cooperlake" */
const char *tf_blas_version(void);
const char *tf_isa(void); /* of our own kernels: "avx512", "avx2", "portable"; TREEFORMER_ISA overrides */
bool tf_cpu_has_avx512(void);
double tf_peak_gflops(void); /* multiply-adds of one core with that instruction set, measured now */

/* ---- sequences of a micro-batch ------------------------------------------------------------------------ */
/* Packed rows without padding: sequence s owns rows off[s]..off[s+1]-1, its tokens, then its extra rows
 * (aux). */
struct tf_pack {
    int n_seq, rows;
    const int *off;         /* n_seq + 1 */
    const int *len;         /* tokens of each sequence; off[s+1] - off[s] - len[s] extra rows follow them */
    const uint32_t *id;     /* example id of each sequence: keys its random draws */
    const int *pos;         /* (rows) position in the sequence, -1: an extra row; NULL: not needed */
    const int *place;       /* (rows) number of each in its sequence; NULL: all of it is there */
};

/* ---- ops ----------------------------------------------------------------------------------------------- */
/* x (n,in), W (out,in), b (1,out) or NULL -> x W^T + b (n,out) */
struct tf_mat *tf_linear(struct tf_tape *t, struct tf_mat *x, struct tf_mat *W, struct tf_mat *b);
/* The same where the tape may be one with bf16: with TF_PRECISION_FP32 the output is not rounded, its
 * gradients still are. */
struct tf_mat *tf_linear_at(struct tf_tape *t, enum tf_precision forward, struct tf_mat *x, struct tf_mat *W,
                            struct tf_mat *b);
/* By heads, D = W's rows / H: y (n H,C), row i H + h = x[i, columns of h] W[rows of h], of x (n,H D) and W (H
 * D,C); and the way back: y (n,H D), columns of h in row i = W[rows of h] x[i H + h] + b[columns of h] x[i H
 * + h, C], of x (n H,C + 1), or (n H,C) with 1 in its place; b (1,H D) or NULL. Counted as LINEAR. */
struct tf_mat *tf_fold(struct tf_tape *t, struct tf_mat *x, struct tf_mat *W, int H);
struct tf_mat *tf_unfold(struct tf_tape *t, struct tf_mat *x, struct tf_mat *W, struct tf_mat *b, int H);
/* o (n,C): o_h = sum_j w[h]_j v_j; n columns w[h] (T,1), v (T,C). Counts TF_FLOP_POOL. */
struct tf_mat *tf_weighted_sums(struct tf_tape *t, int n, struct tf_mat *const *w, struct tf_mat *v);
/* op(a) op(b); counted as FEATURE */
struct tf_mat *tf_matmul(struct tf_tape *t, bool ta, bool tb, struct tf_mat *a, struct tf_mat *b);
struct tf_mat *tf_add(struct tf_tape *t, struct tf_mat *a, struct tf_mat *b);
struct tf_mat *tf_scale(struct tf_tape *t, struct tf_mat *a, tf_real s);
struct tf_mat *tf_gelu(struct tf_tape *t, struct tf_mat *x); /* exact, with erf: x Phi(x) */
struct tf_mat *tf_relu(struct tf_tape *t, struct tf_mat *x);
struct tf_mat *tf_tanh(struct tf_tape *t, struct tf_mat *x);
struct tf_mat *tf_times(struct tf_tape *t, struct tf_mat *a, struct tf_mat *s); /* s (1,1), learned */
/* Layer norm; without `centre` RMS norm, x / sqrt(mean x^2 + eps) gamma + beta. gamma, beta (1,C); beta NULL:
 * 0. */
struct tf_mat *tf_norm(struct tf_tape *t, bool centre, struct tf_mat *x, struct tf_mat *gamma,
                       struct tf_mat *beta, double eps);
/* Gated linear unit of x (n,2F), no view: a gate of its first F columns, times the others -> (n,F);
 * arXiv:2002.05202. silu: x times the logistic function of x; logistic: that function. */
enum tf_gate_kind { TF_GATE_GELU, TF_GATE_SILU, TF_GATE_LOGISTIC };
struct tf_mat *tf_glu(struct tf_tape *t, struct tf_mat *x, enum tf_gate_kind kind);
/* Dropout with inverted scaling; the draw of row r of a sequence is keyed by (seed, step, example id, site,
 * r). No-op when !t->train or p == 0. */
struct tf_mat *tf_dropout(struct tf_tape *t, struct tf_mat *x, double p, const struct tf_pack *pk,
                          uint32_t site);
/* r + tf_dropout(x), as one op. */
struct tf_mat *tf_residual(struct tf_tape *t, struct tf_mat *r, struct tf_mat *x, double p,
                           const struct tf_pack *pk, uint32_t site);
/* tf_linear of tf_dropout of an activation (tf_relu or tf_gelu) of x, as one op that stores nothing of what
 * lies between; x: no view, no constant. */
struct tf_mat *tf_linear_act(struct tf_tape *t, struct tf_mat *x, bool relu, double p,
                             const struct tf_pack *pk, uint32_t site, struct tf_mat *W, struct tf_mat *b);
/* Rows by number: the sum of row ids[i] of each of n tables (.,C), id < 0 a zero row, with dropout as
 * tf_dropout -> (rows,C); and one table without. */
enum { TF_LOOKUPS = 4 };
struct tf_lookup { struct tf_mat *table; const int *ids; };
struct tf_mat *tf_embed_sum(struct tf_tape *t, int n, const struct tf_lookup *from, int rows, double p,
                            const struct tf_pack *pk, uint32_t site);
/* rows of table (V,C) -> (n,C); id < 0: a zero row */
struct tf_mat *tf_embed(struct tf_tape *t, struct tf_mat *table, const int *ids, int n);
/* token rows only -> (n_seq,C) */
struct tf_mat *tf_pool_mean(struct tf_tape *t, struct tf_mat *x, const struct tf_pack *pk);
/* the largest of each channel; of equals the first token's has the gradient */
struct tf_mat *tf_pool_max(struct tf_tape *t, struct tf_mat *x, const struct tf_pack *pk);
/* Pairs: rows 2i and 2i+1 of x (2n,C) are a and b -> [a, b] (n,2C); interact: [a, b, a * b, a - b] (n,4C). */
struct tf_mat *tf_concat_pair(struct tf_tape *t, struct tf_mat *x, bool interact);
/* Row row[s] of each sequence s, counted from its first token; row NULL: the first token -> (n_seq,C) */
struct tf_mat *tf_pool_row(struct tf_tape *t, struct tf_mat *x, const struct tf_pack *pk, const int *row);
/* Cross-entropy in nats, summed over rows with label >= 0, divided by `denom` (the global count: then the
 * mean); *correct gets the argmax hits (may be NULL). -> (1,1) */
struct tf_mat *tf_xent(struct tf_tape *t, struct tf_mat *logits, const int *labels, double denom,
                       int *correct);

/* Mean |y - target| of y (n,1): the sum divided by `denom`; *close gets how many lie within `near` of their
 * target. target: n, kept. -> (1,1) */
struct tf_mat *tf_l1(struct tf_tape *t, struct tf_mat *y, const tf_real *target, double denom, double near,
                     int *close);

/* Rotary positions (arXiv:2104.09864 eq. 15) of x (n,H D): in each head the pair (x_2m, x_2m+1) is turned by
 * the angle of row pos[i] of the table (P,turned), which holds its cos and sin at 2m and 2m + 1; channels
 * from `turned` on, and rows of pos < 0, stay as they are. pos must live as long as the tape. */
struct tf_mat *tf_rotate(struct tf_tape *t, struct tf_mat *x, int H, const int *pos,
                         const struct tf_mat *table);

/* ---- vectors (of parameters) --------------------------------------------------------------------------- */
/* One Adam update (Kingma & Ba 2015): d = grad_scale g + l2 w; m, v move; w -= lr correct1 m / (sqrt(correct2
 * v) + eps) + decay w, with correct1 = 1/(1 - beta1^t), correct2 = 1/(1 - beta2^t). AdamW: l2 = 0, decay = lr
 * * weight decay. */
struct tf_adam_step { double lr, beta1, beta2, eps, correct1, correct2, l2, decay, grad_scale; };
void tf_adam(size_t n, tf_real *w, tf_real *m, tf_real *v, const tf_real *g, const struct tf_adam_step *s);
/* One Adadelta update (Zeiler 2012, arXiv:1212.5701): d = grad_scale g + l2 w; g2 = rho g2 + (1 - rho) d^2;
 * x = sqrt(dx2 + eps) / sqrt(g2 + eps) d; dx2 = rho dx2 + (1 - rho) x^2; w -= lr x. g2, dx2: 0 at first. */
struct tf_adadelta_step { double lr, rho, eps, l2, grad_scale; };
void tf_adadelta(size_t n, tf_real *w, tf_real *g2, tf_real *dx2, const tf_real *g,
                 const struct tf_adadelta_step *s);
/* One Muon update of a matrix w (rows,cols) (Jordan 2024; Liu et al., arXiv:2502.16982): m = momentum m +
 * grad_scale g; w -= decay w + 0.2 sqrt(max(rows, cols)) lr O, O the result of five Newton-Schulz steps on
 * momentum m + grad_scale g: its factors U V^T, nearly. So an element moves about as far as by AdamW. */
struct tf_muon_step { double lr, momentum, decay, grad_scale; };
void tf_muon(int rows, int cols, tf_real *w, tf_real *m, const tf_real *g, const struct tf_muon_step *s);
void tf_accumulate(size_t n, tf_real *y, const tf_real *x); /* y += x */
double tf_sum_squares(size_t n, const tf_real *x);          /* in double, in a fixed order */
/* Rounds x to multiples of a power of two, 2^-12 to 2^-11 of the largest number, so that numbers that differ
 * by rounding alone become equal (nothing happens where one is infinite or nearly). For scores that rank
 * rows: equal rows of a product may differ in their last bits, by where they stand in it. */
void tf_coarsen(size_t n, tf_real *x);
/* The same in parts, all but the last of a multiple of TF_SQUARES numbers; zero-initialise. */
enum { TF_SQUARES = 16 };
struct tf_squares { double sum[TF_SQUARES]; };
void tf_squares_add(struct tf_squares *s, size_t n, const tf_real *x);
double tf_squares_total(const struct tf_squares *s);

/* ---- attend: softmax attention over an index plan ------------------------------------------------------ */
struct tf_range { int k0, k1; };            /* positions in kidx, or key rows where kidx is NULL */
struct tf_block { int q0, q1, r0, r1; }; /* queries at q0..q1-1 of qidx attend to ranges[r0..r1-1] */
struct tf_attn_index {                            /* must live as long as the tape (its arena will do) */
    int n_blocks;
    const struct tf_block *blocks;
    const struct tf_range *ranges;
    /* row numbers; NULL: the identity. A query row is in at most one block. */
    const int *qidx, *kidx;
    /* windowed: keep the pair (i, j) only when lo <= i - j <= hi, in row numbers; causal = 0..INT_MAX */
    bool windowed; int lo, hi;
    bool outside; /* windowed: keep the other pairs instead */
    bool self_last; /* a query's own row counts only without other keys: logit - TF_SELF_LAST */
};
#define TF_SELF_LAST 1e5
struct tf_attend_arg {
    double scale;                           /* of the logits; 1/sqrt(D) usually */
    double slope;                           /* row i and row j: the logit loses slope |i - j| */
    double dropout;                         /* of the probabilities, when t->train */
    uint32_t key;                           /* dropout: from tf_attend_key */
    const uint32_t *keys; /* (Tq) each query row's own key, it then counts as row 0; NULL: `key` */
    struct tf_mat *out; /* evaluation: o goes here, may be q; NULL or recording: a new matrix */
};
uint32_t tf_attend_key(const struct tf_tape *t, uint32_t example, uint32_t layer, uint32_t head);
#define TF_HASH_FINISH(x) /* uint32_t, or a vector of them */ \
    ((x) ^= (x) >> 16, (x) *= 0x7feb352du, (x) ^= (x) >> 15, (x) *= 0x846ca68bu, (x) ^= (x) >> 16)
/* The hash behind attention dropout: pair (row i, row j) is kept when tf_pair_hash >= p * 2^32. Kept weights
 * are scaled by 1/(1-p). */
static inline uint32_t tf_pair_hash(uint32_t key, uint32_t i, uint32_t j) {
    uint32_t x = (key ^ (i * 0x9e3779b9u)) + j * 0x85ebca6bu;
    TF_HASH_FINISH(x);
    return x;
}
/* o (Tq,D) = softmax(scale q k^T restricted to the plan) v; q (Tq,D), k (Tk,D), v (Tk,Dv); blocked, n x n is
 * never stored. A query that has no key gets 0. *lse (may be NULL) receives log sum_j exp(score), (Tq), -inf
 * where there is no key, in the tape's arena. Counts TF_FLOP_ATTEND (2 D + 2 Dv + 5 per pair) and t->pairs
 * (not pairs_full: the mechanism adds tokens^2 per head there). */
struct tf_mat *tf_attend(struct tf_tape *t, struct tf_mat *q, struct tf_mat *k, struct tf_mat *v,
                         const struct tf_attn_index *plan, const struct tf_attend_arg *arg,
                         const tf_real **lse);
const struct tf_attn_index *tf_attn_index_dense(struct tf_tape *t, int Tq, int Tk); /* one block, one range */
/* Attention over the union of n plans without a common pair, from each one's o[p] (T,D) and lse[p] (T) ->
 * (T,D); *all (may be NULL): its lse. Rounding grows with |lse|; a NaN among them makes the row NaN. o[p]
 * must come straight from tf_attend or tf_attend_means and serve nothing else: the backward pass overwrites
 * its values. */
struct tf_mat *tf_attend_merge(struct tf_tape *t, int n, struct tf_mat *const *o, const tf_real *const *lse,
                               const tf_real **all);

/* Start and end of an answer: logits (sum of len, 2), the rows of n sequences one after the other. Mean of
 * the two cross-entropies over a sequence's rows, summed over the sequences and divided by denom. *correct:
 * sequences where both are right (may be NULL). -> (1,1) */
struct tf_mat *tf_span_xent(struct tf_tape *t, struct tf_mat *logits, int n, const int *len,
                            const int *start, const int *end, double denom, int *correct);

/* ---- rows ---------------------------------------------------------------------------------------------- */
/* y_i = norm x_i / |x_i|, with `centre` after subtracting the row's mean; a zero row stays zero. */
struct tf_mat *tf_norm_rows(struct tf_tape *t, struct tf_mat *x, bool centre, double norm);
/* y_i = x_i / (1 - p), or 0 with probability p: whole rows; row i is kept when tf_pair_hash(key, 0, i) >= p *
 * 2^32. x itself when !t->train or p == 0. */
struct tf_mat *tf_drop_rows(struct tf_tape *t, struct tf_mat *x, double p, uint32_t key);
/* o (T,C): o_i = mean of the rows r of x (n,C) with row[r] = i, 0 where there is none; 0 <= row[r] < T. `row`
 * must live as long as the tape. */
struct tf_mat *tf_scatter_mean(struct tf_tape *t, struct tf_mat *x, const int *row, int T);

/* y (T,D): y_i = sum_d w_d x_{i + d - (k-1)/2}, one filter w (1,k), k odd, for all columns of x (T,D); rows
 * outside are 0. Counts 2 k per element as FEATURE. */
struct tf_mat *tf_conv_rows(struct tf_tape *t, struct tf_mat *x, struct tf_mat *w);
struct tf_mat *tf_beside(struct tf_tape *t, struct tf_mat *a, struct tf_mat *b); /* [a, b], columns of both */
/* The pseudo-inverse of A (m,m), no view, whose rows are >= 0 and sum to 1 (a softmax), after `steps` of
 * Razavi et al.'s iteration, as in arXiv:2102.03902: Z <- Z (13 I - A Z (15 I - A Z (7 I - A Z))) / 4 from
 * A^T / (A's largest column sum). The gradient is that of the steps. Counts 8 m^3 per step as FEATURE. */
struct tf_mat *tf_pinv(struct tf_tape *t, struct tf_mat *A, int steps);

/* Items 0..T-1 by group, in order inside a group: of[i] in 0..n-1; group g owns
 * order[start[g]..start[g+1]-1]; order (T), start (n+1). */
void tf_sort_groups(int T, int n, const int *of, int *order, int *start);

/* ---- blocks -------------------------------------------------------------------------------------------- */
/* Rows n b .. (n + 1) b - 1 of x (T,D) are block n, the last one may be shorter; N = ceil(T / b). */
/* the sum of each block's rows -> (N,D); counts T D as POOL */
struct tf_mat *tf_block_sums(struct tf_tape *t, struct tf_mat *x, int b);
/* exp of R (N,N) after `iterations` times: from every row its log sum exp, then from every column its own.
 * Columns of P sum to 1, rows nearly do. Counts 10 per element and iteration as ROUTE. */
struct tf_mat *tf_sinkhorn(struct tf_tape *t, struct tf_mat *R, int iterations);
/* Soft sorting: y (2 N b, D), rows 2 l b .. hold sorted block l = sum_n P[n,l] block n, row by row, and
 * behind its b rows block l itself. Rows that a short block lacks are 0. P (N,n), n <= N: sorted blocks
 * n..N-1 are 0. Counts 2 n T D as POOL. */
struct tf_mat *tf_sort_blocks(struct tf_tape *t, struct tf_mat *x, struct tf_mat *P, int b);

/* ---- attend_graph: the same along the edges of a sparse graph ------------------------------------------ */
/* Writes the key rows that query i attends to, each at most once, and returns how many. `type` has room for a
 * type of each edge, and is read where the graph has types. */
typedef int tf_graph_neighbours(const void *arg, int i, int *out, int *type);
struct tf_graph; /* queries 0..Tq-1 in tiles of neighbours; lives in the tape's arena, serves all heads */
/* Types are 0..types-1; types 0: the graph has none. */
const struct tf_graph *tf_graph_new(struct tf_tape *t, int Tq, int Tk, int types, tf_graph_neighbours *fn,
                                    const void *arg);
/* its edges; *terms: its (query, type) pairs */
double tf_graph_pairs(int Tq, int Tk, int types, tf_graph_neighbours *fn, const void *arg, double *terms);
/* o (Tq,Dv) = softmax(scale <q_i, k_j + r_type(i,j)> over the edges) v; q (Tq,D), k (Tk,D), v (Tk,Dv), r
 * (types,D) or NULL: 0; a query without neighbours gets 0. Counts as tf_attend, and with r a product 2 D per
 * term and a sum per edge. */
struct tf_mat *tf_attend_graph(struct tf_tape *t, struct tf_mat *q, struct tf_mat *k, struct tf_mat *v,
                               struct tf_mat *r, const struct tf_graph *g, const struct tf_attend_arg *arg);

/* o (T,Dv): row i attends to the rows i - x, x = 1..min(W, i), W = m's columns, not to itself: o_i = sum_x
 * a_ix v_{i-x}, a_ix = m_x e_ix / sum_y m_y e_iy, e_ix = exp(scale <q_i, k_{i-x} + r_x>). q, k (T,D), v
 * (T,Dv), r (W or more,D), its row x - 1 that of x, m (1,W) >= 0, m_1 > 0. Row 0 is 0. A score with m_x = 0
 * counts as at most 40 above the highest of the others. Of arg scale and dropout alone. Blocked: a band of W
 * keys. Counts TF_FLOP_ATTEND, 4 D + 2 Dv + 7 per pair, and t->pairs, of all x. */
struct tf_mat *tf_attend_band(struct tf_tape *t, struct tf_mat *q, struct tf_mat *k, struct tf_mat *v,
                              struct tf_mat *r, struct tf_mat *m, const struct tf_attend_arg *arg);

/* ---- feature: attention through a feature map, linear in T --------------------------------------------- */
/* phi: exp(W y - |y|^2 / 2); max(W y, 0) + eps, or max(x, 0) + eps without W; elu(x) + 1, without W. */
enum tf_feature_map { TF_FEATURE_EXP, TF_FEATURE_RELU, TF_FEATURE_ELU };
struct tf_feature_arg {
    enum tf_feature_map map;
    double scale, eps;                      /* y = scale x, without W 1; eps: of relu */
    bool causal;                            /* keys j <= i only; then Tq = Tk */
    /* Rotary positions of the features, in the sum over values alone: of each row its row of the table (see
     * tf_rotate), whose columns turn features 0.., and again from every D-th on; rotary false: none. */
    bool rotary;
    const int *qpos, *kpos;
    const struct tf_mat *table;
};
/* o (Tq,Dv): o_i = sum_j <phi(q_i), phi(k_j)> v_j / sum_j <phi(q_i), phi(k_j)>; q (Tq,D), k (Tk,D), v
 * (Tk,Dv), W (m,D) constant, NULL for elu and, if there is none, for relu: then m is D. Blocked: features
 * (T,m) are never stored. Counts TF_FLOP_FEATURE, as tf_feature_flops says (m 0: without W). One query,
 * neither causal nor rotary, may come without v: then its weights (Tk,1), for tf_weighted_sums. */
struct tf_mat *tf_feature(struct tf_tape *t, struct tf_mat *q, struct tf_mat *k, struct tf_mat *v,
                          const struct tf_mat *W, const struct tf_feature_arg *arg);
double tf_feature_flops(int Tq, int Tk, int D, int Dv, int m, const struct tf_feature_arg *arg);
/* v (rows,cols): normal N(0, I) rows, orthogonal to each other within blocks of cols rows. */
void tf_orthogonal(struct tf_rng *r, int rows, int cols, tf_real *v);
/* Class summaries: o[i, block c] = q[i, c] sum_t r[t, c] p[t, block c] / sum_t r[t, c] over all t, or t <= i
 * when causal; q, r (T,m) >= 0, p (T,C), block c = columns c C/m .. (c+1) C/m - 1. A class of weight 0 gives
 * 0. Counts TF_FLOP_POOL: T (3 C + m) + C; causal T (4 C + m). */
struct tf_mat *tf_class_pool(struct tf_tape *t, struct tf_mat *q, struct tf_mat *r, struct tf_mat *p,
                             bool causal);
struct tf_mat *tf_softmax(struct tf_tape *t, struct tf_mat *x); /* of each row; 5 per element as ROUTE */

/* ---- parameters ---------------------------------------------------------------------------------------- */
/* One block of memory and one table; gradients and optimizer moments share the offsets. */
enum tf_init {
    TF_INIT_ZERO,
    TF_INIT_ONE,
    TF_INIT_CONST,
    TF_INIT_NORMAL, /* a = std */
    TF_INIT_XAVIER, /* uniform, a = gain */
    TF_INIT_SINUSOID,
    TF_INIT_ORTHOGONAL, /* tf_orthogonal */
    TF_INIT_ROTARY,     /* cos and sin of t a^(-2m/cols) at (t,2m) and (t,2m+1) */
    TF_INIT_LECUN,      /* normal of variance 1/cols, cut at two deviations of what is cut */
    TF_INIT_DECADES,    /* logarithms, uniform from log a to log 100 a */
    TF_INIT_LINEAR,     /* row n = 0.. is a n */
    TF_INIT_INVERSE     /* row n = 0.. is a (2 rows / (2 n + 1) - 1) */
};
/* BUFFER: saved, not learned; LAST_ZERO: the last row starts at 0; FROZEN: stays as it is in this stage;
 * APART: learns from a loss of its own; its gradient is neither in the norm that is clipped nor clipped. */
enum {
    TF_PAR_NO_DECAY = 1, TF_PAR_BUFFER = 2, TF_PAR_LAST_ZERO = 4, TF_PAR_FROZEN = 8, TF_PAR_APART = 16
};
enum { TF_PAR_NAME = 112 /* bytes */ };
/* max_lr: the highest learning rate of a schedule is at most this; 0: any */
struct tf_par {
    char name[TF_PAR_NAME]; int rows, cols; size_t off; enum tf_init init; double a; unsigned flags;
    double max_lr;
};
/* numbers */
static inline size_t tf_par_count(const struct tf_par *p) { return (size_t)p->rows * (size_t)p->cols; }
/* Is it a table of positions, which depends on no weight? */
static inline bool tf_par_computed(const struct tf_par *p) {
    return p->init == TF_INIT_SINUSOID || p->init == TF_INIT_ROTARY;
}
struct tf_pars { struct tf_par *p; int n, cap; size_t size; tf_real *v; }; /* v: NULL until tf_pars_alloc */
/* `name` must be new. Returns its index. */
int tf_pars_add(struct tf_pars *ps, const char *name, int rows, int cols, enum tf_init init, double a,
                unsigned flags);
void tf_pars_alloc(struct tf_pars *ps);                 /* the block, cleared */
void tf_pars_init_one(struct tf_pars *ps, int i, uint64_t seed); /* by seed, name, element */
void tf_pars_init(struct tf_pars *ps, uint64_t seed);
int tf_pars_find(const struct tf_pars *ps, const char *name); /* -1: none */
void tf_pars_free(struct tf_pars *ps);
/* Parameter `i` as a matrix of this tape; grads is the shard's gradient block (size elements) or NULL. */
struct tf_mat *tf_par_mat(struct tf_tape *t, const struct tf_pars *ps, tf_real *grads, int i);
#endif
