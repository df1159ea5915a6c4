/* A tiny training: see training.h. */
#include "training.h"

struct tf_data data;

/* The label is the number of threes, at most 2: learnable, and not from one position. */
int training_data(void **state) {
    (void)state;
    static uint16_t tok[N * MAX_T];
    static uint64_t off[N + 1];
    static int32_t label[N];
    if (enter(state)) return -1;
    for (int i = 0; i < N; i++) {
        struct tf_rng r = tf_rng_at(1, TF_RNG_TEST, 0, (uint32_t)i, 0);
        int len = 5 + (int)tf_rng_below(&r, MAX_T - 4), threes = 0;
        off[i + 1] = off[i] + (uint64_t)len;
        for (int j = 0; j < len; j++) {
            uint16_t x = tok[off[i] + (uint64_t)j] = (uint16_t)tf_rng_below(&r, 8);
            threes += x == 3;
        }
        label[i] = threes > 2 ? 2 : threes;
    }
    data = (struct tf_data){.vocab = 8, .classes = 3, .max_len = MAX_T, .parts = 1, .n = {N, 20, 23}};
    static const int first[TF_SPLITS] = {0, 10, 35};
    for (int s = 0; s < TF_SPLITS; s++) data.off[s] = off + first[s], data.tok[s] = tok, data.label[s] = label + first[s];
    return 0;
}

struct tf_run make_run(const struct subject *s, const char *sub, char path[160]) {
    snprintf(path, 160, "%s/%s", dir, sub);
    struct tf_run r = {
        .data = &data, .attn = s->attn, .attn_opts = s->opts, .seed = 3, .threads = 2, .dir = path, .spec_hash = "abc", .label = "test"};
    tf_opt_defaults(tf_model_opts, &r.model), tf_opt_defaults(tf_train_opts, &r.train), tf_opt_defaults(tf_bootstrap_opts, &r.bootstrap);
    r.model.dim = 12, r.model.mlp_dim = 16, r.model.classifier_dim = 8;
    r.train.shards = 3, r.train.batch = 7, r.train.steps = 6, r.train.eval_every = 3, r.train.log_every = 2, r.train.warmup = 2;
    r.train.lr = 1e-2, r.train.pack_tokens = 40;
    return r;
}

char *read_all(const char *folder, const char *name, size_t *n) {
    char path[256];
    struct tf_buf b = {0};
    struct tf_err e = {0};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (tf_file_read(path, &b, &e)) fail_msg("%s", e.msg);
    *n = b.len;
    return b.s;
}

void assert_same_file(const char *a, const char *b, const char *name) {
    size_t n, m;
    char *x = read_all(a, name, &n), *y = read_all(b, name, &m);
    if (n != m || memcmp(x, y, n)) fail_msg("%s/%s and %s/%s differ", a, name, b, name);
    tf_free(x), tf_free(y);
}

void load_metrics(struct tf_csv *c, const char *folder) {
    char path[600];
    struct tf_err e = {0};
    snprintf(path, sizeof path, "%s/metrics.csv", folder);
    if (tf_csv_load(c, path, &e)) fail_msg("%s", e.msg);
}

struct tf_result train(const struct tf_run *r) {
    struct tf_result out;
    struct tf_err e = {0};
    if (tf_train(r, &out, &e)) fail_msg("%s", e.msg);
    return out;
}

void load_weights(struct tf_model *m, const struct tf_run *r, const char *name) {
    struct tf_err e = {0};
    struct tf_stage stage[TF_MAX_STAGES];
    tf_recipe_stages(&r->recipe, stage);
    if (tf_recipe_load(m, &r->recipe, stage, tf_data_input(r->data), below("%s/%s", strrchr(r->dir, '/') + 1, name), &e))
        fail_msg("%s", e.msg);
}

/* Stops the training after a number of reports, as a signal would. */
int stop_after;
void stop_hook(const struct tf_progress *p) {
    (void)p;
    if (--stop_after == 0) tf_interrupted = 1;
}

int train_in_pieces(const struct tf_run *r, int first, int more) {
    int round = 0;
    tf_progress_hook = stop_hook;
    for (;; round++) {
        tf_interrupted = 0, stop_after = first + more * (round % 4);
        if (train(r).status != TF_RUN_INTERRUPTED || round == 60) break;
    }
    tf_progress_hook = NULL, tf_interrupted = 0;
    return round;
}
