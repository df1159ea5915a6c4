/* Star-Transformer.   Cost O(T D) per head.
 * Guo et al. 2019, arXiv:1902.09113 sec. 3.2. Tokens are satellites h_i on a ring, one extra row is the relay s:
 *
 *     h'_i = MultiAtt(h_i, [h_{i-1}; h_i; h_{i+1}; e_i; s]),   i modulo T        s' = MultiAtt(s, [s; h'_0; ..; h'_{T-1}])
 *
 * with projections of its own for the relay's update. s starts as the mean of the tokens (under norm: pre normalised): layer 0 adds it to the relay's
 * row, whose input is zero there (the norm's bias), and to its output, so that the residual stream holds it.
 *
 * Differences: e_i is the token's embedding in the paper; a layer sees only its own input, so e_i is that input through projections of its
 * own (embed.*), where the paper shares them with h. The paper's ReLU and norm behind each update are left out: the block's residual, norm
 * and feed-forward layer (which runs on the relay's row too) surround the layer. In rings of one or two tokens a neighbour counts once.
 * The root row is s; the paper's classifier mixes it with the maximum over the tokens. In training the block's dropout also falls on the
 * mean that s starts as. */
#include "attn/graph_attn.h"
#include "num/tree.h"

static const char *const more[] = {"embed.key", "embed.value", "relay.query", "relay.key", "relay.value"};

static void params(struct tf_decl *d, const struct tf_shape *s, TF_UNUSED const void *opts) {
    tf_declare_qkvo(d, s);
    for (size_t i = 0; i < TF_COUNT(more); i++) tf_declare_dense(d, s, more[i]);
    tf_declare_output(d, s, "relay.output");
}

/* Key rows: h_0 .. h_{T-1}, s, e_0 .. e_{T-1}. */
static int neighbours(const void *arg, int i, int *out, TF_UNUSED int *type) {
    int T = *(const int *)arg, before = (i + T - 1) % T, after = (i + 1) % T, n = 0;
    out[n++] = i, out[n++] = T, out[n++] = T + 1 + i;
    if (before != i) out[n++] = before;
    if (after != i && after != before) out[n++] = after;
    return n;
}

/* A sequence's T + 1 rows of a, then its T rows of e. */
static struct tf_mat *with_embeddings(const struct tf_ctx *c, struct tf_mat *a, struct tf_mat *e) {
    int n = c->pack->n_seq;
    struct tf_row_slices *part = tf_arena_alloc(&c->tape->arena, sizeof *part * (size_t)n * 2);
    for (int s = 0, e0 = 0; s < n; e0 += c->pack->len[s++]) {
        part[2 * s] = (struct tf_row_slices){a, c->pack->off[s], c->pack->len[s] + 1};
        part[2 * s + 1] = (struct tf_row_slices){e, e0, c->pack->len[s]};
    }
    return tf_gather_rows(c->tape, 2 * n, part);
}

static struct tf_mat *update_ring(const struct tf_ctx *c, struct tf_mat *tokens, struct tf_mat *all) { // (sum T,C), (rows,C) -> (sum T,C)
    struct tf_tape *t = c->tape;
    const struct tf_ctx *ring = tf_ctx_part(c, -1);
    struct tf_mat *Q = tf_ctx_project(c, tokens, "query");
    struct tf_mat *K = with_embeddings(c, tf_ctx_project(c, all, "key"), tf_ctx_project(c, tokens, "embed.key"));
    struct tf_mat *V = with_embeddings(c, tf_ctx_project(c, all, "value"), tf_ctx_project(c, tokens, "embed.value"));
    int H = c->shape.H, D = TF_HEAD_DIM(&c->shape);
    struct tf_mat **part = tf_arena_alloc(&t->arena, sizeof *part * (size_t)(c->pack->n_seq * H));
    for (int s = 0, r0 = 0, T; s < c->pack->n_seq; s++, r0 += 2 * T + 1) {
        T = c->pack->len[s];
        const struct tf_graph *g = tf_graph_new(t, T, 2 * T + 1, 0, neighbours, &T);
        for (int i = 0; i < H; i++) {
            struct tf_head h = tf_head_at(ring, s, i);
            struct tf_attend_arg arg = tf_head_attend_arg(&h);
            struct tf_mat *k = tf_view(t, K, r0, 2 * T + 1, i * D, D), *v = tf_view(t, V, r0, 2 * T + 1, i * D, D);
            part[s * H + i] = tf_attend_graph(t, tf_head_slice(&h, Q), k, v, NULL, g, &arg); // (T,D)
            t->pairs_full += (double)T * T;
        }
    }
    return tf_ctx_project(c, tf_join_heads(ring, part), "output");
}

static struct tf_mat *update_relay(const struct tf_ctx *c, struct tf_mat *ring, struct tf_mat *relay) { // (sum T,C), (n_seq,C) -> (n_seq,C)
    const struct tf_ctx *one = tf_ctx_part(c, 1);
    struct tf_mat *Z = tf_merge_rows(c, ring, relay), *Q = tf_ctx_project(c, relay, "relay.query");
    struct tf_mat *K = tf_ctx_project(c, Z, "relay.key"), *V = tf_ctx_project(c, Z, "relay.value");
    return tf_ctx_project(c, tf_attend_parts(one, c, Q, K, V, 1), "relay.output"); // the ring's is attention 0
}

static struct tf_mat *forward(const struct tf_ctx *c, struct tf_mat *X) {
    bool first = c->shape.layer == 0;
    struct tf_mat *tokens = tf_take_rows(c, X, false), *relay = tf_take_rows(c, X, true); // (sum T,C), (n_seq,C)
    struct tf_mat *mean = first ? tf_pool_mean(c->tape, X, c->pack) : NULL;
    if (first) relay = tf_add(c->tape, relay, mean), X = tf_merge_rows(c, tokens, relay);
    struct tf_mat *ring = update_ring(c, tokens, X), *star = update_relay(c, ring, relay);
    return tf_merge_rows(c, ring, first ? tf_add(c->tape, star, mean) : star); // so that the residual stream holds s
}

static int aux_rows(TF_UNUSED const void *opts, TF_UNUSED int T) { return 1; }
static int root_row(TF_UNUSED const void *opts, int T) { return T; }
static double edges(int T) { return tf_graph_pairs(T, 2 * T + 1, 0, neighbours, &T, NULL) + T + 1; }

/* Projected rows: q of the tokens, k and v of them, their embeddings and the relay; q of the relay, k and v of all. */
static int projected(int T) { return T + 2 * (2 * T + 1) + 1 + 2 * (T + 1); }

static double flops_layer(TF_UNUSED const void *opts, const struct tf_cost *s) {
    struct tf_cost in = *s, out = *s;
    in.T = projected(s->T), out.T++;
    return tf_flops_in(&in) + tf_flops_out(&out) + s->H * tf_flops_paper_core(edges(s->T), 1, (double)TF_QKV(s) / s->H);
}

static double flops_paper(TF_UNUSED const void *opts, const struct tf_cost *s) {
    return tf_flops_paper_dense(projected(s->T), TF_HEAD_DIM(s)) + tf_flops_paper_core(edges(s->T), 1, TF_HEAD_DIM(s));
}

/* Keys and values of the ring's T + 1 rows, of T embeddings, and of the relay's T + 1 rows. */
static double kept(TF_UNUSED const void *opts, const struct tf_cost *s) { return 2 * (3.0 * s->T + 2) * TF_QKV(s); }

const struct tf_attn tf_attn_star = {
    .name = "star",
    .title = "Star-Transformer",
    .not_causal = "the relay reads all tokens",
    .paper = "arXiv:1902.09113 sec. 3.2",
    .not_rotary = "tokens are compared with a relay, which stands at no position",
    .equation = "h'_i = MultiAtt(h_i, [h_{i-1}; h_i; h_{i+1}; e_i; s]),  s' = MultiAtt(s, [s; h'_0; ..; h'_{T-1}])",
    .params = params,
    .aux_rows = aux_rows,
    .root_row = root_row,
    .forward = forward,
    .flops_layer = flops_layer,
    .flops_paper = flops_paper,
    .kept = kept};
