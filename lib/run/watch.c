/* index.html while runs are under way: what is done, how long the rest will take, and the validation curves so far, from the runs' files. The browser loads
 * it again by itself. */
#include "run/watch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "io/io.h"
#include "report/report.h"
#include "results/escape.h"
#include "report/figure.h"
#include "results/row.h"
#include "run/budget.h"
#include "spec/spec_resolve.h"

static const double EVERY_S = 5, SHARE = 50;

static bool ended(const struct watch *w, int i) { return w->run[i].bad || w->run[i].over; }

void watch_row(struct watch_run *r) {
    r->done = (int)r->steps;
    if (!r->ours) r->from = (int)r->steps;
    r->over = true;
}

/* Share of the run's time up to this step; behind the last one it is tested. */
static double share(const struct watch_run *r, int step) {
    return r->over && step >= r->steps ? 1 : r->steps ? tf_pace(r->pace, (double)step / r->steps) : 0;
}

double watch_rest(const struct watch_run *r) { return r->estimate_s * (1 - share(r, r->done)); }

double watch_left_of(const struct watch_run *r, double elapsed_s) {
    const double at = share(r, r->done), done = at - share(r, r->from);
    return done > 0 ? elapsed_s * (1 - at) / done : 0;
}

double watch_left(const struct watch *w) {
    double left = 0, done = 0, all = 0;
    for (int i = 0; i < w->s->n_runs; i++) {
        const struct watch_run *r = &w->run[i];
        if (r->theirs && !r->ours) continue;
        if (!(r->estimate_s > 0)) return 0;
        all += r->estimate_s;
        done += r->estimate_s * (share(r, r->done) - share(r, r->from));
        if (!ended(w, i)) left += watch_rest(r);
    }
    const double trust = 0.03 * all; // in the estimate: as much as in so many seconds of work
    return left * (tf_awake_now() - w->started_s + trust) / (done + trust);
}

/* ---- validation curves ---------------------------------------------------------------------------------------------------- */

struct curve {
    int n, cap;
    struct {
        double step, score;
    } *at;
};

/* Stages that predict hidden tokens are left out: their scores are of something else. */
static bool of_task(const struct tf_spec_run *r, double stage) {
    return !(stage >= 0 && stage < r->n_stages && r->stages[(int)stage].train.mask > 0);
}

static struct curve load_curve(const struct watch *w, const struct tf_spec_run *run) {
    struct curve c = {0};
    struct tf_csv t;
    struct tf_buf path = {0};
    tf_buf_addf(&path, "%s/runs/%s/metrics.csv", w->folder->dir, run->id);
    if (tf_file_exists(path.s) && !tf_csv_load(&t, path.s, &(struct tf_err){0})) {
        for (int i = 0; i < t.rows; i++) {
            const char *split = tf_csv_get(&t, i, "split");
            const double step = tf_csv_real(&t, i, "step"), score = tf_csv_real(&t, i, "acc_pct");
            if (!split || strcmp(split, "valid") || !isfinite(step) || !isfinite(score) || !of_task(run, tf_csv_real(&t, i, "stage")))
                continue;
            TF_GROW(c.at, c.n, c.cap);
            c.at[c.n].step = step, c.at[c.n++].score = score;
        }
        tf_csv_free(&t);
    }
    tf_buf_free(&path);
    return c;
}

enum { WIDTH = 760, HEIGHT = 260, LEFT = 44, RIGHT = 12, TOP = 12, BOTTOM = 34 };
struct axes {
    double steps, lo, hi;
};

static void add_points(struct tf_buf *out, const struct axes *a, const struct curve *c, bool marks) {
    for (int i = 0; i < c->n; i++) {
        const double x = LEFT + (WIDTH - LEFT - RIGHT) * c->at[i].step / a->steps;
        const double y = TOP + (HEIGHT - TOP - BOTTOM) * (a->hi - c->at[i].score) / (a->hi - a->lo);
        tf_buf_addf(out, marks ? "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>" : "%.1f,%.1f ", x, y);
    }
}

static void add_axes(struct tf_buf *out, const struct axes *a) {
    const double bottom = HEIGHT - BOTTOM, middle = (a->lo + a->hi) / 2;
    tf_buf_addf(out, "<g font-family=\"sans-serif\" font-size=\"12\" fill=\"#444\" stroke=\"none\">");
    for (int i = 0; i < 3; i++) {
        const double y = i == 0 ? bottom : i == 1 ? (TOP + bottom) / 2 : TOP;
        tf_buf_addf(out,
                    "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\" stroke-width=\"1\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.1f</text>",
                    LEFT, y, WIDTH - RIGHT, LEFT - 6, y + 4,
                    i == 0   ? a->lo
                    : i == 1 ? middle
                             : a->hi);
    }
    tf_buf_addf(out,
                "<text x=\"%d\" y=\"%d\">0</text><text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.0f steps</text>"
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">validation score, %%</text></g>\n",
                LEFT, HEIGHT - 14, WIDTH - RIGHT, HEIGHT - 14, a->steps, WIDTH / 2, HEIGHT - 14);
}

static unsigned colour(const struct tf_spec_run *r) { return report_colour(tf_row_mechanism(r->attn->name)); }

static void add_curves(struct tf_buf *out, const struct watch *w, const struct curve *c) {
    struct axes a = {.steps = 1, .lo = INFINITY, .hi = -INFINITY};
    for (int i = 0; i < w->s->n_runs; i++) {
        a.steps = fmax(a.steps, w->run[i].steps);
        for (int k = 0; k < c[i].n; k++) a.lo = fmin(a.lo, c[i].at[k].score), a.hi = fmax(a.hi, c[i].at[k].score);
    }
    if (a.lo > a.hi) return; // no validation yet
    if (a.hi - a.lo < 1) a.lo -= 0.5, a.hi += 0.5;
    tf_buf_addf(out, "<figure><svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"validation score over steps\">\n", WIDTH, HEIGHT);
    add_axes(out, &a);
    for (int i = 0; i < w->s->n_runs; i++) {
        tf_buf_addf(out, "<g stroke=\"#%06X\" fill=\"#%06X\"><title>", colour(&w->s->run[i]), colour(&w->s->run[i]));
        report_html(out, w->s->run[i].id);
        tf_buf_addf(out, "</title><polyline fill=\"none\" stroke-width=\"2\" points=\"");
        add_points(out, &a, &c[i], false);
        tf_buf_addf(out, "\"/>");
        add_points(out, &a, &c[i], true);
        tf_buf_addf(out, "</g>\n");
    }
    tf_buf_addf(out, "</svg></figure>\n");
}

/* ---- the page -------------------------------------------------------------------------------------------------------------- */

static void add_line(struct tf_buf *out, const struct watch *w, int i, const struct curve *c) {
    const struct tf_spec_run *r = &w->s->run[i];
    const int steps = w->run[i].steps, seen = c->n ? (int)c->at[c->n - 1].step : 0; // by another process, in this folder
    const int done = w->run[i].done > seen ? w->run[i].done : seen;
    tf_buf_addf(out, "<tr><td><span style=\"color:#%06X\">●</span> ", colour(r));
    report_html(out, r->id);
    tf_buf_addf(out, "</td><td class=\"n\">%d of %d</td><td>", done, steps);
    if (w->run[i].bad) tf_buf_addf(out, "failed");
    else tf_buf_addf(out, "<progress max=\"%d\" value=\"%d\"></progress> %.0f %%", steps, done, 100.0 * done / steps);
    if (c->n) tf_buf_addf(out, "</td><td class=\"n\">%.2f</td></tr>\n", c->at[c->n - 1].score);
    else tf_buf_addf(out, "</td><td class=\"n\">—</td></tr>\n");
}

/* So long there may be no news of runs that are well: a step may take minutes, and the page itself seconds. */
static double patience(const struct watch *w) {
    double s = w->gap_s;
    for (int i = 0; i < w->s->n_runs; i++)
        if (w->run[i].steps > 0) s = fmax(s, w->run[i].estimate_s / w->run[i].steps);
    return fmax(120, 3 * s);
}

static void add_summary(struct tf_buf *out, const struct watch *w, double left_s, double patience_s, const char *why) {
    const int n = w->s->n_runs;
    int over = 0, failed = 0;
    double done = 0, all = 0;
    char left[32], when[64] = "", bad[40] = "";
    for (int i = 0; i < n; i++) over += ended(w, i), failed += w->run[i].bad, done += w->run[i].done, all += w->run[i].steps;
    const time_t now = time(NULL);
    struct tm local;
    if (localtime_r(&now, &local)) strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S", &local);
    tf_buf_addf(out, "<p class=\"verdict\"><b>%s</b> ", why ? "Stopped." : "Running.");
    if (why) report_html(out, why), tf_buf_addf(out, " ");
    if (failed) snprintf(bad, sizeof bad, ", %d failed", failed);
    tf_buf_addf(out, "%d of %d run%s done%s, %.0f %% of all steps", over - failed, n, n == 1 ? "" : "s", bad,
                all > 0 ? 100 * done / all : 0.0);
    if (left_s > 0) tf_buf_addf(out, ", about %s left", tf_format_duration(left, left_s));
    tf_buf_addf(out, ". <small>%s</small>", when);
    if (!why)
        tf_buf_addf(out,
                    " <span id=\"news\"></span></p>\n<script>if (Date.now() / 1000 - %lld > %.0f) "
                    "document.getElementById('news').textContent = 'No news since then: it may have been killed.';</script>\n",
                    (long long)now, patience_s);
    else tf_buf_addf(out, "</p>\n");
}

/* Of the whole spec: what is not to be done is done where it has a row. */
static struct watch_run *all_runs(const struct watch *w) {
    struct watch_run *all = tf_calloc(sizeof *all * (size_t)w->whole->n_runs);
    for (int i = 0; i < w->whole->n_runs; i++) {
        const char *id = w->whole->run[i].id;
        const struct tf_spec_run *own = spec_find_run(w->s, id);
        if (own) {
            const struct watch_run *r = &w->run[own - w->s->run];
            const int done = r->done, steps = r->steps;
            const bool bad = r->bad, over = r->over;
            all[i] = (struct watch_run){.done = done, .steps = steps, .bad = bad, .over = over};
            continue;
        }
        const bool over = folder_has_row(w->folder->dir, id);
        const int known = over ? budget_known(w->folder, NULL, &w->whole->run[i], true) : 0;
        all[i].steps = known ? known : spec_steps(&w->whole->run[i]);
        if (over) watch_row(&all[i]);
    }
    return all;
}

static void write_page(struct watch *own, const char *why) {
    const double from = tf_now();
    struct tf_buf html = {0};
    if (own->off || !tf_file_existsf("%s/spec.yaml", own->folder->dir)) return; // whoever works in a folder that was removed says so
    struct watch_run *runs = all_runs(own);
    const struct watch all = {.s = own->whole, .run = runs, .folder = own->folder, .plot = own->plot}, *w = &all;
    const int n = w->s->n_runs;
    struct curve *c = tf_calloc(sizeof *c * (size_t)n);
    for (int i = 0; i < n; i++) c[i] = load_curve(w, &w->s->run[i]);
    if (own->written_s > 0) own->gap_s = fmax(own->gap_s, from - own->written_s);
    add_summary(&html, w, why ? 0 : watch_left(own), patience(own), why);
    add_curves(&html, w, c);
    tf_buf_addf(&html, "<div class=\"wide\"><table>\n<thead><tr><th>Run</th><th class=\"n\">Steps</th><th>Done</th>"
                       "<th class=\"n\">Validation %%</th></tr></thead>\n<tbody>\n");
    for (int i = 0; i < n; i++) add_line(&html, w, i, &c[i]);
    tf_buf_addf(&html, "</tbody>\n</table></div>\n");
    for (int i = 0; i < n; i++) tf_free(c[i].at);
    tf_free(c), tf_free(runs);
    const struct tf_report r = {.dir = w->folder->dir,
                                .title = w->s->heading.title,
                                .protocol = w->s->heading.protocol,
                                .live = html.s,
                                .plot = w->plot,
                                .running = !why};
    struct tf_err e = {0};
    tf_hush(true); // the final report says it once
    const int rc = tf_report_page(&r, &e);
    tf_hush(false);
    if (rc) tf_log(TF_LOG_WARN, "no page: %s", e.msg), own->off = true;
    tf_buf_free(&html);
    own->written_s = tf_now(), own->took_s = own->written_s - from;
}

void watch_page(struct watch *w) {
    const double now = tf_now();
    if (w->written_s > 0 && now - w->written_s < fmax(EVERY_S, SHARE * w->took_s)) return;
    write_page(w, NULL);
}

void watch_stopped(struct watch *w, const char *why) { write_page(w, why); }
