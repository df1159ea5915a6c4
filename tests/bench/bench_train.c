/* Training speed in the setting of the published small ListOps models: 2 layers, 64 channels, 2 heads, feed-forward 128, dropout 0.1, AdamW; n = 2048
 * tokens, 32 sequences per step on 8 shards as in the spec, 2 threads (or the first argument). Prints the median of 3 times 12 steps after 4 to warm up
 * (memory is touched, buffers have their size): tokens/s, ratio to full attention, memory of the run. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "train/train.h"

static const struct {
    const char *mechanism, *options[6], *model[4];
} rows[] = {
    {"transformer", {NULL}, {NULL}},
    {"transformer", {NULL}, {"causal", "true"}},
    {"tf-a", {"gradient", "sampled"}, {NULL}},
    {"tf-a", {"gradient", "leaf"}, {NULL}},
    {"tf-a", {"gradient", "dense"}, {NULL}},
    {"tf-a", {"routing", "median"}, {NULL}},
    {"tf-a", {"routing", "median-each"}, {NULL}},
    {"tf-a", {"bias_init", "data"}, {NULL}},
    {"tf-a", {"trees", "2", "height", "7", "routing", "median"}, {NULL}},
    {"kary-tf-a", {"branching", "8,8"}, {NULL}},
    {"tc-a", {"height", "6"}, {NULL}},
    {"linformer", {"rank", "128"}, {NULL}},
    {"nystromformer", {NULL}, {NULL}},
    {"performer", {"features", "128"}, {NULL}},
    {"synthesizer", {NULL}, {NULL}},
    {"linear", {NULL}, {NULL}},
    {"agglomerative", {NULL}, {NULL}},
    {"bigbird", {NULL}, {NULL}},
    {"longformer", {NULL}, {NULL}},
    {"local", {NULL}, {NULL}},
    {"sinkhorn", {NULL}, {NULL}},
    {"sparse", {NULL}, {NULL}},
    {"blockbert", {NULL}, {NULL}},
    {"segtree", {NULL}, {NULL}},
    {"star", {NULL}, {NULL}},
    {"bp", {NULL}, {NULL}},
    {"luna", {NULL}, {NULL}},
    {"reformer", {NULL}, {NULL}},
    {"routing", {NULL}, {NULL}},
};

enum { SEQUENCES = 64, REPEATS = 3, WARM = 4, STEPS = 12 };

static struct tf_data make_data(int n) {
    uint16_t *tok = tf_alloc(sizeof *tok * (size_t)(SEQUENCES * n));
    uint64_t *off = tf_alloc(sizeof *off * (SEQUENCES + 1));
    int32_t *label = tf_calloc(sizeof *label * SEQUENCES);
    struct tf_rng r = tf_rng_at(1, TF_RNG_TEST, 0, 0, 0);
    for (int i = 0; i < SEQUENCES * n; i++) tok[i] = (uint16_t)(1 + tf_rng_below(&r, 15));
    for (int i = 0; i <= SEQUENCES; i++) off[i] = (uint64_t)(i * n);
    for (int i = 0; i < SEQUENCES; i++) label[i] = i % 10;
    struct tf_data d = {.vocab = 16, .classes = 10, .max_len = n, .parts = 1, .n = {SEQUENCES, 1, 4}};
    for (int s = 0; s < TF_SPLITS; s++) d.tok[s] = tok, d.off[s] = off, d.label[s] = label;
    return d;
}

static int by_value(const void *a, const void *b) {
    return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}

static double tokens(const struct tf_result *r) { return r->tokens_per_s * r->train_time_s; }

static void bench(const struct tf_data *d, size_t row, int threads, const char *dir, double *full) {
    struct tf_err e = {0};
    struct tf_run r = {.data = d, .seed = 1, .threads = threads, .dir = dir, .spec_hash = "bench", .label = "bench"};
    const struct tf_attn *a = tf_attn_find(rows[row].mechanism);
    if (!a) return;
    void *opts = tf_calloc(a->opts_size + 1);
    if (a->opts) tf_opt_defaults(a->opts, opts);
    tf_opt_defaults(tf_model_opts, &r.model), tf_opt_defaults(tf_train_opts, &r.train), tf_opt_defaults(tf_bootstrap_opts, &r.bootstrap);
    r.train.batch = 32, r.train.eval_every = 1000, r.train.shards = 8, r.train.warmup = 2;
    char name[96];
    int at = snprintf(name, sizeof name, "%s", a->name);
    for (int k = 0; k < 6 && rows[row].options[k]; k += 2) {
        if (tf_opt_set(a->opts, opts, rows[row].options[k], rows[row].options[k + 1], &e)) break;
        at += snprintf(name + at, sizeof name - (size_t)at, " %s=%s", rows[row].options[k], rows[row].options[k + 1]);
    }
    for (int k = 0; k < 4 && rows[row].model[k]; k += 2) {
        if (tf_opt_set(tf_model_opts, &r.model, rows[row].model[k], rows[row].model[k + 1], &e)) break;
        at += snprintf(name + at, sizeof name - (size_t)at, " %s=%s", rows[row].model[k], rows[row].model[k + 1]);
    }
    r.attn = a, r.attn_opts = opts;
    double speed[REPEATS];
    struct tf_result out = {0};
    for (int i = 0; i < REPEATS && !e.code; i++) {
        struct tf_result warm = {0};
        r.train.steps = WARM;
        if (tf_train(&r, &warm, &e)) break;
        r.train.steps = WARM + STEPS;
        if (tf_train(&r, &out, &e)) break;
        speed[i] = (tokens(&out) - tokens(&warm)) / (out.train_time_s - warm.train_time_s);
    }
    if (e.code) printf("%-32s %s\n", name, e.msg);
    else {
        qsort(speed, REPEATS, sizeof *speed, by_value);
        if (!*full) *full = speed[REPEATS / 2];
        printf("%-32s %9.0f tokens/s  %5.2f x full attention  f = %.4f  %6.1f MB\n", name, speed[REPEATS / 2], speed[REPEATS / 2] / *full,
               out.work.occupancy, out.peak_bytes / 1e6);
        fflush(stdout);
    }
    tf_free(opts);
}

int main(int argc, char **argv) {
    int threads = argc > 1 ? atoi(argv[1]) : 2, n = argc > 2 ? atoi(argv[2]) : 2048;
    const char *only = argc > 3 ? argv[3] : NULL;
    tf_num_init();
    char dir[] = "/tmp/treeformer-bench-XXXXXX", cmd[64];
    if (!mkdtemp(dir)) return 4;
    struct tf_data d = make_data(n);
    printf("training, n = %d, %d threads, BLAS core %s, kernels %s\n", n, threads, tf_blas_core(), tf_isa());
    double full = 0;
    for (size_t i = 0; i < TF_COUNT(rows); i++)
        if (!only || !strcmp(only, rows[i].mechanism)) bench(&d, i, threads, dir, &full);
    snprintf(cmd, sizeof cmd, "rm -r %s", dir);
    return system(cmd) ? 4 : 0;
}
