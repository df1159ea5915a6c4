/* The one file that calls BLAS; narrow products run in our own kernels.
 *
 * BLAS packs both operands, which costs 10 to 50 % where a side is 64 wide. The tile kernels read A and B in place, from the cache: B in panels
 * of at most PANEL reals, ROWS rows of A after one another, so that these and their part of C stay in the cache while all columns of a panel pass.
 * A panel whose rows lie FAR reals apart or more is copied first: such rows fall into few sets of the cache and drive each other out. */
#include <cblas.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>
#endif
#ifdef __SSE2__
#include <pmmintrin.h>
#endif

#include "num/feature_kernel.h"
#include "num/kernel.h"

/* OpenBLAS starts a thread for every CPU while it is loaded, before main and before it can be told not to. With little address space their first malloc
 * fails for ever at 100 % of a core, and they are joined at exit; with many CPUs they cannot even be made. So while libraries are loaded this process may
 * run on one CPU alone, and BLAS, which counts those it may run on, starts none. Runs before every library's initialisation, the sanitizers' too. */
#if defined(__linux__) && defined(__GLIBC__)
static unsigned long cpus[128];  // as the system gave them: a bit each
static volatile long cpus_bytes; // of it; <= 0: nothing was changed. Volatile: or clang runs the constructor below, and leaves it out

__attribute__((no_sanitize("address"), no_sanitize("thread"), no_sanitize("undefined"))) static void load_on_one_cpu(void) {
    static unsigned long one[TF_COUNT(cpus)];
    long n = syscall(SYS_sched_getaffinity, 0, sizeof cpus, cpus), i = 0, word = (long)sizeof *cpus;
    if (n <= 0) return;
    while (i < n / word - 1 && !cpus[i]) i++;
    one[i] = cpus[i] & -cpus[i];
    if (!syscall(SYS_sched_setaffinity, 0, n, one)) cpus_bytes = n;
}
__attribute__((section(".preinit_array"), used)) static void (*const first)(void) = load_on_one_cpu;

__attribute__((constructor)) static void run_on_all_cpus(void) { // after the libraries' constructors
    if (cpus_bytes > 0) syscall(SYS_sched_setaffinity, 0, cpus_bytes, cpus);
}
#endif

/* Arithmetic on numbers below the smallest normal one costs an Intel CPU some hundred cycles. Where the learning rate is too high, about a percent of the
 * factors are such numbers, and a step takes 2 to 3.5 times as long. New threads inherit the mode. */
static void denormals_are_zero(void) {
#ifdef __SSE2__
    _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
    _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_ON);
#endif
}

void tf_num_init(void) {
    openblas_set_num_threads(1);
    denormals_are_zero();
}

const char *tf_blas_core(void) { return openblas_get_corename(); }

const char *tf_blas_version(void) { return openblas_get_config(); }

/* OpenBLAS maps a buffer for each thread that calls it, and tries for ever where that fails. So before a thread's first call the same is tried here. */
static void need_buffer(void) {
    enum { BUFFER = 128 << 20 }; // its size on x86-64; elsewhere it is no larger
    static _Thread_local bool had;
    if (had) return;
    void *p = mmap(NULL, BUFFER, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) tf_oom_hook(BUFFER);
    else munmap(p, BUFFER);
    had = true;
}

enum { PANEL = 8192, NARROW = 128, ROWS = 96, FAR = 512 };

static void copy_rows(int rows, int cols, const tf_real *from, int ld, tf_real *to) {
    for (; rows > 0; rows--, from += ld, to += cols) memcpy(to, from, sizeof *to * (size_t)cols);
}

/* C = or += op(A) op(B), N a multiple of the vector length. */
static void narrow(bool ta, bool tb, int M, int N, int K, const tf_real *A, int lda, const tf_real *B, int ldb, bool add, tf_real *C,
                   int ldc) {
    const struct tf_kernels *k = tf_kernels();
    _Alignas(64) tf_real packed[PANEL];
    const int nb = tf_least(N, NARROW), kb = PANEL / nb;
    const bool pack = tb || ldb >= FAR;
    for (int n = 0; n < N; n += nb) {
        const int cols = tf_least(nb, N - n);
        for (int i = 0; i < K; i += kb) {
            const int depth = tf_least(kb, K - i);
            const tf_real *panel = B + (ptrdiff_t)i * ldb + n, *a = A + (ta ? (ptrdiff_t)i * lda : i);
            if (tb) tf_feature_kernels()->transpose(cols, depth, B + (ptrdiff_t)n * ldb + i, ldb, packed, cols);
            else if (pack) copy_rows(depth, cols, panel, ldb, packed);
            if (pack) panel = packed;
            for (int m = 0; m < M; m += ROWS)
                (ta ? k->gemm_colmajor : k->gemm_rowmajor)(tf_least(ROWS, M - m), cols, depth, a + (ptrdiff_t)m * (ta ? 1 : lda), lda,
                                                           panel, pack ? cols : ldb, C + (ptrdiff_t)m * ldc + n, ldc, add || i > 0);
        }
    }
}

void tf_gemm(bool ta, bool tb, int M, int N, int K, tf_real alpha, const tf_real *A, int lda, const tf_real *B, int ldb, tf_real beta,
             tf_real *C, int ldc) {
    if (M == 0 || N == 0) return;
    if (K == 0) {
        for (int i = 0; i < M; i++, C += ldc)
            for (int j = 0; j < N; j++) C[j] = beta == 0 ? 0 : beta * C[j];
        return;
    }
    if (alpha == 1 && (beta == 0 || beta == 1) && N % tf_kernels()->vl == 0 && M >= 16 && (N <= NARROW || K <= NARROW)) {
        narrow(ta, tb, M, N, K, A, lda, B, ldb, beta == 1, C, ldc);
        return;
    }
    need_buffer();
    CBLAS_TRANSPOSE oa = ta ? CblasTrans : CblasNoTrans, ob = tb ? CblasTrans : CblasNoTrans;
#ifdef TF_DOUBLE
    cblas_dgemm(CblasRowMajor, oa, ob, M, N, K, alpha, A, lda, B, ldb, beta, C, ldc);
#else
    cblas_sgemm(CblasRowMajor, oa, ob, M, N, K, alpha, A, lda, B, ldb, beta, C, ldc);
#endif
}
