/* Running a spec: data, training, rows, tables. */
#include "run/run.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "report/report.h"
#include "results/manifest.h"
#include "run/budget.h"
#include "run/floors.h"
#include "run/predict.h"
#include "run/run_row.h"
#include "run/session.h"

/* ---- rows -------------------------------------------------------------------------------------------------------- */

/* Did the finished run begin with the weights that the file of r's init.from has now? */
static int check_row_init(struct session *x, const struct tf_spec_run *r, const char *path, const struct tf_row *row, struct tf_err *e) {
    const char *init;
    return *row->init_hash && (session_init_hash(x, r, &init, e) || tf_init_check(path, row->init_hash, r->init.from, init, e)) ? -1 : 0;
}

/* 1: this run's row is there, 0: it is not. */
static int finished(struct session *x, const struct tf_spec_run *r, int *worst, struct tf_err *e) {
    char path[1300];
    struct tf_row row;
    if (folder_row(&x->folder, r->id, path, e)) return -1;
    if (!tf_file_exists(path)) return 0;
    if (tf_row_read(path, &row, e)) return -1;
    if (strcmp(row.spec_hash, r->hash))
        return tf_fail(e, TF_BAD, "%s is a result of other settings (%s, not %s): choose another --out", path, row.spec_hash, r->hash);
    if (check_row_init(x, r, path, &row, e)) return -1;
    if (!tf_row_ok(&row) && *worst == TF_OK) *worst = TF_FAILED;
    return 1;
}

/* Are finished runs of r's task of the data that is open, and those with the same weights to begin with of these? A table would set the others beside r.
 * Looked at once: later rows are of these data and weights. */
static int check_rows(struct session *x, const struct tf_spec_run *r, struct tf_err *e) {
    char path[1300];
    struct tf_row row;
    struct tf_buf spec = {0};
    int rc = 0;
    struct tf_spec *all = NULL; // of the folder: with the seeds of other commands
    if (x->rows_from && x->rows_of == x->data_of && !strcmp(x->rows_from->init.from, r->init.from)) return 0;
    if (tf_folder_spec(x->folder.dir, &spec, e) || tf_spec_load(&all, spec.s, NULL, 0, NULL, e)) rc = -1;
    for (int i = 0; !rc && i < all->n_runs; i++) {
        const struct tf_spec_run *other = &all->run[i];
        if (!spec_same_section(other, r, "task") || !spec_same_section(other, r, "data")) continue;
        if (folder_row(&x->folder, other->id, path, e)) rc = -1;
        else if (!tf_row_read(path, &row, &(struct tf_err){0})) // a damaged one has an error of its own
            rc = tf_data_check(path, row.data_hash, x->data, "choose another --out", e) ||
                         (spec_same_section(other, r, "init") && check_row_init(x, r, path, &row, e))
                     ? -1
                     : 0;
    }
    if (!rc) x->rows_of = x->data_of, x->rows_from = r;
    tf_spec_free(all), tf_buf_free(&spec);
    return rc;
}

/* ---- one run, all runs ------------------------------------------------------------------------------------------- */

/* A benchmark's own score takes the place of the test score. What its server wants to see lies beside the checkpoints. */
static int official(const struct session *x, const struct tf_spec_run *r, const char *dir, struct tf_row *row, struct tf_err *e) {
    const struct tf_task *task = r->task;
    struct exp_score s;
    char path[1300];
    if (!tf_row_ok(row) || !(task->score || task->submit)) return 0;
    if (snprintf(path, sizeof path, "%s/best.safetensors", dir) >= (int)sizeof path)
        return tf_fail(e, TF_BAD, "%s: the path is too long", dir);
    struct tf_task_out files = {.dir = dir};
    int rc = 0;
    if (task->submit && x->test_rows) rc = exp_task_submit(r, x->data, path, x->env, &files, e);
    const double from = tf_now();
    if (!rc && task->score) rc = exp_task_score(r, path, x->env, &files, &s, e), row->eval_time_s += tf_now() - from;
    for (char *at = files.paths.s, *end; at && (end = strchr(at, '\n')); at = end + 1)
        tf_log(TF_LOG_INFO, "%s: predictions: %.*s", r->id, (int)(end - at), at);
    tf_buf_free(&files.paths);
    if (rc || !task->score) return rc;
    row->test_score_pct = s.score_pct.mean, row->test_lo_pct = s.score_pct.lo, row->test_hi_pct = s.score_pct.hi;
    row->test_n = (long)s.n;
    snprintf(row->metric, sizeof row->metric, "%s", tf_metric_name(s.metric));
    return 0;
}

/* As tables go by it: language models by their perplexity. */
static void tell_score(const struct tf_spec_run *r, const struct tf_row *row) {
    char perplexity[48] = "";
    if (r->task->order == TF_ORDER_CAUSAL) snprintf(perplexity, sizeof perplexity, "perplexity %.2f, ", exp(row->test_loss_nats));
    tf_log(TF_LOG_INFO, "%s: test %s%s %.2f %% (95 %%: %.2f to %.2f), best of step %ld", r->id, perplexity, row->metric,
           row->test_score_pct, row->test_lo_pct, row->test_hi_pct, row->best_step);
}

static int finish(struct session *x, const struct tf_spec_run *r, const struct tf_run *run, const struct tf_result *t, struct tf_err *e) {
    const char *dir = run->dir;
    struct tf_row row;
    char path[1300];
    run_row(&row, r, run, t, x->s->heading.protocol, run->threads == session_threads(x) ? run->threads * tf_ranks()->n : 0);
    snprintf(row.init_hash, sizeof row.init_hash, "%s", t->init_hash);
    if (official(x, r, dir, &row, e)) return -1;
    const struct manifest m = {.spec = x->s->name,
                               .spec_hash = r->hash,
                               .data_source = x->data->source,
                               .seed = r->seed,
                               .data_hash = x->data->hash,
                               .precision = r->model.precision,
                               .threads = run->threads};
    const size_t all = x->data->n[TF_TEST], limit = (size_t)r->train.test_limit, tested = limit && limit < all ? limit : all;
    if (manifest_write(dir, &m, e) || floors_write(dir, r->task, x->data, t->test.n ? tested : 0, e)) return -1;
    if (folder_row(&x->folder, r->id, path, e) || tf_row_write(path, &row, e)) return -1;
    if (t->status == TF_RUN_DIVERGED) tf_log(TF_LOG_WARN, "%s: diverged at step %d", r->id, t->diverged_step);
    else tell_score(r, &row);
    return 0;
}

/* Before the training, which may take days: is there a test set for the benchmark's server, and can it be read? */
static int find_test(struct session *x, const struct tf_spec_run *r, struct tf_err *e) {
    if (!r->task->find_test || x->test_of == r->task) return 0;
    x->test_of = NULL;
    if (exp_task_find_test(r, x->env, &x->test_rows, e)) return -1;
    x->test_of = r->task;
    return 0;
}

static int run_one(struct session *x, const struct tf_spec_run *r, int *worst, struct tf_err *e) {
    char dir[1300], claim[1300];
    struct tf_result t;
    if (tf_ranks_follow(together_leads() ? find_test(x, r, e) : 0, e)) return -1;
    if (folder_path(&x->folder, dir, sizeof dir, "runs", r->id, "", e)) return -1;
    if (folder_path(&x->folder, claim, sizeof claim, "runs", r->id, FOLDER_CLAIM, e) || session_open_data(x, r, e)) return -1;
    if (tf_ranks_follow(together_leads() ? check_rows(x, r, e) : 0, e)) return -1;
    struct tf_run run = session_run(x, r, dir);
    run.claim = claim;
    if (session_prepare(x, r, &run, e) || tf_train(&run, &t, e)) return -1;
    if (t.status == TF_RUN_INTERRUPTED) return tf_fail(e, TF_INTERRUPTED, "interrupted");
    if (t.status == TF_RUN_DIVERGED) *worst = TF_FAILED;
    return tf_ranks_follow(together_leads() ? finish(x, r, &run, &t, e) : 0, e);
}

enum { ELSEWHERE, THERE, OURS };

/* Takes the run. THERE: its row is there already; ELSEWHERE: another process has it. */
static int take(struct session *x, const struct tf_spec_run *r, int *claim, struct tf_err *e) {
    int there = finished(x, r, &x->worst, e);
    if (there) return there;
    if (folder_claim(&x->folder, r->id, claim, e)) return -1;
    if (*claim < 0) return ELSEWHERE;
    there = finished(x, r, &x->worst, e); // by another process, a moment ago
    if (there == 0 && tf_interrupted) there = tf_fail(e, TF_INTERRUPTED, "interrupted");
    if (there == 0 && !x->env->resume) folder_forget_budget(&x->folder, r->id);
    return there ? there : OURS;
}

/* Takes and does run i. THERE: its row is there now. */
static int attempt(struct session *x, int i, struct tf_err *e) {
    const struct tf_spec_run *r = &x->s->run[i];
    x->refused = false;
    int claim = -1, got = tf_ranks_follow(together_leads() ? take(x, r, &claim, e) : 0, e);
    x->shared->run[i].theirs = got == ELSEWHERE;
    if (got == OURS) {
        x->shared->run[i].ours = true;
        tf_log(TF_LOG_INFO, "run %d of %d: %s", i + 1, x->s->n_runs, r->id);
        got = run_one(x, r, &x->worst, e) ? -1 : THERE;
        x->done += got == THERE;
    }
    if (got == THERE) watch_row(&x->shared->run[i]); // also of a run that diverged before, or that another process did
    if (claim >= 0) close(claim);
    return got;
}

static bool folder_is_gone(const struct session *x) {
    struct tf_err why = {0};
    return tf_ranks_follow(together_leads() && folder_check(&x->folder, &why), &why) != 0;
}

/* An error in one run does not stop the others; tf_exp_run returns the first such error in the end. */
static void put_aside(struct session *x, int i, struct tf_err *e) {
    int none = FAILED_NONE;
    const bool first = atomic_compare_exchange_strong(&x->shared->failed, &none, FAILED_BEING_TOLD);
    if (first) x->shared->first = *e, atomic_store(&x->shared->failed, FAILED);
    const bool told = !first && atomic_load(&x->shared->failed) == FAILED && !strcmp(x->shared->first.msg, e->msg);
    if (x->s->n_runs > 1 && !told) tf_log(TF_LOG_WARN, "%s: %s", x->s->run[i].id, e->msg);
    x->shared->run[i].bad = true;
    x->refused = false;
    *e = (struct tf_err){0};
}

static bool set_aside(struct session *x, int i, struct tf_err *e) {
    if ((e->code != TF_BAD && e->code != TF_FAILED && !x->refused) || folder_is_gone(x)) return false;
    put_aside(x, i, e);
    return true;
}

/* Until every run is there, was set aside or is being computed by another process. */
static int run_all(struct session *x, struct tf_err *e) {
    int n = x->s->n_runs, before;
    bool *there = tf_calloc(sizeof *there * (size_t)n);
    do {
        before = x->done;
        x->elsewhere = 0;
        for (int i = 0; i < n; i++) {
            if (there[i] || x->shared->run[i].bad) continue;
            int done = x->done, got = attempt(x, i, e);
            if (got < 0 && set_aside(x, i, e)) continue;
            if (got < 0) {
                tf_free(there);
                return -1;
            }
            there[i] = got;
            x->elsewhere += !got;
            x->skipped += got && x->done == done;
        }
    } while (x->elsewhere && x->done > before);
    tf_free(there);
    return 0;
}

/* ---- how far they are -------------------------------------------------------------------------------------------- */

static struct session *session_of;                // for the progress hook
static void (*shown)(const struct tf_progress *); // what was hooked before

/* In a worker process of --jobs nothing is shown: its parent sees the steps. */
static void count_steps(const struct tf_progress *p) {
    struct session *x = session_of;
    struct tf_progress all = *p;
    if (p->run >= 0) {
        x->shared->run[p->run].from = (int)p->from;
        x->shared->run[p->run].done = (int)p->done;
        all.of = x->s->n_runs, all.all_s = shown ? watch_left(&x->watch) : 0;
        all.left_s = watch_left_of(&x->shared->run[p->run], tf_awake_now() - p->started_s);
    }
    if (shown) shown(&all);
    if (!x->threads_now && together_leads()) watch_page(&x->watch);
}

/* Finished runs, which count with all their steps. */
static int count_rows(const struct session *x) {
    int n = 0;
    for (int i = 0; i < x->s->n_runs; i++) {
        if (!folder_has_row(x->folder.dir, x->s->run[i].id)) continue;
        watch_row(&x->shared->run[i]);
        n++;
    }
    return n;
}

/* What is left of a run begins behind its newest checkpoint. */
static void count_checkpoints(const struct session *x) {
    for (int i = 0; i < x->s->n_runs; i++) {
        struct watch_run *r = &x->shared->run[i];
        const int step = r->done < r->steps ? session_newest(x, &x->s->run[i]) : 0;
        if (step > 0) r->done = step < r->steps ? step : r->steps - 1; // it has no row yet
    }
}

/* Has run i what it needs? What only seeds differ in is looked at once. cost: of a measured run, else zero. */
static int check_run(struct session *x, int i, bool measure, struct tf_estimate *cost, struct tf_err *e) {
    const struct tf_spec_run *r = &x->s->run[i];
    const int first = session_first(x, r);
    const bool seen = first < i && !x->shared->run[first].bad;
    *cost = (struct tf_estimate){0};
    if (tf_ranks_follow(together_leads() ? session_check_init(x, r, e) : 0, e) || session_open_data(x, r, e)) return spec_put_place(e, r);
    if (tf_ranks_follow(together_leads() ? check_rows(x, r, e) : 0, e)) return -1;
    const struct tf_run run = session_run(x, r, NULL);
    if ((!seen && session_check_models(x, r, e)) || (measure && session_measure(x, r, &run, cost, e))) return spec_put_place(e, r);
    return 0;
}

/* What the time of a step grows with, where a sweep makes runs of several lengths. */
static double length_of(const struct tf_spec_run *r) {
    const int longest = r->data.pad > 0 ? r->data.pad : spec_longest(r);
    return longest > 0 ? longest : 1;
}

/* Checks the runs that are to be done, as far as they share their data, so that what is wrong with one is said before any is trained; it is set aside. Measures
 * them while PATIENCE_S lasts; the others are taken to be like the mean of these, per step and token of the longest sequence. Returns how many are to be
 * done; -1: interrupted. */
static int estimate_all(struct session *x, struct tf_err *e) {
    static const double PATIENCE_S = 15;
    const struct tf_spec *s = x->s;
    const struct tf_spec_run *first = NULL;
    struct tf_progress p;
    double known_s = 0, tokens = 0, begin = tf_now(), all_s = 0;
    char text[32];
    int todo = 0;
    tf_progress_begin(&p, "estimate of the time", s->n_runs, "runs");
    for (int i = 0; i < s->n_runs && !tf_stopped(); i++) {
        const struct tf_spec_run *r = &s->run[i];
        if (x->shared->run[i].done >= x->shared->run[i].steps) continue;
        if (first && (!spec_same_section(first, r, "task") || !spec_same_section(first, r, "data"))) continue;
        struct tf_estimate cost;
        const bool measure = !tf_ranks_follow(tf_now() - begin > PATIENCE_S, e);
        x->shared->run[i].theirs = tf_ranks_follow(together_leads() && folder_is_claimed(&x->folder, r->id), e);
        if (x->shared->run[i].theirs) continue;
        const int rc = check_run(x, i, measure, &cost, e);
        if (rc && e->code == TF_INTERRUPTED) break;
        if (rc) put_aside(x, i, e);
        else first = r, known_s += cost.time_s, tokens += cost.steps * length_of(r);
        tf_progress_set(&p, i + 1, NULL);
    }
    tf_progress_end(&p);
    if (e->code) return -1;
    for (int i = 0; i < s->n_runs && tokens > 0; i++) {
        struct watch_run *r = &x->shared->run[i];
        if (!(r->estimate_s > 0)) r->estimate_s = known_s / tokens * r->steps * length_of(&s->run[i]);
        if (s->run[i].train.max_time > 0 && !r->fixed) r->estimate_s = fmin(r->estimate_s, s->run[i].train.max_time);
        if (r->done >= r->steps || r->bad || r->theirs) continue;
        all_s += watch_rest(r);
        todo++;
    }
    if (all_s > 0)
        tf_log(TF_LOG_INFO, "%d run%s to do, about %s of training on %d thread%s; watch %s/index.html", todo, todo == 1 ? "" : "s",
               tf_format_duration(text, all_s), x->env->threads, x->env->threads == 1 ? "" : "s", x->folder.dir);
    return todo;
}

/* ---- several runs at once ---------------------------------------------------------------------------------------- */

struct job_progress {
    struct session *x;
    struct tf_progress p;
};

/* Shares the threads out among the processes that have runs to do. */
static void deal_threads(const struct session *x) {
    struct shared *s = x->shared;
    int busy = 0, rank = 0;
    for (int j = 0; j < x->env->jobs; j++) busy += !s->idle[j];
    for (int j = 0; j < x->env->jobs; j++) {
        if (s->idle[j]) continue;
        const int threads = x->env->threads / busy + (rank++ < x->env->threads % busy);
        s->threads[j] = threads > 1 ? threads : 1;
    }
}

static int run_job(void *arg, int job, struct tf_err *e) {
    struct session *x = ((struct job_progress *)arg)->x;
    x->threads_now = &x->shared->threads[job];
    tf_parallel_follow(x->threads_now);
    shown = NULL;
    tf_progress_hook = count_steps;
    for (int i = 0; i < x->s->n_runs; i++) // what fits a time is what these threads can do of it, not all
        if (x->s->run[i].train.max_time > 0) x->estimates[i] = (struct tf_estimate){0};
    int rc = run_all(x, e);
    x->shared->idle[job] = true;
    deal_threads(x);
    return rc;
}

static void show_steps(void *arg) {
    struct job_progress *c = arg;
    const struct shared *s = c->x->shared;
    int rows = count_rows(c->x), n = c->x->s->n_runs;
    double from = 0, done = 0, total = 0;
    for (int i = 0; i < n; i++) from += s->run[i].from, done += s->run[i].done, total += s->run[i].steps;
    c->p.from = from, c->p.total = total, c->p.all_s = watch_left(&c->x->watch);
    tf_progress_set(&c->p, done, "%d of %d runs", rows, n);
}

/* The data of the first unfinished run is opened before, so that the processes share its memory; they report what is wrong with it. */
static int run_jobs(struct session *x, struct tf_err *e) {
    struct job_progress c = {.x = x};
    double total = 0;
    for (int i = 0; i < x->s->n_runs; i++) {
        struct tf_err later = {0};
        if (!finished(x, &x->s->run[i], &x->worst, &later) && !session_open_data(x, &x->s->run[i], &later)) break;
    }
    x->skipped = count_rows(x);
    for (int i = 0; i < x->s->n_runs; i++) total += x->shared->run[i].steps;
    tf_progress_begin(&c.p, x->s->name, total, "steps");
    deal_threads(x);
    int rc = tf_jobs(x->env->jobs, run_job, &c, show_steps, e);
    show_steps(&c);
    tf_progress_end(&c.p);
    for (int i = 0; i < x->s->n_runs; i++) { // what the processes could not tell: whether a run diverged
        int there = finished(x, &x->s->run[i], &x->worst, &(struct tf_err){0});
        x->elsewhere += there == 0 && !x->shared->run[i].bad;
    }
    x->done = count_rows(x) - x->skipped;
    return rc;
}

/* Of the runs that were finished before. */
static void tell_diverged(const struct session *x, const struct tf_spec_run *r) {
    char path[1300];
    struct tf_row row;
    if (!folder_row(&x->folder, r->id, path, &(struct tf_err){0}) && !tf_row_read(path, &row, &(struct tf_err){0}) && !tf_row_ok(&row))
        tf_log(TF_LOG_WARN, "%s diverged when it was trained; to train it again, remove %s and %s/runs/%s", r->id, path, x->folder.dir,
               r->id);
}

static void tell(const struct session *x) {
    for (int i = 0; x->skipped == x->s->n_runs && i < x->s->n_runs; i++) tell_diverged(x, &x->s->run[i]);
    if (x->skipped) tf_log(TF_LOG_INFO, "%d of %d runs were finished before and are not repeated", x->skipped, x->s->n_runs);
    if (x->elsewhere)
        tf_log(TF_LOG_INFO, "%d of %d runs are being computed by other processes; run `treeformer report %s` when they finish",
               x->elsewhere, x->s->n_runs, x->folder.dir);
}

static int report(struct session *x, struct tf_err *e) {
    const struct tf_spec *s = x->s;
    const char *dir = x->folder.dir;
    if (folder_check(&x->folder, e) || folder_lock(&x->folder, e)) return -1;
    if (manifest_join(dir, s->name, e)) return -1;
    struct tf_report r = {.dir = dir,
                          .title = s->heading.title,
                          .protocol = s->heading.protocol,
                          .paper_table = s->heading.paper_table,
                          .plot = x->env->plot};
    return tf_report_write(&r, NULL, e);
}

/* Of every run, as the spec has them or, where the time decides, as they are known by now. */
static void put_steps(struct session *x) {
    struct tf_spec *all = NULL; // of the folder: with the seeds of other commands
    for (int i = 0; i < x->s->n_runs; i++) {
        struct watch_run *r = &x->shared->run[i];
        const bool timed = x->s->run[i].train.max_time > 0 && together_leads();
        if (timed && !all) all = folder_load_spec(x->folder.dir, NULL);
        const int known = timed ? budget_known(&x->folder, all, &x->s->run[i], x->env->resume) : 0;
        r->steps = known ? known : spec_steps(&x->s->run[i]);
        r->fixed = known > 0;
    }
    tf_spec_free(all);
}

static int begin_watch(struct session *x, struct tf_err *e) {
    put_steps(x);
    if (together_leads()) count_rows(x), count_checkpoints(x);
    tf_ranks_tell(x->shared->run, sizeof *x->shared->run * (size_t)x->s->n_runs);
    for (int i = 0; i < x->s->n_runs; i++) x->shared->run[i].from = (int)x->shared->run[i].done;
    session_of = x, shown = tf_progress_hook;
    x->watch = (struct watch){.s = x->s, .whole = x->whole, .run = x->shared->run, .folder = &x->folder, .plot = x->env->plot};
    x->checking = true;
    const int todo = estimate_all(x, e);
    x->checking = false;
    x->watch.started_s = tf_awake_now();
    tf_progress_hook = count_steps;
    if (todo > 0 && together_leads()) watch_page(&x->watch);
    return todo < 0 ? -1 : 0;
}

static int begin(struct session *x, struct tf_err *e) {
    if (together_begin(x->s, x->env, e)) return -1;
    if (tf_ranks_follow(together_leads() ? folder_open(&x->folder, x->whole, x->env->out, e) : 0, e)) return -1;
    tf_ranks_tell(x->folder.dir, sizeof x->folder.dir);
    return 0;
}

/* Is it the first error of runs that were set aside, while the others were done? */
static bool is_set_aside(const struct session *x, const struct tf_err *why) {
    return atomic_load(&x->shared->failed) == FAILED && !strcmp(why->msg, x->shared->first.msg);
}

/* After a failure, too: what is finished has its tables. */
static int end(struct session *x, int rc, struct tf_err *why) {
    struct tf_err gone = {0};
    bool stopped = rc && why->code == TF_INTERRUPTED;
    if (rc && !stopped && folder_check(&x->folder, &gone)) *why = gone; // the cause of whatever it was
    if (!rc || is_set_aside(x, why)) tell(x);
    if (x->skipped + x->done) {
        int written = report(x, rc ? &(struct tf_err){0} : why);
        if (!rc) rc = written;
    }
    if (rc || stopped) watch_stopped(&x->watch, stopped ? "Interrupted: the same command continues." : why->msg);
    if (stopped) x->worst = TF_INTERRUPTED, rc = 0;
    return rc;
}

/* The error of one run among several was a warning when it came, maybe hours ago: in the end its name says enough. */
static int fail_with(const struct session *x, const struct tf_err *why, struct tf_err *e) {
    const struct tf_spec *s = x->s;
    int bad = 0, last = 0;
    for (int i = 0; i < s->n_runs; i++)
        if (x->shared->run[i].bad) bad++, last = i;
    if (s->n_runs == 1 || bad != 1 || !is_set_aside(x, why)) return tf_fail(e, why->code, "%s", why->msg);
    return tf_fail(e, why->code, "1 of %d runs failed: %s (its warning is above)", s->n_runs, s->run[last].id);
}

int tf_exp_run(const struct tf_spec *s, const struct tf_exp_env *env, int *worst, struct tf_err *e) {
    struct tf_spec part;
    spec_only(s, &env->only, &part);
    struct session x = {.s = &part,
                        .whole = s,
                        .env = env,
                        .folder = FOLDER_NONE,
                        .memory = tf_mem_available(),
                        .estimates = tf_calloc(sizeof *x.estimates * (size_t)s->n_runs)};
    struct tf_err why = {0};
    size_t size = sizeof *x.shared + sizeof *x.shared->run * (size_t)s->n_runs;
    if (!(x.shared = tf_jobs_share(size, e))) {
        session_close(&x), tf_free(part.run);
        return -1;
    }
    int rc = begin(&x, &why);
    if (!rc) {
        rc = begin_watch(&x, &why);
        if (!rc) rc = env->jobs > 1 ? run_jobs(&x, &why) : run_all(&x, &why);
        tf_progress_hook = shown;
        if (!rc && x.shared->failed == FAILED) rc = tf_fail(&why, x.shared->first.code, "%s", x.shared->first.msg);
        rc = tf_ranks_follow(together_leads() ? end(&x, rc, &why) : 0, &why);
    }
    tf_ranks_tell(&x.worst, sizeof x.worst);
    *worst = !rc ? x.worst : is_set_aside(&x, &why) ? TF_FAILED : TF_OK;
    if (rc) fail_with(&x, &why, e);
    tf_jobs_unshare(x.shared, size);
    session_close(&x), tf_free(part.run);
    return rc ? -1 : 0;
}
