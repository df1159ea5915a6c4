/* What a run will cost, measured on single sequences before anything starts. */
#include <math.h>

#include "train/train.h"
#include "train/state.h"

static int length(const struct tf_data *d, size_t i) {
    struct tf_example x = tf_data_get(d, TF_TRAIN, i);
    return x.len + x.len2;
}

static size_t longest(const struct tf_data *d, double *mean) {
    size_t best = 0;
    double sum = 0;
    for (size_t i = 0; i < d->n[TF_TRAIN]; i++) {
        int len = length(d, i);
        sum += len;
        if (len > length(d, best)) best = i;
    }
    *mean = sum / (double)d->n[TF_TRAIN];
    return best;
}

/* The example whose length is nearest to the mean. */
static size_t typical(const struct tf_data *d, double mean) {
    size_t best = 0;
    double off = 1e300;
    for (size_t i = 0; i < d->n[TF_TRAIN]; i++) {
        double x = length(d, i) - mean;
        if (x < 0) x = -x;
        if (x < off) off = x, best = i;
    }
    return best;
}

static double run_one(struct trainer *t, const struct tf_example *x, double *flops) {
    struct shard_job job = {
        .m = &t->model, .d = t->r->data, .ls = &t->shards, .pack_tokens = 1, .denom = 1, .examples = 1, .seed = t->r->seed, .train = true};
    shards_deal(&t->shards, x, 1);
    double from = tf_now();
    shards_run(&job, 1);
    from = tf_now() - from;
    *flops = 0;
    for (int c = 0; c < TF_FLOP_CLASSES; c++) *flops += t->shards.shard[0].flops[c];
    return from;
}

struct lengths {
    struct tf_example longest, typical;
};

/* A step of the model with trees of this height (0: as the options say) from first_layer on: its time and work, and the memory. */
static int measure(const struct tf_run *r, int first_layer, int height, const struct lengths *x, struct tf_estimate *out,
                   struct tf_err *e) {
    struct tf_run alone = *r; // one shard is enough to measure
    struct trainer t = {.r = &alone, .n_stages = 1, .stage = {{.first_layer = first_layer, .height = height}}};
    struct tf_model m;
    alone.train.shards = 1;
    if (state_build(&t, 0, &m, e)) return -1;
    size_t block = sizeof(tf_real) * m.pars.size;
    tf_pars_alloc(&m.pars);
    tf_pars_init(&m.pars, r->seed);
    state_replace_model(&t, &m, NULL, 0);
    double flops, seconds;
    run_one(&t, &x->longest, &flops);
    double arena = (double)t.shards.shard[0].tape.arena.peak, batch = (double)r->train.batch * r->train.accumulate;
    double len = x->longest.len + x->longest.len2, rows = r->train.pack_tokens > len ? r->train.pack_tokens : len,
           share = ceil(batch / r->train.shards) * len; // of a shard
    double pack = (rows < share ? rows : share) / len;
    seconds = run_one(&t, &x->typical, &flops);
    int workers = r->threads < r->train.shards ? r->threads : r->train.shards;
    out->parameters = tf_model_count(&t.model);
    out->flops_step = 3 * flops * batch;
    out->peak_bytes = (double)block * (3 + r->train.shards) + arena * pack * r->train.shards;
    out->time_s = seconds * batch / workers;
    state_close(&t);
    return 0;
}

/* Of one kind, all layers cost the same: a stage that has trees in a part of them lies so far between none and all. The memory is that of the largest. */
int tf_train_estimate(const struct tf_run *r, struct tf_estimate *out, struct tf_err *e) {
    struct tf_stage stage[TF_MAX_STAGES];
    struct tf_estimate full = {0};
    double mean, flops = 0, seconds = 0, peak = 0;
    int n = tf_recipe_stages(&r->recipe, stage);
    int end = r->end_layer ? r->end_layer : r->model.layers, steps = stage[n - 1].start + stage[n - 1].steps;
    if (!r->data->n[TF_TRAIN]) return tf_fail(e, TF_BAD, "the dataset (%s) has no training examples", r->data->source);
    struct lengths x = {.longest = tf_data_get(r->data, TF_TRAIN, longest(r->data, &mean))};
    x.typical = tf_data_get(r->data, TF_TRAIN, typical(r->data, mean));
    if (stage[0].first_layer > r->first_layer && measure(r, r->model.layers, 0, &x, &full, e)) return -1;
    for (int h = stage[0].height; h <= stage[n - 1].height; h++) {
        if (measure(r, r->first_layer, h, &x, out, e)) return -1;
        for (int i = 0; i < n; i++) {
            if (stage[i].height != h) continue;
            double part = (double)(end - stage[i].first_layer) / (end - r->first_layer);
            flops += stage[i].steps * (full.flops_step + part * (out->flops_step - full.flops_step));
            seconds += stage[i].steps * (full.time_s + part * (out->time_s - full.time_s));
        }
        peak = fmax(peak, fmax(full.peak_bytes, out->peak_bytes));
    }
    out->flops_step = flops / steps, out->flops_train = flops;
    out->peak_bytes = peak, out->time_s = seconds;
    return 0;
}
