/* More lines than can be told apart: a small panel for each, all on the same axes, each beside what it is measured against. And lines against the length. */
#include "report/figure.h"
#include "results/column.h"
#include "results/escape.h"
#include <math.h>
#include <string.h>

enum { COLS = 3, PANEL_H = 112, GAP_Y = 32, TOP = 76, BOTTOM = 58, HEAD_LETTERS = 29 /* that fit a panel's width */ };

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

static const char *name_of(const struct report_figure *f, const struct report_multiples *m, int i) {
    static const char brand[] = "Treeformer ";
    const struct report_group *g = &f->r->group[m->group[i]];
    const char *name = *g->name ? g->name : g->label;
    return strncmp(name, brand, strlen(brand)) ? name : name + strlen(brand);
}

/* Bytes of what stays together at the start of a name's settings: a setting, words that are none, what a comma joins, or all from a parenthesis on. */
static size_t part_len(const char *s) {
    size_t n = 0, next = 0;
    if (*s == '(') return strlen(s);
    for (bool set = false; s[next];) {
        const size_t word = strcspn(s + next, " ");
        const bool last = set;
        set = memchr(s + next, '=', word) != NULL;
        if (n && s[n - 1] != ',' && (last || set || s[next] == '(')) break;
        n = next + word, next = n + strspn(s + n, " ");
    }
    return n;
}

static const char *next_part(const char *s) { return s + part_len(s) + strspn(s + part_len(s), " "); }

/* Is the part of n bytes one of the settings? */
static bool has_part(const char *settings, const char *part, size_t n) {
    for (const char *at = settings; *at; at = next_part(at))
        if (part_len(at) == n && !strncmp(at, part, n)) return true;
    return false;
}

/* In how many panels of a mechanism ("TF-A, " of n letters) the part stands; part NULL: how many there are. */
static int panels_with(const struct report_figure *f, const struct report_multiples *m, const char *mechanism, size_t n, const char *part) {
    int count = 0;
    for (int i = 0; i < m->n; i++) {
        const char *name = name_of(f, m, i);
        count += !strncmp(name, mechanism, n) && (!part || has_part(name + n, part, part_len(part)));
    }
    return count;
}

/* What is too long begins with the settings that the fewest panels of its mechanism have, and is without those that all have: the end is cut, but for the
 * tail. */
static void add_head(struct tf_buf *out, const struct report_figure *f, const struct report_multiples *m, int i) {
    struct tf_buf text = {0}, tail = {0};
    if (m->tail) m->tail(m->arg, m->group[i], &tail);
    const int most = HEAD_LETTERS - (tail.len ? report_letters(tail.s) : 0);
    const char *name = name_of(f, m, i), *comma = strstr(name, ", ");
    const size_t n = comma ? (size_t)(comma - name) + 2 : 0;
    const int all = comma ? panels_with(f, m, name, n, NULL) : 1;
    if (all == 1 || report_letters(name) <= most) tf_buf_addf(&text, "%s", name);
    else {
        tf_buf_add(&text, name, n);
        for (int k = 1; k < all; k++)
            for (const char *at = name + n; *at; at = next_part(at))
                if (panels_with(f, m, name, n, at) == k) tf_buf_addf(&text, "%s%.*s", text.len > n ? " " : "", (int)part_len(at), at);
    }
    report_shorten(out, text.s, most);
    if (tail.len) tf_buf_add(out, tail.s, tail.len);
    tf_buf_free(&text), tf_buf_free(&tail);
}

void report_multiples(struct report_figure *f, const struct report_multiples *m) {
    const int rows = (m->n + COLS - 1) / COLS;
    report_panels_begin(f, rows, COLS, TOP, BOTTOM);
    f->gap_y = GAP_Y;
    axis_labels(f, m);
    tf_buf_addf(&f->script, "set tics font 'sans-serif,11'\n");
    for (int i = 0; i < m->n; i++) {
        struct tf_buf head = {0};
        add_head(&head, f, m, i);
        report_panel(f, i / COLS, i % COLS, head.s, NULL);
        tf_buf_free(&head);
        tf_buf_addf(&f->script, "set format x '%s'\nset format y '%s'\n", i + COLS < m->n ? "" : "%.10g", i % COLS ? "" : m->y_format);
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

void report_lines_n(const struct report *r, const struct report_n *a, bool *no_gnuplot) {
    struct report_figure f;
    double lo = INFINITY, hi = -INFINITY;
    const bool many = r->n_groups > REPORT_LINES;
    const char *x = a->x ? a->x : "tokens n (log scale)";
    char note[200];
    if (a->lengths < 2) return;
    snprintf(note, sizeof note, "%s%s", a->note, many && a->behind[0] >= 0 ? "\ngrey: full attention" : "");
    report_figure_begin(&f, r, a->name, a->title, note, many ? report_multiples_height(r->n_groups) : 435 + report_legend_height(r));
    n_data(&f, a, &lo, &hi);
    if (!(lo <= hi)) lo = 1, hi = 10; // nothing is measured yet: an empty frame
    tf_buf_addf(&f.script, "set logscale %s\nset xlabel '%s'\nset ylabel '%s'\nset format y '%%.10g'\nset xtics (", a->linear ? "x" : "xy",
                x, a->axis);
    for (int l = 0; l < a->lengths; l++) // of more than four in a panel every second one has room
        tf_buf_addf(&f.script, many && a->lengths > 4 && l % 2 ? "%s'' %d" : "%s%d", l ? ", " : "", a->length[l]);
    tf_buf_addf(&f.script, ")\nset xrange [%g:%g]\n", a->length[0] / 1.1, a->length[a->lengths - 1] * 1.1);
    if (a->linear) report_score_range(&f.script, lo, hi);
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
                                                        .y_format = "%.10g",
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
    report_figure_end(&f, no_gnuplot);
}
