/* Internal to lib/num: products by oneDNN of factors rounded to bf16; sums and results stay in fp32. */
#ifndef TF_NUM_BF16_H
#define TF_NUM_BF16_H
#include "num/num.h"

/* sizes are rounded up to multiples: oneDNN writes code for every shape, 0.2 to 1 ms */
enum { TF_BF16_STEP = 16 };

static inline int tf_bf16_up(int n) { return (n + TF_BF16_STEP - 1) / TF_BF16_STEP * TF_BF16_STEP; }

/* C = or += op(A) op(B), as in tf_gemm, with M, N, K as they are. Uses this thread alone; the same bytes
 * whatever other threads do. */
void tf_bf16_gemm(struct tf_bf16 *h, bool ta, bool tb, int M, int N, int K, const uint16_t *A, int lda,
                  const uint16_t *B, int ldb, bool add, tf_real *C, int ldc);

/* A factor of a product: (rows,cols) as it is, or on a tape with bf16 a rounded copy in its arena, with zeros
 * up to whole steps on both sides. */
struct tf_factor { const tf_real *v; const uint16_t *h; int ld; };
struct tf_factor tf_factor(struct tf_tape *t, bool bf16, int rows, int cols, const tf_real *v, int ld);
/* C (M,N) = op(A) op(B) + beta C, inner K; beta 0 or 1. Both factors are rounded or neither is. */
void tf_product(struct tf_tape *t, bool ta, bool tb, int M, int N, int K, struct tf_factor A,
                struct tf_factor B, tf_real beta, tf_real *C, int ldc);
#endif
