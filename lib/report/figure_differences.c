/* Several tasks in one figure: how far each mechanism is from what it is compared with, a line per mechanism and setting below its task. */
#include "report/figure.h"
#include "results/column.h"
#include "results/escape.h"
#include "results/stats.h"
#include <math.h>
#include <string.h>

enum { NAME_LETTERS = 44, LINE = 20 /* pixels */, WORK_WIDTH = 70 };
static const double crowded = 12, knee = 0.5; // points: from where on the axis is not linear, and where it bends

struct line {
    const struct report *task; // of a heading, g is NULL
    const struct report_group *g;
    struct tf_interval diff, seeds; // points; seeds: NaN where it is not known
    struct tf_buf name;
};

struct lines {
    struct line *at;
    int n, tasks, letters; // of the longest name
    bool rings, unlike, few;
    double lo, hi; // of all intervals, and 0
};

/* Of two scores on samples that share no examples, as far as is known: each half-width on its side, in quadrature (Newcombe 1998). */
static struct tf_interval independent(const struct tf_interval *a, const struct tf_interval *b) {
    const double d = a->mean - b->mean;
    return (struct tf_interval){d, d - hypot(a->mean - a->lo, b->hi - b->mean), d + hypot(a->hi - a->mean, b->mean - b->lo)};
}

/* Of one kind of data, in one length and by one measure; the examples may be others. */
static bool compared(const struct report_group *g) {
    const struct report_group *a = g->against;
    return a && report_drawable(g) && report_drawable(a) && !strcmp(g->row->metric, a->row->metric) && g->row->flops_n == a->row->flops_n &&
           tf_row_stand_in(g->row) == tf_row_stand_in(a->row);
}

static struct line line_of(const struct report *r, const struct report_group *g) {
    struct line l = {.task = r, .g = g, .diff = g->paired.diff, .seeds = g->paired.seeds};
    if (!g->pairs) l.diff = independent(&g->test, &g->against->test), l.seeds.lo = l.seeds.hi = NAN;
    return l;
}

/* Paired over some of the seeds that were trained. */
static bool of_few(const struct report_group *g) { return g->pairs && g->pairs < g->pairs_of; }

static void widen(struct lines *s, const struct tf_interval *i) {
    if (isnan(i->lo)) return;
    s->lo = fmin(s->lo, i->lo), s->hi = fmax(s->hi, i->hi);
}

/* Names of a task's lines from `first` on, with marks of those that are not compared as they should be. */
static void name_lines(struct lines *s, int first) {
    const int n = s->n - first;
    const char **name = tf_alloc(sizeof *name * (size_t)n);
    int *most = tf_alloc(sizeof *most * (size_t)n);
    struct tf_buf *out = tf_calloc(sizeof *out * (size_t)n);
    for (int i = 0; i < n; i++) {
        const struct report_group *g = s->at[first + i].g;
        name[i] = report_brief_name(g), most[i] = NAME_LETTERS - (*g->unlike != 0) - of_few(g);
    }
    report_short_names(name, most, n, out);
    for (int i = 0; i < n; i++) {
        const struct report_group *g = s->at[first + i].g;
        tf_buf_addf(&out[i], "%s%s", *g->unlike ? "*" : "", of_few(g) ? "†" : "");
        s->unlike |= *g->unlike != 0, s->few |= of_few(g);
        s->at[first + i].name = out[i], s->letters = (int)fmax(s->letters, report_letters(out[i].s));
    }
    tf_free(name), tf_free(most), tf_free(out);
}

static void find_lines(struct lines *s, const struct report *part, int n) {
    int most = 0;
    for (int p = 0; p < n; p++) most += part[p].n_groups + 1;
    *s = (struct lines){.at = tf_calloc(sizeof *s->at * (size_t)(most + 1))};
    for (int p = 0; p < n; p++) {
        const int head = s->n++;
        for (const struct report_group *g = part[p].group; g < part[p].group + part[p].n_groups; g++)
            if (compared(g)) s->at[s->n++] = line_of(&part[p], g);
        if (s->n == head + 1) {
            s->n = head;
            continue;
        }
        s->at[head].task = &part[p], s->tasks++;
        name_lines(s, head + 1);
        for (int i = head + 1; i < s->n; i++) s->rings |= !s->at[i].g->pairs, widen(s, &s->at[i].diff), widen(s, &s->at[i].seeds);
    }
}

static void free_lines(struct lines *s) {
    for (int i = 0; i < s->n; i++) tf_buf_free(&s->at[i].name);
    tf_free(s->at);
}

/* Differences of a tenth of a point and of ninety on one axis: from `crowded` points on it is linear near 0 and logarithmic beyond. */
static bool is_linear(const struct lines *s) { return fmax(-s->lo, s->hi) < crowded; }

static void axis(struct tf_buf *out, const struct lines *s) {
    static const double tick[] = {-100, -30, -10, -3, -1, -0.3, 0, 0.3, 1, 3, 10, 30, 100};
    const double lo = is_linear(s) ? s->lo : asinh(s->lo / knee), hi = is_linear(s) ? s->hi : asinh(s->hi / knee);
    const double air = fmax(0.05 * (hi - lo), 0.05);
    if (is_linear(s)) tf_buf_addf(out, "x(points) = points\n");
    else tf_buf_addf(out, "x(points) = asinh(points / %g)\n", knee);
    tf_buf_addf(out, "set xrange [%.6g:%.6g]\n", lo - air, hi + air);
    if (is_linear(s)) {
        report_tics(out, 'x', hi - lo, 8);
        return;
    }
    tf_buf_addf(out, "set xtics (");
    for (size_t i = 0; i < TF_COUNT(tick); i++) tf_buf_addf(out, "%s'%g' x(%g)", i ? ", " : "", tick[i], tick[i]);
    tf_buf_addf(out, ")\n");
}

/* What all lines below heading i are compared with; NULL: full attention, or several. */
static const struct report_group *reference_of(const struct lines *s, int i) {
    const struct report_group *reference = s->at[i].task->reference ? s->at[i + 1].g->against : NULL;
    for (int k = i + 1; k < s->n && s->at[k].g; k++)
        if (s->at[k].g->against != reference) return NULL;
    return reference;
}

static void work_label(struct tf_buf *out, const struct report_group *g, int i) {
    if (g->flops_paper_pct >= 0)
        tf_buf_addf(out, "set label '%.0f' at graph 1, first %d left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'\n",
                    g->flops_paper_pct, i);
}

/* A task, with its protocol where the figure has the task by another one, too; and what its lines are compared with. */
static void heading_text(struct tf_buf *out, const struct lines *s, int i) {
    const struct report_group *reference = reference_of(s, i);
    const struct report *task = s->at[i].task;
    bool twin = false;
    for (int k = 0; k < s->n; k++) {
        const struct report *other = s->at[k].g ? NULL : s->at[k].task;
        twin |= other && !strcmp(other->title, task->title) && strcmp(other->protocol, task->protocol) != 0;
    }
    tf_buf_addf(out, "%s", task->title);
    if (twin) tf_buf_addf(out, " (%s)", task->protocol);
    if (reference) tf_buf_addf(out, " against %s", report_brief_name(reference));
}

static void heading(struct tf_buf *out, const struct lines *s, int i) {
    const struct report_group *reference = reference_of(s, i);
    struct tf_buf text = {0}, bold = {0};
    heading_text(&text, s, i);
    report_bold(&bold, text.s);
    tf_buf_addf(out, "set label ");
    report_quote(out, bold.s);
    tf_buf_addf(out, " at screen %.4f, first %d left font 'sans-serif,12' textcolor rgb '#111111'\n", 14.0 / REPORT_WIDTH, i);
    if (reference) work_label(out, reference, i);
    tf_buf_free(&text), tf_buf_free(&bold);
}

/* Letters on the left, of the headings half of the width at most. */
static int longest(const struct lines *s) {
    int most = s->letters;
    for (int i = 0; i < s->n; i++) {
        struct tf_buf text = {0};
        if (!s->at[i].g) heading_text(&text, s, i);
        if (text.len && strcmp(text.s, s->at[i].task->title) != 0) most = (int)fmax(most, report_letters(text.s));
        tf_buf_free(&text);
    }
    return most < NAME_LETTERS ? most : NAME_LETTERS;
}

/* On the left the names, below their task's; on the right the work. */
static void name_axis(struct report_figure *f, const struct lines *s) {
    struct tf_buf *out = &f->script;
    const double left = (report_names_width(longest(s)) + 4) / REPORT_WIDTH;
    tf_buf_addf(out, "set lmargin at screen %.4f\nset rmargin at screen %.4f\n", left, 1 - (double)WORK_WIDTH / REPORT_WIDTH);
    tf_buf_addf(out, "set yrange [%g:-0.5]\nset ytics scale 0 (", s->n - 0.3);
    for (int i = 0, n = 0; i < s->n; i++) {
        if (!s->at[i].g) continue;
        tf_buf_addf(out, n++ ? ", " : "");
        report_quote_tic(out, s->at[i].name.s);
        tf_buf_addf(out, " %d", i);
    }
    tf_buf_addf(out, ")\nset label 'work, %%' at graph 1, graph 1 left offset 1,0.6 font 'sans-serif,12' textcolor rgb '#666666'\n");
    for (int i = 0; i < s->n; i++) {
        if (s->at[i].g) work_label(out, s->at[i].g, i);
        else heading(out, s, i);
    }
}

static void data(struct report_figure *f, const struct lines *s) {
    tf_buf_addf(&f->data,
                "line,diff_points,lo,hi,seeds_lo,seeds_hi,paired_seeds,flops_paper_pct,flops_layer_pct,task,protocol,label,against,"
                "paired_of_seeds,trained_otherwise\n");
    for (int i = 0; i < s->n; i++) {
        const struct line *l = &s->at[i];
        if (!l->g) continue;
        const double v[] = {i,           l->diff.mean,          l->diff.lo,           l->diff.hi, l->seeds.lo, l->seeds.hi,
                            l->g->pairs, l->g->flops_paper_pct, l->g->flops_layer_pct};
        for (size_t k = 0; k < TF_COUNT(v); k++) {
            report_number(&f->data, v[k]);
            tf_buf_addf(&f->data, ",");
        }
        const char *text[] = {l->g->row->task, l->task->protocol, l->g->label, l->g->against->label};
        for (size_t k = 0; k < TF_COUNT(text); k++) {
            tf_csv_field(&f->data, text[k]);
            tf_buf_addf(&f->data, ",");
        }
        tf_buf_addf(&f->data, "%d,", l->g->pairs_of);
        tf_csv_field(&f->data, l->g->unlike);
        tf_buf_addf(&f->data, "\n");
    }
}

/* A thick bar over the examples, a thin one over the seeds; a ring instead of a disc where nothing is paired: other examples, or a score that
 * does not count answers. */
static void marks(struct report_figure *f, const struct lines *s) {
    struct tf_buf *out = &f->script;
    tf_buf_addf(out, "set arrow from x(0), graph 0 to x(0), graph 1 nohead lc rgb '#666666' lw 1\nset errorbars 0\n\nplot ");
    for (int i = 0, n = 0; i < s->n; i++) {
        const struct line *l = &s->at[i];
        if (!l->g) continue;
        const unsigned colour = report_colour(l->g->hue < 0 ? 0 : l->g->hue);
        for (int seeds = !isnan(l->seeds.lo); seeds >= 0; seeds--) {
            const char *bar = seeds ? "seeds_" : "";
            tf_buf_addf(out, "%s'fig_%s.csv' using (column('line') == %d ? x(column('diff_points')) : NaN):(column('line'))",
                        n++ ? ", \\\n     " : "", f->name, i);
            tf_buf_addf(out, ":(x(column('%slo'))):(x(column('%shi'))) with xerrorbars lc rgb '#%06X' ", bar, bar, colour);
            if (seeds) tf_buf_addf(out, "lw 1 ps 0 notitle");
            else tf_buf_addf(out, l->g->pairs ? "lw 3 pt 7 ps 1 notitle" : "lw 2 pt 6 ps 1.3 notitle");
        }
    }
    tf_buf_addf(out, "\n");
}

static void add_note(struct tf_buf *out, const struct lines *s) {
    tf_buf_addf(out, "bars: 95 %%, thick over test examples, thin over seeds\n%swork: of attention, paper's accounting%s%s",
                s->rings ? "rings: not paired\n" : "", s->unlike ? "\n* trained otherwise" : "",
                s->few ? "\n† only some seeds paired" : "");
}

void report_figure_differences(const struct report *part, int n) {
    struct lines s;
    find_lines(&s, part, n);
    if (s.tasks > 1) {
        struct report_figure f;
        struct report all = *part;
        struct tf_buf note = {0};
        char tasks[32], title[96];
        const char *against = part->reference ? part->reference->title : "full attention";
        all.suffix = NULL, all.title = tasks, all.n = 0;
        for (int p = 0; p < n; p++) {
            all.n += part[p].n; // the parts' rows are one array
            if (strcmp(part[p].protocol, part->protocol)) all.protocol = "other";
        }
        const int distinct = report_tasks(part, n);
        if (distinct > 1) snprintf(tasks, sizeof tasks, "%d tasks", distinct);
        else all.title = part->title;
        snprintf(title, sizeof title, "Difference from %.60s", against);
        add_note(&note, &s);
        report_figure_begin(&f, &all, "differences", title, note.s, 150 + LINE * s.n);
        tf_buf_addf(&f.script, "set xlabel 'test score minus that of %.60s, points%s'\n", against,
                    is_linear(&s) ? "" : " (logarithmic beyond 0.5)");
        axis(&f.script, &s);
        tf_buf_addf(&f.script, "unset grid\nset grid x lt 1 lc rgb '#E4E4E4' lw 1\nset grid back\nunset key\n");
        name_axis(&f, &s);
        data(&f, &s);
        marks(&f, &s);
        report_figure_end(&f);
        tf_buf_free(&note);
    }
    free_lines(&s);
}
