/* manifest.csv: how a result was made. */
#ifndef TF_RESULTS_MANIFEST_H
#define TF_RESULTS_MANIFEST_H
#include "base/base.h"

/* precision: enum tf_precision. */
struct manifest {
    const char *spec, *spec_hash, *data_source;
    uint64_t seed, data_hash;
    int precision, threads;
};
/* dir/manifest.csv: program, machine, and these. */
int manifest_write(const char *dir, const struct manifest *m, struct tf_err *e);
/* The same of an output folder whose spec is called name: hash and seeds of its spec.yaml; of the rest, all
 * values that the manifests of its runs have, and before them, where a row's run has none, those that the
 * file had. Where no run has one, the file stays as it is. */
int manifest_join(const char *dir, const char *name, struct tf_err *e);
/* Of dir/manifest.csv. TF_BAD: no such file or key, or the value is too long. */
int manifest_value(const char *dir, const char *key, char *out, size_t size, struct tf_err *e);
enum { MACHINE = 128 };
/* "AMD EPYC; 2 CPUs; avx512; Cooperlake"; "unknown CPU; ..." where /proc/cpuinfo does not say. */
void manifest_machine(char out[MACHINE]);
#endif
