/* Intervals: Wilson for a proportion, Student's t for a mean; and when two accuracies differ by no more than chance. */
#include "results/stats.h"
#include <math.h>
#include <stdlib.h>

const double stats_z95 = 1.959963984540054;

struct tf_interval tf_wilson(double correct, double n) {
    if (!(n > 0) || isnan(correct)) return (struct tf_interval){NAN, NAN, NAN};
    double p = correct / n, z2 = stats_z95 * stats_z95, scale = 1 + z2 / n;
    double middle = (p + z2 / (2 * n)) / scale, half = stats_z95 * sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / scale;
    double lo = correct <= 0 ? 0 : middle - half, hi = correct >= n ? 1 : middle + half; // exact at the ends
    return (struct tf_interval){100 * p, 100 * lo, 100 * hi};
}

/* n examples drawn from the table's cells, with replacement. If a cell is empty, each weighs half an example more: what n examples do not show
 * is rare, not impossible. */
static void resample(const struct tf_score *s, struct tf_rng *r, struct tf_score *out) {
    const size_t *from = &s->table[0][0];
    const size_t more = !from[0] || !from[1] || !from[2] || !from[3], unit = 1 + more, all = unit * s->n + 4 * more;
    size_t *to = &out->table[0][0];
    *out = (struct tf_score){.n = s->n};
    for (size_t i = 0; i < s->n; i++) {
        size_t at = tf_rng_below(r, (uint32_t)all);
        int cell = 0;
        for (; cell < 3 && at >= unit * from[cell] + more; cell++) at -= unit * from[cell] + more;
        to[cell]++;
    }
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double stats_median(double *x, int n) {
    qsort(x, (size_t)n, sizeof *x, by_value);
    return n ? (x[(n - 1) / 2] + x[n / 2]) / 2 : (double)NAN;
}

void stats_quartiles(const double *x, int n, int *order, double quartile[5]) {
    for (int i = 0; i < n; i++) {
        int at = i;
        for (; at && x[order[at - 1]] > x[i]; at--) order[at] = order[at - 1];
        order[at] = i;
    }
    for (int k = 0; k < 5; k++) {
        const double at = 0.25 * k * (n - 1);
        const int i = (int)at;
        quartile[k] = x[order[i]];
        if (i + 1 < n) quartile[k] += (at - i) * (x[order[i + 1]] - x[order[i]]);
    }
}

const char *tf_metric_name(enum tf_metric m) { return (const char *const[]){"accuracy", "f1", "matthews"}[m]; }

struct tf_interval tf_score_interval(const struct tf_score *s, enum tf_metric m) {
    enum { DRAWS = 2000 };
    if (m == TF_METRIC_ACCURACY || !s->n) {
        const double all = (double)s->n, n = s->n ? tf_score_effective(s) : 0;
        return tf_wilson(n < all ? (double)s->correct / all * n : (double)s->correct, n);
    }
    double *x = tf_alloc(sizeof *x * DRAWS);
    struct tf_rng r = tf_rng_at(1, TF_RNG_BOOTSTRAP, 0, 0, 0);
    for (int i = 0; i < DRAWS; i++) {
        struct tf_score draw;
        resample(s, &r, &draw);
        x[i] = tf_score_value(&draw, m);
    }
    qsort(x, DRAWS, sizeof *x, by_value);
    const double value = tf_score_value(s, m), lo = x[DRAWS / 40 - 1], hi = x[DRAWS - DRAWS / 40];
    tf_free(x);
    return (struct tf_interval){value, fmin(lo, value), fmax(hi, value)};
}

/* 97.5 % quantile of Student's t: a table, then the expansion around the normal quantile (Abramowitz & Stegun 26.7.5). */
double stats_t95(int df) {
    static const double t[] = {12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157, 2.228139,
                               2.200985,  2.178813, 2.160369, 2.144787, 2.131450, 2.119905, 2.109816, 2.100922, 2.093024, 2.085963,
                               2.079614,  2.073873, 2.068658, 2.063899, 2.059539, 2.055529, 2.051831, 2.048407, 2.045230, 2.042272};
    if (df < 1) return NAN;
    if (df <= (int)TF_COUNT(t)) return t[df - 1];
    double z = stats_z95, z2 = z * z, v = df;
    return z + z * (z2 + 1) / (4 * v) + z * ((5 * z2 + 16) * z2 + 3) / (96 * v * v) +
           z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * v * v * v);
}

struct tf_interval tf_mean_interval(const double *x, int n) {
    if (n < 1) return (struct tf_interval){NAN, NAN, NAN};
    double mean = 0, square = 0;
    for (int i = 0; i < n; i++) mean += x[i] / n;
    for (int i = 0; i < n; i++) square += (x[i] - mean) * (x[i] - mean);
    double half = n > 1 ? stats_t95(n - 1) * sqrt(square / (n - 1) / n) : 0;
    return (struct tf_interval){mean, mean - half, mean + half};
}

struct tf_interval stats_over_seeds(const double *x, int n, bool signed_score) {
    if (n < 2) return (struct tf_interval){NAN, NAN, NAN};
    struct tf_interval t = tf_mean_interval(x, n);
    t.lo = fmax(t.lo, signed_score ? -100 : 0), t.hi = fmin(t.hi, 100);
    return t;
}

/* Of d over all answers, by the examples that have any. */
static struct tf_interval ratio_interval(const double *d, const size_t *first, size_t examples) {
    const double n = (double)first[examples];
    double mean = 0, square = 0;
    int m = 0;
    for (size_t i = 0; i < first[examples]; i++) mean += d[i] / n;
    for (size_t k = 0; k < examples; k++) {
        double sum = 0;
        for (size_t i = first[k]; i < first[k + 1]; i++) sum += d[i] - mean;
        square += sum * sum, m += first[k + 1] > first[k];
    }
    const double half = m > 1 ? stats_t95(m - 1) * sqrt(square * m / (m - 1)) / n : (double)NAN;
    return (struct tf_interval){mean, mean - half, mean + half};
}

/* Examples that all differ by the same do not tell how others would. Then Agresti and Min's interval of no difference, which adds half an example to
 * each of the four outcomes, around the mean. */
static void widen(struct tf_interval *x, size_t n, const size_t *first, size_t examples) {
    size_t m = first ? 0 : n;
    if (!(stats_half_width(x) < 1e-9)) return;
    for (size_t k = 0; first && k < examples; k++) m += first[k + 1] > first[k];
    const double half = 100 * stats_z95 / ((double)m + 2);
    x->lo = fmax(x->mean - half, -100), x->hi = fmin(x->mean + half, 100);
}

/* Accuracies differ by 100 points at most. NaN stays. */
static void cut(struct tf_interval *x) {
    if (x->lo < -100) x->lo = -100;
    if (x->hi > 100) x->hi = 100;
}

void stats_paired(int seeds, size_t n, const uint8_t *const *ours, const uint8_t *const *theirs, const size_t *first, size_t examples,
                  struct stats_paired *out) {
    double *d = tf_alloc(sizeof *d * (n + (size_t)seeds)), *of_seed = d + n;
    *out = (struct stats_paired){0};
    for (int s = 0; s < seeds; s++) {
        size_t a = 0, b = 0;
        for (size_t i = 0; i < n; i++) a += ours[s][i] > theirs[s][i], b += ours[s][i] < theirs[s][i], out->theirs_pct += theirs[s][i];
        of_seed[s] = 100 * ((double)a - (double)b) / (double)n;
        out->only_ours += a, out->only_theirs += b;
    }
    for (size_t i = 0; i < n; i++) {
        int sum = 0;
        for (int s = 0; s < seeds; s++) sum += ours[s][i] - theirs[s][i];
        d[i] = 100.0 * sum / seeds;
    }
    const struct tf_interval about = first ? ratio_interval(d, first, examples) : tf_mean_interval(d, (int)n);
    const double mean = 100 * ((double)out->only_ours - (double)out->only_theirs) / ((double)n * seeds), rounding = mean - about.mean;
    out->diff = (struct tf_interval){mean, about.lo + rounding, about.hi + rounding};
    widen(&out->diff, n, first, examples);

    out->seeds = tf_mean_interval(of_seed, seeds);
    cut(&out->diff), cut(&out->seeds);
    out->theirs_pct *= 100 / ((double)n * seeds);
    out->ours_pct = out->theirs_pct + out->diff.mean;
    tf_free(d);
}

double stats_half_width(const struct tf_interval *i) { return (i->hi - i->lo) / 2; }

int stats_within_noise(double diff_pct, double ours_half, double paper_half) {
    double half = hypot(ours_half, paper_half);
    return isnan(half) || isnan(diff_pct) ? -1 : fabs(diff_pct) <= half;
}
