/* Evaluating finished runs again: their best checkpoints on a test set of other size or kind. */
#include "exp/folder.h"
#include "exp/plan.h"

static int load(const struct tf_plan_run *r, const struct tf_data *d, const char *path, struct tf_model *m, struct tf_err *e) {
    struct tf_layer_attn layer[TF_MAX_LAYERS];
    for (int l = 0; l < r->model.layers; l++) layer[l] = (struct tf_layer_attn){r->attn, r->attn_opts};
    if (tf_model_init(m, &r->model, layer, tf_data_input(d), e)) return -1;
    tf_pars_alloc(&m->pars);
    return tf_checkpoint_load(path, &m->pars, NULL, NULL, true, NULL, NULL, e);
}

static int evaluate(const struct tf_plan_run *r, const struct tf_data *d, const char *path, int threads, struct tf_buf *out,
                    struct tf_err *e) {
    struct tf_model m = {0};
    struct tf_score s;
    struct tf_result work;
    int rc = load(r, d, path, &m, e) || tf_evaluate(&m, d, TF_TEST, 0, r->train.lanes, threads, r->id, &s, &work, e) ? -1 : 0;
    tf_model_free(&m);
    if (rc) return -1;
    if (tf_interrupted) return tf_fail(e, TF_INTERRUPTED, "interrupted");
    struct tf_interval i = tf_wilson((double)s.correct, (double)s.n);
    tf_csv_field(out, r->id);
    tf_buf_addf(out, ",%zu,%.2f,%.2f,%.2f,%.4f,%.4f,%.1f\n", s.n, i.mean, i.lo, i.hi, s.loss_nats, work.occupancy, work.mean_len);
    return 0;
}

int tf_exp_evaluate(const struct tf_spec *s, const char *dir, const struct tf_exp_env *env, struct tf_buf *out, struct tf_err *e) {
    struct tf_task_env where = {.data_dir = env->data_dir, .threads = env->threads};
    int rc = 0, found = 0;
    tf_buf_addf(out, "run,test_n,test_acc_pct,test_lo_pct,test_hi_pct,test_loss_nats,occupancy,mean_len\n");
    for (int i = 0; i < s->n_runs && !rc; i++) {
        const struct tf_plan_run *r = &s->run[i];
        struct tf_buf path = {0};
        tf_buf_addf(&path, "%s/runs/%s/best.safetensors", dir, r->id);
        if (tf_file_exists(path.s)) {
            struct tf_data *d = NULL;
            found++;
            rc = r->task->open(&d, r->task_opts, &where, e) || evaluate(r, d, path.s, env->threads, out, e) ? -1 : 0;
            tf_data_close(d);
        } else tf_log(TF_LOG_WARN, "%s: no best.safetensors yet", r->id);
        tf_buf_free(&path);
    }
    if (!rc && !found) return tf_fail(e, TF_BAD, "%s: no finished run to evaluate", dir);
    return rc;
}
