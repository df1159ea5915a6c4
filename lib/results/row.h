/* Floor 6: what an experiment leaves. A row is the result of one finished run: a CSV file of a header and one
 * line, whose columns are named after the fields. And the metrics of runs. */
#ifndef TF_RESULTS_ROW_H
#define TF_RESULTS_ROW_H
#include "base/base.h"

struct tf_row {
    char run[160], task[48], protocol[32];
    /* Of the published code, that were on in the run, and what is special about the data: text for people,
     * joined by "; ". */
    char quirks[256];
    /* enum tf_data_kind by name: "published", "derived", "stand-in" (no table shows a paper's value beside
     * it), "varied", "own"; and whether it was less than the whole set. */
    char data_kind[16];
    bool subset;
    /* What the score columns hold: accuracy, f1, matthews. */
    char metric[16];
    /* Times of different machines are not compared. */
    char machine[128];
    /* setting: how the run differs from the others of its spec, "height=6 lr=0.1"; variant: the same without
     * the height. */
    char attention[48], title[96], setting[160], variant[160], status[24];
    /* Of the spec; of the data; of the weights that init.from names (empty: none). */
    char spec_hash[17], data_hash[17], init_hash[34]; /* TF_INIT_HASH */
    /* For which tokens of a sequence training computed queries in the last layer: "all", or "first" where the
     * head reads no other. */
    char queries[8];
    /* Of the program that finished the run; "": one before 0.6.11. */
    char version[64];
    /* What was validated and tested: "average", of the weights of all steps (train.ema); "": those of one. */
    char weights[16];
    /* Mechanisms of the other layers, "longformer,window=32"; "": full attention alone. */
    char others[96];
    /* The trees grew while the run was trained (Algorithm 1). */
    bool bootstrapped;
    /* It was resumed with other kernels (those of `machine` are the last): no one machine computes the same
     * bytes. */
    bool kernels_changed;
    /* height: of the trees, -1 where there are none. Layers first_layer..end_layer-1 have the mechanism, the
     * rest what `others` says. */
    long height, layers, first_layer, end_layer;
    long seed, steps, best_step, valid_n, test_n, flops_n, parameters, threads;
    /* test_lo, test_hi: 95 %. majority: largest class of the test examples. train_cpu_s: of all threads. NaN:
     * not known. */
    double valid_score_pct, test_score_pct, test_lo_pct, test_hi_pct, test_loss_nats;
    double flops_paper_pct, flops_layer_pct, flops_forward, occupancy, mean_len, majority_pct;
    /* FLOPs of all steps of training and of self-pretraining; NaN: not known, and of the latter also that
     * there was none. */
    double train_flops, pretrain_flops;
    /* Numbers that the attention layers keep of a sequence, where the task is to recall; NaN: of other
     * tasks, or not known. */
    double state;
    /* Where an example has several predictions, of which test_n counts all: as many independent ones say as
     * much (tf_score_effective); NaN: test_n. */
    double test_n_effective;
    double train_time_s, train_cpu_s, eval_time_s, tokens_per_s, peak_bytes;
};
/* An optional field of 0 is left out, and read as not known. */
int tf_row_write(const char *path, const struct tf_row *r, struct tf_err *e);
/* TF_BAD: a column is missing, or has an impossible value. */
int tf_row_read(const char *path, struct tf_row *r, struct tf_err *e);
/* Every row of DIR/rows, sorted by task, attention (in the registry's order), setting, quirks, seed, run.
 * *rows from tf_alloc. TF_BAD: no such folder, or a file is not named after its run. */
int tf_rows_load(const char *dir, struct tf_row **rows, int *n, struct tf_err *e);
void tf_rows_sort(struct tf_row *rows, int n); /* in that order */
/* Order of mechanisms (the registry's) and settings (numbers in them count as numbers), then of quirks. */
int tf_row_compare(const struct tf_row *a, const struct tf_row *b);
/* The place in the registry of a mechanism, as rows name it; unknown ones come last. */
int tf_row_mechanism(const char *attention);
/* Its data is not the published one. */
bool tf_row_stand_in(const struct tf_row *r);
/* Are the two runs' data the same, as far as the rows know? */
bool tf_row_same_data(const struct tf_row *a, const struct tf_row *b);
/* It ended well, so that it counts in means. */
bool tf_row_ok(const struct tf_row *r);
/* Are the test's sequences, of mean_len tokens, clearly shorter than the length flops_n that work is given
 * for? Compare by pairs then. */
bool tf_row_is_short(double mean_len, double flops_n);
/* Layers that have the mechanism; 0: all have it. */
int tf_row_some_layers(const struct tf_row *r);

/* The metrics.csv, timing.csv, right.csv or floors.csv (name) of runs: table[i] (zeroed before) gets
 * dir/runs/<run>/name of row i; where that is missing, its lines of the joined dir/name; else cols stays 0
 * (rows may come from elsewhere without their runs). Curves with another test loss than the row's are left
 * out, with a warning. from: only rows with from[i] == dir; NULL: all. */
struct tf_csv;
int tf_metrics_load(const char *dir, const char *name, const struct tf_row *row, int n,
                    const char *const *from, struct tf_csv *table, struct tf_err *e);
#endif
