/* Floor 5: a spec, which is a YAML map, and the runs that it expands to.
 * A spec is a YAML map: title, protocol (paper | small | short | quick | corrected | other), task, data,
 * model, attention, train, seeds, sweep, paper.
 *   task:      {name: listops, max_length: 2000, ...}            options of the task's table
 *   data:      {pad: 4096}                                       what is done to every task's sequences
 *   attention: {name: tf-a, height: 6, ...}                      or a list of such maps: one run each;
 *                                                                layers: 6-11 gives it these layers (counted
 *                                                                from 0) and the others full attention
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
#include "task/task.h"
#include "train/recipe.h"

struct tf_data_cfg { int pad; };           /* spec section `data:`; pad > 0: every sequence is filled up to so
                                              many tokens, to measure what padding costs */
extern const struct tf_opt tf_data_opts[];
extern const struct tf_opt tf_init_opts[];
struct tf_spec_run {
    char id[160];                          /* "listops-tf-a-h6-s1": unique in the spec; names its row and its
                                              folder */
    char setting[160];                     /* what the sweep set, attention.name and seeds apart: "height=6";
                                              may be empty */
    char variant[160];                     /* the setting without the height of the trees */
    char hash[17];                         /* of what the resolved spec sets otherwise than by default;
                                              threads and paths are not in it. So defaults may never change,
                                              and an option may be added when its default means what was
                                              before */
    char quirks[128];                      /* of the published code, that are on: "validation = test; ..." */
    const struct tf_task *task; void *task_opts;
    struct tf_data_cfg data;
    TF_RECIPE;
    struct tf_yaml *resolved;              /* every option written out; a spec itself */
};
struct tf_spec {
    char name[96];                         /* the file's name without .yaml: the output folder's name */
    char title[160], protocol[32], paper_table[96]; /* paper_table: "" when none */
    struct tf_spec_run *run; int n_runs;
    char **warning; int n_warnings;        /* the linter's: known traps, "file:line:col: warning: ..." */
    struct tf_yaml *whole;                 /* the resolved spec of all runs: expands to the same ids and
                                              hashes */
};
/* sets: n texts "path=VALUE"; seeds: "1,2" or NULL. */
int tf_spec_load(struct tf_spec **out, const char *path, const char *const *sets, int n_sets,
                 const char *seeds, struct tf_err *e);
void tf_spec_free(struct tf_spec *s);
/* NULL: none of that name */
const struct tf_spec_run *spec_find_run(const struct tf_spec *s, const char *id);
void spec_seeds(const struct tf_spec *s, const char *between, struct tf_buf *out); /* appends "1, 2" */
/* resolved spec as YAML; r NULL: of all runs */
int tf_spec_write(const struct tf_spec_run *r, const struct tf_spec *s, struct tf_buf *out);
#endif
