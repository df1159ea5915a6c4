/* Evaluating finished runs again: their best checkpoints on a test set of other size or kind, or for the work that their routing makes. */
#include "exp/flops.h"
#include "exp/folder.h"
#include "exp/plan.h"
#include <math.h>

/* Appends a run's line. */
typedef void add_line_fn(const struct tf_plan_run *r, const struct tf_data *d, const struct tf_score *s, const struct tf_result *work,
                         struct tf_buf *out);
struct evaluation {
    const char *dir;
    const struct tf_exp_env *env;
    size_t limit; /* 0: all test examples */
    add_line_fn *add;
    struct tf_buf *out;
};

static int load(const struct tf_plan_run *r, const struct tf_data *d, const char *path, struct tf_model *m, struct tf_err *e) {
    struct tf_layer_attn layer[TF_MAX_LAYERS];
    for (int l = 0; l < r->model.layers; l++) layer[l] = plan_layer(r, l);
    if (tf_model_init(m, &r->model, layer, tf_data_input(d), e)) return -1;
    tf_pars_alloc(&m->pars);
    return tf_checkpoint_load(path, &m->pars, NULL, NULL, true, NULL, NULL, e);
}

static int evaluate(const struct evaluation *v, const struct tf_plan_run *r, const struct tf_data *d, const char *path, struct tf_err *e) {
    struct tf_model m = {0};
    struct tf_score s;
    struct tf_result work;
    int rc =
        load(r, d, path, &m, e) || tf_evaluate(&m, d, TF_TEST, v->limit, r->train.lanes, v->env->threads, r->id, &s, &work, e) ? -1 : 0;
    tf_model_free(&m);
    if (rc) return -1;
    if (tf_interrupted) return tf_fail(e, TF_INTERRUPTED, "interrupted");
    v->add(r, d, &s, &work, v->out);
    return 0;
}

static int evaluate_all(const struct evaluation *v, const struct tf_spec *s, struct tf_err *e) {
    struct tf_task_env where = {.data_dir = v->env->data_dir, .threads = v->env->threads};
    int rc = 0, found = 0;
    for (int i = 0; i < s->n_runs && !rc; i++) {
        const struct tf_plan_run *r = &s->run[i];
        struct tf_buf path = {0};
        tf_buf_addf(&path, "%s/runs/%s/best.safetensors", v->dir, r->id);
        if (tf_file_exists(path.s)) {
            struct tf_data *d = NULL;
            found++;
            rc = r->task->open(&d, r->task_opts, &where, e);
            if (!rc && r->data.pad) d = tf_data_pad(d, r->data.pad);
            if (!rc) rc = evaluate(v, r, d, path.s, e);
            tf_data_close(d);
        } else tf_log(TF_LOG_WARN, "%s: no best.safetensors yet", r->id);
        tf_buf_free(&path);
    }
    if (!rc && !found) return tf_fail(e, TF_BAD, "%s: no finished run to evaluate", v->dir);
    return rc;
}

static void add_accuracy(const struct tf_plan_run *r, const struct tf_data *d, const struct tf_score *s, const struct tf_result *work,
                         struct tf_buf *out) {
    (void)d;
    struct tf_interval i = tf_wilson((double)s->correct, (double)s->n);
    tf_csv_field(out, r->id);
    tf_buf_addf(out, ",%zu,%.2f,%.2f,%.2f,%.4f,%.4f,%.1f\n", s->n, i.mean, i.lo, i.hi, s->loss_nats, work->occupancy, work->mean_len);
}

int tf_exp_evaluate(const struct tf_spec *s, const char *dir, const struct tf_exp_env *env, struct tf_buf *out, struct tf_err *e) {
    tf_buf_addf(out, "run,test_n,test_acc_pct,test_lo_pct,test_hi_pct,test_loss_nats,occupancy,mean_len\n");
    return evaluate_all(&(struct evaluation){dir, env, 0, add_accuracy, out}, s, e);
}

/* ---- work from measured occupancy --------------------------------------------------------------------------------------------------- */

static void add_work(const struct tf_plan_run *r, const struct tf_data *d, const struct tf_score *s, const struct tf_result *work,
                     struct tf_buf *out) {
    int n = plan_int_option(r->task->opts, r->task_opts, "max_length", d->max_len), len = (int)lround(work->mean_len);
    struct flops_layer l = {.m = r->attn, .opts = r->attn_opts, .size = {n, r->model.dim, r->model.heads}}, mean = l;
    mean.size.n = len < 1 ? 1 : len;
    double f = r->attn->flags & TF_ATTN_ROUTED ? work->occupancy : -1;
    double balanced = flops_occupancy(&mean, flops_work(&mean, -1, FLOPS_PAPER));
    double v[] = {work->mean_len,
                  work->occupancy,
                  balanced,
                  work->occupancy / balanced,
                  n,
                  flops_percent(&l, f, FLOPS_PAPER),
                  flops_percent(&l, -1, FLOPS_PAPER),
                  flops_percent(&l, f, FLOPS_LAYER),
                  flops_percent(&l, -1, FLOPS_LAYER)};
    tf_csv_field(out, r->id);
    tf_buf_addf(out, ",%s,", r->attn->name);
    tf_csv_field(out, r->setting);
    tf_buf_addf(out, ",%zu", s->n);
    for (size_t i = 0; i < TF_COUNT(v); i++) {
        tf_buf_addf(out, ",");
        if (isfinite(v[i])) tf_buf_addf(out, "%.6g", v[i]);
    }
    tf_buf_addf(out, "\n");
}

int tf_flops_measured(const struct tf_spec *s, const char *dir, const struct tf_exp_env *env, size_t limit, struct tf_buf *out,
                      struct tf_err *e) {
    tf_buf_addf(out,
                "run,mechanism,setting,test_n,mean_len,occupancy,occupancy_balanced,skew,flops_n,flops_paper_pct,flops_paper_balanced_pct,"
                "flops_layer_pct,flops_layer_balanced_pct\n");
    return evaluate_all(&(struct evaluation){dir, env, limit, add_work, out}, s, e);
}
