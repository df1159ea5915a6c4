/* Intervals, and when two accuracies differ by no more than chance. */
#ifndef TF_RESULTS_STATS_H
#define TF_RESULTS_STATS_H
#include "train/evaluation.h"

struct tf_interval { double mean, lo, hi; };
struct tf_interval tf_wilson(double correct, double n);               /* 95 %, of a proportion, in percent */
/* as rows have it: "accuracy", "f1", "matthews" */
const char *tf_metric_name(enum tf_metric m);
/* 95 % of a score: Wilson for an accuracy; for F1 and Matthews percentiles of 2,000 resamplings of its table
 * (a fixed seed). Percent. */
struct tf_interval tf_score_interval(const struct tf_score *s, enum tf_metric m);
/* 95 %, Student t over seeds; n == 1: lo = hi = mean */
struct tf_interval tf_mean_interval(const double *x, int n);

double report_t95(int df);
double report_median(double *x, int n); /* sorts x; NaN of none */
double report_half_width(const struct tf_interval *i);
/* Two models a seed on the same n examples: ours[s][i], theirs[s][i] are 1 where the answer is right. diff:
 * ours - theirs in points; its interval is of the mean over the examples of their differences, each the mean
 * over the seeds; `seeds`: over the seeds' differences. only_*: answers that one of the two had right. */
struct report_paired {
    double ours_pct, theirs_pct;
    struct tf_interval diff, seeds;
    size_t only_ours, only_theirs;
};
void report_paired(int seeds, size_t n, const uint8_t *const *ours, const uint8_t *const *theirs,
                   struct report_paired *out);
/* |ours - paper| against the half-widths of both 95 % intervals, in quadrature. 1, 0; -1: a value is NaN. */
int report_within_noise(double diff_pct, double ours_half, double paper_half);
#endif
