/* Evaluating finished runs again: their best checkpoints on a test set of other size or kind, or for the work that their routing makes. */
#include "run/evaluate.h"
#include "results/column.h"
#include "results/row.h"
#include "run/predict.h"
#include "run/together.h"
#include "spec/spec.h"
#include "spec/spec_resolve.h"
#include "results/recall_table.h"
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
    unsigned has; /* bits of columns */
    add_line_fn *add;
    struct tf_buf *out;
};

static int evaluate(void *arg, const struct tf_spec_run *r, const struct tf_data *d, const char *checkpoint, struct tf_err *e) {
    const struct evaluation *v = arg;
    struct tf_model m = {0};
    struct found f = {.run = r, .data = d, .checkpoint = checkpoint};
    int rc = together_load(&m, r, d, checkpoint, e);
    if (!rc) rc = tf_evaluate(&m, d, TF_TEST, v->limit, r->train.shards, v->env->threads, r->id, NULL, &f.score, &f.work, e);
    tf_model_free(&m);
    if (rc) return -1;
    if (tf_stopped()) return tf_fail(e, TF_INTERRUPTED, "interrupted");
    return tf_ranks_follow(together_leads() ? v->add(v, &f, e) : 0, e);
}

/* 1: the run ended well, as its row says, and path is its best checkpoint. A checkpoint alone may be of a run under way, or of one that was restarted since. */
static int finished(const char *dir, const struct tf_spec_run *r, struct tf_buf *path, struct tf_err *e) {
    struct tf_row row = {.status = "no finished run"};
    tf_buf_addf(path, "%s/rows/%s.csv", dir, r->id);
    if (tf_file_exists(path->s) && tf_row_read(path->s, &row, e)) return -1;
    path->len = 0;
    tf_buf_addf(path, "%s/runs/%s/best.safetensors", dir, r->id);
    bool ok = tf_row_ok(&row), there = tf_file_exists(path->s);
    if (!ok || !there) tf_log(TF_LOG_WARN, "%s: %s: left out", r->id, ok ? "its best.safetensors is gone" : row.status);
    return ok && there;
}

struct visit {
    const char *dir;
    const struct tf_exp_env *env;
    spec_finished_fn *fn;
    void *arg;
    struct tf_data *data;
    const struct tf_spec_run *of; // whose data they are
};

/* 1: done, 0: not finished. */
static int visit_one(struct visit *v, const struct tf_spec_run *r, struct tf_err *e) {
    struct tf_buf path = {0};
    int got = tf_ranks_follow(tf_ranks_agree(finished(v->dir, r, &path, e), e), e);
    if (got > 0 && (together_open_data(&v->data, &v->of, r, v->env, false, e) ||
                    tf_ranks_agree(together_check_data(path.s, r, v->data, e), e) || v->fn(v->arg, r, v->data, path.s, e)))
        got = -1;
    tf_buf_free(&path);
    return got;
}

int spec_each_finished(const struct tf_spec *s, const char *dir, const struct tf_exp_env *env, spec_finished_fn *fn, void *arg,
                       struct tf_err *e) {
    struct visit v = {dir, env, fn, arg, NULL, NULL};
    struct tf_err first = {0};
    int found = 0;
    if (together_begin(s, env, e)) return -1;
    for (int i = 0; i < s->n_runs; i++) {
        struct tf_err why = {0};
        const int got = visit_one(&v, &s->run[i], &why);
        found += got > 0;
        if (got >= 0) continue;
        if (why.code != TF_BAD && why.code != TF_FAILED) { // not of this run alone
            first = why;
            break;
        }
        if (s->n_runs > 1 && (!first.code || strcmp(first.msg, why.msg))) tf_log(TF_LOG_WARN, "%s: %s", s->run[i].id, why.msg);
        if (!first.code) first = why;
    }
    tf_data_close(v.data);
    if (first.code) return tf_fail(e, first.code, "%s", first.msg);
    return found ? 0 : tf_fail(e, TF_BAD, "%s: no finished run that still has its best.safetensors", dir);
}

struct score_line {
    const char *run, *metric;
    int n;
    double score, lo, hi, loss, occupancy, mean_len;
    double nats, ppl, bits, ppl_word, bits_char; /* of language models */
};
enum { HAS_NEXT = 1 };
#define SCORE(name, field, form) REPORT_CSV_AS(REAL, score_line, name, field, form)
#define NEXT(name, field) {#name, NULL, REPORT_AT(REAL, score_line, field), .csv = "%.6g", .when = HAS_NEXT}
// clang-format off
static const struct report_column score_columns[] = {
    REPORT_CSV(TEXT, score_line, run, run), REPORT_CSV(COUNT, score_line, test_n, n), SCORE(test_score_pct, score, "%.2f"),
    SCORE(test_lo_pct, lo, "%.2f"), SCORE(test_hi_pct, hi, "%.2f"), SCORE(test_loss_nats, loss, "%.4f"),
    SCORE(occupancy, occupancy, "%.4f"), SCORE(mean_len, mean_len, "%.1f"), REPORT_CSV(TEXT, score_line, metric, metric),
    NEXT(test_nats, nats), NEXT(ppl, ppl), NEXT(bits, bits), NEXT(ppl_word, ppl_word), NEXT(bits_character, bits_char), {0}
};
// clang-format on

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
    const double loss = f->data->objective == TF_NEXT ? f->score.loss_nats : (double)NAN, bits = loss / log(2);
    report_csv_line(score_columns, v->has,
                    &(struct score_line){f->run->id, tf_metric_name(metric), (int)n, i.mean, i.lo, i.hi, f->score.loss_nats,
                                         f->work.occupancy, f->work.mean_len, loss * (double)n, exp(loss), bits,
                                         exp(loss * f->data->per_word), bits * f->data->per_char},
                    v->out);
    return 0;
}

int tf_exp_evaluate(const struct tf_spec *s, const char *dir, const struct tf_exp_env *env, struct tf_buf *out, struct tf_err *e) {
    unsigned has = 0;
    for (int i = 0; i < s->n_runs; i++) has |= s->run[i].task->order == TF_ORDER_CAUSAL ? HAS_NEXT : 0;
    report_csv_head(score_columns, has, out);
    return spec_each_finished(s, dir, env, evaluate, &(struct evaluation){env, 0, has, add_score, out}, e);
}

/* ---- recall ------------------------------------------------------------------------------------------------------------------------- */

static int add_recall(void *arg, const struct tf_spec_run *r, const struct tf_data *d, const char *checkpoint, struct tf_err *e) {
    const struct evaluation *v = arg;
    struct tf_model m = {0};
    struct recall_sums s = {0};
    int rc = together_load(&m, r, d, checkpoint, e);
    if (!rc) rc = recall_measure(&s, &m, d, TF_TEST, v->limit, r->train.shards, v->env->threads, r->id, e);
    tf_model_free(&m);
    if (!rc && tf_stopped()) rc = tf_fail(e, TF_INTERRUPTED, "interrupted");
    if (!rc) {
        int n;
        struct recall *list = recall_list(&s, &n);
        if (!n) tf_log(TF_LOG_WARN, "%s: %s compares no pairs in leaves: left out", r->id, r->attn->name);
        recall_table_add(r->id, -1, list, n, v->out);
        tf_free(list);
    }
    recall_free(&s);
    return rc;
}

int tf_exp_recall(const struct tf_spec *s, const char *dir, const struct tf_exp_env *env, size_t limit, struct tf_buf *out,
                  struct tf_err *e) {
    recall_table_head(false, out);
    return spec_each_finished(s, dir, env, add_recall, &(struct evaluation){env, limit, 0, NULL, out}, e);
}

/* ---- work from measured occupancy --------------------------------------------------------------------------------------------------- */

struct work_line {
    const char *run, *attention, *setting;
    int n;
    double mean_len, occupancy, balanced, skew, flops_n, paper, paper_balanced, layer, layer_balanced;
};
#define WORK(name, field) REPORT_CSV_AS(REAL, work_line, name, field, "%.6g")
// clang-format off
static const struct report_column work_columns[] = {
    REPORT_CSV(TEXT, work_line, run, run), REPORT_CSV(TEXT, work_line, attention, attention), REPORT_CSV(TEXT, work_line, setting, setting),
    REPORT_CSV(COUNT, work_line, test_n, n), WORK(mean_len, mean_len), WORK(occupancy, occupancy), WORK(occupancy_balanced, balanced),
    WORK(skew, skew), WORK(flops_n, flops_n), WORK(flops_paper_pct, paper), WORK(flops_paper_balanced_pct, paper_balanced),
    WORK(flops_layer_pct, layer), WORK(flops_layer_balanced_pct, layer_balanced), {0}
};
// clang-format on

static int add_work(const struct evaluation *v, const struct found *x, struct tf_err *e) {
    const struct tf_spec_run *r = x->run;
    const struct tf_work *work = &x->work;
    (void)e;
    int n = spec_flops_n(r, x->data->max_len), len = (int)lround(work->mean_len);
    struct flops_layer mean = {.m = r->attn, .opts = r->attn_opts, .size = spec_layer_size(r, len < 1 ? 1 : len)};
    double balanced = flops_occupancy(&mean, flops_work(&mean, -1, FLOPS_PAPER));
    struct work_line line = {.run = r->id,
                             .attention = r->attn->name,
                             .setting = r->setting,
                             .n = (int)x->score.n,
                             .mean_len = work->mean_len,
                             .occupancy = work->occupancy,
                             .balanced = balanced,
                             .skew = work->occupancy / balanced,
                             .flops_n = n,
                             .paper = spec_work_pct(r, n, work, FLOPS_PAPER),
                             .paper_balanced = spec_work_pct(r, n, NULL, FLOPS_PAPER),
                             .layer = spec_work_pct(r, n, work, FLOPS_LAYER),
                             .layer_balanced = spec_work_pct(r, n, NULL, FLOPS_LAYER)};
    report_csv_line(work_columns, 0, &line, v->out);
    return 0;
}

int tf_flops_measured(const struct tf_spec *s, const char *dir, const struct tf_exp_env *env, size_t limit, struct tf_buf *out,
                      struct tf_err *e) {
    report_csv_head(work_columns, 0, out);
    return spec_each_finished(s, dir, env, evaluate, &(struct evaluation){env, limit, 0, add_work, out}, e);
}
