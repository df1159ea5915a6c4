/* Chooses the instruction set of our own kernels: the best that this CPU has, or the one named by TREEFORMER_ISA. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "num/kernel.h"

extern const struct tf_kernels tf_kernels_portable;
#ifdef __x86_64__
extern const struct tf_kernels tf_kernels_avx2, tf_kernels_avx512;
#endif

bool tf_cpu_has_avx512(void) {
#ifdef __x86_64__
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("fma");
#else
    return false;
#endif
}

static const struct tf_kernels *choose(void) {
    const char *want = getenv("TREEFORMER_ISA");
    if (want && !*want) want = NULL;
#ifdef __x86_64__
    const struct tf_kernels *const all[] = {&tf_kernels_avx512, &tf_kernels_avx2, &tf_kernels_portable}; // best first
    const bool can[] = {tf_cpu_has_avx512(), __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"), true};
#else
    const struct tf_kernels *const all[] = {&tf_kernels_portable};
    const bool can[] = {true};
#endif
    for (size_t i = 0; want && i < TF_COUNT(all); i++)
        if (can[i] && !strcmp(all[i]->isa, want)) return all[i];
    if (want) tf_log(TF_LOG_WARN, "TREEFORMER_ISA=%s is unknown or not supported by this CPU", want);
    for (size_t i = 0; i < TF_COUNT(all); i++)
        if (can[i]) return all[i];
    return &tf_kernels_portable;
}

const struct tf_kernels *tf_kernels(void) {
    static _Atomic(const struct tf_kernels *) chosen;
    const struct tf_kernels *k = atomic_load_explicit(&chosen, memory_order_acquire);
    if (!k) atomic_store_explicit(&chosen, k = choose(), memory_order_release); // two threads may both choose: the same
    return k;
}

const char *tf_isa(void) { return tf_kernels()->isa; }

double tf_peak_gflops(void) {
    volatile double one = 1;
    double best = 0;
    for (int rep = 0; rep < 10; rep++) {
        double start = tf_now(), flops = tf_kernels()->peak(1000000, one), took = tf_now() - start;
        if (flops / took * 1e-9 > best) best = flops / took * 1e-9;
    }
    return best;
}

double tf_copy_gbs(void) {
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
