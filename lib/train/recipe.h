/* What every run trains: model, attention, first weights, optimisation, seed. And its models. */
#ifndef TF_TRAIN_RECIPE_H
#define TF_TRAIN_RECIPE_H
#include "data/data.h"
#include "model/model.h"
#include "train/schedule.h"

/* Spec section `init:`: weights to begin with (tf_checkpoint_import); from "": random. */
struct tf_init_cfg { char from[TF_STRING_MAX]; bool partial; };

/* attn: of layers first_layer..end_layer-1 (end_layer 0: all), the others have full attention; attn_opts:
 * what attn->opts describes, not owned; bootstrapping varies its `height`. */
#define TF_RECIPE_FIELDS                                                                                     \
    struct tf_model_cfg model;                                                                               \
    const struct tf_attn *attn;                                                                              \
    void *attn_opts;                                                                                         \
    int first_layer, end_layer;                                                                              \
    struct tf_init_cfg init;                                                                                 \
    struct tf_train_cfg train;                                                                               \
    struct tf_bootstrap_cfg bootstrap;                                                                       \
    uint64_t seed;
struct tf_recipe { TF_RECIPE_FIELDS };
/* As a member: x.recipe is the whole, x.model, x.attn, ... are its fields. */
#define TF_RECIPE union { struct tf_recipe recipe; struct { TF_RECIPE_FIELDS }; }

/* Everything that one run depends on. */
struct tf_run {
    TF_RECIPE;
    const struct tf_data *data;
    /* Of the file init.from, for the checkpoints; NULL or "": not known. */
    const char *init_hash;
    int threads;
    /* Gets metrics.csv, timing.csv, checkpoint-*.safetensors, best.safetensors, of a masked LM
     * bert.safetensors (tf_checkpoint_export); created. */
    const char *dir;
    /* A file that is there as long as the folder is; NULL: none. */
    const char *claim;
    /* Continue from the newest valid checkpoint in dir; false: start from the beginning. */
    bool resume;
    /* Stored in checkpoints; another hash on resume is an error. */
    const char *spec_hash;
    /* For the progress line; the run's number in its spec, for tf_progress.run. */
    const char *label;
    int number;
};

/* The weights that `path` began with have the hash `then`, the file init_from has the hash `now`. then "",
 * now "" or NULL: not known. TF_BAD: they differ. */
int tf_init_check(const char *path, const char *then, const char *init_from, const char *now,
                  struct tf_err *e);

/* What a model must know of a dataset (a compound literal: lives as long as the caller's block). */
#define tf_data_input(d)                                                                                     \
    (&(struct tf_input){(d)->vocab, (d)->classes, (d)->max_len, (d)->parts, (d)->skip_zero, (d)->sep_id,     \
                        (enum tf_head_kind)(d)->objective})

/* The recipe's stages (tf_stages). Returns how many. */
int tf_recipe_stages(const struct tf_recipe *r, struct tf_stage *out);
/* The model of a stage, without memory; stage NULL: as the options say. tf_model_free, on failure too. */
int tf_recipe_model(struct tf_model *m, const struct tf_recipe *r, const struct tf_stage *stage,
                    const struct tf_input *in, struct tf_err *e);
/* The same with the weights of a checkpoint, which must have them all. */
int tf_recipe_load(struct tf_model *m, const struct tf_recipe *r, const struct tf_stage *stage,
                   const struct tf_input *in, const char *checkpoint, struct tf_err *e);
#endif
