/* Helpers for mechanisms with extra rows: attention along a graph, and tokens and extra rows apart. */
#include "attn/graph_attn.h"

#include "num/tree.h"

/* ---- along a graph ------------------------------------------------------------------------------------------------------- */
void tf_graph_params(const struct tf_attn *m, struct tf_decl *d, const struct tf_shape *s, const void *opts) {
    int types = m->graph->types(opts, s->max_len);
    tf_declare_qkvo(d, s);
    if (types) tf_declare(d, "positions.weight", types, TF_HEAD_DIM(s), TF_INIT_XAVIER, 1, TF_PAR_NO_DECAY);
}

struct tf_mat *tf_graph_forward(const struct tf_ctx *c, struct tf_mat *X) {
    struct tf_mat *R = tf_ctx_param(c, "positions.weight"); // (types,D) or NULL
    struct tf_mat *Q = tf_ctx_project(c, tf_ctx_queries(c, X), "query"), *K = tf_ctx_project(c, X, "key"),
                  *V = tf_ctx_project(c, X, "value");
    struct tf_tape *t = c->tape;
    int H = c->shape.H;
    struct tf_mat **part = tf_arena_alloc(&t->arena, sizeof *part * (size_t)(c->pack->n_seq * H));
    const struct tf_graph *g = NULL; // sequences of one length in a row share it
    for (int s = 0; s < c->pack->n_seq; s++) {
        struct tf_graph_of of = {c->opts, c->pack->len[s], c->shape.causal};
        int rows = c->pack->off[s + 1] - c->pack->off[s];
        if (!g || c->pack->len[s] != c->pack->len[s - 1])
            g = tf_graph_new(t, c->cls_query_only ? 1 : rows, rows, R ? R->rows : 0, c->attn->graph->neighbours, &of);
        for (int head = 0; head < H; head++) {
            struct tf_head h = tf_head_at(c, s, head);
            struct tf_attend_arg arg = tf_head_attend_arg(&h);
            struct tf_mat *q = tf_head_queries(&h, Q), *k = tf_head_slice(&h, K), *v = tf_head_slice(&h, V);
            part[s * H + head] = tf_attend_graph(t, q, k, v, R, g, &arg); // (rows,D)
            t->pairs_full += (double)h.tokens * h.tokens;
        }
    }
    return tf_ctx_project(c, tf_join_heads(c, part), "output");
}

double tf_graph_flops_layer(const struct tf_attn *m, const void *opts, const struct tf_cost *s) {
    struct tf_graph_of of = {opts, s->T, s->causal};
    struct tf_cost all = *s;
    int types = m->graph->types(opts, s->T);
    double D = (double)TF_QKV(s) / s->H, terms;
    all.T += m->aux_rows(opts, s->T);
    double pairs = tf_graph_pairs(all.T, all.T, types, m->graph->neighbours, &of, &terms);
    return tf_flops_qkvo(&all) + s->H * (tf_flops_paper_core(pairs, 1, D) + (types ? pairs + 2 * D * terms : 0));
}

double tf_graph_flops_paper(const struct tf_attn *m, const void *opts, const struct tf_cost *s) {
    struct tf_graph_of of = {opts, s->T, s->causal};
    int rows = s->T + m->aux_rows(opts, s->T);
    double e = (double)TF_QKV(s) / s->H;
    return 3 * tf_flops_paper_dense(rows, e) + tf_flops_paper_core(tf_graph_pairs(rows, rows, 0, m->graph->neighbours, &of, NULL), 1, e);
}

/* ---- tokens and extra rows apart -------------------------------------------------------------------------------------------- */
struct tf_mat *tf_take_rows(const struct tf_ctx *c, struct tf_mat *X, bool extra) {
    const struct tf_pack *p = c->pack;
    struct tf_row_slices *part = tf_arena_alloc(&c->tape->arena, sizeof *part * (size_t)p->n_seq);
    for (int s = 0; s < p->n_seq; s++) {
        int behind = p->off[s] + p->len[s];
        part[s] = extra ? (struct tf_row_slices){X, behind, p->off[s + 1] - behind} : (struct tf_row_slices){X, p->off[s], p->len[s]};
    }
    return tf_gather_rows(c->tape, p->n_seq, part);
}

struct tf_mat *tf_merge_rows(const struct tf_ctx *c, struct tf_mat *tokens, struct tf_mat *extra) {
    const struct tf_pack *p = c->pack;
    struct tf_row_slices *part = tf_arena_alloc(&c->tape->arena, sizeof *part * (size_t)p->n_seq * 2);
    for (int s = 0, t0 = 0, e0 = 0; s < p->n_seq; s++) {
        int n = p->off[s + 1] - p->off[s] - p->len[s];
        part[2 * s] = (struct tf_row_slices){tokens, t0, p->len[s]};
        part[2 * s + 1] = (struct tf_row_slices){extra, e0, n};
        t0 += p->len[s], e0 += n;
    }
    return tf_gather_rows(c->tape, p->n_seq * 2, part);
}

const struct tf_ctx *tf_ctx_part(const struct tf_ctx *c, int extra) {
    struct part {
        struct tf_ctx ctx;
        struct tf_pack pack;
    } *p = tf_arena_alloc(&c->tape->arena, sizeof *p);
    int n = c->pack->n_seq, *off = tf_arena_alloc(&c->tape->arena, sizeof *off * (size_t)(n + 1));
    off[0] = 0;
    for (int s = 0; s < n; s++) off[s + 1] = off[s] + (extra < 0 ? c->pack->len[s] : extra);
    p->ctx = *c;
    p->pack = *c->pack;
    p->pack.rows = off[n], p->pack.off = off;
    p->ctx.pack = &p->pack;
    return &p->ctx;
}

struct tf_mat *tf_attend_parts(const struct tf_ctx *a, const struct tf_ctx *b, struct tf_mat *Q, struct tf_mat *K, struct tf_mat *V,
                               int which) {
    int H = a->shape.H, n = a->pack->n_seq * H;
    struct tf_mat **part = tf_arena_alloc(&a->tape->arena, sizeof *part * (size_t)n);
    for (int i = 0; i < n; i++) {
        struct tf_head q = tf_head_at(a, i / H, i % H), k = tf_head_at(b, i / H, i % H);
        struct tf_attend_arg arg = tf_head_attend_arg(&q);
        arg.key = tf_head_key(&q, which);
        const struct tf_attn_index *plan = tf_attn_index_dense(a->tape, q.T, k.T);
        part[i] = tf_attend(a->tape, tf_head_slice(&q, Q), tf_head_slice(&k, K), tf_head_slice(&k, V), plan, &arg, NULL);
    }
    return tf_join_heads(a, part);
}
