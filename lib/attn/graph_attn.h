/* Shared by mechanisms with extra rows: SegTree, BP-Transformer, ETC, Star-Transformer, Luna. A sequence: its
 * T tokens, then its extra rows. */
#ifndef TF_GRAPH_ATTN_H
#define TF_GRAPH_ATTN_H
#include "attn/attn.h"

/* ---- all rows attend along the edges of a graph that depends on T alone (SegTree, BP, ETC) ------------- */
struct tf_graph_of { const void *opts; int T; bool causal; }; /* what `neighbours` gets */
struct tf_graph_kind {                              /* `graph` of struct tf_attn */
    tf_graph_neighbours *neighbours;
    int (*types)(const void *opts, int T); /* of edges, up to T tokens; 0: no relative positions */
};
/* Projections, and where edges have types "positions.weight" (types,D): a vector for each, added to the
 * edge's key, the same in all heads. */
void tf_graph_params(const struct tf_attn *m, struct tf_decl *d, const struct tf_shape *s, const void *opts);
/* softmax attention along the edges of c->attn's graph; one graph per sequence, for all heads.
 * X (rows,C) -> Y (rows,C). */
struct tf_mat *tf_graph_forward(const struct tf_ctx *c, struct tf_mat *X);
/* Work of a layer: projections of all rows, edges, and relative positions; the papers' accounting knows no
 * positions: 3 P(rows) + edges (4 e + 5). */
double tf_graph_flops_layer(const struct tf_attn *m, const void *opts, const struct tf_cost *s);
double tf_graph_flops_paper(const struct tf_attn *m, const void *opts, const struct tf_cost *s);

/* ---- tokens and extra rows apart (Star, Luna) ---------------------------------------------------------- */
/* Token or extra rows of packed X (rows,C); and the two merged again. */
struct tf_mat *tf_take_rows(const struct tf_ctx *c, struct tf_mat *X, bool extra);
struct tf_mat *tf_merge_rows(const struct tf_ctx *c, struct tf_mat *tokens, struct tf_mat *extra);
/* The same layer over token rows alone (extra < 0) or `extra` rows per sequence; lives in the tape's
 * arena. */
const struct tf_ctx *tf_ctx_part(const struct tf_ctx *c, int extra);
/* softmax(Q K^T / sqrt(D)) V by sequence and head, of all rows: Q packed as `a`, K and V as `b`, parts of one
 * layer or the layer itself; heads side by side. which: of the layer's attentions, for tf_head_key. */
struct tf_mat *tf_attend_parts(const struct tf_ctx *a, const struct tf_ctx *b, struct tf_mat *Q,
                               struct tf_mat *K, struct tf_mat *V, int which);
#endif
