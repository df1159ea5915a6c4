/* Work of one attention layer, from formulas alone: the settings behind the FLOPs of the Treeformer paper (arXiv:2208.09015), and every
 * mechanism at its defaults. Percentages are of full attention at the same size; docs/specs.md tells the two ways of counting. */
#include "attn/attn.h"
#include "exp/exp.h"
#include "exp/report.h"
#include "io/io.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- one mechanism at one size --------------------------------------------------------------------------------------------------- */

struct size {
    int n, dim, heads;
};
struct layer {
    const struct tf_attn *m;
    void *opts;
};

/* texts: "rank=16 shared=true". */
static struct layer layer_open(const char *name, const char *texts) {
    char text[256], *save = NULL;
    struct tf_err e = {0};
    struct layer l = {.m = tf_attn_find(name)};
    TF_BUG_IF(!l.m, "no mechanism '%s'", name);
    l.opts = tf_calloc(l.m->opts_size + 1); // never 0 bytes
    tf_opt_defaults(l.m->opts, l.opts);
    snprintf(text, sizeof text, "%s", texts);
    for (char *s = strtok_r(text, " ", &save); s; s = strtok_r(NULL, " ", &save)) {
        char *eq = strchr(s, '=');
        TF_BUG_IF(!eq, "option '%s' of %s", s, name);
        *eq = 0;
        TF_BUG_IF(tf_opt_set(l.m->opts, l.opts, s, eq + 1, &e), "option '%s' of %s: %s", s, name, e.msg);
    }
    return l;
}

static size_t parameters(const struct layer *l, const struct size *s) {
    struct tf_shape shape = {.C = s->dim, .H = s->heads, .max_len = s->n};
    struct tf_pars ps = {0};
    struct tf_decl d = {&ps, ""};
    size_t n = 0;
    if (l->m->params) l->m->params(&d, &shape, l->opts);
    else tf_declare_qkvo(&d, &shape);
    for (int i = 0; i < ps.n; i++)
        if (!(ps.p[i].flags & TF_PAR_BUFFER)) n += (size_t)ps.p[i].rows * (size_t)ps.p[i].cols;
    tf_pars_free(&ps);
    return n;
}

enum counting { PAPER, LAYER };
static double work(const struct layer *l, const struct size *s, double f, enum counting how) { // NaN: not known
    struct tf_cost c = {.T = s->n, .C = s->dim, .H = s->heads, .f = f};
    if (how == PAPER) return l->m->flops_paper ? s->heads * l->m->flops_paper(l->opts, &c) : (double)NAN;
    return l->m->flops_layer ? l->m->flops_layer(l->opts, &c) : (double)NAN;
}

static double full_work(const struct size *s, enum counting how) {
    return work(&(struct layer){.m = tf_attn_find("transformer")}, s, -1, how);
}

static void add_numbers(struct tf_buf *out, const double *v, int n) {
    for (int i = 0; i < n; i++) {
        report_number(out, v[i]);
        tf_buf_addf(out, ",");
    }
}

/* ---- the paper's settings ------------------------------------------------------------------------------------------------------------- */

enum { TABLE_2, TABLE_11, TABLE_12, TABLES };
static const struct {
    const char *number, *file, *layers_column; /* layers_column: tells lines of the same model apart; NULL: there is none */
} tables[TABLES] = {{"2", "table2_bert.csv", "tree_layers"}, {"11", "table11_flops.csv", NULL}, {"12", "table12_summarization.csv", NULL}};

/* Sizes are the published code's where the paper leaves them open; only the channels of a head enter the paper's percentages. */
static const struct task {
    const char *name, *column;
    int table;
    struct size size;
    int layers;
} bert = {"bert", "flops_pct", TABLE_2, {512, 768, 12}, 12}, listops = {"listops", "listops", TABLE_11, {2048, 512, 8}, 4},
  text = {"text", "text", TABLE_11, {4096, 256, 4}, 4}, retrieval = {"retrieval", "retrieval", TABLE_11, {8192, 128, 4}, 4},
  image = {"image", "image", TABLE_11, {1024, 32, 1}, 1}, summarization = {"summarization", "flops_pct", TABLE_12, {3072, 768, 12}, 12};

#define KEYS_588 "fitted: 588 keys a query; 8 blocks of 64 are 512"
#define KEYS_512 "cannot be matched: 8 blocks of 64 are 512 keys a query; the published number needs 588"
#define FEATURES "fitted: needs 256 features; two terms of the formula come from these numbers"
#define HEIGHT_4 "fitted: height 4; Table 6 says 7"
#define LEAVES "cannot be matched: depends on the measured occupancy of the leaves, which is not published; assumed equal here"
#define LRA_BIRD "random_limit=1024"

static const struct setting {
    const struct task *task;
    const char *mechanism, *row; /* row: its name in the paper's table */
    const char *options;
    int converted; /* layers that have the mechanism, the others keep full attention; 0: all */
    const char *note;
} settings[] = {
    {&bert, "transformer", "bert-base", "", 0, "baseline"},
    {&bert, "linformer", "linformer-k128", "rank=128", 0, "fitted"},
    {&bert, "bigbird", "bigbird", "", 0, "fitted"},
    {&bert, "tf-a", "tf-a", "height=2", 12, LEAVES},
    {&bert, "kary-tf-a", "kary-tf-a", "branching=100,10", 12, LEAVES},
    {&bert, "tc-a", "tc-a", "height=4", 6, HEIGHT_4},
    {&bert, "tc-a", "tc-a", "height=4", 9, HEIGHT_4},
    {&bert, "tc-a", "tc-a", "height=4", 12, HEIGHT_4},
    {&bert, "tc-a", "tc-a", "height=7", 12, "cannot be matched: Table 6's height 7; the published number needs 4"},
    {&listops, "transformer", "transformer", "", 0, "baseline"},
    {&listops, "linformer", "linformer", "rank=16 shared=true", 0, "fitted"},
    {&listops, "performer", "performer", "features=256", 0, FEATURES},
    {&listops, "bigbird", "bigbird", "paper_keys=588 " LRA_BIRD, 0, KEYS_588},
    {&listops, "bigbird", "bigbird", LRA_BIRD, 0, KEYS_512},
    {&listops, "tf-a", "tf-a", "height=6", 0, LEAVES},
    {&listops, "tc-a", "tc-a", "height=6", 0, "fitted"},
    {&text, "transformer", "transformer", "", 0, "baseline"},
    {&text, "linformer", "linformer", "rank=32 shared=true", 0, "fitted"},
    {&text, "performer", "performer", "features=256", 0, FEATURES},
    {&text, "bigbird", "bigbird", "paper_keys=588 " LRA_BIRD, 0, KEYS_588},
    {&text, "bigbird", "bigbird", LRA_BIRD, 0, KEYS_512},
    {&text, "tf-a", "tf-a", "height=6", 0, LEAVES},
    {&text, "tc-a", "tc-a", "height=6", 0, "fitted"},
    {&retrieval, "transformer", "transformer", "", 0, "baseline"},
    {&retrieval, "linformer", "linformer", "rank=16 shared=true", 0, "fitted"},
    {&retrieval, "performer", "performer", "features=256", 0, FEATURES},
    {&retrieval, "bigbird", "bigbird", "paper_keys=588 " LRA_BIRD, 0, KEYS_588},
    {&retrieval, "bigbird", "bigbird", LRA_BIRD, 0, KEYS_512},
    {&retrieval, "tf-a", "tf-a", "height=6", 0, LEAVES},
    {&retrieval, "tc-a", "tc-a", "height=6", 0, "fitted"},
    {&image, "transformer", "transformer", "", 0, "baseline"},
    {&image, "linformer", "linformer", "rank=16 shared=true", 0, "fitted"},
    {&image, "performer", "performer", "features=256", 0, FEATURES},
    {&image, "bigbird", "bigbird", LRA_BIRD, 0, "fitted"},
    {&image, "tf-a", "tf-a", "height=6", 0, LEAVES},
    {&image, "tc-a", "tc-a", "height=6", 0, "fitted"},
    {&summarization, "transformer", "transformer", "", 0, "baseline"},
    {&summarization, "bigbird", "bigbird", "", 0, "fitted"},
    {&summarization, "tf-a", "tf-a", "height=6", 0, LEAVES},
    {&summarization, "kary-tf-a", "kary-tf-a", "branching=100,10", 0, LEAVES},
    {&summarization, "tc-a", "tc-a", "height=6", 0, "fitted: the paper does not state the height"},
};

/* Percent of full attention's, mean over the model's layers. */
static double percent(const struct setting *t, const struct layer *l, double f, enum counting how) {
    double layers = t->task->layers, converted = t->converted ? t->converted : layers;
    return 100 * (converted * work(l, &t->task->size, f, how) / full_work(&t->task->size, how) + layers - converted) / layers;
}

static int paper_tables(struct tf_csv *c, const char *paper_dir, struct tf_err *e) {
    struct tf_buf path = {0};
    int rc = 0;
    for (int i = 0; rc == 0 && i < TABLES; i++) {
        if (report_paper_path(&path, paper_dir, tables[i].file)) rc = tf_csv_load(&c[i], path.s, e);
        else
            tf_log(TF_LOG_WARN, "%s is not in %s: the paper's column stays empty", tables[i].file,
                   paper_dir ? paper_dir : "experiments/paper");
    }
    tf_buf_free(&path);
    return rc;
}

static int paper_number(const struct tf_csv *all, const struct setting *t, double *out, struct tf_err *e) {
    const struct tf_csv *c = &all[t->task->table];
    const char *layers_column = tables[t->task->table].layers_column;
    *out = NAN;
    for (int i = 0; i < c->rows; i++) {
        double layers;
        if (strcmp(c->cell[(size_t)i * (size_t)c->cols], t->row)) continue;
        if (t->converted && layers_column) {
            if (tf_csv_number(c, i, layers_column, &layers, e)) return -1;
            if (layers != t->converted) continue;
        }
        return tf_csv_number(c, i, t->task->column, out, e);
    }
    return 0;
}

static void add_setting(struct tf_buf *out, const struct setting *t, double paper_pct) {
    const struct size *s = &t->task->size;
    struct layer l = layer_open(t->mechanism, t->options);
    double pct = percent(t, &l, -1, PAPER), full = full_work(s, PAPER), full_layer = full_work(s, LAYER);
    double layer_pct = percent(t, &l, -1, LAYER), balanced = NAN, implied = NAN;
    if (!strncmp(t->note, LEAVES, sizeof LEAVES)) { // linear in the occupancy f
        double none = percent(t, &l, 0, PAPER), slope = percent(t, &l, 1, PAPER) - none;
        balanced = (pct - none) / slope, implied = (paper_pct - none) / slope;
    }
    tf_buf_addf(out, "%s,%s,%s,", tables[t->task->table].number, t->task->name, t->mechanism);
    tf_csv_field(out, t->options);
    tf_buf_addf(out, ",%d,%d,%d,%d,%d,", t->converted ? t->converted : t->task->layers, t->task->layers, s->n, s->dim, s->dim / s->heads);
    add_numbers(out,
                (double[]){pct, paper_pct, pct - paper_pct, layer_pct, pct / 100 * full / 1e9, layer_pct / 100 * full_layer / 1e9,
                           4.0 * (double)parameters(&l, s), balanced, implied},
                9);
    tf_csv_field(out, t->note);
    tf_buf_addf(out, "\n");
    tf_free(l.opts);
}

int tf_flops_papers(const char *paper_dir, struct tf_buf *out, struct tf_err *e) {
    struct tf_csv c[TABLES] = {0};
    int rc = paper_tables(c, paper_dir, e);
    tf_buf_addf(out, "table,task,mechanism,setting,layers_converted,layers,n,dim,head_dim,flops_paper_pct,paper_pct,diff_points,"
                     "flops_layer_pct,gflops_paper,gflops_layer,parameter_bytes,occupancy_balanced,occupancy_implied,note\n");
    for (size_t i = 0; rc == 0 && i < TF_COUNT(settings); i++) {
        double paper_pct;
        rc = paper_number(c, &settings[i], &paper_pct, e);
        if (rc == 0) add_setting(out, &settings[i], paper_pct);
    }
    for (int i = 0; i < TABLES; i++) tf_csv_free(&c[i]);
    return rc;
}

/* ---- every mechanism at its defaults ----------------------------------------------------------------------------------------------------- */

/* Why its cost at this size is not known; false: it is. */
static bool unusable(const struct layer *l, const struct size *s, struct tf_err *why) {
    struct tf_shape shape = {.C = s->dim, .H = s->heads, .max_len = s->n};
    for (const struct tf_opt *o = l->m->opts; o && o->name; o++)
        if (!o->def) return tf_fail(why, TF_BAD, "option %s has no default", o->name);
    return l->m->check && l->m->check(l->opts, &shape, why);
}

static void add_default(struct tf_buf *out, const struct tf_attn *m, const struct size *s) {
    struct layer l = layer_open(m->name, "");
    struct tf_err why = {0};
    double v[5] = {NAN, NAN, NAN, NAN, NAN};
    bool known = !unusable(&l, s, &why);
    if (known) {
        double paper = work(&l, s, -1, PAPER), layer = work(&l, s, -1, LAYER);
        double all[] = {100 * paper / full_work(s, PAPER), 100 * layer / full_work(s, LAYER), paper / 1e9, layer / 1e9,
                        4.0 * (double)parameters(&l, s)};
        memcpy(v, all, sizeof v);
    }
    tf_buf_addf(out, "%s,", m->name);
    tf_csv_field(out, m->title);
    tf_buf_addf(out, ",%d,%d,%d,", s->n, s->dim, s->dim / s->heads);
    add_numbers(out, v, TF_COUNT(v));
    tf_csv_field(out, !known ? why.msg : m->flags & TF_ATTN_ROUTED ? "assuming groups of equal size" : "");
    tf_buf_addf(out, "\n");
    tf_free(l.opts);
}

void tf_flops_defaults(int n, int dim, int heads, struct tf_buf *out) {
    const struct size s = {n, dim, heads};
    tf_buf_addf(out, "mechanism,title,n,dim,head_dim,flops_paper_pct,flops_layer_pct,gflops_paper,gflops_layer,parameter_bytes,note\n");
    for (int i = 0; tf_attns[i]; i++) add_default(out, tf_attns[i], &s);
}

/* ---- the figure: work against length, names at the right ends of the lines -------------------------------------------------------------------- */

enum { N_FIRST = 256, N_LAST = 65536, NAME_H = 18 /* pixels */, NAMES_MAX = 256 };

struct end {
    int i;
    double want, at; /* height in the frame, 0..1: of the line's end, of its name */
};
struct lines {
    struct end end[NAMES_MAX];
    int n; /* lines whose end is known */
    double lo, hi;
};

/* One row a length: MFLOPs a token. */
static void add_points(struct tf_buf *out, const struct size *at, struct lines *lines) {
    tf_buf_addf(out, "n");
    for (int i = 0; tf_attns[i]; i++) tf_buf_addf(out, ",%s", tf_attns[i]->name);
    for (struct size s = {N_FIRST, at->dim, at->heads}; s.n <= N_LAST; s.n *= 2) {
        tf_buf_addf(out, "\n%d", s.n);
        for (int i = 0; tf_attns[i]; i++) {
            struct layer l = layer_open(tf_attns[i]->name, "");
            struct tf_err why = {0};
            double v = unusable(&l, &s, &why) ? (double)NAN : work(&l, &s, -1, LAYER) / s.n / 1e6;
            tf_buf_addf(out, ",");
            report_number(out, v);
            lines->lo = fmin(lines->lo, v), lines->hi = fmax(lines->hi, v);
            if (s.n == N_LAST && isfinite(v) && lines->n < NAMES_MAX) lines->end[lines->n++] = (struct end){.i = i, .want = v};
            tf_free(l.opts);
        }
    }
    tf_buf_addf(out, "\n");
}

static int by_height(const void *a, const void *b) {
    double x = ((const struct end *)a)->want, y = ((const struct end *)b)->want;
    return (x > y) - (x < y);
}

/* Names keep their lines' order and a gap; they give way upwards, and back down from the top. */
static void place_names(struct lines *l, double gap) {
    for (int i = 0; i < l->n; i++) l->end[i].want = log(l->end[i].want / l->lo) / log(l->hi / l->lo);
    qsort(l->end, (size_t)l->n, sizeof *l->end, by_height);
    for (int i = 0; i < l->n; i++) l->end[i].at = i ? fmax(l->end[i].want, l->end[i - 1].at + gap) : l->end[i].want;
    for (int i = l->n - 1; i >= 0; i--) l->end[i].at = fmin(l->end[i].at, i < l->n - 1 ? l->end[i + 1].at - gap : 1);
}

static void add_names(struct report_figure *f, const struct lines *l) {
    for (int i = 0; i < l->n; i++) {
        const struct end *p = &l->end[i];
        tf_buf_addf(&f->script, "set label ");
        report_quote(&f->script, f->r->group[p->i].label);
        tf_buf_addf(&f->script, " at graph 1.095, graph %.4f left noenhanced font 'sans-serif,12' textcolor rgb '#222222'\n", p->at);
        tf_buf_addf(&f->script, "set arrow from graph 1.002, graph %.4f to graph 1.09, graph %.4f nohead lw 1.2 ", p->want, p->at);
        report_add_style(&f->script, &f->r->group[p->i], REPORT_FILL);
        tf_buf_addf(&f->script, "\n");
    }
}

static void add_lines(struct report_figure *f) {
    tf_buf_addf(&f->script, "\nplot ");
    for (int i = 0; i < f->r->n_groups; i++) {
        tf_buf_addf(&f->script, "%s'fig_%s.csv' using 'n':'%s' with linespoints ", i ? ", \\\n     " : "", f->name, tf_attns[i]->name);
        report_add_style(&f->script, &f->r->group[i], REPORT_LINE);
    }
    tf_buf_addf(&f->script, "\n");
}

static int draw(const struct report *r, const struct size *s, bool plot, struct tf_err *e) {
    char note[128];
    bool no_gnuplot = !plot;
    struct report_figure f;
    struct lines l = {.lo = INFINITY, .hi = -INFINITY};
    int frame = NAME_H * (r->n_groups > 20 ? r->n_groups + 1 : 21);
    snprintf(note, sizeof note, "projections included, %d channels, %d heads, groups of equal size", s->dim, s->heads);
    report_figure_begin(&f, r, "flops_n", "Forward work of a layer", note, frame + 140);
    add_points(&f.data, s, &l);
    l.lo /= 1.2, l.hi *= 1.2;
    place_names(&l, (double)NAME_H / frame);
    tf_buf_addf(&f.script, "unset key\nset rmargin 29\nset logscale xy\nset xlabel 'tokens n (log scale)'\nset xrange [%d:%d]\nset xtics (",
                N_FIRST, N_LAST);
    for (int x = N_FIRST; x <= N_LAST; x *= 2) tf_buf_addf(&f.script, "%s%d", x > N_FIRST ? ", " : "", x);
    tf_buf_addf(&f.script, ")\nset ylabel 'MFLOPs a token (log scale)'\nset format y '%%.10g'\nset yrange [%.6g:%.6g]\n", l.lo, l.hi);
    tf_buf_addf(&f.script, "set grid x y lt 1 lc rgb '#E4E4E4' lw 1\n");
    add_names(&f, &l);
    add_lines(&f);
    return report_figure_end(&f, &no_gnuplot, e);
}

int tf_flops_figure(const char *dir, int dim, int heads, bool plot, struct tf_err *e) {
    struct report r = {.dir = dir, .title = "all mechanisms at their defaults", .protocol = "computed from formulas"};
    while (tf_attns[r.n_groups]) r.n_groups++;
    r.group = tf_calloc(sizeof *r.group * (size_t)r.n_groups);
    for (int i = 0; i < r.n_groups; i++) {
        r.group[i].hue = i;
        snprintf(r.group[i].label, sizeof r.group[i].label, "%s", tf_attns[i]->title);
    }
    int rc = draw(&r, &(struct size){.dim = dim, .heads = heads}, plot, e);
    tf_free(r.group);
    return rc;
}
