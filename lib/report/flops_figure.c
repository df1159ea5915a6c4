/* The figure of work against length. */
#include "report/flops_tables.h"
#include "report/escape.h"
#include "report/figure.h"
#include "report/column.h"
#include "report/table.h"
#include <math.h>

enum { N_FIRST = 256, N_LAST = 65536 };

/* A row per length: MFLOPs per token. */
static void add_points(struct tf_buf *out, const struct tf_layer_size *at, const struct tf_flops_request *request, double *lo, double *hi) {
    tf_buf_addf(out, "n");
    for (int i = 0; tf_attns[i]; i++) tf_buf_addf(out, ",%s", tf_attns[i]->name);
    for (struct tf_layer_size s = {.n = N_FIRST, .dim = at->dim, .heads = at->heads}; s.n <= N_LAST; s.n *= 2) {
        tf_buf_addf(out, "\n%d", s.n);
        for (int i = 0; tf_attns[i]; i++) {
            struct flops_layer l = flops_open(tf_attns[i], &s, "", request);
            struct tf_err why = {0};
            double v = flops_unusable(&l, &why) ? (double)NAN : flops_work(&l, -1, FLOPS_LAYER) / s.n / 1e6;
            tf_buf_addf(out, ",");
            report_number(out, v);
            *lo = fmin(*lo, v), *hi = fmax(*hi, v);
            flops_close(&l);
        }
    }
    tf_buf_addf(out, "\n");
}

static void add_lines(struct report_figure *f) {
    tf_buf_addf(&f->script, "\nplot ");
    for (int i = 0; i < f->r->n_groups; i++) {
        tf_buf_addf(&f->script, "%s'fig_%s.csv' using 'n':'%s' with linespoints ", i ? ", \\\n     " : "", f->name, tf_attns[i]->name);
        report_add_style(&f->script, &f->r->group[i], REPORT_LINE);
        report_add_title(&f->script, f->r->group[i].name);
    }
    tf_buf_addf(&f->script, "\n");
}

static int draw(const struct report *r, const struct tf_layer_size *s, const struct tf_flops_request *request, bool plot,
                struct tf_err *e) {
    char note[128];
    bool no_gnuplot = !plot;
    struct report_figure f;
    double lo = INFINITY, hi = -INFINITY;
    snprintf(note, sizeof note, "projections included, %d channels, %d heads, groups of equal size", s->dim, s->heads);
    report_figure_begin(&f, r, "flops_n", "Forward work of a layer", note, 435 + report_legend_height(r));
    add_points(&f.data, s, request, &lo, &hi);
    tf_buf_addf(&f.script, "set logscale xy\nset xlabel 'tokens n (log scale)'\nset xrange [%d:%d]\nset xtics (", N_FIRST, N_LAST);
    for (int x = N_FIRST; x <= N_LAST; x *= 2) tf_buf_addf(&f.script, "%s%d", x > N_FIRST ? ", " : "", x);
    tf_buf_addf(&f.script, ")\nset ylabel 'MFLOPs per token (log scale)'\nset format y '%%.10g'\nset yrange [%.6g:%.6g]\n", lo / 1.2,
                hi * 1.2);
    tf_buf_addf(&f.script, "set grid x y lt 1 lc rgb '#E4E4E4' lw 1\n");
    add_lines(&f);
    return report_figure_end(&f, &no_gnuplot, e);
}

int report_flops_figure(const struct tf_flops_request *request, const char *dir, int dim, int heads, bool plot, struct tf_err *e) {
    char title[160];
    struct report r = {.dir = dir, .title = title, .protocol = "computed from formulas"};
    if (flops_check_sets(request, e)) return -1;
    int at = snprintf(title, sizeof title, "all mechanisms%s", request->n_sets ? "" : " at their defaults");
    for (int i = 0; i < request->n_sets && at < (int)sizeof title; i++)
        at += snprintf(title + at, sizeof title - (size_t)at, ", %s", request->sets[i]);
    while (tf_attns[r.n_groups]) r.n_groups++;
    r.group = tf_calloc(sizeof *r.group * (size_t)r.n_groups);
    for (int i = 0; i < r.n_groups; i++) {
        r.group[i].hue = i;
        snprintf(r.group[i].name, sizeof r.group[i].name, "%s", tf_attns[i]->title);
    }
    int rc = draw(&r, &(struct tf_layer_size){.dim = dim, .heads = heads}, request, plot, e);
    tf_free(r.group);
    return rc;
}
