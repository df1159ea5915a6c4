/* Figures with a point for each group. */
#ifndef TF_REPORT_FIGURE_POINTS_H
#define TF_REPORT_FIGURE_POINTS_H
#include "report/group.h"

/* 0 also when there is nothing to draw. */
int report_figures_points(const struct report *r, bool *no_gnuplot, struct tf_err *e);
#endif
