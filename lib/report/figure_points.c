/* One mark per mechanism and setting: accuracy against work, accuracy against tree height, training time. */
#include "attn/attn.h"
#include "report/figure.h"
#include "results/column.h"
#include "results/escape.h"
#include "report/table.h"
#include <math.h>
#include <string.h>

static void add_cells(struct tf_buf *out, const double *v, int n) {
    for (int i = 0; i < n; i++) {
        report_number(out, v[i]);
        tf_buf_addf(out, ",");
    }
}

static void widen(const struct report_group *g, double *lo, double *hi) { *lo = fmin(*lo, g->test.lo), *hi = fmax(*hi, g->test.hi); }

static void accuracy_range(const struct report *r, double *lo, double *hi) {
    *lo = INFINITY, *hi = -INFINITY;
    for (int i = 0; i < r->n_groups; i++)
        if (report_drawable(&r->group[i])) widen(&r->group[i], lo, hi);
}

/* ---- accuracy against work, or state --------------------------------------------------------------------------------------------- */

/* A horizontal axis; column: of the figure's data. */
struct cost {
    const char *name, *column, *title, *axis;
    double (*of)(const struct report_group *g);
};

static double work_of(const struct report_group *g) { return g->flops_layer_pct; }
static double state_of(const struct report_group *g) { return g->state; }
static const struct cost work = {"accuracy_flops", "flops_layer_pct", "work",
                                 "all work of one attention layer, projections too (% of full attention, log scale)", work_of};
static const struct cost state = {"accuracy_state", "state", "what is kept",
                                  "numbers that the attention layers keep of a sequence (log scale)", state_of};

static bool has_mark(const struct cost *x, const struct report_group *g) { return report_drawable(g) && x->of(g) > 0; }

/* More marks than colours and shapes can tell apart: they have numbers. */
static bool numbered(const struct cost *x, const struct report *r) {
    int n = 0;
    for (int i = 0; i < r->n_groups; i++) n += has_mark(x, &r->group[i]);
    return n > REPORT_LINES;
}

/* Decades lo..hi with some air. Returns the number of marks. */
static int cost_range(const struct cost *x, const struct report *r, double *lo, double *hi) {
    int n = 0;
    *lo = INFINITY, *hi = -INFINITY;
    for (int i = 0; i < r->n_groups; i++)
        if (has_mark(x, &r->group[i])) *lo = fmin(*lo, log10(x->of(&r->group[i]))), *hi = fmax(*hi, log10(x->of(&r->group[i]))), n++;
    double air = fmax(0.12 * (*hi - *lo), 0.08);
    *lo -= air, *hi += air;
    return n;
}

/* Labels at so many steps of every so many decades, from few to many. */
static const struct steps {
    int decades, n;
    double step[13];
} steps[] = {{4, 1, {1}},
             {2, 1, {1}},
             {1, 1, {1}},
             {1, 2, {1, 3}},
             {1, 3, {1, 2, 5}},
             {1, 7, {1, 1.5, 2, 3, 4, 6, 8}},
             {1, 13, {1, 1.2, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9}}};
enum { DECADES = 2, ONE_TWO_FIVE = 4 };

/* Those within the decades lo..hi; out NULL: counts them alone. *space: the least pixels between two labels. */
static int add_ticks(struct tf_buf *out, const struct steps *s, double lo, double hi, int pixels, double *space) {
    enum { LETTER = 7 };
    double end = 0;
    int count = 0;
    *space = INFINITY;
    for (int d = (int)floor(lo) - 4; d <= hi; d++)
        for (int i = 0; i < s->n && d % s->decades == 0; i++) {
            const double v = s->step[i] * pow(10, d), at = (log10(v) - lo) / (hi - lo) * pixels;
            if (log10(v) < lo || log10(v) > hi) continue;
            const double half = LETTER * snprintf(NULL, 0, "%.6g", v) / 2.0;
            if (count) *space = fmin(*space, at - half - end);
            end = at + half;
            if (out) tf_buf_addf(out, "%s%.6g", count ? ", " : "", v);
            count++;
        }
    return count;
}

/* Three labels at least, where a decade's steps give as many, as far apart as can be; fewer in a panel that has no room for them. */
static void cost_ticks(struct tf_buf *out, double lo, double hi, int pixels) {
    enum { SPACE = 10 };
    double space, fewer;
    int k = hi - lo > 3 ? DECADES : ONE_TWO_FIVE;
    while (k != DECADES && k + 1 < (int)TF_COUNT(steps) && add_ticks(NULL, &steps[k], lo, hi, pixels, &space) < 3) k++;
    for (; k > 0; k--)
        if (add_ticks(NULL, &steps[k], lo, hi, pixels, &space) < 2 || space >= SPACE ||
            add_ticks(NULL, &steps[k - 1], lo, hi, pixels, &fewer) < 2)
            break;
    tf_buf_addf(out, "set xtics (");
    add_ticks(out, &steps[k], lo, hi, pixels, &space);
    tf_buf_addf(out, ")\n");
}

/* Lines join the heights of a sweep. */
static void cost_joins(const struct cost *x, struct report_figure *g) {
    int *family = tf_alloc(sizeof *family * (size_t)(g->r->n_groups + 1)), families = report_families(g->r, family);
    for (int k = 0; k < families; k++) {
        const struct report_group *a = report_next_height(g->r, family, k, -1), *b;
        for (; (b = report_next_height(g->r, family, k, a->row->height)); a = b) {
            if (!has_mark(x, a) || !has_mark(x, b)) continue;
            tf_buf_addf(&g->script, "set arrow from first %.10g, first %.10g to first %.10g, first %.10g nohead back ", x->of(a),
                        a->test.mean, x->of(b), b->test.mean);
            report_add_style(&g->script, a, REPORT_FAINT);
            tf_buf_addf(&g->script, "\n");
        }
    }
    tf_free(family);
}

/* The mark with the least cost of those that are better than every cheaper one, above `after`; NULL: there are no more. */
static const struct report_group *next_best(const struct cost *x, const struct report *r, const struct report_group *after) {
    const struct report_group *best = NULL;
    for (const struct report_group *g = r->group; g < r->group + r->n_groups; g++) {
        if (!has_mark(x, g) || (after && (x->of(g) <= x->of(after) || g->test.mean <= after->test.mean))) continue;
        if (!best || x->of(g) < x->of(best) || (x->of(g) <= x->of(best) && g->test.mean > best->test.mean)) best = g;
    }
    return best;
}

/* The best trade-off: from mark to mark of which no cheaper one is as good. */
static void cost_front(const struct cost *x, struct report_figure *g) {
    const struct report_group *a = next_best(x, g->r, NULL), *b;
    for (; a && (b = next_best(x, g->r, a)); a = b)
        tf_buf_addf(&g->script,
                    "set arrow from first %.10g, first %.10g to first %.10g, first %.10g nohead back lc rgb '#9A9A9A' dt 2 lw 1.2\n",
                    x->of(a), a->test.mean, x->of(b), b->test.mean);
}

/* behind: the marks of all. */
static void cost_mark(struct report_figure *g, const void *arg, int i, bool behind) {
    const struct cost *x = arg;
    if (behind) {
        tf_buf_addf(&g->script,
                    "'fig_%s.csv' using (column('%s')):(column('test_score_pct')) with points pt 7 ps 0.5 lc rgb '#C4C4C4' notitle",
                    g->name, x->column);
        return;
    }
    tf_buf_addf(&g->script,
                "'fig_%s.csv' using (column('mark') == %d ? column('%s') : NaN):(column('test_score_pct')):"
                "(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars ",
                g->name, i + 1, x->column);
    report_add_style(&g->script, &g->r->group[i], REPORT_MARK);
    char title[sizeof g->r->group->name + 16];
    snprintf(title, sizeof title, "%d: %s", i + 1, g->r->group[i].name);
    if (g->rows) tf_buf_addf(&g->script, " notitle");
    else report_add_title(&g->script, numbered(x, g->r) ? title : g->r->group[i].name);
}

static double share(double v, struct report_range r) { return (v - r.lo) / (r.hi - r.lo); }

/* Of many marks, the numbers of the legend; decades: of the horizontal axis. */
static void cost_numbers(const struct cost *x, struct report_figure *f, struct report_range decades, struct report_range score) {
    struct report_mark *mark = tf_alloc(sizeof *mark * (size_t)(f->r->n_groups + 1));
    int n = 0;
    for (int i = 0; i < f->r->n_groups; i++) {
        const struct report_group *g = &f->r->group[i];
        if (!has_mark(x, g)) continue;
        mark[n++] = (struct report_mark){i + 1, share(log10(x->of(g)), decades), share(g->test.mean, score), share(g->test.lo, score),
                                         share(g->test.hi, score)};
    }
    report_mark_numbers(&f->script, mark, n);
    tf_free(mark);
}

static void cost_data(const struct cost *x, struct report_figure *g) {
    tf_buf_addf(&g->data, "mark,%s,%stest_score_pct,test_lo_pct,test_hi_pct,label\n", x->column, x == &work ? "flops_paper_pct," : "");
    for (int i = 0; i < g->r->n_groups; i++) {
        const struct report_group *a = &g->r->group[i];
        if (!has_mark(x, a)) continue;
        tf_buf_addf(&g->data, "%d,", i + 1);
        add_cells(&g->data, (double[]){x->of(a), a->flops_paper_pct}, x == &work ? 2 : 1);
        add_cells(&g->data, (double[]){a->test.mean, a->test.lo, a->test.hi}, 3);
        tf_csv_field(&g->data, a->label);
        tf_buf_addf(&g->data, "\n");
    }
}

/* Groups with a mark, and all a mark in the background; returns how many, and in *mechanisms of how many mechanisms. */
static int cost_groups(const struct cost *x, const struct report *r, int *group, int *behind, int *mechanisms) {
    int n = 0;
    *mechanisms = 0;
    for (int i = 0; i < r->n_groups; i++) {
        if (!has_mark(x, &r->group[i])) continue;
        *mechanisms += n == 0 || r->group[group[n - 1]].hue != r->group[i].hue;
        group[n] = i, n++;
    }
    for (int i = 0; i < n; i++) behind[i] = group[i == 0]; // any other
    return n;
}

static bool one_place(const struct cost *x, const struct report *r) {
    const struct report_group *first = NULL;
    for (const struct report_group *g = r->group; g < r->group + r->n_groups; g++) {
        if (!has_mark(x, g)) continue;
        if (first && x->of(g) != x->of(first)) return false;
        first = g;
    }
    return true;
}

/* Were all marks tested on the same data? */
static bool one_data(const struct cost *x, const struct report *r) {
    const struct report_group *first = next_best(x, r, NULL);
    for (const struct report_group *g = r->group; g < r->group + r->n_groups; g++)
        if (has_mark(x, g) && !report_same_test(first, g)) return false;
    return true;
}

static bool scored(TF_UNUSED const struct report *r, const struct report_group *g) { return report_drawable(g); }

/* Did all that are shown make as many steps of the same work, as far as their specs are known? Else a longer bar or a higher mark may be a longer training. */
static bool same_work(const struct report *r, bool (*shown)(const struct report *r, const struct report_group *g)) {
    const struct report_group *first = NULL;
    const char *known = "";
    for (const struct report_group *g = r->group; g < r->group + r->n_groups; g++) {
        if (!shown(r, g)) continue;
        if (first && rint(first->steps) != rint(g->steps)) return false;
        if (*known && *g->spec->work && strcmp(known, g->spec->work)) return false;
        if (!*known) known = g->spec->work;
        first = g;
    }
    return true;
}

enum { FRONT = 4 }; // of fewer marks a front says nothing

static void accuracy_cost(const struct cost *x, const struct report *r) {
    struct report_figure g;
    double x0, x1, lo, hi;
    char title[64], axis[64], note[200];
    if (!report_any_score(r, NULL) || cost_range(x, r, &x0, &x1) < 2 || (x == &state && one_place(x, r)))
        return; // one mark, or all above one another, say nothing
    const char *metric = report_metric(r, false);
    int *group = tf_alloc(sizeof *group * 2 * (size_t)r->n_groups), *behind = group + r->n_groups, mechanisms;
    const int n = cost_groups(x, r, group, behind, &mechanisms);
    const bool many = mechanisms > REPORT_LINES, one = one_data(x, r), front = !many && n >= FRONT && one;
    snprintf(title, sizeof title, "Test %s against %s", metric, x->title);
    snprintf(axis, sizeof axis, "test %s (%%)", metric);
    snprintf(note, sizeof note, "bars: 95 %% interval over the test set%s%s%s",
             many    ? "\ngrey: all"
             : front ? "\ndashed: the best trade-off"
                     : "",
             one ? "" : "\nmarks of several tests: do not compare them", same_work(r, scored) ? "" : "\nsteps or settings differ");
    report_figure_begin(&g, r, x->name, title, note, many ? report_multiples_height(n) : 460 + report_legend_height(r));
    if (!many) tf_buf_addf(&g.script, "set xlabel '%s'\nset ylabel '%s'\n", x->axis, axis);
    tf_buf_addf(&g.script, "set logscale x\nset xrange [%.6g:%.6g]\n", pow(10, x0), pow(10, x1));
    accuracy_range(r, &lo, &hi);
    const struct report_range y = report_score_range(&g.script, lo, hi);
    tf_buf_addf(&g.script, "set grid x y lt 1 lc rgb '#E4E4E4' lw 1\nset errorbars small\n");
    cost_ticks(&g.script, x0, x1, many ? REPORT_PANEL_WIDTH : REPORT_WIDTH - 90);
    cost_data(x, &g);
    if (many) {
        report_multiples(
            &g,
            &(struct report_multiples){
                .n = n, .group = group, .behind = behind, .x = x->axis, .y = axis, .y_width = y.hi - y.lo, .arg = x, .line = cost_mark});
    } else {
        cost_joins(x, &g);
        if (front) cost_front(x, &g);
        if (numbered(x, r)) cost_numbers(x, &g, (struct report_range){x0, x1}, y);
        for (int i = 0; i < n; i++) {
            tf_buf_addf(&g.script, "%s", i ? ", \\\n     " : "\nplot ");
            cost_mark(&g, x, group[i], false);
        }
        tf_buf_addf(&g.script, "\n");
    }
    tf_free(group);
    report_figure_end(&g);
}

/* ---- accuracy against tree height -------------------------------------------------------------------------------------------------- */

static void height_line(struct report_figure *g, const int *family, int k, int n, double dodge) {
    const struct report *r = g->r;
    const struct report_group *lead = report_next_height(r, family, k, -1);
    for (const struct report_group *a = lead; a; a = report_next_height(r, family, k, a->row->height)) {
        tf_buf_addf(&g->data, "%d,%ld,", k + 1, a->row->height);
        add_cells(&g->data, (double[]){a->test.mean, a->test.lo, a->test.hi}, 3);
        tf_csv_field(&g->data, a->label);
        tf_buf_addf(&g->data, "\n");
    }
    struct report_group curve = {.hue = lead->hue, .later = lead->later}; // paler and dashed where several curves are of one mechanism
    for (int i = 0; i < k; i++) curve.dash += report_next_height(r, family, i, -1)->hue == lead->hue;
    curve.shade = lead->later ? 0 : fmin(1, 0.4 * curve.dash);
    struct tf_buf title = {0};
    tf_buf_addf(&title, "%s%s", *lead->row->title ? lead->row->title : lead->row->attention,
                *lead->row->variant || *lead->quirks ? ", " : "");
    report_add_setting(&title, lead->row->variant, lead);
    if (r->many_tasks) tf_buf_addf(&title, ", %s", lead->row->task);
    tf_buf_addf(&g->script,
                "%s'fig_%s.csv' using (column('curve') == %d ? column('height') + %.3g : NaN):(column('test_score_pct')):"
                "(column('test_lo_pct')):(column('test_hi_pct')) with yerrorlines ",
                k ? ", \\\n     " : "", g->name, k + 1, dodge * (k - (n - 1) / 2.0));
    report_add_style(&g->script, &curve, REPORT_MARK);
    report_add_title(&g->script, title.s);
    tf_buf_free(&title);
}

enum { LEVELS = 3 };
struct levels {
    const struct report_group *at[LEVELS];
    int n;
};

static bool is_level(const struct levels *l, const struct report_group *g) {
    for (int i = 0; i < l->n; i++)
        if (l->at[i] == g) return true;
    return false;
}

/* Was g tested as one of the curves was? */
static bool as_a_curve(const struct report *r, const int *family, const struct report_group *g) {
    for (int i = 0; i < r->n_groups; i++)
        if (family[i] >= 0 && report_same_test(&r->group[i], g)) return true;
    return false;
}

/* Adds the best group without trees that is none of them yet, of full attention alone or of all; of equal ones the first. */
static void add_best(const struct report *r, const int *family, bool full, struct levels *l) {
    const struct report_group *best = NULL;
    for (const struct report_group *g = r->group; g < r->group + r->n_groups; g++) {
        const struct tf_attn *a = tf_attn_find(g->row->attention);
        if ((a && a->flags & TF_ATTN_STRAIGHT) || !report_drawable(g) || (full && !tf_attn_is_full(g->row->attention)) || is_level(l, g) ||
            !as_a_curve(r, family, g))
            continue;
        if (!best || g->test.mean > best->test.mean) best = g;
    }
    if (best && l->n < LEVELS) l->at[l->n++] = best;
}

/* What the heights are measured against, as level lines: the full attention that the trees are compared with, and the best without trees. */
static struct levels find_levels(const struct report *r, const int *family) {
    struct levels l = {0};
    for (int i = 0; i < r->n_groups; i++) {
        const struct report_group *own = family[i] < 0 ? NULL : report_reference(r, &r->group[i]);
        if (own && report_drawable(own) && report_same_test(own, &r->group[i]) && !is_level(&l, own) && l.n < LEVELS) l.at[l.n++] = own;
    }
    if (!l.n) add_best(r, family, true, &l);
    for (int i = 0; i < LEVELS; i++) add_best(r, family, false, &l);
    return l;
}

static void level_lines(struct report_figure *g, const struct levels *l) {
    static const int dash[LEVELS] = {2, 4, 3};
    for (int i = 0; i < l->n; i++) {
        tf_buf_addf(&g->script, ", \\\n     %.10g with lines ", l->at[i]->test.mean);
        report_add_style(&g->script, l->at[i], REPORT_FILL);
        tf_buf_addf(&g->script, " lw 1.4 dt %d", dash[i]);
        report_add_title(&g->script, l->at[i]->label);
    }
}

/* Of what the figure has. */
static void height_range(const struct report *r, const int *family, const struct levels *l, double *lo, double *hi) {
    *lo = INFINITY, *hi = -INFINITY;
    for (int i = 0; i < r->n_groups; i++)
        if (family[i] >= 0 || is_level(l, &r->group[i])) widen(&r->group[i], lo, hi);
}

/* Are heights of a curve of several folders, which differ in training as well? */
static bool trainings_differ(const struct report *r, const int *family) {
    char unlike[REPORT_UNLIKE] = "";
    for (int i = 0; i < r->n_groups && !*unlike; i++)
        for (int k = 0; k < i && !*unlike; k++)
            if (family[i] >= 0 && family[k] == family[i] && strcmp(r->group[k].spec->dir, r->group[i].spec->dir) != 0)
                report_unlike(&r->group[i], &r->group[k], unlike);
    return *unlike;
}

static void accuracy_height(const struct report *r) {
    int *family = tf_alloc(sizeof *family * (size_t)r->n_groups), n = report_families(r, family);
    if (n > 0 && report_any_score(r, NULL)) {
        struct report_figure g;
        const struct report_group *full = report_full_attention(r);
        double lo, hi, low = INFINITY, high = -INFINITY;
        if (full && !as_a_curve(r, family, full)) full = NULL;
        for (int i = 0; i < r->n_groups; i++)
            if (family[i] >= 0) low = fmin(low, (double)r->group[i].row->height), high = fmax(high, (double)r->group[i].row->height);
        const struct levels levels = find_levels(r, family);
        height_range(r, family, &levels, &lo, &hi);
        const char *metric = report_metric(r, false);
        char title[64], note[128];
        snprintf(title, sizeof title, "Test %s against tree height", metric);
        snprintf(note, sizeof note, "bars%s: 95 %% interval over the test set%s", full ? ", grey band" : "",
                 trainings_differ(r, family) ? "\nheights of different trainings" : "");
        report_figure_begin(&g, r, "accuracy_height", title, note, 470);
        tf_buf_addf(&g.data, "curve,height,test_score_pct,test_lo_pct,test_hi_pct,label\n");
        tf_buf_addf(&g.script, "set xlabel 'tree height'\nset xtics 1\nset xrange [%g:%g]\n", low - 0.5, high + 0.5);
        tf_buf_addf(&g.script, "set ylabel 'test %s (%%)'\nset errorbars small\n", metric);
        report_score_range(&g.script, lo, hi);
        if (full)
            tf_buf_addf(&g.script,
                        "set object rectangle from graph 0, first %.10g to graph 1, first %.10g behind fc rgb '#666666' fs solid 0.12 "
                        "noborder\n",
                        full->test.lo, full->test.hi);
        tf_buf_addf(&g.script, "\nplot ");
        for (int k = 0; k < n; k++) height_line(&g, family, k, n, 0.01 * (high - low + 1));
        level_lines(&g, &levels);
        tf_buf_addf(&g.script, "\n");
        report_figure_end(&g);
    }
    tf_free(family);
}

/* ---- training time -------------------------------------------------------------------------------------------------------------------- */

/* CPU time where all runs know it: what else the machine did hardly changes it. */
static bool cpu_known(const struct report *r) {
    for (int i = 0; i < r->n_groups; i++)
        if (r->group[i].ok && isnan(r->group[i].train_cpu_s)) return false;
    return true;
}

static double time_of(const struct report *r, const struct report_group *g) { return cpu_known(r) ? g->train_cpu_s : g->train_time_s; }

static bool timed(const struct report *r, const struct report_group *g) { return g->ok && time_of(r, g) >= 0; }

static const char *time_column(const struct report *r) { return cpu_known(r) ? "train_cpu_s" : "train_time_s"; }

/* Names and times of the bars; longest: letters of the names. */
struct bars {
    struct tf_buf *name;
    int n, longest;
    double top; // the longest time
};

/* Names of up to NAME_LETTERS, which are 45 % of the width. */
static void find_bars(const struct report *r, struct bars *b) {
    enum { NAME_LETTERS = 42 };
    const char **name = tf_alloc(sizeof *name * (size_t)(r->n_groups + 1));
    int *most = tf_alloc(sizeof *most * (size_t)(r->n_groups + 1));
    bool brief = false;
    *b = (struct bars){0};
    for (int i = 0; i < r->n_groups; i++) brief |= timed(r, &r->group[i]) && report_letters(r->group[i].name) > NAME_LETTERS;
    for (int i = 0; i < r->n_groups; i++) {
        if (!timed(r, &r->group[i])) continue;
        b->top = fmax(b->top, time_of(r, &r->group[i]));
        name[b->n] = brief ? report_brief_name(&r->group[i]) : r->group[i].name;
        most[b->n++] = NAME_LETTERS;
    }
    b->name = tf_calloc(sizeof *b->name * (size_t)(b->n + 1));
    report_short_names(name, most, b->n, b->name);
    for (int i = 0; i < b->n; i++) b->longest = (int)fmax(b->longest, report_letters(b->name[i].s));
    tf_free(name), tf_free(most);
}

static void free_bars(struct bars *b) {
    for (int i = 0; i < b->n; i++) tf_buf_free(&b->name[i]);
    tf_free(b->name);
}

/* Where the axis must end for each bar's time to have room behind it. */
static double bars_end(const struct report *r, const struct bars *b) {
    enum { LETTER = 8, RIGHT = 30 }; // pixels
    const double width = REPORT_WIDTH - RIGHT - report_names_width(b->longest);
    double end = b->top > 0 ? b->top : 1;
    for (int i = 0; i < r->n_groups; i++) {
        char time[32];
        if (!timed(r, &r->group[i])) continue;
        const double text = LETTER * (report_letters(tf_format_duration(time, time_of(r, &r->group[i]))) + 1.0);
        end = fmax(end, time_of(r, &r->group[i]) * width / (width - text));
    }
    return 1.02 * end;
}

static void time_names(struct report_figure *g, const struct bars *b, double seconds) { // on the left; their times on the right
    char time[32];
    tf_buf_addf(&g->script, "set lmargin at screen %.4f\nset ytics scale 0 noenhanced (", report_names_width(b->longest) / REPORT_WIDTH);
    for (int i = 0; i < b->n; i++) {
        if (i) tf_buf_addf(&g->script, ", ");
        report_quote_tic(&g->script, b->name[i].s);
        tf_buf_addf(&g->script, " %d", i + 1);
    }
    tf_buf_addf(&g->script, ")\n");
    for (int i = 0, bar = 0; i < g->r->n_groups; i++) {
        const struct report_group *a = &g->r->group[i];
        if (timed(g->r, a))
            tf_buf_addf(&g->script, "set label '%s' at %.6g, %d left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'\n",
                        tf_format_duration(time, time_of(g->r, a)), time_of(g->r, a) / seconds, ++bar);
    }
}

static void time_bars(struct report_figure *g, double seconds) {
    tf_buf_addf(&g->data, "bar,%s,tokens_per_s,label\n", time_column(g->r));
    tf_buf_addf(&g->script, "\nplot ");
    for (int i = 0, bar = 0; i < g->r->n_groups; i++) {
        const struct report_group *a = &g->r->group[i];
        if (!timed(g->r, a)) continue;
        tf_buf_addf(&g->data, "%d,", ++bar);
        add_cells(&g->data, (double[]){time_of(g->r, a), a->tokens_per_s}, 2);
        tf_csv_field(&g->data, a->label);
        tf_buf_addf(&g->data, "\n");
        tf_buf_addf(&g->script,
                    "%s'fig_%s.csv' using (column('bar') == %d ? column('%s') / %g : NaN):(column('bar')):(0):"
                    "(column('%s') / %g):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder ",
                    bar > 1 ? ", \\\n     " : "", g->name, bar, time_column(g->r), seconds, time_column(g->r), seconds);
        report_add_style(&g->script, a, REPORT_FILL);
    }
    tf_buf_addf(&g->script, "\n");
}

static void draw_times(const struct report *r, const struct bars *b) {
    struct report_figure g;
    char note[160];
    const char *unit = b->top < 180 ? "s" : b->top < 3 * 3600 ? "min" : "h";
    const double seconds = b->top < 180 ? 1 : b->top < 3 * 3600 ? 60 : 3600, end = bars_end(r, b) / seconds;
    snprintf(note, sizeof note, "%swithout evaluation; median over seeds%s", cpu_known(r) ? "CPU time of all threads, " : "",
             same_work(r, timed) ? "" : "\nsteps or settings differ");
    report_figure_begin(&g, r, "train_time", "Training time", note, 130 + 30 * b->n);
    tf_buf_addf(&g.script, "set xlabel 'training time (%s)'\nset xrange [0:%.6g]\nset yrange [%g:0.4]\n", unit, end, b->n + 0.6);
    report_tics(&g.script, 'x', end, 8);
    tf_buf_addf(&g.script, "unset grid\nset grid x lt 1 lc rgb '#E4E4E4' lw 1\nset grid back\nunset key\n");
    time_names(&g, b, seconds);
    time_bars(&g, seconds);
    report_figure_end(&g);
}

static void train_time(const struct report *r) {
    struct bars b;
    find_bars(r, &b);
    if (b.n > 1 && report_one_machine(r) && (cpu_known(r) || report_one_threads(r))) draw_times(r, &b);
    free_bars(&b);
}

void report_figures_points(const struct report *r) {
    accuracy_cost(&work, r), accuracy_cost(&state, r);
    accuracy_height(r), train_time(r);
}
