/* The cost of attention layers, with the memory of their activations as measured. */
#ifndef TF_RUN_FLOPS_H
#define TF_RUN_FLOPS_H
#include "spec/layer_cost.h"

/* NaN: not measured */
double tf_layer_activation_bytes(const struct tf_attn *m, const void *opts, const struct tf_layer_size *s);
/* Every mechanism at the settings of the Treeformer paper's Tables 2, 11 and 12, beside its numbers.
 * occupancy_implied: the f that the paper's number needs. A table that is not found gives a warning and empty
 * cells; a broken one is an error (TF_BAD). Appends. */
int tf_flops_papers(const struct tf_flops_request *request, struct tf_buf *out, struct tf_err *e);
/* Every mechanism at its defaults and one size. Appends. */
int tf_flops_size(const struct tf_flops_request *request, const struct tf_layer_size *size,
                  struct tf_buf *out, struct tf_err *e);
/* bytes[i]: activations of layer[i], NaN where they are not measured. TF_INTERRUPTED. */
int flops_measure(const struct flops_layer *const *layer, int n, int threads, double *bytes,
                  struct tf_err *e);
#endif
