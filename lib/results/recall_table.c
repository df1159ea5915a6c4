/* One line per model, layer and head. */
#include "results/recall_table.h"

enum { HAS_STEP = 1 };
struct line {
    const char *run;
    int step, layer, head, n;
    double recall, q10, oracle, window, kept, lift, efficiency;
};
#define COUNT(name, field) REPORT_CSV(COUNT, line, name, field)
#define SHARE(name, field) REPORT_CSV_AS(REAL, line, name, field, "%.4g")
// clang-format off
static const struct report_column columns[] = {
    REPORT_CSV(TEXT, line, run, run), {"step", NULL, REPORT_AT(COUNT, line, step), .when = HAS_STEP}, COUNT(layer, layer),
    COUNT(head, head), COUNT(queries, n), SHARE(recall_pct, recall), SHARE(recall_q10_pct, q10), SHARE(oracle_pct, oracle),
    SHARE(window_pct, window), SHARE(kept_pct, kept), SHARE(lift, lift), SHARE(efficiency, efficiency), {0}
};
// clang-format on

void recall_table_head(bool step, struct tf_buf *out) { report_csv_head(columns, step ? HAS_STEP : 0, out); }

void recall_table_add(const char *run, int step, const struct recall *list, int n, struct tf_buf *out) {
    for (const struct recall *r = list; r < list + n; r++)
        report_csv_line(columns, step < 0 ? 0 : HAS_STEP,
                        &(struct line){run, step, r->layer, r->head, (int)r->n, r->kept_pct, r->q10_pct, r->oracle_pct, r->window_pct,
                                       r->share_pct, recall_lift(r), recall_efficiency(r)},
                        out);
}
