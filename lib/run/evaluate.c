/* Evaluating finished runs again: their best checkpoints on a test set of other size or kind, or for the work that their routing makes. */
#include "run/evaluate.h"
#include "results/row.h"
#include "run/predict.h"
#include "spec/spec.h"
#include "spec/spec_resolve.h"
#include "train/train.h"
#include <math.h>
#include <string.h>

/* What was found of a run. */
struct found {
    const struct tf_spec_run *run;
    const struct tf_data *data;
    const char *checkpoint;
    struct tf_score score;
    struct tf_work work;
};
struct evaluation;
typedef int add_line_fn(const struct evaluation *v, const struct found *f, struct tf_err *e); /* appends a run's line */
struct evaluation {
    const struct tf_exp_env *env;
    size_t limit; /* 0: all test examples */
    add_line_fn *add;
    struct tf_buf *out;
};

static int evaluate(void *arg, const struct tf_spec_run *r, const struct tf_data *d, const char *checkpoint, struct tf_err *e) {
    const struct evaluation *v = arg;
    struct tf_model m = {0};
    struct found f = {.run = r, .data = d, .checkpoint = checkpoint};
    int rc = tf_recipe_load(&m, &r->recipe, NULL, tf_data_input(d), checkpoint, e);
    if (!rc) rc = tf_evaluate(&m, d, TF_TEST, v->limit, r->train.shards, v->env->threads, r->id, NULL, &f.score, &f.work, e);
    tf_model_free(&m);
    if (rc) return -1;
    if (tf_interrupted) return tf_fail(e, TF_INTERRUPTED, "interrupted");
    return v->add(v, &f, e);
}

/* 1: the run ended well, as its row says, and path is its best checkpoint. A checkpoint alone may be of a run under way, or of one that was restarted since. */
static int finished(const char *dir, const struct tf_spec_run *r, struct tf_buf *path, struct tf_err *e) {
    struct tf_row row = {.status = "not finished"};
    tf_buf_addf(path, "%s/rows/%s.csv", dir, r->id);
    if (tf_file_exists(path->s) && tf_row_read(path->s, &row, e)) return -1;
    path->len = 0;
    tf_buf_addf(path, "%s/runs/%s/best.safetensors", dir, r->id);
    bool ok = !strcmp(row.status, "ok"), there = tf_file_exists(path->s);
    if (!ok || !there) tf_log(TF_LOG_WARN, "%s: %s: left out", r->id, ok ? "its best.safetensors is gone" : row.status);
    return ok && there;
}

int spec_each_finished(const struct tf_spec *s, const char *dir, const struct tf_exp_env *env, spec_finished_fn *fn, void *arg,
                       struct tf_err *e) {
    struct tf_data *d = NULL;
    const struct tf_spec_run *of = NULL;
    const struct tf_task_env where = {.data_dir = env->data_dir, .threads = env->threads};
    int rc = 0, found = 0;
    for (int i = 0; i < s->n_runs && !rc; i++) {
        const struct tf_spec_run *r = &s->run[i];
        struct tf_buf path = {0};
        int got = finished(dir, r, &path, e);
        rc = got < 0 ? -1 : 0;
        if (got > 0 && spec_open_data(&d, &of, r, &where, e) < 0) rc = -1;
        if (got > 0 && !rc) rc = fn(arg, r, d, path.s, e);
        found += got > 0;
        tf_buf_free(&path);
    }
    tf_data_close(d);
    if (!rc && !found) return tf_fail(e, TF_BAD, "%s: no finished run to evaluate", dir);
    return rc;
}

/* A benchmark's own score takes the place of the one over examples, as in rows. */
static int add_score(const struct evaluation *v, const struct found *f, struct tf_err *e) {
    enum tf_metric metric = f->data->metric;
    struct tf_interval i = tf_score_interval(&f->score, metric);
    size_t n = f->score.n;
    if (f->run->task->score) {
        struct exp_score s;
        if (exp_task_score(f->run, f->checkpoint, v->env, NULL, &s, e)) return -1;
        metric = s.metric, i = s.score_pct, n = s.n;
    }
    tf_csv_field(v->out, f->run->id);
    tf_buf_addf(v->out, ",%zu,%.2f,%.2f,%.2f,%.4f,%.4f,%.1f,%s\n", n, i.mean, i.lo, i.hi, f->score.loss_nats, f->work.occupancy,
                f->work.mean_len, tf_metric_name(metric));
    return 0;
}

int tf_exp_evaluate(const struct tf_spec *s, const char *dir, const struct tf_exp_env *env, struct tf_buf *out, struct tf_err *e) {
    tf_buf_addf(out, "run,test_n,test_score_pct,test_lo_pct,test_hi_pct,test_loss_nats,occupancy,mean_len,metric\n");
    return spec_each_finished(s, dir, env, evaluate, &(struct evaluation){env, 0, add_score, out}, e);
}

/* ---- work from measured occupancy --------------------------------------------------------------------------------------------------- */

static int add_work(const struct evaluation *v, const struct found *x, struct tf_err *e) {
    const struct tf_spec_run *r = x->run;
    const struct tf_work *work = &x->work;
    struct tf_buf *out = v->out;
    (void)e;
    int n = spec_int_option(r->task->opts, r->task_opts, "max_length", x->data->max_len), len = (int)lround(work->mean_len);
    struct flops_layer mean = {.m = r->attn,
                               .opts = r->attn_opts,
                               .size = {len < 1 ? 1 : len, r->model.dim, r->model.heads, r->model.qkv_dim, !r->model.qkv_bias}};
    double f = r->attn->flags & TF_ATTN_ROUTED ? work->occupancy : -1;
    double balanced = flops_occupancy(&mean, flops_work(&mean, -1, FLOPS_PAPER));
    double value[] = {work->mean_len,
                      work->occupancy,
                      balanced,
                      work->occupancy / balanced,
                      n,
                      spec_work_pct(r, n, f, FLOPS_PAPER),
                      spec_work_pct(r, n, -1, FLOPS_PAPER),
                      spec_work_pct(r, n, f, FLOPS_LAYER),
                      spec_work_pct(r, n, -1, FLOPS_LAYER)};
    tf_csv_field(out, r->id);
    tf_buf_addf(out, ",%s,", r->attn->name);
    tf_csv_field(out, r->setting);
    tf_buf_addf(out, ",%zu", x->score.n);
    for (size_t i = 0; i < TF_COUNT(value); i++) {
        tf_buf_addf(out, ",");
        if (isfinite(value[i])) tf_buf_addf(out, "%.6g", value[i]);
    }
    tf_buf_addf(out, "\n");
    return 0;
}

int tf_flops_measured(const struct tf_spec *s, const char *dir, const struct tf_exp_env *env, size_t limit, struct tf_buf *out,
                      struct tf_err *e) {
    tf_buf_addf(out,
                "run,attention,setting,test_n,mean_len,occupancy,occupancy_balanced,skew,flops_n,flops_paper_pct,flops_paper_balanced_pct,"
                "flops_layer_pct,flops_layer_balanced_pct\n");
    return spec_each_finished(s, dir, env, evaluate, &(struct evaluation){env, limit, add_work, out}, e);
}
