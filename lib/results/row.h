/* Floor 6: what an experiment leaves. Rows: the result of one finished run, a CSV file of a header and one
 * line. */
#ifndef TF_RESULTS_ROW_H
#define TF_RESULTS_ROW_H
#include "base/base.h"

/* quirks: of the published code that were on in the run, joined by "; ", and "stand-in data" where the
 * dataset is not the published one (then no table shows a paper's value beside it). Empty: none, or a row
 * from before there was such a column. */
struct tf_row {                            /* one finished run; one CSV file with a header; columns are named
                                              after the fields */
    char run[160], task[48], protocol[32], quirks[240];
    char metric[16];                       /* of the *_acc_pct columns: accuracy, f1, matthews; read from a
                                              row without such a column: accuracy */
    char machine[128];                     /* times of different machines are not compared; empty: a row from
                                              before there was such a column */
    char attention[48], title[96], setting[160], status[24], spec_hash[17];
    char data_hash[17], init_hash[17];     /* of the data, of the weights that init.from names; empty: none,
                                              or a row from before there were such columns */
    long height;                           /* -1: the mechanism has none */
    long seed, steps, best_step, valid_n, test_n, flops_n, parameters, threads;
    double valid_acc_pct, test_acc_pct, test_lo_pct, test_hi_pct /* 95 % Wilson */, test_loss_nats,
        flops_paper_pct, flops_layer_pct, flops_forward, occupancy, mean_len,
        majority_pct /* largest class of the test examples */, train_time_s, train_cpu_s /* of all threads */, eval_time_s, tokens_per_s, peak_bytes;
};
int tf_row_write(const char *path, const struct tf_row *r, struct tf_err *e);
int tf_row_read(const char *path, struct tf_row *r, struct tf_err *e);
/* Every row of DIR/rows, sorted by attention order of the registry, setting, seed. *rows from tf_alloc.
 * TF_BAD: a file has not the name of its run. */
int tf_rows_load(const char *dir, struct tf_row **rows, int *n, struct tf_err *e);
/* Order of mechanisms (the registry's) and settings (numbers in them count as numbers), then of quirks. */
int report_compare_mechanism(const struct tf_row *a, const struct tf_row *b);
bool report_stand_in(const struct tf_row *r);                    /* its data is not the published one */
bool report_ok(const struct tf_row *r);                          /* ended well: counts in means */
#endif
