/* Figures of leaves. */
#ifndef TF_REPORT_LEAVES_FIGURE_H
#define TF_REPORT_LEAVES_FIGURE_H
#include "results/leaves_sums.h"

/* fig_leaves (every mechanism's first run), fig_leaves_<run>, fig_leaves_steps. */
int leaves_figures(const struct leaves_all *all, struct tf_err *e);
#endif
