/* The memory of attention layers' activations, as measured. */
#ifndef TF_RUN_FLOPS_H
#define TF_RUN_FLOPS_H
#include "spec/layer_cost.h"

/* Bytes that the layer holds at its peak beside its input, for one sequence in evaluation; above 1,024 tokens
 * on the straight line through 512 and 1,024. NaN: more than 1e11 FLOPs, or memory is short. */
double tf_layer_activation_bytes(const struct tf_attn *m, const void *opts, const struct tf_layer_size *s);
/* The same of n layers: a flops_measure_fn for the tables of results/flops_tables.h. */
int flops_measure(const struct flops_layer *const *layer, int n, int threads, double *bytes,
                  struct tf_err *e);
#endif
