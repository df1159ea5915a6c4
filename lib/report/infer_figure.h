/* The figure of times against length. */
#ifndef TF_REPORT_INFER_FIGURE_H
#define TF_REPORT_INFER_FIGURE_H
#include "spec/infer_spec.h"

int infer_figure(const struct tf_infer *s, const char *dir, bool plot, struct tf_err *e);
#endif
