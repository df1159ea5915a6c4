/* manifest.csv: with what a result was made. */
#ifndef TF_RESULTS_MANIFEST_H
#define TF_RESULTS_MANIFEST_H
#include "base/base.h"

/* dir/manifest.csv, with what a result was made: program, machine, and this. */
struct manifest {
    const char *spec, *spec_hash, *data_source;
    uint64_t seed, data_hash;
    int precision /* enum tf_precision */, threads;
};
int manifest_write(const char *dir, const struct manifest *m, struct tf_err *e);
/* The same of an output folder whose spec is called name: hash and seeds of its spec.yaml; of the rest, all
 * that the manifests of its runs say. Without any, what is there stays. */
int manifest_join(const char *dir, const char *name, struct tf_err *e);
enum { MACHINE = 128, CPU_NAME = 256 };
void exp_cpu(char cpu[CPU_NAME]); /* "Intel(R) Xeon(R) ..." */
void exp_machine(char out[MACHINE]); /* "AMD EPYC; 2 CPUs; avx512; Cooperlake" */
#endif
