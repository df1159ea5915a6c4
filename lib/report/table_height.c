/* Accuracy and work against the height of the trees: every run that has one. */
#include "report/table_height.h"
#include "report/table.h"
#include "report/table_grid.h"
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

void report_height_csv(const struct report_all *a, struct tf_buf *out) {
    tf_buf_addf(out, "protocol,task,quirks,attention,title,setting,height,seeds,test_n,test_score_pct,test_lo_pct,test_hi_pct,seeds_lo_pct,"
                     "seeds_hi_pct,occupancy,flops_paper_pct,flops_layer_pct\n");
    for (int p = 0; p < a->n_parts; p++)
        for (int i = 0; i < a->part[p].n_groups; i++) {
            const struct report_group *g = &a->part[p].group[i];
            const struct tf_row *r = g->row;
            if (r->height < 0) continue;
            report_csv_texts(out, (const char *[]){r->protocol, r->task, r->quirks, r->attention, r->title, r->setting}, 6);
            tf_buf_addf(out, "%ld,%d", r->height, g->ok);
            report_csv_numbers(out, (double[]){g->test_n, g->test.mean, g->test.lo, g->test.hi, g->seeds.lo, g->seeds.hi}, 6);
            report_csv_numbers(out, (double[]){g->occupancy, g->flops_paper_pct, g->flops_layer_pct}, 3);
            tf_buf_addf(out, "\n");
        }
}

static void line(struct report_grid *t, const struct report_group *g) {
    const struct tf_row *r = g->row;
    report_grid_add(t, "%s", r->task);
    report_grid_add(t, "%s", *r->title ? r->title : r->attention);
    report_grid_add(t, "%s", *r->variant ? r->variant : report_dash);
    report_grid_add(t, "%ld", r->height);
    report_grid_add(t, "%d", g->ok);
    if (isnan(g->test.mean)) report_grid_add(t, "%s", g->diverged ? "diverged" : "failed");
    else report_grid_add(t, "%.2f (%.2f to %.2f)", g->test.mean, g->test.lo, g->test.hi);
    report_grid_number(t, "%.4f", g->occupancy > 0 ? g->occupancy : (double)NAN);
    report_grid_number(t, "%.2f", g->flops_paper_pct);
    report_grid_number(t, "%.2f", g->flops_layer_pct);
}

static void section(const struct report *parts, int n, struct tf_buf *out) {
    const bool accuracy = accuracies(parts, n);
    const char *score = accuracy ? "Accuracy" : "Score";
    const char *const heads[] = {"Task", "Mechanism", "Setting", "Height", "Seeds", score, "f", "FLOPs %, paper", "FLOPs %, layer"};
    struct report_grid t = {0};
    tf_buf_addf(out, "# %s against the height of the trees (protocol: %s)\n\n", score, parts->protocol);
    report_add_quirks(parts, n, out);
    if (!has_trees(parts, n)) {
        tf_buf_addf(out, "No run has trees.\n");
        return;
    }
    for (size_t j = 0; j < TF_COUNT(heads); j++) report_grid_head(&t, j < 3, "%s", heads[j]);
    for (int p = 0; p < n; p++)
        for (int i = 0; i < parts[p].n_groups; i++)
            if (parts[p].group[i].row->height >= 0) line(&t, &parts[p].group[i]);
    report_grid_end(&t, out);
    tf_buf_addf(out,
                "\n- Our own rows: no table of the paper has these numbers to stand beside.\n"
                "- %s in percent%s, mean over seeds (95 %% interval over the test set). f: (query, key) pairs that attention touched, of "
                "those that full attention would have; balanced leaves would give 2^-height. FLOPs: as in the tables of work.\n",
                score, accuracy ? "" : ": accuracy, or what `metric` names in the rows (F1, Matthews correlation)");
}

void report_height_md(const struct report_all *a, struct tf_buf *out) {
    for (int p = 0, end; p < a->n_parts; p = end) {
        end = report_all_protocol(a, p);
        if (p) tf_buf_addf(out, "\n");
        section(&a->part[p], end - p, out);
    }
}
