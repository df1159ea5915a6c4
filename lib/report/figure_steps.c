/* Curves over training steps: validation accuracy and training loss, with the stages of bootstrapping as dotted lines. */
#include "report/figure.h"
#include "results/escape.h"
#include "report/table.h"
#include <math.h>
#include <string.h>

enum { POINTS_MAX = 200 /* a curve; more are averaged in blocks */, POINTS_MARKED = 25, STAGES_MAX = 512, STAGES_NAMED = 12 };

struct curve {
    int group, n;
    bool mean, ok;
    const char *run;
    double *x, *y;
};
struct curves {
    struct curve *c;
    int n, least, most;
    bool left_out; // curves of a long sweep over heights
    bool hidden;   // stages that predict hidden tokens are left out
    bool held;     // a mean goes on after one of its runs has ended
    double max_step;
}; /* least, most: log lines that were averaged into one point of a group's curves; 0: there is none yet */

static bool is_split(const struct tf_csv *m, int line, const char *name) {
    const char *split = tf_csv_get(m, line, "split");
    return split && !strcmp(split, name);
}

/* Predictions of a step in a stage's training. */
static double predictions(const struct tf_csv *m, double stage) {
    double before = 0, last = 0, sum = 0;
    for (int i = 0; i < m->rows; i++) {
        if (!is_split(m, i, "train")) continue;
        const double step = tf_csv_real(m, i, "step"), of = tf_csv_real(m, i, "stage");
        if (of < stage) before = step;
        if (of == stage) sum += tf_csv_real(m, i, "n"), last = step;
    }
    return sum / fmax(last - before, 1);
}

/* Of a validation in the stage; 0: there was none. */
static double validated(const struct tf_csv *m, double stage) {
    double last = 0;
    for (int i = 0; i < m->rows; i++)
        if (is_split(m, i, "valid") && tf_csv_real(m, i, "stage") == stage) last = tf_csv_real(m, i, "n");
    return last;
}

/* Does the stage predict hidden tokens, whose score and loss are of something else? Then a validation has another number of predictions than in the last
 * stage; without validations: a sequence has several hidden tokens, but one class. */
static bool hides(const struct tf_csv *m, double stage) {
    double last = NAN;
    for (int i = m->rows - 1; i >= 0 && isnan(last); i--) last = tf_csv_real(m, i, "stage");
    if (!(stage < last)) return false;
    const double here = validated(m, stage), there = validated(m, last);
    return here > 0 && there > 0 ? here != there : predictions(m, stage) > 1.5 * predictions(m, last);
}

/* Returns whether lines were left out. */
static bool read_curve(struct curve *c, const struct tf_csv *m, const struct tf_row *row, const char *split, const char *column) {
    const bool of_task = row->pretrain_flops > 0 && (!strcmp(split, "valid") || !strcmp(split, "train"));
    double seen = NAN;
    bool hidden = false, left_out = false;
    c->x = tf_alloc(sizeof(double) * (size_t)(m->rows ? m->rows : 1));
    c->y = tf_alloc(sizeof(double) * (size_t)(m->rows ? m->rows : 1));
    for (int i = 0; i < m->rows; i++) {
        if (!is_split(m, i, split)) continue;
        const double x = tf_csv_real(m, i, "step"), y = tf_csv_real(m, i, column), stage = tf_csv_real(m, i, "stage");
        if (!isfinite(x) || !isfinite(y)) continue;
        if (of_task && isfinite(stage) && stage != seen) hidden = hides(m, seen = stage);
        if (hidden) left_out = true;
        else c->x[c->n] = x, c->y[c->n++] = y;
    }
    return left_out;
}

/* Averages blocks of k points in place; a block takes the place of its last step. */
static void thin(struct curve *c, int k) {
    int out = 0;
    if (k <= 1) return;
    for (int i = 0; i < c->n; i += k, out++) {
        int end = i + k < c->n ? i + k : c->n;
        double sum = 0;
        for (int j = i; j < end; j++) sum += c->y[j];
        c->x[out] = c->x[end - 1], c->y[out] = sum / (end - i);
    }
    c->n = out;
}

static const double *value_at(const struct curve *c, double x) {
    for (int i = 0; i < c->n; i++)
        if (c->x[i] == x) return &c->y[i];
    return NULL;
}

static double end_of(const struct curve *c) { return c->x[c->n - 1]; }

/* The mean of the good runs c[0..n-1], where all of them have a value; a run that ended before another (`stop_at`) keeps its last one. Did one? */
static bool mean_curve(struct curve *out, const struct curve *c, int n) {
    const struct curve *longest = NULL;
    bool held = false;
    for (int k = 0; k < n; k++)
        if (c[k].ok && (!longest || end_of(&c[k]) > end_of(longest))) longest = &c[k];
    out->x = tf_alloc(sizeof(double) * (size_t)(longest->n + 1));
    out->y = tf_alloc(sizeof(double) * (size_t)(longest->n + 1));
    for (int i = 0; i < longest->n; i++) {
        const double x = longest->x[i];
        double sum = 0;
        int have = 0, want = 0;
        for (int k = 0; k < n; k++) {
            const bool ended = c[k].ok && out->n && x > end_of(&c[k]);
            const double *y = ended ? &c[k].y[c[k].n - 1] : c[k].ok ? value_at(&c[k], x) : NULL;
            want += c[k].ok, have += y != NULL, held |= ended;
            if (y) sum += *y;
        }
        if (have == want) out->x[out->n] = x, out->y[out->n++] = sum / have;
    }
    return held;
}

/* Seeds have blocks of one size, that of the longest curve: else a mean would be of blocks and of single lines. */
static void add_group(struct curves *s, const struct report *r, int group, const char *split, const char *column) {
    const struct report_group *g = &r->group[group];
    struct curve *first = s->c + s->n;
    int good = 0, longest = 0;
    for (int i = 0; i < g->n; i++) {
        struct curve c = {.group = group, .run = g->row[i].run, .ok = tf_row_ok(&g->row[i])};
        s->hidden |= read_curve(&c, &r->file[REPORT_METRICS][&g->row[i] - r->row], &g->row[i], split, column);
        if (c.n > longest) longest = c.n;
        if (c.n == 0) tf_free(c.x), tf_free(c.y);
        else good += c.ok, s->c[s->n++] = c;
    }
    if (longest == 0) return;
    const int k = (longest + POINTS_MAX - 1) / POINTS_MAX;
    for (struct curve *c = first; c < s->c + s->n; c++) thin(c, k), s->max_step = fmax(s->max_step, end_of(c));
    s->least = s->least && s->least < k ? s->least : k;
    s->most = s->most > k ? s->most : k;
    if (good < 2) return;
    struct curve mean = {.group = group, .mean = true, .ok = true, .run = "mean"};
    s->held |= mean_curve(&mean, first, (int)(s->c + s->n - first));
    if (mean.n) s->c[s->n++] = mean;
    else tf_free(mean.x), tf_free(mean.y); // no step in common
}

static void free_curves(struct curves *s) {
    for (int i = 0; i < s->n; i++) tf_free(s->c[i].x), tf_free(s->c[i].y);
    tf_free(s->c);
}

/* ---- stages -------------------------------------------------------------------------------------------------------------------- */

struct stages {
    int n;
    double step[STAGES_MAX];
    int height[STAGES_MAX];
    bool named;
}; /* named: all runs that switch there agree on the height */

static void add_stage(struct stages *s, double step, int height) {
    for (int i = 0; i < s->n; i++)
        if (s->step[i] == step) {
            if (s->height[i] != height) s->named = false;
            return;
        }
    if (s->n == STAGES_MAX) return;
    s->step[s->n] = step, s->height[s->n++] = height;
}

/* Of the runs of a group; -1: of all. A stage begins after the last line of the one before. */
static struct stages find_stages(const struct report *r, int group) {
    const int first = group < 0 ? 0 : (int)(r->group[group].row - r->row), end = group < 0 ? r->n : first + r->group[group].n;
    struct stages s = {.named = true};
    for (int k = first; k < end; k++) {
        const struct tf_csv *m = &r->file[REPORT_METRICS][k];
        double last_step = 0, last_stage = NAN;
        for (int i = 0; i < m->rows; i++) {
            const double step = tf_csv_real(m, i, "step"), stage = tf_csv_real(m, i, "stage"), height = tf_csv_real(m, i, "height");
            if (is_split(m, i, "test") || !isfinite(step) || !isfinite(stage)) continue;
            if (isfinite(last_stage) && stage != last_stage) add_stage(&s, last_step, isfinite(height) ? (int)height : 0);
            last_step = step, last_stage = stage;
        }
    }
    return s;
}

/* Do the groups that have stages begin them at the same steps? */
static bool stages_agree(const struct report *r) {
    const int all = find_stages(r, -1).n;
    bool agree = true;
    for (int i = 0; i < r->n_groups; i++) {
        const int own = find_stages(r, i).n;
        agree &= own == 0 || own == all;
    }
    return agree;
}

static bool stages_named(const struct stages *s) { return s->named && s->n > 0 && s->n <= STAGES_NAMED; }

static void draw_stages(const struct stages *s, struct tf_buf *out) {
    for (int i = 0; i < s->n; i++) {
        tf_buf_addf(out, "set arrow from first %.10g, graph 0 to first %.10g, graph 1 nohead back lc rgb '#999999' dt 3 lw 1\n", s->step[i],
                    s->step[i]);
        if (stages_named(s) && s->height[i] > 0)
            tf_buf_addf(out, "set label 'h=%d' at first %.10g, graph 1 left offset 0.3,-0.6 font 'sans-serif,10' textcolor rgb '#777777'\n",
                        s->height[i], s->step[i]);
    }
}

/* ---- the figure ------------------------------------------------------------------------------------------------------------------- */

/* layer 0: of a figure without panels. */
static void add_data(struct report_figure *f, const struct curves *s, int layer) {
    for (int k = 0; k < s->n; k++)
        for (int i = 0; i < s->c[k].n; i++) {
            if (layer) tf_buf_addf(&f->data, "%d,", layer);
            tf_buf_addf(&f->data, "%d,%.10g,%.10g,", k + 1, s->c[k].x[i], s->c[k].y[i]);
            tf_csv_field(&f->data, s->c[k].run);
            tf_buf_addf(&f->data, ",");
            tf_csv_field(&f->data, f->r->group[s->c[k].group].label);
            tf_buf_addf(&f->data, "\n");
        }
}

static void legend(struct tf_buf *out, const struct report_group *g, const struct curve *c) {
    char text[300];
    snprintf(text, sizeof text, "%s%s", g->name, c->ok ? "" : " (diverged)");
    report_add_title(out, text);
}

/* One curve per group is strong and named: the mean, or else its first run. The others are faint, below. */
static bool strong(const struct curves *s, int k) {
    int first = k, last = k;
    while (first > 0 && s->c[first - 1].group == s->c[k].group) first--;
    while (last + 1 < s->n && s->c[last + 1].group == s->c[k].group) last++;
    if (s->c[last].mean) return k == last;
    for (int i = first; i <= last; i++)
        if (s->c[i].ok) return k == i;
    return k == first;
}

enum role { FAINT, STRONG, BEHIND };

/* layer 0: of a figure that has no layers. */
static void add_curve(struct report_figure *f, const struct curves *s, int k, const char *column, int layer, enum role role) {
    const struct curve *c = &s->c[k];
    const struct report_group *g = &f->r->group[c->group];
    struct tf_buf *out = &f->script;
    char panel[48] = "";
    if (layer) snprintf(panel, sizeof panel, "column('layer') == %d && ", layer);
    tf_buf_addf(out, "'fig_%s.csv' using (%scolumn('curve') == %d ? column('step') : NaN):(column('%s')) with %s ", f->name, panel, k + 1,
                column, !f->rows && role == STRONG && c->n <= POINTS_MARKED ? "linespoints" : "lines");
    report_add_style(out, role == BEHIND ? NULL : g, role == FAINT ? REPORT_FAINT : f->rows && !layer ? REPORT_SOLID : REPORT_LINE);
    tf_buf_addf(out, " ");
    if (role == STRONG && !f->rows) legend(out, g, c);
    else tf_buf_addf(out, "notitle");
}

static void add_plot(struct report_figure *f, const struct curves *s, const char *column, int layer, bool stages) {
    struct tf_buf *out = &f->script;
    tf_buf_addf(out, "%splot ", layer ? "" : "\n");
    for (int pass = 0, any = 0; pass < 2; pass++)
        for (int k = 0; k < s->n; k++) {
            if (strong(s, k) != (pass == 1)) continue;
            tf_buf_addf(out, "%s", any++ ? ", \\\n     " : "");
            add_curve(f, s, k, column, layer, pass ? STRONG : FAINT);
        }
    if (stages) tf_buf_addf(out, ", \\\n     NaN with lines lc rgb '#999999' dt 3 lw 1 title 'next stage'");
    tf_buf_addf(out, "\n");
}

static struct report_range y_range(struct tf_buf *out, const struct curves *s, double head, double ceiling) {
    double lo = INFINITY, hi = -INFINITY;
    bool any_ok = false;
    for (int k = 0; k < s->n; k++) any_ok |= s->c[k].ok;
    for (int k = 0; k < s->n; k++)
        for (int i = 0; i < s->c[k].n && (s->c[k].ok || !any_ok); i++) lo = fmin(lo, s->c[k].y[i]), hi = fmax(hi, s->c[k].y[i]);
    return report_y_range(out, lo, hi, head, lo < 0 ? -100 : 0, ceiling); // correlations; a diverged run may leave the frame
}

static bool has_means(const struct curves *s) {
    bool means = false;
    for (int k = 0; k < s->n; k++) means |= s->c[k].mean;
    return means;
}

static void add_note(struct tf_buf *out, const struct curves *s) {
    const bool means = has_means(s);
    if (means) tf_buf_addf(out, "thick: mean over seeds%s, thin: each seed", s->held ? " (of one that has ended: its last value)" : "");
    if (s->left_out) tf_buf_addf(out, "%slowest, middle and highest tree", means ? "\n" : "");
    if (s->hidden) tf_buf_addf(out, "%swithout the steps on hidden tokens", means || s->left_out ? "\n" : "");
    if (s->most > 1)
        tf_buf_addf(out, "%severy point: mean of %s%d log lines", means || s->left_out || s->hidden ? "\n" : "",
                    s->least < s->most ? "up to " : "", s->most);
}

struct steps_figure {
    const char *name, *title, *split, *column, *axis;
    double ceiling;
};

struct drawn {
    const struct steps_figure *t;
    const struct curves *s;
};

static void panel_curves(struct report_figure *f, const void *arg, int group, bool behind) {
    const struct drawn *d = arg;
    bool any = false;
    for (int pass = behind; pass < 2; pass++)
        for (int k = 0; k < d->s->n; k++) {
            if (d->s->c[k].group != group || strong(d->s, k) != (pass == 1)) continue;
            tf_buf_addf(&f->script, "%s", any ? ", \\\n     " : "");
            add_curve(f, d->s, k, d->t->column, 0, behind ? BEHIND : pass ? STRONG : FAINT);
            any = true;
        }
}

static void panel_stages(struct report_figure *f, const void *arg, int group) {
    struct stages st = find_stages(f->r, group);
    (void)arg;
    st.named = false; // panels are too narrow
    draw_stages(&st, &f->script);
}

/* Groups that have curves; behind each of them full attention, where that is one group. Returns how many. */
static int curve_groups(const struct report *r, const struct curves *s, int *group, int *behind) {
    int n = 0, full = -1;
    for (int k = 0; k < s->n; k++)
        if (strong(s, k)) group[n++] = s->c[k].group;
    for (int i = 0, found = 0; i < n; i++)
        if (tf_attn_is_full(r->group[group[i]].row->attention)) full = found++ ? -1 : group[i];
    for (int i = 0; i < n; i++) behind[i] = full;
    return n;
}

static void draw_curves(const struct report *r, const struct steps_figure *t, const struct curves *s) {
    struct report_figure f;
    const struct stages st = find_stages(r, -1);
    struct tf_buf note = {0};
    int *group = tf_alloc(sizeof *group * 2 * (size_t)(r->n_groups + 1)), *behind = group + r->n_groups + 1;
    const int n = curve_groups(r, s, group, behind);
    const bool many = n > REPORT_LINES || !stages_agree(r);
    const double end = s->max_step > 0 ? s->max_step : 1;
    add_note(&note, s);
    if (many)
        tf_buf_addf(&note, "%s%s%s", note.len && behind[0] >= 0 ? "\n" : "", behind[0] >= 0 ? "grey: full attention" : "",
                    st.n ? "\ndotted: next stage" : "");
    report_figure_begin(&f, r, t->name, t->title, note.s, many ? report_multiples_height(n) : 435 + report_legend_height(r));
    tf_buf_addf(&f.script, "set xrange [0:%.10g]\n", end);
    const struct report_range y = y_range(&f.script, s, stages_named(&st) && !many ? 0.08 : 0, t->ceiling);
    tf_buf_addf(&f.data, "curve,step,%s,run,label\n", t->column);
    add_data(&f, s, 0);
    if (many) {
        report_tics(&f.script, 'x', end, 3);
        report_multiples(&f, &(struct report_multiples){.n = n,
                                                        .group = group,
                                                        .behind = behind,
                                                        .x = "training step",
                                                        .y = t->axis,
                                                        .y_width = y.hi - y.lo,
                                                        .arg = &(struct drawn){t, s},
                                                        .before = panel_stages,
                                                        .line = panel_curves});
    } else {
        tf_buf_addf(&f.script, "set xlabel 'training step'\nset ylabel '%s'\n", t->axis);
        draw_stages(&st, &f.script);
        add_plot(&f, s, t->column, 0, st.n > 0);
    }
    tf_buf_free(&note);
    tf_free(group);
    report_figure_end(&f);
}

/* A curve of one point is none. */
static bool has_line(const struct curves *s) {
    bool any = false;
    for (int k = 0; k < s->n; k++) any |= s->c[k].n > 1;
    return any;
}

static void steps_figure(const struct report *r, const struct steps_figure *t) {
    struct curves s = {.c = tf_calloc(sizeof(struct curve) * (size_t)(r->n + r->n_groups))};
    int *family = tf_alloc(sizeof *family * (size_t)(r->n_groups + 1));
    report_families(r, family);
    for (int g = 0; g < r->n_groups; g++) {
        if (report_shown_height(r, family, g)) add_group(&s, r, g, t->split, t->column);
        else s.left_out = true;
    }
    tf_free(family);
    if (has_line(&s)) draw_curves(r, t, &s);
    free_curves(&s);
}

/* ---- gradient norms of layers ----------------------------------------------------------------------------------------------------- */

/* The last layer that some run has norms of (train.layer_norms); 0: none has. */
static int last_layer(const struct report *r) {
    int last = 0, layer, used;
    for (int k = 0; k < r->n; k++)
        for (int i = 0; i < r->file[REPORT_METRICS][k].rows; i++) {
            const char *split = tf_csv_get(&r->file[REPORT_METRICS][k], i, "split");
            if (split && sscanf(split, "layer%d%n", &layer, &used) == 1 && !split[used] && layer > last) last = layer;
        }
    return last;
}

static void norms_legend(struct report_legend *legend, const struct report *r, const struct curves *s) {
    for (int k = 0; k < s->n; k++) {
        if (!strong(s, k)) continue;
        const struct report_group *g = &r->group[s->c[k].group];
        char text[320];
        bool tell = g->row->bootstrapped && !r->joined; // joined settings say it
        snprintf(text, sizeof text, "%s%s%s", g->name, tell ? ", bootstrapped" : "", s->c[k].ok ? "" : " (diverged)");
        report_legend_line(legend, g, text);
    }
}

static void add_norms_data(struct report_figure *f, const struct curves *s, const int *layer, int n) {
    tf_buf_addf(&f->data, "layer,curve,step,grad_norm,run,label\n");
    for (int i = 0; i < n; i++) add_data(f, &s[i], layer[i] + 1);
}

/* One range for all panels, so that layers can be compared; all: of each seed's curve, too. */
static void norms_range(struct tf_buf *out, const struct curves *s, int n, bool all) {
    double lo = INFINITY, hi = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < s[i].n; k++)
            for (int j = 0; j < s[i].c[k].n && (all || strong(&s[i], k)); j++)
                if (s[i].c[k].y[j] > 0) lo = fmin(lo, s[i].c[k].y[j]), hi = fmax(hi, s[i].c[k].y[j]);
    if (lo <= hi) tf_buf_addf(out, "set yrange [%.6g:%.6g]\n", lo / 1.3, hi * 1.3);
}

/* As the Treeformer paper's figure 5: one panel per layer. */
static void draw_norms(struct report_figure *f, const struct report *r, const struct curves *s, const int *layer, int n) {
    enum { PANEL_H = 200, TOP = 74, BOTTOM = 80 };
    struct report_legend measured = {0};
    norms_legend(&measured, r, s);
    int rows = (n + 1) / 2, bottom = BOTTOM + REPORT_LEGEND_LINE - measured.y;
    struct stages st = find_stages(r, -1);
    struct tf_buf note = {0};
    if (!stages_agree(r)) st.n = 0; // lines of which run?
    st.named = false;               // panels are too narrow
    add_note(&note, s);
    if (st.n) tf_buf_addf(&note, "%sdotted: next stage", note.len ? "\n" : "");
    report_figure_begin(f, r, "layer_norms", "Gradient norm of layers", note.len ? note.s : NULL, TOP + rows * PANEL_H + bottom);
    add_norms_data(f, s, layer, n);
    report_panels_begin(f, rows, n > 1 ? 2 : 1, TOP, bottom);
    norms_legend(&(struct report_legend){.f = f, .y = 16 - measured.y}, r, s);
    double end = s->max_step > 0 ? s->max_step : 1;
    tf_buf_addf(&f->script, "set logscale y\nset format y '%%.4g'\nset xrange [0:%.10g]\n", end);
    norms_range(&f->script, s, n, true);
    report_tics(&f->script, 'x', end, 5);
    for (int i = 0; i < n; i++) {
        char head[32];
        snprintf(head, sizeof head, "layer %d", layer[i] + 1);
        report_panel(f, i / 2, i % 2, head, i % 2 ? NULL : "gradient norm (log)");
        tf_buf_addf(&f->script, "set xlabel '%s'\n", i + 2 < n ? "" : "training step");
        draw_stages(&st, &f->script);
        add_plot(f, &s[i], "grad_norm", layer[i] + 1, false);
        report_panel_end(f);
    }
    tf_buf_free(&note);
}

enum { LAYERS = 4 };
struct norms {
    const struct curves *s; /* of n layers */
    const int *layer;
    int n;
};

static void panel_norms(struct report_figure *f, const void *arg, int group, bool behind) {
    static const char *const shade[LAYERS] = {"#081D58", "#225EA8", "#41B6C4", "#A1DAB4"};
    const struct norms *a = arg;
    (void)behind;
    for (int i = 0, any = 0; i < a->n; i++)
        for (int k = 0; k < a->s[i].n; k++)
            if (a->s[i].c[k].group == group && strong(&a->s[i], k))
                tf_buf_addf(&f->script,
                            "%s'fig_%s.csv' using (column('layer') == %d && column('curve') == %d ? column('step') : NaN):"
                            "(column('grad_norm')) with lines lc rgb '%s' lw 1.5 notitle",
                            any++ ? ", \\\n     " : "", f->name, a->layer[i] + 1, k + 1, shade[i]);
}

/* Too many settings for one panel: a panel per setting, with the layers as lines. */
static void draw_norms_apart(struct report_figure *f, const struct report *r, const struct norms *a) {
    int *group = tf_alloc(sizeof *group * 2 * (size_t)(r->n_groups + 1)), *behind = group + r->n_groups + 1;
    const int n = curve_groups(r, &a->s[0], group, behind);
    const double end = a->s[0].max_step > 0 ? a->s[0].max_step : 1;
    struct tf_buf note = {0};
    for (int i = 0; i < n; i++) behind[i] = -1; // of which layer?
    tf_buf_addf(&note, "%sdark to light: layer%s", has_means(&a->s[0]) ? "mean over seeds\n" : "", a->n > 1 ? "s" : "");
    for (int i = 0; i < a->n; i++) tf_buf_addf(&note, "%s %d", i ? "," : "", a->layer[i] + 1);
    if (find_stages(r, -1).n) tf_buf_addf(&note, "\ndotted: next stage");
    report_figure_begin(f, r, "layer_norms", "Gradient norm of layers", note.s, report_multiples_height(n));
    add_norms_data(f, a->s, a->layer, a->n);
    tf_buf_addf(&f->script, "set logscale y\nset xrange [0:%.10g]\n", end);
    norms_range(&f->script, a->s, a->n, false);
    report_tics(&f->script, 'x', end, 3);
    report_multiples(f, &(struct report_multiples){.n = n,
                                                   .group = group,
                                                   .behind = behind,
                                                   .x = "training step",
                                                   .y = "gradient norm (log)",
                                                   .arg = a,
                                                   .before = panel_stages,
                                                   .line = panel_norms});
    tf_buf_free(&note);
    tf_free(group);
}

static void norms_figure(const struct report *r) {
    struct curves s[LAYERS] = {{0}};
    int layer[LAYERS], n = report_choose_layers(layer, LAYERS, last_layer(r));
    struct report_figure f;
    for (int i = 0; i < n; i++) {
        char split[32];
        snprintf(split, sizeof split, "layer%d", layer[i] + 1);
        s[i] = (struct curves){.c = tf_calloc(sizeof(struct curve) * (size_t)(r->n + r->n_groups))};
        for (int g = 0; g < r->n_groups; g++) add_group(&s[i], r, g, split, "grad_norm");
    }
    if (n && has_line(&s[0])) {
        if (r->n_groups > REPORT_LINES) draw_norms_apart(&f, r, &(struct norms){s, layer, n});
        else draw_norms(&f, r, s, layer, n);
        report_figure_end(&f);
    }
    for (int i = 0; i < n; i++) free_curves(&s[i]);
}

void report_figures_steps(const struct report *r) {
    static const struct steps_figure loss = {"loss_steps", "Training loss", "train", "loss_nats", "training loss (nats)", INFINITY};
    const char *metric = report_metric(r, true);
    char title[64], axis[64];
    snprintf(title, sizeof title, "Validation %s", metric);
    snprintf(axis, sizeof axis, "validation %s (%%)", metric);
    const struct steps_figure accuracy = {"accuracy_steps", title, "valid", "acc_pct", axis, 100};
    steps_figure(r, &accuracy), steps_figure(r, &loss), norms_figure(r);
}
