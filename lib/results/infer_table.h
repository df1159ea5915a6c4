/* Times of attention modules as tables. */
#ifndef TF_RESULTS_INFER_TABLE_H
#define TF_RESULTS_INFER_TABLE_H
#include "spec/infer_spec.h"

/* NaN: the paper has none. */
double report_infer_paper_s(const struct tf_infer *s, int entry, int length);
/* time ~ n^slope; crossover: the length from which on, as far as measured, it is faster than full attention;
 * NaN with a note. */
struct report_infer_fit { double slope, from, to, crossover; const char *note; };
struct report_infer_fit report_infer_fit(const struct tf_infer *s, int entry);

/* A mechanism at one length, or (fit) at all. Times in seconds, but for *_ms; rates in GFLOP/s; shares of
 * peak in %; to_*, paper_ratio: ratios of times. NaN: not measured, or the paper has none. */
struct report_infer_line {
    const char *name, *title, *setting, *causal, *status;
    int n, batch, bound_cpu;
    struct infer_time r;
    double gflop, rate, peak, one_core, core, core_peak, to_projections, to_full;
    double paper_s, median_ms, paper_ms, paper_ratio;
    struct report_infer_fit fit;
};
struct report_infer_line report_infer_line(const struct tf_infer *s, int length, int entry);

/* Cells of such a line, as the tables have them: "3.14", "214.3", or what failed; "0.4", "12", or nothing. */
void report_infer_ms(const void *line, struct tf_buf *out);
void report_infer_mib(const void *line, struct tf_buf *out);
const char *report_infer_status(enum infer_status status);

/* times.csv, with all that the tables need, but for the machine, which manifest.csv has. */
void report_infer_times_csv(const struct tf_infer *s, struct tf_buf *out);
/* Is it a folder of infer-time that has times, whole or damaged? */
bool report_infer_measured(const char *dir);
/* Reads both into s, of dir/spec.yaml. TF_BAD: damaged, or the times are of another spec. */
int report_infer_load(struct tf_infer *s, const char *dir, struct tf_err *e);
void report_infer_table_csv(const struct tf_infer *s, struct tf_buf *out);
void report_infer_crossover_csv(const struct tf_infer *s, struct tf_buf *out);
/* The paper's Table 1: its formulas beside measured work and time, as CSV and Markdown. false: nothing to
 * write, as the spec names no paper's table, or none of its mechanisms was measured beside full attention. */
bool report_infer_costs(const struct tf_infer *s, struct tf_buf *csv, struct tf_buf *md);
/* Others had the CPU of the only thread for more than 3 % of a line's time; what that means. */
bool report_infer_busy(const struct tf_infer *s);
extern const char report_infer_too_long[];
void report_infer_table_md(const struct tf_infer *s, struct tf_buf *out);
#endif
