/* Figures of leaves. As in the Treeformer paper's figure 4, curves are pale early in training and dark late. */
#include "report/figure.h"
#include "results/leaves_sums.h"
#include "run/leaves.h"
#include "spec/spec_meta.h"
#include "spec/spec_resolve.h"
#include <math.h>
#include <string.h>

static const char run_head[] = "panel,step,leaf,share_pct,layer,run,order\n"; // of the data of shares

enum { STEPS_MAX = 10, LAYERS_MAX = 4, ROWS_MAX = 3, PANEL_H = 170, TOP = 74, BOTTOM = 98, LEGEND_Y = 16 /* pixels */ };

struct steps {
    int n, step[STEPS_MAX];
};
struct rows { /* of panels */
    int n;
    const struct tf_spec_run *run[ROWS_MAX];
};

static const struct leaves_at *find(const struct leaves_all *all, const struct tf_spec_run *run, int step) {
    for (int i = 0; i < all->n; i++)
        if (all->at[i].run == run && all->at[i].step == step) return &all->at[i];
    return NULL;
}

static const struct leaves_at *last_of(const struct leaves_all *all, const struct tf_spec_run *run) {
    int i = all->n - 1;
    while (all->at[i].run != run) i--;
    return &all->at[i];
}

static bool shown(const struct rows *rows, const struct tf_spec_run *run) {
    bool any = false;
    for (int i = 0; i < rows->n; i++) any |= rows->run[i] == run;
    return any;
}

/* Steps of the rows' checkpoints, thinned out evenly; the first and the last stay. */
static void choose_steps(struct steps *s, const struct leaves_all *all, const struct rows *rows) {
    int *step = tf_alloc(sizeof *step * (size_t)all->n), n = 0;
    for (int i = 0; i < all->n; i++) {
        int k = n;
        if (!shown(rows, all->at[i].run)) continue;
        while (k > 0 && step[k - 1] > all->at[i].step) k--;
        if (k > 0 && step[k - 1] == all->at[i].step) continue;
        memmove(step + k + 1, step + k, sizeof *step * (size_t)(n - k));
        step[k] = all->at[i].step, n++;
    }
    s->n = n < STEPS_MAX ? n : STEPS_MAX;
    for (int i = 0; i < s->n; i++) s->step[i] = step[s->n > 1 ? (int)lround((double)i * (n - 1) / (s->n - 1)) : 0];
    tf_free(step);
}

/* 1, 4, 8 and 12 of 12; as evenly of other numbers. */
static int choose_layers(int layer[LAYERS_MAX], const struct leaves_at *a) {
    int own[TF_MAX_LAYERS], n = 0;
    for (int i = 0; i < TF_MAX_LAYERS; i++)
        if (a->mean.layer[i].leaves) own[n++] = i;
    int k = report_choose_layers(layer, LAYERS_MAX, n);
    for (int i = 0; i < k; i++) layer[i] = own[layer[i]];
    return k;
}

static void colour(struct tf_buf *out, int hue, double shade) {
    report_add_style(out, &(struct report_group){.hue = hue, .shade = shade}, REPORT_FILL);
}

static int hue_of(const struct tf_spec_run *run) { return report_hue(run->attn); }

static double shade_of(const struct steps *s, int i) { return s->n > 1 ? 1.25 * (1 - (double)i / (s->n - 1)) : 0; }

static struct report report_of(const struct leaves_all *all, const char *title) {
    return (struct report){
        .dir = all->out, .title = title, .protocol = all->protocol, .no_gnuplot = all->no_gnuplot, .scripts = all->scripts};
}

static void row_label(struct tf_buf *out, const struct tf_spec_run *r) {
    int height = spec_int_option(r->attn->opts, r->attn_opts, "height", 0);
    tf_buf_addf(out, "%s", tf_attn_brief_title(r->attn->title));
    if (height > 0) tf_buf_addf(out, ", h=%d", height);
}

/* ---- shares --------------------------------------------------------------------------------------------------------------------------- */

struct panel {
    const struct tf_spec_run *run;
    int layer;
    bool sorted;
};

/* One block of rows per curve; returns the largest share. */
static double add_curves(struct report_figure *f, const struct leaves_all *all, const struct panel *p, int number, const struct steps *s) {
    double most = 0;
    for (int i = 0; i < s->n; i++) {
        const struct leaves_at *a = find(all, p->run, s->step[i]);
        const struct leaves_layer *l = a ? &a->mean.layer[p->layer] : NULL;
        for (int j = 0; l && j < l->leaves; j++) {
            double share = 100 * (p->sorted ? l->side[LEAVES_KEYS].sorted : l->side[LEAVES_KEYS].share)[j];
            tf_buf_addf(&f->data, "%d,%d,%d,%.6g,%d,%s,%s\n", number, s->step[i], j + p->sorted, share, p->layer + 1, p->run->id,
                        p->sorted ? "sorted" : "leaf");
            most = fmax(most, share);
        }
    }
    return most;
}

static void plot_curves(struct report_figure *f, const struct leaves_all *all, const struct panel *p, int number, const struct steps *s) {
    int leaves = 0; // while bootstrapping, trees grow
    for (int i = 0; i < s->n; i++) {
        const struct leaves_at *a = find(all, p->run, s->step[i]);
        if (a && a->mean.layer[p->layer].leaves > leaves) leaves = a->mean.layer[p->layer].leaves;
    }
    tf_buf_addf(&f->script, "set xrange [%d:%d]\nset xtics %d\nplot %.8g with lines lc rgb '#888888' dt 3 lw 1 notitle", p->sorted,
                leaves - !p->sorted, (leaves + 3) / 4, 100.0 / last_of(all, p->run)->mean.layer[p->layer].leaves);
    for (int i = 0; i < s->n; i++) {
        const struct leaves_at *a = find(all, p->run, s->step[i]);
        if (!a || !a->mean.layer[p->layer].leaves) continue;
        tf_buf_addf(&f->script,
                    ", \\\n     'fig_%s.csv' using (column('panel') == %d && column('step') == %d ? column('leaf') : "
                    "NaN):(column('share_pct')) with lines lw 1.6 ",
                    f->name, number, s->step[i]);
        colour(&f->script, hue_of(p->run), shade_of(s, i));
        tf_buf_addf(&f->script, " notitle");
    }
    tf_buf_addf(&f->script, "\n");
}

/* hue: of the one mechanism, -1 of several. */
static void step_legend(struct report_legend *g, const struct steps *s, int hue) {
    report_legend_word(g, "training step:");
    for (int i = 0; i < s->n; i++) {
        char text[32];
        snprintf(text, sizeof text, "%d", s->step[i]);
        report_legend_line(g, &(struct report_group){.hue = hue, .shade = shade_of(s, i)}, text);
    }
    report_legend_line(g, NULL, "leaves of equal size");
}

/* Panels [row * cols + col]; a panel of layer -1 stays empty. label: of each row. */
static void share_figure(const struct leaves_all *all, const char *name, const char *about, const struct panel *p, int rows, int cols,
                         const struct rows *runs, char *const *label) {
    struct report r = report_of(all, about);
    struct report_figure f;
    struct steps s;
    char note[128];
    choose_steps(&s, all, runs);
    snprintf(note, sizeof note, "%.0f sequences; pale: early, dark: late", last_of(all, runs->run[0])->sequences);
    struct report_legend measured = {0};
    const int hue = runs->n == 1 ? hue_of(runs->run[0]) : -1;
    step_legend(&measured, &s, hue);
    int more = -measured.y; // of the legend's later lines
    report_figure_begin(&f, &r, name, "Keys over leaves", note, TOP + rows * PANEL_H + BOTTOM + more);
    tf_buf_addf(&f.data, "%s", run_head);
    report_panels_begin(&f, rows, cols, TOP, BOTTOM + more);
    step_legend(&(struct report_legend){.f = &f, .y = LEGEND_Y + more}, &s, hue);
    for (int row = 0; row < rows; row++) {
        double most = 0;
        for (int c = 0; c < cols; c++) {
            const struct panel *at = &p[row * cols + c];
            if (at->layer >= 0) most = fmax(most, add_curves(&f, all, at, row * cols + c + 1, &s));
        }
        for (int c = 0; c < cols; c++) {
            const struct panel *at = &p[row * cols + c];
            char head[32];
            if (at->layer < 0) continue;
            snprintf(head, sizeof head, "layer %d", at->layer + 1);
            report_panel(&f, row, c, head, c ? NULL : label[row]);
            report_y_range(&f.script, 0, most, 0, 0, 100);
            tf_buf_addf(&f.script, "set xlabel '%s'\nset format y '%s'\n", row < rows - 1 ? "" : "leaf, largest first", c ? "" : "%g");
            plot_curves(&f, all, at, row * cols + c + 1, &s);
            report_panel_end(&f);
        }
    }
    report_figure_end(&f);
}

static void run_figure(const struct leaves_all *all, const struct tf_spec_run *run) {
    static char *const label[] = {(char *)"keys by leaf (%)", (char *)"keys, sorted (%)"};
    int layer[LAYERS_MAX], cols = choose_layers(layer, last_of(all, run));
    struct panel p[2 * LAYERS_MAX];
    char name[160];
    snprintf(name, sizeof name, "leaves_%.140s", run->id);
    for (int i = 0; i < 2 * cols; i++) p[i] = (struct panel){run, layer[i % cols], i >= cols};
    struct rows runs = {1, {run}};
    share_figure(all, name, run->id, p, 2, cols, &runs, label);
}

/* The first run of every mechanism: TF-A above, TC-A below. */
static void first_runs(struct rows *rows, const struct leaves_all *all) {
    rows->n = 0;
    for (int m = 0; tf_attns[m]; m++)
        for (int i = 0; i < all->n && rows->n < ROWS_MAX; i++)
            if (all->at[i].run->attn == tf_attns[m]) {
                rows->run[rows->n++] = all->at[i].run;
                break;
            }
}

static void paper_figure(const struct leaves_all *all, const struct rows *rows) {
    struct panel p[ROWS_MAX * LAYERS_MAX];
    struct tf_buf label[ROWS_MAX] = {0};
    char *text[ROWS_MAX];
    int layer[ROWS_MAX][LAYERS_MAX], n[ROWS_MAX], cols = 0;
    for (int i = 0; i < rows->n; i++) {
        n[i] = choose_layers(layer[i], last_of(all, rows->run[i]));
        cols = n[i] > cols ? n[i] : cols;
        row_label(&label[i], rows->run[i]);
        tf_buf_addf(&label[i], ": keys (%%)");
        text[i] = label[i].s;
    }
    for (int i = 0; i < rows->n * cols; i++) {
        int row = i / cols, c = i % cols;
        p[i] = (struct panel){rows->run[row], c < n[row] ? layer[row][c] : -1, true};
    }
    share_figure(all, "leaves", all->title, p, rows->n, cols, rows, text);
    for (int i = 0; i < rows->n; i++) tf_buf_free(&label[i]);
}

/* ---- over steps ----------------------------------------------------------------------------------------------------------------------- */

struct quantity {
    const char *head, *column;
};
static const struct quantity quantities[] = {{"entropy of the keys / log2(leaves)", "entropy_share"}, {"occupancy", "occupancy"}};
enum { QUANTITIES = TF_COUNT(quantities) };

static double value_of(const struct leaves_at *a, int layer, int quantity) {
    const struct leaves_layer *l = &a->mean.layer[layer];
    if (!l->leaves) return NAN;
    return quantity ? leaves_occupancy(a, layer) : l->side[LEAVES_KEYS].entropy_bits / log2(l->leaves);
}

/* The layers that some row shows. */
struct layers {
    bool in[TF_MAX_LAYERS];
    int n;
};

static void find_layers(struct layers *x, const struct leaves_all *all, const struct rows *rows) {
    *x = (struct layers){.n = 0};
    for (int row = 0; row < rows->n; row++) {
        int layer[LAYERS_MAX], n = choose_layers(layer, last_of(all, rows->run[row]));
        for (int k = 0; k < n; k++) x->n += !x->in[layer[k]], x->in[layer[k]] = true;
    }
}

/* Pale below, dark above: by the layer's place among all that are shown. */
static struct report_group layer_style(int hue, const struct layers *x, int layer) {
    int below = 0;
    for (int l = 0; l < layer; l++) below += x->in[l];
    return (struct report_group){.hue = hue, .shade = x->n > 1 ? 1.2 * (1 - below / (x->n - 1.0)) : 0};
}

static void plot_layers(struct report_figure *f, const struct leaves_all *all, const struct tf_spec_run *run, const struct layers *shades,
                        int q) {
    int layer[LAYERS_MAX], n = choose_layers(layer, last_of(all, run));
    const struct leaves_at *last = last_of(all, run);
    double most = q ? 0 : 1;
    for (int i = 0; i < all->n; i++)
        for (int k = 0; k < n && all->at[i].run == run; k++) most = fmax(most, value_of(&all->at[i], layer[k], q));
    report_y_range(&f->script, 0, most, 0, 0, q ? INFINITY : 1);
    tf_buf_addf(&f->script, "plot ");
    if (q) tf_buf_addf(&f->script, "%.8g with lines lc rgb '#888888' dt 3 lw 1 notitle, \\\n     ", leaves_balanced(last, layer[n - 1]));
    for (int k = 0; k < n; k++) {
        tf_buf_addf(&f->script,
                    "%s'fig_%s.csv' using (strcol('run') eq '%s' && column('layer') == %d ? column('step') : NaN):(column('%s')) with "
                    "linespoints ",
                    k ? ", \\\n     " : "", f->name, run->id, layer[k] + 1, quantities[q].column);
        const struct report_group style = layer_style(hue_of(run), shades, layer[k]);
        report_add_style(&f->script, &style, REPORT_LINE);
        tf_buf_addf(&f->script, " notitle");
    }
    tf_buf_addf(&f->script, "\n");
}

static void add_step_data(struct report_figure *f, const struct leaves_all *all, const struct rows *rows, double *max_step) {
    tf_buf_addf(&f->data, "run,layer,step,%s,%s\n", quantities[0].column, quantities[1].column);
    for (int l = 0; l < TF_MAX_LAYERS; l++)
        for (int i = 0; i < all->n; i++) {
            const struct leaves_at *a = &all->at[i];
            if (!a->mean.layer[l].leaves || !shown(rows, a->run)) continue;
            tf_buf_addf(&f->data, "%s,%d,%d,%.6g,%.6g\n", a->run->id, l + 1, a->step, value_of(a, l, 0), value_of(a, l, 1));
            *max_step = fmax(*max_step, a->step);
        }
}

static void steps_figure(const struct leaves_all *all, const struct rows *rows) {
    struct report r = report_of(all, all->title);
    struct steps s;
    choose_steps(&s, all, rows);
    if (s.n < 3) { // two points are no curve
        tf_log(TF_LOG_INFO, "no fig_leaves_steps: it needs three checkpoints or more, and train.keep: 0 keeps them");
        return;
    }
    struct report_figure f;
    double max_step = 1;
    struct layers layers;
    find_layers(&layers, all, rows);
    report_figure_begin(&f, &r, "leaves_steps", "Leaves over training", NULL, TOP + rows->n * (PANEL_H + 30) + BOTTOM);
    add_step_data(&f, all, rows, &max_step);
    report_panels_begin(&f, rows->n, QUANTITIES, TOP, BOTTOM);
    struct report_legend g = {.f = &f, .y = LEGEND_Y};
    for (int l = 0; l < TF_MAX_LAYERS; l++) {
        if (!layers.in[l]) continue;
        char text[32];
        const struct report_group style = layer_style(rows->n == 1 ? hue_of(rows->run[0]) : -1, &layers, l);
        snprintf(text, sizeof text, "layer %d", l + 1);
        report_legend_line(&g, &style, text);
    }
    report_legend_line(&g, NULL, "leaves of equal size");
    tf_buf_addf(&f.script, "set xrange [0:%.10g]\n", max_step);
    report_tics(&f.script, 'x', max_step, 5);
    for (int row = 0; row < rows->n; row++)
        for (int q = 0; q < QUANTITIES; q++) {
            struct tf_buf label = {0};
            row_label(&label, rows->run[row]);
            report_panel(&f, row, q, quantities[q].head, q ? NULL : label.s);
            tf_buf_addf(&f.script, "set xlabel '%s'\n", row < rows->n - 1 ? "" : "training step");
            plot_layers(&f, all, rows->run[row], &layers, q);
            report_panel_end(&f);
            tf_buf_free(&label);
        }
    report_figure_end(&f);
}

/* ---- what layers keep of full attention ----------------------------------------------------------------------------------------------- */

enum { RECALL_COLS = 2, RECALL_PANELS = 6 };
static const struct recall_line {
    const char *column, *text;
    bool own; /* in the mechanism's colour */
    double shade;
    int dash; /* as of report_group: two greys may lie on one another */
} recall_lines[] = {{"recall_pct", "kept, mean", true, 0, 0},
                    {"recall_q10_pct", "kept, 10 % quantile", true, 0.9, 0},
                    {"oracle_pct", "best keys, as many", false, 0.3, 0},
                    {"window_pct", "nearest keys, as many", false, 0.75, 0},
                    {"kept_pct", "keys (chance)", false, 1.05, 1}};

static struct report_group recall_style(const struct recall_line *x, int hue) {
    return (struct report_group){.hue = x->own ? hue : -1, .shade = x->shade, .dash = x->dash};
}

/* The best checkpoint, or where that is not known the last one. */
static const struct leaves_at *best_of(const struct leaves_all *all, const struct tf_spec_run *run) {
    for (int i = 0; i < all->n; i++)
        if (all->at[i].run == run && all->at[i].best == 1) return &all->at[i];
    return last_of(all, run);
}

/* First the layers, then their heads: what lies between two points breaks gnuplot's line. Returns the last layer that has some; 0: none. */
static int add_recall(struct tf_buf *out, const struct leaves_at *a, int number) {
    int last = 0;
    for (int i = 0; i < 2 * a->recalls; i++) {
        const struct recall *r = &a->recall[i % a->recalls];
        if (!r->layer || (r->head > 0) != (i >= a->recalls)) continue;
        tf_buf_addf(out, "%d,%s,%d,%d,%d,%.6g,%.6g,%.6g,%.6g,%.6g\n", number, a->run->id, a->step, r->layer, r->head, r->kept_pct,
                    r->q10_pct, r->oracle_pct, r->window_pct, r->share_pct);
        last = r->layer;
    }
    return last;
}

/* Appends gnuplot's expression of a column: where `when` holds in this panel. */
static void recall_points(struct tf_buf *out, const struct report_figure *f, int panel, const char *when, const char *column) {
    tf_buf_addf(out, "'fig_%s.csv' using (column('panel') == %d && column('head') %s ? column('layer') : NaN):(column('%s')) with ",
                f->name, panel, when, column);
}

static void plot_recall(struct report_figure *f, const struct leaves_at *a, int number, int last) {
    report_y_range(&f->script, 0, 100, 0, 0, 100);
    tf_buf_addf(&f->script, "set xrange [0.5:%d.5]\nset xtics %d\nplot ", last, (last + 5) / 6);
    for (size_t k = 0; k < TF_COUNT(recall_lines); k++) {
        const struct report_group style = recall_style(&recall_lines[k], hue_of(a->run));
        recall_points(&f->script, f, number, "== 0", recall_lines[k].column);
        tf_buf_addf(&f->script, "linespoints ");
        report_add_style(&f->script, &style, recall_lines[k].dash ? REPORT_LINE : REPORT_SOLID);
        tf_buf_addf(&f->script, " notitle, \\\n     ");
    }
    const struct report_group style = recall_style(recall_lines, hue_of(a->run));
    recall_points(&f->script, f, number, "> 0", recall_lines[0].column);
    tf_buf_addf(&f->script, "points pt 7 ps 0.3 ");
    report_add_style(&f->script, &style, REPORT_FILL);
    tf_buf_addf(&f->script, " notitle\n");
}

static void recall_legend(struct report_legend *g, int hue) {
    for (size_t k = 0; k < TF_COUNT(recall_lines); k++) {
        const struct report_group style = recall_style(&recall_lines[k], hue);
        report_legend_line(g, &style, recall_lines[k].text);
    }
    report_legend_word(g, "dots: kept by single heads");
}

/* "TF-A, h=3, window=1"; of several tasks "mqar, 64 tokens: TF-A, h=3, window=1", with the mean length, brief: without stages. */
static void recall_head(struct tf_buf *out, const struct leaves_at *a, bool of_task, bool brief) {
    const struct leaves_layer *l = a->mean.layer;
    while (of_task && !l->leaves) l++;
    if (of_task) tf_buf_addf(out, "%s, %.0f tokens: ", a->run->task->name, l->tokens / l->maps);
    row_label(out, a->run);
    const char *variant = a->run->variant;
    if (brief && !strncmp(variant, "stages=", 7)) variant += strcspn(variant, " "), variant += *variant == ' ';
    if (*variant) tf_buf_addf(out, ", "), report_shorten(out, variant, brief ? 16 : 34);
}

/* Are the n heads different, in short? */
static bool heads_differ(const struct leaves_at *const *at, int n) {
    struct tf_buf head[RECALL_PANELS] = {{0}};
    bool differ = true;
    for (int i = 0; i < n; i++) {
        recall_head(&head[i], at[i], true, true);
        for (int k = 0; k < i; k++) differ &= strcmp(head[i].s, head[k].s) != 0;
    }
    for (int i = 0; i < n; i++) tf_buf_free(&head[i]);
    return differ;
}

static void recall_figure(const struct leaves_all *all) {
    struct report r = report_of(all, all->title);
    struct report_figure f;
    struct tf_buf data = {0};
    const struct leaves_at *at[RECALL_PANELS];
    int n = 0, last[RECALL_PANELS];
    for (int i = 0; i < all->n && n < RECALL_PANELS; i++) {
        const struct leaves_at *best = best_of(all, all->at[i].run);
        if (last_of(all, best->run) == &all->at[i] && (last[n] = add_recall(&data, best, n + 1))) at[n++] = best;
    }
    if (!n) return;
    bool of_tasks = false;
    int hue = hue_of(at[0]->run); // of several mechanisms none is the legend's
    for (int i = 1; i < n; i++) hue = hue_of(at[i]->run) == hue ? hue : -1, of_tasks |= at[i]->run->task != at[0]->run->task;
    const bool brief = of_tasks && heads_differ(at, n);
    const int cols = n < RECALL_COLS ? n : RECALL_COLS, rows = (n + cols - 1) / cols;
    struct report_legend measured = {0};
    recall_legend(&measured, hue);
    const int more = -measured.y; // of the legend's later lines
    report_figure_begin(&f, &r, "recall", "What leaves keep of full attention's probability", NULL,
                        TOP + rows * (PANEL_H + 30) + BOTTOM + more);
    tf_buf_addf(&f.data, "panel,run,step,layer,head");
    for (size_t k = 0; k < TF_COUNT(recall_lines); k++) tf_buf_addf(&f.data, ",%s", recall_lines[k].column);
    tf_buf_addf(&f.data, "\n%s", data.s);
    report_panels_begin(&f, rows, cols, TOP, BOTTOM + more);
    recall_legend(&(struct report_legend){.f = &f, .y = LEGEND_Y + more}, hue);
    for (int i = 0; i < n; i++) {
        struct tf_buf head = {0};
        recall_head(&head, at[i], of_tasks, brief);
        report_panel(&f, i / cols, i % cols, head.s, i % cols ? NULL : "% of the probability");
        tf_buf_addf(&f.script, "set xlabel '%s'\n", i + cols < n ? "" : "layer");
        plot_recall(&f, at[i], i + 1, last[i]);
        report_panel_end(&f);
        tf_buf_free(&head);
    }
    tf_buf_free(&data);
    report_figure_end(&f);
}

/* A run's figure has its name, as a user's may have: its data tell. */
static bool is_script(const char *dir, const char *file) {
    static const char *const name[] = {"fig_leaves.gp", "fig_leaves_steps.gp", "fig_recall.gp"};
    const size_t n = strlen(file);
    if (spec_one_of(file, name, TF_COUNT(name))) return true;
    if (strncmp(file, "fig_leaves_", 11) || n < 15 || strcmp(file + n - 3, ".gp")) return false;
    struct tf_buf path = {0}, data = {0};
    tf_buf_addf(&path, "%s/%.*s.csv", dir, (int)n - 3, file);
    const bool ours = !tf_file_read(path.s, &data, &(struct tf_err){0}) && !strncmp(data.s, run_head, sizeof run_head - 1);
    tf_buf_free(&path), tf_buf_free(&data);
    return ours;
}

void leaves_figures(const struct leaves_all *whole) {
    struct rows rows;
    struct tf_names before = {0};
    struct tf_buf written = {0};
    struct leaves_all own = *whole;
    const struct leaves_all *all = &own;
    own.scripts = &written;
    const bool listed = !tf_dir_names(all->out, &before, &(struct tf_err){0});
    first_runs(&rows, all);
    paper_figure(all, &rows), steps_figure(all, &rows), recall_figure(all);
    for (int i = 0; i < all->n; i++)
        if (last_of(all, all->at[i].run) == &all->at[i]) run_figure(all, all->at[i].run);
    if (listed) report_figures_drop_others(all->out, &before, &written, is_script);
    tf_names_free(&before), tf_buf_free(&written);
}
