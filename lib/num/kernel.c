/* Chooses the instruction set of our own kernels, all families of them: the best that this CPU has, or the one named by TREEFORMER_ISA. */
#include "num/kernel.h"

#include <float.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "num/elem.h"
#include "num/feature_kernel.h"
#include "num/op.h"
#include "num/scan_kernel.h"
#include "num/tree_kernel.h"

bool tf_cpu_has_avx512(void) {
#ifdef __x86_64__
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("fma");
#else
    return false;
#endif
}

/* The builds of a family, best first. */
#ifdef __x86_64__
#define BUILDS(family) {&family##_avx512, &family##_avx2, &family##_portable}
static const char *const name[] = {"avx512", "avx2", "portable"};

static bool can(int isa) {
    if (isa == 0) return tf_cpu_has_avx512();
    return isa == 2 || (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"));
}
#else
#define BUILDS(family) {&family##_portable}
static const char *const name[] = {"portable"};

static bool can(int isa) { return isa == 0; }
#endif

static int choose(void) {
    const char *want = getenv("TREEFORMER_ISA");
    if (want && !*want) want = NULL;
    for (int i = 0; want && i < (int)TF_COUNT(name); i++)
        if (can(i) && !strcmp(name[i], want)) return i;
    if (want) tf_log(TF_LOG_WARN, "TREEFORMER_ISA=%s is unknown or not supported by this CPU", want);
    int best = 0;
    while (!can(best)) best++;
    return best;
}

static int isa(void) {
    static atomic_int chosen = -1;
    int i = atomic_load_explicit(&chosen, memory_order_relaxed);
    if (i < 0) atomic_store_explicit(&chosen, i = choose(), memory_order_relaxed); // two threads may both choose: the same
    return i;
}

#define FAMILY(family)                                                            \
    extern const struct family family##_portable, family##_avx2, family##_avx512; \
    const struct family *family(void) {                                           \
        static const struct family *const build[] = BUILDS(family);               \
        return build[isa()];                                                      \
    }
FAMILY(tf_kernels)
FAMILY(tf_elem)
FAMILY(tf_feature_kernels)
FAMILY(tf_tree_kernels)
FAMILY(tf_scan_kernels)

const char *tf_isa(void) { return name[isa()]; }

double tf_peak_gflops(void) {
    volatile double one = 1;
    double best = 0;
    for (int rep = 0; rep < 10; rep++) {
        double start = tf_now(), flops = tf_kernels()->peak(1000000, one), took = tf_now() - start;
        if (flops / took * 1e-9 > best) best = flops / took * 1e-9;
    }
    return best;
}

/* ---- vectors of parameters ---- */
void tf_adam(size_t n, tf_real *w, tf_real *m, tf_real *v, const tf_real *g, const struct tf_adam_step *s) {
    tf_elem()->adam(n, w, m, v, g, s);
}

void tf_accumulate(size_t n, tf_real *y, const tf_real *x) { tf_elem()->add(n, y, x); }

void tf_squares_add(struct tf_squares *s, size_t n, const tf_real *x) { tf_elem()->add_squares(n, s->sum, x); }

double tf_squares_total(const struct tf_squares *s) {
    double total = 0;
    for (int l = 0; l < TF_SQUARES; l++) total += s->sum[l];
    return total;
}

double tf_sum_squares(size_t n, const tf_real *x) {
    struct tf_squares s = {{0}};
    tf_squares_add(&s, n, x);
    return tf_squares_total(&s);
}

void tf_coarsen(size_t n, tf_real *x) {
    tf_real most = 0;
    for (size_t i = 0; i < n; i++) {
        const tf_real size = x[i] < 0 ? -x[i] : x[i];
        most = size > most ? size : most;
    }
    if (!isfinite(most)) return;
    const int digits = sizeof(tf_real) == sizeof(float) ? FLT_MANT_DIG : DBL_MANT_DIG;
    int exponent;
    frexp((double)most, &exponent);
    const tf_real above = (tf_real)ldexp(1.5, exponent - 13 + digits); // a step of its last bit is the grid's
    if (!isfinite(above)) return;                                      // too large for a grid
    for (size_t i = 0; i < n; i++) x[i] = (x[i] + above) - above;
}

void tf_times_queries(const struct tf_lanes *q, int nk, int C, const tf_real *rows, int ld, const tf_real *x, tf_real *out,
                      tf_real *scratch, bool again) {
    const struct tf_kernels *K = tf_kernels();
    tf_real *query = scratch + (ptrdiff_t)C * TF_TILE_KEYS, *line = query + C;
    const int np = tf_round_up(nk, K->vl), w = q->w;
    if (q->n > 1) {
        K->gemm_rowmajor(nk, w, C, rows, ld, x, w, out, w, false);
        return;
    }
    if (!again) {
        int row[TF_TILE_KEYS];
        for (int j = 0; j < nk; j++) row[j] = j;
        K->gather_transposed(scratch, np, rows, ld, row, nk, C, 1);
    }
    for (int d = 0; d < C; d++) query[d] = x[(ptrdiff_t)d * w];
    K->gemm_rowmajor(1, np, C, query, C, scratch, np, line, np, false);
    memset(out, 0, sizeof *out * (size_t)nk * (size_t)w);
    for (int j = 0; j < nk; j++) out[(ptrdiff_t)j * w] = line[j];
}
