/* Training speed of BERT-Base on masked words: 12 layers, 768 channels, 12 heads, feed-forward 3072, 30,522 words, sequences of 512 tokens, 8 a step
 * over 2 shards, dropout 0.1, AdamW; 2 threads (or the first argument). Full attention, and TF-A of height 2 in `leaf` mode. Prints tokens/s, the median
 * of 3 steps after a first. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "train/train.h"

enum { N = 512, SEQUENCES = 64, STEPS = 4, VOCAB = 30522 };

static struct tf_data make_data(void) {
    uint16_t *tok = tf_alloc(sizeof *tok * (size_t)(SEQUENCES * N));
    uint64_t *off = tf_alloc(sizeof *off * (SEQUENCES + 1));
    int32_t *label = tf_calloc(sizeof *label * SEQUENCES);
    struct tf_rng r = tf_rng_at(1, TF_RNG_TEST, 0, 0, 0);
    for (int i = 0; i < SEQUENCES * N; i++) tok[i] = (uint16_t)(1000 + tf_rng_below(&r, VOCAB - 1000));
    for (int i = 0; i <= SEQUENCES; i++) off[i] = (uint64_t)(i * N);
    struct tf_data d = {.vocab = VOCAB,
                        .max_len = N,
                        .parts = 1,
                        .n = {SEQUENCES, 1, 1},
                        .objective = TF_MASKED_LM,
                        .cls_id = 101,
                        .sep_id = 102,
                        .mask_id = 103,
                        .mask_rate = 0.15};
    for (int s = 0; s < TF_SPLITS; s++) d.tok[s] = tok, d.off[s] = off, d.label[s] = label;
    return d;
}

/* Seconds of every step, from timing.csv, whose rows are written at every checkpoint. */
static int step_times(const char *dir, double *out, int most) {
    char path[160];
    struct tf_buf b = {0};
    struct tf_err e = {0};
    int n = 0, step;
    double now, before = 0;
    snprintf(path, sizeof path, "%s/timing.csv", dir);
    if (tf_file_read(path, &b, &e)) return 0;
    for (char *line = strchr(b.s, '\n'); line && n < most; line = strchr(line + 1, '\n'))
        if (sscanf(line + 1, "%d,%lf", &step, &now) == 2 && step == n + 1) out[n++] = now - before, before = now;
    tf_buf_free(&b);
    return n;
}

static int by_value(const void *a, const void *b) {
    return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}

static double bench(const struct tf_data *d, const char *name, const char *const *set, int threads, const char *dir) {
    struct tf_err e = {0};
    struct tf_run r = {.data = d, .seed = 1, .threads = threads, .dir = dir, .spec_hash = "bench", .label = "bench"};
    const struct tf_attn *a = tf_attn_find(name);
    void *opts = tf_calloc(a->opts_size + 1);
    if (a->opts) tf_opt_defaults(a->opts, opts);
    for (; set && set[0]; set += 2)
        if (tf_opt_set(a->opts, opts, set[0], set[1], &e)) exit(3);
    tf_opt_defaults(tf_model_opts, &r.model), tf_opt_defaults(tf_train_opts, &r.train), tf_opt_defaults(tf_bootstrap_opts, &r.bootstrap);
    r.model.layers = 12, r.model.dim = 768, r.model.heads = 12, r.model.mlp_dim = 3072, r.model.norm = TF_NORM_POST,
    r.model.embed_norm = true;
    r.train.steps = STEPS, r.train.batch = 8, r.train.eval_every = 1000, r.train.checkpoint_every = 1, r.train.shards = 2,
    r.train.warmup = 2;
    r.attn = a, r.attn_opts = opts;
    struct tf_result out = {0};
    double t[STEPS];
    if (tf_train(&r, &out, &e)) {
        printf("%s: %s\n", name, e.msg);
        return 0;
    }
    int n = step_times(dir, t, STEPS);
    if (n < 2) return 0;
    qsort(t + 1, (size_t)n - 1, sizeof *t, by_value);
    tf_free(opts);
    double speed = 8 * N / t[1 + (n - 1) / 2];
    printf("%-12s %7.0f tokens/s  %6.1f MB\n", name, speed, out.peak_bytes / 1e6);
    fflush(stdout);
    return speed;
}

int main(int argc, char **argv) {
    int threads = argc > 1 ? atoi(argv[1]) : 2;
    tf_num_init();
    char dir[] = "/tmp/treeformer-bench-XXXXXX", cmd[64];
    if (!mkdtemp(dir)) return 4;
    struct tf_data d = make_data();
    printf("BERT-Base, masked words, n = %d, %d threads, BLAS core %s, kernels %s\n", N, threads, tf_blas_core(), tf_isa());
    double full = bench(&d, "transformer", NULL, threads, dir);
    double trees = bench(&d, "tf-a", (const char *const[]){"height", "2", "gradient", "leaf", NULL}, threads, dir);
    printf("TF-A, h = 2, leaf / full attention: %.2f\n", full > 0 ? trees / full : 0);
    snprintf(cmd, sizeof cmd, "rm -r %s", dir);
    return system(cmd) ? 4 : 0;
}
