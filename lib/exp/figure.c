/* The frame that all figures share: files, the gnuplot style, colours. Scripts name files without a folder: they run inside theirs. */
#include "exp/report.h"
#include <math.h>
#include <string.h>
#include <unistd.h>

/* Okabe and Ito's colours that stand out on white (their yellow does not), most distant first. */
static const char *const palette[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"};
static const int dashes[] = {1, 2, 4}, points[] = {7, 5, 9, 11, 13, 15, 3};

void report_quote(struct tf_buf *out, const char *s) { // in single quotes gnuplot expands nothing
    tf_buf_addf(out, "'");
    for (; *s; s++) tf_buf_addf(out, *s == '\'' ? "''" : "%c", (unsigned char)*s < ' ' ? ' ' : *s);
    tf_buf_addf(out, "'");
}

void report_style(struct tf_buf *out, int i, const char *kind) {
    int colours = TF_COUNT(palette), dash = dashes[i / colours % (int)TF_COUNT(dashes)];
    const char *colour = palette[i % colours];
    if (!strcmp(kind, "faint")) tf_buf_addf(out, "lc rgb '#A8%s' lw 1 dt %d", colour + 1, dash); // first byte: transparency
    else if (!strcmp(kind, "line")) tf_buf_addf(out, "lc rgb '%s' lw 2.2 dt %d pt 7 ps 0.5", colour, dash);
    else if (!strcmp(kind, "fill")) tf_buf_addf(out, "lc rgb '%s'", colour);
    else tf_buf_addf(out, "lc rgb '%s' lw 1.6 pt %d ps 0.9", colour, points[(i + i / colours) % (int)TF_COUNT(points)]);
}

void report_y_padded(struct tf_buf *out, double lo, double hi, double floor, double ceiling) {
    double air = fmax(0.06 * (hi - lo), 0.01 * fmax(fabs(hi), 1e-3));
    tf_buf_addf(out, "set yrange [%.6g:%.6g]\n", fmax(lo - air, floor), fmin(hi + air, ceiling));
}

/* Below the title: what kind of result this is. */
static void add_subtitle(struct tf_buf *out, const struct report *r) {
    bool quick = !strcmp(r->protocol, "quick");
    tf_buf_addf(out, "protocol: %s%s", r->protocol, quick ? " (a quick tour at reduced length: not a result of the paper's protocol)" : "");
}

static void add_shortened(struct tf_buf *out, const char *s, size_t letters) {
    size_t n = 0;
    const char *p = s;
    for (; *p && n < letters; n++)
        do p++;
        while (((unsigned char)*p & 0xC0) == 0x80);
    tf_buf_add(out, s, (size_t)(p - s));
    if (*p) tf_buf_addf(out, "…");
}

void report_figure_begin(struct report_figure *f, const struct report *r, const char *name, const char *title, int width, int height) {
    *f = (struct report_figure){.r = r, .name = name, .title = title, .width = width, .height = height};
    struct tf_buf *s = &f->script, text = {0};
    tf_buf_addf(s, "# %s. Draw again, inside this folder: gnuplot fig_%s.gp\n", title, name);
    tf_buf_addf(s, "reset session\nset encoding utf8\nset datafile separator ','\nset key autotitle columnhead\n");
    tf_buf_addf(s, "set terminal svg size %d,%d noenhanced font 'sans-serif,13' background rgb 'white'\n", width, height);
    tf_buf_addf(s, "set output 'fig_%s.svg'\n\n", name);
    tf_buf_addf(s, "set border 3 lc rgb '#666666' lw 1\nset tics nomirror out scale 0.6 textcolor rgb '#333333'\n");
    tf_buf_addf(s, "set grid y lt 1 lc rgb '#E4E4E4' lw 1\nset key below Left reverse samplen 2 spacing 1.2 textcolor rgb '#222222'\n");
    tf_buf_addf(s, "set tmargin 4.2\nset rmargin 3\n");
    add_shortened(&text, title, 60);
    tf_buf_addf(&text, ": ");
    add_shortened(&text, r->title, 80);
    tf_buf_addf(s, "set label 1 ");
    report_quote(s, text.s);
    tf_buf_addf(s, " at graph 0,1 left offset 0,2.3 font 'sans-serif:Bold,%d' textcolor rgb '#111111'\nset label 2 ", text.len > 78 ? 12 : 15);
    text.len = 0;
    add_subtitle(&text, r);
    report_quote(s, text.s);
    tf_buf_addf(s, " at graph 0,1 left offset 0,1 font 'sans-serif,12' textcolor rgb '#666666'\n");
    tf_buf_free(&text);
}

static int write_part(const struct report_figure *f, const char *ext, const struct tf_buf *b, struct tf_err *e) {
    struct tf_buf path = {0};
    tf_buf_addf(&path, "%s/fig_%s.%s", f->r->dir, f->name, ext);
    int rc = tf_file_write(path.s, b->s, b->len, e);
    tf_buf_free(&path);
    return rc;
}

/* gnuplot runs where we are, the script works in its own folder: a script of two lines goes there first. */
static void draw(const struct report_figure *f, bool *no_gnuplot) {
    struct tf_buf text = {0}, path = {0};
    struct tf_err why = {0};
    tf_buf_addf(&path, "%s/.fig_%s-%ld.gp", f->r->dir, f->name, (long)getpid());
    tf_buf_addf(&text, "cd ");
    report_quote(&text, f->r->dir);
    tf_buf_addf(&text, "\nload 'fig_%s.gp'\n", f->name);
    if (tf_file_write(path.s, text.s, text.len, &why) || tf_gnuplot_run(path.s, &why)) {
        *no_gnuplot = why.code == TF_SYSTEM;
        tf_log(TF_LOG_WARN, "fig_%s is not drawn: %s", f->name, why.msg);
    }
    unlink(path.s);
    tf_buf_free(&text);
    tf_buf_free(&path);
}

int report_figure_end(struct report_figure *f, bool *no_gnuplot, struct tf_err *e) {
    tf_buf_addf(&f->script, "\nset terminal pngcairo size %d,%d noenhanced font 'sans-serif,13' fontscale 2 linewidth 2 pointscale 2\n",
                2 * f->width, 2 * f->height);
    tf_buf_addf(&f->script, "set output 'fig_%s.png'\nreplot\nset output\n", f->name);
    int rc = write_part(f, "csv", &f->data, e) || write_part(f, "gp", &f->script, e) ? -1 : 0;
    if (rc == 0 && !*no_gnuplot) draw(f, no_gnuplot);
    tf_buf_free(&f->data);
    tf_buf_free(&f->script);
    return rc;
}
