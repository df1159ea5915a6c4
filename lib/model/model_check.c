/* What a model can be: what its options say of one another, of the mechanisms and of the data. */
#include "model/model_check.h"
#include "data/data.h"

#include <math.h>
#include <string.h>

int tf_model_turned(const struct tf_model_cfg *c) { return (int)(c->rotary_share * (TF_QKV_DIM(c) / c->heads) / 2 + 1e-9) * 2; }

bool tf_model_has_table(const struct tf_model_cfg *c) { return c->position == TF_POS_LEARNED || c->position == TF_POS_SINUSOID; }

static bool has_root(const struct tf_attn *a) { return a->root_row != NULL; }

/* Their names, "etc, star". */
static void list_attns(char *out, size_t size, bool (*has)(const struct tf_attn *a)) {
    *out = 0;
    for (size_t i = 0, at = 0; tf_attns[i] && at < size; i++)
        if (has(tf_attns[i])) at += (size_t)snprintf(out + at, size - at, "%s%s", at ? ", " : "", tf_attns[i]->name);
}

static int check_root(const struct tf_attn *a, struct tf_err *e) {
    char have[128];
    list_attns(have, sizeof have, has_root);
    return a->root_row ? 0 : tf_fail(e, TF_BAD, "model.pool root: %s has no row for the whole sequence; %s have one", a->name, have);
}

static int check_rotary(const struct tf_model_cfg *c, const struct tf_attn *a, struct tf_err *e) {
    const int D = TF_QKV_DIM(c) / c->heads;
    if (D % 2 && (c->rotary_share == 1 || D < 2))
        return tf_fail(e, TF_BAD, "model.position rotary turns pairs of channels, and a head has %d: choose heads of an even width%s", D,
                       D > 2 ? ", or a smaller model.rotary_share" : "");
    if (!tf_model_turned(c))
        return tf_fail(e, TF_BAD, "model.rotary_share %g of %d channels is no pair: %g is enough", c->rotary_share, D, ceil(2e3 / D) / 1e3);
    if (a->flags & TF_ATTN_ROTARY) return 0;
    return tf_fail(e, TF_BAD, "model.position rotary: %s: %s; use learned, sinusoid or none", a->name,
                   a->not_rotary ? a->not_rotary : "its file declares no such form (TF_ATTN_ROTARY)");
}

static int check_position(const struct tf_model_cfg *c, const struct tf_attn *a, struct tf_err *e) {
    if (c->position_scale && c->position != TF_POS_SINUSOID)
        return tf_fail(e, TF_BAD, "model.position_scale is for model.position sinusoid: other positions are learned, or have no table");
    if (c->position == TF_POS_ROTARY) return check_rotary(c, a, e);
    if (c->position == TF_POS_ALIBI && !(a->flags & TF_ATTN_ALIBI))
        return tf_fail(e, TF_BAD, "model.position alibi: %s: %s; use %slearned, sinusoid or none", a->name,
                       a->not_alibi    ? a->not_alibi
                       : a->not_rotary ? a->not_rotary
                                       : "its file declares no such form (TF_ATTN_ALIBI)",
                       a->flags & TF_ATTN_ROTARY ? "rotary, " : "");
    return 0;
}

static int check_blocks(const struct tf_model_cfg *c, const struct tf_layer_attn *layer, struct tf_err *e) {
    const struct tf_layer_attn *a = &layer[0];
    if (c->block_positions && !tf_model_has_table(c))
        return tf_fail(e, TF_BAD, "model.block_positions needs a table of positions: model.position learned or sinusoid");
    if (c->conv && tf_attn_has_aux_rows(a->attn, a->opts))
        return tf_fail(e, TF_BAD, "model.conv: %s has rows that are no tokens, and would lose what they hold", a->attn->name);
    if (!c->share_blocks) return 0;
    if (a->attn->absorb || tf_attn_starts_balanced(a->attn, a->opts))
        return tf_fail(e, TF_BAD, "model.share_blocks: %s changes its own tensors in every layer, which cannot be shared", a->attn->name);
    for (int l = 1; l < c->layers; l++)
        if (layer[l].attn != a->attn || (a->attn->opts_size && memcmp(layer[l].opts, a->opts, a->attn->opts_size) != 0))
            return tf_fail(e, TF_BAD, "model.share_blocks: layers 0 (%s) and %d (%s) differ, so that they cannot share weights",
                           a->attn->name, l, layer[l].attn->name);
    return 0;
}

static int check_sentences(const struct tf_model_cfg *c, const struct tf_layer_attn *layer, struct tf_err *e) {
    if (!c->sentence)
        return c->sentence_layers ? tf_fail(e, TF_BAD, "model.sentence_layers needs model.sentence, tokens of a sentence") : 0;
    const int below = tf_model_token_layers(c);
    if (below < 1 || below >= c->layers)
        return tf_fail(e, TF_BAD,
                       "model.sentence: %d of %d layers encode sentences, and none is left for %s: set model.layers or sentence_layers",
                       below, c->layers, below ? "documents" : "them");
    if (c->pool != TF_POOL_MEAN && c->pool != TF_POOL_MAX)
        return tf_fail(e, TF_BAD,
                       "model.sentence: classes come from the mean or the maximum over sentences: set model.pool to mean or max");
    if (c->causal || c->halting > 0 || c->block_positions || c->segments)
        return tf_fail(e, TF_BAD, "model.sentence has no causal form, and goes without model.halting, block_positions and segments");
    for (int l = 0; l < c->layers; l++)
        if (tf_attn_has_aux_rows(layer[l].attn, layer[l].opts) || layer[l].attn->flags & TF_ATTN_ROUTED)
            return tf_fail(e, TF_BAD, "model.sentence: %s has extra rows, or work that is measured of whole sequences",
                           layer[l].attn->name);
    return 0;
}

int tf_model_check_layers(const struct tf_model_cfg *c, const struct tf_layer_attn *layer, struct tf_err *e) {
    if (c->embed_dropout < 0 && c->embed_dropout != -1)
        return tf_fail(e, TF_BAD, "model.embed_dropout %g: a share from 0 on, or -1, as dropout", c->embed_dropout);
    const int qkv = TF_QKV_DIM(c);
    const char *name = c->qkv_dim ? "qkv_dim" : "dim";
    if (qkv % c->heads)
        return tf_fail(e, TF_BAD, "model.heads %d does not divide model.%s %d: write %s %d, or heads %d", c->heads, name, qkv, name,
                       tf_round_up(qkv, c->heads), tf_divisor(qkv, c->heads));
    if (c->classifier_layers == 2 && c->classifier_dim < 2)
        return tf_fail(e, TF_BAD, "model.classifier_layers: 2 need a model.classifier_dim of 2 or more");
    if (check_blocks(c, layer, e) || check_sentences(c, layer, e)) return -1;
    if (c->pool == TF_POOL_ROOT && check_root(layer[0].attn, e)) return -1;
    for (int l = 0; l < c->layers; l++)
        if (check_position(c, layer[l].attn, e)) return -1;
    return 0;
}

static bool all_look_back(const struct tf_model_cfg *c, const struct tf_layer_attn *layer) {
    for (int l = 0; l < c->layers && !c->causal; l++)
        if (!layer[l].attn->looks_back || !layer[l].attn->looks_back(layer[l].opts)) return false;
    return true;
}

int tf_model_check(const struct tf_model *m, struct tf_err *e) {
    const struct tf_model_cfg *c = &m->cfg;
    if (tf_model_check_layers(c, m->layer, e)) return -1;
    if (c->sentence && m->in.head != TF_HEAD_CLASS) return tf_fail(e, TF_BAD, "model.sentence is for tasks with classes: leave it out");
    struct tf_err why = {0};
    if (c->precision == TF_PRECISION_BF16 && tf_bf16_check(&why)) return tf_fail_option(e, TF_BAD, "model.precision", "%s", why.msg);
    if (c->positions && c->positions < m->max_len)
        return tf_fail(e, TF_BAD, "model.positions %d, but sequences have up to %d tokens: take %d or more, or 0", c->positions, m->max_len,
                       m->max_len);
    if (m->in.head != TF_HEAD_CLASS && m->in.skip_zero && !m->in.hides)
        return tf_fail(e, TF_BAD, "tokens that are left out have no predictions");
    if (m->in.vectors && m->in.vector_dim != c->dim)
        return tf_fail(e, TF_BAD, "model.dim %d, but the word vectors have %d numbers: set model.dim to %d, or take other vectors", c->dim,
                       m->in.vector_dim, m->in.vector_dim);
    if (m->in.head == TF_HEAD_CLASS && (c->pool == TF_POOL_CLS || c->pool == TF_POOL_FIRST) && all_look_back(c, m->layer))
        return tf_fail(e, TF_BAD, "model.pool %s: the first row sees no other token (%s%s): write pool: mean or max%s",
                       c->pool == TF_POOL_CLS ? "cls" : "first", c->causal ? "model.causal" : m->layer->attn->name,
                       c->causal ? "" : " looks back", m->layer->attn->root_row ? ", or root" : "");
    for (int l = 0; l < c->layers; l++) {
        const struct tf_attn *a = m->layer[l].attn, *b = m->layer[0].attn;
        struct tf_shape s = tf_model_shape(m, l);
        if (c->causal && tf_attn_not_causal(a)) return tf_fail(e, TF_BAD, "model.causal: %s: %s", a->name, tf_attn_not_causal(a));
        if (a->check && a->check(m->layer[l].opts, &s, e)) return -1;
        if (tf_attn_aux_rows(a, m->layer[l].opts, m->max_len) != tf_attn_aux_rows(b, m->layer[0].opts, m->max_len))
            return tf_fail(e, TF_BAD, "layers 0 (%s) and %d (%s) need different extra rows: they cannot be mixed", b->name, l, a->name);
    }
    return 0;
}
