/* treeformer version: what a result depends on besides the spec. */
#include "cmd.h"
#include "num/num.h"
#include "train/ranks.h"

#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

static const struct tf_opt options[] = {OPTION_THREADS, OPTION_HELP, {0}};

static const char *c_library(void) {
#ifdef __GLIBC__
    return gnu_get_libc_version();
#else
    return "unknown";
#endif
}

void warn_blas(void) {
    static const char *const wide[] = {"SkylakeX", "Cooperlake", "SapphireRapids"};
    const char *core = tf_blas_core(), *forced = getenv("OPENBLAS_CORETYPE");
    bool uses = false;
    for (size_t i = 0; i < TF_COUNT(wide); i++) uses |= !strcmp(core, wide[i]);
    if (uses || !tf_cpu_has_avx512()) return;
    if (forced && *forced)
        tf_log(TF_LOG_WARN,
               "OPENBLAS_CORETYPE=%s keeps BLAS from using this CPU's AVX-512: unset it for speed (results differ in the last bits)",
               forced);
    else tf_log(TF_LOG_WARN, "BLAS uses its %s kernels and not this CPU's AVX-512: OPENBLAS_CORETYPE=SkylakeX may be faster", core);
}

static int run(const struct args *a, struct tf_err *e) {
    (void)e;
    terminal_print("treeformer  %s\n", tf_version());
    terminal_print("compiler    %s\n", tf_compiler);
    terminal_print("C library   %s\n", c_library());
    terminal_print("BLAS        %s\n", tf_blas_version());
    terminal_print("BLAS core   %s\n", tf_blas_core());
    terminal_print("kernels     %s\n", tf_isa());
    terminal_print("bf16        %s\n", tf_bf16_about());
    terminal_print("MPI         %s\n", tf_ranks_about());
    terminal_print("threads     %d\n", a->threads);
    terminal_print("precision   %s\n", TF_PRECISION);
    warn_blas();
    return TF_OK;
}

const struct command cmd_version = {
    .name = "version",
    .summary = "show versions, BLAS kernels, instruction set, threads",
    .usage = "",
    .details = "Example:\n  treeformer version\n",
    .options = options,
    .run = run,
};
