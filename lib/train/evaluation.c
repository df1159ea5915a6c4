/* Evaluation of a model on a split. */
#include <math.h>
#include <string.h>

#include "train/evaluation.h"
#include "train/shards.h"

enum { ROUND = 16 }; // sequences per shard and round

double tf_score_value(const struct tf_score *s, enum tf_metric m) {
    double tn = (double)s->table[0][0], fp = (double)s->table[0][1], fn = (double)s->table[1][0], tp = (double)s->table[1][1];
    double mcc = sqrt(tp + fp) * sqrt(tp + fn) * sqrt(tn + fp) * sqrt(tn + fn);
    if (!s->n) return NAN;
    if (m == TF_METRIC_F1) return tp > 0 ? 100 * 2 * tp / (2 * tp + fp + fn) : 0;
    if (m == TF_METRIC_MATTHEWS) return mcc > 0 ? 100 * (tp * tn - fp * fn) / mcc : 0;
    return 100 * (double)s->correct / (double)s->n;
}

void tf_score_add(struct tf_score *a, const struct tf_score *b) {
    a->n += b->n, a->correct += b->correct, a->loss_nats += b->loss_nats;
    for (int c = 0; c < 4; c++) a->table[c / 2][c % 2] += b->table[c / 2][c % 2];
    a->examples += b->examples, a->correct2 += b->correct2, a->correct_n += b->correct_n, a->n2 += b->n2;
}

double tf_score_effective(const struct tf_score *s) {
    const double n = (double)s->n, p = (double)s->correct / n, spread = s->correct2 - 2 * p * s->correct_n + p * p * s->n2;
    if (!(s->examples > 0) || s->n2 == n) return n; // each has one
    if (!s->correct || s->correct == s->n || spread <= 1e-9 * s->correct2) return fmin(n, s->examples);
    return fmin(n, n * n * p * (1 - p) / spread);
}

bool tf_predictions_judged(const struct tf_data *d) {
    return d->objective == TF_CLASSIFY || d->objective == TF_MASKED_LM || d->objective == TF_TARGETS;
}

static size_t limited(const struct tf_data *d, enum tf_split s, size_t limit) { return limit && limit < d->n[s] ? limit : d->n[s]; }

size_t *tf_predictions_first(const struct tf_data *d, size_t limit, size_t *n) {
    *n = limited(d, TF_TEST, limit);
    size_t *first = tf_calloc(sizeof *first * (*n + 1));
    for (size_t i = 0; i < *n; i++) {
        const struct tf_example x = tf_data_get(d, TF_TEST, i);
        first[i + 1] = first[i] + (size_t)objective_count(d, &x, false);
    }
    return first;
}

/* An example's rank says 1, the others have 0. */
static void join_right(void *into, const void *from, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) ((uint8_t *)into)[i] |= ((const uint8_t *)from)[i];
}

int tf_carried_state(const struct tf_model *m, const struct tf_data *d, size_t *n, struct tf_err *e) {
    *n = d->carry ? tf_model_state(m) : 0;
    if (!d->carry || *n) return 0;
    char can[160] = "";
    for (int i = 0; tf_attns[i]; i++)
        if (tf_attns[i]->state_size) snprintf(can + strlen(can), sizeof can - strlen(can), "%s%s", *can ? ", " : "", tf_attns[i]->name);
    return tf_fail(e, TF_BAD, "task.carry: no layer of this model hands on a state, which these can, some with a memory: %s", can);
}

int tf_evaluate(const struct tf_model *m, const struct tf_data *d, enum tf_split s, size_t limit, int shards, int threads,
                const char *label, const struct tf_observer *w, struct tf_score *out, struct tf_work *work, struct tf_err *e) {
    const size_t n = limited(d, s, limit);
    if (!n) return tf_fail(e, TF_BAD, "the dataset (%s) has no examples to evaluate on", d->source);
    struct shards ls;
    size_t state_n;
    if (tf_carried_state(m, d, &state_n, e)) return -1;
    const bool alone = w && w->on_logits;
    if (!alone && tf_ranks_fit(shards, e)) return -1;
    shards_init(&ls, shards, ROUND * shards, d->parts, 0, alone);
    const int round = d->carry ? 1 : ROUND * shards; // of one text, block by block
    struct tf_example *ex = tf_alloc(sizeof *ex * (size_t)round);
    ls.state = state_n;
    tf_real *state = tf_calloc(sizeof *state * 2 * (ls.state + 1));
    struct tf_score score = {0};
    double flops[TF_FLOP_CLASSES] = {0}, pairs = 0, pairs_full = 0, beside = 0, beside_full = 0, tokens = 0;
    struct tf_progress p;
    tf_progress_begin(&p, label, (double)n, "sequences");
    for (size_t at = 0; at < n && !(alone ? tf_interrupted : tf_stopped()); at += (size_t)round) {
        int k = (int)(n - at < (size_t)round ? n - at : (size_t)round);
        ls.before = at ? state + (at - 1) % 2 * ls.state : NULL, ls.after = state + at % 2 * ls.state;
        for (int i = 0; i < k; i++) ex[i] = tf_data_get(d, s, at + (size_t)i);
        shards_deal(&ls, ex, k);
        struct shard_job job = {.m = m,
                                .d = d,
                                .ls = &ls,
                                .denom = 1,
                                .examples = 1,
                                .all_rows = work != NULL,
                                .observer = w,
                                .first_id = tf_data_get(d, s, 0).id};
        shards_run(&job, threads);
        shards_reduce(&ls, 0, 1);
        const struct sums *sum = &ls.shard[0].sums;
        tf_score_add(&score, &sum->score);
        pairs += sum->pairs, pairs_full += sum->pairs_full, beside += sum->beside, beside_full += sum->beside_full, tokens += sum->tokens;
        for (int c = 0; c < TF_FLOP_CLASSES; c++) flops[c] += sum->flops[c];
        tf_progress_set(&p, (double)(at + (size_t)k), NULL);
    }
    if (w && w->right) tf_ranks_join(w->right, w->first[n], join_right);
    tf_progress_end(&p);
    tf_free(ex), tf_free(state);
    shards_release(&ls);
    score.loss_nats /= (double)score.n;
    *out = score;
    if (work) {
        work->mean_len = tokens / ((double)n * d->parts);
        work->occupancy = pairs_full > 0 ? pairs / pairs_full : 0;
        work->beside = beside_full > 0 ? beside / beside_full : 0;
        work->flops_forward = 0;
        for (int c = 0; c < TF_FLOP_CLASSES; c++) work->flops_forward += flops[c] / (double)n;
    }
    return 0;
}
