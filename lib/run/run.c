/* Running a spec: data, estimate, training, row; and the dry run, which stops after the estimate. */
#include "run/run.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "model/published.h"
#include "report/report.h"
#include "results/column.h"
#include "results/folder.h"
#include "results/manifest.h"
#include "run/budget.h"
#include "run/predict.h"
#include "run/run_row.h"
#include "run/together.h"
#include "run/watch.h"
#include "spec/spec.h"
#include "spec/spec_resolve.h"
#include "train/train.h"

struct shared { // by the processes of --jobs
    atomic_bool failed;
    struct tf_err first;             // error of a run that could not be done
    atomic_bool idle[TF_JOBS_MAX];   // it has no more runs to do,
    atomic_int threads[TF_JOBS_MAX]; // and its threads went to the others
    struct watch_run run[];          // of the spec
};

struct session {
    const struct tf_spec *s;
    const struct tf_exp_env *env;
    struct folder folder;
    struct tf_data *data;              /* of the last run; */
    const struct tf_spec_run *data_of; /* shared by the runs with the same task options */
    const struct tf_spec_run *init_of; /* the last run that begins with weights; */
    char init_hash[17];                /* and theirs */
    const struct tf_task *test_of;     /* the last task whose test set without labels was looked for, */
    size_t test_rows;                  /* and how many examples it has */
    struct tf_estimate *estimates;     /* (s->n_runs) of the runs that are the first of their settings; steps 0: not yet */
    bool sample;                       /* a dry run, to which a sample of the data is enough */
    struct shared *shared;
    struct watch watch;
    const atomic_int *threads_now; /* of this process; NULL: env->threads */
    int skipped, done, elsewhere;  /* runs finished before, by us, claimed by other processes */
    int worst;
};

static int open_data(struct session *x, const struct tf_spec_run *r, struct tf_err *e) {
    return together_open_data(&x->data, &x->data_of, r, x->env, x->sample, e);
}

/* Of the file that the run begins with. "": there is none. */
static int init_hash(struct session *x, const struct tf_spec_run *r, const char **hash, struct tf_err *e) {
    struct tf_buf path = {0};
    char hex[65];
    *hash = "";
    if (!*r->init.from) return 0;
    int rc = tf_weights_find(r->init.from, &path, e);
    const bool there = !rc && tf_file_exists(path.s);
    if (there && (!x->init_of || strcmp(x->init_of->init.from, r->init.from))) {
        x->init_of = NULL;
        rc = tf_sha256_file(path.s, hex, e);
        if (!rc) snprintf(x->init_hash, sizeof x->init_hash, "%.16s", hex), x->init_of = r;
    }
    tf_buf_free(&path);
    if (there && !rc) *hash = x->init_hash;
    return rc;
}

static int threads_now(const struct session *x) { return x->threads_now ? atomic_load(x->threads_now) : x->env->threads; }

static struct tf_run run_of(const struct session *x, const struct tf_spec_run *r, const char *dir) {
    return (struct tf_run){.recipe = r->recipe,
                           .data = x->data,
                           .threads = threads_now(x),
                           .dir = dir,
                           .resume = x->env->resume,
                           .tensorboard = x->env->tensorboard,
                           .spec_hash = r->hash,
                           .label = r->id,
                           .number = (int)(r - x->s->run)};
}

/* Refuses a run that would drive the machine out of memory, beside the others that run at once; bytes: of a rank. */
static int guard_memory(const struct session *x, const struct tf_spec_run *r, double bytes, struct tf_err *e) {
    size_t free_bytes = tf_mem_available();
    int jobs = x->env->jobs < x->s->n_runs ? x->env->jobs : x->s->n_runs;
    char need[32], have[32], beside[64] = "";
    if (jobs < 1) jobs = 1;
    bytes *= tf_ranks()->on_host;
    if (free_bytes == 0 || bytes * jobs <= (double)free_bytes) return 0;
    if (jobs > 1) snprintf(beside, sizeof beside, " (--jobs %d: as much for each)", jobs);
    return tf_fail(
        e, TF_SYSTEM,
        "%s needs about %s of memory at its peak%s, and %s are available: lower %strain.shards, train.pack_tokens or train.batch", r->id,
        tf_format_bytes(need, bytes), beside, tf_format_bytes(have, (double)free_bytes), jobs > 1 ? "--jobs, " : "");
}

/* Weights, moments and the shards' gradients: known before any memory is taken, the estimate's own included. */
static int guard_parameters(const struct session *x, const struct tf_spec_run *r, struct tf_err *e) {
    struct tf_model m;
    if (tf_recipe_model(&m, &r->recipe, NULL, tf_data_input(x->data), e)) return -1;
    double bytes = (double)sizeof(tf_real) * (double)m.pars.size * (1 + (2.0 + r->train.shards) / tf_ranks()->n);
    tf_model_free(&m);
    return guard_memory(x, r, bytes, e);
}

static struct tf_estimate *known(const struct session *x, const struct tf_spec_run *r) {
    int first = 0;
    while (!spec_same_but_seed(&x->s->run[first], r)) first++;
    return &x->estimates[first];
}

/* Of n ranks on the network that the command line describes: as many of the steps as train.max_time allows. */
static struct tf_estimate fit(const struct session *x, const struct tf_spec_run *r, const struct tf_run *run, int n) {
    const struct tf_network w = {x->env->bandwidth_gbit * 1e9 / 8, x->env->latency_us * 1e-6};
    struct tf_estimate t = tf_train_estimate_ranks(run, known(x, r), n, &w);
    if (r->task->score) t.test_s *= 2; // the benchmark's own score goes through the test set once more
    tf_estimate_fit(&t, &run->train, spec_stages(r), spec_steps(r));
    return t;
}

/* Measured once for all seeds: long where the answer is the result or fixes the steps, else for the progress line. */
static int estimate(struct session *x, const struct tf_spec_run *r, const struct tf_run *run, struct tf_estimate *out, struct tf_err *e) {
    static const double LONG_S = 2, SHORT_S = 0.1;
    const double limit_s = x->sample || r->train.max_time > 0 ? LONG_S : SHORT_S;
    struct tf_estimate *one = known(x, r);
    if (!one->steps && (tf_ranks_agree(guard_parameters(x, r, e), e) || together_estimate(run, limit_s, one, e))) return -1;
    if (tf_stopped()) return tf_fail(e, TF_INTERRUPTED, "interrupted");
    *out = fit(x, r, run, tf_ranks()->n);
    if (x->shared) x->shared->run[r - x->s->run].estimate_s = out->time_s;
    return 0;
}

/* Fixes the steps of a run with train.max_time: rank 0's number counts. */
static int limit(struct session *x, const struct tf_spec_run *r, struct tf_run *run, int steps, struct tf_err *e) {
    char budget[32];
    if (r->train.max_time <= 0) return 0;
    if (together_leads() && budget_fix(&x->folder, x->s, r, x->env->resume, &steps, e)) steps = -1;
    if ((steps = tf_ranks_follow(steps, e)) < 0) return -1;
    tf_recipe_limit(&run->recipe, steps);
    x->shared->run[run->number].steps = steps;
    tf_format_duration(budget, r->train.max_time);
    tf_log(TF_LOG_INFO, "%s: %d of %d steps, for a max_time of %s", r->id, steps, spec_steps(r), budget);
    if (tf_warmup(&run->train, steps) >= steps)
        tf_log(TF_LOG_WARN, "%s: the warm-up of %.0f steps is as long as the run of %d or longer: set train.warmup_ratio", r->id,
               tf_warmup(&run->train, steps), steps);
    return 0;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

/* 1: this run's row is there, 0: it is not. */
static int finished(struct session *x, const struct tf_spec_run *r, int *worst, struct tf_err *e) {
    char path[1300];
    const char *init;
    struct tf_row row;
    if (folder_path(&x->folder, path, sizeof path, "rows", r->id, ".csv", e)) return -1;
    if (!tf_file_exists(path)) return 0;
    if (tf_row_read(path, &row, e)) return -1;
    if (strcmp(row.spec_hash, r->hash))
        return tf_fail(e, TF_BAD, "%s is a result of other settings (%s, not %s): choose another --out", path, row.spec_hash, r->hash);
    if (*row.init_hash && (init_hash(x, r, &init, e) || tf_init_check(path, row.init_hash, r->init.from, init, e))) return -1;
    if (strcmp(row.status, "ok") && *worst == TF_OK) *worst = TF_FAILED;
    return 1;
}

/* ---- one run, all runs ------------------------------------------------------------------------------------------- */

/* A benchmark's own score takes the place of the test score. What its server wants to see lies beside the checkpoints. */
static int official(const struct session *x, const struct tf_spec_run *r, const char *dir, struct tf_row *row, struct tf_err *e) {
    const struct tf_task *task = r->task;
    struct exp_score s;
    char path[1300];
    if (strcmp(row->status, "ok") || !(task->score || task->submit)) return 0;
    if (snprintf(path, sizeof path, "%s/best.safetensors", dir) >= (int)sizeof path)
        return tf_fail(e, TF_BAD, "%s: the path is too long", dir);
    struct tf_task_out files = {.dir = dir};
    int rc = 0;
    if (task->submit && x->test_rows) rc = exp_task_submit(r, x->data, path, x->env, &files, e);
    if (!rc && task->score) rc = exp_task_score(r, path, x->env, &files, &s, e);
    for (char *at = files.paths.s, *end; at && (end = strchr(at, '\n')); at = end + 1)
        tf_log(TF_LOG_INFO, "%s: predictions: %.*s", r->id, (int)(end - at), at);
    tf_buf_free(&files.paths);
    if (rc || !task->score) return rc;
    row->test_score_pct = s.score_pct.mean, row->test_lo_pct = s.score_pct.lo, row->test_hi_pct = s.score_pct.hi;
    row->test_n = (long)s.n;
    snprintf(row->metric, sizeof row->metric, "%s", tf_metric_name(s.metric));
    return 0;
}

static int finish(struct session *x, const struct tf_spec_run *r, const struct tf_run *run, const struct tf_result *t, struct tf_err *e) {
    const char *dir = run->dir;
    struct tf_row row;
    char path[1300];
    run_row(&row, r, run, t, x->s->protocol, run->threads == threads_now(x) ? run->threads * tf_ranks()->n : 0);
    snprintf(row.init_hash, sizeof row.init_hash, "%s", run->init_hash);
    if (official(x, r, dir, &row, e)) return -1;
    const struct manifest m = {.spec = x->s->name,
                               .spec_hash = r->hash,
                               .data_source = x->data->source,
                               .seed = r->seed,
                               .data_hash = x->data->hash,
                               .precision = r->model.precision,
                               .threads = run->threads};
    if (manifest_write(dir, &m, e)) return -1;
    if (folder_path(&x->folder, path, sizeof path, "rows", r->id, ".csv", e) || tf_row_write(path, &row, e)) return -1;
    if (t->status == TF_RUN_DIVERGED) tf_log(TF_LOG_WARN, "%s: diverged at step %d", r->id, t->diverged_step);
    else
        tf_log(TF_LOG_INFO, "%s: test %s %.2f %% (95 %%: %.2f to %.2f), best of step %d", r->id, row.metric, row.test_score_pct,
               row.test_lo_pct, row.test_hi_pct, t->best_step);
    return 0;
}

/* What the run begins with, and whether the machines have room for it. */
static int prepare(struct session *x, const struct tf_spec_run *r, struct tf_run *run, struct tf_err *e) {
    run->init_hash = "";
    if (tf_ranks_follow(together_leads() ? init_hash(x, r, &run->init_hash, e) : 0, e)) return -1;
    struct tf_estimate cost;
    if (estimate(x, r, run, &cost, e) || tf_ranks_agree(guard_memory(x, r, cost.peak_bytes, e), e)) return -1;
    if (limit(x, r, run, cost.steps, e)) return -1;
    return tf_stopped() ? tf_fail(e, TF_INTERRUPTED, "interrupted") : 0;
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
    if (folder_path(&x->folder, claim, sizeof claim, "runs", r->id, FOLDER_CLAIM, e) || open_data(x, r, e)) return -1;
    struct tf_run run = run_of(x, r, dir);
    run.claim = claim;
    if (prepare(x, r, &run, e) || tf_train(&run, &t, e)) return -1;
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
    return there ? there : OURS;
}

/* Takes and does run i. THERE: its row is there now. */
static int attempt(struct session *x, int i, struct tf_err *e) {
    const struct tf_spec_run *r = &x->s->run[i];
    int claim = -1, got = tf_ranks_follow(together_leads() ? take(x, r, &claim, e) : 0, e);
    if (got == OURS) {
        tf_log(TF_LOG_INFO, "run %d of %d: %s", i + 1, x->s->n_runs, r->id);
        got = run_one(x, r, &x->worst, e) ? -1 : THERE;
        x->done += got == THERE;
        if (got == THERE) x->shared->run[i].done = (int)x->shared->run[i].steps; // also of a run that diverged before
    }
    if (claim >= 0) close(claim);
    return got;
}

static bool folder_is_gone(const struct session *x) {
    struct tf_err why = {0};
    return tf_ranks_follow(together_leads() && folder_check(&x->folder, &why), &why) != 0;
}

/* An error in one run does not stop the others; tf_exp_run returns the first such error in the end. */
static bool set_aside(struct session *x, int i, struct tf_err *e) {
    if ((e->code != TF_BAD && e->code != TF_FAILED) || folder_is_gone(x)) return false;
    bool first = !atomic_exchange(&x->shared->failed, true);
    if (first) x->shared->first = *e;
    if (x->s->n_runs > 1 && (first || strcmp(x->shared->first.msg, e->msg))) tf_log(TF_LOG_WARN, "%s: %s", x->s->run[i].id, e->msg);
    x->shared->run[i].bad = true;
    *e = (struct tf_err){0};
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
    }
    if (shown) shown(&all);
    if (!x->threads_now && together_leads()) watch_page(&x->watch);
}

/* Finished runs, which count with all their steps. */
static int count_rows(const struct session *x) {
    char path[1300];
    int n = 0;
    for (int i = 0; i < x->s->n_runs; i++) {
        const struct tf_spec_run *r = &x->s->run[i];
        if (folder_path(&x->folder, path, sizeof path, "rows", r->id, ".csv", &(struct tf_err){0}) || !tf_file_exists(path)) continue;
        x->shared->run[i].done = (int)x->shared->run[i].steps;
        n++;
    }
    return n;
}

/* Measures the runs that are to be done, as far as they share their data and PATIENCE_S lasts; the others are taken to be like the mean of these. What is
 * wrong with a run is said when its turn comes. Returns how many are to be done. */
static int estimate_all(struct session *x) {
    static const double PATIENCE_S = 15;
    const struct tf_spec *s = x->s;
    const struct tf_spec_run *first = NULL;
    struct tf_progress p;
    double known_s = 0, steps = 0, begin = tf_now(), all_s = 0;
    char text[32];
    int todo = 0;
    tf_progress_begin(&p, "estimate of the time", s->n_runs, "runs");
    for (int i = 0; i < s->n_runs && !tf_stopped(); i++) {
        const struct tf_spec_run *r = &s->run[i];
        if (x->shared->run[i].done >= x->shared->run[i].steps) continue;
        todo++;
        if (first && (!spec_same_section(first, r, "task") || !spec_same_section(first, r, "data"))) continue;
        struct tf_err later = {0};
        if (tf_ranks_follow(tf_now() - begin > PATIENCE_S, &later) || open_data(x, r, &later)) break;
        first = r;
        const struct tf_run run = run_of(x, r, NULL);
        struct tf_estimate cost;
        if (estimate(x, r, &run, &cost, &later)) continue;
        known_s += cost.time_s, steps += cost.steps;
        tf_progress_set(&p, i + 1, NULL);
    }
    tf_progress_end(&p);
    for (int i = 0; i < s->n_runs && steps > 0; i++) {
        struct watch_run *r = &x->shared->run[i];
        if (!(r->estimate_s > 0)) r->estimate_s = known_s / steps * r->steps;
        all_s += r->done < r->steps ? r->estimate_s : 0;
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
        if (!finished(x, &x->s->run[i], &x->worst, &later) && !open_data(x, &x->s->run[i], &later)) break;
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
        x->elsewhere += there == 0;
    }
    x->done = count_rows(x) - x->skipped;
    return rc;
}

static void tell(const struct session *x) {
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
                          .title = s->title,
                          .protocol = s->protocol,
                          .paper_table = s->paper_table,
                          .paper_dir = x->env->paper_dir,
                          .plot = x->env->plot};
    return tf_report_write(&r, NULL, e);
}

static void begin_watch(struct session *x) {
    for (int i = 0; i < x->s->n_runs; i++) x->shared->run[i].steps = spec_steps(&x->s->run[i]);
    if (together_leads()) count_rows(x);
    tf_ranks_tell(x->shared->run, sizeof *x->shared->run * (size_t)x->s->n_runs);
    for (int i = 0; i < x->s->n_runs; i++) x->shared->run[i].from = (int)x->shared->run[i].done;
    session_of = x, shown = tf_progress_hook;
    const int todo = estimate_all(x);
    x->watch = (struct watch){.s = x->s, .run = x->shared->run, .dir = x->folder.dir, .started_s = tf_now()};
    tf_progress_hook = count_steps;
    if (todo && together_leads()) watch_page(&x->watch);
}

static void close_session(struct session *x) {
    tf_free(x->estimates);
    folder_unlock(&x->folder);
    tf_data_close(x->data);
}

static int begin(struct session *x, struct tf_err *e) {
    if (together_begin(x->s, x->env, e)) return -1;
    if (tf_ranks_follow(together_leads() ? folder_open(&x->folder, x->s, x->env->out, e) : 0, e)) return -1;
    tf_ranks_tell(x->folder.dir, sizeof x->folder.dir);
    return 0;
}

/* After a failure, too: what is finished has its tables. */
static int end(struct session *x, int rc, struct tf_err *why) {
    struct tf_err gone = {0};
    bool stopped = rc && why->code == TF_INTERRUPTED;
    if (rc && !stopped && folder_check(&x->folder, &gone)) *why = gone; // the cause of whatever it was
    if (!rc) tell(x);
    if (x->skipped + x->done) {
        int written = report(x, rc ? &(struct tf_err){0} : why);
        if (!rc) rc = written;
    }
    if (rc || stopped) watch_stopped(&x->watch, stopped ? "Interrupted: the same command continues." : why->msg);
    if (stopped) x->worst = TF_INTERRUPTED, rc = 0;
    return rc;
}

int tf_exp_run(const struct tf_spec *s, const struct tf_exp_env *env, int *worst, struct tf_err *e) {
    struct session x = {.s = s, .env = env, .folder.lock = -1, .estimates = tf_calloc(sizeof *x.estimates * (size_t)s->n_runs)};
    struct tf_err why = {0};
    size_t size = sizeof *x.shared + sizeof *x.shared->run * (size_t)s->n_runs;
    if (!(x.shared = tf_jobs_share(size, e))) {
        close_session(&x);
        return -1;
    }
    int rc = begin(&x, &why);
    if (!rc) {
        begin_watch(&x);
        rc = env->jobs > 1 ? run_jobs(&x, &why) : run_all(&x, &why);
        tf_progress_hook = shown;
        if (!rc && x.shared->failed) rc = tf_fail(&why, x.shared->first.code, "%s", x.shared->first.msg);
        rc = tf_ranks_follow(together_leads() ? end(&x, rc, &why) : 0, &why);
    }
    tf_ranks_tell(&x.worst, sizeof x.worst);
    *worst = x.worst;
    tf_jobs_unshare(x.shared, size);
    close_session(&x);
    return rc ? tf_fail(e, why.code, "%s", why.msg) : 0;
}

/* ---- dry run ----------------------------------------------------------------------------------------------------- */

/* The weights that the run begins with can be read: all their checksums, so once per file. Another spec may still have to write them. */
static int check_init(struct session *x, const struct tf_spec_run *r, struct tf_err *e) {
    struct tf_st weights;
    struct tf_buf path = {0};
    if (!*r->init.from || (x->init_of && !strcmp(x->init_of->init.from, r->init.from))) return 0;
    int rc = tf_weights_find(r->init.from, &path, e);
    if (!rc && !tf_file_exists(path.s))
        tf_log(TF_LOG_WARN, "init.from: %s is not there yet: the runs will need it, the estimate does not", path.s);
    else if (!rc && !(rc = tf_st_open(&weights, path.s, e))) tf_st_close(&weights);
    if (!rc) x->init_of = r;
    tf_buf_free(&path);
    return rc;
}

struct dry_line {
    const char *run, *hash;
    int steps, ranks;
    double parameters, flops_step, flops_train, peak_bytes, time_s, eval_time_s, step_s, comm_s;
};
enum { BY_RANKS = 1 };
#define DRY(name, field, form) REPORT_CSV_AS(REAL, dry_line, name, field, form)
// clang-format off
static const struct report_column dry_columns[] = {
    REPORT_CSV(TEXT, dry_line, run, run), DRY(parameters, parameters, "%.0f"), REPORT_CSV(COUNT, dry_line, steps, steps),
    DRY(flops_step, flops_step, "%.4g"), DRY(flops_train, flops_train, "%.4g"), DRY(peak_bytes, peak_bytes, "%.0f"), DRY(time_s, time_s, "%.1f"),
    DRY(eval_time_s, eval_time_s, "%.1f"), REPORT_CSV(TEXT, dry_line, spec_hash, hash),
    {"ranks", NULL, REPORT_AT(COUNT, dry_line, ranks), .when = BY_RANKS},
    {"step_time_s", NULL, REPORT_AT(REAL, dry_line, step_s), .csv = "%.4g", .when = BY_RANKS},
    {"comm_time_s", NULL, REPORT_AT(REAL, dry_line, comm_s), .csv = "%.4g", .when = BY_RANKS}, {0}
};
// clang-format on

static void add_estimate(struct tf_buf *out, const struct tf_spec_run *r, const struct tf_estimate *t, int ranks) {
    const struct dry_line x = {r->id,         r->hash,        t->steps,      ranks,     (double)t->parameters,
                               t->flops_step, t->flops_train, t->peak_bytes, t->time_s, t->eval_s,
                               t->step_s,     t->comm_s};
    report_csv_line(dry_columns, ranks ? BY_RANKS : 0, &x, out);
}

/* A line for every number of ranks that the shards fit. */
static void add_ranks(const struct session *x, const struct tf_spec_run *r, const struct tf_run *run, struct tf_buf *out) {
    for (int n = 1; n <= x->env->ranks; n++) {
        if (!tf_ranks_could(n, r->train.shards)) continue;
        const struct tf_estimate t = fit(x, r, run, n);
        add_estimate(out, r, &t, n);
    }
}

static int dry_run(struct session *x, struct tf_buf *out, double *total_s, struct tf_err *e) {
    report_csv_head(dry_columns, x->env->ranks ? BY_RANKS : 0, out);
    for (int i = 0; i < x->s->n_runs; i++) {
        const struct tf_spec_run *r = &x->s->run[i];
        struct tf_estimate t;
        if (open_data(x, r, e) || check_init(x, r, e)) return -1;
        struct tf_run run = run_of(x, r, NULL);
        if (estimate(x, r, &run, &t, e)) return -1;
        if (x->env->ranks) add_ranks(x, r, &run, out);
        else add_estimate(out, r, &t, 0);
        *total_s += t.time_s;
    }
    return 0;
}

int tf_exp_dry_run(const struct tf_spec *s, const struct tf_exp_env *env, struct tf_buf *out, struct tf_err *e) {
    struct session x = {
        .s = s, .env = env, .folder.lock = -1, .sample = true, .estimates = tf_calloc(sizeof *x.estimates * (size_t)s->n_runs)};
    double total_s = 0;
    int rc = dry_run(&x, out, &total_s, e);
    char text[32];
    if (!rc)
        tf_log(TF_LOG_INFO, "%d run%s, about %s of training and evaluation on %d thread%s", s->n_runs, s->n_runs == 1 ? "" : "s",
               tf_format_duration(text, total_s), env->threads, env->threads == 1 ? "" : "s");
    close_session(&x);
    return rc;
}
