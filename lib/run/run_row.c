/* What a run's training gave, as a row of the results. */
#include "run/run_row.h"

#include <math.h>
#include <string.h>

#include "results/manifest.h"
#include "results/stats.h"

/* The largest class among the first n test examples, in percent. */
static double majority(const struct tf_data *d, size_t n) {
    if (d->objective != TF_CLASSIFY) return NAN;
    size_t *count = tf_calloc(sizeof *count * (size_t)d->classes), most = 0;
    for (size_t i = 0; i < n; i++) {
        size_t c = ++count[d->label[TF_TEST][i]];
        if (c > most) most = c;
    }
    tf_free(count);
    return n ? 100.0 * (double)most / (double)n : NAN;
}

/* Whether an example has several predictions. */
static bool several(const struct tf_data *d) { return d->objective != TF_CLASSIFY && d->objective != TF_SPANS; }

static void put_quirks(struct tf_row *row, const struct tf_spec_run *r, const char *history) {
    struct tf_buf b = {0};
    if (*r->quirks) tf_quirk_add(&b, r->quirks);
    if (*history) tf_quirk_add(&b, history);
    if (row->subset) tf_quirk_add(&b, "subset of the data");
    tf_buf_fit(row->quirks, sizeof row->quirks, &b);
    tf_buf_free(&b);
}

/* What is text. first: the model reads the first row alone. */
static void put_texts(struct tf_row *row, const struct tf_spec_run *r, const struct tf_data *d, const char *protocol,
                      const struct tf_result *t, bool first) {
    struct tf_buf others = {0};
    snprintf(row->run, sizeof row->run, "%s", r->id);
    snprintf(row->task, sizeof row->task, "%s", r->task->name);
    snprintf(row->protocol, sizeof row->protocol, "%s", protocol);
    put_quirks(row, r, t->history);
    snprintf(row->data_kind, sizeof row->data_kind, "%s",
             tf_data_kind_name(*r->varied && (d->kind == TF_DATA_PUBLISHED || r->task->vary) ? TF_DATA_VARIED : d->kind));
    snprintf(row->queries, sizeof row->queries, "%s", first ? "first" : "all");
    snprintf(row->metric, sizeof row->metric, "%s", tf_metric_name(d->metric));
    snprintf(row->weights, sizeof row->weights, "%s", r->train.ema > 0 ? "average" : "");
    spec_name_others(r, &others);
    tf_buf_fit(row->others, sizeof row->others, &others);
    tf_buf_free(&others);
    manifest_machine(row->machine);
    snprintf(row->version, sizeof row->version, "%s", tf_version());
    snprintf(row->attention, sizeof row->attention, "%s", r->attn->name);
    snprintf(row->title, sizeof row->title, "%s", r->attn->title);
    snprintf(row->setting, sizeof row->setting, "%s", r->setting);
    snprintf(row->variant, sizeof row->variant, "%s", r->variant);
    snprintf(row->status, sizeof row->status, "%s", t->status == TF_RUN_OK ? "ok" : "diverged");
    snprintf(row->spec_hash, sizeof row->spec_hash, "%s", r->hash);
    snprintf(row->data_hash, sizeof row->data_hash, "%016llx", (unsigned long long)d->hash);
}

void run_row(struct tf_row *row, const struct tf_spec_run *r, const struct tf_run *run, const struct tf_result *t, const char *protocol,
             int threads) {
    const struct tf_data *d = run->data;
    bool tested = t->status == TF_RUN_OK;
    int length = spec_flops_n(r, d->max_len);
    bool counted = tested || !spec_routed(r); // a routed mechanism's work was measured by the test
    struct tf_interval i = tf_score_interval(&t->test, d->metric);
    bool first = tf_model_reads_first(&r->model, tf_head_of(d->objective));
    *row = (struct tf_row){.height = spec_int_option(r->attn->opts, r->attn_opts, "height", -1),
                           .layers = r->model.layers,
                           .first_layer = r->first_layer,
                           .end_layer = tf_recipe_end(&r->recipe, r->end_layer),
                           .bootstrapped = r->bootstrap.enabled,
                           .subset = d->subset,
                           .kernels_changed = t->kernels_changed,
                           .seed = (long)r->seed,
                           .steps = t->steps,
                           .best_step = t->best_step,
                           .valid_n = (long)t->valid.n,
                           .test_n = tested ? (long)t->test.n : 0,
                           .flops_n = length,
                           .parameters = (long)t->parameters,
                           .threads = threads,
                           .valid_score_pct = tf_score_value(&t->valid, d->metric),
                           .test_score_pct = tested ? tf_score_value(&t->test, d->metric) : NAN,
                           .test_lo_pct = tested ? i.lo : NAN,
                           .test_hi_pct = tested ? i.hi : NAN,
                           .test_loss_nats = tested ? t->test.loss_nats : NAN,
                           .flops_paper_pct = counted ? spec_work_pct(r, length, &t->work, FLOPS_PAPER) : NAN,
                           .flops_layer_pct = counted ? spec_work_pct(r, length, &t->work, FLOPS_LAYER) : NAN,
                           .flops_forward = tested ? t->work.flops_forward : NAN,
                           .occupancy = tested ? t->work.occupancy : NAN,
                           .mean_len = tested ? t->work.mean_len : NAN,
                           .majority_pct = majority(d, t->test.n),
                           .train_flops = t->train_flops,
                           .pretrain_flops = t->pretrain_flops > 0 ? t->pretrain_flops : NAN,
                           .test_n_effective = tested && several(d) ? tf_score_effective(&t->test) : NAN,
                           .state = d->objective == TF_TARGETS ? spec_state(r, length, tested ? &t->work : NULL) : NAN,
                           .train_time_s = t->train_time_s,
                           .train_cpu_s = t->train_cpu_s,
                           .eval_time_s = t->eval_time_s,
                           .tokens_per_s = t->tokens_per_s,
                           .peak_bytes = t->peak_bytes};
    put_texts(row, r, d, protocol, t, first);
}
