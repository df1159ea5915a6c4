/* The test set's predictions in the form of a GLUE submission. */
#include "run/glue_eval.h"
#include "run/logits.h"
#include "task/task_glue.h"
#include "train/evaluation.h"

static void predict(const struct tf_glue *g, const struct tf_data *d, const tf_real *logits, struct tf_buf *out) {
    tf_buf_addf(out, "index\tprediction\n");
    for (size_t i = 0; i < d->n[TF_TEST]; i++) {
        const int best = exp_class(logits + i * (size_t)d->classes, d->classes);
        tf_buf_addf(out, "%d\t%s\n", (int)d->label[TF_TEST][i], g->labels[best]);
    }
}

int tf_exp_glue(const struct tf_spec_run *r, const struct tf_data *trained, const char *checkpoint, const struct tf_exp_env *env,
                const char *out_dir, struct tf_err *e) {
    const struct tf_glue *g = tf_glue_find(r->task->name);
    struct tf_task_env where = {.data_dir = env->data_dir, .threads = env->threads > 0 ? env->threads : 1};
    struct tf_buf text = {0};
    struct tf_data *d;
    TF_BUG_IF(!g, "task %s", r->task->name);
    int there = tf_glue_open_test(&d, g, r->task_opts, trained->max_len, &where, e);
    if (there < 0) return -1;
    if (!there) {
        tf_log(TF_LOG_INFO, "%s: the data has no glue/%s/%s: no predictions for a submission", r->id, g->folder, g->test);
        return 0;
    }
    tf_real *logits = tf_alloc((d->n[TF_TEST] * (size_t)d->classes + 1) * sizeof *logits);
    int rc = exp_logits(r, checkpoint, tf_data_input(trained), d, where.threads, logits, e);
    if (!rc) {
        predict(g, d, logits, &text);
        rc = tf_file_write_in(out_dir, g->submission, &text, e);
    }
    tf_free(logits);
    tf_buf_free(&text);
    tf_data_close(d);
    return rc;
}
