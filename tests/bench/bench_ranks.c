/* The exchange of a step between ranks: adding a gradient slice by slice, sharing the slices, and the small messages. Prints the
 * median time, what docs/scaling.md predicts for the network, and their ratio.
 * Usage: mpirun -np N bench_ranks [MILLION-NUMBERS [GBIT [LATENCY-US]]]. */
#include <math.h>
#include <stdlib.h>

#include "train/ranks.h"
#include "train/train.h"

enum { REPEATS = 7 };

static void add(void *into, const void *from, TF_UNUSED size_t bytes) { *(double *)into += *(const double *)from; }

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double exchange(tf_real *v, size_t n) {
    double sum = 1;
    tf_ranks_join(&sum, sizeof sum, add); // all begin together
    double from = tf_now();
    tf_ranks_add_slices(v, n);
    tf_ranks_join(&sum, sizeof sum, add);
    tf_ranks_share_slices(v, n);
    tf_ranks_join(&sum, sizeof sum, add);
    return tf_now() - from;
}

int main(int argc, char **argv) {
    struct tf_err e = {0};
    bool speaks;
    double million = argc > 1 ? atof(argv[1]) : 10, gbit = argc > 2 ? atof(argv[2]) : 10, latency = argc > 3 ? atof(argv[3]) : 50;
    if (tf_ranks_open(&speaks, &e)) {
        if (speaks) fprintf(stderr, "bench_ranks: %s\n", e.msg);
        return e.code;
    }
    const int ranks = tf_ranks()->n;
    size_t n = (size_t)(million * 1e6) / TF_SLICE_UNIT * TF_SLICE_UNIT;
    tf_real *v = tf_calloc(sizeof *v * n);
    double time[REPEATS];
    exchange(v, n);
    for (int i = 0; i < REPEATS; i++) time[i] = exchange(v, n);
    qsort(time, REPEATS, sizeof *time, ascending);
    const struct tf_run r = {.threads = 1, .train.shards = ranks, .train.eval_every = 1};
    const struct tf_estimate one = {.block_bytes = (double)(sizeof *v * n)};
    double predicted = tf_train_estimate_ranks(&r, &one, ranks, &(struct tf_network){gbit * 1e9 / 8, latency * 1e-6}).comm_s;
    if (tf_ranks()->rank == 0)
        printf("%d ranks, %.1f million numbers: %.4f s; at %g Gbit/s and %g us predicted %.4f s; ratio %.2f\n", ranks, million,
               time[REPEATS / 2], gbit, latency, predicted, time[REPEATS / 2] / predicted);
    tf_free(v);
    tf_ranks_leave(0, &e);
    tf_ranks_close(0);
    return 0;
}
