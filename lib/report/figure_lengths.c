/* Where a task was done at several lengths: score and memory against the length, a line per mechanism and its options. */
#include "report/figure.h"
#include "report/table.h"
#include "results/column.h"
#include "results/row.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct lengths {
    struct report lines;            // a group per line, which is one of its groups
    int *n, n_n;                    // the lengths, from the shortest
    const struct report_group **at; // (n_n, lines): of a length and a line; NULL: none
};

static bool same_line(const struct report_group *a, const struct report_group *b) {
    return !strcmp(a->row->attention, b->row->attention) && a->row->height == b->row->height && !strcmp(a->options, b->options) &&
           !strcmp(a->row->quirks, b->row->quirks);
}

static int length_of(const struct report_group *g) { return report_drawable(g) ? (int)g->row->flops_n : 0; }

static int line_of(const struct lengths *s, const struct report_group *g) {
    int i = 0;
    while (i < s->lines.n_groups && !same_line(&s->lines.group[i], g)) i++;
    return i;
}

static int by_length(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static int place(const struct lengths *s, int n) {
    int l = 0;
    while (l < s->n_n && s->n[l] != n) l++;
    return l;
}

static void add_line(struct lengths *s, const struct report_group *g) {
    struct report_group *line = &s->lines.group[s->lines.n_groups++];
    const char *title = *g->row->title ? g->row->title : g->row->attention;
    *line = *g;
    snprintf(line->name, sizeof line->name, "%.120s%s%.120s", title, *g->options ? ", " : "", g->options);
    snprintf(line->label, sizeof line->label, "%s", line->name);
    *line->quirks = 0;
}

/* False: one length alone, or two groups would be one point. */
static bool find_lengths(const struct report *r, struct lengths *s) {
    bool clear = true;
    s->lines = *r;
    s->lines.group = tf_calloc(sizeof *s->lines.group * (size_t)(r->n_groups + 1));
    s->lines.n_groups = 0;
    s->n = tf_calloc(sizeof *s->n * (size_t)(r->n_groups + 1));
    for (const struct report_group *g = r->group; g < r->group + r->n_groups; g++) {
        if (length_of(g) <= 0) continue;
        if (place(s, length_of(g)) == s->n_n) s->n[s->n_n++] = length_of(g);
        if (line_of(s, g) == s->lines.n_groups) add_line(s, g);
    }
    qsort(s->n, (size_t)s->n_n, sizeof *s->n, by_length);
    report_tell_quirks(s->lines.group, s->lines.n_groups);
    report_shades(s->lines.group, s->lines.n_groups);
    s->at = tf_calloc(sizeof *s->at * (size_t)(s->n_n * s->lines.n_groups + 1));
    for (const struct report_group *g = r->group; g < r->group + r->n_groups; g++) {
        if (length_of(g) <= 0) continue;
        const struct report_group **at = &s->at[place(s, length_of(g)) * s->lines.n_groups + line_of(s, g)];
        clear &= !*at;
        *at = g;
    }
    return clear && s->n_n > 1;
}

static double score(const void *arg, int l, int i) {
    const struct lengths *s = arg;
    const struct report_group *g = s->at[l * s->lines.n_groups + i];
    return g ? g->test.mean : (double)NAN;
}

static double memory(const void *arg, int l, int i) {
    const struct lengths *s = arg;
    const struct report_group *g = s->at[l * s->lines.n_groups + i];
    return g ? g->peak_bytes / (1 << 20) : (double)NAN;
}

static void draw(struct lengths *s, const struct report *r, bool *no_gnuplot) {
    const struct report_group *full = report_full_attention(&s->lines);
    int *behind = tf_alloc(sizeof *behind * (size_t)s->lines.n_groups);
    char title[64], axis[64];
    for (int i = 0; i < s->lines.n_groups; i++) behind[i] = full ? (int)(full - s->lines.group) : -1;
    snprintf(title, sizeof title, "Test %s against length", report_metric(r, false));
    snprintf(axis, sizeof axis, "test %s (%%)", report_metric(r, false));
    struct report_n a = {.note = "mean over seeds", .length = s->n, .lengths = s->n_n, .behind = behind, .arg = s};
    a.name = "accuracy_n", a.title = title, a.axis = axis, a.linear = true, a.value = score;
    report_lines_n(&s->lines, &a, no_gnuplot);
    a.name = "memory_n", a.title = "Memory of training against length", a.axis = "peak of a run (MiB, log scale)", a.linear = false;
    a.value = memory;
    report_lines_n(&s->lines, &a, no_gnuplot);
    tf_free(behind);
}

void report_figures_lengths(const struct report *r, bool *no_gnuplot) {
    struct lengths s = {0};
    if (find_lengths(r, &s)) draw(&s, r, no_gnuplot);
    tf_free(s.at), tf_free(s.n), tf_free(s.lines.group);
}
