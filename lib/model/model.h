/* Floor 3: the encoder with its heads, their parameters and checkpoints. */
#ifndef TF_MODEL_H
#define TF_MODEL_H
#include "attn/attn.h"

enum tf_norm_place { TF_NORM_PRE, TF_NORM_POST };
enum tf_position { TF_POS_LEARNED, TF_POS_SINUSOID, TF_POS_NONE, TF_POS_ROTARY, TF_POS_ALIBI };
enum tf_norm_kind { TF_NORM_LAYER, TF_NORM_RMS };
enum tf_pooling { TF_POOL_MEAN, TF_POOL_CLS, TF_POOL_FIRST, TF_POOL_ROOT, TF_POOL_MAX };
/* logits of: the sequence's class; the word at a position; start and end at a position; and a number, the
 * grey level at a position */
enum tf_head_kind { TF_HEAD_CLASS, TF_HEAD_WORDS, TF_HEAD_SPANS, TF_HEAD_LEVELS };
enum tf_activation { TF_ACT_GELU, TF_ACT_RELU, TF_ACT_GEGLU, TF_ACT_SWIGLU };
enum tf_cls_init { TF_CLS_EMBED, TF_CLS_ZERO };
enum tf_classifier_init { TF_CLASSIFIER_XAVIER, TF_CLASSIFIER_LECUN };
enum tf_pair_head { TF_PAIR_NLI, TF_PAIR_CONCAT };

struct tf_model_cfg { /* spec section `model:`; see tf_model_opts for names, ranges, defaults */
    int layers, dim, heads, mlp_dim; /* L, C, H, feed-forward width */
    int qkv_dim;                     /* channels of q, k and v, all heads together; 0: C */
    /* classifier: width (0: none) and number of its hidden layers; what it sees of two sequences */
    int classifier_dim, classifier_layers, pair;
    int norm, norm_kind, position, pool, activation, precision;
    int cls_init, classifier_init;
    int segments, positions; /* token types (0: none); rows of the position table (0: longest sequence) */
    bool embed_norm, pooler, all_queries, qkv_bias, bias, position_scale, scale_embedding, causal;
    bool word_transform, share_blocks, block_positions;
    double halting; /* weight of the ponder cost; 0: none */
    int conv;       /* taps before every block; 0: none */
    /* tokens of a sentence, 0: none; layers of their encoder, 0: half */
    int sentence, sentence_layers;
    double rotary_base, rotary_share;
    double dropout, embed_dropout, output_dropout, attention_dropout;
    double embed_std, position_std; /* position_std 0: embed_std */
    double layer_norm_eps;
};
extern const struct tf_opt tf_model_opts[];
/* Blocks that have weights. */
static inline int tf_model_blocks(const struct tf_model_cfg *c) { return c->share_blocks ? 1 : c->layers; }
/* Layers from 0 on whose rows are tokens; those behind have one row per sentence. */
static inline int tf_model_token_layers(const struct tf_model_cfg *c) {
    return !c->sentence ? c->layers : c->sentence_layers ? c->sentence_layers : c->layers / 2;
}

struct tf_layer_attn { const struct tf_attn *attn; const void *opts; }; /* opts: not owned */

enum { TF_MAX_LAYERS = 64 };
/* What a model must know of its data: sizes of struct tf_data. */
/* hides: tokens may be TF_HIDDEN, which has an embedding of its own. */
struct tf_input {
    int vocab, classes, max_len, parts; bool skip_zero; int sep_id; enum tf_head_kind head; bool hides;
    const float *vectors; int vector_dim; /* as struct tf_data's */
};
struct tf_model {
    struct tf_model_cfg cfg;
    struct tf_layer_attn layer[TF_MAX_LAYERS];
    bool beside[TF_MAX_LAYERS]; /* not of the mechanism that the model is about: pairs are counted apart */
    struct tf_input in;
    int max_len;    /* token rows of the longest sequence, CLS included */
    struct tf_pars pars;
    int bos_id;     /* id of the CLS token's row (== vocab), -1 when there is none */
    void *own_opts; /* options that layers have and tf_model_free frees; NULL: none */
};
/* Declares every parameter; m->pars.v stays NULL until tf_pars_alloc. attn: one entry per layer. */
int tf_model_init(struct tf_model *m, const struct tf_model_cfg *cfg, const struct tf_layer_attn *attn,
                  const struct tf_input *in, struct tf_err *e);
/* TF_BAD: no model can have these layers, whatever the data; the message begins with the option at fault, as
 * in "model.position". layer: one entry per layer. */
int tf_model_check_layers(const struct tf_model_cfg *c, const struct tf_layer_attn *layer, struct tf_err *e);
/* Initial values of all parameters, those of the word embeddings from in.vectors, if there are any. */
void tf_model_start(struct tf_model *m, uint64_t seed);
void tf_model_free(struct tf_model *m);

/* Does a training step compute the first row of a sequence alone in the last layer? */
bool tf_model_reads_first(const struct tf_model_cfg *c, enum tf_head_kind head);

struct tf_seq {
    const uint16_t *tok, *words; /* words: before some were masked, for the token types; NULL: as tok */
    int len;
    uint32_t id;             /* keys the random draws */
    const int *at; int n_at; /* positions wanted, but for TF_HEAD_CLASS */
    /* Of tf_model_state reals: the state that the text before left, NULL: there is none; and that this one
     * leaves, NULL: not wanted, for all sequences of a pass alike. */
    const tf_real *before;
    tf_real *after;
};
struct tf_model_io {                           /* how one forward pass runs */
    tf_real *grads;                            /* shard's gradient block; NULL in evaluation */
    double aux_scale;                          /* 1 / sequences of the step */
    void (*on_leaves)(void *arg, int layer, int head, bool keys, int n_leaves, const int *count);
    void *on_leaves_arg;
    void (*on_recall)(void *arg, int layer, int head, int n, const struct tf_recall *r); /* as in tf_ctx */
    void *on_recall_arg;
    /* compute all rows of the last layer where the head reads only some: for work and occupancy; implied by
     * on_leaves, on_recall and init_balanced */
    bool all_rows;
    /* layer by layer, the trees that tf_model_starts_balanced names set biases from their input */
    bool init_balanced;
};
/* Packs the n sequences and runs the model. TF_HEAD_CLASS: logits (n / parts, classes); with two parts,
 * sequences 2i and 2i+1 make one example. TF_HEAD_WORDS: (sum n_at, vocab); TF_HEAD_SPANS: (sum n_at, 2),
 * TF_HEAD_LEVELS: (sum n_at, 1), the rows in the order of the sequences and their positions. On a tape
 * without gradients the arena is reused layer by layer. */
struct tf_mat *tf_model_logits(const struct tf_model *m, struct tf_tape *t, const struct tf_seq *seq, int n,
                               const struct tf_model_io *io);
size_t tf_model_count(const struct tf_model *m); /* learned numbers */
/* Do the layer's trees take biases from data when training starts? Not if they wait: if full attention
 * answers for them and nothing moves them. */
bool tf_model_starts_balanced(const struct tf_model *m, int layer);
/* The attention of the block that has the named parameter; NULL if no block has it. */
const struct tf_layer_attn *tf_model_attn_of(const struct tf_model *m, const char *name);
/* Reals that all layers hand on from a segment of a text to the next (struct tf_attn, state_size). */
size_t tf_model_state(const struct tf_model *m);
/* Can all layers go on from this state (tf_model_state reals), as read from a file? */
bool tf_model_state_holds(const struct tf_model *m, const tf_real *state);

#endif
