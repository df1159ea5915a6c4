/* What every run trains: model, attention, first weights, optimisation, seed. And its models. */
#ifndef TF_TRAIN_RECIPE_H
#define TF_TRAIN_RECIPE_H
#include "data/data.h"
#include "model/model.h"
#include "train/schedule.h"

/* Spec section `init:`: weights to begin with (tf_weights_import); from "": random. */
struct tf_init_cfg { char from[TF_STRING_MAX]; bool partial; };

/* Layers first_layer..end_layer-1 have another mechanism. opts: not owned. */
struct tf_part { const struct tf_attn *attn; void *opts; int first_layer, end_layer; };
enum { TF_OTHERS_MAX = 8 };
enum { TF_HISTORY_MAX = 200 };
/* In checkpoints: tf_run's task and history, and the hashes of its data. */
#define TF_META_TASK "task"
#define TF_META_HISTORY "history"
#define TF_META_DATA "data_hash"
#define TF_META_TRAIN "train_hash" /* from 0.6.25 on */
#define TF_META_WORDS "words_hash" /* from 0.6.27 on, where the data has words */

/* attn: of layers first_layer..end_layer-1 (end_layer 0: all); others: of some of the rest, which apart from
 * them has full attention; attn_opts: what attn->opts describes, not owned; bootstrapping varies its
 * `height`. stages: one after the other, in place of train.steps and bootstrapping, the last one with
 * attn_opts; NULL: there is no list. */
#define TF_RECIPE_FIELDS                                                                                     \
    struct tf_model_cfg model;                                                                               \
    const struct tf_attn *attn;                                                                              \
    void *attn_opts;                                                                                         \
    int first_layer, end_layer;                                                                              \
    struct tf_part others[TF_OTHERS_MAX];                                                                    \
    int n_others;                                                                                            \
    struct tf_init_cfg init;                                                                                 \
    struct tf_train_cfg train;                                                                               \
    struct tf_bootstrap_cfg bootstrap;                                                                       \
    struct tf_stage_cfg *stages;                                                                             \
    int n_stages;                                                                                            \
    uint64_t seed;
struct tf_recipe { TF_RECIPE_FIELDS };
/* As a member: x.recipe is the whole, x.model, x.attn, ... are its fields. */
#define TF_RECIPE union { struct tf_recipe recipe; struct { TF_RECIPE_FIELDS }; }

struct tf_vary; /* task/task.h */

/* Everything that one run depends on. */
struct tf_run {
    TF_RECIPE;
    const struct tf_data *data;
    /* How its training examples change, and with which of the task's options; NULL: they do not. */
    const struct tf_vary *vary;
    const void *task_opts;
    /* Of the file init.from (tf_same_init), for the checkpoints; NULL or "": not known. */
    const char *init_hash;
    /* For the checkpoints, too: the task's name, and what the weights were trained with besides its own
     * examples: "trained with shuffle=true; began with weights trained with max_tokens=40". May be NULL. */
    const char *task, *history;
    /* Of a rank. */
    int threads;
    /* Gets metrics.csv, timing.csv, checkpoint-*.safetensors, best.safetensors, of a masked LM
     * what tf_weights_export writes; created. */
    const char *dir;
    /* A file that is there as long as the folder is; NULL: none. */
    const char *claim;
    /* Continue from the newest valid checkpoint in dir; false: start from the beginning. */
    bool resume;
    /* Also write events.out.tfevents. */
    bool tensorboard;
    /* Stored in checkpoints; another hash on resume is an error. */
    const char *spec_hash;
    /* For the progress line; the run's number in its spec, for tf_progress.run. */
    const char *label;
    int number;
};

/* A file of weights has as its hash sixteen digits of all its bytes and, from version 0.6.33 on, behind a
 * point sixteen of its tensors, an optimizer's left out: files that say other things about the same weights
 * agree in these. Are two of them hashes of the same weights, as far as is known? */
enum { TF_INIT_HASH = 34 };
bool tf_same_init(const char *a, const char *b);
/* The weights that `path` began with have the hash `then`, the file init_from has the hash `now`. then "",
 * now "" or NULL: not known. TF_BAD: they differ. */
int tf_init_check(const char *path, const char *then, const char *init_from, const char *now,
                  struct tf_err *e);
/* The data that `path` was trained on have the hash `then`; "": not known. else_do: than to bring them back.
 * TF_BAD: those of now are others. */
int tf_data_check(const char *path, const char *then, const struct tf_data *now, const char *else_do,
                  struct tf_err *e);

static inline enum tf_head_kind tf_head_of(enum tf_objective o) {
    return o == TF_CLASSIFY ? TF_HEAD_CLASS : o == TF_SPANS ? TF_HEAD_SPANS : TF_HEAD_WORDS;
}
/* What a model must know of a dataset (a compound literal: lives as long as the caller's block). */
#define tf_data_input(d)                                                                                     \
    (&(struct tf_input){(d)->vocab, (d)->classes, (d)->max_len, (d)->parts, (d)->skip_zero, (d)->sep_id,     \
                        tf_head_of((d)->objective), false, (d)->vectors, (d)->vector_dim})

/* A stage's settings, which may be the recipe's. */
static inline const struct tf_train_cfg *tf_recipe_settings(const struct tf_recipe *r,
                                                            const struct tf_stage *s) {
    return s->train ? s->train : &r->train;
}
/* The recipe's stages: its list, or Algorithm 1's (tf_stages), or one. Returns how many. */
int tf_recipe_stages(const struct tf_recipe *r, struct tf_stage *out);
/* The layer after the last one of a range that ends there; 0: the model's end. */
int tf_recipe_end(const struct tf_recipe *r, int end_layer);
/* Makes it a training of so many steps, without a list of stages; bootstrapped: of at least one for each
 * stage, evenly. */
void tf_recipe_limit(struct tf_recipe *r, int steps);
/* The mechanism of every layer as the options say, without stages; layer: TF_MAX_LAYERS. */
void tf_recipe_layers(struct tf_layer_attn *layer, const struct tf_recipe *r);
/* The model of a stage, without memory, parameters that it leaves alone marked; stage NULL: as the options
 * say. TF_BAD, too: nothing of the model learns. On failure *m holds nothing that is to be freed. */
int tf_recipe_model(struct tf_model *m, const struct tf_recipe *r, const struct tf_stage *stage,
                    const struct tf_input *in, struct tf_err *e);
/* The same with the weights of a checkpoint, which must have them all, for sequences as long as those of the
 * training at the most; TF_BAD: there are longer ones. */
int tf_recipe_load(struct tf_model *m, const struct tf_recipe *r, const struct tf_stage *stage,
                   const struct tf_input *in, const char *checkpoint, struct tf_err *e);
/* *unknown: the first train.freeze or train.learn of the n stages with parts that are in no name of any of
 * their models; code 0: there is none. */
int tf_recipe_names(const struct tf_recipe *r, const struct tf_stage *stage, int n, const struct tf_input *in,
                    struct tf_err *unknown, struct tf_err *e);
/* Does everything that this stage trains learn from full attention alone, inside the forward pass? Then the
 * loss needs no backward pass. */
bool tf_recipe_teaches_only(const struct tf_model *m);
#endif
