/* What a run will cost, measured on one micro-batch before anything starts. */
#include <math.h>

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
    struct lane_job job = {
        .m = &t->model, .d = t->r->data, .ls = &t->lanes, .pack_tokens = 1, .denom = 1, .examples = 1, .seed = t->r->seed, .train = true};
    lanes_deal(&t->lanes, x, 1);
    double from = tf_now();
    lanes_run(&job, 1);
    from = tf_now() - from;
    *flops = 0;
    for (int c = 0; c < TF_FLOP_CLASSES; c++) *flops += t->lanes.lane[0].flops[c];
    return from;
}

int tf_train_estimate(const struct tf_run *r, struct tf_estimate *out, struct tf_err *e) {
    struct trainer t = {.r = r};
    t.n_stages = tf_stages(&r->bootstrap, r->model.layers, r->first_layer, r->end_layer, r->train.steps, t.stage);
    for (int i = 0; i < t.n_stages; i++) t.total_steps += t.stage[i].steps;
    struct tf_run alone = *r; // one lane is enough to measure
    alone.train.lanes = 1;
    t.r = &alone;
    struct tf_model m;
    if (!r->data->n[TF_TRAIN]) return tf_fail(e, TF_BAD, "the dataset (%s) has no training examples", r->data->source);
    if (state_build(&t, t.n_stages - 1, &m, e)) return -1;
    size_t block = sizeof(tf_real) * m.pars.size;
    tf_pars_alloc(&m.pars);
    tf_pars_init(&m.pars, r->seed);
    state_replace_model(&t, &m, NULL, t.n_stages - 1);
    double mean, flops, seconds;
    struct tf_example big = tf_data_get(r->data, TF_TRAIN, longest(r->data, &mean)),
                      mid = tf_data_get(r->data, TF_TRAIN, typical(r->data, mean));
    run_one(&t, &big, &flops);
    double arena = (double)t.lanes.lane[0].tape.arena.peak, batch = (double)r->train.batch * r->train.accumulate;
    double len = big.len + big.len2, rows = r->train.pack_tokens > len ? r->train.pack_tokens : len,
           share = ceil(batch / r->train.lanes) * len; // of a lane
    double pack = (rows < share ? rows : share) / len;
    seconds = run_one(&t, &mid, &flops);
    int workers = r->threads < r->train.lanes ? r->threads : r->train.lanes;
    out->parameters = tf_model_count(&t.model);
    out->flops_step = 3 * flops * batch;
    out->flops_train = out->flops_step * t.total_steps;
    out->peak_bytes = (double)block * (3 + r->train.lanes) + arena * pack * r->train.lanes;
    out->time_s = seconds * batch / workers * t.total_steps;
    state_close(&t);
    return 0;
}
