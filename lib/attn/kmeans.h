/* Online spherical k-means over the rows of a layer (routing): k centroids mu_c (D) of each head and, summed
 * over time, their members' sums and counts: the buffers "centroids", "sums" (H k,D) and "counts" (H k,1).
 * Internal to lib/attn. */
#ifndef TF_ATTN_KMEANS_H
#define TF_ATTN_KMEANS_H
#include "attn/attn.h"

void tf_kmeans_declare(struct tf_decl *d, const struct tf_shape *s, int k);
/* S (k,T) = <mu_c, x_t> for normalised x (T,D), in the tape's arena: larger is nearer. Writes the nearest
 * centroid of each row into nearest (T). In training the rows wait as new members in the buffers' gradient
 * slots. Leaves nothing on the tape: the arena may be rewound. */
tf_real *tf_kmeans_measure(const struct tf_head *h, const struct tf_mat *x, int k, int *nearest);
/* For tf_attn.absorb: sums <- decay sums + (1 - decay) step's, counts likewise, mu = sums / counts. A
 * centroid without members in this step keeps all three. */
void tf_kmeans_absorb(struct tf_pars *ps, const char *prefix, double decay, const tf_real *step);
#endif
