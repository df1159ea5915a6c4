/* Predictions: one forward pass over a test set, example by example, and what tasks make of it. */
#include "run/predict.h"
#include "results/column.h"
#include "run/evaluate.h"
#include "run/together.h"
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

/* Runs the model of r with the weights of `checkpoint`, built for `in` (tf_data_input of the training's
 * dataset), over d's test examples. out, in the order of the examples: (tokens of the test set, 2) for
 * spans, else (examples, classes); each example is computed alone, so the bytes do not depend on `threads`.
 * TF_FAILED: logits that are not finite; TF_INTERRUPTED. */
static int logits_of(const struct tf_spec_run *r, const char *checkpoint, const struct tf_input *in, const struct tf_data *d, int threads,
                     tf_real *out, struct tf_err *e) {
    struct tf_model m = {0};
    struct tf_score none;
    const struct tf_observer w = {.on_logits = take, .logits_arg = &(struct taken){d, out}};
    if (threads < 1) threads = 1;
    int rc = together_read(&m, r, in, checkpoint, e);
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
    return logits_of(of->run, of->checkpoint, &in, d, threads, out, e);
}

/* Of a mean of values from 0 to 1. Alike values do not say how far others would be off: then as if they were right or wrong. */
static struct tf_interval mean_interval(const struct tf_answers *a) {
    const double n = (double)a->n, mean = a->sum / n, spread = n > 1 ? fmax(0, a->squares - n * mean * mean) / (n - 1) : 0;
    if (spread <= 0) return tf_wilson(a->sum, n);
    const double half = stats_z95 * sqrt(spread / n);
    return (struct tf_interval){100 * mean, 100 * fmax(0, mean - half), 100 * fmin(1, mean + half)};
}

static struct tf_task_env where(const struct tf_exp_env *env) {
    return (struct tf_task_env){.data_dir = env->data_dir, .threads = env->threads > 0 ? env->threads : 1};
}

int exp_task_score(const struct tf_spec_run *r, const char *checkpoint, const struct tf_exp_env *env, struct tf_task_out *files,
                   struct exp_score *out, struct tf_err *e) {
    const struct tf_trained m = {.label = r->id, .pad = r->data.pad, .logits = logits, .of = &(struct model_of){r, checkpoint}};
    const struct tf_task_env at = where(env);
    struct tf_answers a = {0};
    if (r->task->score(r->task_opts, &at, &m, files ? files : &(struct tf_task_out){.dir = NULL}, &a, e)) return -1;
    *out = (struct exp_score){a.n, a.metric, tf_wilson((double)a.exact, (double)a.n), mean_interval(&a)};
    const struct tf_interval *x = &out->exact_pct, *s = &out->score_pct;
    tf_log(TF_LOG_INFO, "%s: %zu answers: exact match %.2f %% (95 %%: %.2f to %.2f), %s %.2f %% (%.2f to %.2f)", r->id, a.n, x->mean, x->lo,
           x->hi, tf_metric_name(a.metric), s->mean, s->lo, s->hi);
    return 0;
}

int exp_task_find_test(const struct tf_spec_run *r, const struct tf_exp_env *env, size_t *rows, struct tf_err *e) {
    const struct tf_task_env at = where(env);
    struct tf_buf path = {0};
    int rc = r->task->find_test(r->task_opts, &at, &path, rows, e);
    if (!rc && *rows) tf_log(TF_LOG_INFO, "%s: %s has %zu examples to predict for the benchmark's server", r->task->name, path.s, *rows);
    else if (!rc)
        tf_log(
            TF_LOG_INFO,
            "%s: no %s in the data folders: nothing to predict for the benchmark's server; `treeformer predict DIR` does it when it is there",
            r->task->name, path.s);
    tf_buf_free(&path);
    return rc;
}

int exp_task_submit(const struct tf_spec_run *r, const struct tf_data *trained, const char *checkpoint, const struct tf_exp_env *env,
                    struct tf_task_out *files, struct tf_err *e) {
    const struct tf_trained m = {
        .label = r->id, .max_len = trained->max_len, .pad = r->data.pad, .logits = logits, .of = &(struct model_of){r, checkpoint}};
    const struct tf_task_env at = where(env);
    return r->task->submit(r->task_opts, &at, &m, files, e);
}

/* ---- predictions of finished runs --------------------------------------------------------------------------------------- */

struct guess {
    int example, label, predicted, line;
    double probability;
};
enum { HAS_LINES = 1 };
#define CSV(name) REPORT_CSV(COUNT, guess, name, name)
static const struct report_column columns[] = {CSV(example),
                                               CSV(label),
                                               CSV(predicted),
                                               REPORT_CSV_AS(REAL, guess, probability, probability, "%.4f"),
                                               {"line", NULL, REPORT_AT(COUNT, guess, line), .when = HAS_LINES},
                                               {0}};
struct class {
    int number;
    const char *label;
};
static const struct report_column class_columns[] = {REPORT_CSV(COUNT, class, class, number), REPORT_CSV(TEXT, class, label, label), {0}};

/* Which label of the user's is which number. */
static int write_names(const struct tf_data *d, struct tf_task_out *files, struct tf_err *e) {
    struct tf_buf text = {0};
    report_csv_head(class_columns, 0, &text);
    for (int c = 0; c < d->classes; c++) report_csv_line(class_columns, 0, &(struct class){c, d->class_name[c]}, &text);
    const int rc = tf_task_write(files, "classes.csv", &text, e);
    tf_buf_free(&text);
    return rc;
}

/* Of the test set with labels: the class of every example and how sure the model is of it. */
static int write_classes(const struct tf_spec_run *r, const struct tf_data *d, const char *checkpoint, int threads,
                         struct tf_task_out *files, struct tf_err *e) {
    const size_t n = d->n[TF_TEST], classes = (size_t)d->classes;
    struct tf_buf text = {0};
    tf_real *all = tf_alloc((n * classes + 1) * sizeof *all);
    int rc = logits_of(r, checkpoint, tf_data_input(d), d, threads, all, e);
    const int *line = d->test_line;
    report_csv_head(columns, line ? HAS_LINES : 0, &text);
    for (size_t i = 0; i < n && !rc; i++) {
        const tf_real *x = all + i * classes;
        const int best = tf_task_class(x, d->classes);
        double sum = 0;
        for (size_t c = 0; c < classes; c++) sum += exp((double)x[c] - (double)x[best]);
        report_csv_line(columns, line ? HAS_LINES : 0, &(struct guess){(int)i, d->label[TF_TEST][i], best, line ? line[i] : 0, 1 / sum},
                        &text);
    }
    if (!rc) rc = tf_task_write(files, "predictions.csv", &text, e);
    if (!rc && d->class_name) rc = write_names(d, files, e);
    tf_buf_free(&text);
    tf_free(all);
    return rc;
}

struct predicting {
    const struct tf_exp_env *env;
    const char *dir;            // of the runs' folders
    const struct tf_task *last; // whose test set was looked for,
    size_t rows;                // and has these
    struct tf_buf *paths;
};

static int predict(void *arg, const struct tf_spec_run *r, const struct tf_data *d, const char *checkpoint, struct tf_err *e) {
    struct predicting *p = arg;
    struct tf_buf dir = {0};
    struct exp_score ignored;
    tf_buf_addf(&dir, "%s/%s", p->dir, r->id);
    struct tf_task_out files = {.dir = dir.s};
    int rc = 0;
    if (r->task->submit && p->last != r->task) {
        rc = exp_task_find_test(r, p->env, &p->rows, e);
        p->last = rc ? NULL : r->task;
    }
    if (!rc && r->task->submit && p->rows) rc = exp_task_submit(r, d, checkpoint, p->env, &files, e);
    if (!rc && r->task->score) rc = exp_task_score(r, checkpoint, p->env, &files, &ignored, e);
    else if (!rc && d->objective == TF_CLASSIFY) rc = write_classes(r, d, checkpoint, p->env->threads, &files, e);
    if (!rc && !files.paths.len) rc = tf_fail(e, TF_BAD, "the task %s has neither classes nor answers to predict", r->task->name);
    tf_buf_add(p->paths, files.paths.s, files.paths.len); // after a failure, too: they are there
    tf_buf_free(&files.paths), tf_buf_free(&dir);
    return rc;
}

int tf_exp_predict(const struct tf_spec *s, const char *dir, const struct tf_exp_env *env, struct tf_buf *paths, struct tf_err *e) {
    struct tf_buf runs = {0};
    tf_buf_addf(&runs, env->out ? "%s" : "%s/runs", env->out ? env->out : dir);
    int rc = spec_each_finished(s, dir, env, predict, &(struct predicting){.env = env, .dir = runs.s, .paths = paths}, e);
    tf_buf_free(&runs);
    return rc;
}
