/* Predictions: one forward pass over a test set, example by example, and what tasks make of it. */
#include "run/predict.h"
#include "train/evaluation.h"
#include "train/shards.h"

#include <math.h>
#include <string.h>

struct taken {
    const struct tf_data *d;
    tf_real *out;
};

/* Where example i's rows begin, and the numbers in a row. */
static size_t first_row(const struct tf_data *d, size_t i) { return d->objective == TF_SPANS ? d->off[TF_TEST][i] : i; }
static size_t width(const struct tf_data *d) { return d->objective == TF_SPANS ? 2 : (size_t)d->classes; }

static void take(void *arg, size_t i, const struct tf_mat *y) {
    const struct taken *t = arg;
    const size_t w = width(t->d);
    tf_real *out = t->out + w * first_row(t->d, i);
    for (int k = 0; k < y->rows; k++) memcpy(out + w * (size_t)k, y->v + (size_t)k * (size_t)y->ld, w * sizeof *out);
}

int exp_logits(const struct tf_spec_run *r, const char *checkpoint, const struct tf_input *in, const struct tf_data *d, int threads,
               tf_real *out, struct tf_err *e) {
    struct tf_model m = {0};
    struct tf_score none;
    const struct tf_observer w = {.on_logits = take, .logits_arg = &(struct taken){d, out}};
    if (threads < 1) threads = 1;
    int rc = tf_recipe_load(&m, &r->recipe, NULL, in, checkpoint, e);
    if (!rc) rc = tf_evaluate(&m, d, TF_TEST, 0, threads, threads, r->id, &w, &none, NULL, e);
    tf_model_free(&m);
    if (rc) return -1;
    if (tf_interrupted) return tf_fail(e, TF_INTERRUPTED, "interrupted");
    for (size_t i = 0; i < width(d) * first_row(d, d->n[TF_TEST]); i++)
        if (!isfinite(out[i])) return tf_fail(e, TF_FAILED, "%s: the model's logits are not finite", r->id);
    return 0;
}

/* ---- the task's hooks ------------------------------------------------------------------------------------------------- */

struct model_of {
    const struct tf_spec_run *run;
    const char *checkpoint;
};

static int logits(const struct tf_trained *m, const struct tf_data *d, int threads, tf_real *out, struct tf_err *e) {
    const struct model_of *of = m->of;
    struct tf_input in = *tf_data_input(d);
    if (m->max_len) in.max_len = m->max_len;
    return exp_logits(of->run, of->checkpoint, &in, d, threads, out, e);
}

static struct tf_interval mean_interval(const struct tf_answers *a) {
    const double n = (double)a->n, mean = a->sum / n, spread = n > 1 ? fmax(0, a->squares - n * mean * mean) / (n - 1) : 0;
    const double half = 1.959963984540054 * sqrt(spread / n); // 97.5 % quantile of the normal distribution
    return (struct tf_interval){100 * mean, 100 * fmax(0, mean - half), 100 * fmin(1, mean + half)};
}

static struct tf_task_env where(const struct tf_exp_env *env) {
    return (struct tf_task_env){.data_dir = env->data_dir, .threads = env->threads > 0 ? env->threads : 1};
}

int exp_task_score(const struct tf_spec_run *r, const char *checkpoint, const struct tf_exp_env *env, const char *out_dir,
                   struct exp_score *out, struct tf_err *e) {
    const struct tf_trained m = {.label = r->id, .pad = r->data.pad, .logits = logits, .of = &(struct model_of){r, checkpoint}};
    const struct tf_task_env at = where(env);
    struct tf_answers a = {0};
    if (r->task->score(r->task_opts, &at, &m, out_dir, &a, e)) return -1;
    *out = (struct exp_score){a.n, a.metric, tf_wilson((double)a.exact, (double)a.n), mean_interval(&a)};
    const struct tf_interval *x = &out->exact_pct, *s = &out->score_pct;
    tf_log(TF_LOG_INFO, "%s: %zu answers: exact match %.2f %% (95 %%: %.2f to %.2f), %s %.2f %% (%.2f to %.2f)", r->id, a.n, x->mean, x->lo,
           x->hi, tf_metric_name(a.metric), s->mean, s->lo, s->hi);
    return 0;
}

int exp_task_submit(const struct tf_spec_run *r, const struct tf_data *trained, const char *checkpoint, const struct tf_exp_env *env,
                    const char *out_dir, struct tf_err *e) {
    const struct tf_trained m = {
        .label = r->id, .max_len = trained->max_len, .pad = r->data.pad, .logits = logits, .of = &(struct model_of){r, checkpoint}};
    const struct tf_task_env at = where(env);
    return r->task->submit(r->task_opts, &at, &m, out_dir, e);
}
