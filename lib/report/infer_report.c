/* Tables and figure of a folder of inference times, from its times.csv. */
#include <string.h>
#include <unistd.h>

#include "report/figure.h"
#include "report/infer_report.h"
#include "results/infer_table.h"

/* table1, or where there is nothing to write, none: another spec may have left one. */
static int write_costs(const struct tf_infer *s, const char *dir, struct tf_err *e) {
    static const char *const name[] = {"table1.csv", "table1.md"};
    struct tf_buf text[2] = {0}, path = {0};
    const bool any = report_infer_costs(s, &text[0], &text[1]);
    int rc = 0;
    for (int i = 0; i < 2 && !rc; i++) {
        path.len = 0;
        tf_buf_addf(&path, "%s/%s", dir, name[i]);
        if (any) rc = tf_file_write_in(dir, name[i], &text[i], e);
        else unlink(path.s);
    }
    tf_buf_free(&text[0]), tf_buf_free(&text[1]), tf_buf_free(&path);
    return rc;
}

int report_infer_write(const struct tf_infer *s, const char *dir, bool plot, struct tf_buf *md, struct tf_err *e) {
    struct tf_buf csv = {0}, cross = {0}, text = {0};
    const char *stem = *s->heading.paper_table ? s->heading.paper_table : "table"; // table4_infer.csv: table4
    char table[2][104];
    for (int i = 0; i < 2; i++) snprintf(table[i], sizeof table[i], "%.*s%s", (int)strcspn(stem, "_."), stem, i ? ".md" : ".csv");
    report_infer_table_csv(s, &csv);
    report_infer_crossover_csv(s, &cross);
    report_infer_table_md(s, &text);
    int rc = tf_file_write_in(dir, table[0], &csv, e);
    if (!rc) rc = tf_file_write_in(dir, "crossover.csv", &cross, e);
    if (!rc) rc = tf_file_write_in(dir, table[1], &text, e);
    if (!rc && strcmp(table[0], "table1.csv")) rc = write_costs(s, dir, e);
    if (!rc) report_infer_figure(s, dir, plot);
    if (!rc && md) tf_buf_add(md, text.s, text.len);
    tf_buf_free(&csv), tf_buf_free(&cross), tf_buf_free(&text);
    return rc;
}

int report_infer_folder(struct folder *f, const char *spec, bool plot, struct tf_buf *md, struct tf_err *e) {
    struct tf_infer *s = NULL;
    int rc = tf_infer_load(&s, spec, NULL, 0, e) || folder_lock(f, e) || report_infer_load(s, f->dir, e) ||
                     report_infer_write(s, f->dir, plot, md, e)
                 ? -1
                 : 0;
    tf_infer_free(s);
    return rc;
}
