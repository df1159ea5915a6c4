/* table.csv for programs and table.md for people: one line a (task, attention, setting). */
#include "exp/report.h"
#include <math.h>
#include <string.h>

/* ---- table.csv --------------------------------------------------------------------------------------------------------------- */

void report_number(struct tf_buf *out, double v) {
    if (!isnan(v)) tf_buf_addf(out, "%.10g", v);
}

static const char *status_of(const struct report_group *g) {
    return g->ok == g->n ? "ok" : g->ok ? "partial" : g->diverged ? "diverged" : "failed";
}

static const char csv_head[] = "task,protocol,attention,title,setting,height,runs,seeds,diverged,status,test_n,test_acc_pct,test_lo_pct,"
                               "test_hi_pct,seeds_lo_pct,seeds_hi_pct,valid_acc_pct,";
static const char csv_head_paper[] = "paper_acc_pct,paper_comparable,diff_pct_points,within_noise,";
static const char csv_head_work[] = "flops_paper_pct,flops_layer_pct,flops_n,flops_forward,occupancy,mean_len,parameters,steps,"
                                    "train_time_s,eval_time_s,tokens_per_s,peak_bytes\n";

static void add_numbers(struct tf_buf *out, const double *v, int n) {
    for (int i = 0; i < n; i++) {
        tf_buf_addf(out, ",");
        report_number(out, v[i]);
    }
}

static void csv_line(const struct report *r, const struct report_group *g, struct tf_buf *out) {
    const struct tf_row *a = g->row;
    const char *text[] = {a->task, r->protocol, a->attention, a->title, a->setting};
    for (int i = 0; i < (int)TF_COUNT(text); i++) {
        tf_csv_field(out, text[i]);
        tf_buf_addf(out, ",");
    }
    if (a->height >= 0) tf_buf_addf(out, "%ld", a->height);
    tf_buf_addf(out, ",%d,%d,%d,%s", g->n, g->ok, g->diverged, status_of(g));
    add_numbers(out, (double[]){g->test_n, g->test.mean, g->test.lo, g->test.hi, g->seeds.lo, g->seeds.hi, g->valid_acc_pct}, 7);
    if (r->paper != REPORT_PAPER_NONE) {
        add_numbers(out, &g->paper_acc_pct, 1);
        tf_buf_addf(out, ",%s", isnan(g->paper_acc_pct) ? "" : r->paper == REPORT_PAPER_SAME ? "yes" : "no");
        add_numbers(out, &g->diff_pct, 1);
        tf_buf_addf(out, ",%s", g->within < 0 ? "" : g->within ? "yes" : "no");
    }
    add_numbers(out, (double[]){g->flops_paper_pct, g->flops_layer_pct, (double)a->flops_n, g->flops_forward, g->occupancy, g->mean_len}, 6);
    add_numbers(out, (double[]){g->parameters, g->steps, g->train_time_s, g->eval_time_s, g->tokens_per_s, g->peak_bytes}, 6);
    tf_buf_addf(out, "\n");
}

void report_table_csv(const struct report *r, struct tf_buf *out) {
    tf_buf_addf(out, "%s%s%s", csv_head, r->paper == REPORT_PAPER_NONE ? "" : csv_head_paper, csv_head_work);
    for (int i = 0; i < r->n_groups; i++) csv_line(r, &r->group[i], out);
}

/* ---- table.md: a grid of cells, padded so that it reads well as plain text, too ------------------------------------------------ */

enum { COLS_MAX = 20, CELL = 300 };
struct grid { int cols, rows; char (*cell)[CELL]; bool left[COLS_MAX]; }; /* (rows, cols), row 0 the header */
static const char none[] = "\u2014";

static void put(struct grid *g, const char *text) { // the next cell; | would end it, control characters the line
    char *out = g->cell[g->rows * g->cols + g->left[COLS_MAX - 1]], *end = out + CELL - 2;
    (void)end;
    (void)text;
}
