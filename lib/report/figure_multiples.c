/* More lines than can be told apart: a small panel for each, all on the same axes, each beside what it is measured against. And lines against the length. */
#include "report/figure.h"
#include "results/column.h"
#include "results/escape.h"
#include <math.h>
#include <string.h>

enum { COLS = 3, PANEL_H = 112, GAP_Y = 32, TOP = 76, BOTTOM = 58, HEAD_LETTERS = 30 /* that fit a panel's width */ };

int report_multiples_height(int n) {
    const int rows = (n + COLS - 1) / COLS;
    return TOP + rows * PANEL_H + (rows - 1) * GAP_Y + BOTTOM;
}

static void axis_labels(struct report_figure *f, const struct report_multiples *m) {
    struct tf_buf *s = &f->script;
    tf_buf_addf(s, "set label ");
    report_quote(s, m->y);
    tf_buf_addf(s, " at screen 0.016, screen 0.5 center rotate noenhanced\nset label ");
    report_quote(s, m->x);
    tf_buf_addf(s, " at screen 0.54, screen %.6g center noenhanced\n", 16.0 / f->height);
}

/* What stands above the panels: names that fit, each with its tail. */
static void add_heads(struct tf_buf *head, const struct report_figure *f, const struct report_multiples *m) {
    const char **name = tf_alloc(sizeof *name * (size_t)m->n);
    int *most = tf_alloc(sizeof *most * (size_t)m->n);
    struct tf_buf *tail = tf_calloc(sizeof *tail * (size_t)m->n);
    for (int i = 0; i < m->n; i++) {
        if (m->tail) m->tail(m->arg, m->group[i], &tail[i]);
        name[i] = report_brief_name(&f->r->group[m->group[i]]), most[i] = HEAD_LETTERS - (tail[i].len ? report_letters(tail[i].s) : 0);
    }
    report_short_names(name, most, m->n, head);
    for (int i = 0; i < m->n; i++) {
        if (tail[i].len) tf_buf_add(&head[i], tail[i].s, tail[i].len);
        tf_buf_free(&tail[i]);
    }
    tf_free(name), tf_free(most), tf_free(tail);
}

void report_multiples(struct report_figure *f, const struct report_multiples *m) {
    enum { Y_TICS = 4 };
    const int rows = (m->n + COLS - 1) / COLS;
    char y_format[16] = "%.10g";
    report_panels_begin(f, rows, COLS, TOP, BOTTOM);
    f->gap_y = GAP_Y;
    axis_labels(f, m);
    if (m->y_width > 0) report_tics(&f->script, 'y', m->y_width, Y_TICS), report_tic_format(y_format, m->y_width, Y_TICS);
    tf_buf_addf(&f->script, "set tics font 'sans-serif,11'\n");
    struct tf_buf *head = tf_calloc(sizeof *head * (size_t)m->n);
    add_heads(head, f, m);
    for (int i = 0; i < m->n; i++) {
        report_panel(f, i / COLS, i % COLS, head[i].s, NULL);
        tf_buf_free(&head[i]);
        tf_buf_addf(&f->script, "set format x '%s'\nset format y '%s'\n", i + COLS < m->n ? "" : "%.10g", i % COLS ? "" : y_format);
        if (m->before) m->before(f, m->arg, m->group[i]);
        tf_buf_addf(&f->script, "plot ");
        if (m->behind[i] >= 0 && m->behind[i] != m->group[i]) {
            m->line(f, m->arg, m->behind[i], true);
            tf_buf_addf(&f->script, ", \\\n     ");
        }
        m->line(f, m->arg, m->group[i], false);
        tf_buf_addf(&f->script, "\n");
        report_panel_end(f);
    }
    tf_free(head);
}

/* ---- lines against the length ------------------------------------------------------------------------------------------------------------- */

/* arg: the report_n. */
static void n_tail(const void *arg, int i, struct tf_buf *out) {
    const struct report_n *a = arg;
    if (a->tail) a->tail(a->arg, i, out);
}

static void n_line(struct report_figure *f, const void *arg, int i, bool behind) {
    struct tf_buf name = {0};
    tf_buf_addf(&f->script, "'fig_%s.csv' using 1:%d with %s ", f->name, i + 2, behind ? "lines" : "linespoints");
    report_add_style(&f->script, behind ? NULL : &f->r->group[i], f->rows ? REPORT_SOLID : REPORT_LINE);
    tf_buf_addf(&name, "%s", f->r->group[i].name);
    n_tail(arg, i, &name);
    if (behind || f->rows) tf_buf_addf(&f->script, " notitle");
    else report_add_title(&f->script, name.s);
    tf_buf_free(&name);
}

static void n_data(struct report_figure *f, const struct report_n *a, double *lo, double *hi) {
    tf_buf_addf(&f->data, "%s", a->column ? a->column : "n");
    for (int i = 0; i < f->r->n_groups; i++) {
        tf_buf_addf(&f->data, ",");
        tf_csv_field(&f->data, f->r->group[i].label);
    }
    for (int l = 0; l < a->lengths; l++) {
        tf_buf_addf(&f->data, "\n%d", a->length[l]);
        for (int i = 0; i < f->r->n_groups; i++) {
            double v = a->value(a->arg, l, i);
            tf_buf_addf(&f->data, ",");
            report_number(&f->data, v);
            *lo = fmin(*lo, v), *hi = fmax(*hi, v);
        }
    }
    tf_buf_addf(&f->data, "\n");
}

void report_lines_n(const struct report *r, const struct report_n *a) {
    struct report_figure f;
    struct report_range y;
    double lo = INFINITY, hi = -INFINITY, width = 0;
    const bool many = r->n_groups > REPORT_LINES;
    const char *x = a->x ? a->x : "tokens n (log scale)";
    char note[200];
    bool behind = false;
    if (a->lengths < 2) return;
    for (int i = 0; i < r->n_groups; i++) behind |= a->behind[i] >= 0;
    // in a panel up to five labels have room, and beside the last one that of the next panel
    const int every = many ? 1 + a->lengths / 5 : 1;
    const double air = many ? pow((double)a->length[a->lengths - 1] / a->length[0], 0.08) : 1.1;
    snprintf(note, sizeof note, "%s%s", a->note, many && behind ? "\ngrey: full attention" : "");
    report_figure_begin(&f, r, a->name, a->title, note, many ? report_multiples_height(r->n_groups) : 435 + report_legend_height(r));
    n_data(&f, a, &lo, &hi);
    if (!(lo <= hi)) lo = 1, hi = 10; // nothing is measured yet: an empty frame
    tf_buf_addf(&f.script, "set logscale %s\nset xlabel '%s'\nset ylabel '%s'\nset format y '%%.10g'\nset xtics (", a->linear ? "x" : "xy",
                x, a->axis);
    for (int l = 0; l < a->lengths; l++) tf_buf_addf(&f.script, l % every ? "%s'' %d" : "%s%d", l ? ", " : "", a->length[l]);
    tf_buf_addf(&f.script, ")\nset xrange [%g:%g]\n", a->length[0] / air, a->length[a->lengths - 1] * air);
    if (a->linear) y = report_score_range(&f.script, lo, hi), width = y.hi - y.lo;
    else tf_buf_addf(&f.script, "set yrange [%.6g:%.6g]\n", lo / 1.3, hi * 1.3);
    tf_buf_addf(&f.script, "set grid x y lt 1 lc rgb '#E4E4E4' lw 1\n");
    if (many) {
        int *group = tf_alloc(sizeof *group * (size_t)r->n_groups);
        for (int i = 0; i < r->n_groups; i++) group[i] = i;
        tf_buf_addf(&f.script, "unset xlabel\nunset ylabel\n");
        report_multiples(&f, &(struct report_multiples){.n = r->n_groups,
                                                        .group = group,
                                                        .behind = a->behind,
                                                        .x = x,
                                                        .y = a->axis,
                                                        .y_width = width,
                                                        .arg = a,
                                                        .line = n_line,
                                                        .tail = n_tail});
        tf_free(group);
    } else {
        for (int i = 0; i < r->n_groups; i++) {
            tf_buf_addf(&f.script, "%s", i ? ", \\\n     " : "\nplot ");
            n_line(&f, a, i, false);
        }
        tf_buf_addf(&f.script, "\n");
    }
    report_figure_end(&f);
}
