/* SQuAD's official score: every window's logits, the best answer to every question, exact match and F1, files of predictions. */
#include "run/squad_eval.h"

#include <math.h>
#include <string.h>

#include "run/logits.h"
#include "task/squad_score.h"
#include "task/task_squad.h"

/* ---- answers --------------------------------------------------------------------------------------------------------------------- */

struct answers {
    struct tf_buf best, all; // the two files
    size_t exact;
    double f1, f1_square; // sums
};

static void answer_all(const struct tf_squad_set *s, const tf_real *logits, const uint64_t *off, const struct tf_squad_opts *o,
                       struct answers *a) {
    struct tf_squad_guess *g = tf_alloc((size_t)o->n_best * sizeof *g);
    for (size_t i = 0; i < s->n; i++) {
        double f1;
        struct tf_squad_text id = s->file->question[s->question[i]].id;
        int n = tf_squad_guess(s, i, logits, off, o->n_best, o->max_answer_length, g);
        a->exact += tf_squad_grade(s->file, s->question[i], g[0].text, &f1);
        a->f1 += f1, a->f1_square += f1 * f1;
        tf_buf_addf(&a->best, "%s\n    ", i ? "," : "{");
        tf_buf_addf(&a->all, "%s\n    ", i ? "," : "{");
        tf_squad_put_best(&a->best, id, g);
        tf_squad_put_guesses(&a->all, id, g, n);
    }
    tf_buf_addf(&a->best, "\n}\n");
    tf_buf_addf(&a->all, "\n}\n");
    tf_free(g);
}

static struct tf_interval mean_f1(const struct answers *a, double n) {
    double mean = a->f1 / n, spread = n > 1 ? fmax(0, a->f1_square - n * mean * mean) / (n - 1) : 0;
    double half = 1.959963984540054 * sqrt(spread / n); // 97.5 % quantile of the normal distribution
    return (struct tf_interval){100 * mean, 100 * fmax(0, mean - half), 100 * fmin(1, mean + half)};
}

static int evaluate(const struct tf_spec_run *r, const char *checkpoint, const struct tf_data *d, const struct tf_squad_set *s, int threads,
                    const char *out_dir, struct tf_squad_score *out, struct tf_err *e) {
    struct answers a = {0};
    const uint64_t *off = d->off[TF_TEST];
    tf_real *logits = tf_alloc((2 * off[d->n[TF_TEST]] + 1) * sizeof *logits);
    int rc = exp_logits(r, checkpoint, tf_data_input(d), d, threads, logits, e);
    if (!rc) answer_all(s, logits, off, r->task_opts, &a);
    if (!rc && out_dir)
        rc = tf_mkdirs(out_dir, e) || tf_file_write_in(out_dir, "predictions.json", &a.best, e) ||
                     tf_file_write_in(out_dir, "nbest_predictions.json", &a.all, e)
                 ? -1
                 : 0;
    if (!rc) {
        double n = (double)s->n;
        *out = (struct tf_squad_score){s->n, s->windows, tf_wilson((double)a.exact, n), mean_f1(&a, n)};
        tf_log(TF_LOG_INFO, "%s: %zu questions: exact match %.2f %% (95 %%: %.2f to %.2f), F1 %.2f %% (%.2f to %.2f)", r->id, s->n,
               out->exact_pct.mean, out->exact_pct.lo, out->exact_pct.hi, out->f1_pct.mean, out->f1_pct.lo, out->f1_pct.hi);
    }
    tf_buf_free(&a.best), tf_buf_free(&a.all);
    tf_free(logits);
    return rc;
}

int tf_exp_squad(const struct tf_spec_run *r, const char *checkpoint, const struct tf_exp_env *env, const char *out_dir,
                 struct tf_squad_score *out, struct tf_err *e) {
    struct tf_task_env where = {.data_dir = env->data_dir, .threads = env->threads};
    struct tf_data *d;
    struct tf_squad_set *s;
    TF_BUG_IF(strcmp(r->task->name, "squad") != 0, "task %s", r->task->name);
    if (tf_squad_open(&d, &s, r->task_opts, &where, e)) return -1;
    int rc = 0;
    if (r->data.pad && r->data.pad < d->max_len)
        rc = tf_fail(e, TF_BAD, "data.pad %d would cut windows of %d tokens", r->data.pad, d->max_len);
    else if (r->data.pad) d = tf_data_pad(d, r->data.pad);
    if (!rc) rc = evaluate(r, checkpoint, d, s, env->threads, out_dir, out, e);
    tf_squad_set_free(s);
    tf_data_close(d);
    return rc;
}
