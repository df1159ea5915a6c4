/* Floor 5: spec -> plan -> run -> row; tables, the papers' values, intervals, figures. Data flows one way. */
#ifndef TF_EXP_H
#define TF_EXP_H
#include "train/train.h"

/* ---- spec and plan ---------------------------------------------------------------------------------------------------------
 * A spec is a YAML map: title, protocol (paper | small | short | quick | corrected | other), task, data, model, attention, train, seeds, sweep, paper.
 *   task:      {name: listops, max_length: 2000, ...}            options of the task's table
 *   data:      {pad: 4096}                                       what is done to every task's sequences
 *   attention: {name: tf-a, height: 6, ...}                      or a list of such maps: one run each; layers: 6-11 gives it these layers (counted from
 *                                                                0) and the others full attention
 *   init:      {from: weights.safetensors}                       what the training begins with
 *   train:     {lr: 1e-4, ..., bootstrap: {...}}
 *   seeds:     [1, 2, 3]
 *   sweep:     {attention.height: [2, 4, 6], train.lr: [...]}    every list expands to runs
 *   paper:     {table: table3_lra.csv}                           the papers' numbers beside ours
 * --set path=VALUE overrides; a list value sweeps. attention.<option> applies to the mechanisms that have the option (error if none has).
 * Unknown keys, wrong types, values out of range: "file:line:col: what (did you mean ...?)", code TF_BAD, before any work. */
struct tf_data_cfg { int pad; };           /* spec section `data:`; pad > 0: every sequence is filled up to so many tokens, to measure what padding costs */
extern const struct tf_opt tf_data_opts[];
struct tf_init_cfg { char from[TF_STRING_MAX]; bool partial; }; /* spec section `init:`; weights to begin with, see tf_checkpoint_import; "": random */
extern const struct tf_opt tf_init_opts[];
struct tf_plan_run {
    char id[160];                          /* "listops-tf-a-h6-s1": unique in the plan; names its row and its folder */
    char setting[160];                     /* what the sweep set, attention.name and seeds apart: "height=6"; may be empty */
    char hash[17];                         /* of what the resolved spec sets otherwise than by default; threads and paths are not in it. So defaults
                                              may never change, and an option may be added when its default means what was before */
    char quirks[128];                      /* of the published code, that are on: "validation = test; ..." */
    const struct tf_task *task; void *task_opts;
    struct tf_data_cfg data;
    struct tf_init_cfg init;
    int first_layer, end_layer;            /* layers of the mechanism, the others have full attention; end_layer 0: all */
    const struct tf_attn *attn; void *attn_opts;
    struct tf_model_cfg model;
    struct tf_train_cfg train;
    struct tf_bootstrap_cfg bootstrap;
    uint64_t seed;
    struct tf_yaml *resolved;              /* every option written out; a spec itself */
};
struct tf_spec {
    char name[96];                         /* the file's name without .yaml: the output folder's name */
    char title[160], protocol[32], paper_table[96]; /* paper_table: "" when none */
    struct tf_plan_run *run; int n_runs;
    char **warning; int n_warnings;        /* the linter's: known traps, "file:line:col: warning: ..." */
    struct tf_yaml *whole;                 /* the resolved spec of all runs: expands to the same ids and hashes */
};
/* sets: n texts "path=VALUE"; seeds: "1,2" or NULL. */
int tf_spec_load(struct tf_spec **out, const char *path, const char *const *sets, int n_sets, const char *seeds, struct tf_err *e);
void tf_spec_free(struct tf_spec *s);
int tf_folder_spec(const char *dir, struct tf_buf *path, struct tf_err *e); /* of an output folder's spec; TF_BAD: there is none */
int tf_spec_write(const struct tf_plan_run *r, const struct tf_spec *s, struct tf_buf *out); /* resolved spec as YAML; r NULL: of all runs */

/* ---- running a plan --------------------------------------------------------------------------------------------------------------- */
struct tf_exp_env {
    const char *out;                       /* output folder; NULL: results/runs/<spec> */
    const char *data_dir, *paper_dir;      /* paper_dir NULL: experiments/paper next to the working directory or the program */
    int threads;
    int jobs;                              /* runs at once, in processes of their own that share the threads; 0 and 1: one after the other */
    bool resume, plot;
};
/* Folder layout: spec.yaml, rows/<id>.csv, runs/<id>/{metrics,timing}.csv + checkpoints, metrics.csv and timing.csv (all runs), table.csv, table.md, fig_*,
 * manifest.csv. A run whose row file exists with the same hash is skipped; an existing folder of another spec is refused. Rows are written atomically.
 * Several processes, on several machines too, may fill one folder: each run is claimed (flock) by one.
 * Bad data or a bad start (TF_BAD) of one run keeps no other from being done; the first such error is returned in the end.
 * Returns -1 on error; *worst gets TF_OK, TF_FAILED (a run diverged) or TF_INTERRUPTED. */
int tf_exp_run(const struct tf_spec *s, const struct tf_exp_env *env, int *worst, struct tf_err *e);
/* --dry-run: appends a table of every run (parameters, FLOPs, peak bytes, time) to out; the same estimate guards memory before a run starts. The
 * weights that init.from names must be there. */
int tf_exp_dry_run(const struct tf_spec *s, const struct tf_exp_env *env, struct tf_buf *out, struct tf_err *e);

/* The best checkpoints below dir (an output folder whose spec s is, options of the task possibly changed) on the whole test set: appends a CSV table
 * with a line a run (test_acc_pct with its 95 % interval, of the metric that the row of the run has). Runs without a row that says ok, or without a best
 * checkpoint, are skipped with a warning. */
int tf_exp_evaluate(const struct tf_spec *s, const char *dir, const struct tf_exp_env *env, struct tf_buf *out, struct tf_err *e);

/* The same runs compared with those of the mechanism `against` of the same seeds: appends a CSV table with a line a mechanism and setting, the accuracy of both and
 * their difference in points with two 95 % intervals: over the test examples, paired, and over the seeds. TF_BAD: nothing to compare. */
int tf_exp_compare(const struct tf_spec *s, const char *dir, const char *against, const struct tf_exp_env *env, struct tf_buf *out, struct tf_err *e);

/* ---- rows ------------------------------------------------------------------------------------------------------------------------------ */
/* quirks: of the published code that were on in the run, joined by "; ", and "stand-in data" where the dataset is not the published one (then no table
 * shows a paper's value beside it). Empty: none, or a row from before there was such a column. */
struct tf_row {                            /* one finished run; one CSV file with a header; columns are named after the fields */
    char run[160], task[48], protocol[32], quirks[240];
    char metric[16];                       /* of the *_acc_pct columns: accuracy, f1, matthews; read from a row without such a column: accuracy */
    char machine[128];                     /* times of different machines are not compared; empty: a row from before there was such a column */
    char attention[48], title[96], setting[160], status[24], spec_hash[17];
    char data_hash[17], init_hash[17];     /* of the data, of the weights that init.from names; empty: none, or a row from before there were such columns */
    long height;                           /* -1: the mechanism has none */
    long seed, steps, best_step, valid_n, test_n, flops_n, parameters, threads;
    double valid_acc_pct, test_acc_pct, test_lo_pct, test_hi_pct /* 95 % Wilson */, test_loss_nats, flops_paper_pct, flops_layer_pct,
        flops_forward, occupancy, mean_len, majority_pct /* largest class of the test examples */, train_time_s,
        train_cpu_s /* of all threads */, eval_time_s, tokens_per_s, peak_bytes;
};
int tf_row_write(const char *path, const struct tf_row *r, struct tf_err *e);
int tf_row_read(const char *path, struct tf_row *r, struct tf_err *e);
/* Every row of DIR/rows, sorted by attention order of the registry, setting, seed. *rows from tf_alloc. TF_BAD: a file has not the name of its run. */
int tf_rows_load(const char *dir, struct tf_row **rows, int *n, struct tf_err *e);

/* ---- statistics -------------------------------------------------------------------------------------------------------------------------- */
struct tf_interval { double mean, lo, hi; };
struct tf_interval tf_wilson(double correct, double n);               /* 95 %, of a proportion, in percent */
const char *tf_metric_name(enum tf_metric m);                         /* as rows have it: "accuracy", "f1", "matthews" */
/* 95 % of a score: Wilson for an accuracy; for F1 and Matthews percentiles of 2,000 resamplings of its table (a fixed seed). Percent. */
struct tf_interval tf_score_interval(const struct tf_score *s, enum tf_metric m);
struct tf_interval tf_mean_interval(const double *x, int n);          /* 95 %, Student t over seeds; n == 1: lo = hi = mean */

/* ---- tables and figures, from rows alone --------------------------------------------------------------------------------------------------- */
/* spec: what the folder's spec.yaml says, for a note on the times; NULL: none. */
struct tf_report {
    const char *dir, *title, *protocol, *paper_table, *paper_dir;
    const struct tf_yaml *spec;
    bool plot, strangers; /* strangers: name rows that are no runs of dir/spec.yaml */
};
/* Writes table.csv, table.md, metrics.csv, timing.csv and the figures into r->dir; appends table.md's text to md (may be NULL). */
int tf_report_write(const struct tf_report *r, struct tf_buf *md, struct tf_err *e);
/* The same for a folder as its spec.yaml says, when no other process writes its tables. */
int tf_report_folder(const char *dir, bool plot, struct tf_buf *md, struct tf_err *e);
/* The rows of several output folders together (tasks, machines, seeds), and the metrics of their runs: writes table3, table10, table11 (fine-tuning:
 * table2, table9, table2_flops; pretraining: table2_mlm, table2_mlm_flops), table_height and table_time (.csv for programs, .md for people) and a set of
 * figures a task into `out`; appends the .md texts to md (may be NULL). Neither protocols nor kinds of tasks are averaged together. The same run found
 * twice counts once; the same run with another spec_hash or another result is TF_BAD and names both files, and so are seeds of other settings, as
 * the folders' spec.yaml say. */
struct tf_report_all {
    const char *const *dirs; int n_dirs;
    const char *const *labels;             /* of each folder, for the setting of its rows, so that the same run may stand there twice; NULL, "": none */
    const char *out, *paper_dir;
    bool plot;
};
int tf_report_write_all(const struct tf_report_all *t, struct tf_buf *md, struct tf_err *e);
/* The paper's accuracy of a mechanism on a task, in percent; NAN when there is none. column: task->paper_column. */
double tf_paper_value(const char *paper_dir, const char *table, const char *attention, const char *column);

/* ---- cost of attention layers ------------------------------------------------------------------------------------------------------------------
 * CSV tables of one layer on one sequence: work in percent of full attention's by the papers' counting and of the whole layer, and absolute:
 *   gflops_paper, gflops_layer, gflops_full   from formulas; full: the whole layer with full attention at the same size
 *   param_bytes                               learned parameters in fp32; buffers (centroids, random features) are not among them
 *   activation_bytes                          measured: what the layer holds at its peak besides its input while it runs once in evaluation with initial
 *                                             weights. Above 1024 tokens: the straight line through 512 and 1024. Empty above 1e11 FLOPs of a
 *                                             measurement, or where memory is short
 * Content-dependent groups (leaves, buckets, clusters) are assumed to be of equal size. */
struct tf_layer_size { int n, dim, heads, qkv_dim; bool no_bias; }; /* heads divides qkv_dim, or dim where that is 0 */
struct tf_flops_ask {
    const char *paper_dir;                 /* NULL: as in tf_exp_env */
    const char *const *sets; int n_sets;   /* "attention.rank=64" or "rank=64": for every mechanism that has the option; TF_USAGE if none has */
    int threads;                           /* that measure activations; 0: the column stays empty */
};
size_t tf_layer_parameters(const struct tf_attn *m, const void *opts, const struct tf_layer_size *s); /* learned numbers */
double tf_layer_activation_bytes(const struct tf_attn *m, const void *opts, const struct tf_layer_size *s); /* NaN: not measured */
/* Every mechanism at the settings of the Treeformer paper's Tables 2, 11 and 12, beside its numbers. occupancy_implied: the f that the paper's number
 * needs. A table that is not found gives a warning and empty cells; a broken one is an error (TF_BAD). Appends. */
int tf_flops_papers(const struct tf_flops_ask *ask, struct tf_buf *out, struct tf_err *e);
/* Every mechanism at its defaults and one size. Appends. */
int tf_flops_size(const struct tf_flops_ask *ask, const struct tf_layer_size *size, struct tf_buf *out, struct tf_err *e);
/* fig_flops_n in dir: work of the whole layer over n = 256 .. 65536, every mechanism at its defaults. plot false: data and script only. */
int tf_flops_figure(const struct tf_flops_ask *ask, const char *dir, int dim, int heads, bool plot, struct tf_err *e);
/* The best checkpoints of finished runs (as tf_exp_evaluate) on the first `limit` test examples (0: all): a line a run with the occupancy that was measured, the
 * work that follows from it, and beside both what groups of equal size would give. Appends. */
int tf_flops_measured(const struct tf_spec *s, const char *dir, const struct tf_exp_env *env, size_t limit, struct tf_buf *out, struct tf_err *e);

/* ---- leaves ---------------------------------------------------------------------------------------------------------------------------------------- */
/* How the tokens of `limit` examples (0: all) of a split spread over the leaves of the trees, layer by layer: in every checkpoint of the runs of n output
 * folders, or in one checkpoint that a run of from->s wrote. Writes summary.csv, leaves.csv and figures into env->out. Runs without
 * trees or checkpoints are passed over; TF_BAD: none is left, or two folders have a run of one name. */
struct tf_leaves_from { struct tf_spec *s; const char *dir /* its output folder; not used with a checkpoint */; };
struct tf_leaves_ask { const char *checkpoint /* NULL: all of the folders */; enum tf_split split; size_t limit; };
int tf_exp_leaves(const struct tf_leaves_from *from, int n, const struct tf_leaves_ask *ask, const struct tf_exp_env *env, struct tf_err *e);

/* ---- time of the attention module -----------------------------------------------------------------------------------------------------------------
 * A spec of `infer-time` is a YAML map: title, protocol, infer: {lengths, dim, heads, batch, causal, threads, repeats, ...}, attention (as above), paper.
 * Timed: projections, attention, output projection of one layer without gradient and dropout, mechanisms in turn, beside the four projections alone. */
struct tf_infer;
struct tf_infer_env { const char *out /* NULL: results/runs/<spec> */, *paper_dir; int threads /* 0: the spec's */; bool plot; };
/* sets: "infer.repeats=3"; "attention.height=2,4" makes an entry of each value. Errors as tf_spec_load. */
int tf_infer_load(struct tf_infer **out, const char *path, const char *const *sets, int n_sets, struct tf_err *e);
void tf_infer_free(struct tf_infer *s);
/* A line for each mechanism and length: work and a rough time, nothing is run. Appends CSV. */
void tf_infer_dry_run(const struct tf_infer *s, const struct tf_infer_env *env, struct tf_buf *out);
/* Measures and writes times.csv, table4.csv and .md (named after the papers' table; "table" without one), crossover.csv, fig_time_n.*, spec.yaml and
 * manifest.csv; appends the .md text to md. TF_BAD: the folder belongs to another spec; TF_INTERRUPTED: what was complete is written. */
int tf_infer_run(struct tf_infer *s, const struct tf_infer_env *env, struct tf_buf *md, struct tf_err *e);
#endif
