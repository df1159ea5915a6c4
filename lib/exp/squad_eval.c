/* SQuAD's official score: every window's logits, the best answer to every question, exact match and F1, files of predictions. */
#include "exp/squad_eval.h"

#include <math.h>
#include <string.h>

#include "exp/plan.h"
#include "task/squad.h"

enum { ROUND = 16 }; // windows a thread and round

/* ---- logits ---------------------------------------------------------------------------------------------------------------------- */

struct pass {
    const struct tf_model *m;
    const struct tf_data *d;
    struct tf_tape *tape; // (jobs)
    int jobs;
    size_t from, to;  // windows of this round
    tf_real *logits;  // (tokens of the test set,2)
    const int *every; // 0, 1, 2, ...
};

/* A window stands alone on its tape, so its logits do not hang on who computes them. */
static void run_windows(void *arg, int job) {
    struct pass *p = arg;
    struct tf_tape *t = &p->tape[job];
    struct tf_model_io io = {.aux_scale = 1};
    for (size_t w = p->from + (size_t)job; w < p->to && !tf_interrupted; w += (size_t)p->jobs) {
        struct tf_example x = tf_data_get(p->d, TF_TEST, w);
        struct tf_seq q = {.tok = x.tok, .len = x.len, .id = x.id, .at = p->every, .n_at = x.len};
        tf_tape_reset(t);
        struct tf_mat *y = tf_model_logits(p->m, t, &q, 1, &io); // (len,2)
        tf_real *out = p->logits + 2 * p->d->off[TF_TEST][w];
        for (int i = 0; i < x.len; i++) memcpy(out + 2 * i, y->v + (size_t)i * (size_t)y->ld, 2 * sizeof *out);
    }
}

static int run_model(const struct tf_model *m, const struct tf_data *d, int threads, const char *label, tf_real *logits, struct tf_err *e) {
    size_t n = d->n[TF_TEST], round = (size_t)(ROUND * threads);
    int *every = tf_alloc(((size_t)d->max_len + 1) * sizeof *every);
    struct pass p = {.m = m, .d = d, .jobs = threads, .logits = logits, .every = every};
    struct tf_progress progress;
    for (int i = 0; i < d->max_len; i++) every[i] = i;
    p.tape = tf_calloc((size_t)threads * sizeof *p.tape);
    for (int i = 0; i < threads; i++) tf_tape_init(&p.tape[i]);
    tf_progress_begin(&progress, label, (double)n, "windows");
    for (; p.from < n && !tf_interrupted; p.from = p.to) {
        p.to = n - p.from < round ? n : p.from + round;
        tf_parallel(threads, threads, run_windows, &p);
        tf_progress_set(&progress, (double)p.to, NULL);
    }
    tf_progress_end(&progress);
    for (int i = 0; i < threads; i++) tf_tape_release(&p.tape[i]);
    tf_free(p.tape);
    tf_free(every);
    if (tf_interrupted) return tf_fail(e, TF_INTERRUPTED, "interrupted");
    for (size_t i = 0; i < 2 * d->off[TF_TEST][n]; i++)
        if (!isfinite(logits[i])) return tf_fail(e, TF_FAILED, "%s: the model's logits are not finite", label);
    return 0;
}

static int load(const struct tf_plan_run *r, const struct tf_data *d, const char *path, struct tf_model *m, struct tf_err *e) {
    struct tf_layer_attn layer[TF_MAX_LAYERS];
    for (int l = 0; l < r->model.layers; l++) layer[l] = plan_layer(r, l);
    if (tf_model_init(m, &r->model, layer, tf_data_input(d), e)) return -1;
    tf_pars_alloc(&m->pars);
    return tf_checkpoint_load(path, &m->pars, NULL, NULL, true, NULL, NULL, e);
}

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

static int write_file(const char *dir, const char *name, const struct tf_buf *b, struct tf_err *e) {
    struct tf_buf path = {0};
    tf_buf_addf(&path, "%s/%s", dir, name);
    int rc = tf_file_write(path.s, b->s, b->len, e);
    tf_buf_free(&path);
    return rc;
}

static int evaluate(const struct tf_plan_run *r, const char *checkpoint, const struct tf_data *d, const struct tf_squad_set *s, int threads,
                    const char *out_dir, struct tf_squad_score *out, struct tf_err *e) {
    struct tf_model m = {0};
    struct answers a = {0};
    const uint64_t *off = d->off[TF_TEST];
    tf_real *logits = tf_alloc((2 * off[d->n[TF_TEST]] + 1) * sizeof *logits);
    int rc = load(r, d, checkpoint, &m, e) || run_model(&m, d, threads, r->id, logits, e) ? -1 : 0;
    if (!rc) answer_all(s, logits, off, r->task_opts, &a);
    if (!rc && out_dir)
        rc = tf_mkdirs(out_dir, e) || write_file(out_dir, "predictions.json", &a.best, e) ||
                     write_file(out_dir, "nbest_predictions.json", &a.all, e)
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
    tf_model_free(&m);
    return rc;
}

int tf_exp_squad(const struct tf_plan_run *r, const char *checkpoint, const struct tf_exp_env *env, const char *out_dir,
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
    if (!rc) rc = evaluate(r, checkpoint, d, s, env->threads > 0 ? env->threads : 1, out_dir, out, e);
    tf_squad_set_free(s);
    tf_data_close(d);
    return rc;
}
