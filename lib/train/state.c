/* The state of a run: building it, saving it, finding the newest checkpoint that verifies. */
#include "train/state.h"
#include "model/checkpoint.h"
#include "model/published.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char metrics_head[] = "step,stage,split,n,loss_nats,acc_pct,lr,grad_norm,aux_loss,height\n";
static const char recall_head[] = ",layer,head,recall_pct,recall_q10_pct,oracle_pct,kept_pct,window_pct,lift,efficiency";
static const char timing_head[] = "step,train_time_s,eval_time_s,tokens,tokens_per_s,peak_bytes,train_cpu_s,ranks,comm_pct\n";

#define THEN ", then " /* between the kernels of a state that several sets of them made */
enum { PATH = STATE_PATH };

static bool writes(void) { return tf_ranks()->rank == 0; }

static char *in_dir(const struct trainer *t, char out[PATH], const char *name) {
    snprintf(out, PATH, "%s/%s", t->r->dir, name);
    return out;
}

static char *checkpoint_path(const struct trainer *t, char out[PATH], int step) {
    snprintf(out, PATH, "%s/" TF_CHECKPOINT, t->r->dir, step);
    return out;
}

int state_build(const struct trainer *t, int stage, struct tf_model *m, struct tf_err *e) {
    return tf_recipe_model(m, &t->r->recipe, &t->stage[stage], tf_data_input(t->r->data), e);
}

bool state_holds_buffers(const struct trainer *t, const char *prefix) {
    for (int i = 0; i < t->model.pars.n; i++) {
        const struct tf_par *p = &t->model.pars.p[i];
        if (p->flags & TF_PAR_BUFFER && p->flags & TF_PAR_FROZEN && !strncmp(p->name, prefix, strlen(prefix))) return true;
    }
    return false;
}

/* The step after which each tensor of the model began to learn: the start of the first stage that has it and does not freeze it; and for how many steps
 * later stages froze it: its moments are as old as its own steps. */
static void find_births(struct trainer *t) {
    if (t->n_stages == 1) return;
    t->born = tf_realloc(t->born, sizeof *t->born * (size_t)t->model.pars.n);
    t->still = tf_realloc(t->still, sizeof *t->still * (size_t)t->model.pars.n);
    for (int i = 0; i < t->model.pars.n; i++) t->born[i] = -1, t->still[i] = 0;
    for (int s = 0; s <= t->at_stage; s++) {
        struct tf_model m;
        struct tf_err none = {0};
        TF_BUG_IF(state_build(t, s, &m, &none), "stage %d: %s", s, none.msg); // the stages before were built
        for (int i = 0; i < t->model.pars.n; i++) {
            const struct tf_par *p = &t->model.pars.p[i];
            const struct tf_par *there = tf_pars_same(&m.pars, p);
            const bool frozen = there && there->flags & TF_PAR_FROZEN;
            if (!there) t->born[i] = -1, t->still[i] = 0;
            else if (t->born[i] < 0 && !frozen) t->born[i] = t->stage[s].start;
            else if (t->born[i] >= 0 && frozen && s < t->at_stage) t->still[i] += t->stage[s].steps;
        }
        tf_model_free(&m);
    }
}

/* The data as the stage sees it: every token of every task may be hidden. */
static void choose_data(struct trainer *t) {
    const struct tf_train_cfg *c = t->stage[t->at_stage].train;
    t->data = t->r->data;
    if (!c || c->mask <= 0) return;
    t->hidden = *t->r->data;
    t->hidden.objective = c->mask_loss == TF_MASK_L1 ? TF_MASKED_LEVELS : TF_MASKED_LM, t->hidden.metric = TF_METRIC_ACCURACY;
    t->hidden.mask_rate = c->mask, t->hidden.eval_mask_rate = c->eval_mask, t->hidden.mask_id = TF_HIDDEN,
    t->hidden.cls_id = t->hidden.sep_id = -1;
    t->data = &t->hidden;
}

/* Arenas only grow: the most that the stage has needed so far. */
static void note_peak(struct trainer *t) {
    const size_t own =
        t->model.pars.size * (t->r->train.ema > 0 ? 2 : 1) + (size_t)t->moments.kinds * (t->moments.own.hi - t->moments.own.lo);
    const double now = (double)(sizeof(tf_real) * own + shards_bytes(&t->shards, t->model.pars.size)) + carry_bytes(t);
    t->peak_bytes = now > t->peak_bytes ? now : t->peak_bytes;
}

void state_replace_model(struct trainer *t, struct tf_model *next, const struct moments *moments, int stage) {
    if (t->model.pars.v) {
        note_peak(t);
        tf_model_free(&t->model);
        moments_free(&t->moments);
        shards_release(&t->shards);
    }
    t->model = *next;
    t->moments = *moments;
    t->at_stage = stage;
    t->teach_only = tf_recipe_teaches_only(next);
    find_births(t);
    choose_data(t);
    stream_enter(t);
    shards_init(&t->shards, t->r->train.shards, t->r->train.batch * t->r->train.accumulate, t->r->data->parts, next->pars.size, false);
}

/* ---- saving ---- */

static void set(struct tf_meta *m, int *n, const char *key, const char *fmt, ...) TF_PRINTF(4, 5);
static void set(struct tf_meta *m, int *n, const char *key, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    m[*n].key = key;
    const int length = vsnprintf(m[(*n)++].value, sizeof m->value, fmt, ap);
    va_end(ap);
    TF_BUG_IF(length >= (int)sizeof m->value, "%d letters of %s", length, key);
    m[*n].key = NULL;
}

/* The mechanisms that the weights were trained with: a stage that only teaches trees leaves all else as the one before did. */
static void trained_with(const struct trainer *t, struct tf_buf *out) {
    bool only = t->teach_only;
    for (int s = t->at_stage - 1; only && s >= 0; s--) {
        struct tf_model m;
        struct tf_err none = {0};
        TF_BUG_IF(state_build(t, s, &m, &none), "stage %d: %s", s, none.msg); // the stages before were built
        only = tf_recipe_teaches_only(&m);
        if (!only) tf_weights_attention(&m, out);
        tf_model_free(&m);
    }
    if (!out->len) tf_weights_attention(&t->model, out);
}

/* What the weights have been trained on and with: of checkpoints and of exported weights. */
static int describe_weights(const struct trainer *t, struct tf_meta *m) {
    int n = 0;
    set(m, &n, TF_META_DATA, "%016llx", (unsigned long long)t->r->data->hash);
    set(m, &n, TF_META_TRAIN, "%016llx", (unsigned long long)t->r->data->train_hash);
    if (t->r->task) set(m, &n, TF_META_TASK, "%s", t->r->task);
    if (*t->history) set(m, &n, TF_META_HISTORY, "%s", t->history);
    struct tf_buf with = {0};
    trained_with(t, &with);
    if (with.len < sizeof m->value) set(m, &n, TF_WEIGHTS_ATTENTION, "%s", with.s); // of very many kinds of layers it says nothing
    tf_buf_free(&with);
    return n;
}

static void describe(const struct trainer *t, struct tf_meta *m) {
    int n = describe_weights(t, m);
    set(m, &n, "spec_hash", "%s", t->r->spec_hash);
    set(m, &n, "step", "%d", t->step);
    set(m, &n, "stage", "%d", t->at_stage);
    set(m, &n, "last_eval", "%d", t->last_eval);
    set(m, &n, "best", "%d %zu %zu %a", t->best_step, t->best.n, t->best.correct, t->best.loss_nats);
    const size_t *b = &t->best.table[0][0];
    set(m, &n, "best_table", "%zu %zu %zu %zu", b[0], b[1], b[2], b[3]);
    set(m, &n, "running", "%a %a %a %a %a", t->log.loss, t->log.correct, t->log.n, t->log.aux, t->log.steps);
    set(m, &n, "metrics", "%zu %08x", t->metrics.len, tf_crc32c(0, t->metrics.s, t->metrics.len));
    set(m, &n, "tokens", "%a", t->tokens);
    if (t->r->data->words) set(m, &n, TF_META_WORDS, "%016llx", (unsigned long long)t->r->data->words); // exported ones have vocab.txt
    set(m, &n, "kernels", "%s", t->kernels);
    if (*t->init_hash) set(m, &n, "init_hash", "%s", t->init_hash);
    if (t->r->train.max_time > 0) set(m, &n, "total_steps", "%d", t->total_steps); // no one knows it from the spec
    struct tf_buf model = {0};
    tf_weights_meaning(&t->model, &model);
    set(m, &n, TF_WEIGHTS_MEANING, "%s", model.s);
    tf_buf_free(&model);
    if (t->flops[0] + t->flops[1] > 0) set(m, &n, "flops", "%a %a", t->flops[0], t->flops[1]);
    if (t->still) set(m, &n, "age", "learned"); // what Adam's bias correction counts
}
enum { METAS = 24 };

void state_write_events(struct trainer *t) {
    char path[PATH];
    struct tf_err e = {0};
    if (!t->r->tensorboard || t->events_failed || !writes()) return;
    t->events_failed = tf_events_write(&t->events, in_dir(t, path, STATE_EVENTS), &t->metrics, &e);
    if (t->events_failed) tf_log(TF_LOG_WARN, "%s: no more is written for TensorBoard: %s", t->r->label, e.msg);
}

static double comm_time(const struct trainer *t) { return t->comm_time_s + tf_ranks()->wait_s - t->wait_from_s; }

double state_comm_pct(const struct trainer *t) {
    double all = t->train_time_s + t->eval_time_s;
    return isnan(all) ? (double)NAN : all > 0 ? fmin(100, 100 * comm_time(t) / all) : 0;
}

double state_rate(const struct trainer *t, double tokens) {
    return isnan(t->train_time_s) ? (double)NAN : t->train_time_s > 0 ? tokens / t->train_time_s : 0;
}

static void add_field(struct tf_buf *out, int decimals, double x) { // NaN: nothing
    if (!isnan(x)) tf_buf_addf(out, "%.*f", decimals, x);
    tf_buf_addf(out, ",");
}

static void add_timing(struct trainer *t, int step, double tokens, double cpu, int ranks, double comm_pct) {
    struct tf_buf *out = &t->timing;
    tf_buf_addf(out, "%d,", step);
    add_field(out, 3, t->train_time_s), add_field(out, 3, t->eval_time_s), add_field(out, 0, tokens);
    add_field(out, 1, state_rate(t, tokens)), add_field(out, 0, t->peak_bytes), add_field(out, 3, cpu);
    tf_buf_addf(out, "%d,", ranks);
    if (!isnan(comm_pct)) tf_buf_addf(out, "%.2f", comm_pct);
    tf_buf_addf(out, "\n");
}

/* A folder that was removed stays so: a write would bring back a piece of it. */
static int check_folder(const struct tf_run *r, struct tf_err *e) {
    if (!r->claim || tf_file_exists(r->claim)) return 0;
    return tf_fail(e, TF_SYSTEM, "%s was removed while the run was under way", r->dir);
}

static void add_cpu(void *into, const void *from, TF_UNUSED size_t bytes) { *(double *)into += *(const double *)from; }

static int write_tables(struct trainer *t, struct tf_err *e) {
    char path[PATH];
    note_peak(t);
    t->all_cpu_s = t->train_cpu_s;
    tf_ranks_join(&t->all_cpu_s, sizeof t->all_cpu_s, add_cpu);
    add_timing(t, t->step, t->tokens, t->all_cpu_s, tf_ranks()->n, state_comm_pct(t));
    int rc = writes() && (check_folder(t->r, e) || tf_file_write(in_dir(t, path, "timing.csv"), t->timing.s, t->timing.len, e) ||
                          tf_file_write(in_dir(t, path, "metrics.csv"), t->metrics.s, t->metrics.len, e))
                 ? -1
                 : 0;
    return tf_ranks_follow(rc, e);
}

static void remove_oldest(struct trainer *t) {
    char path[PATH];
    struct tf_err ignored = {0}; // an old one stays: no harm is done
    int *steps, n = tf_checkpoint_steps(t->r->dir, &steps, &ignored);
    for (int i = 0, kept = 0; i < n; i++)
        if (steps[i] <= t->step && ++kept > t->r->train.keep) unlink(checkpoint_path(t, path, steps[i]));
    tf_free(steps);
}

int state_save(struct trainer *t, struct tf_err *e) {
    struct tf_meta meta[METAS];
    struct tf_moments moments = moments_all(&t->moments);
    char path[PATH];
    carry_tensor(t, t->step, &moments);
    describe(t, meta);
    if (write_tables(t, e)) return -1;
    int rc = tf_checkpoint_save(writes() ? checkpoint_path(t, path, t->step) : NULL, &t->model.pars, &moments, meta, e);
    if (tf_ranks_follow(rc, e)) return -1;
    if (t->r->train.keep && writes()) remove_oldest(t);
    return 0;
}

int state_save_best(struct trainer *t, struct tf_err *e) {
    struct tf_meta meta[METAS];
    char path[PATH];
    int rc = 0;
    describe(t, meta);
    if (writes())
        rc = check_folder(t->r, e) || tf_checkpoint_save(in_dir(t, path, "best.safetensors"), &t->model.pars, NULL, meta, e) ? -1 : 0;
    return tf_ranks_follow(rc, e);
}

static void tell_parameters(struct tf_pars *ps) { tf_ranks_tell(ps->v, sizeof *ps->v * ps->size); }

/* A training that continues on another machine may round differently and choose another best step than the saved one. m: its step and spec_hash. */
static int check_best(const struct trainer *t, const char *path, const struct tf_meta m[2], struct tf_err *e) {
    if (strcmp(m[1].value, t->r->spec_hash))
        return tf_fail(e, TF_BAD, "%s belongs to another spec: use --restart to start the run from the beginning", path);
    if (atoi(m[0].value) == t->best_step) return 0;
    return tf_fail(
        e, TF_BAD,
        "%s is the model of step %s, but this run's best model is from step %d: use --restart to start the run from the beginning", path,
        m[0].value, t->best_step);
}

/* Before a training goes on, not after its last step: is its best model there? One of a validation that is yet to be repeated, saved before the run was
 * killed, will be saved again; 1: unless other kernels score it otherwise, so that the best model is to be found anew. */
static int find_best(const struct trainer *t, struct tf_err *e) {
    char path[PATH];
    struct tf_err why = {0};
    struct tf_meta m[] = {{"step", ""}, {"spec_hash", ""}, {"kernels", ""}, {NULL, ""}}; // older files do not name their kernels
    if (t->best_step < 0) return 0;
    if (tf_checkpoint_meta(in_dir(t, path, "best.safetensors"), m, false, &why))
        return tf_fail(
            e, why.code, "%s%s", why.msg,
            why.code == TF_BAD ? ": it is the best model so far: bring it back, or use --restart to start the run from the beginning" : "");
    const int at = atoi(m[0].value);
    if (strcmp(m[1].value, t->r->spec_hash) || at < t->step || (at == t->step && t->last_eval == at)) return check_best(t, path, m, e);
    return *m[2].value ? strcmp(m[2].value, t->kernels) != 0 : state_kernels_changed(t);
}

static int read_best(struct trainer *t, struct tf_err *e) {
    char path[PATH];
    struct tf_meta m[] = {{"step", ""}, {"spec_hash", ""}, {NULL, ""}};
    if (tf_checkpoint_load(in_dir(t, path, "best.safetensors"), &t->model.pars, NULL, m, true, NULL, e)) return -1;
    return check_best(t, path, m, e);
}

int state_load_best(struct trainer *t, struct tf_err *e) {
    if (tf_ranks_follow(writes() ? read_best(t, e) : 0, e)) return -1;
    tell_parameters(&t->model.pars);
    return 0;
}

int state_export(struct trainer *t, struct tf_err *e) {
    const struct tf_data *d = t->r->data;
    struct tf_meta says[METAS];
    int rc = 0;
    if (writes()) describe_weights(t, says), rc = tf_weights_export(t->r->dir, &t->model, says, d->vocab_file, d->pad_id, t->r->label, e);
    return tf_ranks_follow(rc, e);
}

int state_finish(struct trainer *t, struct tf_err *e) { return write_tables(t, e); }

/* ---- resuming ---- */

/* Cuts the table to its first `len` bytes, which must have the checksum. */
static int restore_metrics(struct trainer *t, size_t len, unsigned crc, struct tf_err *e) {
    char path[PATH];
    struct tf_buf b = {0};
    if (tf_file_read(in_dir(t, path, "metrics.csv"), &b, e)) return -1;
    int rc = 0;
    if (b.len < len || tf_crc32c(0, b.s, len) != crc)
        rc = tf_fail(e, TF_BAD, "%s does not hold the rows that the checkpoint was written after", path);
    else {
        t->metrics.len = 0;
        tf_buf_add(&t->metrics, b.s, len);
    }
    tf_buf_free(&b);
    return rc;
}

static bool believable(double x) { return isfinite(x) && x >= 0; } // a damaged or edited file may say "inf" or "nan"

/* The number in a line's column, NaN: there is none (older files have fewer columns). */
static double number_at(const char *line, int column) {
    double x;
    for (const char *end = strchr(line, '\n'); column > 0; column--)
        if (!(line = strchr(line, ',')) || line++ > end) return NAN;
    return sscanf(line, "%lf", &x) == 1 && strcspn(line, ",\n") ? x : NAN;
}

/* Times are this machine's and not part of the state: the last row that is not newer than the step counts. */
static int read_timing(struct trainer *t) { // -> its step
    char path[PATH];
    struct tf_buf b = {0};
    struct tf_err ignored = {0}; // times that are not there are unknown
    double last = -1;
    if (tf_file_read(in_dir(t, path, "timing.csv"), &b, &ignored)) return -1;
    for (char *line = strchr(b.s, '\n'), *next; line && *++line; line = next) {
        double step = number_at(line, 0), train = number_at(line, 1), eval = number_at(line, 2), tokens = number_at(line, 3),
               peak = number_at(line, 5), cpu = number_at(line, 6), ranks = number_at(line, 7), comm_pct = number_at(line, 8);
        next = strchr(line, '\n');
        if (!next || !(step <= t->step) || !believable(train) || !believable(eval) || !believable(tokens) || !believable(peak)) break;
        if (!believable(cpu)) cpu = NAN;
        if (!(ranks >= 1 && ranks <= 1 << 20)) ranks = 1;
        if (!(comm_pct >= 0 && comm_pct <= 100)) comm_pct = 0;
        last = step;
        t->peak_bytes = peak;
        t->train_time_s = train, t->eval_time_s = eval, t->comm_time_s = comm_pct / 100 * (train + eval);
        t->train_cpu_s = tf_ranks()->rank ? 0 : cpu; // the sum over ranks, which is made again
        add_timing(t, (int)step, tokens, cpu, (int)ranks, comm_pct);
    }
    tf_buf_free(&b);
    return (int)last;
}

/* Times that do not reach the step would be too short, and the tokens/s too many; and steps before it may have needed more memory. */
static void restore_timing(struct trainer *t) {
    if (read_timing(t) == t->step || !writes()) return;
    tf_log(TF_LOG_WARN, "%s: %s/timing.csv does not reach step %d, where the run continues: its times and peak memory stay unknown",
           t->r->label, t->r->dir, t->step);
    t->train_time_s = t->train_cpu_s = t->eval_time_s = t->peak_bytes = NAN;
}

static int parse_state(struct trainer *t, const struct tf_meta *m, size_t *metrics, unsigned *crc) {
    int step, last;
    size_t *b = &t->best.table[0][0];
    if (sscanf(m[0].value, "%d", &step) != 1 || sscanf(m[2].value, "%d", &last) != 1 ||
        sscanf(m[3].value, "%d %zu %zu %la", &t->best_step, &t->best.n, &t->best.correct, &t->best.loss_nats) != 4 ||
        sscanf(m[4].value, "%la %la %la %la %la", &t->log.loss, &t->log.correct, &t->log.n, &t->log.aux, &t->log.steps) != 5 ||
        sscanf(m[8].value, "%zu %zu %zu %zu", &b[0], &b[1], &b[2], &b[3]) != 4 || sscanf(m[5].value, "%zu %x", metrics, crc) != 2 ||
        sscanf(m[6].value, "%la", &t->tokens) != 1)
        return -1;
    t->step = step, t->last_eval = last;
    return 0;
}

bool state_kernels_changed(const struct trainer *t) { return strstr(t->kernels, THEN) != NULL; }

static void this_kernels(char out[KERNELS_MAX]) { snprintf(out, KERNELS_MAX, "%.30s %.30s", tf_isa(), tf_blas_core()); }

/* `then`: the kernels that the checkpoint was made with, the last of them after "then"; empty: not recorded. A run that continues with others gives bytes that
 * no one machine gives, and its checkpoints say so. */
static void continue_kernels(struct trainer *t, const char *path, const char *then) {
    char now[KERNELS_MAX];
    const char *last = then;
    this_kernels(now);
    for (const char *at = then; (at = strstr(at, THEN));) last = at += strlen(THEN);
    snprintf(t->kernels, sizeof t->kernels, "%.*s", (int)sizeof t->kernels - 1, *then ? then : now);
    if (!*then || !strcmp(last, now)) return;
    tf_log(TF_LOG_WARN, "%s: %s was made with the kernels %s and continues with %s: the last bits will differ from a run with either alone",
           t->r->label, path, last, now);
    size_t n = strlen(then);
    if (n + strlen(now) + sizeof THEN < sizeof t->kernels) snprintf(t->kernels + n, sizeof t->kernels - n, THEN "%s", now);
}

/* What the checkpoint says besides tensors. */
static int read_state(struct trainer *t, const char *path, int *stage, struct tf_err *e) {
    struct tf_meta m[] = {{"step", ""},    {"stage", ""},  {"last_eval", ""}, {"best", ""},       {"running", ""},
                          {"metrics", ""}, {"tokens", ""}, {"spec_hash", ""}, {"best_table", ""}, {NULL, ""}};
    struct tf_meta from[] = {{TF_META_DATA, ""}, {"init_hash", ""}, {"kernels", ""},       {"total_steps", ""},
                             {"flops", ""},      {"age", ""},       {TF_META_HISTORY, ""}, {NULL, ""}}; // not all say
    size_t metrics;
    unsigned crc;
    if (tf_checkpoint_meta(path, m, true, e) || tf_checkpoint_meta(path, from, false, e)) return -1;
    if (strcmp(m[7].value, t->r->spec_hash))
        return tf_fail(e, TF_BAD, "%s belongs to another spec (%s, not %s): choose another --out, or delete it", path, m[7].value,
                       t->r->spec_hash);
    if (tf_data_check(path, from[0].value, t->r->data, "choose another --out", e)) return -1;
    if (tf_init_check(path, from[1].value, t->r->init.from, t->r->init_hash, e)) return -1;
    if (*from[1].value) snprintf(t->init_hash, sizeof t->init_hash, "%.33s", from[1].value); // the file may be gone by now
    if (*from[6].value) snprintf(t->history, sizeof t->history, "%.*s", TF_HISTORY_MAX - 1, from[6].value);
    if (*from[3].value && atoi(from[3].value) != t->total_steps)
        return tf_fail(e, TF_BAD, "%s is of a run of %s steps, not %d", path, from[3].value, t->total_steps);
    if (!*from[4].value) t->flops[0] = t->flops[1] = NAN; // of an older version
    if (*from[4].value && sscanf(from[4].value, "%la %la", &t->flops[0], &t->flops[1]) != 2)
        return tf_fail(e, TF_BAD, "%s: bad flops '%s'", path, from[4].value);
    if (sscanf(m[1].value, "%d", stage) != 1 || *stage < 0 || *stage >= t->n_stages)
        return tf_fail(e, TF_BAD, "%s: bad stage '%s'", path, m[1].value);
    if (parse_state(t, m, &metrics, &crc)) return tf_fail(e, TF_BAD, "%s: the training state in its metadata is damaged", path);
    if (restore_metrics(t, metrics, crc, e)) return -1;
    continue_kernels(t, path, from[2].value);
    t->older = !*from[5].value;
    return 0;
}

/* Before 0.6.2 Adam's bias correction counted the steps of stages that froze a tensor, too. */
static void warn_older(const struct trainer *t, const char *path) {
    bool any = false;
    for (int i = 0; t->still && i < t->model.pars.n; i++) any |= t->still[i] > 0;
    if (any && t->older)
        tf_log(TF_LOG_WARN, "%s: %s was made by a version whose bias correction counted frozen steps: no one version gives these bytes",
               t->r->label, path);
}

/* To the other ranks, what rank 0 has read. */
static void tell_state(struct trainer *t, int *stage) {
    struct {
        int stage, step, last_eval, best_step;
        struct tf_score best;
        struct running log;
        double tokens, flops[2];
    } s = {*stage, t->step, t->last_eval, t->best_step, t->best, t->log, t->tokens, {t->flops[0], t->flops[1]}};
    tf_ranks_tell(&s, sizeof s);
    *stage = s.stage, t->step = s.step, t->last_eval = s.last_eval, t->best_step = s.best_step;
    t->best = s.best, t->log = s.log, t->tokens = s.tokens;
    t->flops[0] = s.flops[0], t->flops[1] = s.flops[1];
}

/* path: NULL on ranks that do not read. */
static int resume_from(struct trainer *t, const char *path, struct tf_err *e) {
    int stage = 0;
    struct tf_model model;
    struct moments own;
    if (tf_ranks_follow(path ? read_state(t, path, &stage, e) : 0, e)) return -1;
    tell_state(t, &stage);
    if (state_build(t, stage, &model, e)) return -1;
    tf_pars_alloc(&model.pars);
    moments_init(&own, model.pars.size, moment_kinds(&t->r->train));
    state_replace_model(t, &model, &own, stage);
    struct tf_moments moments = moments_all(&t->moments);
    if (carry_open(t, e)) return -1;
    if (path) carry_tensor(t, t->step, &moments);
    int rc = tf_checkpoint_load(path, &t->model.pars, &moments, NULL, true, NULL, e);
    if (!rc && path) rc = carry_check_read(t, t->step, path, e);
    if (tf_ranks_follow(rc, e)) return -1;
    tell_parameters(&t->model.pars);
    carry_tell(t, t->step);
    t->timing.len = 0;
    tf_buf_addf(&t->timing, "%s", timing_head);
    if (path) restore_timing(t), warn_older(t, path);
    return 0;
}

static void fresh_counters(struct trainer *t) {
    t->step = 0, t->last_eval = 0, t->best_step = -1;
    t->best = (struct tf_score){0};
    t->log = (struct running){0};
    t->flops[0] = t->flops[1] = 0;
    t->tokens = t->train_time_s = t->train_cpu_s = t->eval_time_s = t->comm_time_s = 0;
    t->metrics.len = t->timing.len = 0;
    tf_buf_addf(&t->metrics, "%.*s%s\n", (int)sizeof metrics_head - 2, metrics_head, t->r->train.recall ? recall_head : "");
    tf_buf_addf(&t->timing, "%s", timing_head);
}

/* The newest checkpoint that verifies, else the one before; damaged ones are named. 1: resumed, 0: there is none, -1: all are unusable. */
static int resume(struct trainer *t, struct tf_err *e) {
    int *steps = NULL, n = tf_ranks_follow(writes() ? tf_checkpoint_steps(t->r->dir, &steps, e) : 0, e), got = n < 0 ? -1 : 0;
    for (int i = 0; i < n && got == 0; i++) {
        char path[PATH];
        struct tf_err why = {0};
        if (!resume_from(t, writes() ? checkpoint_path(t, path, steps[i]) : NULL, &why)) {
            tf_log(TF_LOG_INFO, "%s: resumed after step %d", t->r->label, t->step);
            got = 1;
        } else if (i + 1 == n) got = tf_fail(e, why.code, "%s (use --restart to start the run from the beginning)", why.msg);
        else tf_log(TF_LOG_WARN, "%s; trying the checkpoint before it", why.msg);
    }
    tf_free(steps);
    const int best = got == 1 ? tf_ranks_follow(writes() ? find_best(t, e) : 0, e) : 0;
    if (best > 0) {
        tf_log(TF_LOG_WARN, "%s: its best model is lost: the best of the validations from step %d on counts", t->r->label, t->step);
        t->best_step = -1;
    }
    return best < 0 ? -1 : got;
}

static int open_folder(const struct tf_run *r, struct tf_err *e) {
    if (check_folder(r, e) || tf_mkdirs(r->dir, e)) return -1;
    tf_file_sweep(r->dir, ""); // the run is claimed, so nobody else writes there
    return 0;
}

/* The weights go into the first stage's model: what only later ones have, of the file's tensors, begins at random. */
static void warn_later(const struct trainer *t, const struct tf_model *first) {
    int n = 0;
    for (int s = 1; s < t->n_stages && !n; s++) {
        struct tf_model later;
        char name[TF_PAR_NAME] = "";
        if (state_build(t, s, &later, &(struct tf_err){0})) continue;
        n = tf_weights_beyond(t->r->init.from, &first->pars, &later.pars, name);
        if (n)
            tf_log(TF_LOG_WARN, "%s: init.from: %d tensors of the file, %s for one, come with stage %d and begin at random", t->r->label, n,
                   name, s + 1);
        tf_model_free(&later);
    }
}

static int begin(struct trainer *t, struct tf_err *e) {
    const struct tf_run *r = t->r;
    struct tf_model model;
    struct moments moments;
    if (state_build(t, 0, &model, e)) return -1;
    tf_pars_alloc(&model.pars);
    tf_model_start(&model, r->seed);
    int rc = *r->init.from && writes() ? tf_weights_import(r->init.from, &model, r->init.partial, e) : 0;
    if (tf_ranks_follow(rc, e)) {
        tf_model_free(&model);
        return -1;
    }
    if (*r->init.from && writes()) warn_later(t, &model);
    if (*r->init.from) tell_parameters(&model.pars);
    if (writes()) state_remove_old(r->dir); // not before the weights are read, which may be one of them
    moments_init(&moments, model.pars.size, moment_kinds(&r->train));
    state_replace_model(t, &model, &moments, 0);
    return carry_open(t, e);
}

int state_open(struct trainer *t, const struct tf_run *r, struct tf_err *e) {
    *t = (struct trainer){.r = r, .wait_from_s = tf_ranks()->wait_s};
    this_kernels(t->kernels);
    t->n_stages = tf_recipe_stages(&r->recipe, t->stage);
    snprintf(t->init_hash, sizeof t->init_hash, "%s", r->init_hash ? r->init_hash : "");
    snprintf(t->history, sizeof t->history, "%s", r->history ? r->history : "");
    const struct tf_stage *last = &t->stage[t->n_stages - 1];
    t->total_steps = last->start + last->steps;
    int batch = r->train.batch * r->train.accumulate;
    if (stream_check(r, t->stage, t->n_stages, e)) return -1;
    if (carry_check(t, e)) return -1;
    if (tf_ranks_fit(r->train.shards, e) || tf_ranks_follow(writes() ? open_folder(r, e) : 0, e)) return -1;
    t->batch = tf_alloc(sizeof *t->batch * (size_t)batch);
    fresh_counters(t);
    int got = r->resume ? resume(t, e) : 0;
    if (got == 0) got = begin(t, e);
    if (got < 0) state_close(t);
    return got < 0 ? -1 : 0;
}

void state_close(struct trainer *t) {
    if (t->model.pars.v) {
        tf_model_free(&t->model);
        moments_free(&t->moments);
        shards_release(&t->shards);
    }
    stream_close(t);
    tf_free(t->carried), tf_free(t->batch), tf_free(t->born), tf_free(t->still);
    tf_buf_free(&t->metrics), tf_buf_free(&t->timing);
}
