/* fig_time_n: time against length, both logarithmic, a line per mechanism; the legend has the fitted slopes. */
#include <math.h>
#include <string.h>

#include "report/infer_table.h"
#include "report/escape.h"
#include "report/figure.h"
#include "report/column.h"
#include "report/table.h"

static void name_groups(const struct tf_infer *s, struct report *r) {
    r->n_groups = s->n;
    r->group = tf_calloc(sizeof *r->group * (size_t)s->n);
    for (int i = 0; i < s->n; i++) {
        const struct infer_entry *x = &s->entry[i];
        struct report_infer_fit f = report_infer_fit(s, i);
        struct report_group *g = &r->group[i];
        int n = snprintf(g->label, sizeof g->label, "%s%s%.100s%s", infer_title(x), *x->setting ? ", " : "", x->setting,
                         x->causal ? ", causal" : "");
        if (!isnan(f.slope) && n > 0 && n < (int)sizeof g->label) snprintf(g->label + n, sizeof g->label - (size_t)n, ": n^%.2f", f.slope);
        g->hue = 0;
        while (tf_attns[g->hue] && tf_attns[g->hue] != x->attn) g->hue++; // projections: after the last
    }
    report_shades(r->group, r->n_groups);
}

static void add_data(const struct tf_infer *s, const struct report *r, struct tf_buf *out, double *lo, double *hi) {
    tf_buf_addf(out, "n");
    for (int i = 0; i < s->n; i++) {
        tf_buf_addf(out, ",");
        tf_csv_field(out, r->group[i].label);
    }
    for (int l = 0; l < s->lengths; l++) {
        tf_buf_addf(out, "\n%d", s->cfg.lengths.v[l]);
        for (int i = 0; i < s->n; i++) {
            const struct infer_time *t = &s->time[l * s->n + i];
            double v = t->status == INFER_OK ? 1e3 * t->median : (double)NAN;
            tf_buf_addf(out, ",");
            report_number(out, v);
            *lo = fmin(*lo, v), *hi = fmax(*hi, v);
        }
    }
    tf_buf_addf(out, "\n");
}

int report_infer_figure(const struct tf_infer *s, const char *dir, bool plot, struct tf_err *e) {
    struct report r = {.dir = dir, .title = s->title, .protocol = s->protocol};
    struct report_figure f;
    char note[128];
    double lo = INFINITY, hi = -INFINITY;
    bool no_gnuplot = !plot;
    name_groups(s, &r);
    snprintf(note, sizeof note, "%d channels, %d heads, batch %d, %d thread%s", s->cfg.dim, s->cfg.heads, s->cfg.batch, s->threads,
             s->threads == 1 ? "" : "s");
    report_figure_begin(&f, &r, "time_n", "Time of an attention module", note, 480 + 19 * r.n_groups);
    add_data(s, &r, &f.data, &lo, &hi);
    tf_buf_addf(&f.script, "set key maxrows %d noenhanced\nset logscale xy\nset xlabel 'tokens n (log scale)'\nset xtics (",
                (r.n_groups + 1) / 2);
    for (int l = 0; l < s->lengths; l++) tf_buf_addf(&f.script, "%s%d", l ? ", " : "", s->cfg.lengths.v[l]);
    tf_buf_addf(&f.script, ")\nset xrange [%g:%g]\nset ylabel 'ms (log scale)'\nset format y '%%.10g'\nset yrange [%.6g:%.6g]\n",
                s->cfg.lengths.v[0] / 1.1, s->cfg.lengths.v[s->lengths - 1] * 1.1, lo / 1.3, hi * 1.3);
    tf_buf_addf(&f.script, "set grid x y lt 1 lc rgb '#E4E4E4' lw 1\nplot ");
    for (int i = 0; i < r.n_groups; i++) {
        tf_buf_addf(&f.script, "%s'fig_time_n.csv' using 1:%d with linespoints title ", i ? ", \\\n     " : "", i + 2);
        report_quote(&f.script, r.group[i].label);
        tf_buf_addf(&f.script, " ");
        report_add_style(&f.script, &r.group[i], REPORT_LINE);
    }
    tf_buf_addf(&f.script, "\n");
    int rc = report_figure_end(&f, &no_gnuplot, e);
    tf_free(r.group);
    return rc;
}
