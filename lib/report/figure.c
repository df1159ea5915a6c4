/* The frame that all figures share: files, the gnuplot style, colours. Scripts name files without a folder: they run inside theirs. */
#include "report/figure.h"
#include "results/escape.h"
#include <math.h>
#include <string.h>
#include <unistd.h>

enum { SUBTITLES = 3, SUBTITLE_H = 16 /* pixels */ };

/* Okabe and Ito's colours that stand out on white (their yellow does not), most distant first. */
static const unsigned palette[] = {0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x000000, 0x6A3D9A, 0x8C564B, 0x888888};
static const int dashes[] = {1, 2, 4, 5}, points[] = {7, 5, 9, 11, 13, 15, 3};

unsigned report_colour(int hue) { return palette[hue % (int)TF_COUNT(palette)]; }

/* gnuplot makes as many columns as the longest name leaves room for. */
int report_legend_height(const struct report *r) {
    int longest = 10;
    for (int i = 0; i < r->n_groups; i++) {
        int n = (int)strlen(r->group[i].name);
        if (n > longest) longest = n;
    }
    int cols = (REPORT_WIDTH - 120) / (9 * longest + 75), entries = r->n_groups + 1; // one more: a line of no group
    return 19 * ((entries + (cols > 1 ? cols : 1) - 1) / (cols > 1 ? cols : 1));
}

static unsigned mix_white(unsigned colour, double white) {
    unsigned mixed = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        double v = colour >> shift & 255;
        mixed |= (unsigned)lround(v + white * (255 - v)) << shift;
    }
    return mixed;
}

/* Of a colour and white, from 1 to 21, as WCAG 2 defines it. */
static double contrast(unsigned colour) {
    static const double weight[] = {0.0722, 0.7152, 0.2126}; // blue, green, red
    double luminance = 0;
    for (int i = 0; i < 3; i++) {
        const double v = (colour >> 8 * i & 255) / 255.0;
        luminance += weight[i] * (v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4));
    }
    return 1.05 / (luminance + 0.05);
}

static const double least_contrast = 1.6, least_faint = 1.45; // of lines and marks; of thin lines, which are half transparent

/* Of the group: its hue, mixed with white by up to 60 %, or what can still be seen. */
static unsigned colour_of(const struct report_group *g) {
    const unsigned c = g->hue < 0 ? 0x444444 : report_colour(g->hue + g->later);
    double most = 0.6;
    while (most > 0 && contrast(mix_white(c, most)) < least_contrast) most -= 0.05;
    return mix_white(c, most * g->shade);
}

/* As much as leaves the colour to be seen: the first two digits of "#AARRGGBB". */
static unsigned transparency(unsigned colour) {
    unsigned t = 0xA0;
    while (t > 0 && contrast(mix_white(colour, t / 255.0)) < least_faint) t -= 0x10;
    return t;
}

void report_add_style(struct tf_buf *out, const struct report_group *g, enum report_style kind) {
    static const struct report_group none = {.hue = -1, .shade = 1};
    if (!g) g = &none;
    const int place = g->hue + g->later, turn = place / (int)TF_COUNT(palette);
    int point = points[(g->hue < 0 ? 0 : place + turn) % (int)TF_COUNT(points)];
    if (g->dash % 2 && point != 3) point--; // the same mark, open
    const int dash = dashes[(g->dash + turn) % (int)TF_COUNT(dashes)];
    const unsigned colour = colour_of(g);
    char c[16];
    snprintf(c, sizeof c, "#%06X", colour);
    switch (kind) {
    case REPORT_LINE: tf_buf_addf(out, "lc rgb '%s' lw 2 dt %d pt %d ps 0.6", c, dash, point); break;
    case REPORT_ARROW: tf_buf_addf(out, "lc rgb '%s' lw 2 dt %d", c, dash); break;
    case REPORT_SOLID: tf_buf_addf(out, "lc rgb '%s' lw 2 dt 1 pt %d ps 0.6", c, point); break;
    case REPORT_FAINT: tf_buf_addf(out, "lc rgb '#%02X%s' lw 0.8 dt 1", transparency(colour), c + 1); break;
    case REPORT_MARK: tf_buf_addf(out, "lc rgb '%s' lw 1.6 pt %d ps 1.1", c, point); break;
    case REPORT_FILL: tf_buf_addf(out, "lc rgb '%s'", c); break;
    }
}

struct report_range report_y_range(struct tf_buf *out, double lo, double hi, double head, double floor, double ceiling) {
    double air = fmax(0.06 * (hi - lo), 0.01 * fmax(fabs(hi), 1e-3));
    lo = fmax(lo - air, floor), hi = fmin(hi + air + head * (hi - lo), ceiling);
    tf_buf_addf(out, "set yrange [%.6g:%.6g]\n", lo, hi);
    report_tics(out, 'y', hi - lo, 8);
    return (struct report_range){lo, hi};
}

struct report_range report_score_range(struct tf_buf *out, double lo, double hi) {
    const double floor = lo < 0 ? -100 : 0, more = fmax(0, 1 - (hi - lo)) / 2; // scores that are alike: one point of them
    return report_y_range(out, lo - more, hi + more, 0, floor, 100);
}

enum { TITLE_LETTERS = 70, SMALL_LETTERS = 92, LINE_LETTERS = 100 }; /* that fit the figure's width */

static const char *skip_letters(const char *p, int n) {
    while (*p && n-- > 0) do
            p++;
        while (((unsigned char)*p & 0xC0) == 0x80);
    return p;
}

void report_shorten(struct tf_buf *out, const char *s, int most) {
    const char *p = skip_letters(s, most);
    tf_buf_add(out, s, (size_t)(p - s));
    if (*p) tf_buf_addf(out, "…");
}

/* Of a name too long for a legend its beginning and its end. */
static void legend_name(struct tf_buf *out, const char *name) {
    enum { MOST = 86, END = 40 }; // letters
    const int all = report_letters(name);
    report_shorten(out, name, all > MOST ? MOST - END - 1 : MOST);
    if (all > MOST) tf_buf_addf(out, "%s", skip_letters(name, all - END));
}

void report_add_title(struct tf_buf *out, const char *name) {
    struct tf_buf text = {0};
    legend_name(&text, name);
    tf_buf_addf(out, " title ");
    report_quote(out, text.s ? text.s : "");
    tf_buf_free(&text);
}

double report_names_width(int letters) { return 20 + 7.6 * letters; }

/* At the figure's left edge, `down` pixels below the upper one. */
static void add_label(struct report_figure *f, const char *text, double down, const char *style) {
    tf_buf_addf(&f->script, "set label ");
    report_quote(&f->script, text);
    tf_buf_addf(&f->script, " at screen %.6g, screen %.6g left %s\n", 14.0 / REPORT_WIDTH, 1 - down / f->height, style);
}

/* A part of the subtitle: in the line that there is, or in the next one. */
static void add_part(struct tf_buf line[SUBTITLES], int *n, const char *text) {
    if (!text || !*text) return;
    if (line[*n].len && *n + 1 < SUBTITLES && report_letters(line[*n].s) + report_letters(text) > LINE_LETTERS) ++*n;
    tf_buf_addf(&line[*n], "%s%s", line[*n].len ? "   ·   " : "", text);
}

/* Below the title: what kind of result this is, how to read the figure. Returns the number of lines. */
static int subtitle(struct tf_buf line[SUBTITLES], const struct report *r, const char *note) {
    char text[128];
    int n = 0;
    bool stand_in = false;
    for (int i = 0; i < r->n; i++) stand_in |= tf_row_stand_in(&r->row[i]);
    snprintf(text, sizeof text, "protocol: %.32s%s", r->protocol,
             strcmp(r->protocol, "quick") ? "" : " (a quick tour, not the paper's protocol)");
    if (strcmp(r->protocol, "other")) add_part(line, &n, text);
    if (stand_in) add_part(line, &n, "stand-in data");
    for (const char *end; note && *note; note = end + (*end == '\n')) {
        end = note + strcspn(note, "\n");
        snprintf(text, sizeof text, "%.*s", (int)(end - note), note);
        add_part(line, &n, text);
    }
    return n + 1;
}

static void add_titles(struct report_figure *f, const struct tf_buf *line) {
    struct tf_buf text = {0}, bold = {0};
    tf_buf_addf(&text, "%s%s", f->title, *f->title ? ": " : "");
    report_shorten(&text, f->r->title, SMALL_LETTERS - report_letters(text.s));
    report_bold(&bold, text.s);
    add_label(f, bold.s, 20,
              report_letters(text.s) > TITLE_LETTERS ? "font 'sans-serif,12' textcolor rgb '#111111'"
                                                     : "font 'sans-serif,15' textcolor rgb '#111111'");
    for (int i = 0; i < f->subtitles; i++)
        add_label(f, line[i].s ? line[i].s : "", 24 + SUBTITLE_H * (i + 1), "noenhanced font 'sans-serif,12' textcolor rgb '#666666'");
    tf_buf_free(&text);
    tf_buf_free(&bold);
}

void report_figure_begin(struct report_figure *f, const struct report *r, const char *name, const char *title, const char *note,
                         int height) {
    struct tf_buf line[SUBTITLES] = {0};
    const int lines = subtitle(line, r, note);
    height += SUBTITLE_H * (lines - 1);
    *f = (struct report_figure){.r = r, .title = title, .height = height, .subtitles = lines};
    snprintf(f->name, sizeof f->name, "%s%s", name, r->suffix ? r->suffix : "");
    struct tf_buf *s = &f->script;
    tf_buf_addf(s, "# Draw again, inside this folder: gnuplot fig_%s.gp\n", f->name);
    tf_buf_addf(s, "reset session\nset encoding utf8\nset datafile separator ','\nset key autotitle columnhead\n");
    tf_buf_addf(s, "set terminal svg size %d,%d enhanced font 'sans-serif,13' background rgb 'white'\n", REPORT_WIDTH, height);
    tf_buf_addf(s, "set output 'fig_%s.svg'\n\n", f->name);
    tf_buf_addf(s, "set border 3 lc rgb '#666666' lw 1\nset tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'\n");
    tf_buf_addf(s, "set grid y lt 1 lc rgb '#E4E4E4' lw 1\nset tmargin %g\nset rmargin 3\n", 3.5 + lines);
    tf_buf_addf(
        s, "set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 4 spacing 1.25 width 1 textcolor rgb '#222222'\n");
    f->titles = s->len;
    add_titles(f, line);
    for (int i = 0; i < SUBTITLES; i++) tf_buf_free(&line[i]);
}

static bool is_same(const char *dir, const char *name, const struct tf_buf *text) {
    struct tf_buf path = {0}, old = {0};
    tf_buf_addf(&path, "%s/%s", dir, name);
    const bool same = tf_file_exists(path.s) && !tf_file_read(path.s, &old, &(struct tf_err){0}) && old.len == text->len &&
                      !memcmp(old.s ? old.s : "", text->s ? text->s : "", text->len);
    tf_buf_free(&path), tf_buf_free(&old);
    return same;
}

void report_figure_drop(const char *dir, const char *script, const char *ending) {
    struct tf_buf path = {0};
    tf_buf_addf(&path, "%s/%.*s%s", dir, (int)strlen(script) - 3, script, ending);
    unlink(path.s);
    tf_buf_free(&path);
}

void report_figures_drop_others(const char *dir, const struct tf_names *before, const struct tf_buf *written,
                                bool (*is_ours)(const char *dir, const char *script)) {
    static const char *const ending[] = {".gp", ".csv", ".svg", ".png"};
    for (size_t i = 0; i < before->n; i++) {
        char line[300];
        snprintf(line, sizeof line, "\n%s\n", before->v[i]);
        if ((written->len && strstr(written->s, line)) || !is_ours(dir, before->v[i])) continue;
        for (size_t k = 0; k < TF_COUNT(ending); k++) report_figure_drop(dir, before->v[i], ending[k]);
    }
}

static void write_and_draw(const struct report_figure *f) {
    struct tf_err why = {0};
    char data[200], script[200];
    bool *no_gnuplot = f->r->no_gnuplot;
    snprintf(data, sizeof data, "fig_%s.csv", f->name);
    snprintf(script, sizeof script, "fig_%s.gp", f->name);
    const bool same = is_same(f->r->dir, data, &f->data) && is_same(f->r->dir, script, &f->script);
    if (tf_file_write_in(f->r->dir, data, &f->data, &why) || tf_file_write_in(f->r->dir, script, &f->script, &why)) {
        tf_log(TF_LOG_WARN, "fig_%s is missing: %s", f->name, why.msg);
        return;
    }
    if (!same) report_figure_drop(f->r->dir, script, ".svg"), report_figure_drop(f->r->dir, script, ".png"); // which show something else
    if (f->r->scripts) tf_buf_addf(f->r->scripts, "\n%s\n", script);
    if (no_gnuplot && !*no_gnuplot && tf_gnuplot_run(f->r->dir, script, &why)) {
        *no_gnuplot = why.code == TF_SYSTEM;
        tf_log(TF_LOG_WARN, "fig_%s is not drawn: %s", f->name, why.msg);
    }
}

/* ---- panels ---------------------------------------------------------------------------------------------------------------------------- */

void report_panels_begin(struct report_figure *f, int rows, int cols, int top, int bottom) {
    f->rows = rows, f->cols = cols, f->bottom = bottom, f->gap_y = 52, f->top = top + SUBTITLE_H * (f->subtitles - 1);
    tf_buf_addf(&f->script, "\nset multiplot\nunset key\n");
}

/* The first panel has the labels of the whole figure, the later ones only their own. */
void report_panel(struct report_figure *f, int row, int col, const char *head, const char *axis) {
    enum { LEFT = 84, RIGHT = 24 };
    const int gap_x = f->cols > 2 ? 26 : 70;
    double width = (REPORT_WIDTH - LEFT - RIGHT - (f->cols - 1.0) * gap_x) / f->cols,
           height = (f->height - f->top - f->bottom - (f->rows - 1.0) * f->gap_y) / f->rows, x = LEFT + col * (width + gap_x),
           y = f->height - f->top - row * (height + f->gap_y);
    struct tf_buf *s = &f->script;
    tf_buf_addf(s, "\nset lmargin at screen %.6g\nset rmargin at screen %.6g\n", x / REPORT_WIDTH, (x + width) / REPORT_WIDTH);
    tf_buf_addf(s, "set tmargin at screen %.6g\nset bmargin at screen %.6g\n", y / f->height, (y - height) / f->height);
    if (head) {
        tf_buf_addf(s, "set label 99 ");
        report_quote(s, head);
        tf_buf_addf(s, " at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'\n");
    }
    tf_buf_addf(s, "set ylabel ");
    report_quote(s, axis ? axis : "");
    tf_buf_addf(s, " noenhanced\n");
}

void report_panel_end(struct report_figure *f) { tf_buf_addf(&f->script, "unset label\nunset arrow\n"); }

static void legend_text(struct report_legend *g, const char *text) {
    if (g->f) {
        struct tf_buf name = {0};
        legend_name(&name, text);
        tf_buf_addf(&g->f->script, "set label ");
        report_quote(&g->f->script, name.s ? name.s : "");
        tf_buf_free(&name);
        tf_buf_addf(&g->f->script, " at screen %.6g, screen %.6g left noenhanced font 'sans-serif,12' textcolor rgb '#222222'\n",
                    (double)g->x / REPORT_WIDTH, (double)g->y / g->f->height);
    }
    g->x += 7 * (int)strlen(text) + 16;
}

enum { LEGEND_X = 84 };

void report_legend_word(struct report_legend *g, const char *text) {
    if (!g->x) g->x = LEGEND_X;
    legend_text(g, text);
}

void report_legend_line(struct report_legend *g, const struct report_group *style, const char *text) {
    enum { LENGTH = 36, TEXT = LENGTH + 5 }; // of two dashes
    if (!g->x) g->x = LEGEND_X;
    if (g->x > LEGEND_X && g->x + TEXT + 7 * (int)strlen(text) > REPORT_WIDTH - 10) g->x = LEGEND_X, g->y -= REPORT_LEGEND_LINE;
    if (g->f) {
        struct tf_buf *s = &g->f->script;
        double y = (double)g->y / g->f->height;
        tf_buf_addf(s, "set arrow from screen %.6g, screen %.6g to screen %.6g, screen %.6g nohead ", (double)g->x / REPORT_WIDTH, y,
                    (double)(g->x + LENGTH) / REPORT_WIDTH, y);
        if (style) report_add_style(s, style, REPORT_ARROW);
        tf_buf_addf(s, "%s\n", style ? "" : "lc rgb '#888888' dt 3 lw 1");
    }
    g->x += TEXT;
    legend_text(g, text);
}

/* 1, 2 or 5 times a power of ten; gnuplot's own choice is too dense for a panel. */
static double tic_step(double width, int most) {
    if (!(width > 0)) return 1;
    double ten = pow(10, floor(log10(width / most)));
    for (int i = 0; i < 3; i++)
        if (width <= most * ten * (const double[]){1, 2, 5}[i]) return ten * (const double[]){1, 2, 5}[i];
    return 10 * ten;
}

const char *report_tic_format(char out[16], double width, int most) {
    snprintf(out, 16, "%%.%df", (int)fmax(0, ceil(-log10(tic_step(width, most)) - 1e-9)));
    return out;
}

void report_tics(struct tf_buf *out, char axis, double width, int most) {
    tf_buf_addf(out, "set %ctics %.10g\nset format %c '%s'\n", axis, tic_step(width, most), axis,
                report_tic_format((char[16]){0}, width, most));
}

int report_choose_layers(int *layer, int most, int n) {
    int k = n < most ? n : most;
    for (int i = 0; i < k; i++) layer[i] = k == n ? i : i ? (int)lround((double)i * n / (k - 1)) - 1 : 0;
    return k;
}

/* The PNG: twice the pixels; its fonts are 4/3 of the SVG's at the same size. */
void report_figure_end(struct report_figure *f) {
    struct tf_buf panels = {0};
    if (f->rows) { // gnuplot replays one plot, not several
        tf_buf_addf(&f->script, "unset multiplot\n");
        tf_buf_add(&panels, f->script.s + f->titles, f->script.len - f->titles);
    }
    tf_buf_addf(&f->script, "\nset terminal pngcairo size %d,%d enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2\n",
                2 * REPORT_WIDTH, 2 * f->height);
    tf_buf_addf(&f->script, "set output 'fig_%s.png'\n%sset output\n", f->name, f->rows ? panels.s : "replot\n");
    tf_buf_free(&panels);
    write_and_draw(f);
    tf_buf_free(&f->data);
    tf_buf_free(&f->script);
}
