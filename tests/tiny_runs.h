/* What tests of whole runs share: a spec of six steps of two mechanisms on tiny ListOps, in the working
 * folder. */
#ifndef TF_TESTS_TINY_RUNS_H
#define TF_TESTS_TINY_RUNS_H
#include "fixture.h"
#include "results/row.h"
#include "run/run.h"

/* The arguments `sets, n` of the functions below. */
#define SETS(...) \
    (const char *const[]){__VA_ARGS__}, (int)TF_COUNT(((const char *const[]){__VA_ARGS__}))

struct tf_spec *load(const char *const *sets, int n);
/* Runs it, on two threads: its exit code. jobs 0: as 1. */
int run_in(const char *out, int jobs, bool resume, const char *const *sets, int n, struct tf_err *e);
struct tf_row row_of(const char *path);
/* A column of the dry run's first line. */
double dry(const char *column, const char *const *sets, int n);
#endif
