/* Tables and the figure of the cost of attention layers.
 * CSV tables of one layer on one sequence: work in percent of full attention's by the papers' counting and of
 * the whole layer, and absolute:
 *   gflops_paper, gflops_layer, gflops_full   from formulas; full: the whole layer with full attention at the
 *                                             same size
 *   param_bytes                               learned parameters in fp32, without buffers (centroids, random
 *                                             features)
 *   activation_bytes                          measured: what the layer holds at its peak besides its input in
 *                                             one evaluation with initial weights. Above 1024 tokens: the
 *                                             straight line through 512 and 1024. Empty where a measurement
 *                                             takes more than 1e11 FLOPs, or memory is short
 * Content-dependent groups (leaves, buckets, clusters) are assumed to be of equal size. */
#ifndef TF_RESULTS_FLOPS_TABLES_H
#define TF_RESULTS_FLOPS_TABLES_H
#include "spec/layer_cost.h"

/* bytes[i]: activations of layer[i], NaN where they are not measured (run/flops.h). TF_INTERRUPTED. */
typedef int flops_measure_fn(const struct flops_layer *const *layer, int n, int threads, double *bytes,
                             struct tf_err *e);
/* Both append a table, with the activations that fn measures.
 * papers: every mechanism at the settings of the Treeformer paper's Tables 2, 11 and 12, beside its numbers.
 * occupancy_implied: the f that the paper's number needs. TF_BAD: flops_settings.csv or a table that
 * it names is missing or broken. size: every mechanism at its defaults and one size. */
int report_flops_papers(const struct tf_flops_request *request, flops_measure_fn *fn, struct tf_buf *out,
                        struct tf_err *e);
int report_flops_size(const struct tf_flops_request *request, const struct tf_layer_size *size,
                      flops_measure_fn *fn, struct tf_buf *out, struct tf_err *e);
#endif
