/* Shared by mechanisms with extra rows: SegTree, BP-Transformer, Star-Transformer, Luna. A sequence: its T tokens, then its extra rows. */
#ifndef TF_GRAPH_ATTN_H
#define TF_GRAPH_ATTN_H
#include "attn/attn.h"

/* ---- all rows attend along the edges of a graph that depends on T alone (SegTree, BP) ---------------------------------------- */
struct tf_graph_of { const void *opts; int T; }; /* what their tf_graph_neighbours function gets */
/* softmax attention along the edges; one graph a sequence, for all heads. X (rows,C) -> Y (rows,C). */
struct tf_mat *tf_graph_forward(const struct tf_ctx *c, struct tf_mat *X, tf_graph_neighbours *fn);
/* Work of a layer whose sequence has `rows` rows in all: projections of all rows, and the edges. */
double tf_graph_flops_layer(const void *opts, const struct tf_cost *s, int rows, tf_graph_neighbours *fn);
double tf_graph_flops_paper(const void *opts, const struct tf_cost *s, int rows, tf_graph_neighbours *fn); /* 3 P(rows) + edges (4 e + 5) */

/* ---- tokens and extra rows apart (Star, Luna) ----------------------------------------------------------------------------------- */
struct tf_mat *tf_take_rows(const struct tf_ctx *c, struct tf_mat *X, bool extra); /* token or extra rows of packed X (rows,C) */
struct tf_mat *tf_merge_rows(const struct tf_ctx *c, struct tf_mat *tokens, struct tf_mat *extra); /* the inverse */
/* The same layer over a pack of token rows alone (extra < 0) or of `extra` rows a sequence; lives in the tape's arena. */
const struct tf_ctx *tf_ctx_part(const struct tf_ctx *c, int extra);
#endif
