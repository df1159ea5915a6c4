/* Tables of the cost of layers: the settings behind the FLOPs of the Treeformer paper (arXiv:2208.09015), and every mechanism at any size.
 * Percentages are of full attention at the same size; docs/specs.md tells the two ways of counting. */
#include "report/flops_tables.h"
#include "io/io.h"
#include "report/column.h"
#include "report/paper.h"
#include <math.h>
#include <string.h>

/* ---- the paper's settings ----------------------------------------------------------------------------------------------------------- */

enum { TABLE_2, TABLE_11, TABLE_12, TABLES };
static const struct {
    const char *number, *file, *layers_column; /* layers_column: tells lines of the same model apart; NULL: there is none */
} tables[TABLES] = {{"2", "table2_bert.csv", "tree_layers"}, {"11", "table11_flops.csv", NULL}, {"12", "table12_summarization.csv", NULL}};

/* Sizes are the published code's where the paper leaves them open; only the channels of a head enter the paper's percentages. */
static const struct task {
    const char *name, *column;
    int table;
    struct tf_layer_size size;
    int layers;
} bert = {"bert", "flops_pct", TABLE_2, {.n = 512, .dim = 768, .heads = 12}, 12},
  listops = {"listops", "listops", TABLE_11, {.n = 2048, .dim = 512, .heads = 8}, 4},
  text = {"text", "text", TABLE_11, {.n = 4096, .dim = 256, .heads = 4}, 4},
  retrieval = {"retrieval", "retrieval", TABLE_11, {.n = 8192, .dim = 128, .heads = 4}, 4},
  image = {"image", "image", TABLE_11, {.n = 1024, .dim = 32, .heads = 1}, 1},
  summarization = {"summarization", "flops_pct", TABLE_12, {.n = 3072, .dim = 768, .heads = 12}, 12};
static const struct task *const tasks[] = {&bert, &listops, &text, &retrieval, &image, &summarization};

#define KEYS_588 "fitted: 588 keys per query; 8 blocks of 64 are 512"
#define KEYS_512 "cannot be matched: 8 blocks of 64 are 512 keys per query; the published number needs 588"
#define FEATURES "fitted: needs 256 features; two terms of the formula come from these numbers"
#define HEIGHT_4 "fitted: height 4; Table 6 says 7"
#define LEAVES "cannot be matched: depends on the measured occupancy of the leaves, which is not published; assumed equal here"
#define ABSENT "no published number"
#define BY_HAND "changed with --set: not the published setting"
#define LRA_BIRD "random_limit=1024"

static const struct setting {
    const struct task *task;
    const char *mechanism, *row; /* row: its name in the paper's table; NULL: it is not there */
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
    for (int i = 0; t->row && i < c->rows; i++) {
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
    return a->t.task == b->t.task && a->l.m == b->l.m && a->t.converted == b->t.converted && a->options.len == b->options.len &&
           (!a->options.len || !memcmp(a->options.s, b->options.s, a->options.len));
}

/* Settings that --set made alike are listed once. */
static void add_row(struct rows *r, const struct setting *t, const struct tf_layer_size *size, const struct tf_flops_request *request) {
    const struct tf_attn *m = tf_attn_find(t->mechanism);
    TF_BUG_IF(!m, "no mechanism '%s'", t->mechanism);
    struct row row = {.t = *t, .l = flops_open(m, size, t->options, request), .activation_bytes = NAN};
    flops_setting(&row.l, &row.options);
    bool there = false;
    for (int i = 0; i < r->n; i++) there |= same_row(&r->row[i], &row);
    if (r->n == r->cap) {
        r->cap = r->cap ? 2 * r->cap : 64;
        r->row = tf_realloc(r->row, sizeof *r->row * (size_t)r->cap);
    }
    r->row[r->n++] = row;
    if (!there) return;
    r->n--;
    flops_close(&row.l);
    tf_buf_free(&row.options);
}

static void add_task(struct rows *r, const struct task *task, const struct tf_flops_request *request) {
    for (size_t i = 0; i < TF_COUNT(settings); i++)
        if (settings[i].task == task) add_row(r, &settings[i], &task->size, request);
    for (int i = 0; tf_attns[i]; i++) {
        bool there = false;
        for (size_t k = 0; k < TF_COUNT(settings); k++)
            there |= settings[k].task == task && !strcmp(settings[k].mechanism, tf_attns[i]->name);
        if (!there)
            add_row(r, &(struct setting){.task = task, .mechanism = tf_attns[i]->name, .options = "", .note = ABSENT}, &task->size,
                    request);
    }
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
    double pct = flops_percent(&r->l, -1, how);
    if (!r->t.converted) return pct;
    double layers = r->t.task->layers;
    return (r->t.converted * pct + (layers - r->t.converted) * 100) / layers;
}

/* Of the layer that makes the model's mean `pct`. */
static double implied_occupancy(const struct row *r, double pct) {
    double layers = r->t.task->layers, converted = r->t.converted ? r->t.converted : layers;
    double own = (pct * layers - 100 * (layers - converted)) / converted;
    return flops_occupancy(&r->l, own / 100 * flops_full_work(&r->l.size, FLOPS_PAPER));
}

/* A line of either table; NaN where the setting cannot be. */
struct line {
    const char *table, *task, *attention, *title, *setting, *note;
    int converted, layers, n, dim, head_dim;
    double paper_pct, flops_paper_pct, diff_points, flops_layer_pct, gflops_paper, gflops_layer, gflops_full, param_bytes, activation_bytes,
        balanced, implied;
};
#define LINE(type, field) REPORT_AT(type, line, field)
#define CSV(type, name, field) REPORT_CSV(type, line, name, field)
enum { PAPERS = 1, SIZE = 2 };
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
                     .head_dim = s->dim / s->heads};
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

static void add_setting(struct tf_buf *out, const struct row *r, double paper_pct) {
    const struct setting *t = &r->t;
    struct tf_err why = {0};
    struct line x = line_of(r, &why);
    x.table = tables[t->task->table].number, x.task = t->task->name;
    x.layers = t->task->layers, x.converted = t->converted ? t->converted : x.layers;
    x.paper_pct = paper_pct, x.diff_points = x.flops_paper_pct - paper_pct;
    x.balanced = why.code ? (double)NAN : flops_occupancy(&r->l, flops_work(&r->l, -1, FLOPS_PAPER));
    x.implied = why.code ? (double)NAN : implied_occupancy(r, paper_pct);
    if (!why.code) x.note = r->l.changed && t->row ? BY_HAND : t->note;
    report_csv_line(columns, PAPERS, &x, out);
}

int report_flops_papers(const struct tf_flops_request *request, flops_measure_fn *fn, struct tf_buf *out, struct tf_err *e) {
    struct tf_csv c[TABLES] = {0};
    struct rows r = {0};
    if (flops_check_sets(request, e)) return -1;
    for (size_t i = 0; i < TF_COUNT(tasks); i++) add_task(&r, tasks[i], request);
    int rc = paper_tables(c, request->paper_dir, e) || measure(&r, request, fn, e) ? -1 : 0;
    report_csv_head(columns, PAPERS, out);
    for (int i = 0; rc == 0 && i < r.n; i++) {
        double paper_pct;
        rc = paper_number(c, &r.row[i].t, &paper_pct, e);
        if (rc == 0) add_setting(out, &r.row[i], paper_pct);
    }
    for (int i = 0; i < TABLES; i++) tf_csv_free(&c[i]);
    rows_free(&r);
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
    for (int i = 0; tf_attns[i]; i++) add_row(&r, &(struct setting){.mechanism = tf_attns[i]->name, .options = ""}, size, request);
    int rc = measure(&r, request, fn, e);
    report_csv_head(columns, SIZE, out);
    for (int i = 0; rc == 0 && i < r.n; i++) add_mechanism(out, &r.row[i]);
    rows_free(&r);
    return rc;
}
