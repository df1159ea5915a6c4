/* What a run will cost, measured before anything starts: memory and work on single sequences, time on the run's own steps and evaluations with a sample of
 * its data. */
#include <math.h>

#include "train/train.h"
#include "train/recall.h"
#include "train/state.h"

/* ---- one sequence: memory and work --------------------------------------------------------------------------------- */

static const double PATIENCE_S = 5; // to fill a state, of which memory and work depend

static double run_one(struct trainer *t, const struct tf_example *x, double *flops) {
    struct shard_job job = {
        .m = &t->model, .d = t->data, .ls = &t->shards, .pack_tokens = 1, .denom = 1, .examples = 1, .seed = t->r->seed, .train = true};
    carry_before_step(t, 1);
    shards_deal(&t->shards, x, 1);
    job.teach_only = t->teach_only;
    double from = tf_now();
    shards_run(&job, 1);
    from = tf_now() - from;
    *flops = shards_step_flops(&t->shards.shard[0].sums, t->teach_only);
    return from;
}

/* Leaves all streams in the state in which the text before leaves them: passes over x, as long as each takes more work than the one before. */
static void fill_state(struct trainer *t, const struct tf_example *x, double limit_s) {
    const double from = tf_now();
    double flops = 0, before = -1;
    while (t->state && flops > before && tf_now() - from < limit_s && !tf_interrupted) {
        before = flops;
        run_one(t, x, &flops);
        carry_spread(t);
    }
}

struct subject {
    const struct tf_run *r;
    struct tf_stage stage;              // its model and settings
    struct tf_example longest, typical; // of the training examples
    double ramp;                        // share of a step's sequences in the average step, where batches grow
    double stage_ramp[TF_MAX_STAGES];   // in the average step of each stage
    double limit_s;                     // for the measurement
    double one_s, forward_s;            // the typical sequence on one thread: in a step, in an evaluation
    double share_s[TF_MAX_STAGES];      // seconds of each stage per step of the run
};

/* Threads of all n ranks that a step's shards keep busy. */
static int workers_of(const struct tf_run *r, int n) {
    const int shards = r->train.shards / n;
    return n * (r->threads < shards ? r->threads : shards);
}

double tf_train_blocks(const struct tf_train_cfg *c, int n) { return 1 + (c->ema > 0) + (double)moment_kinds(c) / n; }

/* Of each of n ranks: what it has of every parameter, its shards, and theirs in an evaluation. */
static double peak_bytes(const struct tf_run *r, const struct tf_estimate *x, int n) {
    return x->block_bytes * tf_train_blocks(&r->train, n) + (x->shard_bytes + x->eval_bytes) * r->train.shards / n + x->carried_bytes;
}

/* A trainer of the stage without a folder, with random weights. */
static int open_trainer(struct trainer *t, const struct tf_run *r, const struct tf_stage *stage, struct tf_err *e) {
    struct tf_model m;
    struct moments moments;
    const int batch = r->train.batch * r->train.accumulate;
    *t = (struct trainer){.r = r, .n_stages = 1, .stage = {*stage}, .sampled = true};
    if (state_build(t, 0, &m, e)) return -1;
    tf_pars_alloc(&m.pars);
    tf_model_start(&m, r->seed);
    t->total_steps = r->train.steps;
    t->batch = tf_alloc(sizeof *t->batch * (size_t)batch);
    moments_init(&moments, m.pars.size, moment_kinds(&r->train));
    state_replace_model(t, &m, &moments, 0);
    if (!carry_open(t, e)) return 0;
    state_close(t);
    return -1;
}

static int longest_of(const struct tf_data *d, enum tf_split s, int limit) {
    const size_t n = limit > 0 && (size_t)limit < d->n[s] ? (size_t)limit : d->n[s];
    int most = 0;
    for (size_t i = 0; i < n; i++) {
        const struct tf_example x = tf_data_get(d, s, i);
        if (x.len + x.len2 > most) most = x.len + x.len2;
    }
    return most;
}

static double forward_bytes(const struct trainer *t, const struct tf_example *x) {
    struct shards ls;
    shards_init(&ls, 1, 1, t->data->parts, 0, true);
    shards_deal(&ls, x, 1);
    struct shard_job job = {.m = &t->model, .d = t->data, .ls = &ls, .denom = 1, .examples = 1, .all_rows = true};
    shards_run(&job, 1);
    const double bytes = (double)shards_bytes(&ls, 0);
    shards_release(&ls);
    return bytes;
}

/* Of a shard in an evaluation whose sequences are longer than those of the training; else 0: less than in the training. Activations grow with the length: the
 * line through a typical training sequence and the longest. */
static double evaluation_bytes(const struct trainer *t, const struct tf_example *longest, const struct tf_example *typical) {
    const struct tf_data *d = t->r->data;
    const int valid = longest_of(d, TF_VALID, t->r->train.eval_limit), test = longest_of(d, TF_TEST, t->r->train.test_limit);
    const int most = valid > test ? valid : test, known = longest->len + longest->len2, less = typical->len + typical->len2;
    if (d->carry || most <= known) return 0;
    const double bytes = forward_bytes(t, longest),
                 slope = less < known ? (bytes - forward_bytes(t, typical)) / (known - less) : bytes / known;
    return bytes + fmax(0, slope) * (most - known);
}

static int measure_one(struct subject *x, struct tf_estimate *out, struct tf_err *e) {
    const struct tf_train_cfg *c = &x->r->train;
    struct tf_run alone = *x->r; // one shard is enough to measure
    struct trainer t;
    alone.train.shards = 1;
    if (open_trainer(&t, &alone, &x->stage, e)) return -1;
    uint16_t *room = tf_alloc(2 * sizeof *room * (size_t)x->r->data->max_len);
    struct tf_example typical[2];
    const double other = stream_extremes(x->r, &x->stage, &x->longest, typical, room);
    x->typical = typical[0];
    double flops;
    fill_state(&t, &x->longest, PATIENCE_S);
    run_one(&t, &x->longest, &flops);
    double arena = (double)t.shards.shard[0].tape.arena.peak, batch = (double)c->batch * c->accumulate;
    double len = x->longest.len + x->longest.len2, rows = c->pack_tokens > len ? c->pack_tokens : len,
           share = ceil(batch / c->shards) * len; // of a shard
    double pack = (rows < share ? rows : share) / len;
    x->one_s = run_one(&t, &x->typical, &flops);
    if (other > 0) { // of short and long ones, say: none is of the mean length
        double other_flops;
        const double other_s = run_one(&t, &typical[1], &other_flops);
        x->one_s += other * (other_s - x->one_s), flops += other * (other_flops - flops);
    }
    out->parameters = tf_model_count(&t.model);
    x->forward_s = x->one_s / (t.teach_only ? 1 : 3);
    out->flops_step = flops * batch;
    out->block_bytes = (double)(sizeof(tf_real) * t.model.pars.size), out->shard_bytes = out->block_bytes + arena * pack;
    for (int i = 0; i < t.model.pars.n; i++) {
        const struct tf_par *p = &t.model.pars.p[i];
        out->tensor_bytes = fmax(out->tensor_bytes, (double)sizeof(tf_real) * p->rows * p->cols);
    }
    out->carried_bytes = carry_bytes(&t), out->eval_bytes = evaluation_bytes(&t, &x->longest, &x->typical);
    out->peak_bytes = peak_bytes(x->r, out, 1);
    state_close(&t);
    tf_free(room);
    return 0;
}

/* ---- steps and evaluations: time ------------------------------------------------------------------------------------- */

enum { LAPS_MIN = 4, SEQUENCES = 512 }; // laps that tell how much they differ; of an evaluation, enough
static const double near = 0.02;        // of laps that differ so little, no more are needed

/* Something timed over and over. */
struct laps {
    int n;
    double sum, squares, elapsed, limit_s;
};

static bool lap(struct laps *l, double seconds, double cost) { // cost: of the lap itself; false: that is enough
    l->n++, l->sum += seconds, l->squares += seconds * seconds, l->elapsed += cost;
    const double mean = l->sum / l->n, variance = l->squares / l->n - mean * mean;
    if (tf_interrupted || l->elapsed >= l->limit_s) return false;
    return l->n < LAPS_MIN || l->elapsed < l->limit_s / 5 || variance > near * near * mean * mean * (l->n - 1);
}

static double mean_of(const struct laps *l) { return l->sum / l->n; }

/* What a lap on `all` sequences would take is known: so many of them, such that every worker has as many. */
static struct tf_data_share share_of(double one_s, double lap_s, int workers, size_t all) {
    const double each = floor(lap_s / one_s);
    if (each * workers >= (double)all) return (struct tf_data_share){all, 1, 0};
    return (struct tf_data_share){each > 1 ? (size_t)each : 1, workers, 0};
}

static size_t examples(const struct tf_data *d, enum tf_split s, int limit) {
    const size_t n = d->whole[s] ? d->whole[s] : d->n[s];
    return limit && (size_t)limit < n ? (size_t)limit : n;
}

static int time_evaluation(struct trainer *t, enum tf_split s, size_t n, double limit_s, double *seconds, struct tf_err *e) {
    struct laps l = {.limit_s = limit_s};
    struct tf_score score;
    struct tf_work work;
    double took;
    *seconds = 0;
    if (!t->r->data->n[s]) return 0;
    do {
        const double from = tf_now();
        if (tf_evaluate(&t->model, t->data, s, 0, t->r->train.shards, t->r->threads, "", NULL, &score, s == TF_TEST ? &work : NULL, e))
            return -1;
        took = tf_now() - from;
    } while (lap(&l, took, took));
    *seconds = mean_of(&l) * (double)n / (double)t->r->data->n[s];
    return 0;
}

/* What a validation does beside its score; once, for it goes through each head. */
static int time_recall(struct trainer *t, size_t n, double *seconds, struct tf_err *e) {
    const size_t at_hand = t->r->data->n[TF_VALID];
    struct recall_sums s;
    if (!t->r->train.recall || !at_hand) return 0;
    const double from = tf_now();
    if (recall_measure(&s, &t->model, t->data, TF_VALID, 0, t->r->train.shards, t->r->threads, "", e)) return -1;
    *seconds += (tf_now() - from) * (double)n / (double)at_hand;
    recall_free(&s);
    return 0;
}

/* scale: sequences of the run's step per sequence of the sample's. */
static void time_step(struct trainer *t, double scale, double limit_s, double *seconds) {
    struct laps l = {.limit_s = limit_s};
    int step = 1;
    double took, pass;
    train_step(t, step); // memory is fetched, biases are drawn
    do {
        const double from = tf_now();
        train_step(t, ++step);
        took = tf_now() - from, pass = t->pass_s;
    } while (lap(&l, took - pass + pass * scale, took));
    *seconds = mean_of(&l);
}

/* Of a validation: of the weights, and of their average. */
static int passes(const struct tf_train_cfg *c) { return c->ema > 0 ? 2 : 1; }

/* Where there is no memory for the shards, or no time for a few sequences: from the one that was run. */
static void scale_up(const struct subject *x, int workers, struct tf_estimate *out) {
    const struct tf_train_cfg *c = &x->r->train;
    const struct tf_data *d = x->r->data;
    const int at_once = d->carry ? 1 : workers; // of an evaluation
    out->step_s = x->one_s * x->ramp * c->batch * c->accumulate / workers;
    const double sequences = passes(c) * (double)examples(d, TF_VALID, c->eval_limit);
    out->valid_s = x->forward_s * (sequences + (double)(c->recall ? examples(d, TF_VALID, c->recall) : 0)) / at_once;
    out->test_s = x->forward_s * (double)examples(d, TF_TEST, c->test_limit) / at_once;
}

/* The estimate of so many steps. */
static void set_steps(struct tf_estimate *x, const struct tf_train_cfg *c, int steps) {
    x->steps = steps;
    x->flops_train = x->flops_step * steps;
    x->eval_s = (steps / c->eval_every + (steps % c->eval_every != 0)) * x->valid_s + x->test_s;
    x->time_s = steps * x->step_s + x->eval_s;
}

/* Seconds to spend on the measurement: a short run is not worth a long one. A budget of time is, for its steps depend on it. */
static double patience(const struct subject *x, int workers) {
    static const double LEAST_S = 0.1, SHARE = 0.1; // of the time that the run will take, by the one sequence
    const struct tf_train_cfg *c = &x->r->train;
    struct tf_estimate guess = {0};
    scale_up(x, workers, &guess);
    set_steps(&guess, c, x->stage.steps);
    return c->max_time > 0 ? x->limit_s : fmin(x->limit_s, fmax(LEAST_S, SHARE * guess.time_s));
}

/* The sample of an evaluation has the text's first blocks, whose state is hardly filled; that of the block which was run is. */
static void least_evaluation(const struct subject *x, struct tf_estimate *out) {
    struct tf_estimate filled;
    scale_up(x, 1, &filled);
    out->valid_s = fmax(out->valid_s, filled.valid_s), out->test_s = fmax(out->test_s, filled.test_s);
}

static int measure_time(const struct subject *x, struct tf_estimate *out, struct tf_err *e) {
    const struct tf_run *r = x->r;
    const int batch = r->train.batch * r->train.accumulate, workers = workers_of(r, 1);
    const size_t room = tf_mem_available();
    const double limit_s = patience(x, workers), lap_s = limit_s / 8;
    if (x->one_s > x->limit_s / 4 || (room && out->peak_bytes > (double)room)) return scale_up(x, workers, out), 0;
    struct tf_data_share want[TF_SPLITS] = {share_of(x->one_s, lap_s, workers, (size_t)batch),
                                            share_of(x->forward_s, lap_s, workers, SEQUENCES),
                                            share_of(x->forward_s, lap_s, workers, SEQUENCES)};
    want[TF_TRAIN].longest = stream_limit(r->data, tf_recipe_settings(&r->recipe, &x->stage));
    struct tf_data *sample = tf_data_sample(r->data, want);
    struct tf_run run = *r;
    struct trainer t;
    run.data = sample, run.train.batch = (int)sample->n[TF_TRAIN], run.train.accumulate = 1;
    tf_hush(true); // what a run would say is not to be said of this one
    int rc = open_trainer(&t, &run, &x->stage, e);
    if (!rc) {
        fill_state(&t, &x->typical, lap_s);
        time_step(&t, x->ramp * batch / run.train.batch, limit_s / 2, &out->step_s);
        const size_t n = (size_t)passes(&r->train) * examples(r->data, TF_VALID, r->train.eval_limit);
        rc = time_evaluation(&t, TF_VALID, n, limit_s / 4, &out->valid_s, e) ||
             time_recall(&t, examples(r->data, TF_VALID, r->train.recall), &out->valid_s, e) ||
             time_evaluation(&t, TF_TEST, examples(r->data, TF_TEST, r->train.test_limit), limit_s / 4, &out->test_s, e);
        if (t.state) least_evaluation(x, out);
        state_close(&t);
    }
    tf_hush(false);
    tf_data_close(sample);
    return rc ? -1 : 0;
}

/* ---- the whole run ------------------------------------------------------------------------------------------------- */

static int measure(struct subject *x, struct tf_stage stage, struct tf_estimate *out, struct tf_err *e) {
    stage.start = 0;
    x->stage = stage;
    return measure_one(x, out, e) || measure_time(x, out, e) ? -1 : 0;
}

static int steps_of(const struct tf_stage *stage, int n) { return stage[n - 1].start + stage[n - 1].steps; }

/* share: of the steps, those of stage i; the memory is that of the largest. The stage's seconds grow by that share of a step of its size. */
static void add(struct tf_estimate *all, struct subject *s, int i, const struct tf_estimate *x, double share) {
    const double work = share * s->stage_ramp[i] / s->ramp;
    all->flops_step += work * x->flops_step, all->step_s += work * x->step_s, all->valid_s += share * x->valid_s;
    s->share_s[i] += work * x->step_s;
    all->peak_bytes = fmax(all->peak_bytes, x->peak_bytes), all->block_bytes = fmax(all->block_bytes, x->block_bytes);
    all->tensor_bytes = fmax(all->tensor_bytes, x->tensor_bytes), all->shard_bytes = fmax(all->shard_bytes, x->shard_bytes);
    all->carried_bytes = x->carried_bytes, all->eval_bytes = fmax(all->eval_bytes, x->eval_bytes);
}

/* The model before any layer has trees; all of it learns if what is to learn is of the trees. */
static int measure_full(struct subject *x, int steps, struct tf_estimate *out, struct tf_err *e) {
    const struct tf_run *r = x->r;
    const struct tf_stage full = {.first_layer = r->model.layers, .steps = steps};
    struct tf_run open = *r;
    struct tf_err why = {0};
    if (!measure(x, full, out, &why)) return 0;
    if (why.code != TF_BAD) return tf_fail(e, why.code, "%s", why.msg);
    *open.train.learn = *open.train.freeze = 0;
    x->r = &open;
    const int rc = measure(x, full, out, e);
    x->r = r;
    return rc;
}

/* Of one kind, all layers cost the same: a stage that has trees in a part of them lies so far between none and all. So only the heights are measured. */
static int measure_growth(struct subject *x, const struct tf_stage *stage, int n, struct tf_estimate *all, struct tf_estimate *out,
                          struct tf_err *e) {
    const struct tf_run *r = x->r;
    const int end = tf_recipe_end(&r->recipe, r->end_layer), lowest = stage[0].height, highest = stage[n - 1].height,
              steps = steps_of(stage, n);
    struct tf_estimate full = {0};
    x->limit_s /= highest - lowest + 1;
    if (stage[0].first_layer > r->first_layer && measure_full(x, steps, &full, e)) return -1;
    for (int h = lowest; h <= highest; h++) {
        if (measure(x, (struct tf_stage){.first_layer = r->first_layer, .height = h, .steps = steps}, out, e)) return -1;
        for (int i = 0; i < n; i++) {
            const int first_layer = stage[i].first_layer, grown = stage[i].grown_layer ? stage[i].grown_layer : end;
            const int layers = (stage[i].height == h ? grown - first_layer : 0) + (h == highest ? end - grown : 0);
            const double share = (double)stage[i].steps / steps / (end - r->first_layer);
            if (stage[i].height == h) add(all, x, i, &full, share * (first_layer - r->first_layer));
            if (layers) add(all, x, i, out, share * layers);
        }
    }
    return 0;
}

static int measure_list(struct subject *x, const struct tf_stage *stage, int n, struct tf_estimate *all, struct tf_estimate *out,
                        struct tf_err *e) {
    x->limit_s /= n;
    for (int i = 0; i < n; i++) {
        if (measure(x, stage[i], out, e)) return -1;
        add(all, x, i, out, (double)stage[i].steps / steps_of(stage, n));
    }
    return 0;
}

/* Validations come at equal distances; steps take as long as their batches are large. */
static void set_pace(struct tf_estimate *x, const struct subject *s, const struct tf_stage *stage, int n) {
    enum { EACH = 64 }; // parts of a pace's
    const struct tf_train_cfg *c = &s->r->train;
    const int steps = steps_of(stage, n);
    double spent = 0;
    for (int p = 0, i = 0; p < TF_PACE * EACH; p++) {
        const double at = steps * (p + 0.5) / (TF_PACE * EACH);
        while (i + 1 < n && at > stage[i + 1].start) i++;
        const double batch = tf_micro_steps(c, steps, (int)at + 1) / (s->stage_ramp[i] * c->accumulate);
        spent += batch * s->share_s[i] / stage[i].steps + x->valid_s / c->eval_every / steps;
        x->pace[p / EACH + 1] = spent;
    }
    for (int k = 1; k <= TF_PACE && spent > 0; k++) x->pace[k] /= spent;
}

double tf_pace(const double pace[TF_PACE + 1], double steps) {
    const double at = fmax(0, fmin(1, steps)) * TF_PACE;
    const int k = at < TF_PACE ? (int)at : TF_PACE - 1;
    return pace[TF_PACE] > 0 ? pace[k] + (at - k) * (pace[k + 1] - pace[k]) : at / TF_PACE;
}

/* The last stage's model is tested. */
int tf_train_estimate(const struct tf_run *r, double limit_s, struct tf_estimate *out, struct tf_err *e) {
    struct tf_stage stage[TF_MAX_STAGES];
    struct tf_estimate all = {0};
    const int n = tf_recipe_stages(&r->recipe, stage);
    if (carry_check(&(struct trainer){.r = r, .n_stages = n}, e)) return -1;
    if (stream_check(r, stage, n, e)) return -1;
    const int steps = steps_of(stage, n);
    struct subject x = {.r = r, .ramp = tf_batch_share(&r->train, steps, 0, steps), .limit_s = limit_s};
    for (int i = 0; i < n; i++) x.stage_ramp[i] = tf_batch_share(&r->train, steps, stage[i].start, stage[i].steps);
    if ((r->n_stages ? measure_list : measure_growth)(&x, stage, n, &all, out, e)) return -1;
    all.parameters = out->parameters, all.test_s = out->test_s;
    *out = all;
    out->flops_step *= x.ramp;
    set_pace(out, &x, stage, n);
    set_steps(out, &r->train, steps);
    return 0;
}

void tf_estimate_fit(struct tf_estimate *x, const struct tf_train_cfg *c, int least, int most) {
    int fits = least;
    set_steps(x, c, most);
    if (c->max_time <= 0 || x->time_s <= c->max_time) return;
    while (most - fits > 1) {
        const int half = fits + (most - fits) / 2;
        set_steps(x, c, half);
        if (x->time_s > c->max_time) most = half;
        else fits = half;
    }
    set_steps(x, c, fits);
}

/* Each rank gives away and gets (n - 1) / n of the gradient, then of the parameters. Small messages go up and down the tree twice (a step's sums, the
 * squares of the gradient), with the slices once each; a tensor in k slices passes its squares on k - 1 times. */
struct tf_estimate tf_train_estimate_ranks(const struct tf_run *r, const struct tf_estimate *one, int n, const struct tf_network *w) {
    struct tf_estimate x = *one;
    if (n < 2) return x;
    const double depth = ceil(log2(n)), bytes = 2 * x.block_bytes * (n - 1) / n, share = (double)workers_of(r, 1) / workers_of(r, n);
    const double passes = fmin(n - 1, ceil(x.tensor_bytes * n / x.block_bytes));
    x.peak_bytes = fmin(one->peak_bytes, peak_bytes(r, one, n));
    x.comm_s = bytes / w->bytes_per_s + (6 * depth + passes) * w->latency_s;
    x.step_s = one->step_s * share + x.comm_s;
    if (!r->data->carry) x.valid_s *= share, x.test_s *= share; // one text is evaluated block by block
    set_steps(&x, &r->train, x.steps);
    return x;
}
