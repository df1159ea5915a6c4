/* One point of an expansion as a run: options read, checked and written out, and what follows from them. */
#ifndef TF_SPEC_SPEC_RESOLVE_H
#define TF_SPEC_SPEC_RESOLVE_H
#include "spec/layer_cost.h"
#include "spec/spec.h"
#include "train/evaluation.h"

/* "unknown WHAT 'word' (did you mean 'near'?)", or with the known names when none is near. */
void spec_advice(struct tf_buf *b, const char *word, const char *const *names, size_t n);
/* Key i of the map is no option of the owner ("model", "attention tf-a"): the like, or where it belongs.
 * skip: keys beside the options, as for spec_read_options. */
int spec_fail_option(struct tf_err *e, const struct tf_yaml *map, int i, const char *owner,
                     const struct tf_opt *opts, const char *skip);
/* Of a key that is no section: "; it is an option of train: write train: {lr: 1e-3}"; false: of none. */
bool spec_add_home(struct tf_buf *b, const char *word, const struct tf_yaml *value);
/* Where the spec says one of the options of `model` that the message names: on the command line, else in the
 * entry itself, else for all; NULL: nowhere. */
const struct tf_yaml *spec_named_option(const char *message, const struct tf_yaml *tree);
int spec_fail_name(struct tf_err *e, const struct tf_yaml *at, const char *kind, const char *const *names,
                   size_t n);

/* Reads {task, model, attention (a map), train} into r, checks, and makes r->resolved and r->hash. */
int spec_run_read(struct tf_spec_run *r, const struct tf_spec *s, const struct tf_yaml *tree, uint64_t seed,
                  struct tf_err *e);
void spec_run_free(struct tf_spec_run *r);
struct spec_source;
/* Is the table in no folder of the papers' tables? A misspelt name would show after the work. Without any of
 * these folders, as in a copy of the program alone, every name will do. */
bool spec_no_table(const char *table, struct tf_buf *why);
void spec_lint_table(struct tf_spec *s, const struct tf_yaml *root);
/* Appends to s warnings about r, allowed settings that are seldom meant; tree is what r was read from, src
 * all of the spec. Texts that are there already are not repeated. */
void spec_lint(struct tf_spec *s, const struct tf_spec_run *r, const struct tf_yaml *tree,
               const struct spec_source *src);
/* More leaves in a tree than tokens in a sequence (of TC-A, whose queries see nodes, never)? If so, says it
 * and what would be enough. */
bool spec_many_leaves(const struct tf_attn *attn, const void *opts, int tokens, struct tf_buf *out);
/* The key `layers`: 6-11; it and `others` of an attention section, where they are needed. */
void spec_put_range(struct tf_yaml *map, int first_layer, int end_layer);
void spec_put_layers(struct tf_yaml *map, const struct tf_spec_run *r, bool defaults);
void spec_hash_of(const struct tf_yaml *y, char out[17]);
/* As r->hash, of only these parts of the spec: "model", "train.batch". */
void spec_hash_parts(const struct tf_spec_run *r, const char *const *path, size_t n, char out[17]);
/* The same of all but the mechanism: runs that are trained alike on the same data. */
void spec_hash_training(const struct tf_spec_run *r, char out[17]);
/* Fills r->quirks. */
void spec_quirks(struct tf_spec_run *r);
/* The options of a table as a map, in the table's order. skip: names left out, joined by '|', or NULL.
 * defaults: also those that have their default value. */
void spec_put_options(struct tf_yaml *map, const struct tf_opt *opts, const void *base, const char *skip,
                      bool defaults);
void spec_put_option(struct tf_yaml *map, const struct tf_opt *opts, const struct tf_opt *o,
                     const void *base);
/* Options in which a and b differ, with a's values. only: joined by '|', then without `steps`; NULL: all. */
void spec_put_differing(struct tf_yaml *map, const struct tf_opt *opts, const void *a, const void *b,
                        const char *only);
bool spec_listed(const char *list, const char *name); /* list: joined by '|', or NULL */
/* Sets the options of the table from a map, but for the keys skip. owner: "attention tf-a". */
int spec_read_options(const struct tf_yaml *map, const char *owner, const struct tf_opt *opts, void *base,
                      const char *skip, struct tf_err *e);
int spec_read_option(const struct tf_yaml *v, const struct tf_opt *o, const char *owner,
                     const struct tf_opt *opts, void *base, struct tf_err *e);
/* "6-11" or "3"; the model is read, and so are a's options, opts; NULL: not yet. */
int spec_read_layers(const struct tf_spec_run *r, const struct tf_attn *a, const void *opts,
                     const struct tf_yaml *v, int *first_layer, int *end_layer, struct tf_err *e);
/* Why trees of TF_TEACH_STILL do not move, and what would move them. */
const char *spec_why_still(unsigned teaching);
/* Tokens of the task's longest sequence; 0: the data says. */
int spec_longest(const struct tf_spec_run *r);
/* Does train.max_tokens leave no example out, as far as that is known? */
bool spec_takes_all(const struct tf_spec_run *r, const struct tf_train_cfg *c);
/* TF_BAD: max_tokens, of train or of a stage (its section), leaves no training example. */
int spec_check_length(const struct tf_spec_run *r, const struct tf_train_cfg *c,
                      const struct tf_yaml *section, struct tf_err *e);
/* The mechanism that a map names; and the options of the registry's entry `name`: defaults, then the map's.
 * what: "attention"; *base is the caller's, on failure, too. */
int spec_read_attn(const struct tf_yaml *map, const struct tf_attn **out, struct tf_err *e);
int spec_read_named(const struct tf_yaml *map, const char *what, const char *name, const struct tf_opt *opts,
                    size_t size, const char *skip, void **base, struct tf_err *e);
/* Whether these options of a mechanism go with the model and the task; at: the place to name. */
int spec_check_attention(const struct tf_spec_run *r, const struct tf_attn *a, const void *opts,
                         const struct tf_yaml *at, struct tf_err *e);
/* Whether the mechanism can be in the model if that is causal; its name is at the place. */
int spec_check_causal(const struct tf_spec_run *r, const struct tf_attn *a, const struct tf_yaml *name,
                      struct tf_err *e);
/* spec_others.c: the mechanisms of the layers that `layers` leaves out; the model and r->attn are read. */
int spec_read_others(struct tf_spec_run *r, const struct tf_yaml *section, struct tf_err *e);
/* None of these layers may be one of theirs. */
int spec_check_beside(const struct tf_spec_run *r, int first_layer, int end_layer, const struct tf_yaml *at,
                      struct tf_err *e);
void spec_free_others(struct tf_spec_run *r);
void spec_put_others(struct tf_yaml *map, const struct tf_spec_run *r, bool defaults);
void spec_name_others(const struct tf_spec_run *r, struct tf_buf *out); /* appends "longformer,window=32" */
/* spec_stages.c: the list of stages; the rest of r but for `resolved` is read. */
int spec_read_stages(struct tf_spec_run *r, const struct tf_yaml *tree, struct tf_err *e);
void spec_free_stages(struct tf_spec_run *r);
void spec_put_stages(struct tf_yaml *train, const struct tf_spec_run *r); /* nothing without a list */
/* What stage i of spec_parts trains with: a list's entry, or the run itself, which is one part without a
 * list. place: of the entry in the file; NULL: none. */
struct spec_part {
    const struct tf_train_cfg *train;
    const void *attn_opts, *task_opts;
    const char *place;
};
int spec_parts(const struct tf_spec_run *r);
struct spec_part spec_part(const struct tf_spec_run *r, int i);
/* Does a stage hide tokens (mask), and learn to predict them? */
bool spec_hides(const struct tf_spec_run *r);
/* Do layers that have trees in the end compute full attention in that part? */
bool spec_trains_full(const struct tf_spec_run *r, int i);
/* Do trees learn from full attention in part i? */
bool spec_teaches(const struct tf_spec_run *r, int i);
/* What the attention section says, whatever the stages do. */
const void *spec_attn_base(const struct tf_spec_run *r);
/* What a map has at "init.from", or at "max_tokens"; else its section; else the map. */
const struct tf_yaml *spec_place(const struct tf_yaml *tree, const char *path);
/* The value of an INT option; otherwise: when the table has no such option. */
int spec_int_option(const struct tf_opt *opts, const void *base, const char *name, int otherwise);
/* Tokens at which the work of a run's layers is counted, flops_n of rows; longest: sequence of its data. */
int spec_flops_n(const struct tf_spec_run *r, int longest);
/* Steps of all stages together; of one pass of the learning-rate schedule: the run's or a stage's. */
int spec_steps(const struct tf_spec_run *r);
/* Layers that have the entry's mechanism. */
int spec_own_layers(const struct tf_spec_run *r);
int spec_bootstrap_stages(const struct tf_spec_run *r); /* 1 without bootstrapping */
int spec_schedule_steps(const struct tf_spec_run *r);
/* One of its layers, on n tokens. */
struct tf_layer_size spec_layer_size(const struct tf_spec_run *r, int n);
/* Numbers that all layers keep of a sequence of n tokens. */
double spec_state(const struct tf_spec_run *r, int n, const struct tf_work *w);
/* Work of all attention layers at n tokens, in % of full attention's. w: what routed mechanisms were measured
 * to do; NULL: groups of equal size. */
double spec_work_pct(const struct tf_spec_run *r, int n, const struct tf_work *w, enum flops_counting how);
bool spec_routed(const struct tf_spec_run *r); /* Does that depend on what was measured? */
#endif
