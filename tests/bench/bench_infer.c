/* What infer-time is held to, on one core: GEMMs of a projection with each OpenBLAS core, and the attention modules of Table 4 over the time of their own
 * four projections and over the machine's limits: all work at the measured FMA peak, or the module's rows (input, q, k, v, o, output: ten passes of
 * n x 768) at the measured copy bandwidth, whichever takes longer. Run it without OPENBLAS_CORETYPE.
 * bench_infer [n]   bench_infer gemm: the GEMM alone, with the core in use */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/infer.h"

enum { DIM = 768 };

static int gemm(int n) {
    size_t size = (size_t)n * DIM;
    tf_real *x = tf_calloc(sizeof *x * size), *y = tf_calloc(sizeof *y * size), *w = tf_calloc(sizeof *w * DIM * DIM);
    double best = 1e9, peak = tf_peak_gflops();
    for (int rep = 0; rep < 15; rep++) {
        double start = tf_now();
        tf_gemm(false, true, n, DIM, DIM, 1, x, DIM, w, DIM, 0, y, DIM);
        double took = tf_now() - start;
        if (took < best) best = took;
    }
    double rate = 2e-9 * (double)size * DIM / best;
    printf("GEMM %d x %d x %d, %-12s %7.1f GFLOP/s, %3.0f %% of the FMA peak\n", n, DIM, DIM, tf_blas_core(), rate, 100 * rate / peak);
    fflush(stdout);
    tf_free(x), tf_free(y), tf_free(w);
    return 0;
}

/* OpenBLAS chooses its core when it is loaded: once more, with the core named. */
static void gemm_with(const char *program, const char *core) {
    pid_t child = fork();
    if (child == 0) {
        setenv("OPENBLAS_CORETYPE", core, 1);
        execl("/proc/self/exe", program, "gemm", (char *)NULL);
        _exit(1);
    }
    if (child > 0) waitpid(child, NULL, 0);
}

/* Memory bandwidth of one core: read and written by memcpy of 128 MiB, the best of some 100 ms. */
static double copy_gbs(void) {
    const size_t bytes = (size_t)128 << 20; // beyond any cache
    char *from = tf_calloc(bytes), *to = tf_calloc(bytes);
    double best = 0;
    for (int rep = 0; rep < 4; rep++) {
        double start = tf_now();
        memcpy(to, from, bytes);
        double rate = 2e-9 * (double)bytes / (tf_now() - start);
        if (rate > best) best = rate;
        from[rep]++, to[bytes - 1] = (char)rep;
    }
    tf_free(from), tf_free(to);
    return best;
}

static int modules(const char *n) {
    char length[64], out[] = "/tmp/bench_infer-XXXXXX";
    struct tf_infer *s;
    struct tf_err e = {0};
    struct tf_buf md = {0};
    snprintf(length, sizeof length, "infer.lengths=%s", n);
    if (!mkdtemp(out) || tf_infer_load(&s, "experiments/infer/table4.yaml", (const char *[]){length}, 1, &e) ||
        tf_infer_run(s, &(struct tf_infer_env){.out = out}, &md, &e)) {
        fprintf(stderr, "%s\n", e.msg);
        return 1;
    }
    double bandwidth = copy_gbs();
    printf("FMA peak %.0f GFLOP/s, copy bandwidth %.1f GB/s\n", s->peak_gflops, bandwidth);
    printf("%-13s %-30s %9s %9s %12s %9s %9s %12s %9s\n", "mechanism", "setting", "median_ms", "min_ms", "/projections", "limit_ms",
           "% limit", "core % peak", "MiB");
    for (int i = 0; i < s->n; i++) {
        const struct infer_time *t = &s->time[i];
        if (t->status != INFER_OK) continue;
        double core = t->core_flops > 0 ? 1e-9 * t->core_flops / t->phase[TF_PHASE_ATTEND] : 0;
        double limit = fmax(1e-9 * t->flops / s->peak_gflops, 1e-9 * 10 * sizeof(float) * DIM * s->cfg.lengths.v[0] / bandwidth);
        printf("%-13s %-30s %9.1f %9.1f %12.2f %9.1f %9.0f %12.0f %9.0f\n", i ? s->entry[i].attn->name : "projections", s->entry[i].setting,
               1e3 * t->median, 1e3 * t->min, t->median / s->time[0].median, 1e3 * limit, 100 * limit / t->median,
               100 * core / s->peak_gflops, t->activation_bytes / 1048576);
    }
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", out);
    tf_buf_free(&md);
    tf_infer_free(s);
    return system(command);
}

int main(int argc, char **argv) {
    static const char *const core[] = {"Haswell", "SkylakeX", "Cooperlake"};
    tf_num_init();
    if (argc > 1 && !strcmp(argv[1], "gemm")) return gemm(8192);
    gemm(8192);
    for (size_t i = 0; tf_cpu_has_avx512() && i < TF_COUNT(core); i++) gemm_with(argv[0], core[i]);
    return modules(argc > 1 ? argv[1] : "8192");
}
