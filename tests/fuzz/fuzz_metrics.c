/* metrics.csv: as a run's own file, and as the joined one of a folder, of which each run gets its lines. */
#include "fuzz.h"
#include "io/io.h"
#include "results/row.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct fuzz_file own, joined;
    static const struct tf_row row[] = {{.run = "a"}, {.run = "b"}, {.run = "own"}};
    enum { ROWS = TF_COUNT(row) };
    struct tf_csv table[ROWS] = {{0}}, whole = {0};
    struct tf_err e = {0}, ignored = {0};
    if (!own.path[0]) {
        fuzz_link(&joined, "metrics.csv");
        fuzz_link(&own, "runs/own/metrics.csv");
    }
    fuzz_put(&own, data, size);
    fuzz_put(&joined, data, size);
    const bool good = !tf_csv_parse(&whole, (const char *)data, size, "whole", &ignored);
    const int rc = tf_metrics_load(fuzz_dir, "metrics.csv", row, ROWS, NULL, table, &e);
    TF_BUG_IF((rc == 0) != good, "%s / %s", e.msg, ignored.msg);
    if (rc) fuzz_check_error(&e, fuzz_dir);
    if (!rc) TF_BUG_IF(table[2].rows != whole.rows || table[2].cols != whole.cols, "its own: %d x %d", table[2].rows, table[2].cols);
    for (int i = 0; i < 2 && !rc; i++) {
        int run = tf_csv_col(&whole, "run"), lines = 0;
        for (int k = 0; run >= 0 && k < whole.rows; k++) lines += !strcmp(whole.cell[k * whole.cols + run], row[i].run);
        if (whole.cols > 1)
            TF_BUG_IF(table[i].rows != lines || (lines && table[i].cols != whole.cols - 1), "%d lines, not %d", table[i].rows, lines);
    }
    for (int i = 0; i < ROWS; i++)
        if (table[i].cols) tf_csv_free(&table[i]);
    if (good) tf_csv_free(&whole);
    return 0;
}
