/* The training loop. Everything that decides a result depends on the spec, the seed and the step alone; the state of a run is its newest checkpoint. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "train/train.h"
#include "train/recall.h"
#include "train/shards.h"
#include "train/state.h"

/* ---- one step ---- */

/* Columns behind the height, as the file's head has them: an older version, whose run goes on, wrote fewer. */
static int recall_columns(const struct trainer *t) {
    const char *from = t->metrics.s ? strstr(t->metrics.s, ",height") : NULL;
    int n = 0;
    if (!from) return 0; // an estimate writes no file
    while (*++from != '\n') n += *from == ',';
    return n;
}

double metrics_cell(double x) { return isnan(x) ? (double)NAN : x; }

void metrics_end_row(struct trainer *t) {
    tf_buf_addf(&t->metrics, "%d%.*s\n", t->stage[t->at_stage].height, recall_columns(t), ",,,,,,,,,,,,");
}

static bool starts_stage(const struct trainer *t, int step) { return step == t->stage[t->at_stage].start + 1; }

/* Biases from data (option bias_init), before the first step of a stage: medians over the first sequences of its batch, EVEN_TOKENS tokens or one sequence.
 * One thread, no dropout, so the same whatever the threads; levels whose biases are no longer 0 keep them. Trees that a stage of
 * full attention leaves alone leave their biases to the next one, too. */
enum { EVEN_TOKENS = 16384 };
static void start_even(struct trainer *t, int batch) {
    bool wanted = false;
    for (int l = 0; l < t->model.cfg.layers; l++) wanted |= tf_model_starts_balanced(&t->model, l);
    if (!wanted) return;
    static const int first = 0;
    int n = 0, tokens = 0, taken = 0;
    struct tf_seq *seq = tf_calloc(sizeof *seq * 2 * (size_t)batch);
    for (; taken < batch && (taken == 0 || tokens + t->batch[taken].len + t->batch[taken].len2 <= EVEN_TOKENS); taken++) {
        const struct tf_example *x = &t->batch[taken];
        seq[n++] = (struct tf_seq){.tok = x->tok, .len = x->len, .id = x->id, .at = &first, .n_at = 1};
        if (t->r->data->parts == 2) seq[n++] = (struct tf_seq){.tok = x->tok2, .len = x->len2, .id = x->id, .at = &first, .n_at = 1};
        tokens += x->len + x->len2;
    }
    struct tf_tape tape;
    tf_tape_init(&tape);
    tape.seed = t->r->seed;
    tf_model_logits(&t->model, &tape, seq, n, &(struct tf_model_io){.aux_scale = 1, .init_balanced = true});
    tf_tape_release(&tape);
    tf_free(seq);
    tf_log(TF_LOG_INFO, "%s: trees start with biases from %d examples (%d tokens)", t->r->label, taken, tokens);
}

static void update_layers(struct trainer *t, int step) {
    for (int l = 0; l < tf_model_blocks(&t->model.cfg); l++) {
        const struct tf_layer_attn *a = &t->model.layer[l];
        char prefix[64];
        snprintf(prefix, sizeof prefix, "encoder.layer.%d.attention.self.", l);
        if (a->attn->update && !state_holds_buffers(t, prefix))
            a->attn->update(a->opts, &t->model.pars, prefix, t->r->seed, (uint32_t)step, (uint32_t)t->total_steps);
    }
}

void train_step(struct trainer *t, int step) {
    const struct tf_run *r = t->r;
    const int batch = stream_draw(t, step);
    if (starts_stage(t, step)) start_even(t, batch);
    update_layers(t, step);
    carry_before_step(t, step);
    shards_deal(&t->shards, t->batch, batch);
    double predictions = 0;
    for (int i = 0; i < batch; i++) predictions += objective_count(t->data, &t->batch[i], true);
    struct shard_job job = {.m = &t->model,
                            .d = t->data,
                            .ls = &t->shards,
                            .pack_tokens = r->train.pack_tokens,
                            .denom = predictions,
                            .examples = batch,
                            .seed = r->seed,
                            .step = (uint32_t)step,
                            .train = true,
                            .teach_only = t->teach_only};
    const double from = tf_now();
    shards_run(&job, r->threads);
    t->pass_s = tf_now() - from;
    shards_reduce(&t->shards, t->model.pars.size, r->threads);
    carry_after_step(t, step);
    const struct sums *sum = &t->shards.shard[0].sums;
    double loss = sum->score.loss_nats;
    t->log.aux += sum->aux;
    t->log.correct += (double)sum->score.correct;
    t->flops[t->data == &t->hidden] += shards_step_flops(sum, t->teach_only);
    t->tokens += sum->tokens;
    optimize(t, step);
    t->log.loss += loss * predictions;
    t->log.n += predictions;
    t->log.steps++;
    if (!isfinite(loss) || !isfinite(t->grad_norm)) t->diverged = true;
}

/* ---- rows of metrics.csv ---- */

static int stage_of(const struct trainer *t, int step) { // the stage that made step `step` (1-based)
    int s = t->n_stages - 1;
    while (s > 0 && step <= t->stage[s].start) s--;
    return s;
}

static void log_train(struct trainer *t, int step) {
    tf_buf_addf(&t->metrics, "%d,%d,train,%.0f,%.9g,%.6g,%.9g,%.9g,%.9g,", step, t->at_stage, t->log.n,
                metrics_cell(t->log.loss / t->log.n), 100 * t->log.correct / t->log.n, t->lr, metrics_cell(t->grad_norm),
                metrics_cell(t->log.aux / t->log.steps));
    metrics_end_row(t);
    t->log = (struct running){0};
    state_write_events(t);
}

static void log_score(struct trainer *t, int step, const char *split, const struct tf_score *s) {
    tf_buf_addf(&t->metrics, "%d,%d,%s,%zu,%.9g,%.6g,,,,", step, t->at_stage, split, s->n, metrics_cell(s->loss_nats),
                tf_score_value(s, t->data->metric));
    metrics_end_row(t);
    state_write_events(t);
}

/* Rows of recall: all heads together (layer and head empty), then each. */
static int log_recall(struct trainer *t, int step, struct tf_err *e) {
    const struct tf_run *r = t->r;
    struct recall_sums s;
    char label[192];
    if (!r->train.recall) return 0;
    snprintf(label, sizeof label, "%s: recall", r->label);
    if (recall_measure(&s, &t->model, t->data, TF_VALID, (size_t)r->train.recall, r->train.shards, r->threads, label, e)) return -1;
    for (int i = 0; i <= s.layers * s.heads && !tf_stopped(); i++) {
        const struct recall x = i ? recall_of(&s, (i - 1) / s.heads + 1, (i - 1) % s.heads + 1) : recall_of(&s, 0, 0);
        if (x.n < 1) continue;
        tf_buf_addf(&t->metrics, "%d,%d,recall,%.0f,,,,,,%d,", step, t->at_stage, x.n, t->stage[t->at_stage].height);
        if (i) tf_buf_addf(&t->metrics, "%d,%d", x.layer, x.head);
        else tf_buf_addf(&t->metrics, ",");
        const double cell[] = {x.kept_pct, x.q10_pct, x.oracle_pct, x.share_pct, x.window_pct, recall_lift(&x), recall_efficiency(&x)};
        for (int c = 0; c < recall_columns(t) - 2; c++) {
            tf_buf_addf(&t->metrics, ",");
            if (c < (int)TF_COUNT(cell) && isfinite(cell[c])) tf_buf_addf(&t->metrics, "%.6g", cell[c]);
        }
        tf_buf_addf(&t->metrics, "\n");
    }
    recall_free(&s);
    state_write_events(t);
    return 0;
}

/* ---- validation and the end ---- */

/* By the score, of equal scores the lower loss; a language model by its loss. The earliest of equals stays. */
static bool better(const struct tf_score *s, const struct trainer *t) {
    if (t->best_step < 0) return true;
    double now = tf_score_value(s, t->r->data->metric), best = tf_score_value(&t->best, t->r->data->metric);
    const enum tf_objective o = t->r->data->objective;
    if (o != TF_MASKED_LM && o != TF_NEXT && (now > best || now < best)) return now > best;
    return s->loss_nats < t->best.loss_nats;
}

static int evaluate_valid(const struct trainer *t, const char *what, struct tf_score *s, struct tf_err *e) {
    const struct tf_run *r = t->r;
    char label[192];
    snprintf(label, sizeof label, "%s: %s", r->label, what);
    return tf_evaluate(&t->model, t->data, TF_VALID, (size_t)r->train.eval_limit, r->train.shards, r->threads, label, NULL, s, NULL, e);
}

static int score(struct trainer *t, int step, struct tf_err *e) {
    struct tf_score s;
    double from = tf_now();
    if (evaluate_valid(t, "validation", &s, e)) return -1;
    if (log_recall(t, step, e)) return -1;
    t->eval_time_s += tf_now() - from;
    if (tf_stopped()) return 0;
    log_score(t, step, "valid", &s);
    t->last_eval = step;
    if (!isfinite(s.loss_nats)) t->diverged = true;
    bool comparable = t->at_stage == t->n_stages - 1; // bootstrapping: only the last stage is the model that was asked for
    if (comparable && !t->diverged && better(&s, t)) {
        t->best = s, t->best_step = step;
        if (state_save_best(t, e)) return -1;
    }
    return 0;
}

/* Of averaged weights, with those of the last step beside them (split "last"), which decide nothing. Interrupted: nothing. */
static int validate(struct trainer *t, int step, struct tf_err *e) {
    const size_t before = t->metrics.len;
    if (t->r->train.ema > 0) {
        struct tf_score s;
        const double from = tf_now();
        const int rc = evaluate_valid(t, "validation, last weights", &s, e);
        t->eval_time_s += tf_now() - from;
        if (rc || tf_stopped()) return rc;
        log_score(t, step, "last", &s);
    }
    average_swap(t);
    const int rc = score(t, step, e);
    average_swap(t);
    if (t->last_eval < step) t->metrics.len = before;
    return rc;
}

/* right.csv: which predictions of the test were right, four in a hexadecimal digit, so that runs can be compared one by one; and how many each of the examples
 * has, if that is not one. */
static int write_right(const struct trainer *t, const uint8_t *right, const size_t *first, size_t examples, struct tf_err *e) {
    const size_t n = first[examples];
    size_t listed = 1; // one number if all have as many
    for (size_t i = 1; i < examples; i++)
        if (first[i + 1] - first[i] != first[1]) listed = examples;
    const bool several = n != examples || listed > 1;
    struct tf_buf b = {0};
    tf_buf_addf(&b, "test_n,right%s\n%zu,", several ? ",of_examples" : "", n);
    for (size_t i = 0; i < n; i += 4) {
        unsigned digit = 0;
        for (size_t k = i; k < i + 4; k++) digit = 2 * digit + (k < n && right[k]);
        tf_buf_addf(&b, "%x", digit);
    }
    for (size_t i = 0; several && i < listed; i++) tf_buf_addf(&b, "%c%zu", i ? ' ' : ',', first[i + 1] - first[i]);
    tf_buf_addf(&b, "\n");
    return tf_file_write_free(t->r->dir, "right.csv", &b, e);
}

static int test(struct trainer *t, struct tf_result *out, struct tf_err *e) {
    const struct tf_run *r = t->r;
    if (state_load_best(t, e)) return -1;
    double from = tf_now();
    char label[192];
    snprintf(label, sizeof label, "%s: test", r->label);
    const size_t limit = (size_t)r->train.test_limit;
    size_t n, *first = tf_predictions_judged(r->data) ? tf_predictions_first(r->data, limit, &n) : NULL;
    const struct tf_observer w = {.first = first, .right = first ? tf_calloc(first[n] + 1) : NULL};
    int rc = tf_evaluate(&t->model, r->data, TF_TEST, limit, r->train.shards, r->threads, label, &w, &out->test, &out->work, e);
    if (!rc && !tf_stopped() && !isfinite(out->test.loss_nats)) t->diverged = true; // on what no validation showed
    if (!rc && w.right && !tf_stopped() && !t->diverged)
        rc = tf_ranks_follow(tf_ranks()->rank == 0 ? write_right(t, w.right, first, n, e) : 0, e);
    tf_free(w.right), tf_free(first);
    if (rc) return -1;
    t->eval_time_s += tf_now() - from;
    if (tf_stopped()) return 0;
    log_score(t, t->best_step, "test", &out->test);
    return r->data->objective == TF_MASKED_LM ? state_export(t, e) : 0;
}

/* ---- the loop ---- */

static bool due(int step, int every, int last) { return step == last || step % every == 0; }

bool train_logs(const struct trainer *t, int step) {
    return due(step, t->r->train.log_every, t->total_steps) || stage_of(t, step + 1) != t->at_stage;
}

static int enter_stage(struct trainer *t, int stage, struct tf_err *e) {
    if (stage == t->at_stage) return 0;
    struct tf_model next;
    if (state_build(t, stage, &next, e)) return -1;
    tf_pars_alloc(&next.pars);
    tf_pars_init(&next.pars, t->r->seed);
    struct moments moments;
    moments_init(&moments, next.pars.size, moment_kinds(&t->r->train));
    int fresh = tf_pars_carry(&next.pars, &t->model.pars);
    moments_carry(&moments, &next.pars, &t->moments, &t->model.pars);
    const struct tf_stage *now = &t->stage[stage];
    char layers[48]; // those with this height: the ones above have theirs
    snprintf(layers, sizeof layers, "layers %d..", now->first_layer);
    if (now->grown_layer) snprintf(layers, sizeof layers, "layers %d to %d", now->first_layer, now->grown_layer - 1);
    if (now->train)
        tf_log(TF_LOG_INFO, "%s: stage %d of %d: %d steps (%d new tensors)", t->r->label, stage + 1, t->n_stages, now->steps, fresh);
    else if (now->height)
        tf_log(TF_LOG_INFO, "%s: stage %d of %d: %s get trees of height %d (%d new tensors)", t->r->label, stage + 1, t->n_stages, layers,
               now->height, fresh);
    else tf_log(TF_LOG_INFO, "%s: stage %d of %d: %s get trees (%d new tensors)", t->r->label, stage + 1, t->n_stages, layers, fresh);
    state_replace_model(t, &next, &moments, stage);
    return 0;
}

/* Is the model as good as it has to be? Then this was its last step. */
static bool reached(struct trainer *t, struct tf_err *e, int *rc) {
    const double at = t->r->train.stop_at;
    if (!(at > 0) || t->best_step < 0 || !(tf_score_value(&t->best, t->r->data->metric) >= at)) return false;
    tf_log(TF_LOG_INFO, "%s: the validation of step %d has reached %g %%: training ends (train.stop_at)", t->r->label, t->best_step, at);
    *rc = state_save(t, e);
    return true;
}

static void report_progress(struct trainer *t, struct tf_progress *p, int step, double loss) {
    char stage[40] = "", ranks[64] = "", rate[40] = "";
    if (!isnan(t->train_time_s)) snprintf(rate, sizeof rate, ", %.0f tokens/s", state_rate(t, t->tokens));
    if (t->r->n_stages) snprintf(stage, sizeof stage, ", stage %d of %d", t->at_stage + 1, t->n_stages);
    const double comm = state_comm_pct(t);
    const int n = tf_ranks()->n > 1 ? snprintf(ranks, sizeof ranks, ", %d ranks", tf_ranks()->n) : 0;
    if (n && !isnan(comm)) snprintf(ranks + n, sizeof ranks - (size_t)n, ", %.0f %% communication", comm);
    tf_progress_set(p, step, "loss %.4f%s%s%s", loss, rate, ranks, !*stage && t->n_stages > 1 ? ", bootstrapping" : stage);
}

static int loop(struct trainer *t, struct tf_err *e) {
    const struct tf_train_cfg *c = &t->r->train;
    int every_ckpt = c->checkpoint_every ? c->checkpoint_every : c->eval_every, step = t->step, rc = 0;
    struct tf_progress p;
    tf_progress_begin(&p, t->r->label, t->total_steps, "steps");
    p.run = t->r->number, p.from = p.done = step;
    while (!rc && !t->diverged) {
        if (step > 0 && due(step, c->eval_every, t->total_steps) && t->last_eval < step) rc = validate(t, step, e);
        if (rc || t->diverged || tf_stopped() || step == t->total_steps || reached(t, e, &rc)) break;
        double from = tf_now(), cpu = tf_cpu_now();
        if ((rc = enter_stage(t, stage_of(t, step + 1), e))) break;
        train_step(t, ++step);
        t->step = step;
        t->train_time_s += tf_now() - from, t->train_cpu_s += tf_cpu_now() - cpu;
        report_progress(t, &p, step, t->log.loss / t->log.n);
        if (train_logs(t, step) || t->diverged) log_train(t, step);
        if (!t->diverged && !tf_stopped() && due(step, every_ckpt, t->total_steps)) rc = state_save(t, e); // stopped: tf_train does
    }
    tf_progress_end(&p);
    return rc;
}

static void fill(struct trainer *t, struct tf_result *out) {
    out->steps = t->step;
    out->best_step = t->best_step;
    out->diverged_step = t->diverged ? t->step : -1;
    out->valid = t->best;
    out->train_time_s = t->train_time_s, out->train_cpu_s = t->all_cpu_s, out->eval_time_s = t->eval_time_s;
    out->tokens_per_s = state_rate(t, t->tokens);
    out->train_flops = t->flops[0], out->pretrain_flops = t->flops[1];
    out->parameters = tf_model_count(&t->model);
    out->peak_bytes = t->peak_bytes;
    out->kernels_changed = state_kernels_changed(t);
    snprintf(out->init_hash, sizeof out->init_hash, "%s", t->init_hash);
    snprintf(out->history, sizeof out->history, "%s", t->history);
}

int tf_train(const struct tf_run *r, struct tf_result *out, struct tf_err *e) {
    struct trainer t;
    *out = (struct tf_result){0};
    if (state_open(&t, r, e)) return -1;
    state_write_events(&t);
    int rc = loop(&t, e);
    bool tested = !rc && !t.diverged && !tf_stopped();
    if (tested) rc = test(&t, out, e);
    if (!rc && t.diverged) out->status = TF_RUN_DIVERGED;
    if (!rc && tf_stopped() && !t.diverged) {
        out->status = TF_RUN_INTERRUPTED;
        if (!tested && t.step > 0) rc = state_save(&t, e); // the test has the best weights in the model; the last ones are in their file
    }
    if (!rc) rc = state_finish(&t, e);
    fill(&t, out);
    state_close(&t);
    return rc;
}
