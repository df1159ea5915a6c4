/* The dry run: an estimate of every run, and nothing is trained. */
#include <string.h>

#include "results/column.h"
#include "run/run.h"
#include "run/session.h"

/* Whether the weights that the run begins with fit. Another spec may still have to write them. */
static int check_init(struct session *x, const struct tf_spec_run *r, struct tf_err *e) {
    struct tf_buf path = {0};
    bool there;
    if (!*r->init.from) return 0;
    int rc = session_find_init(r, &path, &there, e);
    if (there) rc = session_try_weights(x, r, e);
    else if (!rc && (!x->init_of || strcmp(x->init_of->init.from, r->init.from)))
        tf_log(TF_LOG_WARN, "init.from: %s is not there yet: the runs will need it, the estimate does not", path.s);
    x->init_of = r;
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
        const struct tf_estimate t = session_fit(x, r, run, n);
        add_estimate(out, r, &t, n);
    }
}

static int dry_one(struct session *x, const struct tf_spec_run *r, struct tf_buf *out, double *total_s, struct tf_err *e) {
    struct tf_estimate t;
    if (session_open_data(x, r, e) || session_check_stages(x, r, e)) return spec_put_place(e, r);
    struct tf_run run = session_run(x, r, NULL);
    if (session_estimate(x, r, &run, &t, e) || check_init(x, r, e)) return spec_put_place(e, r);
    if (x->env->ranks) add_ranks(x, r, &run, out);
    else add_estimate(out, r, &t, 0), session_warn_of_memory(x, r, t.peak_bytes);
    *total_s += t.time_s;
    return 0;
}

/* Returns how many runs were estimated. Of those that cannot be done there are warnings, and *first is the error of the first. -1: *first is an
 * error that is not of one run alone. */
static int dry_run(struct session *x, struct tf_buf *out, double *total_s, struct tf_err *first) {
    int done = 0;
    report_csv_head(dry_columns, x->env->ranks ? BY_RANKS : 0, out);
    for (int i = 0; i < x->s->n_runs; i++) {
        struct tf_err why = {0};
        x->refused = false;
        if (!dry_one(x, &x->s->run[i], out, total_s, &why)) {
            done++;
            continue;
        }
        if (why.code != TF_BAD && why.code != TF_FAILED && !x->refused) return *first = why, -1;
        if (x->s->n_runs > 1 && strcmp(first->msg, why.msg)) tf_log(TF_LOG_WARN, "%s: %s", x->s->run[i].id, why.msg);
        if (!first->code) *first = why;
    }
    return done;
}

/* " (...)": what other work on the machine did to the estimate; "" if next to nothing, or unknown. */
static const char *load_text(struct tf_buf *b, double ran_s, double waited_s, double total_s) {
    static const double LEAST = 0.1;
    const double share = waited_s / (ran_s + waited_s);
    char text[32];
    if (!(share >= LEAST)) return "";
    tf_buf_addf(b, " (other processes had the CPU in %.0f %% of the time measured; alone on the machine, about %s)", 100 * share,
                tf_format_duration(text, total_s * (1 - share)));
    return b->s;
}

int tf_exp_dry_run(const struct tf_spec *s, const struct tf_exp_env *env, struct tf_buf *out, struct tf_err *e) {
    struct tf_spec part;
    spec_only(s, &env->only, &part);
    struct session x = {.s = &part,
                        .env = env,
                        .folder = FOLDER_NONE,
                        .sample = true,
                        .memory = tf_mem_available(),
                        .estimates = tf_calloc(sizeof *x.estimates * (size_t)s->n_runs)};
    const double ran = tf_cpu_now(), waited = tf_cpu_waited();
    double total_s = 0;
    struct tf_err first = {0};
    const int done = dry_run(&x, out, &total_s, &first);
    char text[32];
    struct tf_buf load = {0};
    if (done > 0 || !part.n_runs)
        tf_log(TF_LOG_INFO, "%d run%s, about %s of training and evaluation on %d thread%s%s", done, done == 1 ? "" : "s",
               tf_format_duration(text, total_s), env->threads, env->threads == 1 ? "" : "s",
               load_text(&load, tf_cpu_now() - ran, tf_cpu_waited() - waited, total_s));
    session_close(&x), tf_free(part.run), tf_buf_free(&load);
    const char *head = out->len ? strchr(out->s, '\n') : NULL;
    if (first.code && (!head || !head[1])) out->len = 0; // nothing was estimated
    return first.code ? tf_fail(e, first.code, "%s", first.msg) : 0;
}
