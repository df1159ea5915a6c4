/* Tables of the cost of layers: the settings behind the FLOPs of the Treeformer paper (arXiv:2208.09015), and every mechanism at any size.
 * Percentages are of full attention at the same size; docs/outputs-reference.md tells the two ways of counting. */
#include "results/flops_tables.h"
#include "io/io.h"
#include "results/column.h"
#include "results/paper.h"
#include <math.h>
#include <string.h>

/* ---- the paper's settings ----------------------------------------------------------------------------------------------------------- */

/* A line of experiments/paper/flops_settings.csv; texts are the file's. Sizes are the published code's where the paper leaves them open; only
 * the channels of a head enter the paper's percentages. */
struct setting {
    const char *table, *task, *attention, *options, *note;
    int converted; /* layers that have the mechanism, the others keep full attention; 0: all */
    int layers, mlp_dim;
    struct tf_layer_size size;
    double paper_pct; /* NaN: there is no published number */
};
static const char by_hand[] = "changed with --set: not the published setting";

/* All settings: one array entry per line of the file. */
struct settings {
    struct tf_csv csv;
    struct setting *of;
};

static int read_setting(const struct tf_csv *c, int i, struct setting *t, struct tf_err *e) {
    static const char *const texts[] = {"table", "task", "attention", "setting", "note", "file", "row", "column"};
    const char *text[TF_COUNT(texts)];
    for (size_t k = 0; k < TF_COUNT(texts); k++)
        if (!(text[k] = tf_csv_get(c, i, texts[k]))) return tf_fail(e, TF_BAD, "%s: no column %s", c->name, texts[k]);
    *t = (struct setting){.table = text[0], .task = text[1], .attention = text[2], .options = text[3], .note = text[4]};
    if (!tf_attn_find(t->attention)) return tf_csv_fail(e, c, i, "no mechanism '%s': see 'treeformer list'", t->attention);
    if (tf_csv_int(c, i, "layers_converted", &t->converted, e) || tf_csv_int(c, i, "layers", &t->layers, e) ||
        tf_csv_int(c, i, "mlp_dim", &t->mlp_dim, e) || tf_csv_int(c, i, "n", &t->size.n, e) || tf_csv_int(c, i, "dim", &t->size.dim, e) ||
        tf_csv_int(c, i, "heads", &t->size.heads, e))
        return -1;
    if (t->size.n < 1 || t->size.dim < 1 || t->size.heads < 1 || t->size.dim % t->size.heads || t->converted > t->layers)
        return tf_csv_fail(e, c, i, "n, dim and heads must be positive, heads divide dim, and layers hold layers_converted");
    struct tf_err why = {0};
    if (!report_paper_cell(text[5], text[6], text[7], t->converted, &t->paper_pct, &why)) return 0;
    return tf_csv_fail(e, c, i, "%s", why.msg);
}

static int settings_load(struct settings *s, struct tf_err *e) {
    static const char name[] = "flops_settings.csv";
    struct tf_buf path = {0};
    int rc = 0;
    if (!report_paper_path(&path, name))
        rc = tf_fail(e, TF_BAD, "%s is not in experiments/paper: it belongs to the program's sources, and `make install` copies it", name);
    if (!rc) rc = tf_csv_load(&s->csv, path.s, e);
    tf_buf_free(&path);
    if (rc) return -1;
    s->of = tf_calloc(sizeof *s->of * (size_t)(s->csv.rows + 1));
    for (int i = 0; i < s->csv.rows && !rc; i++) rc = read_setting(&s->csv, i, &s->of[i], e);
    return rc;
}

static void settings_free(struct settings *s) {
    tf_free(s->of);
    tf_csv_free(&s->csv);
}

/* ---- rows --------------------------------------------------------------------------------------------------------------------------- */

struct row {
    struct setting t;
    struct flops_layer l;
    struct tf_buf options; /* "rank=16 shared=true" */
    double activation_bytes;
};
struct rows {
    struct row *row;
    int n, cap;
};

static void rows_free(struct rows *r) {
    for (int i = 0; i < r->n; i++) {
        flops_close(&r->row[i].l);
        tf_buf_free(&r->row[i].options);
    }
    tf_free(r->row);
}

static bool same_row(const struct row *a, const struct row *b) {
    return !strcmp(a->t.task, b->t.task) && a->l.m == b->l.m && a->t.converted == b->t.converted && a->options.len == b->options.len &&
           (!a->options.len || !memcmp(a->options.s, b->options.s, a->options.len));
}

/* Settings that --set made alike are listed once. */
static int add_row(struct rows *r, const struct setting *t, const struct tf_flops_request *request, struct tf_err *e) {
    struct row row = {.t = *t, .activation_bytes = NAN};
    if (flops_open(&row.l, tf_attn_find(t->attention), &t->size, t->options, request, e)) return -1;
    flops_setting(&row.l, &row.options);
    bool there = false;
    for (int i = 0; i < r->n; i++) there |= same_row(&r->row[i], &row);
    TF_GROW(r->row, r->n, r->cap);
    r->row[r->n++] = row;
    if (!there) return 0;
    r->n--;
    flops_close(&row.l);
    tf_buf_free(&row.options);
    return 0;
}

/* The mechanisms that settings a..b-1, those of one task, leave out. */
static int add_absent(struct rows *r, const struct setting *of, int a, int b, const struct tf_flops_request *request, struct tf_err *e) {
    int rc = 0;
    for (int i = 0; tf_attns[i] && !rc; i++) {
        bool there = false;
        struct setting t = of[a];
        for (int k = a; k < b; k++) there |= !strcmp(of[k].attention, tf_attns[i]->name);
        t.attention = tf_attns[i]->name, t.options = "", t.note = "no published number", t.converted = 0, t.paper_pct = NAN;
        if (!there) rc = add_row(r, &t, request, e);
    }
    return rc;
}

static int add_settings(struct rows *r, const struct settings *s, const struct tf_flops_request *request, struct tf_err *e) {
    int rc = 0;
    for (int i = 0, first = 0; i < s->csv.rows && !rc; i++) {
        struct tf_err why = {0};
        rc = add_row(r, &s->of[i], request, &why) ? tf_csv_fail(e, &s->csv, i, "%s", why.msg) : 0;
        const bool last = i + 1 == s->csv.rows || strcmp(s->of[i].task, s->of[i + 1].task);
        if (!rc && last) rc = add_absent(r, s->of, first, i + 1, request, e);
        if (last) first = i + 1;
    }
    return rc;
}

static int measure(struct rows *r, const struct tf_flops_request *request, flops_measure_fn *fn, struct tf_err *e) {
    if (request->threads < 1) return 0;
    const struct flops_layer **layer = tf_alloc(sizeof *layer * (size_t)r->n);
    double *bytes = tf_alloc(sizeof *bytes * (size_t)r->n);
    for (int i = 0; i < r->n; i++) layer[i] = &r->row[i].l;
    int rc = fn(layer, r->n, request->threads, bytes, e);
    for (int i = 0; rc == 0 && i < r->n; i++) r->row[i].activation_bytes = bytes[i];
    tf_free(layer);
    tf_free(bytes);
    return rc;
}

/* Work in percent of full attention's, mean over the model's layers: some may keep full attention. */
static double mean_percent(const struct row *r, enum flops_counting how) {
    double pct = flops_percent(&r->l, how), layers = r->t.layers;
    if (!r->t.converted) return pct;
    return (r->t.converted * pct + (layers - r->t.converted) * 100) / layers;
}

/* Of the layer that makes the model's mean `pct`. */
static double implied_occupancy(const struct row *r, double pct) {
    double layers = r->t.layers, converted = r->t.converted ? r->t.converted : layers;
    double own = (pct * layers - 100 * (layers - converted)) / converted;
    return flops_occupancy(&r->l, own / 100 * flops_full_work(&r->l.size, FLOPS_PAPER));
}

/* A line of either table; NaN where the setting cannot be. */
struct line {
    const char *table, *task, *attention, *title, *setting, *note;
    int converted, layers, n, dim, head_dim;
    double paper_pct, flops_paper_pct, diff_points, flops_layer_pct, gflops_paper, gflops_layer, gflops_full, param_bytes, activation_bytes,
        balanced, implied, block_attention, block_paper, block_core, block_gflops, model_gflops, step_gflops;
};
#define LINE(type, field) REPORT_AT(type, line, field)
#define CSV(type, name, field) REPORT_CSV(type, line, name, field)
enum { PAPERS = 1, SIZE = 2, BLOCK = 4 };
// clang-format off
static const struct report_column columns[] = {
    {"table", NULL, LINE(TEXT, table), .when = PAPERS},
    {"task", NULL, LINE(TEXT, task), .when = PAPERS},
    CSV(TEXT, attention, attention),
    {"title", NULL, LINE(TEXT, title), .when = SIZE},
    {"setting", NULL, LINE(TEXT, setting), .when = PAPERS},
    {"layers_converted", NULL, LINE(COUNT, converted), .when = PAPERS},
    {"layers", NULL, LINE(COUNT, layers), .when = PAPERS},
    CSV(COUNT, n, n), CSV(COUNT, dim, dim), CSV(COUNT, head_dim, head_dim), CSV(REAL, flops_paper_pct, flops_paper_pct),
    {"paper_pct", NULL, LINE(REAL, paper_pct), .when = PAPERS},
    {"diff_points", NULL, LINE(REAL, diff_points), .when = PAPERS},
    CSV(REAL, flops_layer_pct, flops_layer_pct), CSV(REAL, gflops_paper, gflops_paper),
    CSV(REAL, gflops_layer, gflops_layer), CSV(REAL, gflops_full, gflops_full), CSV(REAL, param_bytes, param_bytes),
    CSV(REAL, activation_bytes, activation_bytes),
    {"occupancy_balanced", NULL, LINE(REAL, balanced), .when = PAPERS},
    {"occupancy_implied", NULL, LINE(REAL, implied), .when = PAPERS},
    {"block_attention_pct", NULL, LINE(REAL, block_attention), .when = BLOCK},
    {"block_paper_pct", NULL, LINE(REAL, block_paper), .when = BLOCK},
    {"block_core_pct", NULL, LINE(REAL, block_core), .when = BLOCK},
    {"block_gflops", NULL, LINE(REAL, block_gflops), .when = BLOCK},
    {"model_gflops", NULL, LINE(REAL, model_gflops), .when = BLOCK},
    {"step_gflops", NULL, LINE(REAL, step_gflops), .when = BLOCK},
    {"setting", NULL, LINE(TEXT, setting), .when = SIZE},
    CSV(TEXT, note, note),
    {0}
};
// clang-format on

/* What both tables have. why: set when the setting cannot be. */
static struct line line_of(const struct row *r, struct tf_err *why) {
    const struct tf_layer_size *s = &r->l.size;
    struct line x = {.attention = r->l.m->name,
                     .title = r->l.m->title,
                     .setting = r->options.s,
                     .n = s->n,
                     .dim = s->dim,
                     .head_dim = TF_QKV_DIM(s) / s->heads};
    if (flops_unusable(&r->l, why)) {
        x.flops_paper_pct = x.flops_layer_pct = x.gflops_paper = x.gflops_layer = x.gflops_full = x.param_bytes = x.activation_bytes = NAN;
        x.note = why->msg;
        return x;
    }
    double pct = mean_percent(r, FLOPS_PAPER), layer_pct = mean_percent(r, FLOPS_LAYER), full = flops_full_work(s, FLOPS_LAYER);
    x.flops_paper_pct = pct, x.flops_layer_pct = layer_pct;
    x.gflops_paper = pct / 100 * flops_full_work(s, FLOPS_PAPER) / 1e9, x.gflops_layer = layer_pct / 100 * full / 1e9;
    x.gflops_full = full / 1e9;
    x.param_bytes = 4.0 * (double)tf_layer_parameters(r->l.m, r->l.opts, s), x.activation_bytes = r->activation_bytes;
    return x;
}

/* The attention layer's part of a block that has it, and all blocks of the model, of which some may keep full attention. */
static void set_block(struct line *x, const struct row *r) {
    const struct tf_layer_size *s = &r->l.size;
    struct tf_layer_size rows = *s; // a mechanism's own rows pass through all of its block
    rows.n += tf_attn_aux_rows(r->l.m, r->l.opts, s->n);
    const double rest = flops_beside(&rows, r->t.mlp_dim), layer = flops_work(&r->l, -1, FLOPS_LAYER),
                 paper = flops_work(&r->l, -1, FLOPS_PAPER), projections = flops_projections(&rows), output = projections / 4,
                 core = layer - projections, full = flops_full_work(s, FLOPS_LAYER) + flops_beside(s, r->t.mlp_dim);
    const double converted = r->t.converted ? r->t.converted : r->t.layers;
    x->block_attention = 100 * layer / (layer + rest), x->block_paper = 100 * paper / (paper + output + rest);
    x->block_core = core > 0 ? 100 * core / (layer + rest) : (double)NAN; // some project fewer rows
    x->block_gflops = (layer + rest) / 1e9;
    x->model_gflops = (converted * (layer + rest) + (r->t.layers - converted) * full) / 1e9;
    x->step_gflops = 3 * x->model_gflops;
}

static void add_setting(struct tf_buf *out, const struct row *r, bool block) {
    const struct setting *t = &r->t;
    struct tf_err why = {0};
    struct line x = line_of(r, &why);
    x.table = t->table, x.task = t->task;
    x.layers = t->layers, x.converted = t->converted ? t->converted : x.layers;
    x.paper_pct = t->paper_pct, x.diff_points = x.flops_paper_pct - t->paper_pct;
    x.balanced = why.code ? (double)NAN : flops_occupancy(&r->l, flops_work(&r->l, -1, FLOPS_PAPER));
    x.implied = why.code ? (double)NAN : implied_occupancy(r, t->paper_pct);
    if (!why.code) x.note = r->l.changed && !isnan(t->paper_pct) ? by_hand : t->note;
    x.block_attention = x.block_paper = x.block_core = x.block_gflops = x.model_gflops = x.step_gflops = NAN;
    if (!why.code) set_block(&x, r);
    report_csv_line(columns, block ? PAPERS | BLOCK : PAPERS, &x, out);
}

int report_flops_papers(const struct tf_flops_request *request, flops_measure_fn *fn, struct tf_buf *out, struct tf_err *e) {
    struct settings s = {0};
    struct rows r = {0};
    if (flops_check_sets(request, e)) return -1;
    int rc = settings_load(&s, e) || add_settings(&r, &s, request, e) || measure(&r, request, fn, e) ? -1 : 0;
    report_csv_head(columns, request->block ? PAPERS | BLOCK : PAPERS, out);
    for (int i = 0; rc == 0 && i < r.n; i++) add_setting(out, &r.row[i], request->block);
    rows_free(&r);
    settings_free(&s);
    return rc;
}

/* ---- every mechanism at one size ---------------------------------------------------------------------------------------------------- */

static void add_mechanism(struct tf_buf *out, const struct row *r) {
    struct tf_err why = {0};
    struct line x = line_of(r, &why);
    if (!why.code) x.note = isfinite(flops_occupancy(&r->l, 0)) ? "assuming groups of equal size" : "";
    report_csv_line(columns, SIZE, &x, out);
}

int report_flops_size(const struct tf_flops_request *request, const struct tf_layer_size *size, flops_measure_fn *fn, struct tf_buf *out,
                      struct tf_err *e) {
    struct rows r = {0};
    if (flops_check_sets(request, e)) return -1;
    int rc = 0;
    for (int i = 0; tf_attns[i] && !rc; i++)
        rc = add_row(&r, &(struct setting){.task = "", .attention = tf_attns[i]->name, .options = "", .size = *size}, request, e);
    if (!rc) rc = measure(&r, request, fn, e);
    report_csv_head(columns, SIZE, out);
    for (int i = 0; rc == 0 && i < r.n; i++) add_mechanism(out, &r.row[i]);
    rows_free(&r);
    return rc;
}
