/* Floor 2: attention mechanisms. One file and one const struct each; attn_list.def lists them.
 * docs/add-attention.md tells how to add one. */
#ifndef TF_ATTN_H
#define TF_ATTN_H
#include "num/num.h"

/* What a mechanism can do. RANDOM: draws from a seed of its own, in evaluation too; ROUTED: its pairs depend
 * on content, or on what was learned; EXACT: equals full attention; STRAIGHT: straight-through gradients, so
 * no finite differences; ROTARY: compares projected queries and keys of single tokens, so rotary positions
 * make sense; ALIBI: all its scores are of such pairs, in tf_attend; NO_DROPOUT: it has no probabilities that
 * could be dropped. */
enum {
    TF_ATTN_CAUSAL = 1, TF_ATTN_RANDOM = 2, TF_ATTN_ROUTED = 4, TF_ATTN_EXACT = 8, TF_ATTN_STRAIGHT = 16,
    TF_ATTN_ROTARY = 32, TF_ATTN_ALIBI = 64, TF_ATTN_NO_DROPOUT = 128
};

/* C channels, H heads; qkv: channels of q, k and v of all heads (0: C), D = qkv/H per head; at most max_len
 * token rows; dropout of probabilities; no_bias: of the projections of q, k, v and the output; rotary:
 * queries and keys are rotated by their positions, with the model's buffer TF_ROTARY (see tf_rotate); alibi:
 * the scores of head h = 0.. lose 2^(-8 (h + 1) / H) times the distance of their rows. */
struct tf_shape { int C, H, qkv, layer, max_len; bool causal, no_bias, rotary, alibi; double dropout; };
#define TF_ROTARY "embeddings.rotary"
#define TF_QKV(s) ((s)->qkv ? (s)->qkv : (s)->C) /* of a tf_shape or a tf_cost */
#define TF_QKV_DIM(s) ((s)->qkv_dim ? (s)->qkv_dim : (s)->dim) /* of options by these names */
#define TF_HEAD_DIM(s) (TF_QKV(s) / (s)->H)

/* Declares a layer's learned tensors; names get the layer's prefix. */
struct tf_decl { struct tf_pars *pars; const char *prefix; };
void tf_declare(struct tf_decl *d, const char *name, int rows, int cols, enum tf_init init, double a,
                unsigned flags);

struct tf_recall;                    /* num/tree.h */
struct tf_ctx {                      /* one layer's forward pass over one micro-batch */
    struct tf_tape *tape;
    const struct tf_attn *attn;
    const void *opts;                /* the mechanism's options struct */
    struct tf_shape shape;
    const struct tf_pack *pack;
    const struct tf_pars *pars;
    tf_real *grads;                  /* shard's gradient block; NULL in evaluation */
    const char *prefix;              /* "encoder.layer.0.attention.self." */
    /* only the first row of each sequence is a query (keys and values: all rows); forward returns
     * (n_seq,C) */
    bool cls_query_only;
    double aux_scale; /* an auxiliary loss of one sequence is multiplied by this: 1 / sequences of the step */
    /* Leaf statistics; NULL: none. Called twice in a row for each tree of a (sequence, head), keys and
     * queries in either order; count lives on until both came. */
    void (*on_leaves)(void *arg, int layer, int head, bool keys, int n_leaves, const int *count);
    void *on_leaves_arg;
    /* (n_seq) What the layer hands from a segment of a text to the next one, state_size reals: of the segment
     * before, an entry NULL: there is none; and of this one. NULL: nothing is carried. */
    const tf_real *const *before;
    tf_real *const *after;
    /* What the layer keeps of full attention (num/tree.h), of n queries of a head, tree after tree; NULL:
     * none. Only where the tape does not record. */
    void (*on_recall)(void *arg, int layer, int head, int n, const struct tf_recall *r);
    void *on_recall_arg;
};
struct tf_mat *tf_ctx_param(const struct tf_ctx *c, const char *name); /* NULL: not declared */

/* flops_* describe one layer. Occupancy f = sum_leaf |Q_leaf||K_leaf| / T^2, measured; < 0: assume balanced
 * leaves. causal: only pairs that are computed count, in both accountings. */
struct tf_cost { int T, C, H, qkv; double f; bool causal, no_bias, rotary; };

/* A default that has changed. Spec hashes leave out the first default, so that older results keep theirs and
 * are not taken for today's. They also leave out today's where the option `gradient` is one of `idle` (joined
 * by '|'; NULL: none): there both defaults train the same. */
struct tf_changed_default { const char *option, *first, *idle; };

/* TAUGHT: trees learn from full attention inside forward and, if grads are given, add their gradient there,
 * even on a tape that does not record; OUTPUT: full attention is the layer's output, so the loss teaches no
 * tree. BALANCED: a balance loss, which the tape records, moves them. STILL: nothing moves them;
 * QUERIES_STILL: nothing moves those of queries alone ("tree.q"). */
enum {
    TF_TEACH_TAUGHT = 1,
    TF_TEACH_OUTPUT = 2,
    TF_TEACH_BALANCED = 4,
    TF_TEACH_STILL = 8,
    TF_TEACH_QUERIES_STILL = 16
};

struct tf_pattern;    /* patterns.h */
struct tf_graph_kind; /* graph_attn.h */
struct tf_attn {
    const char *name, *title, *paper;           /* "linformer", "Linformer", "arXiv:2006.04768 eq. 7" */
    /* why a causal model cannot have it, whether or not a layer alone can be masked; NULL: see
     * tf_attn_not_causal */
    const char *not_causal;
    /* whether a row sees no later one in any model, causal or not; NULL: it does */
    bool (*looks_back)(const void *opts);
    /* why it cannot have rotary positions (without TF_ATTN_ROTARY), and why not ALiBi (without TF_ATTN_ALIBI;
     * NULL: for the same reason) */
    const char *not_rotary, *not_alibi;
    const char *equation; /* what defines it, in plain text on one line of at most 150 characters */
    unsigned flags;
    bool cls_query_only;                        /* forward heeds tf_ctx.cls_query_only */
    bool (*needs_all_queries)(const void *opts); /* but not with these options: their loss needs all */
    const struct tf_opt *opts; size_t opts_size; /* opts may be NULL */
    /* combinations that ranges cannot say; NULL: none */
    int (*check)(const void *opts, const struct tf_shape *s, struct tf_err *e);
    /* NULL: tf_declare_qkvo, and what a graph needs */
    void (*params)(struct tf_decl *d, const struct tf_shape *s, const void *opts);
    int (*aux_rows)(const void *opts, int T);    /* extra rows for a sequence of T tokens; NULL: none */
    /* the row that represents the whole sequence, counted from its first token; NULL: none */
    int (*root_row)(const void *opts, int T);
    /* reals that a layer hands on (tf_ctx.before, after); 0, NULL: none */
    size_t (*state_size)(const void *opts, const struct tf_shape *s);
    /* Can forward go on from this, as read from a file? NULL: from any. */
    bool (*state_holds)(const void *opts, const struct tf_shape *s, const tf_real *state);
    struct tf_mat *(*forward)(const struct tf_ctx *c, struct tf_mat *X); /* packed X (rows,C) -> Y (rows,C) */
    /* fixed pattern of pairs: the plans of one head (patterns.h), for tf_pattern_forward; NULL: none */
    int (*pattern)(const struct tf_pattern *p, const struct tf_attn_index **out);
    const struct tf_graph_kind *graph; /* of T alone, for tf_graph_forward; NULL: none */
    /* Forward work of one layer on one sequence in evaluation, equal to the tape's counter; and the papers'
     * shared accounting, per head. With a pattern or a graph both may be NULL: projections and its pairs. */
    double (*flops_layer)(const void *opts, const struct tf_cost *s);
    double (*flops_paper)(const void *opts, const struct tf_cost *s);
    /* The same of one head between the four projections, for whichever of the two is NULL; NULL: none. */
    double (*flops_head)(const void *opts, const struct tf_cost *s);
    /* Numbers that a layer keeps of one sequence for its queries, the states of a recurrence if it is one;
     * NULL: keys and values of all rows. */
    double (*kept)(const void *opts, const struct tf_cost *s);
    /* Before update: `sums` holds what forward added to the gradient slots of the layer's buffers, summed
     * over the step's sequences; NULL: none. */
    void (*absorb)(const void *opts, struct tf_pars *ps, const char *prefix, const tf_real *sums);
    /* before step 1.. of steps; NULL: none */
    void (*update)(const void *opts, struct tf_pars *ps, const char *prefix, uint64_t seed, uint32_t step,
                   uint32_t steps);
    /* Sets the layer's biases in c->pars so that X spreads evenly over groups, and whether the options ask
     * for that on the first batch; NULL: none. */
    void (*init_balanced)(const struct tf_ctx *c, struct tf_mat *X);
    bool (*starts_balanced)(const void *opts);
    /* What trees learn from besides the loss, whether full attention is the layer's output, and which trees
     * nothing moves: TF_TEACH_...; NULL: 0. */
    unsigned (*teaching)(const void *opts);
    /* What teaching takes of memory for one sequence of T tokens in a layer of H heads; NULL: little. */
    double (*taught_bytes)(const void *opts, int T, int H);
    void (*quirks)(const void *opts, struct tf_buf *out); /* as struct tf_task's; NULL: none */
    const struct tf_changed_default *changed;    /* ends with option NULL; NULL: none */
    const char *paper_height; /* column of the papers' Table 6 with the height of its trees; NULL: none */
};
extern const struct tf_attn *const tf_attns[]; /* NULL-terminated */
const struct tf_attn *tf_attn_find(const char *name); /* NULL: none */
/* "TF-A" of "Treeformer TF-A": a pointer into the title, past the trees' family name. */
const char *tf_attn_brief_title(const char *title);
/* Why it cannot be in a causal model; NULL: it can. Without TF_ATTN_CAUSAL it never can. */
const char *tf_attn_not_causal(const struct tf_attn *a);
bool tf_attn_always(const void *opts); /* true, for looks_back */
const struct tf_attn *tf_attn_full(void); /* full attention: the others are measured against it */
bool tf_attn_is_full(const char *name);
/* params, flops_layer, flops_paper and kept of a mechanism, or their defaults where they are NULL. */
void tf_attn_params(const struct tf_attn *m, struct tf_decl *d, const struct tf_shape *s, const void *opts);
double tf_attn_flops_layer(const struct tf_attn *m, const void *opts, const struct tf_cost *s);
double tf_attn_flops_paper(const struct tf_attn *m, const void *opts, const struct tf_cost *s);
double tf_attn_kept(const struct tf_attn *m, const void *opts, const struct tf_cost *s);
/* Rows beside the tokens' of a sequence of T tokens; and are there any? With its options an aux_rows may say
 * 0. */
int tf_attn_aux_rows(const struct tf_attn *a, const void *opts, int T);
bool tf_attn_has_aux_rows(const struct tf_attn *a, const void *opts);
/* Can forward compute the first rows alone, with the same gradients (but other draws of sampled keys)? Is
 * init_balanced to run on the first batch? */
bool tf_attn_cls_query_only(const struct tf_attn *a, const void *opts);
bool tf_attn_starts_balanced(const struct tf_attn *a, const void *opts);
unsigned tf_attn_teaching(const struct tf_attn *a, const void *opts);

/* ---- helpers for mechanisms ---------------------------------------------------------------------------- */
/* Declares a projection "<name>.weight" (qkv,C) and "<name>.bias" (1,qkv); one of the heads' outputs, (C,qkv)
 * and (1,C); and those of query, key, value and output. */
void tf_declare_dense(struct tf_decl *d, const struct tf_shape *s, const char *name);
void tf_declare_output(struct tf_decl *d, const struct tf_shape *s, const char *name);
void tf_declare_qkvo(struct tf_decl *d, const struct tf_shape *s);
/* One head of one sequence: (T,D) views, T = all rows of the sequence; q (1,D) with ctx->cls_query_only. */
struct tf_head {
    const struct tf_ctx *ctx;
    int seq, head, T, tokens;
    uint32_t example;
    struct tf_mat *q, *k, *v;
};
typedef struct tf_mat *tf_head_fn(const struct tf_head *h); /* -> o, as many rows as q */
/* Projects, calls fn per (sequence, head), joins heads, projects. Adds tokens^2 per head to
 * tape->pairs_full. */
struct tf_mat *tf_per_head(const struct tf_ctx *c, struct tf_mat *X, tf_head_fn *fn);
/* The same with queries and keys as projected, whether or not the shape is rotary. */
struct tf_mat *tf_per_head_unrotated(const struct tf_ctx *c, struct tf_mat *X, tf_head_fn *fn);
/* The same for an fn whose rows are means of the rows of v, with weights that sum to 1. Where only one query
 * counts, v may be NULL: then fn returns the weights (T,1), and means of the layer's input are projected. */
struct tf_mat *tf_per_head_mean(const struct tf_ctx *c, struct tf_mat *X, tf_head_fn *fn);
/* The same where keys are queries, as projected: no key projection, h->k = h->q. */
void tf_declare_shared(struct tf_decl *d, const struct tf_shape *s);
struct tf_mat *tf_per_head_shared(const struct tf_ctx *c, struct tf_mat *X, tf_head_fn *fn);
/* Attention of the first row alone (c->cls_query_only) to all rows, softmax without a bias of pairs: keys and
 * values are never formed. With u_h = W_k,h^T q_h, <q_h, k_j> = <u_h, x_j> + <q_h, b_k>, of which the second
 * is the same for all j; and o_h = W_v,h sum_j p_j x_j + b_v,h sum_j p_j. O(T C H) per sequence. */
struct tf_mat *tf_one_query(const struct tf_ctx *c, struct tf_mat *X);
/* Its pieces: u (n_seq H,C) of projected queries; what is summed, X (rows,C), or (rows,C + 1) with a column
 * of ones where probabilities may not sum to 1 and a bias needs their sum; the output of part[seq * H + head]
 * (1,C) or (1,C + 1). any_sum: weights need not sum to 1 even without dropout. */
struct tf_mat *tf_fold_queries(const struct tf_ctx *c, struct tf_mat *Q);
struct tf_mat *tf_fold_values(const struct tf_ctx *c, struct tf_mat *X, bool any_sum);
struct tf_mat *tf_unfold_output(const struct tf_ctx *c, struct tf_mat **part);
/* The same of weights, w[seq * H + head] (T,1) for the rows of V, which is what tf_fold_values gave. */
struct tf_mat *tf_unfold_weights(const struct tf_ctx *c, struct tf_mat *V, struct tf_mat *const *w);
/* The pieces of tf_per_head, for mechanisms with projections of their own. */
/* X W^T + b of "<name>.weight" and "<name>.bias"; queries and keys are rotated where the shape is rotary, or
 * never. */
struct tf_mat *tf_ctx_project(const struct tf_ctx *c, struct tf_mat *X, const char *name);
struct tf_mat *tf_ctx_project_unrotated(const struct tf_ctx *c, struct tf_mat *X, const char *name);
/* Rotates projected rows, all of them or with cls_query_only the queries; Y itself where the shape is not
 * rotary. */
struct tf_mat *tf_ctx_rotate(const struct tf_ctx *c, struct tf_mat *Y);
struct tf_head tf_head_at(const struct tf_ctx *c, int seq, int head);          /* q, k, v are NULL */
/* the queries: X, or with c->cls_query_only the first row of each sequence */
struct tf_mat *tf_ctx_queries(const struct tf_ctx *c, struct tf_mat *X);
/* a sequence's rows of X (rows,.), columns from c0 */
struct tf_mat *tf_ctx_rows(const struct tf_ctx *c, int seq, struct tf_mat *X, int c0, int cols);
/* its rows of projected tf_ctx_queries */
struct tf_mat *tf_ctx_query_rows(const struct tf_ctx *c, int seq, struct tf_mat *Q, int c0, int cols);
/* Where the shape is rotary: positions of its rows, and what turns them; NULL: not rotary. */
const int *tf_head_positions(const struct tf_head *h);
const struct tf_mat *tf_ctx_rotary(const struct tf_ctx *c);
/* The option that says which of the two chooses groups. */
enum { TF_SEES_ROTATED, TF_SEES_UNROTATED };
#define TF_ROUTE_OPT(type, what)                                                                             \
    {"route", TF_CHOICE, offsetof(type, route), "rotated", 0, 0, "rotated|unrotated",                        \
     "with rotary positions: " what " vectors after or before they are rotated"}
struct tf_mat *tf_head_rotate(const struct tf_head *h, struct tf_mat *x); /* x (.,D); not rotary: itself */
/* this sequence's rows, this head's columns of projected tf_ctx_queries */
struct tf_mat *tf_head_queries(const struct tf_head *h, struct tf_mat *Q);
/* this sequence's rows, this head's D columns of packed X (rows,C) */
struct tf_mat *tf_head_slice(const struct tf_head *h, struct tf_mat *X);
/* part[seq * H + head] (T,D), in the tape's arena -> (rows,qkv); with c->cls_query_only (1,D) ->
 * (n_seq,qkv). */
struct tf_mat *tf_join_heads(const struct tf_ctx *c, struct tf_mat **part);
struct tf_attend_arg tf_head_attend_arg(const struct tf_head *h); /* 1/sqrt(D), slope, dropout, key 0 */
/* Scores depend on where a token is: rotary, or alibi. */
static inline bool tf_shape_places(const struct tf_shape *s) { return s->rotary || s->alibi; }
/* all queries (with ctx->cls_query_only the first) on all keys; causal where the shape is */
const struct tf_attn_index *tf_head_index(const struct tf_head *h);
void tf_ctx_full_pairs(const struct tf_ctx *c); /* adds H tokens^2 of every sequence to tape->pairs_full */
struct tf_mat *tf_ones(struct tf_tape *t, int n); /* (n,1), constant */
uint32_t tf_head_key(const struct tf_head *h, int k); /* dropout's key of the layer's attention k */
double tf_flops_in(const struct tf_cost *s); /* one projection of T rows to q, k or v */
double tf_flops_out(const struct tf_cost *s);                    /* the output's */
double tf_flops_qkvo(const struct tf_cost *s);                   /* 3 tf_flops_in + tf_flops_out */
double tf_flops_paper_dense(double m, double e);                 /* P(m) = m (2 e e + e) */
double tf_flops_paper_core(double q, double k, double e);        /* CORE(q,k) = q k (4 e + 5) */
#endif
