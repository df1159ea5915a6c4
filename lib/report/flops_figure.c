/* The figure of work against length. */
#include "report/flops_figure.h"
#include "report/figure.h"
#include "report/column.h"
#include "report/table.h"
#include <math.h>
#include <stdlib.h>

enum { N_FIRST = 256, N_LAST = 65536, NAME_H = 18 /* pixels */, NAMES_MAX = 256 };

struct end {
    int i;
    double want, at; /* height in the frame, 0..1: of the line's end, of its name */
};
struct lines {
    struct end end[NAMES_MAX];
    int n; /* lines whose end is known */
    double lo, hi;
};

/* One row a length: MFLOPs a token. */
static void add_points(struct tf_buf *out, const struct tf_layer_size *at, const struct tf_flops_ask *ask, struct lines *lines) {
    tf_buf_addf(out, "n");
    for (int i = 0; tf_attns[i]; i++) tf_buf_addf(out, ",%s", tf_attns[i]->name);
    for (struct tf_layer_size s = {.n = N_FIRST, .dim = at->dim, .heads = at->heads}; s.n <= N_LAST; s.n *= 2) {
        tf_buf_addf(out, "\n%d", s.n);
        for (int i = 0; tf_attns[i]; i++) {
            struct flops_layer l = flops_open(tf_attns[i], &s, "", ask);
            struct tf_err why = {0};
            double v = flops_unusable(&l, &why) ? (double)NAN : flops_work(&l, -1, FLOPS_LAYER) / s.n / 1e6;
            tf_buf_addf(out, ",");
            report_number(out, v);
            lines->lo = fmin(lines->lo, v), lines->hi = fmax(lines->hi, v);
            if (s.n == N_LAST && isfinite(v) && lines->n < NAMES_MAX) lines->end[lines->n++] = (struct end){.i = i, .want = v};
            flops_close(&l);
        }
    }
    tf_buf_addf(out, "\n");
}

static int by_height(const void *a, const void *b) {
    double x = ((const struct end *)a)->want, y = ((const struct end *)b)->want;
    return (x > y) - (x < y);
}

/* Names keep their lines' order and a gap; they give way upwards, and back down from the top. */
static void place_names(struct lines *l, double gap) {
    for (int i = 0; i < l->n; i++) l->end[i].want = log(l->end[i].want / l->lo) / log(l->hi / l->lo);
    qsort(l->end, (size_t)l->n, sizeof *l->end, by_height);
    for (int i = 0; i < l->n; i++) l->end[i].at = i ? fmax(l->end[i].want, l->end[i - 1].at + gap) : l->end[i].want;
    for (int i = l->n - 1; i >= 0; i--) l->end[i].at = fmin(l->end[i].at, i < l->n - 1 ? l->end[i + 1].at - gap : 1);
}

static void add_names(struct report_figure *f, const struct lines *l) {
    for (int i = 0; i < l->n; i++) {
        const struct end *p = &l->end[i];
        tf_buf_addf(&f->script, "set label ");
        report_quote(&f->script, f->r->group[p->i].label);
        tf_buf_addf(&f->script, " at graph 1.095, graph %.4f left noenhanced font 'sans-serif,12' textcolor rgb '#222222'\n", p->at);
        tf_buf_addf(&f->script, "set arrow from graph 1.002, graph %.4f to graph 1.09, graph %.4f nohead lw 1.2 ", p->want, p->at);
        report_add_style(&f->script, &f->r->group[p->i], REPORT_FILL);
        tf_buf_addf(&f->script, "\n");
    }
}

static void add_lines(struct report_figure *f) {
    tf_buf_addf(&f->script, "\nplot ");
    for (int i = 0; i < f->r->n_groups; i++) {
        tf_buf_addf(&f->script, "%s'fig_%s.csv' using 'n':'%s' with linespoints ", i ? ", \\\n     " : "", f->name, tf_attns[i]->name);
        report_add_style(&f->script, &f->r->group[i], REPORT_LINE);
    }
    tf_buf_addf(&f->script, "\n");
}

static int draw(const struct report *r, const struct tf_layer_size *s, const struct tf_flops_ask *ask, bool plot, struct tf_err *e) {
    char note[128];
    bool no_gnuplot = !plot;
    struct report_figure f;
    struct lines l = {.lo = INFINITY, .hi = -INFINITY};
    int frame = NAME_H * (r->n_groups > 20 ? r->n_groups + 1 : 21);
    snprintf(note, sizeof note, "projections included, %d channels, %d heads, groups of equal size", s->dim, s->heads);
    report_figure_begin(&f, r, "flops_n", "Forward work of a layer", note, frame + 140);
    add_points(&f.data, s, ask, &l);
    l.lo /= 1.2, l.hi *= 1.2;
    place_names(&l, (double)NAME_H / frame);
    tf_buf_addf(&f.script, "unset key\nset rmargin 29\nset logscale xy\nset xlabel 'tokens n (log scale)'\nset xrange [%d:%d]\nset xtics (",
                N_FIRST, N_LAST);
    for (int x = N_FIRST; x <= N_LAST; x *= 2) tf_buf_addf(&f.script, "%s%d", x > N_FIRST ? ", " : "", x);
    tf_buf_addf(&f.script, ")\nset ylabel 'MFLOPs a token (log scale)'\nset format y '%%.10g'\nset yrange [%.6g:%.6g]\n", l.lo, l.hi);
    tf_buf_addf(&f.script, "set grid x y lt 1 lc rgb '#E4E4E4' lw 1\n");
    add_names(&f, &l);
    add_lines(&f);
    return report_figure_end(&f, &no_gnuplot, e);
}

int tf_flops_figure(const struct tf_flops_ask *ask, const char *dir, int dim, int heads, bool plot, struct tf_err *e) {
    char title[160];
    struct report r = {.dir = dir, .title = title, .protocol = "computed from formulas"};
    if (flops_check_sets(ask, e)) return -1;
    int at = snprintf(title, sizeof title, "all mechanisms%s", ask->n_sets ? "" : " at their defaults");
    for (int i = 0; i < ask->n_sets && at < (int)sizeof title; i++)
        at += snprintf(title + at, sizeof title - (size_t)at, ", %s", ask->sets[i]);
    while (tf_attns[r.n_groups]) r.n_groups++;
    r.group = tf_calloc(sizeof *r.group * (size_t)r.n_groups);
    for (int i = 0; i < r.n_groups; i++) {
        r.group[i].hue = i;
        snprintf(r.group[i].label, sizeof r.group[i].label, "%s", tf_attns[i]->title);
    }
    int rc = draw(&r, &(struct tf_layer_size){.dim = dim, .heads = heads}, ask, plot, e);
    tf_free(r.group);
    return rc;
}
