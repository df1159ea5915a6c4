/* The encoder: embeddings, L blocks, pooling, a small head.
 *   pre-LN:   x = x + drop(attn(LN(x)));  x = x + drop(W2 drop(act(W1 LN(x))));  a last LN before pooling
 *             with RMS norm in LN's place where norm_kind says so; GEGLU, SwiGLU: act(W1 x) is act(U x) * V x, W1 = [U; V]
 *   post-LN:  x = LN(x + drop(attn(x)));  x = LN(x + drop(W2 drop(act(W1 x))))
 *   head:     logits = W_out relu(W_hidden pool(x))                       x (rows,C) packed
 *   BERT:     a layer norm on the embeddings, token types, logits = W_out tanh(W_pool x_first)   (arXiv:1810.04805)
 *   universal: all blocks share their weights (arXiv:1807.03819); positions and depth are added, or a convolution runs, before each of them
 *   sentences: the first blocks see pieces of the sequences, the others a row per piece, its first, with a position of its own (arXiv:1905.06566)
 *   words:    logits = E LN(gelu(W x_at)) + b, E the word embeddings;   spans, levels: logits = W x_at
 *   two sequences: pool(x) is [a, b] or [a, b, a * b, a - b] of the two that one encoder made */
#include "model/model_check.h"
#include "model/pieces.h"
#include "data/data.h"
#include "num/depth.h"

#include <math.h>
#include <string.h>

enum { PREFIX = 64 };

static char *prefix(char out[PREFIX], int layer, const char *rest) {
    snprintf(out, PREFIX, "encoder.layer.%d.%s", layer, rest);
    return out;
}

const struct tf_layer_attn *tf_model_attn_of(const struct tf_model *m, const char *name) {
    int layer;
    return sscanf(name, "encoder.layer.%d.", &layer) == 1 && layer >= 0 && layer < m->cfg.layers ? &m->layer[layer] : NULL;
}

/* The block whose weights block l has. */
static int weights_of(const struct tf_model *m, int l) { return m->cfg.share_blocks ? 0 : l; }

static void add(struct tf_pars *ps, const char *pre, const char *name, int rows, int cols, enum tf_init init, double a, unsigned flags) {
    char full[128];
    snprintf(full, sizeof full, "%s%s", pre, name);
    tf_pars_add(ps, full, rows, cols, init, a, flags);
}

static void add_dense_from(struct tf_pars *ps, const char *pre, int out, int in, enum tf_init init, bool bias) {
    add(ps, pre, "weight", out, in, init, 1, 0);
    if (bias) add(ps, pre, "bias", 1, out, TF_INIT_ZERO, 0, TF_PAR_NO_DECAY);
}

static void add_dense(struct tf_pars *ps, const char *pre, int out, int in) { add_dense_from(ps, pre, out, in, TF_INIT_XAVIER, true); }

static void add_norm(struct tf_pars *ps, const struct tf_model_cfg *c, const char *pre) {
    add(ps, pre, "weight", 1, c->dim, TF_INIT_ONE, 0, TF_PAR_NO_DECAY);
    if (c->bias && c->norm_kind == TF_NORM_LAYER) add(ps, pre, "bias", 1, c->dim, TF_INIT_ZERO, 0, TF_PAR_NO_DECAY);
}

static bool gated(const struct tf_model_cfg *c) { return c->activation == TF_ACT_GEGLU || c->activation == TF_ACT_SWIGLU; }

static void add_feed_forward(struct tf_pars *ps, const struct tf_model_cfg *c, int l) {
    char p[PREFIX];
    add_dense_from(ps, prefix(p, l, "intermediate.dense."), gated(c) ? 2 * c->mlp_dim : c->mlp_dim, c->dim, TF_INIT_XAVIER, c->bias);
    add_dense_from(ps, prefix(p, l, "output.dense."), c->dim, c->mlp_dim, TF_INIT_XAVIER, c->bias);
    add_norm(ps, c, prefix(p, l, "output.LayerNorm."));
}

struct tf_shape tf_model_shape(const struct tf_model *m, int layer) {
    return (struct tf_shape){.C = m->cfg.dim,
                             .H = m->cfg.heads,
                             .rotary = m->cfg.position == TF_POS_ROTARY,
                             .alibi = m->cfg.position == TF_POS_ALIBI,
                             .qkv = m->cfg.qkv_dim,
                             .layer = layer,
                             .max_len = m->cfg.positions > m->max_len ? m->cfg.positions : m->max_len,
                             .causal = m->cfg.causal,
                             .no_bias = !m->cfg.qkv_bias || !m->cfg.bias,
                             .dropout = m->cfg.attention_dropout};
}

static void declare_head(struct tf_model *m);

int tf_model_init(struct tf_model *m, const struct tf_model_cfg *cfg, const struct tf_layer_attn *attn, const struct tf_input *in,
                  struct tf_err *e) {
    bool cls = cfg->pool == TF_POOL_CLS;
    *m = (struct tf_model){.cfg = *cfg, .in = *in, .max_len = in->max_len + cls, .bos_id = cls ? in->vocab : -1};
    for (int l = 0; l < cfg->layers; l++) m->layer[l] = attn[l];
    if (tf_model_check(m, e)) return -1;
    struct tf_pars *ps = &m->pars;
    int C = cfg->dim;
    char p[PREFIX];
    add(ps, "embeddings.", "word_embeddings.weight", in->vocab + cls, C, TF_INIT_NORMAL, cfg->embed_std,
        TF_PAR_NO_DECAY | (cls && cfg->cls_init == TF_CLS_ZERO ? TF_PAR_LAST_ZERO : 0));
    int positions = cfg->positions ? cfg->positions : m->max_len;
    double position_std = cfg->position_std > 0 ? cfg->position_std : cfg->embed_std;
    if (cfg->position == TF_POS_LEARNED)
        add(ps, "embeddings.", "position_embeddings.weight", positions, C, TF_INIT_NORMAL, position_std, TF_PAR_NO_DECAY);
    if (cfg->position == TF_POS_SINUSOID)
        add(ps, "embeddings.", "position_embeddings.weight", positions, C, TF_INIT_SINUSOID, 0, TF_PAR_BUFFER);
    if (cfg->position_scale) add(ps, "embeddings.", "position_scale", 1, 1, TF_INIT_ONE, 0, TF_PAR_NO_DECAY);
    if (cfg->position == TF_POS_ROTARY)
        tf_pars_add(ps, TF_ROTARY, positions, tf_model_turned(cfg), TF_INIT_ROTARY, cfg->rotary_base, TF_PAR_BUFFER);
    if (in->hides) add(ps, "embeddings.", "hidden_embedding", 1, C, TF_INIT_NORMAL, cfg->embed_std, TF_PAR_NO_DECAY);
    if (cfg->segments)
        add(ps, "embeddings.", "token_type_embeddings.weight", cfg->segments, C, TF_INIT_NORMAL, cfg->embed_std, TF_PAR_NO_DECAY);
    if (cfg->embed_norm) add_norm(ps, cfg, "embeddings.LayerNorm.");
    if (cfg->block_positions)
        add(ps, "embeddings.", "block_embeddings.weight", cfg->layers, C, TF_INIT_NORMAL, position_std, TF_PAR_NO_DECAY);
    for (int l = 0; l < tf_model_blocks(cfg); l++) {
        struct tf_decl d = {ps, prefix(p, l, "attention.self.")};
        struct tf_shape s = tf_model_shape(m, l);
        tf_attn_params(m->layer[l].attn, &d, &s, m->layer[l].opts);
        add_norm(ps, cfg, prefix(p, l, "attention.LayerNorm."));
        if (cfg->mlp_dim) add_feed_forward(ps, cfg, l);
        if (cfg->conv) add_dense(ps, prefix(p, l, "conv."), C, cfg->conv * C);
    }
    if (cfg->halting > 0) {
        add(ps, "encoder.halting.", "weight", 1, C, TF_INIT_XAVIER, 1, 0);
        add(ps, "encoder.halting.", "bias", 1, 1, TF_INIT_CONST, 0.1, TF_PAR_NO_DECAY);
    }
    if (cfg->norm == TF_NORM_PRE) add_norm(ps, cfg, "encoder.LayerNorm.");
    declare_head(m);
    return 0;
}

static void declare_head(struct tf_model *m) {
    const struct tf_model_cfg *cfg = &m->cfg;
    const struct tf_input *in = &m->in;
    struct tf_pars *ps = &m->pars;
    int C = cfg->dim;
    if (in->head == TF_HEAD_WORDS) {
        if (cfg->word_transform) {
            add_dense(ps, "cls.predictions.transform.dense.", C, C);
            add_norm(ps, cfg, "cls.predictions.transform.LayerNorm.");
        }
        add(ps, "cls.predictions.", "bias", 1, in->vocab, TF_INIT_ZERO, 0, TF_PAR_NO_DECAY);
        return;
    }
    if (in->head == TF_HEAD_SPANS || in->head == TF_HEAD_LEVELS) {
        add_dense(ps, in->head == TF_HEAD_SPANS ? "qa_outputs." : "cls.level.", in->head == TF_HEAD_SPANS ? 2 : 1, C);
        return;
    }
    const enum tf_init init = cfg->classifier_init == TF_CLASSIFIER_LECUN ? TF_INIT_LECUN : TF_INIT_XAVIER;
    if (cfg->pooler) add_dense(ps, "pooler.dense.", C, C);
    int width = in->parts == 1 ? C : cfg->pair == TF_PAIR_NLI ? 4 * C : 2 * C;
    if (cfg->classifier_dim) add_dense_from(ps, "classifier.dense.", cfg->classifier_dim, width, init, true), width = cfg->classifier_dim;
    if (cfg->classifier_dim && cfg->classifier_layers == 2)
        add_dense_from(ps, "classifier.dense2.", cfg->classifier_dim / 2, width, init, true), width = cfg->classifier_dim / 2;
    add_dense_from(ps, "classifier.out_proj.", in->classes, width, init, true);
}

void tf_model_start(struct tf_model *m, uint64_t seed) {
    tf_pars_init(&m->pars, seed);
    const size_t n = m->in.vectors ? (size_t)m->in.vocab * (size_t)m->in.vector_dim : 0;
    tf_real *words = m->pars.v + m->pars.p[tf_pars_find(&m->pars, "embeddings.word_embeddings.weight")].off;
    for (size_t i = 0; i < n; i++) words[i] = (tf_real)m->in.vectors[i];
}

void tf_model_free(struct tf_model *m) {
    tf_pars_free(&m->pars);
    tf_free(m->own_opts);
    m->own_opts = NULL;
}

size_t tf_model_count(const struct tf_model *m) {
    size_t n = 0;
    for (int i = 0; i < m->pars.n; i++)
        if (!(m->pars.p[i].flags & TF_PAR_BUFFER)) n += tf_par_count(&m->pars.p[i]);
    return n;
}

static size_t state_size(const struct tf_model *m, int l) {
    const struct tf_layer_attn *a = &m->layer[l];
    const struct tf_shape s = tf_model_shape(m, l);
    return a->attn->state_size ? a->attn->state_size(a->opts, &s) : 0;
}

size_t tf_model_state(const struct tf_model *m) {
    size_t n = 0;
    for (int l = 0; l < m->cfg.layers; l++) n += state_size(m, l);
    return n;
}

bool tf_model_state_holds(const struct tf_model *m, const tf_real *state) {
    bool holds = true;
    for (int l = 0; l < m->cfg.layers; l++) {
        const struct tf_layer_attn *a = &m->layer[l];
        const struct tf_shape s = tf_model_shape(m, l);
        const size_t n = state_size(m, l);
        if (n && a->attn->state_holds) holds &= a->attn->state_holds(a->opts, &s, state);
        state += n;
    }
    return holds;
}

/* ---- forward ---- */
struct pass {
    const struct tf_model *m;
    struct tf_tape *t;
    const struct tf_model_io *io;
    const struct tf_seq *seq;
    struct tf_pack pk, read; /* read: of the rows that the head reads */
    const int *read_row;     /* (read.rows) of pk's rows */
    double pairs;            /* of full attention, of a head */
    int whole;               /* blocks with all rows; behind them nothing but those that are read is computed, keys and values apart */
};

static const struct tf_pack *pack_of(const struct pass *p, const struct tf_mat *x) { return x->rows == p->pk.rows ? &p->pk : &p->read; }

/* Of (rows,C) those that the head reads. */
static struct tf_mat *rows_read(const struct pass *p, struct tf_mat *x) { return tf_embed(p->t, x, p->read_row, p->read.rows); }

static struct tf_mat *par_or_null(const struct pass *p, const char *pre, const char *name) {
    char full[128];
    snprintf(full, sizeof full, "%s%s", pre, name);
    int i = tf_pars_find(&p->m->pars, full);
    return i < 0 ? NULL : tf_par_mat(p->t, &p->m->pars, p->io->grads, i);
}

static struct tf_mat *par(const struct pass *p, const char *pre, const char *name) {
    struct tf_mat *m = par_or_null(p, pre, name);
    TF_BUG_IF(!m, "no parameter %s%s", pre, name);
    return m;
}

static struct tf_mat *dense(const struct pass *p, struct tf_mat *x, const char *pre) {
    return tf_linear(p->t, x, par(p, pre, "weight"), par_or_null(p, pre, "bias"));
}

static struct tf_mat *norm(const struct pass *p, struct tf_mat *x, const char *pre) {
    return tf_norm(p->t, p->m->cfg.norm_kind == TF_NORM_LAYER, x, par(p, pre, "weight"), par_or_null(p, pre, "bias"),
                   p->m->cfg.layer_norm_eps);
}

enum { SITE_EMBED, SITE_ATTN, SITE_MID, SITE_OUT, SITES }; // dropout sites; site number = layer * SITES + site

static uint32_t site(int layer, int site_of_layer) { return (uint32_t)(layer * SITES + site_of_layer); }

/* So that pairs / pairs_full is the model's own mechanism's. Of the others only those are kept whose work depends on them. */
static void set_beside(struct tf_tape *t, const struct tf_attn *a, double pairs, double pairs_full) {
    if (a->flags & TF_ATTN_ROUTED) t->beside += t->pairs - pairs, t->beside_full += t->pairs_full - pairs_full;
    t->pairs = pairs, t->pairs_full = pairs_full;
}

/* The part of the sequences' states that is layer l's. */
static void give_state(const struct pass *p, struct tf_ctx *c, int l) {
    const int n = p->pk.n_seq;
    size_t at = 0;
    if (!p->seq[0].after || !state_size(p->m, l)) return;
    for (int k = 0; k < l; k++) at += state_size(p->m, k);
    const tf_real **before = tf_arena_alloc(&p->t->arena, sizeof *before * (size_t)n);
    tf_real **after = tf_arena_alloc(&p->t->arena, sizeof *after * (size_t)n);
    for (int s = 0; s < n; s++) before[s] = p->seq[s].before ? p->seq[s].before + at : NULL, after[s] = p->seq[s].after + at;
    c->before = before, c->after = after;
}

static struct tf_mat *positions(const struct pass *p) {
    struct tf_mat *table = par(p, "embeddings.", "position_embeddings.weight");
    return p->m->cfg.position_scale ? tf_times(p->t, table, par(p, "embeddings.", "position_scale")) : table;
}

static struct tf_mat *attention(const struct pass *p, struct tf_mat *x, int l) { // (rows,C); behind the whole blocks (read.rows,C)
    char pre[PREFIX];
    const struct tf_model *m = p->m;
    const bool some = l >= p->whole,
               one = some && m->in.head == TF_HEAD_CLASS && tf_attn_cls_query_only(m->layer[l].attn, m->layer[l].opts);
    struct tf_ctx *c = tf_arena_alloc(&p->t->arena, sizeof *c);
    *c = (struct tf_ctx){.tape = p->t,
                         .attn = m->layer[l].attn,
                         .opts = m->layer[l].opts,
                         .shape = tf_model_shape(m, l),
                         .pack = &p->pk,
                         .pars = &m->pars,
                         .grads = p->io->grads,
                         .prefix = prefix(pre, weights_of(m, l), "attention.self."),
                         .cls_query_only = one,
                         .aux_scale = p->io->aux_scale,
                         .on_leaves = p->io->on_leaves,
                         .on_leaves_arg = p->io->on_leaves_arg,
                         .on_recall = p->io->on_recall,
                         .on_recall_arg = p->io->on_recall_arg};
    give_state(p, c, l);
    if (p->io->init_balanced && tf_model_starts_balanced(m, l)) c->attn->init_balanced(c, x);
    double pairs = p->t->pairs, pairs_full = p->t->pairs_full;
    struct tf_mat *y = c->attn->forward(c, x);
    if (m->cfg.sentence) p->t->pairs_full = pairs_full + c->shape.H * p->pairs;
    if (m->beside[l]) set_beside(p->t, c->attn, pairs, pairs_full);
    return some && !one ? rows_read(p, y) : y;
}

static struct tf_mat *feed_forward(const struct pass *p, struct tf_mat *x, int l) {
    char pre[PREFIX];
    const struct tf_model_cfg *c = &p->m->cfg;
    struct tf_mat *h = dense(p, x, prefix(pre, weights_of(p->m, l), "intermediate.dense."));
    prefix(pre, weights_of(p->m, l), "output.dense.");
    if (gated(c)) {
        h = tf_glu(p->t, h, c->activation == TF_ACT_SWIGLU ? TF_GATE_SILU : TF_GATE_GELU);
        return dense(p, tf_dropout(p->t, h, c->dropout, pack_of(p, h), site(l, SITE_MID)), pre);
    }
    return tf_linear_act(p->t, h, c->activation == TF_ACT_RELU, c->dropout, pack_of(p, h), site(l, SITE_MID), par(p, pre, "weight"),
                         par_or_null(p, pre, "bias"));
}

bool tf_model_starts_balanced(const struct tf_model *m, int layer) {
    const struct tf_layer_attn *a = &m->layer[layer];
    char trees[PREFIX];
    const bool starts = tf_attn_starts_balanced(a->attn, a->opts);
    if (!starts || !(tf_attn_teaching(a->attn, a->opts) & TF_TEACH_OUTPUT)) return starts;
    prefix(trees, weights_of(m, layer), "attention.self.tree");
    for (int i = 0; i < m->pars.n; i++)
        if (!strncmp(m->pars.p[i].name, trees, strlen(trees)) && !(m->pars.p[i].flags & TF_PAR_FROZEN)) return true;
    return false;
}

/* One of a block's two sub-layers, with its residual and its norm, before or after. */
static struct tf_mat *sublayer(const struct pass *p, struct tf_mat *x, int l, const char *norm_name, int where,
                               struct tf_mat *(*layer)(const struct pass *p, struct tf_mat *x, int l)) {
    char name[PREFIX];
    prefix(name, weights_of(p->m, l), norm_name);
    bool pre = p->m->cfg.norm == TF_NORM_PRE;
    tf_scope_begin(p->t);
    struct tf_mat *y = layer(p, pre ? norm(p, x, name) : x, l);
    if (y->rows != x->rows) x = rows_read(p, x);
    y = tf_residual(p->t, x, y, p->m->cfg.dropout, pack_of(p, y), site(l, where));
    if (!pre) y = norm(p, y, name);
    tf_scope_end(p->t, y);
    return y;
}

/* The convolution before a block, and what it is told of places and depth. */
static struct tf_mat *before_block(const struct pass *p, struct tf_mat *x, int l) {
    const struct tf_model_cfg *c = &p->m->cfg;
    char pre[PREFIX];
    if (!c->conv && !c->block_positions) return x;
    tf_scope_begin(p->t);
    if (c->conv) x = tf_relu(p->t, dense(p, tf_taps(p->t, x, &p->pk, c->conv), prefix(pre, weights_of(p->m, l), "conv.")));
    if (c->block_positions) {
        int *depth = tf_arena_alloc(&p->t->arena, sizeof *depth * (size_t)p->pk.rows);
        for (int i = 0; i < p->pk.rows; i++) depth[i] = p->pk.pos[i] < 0 ? -1 : l;
        const struct tf_lookup from[] = {{positions(p), p->pk.pos}, {par(p, "embeddings.", "block_embeddings.weight"), depth}};
        x = tf_add(p->t, x, tf_embed_sum(p->t, 2, from, p->pk.rows, 0, NULL, 0));
    }
    tf_scope_end(p->t, x);
    return x;
}

static struct tf_mat *block(const struct pass *p, struct tf_mat *x, int l) {
    x = before_block(p, x, l);
    x = sublayer(p, x, l, "attention.LayerNorm.", SITE_ATTN, attention);
    return p->m->cfg.mlp_dim ? sublayer(p, x, l, "output.LayerNorm.", SITE_OUT, feed_forward) : x;
}

/* Token rows of a sequence: one at least, whatever is skipped. */
static int count_tokens(const struct tf_model *m, const struct tf_seq *q) {
    int n = m->bos_id >= 0;
    for (int i = 0; i < q->len; i++) n += !m->in.skip_zero || q->tok[i];
    return n ? n : 1;
}

bool tf_model_reads_first(const struct tf_model_cfg *c, enum tf_head_kind head) {
    return head == TF_HEAD_CLASS && (c->pool == TF_POOL_CLS || c->pool == TF_POOL_FIRST) && !c->all_queries && !(c->halting > 0);
}

/* Does the head read some rows alone, and nobody asks for the others? */
static bool reads_some(const struct pass *p) {
    const struct tf_model_cfg *c = &p->m->cfg;
    if (p->io->all_rows || p->io->on_leaves || p->io->on_recall || p->io->init_balanced) return false;
    if (p->m->in.head == TF_HEAD_CLASS) return tf_model_reads_first(c, TF_HEAD_CLASS);
    return !c->all_queries && !(c->halting > 0) && p->read.rows && p->read.rows < p->pk.rows;
}

/* The rows that the head reads: the first of each sequence, or the positions wanted. */
static void find_read(struct pass *p) {
    struct tf_arena *a = &p->t->arena;
    const bool first = p->m->in.head == TF_HEAD_CLASS;
    const int n = p->pk.n_seq, shift = p->m->bos_id >= 0;
    int *off = tf_arena_alloc(a, sizeof *off * (size_t)(n + 1)), *len = tf_arena_alloc(a, sizeof *len * (size_t)n);
    off[0] = 0;
    for (int s = 0; s < n; s++) off[s + 1] = off[s] + (len[s] = first ? 1 : p->seq[s].n_at);
    int *row = tf_arena_alloc(a, sizeof *row * 2 * (size_t)(off[n] + 1)), *place = row + off[n];
    for (int s = 0; s < n; s++)
        for (int i = off[s]; i < off[s + 1]; i++) {
            place[i] = first ? 0 : p->seq[s].at[i - off[s]] + shift;
            row[i] = p->pk.off[s] + place[i];
        }
    p->read = (struct tf_pack){.n_seq = n, .rows = off[n], .off = off, .len = len, .id = p->pk.id, .place = place};
    p->read_row = row;
}

/* Row offsets, token ids (-1 in extra rows) and positions of the packed sequences. */
static void pack(struct pass *p, const struct tf_seq *seq, int n, int **ids, int **pos) {
    const struct tf_model *m = p->m;
    struct tf_arena *a = &p->t->arena;
    int *off = tf_arena_alloc(a, sizeof(int) * (size_t)(n + 1)), *len = tf_arena_alloc(a, sizeof(int) * (size_t)n);
    uint32_t *id = tf_arena_alloc(a, sizeof *id * (size_t)n);
    off[0] = 0;
    for (int s = 0; s < n; s++) {
        len[s] = count_tokens(m, &seq[s]);
        TF_BUG_IF(len[s] > m->max_len, "sequence of %d tokens in a model of %d", len[s], m->max_len);
        off[s + 1] = off[s] + len[s] + tf_attn_aux_rows(m->layer[0].attn, m->layer[0].opts, len[s]);
        id[s] = seq[s].id;
    }
    p->pk = (struct tf_pack){.n_seq = n, .rows = off[n], .off = off, .len = len, .id = id};
    *ids = tf_arena_alloc(a, sizeof(int) * (size_t)off[n]);
    *pos = tf_arena_alloc(a, sizeof(int) * (size_t)off[n]);
    for (int s = 0; s < n; s++) {
        int at = off[s], cls = m->bos_id >= 0;
        if (cls) (*ids)[at] = m->bos_id, (*pos)[at++] = 0;
        for (int i = 0; i < seq[s].len; i++)
            if (!m->in.skip_zero || seq[s].tok[i]) (*ids)[at] = seq[s].tok[i], (*pos)[at++] = i + cls;
        if (at == off[s]) (*ids)[at] = 0, (*pos)[at++] = 0;
        while (at < off[s + 1]) (*ids)[at] = (*pos)[at] = -1, at++;
    }
}

/* Evaluation keeps two (rows,C) buffers and rewinds everything else after each layer. */
static struct tf_mat *blocks_in_place(const struct pass *p, struct tf_mat *x, struct tf_halting *halting, int from, int to) {
    struct tf_mark mark = tf_arena_mark(&p->t->arena);
    for (int l = from; l < to; l++) {
        struct tf_mat *y = block(p, x, l);
        if (y->rows != x->rows) return y; // those that are read: the last block
        for (int i = 0; i < x->rows; i++)
            memcpy(x->v + (size_t)i * (size_t)x->ld, y->v + (size_t)i * (size_t)y->ld, sizeof *x->v * (size_t)x->cols);
        if (halting) tf_halting_add(halting, x, dense(p, x, "encoder.halting."));
        tf_arena_rewind(&p->t->arena, mark);
    }
    return x;
}

static struct tf_mat *blocks(const struct pass *p, struct tf_mat *x, struct tf_halting *halting, int from, int to) {
    if (!p->t->grad) return blocks_in_place(p, x, halting, from, to);
    for (int l = from; l < to; l++) {
        x = block(p, x, l);
        if (halting) tf_halting_add(halting, x, dense(p, x, "encoder.halting."));
    }
    return x;
}

/* The first row of each sentence and its position in the document, which the rows are from now on. */
static struct tf_mat *sentences(struct pass *p, struct tf_mat *x, const struct tf_pack *document) {
    x = tf_pool_row(p->t, x, &p->pk, NULL);
    p->pk = *document;
    return tf_model_has_table(&p->m->cfg) ? tf_add(p->t, x, tf_embed(p->t, positions(p), p->pk.pos, p->pk.rows)) : x;
}

/* Token type of every row: 0 up to the first separator, masked or not, 1 behind it; -1 in extra rows. */
static int *types(const struct pass *p, const int *ids) {
    int *type = tf_arena_alloc(&p->t->arena, sizeof *type * (size_t)p->pk.rows);
    const int shift = p->m->bos_id >= 0;
    for (int s = 0; s < p->pk.n_seq; s++) {
        const struct tf_seq *q = &p->seq[s];
        const uint16_t *word = q->words ? q->words : q->tok;
        int now = 0;
        for (int i = p->pk.off[s]; i < p->pk.off[s + 1]; i++) {
            const int at = p->pk.pos[i] - shift; // of the sequence's words
            type[i] = ids[i] < 0 ? -1 : now;
            if (p->m->in.sep_id && at >= 0 && at < q->len && word[at] == p->m->in.sep_id && p->m->cfg.segments > 1) now = 1;
        }
    }
    return type;
}

/* The heads that look at chosen positions. */
static struct tf_mat *at_positions(const struct pass *p, struct tf_mat *x) {
    if (x->rows == p->pk.rows) x = rows_read(p, x); // (read.rows,C)
    if (p->m->in.head == TF_HEAD_SPANS) return dense(p, x, "qa_outputs.");
    if (p->m->in.head == TF_HEAD_LEVELS) return dense(p, x, "cls.level.");
    if (p->m->cfg.word_transform)
        x = norm(p, tf_gelu(p->t, dense(p, x, "cls.predictions.transform.dense.")), "cls.predictions.transform.LayerNorm.");
    x = tf_dropout(p->t, x, p->m->cfg.output_dropout, &p->read, site(p->m->cfg.layers, SITE_OUT));
    struct tf_mat *words = par(p, "embeddings.", "word_embeddings.weight");
    if (words->rows > p->m->in.vocab) words = tf_view(p->t, words, 0, p->m->in.vocab, 0, words->cols);
    return tf_linear(p->t, x, words, par(p, "cls.predictions.", "bias"));
}

static struct tf_mat *pooled(const struct pass *p, struct tf_mat *x) { // (rows,C) -> (n_seq,C)
    const struct tf_layer_attn *a = &p->m->layer[0];
    if (p->m->cfg.pool == TF_POOL_MEAN) return tf_pool_mean(p->t, x, &p->pk);
    if (p->m->cfg.pool == TF_POOL_MAX) return tf_pool_max(p->t, x, &p->pk);
    if (p->m->cfg.pool != TF_POOL_ROOT) return tf_pool_row(p->t, x, pack_of(p, x), NULL);
    int *row = tf_arena_alloc(&p->t->arena, sizeof *row * (size_t)p->pk.n_seq);
    for (int s = 0; s < p->pk.n_seq; s++) row[s] = a->attn->root_row(a->opts, p->pk.len[s]);
    return tf_pool_row(p->t, x, &p->pk, row);
}

/* The words' embeddings; scaled, as a table with a row for each token. */
static struct tf_lookup words(const struct pass *p, const int *ids) {
    struct tf_mat *table = par(p, "embeddings.", "word_embeddings.weight");
    if (!p->m->cfg.scale_embedding) return (struct tf_lookup){table, ids};
    int *row = tf_arena_alloc(&p->t->arena, sizeof *row * (size_t)p->pk.rows);
    for (int i = 0; i < p->pk.rows; i++) row[i] = i;
    return (struct tf_lookup){tf_scale(p->t, tf_embed(p->t, table, ids, p->pk.rows), (tf_real)sqrt(p->m->cfg.dim)), row};
}

static struct tf_mat *embedded(const struct pass *p, const int *ids, const int *pos) { // (rows,C)
    const struct tf_model_cfg *c = &p->m->cfg;
    struct tf_lookup from[TF_LOOKUPS];
    int n = 1;
    if (p->m->in.hides) {
        int *word = tf_arena_alloc(&p->t->arena, sizeof *word * 2 * (size_t)p->pk.rows), *hidden = word + p->pk.rows;
        const bool cls = p->m->bos_id == TF_HIDDEN; // then no token is hidden's number, but that of CLS is
        for (int i = 0, s = 0; i < p->pk.rows; i++) {
            const bool first = cls && s < p->pk.n_seq && i == p->pk.off[s];
            s += first;
            hidden[i] = ids[i] == TF_HIDDEN && !first ? 0 : -1, word[i] = hidden[i] < 0 ? ids[i] : -1;
        }
        from[0] = words(p, word);
        from[n++] = (struct tf_lookup){par(p, "embeddings.", "hidden_embedding"), hidden};
    } else from[0] = words(p, ids);
    if (tf_model_has_table(c) && !c->block_positions) from[n++] = (struct tf_lookup){positions(p), pos};
    if (c->segments) from[n++] = (struct tf_lookup){par(p, "embeddings.", "token_type_embeddings.weight"), types(p, ids)};
    const uint32_t at = site(c->layers, SITE_EMBED);
    const double drop = c->embed_dropout < 0 ? c->dropout : c->embed_dropout;
    if (!c->embed_norm) return tf_embed_sum(p->t, n, from, p->pk.rows, drop, &p->pk, at);
    struct tf_mat *x = tf_embed_sum(p->t, n, from, p->pk.rows, 0, NULL, 0);
    return tf_dropout(p->t, norm(p, x, "embeddings.LayerNorm."), drop, &p->pk, at);
}

struct tf_mat *tf_model_logits(const struct tf_model *m, struct tf_tape *t, const struct tf_seq *seq, int n, const struct tf_model_io *io) {
    struct pass *p = tf_arena_alloc(&t->arena, sizeof *p);
    *p = (struct pass){.m = m, .t = t, .io = io, .seq = seq};
    int *ids, *pos;
    pack(p, seq, n, &ids, &pos);
    p->pk.pos = pos;
    find_read(p);
    p->whole = m->cfg.layers - reads_some(p);
    const struct tf_pack whole = p->pk;
    for (int s = 0; s < n; s++) p->pairs += (double)whole.len[s] * whole.len[s];
    if (m->cfg.sentence) p->pk = tf_pieces(&t->arena, &whole, m->cfg.sentence);
    struct tf_mat *x = embedded(p, ids, p->pk.pos);
    struct tf_halting *halting =
        m->cfg.halting > 0 ? tf_halting_new(t, x->rows, x->cols, m->cfg.layers, &p->pk, m->cfg.halting * io->aux_scale) : NULL;
    const struct tf_pack document = m->cfg.sentence ? tf_documents(&t->arena, &whole, m->cfg.sentence) : whole;
    const int below = tf_model_token_layers(&m->cfg);
    x = blocks(p, x, halting, 0, below);
    if (m->cfg.sentence) { // backward passes of the layers below still read their own pack
        struct pass *above = tf_arena_alloc(&t->arena, sizeof *above);
        *above = *p;
        x = blocks(above, sentences(above, x, &document), NULL, below, m->cfg.layers);
        p = above;
    }
    if (halting) x = tf_halting_end(halting);
    if (m->cfg.norm == TF_NORM_PRE) x = norm(p, x, "encoder.LayerNorm.");
    if (m->in.head != TF_HEAD_CLASS) return at_positions(p, x);
    x = pooled(p, x);
    if (m->cfg.pooler) x = tf_tanh(t, dense(p, x, "pooler.dense."));
    x = tf_dropout(t, x, m->cfg.output_dropout, &p->read, site(m->cfg.layers, SITE_OUT));
    if (m->in.parts == 2) x = tf_concat_pair(t, x, m->cfg.pair == TF_PAIR_NLI);
    if (m->cfg.classifier_dim) x = tf_relu(t, dense(p, x, "classifier.dense."));
    if (m->cfg.classifier_dim && m->cfg.classifier_layers == 2) x = tf_relu(t, dense(p, x, "classifier.dense2."));
    return dense(p, x, "classifier.out_proj.");
}
