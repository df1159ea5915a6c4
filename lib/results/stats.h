/* Intervals, and when two accuracies differ by no more than chance. */
#ifndef TF_RESULTS_STATS_H
#define TF_RESULTS_STATS_H
#include "train/evaluation.h"

struct tf_interval { double mean, lo, hi; };
extern const double stats_z95; /* 97.5 % quantile of the normal distribution */
/* 95 %, of a proportion, in percent. */
struct tf_interval tf_wilson(double correct, double n);
/* As rows have it: "accuracy", "f1", "matthews". */
const char *tf_metric_name(enum tf_metric m);
/* 95 % of a score, in percent: Wilson for an accuracy, of tf_score_effective predictions (and for any score
 * of more than 2^30 examples); for F1 and Matthews percentiles of 2,000 resamplings of its table (a fixed
 * seed), to each cell of which half an example is added where one is empty. NaN: there are no examples. */
struct tf_interval tf_score_interval(const struct tf_score *s, enum tf_metric m);
/* 95 %, Student's t over seeds; n == 1: lo = hi = mean; n < 1: NaN. */
struct tf_interval tf_mean_interval(const double *x, int n);
/* The same of scores in percent, which the interval does not leave: from 0 (`signed_score`, Matthews': -100)
 * to 100; n < 2: NaN, since one run says nothing about the next. */
struct tf_interval stats_over_seeds(const double *x, int n, bool signed_score);

/* 97.5 % quantile of Student's t; df < 1: NaN. */
double stats_t95(int df);
/* Sorts x; NaN of none. */
double stats_median(double *x, int n);
/* Least value, quartiles and greatest value of x (n > 0), interpolated between neighbours; order (n): places
 * of the values, least first, equal ones as they come. */
void stats_quartiles(const double *x, int n, int *order, double quartile[5]);
double stats_half_width(const struct tf_interval *i);
/* Pairs of models, one per seed, with n answers to the same questions: ours[s][i], theirs[s][i] are 1 where
 * answer i is right. The answers to example k are first[k]..first[k + 1] - 1, and may be right together;
 * first NULL: one answer each, n examples. diff: ours - theirs in points. Its interval is that of a ratio of
 * sums over the examples: their differences (means over the seeds) by their numbers of answers. With one
 * answer each, that is the mean; one example with several: NaN; if all examples differ by the same: +- 196 /
 * (examples + 2) points. `seeds`: over the seeds' differences. only_*: answers that only one had right. */
struct stats_paired {
    double ours_pct, theirs_pct;
    struct tf_interval diff, seeds;
    size_t only_ours, only_theirs;
};
void stats_paired(int seeds, size_t n, const uint8_t *const *ours, const uint8_t *const *theirs,
                  const size_t *first, size_t examples, struct stats_paired *out);
/* |ours - paper| against the half-widths of both 95 % intervals, in quadrature. 1, 0; -1: a value is NaN. */
int stats_within_noise(double diff_pct, double ours_half, double paper_half);
#endif
