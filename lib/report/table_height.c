/* Accuracy and work against the height of the trees: every run that has one. */
#include "report/join.h"
#include "results/column.h"
#include "report/table.h"
#include <math.h>
#include <string.h>

static bool has_trees(const struct report *parts, int n) {
    for (int p = 0; p < n; p++)
        for (int i = 0; i < parts[p].n; i++)
            if (parts[p].row[i].height >= 0) return true;
    return false;
}

static bool accuracies(const struct report *parts, int n) {
    for (int p = 0; p < n; p++)
        if (parts[p].n && strcmp(report_metric(&parts[p], false), "accuracy")) return false;
    return true;
}

static void cell_occupancy(const void *line, struct tf_buf *out) {
    double f = ((const struct report_group *)line)->occupancy;
    if (f > 0) tf_buf_addf(out, "%.4f", f);
}

static void cell_setting(const void *line, struct tf_buf *out) {
    const struct report_group *g = line;
    report_add_setting(out, g->row->variant, g);
}

#define GROUP(type, field) REPORT_AT(type, report_group, field)
#define CSV(type, name, field) REPORT_CSV(type, report_group, name, field)
#define ROW(type, field) REPORT_ROW(type, field)
// clang-format off
static const struct report_column columns[] = {
    ROW(TEXT, protocol),
    {"task", "Task", REPORT_OF_ROW(TEXT, task)},
    ROW(TEXT, quirks), ROW(TEXT, attention),
    {"title", "Mechanism", REPORT_OF_ROW(TEXT, title), .cell = report_cell_title},
    ROW(TEXT, setting),
    {NULL, "Setting", REPORT_OF_ROW(TEXT, variant), .cell = cell_setting},
    {"height", "Height", REPORT_OF_ROW(COUNT, height)},
    {"seeds", "Seeds", GROUP(COUNT, ok)},
    CSV(REAL, test_n, test_n),
    {"test_score_pct", "%s", GROUP(REAL, test.mean), .cell = report_cell_score},
    CSV(REAL, test_lo_pct, test.lo), CSV(REAL, test_hi_pct, test.hi), CSV(REAL, seeds_lo_pct, seeds.lo),
    CSV(REAL, seeds_hi_pct, seeds.hi),
    {"occupancy", "f", GROUP(REAL, occupancy), .cell = cell_occupancy},
    {"flops_paper_pct", "FLOPs %%, paper", GROUP(REAL, flops_paper_pct)},
    {"flops_layer_pct", "FLOPs %%, layer", GROUP(REAL, flops_layer_pct)},
    {0}
};
// clang-format on

void report_height_csv(const struct report_all *a, struct tf_buf *out) {
    report_csv_head(columns, 0, out);
    for (int p = 0; p < a->n_parts; p++)
        for (int i = 0; i < a->part[p].n_groups; i++)
            if (a->part[p].group[i].row->height >= 0) report_csv_line(columns, 0, &a->part[p].group[i], out);
}

static void section(const struct report *parts, int n, struct tf_buf *out) {
    const bool accuracy = accuracies(parts, n);
    const char *score = accuracy ? "Accuracy" : "Score";
    struct report_grid t = {0};
    tf_buf_addf(out, "# %s against the height of the trees (protocol: %s)\n\n", score, parts->protocol);
    report_add_quirks(parts, n, out);
    if (!has_trees(parts, n)) {
        tf_buf_addf(out, "No run has trees.\n");
        return;
    }
    report_md_head(columns, 0, score, &t);
    for (int p = 0; p < n; p++)
        for (int i = 0; i < parts[p].n_groups; i++)
            if (parts[p].group[i].row->height >= 0) report_md_line(columns, 0, &parts[p].group[i], &t);
    report_grid_end(&t, out);
    tf_buf_addf(out,
                "\n- These are our own rows: the paper has no table to compare them with.\n"
                "- %s in percent%s, mean over seeds (95 %% interval over the test set). f: (query, key) pairs that attention touched, of "
                "those that full attention would have; balanced leaves alone would give 2^-height. FLOPs: as in the tables of work.\n",
                score, accuracy ? "" : ": accuracy, or what `metric` names in the rows (F1, Matthews correlation)");
}

void report_height_md(const struct report_all *a, struct tf_buf *out) { report_each_protocol(a, section, out); }
