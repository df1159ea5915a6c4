/* Inside lib/exp: how a spec becomes a plan. source.c reads the file and --set, spec.c the rest of a training's, plan.c expands, plan_run.c turns one point of the
 * expansion into a run, spec_lint.c warns. Places (line, column) survive all of it, because trees are cloned, not copied as text. */
#ifndef TF_EXP_PLAN_H
#define TF_EXP_PLAN_H
#include "exp/exp.h"
#include "exp/flops.h"

enum { PLAN_RUNS_MAX = 4096, PLAN_ENTRIES_MAX = 128, PLAN_AXES_MAX = 16, PLAN_SEEDS_MAX = 1024 };

struct plan_axis {          /* one key of `sweep:` */
    char *path;             /* "attention.height" */
    struct tf_yaml *values; /* LIST, owned */
    int line, col;          /* of the key; 0: from --set */
};
struct plan_source {        /* what the file and the command line said */
    const char *const *section; size_t n_sections; /* that such a spec has */
    struct tf_yaml *root;
    struct tf_yaml *entry[PLAN_ENTRIES_MAX]; int n_entries; /* maps of `attention:`, owned */
    struct plan_axis axis[PLAN_AXES_MAX]; int n_axes;
    uint64_t seed[PLAN_SEEDS_MAX]; int n_seeds;
};

/* "unknown WHAT 'word' (did you mean 'near'?)", or with the known names when none is near. */
void plan_advice(struct tf_buf *b, const char *word, const char *const *names, size_t n);
int plan_fail_option(struct tf_err *e, const struct tf_yaml *map, int i, const char *owner, const struct tf_opt *opts);
int plan_fail_name(struct tf_err *e, const struct tf_yaml *at, const char *kind, const char *const *names, size_t n);

/* spec_heading.c: what the specs of trainings and of inference times share */
enum { PLAN_NAME = 96, PLAN_TITLE = 160, PLAN_PROTOCOL = 32 }; /* sizes of the fields of struct tf_spec and struct tf_infer */
bool plan_one_of(const char *word, const char *const *names, size_t n);
/* Every key must be among the names. owner: "paper", or NULL for the top of the spec. */
int plan_check_keys(const struct tf_yaml *map, const char *owner, const char *const *names, size_t n, struct tf_err *e);
struct tf_yaml *plan_entry_of_name(const struct tf_yaml *name); /* a mechanism's name stands for {name: it} */
/* The file's name; below a folder "experiments" with its folders: experiments/lra/small/listops.yaml is lra-small-listops. */
void plan_name(const char *path, char out[PLAN_NAME]);
/* title (default: name), protocol (default: other) and paper.table. example: what an error shows as a table. */
int plan_read_heading(const struct tf_yaml *root, const char *name, char title[PLAN_TITLE], char protocol[PLAN_PROTOCOL], char table[PLAN_NAME],
                      const char *example, struct tf_err *e);

/* source.c */
/* The file, its attention and sweep, then --set; src: zeros but for the first line of its fields. On failure, too, plan_source_release. */
int plan_source_read(struct plan_source *src, const char *path, const char *const *sets, int n_sets, struct tf_err *e);
void plan_source_release(struct plan_source *src);

/* plan.c */
const char *plan_after(const char *path, const char *prefix); /* what follows the prefix in the path, or NULL */
bool plan_entry_takes(const struct tf_yaml *entry, const char *option); /* its mechanism has it; `layers`: all but full attention */
bool plan_axis_applies(const struct plan_axis *a, const struct tf_yaml *entry); /* not when it is of an option that the entry's mechanism lacks */
int plan_check_axis(const struct plan_source *src, const struct plan_axis *a, struct tf_err *e);
const struct tf_attn *plan_entry_attn(const struct tf_yaml *entry); /* NULL: no such mechanism, or no name */
int plan_expand(struct tf_spec *s, const struct plan_source *src, struct tf_err *e); /* fills run, n_runs, warnings, whole */

/* plan_run.c */
/* Reads {task, model, attention (a map), train} into r, checks, and makes r->resolved and r->hash. s: protocol. */
int plan_run_read(struct tf_plan_run *r, const struct tf_spec *s, const struct tf_yaml *tree, uint64_t seed, struct tf_err *e);
struct tf_layer_attn plan_layer(const struct tf_plan_run *r, int l); /* of layer l */
void plan_put_layers(struct tf_yaml *map, const struct tf_plan_run *r); /* the key `layers` of an attention section, where it is needed */
const struct tf_plan_run *plan_find_run(const struct tf_spec *s, const char *id); /* NULL: none of that name */
void plan_seeds(const struct tf_spec *s, const char *between, struct tf_buf *out); /* appends "1, 2" */
/* As r->hash, of these parts of the spec alone: "model", "train.batch". */
void plan_hash_parts(const struct tf_plan_run *r, const char *const *path, size_t n, char out[17]);
void plan_quirks(struct tf_plan_run *r); /* fills r->quirks */
void plan_run_free(struct tf_plan_run *r);
/* The options of a table as a map, in the table's order. skip: names left out, joined by '|', or NULL. defaults: those that have their default value, too. */
void plan_put_options(struct tf_yaml *map, const struct tf_opt *opts, const void *base, const char *skip, bool defaults);
/* Sets the options of the table from a map, but for the keys skip (joined by '|', or NULL). owner: "attention tf-a". */
int plan_read_options(const struct tf_yaml *map, const char *owner, const struct tf_opt *opts, void *base, const char *skip,
                      struct tf_err *e);
/* The value of an INT option; otherwise: when the table has no such option. */
int plan_int_option(const struct tf_opt *opts, const void *base, const char *name, int otherwise);
int plan_steps(const struct tf_plan_run *r); /* all stages together */
/* Work of all attention layers at n tokens, in % of full attention's, which stands in those that are not the mechanism's. f: as flops_work. */
double plan_work_pct(const struct tf_plan_run *r, int n, double f, enum flops_counting how);
int plan_schedule_steps(const struct tf_plan_run *r); /* of one pass of the learning rate's schedule: the run's or a stage's */
enum { MACHINE = 128, CPU_NAME = 256 };
void exp_cpu(char cpu[CPU_NAME]); /* manifest.c: "Intel(R) Xeon(R) ..." */
void exp_machine(char out[MACHINE]); /* manifest.c: "AMD EPYC; 2 CPUs; avx512; Cooperlake" */
void plan_hash(const struct tf_yaml *y, char out[17]);

/* plan_open.c */
bool plan_same_section(const struct tf_plan_run *a, const struct tf_plan_run *b, const char *section);
/* The run's dataset into *d, whose run is *of: 1, or 0 where it holds the same already. */
int plan_open_data(struct tf_data **d, const struct tf_plan_run **of, const struct tf_plan_run *r, const struct tf_exp_env *env, struct tf_err *e);
/* The run's model (of the last stage), without memory; and with the weights of a checkpoint. Either way tf_model_free, on failure too, of a zeroed one. */
int plan_open_model(struct tf_model *m, const struct tf_plan_run *r, const struct tf_input *in, struct tf_err *e);
int plan_load_model(struct tf_model *m, const struct tf_plan_run *r, const struct tf_input *in, const char *checkpoint, struct tf_err *e);

/* evaluate.c: calls fn for the best checkpoint of every run of s that ended well below dir, with its data; warns of the others. TF_BAD: there is none. */
typedef int plan_finished_fn(void *arg, const struct tf_plan_run *r, const struct tf_data *d, const char *checkpoint, struct tf_err *e);
int plan_each_finished(const struct tf_spec *s, const char *dir, const struct tf_exp_env *env, plan_finished_fn *fn, void *arg, struct tf_err *e);

/* spec_lint.c: appends warnings about r; tree is what it was read from. Texts that are there already are not repeated. */
void plan_lint(struct tf_spec *s, const struct tf_plan_run *r, const struct tf_yaml *tree);
#endif
