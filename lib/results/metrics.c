/* The tables that a run's training leaves: its own files, or its lines in the joined ones of the folder. */
#include "io/io.h"
#include "results/row.h"

#include <math.h>
#include <string.h>

/* The lines of one run in a joined table, without the column that names it; cols stays 0 when there is none. */
static int take_run(const struct tf_csv *all, const char *run, struct tf_csv *out, struct tf_err *e) {
    int key = tf_csv_col(all, "run"), found = 0;
    if (key < 0) return 0;
    const char **cell = tf_alloc(sizeof *cell * (size_t)all->cols);
    struct tf_buf text = {0};
    for (int i = -1; i < all->rows; i++) { // -1: the header
        char **from = i < 0 ? all->head : all->cell + (size_t)i * (size_t)all->cols;
        int cols = 0;
        if (i >= 0 && strcmp(from[key], run)) continue;
        for (int j = 0; j < all->cols; j++)
            if (j != key) cell[cols++] = from[j];
        tf_csv_row(&text, cell, cols);
        found += i >= 0;
    }
    int rc = found && all->cols > 1 ? tf_csv_parse(out, text.s, text.len, all->name, e) : 0;
    tf_buf_free(&text);
    tf_free(cell);
    return rc;
}

/* Damaged curves are an error; without one of the other tables, for which the joined one may stand in, the report is whole but for a warning. */
static int load_own(struct tf_csv *table, const char *path, bool curves, bool joined, struct tf_err *e) {
    struct tf_err why = {0};
    if (!tf_csv_load(table, path, &why)) return 0;
    if (why.code == TF_BAD && !curves) {
        tf_log(TF_LOG_WARN, joined ? "%s: what the folder's own file holds of it stays" : "%s: left out", why.msg);
        *table = (struct tf_csv){0};
        return 0;
    }
    return tf_fail(e, why.code, why.code == TF_BAD ? "%s; without this file the run is reported by its row alone" : "%s", why.msg);
}

/* Curves end with the loss on the test set, which the row has, too: those of another training of the same name are left out. */
static void drop_foreign(struct tf_csv *table, const struct tf_row *row) {
    double loss = NAN;
    for (int i = 0; table->cols && i < table->rows; i++) {
        const char *split = tf_csv_get(table, i, "split");
        if (split && !strcmp(split, "test")) loss = tf_csv_real(table, i, "loss_nats");
    }
    const double off = fabs(loss - row->test_loss_nats); // NaN: nothing to compare
    if (!tf_row_ok(row) || !(off > 1e-6 * fabs(loss))) return;
    tf_log(TF_LOG_WARN, "%s: a test loss of %.9g, but the row of %s has %.9g; that is another training, whose curves are left out",
           table->name, loss, row->run, row->test_loss_nats);
    tf_csv_free(table);
}

int tf_metrics_load(const char *dir, const char *name, const struct tf_row *row, int n, const char *const *from, struct tf_csv *table,
                    struct tf_err *e) {
    struct tf_buf path = {0};
    struct tf_csv joined = {0};
    int rc = 0;
    tf_buf_addf(&path, "%s/%s", dir, name);
    struct tf_err damage = {0}; // of no use then; runs in the folder have their own
    if (tf_file_exists(path.s) && tf_csv_load(&joined, path.s, &damage)) joined = (struct tf_csv){0};
    for (int i = 0; rc == 0 && i < n; i++) {
        if (from && from[i] != dir) continue;
        path.len = 0;
        tf_buf_addf(&path, "%s/runs/%s/%s", dir, row[i].run, name);
        const bool own = tf_file_exists(path.s), curves = !strcmp(name, "metrics.csv");
        if (own) rc = load_own(&table[i], path.s, curves, joined.cols > 0, e);
        if (curves) drop_foreign(&table[i], &row[i]);
        if (rc || table[i].cols) continue;
        if (joined.cols) {
            rc = take_run(&joined, row[i].run, &table[i], e);
            if (curves) drop_foreign(&table[i], &row[i]);
        } else if (!own && damage.code) {
            tf_log(TF_LOG_WARN, "%s: what it holds of %s is left out, and the file stays as it is: mend it, or remove it", damage.msg,
                   row[i].run);
            damage.code = 0;
        }
    }
    if (joined.cols) tf_csv_free(&joined);
    tf_buf_free(&path);
    return rc;
}
