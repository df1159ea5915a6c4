/* Work against the length, without a run. */
#ifndef TF_REPORT_FLOPS_FIGURE_H
#define TF_REPORT_FLOPS_FIGURE_H
#include "results/flops_tables.h"

/* fig_flops_n in dir: work of the whole layer over n = 256 .. 65536 (of the size all but its n), every
 * mechanism at its defaults. plot false: data and script only. */
int report_flops_figure(const struct tf_flops_request *request, const char *dir,
                        const struct tf_layer_size *size, bool plot, struct tf_err *e);
#endif
