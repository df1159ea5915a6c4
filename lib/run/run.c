/* Running a spec: data, estimate, training, row; and the dry run, which stops after the estimate. */
#include "run/run.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "report/report.h"
#include "results/folder.h"
#include "results/manifest.h"
#include "results/row.h"
#include "run/predict.h"
#include "spec/spec.h"
#include "spec/spec_resolve.h"
#include "train/train.h"

struct shared { // by the processes of --jobs
    atomic_bool failed;
    struct tf_err first;             // error of a run that could not be done
    atomic_bool idle[TF_JOBS_MAX];   // it has no more runs to do,
    atomic_int threads[TF_JOBS_MAX]; // and its threads went to the others
    struct {
        atomic_int from, done; // steps
        atomic_bool bad;
    } run[]; // of the spec
};

struct session {
    const struct tf_spec *s;
    const struct tf_exp_env *env;
    struct folder folder;
    struct tf_data *data;              /* of the last run; */
    const struct tf_spec_run *data_of; /* shared by the runs with the same task options */
    const struct tf_spec_run *init_of; /* the last run that begins with weights; */
    char init_hash[17];                /* and theirs */
    const struct tf_spec_run *estimate_of;
    struct tf_estimate estimate; /* shared by the runs that differ in their seed alone */
    struct shared *shared;
    const atomic_int *threads_now; /* of this process; NULL: env->threads */
    int skipped, done, elsewhere;  /* runs finished before, by us, claimed by other processes */
    int worst;
};

static int open_data(struct session *x, const struct tf_spec_run *r, struct tf_err *e) {
    const struct tf_task_env where = {.data_dir = x->env->data_dir, .threads = x->env->threads};
    return spec_open_data(&x->data, &x->data_of, r, &where, e) < 0 ? -1 : 0;
}

/* Of the file that the run begins with. "": there is none. */
static int init_hash(struct session *x, const struct tf_spec_run *r, const char **hash, struct tf_err *e) {
    char hex[65];
    *hash = "";
    if (!*r->init.from || !tf_file_exists(r->init.from)) return 0;
    if (!x->init_of || strcmp(x->init_of->init.from, r->init.from)) {
        x->init_of = NULL;
        if (tf_sha256_file(r->init.from, hex, e)) return -1;
        snprintf(x->init_hash, sizeof x->init_hash, "%.16s", hex);
        x->init_of = r;
    }
    *hash = x->init_hash;
    return 0;
}

static int threads_now(const struct session *x) { return x->threads_now ? atomic_load(x->threads_now) : x->env->threads; }

static struct tf_run run_of(const struct session *x, const struct tf_spec_run *r, const char *dir) {
    return (struct tf_run){.recipe = r->recipe,
                           .data = x->data,
                           .threads = threads_now(x),
                           .dir = dir,
                           .resume = x->env->resume,
                           .spec_hash = r->hash,
                           .label = r->id,
                           .number = (int)(r - x->s->run)};
}

/* Refuses a run that would drive the machine out of memory, beside the others that run at once. */
static int guard_memory(const struct session *x, const struct tf_spec_run *r, double bytes, struct tf_err *e) {
    size_t free_bytes = tf_mem_available();
    int jobs = x->env->jobs < x->s->n_runs ? x->env->jobs : x->s->n_runs;
    char need[32], have[32], beside[64] = "";
    if (jobs < 1) jobs = 1;
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
    double bytes = (double)sizeof(tf_real) * (double)m.pars.size * (3 + r->train.shards);
    tf_model_free(&m);
    return guard_memory(x, r, bytes, e);
}

static int estimate(struct session *x, const struct tf_spec_run *r, const struct tf_run *run, struct tf_err *e) {
    const struct tf_spec_run *last = x->estimate_of;
    if (last && spec_same_section(last, r, "task") && spec_same_section(last, r, "data") && spec_same_section(last, r, "model") &&
        spec_same_section(last, r, "attention") && spec_same_section(last, r, "train"))
        return 0;
    x->estimate_of = NULL;
    if (guard_parameters(x, r, e) || tf_train_estimate(run, &x->estimate, e)) return -1;
    x->estimate_of = r;
    return 0;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

/* The largest class among the first n test examples, in percent. */
static double majority(const struct tf_data *d, size_t n) {
    if (d->objective != TF_CLASSIFY) return NAN;
    size_t *count = tf_calloc(sizeof *count * (size_t)d->classes), most = 0;
    for (size_t i = 0; i < n; i++) {
        size_t c = ++count[d->label[TF_TEST][i]];
        if (c > most) most = c;
    }
    tf_free(count);
    return n ? 100.0 * (double)most / (double)n : NAN;
}

static void fill_row(const struct session *x, const struct tf_spec_run *r, const struct tf_run *run, const struct tf_result *t,
                     struct tf_row *row) {
    bool tested = t->status == TF_RUN_OK;
    int length = spec_int_option(r->task->opts, r->task_opts, "max_length", x->data->max_len);
    double f = r->attn->flags & TF_ATTN_ROUTED ? t->work.occupancy : -1;
    bool counted = tested || f < 0; // a routed mechanism's work was measured by the test
    struct tf_interval i = tf_score_interval(&t->test, x->data->metric);
    bool first =
        x->data->objective == TF_CLASSIFY && !r->model.all_queries && (r->model.pool == TF_POOL_CLS || r->model.pool == TF_POOL_FIRST);
    *row = (struct tf_row){.height = spec_int_option(r->attn->opts, r->attn_opts, "height", -1),
                           .layers = r->model.layers,
                           .first_layer = r->first_layer,
                           .end_layer = r->end_layer ? r->end_layer : r->model.layers,
                           .bootstrapped = r->bootstrap.enabled,
                           .subset = x->data->subset,
                           .kernels_changed = t->kernels_changed,
                           .seed = (long)r->seed,
                           .steps = t->steps,
                           .best_step = t->best_step,
                           .valid_n = (long)t->valid.n,
                           .test_n = tested ? (long)t->test.n : 0,
                           .flops_n = length,
                           .parameters = (long)t->parameters,
                           .threads = run->threads == threads_now(x) ? run->threads : 0,
                           .valid_score_pct = tf_score_value(&t->valid, x->data->metric),
                           .test_score_pct = tested ? tf_score_value(&t->test, x->data->metric) : NAN,
                           .test_lo_pct = tested ? i.lo : NAN,
                           .test_hi_pct = tested ? i.hi : NAN,
                           .test_loss_nats = tested ? t->test.loss_nats : NAN,
                           .flops_paper_pct = counted ? spec_work_pct(r, length, f, FLOPS_PAPER) : NAN,
                           .flops_layer_pct = counted ? spec_work_pct(r, length, f, FLOPS_LAYER) : NAN,
                           .flops_forward = tested ? t->work.flops_forward : NAN,
                           .occupancy = tested ? t->work.occupancy : NAN,
                           .mean_len = tested ? t->work.mean_len : NAN,
                           .majority_pct = majority(x->data, t->test.n),
                           .train_time_s = t->train_time_s,
                           .train_cpu_s = t->train_cpu_s,
                           .eval_time_s = t->eval_time_s,
                           .tokens_per_s = t->tokens_per_s,
                           .peak_bytes = t->peak_bytes};
    snprintf(row->run, sizeof row->run, "%s", r->id);
    snprintf(row->task, sizeof row->task, "%s", r->task->name);
    snprintf(row->protocol, sizeof row->protocol, "%s", x->s->protocol);
    snprintf(row->quirks, sizeof row->quirks, "%s%s%s", r->quirks, *r->quirks && row->subset ? "; " : "",
             row->subset ? "subset of the data" : "");
    snprintf(row->data_kind, sizeof row->data_kind, "%s", tf_data_kind_name(x->data->kind));
    snprintf(row->queries, sizeof row->queries, "%s", first ? "first" : "all");
    snprintf(row->metric, sizeof row->metric, "%s", tf_metric_name(x->data->metric));
    manifest_machine(row->machine);
    snprintf(row->attention, sizeof row->attention, "%s", r->attn->name);
    snprintf(row->title, sizeof row->title, "%s", r->attn->title);
    snprintf(row->setting, sizeof row->setting, "%s", r->setting);
    snprintf(row->variant, sizeof row->variant, "%s", r->variant);
    snprintf(row->status, sizeof row->status, "%s", tested ? "ok" : "diverged");
    snprintf(row->spec_hash, sizeof row->spec_hash, "%s", r->hash);
    snprintf(row->data_hash, sizeof row->data_hash, "%016llx", (unsigned long long)x->data->hash);
}

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
    if (task->submit && exp_task_submit(r, x->data, path, x->env, dir, e)) return -1;
    if (!task->score) return 0;
    if (exp_task_score(r, path, x->env, dir, &s, e)) return -1;
    row->test_score_pct = s.score_pct.mean, row->test_lo_pct = s.score_pct.lo, row->test_hi_pct = s.score_pct.hi;
    row->test_n = (long)s.n;
    snprintf(row->metric, sizeof row->metric, "%s", tf_metric_name(s.metric));
    return 0;
}

static int finish(struct session *x, const struct tf_spec_run *r, const struct tf_run *run, const struct tf_result *t, struct tf_err *e) {
    const char *dir = run->dir;
    struct tf_row row;
    char path[1300];
    fill_row(x, r, run, t, &row);
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

static int run_one(struct session *x, const struct tf_spec_run *r, int *worst, struct tf_err *e) {
    char dir[1300], claim[1300];
    struct tf_result t;
    if (folder_path(&x->folder, dir, sizeof dir, "runs", r->id, "", e)) return -1;
    if (folder_path(&x->folder, claim, sizeof claim, "runs", r->id, FOLDER_CLAIM, e) || open_data(x, r, e)) return -1;
    struct tf_run run = run_of(x, r, dir);
    run.claim = claim;
    if (init_hash(x, r, &run.init_hash, e) || estimate(x, r, &run, e) || guard_memory(x, r, x->estimate.peak_bytes, e)) return -1;
    if (tf_interrupted) return tf_fail(e, TF_INTERRUPTED, "interrupted");
    if (tf_train(&run, &t, e)) return -1;
    if (t.status == TF_RUN_INTERRUPTED) return tf_fail(e, TF_INTERRUPTED, "interrupted");
    if (t.status == TF_RUN_DIVERGED) *worst = TF_FAILED;
    return finish(x, r, &run, &t, e);
}

/* Takes and does run i. 1: its row is there now, 0: another process has it. */
static int attempt(struct session *x, int i, struct tf_err *e) {
    const struct tf_spec_run *r = &x->s->run[i];
    int claim, there = finished(x, r, &x->worst, e);
    if (there) return there;
    if (folder_claim(&x->folder, r->id, &claim, e)) return -1;
    if (claim < 0) return 0;
    there = finished(x, r, &x->worst, e); // by another process, a moment ago
    if (there == 0 && tf_interrupted) there = tf_fail(e, TF_INTERRUPTED, "interrupted");
    if (there == 0) {
        tf_log(TF_LOG_INFO, "run %d of %d: %s", i + 1, x->s->n_runs, r->id);
        there = run_one(x, r, &x->worst, e) ? -1 : 1;
        x->done += there == 1;
    }
    close(claim);
    return there;
}

/* An error in one run does not stop the others; tf_exp_run returns the first such error in the end. */
static bool set_aside(struct session *x, int i, struct tf_err *e) {
    if ((e->code != TF_BAD && e->code != TF_FAILED) || folder_check(&x->folder, &(struct tf_err){0})) return false;
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

/* ---- several runs at once ---------------------------------------------------------------------------------------- */

struct job_progress {
    struct session *x;
    struct tf_progress p;
};
static struct session *worker_of; // in a worker process: for its progress hook

static void count_steps(const struct tf_progress *p) {
    if (p->run < 0) return;
    worker_of->shared->run[p->run].from = (int)p->from;
    worker_of->shared->run[p->run].done = (int)p->done;
}

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
    worker_of = x;
    tf_progress_hook = count_steps;
    int rc = run_all(x, e);
    x->shared->idle[job] = true;
    deal_threads(x);
    return rc;
}

/* Finished runs, which count with all their steps. */
static int count_rows(struct session *x) {
    char path[1300];
    int n = 0;
    for (int i = 0; i < x->s->n_runs; i++) {
        const struct tf_spec_run *r = &x->s->run[i];
        if (folder_path(&x->folder, path, sizeof path, "rows", r->id, ".csv", &(struct tf_err){0}) || !tf_file_exists(path)) continue;
        x->shared->run[i].done = spec_steps(r);
        n++;
    }
    return n;
}

static void show_steps(void *arg) {
    struct job_progress *c = arg;
    const struct shared *s = c->x->shared;
    int rows = count_rows(c->x), n = c->x->s->n_runs;
    double from = 0, done = 0;
    for (int i = 0; i < n; i++) from += s->run[i].from, done += s->run[i].done;
    c->p.from = from;
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
    for (int i = 0; i < x->s->n_runs; i++) {
        total += spec_steps(&x->s->run[i]);
        x->shared->run[i].from = x->shared->run[i].done;
    }
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

static void close_session(struct session *x) {
    folder_unlock(&x->folder);
    tf_data_close(x->data);
}

int tf_exp_run(const struct tf_spec *s, const struct tf_exp_env *env, int *worst, struct tf_err *e) {
    struct session x = {.s = s, .env = env, .folder.lock = -1};
    struct tf_err why = {0};
    size_t size = sizeof *x.shared + sizeof *x.shared->run * (size_t)s->n_runs;
    if (!(x.shared = tf_jobs_share(size, e))) return -1;
    int rc = folder_open(&x.folder, s, env->out, &why);
    if (!rc) {
        rc = env->jobs > 1 ? run_jobs(&x, &why) : run_all(&x, &why);
        if (!rc && x.shared->failed) rc = tf_fail(&why, x.shared->first.code, "%s", x.shared->first.msg);
        bool stopped = rc && why.code == TF_INTERRUPTED;
        struct tf_err gone = {0};
        if (rc && !stopped && folder_check(&x.folder, &gone)) why = gone; // the cause of whatever it was
        if (!rc) tell(&x);
        if (x.skipped + x.done) { // after a failure, too: what is finished has its tables
            int written = report(&x, rc ? &(struct tf_err){0} : &why);
            if (!rc) rc = written;
        }
        if (stopped) x.worst = TF_INTERRUPTED, rc = 0;
    }
    *worst = x.worst;
    tf_jobs_unshare(x.shared, size);
    close_session(&x);
    return rc ? tf_fail(e, why.code, "%s", why.msg) : 0;
}

/* ---- dry run ----------------------------------------------------------------------------------------------------- */

/* The weights that the run begins with can be read: all their checksums, so once per file. */
static int check_init(struct session *x, const struct tf_spec_run *r, struct tf_err *e) {
    struct tf_st weights;
    if (!*r->init.from || (x->init_of && !strcmp(x->init_of->init.from, r->init.from))) return 0;
    if (tf_st_open(&weights, r->init.from, e)) return -1;
    tf_st_close(&weights);
    x->init_of = r;
    return 0;
}

static int dry_run(struct session *x, struct tf_buf *out, double *total_s, struct tf_err *e) {
    tf_buf_addf(out, "run,parameters,steps,flops_step,flops_train,peak_bytes,time_s,spec_hash\n");
    for (int i = 0; i < x->s->n_runs; i++) {
        const struct tf_spec_run *r = &x->s->run[i];
        if (tf_interrupted) return tf_fail(e, TF_INTERRUPTED, "interrupted");
        if (open_data(x, r, e) || check_init(x, r, e)) return -1;
        struct tf_run run = run_of(x, r, NULL);
        if (estimate(x, r, &run, e)) return -1;
        const struct tf_estimate *t = &x->estimate;
        tf_csv_field(out, r->id);
        tf_buf_addf(out, ",%zu,%d,%.4g,%.4g,%.0f,%.1f,%s\n", t->parameters, spec_steps(r), t->flops_step, t->flops_train, t->peak_bytes,
                    t->time_s, r->hash);
        *total_s += t->time_s;
    }
    return 0;
}

int tf_exp_dry_run(const struct tf_spec *s, const struct tf_exp_env *env, struct tf_buf *out, struct tf_err *e) {
    struct session x = {.s = s, .env = env, .folder.lock = -1};
    double total_s = 0;
    int rc = dry_run(&x, out, &total_s, e);
    char text[32];
    if (!rc)
        tf_log(TF_LOG_INFO, "%d run%s, about %s of training on %d thread%s", s->n_runs, s->n_runs == 1 ? "" : "s",
               tf_format_duration(text, total_s), env->threads, env->threads == 1 ? "" : "s");
    close_session(&x);
    return rc;
}
