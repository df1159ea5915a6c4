/* The one file that calls BLAS; narrow products run in our own kernels.
 *
 * BLAS packs both operands, which costs 10 to 50 % where a side is 64 wide. The tile kernels read A and B in place, from the cache: B in panels
 * of at most PANEL reals, which stay in L1 while all rows of A pass. */
#include <cblas.h>
#include <string.h>

#include "num/feature_kernel.h"
#include "num/kernel.h"

void tf_blas_init(void) { openblas_set_num_threads(1); }

const char *tf_blas_core(void) { return openblas_get_corename(); }

const char *tf_blas_version(void) { return openblas_get_config(); }

enum { PANEL = 8192, NARROW = 128 };

static int least(int a, int b) { return a < b ? a : b; }

/* C = or += op(A) op(B), N a multiple of the vector length. */
static void narrow(bool ta, bool tb, int M, int N, int K, const tf_real *A, int lda, const tf_real *B, int ldb, bool add, tf_real *C,
                   int ldc) {
    const struct tf_kernels *k = tf_kernels();
    _Alignas(64) tf_real turned[PANEL];
    const int nb = least(N, NARROW), kb = PANEL / nb;
    for (int n = 0; n < N; n += nb) {
        const int cols = least(nb, N - n);
        for (int i = 0; i < K; i += kb) {
            const int depth = least(kb, K - i);
            const tf_real *panel = B + (ptrdiff_t)i * ldb + n, *a = A + (ta ? (ptrdiff_t)i * lda : i);
            if (tb) tf_feature_kernels()->transpose(cols, depth, B + (ptrdiff_t)n * ldb + i, ldb, turned, cols), panel = turned;
            (ta ? k->gemm_colmajor : k->gemm_rowmajor)(M, cols, depth, a, lda, panel, tb ? cols : ldb, C + n, ldc, add || i > 0);
        }
    }
}

void tf_gemm(bool ta, bool tb, int M, int N, int K, tf_real alpha, const tf_real *A, int lda, const tf_real *B, int ldb, tf_real beta,
             tf_real *C, int ldc) {
    if (M == 0 || N == 0) return;
    if (K == 0) {
        if (beta == 0)
            for (int i = 0; i < M; i++) memset(C + (size_t)i * (size_t)ldc, 0, sizeof *C * (size_t)N);
        return;
    }
    if (alpha == 1 && (beta == 0 || beta == 1) && N % tf_kernels()->vl == 0 && M >= 16 && (N <= NARROW || K <= NARROW)) {
        narrow(ta, tb, M, N, K, A, lda, B, ldb, beta == 1, C, ldc);
        return;
    }
    CBLAS_TRANSPOSE oa = ta ? CblasTrans : CblasNoTrans, ob = tb ? CblasTrans : CblasNoTrans;
#ifdef TF_DOUBLE
    cblas_dgemm(CblasRowMajor, oa, ob, M, N, K, alpha, A, lda, B, ldb, beta, C, ldc);
#else
    cblas_sgemm(CblasRowMajor, oa, ob, M, N, K, alpha, A, lda, B, ldb, beta, C, ldc);
#endif
}
