/* Figures over training steps. */
#ifndef TF_REPORT_FIGURE_STEPS_H
#define TF_REPORT_FIGURE_STEPS_H
#include "report/group.h"

/* 0 also when there is nothing to draw. */
int report_figures_steps(const struct report *r, bool *no_gnuplot, struct tf_err *e);
#endif
