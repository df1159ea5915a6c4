/* Measuring attention modules: at each length all mechanisms take turns, so that background load affects all equally. */
#include "run/infer.h"
#include "report/infer_report.h"

#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "attn/layer_alone.h"
#include "model/checkpoint.h"
#include "model/published.h"
#include "report/figure.h"
#include "results/column.h"
#include "results/infer_table.h"
#include "results/folder.h"
#include "results/leaves_sums.h"
#include "results/manifest.h"
#include "results/stats.h"
#include "spec/spec_resolve.h"

enum { PREFIX = 64, REPEATS_MIN = 3 };

struct lane {
    struct tf_tape tape;
    struct tf_clock clock;
};
struct bench_entry { /* an entry at the length at hand */
    const struct infer_entry *x;
    struct tf_pars pars;
    double *took, (*phase)[TF_PHASES], spent, cpu, flops, core_flops, peak, pairs, pairs_full, first_s;
    struct leaves_sums leaves; /* of the pass that counts */
    int passes;
    bool on;
};
struct bench {
    struct tf_infer *s;
    struct infer_cfg cfg;
    struct lane *lane;
    struct bench_entry *entry;
    tf_real *X, *uneven; /* (rows,dim); uneven: infer.occupancy; NULL: none */
    size_t rows;
    int n, per_pass, n_passes, threads; /* length; sequences of a pass; passes of a batch; threads that get any */
    struct bench_entry *now;
    bool counting;
    char prefix[PREFIX];
    struct tf_progress progress;
    double done, first_peak; /* GFLOP; GFLOP/s of a core, before anything was measured */
};

/* ---- one pass --------------------------------------------------------------------------------------------------------- */

/* The module of an entry at the length at hand. */
static struct tf_layer_alone layer(const struct bench *b, const struct infer_entry *x, struct tf_pars *pars) {
    return (struct tf_layer_alone){
        .attn = x->attn,
        .opts = x->opts,
        .shape = {.C = b->cfg.dim, .H = b->cfg.heads, .qkv = b->cfg.qkv_dim, .layer = b->cfg.layer, .max_len = b->n, .causal = x->causal},
        .prefix = b->prefix,
        .pars = pars};
}

static int rows_of(const struct bench *b, const struct infer_entry *x) {
    const struct tf_layer_alone l = layer(b, x, NULL);
    return tf_alone_rows(&l, b->n);
}

static void projections(const struct tf_ctx *c, struct tf_mat *X) {
    static const char *const weight[] = {"query.weight", "key.weight", "value.weight", "output.weight"};
    static const char *const bias[] = {"query.bias", "key.bias", "value.bias", "output.bias"};
    struct tf_mat *Y = X;
    for (int i = 0; i < 4; i++) { // the output's takes the values: as many channels as what attends
        tf_phase(c->tape, i < 3 ? TF_PHASE_PROJECT : TF_PHASE_OUTPUT);
        Y = tf_linear(c->tape, i < 3 ? X : Y, tf_ctx_param(c, weight[i]), tf_ctx_param(c, bias[i]));
    }
}

/* The module over sequences first..first+n-1 of the batch. balance: sets the trees' biases instead. */
static void pass(const struct bench *b, struct bench_entry *m, struct tf_tape *t, int first, int n, bool balance) {
    const struct tf_layer_alone l = layer(b, m->x, &m->pars);
    tf_tape_reset(t);
    t->grad = t->train = false;
    t->seed = (uint64_t)b->cfg.seed;
    struct tf_pack pack;
    struct tf_ctx c = tf_alone_ctx(&l, t, &pack, &t->arena, b->n, n, (uint32_t)first);
    struct tf_mat *X = tf_extern(t, balance || !b->uneven ? b->X : b->uneven, NULL, pack.rows, b->cfg.dim);
    if (b->counting) c.on_leaves = leaves_observe, c.on_leaves_arg = &m->leaves;
    if (!l.attn) projections(&c, X);
    else if (balance) l.attn->init_balanced(&c, X);
    else l.attn->forward(&c, X);
}

static void lane_passes(void *arg, int l) {
    struct bench *b = arg;
    struct lane *lane = &b->lane[l];
    lane->clock = (struct tf_clock){.since = tf_now(), .now = TF_PHASE_ATTEND};
    lane->tape.clock = &lane->clock;
    for (int p = l; p < b->n_passes; p += b->threads) {
        int first = p * b->per_pass, n = b->cfg.batch - first < b->per_pass ? b->cfg.batch - first : b->per_pass;
        pass(b, b->now, &lane->tape, first, n, false);
        tf_phase(&lane->tape, TF_PHASE_ATTEND);
    }
}

/* The whole batch, once; took NULL: not timed. */
static void run_once(struct bench *b, struct bench_entry *m, double *took, double *phase) {
    b->now = m;
    double start = tf_now(), cpu = tf_cpu_now();
    tf_parallel(b->threads, b->threads, lane_passes, b);
    double end = tf_now() - start;
    if (!took) return;
    m->cpu += tf_cpu_now() - cpu;
    *took = end;
    for (int k = 0; k < TF_PHASES; k++) {
        phase[k] = 0;
        for (int l = 0; l < b->threads; l++) phase[k] += b->lane[l].clock.s[k] / b->threads;
    }
}

/* ---- one length --------------------------------------------------------------------------------------------------------- */

static void set_length(struct bench *b, int l) {
    b->n = b->cfg.lengths.v[l];
    b->per_pass = b->cfg.pack_tokens / b->n < 1 ? 1 : b->cfg.pack_tokens / b->n;
    if (b->per_pass > b->cfg.batch) b->per_pass = b->cfg.batch;
    b->n_passes = (b->cfg.batch + b->per_pass - 1) / b->per_pass;
    b->threads = b->cfg.threads < b->n_passes ? b->cfg.threads : b->n_passes;
}

/* What leaves hold is told, so a checkpoint has all of the mechanism's trees. */
static int check_trees(const struct bench *b, const struct bench_entry *m, struct tf_err *e) {
    struct tf_pars trees = {0};
    for (int i = 0; i < m->pars.n; i++) {
        const struct tf_par *p = &m->pars.p[i];
        if (!strncmp(p->name + strlen(b->prefix), "tree", 4)) tf_pars_add(&trees, p->name, p->rows, p->cols, TF_INIT_ZERO, 0, 0);
    }
    tf_pars_alloc(&trees);
    int rc = tf_checkpoint_load(b->cfg.from, &trees, NULL, NULL, true, NULL, e);
    tf_pars_free(&trees);
    return rc;
}

static void copy_tensor(struct tf_pars *p, int from, int to) { // -1: there is none
    if (from >= 0 && to >= 0) memcpy(p->v + p->p[to].off, p->v + p->p[from].off, sizeof *p->v * tf_par_count(&p->p[to]));
}

/* Trees of queries and of keys are one. */
static void share_trees(struct tf_pars *p) {
    for (int i = 0; i < p->n; i++) {
        char name[256];
        const char *query = strstr(p->p[i].name, ".q.level");
        if (!query) continue;
        snprintf(name, sizeof name, "%.*s.k%s", (int)(query - p->p[i].name), p->p[i].name, query + 2);
        copy_tensor(p, i, tf_pars_find(p, name));
    }
}

/* Keys are queries: equal rows have theirs in one leaf. */
static void share_projection(const struct bench *b, struct tf_pars *p) {
    static const char *const part[] = {"weight", "bias"};
    for (size_t k = 0; k < TF_COUNT(part) && b->uneven; k++) {
        char query[PREFIX + 16], key[PREFIX + 16];
        snprintf(query, sizeof query, "%squery.%s", b->prefix, part[k]);
        snprintf(key, sizeof key, "%skey.%s", b->prefix, part[k]);
        copy_tensor(p, tf_pars_find(p, query), tf_pars_find(p, key));
    }
}

/* The checkpoint's tensors, as far as the entry has such. */
static int load_pars(const struct bench *b, struct bench_entry *m, struct tf_err *e) {
    int fresh = 0;
    const int heads = tf_weights_heads(b->cfg.from);
    if (heads && heads != b->cfg.heads)
        return tf_fail(e, TF_BAD, "%s: its model has %d heads, but infer.heads is %d: they must be the same", b->cfg.from, heads,
                       b->cfg.heads);
    if (tf_checkpoint_load(b->cfg.from, &m->pars, NULL, NULL, false, &fresh, e)) return -1;
    if (fresh == m->pars.n) return tf_fail(e, TF_BAD, "%s: no tensor %s* for %s", b->cfg.from, b->prefix, m->x->attn->name);
    if (!fresh) return 0;
    tf_log(TF_LOG_INFO, "%s: %d of %d tensors are not in %s", m->x->attn->name, fresh, m->pars.n, b->cfg.from);
    return check_trees(b, m, e);
}

static int make_pars(struct bench *b, struct bench_entry *m, struct tf_err *e) {
    const struct tf_layer_alone l = layer(b, m->x, &m->pars);
    struct tf_err why = {0}, at = {0};
    tf_alone_declare(&l);
    tf_pars_alloc(&m->pars);
    tf_pars_init(&m->pars, (uint64_t)b->cfg.seed);
    share_projection(b, &m->pars);
    if (b->uneven) share_trees(&m->pars);
    if (!*b->cfg.from || !m->x->attn || !load_pars(b, m, &why)) return 0;
    tf_yaml_fail(&at, spec_place(b->s->source, "infer.from"), "infer.from: %s", why.msg);
    return tf_fail(e, why.code, "%s", at.msg);
}

static double work_of(const struct bench *b, const struct infer_entry *x, int n) {
    struct tf_cost c = {.T = n, .C = b->cfg.dim, .H = b->cfg.heads, .qkv = b->cfg.qkv_dim, .f = -1, .causal = x->causal};
    double one = x->attn ? tf_attn_flops_layer(x->attn, x->opts, &c) : tf_flops_qkvo(&c);
    return one * b->cfg.batch;
}

static double gflop_of(const struct bench *b, int entry) { return 1e-9 * work_of(b, &b->s->entry[entry], b->n); }

/* GFLOP/s that a pass may be expected to reach, before anything is measured; peak: of one core. */
static double rate(double peak, int threads) { return 0.5 * peak * threads; }

/* Seconds of a pass, from the time at the length before. */
static double expected(const struct bench *b, int entry, int l) {
    const struct infer_entry *x = &b->s->entry[entry];
    const struct infer_time *before = l ? &b->s->time[(l - 1) * b->s->n + entry] : NULL;
    double work = work_of(b, x, b->n);
    if (before && before->status == INFER_TOO_LONG) return INFINITY;
    if (before && before->status == INFER_OK) return before->min * work / work_of(b, x, b->cfg.lengths.v[l - 1]);
    return 1e-9 * work / rate(b->s->peak_gflops, b->threads);
}

static enum infer_status foreseen_status(struct bench *b, int entry, int l) {
    const struct infer_entry *x = &b->s->entry[entry];
    if (expected(b, entry, l) > b->cfg.max_s) return INFER_TOO_LONG;
    double rows = (double)rows_of(b, x) * b->per_pass, bytes = 10.0 * rows * b->cfg.dim * sizeof(tf_real) * b->threads;
    size_t have = tf_mem_available();
    return have && bytes > (double)have ? INFER_TOO_LARGE : INFER_OK;
}

/* Parameters, trees, what the leaves hold, and memory: the first pass, which says no more about the time than whether the whole batch fits max_s. */
static int prepare(struct bench *b, struct bench_entry *m, struct tf_err *e) {
    if (make_pars(b, m, e)) return -1;
    struct tf_tape *t = &b->lane[0].tape;
    t->clock = NULL;
    if (m->x->attn && m->x->attn->init_balanced && b->cfg.tree == INFER_TREE_BALANCED && !*b->cfg.from) pass(b, m, t, 0, b->per_pass, true);
    t->arena.peak = 0;
    b->counting = true;
    const double start = tf_now();
    pass(b, m, t, 0, b->per_pass, false);
    m->first_s = (tf_now() - start) * ceil((double)b->n_passes / b->threads);
    b->counting = false;
    m->peak = (double)t->arena.peak;
    double scale = (double)b->cfg.batch / b->per_pass;
    for (int k = 0; k < TF_FLOP_CLASSES; k++) {
        if (k != TF_FLOP_OTHER) m->flops += t->flops[k] * scale; // as everywhere
        if (k == TF_FLOP_ATTEND || k == TF_FLOP_FEATURE || k == TF_FLOP_POOL) m->core_flops += t->flops[k] * scale;
    }
    m->pairs = t->pairs, m->pairs_full = t->pairs_full;
    return 0;
}

static void summarise(const struct bench *b, const struct bench_entry *m, struct infer_time *r) {
    const struct leaves_layer *v = &m->leaves.layer[b->cfg.layer];
    int n = m->passes;
    int *order = tf_alloc(sizeof *order * (size_t)n);
    double quartile[5];
    stats_quartiles(m->took, n, order, quartile);
    r->repeats = n, r->threads = b->threads;
    r->min = quartile[0], r->q1 = quartile[1], r->median = quartile[2], r->q3 = quartile[3];
    memcpy(r->phase, m->phase[order[n / 2]], sizeof r->phase);
    r->cpu_share = m->cpu / m->spent;
    r->flops = m->flops, r->core_flops = m->core_flops;
    r->activation_bytes = m->peak * b->threads;
    r->parameter_bytes = (double)sizeof(tf_real) * (double)m->pars.size;
    bool trees = v->leaves > 0;
    r->f = m->pairs > 0 ? m->pairs / m->pairs_full : trees ? v->pairs / v->square : NAN; // TC-A scores no pairs
    r->largest_leaf = trees ? v->most : (double)NAN;
    r->mean_leaf = trees ? v->tokens / (v->leaves * v->maps) : NAN;
    r->skew = r->largest_leaf / r->mean_leaf;
    tf_free(order);
}

static void free_entry(struct bench_entry *m) {
    tf_pars_free(&m->pars);
    tf_free(m->took), tf_free(m->phase), leaves_free(&m->leaves);
    *m = (struct bench_entry){0};
}

/* GFLOP of a pass that the progress line counts on from the beginning: 0 of one that will hardly fit max_s. */
static double promised(const struct bench *b, int entry) {
    const double work = gflop_of(b, entry);
    return work > rate(b->first_peak, b->threads) * b->cfg.max_s ? 0 : work;
}

static void promise_all(struct bench *b) {
    b->first_peak = b->s->peak_gflops, b->progress.total = 0;
    for (int l = 0; l < b->cfg.lengths.n; l++) {
        set_length(b, l);
        for (int i = 0; i < b->s->n; i++) b->progress.total += (b->cfg.warmup + b->cfg.repeats) * promised(b, i);
    }
}

static void take_turns(struct bench *b) {
    for (int r = 0; r < b->cfg.warmup + b->cfg.repeats; r++)
        for (int i = 0; i < b->s->n && !tf_interrupted; i++) {
            struct bench_entry *m = &b->entry[i];
            b->progress.total -= promised(b, i);
            if (!m->on || (m->passes >= REPEATS_MIN && m->spent > b->cfg.max_s)) continue;
            b->progress.total += gflop_of(b, i);
            tf_progress_set(&b->progress, b->done, "n %d, %s", b->n, infer_title(m->x));
            bool timed = r >= b->cfg.warmup;
            run_once(b, m, timed ? &m->took[m->passes] : NULL, timed ? m->phase[m->passes] : NULL);
            if (timed) m->spent += m->took[m->passes++];
            b->done += gflop_of(b, i);
        }
}

/* Rows of the input for a pass of an entry at the length at hand; tf_interrupted: perhaps not all. */
static void make_input(struct bench *b, const struct infer_entry *x) {
    const size_t C = (size_t)b->cfg.dim, rows = (size_t)rows_of(b, x) * (size_t)b->per_pass;
    const double s = sqrt(b->cfg.occupancy);
    if (rows <= b->rows) return;
    b->X = tf_realloc(b->X, sizeof *b->X * rows * C);
    if (s > 0) b->uneven = tf_realloc(b->uneven, sizeof *b->X * rows * C);
    for (size_t i = b->rows; i < rows && !tf_interrupted; i++) {
        struct tf_rng r = tf_rng_at((uint64_t)b->cfg.seed, TF_RNG_TEST, 0, (uint32_t)i, 0);
        for (size_t c = 0; c < C; c++) b->X[i * C + c] = (tf_real)tf_rng_normal(&r);
        /* A share s of the rows, spread over all, are the first row and meet in one leaf: s^2 of the pairs. */
        const bool same = floor((double)(i + 1) * s) > floor((double)i * s);
        if (b->uneven) memcpy(b->uneven + i * C, b->X + (same ? 0 : i * C), sizeof *b->X * C);
    }
    b->rows = rows;
}

static int measure(struct bench *b, int l, struct tf_err *e) {
    struct tf_infer *s = b->s;
    int rc = 0;
    set_length(b, l);
    for (int i = 0; !rc && i < s->n && !tf_interrupted; i++) {
        struct bench_entry *m = &b->entry[i];
        struct infer_time *r = &s->time[l * s->n + i];
        *m = (struct bench_entry){.x = &s->entry[i]};
        r->status = foreseen_status(b, i, l);
        m->on = r->status == INFER_OK;
        if (!m->on) continue;
        make_input(b, m->x);
        if (tf_interrupted) break;
        m->took = tf_calloc(sizeof *m->took * (size_t)b->cfg.repeats);
        m->phase = tf_calloc(sizeof *m->phase * (size_t)b->cfg.repeats);
        rc = prepare(b, m, e);
        if (!rc && m->first_s > b->cfg.max_s) r->status = INFER_TOO_LONG, m->on = false;
    }
    if (!rc) take_turns(b);
    for (int i = 0; i < s->n; i++) {
        struct infer_time *r = &s->time[l * s->n + i];
        if (!rc && !tf_interrupted && b->entry[i].on) summarise(b, &b->entry[i], r);
        free_entry(&b->entry[i]);
    }
    if (!rc && !tf_interrupted) s->lengths = l + 1;
    return rc;
}

/* ---- all lengths ---------------------------------------------------------------------------------------------------------- */

/* A single thread stays on one CPU. Returns it, or -1. */
static int bind_thread(const struct infer_cfg *c, cpu_set_t *before) {
    if (c->threads > 1 || c->pin == -2 || sched_getaffinity(0, sizeof *before, before)) return -1;
    int cpu = c->pin >= 0 ? c->pin : sched_getcpu();
    cpu_set_t one;
    CPU_ZERO(&one);
    if (cpu < 0) return -1;
    if (cpu < CPU_SETSIZE) CPU_SET((size_t)cpu, &one);
    if (cpu < CPU_SETSIZE && !sched_setaffinity(0, sizeof one, &one)) return cpu;
    tf_log(TF_LOG_WARN, "the thread could not be bound to CPU %d", cpu);
    return -1;
}

struct dry_line {
    const char *attention, *setting, *causal;
    int n, batch;
    double gflop, about_s;
};
#define DRY(type, field) REPORT_CSV(type, dry_line, field, field)
static const struct report_column dry_columns[] = {DRY(TEXT, attention),
                                                   DRY(TEXT, setting),
                                                   DRY(TEXT, causal),
                                                   DRY(COUNT, n),
                                                   DRY(COUNT, batch),
                                                   REPORT_CSV_AS(REAL, dry_line, gflop, gflop, "%.4g"),
                                                   REPORT_CSV_AS(REAL, dry_line, about_s, about_s, "%.3g"),
                                                   {0}};

void tf_infer_dry_run(const struct tf_infer *s, struct tf_buf *out) {
    struct bench b = {.s = (struct tf_infer *)(uintptr_t)s, .cfg = s->cfg};
    double peak = tf_peak_gflops();
    report_csv_head(dry_columns, 0, out);
    for (int l = 0; l < s->cfg.lengths.n; l++) {
        set_length(&b, l);
        for (int i = 0; i < s->n; i++) {
            const struct infer_entry *x = &s->entry[i];
            double work = gflop_of(&b, i);
            report_csv_line(
                dry_columns, 0,
                &(struct dry_line){infer_name(x), x->setting, infer_causal(x), b.n, s->cfg.batch, work, work / rate(peak, b.threads)}, out);
        }
    }
}

/* ---- the output folder ------------------------------------------------------------------------------------------------------ */

/* Lines of its times; 0 where they cannot be read. */
static int count_times(const struct folder *f) {
    struct tf_buf path = {0};
    struct tf_csv times = {0};
    tf_buf_addf(&path, "%s/times.csv", f->dir);
    const int rows = tf_csv_load(&times, path.s, &(struct tf_err){0}) ? 0 : times.rows;
    tf_csv_free(&times);
    tf_buf_free(&path);
    return rows;
}

/* The old spec.yaml, if there is one, must be measured as s is, or have measured nothing. */
static int check_old(const struct tf_infer *s, const struct folder *f, const char *path, struct tf_err *e) {
    struct tf_infer *old = NULL;
    struct tf_err why = {0};
    if (!tf_file_exists(path)) return 0;
    const bool ours = !tf_infer_load(&old, path, NULL, 0, &why);
    struct tf_buf difference = {0};
    bool same = ours && !infer_difference(old, s, &difference);
    tf_infer_free(old);
    if (!same && ours) same = !report_infer_measured(f->dir) && !folder_has_users(f);
    int rc = 0;
    if (!same && why.code == TF_SYSTEM) rc = tf_fail(e, why.code, "%s", why.msg);
    else if (!same) rc = folder_refuse(f, difference.len ? difference.s : "see its spec.yaml", e);
    tf_buf_free(&difference);
    return rc;
}

void tf_infer_default(const struct tf_infer *s, const char *const *sets, int n_sets, struct tf_buf *out) {
    struct folder f = FOLDER_NONE;
    struct tf_buf spec = {0};
    tf_buf_addf(out, "results/runs/%s", s->name);
    tf_buf_addf(&spec, "%s/spec.yaml", out->s);
    snprintf(f.dir, sizeof f.dir, "%s", out->s);
    if (n_sets && check_old(s, &f, spec.s, &(struct tf_err){0})) folder_add_settings(out, sets, n_sets);
    tf_buf_free(&spec);
}

static int write_spec(const struct tf_infer *s, const char *dir, struct tf_err *e) {
    struct tf_buf text = {0};
    tf_yaml_write(&text, s->whole);
    return tf_file_write_free(dir, "spec.yaml", &text, e);
}

/* A folder with times keeps the spec that they fit, written in its own way, until there are new ones. */
static int open_folder(const struct tf_infer *s, struct folder *f, const char *out, struct tf_err *e) {
    struct tf_buf path = {0};
    if (folder_enter(f, s->name, out, e)) return -1;
    tf_buf_addf(&path, "%s/spec.yaml", f->dir);
    int rc = check_old(s, f, path.s, e);
    if (!rc && !report_infer_measured(f->dir)) rc = write_spec(s, f->dir, e);
    if (!rc) rc = folder_join(f, e);
    folder_unlock(f);
    if (rc) folder_close(f);
    tf_buf_free(&path);
    return rc;
}

static int write_manifest(const struct tf_infer *s, const char *dir, int threads, struct tf_err *e) {
    char hash[17];
    spec_hash_of(s->whole, hash);
    return manifest_write(dir,
                          &(struct manifest){.spec = s->name,
                                             .spec_hash = hash,
                                             .data_source = "standard normal input",
                                             .seed = (uint64_t)s->cfg.seed,
                                             .precision = s->cfg.precision,
                                             .threads = threads},
                          e);
}

static int write_times(const struct tf_infer *s, const char *dir, struct tf_err *e) {
    struct tf_buf times = {0};
    report_infer_times_csv(s, &times);
    return tf_file_write_free(dir, "times.csv", &times, e);
}

/* Does the folder hold more lengths of this spec than were measured now? */
static bool has_more(const struct tf_infer *s, const struct folder *f) { return count_times(f) > s->lengths * s->n; }

/* The times last: a folder that has them has what `report` reads beside them, whenever the process is killed. */
static int write_measured(const struct tf_infer *s, const char *dir, int threads, struct tf_err *e) {
    return write_spec(s, dir, e) || write_manifest(s, dir, threads, e) || write_times(s, dir, e) ? -1 : 0;
}

/* Times of the lengths that are complete, unless the folder has more: a process that is killed loses none. */
static int save(const struct tf_infer *s, struct folder *f, int threads, struct tf_err *e) {
    if (folder_lock(f, e)) return -1;
    const int rc = has_more(s, f) ? 0 : write_measured(s, f->dir, threads, e);
    folder_unlock(f);
    return rc;
}

/* What was measured, unless it was interrupted and the folder has more. */
static int keep(struct tf_infer *s, struct folder *f, const struct tf_infer_env *env, int threads, struct tf_buf *md, struct tf_err *e) {
    const bool cut = s->lengths < s->cfg.lengths.n;
    if (!s->lengths) return cut ? tf_fail(e, TF_INTERRUPTED, "interrupted before a length was complete") : 0;
    if (folder_lock(f, e)) return -1;
    if (cut && has_more(s, f))
        return tf_fail(e, TF_INTERRUPTED, "interrupted; %s keeps the times of before, which are of more lengths", f->dir);
    if (write_measured(s, f->dir, threads, e)) return -1;
    if (report_infer_load(s, f->dir, e) || report_infer_write(s, f->dir, env->plot, md, e)) return -1;
    return cut ? tf_fail(e, TF_INTERRUPTED, "interrupted; lengths that are complete are written") : 0;
}

static int measure_all(struct tf_infer *s, const struct infer_cfg *cfg, struct folder *f, struct tf_err *e) {
    struct bench b = {.s = s, .cfg = *cfg};
    cpu_set_t before;
    int rc = 0;
    snprintf(b.prefix, sizeof b.prefix, "encoder.layer.%d.attention.self.", cfg->layer);
    s->time = tf_calloc(sizeof *s->time * (size_t)(s->n * cfg->lengths.n));
    s->lengths = 0, s->threads = cfg->threads;
    for (int i = 0; i < s->n * cfg->lengths.n; i++) s->time[i].status = INFER_STOPPED;
    b.lane = tf_calloc(sizeof *b.lane * (size_t)cfg->threads);
    b.entry = tf_calloc(sizeof *b.entry * (size_t)s->n);
    for (int l = 0; l < cfg->threads; l++) {
        tf_tape_init(&b.lane[l].tape);
        tf_tape_precision(&b.lane[l].tape, (enum tf_precision)cfg->precision);
    }
    s->cpu = bind_thread(cfg, &before);
    tf_progress_begin(&b.progress, "infer-time", 0, "GFLOP");
    s->peak_gflops = tf_peak_gflops();
    promise_all(&b);
    for (int l = 0; !rc && l < cfg->lengths.n && !tf_interrupted; l++) {
        rc = measure(&b, l, e);
        s->peak_gflops = fmax(s->peak_gflops, tf_peak_gflops());
        if (!rc && !tf_interrupted && s->lengths < cfg->lengths.n) rc = save(s, f, cfg->threads, e);
    }
    if (!rc && !tf_interrupted) tf_progress_set(&b.progress, b.progress.total = b.done, NULL);
    tf_progress_end(&b.progress);
    if (report_infer_busy(s)) tf_log(TF_LOG_WARN, "%s", report_infer_too_long);
    if (s->cpu >= 0) sched_setaffinity(0, sizeof before, &before);
    for (int l = 0; l < cfg->threads; l++) tf_tape_release(&b.lane[l].tape);
    tf_free(b.lane), tf_free(b.entry), tf_free(b.X), tf_free(b.uneven);
    return rc;
}

int tf_infer_run(struct tf_infer *s, const struct tf_infer_env *env, struct tf_buf *md, struct tf_err *e) {
    struct folder f = FOLDER_NONE;
    if (open_folder(s, &f, env->out, e)) return -1;
    int rc = measure_all(s, &s->cfg, &f, e) || keep(s, &f, env, s->cfg.threads, md, e) ? -1 : 0;
    folder_close(&f);
    return rc;
}
