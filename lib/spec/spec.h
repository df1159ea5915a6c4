/* Floor 5: a spec and the runs that it expands to. A spec is a YAML map: title, protocol (paper | small |
 * short | quick | corrected | other), task, data, init, model, attention, train, seeds, sweep, paper.
 *   task:      {name: listops, max_length: 2000, ...}            options of the task's table
 *   data:      {pad: 4096}                                       what is done to every task's sequences
 *   attention: {name: tf-a, height: 6, ...}                      or a list of such maps: one run each;
 *                                                                layers: 6-11 gives it these layers (counted
 *                                                                from 0) and the others full attention, or
 *                                                                what others: {name: local} says
 *   init:      {from: weights.safetensors}                       what the training begins with
 *   train:     {lr: 1e-4, ..., bootstrap: {...}}
 *   seeds:     [1, 2, 3]
 *   sweep:     {attention.height: [2, 4, 6], train.lr: [...]}    every list expands to runs
 *   paper:     {table: table3_lra.csv}                           the papers' numbers beside ours
 * --set path=VALUE overrides; a list value sweeps. attention.<option> applies to the mechanisms that have the
 * option (error if none has). Unknown keys, wrong types, values out of range: "file:line:col: what (did you
 * mean ...?)", code TF_BAD, before any work. */
#ifndef TF_SPEC_H
#define TF_SPEC_H
#include "io/io.h"
#include "spec/spec_meta.h"
#include "task/task.h"
#include "train/recipe.h"

/* Spec section `data:`; pad > 0: pad every sequence to this many tokens, to measure what padding costs. */
struct tf_data_cfg { int pad; };
extern const struct tf_opt tf_data_opts[];
extern const struct tf_opt tf_init_opts[];
struct tf_spec_run {
    /* "listops-tf-a-h6-s1": unique in the spec; names its row and its folder. */
    char id[160];
    /* What the sweep set, without attention.name and seeds: "height=6"; may be empty. variant: the same
     * without the height of the trees. */
    char setting[160], variant[160];
    /* What the entry sets to other values than the defaults, "window=8 model.position=learned"; without the
     * height. May be empty. */
    char options[240];
    /* Of what the resolved spec sets to other values than the defaults, without threads and paths. So
     * defaults may never change, and an option may be added when its default means what was done before. */
    char hash[17];
    /* Of the published code, that are on: "validation = test; ...". */
    char quirks[128];
    /* How the training examples differ from the task's: "trained with max_tokens=40+0"; "": they do not. */
    char varied[96];
    const struct tf_task *task;
    void *task_opts;
    struct tf_data_cfg data;
    /* Owned, with the stages'. In a list of stages attn_opts are the last one's, and attn_base what the spec
     * says outside of the list; else NULL. */
    TF_RECIPE;
    void *attn_base;
    /* Every option written out; itself a spec. source: what was written, with its places, for messages. */
    struct tf_yaml *resolved, *source;
};
struct tf_spec {
    /* The file's name without .yaml: the output folder's name. */
    char name[SPEC_NAME];
    struct spec_heading heading;
    struct tf_spec_run *run;
    int n_runs;
    /* The linter's: known traps, "file:line:col: warning: ...". */
    char **warning;
    int n_warnings;
    /* The resolved spec of all runs: expands to the same ids and hashes. */
    struct tf_yaml *whole;
};
/* sets: n texts "path=VALUE"; seeds: "1,2" or NULL. */
int tf_spec_load(struct tf_spec **out, const char *path, const char *const *sets, int n_sets,
                 const char *seeds, struct tf_err *e);
void tf_spec_free(struct tf_spec *s);
/* *part: the spec with those runs alone whose name or mechanism matches one of the patterns (fnmatch; no
 * pattern: all runs), maybe none. Only part->run is its own, to be freed; the rest is s's. */
void spec_only(const struct tf_spec *s, const struct tf_list *only, struct tf_spec *part);
/* NULL: none of that name. */
const struct tf_spec_run *spec_find_run(const struct tf_spec *s, const char *id);
/* Appends "1, 2". */
void spec_seeds(const struct tf_spec *s, const char *between, struct tf_buf *out);
/* Appends the resolved spec as YAML; r NULL: of all runs. */
void tf_spec_write(const struct tf_spec_run *r, const struct tf_spec *s, struct tf_buf *out);
/* The sections of a resolved spec that say what a run is, besides protocol and seed; attention, the last,
 * says the mechanism alone. */
enum { SPEC_SECTIONS = 6, SPEC_TRAINING_SECTIONS = SPEC_SECTIONS - 1 };
extern const char *const spec_section[SPEC_SECTIONS];
/* Do both set the section alike? */
bool spec_same_section(const struct tf_spec_run *a, const struct tf_spec_run *b, const char *section);
/* Are they set alike but for their seeds? */
bool spec_same_but_seed(const struct tf_spec_run *a, const struct tf_spec_run *b);
/* Puts the place of e->option before the message, if it has one. Returns -1. */
int spec_put_place(struct tf_err *e, const struct tf_spec_run *r);
/* Fails with this code at the option "init.from", or at its section, or at the top where the spec has
 * neither. Returns -1. */
TF_PRINTF(5, 6)
int spec_fail(struct tf_err *e, int code, const struct tf_spec_run *r, const char *path, const char *fmt,
              ...);
/* The run's dataset into *d, which is that of *of: 1, or 0 where it is the same already. */
int spec_open_data(struct tf_data **d, const struct tf_spec_run **of, const struct tf_spec_run *r,
                   const struct tf_task_env *env, struct tf_err *e);
#endif
