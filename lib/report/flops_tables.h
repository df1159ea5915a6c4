/* Tables of the cost of attention layers.
 * CSV tables of one layer on one sequence: work in percent of full attention's by the papers' counting and of
 * the whole layer, and absolute:
 *   gflops_paper, gflops_layer, gflops_full   from formulas; full: the whole layer with full attention at the
 *                                             same size
 *   param_bytes                               learned parameters in fp32; buffers (centroids, random
 *                                             features) are not among them
 *   activation_bytes                          measured: what the layer holds at its peak besides its input
 *                                             while it runs once in evaluation with initial
 *                                             weights. Above 1024 tokens: the straight line through 512 and
 *                                             1024. Empty above 1e11 FLOPs of a
 *                                             measurement, or where memory is short
 * Content-dependent groups (leaves, buckets, clusters) are assumed to be of equal size. */
#ifndef TF_REPORT_FLOPS_TABLES_H
#define TF_REPORT_FLOPS_TABLES_H
#include "spec/layer_cost.h"

/* bytes[i]: activations of layer[i], NaN where they are not measured (run/flops.h). TF_INTERRUPTED. */
typedef int flops_measure_fn(const struct flops_layer *const *layer, int n, int threads, double *bytes,
                             struct tf_err *e);
/* As tf_flops_papers and tf_flops_size of run/flops.h, where fn gives the activations. */
int flops_table_papers(const struct tf_flops_request *request, flops_measure_fn *fn, struct tf_buf *out,
                       struct tf_err *e);
int flops_table_size(const struct tf_flops_request *request, const struct tf_layer_size *size,
                     flops_measure_fn *fn, struct tf_buf *out, struct tf_err *e);
#endif
