/* Mechanisms against one of them, example by example: runs of one seed and one test set differ by less than their intervals say, for the same examples are easy
 * for both. */
#include "run/evaluate.h"
#include "results/column.h"
#include "results/partner.h"
#include "results/stats.h"
#include "run/together.h"
#include "spec/spec_resolve.h"
#include "train/shards.h"
#include <math.h>
#include <string.h>

struct tested {
    const struct tf_spec_run *run;
    uint8_t *hit;     /* 1: answer i to the test set is right */
    size_t *first, n; /* (n + 1) where the answers of its n examples begin */
    uint64_t asked;   /* hash of what is asked: the classes of the examples, or else the data */
    char work[17], training[17];
};
struct tests {
    const struct tf_exp_env *env;
    struct tested *t;
    int count, cap;
};

static int collect(void *arg, const struct tf_spec_run *r, const struct tf_data *d, const char *checkpoint, struct tf_err *e) {
    struct tests *s = arg;
    if (!tf_predictions_judged(d)) return tf_fail(e, TF_BAD, "examples of the task %s have no answers to compare", r->task->name);
    struct tf_model m = {0};
    struct tf_score none;
    size_t n, *first = tf_predictions_first(d, 0, &n);
    uint8_t *hit = tf_calloc(first[n] + 1);
    int rc = together_load(&m, r, d, checkpoint, e);
    if (!rc)
        rc = tf_evaluate(&m, d, TF_TEST, 0, r->train.shards, s->env->threads, r->id, &(struct tf_observer){.right = hit, .first = first},
                         &none, NULL, e);
    tf_model_free(&m);
    if (!rc && tf_stopped()) rc = tf_fail(e, TF_INTERRUPTED, "interrupted");
    if (!rc && !isfinite(none.loss_nats)) rc = tf_fail(e, TF_FAILED, "%s: the model's loss is not finite", r->id);
    if (rc) {
        tf_free(hit), tf_free(first);
        return -1;
    }
    TF_GROW(s->t, s->count, s->cap);
    const bool classes = d->objective == TF_CLASSIFY;
    struct tested *t = &s->t[s->count++];
    *t = (struct tested){.run = r, .hit = hit, .first = first, .n = n};
    t->asked = classes ? tf_hash64(d->label[TF_TEST], n * sizeof *d->label[TF_TEST], 0) : d->hash;
    partner_work(r, t->work), spec_hash_training(r, t->training);
    return 0;
}

/* Do both have the same number of answers in every example? */
static bool same_answers(const struct tested *a, const struct tested *b) {
    return a->n == b->n && !memcmp(a->first, b->first, sizeof *a->first * (a->n + 1));
}

static bool same_group(const struct tf_spec_run *a, const struct tf_spec_run *b) {
    return a->attn == b->attn && !strcmp(a->setting, b->setting);
}

/* All are of one folder. */
static struct partner partner_of(const struct tested *t) {
    const struct tf_spec_run *r = t->run;
    return (struct partner){r->setting, r->variant, t->work, t->training, r->init.from, "", "", spec_steps(r)};
}

/* The run to compare `ours` with, of the same seed and test examples. NULL: none. */
static const struct tested *partner(const struct tests *s, const struct tf_attn *against, const struct tested *ours) {
    const struct tf_spec_run *r = ours->run;
    struct partner *list = tf_calloc(sizeof *list * (size_t)s->count);
    int of_seed = 0;
    for (int i = 0; i < s->count; i++) {
        const struct tf_spec_run *x = s->t[i].run;
        if (x->attn != against || x->seed != r->seed || !same_answers(&s->t[i], ours) || s->t[i].asked != ours->asked) continue;
        list[i] = partner_of(&s->t[i]), of_seed++;
    }
    const struct partner own = partner_of(ours);
    const int found = partner_find(&own, list, s->count);
    tf_free(list);
    if (found >= 0) return &s->t[found];
    if (of_seed)
        tf_log(TF_LOG_WARN, "%s: %d runs of %s have its seed, and none alone fits its setting: left out", r->id, of_seed, against->name);
    else tf_log(TF_LOG_WARN, "%s: no run of %s to compare it with: left out", r->id, against->name);
    return NULL;
}

struct line {
    const char *attention, *setting, *against;
    int seeds, n, only_ours, only_theirs;
    double ours_pct, theirs_pct, diff, lo, hi, seeds_lo, seeds_hi;
};
#define CSV(type, name, field) REPORT_CSV(type, line, name, field)
#define POINTS(name, field) REPORT_CSV_AS(REAL, line, name, field, "%+.2f")
// clang-format off
static const struct report_column columns[] = {
    CSV(TEXT, attention, attention), CSV(TEXT, setting, setting), CSV(TEXT, against, against), CSV(COUNT, seeds, seeds), CSV(COUNT, test_n, n),
    REPORT_CSV_AS(REAL, line, acc_pct, ours_pct, "%.2f"), REPORT_CSV_AS(REAL, line, against_pct, theirs_pct, "%.2f"),
    POINTS(diff_points, diff), POINTS(diff_lo_points, lo), POINTS(diff_hi_points, hi), POINTS(seeds_lo_points, seeds_lo),
    POINTS(seeds_hi_points, seeds_hi), CSV(COUNT, only_right, only_ours), CSV(COUNT, only_against_right, only_theirs), {0}
};
// clang-format on

/* Returns whether there was something to compare. */
static bool add_line(const struct tests *s, const struct tf_attn *against, const struct tf_spec_run *group, struct tf_buf *out) {
    const uint8_t **ours = tf_alloc(sizeof *ours * 2 * (size_t)s->count), **theirs = ours + s->count;
    struct stats_paired p;
    const struct tested *one = NULL;
    int n = 0;
    for (int i = 0; i < s->count; i++) {
        if (!same_group(s->t[i].run, group) || (one && !same_answers(one, &s->t[i]))) continue;
        const struct tested *x = partner(s, against, &s->t[i]);
        if (x) one = x, ours[n] = s->t[i].hit, theirs[n++] = x->hit;
    }
    if (n) {
        const size_t answers = one->first[one->n];
        stats_paired(n, answers, ours, theirs, one->first, one->n, &p);
        report_csv_line(columns, 0,
                        &(struct line){group->attn->name, group->setting, against->name, n, (int)answers, (int)p.only_ours,
                                       (int)p.only_theirs, p.ours_pct, p.theirs_pct, p.diff.mean, p.diff.lo, p.diff.hi,
                                       n > 1 ? p.seeds.lo : (double)NAN, n > 1 ? p.seeds.hi : (double)NAN},
                        out);
    }
    tf_free(ours);
    return n > 0;
}

static int add_lines(const struct tests *s, const struct tf_attn *against, const char *dir, struct tf_buf *out, struct tf_err *e) {
    int others = 0, of_it = 0, lines = 0;
    for (int i = 0; i < s->count; i++) {
        const struct tf_spec_run *r = s->t[i].run;
        bool told = r->attn == against;
        of_it += told, others += !told;
        for (int k = 0; k < i && !told; k++) told = same_group(s->t[k].run, r);
        if (!told) lines += add_line(s, against, r, out);
    }
    if (!of_it) return tf_fail(e, TF_BAD, "%s: no finished run of %s to compare with", dir, against->name);
    if (!others) return tf_fail(e, TF_BAD, "%s: no finished run of another mechanism than %s", dir, against->name);
    if (lines) return 0;
    return tf_fail(e, TF_BAD, "%s: no two runs of one seed and setting to compare, of %s and another mechanism", dir, against->name);
}

int tf_exp_compare(const struct tf_spec *s, const char *dir, const char *against, const struct tf_exp_env *env, struct tf_buf *out,
                   struct tf_err *e) {
    const struct tf_attn *attn = strcmp(against, "full") ? tf_attn_find(against) : tf_attn_full();
    struct tests t = {.env = env};
    if (!attn) return tf_fail(e, TF_USAGE, "no mechanism '%s': see 'treeformer list'; full attention is 'full'", against);
    struct tf_err why = {0};
    int rc = spec_each_finished(s, dir, env, collect, &t, &why);
    report_csv_head(columns, 0, out);
    if (!rc || t.count) rc |= add_lines(&t, attn, dir, out, why.code ? &(struct tf_err){0} : &why);
    if (rc && !t.count && why.code == TF_BAD &&
        tf_file_existsf("%s/right.csv", dir)) // the weights are gone, but what they answered is there
        tf_fail(e, TF_BAD, "%s; `treeformer report %s` compares what finished runs answered", why.msg, dir);
    else if (rc) tf_fail(e, why.code, "%s", why.msg);
    for (int i = 0; i < t.count; i++) tf_free(t.t[i].hit), tf_free(t.t[i].first);
    tf_free(t.t);
    return rc;
}
