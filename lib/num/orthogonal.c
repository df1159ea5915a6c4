/* Random orthogonal features. */
#include <math.h>

#include "num/num.h"

void tf_orthogonal(struct tf_rng *r, int rows, int cols, tf_real *v) {
    double *Q = tf_alloc(sizeof *Q * (size_t)tf_least(rows, cols) * (size_t)cols);
    for (int i = 0; i < rows; i++) {
        int at = i % cols; // blocks of cols rows; the blocks are independent
        double *q = Q + (size_t)at * (size_t)cols, norm = 0, length = 0;
        for (int c = 0; c < cols; c++) q[c] = tf_rng_normal(r);
        for (int pass = 0; pass < 2; pass++) // Gram-Schmidt, twice for full accuracy
            for (int p = 0; p < at; p++) {
                double dot = 0;
                for (int c = 0; c < cols; c++) dot += q[c] * Q[(size_t)p * (size_t)cols + (size_t)c];
                for (int c = 0; c < cols; c++) q[c] -= dot * Q[(size_t)p * (size_t)cols + (size_t)c];
            }
        for (int c = 0; c < cols; c++) {
            double g = tf_rng_normal(r);
            norm += q[c] * q[c];
            length += g * g; // of an independent normal vector: the marginals stay N(0, I)
        }
        for (int c = 0; c < cols; c++) {
            q[c] /= sqrt(norm);
            v[(size_t)i * (size_t)cols + (size_t)c] = (tf_real)(q[c] * sqrt(length));
        }
    }
    tf_free(Q);
}
