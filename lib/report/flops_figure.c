/* The figure of work against length. */
#include "results/flops_tables.h"
#include "report/flops_figure.h"
#include "results/escape.h"
#include "report/figure.h"
#include "results/column.h"
#include "report/table.h"
#include <math.h>

enum { LENGTHS = 9, N_FIRST = 256 };

struct asked {
    const struct tf_flops_request *request;
    const struct tf_layer_size *size;
};

/* MFLOPs per token. */
static double value(const void *arg, int l, int i) {
    const struct asked *a = arg;
    const struct tf_layer_size s = {.n = N_FIRST << l, .dim = a->size->dim, .heads = a->size->heads, .qkv_dim = a->size->qkv_dim};
    struct flops_layer layer;
    struct tf_err why = {0};
    TF_BUG_IF(flops_open(&layer, tf_attns[i], &s, "", a->request, &why), "%s", why.msg);
    double v = flops_unusable(&layer, &why) ? (double)NAN : flops_work(&layer, -1, FLOPS_LAYER) / s.n / 1e6;
    flops_close(&layer);
    return v;
}

static void draw(const struct report *r, const struct asked *a) {
    char note[128];
    int length[LENGTHS], *behind = tf_alloc(sizeof *behind * (size_t)r->n_groups);
    for (int l = 0; l < LENGTHS; l++) length[l] = N_FIRST << l;
    for (int i = 0; i < r->n_groups; i++) behind[i] = report_hue(tf_attn_full());
    int at = snprintf(note, sizeof note, "projections included, %d channels, %d heads, ", a->size->dim, a->size->heads);
    if (a->size->qkv_dim) at += snprintf(note + at, sizeof note - (size_t)at, "%d of queries, ", a->size->qkv_dim);
    snprintf(note + at, sizeof note - (size_t)at, "groups of equal size");
    report_lines_n(r, &(struct report_n){.name = "flops_n",
                                         .title = "Forward work of a layer",
                                         .note = note,
                                         .axis = "MFLOPs per token (log scale)",
                                         .length = length,
                                         .lengths = LENGTHS,
                                         .behind = behind,
                                         .value = value,
                                         .arg = a});
    tf_free(behind);
}

int report_flops_figure(const struct tf_flops_request *request, const char *dir, const struct tf_layer_size *size, bool plot,
                        struct tf_err *e) {
    char title[160];
    bool no_gnuplot = false;
    struct report r = {.dir = dir, .title = title, .protocol = "computed from formulas", .no_gnuplot = plot ? &no_gnuplot : NULL};
    if (flops_check_sets(request, e)) return -1;
    int at = snprintf(title, sizeof title, "all mechanisms%s", request->n_sets ? "" : " at their defaults");
    for (int i = 0; i < request->n_sets && at < (int)sizeof title; i++)
        at += snprintf(title + at, sizeof title - (size_t)at, ", %s", request->sets[i]);
    while (tf_attns[r.n_groups]) r.n_groups++;
    r.group = tf_calloc(sizeof *r.group * (size_t)r.n_groups);
    for (int i = 0; i < r.n_groups; i++) {
        r.group[i].hue = i;
        snprintf(r.group[i].name, sizeof r.group[i].name, "%s", tf_attns[i]->title);
        snprintf(r.group[i].label, sizeof r.group[i].label, "%s", tf_attns[i]->name);
    }
    draw(&r, &(struct asked){request, size});
    tf_free(r.group);
    return 0;
}
