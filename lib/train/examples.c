/* Which training examples a step takes, and as what: an endless shuffled stream, of which a stage may leave out the long ones, and which the task's options
 * may change at every visit. */
#include "task/task.h"
#include "train/state.h"

#include <limits.h>
#include <string.h>

static int shortest(const struct tf_data *d) {
    int least = INT_MAX;
    for (size_t i = 0; i < d->n[TF_TRAIN]; i++) {
        const struct tf_example x = tf_data_get(d, TF_TRAIN, i);
        if (x.len + x.len2 < least) least = x.len + x.len2;
    }
    return least;
}

int stream_limit(const struct tf_data *d, const struct tf_train_cfg *c) {
    const int least = c->max_tokens && d->whole[TF_TRAIN] ? shortest(d) : 0;
    return least > c->max_tokens ? least : c->max_tokens;
}

static bool takes(int limit, const struct tf_example *x) { return !limit || x->len + x->len2 <= limit; }

static int too_short(const struct tf_stage *s, int max_tokens, int least, struct tf_err *e) {
    return tf_fail_option(e, TF_BAD, s->place ? "" : "train.max_tokens",
                          "%s%smax_tokens %d: no training example is that short, the shortest has %d tokens",
                          s->place ? s->place : "train.", s->place ? ": " : "", max_tokens, least);
}

/* Are the training examples that a stage takes fewer than `full`? Of a sample *taken becomes what the whole set may have, and must be far below. */
static bool too_few(const struct tf_data *d, size_t full, size_t *taken) {
    if (!d->whole[TF_TRAIN]) return full > *taken;
    *taken = (size_t)((double)*taken * (double)d->whole[TF_TRAIN] / (double)d->n[TF_TRAIN]);
    return full > *taken + *taken / 4;
}

int stream_check(const struct tf_run *r, const struct tf_stage *stage, int n, struct tf_err *e) {
    const struct tf_data *d = r->data;
    if (!d->n[TF_TRAIN]) return tf_fail(e, TF_BAD, "the dataset (%s) has no training examples", d->source);
    for (int s = 0; s < n; s++) {
        const struct tf_train_cfg *c = tf_recipe_settings(&r->recipe, &stage[s]);
        const size_t full = (size_t)c->batch * (size_t)c->accumulate;
        const int limit = stream_limit(d, c);
        size_t taken = limit ? 0 : d->n[TF_TRAIN];
        for (size_t i = 0; limit && i < d->n[TF_TRAIN]; i++) {
            const struct tf_example x = tf_data_get(d, TF_TRAIN, i);
            taken += takes(limit, &x);
        }
        if (!taken) return too_short(&stage[s], c->max_tokens, shortest(d), e);
        if (r->train.batch_ramp > 0 && too_few(d, full, &taken))
            return tf_fail_option(e, TF_BAD, stage[s].place ? "" : "train.batch_ramp",
                                  "%s%sbatch_ramp: the batch grows to %zu sequences, and there are %s%zu training examples: set %s",
                                  stage[s].place ? stage[s].place : "train.", stage[s].place ? ": " : "", full,
                                  d->whole[TF_TRAIN] ? "about " : "", taken,
                                  taken / (size_t)c->batch > 1 ? "a smaller train.accumulate" : "a smaller train.batch");
    }
    return 0;
}

/* The example as a step of the stage sees it, made in room (its length). */
static struct tf_example stream_varied(const struct tf_run *r, const struct tf_stage *s, struct tf_example x, uint32_t step,
                                       uint16_t *room) {
    const void *opts = s->task_opts ? s->task_opts : r->task_opts;
    if (!r->vary || !opts) return x;
    struct tf_rng rng = tf_rng_at(r->seed, TF_RNG_VARY, step, x.id, 0);
    const int len = r->vary->make(opts, &rng, x.tok, x.len, room);
    TF_BUG_IF(len > x.len || x.tok2, "%d of %d tokens", len, x.len);
    if (len) x.tok = room, x.len = len;
    return x;
}

double stream_extremes(const struct tf_run *r, const struct tf_stage *s, struct tf_example *longest, struct tf_example typical[2],
                       uint16_t *room) {
    const struct tf_data *d = r->data;
    const struct tf_train_cfg *c = tf_recipe_settings(&r->recipe, s);
    const int limit = stream_limit(d, c);
    double sum = 0, mean = 0, off[2] = {1e300, 1e300};
    size_t n = 0, nearest[2] = {0}; // not longer than the mean, and longer
    *longest = (struct tf_example){.len = -1};
    for (int look = 0; look < 2; mean = sum / (double)n, look++) // the mean length, then what is nearest to it
        for (size_t i = 0; i < d->n[TF_TRAIN]; i++) {
            const struct tf_example x = tf_data_get(d, TF_TRAIN, i);
            if (!takes(limit, &x)) continue;
            const int len = stream_varied(r, s, x, 0, room).len + x.len2, above = len > mean;
            const double far = above ? len - mean : mean - len;
            if (!look) n++, sum += len;
            if (!look && x.len + x.len2 > longest->len + longest->len2) *longest = x;
            if (look && far < off[above]) off[above] = far, nearest[above] = i;
        }
    const int first = off[1] < off[0];
    for (int k = 0; k < 2; k++) typical[k] = stream_varied(r, s, tf_data_get(d, TF_TRAIN, nearest[first ^ k]), 0, room + k * d->max_len);
    return off[first] < 1 ? 0 : off[first] / (off[0] + off[1]);
}

void stream_enter(struct trainer *t) {
    const struct tf_data *d = t->r->data;
    const struct tf_train_cfg *c = tf_recipe_settings(&t->r->recipe, &t->stage[t->at_stage]);
    const int limit = stream_limit(d, c);
    stream_close(t);
    for (size_t i = 0; limit && i < d->n[TF_TRAIN]; i++) {
        const struct tf_example x = tf_data_get(d, TF_TRAIN, i);
        if (!t->pool) t->pool = tf_alloc(sizeof *t->pool * d->n[TF_TRAIN]);
        if (takes(limit, &x)) t->pool[t->pool_n++] = (uint32_t)i;
    }
    if (!t->pool) t->pool_n = d->n[TF_TRAIN];
    if (t->r->vary) t->room = tf_alloc(sizeof *t->room * (size_t)d->max_len * (size_t)t->r->train.batch * (size_t)t->r->train.accumulate);
}

void stream_close(struct trainer *t) {
    tf_free(t->order), tf_free(t->pool), tf_free(t->room);
    t->order = t->pool = NULL, t->room = NULL, t->pool_n = 0;
}

/* Example number g; every epoch has its own order. */
static size_t stream_at(struct trainer *t, uint64_t g) {
    const size_t n = t->pool_n;
    const uint64_t epoch = g / n;
    if (!t->order || t->order_epoch != epoch) {
        if (!t->order) t->order = tf_alloc(sizeof *t->order * n);
        for (size_t i = 0; i < n; i++) t->order[i] = (uint32_t)i;
        struct tf_rng r = tf_rng_at(t->r->seed, TF_RNG_SHUFFLE, (uint32_t)epoch, 0, 0);
        for (size_t i = n - 1; i > 0; i--) {
            size_t j = tf_rng_below(&r, (uint32_t)(i + 1));
            uint32_t x = t->order[i];
            t->order[i] = t->order[j], t->order[j] = x;
        }
        t->order_epoch = epoch;
    }
    const uint32_t at = t->order[g % n];
    return t->pool ? t->pool[at] : at;
}

int stream_draw(struct trainer *t, int step) {
    const struct tf_train_cfg *c = &t->r->train;
    if (step <= t->drawn_step) t->drawn = 0, t->drawn_step = 0;
    for (; t->drawn_step < step - 1; t->drawn_step++)
        t->drawn += (uint64_t)c->batch * (uint64_t)tf_micro_steps(c, t->total_steps, t->drawn_step + 1);
    const int batch = c->batch * tf_micro_steps(c, t->total_steps, step);
    for (int i = 0; i < batch; i++) {
        const size_t at = t->r->data->carry ? carry_example(t, step, i) : stream_at(t, t->drawn + (uint64_t)i);
        const struct tf_example x = tf_data_get(t->r->data, TF_TRAIN, at);
        t->batch[i] = stream_varied(t->r, &t->stage[t->at_stage], x, (uint32_t)step,
                                    t->room ? t->room + (size_t)i * (size_t)t->r->data->max_len : NULL);
    }
    return batch;
}
