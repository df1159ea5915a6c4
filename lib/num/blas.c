/* The one file that calls BLAS. */
#include <cblas.h>
#include <string.h>

#include "num/num.h"

void tf_blas_init(void) { openblas_set_num_threads(1); }

const char *tf_blas_core(void) { return openblas_get_corename(); }

const char *tf_blas_version(void) { return openblas_get_config(); }

void tf_gemm(bool ta, bool tb, int M, int N, int K, tf_real alpha, const tf_real *A, int lda, const tf_real *B, int ldb, tf_real beta,
             tf_real *C, int ldc) {
    if (M == 0 || N == 0) return;
    if (K == 0) {
        if (beta == 0)
            for (int i = 0; i < M; i++) memset(C + (size_t)i * (size_t)ldc, 0, sizeof *C * (size_t)N);
        return;
    }
    CBLAS_TRANSPOSE oa = ta ? CblasTrans : CblasNoTrans, ob = tb ? CblasTrans : CblasNoTrans;
#ifdef TF_DOUBLE
    cblas_dgemm(CblasRowMajor, oa, ob, M, N, K, alpha, A, lda, B, ldb, beta, C, ldc);
#else
    cblas_sgemm(CblasRowMajor, oa, ob, M, N, K, alpha, A, lda, B, ldb, beta, C, ldc);
#endif
}
