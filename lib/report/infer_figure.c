/* fig_time_n: time against length, both logarithmic, a line per mechanism; the legend has the fitted slopes. */
#include <math.h>
#include <string.h>

#include "results/infer_table.h"
#include "results/escape.h"
#include "report/figure.h"
#include "results/column.h"
#include "report/table.h"

static void name_groups(const struct tf_infer *s, struct report *r) {
    r->n_groups = s->n;
    r->group = tf_calloc(sizeof *r->group * (size_t)s->n);
    for (int i = 0; i < s->n; i++) {
        const struct infer_entry *x = &s->entry[i];
        struct report_group *g = &r->group[i];
        snprintf(g->label, sizeof g->label, "%s%s%.100s%s", infer_title(x), *x->setting ? ", " : "", x->setting,
                 x->causal ? ", causal" : "");
        snprintf(g->name, sizeof g->name, "%s", g->label);
        g->hue = report_hue(x->attn);
    }
    report_shades(r->group, r->n_groups);
}

static double value(const void *arg, int l, int i) {
    const struct tf_infer *s = arg;
    const struct infer_time *t = &s->time[l * s->n + i];
    return t->status == INFER_OK ? 1e3 * t->median : (double)NAN;
}

static void add_slope(const void *arg, int i, struct tf_buf *out) {
    const struct report_infer_fit f = report_infer_fit(arg, i);
    if (!isnan(f.slope)) tf_buf_addf(out, ": n^%.2f", f.slope);
}

void report_infer_figure(const struct tf_infer *s, const char *dir, bool plot) {
    bool no_gnuplot = false;
    struct report r = {.dir = dir, .title = s->heading.title, .protocol = s->heading.protocol, .no_gnuplot = plot ? &no_gnuplot : NULL};
    char note[128];
    int *behind = tf_alloc(sizeof *behind * (size_t)s->n);
    name_groups(s, &r);
    for (int i = 0; i < s->n; i++) behind[i] = infer_full(s, i);
    snprintf(note, sizeof note, "time of an attention module\n%d channels, %d heads, batch %d, %d thread%s", s->cfg.dim, s->cfg.heads,
             s->cfg.batch, s->threads, s->threads == 1 ? "" : "s");
    report_lines_n(&r, &(struct report_n){.name = "time_n",
                                          .title = "",
                                          .note = note,
                                          .axis = "ms (log scale)",
                                          .length = s->cfg.lengths.v,
                                          .lengths = s->cfg.lengths.n,
                                          .behind = behind,
                                          .value = value,
                                          .tail = add_slope,
                                          .arg = s});
    tf_free(behind);
    tf_free(r.group);
}
