/* What a run needs before it begins: data, weights, steps and room. */
#include "run/session.h"

#include <stdlib.h>
#include <string.h>

#include "model/checkpoint.h"
#include "model/published.h"
#include "run/budget.h"
#include "text/wordpiece.h"

/* Teaching takes more memory with longer sequences and with more leaves, so the estimate itself could run out of it. The number of queries that teach
 * makes no difference. */
static int guard_teacher(const struct tf_spec_run *r, int longest, struct tf_err *e) {
    const size_t free_bytes = tf_mem_available();
    char need[32], have[32];
    for (int i = 0; r->attn->taught_bytes && free_bytes && i < spec_parts(r); i++) {
        const struct spec_part part = spec_part(r, i);
        const int most = part.train->max_tokens, T = most && most < longest ? most : longest;
        const double bytes = r->attn->taught_bytes(part.attn_opts, T, r->model.heads);
        if (bytes <= (double)free_bytes) continue;
        return tf_fail_option(
            e, TF_SYSTEM, part.place ? "" : "attention.teach",
            "%s%steach: %s of memory for the trees of one sequence of %d tokens, and %s are available: lower the height, or train.max_tokens "
            "(the length), or give a layer one tree (scope: layer)",
            part.place ? part.place : "", part.place ? ": " : "", tf_format_bytes(need, bytes), T,
            tf_format_bytes(have, (double)free_bytes));
    }
    return 0;
}

int session_open_data(struct session *x, const struct tf_spec_run *r, struct tf_err *e) {
    const int longest = r->task->longest ? spec_longest(r) : 0; // known before there are data, which may take long to make
    x->refused = longest && tf_ranks_agree(guard_teacher(r, longest, e), e);
    if (x->refused) return spec_put_place(e, r);
    const int rc = together_open_data(&x->data, &x->data_of, r, x->env, x->sample, e);
    x->refused = rc < 0 && e->code == TF_SYSTEM; // more data than the memory holds, or a disk that fails: others may have theirs
    if (rc || !r->data.pad || !(x->data->objective == TF_MASKED_LM || spec_hides(r))) return rc;
    return spec_fail(e, TF_BAD, r, "data.pad", "data.pad: padding would be hidden and predicted like words: leave it out");
}

int session_find_init(const struct tf_spec_run *r, struct tf_buf *path, bool *there, struct tf_err *e) {
    struct tf_err why = {0};
    const int rc = tf_weights_find(r->init.from, path, &why);
    *there = !rc && tf_file_exists(path->s);
    return rc ? spec_fail(e, why.code, r, "init.from", "init.from: %s", why.msg) : 0;
}

/* Unchanged since? */
static bool same_file(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size && a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
           a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

int session_init_hash(struct session *x, const struct tf_spec_run *r, const char **hash, struct tf_err *e) {
    struct tf_buf path = {0};
    char hex[65];
    bool there;
    *hash = "";
    if (!*r->init.from) return 0;
    int rc = 0; // weights that cannot be found are for session_check_init: a run that goes on needs none
    session_find_init(r, &path, &there, &(struct tf_err){0});
    struct stat now;
    if (there && stat(path.s, &now)) rc = tf_fail_read(e, path.s);
    if (there && !rc && (!x->init_of || strcmp(x->init_of->init.from, r->init.from) || !same_file(&x->init_file, &now))) {
        x->init_of = NULL;
        rc = tf_sha256_file(path.s, hex, e);
        if (!rc) {
            struct tf_st st;
            const bool tensors = !tf_st_open(&st, path.s, &(struct tf_err){0}); // loading it says what is wrong
            char own[17] = "";
            if (tensors) tf_st_digest(&st, "optim.", own), tf_st_close(&st);
            snprintf(x->init_hash, sizeof x->init_hash, "%.16s%s%s", hex, tensors ? "." : "", own), x->init_of = r, x->init_file = now;
        }
    }
    tf_buf_free(&path);
    if (there && !rc) *hash = x->init_hash;
    return rc;
}

/* The parts of an earlier run's history, told of the weights that a run begins with. */
static void add_began(struct tf_buf *out, const char *history) {
    static const char began[] = "began with weights ";
    size_t n;
    for (const char *at = tf_quirk_next(history, &n); at; at = tf_quirk_next(at + n, &n)) {
        struct tf_buf part = {0};
        tf_buf_addf(&part, "%s%.*s", strncmp(at, began, sizeof began - 1) ? began : "", (int)n, at);
        tf_quirk_add(out, part.s);
        tf_buf_free(&part);
    }
}

/* What the run's weights have been trained with, the file's that it begins with included; a file of another task, or of another program, does not say. */
static int put_history(struct session *x, const struct tf_spec_run *r, struct tf_err *e) {
    struct tf_meta from[] = {{TF_META_TASK, ""}, {TF_META_HISTORY, ""}, {TF_META_DATA, ""}, {TF_META_TRAIN, ""}, {NULL, ""}};
    struct tf_buf path = {0}, history = {0};
    bool there = false;
    char data[17], train[17];
    snprintf(data, sizeof data, "%016llx", (unsigned long long)x->data->hash);
    snprintf(train, sizeof train, "%016llx", (unsigned long long)x->data->train_hash);
    if (*r->varied) tf_quirk_add(&history, r->varied);
    int rc = 0;
    if (*r->init.from) session_find_init(r, &path, &there, &(struct tf_err){0});
    if (there) rc = tf_checkpoint_meta(path.s, from, false, e);
    if (!rc && !strcmp(from[0].value, r->task->name)) {
        add_began(&history, from[1].value);
        if (strcmp(from[2].value, data) && strcmp(from[3].value, train)) // of the two, older files have the first alone
            tf_quirk_add(&history, "began with weights trained on other examples");
    }
    tf_buf_fit(x->history, sizeof x->history, &history);
    tf_buf_free(&path), tf_buf_free(&history);
    return rc;
}

int session_newest(const struct session *x, const struct tf_spec_run *r) {
    char dir[1300];
    struct tf_err ignored = {0};
    int *steps = NULL, n = 0;
    if (x->env->resume && !folder_path(&x->folder, dir, sizeof dir, "runs", r->id, "", &ignored))
        n = tf_checkpoint_steps(dir, &steps, &ignored);
    const int newest = n > 0 ? steps[0] : -1;
    tf_free(steps);
    return newest;
}

static bool resumes(const struct session *x, const struct tf_spec_run *r) { return session_newest(x, r) >= 0; }

int session_check_init(const struct session *x, const struct tf_spec_run *r, struct tf_err *e) {
    struct tf_buf path = {0};
    bool there;
    if (!*r->init.from || resumes(x, r)) return 0;
    int rc = session_find_init(r, &path, &there, e);
    if (!rc && !there)
        rc = spec_fail(e, TF_BAD, r, "init.from",
                       "init.from: %s is not there: first run the spec that makes it, or name the file that you have", path.s);
    tf_buf_free(&path);
    return rc;
}

/* The first stage, from 0, in which the weights that the run begins with teach trees; -1: none, or another trains full attention before. */
static int stage_taught_by_init(const struct tf_spec_run *r) {
    for (int i = 0; i < spec_parts(r); i++) {
        if (spec_teaches(r, i)) return i;
        if (spec_trains_full(r, i)) return -1;
    }
    return -1;
}

/* Weights that were not trained with full attention cannot teach: an error if nothing but trees learns meanwhile, or else a warning. */
static int check_teacher(const struct session *x, const struct tf_spec_run *r, const struct tf_stage *stage, int n, struct tf_err *e) {
    const int i = stage_taught_by_init(r);
    struct tf_buf why = {0};
    struct tf_err at = {0};
    struct tf_model m;
    if (i < 0) return 0;
    if (!tf_recipe_model(&m, &r->recipe, &stage[r->n_stages ? i : n - 1], tf_data_input(x->data), &at))
        tf_weights_no_teacher(r->init.from, &m, &why);
    tf_model_free(&m);
    if (!why.len) return 0;
    spec_fail(&at, TF_BAD, r, "init.from",
              "init.from: %s: it has nothing to teach the trees; give the weights of a model trained with full attention%s", why.s,
              r->bootstrap.enabled ? "" : ", or begin with a stage like {steps: 5000, output: full, freeze: tree}");
    tf_buf_free(&why);
    if (*spec_part(r, i).train->learn) return *e = at, -1;
    if (session_first(x, r) == r - x->s->run) tf_log(TF_LOG_WARN, "%s", at.msg);
    return 0;
}

/* Hash of the words that the weights at `path` were trained with: as a checkpoint says, or the vocab.txt beside them. 0: not known. from: the file
 * that says it. */
static uint64_t words_of(const char *path, struct tf_buf *from) {
    struct tf_meta meta[] = {{TF_META_WORDS, ""}, {NULL, ""}};
    struct tf_wordpiece *v;
    const char *slash = strrchr(path, '/');
    uint64_t hash = 0;
    tf_buf_addf(from, "%s", path);
    if (tf_checkpoint_meta(path, meta, false, &(struct tf_err){0})) return 0; // loading it says what is wrong
    if (*meta[0].value) return strtoull(meta[0].value, NULL, 16);
    from->len = 0;
    tf_buf_addf(from, "%.*svocab.txt", slash ? (int)(slash - path) + 1 : 0, path);
    if (tf_wordpiece_load(&v, from->s, &(struct tf_err){0})) return 0;
    hash = tf_wordpiece_hash(v);
    tf_wordpiece_free(v);
    return hash;
}

/* Embeddings of as many other words would load, and mean nothing. */
static int check_words(const struct session *x, const struct tf_spec_run *r, struct tf_err *e) {
    struct tf_buf path = {0}, from = {0};
    struct tf_err why = {0};
    bool there = false;
    int rc = x->data->words ? session_find_init(r, &path, &there, e) : 0;
    const uint64_t theirs = there ? words_of(path.s, &from) : 0;
    if (!rc && theirs && theirs != x->data->words)
        spec_fail(&why, TF_BAD, r, "init.from",
                  "init.from: %s: its embeddings are of other words than those of this task: give weights that were trained with this "
                  "vocabulary (with init.partial: true this is a warning)",
                  from.s);
    tf_buf_free(&path), tf_buf_free(&from);
    if (why.code && !r->init.partial) return *e = why, -1;
    if (why.code && session_first(x, r) == r - x->s->run) tf_log(TF_LOG_WARN, "%s", why.msg);
    return rc;
}

int session_try_weights(const struct session *x, const struct tf_spec_run *r, struct tf_err *e) {
    struct tf_stage stage[TF_MAX_STAGES];
    struct tf_model m;
    if (!*r->init.from || resumes(x, r)) return 0;
    tf_hush(true);
    const int n = tf_recipe_stages(&r->recipe, stage);
    int rc = tf_recipe_model(&m, &r->recipe, stage, tf_data_input(x->data), e);
    if (!rc) {
        tf_pars_alloc(&m.pars);
        struct tf_err why = {0};
        if (tf_weights_import(r->init.from, &m, r->init.partial, &why))
            rc = spec_fail(e, why.code, r, "init.from", "init.from: %s", why.msg);
    }
    tf_hush(false);
    if (!rc) rc = check_words(x, r, e);
    if (!rc) rc = check_teacher(x, r, stage, n, e);
    tf_model_free(&m);
    return rc;
}

int session_threads(const struct session *x) { return x->threads_now ? atomic_load(x->threads_now) : x->env->threads; }

struct tf_run session_run(const struct session *x, const struct tf_spec_run *r, const char *dir) {
    return (struct tf_run){.recipe = r->recipe,
                           .data = x->data,
                           .vary = r->task->vary,
                           .task_opts = r->task_opts,
                           .task = r->task->name,
                           .threads = session_threads(x),
                           .dir = dir,
                           .resume = x->env->resume,
                           .tensorboard = x->env->tensorboard,
                           .spec_hash = r->hash,
                           .label = r->id,
                           .number = (int)(r - x->s->run)};
}

/* Refuses a run that would drive the machine out of memory, beside the others that run at once; bytes: of a rank. lower: what would need less. */
static int guard_memory(const struct session *x, double bytes, const char *lower, struct tf_err *e) {
    int left = x->shared ? 0 : x->s->n_runs; // runs that are to be done here, this one included
    for (int i = 0; x->shared && i < x->s->n_runs; i++) {
        const struct watch_run *r = &x->shared->run[i];
        left += r->done < r->steps && !r->bad && !(r->theirs && !r->ours);
    }
    int jobs = x->checking ? 1 : x->env->jobs < left ? x->env->jobs : left;
    const size_t free_bytes = jobs > 1 ? x->memory : tf_mem_available(); // the other jobs have taken their share of it
    char need[32], have[32], beside[64] = "";
    if (jobs < 1) jobs = 1;
    bytes *= tf_ranks()->on_host;
    if (free_bytes == 0 || bytes * jobs <= (double)free_bytes) return 0;
    if (jobs > 1) snprintf(beside, sizeof beside, " (--jobs %d: as much for each)", jobs);
    return tf_fail(e, TF_SYSTEM, "the run needs about %s of memory at its peak%s, and %s are available: lower %s%s",
                   tf_format_bytes(need, bytes), beside, tf_format_bytes(have, (double)free_bytes), jobs > 1 ? "--jobs, " : "", lower);
}

/* Weights, moments and the shards' gradients: known before any memory is taken, the estimate's own included. */
static int guard_parameters(const struct session *x, const struct tf_spec_run *r, struct tf_err *e) {
    struct tf_model m;
    if (tf_recipe_model(&m, &r->recipe, NULL, tf_data_input(x->data), e)) return -1;
    const double block = (double)sizeof(tf_real) * (double)m.pars.size, all = block * tf_train_blocks(&r->train, tf_ranks()->n);
    tf_model_free(&m);
    if (guard_memory(x, all, "model.dim or model.layers", e)) return -1;
    return guard_memory(x, all + block * r->train.shards / tf_ranks()->n, "train.shards, or model.dim or model.layers", e);
}

static int guard(struct session *x, const struct tf_spec_run *r, struct tf_err *e) {
    x->refused = tf_ranks_agree(guard_parameters(x, r, e) || guard_teacher(r, x->data->max_len, e) ? -1 : 0, e);
    return x->refused ? -1 : 0;
}

int session_first(const struct session *x, const struct tf_spec_run *r) {
    int first = 0;
    while (!spec_same_but_seed(&x->s->run[first], r)) first++;
    return first;
}

static struct tf_estimate *known(const struct session *x, const struct tf_spec_run *r) { return &x->estimates[session_first(x, r)]; }

struct tf_estimate session_fit(const struct session *x, const struct tf_spec_run *r, const struct tf_run *run, int n) {
    const struct tf_network w = {x->env->bandwidth_gbit * 1e9 / 8, x->env->latency_us * 1e-6};
    struct tf_estimate t = tf_train_estimate_ranks(run, known(x, r), n, &w);
    const double all = (double)run->data->n[TF_TEST], limit = run->train.test_limit;
    if (r->task->score)
        t.test_s *= 1 + (limit > 0 && limit < all ? all / limit : 1); // the benchmark's own score goes through all of the test set
    tf_estimate_fit(&t, &run->train, spec_bootstrap_stages(r), spec_steps(r));
    return t;
}

/* Warns of names of train.freeze and train.learn that fit nothing. */
static int check_names(const struct session *x, const struct tf_spec_run *r, struct tf_err *e) {
    struct tf_stage stage[TF_MAX_STAGES];
    struct tf_err unknown;
    const int n = tf_recipe_stages(&r->recipe, stage);
    if (tf_recipe_names(&r->recipe, stage, n, tf_data_input(x->data), &unknown, e)) return -1;
    if (!unknown.code) return 0;
    spec_put_place(&unknown, r);
    tf_log(TF_LOG_WARN, "%s: %s", r->id, unknown.msg);
    return 0;
}

int session_estimate(struct session *x, const struct tf_spec_run *r, const struct tf_run *run, struct tf_estimate *out, struct tf_err *e) {
    static const double LONG_S = 2, SHORT_S = 0.1;
    const double limit_s = x->sample || r->train.max_time > 0 ? LONG_S : SHORT_S;
    struct tf_estimate *one = known(x, r);
    if (!one->steps && (guard(x, r, e) || check_names(x, r, e) || together_estimate(run, limit_s, one, e))) return spec_put_place(e, r);
    if (tf_stopped()) return tf_fail(e, TF_INTERRUPTED, "interrupted");
    *out = session_fit(x, r, run, tf_ranks()->n);
    if (x->shared) {
        struct watch_run *shown = &x->shared->run[r - x->s->run];
        const double of_all = shown->fixed && out->steps > 0 ? (double)shown->steps / out->steps : 1; // fixed when the machine was another
        shown->estimate_s = out->time_s * of_all;
        if (r->train.max_time > 0 && !shown->fixed) shown->steps = out->steps;
        for (int k = 0; k <= TF_PACE; k++) // the test comes behind the last step
            shown->pace[k] = out->pace[k] * (out->time_s > 0 ? 1 - out->test_s / out->time_s : 1);
    }
    return 0;
}

static int guard_peak(const struct session *x, double bytes, struct tf_err *e) {
    return guard_memory(x, bytes, "train.shards, train.pack_tokens or train.batch", e);
}

int session_measure(struct session *x, const struct tf_spec_run *r, const struct tf_run *run, struct tf_estimate *out, struct tf_err *e) {
    if (session_estimate(x, r, run, out, e)) return -1;
    x->refused = tf_ranks_agree(guard_peak(x, out->peak_bytes, e), e);
    return x->refused ? -1 : 0;
}

void session_warn_of_memory(const struct session *x, const struct tf_spec_run *r, double bytes) {
    struct tf_err why = {0};
    if (guard_peak(x, bytes, &why)) tf_log(TF_LOG_WARN, "%s: %s", r->id, why.msg);
}

int session_check_stages(const struct session *x, const struct tf_spec_run *r, struct tf_err *e) {
    struct tf_stage stage[TF_MAX_STAGES];
    int rc = 0;
    for (int i = 0, n = tf_recipe_stages(&r->recipe, stage); i < n && !rc; i++) {
        struct tf_model m;
        rc = tf_recipe_model(&m, &r->recipe, &stage[i], tf_data_input(x->data), e);
        tf_model_free(&m);
    }
    return rc;
}

int session_check_models(struct session *x, const struct tf_spec_run *r, struct tf_err *e) {
    if (session_check_stages(x, r, e) || guard(x, r, e)) return -1;
    return tf_ranks_follow(together_leads() ? session_try_weights(x, r, e) : 0, e);
}

/* Fixes the steps of a run with train.max_time: rank 0's number counts. */
static int limit(struct session *x, const struct tf_spec_run *r, struct tf_run *run, int steps, struct tf_err *e) {
    char budget[32];
    if (r->train.max_time <= 0) return 0;
    if (together_leads() && !x->env->resume) budget_forget(&x->folder, r);
    if (together_leads() && budget_fix(&x->folder, x->s, r, x->env->resume, &steps, e)) steps = -1;
    if ((steps = tf_ranks_follow(steps, e)) < 0) return -1;
    tf_recipe_limit(&run->recipe, steps);
    x->shared->run[run->number].steps = steps;
    tf_format_duration(budget, r->train.max_time);
    tf_log(TF_LOG_INFO, "%s: %d of %d steps, for a max_time of %s", r->id, steps, spec_steps(r), budget);
    const int schedule = r->bootstrap.restart ? steps / spec_bootstrap_stages(r) : steps; // the shortest, of a stage or of all
    if (tf_warmup(&run->train, schedule) >= schedule)
        tf_log(TF_LOG_WARN, "%s: the warm-up of %.0f steps is not shorter than the %s of %d: set train.warmup_ratio", r->id,
               tf_warmup(&run->train, schedule), r->bootstrap.restart ? "stage" : "run", schedule);
    return 0;
}

int session_prepare(struct session *x, const struct tf_spec_run *r, struct tf_run *run, struct tf_err *e) {
    run->init_hash = "", run->history = x->history;
    const bool leads = together_leads();
    if (tf_ranks_follow(
            leads && (session_check_init(x, r, e) || session_init_hash(x, r, &run->init_hash, e) || put_history(x, r, e)) ? -1 : 0, e))
        return -1;
    struct tf_estimate cost;
    if (session_measure(x, r, run, &cost, e)) return -1;
    if (limit(x, r, run, cost.steps, e)) return -1;
    return tf_stopped() ? tf_fail(e, TF_INTERRUPTED, "interrupted") : 0;
}

void session_close(struct session *x) {
    tf_free(x->estimates);
    folder_close(&x->folder);
    tf_data_close(x->data);
}
